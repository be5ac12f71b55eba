//! Fixes, diffs, levels and `# allow` comments, away from any checker.

use naqala::diagnostic::fix::{diff, mend};
use naqala::diagnostic::{Code, Diagnostic, Level, Levels, decode};
use naqala::source::{Source, Span};
use naqala::syntax::tree::Comment;
use proptest::prelude::*;

/// A checker that wants every `x` to be a `y`, and says that a `z` is wrong.
fn no_x(source: &Source) -> Vec<Diagnostic> {
    let wrong = |(at, found): (usize, &str)| {
        let span = Span::new(at, at + 1);
        let said = Diagnostic::new(Code::Syntax, span, format!("`{found}` is wrong"), "here").help("write `y`");
        if found == "x" { said.fix("write `y`", span, "y", true) } else { said }
    };
    source.text().match_indices(['x', 'z']).map(wrong).collect()
}

#[test]
fn safe_fixes_are_applied_until_none_is_left() {
    let mended = mend(Source::new("a", "x1 xx z"), no_x);
    assert_eq!(mended.source.text(), "y1 yy z");
    assert_eq!(mended.diagnostics.len(), 1);
    assert_eq!(mended.applied, 3);
}

#[test]
fn a_fix_that_makes_it_worse_is_not_applied() {
    let worse = |source: &Source| {
        let mut said = no_x(source);
        if source.text().contains("yy") {
            said.extend((0..9).map(|at| Diagnostic::new(Code::TooDeep, Span::new(at, at), "two in a row", "here")));
        }
        said
    };
    let mended = mend(Source::new("a", "xx ok"), worse);
    assert_eq!(mended.source.text(), "yx ok");
    let unsafe_fix = |source: &Source| {
        let fix =
            |d: Diagnostic| Diagnostic { fix: d.fix.map(|fix| naqala::diagnostic::Fix { safe: false, ..fix }), ..d };
        no_x(source).into_iter().map(fix).collect()
    };
    assert_eq!(mend(Source::new("a", "xx"), unsafe_fix).source.text(), "xx");
}

#[test]
fn a_diff_shows_what_changes() {
    let old = (1..=20).map(|n| format!("line {n}\n")).collect::<String>();
    let new = old.replace("line 4\n", "line four\nand more\n").replace("line 19\n", "").replace("line 20\n", "line 20");
    insta::assert_snapshot!("diff", diff("game.mancala", &old, &new));
    assert_eq!(diff("game.mancala", &old, &old), "");
}

/// The text, with a warning at every `!`, and what is left of it.
fn left(text: &str, levels: &Levels) -> Vec<String> {
    let source = Source::new("a", text);
    let comments: Vec<Comment> = text
        .match_indices('#')
        .map(|(at, _)| Comment { span: Span::new(at, text[at..].find('\n').map_or(text.len(), |end| at + end)) })
        .collect();
    let warnings = text.match_indices('!').map(|(at, _)| {
        let mut warning = Diagnostic::new(Code::UnusedAllow, Span::new(at, at + 1), "warned", "here");
        warning.level = Level::Warning;
        warning
    });
    let said = levels.apply(&source, &comments, warnings.collect(), |_| true);
    said.iter()
        .map(|d| format!("{}: {}: {}", source.line_column(d.span().start).0, d.message, d.labels[0].text))
        .collect()
}

#[test]
fn an_allow_covers_its_line_or_the_next_with_what_is_indented_under_it() {
    let none: [&str; 0] = [];
    let levels = Levels::default();
    assert_eq!(left("! # allow unused-allow: it is meant\n", &levels), none);
    assert_eq!(left("# allow unused-allow: it is meant\n# another\n\n!\n", &levels), none);
    assert_eq!(left("# allow unused-allow: it is meant\nend {\n  !\n\n  !\n}\n", &levels), none);
    assert_eq!(left("# allow unused-allow: it is meant\na\n!\n", &levels).len(), 2);
    assert_eq!(left("# allow players to choose\n", &levels), none);
    insta::assert_snapshot!(
        "allow",
        left(
            "# allow unused-allow: why\na\n# allow unused-alow: why\n# allow unused-allow\n# allow syntax: why\n!",
            &levels
        )
        .join("\n")
    );
}

#[test]
fn levels_that_are_asked_for() {
    let mut levels = Levels::default();
    levels.set(Code::UnusedAllow, Level::Allow).expect("a warning can be allowed");
    assert!(left("!", &levels).is_empty());
    let said = levels.set(Code::Syntax, Level::Allow).expect_err("an error cannot");
    assert_eq!(said, "`syntax` is an error and stays one: no game can be made while it stands");
    let source = Source::new("a", "!");
    let mut warning = Diagnostic::new(Code::UnusedAllow, Span::new(0, 1), "warned", "here");
    warning.level = Level::Warning;
    let mut levels = Levels::default();
    levels.deny_warnings = true;
    let denied = levels.apply(&source, &[], vec![warning], |_| true);
    assert!(denied[0].is_error());
}

#[test]
fn bytes_that_are_no_text_are_shown_with_their_place() {
    let (source, said) = decode("a", b"about \"Ouri \xe9 \xe8\"\n".to_vec());
    let said = said.expect("Latin-1 is not UTF-8");
    assert_eq!(source.line_column(said.span().start), (1, 13));
    assert!(said.labels[0].text.contains("0xe9"), "{}", said.labels[0].text);
    let (_, said) = decode("a", b"\xff\xfev\0a\0r\0i\0a\0n\0t\0".to_vec());
    assert!(said.and_then(|said| said.help).expect("a help").contains("UTF-16"));
    assert!(decode("a", "é 豆".as_bytes().to_vec()).1.is_none());
}

proptest! {
    #[test]
    fn a_diff_applies(old in "([ab]\n){0,9}", new in "([ab]\n){0,9}") {
        // Read back: what is kept and taken away is the old text, what is kept and added is the new one, for one hunk.
        let shown = diff("a", &old, &new);
        let lines = |signs: [char; 2]| {
            shown.lines().skip(3).filter(|line| line.starts_with(signs)).map(|line| format!("{}\n", &line[1..])).collect::<String>()
        };
        if shown.matches("@@ -").count() == 1 && old.lines().count() <= 3 {
            prop_assert_eq!(lines([' ', '-']), old);
            prop_assert_eq!(lines([' ', '+']), new);
        } else {
            prop_assert!(shown.is_empty() == (old == new));
        }
    }

    #[test]
    fn any_bytes_decode(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        let valid = std::str::from_utf8(&bytes).is_ok();
        let (source, said) = decode("a", bytes);
        prop_assert_eq!(valid, said.is_none());
        if let Some(said) = said {
            prop_assert_eq!(source.slice(said.span()), "\u{fffd}");
        }
    }
}
