//! Monte Carlo tree search: games are played out at random from the edge of a growing tree (UCT). What is proved, a game's
//! end or how many seeds a player must get at least, is backed up as bounds, and decided positions are not looked at again.
//!
//! With a limit of games one tree grows, and the same seed gives the same choice; with a limit of time every core that may
//! be used grows its own tree, and their roots are added up.

mod tree;

use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::engine::{Engine, Move, Moves, Outcome, Winner};
use crate::rules::{Rules, Side};
use crate::study::rng::Random;

use super::alphabeta::Stop;
use super::evaluate::{Evaluation, Weights};
use super::{Probe, Ranked, Value};
use tree::{Node, Tree};

/// A game that is played out is judged after so many moves.
const LONGEST: u32 = 250;
/// How much of a result is who won; the rest is by how much.
const WINNING: f64 = 0.94;

/// A Monte Carlo player's lasting parts.
#[derive(Clone, Debug)]
pub struct Mcts {
    evaluation: Evaluation,
    /// How eager it is to look at what was seldom looked at.
    pub curiosity: f64,
    /// Whether South's final lead is bounded by the banks and the seeds in play.
    adds_up: bool,
    total: f64,
}

/// What a search came to.
#[derive(Clone, Debug)]
pub struct Found {
    /// All moves, the best first.
    pub ranking: Vec<Ranked>,
    /// Positions visited.
    pub nodes: u64,
    /// Games played out.
    pub games: u64,
}

/// One tree being grown.
struct Grower<'a, E: Engine> {
    engine: &'a E,
    mcts: &'a Mcts,
    probe: Probe<'a>,
    random: Random,
    tree: Tree,
    path: Vec<usize>,
    nodes: u64,
}

impl Mcts {
    /// A player for these rules. `adds_up` says that banked seeds never return and the richer bank wins.
    pub fn new(rules: &Rules, weights: Weights, adds_up: bool) -> Self {
        let total = f64::from(rules.total().max(1));
        Mcts { evaluation: Evaluation::new(rules, weights), curiosity: 0.6, adds_up, total }
    }

    /// Thinks about a position until `stop`, whose nodes are games here. The ranking is empty where no move is legal.
    pub fn think<E: Engine>(
        &self,
        engine: &E,
        state: &E::State,
        jobs: usize,
        random: &mut Random,
        stop: Stop<'_>,
        probe: Probe<'_>,
    ) -> Found {
        let jobs = if stop.deadline.is_some() { jobs.max(1) } else { 1 };
        let seeds: Vec<u64> = (0..jobs).map(|_| random.bits()).collect();
        let grow = |state: E::State, seed: u64| {
            let tree = Tree::new(engine.mover(&state), self.bounds(engine, &state));
            let random = Random::of_game(seed, 0);
            let mut grower = Grower { engine, mcts: self, probe, random, tree, path: Vec::new(), nodes: 0 };
            let games = grower.grow(&state, stop);
            (grower.tree, grower.nodes, games)
        };
        let grown: Vec<(Tree, u64, u64)> = match seeds.as_slice() {
            [seed] => vec![grow(state.clone(), *seed)],
            seeds => std::thread::scope(|scope| {
                let grow = &grow;
                let states: Vec<E::State> = seeds.iter().map(|_| state.clone()).collect();
                let hands: Vec<_> =
                    seeds.iter().zip(states).map(|(seed, state)| scope.spawn(move || grow(state, *seed))).collect();
                hands.into_iter().filter_map(|hand| hand.join().ok()).collect()
            }),
        };
        let nodes = grown.iter().map(|(_, nodes, _)| nodes).sum();
        let games = grown.iter().map(|(_, _, games)| games).sum();
        let trees: Vec<Tree> = grown.into_iter().map(|(tree, _, _)| tree).collect();
        Found { ranking: self.ranking(engine, state, &trees), nodes, games }
    }

