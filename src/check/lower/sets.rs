//! Places and sets of pits, checked against the board.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{CellSet, Keeper, MarkId, Number, Player, Row, Set, Side, Test, Way};
use crate::source::Span;
use crate::syntax::tree::{Expr, ExprKind, Noun, Owner, PlayerWord, RowKind, WayWord};

use super::values::{Cells, Value};
use super::{At, Lowering, Thing};
use crate::check::mistakes;
use crate::check::scope::Meaning;

/// The most conditions of pits (`where`, `while`) within each other.
const MOST_LEVELS: usize = 3;

/// The player that a word names.
pub(super) fn player(word: PlayerWord) -> Player {
    match word {
        PlayerWord::Mover => Player::Mover,
        PlayerWord::Opponent => Player::Opponent,
    }
}

fn way(word: WayWord) -> Way {
    match word {
        WayWord::On => Way::On,
        WayWord::Back => Way::Back,
    }
}

/// The cells of an owner: `of(side)` for each side that the owner can be.
pub(super) fn owned(owner: Option<Owner>, of: impl Fn(Side) -> CellSet) -> Set {
    match owner {
        Some(Owner::Own) => Set::of_player(Player::Mover, of),
        Some(Owner::Opponent) => Set::of_player(Player::Opponent, of),
        Some(Owner::South) => Set::always(of(Side::South)),
        Some(Owner::North) => Set::always(of(Side::North)),
        None => Set::always(of(Side::South).union(of(Side::North))),
    }
}

impl<'t> Lowering<'t> {
    /// An expression that is a set of pits or nothing at all.
    pub(super) fn cells(&mut self, expr: &'t Expr, at: At) -> Value {
        let span = expr.span;
        Value::Cells(match &expr.kind {
            ExprKind::Pits { owner, row, columns, bounds } => {
                let bounds = bounds.as_ref().map(|(low, high)| (&**low, high.as_deref()));
                let Some(cells) = self.pits(*owner, *row, *columns, bounds, span) else { return Value::Mistaken };
                cells
            }
            ExprKind::Store(owner) => {
                if !self.board.has_stores() {
                    self.say(
                        Diagnostic::new(
                            Code::NoStores,
                            span,
                            format!("this board has no stores, and `{}` is one", self.text_of(span)),
                            "there is no store to look at",
                        )
                        .label(self.board_span, "no `with stores` here")
                        .help(format!("write `{} with stores`", self.board_words())),
                    );
                    return Value::Mistaken;
                }
                let set = owned(*owner, |side| self.board.store(side).into_iter().collect());
                Cells { set, place: owner.is_some(), banks: true }
            }
            ExprKind::Bank(owner) => {
                if !self.has_banks() {
                    self.say(self.no_bank(span));
                    return Value::Mistaken;
                }
                let bank = |player| Set::Bank(player);
                match owner {
                    Some(Owner::Own) => Cells { set: bank(Player::Mover), place: true, banks: true },
                    Some(Owner::Opponent) => Cells { set: bank(Player::Opponent), place: true, banks: true },
                    Some(side @ (Owner::South | Owner::North)) => {
                        let is_south = Test::MoverIs(if *side == Owner::South { Side::South } else { Side::North });
                        let set = Set::choose(is_south, bank(Player::Mover), bank(Player::Opponent));
                        Cells { set, place: true, banks: true }
                    }
                    None => {
                        let set = Set::Union(vec![bank(Player::Mover), bank(Player::Opponent)]);
                        Cells { set, place: false, banks: true }
                    }
                }
            }
            ExprKind::Owned(owner, name) => return self.owned_name(owner.value, &name.value, name.span, at),
            ExprKind::Step { count, way: word, from } => {
                let count = count.as_ref().map_or(Number::Fixed(1), |count| self.number(count, at));
                let from = self.start_or_here(from.as_deref(), span, at);
                if !self.knows(Thing::Lap, at, span) {
                    return Value::Mistaken;
                }
                Cells::place(Set::Step { from: Box::new(from), count: Box::new(count), way: way(*word) })
            }
            ExprKind::First { way: word, from, fits } => {
                let from = self.place(from, at);
                let fits = self.of_each(fits, at);
                if !self.knows(Thing::Lap, at, span) {
                    return Value::Mistaken;
                }
                Cells::place(Set::First { from: Box::new(from), way: way(*word), fits: Box::new(fits) })
            }
            ExprKind::Run { way: word, from, fits } => {
                let from = self.place(from, at);
                let fits = self.of_each(fits, at);
                if !self.knows(Thing::Lap, at, span) {
                    return Value::Mistaken;
                }
                Cells::new(Set::Run { from: Box::new(from), way: way(*word), fits: Box::new(fits) })
            }
            ExprKind::Opposite(of) => {
                let of = self.start_or_here(of.as_deref(), span, at);
                Cells::place(Set::Opposite(Box::new(of)))
            }
            ExprKind::Behind(of) => Cells::place(Set::Behind(Box::new(self.place(of, at)))),
            ExprKind::Beside(of) => Cells::new(Set::Beside(Box::new(self.place(of, at)))),
            ExprKind::List(parts) => {
                if let Some(last) = parts.iter().find(|part| matches!(part.kind, ExprKind::Where(..))) {
                    self.unclear_list(parts, last, span);
                }
                let mut sets = Vec::with_capacity(parts.len());
                let mut banks = false;
                for part in parts {
                    let cells = self.set(part, at);
                    banks |= cells.banks;
                    sets.push(cells.set);
                }
                Cells { set: Set::union(sets), place: false, banks }
            }
            ExprKind::Except(from, left_out) => {
                let cells = self.set(from, at);
                let left_out = self.set(left_out, at).set;
                Cells { set: cells.set.except(left_out), ..cells }
            }
            ExprKind::Where(of, fits) => {
                let cells = self.set(of, at);
                let fits = self.of_each(fits, at);
                Cells { set: cells.set.filter(fits), ..cells }
            }
            _ => return Value::Mistaken,
        })
    }

