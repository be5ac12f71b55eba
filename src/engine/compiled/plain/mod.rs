//! The plain path: a whole move without a detour, where the rules are as flat as tables.
//!
//! Fewer things can happen on it than on the quick path, so that everything stays in registers: one direction, one lap
//! table, marks that stay where they are, and tests that one glance at the board answers. It changes nothing and gives up where a rule stands in
//! the way; [`super::quick`] or the run of [`super::course`] then makes the move from its beginning.

mod figures;
mod glance;
mod settled;
mod tries;
mod turn;
mod way;

use std::sync::Arc;

use crate::rules::{Receiver, RuleId};

use super::code::{ActCode, NumberCode, PatternCode, RuleCode, SetCode, TestCode};
use super::lanes::Lanes;
use super::laps::{LapTable, LapTables};
use super::layout::{Layout, NONE, bit};
use super::program::{Codes, Listing, RELAY, RequireCode, SideCode};
use super::quick::{QuickAct, QuickRule};
use super::watched::{Watched, on_board};
use super::way::Way;
use glance::Glance;

pub use settled::Settled;

/// What the plain path needs of a phase for one mover.
#[derive(Debug)]
pub struct Plain<B> {
    table: Arc<LapTable<B>>,
    /// The landing rules by pit and seeds, as in [`super::program::Dispatch`].
    codes: Codes,
    /// By list of the landing dispatch.
    landings: Box<[Box<[PlainRule<B>]>]>,
    watched: Watched,
    /// What is played next: by the opponent, or again by the mover; none where every pit must be tried.
    next: Option<[Glance; 2]>,
    /// Which pits are tried where the mover is the next; none where more than that has to be looked into.
    tried: Option<Glance>,
    /// Of these pits only those are legal after which something lies under the mask, if there are any.
    wish: Option<B>,
    /// Whether an end asks if the opponent is stuck: not while he can move.
    asks_stuck: bool,
    way: Box<[PlainWay]>,
    /// A capture after which fewer seeds than this are in play is left to the run.
    in_play: u32,
    /// Unless so many are: then whoever made it, or one side, gets all of them, wherever they are, and the game is over.
    last: Option<(u32, u32)>,
    /// How many seeds stay in a pit that holds more than that.
    keep: u32,
    /// More laps than this are left to the run.
    laps: u32,
    mover: usize,
    /// Where each side's captures go, and both as bits and as lanes.
    stores: [u8; 2],
    store_bits: u32,
    store_mask: B,
    /// The lanes of the pits.
    pit_mask: B,
    /// Whether a move can have more than one lap.
    relays: bool,
    /// Whether the quick path knows no more than this one.
    knows_all: bool,
    /// Whether nothing but the board, the figures and what the position counts decides how a move ends that was made here.
    ends_by_figures: bool,
    /// The only line of `require`, where something must lie under the mask after a move whenever it is in force; and `after move`
    /// puts nothing there but what was captured.
    required: Option<B>,
}

impl<B> Plain<B> {
    /// Whether the quick path knows no more than this one.
    pub fn knows_all(&self) -> bool {
        self.knows_all
    }
}

/// One capture on the way.
#[derive(Debug)]
struct PlainWay {
    id: RuleId,
    cells: u32,
    /// That hold so many; any number where there is none.
    seeds: Option<u32>,
    /// The pits that are emptied into South's store, into North's.
    own: [u32; 2],
}

/// A landing rule.
#[derive(Debug)]
struct PlainRule<B> {
    id: RuleId,
    /// Something must lie under the mask; 0 where the rule always fits.
    filled: B,
    always: bool,
    /// One of those that [`is_plain`] lets through.
    act: QuickAct<B>,
}

