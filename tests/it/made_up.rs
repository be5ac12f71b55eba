//! Variants made up at random: whatever the language can say, both engines play the same. It is how a wrong fast path is found.

use std::sync::Arc;

use naqala::rules::Rules;
use naqala::source::Source;
use proptest::prelude::*;
use proptest::sample::select;

use crate::equality::compare_within;

/// Conditions that can stand in a landing rule.
const CONDITIONS: [&str; 34] = [
    "here held seeds",
    "here held nothing",
    "here holds 2",
    "here holds 2 or 3",
    "here holds 4",
    "here holds even",
    "here holds odd",
    "here holds 3+",
    "here in own pits",
    "here in opponent pits",
    "here in own pits 1..2",
    "opposite holds seeds",
    "opposite holds nothing",
    "opposite holds as many as here",
    "opposite in opponent pits and opposite holds even",
    "here holds lifted",
    "next holds seeds",
    "previous holds 1",
    "count of beside here is 2",
    "lap is first",
    "lap is not first",
    "lifted is 3+",
    "captured is nothing",
    "captured is 1+",
    "captured this lap is nothing",
    "moves by mover is 2+",
    "turns since capture is 2+",
    "mover is south",
    "reached opponent pits",
    "own pits hold more than seeds in opponent pits",
    "every own pit holds seeds",
    "any opponent pit holds 3+",
    "seeds in play is fewer than 9",
    "origin in own pits 1..2",
];

/// What a landing rule can do.
const ACTIONS: [&str; 22] = [
    "relay",
    "relay",
    "relay from next",
    "stop",
    "again",
    "capture here",
    "capture here for opponent",
    "capture here for its owner",
    "capture opposite",
    "capture here, opposite",
    "capture 1 from opposite",
    "capture run back from here while it holds 2 or 3",
    "capture run back from here while it in opponent pits and it holds 1..2",
    "capture run on from next while it holds 1",
    "capture (beside here, opposite) where it holds as many as here",
    "capture pits where it holds 1 and it in opponent pits",
    "capture first before here where it holds seeds",
    "capture opposite into hand then sow from here",
    "capture opposite into hand then sow from lap origin",
    "capture opposite into hand then relay",
    "move 1 from here to next then stop",
    "remove opposite then stop",
];

const WAY_ACTIONS: [&str; 5] = [
    "capture here",
    "capture here for its owner",
    "capture here for opponent",
    "capture opposite",
    "capture 1 from here",
];

const WAY_CONDITIONS: [&str; 8] = [
    "here holds 3",
    "here holds 4",
    "here holds 2 and here in opponent pits",
    "here holds 2 or 3",
    "here holds 3 and here not in own pits",
    "here holds even",
    "here holds 2 and hand is 2+",
    "here holds 2 and captured is nothing",
];

const PLAYS: [&str; 8] = [
    "own pits",
    "own pits",
    "own pits",
    "own pits where it holds 2+",
    "own pits where it holds odd",
    "own pits where it holds 1..2 or 5+",
    "own pits\nplay own pits as take { capture origin when origin holds 3+ }",
    "own pits { move all from origin to next of origin then stop when next of origin holds nothing }",
];

const LIFTS: [&str; 5] =
    ["", "", "lift all but 1 when origin holds 2+", "lift all but 2 when origin holds 2+", "lift all but 1"];

const DIRECTIONS: [&str; 11] = [
    "anticlockwise",
    "clockwise",
    "anticlockwise clockwise",
    "anticlockwise clockwise when origin in own pits 1..2",
    "anticlockwise when lifted is odd clockwise when lifted is even",
    "anticlockwise clockwise only if captured this lap is 1+",
    "anticlockwise only if reached opponent pits clockwise",
    "anticlockwise",
    "anticlockwise when origin in own pits 1..2",
    "clockwise when lifted is 2+",
    "anticlockwise when origin in own pits 2..3 clockwise when origin in own pits 1..2",
];

