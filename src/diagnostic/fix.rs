//! Fixes applied: a file's safe fixes, round after round, as long as it never gets worse; and the difference as a diff.

use std::fmt::Write;

use super::{Diagnostic, Fix};
use crate::source::Source;

/// The most rounds of checking and mending.
const ROUNDS: usize = 12;

/// A file after its fixes.
#[derive(Clone, Debug)]
pub struct Mended {
    /// Its text now.
    pub source: Source,
    /// What is still to be said of it.
    pub diagnostics: Vec<Diagnostic>,
    /// How many fixes were applied.
    pub applied: usize,
}

/// Applies the safe fixes of what `check` says, again and again until none is left. A fix that would leave more errors,
/// or as many errors and more warnings, is not applied.
pub fn mend(source: Source, mut check: impl FnMut(&Source) -> Vec<Diagnostic>) -> Mended {
    let diagnostics = check(&source);
    let mut mended = Mended { source, diagnostics, applied: 0 };
    for _ in 0..ROUNDS {
        let fixes: Vec<Fix> = mended.diagnostics.iter().filter_map(|d| d.fix.clone()).filter(|fix| fix.safe).collect();
        if fixes.is_empty() || !(mended.try_all(&fixes, &mut check) || mended.try_each(&fixes, &mut check)) {
            break;
        }
    }
    mended
}

impl Mended {
    /// Applies all fixes at once, those that overlap an earlier one left out.
    fn try_all(&mut self, fixes: &[Fix], check: &mut impl FnMut(&Source) -> Vec<Diagnostic>) -> bool {
        let mut taken: Vec<&Fix> = Vec::new();
        for fix in fixes {
            if !taken.iter().any(|other| overlap(fix, other)) {
                taken.push(fix);
            }
        }
        self.try_fixes(&taken, check)
    }

    /// Applies the first fix that does no harm.
    fn try_each(&mut self, fixes: &[Fix], check: &mut impl FnMut(&Source) -> Vec<Diagnostic>) -> bool {
        fixes.iter().any(|fix| self.try_fixes(&[fix], check))
    }

    fn try_fixes(&mut self, fixes: &[&Fix], check: &mut impl FnMut(&Source) -> Vec<Diagnostic>) -> bool {
        let Some(text) = applied(self.source.text(), fixes) else { return false };
        if text == self.source.text() {
            return false;
        }
        let source = Source::new(self.source.name.clone(), text);
        let diagnostics = check(&source);
        if badness(&diagnostics) > badness(&self.diagnostics) {
            return false;
        }
        *self = Mended { source, diagnostics, applied: self.applied + fixes.len() };
        true
    }
}

/// Errors, then warnings.
fn badness(diagnostics: &[Diagnostic]) -> (usize, usize) {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
    (errors, diagnostics.len() - errors)
}

/// Whether two fixes touch the same place.
fn overlap(a: &Fix, b: &Fix) -> bool {
    a.edits.iter().any(|(a, _)| b.edits.iter().any(|(b, _)| a.start <= b.end && b.start <= a.end))
}

/// The text with the edits made from its end to its beginning; none where an edit does not lie in the text.
fn applied(text: &str, fixes: &[&Fix]) -> Option<String> {
    let mut edits: Vec<_> = fixes.iter().flat_map(|fix| &fix.edits).collect();
    edits.sort_by_key(|(span, _)| std::cmp::Reverse((span.start, span.end)));
    let mut out = text.to_owned();
    let mut before = text.len();
    for (span, new) in edits {
        if span.end > before || span.start > span.end || out.get(span.range()).is_none() {
            return None;
        }
        out.replace_range(span.range(), new);
        before = span.start;
    }
    Some(out)
}

/// Lines of context around a change in a diff.
const CONTEXT: usize = 3;
/// The most lines on one side of a change that are compared one by one.
const COMPARED: usize = 2000;

/// The difference of two texts as a unified diff; empty where there is none.
pub fn diff(name: &str, old: &str, new: &str) -> String {
    if old == new {
        return String::new();
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let script = script(&old, &new);
    let mut out = format!("--- {name}\n+++ {name}\n");
    // Places of changes in the script, grouped where their contexts touch.
    let changes: Vec<usize> = (0..script.len()).filter(|at| script[*at].0 != ' ').collect();
    let mut from = 0;
    while let Some(&first) = changes.get(from) {
        let mut to = from;
        while changes.get(to + 1).is_some_and(|next| next - changes[to] <= 2 * CONTEXT) {
            to += 1;
        }
        let hunk = &script[first.saturating_sub(CONTEXT)..(changes[to] + CONTEXT + 1).min(script.len())];
        let before = &script[..first.saturating_sub(CONTEXT)];
        let count = |part: &[(char, &str)], not: char| part.iter().filter(|(sign, _)| *sign != not).count();
        let (a, b) = (count(hunk, '+'), count(hunk, '-'));
        let place = |start: usize, lines: usize| if lines == 0 { start } else { start + 1 };
        let (old_at, new_at) = (place(count(before, '+'), a), place(count(before, '-'), b));
        let _ = writeln!(out, "@@ -{old_at},{a} +{new_at},{b} @@");
        for (sign, line) in hunk {
            let _ = write!(out, "{sign}{line}");
            if !line.ends_with('\n') {
                out.push_str("\n\\ No newline at end of file\n");
            }
        }
        from = to + 1;
    }
    out
}

/// Old lines (`-`), new lines (`+`), and lines in both (` `).
fn script<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<(char, &'a str)> {
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let tail = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
    let mut out: Vec<(char, &str)> = old[..head].iter().map(|line| (' ', *line)).collect();
    if a.len() > COMPARED || b.len() > COMPARED {
        out.extend(a.iter().map(|line| ('-', *line)));
        out.extend(b.iter().map(|line| ('+', *line)));
    } else {
        // Longest common subsequence of what is left.
        let mut common = vec![vec![0u16; b.len() + 1]; a.len() + 1];
        for i in (0..a.len()).rev() {
            for j in (0..b.len()).rev() {
                let best = common[i + 1][j].max(common[i][j + 1]);
                common[i][j] = if a[i] == b[j] { common[i + 1][j + 1] + 1 } else { best };
            }
        }
        let (mut i, mut j) = (0, 0);
        while i < a.len() || j < b.len() {
            if i < a.len() && j < b.len() && a[i] == b[j] {
                out.push((' ', a[i]));
                (i, j) = (i + 1, j + 1);
            } else if i < a.len() && (j == b.len() || common[i + 1][j] >= common[i][j + 1]) {
                out.push(('-', a[i]));
                i += 1;
            } else {
                out.push(('+', b[j]));
                j += 1;
            }
        }
    }
    out.extend(old[old.len() - tail..].iter().map(|line| (' ', *line)));
    out
}
