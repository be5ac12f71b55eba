//! The compiled engine: rules become tables once, and a lap is one addition.
//!
//! In: [`Rules`] of at most 32 cells and 255 seeds. Out: an [`Engine`] that equals the reference move for move. [`lanes`]
//! holds a board in one word or two; [`fold`], [`lower`] and [`rules`] specialise the rules to each mover and landing
//! ([`program`]); [`laps`], [`way`] and [`watched`] are the tables; [`course`], [`act`], [`eval`], [`legal`] and [`turn`] play them,
//! ordinary moves by [`quick`] and plain ones by [`plain`]; [`pick`] takes one of many, [`chance`] makes
//! a move as it comes.

mod act;
mod chance;
mod code;
mod course;
mod eval;
mod explain;
mod fold;
mod lanes;
mod laps;
mod layout;
mod legal;
mod lower;
mod pick;
mod plain;
mod program;
mod quick;
mod reads;
mod rules;
mod run;
mod state;
mod turn;
mod watched;
mod way;

use std::sync::{Arc, OnceLock};

use crate::rules::{CellSet, Direction, Rules, Side};

use super::chance::Draws;
use super::reference::MOVES_IN_A_ROW;
use super::{Clock, Engine, Interest, Move, Outcome, Played, Position, Reference, Tally, UsedRules, Watch};
use fold::Folder;
use laps::{LapTable, LapTables, Paths};
use layout::bit;
use pick::pick_of;
use program::{Program, SideCode};
use state::{Live, NO_PASS};

pub use lanes::{Lanes, Pair};
pub use legal::Choices;
pub use run::{Kept, Notes};
pub use state::State;

/// Plays one set of rules from tables. `B` holds the board, `N` the marks and counters.
pub struct Compiled<B, N> {
    rules: Arc<Rules>,
    program: Program<B>,
    /// The lanes of the stores.
    store_mask: B,
    /// The lanes of the pits.
    pit_mask: B,
    /// Whether banks never lose seeds.
    banks_grow: bool,
    /// Whether a move by chance is drawn from the mask of legal moves, where there is one.
    draws_masks: bool,
    /// Made when first needed: for watching a move, and for positions that lanes cannot hold.
    reference: OnceLock<Reference>,
    notes: std::marker::PhantomData<N>,
}

impl<B: Lanes, N: Notes> Compiled<B, N> {
    /// Compiles rules.
    ///
    /// # Errors
    /// Where the rules do not fit this engine: the reason, as a clause.
    pub fn new(rules: impl Into<Arc<Rules>>) -> Result<Self, String> {
        let rules = rules.into();
        if !(N::KEPT || rules.marks.is_empty() && rules.counters.is_empty()) {
            return Err("marks and counters are not kept".into());
        }
        let program = Program::new(&rules)?;
        Ok(Compiled {
            store_mask: B::spread(program.stores),
            pit_mask: B::spread(program.layout.pits),
            banks_grow: lower::banks_grow(&rules),
            draws_masks: program.codes.iter().all(|code| !code.keeps_mask() || code.compares || code.all_start),
            program,
            rules,
            reference: OnceLock::new(),
            notes: std::marker::PhantomData,
        })
    }

    /// The code of a phase for a mover.
    #[inline(always)]
    fn code(&self, phase: u8, mover: u8) -> &SideCode<B> {
        // Positions only ever name phases that there are.
        &self.program.codes[usize::from(phase) << 1 | usize::from(mover & 1)]
    }

    /// The reference engine for the same rules.
    fn reference(&self) -> &Reference {
        self.reference.get_or_init(|| Reference::new(Arc::clone(&self.rules)))
    }

