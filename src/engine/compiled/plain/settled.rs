//! Plain paths where marks are kept: worked out for each way the marks can stand, once they have stood so for a while.
//!
//! No mark is set or taken away by a plain move. While it is made marks are as fixed as the board, and a pit that is
//! somebody's bank is a store.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use crate::rules::{Geometry, Rules, Side};

use super::super::Compiled;
use super::super::lanes::Lanes;
use super::super::laps::LapTables;
use super::super::lower::{self, Facts};
use super::super::program::SideCode;
use super::super::run::{Marks, Notes, Now};
use super::{Plain, plain};

/// More plain paths than this are not kept.
const MOST: usize = 1 << 13;

/// One way the marks can stand, for one phase and mover.
#[derive(Debug)]
struct Slot<B> {
    /// How often it was met before its path was worked out.
    met: AtomicU32,
    plain: OnceLock<Option<Box<Plain<B>>>>,
}

/// The plain paths of a variant with marks.
#[derive(Debug)]
pub struct Settled<B> {
    /// So many marks, one of each at most for a player.
    marks: usize,
    /// A mark of a player lies in one of the cells, or nowhere.
    places: u32,
    /// By the way the marks stand, by phase and by mover.
    slots: Box<[Slot<B>]>,
    /// Phases and movers.
    codes: usize,
}

impl<B: Lanes> Settled<B> {
    /// Room for the plain paths of all ways the marks can stand; for none where these are too many, or without marks.
    pub fn new(rules: &Rules, codes: usize) -> Self {
        let places = u32::from(rules.board.cell_count()) + 1;
        let marks = rules.marks.len();
        let ways = (0..2 * marks).try_fold(codes, |ways, _| ways.checked_mul(places as usize));
        let ways = ways.filter(|ways| *ways <= MOST && marks > 0 && rules.marks.iter().all(|mark| mark.one_each));
        let slots = (0..ways.unwrap_or(0)).map(|_| Slot { met: AtomicU32::new(0), plain: OnceLock::new() }).collect();
        Settled { marks, places, slots, codes }
    }

    /// Whether there is any room.
    pub fn is_used(&self) -> bool {
        !self.slots.is_empty()
    }

    /// The number of the way the marks stand; [`u32::MAX`] where it has none.
    pub fn way(&self, marks: &Marks) -> u32 {
        let mut way = 0;
        for [south, north, nobody] in &marks[..self.marks] {
            if *nobody != 0 || south.count_ones() > 1 || north.count_ones() > 1 {
                return u32::MAX;
            }
            for cells in [south, north] {
                way = way * self.places + if *cells == 0 { 0 } else { cells.trailing_zeros() + 1 };
            }
        }
        way
    }

    #[inline(always)]
    fn slot(&self, way: u32, at: usize) -> Option<&Slot<B>> {
        self.slots.get((way as usize).checked_mul(self.codes)? + at)
    }
}

impl<B: Lanes, N: Notes> Compiled<B, N> {
    /// How plain moves are made by the player to move, where there are any.
    #[inline(always)]
    pub(in super::super) fn plain_of(&self, now: &Now<B, N>, way: u32) -> Option<&Plain<B>> {
        self.plain_for(&now.notes, now.phase, now.mover, way)
    }

    /// The same for whoever is to move.
    #[inline(always)]
    pub(super) fn plain_for(&self, notes: &N, phase: u8, mover: u8, way: u32) -> Option<&Plain<B>> {
        let at = usize::from(phase) << 1 | usize::from(mover & 1);
        if !N::KEPT {
            return self.program.plains.get(at)?.as_ref();
        }
        let slot = self.program.settled.slot(way, at)?;
        match slot.plain.get() {
            Some(plain) => plain.as_deref(),
            None => self.meet(slot, notes, way, at),
        }
    }

    /// The number of the way the marks stand.
    #[inline]
    pub(in super::super) fn way_of_marks(&self, notes: &N) -> u32 {
        if N::KEPT { self.program.settled.way(&notes.marks()) } else { 0 }
    }

    /// Counts a way that was met, and works its path out in the end.
    #[cold]
    fn meet<'a>(&self, slot: &'a Slot<B>, notes: &N, way: u32, at: usize) -> Option<&'a Plain<B>> {
        // To work the path out takes longer the more landings there are, and is not worth it for a few moves.
        let landing = &self.program.codes.get(at)?.landing;
        let worth = landing.codes.len() as u32 * landing.counts / 4;
        if slot.met.fetch_add(1, Ordering::Relaxed) < worth {
            return None;
        }
        slot.plain.get_or_init(|| self.settle(notes, way, at)).as_deref()
    }

    /// Works out the plain path of one mover, and notes the other's, which needs the same code.
    fn settle(&self, notes: &N, way: u32, at: usize) -> Option<Box<Plain<B>>> {
        let marks = notes.marks();
        let both = |[south, north]: [u32; 2], sets: [u32; 3]| [south | sets[0], north | sets[1]];
        let banks = self.program.bank_marks.iter().map(|mark| marks[usize::from(*mark)]).fold([0; 2], both);
        let [south, north] = marks.into_iter().fold([0; 2], both);
        let layout = self.program.layout.settled(banks, [south, north & !south])?;
        let phase = self.rules.phases.get(at >> 1)?;
        let geometry = Geometry::new(&self.rules.board);
        let facts = Facts::new(&self.rules).settled(marks);
        let [own, other] =
            [at, at ^ 1].map(|at| lower::side::<B>(&self.rules, &geometry, &layout, phase, Side::BOTH[at & 1], &facts));
        let finish = |code: &SideCode<B>, next: &SideCode<B>, at: usize| {
            let mut plain = plain(code, next, at & 1, &layout)?;
            // Where marks do not bend the paths, all ways share one table.
            if let LapTables::Fixed(table) = &self.program.codes.get(at)?.tables[code.one_way? as usize] {
                plain.table = Arc::clone(table);
            }
            Some(Box::new(plain))
        };
        if let Some(slot) = self.program.settled.slot(way, at ^ 1) {
            // Whoever was first made the same.
            let _ = slot.plain.set(finish(&other, &own, at ^ 1));
        }
        finish(&own, &other, at)
    }
}
