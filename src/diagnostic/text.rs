//! Bytes of a file as a text: what is not UTF-8 is said with its place, and everything else can still be read.

use super::{Code, Diagnostic};
use crate::source::{Source, Span};

/// The text of a file, wrong bytes replaced by `\u{fffd}`, and what is wrong with them.
pub fn decode(name: &str, bytes: Vec<u8>) -> (Source, Option<Diagnostic>) {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return (Source::new(name, text), None),
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len());
    let mut wrong = 0usize;
    let mut first = None;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if let Some(byte) = chunk.invalid().first() {
            wrong += 1;
            first.get_or_insert((text.len(), *byte));
            text.push(char::REPLACEMENT_CHARACTER);
        }
    }
    let (at, byte) = first.unwrap_or_default();
    let wide = bytes.starts_with(&[0xff, 0xfe])
        || bytes.starts_with(&[0xfe, 0xff])
        || bytes.iter().take(64).filter(|b| **b == 0).count() > 4;
    let help = if wide {
        "it looks like UTF-16: save it as UTF-8 in your editor"
    } else {
        "save the file as UTF-8 in your editor (it may have been saved as Latin-1 or Windows-1252)"
    };
    let more = match wrong {
        0 | 1 => String::new(),
        2 => "; one more place like this follows".to_owned(),
        wrong => format!("; {} more places like this follow", wrong - 1),
    };
    let diagnostic = Diagnostic::new(
        Code::NotText,
        Span::new(at, at + char::REPLACEMENT_CHARACTER.len_utf8()),
        "this file is not UTF-8 text",
        format!("the byte {byte:#04x} has no meaning here{more}"),
    )
    .help(help);
    (Source::new(name, text), Some(diagnostic))
}