    /// The lap table for the marks as they stand.
    fn marked_table<'a>(
        &'a self,
        tables: &'a LapTables<B>,
        now: &run::Now<B, N>,
        mover: u8,
        direction: Direction,
    ) -> Option<&'a LapTable<B>> {
        let LapTables::ByMark { mark, slots, tables } = tables else { return None };
        let cells = now.notes.marked(*mark, *slots);
        if cells & cells.wrapping_sub(1) != 0 {
            return None;
        }
        let at = if cells == 0 { 0 } else { cells.trailing_zeros() as usize + 1 };
        let slot = tables.get(at)?;
        if let Some(table) = slot.get() {
            return Some(table);
        }
        let table = self.paths(now.phase, mover, direction, |paths| paths.table(Some((*mark, *slots, cells))))?;
        Some(slot.get_or_init(|| table))
    }

    #[cold]
    fn paths<R>(
        &self,
        phase: u8,
        mover: u8,
        direction: Direction,
        with: impl FnOnce(&Paths<'_>) -> Option<R>,
    ) -> Option<R> {
        let code = self.code(phase, mover);
        let phase = self.rules.phases.get(usize::from(phase))?;
        let mark_banks = !self.program.bank_marks.is_empty();
        let folder =
            Folder { rules: &self.rules, layout: &self.program.layout, steps: &code.steps, mark_banks, marks: None };
        with(&Paths {
            folder,
            skips: &phase.sow.skips,
            includes: &phase.sow.includes,
            stores: self.program.stores,
            total: self.rules.total(),
            mover: Side::BOTH[usize::from(mover) & 1],
            direction,
        })
    }

    /// A position in lanes; none where it does not fit.
    fn to_now(&self, position: &Position) -> Option<run::Now<B, N>> {
        let total: u32 = position.total();
        let fits = |set: &CellSet| set.0 <= u128::from(u32::MAX);
        if total > 255 || position.hand > 0 || !position.marks.iter().flatten().all(fits) {
            return None;
        }
        let mut notes = N::default();
        for (id, mark) in (0u8..).zip(&self.rules.marks) {
            let given = position.marks.get(usize::from(id));
            if let (Some(sets), Some(given)) = (notes.sets(id), given) {
                *sets = given.map(layout::bits);
            }
            let _ = mark;
        }
        for (id, counter) in (0u8..).zip(&self.rules.counters) {
            let given = position.counters.get(usize::from(id)).copied().unwrap_or([counter.start; 2]);
            for (side, value) in given.into_iter().enumerate() {
                if let Some(counter) = notes.counter_mut(id, side) {
                    *counter = value;
                }
            }
        }
        let cells = self.program.layout.cells;
        if position.cells.iter().skip(cells).any(|seeds| *seeds > 0) {
            return None;
        }
        let board = position.cells[..cells]
            .iter()
            .zip(0u8..)
            .fold(B::default(), |board, (seeds, cell)| board.plus(B::only(cell, u32::from(*seeds))));
        Some(run::Now {
            board,
            notes,
            hand: 0,
            removed: position.removed,
            moves: position.moves,
            capturing: position.capturing_moves,
            quiet: position.quiet,
            streak: 0,
            mover: position.mover.index() as u8,
            phase: position.phase.min(self.rules.phases.len().saturating_sub(1) as u8),
        })
    }

    fn to_position(&self, now: &run::Now<B, N>, over: bool) -> Position {
        let mut position = Position::start(&self.rules);
        for cell in 0..self.program.layout.cells as u8 {
            position.cells[usize::from(cell)] = now.board.get(cell) as u16;
        }
        let marks = now.notes.marks();
        for (sets, cells) in position.marks.iter_mut().zip(marks) {
            *sets = cells.map(|cells| CellSet(u128::from(cells)));
        }
        for (id, values) in (0u8..).zip(&mut position.counters) {
            *values = [now.notes.counter(id, 0), now.notes.counter(id, 1)];
        }
        position.hand = now.hand as u16;
        position.removed = now.removed;
        position.mover = Side::BOTH[usize::from(now.mover) & 1];
        position.over = over;
        position.phase = now.phase;
        position.moves = now.moves;
        position.capturing_moves = now.capturing;
        position.quiet = now.quiet;
        position.streak = now.streak;
        position
    }

    /// The same game under the reference engine.
    fn aside(&self, live: &Live<B, N>) -> super::reference::State {
        let position = self.to_position(&live.now, live.outcome.is_some());
        let history = live.history.iter().map(|standing| {
            let (now, next) = standing.position();
            (self.to_position(&now, false), Side::BOTH[usize::from(next) & 1])
        });
        let pass = (live.pass != NO_PASS).then_some(live.pass);
        self.reference().resume(position, live.outcome, pass, history)
    }

    /// The legal moves where no mask shows them.
    #[inline(never)]
    fn listed(&self, state: &State<B, N>) -> Choices {
        match &state.aside {
            Some(aside) => Choices { pits: 0, list: self.reference().legal(aside) },
            None => self.listed_live(&self.known(&state.live)),
        }
    }

    fn listed_live(&self, live: &Live<B, N>) -> Choices {
        if live.pass == NO_PASS && live.outcome.is_none() && self.code(live.now.phase, live.now.mover).listing.is_mask()
        {
            return Choices::pits(self.mask_of(&live.now, live.now.mover, true));
        }
        let list = match live.outcome {
            Some(_) => Vec::new(),
            None if live.pass == NO_PASS => self.list(&live.now),
            None => vec![Move::PASS],
        };
        Choices { pits: 0, list }
    }

    /// Plays a move.
    #[inline(always)]
    fn play_move<T: Tally + Watch>(&self, state: &mut State<B, N>, choice: Move, tally: &mut T) -> Played {
        let more = choice.answers | choice.about | u64::from(choice.kind | choice.decisions);
        if state.live.legal & bit(choice.pit) != 0
            && more == 0
            && let Some(figures) = self.plain_turn::<T, true>(&mut state.live, choice.pit, tally)
        {
            return figures.played();
        }
        self.play_slowly(state, choice, tally)
    }

    /// Plays a move that is out of the ordinary.
    #[inline(never)]
    fn play_slowly<T: Tally + Watch>(&self, state: &mut State<B, N>, choice: Move, tally: &mut T) -> Played {
        match &mut state.aside {
            None => {
                self.make_sure(&mut state.live);
                self.take_turn(&mut state.live, choice, tally).unwrap_or_default()
            }
            Some(aside) => self.reference().play_watched(aside, choice, tally),
        }
    }
}

