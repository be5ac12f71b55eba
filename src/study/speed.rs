//! How fast an engine plays: games of moves by chance ([`Engine::play_any`]), one thread, for a given time.
//!
//! The only part of the studies that looks at the clock: what it measures is the machine as much as the rules.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::engine::{Engine, Visit};

use super::rng::Random;

/// A game that goes on for longer is given up.
const LONGEST: u32 = 100_000;

/// What an engine did in the time that it had.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Speed {
    /// Games played to their end.
    pub games: u64,
    /// Moves made.
    pub moves: u64,
    /// The time it took.
    pub seconds: f64,
}

impl Speed {
    /// Moves a second.
    pub fn moves_a_second(&self) -> f64 {
        self.moves as f64 / self.seconds
    }

    /// Games a second.
    pub fn games_a_second(&self) -> f64 {
        self.games as f64 / self.seconds
    }

    /// Nanoseconds a move.
    pub fn nanoseconds_a_move(&self) -> f64 {
        1e9 * self.seconds / self.moves.max(1) as f64
    }
}

/// Plays games of moves by chance on the engine it visits for about this long.
#[derive(Clone, Copy, Debug)]
pub struct Race {
    /// How long.
    pub time: Duration,
    /// The seed of the games.
    pub seed: u64,
}

impl Visit for Race {
    type Output = Speed;

    fn visit<E: Engine>(self, engine: &E) -> Speed {
        let begin = Instant::now();
        let (mut games, mut moves) = (0, 0);
        let start = engine.start();
        loop {
            let mut random = Random::of_game(self.seed, games);
            let mut state = start.clone();
            for _ in 0..LONGEST {
                if engine.play_any(&mut state, random.bits()).is_none() {
                    break;
                }
                moves += 1;
            }
            games += 1;
            let elapsed = begin.elapsed();
            if elapsed >= self.time {
                return Speed { games, moves, seconds: elapsed.as_secs_f64().max(1e-9) };
            }
        }
    }
}
