//! Legal moves: a mask where nothing can forbid them, else found by trying them on copies.

use crate::engine::reference::{SEEDS_A_LIST, TRIES_A_PIT};
use crate::engine::{Move, Moves, Tally};
use crate::rules::PlayId;

use super::Compiled;
use super::code::TestCode;
use super::fold::cells_of;
use super::lanes::Lanes;
use super::layout::{NONE, bit};
use super::program::{Listing, PlayCode};
use super::run::{Course, Notes, Now, Script};

impl Listing {
    /// Whether a move is its pit.
    #[inline(always)]
    pub fn is_mask(self) -> bool {
        self != Listing::Decisions
    }
}

/// Legal moves: pits that are their only move, or a list.
#[derive(Clone, Debug)]
pub struct Choices {
    pub(super) pits: u32,
    pub(super) list: Vec<Move>,
}

impl Choices {
    /// Each pit a move.
    #[inline(always)]
    pub(super) fn pits(pits: u32) -> Self {
        Choices { pits, list: Vec::new() }
    }
}

impl Moves for Choices {
    #[inline]
    fn len(&self) -> usize {
        if self.pits != 0 { self.pits.count_ones() as usize } else { self.list.len() }
    }

    #[inline]
    fn get(&self, index: usize) -> Move {
        if self.pits == 0 {
            return self.list[index];
        }
        let mut left = self.pits;
        for _ in 0..index {
            left &= left.wrapping_sub(1);
        }
        Move::plain(left.trailing_zeros() as u8)
    }

    fn is_empty(&self) -> bool {
        self.pits == 0 && self.list.is_empty()
    }
}

/// How a search through the legal moves ends.
enum Search {
    /// All tries were made.
    Whole,
    /// Told to stop.
    Stopped,
    /// So many seeds were sown that the reference engine may have left tries out.
    TooLong,
}

impl<B: Lanes, N: Notes> Compiled<B, N> {
    /// Where a move is its pit, the legal ones; else 0 exactly if there is none.
    #[inline]
    pub(super) fn mask(&self, now: &Now<B, N>, mover: u8) -> u32 {
        let code = self.code(now.phase, mover);
        if code.listing == Listing::AtSight
            && let Some((cells, least)) = code.plain
            && code.requires.is_empty()
            && code.lifts.is_empty()
        {
            return self.filled(now, cells, least);
        }
        self.mask_of(now, mover)
    }

    #[inline]
    fn filled(&self, now: &Now<B, N>, cells: u32, least: u32) -> u32 {
        let mut pits = now.board.filled() & cells;
        for fewer in 1..least {
            pits &= !now.board.holding(fewer);
        }
        pits
    }

    fn mask_of(&self, now: &Now<B, N>, mover: u8) -> u32 {
        let now = Now { mover, ..*now };
        let mut nobody = ();
        let course = Course::new(self, now, mover, &mut nobody);
        let code = course.code;
        if !code.listing.is_mask() {
            return u32::from(self.can_move(&now, mover));
        }
        let pits = course.pits();
        if code.listing == Listing::AtSight && !code.requires.iter().any(|require| course.holds(&require.when)) {
            if code.lifts.is_empty() {
                return pits;
            }
            return cells_of(pits).filter(|pit| course.lifts(*pit)).fold(0, |pits, pit| pits | bit(pit));
        }
        let mut found = 0;
        match self.search(&now, |choice| {
            found |= bit(choice.pit);
            true
        }) {
            Search::TooLong => self.long_list(&now).iter().fold(0, |pits, choice| pits | bit(choice.pit)),
            _ => found,
        }
    }

    /// Whether `side` could move if it were his turn.
    pub(super) fn can_move(&self, now: &Now<B, N>, side: u8) -> bool {
        let code = self.code(now.phase, side);
        if code.listing.is_mask() && code.listing == Listing::AtSight {
            return self.mask(now, side) != 0;
        }
        let now = Now { mover: side, ..*now };
        let mut found = false;
        match self.search(&now, |_| {
            found = true;
            false
        }) {
            Search::TooLong => !self.long_list(&now).is_empty(),
            _ => found,
        }
    }

    /// All legal moves of the player to move, the pass apart.
    pub(super) fn list(&self, now: &Now<B, N>) -> Vec<Move> {
        let mut nobody = ();
        let course = Course::new(self, *now, now.mover, &mut nobody);
        if course.preferred() {
            return self.preferred_list(now);
        }
        let mut moves = Vec::with_capacity(16);
        match self.search(now, |choice| {
            moves.push(choice);
            true
        }) {
            Search::TooLong => self.long_list(now),
            _ => moves,
        }
    }

    /// The list that the reference engine makes.
    #[cold]
    fn long_list(&self, now: &Now<B, N>) -> Vec<Move> {
        self.reference().list_at(&self.to_position(now, false))
    }

