//! The arguments that say who plays the games of a simulation.

use std::sync::atomic::AtomicBool;

use clap::Args;

use naqala::players::{FORMS, Spec};
use naqala::rules::Rules;
use naqala::study::contest::Contest;
use naqala::study::measures::{Measures, Measuring};
use naqala::study::seats::{Seating, Seats};

/// Who plays.
#[derive(Args, Clone, Debug, Default)]
pub struct Players {
    /// Who plays South first: a player such as random, greedy, mcts:1000, mcts:1s, alphabeta:6, best:100ms. The players change
    /// seats after every game.
    #[arg(long, value_name = "PLAYER", value_parser = player)]
    south: Option<Spec>,
    /// Who plays North first; a player left out is random.
    #[arg(long, value_name = "PLAYER", value_parser = player)]
    north: Option<Spec>,
    /// The players keep their seats.
    #[arg(long)]
    keep_seats: bool,
    /// Leave so many moves at the start of each game to chance: players who never vary would play one game over and
    /// over. Players who change seats play each opening from both sides.
    #[arg(long, value_name = "MOVES", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1000))]
    random_moves: u32,
}

/// Reads a player.
fn player(text: &str) -> Result<Spec, String> {
    text.parse().map_err(|error: naqala::players::SpecError| {
        if error.reason.contains(FORMS) { error.reason } else { format!("{}; the players are {FORMS}", error.reason) }
    })
}

impl Players {
    /// Whether somebody plays: else all moves are random.
    pub fn are_named(&self) -> bool {
        self.south.is_some() || self.north.is_some()
    }

    /// Both.
    pub fn specs(&self) -> [Spec; 2] {
        [self.south, self.north].map(|player| player.unwrap_or(Spec::Random))
    }

    /// How they sit down to the games of a seed.
    pub fn seating(&self, seed: u64) -> Seating {
        let [south, north] = self.specs();
        Seating { swap: !self.keep_seats && south != north, random_moves: self.random_moves, seed }
    }

    /// At the table.
    pub fn seats<'a>(&self, rules: &Rules, seed: u64, stop: &'a AtomicBool) -> Seats<'a> {
        Seats::new(self.specs(), rules, self.seating(seed), stop)
    }

    /// Measures their games.
    pub fn measuring(&self, rules: &Rules) -> Measuring {
        let varied = self.specs().iter().any(|spec| matches!(spec, Spec::Random | Spec::Mcts(_)));
        Measuring::new(rules, self.seating(0).swap, !varied)
    }

    /// With what their games came to.
    pub fn contest(&self, measures: Measures) -> Contest {
        let players = self.specs().map(|spec| spec.to_string());
        Contest { players, swap: self.seating(0).swap, random_moves: self.random_moves, measures }
    }

    /// As they are written again in a command.
    pub fn as_arguments(&self) -> String {
        if !self.are_named() {
            return String::new();
        }
        let [south, north] = self.specs();
        let keep = if self.keep_seats { " --keep-seats" } else { "" };
        let opening =
            if self.random_moves > 0 { format!(" --random-moves {}", self.random_moves) } else { String::new() };
        format!(" --south {south} --north {north}{keep}{opening}")
    }
}
