//! Tells which tables a variant is played from and which of its rules keep it off the fastest path.

use crate::engine::EnginePath;

use super::Compiled;
use super::lanes::Lanes;
use super::laps::LapTables;
use super::program::{Listing, SideCode};
use super::run::Notes;
use super::way::Way;

impl<B: Lanes, N: Notes> Compiled<B, N> {
    /// How the rules are played, and what slows them down.
    pub fn explain(&self) -> EnginePath {
        let words = if B::CELLS > 16 { "two words" } else { "one word" };
        let mut how = vec![format!(
            "The board of {} pits and stores is {words} of byte lanes; a lap is one addition.",
            self.program.layout.cells
        )];
        let mut limits = Vec::new();
        for (at, south) in self.program.codes.iter().step_by(2).enumerate() {
            let name = self.rules.phases.get(at).and_then(|phase| phase.name.as_deref());
            let of = name.map_or(String::new(), |name| format!("Phase {name}: "));
            how.push(format!("{of}{}", listing(south)));
            limits.extend(self.limits(south, at).into_iter().map(|limit| format!("{of}{limit}")));
        }
        if self.program.settled.is_used() {
            how.push("While marks stand alike, ordinary moves are made as if they were part of the board.".into());
        }
        if self.program.counts_repetition {
            limits.push("A rule asks for `repetition`, so that positions are remembered.".into());
        }
        EnginePath { engine: "compiled".into(), how, limits }
    }

    fn limits(&self, code: &SideCode<B>, phase: usize) -> Vec<String> {
        let mut limits = Vec::new();
        let offered = |direction: usize| code.offers.iter().any(|offer| offer.direction as usize == direction);
        if (0..2).any(|at| offered(at) && matches!(code.tables[at], LapTables::Walk)) {
            limits.push(
                "`skip` or `include` looks at more than the handful, the hand, the lap's start and one mark: laps are \
                 sown seed by seed."
                    .into(),
            );
        }
        if matches!(code.way, Way::Walk) {
            let rule = code.on_the_way.rules.first().and_then(|rule| self.rules.sources.get(usize::from(rule.id)));
            let rule = rule.map_or(String::new(), |rule| format!(" (line {}: `{}`)", rule.line, rule.text));
            limits.push(format!("`on the way` is no mask{rule}: laps of two seeds and more are sown seed by seed."));
        }
        let plain = self.program.plains.get(2 * phase).is_some_and(Option::is_some) || self.program.settled.is_used();
        if matches!(code.way, Way::Masks { .. }) && !plain {
            limits.push("`on the way` captures are masks; laps that reach a pit twice are sown seed by seed.".into());
        }
        if !code.before_sowing.rules.is_empty() {
            limits.push("`before sowing` rules run before every lap, which is then sown seed by seed.".into());
        }
        if code.listing == Listing::Decisions {
            limits.push("A list of moves with decisions tries every way of making them.".into());
        } else if code.wish.is_some() {
            limits.push("`require ... if possible` looks at what each move leaves, so that every pit is tried.".into());
        } else if code.listing == Listing::Tries {
            limits.push("A rule can forbid a move once it is made, so that a list of moves tries every pit.".into());
        }
        if code.remembers {
            limits.push("Every lap's beginning is remembered, since laps that begin alike can go on otherwise.".into());
        }
        limits
    }
}

fn listing<B>(code: &SideCode<B>) -> &'static str {
    match code.listing {
        Listing::AtSight => "Legal moves are seen at once, as a mask of pits.",
        Listing::Tries if code.keeps_mask() => "Legal moves are a mask of pits, each tried.",
        Listing::Tries => "Legal moves are pits, each tried when a list is asked for.",
        Listing::Decisions => "Legal moves are pits with decisions, each tried when a list is asked for.",
    }
}
