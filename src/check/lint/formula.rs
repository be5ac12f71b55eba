//! Conditions of the rules as formulas in one situation: sets that are known there become cells; what is not known
//! becomes a number or a flag, the same one wherever the same words stand.

use std::collections::HashMap;

use crate::rules::{Cell, CellSet, Direction, LapKind, Moment, Number, Pattern, Player, Quantifier, Set, Side, Test};

use super::scene::{Scene, Site};
use super::solve::{Fits, Formula, Unknowns, spend};

/// What it costs to look at one part of a condition.
const OF_A_PART: usize = 30;

/// A situation: who moves, and the pits that are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct World {
    /// Who moves.
    pub mover: Side,
    /// The pit of the latest seed.
    pub here: Option<Cell>,
    /// The pit that the move began in.
    pub origin: Option<Cell>,
    /// The pit that the lap began in.
    pub lap_origin: Option<Cell>,
}

/// A number in one situation.
enum Term {
    Fixed(u32),
    Seeds(CellSet),
    Unknown(usize),
}

/// Makes formulas of conditions.
pub struct Translator<'s, 'r> {
    pub(super) scene: &'s Scene<'r>,
    /// The situation.
    pub world: World,
    /// The unknown numbers and flags met so far.
    pub unknowns: Unknowns,
    numbers: HashMap<String, usize>,
    flags: HashMap<String, usize>,
}

impl<'s, 'r> Translator<'s, 'r> {
    /// A translator for one situation.
    pub fn new(scene: &'s Scene<'r>, world: World) -> Self {
        let (numbers, flags) = (HashMap::new(), HashMap::new());
        Translator { scene, world, unknowns: Unknowns::default(), numbers, flags }
    }

    /// Whether something more may be worked out; counts it. Sets within the conditions of sets are looked at once for each
    /// pit and each level: what has no end in sight is unknown.
    pub(super) fn may_go_on(&self) -> bool {
        spend(self.scene.effort, OF_A_PART);
        self.scene.effort.get() > 0
    }

    fn flag(&mut self, key: String) -> Formula {
        spend(self.scene.effort, key.len());
        let next = self.flags.len();
        let index = *self.flags.entry(key).or_insert(next);
        self.unknowns.flags = self.flags.len();
        Formula::Flag(index)
    }

    fn unknown(&mut self, key: String, low: u32, high: u32) -> usize {
        spend(self.scene.effort, key.len());
        let next = self.numbers.len();
        let index = *self.numbers.entry(key).or_insert(next);
        if index == self.unknowns.numbers.len() {
            self.unknowns.numbers.push((low, high));
        }
        index
    }

    fn number(&mut self, number: &Number, it: Option<Cell>) -> Term {
        let total = self.scene.total();
        let sowing = matches!(self.scene.site, Site::Rule(Moment::Landing | Moment::OnTheWay) | Site::Offer);
        let (low, high) = match number {
            Number::Fixed(value) => return Term::Fixed(*value),
            Number::Total => return Term::Fixed(total),
            Number::SeedsIn(set) => return self.seeds(set, it),
            Number::ColumnOf(set) => match self.set(set, it) {
                Some(cells) if cells.len() <= 1 => {
                    return Term::Fixed(cells.first().map_or(0, |cell| u32::from(self.scene.rules.board.column(cell))));
                }
                _ => (0, u32::from(self.scene.rules.board.columns)),
            },
            Number::CountOf(set) => match self.set(set, it) {
                Some(cells) => return Term::Fixed(cells.len()),
                None => (0, self.upper(set, it).len()),
            },
            Number::Hand if self.scene.fresh && self.scene.site == Site::Rule(Moment::Landing) => {
                return Term::Fixed(0);
            }
            Number::Hand if self.scene.site == Site::Rule(Moment::OnTheWay) => (1, total),
            Number::Lifted | Number::Lap if sowing => (1, u32::MAX),
            Number::Moves(Player::Mover) if sowing => (1, u32::MAX),
            Number::Repetition => (1, u32::MAX),
            Number::SeedsInPlay
            | Number::Hand
            | Number::Lifted
            | Number::Captured
            | Number::CapturedBy(_)
            | Number::CapturedThisLap => (0, if self.undoes() { u32::MAX } else { total }),
            Number::Choose(test, yes, no) => match self.test(test, it) {
                Formula::Fixed(true) => return self.number(yes, it),
                Formula::Fixed(false) => return self.number(no, it),
                _ => (0, u32::MAX),
            },
            Number::Add(a, b) | Number::Subtract(a, b) | Number::Multiply(a, b) | Number::Divide(a, b) => {
                match (self.number(a, it), self.number(b, it)) {
                    (Term::Fixed(a), Term::Fixed(b)) => {
                        return Term::Fixed(match number {
                            Number::Add(..) => a.saturating_add(b),
                            Number::Subtract(..) => a.saturating_sub(b),
                            Number::Multiply(..) => a.saturating_mul(b),
                            _ => a.checked_div(b).unwrap_or(0),
                        });
                    }
                    _ => (0, u32::MAX),
                }
            }
            Number::Lap
            | Number::Moves(_)
            | Number::CapturingMoves(_)
            | Number::TurnsSinceCapture
            | Number::Counter(..) => (0, u32::MAX),
        };
        Term::Unknown(self.unknown(format!("{number:?} {it:?}"), low, high))
    }

