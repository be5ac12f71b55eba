//! Numbers for boards: each way of laying up to N seeds into P pits has its own, without a gap, fewer seeds first.
//!
//! Bars between the pits stand at `seeds before + pits before`; the number is the sum of `C(bar i, i + 1)`. Looking it up
//! takes one addition a pit, and going from one board to the next is a step.

use crate::rules::{Board, Side};

/// The most pits that are numbered.
pub const MAX_PITS: usize = 32;

/// Numbers the boards of one size.
#[derive(Clone, Debug)]
pub struct Index {
    pits: usize,
    seeds: usize,
    /// `C(p + i, i + 1)` for pit `i` and `p` seeds up to and with it.
    terms: Vec<u64>,
    /// How many boards have fewer than so many seeds.
    firsts: Vec<u64>,
}

/// The pits of a board as the mover sees them, own pits first.
pub type Pits = [u8; MAX_PITS];

impl Index {
    /// Numbers boards of `pits` pits with up to `seeds` seeds. None where the numbers would not fit 62 bits, or the board has
    /// more than [`MAX_PITS`] pits or 255 seeds.
    pub fn new(pits: usize, seeds: usize) -> Option<Index> {
        if pits == 0 || pits > MAX_PITS || seeds > 255 {
            return None;
        }
        let stride = seeds + 1;
        let mut terms = Vec::with_capacity(pits * stride);
        for pit in 0..pits {
            for before in 0..=seeds {
                terms.push(choose(before + pit, pit + 1)?);
            }
        }
        let firsts = (0..=seeds + 1)
            .map(|seeds| if seeds == 0 { Some(0) } else { choose(seeds - 1 + pits, pits) })
            .collect::<Option<Vec<u64>>>()?;
        (firsts.last()? >> 62 == 0).then_some(Index { pits, seeds, terms, firsts })
    }

    /// How many pits there are.
    pub fn pits(&self) -> usize {
        self.pits
    }

    /// The most seeds that are numbered.
    pub fn seeds(&self) -> usize {
        self.seeds
    }

    /// How many boards have fewer than `seeds` seeds: the number of the first that has so many.
    pub fn first(&self, seeds: usize) -> u64 {
        self.firsts.get(seeds).copied().unwrap_or_else(|| self.len())
    }

    /// How many boards there are.
    pub fn len(&self) -> u64 {
        self.firsts.last().copied().unwrap_or(0)
    }

    /// Whether there is none: never.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of a board with at most [`Index::seeds`] seeds.
    #[inline]
    pub fn number(&self, pits: &Pits) -> u64 {
        let mut before = 0;
        let mut number = 0;
        let stride = self.seeds + 1;
        for (terms, seeds) in self.terms.chunks_exact(stride).zip(pits) {
            before += usize::from(*seeds);
            number += terms[before.min(self.seeds)];
        }
        number
    }

    /// The same for up to 16 pits as bytes of a word, the first pit in the lowest byte, which is faster.
    #[inline]
    pub fn number_of(&self, lanes: u128) -> u64 {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let low = (lanes as u64).wrapping_mul(ONES);
        let high = ((lanes >> 64) as u64).wrapping_mul(ONES).wrapping_add((low >> 56).wrapping_mul(ONES));
        let sums = u128::from(low) | u128::from(high) << 64;
        let stride = self.seeds + 1;
        let mut number = 0;
        let mut sums = sums;
        for terms in self.terms.chunks_exact(stride) {
            number += terms[(sums as u8 as usize).min(self.seeds)];
            sums >>= 8;
        }
        number
    }

    /// The board with a number below [`Index::len`].
    pub fn board(&self, number: u64) -> Pits {
        let mut pits = [0; MAX_PITS];
        let stride = self.seeds + 1;
        let mut left = number;
        let mut upper = self.seeds;
        // From the last pit down: the seeds up to and with it are the most whose term still fits.
        let mut sums = [0; MAX_PITS];
        for pit in (0..self.pits).rev() {
            let terms = &self.terms[pit * stride..pit * stride + upper + 1];
            let sum = terms.partition_point(|term| *term <= left).saturating_sub(1);
            left -= terms[sum];
            sums[pit] = sum;
            upper = sum;
        }
        let mut before = 0;
        for (pit, sum) in pits.iter_mut().zip(sums).take(self.pits) {
            *pit = (sum - before) as u8;
            before = sum;
        }
        pits
    }

