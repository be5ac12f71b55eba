//! What a study came to: the sums of each pairing, put together from the blocks in the order of the games.

use crate::study::measures::Measures;
use crate::study::tally::Tally;

use super::journal::Blocks;
use super::plan::Plan;

/// The games of one pairing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellResult {
    /// How many games are finished.
    pub games: u64,
    /// What they came to.
    pub tally: Tally,
    /// What they measure.
    pub measures: Measures,
}

/// The results of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// The plan.
    pub plan: Plan,
    /// The results of each of its cells.
    pub cells: Vec<CellResult>,
}

impl Results {
    /// Takes what belongs to the plan out of blocks; all others are left alone.
    pub fn gather(plan: Plan, blocks: &Blocks) -> Results {
        let mut cells = vec![CellResult::default(); plan.cells.len()];
        for (index, first, games) in plan.blocks() {
            let key = (plan.cells[index].key.clone(), first);
            let Some(block) = blocks.get(&key).filter(|block| block.games == games) else { continue };
            let cell = &mut cells[index];
            cell.games += games;
            cell.tally.merge(&block.tally);
            cell.measures.merge(&block.measures);
        }
        Results { plan, cells }
    }

    /// How many games are finished.
    pub fn games(&self) -> u64 {
        self.cells.iter().map(|cell| cell.games).sum()
    }

    /// Whether all games are.
    pub fn is_complete(&self) -> bool {
        self.games() == self.plan.games()
    }
}
