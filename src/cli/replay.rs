//! `naqala replay FILE [--verify]`: game records, played again and compared.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::sync::Arc;

use clap::Args;

use naqala::check::Checked;
use naqala::engine::record::{Options, Record, verify};
use naqala::engine::text::{read_move, read_position};
use naqala::engine::{Engine, Move, Moves as _, Reference};
use naqala::library;
use naqala::study::words::outcome;
use naqala::style::counted;

use super::variant::{checked, load, rules};
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
}

/// Engines made so far, by variant and options.
struct Engines {
    own: Vec<Checked>,
    made: HashMap<String, Arc<Reference>>,
}

/// More engines than this are not kept: their number must not grow with the file.
const KEPT: usize = 256;

impl Engines {
    fn find(&mut self, variant: &str, options: &Options) -> Result<Arc<Reference>, String> {
        let settings: Vec<(String, String)> =
            options.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
        let key = format!("{variant}\n{settings:?}");
        if let Some(engine) = self.made.get(&key) {
            return Ok(Arc::clone(engine));
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
        if self.made.len() >= KEPT {
            self.made.clear();
        }
        let engine = Arc::new(Reference::new(rules));
        self.made.insert(key, Arc::clone(&engine));
        Ok(engine)
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
        let mut engines = Engines { own, made: HashMap::new() };
        let (mut games, mut moves, mut differences) = (0, 0, 0);
        for name in &self.files {
            let input = open(name)?;
            let shown = if name == "-" { "standard input" } else { name };
            if self.verify {
                let mut failed = None;
                let summary = verify(
                    input,
                    |variant, options| engines.find(variant, options),
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
                let (played, made, wrong) = self.play_all(screen, shown, input, &mut engines)?;
                games += played;
                moves += made;
                differences += wrong;
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

    /// Plays each line and tells how the game went: games, moves, games that cannot be played.
    fn play_all(
        &self,
        screen: &mut Screen,
        name: &str,
        mut input: Box<dyn BufRead>,
        engines: &mut Engines,
    ) -> Result<(u64, u64, u64), Fail> {
        let (mut games, mut moves, mut wrong) = (0, 0, 0);
        let mut line = Vec::new();
        for number in 1u64.. {
            line.clear();
            let read = input.read_until(b'\n', &mut line);
            if read.map_err(|error| Fail::usage(format!("cannot read `{name}`: {error}")))? == 0 {
                break;
            }
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            games += 1;
            let told = serde_json::from_slice::<Record>(&line)
                .map_err(|error| format!("no game in one line of JSON: {error}"))
                .and_then(|record| self.play(screen, &record, engines, &mut moves));
            match told {
                Ok(text) => writeln!(screen, "{name}, line {number}: {text}")?,
                Err(error) => {
                    wrong += 1;
                    let error = screen.paint.error(error);
                    writeln!(screen, "{name}, line {number}: {error}")?;
                }
            }
        }
        Ok((games, moves, wrong))
    }

    fn play(
        &self,
        screen: &mut Screen,
        record: &Record,
        engines: &mut Engines,
        moves: &mut u64,
    ) -> Result<String, String> {
        let engine = engines.find(&record.variant, &record.options)?;
        let rules = engine.rules();
        let start = read_position(rules, &record.start, true).map_err(|error| format!("start: {error}"))?;
        let mut state = engine.begin_at(&start);
        let show = |screen: &mut Screen, what: &str, state: &_| {
            let paint = screen.paint;
            let drawn = board::drawn(rules, &engine.position(state), paint);
            write!(screen, "{}\n{drawn}", paint.heading(what)).map_err(|error| error.to_string())
        };
        if self.boards {
            show(screen, &record.variant, &state)?;
        }
        for (number, made) in record.moves.iter().enumerate() {
            let legal: Vec<Move> = engine.legal(&state).iter().collect();
            let choice = read_move(rules, &legal, &made.choice)
                .map_err(|error| format!("move {}: {error}; {}", number + 1, error.help.clone().unwrap_or_default()))?;
            engine.play(&mut state, choice);
            *moves += 1;
            if self.boards {
                show(screen, &format!("{}. {} {}", number + 1, made.by.word(), made.choice), &state)?;
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
