//! What the quick path asks: the tests that need nothing but the board and a few figures, answered without a run.

use crate::rules::{Direction, Quantifier};

use super::super::code::{NumberCode, PatternCode, SetCode, TestCode};
use super::super::lanes::Lanes;
use super::super::layout::{bit, first};
use super::super::run::{Notes, Now};
use super::lap::Made;

/// What quick tests look at: a view of the move and of the position before it.
#[derive(Clone, Copy)]
pub struct Lean<'a, B, N> {
    pub made: &'a Made<B>,
    pub now: &'a Now<B, N>,
    pub columns: &'a [u8],
    /// All pits that are no bank.
    pub in_play: u32,
    pub direction: Option<Direction>,
    pub direction_before: Option<Direction>,
    pub captured: [u32; 2],
    pub this_lap: u32,
    pub capturing: [u32; 2],
    pub quiet: u32,
    pub repetition: u32,
}

impl<'a, B: Lanes, N: Notes> Lean<'a, B, N> {
    /// A view in the middle of a move.
    #[inline(always)]
    pub fn new(made: &'a Made<B>, now: &'a Now<B, N>, columns: &'a [u8], in_play: u32) -> Self {
        Lean {
            made,
            now,
            columns,
            in_play,
            direction: made.direction,
            direction_before: made.direction_before,
            captured: made.captured,
            this_lap: made.this_lap(),
            capturing: now.capturing,
            quiet: now.quiet,
            repetition: 0,
        }
    }

    /// Whether a test holds: the usual ones at once.
    #[inline(always)]
    pub fn holds(&self, test: &TestCode<B>) -> bool {
        match test {
            TestCode::Constant(value) => *value,
            TestCode::Empty(mask) => self.made.board.and(*mask).is_zero(),
            TestCode::Filled(mask) => !self.made.board.and(*mask).is_zero(),
            TestCode::EitherEmpty(a, b) => self.made.board.and(*a).is_zero() || self.made.board.and(*b).is_zero(),
            TestCode::Cell { cell, least, most } => {
                let seeds = self.made.board.get(*cell);
                *least <= seeds && seeds <= *most
            }
            TestCode::Is(NumberCode::Quiet, PatternCode::Range(least, u32::MAX)) => self.quiet >= *least,
            TestCode::Is(NumberCode::Repetition, PatternCode::Range(least, u32::MAX)) => self.repetition >= *least,
            TestCode::Is(NumberCode::Moves(side), PatternCode::Range(least, most)) => {
                (*least..=*most).contains(&self.now.counted(*side))
            }
            TestCode::Is(NumberCode::Lifted, PatternCode::Range(least, most)) => {
                (*least..=*most).contains(&self.made.hand)
            }
            TestCode::Any(set) => self.cells(set) != 0,
            test => self.test(test),
        }
    }

    /// The cells of a set: of the usual ones at once.
    #[inline(always)]
    pub fn cells(&self, set: &SetCode<B>) -> u32 {
        let holding = |cells: u32, seeds: u32| self.made.board.holding(seeds) & cells;
        match set {
            SetCode::Cells(cells) => *cells,
            SetCode::Holding { cells, least, most } if least == most => holding(*cells, *least),
            SetCode::Union(sets) => match &**sets {
                [SetCode::Holding { cells, least, most }, SetCode::Cells(more)] if least == most => {
                    holding(*cells, *least) | more
                }
                _ => self.set(set),
            },
            set => self.set(set),
        }
    }

