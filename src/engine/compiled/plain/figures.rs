//! What a plain move came to, counted in registers.

use crate::engine::Played;

/// A move in figures, all in one word: apart they would be kept in memory. From the lowest bit: whether the mover plays again,
/// 15 bits of laps, 24 bits of seeds that captures gave to South, 24 of those to North.
///
/// A lap captures fewer than 512 seeds, on its way and at its end.
#[derive(Clone, Copy, Default)]
pub struct Figures(u64);

/// So many laps can be counted.
pub const MOST_LAPS: u32 = 0x7fff;

impl Figures {
    #[inline(always)]
    pub fn lap(&mut self) {
        self.0 += 2;
    }
    #[inline(always)]
    pub fn gain(&mut self, side: usize, seeds: u32) {
        self.0 += u64::from(seeds) << (16 + 24 * side);
    }
    #[inline(always)]
    pub fn play_again(&mut self) {
        self.0 |= 1;
    }
    #[inline(always)]
    pub fn again(self) -> bool {
        self.0 & 1 != 0
    }
    #[inline(always)]
    pub fn laps(self) -> u32 {
        self.0 as u32 >> 1 & MOST_LAPS
    }
    #[inline(always)]
    pub fn got(self) -> bool {
        self.0 >> 16 != 0
    }
    #[inline(always)]
    pub fn captured(self) -> [u32; 2] {
        [(self.0 >> 16) as u32 & 0xff_ffff, (self.0 >> 40) as u32]
    }
    #[inline(always)]
    pub fn played(self) -> Played {
        Played { captured: self.captured(), laps: self.laps() }
    }
}
