//! Whether banks stay closed: nothing takes seeds out of a bank, and no condition asks what lies in one.

use crate::rules::{Action, CellSet, Number, Pattern, Phase, Place, Rule, Rules, Set, Test};

/// What is known where an expression stands.
#[derive(Clone, Copy)]
struct Scope {
    /// Whether `here` can be a store.
    here: bool,
    /// Whether `it` can be a store.
    it: bool,
}

struct Banks<'a> {
    stores: CellSet,
    /// Whether sowing and steps along the track can come to a store, by who moves.
    includable: [CellSet; 2],
    phase: &'a Phase,
}

/// Whether nothing takes seeds out of a bank or asks what lies there; if not, which.
pub fn stay_closed(rules: &Rules) -> Result<(), String> {
    let pits = rules.board.all_pits();
    let stores = (0..rules.board.cell_count()).collect::<CellSet>().without(pits);
    for phase in &rules.phases {
        Banks { stores, includable: phase.sow.includable, phase }.check()?;
    }
    Ok(())
}

const ASKS: &str = "a condition asks what lies in a store";
const TAKES: &str = "a rule can take seeds out of a store";

impl Banks<'_> {
    fn check(&self) -> Result<(), String> {
        let phase = self.phase;
        let sown = !(self.includable[0].is_empty() && self.includable[1].is_empty());
        let still = Scope { here: false, it: false };
        let moving = Scope { here: sown, it: false };
        for play in &phase.plays {
            self.set(&play.from, still)?;
            self.test(&play.when, still)?;
            self.rules(play.instead.as_deref().unwrap_or_default(), moving)?;
        }
        for require in &phase.requires {
            self.test(&require.test, moving)?;
            self.test(&require.when, still)?;
        }
        for lift in &phase.lifts {
            self.number(&lift.keep, still)?;
            self.test(&lift.when, still)?;
        }
        for offer in &phase.sow.directions {
            self.test(&offer.when, moving)?;
            offer.only_if.iter().try_for_each(|test| self.test(test, moving))?;
        }
        for guarded in phase.sow.skips.iter().chain(&phase.sow.includes) {
            self.set(&guarded.set, moving)?;
            self.test(&guarded.when, moving)?;
        }
        for rules in
            [&phase.before_sowing, &phase.on_the_way, &phase.landing, &phase.on_capture, &phase.after_move, &phase.end]
        {
            self.rules(rules, moving)?;
        }
        self.rules(&phase.stuck, still)?;
        self.rules(&phase.endless.rules, still)
    }

    /// The rules of a moment: once a rule has taken care of every store, the others meet none.
    fn rules(&self, rules: &[Rule], mut scope: Scope) -> Result<(), String> {
        for rule in rules {
            self.test(&rule.when, scope)?;
            let inside = self.given(&rule.when, scope);
            rule.actions.iter().try_for_each(|action| self.action(action, inside))?;
            rule.only_if.iter().try_for_each(|test| self.test(test, scope))?;
            if !rule.may && !rule.then_continue && self.covers_stores(&rule.when) {
                scope.here = false;
            }
        }
        Ok(())
    }

    /// Whether a test holds wherever `here` is a store that can be sown into.
    fn covers_stores(&self, test: &Test) -> bool {
        match test {
            Test::In(Set::Here, Set::Cells(cells)) => {
                self.includable.iter().zip(cells).all(|(stores, cells)| stores.is_subset(*cells))
            }
            _ => test.is_always(),
        }
    }

    /// What is known once a test holds.
    fn given(&self, test: &Test, scope: Scope) -> Scope {
        let mut scope = scope;
        match test {
            Test::And(tests) => scope = tests.iter().fold(scope, |scope, test| self.given(test, scope)),
            Test::In(set @ (Set::Here | Set::It), within) if !self.meets(within, scope) => match set {
                Set::Here => scope.here = false,
                _ => scope.it = false,
            },
            Test::Not(test) => match test.as_ref() {
                Test::In(Set::Here, Set::Cells(_)) if self.covers_stores(test) => scope.here = false,
                _ => {}
            },
            _ => {}
        }
        scope
    }

    /// Whether a set can have a store in it.
    fn meets(&self, set: &Set, scope: Scope) -> bool {
        let tracks = !(self.includable[0].is_empty() && self.includable[1].is_empty());
        match set {
            Set::Cells([south, north]) => !south.union(*north).intersection(self.stores).is_empty(),
            Set::Here => scope.here,
            Set::It => scope.it,
            Set::LapOrigin => tracks,
            Set::Bank(_) => true,
            Set::Origin | Set::Marked { .. } | Set::Everything => false,
            Set::Opposite(_) | Set::Behind(_) | Set::Beside(_) => false,
            Set::Step { .. } => tracks,
            Set::First { fits, .. } => {
                let it = Scope { it: tracks, ..scope };
                tracks && self.given(fits, it).it
            }
            Set::Run { from, fits, .. } => {
                let it = Scope { it: tracks || self.meets(from, scope), ..scope };
                it.it && self.given(fits, it).it
            }
            Set::Where(set, fits) => {
                let it = Scope { it: self.meets(set, scope), ..scope };
                it.it && self.given(fits, it).it
            }
            Set::Union(sets) => sets.iter().any(|set| self.meets(set, scope)),
            Set::Except(a, b) => match b.as_ref() {
                Set::Cells(cells) if cells.iter().all(|cells| self.stores.is_subset(*cells)) => false,
                _ => self.meets(a, scope),
            },
            Set::Choose(_, a, b) => self.meets(a, scope) || self.meets(b, scope),
        }
    }

    fn asked(&self, set: &Set, scope: Scope) -> Result<(), String> {
        self.set(set, scope)?;
        if self.meets(set, scope) { Err(ASKS.to_owned()) } else { Ok(()) }
    }

    fn action(&self, action: &Action, scope: Scope) -> Result<(), String> {
        let taken = |set: &Set, banks: bool| {
            self.set(set, scope)?;
            if banks && self.meets(set, scope) { Err(TAKES.to_owned()) } else { Ok(()) }
        };
        match action {
            Action::Capture { set, limit, banks, .. } => {
                taken(set, *banks)?;
                limit.iter().try_for_each(|number| self.number(number, scope))
            }
            Action::CaptureIntoHand { set, limit } => {
                self.set(set, scope)?;
                limit.iter().try_for_each(|number| self.number(number, scope))
            }
            Action::Remove { set, banks } => taken(set, *banks),
            Action::Move { amount, from, to } => {
                amount.iter().try_for_each(|number| self.number(number, scope))?;
                if let Place::Cells(set) = from {
                    taken(set, true)?;
                }
                if let Place::Cells(set) = to { self.set(set, scope) } else { Ok(()) }
            }
            Action::Relay(set) | Action::SowFrom(set) | Action::RepeatFrom(set) => self.set(set, scope),
            Action::Mark { set, .. } | Action::Unmark { set, .. } => self.set(set, scope),
            Action::SetCounter { to: number, .. }
            | Action::AddToCounter { amount: number, .. }
            | Action::Finish { worth: number, .. } => self.number(number, scope),
            _ => Ok(()),
        }
    }

    fn set(&self, set: &Set, scope: Scope) -> Result<(), String> {
        let tracks = !(self.includable[0].is_empty() && self.includable[1].is_empty());
        match set {
            Set::Step { from, count, .. } => {
                self.set(from, scope)?;
                self.number(count, scope)
            }
            Set::First { from, fits, .. } | Set::Run { from, fits, .. } => {
                self.set(from, scope)?;
                self.test(fits, Scope { it: tracks || self.meets(from, scope), ..scope })
            }
            Set::Where(from, fits) => {
                self.set(from, scope)?;
                self.test(fits, Scope { it: self.meets(from, scope), ..scope })
            }
            Set::Opposite(set) | Set::Behind(set) | Set::Beside(set) => self.set(set, scope),
            Set::Union(sets) => sets.iter().try_for_each(|set| self.set(set, scope)),
            Set::Except(a, b) => {
                self.set(a, scope)?;
                self.set(b, scope)
            }
            Set::Choose(test, a, b) => {
                self.test(test, scope)?;
                self.set(a, scope)?;
                self.set(b, scope)
            }
            _ => Ok(()),
        }
    }

    fn number(&self, number: &Number, scope: Scope) -> Result<(), String> {
        match number {
            Number::SeedsIn(set) => self.asked(set, scope),
            Number::ColumnOf(set) | Number::CountOf(set) => self.set(set, scope),
            Number::Add(a, b) | Number::Subtract(a, b) | Number::Multiply(a, b) | Number::Divide(a, b) => {
                self.number(a, scope)?;
                self.number(b, scope)
            }
            Number::Choose(test, a, b) => {
                self.test(test, scope)?;
                self.number(a, scope)?;
                self.number(b, scope)
            }
            _ => Ok(()),
        }
    }

    fn pattern(&self, pattern: &Pattern, scope: Scope) -> Result<(), String> {
        match pattern {
            Pattern::Exactly(number) | Pattern::AtLeast(number) | Pattern::Below(number) => self.number(number, scope),
            Pattern::Between(a, b) => {
                self.number(a, scope)?;
                self.number(b, scope)
            }
            Pattern::AnyOf(patterns) => patterns.iter().try_for_each(|pattern| self.pattern(pattern, scope)),
            Pattern::Not(pattern) => self.pattern(pattern, scope),
            Pattern::Even | Pattern::Odd => Ok(()),
        }
    }

    fn test(&self, test: &Test, scope: Scope) -> Result<(), String> {
        match test {
            // The parts that come first guard those that follow: where one fails the rest does not matter.
            Test::And(tests) => {
                let scope = tests.iter().fold(scope, |scope, test| self.given(test, scope));
                tests.iter().try_for_each(|test| self.test(test, scope))
            }
            Test::Or(tests) => tests.iter().try_for_each(|test| self.test(test, scope)),
            Test::Not(test) => self.test(test, scope),
            Test::Holds(_, set, pattern) | Test::HeldBefore(_, set, pattern) => {
                self.asked(set, scope)?;
                self.pattern(pattern, scope)
            }
            Test::HereHeld(pattern) if scope.here => {
                self.pattern(pattern, scope)?;
                Err(ASKS.to_owned())
            }
            Test::HereHeld(pattern) => self.pattern(pattern, scope),
            Test::Is(number, pattern) => {
                self.number(number, scope)?;
                self.pattern(pattern, scope)
            }
            Test::In(a, b) => {
                self.set(a, scope)?;
                self.set(b, scope)
            }
            Test::Reached(set) | Test::CapturedFrom(set) | Test::CapturedFromEvery(set) => self.set(set, scope),
            _ => Ok(()),
        }
    }
}
