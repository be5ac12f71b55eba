//! A game's position as the compiled engine keeps it, and a move on its way.

use std::fmt::Debug;

use crate::engine::{Decision, Move, Outcome, Tally};
use crate::rules::{CounterId, Direction, LapKind, MarkId, PlayId, RuleId};

use super::Compiled;
use super::lanes::Lanes;
use super::layout::NONE;
use super::program::SideCode;

/// The most marks and counters that fit a position.
pub const NOTES: usize = 4;

/// The cells of each mark: set by South, by North, by nobody.
pub type Marks = [[u32; 3]; NOTES];

/// The cells that bear a mark; bit `i` of `slots`: set by South, by North, by nobody.
#[inline(always)]
pub fn marked(marks: &Marks, mark: MarkId, slots: u8) -> u32 {
    let [south, north, nobody] = marks[usize::from(mark) % NOTES];
    match slots {
        1 => south,
        2 => north,
        _ => south | north | nobody,
    }
}

/// Marks and counters: kept only where a variant has some.
pub trait Notes: Copy + Debug + Default + PartialEq + Send + Sync + 'static {
    /// Whether there are any.
    const KEPT: bool;
    /// The cells that bear a mark; bit `i` of `slots`: set by South, by North, by nobody.
    fn marked(&self, mark: MarkId, slots: u8) -> u32;
    /// The cells of a mark by who set them.
    fn sets(&mut self, mark: MarkId) -> Option<&mut [u32; 3]>;
    /// A counter.
    fn counter(&self, counter: CounterId, side: usize) -> u32;
    /// A counter to be changed.
    fn counter_mut(&mut self, counter: CounterId, side: usize) -> Option<&mut u32>;
    /// All marks, for comparing.
    fn marks(&self) -> Marks;
}

impl Notes for () {
    const KEPT: bool = false;
    #[inline(always)]
    fn marked(&self, _: MarkId, _: u8) -> u32 {
        0
    }
    fn sets(&mut self, _: MarkId) -> Option<&mut [u32; 3]> {
        None
    }
    fn counter(&self, _: CounterId, _: usize) -> u32 {
        0
    }
    fn counter_mut(&mut self, _: CounterId, _: usize) -> Option<&mut u32> {
        None
    }
    #[inline(always)]
    fn marks(&self) -> Marks {
        [[0; 3]; NOTES]
    }
}

/// Marks and counters of a variant that has some.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Kept {
    marks: Marks,
    counters: [[u32; 2]; NOTES],
}

impl Notes for Kept {
    const KEPT: bool = true;
    #[inline(always)]
    fn marked(&self, mark: MarkId, slots: u8) -> u32 {
        marked(&self.marks, mark, slots)
    }
    fn sets(&mut self, mark: MarkId) -> Option<&mut [u32; 3]> {
        self.marks.get_mut(usize::from(mark))
    }
    fn counter(&self, counter: CounterId, side: usize) -> u32 {
        self.counters.get(usize::from(counter)).map_or(0, |values| values[side & 1])
    }
    fn counter_mut(&mut self, counter: CounterId, side: usize) -> Option<&mut u32> {
        self.counters.get_mut(usize::from(counter)).map(|values| &mut values[side & 1])
    }
    #[inline(always)]
    fn marks(&self) -> Marks {
        self.marks
    }
}

/// A position: small, copied to be undone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Now<B, N> {
    pub board: B,
    pub notes: N,
    pub hand: u32,
    pub removed: u32,
    pub moves: [u32; 2],
    pub capturing: [u32; 2],
    pub quiet: u32,
    pub streak: u32,
    pub mover: u8,
    pub phase: u8,
}

impl<B, N> Now<B, N> {
    /// The moves of a side with the one that is being made.
    #[inline(always)]
    pub fn counted(&self, side: usize) -> u32 {
        let own = u32::from(usize::from(self.mover & 1) == side & 1);
        self.moves[side & 1].saturating_add(own)
    }
}

/// How a move goes on after an action, a rule or a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// With whatever comes next.
    On,
    /// With a new lap from this pit.
    Lap(LapKind, u8),
    /// The laps are over.
    Done,
    /// The game is over.
    Finished,
    /// The move may not be made.
    Illegal,
    /// The move goes round for ever.
    Endless,
}

/// What is going on, as far as captures care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Seeds are sown: captures are followed by `on capture`.
    Sowing,
    /// The laps are over; captures still are the move's.
    After,
    /// The move is over: captures count for nobody's statistics.
    Over,
}

/// The answers to the decisions of a move: those given, then always the first choice.
#[derive(Clone, Copy, Debug, Default)]
pub struct Script {
    pub answers: u64,
    pub about: u64,
    pub given: u8,
    pub met: u8,
}

impl Script {
    /// The script of a move that was listed.
    pub fn of(choice: Move) -> Self {
        Script { answers: choice.answers, given: choice.decisions, ..Script::default() }
    }

