//! Conditions and the patterns in them.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Direction, LapKind, Number, Pattern, Player, Quantifier, Set, Side, Test};
use crate::source::Span;
use crate::syntax::tree::{
    self, Expr, ExprKind, Joiner, Noun, OptionValues, PatternKind, QuantifierWord, Spanned, Verb,
};

use super::context::Site;
use super::values::{Cells, Subject, Value};
use super::{At, Lowering, Thing};
use crate::check::mistakes;
use crate::check::scope::Meaning;

/// A relation with its parts at hand.
struct Relation<'t> {
    quantifier: Quantifier,
    quantifier_span: Option<Span>,
    subject: &'t Expr,
    verb: &'t Spanned<Verb>,
    pattern: &'t tree::Pattern,
    span: Span,
}

impl<'t> Lowering<'t> {
    /// An expression that is a condition by its shape.
    pub(super) fn condition(&mut self, expr: &'t Expr, at: At) -> Test {
        match &expr.kind {
            ExprKind::CapturedFrom { every, set } => {
                let cells = self.set(set, at).set;
                if !self.knows(Thing::Deeds, at, expr.span) {
                    return Test::ALWAYS;
                }
                if *every { Test::CapturedFromEvery(cells) } else { Test::CapturedFrom(cells) }
            }
            ExprKind::Reached(set) => {
                let cells = self.set(set, at).set;
                if self.knows(Thing::Deeds, at, expr.span) { Test::Reached(cells) } else { Test::ALWAYS }
            }
            ExprKind::Not(inner) => self.test(inner, at).negated(),
            ExprKind::Chain(first, rest) => self.chain(first, rest, at),
            ExprKind::Relation { quantifier, subject, verb, pattern } => {
                let which = match quantifier.as_ref().map(|word| word.value) {
                    None => Quantifier::Together,
                    Some(QuantifierWord::Every) => Quantifier::Every,
                    Some(QuantifierWord::Any) => Quantifier::Any,
                };
                self.relation(
                    Relation {
                        quantifier: which,
                        quantifier_span: quantifier.as_ref().map(|word| word.span),
                        subject,
                        verb,
                        pattern,
                        span: expr.span,
                    },
                    at,
                )
            }
            ExprKind::In { subject, negated, set } => {
                let pit = self.place(subject, at);
                let cells = self.set(set, at).set;
                let test = if cells.is_never() { Test::Constant(false) } else { Test::In(pit, cells) };
                // "not in" is true of a pit that does not exist: it is in no set.
                if *negated { test.negated() } else { test }
            }
            _ => Test::ALWAYS,
        }
    }

    /// Conditions joined by `and` or by `or`.
    fn chain(&mut self, first: &'t Expr, rest: &'t [(Spanned<Joiner>, Expr)], at: At) -> Test {
        let joiner = rest.first().map_or(Joiner::And, |(joiner, _)| joiner.value);
        if let Some((other, _)) = rest.iter().find(|(word, _)| word.value != joiner) {
            self.mixed(first, rest, other.span);
        }
        let mut tests = vec![self.test(first, at)];
        for (_, part) in rest {
            tests.push(self.test(part, at));
        }
        if joiner == Joiner::And { Test::all(tests) } else { Test::any(tests) }
    }

    /// `and` and `or` without brackets: says both readings.
    fn mixed(&mut self, first: &Expr, rest: &[(Spanned<Joiner>, Expr)], other: Span) {
        let joiner = rest[0].0.span;
        let mut parts = vec![self.text_of(first.span).to_owned()];
        let mut words = Vec::new();
        for (word, part) in rest {
            words.push(word.value);
            parts.push(self.text_of(part.span).to_owned());
        }
        let reading = |tight: Joiner, loose: &str, tight_word: &str| {
            let mut groups: Vec<Vec<&str>> = vec![vec![&parts[0]]];
            for (word, part) in words.iter().zip(&parts[1..]) {
                if *word == tight {
                    if let Some(group) = groups.last_mut() {
                        group.push(part);
                    }
                } else {
                    groups.push(vec![part]);
                }
            }
            groups
                .iter()
                .map(|group| match group.as_slice() {
                    [one] => (*one).to_owned(),
                    many => format!("({})", many.join(&format!(" {tight_word} "))),
                })
                .collect::<Vec<_>>()
                .join(&format!(" {loose} "))
        };
        let help = format!("write `{}` or `{}`", reading(Joiner::And, "or", "and"), reading(Joiner::Or, "and", "or"));
        let words = (self.text_of(joiner), self.text_of(other));
        self.say(
            Diagnostic::new(
                Code::MixedAndOr,
                other,
                "`and` and `or` are mixed without brackets",
                "this can be read in two ways",
            )
            .label(joiner, format!("`{}` here, `{}` there", words.0, words.1))
            .help(help.split_whitespace().collect::<Vec<_>>().join(" ")),
        );
    }

