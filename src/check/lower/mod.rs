//! From a variant's statements and option values to its rules, with everything that is wrong on the way.
//!
//! Names are looked up, kinds compared, pits and columns checked against the board, options replaced by their values, and
//! what is the same in every position is worked out ([`crate::rules`]'s folding constructors).

mod actions;
mod board;
mod conditions;
mod context;
mod definitions;
mod numbers;
mod owners;
mod patterns;
mod phases;
mod places;
mod sets;
mod setup;
mod values;

use std::collections::{HashMap, HashSet};

use crate::diagnostic::{Code, Diagnostic, Label};
use crate::rules::{Board, Direction, Mark, RuleId, RuleSource, Rules, Stores, TitleId, Value};
use crate::source::{Source, Span};
use crate::syntax::tree::{DirectionWord, Item};

use super::damage::Damage;
use super::extend::{Origin, Section};
use super::options::{MOST_VALUES, values_in_all};
use super::scope::{Meaning, Scope};
use context::{Site, Thing};

pub(super) use places::{Condition, LineKind, LinePlace, Places, RulePlace};
pub(super) use setup::{option, texts};

/// The most statements, rules, actions and expressions that one variant may come to once its definitions are written out
/// and what stands outside phases is in each of them.
const BUDGET: usize = 100_000;
/// The most that it may come to with all option values that it is looked at with. Without definitions and phases hardly a
/// file that is small enough to be read comes to so many.
const BUDGET_IN_ALL: usize = 3_000_000;

/// Where an expression stands, and whether `it` means something there.
#[derive(Clone, Copy)]
struct At {
    site: Site,
    it: bool,
}

impl At {
    const fn site(site: Site) -> At {
        At { site, it: false }
    }

    const fn with_it(self) -> At {
        At { it: true, ..self }
    }
}

/// The work of lowering one variant.
struct Lowering<'t> {
    scope: &'t Scope<'t>,
    settings: &'t [Value],
    source: &'t Source,
    /// Where the statement at hand was taken over from.
    origin: Option<&'t Origin>,
    board: Board,
    board_span: Span,
    marks: Vec<Mark>,
    said: Vec<Diagnostic>,
    /// What was said, by code and place.
    said_of: HashSet<(Code, Span)>,
    /// The uses of definitions that are being written out, outermost first.
    uses: Vec<(Span, Option<&'t Origin>)>,
    /// The definition that is being written out or checked: only earlier ones may be used.
    defining: Option<usize>,
    /// The conditions asked of each pit of a set that are being lowered, one within the other.
    levels: usize,
    /// The parts that there may be, and how many of them are left.
    most: usize,
    budget: usize,
    titles: Vec<String>,
    rules: Vec<RuleSource>,
    rule_ids: HashMap<(usize, usize), RuleId>,
    phase: Option<String>,
    used: HashSet<String>,
    places: Places,
    /// The number of the phase that is being lowered.
    phase_index: usize,
}

/// What lowering found.
pub(super) struct Lowered {
    /// The rules; to be played only if no error was said.
    pub rules: Rules,
    /// What is wrong.
    pub said: Vec<Diagnostic>,
    /// The names of options, marks, counters and definitions that something reads.
    pub used: HashSet<String>,
    /// Where the rules stand in the file.
    pub places: Places,
    /// How many statements, rules, actions and expressions there are.
    pub parts: usize,
}

/// Lowers the sections of a variant with one value for each option.
pub(super) fn lower(
    name: &str,
    name_span: Span,
    sections: &[Section],
    scope: &Scope<'_>,
    settings: &[Value],
    source: &Source,
    damage: Damage<'_>,
) -> Lowered {
    let most = BUDGET.min(BUDGET_IN_ALL / values_in_all(scope).clamp(1, MOST_VALUES));
    let mut lowering = Lowering {
        scope,
        settings,
        source,
        origin: None,
        board: Board { rows: 2, columns: 6, stores: Stores::None, names: Vec::new() },
        board_span: name_span,
        marks: Vec::new(),
        said: Vec::new(),
        said_of: HashSet::new(),
        uses: Vec::new(),
        defining: None,
        levels: 0,
        most,
        budget: most,
        titles: Vec::new(),
        rules: Vec::new(),
        rule_ids: HashMap::new(),
        phase: None,
        used: HashSet::new(),
        places: Places::default(),
        phase_index: 0,
    };
    let has_board = lowering.set_up_board(sections, name_span, damage);
    lowering.set_up_marks(sections);
    let start =
        lowering.set_up_seeds(sections, name_span, has_board && !damage.may_be("board") && !damage.may_be("seeds"));
    let counters = lowering.set_up_counters();
    lowering.check_definitions();
    let phases = lowering.lower_phases(sections, name_span, damage);
    let settings = setup::settings(scope, settings);
    let rules = Rules {
        name: name.to_owned(),
        texts: texts(sections),
        settings,
        board: lowering.board,
        start,
        marks: lowering.marks,
        counters,
        moves: scope.moves.clone(),
        phases,
        titles: lowering.titles,
        sources: lowering.rules,
    };
    let parts = lowering.most - lowering.budget;
    Lowered { rules, said: lowering.said, used: lowering.used, places: lowering.places, parts }
}

