//! Plays plain moves.

use crate::engine::Tally;

use super::super::Compiled;
use super::super::code::SetCode;
use super::super::lanes::Lanes;
use super::super::layout::bit;
use super::super::program::{COLUMNS, RELAY};
use super::super::quick::{QuickAct, STREAK, chain};
use super::super::run::{Course, Flow, Notes, Now, Stage};
use super::super::state::{Live, Standing};
use super::super::watched::met;
use super::figures::Figures;
use super::{Plain, PlainRule};

/// What the laps of a plain move came to.
#[derive(Clone, Copy)]
pub(super) struct Laps<B> {
    pub board: B,
    pub figures: Figures,
}

/// What a lap that has landed came to, with the start and the handful of the next lap, if there is one.
type Landed<B> = (Laps<B>, Option<(u8, u32)>);

/// A number, or 0.
#[inline(always)]
fn when(so: bool, number: u32) -> u32 {
    number & u32::from(so).wrapping_neg()
}

impl<B: Lanes, N: Notes> Compiled<B, N> {
    /// Makes the laps of a move; none where the run must make them. `RELAYS` is whether there may be more than one, `WAYS`
    /// whether something may happen on their way.
    #[inline(always)]
    pub(super) fn plain_laps<T: Tally, const RELAYS: bool, const WAYS: bool>(
        &self,
        plain: &Plain<B>,
        board: B,
        pit: u8,
        tally: &mut T,
    ) -> Option<Laps<B>> {
        let mut made = Laps { board, figures: Figures::default() };
        let (mut start, mut hand) = (pit, board.get(pit));
        if hand > plain.keep {
            hand -= plain.keep;
        }
        loop {
            made.figures.lap();
            let lap = plain.table.get_any(start, hand)?;
            if !WAYS || plain.way.is_empty() {
                made.board = made.board.plus(lap.add);
            } else if lap.once {
                made.board = made.board.plus(lap.add);
                made = self.plain_way(plain, lap.passed, made, true, tally)?;
                if made.figures.ended() {
                    break;
                }
            } else {
                made = self.plain_rounds(plain, (start, hand), lap, made, tally)?;
            }
            let here = lap.last;
            let seeds = made.board.get(here);
            // A lap that the table does not know ends nowhere, where there is no entry.
            let entry = plain.codes.get(usize::from(here))?[(seeds as usize).min(COLUMNS - 1)];
            if entry == 0 {
                break;
            }
            let list = plain.landings.get(usize::from(entry & !RELAY))?;
            if entry & RELAY != 0 && !RELAYS {
                return None;
            }
            if entry & RELAY != 0 {
                if let Some(rule) = list.first() {
                    tally.rule(rule.id);
                }
                (start, hand) = (here, seeds);
                if made.figures.laps() >= plain.laps {
                    return None;
                }
                continue;
            }
            let next;
            (made, next) = self.plain_landing::<T, RELAYS>(plain, list, start, made, tally)?;
            match next {
                Some(lap) if RELAYS => (start, hand) = lap,
                _ => break,
            }
        }
        Some(made)
    }

