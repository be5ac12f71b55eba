//! Limits of time and memory as arguments, and lines of play as text.

use std::path::Path;
use std::time::Duration;

use naqala::engine::text::write_moves;
use naqala::engine::{Engine, Move, Moves};
use naqala::players::parse_time;
use naqala::rules::Rules;
use naqala::study::database::{Database, FileError};
use naqala::study::soundness::Soundness;

use super::Fail;

/// Reads a time such as `100ms`, `2s` or `1m`.
pub fn time(text: &str) -> Result<Duration, String> {
    match parse_time(text) {
        Some(Duration::ZERO) => Err("it must be more than nothing".to_owned()),
        Some(time) => Ok(time),
        None => Err("write a time like 100ms, 2s, 1.5s or 1m".to_owned()),
    }
}

/// Reads a size such as `500m` or `2g`: mebibytes and gibibytes.
pub fn memory(text: &str) -> Result<u64, String> {
    let lower = text.trim().to_ascii_lowercase();
    let lower = lower.trim_end_matches('b').trim_end_matches('i');
    let (number, unit) = match lower.strip_suffix('g') {
        Some(number) => (number, 30),
        None => (lower.strip_suffix('m').unwrap_or(lower), 20),
    };
    match number.parse::<u64>() {
        Ok(number) if number >= 1 && number << unit >> unit == number && number << unit <= 1 << 46 => {
            Ok(number << unit)
        }
        _ => Err("write a size like 500m or 2g (mebibytes, gibibytes)".to_owned()),
    }
}

/// A line of play, one text a move. It ends where a move cannot be played.
pub fn line<E: Engine>(engine: &E, state: &E::State, moves: &[Move]) -> Vec<String> {
    let mut state = state.clone();
    let mut texts = Vec::new();
    for choice in moves {
        let legal: Vec<Move> = engine.legal(&state).iter().collect();
        let Some(at) = legal.as_slice().iter().position(|legal| legal == choice) else { break };
        texts.extend(write_moves(engine.rules(), &legal).into_iter().nth(at));
        engine.play(&mut state, *choice);
    }
    texts
}

/// Reads an endgame database.
pub fn database(path: &Path, rules: &Rules, soundness: &Soundness) -> Result<Database, Fail> {
    Database::load(path, rules, soundness).map_err(|error| {
        let fail = Fail::usage(error.to_string());
        match error {
            FileError::System { .. } => fail,
            _ => fail.help("`naqala database VARIANT --seeds N --out FILE` makes one"),
        }
    })
}
