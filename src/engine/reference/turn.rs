//! Turns: a move is played, counted and judged, and the game brought to the next player who can move.

use crate::engine::{Event, Interest, Move, Played, Position, Watch};
use crate::rules::{Action, CellSet, Ending, Play, Rules, Side};

use super::course::{Course, Flow, Script, Stage};
use super::facts::only_passes;
use super::legal::{Requires, preferred};
use super::scene::banks;
use super::seen::fingerprint;
use super::{MOVES_IN_A_ROW, Reference, State};

impl Reference {
    /// A game that begins at `position`.
    pub(super) fn begin(&self, position: &Position) -> State {
        let mut position = position.clone();
        fit(&mut position, &self.rules);
        let mover = position.mover;
        let history = if self.facts.counts_repetition { vec![standing(self, &position, mover)] } else { Vec::new() };
        let mut state = State { position, outcome: None, pass: None, history };
        let mut nobody = ();
        let mut course = Course::new(self, state.position.clone(), mover, &mut nobody);
        if course.scene.now.over {
            course.finish_game(&Ending::MostSeeds, None, 1);
        } else {
            course.settle(&mut state);
        }
        state.outcome = course.outcome;
        state.position = course.scene.now;
        state
    }

    /// Plays a legal move; any other leaves the state as it is.
    pub(super) fn take_turn<W: Watch>(&self, state: &mut State, choice: Move, watch: &mut W) -> Played {
        if state.outcome.is_some() {
            return Played::default();
        }
        if choice.is_pass() || state.pass.is_some() {
            return if choice == Move::PASS { self.pass(state, watch) } else { Played::default() };
        }
        self.move_on(state, choice, watch).unwrap_or_default()
    }

    fn pass<W: Watch>(&self, state: &mut State, watch: &mut W) -> Played {
        let Some(rule) = state.pass.take() else { return Played::default() };
        let before = state.position.clone();
        let mover = before.mover;
        let mut course = Course::new(self, before.clone(), mover, watch);
        course.scene.count_move();
        course.tell(Event::Begins { mover, choice: Move::PASS });
        course.tell(Event::Rule(rule));
        course.tell(Event::MoveOver);
        course.conclude(state, &before)
    }

    fn move_on<W: Watch>(&self, state: &mut State, choice: Move, watch: &mut W) -> Option<Played> {
        let before = state.position.clone();
        let mut course = Course::new(self, before.clone(), before.mover, watch);
        course.script = Script::of(choice);
        course.scene.count_move();
        let scene = &course.scene;
        let line = scene.line(choice.pit, choice.kind)?;
        let requires = scene.requires();
        let listed = if scene.facts.quick {
            scene.at_sight(line, choice.pit).contains(&Some(choice))
        } else {
            let among = preferred(&requires).next().is_none() || self.list(&before).contains(&choice);
            // Who wants all events is told those of a legal move only, so it is made in silence first.
            among && (W::INTEREST < Interest::Everything || self.is_legal(&before, &requires, line, choice))
        };
        if !listed || !course.attempt(&before, &requires, line, choice.pit) {
            return None;
        }
        (course.script.choice(choice.pit, choice.kind) == choice).then(|| course.conclude(state, &before))
    }

    /// Whether a move with just these decisions may be made.
    fn is_legal(&self, before: &Position, requires: &Requires<'_>, line: &Play, choice: Move) -> bool {
        let mut nobody = ();
        let mut course = Course::new(self, before.clone(), before.mover, &mut nobody);
        course.script = Script::of(choice);
        course.scene.count_move();
        let legal = course.attempt(before, requires, line, choice.pit);
        legal && course.script.choice(choice.pit, choice.kind) == choice
    }
}

