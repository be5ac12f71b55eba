//! Players: their names, legal moves on every variant, repeatable choices, stopping at once, and the table of alpha-beta.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use naqala::engine::{Engine, Moves, Reference};
use naqala::library;
use naqala::players::alphabeta::{AlphaBeta, Stop};
use naqala::players::evaluate::Weights;
use naqala::players::{Budget, Choice, Player, Probe, Settings, Spec, Value};
use naqala::rules::Rules;
use naqala::study::rng::Random;

use crate::variants::rules;

static NEVER: AtomicBool = AtomicBool::new(false);

fn every_variant() -> impl Iterator<Item = (&'static str, Rules)> {
    library::VARIANTS.iter().map(|variant| (variant.name, rules(variant.name, &[])))
}

fn choose<E: Engine>(spec: &str, engine: &E, state: &E::State, random: &mut Random) -> Choice {
    let spec: Spec = spec.parse().unwrap();
    let mut player = Player::new(spec, engine.rules(), Settings::default());
    player.choose(engine, state, random, &NEVER, Probe::default()).unwrap()
}

#[test]
fn names_are_read_and_written_alike() {
    for name in [
        "random",
        "greedy",
        "mcts:10000",
        "mcts:1s",
        "mcts:100ms",
        "alphabeta:8",
        "alphabeta:1s",
        "alphabeta:2m",
        "alphabeta:5000n",
        "best:1s",
        "best:6",
    ] {
        let spec: Spec = name.parse().unwrap();
        assert_eq!(spec.to_string(), name);
    }
    assert_eq!("alphabeta:1.5s".parse::<Spec>().unwrap().to_string(), "alphabeta:1500ms");
    assert_eq!("mcts:60s".parse(), Ok(Spec::Mcts(Budget::Time(Duration::from_secs(60)))));
}

#[test]
fn wrong_names_say_what_is_allowed() {
    for name in
        ["", "chance", "random:3", "mcts", "mcts:", "mcts:0", "alphabeta:0s", "alphabeta:1000", "best:-1", "best:9999m"]
    {
        let error = name.parse::<Spec>().unwrap_err();
        assert_eq!(error.asked, name);
        assert!(!error.reason.is_empty());
    }
    assert!("chess".parse::<Spec>().unwrap_err().to_string().contains("alphabeta:DEPTH"));
}

