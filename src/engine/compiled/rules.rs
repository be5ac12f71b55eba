//! Lowers the rules of a moment, and the landing rules to a dispatch on the pit and its seeds.

use crate::rules::{Action, Ending, Moment, Place, Player, Receiver, Rule, Side};

use super::code::{ActCode, EndingCode, NumberCode, PatternCode, PlaceCode, RuleCode, RuleList, SetCode, TestCode};
use super::fold::{Folder, Known, settled};
use super::lanes::Lanes;
use super::layout::bit;
use super::program::{COLUMNS, Dispatch, RELAY};
use super::reads::Reads;

/// Lowers moments.
pub struct Moments<'a> {
    pub folder: &'a Folder<'a>,
    pub stores: u32,
    pub mark_banks: bool,
}

impl Moments<'_> {
    /// The rules of a moment that can hold with what is known.
    pub fn list<'r, B: Lanes>(
        &self,
        rules: impl IntoIterator<Item = &'r Rule>,
        moment: Moment,
        known: &Known,
    ) -> RuleList<B> {
        let mut known = *known;
        let mut lowered = Vec::new();
        for rule in rules {
            let repeats = rule.actions.iter().any(|action| matches!(action, Action::RepeatFrom(_)));
            // Tried again, the rule finds another `here`.
            let seen = if repeats { Known { here: None, ..known.stale() } } else { known };
            let Some(code): Option<RuleCode<B>> = self.rule(rule, &seen) else { continue };
            let last = code.when.is(true) && !code.may && !code.then_continue;
            let continues = code.then_continue;
            lowered.push(code);
            if last {
                break;
            }
            if continues {
                known = if repeats { Known { here: None, ..known.stale() } } else { known.stale() };
            }
        }
        RuleList { moment, rules: lowered.into() }
    }

    /// A rule; none where it cannot hold.
    fn rule<B: Lanes>(&self, rule: &Rule, known: &Known) -> Option<RuleCode<B>> {
        let when = self.folder.test(&rule.when, known);
        if when.is(false) {
            return None;
        }
        let mut acts = Vec::with_capacity(rule.actions.len());
        let mut seen = *known;
        for action in &rule.actions {
            acts.push(self.act(action, &seen));
            seen = seen.stale();
        }
        if let Some(first) = acts.first_mut() {
            // Nothing has changed since the rule was found to fit.
            let mut seeds = Vec::new();
            seeds_told(&when, &mut seeds);
            seeds.extend(known.here.zip(known.count).map(|(here, (least, most))| (here, least, most)));
            self.settle(first, &seeds, known.mover);
        }
        Some(RuleCode {
            id: rule.id,
            may: rule.may,
            when,
            acts: acts.into(),
            then_continue: rule.then_continue,
            only_if: rule.only_if.as_ref().map(|test| self.folder.test(test, &known.stale())),
            title: rule.title,
        })
    }

    fn act<B: Lanes>(&self, action: &Action, known: &Known) -> ActCode<B> {
        let folder = self.folder;
        let side = |player: &Player| player.side(known.mover).index();
        let place = |place: &Place| match place {
            Place::Cells(set) => PlaceCode::Cells(folder.set(set, known)),
            Place::Hand => PlaceCode::Hand,
        };
        match action {
            Action::Capture { set, limit, receiver, banks } => {
                let set = folder.set(set, known);
                let limit = limit.as_ref().map(|limit| folder.number(limit, known));
                self.capture(set, limit, *receiver, *banks, known.mover)
            }
            Action::CaptureIntoHand { set, limit } => ActCode::CaptureIntoHand {
                set: folder.set(set, known),
                limit: limit.as_ref().map(|limit| folder.number(limit, known)),
            },
            Action::Relay(set) => ActCode::Relay(folder.set(set, known)),
            Action::SowFrom(set) => ActCode::SowFrom(folder.set(set, known)),
            Action::Again => ActCode::Again,
            Action::Stop => ActCode::Stop,
            Action::Pass => ActCode::Pass,
            Action::Reverse => ActCode::Reverse,
            Action::Illegal => ActCode::Illegal,
            Action::RepeatFrom(set) => ActCode::RepeatFrom(folder.set(set, known)),
            Action::Move { amount, from, to } => ActCode::Move {
                amount: amount.as_ref().map(|amount| folder.number(amount, known)),
                from: place(from),
                to: place(to),
            },
            Action::Mark { set, mark, keeper } => {
                ActCode::Mark { set: folder.set(set, known), mark: *mark, slot: keeper.as_ref().map_or(2, &side) }
            }
            Action::Unmark { set, mark } => ActCode::Unmark { set: folder.set(set, known), mark: *mark },
            Action::SetCounter { counter, player, to } => ActCode::SetCounter {
                counter: *counter,
                side: self.counter_side(*counter, side(player)),
                to: folder.number(to, known),
            },
            Action::AddToCounter { counter, player, amount } => ActCode::AddToCounter {
                counter: *counter,
                side: self.counter_side(*counter, side(player)),
                amount: folder.number(amount, known),
            },
            Action::UndoCaptures => ActCode::UndoCaptures,
            Action::Remove { set, banks } => ActCode::Remove { set: folder.set(set, known), banks: *banks },
            Action::Finish { ending, worth } => ActCode::Finish {
                ending: match ending {
                    Ending::Win(player) => EndingCode::Win(side(player)),
                    Ending::Draw => EndingCode::Draw,
                    Ending::Void => EndingCode::Void,
                    Ending::MostSeeds => EndingCode::MostSeeds,
                    Ending::FewestSeeds => EndingCode::FewestSeeds,
                },
                worth: folder.number(worth, known),
            },
        }
    }

    /// Folds the set of a capture once more, with what is known of some cells' seeds.
    fn settle<B: Lanes>(&self, act: &mut ActCode<B>, seeds: &[(u8, u32, u32)], mover: Side) {
        match act {
            ActCode::Capture { set, limit, receiver, banks } if !seeds.is_empty() => {
                let set = settled(set.clone(), seeds);
                *act = self.capture(set, limit.take(), *receiver, *banks, mover);
            }
            ActCode::CaptureIntoHand { set, .. } => *set = settled(set.clone(), seeds),
            _ => {}
        }
    }

    fn counter_side(&self, counter: u8, side: usize) -> usize {
        let each = self.folder.rules.counters.get(usize::from(counter)).is_some_and(|counter| counter.each);
        if each { side } else { 0 }
    }

    fn capture<B: Lanes>(
        &self,
        set: SetCode<B>,
        limit: Option<NumberCode<B>>,
        receiver: Receiver,
        banks: bool,
        mover: Side,
    ) -> ActCode<B> {
        let side = match (receiver, &set, self.folder.layout.kept) {
            (Receiver::Mover, ..) => Some(mover.index()),
            (Receiver::Opponent, ..) => Some(mover.other().index()),
            (Receiver::Keepers, SetCode::Cells(cells @ 1..), Some(kept)) => {
                kept.iter().position(|marked| cells & !marked == 0)
            }
            _ => None,
        };
        if let (SetCode::Cells(cells), Some(side), None, false, false) = (&set, side, &limit, banks, self.mark_banks) {
            let store = self.folder.layout.stores[side];
            if bit(store) != 0 {
                let cells = cells & !self.stores;
                return ActCode::CaptureCells { cells, mask: B::spread(cells), side, store };
            }
        }
        ActCode::Capture { set, limit, receiver, banks }
    }
}

