//! Endgame databases: the exact value of every board with at most so many seeds, for games whose values add up.
//!
//! In: an engine for the rules of a [`Soundness`], a number of seeds. Out: a [`Database`], which can be kept in a file
//! ([`Database::save`], [`Database::load`]) and asked by searches. A value is the lead that the player to move gains from the
//! seeds in play with best play on both sides; a game without end gains nobody any.

mod build;
mod file;
pub mod index;

use std::sync::atomic::AtomicBool;

use crate::engine::Engine;
use crate::rules::{Rules, Setting, Side};

use super::soundness::{Recurrence, Soundness};
pub use file::FileError;
use index::{Index, View};

/// The values of all boards with one number of seeds: South to move, then (where the players differ) North.
type Level = Vec<i8>;

/// The most seeds that a database can have.
pub const MAX_SEEDS: u32 = 127;

/// The exact values of all boards with few seeds.
#[derive(Clone, Debug)]
pub struct Database {
    /// The variant's name.
    pub variant: String,
    /// Its options that differ from their defaults.
    pub settings: Vec<(String, String)>,
    fingerprint: u64,
    index: Index,
    view: View,
    symmetric: bool,
    levels: Vec<Level>,
    /// For each number of seeds, how many moves without a capture forcing a lead can take at most.
    rounds: Vec<u32>,
}

/// Why there is no database to be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The rules do not allow it.
    #[error("these rules allow no endgame database: {0}")]
    Rules(String),
    /// More seeds than can be.
    #[error("a database of {asked} seeds is impossible: {reason}")]
    Size {
        /// How many were asked for.
        asked: u32,
        /// Why.
        reason: String,
    },
    /// More memory than allowed.
    #[error("{seeds} seeds need about {needed} MiB, more than the {allowed} MiB that are allowed")]
    Memory {
        /// At so many seeds.
        seeds: u32,
        /// So much.
        needed: u64,
        /// Allowed.
        allowed: u64,
    },
    /// Somebody asked to stop.
    #[error("stopped at {0} seeds")]
    Stopped(u32),
}

/// The rules as they matter to a database.
pub fn fingerprint(rules: &Rules) -> u64 {
    let board = &rules.board;
    let shape = (board.rows, board.columns, board.stores);
    // Rules always can be written: they are plain data.
    let text = serde_json::to_vec(&(shape, &rules.marks, &rules.phases)).unwrap_or_default();
    file::checksum(&text)
}

impl Database {
    /// Works out the values of all boards with up to `seeds` seeds on all cores, within `memory` bytes; `engine` plays the
    /// rules of `soundness`. `progress` hears of each number of seeds that is done.
    ///
    /// # Errors
    ///
    /// If the rules do not allow it, it would be too large, or somebody asked to stop.
    pub fn build<E: Engine>(
        engine: &E,
        soundness: &Soundness,
        seeds: u32,
        memory: u64,
        stop: &AtomicBool,
        mut progress: impl FnMut(u32),
    ) -> Result<Database, BuildError> {
        let mut database = Database::empty(engine.rules(), soundness, seeds)?;
        for seeds in 0..=seeds {
            let sides = if database.symmetric { 1 } else { 2 };
            let boards = (database.index.first(seeds as usize + 1)) * sides;
            // Two rounds of values, and room for some links.
            let needed = boards * 4;
            let beyond = |needed: u64| BuildError::Memory { seeds, needed: needed >> 20, allowed: memory >> 20 };
            if needed > memory {
                return Err(beyond(needed));
            }
            let (level, rounds) =
                build::level(engine, &database, seeds, memory - boards, stop).map_err(|halt| match halt {
                    build::Halt::Stopped => BuildError::Stopped(seeds),
                    build::Halt::Memory(used) => beyond(used + boards),
                    build::Halt::Unsound => {
                        BuildError::Rules("a move does not keep the seeds on the board or in the banks".to_owned())
                    }
                })?;
            database.levels.push(level);
            database.rounds.push(rounds);
            progress(seeds);
        }
        Ok(database)
    }

