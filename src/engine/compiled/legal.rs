//! Legal moves: a mask where nothing can forbid them, else found by trying them on copies.

use crate::engine::reference::{SEEDS_A_LIST, TRIES_A_PIT};
use crate::engine::{Move, Moves, Tally};
use crate::rules::PlayId;

use super::Compiled;
use super::code::TestCode;
use super::lanes::Lanes;
use super::layout::{NONE, bit, cells_of};
use super::pick::pick_of;
use super::program::{AtSight, Listing, PlayCode, SideCode};
use super::quick::{InOrder, Quick, Trail};
use super::run::{Course, Notes, Now, Script};

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
        Move::plain(pick_of(self.pits, |_| index as u32))
    }

    fn is_empty(&self) -> bool {
        self.pits == 0 && self.list.is_empty()
    }
}

/// How a search through the legal moves ends.
enum Search {
    /// All tries were made, and sowed so many seeds.
    Whole(u64),
    /// Told to stop.
    Stopped,
    /// So many seeds were sown that the reference engine may have left tries out.
    TooLong,
}

impl<B: Lanes, N: Notes> Compiled<B, N> {
    /// The legal moves where they are kept as a mask; else 0 exactly if there is none. `tries` is whether `is stuck` may try
    /// moves.
    #[inline]
    pub(super) fn mask(&self, now: &Now<B, N>, mover: u8, tries: bool) -> u32 {
        let code = self.code(now.phase, mover);
        if let Some(sight) = &code.at_sight
            && !code.requires.iter().any(|require| require.in_force(now.board))
        {
            return self.sighted(sight, now.board, &now.notes);
        }
        if !code.keeps_mask() {
            return u32::from(self.can_move(now, mover, tries));
        }
        self.mask_of(now, mover, tries)
    }

    /// The pits that can be played, seen at once.
    #[inline(always)]
    pub(super) fn sighted(&self, sight: &AtSight, board: B, notes: &N) -> u32 {
        let mut pits = board.filled() & sight.cells;
        if N::KEPT {
            pits &= !self.banks_of(notes);
            if let Some((mark, slots)) = sight.marked {
                pits &= !notes.marked(mark, slots);
            }
        }
        for fewer in 1..sight.least {
            pits &= !board.holding(fewer);
        }
        pits
    }

    /// The legal moves where a move is its pit.
    pub(super) fn mask_of(&self, now: &Now<B, N>, mover: u8, tries: bool) -> u32 {
        let now = Now { mover, ..*now };
        if let Some(found) = self.tried(&now) {
            return found;
        }
        let mut nobody = ();
        let course = Course::before(self, &now, tries, &mut nobody);
        let code = course.code;
        let pits = course.pits();
        if code.listing == Listing::AtSight && !code.requires.iter().any(|require| course.holds(&require.when)) {
            if code.lifts.is_empty() {
                return pits;
            }
            return cells_of(pits).filter(|pit| course.lifts(*pit)).fold(0, |pits, pit| pits | bit(pit));
        }
        if code.listing == Listing::AtSight
            && code.requires.iter().all(|require| course.holds(&require.when))
            && let Some(found) = self.plain_required(&now)
        {
            return found;
        }
        let mut found = 0;
        // One try a pit never sows as many seeds as the reference engine bears in a list.
        if code.quick.is_some() && code.requires.is_empty() && code.laps <= 2000 {
            for pit in cells_of(pits) {
                if self.quick_try(code, &now, pit) || self.slow_try(&now, pit) {
                    found |= bit(pit);
                }
            }
            return found;
        }
        let mut wished = 0;
        match self.search_with(&now, tries, u32::MAX, |course, choice| {
            found |= bit(choice.pit);
            if code.wish.is_some_and(|mask| !course.run.now.board.and(mask).is_zero()) {
                wished |= bit(choice.pit);
            }
            true
        }) {
            Search::TooLong => self.long_list(&now).iter().fold(0, |pits, choice| pits | bit(choice.pit)),
            _ if wished != 0 => wished,
            _ => found,
        }
    }

    /// Whether the plain move from a pit may be made.
    #[cold]
    pub(super) fn slow_try(&self, now: &Now<B, N>, pit: u8) -> bool {
        let mut nobody = ();
        let mut course = Course::before(self, now, false, &mut nobody);
        course.line(pit, 0).is_some_and(|line| course.try_move(line, pit, now))
    }

    /// Whether `side` could move if it were his turn.
    pub(super) fn can_move(&self, now: &Now<B, N>, side: u8, tries: bool) -> bool {
        let code = self.code(now.phase, side);
        if code.listing.is_mask() && code.listing == Listing::AtSight {
            return self.mask(now, side, tries) != 0;
        }
        let now = Now { mover: side, ..*now };
        if let Some(found) = self.plain_can(&now) {
            return found;
        }
        if let Some(quick) = self.explores(code) {
            if self.moves_surely(code, quick, now.board, &now.notes) {
                return true;
            }
            let (mut undecided, mut trail) = (0, Trail::default());
            for pit in cells_of(self.sights(code, &now)) {
                match self.explore(code, quick, &now, pit, &mut trail, &mut InOrder, |_, _| false) {
                    Some(false) => return true,
                    Some(true) => {}
                    None => undecided |= bit(pit),
                }
            }
            if undecided == 0 {
                return false;
            }
        }
        if code.listing == Listing::Tries
            && code.requires.is_empty()
            && code.quick.is_some()
            && code.laps <= 2000
            && let Some(sight) = &code.sight
        {
            // One try a pit never sows as many seeds as the reference engine bears in a list.
            let mut pits = cells_of(self.sighted(sight, now.board, &now.notes));
            return pits.any(|pit| self.quick_try(code, &now, pit) || self.slow_try(&now, pit));
        }
        let mut found = false;
        match self.search(&now, tries, |_| {
            found = true;
            false
        }) {
            Search::TooLong => !self.long_list(&now).is_empty(),
            _ => found,
        }
    }

