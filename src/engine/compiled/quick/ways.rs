//! Moves with a choice of directions on the quick path: all of them found by following each choice in turn.
//!
//! Where laps begin alike the moves would never end: that is looked for at the laps that offer a choice, and, since between
//! them everything happens by itself, now and then at the others.

use arrayvec::ArrayVec;

use crate::engine::reference::{SEEDS_A_LIST, TRIES_A_PIT};
use crate::engine::{Move, Tally};
use crate::rules::LapKind;

use super::super::Compiled;
use super::super::code::{NumberCode, PatternCode, TestCode};
use super::super::lanes::Lanes;
use super::super::layout::bit;
use super::super::program::SideCode;
use super::super::run::{Notes, Now};
use super::lap::{Made, Next};
use super::offers::beginning;
use super::{Lean, Quick};

/// No move has more choices than this.
const MOST: usize = Move::DECISIONS as usize;

/// How a lap that offered a choice began.
type Beginning<B> = (B, u32);

/// A choice that is still to be followed the other way.
#[derive(Clone, Copy)]
struct Branch<B> {
    made: Made<B>,
    line: usize,
    answers: u64,
    met: u8,
}

/// Which way choices are followed.
pub trait Order {
    /// Whether the second way of a choice is followed before the first.
    fn second_first(&mut self) -> bool;
    /// A move came out illegal: whether others are looked for.
    fn missed(&mut self) -> bool;
}

/// The order in which moves are listed.
pub struct InOrder;

impl Order for InOrder {
    #[inline(always)]
    fn second_first(&mut self) -> bool {
        false
    }
    #[inline(always)]
    fn missed(&mut self) -> bool {
        true
    }
}

/// What [`Compiled::explore`] keeps of one move: made once for all pits.
pub struct Trail<B> {
    branches: ArrayVec<Branch<B>, MOST>,
    begun: ArrayVec<Beginning<B>, MOST>,
    /// The seeds that all tries sowed, each counted from the beginning of its move, as [`SEEDS_A_LIST`] does.
    pub sown: u64,
}

impl<B> Default for Trail<B> {
    fn default() -> Self {
        Trail { branches: ArrayVec::new(), begun: ArrayVec::new(), sown: 0 }
    }
}

impl<B: Lanes, N: Notes> Compiled<B, N> {
    /// The lines of `sow` that offer each direction for the lap that is about to begin.
    #[inline(always)]
    pub(super) fn offered(
        &self,
        code: &SideCode<B>,
        quick: &Quick<B>,
        made: &Made<B>,
        now: &Now<B, N>,
        banks: u32,
    ) -> [Option<usize>; 2] {
        if let Some(lines) = quick.offers.lines(made.start, beginning(made.kind, made.direction)) {
            return lines;
        }
        let mut lines = [None; 2];
        for (at, offer) in code.offers.iter().enumerate() {
            let line = &mut lines[offer.direction as usize];
            if line.is_some() || offer.starts & bit(made.start) == 0 {
                continue;
            }
            let holds = offer.at_start.is(true) || {
                let asked = Lean {
                    direction: Some(offer.direction),
                    direction_before: made.direction,
                    captured: [0; 2],
                    this_lap: 0,
                    ..self.lean(made, now, banks)
                };
                asked.holds(&offer.at_start)
            };
            if holds {
                *line = Some(at);
            }
        }
        lines
    }

    /// Makes the lap along a line of `sow`: whether its promise is kept, and how the move goes on.
    #[inline(always)]
    fn lap_along<T: Tally>(
        &self,
        code: &SideCode<B>,
        quick: &Quick<B>,
        now: &Now<B, N>,
        made: &mut Made<B>,
        line: usize,
        tally: &mut T,
    ) -> Option<(bool, Next)> {
        let offer = code.offers.get(line)?;
        made.direction_before = made.direction;
        made.direction = Some(offer.direction);
        let table = self.table_of(code, now, offer.direction)?;
        let (start, hand, kind) = (made.start, made.hand, made.kind);
        let next = self.quick_lap(code, quick, now, table, made, tally)?;
        let Some(promise) = &offer.only_if else { return Some((true, next)) };
        if let TestCode::Is(NumberCode::CapturedThisLap, PatternCode::Range(least, most)) = promise {
            let captured = made.this_lap();
            return Some((*least <= captured && captured <= *most, next));
        }
        // The lap that was sown is asked about, not the one that may follow.
        let sown = Made { start, hand, kind, ..*made };
        Some((self.lean(&sown, now, self.banks_of(&now.notes)).holds(promise), next))
    }

