//! `naqala solve VARIANT`: the exact value of a position.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget};
use serde_json::json;

use naqala::engine::text::write_position;
use naqala::engine::{Engine, Visit};
use naqala::rules::Side;
use naqala::study::solve::{Limits, Progress, Solution, SolveError, solve};
use naqala::study::soundness::Soundness;
use naqala::style::{thousands, wrapped};

use super::simulate::interrupt;
use super::variant::{EngineArgument, Settings, Start, load};
use super::{Done, Exit, Fail, limits, screen::Screen};

/// Find the exact value of a position: how many seeds more South has at the end, with best play on both sides.
///
/// What may be concluded is read off the rules and said: whether values add up, whether positions can recur and what
/// that means, whether the players are symmetric. Where the rules do not allow an exact value, or the limits are met
/// first, the answer says so.
#[derive(Args)]
#[command(after_help = "\
Examples:
  naqala solve kalah --set seeds_each=3
  naqala solve kalah --set seeds_each=4 --set empty_capture=yes --memory 2g
  naqala solve awari --position '0 0 1 0 0 2 / 1 0 0 2 1 0; south' --any-total

Exit codes: 0 solved, 1 the rules do not allow it or the limits were met, 2 wrong usage.")]
pub struct Solve {
    /// A name of the library, or the path of a variant file.
    variant: String,
    /// How much memory tables may take.
    #[arg(long, value_name = "SIZE", default_value = "1g", value_parser = limits::memory)]
    memory: u64,
    /// Give up after this time.
    #[arg(long, value_name = "TIME", value_parser = limits::time)]
    time: Option<Duration>,
    /// An endgame database made by `naqala database`.
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// Work out the boards with so many seeds beforehand; chosen by the size of the position if left out.
    #[arg(long, value_name = "SEEDS", conflicts_with = "database")]
    endgame: Option<u32>,
    /// Search without a table: the same value, in more time.
    #[arg(long)]
    no_table: bool,
    /// One JSON object instead of text.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    engine: EngineArgument,
}

impl Solve {
    /// Solves and prints.
    pub fn run(self, screen: &mut Screen) -> Done {
        let rules = self.settings.rules(&load(&self.variant)?)?;
        let stop = interrupt();
        // The seeds of the position decide which wins only cut short what is decided.
        let total = self.engine.with(rules.clone(), Total { start: &self.start })??;
        let soundness = Soundness::of(&rules, total);
        let database = self.database.as_ref().map(|path| limits::database(path, &rules, &soundness)).transpose()?;
        let solving = Solving { command: &self, soundness: &soundness, database, stop: &stop, screen };
        self.engine.with(soundness.rules.clone(), solving)?
    }
}

/// The seeds of the position asked about.
struct Total<'a> {
    start: &'a Start,
}

impl Visit for Total<'_> {
    type Output = Result<u32, Fail>;

    fn visit<E: Engine>(self, engine: &E) -> Self::Output {
        Ok(engine.position(&self.start.state(engine)?).total())
    }
}

struct Solving<'a> {
    command: &'a Solve,
    soundness: &'a Soundness,
    database: Option<naqala::study::database::Database>,
    stop: &'a AtomicBool,
    screen: &'a mut Screen,
}

impl Visit for Solving<'_> {
    type Output = Done;

    fn visit<E: Engine>(self, engine: &E) -> Done {
        let Solving { command, soundness, database, stop, screen } = self;
        let state = command.start.state(engine)?;
        let limits =
            Limits { memory: command.memory, time: command.time, table: !command.no_table, database: command.endgame };
        let bar = progress_line();
        let begin = Instant::now();
        let solved = solve(engine, &state, soundness, limits, database.as_ref(), stop, |progress| {
            bar.set_message(match progress {
                Progress::Level(seeds) => format!("all boards with {seeds} seeds are worked out"),
                Progress::Between(low, high, nodes) => {
                    format!("the player to move ends between {low:+} and {high:+}, {} positions", thousands(nodes))
                }
            });
            bar.tick();
        });
        bar.finish_and_clear();
        let seconds = begin.elapsed().as_secs_f64();
        let position = write_position(engine.rules(), &engine.position(&state));
        match solved {
            Ok(solution) => {
                let line = limits::line(engine, &state, &solution.line);
                if command.json {
                    let value = json!({
                        "variant": engine.rules().name,
                        "position": position,
                        "south": solution.south,
                        "line": line,
                        "nodes": solution.nodes,
                        "seconds": seconds,
                        "memory": solution.memory,
                        "soundness": soundness.sentences(),
                    });
                    writeln!(screen, "{value}")?;
                    return Ok(Exit::Fine);
                }
                print(screen, soundness, &position, &solution, &line)?;
                let speed = thousands((solution.nodes as f64 / seconds.max(1e-9)) as u64);
                let said = format!(
                    "{} positions in {seconds:.2} s, about {speed} a second; tables of {} MiB",
                    thousands(solution.nodes),
                    thousands(solution.memory.div_ceil(1 << 20))
                );
                screen.aside(said);
                Ok(Exit::Fine)
            }
            Err(error) => {
                let mut fail = Fail::input(format!("{position}: {error}"));
                for sentence in soundness.sentences() {
                    fail = fail.help(sentence);
                }
                if matches!(error, SolveError::Size(_)) {
                    fail = fail.help("`--memory 4g` allows more memory");
                }
                Err(fail)
            }
        }
    }
}

fn progress_line() -> ProgressBar {
    if std::io::stderr().is_terminal() {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(8));
        bar.set_style(indicatif::ProgressStyle::default_spinner());
        bar.enable_steady_tick(Duration::from_millis(200));
        bar
    } else {
        ProgressBar::hidden()
    }
}

fn print(
    screen: &mut Screen,
    soundness: &Soundness,
    position: &str,
    solution: &Solution,
    line: &[String],
) -> std::io::Result<()> {
    let paint = screen.paint;
    let width = screen.width;
    writeln!(screen, "{}", paint.heading(position))?;
    let to_move = solution.mover.word();
    let value = match solution.south {
        0 => "the game is drawn".to_owned(),
        lead if lead > 0 => format!("South wins by {lead}"),
        lead => format!("North wins by {}", -lead),
    };
    let own = if solution.mover == Side::South { solution.south } else { -solution.south };
    writeln!(screen, "With best play {} ({own:+} for {to_move}, who moves).", paint.good(value))?;
    if !line.is_empty() {
        write!(screen, "{}", wrapped(&line.join(" "), width, "Best line: ", "           "))?;
    }
    writeln!(screen)?;
    for sentence in soundness.sentences() {
        write!(screen, "{}", paint.faint(wrapped(&sentence, width, "", "")))?;
    }
    Ok(())
}
