//! What was found with each value of each option: a lint speaks only if its case stood every time it was looked at.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Cases by code and place.
#[derive(Default)]
pub(super) struct Verdicts {
    cases: HashMap<(Code, Span), Option<Diagnostic>>,
    /// For a condition of the form "N or more in the own bank": with each total, whether N is more than half of it.
    pub thresholds: HashMap<Span, Vec<Threshold>>,
}

/// A number of seeds that wins, with one value for each option.
#[derive(Clone, Debug)]
pub(super) struct Threshold {
    /// The seeds needed.
    pub needed: u32,
    /// All seeds.
    pub total: u32,
}

impl Verdicts {
    /// Whether a case still stands or was never looked at.
    pub fn open(&self, code: Code, span: Span) -> bool {
        self.cases.get(&(code, span)).is_none_or(Option::is_some)
    }

    /// Whether a case stands.
    pub fn any(&self) -> bool {
        self.cases.values().any(Option::is_some)
    }

    /// Looks at a case unless it fell before: `look` says what is to be said of it, or that there is nothing.
    pub fn judge(&mut self, code: Code, span: Span, look: impl FnOnce() -> Option<Diagnostic>) {
        if !self.open(code, span) {
            return;
        }
        match look() {
            None => {
                self.cases.insert((code, span), None);
            }
            Some(diagnostic) => {
                self.cases.entry((code, span)).or_insert(Some(diagnostic));
            }
        }
    }

    /// What stood every time, in the order of the file.
    pub fn found(&self) -> Vec<Diagnostic> {
        let stands = |code, span| self.cases.get(&(code, span)).is_some_and(Option::is_some);
        // That a relay never stops says already that its condition always holds.
        let told = |said: &Diagnostic| said.code == Code::AlwaysTrue && stands(Code::EndlessRelay, said.span());
        let mut found: Vec<Diagnostic> = self.cases.values().flatten().filter(|said| !told(said)).cloned().collect();
        found.sort_by_key(|diagnostic| (diagnostic.span(), diagnostic.code));
        found
    }
}
