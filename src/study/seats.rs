//! Two players at a table, who change seats after every game if they are told to.

use std::sync::atomic::AtomicBool;

use crate::engine::{Engine, Move, Moves};
use crate::players::{Player, Probe, Settings, Spec};
use crate::rules::{Rules, Side};

use super::choose::Choose;
use super::rng::Random;

/// Two players.
#[derive(Debug)]
pub struct Seats<'a> {
    players: [Player; 2],
    swap: bool,
    swapped: bool,
    stop: &'a AtomicBool,
}

impl<'a> Seats<'a> {
    /// The first player sits South in game 0; if `swap`, in every other game only. Both stop thinking once `stop` is set.
    pub fn new(players: [Spec; 2], rules: &Rules, swap: bool, stop: &'a AtomicBool) -> Self {
        let players = players.map(|spec| Player::new(spec, rules, Settings::default()));
        Seats { players, swap, swapped: false, stop }
    }

    /// Whether the players have changed seats in this game.
    pub fn swapped(game: u64, swap: bool) -> bool {
        swap && game % 2 == 1
    }
}

impl<E: Engine> Choose<E> for Seats<'_> {
    const THINKS: bool = true;

    fn begin(&mut self, _: &E, game: u64) {
        self.swapped = Seats::swapped(game, self.swap);
    }

    fn choose(&mut self, engine: &E, state: &E::State, legal: &E::Moves, random: &mut Random) -> Move {
        let south = engine.mover(state) == Side::South;
        let player = &mut self.players[usize::from(south == self.swapped)];
        let choice = player.choose(engine, state, random, self.stop, Probe::default());
        // A move that is not listed would leave the position as it is, and the game without an end.
        let listed = choice.map(|choice| choice.choice).filter(|choice| legal.iter().any(|legal| legal == *choice));
        listed.unwrap_or_else(|| legal.get(0))
    }
}
