//! The scene that rules look at: a position, who moves, and what has happened in the move so far.

use crate::engine::Position;
use crate::rules::{Cell, CellSet, Direction, LapKind, Phase, PlayId, Side};

use super::Reference;
use super::facts::PhaseFacts;

/// A position in the middle of a move, or between two.
pub(super) struct Scene<'a> {
    pub engine: &'a Reference,
    pub phase: &'a Phase,
    pub facts: &'a PhaseFacts,
    /// The position as it is now.
    pub now: Position,
    /// The position before the move; none between moves.
    pub before: Option<&'a Position>,
    /// Whose eyes `own` and `opponent` are seen with.
    pub mover: Side,
    /// Which line of `play` made the move.
    pub kind: PlayId,
    pub origin: Option<Cell>,
    pub lap_origin: Option<Cell>,
    pub here: Option<Cell>,
    /// Seeds in `here` before the latest fell.
    pub held: u16,
    pub lifted: u16,
    pub lap: u32,
    pub lap_kind: LapKind,
    pub direction: Option<Direction>,
    /// The direction of the lap before.
    pub direction_before: Option<Direction>,
    /// Seeds that captures of this move gave to South, to North.
    pub captured: [u32; 2],
    pub captured_this_lap: u32,
    pub captured_from: CellSet,
    pub reached: CellSet,
    /// Who got the seeds of the capture that is being followed.
    pub captor: Option<Side>,
    /// How often the position has stood.
    pub repetition: u32,
    /// Whether `is stuck` may try moves: false inside a try, which would never end.
    pub tries: bool,
}

impl<'a> Scene<'a> {
    /// The scene of `now` between moves, with `mover` to be called `own`.
    pub fn at_rest(engine: &'a Reference, now: Position, mover: Side) -> Self {
        let (phase, facts) = engine.phase(&now);
        Scene {
            engine,
            phase,
            facts,
            now,
            before: None,
            mover,
            kind: 0,
            origin: None,
            lap_origin: None,
            here: None,
            held: 0,
            lifted: 0,
            lap: 0,
            lap_kind: LapKind::First,
            direction: None,
            direction_before: None,
            captured: [0; 2],
            captured_this_lap: 0,
            captured_from: CellSet::EMPTY,
            reached: CellSet::EMPTY,
            captor: None,
            repetition: 0,
            tries: true,
        }
    }

    /// Forgets the move: the position stands for itself, `mover` looks at it.
    pub fn rest(&mut self, mover: Side) {
        (self.phase, self.facts) = self.engine.phase(&self.now);
        self.before = None;
        self.mover = mover;
        self.kind = 0;
        self.origin = None;
        self.lap_origin = None;
        self.here = None;
        self.held = 0;
        self.lifted = 0;
        self.lap = 0;
        self.lap_kind = LapKind::First;
        self.direction = None;
        self.direction_before = None;
        self.captured = [0; 2];
        self.captured_this_lap = 0;
        self.captured_from = CellSet::EMPTY;
        self.reached = CellSet::EMPTY;
        self.captor = None;
    }

    /// Seeds in a cell.
    pub fn seeds_at(&self, cell: Cell) -> u16 {
        self.now.cells.get(cell as usize).copied().unwrap_or(0)
    }

    /// The seeds that the first lap lifts from a pit.
    pub fn to_lift(&self, pit: Cell) -> u16 {
        let line = self.phase.lifts.iter().find(|line| self.holds(&line.when));
        let keep = line.map_or(0, |line| self.number(&line.keep, None));
        u32::from(self.seeds_at(pit)).saturating_sub(keep) as u16
    }

    /// The cells that are somebody's bank: stores, and pits with a mark that holds captures.
    pub fn banks(&self) -> CellSet {
        banks(self.engine, &self.now)
    }

    /// Where captures of `side` go: the store, else his first pit with a mark that holds captures.
    pub fn bank(&self, side: Side) -> Option<Cell> {
        let marked = || {
            let marks = self.engine.facts.bank_marks.iter().filter_map(|mark| self.now.marks.get(*mark as usize));
            marks.map(|sets| sets[side.index()]).fold(CellSet::EMPTY, CellSet::union).first()
        };
        self.engine.rules.board.store(side).or_else(marked)
    }

    /// All pits that are no bank.
    pub fn in_play(&self) -> CellSet {
        self.engine.facts.pits.without(self.banks())
    }

    /// The seeds of South and North as `most seeds wins` counts them: in their banks, or where nobody can have a bank in
    /// their own pits.
    pub fn score(&self) -> [u32; 2] {
        let board = &self.engine.rules.board;
        Side::BOTH.map(|side| {
            let cells =
                if self.engine.facts.bankless { board.pits(side) } else { banks_of(self.engine, &self.now, side) };
            cells.iter().map(|cell| u32::from(self.seeds_at(cell))).sum()
        })
    }
}

/// All banks in a position.
pub(super) fn banks(engine: &Reference, position: &Position) -> CellSet {
    let marks = engine.facts.bank_marks.iter().filter_map(|mark| position.marks.get(*mark as usize));
    marks.map(|sets| sets[0].union(sets[1])).fold(engine.facts.stores, CellSet::union)
}

/// All banks of one player.
fn banks_of(engine: &Reference, position: &Position, side: Side) -> CellSet {
    let store = engine.rules.board.store(side).into_iter().collect();
    let marks = engine.facts.bank_marks.iter().filter_map(|mark| position.marks.get(*mark as usize));
    marks.map(|sets| sets[side.index()]).fold(store, CellSet::union)
}
