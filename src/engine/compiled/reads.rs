//! What expressions read: the ground for deciding which tables can stand for them.

use crate::rules::{Action, Guarded, Keeper, MarkId, Number, Pattern, Phase, Place, Player, Rule, Set, Test};

/// What a set, number, test or rule looks at. Fixed cells and options are looked at by everything and not listed.
#[derive(Clone, Debug, Default)]
pub struct Reads {
    /// Seeds in cells, or what follows from them.
    pub seeds: bool,
    pub hand: bool,
    pub lifted: bool,
    pub origin: bool,
    pub lap_origin: bool,
    pub here: bool,
    pub here_held: bool,
    pub held_before: bool,
    pub direction: bool,
    pub direction_was: bool,
    pub lap_kind: bool,
    /// The lap's number.
    pub lap: bool,
    /// Seeds captured in the move or lap, cells reached or captured from.
    pub trail: bool,
    /// `captured this lap` alone.
    pub this_lap: bool,
    /// Moves made, capturing moves, moves since a capture.
    pub moves: bool,
    pub repetition: bool,
    pub counters: bool,
    pub banks: bool,
    pub kind: bool,
    pub stuck: bool,
    pub marks: Vec<(MarkId, Keeper)>,
    /// The largest fixed number that a pattern names.
    pub literal: u32,
    /// Whether a pattern is `even` or `odd`, or a number the seeds in `here`: then many numbers of seeds differ.
    pub fine: bool,
    // What actions do.
    pub may: bool,
    pub only_if: bool,
    pub reverses: bool,
    pub illegal: bool,
    pub relays: bool,
    pub marking: bool,
    pub counting: bool,
    pub undo: bool,
    pub removes: bool,
    pub into_hand: bool,
    pub repeats: bool,
    /// Whether an action reads or fills the hand otherwise than by sowing.
    pub moves_hand: bool,
}

impl Reads {
    /// What a phase reads and does in all its sections.
    pub fn phase(phase: &Phase) -> Reads {
        let mut reads = Reads::default();
        phase.until.iter().for_each(|test| reads.test(test));
        for play in &phase.plays {
            reads.set(&play.from);
            reads.test(&play.when);
            play.instead.iter().for_each(|rules| reads.rules(rules));
        }
        for require in &phase.requires {
            reads.test(&require.test);
            reads.test(&require.when);
        }
        for lift in &phase.lifts {
            reads.number(&lift.keep);
            reads.test(&lift.when);
        }
        for offer in &phase.sow.directions {
            reads.test(&offer.when);
            if let Some(test) = &offer.only_if {
                reads.only_if = true;
                reads.test(test);
            }
        }
        reads.guarded(&phase.sow.skips);
        reads.guarded(&phase.sow.includes);
        for moment in moments(phase) {
            reads.rules(moment);
        }
        reads.rules(&phase.endless.rules);
        reads
    }

    /// What rules carried out inside a move read and do: everything before `end` but `play` and `require`.
    pub fn sowing(phase: &Phase) -> Reads {
        let mut reads = Reads::default();
        for offer in &phase.sow.directions {
            reads.test(&offer.when);
            offer.only_if.iter().for_each(|test| reads.test(test));
        }
        reads.guarded(&phase.sow.skips);
        reads.guarded(&phase.sow.includes);
        for rules in [&phase.before_sowing, &phase.on_the_way, &phase.landing, &phase.on_capture] {
            reads.rules(rules);
        }
        reads
    }

    pub fn guarded(&mut self, all: &[Guarded]) {
        for guarded in all {
            self.set(&guarded.set);
            self.test(&guarded.when);
        }
    }

    pub fn rules(&mut self, rules: &[Rule]) {
        rules.iter().for_each(|rule| self.rule(rule));
    }

    pub fn rule(&mut self, rule: &Rule) {
        self.may |= rule.may;
        self.test(&rule.when);
        if let Some(test) = &rule.only_if {
            self.only_if = true;
            self.test(test);
        }
        rule.actions.iter().for_each(|action| self.action(action));
    }

    fn action(&mut self, action: &Action) {
        match action {
            Action::Capture { set, limit, .. } => {
                self.set(set);
                limit.iter().for_each(|limit| self.number(limit));
            }
            Action::CaptureIntoHand { set, limit } => {
                self.into_hand = true;
                self.set(set);
                limit.iter().for_each(|limit| self.number(limit));
            }
            Action::Relay(set) => {
                self.relays = true;
                self.set(set);
            }
            Action::SowFrom(set) => {
                self.relays = true;
                self.set(set);
            }
            Action::Again | Action::Stop | Action::Pass => {}
            Action::Reverse => self.reverses = true,
            Action::Illegal => self.illegal = true,
            Action::RepeatFrom(set) => {
                self.repeats = true;
                self.set(set);
            }
            Action::Move { amount, from, to } => {
                amount.iter().for_each(|amount| self.number(amount));
                for place in [from, to] {
                    match place {
                        Place::Cells(set) => self.set(set),
                        Place::Hand => self.moves_hand = true,
                    }
                }
            }
            Action::Mark { set, .. } | Action::Unmark { set, .. } => {
                self.marking = true;
                self.set(set);
            }
            Action::SetCounter { to, .. } => {
                self.counting = true;
                self.number(to);
            }
            Action::AddToCounter { amount, .. } => {
                self.counting = true;
                self.number(amount);
            }
            Action::UndoCaptures => self.undo = true,
            Action::Remove { set, .. } => {
                self.removes = true;
                self.set(set);
            }
            Action::Finish { worth, .. } => self.number(worth),
        }
    }

