//! Tree to rules: what a variant file means, and everything that is wrong with it.
//!
//! In: a source text ([`check`]). Out: [`Checked`], from which rules can be made for any option values
//! ([`Checked::rules`]), and diagnostics. Prints nothing.

mod damage;
mod examples;
mod extend;
pub mod lint;
mod lower;
pub(crate) mod mistakes;
mod review;
mod scope;

pub use extend::Bases;
pub use review::{Review, Wishes, review};

use std::collections::HashSet;

use crate::diagnostic::{Code, Diagnostic};
use crate::engine::text;
use crate::rules::{Choices, Rules, Setting, Texts, Value};
use crate::source::{Source, Span};
use crate::syntax::tree::{ExampleLine, ExprKind, File, ItemKind, OptionValues, Text};
use crate::syntax::words;

use damage::Damage;
use extend::Section;
use scope::{OptionDeclaration, Scope};

/// A variant that can be played: it was looked at with every value of every option.
#[derive(Clone, Debug)]
pub struct Checked {
    name: String,
    name_span: Span,
    source: Source,
    sections: Vec<Section>,
    settings: Vec<Setting>,
    examples: Vec<Example>,
}

/// An `example` block.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// Its title.
    pub title: Text,
    /// The position to begin with; the start of the game where none is given.
    pub position: Option<Text>,
    /// Option values, as `naqala --set` takes them.
    pub settings: Vec<(String, String)>,
    /// What is played and asked, in order.
    pub steps: Vec<Step>,
}

/// A step of an example.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// These moves are played.
    Play(Text),
    /// The position is now this: the rows, the mover and each key that is given.
    Expect(Text),
    /// The legal moves are now these, in any order.
    Legal(Text),
}

/// What is wrong with option values that somebody asked for.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SettingsError {
    /// The variant has no such option.
    #[error("`{variant}` has no option `{option}`")]
    UnknownOption {
        /// The variant's name.
        variant: String,
        /// What was asked for.
        option: String,
        /// The options that there are.
        known: Vec<String>,
    },
    /// The option has no such value.
    #[error("`{option}` has no value `{value}`")]
    UnknownValue {
        /// The option.
        option: String,
        /// What was asked for.
        value: String,
        /// The values that it can have.
        choices: Choices,
    },
    /// With these values the variant cannot be played.
    #[error("the variant cannot be played with these option values")]
    Broken(Vec<Diagnostic>),
}

impl SettingsError {
    /// What is allowed instead, in a sentence.
    pub fn help(&self) -> Option<String> {
        match self {
            SettingsError::UnknownOption { known, option, .. } => Some(match known.as_slice() {
                [] => "it has no options".to_owned(),
                known => {
                    let near = mistakes::near(option, known.iter().map(String::as_str));
                    let all = mistakes::listed(known.iter().map(String::as_str), "and");
                    match near.first() {
                        Some(near) => format!("did you mean `{near}`? its options are {all}"),
                        None => format!("its options are {all}"),
                    }
                }
            }),
            SettingsError::UnknownValue { choices, value, .. } => Some(match choices {
                Choices::Words(words) => {
                    let near = mistakes::near(value, words.iter().map(String::as_str));
                    let all = mistakes::listed(words.iter().map(String::as_str), "or");
                    match near.first() {
                        Some(near) => format!("did you mean `{near}`? it can be {all}"),
                        None => format!("it can be {all}"),
                    }
                }
                Choices::Range(low, high) => format!("it is a whole number from {low} to {high}"),
            }),
            SettingsError::Broken(_) => None,
        }
    }
}

/// Reads and checks a variant file. The diagnostics are in the order of the text.
pub fn check(source: &Source, bases: &dyn Bases) -> (Option<Checked>, Vec<Diagnostic>) {
    let parsed = crate::syntax::parse(source);
    let mut said = parsed.diagnostics;
    let checked = parsed.file.and_then(|file| check_file(source, &file, bases, &mut said));
    let mut said = damage::without_consequences(said, source);
    said.sort_by_key(|diagnostic| (diagnostic.span(), diagnostic.code));
    let checked = checked.filter(|_| !said.iter().any(Diagnostic::is_error));
    (checked, said)
}

