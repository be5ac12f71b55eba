//! Expressions of any kind, and patterns, as written.

use crate::source::{Source, Span};

use super::{Name, Spanned};

/// An expression of any kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it says.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// Whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// `own`.
    Own,
    /// `opponent`.
    Opponent,
    /// `south`.
    South,
    /// `north`.
    North,
}

/// `inner` or `outer`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum RowKind {
    Inner,
    Outer,
}

/// Along the lap's direction or against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum WayWord {
    /// `next`, `after`, `run on`.
    On,
    /// `previous`, `before`, `run back`.
    Back,
}

/// A player, where a word for one may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum PlayerWord {
    Mover,
    Opponent,
}

/// Nouns that stand alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Noun {
    /// `origin`.
    Origin,
    /// `lap origin`.
    LapOrigin,
    /// `here`.
    Here,
    /// `it`.
    It,
    /// `everything`.
    Everything,
    /// `total`.
    Total,
    /// `hand`.
    Hand,
    /// `lifted`.
    Lifted,
    /// `lap`.
    Lap,
    /// `captured`.
    Captured,
    /// `captured this lap`.
    CapturedThisLap,
    /// `captured by mover`.
    CapturedBy(PlayerWord),
    /// `moves by mover`.
    MovesBy(PlayerWord),
    /// `capturing moves by mover`.
    CapturingMovesBy(PlayerWord),
    /// `turns since capture`.
    TurnsSinceCapture,
    /// `repetition`.
    Repetition,
    /// `seeds in play`.
    SeedsInPlay,
    /// `direction`.
    Direction,
    /// `mover`.
    Mover,
    /// `opponent` alone, as in `opponent is stuck`.
    Opponent,
    /// `move`, as in `move is take`.
    Move,
}

/// Words that can only stand after `is` or `was`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Word {
    Anticlockwise,
    Clockwise,
    First,
    Relay,
    Resown,
    South,
    North,
    Stuck,
}

/// Measures of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Measure {
    SeedsIn,
    ColumnOf,
    CountOf,
    HalfOf,
}

/// Signs between numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Sign {
    Plus,
    Minus,
    Times,
    Over,
}

/// `and` or `or`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Joiner {
    And,
    Or,
}

/// `every` or `any` before a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum QuantifierWord {
    Every,
    Any,
}

/// The verb of a simple condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Verb {
    Holds,
    Held,
    Is,
    Was,
}

/// The expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A whole number.
    Number(u32),
    /// A name of the file's own (option, counter, definition, mark) or a value after `is`.
    Name(String),
    /// A noun.
    Noun(Noun),
    /// A word after `is` or `was`.
    Word(Word),
    /// `pits`, `own pits 1..5`, `opponent inner pit 3`, `own columns 1..2`, `every outer pit 4`.
    Pits {
        /// Whose; none for both players'.
        owner: Option<Owner>,
        /// Which row; none for both.
        row: Option<RowKind>,
        /// Whether `column` is said: both rows of a column.
        columns: bool,
        /// A column, or the first and the last.
        bounds: Option<(Box<Expr>, Option<Box<Expr>>)>,
    },
    /// `own store`, `stores`.
    Store(Option<Owner>),
    /// `own bank`.
    Bank(Option<Owner>),
    /// `own NAME`: a mark, or a counter.
    Owned(Spanned<Owner>, Name),
    /// `next [of PIT]`, `previous`, `2 after PIT`, `3 before PIT`. Without a pit: from `here`.
    Step {
        /// How many; none for `next` and `previous`.
        count: Option<Box<Expr>>,
        /// Which way.
        way: WayWord,
        /// From where.
        from: Option<Box<Expr>>,
    },
    /// `first before PIT where COND`.
    First {
        /// Which way.
        way: WayWord,
        /// From where.
        from: Box<Expr>,
        /// What must hold for it.
        fits: Box<Expr>,
    },
    /// `opposite [of PIT]`.
    Opposite(Option<Box<Expr>>),
    /// `behind PIT` (`behind opposite` is this of [`ExprKind::Opposite`]).
    Behind(Box<Expr>),
    /// `beside PIT`.
    Beside(Box<Expr>),
    /// `run back from PIT while COND`.
    Run {
        /// Which way.
        way: WayWord,
        /// From where.
        from: Box<Expr>,
        /// What must hold for each.
        fits: Box<Expr>,
    },
    /// `seeds in SET`, `column of PIT`, `count of SET`, `half of N`.
    Measure(Measure, Box<Expr>),
    /// `captured from [every] SET`.
    CapturedFrom {
        /// Whether `every` is said.
        every: bool,
        /// The pits.
        set: Box<Expr>,
    },
    /// `reached SET`.
    Reached(Box<Expr>),
    /// A sum, difference, product or quotient.
    Calculation(Box<Expr>, Sign, Box<Expr>),
    /// `A, B, C`.
    List(Vec<Expr>),
    /// `A except B`.
    Except(Box<Expr>, Box<Expr>),
    /// `A where COND`.
    Where(Box<Expr>, Box<Expr>),
    /// `( ... )`.
    Group(Box<Expr>),
    /// `not CONDITION`.
    Not(Box<Expr>),
    /// `A and B or C`: the first, then each joiner with what follows it. The checker refuses a mixture.
    Chain(Box<Expr>, Vec<(Spanned<Joiner>, Expr)>),
    /// `[every, any] X holds PATTERN`, `X is [not] PATTERN`.
    Relation {
        /// `every` or `any`.
        quantifier: Option<Spanned<QuantifierWord>>,
        /// What is spoken of.
        subject: Box<Expr>,
        /// The verb.
        verb: Spanned<Verb>,
        /// What is said of it.
        pattern: Box<Pattern>,
    },
    /// `PIT [not] in SET`.
    In {
        /// The pit.
        subject: Box<Expr>,
        /// Whether `not` is said.
        negated: bool,
        /// The set.
        set: Box<Expr>,
    },
}

/// What a relation says of its subject.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// What it says.
    pub kind: PatternKind,
    /// Where.
    pub span: Span,
}

/// The patterns.
#[derive(Clone, Debug, PartialEq)]
pub enum PatternKind {
    /// `not P`.
    Not(Box<Pattern>),
    /// `2 or 3`, `1..3 or 5+`: two or more of the next three.
    AnyOf(Vec<Pattern>),
    /// `1..3`.
    Range(Expr, Expr),
    /// `3+`.
    AtLeast(Expr),
    /// A number expression, a word, or a name.
    Value(Expr),
    /// `more than N`.
    MoreThan(Expr),
    /// `fewer than N`.
    FewerThan(Expr),
    /// `as many as SET`.
    AsManyAs(Expr),
    /// `even`.
    Even,
    /// `odd`.
    Odd,
    /// `nothing`.
    Nothing,
    /// `seeds`.
    Seeds,
}

impl Pattern {
    /// The pattern as a single word, where it is one: `is pit`, `is opposite` and `is end` may name the value of an option,
    /// although those words mean something else elsewhere.
    pub fn word<'s>(&self, source: &'s Source) -> Option<&'s str> {
        let text = source.slice(self.span);
        let is_word = text.starts_with(|c: char| c.is_ascii_lowercase())
            && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
        is_word.then_some(text)
    }
}