/// Lowers the landing rules for every pit and number of seeds that makes a difference.
pub fn dispatch<B: Lanes>(moments: &Moments<'_>, rules: &[Rule], in_lap: &Known, cells: usize) -> Dispatch<B> {
    let mut reads = Reads::default();
    reads.rules(rules);
    let counts = (reads.literal.min(60) + 3).max(if reads.fine { 24 } else { 0 });
    let continues = rules.iter().any(|rule| rule.then_continue);
    let mut lists: Vec<RuleList<B>> = vec![super::lower::no_rules(Moment::Landing)];
    let mut codes = vec![[0; COLUMNS]; cells];
    for here in 0..cells as u8 {
        let known = Known { here: Some(here), fresh: true, hand: Some(0), ..*in_lap };
        let first = lists.len();
        // Stretches of numbers of seeds, cut in two and then into single numbers where their rules look at the number. No seed
        // lies where one has just fallen: the column of 0 is never asked for.
        let mut stretches = vec![(1, counts - 1, 2, rules.iter().collect::<Vec<_>>())];
        while let Some((low, high, cuts, mut rules)) = stretches.pop() {
            let most = if high + 1 == counts { u32::MAX } else { high };
            let known = Known { count: Some((low, most)), ..known };
            let list = moments.list(rules.iter().copied(), Moment::Landing, &known);
            if low < high && !overlooks(&list, here) {
                // What cannot hold for a whole stretch need not be looked at with its parts.
                rules.retain(|rule| continues || list.rules.iter().any(|left| left.id == rule.id));
                if cuts == 0 {
                    stretches.extend((low..=high).rev().map(|seeds| (seeds, seeds, 0, rules.clone())));
                } else {
                    let middle = low + (high - low) / 2;
                    stretches.extend([(middle + 1, high, cuts - 1, rules.clone()), (low, middle, cuts - 1, rules)]);
                }
                continue;
            }
            let code = if list.rules.is_empty() {
                0
            } else if let Some(same) = lists[first..].iter().position(|other| *other == list) {
                first + same
            } else {
                lists.push(list);
                lists.len() - 1
            };
            let relay = lists.get(code).is_some_and(|list| is_relay(list, here));
            let entry = code as u16 | if relay { RELAY } else { 0 };
            let last = if high + 1 == counts { COLUMNS - 1 } else { high as usize };
            codes[usize::from(here)][low as usize..=last].fill(entry);
        }
    }
    Dispatch { counts, codes: codes.into(), lists: lists.into() }
}

