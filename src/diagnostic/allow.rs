//! `# allow CODE: reason` in a variant file: it allows a warning on its own line, or on the next line where it stands
//! alone, and on the lines indented under that line.

use std::collections::BTreeMap;

use super::words::near;
use super::{Code, Diagnostic, Level};
use crate::source::{Source, Span};
use crate::syntax::tree::Comment;

/// An `allow` in a file.
#[derive(Clone, Debug)]
pub(super) struct Allow {
    what: What,
    /// The first and the last line that it covers.
    lines: (usize, usize),
    /// The comment.
    span: Span,
    /// Whether it allowed something.
    pub used: bool,
}

/// What is allowed.
#[derive(Clone, Debug)]
enum What {
    /// A code.
    Code(Code),
    /// Something that is no code.
    Unknown(String),
    /// A code without a reason.
    NoReason(Code),
}

impl Allow {
    /// Whether it allows this code on this line.
    pub fn covers(&self, code: Code, line: usize) -> bool {
        matches!(self.what, What::Code(allowed) if allowed == code && code.level() != Level::Error)
            && (self.lines.0..=self.lines.1).contains(&line)
    }

    /// The code that it allows.
    pub fn code(&self) -> Option<Code> {
        match self.what {
            What::Code(code) => Some(code),
            What::Unknown(_) | What::NoReason(_) => None,
        }
    }

    /// What is to be said of it. `meant` remembers the codes that unknown names come near to.
    pub fn complaint(&self, meant: &mut BTreeMap<String, Option<&'static str>>) -> Option<Diagnostic> {
        let new = |message: String, label: String| Diagnostic::new(Code::UnusedAllow, self.span, message, label);
        match &self.what {
            What::Code(_) if self.used => None,
            What::Code(code) if code.level() == Level::Error => Some(
                new(
                    format!("`{}` cannot be allowed", code.name()),
                    "it is an error: no game can be made of it".to_owned(),
                )
                .help("only warnings can be allowed; mend what the error says and remove this comment"),
            ),
            What::Code(code) => {
                let (first, last) = self.lines;
                let place = if first == last { format!("line {first}") } else { format!("lines {first} to {last}") };
                Some(
                    new("this comment allows nothing".to_owned(), format!("there is no `{}` on {place}", code.name()))
                        .help("remove it, or put it above the line that the warning marks"),
                )
            }
            What::Unknown(name) => {
                let known = Code::ALL.iter().filter(|code| code.level() == Level::Warning).map(|code| code.name());
                let help = match *meant.entry(name.clone()).or_insert_with(|| near(name, known)) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => "`naqala explain --list` shows every code".to_owned(),
                };
                Some(
                    new(format!("`{name}` is not the code of a warning"), "this comment allows nothing".to_owned())
                        .help(help),
                )
            }
            What::NoReason(code) => Some(
                new("this `allow` gives no reason".to_owned(), "it allows nothing until it says why".to_owned())
                    .help(format!("`# allow {}: WHY IT IS MEANT`", code.name())),
            ),
        }
    }
}

/// Every `allow` of a file.
pub(super) fn find(source: &Source, comments: &[Comment]) -> Vec<Allow> {
    let mut allows = Vec::new();
    let mut lines = None;
    for comment in comments {
        let text = source.slice(comment.span).trim_start_matches('#').trim();
        let Some(said) = text.strip_prefix("allow ") else { continue };
        let (names, reason) = said.split_once(':').unwrap_or((said, ""));
        let names: Vec<&str> = names.split(',').map(str::trim).collect();
        let is_name = |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        let found = names.iter().any(|name| Code::find(name).is_some());
        // `# allow players to choose` is prose.
        let meant = found || said.contains(':') && names.iter().all(|name| is_name(name));
        if !meant {
            continue;
        }
        let covered = lines.get_or_insert_with(|| Lines::of(source)).covered(source, comment.span);
        for name in names {
            let what = match Code::find(name) {
                None => What::Unknown(name.to_owned()),
                Some(code) if reason.trim().is_empty() => What::NoReason(code),
                Some(code) => What::Code(code),
            };
            allows.push(Allow { what, lines: covered, span: comment.span, used: false });
        }
    }
    allows
}

/// The lines of a text, read once for every `allow`. A blank line and a comment say nothing.
struct Lines {
    /// For each line the first from it on that says something.
    next: Vec<Option<usize>>,
    /// For each line the last that says something and is indented under it; itself where there is none.
    last: Vec<usize>,
}

impl Lines {
    fn of(source: &Source) -> Lines {
        let indent = |line: usize| {
            let text = source.slice(source.line_span(line));
            let said = text.trim_start();
            (!said.trim_end().is_empty() && !said.starts_with('#')).then_some(text.len() - said.len())
        };
        let indents: Vec<Option<usize>> = (1..=source.line_count()).map(indent).collect();
        let mut next = vec![None; indents.len()];
        let mut found = None;
        for (at, indent) in indents.iter().enumerate().rev() {
            found = indent.map_or(found, |_| Some(at));
            next[at] = found;
        }
        let mut last: Vec<usize> = (0..indents.len()).collect();
        // The lines that the latest one is indented under, with their indents, and that one itself.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut before = 0;
        for (at, indent) in indents.iter().enumerate().filter_map(|(at, indent)| Some((at, (*indent)?))) {
            while let Some((line, _)) = open.pop_if(|(_, outer)| *outer >= indent) {
                last[line] = before;
            }
            open.push((at, indent));
            before = at;
        }
        open.into_iter().for_each(|(line, _)| last[line] = before);
        Lines { next, last }
    }

    /// The first and the last line that a comment at `span` speaks of.
    fn covered(&self, source: &Source, span: Span) -> (usize, usize) {
        let own = source.line(span.start);
        let alone = source.slice(Span::new(source.line_span(own).start, span.start)).trim().is_empty();
        let next = self.next.get(own).copied().flatten().map(|at| at + 1);
        let first = if alone { next.unwrap_or(own) } else { own };
        (first, self.last.get(first - 1).map_or(first, |at| at + 1))
    }
}
