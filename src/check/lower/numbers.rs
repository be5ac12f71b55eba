//! Sums, products and measures.

use crate::rules::{Number, Set};
use crate::syntax::tree::{Expr, ExprKind, Measure, Sign};

use super::values::{Cells, Value};
use super::{At, Lowering, Thing};

impl<'t> Lowering<'t> {
    /// A measure of a set, or a calculation.
    pub(super) fn calculation(&mut self, expr: &'t Expr, at: At) -> Value {
        Value::Number(match &expr.kind {
            ExprKind::Measure(measure, of) => match measure {
                Measure::HalfOf => self.number(of, at).over(Number::Fixed(2)),
                Measure::SeedsIn => {
                    if !self.knows(Thing::Position, at, expr.span) {
                        return Value::Mistaken;
                    }
                    Number::SeedsIn(Box::new(self.set(of, at).set))
                }
                Measure::ColumnOf => Number::ColumnOf(Box::new(self.place(of, at))),
                Measure::CountOf => {
                    let Cells { set, .. } = self.set(of, at);
                    match set {
                        Set::Cells([south, north]) if south.len() == north.len() => Number::Fixed(south.len()),
                        set => Number::CountOf(Box::new(set)),
                    }
                }
            },
            ExprKind::Calculation(left, sign, right) => {
                let (left, right) = (self.number(left, at), self.number(right, at));
                match sign {
                    Sign::Plus => left.plus(right),
                    Sign::Minus => left.minus(right),
                    Sign::Times => left.times(right),
                    Sign::Over => left.over(right),
                }
            }
            _ => return Value::Mistaken,
        })
    }
}
