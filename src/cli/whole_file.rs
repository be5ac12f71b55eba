//! A file that is written whole or not at all: under another name beside it, and renamed when it is complete.

use std::ffi::OsString;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use naqala::library::{replaceable, why};

use super::Fail;

/// A file being written. Dropped without [`WholeFile::keep`] it leaves nothing behind.
pub struct WholeFile {
    out: Option<BufWriter<File>>,
    part: PathBuf,
    path: PathBuf,
}

impl WholeFile {
    /// Begins a file. What stood under its name stays until the new one is complete.
    pub fn begin(path: &Path) -> Result<Self, Fail> {
        let unwritable =
            |error: &dyn std::fmt::Display| Fail::usage(format!("cannot write `{}`: {error}", path.display()));
        let path = &replaceable(path).map_err(|error| unwritable(&error))?;
        let Some(name) = path.file_name() else { return Err(unwritable(&"it is no file name")) };
        let mut part = OsString::from(".");
        part.push(name);
        part.push(format!(".{}.part", std::process::id()));
        let part = path.with_file_name(part);
        let file = File::create(&part).map_err(|error| unwritable(&why(&error)))?;
        Ok(WholeFile { out: Some(BufWriter::new(file)), part, path: path.to_owned() })
    }

    /// Writes more of it.
    pub fn write(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.out.as_mut().map_or(Ok(()), |out| out.write_all(bytes))
    }

    /// Puts it in its place.
    pub fn keep(mut self) -> Result<(), Fail> {
        let kept = match self.out.take() {
            Some(out) => out
                .into_inner()
                .map_err(std::io::IntoInnerError::into_error)
                .and_then(|file| file.sync_all())
                .and_then(|()| std::fs::rename(&self.part, &self.path)),
            None => Ok(()),
        };
        kept.map_err(|error| self.failed(&error))
    }

    /// What is said when it cannot be written.
    pub fn failed(&self, error: &std::io::Error) -> Fail {
        Fail::usage(format!("cannot write `{}`: {}", self.path.display(), why(error))).help("nothing was written")
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        // Once renamed there is nothing under this name.
        let _ = std::fs::remove_file(&self.part);
    }
}
