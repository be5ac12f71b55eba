//! The course of a move: how the rules of a moment are carried out, and its laps.

use crate::engine::reference::SEEDS_A_TRY;
use crate::engine::{Decision, Tally};
use crate::rules::{Direction, LapKind, Receiver};

use super::code::{RuleCode, RuleList};
use super::lanes::Lanes;
use super::laps::{Lap, LapTables};
use super::layout::{NONE, bit, cells_of};
use super::program::{PlayCode, RELAY};
use super::run::{Course, Flow, Notes, Stage};
use super::way::{WAY_RULES, Way, WayRule};

impl<'a, B: Lanes, N: Notes, T: Tally> Course<'a, B, N, T> {
    /// Carries out the first rule of a moment that fits, and more where it says `then continue`. Tells the last that was.
    pub fn carry(&mut self, list: &'a RuleList<B>) -> (Flow, Option<&'a RuleCode<B>>) {
        let mut done = None;
        for rule in &list.rules {
            if !self.holds(&rule.when) {
                continue;
            }
            if rule.may {
                match self.ask(Decision::May) {
                    Ok(false) => {}
                    Ok(true) => continue,
                    Err(flow) => return (flow, done),
                }
            }
            done = Some(rule);
            let flow = self.carry_out(rule);
            if flow != Flow::On || !rule.then_continue {
                return (flow, done);
            }
        }
        (Flow::On, done)
    }

    fn carry_out(&mut self, rule: &'a RuleCode<B>) -> Flow {
        self.used(rule.id);
        let mut flow = Flow::On;
        for act in &rule.acts {
            flow = self.act(act, rule);
            if flow != Flow::On {
                break;
            }
        }
        if self.run.repeat == NONE && rule.only_if.is_none() {
            return flow;
        }
        self.promised(rule, flow)
    }

    /// What follows a rule with `only if` or `repeat from`.
    #[cold]
    fn promised(&mut self, rule: &'a RuleCode<B>, flow: Flow) -> Flow {
        let mut flow = flow;
        let mut rounds = self.code.steps.circle(if self.run.here == NONE { 0 } else { self.run.here });
        loop {
            let repeat = std::mem::replace(&mut self.run.repeat, NONE);
            if matches!(flow, Flow::Illegal | Flow::Endless) {
                return flow;
            }
            // Once the move is over nothing can forbid it any more.
            if self.run.stage != Stage::Over && rule.only_if.as_ref().is_some_and(|test| !self.holds(test)) {
                return Flow::Illegal;
            }
            if repeat == NONE || flow != Flow::On || rounds == 0 {
                return flow;
            }
            rounds -= 1;
            self.run.here = repeat;
            self.run.held = self.run.now.board.get(repeat);
            if !self.holds(&rule.when) {
                return Flow::On;
            }
            if rule.may {
                match self.ask(Decision::May) {
                    Ok(false) => {}
                    Ok(true) => return Flow::On,
                    Err(flow) => return flow,
                }
            }
            self.used(rule.id);
            for act in &rule.acts {
                flow = self.act(act, rule);
                if flow != Flow::On {
                    break;
                }
            }
        }
    }

    /// Makes a whole move: from the choice of `pit` by a line of `play` to the end of `after move`.
    #[inline]
    pub fn make(&mut self, line: &'a PlayCode<B>, pit: u8) -> Flow {
        self.run.kind = line.id;
        self.run.origin = pit;
        self.run.lap_origin = pit;
        self.run.here = pit;
        self.run.stage = Stage::Sowing;
        let flow = match &line.instead {
            None => self.laps(LapKind::First, pit),
            Some(rules) => match self.instead(rules, pit) {
                Flow::Lap(kind, from) => self.laps(kind, from),
                flow => flow,
            },
        };
        if !matches!(flow, Flow::On | Flow::Done) {
            return flow;
        }
        self.run.stage = Stage::After;
        if !self.code.after_move.rules.is_empty() {
            match self.carry(&self.code.after_move).0 {
                Flow::On | Flow::Done | Flow::Lap(..) => {}
                flow => return flow,
            }
        }
        if self.run.now.hand > 0 { Flow::Illegal } else { Flow::Done }
    }

