//! Turns: a move is played, counted and judged, and the game brought to the next player who can move.

use std::borrow::Cow;

use crate::engine::{Move, Played, Tally};

use super::code::{ActCode, EndingCode, RuleCode};
use super::lanes::Lanes;
use super::layout::bit;
use super::plain::Plain;
use super::program::SideCode;
use super::run::{Course, Flow, Notes, Now, Run, Script, Stage};
use super::state::{Live, NO_PASS, Standing};
use super::{Compiled, MOVES_IN_A_ROW};

impl<B: Lanes, N: Notes> Compiled<B, N> {
    /// A game that begins in `now`.
    pub(super) fn begin(&self, now: Now<B, N>, over: bool) -> Live<B, N> {
        let mut live = Live { now, ..Live::idle() };
        if self.program.counts_repetition {
            live.history.push(Standing::of(&now, now.mover));
        }
        let mut nobody = ();
        let mut course = Course::new(self, now, now.mover, &mut nobody);
        if over {
            course.finish_game(EndingCode::MostSeeds, None, 1);
        } else {
            course.settle(&mut live);
        }
        live.outcome = course.run.outcome;
        live.now = course.run.now;
        live.way = self.way_of_marks(&live.now.notes);
        live
    }

    /// Plays a legal move; any other leaves the state as it is.
    #[inline(never)]
    pub(super) fn take_turn<T: Tally>(&self, live: &mut Live<B, N>, choice: Move, tally: &mut T) -> Option<Played> {
        if live.outcome.is_some() {
            return None;
        }
        if choice.is_pass() || live.pass != NO_PASS {
            return if choice == Move::PASS { self.pass(live, tally) } else { None };
        }
        let code = self.code(live.now.phase, live.now.mover);
        if !live.listed {
            // What the mask lists is legal as it stands.
            let listed = choice.pit < 32 && live.legal >> choice.pit & 1 == 1;
            if !listed || choice != Move::plain(choice.pit) {
                return None;
            }
            if !self.plain_knows_all(live)
                && let Some(played) = self.quick_turn(code, live, choice, tally)
            {
                return Some(played);
            }
        } else if code.listing.is_mask() {
            // Whether the move is legal is seen as it is made.
            if choice != Move::plain(choice.pit) || choice.pit >= 32 {
                return None;
            }
            if self.sights(code, &live.now) & bit(choice.pit) != 0
                && let Some(played) = self.tried_turn(code, live, choice, tally)
            {
                return Some(played);
            }
        } else if code.quick.as_ref().is_some_and(|quick| quick.ways)
            && let Some(played) = self.quick_turn(code, live, choice, tally)
        {
            return Some(played);
        }
        self.whole_turn(live, choice, tally)
    }

    /// Plays an ordinary move from a pit that can be chosen, where a move is its pit.
    #[inline]
    pub(super) fn tried_turn<T: Tally>(
        &self,
        code: &SideCode<B>,
        live: &mut Live<B, N>,
        choice: Move,
        tally: &mut T,
    ) -> Option<Played> {
        match self.plain_turn::<T, true>(live, choice.pit, tally) {
            Some(figures) => Some(figures.played()),
            None if self.plain_knows_all(live) => None,
            None => self.quick_turn(code, live, choice, tally),
        }
    }

    /// Whether the quick path knows nothing that the plain path does not.
    fn plain_knows_all(&self, live: &Live<B, N>) -> bool {
        self.plain_of(&live.now, live.way).is_some_and(Plain::knows_all)
    }

    /// Plays a move by a run.
    #[inline(never)]
    pub(super) fn whole_turn<T: Tally>(&self, live: &mut Live<B, N>, choice: Move, tally: &mut T) -> Option<Played> {
        let mut course = Course::new(self, live.now, live.now.mover, tally);
        course.count_move();
        if !live.listed {
            let line = course.line(choice.pit, 0)?;
            let flow = course.attempt(line, choice.pit);
            if flow == Flow::Endless && !course.be_endless(&live.now) {
                return None;
            }
            return Some(course.conclude(live));
        }
        course.script = Script::of(choice);
        let line = course.line(choice.pit, choice.kind)?;
        if course.preferred() && !self.list(&live.now).contains(&choice) {
            return None;
        }
        let legal = course.try_move(line, choice.pit, &live.now);
        if !legal || course.script.choice(choice.pit, choice.kind) != choice {
            return None;
        }
        Some(course.conclude(live))
    }

