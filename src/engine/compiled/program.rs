//! The compiled form of a set of rules: for each phase and mover everything folded, the laps as tables, the landings as
//! a dispatch on the pit and its seeds.

use std::sync::Arc;

use crate::rules::{Direction, Geometry, MarkId, PlayId, Rules, Side};

use super::code::{RuleList, SetCode, TestCode};
use super::lanes::Lanes;
use super::laps::LapTables;
use super::layout::{Layout, Steps};
use super::lower;
use super::plain::{Plain, Settled, plain};
use super::quick::Quick;
use super::way::Way;

/// A compiled variant.
#[derive(Debug)]
pub struct Program<B> {
    pub layout: Layout,
    /// The bits of both stores.
    pub stores: u32,
    /// The marks that make a pit its keeper's bank.
    pub bank_marks: Box<[MarkId]>,
    /// Whether no player can ever have a bank.
    pub bankless: bool,
    pub counts_repetition: bool,
    /// Whether captures are ever undone, so that they have to be remembered.
    pub undoes: bool,
    /// By phase and mover: South's and North's code of the first phase, then of the next.
    pub codes: Box<[Box<SideCode<B>>]>,
    /// How plain moves are made, where there are any; by phase and mover.
    pub plains: Box<[Option<Plain<B>>]>,
    /// The same where there are marks.
    pub settled: Settled<B>,
}

/// One phase as one mover sees it.
#[derive(Debug)]
pub struct SideCode<B> {
    pub steps: Arc<Steps>,
    /// The lines of `play`, by kind and then in file order.
    pub plays: Box<[PlayCode<B>]>,
    pub requires: Box<[RequireCode<B>]>,
    /// The only line of `require`, where it is one `if possible` that is always in force: something must lie under the mask.
    pub wish: Option<B>,
    pub lifts: Box<[LiftCode<B>]>,
    pub offers: Box<[OfferCode<B>]>,
    pub each_lap: bool,
    /// The one direction that is always offered, without a promise.
    pub one_way: Option<Direction>,
    pub skips: Box<[(SetCode<B>, TestCode<B>)]>,
    pub includes: Box<[(SetCode<B>, TestCode<B>)]>,
    pub before_sowing: RuleList<B>,
    pub on_the_way: RuleList<B>,
    pub landing: Dispatch<B>,
    pub on_capture: RuleList<B>,
    pub after_move: RuleList<B>,
    pub stuck: RuleList<B>,
    pub end: RuleList<B>,
    pub endless: RuleList<B>,
    pub until: Option<TestCode<B>>,
    pub tables: [LapTables<B>; 2],
    pub way: Way<B>,
    /// Whether a move can have more than one lap.
    pub relays: bool,
    /// Whether every lap's beginning must be remembered, since laps that begin alike can go on otherwise.
    pub remembers: bool,
    /// More laps than this make a move endless.
    pub laps: u32,
    /// Laps up to this one are not looked at, where not every beginning must be remembered.
    pub watched: u32,
    /// How legal moves are found.
    pub listing: Listing,
    /// Whether the phase has lines of `require`, so that a move by chance is drawn from all that are legal.
    pub compares: bool,
    /// Whether every start that `play` offers is in the mask of legal moves where there is no `require`.
    pub all_start: bool,
    /// How the legal moves are seen at once, where they are.
    pub at_sight: Option<AtSight>,
    /// The pits that can be chosen, where these are seen at once.
    pub sight: Option<AtSight>,
    /// How ordinary moves are made, where there are any.
    pub quick: Option<Quick<B>>,
}

impl<B> SideCode<B> {
    /// Whether the legal moves are kept with the position as a mask of pits; else they are found when they are asked for.
    #[inline(always)]
    pub fn keeps_mask(&self) -> bool {
        self.listing == Listing::AtSight || self.listing == Listing::Tries && self.compares
    }
}

/// The pits that can be played, unless a `require` is in force.
#[derive(Clone, Copy, Debug)]
pub struct AtSight {
    /// These.
    pub cells: u32,
    /// Not those with this mark.
    pub marked: Option<(MarkId, u8)>,
    /// That hold so many at least.
    pub least: u32,
}

/// How legal moves are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Every pit that can be chosen is a legal move, unless a `require` is in force.
    AtSight,
    /// Every pit is tried; a move is its pit.
    Tries,
    /// Every pit and every way of making the decisions is tried.
    Decisions,
}

