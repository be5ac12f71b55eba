//! Games by chance, the same for every engine: one stream of random numbers, one of them a move, and a checksum of all
//! moves and final scores that must come out equal.

use std::sync::Arc;

use naqala::engine::{Draws, Engine, Moves};
use naqala::library;
use naqala::rules::Rules;
use naqala::study::rng::Random;

/// A game coded by hand.
pub trait Game {
    /// A new game.
    fn start(&mut self);
    /// Plays a move by chance; tells its pit, counted over both sides, or none once the game is over.
    fn turn(&mut self, random: u64) -> Option<u32>;
    /// The final score of South and North.
    fn score(&self) -> [u32; 2];
}

/// A game coded by hand that knows how many legal moves there are.
pub trait Listed {
    /// A new game.
    fn start(&mut self);
    /// How many legal moves there are; 0 once the game is over.
    fn choices(&self) -> u32;
    /// Plays the legal move with this index; tells its pit, counted over both sides.
    fn play(&mut self, index: u32) -> u32;
    /// The final score of South and North.
    fn score(&self) -> [u32; 2];
}

impl<G: Listed> Game for G {
    fn start(&mut self) {
        Listed::start(self);
    }
    #[inline(always)]
    fn turn(&mut self, random: u64) -> Option<u32> {
        let choices = self.choices();
        (choices > 0).then(|| self.play(Draws::new(random).below(choices)))
    }
    fn score(&self) -> [u32; 2] {
        Listed::score(self)
    }
}

/// What a run of random games came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Games played to their end.
    pub games: u64,
    /// Moves made.
    pub moves: u64,
    /// A checksum of all moves and scores.
    pub sum: u64,
}

impl Run {
    fn new() -> Self {
        Run { games: 0, moves: 0, sum: 0 }
    }
    #[inline(always)]
    fn moved(&mut self, pit: u32) {
        self.moves += 1;
        self.sum = self.sum.rotate_left(5) ^ u64::from(pit);
    }
    #[inline(always)]
    fn ended(&mut self, score: [u32; 2]) {
        self.games += 1;
        self.sum = self.sum.rotate_left(9) ^ u64::from(score[0] << 8 | score[1]);
    }
}

/// Plays whole random games of a hand-coded game until so many moves were made.
pub fn by_hand<G: Game>(game: &mut G, moves: u64) -> Run {
    let mut run = Run::new();
    let mut random = Random::of_game(42, 0);
    while run.moves < moves {
        game.start();
        while let Some(pit) = game.turn(random.bits()) {
            run.moved(pit);
        }
        run.ended(game.score());
    }
    run
}

/// Plays the same games on an engine.
pub fn by_engine<E: Engine>(engine: &E, moves: u64) -> Run {
    let mut run = Run::new();
    let mut random = Random::of_game(42, 0);
    let start = engine.start();
    while run.moves < moves {
        let mut state = start.clone();
        while let Some((choice, _)) = engine.play_any(&mut state, random.bits()) {
            run.moved(if choice.is_pass() { 99 } else { u32::from(choice.pit) });
        }
        run.ended(engine.outcome(&state).map_or([0; 2], |outcome| outcome.score));
    }
    run
}

/// Plays games in which all legal moves are listed and each has the same chance, as `naqala simulate` does.
pub fn by_list<E: Engine>(engine: &E, moves: u64) -> Run {
    let mut run = Run::new();
    let mut random = Random::of_game(42, 0);
    let start = engine.start();
    while run.moves < moves {
        let mut state = start.clone();
        while engine.outcome(&state).is_none() {
            let legal = engine.legal(&state);
            let choice = legal.get(random.below(legal.len() as u32) as usize);
            engine.play(&mut state, choice);
            run.moved(if choice.is_pass() { 99 } else { u32::from(choice.pit) });
        }
        run.ended(engine.outcome(&state).map_or([0; 2], |outcome| outcome.score));
    }
    run
}

/// The rules of a variant of the library.
pub fn rules(variant: &str) -> Option<Arc<Rules>> {
    let (checked, _) = naqala::check::check(&library::find(variant)?.source(), &());
    Some(Arc::new(checked?.rules(&[]).ok()?))
}
