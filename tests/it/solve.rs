//! Exact values: the tables of Kalah, what may be concluded from rules, values that do not depend on the table.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use naqala::engine::text::read_position;
use naqala::engine::{Engine, Moves, Visit, fastest};
use naqala::rules::Rules;
use naqala::study::database::Database;
use naqala::study::solve::{Limits, Solution, SolveError, solve};
use naqala::study::soundness::{Recurrence, Soundness};

use crate::variants::{of_text, rules};

static NEVER: AtomicBool = AtomicBool::new(false);

struct Solve<'a> {
    soundness: &'a Soundness,
    position: Option<&'a str>,
    limits: Limits,
    stop: &'a AtomicBool,
}

impl Visit for Solve<'_> {
    type Output = Result<Solution, SolveError>;

    fn visit<E: Engine>(self, engine: &E) -> Self::Output {
        let state = match self.position {
            Some(text) => engine.begin_at(&read_position(engine.rules(), text, true).unwrap()),
            None => engine.start(),
        };
        let solved = solve(engine, &state, self.soundness, self.limits, None, self.stop, |_| {})?;
        // The line is legal, and played out it comes to the value.
        let mut end = state;
        for choice in &solved.line {
            assert!(engine.legal(&end).iter().any(|legal| legal == *choice));
            engine.play(&mut end, *choice);
        }
        if let Some(outcome) = engine.outcome(&end) {
            assert_eq!(outcome.score[0] as i32 - outcome.score[1] as i32, solved.south);
        }
        Ok(solved)
    }
}

fn value_of(rules: &Rules, position: Option<&str>, limits: Limits) -> Result<Solution, SolveError> {
    let soundness = Soundness::of(rules, rules.total());
    let solve = Solve { soundness: &soundness, position, limits, stop: &NEVER };
    fastest(soundness.rules.clone(), solve)
}

fn kalah(width: usize, seeds: usize, empty_capture: bool) -> Rules {
    let capture = if empty_capture { "yes" } else { "no" };
    let (width, seeds) = (width.to_string(), seeds.to_string());
    rules("Kalah", &[("width", &width), ("seeds_each", &seeds), ("empty_capture", capture)])
}

/// The first player's lead by pits a side (rows) and seeds a pit (columns).
const STANDARD: [[i32; 6]; 4] = [[0, -2, 6, -2, 2, 0], [2, -2, -2, -10, 6, 8], [0, 4, 2, 2, 6, -8], [2, 6, 6, 2, 4, 0]];
const EMPTY_CAPTURE: [[i32; 6]; 4] =
    [[0, -2, 6, -2, 2, 0], [2, -2, -2, -12, 6, 8], [0, 4, 2, 2, 6, -10], [2, 6, 8, 2, 2, 0]];

#[test]
fn kalah_has_the_published_values() {
    for (table, empty_capture) in [(STANDARD, false), (EMPTY_CAPTURE, true)] {
        for (width, row) in (1..).zip(table) {
            for (seeds, value) in (1..).zip(row) {
                let solved = value_of(&kalah(width, seeds, empty_capture), None, Limits::default()).unwrap();
                assert_eq!(solved.south, value, "{width} pits, {seeds} seeds, empty capture: {empty_capture}");
            }
        }
    }
}

#[test]
fn neither_table_nor_database_changes_a_value() {
    for (width, seeds) in [(1, 3), (2, 2), (2, 4), (3, 2), (3, 3), (4, 2)] {
        let rules = kalah(width, seeds, false);
        let expected = STANDARD[width - 1][seeds - 1];
        for (table, database) in [(true, Some(0)), (false, Some(0)), (false, Some(4)), (true, Some(9))] {
            let limits = Limits { table, database, ..Limits::default() };
            assert_eq!(value_of(&rules, None, limits).unwrap().south, expected, "{width} {seeds} {limits:?}");
        }
    }
}

#[test]
fn players_and_lines_are_told_apart_by_seat() {
    // The mirror image with the other player to move is worth the same to the mover.
    let rules = kalah(3, 3, false);
    let south = value_of(&rules, Some("2 0 3 / 1 3 4; south; stores=3-2"), Limits::default()).unwrap();
    let north = value_of(&rules, Some("4 3 1 / 3 0 2; north; stores=2-3"), Limits::default()).unwrap();
    assert_eq!(south.south, -north.south);
}

#[test]
fn banks_add_to_the_value_of_the_seeds_in_play() {
    let rules = kalah(3, 3, false);
    let even = value_of(&rules, Some("1 0 2 / 0 1 2; north; stores=6-6"), Limits::default()).unwrap();
    let lead = value_of(&rules, Some("1 0 2 / 0 1 2; north; stores=9-3"), Limits::default()).unwrap();
    assert_eq!(lead.south, even.south + 6);
}

#[test]
fn soundness_is_read_off_the_rules() {
    let of = |name: &str| {
        let rules = rules(name, &[]);
        Soundness::of(&rules, rules.total())
    };
    let kalah = of("Kalah");
    assert_eq!(kalah.adds_up, Ok(()));
    assert!(matches!(kalah.recurrence, Recurrence::Never(_)));
    assert!(kalah.symmetric);
    let awari = of("Awari");
    assert_eq!(awari.adds_up, Ok(()));
    assert!(matches!(awari.recurrence, Recurrence::Even(_)));
    assert!(awari.symmetric);
    // A third repetition gives each player the seeds of the own side: that depends on where play goes round.
    let oware = of("Oware");
    assert_eq!(oware.adds_up, Ok(()));
    assert_eq!(oware.left_out.len(), 1);
    assert!(matches!(oware.recurrence, Recurrence::Depends(_)));
    for name in ["Hus", "Omweso", "Tam Puduo", "Toguz Kumalak"] {
        assert!(of(name).adds_up.is_err(), "{name}");
        assert!(of(name).symmetric, "{name}");
    }
    let nam_nam = of("Nam Nam");
    assert_eq!(nam_nam.quiet_limit, Some(100));
}

