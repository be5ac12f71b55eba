//! `naqala moves VARIANT`: the legal moves of a position, each with what it would do.

use std::io::Write;

use clap::Args;

use naqala::engine::text::{write_moves, write_position};
use naqala::engine::{Engine, Move, Moves as _, Visit};
use naqala::rules::Side;
use naqala::study::glance::{Glance, glance};
use naqala::study::words::{outcome, place, player};
use naqala::style::{Align, Table};

use super::variant::{EngineArgument, Settings, Start, load};
use super::{Done, Exit, board, screen::Screen};

/// List the legal moves of a position, each with what it would do.
#[derive(Args)]
#[command(after_help = "\
Examples:
  naqala moves oware
  naqala moves nam-nam --position \"0 0 0 1 3 0 / 1 2 1 0 1 3; south; stores=16-20\"
  naqala moves omweso --set setup=tutorial")]
pub struct MovesCommand {
    /// A name of the library, or the path of a variant file.
    variant: String,
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    engine: EngineArgument,
}

impl MovesCommand {
    /// Prints them.
    pub fn run(self, screen: &mut Screen) -> Done {
        let rules = self.settings.rules(&load(&self.variant)?)?;
        self.engine.with(rules, Show { start: self.start, screen })?
    }
}

struct Show<'a> {
    start: Start,
    screen: &'a mut Screen,
}

impl Visit for Show<'_> {
    type Output = Done;

    fn visit<E: Engine>(self, engine: &E) -> Done {
        let Show { start, screen } = self;
        let state = start.state(engine)?;
        let rules = engine.rules();
        let paint = screen.paint;
        let position = engine.position(&state);
        write!(screen, "{}", board::drawn(rules, &position, paint))?;
        writeln!(screen, "{}", paint.faint(write_position(rules, &position)))?;
        if let Some(how) = engine.outcome(&state) {
            writeln!(screen, "\nThe game is over: {}.", outcome(rules, how))?;
            return Ok(Exit::Fine);
        }
        let legal: Vec<Move> = engine.legal(&state).iter().collect();
        let mover = engine.mover(&state);
        let count = naqala::style::counted(legal.len() as u64, "legal move", "legal moves");
        writeln!(screen, "\n{} to move, {count}:\n", player(mover))?;
        let mut table = Table::new(&[Align::Left, Align::Right, Align::Right, Align::Left, Align::Left]);
        table.head(["Move", "Laps", "Seeds sown", "Captured", "What happens"]);
        for (choice, text) in legal.iter().zip(write_moves(rules, &legal)) {
            let glance = glance(engine, &state, choice);
            let captured = captured(&glance, mover);
            let captured = if captured.is_empty() { paint.faint("-") } else { paint.good(captured) };
            table.row([
                paint.name(text),
                glance.laps.to_string(),
                glance.sown.to_string(),
                captured,
                happens(engine, &glance),
            ]);
        }
        write!(screen, "{}", table.text("  ", paint))?;
        Ok(Exit::Fine)
    }
}

/// Who captures how much.
fn captured(glance: &Glance, mover: Side) -> String {
    let mut parts = Vec::new();
    if glance.into_hand > 0 {
        parts.push(format!("{} sown on", glance.into_hand));
    }
    for side in [mover, mover.other()] {
        match glance.captured[side.index()] {
            0 => {}
            seeds if side == mover => parts.push(seeds.to_string()),
            seeds => parts.push(format!("{seeds} for {}", player(side))),
        }
    }
    parts.join(", ")
}

fn happens<E: Engine>(engine: &E, glance: &Glance) -> String {
    let mut parts = Vec::new();
    if let Some((cell, seeds)) = glance.last {
        parts.push(format!("ends in {} ({seeds})", place(engine.rules(), cell)));
    }
    parts.extend(glance.rules.iter().filter(|rule| rule.starts_with('“')).cloned());
    parts.extend(glance.then.iter().cloned());
    parts.join(", ")
}
