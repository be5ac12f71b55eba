//! One face for all engines: picks the fastest that can play a set of rules and hands it to a visitor.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::Serialize;

use crate::rules::Rules;

use super::compiled::{Compiled, Kept, Pair};
use super::{Engine, Reference};

/// Which engine is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineChoice {
    /// The compiled engine where the rules fit it, else the reference.
    #[default]
    Fastest,
    /// The reference, which interprets the rules directly.
    Reference,
    /// The compiled engine or none.
    Compiled,
}

impl EngineChoice {
    /// Every choice with its name.
    pub const ALL: &'static [(&'static str, EngineChoice)] = &[
        ("auto", EngineChoice::Fastest),
        ("compiled", EngineChoice::Compiled),
        ("reference", EngineChoice::Reference),
    ];
}

impl fmt::Display for EngineChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(EngineChoice::ALL.iter().find(|(_, choice)| choice == self).map_or("auto", |(name, _)| name))
    }
}

impl FromStr for EngineChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names: Vec<&str> = EngineChoice::ALL.iter().map(|(name, _)| *name).collect();
        let found = EngineChoice::ALL.iter().find(|(name, _)| *name == text);
        found.map(|(_, choice)| *choice).ok_or_else(|| format!("an engine is one of {}", names.join(", ")))
    }
}

/// Something to be done with an engine, whichever it is.
pub trait Visit {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<E: Engine>(self, engine: &E) -> Self::Output;
}

/// Does something with the engine of choice.
///
/// # Errors
/// Only where [`EngineChoice::Compiled`] is asked for and the rules do not fit that engine: why not, as a clause.
pub fn with<V: Visit>(rules: impl Into<Arc<Rules>>, choice: EngineChoice, visit: V) -> Result<V::Output, String> {
    let rules = rules.into();
    match choice {
        EngineChoice::Reference => Ok(visit.visit(&Reference::new(rules))),
        EngineChoice::Compiled => compiled(&rules, visit).map_err(|(why, _)| why),
        EngineChoice::Fastest => Ok(fastest(rules, visit)),
    }
}

/// Does something with the fastest engine that can play the rules.
pub fn fastest<V: Visit>(rules: impl Into<Arc<Rules>>, visit: V) -> V::Output {
    let rules = rules.into();
    compiled(&rules, visit).unwrap_or_else(|(_, visit)| visit.visit(&Reference::new(rules)))
}

/// Does something with the compiled engine; or says why the rules do not fit it, and gives back what was to be done.
fn compiled<V: Visit>(rules: &Arc<Rules>, visit: V) -> Result<V::Output, (String, V)> {
    let one_word = rules.board.cell_count() <= 16;
    let noted = !(rules.marks.is_empty() && rules.counters.is_empty());
    let why = match (one_word, noted) {
        (true, false) => match Compiled::<u128, ()>::new(Arc::clone(rules)) {
            Ok(engine) => return Ok(visit.visit(&engine)),
            Err(why) => why,
        },
        (true, true) => match Compiled::<u128, Kept>::new(Arc::clone(rules)) {
            Ok(engine) => return Ok(visit.visit(&engine)),
            Err(why) => why,
        },
        (false, false) => match Compiled::<Pair, ()>::new(Arc::clone(rules)) {
            Ok(engine) => return Ok(visit.visit(&engine)),
            Err(why) => why,
        },
        (false, true) => match Compiled::<Pair, Kept>::new(Arc::clone(rules)) {
            Ok(engine) => return Ok(visit.visit(&engine)),
            Err(why) => why,
        },
    };
    Err((why, visit))
}

/// Which way a variant is played, and what keeps it from a faster one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EnginePath {
    /// The engine: `compiled` or `reference`.
    pub engine: String,
    /// How it plays, a sentence each.
    pub how: Vec<String>,
    /// What keeps it from the fastest way, a sentence each.
    pub limits: Vec<String>,
}

/// Tells which way a variant is played.
pub fn explain_path(rules: &Rules) -> EnginePath {
    let rules = Arc::new(rules.clone());
    let told = if rules.board.cell_count() <= 16 {
        Compiled::<u128, Kept>::new(rules).map(|engine| engine.explain())
    } else {
        Compiled::<Pair, Kept>::new(rules).map(|engine| engine.explain())
    };
    told.unwrap_or_else(|why| EnginePath {
        engine: "reference".into(),
        how: vec!["Every seed is sown by itself, every rule read as it stands.".into()],
        limits: vec![format!("The compiled engine cannot play it: {why}.")],
    })
}