    /// What a list of landing rules makes of a lap that began at a start; none where the run must make the move.
    #[inline(always)]
    fn plain_landing<T: Tally, const RELAYS: bool>(
        &self,
        plain: &Plain<B>,
        list: &[PlainRule<B>],
        start: u8,
        made: Laps<B>,
        tally: &mut T,
    ) -> Option<Landed<B>> {
        let mut made = made;
        let mut found = None;
        for rule in list {
            if rule.always || !made.board.and(rule.filled).is_zero() {
                found = Some(rule);
                break;
            }
        }
        let Some(rule) = found else { return Some((made, None)) };
        let (taken, side, store) = match &rule.act {
            QuickAct::Again => {
                tally.rule(rule.id);
                made.figures.play_again();
                return Some((made, None));
            }
            QuickAct::Stop => {
                tally.rule(rule.id);
                return Some((made, None));
            }
            QuickAct::Relay(_) | QuickAct::Resow { .. } if !RELAYS => return None,
            QuickAct::Relay(from) => {
                let hand = made.board.get(*from);
                if plain.store_bits & bit(*from) != 0 || hand == 0 || made.figures.laps() >= plain.laps {
                    return None;
                }
                tally.rule(rule.id);
                return Some((made, Some((*from, hand))));
            }
            QuickAct::Cells { mask, side, store } => (made.board.and(*mask), *side, *store),
            QuickAct::Set(SetCode::Chain { order, least, most }) => {
                let cells = chain(order, *least, *most, made.board);
                (made.board.and(B::spread(cells)), plain.mover, plain.stores[plain.mover])
            }
            QuickAct::Resow { mask, from } => {
                let taken = made.board.and(*mask);
                let seeds = taken.sum();
                if seeds == 0 || made.figures.laps() >= plain.laps {
                    return None;
                }
                tally.rule(rule.id);
                made.figures.gain(plain.mover, seeds);
                let start = from.unwrap_or(start);
                // The table takes the handful out of the start, where it does not lie.
                made.board = made.board.minus(taken).plus(B::only(start, seeds));
                return Some((made, Some((start, seeds))));
            }
            QuickAct::Set(_) | QuickAct::GiveUp => return None,
        };
        let seeds = taken.sum();
        tally.rule(rule.id);
        made.board = made.board.minus(taken).plus(B::only(store, seeds));
        made.figures.gain(side, seeds);
        if plain.in_play > 0 && seeds > 0 && made.board.and(plain.pit_mask).sum() < plain.in_play {
            made.figures = self.plain_few(plain, made, side)?;
        }
        Some((made, None))
    }

    /// The pits that can be played after a move, where that is not seen at once, and whether they are to be listed: then it is
    /// anything but 0 as well. 0 where it has to be looked into. `SURE` is whether it has to be known that there is one.
    #[inline(never)]
    fn after_plain<const SURE: bool>(
        &self,
        plain: &Plain<B>,
        live: &Live<B, N>,
        made: Laps<B>,
        quiet: u32,
        streak: u32,
    ) -> (u32, bool) {
        let now = &live.now;
        if !met(&plain.watched.needs, made.board.filled()) {
            return (0, false);
        }
        let mover = now.mover & 1;
        let next = if made.figures.again() { mover } else { 1 - mover };
        let listed = !self.code(now.phase, next).keeps_mask();
        let coming = self.plain_for(&now.notes, now.phase, next, live.way);
        if let Some(coming) = coming
            && let Some(glance) = coming.tried.as_ref().filter(|_| listed)
            && let pits = glance.pits(made.board)
            // A player who plays again is looked at: what his move did may still count. So is one for whom an end asks.
            && (!SURE && pits != 0 && !made.figures.again() && !plain.asks_stuck
                || self.plain_one(coming, made.board, pits))
        {
            return (1, true);
        }
        let mut then = Now { board: made.board, quiet, streak, mover: next, ..*now };
        let moves = &mut then.moves[usize::from(mover)];
        *moves = moves.saturating_add(1);
        for (times, seeds) in then.capturing.iter_mut().zip(made.figures.captured()) {
            *times += u32::from(seeds > 0);
        }
        if let Some(coming) = coming.filter(|_| !listed)
            && let Some(glance) = &coming.tried
        {
            return (self.plain_tried(coming, &then, glance.pits(then.board)).unwrap_or(0), false);
        }
        (self.mask(&then, next, true), listed)
    }

    /// Plays a move that is a pit, legal or not; none, and nothing done, where it is out of the ordinary.
    #[inline(always)]
    pub(in super::super) fn plain_turn<T: Tally, const SURE: bool>(
        &self,
        live: &mut Live<B, N>,
        pit: u8,
        tally: &mut T,
    ) -> Option<Figures> {
        let plain = self.plain_of(&live.now, live.way)?;
        match plain.relays {
            true => self.plain_relay::<T, SURE>(plain, live, pit, tally),
            false => self.plain_single::<T, SURE>(plain, live, pit, tally),
        }
    }

