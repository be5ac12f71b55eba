//! Laps in a row, as long as each can go in one direction alone.

use crate::engine::Tally;
use crate::rules::{Direction, LapKind};

use super::super::Compiled;
use super::super::code::{NumberCode, PatternCode, TestCode};
use super::super::lanes::Lanes;
use super::super::layout::{NONE, bit};
use super::super::program::{RELAY, SideCode};
use super::super::run::{Notes, Now};
use super::super::way::Way;
use super::lap::{Made, Next, resow};
use super::offers::{BEGINNINGS, beginning};
use super::{Quick, QuickAct};

/// After so many laps without a choice a move is watched for going round.
const WATCHED: u32 = 12;

/// What comes after laps that were made in a row.
enum After {
    /// A lap with a choice or a promise.
    Choice,
    /// Nothing: no rule fits the landing.
    Over,
    /// What the rules make of a landing in this cell.
    Landing(u8),
}

impl<B: Lanes, N: Notes> Compiled<B, N> {
    /// Makes laps as long as each can go in one direction alone: what comes after them, or none where the next lap has a
    /// choice or a promise. Nothing at all where the run must make the move.
    #[inline(always)]
    pub(super) fn run_on<T: Tally>(
        &self,
        code: &SideCode<B>,
        quick: &Quick<B>,
        now: &Now<B, N>,
        made: &mut Made<B>,
        tally: &mut T,
    ) -> Option<Option<Next>> {
        if !matches!(code.way, Way::Quiet) {
            return Some(None);
        }
        let sure = &quick.offers.sure;
        let (begun, start) = (beginning(made.kind, made.direction), bit(made.start));
        let (direction, sure) = match made.direction {
            Some(direction) if !code.each_lap => (direction, &[u32::MAX; BEGINNINGS]),
            _ if sure[0][begun] & start != 0 => (Direction::Anticlockwise, &sure[0]),
            _ if sure[1][begun] & start != 0 => (Direction::Clockwise, &sure[1]),
            _ => return Some(None),
        };
        let table = self.table_of(code, now, direction)?;
        let banks = self.banks_of(&now.notes);
        let mover = usize::from(now.mover) & 1;
        // What a lap changes is kept apart until something else happens than a relay or a capture that is sown on.
        let (mut board, mut start, mut hand) = (made.board, made.start, made.hand);
        let (mut laps, mut sown, mut reached, mut kind) = (made.laps, made.sown, made.reached, made.kind);
        let (mut before, mut captured) = (made.direction, 0);
        // A lap's beginning, kept for longer and longer (Brent): from it on everything happens by itself.
        let mut kept = (B::default(), NONE, 0, LapKind::First, 0);
        let after = loop {
            if sure[beginning(kind, before)] & bit(start) == 0 {
                break After::Choice;
            }
            laps += 1;
            if laps > quick.laps {
                return None;
            }
            sown += hand;
            let lap = table.get(start, hand)?;
            board = board.plus(lap.add);
            reached |= lap.reached;
            let here = lap.last;
            let seeds = board.get(here);
            let entry = code.landing.code(here, seeds);
            if entry == 0 {
                break After::Over;
            }
            let rules = quick.landings.get(usize::from(entry & !RELAY))?;
            let rule = rules.iter().find(|rule| rule.filled.iter().all(|mask| !board.and(*mask).is_zero()));
            let Some(rule) = rule else { break After::Over };
            let holds = match &rule.when {
                TestCode::Constant(value) => *value,
                TestCode::Is(NumberCode::Moves(side), PatternCode::Range(least, most)) => {
                    (*least..=*most).contains(&now.counted(*side))
                }
                _ => false,
            };
            match &rule.act {
                QuickAct::Relay(from) if holds && *from == here && banks & bit(here) == 0 => {
                    (start, hand, kind) = (here, seeds, LapKind::Relay);
                }
                QuickAct::Resow { mask, from } if holds && code.on_capture.rules.is_empty() => {
                    start = from.unwrap_or(start);
                    let taken = board.and(*mask).without(B::spread(banks));
                    (board, hand) = resow(board, taken, start)?;
                    kind = LapKind::Resown;
                    captured += hand;
                    made.captured_from |= taken.filled();
                }
                _ => break After::Landing(here),
            }
            tally.rule(rule.id);
            before = Some(direction);
            if laps - made.laps > WATCHED {
                if kept.0 == board && (kept.1, kept.2, kept.3) == (start, hand, kind) {
                    return Some(Some(Next::Endless));
                }
                if laps - made.laps >= 2 * kept.4 {
                    kept = (board, start, hand, kind, laps - made.laps);
                }
            }
        };
        if laps > made.laps {
            (made.direction, made.direction_before) = (Some(direction), before);
        }
        (made.board, made.start, made.hand) = (board, start, hand);
        (made.laps, made.sown, made.reached, made.kind) = (laps, sown, reached, kind);
        made.captured[mover] += captured;
        made.before = made.captured[0] + made.captured[1];
        Some(match after {
            After::Choice => None,
            After::Over => Some(Next::Over),
            After::Landing(here) => Some(self.quick_landing(code, quick, now, here, made, tally)?),
        })
    }
}
