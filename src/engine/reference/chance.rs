//! Moves by chance: a start and then each decision, as they come.

use crate::engine::chance::{Draws, MISSES, decide};
use crate::engine::{Move, Played};
use crate::rules::{Cell, Play};

use super::course::{Course, Script};
use super::scene::Scene;
use super::{Reference, State};

impl Reference {
    /// Plays a move by chance; none once the game is over.
    pub(super) fn any_move(&self, state: &mut State, draws: &mut Draws) -> Option<(Move, Played)> {
        if state.outcome.is_some() {
            return None;
        }
        if state.pass.is_some() {
            return Some((Move::PASS, self.take_turn(state, Move::PASS, &mut ())));
        }
        if self.phase(&state.position).0.requires.is_empty() {
            let mut scene = Scene::at_rest(self, state.position.clone(), state.position.mover);
            scene.count_move();
            let mut starts: Vec<(&Play, Cell)> = Vec::new();
            scene.each_start(|line, pit| {
                starts.push((line, pit));
                true
            });
            let mut misses = 0;
            while !starts.is_empty() && misses < MISSES {
                let (line, pit) = starts.remove(draws.below(starts.len() as u32) as usize);
                let made = match scene.facts.quick {
                    true => self.any_at_sight(state, &scene, line, pit, draws, &mut misses),
                    false => self.any_from(state, line, pit, draws, &mut misses),
                };
                if made.is_some() {
                    return made;
                }
            }
            if misses < MISSES {
                return None;
            }
        }
        let legal = self.list(&state.position);
        let choice = *legal.get(draws.below(legal.len() as u32) as usize)?;
        Some((choice, self.take_turn(state, choice, &mut ())))
    }

    /// A move by chance from a start where nothing but the direction decides.
    fn any_at_sight(
        &self,
        state: &mut State,
        scene: &Scene<'_>,
        line: &Play,
        pit: Cell,
        draws: &mut Draws,
        misses: &mut u32,
    ) -> Option<(Move, Played)> {
        let choice = match scene.at_sight(line, pit) {
            [first, Some(second)] => first.filter(|_| draws.below(2) == 0).unwrap_or(second),
            [Some(only), None] => only,
            [None, None] => {
                *misses += 1;
                return None;
            }
        };
        Some((choice, self.take_turn(state, choice, &mut ())))
    }

    /// A move by chance from a start.
    fn any_from(
        &self,
        state: &mut State,
        line: &Play,
        pit: Cell,
        draws: &mut Draws,
        misses: &mut u32,
    ) -> Option<(Move, Played)> {
        let before = &state.position.clone();
        let (requires, mut made) = (Vec::new(), None);
        decide(draws, misses, |answers, given| {
            // One that asks so much is no longer listed either.
            let (_, facts) = self.phase(before);
            if !self.bears(facts) {
                return (given, false);
            }
            // Nothing is leaked: nobody takes no room. The course outlives the attempt, since it is the move if it is legal.
            let nobody = Box::leak(Box::new(()));
            let mut course = Course::new(self, before.clone(), before.mover, nobody);
            course.script = Script { answers, given, ..Script::default() };
            course.scene.count_move();
            let legal = course.attempt(before, &requires, line, pit);
            let choice = course.script.choice(pit, line.id);
            let met = course.script.met;
            made = Some((choice, course));
            (met, legal)
        })?;
        let (choice, mut course) = made?;
        Some((choice, course.conclude(state, before)))
    }
}
