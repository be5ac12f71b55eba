//! What stands before the first move: texts, options, seeds, marks, counters.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{CellSet, Choices, Counter, Mark, Row, Setting, Side, Texts, Value};
use crate::source::Span;
use crate::syntax::tree::{Expr, ExprKind, ItemKind, OptionValues, Owner, Placing, RowKind, SeedsItem, TextKind};

use super::context::Site;
use super::{At, Lowering};
use crate::check::extend::Section;
use crate::check::mistakes;
use crate::check::scope::{Meaning, Scope};

/// The most seeds that a game can have.
pub const MOST_SEEDS: u32 = 65_535;

/// The texts of a variant.
pub(in crate::check) fn texts(sections: &[Section]) -> Texts {
    let mut texts = Texts::default();
    for section in sections {
        if let ItemKind::Text(kind, said) = &section.item.kind {
            let list = match kind {
                TextKind::About => &mut texts.about,
                TextKind::Source => &mut texts.source,
                TextKind::Also => &mut texts.also,
                TextKind::Region => &mut texts.region,
                TextKind::Note => &mut texts.note,
            };
            list.extend(said.iter().map(|text| text.value.clone()));
        }
    }
    texts
}

/// The options with their values.
pub(super) fn settings(scope: &Scope<'_>, values: &[Value]) -> Vec<Setting> {
    crate::check::options(scope)
        .into_iter()
        .zip(values)
        .map(|(option, value)| Setting { value: value.clone(), ..option })
        .collect()
}

/// One option at its default.
pub(in crate::check) fn option(declaration: &crate::check::scope::OptionDeclaration<'_>) -> Setting {
    let item = declaration.item;
    let (first, choices) = match &item.values {
        OptionValues::Words(words) => (
            Value::Word(words.first().map(|word| word.value.clone()).unwrap_or_default()),
            Choices::Words(words.iter().map(|word| word.value.clone()).collect()),
        ),
        OptionValues::Number { default, low, high } => {
            (Value::Number(default.value), Choices::Range(low.value, high.value))
        }
    };
    let default = match declaration.default.map(|value| &value.kind) {
        Some(ExprKind::Number(number)) => Value::Number(*number),
        Some(ExprKind::Name(word)) => Value::Word(word.clone()),
        _ => first,
    };
    Setting {
        name: item.name.value.clone(),
        about: item.about.as_ref().map(|about| about.value.clone()),
        value: default.clone(),
        default,
        choices,
    }
}

impl<'t> Lowering<'t> {
    /// The marks, with the pits that bear them from the start.
    pub(super) fn set_up_marks(&mut self, sections: &'t [Section]) {
        self.marks = self
            .scope
            .marks
            .iter()
            .map(|mark| Mark {
                name: mark.name.value.clone(),
                one_each: mark.one_each.is_some(),
                holds_captures: mark.holds_captures.is_some(),
                start: [CellSet::EMPTY; 3],
            })
            .collect();
        for section in sections {
            let ItemKind::Mark(item) = &section.item.kind else { continue };
            self.enter(section);
            let (Some(at), Some((Meaning::Mark(mark), _))) = (&item.at, self.scope.find(&item.name.value)) else {
                continue;
            };
            let cells = self.set(at, At::site(Site::Setup)).set;
            let Some([south, north]) = cells.cells() else { continue };
            let whole = south.union(north);
            let board = &self.board;
            let start = Side::BOTH.map(|side| whole.intersection(board.pits(side)));
            let many = self.marks[mark as usize].one_each && start.iter().any(|pits| pits.len() > 1);
            for (cells, kept) in start.iter().zip(&mut self.marks[mark as usize].start) {
                *kept = kept.union(*cells);
            }
            if many {
                let help = "leave out `one each`, or name one pit of each player";
                self.say(mistakes::wrong_kind(at.span, "one pit of each player", "more than one", help));
            }
        }
        self.origin = None;
    }

    /// The seeds of each cell at the start.
    pub(super) fn set_up_seeds(&mut self, sections: &'t [Section], name: Span, complain: bool) -> Vec<u16> {
        let mut start = vec![0u32; self.board.cell_count() as usize];
        let mut first: Option<Span> = None;
        let before = self.said.len();
        for section in sections {
            let ItemKind::Seeds(item) = &section.item.kind else { continue };
            self.enter(section);
            first.get_or_insert(section.item.span);
            self.seeds(item, section.item.span, &mut start);
        }
        self.origin = None;
        let total: u32 = start.iter().fold(0, |sum, seeds| sum.saturating_add(*seeds));
        if complain && self.said.len() == before {
            match first {
                None => self.missing("seeds", name, "says how many seeds lie where", "seeds 4 in every pit"),
                Some(span) if total == 0 => self.say(
                    Diagnostic::new(Code::SeedCount, span, "the game begins without a seed", "0 seeds in all")
                        .help("write `seeds 4 in every pit`"),
                ),
                Some(span) if total > MOST_SEEDS => self.say(
                    Diagnostic::new(
                        Code::SeedCount,
                        span,
                        format!("{total} seeds are too many"),
                        format!("a game has {MOST_SEEDS} seeds at the most"),
                    )
                    .help("put fewer seeds in each pit"),
                ),
                Some(_) => {}
            }
        }
        start.into_iter().map(|seeds| seeds.min(MOST_SEEDS) as u16).collect()
    }

