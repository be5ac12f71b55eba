//! Two sets of rules in lock step: the same random moves under both, until they disagree.
//!
//! In: two engines, a seed. Out: where games part for the first time, how often, and by which rules. Depends on (rules,
//! games, seed) alone.

mod report;

pub use report::{data, text};

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::engine::text::{write_moves, write_position};
use crate::engine::{Engine, Move, Position, UsedRules};
use crate::rules::{RuleId, Rules};

use super::rng::Random;

/// What is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// How many games.
    pub games: u64,
    /// The seed of their moves.
    pub seed: u64,
    /// A game that is level for so many moves is left.
    pub max_moves: u64,
    /// Where each begins, read by its own rules; at its own start if none.
    pub position: Option<[Position; 2]>,
}

/// In what two sets of rules disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The games begin differently.
    Start,
    /// Other moves are legal in the same position.
    Legal,
    /// The same move leads to other seeds.
    Seeds,
    /// The same move gives the turn to another player.
    Turn,
    /// The game is over under one of them, or is won by another, or counts differently.
    Outcome,
}

impl Kind {
    /// What differs, as a sentence goes on.
    pub const fn words(self) -> &'static str {
        match self {
            Kind::Start => "the games begin differently",
            Kind::Legal => "other moves are legal",
            Kind::Seeds => "a move leaves other seeds",
            Kind::Turn => "another player has the turn",
            Kind::Outcome => "the game ends differently",
        }
    }

    /// For programs.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Start => "start",
            Kind::Legal => "legal",
            Kind::Seeds => "seeds",
            Kind::Turn => "turn",
            Kind::Outcome => "outcome",
        }
    }
}

/// How a game parted: the kind, and the rules that were carried out under one set only.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cause {
    /// In what.
    pub kind: Kind,
    /// The rules of the first that the second did not carry out, by their text; and the other way round.
    pub only: [Vec<RuleId>; 2],
}

/// A way of parting, how often, and where it was seen first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// How.
    pub cause: Cause,
    /// In how many games.
    pub games: u64,
    /// The game in which it came after the fewest moves; the first of those.
    pub game: u64,
    /// So many moves were played alike.
    pub moves: u64,
    /// Where they part.
    pub scene: Scene,
}

/// Where two sets of rules part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The position before, under the first.
    pub before: String,
    /// The move, where they part by one.
    pub played: Option<String>,
    /// What each makes of it.
    pub sides: [Side; 2],
}

/// What one set of rules makes of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// The position after the move; the start where the games begin differently.
    pub after: String,
    /// How the game ended.
    pub outcome: Option<String>,
    /// Legal moves that the other does not know, where these differ.
    pub only_legal: Vec<String>,
}

/// What a comparison came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Games that were played.
    pub games: u64,
    /// Games that were level to their end.
    pub level: u64,
    /// Games that were left at the limit of moves, level until then.
    pub left: u64,
    /// Moves that were played alike in all games.
    pub moves: u64,
    /// The ways of parting, the most frequent first.
    pub partings: Vec<Parting>,
}

impl Comparison {
    /// How many games parted.
    pub fn parted(&self) -> u64 {
        self.partings.iter().map(|parting| parting.games).sum()
    }

    /// The parting that came after the fewest moves.
    pub fn first(&self) -> Option<&Parting> {
        self.partings.iter().min_by_key(|parting| (parting.moves, parting.game))
    }
}

/// How a game went.
enum Course {
    Level(u64),
    Left(u64),
    Parted(u64, Cause),
}

/// Why two sets of rules cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the boards differ: {0} rows of {1} and {2} rows of {3}")]
pub struct BoardsDiffer(u8, u8, u8, u8);