    /// `X holds P`, `X held P`, `X is P`, `X was P`.
    fn relation(&mut self, relation: Relation<'t>, at: At) -> Test {
        match relation.verb.value {
            Verb::Holds => self.holds(&relation, at),
            Verb::Held => self.held(&relation, at),
            Verb::Is | Verb::Was => {
                if let Some(span) = relation.quantifier_span {
                    self.say(mistakes::wrong_kind(
                        span,
                        "`holds` or `held` after `every` and `any`",
                        "a comparison with `is`",
                        "such as `every own pit holds 2+`, `any opponent pit holds nothing`",
                    ));
                    return Test::ALWAYS;
                }
                if relation.verb.value == Verb::Was {
                    return self.was(&relation, at);
                }
                self.is(&relation, at)
            }
        }
    }

    fn holds(&mut self, relation: &Relation<'t>, at: At) -> Test {
        match self.value(relation.subject, at) {
            Value::Cells(cells) => {
                let pattern = self.pattern(relation.pattern, at);
                if !self.knows(Thing::Position, at, relation.subject.span) {
                    return Test::ALWAYS;
                }
                Test::Holds(relation.quantifier, cells.set, pattern)
            }
            Value::Mistaken => {
                self.pattern(relation.pattern, at);
                Test::ALWAYS
            }
            other => {
                let help = format!(
                    "a number is compared with `is`: `{} is {}`",
                    self.text_of(relation.subject.span),
                    self.text_of(relation.pattern.span)
                );
                self.say(mistakes::wrong_kind(relation.subject.span, "a pit or a set of pits", other.phrase(), help));
                Test::ALWAYS
            }
        }
    }

    fn held(&mut self, relation: &Relation<'t>, at: At) -> Test {
        let is_here = matches!(relation.subject.kind, ExprKind::Noun(Noun::Here));
        let cells = self.set(relation.subject, at);
        let pattern = self.pattern(relation.pattern, at);
        if is_here && at.site.knows(Thing::HereHeld) {
            return Test::HereHeld(pattern);
        }
        if !is_here && !at.site.knows(Thing::HeldBefore) {
            let what = self.text_of(relation.subject.span);
            self.say(
                Diagnostic::new(
                    Code::NotKnownHere,
                    relation.verb.span,
                    format!("what `{what}` held is not known {}", at.site.phrase()),
                    "only `here held` is known while a move is made",
                )
                .label(relation.subject.span, "this is another pit")
                .help(format!("ask what it holds now: `{what} holds {}`", self.text_of(relation.pattern.span))),
            );
            return Test::ALWAYS;
        }
        let thing = if is_here { Thing::HereHeld } else { Thing::HeldBefore };
        if !at.site.knows(Thing::HeldBefore) && !self.knows(thing, at, relation.span) {
            return Test::ALWAYS;
        }
        // Before a move is made there is nothing yet that could differ from before it.
        if at.site == Site::RequireWhen {
            return Test::Holds(relation.quantifier, cells.set, pattern);
        }
        Test::HeldBefore(relation.quantifier, cells.set, pattern)
    }

