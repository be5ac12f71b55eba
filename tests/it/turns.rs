//! How turns go on and games end where no move or no end is in sight, and the guards that let nothing hang.

use naqala::engine::text::{read_move, read_position, write_moves, write_position};
use naqala::engine::{Engine, Event, Move, Reference, Watch, Winner};

use crate::games::engine_of;

/// A variant of two rows of two, one seed in every pit, sown anticlockwise, with these sections.
fn small(sections: &str) -> Reference {
    sown("anticlockwise", sections)
}

/// The same, sown as told.
fn sown(sow: &str, sections: &str) -> Reference {
    engine_of(&format!(
        "variant \"Small\" {{\n  board 2 rows of 2 with stores\n  seeds 1 in every pit\n  sow {{ {sow} }}\n{sections}\n}}\n"
    ))
}

/// What a game from a position comes to after some moves: the position, the legal moves then, and how it ended.
fn told(engine: &Reference, start: &str, moves: &[&str]) -> String {
    let rules = engine.rules();
    let position = read_position(rules, start, true).expect(start);
    let mut state = engine.begin_at(&position);
    for text in moves {
        let legal = engine.legal(&state);
        let choice =
            read_move(rules, &legal, text).unwrap_or_else(|error| panic!("{text}: {error} ({:?})", error.help));
        engine.play(&mut state, choice);
    }
    let mut told = write_position(rules, &engine.position(&state));
    match engine.outcome(&state) {
        Some(outcome) => told.push_str(&format!(" | {:?} {:?} worth {}", outcome.winner, outcome.score, outcome.worth)),
        None => told.push_str(&format!(" | {}", write_moves(rules, &engine.legal(&state)).join(" "))),
    }
    told
}

const RELAYS_FOR_EVER: &str = "landing { relay when here holds seeds }";

#[test]
fn an_endless_move_leaves_the_position_to_its_rules() {
    let wheel = small(&format!("play own pits {RELAYS_FOR_EVER} endless after 5 laps {{ win worth 2 }}"));
    assert_eq!(told(&wheel, "1 1 / 1 1; south", &["a"]), "1 1 / 1 1; over; turns=1,0; quiet=1 | South [0, 0] worth 2");
    let mut state = wheel.start();
    let played = wheel.play(&mut state, Move::plain(0));
    assert_eq!((played.laps, played.captured), (0, [0, 0]));
}

#[test]
fn an_endless_move_can_go_on_with_the_game() {
    let wheel = small(&format!("play own pits {RELAYS_FOR_EVER} endless {{ capture own pits }}"));
    assert_eq!(told(&wheel, "1 1 / 1 1; south", &["a"]), "1 1 / 0 0; north; stores=2-0; turns=1,0; captures=1,0 | A B");
}

#[test]
fn an_endless_move_is_illegal_where_nothing_is_said() {
    let wheel = small(&format!("play own pits {RELAYS_FOR_EVER} stuck {{ win for opponent }}"));
    assert_eq!(told(&wheel, "1 1 / 1 1; south", &[]), "1 1 / 1 1; over | North [0, 0] worth 1");
}

#[test]
fn a_lap_that_begins_as_an_earlier_one_is_noticed_before_the_limit() {
    let wheel = small(&format!("play own pits {RELAYS_FOR_EVER} endless after 100000 laps {{ draw }}"));
    assert_eq!(told(&wheel, "1 1 / 1 1; south", &["b"]), "1 1 / 1 1; over; turns=1,0; quiet=1 | Draw [0, 0] worth 1");
}

#[test]
fn a_move_that_fills_its_own_hand_ends() {
    let pump = small("play own pits on the way { move 1 from here to hand } stuck { lose }");
    assert_eq!(
        told(&pump, "0 0 / 2 1; south; stores=1-0", &["b"]),
        "0 1 / 2 0; north; stores=1-0; turns=1,0; quiet=1 | A"
    );
    assert!(told(&pump, "0 0 / 2 0; south; stores=2-0", &[]).ends_with("over; stores=2-0 | North [2, 0] worth 1"));
}

#[test]
fn too_many_decisions_are_endless() {
    let asks = small("play own pits on the way { may remove own store } stuck { lose }");
    let told = told(&asks, "0 0 / 70 0; south", &[]);
    assert_eq!(told, "0 0 / 70 0; over | North [0, 0] worth 1");
    let draws = small("play own pits on the way { may remove own store } endless { draw }");
    let state = draws.begin_at(&read_position(draws.rules(), "0 0 / 70 0; south", true).unwrap());
    let legal = draws.legal(&state);
    assert_eq!(legal.len(), naqala::engine::reference::TRIES_A_PIT as usize);
    assert!(legal.iter().all(|choice| choice.decisions == Move::DECISIONS));
    let mut last = state.clone();
    draws.play(&mut last, legal[4095]);
    assert_eq!(draws.outcome(&last).map(|outcome| outcome.winner), Some(Winner::Draw));
}

