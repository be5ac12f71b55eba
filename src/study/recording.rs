//! Games of a simulation written down as records, a line each.

use crate::engine::record::{GameResult, Made, Record};
use crate::engine::text::{write_moves, write_position};
use crate::engine::{Engine, Move, Moves};
use crate::rules::Side;

use super::simulate::Listen;

/// Writes down each game that it hears.
#[derive(Debug)]
pub struct Recorder {
    seed: u64,
    record: Option<Record>,
    lines: Vec<u8>,
}

impl Recorder {
    /// For the games of a seed.
    pub fn new(seed: u64) -> Self {
        Recorder { seed, record: None, lines: Vec::new() }
    }
}

impl<E: Engine> Listen<E> for Recorder {
    type Kept = Vec<u8>;

    fn begin(&mut self, engine: &E, game: u64, state: &E::State) {
        let mut record = Record::begin(engine, state);
        record.seed = Some(self.seed);
        record.game = Some(game);
        self.record = Some(record);
    }

    fn moved(&mut self, engine: &E, by: Side, choice: Move, legal: &E::Moves, state: &E::State) {
        let Some(record) = &mut self.record else { return };
        let rules = engine.rules();
        let legal: Vec<Move> = legal.iter().collect();
        let written = legal.iter().position(|other| other == choice);
        let written = written.and_then(|at| write_moves(rules, &legal).into_iter().nth(at)).unwrap_or_default();
        let after = Some(write_position(rules, &engine.position(state)));
        record.moves.push(Made { by, choice: written, legal: None, after });
    }

    fn end(&mut self, engine: &E, state: &E::State) {
        let Some(mut record) = self.record.take() else { return };
        record.result = Some(GameResult::new(engine.rules(), engine.outcome(state)));
        // Writing into memory does not fail.
        let _ = record.write(&mut self.lines);
    }

    fn take(&mut self) -> Vec<u8> {
        self.record = None;
        std::mem::take(&mut self.lines)
    }
}
