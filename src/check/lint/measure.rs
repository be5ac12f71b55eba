//! What random games show: rules that are never used, games that do not end, moves that go round for ever, a side that
//! nearly always wins, seeds that nobody owns. All options are at their defaults, and the games are always the same.

use std::cell::Cell;
use std::sync::atomic::AtomicBool;

use crate::diagnostic::{Code, Diagnostic};
use crate::engine::reference::Reference;
use crate::engine::{Engine, Event, Interest, Move, Watch, Winner};
use crate::rules::{Action, Ending, Geometry, Moment, Number, Rule, RuleId, RuleSource, Rules, Side, Test};
use crate::source::Span;
use crate::study::choose::Uniform;
use crate::study::simulate::{Listen, Plan, play_games};
use crate::study::tally::Tally;
use crate::style::{counted, thousands};
use crate::syntax::tree::{ItemKind, MomentKind};

use super::View;
use super::scene::all_lists;
use crate::check::scope::Scope;
use crate::check::{Checked, lower};

/// The seed of the games.
const SEED: u64 = 1;
/// A game with more turns than this counts as one that does not end.
const TURNS: u64 = 1_000;
/// One side must win so many of a hundred games before it is told.
const NEARLY_ALL: u64 = 95;
/// Fewer games than this show nothing about a side.
const ENOUGH: u64 = 50;
/// In so many of a hundred games seeds must be left over before it is told.
const LEFT_OVER: u64 = 5;

/// What so many random games show about a variant.
pub fn measured(checked: &Checked, games: u32) -> Vec<Diagnostic> {
    let (scope, _) = Scope::collect(&checked.sections);
    let values: Vec<_> = checked.settings.iter().map(|setting| setting.default.clone()).collect();
    let lowered = lower::lower(
        &checked.name,
        checked.name_span,
        &checked.sections,
        &scope,
        &values,
        &checked.source,
        crate::check::damage::Damage::NONE,
    );
    if lowered.said.iter().any(Diagnostic::is_error) {
        return Vec::new();
    }
    let geometry = Geometry::new(&lowered.rules.board);
    let effort = Cell::new(0);
    let view = View { checked, rules: &lowered.rules, places: &lowered.places, geometry: &geometry, effort: &effort };
    let Some((tally, left_over)) = play(lowered.rules.clone(), games) else { return Vec::new() };
    let mut said = Vec::new();
    said.extend(unplayed(&view, &tally));
    said.extend(unfinished(&view, &tally));
    said.extend(one_sided(&view, &tally));
    said.extend(ownerless(&view, &tally, left_over));
    said.extend(endless(&view, games));
    said
}

/// Plays the games; also says in how many of them seeds that nobody owns could have changed the result.
fn play(rules: Rules, games: u32) -> Option<(Tally, u64)> {
    let compares = |rule: &Rule| {
        let bank =
            |action: &Action| matches!(action, Action::Finish { ending: Ending::MostSeeds | Ending::FewestSeeds, .. });
        rule.actions.iter().any(bank)
    };
    let all = rules.phases.iter().flat_map(all_lists).flat_map(|(_, rules)| rules);
    let comparing = all.filter(|rule| compares(rule)).map(|rule| rule.id).collect();
    let engine = Reference::new(rules);
    let plan = Plan { games: u64::from(games), seed: SEED, max_turns: TURNS, jobs: 1 };
    let mut listener = LeftOver { games: 0, now: None, before: None, comparing };
    let tally = play_games(&engine, &plan, 0..plan.games, &AtomicBool::new(false), Uniform, &mut listener)?;
    Some((tally, listener.games))
}

/// Counts games that end by comparing banks, with more seeds that nobody owns than the winner is ahead.
struct LeftOver<S> {
    games: u64,
    /// The position now, and the one before with the move made there.
    now: Option<S>,
    before: Option<(S, Move)>,
    /// The rules that compare banks.
    comparing: Vec<RuleId>,
}

/// Sees the rule carried out last.
struct Last(Option<RuleId>);

impl Watch for Last {
    const INTEREST: Interest = Interest::Rules;

    fn event(&mut self, event: Event, _: &[u16], _: u16, _: u32) {
        if let Event::Rule(rule) = event {
            self.0 = Some(rule);
        }
    }
}

impl<E: Engine> Listen<E> for LeftOver<E::State> {
    type Kept = ();

    fn begin(&mut self, _: &E, _: u64, state: &E::State) {
        self.now = Some(state.clone());
        self.before = None;
    }

    fn moved(&mut self, _: &E, _: Side, choice: Move, _: &E::Moves, state: &E::State) {
        self.before = self.now.replace(state.clone()).map(|before| (before, choice));
    }

    fn end(&mut self, engine: &E, state: &E::State) {
        let Some(outcome) = engine.outcome(state).filter(|outcome| outcome.winner != Winner::Void) else { return };
        let Some((mut before, choice)) = self.before.take() else { return };
        let mut last = Last(None);
        engine.play_watched(&mut before, choice, &mut last);
        let [south, north] = outcome.score;
        let owned = south.saturating_add(north).saturating_add(engine.position(state).removed);
        let free = engine.rules().total().saturating_sub(owned);
        let compared = last.0.is_some_and(|rule| self.comparing.contains(&rule));
        self.games += u64::from(compared && free > south.abs_diff(north));
    }

    fn take(&mut self) {}
}