    /// Plays a move of one lap.
    ///
    /// One function, and what it tells fits registers: written out wherever moves are played, it would be as fast as what
    /// stands around it lets it be.
    #[inline(never)]
    fn plain_single<T: Tally, const SURE: bool>(
        &self,
        plain: &Plain<B>,
        live: &mut Live<B, N>,
        pit: u8,
        tally: &mut T,
    ) -> Option<Figures> {
        let made = self.plain_laps::<T, false, true>(plain, live.now.board, pit, tally)?;
        self.plain_done::<SURE>(plain, live, made).or_else(|| self.plain_end(plain, live, made, tally))
    }

    /// The same for a move that can have many laps.
    #[inline(never)]
    fn plain_relay<T: Tally, const SURE: bool>(
        &self,
        plain: &Plain<B>,
        live: &mut Live<B, N>,
        pit: u8,
        tally: &mut T,
    ) -> Option<Figures> {
        let made = self.plain_laps::<T, true, true>(plain, live.now.board, pit, tally)?;
        self.plain_done::<SURE>(plain, live, made).or_else(|| self.plain_end(plain, live, made, tally))
    }

    /// Ends a move that was made here, but ends out of the ordinary; none, and nothing done, where the run must make it anew.
    #[cold]
    #[inline(never)]
    fn plain_end<T: Tally>(
        &self,
        plain: &Plain<B>,
        live: &mut Live<B, N>,
        made: Laps<B>,
        tally: &mut T,
    ) -> Option<Figures> {
        if !plain.ends_by_figures {
            return None;
        }
        let mut course = Course::new(self, live.now, live.now.mover, tally);
        course.count_move();
        course.run.now.board = made.board;
        course.run.captured = made.figures.captured();
        course.run.lap = made.figures.laps();
        course.run.again = made.figures.again();
        if let Some(captor) = made.figures.captor() {
            course.run.stage = Stage::Sowing;
            let mut got = [0; 2];
            got[captor] = 1;
            if course.follow_capture(got) != Flow::Finished {
                return None;
            }
        }
        let (captured, laps) = (course.run.captured, course.run.lap);
        course.conclude(live);
        Some(Figures::new(captured, laps))
    }

    /// Counts what a move came to and makes it the position; none, and nothing done, where the run must make the move. `SURE` is
    /// whether it has to be known that the next player can move.
    #[inline(always)]
    fn plain_done<const SURE: bool>(&self, plain: &Plain<B>, live: &mut Live<B, N>, made: Laps<B>) -> Option<Figures> {
        let now = &live.now;
        let mover = usize::from(now.mover) & 1;
        let again = made.figures.again();
        if plain.watched.holds(made.board) {
            return None;
        }
        let changed = made.board.and(plain.store_mask) != now.board.and(plain.store_mask);
        let still = !changed & !made.figures.got();
        // Figures and no branches: whether a move captures or goes on is what a processor foresees least.
        let quiet = when(still, now.quiet.saturating_add(1));
        let streak = when(again, now.streak + 1);
        if (streak >= STREAK) | (quiet >= plain.watched.quiet) | (again & plain.asks_stuck) | made.figures.ended() {
            return None;
        }
        let next = mover as u8 ^ u8::from(!again);
        let (found, listed) = match &plain.next {
            Some(glances) => match glances[usize::from(again)].pits(made.board) {
                0 => self.after_plain::<true>(plain, live, made, quiet, streak),
                pits => (pits, false),
            },
            None => self.after_plain::<SURE>(plain, live, made, quiet, streak),
        };
        if found == 0 {
            return None;
        }
        if self.program.counts_repetition {
            let standing = Standing { board: made.board, notes: now.notes, next, phase: now.phase };
            if changed && self.banks_grow {
                live.history.clear();
            } else if live.history.count(&standing) + 1 >= plain.watched.repetition {
                return None;
            }
            live.history.push(standing);
        }
        let now = &mut live.now;
        now.board = made.board;
        now.moves[mover] = now.moves[mover].saturating_add(1);
        let captured = made.figures.captured();
        if made.figures.got() {
            now.capturing[0] += u32::from(captured[0] > 0);
            now.capturing[1] += u32::from(captured[1] > 0);
        }
        now.quiet = quiet;
        now.streak = streak;
        now.mover = next;
        live.legal = if listed { 0 } else { found };
        live.listed = listed;
        live.unsure = listed && !SURE;
        Some(made.figures)
    }
}
