//! The command line: one file a command. A command takes its arguments, makes a call, prints, and gives an exit code.
//!
//! Exit codes: 0 done and nothing wrong, 1 the input has problems or a verification failed, 2 wrong usage or a file that
//! cannot be read. Results go to standard output; errors and progress go to standard error.

mod bench;
mod best;
mod board;
mod check;
mod compare;
mod completions;
mod database;
mod explain;
mod limits;
mod list;
mod man;
mod moves;
mod perft;
mod players;
mod replay;
mod screen;
mod show;
mod simulate;
mod solve;
mod study;
mod test;
mod trace;
mod variant;
mod whole_file;

use std::io::Write;
use std::process::ExitCode;

use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};

use naqala::diagnostic::Diagnostic;
use naqala::source::Source;

use screen::Screen;

/// What is done, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done, nothing wrong.
    Fine,
    /// The input has problems, or a verification failed.
    Problems,
    /// Interrupted: what was done until then was shown.
    Interrupted,
}

/// Why a command gave up.
#[derive(Debug)]
pub enum Fail {
    /// Wrong usage, or a file that cannot be read: the message, and lines that help. Exit code 2.
    Usage(String, Vec<String>),
    /// The input has problems: the message, and lines that help. Exit code 1.
    Input(String, Vec<String>),
    /// A variant file has mistakes. Exit code 1.
    Variant(Box<(Source, Vec<Diagnostic>)>),
    /// The output cannot be written.
    Output(std::io::Error),
}

impl Fail {
    /// Wrong usage.
    pub fn usage(message: impl Into<String>) -> Fail {
        Fail::Usage(message.into(), Vec::new())
    }

    /// An input with problems.
    pub fn input(message: impl Into<String>) -> Fail {
        Fail::Input(message.into(), Vec::new())
    }

    /// With a line that helps.
    pub fn help(mut self, line: impl Into<String>) -> Fail {
        if let Fail::Usage(_, help) | Fail::Input(_, help) = &mut self {
            help.push(line.into());
        }
        self
    }
}

impl From<std::io::Error> for Fail {
    fn from(error: std::io::Error) -> Self {
        Fail::Output(error)
    }
}

/// What a command comes to.
pub type Done = Result<Exit, Fail>;

/// Rules as data for mancala games: write a variant in a text file, check it, read it back, play it, study it.
#[derive(Parser)]
#[command(
    name = "naqala",
    version,
    max_term_width = 100,
    arg_required_else_help = true,
    disable_help_subcommand = true
)]
#[command(after_help = "\
A VARIANT is a name of the library (`naqala list`) or the path of a variant file.

Examples:
  naqala list
  naqala show omweso
  naqala simulate omweso -n 10000 --seed 1
  naqala check my_game.mancala

Exit codes: 0 nothing wrong, 1 the input has problems or a verification failed, 2 wrong usage or an unreadable file.")]
struct Cli {
    /// When to use colours; NO_COLOR in the environment turns them off as well.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
    #[command(subcommand)]
    command: Command,
}

/// The commands; each has its file.
#[derive(Subcommand)]
enum Command {
    List(list::List),
    Check(check::Check),
    Explain(explain::Explain),
    Show(show::Show),
    Moves(moves::MovesCommand),
    Trace(trace::Trace),
    Simulate(simulate::Simulate),
    Study(study::Study),
    Compare(compare::Compare),
    Replay(replay::Replay),
    Perft(perft::Perft),
    Best(best::Best),
    Solve(solve::Solve),
    Database(database::MakeDatabase),
    Bench(bench::Bench),
    Test(test::Test),
    Completions(completions::Completions),
    Man(man::Man),
}

impl Command {
    fn run(self, screen: &mut Screen) -> Done {
        match self {
            Command::List(command) => command.run(screen),
            Command::Check(command) => command.run(screen),
            Command::Explain(command) => command.run(screen),
            Command::Show(command) => command.run(screen),
            Command::Moves(command) => command.run(screen),
            Command::Trace(command) => command.run(screen),
            Command::Simulate(command) => command.run(screen),
            Command::Study(command) => command.run(screen),
            Command::Compare(command) => command.run(screen),
            Command::Replay(command) => command.run(screen),
            Command::Perft(command) => command.run(screen),
            Command::Best(command) => command.run(screen),
            Command::Solve(command) => command.run(screen),
            Command::Database(command) => command.run(screen),
            Command::Bench(command) => command.run(screen),
            Command::Test(command) => command.run(screen),
            Command::Completions(command) => command.run(screen),
            Command::Man(command) => command.run(screen),
        }
    }
}

/// The program's arguments as clap sees them.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the program.
pub fn main() -> ExitCode {
    let cli = match command().color(wanted_color()).try_get_matches() {
        Ok(matches) => match Cli::from_arg_matches(&matches) {
            Ok(cli) => cli,
            Err(error) => error.exit(),
        },
        Err(error) => error.exit(),
    };
    let mut screen = Screen::new(cli.color);
    let done = cli.command.run(&mut screen).and_then(|exit| screen.flush().map(|()| exit).map_err(Fail::Output));
    match done {
        Ok(Exit::Fine) => ExitCode::SUCCESS,
        Ok(Exit::Problems) => ExitCode::from(1),
        // As shells count a program that an interrupt ended.
        Ok(Exit::Interrupted) => ExitCode::from(130),
        // Whoever reads the output has seen enough.
        Err(Fail::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(fail) => {
            // What was printed before still counts.
            let _ = screen.flush();
            screen.complain(&fail);
            ExitCode::from(if matches!(fail, Fail::Input(..) | Fail::Variant(_)) { 1 } else { 2 })
        }
    }
}

/// What `--color` says, before clap has read it: clap's own messages follow it too.
fn wanted_color() -> ColorChoice {
    // Arguments need not be UTF-8; of one that is not only its look is wanted here.
    let arguments = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned());
    let arguments: Vec<String> = arguments.take_while(|argument| argument != "--").collect();
    let said = arguments.iter().enumerate().find_map(|(at, argument)| match argument.strip_prefix("--color") {
        Some("") => arguments.get(at + 1).cloned(),
        Some(value) => value.strip_prefix('=').map(str::to_owned),
        None => None,
    });
    said.and_then(|word| <ColorChoice as std::str::FromStr>::from_str(&word).ok()).unwrap_or(ColorChoice::Auto)
}
