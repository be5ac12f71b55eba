//! What the parser expected, in words that an author knows: one table from rules to phrases.

use pest::error::{Error, ErrorVariant, InputLocation};

use super::{Rule, limits, words};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Source, Span};

/// Says what was found and what was expected where the parser stopped. `piece` is what was parsed.
pub fn explain(source: &Source, piece: Span, error: &Error<Rule>) -> Diagnostic {
    let at = piece.start
        + match error.location {
            InputLocation::Pos(at) => at,
            InputLocation::Span((at, _)) => at,
        };
    let expected: &[Rule] = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives,
        // The parser's own guard of its stack.
        ErrorVariant::CustomError { .. } => return limits::too_deep(token_at(source, at)),
    };
    let span = token_at(source, at);
    let found = found(source, span);
    let phrases = expected_phrases(expected);
    let label = match phrases.as_slice() {
        [] => "this cannot be read".to_owned(),
        phrases if phrases.len() > 6 => {
            format!("expected {}, or one of {} others", phrases[..5].join(", "), phrases.len() - 5)
        }
        phrases => format!("expected {}", either(phrases)),
    };
    Diagnostic::new(Code::Syntax, span, format!("{found} cannot stand here"), label)
}

/// The token at a byte, or the last one of the text where it ends there.
pub fn token_at(source: &Source, at: usize) -> Span {
    let text = source.text();
    let rest = text.get(at..).unwrap_or("");
    let Some(first) = rest.chars().next() else {
        let end = text.trim_end().len();
        let start = text[..end].char_indices().next_back().map_or(0, |(start, _)| start);
        return Span::new(start, end);
    };
    let length = if first.is_alphanumeric() || first == '_' {
        rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len())
    } else {
        first.len_utf8()
    };
    Span::new(at, at + length)
}

fn found(source: &Source, span: Span) -> String {
    match source.slice(span) {
        "" => "the end of the file".to_owned(),
        text => format!("`{text}`"),
    }
}

/// `a`, `a or b`, `a, b or c`.
pub fn either(phrases: &[String]) -> String {
    match phrases {
        [] => String::new(),
        [one] => one.clone(),
        [start @ .., last] => format!("{} or {last}", start.join(", ")),
    }
}

/// The phrases of some rules, each once, in their order.
pub fn expected_phrases(rules: &[Rule]) -> Vec<String> {
    let mut phrases: Vec<String> = Vec::new();
    for rule in rules {
        let phrase = match words::of_rule(*rule) {
            Some(word) => format!("`{}`", word.text),
            None => match phrase(*rule) {
                "" => continue,
                phrase => phrase.to_owned(),
            },
        };
        if !phrases.contains(&phrase) {
            phrases.push(phrase);
        }
    }
    phrases
}

/// The phrase of a rule that is no word; empty where it is not worth a word.
fn phrase(rule: Rule) -> &'static str {
    match rule {
        Rule::item | Rule::phase_item => "a statement",
        Rule::one_rule | Rule::rules => "a rule",
        Rule::action => "an action",
        Rule::text => "a text in quotes",
        Rule::name => "a name",
        Rule::number => "a number",
        Rule::open => "`{`",
        Rule::close => "`}`",
        Rule::paren_open => "`(`",
        Rule::paren_close => "`)`",
        Rule::comma => "`,`",
        Rule::EOI => "the end of the file",
        _ => "",
    }
}
