//! Endgame databases: the published counts of Awari, files that are whole, foreign, cut short or damaged, and players who ask.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use naqala::engine::text::read_position;
use naqala::engine::{Engine, EngineChoice, Reference, with};
use naqala::players::{Player, Probe, Settings, Value};
use naqala::study::database::{BuildError, Database, FileError};
use naqala::study::rng::Random;
use naqala::study::soundness::Soundness;

use crate::solve::Build;
use crate::variants::rules;

fn soundness(name: &str) -> Soundness {
    let rules = rules(name, &[]);
    Soundness::of(&rules, rules.total())
}

fn build(soundness: &Soundness, seeds: u32, choice: EngineChoice) -> Database {
    with(soundness.rules.clone(), choice, Build { soundness, seeds }).unwrap()
}

/// How many boards with so many seeds have which value for the player to move (Lincke 2002).
const AWARI: [&[(i32, u64)]; 6] = [
    &[(-1, 7), (1, 5)],
    &[(-2, 40), (0, 13), (2, 25)],
    &[(-3, 177), (-1, 1), (0, 63), (1, 7), (3, 116)],
    &[(-4, 532), (-2, 110), (0, 143), (2, 165), (4, 415)],
    &[(-5, 1892), (-3, 2), (-2, 85), (-1, 224), (1, 121), (2, 184), (3, 22), (5, 1838)],
    &[(-6, 4242), (-4, 116), (-2, 772), (0, 1548), (2, 550), (3, 62), (4, 302), (6, 4784)],
];

#[test]
fn awari_has_the_published_counts() {
    let database = build(&soundness("Awari"), 6, EngineChoice::Fastest);
    for (seeds, counts) in (1..).zip(AWARI) {
        assert_eq!(database.counts(seeds), counts, "{seeds} seeds");
    }
}

#[test]
fn both_engines_make_the_same_database() {
    for name in ["Awari", "Nam Nam", "Kalah", "Tatuingo"] {
        let soundness = soundness(name);
        let [auto, reference] =
            [EngineChoice::Fastest, EngineChoice::Reference].map(|choice| build(&soundness, 3, choice));
        for seeds in 0..=3 {
            assert_eq!(auto.counts(seeds), reference.counts(seeds), "{name} {seeds}");
        }
    }
}

/// A folder for a test's files.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("naqala-database-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_file_gives_back_what_was_written() {
    let folder = folder("whole");
    let path = folder.join("awari.db");
    let awari = soundness("Awari");
    let database = build(&awari, 5, EngineChoice::Fastest);
    database.save(&path).unwrap();
    let loaded = Database::load(&path, &rules("Awari", &[]), &awari).unwrap();
    assert_eq!(loaded.seeds(), 5);
    for seeds in 0..=5 {
        assert_eq!(loaded.counts(seeds), database.counts(seeds));
    }
    assert_eq!(loaded.longest(5), database.longest(5));
    // Nothing is left beside it.
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn bad_files_are_refused() {
    let folder = folder("bad");
    let path = folder.join("awari.db");
    let (awari, kalah) = (soundness("Awari"), soundness("Kalah"));
    build(&awari, 4, EngineChoice::Fastest).save(&path).unwrap();
    let whole = std::fs::read(&path).unwrap();
    let load = || Database::load(&path, &rules("Awari", &[]), &awari);
    // Cut short anywhere.
    for length in (0..whole.len()).step_by(97).chain([whole.len() - 1, whole.len() - 8]) {
        std::fs::write(&path, &whole[..length]).unwrap();
        assert!(matches!(load(), Err(FileError::Damaged { .. })), "{length} of {} bytes", whole.len());
    }
    // Any byte changed, or one too many.
    for at in (0..whole.len()).step_by(61) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        std::fs::write(&path, &damaged).unwrap();
        assert!(matches!(load(), Err(FileError::Damaged { .. } | FileError::Foreign { .. })), "byte {at}");
    }
    std::fs::write(&path, [whole.as_slice(), b"x"].concat()).unwrap();
    assert!(load().unwrap_err().to_string().contains("follows its end"));
    // For other rules.
    std::fs::write(&path, &whole).unwrap();
    match Database::load(&path, &rules("Kalah", &[]), &kalah) {
        Err(error @ FileError::Foreign { .. }) => assert!(error.to_string().contains("Awari")),
        other => panic!("{other:?}"),
    }
    // No file at all, and a place where none can be written.
    assert!(matches!(
        Database::load(&folder.join("none.db"), &rules("Awari", &[]), &awari),
        Err(FileError::System { what: "read", .. })
    ));
    let nowhere = folder.join("no such folder").join("awari.db");
    assert!(matches!(
        build(&awari, 2, EngineChoice::Fastest).save(&nowhere),
        Err(FileError::System { what: "write", .. })
    ));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_cannot_be_built_says_why() {
    let stop = AtomicBool::new(false);
    let build = |name: &str, seeds, memory, stop: &AtomicBool| {
        let soundness = soundness(name);
        let engine = Reference::new(soundness.rules.clone());
        Database::build(&engine, &soundness, seeds, memory, stop, |_| {}).map(|_| ())
    };
    assert!(matches!(build("Oware", 3, 1 << 30, &stop), Err(BuildError::Rules(_))));
    assert!(matches!(build("Hus", 3, 1 << 30, &stop), Err(BuildError::Rules(_))));
    assert!(matches!(build("Awari", 200, 1 << 30, &stop), Err(BuildError::Size { .. })));
    assert!(matches!(build("Awari", 40, 1 << 20, &stop), Err(BuildError::Memory { .. })));
    assert!(matches!(build("Awari", 9, 1 << 30, &AtomicBool::new(true)), Err(BuildError::Stopped(0))));
}

#[test]
fn players_ask_the_database() {
    let awari = soundness("Awari");
    let database = build(&awari, 6, EngineChoice::Fastest);
    let engine = Reference::new(rules("Awari", &[]));
    let position = read_position(engine.rules(), "0 0 0 1 0 2 / 0 1 0 0 1 1; south; stores=22-20", false).unwrap();
    let state = engine.begin_at(&position);
    let known = database.score(&engine, &state).unwrap();
    let asked = AtomicBool::new(false);
    let mut player = Player::new("mcts:2000".parse().unwrap(), engine.rules(), Settings::default());
    let probe = Probe::of(Some(&database));
    let chosen = player.choose(&engine, &state, &mut Random::of_game(1, 0), &asked, probe).unwrap();
    assert_eq!(chosen.value, Value::Score(known));
    let mut player = Player::new("alphabeta:2".parse().unwrap(), engine.rules(), Settings::default());
    let chosen = player.choose(&engine, &state, &mut Random::of_game(1, 0), &asked, probe).unwrap();
    let mut next = state.clone();
    engine.play(&mut next, chosen.choice);
    let after = match engine.outcome(&next) {
        Some(outcome) => outcome.score[0] as i32 - outcome.score[1] as i32,
        None => -database.score(&engine, &next).unwrap(),
    };
    assert_eq!(after, known, "the move keeps the value");
}
