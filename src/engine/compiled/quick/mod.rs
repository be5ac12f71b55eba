//! The quick path: a whole move in a few dozen instructions where nothing out of the ordinary happens.
//!
//! It works on copies and gives up, having changed nothing, as soon as it meets something that it does not know: a rule
//! that ends the game, a decision, a handful without a table. The run of [`super::course`] then makes the move from its
//! beginning. So it decides nothing by itself: what it does is what the run would have done.

mod chance;
mod lap;
mod lean;
mod offers;
mod row;
mod turn;
mod ways;

use crate::rules::{Receiver, RuleId};

use super::code::{ActCode, NumberCode, PatternCode, RuleCode, SetCode, TestCode};
use super::lanes::Lanes;
use super::laps::LapTables;
use super::layout::first;
use super::program::{OfferCode, SideCode};
use super::watched::Watched;
use super::way::Way;
use lean::{early, knows, knows_set};
use offers::Offers;

pub use lap::{Made, chain};
pub use lean::Lean;
pub use ways::{InOrder, Order, Trail};

/// Laps that the quick path makes at most.
const LAPS: u32 = 120;
/// The same where moves that go round are noticed.
const LAPS_WITH_WAYS: u32 = 400;

/// What the quick path needs of a phase for one mover.
#[derive(Debug)]
pub struct Quick<B> {
    /// How many seeds stay in a pit that holds more than that; elsewhere all are lifted.
    pub keep: u32,
    /// By list of the landing dispatch.
    pub landings: Box<[Box<[QuickRule<B>]>]>,
    /// An `on capture` rule can fit only while fewer seeds than this are in play.
    pub in_play: u32,
    /// If one of these holds after the laps, `after move` does something.
    pub after: Box<[TestCode<B>]>,
    /// If one of these holds, the game or the phase ends.
    pub end: Box<[TestCode<B>]>,
    /// Both, where one glance tells.
    pub watched: Option<Watched>,
    /// Whether one of them asks who is stuck.
    pub asks_stuck: bool,
    pub laps: u32,
    /// Whether a player can choose between directions.
    pub ways: bool,
    /// Whether a move that goes round for ever may be made, where that is known.
    pub endless: Option<bool>,
    pub offers: Offers,
    /// Whether a move is legal as soon as the promise of its only lap is kept.
    pub lap_decides: bool,
    /// Each pit that can be chosen surely has a legal move if it holds no more seeds than this.
    pub surely: u32,
}

/// A landing rule.
#[derive(Debug)]
pub struct QuickRule<B> {
    pub id: RuleId,
    /// Something must lie under each of these masks.
    pub filled: Box<[B]>,
    /// And this must hold.
    pub when: TestCode<B>,
    pub act: QuickAct<B>,
}

/// What a landing rule does.
#[derive(Clone, Debug)]
pub enum QuickAct<B> {
    Again,
    Stop,
    /// Sows on from this cell.
    Relay(u8),
    /// Captures fixed cells for one side's store.
    Cells {
        mask: B,
        side: usize,
        store: u8,
    },
    /// Captures a set for the mover.
    Set(SetCode<B>),
    /// Captures fixed cells into the hand and sows on from a cell, or from where the lap began.
    Resow {
        mask: B,
        from: Option<u8>,
    },
    /// Something else.
    GiveUp,
}

/// Works out the quick path of a phase; none where its moves are never ordinary.
pub fn quick<B: Lanes>(
    code: &SideCode<B>,
    mover: usize,
    sure: bool,
    wanders: bool,
    never_illegal: bool,
    never_refused: bool,
) -> Option<Quick<B>> {
    let [line] = &*code.plays else { return None };
    if line.instead.is_some() || line.id != 0 || !code.before_sowing.rules.is_empty() || (code.relays && wanders) {
        return None;
    }
    let ways = code.one_way.is_none();
    let promises = || code.offers.iter().filter_map(|offer| offer.only_if.as_ref());
    if ways && !(code.offers.iter().all(|offer| knows(&offer.when)) && promises().all(knows) && code.lifts.is_empty()) {
        return None;
    }
    let stuck = |test: &TestCode<B>| asks_stuck(test, 0) || asks_stuck(test, 1);
    if promises().any(stuck) || code.offers.iter().any(|offer| stuck(&offer.when)) {
        return None;
    }
    let keep = match &*code.lifts {
        [] => 0,
        // `lift all but 1 when origin holds 2+`
        [line] => match (&line.keep, &line.when) {
            (NumberCode::Fixed(keep), TestCode::Holds(_, SetCode::Origin, pattern))
                if *pattern == PatternCode::Range(keep + 1, u32::MAX) =>
            {
                *keep
            }
            _ => return None,
        },
        _ => return None,
    };
    if keep > 1 {
        return None;
    }
    let in_play = match (&code.way, code.on_capture.rules.is_empty()) {
        (Way::Walk, _) => return None,
        (_, true) => 0,
        (Way::Masks { in_play, .. }, _) => *in_play,
        (Way::Quiet, false) => return None,
    };
    let all = |rules: &[RuleCode<B>]| -> Option<Box<[TestCode<B>]>> {
        rules.iter().map(|rule| knows(&rule.when).then(|| rule.when.clone())).collect()
    };
    let after = all(&code.after_move.rules)?;
    let mut end = all(&code.end.rules)?.into_vec();
    if let Some(until) = &code.until {
        if !knows(until) {
            return None;
        }
        end.push(until.clone());
    }
    // Who moves next is looked at anyway; nobody else is.
    if end.iter().any(|test| asks_stuck(test, mover)) {
        return None;
    }
    // One direction is always there, and no move is forbidden.
    let always = |offer: &OfferCode<B>| offer.when.is(true) && offer.only_if.is_none();
    let surely = never_refused && code.lifts.is_empty() && code.requires.is_empty() && code.offers.iter().any(always);
    Some(Quick {
        surely: if surely { u32::MAX } else { 0 },
        keep,
        watched: Watched::new(&after, &end),
        landings: code.landing.lists.iter().map(|list| list.rules.iter().flat_map(quick_rules).collect()).collect(),
        in_play,
        after,
        asks_stuck: end.iter().any(|test| asks_stuck(test, 1 - mover)),
        end: end.into(),
        laps: if ways { LAPS_WITH_WAYS } else { LAPS }.min(code.laps),
        endless: match &*code.endless.rules {
            [] => Some(false),
            [rule, ..] if rule.when.is(true) && never_illegal => Some(true),
            _ => None,
        },
        lap_decides: ways
            && sure
            && !code.relays
            && code.requires.is_empty()
            && code.on_the_way.rules.is_empty()
            && code.on_capture.rules.is_empty()
            && promises().all(early)
            && code.offers.len() == 2
            && code.offers[0].direction != code.offers[1].direction
            && code.tables.iter().all(|tables| matches!(tables, LapTables::Fixed(_))),
        ways,
        offers: Offers::new(code),
    })
}

