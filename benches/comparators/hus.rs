//! Hus, 4 x 8: relays in the own sixteen pits; a last seed in an occupied inner pit with seeds opposite captures the two
//! pits of that column and sows them on; a move of more than a thousand laps is illegal; who leaves no pit of two wins.

use super::harness::Game;
use super::lanes;

const LAPS: u32 = 1000;

/// Each player's pits in the order of the track: 0-7 the outer row from the left, 8-15 the inner row from the right.
#[derive(Clone, Copy)]
pub struct Arrays {
    cells: [[u8; 16]; 2],
    mover: usize,
    legal: u32,
    over: bool,
}

/// The pit's number in pit order: the inner row first.
fn pit_order(place: usize) -> usize {
    if place < 8 { 8 + place } else { 15 - place }
}

/// The place of a pit in pit order.
fn place_of(pit: usize) -> usize {
    if pit < 8 { 15 - pit } else { pit - 8 }
}

impl Arrays {
    pub fn new() -> Self {
        Arrays { cells: [[0; 16]; 2], mover: 0, legal: 0, over: false }
    }

    /// Plays from a place of the mover's track; false for a move that goes round for ever.
    fn sow(cells: &mut [[u8; 16]; 2], mover: usize, place: usize) -> bool {
        let mut hand = std::mem::take(&mut cells[mover][place]);
        let mut place = place;
        for _ in 0..LAPS {
            while hand > 0 {
                place = (place + 1) % 16;
                cells[mover][place] += 1;
                hand -= 1;
            }
            if cells[mover][place] == 1 {
                return true;
            }
            let inner = 23 - place;
            if place >= 8 && cells[1 - mover][inner] > 0 {
                let outer = 15 - inner;
                hand = std::mem::take(&mut cells[1 - mover][inner]) + std::mem::take(&mut cells[1 - mover][outer]);
            } else {
                hand = std::mem::take(&mut cells[mover][place]);
            }
        }
        false
    }

    /// The places from which the mover can play, as bits in pit order.
    fn settle(&mut self) {
        self.legal = 0;
        for place in 0..16 {
            if self.cells[self.mover][place] >= 2 {
                let mut cells = self.cells;
                if Self::sow(&mut cells, self.mover, place) {
                    self.legal |= 1 << pit_order(place);
                }
            }
        }
        self.over = self.legal == 0;
    }
}

impl Game for Arrays {
    fn start(&mut self) {
        let row = std::array::from_fn(|place| if place < 8 || pit_order(place) >= 4 { 2 } else { 0 });
        *self = Arrays { cells: [row; 2], mover: 0, legal: 0, over: false };
        self.settle();
    }

    fn choices(&self) -> u32 {
        if self.over { 0 } else { self.legal.count_ones() }
    }

    fn play(&mut self, index: u32) -> u32 {
        let pit = lanes::nth(self.legal, index);
        let mover = self.mover;
        Self::sow(&mut self.cells, mover, place_of(pit));
        self.mover = 1 - mover;
        self.settle();
        (mover * 16 + pit) as u32
    }

    fn score(&self) -> [u32; 2] {
        self.cells.map(|row| row.iter().map(|seeds| u32::from(*seeds)).sum())
    }
}

/// The same with one addition a lap: a player's sixteen pits are one word.
pub struct Tables {
    add: Vec<[u128; 64]>,
    rows: [u128; 2],
    mover: usize,
    legal: u32,
    over: bool,
}

impl Tables {
    pub fn new() -> Self {
        let add = (0..16)
            .map(|start| {
                let mut row = [0u128; 64];
                for seeds in 1..64 {
                    row[seeds] = row[seeds - 1] + (1 << ((start + seeds) % 16 * 8));
                }
                row
            })
            .collect();
        Tables { add, rows: [0; 2], mover: 0, legal: 0, over: false }
    }

    #[inline(always)]
    fn get(row: u128, place: usize) -> usize {
        (row >> (place * 8)) as usize & 0xff
    }

    #[inline(always)]
    fn sow(&self, rows: &mut [u128; 2], mover: usize, place: usize) -> bool {
        let (mut own, mut other) = (rows[mover], rows[1 - mover]);
        let mut place = place;
        let mut hand = Self::get(own, place);
        own -= (hand as u128) << (place * 8);
        for _ in 0..LAPS {
            own += self.add[place][hand & 63];
            place = (place + hand) % 16;
            let here = Self::get(own, place);
            if here == 1 {
                rows[mover] = own;
                rows[1 - mover] = other;
                return true;
            }
            let inner = 23 - place;
            if place >= 8 && Self::get(other, inner) > 0 {
                let outer = 15 - inner;
                let (a, b) = (Self::get(other, inner), Self::get(other, outer));
                other = other - ((a as u128) << (inner * 8)) - ((b as u128) << (outer * 8));
                hand = a + b;
            } else {
                hand = here;
                own -= (hand as u128) << (place * 8);
            }
        }
        false
    }

    #[inline(always)]
    fn settle(&mut self) {
        self.legal = 0;
        for place in 0..16 {
            if Self::get(self.rows[self.mover], place) >= 2 {
                let mut rows = self.rows;
                if self.sow(&mut rows, self.mover, place) {
                    self.legal |= 1 << pit_order(place);
                }
            }
        }
        self.over = self.legal == 0;
    }
}

impl Game for Tables {
    fn start(&mut self) {
        let row = (0..16)
            .filter(|place| *place < 8 || pit_order(*place) >= 4)
            .fold(0u128, |row, place| row | 2 << (place * 8));
        self.rows = [row; 2];
        self.mover = 0;
        self.settle();
    }

    fn choices(&self) -> u32 {
        if self.over { 0 } else { self.legal.count_ones() }
    }

    fn play(&mut self, index: u32) -> u32 {
        let pit = lanes::nth(self.legal, index);
        let mover = self.mover;
        let mut rows = self.rows;
        self.sow(&mut rows, mover, place_of(pit));
        self.rows = rows;
        self.mover = 1 - mover;
        self.settle();
        (mover * 16 + pit) as u32
    }

    fn score(&self) -> [u32; 2] {
        self.rows.map(|row| lanes::sum(row) as u32)
    }
}
