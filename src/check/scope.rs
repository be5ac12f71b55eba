//! The names that a variant declares: options, marks, counters, definitions, kinds of move.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{CounterId, MarkId, PlayId};
use crate::source::Span;
use crate::syntax::tree::{DefineKind, Item, ItemKind, Name, OptionItem};

use super::extend::{Origin, Section};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Meaning {
    /// An option: its index in [`Scope::options`].
    Option(usize),
    /// A mark.
    Mark(MarkId),
    /// A counter.
    Counter(CounterId),
    /// A definition: its index in [`Scope::definitions`].
    Definition(usize),
}

/// A declared option.
pub(crate) struct OptionDeclaration<'t> {
    pub item: &'t OptionItem,
    /// The default that an extending variant gives it.
    pub default: Option<&'t crate::syntax::tree::Expr>,
}

/// A declared definition.
pub(crate) struct Definition<'t> {
    pub kind: DefineKind,
    pub name: &'t Name,
    pub item: &'t Item,
    /// Where it was taken over from.
    pub origin: Option<&'t Origin>,
}

/// All names of a variant.
#[derive(Default)]
pub(crate) struct Scope<'t> {
    names: HashMap<&'t str, (Meaning, Span)>,
    /// The options in file order.
    pub options: Vec<OptionDeclaration<'t>>,
    /// The marks' statements in file order.
    pub marks: Vec<&'t crate::syntax::tree::MarkItem>,
    /// The counters' statements in file order.
    pub counters: Vec<(&'t Name, bool, &'t crate::syntax::tree::Expr)>,
    /// The definitions in file order.
    pub definitions: Vec<Definition<'t>>,
    /// The kinds of move: index 0 is the plain one.
    pub moves: Vec<Option<String>>,
    /// The phases' names.
    pub phases: Vec<&'t Name>,
}

impl<'t> Scope<'t> {
    /// Collects the names of all sections. Says which stand twice.
    pub fn collect(sections: &'t [Section]) -> (Self, Vec<Diagnostic>) {
        let mut scope = Scope { moves: vec![None], ..Scope::default() };
        let mut said = Vec::new();
        for section in sections {
            scope.declare(&section.item, section.base.as_ref(), &mut said);
        }
        for section in sections {
            let ItemKind::OptionDefault { name, value } = &section.item.kind else { continue };
            match scope.find(&name.value) {
                Some((Meaning::Option(option), _)) => scope.options[option].default = Some(value),
                _ => {
                    let known: Vec<&str> = scope.options.iter().map(|option| option.item.name.value.as_str()).collect();
                    said.push(super::mistakes::unknown_option(name, &known));
                }
            }
        }
        (scope, said)
    }

    fn declare(&mut self, item: &'t Item, origin: Option<&'t Origin>, said: &mut Vec<Diagnostic>) {
        match &item.kind {
            ItemKind::Option(option) => {
                self.name(&option.name, Meaning::Option(self.options.len()), said);
                self.options.push(OptionDeclaration { item: option, default: None });
            }
            ItemKind::Mark(mark) if mark.at.is_none() || self.find(&mark.name.value).is_none() => {
                self.name(&mark.name, Meaning::Mark(self.marks.len() as MarkId), said);
                self.marks.push(mark);
            }
            ItemKind::Counter { name, each, start } => {
                self.name(name, Meaning::Counter(self.counters.len() as CounterId), said);
                self.counters.push((name, *each, start));
            }
            ItemKind::Define { kind, name, .. } => {
                self.name(name, Meaning::Definition(self.definitions.len()), said);
                self.definitions.push(Definition { kind: kind.value, name, item, origin });
            }
            ItemKind::Play { name: Some(name), .. } if self.kind_of_move(&name.value).is_none() => {
                self.moves.push(Some(name.value.clone()));
            }
            ItemKind::Phase { name, items, .. } => {
                if let Some(first) = self.phases.iter().find(|phase| phase.value == name.value) {
                    said.push(
                        Diagnostic::new(
                            Code::DuplicateName,
                            name.span,
                            format!("two phases are called `{}`", name.value),
                            "named again here",
                        )
                        .label(first.span, "first named here")
                        .help("give one of them another name"),
                    );
                }
                self.phases.push(name);
                for item in items {
                    self.declare(item, origin, said);
                }
            }
            _ => {}
        }
    }

    fn name(&mut self, name: &'t Name, meaning: Meaning, said: &mut Vec<Diagnostic>) {
        if let Some((_, first)) = self.find(&name.value) {
            said.push(
                Diagnostic::new(
                    Code::DuplicateName,
                    name.span,
                    format!("`{}` is declared twice", name.value),
                    "declared again here",
                )
                .label(first, "first declared here")
                .help("options, marks, counters and definitions share their names: rename one or remove it"),
            );
            return;
        }
        self.names.insert(&name.value, (meaning, name.span));
    }

    /// What a name means: marks also answer to their plural.
    pub fn find(&self, name: &str) -> Option<(Meaning, Span)> {
        if let Some(found) = self.names.get(name) {
            return Some(*found);
        }
        let singular = name.strip_suffix('s')?;
        self.names.get(singular).copied().filter(|(meaning, _)| matches!(meaning, Meaning::Mark(_)))
    }

    /// The kind of move with this name.
    pub fn kind_of_move(&self, name: &str) -> Option<PlayId> {
        self.moves.iter().position(|kind| kind.as_deref() == Some(name)).map(|index| index as PlayId)
    }

    /// Every declared name, for suggestions.
    pub fn all(&self) -> Vec<&'t str> {
        let mut names: Vec<&str> = self.names.keys().copied().collect();
        names.sort_unstable();
        names
    }
}