    /// What is certain about South's result. Results of different kinds never meet in one tree.
    fn bounds<E: Engine>(&self, engine: &E, state: &E::State) -> (i32, i32) {
        if !self.adds_up {
            return (-1, 1);
        }
        let [south, north] = engine.banks(state).map(|seeds| seeds as i32);
        let open = (self.total as i32 - south - north).max(0);
        (south - north - open, south - north + open)
    }

    /// South's result of a finished game, as bounds count it.
    fn result(&self, outcome: Outcome) -> i32 {
        match outcome.winner {
            _ if self.adds_up => outcome.score[0] as i32 - outcome.score[1] as i32,
            Winner::South => 1,
            Winner::North => -1,
            Winner::Draw | Winner::Void => 0,
        }
    }

    /// What a result is worth for South, from 0 to 1.
    fn reward(&self, result: i32, lead: f64) -> f64 {
        let won = f64::from(result.signum()) / 2.0 + 0.5;
        WINNING * won + (1.0 - WINNING) * (0.5 + lead / (2.0 * self.total)).clamp(0.0, 1.0)
    }

    /// The root's moves by all trees together.
    fn ranking<E: Engine>(&self, engine: &E, state: &E::State, trees: &[Tree]) -> Vec<Ranked> {
        let mover = engine.mover(state);
        let Some(first) = trees.first() else { return Vec::new() };
        let mut moves: Vec<(Ranked, (i32, i32))> = Vec::new();
        for (index, child) in first.children(0).iter().enumerate() {
            let same: Vec<&Node> = trees.iter().filter_map(|tree| tree.children(0).get(index)).collect();
            let visits: u64 = same.iter().map(|node| u64::from(node.visits)).sum();
            let reward: f64 = same.iter().map(|node| node.mean(mover) * f64::from(node.visits)).sum();
            let low = same.iter().map(|node| node.bounds(mover).0).max().unwrap_or(i32::MIN);
            let high = same.iter().map(|node| node.bounds(mover).1).min().unwrap_or(i32::MAX);
            let value = match (low, high) {
                (low, high) if low >= high && self.adds_up => Value::Score(low),
                (low, _) if low > 0 => Value::Won,
                (_, high) if high < 0 => Value::Lost,
                (0, 0) => Value::Chance(0.5),
                _ if visits == 0 => Value::Unknown,
                _ => Value::Chance((reward / visits as f64).clamp(0.0, 1.0)),
            };
            let most = trees.iter().max_by_key(|tree| tree.children(0).get(index).map_or(0, |node| node.visits));
            let line = most.map_or_else(|| vec![child.choice], |tree| main_line(tree, index));
            moves.push((Ranked { choice: child.choice, value, line, visits }, (low, high)));
        }
        // Proved wins first, proved losses last; between them the most visited.
        moves.sort_by_key(|(ranked, (low, high))| {
            let proved = if *low > 0 {
                (1, *low)
            } else if *high < 0 {
                (-1, *high)
            } else {
                (0, 0)
            };
            std::cmp::Reverse((proved, ranked.visits))
        });
        moves.into_iter().map(|(ranked, _)| ranked).collect()
    }
}

/// The most visited moves from a child of the root on.
fn main_line(tree: &Tree, child: usize) -> Vec<Move> {
    let mut line = Vec::new();
    let mut at = tree.node(0).children().nth(child);
    while let Some(index) = at {
        let node = tree.node(index);
        line.push(node.choice);
        if line.len() >= 40 {
            break;
        }
        // What is proved counts more than what is often visited; of nodes never visited nobody knows who moves.
        at = node.children().filter(|child| tree.node(*child).visits > 0).max_by_key(|child| {
            let bounds = tree.node(*child).bounds(node.mover);
            (i32::from(bounds.0 > 0) - i32::from(bounds.1 < 0), tree.node(*child).visits)
        });
    }
    line
}

