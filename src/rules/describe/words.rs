//! Sets of pits, numbers and patterns in English.

use super::Teller;
use super::clauses::joined;
use crate::rules::naming::{Part, names, parts};
use crate::rules::{CellSet, Keeper, Number, Pattern, Player, Row, Set, Test, Way};

/// A noun with what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Noun {
    pub text: String,
    pub plural: bool,
}

impl Noun {
    fn one(text: impl Into<String>) -> Noun {
        Noun { text: text.into(), plural: false }
    }

    fn many(text: impl Into<String>) -> Noun {
        Noun { text: text.into(), plural: true }
    }
}

/// `your`, `the opponent's`.
const fn whose(player: Player) -> &'static str {
    match player {
        Player::Mover => "your",
        Player::Opponent => "the opponent's",
    }
}

fn part(four_rows: bool, part: Part) -> Noun {
    match part {
        Part::AllPits => Noun::many("all pits"),
        Part::Stores => Noun::many("the stores"),
        Part::Store(of) => Noun::one(format!("{} store", whose(of))),
        Part::Pits { of, row, columns } => {
            let whose = whose(of);
            let row_word = match row {
                Some(Row::Inner) => "inner ",
                Some(Row::Outer) => "outer ",
                None => "",
            };
            match columns {
                None => Noun::many(format!("{whose} {row_word}pits")),
                Some((first, last)) if first == last => {
                    if four_rows && row.is_none() {
                        Noun::many(format!("the pits of {whose} column {first}"))
                    } else {
                        Noun::one(format!("{whose} {row_word}pit {first}"))
                    }
                }
                Some((first, last)) => {
                    let to = if first + 1 == last { "and" } else { "to" };
                    Noun::many(if four_rows && row.is_none() {
                        format!("the pits of {whose} columns {first} {to} {last}")
                    } else {
                        format!("{whose} {row_word}pits {first} {to} {last}")
                    })
                }
            }
        }
    }
}

/// `1st`, `2nd`, `3rd`, `4th`.
pub(super) fn ordinal(number: u32) -> String {
    match (number % 10, number % 100) {
        (1, rest) if rest != 11 => format!("{number}st"),
        (2, rest) if rest != 12 => format!("{number}nd"),
        (3, rest) if rest != 13 => format!("{number}rd"),
        _ => format!("{number}th"),
    }
}