    /// Whether the direction of the next lap is chosen anew.
    #[inline(always)]
    fn chooses(code: &SideCode<B>, made: &Made<B>) -> bool {
        made.direction.is_none() || code.each_lap
    }

    /// The line by which a lap goes on in the direction that was chosen; its promise was for the first lap.
    #[inline(always)]
    fn kept<T: Tally>(
        &self,
        code: &SideCode<B>,
        quick: &Quick<B>,
        now: &Now<B, N>,
        made: &mut Made<B>,
        tally: &mut T,
    ) -> Option<Next> {
        let direction = made.direction?;
        made.direction_before = made.direction;
        let table = self.table_of(code, now, direction)?;
        self.quick_lap(code, quick, now, table, made, tally)
    }

    /// Makes a move whose answers are given; none where the run must make it, or refuse it.
    pub(in super::super) fn chosen<T: Tally>(
        &self,
        code: &SideCode<B>,
        quick: &Quick<B>,
        now: &Now<B, N>,
        choice: Move,
        tally: &mut T,
    ) -> Option<Made<B>> {
        if !code.requires.is_empty() || choice.kind != 0 || choice.about != 0 {
            return None;
        }
        let banks = self.banks_of(&now.notes);
        if self.sights(code, now) & bit(choice.pit) == 0 {
            return None;
        }
        let mut made = Made::new(now.board, choice.pit, 0);
        if quick.lap_decides {
            return self.chosen_lap(code, quick, now, choice, made, tally);
        }
        let mut met = 0;
        loop {
            let next = if let Some(next) = self.run_on(code, quick, now, &mut made, tally)? {
                next
            } else if Self::chooses(code, &made) {
                let line = match self.offered(code, quick, &made, now, banks) {
                    [Some(first), Some(second)] => {
                        if met >= Move::DECISIONS {
                            return None;
                        }
                        let answer = choice.answers >> met & 1;
                        met += 1;
                        if answer == 0 { first } else { second }
                    }
                    [Some(line), None] | [None, Some(line)] => line,
                    [None, None] => return None,
                };
                let (kept, next) = self.lap_along(code, quick, now, &mut made, line, tally)?;
                if !kept {
                    return None;
                }
                next
            } else {
                self.kept(code, quick, now, &mut made, tally)?
            };
            match next {
                Next::Lap => {}
                Next::Over => {
                    let more = choice.answers.checked_shr(u32::from(met)).unwrap_or(0);
                    let all = choice.decisions == met && more == 0;
                    return all.then_some(made);
                }
                Next::Endless => return None,
            }
        }
    }

    /// The same where a move is one lap, of which the table knows whether its promise is kept.
    #[inline(always)]
    fn chosen_lap<T: Tally>(
        &self,
        code: &SideCode<B>,
        quick: &Quick<B>,
        now: &Now<B, N>,
        choice: Move,
        mut made: Made<B>,
        tally: &mut T,
    ) -> Option<Made<B>> {
        let lines = self.offered(code, quick, &made, now, self.banks_of(&now.notes));
        let second = match (lines, choice.decisions, choice.answers) {
            ([Some(_), Some(_)], 1, answer @ (0 | 1)) => answer == 1,
            ([first, second], 0, 0) if first.is_some() != second.is_some() => second.is_some(),
            _ => return None,
        };
        let direction = code.offers.get(lines[usize::from(second)]?)?.direction;
        made.direction = Some(direction);
        let table = self.table_of(code, now, direction)?;
        if !table.get(made.start, made.hand)?.kept {
            return None;
        }
        let next = self.quick_lap(code, quick, now, table, &mut made, tally)?;
        (next == Next::Over).then_some(made)
    }

    /// The pits that can be chosen.
    #[inline(always)]
    pub(in super::super) fn sights(&self, code: &SideCode<B>, now: &Now<B, N>) -> u32 {
        match &code.sight {
            Some(sight) => self.sighted(sight, now.board, &now.notes),
            None => 0,
        }
    }

