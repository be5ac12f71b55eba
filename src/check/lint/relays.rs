//! Relays that can never stop: every lap ends in another one.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Action, Moment, Phase, Rule, Set, Test};

use super::conditions::{earlier, held_instead, speaks_of_here};
use super::scene::{Scene, Site, all_rules};
use super::verdicts::Verdicts;
use super::{View, ends_with};

/// Looks at every phase.
pub(super) fn look(view: &View<'_>, verdicts: &mut Verdicts) {
    for phase in &view.rules.phases {
        let relays: Vec<&Rule> = phase.landing.iter().filter(|rule| is_relay(rule)).collect();
        let Some(first) = relays.first() else { continue };
        let Some(place) = view.place(first.id, Moment::Landing) else { continue };
        let span = place.when.as_ref().map_or(place.span, |when| when.span);
        verdicts.judge(Code::EndlessRelay, span, || {
            if !endless(view, phase, &relays) {
                return None;
            }
            let message = "this relay can never stop";
            Some(match &place.when {
                None => Diagnostic::new(Code::EndlessRelay, span, message, "every lap ends in another one")
                    .help("most relays stop in an empty pit: `relay when here held seeds`"),
                Some(when) if relays.len() == 1 => {
                    let label = if speaks_of_here(&when.test) {
                        "always true: the latest seed has just fallen here, so it holds at least 1"
                    } else {
                        "always true: every lap ends in another one"
                    };
                    Diagnostic::new(Code::EndlessRelay, span, message, label).help(held_instead(view.text(span)))
                }
                Some(_) => {
                    let label = "with the relays below, every lap ends in another one";
                    Diagnostic::new(Code::EndlessRelay, span, "these relays can never stop", label)
                        .help("leave some case in which the move is over: most relays stop in an empty pit")
                }
            })
        });
    }
}

/// Whether a rule lifts the pit of the last seed, which never is empty then, as all that it does.
fn is_relay(rule: &Rule) -> bool {
    !rule.may
        && rule.only_if.is_none()
        && rule.actions.len() == 1
        && ends_with(rule, |action| *action == Action::Relay(Set::Here))
}

/// Whether every lap of the phase ends in a relay.
fn endless(view: &View<'_>, phase: &Phase, relays: &[&Rule]) -> bool {
    let ends =
        |rule: &Rule| rule.actions.iter().any(|action| matches!(action, Action::Finish { .. } | Action::Illegal));
    let sowing = |moment| matches!(moment, Moment::BeforeSowing | Moment::OnTheWay | Moment::OnCapture);
    let interrupted = all_rules(phase).any(|(moment, rule)| sowing(moment) && ends(rule))
        || phase.sow.directions.iter().any(|offer| offer.only_if.is_some())
        || phase.landing.iter().any(|rule| rule.then_continue);
    if interrupted {
        return false;
    }
    let scene = Scene::new(view, phase, Site::Rule(Moment::Landing));
    let whens: Vec<&Test> = relays.iter().map(|rule| &rule.when).collect();
    if scene.possible(&[], &whens) {
        return false;
    }
    // No rule that is no relay is ever reached.
    phase.landing.iter().enumerate().filter(|(_, rule)| !is_relay(rule)).all(|(index, rule)| {
        let before: Vec<&Test> = earlier(&phase.landing, index).into_iter().map(|(_, test)| test).collect();
        !scene.possible(&[&rule.when], &before)
    })
}