impl<'t> Lowering<'t> {
    /// Takes up a statement: what is said from now on is about it.
    fn enter(&mut self, section: &'t Section) -> &'t Item {
        self.origin = section.base.as_ref();
        &section.item
    }

    /// The text that the statement at hand stands in.
    fn text_of(&self, span: Span) -> &'t str {
        match self.origin {
            Some(origin) => origin.source.slice(span),
            None => self.source.slice(span),
        }
    }

    /// The line on which something in the statement at hand stands.
    fn line_of(&self, span: Span) -> u32 {
        let source = self.origin.map_or(self.source, |origin| &origin.source);
        source.line(span.start) as u32
    }

    /// Says something about the statement at hand. In one that was taken over it is said where the base is named.
    fn say(&mut self, mut diagnostic: Diagnostic) {
        let used = self.uses.first().copied();
        if let Some(origin) = self.origin {
            let line = origin.source.line(diagnostic.span().start);
            let text = format!("in `{}`, line {line}: {}", origin.variant, origin.source.slice(diagnostic.span()));
            let span = used.filter(|(_, user)| user.is_none()).map_or(origin.named, |(span, _)| span);
            diagnostic.labels = vec![Label { span, text }];
            diagnostic.fix = None;
        } else if let Some((span, None)) = used
            && diagnostic.labels.iter().all(|known| known.span != span)
        {
            diagnostic.labels.push(Label { span, text: "used here".to_owned() });
        }
        let known = |earlier: &Diagnostic| {
            earlier.code == diagnostic.code
                && earlier.span() == diagnostic.span()
                && (self.origin.is_none() || earlier.message == diagnostic.message)
        };
        // Only where something of this kind was said of this place need the messages be looked through.
        if self.said_of.insert((diagnostic.code, diagnostic.span())) || !self.said.iter().any(known) {
            self.said.push(diagnostic);
        }
    }

    /// Whether `thing` exists where the expression stands; says so if not.
    fn knows(&mut self, thing: Thing, at: At, span: Span) -> bool {
        if at.site.knows(thing) {
            return true;
        }
        let word = self.text_of(span).split_whitespace().collect::<Vec<_>>().join(" ");
        let (message, label) = if thing == Thing::Position {
            (format!("`{word}` is not settled {}", at.site.phrase()), "only options can be asked here".to_owned())
        } else {
            (format!("`{word}` is not known {}", at.site.phrase()), "it means nothing at this moment".to_owned())
        };
        self.say(Diagnostic::new(Code::NotKnownHere, span, message, label).help(thing.known_in()));
        false
    }

    /// Counts a part against the budget.
    fn spend(&mut self, span: Span) -> bool {
        if self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        if self.budget == 0 {
            let message = format!("the rules come to more than {} parts", self.most);
            let label = "one too many: definitions are written out, and what serves several phases is in each";
            let help = if self.most < BUDGET {
                "let definitions use each other less often, or give the options fewer values: each is looked at"
            } else {
                "let definitions use each other less often, or have fewer phases"
            };
            self.say(Diagnostic::new(Code::TooLarge, span, message, label).help(help));
        }
        self.budget > 0
    }

    /// The number of a title.
    fn title(&mut self, text: &str) -> TitleId {
        if let Some(index) = self.titles.iter().position(|title| title == text) {
            return index as TitleId;
        }
        self.titles.push(text.to_owned());
        (self.titles.len() - 1) as TitleId
    }

    /// What a name means. Remembers that it is used, and refuses definitions that stand later.
    fn find(&mut self, name: &str, span: Span) -> Option<Meaning> {
        let (meaning, declared) = self.scope.find(name)?;
        if let (Meaning::Definition(index), Some(current)) = (meaning, self.defining)
            && index >= current
        {
            let message = format!("`{name}` is defined later");
            self.say(
                Diagnostic::new(Code::UnknownName, span, message, "a definition uses only earlier ones")
                    .label(declared, "defined here")
                    .help(if index == current {
                        "a definition cannot use itself"
                    } else {
                        "move that definition above this one"
                    }),
            );
            return None;
        }
        let declared_name = match meaning {
            Meaning::Option(index) => &self.scope.options[index].item.name.value,
            Meaning::Mark(index) => &self.scope.marks[index as usize].name.value,
            Meaning::Counter(index) => &self.scope.counters[index as usize].0.value,
            Meaning::Definition(index) => &self.scope.definitions[index].name.value,
        };
        if !self.used.contains(declared_name) {
            self.used.insert(declared_name.clone());
        }
        Some(meaning)
    }

    /// Whether players have banks at all.
    fn has_banks(&self) -> bool {
        self.board.has_stores() || self.marks.iter().any(|mark| mark.holds_captures)
    }
}

/// The direction that a word names.
fn direction(word: DirectionWord) -> Direction {
    match word {
        DirectionWord::Anticlockwise => Direction::Anticlockwise,
        DirectionWord::Clockwise => Direction::Clockwise,
    }
}
