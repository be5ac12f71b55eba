//! Moves by chance where no mask shows the legal ones: made as they come, a start and then each decision.

use crate::engine::chance::{Draws, MISSES, decide};
use crate::engine::{Engine, Move, Moves, Played};

use super::Compiled;
use super::lanes::Lanes;
use super::layout::{bit, cells_of};
use super::pick::pick_of;
use super::program::{PlayCode, SideCode};
use super::quick::{Made, Order, Quick};
use super::run::{Course, Notes, Script};
use super::state::{Live, NO_PASS, State};

/// Choices made by chance, until too many moves came out illegal.
struct ByChance {
    draws: Draws,
    misses: u32,
}

impl Order for ByChance {
    #[inline(always)]
    fn second_first(&mut self) -> bool {
        self.draws.below(2) == 1
    }
    #[inline(always)]
    fn missed(&mut self) -> bool {
        self.misses += 1;
        self.misses < MISSES
    }
}

impl<B: Lanes, N: Notes> Compiled<B, N> {
    /// Plays a move by chance.
    #[inline(never)]
    pub(super) fn any_move(&self, state: &mut State<B, N>, random: u64) -> Option<(Move, Played)> {
        if let Some(aside) = &mut state.aside {
            return self.reference().play_any(aside, random);
        }
        let live = &mut state.live;
        let made = self.any_turn(live, random);
        if made.is_some() || !live.unsure {
            return made;
        }
        // Nobody had looked whether the player can move: he cannot.
        self.make_sure(live);
        self.any_turn(live, random)
    }

    /// The same; none as well where the player to move cannot, and nobody has looked.
    #[inline(always)]
    fn any_turn(&self, live: &mut Live<B, N>, random: u64) -> Option<(Move, Played)> {
        if live.outcome.is_some() {
            return None;
        }
        if live.pass != NO_PASS {
            return Some((Move::PASS, self.take_turn(live, Move::PASS, &mut ())?));
        }
        let code = self.code(live.now.phase, live.now.mover);
        let mut chance = ByChance { draws: Draws::new(random), misses: 0 };
        if !code.compares {
            let made = match &code.quick {
                _ if live.legal != 0 => self.any_masked(code, live, &mut chance),
                Some(quick) if code.sight.is_some() && (quick.ways || code.listing.is_mask()) => {
                    self.any_quickly(code, quick, live, &mut chance)
                }
                _ => self.any_slowly(live, &mut chance),
            };
            if made.is_some() || chance.misses < MISSES {
                return made;
            }
        }
        let legal = match live.legal {
            0 => self.listed_live(live),
            pits => super::Choices::pits(pits),
        };
        let count = legal.len() as u32;
        let choice = (count > 0).then(|| legal.get(chance.draws.below(count) as usize))?;
        Some((choice, self.take_turn(live, choice, &mut ())?))
    }

    /// The same where a mask shows which starts make a legal move.
    fn any_masked(&self, code: &SideCode<B>, live: &mut Live<B, N>, chance: &mut ByChance) -> Option<(Move, Played)> {
        let mut pits = match code.sight {
            Some(_) => self.sights(code, &live.now),
            None => Course::before(self, &live.now, true, &mut ()).pits(),
        };
        while pits != 0 && chance.misses < MISSES {
            let pit = pick_of(pits, |count| chance.draws.below(count));
            if live.legal & bit(pit) != 0 {
                let choice = Move::plain(pit);
                return Some((choice, self.take_turn(live, choice, &mut ())?));
            }
            chance.misses += 1;
            pits &= !bit(pit);
        }
        None
    }

    /// The same where a move is ordinary, as far as that is seen.
    #[inline(always)]
    fn any_quickly(
        &self,
        code: &SideCode<B>,
        quick: &Quick<B>,
        live: &mut Live<B, N>,
        chance: &mut ByChance,
    ) -> Option<(Move, Played)> {
        if !quick.ways
            && let Some(pits) = self.plain_starts(live)
        {
            // The same pits, seen at a glance; and most moves are made as soon as one is picked.
            let mut draws = chance.draws;
            let pit = pick_of(pits, |count| draws.below(count));
            if let Some(figures) = self.plain_turn::<(), false>(live, pit, &mut ()) {
                return Some((Move::plain(pit), figures.played()));
            }
        }
        let mut pits = self.sights(code, &live.now);
        while pits != 0 {
            let pit = pick_of(pits, |count| chance.draws.below(count));
            pits &= !bit(pit);
            let made = match quick.ways {
                true => self.any_way(code, quick, live, pit, chance),
                false => {
                    let choice = Move::plain(pit);
                    let made = self.tried_turn(code, live, choice, &mut ());
                    let made = made.or_else(|| self.whole_turn(live, choice, &mut ()));
                    chance.misses += u32::from(made.is_none());
                    made.map(|played| (choice, played))
                }
            };
            if made.is_some() || chance.misses >= MISSES {
                return made;
            }
        }
        None
    }

    /// A move from a pit, with a choice of directions.
    #[inline(always)]
    fn any_way(
        &self,
        code: &SideCode<B>,
        quick: &Quick<B>,
        live: &mut Live<B, N>,
        pit: u8,
        chance: &mut ByChance,
    ) -> Option<(Move, Played)> {
        let before = (chance.draws, chance.misses);
        let mut made = Made::new(live.now.board, pit, 0);
        let found = match quick.lap_decides {
            true => self.any_lap(code, quick, &live.now, &mut made, chance),
            false => self.any_laps(code, quick, &live.now, &mut made, chance),
        };
        let Some(found) = found else {
            // The run makes it from its beginning, by the same chance.
            (chance.draws, chance.misses) = before;
            let mut nobody = ();
            let line = Course::before(self, &live.now, true, &mut nobody).line(pit, 0)?;
            return self.any_from(live, line, pit, chance);
        };
        let choice = found?;
        let played = self.quick_done(quick, live, &made);
        Some((choice, played.or_else(|| self.whole_turn(live, choice, &mut ()))?))
    }

    /// The same for any move.
    #[cold]
    fn any_slowly(&self, live: &mut Live<B, N>, chance: &mut ByChance) -> Option<(Move, Played)> {
        let mut nobody = ();
        let rest = Course::before(self, &live.now, true, &mut nobody);
        let mut starts = Vec::new();
        for pit in cells_of(rest.pits()) {
            rest.lines(pit).for_each(|line| starts.push((line, pit)));
        }
        while !starts.is_empty() && chance.misses < MISSES {
            let (line, pit) = starts.remove(chance.draws.below(starts.len() as u32) as usize);
            let made = self.any_from(live, line, pit, chance);
            if made.is_some() {
                return made;
            }
        }
        None
    }

    /// A move by chance from a start.
    #[inline(never)]
    fn any_from(
        &self,
        live: &mut Live<B, N>,
        line: &PlayCode<B>,
        pit: u8,
        chance: &mut ByChance,
    ) -> Option<(Move, Played)> {
        let mut made = Script::default();
        decide(&mut chance.draws, &mut chance.misses, |answers, given| {
            let mut nobody = ();
            let mut course = Course::before(self, &live.now, false, &mut nobody);
            course.script = Script { answers, given, ..Script::default() };
            let legal = course.try_move(line, pit, &live.now);
            made = course.script;
            (made.met, legal)
        })?;
        let choice = made.choice(pit, line.id);
        Some((choice, self.whole_turn(live, choice, &mut ())?))
    }
}
