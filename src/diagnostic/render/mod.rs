//! The renderers: diagnostics of one or several files as text for people, editors, and other programs.
//!
//! In: a [`Report`] (files with what was found in them) and a [`Look`]. Out: a `String`. Nothing here prints or asks the
//! terminal: colour and width are the caller's to decide. Any span and any text are safe.

mod github;
mod human;
mod json;
mod place;
mod plain;
mod report;
mod sarif;
mod short;
mod view;

pub use json::SCHEMA_VERSION;
pub use place::Place;
pub use report::{Entry, FileReport, Report};

use super::Diagnostic;
use crate::source::Source;

/// The forms in which diagnostics can be shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// With the lines of the file, places marked, for people.
    #[default]
    Human,
    /// In sentences, for screen readers: no drawing.
    Plain,
    /// `file:line:column: level[code]: message`, one line each.
    Short,
    /// One JSON object.
    Json,
    /// Annotations of a GitHub workflow.
    Github,
    /// A SARIF 2.1.0 log.
    Sarif,
}

impl Format {
    /// Every format with its name.
    pub const ALL: &'static [(&'static str, Format)] = &[
        ("human", Format::Human),
        ("plain", Format::Plain),
        ("short", Format::Short),
        ("json", Format::Json),
        ("github", Format::Github),
        ("sarif", Format::Sarif),
    ];

    /// The format with this name.
    pub fn find(name: &str) -> Option<Format> {
        Format::ALL.iter().find(|(known, _)| *known == name).map(|(_, format)| *format)
    }
}

/// How things are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Whether colours are used (only by [`Format::Human`]).
    pub colour: bool,
    /// How many columns a line may have.
    pub width: usize,
    /// How many diagnostics are shown; the rest is counted.
    pub limit: usize,
}

impl Default for Look {
    fn default() -> Self {
        Look { colour: false, width: 100, limit: 50 }
    }
}

/// The report in one of the formats, each line ended.
pub fn render(report: &Report, format: Format, look: Look) -> String {
    match format {
        Format::Human => human::render(report, look),
        Format::Plain => plain::render(report, look),
        Format::Short => short::render(report, look),
        Format::Json => json::render(report, look),
        Format::Github => github::render(report, look),
        Format::Sarif => sarif::render(report, look),
    }
}

/// One diagnostic as people read it, without a summary: for commands that stop at a mistake.
pub fn one(source: &Source, diagnostic: &Diagnostic, look: Look) -> String {
    human::one(source, diagnostic, look)
}