#[test]
fn a_thousand_moves_in_a_row_end_the_game() {
    let again = small("play pits landing { again }");
    let mut state = again.start();
    let mut moves = 0;
    while again.outcome(&state).is_none() {
        assert_eq!(again.mover(&state), naqala::rules::Side::South);
        let first = again.legal(&state)[0];
        again.play(&mut state, first);
        moves += 1;
    }
    assert_eq!(moves, 1000);
    assert_eq!(again.outcome(&state).map(|outcome| outcome.winner), Some(Winner::Draw));
}

#[test]
fn who_cannot_move_passes_by_a_move_of_his_own() {
    let passes = small("play own pits stuck { pass }");
    assert_eq!(told(&passes, "0 1 / 0 0; south; stores=3-0", &[]), "0 1 / 0 0; south; stores=3-0 | pass");
    assert_eq!(
        told(&passes, "0 1 / 0 0; south; stores=3-0", &["PASS"]),
        "0 1 / 0 0; north; stores=3-0; turns=1,0; quiet=1 | A"
    );
    assert_eq!(
        told(&passes, "0 0 / 0 0; south; stores=3-1", &[]),
        "0 0 / 0 0; over; stores=3-1 | South [3, 1] worth 1"
    );
}

#[test]
fn other_stuck_rules_happen_at_once() {
    let gives = small("play own pits stuck { capture 1 from opponent pits for opponent then pass }");
    assert_eq!(told(&gives, "1 1 / 0 0; south; stores=1-1", &[]), "1 0 / 0 0; north; stores=1-2 | B");
    assert_eq!(told(&gives, "0 1 / 0 0; south; stores=1-2", &[]), "0 0 / 0 0; over; stores=1-3 | North [1, 3] worth 1");
    let helps = small("play own pits stuck { move 1 from opponent pits to own pit 1 }");
    assert_eq!(told(&helps, "1 1 / 0 0; south; stores=1-1", &[]), "1 0 / 1 0; south; stores=1-1 | a");
    let idle = small("play own pits stuck { unmark pits as done } mark done");
    assert_eq!(told(&idle, "1 1 / 0 0; south; stores=1-1", &[]), "1 1 / 0 0; over; stores=1-1 | Draw [1, 1] worth 1");
    let nothing = small("play own pits");
    assert_eq!(
        told(&nothing, "1 1 / 0 0; south; stores=2-0", &[]),
        "1 1 / 0 0; over; stores=2-0 | South [2, 0] worth 1"
    );
}

#[test]
fn the_position_that_stands_for_the_third_time() {
    let circle =
        sown("anticlockwise skip opponent pits", "play own pits stuck { pass } end { draw when repetition is 3+ }");
    // Four moves lead round: the start stands for the second time, then for the third.
    let round = ["a", "A", "b", "B"];
    let twice = round.repeat(2);
    let start = "0 1 / 1 0; south; stores=1-1";
    assert!(told(&circle, start, &round).starts_with("0 1 / 1 0; south; stores=1-1; turns=2,2; quiet=4 | a"));
    assert!(told(&circle, start, &twice).starts_with("0 1 / 1 0; over"), "{}", told(&circle, start, &twice));
}

/// Keeps the names of the events.
#[derive(Default)]
struct Names(Vec<String>);

impl Watch for Names {
    fn event(&mut self, event: Event, _: &[u16], _: u16, _: u32) {
        self.0.push(format!("{event:?}"));
    }
}

#[test]
fn events_tell_a_move_from_beginning_to_end() {
    let engine = crate::games::engine("Nam Nam", &[]);
    let mut state = engine
        .begin_at(&read_position(engine.rules(), "0 0 0 1 3 0 / 0 0 1 0 0 3; south; stores=20-20", false).unwrap());
    let mut names = Names::default();
    let legal = engine.legal(&state);
    let choice = read_move(engine.rules(), &legal, "S6").unwrap();
    engine.play_watched(&mut state, choice, &mut names);
    insta::assert_snapshot!(names.0.join("\n"));
    // Another move than the legal ones is told nothing.
    let mut silent = Names::default();
    engine.play_watched(&mut state, choice, &mut silent);
    assert!(silent.0.is_empty());
}
