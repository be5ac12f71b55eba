//! The quick path: a whole move in a few dozen instructions where nothing out of the ordinary happens.
//!
//! It works on copies and gives up, having changed nothing, as soon as it meets something that it does not know: a rule
//! that ends the game, a decision, a handful without a table. The run of [`super::course`] then makes the move from its
//! beginning. So it decides nothing by itself: what it does is what the run would have done.

use crate::engine::{Move, Played, Tally};
use crate::rules::{Direction, LapKind, Receiver, RuleId};

use super::Compiled;
use super::code::{ActCode, NumberCode, PatternCode, RuleCode, SetCode, TestCode};
use super::lanes::Lanes;
use super::laps::{Lap, LapTable, LapTables};
use super::layout::{NONE, bit, first};
use super::lean::{Lean, early, knows, knows_set};
use super::program::{Listing, RELAY, SideCode};
use super::run::{Notes, Now};
use super::state::{Live, Standing};
use super::way::{Way, WayRule};

/// Laps that the quick path makes at most.
const LAPS: u32 = 120;

/// What the quick path needs of a phase for one mover.
#[derive(Debug)]
pub struct Quick<B> {
    /// How many seeds stay in a pit that holds more than that; elsewhere all are lifted.
    pub keep: u32,
    /// By list of the landing dispatch.
    pub landings: Box<[Box<[QuickRule<B>]>]>,
    /// An `on capture` rule can fit only while fewer seeds than this are in play.
    pub in_play: u32,
    /// If one of these holds after the laps, `after move` does something.
    pub after: Box<[TestCode<B>]>,
    /// If one of these holds, the game or the phase ends.
    pub end: Box<[TestCode<B>]>,
    /// Whether one of them asks who is stuck.
    pub asks_stuck: bool,
    pub laps: u32,
    /// Whether a player can choose between directions.
    pub ways: bool,
    /// Whether a move is legal as soon as the promise of its only lap is kept.
    pub lap_decides: bool,
}

/// A landing rule.
#[derive(Debug)]
pub struct QuickRule<B> {
    pub id: RuleId,
    pub when: TestCode<B>,
    pub act: QuickAct<B>,
}

/// What a landing rule does.
#[derive(Debug)]
pub enum QuickAct<B> {
    Again,
    Stop,
    Relay,
    /// Captures fixed cells for one side's store.
    Cells {
        mask: B,
        side: usize,
        store: u8,
    },
    /// Captures a set for the mover.
    Set(SetCode<B>),
    /// Captures fixed cells into the hand and sows on from here, or from where the lap began.
    Resow {
        mask: B,
        from_here: bool,
    },
    /// Something else.
    GiveUp,
}

/// Works out the quick path of a phase; none where its moves are never ordinary.
pub fn quick<B: Lanes>(code: &SideCode<B>, mover: usize, sure: bool, wanders: bool) -> Option<Quick<B>> {
    let [line] = &*code.plays else { return None };
    if line.instead.is_some() || line.id != 0 || !code.before_sowing.rules.is_empty() || (code.relays && wanders) {
        return None;
    }
    let ways = code.one_way.is_none();
    let promises = || code.offers.iter().filter_map(|offer| offer.only_if.as_ref());
    if ways && !(code.offers.iter().all(|offer| knows(&offer.when)) && promises().all(knows) && code.lifts.is_empty()) {
        return None;
    }
    let stuck = |test: &TestCode<B>| asks_stuck(test, 0) || asks_stuck(test, 1);
    if promises().any(stuck) || code.offers.iter().any(|offer| stuck(&offer.when)) {
        return None;
    }
    let keep = match &*code.lifts {
        [] => 0,
        // `lift all but 1 when origin holds 2+`
        [line] => match (&line.keep, &line.when) {
            (NumberCode::Fixed(keep), TestCode::Holds(_, SetCode::Origin, pattern))
                if *pattern == PatternCode::Range(keep + 1, u32::MAX) =>
            {
                *keep
            }
            _ => return None,
        },
        _ => return None,
    };
    if keep > 1 {
        return None;
    }
    let in_play = match (&code.way, code.on_capture.rules.is_empty()) {
        (Way::Walk, _) => return None,
        (_, true) => 0,
        (Way::Masks { in_play, .. }, _) => *in_play,
        (Way::Quiet, false) => return None,
    };
    let all = |rules: &[RuleCode<B>]| -> Option<Box<[TestCode<B>]>> {
        rules.iter().map(|rule| knows(&rule.when).then(|| rule.when.clone())).collect()
    };
    let mut end = all(&code.end.rules)?.into_vec();
    if let Some(until) = &code.until {
        if !knows(until) {
            return None;
        }
        end.push(until.clone());
    }
    // Who moves next is looked at anyway; nobody else is.
    if end.iter().any(|test| asks_stuck(test, mover)) {
        return None;
    }
    Some(Quick {
        keep,
        landings: code.landing.lists.iter().map(|list| list.rules.iter().map(quick_rule).collect()).collect(),
        in_play,
        after: all(&code.after_move.rules)?,
        asks_stuck: end.iter().any(|test| asks_stuck(test, 1 - mover)),
        end: end.into(),
        laps: LAPS.min(code.laps),
        lap_decides: ways
            && sure
            && !code.relays
            && code.requires.is_empty()
            && code.on_the_way.rules.is_empty()
            && code.on_capture.rules.is_empty()
            && promises().all(early)
            && code.offers.len() == 2
            && code.offers[0].direction != code.offers[1].direction
            && code.tables.iter().all(|tables| matches!(tables, LapTables::Fixed(_))),
        ways,
    })
}

