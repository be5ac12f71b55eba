//! Byte lanes by hand: twelve pits and two stores in one 128-bit word, and tables of whole laps.

const ONES: u64 = 0x0101_0101_0101_0101;

/// The seeds in a cell.
#[inline(always)]
pub fn get(board: u128, cell: usize) -> usize {
    (board >> (cell * 8)) as usize & 0xff
}

/// So many seeds in a cell.
#[inline(always)]
pub fn only(cell: usize, seeds: usize) -> u128 {
    (seeds as u128) << (cell * 8)
}

/// The six pits of a side as bits.
#[inline(always)]
pub fn filled(board: u128, side: usize) -> u32 {
    let row = (board >> (side * 48)) as u64 & 0xffff_ffff_ffff;
    let high = (((row & 0x7f7f_7f7f_7f7f) + 0x7f7f_7f7f_7f7f) | row) & 0x8080_8080_8080;
    (high.wrapping_mul(0x0002_0408_1020_4081) >> 56) as u32
}

/// The six lanes of a side.
pub const SIDES: [u128; 2] = [0xffff_ffff_ffff, 0xffff_ffff_ffff << 48];

/// All seeds under a mask.
#[inline(always)]
pub fn sum(board: u128) -> usize {
    let both = (board as u64).wrapping_add((board >> 64) as u64);
    (both.wrapping_mul(ONES) >> 56) as usize
}

/// The pit with this index among the set bits.
#[inline(always)]
pub fn nth(mut bits: u32, index: u32) -> usize {
    for _ in 0..index {
        bits &= bits - 1;
    }
    bits.trailing_zeros() as usize
}

/// A lap: the seeds to add, the cells reached, the last cell.
#[derive(Clone, Copy, Default)]
pub struct Lap {
    pub add: u128,
    /// Bit 7 of each lane that gets a seed.
    pub lanes: u128,
    pub last: u8,
    pub once: bool,
}

/// Laps of every handful from every pit, `next` telling the path.
pub fn laps(next: impl Fn(usize, usize) -> usize) -> Vec<[Lap; 49]> {
    (0..12)
        .map(|start| {
            let mut laps = [Lap::default(); 49];
            let (mut cell, mut lap) = (start, Lap { add: 0, lanes: 0, last: 0, once: true });
            for (seeds, entry) in laps.iter_mut().enumerate().skip(1) {
                cell = next(start, cell);
                lap.add += only(cell, 1);
                lap.once &= lap.lanes & only(cell, 0x80) == 0;
                lap.lanes |= only(cell, 0x80);
                lap.last = cell as u8;
                *entry = Lap { add: lap.add.wrapping_sub(only(start, seeds)), ..lap };
            }
            laps
        })
        .collect()
}
