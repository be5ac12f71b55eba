//! The renderers: one file with three mistakes in every format, and any spans in any text.

use naqala::diagnostic::render::{Format, Look, Report, render};
use naqala::diagnostic::{Code, Diagnostic, Level};
use naqala::source::{Source, Span};
use proptest::prelude::*;

const TEXT: &str = "variant \"Ripe Pits\" {\n  board 2 rows of 6\n  play own holes\n  landing {\n    again when here in own store\n    relay when here holds seeds\n  }\n}\n";

fn at(piece: &str) -> Span {
    let start = TEXT.find(piece).expect("the piece stands in the text");
    Span::new(start, start + piece.len())
}

fn three() -> Report {
    let mut relay = Diagnostic::new(
        Code::UnreachableRule,
        at("here holds seeds"),
        "this condition is always true",
        "the last seed has just fallen here, so it holds at least 1 seed, and no lap can ever come to its end",
    )
    .note("a relay that never stops makes every move endless")
    .help("to ask what lay there before: `relay when here held seeds`");
    relay.level = Level::Warning;
    let holes = Diagnostic::new(Code::UnknownName, at("holes"), "unknown word `holes`", "a set of pits is expected")
        .help("holes are called `pits` here: `play own pits`")
        .fix("write `pits`", at("holes"), "pits", true);
    let store =
        Diagnostic::new(Code::NoStores, at("own store"), "this board has no stores", "there is no store to look at")
            .label(at("board 2 rows of 6"), "nothing is said of stores here")
            .help("`board 2 rows of 6 with stores on right`");
    Report::of(Source::new("variants/ripe, pits.mancala", TEXT), vec![relay, store.clone(), holes, store])
}

#[test]
fn three_mistakes_in_every_format() {
    for (name, format) in Format::ALL {
        let text = render(&three(), *format, Look::default());
        // The list of all codes grows; the log's results are what counts here.
        let text = match format {
            Format::Sarif => {
                let log: serde_json::Value = serde_json::from_str(&text).expect("valid JSON");
                let mut results = log["runs"][0]["results"].clone();
                for result in results.as_array_mut().expect("a list") {
                    let index = result["ruleIndex"].take().as_u64().expect("an index") as usize;
                    assert_eq!(log["runs"][0]["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
                }
                serde_json::to_string_pretty(&results).expect("text")
            }
            _ => text,
        };
        insta::assert_snapshot!(format!("three_{name}"), text);
    }
}

#[test]
fn colour_only_where_it_is_asked_for() {
    let look = Look { colour: true, ..Look::default() };
    assert!(render(&three(), Format::Human, look).contains('\u{1b}'));
    for (_, format) in Format::ALL {
        assert!(!render(&three(), *format, Look::default()).contains('\u{1b}'));
    }
}

#[test]
fn the_rest_is_counted_and_errors_come_first() {
    let source = Source::new("many.mancala", "a ".repeat(300));
    let many = (0..300).map(|index| {
        let mut diagnostic = Diagnostic::new(Code::Syntax, Span::new(index * 2, index * 2 + 1), "wrong", "here");
        if index % 2 == 0 {
            diagnostic.level = Level::Warning;
        }
        diagnostic
    });
    let report = Report::of(source, many.collect());
    let text = render(&report, Format::Human, Look::default());
    assert_eq!(text.matches("× wrong").count(), 50);
    assert!(
        text.ends_with(
            "150 errors, 150 warnings in 1 file (250 of them not shown); `naqala explain syntax` says more\n"
        )
    );
    let text = render(&report, Format::Short, Look { limit: 160, ..Look::default() });
    assert_eq!(text.matches("error[").count(), 150);
    assert_eq!(text.matches("warning[").count(), 10);
    assert!(text.ends_with("... and 140 more\n"));
}

#[test]
fn places_that_cannot_be_seen_are_marked_on_what_can() {
    for (text, at, marked) in [
        ("play own pits\n\n", 15, "[x:1:13]"),
        ("play own pits\r\n", 13, "[x:1:13]"),
        ("", 0, "[x:1:1]"),
        ("  \n  sow", 0, "[x:2:3]"),
        ("sow { }", 4, "[x:1:5]"),
        ("a 豆豆 b\u{301} c", 13, "[x:1:9]"),
    ] {
        let diagnostic = Diagnostic::new(Code::Syntax, Span::new(at, at), "something is missing", "here");
        let shown = render(&Report::of(Source::new("x", text), vec![diagnostic]), Format::Human, Look::default());
        assert!(shown.contains(marked), "{shown}");
        assert!(text.is_empty() || shown.contains("here"), "{shown}");
    }
}

#[test]
fn long_lines_are_cut_to_a_window() {
    let text = format!("{}holes{}", "x".repeat(5000), " y".repeat(400_000));
    let diagnostic = Diagnostic::new(Code::Syntax, Span::new(5000, 5005), "unknown word", "a set is expected");
    let shown = render(&Report::of(Source::new("x", text), vec![diagnostic]), Format::Human, Look::default());
    assert!(shown.contains("holes"), "{shown}");
    assert!(shown.contains("[x:1:5001]"), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 100), "{shown}");
    insta::assert_snapshot!("long_line", shown);
}

proptest! {
    #[test]
    fn any_spans_in_any_text(
        text in "(?s)([ -~]|\\PC|[\\x00-\\x1f]|[a-z{}\" \t\r\n]|豆|e\u{301}|\u{202e}){0,120}",
        name in "(?s).{0,12}",
        spans in proptest::collection::vec((0usize..400, 0usize..400, "(?s).{0,80}"), 1..5),
        width in 0usize..200,
        edit in "(?s).{0,9}",
    ) {
        let mut labels = spans.iter();
        let (start, end, label) = labels.next().expect("one at least");
        let mut diagnostic = Diagnostic::new(Code::Syntax, Span::new(*start, *end), label.clone(), label.clone())
            .help(label.clone())
            .note(label.clone())
            .fix(label.clone(), Span::new(*start, *end), edit, true);
        for (start, end, label) in labels {
            diagnostic = diagnostic.label(Span::new(*start, *end), label.clone());
        }
        let report = Report::of(Source::new(name, text), vec![diagnostic]);
        for (_, format) in Format::ALL {
            let shown = render(&report, *format, Look { width, ..Look::default() });
            let steers = |c: char| c.is_control() && c != '\n' && c != '\t';
            let read = matches!(format, Format::Human | Format::Plain | Format::Short);
            prop_assert!(!read || !shown.contains(steers));
            if matches!(format, Format::Json | Format::Sarif) {
                prop_assert!(serde_json::from_str::<serde_json::Value>(&shown).is_ok());
            }
            if matches!(format, Format::Github) {
                prop_assert!(shown.lines().count() == 1);
            }
        }
    }
}
