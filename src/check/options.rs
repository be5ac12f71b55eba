//! The options of a variant: their values, what is wrong with them, and the combinations that a variant is checked with.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Choices, Setting, Value};
use crate::source::Source;
use crate::syntax::tree::OptionValues;

use super::scope::{OptionDeclaration, Scope};
use super::{lower, mistakes};

/// The options of a variant at their defaults.
pub(super) fn options(scope: &Scope<'_>) -> Vec<Setting> {
    scope.options.iter().map(lower::option).collect()
}

/// The most values that the options of a variant may have in all; of a range of numbers two count, its ends.
pub(super) const MOST_VALUES: usize = 256;

/// A value for each option, and the one option that differs from its default, with its value.
pub(super) type Combination = (Vec<Value>, Option<(String, String)>);

/// The option values that a variant is looked at with: all defaults, then each other value of each option alone (of a
/// range of numbers its ends).
pub(super) fn combinations(settings: &[Setting]) -> impl Iterator<Item = Combination> {
    let defaults: Vec<Value> = settings.iter().map(|setting| setting.default.clone()).collect();
    let all = (defaults.clone(), None);
    let changed = settings.iter().enumerate().flat_map(move |(index, setting)| {
        let others: Vec<Value> = match &setting.choices {
            Choices::Words(words) => words.iter().map(|word| Value::Word(word.clone())).collect(),
            Choices::Range(low, high) => vec![Value::Number(*low), Value::Number(*high)],
        };
        let defaults = defaults.clone();
        others.into_iter().filter(|value| *value != setting.default).map(move |value| {
            let mut values = defaults.clone();
            values[index] = value.clone();
            (values, Some((setting.name.clone(), value.to_string())))
        })
    });
    std::iter::once(all).chain(changed)
}

/// How many values of an option a variant is looked at with.
fn count(option: &OptionDeclaration<'_>) -> usize {
    match &option.item.values {
        OptionValues::Words(words) => words.len(),
        OptionValues::Number { .. } => 2,
    }
}

/// How many values the options have in all.
pub(super) fn values_in_all(scope: &Scope<'_>) -> usize {
    scope.options.iter().map(count).sum()
}

/// A variant with so many option values that it cannot be looked at with each of them.
pub(super) fn too_many_values(scope: &Scope<'_>) -> Option<Diagnostic> {
    let mut all = 0;
    let over = scope.options.iter().find(|option| {
        all += count(option);
        all > MOST_VALUES
    })?;
    let message = format!("the options of this variant have more than {MOST_VALUES} values in all");
    let said = Diagnostic::new(Code::TooLarge, over.item.name.span, message, "with this one there are too many");
    Some(said.help("a variant is checked with each value of each option: make several variants of it with `extends`"))
}

/// Options whose values make no sense.
pub(super) fn bad_options(scope: &Scope<'_>, settings: &[Setting], source: &Source) -> Vec<Diagnostic> {
    let mut said = Vec::new();
    for (declaration, setting) in scope.options.iter().zip(settings) {
        let OptionDeclaration { item, default } = declaration;
        match &item.values {
            OptionValues::Words(words) => {
                for (index, word) in words.iter().enumerate() {
                    if let Some(first) = words[..index].iter().find(|earlier| earlier.value == word.value) {
                        said.push(
                            Diagnostic::new(
                                Code::DuplicateName,
                                word.span,
                                format!("`{}` stands twice among the values", word.value),
                                "again here",
                            )
                            .label(first.span, "first here")
                            .help("remove one of them"),
                        );
                    }
                }
            }
            OptionValues::Number { default, low, high } => {
                if low.value > high.value {
                    said.push(
                        Diagnostic::new(
                            Code::OutOfRange,
                            low.span.to(high.span),
                            format!("the range {}..{} runs backwards", low.value, high.value),
                            "the smaller number stands first",
                        )
                        .help(format!("write `{}..{}`", high.value, low.value)),
                    );
                } else if !(low.value..=high.value).contains(&default.value) {
                    said.push(
                        Diagnostic::new(
                            Code::OutOfRange,
                            default.span,
                            format!("the default {} is not in the range", default.value),
                            "out of range",
                        )
                        .label(low.span.to(high.span), "the range of this option")
                        .help(format!("a number from {} to {}", low.value, high.value)),
                    );
                }
            }
        }
        if let Some(value) = default
            && !setting.choices.allow(&setting.default)
        {
            let word = source.slice(value.span);
            said.push(match &setting.choices {
                Choices::Words(words) => {
                    let words: Vec<&str> = words.iter().map(String::as_str).collect();
                    mistakes::unknown_value(word, value.span, &setting.name, &words)
                }
                Choices::Range(low, high) => Diagnostic::new(
                    Code::OutOfRange,
                    value.span,
                    format!("`{}` cannot be {word}", setting.name),
                    format!("from {low} to {high}"),
                )
                .help(format!("a whole number from {low} to {high}")),
            });
        }
    }
    said
}

impl Choices {
    /// Whether a value is one of these.
    pub fn allow(&self, value: &Value) -> bool {
        match (self, value) {
            (Choices::Words(words), Value::Word(word)) => words.contains(word),
            (Choices::Range(low, high), Value::Number(number)) => (low..=high).contains(&number),
            _ => false,
        }
    }

    /// The value that a text names; none where it is none of these.
    pub fn read(&self, text: &str) -> Option<Value> {
        let value = match self {
            Choices::Words(words) => Value::Word(words.iter().find(|word| word.eq_ignore_ascii_case(text))?.clone()),
            Choices::Range(..) => Value::Number(text.parse().ok()?),
        };
        self.allow(&value).then_some(value)
    }
}