const SKIPS: [&str; 6] = [
    "",
    "skip lap origin",
    "skip lap origin when lifted is 6+",
    "skip opponent pits where it holds 3",
    "skip own pit 1 when hand is 2",
    "skip origin",
];

const AFTER: [&str; 6] = [
    "",
    "after move { undo captures when opponent pits hold nothing }",
    "after move { again when captured is 2+ }",
    "after move { illegal when opponent pits hold nothing }",
    "after move { capture own pit 1 when captured is nothing and own pit 1 holds 2 }",
    "after move { may capture own pit 1 when own pit 1 holds 3 }",
];

const ENDS: [&str; 6] = [
    "win when own store holds majority+",
    "capture pits for owners then most seeds wins when own pits hold nothing or opponent pits hold nothing",
    "win when opponent is stuck",
    "most seeds wins when repetition is 3+",
    "win worth 2 when captured from every opponent pit",
    "draw when captured from opponent pit 1 and reached own pit 1",
];

const REQUIRES: [&str; 6] = [
    "",
    "",
    "require opponent pits hold seeds when opponent pits held nothing",
    "require opponent pits hold seeds",
    "require captured is 1+ if possible",
    "require own pits hold seeds if possible when turns since capture is 2+",
];

const ENDLESS: [&str; 4] =
    ["", "endless { draw }", "endless after 7 laps { illegal }", "endless after 60 laps { most seeds wins }"];

/// A rule with up to two conditions.
fn rule(actions: &'static [&'static str], conditions: &'static [&'static str]) -> impl Strategy<Value = String> {
    let when = prop::collection::vec(select(conditions), 1..=2);
    (select(actions), when, 0..12u8).prop_map(|(action, when, twist)| {
        let when =
            when.iter().map(|when| if when.contains(" and ") { format!("({when})") } else { (*when).to_owned() });
        let when = when.collect::<Vec<_>>().join(" and ");
        let closes = ["relay", "stop", "again", "sow from"].iter().any(|word| action.contains(word));
        match twist {
            0 => format!("may {action} when {when}"),
            1 if !closes => format!("{action} then continue when {when}"),
            2 => format!("{action} when {when} only if own pits hold seeds"),
            _ => format!("{action} when {when}"),
        }
    })
}

/// The text of a variant.
fn variant() -> impl Strategy<Value = String> {
    let board = (
        prop_oneof![4 => (Just(2u8), 2..=8u8), 1 => (Just(4u8), 2..=5u8)],
        select(&["with stores", "with stores on right", "with stores on left", ""][..]),
        1..=4u8,
        any::<bool>(),
    );
    let sowing = (
        select(&PLAYS[..]),
        select(&LIFTS[..]),
        any::<bool>().prop_map(|each| if each { "" } else { " each lap" }),
        select(&DIRECTIONS[..]),
        select(&SKIPS[..]),
        select(&["", "include own store", "include own store when hand is 1", "include stores"][..]),
    );
    let rules = (
        prop::collection::vec(rule(&ACTIONS, &CONDITIONS), 1..=4),
        prop::collection::vec(rule(&WAY_ACTIONS, &WAY_CONDITIONS), 0..=2),
        select(
            &[
                "",
                "",
                "on capture { capture everything for captor then most seeds wins when seeds in play is 4 }",
                "on capture { capture opposite when opposite holds 1 }",
            ][..],
        ),
    );
    let late = (
        select(&AFTER[..]),
        prop::collection::vec(select(&ENDS[..]), 1..=2),
        select(&REQUIRES[..]),
        select(&["", "stuck { pass }", "stuck { capture pits for owners then most seeds wins }"][..]),
        select(&ENDLESS[..]),
    );
    (board, sowing, rules, late).prop_map(|(board, sowing, rules, late)| {
        let ((rows, columns), stores, seeds, marked) = board;
        let (play, lift, each, directions, skip, include) = sowing;
        let (landing, way, on_capture) = rules;
        let (after, ends, require, stuck, endless) = late;
        let bank = if stores.is_empty() { "mark home, one each, holds captures" } else { "mark home, one each" };
        let set_mark = if marked {
            "mark here as own home then capture here when here in own pits and here holds 3 and count of own home is 0"
        } else {
            ""
        };
        let mut way = way;
        if marked && !stores.is_empty() {
            way.insert(0, "capture here for its keeper when here in home".into());
        }
        let way = if way.is_empty() { String::new() } else { format!("on the way {{\n{}\n}}", way.join("\n")) };
        let include = if stores.contains("on") { include } else { "" };
        let ends: Vec<_> = ends.into_iter().filter(|end| !(stores.is_empty() && end.contains("store"))).collect();
        let play = if stores.is_empty() && marked { "own pits except home" } else { play };
        format!(
            "variant \"Made up\" {{\nboard {rows} rows of {columns} {stores}\nseeds {seeds} in every pit\n{}\n\
             define number majority = half of total + 1\nplay {play}\n{require}\n{lift}\n\
             sow{each} {{ {directions}\n{skip}\n{include} }}\n{way}\nlanding {{\n{set_mark}\n{}\n}}\n{on_capture}\n{after}\n{stuck}\n\
             end {{\n{}\ndraw when turns since capture is 40+\n}}\n{endless}\n}}\n",
            if marked { bank } else { "" },
            landing.join("\n"),
            ends.join("\n"),
        )
    })
}

