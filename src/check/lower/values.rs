//! Expressions of any kind, and the kinds that they turn out to be.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Number, Set, Test, Value as OptionValue};
use crate::source::Span;
use crate::syntax::tree::{Expr, ExprKind, Noun};

use super::{At, Lowering, Thing};
use crate::check::mistakes;
use crate::check::scope::Meaning;

/// A set of pits with what the checker knows of it.
pub(super) struct Cells {
    pub set: Set,
    /// Whether it is one pit at the most.
    pub place: bool,
    /// Whether it names a store, a bank, or a mark that holds captures.
    pub banks: bool,
}

impl Cells {
    pub fn new(set: Set) -> Cells {
        Cells { set, place: false, banks: false }
    }

    pub fn place(set: Set) -> Cells {
        Cells { set, place: true, banks: false }
    }

    pub fn none() -> Cells {
        Cells::place(Set::NONE)
    }
}

/// Something that only `is` speaks of.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Subject {
    Lap,
    Direction,
    Mover,
    Opponent,
    Move,
    Option(usize),
}

/// What an expression turned out to be.
pub(super) enum Value {
    Cells(Cells),
    Number(Number),
    Test(Test),
    Subject(Subject),
    /// A mistake that was told already.
    Mistaken,
}

impl Value {
    /// The kind in an author's words, with its article.
    pub fn phrase(&self) -> &'static str {
        match self {
            Value::Cells(Cells { place: true, .. }) => "a pit",
            Value::Cells(_) => "a set of pits",
            Value::Number(_) => "a number",
            Value::Test(_) => "a condition",
            Value::Subject(Subject::Lap) => "a number",
            Value::Subject(Subject::Direction) => "a direction",
            Value::Subject(Subject::Mover | Subject::Opponent) => "a player",
            Value::Subject(Subject::Move) => "a kind of move",
            Value::Subject(Subject::Option(_)) => "an option with words for values",
            Value::Mistaken => "a mistake",
        }
    }
}

impl<'t> Lowering<'t> {
    /// Any expression.
    pub(super) fn value(&mut self, expr: &'t Expr, at: At) -> Value {
        if !self.spend(expr.span) {
            return Value::Mistaken;
        }
        match &expr.kind {
            ExprKind::Number(number) => Value::Number(Number::Fixed(*number)),
            ExprKind::Name(name) => self.named(name, expr.span, at),
            ExprKind::Noun(noun) => self.noun(*noun, expr.span, at),
            ExprKind::Word(_) => {
                let word = self.text_of(expr.span);
                self.say(
                    Diagnostic::new(
                        Code::WrongKind,
                        expr.span,
                        format!("`{word}` stands alone"),
                        "this word follows `is` or `was`",
                    )
                    .help("such as `direction is clockwise`, `lap is first`, `mover is south`, `opponent is stuck`"),
                );
                Value::Mistaken
            }
            ExprKind::Group(inner) => self.value(inner, at),
            ExprKind::Measure(..) | ExprKind::Calculation(..) => self.calculation(expr, at),
            ExprKind::CapturedFrom { .. }
            | ExprKind::Reached(_)
            | ExprKind::Not(_)
            | ExprKind::Chain(..)
            | ExprKind::Relation { .. }
            | ExprKind::In { .. } => Value::Test(self.condition(expr, at)),
            _ => self.cells(expr, at),
        }
    }

