//! Legal moves: tried whole where the rules can forbid a move once it is made, else listed at sight.

use crate::engine::{Event, Move, Position, Watch};
use crate::rules::{Cell, CellSet, Direction, Play, PlayId, Require, Side};

use super::course::{Course, Flow, Script, Stage};
use super::scene::Scene;
use super::{Reference, SEEDS_A_LIST, TRIES_A_PIT};

/// The lines of `require` in force in a position.
pub(super) type Requires<'a> = Vec<&'a Require>;

/// A move that was tried and may be made.
struct Tried {
    choice: Move,
    /// For each `require ... if possible` in force, whether it is satisfied.
    satisfies: Vec<bool>,
}

impl Reference {
    /// All legal moves of the player to move, the pass apart.
    pub(super) fn list(&self, position: &Position) -> Vec<Move> {
        let mut scene = Scene::at_rest(self, position.clone(), position.mover);
        scene.count_move();
        let mut moves = Vec::with_capacity(scene.facts.cells_each);
        if scene.facts.quick {
            scene.each_start(|line, pit| {
                moves.extend(scene.at_sight(line, pit).into_iter().flatten());
                true
            });
            return moves;
        }
        let requires = scene.requires();
        let mut tried: Vec<Tried> = Vec::new();
        let mut budget = SEEDS_A_LIST;
        scene.each_start(|line, pit| {
            self.try_all(position, &requires, line, pit, &mut budget, |found| {
                tried.push(found);
                true
            })
        });
        for at in 0..preferred(&requires).count() {
            if tried.iter().any(|found| found.satisfies[at]) {
                tried.retain(|found| found.satisfies[at]);
            }
        }
        moves.extend(tried.into_iter().map(|found| found.choice));
        moves
    }

    /// Tries every way of making the decisions of a move. Stops, and says false, when `found` does.
    fn try_all(
        &self,
        position: &Position,
        requires: &Requires<'_>,
        line: &Play,
        pit: Cell,
        budget: &mut u64,
        mut found: impl FnMut(Tried) -> bool,
    ) -> bool {
        let mut script = Some(Script::default());
        for _ in 0..TRIES_A_PIT {
            let Some(given) = script else { break };
            let (_, facts) = self.phase(position);
            if *budget == 0 || !self.bears(facts) {
                return false;
            }
            let mut nobody = ();
            let mut course = Course::new(self, position.clone(), position.mover, &mut nobody);
            course.script = given;
            course.scene.count_move();
            let legal = course.attempt(position, requires, line, pit);
            *budget = budget.saturating_sub(u64::from(course.sown).max(1));
            if legal {
                let choice = course.script.choice(pit, line.id);
                let satisfies = preferred(requires).map(|require| course.scene.holds(&require.test)).collect();
                if !found(Tried { choice, satisfies }) {
                    return false;
                }
            }
            script = course.script.next();
        }
        true
    }
}

impl<'a> Scene<'a> {
    /// Counts the move that is looked for or made among the mover's: whoever looks for moves sees it counted, as it is
    /// while it is made.
    pub fn count_move(&mut self) {
        let moves = &mut self.now.moves[self.mover.index()];
        *moves = moves.saturating_add(1);
    }

    /// Every pit that can be chosen, with the line of `play` that makes the move; by pit, then by kind. Stops when told.
    pub fn each_start(&self, mut visit: impl FnMut(&'a Play, Cell) -> bool) {
        let banks = self.banks();
        let filled = |pits: CellSet| pits.without(banks).iter().filter(|pit| self.seeds_at(*pit) > 0);
        if let [line] = self.phase.plays.as_slice() {
            if self.holds(&line.when) {
                filled(self.set(&line.from, None)).all(|pit| visit(line, pit));
            }
            return;
        }
        let in_force = self.phase.plays.iter().filter(|line| self.holds(&line.when));
        let mut lines: Vec<(&Play, CellSet)> = in_force.map(|line| (line, self.set(&line.from, None))).collect();
        lines.sort_by_key(|(line, _)| line.id);
        let pits = lines.iter().map(|(_, pits)| *pits).fold(CellSet::EMPTY, CellSet::union);
        for pit in filled(pits) {
            let mut last = None;
            for (line, _) in lines.iter().filter(|(_, pits)| pits.contains(pit)) {
                // Of two lines of one kind the first makes the move.
                if last != Some(line.id) && !visit(line, pit) {
                    return;
                }
                last = Some(line.id);
            }
        }
    }

    /// The line of `play` that makes a move of this kind from this pit.
    pub fn line(&self, pit: Cell, kind: PlayId) -> Option<&'a Play> {
        if self.seeds_at(pit) == 0 || self.banks().contains(pit) {
            return None;
        }
        let lines = self.phase.plays.iter().filter(|line| line.id == kind);
        lines.into_iter().find(|line| self.holds(&line.when) && self.has(&line.from, pit, None))
    }

