//! Legal moves: tried whole where the rules can forbid a move once it is made, else listed at sight.

use crate::engine::{Event, Move, Position, Watch};
use crate::rules::{Cell, CellSet, Direction, Phase, Play, PlayId, Require, Side};

use super::course::{Course, Flow, Script, Stage};
use super::facts::PhaseFacts;
use super::scene::{Scene, banks};
use super::{Reference, SEEDS_A_LIST, TRIES_A_PIT};

/// The lines of `play` in force, each with its pits, by kind of move and then in file order.
type Lines<'a> = Vec<(&'a Play, CellSet)>;

/// What is known of a list of legal moves before the first try.
pub(super) struct Outlook<'a> {
    lines: Lines<'a>,
    requires: Vec<&'a Require>,
}

/// A move that was tried and may be made.
struct Tried {
    choice: Move,
    /// For each `require ... if possible` in force, whether it is satisfied.
    satisfies: Vec<bool>,
}

impl Reference {
    /// The phase that a position is in.
    pub(super) fn phase(&self, position: &Position) -> Option<(&Phase, &PhaseFacts)> {
        let at = position.phase as usize;
        Some((self.rules.phases.get(at)?, self.facts.phases.get(at)?))
    }

    /// All legal moves of the player to move, the pass apart.
    pub(super) fn list(&self, position: &Position) -> Vec<Move> {
        let Some(scene) = Scene::at_rest(self, position.clone(), position.mover) else { return Vec::new() };
        let outlook = Outlook::new(&scene);
        let mut moves = Vec::with_capacity(outlook.lines.iter().map(|(_, pits)| pits.len() as usize).sum());
        if scene.facts.quick {
            outlook.each_start(|line, pit| {
                moves.extend(self.at_sight(position, line, pit).into_iter().flatten());
                true
            });
            return moves;
        }
        let mut tried: Vec<Tried> = Vec::new();
        let mut budget = SEEDS_A_LIST;
        outlook.each_start(|line, pit| {
            self.try_all(position, &outlook, line, pit, &mut budget, |found| {
                tried.push(found);
                true
            })
        });
        for at in 0..outlook.preferred() {
            if tried.iter().any(|found| found.satisfies[at]) {
                tried.retain(|found| found.satisfies[at]);
            }
        }
        moves.extend(tried.into_iter().map(|found| found.choice));
        moves
    }

    /// Whether `side` could move if it were his turn.
    pub(super) fn can_move(&self, position: &Position, side: Side) -> bool {
        let mut now = position.clone();
        now.mover = side;
        let Some(scene) = Scene::at_rest(self, now.clone(), side) else { return false };
        let outlook = Outlook::new(&scene);
        let quick = scene.facts.quick;
        let mut found = false;
        let mut budget = SEEDS_A_LIST;
        outlook.each_start(|line, pit| {
            if quick {
                found = self.at_sight(&now, line, pit)[0].is_some();
                return !found;
            }
            self.try_all(&now, &outlook, line, pit, &mut budget, |_| {
                found = true;
                false
            })
        });
        found
    }

    /// The moves from a pit where nothing but the direction decides: at most one for each.
    fn at_sight(&self, position: &Position, line: &Play, pit: Cell) -> [Option<Move>; 2] {
        let mut found = [None; 2];
        let simple = self.phase(position).is_some_and(|(phase, _)| {
            let lines = &phase.sow.directions;
            lines.len() == 1 && lines[0].when.is_always() && phase.lifts.is_empty()
        });
        if simple {
            found[0] = Some(Move { kind: line.id, ..Move::plain(pit) });
            return found;
        }
        let Some(mut scene) = Scene::at_rest(self, position.clone(), position.mover) else { return found };
        scene.kind = line.id;
        scene.origin = Some(pit);
        scene.lap_origin = Some(pit);
        scene.here = Some(pit);
        scene.tries = false;
        let lift = scene.to_lift(pit);
        if lift == 0 {
            return found;
        }
        scene.lifted = lift;
        scene.lap = u32::from(line.instead.is_none());
        let offered = [Direction::Anticlockwise, Direction::Clockwise].map(|direction| {
            scene.direction = Some(direction);
            let mut lines = scene.phase.sow.directions.iter();
            lines.any(|line| line.direction == direction && scene.holds(&line.when))
        });
        let plain = Move { kind: line.id, ..Move::plain(pit) };
        match offered {
            [true, true] => found = [0, 1].map(|answers| Some(Move { decisions: 1, answers, ..plain })),
            [false, false] => {}
            _ => found[0] = Some(plain),
        }
        found
    }

