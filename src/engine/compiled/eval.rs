//! Answers what a rule asks of a run: sets of cells, numbers, patterns and tests.

use crate::engine::Tally;
use crate::rules::{Direction, Quantifier};

use super::code::{NumberCode, PatternCode, SetCode, TestCode};
use super::lanes::Lanes;
use super::layout::{NONE, bit, cells_of, first};
use super::run::{Course, Notes};

impl<B: Lanes, N: Notes, T: Tally> Course<'_, B, N, T> {
    /// Whether a test holds.
    #[inline]
    pub fn holds(&self, test: &TestCode<B>) -> bool {
        match test {
            TestCode::Constant(value) => *value,
            TestCode::Empty(mask) => self.run.now.board.and(*mask).is_zero(),
            TestCode::Filled(mask) => !self.run.now.board.and(*mask).is_zero(),
            TestCode::EitherEmpty(a, b) => self.run.now.board.and(*a).is_zero() || self.run.now.board.and(*b).is_zero(),
            TestCode::Cell { cell, least, most } => {
                let seeds = self.run.now.board.get(*cell);
                *least <= seeds && seeds <= *most
            }
            test => self.test(test, NONE),
        }
    }

    /// The cells that are somebody's bank.
    #[inline]
    pub fn banks(&self) -> u32 {
        let program = &self.engine.program;
        let marks = program
            .bank_marks
            .iter()
            .map(|mark| self.run.now.notes.marked(*mark, 1) | self.run.now.notes.marked(*mark, 2));
        marks.fold(program.stores, |banks, cells| banks | cells)
    }

    /// Where captures of a side go, or [`NONE`].
    #[inline]
    pub fn bank(&self, side: usize) -> u8 {
        match self.engine.program.layout.stores[side & 1] {
            NONE => first(self.bank_pits(side)),
            store => store,
        }
    }

    /// The pits of a side that hold captures.
    pub fn bank_pits(&self, side: usize) -> u32 {
        let marks = self.engine.program.bank_marks.iter();
        marks.map(|mark| self.run.now.notes.marked(*mark, 1 << side)).fold(0, |pits, cells| pits | cells)
    }

    /// All pits that are no bank.
    #[inline]
    pub fn in_play(&self) -> u32 {
        self.engine.program.layout.pits & !self.banks()
    }

    /// The seeds of South and North as `most seeds wins` counts them.
    pub fn score(&self) -> [u32; 2] {
        let layout = &self.engine.program.layout;
        [0, 1].map(|side: usize| {
            let cells = if self.engine.program.bankless {
                layout.sides[side]
            } else {
                bit(layout.stores[side]) | self.bank_pits(side)
            };
            self.sum(cells)
        })
    }

    /// The seeds in these cells.
    #[inline]
    pub fn sum(&self, cells: u32) -> u32 {
        self.run.now.board.and(B::spread(cells)).sum()
    }

    /// The cells of a set; `it` is the pit being tested in a `where` or `while`.
    pub fn set(&self, set: &SetCode<B>, it: u8) -> u32 {
        let layout = &self.engine.program.layout;
        let map = |from: &SetCode<B>, table: &[u8]| {
            cells_of(self.set(from, it))
                .fold(0, |bits, cell| bits | table.get(usize::from(cell)).map_or(0, |to| bit(*to)))
        };
        match set {
            SetCode::Cells(cells) => *cells,
            SetCode::Holding { cells, least, most } => {
                let board = self.run.now.board;
                (*least..=*most).fold(0, |bits, seeds| bits | board.holding(seeds)) & cells
            }
            SetCode::Chain { order, least, most } => {
                let mut bits = 0;
                for cell in order {
                    let seeds = self.run.now.board.get(*cell);
                    if seeds < *least || seeds > *most {
                        break;
                    }
                    bits |= bit(*cell);
                }
                bits
            }
            SetCode::Origin => bit(self.run.origin),
            SetCode::LapOrigin => bit(self.run.lap_origin),
            SetCode::Here => bit(self.run.here),
            SetCode::It => bit(it),
            SetCode::Marked { mark, slots } => self.run.now.notes.marked(*mark, *slots),
            SetCode::Bank(side) => bit(self.bank(*side)),
            SetCode::Step { from, count, back } => {
                let start = first(self.set(from, it));
                let Some(direction) = self.way(*back) else { return 0 };
                bit(self.code.steps.ahead(direction, start, self.number(count, it)))
            }
            SetCode::First { from, back, fits } => {
                let start = first(self.set(from, it));
                let Some(direction) = self.way(*back) else { return 0 };
                let mut cell = self.code.steps.next(direction, start);
                while cell != start && cell != NONE {
                    if self.test(fits, cell) {
                        return bit(cell);
                    }
                    cell = self.code.steps.next(direction, cell);
                }
                0
            }
            SetCode::Run { from, back, fits } => {
                let mut run = 0;
                let mut cell = first(self.set(from, it));
                while cell != NONE && run & bit(cell) == 0 && self.test(fits, cell) {
                    run |= bit(cell);
                    let Some(direction) = self.way(*back) else { break };
                    cell = self.code.steps.next(direction, cell);
                }
                run
            }
            SetCode::Opposite(from) => map(from, &layout.opposite),
            SetCode::Behind(from) => map(from, &layout.behind),
            SetCode::Beside(from) => cells_of(self.set(from, it))
                .fold(0, |bits, cell| bits | layout.beside.get(usize::from(cell)).copied().unwrap_or(0)),
            SetCode::Union(sets) => sets.iter().fold(0, |bits, set| bits | self.set(set, it)),
            SetCode::Except(a, b) => self.set(a, it) & !self.set(b, it),
            SetCode::Where(set, fits) => {
                cells_of(self.set(set, it)).filter(|cell| self.test(fits, *cell)).fold(0, |bits, cell| bits | bit(cell))
            }
            SetCode::Choose(test, a, b) => self.set(if self.test(test, it) { a } else { b }, it),
            SetCode::Everything => self.in_play(),
        }
    }

    fn way(&self, back: bool) -> Option<Direction> {
        let direction = self.run.direction?;
        Some(if back { direction.reversed() } else { direction })
    }

    /// Whether the hand belongs to a set of seeds.
    pub fn takes_hand(&self, set: &SetCode<B>, it: u8) -> bool {
        match set {
            SetCode::Everything => true,
            SetCode::Union(sets) => sets.iter().any(|set| self.takes_hand(set, it)),
            SetCode::Except(set, _) => self.takes_hand(set, it),
            SetCode::Choose(test, a, b) => self.takes_hand(if self.test(test, it) { a } else { b }, it),
            _ => false,
        }
    }

    /// The seeds in a set, with the hand where it belongs to it.
    pub fn seeds(&self, set: &SetCode<B>, it: u8) -> u32 {
        let hand = if self.takes_hand(set, it) { self.run.now.hand } else { 0 };
        self.sum(self.set(set, it)) + hand
    }

    /// The value of a number.
    pub fn number(&self, number: &NumberCode<B>, it: u8) -> u32 {
        let run = &self.run;
        match number {
            NumberCode::Fixed(value) => *value,
            NumberCode::Sum(mask) => run.now.board.and(*mask).sum(),
            NumberCode::SeedsIn(set) => self.seeds(set, it),
            NumberCode::InPlay => self.sum(self.in_play()) + run.now.hand,
            NumberCode::Total => run.now.board.sum() + run.now.hand + run.now.removed,
            NumberCode::Hand => run.now.hand,
            NumberCode::Lifted => run.lifted,
            NumberCode::Lap => run.lap,
            NumberCode::Moves(side) => run.now.moves[side & 1],
            NumberCode::Captured => run.captured[0] + run.captured[1],
            NumberCode::CapturedBy(side) => run.captured[side & 1],
            NumberCode::CapturedThisLap => run.this_lap,
            NumberCode::CapturingMoves(side) => run.now.capturing[side & 1],
            NumberCode::Quiet => run.now.quiet,
            NumberCode::Repetition => run.repetition,
            NumberCode::ColumnOf(set) => {
                let columns = &self.engine.program.layout.columns;
                columns.get(usize::from(first(self.set(set, it)))).map_or(0, |column| u32::from(*column))
            }
            NumberCode::CountOf(set) => self.set(set, it).count_ones(),
            NumberCode::Counter(counter, side) => run.now.notes.counter(*counter, *side),
            NumberCode::Add(pair) => self.number(&pair.0, it).saturating_add(self.number(&pair.1, it)),
            NumberCode::Subtract(pair) => self.number(&pair.0, it).saturating_sub(self.number(&pair.1, it)),
            NumberCode::Multiply(pair) => self.number(&pair.0, it).saturating_mul(self.number(&pair.1, it)),
            NumberCode::Divide(pair) => self.number(&pair.0, it).checked_div(self.number(&pair.1, it)).unwrap_or(0),
            NumberCode::Choose(three) => self.number(if self.test(&three.0, it) { &three.1 } else { &three.2 }, it),
        }
    }

    fn fits(&self, value: u32, pattern: &PatternCode<B>, it: u8) -> bool {
        match pattern {
            PatternCode::Range(least, most) => *least <= value && value <= *most,
            PatternCode::Exactly(exact) => value == self.number(exact, it),
            PatternCode::Between(least, most) => self.number(least, it) <= value && value <= self.number(most, it),
            PatternCode::AtLeast(least) => value >= self.number(least, it),
            PatternCode::Below(limit) => value < self.number(limit, it),
            PatternCode::AnyOf(patterns) => patterns.iter().any(|pattern| self.fits(value, pattern, it)),
            PatternCode::Even => value != 0 && value.is_multiple_of(2),
            PatternCode::Odd => !value.is_multiple_of(2),
            PatternCode::Not(pattern) => !self.fits(value, pattern, it),
        }
    }

    fn each_fits(&self, how: Quantifier, board: B, set: &SetCode<B>, pattern: &PatternCode<B>, it: u8) -> bool {
        let mut each = cells_of(self.set(set, it)).map(|cell| board.get(cell));
        match how {
            Quantifier::Together => self.fits(each.sum::<u32>(), pattern, it),
            Quantifier::Every => each.all(|seeds| self.fits(seeds, pattern, it)),
            Quantifier::Any => each.any(|seeds| self.fits(seeds, pattern, it)),
        }
    }

    /// Whether a test holds; `it` is the pit being tested in a `where` or `while`.
    pub fn test(&self, test: &TestCode<B>, it: u8) -> bool {
        let run = &self.run;
        match test {
            TestCode::Constant(value) => *value,
            TestCode::Empty(mask) => run.now.board.and(*mask).is_zero(),
            TestCode::Filled(mask) => !run.now.board.and(*mask).is_zero(),
            TestCode::EitherEmpty(a, b) => run.now.board.and(*a).is_zero() || run.now.board.and(*b).is_zero(),
            TestCode::Cell { cell, least, most } => {
                let seeds = run.now.board.get(*cell);
                *least <= seeds && seeds <= *most
            }
            TestCode::Sum { mask, least, most } => {
                let seeds = run.now.board.and(*mask).sum();
                *least <= seeds && seeds <= *most
            }
            TestCode::Any(set) => self.set(set, it) != 0,
            TestCode::NoneOf(set) => self.set(set, it) == 0,
            TestCode::Holds(Quantifier::Together, set, pattern) => self.fits(self.seeds(set, it), pattern, it),
            TestCode::Holds(how, set, pattern) => self.each_fits(*how, run.now.board, set, pattern, it),
            TestCode::HereHeld(pattern) => self.fits(if run.here == NONE { 0 } else { run.held }, pattern, it),
            TestCode::HeldBefore(how, set, pattern) => self.each_fits(*how, run.before, set, pattern, it),
            TestCode::Is(number, pattern) => self.fits(self.number(number, it), pattern, it),
            TestCode::In(place, set) => {
                let cells = self.set(place, it);
                cells != 0 && cells & !self.set(set, it) == 0
            }
            TestCode::DirectionIs(direction) => run.direction == Some(*direction),
            TestCode::DirectionWas(direction) => run.direction_before == Some(*direction),
            TestCode::LapIs(kind) => run.lap_kind == *kind,
            TestCode::Reached(set) => self.set(set, it) & run.reached != 0,
            TestCode::CapturedFrom(set) => self.set(set, it) & run.captured_from != 0,
            TestCode::CapturedFromEvery(set) => self.set(set, it) & !run.captured_from == 0,
            TestCode::Stuck(side) => run.tries && !self.engine.can_move(&run.now, *side as u8, false),
            TestCode::MoveIs(kind) => run.kind == *kind,
            TestCode::And(tests) => tests.iter().all(|test| self.test(test, it)),
            TestCode::Or(tests) => tests.iter().any(|test| self.test(test, it)),
            TestCode::Not(test) => !self.test(test, it),
        }
    }
}
