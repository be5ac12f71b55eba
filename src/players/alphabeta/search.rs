//! The search itself: negamax by who moves (the mover may stay the same), with the move of the table first, then further
//! moves and captures, then what cut off elsewhere; later moves get null windows. A turn is never cut in two: at the
//! horizon further moves are played out.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::engine::{Engine, Move, Moves};
use crate::players::Probe;
use crate::players::evaluate::{Evaluation, INFINITY, WON};
use crate::players::key::Keyer;
use crate::rules::MAX_CELLS;

use super::table::{Bound, Table};

/// No line is longer.
pub const MAX_PLY: u32 = 400;
/// Further moves of one turn beyond the horizon, at most.
const EXTENSION: i32 = 24;

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub struct Stop<'a> {
    /// At once when this is set.
    pub asked: &'a AtomicBool,
    /// At this time.
    pub deadline: Option<Instant>,
    /// After so many positions.
    pub nodes: u64,
}

/// A position one move on.
struct Child<S> {
    choice: Move,
    state: S,
    order: i64,
}

/// A search of one position.
pub struct Search<'a, E: Engine> {
    engine: &'a E,
    evaluation: &'a Evaluation,
    keyer: &'a Keyer,
    table: Option<&'a mut Table>,
    probe: Probe<'a>,
    stop: Stop<'a>,
    /// Positions visited.
    pub nodes: u64,
    next_look: u64,
    /// Whether it was stopped: values since then mean nothing.
    pub stopped: bool,
    /// The best move found so far at the root in the present depth, with its value and line.
    pub root: Option<(Move, i32, Vec<Move>)>,
    history: [[u32; MAX_CELLS + 1]; 2],
    spare: Vec<Vec<Child<E::State>>>,
}

impl<'a, E: Engine> Search<'a, E> {
    /// A search without a table where `table` is none.
    pub fn new(
        engine: &'a E,
        evaluation: &'a Evaluation,
        keyer: &'a Keyer,
        table: Option<&'a mut Table>,
        probe: Probe<'a>,
        stop: Stop<'a>,
    ) -> Self {
        Search {
            engine,
            evaluation,
            keyer,
            table,
            probe,
            stop,
            nodes: 0,
            next_look: 0,
            stopped: false,
            root: None,
            history: [[0; MAX_CELLS + 1]; 2],
            spare: Vec::new(),
        }
    }

    fn must_stop(&mut self) -> bool {
        if !self.stopped && (self.nodes >= self.stop.nodes || self.nodes >= self.next_look) {
            self.next_look = self.nodes + 256;
            self.stopped = self.nodes >= self.stop.nodes
                || self.stop.asked.load(Ordering::Relaxed)
                || self.stop.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        }
        self.stopped
    }

    fn history_slot(choice: Move) -> usize {
        usize::from(choice.pit).min(MAX_CELLS)
    }

    /// The moves from a position, the most promising first.
    fn children(&mut self, state: &E::State, first: Option<Move>) -> Vec<Child<E::State>> {
        let engine = self.engine;
        let mut children = self.spare.pop().unwrap_or_default();
        children.clear();
        let mover = engine.mover(state);
        let banks = engine.banks(state);
        for choice in engine.legal(state).iter() {
            let mut next = state.clone();
            engine.play(&mut next, choice);
            let order = if Some(choice) == first {
                i64::MAX
            } else {
                let after = engine.banks(&next);
                let (own, other) = (mover.index(), mover.other().index());
                let gain =
                    i64::from(after[own]) - i64::from(banks[own]) - i64::from(after[other]) + i64::from(banks[other]);
                let again = engine.outcome(&next).is_none() && engine.mover(&next) == mover;
                let tried = self.history[own][Self::history_slot(choice)];
                ((gain * 2 + i64::from(again) * 3) << 32) + i64::from(tried)
            };
            children.push(Child { choice, state: next, order });
        }
        // Stable: equal moves stay in the order of the rules.
        children.sort_by_key(|child| std::cmp::Reverse(child.order));
        children
    }

