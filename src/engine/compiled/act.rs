//! What the actions of a rule do.

use crate::engine::{Outcome, Tally, Winner};
use crate::rules::{LapKind, Receiver, Side, TitleId};

use super::code::{ActCode, EndingCode, NumberCode, PlaceCode, RuleCode, SetCode};
use super::lanes::Lanes;
use super::layout::{NONE, bit, cells_of, first};
use super::run::{Course, Flow, Notes, Stage};

impl<'a, B: Lanes, N: Notes, T: Tally> Course<'a, B, N, T> {
    /// Does one action of a rule.
    #[inline]
    pub fn act(&mut self, act: &'a ActCode<B>, rule: &'a RuleCode<B>) -> Flow {
        match act {
            ActCode::CaptureCells { mask, side, store, .. } => self.capture_cells(*mask, *side, *store),
            ActCode::Again => {
                self.run.again = true;
                Flow::Done
            }
            ActCode::Relay(from) => self.sow_on(LapKind::Relay, from),
            ActCode::SowFrom(from) => self.sow_on(LapKind::Resown, from),
            ActCode::Capture { set, limit: None, receiver: Receiver::Mover, banks: false }
                if !self.takes_hand(set, NONE) =>
            {
                let cells = self.set(set, NONE);
                self.capture_all(cells, usize::from(self.run.mover))
            }
            ActCode::CaptureIntoHand { set, limit: None } => {
                let cells = self.set(set, NONE) & !self.banks();
                self.capture_into_hand(cells)
            }
            act => self.rare(act, rule),
        }
    }

    #[cold]
    fn rare(&mut self, act: &'a ActCode<B>, rule: &'a RuleCode<B>) -> Flow {
        match act {
            ActCode::Capture { set, limit, receiver, banks } => self.capture(set, limit.as_ref(), *receiver, *banks),
            ActCode::CaptureIntoHand { set, limit } => self.capture_some_into_hand(set, limit.as_ref()),
            ActCode::Stop => Flow::Done,
            ActCode::Pass => {
                self.run.again = false;
                Flow::Done
            }
            ActCode::Reverse => {
                self.run.reverse = !self.run.reverse;
                Flow::On
            }
            ActCode::Illegal if self.run.stage == Stage::Over => Flow::On,
            ActCode::Illegal => Flow::Illegal,
            ActCode::RepeatFrom(place) => {
                self.run.repeat = first(self.set(place, NONE));
                Flow::On
            }
            ActCode::Move { amount, from, to } => self.move_seeds(amount.as_ref(), from, to),
            ActCode::Mark { set, mark, slot } => self.mark(set, *mark, *slot),
            ActCode::Unmark { set, mark } => {
                let cells = self.set(set, NONE);
                if let Some(sets) = self.run.now.notes.sets(*mark) {
                    sets.iter_mut().for_each(|set| *set &= !cells);
                }
                Flow::On
            }
            ActCode::SetCounter { counter, side, to } => {
                let value = self.number(to, NONE);
                if let Some(counter) = self.run.now.notes.counter_mut(*counter, *side) {
                    *counter = value;
                }
                Flow::On
            }
            ActCode::AddToCounter { counter, side, amount } => {
                let amount = self.number(amount, NONE);
                if let Some(counter) = self.run.now.notes.counter_mut(*counter, *side) {
                    *counter = counter.saturating_add(amount);
                }
                Flow::On
            }
            ActCode::UndoCaptures => self.undo_captures(),
            ActCode::Remove { set, banks } => self.remove(set, *banks),
            ActCode::Finish { ending, worth } => {
                let worth = self.number(worth, NONE);
                self.finish_game(*ending, rule.title, worth)
            }
            ActCode::CaptureCells { .. } | ActCode::Again | ActCode::Relay(_) | ActCode::SowFrom(_) => Flow::On,
        }
    }

    /// Captures fixed cells into a store.
    #[inline]
    fn capture_cells(&mut self, mask: B, side: usize, store: u8) -> Flow {
        let taken = self.run.now.board.and(mask);
        let seeds = taken.sum();
        self.run.now.board = self.run.now.board.minus(taken).plus(B::only(store, seeds));
        self.note_capture(taken, seeds, side);
        self.follow_capture_of(seeds, side)
    }

