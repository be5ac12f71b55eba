//! The examples of a variant file, played: each is a test that its author wrote.
//!
//! In: a checked variant. Out: for each example whether it holds, and if not what was expected and what was found.

use std::collections::BTreeSet;

use crate::check::{Checked, Example, SettingsError, Step};
use crate::engine::record::compare_position;
use crate::engine::text::{ReadError, read_move, read_position, write_moves, write_position};
use crate::engine::{Engine, Move, Moves, Reference};
use crate::rules::Rules;
use crate::source::Span;

/// An example that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Where in the file: the text that is not so.
    pub span: Span,
    /// What is wrong, in one line.
    pub message: String,
    /// What the file says.
    pub expected: String,
    /// What the rules make of it.
    pub found: String,
    /// Whether the text itself cannot be taken: what is found then says what would be allowed.
    pub unreadable: bool,
}

/// Reads moves one after the other, each legal where its turn comes: `S6 N1`, `a+ take S2`.
///
/// # Errors
/// The first word that is no legal move, and the legal ones.
pub fn play_text<E: Engine>(
    engine: &E,
    state: &mut E::State,
    text: &str,
    mut made: impl FnMut(&E::State, Move, &str, &mut E::State),
) -> Result<(), ReadError> {
    let rules = engine.rules();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        // The name of a kind of move stands before the pit.
        let kind = rules.moves.iter().flatten().any(|kind| kind.eq_ignore_ascii_case(word));
        let word = match words.peek() {
            Some(pit) if kind => {
                let both = format!("{word} {pit}");
                words.next();
                both
            }
            _ => word.to_owned(),
        };
        let legal: Vec<Move> = engine.legal(state).iter().collect();
        let choice = read_move(rules, &legal, &word)?;
        let written = legal.iter().position(|other| other == choice);
        let written = written.and_then(|at| write_moves(rules, &legal).into_iter().nth(at)).unwrap_or(word);
        let before = state.clone();
        made(&before, choice, &written, state);
    }
    Ok(())
}

/// Plays one example.
///
/// # Errors
/// The first step that does not hold.
pub fn run(checked: &Checked, example: &Example) -> Result<(), Failure> {
    let rules = checked.rules(&example.settings).map_err(|error| {
        let found = match &error {
            SettingsError::Broken(said) => said.first().map_or(String::new(), |first| first.message.clone()),
            error => error.help().unwrap_or_default(),
        };
        Failure {
            span: example.title.span,
            message: error.to_string(),
            expected: String::new(),
            found,
            unreadable: true,
        }
    })?;
    run_with(&Reference::new(rules), example)
}

/// Plays one example on an engine that has its option values.
///
/// # Errors
/// The first step that does not hold.
pub fn run_with<E: Engine>(engine: &E, example: &Example) -> Result<(), Failure> {
    let rules = engine.rules();
    let mut state = match &example.position {
        None => engine.start(),
        Some(text) => match read_position(rules, &text.value, true) {
            Ok(position) => engine.begin_at(&position),
            Err(error) => return Err(unreadable(text.span, "the position", &text.value, &error)),
        },
    };
    for step in &example.steps {
        match step {
            Step::Play(text) => {
                let played = play_text(engine, &mut state, &text.value, |_, choice, _, state| {
                    engine.play(state, choice);
                });
                played.map_err(|error| unreadable(text.span, "the moves", &text.value, &error))?;
            }
            Step::Expect(text) => expect(rules, text.span, &text.value, &engine.position(&state))?,
            Step::Legal(text) => {
                let legal: Vec<Move> = engine.legal(&state).iter().collect();
                let found = write_moves(rules, &legal);
                let wanted = listed(rules, &text.value);
                let set = |moves: &[String]| moves.iter().map(|text| text.to_lowercase()).collect::<BTreeSet<_>>();
                let exact = |moves: &[String]| moves.iter().cloned().collect::<BTreeSet<_>>();
                // Case counts only where it tells two pits apart.
                let same = if set(&found).len() == found.len() {
                    set(&found) == set(&wanted)
                } else {
                    exact(&found) == exact(&wanted)
                };
                if !same {
                    return Err(Failure {
                        span: text.span,
                        message: "these are not the legal moves".to_owned(),
                        expected: wanted.join(" "),
                        found: found.join(" "),
                        unreadable: false,
                    });
                }
            }
        }
    }
    Ok(())
}

/// The moves of a list, kinds joined with their pits.
fn listed(rules: &Rules, text: &str) -> Vec<String> {
    let mut moves = Vec::new();
    let mut words = text.split([' ', ',', '\t']).filter(|word| !word.is_empty());
    while let Some(word) = words.next() {
        let kind = rules.moves.iter().flatten().any(|kind| kind.eq_ignore_ascii_case(word));
        let pit = if kind { words.next() } else { None };
        moves.push(pit.map_or(word.to_owned(), |pit| format!("{word} {pit}")));
    }
    moves
}

fn expect(rules: &Rules, span: Span, text: &str, found: &crate::engine::Position) -> Result<(), Failure> {
    match compare_position(rules, text, found) {
        Ok(None) => Ok(()),
        Ok(Some(what)) => Err(Failure {
            span,
            message: format!("the position is another one: {what}"),
            expected: text.to_owned(),
            found: write_position(rules, found),
            unreadable: false,
        }),
        Err(error) => Err(unreadable(span, "the position", text, &error)),
    }
}

/// A text of the example that cannot be read, or says a move that is not legal.
fn unreadable(span: Span, what: &str, text: &str, error: &ReadError) -> Failure {
    Failure {
        span,
        message: format!("{what} cannot be taken: {}", error.message),
        expected: text.to_owned(),
        found: error.help.clone().unwrap_or_default(),
        unreadable: true,
    }
}
