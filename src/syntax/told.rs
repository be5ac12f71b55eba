//! Tests of what is said where a text does not parse: known mistakes with their messages.

use super::*;
use crate::syntax::tree::*;

const BEFORE: &str = "variant \"T\" {\n";

/// What is said of a statement: each message with its place, label and help.
fn said(statement: &str) -> String {
    let source = Source::new("test", format!("{BEFORE}{statement}\n}}\n"));
    let mut all = String::new();
    for said in parse(&source).diagnostics {
        let at = source.slice(said.span());
        let help = said.help.unwrap_or_default();
        all += &format!("{} | {at} | {} | {} | {help}\n", said.code.name(), said.message, said.labels[0].text);
    }
    all
}

/// The same of a rule.
fn said_of_rule(rule: &str) -> String {
    said(&format!("landing {{\n{rule}\n}}"))
}

#[test]
fn known_mistakes_have_their_messages() {
    let statements = [
        "board 2x6 with stores",
        "seeds: 4 in every pit",
        "4 seeds in every pit",
        "sow anticlockwise",
        "sow { ccw }",
        "sow { left }",
        "option must-feed \"x\": yes | no",
        "option seedsEach: 4 in 1..12",
        "option here: 4 in 1..12",
        "about \"Children's oware",
        "about \u{201c}x\u{201d}",
        "play own\u{a0}pits;",
        "// a comment",
        "borad 2 rows of 6",
        "no moves { pass }",
        "Board 2 rows of 6",
        "relay when here held seeds",
        "board 2 rows 6",
        "board 2 of rows 6",
        "board 2 rows of of 6",
        "play",
        "seeds 4 in every hole",
        "stuck { sow { clockwise } }",
    ];
    let rules = [
        "relay if here held seeds",
        "when here held seeds relay",
        "relay when here held seeds else stop",
        "capture opponent\u{2019}s pits",
        "win when own store holds > 24",
        "relay when lap >= 2",
        "relay when here held seeds && lap is 2",
        "capture here when here holds over 2",
        "capture here when here holds was empty",
        "capture here when here holds no seeds",
        "capture here, opposite pit when here held nothing",
        "capture here into own store",
        "relay when here is empty",
        "relay when here hodls 2",
        "relay when total is 2+3",
        "relay when count of own pits where it holds 2 is 3",
        "relay when (here held seeds",
        "relay when here held seeds)",
        "relay when",
        "captures here",
        "board 2 rows of 6",
    ];
    let mut all = String::new();
    for statement in statements {
        all += &format!("{statement}\n    {}", said(statement).replace('\n', "\n    ").trim_end_matches(' '));
    }
    for rule in rules {
        all += &format!("{rule}\n    {}", said_of_rule(rule).replace('\n', "\n    ").trim_end_matches(' '));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn braces_are_told_where_they_belong() {
    let one = "landing { relay when here held seeds\nafter move { undo captures }\n";
    assert!(
        said(one)
            .starts_with("unclosed-block | { | this `{` is never closed | opened here | add `}` before `after move`")
    );
    let twice = "landing { { relay }\nstuck { pass }";
    assert!(said(twice).starts_with("extra-brace | { | a second `{`"), "{}", said(twice));
    assert_eq!(said("landing\n  relay\n}\nstuck { pass }").lines().count(), 1);
    assert_eq!(said("stuck { pass } }\nend { draw }").lines().count(), 1);
}

#[test]
fn every_mistake_is_told_in_order_and_the_rest_is_kept() {
    let text = "borad 2 rows of 6\nseeds 4 on every pit\nplay own pits\nsow { ccw }\nlanding {\nrelay if lap is 1\n\
                stop\n}\nstuck { pas }\nend { draw }";
    let source = Source::new("test", format!("{BEFORE}{text}\n}}\n"));
    let parsed = parse(&source);
    let lines: Vec<usize> = parsed.diagnostics.iter().map(|said| source.line(said.span().start)).collect();
    assert_eq!(lines, [2, 3, 5, 7, 10]);
    let variant = parsed.file.unwrap().variant;
    let kept: Vec<&str> = variant.items.iter().map(|item| source.slice(item.keyword)).collect();
    assert_eq!(kept, ["play", "sow", "landing", "stuck", "end"]);
    let ItemKind::Moment { rules, .. } = &variant.items[2].kind else { panic!() };
    assert_eq!(rules.len(), 1);
    assert!(variant.damaged.iter().any(|piece| piece.keywords.is_empty()), "{:#?}", variant.damaged);
}

/// On a text that parses, reading piece by piece comes to the same tree.
#[test]
fn pieces_make_the_same_tree() {
    for variant in crate::library::VARIANTS {
        let source = variant.source();
        let whole = parse(&source).file.unwrap();
        let (pieces, said) = recover::recover(&source);
        assert_eq!(said, []);
        assert_eq!(pieces.unwrap().variant.items, whole.variant.items, "{}", variant.name);
    }
}

#[test]
fn safe_fixes_mend() {
    for (bad, good) in [
        ("play own pits;", "play own pits"),
        ("about \u{201c}x\u{201d}", "about \"x\""),
        ("board 2x6", "board 2 rows of 6"),
        ("seeds 4 in in every pit", "seeds 4 in every pit"),
        ("sow { ccw }", "sow { anticlockwise }"),
    ] {
        let text = format!("{BEFORE}{bad}\n}}\n");
        let parsed = parse(&Source::new("test", text.as_str()));
        let fix = parsed.diagnostics[0].fix.clone().unwrap();
        assert!(fix.safe, "{bad}");
        let mut mended = text;
        for (span, new) in fix.edits.iter().rev() {
            mended.replace_range(span.range(), new);
        }
        assert_eq!(mended.trim_start_matches(BEFORE).trim_end_matches("\n}\n"), good);
    }
}

/// No place in the tree has blanks at its ends.
#[test]
fn places_end_with_their_last_word() {
    for variant in crate::library::VARIANTS {
        let source = variant.source();
        let file = parse(&source).file.unwrap();
        let mut spans = Vec::new();
        fn of_rules(rules: &[tree::Rule], spans: &mut Vec<Span>) {
            for rule in rules {
                spans.push(rule.span);
                spans.extend(rule.actions.iter().map(|action| action.span));
                spans.extend(rule.when.iter().map(|when| when.span));
            }
        }
        fn of_items(items: &[Item], spans: &mut Vec<Span>) {
            for item in items {
                spans.push(item.span);
                match &item.kind {
                    ItemKind::Moment { rules, .. } | ItemKind::Play { rules: Some(rules), .. } => {
                        of_rules(rules, spans)
                    }
                    ItemKind::Phase { items, .. } => of_items(items, spans),
                    ItemKind::Sow { lines, .. } => spans.extend(lines.iter().map(|line| line.span)),
                    _ => {}
                }
            }
        }
        of_items(&file.variant.items, &mut spans);
        for span in spans {
            let text = source.slice(span);
            assert_eq!(text, text.trim(), "{}", variant.name);
        }
    }
}