    /// Captures all seeds of cells that are no banks for one player.
    #[inline]
    pub fn capture_all(&mut self, cells: u32, side: usize) -> Flow {
        let bank = self.bank(side);
        if cells == 0 || bank == NONE {
            return Flow::On;
        }
        let taken = self.run.now.board.and(B::spread(cells & !self.banks()));
        let seeds = taken.sum();
        self.run.now.board = self.run.now.board.minus(taken).plus(B::only(bank, seeds));
        self.note_capture(taken, seeds, side);
        self.follow_capture_of(seeds, side)
    }

    #[inline]
    fn follow_capture_of(&mut self, seeds: u32, side: usize) -> Flow {
        if seeds == 0 || self.code.on_capture.rules.is_empty() {
            return Flow::On;
        }
        let mut got = [0; 2];
        got[side & 1] = seeds;
        self.follow_capture(got)
    }

    /// Counts a capture.
    #[inline]
    pub fn note_capture(&mut self, taken: B, seeds: u32, by: usize) {
        if self.run.stage != Stage::Over {
            self.run.captured[by & 1] += seeds;
            self.run.this_lap += seeds;
            self.run.captured_from |= taken.filled();
            if self.engine.program.undoes {
                self.run.taken[by & 1] = self.run.taken[by & 1].plus(taken);
            }
        }
    }

    /// A capture cell by cell, in pit order and at last from the hand.
    fn capture(&mut self, set: &SetCode<B>, limit: Option<&NumberCode<B>>, receiver: Receiver, banks: bool) -> Flow {
        let all = self.set(set, NONE);
        let hand = self.takes_hand(set, NONE);
        let sides = self.engine.program.layout.sides;
        let mover = usize::from(self.run.mover) & 1;
        let own = match receiver {
            Receiver::Owners => Some(sides),
            Receiver::Mover => Some([0, 1].map(|side| if side == mover { u32::MAX } else { 0 })),
            Receiver::Opponent => Some([0, 1].map(|side| if side == mover { 0 } else { u32::MAX })),
            Receiver::Captor => {
                let captor = self.receiver(receiver, NONE);
                Some([0, 1].map(|side| if Some(side) == captor { u32::MAX } else { 0 }))
            }
            Receiver::Keepers => None,
        };
        if let (Some(own), None, false) = (own, limit, banks)
            && !(hand && self.run.now.hand > 0)
        {
            return self.capture_by_side(all & !self.banks(), own);
        }
        let mut left = limit.map_or(u32::MAX, |limit| self.number(limit, NONE));
        let mut got = [0; 2];
        for cell in cells_of(if banks { all } else { all & !self.banks() }) {
            let Some(side) = self.receiver(receiver, cell) else { continue };
            let bank = self.bank(side);
            if bank == NONE || bank == cell {
                continue;
            }
            let seeds = self.run.now.board.get(cell).min(left);
            left -= seeds;
            if seeds > 0 {
                let taken = B::only(cell, seeds);
                self.run.now.board = self.run.now.board.minus(taken).plus(B::only(bank, seeds));
                got[side & 1] += seeds;
                self.note_capture(taken, seeds, side);
            }
        }
        if hand
            && let Some(side) = self.receiver(receiver, NONE)
            && self.bank(side) != NONE
        {
            let seeds = self.run.now.hand.min(left);
            self.run.now.hand -= seeds;
            self.run.now.board = self.run.now.board.plus(B::only(self.bank(side), seeds));
            got[side & 1] += seeds;
            self.note_capture(B::default(), seeds, side);
        }
        self.follow_capture(got)
    }

