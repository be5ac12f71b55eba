//! A piece of a file that does not parse, read alone: what is wrong in it, said as well as it can be. First the mistakes
//! that are known, then small repairs that are tried by reading the piece again, then what was expected and found.

mod known;
mod repair;
mod signs;
mod words;

use std::collections::BTreeSet;

use pest::Parser;
use pest::error::ErrorVariant;

use super::grammar::Grammar;
use super::level::{Level, text_at, word_at};
use super::tokens::{self, Token, TokenKind};
use super::{Rule, limits, phrases, stop, usage};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use repair::Repair;
pub use words::similar;

/// The most mistakes told of one piece.
const MOST: usize = 3;
/// Longer pieces are not read again to try repairs.
const LONGEST_TO_REPAIR: usize = 2_000;

/// A piece to be explained.
pub struct Piece<'a> {
    /// Its text.
    pub text: String,
    /// Where it begins in the file.
    pub base: usize,
    /// What it should be.
    pub level: Level,
    /// The rule that reads it whole.
    pub entry: Rule,
    /// The names that the file declares.
    pub names: &'a BTreeSet<String>,
}

/// The piece as it stands after the repairs so far, and where the parser stops in it.
struct Failure<'a> {
    piece: &'a Piece<'a>,
    text: String,
    tokens: Vec<Token>,
    /// The first token from there on; the number of tokens where the text ends there.
    index: usize,
    expected: Vec<Rule>,
}

/// A message whose places lie in the piece, and the repair that it proposes.
struct Found {
    diagnostic: Diagnostic,
    repair: Option<Repair>,
}

impl Piece<'_> {
    /// How far a text can be read as this piece; all of it and more where it parses.
    fn progress(&self, text: &str) -> usize {
        match Grammar::parse(self.entry, text) {
            Ok(_) => usize::MAX,
            Err(error) => stop(&error),
        }
    }

    /// What is wrong with the piece, in order. Tries repairs only if asked to.
    pub fn explain(&self, repairs: bool) -> Vec<Diagnostic> {
        let mut text = self.text.clone();
        let mut done: Vec<Repair> = Vec::new();
        let mut all = Vec::new();
        let repairs = repairs && text.len() <= LONGEST_TO_REPAIR;
        while let Err(error) = Grammar::parse(self.entry, &text) {
            let at = stop(&error);
            let ErrorVariant::ParsingError { positives, .. } = error.variant else {
                // The parser's own guard of its stack.
                let end = text.get(at..).and_then(|rest| rest.chars().next()).map_or(at, |c| at + c.len_utf8());
                all.push(self.placed(limits::too_deep(Span::new(at, end)), &done));
                break;
            };
            let tokens = tokens::scan(&text).tokens;
            let index = tokens.partition_point(|token| token.span.end <= at);
            let failure = Failure { piece: self, tokens, index, expected: positives, text };
            let found = failure.explain(repairs);
            all.push(self.placed(found.diagnostic, &done));
            let Some(repair) = found.repair else { break };
            if all.len() == MOST {
                break;
            }
            text = repair.applied(&failure.text);
            done.push(repair);
        }
        all
    }

    /// A message with its places in the file instead of in the repaired piece.
    fn placed(&self, mut diagnostic: Diagnostic, done: &[Repair]) -> Diagnostic {
        let back =
            |at: usize| self.base + done.iter().rev().fold(at, |at, repair| repair.back(at)).min(self.text.len());
        let place = |span: Span| {
            let (start, end) = (back(span.start), back(span.end));
            Span::new(start, end.max(start))
        };
        for label in &mut diagnostic.labels {
            label.span = place(label.span);
        }
        for edit in diagnostic.fix.iter_mut().flat_map(|fix| &mut fix.edits) {
            edit.0 = place(edit.0);
        }
        diagnostic
    }
}

