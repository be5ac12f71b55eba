//! Who leads in a position, by how much: read off the rules alone, as `most seeds wins` would count.

use crate::engine::Position;
use crate::rules::{CellSet, Rules, Side};

/// Knows how a variant's seeds are counted.
#[derive(Clone, Debug)]
pub struct Lead {
    /// The cells that are always South's, North's.
    fixed: [CellSet; 2],
    /// The marks that make a pit its keeper's bank.
    marks: Vec<usize>,
    total: u32,
}

impl Lead {
    /// Banked seeds count where the players can have banks (stores, marks that hold captures); else the seeds in the
    /// own pits.
    pub fn new(rules: &Rules) -> Self {
        let board = &rules.board;
        let marks: Vec<usize> = (0..rules.marks.len()).filter(|mark| rules.marks[*mark].holds_captures).collect();
        let fixed = Side::BOTH.map(|side| match board.store(side) {
            Some(store) => CellSet::one(store),
            None if marks.is_empty() => board.pits(side),
            None => CellSet::EMPTY,
        });
        Lead { fixed, marks, total: rules.total().max(1) }
    }

    /// South's seeds less North's.
    pub fn of(&self, position: &Position) -> i64 {
        let [south, north] = [0, 1].map(|side: usize| {
            let mut cells = self.fixed[side];
            for mark in &self.marks {
                if let Some(kept) = position.marks.get(*mark) {
                    cells = cells.union(kept[side]);
                }
            }
            cells.iter().filter_map(|cell| position.cells.get(usize::from(cell))).map(|seeds| i64::from(*seeds)).sum()
        });
        let south: i64 = south;
        south - north
    }

    /// All seeds of a game: no lead is greater.
    pub fn total(&self) -> u32 {
        self.total
    }
}
