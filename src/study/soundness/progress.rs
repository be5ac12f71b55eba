//! Whether every move makes progress, so that no position can recur.
//!
//! The proof that is looked for: seeds go one way only, every own row ends in the own store, which is always sown into. A move
//! that banks nothing then stays in the own row, and seeds have come nearer to the store there.

use crate::rules::visit::{Visit, walk_action, walk_phase};
use crate::rules::{Action, Direction, Phase, Rules, Set, Side, Stores, Test};

#[derive(Default)]
struct Leaps {
    found: bool,
}

impl Visit for Leaps {
    fn action(&mut self, action: &Action) {
        self.found |= match action {
            Action::Relay(set) => *set != Set::Here,
            Action::SowFrom(_) | Action::CaptureIntoHand { .. } | Action::Reverse | Action::Pass => true,
            Action::Move { .. } => true,
            _ => false,
        };
        walk_action(self, action);
    }
}

/// Why no position can recur; or why one might.
pub fn never_recurs(rules: &Rules) -> Result<String, String> {
    let might = "seeds can go round the board without being captured".to_owned();
    if rules.board.rows != 2 {
        return Err(might);
    }
    let way = match rules.board.stores {
        Stores::Right => Direction::Anticlockwise,
        Stores::Left => Direction::Clockwise,
        Stores::None | Stores::Beside => return Err(might),
    };
    if rules.phases.iter().all(|phase| progresses(rules, phase, way)) {
        Ok("seeds go one way, and no move leaves its own row without a seed for the store".to_owned())
    } else {
        Err(might)
    }
}

fn progresses(rules: &Rules, phase: &Phase, way: Direction) -> bool {
    let own_stores = Side::BOTH.iter().all(|mover| {
        let Some(store) = rules.board.store(*mover) else { return false };
        let includes = |set: &Set| matches!(set, Set::Cells(cells) if cells[mover.index()].contains(store));
        let skips = |set: &Set| !matches!(set, Set::Cells(cells) if !cells[mover.index()].contains(store));
        phase.sow.includes.iter().any(|guarded| guarded.when.is_always() && includes(&guarded.set))
            && !phase.sow.skips.iter().any(|guarded| skips(&guarded.set) && guarded.set != Set::LapOrigin)
    });
    let own_pits = phase.plays.iter().all(|play| {
        let within = |set: &Set| match set {
            Set::Cells(cells) => {
                Side::BOTH.iter().all(|mover| cells[mover.index()].is_subset(rules.board.pits(*mover)))
            }
            _ => false,
        };
        play.instead.is_none()
            && match &play.from {
                Set::Where(set, _) => within(set),
                set => within(set),
            }
    });
    let mut leaps = Leaps::default();
    walk_phase(&mut leaps, phase);
    let one_way = phase.sow.directions.iter().all(|offer| offer.direction == way);
    // A move that comes to nothing, because it is endless, would leave the position as it was.
    let endless = phase.endless.rules.is_empty() || !relays(phase);
    own_stores && own_pits && one_way && endless && phase.lifts.is_empty() && !leaps.found
}

/// Whether a move can have more laps than one.
fn relays(phase: &Phase) -> bool {
    struct Found(bool);
    impl Visit for Found {
        fn action(&mut self, action: &Action) {
            self.0 |= matches!(action, Action::Relay(_));
        }
        fn test(&mut self, _: &Test) {}
    }
    let mut found = Found(false);
    walk_phase(&mut found, phase);
    found.0
}
