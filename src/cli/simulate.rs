//! `naqala simulate VARIANT...`: many games of random moves, or of two players, and what they show.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use naqala::engine::{Engine, Visit};
use naqala::study::measures::Measures;
use naqala::study::recording::Recorder;
use naqala::study::report::{Report, Speed, text};
use naqala::study::simulate::{Deaf, Plan, one_game, one_game_with, simulate, simulate_with};
use naqala::study::tally::Tally;
use naqala::style::counted;

use super::players::Players;
use super::variant::{EngineArgument, Settings, load};
use super::whole_file::WholeFile;
use super::{Done, Exit, Fail, screen::Screen};

/// Play many games, of uniformly random legal moves or between two players, and show how they went.
///
/// The same seed gives the same games on any machine and any number of jobs, unless a player has a time limit; each can be
/// played again alone.
#[derive(Args)]
#[command(after_help = "\
Examples:
  naqala simulate omweso -n 10000 --seed 1
  naqala simulate kalah oware nam-nam
  naqala simulate tam-puduo --set no_seeds=end --json
  naqala simulate omweso -n 100 --save games.jsonl && naqala replay games.jsonl --verify
  naqala simulate omweso --seed 1 --game 8123 | naqala replay -
  naqala simulate oware -n 200 --south mcts:100 --north greedy
  naqala simulate kalah -n 100 --south alphabeta:6 --north alphabeta:4 --random-moves 2

With --json each variant is one line of JSON. Everything but `speed` is the same in every run.
Ctrl-C shows what is done so far.")]
pub struct Simulate {
    /// Names of the library, or paths of variant files.
    #[arg(value_name = "VARIANT", required = true)]
    variants: Vec<String>,
    /// How many games of each variant.
    #[arg(short = 'n', long = "games", value_name = "N", default_value_t = 1000)]
    games: u64,
    /// The seed of the random moves.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// How many threads play; as many as the machine has cores if left out.
    #[arg(short, long, value_name = "JOBS", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// A game with more turns than this is unfinished.
    #[arg(long, value_name = "TURNS", default_value_t = 10_000)]
    max_turns: u64,
    /// One JSON object a variant instead of the tables.
    #[arg(long)]
    json: bool,
    /// Write a record of each game to this file, one a line. It is written whole or not at all.
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    save: Option<PathBuf>,
    /// Play only the game of this number, from 0, and print its record.
    #[arg(long, value_name = "K", conflicts_with_all = ["json", "games", "jobs"])]
    game: Option<u64>,
    #[command(flatten)]
    players: Players,
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    engine: EngineArgument,
}

impl Simulate {
    fn plan(&self) -> Plan {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.map_or(cores, usize::from);
        Plan { games: self.games, seed: self.seed, max_turns: self.max_turns, jobs }
    }

    /// The command that plays games of a variant again, up to the number of the game.
    fn command(&self, variant: &str) -> String {
        let variant = if variant.contains([' ', '\'', '"', '\\', '(', ')', '&', ';', '$']) {
            format!("'{}'", variant.replace('\'', "'\\''"))
        } else {
            variant.to_owned()
        };
        let limit = if self.max_turns == 10_000 { String::new() } else { format!(" --max-turns {}", self.max_turns) };
        let (settings, players) = (self.settings.as_arguments(), self.players.as_arguments());
        format!("naqala simulate {variant}{settings}{players} --seed {}{limit}", self.seed)
    }

