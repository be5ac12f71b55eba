//! Names that nothing reads, and numbers that are always the same.

use std::collections::HashSet;

use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::tree::{
    Action, ActionKind, Expr, ExprKind, Item, ItemKind, Measure, Name, Noun, OptionValues, Pattern, PatternKind,
    Placing, Rule, SowLineKind,
};

use super::own_items;
use crate::check::Checked;

/// Options that no rule reads; definitions, marks and counters that nothing uses.
pub(super) fn unused(checked: &Checked, used: &HashSet<String>) -> Vec<Diagnostic> {
    let mut said = Vec::new();
    for item in own_items(checked) {
        let (name, code, what): (&Name, Code, &str) = match &item.kind {
            ItemKind::Option(option) => (&option.name, Code::UnusedOption, "option"),
            ItemKind::Define { name, .. } => (name, Code::UnusedDefinition, "definition"),
            ItemKind::Mark(mark) => (&mark.name, Code::UnusedDefinition, "mark"),
            ItemKind::Counter { name, .. } => (name, Code::UnusedDefinition, "counter"),
            _ => continue,
        };
        if used.contains(&name.value) {
            continue;
        }
        let (message, help) = match code {
            Code::UnusedOption => (
                format!("no rule reads the option `{}`", name.value),
                match &item.kind {
                    ItemKind::Option(option) if matches!(option.values, OptionValues::Number { .. }) => {
                        format!("use it as a number, such as `... is {}+`, or remove it", name.value)
                    }
                    _ => format!("use it in a condition, such as `when {} is ...`, or remove it", name.value),
                },
            ),
            _ => (
                format!("the {what} `{}` is never used", name.value),
                format!("use `{}` in a rule, or remove it", name.value),
            ),
        };
        let label = if code == Code::UnusedOption {
            "whatever its value, the game is the same"
        } else {
            "nothing speaks of it"
        };
        said.push(Diagnostic::new(code, name.span, message, label).help(help));
    }
    said
}

/// `count of here` and its kin: one pit is counted.
pub(super) fn constant(checked: &Checked) -> Vec<Diagnostic> {
    let mut said = Vec::new();
    for item in own_items(checked) {
        each_expr(item, &mut |expr| {
            let ExprKind::Measure(Measure::CountOf, of) = &expr.kind else { return };
            let mut of = &**of;
            while let ExprKind::Group(inner) = &of.kind {
                of = inner;
            }
            if !matches!(of.kind, ExprKind::Noun(Noun::Here | Noun::It | Noun::Origin | Noun::LapOrigin)) {
                return;
            }
            let pit = checked.source.slice(of.span);
            said.push(
                Diagnostic::new(
                    Code::ConstantNumber,
                    expr.span,
                    "this number is always 1",
                    format!("it counts pits, and `{pit}` is one"),
                )
                .help(format!("its seeds: `{pit} holds ...`; its place in the row: `column of {pit}`")),
            );
        });
    }
    said
}

/// Calls `visit` for every expression of a statement, those in its rules too; not for statements inside a phase.
pub(super) fn each_expr(item: &Item, visit: &mut dyn FnMut(&Expr)) {
    let some = |expr: Option<&Expr>, visit: &mut dyn FnMut(&Expr)| {
        if let Some(expr) = expr {
            walk(expr, visit);
        }
    };
    match &item.kind {
        ItemKind::Text(..) | ItemKind::Option(_) | ItemKind::Names(_) | ItemKind::Example(_) => {}
        ItemKind::OptionDefault { value, .. } => walk(value, visit),
        ItemKind::Board(board) => walk(&board.columns, visit),
        ItemKind::Seeds(seeds) => {
            if let Placing::In { count, place } = &seeds.placing {
                walk(count, visit);
                walk(place, visit);
            }
            some(seeds.when.as_ref(), visit);
        }
        ItemKind::Mark(mark) => some(mark.at.as_ref(), visit),
        ItemKind::Counter { start, .. } => walk(start, visit),
        ItemKind::Define { bodies, .. } => {
            for (body, when) in bodies {
                walk(body, visit);
                some(when.as_ref(), visit);
            }
        }
        ItemKind::Phase { until, .. } => some(until.as_ref(), visit),
        ItemKind::Play { from, rules, when, .. } => {
            walk(from, visit);
            some(when.as_ref(), visit);
            rules.iter().flatten().for_each(|rule| each_in_rule(rule, visit));
        }
        ItemKind::Require { test, when, .. } => {
            walk(test, visit);
            some(when.as_ref(), visit);
        }
        ItemKind::Lift { keep, when } => {
            walk(keep, visit);
            some(when.as_ref(), visit);
        }
        ItemKind::Sow { lines, .. } => {
            for line in lines {
                if let SowLineKind::Skip(set) | SowLineKind::Include(set) = &line.kind {
                    walk(set, visit);
                }
                some(line.when.as_ref(), visit);
                some(line.only_if.as_ref(), visit);
            }
        }
        ItemKind::Moment { laps, rules, .. } => {
            some(laps.as_ref(), visit);
            rules.iter().for_each(|rule| each_in_rule(rule, visit));
        }
    }
}

