//! Known mistakes with the signs of an expression: comparisons, brackets, sums.

use super::repair::Repair;
use super::{Failure, Found};
use crate::diagnostic::{Code, Diagnostic};

/// What people write for "more than" and its kin: the words, whether above, whether the number itself is left out.
const COMPARISONS: &[(&[&str], bool, bool)] = &[
    (&[">"], true, true),
    (&[">="], true, false),
    (&["\u{2265}"], true, false),
    (&["<"], false, true),
    (&["<="], false, false),
    (&["\u{2264}"], false, false),
    (&["at", "least"], true, false),
    (&["minimum"], true, false),
    (&["greater", "than"], true, true),
    (&["over"], true, true),
    (&["above"], true, true),
    (&["at", "most"], false, false),
    (&["up", "to"], false, false),
    (&["maximum"], false, false),
    (&["less", "than"], false, true),
    (&["under"], false, true),
    (&["below"], false, true),
];

impl Failure<'_> {
    /// `holds > 24`, `captured >= 1`, `holds at least 3`, `holds 3 or more`.
    pub(super) fn comparison(&self) -> Option<Found> {
        if let Some(found) = self.or_more() {
            return Some(found);
        }
        let from = [self.index, self.index.wrapping_sub(1), self.index.wrapping_sub(2)];
        let (from, length, above, strict) = from.into_iter().find_map(|from| {
            let (words, above, strict) = COMPARISONS.iter().find(|(words, ..)| {
                words.iter().enumerate().all(|(at, word)| self.text_at(from.wrapping_add(at)) == *word)
            })?;
            // `over 2`: the parser took the word for a name and stops at the number.
            (from + words.len() >= self.index).then_some((from, words.len(), *above, *strict))
        })?;
        let sign = self.text.get(self.span(from).start..self.span(from + length - 1).end)?;
        let next = self.text_at(from + length);
        let before = from.checked_sub(1).map_or("", |index| self.text_at(index));
        let verb = matches!(before, "holds" | "hold" | "holding" | "held" | "is" | "was");
        let pattern = match (next.parse::<u32>().ok(), above) {
            (Some(n), true) => format!("{}+", if strict { n.saturating_add(1) } else { n }),
            (Some(n), false) => format!("0..{}", if strict { n.saturating_sub(1) } else { n }),
            (None, true) if !next.is_empty() => {
                if strict {
                    format!("more than {next}")
                } else {
                    format!("{next}+")
                }
            }
            (None, false) if !next.is_empty() && strict => format!("fewer than {next}"),
            _ => return None,
        };
        let numbers =
            ["captured", "total", "hand", "lifted", "lap", "repetition", "mover", "opponent", "capture", "play"];
        let is = numbers.contains(&before) || self.is_measured();
        let text = match verb {
            true => pattern.clone(),
            false if is => format!("is {pattern}"),
            false => format!("holds {pattern}"),
        };
        let signs = self.span(from).to(self.span(from + length - 1));
        let repair = Repair::new(signs.to(self.span(from + length)), text);
        let diagnostic = Diagnostic::new(
            Code::Comparison,
            signs,
            format!("`{sign}` is not used"),
            "numbers are compared with a pattern",
        );
        // The verb before it may be one too many: `here is > 2`.
        let helps = self.helps(&repair);
        helps.then(|| self.found(diagnostic, repair, &format!("write `{pattern}`"), false))
    }

    /// `2 or more`, `between 2 and 4`.
    fn or_more(&self) -> Option<Found> {
        let text = |back: usize| self.index.checked_sub(back).map_or("", |index| self.text_at(index));
        let number = |text: &str| text.parse::<u32>().ok();
        let (from, to, pattern) = match (text(0), number(text(2)), number(text(0))) {
            ("more", Some(low), _) if text(1) == "or" => (self.index - 2, self.index, format!("{low}+")),
            (_, _, Some(low)) if text(1) == "between" => {
                let high = number(self.text_at(self.index + 2))?;
                (self.index - 1, self.index + 2, format!("{low}..{high}"))
            }
            _ => return None,
        };
        let span = self.span(from).to(self.span(to));
        let typed = self.text.get(span.range())?.split_whitespace().collect::<Vec<_>>().join(" ");
        let message = format!("`{typed}` is not said in this language");
        let diagnostic = Diagnostic::new(Code::Comparison, span, message, format!("here one says `{pattern}`"));
        let repair = Repair::new(span, pattern.clone());
        self.helps(&repair).then(|| self.found(diagnostic, repair, &format!("write `{pattern}`"), true))
    }

    /// Whether the words before the place measure something: `count of`, `column of`, `seeds in`.
    fn is_measured(&self) -> bool {
        (1..=5).filter_map(|n| self.index.checked_sub(n)).any(|index| {
            matches!((self.text_at(index), self.text_at(index + 1)), ("count" | "column", "of") | ("seeds", "in"))
        })
    }

    /// A `(` without its `)`, or the other way round.
    pub(super) fn brackets(&self) -> Option<Found> {
        let mut open = Vec::new();
        let mut stray = None;
        for index in 0..self.tokens.len() {
            match self.text_at(index) {
                "(" => open.push(index),
                ")" if open.pop().is_none() => stray = stray.or(Some(index)),
                _ => {}
            }
        }
        if let Some(index) = stray {
            let repair = Repair::new(self.span(index), "");
            let parses = self.parses_with(&repair);
            let diagnostic = Diagnostic::new(
                Code::UnclosedBracket,
                self.span(index),
                "this `)` closes nothing",
                "no `(` is open here",
            );
            if parses {
                return Some(self.found(diagnostic, repair, "remove it", false));
            }
            return self.alone(diagnostic.help("add `(` where the group begins, or remove this"));
        }
        let index = *open.first()?;
        let doubled = self.text_at(index + 1) == "(";
        let repair = Repair::new(self.span(index), "");
        let diagnostic =
            Diagnostic::new(Code::UnclosedBracket, self.span(index), "this `(` is never closed", "opened here");
        if doubled && self.parses_with(&repair) {
            return Some(self.found(diagnostic, repair, "remove it", false));
        }
        // Where one `)` before the place mends it, say where.
        for at in (index + 1..=self.index.min(self.tokens.len())).rev() {
            let end = self.span(at - 1).end;
            let repair = Repair { at: end, length: 0, text: ")".to_owned() };
            if self.parses_with(&repair) {
                return Some(self.found(diagnostic, repair, "add `)`", false));
            }
        }
        self.alone(diagnostic.help("add `)` where the group ends"))
    }

    /// `when count of own pits where it holds 2 is 3`.
    pub(super) fn set_in_brackets(&self) -> Option<Found> {
        let word = self.word_at(self.index)?;
        let in_condition =
            (0..self.index).any(|at| matches!(self.text_at(at), "when" | "if" | "require" | "of" | "in"));
        let before = self.index.checked_sub(1).map_or("", |index| self.text_at(index));
        let message = match word {
            "where" if in_condition && before != "when" => "a set with `where` stands in brackets here",
            "run" | "first"
                if in_condition
                    && !self.expected.is_empty()
                    && matches!(self.text_at(self.index + 1), "back" | "on" | "after" | "before") =>
            {
                "a set with `run` or `first` stands in brackets here"
            }
            _ => return None,
        };
        // `where` for `when` is another mistake.
        let when = Repair::new(self.span(self.index), "when");
        if word == "where" && self.parses_with(&when) {
            return None;
        }
        let diagnostic = Diagnostic::new(
            Code::SetInBrackets,
            self.span(self.index),
            message,
            "its own condition could not be told from what follows",
        );
        if let Some(repair) = self.bracketed() {
            return Some(self.found(diagnostic, repair, "add the brackets", false));
        }
        self.alone(diagnostic.help("for example: `when count of (own pits where it holds 2+) is 3`"))
    }

    /// The brackets round the set in which the parser stops with which the piece parses.
    fn bracketed(&self) -> Option<Repair> {
        const BEFORE: &[&str] = &["when", "if", "and", "or", "not", "require", "until", "of", "in", "every", "any"];
        let from = if self.text_at(self.index) == "where" {
            (0..self.index).rev().find(|at| BEFORE.contains(&self.text_at(*at)))? + 1
        } else {
            self.index
        };
        (self.index + 2..self.tokens.len()).find_map(|last| {
            let span = self.span(from).to(self.span(last));
            let repair = Repair::new(span, format!("({})", self.text.get(span.range())?));
            self.parses_with(&repair).then_some(repair)
        })
    }

    /// `2+3`: the sign touches.
    pub(super) fn touching_sign(&self) -> Option<Found> {
        let at = [self.index, self.index.wrapping_sub(1)]
            .into_iter()
            .find(|index| matches!(self.text_at(*index), "+" | "-" | "*" | "/"))?;
        let sign = self.text_at(at).to_owned();
        let span = self.span(at);
        let repair = Repair::new(span, format!(" {sign} "));
        let touches = self.span(at + 1).start == span.end;
        if !touches || at + 1 >= self.tokens.len() || !self.parses_with(&repair) {
            return None;
        }
        let diagnostic = Diagnostic::new(
            Code::WrongWord,
            span,
            format!("this `{sign}` touches its numbers"),
            "a sum has a blank before and after its sign",
        );
        Some(self.found(diagnostic, repair, "add blanks", false))
    }
}
