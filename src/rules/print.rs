//! Rules printed in the words of the language: what the engine runs, options resolved and definitions put in.
//!
//! In: [`Rules`], any part of them through [`Printer`]. Out: text that reads like a variant file, with comments where the
//! language has no word for what the rules hold.

use std::fmt::{self, Display, Formatter};

use super::naming::{Part, names, parts};
use super::{
    Action, CellSet, Choices, Ending, Guarded, Keeper, LapKind, Number, Offer, Pattern, Phase, Place, Player,
    Quantifier, Receiver, Row, Rule, Rules, Set, Side, Stores, Test, Value, Way,
};

/// Writes parts of some rules in the words of the language.
#[derive(Clone, Copy, Debug)]
pub struct Printer<'a> {
    rules: &'a Rules,
}

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => number.fmt(f),
            Value::Word(word) => word.fmt(f),
        }
    }
}

impl Display for Choices {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Choices::Words(words) => f.write_str(&words.join(" | ")),
            Choices::Range(low, high) => write!(f, "{low}..{high}"),
        }
    }
}

const fn whose(player: Player) -> &'static str {
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

impl<'a> Printer<'a> {
    /// For parts of these rules.
    pub fn new(rules: &'a Rules) -> Self {
        Printer { rules }
    }

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

    fn counter(self, counter: u8, player: Player) -> String {
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
    fn inner_set(self, set: &Set) -> String {
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

    fn inner_number(self, number: &Number) -> String {
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

    fn when(self, test: &Test) -> String {
        if test.is_always() { String::new() } else { format!(" when {}", self.test(test)) }
    }

    fn only_if(self, test: Option<&Test>) -> String {
        test.map_or(String::new(), |test| format!(" only if {}", self.test(test)))
    }

    fn part(self, limit: Option<&Number>, set: &Set) -> String {
        match limit {
            Some(number) => format!("{} from {}", self.inner_number(number), self.set(set)),
            None => self.set(set),
        }
    }

    fn place(self, place: &Place) -> String {
        match place {
            Place::Cells(set) => self.inner_set(set),
            Place::Hand => "hand".to_owned(),
        }
    }

    /// An action.
    pub fn action(self, action: &Action) -> String {
        match action {
            Action::Capture { set, limit, receiver, .. } => {
                let receiver = match receiver {
                    Receiver::Mover => "",
                    Receiver::Opponent => " for opponent",
                    Receiver::Captor => " for captor",
                    Receiver::Owners => " for owners",
                    Receiver::Keepers => " for its keeper",
                };
                format!("capture {}{receiver}", self.part(limit.as_ref(), set))
            }
            Action::CaptureIntoHand { set, limit } => format!("capture {} into hand", self.part(limit.as_ref(), set)),
            Action::Relay(Set::Here) => "relay".to_owned(),
            Action::Relay(set) => format!("relay from {}", self.set(set)),
            Action::SowFrom(set) => format!("sow from {}", self.set(set)),
            Action::Again => "again".to_owned(),
            Action::Stop => "stop".to_owned(),
            Action::Pass => "pass".to_owned(),
            Action::Reverse => "reverse".to_owned(),
            Action::Illegal => "illegal".to_owned(),
            Action::RepeatFrom(set) => format!("repeat from {}", self.set(set)),
            Action::Move { amount, from, to } => {
                let amount = amount.as_ref().map_or("all".to_owned(), |number| self.inner_number(number));
                format!("move {amount} from {} to {}", self.place(from), self.place(to))
            }
            Action::Mark { set, mark, keeper } => {
                let keeper = match keeper {
                    None => String::new(),
                    Some(player) => format!("{} ", whose(*player)),
                };
                let name = self.rules.marks.get(usize::from(*mark)).map_or("mark", |mark| mark.name.as_str());
                format!("mark {} as {keeper}{name}", self.inner_set(set))
            }
            Action::Unmark { set, mark } => {
                let name = self.rules.marks.get(usize::from(*mark)).map_or("mark", |mark| mark.name.as_str());
                format!("unmark {} as {name}", self.inner_set(set))
            }
            Action::SetCounter { counter, player, to } => {
                format!("set {} to {}", self.counter(*counter, *player), self.number(to))
            }
            Action::AddToCounter { counter, player, amount } => {
                format!("add {} to {}", self.inner_number(amount), self.counter(*counter, *player))
            }
            Action::UndoCaptures => "undo captures".to_owned(),
            Action::Remove { set, .. } => format!("remove {}", self.set(set)),
            Action::Finish { ending, worth } => {
                let ending = match ending {
                    Ending::Win(Player::Mover) => "win",
                    Ending::Win(Player::Opponent) => "win for opponent",
                    Ending::Draw => "draw",
                    Ending::Void => "void",
                    Ending::MostSeeds => "most seeds wins",
                    Ending::FewestSeeds => "fewest seeds wins",
                };
                let worth = match worth {
                    Number::Fixed(1) => String::new(),
                    worth => format!(" worth {}", self.inner_number(worth)),
                };
                format!("{ending}{worth}")
            }
        }
    }

    /// A rule, on one line.
    pub fn rule(self, rule: &Rule) -> String {
        let actions: Vec<String> = rule.actions.iter().map(|action| self.action(action)).collect();
        let title = rule.title.and_then(|title| self.rules.titles.get(usize::from(title)));
        format!(
            "{}{}{}{}{}{}",
            if rule.may { "may " } else { "" },
            actions.join(" then "),
            if rule.then_continue { " then continue" } else { "" },
            title.map_or(String::new(), |title| format!(" \"{title}\"")),
            self.when(&rule.when),
            self.only_if(rule.only_if.as_ref())
        )
    }

    fn block(self, f: &mut Formatter<'_>, indent: &str, head: &str, rules: &[Rule]) -> fmt::Result {
        if rules.is_empty() {
            return Ok(());
        }
        writeln!(f, "{indent}{head} {{")?;
        for rule in rules {
            writeln!(f, "{indent}  {}", self.rule(rule))?;
        }
        writeln!(f, "{indent}}}")
    }

    fn guarded(self, f: &mut Formatter<'_>, indent: &str, word: &str, lines: &[Guarded]) -> fmt::Result {
        lines
            .iter()
            .try_for_each(|line| writeln!(f, "{indent}{word} {}{}", self.inner_set(&line.set), self.when(&line.when)))
    }

    fn phase(self, f: &mut Formatter<'_>, indent: &str, phase: &Phase) -> fmt::Result {
        for play in &phase.plays {
            let name = self.rules.moves.get(usize::from(play.id)).and_then(Option::as_deref);
            let name = name.map_or(String::new(), |name| format!(" as {name}"));
            let when = self.when(&play.when);
            match &play.instead {
                None => writeln!(f, "{indent}play {}{name}{when}", self.set(&play.from))?,
                Some(rules) => {
                    writeln!(f, "{indent}play {}{name} {{", self.set(&play.from))?;
                    for rule in rules {
                        writeln!(f, "{indent}  {}", self.rule(rule))?;
                    }
                    writeln!(f, "{indent}}}{when}")?;
                }
            }
        }
        for require in &phase.requires {
            let possible = if require.if_possible { " if possible" } else { "" };
            writeln!(f, "{indent}require {}{possible}{}", self.test(&require.test), self.when(&require.when))?;
        }
        for lift in &phase.lifts {
            writeln!(f, "{indent}lift all but {}{}", self.number(&lift.keep), self.when(&lift.when))?;
        }
        writeln!(f, "{indent}sow {}{{", if phase.sow.each_lap { "each lap " } else { "" })?;
        let deeper = format!("{indent}  ");
        for Offer { direction, when, only_if } in &phase.sow.directions {
            writeln!(f, "{deeper}{}{}{}", direction.word(), self.when(when), self.only_if(only_if.as_ref()))?;
        }
        self.guarded(f, &deeper, "skip", &phase.sow.skips)?;
        self.guarded(f, &deeper, "include", &phase.sow.includes)?;
        writeln!(f, "{indent}}}")?;
        self.block(f, indent, "before sowing", &phase.before_sowing)?;
        self.block(f, indent, "on the way", &phase.on_the_way)?;
        self.block(f, indent, "landing", &phase.landing)?;
        self.block(f, indent, "on capture", &phase.on_capture)?;
        self.block(f, indent, "after move", &phase.after_move)?;
        self.block(f, indent, "stuck", &phase.stuck)?;
        self.block(f, indent, "end", &phase.end)?;
        self.block(f, indent, &format!("endless after {} laps", phase.endless.laps), &phase.endless.rules)
    }

    fn whole(self, f: &mut Formatter<'_>) -> fmt::Result {
        let rules = self.rules;
        writeln!(f, "variant \"{}\" {{", rules.name)?;
        for setting in &rules.settings {
            writeln!(f, "  # {} is {}", setting.name, setting.value)?;
        }
        let stores = match rules.board.stores {
            Stores::None => "",
            Stores::Beside => " with stores",
            Stores::Left => " with stores on left",
            Stores::Right => " with stores on right",
        };
        writeln!(f, "  board {} rows of {}{stores}", rules.board.rows, rules.board.columns)?;
        writeln!(f, "  names {}", rules.board.names.join(" "))?;
        for side in Side::BOTH {
            for row in [Row::Inner, Row::Outer].into_iter().take(usize::from(rules.board.rows / 2)) {
                let seeds = (1..=rules.board.columns).map(|column| rules.board.pit(side, row, column));
                let seeds: Vec<String> =
                    seeds.map(|pit| rules.start.get(usize::from(pit)).map_or(0, |seeds| *seeds).to_string()).collect();
                let row = match row {
                    _ if rules.board.rows == 2 => "",
                    Row::Inner => "inner ",
                    Row::Outer => "outer ",
                };
                writeln!(f, "  seeds {} {row}row {}", side.word(), seeds.join(" "))?;
            }
        }
        for mark in &rules.marks {
            let one = if mark.one_each { ", one each" } else { "" };
            let bank = if mark.holds_captures { ", holds captures" } else { "" };
            writeln!(f, "  mark {}{one}{bank}", mark.name)?;
            for (cells, keeper) in mark.start.iter().zip([" # of south", " # of north", ""]) {
                if !cells.is_empty() {
                    writeln!(f, "  mark {} at {}{keeper}", mark.name, names(&rules.board, *cells).join(", "))?;
                }
            }
        }
        for counter in &rules.counters {
            writeln!(f, "  counter {}{} = {}", counter.name, if counter.each { " each" } else { "" }, counter.start)?;
        }
        for phase in &rules.phases {
            match &phase.name {
                None => self.phase(f, "  ", phase)?,
                Some(name) => {
                    let until =
                        phase.until.as_ref().map_or(String::new(), |test| format!(" until {}", self.test(test)));
                    writeln!(f, "  phase {name}{until} {{")?;
                    self.phase(f, "    ", phase)?;
                    writeln!(f, "  }}")?;
                }
            }
        }
        writeln!(f, "}}")
    }
}

impl Display for Rules {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Printer::new(self).whole(f)
    }
}
