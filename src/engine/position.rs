//! A position: everything that a game's future depends on, but for the history that `repetition` counts.

use crate::rules::{Cell, CellSet, MAX_CELLS, Rules, Side};

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

    /// The bank of a player: the store, or else the first pit with that player's mark that holds captures.
    pub fn bank(&self, rules: &Rules, side: Side) -> Option<Cell> {
        rules.board.store(side).or_else(|| {
            let holding = rules.marks.iter().zip(&self.marks).filter(|(mark, _)| mark.holds_captures);
            let set = holding.fold(CellSet::EMPTY, |set, (_, cells)| set.union(cells[side.index()]));
            set.first()
        })
    }

    /// The seeds in South's bank and in North's; 0 for a player without one.
    pub fn banks(&self, rules: &Rules) -> [u32; 2] {
        let seeds = |cell: Cell| self.cells.get(usize::from(cell)).copied().map_or(0, u32::from);
        Side::BOTH.map(|side| self.bank(rules, side).map_or(0, seeds))
    }

    /// The seeds in the cells, a byte each, as [`super::Engine::lanes`] gives them.
    pub fn lanes(&self) -> Option<[u128; 2]> {
        let mut lanes = [0; 2];
        for (cell, seeds) in self.cells.iter().enumerate().filter(|(_, seeds)| **seeds > 0) {
            let byte = u8::try_from(*seeds).ok()?;
            *lanes.get_mut(cell / 16)? |= u128::from(byte) << (cell % 16 * 8);
        }
        Some(lanes)
    }

    /// How far the game has gone.
    pub fn clock(&self) -> Clock {
        Clock { phase: self.phase, moves: self.moves, capturing_moves: self.capturing_moves, quiet: self.quiet }
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

/// How far a game has gone: what a position counts beside its seeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clock {
    /// The number of the phase.
    pub phase: u8,
    /// Moves made by South and by North.
    pub moves: [u32; 2],
    /// Moves in which a capture gave seeds to South, to North.
    pub capturing_moves: [u32; 2],
    /// Moves since seeds were captured or a bank changed.
    pub quiet: u32,
}
