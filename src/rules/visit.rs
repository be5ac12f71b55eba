//! Walks over rules: every set, number, pattern, test, action and rule of a phase, parents before their parts.
//!
//! A visitor says what interests it and leaves the way down to the `walk_` functions.

use super::{Action, Number, Pattern, Phase, Place, Rule, Set, Test};

/// Something that looks at rules. Each method's default goes on to the parts.
pub trait Visit {
    /// Sees a rule.
    fn rule(&mut self, rule: &Rule) {
        walk_rule(self, rule);
    }
    /// Sees an action.
    fn action(&mut self, action: &Action) {
        walk_action(self, action);
    }
    /// Sees a set.
    fn set(&mut self, set: &Set) {
        walk_set(self, set);
    }
    /// Sees a number.
    fn number(&mut self, number: &Number) {
        walk_number(self, number);
    }
    /// Sees a pattern.
    fn pattern(&mut self, pattern: &Pattern) {
        walk_pattern(self, pattern);
    }
    /// Sees a test.
    fn test(&mut self, test: &Test) {
        walk_test(self, test);
    }
}

/// Visits all that a phase says.
pub fn walk_phase<V: Visit + ?Sized>(visitor: &mut V, phase: &Phase) {
    if let Some(until) = &phase.until {
        visitor.test(until);
    }
    for play in &phase.plays {
        visitor.set(&play.from);
        visitor.test(&play.when);
        play.instead.iter().flatten().for_each(|rule| visitor.rule(rule));
    }
    for require in &phase.requires {
        visitor.test(&require.test);
        visitor.test(&require.when);
    }
    for lift in &phase.lifts {
        visitor.number(&lift.keep);
        visitor.test(&lift.when);
    }
    for offer in &phase.sow.directions {
        visitor.test(&offer.when);
        offer.only_if.iter().for_each(|test| visitor.test(test));
    }
    for guarded in phase.sow.skips.iter().chain(&phase.sow.includes) {
        visitor.set(&guarded.set);
        visitor.test(&guarded.when);
    }
    for rules in moments(phase) {
        rules.iter().for_each(|rule| visitor.rule(rule));
    }
}

/// The rules of every moment of a phase.
pub fn moments(phase: &Phase) -> [&[Rule]; 8] {
    [
        &phase.before_sowing,
        &phase.on_the_way,
        &phase.landing,
        &phase.on_capture,
        &phase.after_move,
        &phase.stuck,
        &phase.end,
        &phase.endless.rules,
    ]
}

/// Visits the parts of a rule.
pub fn walk_rule<V: Visit + ?Sized>(visitor: &mut V, rule: &Rule) {
    visitor.test(&rule.when);
    rule.actions.iter().for_each(|action| visitor.action(action));
    rule.only_if.iter().for_each(|test| visitor.test(test));
}

/// Visits the parts of an action.
pub fn walk_action<V: Visit + ?Sized>(visitor: &mut V, action: &Action) {
    match action {
        Action::Capture { set, limit, .. } | Action::CaptureIntoHand { set, limit } => {
            visitor.set(set);
            limit.iter().for_each(|number| visitor.number(number));
        }
        Action::Relay(set) | Action::SowFrom(set) | Action::RepeatFrom(set) => visitor.set(set),
        Action::Mark { set, .. } | Action::Unmark { set, .. } | Action::Remove { set, .. } => visitor.set(set),
        Action::Again | Action::Stop | Action::Pass | Action::Reverse | Action::Illegal | Action::UndoCaptures => {}
        Action::Move { amount, from, to } => {
            amount.iter().for_each(|number| visitor.number(number));
            for place in [from, to] {
                if let Place::Cells(set) = place {
                    visitor.set(set);
                }
            }
        }
        Action::SetCounter { to: number, .. }
        | Action::AddToCounter { amount: number, .. }
        | Action::Finish { worth: number, .. } => visitor.number(number),
    }
}

/// Visits the parts of a set.
pub fn walk_set<V: Visit + ?Sized>(visitor: &mut V, set: &Set) {
    match set {
        Set::Cells(_) | Set::Origin | Set::LapOrigin | Set::Here | Set::It => {}
        Set::Marked { .. } | Set::Bank(_) | Set::Everything => {}
        Set::Step { from, count, .. } => {
            visitor.set(from);
            visitor.number(count);
        }
        Set::First { from, fits, .. } | Set::Run { from, fits, .. } | Set::Where(from, fits) => {
            visitor.set(from);
            visitor.test(fits);
        }
        Set::Opposite(set) | Set::Behind(set) | Set::Beside(set) => visitor.set(set),
        Set::Union(sets) => sets.iter().for_each(|set| visitor.set(set)),
        Set::Except(a, b) => {
            visitor.set(a);
            visitor.set(b);
        }
        Set::Choose(test, a, b) => {
            visitor.test(test);
            visitor.set(a);
            visitor.set(b);
        }
    }
}

/// Visits the parts of a number.
pub fn walk_number<V: Visit + ?Sized>(visitor: &mut V, number: &Number) {
    match number {
        Number::SeedsIn(set) | Number::ColumnOf(set) | Number::CountOf(set) => visitor.set(set),
        Number::Add(a, b) | Number::Subtract(a, b) | Number::Multiply(a, b) | Number::Divide(a, b) => {
            visitor.number(a);
            visitor.number(b);
        }
        Number::Choose(test, a, b) => {
            visitor.test(test);
            visitor.number(a);
            visitor.number(b);
        }
        _ => {}
    }
}

/// Visits the parts of a pattern.
pub fn walk_pattern<V: Visit + ?Sized>(visitor: &mut V, pattern: &Pattern) {
    match pattern {
        Pattern::Exactly(number) | Pattern::AtLeast(number) | Pattern::Below(number) => visitor.number(number),
        Pattern::Between(low, high) => {
            visitor.number(low);
            visitor.number(high);
        }
        Pattern::AnyOf(patterns) => patterns.iter().for_each(|pattern| visitor.pattern(pattern)),
        Pattern::Not(pattern) => visitor.pattern(pattern),
        Pattern::Even | Pattern::Odd => {}
    }
}

/// Visits the parts of a test.
pub fn walk_test<V: Visit + ?Sized>(visitor: &mut V, test: &Test) {
    match test {
        Test::And(tests) | Test::Or(tests) => tests.iter().for_each(|test| visitor.test(test)),
        Test::Not(test) => visitor.test(test),
        Test::Holds(_, set, pattern) | Test::HeldBefore(_, set, pattern) => {
            visitor.set(set);
            visitor.pattern(pattern);
        }
        Test::HereHeld(pattern) => visitor.pattern(pattern),
        Test::Is(number, pattern) => {
            visitor.number(number);
            visitor.pattern(pattern);
        }
        Test::In(a, b) => {
            visitor.set(a);
            visitor.set(b);
        }
        Test::Reached(set) | Test::CapturedFrom(set) | Test::CapturedFromEvery(set) => visitor.set(set),
        Test::Constant(_) | Test::DirectionIs(_) | Test::DirectionWas(_) | Test::LapIs(_) => {}
        Test::MoverIs(_) | Test::Stuck(_) | Test::MoveIs(_) => {}
    }
}
