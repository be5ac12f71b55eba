//! What is done with a text that does not parse: it is cut into statements, rules and lines, each is read alone, and the
//! tree is made of those that can be read. So every mistake is told once, and none hides another.

mod head;
mod inside;

use std::collections::BTreeSet;

use pest::Parser;

use super::blocks::{self, Block, Blocks};
use super::build::Builder;
use super::grammar::Grammar;
use super::level::{Level, text_at, word_at};
use super::piece::{Piece, similar};
use super::tokens::{self, Token, TokenKind};
use super::tree::*;
use super::{Rule as Grammatical, comments, words};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Source, Span};

/// How many bytes are read at first in search of one statement, and how many at most.
const NEAR: usize = 2_000;
const FAR: usize = 1 << 16;
/// After so many mistakes no repairs are tried any more, after so many the rest is not read.
const REPAIRED: usize = 60;
const MOST: usize = 500;

/// Words that begin a line of `sow` wherever they stand in its braces.
const SOW_LINES: &[&str] = &["skip", "include"];

/// One of what stands at a level.
enum Node {
    Item(Item),
    Rule(Rule),
    SowLine(SowLine),
    ExampleLine(ExampleLine),
}

struct Recovery<'s> {
    /// The text with the slips of the keyboard mended.
    text: &'s str,
    tokens: &'s [Token],
    blocks: Blocks,
    /// The names that the file declares.
    names: BTreeSet<String>,
    diagnostics: Vec<Diagnostic>,
    damaged: Vec<Damaged>,
    /// The blocks being read that have no `{` and so begin with their first word.
    entered: Vec<usize>,
    /// The last answer of [`Recovery::sync`]: the level, the end, from where, and what it was.
    synced: Option<(Level, usize, usize, usize)>,
    /// How many pieces could not be read.
    bad: usize,
}

/// Reads what can be read of a text that does not parse, and says all that is wrong with it.
pub fn recover(source: &Source) -> (Option<File>, Vec<Diagnostic>) {
    let text = source.text();
    let masked = match text.strip_prefix('\u{feff}') {
        Some(rest) => format!("   {rest}"),
        None => text.to_owned(),
    };
    let scan = tokens::scan(&masked);
    let mut recovery = Recovery {
        text: &scan.text,
        tokens: &scan.tokens,
        blocks: blocks::find(&scan.text, &scan.tokens),
        names: declared(&scan.text, &scan.tokens),
        diagnostics: Vec::new(),
        damaged: Vec::new(),
        entered: Vec::new(),
        synced: None,
        bad: 0,
    };
    let variant = recovery.file();
    let mut diagnostics = recovery.diagnostics;
    // A text that is never closed swallows what follows on its line; nothing more is said of that line.
    for slip in scan.slips.iter().filter(|slip| slip.code == Code::UnclosedText) {
        let line = source.line(slip.span().start);
        diagnostics.retain(|other| source.line(other.span().start) != line);
    }
    // Where a brace is wrong, the statement on its line cannot be right either.
    for brace in &recovery.blocks.diagnostics {
        let line = source.line(brace.span().start);
        diagnostics.retain(|other| source.line(other.span().start) != line);
    }
    diagnostics.extend(scan.slips);
    diagnostics.append(&mut recovery.blocks.diagnostics);
    diagnostics.iter_mut().for_each(|diagnostic| on_characters(diagnostic, text));
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span().start, diagnostic.span().end));
    let file = variant.map(|variant| File { variant, comments: comments::find(text) });
    (file, diagnostics)
}

