//! The examples of a file, played: one that cannot be read or ends differently is a mistake like any other.

use crate::diagnostic::{Code, Diagnostic};
use crate::engine::Reference;
use crate::engine::text::{ReadError, read_position};
use crate::rules::{Choices, Value};
use crate::source::Span;
use crate::study::examples::run_with;
use crate::syntax::tree::{ExampleLine, ExprKind, ItemKind, Text};

use super::extend::Section;
use super::options::options;
use super::scope::Scope;
use super::{Checked, Example, SettingsError, Step, mistakes};

/// The most examples told of: where many differ, one rule is wrong rather than all of them.
const MOST: usize = 3;

/// So much may all examples of a file look at: what a library's examples need many times over, and less than half a second.
const PATIENCE: u64 = 100_000_000;

/// What is wrong with the examples of a variant.
pub(super) fn look(checked: &Checked) -> Vec<Diagnostic> {
    let mut said = Vec::new();
    let mut patience = PATIENCE;
    let mut too_long = None;
    for (index, example) in checked.examples().iter().enumerate() {
        let rules = match checked.rules(&example.settings) {
            Ok(rules) => rules,
            Err(SettingsError::Broken(_)) => {
                let message = "the variant cannot be played with the options of this example";
                said.push(
                    Diagnostic::new(Code::BadExample, example.title.span, message, "of this example")
                        .help("choose values that the board and the rules allow, or leave the `option` lines out"),
                );
                continue;
            }
            // Options and values that do not exist are told where they stand.
            Err(_) => continue,
        };
        if let Some(text) = &example.position
            && let Err(error) = read_position(&rules, &text.value, false)
        {
            said.push(unreadable(text, &error, "in this position"));
            continue;
        }
        let engine = Reference::with_patience(rules, patience);
        let outcome = run_with(&engine, example);
        patience = engine.patience();
        if patience == 0 {
            let message = "the examples of this file take too long to play";
            let label = "this one and those below were not played";
            too_long = Some(
                Diagnostic::new(Code::TooLarge, example.title.span, message, label)
                    .help(format!("`naqala test {}` plays them all", checked.source().name)),
            );
            break;
        }
        let Err(failure) = outcome else { continue };
        if failure.unreadable {
            let help = if failure.found.is_empty() { "look at the example's lines".to_owned() } else { failure.found };
            said.push(Diagnostic::new(Code::BadExample, failure.span, failure.message, "in this example").help(help));
            continue;
        }
        let is_legal = |step: &Step| matches!(step, Step::Legal(text) if text.span == failure.span);
        let (label, note) = if example.steps.iter().any(is_legal) {
            (moves(&failure.expected, &failure.found), legal(&failure.found))
        } else {
            (difference(&failure.expected, &failure.found), format!("the rules make of it: {}", failure.found))
        };
        let file = &checked.source().name;
        said.push(
            Diagnostic::new(Code::ExampleDiffers, failure.span, "this example ends differently", label)
                .note(note)
                .help(format!("`naqala trace {file} --example {}` shows the moves seed by seed", index + 1)),
        );
    }
    let more = said.len().saturating_sub(MOST);
    said.truncate(MOST);
    if more > 0
        && let Some(last) = said.last_mut()
    {
        let examples = if more == 1 { "example is" } else { "examples are" };
        last.notes.push(format!("{more} more {examples} at odds with the rules"));
    }
    said.extend(too_long);
    said
}

/// A text of an example that cannot be read, with the place inside it.
fn unreadable(text: &Text, error: &ReadError, label: &str) -> Diagnostic {
    // The text stands behind its quote, letter for letter.
    let start = text.span.start + 1;
    let span = Span::new(start + error.span.start, start + error.span.end);
    Diagnostic::new(Code::BadExample, span, error.message.clone(), label)
        .help(error.help.clone().unwrap_or_else(|| "a position is written `ROWS; MOVER; KEY=VALUE`".to_owned()))
}

