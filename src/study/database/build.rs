//! Works out the values of all boards with so many seeds from those with fewer.
//!
//! A move that banks seeds leads to a smaller board, whose value is known; the other moves stay among boards with as many
//! seeds and are kept as links. From all values at 0 each round takes the best of what is known, so that a lead is only
//! counted once it can be forced: boards from which nobody can force one keep the value 0, and that is what going round for
//! ever is worth. Every round reads the values of the round before, so the result does not depend on the cores.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::engine::{Engine, Moves, Position};
use crate::rules::Side;

use super::index::Pits;
use super::{Database, Level};

/// Boards that one core works out at a time.
const CHUNK: u64 = 1 << 13;

/// What is known about some boards in a row.
struct Part {
    /// The best lead by a move whose result is known; `NONE` where there is none.
    known: Vec<i8>,
    /// How many links end before each board's last one, counted from the part's start.
    ends: Vec<u32>,
    /// The boards that moves lead to, twice their place in the level, plus 1 where the same player goes on.
    links: Vec<u32>,
}

/// No move's result is known.
const NONE: i8 = i8::MIN;

/// Why a level could not be worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Somebody asked to stop.
    Stopped,
    /// The links need more memory than allowed: so many bytes.
    Memory(u64),
    /// Seeds appear or disappear, or a board cannot be told by its seeds: the rules were misread.
    Unsound,
}

/// Works out the level of boards with `seeds` seeds; the lower levels are in `database`. Also says after how many rounds
/// nothing changed any more, which bounds the moves that forcing a lead takes without a capture.
pub fn level<E: Engine>(
    engine: &E,
    database: &Database,
    seeds: u32,
    memory: u64,
    stop: &AtomicBool,
) -> Result<(Level, u32), Halt> {
    let index = &database.index;
    let (first, end) = (index.first(seeds as usize), index.first(seeds as usize + 1));
    let count = end - first;
    let sides: &[Side] = if database.symmetric { &[Side::South] } else { &Side::BOTH };
    if count >= u64::from(u32::MAX) / 4 {
        return Err(Halt::Memory(count * 24));
    }
    let parts: Vec<(usize, u64)> = sides
        .iter()
        .flat_map(|side| (0..count).step_by(CHUNK as usize).map(move |from| (side.index(), from)))
        .collect();
    let used = std::sync::atomic::AtomicU64::new(0);
    let parts: Vec<Part> = parts
        .par_iter()
        .map(|(side, from)| {
            if stop.load(Ordering::Relaxed) {
                return Err(Halt::Stopped);
            }
            let part = look(engine, database, seeds, Side::BOTH[*side], first + from, CHUNK.min(count - from))?;
            let size = part.links.len() * 4 + part.known.len() * 8;
            let all = used.fetch_add(size as u64, Ordering::Relaxed) + size as u64;
            if all > memory { Err(Halt::Memory(all)) } else { Ok(part) }
        })
        .collect::<Result<_, Halt>>()?;
    let mut values: Vec<i8> = vec![0; count as usize * sides.len()];
    let mut next = values.clone();
    let mut rounds = 0;
    loop {
        if stop.load(Ordering::Relaxed) {
            return Err(Halt::Stopped);
        }
        let lengths = parts.iter().map(|part| part.known.len());
        let changed = slices(&mut next, lengths)
            .into_par_iter()
            .zip(parts.par_iter())
            .map(|((from, next), part)| part.round(&values, from, next))
            .reduce(|| false, |a, b| a | b);
        std::mem::swap(&mut values, &mut next);
        if !changed {
            break;
        }
        rounds += 1;
    }
    Ok((values, rounds))
}

/// Cuts a vector into parts of these lengths, each with its place.
fn slices(mut values: &mut [i8], lengths: impl Iterator<Item = usize>) -> Vec<(usize, &mut [i8])> {
    let mut slices = Vec::new();
    let mut from = 0;
    for length in lengths {
        let (part, rest) = std::mem::take(&mut values).split_at_mut(length);
        slices.push((from, part));
        from += length;
        values = rest;
    }
    slices
}

impl Part {
    /// The values of the next round, for the boards from `place` on. True if one of them is new.
    fn round(&self, values: &[i8], place: usize, next: &mut [i8]) -> bool {
        let mut from = 0;
        let mut changed = false;
        let old = values.get(place..).unwrap_or_default();
        for (((known, end), value), old) in self.known.iter().zip(&self.ends).zip(next).zip(old) {
            let mut best = *known;
            for link in self.links.get(from..*end as usize).unwrap_or_default() {
                let there = values.get((link >> 1) as usize).copied().unwrap_or(0);
                best = best.max(if link & 1 == 1 { there } else { -there });
            }
            from = *end as usize;
            changed |= *old != best;
            *value = best;
        }
        changed
    }
}

/// Plays every move of some boards in a row.
fn look<E: Engine>(
    engine: &E,
    database: &Database,
    seeds: u32,
    mover: Side,
    from: u64,
    count: u64,
) -> Result<Part, Halt> {
    let index = &database.index;
    let level = index.first(seeds as usize);
    let size = index.first(seeds as usize + 1) - level;
    let mut part = Part { known: Vec::new(), ends: Vec::new(), links: Vec::new() };
    let mut pits: Pits = index.board(from);
    let mut position = Position::start(engine.rules());
    position.cells = [0; crate::rules::MAX_CELLS];
    position.mover = mover;
    let turned = if mover == Side::South { 0 } else { index.pits() / 2 };
    for _ in 0..count {
        for (pit, seeds) in pits.iter().enumerate().take(index.pits()) {
            position.cells[(pit + turned) % index.pits()] = u16::from(*seeds);
        }
        let state = engine.begin_at(&position);
        let mut known = NONE;
        match engine.outcome(&state) {
            Some(outcome) => known = lead(outcome.score, mover) as i8,
            None => {
                for choice in engine.legal(&state).iter() {
                    let mut after = state.clone();
                    engine.play(&mut after, choice);
                    if let Some(outcome) = engine.outcome(&after) {
                        known = known.max(lead(outcome.score, mover) as i8);
                        continue;
                    }
                    let lanes = engine.lanes(&after).ok_or(Halt::Unsound)?;
                    let left = database.view.seeds(lanes);
                    let next = engine.mover(&after);
                    let banked = lead(engine.banks(&after), mover);
                    if left > seeds {
                        return Err(Halt::Unsound);
                    }
                    if left < seeds {
                        let value = database.value(lanes, left, next).ok_or(Halt::Unsound)?;
                        let value = i32::from(value) * if next == mover { 1 } else { -1 };
                        known = known.max((banked + value) as i8);
                    } else {
                        let number = database.number(lanes, next) - level;
                        let place = if database.symmetric { number } else { number + next.index() as u64 * size };
                        part.links.push((place as u32) << 1 | u32::from(next == mover));
                    }
                }
            }
        }
        part.known.push(known);
        part.ends.push(part.links.len() as u32);
        index.advance(&mut pits);
    }
    Ok(part)
}

fn lead(seeds: [u32; 2], side: Side) -> i32 {
    seeds[side.index()] as i32 - seeds[side.other().index()] as i32
}
