//! Plays ordinary moves.

use crate::engine::{Move, Played, Tally};

use super::super::Compiled;
use super::super::lanes::Lanes;
use super::super::program::SideCode;
use super::super::run::{Notes, Now};
use super::super::state::{Live, Standing};
use super::super::watched::met;
use super::{Lean, Made, Quick, STREAK};

impl<B: Lanes, N: Notes> Compiled<B, N> {
    /// Plays a move that the mask lists; none, and nothing done, where it is out of the ordinary.
    #[inline(always)]
    pub(in super::super) fn quick_turn<T: Tally>(
        &self,
        code: &SideCode<B>,
        live: &mut Live<B, N>,
        choice: Move,
        tally: &mut T,
    ) -> Option<Played> {
        let quick = code.quick.as_ref()?;
        let made = match quick.ways {
            true => self.chosen(code, quick, &live.now, choice, tally)?,
            false => self.quick_laps(code, quick, &live.now, choice.pit, tally)?,
        };
        self.quick_done(quick, live, &made)
    }

    /// Counts what a move came to and makes it the position; none, and nothing done, where the run must make the move.
    #[inline(always)]
    pub(in super::super) fn quick_done(
        &self,
        quick: &Quick<B>,
        live: &mut Live<B, N>,
        made: &Made<B>,
    ) -> Option<Played> {
        let now = &live.now;
        let mover = usize::from(now.mover) & 1;
        let next = if made.again { mover } else { 1 - mover };
        let banks = self.banks_of(&now.notes);
        match &quick.watched {
            Some(watched) if !met(&watched.needs, made.board.filled()) || watched.holds(made.board) => return None,
            Some(_) => {}
            None => {
                let lean = self.lean(made, now, banks);
                for test in &quick.after {
                    if lean.holds(test) {
                        return None;
                    }
                }
            }
        }
        let mask = if N::KEPT && !self.program.bank_marks.is_empty() { B::spread(banks) } else { self.store_mask };
        let changed = made.board.and(mask) != now.board.and(mask);
        let got = made.captured[0] | made.captured[1] != 0;
        let quiet = if got || changed { 0 } else { now.quiet.saturating_add(1) };
        let streak = if made.again { now.streak + 1 } else { 0 };
        if streak >= STREAK {
            return None;
        }
        let capturing =
            [now.capturing[0] + u32::from(made.captured[0] > 0), now.capturing[1] + u32::from(made.captured[1] > 0)];
        let standing = match self.program.counts_repetition {
            true => Some(Standing { board: made.board, notes: now.notes, next: next as u8, phase: now.phase }),
            false => None,
        };
        let mut repetition = 1;
        if let Some(standing) = &standing
            && !(changed && self.banks_grow)
        {
            repetition += live.history.count(standing);
        }
        // An end that asks whether the next player is stuck is told no: that one moves on below, or nothing was done.
        if quick.asks_stuck && made.again {
            return None;
        }
        match &quick.watched {
            Some(watched) if quiet >= watched.quiet || repetition >= watched.repetition => return None,
            Some(_) => {}
            None => {
                let lean = Lean { quiet, repetition, capturing, ..self.lean(made, now, banks) };
                for test in &quick.end {
                    if lean.holds(test) {
                        return None;
                    }
                }
            }
        }
        let coming = self.code(now.phase, next as u8);
        let legal = match (&coming.at_sight, &coming.quick) {
            (Some(sight), _) if !coming.requires.iter().any(|require| require.in_force(made.board)) => {
                self.sighted(sight, made.board, &now.notes)
            }
            (None, Some(quick)) if !coming.keeps_mask() && self.moves_surely(coming, quick, made.board, &now.notes) => {
                1
            }
            _ => {
                let mut then = Now { board: made.board, capturing, quiet, streak, mover: next as u8, ..*now };
                then.moves[mover] = then.moves[mover].saturating_add(1);
                self.mask(&then, next as u8, true)
            }
        };
        if legal == 0 {
            return None;
        }
        if let Some(standing) = standing {
            if changed && self.banks_grow {
                live.history.clear();
            }
            live.history.push(standing);
        }
        let coming_listed = !coming.keeps_mask();
        let now = &mut live.now;
        now.board = made.board;
        now.moves[mover] = now.moves[mover].saturating_add(1);
        now.capturing = capturing;
        now.quiet = quiet;
        now.streak = streak;
        now.mover = next as u8;
        live.legal = if coming_listed { 0 } else { legal };
        live.listed = coming_listed;
        live.unsure = false;
        Some(Played { captured: made.captured, laps: made.laps })
    }

    /// Whether a move from a pit surely may be made, where no `require` is in force.
    #[inline(always)]
    pub(in super::super) fn quick_try(&self, code: &SideCode<B>, now: &Now<B, N>, pit: u8) -> bool {
        let Some(quick) = &code.quick else { return false };
        !quick.ways && quick.after.is_empty() && self.quick_laps(code, quick, now, pit, &mut ()).is_some()
    }
}
