//! Plays a given number of moves of one game on one engine and prints what they came to: for counting instructions.
//!
//! `instructions GAME ENGINE MOVES`; without arguments it checks that all engines come to the same.

use std::process::ExitCode;

use naqala::engine::EngineChoice;
use naqala::library;

#[path = "comparators/any.rs"]
mod any;
mod comparators;

use any::{ENGINES, run, run_listed};
use comparators::harness::Run;

fn main() -> ExitCode {
    // Cargo adds `--bench` to what it runs.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    match arguments.as_slice() {
        [game, engine, moves] => {
            let Some((run, time)) = moves.parse().ok().and_then(|moves| run(game, engine, moves)) else {
                eprintln!("no such game, engine or number of moves");
                return ExitCode::from(2);
            };
            let nanoseconds = time.as_nanos() as f64 / run.moves.max(1) as f64;
            println!(
                "{game} {engine}: {} games, {} moves, sum {:016x}, {nanoseconds:.1} ns a move",
                run.games, run.moves, run.sum
            );
        }
        [] => {
            for variant in library::VARIANTS {
                let runs: Vec<Run> =
                    ENGINES.iter().filter_map(|engine| run(variant.name, engine, 20_000)).map(|(run, _)| run).collect();
                assert!(
                    runs.len() >= 2 && runs.windows(2).all(|pair| pair[0] == pair[1]),
                    "{}: {runs:?}",
                    variant.name
                );
                let listed = [EngineChoice::Compiled, EngineChoice::Reference]
                    .map(|choice| run_listed(variant.name, choice, 20_000).map(|(run, _)| run));
                assert_eq!(listed[0], listed[1], "{}, listed", variant.name);
            }
            println!("all engines play the same games");
        }
        _ => {
            eprintln!("instructions GAME ENGINE MOVES, ENGINE being one of {ENGINES:?}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