    /// The game as it stands, once it has been seen whether the player to move can.
    #[inline(always)]
    pub(super) fn known<'a>(&self, live: &'a Live<B, N>) -> Cow<'a, Live<B, N>> {
        if live.unsure { self.look_again(live) } else { Cow::Borrowed(live) }
    }

    #[cold]
    #[inline(never)]
    fn look_again<'a>(&self, live: &'a Live<B, N>) -> Cow<'a, Live<B, N>> {
        if self.can_move(&live.now, live.now.mover, true) {
            return Cow::Borrowed(live);
        }
        let mut live = live.clone();
        self.make_sure(&mut live);
        Cow::Owned(live)
    }

    /// Sees to it that the player to move can, where that is not known.
    pub(super) fn make_sure(&self, live: &mut Live<B, N>) {
        if !std::mem::take(&mut live.unsure) {
            return;
        }
        let mut nobody = ();
        let mut course = Course::new(self, live.now, live.now.mover, &mut nobody);
        course.settle(live);
        live.outcome = course.run.outcome;
        live.now = course.run.now;
        live.way = self.way_of_marks(&live.now.notes);
    }

    #[cold]
    fn pass<T: Tally>(&self, live: &mut Live<B, N>, tally: &mut T) -> Option<Played> {
        if live.pass == NO_PASS {
            return None;
        }
        let rule = std::mem::replace(&mut live.pass, NO_PASS);
        let mut course = Course::new(self, live.now, live.now.mover, tally);
        course.used(rule);
        course.count_move();
        Some(course.conclude(live))
    }
}

impl<'a, B: Lanes, N: Notes, T: Tally> Course<'a, B, N, T> {
    /// Counts the move that is looked for or made among the mover's: whoever looks for moves sees it counted.
    #[inline(always)]
    pub fn count_move(&mut self) {
        let moves = &mut self.run.now.moves[usize::from(self.run.mover) & 1];
        *moves = moves.saturating_add(1);
    }

    /// Forgets the move: the position stands for itself, `mover` looks at it.
    pub fn rest(&mut self, mover: u8) {
        let now = self.run.now;
        self.code = self.engine.code(now.phase, mover);
        self.run =
            Run { again: self.run.again, outcome: self.run.outcome, tries: self.run.tries, ..Run::new(now, mover) };
    }

    /// Counts the move, tests `end` and the phase, and finds out who moves next.
    #[inline]
    pub(super) fn conclude(mut self, live: &mut Live<B, N>) -> Played {
        let played = Played { captured: self.run.captured, laps: self.run.lap };
        let mover = self.run.mover;
        self.run.stage = Stage::Over;
        self.run.tries = true;
        live.legal = 0;
        live.listed = false;
        live.unsure = false;
        let changed = self.bank_changed(&live.now);
        let now = &mut self.run.now;
        now.capturing[0] += u32::from(played.captured[0] > 0);
        now.capturing[1] += u32::from(played.captured[1] > 0);
        let quiet = played.captured == [0; 2] && !changed;
        now.quiet = if quiet { now.quiet.saturating_add(1) } else { 0 };
        now.streak = now.streak.saturating_add(1);
        let next = if self.run.again { mover } else { 1 - mover };
        if self.run.outcome.is_none() {
            if self.engine.program.counts_repetition {
                self.count_repetition(live, next, changed);
            }
            if !self.code.end.rules.is_empty() {
                self.carry(&self.code.end);
            }
            if self.run.outcome.is_none() && self.run.now.streak >= MOVES_IN_A_ROW {
                self.finish_game(EndingCode::MostSeeds, None, 1);
            }
        }
        if self.run.outcome.is_none() {
            self.end_phase();
            self.run.now.mover = next;
            if next != mover {
                self.run.now.streak = 0;
            }
            self.settle(live);
        }
        live.outcome = self.run.outcome;
        live.now = self.run.now;
        live.way = self.engine.way_of_marks(&live.now.notes);
        played
    }

    fn count_repetition(&mut self, live: &mut Live<B, N>, next: u8, changed: bool) {
        // What is banked stays banked: no position before can come again.
        if changed && self.engine.banks_grow {
            live.history.clear();
        }
        let standing = Standing::of(&self.run.now, next);
        let before = live.history.count(&standing);
        live.history.push(standing);
        self.run.repetition = before + 1;
    }

