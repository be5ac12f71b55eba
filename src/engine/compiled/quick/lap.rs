//! One lap on the quick path, and laps to the end of a move.

use crate::engine::Tally;
use crate::rules::{Direction, LapKind, Receiver};

use super::super::Compiled;
use super::super::code::{NumberCode, PatternCode, SetCode, TestCode};
use super::super::lanes::Lanes;
use super::super::laps::{Lap, LapTable, LapTables};
use super::super::layout::{NONE, bit, first};
use super::super::program::{RELAY, SideCode};
use super::super::run::{Notes, Now};
use super::super::way::{Way, WayRule};
use super::{Lean, Quick, QuickAct};

/// What a quick move came to so far.
#[derive(Clone, Copy)]
pub struct Made<B> {
    pub board: B,
    pub laps: u32,
    /// Seeds sown in all laps.
    pub sown: u32,
    pub captured: [u32; 2],
    pub captured_from: u32,
    pub reached: u32,
    pub origin: u8,
    /// Where the lap begins or began, and with how many seeds.
    pub start: u8,
    pub hand: u32,
    /// Seeds captured before the lap.
    pub before: u32,
    pub kind: LapKind,
    pub direction: Option<Direction>,
    pub direction_before: Option<Direction>,
    pub again: bool,
}

impl<B: Lanes> Made<B> {
    /// A move that is about to begin.
    #[inline(always)]
    pub fn new(board: B, pit: u8, keep: u32) -> Self {
        let hand = board.get(pit);
        Made {
            board,
            laps: 0,
            sown: 0,
            captured: [0; 2],
            captured_from: 0,
            reached: 0,
            origin: pit,
            start: pit,
            hand: if hand > keep { hand - keep } else { hand },
            before: 0,
            kind: LapKind::First,
            direction: None,
            direction_before: None,
            again: false,
        }
    }

    /// Seeds captured in the lap.
    #[inline(always)]
    pub fn this_lap(&self) -> u32 {
        self.captured[0] + self.captured[1] - self.before
    }
}

/// How a quick move goes on after a lap.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Next {
    Lap,
    Over,
    /// It goes round for ever.
    Endless,
}

/// Whether one of the usual tests holds; none for the others.
#[inline(always)]
pub fn simple<B: Lanes>(test: &TestCode<B>, board: B, quiet: u32, repetition: u32) -> Option<bool> {
    Some(match test {
        TestCode::Constant(value) => *value,
        TestCode::Filled(mask) => !board.and(*mask).is_zero(),
        TestCode::Empty(mask) => board.and(*mask).is_zero(),
        TestCode::EitherEmpty(a, b) => board.and(*a).is_zero() || board.and(*b).is_zero(),
        TestCode::Cell { cell, least, most } => {
            let seeds = board.get(*cell);
            *least <= seeds && seeds <= *most
        }
        TestCode::Is(NumberCode::Quiet, PatternCode::Range(least, u32::MAX)) => quiet >= *least,
        TestCode::Is(NumberCode::Repetition, PatternCode::Range(least, u32::MAX)) => repetition >= *least,
        _ => return None,
    })
}

/// The board and the handful with which captured seeds are sown on from a start; none where there are none.
#[inline(always)]
pub(super) fn resow<B: Lanes>(board: B, taken: B, start: u8) -> Option<(B, u32)> {
    let seeds = taken.sum();
    // The table takes the handful out of the start, where it does not lie.
    (seeds > 0).then(|| (board.minus(taken).plus(B::only(start, seeds)), seeds))
}

/// Neighbours up to the first that does not fit.
#[inline(always)]
pub fn chain<B: Lanes>(order: &[u8], least: u32, most: u32, board: B) -> u32 {
    let mut cells = 0;
    for cell in order {
        let seeds = board.get(*cell);
        if seeds < least || seeds > most {
            break;
        }
        cells |= bit(*cell);
    }
    cells
}

impl<B: Lanes, N: Notes> Compiled<B, N> {
    /// Makes the laps of a move; none where the run must make them.
    #[inline(always)]
    pub(super) fn quick_laps<T: Tally>(
        &self,
        code: &SideCode<B>,
        quick: &Quick<B>,
        now: &Now<B, N>,
        pit: u8,
        tally: &mut T,
    ) -> Option<Made<B>> {
        let direction = code.one_way?;
        let table = self.table_of(code, now, direction)?;
        let mut made = Made::new(now.board, pit, quick.keep);
        made.direction = Some(direction);
        loop {
            if self.quick_lap(code, quick, now, table, &mut made, tally)? == Next::Over {
                return Some(made);
            }
            made.direction_before = made.direction;
        }
    }

