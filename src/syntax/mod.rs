//! Text to tree: the grammar (`grammar/variant.pest`), the tree it is built into, and what is said where a text does
//! not parse. Knows no meaning.

mod blocks;
mod build;
pub(crate) mod comments;
mod level;
mod limits;
pub mod mistakes;
mod phrases;
mod piece;
mod recover;
mod tokens;
pub mod tree;
mod usage;
pub mod words;

use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Source, Span};

pub(crate) use phrases::either;

/// The parser that the grammar makes.
mod grammar {
    #![allow(missing_docs)]
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/variant.pest"]
    pub struct Grammar;
}

use grammar::{Grammar, Rule};
pub use piece::similar;

/// What a text was read as.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The tree, without the pieces that could not be read; none where nothing could.
    pub file: Option<tree::File>,
    /// What is wrong, in file order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a variant file.
pub fn parse(source: &Source) -> Parsed {
    if let Err(diagnostic) = limits::check(source.text()) {
        return Parsed { file: None, diagnostics: vec![diagnostic] };
    }
    let (base, text) = without_byte_order_mark(source.text());
    match Grammar::parse(Rule::file, text) {
        Ok(pairs) => {
            let mut builder = build::Builder::new(base);
            let variant = builder.file(pairs);
            let comments = comments::find(source.text());
            Parsed { file: variant.map(|variant| tree::File { variant, comments }), diagnostics: builder.diagnostics }
        }
        Err(error) => {
            let (file, mut diagnostics) = recover::recover(source);
            if diagnostics.is_empty() {
                // No piece is at fault alone: say at least where the whole stops.
                diagnostics.push(unreadable(base, text, &error));
            }
            Parsed { file, diagnostics }
        }
    }
}

/// The byte of a text at which the parser stopped.
fn stop(error: &Error<Rule>) -> usize {
    match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    }
}

/// The message about a text that stops somewhere, where nothing better is known.
fn unreadable(base: usize, text: &str, error: &Error<Rule>) -> Diagnostic {
    let ErrorVariant::ParsingError { positives, .. } = &error.variant else {
        return limits::too_deep(Span::new(base, base));
    };
    let at = stop(error);
    let rest = text.get(at..).unwrap_or("");
    let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let label = format!("expected {}", phrases::expected(positives));
    Diagnostic::new(
        Code::Syntax,
        Span::new(base + at, base + at + length),
        "the file cannot be read from here on",
        label,
    )
    .help("a file begins like `variant \"My Game\" {` and ends with `}`")
}

/// The text behind a byte order mark, and where it begins.
fn without_byte_order_mark(text: &str) -> (usize, &str) {
    text.strip_prefix('\u{feff}').map_or((0, text), |rest| ('\u{feff}'.len_utf8(), rest))
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod told;
