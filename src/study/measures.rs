//! What many games of one pairing of players say about a variant beyond counts of results: lead changes, drama,
//! decisiveness. `docs/measures.md` defines each and says where it comes from.
//!
//! In: the course of each game, turn by turn. Out: whole numbers that add up in any order, so that cores, shards and
//! interruptions change nothing; shares are made of them at the end.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::engine::{Engine, Move, Moves, UsedRules, Winner};
use crate::rules::{Rules, Side};

use super::hash::hash;
use super::histogram::Histogram;
use super::lead::Lead;
use super::simulate::Listen;

/// Shares of a game are kept in millionths.
const MILLION: f64 = 1e6;
/// 97.5 % of a normal distribution lie below this.
const Z: f64 = 1.959_963_984_540_054;

/// Sums of one number a game, for its mean and how sure the mean is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    /// How many games have the number.
    pub count: u64,
    /// The sum, in millionths.
    pub sum: u64,
    /// The sum of the squares, in millionths.
    pub squares: u64,
}

impl Moments {
    /// Adds a number that is 0 or more.
    pub fn add(&mut self, number: f64) {
        self.count += 1;
        self.sum = self.sum.saturating_add((number * MILLION).round() as u64);
        self.squares = self.squares.saturating_add((number * number * MILLION).round() as u64);
    }

    /// Adds those of others.
    pub fn merge(&mut self, other: &Moments) {
        self.count += other.count;
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
    }

    /// The mean, and the ends of its 95 % interval (normal approximation). None of nothing.
    pub fn estimate(&self) -> Option<Estimate> {
        if self.count == 0 {
            return None;
        }
        let n = self.count as f64;
        let mean = self.sum as f64 / MILLION / n;
        let half = if self.count < 2 {
            f64::INFINITY
        } else {
            let variance = (self.squares as f64 / MILLION / n - mean * mean).max(0.0) * n / (n - 1.0);
            Z * (variance / n).sqrt()
        };
        Some(Estimate { value: mean, low: (mean - half).max(0.0), high: mean + half })
    }
}

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
}

/// The measures of games, as sums.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measures {
    /// Results by seat, of the games in which the first player sits South and of those in which he sits North: won by
    /// South, won by North, draws, void, unfinished.
    pub results: [[u64; 5]; 2],
    /// Legal moves at a move, the mean of each game.
    pub branching: Moments,
    /// The share of turns that change the leader.
    pub lead_changes: Moments,
    /// How far behind the winner was while behind.
    pub drama: Moments,
    /// The largest lead that a player had and did not win with, one a game that is won or drawn.
    pub lost_leads: Histogram,
    /// Games with a winner.
    pub won: u64,
    /// For each lead `v`: the sum, in millionths, of the shares of their turns that games were played on after the winner
    /// first led by more than `v`.
    pub played_on: Vec<u64>,
    /// For each rule, the games in which it was carried out.
    pub rule_games: Vec<u64>,
    /// The games by a hash of their moves, each once: kept where players could play the same game again.
    pub different: BTreeSet<u64>,
}

impl Measures {
    /// Adds those of other games.
    pub fn merge(&mut self, other: &Measures) {
        for (mine, theirs) in self.results.iter_mut().flatten().zip(other.results.iter().flatten()) {
            *mine += theirs;
        }
        self.branching.merge(&other.branching);
        self.lead_changes.merge(&other.lead_changes);
        self.drama.merge(&other.drama);
        self.lost_leads.merge(&other.lost_leads);
        self.won += other.won;
        add_all(&mut self.played_on, &other.played_on);
        add_all(&mut self.rule_games, &other.rule_games);
        self.different.extend(&other.different);
    }

    /// Counts a game for each rule that it used.
    pub fn count_rules(&mut self, rules: &Rules, used: &UsedRules) {
        self.rule_games.resize(rules.sources.len(), 0);
        for (rule, games) in (0..).zip(&mut self.rule_games) {
            *games += u64::from(used.contains(rule));
        }
    }

