//! `naqala study FILE.toml` runs a described experiment; `naqala study merge DIR...` takes the parts of one together.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::{Args, Subcommand, ValueEnum};

use naqala::diagnostic::decode;
use naqala::library;
use naqala::study::experiment::folder::{Folder, FolderError};
use naqala::study::experiment::journal::JournalError;
use naqala::study::experiment::merge::{MergeError, merge};
use naqala::study::experiment::plan::{Prepared, prepare};
use naqala::study::experiment::report::{data, html, text};
use naqala::study::experiment::results::Results;
use naqala::study::experiment::run::{Finished, Run, run};
use naqala::style::{Paint, counted, thousands};

use super::simulate::{bar, interrupt};
use super::variant::broken;
use super::{Done, Exit, Fail, screen::Screen};

/// The largest file that is read.
const MAX_BYTES: u64 = 1 << 20;

/// Run an experiment that a TOML file describes: variants, option values and board sizes, players, games.
///
/// What is finished is kept at once: an interrupted study goes on where it stopped, a finished one is not played again.
/// The same file gives the same numbers on any machine and any number of jobs or shards, but for players with a time limit.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Examples:
  naqala study fair.toml
  naqala study fair.toml --plan
  naqala study fair.toml --shard 3/16 --out part3
  naqala study merge part* --out all