    fn was(&mut self, relation: &Relation<'t>, at: At) -> Test {
        match self.value(relation.subject, at) {
            Value::Subject(Subject::Direction) => {
                let (word, negated) = self.word(relation.pattern);
                match direction_word(word) {
                    Some(direction) => not_if(negated, Test::DirectionWas(direction)),
                    None => self.bad_value(relation.pattern, "direction", &["anticlockwise", "clockwise"]),
                }
            }
            Value::Mistaken => Test::ALWAYS,
            other => {
                if matches!(other, Value::Cells(_))
                    && let Some(diagnostic) = self.emptiness(relation, at)
                {
                    self.say(diagnostic);
                    return Test::ALWAYS;
                }
                self.say(
                    Diagnostic::new(
                        Code::WrongKind,
                        relation.verb.span,
                        "only the direction of the lap before is remembered",
                        "`was` follows `direction`",
                    )
                    .help("of a pit ask what it held: `here held seeds`; of a number ask what it is: `lap is 2+`"),
                );
                Test::ALWAYS
            }
        }
    }

    fn is(&mut self, relation: &Relation<'t>, at: At) -> Test {
        let (word, negated) = self.word(relation.pattern);
        match self.value(relation.subject, at) {
            Value::Number(number) => Test::is(number, self.pattern(relation.pattern, at)),
            Value::Cells(cells) => self.is_condition(relation, cells, at),
            Value::Mistaken => Test::ALWAYS,
            Value::Test(_) => {
                self.say(mistakes::wrong_kind(
                    relation.subject.span,
                    "a number",
                    "a condition",
                    "a condition stands alone, `not` before it says the opposite",
                ));
                Test::ALWAYS
            }
            Value::Subject(Subject::Lap) => match word {
                "first" => not_if(negated, Test::LapIs(LapKind::First)),
                "relay" => not_if(negated, Test::LapIs(LapKind::Relay)),
                "resown" => not_if(negated, Test::LapIs(LapKind::Resown)),
                _ => Test::is(Number::Lap, self.pattern(relation.pattern, at)),
            },
            Value::Subject(Subject::Direction) => match direction_word(word) {
                Some(direction) => not_if(negated, Test::DirectionIs(direction)),
                None => self.bad_value(relation.pattern, "direction", &["anticlockwise", "clockwise"]),
            },
            Value::Subject(subject @ (Subject::Mover | Subject::Opponent)) => {
                let player = if subject == Subject::Mover { Player::Mover } else { Player::Opponent };
                let side = |side: Side| Test::MoverIs(if player == Player::Mover { side } else { side.other() });
                let test = match word {
                    "south" => side(Side::South),
                    "north" => side(Side::North),
                    "stuck" if self.knows(Thing::Stuck, at, relation.pattern.span) => Test::Stuck(player),
                    "stuck" => return Test::ALWAYS,
                    _ => {
                        let subject = self.text_of(relation.subject.span);
                        return self.bad_value(relation.pattern, subject, &["south", "north", "stuck"]);
                    }
                };
                not_if(negated, test)
            }
            Value::Subject(Subject::Move) => match self.scope.kind_of_move(word) {
                Some(kind) => not_if(negated, Test::MoveIs(kind)),
                None => {
                    let known: Vec<&str> = self.scope.moves.iter().flatten().map(String::as_str).collect();
                    if known.is_empty() {
                        self.say(
                            Diagnostic::new(
                                Code::UnknownValue,
                                relation.pattern.span,
                                format!("no kind of move is called `{word}`"),
                                "no line of `play` has a name",
                            )
                            .help(format!("give it one: `play own pits as {word}`")),
                        );
                        return Test::ALWAYS;
                    }
                    self.bad_value(relation.pattern, "move", &known)
                }
            },
            Value::Subject(Subject::Option(index)) => {
                let option = self.scope.options[index].item;
                let OptionValues::Words(words) = &option.values else { return Test::ALWAYS };
                if !words.iter().any(|allowed| allowed.value == word) {
                    let allowed: Vec<&str> = words.iter().map(|word| word.value.as_str()).collect();
                    return self.bad_value(relation.pattern, &option.name.value, &allowed);
                }
                let holds = matches!(&self.settings[index], crate::rules::Value::Word(value) if value == word);
                Test::Constant(holds != negated)
            }
        }
    }

