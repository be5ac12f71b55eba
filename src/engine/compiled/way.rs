//! `on the way` as masks: captures of a fixed number of seeds, made once for the whole lap.
//!
//! Exact while no pit gets two seeds in the lap, since then every pit holds what it held when its seed fell. Where `on
//! capture` can end the game in mid-lap, a lap after which so few seeds are left in play is sown again seed by seed.

use crate::rules::{
    Action, LapKind, Number, Pattern, Phase, Quantifier, Receiver, Rule, RuleId, Rules, Set, Side, Test,
};

use super::code::{PatternCode, SetCode, TestCode};
use super::fold::{Folder, Known};
use super::lanes::Lanes;

/// What `on the way` does.
#[derive(Debug)]
pub enum Way<B> {
    /// Nothing.
    Quiet,
    /// These captures, none of them followed by `on capture` unless fewer seeds than this are in play; 0 for never.
    Masks { rules: Box<[WayRule<B>]>, in_play: u32 },
    /// More than masks can say.
    Walk,
}

/// One capture on the way.
#[derive(Debug)]
pub struct WayRule<B> {
    pub id: RuleId,
    /// From cells of this set, which looks at nothing but marks.
    pub cells: SetCode<B>,
    /// That hold so many; any number where there is none.
    pub seeds: Option<u32>,
    pub receiver: Receiver,
}

/// The most rules that are made masks.
pub const WAY_RULES: usize = 4;

/// Lowers the `on the way` rules of a phase.
pub fn way<B: Lanes>(folder: &Folder<'_>, rules: &Rules, phase: &Phase, mover: Side) -> Way<B> {
    if phase.on_the_way.is_empty() {
        return Way::Quiet;
    }
    let Some(in_play) = threshold(&phase.on_capture) else { return Way::Walk };
    let mut lowered = Vec::new();
    for rule in &phase.on_the_way {
        match way_rule(folder, rules, phase, rule, mover) {
            Some(rule) => lowered.extend(rule),
            None => return Way::Walk,
        }
    }
    if lowered.len() > WAY_RULES {
        return Way::Walk;
    }
    Way::Masks { rules: lowered.into(), in_play }
}

/// Fewer seeds than this are in play whenever an `on capture` rule fits; none where that is not known.
fn threshold(on_capture: &[Rule]) -> Option<u32> {
    on_capture.iter().try_fold(0, |limit, rule| Some(limit.max(in_play(&rule.when)?)))
}

fn in_play(test: &Test) -> Option<u32> {
    match test {
        Test::Is(Number::SeedsInPlay, pattern) => Some(most(pattern)?.saturating_add(1)),
        Test::Holds(Quantifier::Together, Set::Everything, pattern) => Some(most(pattern)?.saturating_add(1)),
        Test::Constant(false) => Some(0),
        Test::And(tests) => tests.iter().filter_map(in_play).min(),
        Test::Or(tests) => tests.iter().map(in_play).try_fold(0, |most, some| Some(most.max(some?))),
        _ => None,
    }
}

fn most(pattern: &Pattern) -> Option<u32> {
    match pattern {
        Pattern::Exactly(Number::Fixed(n)) | Pattern::Between(_, Number::Fixed(n)) => Some(*n),
        Pattern::Below(Number::Fixed(n)) => Some(n.saturating_sub(1)),
        Pattern::AnyOf(patterns) => patterns.iter().map(most).try_fold(0, |all, some| Some(all.max(some?))),
        _ => None,
    }
}

/// One rule: nothing where it never fits, none where masks cannot say it.
fn way_rule<B: Lanes>(
    folder: &Folder<'_>,
    rules: &Rules,
    phase: &Phase,
    rule: &Rule,
    mover: Side,
) -> Option<Option<WayRule<B>>> {
    if rule.may || rule.then_continue || rule.only_if.is_some() {
        return None;
    }
    let [Action::Capture { set: Set::Here, limit: None, receiver, banks: false }] = rule.actions.as_slice() else {
        return None;
    };
    if *receiver == Receiver::Captor {
        return None;
    }
    let known = Known { kind: None::<LapKind>, ..Known::mover(mover) };
    let tests = match folder.test::<B>(&rule.when, &known) {
        TestCode::Constant(false) => return Some(None),
        TestCode::Constant(true) => Vec::new(),
        TestCode::And(tests) => tests.into_vec(),
        test => vec![test],
    };
    let mut seeds = None;
    let mut sets = Vec::new();
    let mut outside = Vec::new();
    for test in tests {
        match test {
            TestCode::Holds(_, SetCode::Here, PatternCode::Range(least, most)) if least == most && seeds.is_none() => {
                seeds = Some(least);
            }
            TestCode::In(SetCode::Here, set @ (SetCode::Cells(_) | SetCode::Marked { .. })) => sets.push(set),
            TestCode::Not(test) => match *test {
                TestCode::In(SetCode::Here, set @ (SetCode::Cells(_) | SetCode::Marked { .. })) => outside.push(set),
                _ => return None,
            },
            _ => return None,
        }
    }
    // A bank on the path gets captured seeds while the lap goes on, so that no mask says what it held.
    let stores = folder.layout.store_bits();
    let includes = phase.sow.includable[mover.index()].0 as u32;
    let excludes = |test: &dyn Fn(&SetCode<B>) -> bool| outside.iter().any(test);
    let inside = |test: &dyn Fn(&SetCode<B>) -> bool| sets.iter().any(test);
    if includes != 0 && !inside(&|set| matches!(set, SetCode::Cells(cells) if cells & stores == 0)) {
        return None;
    }
    if folder.marks.is_some() {
        let fixed = |sets: &[SetCode<B>]| -> Option<Vec<u32>> {
            sets.iter().map(|set| if let SetCode::Cells(cells) = set { Some(*cells) } else { None }).collect()
        };
        let within = fixed(&sets)?.into_iter().fold(u32::MAX, |all, cells| all & cells);
        let cells = fixed(&outside)?.into_iter().fold(within, |all, cells| all & !cells);
        let banked = rules.marks.iter().any(|mark| mark.holds_captures) && cells & stores != 0;
        let cells = SetCode::Cells(cells);
        return (!banked).then_some(Some(WayRule { id: rule.id, cells, seeds, receiver: *receiver }));
    }
    for (id, mark) in (0u8..).zip(&rules.marks) {
        let apart = excludes(&|set| matches!(set, SetCode::Marked { mark, slots: 7 } if *mark == id));
        if mark.holds_captures && !apart {
            return None;
        }
    }
    let all = match sets.len() {
        0 => SetCode::Cells(u32::MAX),
        1 => sets.swap_remove(0),
        _ => {
            let apart = sets.into_iter().map(|set| SetCode::Except(Box::new(SetCode::Cells(u32::MAX)), Box::new(set)));
            SetCode::Except(Box::new(SetCode::Cells(u32::MAX)), Box::new(SetCode::Union(apart.collect())))
        }
    };
    let cells = match outside.len() {
        0 => all,
        _ => SetCode::Except(Box::new(all), Box::new(SetCode::Union(outside.into()))),
    };
    Some(Some(WayRule { id: rule.id, cells, seeds, receiver: *receiver }))
}
