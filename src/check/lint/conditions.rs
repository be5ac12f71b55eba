//! Conditions that always or never hold, and rules that earlier ones always hide.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Action, Moment, Phase, Rule, Set, Test};
use crate::source::Span;

use super::View;
use super::scene::{Scene, Site, SpeaksOf, all_lists};
use super::verdicts::Verdicts;
use crate::check::lower::{Condition, RulePlace};

/// Looks at every rule of every phase.
pub(super) fn look(view: &View<'_>, verdicts: &mut Verdicts) {
    for place in view.places.rules.iter().filter(|place| place.id.is_none()) {
        let Some(when) = &place.when else { continue };
        verdicts.judge(never_code(place.moment), when.span, || Some(settled(place.moment, when)));
        // What an option rules out does not always hold.
        verdicts.judge(Code::AlwaysTrue, when.span, || None);
    }
    for phase in &view.rules.phases {
        for (moment, rules) in all_lists(phase) {
            for (index, rule) in rules.iter().enumerate() {
                if let Some(place) = view.place(rule.id, moment) {
                    one(view, phase, (moment, rules, index), place, verdicts);
                }
            }
        }
    }
}

/// The scene of a rule: `fresh` only where no rule can have been carried out before it.
pub(super) fn scene_of<'r>(
    view: &View<'r>,
    phase: &'r Phase,
    moment: Moment,
    rules: &[Rule],
    index: usize,
) -> Scene<'r> {
    let scene = Scene::new(view, phase, Site::Rule(moment));
    let changed = rules[..index].iter().any(|earlier| earlier.then_continue);
    let again = rules[index].actions.iter().any(|action| matches!(action, Action::RepeatFrom(_)));
    if changed || again { scene.stale() } else { scene }
}

/// The conditions of the rules that are tried before this one and cannot have been carried out if it is tried.
pub(super) fn earlier(rules: &[Rule], index: usize) -> Vec<(usize, &Test)> {
    let from = rules[..index].iter().rposition(|rule| rule.then_continue).map_or(0, |at| at + 1);
    (from..index).filter(|at| !rules[*at].may).map(|at| (at, &rules[at].when)).collect()
}

fn never_code(moment: Moment) -> Code {
    if moment == Moment::End { Code::UnreachableEnd } else { Code::NeverTrue }
}

fn one(
    view: &View<'_>,
    phase: &Phase,
    (moment, rules, index): (Moment, &[Rule], usize),
    place: &RulePlace,
    verdicts: &mut Verdicts,
) {
    let rule = &rules[index];
    let scene = scene_of(view, phase, moment, rules, index);
    let code = never_code(moment);
    let Some(when) = &place.when else { return };
    let mut possible = true;
    if verdicts.open(code, when.span) {
        possible = scene.possible(&[&rule.when], &[]);
        verdicts.judge(code, when.span, || (!possible).then(|| never(view, &scene, moment, when)));
    }
    verdicts.judge(Code::AlwaysTrue, when.span, || {
        (!scene.possible(&[], &[&rule.when])).then(|| always(view, &scene, when))
    });
    verdicts.judge(Code::HiddenRule, place.span, || {
        let earlier = earlier(rules, index);
        if !possible || earlier.is_empty() {
            return None;
        }
        let tests: Vec<&Test> = earlier.iter().map(|(_, test)| *test).collect();
        let always = |test: &&Test| !scene.possible(&[], &[test]);
        // A rule above that always fits is told as such.
        if scene.possible(&[&rule.when], &tests) || tests.iter().any(always) {
            return None;
        }
        let alone = earlier.iter().find(|(_, test)| !scene.possible(&[&rule.when], &[test])).map(|(at, _)| *at);
        let by = alone.or(earlier.last().map(|(at, _)| *at))?;
        let by_place = view.place(rules[by].id, moment)?;
        Some(hidden(view, place, by_place, alone.is_some(), (&rule.when, &rules[by].when)))
    });
}

/// A condition that the checker itself has settled.
fn settled(moment: Moment, when: &Condition) -> Diagnostic {
    let message = if moment == Moment::End { "this end can never come" } else { "this condition can never hold" };
    Diagnostic::new(never_code(moment), when.span, message, "it is false in every position, whatever the options are")
        .help("leave the rule out, or change what it asks")
}

/// Says why a condition can never hold: one part, two that contradict each other, or all together.
pub(super) fn never(view: &View<'_>, scene: &Scene<'_>, moment: Moment, when: &Condition) -> Diagnostic {
    let code = never_code(moment);
    let message = if moment == Moment::End { "this end can never come" } else { "this condition can never hold" };
    let parts = &when.parts;
    if let Some((span, test)) = parts.iter().find(|(_, test)| !scene.possible(&[test], &[])) {
        return alone(view, scene, code, message, *span, test);
    }
    for (at, (second_span, second)) in parts.iter().enumerate() {
        for (first_span, first) in &parts[..at] {
            if scene.possible(&[first, second], &[]) {
                continue;
            }
            let help = if let Some(needed) = scene.needed(&[first, second]) {
                let total = scene.rules.total();
                return Diagnostic::new(code, *second_span, message, format!("the two need {needed} seeds together"))
                    .label(*first_span, "with this one")
                    .label(view.seeds_span(), view.seeds_in_words())
                    .help(format!("there are only {total} seeds: ask for fewer, or leave one of the two out"));
            } else if is_side(first) && is_side(second) {
                "a pit lies on one side: did you mean `or`, or `opposite` in one of them?"
            } else {
                "did you mean `or`? numbers can be joined: `here holds 2 or 3`"
            };
            let mut said = Diagnostic::new(code, *second_span, message, "this cannot hold while the other part does")
                .label(*first_span, "the other part")
                .help(help);
            if (speaks_of_held(first) || speaks_of_held(second)) && scene.fresh {
                said = said.note("a pit that holds N seeds held N - 1 before the last one fell");
            }
            return said;
        }
    }
    Diagnostic::new(code, when.span, message, "its parts contradict each other")
        .help("take the parts away one by one to find the one too many, or join some of them with `or`")
}

