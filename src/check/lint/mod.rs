//! Lints: what can be played but is probably not what was meant. They are proved by going through all counts, owners and
//! flags ([`proved`]), or measured by playing ([`measured`]).
//!
//! A lint speaks only where its case stands with every combination of option values.

mod captures;
mod cells;
mod combinations;
mod conditions;
mod ends;
mod formula;
mod measure;
mod names;
mod relays;
mod scene;
mod setup;
mod solve;
mod sowing;
mod verdicts;

pub use measure::measured;

use std::cell::Cell;
use std::collections::HashSet;

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Geometry, Moment, Rule, RuleId, Rules, Value};
use crate::source::Span;
use crate::syntax::tree::{Item, ItemKind};

use super::damage::Damage;
use super::lower::{Places, RulePlace};
use super::scope::Scope;
use super::{Checked, lower};
use solve::spend;
use verdicts::Verdicts;

/// Codes that are only looked for by playing.
const MEASURED: [Code; 5] =
    [Code::UnplayedRule, Code::UnfinishedGames, Code::EndlessMoves, Code::OneSidedGame, Code::OwnerlessSeeds];

/// Whether a code is only looked for by playing.
pub fn is_measured(code: Code) -> bool {
    MEASURED.contains(&code)
}

/// What can be proved about a variant. Where it has too many combinations of option values, or its conditions too many
/// cases, to look at all of them, nothing is said of its conditions.
pub fn proved(checked: &Checked) -> Vec<Diagnostic> {
    let (scope, _) = Scope::collect(&checked.sections);
    let effort = Cell::new(EFFORT);
    let mut looks =
        Looks { checked, scope: &scope, effort: &effort, verdicts: Verdicts::default(), used: HashSet::new() };
    let values = combinations::values(checked);
    let mut whole = combinations::alone(&values).all(|values| looks.at(&values));
    // What stands with each change alone may fall with two together.
    if whole && looks.verdicts.any() {
        whole = combinations::together(&values).is_some_and(|mut all| all.all(|values| looks.at(&values)));
    }
    let Looks { verdicts, used, .. } = looks;
    let mut said = Vec::new();
    if whole {
        said.extend(verdicts.found());
        said.extend(ends::thresholds(&verdicts));
    }
    said.extend(names::unused(checked, &used));
    said.extend(names::constant(checked));
    said
}

/// What all searches through cases may cost together: a third of a second or so, at a few nanoseconds a unit.
const EFFORT: u64 = 80_000_000;
/// What it costs to make the rules for one combination, for each of them and for each of their parts.
const OF_RULES: [usize; 3] = [20_000, 5_000, 60];
/// A file with more rules than this is no rulebook: its names are looked at, its conditions are not.
const MOST_RULES: usize = 1_000;

/// A variant looked at with one combination of option values after the other.
struct Looks<'c> {
    checked: &'c Checked,
    scope: &'c Scope<'c>,
    effort: &'c Cell<u64>,
    verdicts: Verdicts,
    used: HashSet<String>,
}

impl Looks<'_> {
    /// Looks at the variant with these values; false if that came to too much.
    fn at(&mut self, values: &[Value]) -> bool {
        let Checked { name, name_span, sections, source, .. } = self.checked;
        let lowered = lower::lower(name, *name_span, sections, self.scope, values, source, Damage::NONE);
        self.used.extend(lowered.used);
        let rules = lowered.rules.sources.len();
        spend(self.effort, OF_RULES[0] + OF_RULES[1] * rules + OF_RULES[2] * lowered.parts);
        if rules > MOST_RULES || self.effort.get() == 0 {
            return false;
        }
        if lowered.said.iter().any(Diagnostic::is_error) {
            return true;
        }
        let geometry = Geometry::new(&lowered.rules.board);
        let view = View {
            checked: self.checked,
            rules: &lowered.rules,
            places: &lowered.places,
            geometry: &geometry,
            effort: self.effort,
        };
        conditions::look(&view, &mut self.verdicts);
        captures::look(&view, &mut self.verdicts);
        relays::look(&view, &mut self.verdicts);
        ends::look(&view, &mut self.verdicts);
        sowing::look(&view, &mut self.verdicts);
        setup::look(&view, &mut self.verdicts);
        self.effort.get() > 0
    }
}

/// A variant with one value for each option, as the lints see it.
struct View<'v> {
    checked: &'v Checked,
    rules: &'v Rules,
    places: &'v Places,
    geometry: &'v Geometry,
    /// What searches may still cost.
    effort: &'v Cell<u64>,
}

impl View<'_> {
    /// Where a rule stands in the file; none for one that was taken over from a base.
    fn place(&self, id: RuleId, moment: Moment) -> Option<&RulePlace> {
        let of_id = || self.places.rules.iter().filter(move |place| place.id == Some(id));
        of_id().find(|place| place.moment == moment).or_else(|| of_id().next())
    }

    /// The file's text at a span.
    fn text(&self, span: Span) -> &str {
        self.checked.source.slice(span)
    }

    /// The same on one line, with single blanks.
    fn line(&self, span: Span) -> String {
        self.text(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The statements of the file itself, those in phases too.
    fn items(&self) -> impl Iterator<Item = &Item> {
        own_items(self.checked)
    }

    /// The first statement of the file for which `wanted` holds.
    fn item(&self, wanted: impl Fn(&ItemKind) -> bool) -> Option<&Item> {
        self.items().find(|item| wanted(&item.kind))
    }

    /// Where the file says how many seeds there are; the variant's name if its base says it.
    fn seeds_span(&self) -> Span {
        self.item(|kind| matches!(kind, ItemKind::Seeds(_))).map_or(self.checked.name_span, |item| item.span)
    }

    /// "12 pits x 4 = 48 seeds", or "48 seeds in all".
    fn seeds_in_words(&self) -> String {
        let start = &self.rules.start;
        let pits = self.rules.board.pit_count();
        let total = self.rules.total();
        let even = start.iter().take(usize::from(pits)).all(|seeds| Some(seeds) == start.first());
        match start.first() {
            Some(each) if even && u32::from(*each) * u32::from(pits) == total => {
                format!("{pits} pits x {each} = {total} seeds in the whole game")
            }
            _ => format!("{total} seeds in the whole game"),
        }
    }
}

/// The statements of a file itself, those in phases too.
fn own_items(checked: &Checked) -> impl Iterator<Item = &Item> {
    checked.sections.iter().filter(|section| section.base.is_none()).flat_map(|section| {
        let inner: &[Item] = match &section.item.kind {
            ItemKind::Phase { items, .. } => items,
            _ => &[],
        };
        std::iter::once(&section.item).chain(inner)
    })
}

/// Whether the last action of a rule is this.
fn ends_with(rule: &Rule, wanted: impl Fn(&crate::rules::Action) -> bool) -> bool {
    rule.actions.last().is_some_and(wanted)
}
