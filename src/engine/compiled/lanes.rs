//! Boards as words of byte lanes: one byte a cell, so that a whole lap is one addition.
//!
//! In: seeds below 256 in all, cells below [`Lanes::CELLS`]. Sets of cells are the bits of a `u32`. Boards are integers and laps
//! plain sums: no lane ever carries into the next one, since all seeds together fit one byte. Only where a set of cells is made
//! of lanes, or lanes of a set, they are taken for a vector. Boards kept as vectors throughout need fewer instructions, but a
//! single lane of a vector is read by way of memory, for which each lap waits.

use std::fmt::Debug;
use std::hash::Hash;

use bytemuck::cast;
use wide::u8x16;

const ONES: u64 = 0x0101_0101_0101_0101;

/// A board of byte lanes.
pub trait Lanes: Copy + Eq + Hash + Default + Debug + Send + Sync + 'static {
    /// How many cells fit.
    const CELLS: usize;

    /// The lanes, 16 cells a word.
    fn words(self) -> [u128; 2];
    /// The seeds in a cell.
    fn get(self, cell: u8) -> u32;
    /// A board with so many seeds in one cell and none elsewhere.
    fn only(cell: u8, seeds: u32) -> Self;
    /// All bits set in the lanes of these cells, none elsewhere.
    fn spread(cells: u32) -> Self;
    /// Lane by lane: the bits in both.
    fn and(self, other: Self) -> Self;
    /// Lane by lane: the bits in either.
    fn or(self, other: Self) -> Self;
    /// Lane by lane: the bits that are not in the mask.
    fn without(self, mask: Self) -> Self;
    /// The sum, where no lane passes 255.
    fn plus(self, other: Self) -> Self;
    /// The difference, where no lane falls below 0.
    fn minus(self, other: Self) -> Self;
    /// Whether every lane is 0.
    fn is_zero(self) -> bool;
    /// All seeds.
    fn sum(self) -> u32;
    /// The cells that hold a seed.
    fn filled(self) -> u32;
    /// The cells that hold exactly so many seeds.
    fn holding(self, seeds: u32) -> u32;
}

/// The same byte in eight lanes.
#[inline(always)]
const fn eight(byte: u32) -> u64 {
    (byte as u64 & 0xff).wrapping_mul(ONES)
}

impl Lanes for u128 {
    const CELLS: usize = 16;

    #[inline(always)]
    fn words(self) -> [u128; 2] {
        [self, 0]
    }
    #[inline(always)]
    fn get(self, cell: u8) -> u32 {
        // Half by half: a shift of 128 bits takes a processor several steps.
        let half = if cell & 8 == 0 { self as u64 } else { (self >> 64) as u64 };
        (half >> ((cell & 7) * 8)) as u32 & 0xff
    }
    #[inline(always)]
    fn only(cell: u8, seeds: u32) -> Self {
        let half = u64::from(seeds) << ((cell & 7) * 8);
        let (low, high) = if cell & 8 == 0 { (half, 0) } else { (0, half) };
        u128::from(low) | u128::from(high) << 64
    }
    #[inline(always)]
    fn spread(cells: u32) -> Self {
        // Each lane's own bit, in the byte of the set that its eight lanes get.
        const OWN: u8x16 = u8x16::new([1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128]);
        let bytes: u8x16 = cast([eight(cells), eight(cells >> 8)]);
        cast((bytes & OWN).simd_eq(OWN))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self & other
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self | other
    }
    #[inline(always)]
    fn without(self, mask: Self) -> Self {
        self & !mask
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        self == 0
    }
    #[inline(always)]
    fn sum(self) -> u32 {
        // Lane by lane the two halves cannot pass 255 together, nor can all lanes.
        let both = (self as u64).wrapping_add((self >> 64) as u64);
        (both.wrapping_mul(ONES) >> 56) as u32
    }
    #[inline(always)]
    fn filled(self) -> u32 {
        self.holding(0) ^ 0xffff
    }
    #[inline(always)]
    fn holding(self, seeds: u32) -> u32 {
        let (lanes, each): (u8x16, u8x16) = (cast(self), cast([eight(seeds); 2]));
        lanes.simd_eq(each).to_bitmask()
    }
}