    /// Whether somebody can move, as far as that is seen at once.
    #[inline(always)]
    pub(super) fn moves_surely(&self, code: &SideCode<B>, quick: &Quick<B>, board: B, notes: &N) -> bool {
        let Some(sight) = code.sight.as_ref().filter(|_| quick.surely > 0) else { return false };
        let mut pits = self.sighted(sight, board, notes);
        while pits != 0 {
            if board.get(pits.trailing_zeros() as u8) <= quick.surely {
                return true;
            }
            pits &= pits - 1;
        }
        false
    }

    /// All legal moves of the player to move, the pass apart.
    pub(super) fn list(&self, now: &Now<B, N>) -> Vec<Move> {
        let mut nobody = ();
        let course = Course::before(self, now, true, &mut nobody);
        if course.preferred() {
            return self.preferred_list(now);
        }
        let mut moves = Vec::with_capacity(24);
        let code = course.code;
        if let Some(quick) = self.explores(code) {
            let (mut sown, mut trail) = (0, Trail::default());
            for pit in cells_of(self.sights(code, now)) {
                let first = moves.len();
                let whole = self.explore(code, quick, now, pit, &mut trail, &mut InOrder, |choice, _| {
                    moves.push(choice);
                    true
                });
                if whole.is_none() {
                    moves.truncate(first);
                    let more = self.search_with(now, true, bit(pit), |_, choice| {
                        moves.push(choice);
                        true
                    });
                    sown += match more {
                        Search::Whole(sown) => sown,
                        _ => SEEDS_A_LIST,
                    };
                }
                if sown + trail.sown >= SEEDS_A_LIST / 2 {
                    return self.long_list(now);
                }
            }
            return moves;
        }
        match self.search(now, true, |choice| {
            moves.push(choice);
            true
        }) {
            Search::TooLong => self.long_list(now),
            _ => moves,
        }
    }

    /// What the quick path needs, where it can find moves with a choice of directions.
    fn explores<'a>(&self, code: &'a SideCode<B>) -> Option<&'a Quick<B>> {
        code.quick.as_ref().filter(|quick| quick.ways && code.requires.is_empty() && code.sight.is_some())
    }

    /// The list that the reference engine makes.
    #[cold]
    fn long_list(&self, now: &Now<B, N>) -> Vec<Move> {
        self.reference().list_at(&self.to_position(now, false))
    }

    /// The legal moves where some are preferred to others.
    fn preferred_list(&self, now: &Now<B, N>) -> Vec<Move> {
        let mut nobody = ();
        let course = Course::before(self, now, true, &mut nobody);
        let wishes: Vec<_> = course
            .code
            .requires
            .iter()
            .enumerate()
            .filter(|(_, require)| require.if_possible && course.holds(&require.when))
            .map(|(at, _)| at)
            .collect();
        let mut tried: Vec<(Move, Vec<bool>)> = Vec::new();
        let whole = self.search_with(now, true, u32::MAX, |course, choice| {
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

    fn search(&self, now: &Now<B, N>, tries: bool, mut found: impl FnMut(Move) -> bool) -> Search {
        self.search_with(now, tries, u32::MAX, |_, choice| found(choice))
    }

    /// Tries all moves, by pit, kind and decisions, until `found` says false.
    fn search_with(
        &self,
        now: &Now<B, N>,
        tries: bool,
        among: u32,
        mut found: impl FnMut(&Course<'_, B, N, ()>, Move) -> bool,
    ) -> Search {
        let mut nobody = ();
        let start = Course::before(self, now, tries, &mut nobody);
        let mut sown: u64 = 0;
        for pit in cells_of(start.pits() & among) {
            for line in start.lines(pit) {
                let mut script = Some(Script::default());
                for _ in 0..TRIES_A_PIT {
                    let Some(given) = script else { break };
                    let mut nobody = ();
                    let mut course = Course::before(self, now, false, &mut nobody);
                    course.script = given;
                    course.asks = tries;
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
        Search::Whole(sown)
    }
}

impl<'a, B: Lanes, N: Notes, T: Tally> Course<'a, B, N, T> {
    /// A course before a move of the player to move, which is counted already.
    pub fn before(engine: &'a Compiled<B, N>, now: &Now<B, N>, tries: bool, tally: &'a mut T) -> Self {
        let mut course = Course::new(engine, *now, now.mover, tally);
        course.count_move();
        course.run.tries = tries;
        course
    }

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

    /// The lines of `play` that make moves from a pit that is offered, by kind.
    pub fn lines(&self, pit: u8) -> impl Iterator<Item = &'a PlayCode<B>> {
        let mut last = None;
        let offers = move |line: &&PlayCode<B>| self.code.plays.len() == 1 || self.from(line) & bit(pit) != 0;
        // Of two lines of one kind the first makes the move.
        self.code.plays.iter().filter(offers).filter(move |line| last.replace(line.id) != Some(line.id))
    }

    /// The line of `play` that makes a move of this kind from this pit.
    #[inline]
    pub fn line(&self, pit: u8, kind: PlayId) -> Option<&'a PlayCode<B>> {
        if self.code.at_sight.is_some() && kind == 0 {
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
        let rest = Course::before(self.engine, before, self.asks, &mut nobody);
        self.code.requires.iter().all(|require| {
            require.if_possible
                || matches!(require.when, TestCode::Constant(false))
                || !rest.holds(&require.when)
                || self.holds(&require.test)
        })
    }
}