/// Whether a test asks if this side is stuck.
fn asks_stuck<B>(test: &TestCode<B>, side: usize) -> bool {
    match test {
        TestCode::Stuck(asked) => *asked == side,
        TestCode::And(tests) | TestCode::Or(tests) => tests.iter().any(|test| asks_stuck(test, side)),
        TestCode::Not(test) => asks_stuck(test, side),
        _ => false,
    }
}

fn quick_rule<B: Lanes>(rule: &RuleCode<B>) -> QuickRule<B> {
    let give_up = QuickRule { id: rule.id, when: rule.when.clone(), act: QuickAct::GiveUp };
    if !knows(&rule.when) || [0, 1].into_iter().any(|side| asks_stuck(&rule.when, side)) {
        return QuickRule { when: TestCode::Constant(true), ..give_up };
    }
    if rule.may || rule.then_continue || rule.only_if.is_some() {
        return give_up;
    }
    let act = match &*rule.acts {
        [ActCode::Again] => QuickAct::Again,
        [ActCode::Stop] => QuickAct::Stop,
        [ActCode::Relay(SetCode::Cells(cells))] if cells.count_ones() == 1 => QuickAct::Relay,
        [ActCode::CaptureCells { mask, side, store, .. }] => {
            QuickAct::Cells { mask: *mask, side: *side, store: *store }
        }
        [ActCode::Capture { set, limit: None, receiver: Receiver::Mover, banks: false }]
            if knows_set(set) && *set != SetCode::Everything =>
        {
            QuickAct::Set(set.clone())
        }
        [ActCode::CaptureIntoHand { set: SetCode::Cells(cells), limit: None }, ActCode::SowFrom(from)] => {
            let from_here = match from {
                SetCode::Cells(here) if here.count_ones() == 1 => true,
                SetCode::LapOrigin => false,
                _ => return give_up,
            };
            QuickAct::Resow { mask: B::spread(*cells), from_here }
        }
        _ => return give_up,
    };
    QuickRule { act, ..give_up }
}

/// What a quick move came to so far.
#[derive(Clone, Copy)]
pub(super) struct Made<B> {
    pub board: B,
    pub laps: u32,
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
}

/// How a quick move goes on after a lap.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    Lap,
    Over,
}