    /// The legal moves where some are preferred to others.
    fn preferred_list(&self, now: &Now<B, N>) -> Vec<Move> {
        let mut nobody = ();
        let course = Course::new(self, *now, now.mover, &mut nobody);
        let wishes: Vec<_> = course
            .code
            .requires
            .iter()
            .enumerate()
            .filter(|(_, require)| require.if_possible && course.holds(&require.when))
            .map(|(at, _)| at)
            .collect();
        let mut tried: Vec<(Move, Vec<bool>)> = Vec::new();
        let whole = self.search_with(now, |course, choice| {
            let satisfies = wishes.iter().map(|at| course.holds(&course.code.requires[*at].test)).collect();
            tried.push((choice, satisfies));
            true
        });
        if matches!(whole, Search::TooLong) {
            return self.long_list(now);
        }
        for at in 0..wishes.len() {
            if tried.iter().any(|(_, satisfies)| satisfies[at]) {
                tried.retain(|(_, satisfies)| satisfies[at]);
            }
        }
        tried.into_iter().map(|(choice, _)| choice).collect()
    }

    fn search(&self, now: &Now<B, N>, mut found: impl FnMut(Move) -> bool) -> Search {
        self.search_with(now, |_, choice| found(choice))
    }

    /// Tries all moves, by pit, kind and decisions, until `found` says false.
    fn search_with(&self, now: &Now<B, N>, mut found: impl FnMut(&Course<'_, B, N, ()>, Move) -> bool) -> Search {
        let mut nobody = ();
        let start = Course::new(self, *now, now.mover, &mut nobody);
        let mut sown: u64 = 0;
        for pit in cells_of(start.pits()) {
            let mut last = None;
            for line in start.code.plays.iter().filter(|line| start.offers(line, pit)) {
                // Of two lines of one kind the first makes the move.
                if last == Some(line.id) {
                    continue;
                }
                last = Some(line.id);
                let mut script = Some(Script::default());
                for _ in 0..TRIES_A_PIT {
                    let Some(given) = script else { break };
                    let mut nobody = ();
                    let mut course = Course::new(self, *now, now.mover, &mut nobody);
                    course.script = given;
                    let legal = course.try_move(line, pit, now);
                    sown += u64::from(course.run.sown.max(1)) + u64::from(course.lost);
                    if sown >= SEEDS_A_LIST {
                        return Search::TooLong;
                    }
                    if legal && !found(&course, course.script.choice(pit, line.id)) {
                        return Search::Stopped;
                    }
                    script = course.script.next();
                }
            }
        }
        Search::Whole
    }
}

impl<'a, B: Lanes, N: Notes, T: Tally> Course<'a, B, N, T> {
    /// The pits that some line of `play` offers.
    #[inline]
    pub fn pits(&self) -> u32 {
        let filled = self.run.now.board.filled() & !self.banks();
        match &*self.code.plays {
            [line] => self.from(line) & filled,
            lines => lines.iter().fold(0, |pits, line| pits | self.from(line)) & filled,
        }
    }

    #[inline]
    fn from(&self, line: &PlayCode<B>) -> u32 {
        if line.when.is(true) || self.holds(&line.when) { self.set(&line.from, NONE) } else { 0 }
    }

    fn offers(&self, line: &PlayCode<B>, pit: u8) -> bool {
        self.code.plays.len() == 1 || self.from(line) & bit(pit) != 0
    }

    /// The line of `play` that makes a move of this kind from this pit.
    #[inline]
    pub fn line(&self, pit: u8, kind: PlayId) -> Option<&'a PlayCode<B>> {
        if self.code.plain.is_some() && kind == 0 && self.code.listing == Listing::AtSight {
            return self.code.plays.first();
        }
        if self.pits() & bit(pit) == 0 {
            return None;
        }
        self.code.plays.iter().find(|line| line.id == kind && self.from(line) & bit(pit) != 0)
    }

    /// Whether a pit gives a handful.
    fn lifts(&self, pit: u8) -> bool {
        let mut nobody = ();
        let mut course = Course::new(self.engine, self.run.now, self.run.mover, &mut nobody);
        course.run.origin = pit;
        course.run.lap_origin = pit;
        course.run.here = pit;
        course.to_lift(pit) > 0
    }

    /// Whether a `require ... if possible` is in force.
    #[inline]
    pub fn preferred(&self) -> bool {
        self.code.requires.iter().any(|require| require.if_possible && self.holds(&require.when))
    }

    /// Whether the move that was made satisfies every `require` that was in force before it.
    #[inline]
    pub fn required(&self, before: &Now<B, N>) -> bool {
        if self.code.requires.is_empty() {
            return true;
        }
        let mut nobody = ();
        let rest = Course::new(self.engine, *before, self.run.mover, &mut nobody);
        self.code.requires.iter().all(|require| {
            require.if_possible
                || matches!(require.when, TestCode::Constant(false))
                || !rest.holds(&require.when)
                || self.holds(&require.test)
        })
    }
}