    /// The value of a position for its player to move, within a window. `line` becomes the best line.
    pub fn value(
        &mut self,
        state: &E::State,
        depth: i32,
        ply: u32,
        again: bool,
        window: (i32, i32),
        line: &mut Vec<Move>,
    ) -> i32 {
        line.clear();
        let engine = self.engine;
        let mover = engine.mover(state);
        self.nodes += 1;
        if let Some(outcome) = engine.outcome(state) {
            return self.evaluation.finished(outcome, mover, ply);
        }
        // At the root it is the move that is asked for.
        if ply > 0
            && let Some(score) = self.probe.score(engine, state)
        {
            return self.evaluation.known(score, ply);
        }
        // Beyond the horizon nothing is kept: those values depend on the way there.
        let extended = depth <= 0;
        if (extended && (!again || depth <= -EXTENSION)) || ply >= MAX_PLY {
            return self.evaluation.value(engine, state);
        }
        if self.must_stop() {
            return 0;
        }
        let (mut alpha, beta) = window;
        let key = if extended { 0 } else { self.keyer.key(engine, state) };
        let mut first = None;
        if let (false, Some(table)) = (extended, &self.table)
            && let Some(entry) = table.get(key)
        {
            first = Some(entry.best);
            if i32::from(entry.depth) == depth && ply > 0 {
                let value = from_table(entry.value, ply);
                let cut = match entry.bound {
                    Bound::Exact => true,
                    Bound::AtLeast => value >= beta,
                    Bound::AtMost => value <= alpha,
                };
                if cut {
                    line.push(entry.best);
                    return value;
                }
            }
        }
        let children = self.children(state, first);
        let floor = alpha;
        let mut best = -INFINITY;
        let mut best_move = children.first().map_or(Move::PASS, |child| child.choice);
        let mut rest = Vec::new();
        for (index, child) in children.iter().enumerate() {
            let same = engine.mover(&child.state) == mover;
            let low = alpha.max(best);
            let look = |search: &mut Self, low: i32, high: i32, line: &mut Vec<Move>| {
                if same {
                    search.value(&child.state, depth - 1, ply + 1, true, (low, high), line)
                } else {
                    -search.value(&child.state, depth - 1, ply + 1, false, (-high, -low), line)
                }
            };
            let mut value;
            if index == 0 || beta - low <= 1 {
                value = look(self, low, beta, &mut rest);
            } else {
                value = look(self, low, low + 1, &mut rest);
                if value > low && value < beta && !self.stopped {
                    value = look(self, low, beta, &mut rest);
                }
            }
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                best_move = child.choice;
                if value > floor {
                    line.clear();
                    line.push(child.choice);
                    line.append(&mut rest);
                }
                if ply == 0 {
                    self.root = Some((best_move, best, line.clone()));
                }
                alpha = alpha.max(value);
                if alpha >= beta {
                    let slot = &mut self.history[mover.index()][Self::history_slot(child.choice)];
                    *slot = slot.saturating_add((depth.max(0) * depth.max(0) + 1) as u32).min(1 << 30);
                    break;
                }
            }
        }
        self.spare.push(children);
        if self.stopped {
            return 0;
        }
        if let (false, Some(table)) = (extended, &mut self.table) {
            let bound = match best {
                best if best >= beta => Bound::AtLeast,
                best if best > floor => Bound::Exact,
                _ => Bound::AtMost,
            };
            table.put(key, to_table(best, ply), bound, depth.clamp(0, 255) as u8, best_move);
        }
        best
    }
}

/// Wins are kept as seen from the position, not from the root.
fn to_table(value: i32, ply: u32) -> i32 {
    match value {
        value if value >= WON => value + ply as i32,
        value if value <= -WON => value - ply as i32,
        value => value,
    }
}

fn from_table(value: i32, ply: u32) -> i32 {
    match value {
        value if value >= WON => value - ply as i32,
        value if value <= -WON => value + ply as i32,
        value => value,
    }
}
