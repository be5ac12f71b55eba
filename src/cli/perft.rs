//! `naqala perft VARIANT DEPTH`: the leaves of the game tree.

use std::io::{IsTerminal, Write};
use std::time::Instant;

use clap::Args;

use naqala::engine::text::write_moves;
use naqala::engine::{Engine, Visit};
use naqala::study::perft::{divide, perft};
use naqala::style::{Align, Table, thousands};

use super::variant::{EngineArgument, Settings, Start, load};
use super::{Done, Exit, screen::Screen};

/// Count the leaves of the game tree: all ways to play DEPTH moves.
///
/// One move is one step; a game that is over has no leaves below it. The numbers prove an engine right or wrong.
#[derive(Args)]
#[command(after_help = "\
Examples:
  naqala perft kalah 6
  naqala perft oware 5 --divide
  naqala perft kalah 8 --set width=4 --set seeds_each=3")]
pub struct Perft {
    /// A name of the library, or the path of a variant file.
    variant: String,
    /// How many moves deep.
    depth: u32,
    /// The leaves below each first move.
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    engine: EngineArgument,
}

impl Perft {
    /// Counts and prints.
    pub fn run(self, screen: &mut Screen) -> Done {
        let rules = self.settings.rules(&load(&self.variant)?)?;
        let engine = self.engine;
        engine.with(rules, Count { command: self, screen })?
    }
}

struct Count<'a> {
    command: Perft,
    screen: &'a mut Screen,
}

impl Visit for Count<'_> {
    type Output = Done;

    fn visit<E: Engine>(self, engine: &E) -> Done {
        let Count { command, screen } = self;
        let state = command.start.state(engine)?;
        let paint = screen.paint;
        let begin = Instant::now();
        let leaves = if command.divide {
            let divided = divide(engine, &state, command.depth);
            let moves: Vec<_> = divided.iter().map(|(choice, _)| *choice).collect();
            let mut table = Table::new(&[Align::Left, Align::Right]);
            for (text, (_, leaves)) in write_moves(engine.rules(), &moves).into_iter().zip(&divided) {
                table.row([paint.name(text), thousands(*leaves)]);
            }
            write!(screen, "{}", table.text("", paint))?;
            divided.iter().map(|(_, leaves)| leaves).sum()
        } else {
            for depth in 1..command.depth {
                writeln!(screen, "depth {depth:<3} {:>18}", thousands(perft(engine, &state, depth)))?;
                screen.flush()?;
            }
            match command.depth {
                0 => 1,
                depth => divide(engine, &state, depth).iter().map(|(_, leaves)| leaves).sum::<u64>(),
            }
        };
        let seconds = begin.elapsed().as_secs_f64();
        let speed = thousands((leaves as f64 / seconds.max(1e-9)) as u64);
        writeln!(screen, "depth {:<3} {:>18}", command.depth, thousands(leaves))?;
        screen.flush()?;
        // The results stay the same from run to run; this is for whoever waited for them.
        if std::io::stderr().is_terminal() {
            screen.aside(format!("{seconds:.2} s, about {speed} leaves/s"));
        }
        Ok(Exit::Fine)
    }
}
