//! The pages of `explain`: every failing file fails as its page says, every mended one is fine; every word has uses.

use naqala::check::{Wishes, review};
use naqala::diagnostic::explain::{blocks, word};
use naqala::diagnostic::{Code, Level};
use naqala::library::Neighbours;
use naqala::source::Source;
use naqala::syntax::words::WORDS;

/// The codes found in a text, each once.
fn codes(text: &str, games: Option<u32>) -> Vec<Code> {
    let source = Source::new("page", text);
    let wishes = Wishes { games, ..Wishes::default() };
    let mut codes: Vec<Code> =
        review(&source, &Neighbours::default(), &wishes, None).diagnostics.iter().map(|said| said.code).collect();
    codes.sort();
    codes.dedup();
    codes
}

/// Codes of files that a page cannot show.
const NOT_SHOWN: [Code; 2] = [Code::NotText, Code::TooLarge];

#[test]
fn every_page_fails_and_is_mended_as_it_says() {
    let mut wrong = Vec::new();
    for code in Code::ALL {
        let page = code.page();
        assert!(page.starts_with(&format!("# {}\n\n", code.name())), "{page}");
        assert!(page.lines().all(|line| line.chars().count() <= 130), "{page}");
        let games = naqala::check::lint::is_measured(*code).then_some(200);
        let blocks = blocks(page);
        assert!(blocks.iter().any(|block| block.fails) || NOT_SHOWN.contains(code), "{}", code.name());
        assert!(blocks.iter().any(|block| !block.fails), "{}", code.name());
        for block in blocks {
            let expected = if block.fails { vec![*code] } else { vec![] };
            let found = codes(&block.text, games);
            let pending = matches!(code, Code::ReservedName);
            if found != expected && !pending {
                let names: Vec<&str> = found.iter().map(|code| code.name()).collect();
                wrong.push(format!("{}: expected {expected:?}, found {names:?} in\n{}", code.name(), block.text));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_of_codes_is_in_order() {
    for code in Code::ALL {
        assert_eq!(Code::find(code.name()), Some(*code));
        assert!(code.name().bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", code.name());
        assert!(
            !code.about().ends_with('.') && code.about().starts_with(|c: char| !c.is_uppercase()),
            "{}",
            code.about()
        );
        assert_ne!(code.level(), Level::Allow);
    }
}

#[test]
fn every_word_has_uses() {
    let without: Vec<&str> = WORDS
        .iter()
        .filter(|known| word(known.text).is_none_or(|page| page.uses.len() < 3))
        .map(|known| known.text)
        .collect();
    assert!(without.is_empty(), "{without:?}");
}

#[test]
fn the_uses_are_of_files_that_can_be_played() {
    for name in ["one", "two", "three", "four", "five", "six"] {
        let path = format!("{}/src/diagnostic/showcase/{name}.mancala", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("the file is there");
        let source = Source::new(name, text);
        let said = naqala::check::check(&source, &Neighbours::default()).1;
        assert!(said.is_empty(), "{said:?}");
    }
}
