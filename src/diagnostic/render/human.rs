//! Diagnostics as people read them: the message, the lines of the file with the places marked, notes and help. The
//! drawing of the lines is miette's.

use std::fmt::{self, Display, Write};

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, Severity, SourceCode, ThemeCharacters, ThemeStyles};

use super::view::{TAB, View, wrap};
use super::{Entry, Look, Report};
use crate::diagnostic::{Diagnostic, Level};
use crate::source::Source;

/// The narrowest width that is drawn for.
const LEAST_WIDTH: usize = 50;

/// The report: diagnostic after diagnostic, and the summary.
pub fn render(report: &Report, look: Look) -> String {
    let (entries, hidden) = report.shown(look);
    let mut out = String::new();
    for Entry { source, diagnostic } in entries {
        out.push_str(&one(source, diagnostic, look));
        out.push('\n');
    }
    for line in wrap(&report.summary(hidden), look.width.max(LEAST_WIDTH)) {
        let _ = writeln!(out, "{line}");
    }
    out
}

/// One diagnostic.
pub fn one(source: &Source, diagnostic: &Diagnostic, look: Look) -> String {
    let width = look.width.max(LEAST_WIDTH);
    let shown = Shown { diagnostic, view: View::new(source, &diagnostic.labels, width) };
    let styles = if look.colour { ThemeStyles::ansi() } else { ThemeStyles::none() };
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme { characters: ThemeCharacters::unicode(), styles })
        .with_width(width)
        .tab_width(TAB)
        .with_links(false)
        .with_context_lines(1);
    let mut out = String::new();
    // Writing to a string cannot fail; should miette refuse the lines, the message is still shown.
    if handler.render_report(&mut out, &shown).is_err() {
        let _ = writeln!(out, "{}: {}", diagnostic.code.name(), diagnostic.message);
    }
    let mut out: String = out.lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
    for note in &diagnostic.notes {
        footer(&mut out, "note", note, width, look.colour);
    }
    if let Some(help) = &diagnostic.help {
        footer(&mut out, "help", help, width, look.colour);
    }
    out
}

/// A line such as `  help: ...`, wrapped under its word.
fn footer(out: &mut String, word: &str, text: &str, width: usize, colour: bool) {
    let (on, off) = if colour { ("\u{1b}[36m", "\u{1b}[0m") } else { ("", "") };
    for (index, line) in wrap(text, width.saturating_sub(8)).iter().enumerate() {
        if index == 0 {
            let _ = writeln!(out, "  {on}{word}:{off} {line}");
        } else {
            let _ = writeln!(out, "{}", format!("        {line}").trim_end());
        }
    }
}

/// A diagnostic as miette wants it.
#[derive(Debug)]
struct Shown<'a> {
    diagnostic: &'a Diagnostic,
    view: View,
}

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::short::one_line(&self.diagnostic.message))
    }
}

impl std::error::Error for Shown<'_> {}

impl miette::Diagnostic for Shown<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.diagnostic.code.name()))
    }

    fn severity(&self) -> Option<Severity> {
        Some(if self.diagnostic.level == Level::Error { Severity::Error } else { Severity::Warning })
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.view)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.view.marks.iter().enumerate().map(|(index, (place, text))| {
            let text = (!text.is_empty()).then(|| text.clone());
            let span = (place.start, place.len());
            if index == 0 {
                LabeledSpan::new_primary_with_span(text, span)
            } else {
                LabeledSpan::new_with_span(text, span)
            }
        })))
    }
}
