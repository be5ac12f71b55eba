//! A position: everything that a game's future depends on, but for the history that `repetition` counts.

use crate::rules::{CellSet, MAX_CELLS, Rules, Side};

/// A position between two moves (or, inside an engine, in mid-move).
#[derive(Clone, Debug)]
pub struct Position {
    /// Seeds in each cell; cells that the board does not have hold none.
    pub cells: [u16; MAX_CELLS],
    /// Seeds in the hand: only inside a move, or where a game ended in mid-sow.
    pub hand: u16,
    /// Seeds that `remove` took out of the game.
    pub removed: u32,
    /// Who moves next. Means nothing once the game is over, and is not compared then.
    pub mover: Side,
    /// Whether the game has ended.
    pub over: bool,
    /// The number of the phase.
    pub phase: u8,
    /// For each mark, the cells that bear it: set by South, by North, by nobody.
    pub marks: Vec<[CellSet; 3]>,
    /// For each counter, South's and North's value; one that is not `each` stands in the first.
    pub counters: Vec<[u32; 2]>,
    /// Moves made by South and by North, extra moves and passes included.
    pub moves: [u32; 2],
    /// Moves in which a capture gave seeds to South, to North.
    pub capturing_moves: [u32; 2],
    /// Moves since seeds were captured or a bank changed.
    pub quiet: u32,
    /// Moves that the player to move has made in a row so far. Not written in positions and not compared.
    pub streak: u32,
}

impl Position {
    /// The position that a game begins in.
    pub fn start(rules: &Rules) -> Self {
        let mut cells = [0; MAX_CELLS];
        cells[..rules.start.len()].copy_from_slice(&rules.start);
        Position {
            cells,
            hand: 0,
            removed: 0,
            mover: Side::South,
            over: false,
            phase: 0,
            marks: rules.marks.iter().map(|mark| mark.start).collect(),
            counters: rules.counters.iter().map(|counter| [counter.start; 2]).collect(),
            moves: [0; 2],
            capturing_moves: [0; 2],
            quiet: 0,
            streak: 0,
        }
    }

    /// All seeds: in cells, in the hand and removed.
    pub fn total(&self) -> u32 {
        self.cells.iter().map(|seeds| u32::from(*seeds)).sum::<u32>() + u32::from(self.hand) + self.removed
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells
            && self.hand == other.hand
            && self.removed == other.removed
            && self.over == other.over
            && (self.over || self.mover == other.mover)
            && self.phase == other.phase
            && self.marks == other.marks
            && self.counters == other.counters
            && self.moves == other.moves
            && self.capturing_moves == other.capturing_moves
            && self.quiet == other.quiet
    }
}

impl Eq for Position {}
