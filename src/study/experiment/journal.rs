//! The journal of a study: what is finished, block by block, so that an interrupted study loses nothing and plays nothing
//! twice.
//!
//! A line is a checksum, a blank and JSON. Lines are only ever appended. A line that a kill or a full disk cut short is
//! at the end and is dropped; damage before the end is told, since something else than this program has been at the file.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::study::hash::hash;
use crate::study::measures::Measures;
use crate::study::tally::Tally;

use super::plan::FORMAT;

/// The first line's JSON: what the file is.
#[derive(Serialize, Deserialize)]
struct Header {
    naqala_study: u32,
}

/// Games that were played together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// Of which pairing: [`super::plan::Cell::key`].
    pub cell: String,
    /// The number of the first game.
    pub first: u64,
    /// How many games.
    pub games: u64,
    /// What they came to.
    pub tally: Tally,
    /// What they measure.
    pub measures: Measures,
}

/// Finished blocks by pairing and first game.
pub type Blocks = BTreeMap<(String, u64), Block>;

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("cannot {doing} `{}`: {error}", path.display())]
    Io {
        /// What was tried.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It is no journal, or one of another version.
    #[error("`{}` is not a journal of this version's studies", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// Something has changed it.
    #[error("line {line} of `{}` is damaged", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The first damaged line.
        line: usize,
    },
    /// Another run writes it.
    #[error("another run of this study is at work on `{}`", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
}

impl JournalError {
    /// What to do about it.
    pub fn help(&self) -> String {
        match self {
            JournalError::Io { doing: "write", .. } => {
                "what was written before is kept; the same command goes on where it stopped".to_owned()
            }
            JournalError::Io { .. } => "see that the folder can be read and written".to_owned(),
            JournalError::Foreign { .. } => "give another folder with `--out`, or remove the file".to_owned(),
            JournalError::Damaged { line, .. } => {
                format!("remove line {line} or the whole file: the games that are missing are played again")
            }
            JournalError::Busy { .. } => "wait for it, or give another folder with `--out`".to_owned(),
        }
    }
}

/// A journal that is written.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// How long it is with whole lines only.
    length: u64,
    synced: Instant,
}

/// How long a finished block may wait until it is safe from a loss of power; it is safe from a kill at once.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// A line as it stands in the file.
fn line(json: &str) -> String {
    format!("{:016x} {json}\n", hash(json.as_bytes()))
}

/// The JSON of a line whose checksum is right.
fn json(line: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let (sum, json) = text.split_once(' ')?;
    (sum == format!("{:016x}", hash(json.as_bytes()))).then_some(json)
}

/// What a journal holds, and how long it is without a torn end.
fn scan(file: &File, path: &Path) -> Result<(Blocks, u64), JournalError> {
    let failed = |error| JournalError::Io { doing: "read", path: path.to_owned(), error };
    // A device or a pipe may never end.
    if !file.metadata().map_err(failed)?.is_file() {
        return Err(JournalError::Foreign { path: path.to_owned() });
    }
    let mut reader = BufReader::new(file);
    let mut blocks = Blocks::new();
    let (mut at, mut good) = (0, 0);
    let mut bad = None;
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        let read = reader.read_until(b'\n', &mut bytes).map_err(failed)?;
        if read == 0 {
            break;
        }
        at += read as u64;
        let json = json(&bytes);
        let block = json.and_then(|json| serde_json::from_str::<Block>(json).ok());
        if number == 1 {
            let header = json.and_then(|json| serde_json::from_str::<Header>(json).ok());
            match header {
                Some(header) if header.naqala_study == FORMAT => good = at,
                // A first line that was cut short is one that this program had begun to write.
                None if !bytes.ends_with(b"\n") && is_torn_header(&bytes) => return Ok((Blocks::new(), 0)),
                _ => return Err(JournalError::Foreign { path: path.to_owned() }),
            }
            continue;
        }
        match (block, bad) {
            (Some(block), None) => {
                good = at;
                blocks.entry((block.cell.clone(), block.first)).or_insert(block);
            }
            (Some(_), Some(line)) => return Err(JournalError::Damaged { path: path.to_owned(), line }),
            (None, bad_before) => bad = bad_before.or(Some(number)),
        }
    }
    Ok((blocks, good))
}

fn header() -> String {
    line(&serde_json::to_string(&Header { naqala_study: FORMAT }).unwrap_or_default())
}

fn is_torn_header(bytes: &[u8]) -> bool {
    header().as_bytes().starts_with(bytes)
}

/// Reads a journal that others may be writing.
///
/// # Errors
/// It cannot be read, is no journal, or is damaged.
pub fn read(path: &Path) -> Result<Blocks, JournalError> {
    let file = File::open(path).map_err(|error| JournalError::Io { doing: "read", path: path.to_owned(), error })?;
    scan(&file, path).map(|(blocks, _)| blocks)
}

impl Journal {
    /// Opens a journal, or begins it, and reads what it holds. A torn end is cut off.
    ///
    /// # Errors
    /// It cannot be read or written, is no journal, is damaged, or another run writes it.
    pub fn open(path: &Path) -> Result<(Self, Blocks), JournalError> {
        let failed = |doing, error| JournalError::Io { doing, path: path.to_owned(), error };
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(|error| failed("open", error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy { path: path.to_owned() }),
            // Where files cannot be locked the run goes on without.
            Err(TryLockError::Error(_)) => {}
        }
        let (blocks, length) = scan(&file, path)?;
        file.set_len(length).map_err(|error| failed("write", error))?;
        file.seek(io::SeekFrom::Start(length)).map_err(|error| failed("write", error))?;
        let mut journal = Journal { file, path: path.to_owned(), length, synced: Instant::now() };
        if length == 0 {
            journal.write(&header())?;
        }
        Ok((journal, blocks))
    }

    /// Adds a block.
    ///
    /// # Errors
    /// It cannot be written; the journal then stands as it stood before.
    pub fn add(&mut self, block: &Block) -> Result<(), JournalError> {
        let json = serde_json::to_string(block).map_err(|error| self.failed(error.into()))?;
        self.write(&line(&json))?;
        if self.synced.elapsed() >= SYNC_EVERY { self.sync() } else { Ok(()) }
    }

    fn write(&mut self, line: &str) -> Result<(), JournalError> {
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            // Half a line would be dropped by the next run anyway.
            let _ = self.file.set_len(self.length);
            return Err(self.failed(error));
        }
        self.length += line.len() as u64;
        Ok(())
    }

    /// Waits until all of it is safe from a loss of power.
    ///
    /// # Errors
    /// The system cannot promise it.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(|error| self.failed(error))
    }

    fn failed(&self, error: io::Error) -> JournalError {
        JournalError::Io { doing: "write", path: self.path.clone(), error }
    }
}