    /// Whether captures can be taken back and made again: then a move can capture more seeds than there are.
    fn undoes(&self) -> bool {
        super::scene::all_rules(self.scene.phase).any(|(_, rule)| {
            rule.actions.iter().any(|action| {
                matches!(
                    action,
                    crate::rules::Action::UndoCaptures
                        | crate::rules::Action::Move { .. }
                        | crate::rules::Action::CaptureIntoHand { .. }
                )
            })
        })
    }

    fn seeds(&mut self, set: &Set, it: Option<Cell>) -> Term {
        match self.set(set, it) {
            Some(cells) => Term::Seeds(cells),
            None => Term::Unknown(self.unknown(format!("seeds {set:?} {it:?}"), 0, self.scene.total())),
        }
    }

    /// What fits, where its numbers are known.
    fn fits(&mut self, pattern: &Pattern, it: Option<Cell>) -> Option<Fits> {
        let mut fixed = |number: &Number| match self.number(number, it) {
            Term::Fixed(value) => Some(value),
            Term::Seeds(cells) if cells.is_empty() => Some(0),
            _ => None,
        };
        Some(match pattern {
            Pattern::Exactly(number) => Fits::Exactly(fixed(number)?),
            Pattern::Between(low, high) => Fits::Between(fixed(low)?, fixed(high)?),
            Pattern::AtLeast(low) => Fits::AtLeast(fixed(low)?),
            Pattern::Below(high) => Fits::Below(fixed(high)?),
            Pattern::AnyOf(patterns) => {
                Fits::AnyOf(patterns.iter().map(|pattern| self.fits(pattern, it)).collect::<Option<_>>()?)
            }
            Pattern::Even => Fits::Even,
            Pattern::Odd => Fits::Odd,
            Pattern::Not(pattern) => Fits::Not(Box::new(self.fits(pattern, it)?)),
        })
    }

    fn term_fits(&mut self, term: Term, less: u32, fits: Fits) -> Formula {
        match term {
            Term::Fixed(value) => {
                let value = value.saturating_sub(less);
                Formula::Fixed(fits.of(value, value).unwrap_or(true))
            }
            Term::Seeds(cells) if cells.is_empty() => Formula::Fixed(fits.of(0, 0).unwrap_or(true)),
            Term::Seeds(cells) => Formula::Count { cells, less, fits },
            Term::Unknown(index) => Formula::Number(index, fits),
        }
    }

