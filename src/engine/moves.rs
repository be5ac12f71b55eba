//! A move: the pit that is chosen and the answers to the decisions met on the way.

use crate::rules::PlayId;

/// What a decision is about: it settles how the answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Which way to sow: `+` anticlockwise, the first choice, or `-` clockwise.
    Direction,
    /// Whether to carry out a rule with `may`: `y`, the first choice, or `n`.
    May,
}

/// A move, with every decision it meets in the order met, also those at which only one choice is legal.
///
/// Moves compare in the order in which they are listed: the pass alone; else by pit, kind, decisions (first choice first).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The pit lifted or otherwise chosen; [`Move::PASS`] has none.
    pub pit: u8,
    /// The kind of move: an index into [`crate::rules::Rules::moves`].
    pub kind: PlayId,
    /// How many decisions there are, at most [`Move::DECISIONS`].
    pub decisions: u8,
    /// Bit `i` is the answer to decision `i`: 0 for the first choice, 1 for the second.
    pub answers: u64,
    /// Bit `i` is 1 where decision `i` is [`Decision::May`].
    pub about: u64,
}

impl Move {
    /// The most decisions in a move. A try that would need more counts as endless.
    pub const DECISIONS: u8 = 64;

    /// The move of a player who misses his turn.
    pub const PASS: Move = Move { pit: u8::MAX, kind: 0, decisions: 0, answers: 0, about: 0 };

    /// The plain move from `pit`, without a decision.
    pub const fn plain(pit: u8) -> Move {
        Move { pit, kind: 0, decisions: 0, answers: 0, about: 0 }
    }

    /// Whether it is the pass.
    pub const fn is_pass(self) -> bool {
        self.pit == u8::MAX
    }
}
