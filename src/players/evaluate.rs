//! How good a position looks, read off the rules: banks where seeds are banked, seeds and choice where the aim is to leave
//! the opponent without a move. The weights can be given in a small TOML file.

use serde::{Deserialize, Serialize};

use crate::engine::{Engine, Outcome, Winner};
use crate::rules::visit::{Visit, walk_phase, walk_test};
use crate::rules::{Action, CellSet, Ending, Rules, Side, Test};

/// Values from here on mean a game that is won.
pub const WON: i32 = 1_000_000;
/// A value beyond all others.
pub const INFINITY: i32 = 4_000_000;

/// What seeds and moves are worth. A seed in the own bank against one in the opponent's is the unit: 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Weights {
    /// A seed in the own bank.
    pub bank: i32,
    /// A seed in the own pits.
    pub seed: i32,
    /// An own pit that can be lifted.
    pub mobility: i32,
    /// Being the player to move.
    pub tempo: i32,
}

/// Why a file of weights cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// It is not the TOML that is asked for.
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    /// A weight is out of range.
    #[error("`{name} = {value}` is out of range: weights go from -10000 to 10000")]
    Range {
        /// Which.
        name: &'static str,
        /// What was given.
        value: i32,
    },
}

impl Default for Weights {
    fn default() -> Self {
        Weights { bank: 100, seed: 10, mobility: 15, tempo: 0 }
    }
}

/// What the rules aim at.
#[derive(Clone, Copy, Debug, Default)]
struct Aims {
    /// Some ending counts the seeds in banks.
    most: bool,
    /// Some ending gives the poorer bank the game.
    fewest: bool,
    /// Whether anybody asks if a player is stuck.
    stuck: bool,
}

impl Visit for Aims {
    fn action(&mut self, action: &Action) {
        if let Action::Finish { ending, .. } = action {
            self.most |= *ending == Ending::MostSeeds;
            self.fewest |= *ending == Ending::FewestSeeds;
        }
    }

    fn test(&mut self, test: &Test) {
        self.stuck |= matches!(test, Test::Stuck(_));
        walk_test(self, test);
    }
}

impl Weights {
    /// The weights that suit these rules.
    pub fn of(rules: &Rules) -> Weights {
        let mut aims = Aims::default();
        rules.phases.iter().for_each(|phase| walk_phase(&mut aims, phase));
        let banked = rules.board.has_stores() || rules.marks.iter().any(|mark| mark.holds_captures);
        if aims.fewest && !aims.most {
            return Weights { bank: -100, seed: -10, mobility: 5, tempo: 0 };
        }
        if banked { Weights::default() } else { Weights { bank: 0, seed: 100, mobility: 60, tempo: 0 } }
    }

    /// Reads weights; those that are not named keep the value that suits the rules.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, with its line.
    pub fn parse(text: &str, rules: &Rules) -> Result<Weights, WeightsError> {
        let table: Partial = toml::from_str(text)?;
        let own = Weights::of(rules);
        let take = |name, value: Option<i32>, own| match value {
            Some(value) if !(-10_000..=10_000).contains(&value) => Err(WeightsError::Range { name, value }),
            value => Ok(value.unwrap_or(own)),
        };
        Ok(Weights {
            bank: take("bank", table.bank, own.bank)?,
            seed: take("seed", table.seed, own.seed)?,
            mobility: take("mobility", table.mobility, own.mobility)?,
            tempo: take("tempo", table.tempo, own.tempo)?,
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Partial {
    bank: Option<i32>,
    seed: Option<i32>,
    mobility: Option<i32>,
    tempo: Option<i32>,
}

/// Judges positions of one set of rules.
#[derive(Clone, Debug)]
pub struct Evaluation {
    weights: Weights,
    /// The pits of each side as bytes of the lanes.
    sides: [[u128; 2]; 2],
    cells: [CellSet; 2],
    /// Whether more seeds are a better win.
    scored: bool,
}

/// All bits in the bytes of these cells.
fn spread(cells: CellSet) -> [u128; 2] {
    cells.iter().filter(|cell| *cell < 32).fold([0; 2], |mut lanes, cell| {
        lanes[usize::from(cell) / 16] |= 0xff << (usize::from(cell) % 16 * 8);
        lanes
    })
}

const LOW: u128 = 0x7f7f_7f7f_7f7f_7f7f_7f7f_7f7f_7f7f_7f7f;
const PAIRS: u128 = 0x00ff_00ff_00ff_00ff_00ff_00ff_00ff_00ff;

/// The sum of the bytes and how many are not 0.
fn sum_and_count(lanes: u128) -> (i32, i32) {
    let pairs = (lanes & PAIRS) + (lanes >> 8 & PAIRS);
    let halves = (pairs as u64).wrapping_add((pairs >> 64) as u64);
    let sum = halves.wrapping_mul(0x0001_0001_0001_0001) >> 48;
    let filled = (((lanes & LOW) + LOW) | lanes) & !LOW;
    (sum as i32, filled.count_ones() as i32)
}

impl Evaluation {
    /// Prepares to judge with these weights.
    pub fn new(rules: &Rules, weights: Weights) -> Self {
        let cells = Side::BOTH.map(|side| rules.board.pits(side));
        Evaluation { weights, sides: cells.map(spread), cells, scored: weights.bank != 0 }
    }

    /// The value for the player to move.
    pub fn value<E: Engine>(&self, engine: &E, state: &E::State) -> i32 {
        let weights = self.weights;
        let mut value = [0; 2];
        match engine.lanes(state) {
            Some(lanes) => {
                for (value, side) in value.iter_mut().zip(&self.sides) {
                    for (lanes, side) in lanes.iter().zip(side).filter(|(_, side)| **side != 0) {
                        let (seeds, pits) = sum_and_count(lanes & side);
                        *value += seeds * weights.seed + pits * weights.mobility;
                    }
                }
            }
            None => {
                let position = engine.position(state);
                for (value, side) in value.iter_mut().zip(&self.cells) {
                    for cell in side.iter() {
                        let seeds = i32::from(position.cells[usize::from(cell)]);
                        *value += seeds * weights.seed + seeds.min(1) * weights.mobility;
                    }
                }
            }
        }
        let banks = engine.banks(state);
        let mover = engine.mover(state).index();
        let other = 1 - mover;
        value[mover] - value[other] + (banks[mover] as i32 - banks[other] as i32) * weights.bank + weights.tempo
    }

    /// The value of a finished game for `side`, `ply` moves from the root: a win now is better than one later, a high one
    /// better than a low one.
    pub fn finished(&self, outcome: Outcome, side: Side, ply: u32) -> i32 {
        let score = outcome.score[side.index()] as i32 - outcome.score[side.other().index()] as i32;
        match outcome.winner {
            Winner::Draw | Winner::Void => 0,
            winner => {
                let won = winner == Winner::from(side);
                self.decided(if won { score } else { -score }, ply) * if won { 1 } else { -1 }
            }
        }
    }

    /// The value of a win by `score` seeds.
    fn decided(&self, score: i32, ply: u32) -> i32 {
        let score = if self.scored { score.clamp(-2000, 2000) } else { 0 };
        WON + 500_000 + score * 200 - ply as i32
    }

    /// The value of a game that is known to end with `score` seeds more for the player to move.
    pub fn known(&self, score: i32, ply: u32) -> i32 {
        match score {
            0 => 0,
            score => self.decided(score.abs(), ply) * score.signum(),
        }
    }
}
