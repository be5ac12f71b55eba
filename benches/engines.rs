//! Random games on every engine and on the games coded by hand: `cargo bench --bench engines`.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use naqala::engine::{Engine, EngineChoice, Visit, with};
use naqala::library;
use naqala::rules::Rules;

mod comparators;

use comparators::harness::{Game, Run, by_engine, by_hand, by_list};

/// Moves in a sample.
const MOVES: u64 = 20_000;

fn rules(variant: &str) -> Arc<Rules> {
    comparators::harness::rules(variant).expect("in the library")
}

struct Moves(u64);

impl Visit for Moves {
    type Output = Run;
    fn visit<E: Engine>(self, engine: &E) -> Run {
        by_engine(engine, self.0)
    }
}

struct Listed(u64);

impl Visit for Listed {
    type Output = Run;
    fn visit<E: Engine>(self, engine: &E) -> Run {
        by_list(engine, self.0)
    }
}

fn run(rules: &Arc<Rules>, choice: EngineChoice, moves: u64) -> Run {
    with(Arc::clone(rules), choice, Moves(moves)).expect("the engine plays it")
}

fn variants(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("variants");
    group.throughput(Throughput::Elements(MOVES)).sample_size(20);
    for variant in library::VARIANTS {
        let rules = rules(variant.name);
        let compiled = run(&rules, EngineChoice::Compiled, MOVES);
        assert_eq!(compiled, run(&rules, EngineChoice::Reference, MOVES), "{}", variant.name);
        group.bench_function(format!("{}/compiled", variant.name), |bencher| {
            bencher.iter(|| run(black_box(&rules), EngineChoice::Compiled, MOVES));
        });
        group.bench_function(format!("{}/compiled, listed", variant.name), |bencher| {
            bencher.iter(|| with(Arc::clone(black_box(&rules)), EngineChoice::Compiled, Listed(MOVES)));
        });
        group.bench_function(format!("{}/reference", variant.name), |bencher| {
            bencher.iter(|| run(black_box(&rules), EngineChoice::Reference, MOVES));
        });
    }
    group.finish();
}

fn by_hand_games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("by hand");
    group.throughput(Throughput::Elements(MOVES)).sample_size(20);
    let mut bench = |name: &str, game: &mut dyn FnMut() -> Run| {
        let variant = name.split('/').next().unwrap_or(name);
        assert_eq!(game(), run(&rules(variant), EngineChoice::Compiled, MOVES), "{name}");
        group.bench_function(name, |bencher| bencher.iter(&mut *game));
    };
    fn games<G: Game>(mut game: G) -> impl FnMut() -> Run {
        move || by_hand(&mut game, MOVES)
    }
    bench("Oware/arrays", &mut games(comparators::oware::Arrays::new()));
    bench("Oware/tables", &mut games(comparators::oware::Tables::new()));
    bench("Kalah/arrays", &mut games(comparators::kalah::Arrays::new()));
    bench("Kalah/tables", &mut games(comparators::kalah::Tables::new()));
    bench("Nam Nam/arrays", &mut games(comparators::nam_nam::Arrays::new()));
    bench("Nam Nam/tables", &mut games(comparators::nam_nam::Tables::new()));
    bench("Hus/arrays", &mut games(comparators::hus::Arrays::new()));
    bench("Hus/tables", &mut games(comparators::hus::Tables::new()));
    group.finish();
}

fn loading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("load, check and compile");
    for variant in library::VARIANTS {
        group.bench_function(variant.name, |bencher| {
            bencher.iter(|| run(&rules(black_box(variant.name)), EngineChoice::Compiled, 0));
        });
    }
    group.finish();
}

criterion_group!(benches, variants, by_hand_games, loading);
criterion_main!(benches);
