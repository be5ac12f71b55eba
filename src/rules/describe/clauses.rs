//! Conditions in English: clauses with a subject and what is said of it, joined so that a subject is not said twice.

use super::Teller;
use super::words::ordinal;
use crate::rules::{Keeper, LapKind, Number, Pattern, Player, Quantifier, Set, Test};

/// `a`, `a and b`, `a, b and c`.
pub(super) fn joined(texts: &[String], word: &str) -> String {
    match texts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// Something said of somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clause {
    subject: String,
    plural: bool,
    /// What is said of one, and of several.
    said: [String; 2],
}

/// Clauses that hold together, or of which one holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Clauses {
    One(Clause),
    All(Vec<Clauses>),
    Any(Vec<Clauses>),
}

impl Clause {
    fn about(subject: impl Into<String>, plural: bool, one: impl Into<String>, many: impl Into<String>) -> Clauses {
        Clauses::One(Clause { subject: subject.into(), plural, said: [one.into(), many.into()] })
    }

    fn said(&self) -> &str {
        &self.said[usize::from(self.plural)]
    }
}

impl Clauses {
    /// The whole as words that follow `if`.
    pub(super) fn text(&self) -> String {
        match self {
            Clauses::One(clause) => format!("{} {}", clause.subject, clause.said()),
            Clauses::All(all) => Self::together(all, "and"),
            Clauses::Any(any) => Self::together(any, "or"),
        }
    }

    fn together(clauses: &[Clauses], word: &str) -> String {
        // What is said of the same subject stands together.
        let mut groups: Vec<(Option<&Clause>, Vec<String>)> = Vec::new();
        for clause in clauses {
            match clause {
                Clauses::One(one) => match groups.last_mut() {
                    Some((Some(before), said)) if before.subject == one.subject && before.plural == one.plural => {
                        said.push(one.said().to_owned());
                    }
                    _ => groups.push((Some(one), vec![one.said().to_owned()])),
                },
                other => {
                    let either = if matches!(other, Clauses::Any(_)) && word == "and" { "either " } else { "" };
                    groups.push((None, vec![format!("{either}{}", other.text())]));
                }
            }
        }
        let long = groups.iter().any(|(_, said)| said.len() > 1) && groups.len() > 1;
        let texts: Vec<String> = groups
            .into_iter()
            .map(|(clause, said)| match clause {
                Some(clause) => format!("{} {}", clause.subject, joined(&said, word)),
                None => joined(&said, word),
            })
            .collect();
        match texts.as_slice() {
            [first @ .., last] if long => format!("{}, {word} {last}", first.join(", ")),
            texts => joined(texts, word),
        }
    }

    /// Whether everything is said of this subject.
    pub(super) fn only_of(&self, subject: &str) -> bool {
        match self {
            Clauses::One(clause) => clause.subject == subject,
            Clauses::All(all) | Clauses::Any(all) => all.iter().all(|clauses| clauses.only_of(subject)),
        }
    }

    /// The whole as said of `it`, which is not named: what follows `that`.
    pub(super) fn of_it(&self, plural: bool) -> String {
        match self {
            Clauses::One(clause) if clause.subject == "it" => clause.said[usize::from(plural)].clone(),
            Clauses::One(clause) => format!("stand where {} {}", clause.subject, clause.said()),
            Clauses::All(all) => joined(&all.iter().map(|one| one.of_it(plural)).collect::<Vec<_>>(), "and"),
            Clauses::Any(any) => joined(&any.iter().map(|one| one.of_it(plural)).collect::<Vec<_>>(), "or"),
        }
    }
}

/// `was` for `is`.
fn before(said: &str) -> String {
    format!("{said} before the move")
}

