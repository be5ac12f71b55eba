//! Perft: the leaves of the game tree at a depth, the usual proof that an engine makes the right moves.

use rayon::prelude::*;

use crate::engine::{Engine, Move, Moves};

/// How many positions `depth` moves lead to, each counted as often as it is reached. A finished game has no leaves below
/// it; at depth 0 there is one.
pub fn perft<E: Engine>(engine: &E, state: &E::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let legal = engine.legal(state);
    if depth == 1 {
        return legal.len() as u64;
    }
    let leaves = |choice| {
        let mut after = state.clone();
        engine.play(&mut after, choice);
        perft(engine, &after, depth - 1)
    };
    legal.iter().map(leaves).sum()
}

/// [`perft`] for each legal move in order, on all cores.
pub fn divide<E: Engine>(engine: &E, state: &E::State, depth: u32) -> Vec<(Move, u64)> {
    let branches: Vec<(Move, E::State)> = engine.legal(state).iter().map(|choice| (choice, state.clone())).collect();
    let leaves = |(choice, mut after): (Move, E::State)| {
        engine.play(&mut after, choice);
        (choice, perft(engine, &after, depth.saturating_sub(1)))
    };
    branches.into_par_iter().map(leaves).collect()
}
