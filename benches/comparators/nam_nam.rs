//! Nam Nam: relays; fours made on the way go to the pit's owner, fours by the last seed to the mover; who makes the last
//! four but one takes the last four; a hundred moves without a capture end the game.

use super::harness::Listed;
use super::lanes::{self, Lap, SIDES, get, only};

const LAPS: u32 = 1000;

/// Cells 0-5 and 6-11 are the pits, 12 and 13 the stores.
pub struct Arrays {
    cells: [u8; 14],
    mover: usize,
    quiet: u32,
    over: bool,
    pass: bool,
}

impl Arrays {
    pub fn new() -> Self {
        Arrays { cells: [0; 14], mover: 0, quiet: 0, over: false, pass: false }
    }

    fn settle(&mut self, captured: bool) {
        self.quiet = if captured { 0 } else { self.quiet + 1 };
        self.mover = 1 - self.mover;
        let empty = [0, 6].map(|row: usize| self.cells[row..][..6].iter().all(|seeds| *seeds == 0));
        self.over = self.quiet >= 100 || empty[0] && empty[1];
        self.pass = empty[self.mover];
    }

    /// Captures a four for a player; tells whether he took the last four as well, which ends the game.
    fn take(&mut self, cell: usize, by: usize, in_play: &mut u8) -> bool {
        self.cells[cell] = 0;
        self.cells[12 + by] += 4;
        *in_play -= 4;
        if *in_play == 4 {
            self.cells[12 + by] += 4;
            self.cells[..12].fill(0);
            self.over = true;
        }
        self.over
    }
}

impl Listed for Arrays {
    fn start(&mut self) {
        *self = Arrays { cells: [4; 14], ..Arrays::new() };
        (self.cells[12], self.cells[13]) = (0, 0);
    }

    fn choices(&self) -> u32 {
        if self.over {
            return 0;
        }
        if self.pass {
            return 1;
        }
        self.cells[self.mover * 6..][..6].iter().filter(|seeds| **seeds > 0).count() as u32
    }

    fn play(&mut self, index: u32) -> u32 {
        if self.pass {
            self.settle(false);
            return 99;
        }
        let filled = (0..6).filter(|pit| self.cells[self.mover * 6 + pit] > 0).fold(0, |bits, pit| bits | 1 << pit);
        let pit = self.mover * 6 + lanes::nth(filled, index);
        let before = self.cells;
        let mut in_play: u8 = self.cells[..12].iter().sum();
        let (mut cell, mut laps, mut captured) = (pit, 0, false);
        loop {
            laps += 1;
            if laps > LAPS {
                self.cells = before;
                self.over = true;
                return pit as u32;
            }
            let mut hand = std::mem::take(&mut self.cells[cell]);
            while hand > 0 {
                cell = if cell == 11 { 0 } else { cell + 1 };
                self.cells[cell] += 1;
                hand -= 1;
                if self.cells[cell] == 4 {
                    captured = true;
                    let by = if hand == 0 { self.mover } else { cell / 6 };
                    if self.take(cell, by, &mut in_play) {
                        return pit as u32;
                    }
                }
            }
            if self.cells[cell] <= 1 {
                break;
            }
        }
        self.settle(captured);
        pit as u32
    }

    fn score(&self) -> [u32; 2] {
        [self.cells[12].into(), self.cells[13].into()]
    }
}

/// The same with one addition a lap; the last laps of a game are sown seed by seed.
pub struct Tables {
    laps: Vec<[Lap; 49]>,
    board: u128,
    mover: usize,
    quiet: u32,
    over: bool,
    pass: bool,
}

impl Tables {
    pub fn new() -> Self {
        let laps = lanes::laps(|_, cell| (cell + 1) % 12);
        Tables { laps, board: 0, mover: 0, quiet: 0, over: false, pass: false }
    }

    #[cold]
    fn by_seed(&mut self, index: u32) -> u32 {
        let cells = std::array::from_fn(|cell| get(self.board, cell) as u8);
        let mut game = Arrays { cells, mover: self.mover, quiet: self.quiet, over: false, pass: self.pass };
        let pit = game.play(index);
        self.board = (0..14).fold(0, |board, cell| board | only(cell, usize::from(game.cells[cell])));
        (self.mover, self.quiet, self.over, self.pass) = (game.mover, game.quiet, game.over, game.pass);
        pit
    }

    #[inline(always)]
    fn settle(&mut self, captured: bool) {
        self.quiet = if captured { 0 } else { self.quiet + 1 };
        self.mover = 1 - self.mover;
        self.over = self.quiet >= 100;
        self.pass = self.board & SIDES[self.mover] == 0;
    }
}

/// Bit 7 of every lane that holds four.
#[inline(always)]
fn fours(board: u128) -> u128 {
    const LOW: u128 = 0x7f7f_7f7f_7f7f_7f7f_7f7f_7f7f;
    let other = board & (SIDES[0] | SIDES[1]) ^ 0x0404_0404_0404_0404_0404_0404;
    !(((other & LOW) + LOW) | other) & !LOW & (SIDES[0] | SIDES[1])
}

impl Listed for Tables {
    fn start(&mut self) {
        self.board = 0x0404_0404_0404_0404_0404_0404;
        (self.mover, self.quiet, self.over, self.pass) = (0, 0, false, false);
    }

    #[inline(always)]
    fn choices(&self) -> u32 {
        if self.over {
            0
        } else if self.pass {
            1
        } else {
            lanes::filled(self.board, self.mover).count_ones()
        }
    }

    #[inline(always)]
    fn play(&mut self, index: u32) -> u32 {
        if self.pass {
            self.settle(false);
            return 99;
        }
        let mover = self.mover;
        let pit = mover * 6 + lanes::nth(lanes::filled(self.board, mover), index);
        let (mut board, mut cell, mut captured) = (self.board, pit, false);
        for _ in 0..LAPS {
            let lap = &self.laps[cell][get(board, cell)];
            board = board.wrapping_add(lap.add);
            cell = usize::from(lap.last);
            // Only pits that got a seed make fours.
            let made = fours(board) & lap.lanes;
            if made != 0 || !lap.once {
                let last = made & only(cell, 0x80);
                let way = made & !only(cell, 0x80);
                let taken = (way >> 7) * 0xff;
                for (side, pits) in SIDES.iter().enumerate() {
                    board += only(12 + side, lanes::sum(board & taken & pits));
                }
                board &= !taken;
                let rest = lanes::sum(board & (SIDES[0] | SIDES[1]));
                if !lap.once || rest <= 8 {
                    return self.by_seed(index);
                }
                captured |= way != 0;
                if last != 0 {
                    board = board - only(cell, 4) + only(12 + mover, 4);
                    self.board = board;
                    self.settle(true);
                    return pit as u32;
                }
            }
            if get(board, cell) == 1 {
                self.board = board;
                self.settle(captured);
                return pit as u32;
            }
        }
        self.by_seed(index)
    }

    fn score(&self) -> [u32; 2] {
        [get(self.board, 12) as u32, get(self.board, 13) as u32]
    }
}
