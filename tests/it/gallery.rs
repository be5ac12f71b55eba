//! The gallery of mistakes: for every code files that make it, and what a person then reads.
//!
//! `tests/diagnostics/CODE/*.mancala` are the files. What is read is kept beside them; each file yields its folder's code
//! first. The style of every message is held to a few laws.

use std::path::{Path, PathBuf};

use naqala::check::lint::is_measured;
use naqala::check::{Wishes, review};
use naqala::diagnostic::fix::{diff, mend};
use naqala::diagnostic::render::{Format, Look, Report, render};
use naqala::diagnostic::{Code, Diagnostic, Level, decode};
use naqala::library::Neighbours;
use naqala::source::Source;

/// Games played for the codes that are measured.
const GAMES: u32 = 200;
/// The code of a file that is too large to be kept.
const NOT_KEPT: Code = Code::TooLarge;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics")
}

/// The files of the gallery with the code of their folder.
fn files() -> Vec<(Code, PathBuf)> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder()).expect("the gallery is there") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if name == "snapshots" {
            continue;
        }
        let code = Code::find(&name).unwrap_or_else(|| panic!("`{name}` is no code"));
        for file in std::fs::read_dir(path).expect("a folder") {
            files.push((code, file.expect("an entry").path()));
        }
    }
    files.sort_by_key(|(code, path)| (code.name(), path.clone()));
    files
}

/// What is said of a file, and the file.
fn look(code: Code, path: &Path) -> (Source, Vec<Diagnostic>) {
    let name = path.strip_prefix(folder()).expect("in the gallery").display().to_string();
    let (source, damage) = decode(&name, std::fs::read(path).expect("readable"));
    let wishes = Wishes { games: is_measured(code).then_some(GAMES), ..Wishes::default() };
    let said = review(&source, &Neighbours::of(path), &wishes, damage).diagnostics;
    (source, said)
}

/// What a person reads, and what the safe fixes would change.
fn shown(source: &Source, said: Vec<Diagnostic>) -> String {
    let check = |source: &Source| review(source, &Neighbours::default(), &Wishes::default(), None).diagnostics;
    let decoded = !said.iter().any(|diagnostic| diagnostic.code == Code::NotText);
    let mut text = render(&Report::of(source.clone(), said), Format::Human, Look::default());
    if decoded {
        let mended = mend(source.clone(), check);
        text.push_str(&diff("with --fix", source.text(), mended.source.text()));
    }
    text
}