/// Plays both in lock step, many games on all cores, until `stop` is set; games that are not played by then are left out.
///
/// # Errors
/// The boards have other rows or columns.
pub fn compare<A: Engine, B: Engine>(
    first: &A,
    second: &B,
    order: &Order,
    stop: &AtomicBool,
) -> Result<Comparison, BoardsDiffer> {
    let (one, two) = (&first.rules().board, &second.rules().board);
    if (one.rows, one.columns) != (two.rows, two.columns) {
        return Err(BoardsDiffer(one.rows, one.columns, two.rows, two.columns));
    }
    let pair = Pair { first, second, order };
    let mut comparison = Comparison::default();
    let mut found: BTreeMap<Cause, (u64, u64, u64)> = BTreeMap::new();
    const CHUNK: u64 = 4096;
    for chunk in 0..order.games.div_ceil(CHUNK) {
        let games = chunk * CHUNK..((chunk + 1) * CHUNK).min(order.games);
        let play = |game: u64| if stop.load(Ordering::Relaxed) { None } else { Some((game, pair.play(game))) };
        let courses: Vec<Option<(u64, Course)>> = games.into_par_iter().map(play).collect();
        for (game, course) in courses.into_iter().flatten() {
            comparison.games += 1;
            match course {
                Course::Level(moves) => {
                    (comparison.level, comparison.moves) = (comparison.level + 1, comparison.moves + moves)
                }
                Course::Left(moves) => {
                    (comparison.left, comparison.moves) = (comparison.left + 1, comparison.moves + moves)
                }
                Course::Parted(moves, cause) => {
                    comparison.moves += moves;
                    let (games, least, where_seen) = found.entry(cause).or_insert((0, u64::MAX, 0));
                    *games += 1;
                    if moves < *least {
                        (*least, *where_seen) = (moves, game);
                    }
                }
            }
        }
    }
    let parting = |(cause, (games, moves, game))| Parting { scene: pair.scene(game), cause, games, game, moves };
    comparison.partings = found.into_iter().map(parting).collect();
    comparison.partings.sort_by(|a, b| b.games.cmp(&a.games).then((a.moves, a.game).cmp(&(b.moves, b.game))));
    Ok(comparison)
}

/// Two engines side by side.
struct Pair<'a, A, B> {
    first: &'a A,
    second: &'a B,
    order: &'a Order,
}

