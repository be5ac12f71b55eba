//! The library of variants that come with the program, and how a VARIANT on the command line is found.
//!
//! In: what somebody typed, a name or a path. Out: the source text, or an error that says what there is. Names forgive
//! case, blanks and punctuation: `nam-nam`, `NamNam` and `nam_nam` are all Nam Nam.

use std::io::Read;
use std::path::{Path, PathBuf};

use crate::diagnostic::words::distance;
use crate::source::Source;

/// A variant that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Embedded {
    /// Its name, as its file says it.
    pub name: &'static str,
    /// The name of its file in `variants/`.
    pub file: &'static str,
    /// The text of its file.
    pub text: &'static str,
}

/// Takes the files in at compile time.
macro_rules! embedded {
    ($($name:literal $file:literal)*) => {
        &[$(Embedded { name: $name, file: $file, text: include_str!(concat!("../variants/", $file)) },)*]
    };
}

/// The library, by name.
pub const VARIANTS: &[Embedded] = embedded! {
    "Awari"         "awari.mancala"
    "Hus"           "hus.mancala"
    "Kalah"         "kalah.mancala"
    "Nam Nam"       "nam_nam.mancala"
    "Omweso"        "omweso.mancala"
    "Oware"         "oware.mancala"
    "Tam Puduo"     "tam_puduo.mancala"
    "Tatuingo"      "tatuingo.mancala"
    "Toguz Kumalak" "toguz_kumalak.mancala"
};

/// The largest file that is read: no rulebook comes near it.
pub const MAX_BYTES: u64 = 1 << 20;

impl Embedded {
    /// Its text, named after its file.
    pub fn source(&self) -> Source {
        Source::new(self.file, self.text)
    }
}

/// Why there is no variant to be had.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// Neither a name of the library nor a file.
    #[error("there is no variant `{asked}` in the library, and no file of that name")]
    Unknown {
        /// What was asked for.
        asked: String,
        /// Names of the library that come near.
        near: Vec<&'static str>,
    },
    /// The file cannot be read.
    #[error("cannot read `{}`: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
}

/// Folds a name to what is compared: letters and digits only, in lower case.
fn folded(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The variant of the library with this name; case, blanks and punctuation are forgiven.
pub fn find(name: &str) -> Option<&'static Embedded> {
    let name = folded(name);
    VARIANTS.iter().find(|variant| folded(variant.name) == name)
}

/// The names of the library that come near `name`, the nearest first.
pub fn near(name: &str) -> Vec<&'static str> {
    let name = folded(name);
    let mut near: Vec<(usize, &'static str)> = VARIANTS
        .iter()
        .filter_map(|variant| {
            let known = folded(variant.name);
            let close = distance(&name, &known, 1 + known.len() / 4);
            let part = name.len() >= 3 && (known.contains(&name) || name.contains(&known));
            // Of two names, one within the other, the one is the other with as many letters more.
            let part = part.then(|| name.chars().count().abs_diff(known.chars().count()));
            Some((close.or(part)?, variant.name))
        })
        .collect();
    near.sort_unstable();
    near.into_iter().map(|(_, name)| name).collect()
}

/// Whether what was typed can only be meant as a file: it has a folder in it or the ending of variant files.
fn is_path(asked: &str) -> bool {
    asked.contains(['/', '\\']) || asked.ends_with(".mancala")
}

/// The source of the variant with this name, or in the file at this path.
pub fn load(asked: &str) -> Result<Source, LoadError> {
    if !is_path(asked) {
        if let Some(variant) = find(asked) {
            return Ok(variant.source());
        }
        if !Path::new(asked).is_file() {
            return Err(LoadError::Unknown { asked: asked.to_owned(), near: near(asked) });
        }
    }
    read(Path::new(asked))
}

