//! Players that look one move ahead, or not at all.

use crate::engine::{Engine, Move, Moves, Winner};
use crate::study::rng::Random;

/// Any legal move. None where there is none.
pub fn random<E: Engine>(engine: &E, state: &E::State, random: &mut Random) -> Option<Move> {
    let legal = engine.legal(state);
    let count = u32::try_from(legal.len()).ok().filter(|count| *count > 0)?;
    Some(legal.get(random.below(count) as usize))
}

/// The move that is best at once, with what it is worth; ties by chance. A win comes first, then what the own bank gains on
/// the opponent's; another move counts as much as a seed and a half.
pub fn greedy<E: Engine>(engine: &E, state: &E::State, random: &mut Random) -> Option<(Move, i32)> {
    let mut best: Vec<Move> = Vec::new();
    let mut highest = i32::MIN;
    for choice in engine.legal(state).iter() {
        let worth = worth(engine, state, choice);
        if worth > highest {
            highest = worth;
            best.clear();
        }
        if worth == highest {
            best.push(choice);
        }
    }
    let count = u32::try_from(best.len()).ok().filter(|count| *count > 0)?;
    let choice = *best.as_slice().get(random.below(count) as usize)?;
    Some((choice, highest))
}

/// What a move gains at once, in half seeds.
fn worth<E: Engine>(engine: &E, state: &E::State, choice: Move) -> i32 {
    let mover = engine.mover(state);
    let before = engine.banks(state);
    let mut next = state.clone();
    let played = engine.play(&mut next, choice);
    let (own, other) = (mover.index(), mover.other().index());
    let gain = |seeds: [u32; 2]| seeds[own] as i32 - seeds[other] as i32;
    match engine.outcome(&next) {
        Some(outcome) => match outcome.winner {
            Winner::Draw | Winner::Void => 0,
            winner if winner == Winner::from(mover) => 1_000_000 + gain(outcome.score),
            _ => -1_000_000 + gain(outcome.score),
        },
        None => {
            // Where nothing is banked, what a move captured counts.
            let banked = gain(engine.banks(&next)) - gain(before);
            let gained = if banked == 0 { gain(played.captured) } else { banked };
            2 * gained + 3 * i32::from(engine.mover(&next) == mover)
        }
    }
}