    /// A condition that is asked of each pit of a set. One within the other, they are asked as often as their sets have
    /// pits, multiplied: so there are not many levels.
    fn of_each(&mut self, fits: &'t Expr, at: At) -> Test {
        if !self.enter_level(fits.span) {
            return Test::ALWAYS;
        }
        let test = self.test(fits, at.with_it());
        self.levels -= 1;
        test
    }

    /// Whether there may be one more level of conditions that are asked of each pit; goes into it, or says why not.
    pub(super) fn enter_level(&mut self, span: Span) -> bool {
        let fits = self.levels < MOST_LEVELS;
        if fits {
            self.levels += 1;
        } else {
            let message = format!("pits are asked within pits more than {MOST_LEVELS} levels deep");
            self.say(
                Diagnostic::new(
                    Code::TooDeep,
                    span,
                    message,
                    "asked of each pit, for each pit of the levels around it",
                )
                .help("ask fewer questions within each other; `and` joins what is asked of the same pit"),
            );
        }
        fits
    }

    /// A pit that something starts from; `here` where none is named.
    fn start_or_here(&mut self, from: Option<&'t Expr>, span: Span, at: At) -> Set {
        match from {
            Some(from) => self.place(from, at),
            None if self.knows(Thing::Here, at, span) => Set::Here,
            None => Set::NONE,
        }
    }

    /// The pits with a mark.
    pub(super) fn marked(&self, mark: MarkId, keeper: Keeper) -> Cells {
        let declared = self.marks.get(mark as usize);
        let one_each = declared.is_some_and(|mark| mark.one_each);
        let banks = declared.is_some_and(|mark| mark.holds_captures);
        Cells { set: Set::Marked { mark, keeper }, place: one_each && keeper != Keeper::Any, banks }
    }

    /// `own NAME`: a mark or a counter.
    fn owned_name(&mut self, owner: Owner, name: &str, span: Span, at: At) -> Value {
        let Some(meaning) = self.find(name, span) else {
            if self.scope.find(name).is_none() {
                self.say(self.unknown(name, span));
            }
            return Value::Mistaken;
        };
        if !self.knows(Thing::Position, at, span) {
            return Value::Mistaken;
        }
        match meaning {
            Meaning::Mark(mark) => Value::Cells(match owner {
                Owner::Own => self.marked(mark, Keeper::Mover),
                Owner::Opponent => self.marked(mark, Keeper::Opponent),
                Owner::South | Owner::North => {
                    let mover = Test::MoverIs(if owner == Owner::South { Side::South } else { Side::North });
                    let cells = self.marked(mark, Keeper::Mover);
                    let set = Set::choose(mover, cells.set.clone(), self.marked(mark, Keeper::Opponent).set);
                    Cells { set, ..cells }
                }
            }),
            Meaning::Counter(counter) => Value::Number(match owner {
                Owner::Own => Number::Counter(counter, Player::Mover),
                Owner::Opponent => Number::Counter(counter, Player::Opponent),
                Owner::South | Owner::North => {
                    let mover = Test::MoverIs(if owner == Owner::South { Side::South } else { Side::North });
                    let of = |player| Number::Counter(counter, player);
                    Number::choose(mover, of(Player::Mover), of(Player::Opponent))
                }
            }),
            Meaning::Option(_) | Meaning::Definition(_) => {
                let whose = self.text_of(Span::new(span.start, span.end));
                self.say(mistakes::wrong_kind(
                    span,
                    "a mark or a counter",
                    "the name of something that nobody owns",
                    format!("write `{whose}` alone"),
                ));
                Value::Mistaken
            }
        }
    }

