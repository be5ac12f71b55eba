//! The wording of what the checker says, one function a mistake.

use crate::diagnostic::words::distance;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::tree::Name;

/// The candidates that `typed` may have been meant as, best first: at most three.
pub(crate) fn near<'c>(typed: &str, candidates: impl IntoIterator<Item = &'c str>) -> Vec<&'c str> {
    let typed_lower = typed.to_lowercase();
    let length = typed.chars().count();
    let limit = if length < 5 { 1 } else { length.div_ceil(3) };
    let mut near: Vec<(usize, &str)> = candidates
        .into_iter()
        .filter_map(|candidate| Some((distance(&typed_lower, &candidate.to_lowercase(), limit)?, candidate)))
        .collect();
    near.sort();
    near.dedup();
    let best = near.first().map_or(0, |(distance, _)| *distance);
    near.into_iter().filter(|(distance, _)| *distance == best).map(|(_, candidate)| candidate).take(3).collect()
}

/// "`a`", "`a` and `b`", "`a`, `b` and `c`".
pub(crate) fn listed<'c>(words: impl IntoIterator<Item = &'c str>, joiner: &str) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match words.as_slice() {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {joiner} {last}", first.join(", ")),
    }
}

/// "did you mean `x`?", or else what there is.
fn meant_or_known(typed: &str, known: &[&str], what: &str) -> String {
    let near = near(typed, known.iter().copied());
    if !near.is_empty() {
        return format!("did you mean {}?", listed(near, "or"));
    }
    match known {
        [] if what == "name" => {
            "declare it with `define`, `option`, `mark` or `counter`, or take a word of the language: \
                                 `naqala explain --list` shows them"
                .to_owned()
        }
        [] => format!("this file declares no {what}"),
        _ if known.len() <= 8 => format!("this file declares {}", listed(known.iter().copied(), "and")),
        _ => format!("it is declared nowhere in this file: add it, or use one of the {} {what}s declared", known.len()),
    }
}

pub(crate) fn unknown_option(name: &Name, known: &[&str]) -> Diagnostic {
    Diagnostic::new(
        Code::UnknownName,
        name.span,
        format!("there is no option `{}`", name.value),
        "not declared by this variant or its base",
    )
    .help(meant_or_known(&name.value, known, "option"))
}

pub(crate) fn unknown_name(name: &str, span: Span, known: &[&str]) -> Diagnostic {
    let near = near(name, known.iter().copied());
    let diagnostic =
        Diagnostic::new(Code::UnknownName, span, format!("nothing is called `{name}`"), "not declared in this file")
            .help(meant_or_known(name, known, "name"));
    match near.as_slice() {
        [one] => diagnostic.fix(format!("write `{one}`"), span, *one, false),
        _ => diagnostic,
    }
}

/// What else a name in an expression may have been meant as: a word of the language, spelt nearly so or called otherwise
/// elsewhere.
pub(crate) fn meant_word(name: &str, span: Span) -> Option<Diagnostic> {
    use crate::syntax::words::{self, WordKind};
    let fits = |kind: WordKind| {
        matches!(kind, WordKind::Place | WordKind::Player | WordKind::Number | WordKind::Condition | WordKind::Pattern)
    };
    let lower = name.to_lowercase();
    let rows = || crate::syntax::mistakes::find(&lower);
    let word = |meant: &str| words::find(meant).is_some_and(|word| fits(word.kind));
    let called = rows()
        .flat_map(|row| row.meant.iter().map(|meant| (*meant, row.note)))
        .find(|(meant, _)| word(meant))
        .or_else(|| rows().next().and_then(|row| Some((*row.meant.first()?, row.note))));
    let said = |label: String| {
        let message = format!("`{name}` is not a word of this language");
        Diagnostic::new(Code::UnknownName, span, message, label)
    };
    if let Some((meant, note)) = called.filter(|(meant, _)| !meant.is_empty()) {
        let said = said(format!("here one says `{meant}`")).help(format!("write `{meant}`")).fix(
            format!("write `{meant}`"),
            span,
            meant,
            false,
        );
        return Some(if note.is_empty() { said } else { said.note(note) });
    }
    let alike = near(name, words::WORDS.iter().filter(|word| fits(word.kind)).map(|word| word.text));
    let close = alike.first().filter(|word| distance(&lower, word, 1 + lower.len() / 6).is_some())?;
    Some(
        said("nothing is called so".to_owned())
            .help(format!("did you mean {}?", listed(alike.iter().copied(), "or")))
            .fix(format!("write `{close}`"), span, *close, false),
    )
}

pub(crate) fn unknown_base(name: &str, named: Span, known: &[String]) -> Diagnostic {
    let near = near(name, known.iter().map(String::as_str));
    Diagnostic::new(
        Code::UnknownBase,
        named,
        format!("no variant is called `{name}`"),
        "looked in this folder and in the library",
    )
    .help(match near.as_slice() {
        [] => "`naqala list` shows the library".to_owned(),
        near => format!("did you mean {}?", listed(near.iter().copied(), "or")),
    })
}

pub(crate) fn unknown_value(word: &str, span: Span, of: &str, allowed: &[&str]) -> Diagnostic {
    let near = near(word, allowed.iter().copied());
    let diagnostic = Diagnostic::new(
        Code::UnknownValue,
        span,
        format!("`{of}` has no value `{word}`"),
        format!("its values are {}", listed(allowed.iter().copied(), "and")),
    )
    .help(match near.as_slice() {
        [] => format!("write one of {}", listed(allowed.iter().copied(), "or")),
        near => format!("did you mean {}?", listed(near.iter().copied(), "or")),
    });
    match near.as_slice() {
        [one] => diagnostic.fix(format!("write `{one}`"), span, *one, false),
        _ => diagnostic,
    }
}

/// `found` and `needed` are kinds with their article, such as "a number".
pub(crate) fn wrong_kind(span: Span, needed: &str, found: &str, help: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::WrongKind, span, format!("{needed} is needed here"), format!("this is {found}")).help(help)
}
