//! Plays a given number of moves of one game on one engine and prints what they came to: for counting instructions.
//!
//! `instructions GAME ENGINE MOVES`, the engine being `compiled`, `reference`, `tables` or `arrays`; without arguments it
//! checks that all engines come to the same.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use naqala::engine::{Engine, EngineChoice, Visit, with};
use naqala::library;

mod comparators;

use comparators::harness::{Run, by_engine, by_hand};
use comparators::{hus, kalah, nam_nam, oware};

struct Moves(u64);

impl Visit for Moves {
    type Output = Run;
    fn visit<E: Engine>(self, engine: &E) -> Run {
        by_engine(engine, self.0)
    }
}

fn by_variant(variant: &str, choice: EngineChoice, moves: u64) -> Option<Run> {
    let (checked, _) = naqala::check::check(&library::find(variant)?.source(), &());
    let rules = Arc::new(checked?.rules(&[]).ok()?);
    with(rules, choice, Moves(moves)).ok()
}

fn run(game: &str, engine: &str, moves: u64) -> Option<Run> {
    match (game, engine) {
        (_, "compiled") => by_variant(game, EngineChoice::Compiled, moves),
        (_, "reference") => by_variant(game, EngineChoice::Reference, moves),
        ("Oware", "tables") => Some(by_hand(&mut oware::Tables::new(), moves)),
        ("Oware", "arrays") => Some(by_hand(&mut oware::Arrays::new(), moves)),
        ("Kalah", "tables") => Some(by_hand(&mut kalah::Tables::new(), moves)),
        ("Kalah", "arrays") => Some(by_hand(&mut kalah::Arrays::new(), moves)),
        ("Nam Nam", "tables") => Some(by_hand(&mut nam_nam::Tables::new(), moves)),
        ("Nam Nam", "arrays") => Some(by_hand(&mut nam_nam::Arrays::new(), moves)),
        ("Hus", "tables") => Some(by_hand(&mut hus::Tables::new(), moves)),
        ("Hus", "arrays") => Some(by_hand(&mut hus::Arrays::new(), moves)),
        _ => None,
    }
}

fn main() -> ExitCode {
    // Cargo adds `--bench` to what it runs.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let engines = ["compiled", "reference", "tables", "arrays"];
    match arguments.as_slice() {
        [game, engine, moves] => {
            let Ok(moves) = moves.parse() else { return ExitCode::from(2) };
            let begin = Instant::now();
            let Some(run) = run(game, engine, moves) else { return ExitCode::from(2) };
            let nanoseconds = begin.elapsed().as_nanos() as f64 / run.moves.max(1) as f64;
            println!(
                "{game} {engine}: {} games, {} moves, sum {:016x}, {nanoseconds:.1} ns a move",
                run.games, run.moves, run.sum
            );
            ExitCode::SUCCESS
        }
        [] => {
            for variant in library::VARIANTS {
                let runs: Vec<Run> = engines.iter().filter_map(|engine| run(variant.name, engine, 20_000)).collect();
                assert!(
                    runs.len() >= 2 && runs.windows(2).all(|pair| pair[0] == pair[1]),
                    "{}: {runs:?}",
                    variant.name
                );
            }
            println!("all engines play the same games");
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("instructions GAME ENGINE MOVES, ENGINE being one of {engines:?}");
            ExitCode::from(2)
        }
    }
}
