//! Source files: a name, a text, byte spans in it, and one line index.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A span of bytes in a source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// The span from `start` to before `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Span { start, end }
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// As a range of bytes.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// A text with the name of the file that it came from.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file's name as it is shown to people.
    pub name: String,
    text: Arc<str>,
    /// The byte at which each line begins.
    lines: Vec<usize>,
}

impl Source {
    /// Takes a text and finds its lines.
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Source { name: name.into(), text, lines }
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a span; empty where the span does not lie in the text.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// The line of a byte, from 1. A byte past the end is the end.
    pub fn line(&self, byte: usize) -> usize {
        let byte = byte.min(self.text.len());
        self.lines.partition_point(|start| *start <= byte).max(1)
    }

    /// Line and column of a byte, both from 1, the column in characters. A byte past the end is the end.
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        let byte = byte.min(self.text.len());
        let line = self.line(byte);
        let start = self.lines[line - 1];
        let column = self.text.get(start..byte).map_or(byte - start, |before| before.chars().count());
        (line, column + 1)
    }

    /// How many lines there are.
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// The span of a line, counted from 1, without its line break.
    pub fn line_span(&self, line: usize) -> Span {
        let Some(&start) = self.lines.get(line.wrapping_sub(1)) else { return Span::default() };
        let end = self.lines.get(line).map_or(self.text.len(), |next| next - 1);
        Span::new(start, end.max(start))
    }
}
