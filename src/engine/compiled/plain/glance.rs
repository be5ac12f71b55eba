//! How the pits that can be played are seen at a glance.

use super::super::code::TestCode;
use super::super::lanes::Lanes;
use super::super::program::{Listing, SideCode};
use super::super::watched::{NOTHING, Needs, met, need};

/// How the pits that can be played are seen.
#[derive(Debug)]
pub struct Glance {
    cells: u32,
    /// That hold so many seeds at least.
    least: u32,
    /// If one of these is empty, a `require` is in force, the game or the phase ends, or `after move` does something.
    needs: Needs,
}

impl Glance {
    pub fn new<B: Lanes>(code: &SideCode<B>, needs: Needs, banks: u32) -> Option<Self> {
        let sight = code.at_sight.filter(|sight| sight.marked.is_none())?;
        let mut needs = needs;
        for require in &code.requires {
            match &require.when {
                TestCode::Constant(false) => {}
                TestCode::Empty(mask) => need(&mut needs, *mask)?,
                _ => return None,
            }
        }
        Some(Glance { cells: sight.cells & !banks, least: sight.least, needs })
    }

    /// The pits that are to be tried, one after the other.
    pub fn tries<B: Lanes>(code: &SideCode<B>, banks: u32) -> Option<Self> {
        let sight = code.sight.filter(|sight| sight.marked.is_none())?;
        // One try a pit never sows as many seeds as the reference engine bears in a list.
        let known = code.requires.is_empty() || code.wish.is_some();
        let whole = code.listing == Listing::Tries && known && code.laps <= 2000;
        whole.then_some(Glance { cells: sight.cells & !banks, least: sight.least, needs: NOTHING })
    }

    /// The pits that can be played; 0 where that has to be looked into.
    #[inline(always)]
    pub fn pits<B: Lanes>(&self, board: B) -> u32 {
        let filled = board.filled();
        if !met(&self.needs, filled) {
            return 0;
        }
        let mut pits = filled & self.cells;
        for fewer in 1..self.least {
            pits &= !board.holding(fewer);
        }
        pits
    }
}
