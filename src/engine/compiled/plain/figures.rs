//! What a plain move came to, counted in registers.

use crate::engine::Played;

/// A move in figures, all in one word: apart they would be kept in memory. From the lowest bit: whether the mover plays again,
/// 10 bits of laps, whether the last capture is followed by an end, and whose it was, 3 bits without a meaning, 24 bits of seeds that
/// captures gave to South, 24 of those to North.
///
/// A lap captures fewer than 512 seeds, on its way and at its end.
#[derive(Clone, Copy, Default)]
pub struct Figures(u64);

/// So many laps can be counted.
pub const MOST_LAPS: u32 = 0x3ff;
/// The last capture is followed by an end.
const LAST: u64 = 1 << 11;
/// It was North's.
const NORTHS: u64 = 1 << 12;

impl Figures {
    /// Those of a move that is over.
    pub fn new(captured: [u32; 2], laps: u32) -> Self {
        let [south, north] = captured.map(u64::from);
        Figures(south << 16 | north << 40 | u64::from(laps) << 1)
    }
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
    pub fn end_by_capture(&mut self, side: usize) {
        self.0 |= if side == 0 { LAST } else { LAST | NORTHS };
    }
    #[inline(always)]
    pub fn ended(self) -> bool {
        self.0 & LAST != 0
    }
    /// Whose the last capture was, where it is followed by an end.
    pub fn captor(self) -> Option<usize> {
        self.ended().then_some(usize::from(self.0 & NORTHS != 0))
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
