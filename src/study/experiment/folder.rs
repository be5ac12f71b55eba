//! The folder of a study's results: the plan, the journals, the variant files that it made, the reports.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::journal::{self, Blocks, JournalError};
use super::plan::{FORMAT, Plan};
use crate::library::why;

/// The name of the plan's file.
const PLAN: &str = "plan.json";

/// Writes a file whole or not at all: under another name beside it, renamed when it is safe on the disk.
///
/// # Errors
/// It cannot be written; what stood there before still does.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let part = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let written = written.and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // Nothing half written stays behind.
        let _ = fs::remove_file(&part);
    }
    written
}

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A file cannot be read or written.
    #[error("cannot {doing} `{}`: {}", path.display(), why(error))]
    Io {
        /// What was tried.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// There is no plan.
    #[error("`{}` holds no study: it has no `{PLAN}`", path.display())]
    NoPlan {
        /// The folder.
        path: PathBuf,
    },
    /// The plan is not one of this version.
    #[error("`{}` is not a plan of this version's studies", path.display())]
    BadPlan {
        /// The file.
        path: PathBuf,
    },
    /// A journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl FolderError {
    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        match self {
            FolderError::Io { doing: "write", .. } => {
                Some("nothing half written was left; the same command goes on where it stopped".to_owned())
            }
            FolderError::Io { .. } => None,
            FolderError::NoPlan { .. } => {
                Some("give the folder that `naqala study FILE --out FOLDER` wrote".to_owned())
            }
            FolderError::BadPlan { .. } => Some("remove the file and run the study again: no game is lost".to_owned()),
            FolderError::Journal(error) => Some(error.help()),
        }
    }
}

/// A folder of results.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Where it is.
    pub path: PathBuf,
}

impl Folder {
    /// The folder, made if it is missing.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn make(path: &Path) -> Result<Self, FolderError> {
        let folder = Folder { path: path.to_owned() };
        fs::create_dir_all(path).map_err(|error| folder.failed("make", "", error))?;
        Ok(folder)
    }

    fn failed(&self, doing: &'static str, name: &str, error: io::Error) -> FolderError {
        let path = if name.is_empty() { self.path.clone() } else { self.path.join(name) };
        FolderError::Io { doing, path, error }
    }

    /// Writes one of its files whole.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let path = self.path.join(name);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| write_whole(&path, bytes)).map_err(|error| self.failed("write", name, error))
    }

    /// Writes the plan, if it does not stand there already.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write_plan(&self, plan: &Plan) -> Result<(), FolderError> {
        if self.plan().is_ok_and(|there| there == *plan) {
            return Ok(());
        }
        let mut json = serde_json::to_vec_pretty(plan).map_err(|error| self.failed("write", PLAN, error.into()))?;
        json.push(b'\n');
        self.write(PLAN, &json)
    }

    /// Reads the plan.
    ///
    /// # Errors
    /// There is none, or none of this version.
    pub fn plan(&self) -> Result<Plan, FolderError> {
        let path = self.path.join(PLAN);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(FolderError::NoPlan { path: self.path.clone() });
            }
            Err(error) => return Err(self.failed("read", PLAN, error)),
        };
        let plan: Option<Plan> = serde_json::from_str(&text).ok();
        plan.filter(|plan| plan.format == FORMAT && plan.is_sound()).ok_or(FolderError::BadPlan { path })
    }

    /// The journal of a shard, or of a run that is not sharded.
    pub fn journal(&self, shard: Option<(u32, u32)>) -> PathBuf {
        self.path.join(match shard {
            Some((number, of)) => format!("journal-{number}-of-{of}.log"),
            None => "journal.log".to_owned(),
        })
    }

    /// All journals.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn journals(&self) -> Result<Vec<PathBuf>, FolderError> {
        let entries = fs::read_dir(&self.path).map_err(|error| self.failed("read", "", error))?;
        let mut paths: Vec<PathBuf> = entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| {
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                name.starts_with("journal") && name.ends_with(".log")
            })
            .collect();
        paths.sort();
        Ok(paths)
    }

    /// The blocks of all journals but one.
    ///
    /// # Errors
    /// A journal cannot be read.
    pub fn blocks(&self, but: Option<&Path>) -> Result<Vec<(PathBuf, Blocks)>, FolderError> {
        let paths = self.journals()?.into_iter().filter(|path| Some(path.as_path()) != but);
        paths.map(|path| Ok((path.clone(), journal::read(&path)?))).collect()
    }
}
