//! Where the conditions of the rules stand in the file at hand: what the lints need to point at. Statements that were taken
//! over from a base have no place here.

use crate::rules::{Direction, Moment, RuleId, Test};
use crate::source::Span;
use crate::syntax::tree::{self, ActionKind, Expr, ExprKind, Joiner};

use super::{At, Lowering};

/// The places of a file's rules and lines, in the order in which they were lowered. One that serves several phases stands
/// there once a phase.
#[derive(Debug, Default)]
pub(in crate::check) struct Places {
    /// The rules.
    pub rules: Vec<RulePlace>,
    /// The lines of `sow` and `play`.
    pub lines: Vec<LinePlace>,
}

/// A condition in the file.
#[derive(Debug)]
pub(in crate::check) struct Condition {
    /// Where it stands.
    pub span: Span,
    /// What it is with the option values at hand.
    pub test: Test,
    /// The conditions that it joins with `and`; itself where it joins none.
    pub parts: Vec<(Span, Test)>,
}

/// A rule in the file.
#[derive(Debug)]
pub(in crate::check) struct RulePlace {
    /// Its number; none where the options rule it out.
    pub id: Option<RuleId>,
    /// The moment that it was lowered for.
    pub moment: Moment,
    /// The whole rule.
    pub span: Span,
    /// Its `when`.
    pub when: Option<Condition>,
    /// Its actions, in order, and for captures what is captured.
    pub actions: Vec<(Span, Option<Span>)>,
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) enum LineKind {
    /// A direction of `sow`.
    Direction(Direction),
    /// `play`.
    Play,
}

/// A line in the file.
#[derive(Debug)]
pub(in crate::check) struct LinePlace {
    /// What it is.
    pub kind: LineKind,
    /// What it names: the direction, the pits.
    pub span: Span,
    /// Its `when`.
    pub when: Option<Condition>,
    /// Its `only if`.
    pub only_if: Option<Condition>,
    /// Its place among the lines of the phase that the options leave; none where they rule it out.
    pub index: Option<usize>,
    /// The number of the phase.
    pub phase: usize,
}

impl<'t> Lowering<'t> {
    /// A condition with its parts, where it stands in the file at hand.
    pub(super) fn place_of(&mut self, expr: Option<&'t Expr>, test: &Test, at: At) -> Option<Condition> {
        let expr = expr.filter(|_| self.origin.is_none())?;
        let mut inner = expr;
        while let ExprKind::Group(group) = &inner.kind {
            inner = group;
        }
        let parts = match &inner.kind {
            ExprKind::Chain(first, rest) if rest.iter().all(|(joiner, _)| joiner.value == Joiner::And) => {
                let all = std::iter::once(&**first).chain(rest.iter().map(|(_, part)| part));
                all.map(|part| (part.span, self.test(part, at))).collect()
            }
            _ => vec![(expr.span, test.clone())],
        };
        Some(Condition { span: expr.span, test: test.clone(), parts })
    }

    /// Notes where a rule stands.
    pub(super) fn note_rule(&mut self, rule: &'t tree::Rule, id: Option<RuleId>, moment: Moment, when: &Test, at: At) {
        if self.origin.is_some() {
            return;
        }
        let when = self.place_of(rule.when.as_ref(), when, at);
        let captured = |action: &tree::Action| match &action.kind {
            ActionKind::Capture { set, .. } => Some(set.span),
            _ => None,
        };
        let actions = rule.actions.iter().map(|action| (action.span, captured(action))).collect();
        self.places.rules.push(RulePlace { id, moment, span: rule.span, when, actions });
    }

    /// Notes where a line stands.
    pub(super) fn note_line(
        &mut self,
        kind: LineKind,
        span: Span,
        when: (Option<&'t Expr>, &Test),
        only_if: Option<(&'t Expr, &Test)>,
        at: At,
        index: Option<usize>,
    ) {
        if self.origin.is_some() {
            return;
        }
        let when = self.place_of(when.0, when.1, at);
        let only_if = only_if.and_then(|(expr, test)| self.place_of(Some(expr), test, At::site(super::Site::OnlyIf)));
        let phase = self.phase_index;
        self.places.lines.push(LinePlace { kind, span, when, only_if, index, phase });
    }
}