    /// Captures all seeds of cells that are no banks, those of each set for the player whose it is.
    fn capture_by_side(&mut self, cells: u32, own: [u32; 2]) -> Flow {
        let mut got = [0; 2];
        for (side, own) in own.into_iter().enumerate() {
            let bank = self.bank(side);
            if bank == NONE {
                continue;
            }
            let taken = self.run.now.board.and(B::spread(cells & own));
            let seeds = taken.sum();
            self.run.now.board = self.run.now.board.minus(taken).plus(B::only(bank, seeds));
            got[side] = seeds;
            self.note_capture(taken, seeds, side);
        }
        self.follow_capture(got)
    }

    #[inline]
    fn capture_into_hand(&mut self, cells: u32) -> Flow {
        let taken = self.run.now.board.and(B::spread(cells));
        let seeds = taken.sum();
        self.run.now.board = self.run.now.board.minus(taken);
        self.run.now.hand += seeds;
        self.take_into_hand(taken, seeds);
        self.follow_capture_of(seeds, usize::from(self.run.mover))
    }

    /// Counts what was captured into the hand, which cannot be undone.
    #[inline]
    fn take_into_hand(&mut self, taken: B, seeds: u32) {
        if self.run.stage != Stage::Over {
            self.run.captured[usize::from(self.run.mover) & 1] += seeds;
            self.run.this_lap += seeds;
            self.run.captured_from |= taken.filled();
        }
    }

    fn capture_some_into_hand(&mut self, set: &SetCode<B>, limit: Option<&NumberCode<B>>) -> Flow {
        let mut left = limit.map_or(u32::MAX, |limit| self.number(limit, NONE));
        let mut all = 0;
        for cell in cells_of(self.set(set, NONE) & !self.banks()) {
            let seeds = self.run.now.board.get(cell).min(left);
            left -= seeds;
            all += seeds;
            let taken = B::only(cell, seeds);
            self.run.now.board = self.run.now.board.minus(taken);
            self.run.now.hand += seeds;
            self.take_into_hand(taken, seeds);
        }
        self.follow_capture_of(all, usize::from(self.run.mover))
    }

    /// Who gets the seeds of a cell, or of the hand.
    fn receiver(&self, receiver: Receiver, from: u8) -> Option<usize> {
        let mover = usize::from(self.run.mover);
        match receiver {
            Receiver::Mover => Some(mover),
            Receiver::Opponent => Some(1 - mover),
            Receiver::Captor => Some(if self.run.captor > 1 { mover } else { usize::from(self.run.captor) }),
            Receiver::Owners if from == NONE => Some(mover),
            Receiver::Owners => Some(self.owner(from)),
            Receiver::Keepers => self.keeper(from),
        }
    }

    /// Whose pit or store it is.
    pub fn owner(&self, cell: u8) -> usize {
        let layout = &self.engine.program.layout;
        usize::from((layout.sides[1] | bit(layout.stores[1])) & bit(cell) != 0)
    }

    /// Whose mark the cell bears.
    pub fn keeper(&self, cell: u8) -> Option<usize> {
        let marks = self.run.now.notes.marks();
        [0, 1].into_iter().find(|side| marks.iter().any(|sets| sets[*side] & bit(cell) != 0))
    }

    /// The `on capture` rules, for each player who got seeds, the mover first.
    pub fn follow_capture(&mut self, got: [u32; 2]) -> Flow {
        let rules = &self.code.on_capture;
        if rules.rules.is_empty() || self.run.stage != Stage::Sowing || self.run.capturing {
            return Flow::On;
        }
        for captor in [self.run.mover, 1 - self.run.mover] {
            if got[usize::from(captor) & 1] == 0 {
                continue;
            }
            self.run.captor = captor;
            self.run.capturing = true;
            let (flow, _) = self.carry(rules);
            self.run.capturing = false;
            self.run.captor = 2;
            if matches!(flow, Flow::Finished | Flow::Illegal | Flow::Endless) {
                return flow;
            }
        }
        Flow::On
    }

    #[inline]
    fn sow_on(&mut self, kind: LapKind, from: &SetCode<B>) -> Flow {
        match first(self.set(from, NONE)) {
            // Seeds in the hand have nowhere to go: that move cannot be made.
            NONE if self.run.now.hand > 0 => Flow::Illegal,
            NONE => Flow::Done,
            cell => Flow::Lap(kind, cell),
        }
    }

