//! A game in progress under the compiled engine.

use crate::engine::{Outcome, reference};
use crate::rules::RuleId;

use super::lanes::Lanes;
use super::run::{Notes, Now};

/// No `stuck` rule makes the player to move pass.
pub const NO_PASS: RuleId = RuleId::MAX;

/// A game in progress: small, and copied without an allocation where the rules do not ask for repetitions.
#[derive(Clone, Debug)]
pub struct State<B: Lanes, N: Notes>(pub(super) Inner<B, N>);

/// Where the game is played.
#[derive(Clone, Debug)]
pub(super) enum Inner<B: Lanes, N: Notes> {
    /// In lanes.
    Live(Live<B, N>),
    /// By the reference engine: it began at a position that the lanes cannot hold.
    Aside(Box<reference::State>),
}

/// A game in lanes.
#[derive(Clone, Debug)]
pub(super) struct Live<B: Lanes, N: Notes> {
    pub now: Now<B, N>,
    pub outcome: Option<Outcome>,
    /// The `stuck` rule by which the player to move has to pass, or [`NO_PASS`].
    pub pass: RuleId,
    /// The pits that can be played, where a move is its pit; else something, unless nothing can be played.
    pub legal: u32,
    /// Whether the legal moves are a list that has to be made.
    pub listed: bool,
    /// The positions that have stood and could come again, where the rules ask how often.
    pub history: Vec<Standing<B, N>>,
}

/// A position that stands while a player is to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Standing<B, N> {
    pub board: B,
    pub notes: N,
    pub next: u8,
    pub phase: u8,
}

impl<B: Lanes, N: Notes> Standing<B, N> {
    pub fn of(now: &Now<B, N>, next: u8) -> Self {
        Standing { board: now.board, notes: now.notes, next, phase: now.phase }
    }

    /// The position and who is to move.
    pub fn position(&self) -> (Now<B, N>, u8) {
        let now = Now {
            board: self.board,
            notes: self.notes,
            hand: 0,
            removed: 0,
            moves: [0; 2],
            capturing: [0; 2],
            quiet: 0,
            streak: 0,
            mover: self.next,
            phase: self.phase,
        };
        (now, self.next)
    }
}
