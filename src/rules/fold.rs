//! Expressions simplified as they are built: what is the same in every position is worked out here, once.

use super::{CellSet, Number, Pattern, Player, Set, Side, Test};

impl Number {
    /// The value, where it is fixed.
    pub fn fixed(&self) -> Option<u32> {
        match self {
            Number::Fixed(value) => Some(*value),
            _ => None,
        }
    }

    fn fold(self, other: Number, both: fn(u32, u32) -> u32, make: fn(Box<Number>, Box<Number>) -> Number) -> Number {
        match (self.fixed(), other.fixed()) {
            (Some(left), Some(right)) => Number::Fixed(both(left, right)),
            _ => make(Box::new(self), Box::new(other)),
        }
    }

    /// The sum.
    pub fn plus(self, other: Number) -> Number {
        self.fold(other, u32::saturating_add, Number::Add)
    }

    /// The difference, 0 at least.
    pub fn minus(self, other: Number) -> Number {
        self.fold(other, u32::saturating_sub, Number::Subtract)
    }

    /// The product.
    pub fn times(self, other: Number) -> Number {
        self.fold(other, u32::saturating_mul, Number::Multiply)
    }

    /// The quotient, rounded down; 0 where the divisor is 0.
    pub fn over(self, other: Number) -> Number {
        self.fold(other, |left, right| left.checked_div(right).unwrap_or(0), Number::Divide)
    }

    /// The first number if the test holds, else the second.
    pub fn choose(test: Test, yes: Number, no: Number) -> Number {
        match test {
            Test::Constant(true) => yes,
            Test::Constant(false) => no,
            test => Number::Choose(Box::new(test), Box::new(yes), Box::new(no)),
        }
    }
}

impl Pattern {
    /// Whether a number fits, where the pattern is fixed.
    pub fn fits(&self, value: u32) -> Option<bool> {
        Some(match self {
            Pattern::Exactly(number) => value == number.fixed()?,
            Pattern::Between(low, high) => (low.fixed()?..=high.fixed()?).contains(&value),
            Pattern::AtLeast(low) => value >= low.fixed()?,
            Pattern::Below(high) => value < high.fixed()?,
            Pattern::AnyOf(patterns) => {
                let mut fits = false;
                for pattern in patterns {
                    fits |= pattern.fits(value)?;
                }
                fits
            }
            Pattern::Even => value > 0 && value.is_multiple_of(2),
            Pattern::Odd => !value.is_multiple_of(2),
            Pattern::Not(pattern) => !pattern.fits(value)?,
        })
    }
}

impl Set {
    /// The cells for each mover, where they are fixed.
    pub fn cells(&self) -> Option<[CellSet; 2]> {
        match self {
            Set::Cells(cells) => Some(*cells),
            _ => None,
        }
    }

    /// Whether no cell can ever be in it.
    pub fn is_never(&self) -> bool {
        *self == Set::NONE
    }

    /// All of these.
    pub fn union(sets: Vec<Set>) -> Set {
        let mut fixed: Option<[CellSet; 2]> = None;
        let mut rest: Vec<Set> = Vec::new();
        for set in sets {
            match set {
                Set::Cells(cells) => {
                    let [south, north] = fixed.unwrap_or_default();
                    fixed = Some([south.union(cells[0]), north.union(cells[1])]);
                }
                Set::Union(sets) => rest.extend(sets),
                set => rest.push(set),
            }
        }
        match fixed {
            Some(cells) if rest.is_empty() => Set::Cells(cells),
            Some(cells) if cells != [CellSet::EMPTY; 2] => {
                rest.insert(0, Set::Cells(cells));
                Set::Union(rest)
            }
            _ if rest.len() == 1 => rest.swap_remove(0),
            _ => Set::Union(rest),
        }
    }

    /// The cells of this set that are not in `other`.
    pub fn except(self, other: Set) -> Set {
        match (self.cells(), other.cells()) {
            (Some(these), Some(those)) => Set::Cells([these[0].without(those[0]), these[1].without(those[1])]),
            _ => Set::Except(Box::new(self), Box::new(other)),
        }
    }

    /// The cells for which the test holds.
    pub fn filter(self, test: Test) -> Set {
        match test {
            Test::Constant(true) => self,
            Test::Constant(false) => Set::NONE,
            test => Set::Where(Box::new(self), Box::new(test)),
        }
    }

    /// The first set if the test holds, else the second.
    pub fn choose(test: Test, yes: Set, no: Set) -> Set {
        match test {
            Test::Constant(true) => yes,
            Test::Constant(false) => no,
            test => Set::Choose(Box::new(test), Box::new(yes), Box::new(no)),
        }
    }

    /// Fixed cells that are the same whoever moves.
    pub fn always(cells: CellSet) -> Set {
        Set::Cells([cells; 2])
    }

    /// Fixed cells of a player: `of(side)` for the side that the player has.
    pub fn of_player(player: Player, of: impl Fn(Side) -> CellSet) -> Set {
        Set::Cells(Side::BOTH.map(|mover| of(player.side(mover))))
    }
}

impl Test {
    /// All of these.
    pub fn all(tests: impl IntoIterator<Item = Test>) -> Test {
        let mut rest = Vec::new();
        for test in tests {
            match test {
                Test::Constant(true) => {}
                Test::Constant(false) => return Test::Constant(false),
                Test::And(tests) => rest.extend(tests),
                test => rest.push(test),
            }
        }
        match rest.len() {
            0 => Test::Constant(true),
            1 => rest.swap_remove(0),
            _ => Test::And(rest),
        }
    }

    /// At least one of these.
    pub fn any(tests: impl IntoIterator<Item = Test>) -> Test {
        let mut rest = Vec::new();
        for test in tests {
            match test {
                Test::Constant(false) => {}
                Test::Constant(true) => return Test::Constant(true),
                Test::Or(tests) => rest.extend(tests),
                test => rest.push(test),
            }
        }
        match rest.len() {
            0 => Test::Constant(false),
            1 => rest.swap_remove(0),
            _ => Test::Or(rest),
        }
    }

    /// Not this.
    pub fn negated(self) -> Test {
        match self {
            Test::Constant(holds) => Test::Constant(!holds),
            Test::Not(test) => *test,
            test => Test::Not(Box::new(test)),
        }
    }

    /// `NUMBER is PATTERN`.
    pub fn is(number: Number, pattern: Pattern) -> Test {
        match number.fixed().and_then(|value| pattern.fits(value)) {
            Some(fits) => Test::Constant(fits),
            None => Test::Is(number, pattern),
        }
    }
}
