//! `naqala compare A B`: two variants, or one with two settings, played in lock step until their rules disagree.

use std::io::Write;
use std::sync::atomic::Ordering;

use clap::Args;

use naqala::check::Checked;
use naqala::engine::Reference;
use naqala::engine::text::read_position;
use naqala::rules::Rules;
use naqala::study::compare::{Order, compare, data, text};

use super::simulate::interrupt;
use super::variant::{load, rules, unreadable};
use super::{Done, Exit, Fail, screen::Screen};

/// Play two variants, or one with two settings, in lock step until their rules disagree.
///
/// Both get the same random moves. Told are the ways in which games part, how often each, and the earliest place: the
/// position, the move, what each makes of it, and the rules that only one of them carried out.
#[derive(Args)]
#[command(after_help = "\
Examples:
  naqala compare kalah --set-b empty_capture=yes
  naqala compare oware my_oware.mancala -n 10000
  naqala compare oware --set-a grand_slam=illegal --set-b grand_slam=allowed --json

Exit codes: 0 done (with --exit-code: 0 no difference, 1 some), 2 wrong usage or an unreadable file.")]
pub struct Compare {
    /// A name of the library, or the path of a variant file.
    #[arg(value_name = "A")]
    first: String,
    /// The other variant; A again if left out.
    #[arg(value_name = "B")]
    second: Option<String>,
    /// Set an option of both; may be given several times, as may the next two.
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    set: Vec<String>,
    /// Set an option of A.
    #[arg(long, value_name = "OPTION=VALUE")]
    set_a: Vec<String>,
    /// Set an option of B.
    #[arg(long, value_name = "OPTION=VALUE")]
    set_b: Vec<String>,
    /// How many games.
    #[arg(short = 'n', long = "games", value_name = "N", default_value_t = 1000)]
    games: u64,
    /// The seed of the random moves.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// A game that is level for so many moves is left.
    #[arg(long, value_name = "MOVES", default_value_t = 10_000)]
    max_moves: u64,
    /// The position to begin with, as one line of text; each variant's own start if left out.
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// One JSON object instead of text.
    #[arg(long)]
    json: bool,
    /// Exit with 1 if there is a difference.
    #[arg(long)]
    exit_code: bool,
}

/// Option values as names with their values.
fn pairs(flag: &str, set: &[String]) -> Result<Vec<(String, String)>, Fail> {
    let pair = |text: &String| match text.split_once('=') {
        Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
        None => Err(Fail::usage(format!("`{flag} {text}` does not say a value"))
            .help(format!("write `{flag} {text}=VALUE`; `naqala show VARIANT` lists options and values"))),
    };
    set.iter().map(pair).collect()
}

impl Compare {
    fn rules(&self, checked: &Checked, flag: &str, own: &[String]) -> Result<Rules, Fail> {
        let mut settings = pairs("--set", &self.set)?;
        settings.extend(pairs(flag, own)?);
        rules(checked, &settings)
    }

    /// Plays and prints.
    pub fn run(self, screen: &mut Screen) -> Done {
        let checked = load(&self.first)?;
        let other = self.second.as_deref().map(load).transpose()?;
        let first = self.rules(&checked, "--set-a", &self.set_a)?;
        let second = self.rules(other.as_ref().unwrap_or(&checked), "--set-b", &self.set_b)?;
        let position = match &self.position {
            None => None,
            Some(text) => {
                let read = |rules: &Rules| {
                    read_position(rules, text, true).map_err(|error| unreadable("the position", text, &error))
                };
                Some([read(&first)?, read(&second)?])
            }
        };
        let order = Order { games: self.games, seed: self.seed, max_moves: self.max_moves, position };
        let stop = interrupt();
        let engines = (Reference::new(first.clone()), Reference::new(second.clone()));
        let comparison = compare(&engines.0, &engines.1, &order, &stop).map_err(|error| {
            Fail::usage(error.to_string()).help("two variants can be compared on boards of the same rows and columns")
        })?;
        if self.json {
            writeln!(screen, "{}", data([&first, &second], &order, &comparison))?;
        } else {
            write!(screen, "{}", text([&first, &second], &order, &comparison, screen.paint))?;
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(Exit::Interrupted);
        }
        let differ = self.exit_code && comparison.parted() > 0;
        Ok(if differ { Exit::Problems } else { Exit::Fine })
    }
}
