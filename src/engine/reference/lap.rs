//! The laps of a move: its direction, lifting, and sowing seed by seed.

use crate::engine::{Decision, Event, Move, Watch};
use crate::rules::{Cell, Direction, LapKind, Play};

use super::SEEDS_A_TRY;
use super::course::{Course, Flow, Stage};
use super::seen::fingerprint;

impl<'a, W: Watch> Course<'a, '_, W> {
    /// Makes a whole move: from the choice of `pit` by a line of `play` to the end of `after move`.
    pub fn make(&mut self, line: &'a Play, pit: Cell, choice: Move) -> Flow {
        self.scene.kind = line.id;
        self.scene.origin = Some(pit);
        self.scene.lap_origin = Some(pit);
        self.scene.here = Some(pit);
        self.stage = Stage::Sowing;
        self.tell(Event::Begins { mover: self.scene.mover, choice });
        let flow = match self.instead(line, pit) {
            Flow::Lap(kind, from) => self.laps(kind, from),
            flow => flow,
        };
        self.complete(flow)
    }

    /// The rules of the line's braces; where there are none or none fits, the first lap comes next.
    fn instead(&mut self, line: &'a Play, pit: Cell) -> Flow {
        let usual = Flow::Lap(LapKind::First, pit);
        let Some(rules) = &line.instead else { return usual };
        if let Err(flow) = self.choose_direction(self.scene.to_lift(pit)) {
            return flow;
        }
        let (flow, done) = self.run(rules);
        if flow == Flow::On && done.is_none() {
            return usual;
        }
        self.keep_promise(flow)
    }

    /// Laps, one after the other, until none follows.
    fn laps(&mut self, kind: LapKind, from: Cell) -> Flow {
        let mut next = Flow::Lap(kind, from);
        while let Flow::Lap(kind, from) = next {
            next = self.lap(kind, from);
        }
        next
    }

    /// What comes after the laps.
    fn complete(&mut self, flow: Flow) -> Flow {
        if !matches!(flow, Flow::On | Flow::Done) {
            return flow;
        }
        self.stage = Stage::After;
        match self.run(&self.scene.phase.after_move).0 {
            Flow::On | Flow::Done | Flow::Lap(..) => {}
            flow => return flow,
        }
        if self.scene.now.hand > 0 {
            return Flow::Illegal;
        }
        self.tell(Event::MoveOver);
        Flow::Done
    }

    fn lap(&mut self, kind: LapKind, from: Cell) -> Flow {
        let lift = match kind {
            LapKind::First => self.scene.to_lift(from),
            // What is banked stays banked.
            LapKind::Relay if self.scene.banks().contains(from) => 0,
            LapKind::Relay => self.scene.seeds_at(from),
            LapKind::Resown => 0,
        };
        let handful = self.scene.now.hand.saturating_add(lift);
        if handful == 0 {
            return if kind == LapKind::First { Flow::Illegal } else { Flow::Done };
        }
        let scene = &mut self.scene;
        scene.lap += 1;
        scene.lap_kind = kind;
        scene.lap_origin = Some(from);
        scene.here = Some(from);
        scene.held = scene.seeds_at(from);
        scene.captured_this_lap = 0;
        if (scene.facts.relays && self.is_endless(kind, from)) || !self.scene.engine.bears(self.scene.facts) {
            return Flow::Endless;
        }
        if let Err(flow) = self.direct(handful) {
            return flow;
        }
        self.scene.now.cells[from as usize] -= lift;
        self.scene.now.hand = handful;
        self.scene.lifted = handful;
        if lift > 0 {
            self.tell(Event::Lifted { from, seeds: lift });
        }
        self.tell(Event::Lap { number: self.scene.lap, kind, origin: from, hand: handful });
        let flow = match self.run(&self.scene.phase.before_sowing).0 {
            Flow::On => {
                self.turn_round();
                self.sow(from)
            }
            flow => flow,
        };
        self.keep_promise(flow)
    }

    /// Whether this lap begins as an earlier one did, or there are too many.
    fn is_endless(&mut self, kind: LapKind, from: Cell) -> bool {
        let scene = &self.scene;
        let way = scene.direction.map_or(2, |direction| direction as u64);
        let more = [u64::from(scene.now.hand), u64::from(from) << 8 | way << 4 | kind as u64];
        let print = fingerprint(&scene.now, scene.engine.facts.cells, more);
        // No later lap is of the first one's kind, so none begins as it did.
        scene.lap > scene.phase.endless.laps || (kind != LapKind::First && !self.seen.insert(print))
    }

    /// Settles the direction of a lap that is about to lift `handful`.
    fn direct(&mut self, handful: u16) -> Result<(), Flow> {
        let first = self.scene.direction.is_none();
        if first || (self.scene.phase.sow.each_lap && self.scene.lap > 1) {
            self.choose_direction(handful)?;
        } else if self.scene.lap > 1 {
            self.scene.direction_before = self.scene.direction;
        }
        self.turn_round();
        Ok(())
    }

    /// Turns the direction round if a rule said `reverse`.
    fn turn_round(&mut self) {
        if std::mem::take(&mut self.reverse)
            && let Some(direction) = self.scene.direction
        {
            self.scene.direction = Some(direction.reversed());
            self.tell(Event::Direction(direction.reversed()));
        }
    }

    /// Chooses among the directions that are offered.
    fn choose_direction(&mut self, handful: u16) -> Result<(), Flow> {
        let scene = &mut self.scene;
        scene.lifted = handful;
        scene.direction_before = scene.direction;
        let lines = scene.phase.sow.directions.as_slice();
        let mut offer = |direction: Direction| {
            scene.direction = Some(direction);
            lines.iter().find(|line| line.direction == direction && scene.holds(&line.when))
        };
        let line = match (offer(Direction::Anticlockwise), offer(Direction::Clockwise)) {
            (Some(first), Some(second)) => {
                if self.ask(Decision::Direction)? {
                    second
                } else {
                    first
                }
            }
            (Some(line), None) | (None, Some(line)) => line,
            (None, None) => return Err(Flow::Illegal),
        };
        self.scene.direction = Some(line.direction);
        self.promise = line.only_if.as_ref();
        self.tell(Event::Direction(line.direction));
        Ok(())
    }

    /// Tests the `only if` of the direction, once its lap is done.
    fn keep_promise(&mut self, flow: Flow) -> Flow {
        match self.promise.take() {
            Some(test) if !matches!(flow, Flow::Illegal | Flow::Endless) && !self.scene.holds(test) => Flow::Illegal,
            _ => flow,
        }
    }

    /// Sows the hand, the first seed into the cell after `from`.
    fn sow(&mut self, from: Cell) -> Flow {
        let mut at = from;
        while self.scene.now.hand > 0 {
            let Some(cell) = self.next_cell(at) else { return Flow::Illegal };
            at = cell;
            let scene = &mut self.scene;
            scene.held = scene.now.cells[cell as usize];
            scene.now.cells[cell as usize] = scene.held.saturating_add(1);
            scene.now.hand -= 1;
            scene.here = Some(cell);
            scene.reached.insert(cell);
            let hand = scene.now.hand;
            self.sown += 1;
            self.tell(Event::Sown { cell, hand });
            if self.sown > SEEDS_A_TRY || !self.scene.engine.bears(self.scene.facts) {
                return Flow::Endless;
            }
            if hand == 0 {
                return self.run(&self.scene.phase.landing).0;
            }
            match self.run(&self.scene.phase.on_the_way).0 {
                Flow::On => {}
                flow => return flow,
            }
        }
        Flow::On
    }

    /// The next cell along the circle that takes a seed; none if no cell of it does.
    fn next_cell(&self, from: Cell) -> Option<Cell> {
        let scene = &self.scene;
        let direction = scene.direction?;
        let mut cell = scene.facts.step(scene.mover, from, direction)?;
        if scene.facts.plain {
            return Some(cell);
        }
        for _ in 0..=scene.facts.circle(scene.mover, cell) {
            if self.accepts(cell) {
                return Some(cell);
            }
            cell = scene.facts.step(scene.mover, cell, direction)?;
        }
        None
    }

    /// Whether a cell takes a seed now.
    fn accepts(&self, cell: Cell) -> bool {
        let scene = &self.scene;
        let sow = &scene.phase.sow;
        let named = |lines: &[crate::rules::Guarded]| {
            lines.iter().any(|line| scene.has(&line.set, cell, None) && scene.holds(&line.when))
        };
        (!scene.engine.rules.board.is_store(cell) || named(&sow.includes)) && !named(&sow.skips)
    }
}
