//! Laps as tables: for each start and handful the seeds added to every cell at once, the last cell and those reached.
//!
//! A path is known beforehand where `skip` and `include` look at nothing but the handful, the hand, the lap's start and
//! one mark. Longer handfuls than the table has, and paths that are not known, are sown seed by seed.

use std::sync::{Arc, OnceLock};

use crate::rules::{Direction, Guarded, MarkId, Side};

use super::code::{SetCode, TestCode};
use super::fold::{Folder, Known};
use super::lanes::Lanes;
use super::layout::{NONE, bit};
use super::reads::{Reads, slots};

/// The longest handful of a table.
const LONGEST: u32 = 63;
/// The longest where every seed of a lap can see another path.
const LONGEST_BY_HAND: u32 = 31;

/// One lap.
#[derive(Clone, Copy, Debug)]
pub struct Lap<B> {
    /// What to add to the board: the seeds sown, less the handful at the start.
    pub add: B,
    /// The cells that get a seed.
    pub reached: u32,
    /// The same but for the one that gets the last.
    pub passed: u32,
    /// The cell of the last seed; [`NONE`] where the table does not say.
    pub last: u8,
    /// Whether no cell gets two seeds.
    pub once: bool,
    /// Whether the promise of the lap's direction is kept, where a first lap alone settles that.
    pub kept: bool,
}

/// All laps of one mover and direction.
#[derive(Clone, Debug)]
pub struct LapTable<B> {
    pub direction: Direction,
    stride: usize,
    laps: Box<[Lap<B>]>,
    /// Whether a longer handful from a start begins like a shorter one.
    grows: bool,
}

impl<B: Lanes> LapTable<B> {
    /// The lap of `hand` seeds that starts after `start`.
    #[inline(always)]
    pub fn get(&self, start: u8, hand: u32) -> Option<&Lap<B>> {
        if hand as usize >= self.stride {
            return None;
        }
        let lap = self.laps.get(usize::from(start) * self.stride + hand as usize)?;
        (lap.last != NONE).then_some(lap)
    }

    /// The same, but for a lap that is not known, which adds nothing and ends at [`NONE`].
    #[inline(always)]
    pub fn get_any(&self, start: u8, hand: u32) -> Option<&Lap<B>> {
        if hand as usize >= self.stride {
            return None;
        }
        self.laps.get(usize::from(start) * self.stride + hand as usize)
    }

    /// How many seeds fall from a start before a cell gets a second one; 0 where each handful has a path of its own.
    pub fn round(&self, start: u8) -> u32 {
        if !self.grows {
            return 0;
        }
        let row = self.laps.get(usize::from(start) * self.stride..).unwrap_or_default();
        row.iter().take(self.stride).skip(1).take_while(|lap| lap.once && lap.last != NONE).count() as u32
    }

    /// Every lap with its start and handful.
    pub fn each(&mut self, mut visit: impl FnMut(u8, u32, &mut Lap<B>)) {
        for (at, lap) in self.laps.iter_mut().enumerate() {
            visit((at / self.stride) as u8, (at % self.stride) as u32, lap);
        }
    }
}

/// The tables of one mover and direction.
#[derive(Debug)]
pub enum LapTables<B> {
    /// None: laps are sown seed by seed.
    Walk,
    /// One.
    Fixed(Arc<LapTable<B>>),
    /// One for each cell that bears a mark, and first one for none; made when first asked for.
    ByMark { mark: MarkId, slots: u8, tables: Box<[OnceLock<LapTable<B>>]> },
}

/// What is needed to make tables.
pub struct Paths<'a> {
    pub folder: Folder<'a>,
    pub skips: &'a [Guarded],
    pub includes: &'a [Guarded],
    pub stores: u32,
    pub total: u32,
    pub mover: Side,
    pub direction: Direction,
}

