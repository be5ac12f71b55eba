//! The library of variants as engines, for tests.

use naqala::engine::Reference;
use naqala::library;
use naqala::source::Source;

/// The engine of a source text with option values.
pub fn engine_of(source: &Source, settings: &[(&str, &str)]) -> Reference {
    let (checked, messages) = naqala::check::check(source, &());
    let Some(checked) = checked else { panic!("{}: {messages:#?}", source.name) };
    let settings: Vec<_> = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Reference::new(checked.rules(&settings).expect("the options exist"))
}

/// The engine of a variant of the library.
pub fn engine(variant: &str, settings: &[(&str, &str)]) -> Reference {
    let variant = library::find(variant).expect(variant);
    engine_of(&variant.source(), settings)
}
