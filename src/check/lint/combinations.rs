//! The option values that the lints look at: first each change alone, then all combinations.

use crate::check::Checked;
use crate::rules::{Choices, Setting, Value};
use crate::syntax::tree::{ExprKind, Item, ItemKind};

use super::names::each_expr;

/// A range of numbers with more values than this is looked at with its ends, its default and the numbers near those that
/// the file names.
const FEW: usize = 24;
/// With more combinations than this it is not looked at all of them.
const MOST: usize = 4_096;

/// The values of each option, its default first.
pub(super) fn values(checked: &Checked) -> Vec<Vec<Value>> {
    let mut named = Vec::new();
    let mut note = |item: &Item| {
        each_expr(item, &mut |expr| {
            if let ExprKind::Number(number) = expr.kind {
                named.extend([number.saturating_sub(1), number, number.saturating_add(1)]);
            }
        });
    };
    for section in &checked.sections {
        note(&section.item);
        if let ItemKind::Phase { items, .. } = &section.item.kind {
            items.iter().for_each(&mut note);
        }
    }
    named.sort_unstable();
    named.dedup();
    checked.settings.iter().map(|setting| of_one(setting, &named)).collect()
}

fn of_one(setting: &Setting, named: &[u32]) -> Vec<Value> {
    let others: Vec<Value> = match &setting.choices {
        Choices::Words(words) => words.iter().cloned().map(Value::Word).collect(),
        Choices::Range(low, high) => {
            let (low, high) = (*low, *high);
            let inside: Vec<u32> = if high.saturating_sub(low) < FEW as u32 {
                (low..=high).collect()
            } else {
                let named = named.iter().copied().filter(|number| (low + 1..high).contains(number));
                [low, high].into_iter().chain(named.take(FEW)).collect()
            };
            inside.into_iter().map(Value::Number).collect()
        }
    };
    let others = others.into_iter().filter(|value| *value != setting.default);
    std::iter::once(setting.default.clone()).chain(others).collect()
}

/// All defaults, then each other value of each option alone.
pub(super) fn alone(values: &[Vec<Value>]) -> impl Iterator<Item = Vec<Value>> {
    let defaults: Vec<Value> = values.iter().filter_map(|values| values.first().cloned()).collect();
    let changed = {
        let defaults = defaults.clone();
        values.iter().enumerate().flat_map(move |(index, values)| {
            let defaults = defaults.clone();
            values.iter().skip(1).map(move |value| {
                let mut changed = defaults.clone();
                changed[index] = value.clone();
                changed
            })
        })
    };
    std::iter::once(defaults).chain(changed)
}

/// The combinations in which two or more options are changed; none if there are too many.
pub(super) fn together(values: &[Vec<Value>]) -> Option<impl Iterator<Item = Vec<Value>>> {
    let count = values.iter().try_fold(1usize, |count, values| count.checked_mul(values.len()))?;
    (count <= MOST).then(|| {
        let digits = move |mut number: usize| {
            values.iter().map(move |values| {
                let digit = number % values.len();
                number /= values.len();
                digit
            })
        };
        (0..count).filter(move |number| digits(*number).filter(|digit| *digit > 0).count() > 1).map(move |number| {
            digits(number).zip(values).filter_map(|(digit, values)| values.get(digit).cloned()).collect()
        })
    })
}
