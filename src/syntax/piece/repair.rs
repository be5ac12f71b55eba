//! Small repairs, each tried by reading the piece again: a word too many, two words exchanged, a word missing.

use super::{Failure, Found, TokenKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::{phrases, words};

/// One change of a text: so many bytes at a place become another text.
#[derive(Clone, Debug)]
pub(super) struct Repair {
    pub at: usize,
    pub length: usize,
    pub text: String,
}

impl Repair {
    pub fn new(span: Span, text: impl Into<String>) -> Self {
        Repair { at: span.start, length: span.end - span.start, text: text.into() }
    }

    /// The text with the change made.
    pub fn applied(&self, text: &str) -> String {
        let before = text.get(..self.at).unwrap_or(text);
        let after = text.get(self.at + self.length..).unwrap_or("");
        format!("{before}{}{after}", self.text)
    }

    /// Where a byte of the changed text lies in the text before.
    pub fn back(&self, at: usize) -> usize {
        if at <= self.at {
            at
        } else if at >= self.at + self.text.len() {
            at - self.text.len() + self.length
        } else {
            self.at + (at - self.at).min(self.length)
        }
    }

    pub fn span(&self) -> Span {
        Span::new(self.at, self.at + self.length)
    }
}

impl Failure<'_> {
    /// Whether the piece parses with a repair.
    pub(super) fn parses_with(&self, repair: &Repair) -> bool {
        self.piece.progress(&repair.applied(&self.text)) == usize::MAX
    }

    /// Whether a repair lets the parser pass the token after the one where it stopped.
    pub(super) fn helps(&self, repair: &Repair) -> bool {
        let progress = self.piece.progress(&repair.applied(&self.text));
        if progress == usize::MAX {
            return true;
        }
        let Some(next) = self.tokens.get(self.index + 1) else { return false };
        let reached = repair.back(progress);
        // A first word is right if it alone is passed.
        reached > next.span.start
            || (self.index == 0 && reached == next.span.start && reached > repair.at + repair.length)
    }

    /// A token that repeats the one before it.
    pub(super) fn repeated(&self, whole: bool) -> Option<Found> {
        for index in [self.index, self.index.wrapping_sub(1), self.index + 1] {
            let Some(before) = index.checked_sub(1) else { continue };
            let text = self.text_at(index);
            if text.is_empty() || text != self.text_at(before) {
                continue;
            }
            let repair = Repair::new(Span::new(self.span(before).end, self.span(index).end), "");
            if if whole { !self.parses_with(&repair) } else { !self.helps(&repair) } {
                continue;
            }
            let diagnostic = Diagnostic::new(
                Code::RepeatedWord,
                self.span(index),
                format!("{} stands twice", self.shown(index)),
                "the second one is too many",
            );
            return Some(self.found(diagnostic, repair, "leave out the second one", true));
        }
        None
    }

    /// Two neighbours that parse the other way round.
    pub(super) fn swapped(&self) -> Option<Found> {
        for right in [self.index, self.index + 1, self.index.wrapping_sub(1)] {
            let Some(left) = right.checked_sub(1) else { continue };
            if right >= self.tokens.len() {
                continue;
            }
            let (first, second) = (self.text_at(left), self.text_at(right));
            let gap = self.text.get(self.span(left).end..self.span(right).start).unwrap_or(" ");
            let span = self.span(left).to(self.span(right));
            let repair = Repair::new(span, format!("{second}{gap}{first}"));
            if first == second || !self.parses_with(&repair) {
                continue;
            }
            let diagnostic = Diagnostic::new(
                Code::WordOrder,
                span,
                format!("{} and {} stand in the wrong order", self.shown(left), self.shown(right)),
                "they belong the other way round",
            );
            return Some(self.found(diagnostic, repair, "exchange them", false));
        }
        None
    }

    /// Something that is missing before the place where the parser stops.
    pub(super) fn missing(&self) -> Option<Found> {
        let at = match self.tokens.get(self.index) {
            Some(token) => token.span.start,
            None => self.tokens.last()?.span.end,
        };
        let fits = |text: &str| {
            let padded = if self.index < self.tokens.len() { format!("{text} ") } else { format!(" {text}") };
            let repair = Repair { at, length: 0, text: padded };
            self.parses_with(&repair).then_some(repair)
        };
        if let Some(found) = self.missing_word(&fits) {
            return Some(found);
        }
        // Something that the author of the file must choose.
        let some = ["1", "here", "x", "A1", "\"...\"", "capture here", "here holds 1", "relay when"];
        some.iter().find_map(|text| fits(text))?;
        let what = match phrases::expected(&self.expected) {
            expected if expected.is_empty() => "a word".to_owned(),
            expected => expected,
        };
        // After these words a pit is named; the line with one in it shows more than an example does.
        const OF_A_PIT: &[&str] = &["capture", "remove", "mark", "unmark", "from", "of", "behind", "beside", "all"];
        let before = self.index.checked_sub(1).map_or("", |index| self.text_at(index));
        let with_pit = OF_A_PIT.contains(&before).then(|| fits("here")).flatten();
        let line = with_pit.and_then(|repair| self.line_with(&repair));
        let help = line.map_or_else(|| self.usage(), |line| format!("for example: `{line}`"));
        Some(Found { diagnostic: self.missing_before(&what).help(help), repair: None })
    }

    fn missing_word(&self, fits: &dyn Fn(&str) -> Option<Repair>) -> Option<Found> {
        const SIGNS: &[&str] = &["{", "}", ",", "=", ":", "..", "|", "("];
        let texts = SIGNS.iter().copied().chain(words::WORDS.iter().map(|word| word.text));
        let mut fitting: Vec<(&str, Repair)> =
            texts.filter_map(|text| fits(text).map(|repair| (text, repair))).collect();
        // Of several verbs the one that goes with what stands before.
        const VERBS: &[&str] = &["is", "was", "are", "holds", "hold", "holding", "held"];
        let verb = if self.follows_a_number() { "is" } else { "holds" };
        if fitting.iter().any(|(text, _)| *text == verb) && fitting.iter().all(|(text, _)| VERBS.contains(text)) {
            fitting.retain(|(text, _)| *text == verb);
        }
        match fitting.as_slice() {
            [] => None,
            [(text, repair), more @ ..] if more.len() < 4 => {
                let all: Vec<String> = fitting.iter().map(|(text, _)| format!("`{text}`")).collect();
                let diagnostic = self.missing_before(&phrases::either(&all));
                let title = format!("add `{text}`");
                let mut found = self.found(diagnostic, repair.clone(), &title, false);
                if !more.is_empty() {
                    found.diagnostic.fix = None;
                    found.diagnostic.help = Some(format!("for example: {}", self.help_with(repair)));
                }
                Some(found)
            }
            // Where nearly anything would do, what was expected says more.
            _ => None,
        }
    }

    /// The message that something is missing before the place where the parser stops.
    fn missing_before(&self, what: &str) -> Diagnostic {
        let label = format!("expected {what}");
        if self.index >= self.tokens.len() {
            let last = self.tokens.len().saturating_sub(1);
            let message = format!("something is missing after {}", self.shown(last));
            return Diagnostic::new(Code::MissingWord, self.span(last), message, format!("{label} after this"));
        }
        let message = match self.index {
            0 => format!("something is missing before {}", self.shown(0)),
            index => {
                format!("something is missing between {} and {}", self.shown(index - 1), self.shown(index))
            }
        };
        Diagnostic::new(Code::MissingWord, self.span(self.index), message, format!("{label} before this"))
    }

    /// A message with its repair as help and fix.
    pub(super) fn found(&self, diagnostic: Diagnostic, repair: Repair, title: &str, safe: bool) -> Found {
        // A fix is safe only if nothing else is wrong with the piece.
        let safe = safe && self.parses_with(&repair);
        let help = match diagnostic.help.clone() {
            Some(help) => help,
            None => self.help_with(&repair),
        };
        let diagnostic = diagnostic.help(help).fix(title, repair.span(), repair.text.clone(), safe);
        Found { diagnostic, repair: Some(repair) }
    }

    /// Whether a token is a word that the language does not have and the file does not declare.
    pub(super) fn is_unknown(&self, index: usize) -> bool {
        self.kind_at(index) == Some(TokenKind::Word)
            && !words::is_reserved(self.text_at(index))
            && !self.piece.names.contains(self.text_at(index))
    }
}