/// Where two positions part, in a few words.
fn difference(expected: &str, found: &str) -> String {
    let (wanted, got): (Vec<&str>, Vec<&str>) =
        (expected.split_whitespace().collect(), found.split_whitespace().collect());
    let Some(at) = wanted.iter().zip(&got).position(|(a, b)| a != b) else { return "not so".to_owned() };
    let before = wanted[at.saturating_sub(3)..at].join(" ");
    let after = if before.is_empty() { String::new() } else { format!("after `{before}` ") };
    let bare = |word: &str| word.trim_end_matches([';', ',']).to_owned();
    format!("{after}comes {}, not {}", bare(got[at]), bare(wanted[at]))
}

/// What can be played.
fn legal(found: &str) -> String {
    match found {
        "" => "there is no legal move".to_owned(),
        moves => format!("the legal moves are {moves}"),
    }
}

/// Which legal moves are missing and which are none.
fn moves(expected: &str, found: &str) -> String {
    let not_in = |these: &str, those: &str| {
        let known = |word: &&str| !those.split_whitespace().any(|other| other.eq_ignore_ascii_case(word));
        these.split_whitespace().filter(known).collect::<Vec<_>>().join(" ")
    };
    let (missing, wrong) = (not_in(found, expected), not_in(expected, found));
    match (missing.is_empty(), wrong.is_empty()) {
        _ if found.is_empty() => format!("{wrong} cannot be played: the game is over"),
        (false, true) => format!("{missing} can be played too"),
        (true, false) => format!("{wrong} cannot be played"),
        _ => format!("{missing} can be played too, {wrong} cannot"),
    }
}

/// The examples of a file.
pub(super) fn read(sections: &[Section]) -> Vec<Example> {
    let own = sections.iter().filter_map(|section| match &section.item.kind {
        ItemKind::Example(example) => Some(example),
        _ => None,
    });
    own.map(|example| {
        let mut read =
            Example { title: example.title.clone(), position: None, settings: Vec::new(), steps: Vec::new() };
        for line in &example.lines {
            match line {
                ExampleLine::Position(text) => read.position = Some(text.clone()),
                ExampleLine::Play(text) => read.steps.push(Step::Play(text.clone())),
                ExampleLine::Expect(text) => read.steps.push(Step::Expect(text.clone())),
                ExampleLine::Legal(text) => read.steps.push(Step::Legal(text.clone())),
                ExampleLine::Option { name, value } => {
                    let value = match &value.kind {
                        ExprKind::Number(number) => number.to_string(),
                        ExprKind::Name(word) => word.clone(),
                        _ => String::new(),
                    };
                    read.settings.push((name.value.clone(), value));
                }
            }
        }
        read
    })
    .collect()
}

/// Option values of examples that do not exist.
pub(super) fn unknown_settings(sections: &[Section], scope: &Scope<'_>) -> Vec<Diagnostic> {
    let settings = options(scope);
    let known: Vec<&str> = settings.iter().map(|setting| setting.name.as_str()).collect();
    let mut said = Vec::new();
    for section in sections {
        let ItemKind::Example(example) = &section.item.kind else { continue };
        for line in &example.lines {
            let ExampleLine::Option { name, value } = line else { continue };
            let Some(setting) = settings.iter().find(|setting| setting.name == name.value) else {
                said.push(mistakes::unknown_option(name, &known));
                continue;
            };
            let word = match &value.kind {
                ExprKind::Number(number) => Value::Number(*number),
                ExprKind::Name(word) => Value::Word(word.clone()),
                _ => Value::Word(String::new()),
            };
            if !setting.choices.allow(&word) {
                let allowed: Vec<String> = match &setting.choices {
                    Choices::Words(words) => words.clone(),
                    Choices::Range(low, high) => vec![format!("{low}..{high}")],
                };
                let allowed: Vec<&str> = allowed.iter().map(String::as_str).collect();
                said.push(mistakes::unknown_value(&word.to_string(), value.span, &name.value, &allowed));
            }
        }
    }
    said
}
