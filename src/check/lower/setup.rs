//! What stands before the first move: texts, options, the board, the pits' names, seeds, marks, counters.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Board, CellSet, Choices, Counter, MAX_CELLS, Mark, Row, Setting, Side, Stores, Texts, Value};
use crate::source::Span;
use crate::syntax::tree::{
    BoardItem, End, Expr, ExprKind, ItemKind, NameRange, OptionValues, Owner, Placing, RowKind, SeedsItem, TextKind,
};

use super::context::Site;
use super::{At, Lowering};
use crate::check::damage::Damage;
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
    /// The board and its names. False where there is none to speak of.
    pub(super) fn set_up_board(&mut self, sections: &'t [Section], name: Span, damage: Damage<'_>) -> bool {
        let mut first: Option<Span> = None;
        for section in sections {
            let ItemKind::Board(board) = &section.item.kind else { continue };
            self.enter(section);
            if let Some(first) = first {
                self.repeated("board", section.item.keyword, first);
                continue;
            }
            first = Some(section.item.keyword);
            self.board(board, section.item.span);
        }
        self.origin = None;
        if first.is_none() && !damage.may_be("board") {
            self.missing("board", name, "says what the board looks like", "board 2 rows of 6 with stores");
        }
        self.board.names = default_names(&self.board);
        let mut named: Option<Span> = None;
        for section in sections {
            let ItemKind::Names(ranges) = &section.item.kind else { continue };
            self.enter(section);
            if let Some(named) = named {
                self.repeated("names", section.item.keyword, named);
                continue;
            }
            named = Some(section.item.keyword);
            if first.is_some()
                && let Some(names) = self.names(ranges, section.item.span)
            {
                self.board.names = names;
            }
        }
        self.origin = None;
        first.is_some()
    }

    fn board(&mut self, item: &'t BoardItem, span: Span) {
        self.board_span = span;
        let rows = item.rows.value;
        if rows == 2 || rows == 4 {
            self.board.rows = rows as u8;
        } else {
            self.say(
                Diagnostic::new(
                    Code::BeyondTheLanguage,
                    item.rows.span,
                    format!("a board of {rows} rows cannot be said"),
                    "boards have 2 or 4 rows",
                )
                .help(format!("board 2 rows of {}", self.text_of(item.columns.span))),
            );
        }
        let before = self.said.len();
        let most = (MAX_CELLS as u32 - 2) / u32::from(self.board.rows);
        match self.fixed(&item.columns) {
            Some(columns) if (1..=most).contains(&columns) => self.board.columns = columns as u8,
            Some(columns) => {
                let help = format!("a board of {} rows has 1 to {most} pits in a row", self.board.rows);
                self.say(
                    Diagnostic::new(
                        Code::OutOfRange,
                        item.columns.span,
                        format!("a row of {columns} pits is out of range"),
                        format!("from 1 to {most}"),
                    )
                    .help(help),
                );
            }
            None if self.said.len() == before => {
                self.say(mistakes::wrong_kind(
                    item.columns.span,
                    "a fixed number",
                    "something that changes during the game",
                    "write a whole number or an option",
                ));
            }
            None => {}
        }
        self.board.stores = match item.stores.as_ref().map(|stores| stores.value) {
            None => Stores::None,
            Some(None) => Stores::Beside,
            Some(Some(End::Left)) => Stores::Left,
            Some(Some(End::Right)) => Stores::Right,
        };
    }

    /// The pits' names; none where they do not fit.
    fn names(&mut self, ranges: &'t [NameRange], span: Span) -> Option<Vec<String>> {
        let mut names: Vec<String> = Vec::new();
        let mut places: HashMap<String, Span> = HashMap::new();
        for range in ranges {
            let range_span = range.last.as_ref().map_or(range.first.span, |last| range.first.span.to(last.span));
            let last = range.last.as_ref().unwrap_or(&range.first);
            let Some(expanded) = name_range(&range.first.value, &last.value) else {
                self.say(
                    Diagnostic::new(
                        Code::PitNames,
                        range_span,
                        "these names cannot be counted up",
                        "a range goes from one letter to another, or from one number to another after the same letter",
                    )
                    .help("names S1..S6, N1..N6"),
                );
                return None;
            };
            for name in expanded {
                if let Some(first) = places.insert(name.clone(), range_span) {
                    self.say(
                        Diagnostic::new(
                            Code::DuplicateName,
                            range_span,
                            format!("two pits are called `{name}`"),
                            "named again here",
                        )
                        .label(first, "first named here")
                        .help("give every pit a name of its own, such as `names S1..S6, N1..N6`"),
                    );
                    return None;
                }
                names.push(name);
                if names.len() > MAX_CELLS {
                    break;
                }
            }
        }
        let pits = usize::from(self.board.pit_count());
        if names.len() != pits {
            self.say(
                Diagnostic::new(
                    Code::PitNames,
                    span,
                    format!("{} names for {pits} pits", names.len()),
                    "South's pits first, then North's, each inner row before the outer one",
                )
                .label(self.board_span, format!("{} rows of {} pits", self.board.rows, self.board.columns))
                .help(if self.board.rows == 2 {
                    format!("names S1..S{0}, N1..N{0}", self.board.columns)
                } else {
                    "names a..h i..p, A..H I..P on a board of 4 rows of 8; or leave the names out".to_owned()
                }),
            );
            return None;
        }
        Some(names)
    }

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
                        .help("seeds 4 in every pit"),
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
                    let help = "seeds 4 in every pit, seeds 2 in south pit 1, seeds 2 in every outer pit";
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
            .help(example.to_owned()),
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
            .help(format!("{} with stores on right, or on left", self.board_words())),
        );
    }
}

/// `S1..S6` or `a..h`, counted up; none where that cannot be done.
fn name_range(first: &str, last: &str) -> Option<Vec<String>> {
    let split = |name: &str| {
        let mut letters = name.chars();
        let letter = letters.next().filter(char::is_ascii_alphabetic)?;
        let digits = letters.as_str();
        let number = if digits.is_empty() { None } else { Some(digits.parse::<u16>().ok()?) };
        Some((letter, number))
    };
    match (split(first)?, split(last)?) {
        ((a, None), (b, None)) if a <= b && a.is_ascii_uppercase() == b.is_ascii_uppercase() => {
            Some((a..=b).map(String::from).collect())
        }
        ((a, Some(from)), (b, Some(to))) if a == b && from <= to && to - from < 200 => {
            Some((from..=to).map(|number| format!("{a}{number}")).collect())
        }
        _ => None,
    }
}

/// `a b c ...` for South, `A B C ...` for North, inner row first; with more pits than letters `S1 ...`, `N1 ...`.
fn default_names(board: &Board) -> Vec<String> {
    let each = board.pits_each();
    Side::BOTH
        .iter()
        .flat_map(|side| {
            (0..each).map(move |pit| match side {
                _ if each > 26 => format!("{}{}", if *side == Side::South { 'S' } else { 'N' }, pit + 1),
                Side::South => char::from(b'a' + pit).to_string(),
                Side::North => char::from(b'A' + pit).to_string(),
            })
        })
        .collect()
}