    /// Goes on to the board with the next number.
    pub fn advance(&self, pits: &mut Pits) {
        let first = pits[0];
        match (1..self.pits).find(|pit| pits[*pit] > 0) {
            Some(1) => {
                pits[0] += 1;
                pits[1] -= 1;
            }
            Some(pit) => {
                pits[0] = 0;
                pits[pit - 1] = first + 1;
                pits[pit] -= 1;
            }
            // All seeds lie in the first pit: one more seed, all in the last.
            None => {
                pits[0] = 0;
                pits[self.pits - 1] = first.saturating_add(1);
            }
        }
    }
}

/// `C(n, k)`, if it fits 63 bits.
fn choose(n: usize, k: usize) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    let mut value: u128 = 1;
    for step in 0..k.min(n - k) as u128 {
        value = value.checked_mul(n as u128 - step)? / (step + 1);
        if value >> 100 != 0 {
            return None;
        }
    }
    u64::try_from(value).ok().filter(|value| value >> 63 == 0)
}

/// Finds the pits of a position as its mover sees them.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pits: usize,
    /// The bits of all pits in the first word, where they fit one.
    mask: u128,
}

impl View {
    /// The view of a board. None where it has more than [`MAX_PITS`] pits.
    pub fn new(board: &Board) -> Option<View> {
        let pits = usize::from(board.pit_count());
        (pits <= MAX_PITS).then(|| View { pits, mask: if pits >= 16 { u128::MAX } else { (1 << (pits * 8)) - 1 } })
    }

    /// Whether the pits fit one word.
    #[inline]
    pub fn is_narrow(&self) -> bool {
        self.pits <= 16
    }

    /// The pits of one word, those of `first` in front.
    #[inline]
    pub fn narrow(&self, lanes: [u128; 2], first: Side) -> u128 {
        let board = lanes[0] & self.mask;
        if first == Side::South {
            return board;
        }
        let half = self.pits * 4;
        (board >> half | board << half) & self.mask
    }

    /// The pits of `first`, then the other player's.
    pub fn wide(&self, lanes: [u128; 2], first: Side) -> Pits {
        let mut pits = [0; MAX_PITS];
        let turned = if first == Side::South { 0 } else { self.pits / 2 };
        for (pit, seeds) in pits.iter_mut().enumerate().take(self.pits) {
            let cell = (pit + turned) % self.pits;
            *seeds = (lanes[cell / 16] >> (cell % 16 * 8)) as u8;
        }
        pits
    }

    /// The seeds in all pits.
    #[inline]
    pub fn seeds(&self, lanes: [u128; 2]) -> u32 {
        const PAIRS: u128 = 0x00ff_00ff_00ff_00ff_00ff_00ff_00ff_00ff;
        let sum = |word: u128| {
            let pairs = (word & PAIRS) + (word >> 8 & PAIRS);
            let halves = (pairs as u64).wrapping_add((pairs >> 64) as u64);
            (halves.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
        };
        let low = sum(lanes[0] & self.mask);
        if self.is_narrow() {
            low
        } else {
            low + sum(lanes[1] & if self.pits == 32 { u128::MAX } else { (1 << ((self.pits - 16) * 8)) - 1 })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_up_by_one_and_back() {
        for (pits, seeds) in [(1, 5), (2, 7), (4, 6), (12, 5)] {
            let index = Index::new(pits, seeds).unwrap();
            let mut board = [0; MAX_PITS];
            for number in 0..index.len() {
                assert_eq!(index.number(&board), number, "{board:?}");
                assert_eq!(index.board(number), board);
                let lanes = board.iter().take(16).rev().fold(0u128, |lanes, seeds| lanes << 8 | u128::from(*seeds));
                assert_eq!(index.number_of(lanes), number);
                let sum = board.iter().map(|seeds| usize::from(*seeds)).sum::<usize>();
                assert!((index.first(sum)..index.first(sum + 1)).contains(&number));
                index.advance(&mut board);
            }
        }
    }

    #[test]
    fn boards_that_are_too_large_are_refused() {
        assert!(Index::new(18, 162).is_none());
        assert!(Index::new(12, 72).is_some());
        assert!(Index::new(33, 1).is_none());
        assert!(Index::new(0, 1).is_none());
    }
}
