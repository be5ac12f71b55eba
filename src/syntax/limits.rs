//! Limits looked at before a text is parsed, so that no text is slow to read or needs a deep stack.

use super::comments;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The most bytes that a variant file may have.
pub const MAX_BYTES: usize = 1 << 20;
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
    let mut depth = 0usize;
    let mut at = 0;
    let mut in_text = false;
    let bytes = text.as_bytes();
    while let Some(byte) = bytes.get(at) {
        if let Some(comment) = comments.next_if(|comment| comment.span.start == at) {
            at = comment.span.end;
            in_text = false;
            continue;
        }
        match byte {
            b'"' => in_text = !in_text,
            b'\n' | b'\r' => in_text = false,
            b'{' | b'(' if !in_text => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(too_deep(Span::new(at, at + 1)));
                }
            }
            b'}' | b')' if !in_text => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    Ok(())
}

/// The message about something nested too deeply.
pub fn too_deep(span: Span) -> Diagnostic {
    let message = format!("this lies more than {MAX_DEPTH} levels deep");
    Diagnostic::new(Code::TooDeep, span, message, "one level too many")
        .help("name a part of it: `define pits NAME = ...` or `define condition NAME = ...`")
}