    /// Plays and prints.
    pub fn run(self, screen: &mut Screen) -> Done {
        // All variants are read before the first game: a mistake in the last one shows at once.
        let mut all = Vec::new();
        for asked in &self.variants {
            all.push((asked.as_str(), self.settings.rules(&load(asked)?)?));
        }
        let engine = self.engine;
        let plan = self.plan();
        if let Some(game) = self.game {
            for (_, rules) in all {
                let line = engine.with(rules, Single { plan: &plan, players: &self.players, game })?;
                screen.write_all(&line)?;
            }
            return Ok(Exit::Fine);
        }
        let mut file = self.save.as_deref().map(WholeFile::begin).transpose()?;
        let stop = interrupt();
        let mut games = 0;
        for (at, (asked, rules)) in all.into_iter().enumerate() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            if at > 0 && !self.json {
                writeln!(screen)?;
            }
            let begin = Instant::now();
            let bar = bar(&rules.name, plan.games);
            let order = Play { plan: &plan, players: &self.players, stop: &stop, file: file.as_mut(), bar: &bar };
            let played = engine.with(rules.clone(), order);
            bar.finish_and_clear();
            let (tally, measures) = played??;
            let contest = measures.map(|measures| self.players.contest(measures));
            let contest = contest.as_ref();
            games += tally.games;
            let speed = Speed::new(&tally, plan.jobs, begin.elapsed().as_secs_f64());
            if self.json {
                let report = Report::new(&rules, &plan, &tally, contest, speed);
                serde_json::to_writer(&mut *screen, &report).map_err(std::io::Error::from)?;
                writeln!(screen)?;
            } else {
                let paint = screen.paint;
                write!(screen, "{}", text(&rules, &plan, &tally, contest, &self.command(asked), speed, paint))?;
            }
            screen.flush()?;
        }
        let interrupted = stop.load(Ordering::Relaxed);
        if let (Some(file), Some(path)) = (file, &self.save) {
            file.keep()?;
            let only = if interrupted { "only " } else { "" };
            let games = counted(games, "game", "games");
            let said = format!("{only}{games} written to {}", path.display());
            screen.aside(said);
        }
        Ok(if interrupted { Exit::Interrupted } else { Exit::Fine })
    }
}

/// Set once somebody presses Ctrl-C; a second time ends the program at once.
pub fn interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Where no handler can be set, Ctrl-C ends the program as it always does.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    stop
}

/// A bar on standard error, if that is a terminal.
pub fn bar(name: &str, games: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr_with_hz(8));
    let template = "{msg} {bar:30} {human_pos}/{human_len} games, {per_sec:.0}, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_message(name.to_owned());
    bar
}

/// The games of one variant.
struct Play<'a> {
    plan: &'a Plan,
    players: &'a Players,
    stop: &'a AtomicBool,
    file: Option<&'a mut WholeFile>,
    bar: &'a ProgressBar,
}

impl Visit for Play<'_> {
    type Output = Result<(Tally, Option<Measures>), Fail>;

    fn visit<E: Engine>(self, engine: &E) -> Self::Output {
        let Play { plan, players, stop, mut file, bar } = self;
        let progress = |games| bar.set_position(games);
        let saving = file.is_some();
        let recorder = || saving.then(|| Recorder::new(plan.seed));
        let mut save = |lines: Vec<u8>| match &mut file {
            Some(file) => file.write(&lines).map_err(|error| file.failed(&error)),
            None => Ok(()),
        };
        if !players.are_named() {
            let tally = if saving {
                simulate(engine, plan, stop, recorder, save, progress)
            } else {
                simulate(engine, plan, stop, || Deaf, |()| Ok(()), progress)
            };
            return Ok((tally?, None));
        }
        let rules = engine.rules();
        let mut measures = Measures::default();
        let tally = simulate_with(
            engine,
            plan,
            stop,
            || players.seats(rules, plan.seed, stop),
            || (players.measuring(rules), recorder()),
            |(more, lines)| {
                measures.merge(&more);
                save(lines)
            },
            progress,
        )?;
        Ok((tally, Some(measures)))
    }
}

/// One game alone.
struct Single<'a> {
    plan: &'a Plan,
    players: &'a Players,
    game: u64,
}

impl Visit for Single<'_> {
    type Output = Vec<u8>;

    fn visit<E: Engine>(self, engine: &E) -> Vec<u8> {
        let Single { plan, players, game } = self;
        let recorder = Recorder::new(plan.seed);
        if !players.are_named() {
            return one_game(engine, plan, game, recorder);
        }
        let never = AtomicBool::new(false);
        one_game_with(engine, plan, game, players.seats(engine.rules(), plan.seed, &never), recorder)
    }
}
