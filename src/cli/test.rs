//! `naqala test [FILE|DIR...]`: the example blocks of variant files.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use naqala::library::{self, VARIANTS};
use naqala::source::Source;
use naqala::study::examples::{Failure, run};
use naqala::style::counted;

use super::variant::checked;
use super::{Done, Exit, Fail, screen::Screen};

/// Play the examples of variant files: each says what a move must lead to.
#[derive(Args)]
#[command(after_help = "\
Examples:
  naqala test                     the examples of the library
  naqala test my_game.mancala
  naqala test variants/ --quiet

Exit codes: 0 all examples hold, 1 some do not or a file has mistakes, 2 an unreadable file.")]
pub struct Test {
    /// Variant files, folders (every `*.mancala` in them), or names of the library; the whole library if left out.
    #[arg(value_name = "FILE|DIR")]
    paths: Vec<String>,
    /// Show only what fails.
    #[arg(short, long)]
    quiet: bool,
}

/// How deep folders are looked into.
const DEPTH: usize = 32;

/// The variant files of a folder and the folders in it, sorted. Links to folders are left out: they may lead round.
fn files(folder: &Path, depth: usize, into: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            if depth > 0 {
                files(&path, depth - 1, into)?;
            }
        } else if path.extension().is_some_and(|ending| ending == "mancala") && path.is_file() {
            into.push(path);
        }
    }
    Ok(())
}

impl Test {
    fn sources(&self) -> Result<Vec<Source>, Fail> {
        if self.paths.is_empty() {
            return Ok(VARIANTS.iter().map(library::Embedded::source).collect());
        }
        let mut sources = Vec::new();
        for asked in &self.paths {
            let path = Path::new(asked);
            if !path.is_dir() {
                sources.push(library::load(asked)?);
                continue;
            }
            let mut found = Vec::new();
            files(path, DEPTH, &mut found)
                .map_err(|error| Fail::usage(format!("cannot read the folder `{asked}`: {}", library::why(&error))))?;
            if found.is_empty() {
                return Err(Fail::usage(format!("there is no variant file in `{asked}`"))
                    .help("the name of a variant file ends in `.mancala`"));
            }
            for path in found {
                sources.push(library::read(&path)?);
            }
        }
        Ok(sources)
    }

    /// Plays them and prints which hold.
    pub fn run(self, screen: &mut Screen) -> Done {
        let paint = screen.paint;
        let (mut held, mut failed, mut broken, mut without) = (0u64, 0u64, 0u64, 0u64);
        for source in self.sources()? {
            let checked = match checked(&source) {
                Ok(checked) => checked,
                Err(fail) => {
                    broken += 1;
                    screen.flush()?;
                    screen.complain(&fail);
                    continue;
                }
            };
            let examples = checked.examples();
            let results: Vec<Result<(), Failure>> = examples.iter().map(|example| run(&checked, example)).collect();
            let good = results.iter().filter(|result| result.is_ok()).count() as u64;
            held += good;
            failed += results.len() as u64 - good;
            without += u64::from(examples.is_empty());
            if !self.quiet {
                let name = paint.name(checked.name());
                let count = if examples.is_empty() {
                    paint.faint("no examples")
                } else {
                    counted(examples.len() as u64, "example", "examples")
                };
                writeln!(screen, "{name}  {count}")?;
            }
            for (example, result) in examples.iter().zip(results) {
                match result {
                    Ok(()) if self.quiet => {}
                    Ok(()) => writeln!(screen, "  {} {}", paint.good("ok"), example.title.value)?,
                    Err(failure) => {
                        let (line, column) = source.line_column(failure.span.start);
                        writeln!(screen, "  {} {}", paint.error("FAILED"), example.title.value)?;
                        writeln!(screen, "    {}:{line}:{column}: {}", source.name, failure.message)?;
                        if !failure.expected.is_empty() {
                            writeln!(screen, "    expected  {}", failure.expected)?;
                        }
                        if !failure.found.is_empty() {
                            writeln!(screen, "    found     {}", failure.found)?;
                        } else if !failure.unreadable {
                            writeln!(screen, "    found     no legal move")?;
                        }
                    }
                }
            }
        }
        let mut summary = format!("{} hold", counted(held, "example", "examples"));
        if failed > 0 {
            summary += &format!(", {failed} {}", if failed == 1 { "fails" } else { "fail" });
        }
        if broken > 0 {
            summary += &format!(", {} with mistakes", counted(broken, "file", "files"));
        }
        if without > 0 {
            summary += &format!(", {} without examples", counted(without, "variant", "variants"));
        }
        writeln!(screen, "{}", paint.heading(summary))?;
        Ok(if failed + broken > 0 { Exit::Problems } else { Exit::Fine })
    }
}
