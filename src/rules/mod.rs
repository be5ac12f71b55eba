//! The rules of one variant with its options resolved: plain data that an engine runs.
//!
//! In: a checked variant and option values ([`crate::check::Checked::rules`]). Out: [`Rules`], which can be printed
//! ([`std::fmt::Display`]), written as JSON, told in English ([`describe`]) and played ([`crate::engine`]).
//! Nothing here names a word to look up or a place in a file that is needed to play.

mod action;
mod board;
mod cells;
pub mod describe;
pub mod draw;
mod expression;
mod fold;
pub mod naming;
pub mod print;
pub mod visit;

pub use action::{Action, Ending, Place, Receiver, Rule};
pub use board::{Board, Direction, Geometry, Row, Side, Stores};
pub use cells::{Cell, CellSet, Cells, MAX_CELLS};
pub use expression::{Keeper, LapKind, Number, Pattern, Player, Quantifier, Set, Test, Way};

use serde::{Deserialize, Serialize};

/// The number of a mark in [`Rules::marks`].
pub type MarkId = u8;
/// The number of a counter in [`Rules::counters`].
pub type CounterId = u8;
/// The number of a kind of move in [`Rules::moves`]: lines of `play` with the same name are one kind.
pub type PlayId = u8;
/// The number of a rule in [`Rules::sources`].
pub type RuleId = u16;
/// The number of a title in [`Rules::titles`].
pub type TitleId = u16;

/// The rules of one variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// The variant's name.
    pub name: String,
    /// What it says about itself.
    pub texts: Texts,
    /// Every option with the value that these rules were made with.
    pub settings: Vec<Setting>,
    /// The board.
    pub board: Board,
    /// The seeds at the start, one number a cell.
    pub start: Vec<u16>,
    /// The marks.
    pub marks: Vec<Mark>,
    /// The counters.
    pub counters: Vec<Counter>,
    /// The names of the kinds of move; the first is the plain one, without a name.
    pub moves: Vec<Option<String>>,
    /// The phases in order, one at least. The last never ends.
    pub phases: Vec<Phase>,
    /// The titles that rules give to what happens.
    pub titles: Vec<String>,
    /// For each rule, where it stands.
    pub sources: Vec<RuleSource>,
}

/// What a variant file says about the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Texts {
    /// In a sentence.
    pub about: Vec<String>,
    /// Where the rules come from.
    pub source: Vec<String>,
    /// Other names.
    pub also: Vec<String>,
    /// Where it is played.
    pub region: Vec<String>,
    /// Remarks.
    pub note: Vec<String>,
}

/// An option and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// The option's name.
    pub name: String,
    /// What it decides.
    pub about: Option<String>,
    /// The value of these rules.
    pub value: Value,
    /// The value where nobody says otherwise.
    pub default: Value,
    /// The values it can have.
    pub choices: Choices,
}

/// A value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A number.
    Number(u32),
    /// A word.
    Word(String),
}

/// The values that an option can have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choices {
    /// One of these words.
    Words(Vec<String>),
    /// A number from the first to the second.
    Range(u32, u32),
}

/// A mark that pits can bear.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Its name.
    pub name: String,
    /// Whether a player has one at the most.
    pub one_each: bool,
    /// Whether a marked pit is its keeper's bank.
    pub holds_captures: bool,
    /// The pits that bear it from the start: set by South, by North, by nobody.
    pub start: [CellSet; 3],
}

/// A counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// Its name.
    pub name: String,
    /// Whether each player has one.
    pub each: bool,
    /// Its value at the start.
    pub start: u32,
}

