//! From the pairs of the parser to the tree: the file and its statements.

mod expressions;
mod rules;

use pest::iterators::{Pair, Pairs};

use super::tree::*;
use super::{Rule, limits, words};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Builds trees out of pairs. A method answers none only where pairs and grammar do not fit each other.
pub struct Builder {
    /// Where the parsed text begins in its file.
    base: usize,
    /// How deep the expression being built lies.
    depth: usize,
    /// What was found wrong while building.
    pub diagnostics: Vec<Diagnostic>,
}

/// The pairs inside a pair, without words and signs.
pub struct Parts<'i>(std::iter::Peekable<Pairs<'i, Rule>>);

impl<'i> Parts<'i> {
    fn of(pair: Pair<'i, Rule>) -> Self {
        Parts(pair.into_inner().peekable())
    }

    /// The next one.
    fn next(&mut self) -> Option<Pair<'i, Rule>> {
        self.0.by_ref().find(|pair| !is_token(pair.as_rule()))
    }

    /// The next one, if it is of this rule.
    fn take(&mut self, rule: Rule) -> Option<Pair<'i, Rule>> {
        while self.0.next_if(|pair| is_token(pair.as_rule()) && pair.as_rule() != rule).is_some() {}
        self.0.next_if(|pair| pair.as_rule() == rule)
    }

    /// All that follow of this rule.
    fn take_all(&mut self, rule: Rule) -> Vec<Pair<'i, Rule>> {
        std::iter::from_fn(|| self.take(rule)).collect()
    }
}

/// Whether a rule is a word or a sign, of which the tree takes no notice.
fn is_token(rule: Rule) -> bool {
    use Rule::*;
    matches!(rule, open | close | paren_open | paren_close | comma | colon | bar | equals | plus | dots | EOI)
        || words::of_rule(rule).is_some()
}