impl<W: Watch> Course<'_, '_, W> {
    /// Counts the move, tests `end` and the phase, and finds out who moves next.
    pub(super) fn conclude(&mut self, state: &mut State, before: &Position) -> Played {
        let played = Played { captured: self.scene.captured, laps: self.scene.lap };
        let mover = self.scene.mover;
        let engine = self.scene.engine;
        self.stage = Stage::Over;
        self.scene.tries = true;
        let changed = bank_changed(engine, before, &self.scene.now);
        let now = &mut self.scene.now;
        for side in Side::BOTH {
            now.capturing_moves[side.index()] += u32::from(played.captured[side.index()] > 0);
        }
        let quiet = played.captured == [0; 2] && !changed;
        now.quiet = if quiet { now.quiet.saturating_add(1) } else { 0 };
        now.streak = now.streak.saturating_add(1);
        let next = if self.again { mover } else { mover.other() };
        if self.outcome.is_none() {
            self.judge(state, next);
        }
        if self.outcome.is_none() {
            self.end_phase();
            self.scene.now.mover = next;
            if next == mover {
                self.tell(Event::Again);
            } else {
                self.scene.now.streak = 0;
            }
            self.settle(state);
        }
        state.outcome = self.outcome;
        std::mem::swap(&mut state.position, &mut self.scene.now);
        played
    }

    /// The `end` rules and the limit on moves in a row.
    fn judge(&mut self, state: &mut State, next: Side) {
        let engine = self.scene.engine;
        if engine.facts.counts_repetition {
            let standing = standing(engine, &self.scene.now, next);
            state.history.push(standing);
            self.scene.repetition = state.history.iter().filter(|other| **other == standing).count() as u32;
        }
        self.run(&self.scene.phase.end);
        if self.outcome.is_none() && self.scene.now.streak >= MOVES_IN_A_ROW {
            self.finish_game(&Ending::MostSeeds, None, 1);
        }
    }

    /// Goes on to the next phase if this one is over.
    fn end_phase(&mut self) {
        let over = self.scene.phase.until.as_ref().is_some_and(|until| self.scene.holds(until));
        let next = self.scene.now.phase + 1;
        if over && self.scene.engine.rules.phases.get(next as usize).is_some() {
            self.scene.now.phase = next;
            self.tell(Event::Phase(next));
        }
    }

    /// Sees to it that the player to move can: else the `stuck` rules decide, and at last the most seeds.
    fn settle(&mut self, state: &mut State) {
        let mover = self.scene.now.mover;
        self.stage = Stage::Over;
        self.scene.rest(mover);
        if self.scene.can_move() {
            return;
        }
        let rules = self.scene.phase.stuck.as_slice();
        let first = rules.iter().find(|rule| self.scene.holds(&rule.when));
        if let Some(pass) = first.filter(|rule| only_passes(rule)) {
            if self.scene.could_move(mover.other()) {
                state.pass = Some(pass.id);
            } else {
                self.finish_game(&Ending::MostSeeds, None, 1);
            }
            return;
        }
        self.tell(Event::Stuck(mover));
        let (flow, done) = self.run(rules);
        if self.outcome.is_some() {
            return;
        }
        if flow == Flow::Done && done.is_some_and(|rule| rule.actions.last() == Some(&Action::Pass)) {
            self.scene.now.mover = mover.other();
            self.scene.now.streak = 0;
        }
        // Whoever is to move now is looked at, once.
        let mover = self.scene.now.mover;
        self.scene.rest(mover);
        if !self.scene.can_move() {
            self.finish_game(&Ending::MostSeeds, None, 1);
        }
    }
}

/// The fingerprint of a position that stands while `next` is to move.
pub(super) fn standing(engine: &Reference, position: &Position, next: Side) -> u128 {
    let counters = position.counters.iter().flatten().map(|value| u64::from(*value));
    let more = [u64::from(position.phase), next as u64];
    fingerprint(position, engine.facts.cells, counters.chain(more))
}

/// Whether a bank holds other seeds than before, or lies elsewhere.
fn bank_changed(engine: &Reference, before: &Position, now: &Position) -> bool {
    let cells: CellSet = banks(engine, now);
    let same = |cell: u8| now.cells.get(cell as usize) == before.cells.get(cell as usize);
    cells != banks(engine, before) || !cells.iter().all(same)
}

/// Makes a position fit the rules: as many marks and counters, a phase that exists.
fn fit(position: &mut Position, rules: &Rules) {
    position.marks.resize(rules.marks.len(), [CellSet::EMPTY; 3]);
    let fresh = rules.counters.iter().skip(position.counters.len()).map(|counter| [counter.start; 2]);
    position.counters.extend(fresh);
    position.counters.truncate(rules.counters.len());
    position.phase = position.phase.min(rules.phases.len().saturating_sub(1) as u8);
    position.streak = 0;
}