fn check_file(source: &Source, file: &File, bases: &dyn Bases, said: &mut Vec<Diagnostic>) -> Option<Checked> {
    let variant = &file.variant;
    let before = said.len();
    let sections = extend::sections(variant, bases, said);
    if variant.extends.is_some() && said.len() > before {
        return None;
    }
    let damage = Damage(&variant.damaged);
    let (scope, names) = Scope::collect(&sections);
    said.extend(names.into_iter().filter(|diagnostic| !damage.explains(diagnostic, source)));
    said.extend(reserved(&scope));
    let settings = options(&scope);
    said.extend(bad_options(&scope, &settings, source));
    let examples = examples(&sections);
    let mut used: HashSet<String> = HashSet::new();
    let too_many = too_many_values(&scope);
    said.extend(too_many);
    for (values, changed) in combinations(&settings).take(MOST_VALUES) {
        let lowered = lower::lower(&variant.name.value, variant.name.span, &sections, &scope, &values, source, damage);
        used.extend(lowered.used);
        for mut diagnostic in lowered.said {
            let known =
                said.iter().any(|earlier| earlier.code == diagnostic.code && (earlier.span() == diagnostic.span()));
            if known || damage.explains(&diagnostic, source) {
                continue;
            }
            if let Some((option, value)) = &changed {
                diagnostic.notes.push(format!("this is so when `{option}` is {value}"));
            }
            said.push(diagnostic);
        }
    }
    let of_examples = examples_settings(&sections, &scope).into_iter();
    said.extend(of_examples.filter(|diagnostic| !damage.explains(diagnostic, source)));
    let name = variant.name.value.clone();
    Some(Checked { name, name_span: variant.name.span, source: source.clone(), sections, settings, examples })
}

/// The options of a variant at their defaults.
pub(crate) fn options(scope: &Scope<'_>) -> Vec<Setting> {
    scope.options.iter().map(lower::option).collect()
}

/// The most values that the options of a variant may have in all; of a range of numbers two count, its ends.
const MOST_VALUES: usize = 256;

/// A value for each option, and the one option that differs from its default, with its value.
type Combination = (Vec<Value>, Option<(String, String)>);

/// The option values that a variant is looked at with: all defaults, then each other value of each option alone (of a
/// range of numbers its ends).
fn combinations(settings: &[Setting]) -> impl Iterator<Item = Combination> {
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

/// A variant with so many option values that it cannot be looked at with each of them.
fn too_many_values(scope: &Scope<'_>) -> Option<Diagnostic> {
    let count = |option: &OptionDeclaration<'_>| match &option.item.values {
        OptionValues::Words(words) => words.len(),
        OptionValues::Number { .. } => 2,
    };
    let mut all = 0;
    let over = scope.options.iter().find(|option| {
        all += count(option);
        all > MOST_VALUES
    })?;
    let message = format!("the options of this variant have more than {MOST_VALUES} values in all");
    let said = Diagnostic::new(Code::TooLarge, over.item.name.span, message, "with this one there are too many");
    Some(said.help("a variant is checked with each value of each option: make several variants of it with `extends`"))
}

/// Names that are words of the language.
fn reserved(scope: &Scope<'_>) -> Vec<Diagnostic> {
    let options = scope.options.iter().map(|option| &option.item.name);
    let marks = scope.marks.iter().map(|mark| &mark.name);
    let counters = scope.counters.iter().map(|(name, ..)| *name);
    let definitions = scope.definitions.iter().map(|definition| definition.name);
    let phases = scope.phases.iter().copied();
    let keys = marks.clone().chain(counters.clone()).filter(|name| text::KEYS.contains(&name.value.as_str()));
    let keys = keys.filter(|name| !words::is_reserved(&name.value)).map(|name| {
        Diagnostic::new(
            Code::ReservedName,
            name.span,
            format!("`{}` already means something in positions", name.value),
            "marks and counters stand there under their names",
        )
        .help(format!("take another name, such as `{}_1`", name.value))
    });
    options
        .chain(marks)
        .chain(counters)
        .chain(definitions)
        .chain(phases)
        .filter(|name| words::is_reserved(&name.value))
        .map(|name| {
            Diagnostic::new(
                Code::ReservedName,
                name.span,
                format!("`{}` is a word of the language", name.value),
                "it already means something",
            )
            .help(format!("take another name, such as `{}_1`", name.value))
        })
        .chain(keys)
        .collect()
}