impl<A: Engine, B: Engine> Pair<'_, A, B> {
    fn start(&self) -> (A::State, B::State) {
        match &self.order.position {
            Some([one, two]) => (self.first.begin_at(one), self.second.begin_at(two)),
            None => (self.first.start(), self.second.start()),
        }
    }

    fn legal(&self, states: &(A::State, B::State)) -> ([Vec<Move>; 2], [Vec<String>; 2]) {
        let one: Vec<Move> = crate::engine::Moves::iter(&self.first.legal(&states.0)).collect();
        let two: Vec<Move> = crate::engine::Moves::iter(&self.second.legal(&states.1)).collect();
        let texts = [write_moves(self.first.rules(), &one), write_moves(self.second.rules(), &two)];
        ([one, two], texts)
    }

    /// In what two states differ, their legal moves left out.
    fn difference(&self, states: &(A::State, B::State)) -> Option<Kind> {
        let (one, two) = (self.first.position(&states.0), self.second.position(&states.1));
        let ends = (self.first.outcome(&states.0), self.second.outcome(&states.1));
        let alike = match ends {
            (None, None) => true,
            (Some(one), Some(two)) => (one.winner, one.worth, one.score) == (two.winner, two.worth, two.score),
            _ => false,
        };
        if ends.0.is_some() != ends.1.is_some() || !alike {
            // Seeds that are gathered when a game ends differ because it ends.
            return Some(Kind::Outcome);
        }
        if (one.cells, one.hand, one.removed) != (two.cells, two.hand, two.removed) {
            return Some(Kind::Seeds);
        }
        (ends.0.is_none() && one.mover != two.mover).then_some(Kind::Turn)
    }

    fn play(&self, game: u64) -> Course {
        self.walk(game, |_, _| {})
    }

    /// Plays a game until it parts. `see` is shown the states before each move and the move, for whoever wants to tell.
    fn walk(&self, game: u64, mut see: impl FnMut(&(A::State, B::State), Option<(&[String; 2], usize)>)) -> Course {
        let mut random = Random::of_game(self.order.seed, game);
        let mut states = self.start();
        let none = || [Vec::new(), Vec::new()];
        see(&states, None);
        if self.difference(&states).is_some() {
            return Course::Parted(0, Cause { kind: Kind::Start, only: none() });
        }
        for moves in 0.. {
            if self.first.outcome(&states.0).is_some() {
                return Course::Level(moves);
            }
            if moves == self.order.max_moves {
                return Course::Left(moves);
            }
            let (legal, texts) = self.legal(&states);
            let count = u32::try_from(legal[0].len()).unwrap_or(u32::MAX);
            let mut names = texts.clone();
            names.iter_mut().for_each(|names| names.sort_unstable());
            if names[0] != names[1] || count == 0 {
                see(&states, Some((&[texts[0].join(" "), texts[1].join(" ")], usize::MAX)));
                return Course::Parted(moves, Cause { kind: Kind::Legal, only: none() });
            }
            let chosen = random.below(count) as usize;
            // The same move may stand elsewhere in the other's list.
            let other = texts[1].iter().position(|text| *text == texts[0][chosen]).unwrap_or(chosen);
            see(&states, Some((&[texts[0][chosen].clone(), texts[1][other].clone()], chosen)));
            let sizes = [self.first.rules().sources.len(), self.second.rules().sources.len()];
            let mut used = sizes.map(UsedRules::new);
            self.first.play_counted(&mut states.0, legal[0][chosen], &mut used[0]);
            self.second.play_counted(&mut states.1, legal[1][other], &mut used[1]);
            if let Some(kind) = self.difference(&states) {
                see(&states, None);
                let only = only(self.first.rules(), self.second.rules(), &used);
                return Course::Parted(moves, Cause { kind, only });
            }
        }
        Course::Left(0)
    }

    /// Plays a game once more and tells how it parts.
    fn scene(&self, game: u64) -> Scene {
        let write = |states: &(A::State, B::State)| {
            [
                write_position(self.first.rules(), &self.first.position(&states.0)),
                write_position(self.second.rules(), &self.second.position(&states.1)),
            ]
        };
        let mut scene = Scene { before: String::new(), played: None, sides: Default::default() };
        self.walk(game, |states, played| {
            let [one, two] = write(states);
            match played {
                Some((texts, usize::MAX)) => {
                    scene.before = one.clone();
                    scene.played = None;
                    let lists = [0, 1]
                        .map(|side: usize| texts[side].split(' ').filter(|text| !text.is_empty()).collect::<Vec<_>>());
                    for side in 0..2 {
                        let other = &lists[1 - side];
                        let only = lists[side].iter().filter(|text| !other.contains(text));
                        scene.sides[side].only_legal = only.map(|text| (*text).to_owned()).collect();
                    }
                    (scene.sides[0].after, scene.sides[1].after) = (one, two);
                }
                Some((texts, _)) => {
                    scene.before = one;
                    scene.played = Some(texts[0].clone());
                }
                None => {
                    (scene.sides[0].after, scene.sides[1].after) = (one, two);
                    let ends = (self.first.outcome(&states.0), self.second.outcome(&states.1));
                    scene.sides[0].outcome = ends.0.map(|end| super::words::outcome(self.first.rules(), end));
                    scene.sides[1].outcome = ends.1.map(|end| super::words::outcome(self.second.rules(), end));
                }
            }
        });
        scene
    }
}

/// The rules that were carried out under one set only, told apart by their text: numbers differ between files.
fn only(first: &Rules, second: &Rules, used: &[UsedRules; 2]) -> [Vec<RuleId>; 2] {
    let texts = [(first, &used[0]), (second, &used[1])].map(|(rules, used)| {
        let carried = (0..).zip(&rules.sources).filter(|(id, _)| used.contains(*id));
        carried.map(|(id, source)| (id, source.text.as_str())).collect::<Vec<(RuleId, &str)>>()
    });
    [0, 1].map(|side: usize| {
        let other = &texts[1 - side];
        let only = texts[side].iter().filter(|(_, text)| !other.iter().any(|(_, known)| known == text));
        only.map(|(id, _)| *id).collect()
    })
}
