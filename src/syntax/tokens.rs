//! The tokens of a text that did not parse, and a copy of it with the slips of the keyboard mended: typographic quotes,
//! odd blanks, foreign comment signs, semicolons, texts that are never closed. The copy has the length of the text, so
//! that places stay what they are.

use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::source::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Letters, digits and `_`, beginning with a letter or `_`.
    Word,
    /// Digits alone.
    Number,
    /// A text in quotes.
    Text,
    /// Signs.
    Sign,
    /// Digits with letters, and whatever else.
    Other,
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where.
    pub span: Span,
    /// Whether it is the first of its line.
    pub first: bool,
}

/// A text as tokens.
pub struct Scan {
    /// The tokens, in order.
    pub tokens: Vec<Token>,
    /// The text with the slips mended, as long as it was.
    pub text: String,
    /// The slips.
    pub slips: Vec<Diagnostic>,
}

/// Signs of two characters that people write.
const PAIRS: &[&str] = &["..", "==", ">=", "<=", "!=", "<>", "&&", "||", "=>", "->"];

/// Whether a character goes on a word; accents that are written apart do.
fn is_of_a_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || ('\u{300}'..='\u{36f}').contains(&c)
}

/// Reads a text as tokens.
pub fn scan(text: &str) -> Scan {
    let mut scanner = Scanner { text, mended: text.as_bytes().to_vec(), tokens: Vec::new(), slips: Slips::default() };
    scanner.run();
    let mended = String::from_utf8(scanner.mended).unwrap_or_else(|_| text.to_owned());
    Scan { tokens: scanner.tokens, text: mended, slips: scanner.slips.finish() }
}

struct Scanner<'t> {
    text: &'t str,
    mended: Vec<u8>,
    tokens: Vec<Token>,
    slips: Slips,
}

impl Scanner<'_> {
    fn run(&mut self) {
        let mut at = 0;
        let mut first = true;
        let mut line_end = 0;
        while let Some(c) = self.text.get(at..).and_then(|rest| rest.chars().next()) {
            let rest = &self.text[at..];
            if line_end <= at {
                line_end = at + rest.find(['\n', '\r']).unwrap_or(rest.len());
            }
            let line = &self.text[at..line_end.max(at)];
            let mut token = |scanner: &mut Self, kind, length| {
                scanner.tokens.push(Token { kind, span: Span::new(at, at + length), first });
                first = false;
                length
            };
            at += match c {
                '\n' | '\r' => {
                    first = true;
                    1
                }
                ' ' | '\t' => 1,
                '#' => line.len(),
                '"' => match line[1..].find('"') {
                    Some(close) => token(self, TokenKind::Text, close + 2),
                    None => match self.unclosed(at, line) {
                        0 => line.len(),
                        length => token(self, TokenKind::Text, length),
                    },
                },
                '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{ab}' | '\u{bb}' => {
                    let length = self.typographic(at, line, c);
                    token(self, TokenKind::Text, length)
                }
                ';' => {
                    self.slips.semicolons.push(Span::new(at, at + 1));
                    self.blank(at, 1);
                    1
                }
                '/' | '-' if line.starts_with("//") || line.starts_with("--") || line.starts_with("/*") => {
                    self.slips.comments.push(Span::new(at, at + 2));
                    self.blank(at, line.len());
                    line.len()
                }
                c if is_odd_blank(c) => {
                    self.slips.blanks.push(Span::new(at, at + c.len_utf8()));
                    self.blank(at, c.len_utf8());
                    c.len_utf8()
                }
                c if is_of_a_word(c) => {
                    let length = line.find(|c: char| !is_of_a_word(c)).unwrap_or(line.len());
                    let kind = match &line[..length] {
                        word if word.bytes().all(|b| b.is_ascii_digit()) => TokenKind::Number,
                        _ if c.is_ascii_digit() => TokenKind::Other,
                        _ => TokenKind::Word,
                    };
                    token(self, kind, length)
                }
                c if c.is_ascii_punctuation() => {
                    let pair = PAIRS.iter().any(|pair| line.starts_with(pair));
                    token(self, TokenKind::Sign, if pair { 2 } else { 1 })
                }
                c => token(self, TokenKind::Other, c.len_utf8()),
            };
        }
    }

    fn blank(&mut self, at: usize, length: usize) {
        if let Some(bytes) = self.mended.get_mut(at..at + length) {
            bytes.fill(b' ');
        }
    }

    /// A text that the line does not close: it is closed before its last character, or before a `{` that ends the line.
    /// Answers its length, 0 where there is none.
    fn unclosed(&mut self, at: usize, line: &str) -> usize {
        let trimmed = line.trim_end();
        let body = trimmed.strip_suffix('{').map_or(trimmed, str::trim_end);
        let end = body.char_indices().next_back().map_or(0, |(start, _)| start);
        let span = Span::new(at, at + body.len());
        self.slips.others.push(
            Diagnostic::new(
                Code::UnclosedText,
                span,
                "this text is never closed",
                "a text ends on the line where it begins",
            )
            .help("add `\"` where it ends; a longer text goes on in more `note` lines")
            .fix("close the text", Span::new(span.end, span.end), "\"", false),
        );
        if end == 0 {
            self.blank(at, line.len());
            return 0;
        }
        self.blank(at + end, body.len() - end);
        if let Some(last) = self.mended.get_mut(at + body.len() - 1) {
            *last = b'"';
        }
        body.len()
    }

    /// A text between typographic quotes: they become `"` in the copy. Answers its length.
    fn typographic(&mut self, at: usize, line: &str, open: char) -> usize {
        let width = open.len_utf8();
        let closing = ['\u{201c}', '\u{201d}', '\u{bb}', '\u{ab}', '"'];
        let close = line[width..].char_indices().find(|(_, c)| closing.contains(c));
        let (close_at, close_width) = match close {
            Some((n, c)) => (at + width + n, c.len_utf8()),
            None => {
                // Closed at the last character that is no brace.
                let body = line.trim_end().trim_end_matches('{').trim_end();
                let last = body.char_indices().next_back().map_or(0, |(n, _)| n);
                if last == 0 { (at + width, 0) } else { (at + last, body.len() - last) }
            }
        };
        self.slips.quotes.push(Span::new(at, at + width));
        if close_width > 1 && close.is_some() {
            self.slips.quotes.push(Span::new(close_at, close_at + close_width));
        }
        self.blank(at, width);
        self.blank(close_at, close_width);
        if let Some(byte) = self.mended.get_mut(at + width - 1) {
            *byte = b'"';
        }
        match close_width {
            0 => self.blank(at, width),
            _ => self.mended[close_at] = b'"',
        }
        close_at + close_width - at
    }
}

