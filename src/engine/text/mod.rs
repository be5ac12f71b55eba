//! Positions and moves as text: one line a position, one word a move.
//!
//! In: text and the rules it belongs to, or what the engine has. Out: the other one. A position read back from its text
//! equals itself. What cannot be read is told with its place and with what would be allowed there.

mod keys;
mod moves;
mod position;

pub use moves::{read_move, write_move_in_full, write_moves};
pub use position::{read_position, write_position};

pub(crate) use keys::Key;
pub(crate) use position::{read_parts, write_mover, write_rows};

use crate::source::Span;

/// The keys that positions of any variant can have. Marks and counters, whose names are keys as well, have other names.
pub const KEYS: [&str; 7] = ["stores", "phase", "hand", "removed", "turns", "captures", "quiet"];

/// A text that cannot be read as a position or a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ReadError {
    /// What is wrong, in one line.
    pub message: String,
    /// What would be allowed.
    pub help: Option<String>,
    /// Where, in bytes of the text.
    pub span: Span,
}

impl ReadError {
    fn new(span: Span, message: impl Into<String>) -> Self {
        ReadError { message: message.into(), help: None, span }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// `a, b and c`, as messages list what is allowed.
fn listed<S: AsRef<str>>(words: &[S]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{}`", word.as_ref())).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        Some((last, _)) => last.clone(),
        None => "none".to_owned(),
    }
}

/// A piece of a text with its place.
#[derive(Clone, Copy, Debug)]
struct Piece<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Piece<'t> {
    fn span(self) -> Span {
        Span::new(self.at, self.at + self.text.len())
    }

    /// Without the blanks at both ends.
    fn trim(self) -> Piece<'t> {
        let start = self.text.trim_start();
        Piece { text: start.trim_end(), at: self.at + self.text.len() - start.len() }
    }

    /// The pieces between separators, blanks taken off.
    fn split(self, separator: char) -> impl Iterator<Item = Piece<'t>> {
        let mut at = self.at;
        self.text.split(separator).map(move |text| {
            let piece = Piece { text, at };
            at += text.len() + separator.len_utf8();
            piece.trim()
        })
    }

    /// The words between blanks.
    fn words(self) -> impl Iterator<Item = Piece<'t>> {
        self.text.split_whitespace().map(move |text| {
            // A word is a part of the text, so that their addresses tell its place.
            Piece { text, at: self.at + (text.as_ptr() as usize - self.text.as_ptr() as usize) }
        })
    }

    /// What stands before and after the first separator.
    fn cut(self, separator: char) -> Option<(Piece<'t>, Piece<'t>)> {
        let (before, after) = self.text.split_once(separator)?;
        let at = self.at + before.len() + separator.len_utf8();
        Some((Piece { text: before, at: self.at }.trim(), Piece { text: after, at }.trim()))
    }

    /// A whole number, at most `most`.
    fn number(self, most: u32) -> Result<u32, ReadError> {
        let digits = !self.text.is_empty() && self.text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits {
            let message = if self.text.is_empty() {
                "a number is missing".to_owned()
            } else {
                format!("`{}` is no whole number", self.text)
            };
            return Err(ReadError::new(self.span(), message).help("whole numbers such as `0` and `12` are allowed"));
        }
        let value = self.text.parse().ok().filter(|value| *value <= most);
        value.ok_or_else(|| {
            ReadError::new(self.span(), format!("`{}` is too large", self.text)).help(format!("{most} at most"))
        })
    }
}