/// The first pair inside a pair.
fn inner(pair: Pair<'_, Rule>) -> Option<Pair<'_, Rule>> {
    pair.into_inner().next()
}

impl Builder {
    /// A builder for a text that begins at a byte of its file.
    pub fn new(base: usize) -> Self {
        Builder { base, depth: 0, diagnostics: Vec::new() }
    }

    /// Where a pair stands in the file, from its first word to its last: blanks that the parser skipped in search of more
    /// do not count.
    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        let end = pair.clone().into_inner().flatten().next_back().map_or(span.end(), |last| last.as_span().end());
        Span::new(self.base + span.start(), self.base + end)
    }

    fn name(&self, pair: Pair<'_, Rule>) -> Name {
        Spanned { span: self.span(&pair), value: pair.as_str().to_owned() }
    }

    fn text(&self, pair: Pair<'_, Rule>) -> Text {
        Spanned { span: self.span(&pair), value: pair.as_str().trim_matches('"').to_owned() }
    }

    fn number(&mut self, pair: Pair<'_, Rule>) -> Spanned<u32> {
        let span = self.span(&pair);
        let value = pair.as_str().parse().unwrap_or_else(|_| {
            self.diagnostics.push(
                Diagnostic::new(Code::OutOfRange, span, "this number is too large", "more than any game has seeds")
                    .help("numbers go up to 4294967295; counts of seeds up to 65535"),
            );
            u32::MAX
        });
        Spanned { value, span }
    }

    /// The whole file.
    pub fn file(&mut self, mut pairs: Pairs<'_, Rule>) -> Option<Variant> {
        let variant = inner(pairs.next()?)?;
        let span = self.span(&variant);
        let mut parts = Parts::of(variant);
        let name = self.text(parts.take(Rule::text)?);
        let extends = parts.take(Rule::extends).and_then(|pair| Parts::of(pair).take(Rule::text));
        let extends = extends.map(|pair| self.text(pair));
        let items = parts.take_all(Rule::item).into_iter().map(|item| self.item(item)).collect::<Option<_>>()?;
        Some(Variant { name, extends, items, damaged: Vec::new(), span })
    }

    /// A statement: the pair of `item` or `phase_item`.
    pub fn item(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let pair = inner(pair)?;
        let span = self.span(&pair);
        let word = pair.as_str().bytes().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let keyword = Span::new(span.start, span.start + word);
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        let kind = match rule {
            Rule::about => {
                let kind = match inner(parts.next()?)?.as_rule() {
                    Rule::kw_about => TextKind::About,
                    Rule::kw_source => TextKind::Source,
                    Rule::kw_also => TextKind::Also,
                    Rule::kw_region => TextKind::Region,
                    _ => TextKind::Note,
                };
                ItemKind::Text(kind, parts.take_all(Rule::text).into_iter().map(|text| self.text(text)).collect())
            }
            Rule::option => self.option(parts)?,
            Rule::board => {
                let rows = self.number(parts.take(Rule::number)?);
                parts.take(Rule::rows_word);
                let columns = self.expression(parts.take(Rule::sum)?)?;
                let stores = parts.take(Rule::stores).map(|pair| {
                    let span = self.span(&pair);
                    let end = Parts::of(pair).take(Rule::row_end).and_then(inner);
                    let end = end.map(|end| if end.as_rule() == Rule::kw_left { End::Left } else { End::Right });
                    Spanned { value: end, span }
                });
                ItemKind::Board(BoardItem { rows, columns, stores })
            }
            Rule::names => ItemKind::Names(
                parts
                    .take_all(Rule::name_range)
                    .into_iter()
                    .map(|pair| self.name_range(pair))
                    .collect::<Option<_>>()?,
            ),
            Rule::seeds => {
                let placing = self.placing(parts.next()?)?;
                ItemKind::Seeds(SeedsItem { placing, when: self.when(&mut parts)? })
            }
            Rule::mark => {
                let name = self.name(parts.take(Rule::name)?);
                let at = match parts.take(Rule::mark_at) {
                    Some(pair) => Some(self.expression(pair)?),
                    None => None,
                };
                let one_each = parts.take(Rule::one_each).map(|pair| self.clause(&pair));
                let holds_captures = parts.take(Rule::holds_captures).map(|pair| self.clause(&pair));
                ItemKind::Mark(MarkItem { name, one_each, holds_captures, at })
            }
            Rule::counter => ItemKind::Counter {
                name: self.name(parts.take(Rule::name)?),
                each: parts.take(Rule::each).is_some(),
                start: self.expression(parts.take(Rule::sum)?)?,
            },
            Rule::define => self.define(parts)?,
            Rule::phase => {
                let name = self.name(parts.take(Rule::name)?);
                let until = self.clause_condition(&mut parts, Rule::until)?;
                let items = parts.take_all(Rule::phase_item);
                ItemKind::Phase {
                    name,
                    until,
                    items: items.into_iter().map(|item| self.item(item)).collect::<Option<_>>()?,
                }
            }
            Rule::play => {
                let from = self.expression(parts.take(Rule::list)?)?;
                let name = parts.take(Rule::play_name).and_then(|pair| Parts::of(pair).take(Rule::name));
                let name = name.map(|name| self.name(name));
                let rules = match parts.take(Rule::rules) {
                    Some(pair) => Some(self.rules(pair)?),
                    None => None,
                };
                ItemKind::Play { from, name, rules, when: self.when(&mut parts)? }
            }
            Rule::require => ItemKind::Require {
                test: self.expression(parts.take(Rule::condition)?)?,
                if_possible: parts.take(Rule::if_possible).is_some(),
                when: self.when(&mut parts)?,
            },
            Rule::lift => {
                ItemKind::Lift { keep: self.expression(parts.take(Rule::sum)?)?, when: self.when(&mut parts)? }
            }
            Rule::sow => {
                let each_lap = parts.take(Rule::each_lap).is_some();
                let lines = parts.take_all(Rule::sow_line);
                ItemKind::Sow {
                    each_lap,
                    lines: lines.into_iter().map(|line| self.sow_line(line)).collect::<Option<_>>()?,
                }
            }
            Rule::moment => {
                let moments = parts.take_all(Rule::moment_name);
                let moments = moments.into_iter().map(|pair| self.moment(pair)).collect::<Option<_>>()?;
                ItemKind::Moment { moments, laps: None, rules: self.rules(parts.take(Rule::rules)?)? }
            }
            Rule::endless => {
                let laps = match parts.take(Rule::lap_limit) {
                    Some(pair) => Some(self.expression(Parts::of(pair).take(Rule::sum)?)?),
                    None => None,
                };
                let moments = vec![Spanned { value: MomentKind::Endless, span: keyword }];
                ItemKind::Moment { moments, laps, rules: self.rules(parts.take(Rule::rules)?)? }
            }
            Rule::example => {
                let title = self.text(parts.take(Rule::text)?);
                let lines = parts.take_all(Rule::example_line);
                let lines = lines.into_iter().map(|line| self.example_line(line)).collect::<Option<_>>()?;
                ItemKind::Example(Example { title, lines })
            }
            _ => return None,
        };
        Some(Item { kind, span, keyword })
    }

    /// A clause that begins with a comma, without it.
    fn clause(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = self.span(pair);
        let rest = pair.as_str().trim_end().trim_start_matches(|c: char| c == ',' || c.is_ascii_whitespace());
        Span::new(span.end - rest.len(), span.end)
    }

    fn option(&mut self, mut parts: Parts<'_>) -> Option<ItemKind> {
        let name = self.name(parts.take(Rule::name)?);
        let pair = parts.next()?;
        if pair.as_rule() == Rule::option_default {
            let value = self.expression(Parts::of(pair).next()?)?;
            return Some(ItemKind::OptionDefault { name, value });
        }
        let mut parts = Parts::of(pair);
        let about = parts.take(Rule::text).map(|text| self.text(text));
        let pair = parts.next()?;
        let values = if pair.as_rule() == Rule::option_number {
            let mut parts = Parts::of(pair);
            OptionValues::Number {
                default: self.number(parts.take(Rule::number)?),
                low: self.number(parts.take(Rule::number)?),
                high: self.number(parts.take(Rule::number)?),
            }
        } else {
            let words = Parts::of(pair).take_all(Rule::value);
            OptionValues::Words(words.into_iter().map(|word| self.name(word)).collect())
        };
        Some(ItemKind::Option(OptionItem { name, about, values }))
    }

    fn name_range(&mut self, pair: Pair<'_, Rule>) -> Option<NameRange> {
        let mut parts = Parts::of(pair);
        let first = self.name(parts.take(Rule::pit_name)?);
        Some(NameRange { first, last: parts.take(Rule::pit_name).map(|pair| self.name(pair)) })
    }

    fn placing(&mut self, pair: Pair<'_, Rule>) -> Option<Placing> {
        let row_form = pair.as_rule() == Rule::seeds_row;
        let mut parts = Parts::of(pair);
        if !row_form {
            let count = self.expression(parts.take(Rule::sum)?)?;
            return Some(Placing::In { count, place: self.expression(parts.take(Rule::start_place)?)? });
        }
        let side = inner(parts.take(Rule::row_side)?).and_then(|pair| self.side(pair));
        let row = parts.take(Rule::row_kind).and_then(row_kind);
        let counts = parts.take_all(Rule::number).into_iter().map(|pair| self.number(pair)).collect();
        Some(Placing::Row { side, row, counts })
    }

    fn side(&self, pair: Pair<'_, Rule>) -> Option<Owner> {
        if pair.as_rule() != Rule::side {
            return None;
        }
        Some(if inner(pair)?.as_rule() == Rule::kw_south { Owner::South } else { Owner::North })
    }

    fn define(&mut self, mut parts: Parts<'_>) -> Option<ItemKind> {
        let kind = parts.take(Rule::define_kind)?;
        let span = self.span(&kind);
        let value = match inner(kind)?.as_rule() {
            Rule::kw_number => DefineKind::Number,
            Rule::kw_pits => DefineKind::Pits,
            _ => DefineKind::Condition,
        };
        let name = self.name(parts.take(Rule::name)?);
        let mut bodies = Vec::new();
        while let Some(body) = parts.take(Rule::list) {
            let body = self.expression(body)?;
            let condition = self.clause_condition(&mut parts, Rule::condition_on)?;
            bodies.push((body, condition));
        }
        Some(ItemKind::Define { kind: Spanned { value, span }, name, bodies })
    }

    /// A line of `sow`.
    pub fn sow_line(&mut self, pair: Pair<'_, Rule>) -> Option<SowLine> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let what = parts.next()?;
        let kind = match what.as_rule() {
            Rule::direction => SowLineKind::Direction(match inner(what)?.as_rule() {
                Rule::kw_clockwise => DirectionWord::Clockwise,
                _ => DirectionWord::Anticlockwise,
            }),
            Rule::skip => SowLineKind::Skip(self.expression(Parts::of(what).next()?)?),
            _ => SowLineKind::Include(self.expression(Parts::of(what).next()?)?),
        };
        let when = self.when(&mut parts)?;
        Some(SowLine { kind, when, only_if: self.clause_condition(&mut parts, Rule::only_if)?, span })
    }

    fn moment(&self, pair: Pair<'_, Rule>) -> Option<Spanned<MomentKind>> {
        let span = self.span(&pair);
        let value = match inner(pair)?.as_rule() {
            Rule::before_sowing => MomentKind::BeforeSowing,
            Rule::on_the_way => MomentKind::OnTheWay,
            Rule::kw_landing => MomentKind::Landing,
            Rule::on_capture => MomentKind::OnCapture,
            Rule::after_move => MomentKind::AfterMove,
            Rule::kw_stuck => MomentKind::Stuck,
            _ => MomentKind::End,
        };
        Some(Spanned { value, span })
    }

    /// A line of an example.
    pub fn example_line(&mut self, pair: Pair<'_, Rule>) -> Option<ExampleLine> {
        let mut parts = Parts::of(pair);
        let first = parts.next()?;
        if first.as_rule() == Rule::example_option {
            let mut parts = Parts::of(first);
            let name = self.name(parts.take(Rule::name)?);
            return Some(ExampleLine::Option { name, value: self.expression(parts.next()?)? });
        }
        let text = self.text(parts.take(Rule::text)?);
        Some(match inner(first)?.as_rule() {
            Rule::kw_position => ExampleLine::Position(text),
            Rule::kw_play => ExampleLine::Play(text),
            Rule::kw_expect => ExampleLine::Expect(text),
            _ => ExampleLine::Legal(text),
        })
    }

    /// The condition of `when`, where one follows; none of the outer option is a pair that does not fit.
    fn when(&mut self, parts: &mut Parts<'_>) -> Option<Option<Expr>> {
        self.clause_condition(parts, Rule::when)
    }

    /// The condition of a clause such as `when` or `until`, where it follows.
    fn clause_condition(&mut self, parts: &mut Parts<'_>, rule: Rule) -> Option<Option<Expr>> {
        let Some(clause) = parts.take(rule) else { return Some(None) };
        Some(Some(self.expression(Parts::of(clause).take(Rule::condition)?)?))
    }

    /// Complains once about an expression that is nested too deeply.
    fn too_deep(&mut self, span: Span) {
        if !self.diagnostics.iter().any(|diagnostic| diagnostic.code == Code::TooDeep) {
            self.diagnostics.push(limits::too_deep(span));
        }
    }
}

/// `inner` or `outer`.
fn row_kind(pair: Pair<'_, Rule>) -> Option<RowKind> {
    Some(if inner(pair)?.as_rule() == Rule::kw_inner { RowKind::Inner } else { RowKind::Outer })
}
