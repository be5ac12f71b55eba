//! Rules printed in the words of the language: what the engine runs, options resolved and definitions put in.
//!
//! In: [`Rules`], any part of them through [`Printer`]. Out: text that reads like a variant file, with comments where the
//! language has no word for what the rules hold.

mod expressions;

use std::fmt::{self, Display, Formatter};

use super::naming::names;
use super::{
    Action, Choices, Ending, Guarded, Number, Offer, Phase, Place, Player, Receiver, Row, Rule, Rules, Set, Side,
    Stores, Test, Value,
};
use expressions::whose;

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

impl<'a> Printer<'a> {
    /// For parts of these rules.
    pub fn new(rules: &'a Rules) -> Self {
        Printer { rules }
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
