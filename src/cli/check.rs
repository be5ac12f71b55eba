//! `naqala check FILE|DIR...`: looks variant files over, shows what is wrong with them, and mends what is safe to mend.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Args, builder::TypedValueParser};
use rayon::prelude::*;

use super::{Done, Exit, Fail, screen::Screen};
use naqala::check::{Wishes, review};
use naqala::diagnostic::fix::{diff, mend};
use naqala::diagnostic::render::{Format, Look, Report, render};
use naqala::diagnostic::{Code, Diagnostic, Level, decode, near};
use naqala::library::{self, Neighbours};
use naqala::source::Source;

/// How many games are played where `--play` says no number.
const GAMES: u32 = 200;
/// The most games that are played.
const MOST_GAMES: u32 = 1_000_000;
/// How deep folders are looked into.
const DEPTH: usize = 32;

/// Check variant files: every mistake with its place, a reason and a way out.
#[derive(Args)]
#[command(after_help = "\
Examples:
  naqala check my_game.mancala
  naqala check variants/ --deny warnings
  naqala check my_game.mancala --fix --diff
  naqala check my_game.mancala --play 1000
  naqala check variants/ --format sarif > check.sarif
  cat my_game.mancala | naqala check - --format short

In a file, `# allow CODE: reason` allows a warning: on its own line, or on the next line with what is indented under it.

Exit codes: 0 no error (warnings may be shown), 1 errors found, 2 wrong usage or an unreadable file.")]
pub struct Check {
    /// Variant files, folders (every `*.mancala` in them), names of the library, or `-` for standard input.
    #[arg(value_name = "FILE|DIR", required_unless_present = "play")]
    paths: Vec<PathBuf>,
    /// How it is shown.
    #[arg(long, value_name = "FORMAT", default_value = "human", value_parser = formats())]
    format: Format,
    /// Count a warning as an error: a code, or `warnings` for all.
    #[arg(long, value_name = "CODE", action = clap::ArgAction::Append)]
    deny: Vec<String>,
    /// Show something as a warning that is an error otherwise.
    #[arg(long, value_name = "CODE", action = clap::ArgAction::Append)]
    warn: Vec<String>,
    /// Do not show a warning.
    #[arg(long, value_name = "CODE", action = clap::ArgAction::Append)]
    allow: Vec<String>,
    /// Mend what is safe to mend, in the files.
    #[arg(long)]
    fix: bool,
    /// Show what `--fix` would change; with `--fix`, what it changes.
    #[arg(long)]
    diff: bool,
    /// Play random games as well and say what they show: rules never used, games that do not end ... [200 games]
    #[arg(long, value_name = "GAMES", num_args = 0..=1)]
    play: Option<Option<String>>,
    /// Show so many at the most and count the rest.
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: usize,
}

fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.iter().map(|(name, _)| *name))
        .map(|name| Format::find(&name).unwrap_or_default())
}

/// Something to check.
enum Input {
    File(PathBuf),
    Embedded(&'static library::Embedded),
    Standard,
}

impl Input {
    /// The variants that it can extend.
    fn neighbours(&self) -> Neighbours {
        match self {
            Input::File(path) => Neighbours::of(path),
            Input::Embedded(_) => Neighbours::default(),
            Input::Standard => Neighbours::of(Path::new("-")),
        }
    }
}

impl Check {
    /// Checks the files.
    pub fn run(mut self, screen: &mut Screen) -> Done {
        let wishes = self.wishes()?;
        let inputs = self.inputs()?;
        let mut report = Report::new();
        if self.fix || self.diff {
            for input in inputs {
                let (source, said) = self.mended(&input, &wishes, screen)?;
                report.add(source, said);
            }
        } else {
            let read = inputs.iter().map(|input| self.read(input)).collect::<Result<Vec<_>, _>>()?;
            // Files have nothing to do with each other: they are looked over on all cores, and told in order.
            let said: Vec<_> = inputs
                .par_iter()
                .zip(&read)
                .map(|(input, (source, damage))| {
                    review(source, &input.neighbours(), &wishes, damage.clone()).diagnostics
                })
                .collect();
            for ((source, _), said) in read.into_iter().zip(said) {
                report.add(source, said);
            }
        }
        let machine = matches!(self.format, Format::Json | Format::Sarif | Format::Github);
        let quiet = self.fix && self.paths.iter().any(|path| path.as_os_str() == "-");
        let look = Look { colour: screen.paint.is_on(), width: screen.width, limit: self.limit.max(1) };
        let text = render(&report, self.format, look);
        if quiet && !machine {
            screen.flush()?;
            std::io::stderr().write_all(text.as_bytes())?;
        } else {
            write!(screen, "{text}")?;
        }
        Ok(if report.count(Level::Error) > 0 { Exit::Problems } else { Exit::Fine })
    }

    /// Mends a file, or shows how it would be mended: the text as it is then, and what is to be said of it.
    fn mended(&self, input: &Input, wishes: &Wishes, screen: &mut Screen) -> Result<(Source, Vec<Diagnostic>), Fail> {
        let (source, damage) = self.read(input)?;
        let neighbours = input.neighbours();
        if damage.is_some() {
            let said = review(&source, &neighbours, wishes, damage).diagnostics;
            return Ok((source, said));
        }
        // Games are played once, at the end: fixes never depend on them.
        let unplayed = Wishes { games: None, ..wishes.clone() };
        let mended = mend(source.clone(), |source| review(source, &neighbours, &unplayed, None).diagnostics);
        if self.diff {
            write!(screen, "{}", diff(&source.name, source.text(), mended.source.text()))?;
        }
        if self.fix && mended.source.text() != source.text() {
            match input {
                Input::File(path) => replace(path, mended.source.text())?,
                Input::Standard if !self.diff => write!(screen, "{}", mended.source.text())?,
                Input::Standard | Input::Embedded(_) => {}
            }
        }
        let now = if self.fix { mended.source } else { source };
        let said = review(&now, &neighbours, wishes, None).diagnostics;
        Ok((now, said))
    }

