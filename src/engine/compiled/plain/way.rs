//! Captures on the way of a lap, and what a capture leaves in play.

use crate::engine::Tally;

use super::super::Compiled;
use super::super::lanes::Lanes;
use super::super::laps::Lap;
use super::super::layout::bit;
use super::super::run::Notes;
use super::figures::Figures;
use super::turn::Laps;
use super::{Plain, PlainWay};

impl<B: Lanes, N: Notes> Compiled<B, N> {
    /// Makes a lap that reaches cells more than once, round by round, with the captures on its way.
    #[inline(never)]
    pub(super) fn plain_rounds<T: Tally>(
        &self,
        plain: &Plain<B>,
        (start, hand): (u8, u32),
        lap: &Lap<B>,
        made: Laps<B>,
        tally: &mut T,
    ) -> Option<Laps<B>> {
        let mut made = made;
        let round = plain.table.round(start);
        if round == 0 {
            return None;
        }
        // What the first seeds of the handful add to the board.
        let sown = |seeds: u32| Some(plain.table.get(start, seeds)?.add.plus(B::only(start, seeds)));
        made.board = made.board.minus(B::only(start, hand));
        let (mut done, mut before) = (0, B::default());
        while done < hand {
            done = hand.min(done + round);
            let after = sown(done)?;
            let added = after.minus(before);
            before = after;
            made.board = made.board.plus(added);
            let passed = added.filled() & if done == hand { !bit(lap.last) } else { u32::MAX };
            made = self.plain_way(plain, passed, made, false, tally)?;
        }
        Some(made)
    }

    /// Makes the captures in the cells that a lap passes, if these are all of it (`whole`) or not; none where the run must make
    /// them.
    #[inline(always)]
    pub(super) fn plain_way<T: Tally>(
        &self,
        plain: &Plain<B>,
        passed: u32,
        made: Laps<B>,
        whole: bool,
        tally: &mut T,
    ) -> Option<Laps<B>> {
        // By value, in and out: what a reference points to would be kept in memory.
        let (mut passed, mut made) = (passed, made);
        for rule in &plain.way {
            let mut hit = passed & rule.cells;
            if let Some(seeds) = rule.seeds {
                hit &= made.board.holding(seeds);
            }
            if hit == 0 {
                continue;
            }
            passed &= !hit;
            made = self.plain_take(plain, rule, hit, made, whole)?;
            tally.rule(rule.id);
        }
        Some(made)
    }

    /// Makes a capture on the way; none where the run must make it. Apart, so that what it needs is not fetched for each lap.
    #[inline(never)]
    fn plain_take(&self, plain: &Plain<B>, rule: &PlainWay, hit: u32, made: Laps<B>, whole: bool) -> Option<Laps<B>> {
        let mut made = made;
        for side in [0, 1] {
            let cells = hit & rule.own[side];
            if cells != 0 {
                let taken = made.board.and(B::spread(cells));
                let seeds = taken.sum();
                made.board = made.board.minus(taken).plus(B::only(plain.stores[side], seeds));
                made.figures.gain(side, seeds);
            }
        }
        if plain.in_play > 0 && made.board.and(plain.pit_mask).sum() < plain.in_play {
            // Of several captures on one way the first may be the last.
            if !whole || hit.count_ones() != 1 || hit & (rule.own[0] | rule.own[1]) == 0 {
                return None;
            }
            made.figures = self.plain_few(plain, made, usize::from(hit & rule.own[1] != 0))?;
        }
        Some(made)
    }

    /// What follows a capture that leaves few seeds in play; none where the run must tell.
    #[cold]
    #[inline(never)]
    pub(super) fn plain_few(&self, plain: &Plain<B>, made: Laps<B>, side: usize) -> Option<Figures> {
        let (least, most) = plain.last?;
        let mut figures = made.figures;
        if (least..=most).contains(&made.board.and(plain.pit_mask).sum()) {
            figures.end_by_capture(side);
        }
        Some(figures)
    }
}
