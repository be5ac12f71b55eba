//! What the actions of a rule do.

use crate::engine::{Event, Outcome, Watch, Winner};
use crate::rules::{
    Action, Cell, CellSet, CounterId, Ending, LapKind, MarkId, Number, Place, Player, Receiver, Rule, Set, Side,
    TitleId,
};

use super::course::{Course, Flow, Stage, Taken};

impl<'a, W: Watch> Course<'a, '_, W> {
    /// Does one action of `rule`.
    pub fn act(&mut self, action: &'a Action, rule: &'a Rule) -> Flow {
        match action {
            Action::Capture { set, limit, receiver, banks } => self.capture(set, limit.as_ref(), *receiver, *banks),
            Action::CaptureIntoHand { set, limit } => self.capture_into_hand(set, limit.as_ref()),
            Action::Relay(from) => self.sow_on(LapKind::Relay, from),
            Action::SowFrom(from) => self.sow_on(LapKind::Resown, from),
            Action::Again => {
                self.again = true;
                Flow::Done
            }
            Action::Stop => Flow::Done,
            Action::Pass => {
                self.again = false;
                Flow::Done
            }
            Action::Reverse => {
                self.reverse = !self.reverse;
                self.tell(Event::Reversed);
                Flow::On
            }
            Action::Illegal if self.stage == Stage::Over => Flow::On,
            Action::Illegal => Flow::Illegal,
            Action::RepeatFrom(place) => {
                self.repeat = self.scene.place(place, None);
                Flow::On
            }
            Action::Move { amount, from, to } => self.move_seeds(amount.as_ref(), from, to),
            Action::Mark { set, mark, keeper } => self.mark(set, *mark, *keeper),
            Action::Unmark { set, mark } => self.unmark(set, *mark),
            Action::SetCounter { counter, player, to } => {
                let value = self.scene.number(to, None);
                self.count(*counter, *player, |_| value)
            }
            Action::AddToCounter { counter, player, amount } => {
                let amount = self.scene.number(amount, None);
                self.count(*counter, *player, |value| value.saturating_add(amount))
            }
            Action::UndoCaptures => self.undo_captures(),
            Action::Remove { set, banks } => self.remove(set, *banks),
            Action::Finish { ending, worth } => {
                let worth = self.scene.number(worth, None);
                self.finish_game(ending, rule.title, worth)
            }
        }
    }

    /// At most `limit` seeds of `set`, cell by cell in pit order and then the hand, as far as they are there.
    fn portions(&self, set: &Set, limit: Option<&Number>, banks: bool) -> Portions {
        let cells = self.scene.set(set, None);
        Portions {
            cells: if banks { cells } else { cells.without(self.scene.banks()) },
            hand: self.scene.takes_hand(set, None),
            left: limit.map_or(u32::MAX, |limit| self.scene.number(limit, None)),
        }
    }

    fn capture(&mut self, set: &Set, limit: Option<&Number>, receiver: Receiver, banks: bool) -> Flow {
        let mut portions = self.portions(set, limit, banks);
        let mut got = [0; 2];
        for cell in portions.cells {
            let Some(side) = self.receiver(receiver, Some(cell)) else { continue };
            let Some(bank) = self.scene.bank(side).filter(|bank| *bank != cell) else { continue };
            let seeds = portions.take(self.scene.seeds_at(cell));
            if seeds > 0 {
                self.scene.now.cells[cell as usize] -= seeds;
                self.bring(bank, seeds);
                got[side.index()] += u32::from(seeds);
                self.note_capture(Some(cell), seeds, Some(bank), side);
            }
        }
        if portions.hand
            && let Some(side) = self.receiver(receiver, None)
            && let Some(bank) = self.scene.bank(side)
        {
            let seeds = portions.take(self.scene.now.hand);
            if seeds > 0 {
                self.scene.now.hand -= seeds;
                self.bring(bank, seeds);
                got[side.index()] += u32::from(seeds);
                self.note_capture(None, seeds, Some(bank), side);
            }
        }
        self.follow_capture(got)
    }

    fn capture_into_hand(&mut self, set: &Set, limit: Option<&Number>) -> Flow {
        let mut portions = self.portions(set, limit, false);
        let mover = self.scene.mover;
        let mut got = [0; 2];
        for cell in portions.cells {
            let seeds = portions.take(self.scene.seeds_at(cell));
            if seeds > 0 {
                self.scene.now.cells[cell as usize] -= seeds;
                self.scene.now.hand = self.scene.now.hand.saturating_add(seeds);
                got[mover.index()] += u32::from(seeds);
                self.note_capture(Some(cell), seeds, None, mover);
            }
        }
        self.follow_capture(got)
    }

    /// Who gets the seeds of a cell, or of the hand.
    fn receiver(&self, receiver: Receiver, from: Option<Cell>) -> Option<Side> {
        let mover = self.scene.mover;
        match receiver {
            Receiver::Mover => Some(mover),
            Receiver::Opponent => Some(mover.other()),
            Receiver::Captor => Some(self.scene.captor.unwrap_or(mover)),
            Receiver::Owners => Some(from.map_or(mover, |cell| self.scene.engine.rules.board.side(cell))),
            Receiver::Keepers => {
                let cell = from?;
                let keeper = |side: Side| self.scene.now.marks.iter().any(|sets| sets[side.index()].contains(cell));
                Side::BOTH.into_iter().find(|side| keeper(*side))
            }
        }
    }

    /// Counts a capture and tells it.
    fn note_capture(&mut self, from: Option<Cell>, seeds: u16, to: Option<Cell>, by: Side) {
        if self.stage != Stage::Over {
            self.scene.captured[by.index()] += u32::from(seeds);
            self.scene.captured_this_lap += u32::from(seeds);
            if let Some(from) = from {
                self.scene.captured_from.insert(from);
                if let Some(to) = to.filter(|_| self.scene.engine.facts.undoes_captures) {
                    self.taken.push(Taken { from, to, seeds, by });
                }
            }
        }
        self.tell(Event::Captured { from, seeds, to, by });
    }

    /// The `on capture` rules, for each player who got seeds, the mover first.
    fn follow_capture(&mut self, got: [u32; 2]) -> Flow {
        let rules = &self.scene.phase.on_capture;
        if rules.is_empty() || self.stage != Stage::Sowing || self.capturing {
            return Flow::On;
        }
        let mover = self.scene.mover;
        for captor in [mover, mover.other()] {
            if got[captor.index()] == 0 {
                continue;
            }
            self.scene.captor = Some(captor);
            self.capturing = true;
            let (flow, _) = self.run(rules);
            self.capturing = false;
            self.scene.captor = None;
            if matches!(flow, Flow::Finished | Flow::Illegal | Flow::Endless) {
                return flow;
            }
        }
        Flow::On
    }

    fn sow_on(&mut self, kind: LapKind, from: &Set) -> Flow {
        match self.scene.place(from, None) {
            Some(cell) => Flow::Lap(kind, cell),
            // Seeds in the hand have nowhere to go: that move cannot be made.
            None if self.scene.now.hand > 0 => Flow::Illegal,
            None => Flow::Done,
        }
    }

    fn move_seeds(&mut self, amount: Option<&Number>, from: &Place, to: &Place) -> Flow {
        let to = match to {
            Place::Hand => None,
            Place::Cells(set) => match self.scene.set(set, None).first() {
                Some(cell) => Some(cell),
                None => return Flow::On,
            },
        };
        let mut portions = match from {
            Place::Hand => Portions {
                cells: CellSet::EMPTY,
                hand: true,
                left: amount.map_or(u32::MAX, |amount| self.scene.number(amount, None)),
            },
            Place::Cells(set) => self.portions(set, amount, true),
        };
        for cell in portions.cells {
            if to == Some(cell) {
                continue;
            }
            let seeds = portions.take(self.scene.seeds_at(cell));
            if seeds > 0 {
                self.scene.now.cells[cell as usize] -= seeds;
                self.put(to, seeds);
                self.tell(Event::Moved { from: Some(cell), to, seeds });
            }
        }
        if portions.hand && to.is_some() {
            let seeds = portions.take(self.scene.now.hand);
            if seeds > 0 {
                self.scene.now.hand -= seeds;
                self.put(to, seeds);
                self.tell(Event::Moved { from: None, to, seeds });
            }
        }
        Flow::On
    }

    /// Puts seeds into a cell.
    fn bring(&mut self, cell: Cell, seeds: u16) {
        if let Some(held) = self.scene.now.cells.get_mut(cell as usize) {
            *held = held.saturating_add(seeds);
        }
    }

    /// Puts seeds into a cell or the hand.
    fn put(&mut self, to: Option<Cell>, seeds: u16) {
        match to {
            Some(cell) => self.bring(cell, seeds),
            None => self.scene.now.hand = self.scene.now.hand.saturating_add(seeds),
        }
    }

    fn mark(&mut self, set: &Set, mark: MarkId, keeper: Option<Player>) -> Flow {
        let cells = self.scene.set(set, None).intersection(self.scene.engine.facts.pits);
        let keeper = keeper.map(|player| player.side(self.scene.mover));
        let slot = keeper.map_or(2, Side::index);
        let one_each = self.scene.engine.rules.marks.get(mark as usize).is_some_and(|mark| mark.one_each);
        for cell in cells {
            let Some(sets) = self.scene.now.marks.get_mut(mark as usize) else { break };
            if one_each {
                sets[slot] = CellSet::EMPTY;
            }
            for (other, set) in sets.iter_mut().enumerate() {
                // A pit bears a mark once: the latest keeper has it.
                if other == slot { set.insert(cell) } else { set.remove(cell) }
            }
            self.tell(Event::Marked { cell, mark, keeper });
        }
        Flow::On
    }

    fn unmark(&mut self, set: &Set, mark: MarkId) -> Flow {
        for cell in self.scene.set(set, None) {
            let Some(sets) = self.scene.now.marks.get_mut(mark as usize) else { break };
            if sets.iter().any(|set| set.contains(cell)) {
                sets.iter_mut().for_each(|set| set.remove(cell));
                self.tell(Event::Unmarked { cell, mark });
            }
        }
        Flow::On
    }

    fn count(&mut self, counter: CounterId, player: Player, change: impl Fn(u32) -> u32) -> Flow {
        let side = player.side(self.scene.mover);
        let each = self.scene.engine.rules.counters.get(counter as usize).is_some_and(|counter| counter.each);
        let slot = if each { side.index() } else { 0 };
        if let Some(values) = self.scene.now.counters.get_mut(counter as usize) {
            values[slot] = change(values[slot]);
            let value = values[slot];
            self.tell(Event::Counted { counter, side, value });
        }
        Flow::On
    }

    fn undo_captures(&mut self) -> Flow {
        while let Some(Taken { from, to, seeds, by }) = self.taken.pop() {
            // A bank that has lost seeds since gives back what it has.
            let seeds = seeds.min(self.scene.seeds_at(to));
            self.scene.now.cells[to as usize] -= seeds;
            self.bring(from, seeds);
            let all = u32::from(seeds);
            self.scene.captured[by.index()] = self.scene.captured[by.index()].saturating_sub(all);
            self.scene.captured_this_lap = self.scene.captured_this_lap.saturating_sub(all);
            self.scene.captured_from.remove(from);
            self.tell(Event::Returned { from: to, to: from, seeds });
        }
        Flow::On
    }

    fn remove(&mut self, set: &Set, banks: bool) -> Flow {
        let mut portions = self.portions(set, None, banks);
        for cell in portions.cells {
            let seeds = portions.take(self.scene.seeds_at(cell));
            if seeds > 0 {
                self.scene.now.cells[cell as usize] -= seeds;
                self.scene.now.removed += u32::from(seeds);
                self.tell(Event::Removed { from: Some(cell), seeds });
            }
        }
        if portions.hand && self.scene.now.hand > 0 {
            let seeds = std::mem::take(&mut self.scene.now.hand);
            self.scene.now.removed += u32::from(seeds);
            self.tell(Event::Removed { from: None, seeds });
        }
        Flow::On
    }

    /// Ends the game.
    pub fn finish_game(&mut self, ending: &Ending, title: Option<TitleId>, worth: u32) -> Flow {
        let score = self.scene.score();
        let richer = match score[0].cmp(&score[1]) {
            std::cmp::Ordering::Greater => Winner::South,
            std::cmp::Ordering::Less => Winner::North,
            std::cmp::Ordering::Equal => Winner::Draw,
        };
        let winner = match ending {
            Ending::Win(player) => player.side(self.scene.mover).into(),
            Ending::Draw => Winner::Draw,
            Ending::Void => Winner::Void,
            Ending::MostSeeds => richer,
            Ending::FewestSeeds => match richer {
                Winner::South => Winner::North,
                Winner::North => Winner::South,
                other => other,
            },
        };
        let outcome = Outcome { winner, title, worth, score };
        self.outcome = Some(outcome);
        self.scene.now.over = true;
        self.tell(Event::Over(outcome));
        Flow::Finished
    }
}

/// Seeds that an action takes: from these cells, perhaps from the hand, so many at most.
struct Portions {
    cells: CellSet,
    hand: bool,
    left: u32,
}

impl Portions {
    /// How many of these seeds are taken.
    fn take(&mut self, seeds: u16) -> u16 {
        let taken = u32::from(seeds).min(self.left);
        self.left -= taken;
        taken as u16
    }
}