    /// A noun of the language.
    fn noun(&mut self, noun: Noun, span: Span, at: At) -> Value {
        let (thing, value) = match noun {
            Noun::Origin => (Thing::Origin, Value::Cells(Cells::place(Set::Origin))),
            Noun::LapOrigin => (Thing::Lap, Value::Cells(Cells::place(Set::LapOrigin))),
            Noun::Here => (Thing::Here, Value::Cells(Cells::place(Set::Here))),
            Noun::It => {
                if !at.it {
                    self.say(
                        Diagnostic::new(
                            Code::NotKnownHere,
                            span,
                            "`it` means nothing here",
                            "`it` is the pit tested in a `where` or `while`",
                        )
                        .help("the pit of the latest seed is `here`"),
                    );
                    return Value::Mistaken;
                }
                (Thing::Position, Value::Cells(Cells::place(Set::It)))
            }
            Noun::Everything => (Thing::Position, Value::Cells(Cells::new(Set::Everything))),
            Noun::Total => (Thing::Position, Value::Number(Number::Total)),
            Noun::Hand => (Thing::Hand, Value::Number(Number::Hand)),
            Noun::Lifted => (Thing::Lap, Value::Number(Number::Lifted)),
            Noun::Lap => (Thing::Lap, Value::Subject(Subject::Lap)),
            Noun::Captured => (Thing::Deeds, Value::Number(Number::Captured)),
            Noun::CapturedThisLap => (Thing::Deeds, Value::Number(Number::CapturedThisLap)),
            Noun::CapturedBy(player) => (Thing::Deeds, Value::Number(Number::CapturedBy(super::sets::player(player)))),
            Noun::MovesBy(player) => (Thing::Position, Value::Number(Number::Moves(super::sets::player(player)))),
            Noun::CapturingMovesBy(player) => {
                (Thing::Position, Value::Number(Number::CapturingMoves(super::sets::player(player))))
            }
            Noun::TurnsSinceCapture => (Thing::Position, Value::Number(Number::TurnsSinceCapture)),
            Noun::Repetition => (Thing::Repetition, Value::Number(Number::Repetition)),
            Noun::SeedsInPlay => (Thing::Position, Value::Number(Number::SeedsInPlay)),
            Noun::Direction => (Thing::Lap, Value::Subject(Subject::Direction)),
            Noun::Mover => (Thing::Position, Value::Subject(Subject::Mover)),
            Noun::Opponent => (Thing::Position, Value::Subject(Subject::Opponent)),
            Noun::Move => (Thing::Deeds, Value::Subject(Subject::Move)),
        };
        if self.knows(thing, at, span) { value } else { Value::Mistaken }
    }

    /// A name of the file's own.
    fn named(&mut self, name: &str, span: Span, at: At) -> Value {
        let Some(meaning) = self.find(name, span) else {
            if self.scope.find(name).is_none() {
                self.say(self.unknown(name, span));
            }
            return Value::Mistaken;
        };
        match meaning {
            Meaning::Option(index) => match &self.settings[index] {
                OptionValue::Number(number) => Value::Number(Number::Fixed(*number)),
                OptionValue::Word(_) => Value::Subject(Subject::Option(index)),
            },
            Meaning::Mark(mark) => {
                if !self.knows(Thing::Position, at, span) {
                    return Value::Mistaken;
                }
                Value::Cells(self.marked(mark, crate::rules::Keeper::Any))
            }
            Meaning::Counter(counter) => {
                if !self.knows(Thing::Position, at, span) {
                    return Value::Mistaken;
                }
                Value::Number(Number::Counter(counter, crate::rules::Player::Mover))
            }
            Meaning::Definition(index) => self.write_out(index, span, at),
        }
    }

    /// What to say of a name that nothing declares: perhaps a value of an option.
    pub(super) fn unknown(&self, name: &str, span: Span) -> Diagnostic {
        let holder = self.scope.options.iter().find_map(|option| match &option.item.values {
            crate::syntax::tree::OptionValues::Words(words) if words.iter().any(|word| word.value == name) => {
                Some(&option.item.name.value)
            }
            _ => None,
        });
        match holder {
            Some(option) => Diagnostic::new(
                Code::UnknownName,
                span,
                format!("`{name}` is a value of the option `{option}`"),
                "a value follows `is`",
            )
            .help(format!("write `{option} is {name}`")),
            None => {
                let known = self.scope.all();
                let declared = !mistakes::near(name, known.iter().copied()).is_empty();
                let word = mistakes::meant_word(name, span).filter(|_| !declared);
                word.unwrap_or_else(|| mistakes::unknown_name(name, span, &known))
            }
        }
    }

