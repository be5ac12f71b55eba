//! Annotations for a GitHub workflow: `::error file=...,line=...::message`.
//!
//! Columns are only given where a place lies on one line, as the service asks. The text repeats the place, since the
//! parameters do not show in the log.

use std::fmt::Write;

use super::{Entry, Look, Place, Report};
use crate::diagnostic::Level;

/// The report, a line a diagnostic.
pub fn render(report: &Report, look: Look) -> String {
    let (entries, hidden) = report.shown(look);
    let mut out = String::new();
    for Entry { source, diagnostic } in entries {
        let place = Place::visible(source, diagnostic.span());
        let command = if diagnostic.level == Level::Error { "error" } else { "warning" };
        let code = diagnostic.code.name();
        let _ = write!(out, "::{command} file={},line={}", property(&source.name), place.line);
        if place.line == place.end_line {
            let _ = write!(out, ",col={},endColumn={}", place.column, place.end_column);
        } else {
            let _ = write!(out, ",endLine={}", place.end_line);
        }
        let mut text = format!("{}:{}:{}: {}", source.name, place.line, place.column, diagnostic.message);
        if let Some(label) = diagnostic.labels.first().filter(|label| !label.text.is_empty()) {
            let _ = write!(text, "\n{}", label.text);
        }
        for note in &diagnostic.notes {
            let _ = write!(text, "\nnote: {note}");
        }
        if let Some(help) = &diagnostic.help {
            let _ = write!(text, "\nhelp: {help}");
        }
        let _ = writeln!(out, ",title={}::{}", property(code), data(&text));
    }
    if hidden > 0 {
        let _ = writeln!(out, "::notice::{hidden} more not shown");
    }
    out
}

/// A text after `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A text in a parameter.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
