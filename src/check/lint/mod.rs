//! Lints: what can be played but is probably not what was meant. They are proved by going through all counts, owners and
//! flags ([`proved`]), or measured by playing ([`measured`]).

mod formula;
mod scene;
mod solve;

use crate::diagnostic::{Code, Diagnostic};

use super::Checked;

/// What can be proved about a variant.
pub fn proved(_checked: &Checked) -> Vec<Diagnostic> {
    Vec::new()
}

/// What so many random games show about a variant.
pub fn measured(_checked: &Checked, _games: u32) -> Vec<Diagnostic> {
    Vec::new()
}

/// Whether a code is only looked for by playing.
pub fn is_measured(_code: Code) -> bool {
    false
}
