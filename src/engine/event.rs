//! The event stream of a move: enough to animate it seed by seed.

use crate::rules::{Cell, CounterId, Direction, LapKind, MarkId, RuleId, Side};

use super::{Move, Outcome};

/// Something that happens in a move, in the order in which it happens. After each event seeds in the cells, the hand and
/// out of the game add up to the total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A move begins (the pass too).
    Begins {
        /// Who moves.
        mover: Side,
        /// The move.
        choice: Move,
    },
    /// A lap's direction, where it is settled.
    Direction(Direction),
    /// Seeds go from a pit into the hand to be sown.
    Lifted {
        /// The pit.
        from: Cell,
        /// How many.
        seeds: u16,
    },
    /// A lap begins.
    Lap {
        /// Its number in the move, from 1.
        number: u32,
        /// Its kind.
        kind: LapKind,
        /// The first seed goes into the cell after this one.
        origin: Cell,
        /// Seeds in the hand.
        hand: u16,
    },
    /// A seed falls from the hand.
    Sown {
        /// Into this cell.
        cell: Cell,
        /// Seeds left in the hand.
        hand: u16,
    },
    /// A rule is carried out; its actions follow.
    Rule(RuleId),
    /// Seeds are captured.
    Captured {
        /// From this cell; none where they come from the hand.
        from: Option<Cell>,
        /// How many.
        seeds: u16,
        /// Into this bank; none where they go into the hand.
        to: Option<Cell>,
        /// Who gets them; the mover for the hand.
        by: Side,
    },
    /// Seeds change place without being sown.
    Moved {
        /// From this cell; none for the hand.
        from: Option<Cell>,
        /// To this cell; none for the hand.
        to: Option<Cell>,
        /// How many.
        seeds: u16,
    },
    /// A captured or moved pit's seeds go back (by `undo captures`).
    Returned {
        /// From this bank.
        from: Cell,
        /// To this cell.
        to: Cell,
        /// How many.
        seeds: u16,
    },
    /// Seeds leave the game.
    Removed {
        /// From this cell; none for the hand.
        from: Option<Cell>,
        /// How many.
        seeds: u16,
    },
    /// A pit is marked.
    Marked {
        /// The pit.
        cell: Cell,
        /// The mark.
        mark: MarkId,
        /// Who keeps it.
        keeper: Option<Side>,
    },
    /// A pit loses a mark.
    Unmarked {
        /// The pit.
        cell: Cell,
        /// The mark.
        mark: MarkId,
    },
    /// A counter changes.
    Counted {
        /// The counter.
        counter: CounterId,
        /// Whose, where each player has one.
        side: Side,
        /// Its new value.
        value: u32,
    },
    /// The coming lap goes the other way.
    Reversed,
    /// The move is over: laps and `after move` are done.
    MoveOver,
    /// The move was endless: the position is again as it was before it.
    Endless,
    /// The same player moves again.
    Again,
    /// A phase begins.
    Phase(u8),
    /// The player to move has no legal move; the `stuck` rules follow.
    Stuck(Side),
    /// The game is over.
    Over(Outcome),
}

/// Which events somebody wants to see: an engine may leave out the others, and be faster for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Interest {
    /// None.
    Nothing,
    /// [`Event::Rule`] only.
    Rules,
    /// All.
    Everything,
}

/// Something that wants to see the events of a move.
pub trait Watch {
    /// What it looks at.
    const INTEREST: Interest = Interest::Everything;

    /// Told each event as it happens, with the cells, the hand and the seeds removed after it.
    fn event(&mut self, event: Event, cells: &[u16], hand: u16, removed: u32);
}

/// Sees nothing, costs nothing.
impl Watch for () {
    const INTEREST: Interest = Interest::Nothing;

    #[inline(always)]
    fn event(&mut self, _: Event, _: &[u16], _: u16, _: u32) {}
}
