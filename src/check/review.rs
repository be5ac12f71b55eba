//! A file looked over as `naqala check` does it: read, checked, linted, the levels applied.

use crate::diagnostic::{Code, Diagnostic, Levels};
use crate::source::Source;
use crate::syntax::comments;

use super::{Bases, Checked, check, examples, lint};

/// What is to be done beside reading and checking.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// The levels asked for.
    pub levels: Levels,
    /// How many games are played to measure what cannot be proved; none if nothing is to be measured.
    pub games: Option<u32>,
}

/// A file looked over.
#[derive(Clone, Debug)]
pub struct Review {
    /// What is to be said, at the levels asked for.
    pub diagnostics: Vec<Diagnostic>,
    /// The variant, if it can be played.
    pub checked: Option<Checked>,
}

/// Looks a file over. `damage` is what was wrong before it was a text.
pub fn review(source: &Source, bases: &dyn Bases, wishes: &Wishes, damage: Option<Diagnostic>) -> Review {
    if let Some(damage) = damage {
        return Review { diagnostics: vec![damage], checked: None };
    }
    let (checked, mut diagnostics) = check(source, bases);
    if let Some(checked) = &checked {
        diagnostics.extend(examples::look(checked));
        diagnostics.extend(lint::proved(checked));
        if let Some(games) = wishes.games {
            diagnostics.extend(lint::measured(checked, games));
        }
    }
    let ran = |code: Code| wishes.games.is_some() || !lint::is_measured(code);
    let comments = comments::find(source.text());
    let mut diagnostics = wishes.levels.apply(source, &comments, diagnostics, ran);
    diagnostics.sort_by_key(|said| (said.span(), said.code));
    Review { diagnostics, checked }
}