    /// The condition in this situation; `it` is the pit that a `where` tests.
    pub fn test(&mut self, test: &Test, it: Option<Cell>) -> Formula {
        if !self.may_go_on() {
            return self.flag("not worked out".to_owned());
        }
        let key = |test: &Test| format!("{test:?} {it:?}");
        match test {
            Test::Constant(holds) => Formula::Fixed(*holds),
            Test::Not(test) => match self.test(test, it) {
                Formula::Fixed(holds) => Formula::Fixed(!holds),
                formula => Formula::Not(Box::new(formula)),
            },
            Test::And(tests) => {
                let mut parts = Vec::with_capacity(tests.len());
                for test in tests {
                    match self.test(test, it) {
                        Formula::Fixed(true) => {}
                        Formula::Fixed(false) => return Formula::Fixed(false),
                        formula => parts.push(formula),
                    }
                }
                if parts.is_empty() { Formula::Fixed(true) } else { Formula::All(parts) }
            }
            Test::Or(tests) => {
                let mut parts = Vec::with_capacity(tests.len());
                for test in tests {
                    match self.test(test, it) {
                        Formula::Fixed(false) => {}
                        Formula::Fixed(true) => return Formula::Fixed(true),
                        formula => parts.push(formula),
                    }
                }
                if parts.is_empty() { Formula::Fixed(false) } else { Formula::Any(parts) }
            }
            Test::Holds(quantifier, set, pattern) => {
                let Some(fits) = self.fits(pattern, it) else { return self.flag(key(test)) };
                match (quantifier, self.set(set, it)) {
                    (Quantifier::Together, _) => {
                        let term = self.seeds(set, it);
                        self.term_fits(term, 0, fits)
                    }
                    (Quantifier::Every, Some(cells)) => self.each(cells, &fits, true),
                    (Quantifier::Any, Some(cells)) => self.each(cells, &fits, false),
                    (_, None) => self.flag(key(test)),
                }
            }
            Test::HereHeld(pattern) => {
                let fits = self.fits(pattern, it);
                match (fits, self.world.here) {
                    (Some(fits), Some(here)) if self.scene.fresh => {
                        Formula::Count { cells: CellSet::one(here), less: 1, fits }
                    }
                    (Some(fits), _) => {
                        let index = self.unknown("here held".to_owned(), 0, self.scene.total());
                        Formula::Number(index, fits)
                    }
                    (None, _) => self.flag(key(test)),
                }
            }
            Test::Is(number, pattern) => match self.fits(pattern, it) {
                Some(fits) => {
                    let term = self.number(number, it);
                    self.term_fits(term, 0, fits)
                }
                None => self.flag(key(test)),
            },
            Test::In(pit, set) => match (self.set(pit, it), self.set(set, it)) {
                (Some(pits), _) if pits.is_empty() => Formula::Fixed(false),
                (Some(pits), Some(cells)) => Formula::Fixed(pits.is_subset(cells)),
                _ if self.upper(pit, it).intersection(self.upper(set, it)).is_empty() => Formula::Fixed(false),
                _ => self.flag(key(test)),
            },
            Test::DirectionIs(direction) => match self.scene.direction {
                Some(only) => Formula::Fixed(only == *direction),
                None => self.direction("direction", *direction),
            },
            Test::LapIs(kind) => {
                let index = self.unknown("kind of lap".to_owned(), 0, 2);
                Formula::Number(
                    index,
                    Fits::Exactly(match kind {
                        LapKind::First => 0,
                        LapKind::Relay => 1,
                        LapKind::Resown => 2,
                    }),
                )
            }
            Test::MoverIs(side) => Formula::Fixed(*side == self.world.mover),
            Test::MoveIs(kind) => {
                let kinds = self.scene.rules.moves.len() as u32;
                let index = self.unknown("kind of move".to_owned(), 0, kinds.saturating_sub(1));
                Formula::Number(index, Fits::Exactly(u32::from(*kind)))
            }
            Test::Reached(set) | Test::CapturedFrom(set) if self.upper(set, it).is_empty() => Formula::Fixed(false),
            Test::HeldBefore(..)
            | Test::DirectionWas(_)
            | Test::Reached(_)
            | Test::CapturedFrom(_)
            | Test::CapturedFromEvery(_)
            | Test::Stuck(_) => self.flag(key(test)),
        }
    }

    fn direction(&mut self, what: &str, direction: Direction) -> Formula {
        let flag = self.flag(what.to_owned());
        match direction {
            Direction::Anticlockwise => flag,
            Direction::Clockwise => Formula::Not(Box::new(flag)),
        }
    }

    fn each(&mut self, cells: CellSet, fits: &Fits, every: bool) -> Formula {
        let parts: Vec<Formula> = cells
            .iter()
            .map(|cell| Formula::Count { cells: CellSet::one(cell), less: 0, fits: fits.clone() })
            .collect();
        match (parts.is_empty(), every) {
            (true, every) => Formula::Fixed(every),
            (false, true) => Formula::All(parts),
            (false, false) => Formula::Any(parts),
        }
    }
}