/// Whether one of the usual tests holds; none for the others.
#[inline(always)]
fn simple<B: Lanes>(test: &TestCode<B>, board: B, quiet: u32, repetition: u32) -> Option<bool> {
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

/// Neighbours up to the first that does not fit.
#[inline(always)]
fn chain<B: Lanes>(order: &[u8], least: u32, most: u32, board: B) -> u32 {
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

/// A row of moves by one player that comes near the limit is left to the run.
const STREAK: u32 = 900;

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
        let mover = usize::from(now.mover) & 1;
        let banks = self.banks_of(&now.notes);
        {
            let (start, hand) = (made.start, made.hand);
            made.laps += 1;
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
            let here = lap.last;
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
            // A loop, not a closure: that would keep what was made in memory.
            let mut found = None;
            for rule in rules.iter() {
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
                QuickAct::Relay if banks & bit(here) == 0 => {
                    tally.rule(rule.id);
                    (made.start, made.hand, made.kind) = (here, seeds, LapKind::Relay);
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
                        set => self.lean(made, now, banks).set(set),
                    } & !banks;
                    (made.board.and(B::spread(cells)), mover, bank)
                }
                QuickAct::Resow { mask, from_here } if code.on_capture.rules.is_empty() => {
                    // What lies in a bank stays there.
                    let taken = made.board.and(*mask).without(B::spread(banks));
                    let seeds = taken.sum();
                    if seeds == 0 {
                        return None;
                    }
                    tally.rule(rule.id);
                    made.captured[mover] += seeds;
                    made.captured_from |= taken.filled();
                    if *from_here {
                        made.start = here;
                    }
                    made.hand = seeds;
                    // The table takes the handful out of the start, where it does not lie.
                    made.board = made.board.minus(taken).plus(B::only(made.start, seeds));
                    made.kind = LapKind::Resown;
                    return Some(Next::Lap);
                }
                QuickAct::Relay | QuickAct::Resow { .. } | QuickAct::GiveUp => return None,
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
        let mut passed = lap.reached & !bit(lap.last);
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
    pub(super) fn banks_of(&self, notes: &N) -> u32 {
        if !N::KEPT {
            return self.program.stores;
        }
        let marks = self.program.bank_marks.iter().map(|mark| notes.marked(*mark, 1) | notes.marked(*mark, 2));
        marks.fold(self.program.stores, |banks, cells| banks | cells)
    }

    /// Where captures of a side go, or [`NONE`].
    #[inline(always)]
    fn bank_of(&self, notes: &N, side: usize) -> u8 {
        match self.program.layout.stores[side & 1] {
            NONE if N::KEPT => {
                let marks = self.program.bank_marks.iter().map(|mark| notes.marked(*mark, 1 << side));
                first(marks.fold(0, |pits, cells| pits | cells))
            }
            store => store,
        }
    }

    /// What tests can look at in the middle of a move.
    ///
    /// It takes a copy, so that what was made stays in registers where nothing unusual is asked.
    #[inline(always)]
    pub(super) fn lean<'a>(&'a self, made: &Made<B>, now: &'a Now<B, N>, banks: u32) -> Lean<'a, B, N> {
        let copy = *made;
        self.lean_of(&copy, now, banks)
    }

    #[inline(never)]
    fn lean_of<'a>(&'a self, made: &Made<B>, now: &'a Now<B, N>, banks: u32) -> Lean<'a, B, N> {
        let mut moves = now.moves;
        let mover = usize::from(now.mover) & 1;
        moves[mover] = moves[mover].saturating_add(1);
        Lean {
            board: made.board,
            notes: &now.notes,
            in_play: self.program.layout.pits & !banks,
            lifted: made.hand,
            origin: made.origin,
            lap_origin: made.start,
            direction: made.direction,
            direction_before: made.direction_before,
            kind: made.kind,
            columns: &self.program.layout.columns,
            reached: made.reached,
            captured: made.captured,
            this_lap: made.captured[0] + made.captured[1] - made.before,
            captured_from: made.captured_from,
            moves,
            capturing: now.capturing,
            quiet: now.quiet,
            repetition: 0,
            stuck: [false; 2],
        }
    }

    /// Plays a move that the mask lists; none, and nothing done, where it is out of the ordinary.
    #[inline(always)]
    pub(super) fn quick_turn<T: Tally>(
        &self,
        code: &SideCode<B>,
        live: &mut Live<B, N>,
        choice: Move,
        tally: &mut T,
    ) -> Option<Played> {
        let quick = code.quick.as_ref()?;
        if quick.ways {
            return self.chosen_turn(code, quick, live, choice, tally);
        }
        let made = self.quick_laps(code, quick, &live.now, choice.pit, tally)?;
        self.settled(quick, live, made)
    }

    /// Plays a move with a choice of directions, as [`Self::quick_turn`] does.
    #[inline(never)]
    fn chosen_turn<T: Tally>(
        &self,
        code: &SideCode<B>,
        quick: &Quick<B>,
        live: &mut Live<B, N>,
        choice: Move,
        tally: &mut T,
    ) -> Option<Played> {
        let made = self.chosen(code, quick, &live.now, choice, tally)?;
        self.settled(quick, live, made)
    }

    /// Ends a move that was made: none, and nothing done, where that is out of the ordinary.
    #[inline(always)]
    fn settled(&self, quick: &Quick<B>, live: &mut Live<B, N>, made: Made<B>) -> Option<Played> {
        let now = &live.now;
        let mover = usize::from(now.mover) & 1;
        let next = if made.again { mover } else { 1 - mover };
        let banks = self.banks_of(&now.notes);
        for test in &quick.after {
            let holds = match simple(test, made.board, now.quiet, 0) {
                Some(holds) => holds,
                None => self.lean(&made, now, banks).holds(test),
            };
            if holds {
                return None;
            }
        }
        let mask = if N::KEPT && !self.program.bank_marks.is_empty() { B::spread(banks) } else { self.store_mask };
        let changed = made.board.and(mask) != now.board.and(mask);
        let got = made.captured[0] | made.captured[1] != 0;
        let quiet = if got || changed { 0 } else { now.quiet.saturating_add(1) };
        let streak = if made.again { now.streak + 1 } else { 0 };
        if streak >= STREAK {
            return None;
        }
        let capturing =
            [now.capturing[0] + u32::from(made.captured[0] > 0), now.capturing[1] + u32::from(made.captured[1] > 0)];
        let standing = match self.program.counts_repetition {
            true => Some(Standing { board: made.board, notes: now.notes, next: next as u8, phase: now.phase }),
            false => None,
        };
        let mut repetition = 1;
        if let Some(standing) = &standing
            && !(changed && self.banks_grow)
        {
            repetition += live.history.count(standing);
        }
        // An end that asks whether the next player is stuck is told no: that one moves on below, or nothing was done.
        if quick.asks_stuck && made.again {
            return None;
        }
        for test in &quick.end {
            let holds = match simple(test, made.board, quiet, repetition) {
                Some(holds) => holds,
                None => Lean { quiet, repetition, capturing, ..self.lean(&made, now, banks) }.holds(test),
            };
            if holds {
                return None;
            }
        }
        let coming = self.code(now.phase, next as u8);
        let legal = match &coming.at_sight {
            Some(sight) if !coming.requires.iter().any(|require| require.in_force(made.board)) => {
                self.sighted(sight, made.board, &now.notes)
            }
            _ => {
                let mut then = Now { board: made.board, capturing, quiet, streak, mover: next as u8, ..*now };
                then.moves[mover] = then.moves[mover].saturating_add(1);
                self.mask(&then, next as u8, true)
            }
        };
        if legal == 0 {
            return None;
        }
        if let Some(standing) = standing {
            if changed && self.banks_grow {
                live.history.clear();
            }
            live.history.push(standing);
        }
        let coming_listed = !coming.listing.is_mask();
        let now = &mut live.now;
        now.board = made.board;
        now.moves[mover] = now.moves[mover].saturating_add(1);
        now.capturing = capturing;
        now.quiet = quiet;
        now.streak = streak;
        now.mover = next as u8;
        live.legal = if coming_listed { 0 } else { legal };
        live.listed = coming_listed;
        Some(Played { captured: made.captured, laps: made.laps })
    }

    /// Whether a move from a pit surely may be made, where no `require` is in force.
    #[inline(always)]
    pub(super) fn quick_try(&self, code: &SideCode<B>, now: &Now<B, N>, pit: u8) -> bool {
        let Some(quick) = &code.quick else { return false };
        !quick.ways && quick.after.is_empty() && self.quick_laps(code, quick, now, pit, &mut ()).is_some()
    }
}

impl Listing {
    /// Whether a move is its pit.
    #[inline(always)]
    pub fn is_mask(self) -> bool {
        self != Listing::Decisions
    }
}
