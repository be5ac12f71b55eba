//! What could not be read of a file, and what is better not said because of it: the author was told already.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Source;
use crate::syntax::tree::Damaged;

/// The pieces of a file that could not be read.
#[derive(Clone, Copy)]
pub(crate) struct Damage<'t>(pub &'t [Damaged]);

impl Damage<'_> {
    /// Nothing is damaged.
    pub const NONE: Damage<'static> = Damage(&[]);

    /// Whether one of the pieces may have been meant as a statement that begins with `word`.
    pub fn may_be(self, word: &str) -> bool {
        self.0.iter().any(|piece| piece.keywords.is_empty() || piece.keywords.contains(&word))
    }

    /// Whether one of the pieces may have declared `name`: in another form of writing too, as `must-feed` for `must_feed`.
    /// Where a declaration is damaged, its name may be what is missing.
    fn may_declare(self, name: &str, source: &Source) -> bool {
        const DECLARE: [&str; 4] = ["option", "mark", "counter", "define"];
        if self.0.iter().any(|piece| piece.keywords.iter().any(|word| DECLARE.contains(word))) {
            return true;
        }
        let singular = name.strip_suffix('s').unwrap_or(name);
        self.0.iter().any(|piece| {
            let text = source.slice(piece.span).to_lowercase().replace('-', "_");
            text.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'))
                .chain(piece.names.iter().map(String::as_str))
                .any(|word| word == name || word == singular)
        })
    }

    /// Whether a message may well be a consequence of the damage, and says nothing new.
    pub fn explains(self, said: &Diagnostic, source: &Source) -> bool {
        if self.0.is_empty() {
            return false;
        }
        match said.code {
            Code::UnknownName | Code::UnknownValue => self.may_declare(source.slice(said.span()), source),
            Code::NoStores | Code::StoresOffTrack | Code::NoSuchPit | Code::PitNames | Code::SeedCount => {
                self.may_be("board")
            }
            Code::NoBank => self.may_be("board") || self.may_be("mark"),
            // The rule above may have lost its condition with the piece.
            Code::UnreachableRule => self.0.iter().any(|piece| piece.keywords.is_empty()),
            Code::PhaseOrder => self.may_be("phase"),
            Code::WrongKind => self.may_declare(source.slice(said.span()), source),
            _ => false,
        }
    }
}

/// What is said without what only follows from something said as well: a name that is told to be wrong where it is given
/// is not told again where it is used, and a text that is never closed takes the brackets in it along.
pub(crate) fn without_consequences(mut said: Vec<Diagnostic>, source: &Source) -> Vec<Diagnostic> {
    let word = |said: &Diagnostic| source.slice(said.span()).trim_end_matches('+').to_owned();
    let wrong_names: Vec<String> = said
        .iter()
        .filter(|said| matches!(said.code, Code::ReservedName | Code::DuplicateName | Code::NameForm))
        .map(word)
        .collect();
    let open_text = said.iter().any(|said| said.code == Code::UnclosedText);
    // A file that does not begin as a variant is no variant: nothing is missing in it.
    let mut lines =
        source.text().lines().map(str::trim_start).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let headed = lines.next().is_some_and(|line| line.trim_start_matches('\u{feff}').starts_with("variant"));
    let no_board = said.iter().any(|said| {
        said.code == Code::MissingSection && said.labels.first().is_some_and(|label| label.text.contains("`board`"))
    });
    said.retain(|said| match said.code {
        Code::NoStores | Code::NoBank | Code::StoresOffTrack | Code::NoSuchPit => !no_board,
        Code::WrongKind | Code::NotKnownHere | Code::Syntax | Code::UnknownName => !wrong_names.contains(&word(said)),
        Code::UnclosedBlock | Code::ExtraBrace | Code::MissingBrace => !open_text,
        Code::MissingSection => headed,
        _ => true,
    });
    said
}
