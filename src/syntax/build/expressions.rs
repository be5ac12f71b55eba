//! From pairs to expressions and patterns.

use pest::iterators::Pair;

use super::{Builder, Parts, inner, row_kind};
use crate::source::Span;
use crate::syntax::Rule;
use crate::syntax::limits::MAX_DEPTH;
use crate::syntax::tree::*;

/// What builds an expression out of two.
type Join = fn(Box<Expr>, Box<Expr>) -> ExprKind;

impl Builder {
    /// An expression, from the pair of any rule that is one.
    pub(super) fn expression(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let pair = innermost(pair)?;
        let span = self.span(&pair);
        self.depth += 1;
        // Each bracket takes some three of these levels, a chain such as `next of next of ...` one a word.
        let built = if self.depth > 4 * MAX_DEPTH {
            self.too_deep(span);
            Some(Expr { kind: ExprKind::Number(0), span })
        } else {
            self.expression_inside(pair, span)
        };
        self.depth -= 1;
        built
    }

    fn boxed(&mut self, pair: Pair<'_, Rule>) -> Option<Box<Expr>> {
        self.expression(pair).map(Box::new)
    }

    fn expression_inside(&mut self, pair: Pair<'_, Rule>, span: Span) -> Option<Expr> {
        let rule = pair.as_rule();
        let kind = match rule {
            Rule::number => ExprKind::Number(self.number(pair).value),
            Rule::name | Rule::value => ExprKind::Name(pair.as_str().to_owned()),
            Rule::kw_opponent => ExprKind::Noun(Noun::Opponent),
            Rule::told_value => ExprKind::Word(told_value(inner(pair)?.as_rule())),
            Rule::primary | Rule::bound_word => return self.expression(inner(pair)?),
            Rule::start_place => self.start_place(pair)?,
            Rule::list | Rule::mark_at => {
                let mut parts = Parts::of(pair);
                let mut all = Vec::new();
                while let Some(part) = parts.next() {
                    all.push(self.expression(part)?);
                }
                if all.len() == 1 {
                    return all.pop();
                }
                ExprKind::List(all)
            }
            Rule::element => {
                let mut parts = Parts::of(pair);
                let set = self.expression(parts.next()?)?;
                match parts.take(Rule::where_) {
                    None => return Some(set),
                    Some(fits) => {
                        let fits = self.boxed(Parts::of(fits).take(Rule::condition)?)?;
                        ExprKind::Where(Box::new(set), fits)
                    }
                }
            }
            Rule::run => {
                let mut parts = Parts::of(pair);
                let way = match inner(parts.take(Rule::way)?)?.as_rule() {
                    Rule::kw_back => WayWord::Back,
                    _ => WayWord::On,
                };
                ExprKind::Run { way, from: self.boxed(parts.next()?)?, fits: self.boxed(parts.next()?)? }
            }
            Rule::first_place => {
                let mut parts = Parts::of(pair);
                let way = along(parts.take(Rule::along)?)?;
                ExprKind::First { way, from: self.boxed(parts.next()?)?, fits: self.boxed(parts.next()?)? }
            }
            Rule::condition => {
                let mut parts = Parts::of(pair);
                let first = self.expression(parts.next()?)?;
                let mut rest = Vec::new();
                while let Some(word) = parts.take(Rule::joiner) {
                    let span = self.span(&word);
                    let value = if inner(word)?.as_rule() == Rule::kw_and { Joiner::And } else { Joiner::Or };
                    rest.push((Spanned { value, span }, self.expression(parts.next()?)?));
                }
                if rest.is_empty() {
                    return Some(first);
                }
                ExprKind::Chain(Box::new(first), rest)
            }
            Rule::simple => {
                let mut parts = Parts::of(pair);
                let negated = parts.take(Rule::negation).is_some();
                let condition = self.expression(parts.next()?)?;
                if !negated {
                    return Some(condition);
                }
                ExprKind::Not(Box::new(condition))
            }
            Rule::relation => return self.relation(pair, span),
            Rule::sum | Rule::product => return self.calculation(pair),
            Rule::except => return self.nested(pair, ExprKind::Except),
            Rule::group => ExprKind::Group(self.boxed(Parts::of(pair).next()?)?),
            Rule::step => {
                let mut parts = Parts::of(pair);
                let count = Some(self.boxed(parts.next()?)?);
                let way = along(parts.take(Rule::along)?)?;
                ExprKind::Step { count, way, from: Some(self.boxed(parts.next()?)?) }
            }
            Rule::neighbour => {
                let next = inner(pair.clone())?.as_rule() == Rule::kw_next;
                let way = if next { WayWord::On } else { WayWord::Back };
                ExprKind::Step { count: None, way, from: self.of_pit(pair)? }
            }
            Rule::opposite => ExprKind::Opposite(self.of_pit(pair)?),
            Rule::behind => ExprKind::Behind(self.boxed(Parts::of(pair).next()?)?),
            Rule::beside => ExprKind::Beside(self.boxed(Parts::of(pair).next()?)?),
            Rule::half_of => ExprKind::Measure(Measure::HalfOf, self.boxed(Parts::of(pair).next()?)?),
            Rule::measure => {
                let mut parts = Parts::of(pair);
                let measure = match parts.next()?.as_rule() {
                    Rule::seeds_in_set => Measure::SeedsIn,
                    Rule::column_of => Measure::ColumnOf,
                    _ => Measure::CountOf,
                };
                ExprKind::Measure(measure, self.boxed(parts.next()?)?)
            }
            Rule::captured_from => {
                let mut parts = Parts::of(pair);
                let every = parts.take(Rule::each_pit).is_some();
                ExprKind::CapturedFrom { every, set: self.boxed(parts.next()?)? }
            }
            Rule::reached => ExprKind::Reached(self.boxed(Parts::of(pair).next()?)?),
            Rule::pits => self.pits(Parts::of(pair))?,
            Rule::store => ExprKind::Store(self.whose(pair)),
            Rule::bank => ExprKind::Bank(self.whose(pair)),
            Rule::owned => {
                let mut parts = Parts::of(pair);
                let owner = self.owner(parts.take(Rule::owner)?)?;
                ExprKind::Owned(owner, self.name(parts.take(Rule::name)?))
            }
            Rule::noun => ExprKind::Noun(noun(inner(pair)?)?),
            _ => return None,
        };
        Some(Expr { kind, span })
    }

