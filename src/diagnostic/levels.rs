//! How much each code counts in a run: `--allow`, `--warn`, `--deny`, and `# allow CODE: reason` in the file.

use std::collections::BTreeMap;

use super::allow::{self, Allow};
use super::{Code, Diagnostic, Level};
use crate::source::Source;
use crate::syntax::tree::Comment;

/// The levels that somebody asked for.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    asked: BTreeMap<Code, Level>,
    /// Whether warnings count as errors.
    pub deny_warnings: bool,
}

impl Levels {
    /// Gives a code another level. An error stays one: a game cannot be built while it stands.
    pub fn set(&mut self, code: Code, level: Level) -> Result<(), String> {
        if code.level() == Level::Error && level != Level::Error {
            return Err(format!("`{}` is an error and stays one: no game can be made while it stands", code.name()));
        }
        self.asked.insert(code, level);
        Ok(())
    }

    /// Gives every diagnostic its level. What the file allows goes away; an `allow` that met nothing is reported, unless
    /// errors kept the lints from running. `ran` says of a code whether it was looked for at all.
    pub fn apply(
        &self,
        source: &Source,
        comments: &[Comment],
        diagnostics: Vec<Diagnostic>,
        ran: impl Fn(Code) -> bool,
    ) -> Vec<Diagnostic> {
        let errors = diagnostics.iter().any(Diagnostic::is_error);
        let mut allows = allow::find(source, comments);
        let mut kept = Vec::new();
        for diagnostic in diagnostics {
            let line = source.line(diagnostic.span().start);
            let mut allowed = false;
            for allow in &mut allows {
                if allow.covers(diagnostic.code, line) {
                    allow.used = true;
                    allowed = true;
                }
            }
            if !allowed {
                kept.push(diagnostic);
            }
        }
        if !errors {
            let mut meant = BTreeMap::new();
            let looked_for = allows.iter().filter(|allow| allow.code().is_none_or(&ran));
            kept.extend(looked_for.filter_map(|allow| Allow::complaint(allow, &mut meant)));
        }
        for diagnostic in &mut kept {
            let asked = self.asked.get(&diagnostic.code).copied();
            diagnostic.level = match asked.unwrap_or(diagnostic.level) {
                Level::Warning if self.deny_warnings => Level::Error,
                level => level,
            };
        }
        kept.retain(|diagnostic| diagnostic.level != Level::Allow);
        kept
    }
}
