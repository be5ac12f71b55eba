//! Places that can be shown: spans brought inside the text, on whole characters, on something visible.

use crate::source::{Source, Span};

/// A span with its lines and columns, both from 1, columns in characters. The end is the place after the last character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The bytes.
    pub span: Span,
    /// Line of the first character.
    pub line: usize,
    /// Column of the first character.
    pub column: usize,
    /// Line of the end.
    pub end_line: usize,
    /// Column of the end.
    pub end_column: usize,
}

impl Place {
    /// The place of a span, brought inside the text first.
    pub fn new(source: &Source, span: Span) -> Self {
        let span = inside(source.text(), span);
        let (line, column) = source.line_column(span.start);
        let (end_line, end_column) = source.line_column(span.end);
        Place { span, line, column, end_line, end_column }
    }

    /// The place of what can be seen of a span: see [`visible`].
    pub fn visible(source: &Source, span: Span) -> Self {
        Place::new(source, visible(source.text(), span))
    }
}

/// The span brought inside the text, on character boundaries.
pub fn inside(text: &str, span: Span) -> Span {
    let mut start = span.start.min(text.len());
    let mut end = span.end.clamp(start, text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    Span::new(start, end)
}

/// The part of a span that can be seen: without blanks at its ends. A span that has nothing to see becomes the character
/// at its place, else the last one before it, else the first one after it.
pub fn visible(text: &str, span: Span) -> Span {
    let span = inside(text, span);
    let inner = &text[span.range()];
    let trimmed = inner.trim_start();
    if !trimmed.is_empty() {
        let start = span.end - trimmed.len();
        return Span::new(start, start + trimmed.trim_end().len());
    }
    let seen = |at: usize, c: char| Span::new(at, at + c.len_utf8());
    if let Some(c) = text[span.start..].chars().next().filter(|c| !c.is_whitespace()) {
        return seen(span.start, c);
    }
    if let Some((at, c)) = text[..span.start].char_indices().rev().find(|(_, c)| !c.is_whitespace()) {
        return seen(at, c);
    }
    match text[span.start..].char_indices().find(|(_, c)| !c.is_whitespace()) {
        Some((at, c)) => seen(span.start + at, c),
        None => Span::new(span.start, span.start),
    }
}