fn each_in_rule(rule: &Rule, visit: &mut dyn FnMut(&Expr)) {
    rule.actions.iter().for_each(|action| each_in_action(action, visit));
    for expr in [&rule.when, &rule.only_if].into_iter().flatten() {
        walk(expr, visit);
    }
}

fn each_in_action(action: &Action, visit: &mut dyn FnMut(&Expr)) {
    match &action.kind {
        ActionKind::Capture { limit, set, .. } => {
            limit.iter().for_each(|limit| walk(limit, visit));
            walk(set, visit);
        }
        ActionKind::Relay(Some(set)) | ActionKind::SowFrom(set) | ActionKind::RepeatFrom(set) => walk(set, visit),
        ActionKind::Move { amount, from, to } => {
            amount.iter().for_each(|amount| walk(amount, visit));
            walk(from, visit);
            walk(to, visit);
        }
        ActionKind::Mark { set, .. } | ActionKind::Unmark { set, .. } | ActionKind::Remove(set) => walk(set, visit),
        ActionKind::Set { to, .. } => walk(to, visit),
        ActionKind::Add { amount, .. } => walk(amount, visit),
        ActionKind::Finish { worth, .. } => worth.iter().for_each(|worth| walk(worth, visit)),
        ActionKind::Relay(None)
        | ActionKind::Again
        | ActionKind::Stop
        | ActionKind::Pass
        | ActionKind::Reverse
        | ActionKind::Illegal
        | ActionKind::UndoCaptures => {}
    }
}

/// Calls `visit` for an expression and all inside it.
fn walk(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    visit(expr);
    match &expr.kind {
        ExprKind::Number(_)
        | ExprKind::Name(_)
        | ExprKind::Noun(_)
        | ExprKind::Word(_)
        | ExprKind::Store(_)
        | ExprKind::Bank(_)
        | ExprKind::Owned(..)
        | ExprKind::Opposite(None) => {}
        ExprKind::Pits { bounds, .. } => {
            if let Some((low, high)) = bounds {
                walk(low, visit);
                high.iter().for_each(|high| walk(high, visit));
            }
        }
        ExprKind::Step { count, from, .. } => {
            count.iter().chain(from).for_each(|part| walk(part, visit));
        }
        ExprKind::First { from, fits, .. } | ExprKind::Run { from, fits, .. } => {
            walk(from, visit);
            walk(fits, visit);
        }
        ExprKind::Opposite(Some(of))
        | ExprKind::Behind(of)
        | ExprKind::Beside(of)
        | ExprKind::Measure(_, of)
        | ExprKind::Reached(of)
        | ExprKind::Group(of)
        | ExprKind::Not(of) => walk(of, visit),
        ExprKind::CapturedFrom { set, .. } => walk(set, visit),
        ExprKind::Calculation(a, _, b) | ExprKind::Except(a, b) | ExprKind::Where(a, b) => {
            walk(a, visit);
            walk(b, visit);
        }
        ExprKind::List(parts) => parts.iter().for_each(|part| walk(part, visit)),
        ExprKind::Chain(first, rest) => {
            walk(first, visit);
            rest.iter().for_each(|(_, part)| walk(part, visit));
        }
        ExprKind::Relation { subject, pattern, .. } => {
            walk(subject, visit);
            walk_pattern(pattern, visit);
        }
        ExprKind::In { subject, set, .. } => {
            walk(subject, visit);
            walk(set, visit);
        }
    }
}

fn walk_pattern(pattern: &Pattern, visit: &mut dyn FnMut(&Expr)) {
    match &pattern.kind {
        PatternKind::Not(inner) => walk_pattern(inner, visit),
        PatternKind::AnyOf(some) => some.iter().for_each(|pattern| walk_pattern(pattern, visit)),
        PatternKind::Range(low, high) => {
            walk(low, visit);
            walk(high, visit);
        }
        PatternKind::AtLeast(expr)
        | PatternKind::Value(expr)
        | PatternKind::MoreThan(expr)
        | PatternKind::FewerThan(expr)
        | PatternKind::AsManyAs(expr) => walk(expr, visit),
        PatternKind::Even | PatternKind::Odd | PatternKind::Nothing | PatternKind::Seeds => {}
    }
}
