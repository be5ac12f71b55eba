//! A game in progress under the compiled engine.

use crate::engine::{Outcome, reference};
use crate::rules::RuleId;

use super::lanes::Lanes;
use super::run::{Notes, Now};

/// No `stuck` rule makes the player to move pass.
pub const NO_PASS: RuleId = RuleId::MAX;

/// A game in progress: small, and copied without an allocation where the rules do not ask for repetitions.
#[derive(Clone, Debug)]
pub struct State<B: Lanes, N: Notes> {
    pub(super) live: Live<B, N>,
    /// The game as the reference engine plays it, if it began at a position that the lanes cannot hold.
    pub(super) aside: Option<Box<reference::State>>,
}

/// A game in lanes.
#[derive(Clone, Debug)]
pub(super) struct Live<B: Lanes, N: Notes> {
    pub now: Now<B, N>,
    pub outcome: Option<Outcome>,
    /// The `stuck` rule by which the player to move has to pass, or [`NO_PASS`].
    pub pass: RuleId,
    /// The pits that can be played, where a move is its pit; 0 once the game is over and wherever else nothing is seen.
    pub legal: u32,
    /// The number of the way the marks stand, by which plain moves are found.
    pub way: u32,
    /// Whether the legal moves are a list that has to be made.
    pub listed: bool,
    /// Whether it is not known yet that there is one: after a move by chance nobody looks. `known` does.
    pub unsure: bool,
    /// The positions that have stood and could come again, where the rules ask how often.
    pub history: History<B, N>,
}

impl<B: Lanes, N: Notes> Live<B, N> {
    /// No game yet, or one that is played elsewhere.
    pub fn idle() -> Self {
        let now = Standing { board: B::default(), notes: N::default(), next: 0, phase: 0 }.position().0;
        Live {
            now,
            outcome: None,
            pass: NO_PASS,
            legal: 0,
            way: u32::MAX,
            listed: false,
            unsure: false,
            history: History::default(),
        }
    }
}

/// Words of bits by which positions that have not stood are told at once.
const TRACES: usize = 8;

/// The positions that have stood and could come again.
#[derive(Clone, Debug)]
pub(super) struct History<B, N> {
    standings: Vec<Standing<B, N>>,
    /// A bit for each, by its [`Standing::trace`]: where the bit is not set, the position has not stood.
    traces: [u64; TRACES],
}

impl<B, N> Default for History<B, N> {
    fn default() -> Self {
        History { standings: Vec::new(), traces: [0; TRACES] }
    }
}

impl<B: Lanes, N: Notes> History<B, N> {
    /// How often a position has stood.
    #[inline(always)]
    pub fn count(&self, now: &Standing<B, N>) -> u32 {
        let (word, bit) = now.trace();
        if self.traces[word] & bit == 0 { 0 } else { self.count_all(now) }
    }

    #[inline(never)]
    fn count_all(&self, now: &Standing<B, N>) -> u32 {
        self.standings.iter().filter(|other| *other == now).count() as u32
    }

    #[inline(always)]
    pub fn push(&mut self, now: Standing<B, N>) {
        let (word, bit) = now.trace();
        self.traces[word] |= bit;
        self.standings.push(now);
    }

    #[inline(always)]
    pub fn clear(&mut self) {
        self.traces = [0; TRACES];
        self.standings.clear();
    }

    pub fn iter(&self) -> impl Iterator<Item = &Standing<B, N>> {
        self.standings.iter()
    }
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

    /// One of the words and one of its bits, by the seeds and the player.
    #[inline(always)]
    fn trace(&self) -> (usize, u64) {
        let [low, high] = self.board.words();
        let word = low ^ high.rotate_left(29);
        let word = (word as u64) ^ ((word >> 64) as u64).rotate_left(23) ^ u64::from(self.next);
        let trace = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((trace >> (64 - TRACES.ilog2())) as usize, 1 << (trace >> 48 & 63))
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