impl<B: Lanes, N: Notes> Engine for Compiled<B, N> {
    type State = State<B, N>;
    type Moves = Choices;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn start(&self) -> State<B, N> {
        self.begin_at(&Position::start(&self.rules))
    }

    fn begin_at(&self, position: &Position) -> State<B, N> {
        match self.to_now(position) {
            Some(now) => State { live: self.begin(now, position.over), aside: None },
            None => State { live: Live::idle(), aside: Some(Box::new(self.reference().begin_at(position))) },
        }
    }

    fn position(&self, state: &State<B, N>) -> Position {
        match &state.aside {
            None => {
                let live = self.known(&state.live);
                self.to_position(&live.now, live.outcome.is_some())
            }
            Some(aside) => aside.position().clone(),
        }
    }

    #[inline]
    fn mover(&self, state: &State<B, N>) -> Side {
        match &state.aside {
            None => Side::BOTH[usize::from(self.known(&state.live).now.mover) & 1],
            Some(aside) => aside.position().mover,
        }
    }

    #[inline(always)]
    fn outcome(&self, state: &State<B, N>) -> Option<Outcome> {
        if state.live.legal != 0 {
            return None;
        }
        match &state.aside {
            None => self.known(&state.live).outcome,
            Some(aside) => self.reference().outcome(aside),
        }
    }

    #[inline(always)]
    fn legal(&self, state: &State<B, N>) -> Choices {
        if state.live.legal != 0 { Choices::pits(state.live.legal) } else { self.listed(state) }
    }

    #[inline(always)]
    fn play(&self, state: &mut State<B, N>, choice: Move) -> Played {
        self.play_move(state, choice, &mut ())
    }

    #[inline(always)]
    fn play_any(&self, state: &mut State<B, N>, random: u64) -> Option<(Move, Played)> {
        let pits = state.live.legal;
        if pits == 0 || !self.draws_masks {
            return self.any_move(state, random);
        }
        let pit = pick_of(pits, |count| Draws::new(random).below(count));
        let choice = Move::plain(pit);
        let played = match self.plain_turn::<(), true>(&mut state.live, pit, &mut ()) {
            Some(figures) => figures.played(),
            None => self.play_slowly(state, choice, &mut ()),
        };
        Some((choice, played))
    }

    #[inline(always)]
    fn play_counted(&self, state: &mut State<B, N>, choice: Move, used: &mut UsedRules) -> Played {
        self.play_move(state, choice, used)
    }

    fn play_watched(&self, state: &mut State<B, N>, choice: Move, watch: &mut impl Watch) -> Played {
        if interest(watch) == Interest::Nothing {
            return self.play(state, choice);
        }
        // Events are for people: the reference engine tells them.
        match &mut state.aside {
            Some(aside) => self.reference().play_watched(aside, choice, watch),
            None => {
                self.make_sure(&mut state.live);
                let mut aside = self.aside(&state.live);
                let played = self.reference().play_watched(&mut aside, choice, watch);
                self.take_turn(&mut state.live, choice, &mut ());
                played
            }
        }
    }

    #[inline]
    fn lanes(&self, state: &State<B, N>) -> Option<[u128; 2]> {
        match &state.aside {
            None => Some(self.known(&state.live).now.board.words()),
            Some(aside) => aside.position().lanes(),
        }
    }

    #[inline]
    fn banks(&self, state: &State<B, N>) -> [u32; 2] {
        if state.aside.is_none() && self.program.bank_marks.is_empty() {
            let board = self.known(&state.live).now.board;
            return self.program.layout.stores.map(|store| if bit(store) == 0 { 0 } else { board.get(store) });
        }
        self.position(state).banks(&self.rules)
    }

    #[inline]
    fn clock(&self, state: &State<B, N>) -> Clock {
        match &state.aside {
            None => {
                let now = self.known(&state.live).now;
                Clock { phase: now.phase, moves: now.moves, capturing_moves: now.capturing, quiet: now.quiet }
            }
            Some(aside) => aside.position().clock(),
        }
    }
}

fn interest<W: Watch>(_: &W) -> Interest {
    W::INTEREST
}