    /// The lead from which nobody has come back: the largest with which a player did not win. None of nothing.
    pub fn threshold(&self) -> Option<u64> {
        self.lost_leads.max()
    }

    /// One less the share of a game that is still played once the winner leads by more than the threshold. None without
    /// a game that was won.
    pub fn decisiveness(&self) -> Option<f64> {
        let threshold = usize::try_from(self.threshold()?).ok()?;
        (self.won > 0).then(|| {
            let played_on = self.played_on.get(threshold).copied().unwrap_or(0);
            1.0 - played_on as f64 / MILLION / self.won as f64
        })
    }

    /// Adds a game: South's lead after each turn, and who won if it is over.
    fn add_course(&mut self, leads: &[i64], winner: Option<Winner>, total: u32) {
        let turns = leads.len();
        if winner.is_none() || winner == Some(Winner::Void) || turns == 0 {
            return;
        }
        self.lead_changes.add(changes(leads) as f64 / (turns.max(2) - 1) as f64);
        // The last turn ends the game: what stands after it is the result.
        let before = &leads[..turns - 1];
        let Some(side) = winner.and_then(winning_side) else {
            let most = before.iter().map(|lead| lead.unsigned_abs()).max().unwrap_or(0);
            self.lost_leads.add(most);
            return;
        };
        let sign = if side == Side::South { 1 } else { -1 };
        let behind: Vec<f64> =
            before.iter().map(|lead| -lead * sign).filter(|lead| *lead > 0).map(|l| l as f64).collect();
        let severity: f64 = behind.iter().map(|lead| (lead / f64::from(total)).min(1.0).sqrt()).sum();
        self.drama.add(if behind.is_empty() { 0.0 } else { severity / behind.len() as f64 });
        self.lost_leads.add(before.iter().map(|lead| (-lead * sign).max(0)).max().unwrap_or(0).unsigned_abs());
        self.won += 1;
        let mut most = 0usize;
        for (turn, lead) in before.iter().enumerate() {
            let lead = usize::try_from(lead * sign).unwrap_or(0);
            if lead > most {
                let rest = ((turns - 1 - turn) as f64 / turns as f64 * MILLION).round() as u64;
                if lead > self.played_on.len() {
                    self.played_on.resize(lead, 0);
                }
                self.played_on[most..lead].iter_mut().for_each(|sum| *sum += rest);
                most = lead;
            }
        }
    }
}

/// Adds number by number; the longer list gives the length.
fn add_all(mine: &mut Vec<u64>, theirs: &[u64]) {
    mine.resize(mine.len().max(theirs.len()), 0);
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        *mine += theirs;
    }
}

/// How often the leader changes. A player leads until the other is ahead: a level position changes nothing.
fn changes(leads: &[i64]) -> u64 {
    let mut leader = 0;
    let mut changes = 0;
    for sign in leads.iter().map(|lead| lead.signum()).filter(|sign| *sign != 0) {
        changes += u64::from(leader != 0 && sign != leader);
        leader = sign;
    }
    changes
}

/// The side that won; none where nobody did.
fn winning_side(winner: Winner) -> Option<Side> {
    match winner {
        Winner::South => Some(Side::South),
        Winner::North => Some(Side::North),
        Winner::Draw | Winner::Void => None,
    }
}

/// Listens to games and measures them.
#[derive(Clone, Debug)]
pub struct Measuring {
    /// What was measured.
    pub measures: Measures,
    lead: Lead,
    swap: bool,
    swapped: bool,
    /// South's lead after each turn of this game.
    leads: Vec<i64>,
    choices: u64,
    moves: u64,
    /// Whether different games are counted, and the hash of this one so far.
    may_repeat: bool,
    hash: u64,
}