impl<E: Engine> Grower<'_, E> {
    fn grow(&mut self, root: &E::State, stop: Stop<'_>) -> u64 {
        let mut games = 0;
        self.tree.open(0, self.engine.legal(root).iter());
        while games < stop.nodes && !self.tree.node(0).is_solved() {
            // A game takes microseconds: looking at the clock at every eighth is often enough.
            if stop.asked.load(Ordering::Relaxed)
                || (games % 8 == 7 && stop.deadline.is_some_and(|deadline| Instant::now() >= deadline))
            {
                break;
            }
            self.one_game(root, stop);
            games += 1;
        }
        games
    }

    fn one_game(&mut self, root: &E::State, stop: Stop<'_>) {
        let (engine, mcts) = (self.engine, self.mcts);
        let mut state = root.clone();
        let mut at = 0;
        self.path.clear();
        self.path.push(0);
        let mut proved = false;
        while self.tree.node(at).is_open() && !self.tree.node(at).is_solved() {
            let random = &mut self.random;
            let Some(next) = self.tree.select(at, mcts.curiosity, |count| random.below(count)) else { break };
            engine.play(&mut state, self.tree.node(next).choice);
            self.nodes += 1;
            self.path.push(next);
            at = next;
            if self.tree.node(at).visits == 0 {
                proved = self.first_visit(at, &state);
                break;
            }
            if !self.tree.node(at).is_open() && !self.tree.open(at, engine.legal(&state).iter()) {
                break;
            }
        }
        let node = self.tree.node(at);
        let reward = if node.is_solved() {
            let lead = if mcts.adds_up { f64::from(node.low) } else { 0.0 };
            mcts.reward(node.low, lead)
        } else {
            self.play_out(state, stop)
        };
        let mut tighten = proved || self.tree.node(at).is_solved();
        for (steps, index) in self.path.iter().rev().enumerate() {
            if steps > 0 && tighten {
                tighten = self.tree.tighten(*index);
            }
            let node = self.tree.node_mut(*index);
            node.visits += 1;
            node.reward += reward;
        }
    }

    /// Looks at a new position. True if something is proved about it.
    fn first_visit(&mut self, at: usize, state: &E::State) -> bool {
        let mover = self.engine.mover(state);
        let outcome = self.engine.outcome(state);
        let known = match outcome {
            Some(outcome) => Some(self.mcts.result(outcome)),
            None => self.probe.score(self.engine, state).map(|score| {
                let south = if mover == Side::South { score } else { -score };
                if self.mcts.adds_up { south } else { south.signum() }
            }),
        };
        let (low, high) = match known {
            Some(result) => (result, result),
            None => self.mcts.bounds(self.engine, state),
        };
        let node = self.tree.node_mut(at);
        node.mover = mover;
        node.over = outcome.is_some();
        let tighter = known.is_some() || low > node.low || high < node.high;
        node.low = if known.is_some() { low } else { node.low.max(low) };
        node.high = if known.is_some() { high } else { node.high.min(high) };
        tighter
    }

    /// Plays a game out at random and says what it came to for South.
    fn play_out(&mut self, mut state: E::State, stop: Stop<'_>) -> f64 {
        let (engine, mcts) = (self.engine, self.mcts);
        for moves in 0..LONGEST {
            let stopped = moves % 32 == 31 && stop.asked.load(Ordering::Relaxed);
            if stopped || engine.play_any(&mut state, self.random.bits()).is_none() {
                break;
            }
            self.nodes += 1;
        }
        if let Some(outcome) = engine.outcome(&state) {
            let lead = f64::from(outcome.score[0]) - f64::from(outcome.score[1]);
            let result = match outcome.winner {
                Winner::South => 1,
                Winner::North => -1,
                Winner::Draw | Winner::Void => 0,
            };
            return mcts.reward(result, lead);
        }
        let value = f64::from(mcts.evaluation.value(engine, &state));
        let mover = 0.5 + 0.5 * (value / 800.0).tanh();
        if engine.mover(&state) == Side::South { mover } else { 1.0 - mover }
    }
}
