//! Plays plain moves.

use crate::engine::{Move, Played, Tally};

use super::super::Compiled;
use super::super::code::SetCode;
use super::super::lanes::Lanes;
use super::super::laps::Lap;
use super::super::layout::{bit, cells_of};
use super::super::program::RELAY;
use super::super::quick::{QuickAct, STREAK, chain};
use super::super::run::{Notes, Now};
use super::super::state::{Live, Standing};
use super::{Plain, met};

/// What the laps of a plain move came to.
#[derive(Clone, Copy)]
struct Laps<B> {
    board: B,
    laps: u32,
    /// Seeds that captures gave to South, to North.
    south: u32,
    north: u32,
    again: bool,
}

impl<B> Laps<B> {
    /// Counts a capture. Two figures and no array: that would be kept in memory.
    #[inline(always)]
    fn gain(&mut self, side: usize, seeds: u32) {
        let (south, north) = if side == 0 { (seeds, 0) } else { (0, seeds) };
        self.south += south;
        self.north += north;
    }
}

impl<B: Lanes, N: Notes> Compiled<B, N> {
    /// Makes the laps of a move that can have many.
    #[inline(never)]
    fn plain_relay<T: Tally>(&self, plain: &Plain<B>, board: B, pit: u8, tally: &mut T) -> Option<Laps<B>> {
        self.plain_laps::<T, true>(plain, board, pit, tally)
    }

