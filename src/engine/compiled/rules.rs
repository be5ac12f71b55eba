//! Lowers the rules of a moment, and the landing rules to a dispatch on the pit and its seeds.

use crate::rules::{Action, Ending, Moment, Place, Player, Receiver, Rule, Side};

use super::code::{ActCode, EndingCode, PlaceCode, RuleCode, RuleList, SetCode, TestCode};
use super::fold::{Folder, Known};
use super::lanes::Lanes;
use super::layout::bit;
use super::program::{Dispatch, RELAY};
use super::reads::Reads;

/// Lowers moments.
pub struct Moments<'a> {
    pub folder: &'a Folder<'a>,
    pub stores: u32,
    pub mark_banks: bool,
}

impl Moments<'_> {
    /// The rules of a moment that can hold with what is known.
    pub fn list<B: Lanes>(&self, rules: &[Rule], moment: Moment, known: &Known) -> RuleList<B> {
        let mut known = *known;
        let mut lowered = Vec::new();
        for rule in rules {
            let repeats = rule.actions.iter().any(|action| matches!(action, Action::RepeatFrom(_)));
            // Tried again, the rule finds another `here`.
            let seen = if repeats { Known { here: None, ..known.stale() } } else { known };
            let code: RuleCode<B> = self.rule(rule, &seen);
            if code.when.is(false) {
                continue;
            }
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

    fn rule<B: Lanes>(&self, rule: &Rule, known: &Known) -> RuleCode<B> {
        let mut acts = Vec::with_capacity(rule.actions.len());
        let mut seen = *known;
        for action in &rule.actions {
            acts.push(self.act(action, &seen));
            seen = seen.stale();
        }
        RuleCode {
            id: rule.id,
            may: rule.may,
            when: self.folder.test(&rule.when, known),
            acts: acts.into(),
            then_continue: rule.then_continue,
            only_if: rule.only_if.as_ref().map(|test| self.folder.test(test, &known.stale())),
            title: rule.title,
        }
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

    fn counter_side(&self, counter: u8, side: usize) -> usize {
        let each = self.folder.rules.counters.get(usize::from(counter)).is_some_and(|counter| counter.each);
        if each { side } else { 0 }
    }

    fn capture<B: Lanes>(
        &self,
        set: SetCode<B>,
        limit: Option<super::code::NumberCode<B>>,
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
    let mut codes = vec![0; cells * counts as usize];
    for here in 0..cells as u8 {
        let known = Known { here: Some(here), fresh: true, hand: Some(0), ..*in_lap };
        if moments.list::<B>(rules, Moment::Landing, &known).rules.is_empty() {
            continue;
        }
        // What no number of seeds makes true here need not be looked at with each.
        let open = |rule: &&Rule| continues || !moments.rule::<B>(rule, &known).when.is(false);
        let rules: Vec<Rule> = rules.iter().filter(open).cloned().collect();
        let first = lists.len();
        // No seed lies where one has just fallen: the column of 0 is never asked for.
        for seeds in 1..counts {
            let most = if seeds + 1 == counts { u32::MAX } else { seeds };
            let list = moments.list(&rules, Moment::Landing, &Known { count: Some((seeds, most)), ..known });
            let code = if list.rules.is_empty() {
                0
            } else if let Some(same) = lists[first..].iter().position(|other| *other == list) {
                first + same
            } else {
                lists.push(list);
                lists.len() - 1
            };
            let relay = lists.get(code).is_some_and(|list| is_relay(list, here));
            codes[usize::from(here) * counts as usize + seeds as usize] = code as u16 | if relay { RELAY } else { 0 };
        }
    }
    Dispatch { counts, codes: codes.into(), lists: lists.into() }
}

/// Whether the list lifts the landing pit and does nothing else.
fn is_relay<B: Lanes>(list: &RuleList<B>, here: u8) -> bool {
    let [RuleCode { may: false, when: TestCode::Constant(true), acts, only_if: None, .. }] = &*list.rules else {
        return false;
    };
    matches!(&**acts, [ActCode::Relay(SetCode::Cells(cells))] if *cells == bit(here))
}
