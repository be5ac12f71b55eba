//! Captures that never find a seed, that look for a pit opposite a store, or that leave the last seed of a lap out.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Action, CellSet, Moment, Number, Pattern, Phase, Rule, Set, Side, Test};
use crate::syntax::tree::{ItemKind, SowLineKind};

use super::View;
use super::conditions::{earlier, scene_of};
use super::formula::{Translator, World};
use super::scene::{Scene, Site, SpeaksOf, all_lists};
use super::verdicts::Verdicts;
use crate::check::lower::RulePlace;

/// Looks at the captures of every phase.
pub(super) fn look(view: &View<'_>, verdicts: &mut Verdicts) {
    for phase in &view.rules.phases {
        for (moment, rules) in all_lists(phase) {
            for (index, rule) in rules.iter().enumerate() {
                let Some(place) = view.place(rule.id, moment) else { continue };
                let scene = scene_of(view, phase, moment, rules, index);
                dead(view, &scene, rule, place, verdicts);
                if matches!(moment, Moment::Landing | Moment::OnTheWay) {
                    no_opposite(view, &scene, rules, index, place, verdicts);
                }
            }
        }
        left_out(view, phase, verdicts);
    }
}

/// What the first action of a rule captures.
fn first_captured(rule: &Rule) -> Option<&Set> {
    match rule.actions.first()? {
        Action::Capture { set, .. } | Action::CaptureIntoHand { set, .. } => Some(set),
        _ => None,
    }
}

/// A capture that never finds a seed though its rule can be carried out.
fn dead(view: &View<'_>, scene: &Scene<'_>, rule: &Rule, place: &RulePlace, verdicts: &mut Verdicts) {
    let Some(set) = first_captured(rule) else { return };
    let Some((action, captured)) = place.actions.first() else { return };
    let span = captured.unwrap_or(*action);
    verdicts.judge(Code::DeadCapture, span, || {
        let found = Test::Is(Number::SeedsIn(Box::new(set.clone())), Pattern::AtLeast(Number::Fixed(1)));
        if scene.possible(&[&rule.when, &found], &[]) || !scene.possible(&[&rule.when], &[]) {
            return None;
        }
        let text = view.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
        let no_pit = !scene.possible(&[&found], &[]);
        let said = if no_pit {
            Diagnostic::new(
                Code::DeadCapture,
                span,
                "this capture never finds a seed",
                format!("`{text}` is no pit of this board"),
            )
            .help(if text.contains("behind") && scene.rules.board.rows == 2 {
                "only boards of four rows have pits behind others; across the board lies `opposite`"
            } else {
                "capture a pit that is there, or leave the rule out"
            })
        } else {
            Diagnostic::new(Code::DeadCapture, span, "this capture never finds a seed", "empty whenever the rule fits")
                .help("capture what the condition says holds seeds, or ask for seeds: `... holds seeds`")
        };
        Some(match &place.when {
            Some(when) if !no_pit => said.label(when.span, "under this condition"),
            _ => said,
        })
    });
}

/// A capture of a place that does not exist when the last seed falls in a store.
fn no_opposite(
    view: &View<'_>,
    scene: &Scene<'_>,
    rules: &[Rule],
    index: usize,
    place: &RulePlace,
    verdicts: &mut Verdicts,
) {
    let rule = &rules[index];
    let Some(set) = first_captured(rule).filter(|set| set.speaks_of(&|part| *part == Set::Here)) else { return };
    let Some((_, Some(span))) = place.actions.first() else { return };
    verdicts.judge(Code::NoOpposite, *span, || {
        let before: Vec<&Test> = earlier(rules, index).into_iter().map(|(_, test)| test).collect();
        let found = Side::BOTH.into_iter().any(|mover| {
            let board = &view.rules.board;
            let stores = scene.here_cells(mover).without(board.all_pits());
            stores.iter().any(|store| {
                let world = World { mover, here: Some(store), origin: None, lap_origin: None };
                Translator::new(scene, world).set(set, None) == Some(CellSet::EMPTY)
                    && scene.certain_in(world, &[&rule.when], &before)
            })
        });
        if !found {
            return None;
        }
        let text = view.text(*span).split_whitespace().collect::<Vec<_>>().join(" ");
        let label = if text == "opposite" {
            "a store has no pit opposite".to_owned()
        } else {
            format!("from a store `{text}` is no pit")
        };
        let mut said = Diagnostic::new(
            Code::NoOpposite,
            *span,
            "this capture finds nothing when the last seed falls in a store",
            label,
        )
        .help("begin the condition with `here in own pits and ...`, or put a rule for the store above");
        let include = view.items().find_map(|item| match &item.kind {
            ItemKind::Sow { lines, .. } => lines.iter().find(|line| matches!(line.kind, SowLineKind::Include(_))),
            _ => None,
        });
        if let Some(line) = include {
            said = said.label(line.span, "the sowing goes through stores");
        }
        Some(said)
    });
}

/// Whether a rule captures the pit of the latest seed.
fn captures_here(rule: &Rule) -> bool {
    rule.actions.iter().any(|action| match action {
        Action::Capture { set, .. } | Action::CaptureIntoHand { set, .. } => set.speaks_of(&|part| *part == Set::Here),
        _ => false,
    })
}

/// A capture `on the way` to which nothing in `landing` answers: the last seed is left out.
fn left_out(view: &View<'_>, phase: &Phase, verdicts: &mut Verdicts) {
    for rule in &phase.on_the_way {
        let takes_here = matches!(first_captured(rule), Some(Set::Here));
        let Some(place) = view.place(rule.id, Moment::OnTheWay).filter(|_| takes_here) else { continue };
        verdicts.judge(Code::LastSeedLeftOut, place.span, || {
            let scene = Scene::new(view, phase, Site::Rule(Moment::Landing));
            let answered = phase
                .landing
                .iter()
                .any(|other| captures_here(other) && scene.possible(&[&rule.when, &other.when], &[]));
            if answered || !scene.possible(&[&rule.when], &[]) {
                return None;
            }
            let text = view.text(place.span).split_whitespace().collect::<Vec<_>>().join(" ");
            Some(
                Diagnostic::new(
                    Code::LastSeedLeftOut,
                    place.span,
                    "the last seed of a lap is left out",
                    "`on the way` is for all seeds but the last",
                )
                .help(format!("for every seed: `on the way, landing {{ {text} }}`")),
            )
        });
    }
}