/// Whether a test asks if this side is stuck.
fn asks_stuck<B>(test: &TestCode<B>, side: usize) -> bool {
    match test {
        TestCode::Stuck(asked) => *asked == side,
        TestCode::And(tests) | TestCode::Or(tests) => tests.iter().any(|test| asks_stuck(test, side)),
        TestCode::Not(test) => asks_stuck(test, side),
        _ => false,
    }
}

/// The masks of which each must be filled for a test to hold, and the rest of the test.
fn by_sight<B: Lanes>(test: &TestCode<B>) -> (Box<[B]>, TestCode<B>) {
    let TestCode::And(tests) = test else { return ([].into(), test.clone()) };
    let mask = |test: &TestCode<B>| if let TestCode::Filled(mask) = test { Some(*mask) } else { None };
    let rest: Vec<_> = tests.iter().filter(|test| mask(test).is_none()).cloned().collect();
    let rest = match rest.as_slice() {
        [] => TestCode::Constant(true),
        [one] => one.clone(),
        _ => TestCode::And(rest.into()),
    };
    (tests.iter().filter_map(mask).collect(), rest)
}

/// A landing rule, once for each of the tests of which one must hold: the first rule that fits is carried out anyway.
fn quick_rules<B: Lanes>(rule: &RuleCode<B>) -> Vec<QuickRule<B>> {
    match &rule.when {
        TestCode::Or(tests) if !rule.then_continue => {
            let alone = |test: &TestCode<B>| quick_rule(&RuleCode { when: test.clone(), ..rule.clone() });
            tests.iter().map(alone).collect()
        }
        _ => vec![quick_rule(rule)],
    }
}

fn quick_rule<B: Lanes>(rule: &RuleCode<B>) -> QuickRule<B> {
    let (filled, when) = by_sight(&rule.when);
    let give_up = QuickRule { id: rule.id, filled, when, act: QuickAct::GiveUp };
    if !knows(&rule.when) || [0, 1].into_iter().any(|side| asks_stuck(&rule.when, side)) {
        return QuickRule { filled: [].into(), when: TestCode::Constant(true), ..give_up };
    }
    if rule.may || rule.then_continue || rule.only_if.is_some() {
        return give_up;
    }
    let act = match &*rule.acts {
        [ActCode::Again] => QuickAct::Again,
        [ActCode::Stop] => QuickAct::Stop,
        [ActCode::Relay(SetCode::Cells(cells))] if cells.count_ones() == 1 => QuickAct::Relay(first(*cells)),
        [ActCode::CaptureCells { mask, side, store, .. }] => {
            QuickAct::Cells { mask: *mask, side: *side, store: *store }
        }
        [ActCode::Capture { set, limit: None, receiver: Receiver::Mover, banks: false }]
            if knows_set(set) && *set != SetCode::Everything =>
        {
            QuickAct::Set(set.clone())
        }
        [ActCode::CaptureIntoHand { set: SetCode::Cells(cells), limit: None }, ActCode::SowFrom(from)] => {
            let from = match from {
                SetCode::Cells(cells) if cells.count_ones() == 1 => Some(first(*cells)),
                SetCode::LapOrigin => None,
                _ => return give_up,
            };
            QuickAct::Resow { mask: B::spread(*cells), from }
        }
        _ => return give_up,
    };
    QuickRule { act, ..give_up }
}

/// A row of moves by one player that comes near the limit is left to the run.
pub const STREAK: u32 = 900;
