//! Folders of several machines taken together: the same results as if one machine had played all games.

use std::path::{Path, PathBuf};

use super::folder::{Folder, FolderError};
use super::journal::{Blocks, Journal};
use super::plan::Plan;
use super::results::Results;

/// Why folders cannot be taken together.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// They hold different studies.
    #[error("`{}` and `{}` hold different studies", first.display(), second.display())]
    Different {
        /// One folder.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
    /// The same games came out differently.
    #[error("`{}` has other results of the same games than a journal before it: {players}, from game {game}", journal.display())]
    Contradiction {
        /// The journal.
        journal: PathBuf,
        /// Which players.
        players: String,
        /// The first game.
        game: u64,
    },
}

impl MergeError {
    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        match self {
            MergeError::Folder(error) => error.help(),
            MergeError::Different { .. } => {
                Some("run the same file, with the same variants, by the same version of the program".to_owned())
            }
            MergeError::Contradiction { .. } => Some(
                "these players repeat their games exactly: one journal was played by other rules or changed".to_owned(),
            ),
        }
    }
}

/// Folders taken together.
#[derive(Debug)]
pub struct Merged {
    /// The results.
    pub results: Results,
    /// Blocks that several journals hold; each counts once.
    pub doubles: usize,
    blocks: Blocks,
}

/// Takes folders together. A block that several hold counts once.
///
/// # Errors
/// A folder cannot be read, the studies differ, or the same games came out differently.
pub fn merge(folders: &[PathBuf]) -> Result<Merged, MergeError> {
    let mut first: Option<(PathBuf, Plan)> = None;
    let mut blocks = Blocks::new();
    let mut doubles = 0;
    for path in folders {
        let folder = Folder { path: path.clone() };
        let plan = folder.plan()?;
        let (_, plan) = match &first {
            Some((other, known)) if *known != plan => {
                return Err(MergeError::Different { first: other.clone(), second: path.clone() });
            }
            _ => first.get_or_insert((path.clone(), plan)),
        };
        for (journal, more) in folder.blocks(None)? {
            for (key, block) in more {
                let Some(there) = blocks.get(&key) else {
                    blocks.insert(key, block);
                    continue;
                };
                doubles += 1;
                let cell = plan.cells.iter().find(|cell| cell.key == key.0);
                if let Some(cell) = cell.filter(|cell| cell.repeatable && *there != block) {
                    let players = format!("{} and {}", cell.players[0], cell.players[1]);
                    return Err(MergeError::Contradiction { journal, players, game: key.1 });
                }
            }
        }
    }
    let Some((_, plan)) = first else {
        return Err(FolderError::NoPlan { path: PathBuf::new() }.into());
    };
    Ok(Merged { results: Results::gather(plan, &blocks), doubles, blocks })
}

impl Merged {
    /// Keeps plan and journal in a folder of their own, so that it is a study like any other.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn keep(&self, path: &Path, from: &[PathBuf]) -> Result<Folder, FolderError> {
        let folder = Folder::make(path)?;
        folder.write_plan(&self.results.plan)?;
        let (mut journal, there) = Journal::open(&folder.journal(None))?;
        for (_, block) in self.blocks.iter().filter(|(key, _)| !there.contains_key(key)) {
            journal.add(block)?;
        }
        journal.sync()?;
        for other in from.iter().filter(|other| other.as_path() != path) {
            let Ok(entries) = std::fs::read_dir(other.join("variants")) else { continue };
            for entry in entries.flatten() {
                if let (Ok(text), name) = (std::fs::read(entry.path()), entry.file_name()) {
                    folder.write(&format!("variants/{}", name.to_string_lossy()), &text)?;
                }
            }
        }
        Ok(folder)
    }
}