#[test]
fn moves_are_legal_on_every_variant() {
    for (name, rules) in every_variant() {
        let engine = Reference::new(rules);
        let mut random = Random::of_game(1, 0);
        let mut state = engine.start();
        for turn in 0..30 {
            if engine.outcome(&state).is_some() {
                break;
            }
            let spec = ["random", "greedy", "mcts:30", "alphabeta:2", "alphabeta:40n"][turn % 5];
            let chosen = choose(spec, &engine, &state, &mut random);
            let legal = engine.legal(&state);
            assert!(legal.iter().any(|choice| choice == chosen.choice), "{name} {spec}");
            assert_eq!(chosen.line.first(), Some(&chosen.choice), "{name} {spec}");
            // The line can be played.
            let mut ahead = state.clone();
            for choice in &chosen.line {
                assert!(engine.legal(&ahead).iter().any(|legal| legal == *choice), "{name} {spec}");
                engine.play(&mut ahead, *choice);
            }
            engine.play(&mut state, chosen.choice);
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_choice() {
    for (name, rules) in every_variant() {
        let engine = Reference::new(rules);
        let state = engine.start();
        for spec in ["random", "greedy", "mcts:60", "alphabeta:3", "alphabeta:200n"] {
            let [first, second] = [0, 1].map(|_| choose(spec, &engine, &state, &mut Random::of_game(7, 3)));
            assert_eq!(first.choice, second.choice, "{name} {spec}");
            assert_eq!(first.line, second.line, "{name} {spec}");
            assert_eq!(first.value, second.value, "{name} {spec}");
            assert_eq!(first.nodes, second.nodes, "{name} {spec}");
        }
    }
}

#[test]
fn a_choice_does_not_depend_on_the_choices_before() {
    let engine = Reference::new(rules("Kalah", &[]));
    let state = engine.start();
    let mut later = state.clone();
    engine.play(&mut later, engine.legal(&state).get(2));
    let mut player = Player::new("alphabeta:4".parse().unwrap(), engine.rules(), Settings::default());
    let mut ask = |state| player.choose(&engine, state, &mut Random::of_game(1, 1), &NEVER, Probe::default()).unwrap();
    let first = ask(&state);
    ask(&later);
    let again = ask(&state);
    assert_eq!((first.choice, first.nodes, first.line), (again.choice, again.nodes, again.line));
}

#[test]
fn players_stop_at_once_and_still_move() {
    let asked = AtomicBool::new(true);
    for (name, rules) in every_variant() {
        let engine = Reference::new(rules);
        let state = engine.start();
        for spec in ["mcts:1000000000", "mcts:1m", "alphabeta:100", "alphabeta:1m", "best:1m"] {
            let start = Instant::now();
            let mut player = Player::new(spec.parse().unwrap(), engine.rules(), Settings::default());
            let chosen = player.choose(&engine, &state, &mut Random::of_game(1, 0), &asked, Probe::default()).unwrap();
            assert!(engine.legal(&state).iter().any(|choice| choice == chosen.choice), "{name} {spec}");
            assert!(start.elapsed() < Duration::from_secs(5), "{name} {spec}");
        }
    }
}

#[test]
fn the_table_changes_no_value() {
    for (name, rules) in every_variant() {
        let engine = Reference::new(rules.clone());
        let weights = Weights::of(&rules);
        let mut random = Random::of_game(5, 0);
        let mut state = engine.start();
        for turn in 0..12 {
            if engine.outcome(&state).is_some() {
                break;
            }
            if turn % 4 == 3 {
                let [with, without] = [1 << 12, 0].map(|entries| {
                    let stop = Stop { asked: &NEVER, deadline: None, nodes: u64::MAX };
                    let mut search = AlphaBeta::new(&rules, weights, entries);
                    search.think(&engine, &state, 3, stop, Probe::default()).unwrap()
                });
                assert_eq!(with.value, without.value, "{name} after {turn} moves");
            }
            let legal = engine.legal(&state);
            engine.play(&mut state, legal.get(random.below(legal.len() as u32) as usize));
        }
    }
}

#[test]
fn a_win_at_hand_is_taken() {
    let engine = Reference::new(rules("Kalah", &[]));
    let position = naqala::engine::Position {
        cells: {
            let mut cells = [0; naqala::rules::MAX_CELLS];
            // South's last seed goes home; North keeps four.
            (cells[5], cells[6], cells[12], cells[13]) = (1, 4, 23, 20);
            cells
        },
        ..naqala::engine::Position::start(engine.rules())
    };
    let state = engine.begin_at(&position);
    for spec in ["greedy", "mcts:50", "alphabeta:1", "alphabeta:5"] {
        let chosen = choose(spec, &engine, &state, &mut Random::of_game(1, 0));
        assert_eq!(chosen.choice.pit, 5, "{spec}");
        if spec != "mcts:50" {
            assert!(matches!(chosen.value, Value::Lost | Value::Won | Value::Seeds(_)), "{spec}: {:?}", chosen.value);
        }
    }
}

#[test]
fn weights_come_from_the_rules_or_a_file() {
    let kalah = rules("Kalah", &[]);
    let hus = rules("Hus", &[]);
    assert!(Weights::of(&kalah).bank > Weights::of(&kalah).seed);
    assert_eq!(Weights::of(&hus).bank, 0);
    assert_eq!(Weights::parse("seed = 7", &kalah).unwrap(), Weights { seed: 7, ..Weights::of(&kalah) });
    let unknown = Weights::parse("sed = 7", &kalah).unwrap_err().to_string();
    assert!(unknown.contains("sed") && unknown.contains("seed"), "{unknown}");
    assert!(Weights::parse("seed = 100000", &kalah).unwrap_err().to_string().contains("out of range"));
}