    /// A sum or a product: signs between its parts, from the left.
    fn calculation(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let mut parts = Parts::of(pair);
        let mut left = self.expression(parts.next()?)?;
        let mut terms = 1;
        while let Some(sign) = parts.next() {
            let sign = match sign.as_str() {
                "+" => Sign::Plus,
                "-" => Sign::Minus,
                "*" => Sign::Times,
                _ => Sign::Over,
            };
            let right = self.expression(parts.next()?)?;
            left = self.joined(left, right, &mut terms, |left, right| ExprKind::Calculation(left, sign, right))?;
        }
        Some(left)
    }

    /// Parts that nest from the left.
    fn nested(&mut self, pair: Pair<'_, Rule>, join: Join) -> Option<Expr> {
        let mut parts = Parts::of(pair);
        let mut left = self.expression(parts.next()?)?;
        let mut terms = 1;
        while let Some(part) = parts.next() {
            let right = self.expression(part)?;
            left = self.joined(left, right, &mut terms, join)?;
        }
        Some(left)
    }

    /// Two parts as one, up to the limit of depth.
    fn joined(
        &mut self,
        left: Expr,
        right: Expr,
        terms: &mut usize,
        join: impl FnOnce(Box<Expr>, Box<Expr>) -> ExprKind,
    ) -> Option<Expr> {
        *terms += 1;
        if *terms > MAX_DEPTH {
            self.too_deep(right.span);
            return Some(left);
        }
        let span = left.span.to(right.span);
        Some(Expr { kind: join(Box::new(left), Box::new(right)), span })
    }

