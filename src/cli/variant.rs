//! The arguments that say which variant, with which option values, by which engine, from which position.

use std::path::Path;

use clap::Args;

use naqala::check::{Checked, SettingsError, check};
use naqala::diagnostic::Diagnostic;
use naqala::engine::text::{ReadError, read_position};
use naqala::engine::{Engine, EngineChoice, Visit};
use naqala::library::{self, LoadError, Neighbours};
use naqala::rules::Rules;
use naqala::source::Source;

use super::Fail;

/// Option values.
#[derive(Args, Clone, Debug, Default)]
pub struct Settings {
    /// Set an option of the variant; may be given several times. `naqala show VARIANT` lists them.
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    set: Vec<String>,
}

/// Which engine plays.
#[derive(Args, Clone, Copy, Debug)]
pub struct EngineArgument {
    /// The engine that plays.
    #[arg(long, value_name = "ENGINE", default_value_t = EngineChoice::Fastest, help = engine_help())]
    engine: EngineChoice,
}

fn engine_help() -> String {
    let names: Vec<&str> = EngineChoice::ALL.iter().map(|(name, _)| *name).collect();
    format!("The engine that plays: {}", names.join(", "))
}

/// Where a game begins.
#[derive(Args, Clone, Debug, Default)]
pub struct Start {
    /// The position to begin with, as one line of text; the start of the game if left out.
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// Take a position whose seeds are more or fewer than the variant's.
    #[arg(long, requires = "position")]
    any_total: bool,
}

impl EngineArgument {
    /// Which engine was asked for.
    pub fn choice(self) -> EngineChoice {
        self.engine
    }

    /// Does something with the engine that was asked for.
    pub fn with<V: Visit>(self, rules: Rules, visit: V) -> Result<V::Output, Fail> {
        naqala::engine::with(rules, self.engine, visit).map_err(|why| {
            Fail::usage(format!("the compiled engine cannot play this: {why}"))
                .help("`--engine auto` takes the fastest engine that can")
        })
    }
}

impl From<LoadError> for Fail {
    fn from(error: LoadError) -> Self {
        let fail = Fail::usage(error.to_string());
        match error {
            LoadError::Unknown { near, .. } if near.is_empty() => {
                fail.help("`naqala list` shows the library; a variant of your own is given by the path of its file")
            }
            LoadError::Unknown { near, .. } => fail.help(format!("did you mean {}?", quoted(&near, "or"))),
            LoadError::Unreadable { .. } => fail,
        }
    }
}

/// `a`, `b` or `c`.
fn quoted(names: &[&str], word: &str) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} {word} {last}", first.join(", ")),
        names => names.concat(),
    }
}

/// A source with the errors found in it.
pub fn broken(source: &Source, diagnostics: Vec<Diagnostic>) -> Fail {
    Fail::Variant(Box::new((source.clone(), diagnostics)))
}

/// Checks a source; mistakes make it fail, warnings do not.
pub fn checked(source: &Source) -> Result<Checked, Fail> {
    let (checked, diagnostics) = check(source, &Neighbours::of(Path::new(&source.name)));
    checked.ok_or_else(|| broken(source, diagnostics))
}

/// The variant with this name, or in this file.
pub fn load(asked: &str) -> Result<Checked, Fail> {
    checked(&library::load(asked)?)
}

impl Settings {
    /// As names with their values.
    fn pairs(&self) -> Result<Vec<(String, String)>, Fail> {
        let pair = |text: &String| match text.split_once('=') {
            Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
            None => Err(Fail::usage(format!("`--set {text}` does not say a value"))
                .help(format!("write `--set {text}=VALUE`; `naqala show VARIANT` lists options and values"))),
        };
        self.set.iter().map(pair).collect()
    }

    /// What was given, as it is written again in a command.
    pub fn as_arguments(&self) -> String {
        self.set.iter().map(|setting| format!(" --set {setting}")).collect()
    }

    /// The rules of a variant with these values.
    pub fn rules(&self, checked: &Checked) -> Result<Rules, Fail> {
        rules(checked, &self.pairs()?)
    }
}

/// The rules of a variant with option values.
pub fn rules(checked: &Checked, settings: &[(String, String)]) -> Result<Rules, Fail> {
    checked.rules(settings).map_err(|error| {
        let help = error.help();
        match error {
            SettingsError::Broken(diagnostics) => broken(checked.source(), diagnostics),
            error => Fail::Usage(error.to_string(), help.into_iter().collect()),
        }
    })
}

/// A text that cannot be read, with its place marked.
pub fn unreadable(what: &str, text: &str, error: &ReadError) -> Fail {
    let before = text.get(..error.span.start).unwrap_or(text);
    let marked = text.get(error.span.range()).map_or(1, |marked| marked.chars().count().max(1));
    let place = format!("{}{}", " ".repeat(before.chars().count()), "^".repeat(marked));
    let message = format!("cannot read {what}: {}\n  {text}\n  {place}", error.message);
    Fail::Usage(message, error.help.iter().cloned().collect())
}

impl Start {
    /// At a position of a variant file, whatever its seeds; at the start if there is none.
    pub fn at(position: Option<String>) -> Self {
        Start { position, any_total: true }
    }

    /// The game as it begins.
    pub fn state<E: Engine>(&self, engine: &E) -> Result<E::State, Fail> {
        match &self.position {
            None => Ok(engine.start()),
            Some(text) => {
                let position = read_position(engine.rules(), text, self.any_total)
                    .map_err(|error| unreadable("the position", text, &error))?;
                Ok(engine.begin_at(&position))
            }
        }
    }
}