    /// What to say of pits that are joined by `and` instead of a comma.
    fn pits_joined(&self, expr: &Expr) -> Option<Diagnostic> {
        let ExprKind::Chain(first, rest) = &expr.kind else { return None };
        let is_pits = |part: &Expr| {
            matches!(
                part.kind,
                ExprKind::Pits { .. }
                    | ExprKind::Store(_)
                    | ExprKind::Bank(_)
                    | ExprKind::Noun(Noun::Here | Noun::Origin | Noun::LapOrigin | Noun::It)
                    | ExprKind::Step { .. }
                    | ExprKind::Opposite(_)
                    | ExprKind::Behind(_)
                    | ExprKind::Beside(_)
            )
        };
        let (joiner, _) = rest.first()?;
        if !is_pits(first) || !rest.iter().all(|(_, part)| is_pits(part)) {
            return None;
        }
        let parts: Vec<&str> = std::iter::once(&**first)
            .chain(rest.iter().map(|(_, part)| part))
            .map(|part| self.text_of(part.span))
            .collect();
        let word = self.text_of(joiner.span);
        let (list, before) = (parts.join(", "), Span::new(first.span.end, joiner.span.end));
        let said = Diagnostic::new(
            Code::WrongKind,
            joiner.span,
            format!("`{word}` stands between two pits"),
            "it joins conditions",
        )
        .help(format!("pits are listed with a comma: `{list}`"));
        Some(if rest.len() == 1 { said.fix("write a comma", before, ",", true) } else { said })
    }

    /// A set of pits.
    pub(super) fn set(&mut self, expr: &'t Expr, at: At) -> Cells {
        if let Some(said) = self.pits_joined(expr) {
            self.say(said);
            return Cells::none();
        }
        match self.value(expr, at) {
            Value::Cells(cells) => cells,
            Value::Mistaken => Cells::none(),
            other => {
                let help = match other {
                    Value::Number(_) | Value::Subject(Subject::Lap) => {
                        "pits are named like `here`, `own pits 1..3`, `opposite`"
                    }
                    Value::Subject(Subject::Opponent) => "the opponent's pits are `opponent pits`",
                    Value::Subject(Subject::Mover) => "the mover's pits are `own pits`",
                    _ => "pits are named like `here`, `own pits`, `opposite`; a condition follows `when` or `where`",
                };
                self.say(mistakes::wrong_kind(expr.span, "a pit or a set of pits", other.phrase(), help));
                Cells::none()
            }
        }
    }

    /// A set that is one pit at the most.
    pub(super) fn place(&mut self, expr: &'t Expr, at: At) -> Set {
        let cells = self.set(expr, at);
        if !cells.place {
            let help = "name one pit, such as `here`, `origin`, `next`, `opposite`, `own pit 3`";
            self.say(mistakes::wrong_kind(expr.span, "one pit", "a set of pits", help));
        }
        cells.set
    }

    /// A number.
    pub(super) fn number(&mut self, expr: &'t Expr, at: At) -> Number {
        match self.value(expr, at) {
            Value::Number(number) => number,
            Value::Subject(Subject::Lap) => Number::Lap,
            Value::Mistaken => Number::Fixed(0),
            other => {
                let help = match &other {
                    Value::Cells(cells) => {
                        let what = self.text_of(expr.span);
                        let what =
                            if cells.place || !what.contains(',') { what.to_owned() } else { format!("({what})") };
                        format!("a pit's seeds are `seeds in {what}`, its place in the row `column of {what}`")
                    }
                    _ => "write a whole number, an option, or a measure such as `seeds in own pits`".to_owned(),
                };
                self.say(mistakes::wrong_kind(expr.span, "a number", other.phrase(), help));
                Number::Fixed(0)
            }
        }
    }

    /// A number that is the same in every position: of an option, or written.
    pub(super) fn fixed(&mut self, expr: &'t Expr) -> Option<u32> {
        let before = self.said.len();
        let number = self.number(expr, At::site(super::Site::Setup));
        if self.said.len() > before {
            return None;
        }
        number.fixed()
    }

    /// A condition.
    pub(super) fn test(&mut self, expr: &'t Expr, at: At) -> Test {
        match self.value(expr, at) {
            Value::Test(test) => test,
            Value::Mistaken => Test::ALWAYS,
            other => {
                let what = self.text_of(expr.span);
                let help = match other {
                    Value::Cells(_) => format!("say what it holds: `{what} holds seeds`, `{what} holds 3+`"),
                    Value::Subject(Subject::Option(index)) => {
                        let option = &self.scope.options[index].item.name.value;
                        format!("say which value: `{option} is ...`")
                    }
                    _ => format!("say what it is: `{what} is 3`, `{what} is 3+`"),
                };
                self.say(mistakes::wrong_kind(expr.span, "a condition", other.phrase(), help));
                Test::ALWAYS
            }
        }
    }

    /// A condition that may be left out.
    pub(super) fn when(&mut self, when: Option<&'t Expr>, at: At) -> Test {
        when.map_or(Test::ALWAYS, |when| self.test(when, at))
    }
}
