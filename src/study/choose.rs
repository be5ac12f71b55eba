//! Who chooses the moves of a game that is played for a study: chance alone, or anything that implements [`Choose`].

use crate::engine::{Engine, Move, Moves};

use super::rng::Random;

/// Chooses moves for both sides, game after game.
pub trait Choose<E: Engine>: Send {
    /// Whether a move may take so long that a game must be left at any move, and one in mid-thought be forgotten.
    const THINKS: bool = false;

    /// A game of a plan begins.
    fn begin(&mut self, engine: &E, game: u64);
    /// One of the legal moves, of which there is one at least. `random` is the game's own stream: whoever draws from
    /// nothing else chooses the same in every run.
    fn choose(&mut self, engine: &E, state: &E::State, legal: &E::Moves, random: &mut Random) -> Move;
}

impl<E: Engine, C: Choose<E>> Choose<E> for &mut C {
    const THINKS: bool = C::THINKS;

    fn begin(&mut self, engine: &E, game: u64) {
        (**self).begin(engine, game);
    }
    fn choose(&mut self, engine: &E, state: &E::State, legal: &E::Moves, random: &mut Random) -> Move {
        (**self).choose(engine, state, legal, random)
    }
}

/// Every legal move has the same chance.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<E: Engine> Choose<E> for Uniform {
    fn begin(&mut self, _: &E, _: u64) {}

    #[inline]
    fn choose(&mut self, _: &E, _: &E::State, legal: &E::Moves, random: &mut Random) -> Move {
        legal.get(random.below(u32::try_from(legal.len()).unwrap_or(u32::MAX)) as usize)
    }
}
