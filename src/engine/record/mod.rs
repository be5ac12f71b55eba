//! Game records: one game a line of JSON, written and read back.
//!
//! In: games as they are played, or lines of a file. Out: lines, or for [`verify`] the differences between what a record
//! says and what the rules make of its moves.

mod verify;

pub use verify::{Difference, EachGame, Summary, compare_position, each_game, verify, verify_game};

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::engine::text::write_position;
use crate::engine::{Engine, Outcome, Winner};
use crate::rules::{Rules, Side, Value};

/// The version of the format.
pub const VERSION: u32 = 1;

/// Options by name with their values.
pub type Options = BTreeMap<String, Value>;

/// One game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The version of the format, [`VERSION`].
    pub naqala: u32,
    /// The variant's name.
    pub variant: String,
    /// The options that differ from the defaults.
    #[serde(default)]
    pub options: Options,
    /// The seed of the simulation that the game is from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Its number in that simulation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// The position that it begins in.
    pub start: String,
    /// Its moves.
    pub moves: Vec<Made>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
}

/// One move of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Made {
    /// Who made it.
    pub by: Side,
    /// The move.
    #[serde(rename = "move")]
    pub choice: String,
    /// The legal moves before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
    /// The position after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// How a game ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// Who won; `null` for a game that is not over.
    #[serde(default, skip_serializing_if = "Stated::is_absent")]
    pub winner: Stated<Winner>,
    /// The title of the rule that ended it; `null` for a rule without one.
    #[serde(default, skip_serializing_if = "Stated::is_absent")]
    pub title: Stated<String>,
    /// How many games it counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<u32>,
    /// The seeds of South and of North.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<[u32; 2]>,
}

/// A value that a record may leave out, or give as `null`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Stated<T> {
    /// Nothing is said.
    #[default]
    Absent,
    /// `null`: there is none.
    Nothing,
    /// This.
    Is(T),
}

impl<T> Stated<T> {
    /// Whether nothing is said.
    pub fn is_absent(&self) -> bool {
        matches!(self, Stated::Absent)
    }

    /// States what there is.
    pub fn of(value: Option<T>) -> Self {
        value.map_or(Stated::Nothing, Stated::Is)
    }
}

impl<T: Serialize> Serialize for Stated<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Stated::Is(value) => value.serialize(serializer),
            Stated::Absent | Stated::Nothing => serializer.serialize_none(),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Stated<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Stated::of(Option::deserialize(deserializer)?))
    }
}

impl GameResult {
    /// The result of a game; of one that is not over if there is no outcome.
    pub fn new(rules: &Rules, outcome: Option<Outcome>) -> Self {
        let Some(outcome) = outcome else {
            return GameResult { winner: Stated::Nothing, ..GameResult::default() };
        };
        let title = outcome.title.and_then(|title| rules.titles.get(title as usize)).cloned();
        GameResult {
            winner: Stated::Is(outcome.winner),
            title: title.map_or(Stated::Absent, Stated::Is),
            worth: Some(outcome.worth),
            score: Some(outcome.score),
        }
    }
}

impl Record {
    /// The record of a game that begins in `state`, without a move yet.
    pub fn begin<E: Engine>(engine: &E, state: &E::State) -> Self {
        let rules = engine.rules();
        Record {
            naqala: VERSION,
            variant: rules.name.clone(),
            options: rules.changed_settings().map(|setting| (setting.name.clone(), setting.value.clone())).collect(),
            seed: None,
            game: None,
            start: write_position(rules, &engine.position(state)),
            moves: Vec::new(),
            result: None,
        }
    }

    /// Writes the record as one line.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut out, self)?;
        out.write_all(b"\n")
    }
}
