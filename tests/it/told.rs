//! Rules told back: the library in plain English, printed in the words of the language, drawn; moves told step by step.

use naqala::engine::text::read_position;
use naqala::engine::{Engine, Reference};
use naqala::library::{self, VARIANTS};
use naqala::rules::Rules;
use naqala::rules::describe::{Item, describe};
use naqala::rules::draw::draw;
use naqala::study::examples::play_text;
use naqala::study::recording::Recorder;
use naqala::study::simulate::{Plan, one_game};
use naqala::study::trace::Narrator;
use naqala::style::{Paint, wrapped};

use crate::games::engine;

/// The description as `show` lays it out, a hundred columns wide.
fn told(rules: &Rules) -> String {
    let mut text = String::new();
    for section in describe(rules) {
        text += &format!("{}\n", section.heading);
        for item in section.items {
            text += &match item {
                Item::Text(text) => wrapped(&text, 100, "", ""),
                Item::Point(text) => wrapped(&text, 100, "  - ", "    "),
                Item::Step(number, text) => wrapped(&text, 100, &format!("  {number}. "), "     "),
            };
        }
        text.push('\n');
    }
    text
}

#[test]
fn the_library_in_plain_english() {
    for variant in VARIANTS {
        let engine = engine(variant.name, &[]);
        insta::assert_snapshot!(format!("told_{}", variant.file.trim_end_matches(".mancala")), told(engine.rules()));
    }
}

#[test]
fn options_change_what_is_told() {
    let told = told(engine("Tam Puduo", &[("opening", "either"), ("no_seeds", "end")]).rules());
    assert!(told.contains("Clockwise if"), "{told}");
    assert!(!told.contains("You pass"), "{told}");
}

#[test]
fn the_library_in_the_words_of_the_language() {
    for variant in VARIANTS {
        let engine = engine(variant.name, &[]);
        insta::assert_snapshot!(
            format!("printed_{}", variant.file.trim_end_matches(".mancala")),
            engine.rules().to_string()
        );
    }
}

/// What is printed is a variant file: read again it plays the same games.
#[test]
fn printed_rules_play_the_same_games() {
    let plan = Plan { games: 40, seed: 11, max_turns: 2000, jobs: 1 };
    for variant in VARIANTS {
        let engine = engine(variant.name, &[]);
        let printed = engine.rules().to_string();
        let again = crate::games::engine_of(&printed);
        for game in 0..plan.games {
            let play =
                |engine: &Reference| String::from_utf8(one_game(engine, &plan, game, Recorder::new(11))).unwrap();
            assert_eq!(play(&again), play(&engine), "{} game {game}", variant.name);
        }
    }
}

#[test]
fn rules_survive_json() {
    for variant in VARIANTS {
        let engine = engine(variant.name, &[]);
        let json = serde_json::to_string(engine.rules()).unwrap();
        assert_eq!(&serde_json::from_str::<Rules>(&json).unwrap(), engine.rules());
    }
}

#[test]
fn boards_of_every_shape() {
    let drawn = |variant: &str, settings: &[(&str, &str)]| {
        let engine = engine(variant, settings);
        let rules = engine.rules();
        let seeds: Vec<u16> = (0..rules.board.cell_count()).map(|cell| u16::from(cell) * 7 % 13).collect();
        let mut signs = vec![None; seeds.len()];
        signs[1] = Some('*');
        draw(&rules.board, &seeds, &signs, Paint::PLAIN)
    };
    let shapes = [
        drawn("Oware", &[]),
        drawn("Tatuingo", &[]),
        drawn("Tam Puduo", &[]),
        drawn("Omweso", &[]),
        drawn("Kalah", &[("width", "1")]),
    ];
    insta::assert_snapshot!(shapes.join("\n"));
}

/// The moves told, without colours.
fn traced(variant: &str, settings: &[(&str, &str)], position: &str, moves: &str) -> String {
    let engine = engine(variant, settings);
    let rules = engine.rules();
    let mut state = engine.begin_at(&read_position(rules, position, true).unwrap());
    let mut text = String::new();
    play_text(&engine, &mut state, moves, |_, choice, written, state| {
        let mut narrator = Narrator::new(rules, Paint::PLAIN, 100);
        engine.play_watched(state, choice, &mut narrator);
        text += &format!("{written}\n{}\n", narrator.finish().join("\n"));
    })
    .unwrap();
    text
}

#[test]
fn moves_told_step_by_step() {
    let all = [
        traced("Nam Nam", &[], "0 0 0 1 3 0 / 1 2 1 0 1 3; south; stores=16-20", "S6"),
        traced("Kalah", &[], "4 4 4 4 4 4 / 4 4 4 4 4 4; south", "c f A"),
        traced("Oware", &[], "1 1 1 1 1 1 / 0 0 0 0 0 13; south; stores=14-15", "f"),
        traced("Tam Puduo", &[], "4 4 4 4 4 4 / 4 4 4 4 4 4; south", "S1 N2 S4"),
        traced("Toguz Kumalak", &[], "0 0 0 0 0 0 0 2 9 / 0 0 0 0 0 0 0 0 3; south; stores=74-74", "i"),
    ];
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn names_are_forgiven_and_guessed() {
    let name = |asked| library::find(asked).map(|variant| variant.name);
    assert_eq!(name("nam-nam"), Some("Nam Nam"));
    assert_eq!(name("NAMNAM"), Some("Nam Nam"));
    assert_eq!(name("toguz_kumalak"), Some("Toguz Kumalak"));
    assert_eq!(name("nam"), None);
    assert_eq!(library::near("nam"), ["Nam Nam"]);
    assert_eq!(library::near("omwesso"), ["Omweso"]);
    assert_eq!(library::near("owari"), ["Awari", "Oware"]);
    assert_eq!(library::near("chess"), Vec::<&str>::new());
}

#[test]
fn the_library_is_the_folder() {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/variants")).unwrap();
    let mut files: Vec<String> = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    assert_eq!(files, VARIANTS.iter().map(|variant| variant.file).collect::<Vec<_>>());
    for variant in VARIANTS {
        assert_eq!(engine(variant.name, &[]).rules().name, variant.name);
    }
}
