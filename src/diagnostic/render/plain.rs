//! Sentences without any drawing, for screen readers and for places where lines are torn.

use std::fmt::Write;

use super::short::{level_word, one_line, printable};
use super::{Entry, Look, Place, Report};
use crate::source::{Source, Span};

/// The longest piece of a file that is read out, in characters.
const QUOTE: usize = 120;

/// The report, a paragraph a diagnostic, and the summary.
pub fn render(report: &Report, look: Look) -> String {
    let (entries, hidden) = report.shown(look);
    let mut out = String::new();
    for Entry { source, diagnostic } in entries {
        let place = Place::visible(source, diagnostic.span());
        let level = level_word(diagnostic.level);
        let _ = writeln!(out, "{level} {}: {}", diagnostic.code.name(), one_line(&diagnostic.message));
        let _ = writeln!(out, "in {}, line {}, column {}", printable(&source.name), place.line, place.column);
        for label in &diagnostic.labels {
            let place = Place::visible(source, label.span);
            let quoted = quote(source, place.span);
            let _ = writeln!(out, "line {}, at `{quoted}`: {}", place.line, one_line(&label.text));
        }
        for note in &diagnostic.notes {
            let _ = writeln!(out, "note: {}", one_line(note));
        }
        if let Some(help) = &diagnostic.help {
            let _ = writeln!(out, "help: {}", one_line(help));
        }
        out.push('\n');
    }
    let _ = writeln!(out, "{}", report.summary(hidden));
    out
}

/// What stands there, on one line, cut where it is long.
fn quote(source: &Source, span: Span) -> String {
    let text = source.slice(span);
    let mut short: String = text.chars().take(QUOTE).collect();
    if short.len() < text.len() {
        short.push_str(" ...");
    }
    one_line(&short)
}
