//! Hus, 4 x 8: relays in the own sixteen pits; a last seed in an occupied inner pit with seeds opposite captures the two
//! pits of that column and sows them on; a move of more than a thousand laps is illegal; who leaves no pit of two wins.

use naqala::engine::Draws;

use super::harness::Game;
use super::lanes;

const LAPS: u32 = 1000;

/// Each player's pits in the order of the track: 0-7 the outer row from the left, 8-15 the inner row from the right.
#[derive(Clone, Copy)]
pub struct Arrays {
    cells: [[u8; 16]; 2],
    mover: usize,
}

/// The pit's number in pit order: the inner row first.
fn pit_order(place: usize) -> usize {
    if place < 8 { 8 + place } else { 15 - place }
}

/// The place of a pit in pit order.
fn place_of(pit: usize) -> usize {
    if pit < 8 { 15 - pit } else { pit - 8 }
}

/// Tries pits of two seeds and more by chance until one ends its move; tells it in pit order.
#[inline(always)]
fn by_chance(random: u64, seeds: impl Fn(usize) -> usize, mut sow: impl FnMut(usize) -> bool) -> Option<usize> {
    let mut pits = (0..16).filter(|place| seeds(*place) >= 2).fold(0u32, |pits, place| pits | 1 << pit_order(place));
    let mut draws = Draws::new(random);
    while pits != 0 {
        let pit = lanes::nth(pits, draws.below(pits.count_ones()));
        if sow(place_of(pit)) {
            return Some(pit);
        }
        pits &= !(1 << pit);
    }
    None
}

impl Arrays {
    pub fn new() -> Self {
        Arrays { cells: [[0; 16]; 2], mover: 0 }
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
}

impl Game for Arrays {
    fn start(&mut self) {
        let row = std::array::from_fn(|place| if place < 8 || pit_order(place) >= 4 { 2 } else { 0 });
        *self = Arrays { cells: [row; 2], mover: 0 };
    }

    fn turn(&mut self, random: u64) -> Option<u32> {
        let (mover, before) = (self.mover, self.cells);
        let mut cells = before;
        let pit = by_chance(
            random,
            |place| before[mover][place] as usize,
            |place| {
                cells = before;
                Self::sow(&mut cells, mover, place)
            },
        )?;
        self.cells = cells;
        self.mover = 1 - mover;
        Some((mover * 16 + pit) as u32)
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
        Tables { add, rows: [0; 2], mover: 0 }
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
}

impl Game for Tables {
    fn start(&mut self) {
        let row = (0..16)
            .filter(|place| *place < 8 || pit_order(*place) >= 4)
            .fold(0u128, |row, place| row | 2 << (place * 8));
        self.rows = [row; 2];
        self.mover = 0;
    }

    #[inline(always)]
    fn turn(&mut self, random: u64) -> Option<u32> {
        let (mover, before) = (self.mover, self.rows);
        let mut rows = before;
        let pit = by_chance(
            random,
            |place| Self::get(before[mover], place),
            |place| {
                rows = before;
                self.sow(&mut rows, mover, place)
            },
        )?;
        self.rows = rows;
        self.mover = 1 - mover;
        Some((mover * 16 + pit) as u32)
    }

    fn score(&self) -> [u32; 2] {
        self.rows.map(|row| lanes::sum(row) as u32)
    }
}
