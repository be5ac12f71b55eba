//! Positions as fingerprints: whether a lap began before, how often a position has stood.
//!
//! A fingerprint has 128 bits, so that two different positions of one game share one practically never.

use std::collections::HashSet;

use crate::engine::Position;
use crate::rules::MAX_CELLS;

/// Two independent streams of odd-looking constants, one pair a cell.
static MIX: [[u64; 2]; MAX_CELLS] = mix();

const fn mix() -> [[u64; 2]; MAX_CELLS] {
    let mut table = [[0; 2]; MAX_CELLS];
    let mut at = 0;
    while at < MAX_CELLS {
        table[at] = [scramble(2 * at as u64 + 1), scramble(2 * at as u64 + 2)];
        at += 1;
    }
    table
}

/// Spreads a number over 64 bits.
const fn scramble(number: u64) -> u64 {
    let mut x = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// The fingerprint of the seeds and the marks of a position, and of whatever else counts.
pub(super) fn fingerprint(position: &Position, cells: usize, more: impl IntoIterator<Item = u64>) -> u128 {
    let mut sum = [0u64; 2];
    for (seeds, mix) in position.cells[..cells].iter().zip(&MIX) {
        sum[0] = sum[0].wrapping_add(u64::from(*seeds).wrapping_mul(mix[0]));
        sum[1] = sum[1].wrapping_add(u64::from(*seeds).wrapping_mul(mix[1]));
    }
    let marks = position.marks.iter().flatten().flat_map(|set| [set.0 as u64, (set.0 >> 64) as u64]);
    for word in marks.chain(more) {
        sum[0] = scramble(sum[0] ^ word);
        sum[1] = scramble(sum[1].rotate_left(32) ^ word);
    }
    u128::from(sum[0]) << 64 | u128::from(sum[1])
}

/// The fingerprints met so far in a move: a list while they are few, then a table.
#[derive(Default)]
pub(super) struct Seen {
    few: Vec<u128>,
    many: HashSet<u128>,
}

impl Seen {
    /// So many are looked through one by one.
    const FEW: usize = 32;

    /// Remembers a fingerprint; false if it was met before.
    pub fn insert(&mut self, print: u128) -> bool {
        if self.few.contains(&print) {
            return false;
        }
        if self.few.len() < Self::FEW {
            self.few.push(print);
            return true;
        }
        self.many.insert(print)
    }
}
