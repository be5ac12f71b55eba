//! Folds sets, numbers, patterns and tests to what is left of them once the mover, and perhaps the landing pit with its
//! seeds, the lap's start or its handful are known.

mod combine;

use crate::rules::{Direction, LapKind, MarkId, Number, Pattern, Player, Quantifier, Rules, Set, Side, Test, Way};

use super::code::{NumberCode, PatternCode, SetCode, TestCode};
use super::lanes::Lanes;
use super::layout::{Layout, NONE, Steps, bit, bits, cells_of};
use super::reads::slots;
use super::run::{Marks, marked};
use combine::{except, filter, fits, join, one, takes_hand, union};

pub use combine::settled;

/// The two sides of a sum, a product ...
type Two<B> = (NumberCode<B>, NumberCode<B>);

/// What is known when an expression is folded.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub mover: Side,
    pub origin: Option<u8>,
    pub lap_origin: Option<u8>,
    pub here: Option<u8>,
    /// At least and at most so many seeds lie in `here`: only until something is captured or moved.
    pub count: Option<(u32, u32)>,
    /// Whether nothing happened since the seed fell in `here`, so that it held one seed less.
    pub fresh: bool,
    pub hand: Option<u32>,
    pub lifted: Option<u32>,
    pub direction: Option<Direction>,
    pub kind: Option<LapKind>,
    /// The cells that the lap drops seeds in.
    pub reached: Option<u32>,
    /// The cells with one mark.
    pub marked: Option<(MarkId, u8, u32)>,
}

impl Known {
    /// Only who moves.
    pub fn mover(mover: Side) -> Self {
        Known {
            mover,
            origin: None,
            lap_origin: None,
            here: None,
            count: None,
            fresh: false,
            hand: None,
            lifted: None,
            direction: None,
            kind: None,
            reached: None,
            marked: None,
        }
    }

    /// The same once seeds may have changed place.
    pub fn stale(self) -> Self {
        Known { count: None, fresh: false, ..self }
    }
}

/// Folds the expressions of one phase.
pub struct Folder<'a> {
    pub rules: &'a Rules,
    pub layout: &'a Layout,
    pub steps: &'a Steps,
    /// Whether a mark can make a pit a bank.
    pub mark_banks: bool,
    /// The cells of every mark, where they are settled.
    pub marks: Option<Marks>,
}