    fn move_seeds(&mut self, amount: Option<&NumberCode<B>>, from: &PlaceCode<B>, to: &PlaceCode<B>) -> Flow {
        let to = match to {
            PlaceCode::Hand => None,
            PlaceCode::Cells(set) => match first(self.set(set, NONE)) {
                NONE => return Flow::On,
                cell => Some(cell),
            },
        };
        let mut left = amount.map_or(u32::MAX, |amount| self.number(amount, NONE));
        let (cells, hand) = match from {
            PlaceCode::Hand => (0, true),
            PlaceCode::Cells(set) => (self.set(set, NONE), self.takes_hand(set, NONE)),
        };
        for cell in cells_of(cells) {
            if to == Some(cell) {
                continue;
            }
            let seeds = self.run.now.board.get(cell).min(left);
            left -= seeds;
            self.run.now.board = self.run.now.board.minus(B::only(cell, seeds));
            match to {
                Some(to) => self.run.now.board = self.run.now.board.plus(B::only(to, seeds)),
                None => self.run.now.hand += seeds,
            }
        }
        if let (true, Some(to)) = (hand, to) {
            let seeds = self.run.now.hand.min(left);
            self.run.now.hand -= seeds;
            self.run.now.board = self.run.now.board.plus(B::only(to, seeds));
        }
        Flow::On
    }

    fn mark(&mut self, set: &SetCode<B>, mark: u8, slot: usize) -> Flow {
        let cells = self.set(set, NONE) & self.engine.program.layout.pits;
        let one_each = self.engine.rules.marks.get(usize::from(mark)).is_some_and(|mark| mark.one_each);
        let Some(sets) = self.run.now.notes.sets(mark) else { return Flow::On };
        for cell in cells_of(cells) {
            if one_each {
                sets[slot] = 0;
            }
            for (other, set) in sets.iter_mut().enumerate() {
                // A pit bears a mark once: the latest keeper has it.
                *set = if other == slot { *set | bit(cell) } else { *set & !bit(cell) };
            }
        }
        Flow::On
    }

    fn undo_captures(&mut self) -> Flow {
        for side in [0, 1] {
            let taken = std::mem::take(&mut self.run.taken[side]);
            let seeds = taken.sum();
            if seeds > 0 {
                let bank = self.bank(side);
                self.run.now.board = self.run.now.board.minus(B::only(bank, seeds)).plus(taken);
                self.run.captured[side] = self.run.captured[side].saturating_sub(seeds);
                self.run.this_lap = self.run.this_lap.saturating_sub(seeds);
                self.run.captured_from &= !taken.filled();
            }
        }
        Flow::On
    }

    fn remove(&mut self, set: &SetCode<B>, banks: bool) -> Flow {
        let all = self.set(set, NONE);
        let taken = self.run.now.board.and(B::spread(if banks { all } else { all & !self.banks() }));
        self.run.now.board = self.run.now.board.minus(taken);
        self.run.now.removed += taken.sum();
        if self.takes_hand(set, NONE) {
            self.run.now.removed += std::mem::take(&mut self.run.now.hand);
        }
        Flow::On
    }

    /// Ends the game.
    pub fn finish_game(&mut self, ending: EndingCode, title: Option<TitleId>, worth: u32) -> Flow {
        let score = self.score();
        let richer = match score[0].cmp(&score[1]) {
            std::cmp::Ordering::Greater => Winner::South,
            std::cmp::Ordering::Less => Winner::North,
            std::cmp::Ordering::Equal => Winner::Draw,
        };
        let winner = match ending {
            EndingCode::Win(side) => Side::BOTH[side & 1].into(),
            EndingCode::Draw => Winner::Draw,
            EndingCode::Void => Winner::Void,
            EndingCode::MostSeeds => richer,
            EndingCode::FewestSeeds => match richer {
                Winner::South => Winner::North,
                Winner::North => Winner::South,
                other => other,
            },
        };
        self.run.outcome = Some(Outcome { winner, title, worth, score });
        Flow::Finished
    }
}
