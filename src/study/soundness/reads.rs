//! What rules ask about and do, gathered in one walk.

use crate::rules::visit::{Visit, walk_action, walk_number, walk_set, walk_test};
use crate::rules::{Action, CellSet, Ending, Number, Rules, Set, Test};

/// What rules ask about and do.
#[derive(Clone, Debug, Default)]
pub struct Reads {
    pub moves: bool,
    pub capturing_moves: bool,
    pub quiet: bool,
    pub repetition: bool,
    pub counters: bool,
    pub total: bool,
    pub marks_change: bool,
    /// Whether a rule is for one seat.
    pub seats: bool,
    pub endings: Vec<Ending>,
    /// Whether some game counts more than once.
    pub worth: bool,
    pub cells: Vec<[CellSet; 2]>,
}

impl Visit for Reads {
    fn action(&mut self, action: &Action) {
        match action {
            Action::Mark { .. } | Action::Unmark { .. } => self.marks_change = true,
            Action::SetCounter { .. } | Action::AddToCounter { .. } => self.counters = true,
            Action::Finish { ending, worth } => {
                self.endings.push(ending.clone());
                self.worth |= *worth != Number::Fixed(1);
            }
            _ => {}
        }
        walk_action(self, action);
    }

    fn number(&mut self, number: &Number) {
        match number {
            Number::Moves(_) => self.moves = true,
            Number::CapturingMoves(_) => self.capturing_moves = true,
            Number::TurnsSinceCapture => self.quiet = true,
            Number::Repetition => self.repetition = true,
            Number::Counter(..) => self.counters = true,
            Number::Total => self.total = true,
            _ => {}
        }
        walk_number(self, number);
    }

    fn set(&mut self, set: &Set) {
        if let Set::Cells(cells) = set {
            self.cells.push(*cells);
        }
        walk_set(self, set);
    }

    fn test(&mut self, test: &Test) {
        self.seats |= matches!(test, Test::MoverIs(_));
        walk_test(self, test);
    }
}

impl Reads {
    /// Whether what was read is the same for both players, each from the own seat.
    pub fn is_symmetric(&self, rules: &Rules) -> bool {
        let mirrored = |set: CellSet| -> CellSet { set.iter().map(|cell| rules.board.mirrored(cell)).collect() };
        !self.seats
            && self.cells.iter().all(|[south, north]| mirrored(*south) == *north)
            && rules.phases.iter().all(|phase| mirrored(phase.sow.includable[0]) == phase.sow.includable[1])
            && rules
                .marks
                .iter()
                .all(|mark| mirrored(mark.start[0]) == mark.start[1] && mirrored(mark.start[2]) == mark.start[2])
    }
}