    /// Makes the laps of a move; none where the run must make them.
    #[inline(always)]
    fn plain_laps<T: Tally, const RELAYS: bool>(
        &self,
        plain: &Plain<B>,
        board: B,
        pit: u8,
        tally: &mut T,
    ) -> Option<Laps<B>> {
        let mut made = Laps { board, laps: 0, south: 0, north: 0, again: false };
        let (mut start, mut hand) = (pit, board.get(pit));
        if hand > plain.keep {
            hand -= plain.keep;
        }
        loop {
            made.laps += 1;
            let lap = plain.table.get_any(start, hand)?;
            if plain.way.is_empty() {
                made.board = made.board.plus(lap.add);
            } else if lap.once {
                made.board = made.board.plus(lap.add);
                self.plain_way(plain, lap.reached & !bit(lap.last), &mut made, tally)?;
            } else {
                self.plain_rounds(plain, (start, hand), lap, &mut made, tally)?;
            }
            let here = lap.last;
            let seeds = made.board.get(here);
            // A lap that the table does not know ends nowhere, where there is no entry.
            let entry = *plain.codes.get((u32::from(here) * plain.counts + seeds.min(plain.counts - 1)) as usize)?;
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
                if made.laps >= plain.laps {
                    return None;
                }
                continue;
            }
            let mut found = None;
            for rule in list {
                if rule.always || !made.board.and(rule.filled).is_zero() {
                    found = Some(rule);
                    break;
                }
            }
            let Some(rule) = found else { break };
            let (taken, side, store) = match &rule.act {
                QuickAct::Again => {
                    tally.rule(rule.id);
                    made.again = true;
                    break;
                }
                QuickAct::Stop => {
                    tally.rule(rule.id);
                    break;
                }
                QuickAct::Relay(_) | QuickAct::Resow { .. } if !RELAYS => return None,
                QuickAct::Relay(from) => {
                    (start, hand) = (*from, made.board.get(*from));
                    if plain.store_bits & bit(start) != 0 || hand == 0 || made.laps >= plain.laps {
                        return None;
                    }
                    tally.rule(rule.id);
                    continue;
                }
                QuickAct::Cells { mask, side, store } => (made.board.and(*mask), *side, *store),
                QuickAct::Set(SetCode::Chain { order, least, most }) => {
                    let cells = chain(order, *least, *most, made.board);
                    (made.board.and(B::spread(cells)), plain.mover, plain.stores[plain.mover])
                }
                QuickAct::Resow { mask, from } => {
                    let taken = made.board.and(*mask);
                    let seeds = taken.sum();
                    if seeds == 0 || made.laps >= plain.laps {
                        return None;
                    }
                    tally.rule(rule.id);
                    made.gain(plain.mover, seeds);
                    start = from.unwrap_or(start);
                    hand = seeds;
                    // The table takes the handful out of the start, where it does not lie.
                    made.board = made.board.minus(taken).plus(B::only(start, seeds));
                    continue;
                }
                QuickAct::Set(_) | QuickAct::GiveUp => return None,
            };
            let seeds = taken.sum();
            tally.rule(rule.id);
            made.board = made.board.minus(taken).plus(B::only(store, seeds));
            made.gain(side, seeds);
            if plain.in_play > 0 && seeds > 0 && made.board.and(plain.pit_mask).sum() < plain.in_play {
                return None;
            }
            break;
        }
        Some(made)
    }

    /// Makes a lap that reaches cells more than once, round by round, with the captures on its way.
    #[inline(never)]
    fn plain_rounds<T: Tally>(
        &self,
        plain: &Plain<B>,
        (start, hand): (u8, u32),
        lap: &Lap<B>,
        made: &mut Laps<B>,
        tally: &mut T,
    ) -> Option<()> {
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
            self.plain_way(plain, passed, made, tally)?;
        }
        Some(())
    }

    /// Makes the captures in the cells that a lap passes; none where the run must make them.
    #[inline(always)]
    fn plain_way<T: Tally>(&self, plain: &Plain<B>, passed: u32, made: &mut Laps<B>, tally: &mut T) -> Option<()> {
        let mut passed = passed;
        for rule in &plain.way {
            let mut hit = passed & rule.cells;
            if hit != 0
                && let Some(seeds) = rule.seeds
            {
                hit &= made.board.holding(seeds);
            }
            if hit == 0 {
                continue;
            }
            passed &= !hit;
            for side in [0, 1] {
                let cells = hit & rule.own[side];
                if cells != 0 {
                    let taken = made.board.and(B::spread(cells));
                    let seeds = taken.sum();
                    let store = plain.stores[side];
                    made.board = made.board.minus(taken).plus(B::only(store, seeds));
                    made.gain(side, seeds);
                }
            }
            tally.rule(rule.id);
            if plain.in_play > 0 && made.board.and(plain.pit_mask).sum() < plain.in_play {
                return None;
            }
        }
        Some(())
    }

    /// The pits that can be played after a move, where that is not seen at once; 0 where it has to be looked into.
    #[inline(never)]
    fn after_plain(&self, plain: &Plain<B>, live: &Live<B, N>, made: Laps<B>, quiet: u32, streak: u32) -> u32 {
        let now = &live.now;
        if !met(&plain.needs, made.board.filled()) {
            return 0;
        }
        let mover = now.mover & 1;
        let next = if made.again { mover } else { 1 - mover };
        let mut then = Now { board: made.board, quiet, streak, mover: next, ..*now };
        let moves = &mut then.moves[usize::from(mover)];
        *moves = moves.saturating_add(1);
        then.capturing[0] += u32::from(made.south > 0);
        then.capturing[1] += u32::from(made.north > 0);
        if let Some(coming) = self.plain_of(&then, live.way)
            && let Some(glance) = &coming.tried
        {
            return self.plain_tries(coming, &then, glance.pits(then.board));
        }
        self.mask(&then, next, true)
    }

    /// The pits that the player to move can play, where each must be tried; none where more must be looked into.
    pub(in super::super) fn tried(&self, now: &Now<B, N>) -> Option<u32> {
        let plain = self.plain_of(now, self.way_of_marks(&now.notes))?;
        Some(self.plain_tries(plain, now, plain.tried.as_ref()?.pits(now.board)))
    }

    /// Tries pits.
    #[inline(never)]
    fn plain_tries(&self, plain: &Plain<B>, now: &Now<B, N>, pits: u32) -> u32 {
        let mut found = 0;
        for pit in cells_of(pits) {
            // Written out here, so that what all tries look at is fetched once.
            let ends = self.plain_laps::<(), true>(plain, now.board, pit, &mut ()).is_some();
            if ends || self.slow_try(now, pit) {
                found |= bit(pit);
            }
        }
        found
    }

    /// Plays a move that the mask lists; none, and nothing done, where it is out of the ordinary or not listed.
    #[inline(always)]
    pub(in super::super) fn plain_turn<T: Tally>(
        &self,
        live: &mut Live<B, N>,
        choice: Move,
        tally: &mut T,
    ) -> Option<Played> {
        let pit = choice.pit;
        let more = choice.answers | choice.about | u64::from(choice.kind | choice.decisions);
        if live.legal & bit(pit) == 0 || more != 0 {
            return None;
        }
        let now = &live.now;
        let mover = usize::from(now.mover) & 1;
        let plain = self.plain_of(now, live.way)?;
        let made = match plain.relays {
            false => self.plain_laps::<T, false>(plain, now.board, pit, tally)?,
            true => self.plain_relay(plain, now.board, pit, tally)?,
        };
        if plain.watched.holds(made.board) {
            return None;
        }
        let changed = made.board.and(plain.store_mask) != now.board.and(plain.store_mask);
        let got = made.south | made.north != 0;
        let quiet = if got || changed { 0 } else { now.quiet.saturating_add(1) };
        let streak = if made.again { now.streak + 1 } else { 0 };
        if streak >= STREAK || quiet >= plain.watched.quiet || (made.again && plain.asks_stuck) {
            return None;
        }
        let next = mover as u8 ^ u8::from(!made.again);
        let legal = match &plain.next {
            Some(glances) => glances[usize::from(made.again)].pits(made.board),
            None => self.after_plain(plain, live, made, quiet, streak),
        };
        if legal == 0 {
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
        if got {
            now.capturing[0] += u32::from(made.south > 0);
            now.capturing[1] += u32::from(made.north > 0);
        }
        now.quiet = quiet;
        now.streak = streak;
        now.mover = next;
        live.legal = legal;
        Some(Played { captured: [made.south, made.north], laps: made.laps })
    }
}