/// Widens places to whole characters: a typographic quote is longer than the plain one that was read for it.
fn on_characters(diagnostic: &mut Diagnostic, text: &str) {
    let widen = |span: &mut Span| {
        let start = (0..=span.start.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let end = (span.end.min(text.len())..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
        *span = Span::new(start, end.max(start));
    };
    diagnostic.labels.iter_mut().for_each(|label| widen(&mut label.span));
    diagnostic.fix.iter_mut().flat_map(|fix| &mut fix.edits).for_each(|(span, _)| widen(span));
}

/// The words that stand where names are declared.
fn declared(text: &str, tokens: &[Token]) -> BTreeSet<String> {
    const BEFORE: &[&str] =
        &["option", "mark", "counter", "phase", "number", "pits", "condition", "as", "own", "|", ":"];
    (1..tokens.len())
        .filter(|index| {
            let before = text_at(text, tokens, index - 1);
            let defined = !matches!(before, "number" | "pits" | "condition")
                || (*index > 1 && text_at(text, tokens, index - 2) == "define");
            // `own NAME` speaks of a mark that was declared; it is none by itself.
            BEFORE.contains(&before) && defined && before != "own"
        })
        .filter_map(|index| word_at(text, tokens, index))
        .filter(|word| !words::is_reserved(word))
        .map(str::to_owned)
        .collect()
}

impl Recovery<'_> {
    fn span(&self, index: usize) -> Span {
        self.tokens.get(index).map_or(Span::new(self.text.len(), self.text.len()), |token| token.span)
    }

    fn starts(&self, level: Level, index: usize) -> bool {
        level.starts(self.text, self.tokens, index)
    }

    fn is_full(&self) -> bool {
        self.diagnostics.len() >= MOST || self.bad >= 4 * MOST
    }

    /// The bytes from one token to before another.
    fn piece_span(&self, from: usize, to: usize) -> Span {
        self.span(from).to(self.span(to.max(from + 1) - 1))
    }

    fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// The block that begins at a token, seen from where the walk is.
    fn block_at(&self, index: usize) -> Option<&Block> {
        self.blocks.at(index).filter(|block| block.opened || !self.entered.contains(&index))
    }

    /// The token after one, or after the block that begins with it.
    fn step(&self, index: usize) -> usize {
        self.block_at(index).map_or(index + 1, |block| block.after().max(index + 1))
    }

    /// What stands in a block, without what cannot be read.
    fn statements(&mut self, level: Level, from: usize, to: usize) -> Vec<Node> {
        let mut nodes = Vec::new();
        let mut at = from;
        let mut failed_before = false;
        while at < to && !self.is_full() {
            if self.blocks.is_stray(at) {
                at += 1;
                continue;
            }
            if let Some((node, next)) = self.good(level, at, to) {
                nodes.push(node);
                at = next;
                failed_before = false;
                continue;
            }
            let (node, next) = self.bad(level, at, to, failed_before);
            failed_before = node.is_none() && !self.starts(level, at) && !self.could_be(level, at);
            nodes.extend(node);
            at = next.max(at + 1);
        }
        nodes
    }

    /// A statement that parses, if what follows it can follow, and the token after it.
    fn good(&self, level: Level, at: usize, to: usize) -> Option<(Node, usize)> {
        if !self.starts(level, at) {
            return None;
        }
        // The parser looks over all that it is given, so it is given little at first.
        let near = self.tokens.partition_point(|token| token.span.end < self.span(at).start + NEAR).clamp(at + 1, to);
        let (prefix, _) = level.rules();
        let mut span = self.piece_span(at, near);
        let mut parsed = Grammar::parse(prefix, self.slice(span));
        let reached = match &parsed {
            Ok(pairs) => pairs.clone().next().map_or(0, |pair| pair.as_span().end()),
            Err(error) => super::stop(error),
        };
        if near < to && span.start + reached + 1 >= self.span(near - 1).start {
            let far = self.tokens.partition_point(|token| token.span.end < span.start + FAR).clamp(at + 1, to);
            span = self.piece_span(at, far);
            parsed = Grammar::parse(prefix, self.slice(span));
        }
        let pair = parsed.ok()?.next()?;
        let end = span.start + pair.as_span().end();
        let mut next = self.tokens.partition_point(|token| token.span.start < end);
        while next < to && self.blocks.is_stray(next) {
            next += 1;
        }
        let fits = next >= to || self.starts(level, next) || (self.tokens[next].first && !self.goes_on(next));
        if !fits {
            return None;
        }
        let mut builder = Builder::new(span.start);
        let node = build(&mut builder, level, pair)?;
        builder.diagnostics.is_empty().then_some((node, next))
    }

    /// Whether a token at the begin of a line can only go on what stands before it.
    fn goes_on(&self, index: usize) -> bool {
        let text = text_at(self.text, self.tokens, index);
        let joins = words::find(text).is_some_and(|word| word.kind == words::WordKind::Joiner);
        joins || text == "{" || similar(text, ["when", "and", "then", "only"]).first().is_some_and(|_| text.len() > 2)
    }

    /// The next token at which something begins for sure.
    fn sync(&mut self, level: Level, at: usize, to: usize) -> usize {
        if let Some((known_level, known_to, from, found)) = self.synced
            && (known_level, known_to) == (level, to)
            && (from..found).contains(&at)
        {
            return found;
        }
        let mut index = self.step(at);
        while index < to {
            if self.block_at(index).is_some_and(|block| !block.opened) {
                index = self.step(index);
                continue;
            }
            let before = text_at(self.text, self.tokens, index - 1);
            let certain = level == Level::SowLines && SOW_LINES.contains(&text_at(self.text, self.tokens, index));
            let begins = self.tokens[index].first || before == "}" || certain;
            if begins && self.starts(level, index) && !matches!(before, "then" | "may" | ",") {
                break;
            }
            index = self.step(index);
        }
        let found = index.min(to);
        self.synced = Some((level, to, at, found));
        found
    }

    /// Says what is wrong with a statement, and keeps of it what can be read. Answers the token after it.
    fn bad(&mut self, level: Level, at: usize, to: usize, failed_before: bool) -> (Option<Node>, usize) {
        self.bad += 1;
        let sync = self.sync(level, at, to);
        let mut sync = sync;
        let mut inside: Vec<Block> = Vec::new();
        let mut index = at;
        while index < sync {
            if let Some(block) = self.block_at(index) {
                inside.push(block.clone());
            }
            index = self.step(index);
        }
        // What begins a line behind the first block is a piece of its own.
        if let Some(after) = inside.first().map(Block::after)
            && after < sync
            && self.tokens[after].first
            && (text_at(self.text, self.tokens, at) != "play" || !self.goes_on(after))
        {
            sync = after;
            inside.truncate(1);
        }
        if !inside.is_empty() {
            return (self.with_blocks(level, at, sync, &inside), sync);
        }
        let span = self.piece_span(at, sync);
        if span.end - span.start > FAR {
            self.too_long(at, sync);
            return (None, sync);
        }
        let (_, entry) = level.rules();
        // A line that begins what nobody knows is a piece of its own, if what stands before it is whole.
        if let Err(error) = Grammar::parse(entry, self.slice(span)) {
            let stop = span.start + super::stop(&error);
            let line = (at..sync).rev().find(|index| self.tokens[*index].first && self.span(*index).start <= stop);
            if let Some(line) = line
                && line > at
                && (self.span(line).start == stop || !self.goes_on(line))
            {
                let before = self.piece_span(at, line);
                if let Some(node) = self.alone(level, before) {
                    return (Some(node), line);
                }
            }
        } else if let Some(node) = self.alone(level, span) {
            return (Some(node), sync);
        }
        // Behind the place of the mistake a line may begin that was meant as a piece of its own.
        let stop =
            Grammar::parse(entry, self.slice(span)).err().map_or(span.end, |error| span.start + super::stop(&error));
        let cut = (at + 1..sync).find(|index| {
            self.tokens[*index].first && self.span(*index).start > stop && self.may_begin(level, at, *index)
        });
        let sync = cut.unwrap_or(sync);
        let span = self.piece_span(at, sync);
        // A run of what begins nothing here is told once.
        let starts = self.starts(level, at);
        if starts || !failed_before || self.could_be(level, at) {
            self.explain(level, span, self.slice(span).to_owned());
        }
        self.damage(level, at, sync);
        (None, sync)
    }

    /// Whether a line behind a mistake looks like the begin of something, although its first word begins nothing.
    fn may_begin(&self, level: Level, at: usize, line: usize) -> bool {
        let conditions = |word: &str| matches!(word, "when" | "if");
        let has_condition = || (at..line).any(|index| conditions(text_at(self.text, self.tokens, index)));
        match level {
            Level::Items if self.tokens[line].kind == TokenKind::Number => true,
            Level::Rules if conditions(text_at(self.text, self.tokens, line)) => has_condition(),
            _ => self.could_be(level, line) && !self.goes_on(line),
        }
    }

    /// Whether a first word is spelt nearly like one that begins something at the level.
    fn could_be(&self, level: Level, at: usize) -> bool {
        let heads = level.words();
        let text = text_at(self.text, self.tokens, at);
        !similar(text, heads.iter().map(|head| head.split(' ').next().unwrap_or(head))).is_empty()
    }

    /// A piece that no hand has written: nothing more is looked for in it.
    fn too_long(&mut self, at: usize, sync: usize) {
        let span = self.piece_span(at, sync);
        let label = format!("{} bytes without a word that begins something", span.end - span.start);
        self.diagnostics.push(
            Diagnostic::new(Code::Syntax, self.span(at), "something in this piece cannot be read", label)
                .help("begin each statement and each rule on a line of its own"),
        );
    }

    /// A piece that parses alone.
    fn alone(&self, level: Level, span: Span) -> Option<Node> {
        let (prefix, entry) = level.rules();
        let text = self.slice(span);
        Grammar::parse(entry, text).ok()?;
        let pair = Grammar::parse(prefix, text).ok()?.next()?;
        let mut builder = Builder::new(span.start);
        let node = build(&mut builder, level, pair)?;
        builder.diagnostics.is_empty().then_some(node)
    }

    fn explain(&mut self, level: Level, span: Span, text: String) {
        let (_, entry) = level.rules();
        let repairs = self.diagnostics.len() < REPAIRED;
        let piece = Piece { text, base: span.start, level, entry, names: &self.names };
        let mut told = piece.explain(repairs);
        if told.is_empty() {
            // It parses alone, but what was built of it has something wrong.
            let (prefix, _) = level.rules();
            let mut builder = Builder::new(span.start);
            if let Some(pair) = Grammar::parse(prefix, &piece.text).ok().and_then(|mut pairs| pairs.next()) {
                build(&mut builder, level, pair);
            }
            told = builder.diagnostics;
        }
        self.diagnostics.extend(told);
    }
}

/// Builds what stands at a level.
fn build(builder: &mut Builder, level: Level, pair: pest::iterators::Pair<'_, Grammatical>) -> Option<Node> {
    match level {
        Level::Items | Level::PhaseItems => builder.item(pair).map(Node::Item),
        Level::SowLines => builder.sow_line(pair).map(Node::SowLine),
        Level::Rules => builder.rule(pair).map(Node::Rule),
        Level::ExampleLines => builder.example_line(pair).map(Node::ExampleLine),
    }
}
