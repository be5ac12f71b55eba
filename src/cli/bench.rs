//! `naqala bench VARIANT...`: how fast the engines play random games.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;

use naqala::engine::{Engine, EngineChoice, Visit, with};
use naqala::rules::Rules;
use naqala::study::speed::{Race, Speed};
use naqala::style::{Align, Table, thousands};

use super::variant::{Settings, load};
use super::{Done, Exit, Fail, screen::Screen};

/// Measure how fast the engines play random games of a variant, on one thread.
///
/// For each engine: moves and games a second, nanoseconds a move; and how long loading, checking and compiling took. What
/// is measured is this machine at this moment: compare figures of one run.
#[derive(Args)]
#[command(after_help = "\
Examples:
  naqala bench kalah
  naqala bench oware nam_nam --time 5
  naqala bench kalah --set width=4 --json")]
pub struct Bench {
    /// Names of the library, or paths of variant files.
    #[arg(required = true, value_name = "VARIANT")]
    variants: Vec<String>,
    /// How many seconds each engine plays.
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0)]
    time: f64,
    /// The seed of the random games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The results as JSON, a line for each variant.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: Settings,
}

/// Makes an engine and does nothing with it.
struct Ready;

impl Visit for Ready {
    type Output = ();
    fn visit<E: Engine>(self, engine: &E) {
        engine.start();
    }
}

impl Bench {
    /// Measures and prints.
    pub fn run(self, screen: &mut Screen) -> Done {
        if !(0.001..=3600.0).contains(&self.time) {
            return Err(Fail::usage("`--time` is a number of seconds from 0.001 to 3600"));
        }
        let race = Race { time: Duration::from_secs_f64(self.time), seed: self.seed };
        for variant in &self.variants {
            let begin = Instant::now();
            let rules = self.settings.rules(&load(variant)?)?;
            let loaded = begin.elapsed();
            let begin = Instant::now();
            let compiled = with(rules.clone(), EngineChoice::Compiled, Ready);
            let compiling = begin.elapsed();
            let fast = compiled.and_then(|()| with(rules.clone(), EngineChoice::Compiled, race));
            let reference = with(rules.clone(), EngineChoice::Reference, race).map_err(Fail::input)?;
            if self.json {
                let line = serde_json::json!({
                    "variant": rules.name,
                    "load_ms": loaded.as_secs_f64() * 1e3,
                    "compile_ms": compiling.as_secs_f64() * 1e3,
                    "compiled": fast.as_ref().ok(),
                    "reference": reference,
                });
                writeln!(screen, "{line}")?;
            } else {
                show(screen, &rules, [loaded, compiling], &fast, reference)?;
            }
            screen.flush()?;
        }
        Ok(Exit::Fine)
    }
}

fn show(
    screen: &mut Screen,
    rules: &Rules,
    [loaded, compiling]: [Duration; 2],
    fast: &Result<Speed, String>,
    reference: Speed,
) -> std::io::Result<()> {
    let paint = screen.paint;
    writeln!(screen, "{}", paint.heading(&rules.name))?;
    let mut table = Table::new(&[Align::Left, Align::Right, Align::Right, Align::Right]);
    let row = |name: &str, speed: &Speed| {
        [
            name.to_owned(),
            format!("{} moves/s", thousands(speed.moves_a_second() as u64)),
            format!("{} games/s", thousands(speed.games_a_second() as u64)),
            format!("{:.1} ns a move", speed.nanoseconds_a_move()),
        ]
    };
    if let Ok(fast) = fast {
        table.row(row("compiled", fast));
    }
    table.row(row("reference", &reference));
    write!(screen, "{}", table.text("  ", paint))?;
    match fast {
        Ok(fast) => {
            let times = fast.moves_a_second() / reference.moves_a_second();
            let milliseconds = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
            writeln!(
                screen,
                "  The compiled engine is {times:.1} times as fast; loading and checking took {}, compiling {}.",
                milliseconds(loaded),
                milliseconds(compiling)
            )?;
        }
        Err(why) => writeln!(screen, "  The compiled engine cannot play it: {why}.")?,
    }
    Ok(())
}