    fn relation(&mut self, pair: Pair<'_, Rule>, span: Span) -> Option<Expr> {
        let mut parts = Parts::of(pair);
        let quantifier = match parts.take(Rule::quantifier) {
            None => None,
            Some(pair) => {
                let span = self.span(&pair);
                let every = inner(pair)?.as_rule() == Rule::kw_every;
                Some(Spanned { value: if every { QuantifierWord::Every } else { QuantifierWord::Any }, span })
            }
        };
        let subject = self.expression(parts.next()?)?;
        let Some(tail) = parts.next() else { return Some(subject) };
        let rule = tail.as_rule();
        let mut parts = Parts::of(tail);
        if rule == Rule::in_tail {
            let negated = parts.take(Rule::negation).is_some();
            let set = self.boxed(parts.next()?)?;
            return Some(Expr { kind: ExprKind::In { subject: Box::new(subject), negated, set }, span });
        }
        let verb = parts.next()?;
        let verb_span = self.span(&verb);
        let value = match inner(verb)?.as_rule() {
            Rule::kw_held => Verb::Held,
            Rule::kw_is => Verb::Is,
            Rule::kw_was => Verb::Was,
            _ => Verb::Holds,
        };
        let negation = parts.take(Rule::negation).map(|pair| self.span(&pair));
        let mut pattern = self.pattern(parts.next()?)?;
        if let Some(not) = negation {
            let span = not.to(pattern.span);
            pattern = Pattern { kind: PatternKind::Not(Box::new(pattern)), span };
        }
        let verb = Spanned { value, span: verb_span };
        let kind = ExprKind::Relation { quantifier, subject: Box::new(subject), verb, pattern: Box::new(pattern) };
        Some(Expr { kind, span })
    }

    fn pattern(&mut self, pair: Pair<'_, Rule>) -> Option<Pattern> {
        let span = self.span(&pair);
        let pair = if pair.as_rule() == Rule::pattern { inner(pair)? } else { pair };
        let kind = match pair.as_rule() {
            Rule::any_of => {
                let mut parts = Parts::of(pair);
                let mut all = Vec::new();
                while let Some(part) = parts.next() {
                    all.push(self.pattern(part)?);
                }
                PatternKind::AnyOf(all)
            }
            Rule::range => {
                let mut parts = Parts::of(pair);
                PatternKind::Range(self.expression(parts.next()?)?, self.expression(parts.next()?)?)
            }
            Rule::at_least => PatternKind::AtLeast(self.expression(Parts::of(pair).next()?)?),
            Rule::more_than => PatternKind::MoreThan(self.expression(Parts::of(pair).next()?)?),
            Rule::fewer_than => PatternKind::FewerThan(self.expression(Parts::of(pair).next()?)?),
            Rule::as_many_as => PatternKind::AsManyAs(self.expression(Parts::of(pair).next()?)?),
            Rule::kw_even => PatternKind::Even,
            Rule::kw_odd => PatternKind::Odd,
            Rule::kw_nothing => PatternKind::Nothing,
            Rule::some_seeds => PatternKind::Seeds,
            _ => PatternKind::Value(self.expression(pair)?),
        };
        Some(Pattern { kind, span })
    }

    /// Pits of a side: the owner, the row, the word and the bounds that follow.
    fn pits(&mut self, mut parts: Parts<'_>) -> Option<ExprKind> {
        let owner = match parts.take(Rule::owner) {
            Some(pair) => self.owner(pair).map(|owner| owner.value),
            None => None,
        };
        let row = parts.take(Rule::row_kind).and_then(row_kind);
        let word = inner(parts.take(Rule::pit_word)?)?.as_rule();
        let columns = matches!(word, Rule::kw_columns | Rule::kw_column);
        let bounds = match parts.take(Rule::bounds) {
            None => None,
            Some(pair) => {
                let mut parts = Parts::of(pair);
                let first = self.boxed(parts.next()?)?;
                let last = match parts.next() {
                    Some(last) => Some(self.boxed(last)?),
                    None => None,
                };
                Some((first, last))
            }
        };
        Some(ExprKind::Pits { owner, row, columns, bounds })
    }