impl Teller<'_> {
    /// A condition as words that follow `if`.
    pub(super) fn condition(&self, test: &Test) -> String {
        self.clauses(test).text()
    }

    /// A condition as clauses.
    pub(super) fn clauses(&self, test: &Test) -> Clauses {
        self.said(test, true)
    }

    /// A condition, or that it does not hold.
    fn said(&self, test: &Test, yes: bool) -> Clauses {
        let not = if yes { "" } else { "not " };
        let is = |subject: &str, what: String| {
            Clause::about(subject, false, format!("is {not}{what}"), format!("are {not}{what}"))
        };
        match test {
            Test::Constant(always) => {
                let text = if *always == yes { "is always so" } else { "is never so" };
                Clause::about("this", false, text, text)
            }
            Test::And(tests) | Test::Or(tests) => {
                let parts = tests.iter().map(|test| self.said(test, yes)).collect();
                if matches!(test, Test::And(_)) == yes { Clauses::All(parts) } else { Clauses::Any(parts) }
            }
            Test::Not(test) => self.said(test, !yes),
            Test::Holds(quantifier, set, pattern) => self.holds(*quantifier, set, pattern, yes, false),
            Test::HeldBefore(quantifier, set, pattern) => self.holds(*quantifier, set, pattern, yes, true),
            Test::HereHeld(pattern) => {
                let said = match (pattern, yes) {
                    (Pattern::AtLeast(Number::Fixed(1)), true) | (Pattern::Exactly(Number::Fixed(0)), false) => {
                        "was not empty before".to_owned()
                    }
                    (Pattern::AtLeast(Number::Fixed(1)), false) | (Pattern::Exactly(Number::Fixed(0)), true) => {
                        "was empty before".to_owned()
                    }
                    (pattern, true) => format!("held {} before", self.seeds(pattern)),
                    (pattern, false) => format!("did not hold {} before", self.seeds(pattern)),
                };
                Clause::about(self.here, false, said.clone(), said)
            }
            Test::Is(number, pattern) => self.is(number, pattern, yes),
            Test::In(one, all) => {
                let subject = self.set(one);
                let member = self.member(all);
                let many = match all {
                    Set::Marked { .. } => self.set(all).text.trim_start_matches("the ").to_owned(),
                    all => self.set(all).text,
                };
                Clause::about(subject.text, subject.plural, format!("is {not}{member}"), format!("are {not}{many}"))
            }
            Test::DirectionIs(direction) => is("the direction", direction.word().to_owned()),
            Test::DirectionWas(direction) => {
                let said = if yes { "went" } else { "did not go" };
                let said = format!("{said} {}", direction.word());
                Clause::about("the lap before", false, said.clone(), said)
            }
            Test::LapIs(kind) => is(
                "the lap",
                match kind {
                    LapKind::First => "the first of the move".to_owned(),
                    LapKind::Relay => "a relay".to_owned(),
                    LapKind::Resown => "a sowing of captured seeds".to_owned(),
                },
            ),
            Test::Reached(set) => {
                let said = if yes { "has sown" } else { "has not sown" };
                let said = format!("{said} into {}", self.member(set));
                Clause::about("the move", false, said.clone(), said)
            }
            Test::CapturedFrom(set) => self.captured(&self.set(set).text, yes),
            Test::CapturedFromEvery(set) => {
                let noun = self.set(set);
                let every = if noun.plural { format!("every one of {}", noun.text) } else { noun.text };
                self.captured(&every, yes)
            }
            Test::MoverIs(side) => {
                let side = if side.index() == 0 { "South" } else { "North" };
                Clause::about("you", true, format!("is {not}{side}"), format!("are {not}{side}"))
            }
            Test::Stuck(player) => {
                let said = if yes { "no legal move" } else { "a legal move" };
                self.player(*player, &format!("has {said}"), &format!("have {said}"))
            }
            Test::MoveIs(play) => {
                let name = self.rules.moves.get(usize::from(*play)).and_then(Option::as_deref);
                is("the move", name.map_or("a plain one".to_owned(), |name| format!("“{name}”")))
            }
        }
    }

    fn player(&self, player: Player, one: &str, many: &str) -> Clauses {
        match player {
            Player::Mover => Clause::about("you", true, one, many),
            Player::Opponent => Clause::about("the opponent", false, one, many),
        }
    }

    fn captured(&self, from: &str, yes: bool) -> Clauses {
        let said = if yes { "captured from" } else { "did not capture from" };
        let said = format!("{said} {from}");
        Clause::about("the move", false, said.clone(), said)
    }

    fn holds(&self, quantifier: Quantifier, set: &Set, pattern: &Pattern, yes: bool, past: bool) -> Clauses {
        let (pattern, yes) = match pattern {
            Pattern::Not(pattern) => (pattern.as_ref(), !yes),
            pattern => (pattern, yes),
        };
        let noun = self.set(set);
        let (subject, plural) = match quantifier {
            Quantifier::Together => (noun.text.clone(), noun.plural),
            Quantifier::Every if noun.text == "all pits" => ("every pit".to_owned(), false),
            Quantifier::Every => (format!("every one of {}", noun.text), false),
            Quantifier::Any if noun.text == "all pits" => ("some pit".to_owned(), false),
            Quantifier::Any => (format!("one of {}", noun.text), false),
        };
        let empty = matches!(pattern, Pattern::Exactly(Number::Fixed(0)));
        let some = matches!(pattern, Pattern::AtLeast(Number::Fixed(1)));
        // Seeds of several pits are counted together, unless it is only asked whether there are any.
        let together = if plural && !empty && !some { " together" } else { "" };
        let seeds = self.seeds(pattern);
        let (one, many) = match (empty || some, past) {
            (true, false) if empty == yes => ("is empty".to_owned(), "are empty".to_owned()),
            (true, true) if empty == yes => (before("was empty"), before("were empty")),
            (true, false) => ("holds seeds".to_owned(), "hold seeds".to_owned()),
            (true, true) => (before("held seeds"), before("held seeds")),
            (false, false) if yes => (format!("holds {seeds}"), format!("hold {seeds}{together}")),
            (false, false) => (format!("does not hold {seeds}"), format!("do not hold {seeds}{together}")),
            (false, true) if yes => (before(&format!("held {seeds}")), before(&format!("held {seeds}{together}"))),
            (false, true) => {
                (before(&format!("did not hold {seeds}")), before(&format!("did not hold {seeds}{together}")))
            }
        };
        Clause::about(subject, plural, one, many)
    }

    /// `NUMBER is PATTERN`: in words of its own where there are some.
    fn is(&self, number: &Number, pattern: &Pattern, yes: bool) -> Clauses {
        let (pattern, yes) = match pattern {
            Pattern::Not(pattern) => (pattern.as_ref(), !yes),
            pattern => (pattern, yes),
        };
        if let (Number::ColumnOf(one), Pattern::Exactly(Number::ColumnOf(other))) = (number, pattern) {
            let has = if yes { "has the same number as" } else { "does not have the same number as" };
            let said = format!("{has} {}", self.set(other).text);
            return Clause::about(self.set(one).text, false, said.clone(), said);
        }
        if let Some(clauses) = self.idiom(number, pattern, yes) {
            return clauses;
        }
        let said = match (pattern, yes) {
            (pattern, true) => format!("is {}", self.amount(pattern)),
            (pattern, false) => format!("is not {}", self.amount(pattern)),
        };
        let subject = match number {
            Number::ColumnOf(set) => format!("the number of {}", self.set(set).text),
            number => self.number(number),
        };
        Clause::about(subject, false, said.clone(), said)
    }

    fn idiom(&self, number: &Number, pattern: &Pattern, yes: bool) -> Option<Clauses> {
        let some = matches!(pattern, Pattern::AtLeast(Number::Fixed(1))) && yes
            || matches!(pattern, Pattern::Exactly(Number::Fixed(0))) && !yes;
        let none = matches!(pattern, Pattern::Exactly(Number::Fixed(0))) && yes
            || matches!(pattern, Pattern::AtLeast(Number::Fixed(1))) && !yes;
        let plain = |subject: &str, said: String| Some(Clause::about(subject, false, said.clone(), said));
        match (number, pattern) {
            (Number::Captured, _) if some => plain("the move", "captured seeds".to_owned()),
            (Number::Captured, _) if none => plain("the move", "captured nothing".to_owned()),
            (Number::CapturedThisLap, _) if some => plain("the lap", "captures seeds".to_owned()),
            (Number::CapturedThisLap, _) if none => plain("the lap", "captures nothing".to_owned()),
            (Number::CapturedBy(player), _) if some || none => {
                let said = if some { "captured seeds in this move" } else { "captured nothing in this move" };
                Some(self.player(*player, said, said))
            }
            (Number::Moves(Player::Mover), Pattern::Exactly(Number::Fixed(nth))) => {
                let not = if yes { "" } else { "not " };
                plain("this", format!("is {not}your {} move", ordinal(*nth)))
            }
            (Number::Moves(Player::Mover), Pattern::AtLeast(Number::Fixed(2))) => {
                plain("this", if yes { "is not your first move" } else { "is your first move" }.to_owned())
            }
            (Number::Moves(player), pattern) if yes => {
                let moves = self.amount(pattern);
                Some(self.player(*player, &format!("has made {moves} moves"), &format!("have made {moves} moves")))
            }
            (Number::CapturingMoves(player), _) if none => {
                Some(self.player(*player, "has made no capturing move so far", "have made no capturing move so far"))
            }
            (Number::CapturingMoves(player), pattern) if yes => {
                let moves = self.amount(pattern);
                let plural = if matches!(pattern, Pattern::Exactly(Number::Fixed(1))) { "move" } else { "moves" };
                Some(self.player(
                    *player,
                    &format!("has made {moves} capturing {plural} so far"),
                    &format!("have made {moves} capturing {plural} so far"),
                ))
            }
            (Number::TurnsSinceCapture, Pattern::AtLeast(least)) if yes => {
                plain("nothing", format!("was captured in the last {} moves", self.number(least)))
            }
            (Number::Repetition, Pattern::AtLeast(Number::Fixed(times))) if yes => {
                plain("the same position", format!("stands for the {} time", ordinal(*times)))
            }
            (Number::SeedsInPlay, pattern) if yes => {
                Some(Clause::about(self.seeds(pattern), true, "is left in play", "are left in play"))
            }
            (Number::Hand, Pattern::Exactly(Number::Fixed(1))) if yes => {
                plain("the seed in the hand", "is the last one".to_owned())
            }
            (Number::Lifted, pattern) if yes && matches!(pattern, Pattern::AtLeast(_) | Pattern::Below(_)) => {
                Some(Clause::about(self.seeds(pattern), true, "was lifted", "were lifted"))
            }
            (Number::CountOf(set), _) => self.count(set, pattern, yes, some, none),
            _ => None,
        }
    }

    fn count(&self, set: &Set, pattern: &Pattern, yes: bool, some: bool, none: bool) -> Option<Clauses> {
        match set {
            Set::Marked { mark, keeper } => {
                let name = self.rules.marks.get(usize::from(*mark)).map_or("mark", |mark| mark.name.as_str());
                let holder = match keeper {
                    Keeper::Any => None,
                    Keeper::Mover => Some(Player::Mover),
                    Keeper::Opponent => Some(Player::Opponent),
                };
                match holder {
                    Some(player) if none => {
                        Some(self.player(player, &format!("has no {name} yet"), &format!("have no {name} yet")))
                    }
                    Some(player) if some => {
                        let name = super::words::with_article(name);
                        Some(self.player(player, &format!("has {name}"), &format!("have {name}")))
                    }
                    _ if yes => {
                        let (one, many) = ("stands".to_owned(), "stand on the board".to_owned());
                        Some(Clause::about(format!("{} {name}s", self.amount(pattern)), true, one, many))
                    }
                    _ => None,
                }
            }
            Set::Where(all, fits) if some => {
                let said = self.clauses(fits).of_it(false);
                Some(Clause::about(format!("at least one of {}", self.set(all).text), false, said.clone(), said))
            }
            Set::Where(all, fits) if none => {
                let said = self.clauses(fits).of_it(false);
                Some(Clause::about(format!("none of {}", self.set(all).text), false, said.clone(), said))
            }
            _ => None,
        }
    }
}
