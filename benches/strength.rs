//! How strong the players are: games with seats changed after each, on every variant of the library.
//!
//! `cargo bench --bench strength -- GAMES MILLISECONDS [VARIANT...]` (200 and 100 if left out) prints, for each variant, the
//! share of points that alpha-beta takes from the greedy player, that Monte Carlo takes from chance, that one takes from the
//! other, and that `best` takes from itself with a quarter of the time. The first four moves of a game are left to chance.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use naqala::check::{Bases, check};
use naqala::engine::{Engine, Moves, Visit, Winner, fastest};
use naqala::library;
use naqala::players::{Budget, Player, Probe, Settings, Spec};
use naqala::rules::{Rules, Side};
use naqala::source::Source;
use naqala::study::rng::Random;

/// Variants of the library can be extended.
struct Library;

impl Bases for Library {
    fn find(&self, name: &str) -> Option<Source> {
        library::find(name).map(|variant| variant.source())
    }
    fn names(&self) -> Vec<String> {
        library::VARIANTS.iter().map(|variant| variant.name.to_owned()).collect()
    }
}

/// Half points of the first player over some games.
struct Match {
    specs: [Spec; 2],
    games: u64,
}

impl Visit for Match {
    type Output = f64;

    fn visit<E: Engine>(self, engine: &E) -> f64 {
        let halves = AtomicU64::new(0);
        let next = AtomicU64::new(0);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..cores {
                scope.spawn(|| {
                    loop {
                        let game = next.fetch_add(1, Ordering::Relaxed);
                        if game >= self.games {
                            return;
                        }
                        halves.fetch_add(self.play(engine, game), Ordering::Relaxed);
                    }
                });
            }
        });
        halves.into_inner() as f64 / (2 * self.games.max(1)) as f64
    }
}

impl Match {
    /// Half points of the first player in one game: pairs of games begin alike, with seats changed.
    fn play<E: Engine>(&self, engine: &E, game: u64) -> u64 {
        let stop = AtomicBool::new(false);
        let first = if game.is_multiple_of(2) { Side::South } else { Side::North };
        let mut players = self.specs.map(|spec| Player::new(spec, engine.rules(), Settings::default()));
        let mut opening = Random::of_game(7, game / 2);
        let mut random = Random::of_game(8, game);
        let mut state = engine.start();
        for turn in 0..400 {
            if engine.outcome(&state).is_some() {
                break;
            }
            let legal = engine.legal(&state);
            let choice = if turn < 4 {
                legal.get(opening.below(legal.len() as u32) as usize)
            } else {
                let player = &mut players[usize::from(engine.mover(&state) != first)];
                let Some(chosen) = player.choose(engine, &state, &mut random, &stop, Probe::default()) else { break };
                chosen.choice
            };
            engine.play(&mut state, choice);
        }
        match engine.outcome(&state).map(|outcome| outcome.winner) {
            Some(winner) if winner == Winner::from(first) => 2,
            Some(Winner::South | Winner::North) => 0,
            _ => 1,
        }
    }
}

fn rules(name: &str) -> Option<Rules> {
    let (checked, _) = check(&library::load(name).ok()?, &Library);
    checked?.rules(&[]).ok()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let number = |at: usize, default: u64| arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(default);
    let (games, millis) = (number(0, 200), number(1, 100).max(1));
    let time = |millis: u64| Budget::Time(Duration::from_millis(millis.max(1)));
    let matches = [
        ("alphabeta-greedy", [Spec::AlphaBeta(time(millis)), Spec::Greedy]),
        ("mcts-random", [Spec::Mcts(time(millis)), Spec::Random]),
        ("alphabeta-mcts", [Spec::AlphaBeta(time(millis)), Spec::Mcts(time(millis))]),
        ("best x2-x1/2", [Spec::Best(time(2 * millis)), Spec::Best(time(millis / 2))]),
    ];
    println!("{:<16}{}", format!("{games} games"), matches.map(|(name, _)| format!("{name:>18}")).concat());
    for variant in library::VARIANTS {
        let asked = arguments.get(2..).unwrap_or_default();
        if !asked.is_empty() && !asked.iter().any(|name| library::find(name) == Some(variant)) {
            continue;
        }
        let Some(rules) = rules(variant.name) else { continue };
        print!("{:<16}", variant.name);
        for (_, specs) in matches {
            let share = fastest(rules.clone(), Match { specs, games });
            print!("{:>16.1} %", share * 100.0);
            use std::io::Write;
            // A row that is not shown at once is shown later.
            let _ = std::io::stdout().flush();
        }
        println!();
    }
}
