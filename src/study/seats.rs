//! Two players at a table, who change seats after every game if they are told to.

use std::sync::atomic::AtomicBool;

use crate::engine::{Engine, Move, Moves};
use crate::players::{Player, Probe, Settings, Spec};
use crate::rules::{Rules, Side};

use super::choose::{Choose, Uniform};
use super::rng::Random;

/// How two players sit down to many games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seating {
    /// Whether they change seats after every game.
    pub swap: bool,
    /// So many moves at the start of each game are left to chance, so that players who never vary do not play the same
    /// game over and over. If they change seats, both play each opening once from either side.
    pub random_moves: u32,
    /// The seed of those moves.
    pub seed: u64,
}

/// Two players.
#[derive(Debug)]
pub struct Seats<'a> {
    players: [Player; 2],
    seating: Seating,
    swapped: bool,
    /// The random moves of this game's opening that are left, and where they come from.
    opening: (u32, Random),
    stop: &'a AtomicBool,
}

/// Keeps the numbers of openings apart from those of games.
const OPENINGS: u64 = 0x6f70_656e_696e_6773;

impl<'a> Seats<'a> {
    /// The first player sits South in game 0; if they change seats, in every other game only. Both stop thinking once
    /// `stop` is set.
    pub fn new(players: [Spec; 2], rules: &Rules, seating: Seating, stop: &'a AtomicBool) -> Self {
        let players = players.map(|spec| Player::new(spec, rules, Settings::default()));
        Seats { players, seating, swapped: false, opening: (0, Random::of_game(0, 0)), stop }
    }
}

impl<E: Engine> Choose<E> for Seats<'_> {
    const THINKS: bool = true;

    fn begin(&mut self, _: &E, game: u64) {
        let Seating { swap, random_moves, seed } = self.seating;
        self.swapped = swap && game % 2 == 1;
        let opening = if swap { game / 2 } else { game };
        self.opening = (random_moves, Random::of_game(seed ^ OPENINGS, opening));
    }

    fn choose(&mut self, engine: &E, state: &E::State, legal: &E::Moves, random: &mut Random) -> Move {
        if self.opening.0 > 0 {
            self.opening.0 -= 1;
            return Uniform.choose(engine, state, legal, &mut self.opening.1);
        }
        let south = engine.mover(state) == Side::South;
        let player = &mut self.players[usize::from(south == self.swapped)];
        let choice = player.choose(engine, state, random, self.stop, Probe::default());
        // A move that is not listed would leave the position as it is, and the game without an end.
        let listed = choice.map(|choice| choice.choice).filter(|choice| legal.iter().any(|legal| legal == *choice));
        listed.unwrap_or_else(|| legal.get(0))
    }
}