impl Listing {
    /// Whether a move is its pit.
    #[inline(always)]
    pub fn is_mask(self) -> bool {
        self != Listing::Decisions
    }
}

/// One line of `play`.
#[derive(Debug)]
pub struct PlayCode<B> {
    pub id: PlayId,
    pub from: SetCode<B>,
    pub when: TestCode<B>,
    pub instead: Option<RuleList<B>>,
}

/// One line of `require`.
#[derive(Debug)]
pub struct RequireCode<B> {
    pub test: TestCode<B>,
    pub if_possible: bool,
    pub when: TestCode<B>,
}

impl<B: Lanes> RequireCode<B> {
    /// Whether the line can be in force in a position with these seeds.
    #[inline(always)]
    pub fn in_force(&self, board: B) -> bool {
        match &self.when {
            TestCode::Empty(mask) => board.and(*mask).is_zero(),
            TestCode::Filled(mask) => !board.and(*mask).is_zero(),
            TestCode::Constant(value) => *value,
            _ => true,
        }
    }
}

/// One line of `lift`.
#[derive(Debug)]
pub struct LiftCode<B> {
    pub keep: super::code::NumberCode<B>,
    pub when: TestCode<B>,
}

/// One direction of `sow`.
#[derive(Debug)]
pub struct OfferCode<B> {
    pub direction: Direction,
    pub when: TestCode<B>,
    /// The lap origins for which `when` can hold.
    pub starts: u32,
    /// What is left of `when` for these.
    pub at_start: TestCode<B>,
    pub only_if: Option<TestCode<B>>,
}

/// Relay of the landing pit and nothing else.
pub const RELAY: u16 = 1 << 15;

/// Numbers of seeds in a row of [`Codes`], so that no multiplication finds an entry; the last stands for more as well.
pub const COLUMNS: usize = 64;

/// By pit and seeds.
pub type Codes = Box<[[u16; COLUMNS]]>;

/// The landing rules by pit and seeds: a list's number, with [`RELAY`] where it is a plain relay; 0 for no rule.
#[derive(Debug)]
pub struct Dispatch<B> {
    /// So many numbers of seeds differ; the last stands for more as well.
    pub counts: u32,
    pub codes: Codes,
    pub lists: Box<[RuleList<B>]>,
}

impl<B> Dispatch<B> {
    /// The entry for a landing.
    #[inline(always)]
    pub fn code(&self, here: u8, seeds: u32) -> u16 {
        self.codes.get(usize::from(here)).map_or(0, |row| row[(seeds as usize).min(COLUMNS - 1)])
    }

    /// The rules of an entry.
    #[inline(always)]
    pub fn list(&self, code: u16) -> Option<&RuleList<B>> {
        self.lists.get(usize::from(code & !RELAY))
    }
}

impl<B: Lanes> Program<B> {
    /// Compiles rules; refuses those that do not fit, and says why.
    pub fn new(rules: &Rules) -> Result<Self, String> {
        if usize::from(rules.board.cell_count()) > B::CELLS {
            return Err(format!("the board has {} pits and stores, more than {}", rules.board.cell_count(), B::CELLS));
        }
        lower::fits(rules)?;
        let geometry = Geometry::new(&rules.board);
        let layout = Layout::new(&rules.board, &geometry);
        let bank_marks: Box<[MarkId]> =
            (0u8..).zip(&rules.marks).filter_map(|(id, mark)| mark.holds_captures.then_some(id)).collect();
        let facts = lower::Facts::new(rules);
        let codes: Box<[Box<SideCode<B>>]> = rules
            .phases
            .iter()
            .flat_map(|phase| Side::BOTH.map(|mover| (phase, mover)))
            .map(|(phase, mover)| Box::new(lower::side(rules, &geometry, &layout, phase, mover, &facts)))
            .collect();
        let plains = (0..codes.len())
            .map(|at| rules.marks.is_empty().then(|| plain(&codes[at], &codes[at ^ 1], at & 1, &layout)).flatten())
            .collect();
        Ok(Program {
            plains,
            settled: Settled::new(rules, codes.len()),
            stores: layout.store_bits(),
            bankless: !rules.board.has_stores() && bank_marks.is_empty(),
            bank_marks,
            counts_repetition: facts.repetition,
            undoes: facts.undoes,
            layout,
            codes,
        })
    }
}