impl Failure<'_> {
    fn text_at(&self, index: usize) -> &str {
        text_at(&self.text, &self.tokens, index)
    }

    /// A token as messages show it: long texts are cut.
    fn shown(&self, index: usize) -> String {
        let text = self.text_at(index);
        if self.kind_at(index) == Some(TokenKind::Text) && text.chars().count() > 24 {
            return format!("`{}...\"`", text.chars().take(18).collect::<String>().trim_end());
        }
        format!("`{text}`")
    }

    fn word_at(&self, index: usize) -> Option<&str> {
        word_at(&self.text, &self.tokens, index)
    }

    fn kind_at(&self, index: usize) -> Option<TokenKind> {
        self.tokens.get(index).map(|token| token.kind)
    }

    /// Where a token stands; behind the last one, the last one.
    fn span(&self, index: usize) -> Span {
        let last = self.tokens.len().saturating_sub(1);
        self.tokens.get(index.min(last)).map_or(Span::new(0, self.text.len()), |token| token.span)
    }

    fn explain(&self, repairs: bool) -> Found {
        if let Some(found) = self.known() {
            return found;
        }
        if repairs {
            // First what mends the whole piece, then what lets the parser go on a little.
            let found = self
                .repeated(true)
                .or_else(|| self.other_word(true))
                .or_else(|| self.similar_word(true))
                .or_else(|| self.swapped())
                .or_else(|| self.repeated(false))
                .or_else(|| self.other_word(false))
                .or_else(|| self.similar_word(false));
            if let Some(found) = found {
                return found;
            }
        }
        if let Some(found) = self.wrong_place() {
            return found;
        }
        if repairs && let Some(found) = self.missing() {
            return found;
        }
        Found { diagnostic: self.plain(), repair: None }
    }

    /// What was expected and what was found.
    fn plain(&self) -> Diagnostic {
        let expected = phrases::expected(&self.expected);
        let at_end = self.index >= self.tokens.len();
        let (message, label, span) = if at_end {
            let last = self.tokens.len().saturating_sub(1);
            let message = format!("something is missing after {}", self.shown(last));
            (message, format!("expected {expected} after this"), self.span(last))
        } else {
            let found = self.shown(self.index);
            let message = match self.index {
                0 => format!("{found} cannot begin {}", self.piece.level.one()),
                index => format!("{found} cannot follow {}", self.shown(index - 1)),
            };
            (message, format!("expected {expected}"), self.span(self.index))
        };
        let label = if expected.is_empty() { "this cannot be read here".to_owned() } else { label };
        let code = match self.expected.as_slice() {
            _ if at_end => Code::MissingWord,
            _ => Code::Syntax,
        };
        Diagnostic::new(code, span, message, label).help(self.usage())
    }

    /// The shape of what the piece seems to be.
    fn usage(&self) -> String {
        let (first, second) = (self.word_at(0).unwrap_or(""), self.word_at(1).unwrap_or(""));
        match (self.piece.entry, usage::example(self.piece.level, first, second)) {
            (Rule::file, _) => "a file begins like `variant \"My Game\" {` and ends with `}`".to_owned(),
            (_, Some(example)) => format!("for example: `{example}`"),
            (_, None) => self.piece.level.hint().to_owned(),
        }
    }

    /// The line of the piece with a repair in it, on one line and with single blanks.
    fn line_with(&self, repair: &Repair) -> Option<String> {
        let text = repair.applied(&self.text);
        let at = repair.at.min(text.len());
        let start = text.get(..at)?.rfind('\n').map_or(0, |n| n + 1);
        let end = text.get(at..)?.find('\n').map_or(text.len(), |n| at + n);
        let mut line = String::new();
        let mut in_text = false;
        for c in text.get(start..end)?.trim().chars() {
            in_text ^= c == '"';
            if in_text || !(c == ' ' || c == '\t') || !line.ends_with(' ') {
                line.push(if c == '\t' { ' ' } else { c });
            }
        }
        // Braces whose inside is read elsewhere.
        let line = line.replace("{ }", "{ ... }");
        (line.chars().count() <= 90).then_some(line)
    }

    /// A help that shows the line as it would be.
    fn help_with(&self, repair: &Repair) -> String {
        match self.line_with(repair) {
            Some(line) if !line.is_empty() => format!("write `{line}`"),
            _ if repair.text.trim().is_empty() => "leave it out".to_owned(),
            _ => format!("write `{}`", repair.text.trim()),
        }
    }
}