    /// The rules of the line's braces; where none fits, the first lap comes next.
    #[cold]
    fn instead(&mut self, rules: &'a RuleList<B>, pit: u8) -> Flow {
        let usual = Flow::Lap(LapKind::First, pit);
        if let Err(flow) = self.choose_direction(self.to_lift(pit)) {
            return flow;
        }
        let (flow, done) = self.carry(rules);
        if flow == Flow::On && done.is_none() {
            return usual;
        }
        self.keep_promise(flow)
    }

    /// The seeds that the first lap lifts from a pit.
    #[inline]
    pub fn to_lift(&self, pit: u8) -> u32 {
        let seeds = self.run.now.board.get(pit);
        if self.code.lifts.is_empty() {
            return seeds;
        }
        let line = self.code.lifts.iter().find(|line| self.holds(&line.when));
        seeds.saturating_sub(line.map_or(0, |line| self.number(&line.keep, NONE)))
    }

    /// Laps, one after the other, until none follows.
    fn laps(&mut self, kind: LapKind, from: u8) -> Flow {
        let (mut kind, mut from) = (kind, from);
        loop {
            match self.lap(kind, from) {
                Flow::Lap(next, start) => (kind, from) = (next, start),
                flow => return flow,
            }
        }
    }

    #[inline]
    fn lap(&mut self, kind: LapKind, from: u8) -> Flow {
        let lift = match kind {
            LapKind::First => self.to_lift(from),
            // What is banked stays banked.
            LapKind::Relay if self.banks() & bit(from) != 0 => 0,
            LapKind::Relay => self.run.now.board.get(from),
            LapKind::Resown => 0,
        };
        let handful = self.run.now.hand + lift;
        if handful == 0 {
            return if kind == LapKind::First { Flow::Illegal } else { Flow::Done };
        }
        self.run.lap += 1;
        self.run.lap_kind = kind;
        self.run.lap_origin = from;
        self.run.here = from;
        self.run.this_lap = 0;
        if self.code.relays && self.is_endless(kind, from) {
            return Flow::Endless;
        }
        match self.code.one_way {
            Some(direction) => {
                if self.run.lap > 1 {
                    self.run.direction_before = self.run.direction;
                }
                self.run.direction = Some(direction);
            }
            None => {
                self.run.held = self.run.now.board.get(from);
                if let Err(flow) = self.direct(handful) {
                    return flow;
                }
            }
        }
        self.run.lifted = handful;
        if !self.code.before_sowing.rules.is_empty() {
            return self.prepared_lap(from, lift, handful);
        }
        let flow = self.sow(from, lift, handful);
        if self.run.promise == NONE { flow } else { self.keep_promise(flow) }
    }

    /// A lap with `before sowing` rules.
    #[cold]
    fn prepared_lap(&mut self, from: u8, lift: u32, handful: u32) -> Flow {
        self.run.held = self.run.now.board.get(from);
        self.run.now.board = self.run.now.board.minus(B::only(from, lift));
        self.run.now.hand = handful;
        let flow = match self.carry(&self.code.before_sowing).0 {
            Flow::On => {
                self.turn_round();
                self.walk(from)
            }
            flow => flow,
        };
        self.keep_promise(flow)
    }

    /// Whether this lap begins as an earlier one did, or there are too many.
    #[inline]
    fn is_endless(&mut self, kind: LapKind, from: u8) -> bool {
        if !self.code.remembers {
            // Laps that begin alike go on alike: it is enough to find out some time.
            return self.run.lap > self.code.watched && self.goes_round(kind, from);
        }
        self.remembers(kind, from)
    }

    fn beginning(&self, kind: LapKind, from: u8) -> u32 {
        let way = self.run.direction.map_or(2, |direction| direction as u32);
        self.run.now.hand << 16 | u32::from(from) << 8 | way << 4 | kind as u32
    }

    #[cold]
    fn goes_round(&mut self, kind: LapKind, from: u8) -> bool {
        let more = self.beginning(kind, from);
        self.run.lap > self.code.laps
            || !self.seen.insert_one(self.run.lap, self.run.now.board, more, self.run.now.notes.marks())
    }

    fn remembers(&mut self, kind: LapKind, from: u8) -> bool {
        let more = self.beginning(kind, from);
        self.run.lap > self.code.laps || !self.seen.insert(self.run.now.board, more, self.run.now.notes.marks())
    }

