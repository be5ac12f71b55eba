//! Which brace closes which, in a text where braces may be missing or too many: where the count is wrong, the words that
//! begin statements say where a block must have ended.

use super::level::{Level, has_block, text_at};
use super::tokens::{Token, TokenKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A block of braces, by the indices of its tokens.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its `{`, or its first token where there is none.
    pub open: usize,
    /// Whether there is a `{`.
    pub opened: bool,
    /// The first token inside.
    pub first: usize,
    /// The token after the last inside: its `}`, where there is one.
    pub end: usize,
    /// Whether there is a `}`.
    pub closed: bool,
}

impl Block {
    /// The token after the block.
    pub fn after(&self) -> usize {
        if self.closed { self.end + 1 } else { self.end }
    }
}

/// The blocks of a text.
pub struct Blocks {
    /// By their first token.
    pub all: Vec<Block>,
    /// Braces that belong to no block.
    pub stray: Vec<usize>,
    /// What is wrong with the braces.
    pub diagnostics: Vec<Diagnostic>,
}

/// The most braces told of.
const MOST: usize = 200;

impl Blocks {
    /// The block that begins at a token.
    pub fn at(&self, open: usize) -> Option<&Block> {
        self.all.binary_search_by_key(&open, |block| block.open).ok().and_then(|index| self.all.get(index))
    }

    /// Whether a token is a brace that belongs to no block.
    pub fn is_stray(&self, index: usize) -> bool {
        self.stray.binary_search(&index).is_ok()
    }
}

/// A block that is still open.
struct Frame {
    block: Block,
    level: Level,
    /// The first token of the statement that has the block.
    head: usize,
}

struct Finder<'t> {
    text: &'t str,
    tokens: &'t [Token],
    open: Vec<Frame>,
    /// How many `}` are missing in all, or how many `{`.
    unclosed: usize,
    unopened: usize,
    /// The first token of the statement being read.
    head: Option<usize>,
    /// The first token of the line being read.
    line: usize,
    /// The token after the last that is no `}`.
    last_word: usize,
    /// A block without `{` and its level, to be opened at a token.
    coming: Option<(usize, Level, usize)>,
    found: Blocks,
}

/// Finds the blocks of a text.
pub fn find(text: &str, tokens: &[Token]) -> Blocks {
    let count = |sign| (0..tokens.len()).filter(|index| text_at(text, tokens, *index) == sign).count();
    let (opens, closes) = (count("{"), count("}"));
    let mut finder = Finder {
        text,
        tokens,
        open: Vec::new(),
        unclosed: opens.saturating_sub(closes),
        unopened: closes.saturating_sub(opens),
        head: None,
        line: 0,
        last_word: (0..tokens.len()).rfind(|index| text_at(text, tokens, *index) != "}").map_or(0, |index| index + 1),
        coming: None,
        found: Blocks { all: Vec::new(), stray: Vec::new(), diagnostics: Vec::new() },
    };
    for index in 0..tokens.len() {
        finder.token(index);
    }
    finder.end();
    finder.found.diagnostics.truncate(MOST);
    finder.found.all.sort_by_key(|block| block.open);
    finder.found
}

