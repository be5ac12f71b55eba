//! The board and the names of its pits.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Board, MAX_CELLS, Side, Stores};
use crate::source::Span;
use crate::syntax::tree::{BoardItem, End, ItemKind, NameRange};

use super::Lowering;
use crate::check::damage::Damage;
use crate::check::extend::Section;
use crate::check::mistakes;

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
                .help(format!("write `board 2 rows of {}`", self.text_of(item.columns.span))),
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
                    .help("write `names S1..S6, N1..N6`"),
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
                    format!("write `names S1..S{0}, N1..N{0}`", self.board.columns)
                } else {
                    "write `names a..h i..p, A..H I..P` on a board of 4 rows of 8, or leave the names out".to_owned()
                }),
            );
            return None;
        }
        Some(names)
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
