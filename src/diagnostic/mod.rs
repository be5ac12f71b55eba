//! What the program says about a variant file: one type of message, one table of codes, and the renderers.

mod allow;
mod code;
pub mod explain;
pub mod fix;
mod levels;
pub mod render;
mod text;
pub(crate) mod words;

pub use code::{Code, Level};
pub use levels::Levels;
pub use text::decode;
pub use words::{counted, near};

use serde::Serialize;

use crate::source::Span;

/// A message about a place in a variant file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// What kind of mistake it is.
    pub code: Code,
    /// How bad it is.
    pub level: Level,
    /// What is wrong, in the author's words: one line, lower case, no final period.
    pub message: String,
    /// The places; the first is the primary one.
    pub labels: Vec<Label>,
    /// What else to know.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
    /// How to mend it.
    pub fix: Option<Fix>,
}

/// A place and what it shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// Why this place.
    pub text: String,
}

/// Changes that mend a mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fix {
    /// What they do.
    pub title: String,
    /// What is written instead of what; no two overlap.
    pub edits: Vec<(Span, String)>,
    /// Whether they can be made without asking.
    pub safe: bool,
}

impl Diagnostic {
    /// A message of the code's own level, with its primary label.
    pub fn new(code: Code, span: Span, message: impl Into<String>, label: impl Into<String>) -> Self {
        Diagnostic {
            code,
            level: code.level(),
            message: message.into(),
            labels: vec![Label { span, text: label.into() }],
            notes: Vec::new(),
            help: None,
            fix: None,
        }
    }

    /// With a second label.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// With a help.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With a note.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// With a fix: what to write at `span`.
    pub fn fix(mut self, title: impl Into<String>, span: Span, text: impl Into<String>, safe: bool) -> Self {
        self.fix = Some(Fix { title: title.into(), edits: vec![(span, text.into())], safe });
        self
    }

    /// The primary place.
    pub fn span(&self) -> Span {
        self.labels.first().map_or(Span::default(), |label| label.span)
    }

    /// Whether no game can be built while it stands.
    pub fn is_error(&self) -> bool {
        self.level == Level::Error
    }
}
