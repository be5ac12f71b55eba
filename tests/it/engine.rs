//! The engine: perft numbers, positions by hand, and what must hold in any game.

use naqala::engine::text::{read_move, read_position, write_moves, write_position};
use naqala::engine::{Engine, Reference};
use naqala::study::perft::{divide, perft};

use crate::{games, hand};

fn leaves(engine: &Reference, depths: u32) -> Vec<u64> {
    let start = engine.start();
    (1..=depths).map(|depth| perft(engine, &start, depth)).collect()
}

#[test]
fn kalah_has_its_known_numbers_of_leaves() {
    let by_hand = |empty_capture| Reference::new(hand::kalah(6, 4, empty_capture));
    assert_eq!(leaves(&by_hand(false), 6), [6, 35, 185, 942, 4690, 23233]);
    assert_eq!(leaves(&by_hand(true), 6), [6, 35, 185, 942, 4685, 23169]);
    assert_eq!(leaves(&games::engine("Kalah", &[]), 7), [6, 35, 185, 942, 4690, 23233, 114430]);
    let empty = games::engine("Kalah", &[("empty_capture", "yes")]);
    assert_eq!(leaves(&empty, 7), [6, 35, 185, 942, 4685, 23169, 113959]);
}

#[test]
fn oware_has_its_known_numbers_of_leaves() {
    assert_eq!(leaves(&games::engine("Oware", &[]), 6), [6, 36, 190, 1014, 5219, 27332]);
}

#[test]
fn divide_adds_up_to_perft() {
    let engine = Reference::new(hand::kalah(6, 4, false));
    let start = engine.start();
    let parts = divide(&engine, &start, 5);
    assert_eq!(parts.len(), 6);
    assert_eq!(parts.iter().map(|(_, leaves)| leaves).sum::<u64>(), 4690);
    assert_eq!(perft(&engine, &start, 0), 1);
}

/// Plays moves from a position and writes the position after them.
fn after(engine: &Reference, start: &str, moves: &[&str]) -> String {
    let rules = engine.rules();
    let position = read_position(rules, start, true).expect(start);
    let mut state = engine.begin_at(&position);
    for text in moves {
        let legal = engine.legal(&state);
        let choice =
            read_move(rules, &legal, text).unwrap_or_else(|error| panic!("{text}: {error} ({:?})", error.help));
        engine.play(&mut state, choice);
    }
    write_position(rules, &engine.position(&state))
}

#[test]
fn nam_nam_relays_and_sweeps() {
    let engine = Reference::new(hand::nam_nam());
    assert_eq!(
        after(&engine, "4 4 4 4 4 4 / 4 4 4 4 4 4; south", &["S3", "N1"]),
        "0 0 10 1 0 3 / 1 9 2 10 0 0; south; stores=4-8; turns=1,1; captures=1,1"
    );
    let swept = after(&engine, "0 0 0 1 3 0 / 0 0 1 0 0 3; south; stores=20-20", &["S6"]);
    assert_eq!(swept, "0 0 0 0 0 0 / 0 0 0 0 0 0; over; stores=20-28; turns=1,0; captures=0,1");
}

#[test]
fn a_player_without_seeds_passes() {
    let engine = Reference::new(hand::nam_nam());
    let position = read_position(engine.rules(), "2 3 0 2 0 1 / 0 0 0 0 0 0; south; stores=20-20", false).unwrap();
    let state = engine.begin_at(&position);
    assert_eq!(write_moves(engine.rules(), &engine.legal(&state)), ["pass"]);
    assert_eq!(
        after(&engine, "2 3 0 2 0 1 / 0 0 0 0 0 0; south; stores=20-20", &["pass"]),
        "2 3 0 2 0 1 / 0 0 0 0 0 0; north; stores=20-20; turns=1,0; quiet=1"
    );
}
