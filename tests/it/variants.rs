//! Rules for tests: of the library, with option values, or of a text.

use naqala::check::{Bases, check};
use naqala::library;
use naqala::rules::Rules;
use naqala::source::Source;

struct Library;

impl Bases for Library {
    fn find(&self, name: &str) -> Option<Source> {
        library::find(name).map(|variant| variant.source())
    }
    fn names(&self) -> Vec<String> {
        library::VARIANTS.iter().map(|variant| variant.name.to_owned()).collect()
    }
}

/// The rules of a variant of the library.
pub fn rules(name: &str, settings: &[(&str, &str)]) -> Rules {
    of_source(&library::load(name).unwrap(), settings)
}

/// The rules of a variant file's text.
pub fn of_text(text: &str, settings: &[(&str, &str)]) -> Rules {
    of_source(&Source::new("test.mancala", text), settings)
}

fn of_source(source: &Source, settings: &[(&str, &str)]) -> Rules {
    let (checked, said) = check(source, &Library);
    let settings: Vec<(String, String)> =
        settings.iter().map(|(option, value)| ((*option).to_owned(), (*value).to_owned())).collect();
    let checked = checked.unwrap_or_else(|| panic!("{said:?}"));
    checked.rules(&settings).unwrap_or_else(|error| panic!("{error}"))
}
