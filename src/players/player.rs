//! A player at the table: a [`Spec`] made ready for some rules.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::engine::{Engine, Moves};
use crate::rules::Rules;
use crate::study::rng::Random;
use crate::study::soundness::Soundness;

use super::alphabeta::{AlphaBeta, Stop};
use super::evaluate::Weights;
use super::mcts::Mcts;
use super::{Budget, Choice, MAX_DEPTH, Probe, Ranked, Spec, Value, greedy};

/// What players may use beside their limits.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How many cores a search limited by time may use.
    pub jobs: usize,
    /// Weights of the evaluation; those that suit the rules if none.
    pub weights: Option<Weights>,
    /// Entries of alpha-beta's table.
    pub table: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { jobs: 1, weights: None, table: 1 << 17 }
    }
}

/// How a player finds its moves.
#[derive(Clone, Debug)]
enum Mind {
    Random,
    Greedy,
    Mcts(Mcts),
    AlphaBeta(AlphaBeta),
}

/// A player for one set of rules. Each choice depends on the position, the limits and the random numbers alone.
#[derive(Clone, Debug)]
pub struct Player {
    spec: Spec,
    budget: Budget,
    jobs: usize,
    mind: Mind,
}

impl Player {
    /// A player for these rules.
    pub fn new(spec: Spec, rules: &Rules, settings: Settings) -> Self {
        let weights = settings.weights.unwrap_or_else(|| Weights::of(rules));
        let table = match spec {
            // A shallow search has no use for a large table.
            Spec::AlphaBeta(Budget::Depth(depth)) if depth < 9 => settings.table.min(1 << (depth + 8)),
            Spec::AlphaBeta(Budget::Nodes(nodes)) => settings.table.min(usize::try_from(nodes).unwrap_or(usize::MAX)),
            _ => settings.table,
        };
        let (budget, mind) = match spec {
            Spec::Random => (Budget::Depth(0), Mind::Random),
            Spec::Greedy => (Budget::Depth(1), Mind::Greedy),
            Spec::Mcts(budget) => {
                let soundness = Soundness::of(rules, rules.total());
                // A win that cuts the game short ends it before the last seed is counted.
                let adds_up = soundness.adds_up.is_ok() && soundness.left_out.is_empty();
                (budget, Mind::Mcts(Mcts::new(rules, weights, adds_up)))
            }
            Spec::AlphaBeta(budget) | Spec::Best(budget) => {
                (budget, Mind::AlphaBeta(AlphaBeta::new(rules, weights, table)))
            }
        };
        Player { spec, budget, jobs: settings.jobs, mind }
    }

    /// Which player it is.
    pub fn spec(&self) -> Spec {
        self.spec
    }

    fn stop<'a>(&self, asked: &'a AtomicBool, start: Instant) -> Stop<'a> {
        match self.budget {
            Budget::Depth(_) => Stop { asked, deadline: None, nodes: u64::MAX },
            Budget::Nodes(nodes) => Stop { asked, deadline: None, nodes },
            Budget::Time(time) => Stop { asked, deadline: Some(start + time), nodes: u64::MAX },
        }
    }

    fn depth(&self) -> u32 {
        match self.budget {
            Budget::Depth(depth) => depth,
            Budget::Nodes(_) | Budget::Time(_) => MAX_DEPTH,
        }
    }

    /// Chooses a move, and stops at once when `asked` is set. None only where no move is legal.
    pub fn choose<E: Engine>(
        &mut self,
        engine: &E,
        state: &E::State,
        random: &mut Random,
        asked: &AtomicBool,
        probe: Probe<'_>,
    ) -> Option<Choice> {
        let start = Instant::now();
        let stop = self.stop(asked, start);
        let depth = self.depth();
        let simple = |choice, value, nodes| Choice {
            choice,
            value,
            line: vec![choice],
            depth: 0,
            nodes,
            elapsed: Duration::ZERO,
        };
        let mut chosen = match &mut self.mind {
            Mind::Random => simple(greedy::random(engine, state, random)?, Value::Unknown, 1),
            Mind::Greedy => {
                let (choice, worth) = greedy::greedy(engine, state, random)?;
                let value = match worth {
                    worth if worth >= 900_000 => Value::Won,
                    worth if worth <= -900_000 => Value::Lost,
                    worth => Value::Seeds(f64::from(worth) / 2.0),
                };
                simple(choice, value, engine.legal(state).len() as u64)
            }
            Mind::Mcts(mcts) => {
                let found = mcts.think(engine, state, self.jobs, random, stop, probe);
                let Ranked { choice, value, line, .. } = found.ranking.into_iter().next()?;
                Choice { choice, value, depth: 0, line, nodes: found.nodes, elapsed: Duration::ZERO }
            }
            Mind::AlphaBeta(search) => {
                let thought = search.think(engine, state, depth, stop, probe)?;
                let value = if thought.depth == 0 { Value::Unknown } else { Value::of(thought.value) };
                Choice {
                    choice: thought.best,
                    value,
                    line: thought.line,
                    depth: thought.depth,
                    nodes: thought.nodes,
                    elapsed: Duration::ZERO,
                }
            }
        };
        chosen.elapsed = start.elapsed();
        Some(chosen)
    }

    /// All legal moves, the best first, with the depth and positions looked at. The random and the greedy player have no
    /// opinion beyond one move.
    pub fn rank<E: Engine>(
        &mut self,
        engine: &E,
        state: &E::State,
        random: &mut Random,
        asked: &AtomicBool,
        probe: Probe<'_>,
    ) -> (Vec<Ranked>, u32, u64) {
        let stop = self.stop(asked, Instant::now());
        let depth = self.depth();
        match &mut self.mind {
            Mind::Mcts(mcts) => {
                let found = mcts.think(engine, state, self.jobs, random, stop, probe);
                (found.ranking, 0, found.nodes)
            }
            Mind::AlphaBeta(search) => search.rank(engine, state, depth, stop, probe),
            Mind::Random | Mind::Greedy => {
                let unranked = |choice| Ranked { choice, value: Value::Unknown, line: vec![choice], visits: 0 };
                (engine.legal(state).iter().map(unranked).collect(), 0, 0)
            }
        }
    }
}