/// Options whose values make no sense.
fn bad_options(scope: &Scope<'_>, settings: &[Setting], source: &Source) -> Vec<Diagnostic> {
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

fn examples(sections: &[Section]) -> Vec<Example> {
    let own = sections.iter().filter_map(|section| match &section.item.kind {
        ItemKind::Example(example) => Some(example),
        _ => None,
    });
    own.map(|example| {
        let mut read =
            Example { title: example.title.clone(), position: None, settings: Vec::new(), steps: Vec::new() };
        for line in &example.lines {
            match line {
                ExampleLine::Position(text) => read.position = Some(text.clone()),
                ExampleLine::Play(text) => read.steps.push(Step::Play(text.clone())),
                ExampleLine::Expect(text) => read.steps.push(Step::Expect(text.clone())),
                ExampleLine::Legal(text) => read.steps.push(Step::Legal(text.clone())),
                ExampleLine::Option { name, value } => {
                    let value = match &value.kind {
                        ExprKind::Number(number) => number.to_string(),
                        ExprKind::Name(word) => word.clone(),
                        _ => String::new(),
                    };
                    read.settings.push((name.value.clone(), value));
                }
            }
        }
        read
    })
    .collect()
}

/// Option values of examples that do not exist.
fn examples_settings(sections: &[Section], scope: &Scope<'_>) -> Vec<Diagnostic> {
    let settings = options(scope);
    let known: Vec<&str> = settings.iter().map(|setting| setting.name.as_str()).collect();
    let mut said = Vec::new();
    for section in sections {
        let ItemKind::Example(example) = &section.item.kind else { continue };
        for line in &example.lines {
            let ExampleLine::Option { name, value } = line else { continue };
            let Some(setting) = settings.iter().find(|setting| setting.name == name.value) else {
                said.push(mistakes::unknown_option(name, &known));
                continue;
            };
            let word = match &value.kind {
                ExprKind::Number(number) => Value::Number(*number),
                ExprKind::Name(word) => Value::Word(word.clone()),
                _ => Value::Word(String::new()),
            };
            if !setting.choices.allow(&word) {
                let allowed: Vec<String> = match &setting.choices {
                    Choices::Words(words) => words.clone(),
                    Choices::Range(low, high) => vec![format!("{low}..{high}")],
                };
                let allowed: Vec<&str> = allowed.iter().map(String::as_str).collect();
                said.push(mistakes::unknown_value(&word.to_string(), value.span, &name.value, &allowed));
            }
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

impl Checked {
    /// The variant's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text it was read from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// What it says about itself.
    pub fn texts(&self) -> Texts {
        lower::texts(&self.sections)
    }

    /// Its options at their defaults.
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// Its examples.
    pub fn examples(&self) -> &[Example] {
        &self.examples
    }

    /// The rules with these option values (`("no_seeds", "end")`), all others at their defaults.
    ///
    /// # Errors
    /// An option or a value that does not exist, or values that do not go together on this board.
    pub fn rules(&self, settings: &[(String, String)]) -> Result<Rules, SettingsError> {
        let mut values: Vec<Value> = self.settings.iter().map(|setting| setting.default.clone()).collect();
        for (name, text) in settings {
            let Some(index) = self.settings.iter().position(|setting| setting.name.eq_ignore_ascii_case(name)) else {
                return Err(SettingsError::UnknownOption {
                    variant: self.name.clone(),
                    option: name.clone(),
                    known: self.settings.iter().map(|setting| setting.name.clone()).collect(),
                });
            };
            let choices = &self.settings[index].choices;
            values[index] = choices.read(text).ok_or_else(|| SettingsError::UnknownValue {
                option: self.settings[index].name.clone(),
                value: text.clone(),
                choices: choices.clone(),
            })?;
        }
        let (scope, _) = Scope::collect(&self.sections);
        let lowered =
            lower::lower(&self.name, self.name_span, &self.sections, &scope, &values, &self.source, Damage::NONE);
        if lowered.said.iter().any(Diagnostic::is_error) {
            return Err(SettingsError::Broken(lowered.said));
        }
        Ok(lowered.rules)
    }
}
