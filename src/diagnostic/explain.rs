//! Longer explanations: a page for each code (a failing file, why, a mended one) and, for each word of the language, what
//! it means with rules of the library that use it. The rules are found by reading the library, so they never go stale.

use super::Code;
use crate::source::{Source, Span};
use crate::syntax::tree::{File, Item, ItemKind, Rule};
use crate::syntax::words::{self, Word};

/// A file in a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Whether it shows the mistake; else it is the mended file.
    pub fails: bool,
    /// Its text.
    pub text: String,
}

/// The files in the page of a code.
pub fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(kind) = line.strip_prefix("```mancala") else { continue };
        let text = lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
        blocks.push(Block { fails: kind.trim() == "fail", text });
    }
    blocks
}

/// A word of the language with places where the library uses it.
#[derive(Clone, Debug)]
pub struct WordPage {
    /// The word.
    pub word: &'static Word,
    /// Three uses, where there are as many; from different variants as far as possible.
    pub uses: Vec<Use>,
}

/// A use of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// The variant's name.
    pub variant: String,
    /// The line of its file.
    pub line: usize,
    /// The rule or statement, blanks folded.
    pub text: String,
}

/// How many uses of a word are shown.
const USES: usize = 3;
/// A use longer than this is taken only where there is no shorter one.
const LONG: usize = 160;

/// What a word of the language means and where it is used.
pub fn word(text: &str) -> Option<WordPage> {
    let word = words::find(text)?;
    let mut found: Vec<(usize, Use)> = Vec::new();
    for source in examples() {
        let Some(file) = crate::syntax::parse(&source).file else { continue };
        let mut rank = 0;
        for at in places(&source, &file, word.text) {
            let span = innermost(&file.variant.items, at).unwrap_or_else(|| header(&source, at));
            let text = source.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
            let line = source.line(span.start);
            let variant = file.variant.name.value.clone();
            let shown = Use { variant, line, text };
            if found.iter().any(|(_, known)| known.text == shown.text) {
                continue;
            }
            let late = if shown.text.chars().count() > LONG { 100 } else { 0 };
            found.push((rank + late, shown));
            rank += 1;
        }
    }
    // First the first use of each variant, then their second ones.
    found.sort_by_key(|(rank, _)| *rank);
    found.truncate(USES);
    Some(WordPage { word, uses: found.into_iter().map(|(_, shown)| shown).collect() })
}

/// The variants that uses are looked for in: the library, then the mended files of the pages and the showcase, for words
/// that no variant of the library needs.
fn examples() -> impl Iterator<Item = Source> {
    let library = crate::library::VARIANTS.iter().map(|variant| variant.source());
    let showcase = SHOWCASE.iter().map(|text| Source::new("showcase", *text));
    library.chain(showcase)
}

/// Small variants that use the rarer words.
const SHOWCASE: [&str; 6] = [
    include_str!("showcase/one.mancala"),
    include_str!("showcase/two.mancala"),
    include_str!("showcase/three.mancala"),
    include_str!("showcase/four.mancala"),
    include_str!("showcase/five.mancala"),
    include_str!("showcase/six.mancala"),
];

/// Where a word stands in the code of a file: not in texts or comments.
fn places(source: &Source, file: &File, word: &str) -> Vec<usize> {
    let text = source.text();
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let whole = |at: usize| !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part);
    let in_comment = |at: usize| file.comments.iter().any(|comment| comment.span.range().contains(&at));
    let in_text = |at: usize| {
        let line = source.line_span(source.line(at));
        text[line.start..at].matches('"').count() % 2 == 1
    };
    let mut found: Vec<usize> = text.match_indices(word).map(|(at, _)| at).filter(|at| whole(*at)).collect();
    found.retain(|at| !in_comment(*at) && !in_text(*at));
    found
}

/// The smallest rule, line or statement around a place.
fn innermost(items: &[Item], at: usize) -> Option<Span> {
    let holds = |span: Span| span.range().contains(&at);
    let item = items.iter().find(|item| holds(item.span))?;
    let rule = |rules: &[Rule]| rules.iter().map(|rule| rule.span).find(|span| holds(*span));
    let inner = match &item.kind {
        ItemKind::Phase { items, .. } => innermost(items, at),
        ItemKind::Play { rules: Some(rules), .. } | ItemKind::Moment { rules, .. } => rule(rules),
        ItemKind::Sow { lines, .. } => lines.iter().map(|line| line.span).find(|span| holds(*span)),
        _ => None,
    };
    Some(inner.unwrap_or(item.span))
}

/// The line around a place that lies in no statement, without its brace.
fn header(source: &Source, at: usize) -> Span {
    let line = source.line_span(source.line(at));
    let text = source.slice(line).trim_end_matches(['\r', ' ', '{']);
    Span::new(line.start, line.start + text.len())
}

/// The code that a page is asked for by, forgiving case, `_` and a leading `lint/` or the like.
pub fn find_code(asked: &str) -> Option<Code> {
    let asked = asked.rsplit(['/', ':']).next().unwrap_or(asked).to_lowercase().replace('_', "-");
    Code::find(&asked)
}
