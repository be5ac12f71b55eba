//! Words that are not the language's, and words of the language where another is meant: the table of mistakes, then the
//! words that are spelt alike, each tried by reading the piece again.

use pest::Parser;

use super::repair::Repair;
use super::{Failure, Found};
use crate::diagnostic::words::distance;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::grammar::Grammar;
use crate::syntax::level::Level;
use crate::syntax::{mistakes, phrases, usage, words};

impl Failure<'_> {
    /// The tokens at which something else may be meant: where the parser stops, and unknown words just before, which it
    /// took for names.
    fn suspects(&self) -> Vec<usize> {
        let before = (1..=3).filter_map(|n| self.index.checked_sub(n)).filter(|index| self.is_unknown(*index));
        let here = (self.index < self.tokens.len()).then_some(self.index);
        here.into_iter().chain(before).collect()
    }

    /// What the table of mistakes says of the tokens around the place, if the whole piece parses with it, or, if `whole`
    /// is not asked, at least more of it.
    pub(super) fn other_word(&self, whole: bool) -> Option<Found> {
        // A word of the language that the parser took may be the first of several that are not.
        let taken = (1..=3).filter_map(|n| self.index.checked_sub(n)).filter(|index| !self.is_unknown(*index));
        let single = self.suspects().into_iter().map(|index| (index, 1));
        for (index, least) in single.chain(taken.map(|index| (index, (self.index - index + 1).max(2)))) {
            for length in (least..=4).rev() {
                let last = index + length - 1;
                if last >= self.tokens.len() || (index + 1..=last).any(|at| self.tokens[at].first) {
                    continue;
                }
                let span = self.span(index).to(self.span(last));
                let typed = self.text.get(span.range()).unwrap_or("").to_lowercase();
                let typed = typed.split_whitespace().collect::<Vec<_>>().join(" ");
                for row in mistakes::find(&typed) {
                    if let Some((found, parses)) = self.meant(&typed, span, row)
                        && (parses || !whole)
                    {
                        return Some(found);
                    }
                }
            }
        }
        None
    }

    /// What a row of the table comes to here, and whether the piece parses with it.
    fn meant(&self, typed: &str, span: Span, row: &mistakes::Row) -> Option<(Found, bool)> {
        let is_word = typed.starts_with(|c: char| c.is_alphabetic());
        let single = !typed.contains(' ');
        let code = if is_word && !(single && words::is_reserved(typed)) { Code::UnknownWord } else { Code::WrongWord };
        let message = match code {
            Code::UnknownWord if single => format!("`{typed}` is not a word of this language"),
            Code::UnknownWord => format!("`{typed}` is not said in this language"),
            _ if is_word => format!("`{typed}` is not the word here"),
            _ if self.index > 0 && span == self.span(self.index) => {
                format!("`{typed}` cannot follow {}", self.shown(self.index - 1))
            }
            _ => format!("`{typed}` is not used here"),
        };
        if row.meant.is_empty() {
            // Nothing of the kind can be said; only where the parser stops at it.
            let here = self.span(self.index) == span || self.span(self.index).start == span.start || !single;
            let diagnostic = Diagnostic::new(code, span, message, "nothing here says this").help(row.note);
            return here.then_some((Found { diagnostic, repair: None }, false));
        }
        let repairs: Vec<(&str, Repair)> = row.meant.iter().map(|meant| (*meant, self.replaced(span, meant))).collect();
        let parsing: Vec<&(&str, Repair)> = repairs.iter().filter(|(_, repair)| self.parses_with(repair)).collect();
        let parses = !parsing.is_empty();
        let fitting = if parses {
            parsing
        } else {
            repairs.iter().filter(|(meant, repair)| !meant.is_empty() && self.helps(repair)).collect()
        };
        let fitting = self.verbs_that_fit(fitting);
        let (meant, repair) = fitting.first()?;
        let label = match *meant {
            "" => "leave it out".to_owned(),
            meant if fitting.len() == 1 => format!("here one says `{meant}`"),
            _ => {
                let all: Vec<String> = fitting.iter().map(|(meant, _)| format!("`{meant}`")).collect();
                format!("here one says {}", phrases::either(&all))
            }
        };
        let mut diagnostic = Diagnostic::new(code, span, message, label);
        if !row.note.is_empty() {
            diagnostic = diagnostic.note(row.note);
        }
        let title = format!("write `{meant}`");
        let safe = row.sure && fitting.len() == 1;
        Some((self.found(diagnostic, repair.clone(), &title, safe), parses))
    }

    /// Of the verbs that could stand here the one that goes with what stands before: a number is, a pit holds.
    fn verbs_that_fit<'m>(&self, fitting: Vec<&'m (&'m str, Repair)>) -> Vec<&'m (&'m str, Repair)> {
        let first = |meant: &str| meant.split(' ').next().unwrap_or("").to_owned();
        if !["is", "holds"].iter().all(|verb| fitting.iter().any(|(meant, _)| first(meant) == *verb)) {
            return fitting;
        }
        let wrong = if self.follows_a_number() { "holds" } else { "is" };
        fitting.into_iter().filter(|(meant, _)| first(meant) != wrong).collect()
    }

    /// Whether the subject of the condition in which the parser stops is a number, an option or a word such as
    /// `direction`, of which one says that it is something; of pits one says what they hold.
    pub(super) fn follows_a_number(&self) -> bool {
        const BEFORE: &[&str] = &["when", "if", "and", "or", "not", "where", "while", "until", "require", "("];
        const NUMBERS: &[&str] = &[
            "lap",
            "lifted",
            "hand",
            "total",
            "half",
            "seeds",
            "count",
            "column",
            "captured",
            "capturing",
            "moves",
            "turns",
            "repetition",
            "direction",
            "mover",
            "move",
        ];
        let from = (0..self.index).rev().find(|at| BEFORE.contains(&self.text_at(*at))).map_or(0, |at| at + 1);
        let subject = self.text_at(from);
        let named = self.piece.names.contains(subject) || subject.starts_with(|c: char| c.is_ascii_digit());
        named || NUMBERS.contains(&subject) && (subject, self.text_at(from + 1)) != ("lap", "origin")
    }

    /// A span with another text in it, with blanks where words would touch.
    fn replaced(&self, span: Span, text: &str) -> Repair {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let before = self.text.get(..span.start).is_some_and(|before| before.ends_with(is_word));
        let after = self.text.get(span.end..).is_some_and(|after| after.starts_with(is_word));
        let left = if before && text.starts_with(is_word) { " " } else { "" };
        let right = if after && text.ends_with(is_word) { " " } else { "" };
        Repair::new(span, format!("{left}{text}{right}"))
    }

    /// A word spelt nearly like one that is legal there, with the same two ways to be strict.
    pub(super) fn similar_word(&self, whole: bool) -> Option<Found> {
        for index in self.suspects() {
            let Some(typed) = self.word_at(index) else { continue };
            if let Some(found) = self.wrong_case(index, typed, whole) {
                return Some(found);
            }
            if !self.is_unknown(index) {
                continue;
            }
            let near = similar(typed, words::WORDS.iter().map(|word| word.text));
            let mut fitting: Vec<(&str, Repair)> =
                near.iter().map(|word| (*word, Repair::new(self.span(index), *word))).collect();
            let parsing: Vec<_> = fitting.iter().filter(|(_, repair)| self.parses_with(repair)).cloned().collect();
            if whole || !parsing.is_empty() {
                fitting = parsing;
            } else {
                fitting.retain(|(_, repair)| self.helps(repair));
            }
            fitting.truncate(3);
            let Some((word, repair)) = fitting.first() else {
                if index == 0
                    && !whole
                    && let Some(found) = self.similar_head(typed)
                {
                    return Some(found);
                }
                continue;
            };
            let all: Vec<String> = fitting.iter().map(|(word, _)| format!("`{word}`")).collect();
            let label = format!("did you mean {}?", phrases::either(&all));
            let diagnostic =
                Diagnostic::new(Code::UnknownWord, self.span(index), format!("unknown word `{typed}`"), label);
            return Some(self.found(diagnostic, repair.clone(), &format!("write `{word}`"), false));
        }
        None
    }

    /// The piece on one line, where it parses at another level.
    fn as_is(&self, level: Level) -> Option<String> {
        let (_, entry) = level.rules();
        Grammar::parse(entry, &self.text).ok()?;
        let line = self.text.split_whitespace().collect::<Vec<_>>().join(" ");
        (line.len() <= 70 && !line.contains(['#', '"'])).then_some(line)
    }

    /// A word of the language in capital letters.
    fn wrong_case(&self, index: usize, typed: &str, whole: bool) -> Option<Found> {
        let lower = typed.to_lowercase();
        if lower == typed || !words::is_reserved(&lower) {
            return None;
        }
        let repair = Repair::new(self.span(index), lower.clone());
        if if whole { !self.parses_with(&repair) } else { !self.helps(&repair) && index > 0 } {
            return None;
        }
        let message = format!("`{typed}` is written with a capital letter");
        let diagnostic =
            Diagnostic::new(Code::UnknownWord, self.span(index), message, "words of the language have small letters");
        Some(self.found(diagnostic, repair, &format!("write `{lower}`"), true))
    }

    /// A first word spelt nearly like one that begins something at this level, where more is wrong behind it.
    fn similar_head(&self, typed: &str) -> Option<Found> {
        let heads = self.piece.level.words();
        let near = similar(typed, heads.iter().map(|head| head.split(' ').next().unwrap_or(head)));
        let word = near.first()?;
        let repair = Repair::new(self.span(0), *word);
        let label = format!("did you mean `{word}`?");
        let diagnostic = Diagnostic::new(Code::UnknownWord, self.span(0), format!("unknown word `{typed}`"), label);
        Some(self.found(diagnostic, repair, &format!("write `{word}`"), false))
    }

    /// A first word that begins something elsewhere.
    pub(super) fn wrong_place(&self) -> Option<Found> {
        let here = self.piece.level;
        // `sow {` among rules begins like the action `sow from`.
        let sow = here == Level::Rules && self.text_at(0) == "sow" && self.index == 1;
        if self.index != 0 && !sow {
            return None;
        }
        let starts = |level: &Level| level.starts(&self.text, &self.tokens, 0);
        let there = Level::ALL.into_iter().filter(|level| *level != here).find(starts)?;
        let word = self.text_at(0);
        let second = self.word_at(1).unwrap_or("");
        let (label, help) = match there {
            Level::Rules => {
                let rule = self.as_is(there).or_else(|| Some(usage::example(there, word, second)?.to_owned()));
                let rule = rule.unwrap_or_else(|| "capture here".to_owned());
                ("rules stand in the braces of a moment", format!("for example: `landing {{ {rule} }}`"))
            }
            Level::SowLines => {
                let line = self.as_is(there).or_else(|| Some(usage::example(there, word, second)?.to_owned()));
                let line = line.unwrap_or_else(|| "anticlockwise".to_owned());
                ("this stands in the braces of `sow`", format!("for example: `sow {{ {line} }}`"))
            }
            Level::ExampleLines => {
                let line = usage::example(there, word, second).unwrap_or("play \"S1\"");
                ("this stands in the braces of an example", format!("for example: `example \"a move\" {{ {line} }}`"))
            }
            Level::Items | Level::PhaseItems => {
                let help = match here {
                    Level::PhaseItems => format!("move it before the phase; every phase shares it: `{word} ...`"),
                    _ => format!("move it out of these braces, or look for a `}}` that is missing before `{word}`"),
                };
                ("this is a statement of the variant", help)
            }
        };
        let message = format!("`{word}` cannot stand among {}", among(here));
        let diagnostic = Diagnostic::new(Code::WrongPlace, self.span(0), message, label).help(help);
        Some(Found { diagnostic, repair: None })
    }
}

/// What a level holds, in the plural.
fn among(level: Level) -> &'static str {
    match level {
        Level::Items => "the statements of a variant",
        Level::PhaseItems => "the statements of a phase",
        Level::SowLines => "the lines of `sow`",
        Level::Rules => "rules",
        Level::ExampleLines => "the lines of an example",
    }
}

/// The words spelt nearly like another, the nearest first: of all that are at most a third of its letters away.
pub fn similar<'w>(typed: &str, candidates: impl IntoIterator<Item = &'w str>) -> Vec<&'w str> {
    let typed = typed.to_lowercase();
    let limit = typed.chars().count().max(3) / 3;
    let mut near: Vec<(usize, &str)> = candidates
        .into_iter()
        .filter_map(|word| Some((distance(&typed, word, limit)?, word)))
        .filter(|(distance, word)| *distance < word.len())
        .collect();
    near.sort();
    near.dedup();
    near.into_iter().map(|(_, word)| word).collect()
}
