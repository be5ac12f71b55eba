//! Lints: what can be played but is probably not what was meant. They are proved by going through all counts, owners and
//! flags ([`proved`]), or measured by playing ([`measured`]).
//!
//! A lint speaks only where its case stands with every value of the options that it was looked at with.

mod captures;
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

use std::collections::HashSet;

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Choices, Geometry, Moment, Rule, RuleId, Rules, Setting, Value};
use crate::source::Span;
use crate::syntax::tree::{Item, ItemKind};

use super::lower::{Places, RulePlace};
use super::scope::Scope;
use super::{Checked, lower};
use verdicts::Verdicts;

/// Codes that are only looked for by playing.
const MEASURED: [Code; 5] =
    [Code::UnplayedRule, Code::UnfinishedGames, Code::EndlessMoves, Code::OneSidedGame, Code::OwnerlessSeeds];

/// Whether a code is only looked for by playing.
pub fn is_measured(code: Code) -> bool {
    MEASURED.contains(&code)
}

/// What can be proved about a variant.
pub fn proved(checked: &Checked) -> Vec<Diagnostic> {
    let (scope, _) = Scope::collect(&checked.sections);
    let mut verdicts = Verdicts::default();
    let mut used = HashSet::new();
    let mut most = MOST_SETTINGS;
    for (index, values) in settings(&checked.settings).into_iter().enumerate() {
        if index >= most {
            break;
        }
        let lowered = lower::lower(
            &checked.name,
            checked.name_span,
            &checked.sections,
            &scope,
            &values,
            &checked.source,
            crate::check::damage::Damage::NONE,
        );
        used.extend(lowered.used);
        let rules = lowered.rules.sources.len();
        most = MOST_SETTINGS.min(MOST_LOOKS / rules.max(1));
        if lowered.said.iter().any(Diagnostic::is_error) || rules > MOST_RULES {
            continue;
        }
        let geometry = Geometry::new(&lowered.rules.board);
        let view = View { checked, rules: &lowered.rules, places: &lowered.places, geometry: &geometry };
        conditions::look(&view, &mut verdicts);
        captures::look(&view, &mut verdicts);
        relays::look(&view, &mut verdicts);
        ends::look(&view, &mut verdicts);
        sowing::look(&view, &mut verdicts);
        setup::look(&view, &mut verdicts);
    }
    let mut said = verdicts.found();
    said.extend(ends::thresholds(&verdicts));
    said.extend(names::unused(checked, &scope, &used));
    said.extend(names::constant(checked));
    said
}

/// The most combinations of option values that are looked at.
const MOST_SETTINGS: usize = 256;
/// A file with more rules than this is no rulebook: its names are looked at, its conditions are not.
const MOST_RULES: usize = 1_000;
/// The most rules that are looked at over all combinations.
const MOST_LOOKS: usize = 20_000;

/// A range of numbers with more values than this is looked at with its ends and its default only.
const FEW: u32 = 24;

/// The option values that the lints look at: all defaults, then each other value of each option alone.
fn settings(settings: &[Setting]) -> Vec<Vec<Value>> {
    let defaults: Vec<Value> = settings.iter().map(|setting| setting.default.clone()).collect();
    let mut all = vec![defaults.clone()];
    for (index, setting) in settings.iter().enumerate() {
        let others: Vec<Value> = match &setting.choices {
            Choices::Words(words) => words.iter().map(|word| Value::Word(word.clone())).collect(),
            Choices::Range(low, high) if high.saturating_sub(*low) < FEW => (*low..=*high).map(Value::Number).collect(),
            Choices::Range(low, high) => vec![Value::Number(*low), Value::Number(*high)],
        };
        for value in others.into_iter().filter(|value| *value != setting.default) {
            let mut values = defaults.clone();
            values[index] = value;
            all.push(values);
        }
    }
    all
}

/// A variant with one value for each option, as the lints see it.
struct View<'v> {
    checked: &'v Checked,
    rules: &'v Rules,
    places: &'v Places,
    geometry: &'v Geometry,
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
