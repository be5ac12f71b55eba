//! Moves with a choice of directions on the quick path: all of them found by following each choice in turn.
//!
//! Where laps begin alike the moves would never end: that is looked for at the laps that offer a choice, since between
//! them everything happens by itself; a move that goes round without a choice runs out of quick laps and is left to the run.

use crate::engine::{Move, Tally};
use crate::rules::{Direction, LapKind};

use super::super::Compiled;
use super::super::lanes::Lanes;
use super::super::layout::bit;
use super::super::program::SideCode;
use super::super::run::{Notes, Now};
use super::Quick;
use super::lap::{Made, Next};

/// So many choices of one move are followed.
const CHOICES: usize = 12;
/// So many laps are made for all moves from a pit.
const LAPS: u32 = 4000;

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

impl<B: Lanes, N: Notes> Compiled<B, N> {
    /// The lines of `sow` that offer each direction for the lap that is about to begin.
    #[inline(always)]
    fn offered(&self, code: &SideCode<B>, made: &Made<B>, now: &Now<B, N>, banks: u32) -> [Option<usize>; 2] {
        let mut lines = [None; 2];
        for (at, offer) in code.offers.iter().enumerate() {
            let line = &mut lines[offer.direction as usize];
            if line.is_some() || offer.starts & bit(made.start) == 0 {
                continue;
            }
            let holds = offer.when.is(true) || {
                let asked = Made {
                    direction: Some(offer.direction),
                    direction_before: made.direction,
                    before: 0,
                    captured: [0; 2],
                    ..*made
                };
                self.lean(&asked, now, banks).holds(&offer.when)
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
        let begun = *made;
        let next = self.quick_lap(code, quick, now, table, made, tally)?;
        let Some(promise) = &offer.only_if else { return Some((true, next)) };
        // The lap that was sown is asked about, not the one that may follow.
        let sown = Made { start: begun.start, hand: begun.hand, kind: begun.kind, ..*made };
        Some((self.lean(&sown, now, self.banks_of(&now.notes)).holds(promise), next))
    }

    /// Whether the direction of the next lap is chosen anew.
    #[inline(always)]
    fn chooses(code: &SideCode<B>, made: &Made<B>) -> bool {
        made.direction.is_none() || code.each_lap
    }

    /// The line by which a lap goes on in the direction that was chosen; its promise was for the first lap.
    #[inline(always)]
    fn kept(&self, code: &SideCode<B>, quick: &Quick<B>, now: &Now<B, N>, made: &mut Made<B>) -> Option<Next> {
        let direction = made.direction?;
        made.direction_before = made.direction;
        let table = self.table_of(code, now, direction)?;
        self.quick_lap(code, quick, now, table, made, &mut ())
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
        let mut met = 0;
        loop {
            let next = if Self::chooses(code, &made) {
                let line = match self.offered(code, &made, now, banks) {
                    [Some(first), Some(second)] => {
                        let answer = choice.answers >> (met & 63) & 1;
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
                let direction = made.direction?;
                made.direction_before = made.direction;
                let table = self.table_of(code, now, direction)?;
                self.quick_lap(code, quick, now, table, &mut made, tally)?
            };
            if next == Next::Over {
                let all = met < 64 && choice.decisions == met && choice.answers >> met == 0;
                return all.then_some(made);
            }
        }
    }

    /// The pits that can be chosen.
    #[inline(always)]
    pub(in super::super) fn sights(&self, code: &SideCode<B>, now: &Now<B, N>) -> u32 {
        match &code.sight {
            Some(sight) => self.sighted(sight, now.board, &now.notes),
            None => 0,
        }
    }

    /// Finds all moves from a pit, in order, until `found` says false. None where the run must find them.
    pub(in super::super) fn explore(
        &self,
        code: &SideCode<B>,
        quick: &Quick<B>,
        now: &Now<B, N>,
        pit: u8,
        mut found: impl FnMut(Move) -> bool,
    ) -> Option<bool> {
        let banks = self.banks_of(&now.notes);
        let mut made = Made::new(now.board, pit, 0);
        let told = |answers: u64, met: u8| Move { decisions: met, answers, ..Move::plain(pit) };
        if quick.lap_decides {
            let lines = self.offered(code, &made, now, banks);
            let met = u8::from(lines[0].is_some() && lines[1].is_some());
            for (at, line) in lines.into_iter().enumerate() {
                let Some(offer) = line.and_then(|line| code.offers.get(line)) else { continue };
                let lap = self.table_of(code, now, offer.direction)?.get(made.start, made.hand)?;
                if lap.kept && !found(told(if met == 1 { at as u64 } else { 0 }, met)) {
                    return Some(false);
                }
            }
            return Some(true);
        }
        let mut branches: [Option<Branch<B>>; CHOICES] = [None; CHOICES];
        let mut begun: [Beginning<B>; CHOICES] = [(B::default(), 0); CHOICES];
        let (mut open, mut answers, mut met, mut laps) = (0, 0u64, 0u8, 0);
        let mut line = None;
        loop {
            laps += 1;
            if laps > LAPS {
                return None;
            }
            let step = match line.take() {
                Some(line) => Some(self.lap_along(code, quick, now, &mut made, line, &mut ())?),
                None if Self::chooses(code, &made) => match self.offered(code, &made, now, banks) {
                    [Some(first), Some(second)] => {
                        let at = usize::from(met);
                        if at >= CHOICES {
                            return None;
                        }
                        let beginning = (made.board, key(&made));
                        if made.kind != LapKind::First && begun[..at].contains(&beginning) {
                            // It goes round for ever: what the rules make of that is for the run to say.
                            return None;
                        }
                        begun[at] = beginning;
                        branches[open] = Some(Branch { made, line: second, answers: answers | 1 << at, met: met + 1 });
                        open += 1;
                        met += 1;
                        Some(self.lap_along(code, quick, now, &mut made, first, &mut ())?)
                    }
                    [Some(line), None] | [None, Some(line)] => {
                        Some(self.lap_along(code, quick, now, &mut made, line, &mut ())?)
                    }
                    [None, None] => None,
                },
                None => Some((true, self.kept(code, quick, now, &mut made)?)),
            };
            match step {
                Some((true, Next::Lap)) => continue,
                Some((true, Next::Over)) => {
                    if quick.after.iter().any(|test| self.lean(&made, now, banks).holds(test)) {
                        return None;
                    }
                    if !found(told(answers, met)) {
                        return Some(false);
                    }
                }
                Some((false, _)) | None => {}
            }
            // The latest choice is made the other way.
            if open == 0 {
                return Some(true);
            }
            open -= 1;
            let branch = branches[open]?;
            (made, line, answers, met) = (branch.made, Some(branch.line), branch.answers, branch.met);
        }
    }
}

/// Whatever of a lap's beginning is not on the board.
fn key<B: Lanes>(made: &Made<B>) -> u32 {
    let way = match made.direction {
        None => 2,
        Some(Direction::Anticlockwise) => 0,
        Some(Direction::Clockwise) => 1,
    };
    let hand = if made.kind == LapKind::Resown { made.hand } else { 0 };
    hand << 16 | u32::from(made.start) << 8 | way << 4 | made.kind as u32
}
