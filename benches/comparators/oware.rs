//! Oware: twos and threes captured backwards, a grand slam takes nothing, the opponent must be fed, a position that stands
//! for the third time ends the game.

use super::harness::Listed;
use super::lanes::{self, Lap, SIDES, get, only};

/// Cells 0-5 and 6-11 are the pits, 12 and 13 the stores.
pub struct Arrays {
    cells: [u8; 14],
    mover: usize,
    legal: u32,
    over: bool,
    history: Vec<([u8; 14], usize)>,
}

impl Arrays {
    pub fn new() -> Self {
        Arrays { cells: [0; 14], mover: 0, legal: 0, over: false, history: Vec::new() }
    }

    fn row(&self, side: usize) -> u8 {
        self.cells[side * 6..][..6].iter().sum()
    }

    fn collect(&mut self) {
        for side in 0..2 {
            self.cells[12 + side] += self.row(side);
        }
        self.cells[..12].fill(0);
        self.over = true;
    }

    fn sow(cells: &mut [u8; 14], pit: usize) -> usize {
        let mut hand = std::mem::take(&mut cells[pit]);
        let mut cell = pit;
        while hand > 0 {
            cell = if cell == 11 { 0 } else { cell + 1 };
            if cell != pit {
                cells[cell] += 1;
                hand -= 1;
            }
        }
        cell
    }

    fn settle(&mut self) {
        let row = self.mover * 6;
        self.legal = (0..6).filter(|pit| self.cells[row + pit] > 0).fold(0, |legal, pit| legal | 1 << pit);
        if self.row(1 - self.mover) == 0 {
            for pit in 0..6 {
                let mut cells = self.cells;
                if self.legal >> pit & 1 == 1 {
                    Self::sow(&mut cells, row + pit);
                    if cells[6 - row..][..6].iter().sum::<u8>() == 0 {
                        self.legal &= !(1 << pit);
                    }
                }
            }
        }
        if self.legal == 0 {
            self.collect();
        }
    }
}

impl Listed for Arrays {
    fn start(&mut self) {
        self.cells = [4; 14];
        (self.cells[12], self.cells[13]) = (0, 0);
        (self.mover, self.over, self.legal) = (0, false, 63);
        self.history.clear();
        self.history.push((self.cells, 0));
    }

    fn choices(&self) -> u32 {
        if self.over { 0 } else { self.legal.count_ones() }
    }

    fn play(&mut self, index: u32) -> u32 {
        let mover = self.mover;
        let pit = mover * 6 + lanes::nth(self.legal, index);
        let mut cell = Self::sow(&mut self.cells, pit);
        let sown = self.cells;
        let other = 6 - mover * 6;
        let mut captured = 0;
        while (other..other + 6).contains(&cell) && (self.cells[cell] == 2 || self.cells[cell] == 3) {
            captured += std::mem::take(&mut self.cells[cell]);
            if cell == 0 {
                break;
            }
            cell -= 1;
        }
        if captured > 0 && self.row(1 - mover) == 0 {
            self.cells = sown;
            captured = 0;
        }
        self.cells[12 + mover] += captured;
        if self.cells[12 + mover] >= 25 {
            self.over = true;
            return pit as u32;
        }
        if captured > 0 {
            self.history.clear();
        }
        let standing = (self.cells, 1 - mover);
        let before = self.history.iter().filter(|other| **other == standing).count();
        self.history.push(standing);
        if before >= 2 {
            self.collect();
        } else {
            self.mover = 1 - mover;
            self.settle();
        }
        pit as u32
    }

    fn score(&self) -> [u32; 2] {
        [self.cells[12].into(), self.cells[13].into()]
    }
}

/// The same with one addition a lap.
pub struct Tables {
    laps: Vec<[Lap; 49]>,
    board: u128,
    mover: usize,
    legal: u32,
    over: bool,
    history: Vec<u128>,
}

impl Tables {
    pub fn new() -> Self {
        let laps = lanes::laps(|start, cell| {
            let next = (cell + 1) % 12;
            if next == start { (next + 1) % 12 } else { next }
        });
        Tables { laps, board: 0, mover: 0, legal: 0, over: false, history: Vec::new() }
    }

    #[cold]
    fn collect(&mut self) {
        let sums = SIDES.map(|side| lanes::sum(self.board & side));
        self.board = (self.board & !(SIDES[0] | SIDES[1])) + only(12, sums[0]) + only(13, sums[1]);
        self.over = true;
    }

    #[cold]
    fn feeding(&self) -> u32 {
        let row = self.mover * 6;
        (0..6)
            .filter(|pit| {
                let lap = &self.laps[row + pit][get(self.board, row + pit)];
                self.legal >> pit & 1 == 1 && self.board.wrapping_add(lap.add) & SIDES[1 - self.mover] != 0
            })
            .fold(0, |legal, pit| legal | 1 << pit)
    }
}

impl Listed for Tables {
    fn start(&mut self) {
        self.board = 0x0404_0404_0404_0404_0404_0404;
        (self.mover, self.over, self.legal) = (0, false, 63);
        self.history.clear();
        self.history.push(self.board);
    }

    #[inline(always)]
    fn choices(&self) -> u32 {
        if self.over { 0 } else { self.legal.count_ones() }
    }

    #[inline(always)]
    fn play(&mut self, index: u32) -> u32 {
        let mover = self.mover;
        let pit = mover * 6 + lanes::nth(self.legal, index);
        let lap = &self.laps[pit][get(self.board, pit)];
        let mut board = self.board.wrapping_add(lap.add);
        let mut here = usize::from(lap.last);
        let other = 6 - mover * 6;
        let mut captured = 0;
        if here.wrapping_sub(other) < 6 && (2..=3).contains(&get(board, here)) {
            let sown = board;
            loop {
                let seeds = get(board, here);
                if !(2..=3).contains(&seeds) {
                    break;
                }
                board -= only(here, seeds);
                captured += seeds;
                if here == other {
                    break;
                }
                here -= 1;
            }
            if board & SIDES[1 - mover] == 0 {
                (board, captured) = (sown, 0);
            } else {
                board += only(12 + mover, captured);
            }
        }
        self.board = board;
        if captured > 0 {
            if get(board, 12 + mover) >= 25 {
                self.over = true;
                return pit as u32;
            }
            self.history.clear();
        }
        self.mover = 1 - mover;
        // The lane above the stores says who is to move.
        let standing = board | only(14, self.mover);
        let before = self.history.iter().filter(|other| **other == standing).count();
        self.history.push(standing);
        if before >= 2 {
            self.collect();
            return pit as u32;
        }
        self.legal = lanes::filled(board, self.mover);
        if board & SIDES[mover] == 0 {
            self.legal = self.feeding();
        }
        if self.legal == 0 {
            self.collect();
        }
        pit as u32
    }

    fn score(&self) -> [u32; 2] {
        [get(self.board, 12) as u32, get(self.board, 13) as u32]
    }
}
