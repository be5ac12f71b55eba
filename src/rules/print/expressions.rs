//! Sets of pits, numbers, patterns and conditions in the words of the language.

use super::Printer;
use crate::rules::naming::{Part, names, parts};
use crate::rules::{CellSet, Keeper, LapKind, Number, Pattern, Player, Quantifier, Row, Set, Test, Way};

pub(super) const fn whose(player: Player) -> &'static str {
    match player {
        Player::Mover => "own",
        Player::Opponent => "opponent",
    }
}

const fn who(player: Player) -> &'static str {
    match player {
        Player::Mover => "mover",
        Player::Opponent => "opponent",
    }
}

fn part(board_rows: u8, part: Part) -> String {
    match part {
        Part::AllPits => "pits".to_owned(),
        Part::Stores => "stores".to_owned(),
        Part::Store(of) => format!("{} store", whose(of)),
        Part::Pits { of, row, columns } => {
            let row_word = match row {
                Some(Row::Inner) => "inner ",
                Some(Row::Outer) => "outer ",
                None => "",
            };
            let noun = if board_rows == 4 && row.is_none() && columns.is_some() { "column" } else { "pit" };
            let bounds = match columns {
                None => "s".to_owned(),
                Some((first, last)) if first == last => format!(" {first}"),
                Some((first, last)) => format!("s {first}..{last}"),
            };
            format!("{} {row_word}{noun}{bounds}", whose(of))
        }
    }
}
impl Printer<'_> {
    fn cells(self, cells: [CellSet; 2]) -> String {
        let board = &self.rules.board;
        let joined = |names: Vec<String>| if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
        match parts(board, cells) {
            Some(parts) => joined(parts.into_iter().map(|one| part(board.rows, one)).collect()),
            None if cells[0] == cells[1] => joined(names(board, cells[0])),
            None => format!(
                "{} when mover is south otherwise {}",
                joined(names(board, cells[0])),
                joined(names(board, cells[1]))
            ),
        }
    }

    fn mark(self, mark: u8, keeper: Keeper) -> String {
        let name = self.rules.marks.get(usize::from(mark)).map_or("mark", |mark| mark.name.as_str());
        match keeper {
            Keeper::Any => format!("{name}s"),
            Keeper::Mover => format!("own {name}"),
            Keeper::Opponent => format!("opponent {name}"),
        }
    }

    pub(super) fn counter(self, counter: u8, player: Player) -> String {
        match self.rules.counters.get(usize::from(counter)) {
            Some(counter) if counter.each => format!("{} {}", whose(player), counter.name),
            Some(counter) => counter.name.clone(),
            None => "counter".to_owned(),
        }
    }

    /// A set of pits as it stands in an action.
    pub fn set(self, set: &Set) -> String {
        match set {
            Set::Cells(cells) => self.cells(*cells),
            Set::Origin => "origin".to_owned(),
            Set::LapOrigin => "lap origin".to_owned(),
            Set::Here => "here".to_owned(),
            Set::It => "it".to_owned(),
            Set::Marked { mark, keeper } => self.mark(*mark, *keeper),
            Set::Bank(player) => format!("{} bank", whose(*player)),
            Set::Step { from, count, way } => {
                let (one, many) = match way {
                    Way::On => ("next", "after"),
                    Way::Back => ("previous", "before"),
                };
                match (count.as_ref(), from.as_ref()) {
                    (Number::Fixed(1), Set::Here) => one.to_owned(),
                    (Number::Fixed(1), from) => format!("{one} of {}", self.inner_set(from)),
                    (count, from) => format!("{} {many} {}", self.inner_number(count), self.inner_set(from)),
                }
            }
            Set::First { from, way, fits } => {
                let way = if *way == Way::On { "after" } else { "before" };
                format!("first {way} {} where {}", self.inner_set(from), self.test(fits))
            }
            Set::Run { from, way, fits } => {
                let way = if *way == Way::On { "on" } else { "back" };
                format!("run {way} from {} while {}", self.inner_set(from), self.test(fits))
            }
            Set::Opposite(of) => self.related("opposite", of),
            Set::Behind(of) => match of.as_ref() {
                Set::Opposite(of) if **of == Set::Here => "behind opposite".to_owned(),
                of => format!("behind {}", self.inner_set(of)),
            },
            Set::Beside(of) => format!("beside {}", self.inner_set(of)),
            Set::Union(sets) => sets.iter().map(|set| self.inner_set(set)).collect::<Vec<_>>().join(", "),
            Set::Except(all, but) => format!("{} except {}", self.inner_set(all), self.inner_set(but)),
            Set::Where(all, fits) => format!("{} where {}", self.inner_set(all), self.test(fits)),
            Set::Choose(test, one, other) => {
                format!("{} when {} otherwise {}", self.inner_set(one), self.inner_test(test), self.inner_set(other))
            }
            Set::Everything => "everything".to_owned(),
        }
    }

    fn related(self, word: &str, of: &Set) -> String {
        if *of == Set::Here { word.to_owned() } else { format!("{word} of {}", self.inner_set(of)) }
    }

    /// A set as it stands inside something else: in brackets where it has more than one word for a whole.
    pub(super) fn inner_set(self, set: &Set) -> String {
        let text = self.set(set);
        let several = match set {
            Set::Cells(_) => text.contains(','),
            Set::Union(_)
            | Set::Where(..)
            | Set::Except(..)
            | Set::Choose(..)
            | Set::Run { .. }
            | Set::First { .. } => true,
            _ => false,
        };
        if several { format!("({text})") } else { text }
    }

    /// A number.
    pub fn number(self, number: &Number) -> String {
        let two = |left: &Number, sign: &str, right: &Number| {
            format!("{} {sign} {}", self.inner_number(left), self.inner_number(right))
        };
        match number {
            Number::Fixed(number) => number.to_string(),
            Number::SeedsIn(set) => format!("seeds in {}", self.inner_set(set)),
            Number::SeedsInPlay => "seeds in play".to_owned(),
            Number::Total => "total".to_owned(),
            Number::Hand => "hand".to_owned(),
            Number::Lifted => "lifted".to_owned(),
            Number::Lap => "lap".to_owned(),
            Number::Moves(player) => format!("moves by {}", who(*player)),
            Number::Captured => "captured".to_owned(),
            Number::CapturedBy(player) => format!("captured by {}", who(*player)),
            Number::CapturedThisLap => "captured this lap".to_owned(),
            Number::CapturingMoves(player) => format!("capturing moves by {}", who(*player)),
            Number::TurnsSinceCapture => "turns since capture".to_owned(),
            Number::Repetition => "repetition".to_owned(),
            Number::ColumnOf(set) => format!("column of {}", self.inner_set(set)),
            Number::CountOf(set) => format!("count of {}", self.inner_set(set)),
            Number::Counter(counter, player) => self.counter(*counter, *player),
            Number::Add(left, right) => two(left, "+", right),
            Number::Subtract(left, right) => two(left, "-", right),
            Number::Multiply(left, right) => two(left, "*", right),
            Number::Divide(left, right) if **right == Number::Fixed(2) => {
                format!("half of {}", self.inner_number(left))
            }
            Number::Divide(left, right) => two(left, "/", right),
            Number::Choose(test, one, other) => {
                let (one, other) = (self.inner_number(one), self.inner_number(other));
                format!("{one} when {} otherwise {other}", self.inner_test(test))
            }
        }
    }

    pub(super) fn inner_number(self, number: &Number) -> String {
        let text = self.number(number);
        let several = matches!(
            number,
            Number::Add(..) | Number::Subtract(..) | Number::Multiply(..) | Number::Divide(..) | Number::Choose(..)
        );
        if several { format!("({text})") } else { text }
    }

    /// A pattern.
    pub fn pattern(self, pattern: &Pattern) -> String {
        match pattern {
            Pattern::Exactly(Number::Fixed(0)) => "nothing".to_owned(),
            Pattern::Exactly(number) => match number {
                Number::SeedsIn(set) => format!("as many as {}", self.inner_set(set)),
                number => self.inner_number(number),
            },
            Pattern::Between(low, high) => format!("{}..{}", self.inner_number(low), self.inner_number(high)),
            Pattern::AtLeast(Number::Fixed(1)) => "seeds".to_owned(),
            Pattern::AtLeast(number) => format!("{}+", self.inner_number(number)),
            Pattern::Below(number) => format!("fewer than {}", self.inner_number(number)),
            Pattern::AnyOf(patterns) => {
                patterns.iter().map(|pattern| self.pattern(pattern)).collect::<Vec<_>>().join(" or ")
            }
            Pattern::Even => "even".to_owned(),
            Pattern::Odd => "odd".to_owned(),
            Pattern::Not(pattern) => format!("not {}", self.pattern(pattern)),
        }
    }

    /// A number's pattern: `seeds` is a word for what a pit holds, not for a number.
    fn number_pattern(self, pattern: &Pattern) -> String {
        match pattern {
            Pattern::AtLeast(Number::Fixed(1)) => "1+".to_owned(),
            Pattern::Exactly(Number::Fixed(0)) => "0".to_owned(),
            pattern => self.pattern(pattern),
        }
    }

    fn holding(self, quantifier: Quantifier, set: &Set, verb: &str, pattern: &Pattern) -> String {
        let quantifier = match quantifier {
            Quantifier::Together => "",
            Quantifier::Every => "every ",
            Quantifier::Any => "any ",
        };
        let several = match set {
            Set::Cells([cells, _]) => cells.len() != 1,
            Set::Marked { keeper, .. } => *keeper == Keeper::Any,
            Set::Union(_) | Set::Except(..) | Set::Where(..) | Set::Run { .. } | Set::Beside(_) => true,
            _ => false,
        };
        // `own pits hold`, `every own pit holds`.
        let verb = if verb == "holds" && several && quantifier.is_empty() { "hold" } else { verb };
        format!("{quantifier}{} {verb} {}", self.inner_set(set), self.pattern(pattern))
    }

    /// A condition.
    pub fn test(self, test: &Test) -> String {
        let joined = |tests: &[Test], word: &str| {
            tests.iter().map(|test| self.inner_test(test)).collect::<Vec<_>>().join(&format!(" {word} "))
        };
        match test {
            Test::Constant(true) => "always".to_owned(),
            Test::Constant(false) => "never".to_owned(),
            Test::And(tests) => joined(tests, "and"),
            Test::Or(tests) => joined(tests, "or"),
            Test::Not(test) => match test.as_ref() {
                Test::In(one, all) => format!("{} not in {}", self.inner_set(one), self.inner_set(all)),
                test => format!("not {}", self.inner_test(test)),
            },
            Test::Holds(quantifier, set, pattern) => self.holding(*quantifier, set, "holds", pattern),
            Test::HereHeld(pattern) => format!("here held {}", self.pattern(pattern)),
            Test::HeldBefore(quantifier, set, pattern) => self.holding(*quantifier, set, "held", pattern),
            Test::Is(number, pattern) => format!("{} is {}", self.inner_number(number), self.number_pattern(pattern)),
            Test::In(one, all) => format!("{} in {}", self.inner_set(one), self.inner_set(all)),
            Test::DirectionIs(direction) => format!("direction is {}", direction.word()),
            Test::DirectionWas(direction) => format!("direction was {}", direction.word()),
            Test::LapIs(kind) => {
                let kind = match kind {
                    LapKind::First => "first",
                    LapKind::Relay => "relay",
                    LapKind::Resown => "resown",
                };
                format!("lap is {kind}")
            }
            Test::Reached(set) => format!("reached {}", self.inner_set(set)),
            Test::CapturedFrom(set) => format!("captured from {}", self.inner_set(set)),
            Test::CapturedFromEvery(set) => format!("captured from every {}", self.inner_set(set)),
            Test::MoverIs(side) => format!("mover is {}", side.word()),
            Test::Stuck(player) => format!("{} is stuck", who(*player)),
            Test::MoveIs(play) => {
                let name = self.rules.moves.get(usize::from(*play)).and_then(Option::as_deref);
                format!("move is {}", name.unwrap_or("plain"))
            }
        }
    }

    fn inner_test(self, test: &Test) -> String {
        let text = self.test(test);
        if matches!(test, Test::And(_) | Test::Or(_)) { format!("({text})") } else { text }
    }
}
