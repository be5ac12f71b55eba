//! The direct interpreter: it plays the rules as they stand, seed by seed, clear before fast.
//!
//! In: [`Rules`]. Out: an [`Engine`]. It is what every faster engine must equal, move for move. [`facts`] holds what is
//! worked out once, [`scene`] and [`evaluate`] answer what a rule asks, [`course`], [`act`] and [`lap`] carry a move out,
//! [`legal`] tries moves, [`chance`] makes one of them as it comes, [`turn`] brings them to the next player's turn.

mod act;
mod chance;
mod course;
mod evaluate;
mod facts;
mod lap;
mod legal;
mod scene;
mod seen;
mod turn;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::rules::{Geometry, Phase, RuleId, Rules, Side};

use super::chance::Draws;
use super::{Engine, Move, Outcome, Played, Position, Watch};
use facts::{Facts, PhaseFacts};

/// The most ways of making the decisions that are tried for one pit and kind of move; more are not listed.
pub const TRIES_A_PIT: u32 = 4096;
/// A move that sows more seeds than this is endless, whatever its laps.
pub const SEEDS_A_TRY: u32 = 1_000_000;
/// Once this many seeds were sown for one list of legal moves, further tries are left out.
pub const SEEDS_A_LIST: u64 = 20_000_000;
/// So many moves in a row by one player end the game.
pub const MOVES_IN_A_ROW: u32 = 1000;

/// Plays one set of rules by interpreting them.
pub struct Reference {
    rules: Arc<Rules>,
    geometry: Geometry,
    facts: Facts,
    /// How much more work it may do, where that is bounded.
    patience: Option<AtomicU64>,
}

/// A game in progress under a [`Reference`].
#[derive(Clone, Debug)]
pub struct State {
    position: Position,
    outcome: Option<Outcome>,
    /// The `stuck` rule by which the player to move has to pass.
    pass: Option<RuleId>,
    /// Every position that has stood, where the rules ask how often.
    history: Vec<u128>,
}

impl State {
    /// The position as it stands.
    pub fn position(&self) -> &Position {
        &self.position
    }
}

impl Reference {
    /// Prepares an engine for `rules`.
    pub fn new(rules: impl Into<Arc<Rules>>) -> Self {
        let mut rules = rules.into();
        if rules.phases.is_empty() {
            // A game without a phase has no move and is over at once; one without moves says the same.
            Arc::make_mut(&mut rules).phases.push(Phase::default());
        }
        let geometry = Geometry::new(&rules.board);
        let facts = Facts::new(&rules, &geometry);
        Reference { rules, geometry, facts, patience: None }
    }

    /// The same for rules that nobody has looked at yet: once it has looked at about so many sets, numbers and tests
    /// together, moves are endless and lists of moves end. [`Reference::patience`] tells what is left.
    pub fn with_patience(rules: impl Into<Arc<Rules>>, patience: u64) -> Self {
        Reference { patience: Some(AtomicU64::new(patience)), ..Reference::new(rules) }
    }

    /// How much more it may look at; 0 where something was left out.
    pub fn patience(&self) -> u64 {
        self.patience.as_ref().map_or(u64::MAX, |left| left.load(Ordering::Relaxed))
    }

    /// Counts that the rules of a phase are looked at; false once there is no patience left.
    #[inline]
    fn bears(&self, phase: &PhaseFacts) -> bool {
        let Some(left) = &self.patience else { return true };
        let after = left.load(Ordering::Relaxed).saturating_sub(phase.weight);
        left.store(after, Ordering::Relaxed);
        after > 0
    }

    /// A game that stands as told, with the positions that have stood and who was to move in each.
    pub(super) fn resume(
        &self,
        position: Position,
        outcome: Option<Outcome>,
        pass: Option<RuleId>,
        history: impl Iterator<Item = (Position, Side)>,
    ) -> State {
        let history = history.map(|(position, next)| turn::standing(self, &position, next)).collect();
        State { position, outcome, pass, history }
    }

    /// All legal moves of the player to move, the pass apart.
    pub(super) fn list_at(&self, position: &Position) -> Vec<Move> {
        self.list(position)
    }

    /// The phase that a position is in; the last where it says another that does not exist.
    fn phase(&self, position: &Position) -> (&Phase, &PhaseFacts) {
        let at = usize::from(position.phase).min(self.rules.phases.len() - 1);
        (&self.rules.phases[at], &self.facts.phases[at])
    }

    /// The rules, shared.
    pub fn shared_rules(&self) -> Arc<Rules> {
        Arc::clone(&self.rules)
    }
}

impl Engine for Reference {
    type State = State;
    type Moves = Vec<Move>;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn start(&self) -> State {
        self.begin_at(&Position::start(&self.rules))
    }

    fn begin_at(&self, position: &Position) -> State {
        self.begin(position)
    }

    fn position(&self, state: &State) -> Position {
        state.position.clone()
    }

    fn mover(&self, state: &State) -> Side {
        state.position.mover
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.outcome
    }

    fn legal(&self, state: &State) -> Vec<Move> {
        if state.outcome.is_some() {
            return Vec::new();
        }
        if state.pass.is_some() {
            return vec![Move::PASS];
        }
        self.list(&state.position)
    }

    fn play_any(&self, state: &mut State, random: u64) -> Option<(Move, Played)> {
        self.any_move(state, &mut Draws::new(random))
    }

    fn play_watched(&self, state: &mut State, choice: Move, watch: &mut impl Watch) -> Played {
        self.take_turn(state, choice, watch)
    }
}