/// A board of up to 32 cells: two words of lanes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Pair {
    low: u128,
    high: u128,
}

impl Lanes for Pair {
    const CELLS: usize = 32;

    #[inline(always)]
    fn words(self) -> [u128; 2] {
        [self.low, self.high]
    }
    #[inline(always)]
    fn get(self, cell: u8) -> u32 {
        let half = if cell & 16 == 0 { self.low } else { self.high };
        half.get(cell)
    }
    #[inline(always)]
    fn only(cell: u8, seeds: u32) -> Self {
        let half = u128::only(cell, seeds);
        if cell & 16 == 0 { Pair { low: half, high: 0 } } else { Pair { low: 0, high: half } }
    }
    #[inline(always)]
    fn spread(cells: u32) -> Self {
        Pair { low: u128::spread(cells), high: u128::spread(cells >> 16) }
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Pair { low: self.low & other.low, high: self.high & other.high }
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Pair { low: self.low | other.low, high: self.high | other.high }
    }
    #[inline(always)]
    fn without(self, mask: Self) -> Self {
        Pair { low: self.low & !mask.low, high: self.high & !mask.high }
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Pair { low: self.low.wrapping_add(other.low), high: self.high.wrapping_add(other.high) }
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Pair { low: self.low.wrapping_sub(other.low), high: self.high.wrapping_sub(other.high) }
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        self.low | self.high == 0
    }
    #[inline(always)]
    fn sum(self) -> u32 {
        self.low.wrapping_add(self.high).sum()
    }
    #[inline(always)]
    fn filled(self) -> u32 {
        self.low.filled() | self.high.filled() << 16
    }
    #[inline(always)]
    fn holding(self, seeds: u32) -> u32 {
        self.low.holding(seeds) | self.high.holding(seeds) << 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board<B: Lanes>(seeds: &[u32]) -> B {
        seeds.iter().enumerate().fold(B::default(), |board, (cell, seeds)| board.plus(B::only(cell as u8, *seeds)))
    }

    fn agrees_with_plain_arrays<B: Lanes>() {
        let seeds: Vec<u32> = (0..B::CELLS as u32).map(|cell| [0, 1, 4, 0, 9, 17][cell as usize * 5 % 6]).collect();
        let lanes: B = board(&seeds);
        let bits = |fits: &dyn Fn(u32) -> bool| {
            seeds.iter().enumerate().filter(|(_, seeds)| fits(**seeds)).fold(0, |bits, (cell, _)| bits | 1u32 << cell)
        };
        for (cell, seeds) in seeds.iter().enumerate() {
            assert_eq!(lanes.get(cell as u8), *seeds);
        }
        assert_eq!(lanes.sum(), seeds.iter().sum::<u32>() & 0xff);
        assert_eq!(lanes.filled(), bits(&|seeds| seeds > 0));
        for k in [0, 1, 4, 5, 17, 255] {
            assert_eq!(lanes.holding(k), bits(&|seeds| seeds == k), "holding {k}");
        }
        for mask in [0, 1, 0x8001, 0xffff, 0xdead_beef] {
            let mask = mask & (u32::MAX >> (32 - B::CELLS));
            assert_eq!(lanes.and(B::spread(mask)).filled(), lanes.filled() & mask);
            assert_eq!(lanes.without(B::spread(mask)).filled(), lanes.filled() & !mask);
        }
    }

    #[test]
    fn one_word_agrees_with_plain_arrays() {
        agrees_with_plain_arrays::<u128>();
        assert_eq!(u128::only(3, 255).filled(), 8);
        assert_eq!(u128::only(3, 128).holding(128), 8);
    }

    #[test]
    fn two_words_agree_with_plain_arrays() {
        agrees_with_plain_arrays::<Pair>();
        assert_eq!(Pair::only(31, 255).sum(), 255);
    }
}
