//! Pits that must be tried: which of them make a legal move, or whether one does.

use super::super::Compiled;
use super::super::lanes::Lanes;
use super::super::layout::{bit, cells_of};
use super::super::program::COLUMNS;
use super::super::run::{Notes, Now};
use super::super::state::Live;
use super::super::watched::met;
use super::Plain;

impl<B: Lanes, N: Notes> Compiled<B, N> {
    /// The pits that can be chosen, where each must be tried; none where more must be looked into, or there is none.
    #[inline(always)]
    pub(in super::super) fn plain_starts(&self, live: &Live<B, N>) -> Option<u32> {
        let plain = self.plain_of(&live.now, live.way)?;
        let pits = plain.tried.as_ref().filter(|_| plain.wish.is_none())?.pits(live.now.board);
        (pits != 0).then_some(pits)
    }

    /// Whether the player to move can, where pits must be tried; none where more must be looked into.
    pub(in super::super) fn plain_can(&self, now: &Now<B, N>) -> Option<bool> {
        let plain = self.plain_of(now, self.way_of_marks(&now.notes))?;
        let pits = plain.tried.as_ref().filter(|_| plain.wish.is_none())?.pits(now.board);
        Some(self.plain_one(plain, now.board, pits) || cells_of(pits).any(|pit| self.slow_try(now, pit)))
    }

    /// Whether one of these pits surely makes a legal move.
    #[inline(never)]
    pub(super) fn plain_one(&self, plain: &Plain<B>, board: B, pits: u32) -> bool {
        // Most often some move is one lap to where no rule waits, which is seen without making it.
        let ends = |pit: u8| {
            let hand = board.get(pit);
            let hand = if hand > plain.keep { hand - plain.keep } else { hand };
            plain.table.get_any(pit, hand).is_some_and(|lap| {
                let row = plain.codes.get(usize::from(lap.last));
                // A lap that comes round to its start finds less there than lies there now.
                lap.once
                    && lap.last != pit
                    && row.is_some_and(|row| row[(board.get(lap.last) as usize + 1).min(COLUMNS - 1)] == 0)
            })
        };
        plain.in_play == 0 && cells_of(pits).any(ends)
            || cells_of(pits).any(|pit| self.plain_laps::<(), true, true>(plain, board, pit, &mut ()).is_some())
    }

    /// The pits that can be played where a `require` is in force that says what must be filled after a move; none where more must
    /// be looked into.
    pub(in super::super) fn plain_required(&self, now: &Now<B, N>) -> Option<u32> {
        let plain = self.plain_of(now, self.way_of_marks(&now.notes))?;
        let mask = plain.required?;
        let code = self.code(now.phase, now.mover);
        let mut found = 0;
        for pit in cells_of(self.sights(code, now)) {
            let made = self.plain_laps::<(), true, true>(plain, now.board, pit, &mut ());
            let legal = match made {
                // `after move` has nothing to give back.
                Some(made) if !made.figures.got() && made.board.and(mask).is_zero() => false,
                Some(made)
                    if !made.figures.ended()
                        && met(&plain.watched.needs, made.board.filled())
                        && !plain.watched.holds(made.board) =>
                {
                    !made.board.and(mask).is_zero()
                }
                _ => self.slow_try(now, pit),
            };
            found |= if legal { bit(pit) } else { 0 };
        }
        Some(found)
    }

    /// The pits that the player to move can play, where each must be tried; none where more must be looked into.
    pub(in super::super) fn tried(&self, now: &Now<B, N>) -> Option<u32> {
        let plain = self.plain_of(now, self.way_of_marks(&now.notes))?;
        self.plain_tried(plain, now, plain.tried.as_ref()?.pits(now.board))
    }

    pub(super) fn plain_tried(&self, plain: &Plain<B>, now: &Now<B, N>, pits: u32) -> Option<u32> {
        match (plain.wish, plain.way.is_empty()) {
            (Some(mask), _) => self.plain_wished(plain, mask, now, pits),
            (None, true) => Some(self.plain_tries::<false>(plain, now, pits)),
            (None, false) => Some(self.plain_tries::<true>(plain, now, pits)),
        }
    }

    /// Tries pits, of which only those are legal that leave something under a mask, if there are any; none where the run
    /// must try one.
    #[inline(never)]
    fn plain_wished(&self, plain: &Plain<B>, mask: B, now: &Now<B, N>, pits: u32) -> Option<u32> {
        let mut wished = 0;
        for pit in cells_of(pits) {
            let made = self.plain_laps::<(), true, true>(plain, now.board, pit, &mut ())?;
            if made.figures.ended() {
                return None;
            }
            if !made.board.and(mask).is_zero() {
                wished |= bit(pit);
            }
        }
        Some(if wished != 0 { wished } else { pits })
    }

    /// Tries pits.
    #[inline(never)]
    fn plain_tries<const WAYS: bool>(&self, plain: &Plain<B>, now: &Now<B, N>, pits: u32) -> u32 {
        let mut found = 0;
        for pit in cells_of(pits) {
            // Written out here, so that what all tries look at is fetched once.
            let ends = self.plain_laps::<(), true, WAYS>(plain, now.board, pit, &mut ()).is_some();
            if ends || self.slow_try(now, pit) {
                found |= bit(pit);
            }
        }
        found
    }
}
