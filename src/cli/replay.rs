//! `naqala replay FILE [--verify]`: game records, played again and compared.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::sync::Arc;

use clap::Args;

use naqala::check::Checked;
use naqala::engine::record::{Difference, EachGame, Options, Record, each_game, verify};
use naqala::engine::text::{read_move, read_position};
use naqala::engine::{Engine, Move, Moves as _};
use naqala::library;
use naqala::rules::Rules;
use naqala::study::words::outcome;
use naqala::style::counted;

use super::variant::{EngineArgument, checked, load, rules};
use super::{Done, Exit, Fail, board, screen::Screen};

/// Read game records, play them, and compare what they say with what the rules make of their moves.
#[derive(Args)]
#[command(after_help = "\
Examples:
  naqala replay games.jsonl --verify
  naqala replay games.jsonl                 a line for each game
  naqala replay games.jsonl --boards        each game with its boards
  naqala simulate oware --game 7 | naqala replay - --verify
  naqala replay mine.jsonl --verify --variant my_game.mancala

Exit codes: 0 no difference, 1 differences found or a game that cannot be played, 2 an unreadable file.")]
pub struct Replay {
    /// Files of records, one game a line of JSON; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Compare legal moves, positions and results with what the records say of them.
    #[arg(long)]
    verify: bool,
    /// Show the board after each move.
    #[arg(long, conflicts_with = "verify")]
    boards: bool,
    /// A variant file whose games may stand in the records; may be given several times. The library is always known.
    #[arg(long = "variant", value_name = "FILE")]
    variants: Vec<String>,
    #[command(flatten)]
    engine: EngineArgument,
}

/// Rules read so far, by variant and options.
struct Known {
    own: Vec<Checked>,
    read: HashMap<String, Arc<Rules>>,
}

/// More rules than these are not kept: their number must not grow with the file.
const KEPT: usize = 256;

impl Known {
    fn find(&mut self, variant: &str, options: &Options) -> Result<Arc<Rules>, String> {
        let settings: Vec<(String, String)> =
            options.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
        let key = format!("{variant}\n{settings:?}");
        if let Some(rules) = self.read.get(&key) {
            return Ok(Arc::clone(rules));
        }
        let own = self.own.iter().find(|checked| checked.name() == variant);
        let library;
        let found = match own {
            Some(checked) => checked,
            None => {
                let embedded = library::find(variant)
                    .ok_or_else(|| format!("no variant of this name; `--variant FILE` says where `{variant}` is"))?;
                library = checked(&embedded.source()).map_err(|_| format!("`{variant}` has mistakes"))?;
                &library
            }
        };
        let rules = rules(found, &settings).map_err(|fail| match fail {
            Fail::Usage(message, help) | Fail::Input(message, help) => format!("{message}; {}", help.join("; ")),
            _ => format!("{variant} cannot be played with these options"),
        })?;
        if self.read.len() >= KEPT {
            self.read.clear();
        }
        let rules = Arc::new(rules);
        self.read.insert(key, Arc::clone(&rules));
        Ok(rules)
    }
}

fn open(name: &str) -> Result<Box<dyn BufRead>, Fail> {
    if name == "-" {
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    let unreadable = |error: &dyn std::fmt::Display| Fail::usage(format!("cannot read `{name}`: {error}"));
    let file = File::open(name).map_err(|error| unreadable(&library::why(&error)))?;
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        return Err(unreadable(&"it is a folder, not a file"));
    }
    Ok(Box::new(BufReader::new(file)))
}

