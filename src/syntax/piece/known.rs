//! Mistakes that are known by their shape: habits from other languages, and from speech.

use super::repair::Repair;
use super::{Failure, Found, TokenKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::level::{Level, has_block};
use crate::syntax::{Rule, words};

impl Failure<'_> {
    /// The first known mistake that this is.
    pub(super) fn known(&self) -> Option<Found> {
        self.nameless_block()
            .or_else(|| self.reserved_name())
            .or_else(|| self.empty_value())
            .or_else(|| self.name_form())
            .or_else(|| self.apostrophe())
            .or_else(|| self.board_size())
            .or_else(|| self.number_first())
            .or_else(|| self.condition_first())
            .or_else(|| self.no_else())
            .or_else(|| self.late_action())
            .or_else(|| self.wins_seeds())
            .or_else(|| self.comparison())
            .or_else(|| self.brackets())
            .or_else(|| self.set_in_brackets())
            .or_else(|| self.no_braces())
            .or_else(|| self.touching_sign())
    }

    /// A message without a repair.
    pub(super) fn alone(&self, diagnostic: Diagnostic) -> Option<Found> {
        Some(Found { diagnostic, repair: None })
    }

    /// Braces without the word that says what they hold.
    fn nameless_block(&self) -> Option<Found> {
        let before = self.index.checked_sub(1).map(|index| self.text_at(index));
        if self.text_at(self.index) != "{" || !matches!(before, None | Some("}")) || self.piece.entry == Rule::file {
            return None;
        }
        let diagnostic = Diagnostic::new(
            Code::MissingWord,
            self.span(self.index),
            "these braces have no name",
            "a word such as `landing` is missing before this",
        );
        self.alone(diagnostic.help("for example: `landing { relay when here held seeds }`"))
    }

    /// A word of the language where a name is declared.
    fn reserved_name(&self) -> Option<Found> {
        let word = words::find(self.word_at(self.index)?)?;
        let before = self.word_at(self.index.checked_sub(1)?)?;
        let value = self.expected.contains(&Rule::value) && word.kind == words::WordKind::Joiner;
        let name = self.expected.contains(&Rule::name) && self.index == 1 && self.piece.level != Level::Rules
            || before == "as" && self.expected.contains(&Rule::name) && self.index > 2 && self.expected.len() <= 2
            || matches!(before, "number" | "pits" | "condition") && self.text_at(0) == "define" && self.index == 2;
        if !name && !value {
            return None;
        }
        // `option : pass | b` lacks its name; `option when ...` has a bad one.
        let next = self.text_at(self.index + 1);
        if name && self.text_at(0) != "define" && before != "as" && next.is_empty() && self.tokens.len() <= 2 {
            return None;
        }
        let what = if value { "value" } else { "name" };
        let about = word.about;
        let diagnostic = Diagnostic::new(
            Code::ReservedName,
            self.span(self.index),
            format!("`{}` is a word of the language and cannot be a {what}", word.text),
            "it has a meaning already",
        )
        .note(format!("`{}`: {about}", word.text))
        .help(format!("take another {what}, such as `{}_x` or `my_{}`", word.text, word.text));
        self.alone(diagnostic)
    }

    /// `is` at the end of a line: the next line's word was taken for the value.
    fn empty_value(&self) -> Option<Found> {
        let value = self.index.checked_sub(1)?;
        let verb = value.checked_sub(1)?;
        if !matches!(self.text_at(verb), "is" | "was" | "not") || !self.tokens.get(value)?.first {
            return None;
        }
        let starts = Level::Rules.starts(&self.text, &self.tokens, value)
            || Level::Items.starts(&self.text, &self.tokens, value);
        if !starts {
            return None;
        }
        let word = self.text_at(verb);
        let diagnostic = Diagnostic::new(
            Code::MissingWord,
            self.span(verb),
            format!("nothing follows `{word}`"),
            "a number, a pattern or a value belongs after this",
        )
        .label(self.span(value), "this begins the next rule")
        .help("for example: `when lap is 2+`");
        self.alone(diagnostic)
    }

    /// Names with capital letters, hyphens or foreign letters.
    fn name_form(&self) -> Option<Found> {
        let token = *self.tokens.get(self.index)?;
        let text = self.text_at(self.index);
        // `must-feed`: the sign touches both words.
        if text == "-" && self.index > 0 {
            let (left, right) = (self.index - 1, self.index + 1);
            let touches = self.span(left).end == token.span.start && self.span(right).start == token.span.end;
            if touches && self.kind_at(left) == Some(TokenKind::Word) && self.kind_at(right) == Some(TokenKind::Word) {
                let span = self.span(left).to(self.span(right));
                let typed = self.text.get(span.range())?;
                let name = typed.replace('-', "_");
                if crate::syntax::mistakes::find(&typed.to_lowercase()).next().is_some() {
                    return None;
                }
                let repair = Repair::new(span, name.clone());
                let diagnostic = Diagnostic::new(
                    Code::NameForm,
                    span,
                    "a name contains `-`",
                    "names are lower-case letters, digits and `_`",
                );
                return self.helps(&repair).then(|| self.found(diagnostic, repair, &format!("write `{name}`"), true));
            }
        }
        let wanted = self.expected.iter().any(|rule| matches!(rule, Rule::name | Rule::value));
        let is_word = matches!(token.kind, TokenKind::Word | TokenKind::Other);
        let odd = !text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
            || !text.starts_with(|c: char| c.is_ascii_lowercase());
        if is_word && odd && text.starts_with(|c: char| c.is_alphabetic()) && !words::is_reserved(&text.to_lowercase())
        {
            let name: String = snake(text);
            let repair = Repair::new(token.span, name.clone());
            if name.is_empty() || words::is_reserved(&name) || !(wanted || self.helps(&repair)) {
                return None;
            }
            let message = format!("`{text}` is not written like a name");
            let label = "names are lower-case letters a to z, digits and `_`";
            let diagnostic = Diagnostic::new(Code::NameForm, token.span, message, label);
            return self.helps(&repair).then(|| self.found(diagnostic, repair, &format!("write `{name}`"), false));
        }
        None
    }

    /// `opponent's`.
    fn apostrophe(&self) -> Option<Found> {
        let text = self.text_at(self.index);
        let before = self.index.checked_sub(1)?;
        let (sign, mut end) = match text {
            "'" | "\u{2019}" | "`" | "\u{b4}" => (self.span(self.index), self.span(self.index).end),
            _ => return None,
        };
        if sign.start != self.span(before).end {
            return None;
        }
        let after = self.index + 1;
        if after < self.tokens.len() && self.span(after).start == end && self.text_at(after) == "s" {
            end = self.span(after).end;
        }
        let word = self.text_at(before);
        // `opponents'` is the word and its plural.
        let stem = if words::is_reserved(word) { word } else { word.strip_suffix('s').unwrap_or(word) };
        let span = Span::new(self.span(before).start, end);
        let typed = self.text.get(span.range())?;
        let repair = Repair::new(span, stem);
        let diagnostic = Diagnostic::new(
            Code::WrongWord,
            span,
            format!("`{typed}` has an apostrophe"),
            format!("the word is `{stem}`"),
        );
        Some(self.found(diagnostic, repair, &format!("write `{stem}`"), true))
    }

    /// `board 2x6`, `board 2, 6`, `board 6 pits`.
    fn board_size(&self) -> Option<Found> {
        if self.text_at(0) != "board" || self.index > 3 {
            return None;
        }
        let numbers: Vec<u32> = (1..self.tokens.len().min(6))
            .map(|index| self.text_at(index))
            .flat_map(|text| text.split(|c: char| !c.is_ascii_digit()))
            .filter_map(|digits| digits.parse().ok())
            .collect();
        let [first, second, ..] = numbers.as_slice() else { return None };
        let joined = (1..self.tokens.len().min(4)).any(|index| {
            let text = self.text_at(index);
            matches!(text, "x" | "by" | "*" | "\u{d7}" | "," | "/") || self.kind_at(index) == Some(TokenKind::Other)
        });
        if !joined {
            return None;
        }
        let (rows, columns) =
            if matches!(second, 2 | 4) && !matches!(first, 2 | 4) { (second, first) } else { (first, second) };
        let last = (1..self.tokens.len().min(4))
            .rev()
            .find(|index| self.text_at(*index).contains(|c: char| c.is_ascii_digit()))?;
        let span = self.span(1).to(self.span(last));
        let repair = Repair::new(span, format!("{rows} rows of {columns}"));
        let diagnostic = Diagnostic::new(
            Code::BoardSize,
            span,
            "this board size cannot be read",
            "rows and pits are written in words",
        );
        Some(self.found(diagnostic, repair, "write it in words", true))
    }

    /// `4 seeds in every pit`.
    fn number_first(&self) -> Option<Found> {
        if self.index != 0 || self.kind_at(0) != Some(TokenKind::Number) || self.piece.entry == Rule::file {
            return None;
        }
        let number = self.text_at(0);
        let one = self.piece.level.one();
        let line = (1..self.tokens.len()).take_while(|index| !self.tokens[*index].first);
        let words: Vec<&str> = line.map(|index| self.text_at(index)).collect();
        let help = match words.as_slice() {
            ["seeds" | "seed" | "stones" | "beans", rest @ ..] | rest @ ["in", ..] if rest.first() == Some(&"in") => {
                format!("write `seeds {number} {}`", rest.join(" "))
            }
            ["rows", ..] => format!("write `board {number} {}`", words.join(" ")),
            _ => self.usage(),
        };
        let message = format!("{one} begins with a number");
        let diagnostic = Diagnostic::new(Code::Syntax, self.span(0), message, "each one begins with its own keyword");
        self.alone(diagnostic.help(help))
    }

    /// `when here held seeds relay`.
    fn condition_first(&self) -> Option<Found> {
        let word = self.word_at(0)?;
        if self.index != 0 || self.piece.level != Level::Rules || !matches!(word, "when" | "if" | "unless" | "whenever")
        {
            return None;
        }
        let action = (1..self.tokens.len()).find(|index| {
            let before = self.text_at(index - 1);
            Level::Rules.starts(&self.text, &self.tokens, *index) && !matches!(before, "is" | "since" | "was" | "not")
        });
        let span = self.span(0);
        let Some(action) = action else {
            let diagnostic = Diagnostic::new(
                Code::RuleOrder,
                span,
                "this rule has a condition and no action",
                "what shall be done when it holds?",
            );
            let line: Vec<&str> = (0..self.tokens.len().min(8)).map(|index| self.text_at(index)).collect();
            return self.alone(diagnostic.help(format!("the action comes first: `relay {}`", line.join(" "))));
        };
        let condition = self.text.get(self.span(1).start..self.span(action - 1).end)?;
        let condition = condition.trim_end_matches([',', ':']).trim_end_matches("then").trim();
        let done = self.text.get(self.span(action).start..self.span(self.tokens.len()).end)?;
        let whole = self.span(0).to(self.span(self.tokens.len()));
        let repair = Repair::new(whole, format!("{done} when {condition}"));
        let diagnostic = Diagnostic::new(
            Code::RuleOrder,
            Span::new(span.start, self.span(action - 1).end),
            "this rule begins with its condition",
            "the action comes first",
        );
        if self.parses_with(&repair) {
            return Some(self.found(diagnostic, repair, "put the action first", false));
        }
        self.alone(diagnostic.help("for example: `relay when here held seeds`"))
    }

    /// `relay when ... else stop`.
    fn no_else(&self) -> Option<Found> {
        let word = self.word_at(self.index)?;
        if self.piece.level != Level::Rules || !matches!(word, "else" | "otherwise" | "elif" | "elsif") {
            return None;
        }
        let rest = self.text.get(self.span(self.index).end..).unwrap_or("").trim();
        let help = match rest.lines().next() {
            Some(next) if !next.is_empty() && next.len() < 60 => {
                format!("give it a line of its own: `{next}`; it is tried when the rule above does not fit")
            }
            _ => "the next rule is tried when this one does not fit".to_owned(),
        };
        let diagnostic = Diagnostic::new(
            Code::WrongWord,
            self.span(self.index),
            format!("a rule has no `{word}`"),
            "the next rule is already the \"otherwise\"",
        );
        self.alone(diagnostic.help(help))
    }

    /// `relay when ... then stop`.
    fn late_action(&self) -> Option<Found> {
        if self.piece.level != Level::Rules || self.text_at(self.index) != "then" || self.index + 1 >= self.tokens.len()
        {
            return None;
        }
        let when = (1..self.index).find(|at| self.text_at(*at) == "when")?;
        let end = self.span(self.tokens.len()).end;
        let condition = self.text.get(self.span(when).start..self.span(self.index - 1).end)?;
        let action = self.text.get(self.span(self.index).start..end)?;
        let repair = Repair::new(Span::new(self.span(when).start, end), format!("{action} {condition}"));
        let diagnostic = Diagnostic::new(
            Code::RuleOrder,
            Span::new(self.span(self.index).start, end),
            "this action stands behind the condition",
            "all actions come before the condition",
        );
        self.parses_with(&repair).then(|| self.found(diagnostic, repair, "put the condition last", false))
    }

    /// `win here`: what is meant is a capture.
    fn wins_seeds(&self) -> Option<Found> {
        let verb = self.index.checked_sub(1).filter(|verb| *verb == 0 || self.text_at(verb - 1) == "then")?;
        if self.piece.level != Level::Rules || self.text_at(verb) != "win" {
            return None;
        }
        let repair = Repair::new(self.span(verb), "capture");
        let diagnostic =
            Diagnostic::new(Code::WrongWord, self.span(verb), "`win` ends the game", "seeds are captured, not won");
        self.parses_with(&repair).then(|| self.found(diagnostic, repair, "write `capture`", false))
    }

    /// `sow anticlockwise`.
    fn no_braces(&self) -> Option<Found> {
        let head = self.word_at(0)?;
        if !matches!(self.piece.level, Level::Items | Level::PhaseItems) || !has_block(head) || self.index == 0 {
            return None;
        }
        let braces = (0..self.tokens.len()).any(|index| matches!(self.text_at(index), "{" | "}"));
        let wanted = self.expected.iter().any(|rule| matches!(rule, Rule::open | Rule::rules));
        if braces || !wanted {
            return None;
        }
        let inside = Level::inside(head);
        let what = match inside {
            Level::SowLines => "its directions stand between `{` and `}`",
            Level::PhaseItems => "its statements stand between `{` and `}`",
            Level::ExampleLines => "its lines stand between `{` and `}`",
            _ => "its rules stand between `{` and `}`",
        };
        let before = self.span(self.index - 1);
        let last = self.span(self.tokens.len() - 1);
        let diagnostic = Diagnostic::new(Code::MissingBrace, before, format!("`{head}` has no braces"), what);
        let body = self.text.get(before.end..last.end).unwrap_or("").trim();
        let repair = Repair::new(Span::new(before.end, last.end.max(before.end)), format!(" {{ {body} }}"));
        if !body.is_empty() && self.parses_with(&repair) {
            return Some(self.found(diagnostic, repair, "add the braces", false));
        }
        self.alone(diagnostic.help(self.usage()))
    }
}

/// A name in the form of the language: lower case, `_` for what cannot stand.
fn snake(text: &str) -> String {
    let mut name = String::new();
    for c in text.chars() {
        let c = match c {
            '\u{e0}'..='\u{e5}' | '\u{c0}'..='\u{c5}' => 'a',
            '\u{e8}'..='\u{eb}' | '\u{c8}'..='\u{cb}' => 'e',
            '\u{ec}'..='\u{ef}' | '\u{cc}'..='\u{cf}' => 'i',
            '\u{f2}'..='\u{f6}' | '\u{d2}'..='\u{d6}' => 'o',
            '\u{f9}'..='\u{fc}' | '\u{d9}'..='\u{dc}' => 'u',
            '\u{e7}' | '\u{c7}' => 'c',
            '\u{f1}' | '\u{d1}' => 'n',
            c => c,
        };
        if c.is_ascii_uppercase()
            && !name.is_empty()
            && !name.ends_with('_')
            && name.ends_with(|c: char| c.is_ascii_lowercase())
        {
            name.push('_');
        }
        if c.is_ascii_alphanumeric() || c == '_' {
            name.push(c.to_ascii_lowercase());
        }
    }
    name
}