/// Whether an action of the quick path needs nothing but the board here.
fn is_plain<B: Lanes>(act: &QuickAct<B>, code: &SideCode<B>, layout: &Layout, mover: usize) -> bool {
    match act {
        QuickAct::Again | QuickAct::Stop | QuickAct::Relay(_) | QuickAct::Cells { .. } => true,
        QuickAct::Set(SetCode::Chain { order, .. }) => {
            layout.stores[mover & 1] != NONE && order.iter().all(|cell| layout.pits & bit(*cell) != 0)
        }
        QuickAct::Resow { mask, .. } => {
            code.on_capture.rules.is_empty() && mask.and(B::spread(layout.store_bits())).is_zero()
        }
        QuickAct::Set(_) | QuickAct::GiveUp => false,
    }
}

/// Whether the end of a move hangs on the board, what it captured and what the position counts.
fn ends_by_figures<B: Lanes>(code: &SideCode<B>, after: &[TestCode<B>]) -> bool {
    let counted = |test: &TestCode<B>| {
        on_board(test)
            || matches!(
                test,
                TestCode::Stuck(_) | TestCode::Is(NumberCode::Quiet | NumberCode::Repetition, PatternCode::Range(..))
            )
    };
    let simple = |act: &ActCode<B>| match act {
        ActCode::CaptureCells { .. } => true,
        ActCode::Capture { set, limit: None, banks: false, .. } => {
            matches!(set, SetCode::Cells(_) | SetCode::Everything)
        }
        ActCode::Finish { worth, .. } => matches!(worth, NumberCode::Fixed(_)),
        _ => false,
    };
    let usual =
        |rule: &RuleCode<B>| counted(&rule.when) && !rule.may && rule.only_if.is_none() && rule.acts.iter().all(simple);
    after.iter().all(|test| test.is(false))
        && code.end.rules.iter().all(usual)
        && code.until.as_ref().is_none_or(on_board)
}

/// The seeds in play, at least and at most, with which a capture ends the game: one side then gets all of them.
fn last_capture<B: Lanes>(code: &SideCode<B>) -> Option<(u32, u32)> {
    let [RuleCode { may: false, when, acts, then_continue: false, only_if: None, .. }] = &*code.on_capture.rules else {
        return None;
    };
    match (when, &**acts) {
        (
            TestCode::Is(NumberCode::InPlay, PatternCode::Range(least, most)),
            [
                ActCode::Capture {
                    set: SetCode::Everything,
                    limit: None,
                    receiver: Receiver::Captor | Receiver::Mover | Receiver::Opponent,
                    banks: false,
                },
                ActCode::Finish { worth: NumberCode::Fixed(_), .. },
            ],
        ) => Some((*least, *most)),
        _ => None,
    }
}

