//! Exact values: what a position is worth with best play on both sides, or why that cannot be said.
//!
//! In: an engine for the rules of a [`Soundness`], a position, limits. Out: a [`Solution`]. Where positions cannot recur the
//! value is found by search; where they can, by working out the values of all boards with as few seeds.

mod search;
mod table;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::engine::{Engine, Move, Moves};
use crate::rules::Side;

use super::database::index::{Index, View};
use super::database::{BuildError, Database, MAX_SEEDS};
use super::soundness::{Recurrence, Soundness};
pub use search::{Frame, Search};
pub use table::Table;

/// What a solver may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes.
    pub memory: u64,
    /// How long.
    pub time: Option<Duration>,
    /// Whether it keeps a table: without one it searches the same, and longer.
    pub table: bool,
    /// Boards with so many seeds are worked out beforehand; chosen by the size of the game if none.
    pub database: Option<u32>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { memory: 1 << 30, time: None, table: true, database: None }
    }
}

/// The value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// South's seeds at the end less North's.
    pub south: i32,
    /// Who moves.
    pub mover: Side,
    /// A line of best play.
    pub line: Vec<Move>,
    /// Positions visited.
    pub nodes: u64,
    /// Bytes used by tables.
    pub memory: u64,
}

/// Why a position has no value that could be found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The rules do not allow it.
    #[error("these rules do not allow an exact value: {0}")]
    Rules(String),
    /// The board or the number of seeds is too large.
    #[error("the position is too large to be solved: {0}")]
    Size(String),
    /// The time is over, or somebody asked to stop.
    #[error("stopped after {nodes} positions; {}", between(*.low, *.high))]
    Stopped {
        /// South's lead is at least this.
        low: i32,
        /// South's lead is at most this.
        high: i32,
        /// Positions visited.
        nodes: u64,
    },
}

fn between(low: i32, high: i32) -> String {
    format!("until then it is known that South ends between {low:+} and {high:+}")
}

/// What happens while a position is being solved.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// Boards with so many seeds are worked out.
    Level(u32),
    /// The mover's final lead lies between these; so many positions were visited.
    Between(i32, i32, u64),
}