impl Finder<'_> {
    fn text_at(&self, index: usize) -> &str {
        text_at(self.text, self.tokens, index)
    }

    /// The keyword that begins at a token, with all its words.
    fn head_at(&self, index: usize) -> String {
        let more = if matches!(self.text_at(index), "on" | "before" | "after") { 3 } else { 1 };
        let words = (index..index + more).map(|at| self.text_at(at));
        words.take_while(|word| word.starts_with(|c: char| c.is_ascii_lowercase())).collect::<Vec<_>>().join(" ")
    }

    fn span(&self, index: usize) -> Span {
        self.tokens.get(index).map_or(Span::default(), |token| token.span)
    }

    fn token(&mut self, index: usize) {
        if self.tokens[index].first {
            self.line = index;
        }
        if let Some((at, level, head)) = self.coming
            && at == index
        {
            self.coming = None;
            if self.text_at(index) != "{" {
                self.push(index, false, level, head);
            }
        }
        match self.text_at(index) {
            "{" => self.opening(index),
            "}" => self.closing(index),
            _ if self.tokens[index].kind == TokenKind::Word && self.begins(index) => self.word(index),
            _ => {}
        }
    }

    /// Whether a token stands where a statement may begin.
    fn begins(&self, index: usize) -> bool {
        index == 0 || self.tokens[index].first || matches!(self.text_at(index - 1), "{" | "}")
    }

    fn push(&mut self, open: usize, opened: bool, level: Level, head: usize) {
        let first = if opened { open + 1 } else { open };
        let block = Block { open, opened, first, end: first, closed: false };
        self.open.push(Frame { block, level, head });
        self.head = None;
    }

    fn pop(&mut self, end: usize, closed: bool) -> Option<Frame> {
        let mut frame = self.open.pop()?;
        frame.block.end = end;
        frame.block.closed = closed;
        self.found.all.push(frame.block.clone());
        self.head = None;
        Some(frame)
    }

    fn opening(&mut self, index: usize) {
        if index > 0 && self.text_at(index - 1) == "{" && !self.found.is_stray(index - 1) {
            self.unclosed = self.unclosed.saturating_sub(1);
            self.stray(index, "a second `{`", "the one before it has opened the block already");
            return;
        }
        let floor = self.open.last().map_or(0, |frame| frame.block.first);
        let head = self.head.unwrap_or(self.line.max(floor).min(index));
        let level = match self.text_at(head) {
            _ if self.open.is_empty() => Level::Items,
            word => match Level::inside(word) {
                Level::Rules => self.guess(word, index + 1),
                level => level,
            },
        };
        self.push(index, true, level, head);
    }

    /// The level of a block whose statement does not tell, by its first word.
    fn guess(&self, head: &str, first: usize) -> Level {
        let known = Level::Items.words().iter().any(|word| word.split(' ').next() == Some(head));
        let fits = |level: &Level| level.looks_like(self.text, self.tokens, first);
        if known {
            return Level::Rules;
        }
        let order = [Level::Rules, Level::SowLines, Level::ExampleLines, Level::PhaseItems];
        order.into_iter().find(fits).unwrap_or(Level::Rules)
    }

    fn closing(&mut self, index: usize) {
        let more = index + 1 < self.last_word;
        // `} }` where one brace has a line of its own.
        let doubled =
            index > 0 && !self.tokens[index].first && self.tokens[index - 1].first && self.text_at(index - 1) == "}";
        if self.open.is_empty() || (self.unopened > 0 && (doubled || (self.open.len() == 1 && more))) {
            self.unopened = self.unopened.saturating_sub(1);
            self.stray(index, "this `}` closes nothing", "no block is open here");
            return;
        }
        self.pop(index, true);
    }

    fn stray(&mut self, index: usize, message: &str, label: &str) {
        // One message for a row of them.
        let told = index > 0 && self.found.is_stray(index - 1);
        self.found.stray.push(index);
        if !told {
            let span = self.span(index);
            self.found.diagnostics.push(
                Diagnostic::new(Code::ExtraBrace, span, message, label)
                    .help("remove it, or look for the brace that is missing before it")
                    .fix("remove it", span, "", false),
            );
        }
    }

    /// A word where a statement may begin.
    fn word(&mut self, index: usize) {
        let level = self.open.last().map_or(Level::Items, |frame| frame.level);
        let fits = |level: Level| level.starts(self.text, self.tokens, index);
        if self.open.is_empty() {
            if index > 0 && fits(Level::Items) {
                self.header_without_brace(index);
                self.head = Some(index);
            }
        } else if !fits(level) && self.is_section(index) {
            let outer = self.open.iter().rposition(|frame| fits(frame.level));
            if let Some(outer) = outer
                && self.unclosed > 0
            {
                self.close_before(index, outer);
            }
        }
        let level = self.open.last().map_or(Level::Items, |frame| frame.level);
        if level.starts(self.text, self.tokens, index) {
            self.head = Some(index);
            if self.unopened > 0 && has_block(self.text_at(index)) && matches!(level, Level::Items | Level::PhaseItems)
            {
                self.block_without_brace(index);
            }
        }
    }

    /// Whether a word begins a statement of a variant and cannot begin a rule there.
    fn is_section(&self, index: usize) -> bool {
        if !Level::Items.starts(self.text, self.tokens, index) {
            return false;
        }
        if self.text_at(index) != "mark" {
            return true;
        }
        // `mark here as own NAME` is an action.
        (index + 1..self.tokens.len()).take_while(|at| !self.tokens[*at].first).all(|at| self.text_at(at) != "as")
    }

    /// Closes the blocks inside frame `outer`, which lack their `}` before a token.
    fn close_before(&mut self, index: usize, outer: usize) {
        while self.open.len() > outer + 1 && self.unclosed > 0 {
            self.unclosed -= 1;
            if let Some(frame) = self.pop(index, false) {
                self.not_closed(&frame, Some(index));
            }
        }
    }

    fn not_closed(&mut self, frame: &Frame, before: Option<usize>) {
        let brace = self.span(frame.block.open);
        let last = self.span(frame.block.end.saturating_sub(1));
        let one_line = (frame.block.open + 1..frame.block.end).all(|index| !self.tokens[index].first);
        let head = match self.text_at(frame.head) {
            word if word.starts_with(|c: char| c.is_ascii_lowercase()) => format!("`{word}`"),
            _ => "this block".to_owned(),
        };
        let insert = Span::new(last.end, last.end);
        let diagnostic = match before {
            _ if one_line && frame.block.opened => {
                let mut diagnostic =
                    Diagnostic::new(Code::UnclosedBlock, brace, "this `{` is never closed", "opened here");
                if let Some(before) = before {
                    let text = format!("`{}` is a section of its own", self.head_at(before));
                    diagnostic = diagnostic.label(self.span(before), text);
                }
                diagnostic
            }
            Some(before) => {
                let word = self.head_at(before);
                let message = format!("{head} is still open where `{word}` begins");
                let lines = self.text.get(last.end..self.span(before).start).unwrap_or("").matches('\n').count();
                // Beside blank lines the end of the block is nearer to where the brace belongs.
                let (place, label) = match lines {
                    0..=2 => (self.span(before), "a section of its own"),
                    _ => (last, "the block ends here or later"),
                };
                Diagnostic::new(Code::UnclosedBlock, place, message, label).label(brace, "opened here and never closed")
            }
            None => {
                let message = format!("{head} is still open where the file ends");
                Diagnostic::new(Code::UnclosedBlock, last, message, "the file ends here")
                    .label(brace, "opened here and never closed")
            }
        };
        let help = match before {
            Some(before) => format!("add `}}` before `{}`", self.head_at(before)),
            None => "add `}` at the end of the file".to_owned(),
        };
        self.found.diagnostics.push(diagnostic.help(help).fix("close the block", insert, " }", false));
    }

    fn header_without_brace(&mut self, index: usize) {
        if self.unopened > 0 {
            self.unopened -= 1;
            self.no_brace(index - 1, "the variant has no `{`", "`{` belongs here", "variant \"NAME\" {");
        }
        self.push(index, false, Level::Items, 0);
    }

    /// Looks whether a statement with a block lacks its `{`.
    fn block_without_brace(&mut self, head: usize) {
        let word = self.text_at(head).to_owned();
        let level = Level::inside(&word);
        let mut stop = self.tokens.len();
        for index in head + 1..self.tokens.len() {
            match self.text_at(index) {
                "{" => return,
                "}" => {
                    stop = index;
                    break;
                }
                // `after move` and `sow each` do not begin again with their second word.
                _ if index > head + 1
                    && self.tokens[index].first
                    && Level::ALL.iter().any(|l| l.starts(self.text, self.tokens, index)) =>
                {
                    stop = index;
                    break;
                }
                _ => {}
            }
        }
        let inside = (head + 1..stop).find(|index| *index > head && level.starts(self.text, self.tokens, *index));
        let inside = inside.unwrap_or(stop);
        // Where a new section begins at once, no rules are there that braces could hold.
        if inside == stop
            && stop < self.tokens.len()
            && self.text_at(stop) != "}"
            && !level.starts(self.text, self.tokens, stop)
        {
            return;
        }
        self.unopened -= 1;
        let message = format!("`{word}` has no `{{`");
        let example = format!("{word} {{ ... }}");
        self.no_brace(inside.saturating_sub(1), &message, "`{` belongs after this", &example);
        self.coming = Some((inside, level, head));
    }

    fn no_brace(&mut self, after: usize, message: &str, label: &str, example: &str) {
        let span = self.span(after);
        self.found.diagnostics.push(
            Diagnostic::new(Code::MissingBrace, span, message, label).help(format!("write `{example}`")).fix(
                "add `{`",
                Span::new(span.end, span.end),
                " {",
                false,
            ),
        );
    }

    fn end(&mut self) {
        let mut told = false;
        while let Some(frame) = self.pop(self.tokens.len(), false) {
            // The outermost alone: the blocks inside may well end with it.
            if self.open.is_empty() && !told {
                told = true;
                self.not_closed(&frame, None);
            }
        }
    }
}
