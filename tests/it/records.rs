//! Game records: the worked examples of four games replay without a difference, and what is wrong is told.

use std::collections::BTreeMap;
use std::sync::Arc;

use naqala::engine::record::{Difference, Options, Summary, verify};
use naqala::engine::{Engine, EngineChoice};
use naqala::rules::{Rules, Value};

use crate::games;

/// Verifies a text of records against the library.
fn verified(text: &str) -> (Summary, Vec<Difference>) {
    let mut known: BTreeMap<String, Arc<Rules>> = BTreeMap::new();
    let resolve = |variant: &str, options: &Options| {
        if naqala::library::find(variant).is_none() {
            return Err(format!("no variant is called {variant}"));
        }
        let texts: Vec<(String, String)> = options
            .iter()
            .map(|(name, value)| match value {
                Value::Number(number) => (name.clone(), number.to_string()),
                Value::Word(word) => (name.clone(), word.clone()),
            })
            .collect();
        let settings: Vec<(&str, &str)> = texts.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let rules = known.entry(format!("{variant} {settings:?}"));
        Ok(Arc::clone(rules.or_insert_with(|| Arc::new(games::engine(variant, &settings).rules().clone()))))
    };
    let mut differences = Vec::new();
    let summary = verify(text.as_bytes(), resolve, EngineChoice::Reference, |difference| differences.push(difference))
        .expect("a text reads");
    (summary, differences)
}

#[test]
fn a_line_without_end_is_told_and_left_out() {
    let endless = std::io::Read::take(std::io::repeat(b'['), 65 << 20);
    let input = std::io::Read::chain(endless, &b"\n{}\n"[..]);
    let mut differences = Vec::new();
    let known = |_: &str, _: &Options| Err("no variant is known".to_owned());
    let input = std::io::BufReader::new(input);
    let summary = verify(input, known, EngineChoice::Reference, |difference| differences.push(difference));
    assert_eq!(summary.expect("it reads").games, 2);
    assert_eq!(differences[0].found, "a line of more than 64 MiB");
    assert_eq!(differences[1].line, 2);
}

#[test]
fn the_worked_examples_replay() {
    for (text, games) in [
        (include_str!("../records/namnam.jsonl"), 13),
        (include_str!("../records/omweso.jsonl"), 17),
        (include_str!("../records/tampuduo.jsonl"), 14),
        (include_str!("../records/tatuingo.jsonl"), 14),
    ] {
        let (summary, differences) = verified(text);
        assert!(differences.is_empty(), "{}", differences.iter().map(|d| format!("{d}\n")).collect::<String>());
        assert_eq!(summary.games, games);
        assert_eq!(summary.moves, games);
    }
}

/// Random games of programs that share nothing with this one, with all options: legal moves, positions, results.
#[test]
fn games_of_independent_programs_replay() {
    for (text, games) in [
        (include_str!("../records/random_namnam.jsonl"), 10),
        (include_str!("../records/random_omweso.jsonl"), 12),
        (include_str!("../records/random_tampuduo.jsonl"), 10),
        (include_str!("../records/random_tatuingo.jsonl"), 10),
    ] {
        let (summary, differences) = verified(text);
        assert!(differences.is_empty(), "{}", differences.iter().map(|d| format!("{d}\n")).collect::<String>());
        assert_eq!(summary.games, games);
        assert!(summary.moves > 10 * games);
    }
}

#[test]
fn differences_name_the_place() {
    let line = |moves: &str, result: &str| {
        format!(
            r#"{{"naqala": 1, "variant": "Nam Nam", "start": "4 4 4 4 4 4 / 4 4 4 4 4 4; south", "moves": [{moves}]{result}}}"#
        )
    };
    let good = r#"{"by": "south", "move": "s3", "after": "1 0 6 6 6 1 / 6 6 2 7 1 6; north; quiet=1"}"#;
    let lines = [
        line(good, r#", "result": {"winner": null}"#),
        line(&format!(r#"{good}, {{"by": "north", "move": "N5"}}"#), ""),
        line(r#"{"by": "north", "move": "N1"}"#, ""),
        line(r#"{"by": "south", "move": "S1", "legal": ["S1"]}"#, ""),
        line(r#"{"by": "south", "move": "S1", "after": "6 6 1 0 6 6 / 2 7 1 6 1 7; north"}"#, ""),
        line(r#"{"by": "south", "move": "S1", "after": "6 6 1 0 6 6 / 2 7 1 6 1 6; south"}"#, ""),
        line(r#"{"by": "south", "move": "S1", "after": "6 6 1 0 6 6 / 2 7 1 6 1 6; north; stores=0-4"}"#, ""),
        line(good, r#", "result": {"winner": "south"}"#),
        line(good, "").replace("Nam Nam", "Mam Mam"),
        line(good, "").replace("\"naqala\": 1", "\"naqala\": 2"),
        "nonsense".to_owned(),
    ];
    let (summary, differences) = verified(&lines.join("\n"));
    assert_eq!(summary, Summary { games: 11, moves: 6, differences: 10 });
    let told: String = differences.iter().map(|difference| format!("{difference}\n")).collect();
    insta::assert_snapshot!(told);
}