impl Measuring {
    /// Has measured nothing yet. If `swap`, the players change seats after every game; if `may_repeat`, different games
    /// are counted.
    pub fn new(rules: &Rules, swap: bool, may_repeat: bool) -> Self {
        Measuring {
            measures: Measures::default(),
            lead: Lead::new(rules),
            swap,
            swapped: false,
            leads: Vec::new(),
            choices: 0,
            moves: 0,
            may_repeat,
            hash: 0,
        }
    }
}

impl<E: Engine> Listen<E> for Measuring {
    type Kept = Measures;

    fn begin(&mut self, _: &E, game: u64, _: &E::State) {
        self.swapped = self.swap && game % 2 == 1;
        self.leads.clear();
        (self.choices, self.moves, self.hash) = (0, 0, u64::from(self.swapped));
    }

    fn moved(&mut self, engine: &E, by: Side, choice: Move, legal: &E::Moves, state: &E::State) {
        self.choices += legal.len() as u64;
        self.moves += 1;
        if self.may_repeat {
            let mut bytes = [0; 18];
            bytes[..8].copy_from_slice(&self.hash.to_le_bytes());
            bytes[8..16].copy_from_slice(&choice.answers.to_le_bytes());
            bytes[16..].copy_from_slice(&[choice.pit, choice.kind]);
            self.hash = hash(&bytes);
        }
        if engine.mover(state) != by || engine.outcome(state).is_some() {
            self.leads.push(self.lead.of(&engine.position(state)));
        }
    }

    fn end(&mut self, engine: &E, state: &E::State) {
        let winner = engine.outcome(state).map(|outcome| outcome.winner);
        let result = match winner {
            Some(Winner::South) => 0,
            Some(Winner::North) => 1,
            Some(Winner::Draw) => 2,
            Some(Winner::Void) => 3,
            None => 4,
        };
        self.measures.results[usize::from(self.swapped)][result] += 1;
        if self.moves > 0 {
            self.measures.branching.add(self.choices as f64 / self.moves as f64);
        }
        if self.may_repeat {
            self.measures.different.insert(self.hash);
        }
        self.measures.add_course(&self.leads, winner, self.lead.total());
    }

    fn take(&mut self) -> Measures {
        std::mem::take(&mut self.measures)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_by_hand() {
        let mut measures = Measures::default();
        // South is ahead by 4, level, behind by 9 and 1, ahead by 2, and wins.
        measures.add_course(&[4, 0, -9, -1, 2, 20], Some(Winner::South), 100);
        assert_eq!(measures.lead_changes.sum, 400_000, "two changes in five steps");
        assert_eq!(measures.drama.sum, 200_000, "(sqrt 0.09 + sqrt 0.01) / 2");
        assert_eq!(measures.threshold(), Some(9));
        assert_eq!(measures.decisiveness(), Some(1.0), "never ahead by more than 9 before the end");
        assert_eq!(measures.played_on, [833_333; 4]);
    }

    #[test]
    fn a_lead_that_decides() {
        let mut measures = Measures::default();
        measures.add_course(&[-3, 5], Some(Winner::North), 48);
        measures.add_course(&[2, 5, 6, 7], Some(Winner::South), 48);
        assert_eq!(measures.threshold(), Some(0));
        assert!((measures.decisiveness().expect("two were won") - (1.0 - (0.5 + 0.75) / 2.0)).abs() < 1e-6);
        measures.add_course(&[5, 5, -1], Some(Winner::Draw), 48);
        assert_eq!(measures.threshold(), Some(5), "a lead that came to a draw did not win");
        assert!((measures.decisiveness().expect("two were won") - (1.0 - 0.25 / 2.0)).abs() < 1e-6);
    }

    #[test]
    fn what_does_not_count() {
        let mut measures = Measures::default();
        measures.add_course(&[1, 2], None, 48);
        measures.add_course(&[1, 2], Some(Winner::Void), 48);
        assert_eq!(measures, Measures::default());
        assert_eq!((measures.decisiveness(), measures.drama.estimate()), (None, None));
    }
}