    /// Finds all moves from a pit, each choice in this order, until `found` says false; it is told what a move came to, where
    /// that is known. None where the run must find them.
    #[allow(clippy::too_many_arguments)]
    pub(in super::super) fn explore(
        &self,
        code: &SideCode<B>,
        quick: &Quick<B>,
        now: &Now<B, N>,
        pit: u8,
        trail: &mut Trail<B>,
        order: &mut impl Order,
        mut found: impl FnMut(Move, Option<&Made<B>>) -> bool,
    ) -> Option<bool> {
        let banks = self.banks_of(&now.notes);
        let mut made = Made::new(now.board, pit, 0);
        let told = |answers: u64, met: u8| Move { decisions: met, answers, ..Move::plain(pit) };
        if quick.lap_decides {
            let lines = self.offered(code, quick, &made, now, banks);
            let both = lines[0].is_some() && lines[1].is_some();
            for (at, line) in lines.into_iter().enumerate() {
                let Some(offer) = line.and_then(|line| code.offers.get(line)) else { continue };
                let lap = self.table_of(code, now, offer.direction)?.get(made.start, made.hand)?;
                if lap.kept && !found(told(if both { at as u64 } else { 0 }, u8::from(both)), None) {
                    return Some(false);
                }
            }
            return Some(true);
        }
        let Trail { branches, begun, sown } = trail;
        branches.clear();
        begun.clear();
        let (mut answers, mut met, mut tries) = (0u64, 0u8, 0);
        let mut line = None;
        loop {
            let step = if let Some(line) = line.take() {
                Some(self.lap_along(code, quick, now, &mut made, line, &mut ())?)
            } else if let Some(next) = self.run_on(code, quick, now, &mut made, &mut ())? {
                Some((true, next))
            } else if !Self::chooses(code, &made) {
                Some((true, self.kept(code, quick, now, &mut made, &mut ())?))
            } else {
                match self.offered(code, quick, &made, now, banks) {
                    [Some(first), Some(second)] => {
                        let begins = (made.board, key(&made));
                        if met >= Move::DECISIONS || made.kind != LapKind::First && begun.contains(&begins) {
                            Some((true, Next::Endless))
                        } else {
                            begun.push(begins);
                            let (first, second) = ((first, answers), (second, answers | 1 << met));
                            let swapped = order.second_first();
                            let (along, other) = if swapped { (second, first) } else { (first, second) };
                            met += 1;
                            branches.push(Branch { made, line: other.0, answers: other.1, met });
                            answers = along.1;
                            Some(self.lap_along(code, quick, now, &mut made, along.0, &mut ())?)
                        }
                    }
                    [Some(line), None] | [None, Some(line)] => {
                        Some(self.lap_along(code, quick, now, &mut made, line, &mut ())?)
                    }
                    [None, None] => None,
                }
            };
            match step {
                Some((true, Next::Lap)) => continue,
                Some((true, Next::Over)) => {
                    if quick.after.iter().any(|test| self.lean(&made, now, banks).holds(test)) {
                        return None;
                    }
                    if !found(told(answers, met), Some(&made)) {
                        return Some(false);
                    }
                }
                Some((true, Next::Endless)) if quick.endless? => {
                    if !found(told(answers, met), None) {
                        return Some(false);
                    }
                }
                _ => {
                    if !order.missed() {
                        return Some(false);
                    }
                }
            }
            // The latest choice is made the other way.
            tries += 1;
            *sown += u64::from(made.sown);
            if *sown >= SEEDS_A_LIST / 2 {
                return None;
            }
            let Some(branch) = branches.pop().filter(|_| tries < TRIES_A_PIT) else { return Some(true) };
            begun.truncate(usize::from(branch.met));
            (made, line, answers, met) = (branch.made, Some(branch.line), branch.answers, branch.met);
        }
    }
}

/// Whatever of how a lap begins is not on the board.
fn key<B: Lanes>(made: &Made<B>) -> u32 {
    let hand = if made.kind == LapKind::Resown { made.hand } else { 0 };
    hand << 16 | u32::from(made.start) << 8 | beginning(made.kind, made.direction) as u32
}
