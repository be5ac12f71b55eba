//! What many games of one variant came to: sums and histograms, so that its size does not grow with the games.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::engine::{Outcome, UsedRules, Winner};
use crate::rules::{Action, Moment, Phase, Rule, RuleId, Rules, TitleId};

use super::histogram::Histogram;

/// What ended games: the key under which they are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndedBy {
    /// Rules with this title.
    Title(TitleId),
    /// This rule, which has no title.
    Rule(RuleId),
    /// What holds where no rule says otherwise: neither player can move, or one moves a thousand times in a row.
    Default,
    /// The limit of turns.
    Limit,
}

/// The results of games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// How many games.
    pub games: u64,
    /// Won by South, won by North, draws, void, unfinished.
    pub results: [u64; 5],
    /// How they ended.
    #[serde(serialize_with = "write_pairs", deserialize_with = "read_pairs")]
    pub ends: BTreeMap<EndedBy, u64>,
    /// Turns of a game: a move, or several of one player where a rule gives another.
    pub turns: Histogram,
    /// Moves of a game, passes included.
    pub moves: Histogram,
    /// Legal moves at each move.
    pub choices: Histogram,
    /// Seeds captured in a turn, by either player.
    pub captured: Histogram,
    /// Laps of a move; passes are left out.
    pub laps: Histogram,
    /// The most laps of a move, and the first game that had it.
    pub longest: Option<(u32, u64)>,
    /// The most turns of a finished game, and the first game that had it.
    pub longest_game: Option<(u64, u64)>,
    /// The rules that were carried out.
    pub used: UsedRules,
    /// Games in which seeds appeared or vanished: a mistake of the engine.
    pub unsound: u64,
}

impl Tally {
    /// Nothing played yet.
    pub fn new(rules: &Rules) -> Self {
        Tally { used: UsedRules::new(rules.sources.len()), ..Tally::default() }
    }

    /// Counts a finished game, or an unfinished one.
    pub fn finish(&mut self, game: u64, outcome: Option<Outcome>, ended_by: EndedBy, turns: u64, moves: u64) {
        self.games += 1;
        let result = match outcome.map(|outcome| outcome.winner) {
            Some(Winner::South) => 0,
            Some(Winner::North) => 1,
            Some(Winner::Draw) => 2,
            Some(Winner::Void) => 3,
            None => 4,
        };
        self.results[result] += 1;
        *self.ends.entry(ended_by).or_default() += 1;
        self.turns.add(turns);
        self.moves.add(moves);
        if outcome.is_some() && self.longest_game.is_none_or(|(most, _)| turns > most) {
            self.longest_game = Some((turns, game));
        }
    }

    /// Counts the laps of a move.
    #[inline]
    pub fn add_laps(&mut self, game: u64, laps: u32) {
        self.laps.add(u64::from(laps));
        if self.longest.is_none_or(|(most, _)| laps > most) {
            self.longest = Some((laps, game));
        }
    }

    /// Adds the games of another, which come after this one's.
    pub fn merge(&mut self, later: &Tally) {
        self.games += later.games;
        for (mine, theirs) in self.results.iter_mut().zip(later.results) {
            *mine += theirs;
        }
        for (end, count) in &later.ends {
            *self.ends.entry(*end).or_default() += count;
        }
        self.turns.merge(&later.turns);
        self.moves.merge(&later.moves);
        self.choices.merge(&later.choices);
        self.captured.merge(&later.captured);
        self.laps.merge(&later.laps);
        // The earlier game keeps a record that is only equalled.
        self.longest = longer(self.longest, later.longest);
        self.longest_game = longer(self.longest_game, later.longest_game);
        self.used.merge(&later.used);
        self.unsound += later.unsound;
    }
}

/// Writes a map as pairs: in JSON the keys of an object are texts only.
fn write_pairs<S: Serializer>(map: &BTreeMap<EndedBy, u64>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(map)
}

fn read_pairs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<EndedBy, u64>, D::Error> {
    Ok(Vec::<(EndedBy, u64)>::deserialize(deserializer)?.into_iter().collect())
}

/// The better of two records, the first where they are equal.
fn longer<T: PartialOrd + Copy>(first: Option<(T, u64)>, second: Option<(T, u64)>) -> Option<(T, u64)> {
    match (first, second) {
        (Some(one), Some(two)) => Some(if two.0 > one.0 { two } else { one }),
        (one, two) => one.or(two),
    }
}

/// Tells which rule ended a game.
#[derive(Clone, Debug)]
pub struct Endings {
    /// Each rule that can end the game, and under what it is counted.
    finishing: Vec<(RuleId, EndedBy)>,
}

impl Endings {
    /// Those of some rules.
    pub fn new(rules: &Rules) -> Self {
        let all = rules.phases.iter().flat_map(moments).flat_map(|(_, rules)| rules);
        let finishing = all.filter(|rule| rule.actions.iter().any(|action| matches!(action, Action::Finish { .. })));
        let by = |rule: &Rule| (rule.id, rule.title.map_or(EndedBy::Rule(rule.id), EndedBy::Title));
        Endings { finishing: finishing.map(by).collect() }
    }

    /// What ended a game in which `used` were carried out. A rule that can end a game does: there is one at most.
    pub fn ended_by(&self, outcome: Outcome, used: &UsedRules) -> EndedBy {
        let found = self.finishing.iter().find(|(rule, _)| used.contains(*rule)).map(|(_, by)| *by);
        outcome.title.map(EndedBy::Title).or(found).unwrap_or(EndedBy::Default)
    }
}

/// Every place of a phase where rules stand, in the order of a turn.
pub fn moments(phase: &Phase) -> impl Iterator<Item = (Moment, &[Rule])> {
    let plays = phase.plays.iter().filter_map(|play| play.instead.as_deref()).map(|rules| (Moment::Play, rules));
    plays.chain([
        (Moment::BeforeSowing, phase.before_sowing.as_slice()),
        (Moment::OnTheWay, phase.on_the_way.as_slice()),
        (Moment::Landing, phase.landing.as_slice()),
        (Moment::OnCapture, phase.on_capture.as_slice()),
        (Moment::AfterMove, phase.after_move.as_slice()),
        (Moment::Stuck, phase.stuck.as_slice()),
        (Moment::End, phase.end.as_slice()),
        (Moment::Endless, phase.endless.rules.as_slice()),
    ])
}