/// One phase of the game: its moves and its moments.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Phase {
    /// Its name; none where the variant has no phases.
    pub name: Option<String>,
    /// When it ends; tested after every move.
    pub until: Option<Test>,
    /// The kinds of move.
    pub plays: Vec<Play>,
    /// What a move must satisfy.
    pub requires: Vec<Require>,
    /// How many seeds stay in a lifted pit: the first line whose `when` holds.
    pub lifts: Vec<Lift>,
    /// How seeds are sown.
    pub sow: Sow,
    /// At the start of every lap, the hand being full.
    pub before_sowing: Vec<Rule>,
    /// At every seed but the last of a lap.
    pub on_the_way: Vec<Rule>,
    /// At the last seed of a lap.
    pub landing: Vec<Rule>,
    /// After each capture of at least one seed made while sowing.
    pub on_capture: Vec<Rule>,
    /// Once the last lap is done.
    pub after_move: Vec<Rule>,
    /// When the player to move has no legal move.
    pub stuck: Vec<Rule>,
    /// After every move.
    pub end: Vec<Rule>,
    /// For a move that goes round for ever.
    pub endless: Endless,
}

/// One line of `play`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Play {
    /// Which kind of move it makes.
    pub id: PlayId,
    /// The pits that may be chosen; those that hold no seed, and banks, are left out.
    pub from: Set,
    /// When the line is in force.
    pub when: Test,
    /// The rules carried out instead of lifting and sowing; if none of them fits the pit is sown as usual.
    pub instead: Option<Vec<Rule>>,
}

/// One line of `require`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Require {
    /// What must hold after the move.
    pub test: Test,
    /// Whether it binds only where some move can satisfy it.
    pub if_possible: bool,
    /// When it is in force: tested before the move.
    pub when: Test,
}

/// One line of `lift all but N`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lift {
    /// How many seeds stay.
    pub keep: Number,
    /// When the line is in force.
    pub when: Test,
}

/// How seeds are sown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sow {
    /// Whether the direction is chosen anew at each lap.
    pub each_lap: bool,
    /// The directions: for each, the first line whose `when` holds offers it.
    pub directions: Vec<Offer>,
    /// Cells that are passed over.
    pub skips: Vec<Guarded>,
    /// Stores that are sown into.
    pub includes: Vec<Guarded>,
    /// The stores that a line of `includes` names, by who moves: they count as steps of the track.
    pub includable: [CellSet; 2],
}

/// One direction of `sow`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// The direction.
    pub direction: Direction,
    /// When it is offered: the origin still holds its seeds, and `Lifted` is what will be lifted.
    pub when: Test,
    /// What must hold after the lap's landing rules, else the move is illegal.
    pub only_if: Option<Test>,
}

/// A set that counts while a test holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guarded {
    /// The cells.
    pub set: Set,
    /// When they count; the hand is seen before the seed falls.
    pub when: Test,
}

/// What becomes of an endless move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Endless {
    /// More laps than this make a move endless.
    pub laps: u32,
    /// Carried out on the position before the move; a move for which none fits is illegal.
    pub rules: Vec<Rule>,
}

impl Default for Endless {
    fn default() -> Self {
        Endless { laps: Endless::LAPS, rules: Vec::new() }
    }
}

impl Endless {
    /// The number of laps that makes a move endless where a variant does not say.
    pub const LAPS: u32 = 1000;
}

/// A moment of a move, or another place in which rules stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// The braces of a `play` line.
    Play,
    /// `before sowing`.
    BeforeSowing,
    /// `on the way`.
    OnTheWay,
    /// `landing`.
    Landing,
    /// `on capture`.
    OnCapture,
    /// `after move`.
    AfterMove,
    /// `stuck`.
    Stuck,
    /// `end`.
    End,
    /// `endless`.
    Endless,
}

/// Where a rule stands in its file: for reports, not for playing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleSource {
    /// The moment; the first one, where a block serves two.
    pub moment: Moment,
    /// The phase's name, where it stands in one.
    pub phase: Option<String>,
    /// The line of its file, from 1.
    pub line: u32,
    /// Its text, blanks folded.
    pub text: String,
}

impl Rules {
    /// All seeds of a game.
    pub fn total(&self) -> u32 {
        self.start.iter().map(|seeds| u32::from(*seeds)).sum()
    }

    /// The options whose value is not the default.
    pub fn changed_settings(&self) -> impl Iterator<Item = &Setting> {
        self.settings.iter().filter(|setting| setting.value != setting.default)
    }
}