/// One part that can never hold.
fn alone(view: &View<'_>, scene: &Scene<'_>, code: Code, message: &str, span: Span, test: &Test) -> Diagnostic {
    let text = view.text(span);
    if let Some(needed) = scene.needed(&[test]) {
        let most = scene.rules.total();
        return Diagnostic::new(code, span, message, format!("needs at least {needed} seeds"))
            .label(view.seeds_span(), view.seeds_in_words())
            .help(format!("more than half of the seeds is `{}+`, all of them is `{most}`", most / 2 + 1));
    }
    if scene.fresh && scene.copy().stale().possible(&[test], &[]) {
        let said = Diagnostic::new(code, span, message, "the latest seed has just fallen here, so it holds at least 1");
        return said.help(held_instead(text));
    }
    if let Test::In(Set::Here, _) = test {
        let label = if scene.rules.board.rows == 4 {
            "no seed ever falls there: each player sows round the own two rows"
        } else {
            "no seed ever falls there"
        };
        return Diagnostic::new(code, span, message, label)
            .help("name the pits that are sown into, or look across: `opposite in ...`");
    }
    if let Test::In(Set::Origin | Set::LapOrigin, _) = test {
        return Diagnostic::new(code, span, message, "no move begins there")
            .help("name pits that `play` allows to be lifted, such as `own pits 1..2`");
    }
    Diagnostic::new(code, span, message, "no position of this game fits")
        .help("leave the line out, or change the number or the pits that it asks for")
}

/// Says that a condition always holds.
fn always(view: &View<'_>, scene: &Scene<'_>, when: &Condition) -> Diagnostic {
    let text = view.text(when.span);
    if scene.fresh && scene.copy().stale().possible(&[], &[&when.test]) {
        return Diagnostic::new(
            Code::AlwaysTrue,
            when.span,
            "this condition always holds",
            "the latest seed has just fallen here, so it holds at least 1",
        )
        .help(held_instead(text));
    }
    Diagnostic::new(Code::AlwaysTrue, when.span, "this condition always holds", "it is true in every position")
        .help("leave the `when` out, or change what it asks")
}

/// How to ask what lay in the pit before the last seed fell.
pub(super) fn held_instead(text: &str) -> String {
    if text.contains("here holds") {
        let asked = text.replace("here holds", "here held").split_whitespace().collect::<Vec<_>>().join(" ");
        format!("to ask what lay there before: `{asked}`")
    } else {
        "leave the condition out, or ask what lay there before with `held`".to_owned()
    }
}

/// A rule that earlier ones hide.
fn hidden(
    view: &View<'_>,
    place: &RulePlace,
    by: &RulePlace,
    alone: bool,
    (when, by_when): (&Test, &Test),
) -> Diagnostic {
    let why = if alone {
        "every case that fits the lower rule fits this one, which comes first"
    } else {
        "this rule and those above it take every case that fits the lower one"
    };
    let mut said = Diagnostic::new(Code::HiddenRule, place.span, "this rule is never carried out", "never reached")
        .label(by.when.as_ref().map_or(by.span, |when| when.span), why);
    if alone && speaks_of_held(when) != speaks_of_held(by_when) {
        said = said.note("a pit that holds N seeds held N - 1 before the last one fell");
    }
    let first = view.text(place.actions.first().map_or(place.span, |action| action.0));
    let first = first.split_whitespace().collect::<Vec<_>>().join(" ");
    said.help(if alone {
        format!("put the narrower rule, `{first} ...`, above the wider one")
    } else {
        format!("leave it out, or put `{first} ...` above the rules that take its cases")
    })
}

/// Whether a test asks on which side or in which pits something lies.
fn is_side(test: &Test) -> bool {
    match test {
        Test::In(..) => true,
        Test::Not(test) => is_side(test),
        _ => false,
    }
}

/// Whether a test asks what a pit held before.
fn speaks_of_held(test: &Test) -> bool {
    match test {
        Test::HereHeld(_) => true,
        Test::And(tests) | Test::Or(tests) => tests.iter().any(speaks_of_held),
        Test::Not(test) => speaks_of_held(test),
        _ => false,
    }
}

/// Whether a test speaks of the pit of the latest seed.
pub(super) fn speaks_of_here(test: &Test) -> bool {
    test.speaks_of(&|set| *set == Set::Here)
}
