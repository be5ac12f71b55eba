//! Positions and moves as text: what is refused, and why.

use naqala::engine::text::{ReadError, read_move, read_position};
use naqala::engine::{Engine, Move};
use proptest::prelude::*;

use crate::games::engine;

/// What is said of a text that cannot be read, with the place under it.
fn said(text: &str, error: &ReadError) -> String {
    let blanks = " ".repeat(text[..error.span.start].chars().count());
    let marks = "^".repeat(text[error.span.range()].chars().count().max(1));
    let help = error.help.as_ref().map_or(String::new(), |help| format!("  help: {help}\n"));
    format!("{text}\n{blanks}{marks}\n  {error}\n{help}")
}

#[test]
fn positions_that_cannot_be_read() {
    let mut all = String::new();
    for (variant, texts) in [
        (
            "Nam Nam",
            [
                "",
                "4 4 4 4 4 4 / 4 4 4 4 4 4",
                "4 4 4 4 4 4; south",
                "4 4 4 4 4 4 / 4 4 4 4 4; south",
                "4 4 4 4 4 4 / 4 4 4 x 4 4; south",
                "4 4 4 4 4 4 / 4 4 4 70000 4 4; south",
                "4 4 4 4 4 4 / 4 4 4 -1 4 4; south",
                "4 4 4 4 4 4 / 4 4 4 4 4 4; west",
                "4 4 4 4 4 4 / 4 4 4 4 4 4; south; stores=4",
                "4 4 4 4 4 4 / 4 4 4 4 4 4; south; stores=4-",
                "4 4 4 4 4 4 / 4 4 4 4 4 4; south; stores=1-1",
                "4 4 4 4 4 4 / 4 4 4 4 4 3; south",
                "4 4 4 4 4 4 / 4 4 4 4 4 3; south; hand=1",
                "4 4 4 4 4 4 / 4 4 4 4 4 4; south; quiet",
                "4 4 4 4 4 4 / 4 4 4 4 4 4; south; seeds=3",
                "4 4 4 4 4 4 / 4 4 4 4 4 4; south; quiet=1; quiet=2",
            ]
            .as_slice(),
        ),
        (
            "Tam Puduo",
            &[
                "4 4 4 4 4 4 / 4 4 4 4 4 4; south; stores=0-0",
                "4 4 4 4 4 4 / 4 4 4 4 4 4; south; phase=middle",
                "4 4 4 4 4 4 / 4 4 4 4 4 4; south; accumulator=south:S7",
                "4 4 4 4 4 4 / 4 4 4 4 4 4; south; accumulator=east:S1",
                "4 4 4 4 4 4 / 4 4 4 4 4 4; south; accumulator=south:S1,south:S2",
                "4 4 4 4 4 4 / 4 4 4 4 4 4; south; accumulator=south:S1,north:S1",
            ],
        ),
    ] {
        let engine = engine(variant, &[]);
        for text in texts {
            let error = read_position(engine.rules(), text, false).expect_err(text);
            all.push_str(&said(text, &error));
            all.push('\n');
        }
    }
    insta::assert_snapshot!(all);
}

#[test]
fn another_total_is_read_where_it_is_allowed() {
    let engine = engine("Nam Nam", &[]);
    assert!(read_position(engine.rules(), "4 4 4 4 4 4 / 4 4 4 4 4 3; south", true).is_ok());
}

#[test]
fn moves_that_cannot_be_read() {
    let mut all = String::new();
    let omweso = engine("Omweso", &[]);
    let start =
        "0 0 0 1 1 1 0 2 / 0 0 10 5 0 5 0 0 / 0 7 2 6 6 1 4 0 / 3 3 2 2 1 1 1 0; north; turns=3,2; captures=1,0";
    let state = omweso.begin_at(&read_position(omweso.rules(), start, false).unwrap());
    let legal = omweso.legal(&state);
    for text in ["", "E", "E++", "a", "pass", "zz"] {
        all.push_str(&said(text, &read_move(omweso.rules(), &legal, text).expect_err(text)));
    }
    assert_eq!(read_move(omweso.rules(), &legal, " e-+ ").map(|choice| choice.decisions), Ok(2));
    // Both players' pits differ by case only: written small, a move of South's is meant where both can be chosen.
    let both = [Move::plain(0), Move::plain(16)];
    assert_eq!(read_move(omweso.rules(), &both, "a"), Ok(both[0]));
    assert_eq!(read_move(omweso.rules(), &both, "A"), Ok(both[1]));
    insta::assert_snapshot!(all);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_at_a_place_in_it(text in "[0-9 /;=a-z,:N-S-]{0,60}|\\PC{0,40}", tail in ".{0,20}") {
        let engine = engine("Tam Puduo", &[]);
        let legal = engine.legal(&engine.start());
        let begun = format!("4 4 4 4 4 4 / 4 4 4 4 4 4; south; {tail}");
        for text in [&text, &tail, &begun] {
            for error in [read_position(engine.rules(), text, true).err(), read_move(engine.rules(), &legal, text).err()] {
                prop_assert!(error.is_none_or(|error| text.get(error.span.range()).is_some()));
            }
        }
    }
}