    /// Settles the direction of a lap that is about to lift `handful`.
    fn direct(&mut self, handful: u32) -> Result<(), Flow> {
        if self.run.direction.is_none() || (self.code.each_lap && self.run.lap > 1) {
            self.choose_direction(handful)?;
        } else if self.run.lap > 1 {
            self.run.direction_before = self.run.direction;
        }
        self.turn_round();
        Ok(())
    }

    /// Turns the direction round if a rule said `reverse`.
    fn turn_round(&mut self) {
        if std::mem::take(&mut self.run.reverse) {
            self.run.direction = self.run.direction.map(Direction::reversed);
        }
    }

    /// Chooses among the directions that are offered.
    fn choose_direction(&mut self, handful: u32) -> Result<(), Flow> {
        self.run.lifted = handful;
        self.run.direction_before = self.run.direction;
        let mut offer = |direction: Direction| {
            self.run.direction = Some(direction);
            let mut lines = self.code.offers.iter().enumerate();
            lines.find(|(_, line)| line.direction == direction && self.holds(&line.when)).map(|(at, _)| at)
        };
        let at = match (offer(Direction::Anticlockwise), offer(Direction::Clockwise)) {
            (Some(first), Some(second)) => {
                if self.ask(Decision::Direction)? {
                    second
                } else {
                    first
                }
            }
            (Some(at), None) | (None, Some(at)) => at,
            (None, None) => return Err(Flow::Illegal),
        };
        let line = &self.code.offers[at];
        self.run.direction = Some(line.direction);
        self.run.promise = if line.only_if.is_some() { at as u8 } else { NONE };
        Ok(())
    }

    /// Tests the `only if` of the direction, once its lap is done.
    fn keep_promise(&mut self, flow: Flow) -> Flow {
        let promise = std::mem::replace(&mut self.run.promise, NONE);
        let Some(line) = self.code.offers.get(usize::from(promise)) else { return flow };
        match &line.only_if {
            Some(test) if !matches!(flow, Flow::Illegal | Flow::Endless) && !self.holds(test) => Flow::Illegal,
            _ => flow,
        }
    }

    /// Lifts and sows a lap: at once where a table knows its path, else seed by seed.
    #[inline]
    fn sow(&mut self, from: u8, lift: u32, handful: u32) -> Flow {
        let engine = self.engine;
        let Some(direction) = self.run.direction else { return Flow::Illegal };
        let table = match &self.code.tables[direction as usize] {
            LapTables::Fixed(table) => Some(&**table),
            LapTables::Walk => None,
            by_mark => engine.marked_table(by_mark, &self.run.now, self.run.mover, direction),
        };
        let Some(lap) = table.and_then(|table| table.get(from, handful)) else {
            return self.slow_lap(from, lift, handful);
        };
        let board = self.run.now.board;
        // The table takes the whole handful out of the start; what was in the hand did not lie there.
        let left = handful - lift;
        self.run.now.board = board.plus(lap.add);
        if left > 0 {
            self.run.now.board = self.run.now.board.plus(B::only(from, left));
        }
        self.run.now.hand = 0;
        if let Way::Masks { rules, in_play } = &self.code.way
            && !self.capture_on_the_way(rules, *in_play, lap)
        {
            self.run.now.board = board;
            self.run.now.hand = left;
            return self.slow_lap(from, lift, handful);
        }
        if matches!(self.code.way, Way::Walk) && handful > 1 {
            self.run.now.board = board;
            self.run.now.hand = left;
            return self.slow_lap(from, lift, handful);
        }
        self.run.sown += handful;
        self.run.reached |= lap.reached;
        self.run.here = lap.last;
        self.land()
    }

    /// The landing rules.
    #[inline]
    fn land(&mut self) -> Flow {
        let here = self.run.here;
        let seeds = self.run.now.board.get(here);
        self.run.held = seeds.wrapping_sub(1);
        let code = self.code.landing.code(here, seeds);
        if code == 0 {
            return Flow::On;
        }
        let Some(list) = self.code.landing.list(code) else { return Flow::On };
        if code & RELAY != 0 {
            if let Some(rule) = list.rules.first() {
                self.used(rule.id);
            }
            return Flow::Lap(LapKind::Relay, here);
        }
        self.carry(list).0
    }

