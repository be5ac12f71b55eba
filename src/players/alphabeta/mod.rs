//! Alpha-beta with iterative deepening: the best move with its value and line, or all moves ranked.
//!
//! In: a position, limits, weights. Out: a [`Thought`] or a ranking. It knows no game: everything comes from the engine and
//! the [`Evaluation`] that is read off the rules.

mod search;
mod table;

use crate::engine::{Engine, Move, Moves};
use crate::rules::Rules;

use super::evaluate::{Evaluation, INFINITY, WON, Weights};
use super::key::Keyer;
use super::{Probe, Ranked, Value};
use search::Search;
pub use search::Stop;
use table::Table;

/// What a search came to.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The best move.
    pub best: Move,
    /// Its value for the player to move.
    pub value: i32,
    /// The best line, its first move included.
    pub line: Vec<Move>,
    /// How many moves ahead were looked at in full.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
}

/// An alpha-beta player's lasting parts.
#[derive(Clone, Debug)]
pub struct AlphaBeta {
    evaluation: Evaluation,
    keyer: Keyer,
    table: Option<Table>,
}

impl AlphaBeta {
    /// A player with a table of about so many entries; without a table for 0.
    pub fn new(rules: &Rules, weights: Weights, entries: usize) -> Self {
        AlphaBeta {
            evaluation: Evaluation::new(rules, weights),
            keyer: Keyer::new(rules),
            table: (entries > 0).then(|| Table::new(entries)),
        }
    }

    /// Thinks about a position with at least one legal move. None where there is none.
    pub fn think<E: Engine>(
        &mut self,
        engine: &E,
        state: &E::State,
        max_depth: u32,
        stop: Stop<'_>,
        probe: Probe<'_>,
    ) -> Option<Thought> {
        let legal = engine.legal(state);
        let mut thought = Thought { best: legal.iter().next()?, value: 0, line: Vec::new(), depth: 0, nodes: 0 };
        thought.line.push(thought.best);
        if let Some(table) = &mut self.table {
            table.clear();
        }
        let mut search = Search::new(engine, &self.evaluation, &self.keyer, self.table.as_mut(), probe, stop);
        let mut line = Vec::new();
        for depth in 1..=max_depth.max(1) {
            search.root = None;
            let value = search.value(state, depth as i32, 0, false, (-INFINITY, INFINITY), &mut line);
            // Of a depth that was not finished the best so far counts: the first move tried is the best of the depth
            // before, and whatever took its place is better.
            if search.stopped {
                if let Some((best, value, line)) = search.root.take() {
                    thought = Thought { best, value, line, ..thought };
                }
                break;
            }
            if let Some(best) = line.first() {
                thought = Thought { best: *best, value, line: line.clone(), depth, nodes: 0 };
            }
            // A decided game gets no clearer by looking further, and a forced move no better when time is short.
            if value.abs() >= WON || (legal.len() == 1 && stop.deadline.is_some()) {
                break;
            }
        }
        thought.nodes = search.nodes;
        Some(thought)
    }

    /// All legal moves with their values and lines, the best first, as deep as the limits allow; and the depth and positions.
    pub fn rank<E: Engine>(
        &mut self,
        engine: &E,
        state: &E::State,
        max_depth: u32,
        stop: Stop<'_>,
        probe: Probe<'_>,
    ) -> (Vec<Ranked>, u32, u64) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        let mover = engine.mover(state);
        let mut ranking: Vec<Ranked> = engine
            .legal(state)
            .iter()
            .map(|choice| Ranked { choice, value: Value::Unknown, line: vec![choice], visits: 0 })
            .collect();
        let mut search = Search::new(engine, &self.evaluation, &self.keyer, self.table.as_mut(), probe, stop);
        let mut reached = 0;
        'deeper: for depth in 1..=max_depth.max(1) {
            let mut found = Vec::with_capacity(ranking.len());
            for ranked in &ranking {
                let mut next = state.clone();
                engine.play(&mut next, ranked.choice);
                let same = engine.mover(&next) == mover && engine.outcome(&next).is_none();
                let over = engine.outcome(&next);
                let mut line = Vec::new();
                let value = match over {
                    Some(outcome) => self.evaluation.finished(outcome, mover, 1),
                    None => {
                        let all = (-INFINITY, INFINITY);
                        let value = search.value(&next, depth as i32 - 1, 1, same, all, &mut line);
                        if same { value } else { -value }
                    }
                };
                if search.stopped {
                    break 'deeper;
                }
                line.insert(0, ranked.choice);
                found.push((value, Ranked { choice: ranked.choice, value: Value::of(value), line, visits: 0 }));
            }
            found.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
            let decided = found.iter().all(|(value, _)| value.abs() >= WON);
            ranking = found.into_iter().map(|(_, ranked)| ranked).collect();
            reached = depth;
            if decided {
                break;
            }
        }
        (ranking, reached, search.nodes)
    }
}
