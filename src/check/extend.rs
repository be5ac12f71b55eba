//! `extends`: a variant's statements together with those that it takes over from another.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Source, Span};
use crate::syntax::tree::{Item, ItemKind, TextKind, Variant};

use super::mistakes;

/// Finds the text of a variant that another one extends.
pub trait Bases {
    /// The variant called `name`: from the folder of the file that extends it, or from the library.
    fn find(&self, name: &str) -> Option<Source>;
    /// All names that could be found, for suggestions.
    fn names(&self) -> Vec<String>;
}

/// No variant can be extended.
impl Bases for () {
    fn find(&self, _: &str) -> Option<Source> {
        None
    }
    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A statement and where it comes from.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    /// The statement.
    pub item: Item,
    /// For a statement taken over: where in the extending file the base is named, the base's name, and the line there.
    pub base: Option<Origin>,
}

/// Where a statement that was taken over comes from.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    /// The name after `extends` in the file at hand.
    pub named: Span,
    /// The base variant's name.
    pub variant: String,
    /// The base's text.
    pub source: Source,
}

/// How deep variants may extend each other.
const DEPTH: usize = 16;

/// The statements of `variant`, those of the variants that it extends first. Damage in a base is told at `extends`.
pub(crate) fn sections(variant: &Variant, bases: &dyn Bases, said: &mut Vec<Diagnostic>) -> Vec<Section> {
    let own: Vec<Section> = variant.items.iter().map(|item| Section { item: item.clone(), base: None }).collect();
    let Some(base) = &variant.extends else { return own };
    let mut chain = vec![variant.name.value.clone()];
    let inherited = inherit(&base.value, base.span, bases, &mut chain, said);
    merge(inherited, own)
}

fn inherit(
    name: &str,
    named: Span,
    bases: &dyn Bases,
    chain: &mut Vec<String>,
    said: &mut Vec<Diagnostic>,
) -> Vec<Section> {
    if chain.iter().any(|earlier| earlier.eq_ignore_ascii_case(name)) || chain.len() >= DEPTH {
        chain.push(name.to_owned());
        said.push(
            Diagnostic::new(
                Code::CircularBase,
                named,
                "these variants extend each other in a circle",
                chain.join(" -> "),
            )
            .help("one of them must stand on its own: write it without `extends`"),
        );
        return Vec::new();
    }
    let Some(source) = bases.find(name) else {
        said.push(mistakes::unknown_base(name, named, &bases.names()));
        return Vec::new();
    };
    let parsed = crate::syntax::parse(&source);
    if let Some(first) = parsed.diagnostics.iter().find(|diagnostic| diagnostic.is_error()) {
        let (line, column) = source.line_column(first.span().start);
        said.push(
            Diagnostic::new(
                Code::UnknownBase,
                named,
                format!("the variant `{name}` has mistakes of its own"),
                format!("{}:{line}:{column}: {}", source.name, first.message),
            )
            .help(format!("`naqala check {}` says more; mend it first", source.name)),
        );
        return Vec::new();
    }
    let Some(file) = parsed.file else { return Vec::new() };
    chain.push(name.to_owned());
    let inherited = match &file.variant.extends {
        Some(base) => inherit(&base.value, named, bases, chain, said),
        None => Vec::new(),
    };
    let origin = Origin { named, variant: name.to_owned(), source };
    let own = file
        .variant
        .items
        .into_iter()
        .filter(|item| !matches!(item.kind, ItemKind::Example(_)))
        .map(|item| Section { item, base: Some(origin.clone()) })
        .collect();
    merge(inherited, own)
}

/// What a statement is about: one given again replaces all of the base's with the same key.
#[derive(PartialEq)]
enum Key<'t> {
    Text(TextKind),
    Named(&'t str),
    Phase(&'t str),
    Moment(crate::syntax::tree::MomentKind),
    Word(&'static str),
    Example,
}

fn keys(item: &Item) -> Vec<Key<'_>> {
    match &item.kind {
        ItemKind::Text(kind, _) => vec![Key::Text(*kind)],
        ItemKind::Option(option) => vec![Key::Named(&option.name.value)],
        ItemKind::OptionDefault { .. } => vec![],
        ItemKind::Board(_) => vec![Key::Word("board")],
        ItemKind::Names(_) => vec![Key::Word("names")],
        ItemKind::Seeds(_) => vec![Key::Word("seeds")],
        ItemKind::Mark(mark) => vec![Key::Named(&mark.name.value)],
        ItemKind::Counter { name, .. } | ItemKind::Define { name, .. } => vec![Key::Named(&name.value)],
        ItemKind::Phase { name, .. } => vec![Key::Phase(&name.value)],
        ItemKind::Play { .. } => vec![Key::Word("play")],
        ItemKind::Require { .. } => vec![Key::Word("require")],
        ItemKind::Lift { .. } => vec![Key::Word("lift")],
        ItemKind::Sow { .. } => vec![Key::Word("sow")],
        ItemKind::Moment { moments, .. } => moments.iter().map(|moment| Key::Moment(moment.value)).collect(),
        ItemKind::Example(_) => vec![Key::Example],
    }
}

/// The base's statements, those given again left out or put in their place, and then the new ones.
fn merge(base: Vec<Section>, own: Vec<Section>) -> Vec<Section> {
    let own_keys: Vec<Vec<Key<'_>>> = own.iter().map(|section| keys(&section.item)).collect();
    let mut placed = vec![false; own.len()];
    let mut merged = Vec::with_capacity(base.len() + own.len());
    for mut section in base {
        // A block that serves two moments is replaced only for the moment that is given again.
        if let ItemKind::Moment { moments, .. } = &mut section.item.kind {
            moments.retain(|moment| !own_keys.iter().flatten().any(|key| *key == Key::Moment(moment.value)));
            if !moments.is_empty() {
                merged.push(section);
            }
            continue;
        }
        let base_keys = keys(&section.item);
        let mut replaced = false;
        for (index, keys) in own_keys.iter().enumerate() {
            if keys.iter().any(|key| base_keys.contains(key)) {
                replaced = true;
                // A definition or option given again keeps its place, since later definitions may use it.
                let keeps_place = base_keys.iter().any(|key| matches!(key, Key::Named(_)));
                if keeps_place && !placed[index] {
                    placed[index] = true;
                    merged.push(own[index].clone());
                }
            }
        }
        if !replaced {
            merged.push(section);
        }
    }
    merged.extend(own.iter().zip(placed).filter(|(_, placed)| !placed).map(|(section, _)| section.clone()));
    merged
}