    /// A database that knows nothing yet.
    fn empty(rules: &Rules, soundness: &Soundness, seeds: u32) -> Result<Database, BuildError> {
        soundness.adds_up.clone().map_err(BuildError::Rules)?;
        if let Recurrence::Depends(why) = &soundness.recurrence {
            return Err(BuildError::Rules(why.clone()));
        }
        let size = |reason: String| BuildError::Size { asked: seeds, reason };
        if seeds > MAX_SEEDS {
            return Err(size(format!("{MAX_SEEDS} seeds are the most")));
        }
        let view = View::new(&rules.board).ok_or_else(|| size("the board has more than 32 pits".to_owned()))?;
        let index = Index::new(usize::from(rules.board.pit_count()), seeds as usize)
            .filter(|index| index.len() >> 40 == 0)
            .ok_or_else(|| size("there are far too many boards".to_owned()))?;
        Ok(Database {
            variant: rules.name.clone(),
            settings: rules.changed_settings().map(setting).collect(),
            fingerprint: fingerprint(&soundness.rules),
            index,
            view,
            symmetric: soundness.symmetric,
            levels: Vec::new(),
            rounds: Vec::new(),
        })
    }

    /// The most seeds in play that it knows about.
    pub fn seeds(&self) -> u32 {
        (self.levels.len() as u32).saturating_sub(1)
    }

    /// How many values it has.
    pub fn len(&self) -> u64 {
        self.levels.iter().map(|level| level.len() as u64).sum()
    }

    /// Whether it knows nothing.
    pub fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// Whether it is about these rules.
    pub fn fits(&self, soundness: &Soundness) -> bool {
        self.fingerprint == fingerprint(&soundness.rules)
    }

    /// How many moves without a capture it can take to force what the values say, at most, with up to so many seeds in play.
    pub fn longest(&self, seeds: u32) -> u32 {
        self.rounds.iter().take(seeds as usize + 1).copied().max().unwrap_or(0)
    }

    /// How many boards with so many seeds have which value, the lowest value first. Boards of South to move.
    pub fn counts(&self, seeds: u32) -> Vec<(i32, u64)> {
        let mut counts = std::collections::BTreeMap::new();
        let level = self.levels.get(seeds as usize).map(Vec::as_slice).unwrap_or_default();
        let boards = if self.symmetric { level.len() } else { level.len() / 2 };
        for value in level.iter().take(boards) {
            *counts.entry(i32::from(*value)).or_insert(0) += 1;
        }
        counts.into_iter().collect()
    }

    /// The number of a board among all.
    #[inline]
    fn number(&self, lanes: [u128; 2], mover: Side) -> u64 {
        let first = if self.symmetric { mover } else { Side::South };
        if self.view.is_narrow() {
            self.index.number_of(self.view.narrow(lanes, first))
        } else {
            self.index.number(&self.view.wide(lanes, first))
        }
    }

    /// The value of a board for the player to move, if it is known; `seeds` lie in its pits.
    #[inline]
    pub fn value(&self, lanes: [u128; 2], seeds: u32, mover: Side) -> Option<i8> {
        let level = self.levels.get(seeds as usize)?;
        let first = self.index.first(seeds as usize);
        let mut place = (self.number(lanes, mover) - first) as usize;
        if !self.symmetric && mover == Side::North {
            place += level.len() / 2;
        }
        level.get(place).copied()
    }

    /// The final lead of the player to move with best play, if it is known.
    #[inline]
    pub fn score<E: Engine>(&self, engine: &E, state: &E::State) -> Option<i32> {
        let lanes = engine.lanes(state)?;
        let seeds = self.view.seeds(lanes);
        if seeds as usize >= self.levels.len() {
            return None;
        }
        let mover = engine.mover(state);
        let banks = engine.banks(state);
        let lead = banks[mover.index()] as i32 - banks[mover.other().index()] as i32;
        self.value(lanes, seeds, mover).map(|value| lead + i32::from(value))
    }
}

/// An option with its value, as text.
fn setting(setting: &Setting) -> (String, String) {
    let value = match &setting.value {
        crate::rules::Value::Number(number) => number.to_string(),
        crate::rules::Value::Word(word) => word.clone(),
    };
    (setting.name.clone(), value)
}
