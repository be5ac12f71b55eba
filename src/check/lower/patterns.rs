//! Patterns: what a number may be.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Number, Pattern};
use crate::syntax::tree::{self, ExprKind, Noun, PatternKind};

use super::{At, Lowering};
use crate::check::mistakes;

impl<'t> Lowering<'t> {
    /// A pattern of numbers.
    pub(super) fn pattern(&mut self, pattern: &'t tree::Pattern, at: At) -> Pattern {
        match &pattern.kind {
            PatternKind::Not(inner) => Pattern::Not(Box::new(self.pattern(inner, at))),
            PatternKind::AnyOf(patterns) => {
                Pattern::AnyOf(patterns.iter().map(|pattern| self.pattern(pattern, at)).collect())
            }
            PatternKind::Range(low, high) => {
                let (from, to) = (self.number(low, at), self.number(high, at));
                if let (Some(from), Some(to)) = (from.fixed(), to.fixed())
                    && from > to
                {
                    self.say(
                        Diagnostic::new(
                            Code::OutOfRange,
                            pattern.span,
                            format!("the range {from}..{to} runs backwards"),
                            "the smaller number stands first",
                        )
                        .help(format!("write `{to}..{from}`")),
                    );
                }
                Pattern::Between(from, to)
            }
            PatternKind::AtLeast(number) => Pattern::AtLeast(self.number(number, at)),
            PatternKind::Value(expr) => {
                if let ExprKind::Noun(Noun::Here | Noun::It | Noun::Origin | Noun::LapOrigin)
                | ExprKind::Opposite(_)
                | ExprKind::Step { .. } = expr.kind
                {
                    let what = self.text_of(expr.span);
                    let help = format!("to compare two pits: `holds as many as {what}`");
                    self.say(mistakes::wrong_kind(expr.span, "a number", "a pit", help));
                    return Pattern::AtLeast(Number::Fixed(0));
                }
                Pattern::Exactly(self.number(expr, at))
            }
            PatternKind::MoreThan(number) => Pattern::AtLeast(self.number(number, at).plus(Number::Fixed(1))),
            PatternKind::FewerThan(number) => Pattern::Below(self.number(number, at)),
            PatternKind::AsManyAs(set) => Pattern::Exactly(Number::SeedsIn(Box::new(self.set(set, at).set))),
            PatternKind::Even => Pattern::Even,
            PatternKind::Odd => Pattern::Odd,
            PatternKind::Nothing => Pattern::Exactly(Number::Fixed(0)),
            PatternKind::Seeds => Pattern::AtLeast(Number::Fixed(1)),
        }
    }
}