/// Works out the plain path of a phase for a mover; none where something in it is not flat.
pub fn plain<B: Lanes>(code: &SideCode<B>, other: &SideCode<B>, mover: usize, layout: &Layout) -> Option<Plain<B>> {
    let (quick, direction) = (code.quick.as_ref()?, code.one_way?);
    let (stores, sides) = (layout.stores, layout.sides);
    let none = stores.contains(&NONE);
    let store_bits = layout.store_bits();
    let masks = code.listing.is_mask() && other.listing.is_mask();
    if quick.ways || !masks || (none && stores != [NONE; 2]) {
        return None;
    }
    let LapTables::Fixed(table) = &code.tables[direction as usize] else { return None };
    // A relay from a store is for the run to refuse: an entry without a list.
    let mut codes = code.landing.codes.clone();
    for store in stores {
        let row = codes.get_mut(usize::from(store)).into_iter().flatten();
        row.filter(|entry| **entry & RELAY != 0).for_each(|entry| *entry = !RELAY);
    }
    let (way, in_play) = match &code.way {
        Way::Quiet => (Vec::new(), 0),
        Way::Walk => return None,
        Way::Masks { rules, in_play } => {
            let mut way = Vec::new();
            for rule in rules {
                let SetCode::Cells(cells) = &rule.cells else { return None };
                let cells = *cells & (sides[0] | sides[1]);
                if cells == 0 {
                    continue;
                }
                let own = match rule.receiver {
                    Receiver::Owners => sides,
                    Receiver::Mover => [0, 1].map(|side| if side == mover { u32::MAX } else { 0 }),
                    Receiver::Opponent => [0, 1].map(|side| if side == mover { 0 } else { u32::MAX }),
                    Receiver::Keepers => layout.kept?,
                    Receiver::Captor => return None,
                };
                way.push(PlainWay { id: rule.id, cells, seeds: rule.seeds, own });
            }
            (way, *in_play)
        }
    };
    if !way.is_empty() && none {
        return None;
    }
    let landings = quick
        .landings
        .iter()
        .map(|rules| {
            let plain_rule = |rule: &QuickRule<B>| {
                let (filled, act) = match (&rule.when, is_plain(&rule.act, code, layout, mover)) {
                    _ if !rule.filled.is_empty() => (Some(rule.filled[0]), QuickAct::GiveUp),
                    (TestCode::Constant(true), true) => (None, rule.act.clone()),
                    (TestCode::Filled(mask), true) => (Some(*mask), rule.act.clone()),
                    (TestCode::Filled(mask), false) => (Some(*mask), QuickAct::GiveUp),
                    _ => (None, QuickAct::GiveUp),
                };
                PlainRule { id: rule.id, filled: filled.unwrap_or_default(), always: filled.is_none(), act }
            };
            rules.iter().map(plain_rule).collect()
        })
        .collect::<Box<[Box<[_]>]>>();
    // Where hardly a landing is plain the attempt is not worth it.
    let counts = code.landing.counts as usize;
    let ruled = || code.landing.codes.iter().flat_map(|row| &row[..counts]).filter(|entry| **entry != 0);
    let gives_up = |entry: &&u16| {
        let list: Option<&Box<[PlainRule<B>]>> = landings.get(usize::from(**entry & !RELAY));
        list.is_some_and(|rules| rules.iter().any(|rule| matches!(rule.act, QuickAct::GiveUp)))
    };
    if ruled().filter(gives_up).count() * 2 > ruled().count() {
        return None;
    }
    let known = |(rule, plain): (&QuickRule<B>, &PlainRule<B>)| {
        matches!(rule.act, QuickAct::GiveUp) || !matches!(plain.act, QuickAct::GiveUp)
    };
    let knows_all = quick.landings.iter().zip(&landings).all(|(rules, plains)| rules.iter().zip(plains).all(known));
    let (ends_by_figures, few_ways) = (ends_by_figures(code, &quick.after), way.len() < 2);
    let watched = Watched::new(&quick.after, &quick.end)?;
    let needs = watched.needs;
    let next = match (Glance::new(other, needs, store_bits), Glance::new(code, needs, store_bits)) {
        (Some(other), Some(own)) => Some([other, own]),
        _ => None,
    };
    Some(Plain {
        table: Arc::clone(table),
        codes,
        landings,
        watched,
        next,
        asks_stuck: quick.asks_stuck,
        in_play: quick.in_play.max(in_play),
        way: way.into(),
        last: last_capture(code).filter(|_| ends_by_figures && few_ways),
        keep: quick.keep,
        laps: quick.laps.min(figures::MOST_LAPS),
        mover: mover & 1,
        tried: Glance::tries(code, store_bits).filter(|_| quick.after.is_empty()),
        wish: code.wish,
        stores,
        store_bits,
        store_mask: B::spread(store_bits),
        pit_mask: B::spread(layout.pits),
        relays: code.relays,
        knows_all,
        ends_by_figures,
        required: match &*code.requires {
            [RequireCode { if_possible: false, test: TestCode::Filled(mask), .. }]
                if code.listing == Listing::AtSight =>
            {
                let gives_back = |act: &ActCode<B>| matches!(act, ActCode::UndoCaptures | ActCode::Illegal);
                let rules = &code.after_move.rules;
                rules.iter().all(|rule| rule.acts.iter().all(gives_back)).then_some(*mask)
            }
            _ => None,
        },
    })
}
