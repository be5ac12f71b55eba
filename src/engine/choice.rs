//! Which engine plays: one place turns a choice into an engine, and whatever is done with it is written once.

use std::fmt;
use std::str::FromStr;

use crate::rules::Rules;

use super::Reference;
use super::choose::{Visit, fastest};

/// The engines that can be asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The fastest one that can play the rules.
    #[default]
    Auto,
    /// The direct interpreter.
    Reference,
}

impl Choice {
    /// Every choice with its name.
    pub const ALL: &'static [(&'static str, Choice)] = &[("auto", Choice::Auto), ("reference", Choice::Reference)];
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Choice::ALL.iter().find(|(_, choice)| choice == self).map_or("auto", |(name, _)| name))
    }
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names: Vec<&str> = Choice::ALL.iter().map(|(name, _)| *name).collect();
        let found = Choice::ALL.iter().find(|(name, _)| *name == text);
        found.map(|(_, choice)| *choice).ok_or_else(|| format!("an engine is one of {}", names.join(", ")))
    }
}

/// Does something with the engine chosen for these rules.
pub fn with<V: Visit>(rules: Rules, choice: Choice, visit: V) -> V::Output {
    match choice {
        Choice::Auto => fastest(rules, visit),
        Choice::Reference => visit.visit(&Reference::new(rules)),
    }
}
