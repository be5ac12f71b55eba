//! Databases in files: `naqala database` and a line feed, the version, a header in JSON, the values packed, a checksum.
//!
//! With `n` seeds a value is one of `2 n + 1`, so a word of 64 bits holds a number with as many digits to that base as fit. A
//! file is written beside its place and moved there when it is whole; when it is read, every byte is accounted for.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::library::replaceable;
use crate::rules::Rules;

use super::index::Index;
use super::{Database, MAX_SEEDS};
use crate::study::soundness::Soundness;

const MAGIC: &[u8; 16] = b"naqala database\n";
const VERSION: u32 = 1;
/// No header is longer.
const MAX_HEADER: u32 = 1 << 16;

/// Why a file of a database cannot be written or used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system refuses.
    #[error("cannot {what} `{}`: {error}", path.display())]
    System {
        /// `read` or `write`.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// It is no database, or a damaged one.
    #[error("`{}` is no endgame database that can be used: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// It is about other rules.
    #[error("`{}` belongs to other rules: it was made for {made_for}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it was made for.
        made_for: String,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    variant: String,
    options: Vec<(String, String)>,
    fingerprint: String,
    pits: u8,
    seeds: u32,
    symmetric: bool,
    rounds: Vec<u32>,
}

/// A sum that any changed, missing or added byte changes (but for a chance of 1 in 2^64).
#[derive(Clone, Copy)]
struct Sum {
    state: u64,
    length: u64,
}

impl Sum {
    const NEW: Sum = Sum { state: 0x2d35_8dcc_aa6c_78a5, length: 0 };

    fn add(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let mixed = (self.state ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            self.state = mixed ^ mixed >> 29;
        }
        self.length += bytes.len() as u64;
    }

    fn value(self) -> u64 {
        let mixed = (self.state ^ self.length).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ mixed >> 32
    }
}

/// The checksum of some bytes.
pub fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = Sum::NEW;
    sum.add(bytes);
    sum.value()
}

/// How many values of a level go into a word.
fn digits(seeds: u32) -> usize {
    let base = u128::from(2 * seeds + 1);
    let mut power = base;
    let mut digits = 1;
    while base > 1 && digits < 64 && power * base <= 1 << 64 {
        power *= base;
        digits += 1;
    }
    digits
}

fn pack(values: &[i8], seeds: u32) -> u64 {
    let base = u64::from(2 * seeds + 1);
    values
        .iter()
        .rev()
        .fold(0, |word: u64, value| word.wrapping_mul(base).wrapping_add((i64::from(*value) + i64::from(seeds)) as u64))
}

/// None where a digit is left over.
fn unpack(mut word: u64, seeds: u32, values: &mut [i8]) -> Option<()> {
    let base = u64::from(2 * seeds + 1);
    for value in values {
        *value = i8::try_from((word % base) as i64 - i64::from(seeds)).ok()?;
        word /= base;
    }
    (word == 0).then_some(())
}

