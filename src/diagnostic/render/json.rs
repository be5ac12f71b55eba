//! Our own JSON: one object, its shape promised by [`SCHEMA_VERSION`] and described in `docs/check-json.md`.
//!
//! Spans are bytes from 0 (`start`, `end`: after the last) with lines and columns from 1, columns in characters.

use serde::Serialize;

use super::{Entry, Look, Place, Report};
use crate::diagnostic::{Fix, Level};
use crate::source::{Source, Span};

/// The version of the shape: raised when a field changes its meaning or goes away.
pub const SCHEMA_VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    column_unit: &'static str,
    files: Vec<&'a str>,
    diagnostics: Vec<Item<'a>>,
    summary: Summary,
}

#[derive(Serialize)]
struct Summary {
    errors: usize,
    warnings: usize,
    files: usize,
    not_shown: usize,
}

#[derive(Serialize)]
struct Item<'a> {
    file: &'a str,
    code: &'static str,
    level: Level,
    message: &'a str,
    labels: Vec<Mark<'a>>,
    notes: &'a [String],
    help: Option<&'a str>,
    fix: Option<Mend<'a>>,
}

#[derive(Serialize)]
struct Mark<'a> {
    primary: bool,
    text: &'a str,
    #[serde(flatten)]
    place: Where,
}

#[derive(Serialize)]
struct Mend<'a> {
    title: &'a str,
    safe: bool,
    edits: Vec<Edit<'a>>,
}

#[derive(Serialize)]
struct Edit<'a> {
    new_text: &'a str,
    #[serde(flatten)]
    place: Where,
}

#[derive(Serialize)]
struct Where {
    start: Point,
    end: Point,
}

#[derive(Serialize)]
struct Point {
    byte: usize,
    line: usize,
    column: usize,
}

/// The report as one JSON object, indented.
pub fn render(report: &Report, look: Look) -> String {
    let (entries, hidden) = report.shown(look);
    let document = Document {
        version: SCHEMA_VERSION,
        column_unit: "character",
        files: report.files().iter().map(|file| file.source.name.as_str()).collect(),
        diagnostics: entries.into_iter().map(item).collect(),
        summary: Summary {
            errors: report.count(Level::Error),
            warnings: report.count(Level::Warning),
            files: report.files().len(),
            not_shown: hidden,
        },
    };
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}

fn item<'a>(Entry { source, diagnostic }: Entry<'a>) -> Item<'a> {
    Item {
        file: &source.name,
        code: diagnostic.code.name(),
        level: diagnostic.level,
        message: &diagnostic.message,
        labels: diagnostic
            .labels
            .iter()
            .enumerate()
            .map(|(index, label)| Mark { primary: index == 0, text: &label.text, place: place(source, label.span) })
            .collect(),
        notes: &diagnostic.notes,
        help: diagnostic.help.as_deref(),
        fix: diagnostic.fix.as_ref().map(|fix| mend(source, fix)),
    }
}

fn mend<'a>(source: &Source, fix: &'a Fix) -> Mend<'a> {
    let edits = fix.edits.iter().map(|(span, text)| Edit { new_text: text, place: place(source, *span) }).collect();
    Mend { title: &fix.title, safe: fix.safe, edits }
}

fn place(source: &Source, span: Span) -> Where {
    let place = Place::new(source, span);
    Where {
        start: Point { byte: place.span.start, line: place.line, column: place.column },
        end: Point { byte: place.span.end, line: place.end_line, column: place.end_column },
    }
}