/// The rules of a text, if the checker takes it.
fn rules(text: &str) -> Option<Arc<Rules>> {
    let (checked, _) = naqala::check::check(&Source::new("made_up.mancala", text), &());
    Some(Arc::new(checked?.rules(&[]).ok()?))
}

#[test]
fn most_of_what_is_made_up_is_a_variant() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let strategy = variant();
    let texts: Vec<String> = (0..200).map(|_| strategy.new_tree(&mut runner).expect("a variant").current()).collect();
    let taken = texts.iter().filter(|text| rules(text).is_some()).count();
    let refused = texts.iter().find(|text| rules(text).is_none()).map(|text| {
        format!("{text}\n{:?}", naqala::check::check(&Source::new("made_up.mancala", text.as_str()), &()).1)
    });
    assert!(taken >= 100, "only {taken} of 200; one that is refused: {}", refused.unwrap_or_default());
}

/// Beyond so much work of the reference no more games of the same rules are compared.
const EFFORT: u64 = 20_000_000;

/// What once was played otherwise by one of the engines, as proptest has noted it.
#[test]
fn what_was_once_played_otherwise() {
    let noted = include_str!("../proptest-regressions/made_up.txt");
    let mut compared = 0;
    for text in noted.lines().filter_map(|line| line.split_once("shrinks to text = ")?.1.rsplit_once(", seed = ")) {
        let text: String = serde_json::from_str(text.0).expect("a text as Rust writes it");
        let rules = rules(&text).unwrap_or_else(|| panic!("no variant any more: {text}"));
        if let Err(difference) = compare_within(&rules, 200, 7, 10 * EFFORT) {
            panic!("{text}\n{difference}");
        }
        compared += 1;
    }
    assert!(compared >= 4, "{compared} variants");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn both_engines_play_it_alike(text in variant(), seed in any::<u64>()) {
        let Some(rules) = rules(&text) else { return Ok(()) };
        // Marks must stand alike for a while before the fastest path takes them up.
        let games = if rules.marks.is_empty() { 6 } else { 30 };
        if let Err(difference) = compare_within(&rules, games, seed, EFFORT) {
            // Rules that the compiled engine refuses are played by the reference.
            prop_assert!(difference.starts_with("`undo captures`"), "{text}\n{difference}");
        }
    }
}

/// How many variants are made up: a few in every run, many where the environment asks for them.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(1000)
}
