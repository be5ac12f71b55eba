//! The variant around its statements: its head, and what stands behind it.

use pest::Parser;

use super::{Node, Recovery};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::Rule as Grammatical;
use crate::syntax::blocks::Block;
use crate::syntax::build::Builder;
use crate::syntax::grammar::Grammar;
use crate::syntax::level::{Level, text_at};
use crate::syntax::piece::Piece;
use crate::syntax::tokens::TokenKind;
use crate::syntax::tree::*;

impl Recovery<'_> {
    /// The variant, with what can be read of it.
    pub(super) fn file(&mut self) -> Option<Variant> {
        if self.tokens.is_empty() {
            let diagnostic =
                Diagnostic::new(Code::Syntax, Span::new(0, 0), "this file is empty", "a variant belongs here")
                    .help("a file begins like `variant \"My Game\" {` and ends with `}`");
            self.diagnostics.push(diagnostic);
            return None;
        }
        let first_block = self.blocks.all.iter().find(|block| !self.blocks.is_stray(block.open)).cloned();
        let block = first_block.unwrap_or(Block {
            open: self.tokens.len(),
            opened: true,
            first: self.tokens.len(),
            end: self.tokens.len(),
            closed: true,
        });
        let (shell, header_is_good) = self.header(&block)?;
        self.entered.push(block.open);
        let items = self.statements(Level::Items, block.first, block.end);
        self.entered.pop();
        let items = items.into_iter().filter_map(|node| if let Node::Item(item) = node { Some(item) } else { None });
        self.after_the_variant(block.after());
        let span = self.span(0).to(self.span(self.tokens.len() - 1));
        let mut damaged = std::mem::take(&mut self.damaged);
        if !header_is_good {
            // Behind a second text stood the name of a base, which may say everything that the file does not.
            let texts = (0..block.open).filter(|index| self.tokens[*index].kind == TokenKind::Text).count();
            let keywords = if texts > 1 { Level::Items.words().to_vec() } else { vec!["variant"] };
            damaged.push(Damaged { span: shell.span, keywords, names: Vec::new() });
        }
        Some(Variant { items: items.collect(), damaged, span, ..shell })
    }

    /// The variant without its statements, and whether its head parses.
    fn header(&mut self, block: &Block) -> Option<(Variant, bool)> {
        let mut head = self.text.get(..self.span(block.open).start).unwrap_or("").to_owned();
        let braces = if block.opened && block.open < self.tokens.len() { "{}" } else { " {}" };
        // Without any block the head alone is the file, and its braces are what is missing.
        if block.open < self.tokens.len()
            || self.tokens.len() <= 4 && self.blocks.all.is_empty() && head.trim().is_empty()
        {
            head.push_str(braces);
        }
        if let Ok(pairs) = Grammar::parse(Grammatical::file, &head) {
            return Builder::new(0).file(pairs).map(|variant| (variant, true));
        }
        let mut piece =
            Piece { text: head.clone(), base: 0, level: Level::Items, entry: Grammatical::file, names: &self.names };
        // The head without the blanks before it, so that places are those of words.
        let start = head.len() - head.trim_start().len();
        piece.base = start;
        piece.text = head[start..].to_owned();
        let told = piece.explain(true);
        self.diagnostics.extend(told.into_iter().take(1));
        let name = (0..block.open.min(3)).find(|index| self.tokens[*index].kind == TokenKind::Text);
        let (value, span) = match name {
            Some(index) => (self.slice(self.span(index)).trim_matches('"').to_owned(), self.span(index)),
            None => (String::new(), self.span(0)),
        };
        let name = Spanned { value, span };
        Some((Variant { name, extends: None, items: Vec::new(), damaged: Vec::new(), span }, false))
    }

    fn after_the_variant(&mut self, from: usize) {
        let Some(index) = (from..self.tokens.len()).find(|index| !self.blocks.is_stray(*index)) else { return };
        let word = text_at(self.text, self.tokens, index);
        let span = self.span(index);
        let diagnostic = match word {
            "variant" => {
                Diagnostic::new(Code::WrongPlace, span, "a second variant begins here", "a file holds one variant")
                    .help("give it a file of its own")
            }
            _ => Diagnostic::new(
                Code::WrongPlace,
                span,
                format!("`{word}` stands after the variant's last `}}`"),
                "nothing can follow",
            )
            .help("move it before the last `}`, or remove one `}` above"),
        };
        self.diagnostics.push(diagnostic);
    }
}