/// The cells of which a test that holds tells the seeds, with the least and the most.
fn seeds_told<B: Lanes>(test: &TestCode<B>, told: &mut Vec<(u8, u32, u32)>) {
    match test {
        TestCode::Cell { cell, least, most } => told.push((*cell, *least, *most)),
        TestCode::And(tests) => tests.iter().for_each(|test| seeds_told(test, told)),
        _ => {}
    }
}

/// Whether a list surely does the same whatever lies in a cell.
fn overlooks<B: Lanes>(list: &RuleList<B>, here: u8) -> bool {
    let acts = |act: &ActCode<B>| {
        matches!(
            act,
            ActCode::Again
                | ActCode::Stop
                | ActCode::Relay(SetCode::Cells(_))
                | ActCode::SowFrom(SetCode::Cells(_) | SetCode::LapOrigin)
                | ActCode::CaptureCells { .. }
                | ActCode::CaptureIntoHand { set: SetCode::Cells(_), limit: None }
        )
    };
    list.rules.iter().all(|rule| {
        tests_overlook(&rule.when, here)
            && rule.only_if.as_ref().is_none_or(|test| tests_overlook(test, here))
            && rule.acts.iter().all(acts)
    })
}

/// Whether a test surely comes to the same whatever lies in a cell.
fn tests_overlook<B: Lanes>(test: &TestCode<B>, here: u8) -> bool {
    let apart = |mask: &B| mask.and(B::spread(bit(here))).is_zero();
    match test {
        TestCode::Constant(_) | TestCode::DirectionIs(_) | TestCode::DirectionWas(_) | TestCode::LapIs(_) => true,
        TestCode::Empty(mask) | TestCode::Filled(mask) | TestCode::Sum { mask, .. } => apart(mask),
        TestCode::EitherEmpty(a, b) => apart(a) && apart(b),
        TestCode::Cell { cell, .. } => *cell != here,
        TestCode::Is(NumberCode::Moves(_) | NumberCode::Fixed(_), PatternCode::Range(..)) => true,
        TestCode::And(tests) | TestCode::Or(tests) => tests.iter().all(|test| tests_overlook(test, here)),
        TestCode::Not(test) => tests_overlook(test, here),
        _ => false,
    }
}

/// Whether the list lifts the landing pit and does nothing else.
fn is_relay<B: Lanes>(list: &RuleList<B>, here: u8) -> bool {
    let [RuleCode { may: false, when: TestCode::Constant(true), acts, only_if: None, .. }] = &*list.rules else {
        return false;
    };
    matches!(&**acts, [ActCode::Relay(SetCode::Cells(cells))] if *cells == bit(here))
}