    fn test(&self, test: &TestCode<B>) -> bool {
        match test {
            TestCode::Constant(_)
            | TestCode::Empty(_)
            | TestCode::Filled(_)
            | TestCode::EitherEmpty(..)
            | TestCode::Cell { .. } => self.holds(test),
            TestCode::Sum { mask, least, most } => {
                let seeds = self.made.board.and(*mask).sum();
                *least <= seeds && seeds <= *most
            }
            TestCode::Any(set) => self.set(set) != 0,
            TestCode::NoneOf(set) => self.set(set) == 0,
            TestCode::Holds(_, set, pattern) => self.fits(self.seeds(set), pattern),
            TestCode::Is(number, pattern) => self.fits(self.number(number), pattern),
            TestCode::In(place, set) => {
                let cells = self.set(place);
                cells != 0 && cells & !self.set(set) == 0
            }
            TestCode::Reached(set) => self.set(set) & self.made.reached != 0,
            TestCode::CapturedFrom(set) => self.set(set) & self.made.captured_from != 0,
            TestCode::CapturedFromEvery(set) => self.set(set) & !self.made.captured_from == 0,
            // Who is to move next can: else the move is left to the run.
            TestCode::Stuck(_) => false,
            TestCode::DirectionIs(direction) => self.direction == Some(*direction),
            TestCode::DirectionWas(direction) => self.direction_before == Some(*direction),
            TestCode::LapIs(kind) => self.made.kind == *kind,
            TestCode::And(tests) => tests.iter().all(|test| self.holds(test)),
            TestCode::Or(tests) => tests.iter().any(|test| self.holds(test)),
            TestCode::Not(test) => !self.holds(test),
            // Never asked: [`knows`] refuses them.
            TestCode::HereHeld(_) | TestCode::HeldBefore(..) | TestCode::MoveIs(_) => false,
        }
    }

    fn seeds(&self, set: &SetCode<B>) -> u32 {
        self.made.board.and(B::spread(self.set(set))).sum()
    }

    /// The cells of a set.
    #[inline]
    pub fn set(&self, set: &SetCode<B>) -> u32 {
        match set {
            SetCode::Cells(cells) => *cells,
            SetCode::Holding { cells, least, most } => {
                (*least..=*most).fold(0, |bits, seeds| bits | self.made.board.holding(seeds)) & cells
            }
            SetCode::Chain { order, least, most } => {
                let mut bits = 0;
                for cell in order {
                    let seeds = self.made.board.get(*cell);
                    if seeds < *least || seeds > *most {
                        break;
                    }
                    bits |= bit(*cell);
                }
                bits
            }
            SetCode::Origin => bit(self.made.origin),
            SetCode::LapOrigin => bit(self.made.start),
            SetCode::Marked { mark, slots } => self.now.notes.marked(*mark, *slots),
            SetCode::Everything => self.in_play,
            SetCode::Union(sets) => sets.iter().fold(0, |bits, set| bits | self.set(set)),
            SetCode::Except(a, b) => self.set(a) & !self.set(b),
            _ => 0,
        }
    }

    fn number(&self, number: &NumberCode<B>) -> u32 {
        match number {
            NumberCode::Fixed(value) => *value,
            NumberCode::Sum(mask) => self.made.board.and(*mask).sum(),
            NumberCode::SeedsIn(set) => self.seeds(set),
            NumberCode::InPlay => self.made.board.and(B::spread(self.in_play)).sum(),
            NumberCode::Lifted => self.made.hand,
            NumberCode::Moves(side) => self.now.counted(*side),
            NumberCode::Captured => self.captured[0] + self.captured[1],
            NumberCode::CapturedBy(side) => self.captured[side & 1],
            NumberCode::CapturedThisLap => self.this_lap,
            NumberCode::CapturingMoves(side) => self.capturing[side & 1],
            NumberCode::Quiet => self.quiet,
            NumberCode::Repetition => self.repetition,
            NumberCode::CountOf(set) => self.set(set).count_ones(),
            NumberCode::ColumnOf(set) => {
                self.columns.get(usize::from(first(self.set(set)))).map_or(0, |column| u32::from(*column))
            }
            _ => 0,
        }
    }

    fn fits(&self, value: u32, pattern: &PatternCode<B>) -> bool {
        match pattern {
            PatternCode::Range(least, most) => *least <= value && value <= *most,
            PatternCode::Exactly(exact) => value == self.number(exact),
            PatternCode::Between(least, most) => self.number(least) <= value && value <= self.number(most),
            PatternCode::AtLeast(least) => value >= self.number(least),
            PatternCode::Below(limit) => value < self.number(limit),
            PatternCode::AnyOf(patterns) => patterns.iter().any(|pattern| self.fits(value, pattern)),
            PatternCode::Even => value != 0 && value.is_multiple_of(2),
            PatternCode::Odd => !value.is_multiple_of(2),
            PatternCode::Not(pattern) => !self.fits(value, pattern),
        }
    }
}

