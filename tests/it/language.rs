//! The meaning of the language: variant files in `tests/language/` and `variants/`, each held to its own examples.

use std::fs;
use std::path::{Path, PathBuf};

use naqala::check::{self, Bases, Checked};
use naqala::diagnostic::Diagnostic;
use naqala::source::Source;
use naqala::study::examples;

/// Variants of the same folder.
pub struct Folder(pub PathBuf);

impl Bases for Folder {
    fn find(&self, name: &str) -> Option<Source> {
        files(&self.0)
            .into_iter()
            .map(|path| source(&path))
            .find(|source| source.text().contains(&format!("variant \"{name}\"")))
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The variant files of a folder of the project, sorted.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "mancala"))
        .collect();
    files.sort();
    files
}

/// A file as a source named as in the project.
pub fn source(path: &Path) -> Source {
    let name = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(path);
    Source::new(name.display().to_string(), fs::read_to_string(path).unwrap())
}

/// A line a diagnostic, for failing tests.
pub fn told(source: &Source, said: &[Diagnostic]) -> String {
    said.iter()
        .map(|one| {
            let (line, column) = source.line_column(one.span().start);
            let label = &one.labels[0].text;
            format!("{}:{line}:{column}: {}: {} ({label}) {:?}\n", source.name, one.code.name(), one.message, one.help)
        })
        .collect()
}

/// A file that must be without mistakes.
pub fn checked(path: &Path) -> Checked {
    let source = source(path);
    let folder = Folder(path.parent().unwrap().to_owned());
    let (checked, said) = check::check(&source, &folder);
    assert!(said.is_empty(), "{}", told(&source, &said));
    checked.unwrap()
}

fn examples_hold(folder: &str, at_least: usize) {
    let mut failed = String::new();
    for path in files(Path::new(folder)) {
        let checked = checked(&path);
        let count = checked.examples().len();
        assert!(count >= at_least, "{} has {count} examples", path.display());
        for example in checked.examples() {
            if let Err(failure) = examples::run(&checked, example) {
                let (line, _) = checked.source().line_column(failure.span.start);
                let name = &checked.source().name;
                let (title, what) = (&example.title.value, &failure.message);
                failed += &format!(
                    "{name}:{line}: {title}: {what}\n  said  {}\n  found {}\n",
                    failure.expected, failure.found
                );
            }
        }
    }
    assert!(failed.is_empty(), "{failed}");
}

#[test]
fn every_word_means_what_its_examples_say() {
    examples_hold("tests/language", 1);
}

#[test]
fn the_library_holds_its_examples() {
    examples_hold("variants", 3);
}

#[test]
fn every_word_is_used_somewhere() {
    let text: String = ["variants", "tests/language"]
        .iter()
        .flat_map(|folder| files(Path::new(folder)))
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let code: String = text
        .lines()
        .map(|line| line.split('#').next().unwrap())
        .map(|line| line.split('"').step_by(2).collect::<Vec<_>>().join(" ") + "\n")
        .collect();
    let used: std::collections::HashSet<&str> =
        code.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_')).collect();
    let missing: Vec<&str> = naqala::syntax::words::WORDS
        .iter()
        .map(|word| word.text)
        .filter(|word| word.split(' ').any(|part| !used.contains(part)))
        .collect();
    assert!(missing.is_empty(), "no variant uses {missing:?}");
}