fn of_games(tally: &Tally) -> String {
    let moves = u64::try_from(tally.moves.sum()).unwrap_or(u64::MAX);
    format!("in {} of random moves, {}", counted(tally.games, "game", "games"), counted(moves, "move", "moves"))
}

/// Rules that no game used.
fn unplayed(view: &View<'_>, tally: &Tally) -> Vec<Diagnostic> {
    let mut said: Vec<Diagnostic> = Vec::new();
    for phase in &view.rules.phases {
        for (moment, rules) in all_lists(phase) {
            // What stands in `endless` is for the worst case: it is well that it is never used.
            for rule in rules.iter().filter(|rule| moment != Moment::Endless && !tally.used.contains(rule.id)) {
                let Some(place) = view.place(rule.id, moment) else { continue };
                if said.iter().any(|known| known.span() == place.span) {
                    continue;
                }
                said.push(
                    Diagnostic::new(
                        Code::UnplayedRule,
                        place.span,
                        "no game used this rule",
                        format!("carried out 0 times {}", of_games(tally)),
                    )
                    .help("look at its condition; `naqala check FILE --play 10000` plays more games"),
                );
            }
        }
    }
    said
}

/// Where a file speaks of a moment, else the variant's name.
fn moment_span(view: &View<'_>, moment: MomentKind) -> Span {
    let found = view.item(
        |kind| matches!(kind, ItemKind::Moment { moments, .. } if moments.iter().any(|named| named.value == moment)),
    );
    found.map_or(view.checked.name_span, |item| item.keyword)
}

/// Games that do not end.
fn unfinished(view: &View<'_>, tally: &Tally) -> Option<Diagnostic> {
    let unfinished = tally.results[4];
    (unfinished > 0).then(|| {
        Diagnostic::new(
            Code::UnfinishedGames,
            moment_span(view, MomentKind::End),
            "games can go on for ever",
            format!("{} of {} random games had not ended after {} turns", unfinished, tally.games, thousands(TURNS)),
        )
        .help("end them when nothing happens: `most seeds wins when turns since capture is 100+`, or `when repetition is 3+`")
    })
}

/// One side nearly always wins.
fn one_sided(view: &View<'_>, tally: &Tally) -> Option<Diagnostic> {
    let [south, north, ..] = tally.results;
    let (side, wins) = if south >= north { (Side::South, south) } else { (Side::North, north) };
    (tally.games >= ENOUGH && wins * 100 >= tally.games * NEARLY_ALL).then(|| {
        let (name, begins) = match side {
            Side::South => ("South, who begins,", "begins"),
            Side::North => ("North, who moves second,", "moves second"),
        };
        Diagnostic::new(
            Code::OneSidedGame,
            view.checked.name_span,
            format!("{name} nearly always wins"),
            format!("{wins} of {} random games are won by the player who {begins}", tally.games),
        )
        .help("see which rule decides: `naqala simulate FILE` counts how games end")
    })
}

/// Seeds that nobody owns could have changed who wins.
fn ownerless(view: &View<'_>, tally: &Tally, left_over: u64) -> Option<Diagnostic> {
    (left_over > 0 && left_over * 100 >= tally.games * LEFT_OVER).then(|| {
        Diagnostic::new(
            Code::OwnerlessSeeds,
            moment_span(view, MomentKind::End),
            "games end with seeds on the board that nobody owns",
            format!("in {left_over} of {} random games enough of them to change who wins", tally.games),
        )
        .help("say who gets them: `capture pits for owners then most seeds wins`")
    })
}

/// Moves that go round for ever in a variant that does not speak of them.
fn endless(view: &View<'_>, games: u32) -> Option<Diagnostic> {
    let mut rules = view.rules.clone();
    let relays =
        |rule: &Rule| rule.actions.iter().any(|action| matches!(action, Action::Relay(_) | Action::SowFrom(_)));
    let silent = rules
        .phases
        .iter()
        .any(|phase| phase.endless.rules.is_empty() && all_lists(phase).any(|(_, rules)| rules.iter().any(relays)));
    if !silent {
        return None;
    }
    // Where nothing is said such a move may not be made, and is never seen. So it is made to end the game.
    let id = RuleId::try_from(rules.sources.len()).ok()?;
    let text = String::from("void");
    rules.sources.push(RuleSource { moment: Moment::Endless, phase: None, line: 0, text });
    for phase in rules.phases.iter_mut().filter(|phase| phase.endless.rules.is_empty()) {
        let finish = Action::Finish { ending: Ending::Void, worth: Number::Fixed(1) };
        phase.endless.rules.push(Rule {
            id,
            may: false,
            actions: vec![finish],
            then_continue: false,
            title: None,
            when: Test::ALWAYS,
            only_if: None,
        });
    }
    let (tally, _) = play(rules, games)?;
    let met = tally.ends.get(&crate::study::tally::EndedBy::Rule(id)).copied().unwrap_or(0);
    (met > 0).then(|| {
        Diagnostic::new(
            Code::EndlessMoves,
            moment_span(view, MomentKind::Landing),
            "a move can go round for ever",
            format!("one was met in {met} of {} random games", tally.games),
        )
        .note("such a move may not be made where nothing is said of it")
        .help("say what becomes of it: `endless after 1000 laps { illegal }`, or `{ draw \"never-ending move\" }`")
    })
}
