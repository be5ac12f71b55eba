//! `naqala database VARIANT`: the values of all boards with few seeds, in a file.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Args;

use naqala::engine::{Engine, Visit};
use naqala::study::database::{BuildError, Database};
use naqala::study::soundness::Soundness;
use naqala::style::{Align, Table, thousands};

use super::simulate::interrupt;
use super::variant::{EngineArgument, Settings, load};
use super::{Done, Exit, Fail, limits, screen::Screen};

/// Work out the exact value of every board with few seeds, on all cores, and keep them in a file.
///
/// A value is the lead that the player to move gains from the seeds on the board, with best play on both sides. The file
/// is used by `best`, `solve` and the players; it is written whole or not at all, and refused for other rules.
#[derive(Args)]
#[command(after_help = "\
Examples:
  naqala database awari --seeds 8 --counts
  naqala database awari --seeds 12 --out awari.db
  naqala best awari --database awari.db --position '0 0 1 0 0 2 / 1 0 0 2 1 0; south' --any-total")]
pub struct MakeDatabase {
    /// A name of the library, or the path of a variant file.
    variant: String,
    /// Boards with up to so many seeds.
    #[arg(long, value_name = "N")]
    seeds: u32,
    /// Write the database to this file.
    #[arg(long, value_name = "FILE", required_unless_present = "counts")]
    out: Option<PathBuf>,
    /// Show how many boards have which value.
    #[arg(long)]
    counts: bool,
    /// How much memory it may take.
    #[arg(long, value_name = "SIZE", default_value = "2g", value_parser = limits::memory)]
    memory: u64,
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    engine: EngineArgument,
}

impl MakeDatabase {
    /// Works out, prints and writes.
    pub fn run(self, screen: &mut Screen) -> Done {
        let rules = self.settings.rules(&load(&self.variant)?)?;
        let soundness = Soundness::of(&rules, rules.total());
        let stop = interrupt();
        let building = Building { command: &self, soundness: &soundness, stop: &stop, screen };
        self.engine.with(soundness.rules.clone(), building)?
    }
}

struct Building<'a> {
    command: &'a MakeDatabase,
    soundness: &'a Soundness,
    stop: &'a AtomicBool,
    screen: &'a mut Screen,
}

impl Visit for Building<'_> {
    type Output = Done;

    fn visit<E: Engine>(self, engine: &E) -> Done {
        let Building { command, soundness, stop, screen } = self;
        if let Some(path) = &command.out {
            // Before the work, not after it.
            let refused = |error| Fail::usage(format!("cannot write `{}`: {error}", path.display()));
            naqala::library::replaceable(path).map_err(refused)?;
        }
        let begin = Instant::now();
        let built = Database::build(engine, soundness, command.seeds, command.memory, stop, |_| {});
        let database = match built {
            Ok(database) => database,
            Err(BuildError::Stopped(seeds)) => {
                return Err(Fail::input(format!("stopped at {seeds} seeds; nothing was written")));
            }
            Err(error @ BuildError::Memory { .. }) => {
                return Err(Fail::input(error.to_string()).help("`--memory 8g` allows more memory"));
            }
            Err(error) => {
                let mut fail = Fail::input(error.to_string());
                for sentence in soundness.sentences() {
                    fail = fail.help(sentence);
                }
                return Err(fail);
            }
        };
        let seconds = begin.elapsed().as_secs_f64();
        if command.counts {
            let paint = screen.paint;
            let mut table = Table::new(&[Align::Right, Align::Right, Align::Right]);
            table.head(["seeds", "value", "boards"]);
            for seeds in 1..=command.seeds {
                for (value, boards) in database.counts(seeds) {
                    table.row([seeds.to_string(), format!("{value:+}"), thousands(boards)]);
                }
            }
            write!(screen, "{}", table.text("", paint))?;
        }
        if let Some(path) = &command.out {
            database.save(path).map_err(|error| Fail::usage(error.to_string()))?;
            writeln!(screen, "{} boards written to {}", thousands(database.len()), path.display())?;
        }
        let said = format!("{} boards in {seconds:.2} s", thousands(database.len()));
        screen.aside(said);
        Ok(Exit::Fine)
    }
}