impl Database {
    /// Writes the database to a file: whole, or not at all.
    ///
    /// # Errors
    ///
    /// If the system refuses. What stood there before then still stands there.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        let refused = |error| FileError::System { what: "write", path: path.to_owned(), error };
        let place = replaceable(path).map_err(refused)?;
        let name = place.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let beside = place.with_file_name(format!(".{name}.{}.part", std::process::id()));
        let written = self.write(&beside).and_then(|()| std::fs::rename(&beside, &place));
        written.map_err(|error| {
            // The part that was written is of no use; if it cannot be removed either, the first error says more.
            let _ = std::fs::remove_file(&beside);
            refused(error)
        })
    }

    fn write(&self, path: &Path) -> std::io::Result<()> {
        let header = Header {
            variant: self.variant.clone(),
            options: self.settings.clone(),
            fingerprint: format!("{:016x}", self.fingerprint),
            pits: self.index.pits() as u8,
            seeds: self.seeds(),
            symmetric: self.symmetric,
            rounds: self.rounds.clone(),
        };
        let header = serde_json::to_vec(&header)?;
        let mut sum = Sum::NEW;
        let mut file = BufWriter::with_capacity(1 << 16, File::create(path)?);
        let mut put = |bytes: &[u8]| {
            sum.add(bytes);
            file.write_all(bytes)
        };
        put(MAGIC)?;
        put(&VERSION.to_le_bytes())?;
        put(&(header.len() as u32).to_le_bytes())?;
        put(&header)?;
        for (seeds, level) in self.levels.iter().enumerate() {
            for values in level.chunks(digits(seeds as u32)) {
                put(&pack(values, seeds as u32).to_le_bytes())?;
            }
        }
        let sum = sum.value();
        file.write_all(&sum.to_le_bytes())?;
        file.into_inner().map_err(std::io::IntoInnerError::into_error)?.sync_all()
    }

    /// Reads a database for these rules.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is damaged or cut short, or belongs to other rules.
    pub fn load(path: &Path, rules: &Rules, soundness: &Soundness) -> Result<Database, FileError> {
        let system = |error| FileError::System { what: "read", path: path.to_owned(), error };
        let damaged = |reason: &str| FileError::Damaged { path: path.to_owned(), reason: reason.to_owned() };
        let file = File::open(path).map_err(system)?;
        let length = file.metadata().map_err(system)?.len();
        let mut reader = BufReader::with_capacity(1 << 16, file);
        let mut sum = Sum::NEW;
        let mut take = |bytes: &mut [u8]| {
            reader.read_exact(bytes).map_err(|error| match error.kind() {
                std::io::ErrorKind::UnexpectedEof => damaged("it is cut short"),
                _ => FileError::System { what: "read", path: path.to_owned(), error },
            })?;
            sum.add(bytes);
            Ok(())
        };
        let mut magic = [0; MAGIC.len()];
        let mut number = [0; 4];
        take(&mut magic)?;
        if &magic != MAGIC {
            return Err(damaged("it does not begin as a database does"));
        }
        take(&mut number)?;
        let version = u32::from_le_bytes(number);
        if version != VERSION {
            return Err(damaged(&format!("it has version {version}; this program reads version {VERSION}")));
        }
        take(&mut number)?;
        let size = u32::from_le_bytes(number);
        if size > MAX_HEADER {
            return Err(damaged("its header is too long"));
        }
        let mut header = vec![0; size as usize];
        take(&mut header)?;
        let header: Header = serde_json::from_slice(&header).map_err(|_| damaged("its header cannot be read"))?;
        let mut database = Database::empty(rules, soundness, header.seeds.min(MAX_SEEDS))
            .map_err(|error| damaged(&error.to_string()))?;
        if header.fingerprint != format!("{:016x}", database.fingerprint) {
            return Err(FileError::Foreign { path: path.to_owned(), made_for: made_for(&header) });
        }
        let fits = usize::from(header.pits) == database.index.pits()
            && header.symmetric == database.symmetric
            && header.rounds.len() == header.seeds as usize + 1;
        if !fits || header.seeds > MAX_SEEDS {
            return Err(damaged("its header contradicts itself"));
        }
        // Room is made only once the file is known to have what belongs there.
        let start = (MAGIC.len() + 8) as u64 + u64::from(size);
        let levels = lengths(&database.index, database.symmetric, header.seeds);
        let words: u64 = levels.iter().map(|(seeds, boards)| boards.div_ceil(digits(*seeds) as u64)).sum();
        match length.cmp(&(start + words * 8 + 8)) {
            std::cmp::Ordering::Less => return Err(damaged("it is cut short")),
            std::cmp::Ordering::Greater => return Err(damaged("something follows its end")),
            std::cmp::Ordering::Equal => {}
        }
        for (seeds, boards) in levels {
            let mut level = vec![0; boards as usize];
            for values in level.chunks_mut(digits(seeds)) {
                let mut word = [0; 8];
                take(&mut word)?;
                unpack(u64::from_le_bytes(word), seeds, values).ok_or_else(|| damaged("a value is out of range"))?;
            }
            database.levels.push(level);
        }
        let found = sum.value();
        let mut word = [0; 8];
        reader.read_exact(&mut word).map_err(|_| damaged("it is cut short"))?;
        if u64::from_le_bytes(word) != found {
            return Err(damaged("its checksum is wrong"));
        }
        database.rounds = header.rounds;
        Ok(database)
    }
}

/// How many values each level has.
fn lengths(index: &Index, symmetric: bool, seeds: u32) -> Vec<(u32, u64)> {
    let sides = if symmetric { 1 } else { 2 };
    (0..=seeds).map(|seeds| (seeds, (index.first(seeds as usize + 1) - index.first(seeds as usize)) * sides)).collect()
}

fn made_for(header: &Header) -> String {
    let options: Vec<String> = header.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    match options.is_empty() {
        true => header.variant.clone(),
        false => format!("{} with {}", header.variant, options.join(", ")),
    }
}
