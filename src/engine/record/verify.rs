//! Verifying records: every line is played, and whatever it says is compared with what the rules make of it.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, BufRead, Read};
use std::sync::Arc;

use crate::engine::text::{
    Key, ReadError, read_move, read_parts, read_position, write_mover, write_moves, write_position, write_rows,
};
use crate::engine::{Engine, EngineChoice, Moves, Position, Visit, with};
use crate::rules::Rules;

use super::{GameResult, Made, Options, Record, Stated, VERSION};

/// The first point in which a record differs from the game that its moves make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The line of the file, from 1.
    pub line: u64,
    /// The move's number, from 1; 0 where it is not about a move.
    pub number: usize,
    /// What differs: `move`, `legal`, `after`, a key of a position or of the result.
    pub what: String,
    /// What the record says.
    pub expected: String,
    /// What the rules make of it.
    pub found: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if self.number > 0 {
            write!(f, ", move {}", self.number)?;
        }
        write!(f, ": {}: expected {}, found {}", self.what, self.expected, self.found)
    }
}

/// What a verification went through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Lines that hold a game.
    pub games: u64,
    /// Moves played.
    pub moves: u64,
    /// Games with a difference.
    pub differences: u64,
}

/// The most bytes of a line: some 400,000 moves. A longer one is not read, so that memory stays bounded.
const LONGEST_LINE: u64 = 64 << 20;

/// Records, a line each. Blank lines are left out.
struct Records<R> {
    input: R,
    text: Vec<u8>,
    line: u64,
}

/// A line's number, and its game or what is wrong with it.
type Line = (u64, Result<Record, Difference>);

impl<R: BufRead> Records<R> {
    fn next(&mut self) -> io::Result<Option<Line>> {
        loop {
            self.text.clear();
            if self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut self.text)? == 0 {
                return Ok(None);
            }
            self.line += 1;
            if self.text.len() as u64 == LONGEST_LINE && !self.text.ends_with(b"\n") {
                self.input.skip_until(b'\n')?;
                let found = format!("a line of more than {} MiB", LONGEST_LINE >> 20);
                return Ok(Some((self.line, Err(differ(0, "record", "a game in one line of JSON", found)))));
            }
            if self.text.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let record = match serde_json::from_slice::<Record>(&self.text) {
                Err(error) => Err(differ(0, "record", "a game in one line of JSON", error)),
                Ok(record) if record.naqala != VERSION => Err(differ(0, "naqala", VERSION, record.naqala)),
                Ok(record) => Ok(record),
            };
            return Ok(Some((self.line, record)));
        }
    }
}

/// Something to be done with each game of a file.
pub trait EachGame {
    /// Does it with a game of this line.
    fn game<E: Engine>(&mut self, engine: &E, line: u64, record: &Record);
    /// Is told of a line that holds no game which could be played.
    fn none(&mut self, difference: Difference);
}

/// Plays on with one engine for as long as games of one variant follow each other: an engine is made for many games.
struct Run<'a, R, G> {
    records: &'a mut Records<R>,
    each: &'a mut G,
    line: u64,
    record: Record,
}

impl<R: BufRead, G: EachGame> Visit for Run<'_, R, G> {
    type Output = io::Result<Option<Line>>;

    fn visit<E: Engine>(self, engine: &E) -> Self::Output {
        let Run { records, each, mut line, mut record } = self;
        loop {
            each.game(engine, line, &record);
            match records.next()? {
                Some((next, Ok(other))) if other.variant == record.variant && other.options == record.options => {
                    (line, record) = (next, other);
                }
                other => return Ok(other),
            }
        }
    }
}

/// Reads records line by line and does something with each game.
///
/// `resolve` finds the rules for a variant's name and options, or says why there are none; `engine` says who plays them.
///
/// # Errors
/// Those of the reader.
pub fn each_game(
    input: impl BufRead,
    mut resolve: impl FnMut(&str, &Options) -> Result<Arc<Rules>, String>,
    engine: EngineChoice,
    each: &mut impl EachGame,
) -> io::Result<()> {
    let mut records = Records { input, text: Vec::new(), line: 0 };
    let mut next = records.next()?;
    while let Some((line, read)) = next {
        let playable = read.and_then(|record| {
            let unknown = |error| differ(0, "variant", &record.variant, error);
            let rules = resolve(&record.variant, &record.options).map_err(unknown)?;
            Ok((record, rules))
        });
        let (record, rules) = match playable {
            Ok(playable) => playable,
            Err(difference) => {
                each.none(Difference { line, ..difference });
                next = records.next()?;
                continue;
            }
        };
        let variant = record.variant.clone();
        next = match with(rules, engine, Run { records: &mut records, each, line, record }) {
            Ok(next) => next?,
            Err(why) => {
                each.none(Difference { line, ..differ(0, "variant", variant, why) });
                records.next()?
            }
        };
    }
    Ok(())
}

/// Compares games and counts.
struct Verifying<T> {
    summary: Summary,
    tell: T,
}

impl<T: FnMut(Difference)> EachGame for Verifying<T> {
    fn game<E: Engine>(&mut self, engine: &E, line: u64, record: &Record) {
        self.summary.games += 1;
        if let Err(difference) = verify_game(engine, record, &mut self.summary.moves) {
            self.summary.differences += 1;
            (self.tell)(Difference { line, ..difference });
        }
    }

    fn none(&mut self, difference: Difference) {
        self.summary.games += 1;
        self.summary.differences += 1;
        (self.tell)(difference);
    }
}