    /// The lap table of a direction.
    #[inline(always)]
    pub(super) fn table_of<'a>(
        &'a self,
        code: &'a SideCode<B>,
        now: &Now<B, N>,
        direction: Direction,
    ) -> Option<&'a LapTable<B>> {
        match &code.tables[direction as usize] {
            LapTables::Fixed(table) => Some(table),
            LapTables::Walk => None,
            by_mark => self.marked_table(by_mark, now, now.mover, direction),
        }
    }

    /// Makes one lap and its landing; none where the run must make the move.
    #[inline(always)]
    pub(super) fn quick_lap<T: Tally>(
        &self,
        code: &SideCode<B>,
        quick: &Quick<B>,
        now: &Now<B, N>,
        table: &LapTable<B>,
        made: &mut Made<B>,
        tally: &mut T,
    ) -> Option<Next> {
        let banks = self.banks_of(&now.notes);
        let (start, hand) = (made.start, made.hand);
        made.laps += 1;
        made.sown += hand;
        made.before = made.captured[0] + made.captured[1];
        if made.laps > quick.laps {
            return None;
        }
        let lap = table.get(start, hand)?;
        made.board = made.board.plus(lap.add);
        made.reached |= lap.reached;
        if let Way::Masks { rules, .. } = &code.way {
            self.quick_way(rules, quick.in_play, now, banks, lap, made, tally)?;
        }
        self.quick_landing(code, quick, now, lap.last, made, tally)
    }

    /// What the landing rules make of a lap that was sown; none where the run must make the move.
    #[inline(always)]
    pub(super) fn quick_landing<T: Tally>(
        &self,
        code: &SideCode<B>,
        quick: &Quick<B>,
        now: &Now<B, N>,
        here: u8,
        made: &mut Made<B>,
        tally: &mut T,
    ) -> Option<Next> {
        let mover = usize::from(now.mover) & 1;
        let banks = self.banks_of(&now.notes);
        let seeds = made.board.get(here);
        let entry = code.landing.code(here, seeds);
        if entry == 0 {
            return Some(Next::Over);
        }
        if entry & RELAY != 0 {
            if banks & bit(here) != 0 {
                return None;
            }
            if let Some(rule) = code.landing.list(entry).and_then(|list| list.rules.first()) {
                tally.rule(rule.id);
            }
            (made.start, made.hand, made.kind) = (here, seeds, LapKind::Relay);
            return Some(Next::Lap);
        }
        let rules = quick.landings.get(usize::from(entry))?;
        let mut found = None;
        for rule in rules.iter() {
            if rule.filled.iter().any(|mask| made.board.and(*mask).is_zero()) {
                continue;
            }
            let holds = match simple(&rule.when, made.board, now.quiet, 0) {
                Some(holds) => holds,
                None => self.lean(made, now, banks).holds(&rule.when),
            };
            if holds {
                found = Some(rule);
                break;
            }
        }
        let Some(rule) = found else { return Some(Next::Over) };
        let (taken, side, bank) = match &rule.act {
            QuickAct::Again => {
                tally.rule(rule.id);
                made.again = true;
                return Some(Next::Over);
            }
            QuickAct::Stop => {
                tally.rule(rule.id);
                return Some(Next::Over);
            }
            QuickAct::Relay(from) if banks & bit(*from) == 0 && made.board.get(*from) > 0 => {
                tally.rule(rule.id);
                (made.start, made.hand, made.kind) = (*from, made.board.get(*from), LapKind::Relay);
                return Some(Next::Lap);
            }
            QuickAct::Cells { mask, side, store } => (made.board.and(*mask), *side, *store),
            QuickAct::Set(set) => {
                let bank = self.bank_of(&now.notes, mover);
                if bank == NONE {
                    return None;
                }
                let cells = match set {
                    SetCode::Chain { order, least, most } => chain(order, *least, *most, made.board),
                    set => self.lean(made, now, banks).cells(set),
                } & !banks;
                (made.board.and(B::spread(cells)), mover, bank)
            }
            QuickAct::Resow { mask, from } if code.on_capture.rules.is_empty() => {
                // What lies in a bank stays there.
                let taken = made.board.and(*mask).without(B::spread(banks));
                made.start = from.unwrap_or(made.start);
                (made.board, made.hand) = resow(made.board, taken, made.start)?;
                tally.rule(rule.id);
                made.kind = LapKind::Resown;
                made.captured[mover] += made.hand;
                made.captured_from |= taken.filled();
                return Some(Next::Lap);
            }
            QuickAct::Relay(_) | QuickAct::Resow { .. } | QuickAct::GiveUp => return None,
        };
        let seeds = taken.sum();
        tally.rule(rule.id);
        made.board = made.board.minus(taken).plus(B::only(bank, seeds));
        made.captured[side & 1] += seeds;
        made.captured_from |= taken.filled();
        if quick.in_play > 0 && seeds > 0 && self.sum_in_play(made.board, banks) < quick.in_play {
            return None;
        }
        Some(Next::Over)
    }

    /// Makes the captures on the way of a lap; none where the run must make them.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn quick_way<T: Tally>(
        &self,
        rules: &[WayRule<B>],
        in_play: u32,
        now: &Now<B, N>,
        banks: u32,
        lap: &Lap<B>,
        made: &mut Made<B>,
        tally: &mut T,
    ) -> Option<()> {
        if !lap.once {
            return None;
        }
        let mut passed = lap.passed;
        let mut used = 0u32;
        for (at, rule) in rules.iter().enumerate() {
            let cells = match &rule.cells {
                SetCode::Cells(cells) => *cells,
                set => self.plain_set(set, &now.notes),
            };
            let mut hit = passed & cells;
            if let Some(seeds) = rule.seeds {
                hit &= made.board.holding(seeds);
            }
            if hit == 0 {
                continue;
            }
            passed &= !hit;
            used |= 1 << at;
            let cells = hit & !banks;
            let mover = usize::from(now.mover) & 1;
            let own = match rule.receiver {
                Receiver::Owners => self.program.layout.sides.map(|pits| cells & pits),
                Receiver::Mover => [0, 1].map(|side| if side == mover { cells } else { 0 }),
                Receiver::Opponent => [0, 1].map(|side| if side == mover { 0 } else { cells }),
                Receiver::Keepers => self.by_keeper(cells, &now.notes),
                Receiver::Captor => return None,
            };
            for (side, cells) in own.into_iter().enumerate() {
                let bank = self.bank_of(&now.notes, side);
                if cells == 0 || bank == NONE {
                    continue;
                }
                let taken = made.board.and(B::spread(cells));
                let seeds = taken.sum();
                made.board = made.board.minus(taken).plus(B::only(bank, seeds));
                made.captured[side] += seeds;
                made.captured_from |= cells;
            }
        }
        if used != 0 {
            if in_play > 0 && self.sum_in_play(made.board, banks) < in_play {
                return None;
            }
            rules.iter().enumerate().filter(|(at, _)| used >> at & 1 == 1).for_each(|(_, rule)| tally.rule(rule.id));
        }
        Some(())
    }

    /// Cells by whose mark they bear.
    fn by_keeper(&self, cells: u32, notes: &N) -> [u32; 2] {
        let marks = notes.marks();
        let south = marks.iter().fold(0, |cells, sets| cells | sets[0]);
        let north = marks.iter().fold(0, |cells, sets| cells | sets[1]);
        [cells & south, cells & north & !south]
    }

    /// A set that looks at nothing but marks.
    fn plain_set(&self, set: &SetCode<B>, notes: &N) -> u32 {
        match set {
            SetCode::Cells(cells) => *cells,
            SetCode::Marked { mark, slots } => notes.marked(*mark, *slots),
            SetCode::Union(sets) => sets.iter().fold(0, |cells, set| cells | self.plain_set(set, notes)),
            SetCode::Except(a, b) => self.plain_set(a, notes) & !self.plain_set(b, notes),
            _ => 0,
        }
    }

    #[inline(always)]
    fn sum_in_play(&self, board: B, banks: u32) -> u32 {
        if N::KEPT {
            board.and(B::spread(self.program.layout.pits & !banks)).sum()
        } else {
            board.and(self.pit_mask).sum()
        }
    }

    /// The cells that are somebody's bank.
    #[inline(always)]
    pub(in super::super) fn banks_of(&self, notes: &N) -> u32 {
        if !N::KEPT {
            return self.program.stores;
        }
        let marks = self.program.bank_marks.iter().map(|mark| notes.marked(*mark, 1) | notes.marked(*mark, 2));
        marks.fold(self.program.stores, |banks, cells| banks | cells)
    }

    /// Where captures of a side go, or [`NONE`].
    #[inline(always)]
    pub(super) fn bank_of(&self, notes: &N, side: usize) -> u8 {
        match self.program.layout.stores[side & 1] {
            NONE if N::KEPT => {
                let marks = self.program.bank_marks.iter().map(|mark| notes.marked(*mark, 1 << side));
                first(marks.fold(0, |pits, cells| pits | cells))
            }
            store => store,
        }
    }

    /// What tests can look at in the middle of a move.
    #[inline(always)]
    pub(super) fn lean<'a>(&'a self, made: &'a Made<B>, now: &'a Now<B, N>, banks: u32) -> Lean<'a, B, N> {
        Lean::new(made, now, &self.program.layout.columns, self.program.layout.pits & !banks)
    }
}
