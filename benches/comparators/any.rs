//! Any game on any engine by its name.

use std::time::{Duration, Instant};

use naqala::engine::{Engine, EngineChoice, Visit, with};

use crate::comparators::harness::{Game, Run, by_engine, by_hand, by_list, rules};
use crate::comparators::{hus, kalah, nam_nam, oware};

/// The engines, the hand-coded ones last.
pub const ENGINES: [&str; 4] = ["compiled", "reference", "tables", "arrays"];

/// Games on the engine that is visited, with the time that they took.
struct Games {
    moves: u64,
    listed: bool,
}

impl Visit for Games {
    type Output = (Run, Duration);
    fn visit<E: Engine>(self, engine: &E) -> (Run, Duration) {
        let begin = Instant::now();
        let run = if self.listed { by_list(engine, self.moves) } else { by_engine(engine, self.moves) };
        (run, begin.elapsed())
    }
}

fn hand<G: Game>(mut game: G, moves: u64) -> (Run, Duration) {
    let begin = Instant::now();
    (by_hand(&mut game, moves), begin.elapsed())
}

/// Plays games with lists of moves until so many are made; none where the engine does not play this game.
pub fn run_listed(game: &str, choice: EngineChoice, moves: u64) -> Option<(Run, Duration)> {
    with(rules(game)?, choice, Games { moves, listed: true }).ok()
}

/// Plays games by chance until so many moves are made; none where this engine does not play this game.
pub fn run(game: &str, engine: &str, moves: u64) -> Option<(Run, Duration)> {
    let variant = |choice| with(rules(game)?, choice, Games { moves, listed: false }).ok();
    match (game, engine) {
        (_, "compiled") => variant(EngineChoice::Compiled),
        (_, "reference") => variant(EngineChoice::Reference),
        ("Oware", "tables") => Some(hand(oware::Tables::new(), moves)),
        ("Oware", "arrays") => Some(hand(oware::Arrays::new(), moves)),
        ("Kalah", "tables") => Some(hand(kalah::Tables::new(), moves)),
        ("Kalah", "arrays") => Some(hand(kalah::Arrays::new(), moves)),
        ("Nam Nam", "tables") => Some(hand(nam_nam::Tables::new(), moves)),
        ("Nam Nam", "arrays") => Some(hand(nam_nam::Arrays::new(), moves)),
        ("Hus", "tables") => Some(hand(hus::Tables::new(), moves)),
        ("Hus", "arrays") => Some(hand(hus::Arrays::new(), moves)),
        _ => None,
    }
}
