//! Players for any variant, from its rules alone: random, greedy, Monte Carlo tree search, alpha-beta.
//!
//! In: an engine, a position, a [`Spec`] and random numbers. Out: a [`Choice`]: a legal move, what it seems worth, the line
//! behind it and what it cost. A player stops at once when asked, and still names a move. Limits by depth or nodes give
//! the same choice for the same seed; limits by time cannot.

pub mod alphabeta;
pub mod evaluate;
mod greedy;
pub mod key;
pub mod mcts;
mod player;
mod spec;

pub use player::{Player, Settings};
pub use spec::{Budget, FORMS, MAX_DEPTH, Spec, SpecError, parse_time, print_time};

use std::time::Duration;

use serde::Serialize;

use crate::engine::{Engine, Move};
use crate::players::evaluate::WON;
use crate::study::database::Database;

/// What a player thinks that a move is worth, for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// Nothing is known.
    Unknown,
    /// As an evaluation in seeds says.
    Seeds(f64),
    /// The chance to win, from 0 to 1, a draw being a half.
    Chance(f64),
    /// The game is won, with best play.
    Won,
    /// The game is lost, with best play of the opponent.
    Lost,
    /// The game ends with exactly so many seeds more for this player, with best play.
    Score(i32),
}

impl Value {
    /// What a search value means.
    pub fn of(value: i32) -> Value {
        match value {
            value if value >= WON => Value::Won,
            value if value <= -WON => Value::Lost,
            value => Value::Seeds(f64::from(value) / 100.0),
        }
    }
}

/// One of the moves of a ranking.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// The move.
    pub choice: Move,
    /// What it is worth for the player who makes it.
    pub value: Value,
    /// The line that it begins.
    pub line: Vec<Move>,
    /// How many games were played out through it (Monte Carlo).
    pub visits: u64,
}

/// What a player decided.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move.
    pub choice: Move,
    /// What it is worth for the player who makes it.
    pub value: Value,
    /// The line that it begins.
    pub line: Vec<Move>,
    /// How many moves ahead were looked at in full.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

impl Choice {
    /// Positions a second.
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// The endgame database that a search may ask, if there is one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Probe<'a>(Option<&'a Database>);

impl<'a> Probe<'a> {
    /// Asks this database.
    pub fn of(database: Option<&'a Database>) -> Self {
        Probe(database)
    }

    /// How many seeds more the player to move has at the end with best play, where that is known.
    #[inline]
    pub fn score<E: Engine>(&self, engine: &E, state: &E::State) -> Option<i32> {
        self.0.and_then(|database| database.score(engine, state))
    }
}
