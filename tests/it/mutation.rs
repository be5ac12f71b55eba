//! The measure of the messages: in every variant of the library each token is left out, doubled, or exchanged with the
//! next, and what is then said is counted. The figures are kept in `tests/mutation/figures.txt`.

use std::collections::BTreeMap;
use std::fmt::Write;

use naqala::check::{Wishes, review};
use naqala::diagnostic::Diagnostic;
use naqala::library::{Neighbours, VARIANTS};
use naqala::source::Source;

/// What was done to a token.
#[derive(Clone, Copy, Debug)]
enum Change {
    LeaveOut,
    Double,
    Exchange,
}

/// The bytes of each token of a text.
fn tokens(text: &str) -> Vec<(usize, usize)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = match first {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '#' => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            '"' => rest[1..].find('"').map_or(rest.len(), |close| close + 2),
            c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ if rest.starts_with("..") => 2,
            c => c.len_utf8(),
        };
        tokens.push((at, at + length));
        at += length;
    }
    tokens
}

/// The text with one token changed; none where nothing would be.
fn changed(text: &str, tokens: &[(usize, usize)], index: usize, change: Change) -> Option<String> {
    let (start, end) = tokens[index];
    let (before, token, after) = (&text[..start], &text[start..end], &text[end..]);
    let mutant = match change {
        Change::LeaveOut => format!("{before}{after}"),
        Change::Double => format!("{before}{token} {token}{after}"),
        Change::Exchange => {
            let (next_start, next_end) = *tokens.get(index + 1)?;
            let (gap, next) = (&text[end..next_start], &text[next_start..next_end]);
            format!("{before}{next}{gap}{token}{}", &text[next_end..])
        }
    };
    (mutant != text).then_some(mutant)
}

fn said(source: &Source) -> Vec<Diagnostic> {
    review(source, &Neighbours::default(), &Wishes::default(), None).diagnostics
}

#[derive(Default)]
struct Figures {
    mutants: usize,
    with_errors: usize,
    near: usize,
    one: usize,
    codes: BTreeMap<&'static str, usize>,
}

impl Figures {
    fn percent(&self, part: usize) -> f64 {
        100.0 * part as f64 / self.with_errors as f64
    }
}

#[test]
fn a_changed_token_is_told_once_and_where_it_is() {
    let mut figures = Figures::default();
    for variant in VARIANTS {
        let source = variant.source();
        let text = source.text();
        let tokens = tokens(text);
        for index in 0..tokens.len() {
            for change in [Change::LeaveOut, Change::Double, Change::Exchange] {
                let Some(mutant) = changed(text, &tokens, index, change) else { continue };
                figures.mutants += 1;
                let mutant = Source::new("mutant.mancala", mutant);
                let parses = naqala::syntax::parse(&mutant);
                assert!(
                    parses.file.is_some() || !parses.diagnostics.is_empty(),
                    "nothing is said of what does not parse"
                );
                let said = said(&mutant);
                let errors: Vec<&Diagnostic> = said.iter().filter(|said| said.is_error()).collect();
                let Some(first) = errors.first() else { continue };
                figures.with_errors += 1;
                let line = mutant.line_column(tokens[index].0).0;
                figures.near += usize::from(mutant.line_column(first.span().start).0.abs_diff(line) <= 1);
                figures.one += usize::from(errors.len() == 1);
                let messages: Vec<&str> = errors.iter().map(|said| said.message.as_str()).collect();
                assert!(errors.len() <= 3, "{} line {line}, {change:?}: {messages:#?}", variant.name);
                for error in errors {
                    *figures.codes.entry(error.code.name()).or_default() += 1;
                }
            }
        }
    }
    let (near, one) = (figures.percent(figures.near), figures.percent(figures.one));
    let mut shown = format!("near {near:.1}\none {one:.1}\n");
    for (code, count) in &figures.codes {
        let _ = writeln!(shown, "# {code} {count}");
    }
    println!("{} mutants, {} with errors\n{shown}", figures.mutants, figures.with_errors);
    assert!(near >= 95.0 && one >= 85.0, "{shown}");
    compare(near, one);
}

/// Holds the figures to those that are kept: none may fall by more than half a percent.
fn compare(near: f64, one: f64) {
    let kept = include_str!("../mutation/figures.txt");
    let figure = |name: &str| -> f64 {
        let line = kept.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim().parse().unwrap()
    };
    assert!(near >= figure("near") - 0.5, "the first label is near less often than it was: {near:.1}");
    assert!(one >= figure("one") - 0.5, "one error is said less often than it was: {one:.1}");
}
