//! Limits looked at before a text is parsed, so that no text is slow to read or needs a deep stack.

use super::comments;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The most bytes that a variant file may have.
pub const MAX_BYTES: usize = 1 << 20;
/// The most words, numbers, texts and signs that a variant file may have: thirty times the largest of the library.
pub const MAX_WORDS: usize = 10_000;
/// The most bytes that one word or number may have.
pub const MAX_WORD: usize = 100;
/// The most brackets that may be open at one place.
pub const MAX_DEPTH: usize = 64;

/// Says which limit a text passes.
pub fn check(text: &str) -> Result<(), Diagnostic> {
    if text.len() > MAX_BYTES {
        let message = format!("this file has {} bytes, a variant file may have {MAX_BYTES}", text.len());
        let first_line = text.lines().next().map_or(0, |line| line.len().min(80));
        let end = (0..=first_line).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        return Err(Diagnostic::new(Code::TooLarge, Span::new(0, end), message, "the file begins here")
            .help("give each game a file of its own; most need less than 5,000 bytes"));
    }
    let comments = comments::find(text);
    let mut comments = comments.iter().peekable();
    let bytes = text.as_bytes();
    let (mut depth, mut words, mut at) = (0usize, 0usize, 0usize);
    while let Some(byte) = bytes.get(at) {
        if let Some(comment) = comments.next_if(|comment| comment.span.start == at) {
            at = comment.span.end;
            continue;
        }
        let rest = bytes.get(at..).unwrap_or_default();
        let length = match byte {
            b' ' | b'\t' | b'\n' | b'\r' => {
                at += 1;
                continue;
            }
            b'"' => text_length(rest),
            byte if is_of_a_word(*byte) => rest.iter().position(|b| !is_of_a_word(*b)).unwrap_or(rest.len()),
            _ => 1,
        };
        let span = Span::new(at, at + length);
        match byte {
            b'{' | b'(' if depth == MAX_DEPTH => return Err(too_deep(span)),
            b'{' | b'(' => depth += 1,
            b'}' | b')' => depth = depth.saturating_sub(1),
            b'"' => {}
            _ if length > MAX_WORD => return Err(too_long(text, span)),
            _ => {}
        }
        words += 1;
        if words > MAX_WORDS {
            return Err(too_many(span));
        }
        at += length;
    }
    Ok(())
}

/// Whether a byte goes on a word; letters of other scripts do.
fn is_of_a_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The bytes of a text that begins here: to its second quote, at the latest to the end of its line.
fn text_length(rest: &[u8]) -> usize {
    let inside = rest.get(1..).unwrap_or_default();
    let length = inside.iter().position(|b| matches!(b, b'"' | b'\n' | b'\r')).unwrap_or(inside.len());
    1 + length + usize::from(inside.get(length) == Some(&b'"'))
}

fn too_many(span: Span) -> Diagnostic {
    let message = format!("this file has more than {MAX_WORDS} words and signs");
    Diagnostic::new(Code::TooLarge, span, message, "here is one too many; nothing of the file was checked")
        .help("give each game a file of its own; most need less than 400 words and signs")
}

fn too_long(text: &str, span: Span) -> Diagnostic {
    let end = (span.start + MAX_WORD.min(40)..=span.end).find(|end| text.is_char_boundary(*end)).unwrap_or(span.end);
    let message = format!("this word has {} bytes, a word may have {MAX_WORD}", span.end - span.start);
    Diagnostic::new(Code::TooLarge, Span::new(span.start, end), message, "it begins here")
        .help("take a shorter name; a longer text stands in quotes, after `note`")
}

/// The message about something nested too deeply.
pub fn too_deep(span: Span) -> Diagnostic {
    let message = format!("this lies more than {MAX_DEPTH} levels deep");
    Diagnostic::new(Code::TooDeep, span, message, "one level too many")
        .help("name a part of it: `define pits NAME = ...` or `define condition NAME = ...`")
}