    /// Whether the second choice is taken; none where no more decisions fit in a move.
    pub fn ask(&mut self, about: Decision) -> Option<bool> {
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
    pub fn choice(&self, pit: u8, kind: PlayId) -> Move {
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

/// A move on its way. What it carries is plain values, so that a copy is a snapshot.
#[derive(Clone, Copy, Debug)]
pub struct Run<B, N> {
    pub now: Now<B, N>,
    /// The seeds before the move.
    pub before: B,
    /// Seeds that captures took from each cell, by who got them: only where captures can be undone.
    pub taken: [B; 2],
    /// Seeds that captures of this move gave to South, to North.
    pub captured: [u32; 2],
    pub this_lap: u32,
    pub captured_from: u32,
    pub reached: u32,
    pub held: u32,
    pub lifted: u32,
    pub lap: u32,
    pub sown: u32,
    pub repetition: u32,
    pub outcome: Option<Outcome>,
    pub direction: Option<Direction>,
    pub direction_before: Option<Direction>,
    pub lap_kind: LapKind,
    pub stage: Stage,
    /// Who `own` is.
    pub mover: u8,
    pub kind: PlayId,
    pub origin: u8,
    pub lap_origin: u8,
    pub here: u8,
    /// The place of the direction's line in `sow` whose `only if` is still to be tested, or [`NONE`].
    pub promise: u8,
    /// Where a rule is to be tried again, or [`NONE`].
    pub repeat: u8,
    /// Who got the seeds of the capture that is being followed; 2 for nobody.
    pub captor: u8,
    pub capturing: bool,
    pub again: bool,
    pub reverse: bool,
    /// Whether `is stuck` may try moves: false inside a try, which would never end.
    pub tries: bool,
}

impl<B: Lanes, N: Notes> Run<B, N> {
    /// A run that begins in `now`, with `mover` to be called `own`.
    #[inline(always)]
    pub fn new(now: Now<B, N>, mover: u8) -> Self {
        Run {
            now,
            before: now.board,
            taken: [B::default(); 2],
            captured: [0; 2],
            this_lap: 0,
            captured_from: 0,
            reached: 0,
            held: 0,
            lifted: 0,
            lap: 0,
            sown: 0,
            repetition: 0,
            outcome: None,
            direction: None,
            direction_before: None,
            lap_kind: LapKind::First,
            stage: Stage::Over,
            mover,
            kind: 0,
            origin: NONE,
            lap_origin: NONE,
            here: NONE,
            promise: NONE,
            repeat: NONE,
            captor: 2,
            capturing: false,
            again: false,
            reverse: false,
            tries: true,
        }
    }
}

/// A run with the code that it runs, the answers that it is given and who wants to know its rules.
pub struct Course<'a, B: Lanes, N: Notes, T> {
    pub engine: &'a Compiled<B, N>,
    pub code: &'a SideCode<B>,
    pub run: Run<B, N>,
    pub script: Script,
    pub tally: &'a mut T,
    /// How the laps of this move began.
    pub seen: Seen<B>,
    /// Seeds sown in laps that an endless move took back.
    pub lost: u32,
    /// Whether a `require` may ask who is stuck: not while that is being found out.
    pub asks: bool,
}

impl<'a, B: Lanes, N: Notes, T: Tally> Course<'a, B, N, T> {
    /// A course that begins in `now`, with `mover` to be called `own`.
    #[inline(always)]
    pub fn new(engine: &'a Compiled<B, N>, now: Now<B, N>, mover: u8, tally: &'a mut T) -> Self {
        let code = engine.code(now.phase, mover);
        Course {
            engine,
            code,
            run: Run::new(now, mover),
            script: Script::default(),
            tally,
            seen: Seen::default(),
            lost: 0,
            asks: true,
        }
    }

    /// Notes a rule that is carried out.
    #[inline(always)]
    pub fn used(&mut self, rule: RuleId) {
        self.tally.rule(rule);
    }

    /// Whether the second choice of a decision is taken; a move with too many decisions is endless.
    pub fn ask(&mut self, about: Decision) -> Result<bool, Flow> {
        self.script.ask(about).ok_or(Flow::Endless)
    }
}

/// How a lap began: everything that an endless move must repeat.
type Beginning<B> = (B, u32, Marks);

/// The beginnings of the laps of a move.
#[derive(Debug)]
pub struct Seen<B> {
    all: Vec<Beginning<B>>,
    /// A number for each, by which most others are told apart at once.
    traces: Vec<u64>,
    /// One of them, kept for longer and longer (Brent), where a move that repeats itself once does so for ever.
    one: Option<Beginning<B>>,
}

impl<B> Default for Seen<B> {
    fn default() -> Self {
        Seen { all: Vec::new(), traces: Vec::new(), one: None }
    }
}

impl<B: Lanes> Seen<B> {
    /// Remembers every beginning; false if this one was met before.
    pub fn insert(&mut self, board: B, more: u32, marks: Marks) -> bool {
        let beginning = (board, more, marks);
        let [low, high] = board.words();
        let words = [low as u64, (low >> 64) as u64, high as u64, (high >> 64) as u64, u64::from(more)];
        let trace = words
            .into_iter()
            .fold(0, |trace: u64, word| (trace.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        if self.traces.contains(&trace) && self.all.contains(&beginning) {
            return false;
        }
        self.traces.push(trace);
        self.all.push(beginning);
        true
    }

    /// Remembers one beginning, replaced at every power of two; false if this one is it.
    #[cold]
    pub fn insert_one(&mut self, lap: u32, board: B, more: u32, marks: Marks) -> bool {
        let beginning = (board, more, marks);
        if self.one == Some(beginning) {
            return false;
        }
        if self.one.is_none() || lap.is_power_of_two() {
            self.one = Some(beginning);
        }
        true
    }
}
