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
mod options;
mod review;
mod scope;

pub use extend::Bases;
pub use review::{Review, Wishes, review};

use std::collections::HashSet;

use crate::diagnostic::{Code, Diagnostic};
use crate::engine::text;
use crate::rules::{Choices, Rules, Setting, Texts, Value};
use crate::source::{Source, Span};
use crate::syntax::tree::{File, Text};
use crate::syntax::words;

use damage::Damage;
use extend::Section;
use options::options;
use scope::Scope;

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

/// So many mistakes, told with one option value after the other, are enough.
const MOST_TOLD: usize = 2_000;

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
    said.extend(options::bad_options(&scope, &settings, source));
    let examples = examples::read(&sections);
    let mut used: HashSet<String> = HashSet::new();
    let too_many = options::too_many_values(&scope);
    said.extend(too_many);
    let mut known: HashSet<(Code, Span)> = said.iter().map(|said| (said.code, said.span())).collect();
    let (mut told, mut too_large) = (0, false);
    for (values, changed) in options::combinations(&settings).take(options::MOST_VALUES) {
        // Most mistakes are told again with each value: of a file that has many, the first values show enough. What is too
        // large with one value most often is so with all.
        if told > MOST_TOLD || too_large {
            break;
        }
        let lowered = lower::lower(&variant.name.value, variant.name.span, &sections, &scope, &values, source, damage);
        used.extend(lowered.used);
        told += lowered.said.len();
        too_large = lowered.said.iter().any(|said| said.code == Code::TooLarge);
        for mut diagnostic in lowered.said {
            if known.contains(&(diagnostic.code, diagnostic.span())) || damage.explains(&diagnostic, source) {
                continue;
            }
            known.insert((diagnostic.code, diagnostic.span()));
            if let Some((option, value)) = &changed {
                diagnostic.notes.push(format!("this is so when `{option}` is {value}"));
            }
            said.push(diagnostic);
        }
    }
    let of_examples = examples::unknown_settings(&sections, &scope).into_iter();
    said.extend(of_examples.filter(|diagnostic| !damage.explains(diagnostic, source)));
    let name = variant.name.value.clone();
    Some(Checked { name, name_span: variant.name.span, source: source.clone(), sections, settings, examples })
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