#[test]
fn what_a_person_reads() {
    let mut wrong = Vec::new();
    for (code, path) in files() {
        let (source, said) = look(code, &path);
        match said.first() {
            Some(first) if first.code == code => {}
            first => wrong.push(format!("{}: {:?}", source.name, first.map(|first| (first.code, &first.message)))),
        }
        let name = source.name.trim_end_matches(".mancala").replace('/', "__");
        let settings = || {
            let mut settings = insta::Settings::clone_current();
            settings.set_snapshot_path(folder().join("snapshots"));
            settings.set_prepend_module_to_snapshot(false);
            settings.set_omit_expression(true);
            settings
        };
        settings().bind(|| insta::assert_snapshot!(name, shown(&source, said)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_file_that_is_too_large() {
    let text = "# a comment\n".repeat(100_000);
    let source = Source::new("too-large.mancala", text);
    let said = review(&source, &Neighbours::default(), &Wishes::default(), None).diagnostics;
    insta::assert_snapshot!(shown(&source, said));
}

#[test]
fn every_code_has_files() {
    let files = files();
    let without: Vec<&str> = Code::ALL
        .iter()
        .filter(|code| **code != NOT_KEPT && !files.iter().any(|(of, _)| of == *code))
        .map(|code| code.name())
        .collect();
    assert!(without.is_empty(), "{without:?}");
    assert!(files.len() >= 80, "{}", files.len());
    let long: Vec<_> = files
        .iter()
        .filter(|(_, path)| String::from_utf8_lossy(&std::fs::read(path).expect("readable")).lines().count() > 20)
        .collect();
    assert!(long.is_empty(), "{long:?}");
}

/// The laws that a message's texts break.
fn breaks(said: &Diagnostic) -> Vec<String> {
    let mut broken = Vec::new();
    let texts = std::iter::once(("message", &said.message))
        .chain(said.labels.iter().map(|label| ("label", &label.text)))
        .chain(said.notes.iter().map(|note| ("note", note)))
        .chain(said.help.iter().map(|help| ("help", help)));
    for (what, text) in texts {
        let mut law = |broke: bool, law: &str| {
            if broke {
                broken.push(format!("{what} {law}: {text}"));
            }
        };
        law(text.trim().is_empty(), "is empty");
        law(text.ends_with('.') && !text.ends_with("..."), "ends with a period");
        law(text.contains("illegal") && !text.contains("`illegal`") && !text.contains("illegal }"), "says illegal");
        for word in
            ["Rule::", "Some(", "None", "kw_", "Ok(", "Err(", "panicked", "unwrap", "usize", "expr", "EOI", "SOI"]
        {
            law(text.contains(word), "has a word of the program's inside");
        }
        if what == "message" {
            law(text.lines().count() > 1, "has several lines");
            // A seat's name begins with a capital wherever it stands.
            let seat = text.starts_with("South") || text.starts_with("North");
            law(text.starts_with(char::is_uppercase) && !seat, "begins with a capital");
        }
    }
    if said.level == Level::Error && said.help.is_none() {
        broken.push(format!("no help: {}", said.message));
    }
    broken
}

#[test]
fn the_style_of_every_message() {
    let mut broken = Vec::new();
    for (code, path) in files() {
        let (source, said) = look(code, &path);
        for diagnostic in &said {
            broken.extend(breaks(diagnostic).into_iter().map(|law| format!("{}: {law}", source.name)));
            for label in &diagnostic.labels {
                let span = label.span;
                let inside = span.start <= span.end && span.end <= source.text().len();
                let whole = source.text().is_char_boundary(span.start) && source.text().is_char_boundary(span.end);
                if !inside || !whole {
                    broken.push(format!("{}: a label lies outside: {:?}", source.name, span));
                }
            }
        }
        let text = render(&Report::of(source.clone(), said), Format::Human, Look::default());
        for line in text.lines().filter(|line| line.chars().count() > 100) {
            broken.push(format!("{}: a line is too long: {line}", source.name));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn the_library_has_no_mistakes() {
    for variant in naqala::library::VARIANTS {
        let said = review(&variant.source(), &Neighbours::default(), &Wishes::default(), None).diagnostics;
        assert!(said.is_empty(), "{}: {said:?}", variant.name);
    }
}

/// Rules that are told never to be carried out are never carried out in play.
#[test]
fn what_is_proved_is_not_seen_in_play() {
    use naqala::study::choose::Uniform;
    use naqala::study::simulate::{Deaf, Plan, play_games};
    let proved = [Code::NeverTrue, Code::HiddenRule, Code::UnreachableEnd];
    let mut looked_at = 0;
    for (code, path) in files().into_iter().filter(|(code, _)| proved.contains(code)) {
        let (source, said) = look(code, &path);
        let checked = naqala::check::check(&source, &Neighbours::default()).0.expect("a warning only");
        let rules = checked.rules(&[]).expect("the defaults are fine");
        let engine = naqala::engine::Reference::new(rules.clone());
        let plan = Plan { games: 60, seed: 7, max_turns: 300, jobs: 1 };
        let stop = std::sync::atomic::AtomicBool::new(false);
        let tally = play_games(&engine, &plan, 0..plan.games, &stop, Uniform, &mut Deaf).expect("nothing stops it");
        for line in said.iter().filter(|said| said.code == code).map(|said| source.line_column(said.span().start).0) {
            for (id, _) in rules.sources.iter().enumerate().filter(|(_, rule)| rule.line as usize == line) {
                assert!(!tally.used.contains(id as u16), "{}: line {line} was used", source.name);
                looked_at += 1;
            }
        }
    }
    assert!(looked_at >= 8, "{looked_at}");
}