impl Teller<'_> {
    fn cells(&self, cells: [CellSet; 2]) -> Noun {
        let board = &self.rules.board;
        let list = |cells: CellSet| joined(&names(board, cells), "and");
        match parts(board, cells) {
            Some(parts) => {
                let nouns: Vec<Noun> = parts.into_iter().map(|one| part(board.rows == 4, one)).collect();
                let texts: Vec<String> = nouns.iter().map(|noun| noun.text.clone()).collect();
                match nouns.as_slice() {
                    [] => Noun::one("no pit"),
                    [one] => one.clone(),
                    _ => Noun::many(joined(&texts, "and")),
                }
            }
            None if cells[0] == cells[1] => Noun { text: list(cells[0]), plural: cells[0].len() != 1 },
            None => Noun::many(format!("{} (for North {})", list(cells[0]), list(cells[1]))),
        }
    }

    /// Where a player's captures go.
    pub(super) fn bank(&self, player: Player) -> String {
        let mark = self.rules.marks.iter().find(|mark| mark.holds_captures);
        match mark {
            _ if self.rules.board.has_stores() => format!("{} store", whose(player)),
            Some(mark) => format!("{} {}", whose(player), mark.name),
            None => format!("{} bank", whose(player)),
        }
    }

    fn marked(&self, mark: u8, keeper: Keeper) -> Noun {
        let Some(mark) = self.rules.marks.get(usize::from(mark)) else { return Noun::one("the marked pit") };
        let name = &mark.name;
        let of = match keeper {
            Keeper::Any => return Noun::many(format!("the {name}s")),
            Keeper::Mover => Player::Mover,
            Keeper::Opponent => Player::Opponent,
        };
        if mark.one_each {
            Noun::one(format!("{} {name}", whose(of)))
        } else {
            Noun::many(format!("{} {name}s", whose(of)))
        }
    }

    fn related(&self, phrase: &str, of: &Set) -> Noun {
        if *of == Set::Here { Noun::one(phrase) } else { Noun::one(format!("{phrase} {}", self.set(of).text)) }
    }

    /// A set of pits.
    pub(super) fn set(&self, set: &Set) -> Noun {
        match set {
            Set::Cells(cells) => self.cells(*cells),
            Set::Origin => Noun::one(self.origin),
            Set::LapOrigin => Noun::one("the pit the lap began in"),
            Set::Here => Noun::one(self.here),
            Set::It => Noun::one("it"),
            Set::Marked { mark, keeper } => self.marked(*mark, *keeper),
            Set::Bank(player) => Noun::one(self.bank(*player)),
            Set::Step { from, count, way } => self.step(from, count, *way),
            Set::First { from, way, fits } => {
                let way = if *way == Way::On { "after" } else { "before" };
                Noun::one(format!("the first pit {way} {} that {}", self.set(from).text, self.that(fits, false)))
            }
            Set::Run { from, way, fits } => {
                let way = if *way == Way::On { "after" } else { "before" };
                Noun::many(format!(
                    "{} and the pits right {way} it, one by one, as long as each {}",
                    self.set(from).text,
                    self.that(fits, false)
                ))
            }
            Set::Opposite(of) => match of.as_ref() {
                Set::Here => Noun::one("the pit opposite"),
                of => self.related("the pit opposite", of),
            },
            Set::Behind(of) => match of.as_ref() {
                Set::Opposite(of) if **of == Set::Here => Noun::one("the pit behind the opposite one"),
                of => Noun::one(format!("the pit behind {}", self.set(of).text)),
            },
            Set::Beside(of) => Noun::many(format!("the neighbours of {}", self.set(of).text)),
            Set::Union(sets) => {
                let nouns: Vec<String> = match sets.as_slice() {
                    [Set::Opposite(of), Set::Behind(behind)] if **behind == Set::Opposite(of.clone()) => {
                        vec![self.set(&Set::Opposite(of.clone())).text, "the one behind it".to_owned()]
                    }
                    sets => sets.iter().map(|set| self.set(set).text).collect(),
                };
                Noun::many(joined(&nouns, "and"))
            }
            Set::Except(all, but) => {
                let all = self.set(all);
                Noun { text: format!("{} except {}", all.text, self.set(but).text), ..all }
            }
            Set::Where(all, fits) => {
                let noun = self.set(all);
                let text = if !noun.plural {
                    format!("{}, if it {}", noun.text, self.that(fits, false))
                } else if noun.text.contains(" that ") {
                    format!("{}, but only where the pit {}", noun.text, self.that(fits, false))
                } else {
                    // What follows belongs to each of several.
                    let those = if noun.text.contains(" and ") { "those of " } else { "" };
                    format!("{those}{} that {}", noun.text, self.that(fits, true))
                };
                Noun { text, plural: noun.plural }
            }
            Set::Choose(test, one, other) => {
                let (one, other) = (self.set(one), self.set(other));
                Noun {
                    text: format!("{} if {}, otherwise {}", one.text, self.condition(test), other.text),
                    plural: one.plural,
                }
            }
            Set::Everything => Noun::many("all pits and the hand"),
        }
    }

    fn step(&self, from: &Set, count: &Number, way: Way) -> Noun {
        let of = if *from == Set::Here { String::new() } else { format!(" after {}", self.set(from).text) };
        let before = if *from == Set::Here { String::new() } else { format!(" before {}", self.set(from).text) };
        match (way, count) {
            (Way::On, Number::Fixed(1)) => Noun::one(format!("the next pit{of}")),
            (Way::Back, Number::Fixed(1)) => Noun::one(format!("the previous pit{before}")),
            (way, count) => {
                let way = if way == Way::On { "after" } else { "before" };
                Noun::one(format!("the pit {} steps {way} {}", self.number(count), self.set(from).text))
            }
        }
    }

    /// `one of your pits`, `your store`: what a single pit can be.
    pub(super) fn member(&self, set: &Set) -> String {
        let noun = match set {
            Set::Marked { mark, keeper: Keeper::Any } => {
                let name = self.rules.marks.get(usize::from(*mark)).map_or("marked pit", |mark| mark.name.as_str());
                return with_article(name);
            }
            set => self.set(set),
        };
        if !noun.plural {
            noun.text
        } else if noun.text == "all pits" {
            "a pit".to_owned()
        } else {
            format!("one of {}", noun.text)
        }
    }

    /// `one of your pits that holds 2 or more seeds`: what is chosen for a move.
    pub(super) fn choice(&self, set: &Set) -> String {
        match set {
            Set::Where(all, fits) => format!("{} that {}", self.member(all), self.that(fits, false)),
            Set::Except(all, but) => format!("{} that holds seeds and is not {}", self.member(all), self.member(but)),
            set => format!("{} that holds seeds", self.member(set)),
        }
    }

    /// The seeds of a set, as something that is taken.
    pub(super) fn seeds_of(&self, set: &Set) -> String {
        match set {
            Set::Everything => "all seeds that are still in play".to_owned(),
            set => format!("the seeds in {}", self.set(set).text),
        }
    }

    /// A number.
    pub(super) fn number(&self, number: &Number) -> String {
        let of = |player: &Player| if *player == Player::Mover { "you" } else { "the opponent" };
        match number {
            Number::Fixed(number) => number.to_string(),
            Number::SeedsIn(set) => format!("the number of seeds in {}", self.set(set).text),
            Number::SeedsInPlay => "the number of seeds in play".to_owned(),
            Number::Total => "all seeds".to_owned(),
            Number::Hand => "the number of seeds in the hand".to_owned(),
            Number::Lifted => "the number of seeds lifted".to_owned(),
            Number::Lap => "the number of the lap".to_owned(),
            Number::Moves(player) => format!("the number of moves that {} made", of(player)),
            Number::Captured => "the number of seeds captured in this move".to_owned(),
            Number::CapturedBy(player) => format!("the number of seeds that {} captured in this move", of(player)),
            Number::CapturedThisLap => "the number of seeds captured in this lap".to_owned(),
            Number::CapturingMoves(player) => format!("the number of moves that captured for {}", of(player)),
            Number::TurnsSinceCapture => "the number of moves since a capture".to_owned(),
            Number::Repetition => "the number of times that this position has stood".to_owned(),
            Number::ColumnOf(set) => format!("the column of {}", self.set(set).text),
            Number::CountOf(set) => match set.as_ref() {
                Set::Marked { .. } => format!("the number of {}", self.set(set).text.trim_start_matches("the ")),
                set => format!("the number of pits among {}", self.set(set).text),
            },
            Number::Counter(counter, player) => match self.rules.counters.get(usize::from(*counter)) {
                Some(counter) if counter.each => format!("{} count of {}", whose(*player), counter.name),
                Some(counter) => format!("the count of {}", counter.name),
                None => "a count".to_owned(),
            },
            Number::Add(left, right) => format!("{} plus {}", self.number(left), self.number(right)),
            Number::Subtract(left, right) => format!("{} minus {}", self.number(left), self.number(right)),
            Number::Multiply(left, right) => format!("{} times {}", self.number(left), self.number(right)),
            Number::Divide(left, right) if **right == Number::Fixed(2) => format!("half of {}", self.number(left)),
            Number::Divide(left, right) => format!("{} divided by {}", self.number(left), self.number(right)),
            Number::Choose(test, one, other) => {
                let (one, other) = (self.number(one), self.number(other));
                format!("{one} if {}, otherwise {other}", self.condition(test))
            }
        }
    }

    /// What a pattern asks for, as seeds: `2 or 3 seeds`.
    pub(super) fn seeds(&self, pattern: &Pattern) -> String {
        match pattern {
            Pattern::Exactly(Number::Fixed(0)) => "no seeds".to_owned(),
            Pattern::Exactly(Number::Fixed(1)) => "exactly 1 seed".to_owned(),
            Pattern::Exactly(Number::Fixed(number)) => format!("{number} seeds"),
            Pattern::Exactly(Number::SeedsIn(set)) => format!("as many seeds as {}", self.set(set).text),
            Pattern::Exactly(Number::Lifted) => "as many seeds as were lifted".to_owned(),
            Pattern::Exactly(number) => format!("exactly {}", self.number(number)),
            Pattern::AtLeast(Number::Fixed(1)) => "seeds".to_owned(),
            Pattern::AtLeast(Number::SeedsIn(set)) => format!("at least as many seeds as {}", self.set(set).text),
            // Such a number says itself what it counts.
            Pattern::AtLeast(number) | Pattern::Below(number) if !matches!(number, Number::Fixed(_)) => {
                self.amount(pattern)
            }
            Pattern::Even => "an even number of seeds".to_owned(),
            Pattern::Odd => "an odd number of seeds".to_owned(),
            Pattern::Not(pattern) => format!("anything but {}", self.seeds(pattern)),
            pattern => format!("{} seeds", self.amount(pattern)),
        }
    }

    /// What a pattern asks of a number: `2 or more`.
    pub(super) fn amount(&self, pattern: &Pattern) -> String {
        match pattern {
            Pattern::Exactly(number) => self.number(number),
            Pattern::Between(low, high) => format!("{} to {}", self.number(low), self.number(high)),
            Pattern::AtLeast(Number::Fixed(number)) => format!("{number} or more"),
            Pattern::AtLeast(number) => format!("at least {}", self.number(number)),
            Pattern::Below(number) => format!("fewer than {}", self.number(number)),
            Pattern::AnyOf(patterns) => {
                joined(&patterns.iter().map(|pattern| self.amount(pattern)).collect::<Vec<_>>(), "or")
            }
            Pattern::Even => "even".to_owned(),
            Pattern::Odd => "odd".to_owned(),
            Pattern::Not(pattern) => format!("anything but {}", self.amount(pattern)),
        }
    }

    /// What is said of each pit of a `where` or `while`: `holds 2 or 3 seeds and is not an accumulator`.
    fn that(&self, fits: &Test, plural: bool) -> String {
        self.clauses(fits).of_it(plural)
    }
}

/// `a store`, `an accumulator`.
pub(super) fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}
