//! What two players came to in the games of a simulation, as text and as data.

use serde::Serialize;

use crate::style::{Align, Paint, Table, thousands};

use super::experiment::row::Interval;
use super::measures::Measures;

/// Two players with their games.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The players; the first sits South in the first game.
    pub players: [String; 2],
    /// Whether they change seats after every game.
    pub swap: bool,
    /// So many moves at the start of each game are left to chance.
    pub random_moves: u32,
    /// What their games measure.
    pub measures: Measures,
}

/// One player's results, as data.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    player: String,
    wins: u64,
    draws: u64,
    losses: u64,
    score: Option<f64>,
    interval_95: [f64; 2],
}

impl Contest {
    /// As a sentence goes on after the number of games.
    pub fn about(&self) -> String {
        let [one, two] = &self.players;
        let seats = if self.swap { ", changing seats" } else { "" };
        let opening = match self.random_moves {
            0 => String::new(),
            1 => ", the first move random".to_owned(),
            many => format!(", the first {many} moves random"),
        };
        format!("{one} against {two}{seats}{opening}")
    }

    /// How both fared.
    pub fn standings(&self) -> [Standing; 2] {
        let [straight, swapped] = self.measures.results;
        let wins = [straight[0] + swapped[1], straight[1] + swapped[0]];
        let draws = straight[2] + swapped[2];
        let different = self.different();
        [0, 1].map(|player: usize| {
            let (won, lost) = (wins[player], wins[1 - player]);
            let Interval { value, low, high } = Interval::of_points(2 * won + draws, won + lost + draws, different);
            let player = self.players[player].clone();
            Standing { player, wins: won, draws, losses: lost, score: value, interval_95: [low, high] }
        })
    }

    /// How many different games there were, where players could play one again.
    pub fn different(&self) -> Option<u64> {
        let seen = self.measures.different.len() as u64;
        (seen > 0).then_some(seen)
    }

    /// A table of both, and what the seat is worth.
    pub fn text(&self, games: u64, paint: Paint) -> String {
        let mut table =
            Table::new(&[Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right]);
        table.head(["Player", "wins", "draws", "losses", "score", "95 % interval"]);
        let interval = |low: f64, high: f64| format!("{:.1} to {:.1} %", low * 100.0, high * 100.0);
        for standing in self.standings() {
            let Standing { player, wins, draws, losses, score, interval_95: [low, high] } = standing;
            let score = score.map_or("-".to_owned(), |score| format!("{:.1} %", score * 100.0));
            let counts = [wins, draws, losses].map(thousands);
            let [wins, draws, losses] = counts;
            table.row([paint.name(player), wins, draws, losses, score, paint.faint(interval(low, high))]);
        }
        let mut text = table.text("", paint);
        if let Some(different) = self.different().filter(|different| *different < games) {
            let said = format!(
                "Only {} of {} games are different, and only those make the intervals narrow: see --random-moves.",
                thousands(different),
                thousands(games)
            );
            text += &format!("{}\n", paint.warning(said));
        }
        text
    }
}