    /// Tries every way of making the decisions of a move. Stops, and says false, when `found` does.
    fn try_all(
        &self,
        position: &Position,
        outlook: &Outlook<'_>,
        line: &Play,
        pit: Cell,
        budget: &mut u64,
        mut found: impl FnMut(Tried) -> bool,
    ) -> bool {
        let mut script = Some(Script::default());
        for _ in 0..TRIES_A_PIT {
            let Some(given) = script else { break };
            if *budget == 0 {
                return false;
            }
            let mut nobody = ();
            let Some(attempt) = self.attempt(position, outlook, line, pit, given, &mut nobody) else { return false };
            *budget = budget.saturating_sub(u64::from(attempt.course.sown).max(1));
            if attempt.legal {
                let choice = attempt.course.script.choice(pit, line.id);
                let preferred = outlook.requires.iter().filter(|require| require.if_possible);
                let satisfies = preferred.map(|require| attempt.course.scene.holds(&require.test)).collect();
                if !found(Tried { choice, satisfies }) {
                    return false;
                }
            }
            script = attempt.course.script.next();
        }
        true
    }

    /// Makes a move on a copy of `position`, up to the end of `after move` or to what the `endless` rules make of it.
    pub(super) fn attempt<'a, 'w, W: Watch>(
        &'a self,
        position: &'a Position,
        outlook: &Outlook<'_>,
        line: &'a Play,
        pit: Cell,
        script: Script,
        watch: &'w mut W,
    ) -> Option<Attempt<'a, 'w, W>> {
        let mover = position.mover;
        let mut course = Course::new(self, position.clone(), mover, watch)?;
        course.script = script;
        course.scene.before = Some(position);
        course.scene.tries = false;
        let moves = &mut course.scene.now.moves[mover.index()];
        *moves = moves.saturating_add(1);
        let flow = course.make(line, pit, script.choice_given(pit, line.id));
        if flow == Flow::Endless {
            let legal = course.be_endless(position);
            return Some(Attempt { course, legal });
        }
        let required = |require: &&Require| require.if_possible || course.scene.holds(&require.test);
        let legal = matches!(flow, Flow::Done | Flow::Finished) && outlook.requires.iter().all(required);
        Some(Attempt { course, legal })
    }

    /// The line of `play` that makes a move of this kind from this pit.
    pub(super) fn line<'a>(&'a self, outlook: &Outlook<'a>, pit: Cell, kind: PlayId) -> Option<&'a Play> {
        outlook.lines.iter().find(|(line, pits)| line.id == kind && pits.contains(pit)).map(|(line, _)| *line)
    }

    /// Whether a move is among those listed at sight.
    pub(super) fn lists_at_sight(&self, position: &Position, line: &Play, choice: Move) -> bool {
        self.at_sight(position, line, choice.pit).contains(&Some(choice))
    }
}

/// A move made on a copy.
pub(super) struct Attempt<'a, 'w, W> {
    pub course: Course<'a, 'w, W>,
    pub legal: bool,
}

impl<'a> Outlook<'a> {
    pub fn new(scene: &Scene<'a>) -> Self {
        let banks = banks(scene.engine, &scene.now);
        let filled = |cell: &Cell| scene.seeds_at(*cell) > 0;
        let mut lines: Lines<'a> = scene
            .phase
            .plays
            .iter()
            .filter(|line| scene.holds(&line.when))
            .map(|line| (line, scene.set(&line.from, None).without(banks).iter().filter(filled).collect()))
            .collect();
        lines.sort_by_key(|(line, _)| line.id);
        let requires = scene.phase.requires.iter().filter(|require| scene.holds(&require.when)).collect();
        Outlook { lines, requires }
    }

    /// How many `require ... if possible` are in force.
    pub fn preferred(&self) -> usize {
        self.requires.iter().filter(|require| require.if_possible).count()
    }

    /// Every pit that can be chosen, with the line that makes the move; by pit, then by kind. Stops when told so.
    fn each_start(&self, mut visit: impl FnMut(&'a Play, Cell) -> bool) {
        let pits = self.lines.iter().map(|(_, pits)| *pits).fold(CellSet::EMPTY, CellSet::union);
        for pit in pits {
            let mut last = None;
            for (line, _) in self.lines.iter().filter(|(_, pits)| pits.contains(pit)) {
                // Of two lines of one kind the first makes the move.
                if last != Some(line.id) && !visit(line, pit) {
                    return;
                }
                last = Some(line.id);
            }
        }
    }
}

impl Script {
    /// The move as it was chosen: with the answers that were given.
    fn choice_given(&self, pit: Cell, kind: PlayId) -> Move {
        Move { pit, kind, decisions: self.given, answers: self.answers, about: self.about }
    }
}

impl<W: Watch> Course<'_, '_, W> {
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
