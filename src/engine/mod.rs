//! The engine: positions, legal moves, moves with their decisions, events and outcomes.
//!
//! In: [`Rules`] and positions. Out: legal moves, the position after a move, the events on the way, the outcome. No
//! input or output, no clock, no randomness, no panic. [`reference`] interprets the rules directly, clear before fast;
//! it is what every faster engine must equal.

mod chance;
mod choose;
pub mod compiled;
mod event;
mod moves;
mod outcome;
mod position;
pub mod record;
pub mod reference;
mod tally;
pub mod text;

pub use chance::Draws;
pub use choose::{EngineChoice, EnginePath, Visit, explain_path, fastest, with};
pub use event::{Event, Interest, Watch};
pub use moves::{Decision, Move};
pub use outcome::{Outcome, Played, Winner};
pub use position::{Clock, Position};
pub use reference::Reference;
pub use tally::{Tally, UsedRules};

use crate::rules::{Rules, Side};

/// A list of legal moves in their order: by pit, kind and decisions.
pub trait Moves {
    /// How many moves there are.
    fn len(&self) -> usize;
    /// The move at an index below [`Moves::len`].
    fn get(&self, index: usize) -> Move;
    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The moves in order.
    fn iter(&self) -> impl Iterator<Item = Move> {
        (0..self.len()).map(|index| self.get(index))
    }
}

impl Moves for Vec<Move> {
    fn len(&self) -> usize {
        Vec::len(self)
    }
    fn get(&self, index: usize) -> Move {
        self[index]
    }
}

/// Plays one set of rules. Players, perft, simulations and records use any engine through this face.
pub trait Engine: Sync {
    /// A game in progress: a position with whatever history the rules can ask about. Cheap to copy: search undoes by copy.
    type State: Clone + Send;
    /// Legal moves.
    type Moves: Moves;

    /// The rules it plays.
    fn rules(&self) -> &Rules;
    /// A new game.
    fn start(&self) -> Self::State;
    /// A game that begins at `position`. If its player to move is stuck, the `stuck` rules settle it at once.
    fn begin_at(&self, position: &Position) -> Self::State;
    /// The position as it stands.
    fn position(&self, state: &Self::State) -> Position;
    /// Who moves next.
    fn mover(&self, state: &Self::State) -> Side;
    /// How the game ended, if it has.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;
    /// The legal moves in order; none only once the game is over.
    fn legal(&self, state: &Self::State) -> Self::Moves;
    /// Plays a move that [`Engine::legal`] lists for this state. Any other leaves the state as it is.
    fn play(&self, state: &mut Self::State, choice: Move) -> Played {
        self.play_watched(state, choice, &mut ())
    }
    /// Plays a move by chance, which these random bits settle, and says which; none once the game is over.
    ///
    /// It is made as it comes, without a list: one of the starts that `play` offers, each with the same chance, then each
    /// decision, both choices with the same chance. A move that comes out illegal is made otherwise from its latest decision
    /// on, and at last from another start. So each legal move has the same chance where no decision is left after the start. In a phase
    /// with `require`, which compares moves, and after 16 illegal ones it is drawn from [`Engine::legal`], each with the same
    /// chance; else it may also be one that the list leaves out, since a pit has so many.
    fn play_any(&self, state: &mut Self::State, random: u64) -> Option<(Move, Played)>;
    /// Plays a move as [`Engine::play`] does and notes the rules that are carried out, which is cheaper than watching.
    fn play_counted(&self, state: &mut Self::State, choice: Move, used: &mut UsedRules) -> Played {
        self.play_watched(state, choice, used)
    }
    /// Plays a move and tells its events.
    fn play_watched(&self, state: &mut Self::State, choice: Move, watch: &mut impl Watch) -> Played;

    // What search asks of a position many times. The answers follow from `position`; an engine may know them at once.

    /// The seeds in the cells, a byte each, cell 0 in the lowest byte of the first word, 16 cells a word. None where the
    /// board has more than 32 cells or a cell more than 255 seeds.
    fn lanes(&self, state: &Self::State) -> Option<[u128; 2]> {
        self.position(state).lanes()
    }
    /// The seeds in South's bank and in North's; 0 for a player without one.
    fn banks(&self, state: &Self::State) -> [u32; 2] {
        self.position(state).banks(self.rules())
    }
    /// How far the game has gone: what a position counts beside its seeds.
    fn clock(&self, state: &Self::State) -> Clock {
        self.position(state).clock()
    }
}