impl Paths<'_> {
    /// The tables that these paths need; only [`LapTables::Fixed`] is filled at once.
    pub fn tables<B: Lanes>(&self) -> LapTables<B> {
        let mut reads = Reads::default();
        reads.guarded(self.skips);
        reads.guarded(self.includes);
        let mut marks: Vec<(MarkId, u8)> =
            reads.marks.iter().map(|(mark, keeper)| (*mark, slots(*keeper, self.mover))).collect();
        marks.dedup();
        if self.folder.marks.is_some() {
            marks.clear();
        }
        match marks.as_slice() {
            [] => self.table(None).map_or(LapTables::Walk, |table| LapTables::Fixed(Arc::new(table))),
            [(mark, slots)] => {
                let cells = self.folder.layout.cells;
                if self.table::<B>(Some((*mark, *slots, 0))).is_none() {
                    return LapTables::Walk;
                }
                LapTables::ByMark { mark: *mark, slots: *slots, tables: (0..=cells).map(|_| OnceLock::new()).collect() }
            }
            _ => LapTables::Walk,
        }
    }

    /// The table with a mark in these cells; none where the paths depend on more.
    pub fn table<B: Lanes>(&self, marked: Option<(MarkId, u8, u32)>) -> Option<LapTable<B>> {
        let mut reads = Reads::default();
        reads.guarded(self.skips);
        reads.guarded(self.includes);
        if reads.origin || reads.lap_kind || reads.lap {
            return None;
        }
        let longest = self.total.min(if reads.hand { LONGEST_BY_HAND } else { LONGEST });
        let stride = longest as usize + 1;
        let empty = Lap { add: B::default(), reached: 0, passed: 0, last: NONE, once: true, kept: true };
        let mut laps = vec![empty; self.folder.layout.cells * stride].into_boxed_slice();
        let starts = (0..self.folder.layout.cells as u8).filter(|cell| self.folder.steps.circle(*cell) > 0);
        let mut avoided = Avoided::new(&reads, self.folder.layout.cells);
        for start in starts {
            let row = &mut laps[usize::from(start) * stride..][..stride];
            if reads.hand || reads.lifted {
                for hand in 1..=longest {
                    row[hand as usize] = self.lap(start, hand, marked, &mut avoided)?;
                }
            } else {
                self.row(start, row, marked, &mut avoided)?;
            }
        }
        Some(LapTable { direction: self.direction, stride, laps, grows: !reads.hand && !reads.lifted })
    }

    /// All handfuls from one start, each one seed longer than the one before.
    fn row<B: Lanes>(
        &self,
        start: u8,
        row: &mut [Lap<B>],
        marked: Option<(MarkId, u8, u32)>,
        avoided: &mut Avoided<'_>,
    ) -> Option<()> {
        let avoid = self.avoided::<B>(start, 1, 1, marked, avoided)?;
        let (mut added, mut reached, mut once, mut cell) = (B::default(), 0, true, start);
        for (hand, lap) in row.iter_mut().enumerate().skip(1) {
            cell = self.next(cell, avoid);
            if cell == NONE {
                break;
            }
            once &= reached & bit(cell) == 0;
            reached |= bit(cell);
            added = added.plus(B::only(cell, 1));
            let add = added.minus(B::only(start, hand as u32));
            *lap = Lap { add, reached, passed: reached & !bit(cell), last: cell, once, kept: true };
        }
        Some(())
    }

    fn lap<B: Lanes>(
        &self,
        start: u8,
        lifted: u32,
        marked: Option<(MarkId, u8, u32)>,
        avoided: &mut Avoided<'_>,
    ) -> Option<Lap<B>> {
        let mut lap = Lap { add: B::default(), reached: 0, passed: 0, last: start, once: true, kept: true };
        for hand in (1..=lifted).rev() {
            let avoid = self.avoided::<B>(start, lifted, hand, marked, avoided)?;
            lap.last = self.next(lap.last, avoid);
            if lap.last == NONE {
                return Some(lap);
            }
            lap.once &= lap.reached & bit(lap.last) == 0;
            lap.reached |= bit(lap.last);
            lap.add = lap.add.plus(B::only(lap.last, 1));
        }
        lap.add = lap.add.minus(B::only(start, lifted));
        lap.passed = lap.reached & !bit(lap.last);
        Some(lap)
    }

    /// The next cell that takes a seed, or [`NONE`].
    fn next(&self, from: u8, avoid: u32) -> u8 {
        let steps = self.folder.steps;
        let mut cell = steps.next(self.direction, from);
        for _ in 0..=self.folder.layout.cells {
            if cell == NONE || avoid & bit(cell) == 0 {
                return cell;
            }
            cell = steps.next(self.direction, cell);
        }
        NONE
    }

    /// The cells that take no seed while `hand` of `lifted` are left; none where that is not known.
    fn avoided<B: Lanes>(
        &self,
        start: u8,
        lifted: u32,
        hand: u32,
        marked: Option<(MarkId, u8, u32)>,
        memory: &mut Avoided<'_>,
    ) -> Option<u32> {
        let at = memory.at(start, lifted, hand);
        if let Some(Some(avoid)) = memory.known.get(at) {
            return Some(*avoid);
        }
        let known = Known {
            lap_origin: Some(start),
            lifted: Some(lifted),
            hand: Some(hand),
            direction: Some(self.direction),
            marked,
            ..Known::mover(self.mover)
        };
        let named = |lines: &[Guarded]| -> Option<u32> {
            lines.iter().try_fold(0, |cells, line| {
                Some(
                    cells
                        | match self.folder.test::<B>(&line.when, &known) {
                            TestCode::Constant(false) => 0,
                            TestCode::Constant(true) => match self.folder.set::<B>(&line.set, &known) {
                                SetCode::Cells(cells) => cells,
                                _ => return None,
                            },
                            _ => return None,
                        },
                )
            })
        };
        let avoid = self.stores & !named(self.includes)? | named(self.skips)?;
        if let Some(known) = memory.known.get_mut(at) {
            *known = Some(avoid);
        }
        Some(avoid)
    }
}

/// Paths worked out so far, by what they depend on.
struct Avoided<'a> {
    reads: &'a Reads,
    known: Vec<Option<u32>>,
}

impl<'a> Avoided<'a> {
    /// Handfuls that are told apart, 0 included.
    const HANDFULS: usize = LONGEST as usize + 1;

    fn new(reads: &'a Reads, cells: usize) -> Self {
        let counted = |asked: bool, of: usize| if asked { of } else { 1 };
        let starts = counted(reads.lap_origin, cells);
        let handfuls = counted(reads.lifted, Self::HANDFULS) * counted(reads.hand, Self::HANDFULS);
        Avoided { reads, known: vec![None; starts * handfuls] }
    }

    /// The place of a path.
    fn at(&self, start: u8, lifted: u32, hand: u32) -> usize {
        let reads = self.reads;
        let mut at = if reads.lap_origin { usize::from(start) } else { 0 };
        for (asked, seeds) in [(reads.lifted, lifted), (reads.hand, hand)] {
            if asked {
                at = at * Self::HANDFULS + seeds as usize;
            }
        }
        at
    }
}
