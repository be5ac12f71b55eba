//! The table of `docs/speed.md`: nanoseconds a move of every game on every engine, and the ratios, measured in one run.
//!
//! `cargo bench --bench speed [-- MOVES]`. Engines take turns, the best of several rounds counts: what disturbs the machine
//! for a while disturbs them all.

use naqala::engine::{Engine, Visit};
use naqala::engine::{EngineChoice, with};
use naqala::library;
use naqala::study::perft::perft;

#[path = "comparators/any.rs"]
mod any;
mod comparators;

use any::{ENGINES, run, run_listed};
use comparators::harness::rules;

const ROUNDS: usize = 5;

struct Leaves(u32);

impl Visit for Leaves {
    type Output = u64;
    fn visit<E: Engine>(self, engine: &E) -> u64 {
        perft(engine, &engine.start(), self.0)
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let moves: u64 = arguments.first().and_then(|moves| moves.parse().ok()).unwrap_or(2_000_000);
    println!(
        "| variant | compiled | by hand, tables | by hand, arrays | reference | compiled : tables | reference : compiled | \
         compiled, listed | reference : compiled, listed |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for variant in library::VARIANTS {
        let mut best = [f64::INFINITY; 6];
        for _ in 0..ROUNDS {
            let (many, few) = (moves, moves / 20);
            let runs = ENGINES
                .iter()
                .map(|engine| run(variant.name, engine, if *engine == "reference" { few } else { many }))
                .chain([
                    run_listed(variant.name, EngineChoice::Compiled, many),
                    run_listed(variant.name, EngineChoice::Reference, few),
                ]);
            for (run, best) in runs.zip(&mut best) {
                if let Some((run, time)) = run {
                    *best = best.min(time.as_nanos() as f64 / run.moves.max(1) as f64);
                }
            }
        }
        let [compiled, reference, tables, arrays, listed, reference_listed] = best;
        let shown = |ns: f64| if ns.is_finite() { format!("{ns:.1} ns, {:.1} M/s", 1e3 / ns) } else { "-".into() };
        let ratio = |a: f64, b: f64| {
            if (a / b).is_finite() && a.is_finite() && b.is_finite() { format!("{:.2}", a / b) } else { "-".into() }
        };
        println!(
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            variant.name,
            shown(compiled),
            shown(tables),
            shown(arrays),
            shown(reference),
            ratio(compiled, tables),
            ratio(reference, compiled),
            shown(listed),
            ratio(reference_listed, listed)
        );
    }
    let depth = 8;
    let Some(kalah) = rules("Kalah") else { return };
    let begin = std::time::Instant::now();
    if let Ok(leaves) = with(kalah, EngineChoice::Compiled, Leaves(depth)) {
        let seconds = begin.elapsed().as_secs_f64();
        println!(
            "\nperft Kalah(6,4) depth {depth}: {leaves} leaves, {:.1} million a second",
            leaves as f64 / seconds / 1e6
        );
    }
}