    /// The levels and the games that were asked for.
    fn wishes(&mut self) -> Result<Wishes, Fail> {
        let mut wishes = Wishes::default();
        let asked = [(&self.allow, Level::Allow), (&self.warn, Level::Warning), (&self.deny, Level::Error)];
        for (names, level) in asked {
            for name in names {
                if name == "warnings" && level == Level::Error {
                    wishes.levels.deny_warnings = true;
                    continue;
                }
                let code = Code::find(name).ok_or_else(|| unknown_code(name))?;
                wishes.levels.set(code, level).map_err(Fail::usage)?;
            }
        }
        wishes.games = match self.play.take() {
            None => None,
            Some(None) => Some(GAMES),
            Some(Some(said)) => match said.parse::<u32>() {
                Ok(games) if (1..=MOST_GAMES).contains(&games) => Some(games),
                Ok(_) => {
                    return Err(Fail::usage(format!("`--play {said}`: from 1 to {MOST_GAMES} games can be played")));
                }
                // `--play FILE`: the number was left out.
                Err(_) => {
                    self.paths.insert(0, PathBuf::from(said));
                    Some(GAMES)
                }
            },
        };
        if self.paths.is_empty() {
            return Err(Fail::usage("no file is named").help("naqala check my_game.mancala --play 200"));
        }
        Ok(wishes)
    }

    /// The files that the paths name.
    fn inputs(&self) -> Result<Vec<Input>, Fail> {
        let mut inputs = Vec::new();
        for path in &self.paths {
            if path.as_os_str() == "-" {
                inputs.push(Input::Standard);
            } else if path.is_dir() {
                let mut found = Vec::new();
                collect(path, DEPTH, &mut found)
                    .map_err(|error| Fail::usage(format!("cannot read the folder `{}`: {error}", path.display())))?;
                if found.is_empty() {
                    return Err(Fail::usage(format!("there is no variant file in `{}`", path.display()))
                        .help("the names of variant files end in `.mancala`"));
                }
                inputs.extend(found.into_iter().map(Input::File));
            } else if path.exists() {
                inputs.push(Input::File(path.clone()));
            } else if let Some(embedded) = path.to_str().and_then(library::find) {
                inputs.push(Input::Embedded(embedded));
            } else {
                return Err(Fail::usage(format!("there is no file `{}`", path.display()))
                    .help("`naqala check FILE`, `naqala check DIR`, or `naqala check -` for standard input"));
            }
        }
        Ok(inputs)
    }

    /// The text of an input, and what is wrong with it before it is one.
    fn read(&self, input: &Input) -> Result<(Source, Option<Diagnostic>), Fail> {
        let (name, bytes) = match input {
            Input::Embedded(embedded) => return Ok((embedded.source(), None)),
            Input::Standard => {
                let mut bytes = Vec::new();
                // One byte more than a file may have is enough to say that it has too many.
                let mut input = std::io::stdin().lock().take(library::MAX_BYTES + 1);
                input
                    .read_to_end(&mut bytes)
                    .map_err(|error| Fail::usage(format!("cannot read standard input: {error}")))?;
                ("standard input".to_owned(), bytes)
            }
            Input::File(path) => {
                let cannot = |error: std::io::Error| Fail::usage(format!("cannot read `{}`: {error}", path.display()));
                let bytes = library::at_most(path, library::MAX_BYTES + 1).map_err(cannot)?;
                (path.display().to_string(), bytes)
            }
        };
        Ok(decode(&name, bytes))
    }
}

/// What to say of a code that does not exist.
fn unknown_code(name: &str) -> Fail {
    let fail = Fail::usage(format!("there is no code `{name}`"));
    match near(name, Code::ALL.iter().map(|code| code.name())) {
        Some(meant) => fail.help(format!("did you mean `{meant}`?")),
        None => fail.help("`naqala explain --list` shows every code"),
    }
}

/// The variant files of a folder and the folders in it, by name. Hidden folders and links to folders are left out.
fn collect(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if entry.file_type()?.is_dir() {
            if !hidden && depth > 0 {
                collect(&path, depth - 1, found)?;
            }
        } else if path.extension().is_some_and(|ending| ending == "mancala") && path.is_file() {
            found.push(path);
        }
    }
    Ok(())
}

/// Writes a file whole or not at all: into a new file beside it, which then takes its place.
fn replace(path: &Path, text: &str) -> Result<(), Fail> {
    let cannot = |error: std::io::Error| Fail::usage(format!("cannot write `{}`: {error}", path.display()));
    // A link stays a link: the file that it names is replaced.
    let path = path.canonicalize().map_err(cannot)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let beside = path.with_file_name(format!(".{name}.{}.new", std::process::id()));
    let written = std::fs::write(&beside, text)
        .and_then(|()| std::fs::metadata(&path))
        .and_then(|old| std::fs::set_permissions(&beside, old.permissions()))
        .and_then(|()| std::fs::rename(&beside, &path));
    written.map_err(|error| {
        // The half-made file is of no use to anybody.
        let _ = std::fs::remove_file(&beside);
        cannot(error)
    })
}