/// Blanks that look like a space or like nothing, and are none to the grammar.
fn is_odd_blank(c: char) -> bool {
    (c.is_whitespace() && !c.is_ascii())
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{feff}' | '\u{2060}' | '\u{b}' | '\u{c}')
}

/// The slips found, each kind told once for the whole file.
#[derive(Default)]
struct Slips {
    quotes: Vec<Span>,
    blanks: Vec<Span>,
    comments: Vec<Span>,
    semicolons: Vec<Span>,
    others: Vec<Diagnostic>,
}

impl Slips {
    fn finish(self) -> Vec<Diagnostic> {
        let mut all = self.others;
        all.extend(together(
            &self.quotes,
            Diagnostic::new(Code::SmartQuotes, Span::default(), "typographic quotes", "a word processor put this here")
                .help("texts stand between plain quotes: `\"`"),
            ("write plain quotes", "\""),
        ));
        all.extend(together(
            &self.blanks,
            Diagnostic::new(
                Code::OddCharacter,
                Span::default(),
                "an unusual blank",
                "this only looks like a space, or like nothing",
            )
            .help("write a space"),
            ("write spaces", " "),
        ));
        all.extend(together(
            &self.comments,
            Diagnostic::new(
                Code::CommentSign,
                Span::default(),
                "this does not begin a comment",
                "the sign of another language",
            )
            .help("a comment begins with `#` and ends with its line"),
            ("write `#`", "#"),
        ));
        all.extend(together(
            &self.semicolons,
            Diagnostic::new(Code::Semicolon, Span::default(), "`;` is not used", "nothing has to end a statement here")
                .help("leave it out: each statement and each rule begins with a word of its own"),
            ("leave out `;`", ""),
        ));
        all
    }
}

/// One message for all places of a slip, with one fix for all of them.
fn together(places: &[Span], mut diagnostic: Diagnostic, (title, text): (&str, &str)) -> Option<Diagnostic> {
    let first = places.first()?;
    diagnostic.labels[0].span = *first;
    if places.len() > 1 {
        let more = places.len() - 1;
        diagnostic =
            diagnostic.note(format!("the same at {more} more place{} in this file", if more == 1 { "" } else { "s" }));
    }
    let edits = places.iter().map(|span| (*span, text.to_owned())).collect();
    diagnostic.fix = Some(Fix { title: title.to_owned(), edits, safe: true });
    Some(diagnostic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mended_text_is_as_long_as_the_text() {
        for text in [
            "variant \u{201c}K\u{201d} {\u{a0}}",
            "about \"open\nalso \u{201e}x\n",
            "\"",
            "\u{201c}",
            "\u{201c}\u{201d}",
            "a; // b\nc -- d",
            "example \"open {\n",
            "about \"\u{e9}",
            "x \u{ab}\u{e9} {",
        ] {
            let scan = scan(text);
            assert_eq!(scan.text.len(), text.len(), "{text:?}");
            assert!(!scan.slips.is_empty(), "{text:?}");
        }
    }
}