impl Folder<'_> {
    pub fn set<B: Lanes>(&self, set: &Set, known: &Known) -> SetCode<B> {
        use SetCode::Cells;
        let place = |cell: Option<u8>, unknown| cell.map_or(unknown, |cell| Cells(bit(cell)));
        let inner = |set: &Set| Box::new(self.set(set, known));
        let each = |set: &Set, of: &dyn Fn(u8) -> u32, wrap: fn(Box<SetCode<B>>) -> SetCode<B>| match self
            .set::<B>(set, known)
        {
            Cells(cells) => Cells(cells_of(cells).fold(0, |bits, cell| bits | of(cell))),
            other => wrap(Box::new(other)),
        };
        match set {
            Set::Cells(by_mover) => Cells(bits(by_mover[known.mover.index()])),
            Set::Origin => place(known.origin, SetCode::Origin),
            Set::LapOrigin => place(known.lap_origin, SetCode::LapOrigin),
            Set::Here => place(known.here, SetCode::Here),
            Set::It => SetCode::It,
            Set::Marked { mark, keeper } => {
                let slots = slots(*keeper, known.mover);
                if let Some(marks) = &self.marks {
                    return Cells(marked(marks, *mark, slots));
                }
                match known.marked {
                    Some((given, of, cells)) if given == *mark && of == slots => Cells(cells),
                    _ => SetCode::Marked { mark: *mark, slots },
                }
            }
            Set::Bank(player) => {
                let side = player.side(known.mover).index();
                match self.layout.stores[side] {
                    NONE if !self.mark_banks => Cells(0),
                    NONE => SetCode::Bank(side),
                    store => Cells(bit(store)),
                }
            }
            Set::Step { from, count, way } => {
                let from = self.set::<B>(from, known);
                let count = self.number::<B>(count, known);
                if let (Cells(cells), NumberCode::Fixed(count), Some(direction)) = (&from, &count, known.direction) {
                    return Cells(self.steps_from(*cells, *count, direction, *way));
                }
                SetCode::Step { from: Box::new(from), count: Box::new(count), back: *way == Way::Back }
            }
            Set::First { from, way, fits } => SetCode::First {
                from: inner(from),
                back: *way == Way::Back,
                fits: Box::new(self.test(fits, &known.stale())),
            },
            Set::Run { from, way, fits } => self.run(from, *way, fits, known),
            Set::Opposite(set) => each(set, &|cell| bit(self.layout.opposite[usize::from(cell)]), SetCode::Opposite),
            Set::Behind(set) => each(set, &|cell| bit(self.layout.behind[usize::from(cell)]), SetCode::Behind),
            Set::Beside(set) => each(set, &|cell| self.layout.beside[usize::from(cell)], SetCode::Beside),
            Set::Union(sets) => union(sets.iter().map(|set| self.set(set, known)).collect()),
            Set::Except(a, b) => except(self.set(a, known), self.set(b, known)),
            Set::Where(set, fits) => {
                let set = self.set(set, known);
                let fits = self.test(fits, known);
                // The hand goes with `everything`, not with a part of it.
                if takes_hand(&set) {
                    return SetCode::Where(Box::new(set), Box::new(fits));
                }
                let all = if let Cells(cells) = set { cells } else { u32::MAX };
                match (filter(all, &fits), set) {
                    (Some(fitting), Cells(_)) => fitting,
                    (Some(fitting), set) => except(set, except(Cells(u32::MAX), fitting)),
                    (None, set) => SetCode::Where(Box::new(set), Box::new(fits)),
                }
            }
            Set::Choose(test, a, b) => match self.test::<B>(test, known) {
                TestCode::Constant(true) => self.set(a, known),
                TestCode::Constant(false) => self.set(b, known),
                test => SetCode::Choose(Box::new(test), inner(a), inner(b)),
            },
            Set::Everything => SetCode::Everything,
        }
    }

    fn steps_from(&self, cells: u32, count: u32, direction: Direction, way: Way) -> u32 {
        let direction = if way == Way::Back { direction.reversed() } else { direction };
        bit(self.steps.ahead(direction, super::layout::first(cells), count))
    }

    fn run<B: Lanes>(&self, from: &Set, way: Way, fits: &Test, known: &Known) -> SetCode<B> {
        let from = self.set::<B>(from, known);
        // The test is about `it`: what is known of `here` holds for it too, wherever it is asked.
        let fits = self.test::<B>(fits, &Known { count: None, ..*known });
        if let (SetCode::Cells(start), Some(direction)) = (&from, known.direction) {
            let direction = if way == Way::Back { direction.reversed() } else { direction };
            if let Some((eligible, least, most)) = match filter::<B>(u32::MAX, &fits) {
                Some(SetCode::Holding { cells, least, most }) => Some((cells, least, most)),
                Some(SetCode::Cells(cells)) => Some((cells, 0, u32::MAX)),
                _ => None,
            } {
                let mut order = Vec::new();
                let mut cell = super::layout::first(*start);
                while cell != NONE && eligible & bit(cell) != 0 && !order.contains(&cell) {
                    order.push(cell);
                    cell = self.steps.next(direction, cell);
                }
                if most == u32::MAX {
                    return SetCode::Cells(order.iter().fold(0, |bits, cell| bits | bit(*cell)));
                }
                // The first cell's seeds are known: it fits, or the run is empty.
                if let (Some((low, high)), Some(here), Some(head)) = (known.count, known.here, order.first())
                    && *head == here
                    && (high < least || low > most)
                {
                    return SetCode::Cells(0);
                }
                return SetCode::Chain { order: order.into(), least, most };
            }
        }
        SetCode::Run { from: Box::new(from), back: way == Way::Back, fits: Box::new(fits) }
    }

    pub fn number<B: Lanes>(&self, number: &Number, known: &Known) -> NumberCode<B> {
        use NumberCode::Fixed;
        let known_or = |value: Option<u32>, unknown| value.map_or(unknown, Fixed);
        let side = |player: &Player| player.side(known.mover).index();
        let pair = |a: &Number, b: &Number| (self.number::<B>(a, known), self.number::<B>(b, known));
        let folded = |a: &Number, b: &Number, of: fn(u32, u32) -> u32, wrap: fn(Box<Two<B>>) -> NumberCode<B>| {
            match pair(a, b) {
                (Fixed(a), Fixed(b)) => Fixed(of(a, b)),
                pair => wrap(Box::new(pair)),
            }
        };
        match number {
            Number::Fixed(n) => Fixed(*n),
            Number::SeedsIn(set) => match self.set::<B>(set, known) {
                SetCode::Everything => NumberCode::InPlay,
                SetCode::Cells(0) => Fixed(0),
                SetCode::Cells(cells) => match self.seeds_known(cells, known) {
                    Some((low, high)) if low == high => Fixed(low),
                    _ => NumberCode::Sum(B::spread(cells)),
                },
                set => NumberCode::SeedsIn(Box::new(set)),
            },
            Number::SeedsInPlay => NumberCode::InPlay,
            Number::Total => NumberCode::Total,
            Number::Hand => known_or(known.hand, NumberCode::Hand),
            Number::Lifted => known_or(known.lifted, NumberCode::Lifted),
            Number::Lap => NumberCode::Lap,
            Number::Moves(player) => NumberCode::Moves(side(player)),
            Number::Captured => NumberCode::Captured,
            Number::CapturedBy(player) => NumberCode::CapturedBy(side(player)),
            Number::CapturedThisLap => NumberCode::CapturedThisLap,
            Number::CapturingMoves(player) => NumberCode::CapturingMoves(side(player)),
            Number::TurnsSinceCapture => NumberCode::Quiet,
            Number::Repetition => NumberCode::Repetition,
            Number::ColumnOf(set) => match self.set::<B>(set, known) {
                SetCode::Cells(cells) => Fixed(match super::layout::first(cells) {
                    NONE => 0,
                    cell => self.layout.columns.get(usize::from(cell)).map_or(0, |column| u32::from(*column)),
                }),
                set => NumberCode::ColumnOf(Box::new(set)),
            },
            Number::CountOf(set) => match self.set::<B>(set, known) {
                SetCode::Cells(cells) => Fixed(cells.count_ones()),
                set => NumberCode::CountOf(Box::new(set)),
            },
            Number::Counter(counter, player) => {
                let each = self.rules.counters.get(usize::from(*counter)).is_some_and(|counter| counter.each);
                NumberCode::Counter(*counter, if each { side(player) } else { 0 })
            }
            Number::Add(a, b) => folded(a, b, u32::saturating_add, NumberCode::Add),
            Number::Subtract(a, b) => folded(a, b, u32::saturating_sub, NumberCode::Subtract),
            Number::Multiply(a, b) => folded(a, b, u32::saturating_mul, NumberCode::Multiply),
            Number::Divide(a, b) => folded(a, b, |a, b| a.checked_div(b).unwrap_or(0), NumberCode::Divide),
            Number::Choose(test, a, b) => match self.test::<B>(test, known) {
                TestCode::Constant(true) => self.number(a, known),
                TestCode::Constant(false) => self.number(b, known),
                test => {
                    let (a, b) = pair(a, b);
                    NumberCode::Choose(Box::new((test, a, b)))
                }
            },
        }
    }

    /// The least and the most seeds that the cells can hold, where that is known.
    fn seeds_known(&self, cells: u32, known: &Known) -> Option<(u32, u32)> {
        (cells == bit(known.here?)).then_some(known.count).flatten()
    }

    pub fn pattern<B: Lanes>(&self, pattern: &Pattern, known: &Known) -> PatternCode<B> {
        use NumberCode::Fixed;
        match pattern {
            Pattern::Exactly(n) => match self.number::<B>(n, known) {
                Fixed(n) => PatternCode::Range(n, n),
                n => PatternCode::Exactly(n),
            },
            Pattern::Between(a, b) => match (self.number::<B>(a, known), self.number::<B>(b, known)) {
                (Fixed(a), Fixed(b)) => PatternCode::Range(a, b),
                (a, b) => PatternCode::Between(a, b),
            },
            Pattern::AtLeast(n) => match self.number::<B>(n, known) {
                Fixed(n) => PatternCode::Range(n, u32::MAX),
                n => PatternCode::AtLeast(n),
            },
            Pattern::Below(n) => match self.number::<B>(n, known) {
                Fixed(0) => PatternCode::Range(1, 0),
                Fixed(n) => PatternCode::Range(0, n - 1),
                n => PatternCode::Below(n),
            },
            Pattern::AnyOf(patterns) => {
                let patterns: Vec<_> = patterns.iter().map(|pattern| self.pattern::<B>(pattern, known)).collect();
                // `2 or 3`: neighbours are one range.
                let range = |pattern: &PatternCode<B>| match pattern {
                    PatternCode::Range(a, b) => Some((*a, *b)),
                    _ => None,
                };
                let joined = patterns.iter().map(range).reduce(|whole, next| {
                    let ((least, most), (a, b)) = (whole?, next?);
                    (a == most.saturating_add(1)).then_some((least, b))
                });
                match joined.flatten() {
                    Some((least, most)) => PatternCode::Range(least, most),
                    None => PatternCode::AnyOf(patterns.into()),
                }
            }
            Pattern::Even => PatternCode::Even,
            Pattern::Odd => PatternCode::Odd,
            Pattern::Not(pattern) => PatternCode::Not(Box::new(self.pattern(pattern, known))),
        }
    }

    pub fn test<B: Lanes>(&self, test: &Test, known: &Known) -> TestCode<B> {
        match test {
            Test::Constant(constant) => TestCode::Constant(*constant),
            Test::And(tests) => join(tests.iter().map(|test| self.test(test, known)), true),
            Test::Or(tests) => join(tests.iter().map(|test| self.test(test, known)), false),
            Test::Not(test) => match self.test(test, known) {
                TestCode::Constant(constant) => TestCode::Constant(!constant),
                TestCode::Not(test) => *test,
                test => TestCode::Not(Box::new(test)),
            },
            Test::Holds(quantifier, set, pattern) => self.holds(*quantifier, set, pattern, known),
            Test::HereHeld(pattern) => {
                let pattern = self.pattern(pattern, known);
                match (known.here, known.fresh, &pattern) {
                    (Some(here), true, PatternCode::Range(least, most)) => {
                        let range = PatternCode::Range(least.saturating_add(1), most.saturating_add(1));
                        self.seeds_of(bit(here), range, known)
                    }
                    _ => TestCode::HereHeld(pattern),
                }
            }
            Test::HeldBefore(quantifier, set, pattern) => {
                TestCode::HeldBefore(*quantifier, self.set(set, known), self.pattern(pattern, known))
            }
            Test::Is(number, pattern) => {
                let number = self.number::<B>(number, known);
                let pattern = self.pattern::<B>(pattern, known);
                match (&number, &pattern) {
                    (NumberCode::Fixed(n), _) => {
                        fits(*n, *n, &pattern).map_or(TestCode::Is(number, pattern), TestCode::Constant)
                    }
                    (NumberCode::CountOf(set), PatternCode::Range(1, u32::MAX)) => TestCode::Any((**set).clone()),
                    (NumberCode::CountOf(set), PatternCode::Range(0, 0)) => TestCode::NoneOf((**set).clone()),
                    (NumberCode::Sum(mask), PatternCode::Range(least, most)) => {
                        self.seeds_of(mask.filled(), PatternCode::Range(*least, *most), known)
                    }
                    _ => TestCode::Is(number, pattern),
                }
            }
            Test::In(a, b) => match (self.set::<B>(a, known), self.set::<B>(b, known)) {
                (SetCode::Cells(a), SetCode::Cells(b)) => TestCode::Constant(a != 0 && a & !b == 0),
                (SetCode::Cells(0), _) | (_, SetCode::Cells(0)) => TestCode::Constant(false),
                (a, b) => TestCode::In(a, b),
            },
            Test::DirectionIs(direction) => match known.direction {
                Some(known) => TestCode::Constant(known == *direction),
                None => TestCode::DirectionIs(*direction),
            },
            Test::DirectionWas(direction) => match known.kind {
                Some(LapKind::First) => TestCode::Constant(false),
                _ => TestCode::DirectionWas(*direction),
            },
            Test::LapIs(kind) => match known.kind {
                Some(known) => TestCode::Constant(known == *kind),
                None => TestCode::LapIs(*kind),
            },
            Test::Reached(set) => match (self.set(set, known), known.reached) {
                (SetCode::Cells(cells), Some(reached)) => TestCode::Constant(cells & reached != 0),
                (set, _) => TestCode::Reached(set),
            },
            Test::CapturedFrom(set) => TestCode::CapturedFrom(self.set(set, known)),
            Test::CapturedFromEvery(set) => TestCode::CapturedFromEvery(self.set(set, known)),
            Test::MoverIs(side) => TestCode::Constant(*side == known.mover),
            Test::Stuck(player) => TestCode::Stuck(player.side(known.mover).index()),
            Test::MoveIs(kind) => TestCode::MoveIs(*kind),
        }
    }

    fn holds<B: Lanes>(&self, quantifier: Quantifier, set: &Set, pattern: &Pattern, known: &Known) -> TestCode<B> {
        let set = self.set::<B>(set, known);
        let pattern = self.pattern::<B>(pattern, known);
        if let (SetCode::Cells(cells), true) = (&set, quantifier == Quantifier::Together || one(&set)) {
            return self.seeds_of(*cells, pattern, known);
        }
        if set == SetCode::Everything && quantifier == Quantifier::Together {
            return TestCode::Is(NumberCode::InPlay, pattern);
        }
        TestCode::Holds(quantifier, set, pattern)
    }

    /// The seeds of fixed cells together fit a pattern.
    fn seeds_of<B: Lanes>(&self, cells: u32, pattern: PatternCode<B>, known: &Known) -> TestCode<B> {
        let range = if cells == 0 { Some((0, 0)) } else { self.seeds_known(cells, known) };
        if let Some((low, high)) = range
            && let Some(constant) = fits(low, high, &pattern)
        {
            return TestCode::Constant(constant);
        }
        // What is compared with a known number of seeds is asked itself.
        let pattern = match (range, pattern) {
            (Some((seeds, most)), PatternCode::Exactly(number)) if seeds == most => {
                return TestCode::Is(number, PatternCode::Range(seeds, seeds));
            }
            (_, pattern) => pattern,
        };
        match pattern {
            PatternCode::Range(1, u32::MAX) => TestCode::Filled(B::spread(cells)),
            PatternCode::Range(0, 0) => TestCode::Empty(B::spread(cells)),
            PatternCode::Range(least, most) if cells.count_ones() == 1 => {
                TestCode::Cell { cell: super::layout::first(cells), least, most }
            }
            PatternCode::Range(least, most) => TestCode::Sum { mask: B::spread(cells), least, most },
            pattern => TestCode::Holds(Quantifier::Together, SetCode::Cells(cells), pattern),
        }
    }
}