    /// A place before anybody has moved.
    fn start_place(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
        let mut parts = Parts::of(pair);
        let side = parts.take(Rule::side).and_then(|pair| self.side(pair));
        let place = parts.next()?;
        if place.as_rule() == Rule::start_store {
            return Some(ExprKind::Store(side));
        }
        match self.pits(Parts::of(place))? {
            ExprKind::Pits { row, columns, bounds, .. } => Some(ExprKind::Pits { owner: side, row, columns, bounds }),
            other => Some(other),
        }
    }

    /// The PIT of `of PIT` inside a pair, where it is said.
    fn of_pit(&mut self, pair: Pair<'_, Rule>) -> Option<Option<Box<Expr>>> {
        let Some(of) = Parts::of(pair).take(Rule::of_pit) else { return Some(None) };
        Some(Some(self.boxed(Parts::of(of).next()?)?))
    }

    pub(super) fn owner(&self, pair: Pair<'_, Rule>) -> Option<Spanned<Owner>> {
        let span = self.span(&pair);
        let own = inner(pair)?.as_rule() == Rule::kw_own;
        Some(Spanned { value: if own { Owner::Own } else { Owner::Opponent }, span })
    }

    /// The owner said in a pair, where one is.
    fn whose(&self, pair: Pair<'_, Rule>) -> Option<Owner> {
        let owner = Parts::of(pair).take(Rule::owner)?;
        self.owner(owner).map(|owner| owner.value)
    }
}

/// The pair that says something, inside those that only pass it on.
fn innermost(mut pair: Pair<'_, Rule>) -> Option<Pair<'_, Rule>> {
    use Rule::*;
    while matches!(
        pair.as_rule(),
        list | mark_at | element | condition | simple | relation | sum | product | except | primary | bound_word
    ) {
        let mut parts = pair.clone().into_inner();
        let only = parts.next()?;
        if parts.next().is_some() {
            break;
        }
        pair = only;
    }
    Some(pair)
}

fn along(pair: Pair<'_, Rule>) -> Option<WayWord> {
    Some(if inner(pair)?.as_rule() == Rule::kw_after { WayWord::On } else { WayWord::Back })
}

fn told_value(rule: Rule) -> Word {
    match rule {
        Rule::kw_first => Word::First,
        Rule::kw_relay => Word::Relay,
        Rule::kw_resown => Word::Resown,
        Rule::kw_anticlockwise => Word::Anticlockwise,
        Rule::kw_clockwise => Word::Clockwise,
        Rule::kw_south => Word::South,
        Rule::kw_north => Word::North,
        _ => Word::Stuck,
    }
}

fn noun(pair: Pair<'_, Rule>) -> Option<Noun> {
    let rule = pair.as_rule();
    let player = || {
        let player = inner(Parts::of(pair.clone()).take(Rule::player)?)?;
        Some(if player.as_rule() == Rule::kw_mover { PlayerWord::Mover } else { PlayerWord::Opponent })
    };
    Some(match rule {
        Rule::seeds_in_play => Noun::SeedsInPlay,
        Rule::lap_origin => Noun::LapOrigin,
        Rule::captured_this_lap => Noun::CapturedThisLap,
        Rule::captured_by => Noun::CapturedBy(player()?),
        Rule::capturing_moves_by => Noun::CapturingMovesBy(player()?),
        Rule::moves_by => Noun::MovesBy(player()?),
        Rule::turns_since_capture => Noun::TurnsSinceCapture,
        Rule::kw_origin => Noun::Origin,
        Rule::kw_here => Noun::Here,
        Rule::kw_it => Noun::It,
        Rule::kw_everything => Noun::Everything,
        Rule::kw_total => Noun::Total,
        Rule::kw_hand => Noun::Hand,
        Rule::kw_lifted => Noun::Lifted,
        Rule::kw_lap => Noun::Lap,
        Rule::kw_captured => Noun::Captured,
        Rule::kw_repetition => Noun::Repetition,
        Rule::kw_direction => Noun::Direction,
        Rule::kw_mover => Noun::Mover,
        Rule::kw_move => Noun::Move,
        _ => return None,
    })
}
