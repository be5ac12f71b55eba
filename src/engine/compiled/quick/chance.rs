//! Moves by chance on the quick path.

use crate::engine::Move;

use super::super::Compiled;
use super::super::lanes::Lanes;
use super::super::program::SideCode;
use super::super::run::{Notes, Now};
use super::lap::{Made, Next};
use super::{Order, Quick, Trail};

impl<B: Lanes, N: Notes> Compiled<B, N> {
    /// Makes a move by chance that is one lap, of which the table knows whether it is legal: none in it where none is. None where
    /// the run must make it.
    #[inline(always)]
    pub(in super::super) fn any_lap(
        &self,
        code: &SideCode<B>,
        quick: &Quick<B>,
        now: &Now<B, N>,
        made: &mut Made<B>,
        order: &mut impl Order,
    ) -> Option<Option<Move>> {
        let lines = self.offered(code, quick, made, now, self.banks_of(&now.notes));
        let both = lines[0].is_some() && lines[1].is_some();
        let first = usize::from(both && order.second_first());
        for at in [first, 1 - first] {
            let Some(offer) = lines[at].and_then(|line| code.offers.get(line)) else { continue };
            let table = self.table_of(code, now, offer.direction)?;
            if table.get(made.start, made.hand)?.kept {
                made.direction = Some(offer.direction);
                let next = self.quick_lap(code, quick, now, table, made, &mut ())?;
                let answers = if both { at as u64 } else { 0 };
                let choice = Move { decisions: u8::from(both), answers, ..Move::plain(made.origin) };
                return (next == Next::Over).then_some(Some(choice));
            }
            if !order.missed() {
                break;
            }
        }
        Some(None)
    }

    /// The same for a move of many laps.
    pub(in super::super) fn any_laps(
        &self,
        code: &SideCode<B>,
        quick: &Quick<B>,
        now: &Now<B, N>,
        made: &mut Made<B>,
        order: &mut impl Order,
    ) -> Option<Option<Move>> {
        let mut trail = Trail::default();
        let mut choice = None;
        self.explore(code, quick, now, made.origin, &mut trail, order, |found, laps| {
            choice = Some((found, laps.is_some()));
            if let Some(laps) = laps {
                *made = *laps;
            }
            false
        })?;
        match choice {
            // An endless move that may be made.
            Some((_, false)) => None,
            Some((choice, true)) => Some(Some(choice)),
            None => Some(None),
        }
    }
}
