//! What a move would do, at a glance: laps, seeds captured, where it ends and why, what comes after.

use crate::engine::{Engine, Event, Move, Moves, Watch};
use crate::rules::{Cell, Rules, Side};

use super::words::{outcome, place, player, rule};

/// A move in a few figures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Glance {
    /// Laps sown.
    pub laps: u32,
    /// Seeds sown.
    pub sown: u32,
    /// Seeds that South and North captured.
    pub captured: [u32; 2],
    /// Seeds captured into the hand.
    pub into_hand: u32,
    /// Where the last seed fell, and how many lay there then.
    pub last: Option<(Cell, u16)>,
    /// What was done by rules: titles or texts, in order, without repetition and without laps.
    pub rules: Vec<String>,
    /// What comes after: another move, an end of the game ...
    pub then: Vec<String>,
    over: bool,
    pending: Option<u16>,
}

struct Looker<'a> {
    rules: &'a Rules,
    mover: Side,
    glance: Glance,
}

impl Looker<'_> {
    fn note_rule(&mut self) {
        if let Some(id) = self.glance.pending.take() {
            let text = rule(self.rules, id);
            if !self.glance.rules.contains(&text) {
                self.glance.rules.push(text);
            }
        }
    }
}

impl Watch for Looker<'_> {
    fn event(&mut self, event: Event, cells: &[u16], _: u16, _: u32) {
        let glance = &mut self.glance;
        match event {
            Event::Lap { number, .. } => {
                glance.laps = number;
                glance.pending = None;
            }
            Event::Sown { cell, .. } => {
                glance.sown += 1;
                glance.last = Some((cell, cells.get(usize::from(cell)).copied().unwrap_or(0)));
            }
            Event::Rule(rule) => glance.pending = (!glance.over).then_some(rule),
            Event::Captured { seeds, to: Some(_), by, .. } => {
                if !glance.over {
                    glance.captured[by.index()] += u32::from(seeds);
                }
                self.note_rule();
            }
            Event::Captured { seeds, to: None, .. } => {
                glance.into_hand += u32::from(seeds);
                self.note_rule();
            }
            Event::Returned { from, seeds, .. } => {
                let of = self.rules.board.side(from).index();
                glance.captured[of] = glance.captured[of].saturating_sub(u32::from(seeds));
                self.note_rule();
            }
            Event::MoveOver => {
                glance.over = true;
                self.note_rule();
            }
            Event::Marked { cell, mark, .. } => {
                let name = self.rules.marks.get(usize::from(mark)).map_or("a mark", |mark| mark.name.as_str());
                glance.then.push(format!("{} becomes {name}", place(self.rules, cell)));
            }
            Event::Endless => glance.then.push("endless".to_owned()),
            Event::Again => glance.then.push(format!("{} moves again", player(self.mover))),
            Event::Phase(phase) => {
                let name = self.rules.phases.get(usize::from(phase)).and_then(|phase| phase.name.as_deref());
                glance.then.push(format!("phase {} begins", name.unwrap_or("two")));
            }
            Event::Stuck(side) => glance.then.push(format!("{} cannot move", player(side))),
            Event::Over(how) => glance.then.push(outcome(self.rules, how)),
            _ => {}
        }
    }
}

/// Looks at one legal move.
pub fn glance<E: Engine>(engine: &E, state: &E::State, choice: Move) -> Glance {
    let mut looker = Looker { rules: engine.rules(), mover: engine.mover(state), glance: Glance::default() };
    engine.play_watched(&mut state.clone(), choice, &mut looker);
    looker.glance
}

/// Looks at all legal moves, in order.
pub fn glances<E: Engine>(engine: &E, state: &E::State) -> Vec<(Move, Glance)> {
    let legal = engine.legal(state);
    legal.iter().map(|choice| (choice, glance(engine, state, choice))).collect()
}