impl Replay {
    /// Plays the records and prints what they come to.
    pub fn run(self, screen: &mut Screen) -> Done {
        let own = self.variants.iter().map(|path| load(path)).collect::<Result<Vec<_>, _>>()?;
        let mut known = Known { own, read: HashMap::new() };
        let (mut games, mut moves, mut differences) = (0, 0, 0);
        for name in &self.files {
            let input = open(name)?;
            let shown = if name == "-" { "standard input" } else { name };
            if self.verify {
                let mut failed = None;
                let summary = verify(
                    input,
                    |variant, options| known.find(variant, options),
                    self.engine.choice(),
                    |difference| {
                        let written = writeln!(screen, "{shown}, {difference}");
                        failed = failed.take().or(written.err());
                    },
                )
                .map_err(|error| Fail::usage(format!("cannot read `{name}`: {error}")))?;
                if let Some(error) = failed {
                    return Err(error.into());
                }
                games += summary.games;
                moves += summary.moves;
                differences += summary.differences;
            } else {
                let mut telling =
                    Telling { screen, name: shown, boards: self.boards, games: 0, moves: 0, wrong: 0, failed: None };
                let find = |variant: &str, options: &Options| known.find(variant, options);
                each_game(input, find, self.engine.choice(), &mut telling)
                    .map_err(|error| Fail::usage(format!("cannot read `{name}`: {error}")))?;
                if let Some(error) = telling.failed {
                    return Err(error.into());
                }
                games += telling.games;
                moves += telling.moves;
                differences += telling.wrong;
            }
        }
        let summary = format!("{}, {}", counted(games, "game", "games"), counted(moves, "move", "moves"));
        if self.verify {
            let differences_text = counted(differences, "difference", "differences");
            let paint = screen.paint;
            let told = if differences == 0 { paint.good(differences_text) } else { paint.error(differences_text) };
            writeln!(screen, "{summary}, {told}")?;
        } else if differences > 0 {
            writeln!(screen, "{summary}, {} cannot be played", counted(differences, "game", "games"))?;
        } else {
            writeln!(screen, "{summary}")?;
        }
        Ok(if differences > 0 { Exit::Problems } else { Exit::Fine })
    }
}

/// Tells how each game goes.
struct Telling<'a> {
    screen: &'a mut Screen,
    name: &'a str,
    boards: bool,
    games: u64,
    moves: u64,
    wrong: u64,
    /// The first thing that could not be printed.
    failed: Option<io::Error>,
}

impl EachGame for Telling<'_> {
    fn game<E: Engine>(&mut self, engine: &E, line: u64, record: &Record) {
        let told = self.play(engine, record);
        self.tell(line, told);
    }

    fn none(&mut self, difference: Difference) {
        let Difference { line, what, expected, found, .. } = difference;
        let told = match what.as_str() {
            "variant" => found,
            "record" => format!("no game in one line of JSON: {found}"),
            _ => format!("a record of version {found}; version {expected} can be read"),
        };
        self.tell(line, Err(told));
    }
}

impl Telling<'_> {
    fn tell(&mut self, line: u64, told: Result<String, String>) {
        self.games += 1;
        self.wrong += u64::from(told.is_err());
        let text = told.unwrap_or_else(|error| self.screen.paint.error(error).to_string());
        let written = writeln!(self.screen, "{}, line {line}: {text}", self.name);
        self.failed = self.failed.take().or(written.err());
    }

    fn play<E: Engine>(&mut self, engine: &E, record: &Record) -> Result<String, String> {
        let rules = engine.rules();
        let start = read_position(rules, &record.start, true).map_err(|error| format!("start: {error}"))?;
        let mut state = engine.begin_at(&start);
        let show = |screen: &mut Screen, what: &str, state: &_| {
            let paint = screen.paint;
            let drawn = board::drawn(rules, &engine.position(state), paint);
            write!(screen, "{}\n{drawn}", paint.heading(what)).map_err(|error| error.to_string())
        };
        if self.boards {
            show(self.screen, &record.variant, &state)?;
        }
        for (number, made) in record.moves.iter().enumerate() {
            let legal: Vec<Move> = engine.legal(&state).iter().collect();
            let choice = read_move(rules, &legal, &made.choice)
                .map_err(|error| format!("move {}: {error}; {}", number + 1, error.help.clone().unwrap_or_default()))?;
            engine.play(&mut state, choice);
            self.moves += 1;
            if self.boards {
                show(self.screen, &format!("{}. {} {}", number + 1, made.by.word(), made.choice), &state)?;
            }
        }
        let ended = match engine.outcome(&state) {
            Some(how) => outcome(rules, how),
            None => "not over".to_owned(),
        };
        let options: Vec<String> = record.options.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        let moves = counted(record.moves.len() as u64, "move", "moves");
        Ok(format!("{}{}, {moves}, {ended}", record.variant, options.concat()))
    }
}
