//! Directions that nobody can use, and `only if` that could be asked before the lap.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Moment, Number, Offer, Phase, Set, Test};

use super::View;
use super::conditions;
use super::scene::{Scene, Site, SpeaksOf};
use super::verdicts::Verdicts;
use crate::check::lower::{LineKind, LinePlace};

/// Looks at the directions of every phase.
pub(super) fn look(view: &View<'_>, verdicts: &mut Verdicts) {
    for line in &view.places.lines {
        let Some(phase) = view.rules.phases.get(line.phase) else { continue };
        let LineKind::Direction(direction) = line.kind else {
            play(view, phase, line, verdicts);
            continue;
        };
        let scene = Scene::new(view, phase, Site::Offer);
        let word = direction.word();
        let Some(index) = line.index else {
            let span = line.when.as_ref().map_or(line.span, |when| when.span);
            verdicts.judge(Code::UnusedDirection, span, || {
                let message = format!("nobody can ever sow {word}");
                let said = Diagnostic::new(Code::UnusedDirection, span, message, "this is false in every position");
                Some(said.help(format!("leave the line `{word} ...` out, or change its condition")))
            });
            continue;
        };
        let Some(offer) = phase.sow.directions.get(index) else { continue };
        if let Some(when) = &line.when {
            verdicts.judge(Code::UnusedDirection, when.span, || {
                if scene.possible(&[&offer.when], &[]) {
                    return None;
                }
                let mut said = conditions::never(view, &scene, Moment::Play, when);
                said.code = Code::UnusedDirection;
                said.message = format!("nobody can ever sow {word} by this line");
                Some(said)
            });
        }
        hidden(view, &scene, line, (&phase.sow.directions, index), verdicts);
        if let (Some(only_if), Some(test)) = (&line.only_if, &offer.only_if) {
            verdicts.judge(Code::FixedOnlyIf, only_if.span, || {
                (!depends_on_lap(test)).then(|| {
                    Diagnostic::new(
                        Code::FixedOnlyIf,
                        only_if.span,
                        "nothing in this `only if` depends on the lap",
                        "it is tested after the lap, but the answer is the same before",
                    )
                    .help(format!("`when {}`", view.text(only_if.span)))
                })
            });
        }
    }
}

/// A line of `play` that is never in force.
fn play(view: &View<'_>, phase: &Phase, line: &LinePlace, verdicts: &mut Verdicts) {
    let Some(when) = &line.when else { return };
    let scene = Scene::new(view, phase, Site::Line);
    verdicts.judge(Code::NeverTrue, when.span, || {
        (!scene.possible(&[&when.test], &[])).then(|| conditions::never(view, &scene, Moment::Play, when))
    });
}

/// A direction that an earlier line of the same one always offers first.
fn hidden(
    view: &View<'_>,
    scene: &Scene<'_>,
    line: &LinePlace,
    (offers, index): (&[Offer], usize),
    verdicts: &mut Verdicts,
) {
    let offer = &offers[index];
    let same: Vec<usize> = (0..index).filter(|at| offers[*at].direction == offer.direction).collect();
    if same.is_empty() {
        return;
    }
    verdicts.judge(Code::HiddenRule, line.span, || {
        let tests: Vec<&Test> = same.iter().map(|at| &offers[*at].when).collect();
        if scene.possible(&[&offer.when], &tests) || !scene.possible(&[&offer.when], &[]) {
            return None;
        }
        let first = view.places.lines.iter().find(|other| {
            other.phase == line.phase
                && matches!(other.kind, LineKind::Direction(direction) if direction == offer.direction)
                && other.index.is_some_and(|at| same.contains(&at))
        })?;
        let word = offer.direction.word();
        Some(
            Diagnostic::new(Code::HiddenRule, line.span, "this line is never used", "never reached")
                .label(
                    first.span,
                    format!("of the lines for `{word}` the first that fits counts, and this one fits always then"),
                )
                .help(format!("leave one of the lines out, or join their conditions: `{word} when ... or ...`")),
        )
    });
}

/// Whether the answer of a test can change while a lap is sown.
fn depends_on_lap(test: &Test) -> bool {
    let place = |set: &Set| set.speaks_of(&|part| !matches!(part, Set::Cells(_) | Set::Origin | Set::LapOrigin));
    match test {
        Test::Constant(_) | Test::MoverIs(_) | Test::DirectionIs(_) | Test::DirectionWas(_) | Test::LapIs(_) => false,
        Test::And(tests) | Test::Or(tests) => tests.iter().any(depends_on_lap),
        Test::Not(test) => depends_on_lap(test),
        Test::In(pit, set) => place(pit) || place(set),
        Test::Is(number, _) => number_depends(number),
        _ => true,
    }
}

fn number_depends(number: &Number) -> bool {
    match number {
        Number::Fixed(_) | Number::Total | Number::Lifted | Number::Lap | Number::Moves(_) => false,
        Number::CapturingMoves(_) | Number::TurnsSinceCapture | Number::Repetition => false,
        Number::ColumnOf(set) | Number::CountOf(set) => {
            set.speaks_of(&|part| !matches!(part, Set::Cells(_) | Set::Origin | Set::LapOrigin))
        }
        Number::Add(a, b) | Number::Subtract(a, b) | Number::Multiply(a, b) | Number::Divide(a, b) => {
            number_depends(a) || number_depends(b)
        }
        Number::Choose(test, a, b) => depends_on_lap(test) || number_depends(a) || number_depends(b),
        _ => true,
    }
}