/// Reads a variant file.
pub fn read(path: &Path) -> Result<Source, LoadError> {
    let unreadable = |reason: String| LoadError::Unreadable { path: path.to_owned(), reason };
    let size = std::fs::metadata(path).map_err(|error| unreadable(why(&error)))?;
    if size.is_dir() {
        return Err(unreadable("it is a folder, not a file".to_owned()));
    }
    if size.len() > MAX_BYTES {
        return Err(unreadable(format!("it has {} bytes, more than a rulebook ever needs ({MAX_BYTES})", size.len())));
    }
    let bytes = at_most(path, MAX_BYTES + 1).map_err(|error| unreadable(why(&error)))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(unreadable(format!("it has more bytes than a rulebook ever needs ({MAX_BYTES})")));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        unreadable(format!("it is not UTF-8 text (byte {} is the first wrong one)", error.utf8_error().valid_up_to()))
    })?;
    Ok(Source::new(path.display().to_string(), text))
}

/// So many bytes of a file, fewer where it has no more: devices and pipes do not say beforehand how many they give.
///
/// # Errors
/// It cannot be opened or read.
pub fn at_most(path: &Path, bytes: u64) -> std::io::Result<Vec<u8>> {
    let mut read = Vec::new();
    std::fs::File::open(path)?.take(bytes).read_to_end(&mut read)?;
    Ok(read)
}

/// What an input error says, without the system's number.
pub fn why(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission is denied".to_owned(),
        std::io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        std::io::ErrorKind::AlreadyExists => "a file of that name is in the way".to_owned(),
        _ => error.to_string(),
    }
}

/// Where a file that is written whole, beside its place, is to be put: the file that a link names is replaced, not the link.
///
/// # Errors
/// Something stands there that is no plain file, a device or a folder, and would be lost.
pub fn replaceable(path: &Path) -> std::io::Result<PathBuf> {
    match std::fs::metadata(path) {
        Ok(data) if data.is_dir() => Err(std::io::Error::other("it is a folder")),
        Ok(data) if !data.is_file() => Err(std::io::Error::other("it is no plain file, which could be replaced")),
        Ok(_) => path.canonicalize(),
        Err(_) => Ok(path.to_owned()),
    }
}

/// Where the variants that a file extends are looked for: in its own folder, then in the library.
#[derive(Clone, Debug, Default)]
pub struct Neighbours {
    folder: Option<PathBuf>,
}

impl Neighbours {
    /// Those of a file.
    pub fn of(path: &Path) -> Self {
        let folder = path.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        Neighbours { folder: folder.map(Path::to_owned) }
    }

    /// The variant files of the folder, by name.
    fn files(&self) -> Vec<PathBuf> {
        let Some(entries) = self.folder.as_ref().and_then(|folder| std::fs::read_dir(folder).ok()) else {
            return Vec::new();
        };
        let is_variant = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "mancala");
        let files = entries.flatten().map(|entry| entry.path()).filter(is_variant);
        // A pipe of such a name would be waited for.
        let mut files: Vec<PathBuf> = files.filter(|path| path.is_file()).collect();
        files.sort();
        files
    }
}

/// The name that a variant file gives itself, read from its first line alone.
fn own_name(text: &str) -> Option<&str> {
    let header = text.lines().map(str::trim_start).find(|line| line.starts_with("variant"))?;
    header.split('"').nth(1)
}

impl crate::check::Bases for Neighbours {
    fn find(&self, name: &str) -> Option<Source> {
        let wanted = folded(name);
        let named = |path: PathBuf| {
            let source = read(&path).ok()?;
            (own_name(source.text()).map(folded).as_ref() == Some(&wanted)).then_some(source)
        };
        self.files().into_iter().find_map(named).or_else(|| find(name).map(Embedded::source))
    }

    fn names(&self) -> Vec<String> {
        let sources = self.files().into_iter().filter_map(|path| read(&path).ok());
        let mut names: Vec<String> = sources.filter_map(|source| own_name(source.text()).map(str::to_owned)).collect();
        names.extend(VARIANTS.iter().map(|variant| variant.name.to_owned()));
        names.sort();
        names.dedup();
        names
    }
}