/// Finds the exact value of a position; `engine` plays the rules of `soundness`.
///
/// # Errors
///
/// If the rules do not allow it, the position is too large, or the limits are met.
pub fn solve<E: Engine>(
    engine: &E,
    state: &E::State,
    soundness: &Soundness,
    limits: Limits,
    loaded: Option<&Database>,
    stop: &AtomicBool,
    mut progress: impl FnMut(Progress),
) -> Result<Solution, SolveError> {
    let start = Instant::now();
    let mover = engine.mover(state);
    let score = |lead: i32| if mover == Side::South { lead } else { -lead };
    if let Some(outcome) = engine.outcome(state) {
        let south = outcome.score[0] as i32 - outcome.score[1] as i32;
        return Ok(Solution { south, mover, line: Vec::new(), nodes: 0, memory: 0 });
    }
    soundness.adds_up.clone().map_err(SolveError::Rules)?;
    if let Recurrence::Depends(why) = &soundness.recurrence {
        return Err(SolveError::Rules(why.clone()));
    }
    let large = |what: &str| SolveError::Size(what.to_owned());
    let lanes = engine.lanes(state).ok_or_else(|| large("more than 32 pits, or more than 255 seeds in one"))?;
    let board = &engine.rules().board;
    let view = View::new(board).ok_or_else(|| large("more than 32 pits"))?;
    let seeds = view.seeds(lanes);
    if seeds > MAX_SEEDS {
        return Err(large(&format!("{seeds} seeds in play, {MAX_SEEDS} are the most")));
    }
    let banks = engine.banks(state);
    let lead = banks[mover.index()] as i32 - banks[mover.other().index()] as i32;
    let index = Index::new(usize::from(board.pit_count()), seeds as usize)
        .ok_or_else(|| large("there are too many boards with as many pits and seeds"))?;
    let cyclic = !matches!(soundness.recurrence, Recurrence::Never(_));
    let wanted = if cyclic { seeds } else { limits.database.unwrap_or_else(|| worthwhile(&index)).min(seeds) };
    let built = match loaded.filter(|database| database.seeds() >= wanted) {
        Some(_) => None,
        None => {
            let share = if cyclic { limits.memory } else { limits.memory / 2 };
            let built = Database::build(engine, soundness, wanted, share, stop, |seeds| {
                progress(Progress::Level(seeds));
            });
            Some(built.map_err(|error| match error {
                BuildError::Rules(why) => SolveError::Rules(why),
                BuildError::Stopped(_) => {
                    let (low, high) = (lead - seeds as i32, lead + seeds as i32);
                    let (low, high) = if mover == Side::South { (low, high) } else { (-high, -low) };
                    SolveError::Stopped { low, high, nodes: 0 }
                }
                error => SolveError::Size(error.to_string()),
            })?)
        }
    };
    let database = built.as_ref().or(loaded);
    if cyclic {
        let database = database.ok_or_else(|| large("no endgame database"))?;
        let quiet = engine.clock(state).quiet;
        if let Some(limit) = soundness.quiet_limit
            && quiet + database.longest(seeds) >= limit
        {
            return Err(SolveError::Rules(format!(
                "the game ends after {limit} quiet moves, {quiet} were made, and forcing the value may take {} more",
                database.longest(seeds)
            )));
        }
        let value = database.value(lanes, seeds, mover).map(i32::from).ok_or_else(|| large("not in the database"))?;
        let line = line_by(engine, state, database, value);
        let memory = database.len() * 2;
        return Ok(Solution { south: score(lead + value), mover, line, nodes: database.len(), memory });
    }
    let keys = index.len() * if soundness.symmetric { 1 } else { 2 };
    let table = match limits.table {
        true => Some(
            Table::new(keys, limits.memory / 2)
                .ok_or_else(|| large("the memory allowed is too small for the table"))?,
        ),
        false => None,
    };
    let deadline = limits.time.map(|time| start + time);
    let frame = Frame { engine, index: &index, view, symmetric: soundness.symmetric, database, stop, deadline };
    let mut search = Search::new(frame, table);
    let (mut low, mut high) = (-(seeds as i32), seeds as i32);
    let value = search.solve(state, (low, high), 0, |new_low, new_high, nodes| {
        (low, high) = (new_low, new_high);
        progress(Progress::Between(lead + low, lead + high, nodes));
    });
    let Some(value) = value else {
        let (low, high) = (lead + low, lead + high);
        let (low, high) = if mover == Side::South { (low, high) } else { (-high, -low) };
        return Err(SolveError::Stopped { low, high, nodes: search.nodes });
    };
    let nodes = search.nodes;
    let line = search.line(state, value, 200);
    let memory = search.table_size() + built.as_ref().map_or(0, Database::len);
    Ok(Solution { south: score(lead + value), mover, line, nodes, memory })
}

/// How many seeds are worth working out beforehand: a small part of what the search would visit.
fn worthwhile(index: &Index) -> u32 {
    let boards = (index.len() / 4096).clamp(500, 200_000);
    (0..index.seeds() as u32).take_while(|seeds| index.first(*seeds as usize + 1) <= boards).last().unwrap_or(0)
}

/// A line of best play where the database knows every value: until play repeats or the game ends.
fn line_by<E: Engine>(engine: &E, state: &E::State, database: &Database, value: i32) -> Vec<Move> {
    let mut line = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut state = state.clone();
    let mut value = value;
    while line.len() < 100 && engine.outcome(&state).is_none() {
        let mover = engine.mover(&state);
        let lanes = engine.lanes(&state);
        if !seen.insert((lanes, mover)) {
            break;
        }
        let lead = |seeds: [u32; 2]| seeds[mover.index()] as i32 - seeds[mover.other().index()] as i32;
        let banks = lead(engine.banks(&state));
        let found = engine.legal(&state).iter().find_map(|choice| {
            let mut next = state.clone();
            engine.play(&mut next, choice);
            let after = match engine.outcome(&next) {
                Some(outcome) => lead(outcome.score),
                None => database.score(engine, &next)? * if engine.mover(&next) == mover { 1 } else { -1 },
            };
            (after - banks == value).then_some((choice, next))
        });
        let Some((choice, next)) = found else { break };
        let gained = lead(engine.banks(&next)) - banks;
        value = if engine.mover(&next) == mover { value - gained } else { gained - value };
        line.push(choice);
        state = next;
    }
    line
}