    fn seeds(&mut self, item: &'t SeedsItem, span: Span, start: &mut [u32]) {
        let counts = self.when(item.when.as_ref(), At::site(Site::Setup)) != crate::rules::Test::Constant(false);
        match &item.placing {
            Placing::In { count, place } => {
                let seeds = self.fixed(count).unwrap_or(0);
                if !matches!(place.kind, ExprKind::Pits { .. } | ExprKind::Store(_)) {
                    let help = "`seeds 4 in every pit`, `seeds 2 in south pit 1` or `seeds 2 in every outer pit`";
                    self.say(mistakes::wrong_kind(place.span, "fixed pits", "something else", help));
                    return;
                }
                if let ExprKind::Pits { owner: Some(Owner::Own | Owner::Opponent), .. }
                | ExprKind::Store(Some(Owner::Own | Owner::Opponent)) = place.kind
                {
                    self.say(
                        Diagnostic::new(
                            Code::NotKnownHere,
                            place.span,
                            "nobody moves while the game is set up",
                            "`own` and `opponent` are seen from the mover",
                        )
                        .help("write `south` or `north`, or `every` for both"),
                    );
                    return;
                }
                if seeds > MOST_SEEDS {
                    self.say(
                        Diagnostic::new(
                            Code::SeedCount,
                            count.span,
                            format!("{seeds} seeds in a pit are too many"),
                            format!("a game has {MOST_SEEDS} seeds at the most"),
                        )
                        .help("put fewer seeds in each pit"),
                    );
                    return;
                }
                let Some([cells, _]) = self.set(place, At::site(Site::Setup)).set.cells() else { return };
                if counts {
                    for cell in cells {
                        start[cell as usize] = seeds;
                    }
                }
            }
            Placing::Row { side, row, counts: numbers } => {
                let row = match (row, self.board.rows) {
                    (Some(RowKind::Inner), 4) => Row::Inner,
                    (Some(RowKind::Outer), 4) => Row::Outer,
                    (None, 2) => Row::Inner,
                    (Some(_), _) => {
                        self.say(
                            Diagnostic::new(
                                Code::NoSuchPit,
                                span,
                                "a board of two rows has no inner and outer rows",
                                "each player has one row",
                            )
                            .label(self.board_span, "two rows here")
                            .help("seeds each row 4 4 4 ..."),
                        );
                        return;
                    }
                    (None, _) => {
                        self.say(
                            Diagnostic::new(Code::NoSuchPit, span, "this does not say which row", "two rows each")
                                .label(self.board_span, "four rows here")
                                .help("seeds each inner row ..., or seeds each outer row ..."),
                        );
                        return;
                    }
                };
                let columns = usize::from(self.board.columns);
                if numbers.len() != columns {
                    let place = numbers.first().zip(numbers.last()).map_or(span, |(a, b)| a.span.to(b.span));
                    self.say(
                        Diagnostic::new(
                            Code::SeedCount,
                            place,
                            format!("{} numbers for a row of {columns} pits", numbers.len()),
                            format!("{} numbers", numbers.len()),
                        )
                        .label(self.board_span, format!("{columns} pits in each row"))
                        .help("write one number for each pit, from its owner's left"),
                    );
                    return;
                }
                let sides: &[Side] = match side {
                    None => &Side::BOTH,
                    Some(Owner::North) => &[Side::North],
                    Some(_) => &[Side::South],
                };
                for side in sides.iter().filter(|_| counts) {
                    for (column, seeds) in (1u8..).zip(numbers) {
                        start[self.board.pit(*side, row, column) as usize] = seeds.value;
                    }
                }
            }
        }
    }

    /// The counters with their values at the start.
    pub(super) fn set_up_counters(&mut self) -> Vec<Counter> {
        let scope = self.scope;
        scope
            .counters
            .iter()
            .map(|(name, each, start)| Counter {
                name: name.value.clone(),
                each: *each,
                start: self.fixed(start).unwrap_or(0),
            })
            .collect()
    }

    /// A statement that may stand once.
    pub(super) fn repeated(&mut self, word: &str, again: Span, first: Span) {
        self.say(
            Diagnostic::new(Code::RepeatedSection, again, format!("`{word}` stands twice"), "said again here")
                .label(first, "first said here")
                .help("keep one of them"),
        );
    }

    /// A statement that every variant needs.
    pub(super) fn missing(&mut self, word: &str, name: Span, what: &str, example: &str) {
        self.say(
            Diagnostic::new(
                Code::MissingSection,
                name,
                format!("nothing {what}"),
                format!("this variant has no `{word}`"),
            )
            .help(format!("write `{example}`")),
        );
    }

    /// Whether a set is nothing but stores.
    pub(super) fn only_stores(&self, cells: &[CellSet; 2]) -> bool {
        let stores: CellSet = Side::BOTH.iter().filter_map(|side| self.board.store(*side)).collect();
        cells.iter().all(|set| set.is_subset(stores))
    }

    /// A store expression's place, for a message.
    pub(super) fn off_the_track(&mut self, expr: &Expr) {
        self.say(
            Diagnostic::new(
                Code::StoresOffTrack,
                expr.span,
                "the stores lie beside the board",
                "the sowing is to go through them",
            )
            .label(self.board_span, "nothing says at which end of the rows they lie")
            .help(format!("write `{} with stores on right`, or `on left`", self.board_words())),
        );
    }
}