    pub fn set(&mut self, set: &Set) {
        match set {
            Set::Cells(_) | Set::It => {}
            Set::Origin => self.origin = true,
            Set::LapOrigin => self.lap_origin = true,
            Set::Here => self.here = true,
            Set::Marked { mark, keeper } => {
                if !self.marks.contains(&(*mark, *keeper)) {
                    self.marks.push((*mark, *keeper));
                }
            }
            Set::Bank(_) | Set::Everything => self.banks = true,
            Set::Step { from, count, .. } => {
                self.direction = true;
                self.set(from);
                self.number(count);
            }
            Set::First { from, fits, .. } | Set::Run { from, fits, .. } => {
                self.direction = true;
                self.set(from);
                self.test(fits);
            }
            Set::Opposite(set) | Set::Behind(set) | Set::Beside(set) => self.set(set),
            Set::Union(sets) => sets.iter().for_each(|set| self.set(set)),
            Set::Except(a, b) => {
                self.set(a);
                self.set(b);
            }
            Set::Where(set, test) => {
                self.set(set);
                self.test(test);
            }
            Set::Choose(test, a, b) => {
                self.test(test);
                self.set(a);
                self.set(b);
            }
        }
    }

    pub fn number(&mut self, number: &Number) {
        match number {
            Number::Fixed(_) | Number::Total => {}
            Number::SeedsIn(set) => {
                self.seeds = true;
                self.hand |= **set == Set::Everything;
                self.fine |= **set == Set::Here;
                self.set(set);
            }
            Number::SeedsInPlay => {
                self.seeds = true;
                self.hand = true;
                self.banks = true;
            }
            Number::Hand => self.hand = true,
            Number::Lifted => self.lifted = true,
            Number::Lap => self.lap = true,
            Number::Moves(_) | Number::CapturingMoves(_) | Number::TurnsSinceCapture => self.moves = true,
            Number::Captured | Number::CapturedBy(_) => self.trail = true,
            Number::CapturedThisLap => self.this_lap = true,
            Number::Repetition => self.repetition = true,
            Number::ColumnOf(set) | Number::CountOf(set) => self.set(set),
            Number::Counter(..) => self.counters = true,
            Number::Add(a, b) | Number::Subtract(a, b) | Number::Multiply(a, b) | Number::Divide(a, b) => {
                self.number(a);
                self.number(b);
            }
            Number::Choose(test, a, b) => {
                self.test(test);
                self.number(a);
                self.number(b);
            }
        }
    }

    pub fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Exactly(n) | Pattern::AtLeast(n) | Pattern::Below(n) => self.limit(n),
            Pattern::Between(a, b) => {
                self.limit(a);
                self.limit(b);
            }
            Pattern::AnyOf(patterns) => patterns.iter().for_each(|pattern| self.pattern(pattern)),
            Pattern::Even | Pattern::Odd => self.fine = true,
            Pattern::Not(pattern) => self.pattern(pattern),
        }
    }

    fn limit(&mut self, number: &Number) {
        if let Number::Fixed(n) = number {
            self.literal = self.literal.max(*n);
        }
        self.number(number);
    }

    pub fn test(&mut self, test: &Test) {
        match test {
            Test::Constant(_) | Test::MoverIs(_) => {}
            Test::And(tests) | Test::Or(tests) => tests.iter().for_each(|test| self.test(test)),
            Test::Not(test) => self.test(test),
            Test::Holds(_, set, pattern) => {
                self.seeds = true;
                self.set(set);
                self.pattern(pattern);
            }
            Test::HereHeld(pattern) => {
                self.seeds = true;
                self.here = true;
                self.here_held = true;
                self.pattern(pattern);
            }
            Test::HeldBefore(_, set, pattern) => {
                self.held_before = true;
                self.set(set);
                self.pattern(pattern);
            }
            Test::Is(number, pattern) => {
                self.number(number);
                self.pattern(pattern);
            }
            Test::In(a, b) => {
                self.set(a);
                self.set(b);
            }
            Test::DirectionIs(_) => self.direction = true,
            Test::DirectionWas(_) => self.direction_was = true,
            Test::LapIs(_) => self.lap_kind = true,
            Test::Reached(set) | Test::CapturedFrom(set) | Test::CapturedFromEvery(set) => {
                self.trail = true;
                self.set(set);
            }
            Test::Stuck(_) => self.stuck = true,
            Test::MoveIs(_) => self.kind = true,
        }
    }
}

/// All moments of a phase but `endless`.
fn moments(phase: &Phase) -> [&Vec<Rule>; 7] {
    [
        &phase.before_sowing,
        &phase.on_the_way,
        &phase.landing,
        &phase.on_capture,
        &phase.after_move,
        &phase.stuck,
        &phase.end,
    ]
}

/// Bit 0, 1, 2: set by South, by North, by nobody.
pub fn slots(keeper: Keeper, mover: crate::rules::Side) -> u8 {
    match keeper {
        Keeper::Any => 7,
        Keeper::Mover => 1 << Player::Mover.side(mover).index(),
        Keeper::Opponent => 1 << Player::Opponent.side(mover).index(),
    }
}
