//! Kalah(6,4): sown through the own store; a last seed there moves again, one in an empty own pit captures it with the
//! opposite seeds if there are any.

use super::harness::Listed;
use super::lanes::{self, Lap, SIDES, get, only};

/// Cells 0-5 and 6-11 are the pits, 12 and 13 the stores.
pub struct Arrays {
    cells: [u8; 14],
    mover: usize,
    over: bool,
}

impl Arrays {
    pub fn new() -> Self {
        Arrays { cells: [0; 14], mover: 0, over: false }
    }

    fn next(mover: usize, cell: usize) -> usize {
        match (mover, cell) {
            (0, 5) => 12,
            (0, 12) => 6,
            (1, 11) => 13,
            (1, 13) | (0, 11) => 0,
            _ => cell + 1,
        }
    }
}

impl Listed for Arrays {
    fn start(&mut self) {
        self.cells = [4; 14];
        (self.cells[12], self.cells[13]) = (0, 0);
        (self.mover, self.over) = (0, false);
    }

    fn choices(&self) -> u32 {
        if self.over {
            return 0;
        }
        self.cells[self.mover * 6..][..6].iter().filter(|seeds| **seeds > 0).count() as u32
    }

    fn play(&mut self, index: u32) -> u32 {
        let row = self.mover * 6;
        let mut left = index;
        let mut pit = row;
        loop {
            if self.cells[pit] > 0 {
                if left == 0 {
                    break;
                }
                left -= 1;
            }
            pit += 1;
        }
        let mut hand = std::mem::take(&mut self.cells[pit]);
        let mut cell = pit;
        while hand > 0 {
            cell = Self::next(self.mover, cell);
            self.cells[cell] += 1;
            hand -= 1;
        }
        let store = 12 + self.mover;
        let again = cell == store;
        if cell / 6 == self.mover && cell < 12 && self.cells[cell] == 1 && self.cells[11 - cell] > 0 {
            self.cells[store] += 1 + self.cells[11 - cell];
            (self.cells[cell], self.cells[11 - cell]) = (0, 0);
        }
        let sums = [0, 6].map(|row: usize| self.cells[row..][..6].iter().sum::<u8>());
        if sums[0] == 0 || sums[1] == 0 {
            self.cells[12] += sums[0];
            self.cells[13] += sums[1];
            self.cells[..12].fill(0);
            self.over = true;
        } else if !again {
            self.mover = 1 - self.mover;
        }
        pit as u32
    }

    fn score(&self) -> [u32; 2] {
        [self.cells[12].into(), self.cells[13].into()]
    }
}

/// The same with one addition a lap.
pub struct Tables {
    laps: [Vec<[Lap; 49]>; 2],
    board: u128,
    mover: usize,
    over: bool,
}

impl Tables {
    pub fn new() -> Self {
        Tables {
            laps: [0, 1].map(|mover| lanes::laps(|_, cell| Arrays::next(mover, cell))),
            board: 0,
            mover: 0,
            over: false,
        }
    }
}

impl Listed for Tables {
    fn start(&mut self) {
        self.board = 0x0404_0404_0404_0404_0404_0404;
        (self.mover, self.over) = (0, false);
    }

    #[inline(always)]
    fn choices(&self) -> u32 {
        if self.over { 0 } else { lanes::filled(self.board, self.mover).count_ones() }
    }

    #[inline(always)]
    fn play(&mut self, index: u32) -> u32 {
        let mover = self.mover;
        let pit = mover * 6 + lanes::nth(lanes::filled(self.board, mover), index);
        let lap = &self.laps[mover][pit][get(self.board, pit)];
        let mut board = self.board.wrapping_add(lap.add);
        let here = usize::from(lap.last);
        let store = 12 + mover;
        let again = here == store;
        if !again && here / 6 == mover && get(board, here) == 1 {
            let opposite = get(board, 11 - here);
            if opposite > 0 {
                board = board - only(here, 1) - only(11 - here, opposite) + only(store, 1 + opposite);
            }
        }
        if board & SIDES[0] == 0 || board & SIDES[1] == 0 {
            let sums = SIDES.map(|side| lanes::sum(board & side));
            board = (board & !(SIDES[0] | SIDES[1])) + only(12, sums[0]) + only(13, sums[1]);
            self.over = true;
        } else if !again {
            self.mover = 1 - mover;
        }
        self.board = board;
        pit as u32
    }

    fn score(&self) -> [u32; 2] {
        [get(self.board, 12) as u32, get(self.board, 13) as u32]
    }
}
