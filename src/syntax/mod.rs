//! Text to tree: the grammar (`grammar/variant.pest`), the tree it is built into, and what is said where a text does
//! not parse. Knows no meaning.

mod build;
pub(crate) mod comments;
mod limits;
mod phrases;
pub mod tree;
pub mod words;

use pest::Parser;

use crate::diagnostic::Diagnostic;
use crate::source::{Source, Span};

/// The parser that the grammar makes.
mod grammar {
    #![allow(missing_docs)]
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/variant.pest"]
    pub struct Grammar;
}

use grammar::{Grammar, Rule};

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
            let end = Span::new(base, source.text().len());
            Parsed { file: None, diagnostics: vec![phrases::explain(source, end, &error)] }
        }
    }
}

/// The text behind a byte order mark, and where it begins.
fn without_byte_order_mark(text: &str) -> (usize, &str) {
    text.strip_prefix('\u{feff}').map_or((0, text), |rest| ('\u{feff}'.len_utf8(), rest))
}

#[cfg(test)]
mod tests;
