//! What ends a game or a phase, or makes `after move` do something, where one glance at the board tells.

use super::code::{NumberCode, PatternCode, TestCode};
use super::lanes::Lanes;

/// Sets of cells of which none may be empty; unused places hold all cells.
pub type Needs = [u32; 4];

/// Nothing is needed.
pub const NOTHING: Needs = [u32::MAX; 4];

/// Adds a set to those that are needed; none where there is no place left, or the mask is no set of cells.
pub fn need<B: Lanes>(needs: &mut Needs, mask: B) -> Option<()> {
    let cells = mask.filled();
    if cells == u32::MAX || B::spread(cells) != mask {
        return None;
    }
    let place = needs.iter_mut().find(|place| **place == u32::MAX)?;
    *place = cells;
    Some(())
}

/// Whether each of the sets has a cell that is filled.
#[inline(always)]
pub fn met(needs: &Needs, filled: u32) -> bool {
    let [a, b, c, d] = needs;
    // All together, without a branch: hardly ever one of them is empty.
    (filled & a != 0) & (filled & b != 0) & (filled & c != 0) & (filled & d != 0)
}

/// What ends a game or a phase or makes `after move` do something, by what it looks at.
#[derive(Debug)]
pub struct Watched {
    /// If one of these is empty.
    pub needs: Needs,
    /// If one of these cells holds from so many to so many seeds.
    cells: Box<[(u8, u32, u32)]>,
    /// If so many moves were quiet.
    pub quiet: u32,
    /// If the position has stood so often.
    pub repetition: u32,
}

impl Watched {
    /// None where a test looks at something else.
    pub fn new<B: Lanes>(after: &[TestCode<B>], end: &[TestCode<B>]) -> Option<Self> {
        let mut needs = NOTHING;
        let (mut cells, mut quiet, mut repetition) = (Vec::new(), u32::MAX, u32::MAX);
        for test in after.iter().chain(end) {
            match test {
                TestCode::Constant(false) => {}
                TestCode::Empty(mask) => need(&mut needs, *mask)?,
                TestCode::EitherEmpty(a, b) => {
                    need(&mut needs, *a)?;
                    need(&mut needs, *b)?;
                }
                TestCode::Cell { cell, least, most } => cells.push((*cell, *least, *most)),
                _ => continue,
            }
        }
        for test in end {
            match test {
                TestCode::Is(NumberCode::Quiet, PatternCode::Range(least, u32::MAX)) => quiet = quiet.min(*least),
                TestCode::Is(NumberCode::Repetition, PatternCode::Range(least @ 2.., u32::MAX)) => {
                    repetition = repetition.min(*least);
                }
                TestCode::Stuck(_) => {}
                test if on_board(test) => {}
                _ => return None,
            }
        }
        if !after.iter().all(on_board) {
            return None;
        }
        Some(Watched { needs, cells: cells.into(), quiet, repetition })
    }

    /// Whether one of the cells holds what it should not.
    #[inline(always)]
    pub fn holds<B: Lanes>(&self, board: B) -> bool {
        for (cell, least, most) in &self.cells {
            let seeds = board.get(*cell);
            if *least <= seeds && seeds <= *most {
                return true;
            }
        }
        false
    }
}

/// Whether a test looks at nothing but the seeds, in a usual way.
pub fn on_board<B>(test: &TestCode<B>) -> bool {
    matches!(test, TestCode::Constant(false) | TestCode::Empty(_) | TestCode::EitherEmpty(..) | TestCode::Cell { .. })
}
