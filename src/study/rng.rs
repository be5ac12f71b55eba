//! Random numbers that stay the same for ever: game `i` of a seed has its own stream, and the choice among `n` is made here.
//!
//! The generator is xoshiro256++, its state filled by SplitMix64 from the seed and the game's number together. Nothing
//! here may change: recorded seeds would mean other games. A test pins the first numbers.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random {
    generator: Xoshiro256PlusPlus,
}

/// The finaliser of SplitMix64: a bijection that spreads every bit over all.
const fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

impl Random {
    /// The stream of one game of a seed. No two games of a seed have the same.
    pub fn of_game(seed: u64, game: u64) -> Self {
        let seed = mixed(seed.wrapping_add(0x9e37_79b9_7f4a_7c15));
        let key = mixed(seed.wrapping_add(mixed(game.wrapping_add(0xd1b5_4a32_d192_ed03))));
        Random { generator: Xoshiro256PlusPlus::seed_from_u64(key) }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// A number below `count`, each with the same chance; 0 where `count` is 0 or 1, without a number being drawn.
    #[inline]
    pub fn below(&mut self, count: u32) -> u32 {
        if count <= 1 {
            return 0;
        }
        // Lemire's method: the high half of a product, drawn again in the rare case that would favour some numbers.
        let mut product = u64::from((self.bits() >> 32) as u32) * u64::from(count);
        if (product as u32) < count {
            let threshold = count.wrapping_neg() % count;
            while (product as u32) < threshold {
                product = u64::from((self.bits() >> 32) as u32) * u64::from(count);
            }
        }
        (product >> 32) as u32
    }
}