#[test]
fn a_condition_on_a_store_keeps_values_from_adding_up() {
    let game = |end: &str| {
        let text = format!(
            "variant \"Small\" {{ about \"Small.\" board 2 rows of 3 with stores on right seeds 2 in every pit \
             play own pits sow {{ anticlockwise include own store }} \
             landing {{ again when here in own store }} end {{ {end} }} }}"
        );
        let rules = of_text(&text, &[]);
        Soundness::of(&rules, rules.total())
    };
    let plain = "capture pits for owners then most seeds wins when own pits hold nothing or opponent pits hold nothing";
    assert_eq!(game(plain).adds_up, Ok(()));
    assert_eq!(game(&format!("win when own store holds 7+ {plain}")).adds_up, Ok(()));
    assert!(game(&format!("win when own store holds 6+ {plain}")).adds_up.is_err());
    assert!(game(&format!("lose when own store holds 9+ {plain}")).adds_up.is_err());
    assert!(game(&format!("most seeds wins when own store holds 9+ {plain}")).adds_up.is_err());
}

#[test]
fn what_the_rules_do_not_allow_is_refused_with_a_reason() {
    for name in ["Oware", "Omweso", "Hus"] {
        match value_of(&rules(name, &[]), None, Limits::default()) {
            Err(SolveError::Rules(why)) => assert!(!why.is_empty()),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn limits_end_a_search_with_what_is_known() {
    let rules = kalah(6, 6, false);
    let time =
        Limits { time: Some(Duration::from_millis(300)), memory: 64 << 20, database: Some(1), ..Limits::default() };
    match value_of(&rules, None, time) {
        Err(SolveError::Stopped { low, high, nodes }) => assert!(low < high && nodes > 0),
        other => panic!("{other:?}"),
    }
    let soundness = Soundness::of(&rules, rules.total());
    let stopped = AtomicBool::new(true);
    let solve = Solve { soundness: &soundness, position: None, limits: Limits::default(), stop: &stopped };
    assert!(matches!(fastest(soundness.rules.clone(), solve), Err(SolveError::Stopped { .. })));
}

#[test]
fn where_play_can_go_round_the_endgame_is_worked_out() {
    let awari = rules("Awari", &[]);
    let solved = value_of(&awari, Some("0 0 1 0 0 2 / 1 0 0 2 1 0; south"), Limits::default()).unwrap();
    assert!(solved.south.abs() <= 7);
    // Too many seeds for the memory that is allowed.
    let small = Limits { memory: 1 << 20, ..Limits::default() };
    assert!(matches!(value_of(&awari, None, small), Err(SolveError::Size(_))));
}

/// Values by plain search of the whole tree, with every rule in force, for games that must end.
struct Plain;

impl Visit for Plain {
    type Output = Vec<(naqala::engine::Position, i32)>;

    fn visit<E: Engine>(self, engine: &E) -> Self::Output {
        fn value<E: Engine>(engine: &E, state: &E::State) -> i32 {
            if let Some(outcome) = engine.outcome(state) {
                return outcome.score[0] as i32 - outcome.score[1] as i32;
            }
            let legal = engine.legal(state);
            let values = legal.iter().map(|choice| {
                let mut next = state.clone();
                engine.play(&mut next, choice);
                value(engine, &next)
            });
            let south = engine.mover(state) == naqala::rules::Side::South;
            let values: Vec<i32> = values.collect();
            if south { values.into_iter().max().unwrap() } else { values.into_iter().min().unwrap() }
        }
        let mut random = naqala::study::rng::Random::of_game(3, 1);
        let mut found = Vec::new();
        for _ in 0..12 {
            let mut state = engine.start();
            while engine.outcome(&state).is_none() {
                let lanes = engine.lanes(&state).unwrap();
                let banked: u32 = engine.banks(&state).iter().sum();
                if lanes[0] != 0 && banked >= 7 {
                    found.push((engine.position(&state), value(engine, &state)));
                    break;
                }
                let legal = engine.legal(&state);
                engine.play(&mut state, legal.get(random.below(legal.len() as u32) as usize));
            }
        }
        found
    }
}

#[test]
fn values_equal_those_of_a_plain_search() {
    let rules = kalah(3, 2, true);
    let soundness = Soundness::of(&rules, rules.total());
    for (position, value) in fastest(rules.clone(), Plain) {
        let text = naqala::engine::text::write_position(&rules, &position);
        let solve = Solve { soundness: &soundness, position: Some(&text), limits: Limits::default(), stop: &NEVER };
        assert_eq!(fastest(soundness.rules.clone(), solve).unwrap().south, value, "{text}");
    }
}

/// The database of a variant.
pub struct Build<'a> {
    /// What was read off its rules.
    pub soundness: &'a Soundness,
    /// Up to so many seeds.
    pub seeds: u32,
}

impl Visit for Build<'_> {
    type Output = Database;

    fn visit<E: Engine>(self, engine: &E) -> Database {
        Database::build(engine, self.soundness, self.seeds, 1 << 30, &NEVER, |_| {}).unwrap()
    }
}
