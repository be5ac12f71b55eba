//! One pairing of a study in numbers: what tables, files and pictures show of it.

use serde::Serialize;

use crate::study::histogram::Histogram;
use crate::study::measures::{Estimate, Measures};

use super::plan::{Cell, Purpose, Setting};
use super::results::{CellResult, Results};

/// A share with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The share; none of nothing.
    pub value: Option<f64>,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
}

/// 97.5 % of a normal distribution lie below this.
const Z: f64 = 1.959_963_984_540_054;

impl Interval {
    /// Half points of so many games: Wilson's interval, a draw being half a win. It is a little wider than needed where
    /// there are draws. Games that were played more than once say nothing new: only the `different` ones make it sure.
    pub fn of_points(half_points: u64, games: u64, different: Option<u64>) -> Self {
        if games == 0 {
            return Interval { value: None, low: 0.0, high: 1.0 };
        }
        let p = half_points as f64 / 2.0 / games as f64;
        let n = different.unwrap_or(games).clamp(1, games) as f64;
        let z2 = Z * Z;
        let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = Z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        // At the ends the formula gives the end exactly, rounding does not.
        let low = if half_points == 0 { 0.0 } else { (centre - half).max(0.0) };
        let high = if half_points == 2 * games { 1.0 } else { (centre + half).min(1.0) };
        Interval { value: Some(p), low, high }
    }

    /// So many of so many.
    pub fn of_count(count: u64, of: u64, different: Option<u64>) -> Self {
        Interval::of_points(count * 2, of, different)
    }
}

/// The quantiles of turns that are kept, in thousandths.
pub const QUANTILES: [(&str, u16); 7] =
    [("min", 0), ("q05", 50), ("q25", 250), ("median", 500), ("q75", 750), ("q95", 950), ("max", 1000)];

/// How long games are, in turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Lengths {
    /// The mean.
    pub mean: f64,
    /// The quantiles, see [`QUANTILES`].
    pub quantiles: [u64; 7],
}

impl Lengths {
    fn of(turns: &Histogram) -> Self {
        let quantiles = QUANTILES.map(|(_, thousandths)| turns.quantile(thousandths).unwrap_or(0));
        Lengths { mean: turns.mean(), quantiles }
    }
}

/// Games in figures.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// How many games.
    pub games: u64,
    /// How many of them are different; none where players vary by chance, so that all are.
    pub different: Option<u64>,
    /// Results by seat: won by South, by North, draws, void, unfinished.
    pub results: [u64; 5],
    /// What the seat is worth: South's points of the games that were won or drawn.
    pub south: Interval,
    /// What the first player scores, wherever he sits.
    pub first: Interval,
    /// Draws of all games.
    pub draws: Interval,
    /// Unfinished games of all games.
    pub unfinished: Interval,
    /// How long games are.
    pub turns: Lengths,
    /// Legal moves at a move, the mean over games of a game's mean.
    pub branching: Option<Estimate>,
    /// The share of turns that change the leader.
    pub lead_changes: Option<Estimate>,
    /// How far behind the winner was while behind.
    pub drama: Option<Estimate>,
    /// The share of a game that is over once it is decided.
    pub decisiveness: Option<f64>,
    /// The lead from which nobody has come back, in seeds.
    pub threshold: Option<u64>,
}

impl Figures {
    /// Of the sums of games.
    pub fn of(result: &CellResult) -> Self {
        let Measures { results, .. } = result.measures;
        let both: [u64; 5] = std::array::from_fn(|at| results[0][at] + results[1][at]);
        let counted = both[0] + both[1] + both[2];
        let first = results[0][0] + results[1][1];
        let seen = result.measures.different.len() as u64;
        let different = (seen > 0).then_some(seen);
        Figures {
            games: result.games,
            different,
            results: both,
            south: Interval::of_points(2 * both[0] + both[2], counted, different),
            first: Interval::of_points(2 * first + both[2], counted, different),
            draws: Interval::of_count(both[2], result.games, different),
            unfinished: Interval::of_count(both[4], result.games, different),
            turns: Lengths::of(&result.tally.turns),
            branching: result.measures.branching.estimate(),
            lead_changes: result.measures.lead_changes.estimate(),
            drama: result.measures.drama.estimate(),
            decisiveness: result.measures.decisiveness(),
            threshold: result.measures.threshold(),
        }
    }
}

/// One pairing in one setting.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The setting.
    pub setting: &'a Setting,
    /// The pairing.
    pub cell: &'a Cell,
    /// The sums.
    pub result: &'a CellResult,
    /// The figures.
    pub figures: Figures,
    /// Rules that were used in some game, of those in force.
    pub rules_used: (usize, usize),
}

impl<'a> Row<'a> {
    fn new(setting: &'a Setting, cell: &'a Cell, result: &'a CellResult) -> Self {
        let used = |rule: &&u16| result.measures.rule_games.get(usize::from(**rule)).is_some_and(|games| *games > 0);
        let rules_used = (setting.in_force.iter().filter(used).count(), setting.in_force.len());
        Row { setting, cell, result, figures: Figures::of(result), rules_used }
    }

    /// All rows of a study, in the order of its plan.
    pub fn all(results: &'a Results) -> Vec<Row<'a>> {
        let plan = &results.plan;
        let rows = plan.cells.iter().zip(&results.cells);
        rows.filter_map(|(cell, result)| Some(Row::new(plan.settings.get(cell.setting)?, cell, result))).collect()
    }

    /// Whether it belongs to the skill trace.
    pub fn is_skill(&self) -> bool {
        matches!(self.cell.purpose, Purpose::Skill { .. })
    }

    /// The players, as a table names them.
    pub fn players(&self) -> String {
        let [one, two] = &self.cell.players;
        if one == two { format!("{one}, both") } else { format!("{one} – {two}") }
    }
}
