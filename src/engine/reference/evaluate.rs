//! What a rule asks of a scene: sets of cells, numbers, patterns and tests.

use crate::rules::{Cell, CellSet, Keeper, Number, Pattern, Player, Quantifier, Set, Test, Way};

use super::facts::fixed;
use super::scene::Scene;

impl Scene<'_> {
    /// Whether a test holds.
    pub fn holds(&self, test: &Test) -> bool {
        self.test(test, None)
    }

    /// The cells of a set; `it` is the pit being tested in a `where` or `while`.
    pub fn set(&self, set: &Set, it: Option<Cell>) -> CellSet {
        let geometry = &self.engine.geometry;
        let map = |from: &Set, table: &[Option<Cell>]| -> CellSet {
            let cells = self.set(from, it).iter();
            cells.filter_map(|cell| table.get(cell as usize).copied().flatten()).collect()
        };
        match set {
            Set::Cells(cells) => cells[self.mover.index()],
            Set::Origin => one(self.origin),
            Set::LapOrigin => one(self.lap_origin),
            Set::Here => one(self.here),
            Set::It => one(it),
            Set::Marked { mark, keeper } => {
                let Some(sets) = self.now.marks.get(*mark as usize) else { return CellSet::EMPTY };
                match keeper {
                    Keeper::Any => sets[0].union(sets[1]).union(sets[2]),
                    Keeper::Mover => sets[self.mover.index()],
                    Keeper::Opponent => sets[self.mover.other().index()],
                }
            }
            Set::Bank(player) => one(self.bank(player.side(self.mover))),
            Set::Step { from, count, way } => one(self.steps(from, count, *way, it)),
            Set::First { from, way, fits } => one(self.first(from, *way, fits, it)),
            Set::Run { from, way, fits } => self.run_of(from, *way, fits, it),
            Set::Opposite(from) => map(from, &geometry.opposite),
            Set::Behind(from) => map(from, &geometry.behind),
            Set::Beside(from) => {
                let cells = self.set(from, it).iter();
                cells
                    .filter_map(|cell| geometry.beside.get(cell as usize))
                    .copied()
                    .fold(CellSet::EMPTY, CellSet::union)
            }
            Set::Union(sets) => sets.iter().map(|set| self.set(set, it)).fold(CellSet::EMPTY, CellSet::union),
            Set::Except(set, without) => self.set(set, it).without(self.set(without, it)),
            Set::Where(set, fits) => self.set(set, it).iter().filter(|cell| self.test(fits, Some(*cell))).collect(),
            Set::Choose(test, yes, no) => self.set(if self.test(test, it) { yes } else { no }, it),
            Set::Everything => self.in_play(),
        }
    }

    /// Whether a cell is in a set.
    pub fn has(&self, set: &Set, cell: Cell, it: Option<Cell>) -> bool {
        match set {
            Set::Cells(cells) => cells[self.mover.index()].contains(cell),
            Set::Here | Set::It | Set::Origin | Set::LapOrigin => self.place(set, it) == Some(cell),
            Set::Union(sets) => sets.iter().any(|set| self.has(set, cell, it)),
            Set::Except(set, without) => self.has(set, cell, it) && !self.has(without, cell, it),
            Set::Where(set, fits) => self.has(set, cell, it) && self.test(fits, Some(cell)),
            _ => self.set(set, it).contains(cell),
        }
    }

    /// The one cell of a place.
    pub fn place(&self, set: &Set, it: Option<Cell>) -> Option<Cell> {
        match set {
            Set::Origin => self.origin,
            Set::LapOrigin => self.lap_origin,
            Set::Here => self.here,
            Set::It => it,
            _ => self.set(set, it).first(),
        }
    }

    /// Whether the hand belongs to a set of seeds: it does to `everything`.
    pub fn takes_hand(&self, set: &Set, it: Option<Cell>) -> bool {
        match set {
            Set::Everything => true,
            Set::Union(sets) => sets.iter().any(|set| self.takes_hand(set, it)),
            Set::Except(set, _) => self.takes_hand(set, it),
            Set::Choose(test, yes, no) => self.takes_hand(if self.test(test, it) { yes } else { no }, it),
            _ => false,
        }
    }

    fn step(&self, cell: Cell, way: Way) -> Option<Cell> {
        let direction = match way {
            Way::On => self.direction?,
            Way::Back => self.direction?.reversed(),
        };
        self.facts.step(self.mover, cell, direction)
    }

    fn steps(&self, from: &Set, count: &Number, way: Way, it: Option<Cell>) -> Option<Cell> {
        let start = self.place(from, it)?;
        // Whole rounds lead back to the start.
        let count = self.number(count, it).checked_rem(self.facts.circle(self.mover, start))?;
        (0..count).try_fold(start, |cell, _| self.step(cell, way))
    }

    fn first(&self, from: &Set, way: Way, fits: &Test, it: Option<Cell>) -> Option<Cell> {
        let start = self.place(from, it)?;
        let mut cell = self.step(start, way)?;
        while cell != start {
            if self.test(fits, Some(cell)) {
                return Some(cell);
            }
            cell = self.step(cell, way)?;
        }
        None
    }

    fn run_of(&self, from: &Set, way: Way, fits: &Test, it: Option<Cell>) -> CellSet {
        let mut run = CellSet::EMPTY;
        let mut next = self.place(from, it);
        while let Some(cell) = next.filter(|cell| !run.contains(*cell) && self.test(fits, Some(*cell))) {
            run.insert(cell);
            next = self.step(cell, way);
        }
        run
    }

    /// The seeds in a set, with the hand where it belongs to it.
    pub fn seeds(&self, set: &Set, it: Option<Cell>) -> u32 {
        match set {
            Set::Here | Set::It | Set::Origin | Set::LapOrigin => {
                self.place(set, it).map_or(0, |cell| u32::from(self.seeds_at(cell)))
            }
            Set::Cells(cells) => self.seeds_of(cells[self.mover.index()]),
            _ => {
                let hand = if self.takes_hand(set, it) { u32::from(self.now.hand) } else { 0 };
                self.seeds_of(self.set(set, it)) + hand
            }
        }
    }

    fn seeds_of(&self, cells: CellSet) -> u32 {
        cells.iter().map(|cell| u32::from(self.seeds_at(cell))).sum()
    }

    /// The value of a number.
    pub fn number(&self, number: &Number, it: Option<Cell>) -> u32 {
        let of = |player: &Player| player.side(self.mover).index();
        match number {
            Number::Fixed(value) => *value,
            Number::SeedsIn(set) => self.seeds(set, it),
            Number::SeedsInPlay => self.seeds_of(self.in_play()) + u32::from(self.now.hand),
            Number::Total => self.now.total(),
            Number::Hand => u32::from(self.now.hand),
            Number::Lifted => u32::from(self.lifted),
            Number::Lap => self.lap,
            Number::Moves(player) => self.now.moves[of(player)],
            Number::Captured => self.captured[0] + self.captured[1],
            Number::CapturedBy(player) => self.captured[of(player)],
            Number::CapturedThisLap => self.captured_this_lap,
            Number::CapturingMoves(player) => self.now.capturing_moves[of(player)],
            Number::TurnsSinceCapture => self.now.quiet,
            Number::Repetition => self.repetition,
            Number::ColumnOf(set) => {
                self.place(set, it).map_or(0, |cell| u32::from(self.engine.rules.board.column(cell)))
            }
            Number::CountOf(set) => self.set(set, it).len(),
            Number::Counter(id, player) => {
                let each = self.engine.rules.counters.get(*id as usize).is_some_and(|counter| counter.each);
                let slot = if each { of(player) } else { 0 };
                self.now.counters.get(*id as usize).map_or(0, |values| values[slot])
            }
            Number::Add(a, b) => self.number(a, it).saturating_add(self.number(b, it)),
            Number::Subtract(a, b) => self.number(a, it).saturating_sub(self.number(b, it)),
            Number::Multiply(a, b) => self.number(a, it).saturating_mul(self.number(b, it)),
            Number::Divide(a, b) => self.number(a, it).checked_div(self.number(b, it)).unwrap_or(0),
            Number::Choose(test, yes, no) => self.number(if self.test(test, it) { yes } else { no }, it),
        }
    }

    /// Whether a pattern fits a value.
    fn fits(&self, value: u32, pattern: &Pattern, it: Option<Cell>) -> bool {
        let number = |number: &Number| fixed(number).unwrap_or_else(|| self.number(number, it));
        match pattern {
            Pattern::Exactly(exact) => value == number(exact),
            Pattern::Between(low, high) => number(low) <= value && value <= number(high),
            Pattern::AtLeast(low) => value >= number(low),
            Pattern::Below(high) => value < number(high),
            Pattern::AnyOf(patterns) => patterns.iter().any(|pattern| self.fits(value, pattern, it)),
            Pattern::Even => value != 0 && value.is_multiple_of(2),
            Pattern::Odd => !value.is_multiple_of(2),
            Pattern::Not(pattern) => !self.fits(value, pattern, it),
        }
    }

    /// Whether a pattern fits what a set holds, `seeds` saying what one cell holds and `hand` what goes with the set.
    fn set_fits(
        &self,
        how: Quantifier,
        cells: CellSet,
        seeds: impl Fn(Cell) -> u16,
        hand: u32,
        pattern: &Pattern,
        it: Option<Cell>,
    ) -> bool {
        let mut each = cells.iter().map(|cell| u32::from(seeds(cell)));
        match how {
            Quantifier::Together => self.fits(each.sum::<u32>() + hand, pattern, it),
            Quantifier::Every => each.all(|seeds| self.fits(seeds, pattern, it)),
            Quantifier::Any => each.any(|seeds| self.fits(seeds, pattern, it)),
        }
    }

    /// Whether a test holds; `it` is the pit being tested in a `where` or `while`.
    pub fn test(&self, test: &Test, it: Option<Cell>) -> bool {
        match test {
            Test::Constant(value) => *value,
            Test::And(tests) => tests.iter().all(|test| self.test(test, it)),
            Test::Or(tests) => tests.iter().any(|test| self.test(test, it)),
            Test::Not(test) => !self.test(test, it),
            Test::Holds(Quantifier::Together, set, pattern) => self.fits(self.seeds(set, it), pattern, it),
            Test::Holds(how, set, pattern) => {
                self.set_fits(*how, self.set(set, it), |cell| self.seeds_at(cell), 0, pattern, it)
            }
            Test::HereHeld(pattern) => {
                self.fits(if self.here.is_some() { u32::from(self.held) } else { 0 }, pattern, it)
            }
            Test::HeldBefore(how, set, pattern) => {
                let before = self.before.unwrap_or(&self.now);
                let hand = if self.takes_hand(set, it) { u32::from(before.hand) } else { 0 };
                let seeds = |cell: Cell| before.cells.get(cell as usize).copied().unwrap_or(0);
                self.set_fits(*how, self.set(set, it), seeds, hand, pattern, it)
            }
            Test::Is(number, pattern) => self.fits(self.number(number, it), pattern, it),
            Test::In(place, set) => match place {
                Set::Here | Set::It | Set::Origin | Set::LapOrigin => {
                    self.place(place, it).is_some_and(|cell| self.has(set, cell, it))
                }
                _ => {
                    let cells = self.set(place, it);
                    !cells.is_empty() && cells.is_subset(self.set(set, it))
                }
            },
            Test::DirectionIs(direction) => self.direction == Some(*direction),
            Test::DirectionWas(direction) => self.direction_before == Some(*direction),
            Test::LapIs(kind) => self.lap_kind == *kind,
            Test::Reached(set) => !self.set(set, it).intersection(self.reached).is_empty(),
            Test::CapturedFrom(set) => !self.set(set, it).intersection(self.captured_from).is_empty(),
            Test::CapturedFromEvery(set) => self.set(set, it).is_subset(self.captured_from),
            Test::MoverIs(side) => self.mover == *side,
            Test::Stuck(player) => self.tries && !self.could_move(player.side(self.mover)),
            Test::MoveIs(kind) => self.kind == *kind,
        }
    }
}

fn one(cell: Option<Cell>) -> CellSet {
    cell.map_or(CellSet::EMPTY, CellSet::one)
}
