//! A report: files, each with its diagnostics sorted by place and without doubles.

use crate::diagnostic::{Diagnostic, Level, counted};
use crate::source::Source;

use super::Look;

/// What was found in several files.
#[derive(Clone, Debug, Default)]
pub struct Report {
    files: Vec<FileReport>,
}

/// What was found in one file.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// The file.
    pub source: Source,
    /// What was found, by place.
    pub diagnostics: Vec<Diagnostic>,
}

/// A diagnostic with its file.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The file.
    pub source: &'a Source,
    /// What was found in it.
    pub diagnostic: &'a Diagnostic,
}

impl Report {
    /// An empty report.
    pub fn new() -> Self {
        Report::default()
    }

    /// A report on one file.
    pub fn of(source: Source, diagnostics: Vec<Diagnostic>) -> Self {
        let mut report = Report::new();
        report.add(source, diagnostics);
        report
    }

    /// Adds a file. Diagnostics that are allowed are left out; of several with the same code and place the first stays.
    pub fn add(&mut self, source: Source, mut diagnostics: Vec<Diagnostic>) {
        diagnostics.retain(|diagnostic| diagnostic.level != Level::Allow);
        diagnostics.sort_by_key(|diagnostic| {
            let span = diagnostic.span();
            (span.start, std::cmp::Reverse(diagnostic.level), span.end)
        });
        let mut seen = std::collections::HashSet::new();
        diagnostics.retain(|diagnostic| seen.insert((diagnostic.code, diagnostic.span())));
        self.files.push(FileReport { source, diagnostics });
    }

    /// The files in the order in which they were added.
    pub fn files(&self) -> &[FileReport] {
        &self.files
    }

    /// Every diagnostic with its file.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.files
            .iter()
            .flat_map(|file| file.diagnostics.iter().map(|diagnostic| Entry { source: &file.source, diagnostic }))
    }

    /// The diagnostics that are shown, and how many are not. Errors are shown before warnings are where not all fit.
    pub fn shown(&self, look: Look) -> (Vec<Entry<'_>>, usize) {
        let mut entries: Vec<Entry<'_>> = self.entries().collect();
        let hidden = entries.len().saturating_sub(look.limit);
        if hidden > 0 {
            let errors = self.count(Level::Error);
            if errors < look.limit {
                let mut warnings = look.limit - errors;
                entries.retain(|entry| {
                    entry.diagnostic.is_error() || {
                        let fits = warnings > 0;
                        warnings = warnings.saturating_sub(1);
                        fits
                    }
                });
            } else {
                entries.retain(|entry| entry.diagnostic.is_error());
                entries.truncate(look.limit);
            }
        }
        (entries, hidden)
    }

    /// How many diagnostics have this level.
    pub fn count(&self, level: Level) -> usize {
        self.entries().filter(|entry| entry.diagnostic.level == level).count()
    }

    /// Whether nothing was found.
    pub fn is_clean(&self) -> bool {
        self.files.iter().all(|file| file.diagnostics.is_empty())
    }

    /// What was found in a line: `2 errors, 1 warning in 1 file; ...`.
    pub fn summary(&self, hidden: usize) -> String {
        let files = self.files.len();
        if self.is_clean() {
            return format!("no mistakes in {}", counted(files, "file"));
        }
        let levels = [(Level::Error, "error"), (Level::Warning, "warning")];
        let found = levels
            .into_iter()
            .map(|(level, word)| (self.count(level), word))
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| counted(count, word))
            .collect::<Vec<_>>()
            .join(", ");
        let rest = if hidden > 0 { format!(" ({hidden} of them not shown)") } else { String::new() };
        let mut codes: Vec<&str> = self.entries().map(|entry| entry.diagnostic.code.name()).collect();
        codes.sort_unstable();
        codes.dedup();
        let code = if let [code] = codes[..] { code } else { "CODE" };
        let with = self.files.iter().filter(|file| !file.diagnostics.is_empty()).count();
        let place =
            if with == files { counted(files, "file") } else { format!("{with} of {}", counted(files, "file")) };
        format!("{found} in {place}{rest}; `naqala explain {code}` says more")
    }
}
