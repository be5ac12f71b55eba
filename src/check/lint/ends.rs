//! Ends: thresholds that both players can reach, two winners at once, one side forgotten, nothing said of a player who
//! cannot move.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Action, Board, Ending, Moment, Number, Pattern, Phase, Player, Quantifier, Rule, Set, Side, Test};
use crate::syntax::either;
use crate::syntax::tree::{ItemKind, MomentKind};

use super::View;
use super::scene::{Scene, Site, SpeaksOf};
use super::verdicts::{Threshold, Verdicts};

/// Looks at the ends of every phase; what is missing is asked of the last one, in which games end.
pub(super) fn look(view: &View<'_>, verdicts: &mut Verdicts) {
    for phase in &view.rules.phases {
        for rule in &phase.end {
            shared_win(view, rule, verdicts);
        }
        conflicts(view, phase, verdicts);
        one_sided(view, phase, verdicts);
    }
    if let Some(phase) = view.rules.phases.last() {
        no_stuck(view, phase, verdicts);
    }
}

fn finish(rule: &Rule) -> Option<&Ending> {
    match rule.actions.last()? {
        Action::Finish { ending, .. } => Some(ending),
        _ => None,
    }
}

/// For `win when own store holds N+`: N.
fn needed_to_win(board: &Board, rule: &Rule) -> Option<u32> {
    let winner = match finish(rule)? {
        Ending::Win(player) => *player,
        _ => return None,
    };
    let Test::Holds(Quantifier::Together, set, Pattern::AtLeast(Number::Fixed(needed))) = &rule.when else {
        return None;
    };
    let own = match set {
        Set::Bank(player) => *player == winner,
        Set::Cells(cells) => Side::BOTH.into_iter().all(|mover| {
            let store = board.store(winner.side(mover));
            store.is_some() && cells[mover.index()].len() == 1 && cells[mover.index()].first() == store
        }),
        Set::Marked { keeper, .. } => {
            *keeper
                == if winner == Player::Mover { crate::rules::Keeper::Mover } else { crate::rules::Keeper::Opponent }
        }
        _ => false,
    };
    own.then_some(*needed)
}

/// A number of captured seeds that wins though both players can have as many.
fn shared_win(view: &View<'_>, rule: &Rule, verdicts: &mut Verdicts) {
    let Some(place) = view.place(rule.id, Moment::End) else { return };
    let Some(when) = &place.when else { return };
    let Some(needed) = needed_to_win(&view.rules.board, rule) else { return };
    let total = view.rules.total();
    verdicts.thresholds.entry(when.span).or_default().push(Threshold { needed, total });
    verdicts.judge(Code::SharedWin, when.span, || {
        (needed.saturating_mul(2) <= total).then(|| {
            let label = if needed * 2 == total {
                format!("{needed} is half of {total} seeds")
            } else {
                format!("{needed} is less than half of {total} seeds")
            };
            Diagnostic::new(Code::SharedWin, when.span, "both players can reach this", label)
                .label(view.seeds_span(), view.seeds_in_words())
                .help(format!(
                    "more than half is `{}+`, or `define number majority = half of total + 1`",
                    total / 2 + 1
                ))
        })
    });
}

/// A fixed number that is more than half of the seeds only with some values of the options.
pub(super) fn thresholds(verdicts: &Verdicts) -> Vec<Diagnostic> {
    let mut said = Vec::new();
    for (span, seen) in &verdicts.thresholds {
        let good = |one: &&Threshold| one.needed * 2 > one.total && one.needed <= one.total;
        let mut fine: Vec<u32> = seen.iter().filter(good).map(|one| one.total).collect();
        let mut bad: Vec<u32> = seen.iter().filter(|one| !good(one)).map(|one| one.total).collect();
        if fine.is_empty() || bad.is_empty() || seen.iter().any(|one| one.needed != seen[0].needed) {
            continue;
        }
        for totals in [&mut fine, &mut bad] {
            totals.sort_unstable();
            totals.dedup();
        }
        let list = |totals: &[u32]| {
            let shown: Vec<String> = totals.iter().take(4).map(u32::to_string).collect();
            if totals.len() > 4 { format!("{} ...", shown.join(", ")) } else { either(&shown) }
        };
        let needed = seen[0].needed;
        let label = format!("with other options the game has {} seeds", list(&bad));
        said.push(
            Diagnostic::new(
                Code::FixedThreshold,
                *span,
                format!("{needed} is more than half of the seeds only when there are {} of them", list(&fine)),
                label,
            )
            .help("`define number majority = half of total + 1`, and then `... holds majority+`"),
        );
    }
    said.sort_by_key(Diagnostic::span);
    said
}

