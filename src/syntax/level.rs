//! The levels of a file: what stands in which braces, and the words that begin something there.

use super::Rule;
use super::tokens::{Token, TokenKind};

/// What a block of braces holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The statements of a variant.
    Items,
    /// The statements of a phase.
    PhaseItems,
    /// The lines of `sow`.
    SowLines,
    /// The rules of a moment, or of a `play` with braces.
    Rules,
    /// The lines of an example.
    ExampleLines,
}

/// Words that begin a statement of a variant and none of a phase.
const ITEMS: &[&str] = &[
    "about", "source", "also", "region", "note", "option", "board", "names", "seeds", "mark", "counter", "define",
    "phase", "example",
];
/// Words that begin a statement of a phase; those of more than one word with the second.
const PHASE_ITEMS: &[&str] = &[
    "play",
    "require",
    "lift",
    "sow",
    "on the",
    "landing",
    "before sowing",
    "on capture",
    "after move",
    "stuck",
    "end",
    "endless",
];
const SOW_LINES: &[&str] = &["anticlockwise", "clockwise", "skip", "include"];
const RULES: &[&str] = &[
    "capture", "relay", "sow from", "again", "stop", "pass", "reverse", "illegal", "repeat", "move", "mark", "unmark",
    "set", "add", "undo", "remove", "win", "lose", "draw", "void", "most", "fewest", "may",
];
const EXAMPLE_LINES: &[&str] = &["position", "play", "expect", "legal", "option"];
/// Words whose statement has braces.
const BLOCKS: &[&str] = &["phase", "sow", "on", "landing", "before", "after", "stuck", "end", "endless", "example"];

impl Level {
    /// Every level.
    pub const ALL: [Level; 5] = [Level::Items, Level::PhaseItems, Level::SowLines, Level::Rules, Level::ExampleLines];

    /// The rule for one of what stands here, and the rule for one that is the whole text.
    pub fn rules(self) -> (Rule, Rule) {
        match self {
            Level::Items => (Rule::item, Rule::lone_item),
            Level::PhaseItems => (Rule::phase_item, Rule::lone_phase_item),
            Level::SowLines => (Rule::sow_line, Rule::lone_sow_line),
            Level::Rules => (Rule::one_rule, Rule::lone_rule),
            Level::ExampleLines => (Rule::example_line, Rule::lone_example_line),
        }
    }

    /// The words that begin something here.
    pub fn words(self) -> Vec<&'static str> {
        match self {
            Level::Items => [ITEMS, PHASE_ITEMS].concat(),
            Level::PhaseItems => PHASE_ITEMS.to_vec(),
            Level::SowLines => SOW_LINES.to_vec(),
            Level::Rules => RULES.to_vec(),
            Level::ExampleLines => EXAMPLE_LINES.to_vec(),
        }
    }

    /// What one of them is called, with its article.
    pub fn one(self) -> &'static str {
        match self {
            Level::Items => "a statement",
            Level::PhaseItems => "a statement of a phase",
            Level::SowLines => "a line of `sow`",
            Level::Rules => "a rule",
            Level::ExampleLines => "a line of an example",
        }
    }

    /// How one of them begins.
    pub fn hint(self) -> &'static str {
        match self {
            Level::Items => {
                "a statement begins with a word such as `board`, `seeds`, `play`, `sow`, `landing` or `end`"
            }
            Level::PhaseItems => "a statement of a phase begins with a word such as `play`, `sow` or `landing`",
            Level::SowLines => "the lines of `sow` are `anticlockwise`, `clockwise`, `skip SET` and `include SET`",
            Level::Rules => "a rule begins with an action such as `capture`, `relay`, `again`, `stop` or `win`",
            Level::ExampleLines => "the lines of an example are `position`, `play`, `expect`, `legal` and `option`",
        }
    }

    /// Whether the token at an index begins something here; what follows it decides for words in two roles.
    pub fn starts(self, text: &str, tokens: &[Token], index: usize) -> bool {
        let Some(word) = word_at(text, tokens, index) else { return false };
        let second = word_at(text, tokens, index + 1).unwrap_or("");
        let lists: &[&[&str]] = match self {
            Level::Items => &[ITEMS, PHASE_ITEMS],
            Level::PhaseItems => &[PHASE_ITEMS],
            Level::SowLines => &[SOW_LINES],
            Level::Rules => &[RULES],
            Level::ExampleLines => &[EXAMPLE_LINES],
        };
        // `sow from` is an action, `sow` with anything else the statement.
        if word == "sow" && self != Level::Rules && second == "from" {
            return false;
        }
        lists.iter().any(|list| {
            list.iter().any(|entry| match entry.split_once(' ') {
                None => *entry == word,
                Some((one, two)) => one == word && two == second,
            })
        })
    }

    /// Whether a block that begins with a token looks like one of this level.
    pub fn looks_like(self, text: &str, tokens: &[Token], index: usize) -> bool {
        let is_text = |index: usize| tokens.get(index).is_some_and(|token| token.kind == TokenKind::Text);
        self.starts(text, tokens, index) && (self != Level::ExampleLines || is_text(index + 1))
    }

    /// What the braces of a statement hold, by its first word.
    pub fn inside(head: &str) -> Level {
        match head {
            "variant" => Level::Items,
            "phase" => Level::PhaseItems,
            "sow" => Level::SowLines,
            "example" => Level::ExampleLines,
            _ => Level::Rules,
        }
    }
}

/// Whether a statement that begins with this word has braces.
pub fn has_block(head: &str) -> bool {
    BLOCKS.contains(&head)
}

/// The word at an index.
pub fn word_at<'t>(text: &'t str, tokens: &[Token], index: usize) -> Option<&'t str> {
    let token = tokens.get(index)?;
    (token.kind == TokenKind::Word).then(|| text.get(token.span.range()).unwrap_or(""))
}

/// The text of the token at an index.
pub fn text_at<'t>(text: &'t str, tokens: &[Token], index: usize) -> &'t str {
    tokens.get(index).and_then(|token| text.get(token.span.range())).unwrap_or("")
}
