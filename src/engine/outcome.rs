//! How a game ended, and what a move did in figures.

use serde::{Deserialize, Serialize};

use crate::rules::{Side, TitleId};

/// Who won a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// South won.
    South,
    /// North won.
    North,
    /// Nobody won.
    Draw,
    /// The game does not count.
    Void,
}

impl From<Side> for Winner {
    fn from(side: Side) -> Self {
        match side {
            Side::South => Winner::South,
            Side::North => Winner::North,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won.
    pub winner: Winner,
    /// The title of the rule that ended it.
    pub title: Option<TitleId>,
    /// How many games it counts.
    pub worth: u32,
    /// The seeds of South and of North as `most seeds wins` counts them.
    pub score: [u32; 2],
}

/// What a move did, in figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Seeds that captures gave to South, to North. Captures by `end` and `stuck` rules are not of the move.
    pub captured: [u32; 2],
    /// Laps sown. A move without end counts none, and no captures but those of the `endless` rules.
    pub laps: u32,
}