/// Whether a test can be asked on the quick path.
pub fn knows<B>(test: &TestCode<B>) -> bool {
    match test {
        TestCode::Constant(_)
        | TestCode::Empty(_)
        | TestCode::Filled(_)
        | TestCode::EitherEmpty(..)
        | TestCode::Cell { .. }
        | TestCode::Sum { .. } => true,
        TestCode::Any(set)
        | TestCode::NoneOf(set)
        | TestCode::Reached(set)
        | TestCode::CapturedFrom(set)
        | TestCode::CapturedFromEvery(set) => knows_set(set),
        TestCode::Holds(Quantifier::Together, set, pattern) => knows_set(set) && knows_pattern(pattern),
        TestCode::Is(number, pattern) => knows_number(number) && knows_pattern(pattern),
        TestCode::In(place, set) => knows_set(place) && knows_set(set),
        TestCode::Stuck(_) | TestCode::DirectionIs(_) | TestCode::DirectionWas(_) | TestCode::LapIs(_) => true,
        TestCode::And(tests) | TestCode::Or(tests) => tests.iter().all(knows),
        TestCode::Not(test) => knows(test),
        _ => false,
    }
}

/// Whether a set can be looked up on the quick path.
pub fn knows_set<B>(set: &SetCode<B>) -> bool {
    match set {
        SetCode::Cells(_)
        | SetCode::Holding { .. }
        | SetCode::Chain { .. }
        | SetCode::Origin
        | SetCode::LapOrigin
        | SetCode::Marked { .. }
        | SetCode::Everything => true,
        SetCode::Union(sets) => sets.iter().all(knows_set),
        SetCode::Except(a, b) => knows_set(a) && knows_set(b),
        _ => false,
    }
}

fn knows_number<B>(number: &NumberCode<B>) -> bool {
    match number {
        NumberCode::SeedsIn(set) | NumberCode::CountOf(set) | NumberCode::ColumnOf(set) => knows_set(set),
        NumberCode::Fixed(_)
        | NumberCode::Sum(_)
        | NumberCode::InPlay
        | NumberCode::Lifted
        | NumberCode::Moves(_)
        | NumberCode::Captured
        | NumberCode::CapturedBy(_)
        | NumberCode::CapturedThisLap
        | NumberCode::CapturingMoves(_)
        | NumberCode::Quiet
        | NumberCode::Repetition => true,
        _ => false,
    }
}

fn knows_pattern<B>(pattern: &PatternCode<B>) -> bool {
    match pattern {
        PatternCode::Range(..) | PatternCode::Even | PatternCode::Odd => true,
        PatternCode::Exactly(n) | PatternCode::AtLeast(n) | PatternCode::Below(n) => knows_number(n),
        PatternCode::Between(a, b) => knows_number(a) && knows_number(b),
        PatternCode::AnyOf(patterns) => patterns.iter().all(knows_pattern),
        PatternCode::Not(pattern) => knows_pattern(pattern),
    }
}

/// Whether a test looks at nothing that happens once the last seed of a lap has fallen.
pub fn early<B>(test: &TestCode<B>) -> bool {
    let place = |set: &SetCode<B>| matches!(set, SetCode::Cells(_) | SetCode::Origin | SetCode::LapOrigin);
    match test {
        TestCode::Constant(_) | TestCode::DirectionIs(_) | TestCode::DirectionWas(_) | TestCode::LapIs(_) => true,
        TestCode::Reached(set) => place(set),
        TestCode::Is(NumberCode::Lifted, pattern) => knows_pattern(pattern),
        TestCode::Is(NumberCode::ColumnOf(set), pattern) => place(set) && knows_pattern(pattern),
        TestCode::In(a, b) => place(a) && place(b),
        TestCode::And(tests) | TestCode::Or(tests) => tests.iter().all(early),
        TestCode::Not(test) => early(test),
        _ => false,
    }
}