    /// `it is NAME`: a condition that was defined and speaks of `it`.
    fn is_condition(&mut self, relation: &Relation<'t>, cells: Cells, at: At) -> Test {
        let Cells { set, place, .. } = cells;
        let (pattern, negated) = match &relation.pattern.kind {
            PatternKind::Not(inner) => (&**inner, true),
            _ => (relation.pattern, false),
        };
        if let PatternKind::Value(Expr { kind: ExprKind::Name(name), span }) = &pattern.kind {
            match self.scope.find(name) {
                Some((Meaning::Definition(index), _))
                    if self.scope.definitions[index].kind == tree::DefineKind::Condition =>
                {
                    // What is asked of one pit alone is asked no more often.
                    if !place && !self.enter_level(*span) {
                        return Test::ALWAYS;
                    }
                    let test = match self.value_of_name(name, *span, at.with_it()) {
                        Value::Test(test) => test,
                        _ => Test::ALWAYS,
                    };
                    self.levels -= usize::from(!place);
                    let of_subject = if set == Set::It {
                        test
                    } else {
                        let fits = set.filter(test);
                        Test::Is(Number::CountOf(Box::new(fits)), Pattern::AtLeast(Number::Fixed(1)))
                    };
                    return not_if(negated, of_subject);
                }
                None => {
                    let diagnostic = self.emptiness(relation, at).unwrap_or_else(|| self.unknown(name, *span));
                    self.say(diagnostic);
                    return Test::ALWAYS;
                }
                Some(_) => {}
            }
        }
        let what = self.text_of(relation.subject.span);
        let said = self.text_of(relation.pattern.span);
        self.say(
            Diagnostic::new(
                Code::WrongKind,
                relation.verb.span,
                "a pit is compared with a number",
                format!("`{what}` is a pit, `{said}` speaks of a number"),
            )
            .help(format!("a pit holds seeds: `{what} holds {said}`")),
        );
        Test::ALWAYS
    }

    /// `here is empty`: what the table of mistakes says of a verb and the words behind it.
    fn emptiness(&self, relation: &Relation<'t>, at: At) -> Option<Diagnostic> {
        let span = relation.verb.span.to(relation.pattern.span);
        let typed = self.text_of(span).to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
        let rows = crate::syntax::mistakes::find(&typed);
        let meant =
            rows.flat_map(|row| row.meant).find(|meant| meant.starts_with("holds ") || meant.starts_with("held "))?;
        // A seed has just fallen in `here`: what it held before is meant. Of another pit that is not known while a move
        // is made.
        let is_here = matches!(relation.subject.kind, ExprKind::Noun(Noun::Here));
        let meant = if is_here && at.site.knows(Thing::HereHeld) {
            meant.replacen("holds", "held", 1)
        } else if is_here || at.site.knows(Thing::HeldBefore) {
            (*meant).to_owned()
        } else {
            meant.replacen("held", "holds", 1)
        };
        let message = format!("`{typed}` is not said in this language");
        let help = format!("write `{} {meant}`", self.text_of(relation.subject.span));
        Some(Diagnostic::new(Code::UnknownWord, span, message, format!("here one says `{meant}`")).help(help).fix(
            format!("write `{meant}`"),
            span,
            meant,
            true,
        ))
    }

    fn value_of_name(&mut self, name: &str, span: Span, at: At) -> Value {
        match self.find(name, span) {
            Some(Meaning::Definition(index)) => self.write_out(index, span, at),
            _ => Value::Mistaken,
        }
    }

    /// The word that a pattern is, whatever kind of word, and whether `not` stands before it.
    fn word(&self, pattern: &'t tree::Pattern) -> (&'t str, bool) {
        match &pattern.kind {
            PatternKind::Not(inner) => (self.word(inner).0, !self.word(inner).1),
            _ => (self.text_of(pattern.span).trim(), false),
        }
    }

    /// A word that is none of the allowed ones.
    fn bad_value(&mut self, pattern: &'t tree::Pattern, of: &str, allowed: &[&str]) -> Test {
        let (word, _) = self.word(pattern);
        let span = match &pattern.kind {
            PatternKind::Not(inner) => inner.span,
            _ => pattern.span,
        };
        self.say(mistakes::unknown_value(word, span, of, allowed));
        Test::ALWAYS
    }
}

fn not_if(negated: bool, test: Test) -> Test {
    if negated { test.negated() } else { test }
}

fn direction_word(word: &str) -> Option<Direction> {
    match word {
        "anticlockwise" => Some(Direction::Anticlockwise),
        "clockwise" => Some(Direction::Clockwise),
        _ => None,
    }
}
