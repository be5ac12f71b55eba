//! The search for exact values: is the lead that the player to move gains from the seeds in play more than `alpha`?
//!
//! Values are counted from the seeds in play alone, so that the table serves every state of the banks. A position is first
//! held against what its seeds can give at all, then every move is played: what ends the game, banks enough, lies in the
//! endgame database or is known to the table may decide at once. Only then the moves that are left are searched, the most
//! promising first: those that let the same player go on, then captures.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::engine::{Engine, Move, Moves};
use crate::rules::Side;
use crate::study::database::Database;
use crate::study::database::index::{Index, View};

use super::table::{Bounds, NO_MOVE, Table};

/// A move that is still to be searched.
struct Child<S> {
    state: S,
    key: u64,
    seeds: i32,
    /// What the move banks for the mover, less what it banks for the opponent.
    gain: i32,
    same: bool,
    place: u8,
    order: i32,
}

/// Where a search stands: the position's number, its seeds in play and what the table says.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    key: u64,
    seeds: i32,
    known: Option<Bounds>,
}

/// A search under way.
pub struct Search<'a, E: Engine> {
    engine: &'a E,
    index: &'a Index,
    view: View,
    symmetric: bool,
    table: Option<Table>,
    database: Option<&'a Database>,
    database_seeds: i32,
    stop: &'a AtomicBool,
    deadline: Option<Instant>,
    /// Positions visited.
    pub nodes: u64,
    next_look: u64,
    /// Whether it was stopped: values since then mean nothing.
    pub stopped: bool,
    spare: Vec<Vec<Child<E::State>>>,
}

/// What a search needs to know beside the position.
pub struct Frame<'a, E> {
    /// Plays the rules as a solver sees them.
    pub engine: &'a E,
    /// Numbers the boards.
    pub index: &'a Index,
    /// Finds the pits.
    pub view: View,
    /// Whether both players have the same rules.
    pub symmetric: bool,
    /// Values of boards with few seeds.
    pub database: Option<&'a Database>,
    /// Set to stop the search.
    pub stop: &'a AtomicBool,
    /// When to stop.
    pub deadline: Option<Instant>,
}

fn lead(seeds: [u32; 2], side: Side) -> i32 {
    seeds[side.index()] as i32 - seeds[side.other().index()] as i32
}

impl<'a, E: Engine> Search<'a, E> {
    /// A search, without a table where that is none.
    pub fn new(frame: Frame<'a, E>, table: Option<Table>) -> Self {
        Search {
            engine: frame.engine,
            index: frame.index,
            view: frame.view,
            symmetric: frame.symmetric,
            table,
            database: frame.database,
            database_seeds: frame.database.map_or(-1, |database| database.seeds() as i32),
            stop: frame.stop,
            deadline: frame.deadline,
            nodes: 0,
            next_look: 0,
            stopped: false,
            spare: Vec::new(),
        }
    }

    /// How many bytes the table takes up.
    pub fn table_size(&self) -> u64 {
        self.table.as_ref().map_or(0, Table::size)
    }

    /// Where a position stands. None where its board does not fit the numbers.
    pub fn spot(&self, state: &E::State) -> Option<Spot> {
        let lanes = self.engine.lanes(state)?;
        let seeds = self.view.seeds(lanes);
        if seeds as usize > self.index.seeds() {
            return None;
        }
        let key = self.key(lanes, self.engine.mover(state));
        Some(Spot { key, seeds: seeds as i32, known: self.table.as_ref().and_then(|table| table.get(key)) })
    }

    #[inline]
    fn key(&self, lanes: [u128; 2], mover: Side) -> u64 {
        let first = if self.symmetric { mover } else { Side::South };
        let number = if self.view.is_narrow() {
            self.index.number_of(self.view.narrow(lanes, first))
        } else {
            self.index.number(&self.view.wide(lanes, first))
        };
        if self.symmetric { number } else { number * 2 + mover.index() as u64 }
    }

    fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + 4096;
            self.stopped |=
                self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        }
        self.stopped
    }

    /// A bound on the value: at least what is returned if that is more than `alpha`, else at most what is returned.
    pub fn value(&mut self, state: &E::State, spot: Spot, alpha: i32) -> i32 {
        let before = self.nodes;
        let (mut low, mut high) = (-spot.seeds, spot.seeds);
        let mut first = NO_MOVE;
        if let Some(known) = spot.known {
            low = low.max(known.low);
            high = high.min(known.high);
            first = known.best;
        }
        if low > alpha {
            return low;
        }
        if high <= alpha || self.must_stop() {
            return high;
        }
        let engine = self.engine;
        let mover = engine.mover(state);
        let banks = lead(engine.banks(state), mover);
        let mut children = self.spare.pop().unwrap_or_default();
        children.clear();
        // The most that is certain, and the most that the moves left aside can give.
        let mut best = i32::MIN;
        let mut best_place = NO_MOVE;
        let legal = engine.legal(state);
        for place in 0..legal.len() {
            let choice = legal.get(place);
            let mut next = state.clone();
            engine.play(&mut next, choice);
            self.nodes += 1;
            let place = place.min(usize::from(NO_MOVE)) as u8;
            let exact = match engine.outcome(&next) {
                Some(outcome) => Some(lead(outcome.score, mover) - banks),
                None => {
                    let gain = lead(engine.banks(&next), mover) - banks;
                    let lanes = engine.lanes(&next).unwrap_or_default();
                    let seeds = self.view.seeds(lanes) as i32;
                    let to_move = engine.mover(&next);
                    let same = to_move == mover;
                    if seeds <= self.database_seeds {
                        let value = self.database.and_then(|base| base.value(lanes, seeds as u32, to_move));
                        value.map(|value| gain + if same { i32::from(value) } else { -i32::from(value) })
                    } else if gain - seeds > alpha {
                        Some(gain - seeds)
                    } else if gain + seeds <= alpha {
                        Some(gain + seeds)
                    } else {
                        // Without a table nobody asks for the number.
                        let key = if self.table.is_some() { self.key(lanes, to_move) } else { 0 };
                        let order = order(same, gain, choice);
                        children.push(Child { state: next, key, seeds, gain, same, place, order });
                        None
                    }
                }
            };
            if let Some(value) = exact
                && value > best
            {
                best = value;
                best_place = place;
                if value > alpha {
                    self.spare.push(children);
                    self.note(spot, value, high, place, before);
                    return value;
                }
            }
        }
        // What the table knows about the moves.
        if let Some(table) = &self.table {
            // The table is far larger than the caches: all lines are asked for at once, so that they are waited for once.
            std::hint::black_box(children.iter().fold(0, |lines, child| lines ^ table.fetch(child.key)));
            let mut kept = 0;
            for at in 0..children.len() {
                let child = &mut children[at];
                let known = table.get(child.key);
                let (mut least, mut most) = (child.gain - child.seeds, child.gain + child.seeds);
                if let Some(known) = known {
                    (least, most) = if child.same {
                        (child.gain + known.low, child.gain + known.high)
                    } else {
                        (child.gain - known.high, child.gain - known.low)
                    };
                }
                if least > alpha {
                    let place = child.place;
                    self.spare.push(children);
                    self.note(spot, least, high, place, before);
                    return least;
                }
                if most <= alpha {
                    if most > best {
                        best = most;
                        best_place = child.place;
                    }
                    continue;
                }
                if child.place == first {
                    child.order += 1 << 20;
                }
                if kept != at {
                    children.swap(kept, at);
                }
                kept += 1;
            }
            children.truncate(kept);
        }
        // Chosen one by one rather than sorted: often the first is enough, and they are large.
        while let Some(at) = most_promising(&children) {
            children[at].order = DONE;
            let child = &children[at];
            let known = self.table.as_ref().and_then(|table| table.get(child.key));
            let there = Spot { key: child.key, seeds: child.seeds, known };
            let value = if child.same {
                child.gain + self.value(&child.state, there, alpha - child.gain)
            } else {
                child.gain - self.value(&child.state, there, child.gain - alpha - 1)
            };
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                best_place = child.place;
                if value > alpha {
                    break;
                }
            }
        }
        self.spare.push(children);
        if self.stopped {
            return high;
        }
        if best > alpha {
            self.note(spot, best, high, best_place, before);
        } else {
            self.note(spot, low, best, first, before);
        }
        best
    }

    fn note(&mut self, spot: Spot, low: i32, high: i32, best: u8, before: u64) {
        let work = self.nodes - before + 1;
        if let Some(table) = &mut self.table {
            table.put(spot.key, Bounds { low, high, best }, work);
        }
    }

    /// The exact value of a position, between `low` and `high`, beginning with a guess. None if it was stopped. `progress`
    /// hears of the bounds as they close in.
    pub fn solve(
        &mut self,
        state: &E::State,
        (mut low, mut high): (i32, i32),
        guess: i32,
        mut progress: impl FnMut(i32, i32, u64),
    ) -> Option<i32> {
        let mut guess = guess.clamp(low, high);
        while low < high {
            let alpha = if guess == low { guess } else { guess - 1 };
            let spot = self.spot(state)?;
            let value = self.value(state, spot, alpha);
            if self.stopped {
                return None;
            }
            if value > alpha {
                low = value.max(low);
            } else {
                high = value.min(high);
            }
            guess = value.clamp(low, high);
            progress(low, high, self.nodes);
        }
        Some(low)
    }

    /// A line of best play from a position with a known value, as far as the table and a little search find it: none
    /// without a table, which would mean to search everything again.
    pub fn line(&mut self, state: &E::State, value: i32, longest: usize) -> Vec<Move> {
        let engine = self.engine;
        let mut line = Vec::new();
        if self.table.is_none() {
            return line;
        }
        let mut state = state.clone();
        let mut value = value;
        while line.len() < longest && engine.outcome(&state).is_none() && !self.stopped {
            let mover = engine.mover(&state);
            let banks = lead(engine.banks(&state), mover);
            let mut found = None;
            let mut moves: Vec<Move> = engine.legal(&state).iter().collect();
            // The move that the table holds for the best is likely to be the one that is looked for.
            let best = self.spot(&state).and_then(|spot| spot.known).map_or(NO_MOVE, |known| known.best);
            if usize::from(best) < moves.len() {
                moves.swap(0, usize::from(best));
            }
            for choice in moves {
                let mut next = state.clone();
                engine.play(&mut next, choice);
                if let Some(outcome) = engine.outcome(&next) {
                    if lead(outcome.score, mover) - banks == value {
                        found = Some((choice, next, 0));
                        break;
                    }
                    continue;
                }
                let gain = lead(engine.banks(&next), mover) - banks;
                let same = engine.mover(&next) == mover;
                // The value is the mover's best, so the move is as good if it gives as much at least.
                let wanted = if same { value - gain } else { gain - value };
                let Some(spot) = self.spot(&next) else { break };
                let kept = match self.database.filter(|_| spot.seeds <= self.database_seeds) {
                    Some(database) => {
                        let lanes = engine.lanes(&next).unwrap_or_default();
                        database.value(lanes, spot.seeds as u32, engine.mover(&next)).map(i32::from) == Some(wanted)
                    }
                    None if same => self.value(&next, spot, wanted - 1) >= wanted,
                    None => self.value(&next, spot, wanted) <= wanted,
                };
                if kept && !self.stopped {
                    found = Some((choice, next, wanted));
                    break;
                }
            }
            let Some((choice, next, left)) = found else { break };
            line.push(choice);
            state = next;
            value = left;
        }
        line
    }
}

/// The order of a move that was searched.
const DONE: i32 = i32::MIN;

/// The place in the list of the best move that is left; of equals the first among the legal ones.
#[inline]
fn most_promising<S>(children: &[Child<S>]) -> Option<usize> {
    let mut found = None;
    let mut best = (DONE, 0);
    for (at, child) in children.iter().enumerate() {
        let promise = (child.order, -i32::from(child.place));
        if child.order != DONE && promise > best {
            best = promise;
            found = Some(at);
        }
    }
    found
}

/// How promising a move is.
#[inline]
fn order(same: bool, gain: i32, choice: Move) -> i32 {
    if same { (1 << 16) + i32::from(choice.pit) } else { gain * 64 + i32::from(choice.pit) }
}