    /// Whether a bank holds other seeds than before, or lies elsewhere.
    #[inline]
    fn bank_changed(&self, before: &Now<B, N>) -> bool {
        let banks = self.banks();
        if N::KEPT && !self.engine.program.bank_marks.is_empty() {
            let program = &self.engine.program;
            let marks =
                program.bank_marks.iter().map(|mark| before.notes.marked(*mark, 1) | before.notes.marked(*mark, 2));
            if marks.fold(program.stores, |all, cells| all | cells) != banks {
                return true;
            }
            return self.run.now.board.and(B::spread(banks)) != before.board.and(B::spread(banks));
        }
        let stores = self.engine.store_mask;
        self.run.now.board.and(stores) != before.board.and(stores)
    }

    /// Goes on to the next phase if this one is over.
    #[inline]
    fn end_phase(&mut self) {
        if let Some(until) = &self.code.until
            && self.holds(until)
            && usize::from(self.run.now.phase) + 1 < self.engine.program.codes.len() / 2
        {
            self.run.now.phase += 1;
        }
    }

    /// Sees to it that the player to move can: else the `stuck` rules decide, and at last the most seeds.
    #[inline]
    pub(super) fn settle(&mut self, live: &mut Live<B, N>) {
        let mover = self.run.now.mover;
        if self.look(live, mover) == 0 {
            self.be_stuck(live);
        }
    }

    /// Looks what a player can play; 0 for nothing, as far as can be seen.
    #[inline]
    fn look(&self, live: &mut Live<B, N>, mover: u8) -> u32 {
        let found = self.engine.mask(&self.run.now, mover, true);
        live.listed = !self.engine.code(self.run.now.phase, mover).keeps_mask();
        live.legal = if live.listed { 0 } else { found };
        found
    }

    #[cold]
    fn be_stuck(&mut self, live: &mut Live<B, N>) {
        let engine = self.engine;
        let mover = self.run.now.mover;
        self.rest(mover);
        if engine.can_move(&self.run.now, mover, true) {
            return;
        }
        let rules = &self.code.stuck;
        let first = rules.rules.iter().find(|rule| self.holds(&rule.when));
        if let Some(pass) = first.filter(|rule| only_passes(rule)) {
            if engine.can_move(&self.run.now, 1 - mover, false) {
                live.pass = pass.id;
            } else {
                self.finish_game(EndingCode::MostSeeds, None, 1);
            }
            return;
        }
        let (flow, done) = self.carry(rules);
        if self.run.outcome.is_some() {
            return;
        }
        if flow == Flow::Done && done.is_some_and(|rule| matches!(rule.acts.last(), Some(ActCode::Pass))) {
            self.run.now.mover = 1 - mover;
            self.run.now.streak = 0;
        }
        // Whoever is to move now is looked at, once.
        let mover = self.run.now.mover;
        self.rest(mover);
        if self.look(live, mover) == 0 && !engine.can_move(&self.run.now, mover, true) {
            self.finish_game(EndingCode::MostSeeds, None, 1);
        }
    }

    /// Makes a move that was counted, up to the end of `after move`.
    #[inline]
    pub fn attempt(&mut self, line: &'a super::program::PlayCode<B>, pit: u8) -> Flow {
        self.run.tries = false;
        self.make(line, pit)
    }

    /// Makes a move that was counted, and what the `endless` rules make of it; whether it may be made.
    pub fn try_move(&mut self, line: &'a super::program::PlayCode<B>, pit: u8, before: &Now<B, N>) -> bool {
        match self.attempt(line, pit) {
            // The `require` lines ask nothing of a move that goes round for ever.
            Flow::Endless => self.be_endless(before),
            Flow::Done | Flow::Finished => self.required(before),
            _ => false,
        }
    }

    /// The `endless` rules on the position before the move; whether they make something of it.
    #[cold]
    pub fn be_endless(&mut self, before: &Now<B, N>) -> bool {
        self.lost = self.run.sown;
        let moves = self.run.now.moves;
        let (kind, mover) = (self.run.kind, self.run.mover);
        self.run =
            Run { kind, tries: self.run.tries, stage: Stage::After, ..Run::new(Now { moves, ..*before }, mover) };
        let (flow, done) = self.carry(&self.code.endless);
        done.is_some() && !matches!(flow, Flow::Illegal | Flow::Endless)
    }
}

/// Whether a rule does nothing but pass.
fn only_passes<B>(rule: &RuleCode<B>) -> bool {
    matches!(&*rule.acts, [ActCode::Pass])
}
