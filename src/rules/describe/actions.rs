//! Actions and rules in English.

use super::Teller;
use super::words::with_article;
use crate::rules::{Action, Ending, Number, Place, Player, Receiver, Rule, Set, Side};

/// Sets the first letter in upper case.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

impl Teller<'_> {
    fn mark_name(&self, mark: u8) -> &str {
        self.rules.marks.get(usize::from(mark)).map_or("mark", |mark| mark.name.as_str())
    }

    fn taken(&self, limit: Option<&Number>, set: &Set) -> String {
        match limit {
            Some(limit) => format!("up to {} of {}", self.number(limit), self.seeds_of(set)),
            None => self.seeds_of(set),
        }
    }

    fn place(&self, place: &Place) -> String {
        match place {
            Place::Cells(set) => self.set(set).text,
            Place::Hand => "the hand".to_owned(),
        }
    }

    fn capture(&self, set: &Set, limit: Option<&Number>, receiver: Receiver) -> String {
        let seeds = self.taken(limit, set);
        let both_sides = matches!(set, Set::Cells([south, _]) if {
            let board = &self.rules.board;
            Side::BOTH.iter().all(|side| !board.pits(*side).intersection(*south).is_empty())
        });
        match receiver {
            Receiver::Mover => format!("you capture {seeds}"),
            Receiver::Opponent => format!("the opponent captures {seeds}"),
            Receiver::Captor => format!("the player who captured takes {seeds}"),
            Receiver::Owners if both_sides => "each player takes the seeds in their own pits".to_owned(),
            Receiver::Owners => format!("the player on whose side it lies captures {seeds}"),
            Receiver::Keepers => format!("the player whose mark it is captures {seeds}"),
        }
    }

    /// One action.
    fn action(&self, action: &Action) -> String {
        match action {
            Action::Capture { set, limit, receiver, .. } => self.capture(set, limit.as_ref(), *receiver),
            Action::CaptureIntoHand { set, limit } => {
                format!("you take {} into the hand", self.taken(limit.as_ref(), set))
            }
            Action::Relay(Set::Here) => format!("you lift {} and sow on from there (a relay)", self.here),
            Action::Relay(set) => format!("you lift {} and sow on from there (a relay)", self.set(set).text),
            Action::SowFrom(set) => format!("sow the hand on, beginning in the pit after {}", self.set(set).text),
            Action::Again => "the move is over and you move again".to_owned(),
            Action::Stop => "the move is over".to_owned(),
            Action::Pass => "you pass".to_owned(),
            Action::Reverse => "the coming lap goes the other way".to_owned(),
            Action::Illegal => "such a move may not be made".to_owned(),
            Action::RepeatFrom(set) => {
                format!("this rule is tried again with {} for {}", self.set(set).text, self.here)
            }
            Action::Move { amount: None, from: Place::Cells(from), to } => {
                format!("all {} go to {}", self.seeds_of(from).trim_start_matches("the "), self.place(to))
            }
            Action::Move { amount, from, to } => {
                let amount = amount.as_ref().map_or("all".to_owned(), |amount| self.number(amount));
                format!("{amount} seeds go from {} to {}", self.place(from), self.place(to))
            }
            Action::Mark { set, mark, keeper } => {
                let name = self.mark_name(*mark);
                let becomes = match keeper {
                    None => with_article(name),
                    Some(Player::Mover) => format!("your {name}"),
                    Some(Player::Opponent) => format!("the opponent's {name}"),
                };
                let noun = self.set(set);
                format!("{} {} {becomes}", noun.text, if noun.plural { "become" } else { "becomes" })
            }
            Action::Unmark { set, mark } => {
                let noun = self.set(set);
                let no_more = if noun.plural { "are no longer" } else { "is no longer" };
                let name = self.mark_name(*mark);
                let name = if noun.plural { format!("{name}s") } else { with_article(name) };
                format!("{} {no_more} {name}", noun.text)
            }
            Action::SetCounter { counter, player, to } => {
                format!("{} becomes {}", self.number(&Number::Counter(*counter, *player)), self.number(to))
            }
            Action::AddToCounter { counter, player, amount } => {
                format!("{} grows by {}", self.number(&Number::Counter(*counter, *player)), self.number(amount))
            }
            Action::UndoCaptures => "all seeds captured in this move go back where they were".to_owned(),
            Action::Remove { set, .. } => format!("{} are taken out of the game", self.seeds_of(set)),
            Action::Finish { ending, worth } => {
                let bank = self.richer();
                let ending = match ending {
                    Ending::Win(Player::Mover) => "you win".to_owned(),
                    Ending::Win(Player::Opponent) => "the opponent wins".to_owned(),
                    Ending::Draw => "the game is a draw".to_owned(),
                    Ending::Void => "the game is void".to_owned(),
                    Ending::MostSeeds => format!("the game is over: whoever has more {bank} wins"),
                    Ending::FewestSeeds => format!("the game is over: whoever has fewer {bank} wins"),
                };
                match worth {
                    Number::Fixed(1) => ending,
                    worth => format!("{ending}, which counts as {} games", self.number(worth)),
                }
            }
        }
    }

    /// What `most seeds wins` compares.
    pub(super) fn richer(&self) -> String {
        let mark = self.rules.marks.iter().find(|mark| mark.holds_captures);
        match mark {
            _ if self.rules.board.has_stores() => "seeds in their store".to_owned(),
            Some(mark) => format!("seeds in their {}", mark.name),
            None => "seeds in their pits".to_owned(),
        }
    }

    /// The actions of a rule, one after the other, without the condition.
    fn actions(&self, rule: &Rule) -> String {
        let mut text = String::new();
        for (at, action) in rule.actions.iter().enumerate() {
            let part = self.action(action);
            // `you take ... and sow ...`: the subject is said once.
            let part = if at > 0 && text.starts_with("you ") && part.starts_with("you ") && !part.starts_with("you win")
            {
                part.trim_start_matches("you ").to_owned()
            } else {
                part
            };
            if at > 0 {
                text += if at + 1 == rule.actions.len() && rule.actions.len() < 3 { " and then " } else { ", then " };
            }
            text += &part;
        }
        if rule.may {
            text = match text.strip_prefix("you ") {
                Some(rest) => format!("you may {rest}"),
                None => format!("if you want to, {text}"),
            };
        }
        text
    }

    /// A rule as a sentence. `first` is whether it is the only or the first one of its moment.
    pub(super) fn rule(&self, rule: &Rule, first: bool) -> String {
        let mut actions = self.actions(rule);
        // `If the last pit holds 4 seeds: you capture its seeds.`
        if !rule.when.is_always() && self.clauses(&rule.when).only_of(self.here) {
            let seeds = format!("the seeds in {}", self.here);
            if actions.ends_with(&seeds) || actions.contains(&format!("{seeds} and then ")) {
                actions = actions.replace(&seeds, "its seeds");
            }
        }
        let mut text = if rule.when.is_always() {
            if first { sentence(&actions) } else { format!("Otherwise {actions}") }
        } else {
            format!("If {}: {actions}", self.condition(&rule.when))
        };
        if let Some(test) = &rule.only_if {
            text += &format!("; a move after which it does not hold that {} may not be made", self.condition(test));
        }
        text.push('.');
        if let Some(title) = rule.title.and_then(|title| self.rules.titles.get(usize::from(title))) {
            text += &format!(" (“{title}”)");
        }
        if rule.then_continue {
            text += " In any case, go on with the next rule.";
        }
        text
    }
}
