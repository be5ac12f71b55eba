//! The course of a move: the scene, the answers to its decisions, and how the rules of a moment are carried out.

use crate::engine::{Decision, Event, Move, Outcome, Position, Watch};
use crate::rules::{Cell, LapKind, Rule, Side, Test};

use super::Reference;
use super::scene::Scene;
use super::seen::Seen;

/// How a move goes on after an action, a rule or a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// With whatever comes next.
    On,
    /// With a new lap from this pit.
    Lap(LapKind, Cell),
    /// The laps are over.
    Done,
    /// The game is over.
    Finished,
    /// The move may not be made.
    Illegal,
    /// The move goes round for ever.
    Endless,
}

/// The answers to the decisions of a move: those given, then always the first choice.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Script {
    /// Bit `i` is the answer to decision `i`.
    pub answers: u64,
    /// Bit `i` is 1 where decision `i` is a [`Decision::May`].
    pub about: u64,
    /// How many answers are given.
    pub given: u8,
    /// How many decisions were met.
    pub met: u8,
}

impl Script {
    /// The script of a move that was listed.
    pub fn of(choice: Move) -> Self {
        Script { answers: choice.answers, given: choice.decisions, ..Script::default() }
    }

    /// The move as far as it is given.
    pub fn given(&self, pit: Cell, kind: u8) -> Move {
        Move { pit, kind, decisions: self.given, answers: self.answers, about: self.about }
    }

    /// Whether the second choice is taken; none where no more decisions fit in a move.
    fn ask(&mut self, about: Decision) -> Option<bool> {
        if self.met >= Move::DECISIONS {
            return None;
        }
        let bit = 1 << self.met;
        if self.met >= self.given {
            self.answers &= !bit;
        }
        if about == Decision::May {
            self.about |= bit;
        }
        self.met += 1;
        Some(self.answers & bit != 0)
    }

    /// The move with the decisions that were met.
    pub fn choice(&self, pit: Cell, kind: u8) -> Move {
        let kept = if self.met >= 64 { u64::MAX } else { (1 << self.met) - 1 };
        Move { pit, kind, decisions: self.met, answers: self.answers & kept, about: self.about }
    }

    /// The next script in order: the last first choice becomes a second one. None after the last script.
    pub fn next(&self) -> Option<Script> {
        let at = (0..self.met).rev().find(|at| self.answers >> at & 1 == 0)?;
        let answers = self.answers & ((1 << at) - 1) | 1 << at;
        Some(Script { answers, about: 0, given: at + 1, met: 0 })
    }
}

/// What is going on, as far as captures care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Seeds are sown: captures are followed by `on capture`.
    Sowing,
    /// The laps are over; captures still are the move's.
    After,
    /// The move is over: captures count for nobody's statistics.
    Over,
}

/// Seeds that a capture took from a cell into a bank.
pub(super) struct Taken {
    pub from: Cell,
    pub to: Cell,
    pub seeds: u16,
    pub by: Side,
}

/// A move on its way.
pub(super) struct Course<'a, 'w, W> {
    pub scene: Scene<'a>,
    pub script: Script,
    pub watch: &'w mut W,
    pub stage: Stage,
    pub outcome: Option<Outcome>,
    /// The mover moves again.
    pub again: bool,
    /// The coming lap goes the other way.
    pub reverse: bool,
    /// The `only if` of the direction that is being sown, until it is tested.
    pub promise: Option<&'a Test>,
    /// Where a rule is to be tried again.
    pub repeat: Option<Cell>,
    /// Whether the rules of `on capture` are being carried out.
    pub capturing: bool,
    /// Captures that can be undone.
    pub taken: Vec<Taken>,
    /// Seeds sown so far.
    pub sown: u32,
    /// How the laps of this move began.
    pub seen: Seen,
}

impl<'a, 'w, W: Watch> Course<'a, 'w, W> {
    /// A course that begins in `now`, with `mover` to be called `own`.
    pub fn new(engine: &'a Reference, now: Position, mover: Side, watch: &'w mut W) -> Self {
        Course {
            scene: Scene::at_rest(engine, now, mover),
            script: Script::default(),
            watch,
            stage: Stage::Over,
            outcome: None,
            again: false,
            reverse: false,
            promise: None,
            repeat: None,
            capturing: false,
            taken: Vec::new(),
            sown: 0,
            seen: Seen::default(),
        }
    }

    /// Tells an event.
    pub fn tell(&mut self, event: Event) {
        let now = &self.scene.now;
        self.watch.event(event, &now.cells[..self.scene.engine.facts.cells], now.hand, now.removed);
    }

    /// Whether the second choice of a decision is taken; a move with too many decisions is endless.
    pub fn ask(&mut self, about: Decision) -> Result<bool, Flow> {
        self.script.ask(about).ok_or(Flow::Endless)
    }

    /// Carries out the first rule of a moment that fits, and more where it says `then continue`. Tells the last that was.
    pub fn run(&mut self, rules: &'a [Rule]) -> (Flow, Option<&'a Rule>) {
        let mut done = None;
        for rule in rules {
            match self.offered(rule) {
                Ok(true) => {}
                Ok(false) => continue,
                Err(flow) => return (flow, done),
            }
            done = Some(rule);
            let flow = self.carry_out(rule);
            if flow != Flow::On || !rule.then_continue {
                return (flow, done);
            }
        }
        (Flow::On, done)
    }

    /// Whether a rule's `when` holds and its `may` is accepted.
    fn offered(&mut self, rule: &Rule) -> Result<bool, Flow> {
        if !self.scene.holds(&rule.when) {
            return Ok(false);
        }
        Ok(!rule.may || !self.ask(Decision::May)?)
    }

    fn carry_out(&mut self, rule: &'a Rule) -> Flow {
        let mut rounds = self.scene.facts.circle(self.scene.mover, self.scene.here.unwrap_or(0));
        loop {
            self.tell(Event::Rule(rule.id));
            let mut flow = Flow::On;
            for action in &rule.actions {
                flow = self.act(action, rule);
                if flow != Flow::On {
                    break;
                }
            }
            let repeat = self.repeat.take();
            if matches!(flow, Flow::Illegal | Flow::Endless) {
                return flow;
            }
            // Once the move is over nothing can forbid it any more.
            if self.stage != Stage::Over && rule.only_if.as_ref().is_some_and(|test| !self.scene.holds(test)) {
                return Flow::Illegal;
            }
            let Some(here) = repeat.filter(|_| flow == Flow::On && rounds > 0) else { return flow };
            rounds -= 1;
            self.scene.here = Some(here);
            self.scene.held = self.scene.seeds_at(here);
            match self.offered(rule) {
                Ok(true) => {}
                Ok(false) => return Flow::On,
                Err(flow) => return flow,
            }
        }
    }
}