    /// `own inner pits 1..5` and its kin.
    fn pits(
        &mut self,
        owner: Option<Owner>,
        row: Option<RowKind>,
        columns: bool,
        bounds: Option<(&'t Expr, Option<&'t Expr>)>,
        span: Span,
    ) -> Option<Cells> {
        let whole = self.text_of(span);
        if row.is_some() && self.board.rows == 2 {
            self.say(
                Diagnostic::new(
                    Code::NoSuchPit,
                    span,
                    "a board of two rows has no inner and outer rows",
                    "each player has one row",
                )
                .label(self.board_span, "two rows here")
                .help(format!("write `{}`", whole.replace("inner ", "").replace("outer ", ""))),
            );
            return None;
        }
        if bounds.is_some() && row.is_none() && !columns && self.board.rows == 4 {
            self.say(
                Diagnostic::new(
                    Code::NoSuchPit,
                    span,
                    format!("`{whole}` does not say which row"),
                    "each player has two rows",
                )
                .label(self.board_span, "four rows here")
                .help("say `inner pit` or `outer pit`, or `column` for both"),
            );
            return None;
        }
        let width = u32::from(self.board.columns);
        let (low, high) = match bounds {
            None => (1, width),
            Some((first, last)) => {
                let low = self.bound(first)?;
                let high = match last {
                    Some(last) => self.bound(last)?,
                    None => low,
                };
                (low, high)
            }
        };
        for (number, expr) in bounds.into_iter().flat_map(|(first, last)| [(low, Some(first)), (high, last)]) {
            let Some(expr) = expr else { continue };
            if number == 0 || number > width {
                self.say(
                    Diagnostic::new(
                        Code::NoSuchPit,
                        expr.span,
                        format!("there is no pit {number} in a row"),
                        "out of range",
                    )
                    .label(self.board_span, format!("{width} pits in each row"))
                    .help(format!("pits are numbered 1 to {width} from their owner's left")),
                );
                return None;
            }
        }
        if low > high {
            self.say(
                Diagnostic::new(
                    Code::OutOfRange,
                    span,
                    format!("the range {low}..{high} runs backwards"),
                    "the smaller number stands first",
                )
                .help(format!("write `{high}..{low}`")),
            );
            return None;
        }
        let rows: &[Row] = match row {
            Some(RowKind::Inner) => &[Row::Inner],
            Some(RowKind::Outer) => &[Row::Outer],
            None if self.board.rows == 4 => &[Row::Inner, Row::Outer],
            None => &[Row::Inner],
        };
        let set = owned(owner, |side| {
            rows.iter().flat_map(|row| (low..=high).map(|column| self.board.pit(side, *row, column as u8))).collect()
        });
        Some(Cells { place: owner.is_some() && rows.len() == 1 && low == high, set, banks: false })
    }

    /// A bound of a range of pits: the same in every position.
    fn bound(&mut self, expr: &'t Expr) -> Option<u32> {
        let before = self.said.len();
        let number = self.fixed(expr);
        if number.is_none() && self.said.len() == before {
            self.say(
                Diagnostic::new(
                    Code::WrongKind,
                    expr.span,
                    "a pit's number must be the same in every position",
                    "this changes during the game",
                )
                .help("write a whole number or an option; a pit that moves is named by a place such as `here`"),
            );
        }
        number
    }

    /// `A, B where COND`: says both readings.
    fn unclear_list(&mut self, parts: &[Expr], last: &Expr, span: Span) {
        let ExprKind::Where(of, fits) = &last.kind else { return };
        let items: Vec<&str> = parts
            .iter()
            .map(|part| match &part.kind {
                ExprKind::Where(of, _) => self.text_of(of.span),
                _ => self.text_of(part.span),
            })
            .collect();
        let (of, fits) = (self.text_of(of.span), self.text_of(fits.span));
        let others: Vec<&str> = items.iter().copied().filter(|item| *item != of).collect();
        self.say(
            Diagnostic::new(
                Code::UnclearList,
                span,
                "this list can be read in two ways",
                "does `where` speak of all of them, or of the last?",
            )
            .help(format!(
                "of all: `({}) where {fits}`; of the last: `{}, ({of} where {fits})`",
                items.join(", "),
                others.join(", "),
            )),
        );
    }

    /// What to say where captured seeds have nowhere to go.
    pub(super) fn no_bank(&self, span: Span) -> Diagnostic {
        Diagnostic::new(Code::NoBank, span, "captured seeds have nowhere to go", "nobody has a bank")
            .label(self.board_span, "no stores here, and no mark `holds captures`")
            .help(format!("write `{} with stores`, or add `mark NAME, one each, holds captures`", self.board_words()))
    }

    /// The board's statement without its stores.
    pub(super) fn board_words(&self) -> String {
        format!("board {} rows of {}", self.board.rows, self.board.columns)
    }

    /// Whether an expression is the hand, which can stand at an end of `move`.
    pub(super) fn is_hand(expr: &Expr) -> bool {
        matches!(expr.kind, ExprKind::Noun(Noun::Hand))
    }
}
