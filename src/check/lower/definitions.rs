//! Definitions: looked at where they stand, written out where they are used.

use crate::rules::{Number, Set, Test};
use crate::source::Span;
use crate::syntax::tree::{DefineKind, Expr, ItemKind};

use super::values::{Cells, Value};
use super::{At, Lowering};

impl<'t> Lowering<'t> {
    /// A definition, written out where it is used.
    pub(super) fn write_out(&mut self, index: usize, span: Span, at: At) -> Value {
        let definition = &self.scope.definitions[index];
        let ItemKind::Define { bodies, .. } = &definition.item.kind else { return Value::Mistaken };
        let outer = (self.defining.replace(index), self.origin);
        self.uses.push((span, self.origin));
        self.origin = definition.origin;
        let value = self.bodies(definition.kind, bodies, at);
        self.uses.pop();
        (self.defining, self.origin) = outer;
        value
    }

    /// The bodies of a definition: the first whose condition holds.
    fn bodies(&mut self, kind: DefineKind, bodies: &'t [(Expr, Option<Expr>)], at: At) -> Value {
        let tests: Vec<Test> =
            bodies.iter().map(|(_, when)| when.as_ref().map_or(Test::ALWAYS, |when| self.test(when, at))).collect();
        match kind {
            DefineKind::Number => {
                let numbers: Vec<Number> = bodies.iter().map(|(body, _)| self.number(body, at)).collect();
                let mut chosen = Number::Fixed(0);
                for (number, test) in numbers.into_iter().zip(tests).rev() {
                    chosen = Number::choose(test, number, chosen);
                }
                Value::Number(chosen)
            }
            DefineKind::Pits => {
                let sets: Vec<Cells> = bodies.iter().map(|(body, _)| self.set(body, at)).collect();
                let mut chosen = Cells::none();
                for (cells, test) in sets.into_iter().zip(tests).rev() {
                    // What an option rules out says nothing about the kind.
                    if test == Test::Constant(false) {
                        continue;
                    }
                    let sure = test.is_always();
                    chosen = Cells {
                        place: cells.place && (sure || chosen.place),
                        banks: cells.banks || (!sure && chosen.banks),
                        set: Set::choose(test, cells.set, chosen.set),
                    };
                }
                Value::Cells(chosen)
            }
            DefineKind::Condition => {
                let conditions: Vec<Test> = bodies.iter().map(|(body, _)| self.test(body, at)).collect();
                let mut chosen = Test::Constant(false);
                for (condition, test) in conditions.into_iter().zip(tests).rev() {
                    chosen = Test::any([Test::all([test.clone(), condition]), Test::all([test.negated(), chosen])]);
                }
                Value::Test(chosen)
            }
        }
    }

    /// Looks at every definition once, used or not.
    pub(super) fn check_definitions(&mut self) {
        for index in 0..self.scope.definitions.len() {
            let definition = &self.scope.definitions[index];
            let ItemKind::Define { bodies, .. } = &definition.item.kind else { continue };
            self.defining = Some(index);
            self.origin = definition.origin;
            let at = At { site: super::Site::Definition, it: definition.kind != DefineKind::Number };
            let used = self.used.clone();
            self.bodies(definition.kind, bodies, at);
            self.used = used;
        }
        self.defining = None;
        self.origin = None;
    }
}