    /// The lines of `require` in force.
    pub fn requires(&self) -> Requires<'a> {
        self.phase.requires.iter().filter(|require| self.holds(&require.when)).collect()
    }

    /// Whether the mover has a legal move in the position as it stands.
    pub fn can_move(&mut self) -> bool {
        let moves = self.now.moves;
        self.count_move();
        let found = self.finds_a_move(moves);
        self.now.moves = moves;
        found
    }

    /// Looks for a legal move, which is counted already beside `moves`.
    fn finds_a_move(&self, moves: [u32; 2]) -> bool {
        let mut found = false;
        if self.facts.quick {
            self.each_start(|line, pit| {
                found = self.at_sight(line, pit)[0].is_some();
                !found
            });
            return found;
        }
        let position = Position { moves, mover: self.mover, ..self.now.clone() };
        let requires = self.requires();
        let mut budget = SEEDS_A_LIST;
        self.each_start(|line, pit| {
            self.engine.try_all(&position, &requires, line, pit, &mut budget, |_| {
                found = true;
                false
            })
        });
        found
    }

    /// Whether `side` could move if it were his turn.
    pub fn could_move(&self, side: Side) -> bool {
        let mut scene = Scene::at_rest(self.engine, self.now.clone(), side);
        scene.tries = false;
        scene.can_move()
    }

    /// The moves from a pit where nothing but the direction decides: at most one for each.
    pub fn at_sight(&self, line: &Play, pit: Cell) -> [Option<Move>; 2] {
        let plain = Move { kind: line.id, ..Move::plain(pit) };
        if self.facts.one_direction {
            return [Some(plain), None];
        }
        if !self.engine.bears(self.facts) {
            return [None; 2];
        }
        let mut scene = Scene::at_rest(self.engine, self.now.clone(), self.mover);
        scene.kind = line.id;
        scene.origin = Some(pit);
        scene.lap_origin = Some(pit);
        scene.here = Some(pit);
        scene.tries = false;
        scene.lifted = scene.to_lift(pit);
        if scene.lifted == 0 {
            return [None; 2];
        }
        scene.lap = u32::from(line.instead.is_none());
        let offered = [Direction::Anticlockwise, Direction::Clockwise].map(|direction| {
            scene.direction = Some(direction);
            let mut lines = scene.phase.sow.directions.iter();
            lines.any(|line| line.direction == direction && scene.holds(&line.when))
        });
        match offered {
            [true, true] => [0, 1].map(|answers| Some(Move { decisions: 1, answers, ..plain })),
            [false, false] => [None; 2],
            _ => [Some(plain), None],
        }
    }
}

/// Those of the requirements that bind only where some move can satisfy them.
pub(super) fn preferred<'a>(requires: &Requires<'a>) -> impl Iterator<Item = &'a Require> {
    requires.iter().copied().filter(|require| require.if_possible)
}

impl<'a, W: Watch> Course<'a, '_, W> {
    /// Makes a move that was counted, up to the end of `after move` or to what the `endless` rules make of it. Whether it is legal, apart
    /// from what is required `if possible`.
    pub fn attempt(&mut self, before: &'a Position, requires: &Requires<'_>, line: &'a Play, pit: Cell) -> bool {
        self.scene.before = Some(before);
        self.scene.tries = false;
        let flow = self.make(line, pit, self.script.given(pit, line.id));
        if flow == Flow::Endless {
            return self.be_endless(before);
        }
        let required = |require: &&Require| require.if_possible || self.scene.holds(&require.test);
        matches!(flow, Flow::Done | Flow::Finished) && requires.iter().all(required)
    }

    /// The `endless` rules on the position before the move; whether they make something of it.
    fn be_endless(&mut self, before: &Position) -> bool {
        let moves = self.scene.now.moves;
        let (kind, mover) = (self.scene.kind, self.scene.mover);
        self.scene.now = before.clone();
        self.scene.now.moves = moves;
        self.scene.rest(mover);
        self.scene.kind = kind;
        self.outcome = None;
        self.again = false;
        self.taken.clear();
        self.stage = Stage::After;
        self.tell(Event::Endless);
        let (flow, done) = self.run(&self.scene.phase.endless.rules);
        done.is_some() && !matches!(flow, Flow::Illegal | Flow::Endless)
    }
}