/// Reads records, plays each game and tells the first difference of each; `resolve` and `engine` as in [`each_game`].
///
/// # Errors
/// Those of the reader.
pub fn verify(
    input: impl BufRead,
    resolve: impl FnMut(&str, &Options) -> Result<Arc<Rules>, String>,
    engine: EngineChoice,
    tell: impl FnMut(Difference),
) -> io::Result<Summary> {
    let mut verifying = Verifying { summary: Summary::default(), tell };
    each_game(input, resolve, engine, &mut verifying)?;
    Ok(verifying.summary)
}

/// Plays a record and compares it; `played` counts the moves that were made.
///
/// # Errors
/// The first difference, its line left at 0.
pub fn verify_game<E: Engine>(engine: &E, record: &Record, played: &mut u64) -> Result<(), Difference> {
    let rules = engine.rules();
    let start = read_position(rules, &record.start, true);
    let start = start.map_err(|error| differ(0, "start", &record.start, error.message))?;
    let mut state = engine.begin_at(&start);
    for (number, made) in (1..).zip(&record.moves) {
        if let Some(outcome) = engine.outcome(&state) {
            return Err(differ(number, "move", &made.choice, format!("a game that is over: {:?}", outcome.winner)));
        }
        let mover = engine.mover(&state);
        if made.by != mover {
            return Err(differ(number, "by", made.by.word(), mover.word()));
        }
        let legal: Vec<_> = engine.legal(&state).iter().collect();
        if let Some(expected) = &made.legal {
            compare_legal(number, expected, &write_moves(rules, &legal))?;
        }
        let choice = read_move(rules, &legal, &made.choice);
        let choice =
            choice.map_err(|error| differ(number, "move", &made.choice, error.help.unwrap_or(error.message)))?;
        engine.play(&mut state, choice);
        *played += 1;
        compare_after(rules, number, made, &engine.position(&state))?;
    }
    let found = GameResult::new(rules, engine.outcome(&state));
    record.result.as_ref().map_or(Ok(()), |expected| compare_result(record.moves.len(), expected, &found))
}

fn compare_legal(number: usize, expected: &[String], found: &[String]) -> Result<(), Difference> {
    let set = |texts: &[String]| texts.iter().cloned().collect::<BTreeSet<_>>();
    if set(expected) == set(found) {
        return Ok(());
    }
    Err(differ(number, "legal", expected.join(" "), found.join(" ")))
}

/// Compares the rows, the mover and the keys that the text gives.
fn compare_after(rules: &Rules, number: usize, made: &Made, found: &Position) -> Result<(), Difference> {
    let Some(text) = &made.after else { return Ok(()) };
    match differing(rules, text, found) {
        Ok(None) => Ok(()),
        Ok(Some((what, expected, found))) => Err(differ(number, &what, expected, found)),
        Err(error) => Err(differ(number, "after", error.message, write_position(rules, found))),
    }
}

/// What of a position differs from a text: `rows`, `mover`, or a key that the text gives.
///
/// # Errors
/// The text cannot be read.
pub fn compare_position(rules: &Rules, text: &str, found: &Position) -> Result<Option<String>, ReadError> {
    let first = differing(rules, text, found)?;
    Ok(first.map(|(what, expected, found)| match what.as_str() {
        "rows" => "other seeds in the pits".to_owned(),
        what => format!("{what} is {found}, not {expected}"),
    }))
}

/// The first part that differs, what the text says of it, and what there is.
fn differing(rules: &Rules, text: &str, found: &Position) -> Result<Option<(String, String, String)>, ReadError> {
    let expected = read_parts(rules, text)?;
    let rows = |position: &Position| write_rows(rules, position);
    let mover = |position: &Position| write_mover(position).to_owned();
    let mut parts = vec![
        ("rows".to_owned(), rows(&expected.position), rows(found)),
        ("mover".to_owned(), mover(&expected.position), mover(found)),
    ];
    parts.extend(expected.keys.iter().map(|key| {
        let write = |position: &Position| Key::write(*key, rules, position);
        (key.name(rules).to_owned(), write(&expected.position), write(found))
    }));
    Ok(parts.into_iter().find(|(_, expected, found)| expected != found))
}

fn compare_result(number: usize, expected: &GameResult, found: &GameResult) -> Result<(), Difference> {
    let winner = |stated: &Stated<_>| match stated {
        Stated::Is(winner) => format!("{winner:?}").to_lowercase(),
        _ => "unfinished".to_owned(),
    };
    if !expected.winner.is_absent() && expected.winner != found.winner {
        return Err(differ(number, "winner", winner(&expected.winner), winner(&found.winner)));
    }
    let title = |stated: &Stated<String>| match stated {
        Stated::Is(title) => Some(title.clone()),
        _ => None,
    };
    let (wanted, had) = (title(&expected.title), title(&found.title));
    if !expected.title.is_absent() && wanted != had {
        let show = |title: Option<String>| title.map_or_else(|| "no title".to_owned(), |title| format!("\"{title}\""));
        return Err(differ(number, "title", show(wanted), show(had)));
    }
    if expected.worth.is_some() && expected.worth != found.worth {
        return Err(differ(number, "worth", expected.worth.unwrap_or(0), found.worth.unwrap_or(0)));
    }
    if let Some([south, north]) = expected.score
        && expected.score != found.score
    {
        let had = found.score.map_or_else(|| "no score".to_owned(), |[south, north]| format!("{south}-{north}"));
        return Err(differ(number, "score", format!("{south}-{north}"), had));
    }
    Ok(())
}

fn differ(number: usize, what: &str, expected: impl fmt::Display, found: impl fmt::Display) -> Difference {
    Difference { line: 0, number, what: what.to_owned(), expected: expected.to_string(), found: found.to_string() }
}