A study's file:
  title   = \"How fair is Oware?\"
  seed    = 42
  games   = 200                               # of each pairing in each setting
  players = [\"random\", \"greedy\", \"mcts:100\"]

  [[variant]]
  name = \"oware\"                              # of the library, or a file's path from the folder of this file
  set  = { grand_slam = [\"nothing_taken\", \"illegal\"] }   # each value; a range of numbers as \"3..6\"
  columns = [5, 6]                            # other board sizes

  [skill]                                     # does thinking twice as long win more?
  players   = [\"mcts:50\"]
  doublings = 3

More keys: about, pairings (all, others, mirror, or a list of pairs), swap_seats, random_moves (at the start of each game,
so that players who never vary do not play one game over and over; 2 if left out), limits = { max_turns = 1000 },
skill.games.

In the folder of the results: report.html (opens in any browser), report.txt, results.csv, results.jsonl, and what the
study needs to go on: plan.json, journal.log.

Exit codes: 0 done, 1 the file or the folder has problems, 2 wrong usage or a file that cannot be read or written,
130 interrupted.")]
pub struct Study {
    #[command(subcommand)]
    task: Option<Task>,
    /// The study's file.
    #[arg(value_name = "FILE", required = true)]
    file: Option<PathBuf>,
    /// How many threads play; as many as the machine has cores if left out.
    #[arg(short, long, value_name = "JOBS", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Play only a part, such as 3/16: the third of sixteen. `naqala study merge` takes all parts together.
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(u32, u32)>,
    /// The folder of the results; FILE's name with `.study` if left out.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Show what would be played, and play nothing.
    #[arg(long)]
    plan: bool,
    /// What is printed.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables.
    Text,
    /// Comma-separated values.
    Csv,
    /// JSON Lines.
    Jsonl,
}

#[derive(Subcommand)]
enum Task {
    Merge(Merge),
}

/// Take the folders of a study's parts together: the same results as if one machine had played all.
#[derive(Args)]
#[command(after_help = "\
Examples:
  naqala study merge part1 part2 part3 --out all
  naqala study merge shared_folder")]
struct Merge {
    /// Folders that `naqala study --out` wrote.
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    /// The folder of the results; the first DIR if left out.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Report what there is, even if games are missing.
    #[arg(long)]
    partial: bool,
    /// What is printed.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

/// Reads `3/16`.
fn shard(text: &str) -> Result<(u32, u32), String> {
    let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
    match numbers {
        Some((number, of)) if (1..=of).contains(&number) && of <= 100_000 => Ok((number, of)),
        Some((_, of)) if of > 100_000 => Err("at most 100,000 parts".to_owned()),
        Some((_, of)) if of > 0 => Err(format!("the parts are 1/{of} to {of}/{of}")),
        _ => Err("a part is written as 3/16: the third of sixteen".to_owned()),
    }
}

impl From<FolderError> for Fail {
    fn from(error: FolderError) -> Self {
        let spoilt = match &error {
            FolderError::Journal(error) => {
                matches!(error, JournalError::Damaged { .. } | JournalError::Foreign { .. })
            }
            other => matches!(other, FolderError::BadPlan { .. }),
        };
        let (message, help) = (error.to_string(), error.help().into_iter().collect());
        if spoilt { Fail::Input(message, help) } else { Fail::Usage(message, help) }
    }
}

impl From<MergeError> for Fail {
    fn from(error: MergeError) -> Self {
        let help = error.help().into_iter().collect();
        match error {
            MergeError::Folder(error) => error.into(),
            other => Fail::Input(other.to_string(), help),
        }
    }
}

/// Reads and resolves a study's file; its mistakes are told together.
fn load(path: &Path) -> Result<Prepared, Fail> {
    let unreadable =
        |reason: &dyn std::fmt::Display| Fail::usage(format!("cannot read `{}`: {reason}", path.display()));
    let size = std::fs::metadata(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => unreadable(&"there is no such file"),
        _ => unreadable(&error),
    })?;
    if size.is_dir() {
        return Err(unreadable(&"it is a folder; `naqala study merge` takes folders"));
    }
    if size.len() > MAX_BYTES {
        return Err(unreadable(&format!("it has {} bytes, more than a study needs ({MAX_BYTES})", size.len())));
    }
    let bytes = library::at_most(path, MAX_BYTES + 1).map_err(|error| unreadable(&error))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(unreadable(&format!("it has more bytes than a study needs ({MAX_BYTES})")));
    }
    let (source, wrong) = decode(&path.display().to_string(), bytes);
    if let Some(wrong) = wrong {
        return Err(broken(&source, vec![wrong]));
    }
    let (prepared, diagnostics) = prepare(&source, path.parent().unwrap_or(Path::new("")));
    prepared.ok_or_else(|| broken(&source, diagnostics))
}

/// Says something on standard error.
fn say(screen: &Screen, text: &str) {
    screen.aside(text);
}

fn print(screen: &mut Screen, results: &Results, format: Format) -> Result<(), Fail> {
    let paint = screen.paint;
    let printed = match format {
        Format::Text => text::text(results, paint),
        Format::Csv => data::csv(results),
        Format::Jsonl => data::json_lines(results),
    };
    screen.write_all(printed.as_bytes())?;
    Ok(())
}

/// Writes all forms of the report, each whole or not at all.
fn write_reports(folder: &Folder, results: &Results) -> Result<(), Fail> {
    folder.write("results.csv", data::csv(results).as_bytes())?;
    folder.write("results.jsonl", data::json_lines(results).as_bytes())?;
    folder.write("report.txt", text::text(results, Paint::PLAIN).as_bytes())?;
    folder.write("report.html", html::page(results).as_bytes())?;
    Ok(())
}

impl Study {
    /// Runs the study, or merges.
    pub fn run(self, screen: &mut Screen) -> Done {
        match (self.task, &self.file) {
            (Some(Task::Merge(command)), _) => command.run(screen),
            (None, Some(file)) => {
                let prepared = load(file)?;
                if self.plan {
                    return show_plan(screen, &prepared);
                }
                let folder = self.out.clone().unwrap_or_else(|| {
                    let stem = file.file_stem().map_or("study".to_owned(), |stem| stem.to_string_lossy().into_owned());
                    PathBuf::from(format!("{stem}.study"))
                });
                let cores = std::thread::available_parallelism().map_or(1, usize::from);
                let jobs = self.jobs.map_or(cores, usize::from);
                play(screen, &prepared, &folder, jobs, self.shard, self.format)
            }
            (None, None) => Err(Fail::usage("a study's file is missing")),
        }
    }
}

fn show_plan(screen: &mut Screen, prepared: &Prepared) -> Done {
    let plan = &prepared.plan;
    for cell in &plan.cells {
        let name = plan.settings.get(cell.setting).map_or(String::new(), |setting| setting.full_name());
        let [one, two] = &cell.players;
        writeln!(screen, "{}: {one} – {two}, {}", screen.paint.name(name), counted(cell.games, "game", "games"))?;
        writeln!(screen, "  {}", screen.paint.faint(&cell.command))?;
    }
    let pairings = counted(plan.cells.len() as u64, "pairing", "pairings");
    writeln!(screen, "{pairings}, {}", counted(plan.games(), "game", "games"))?;
    Ok(Exit::Fine)
}

fn play(
    screen: &mut Screen,
    prepared: &Prepared,
    folder: &Path,
    jobs: usize,
    shard: Option<(u32, u32)>,
    format: Format,
) -> Done {
    let stop = interrupt();
    let bar = bar(&prepared.plan.title, prepared.plan.games());
    let order = Run { folder, jobs, shard, stop: &stop };
    let finished = run(prepared, order, |progress| {
        bar.set_length(progress.all);
        bar.set_position(progress.done);
    });
    bar.finish_and_clear();
    let Finished { results, progress, strangers } = finished?;
    if strangers > 0 {
        let blocks = counted(strangers as u64, "block", "blocks");
        say(
            screen,
            &format!("{blocks} of games in {} belong to another form of this study and do not count", folder.display()),
        );
    }
    let earlier = progress.done - progress.played;
    if earlier > 0 && progress.played > 0 {
        say(screen, &format!("went on after {}", counted(earlier, "game", "games")));
    }
    if progress.done < progress.all && stop.load(Ordering::Relaxed) {
        print(screen, &results, format)?;
        screen.flush()?;
        let done = thousands(progress.done);
        say(
            screen,
            &format!(
                "interrupted after {done} of {}; the same command goes on",
                counted(progress.all, "game", "games")
            ),
        );
        return Ok(Exit::Interrupted);
    }
    if !results.is_complete() {
        let (number, of) = shard.unwrap_or((1, 1));
        let games = counted(progress.all, "game", "games");
        say(screen, &format!("part {number} of {of} is done: {games}; `naqala study merge` takes all parts together"));
        return Ok(Exit::Fine);
    }
    let folder = Folder::make(folder)?;
    write_reports(&folder, &results)?;
    print(screen, &results, format)?;
    screen.flush()?;
    if progress.played == 0 {
        say(screen, "nothing was played: the study was finished before");
    }
    say(screen, &format!("report: {}", folder.path.join("report.html").display()));
    Ok(Exit::Fine)
}

impl Merge {
    fn run(self, screen: &mut Screen) -> Done {
        let merged = merge(&self.folders)?;
        let results = &merged.results;
        if merged.doubles > 0 {
            let blocks = counted(merged.doubles as u64, "block", "blocks");
            say(screen, &format!("{blocks} of games stand in several journals and count once"));
        }
        if !results.is_complete() && !self.partial {
            let missing = counted(results.plan.games() - results.games(), "game is", "games are");
            return Err(Fail::input(format!("{missing} missing of {}", thousands(results.plan.games())))
                .help("run the missing parts, or report what there is with `--partial`"));
        }
        let path = self.out.as_ref().or(self.folders.first()).cloned().unwrap_or_default();
        let folder = merged.keep(&path, &self.folders)?;
        write_reports(&folder, results)?;
        print(screen, results, self.format)?;
        screen.flush()?;
        say(screen, &format!("report: {}", path.join("report.html").display()));
        Ok(Exit::Fine)
    }
}
