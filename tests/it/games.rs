//! Engines for tests.

use naqala::engine::Reference;

use crate::variants;

/// The engine of a variant of the library.
pub fn engine(variant: &str, settings: &[(&str, &str)]) -> Reference {
    Reference::new(variants::rules(variant, settings))
}

/// The engine of a variant file's text.
pub fn engine_of(text: &str) -> Reference {
    Reference::new(variants::of_text(text, &[]))
}