/// Two ends that hold together and name different winners.
fn conflicts(view: &View<'_>, phase: &Phase, verdicts: &mut Verdicts) {
    for (index, rule) in phase.end.iter().enumerate() {
        let Some(Ending::Win(winner)) = finish(rule) else { continue };
        for other in &phase.end[..index] {
            let Some(Ending::Win(first)) = finish(other) else { continue };
            if winner == first {
                continue;
            }
            let Some((place, other_place)) = view.place(rule.id, Moment::End).zip(view.place(other.id, Moment::End))
            else {
                continue;
            };
            let Some((when, other_when)) = place.when.as_ref().zip(other_place.when.as_ref()) else { continue };
            verdicts.judge(Code::ConflictingEnds, when.span, || {
                let scene = Scene::new(view, phase, Site::Rule(Moment::End));
                let both = scene.certain(&[&rule.when, &other.when], &[]) && scene.found(&[&rule.when], &[&other.when]);
                both.then(|| {
                    let name = |player: &Player| if *player == Player::Mover { "the mover" } else { "the opponent" };
                    Diagnostic::new(
                        Code::ConflictingEnds,
                        when.span,
                        "two ends can hold at once and name different winners",
                        format!("here {} wins", name(winner)),
                    )
                    .label(other_when.span, format!("here {} wins, and this one counts: it comes first", name(first)))
                    .help(format!(
                        "say in the first what keeps the second out: `... when {} and not ({})`; or put the narrower \
                         one first",
                        view.line(other_when.span),
                        view.line(when.span)
                    ))
                })
            });
        }
    }
}

/// `own pits` or `opponent pits`, all of them.
fn whole_side(board: &Board, set: &Set) -> Option<Player> {
    let cells = set.cells()?;
    let is =
        |player: Player| Side::BOTH.into_iter().all(|mover| cells[mover.index()] == board.pits(player.side(mover)));
    [Player::Mover, Player::Opponent].into_iter().find(|player| is(*player))
}

/// All pits of a player hold nothing.
fn side_is_empty(board: &Board, player: Player) -> Test {
    let set = Set::Cells(Side::BOTH.map(|mover| board.pits(player.side(mover))));
    Test::Holds(Quantifier::Together, set, Pattern::Exactly(Number::Fixed(0)))
}

/// An end that looks at one side only, where the other can run out of seeds too.
fn one_sided(view: &View<'_>, phase: &Phase, verdicts: &mut Verdicts) {
    let board = &view.rules.board;
    for rule in &phase.end {
        let fair = matches!(finish(rule), Some(Ending::MostSeeds | Ending::FewestSeeds | Ending::Draw));
        let Test::Holds(Quantifier::Together, set, Pattern::Exactly(Number::Fixed(0))) = &rule.when else { continue };
        let (Some(side), true) = (whole_side(board, set), fair && phase.stuck.is_empty()) else { continue };
        let Some(place) = view.place(rule.id, Moment::End) else { continue };
        let Some(when) = &place.when else { continue };
        verdicts.judge(Code::OneSidedEnd, when.span, || {
            let other = if side == Player::Mover { Player::Opponent } else { Player::Mover };
            let scene = Scene::new(view, phase, Site::Rule(Moment::End));
            let ends: Vec<&Test> = phase.end.iter().map(|rule| &rule.when).collect();
            if !scene.found(&[&side_is_empty(board, other)], &ends) {
                return None;
            }
            let (label, missing) = match side {
                Player::Mover => ("in `end`, `own` is the player who has just moved", "opponent pits"),
                Player::Opponent => ("in `end`, `opponent` is the player who moves next", "own pits"),
            };
            Some(
                Diagnostic::new(Code::OneSidedEnd, when.span, "this end looks at one side only", label)
                    .note("a capture can empty the other side as well")
                    .help(format!("`{} or {missing} hold nothing`", view.text(when.span))),
            )
        });
    }
}

/// Whether the solver sees all that a test asks.
fn understood(test: &Test) -> bool {
    !test.speaks_of(&|set| {
        matches!(
            set,
            Set::Where(..)
                | Set::Run { .. }
                | Set::First { .. }
                | Set::Step { .. }
                | Set::Marked { .. }
                | Set::Everything
        )
    })
}

/// Nothing says what happens to a player who cannot move.
fn no_stuck(view: &View<'_>, phase: &Phase, verdicts: &mut Verdicts) {
    let span = view.checked.name_span;
    verdicts.judge(Code::NoStuck, span, || {
        let board = &view.rules.board;
        if !phase.stuck.is_empty() || !phase.end.iter().all(|rule| understood(&rule.when)) {
            return None;
        }
        let whole = phase.plays.iter().all(|play| play.from.cells().is_some()) && phase.requires.is_empty();
        let stuck = Test::Stuck(Player::Opponent);
        let empty = side_is_empty(board, Player::Opponent);
        let yes: Vec<&Test> = if whole { vec![&stuck, &empty] } else { vec![&stuck] };
        let scene = Scene::new(view, phase, Site::Rule(Moment::End));
        let ends: Vec<&Test> = phase.end.iter().map(|rule| &rule.when).collect();
        if !scene.found(&yes, &ends) {
            return None;
        }
        let mut said = Diagnostic::new(
            Code::NoStuck,
            span,
            "nothing says what happens to a player who cannot move",
            "without a `stuck` section the game is over then, and most seeds win",
        )
        .help("say it: `stuck { pass }`, or `stuck { capture pits for owners then most seeds wins }`");
        let end = view.item(|kind| {
            matches!(kind, ItemKind::Moment { moments, .. } if moments.iter().any(|m| m.value == MomentKind::End))
        });
        if let Some(end) = end {
            said = said.label(end.keyword, "these ends do not cover it: they can all stay false");
        }
        Some(said)
    });
}
