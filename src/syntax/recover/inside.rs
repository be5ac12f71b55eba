//! Statements with braces whose inside or head cannot be read, and what is remembered of pieces that are left out.

use pest::Parser;

use super::{Node, Recovery, build};
use crate::source::Span;
use crate::syntax::blocks::Block;
use crate::syntax::build::Builder;
use crate::syntax::grammar::Grammar;
use crate::syntax::level::{Level, has_block, text_at, word_at};
use crate::syntax::piece::similar;
use crate::syntax::tree::*;
use crate::syntax::words;

impl Recovery<'_> {
    /// A statement with braces: its head is read with empty braces, what stands in them for itself.
    pub(super) fn with_blocks(&mut self, level: Level, at: usize, sync: usize, inside: &[Block]) -> Option<Node> {
        let span = self.piece_span(at, sync);
        let hollow = self.hollow(span, inside);
        let (prefix, entry) = level.rules();
        let head = if Grammar::parse(entry, &hollow).is_ok() {
            let pair = Grammar::parse(prefix, &hollow).ok().and_then(|mut pairs| pairs.next());
            pair.and_then(|pair| build(&mut Builder::new(span.start), level, pair))
        } else {
            self.explain(level, span, hollow);
            None
        };
        let word = text_at(self.text, self.tokens, at).to_owned();
        let mut filled = head;
        for (count, block) in inside.iter().enumerate() {
            // A second block belongs to a statement whose first word is missing.
            let level = self.level_inside(if count == 0 { &word } else { "" }, block);
            self.entered.push(block.open);
            let nodes = self.statements(level, block.first, block.end);
            self.entered.pop();
            if let Some(Node::Item(item)) = &mut filled {
                fill(item, nodes);
            }
        }
        if filled.is_none() {
            self.damage(level, at, sync);
        }
        filled
    }

    /// What a block holds: by the word before it, else by the first word in it.
    fn level_inside(&self, head: &str, block: &Block) -> Level {
        if has_block(head) || head == "play" {
            return Level::inside(head);
        }
        let near = similar(head, ["phase", "sow", "example", "landing", "stuck", "endless", "play"]);
        if let Some(word) = near.first() {
            return Level::inside(word);
        }
        let order = [Level::Rules, Level::SowLines, Level::ExampleLines, Level::PhaseItems];
        order.into_iter().find(|level| level.looks_like(self.text, self.tokens, block.first)).unwrap_or(Level::Rules)
    }

    /// The text of a statement with nothing but blanks in its braces, as long as it was.
    fn hollow(&self, span: Span, inside: &[Block]) -> String {
        let mut bytes = self.slice(span).as_bytes().to_vec();
        let mut ends = 0;
        for block in inside {
            let all = self.piece_span(block.open, block.after().max(block.open + 1));
            let (start, end) = (all.start - span.start, all.end.min(span.end) - span.start);
            if let Some(hole) = bytes.get_mut(start..end) {
                hole.fill(b' ');
                if let [first, .., last] = hole {
                    (*first, *last) = (b'{', b'}');
                } else if let [only] = hole {
                    *only = b'{';
                    ends += 1;
                }
            }
        }
        let mut text = String::from_utf8(bytes).unwrap_or_default();
        text.extend(std::iter::repeat_n('}', ends));
        text
    }

    /// Keeps in mind what a piece may have been.
    pub(super) fn damage(&mut self, level: Level, at: usize, sync: usize) {
        let span = self.piece_span(at, sync);
        let head = text_at(self.text, self.tokens, at);
        let second = text_at(self.text, self.tokens, at + 1);
        let mut keywords: Vec<&'static str> = Vec::new();
        if level == Level::Items || level == Level::PhaseItems {
            let all = level.words();
            let matching = |words: &str| words == head || words == format!("{head} {second}");
            keywords.extend(all.iter().copied().filter(|words| matching(words)));
            // A statement word in a known statement may be another's own, and so may what its braces hold. Where the first
            // word is unknown, it may have been anything.
            if !keywords.is_empty() {
                let inside = |words: &str| {
                    let first = words.split(' ').next();
                    (at..sync).any(|index| word_at(self.text, self.tokens, index) == first)
                };
                let blocks = (at..sync).filter_map(|index| self.block_at(index));
                let held: Vec<Level> = blocks.map(|block| self.level_inside("", block)).collect();
                for words in all {
                    let head_of = words.split(' ').next().unwrap_or(words);
                    let holds = !has_block(head) && has_block(head_of) && held.contains(&Level::inside(head_of));
                    if (holds || inside(words)) && !keywords.contains(&words) {
                        keywords.push(words);
                    }
                }
            }
        }
        let names = (at..sync)
            .filter_map(|index| word_at(self.text, self.tokens, index))
            .filter(|word| !words::is_reserved(word))
            .map(str::to_owned)
            .collect();
        self.damaged.push(Damaged { span, keywords, names });
    }
}

/// Puts into a statement what was read in its braces.
fn fill(item: &mut Item, nodes: Vec<Node>) {
    for node in nodes {
        match (node, &mut item.kind) {
            (Node::Item(inner), ItemKind::Phase { items, .. }) => items.push(inner),
            (Node::SowLine(line), ItemKind::Sow { lines, .. }) => lines.push(line),
            (Node::Rule(rule), ItemKind::Moment { rules, .. }) => rules.push(rule),
            (Node::Rule(rule), ItemKind::Play { rules: Some(rules), .. }) => rules.push(rule),
            (Node::ExampleLine(line), ItemKind::Example(example)) => example.lines.push(line),
            _ => {}
        }
    }
}