    /// Makes the captures of a whole lap; false, and nothing done, where they must be made seed by seed.
    #[inline]
    fn capture_on_the_way(&mut self, rules: &'a [WayRule<B>], in_play: u32, lap: &Lap<B>) -> bool {
        if !lap.once {
            return false;
        }
        let mut passed = lap.passed;
        let mut hits = [0; WAY_RULES];
        for (rule, hit) in rules.iter().zip(&mut hits) {
            *hit = passed & self.set(&rule.cells, NONE);
            if let Some(seeds) = rule.seeds {
                *hit &= self.run.now.board.holding(seeds);
            }
            passed &= !*hit;
        }
        let all = hits.iter().fold(0, |all, hit| all | hit);
        if all == 0 {
            return true;
        }
        if in_play > 0 && self.sum(self.in_play() & !all) < in_play {
            return false;
        }
        for (rule, hit) in rules.iter().zip(hits) {
            if hit != 0 {
                self.capture_mask(rule, hit);
            }
        }
        true
    }

    /// One capture of `on the way` from all cells that it fits.
    fn capture_mask(&mut self, rule: &'a WayRule<B>, hit: u32) {
        self.used(rule.id);
        let mover = usize::from(self.run.mover);
        let cells = hit & !self.banks();
        let own = match rule.receiver {
            Receiver::Mover | Receiver::Captor => [0, 1].map(|side| if side == mover { cells } else { 0 }),
            Receiver::Opponent => [0, 1].map(|side| if side == mover { 0 } else { cells }),
            Receiver::Owners => self.engine.program.layout.sides.map(|pits| cells & pits),
            Receiver::Keepers => {
                let mut own = [0; 2];
                for cell in cells_of(cells) {
                    if let Some(side) = self.keeper(cell) {
                        own[side] |= bit(cell);
                    }
                }
                own
            }
        };
        for (side, cells) in own.into_iter().enumerate() {
            let bank = self.bank(side);
            if cells == 0 || bank == NONE {
                continue;
            }
            let taken = self.run.now.board.and(B::spread(cells));
            let seeds = taken.sum();
            self.run.now.board = self.run.now.board.minus(taken).plus(B::only(bank, seeds));
            self.note_capture(taken, seeds, side);
        }
    }

    #[cold]
    fn slow_lap(&mut self, from: u8, lift: u32, handful: u32) -> Flow {
        self.run.held = self.run.now.board.get(from);
        self.run.now.board = self.run.now.board.minus(B::only(from, lift));
        self.run.now.hand = handful;
        self.walk(from)
    }

    /// Sows the hand seed by seed, the first into the cell after `from`.
    fn walk(&mut self, from: u8) -> Flow {
        let mut at = from;
        while self.run.now.hand > 0 {
            at = self.next_cell(at);
            if at == NONE {
                return Flow::Illegal;
            }
            self.run.held = self.run.now.board.get(at);
            self.run.now.board = self.run.now.board.plus(B::only(at, 1));
            self.run.now.hand -= 1;
            self.run.here = at;
            self.run.reached |= bit(at);
            self.run.sown += 1;
            if self.run.sown > SEEDS_A_TRY {
                return Flow::Endless;
            }
            if self.run.now.hand == 0 {
                return self.land();
            }
            match self.carry(&self.code.on_the_way).0 {
                Flow::On => {}
                flow => return flow,
            }
        }
        Flow::On
    }

    /// The next cell along the circle that takes a seed; [`NONE`] if no cell of it does.
    fn next_cell(&self, from: u8) -> u8 {
        let Some(direction) = self.run.direction else { return NONE };
        let steps = &self.code.steps;
        let mut cell = steps.next(direction, from);
        if self.code.skips.is_empty() && self.code.includes.is_empty() {
            return cell;
        }
        let named = |lines: &[(super::code::SetCode<B>, super::code::TestCode<B>)]| {
            lines.iter().filter(|(_, when)| self.holds(when)).fold(0, |cells, (set, _)| cells | self.set(set, NONE))
        };
        let avoided = self.engine.program.stores & !named(&self.code.includes) | named(&self.code.skips);
        for _ in 0..=steps.circle(cell) {
            if cell == NONE || avoided & bit(cell) == 0 {
                return cell;
            }
            cell = steps.next(direction, cell);
        }
        NONE
    }
}
