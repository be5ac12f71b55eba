//! The syntax tree of a variant file: what was written, with its spans and comments, and no meaning yet.
//!
//! One kind of expression serves places, sets, numbers and conditions; the checker says which is which and why not.

mod expression;
mod rule;

pub use expression::{
    Expr, ExprKind, Joiner, Measure, Noun, Owner, Pattern, PatternKind, PlayerWord, QuantifierWord, RowKind, Sign,
    Verb, WayWord, Word,
};
pub use rule::{Action, ActionKind, Beneficiary, CaptureTo, EndingKind, Rule};

use crate::source::Span;

/// A whole file.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// Its variant.
    pub variant: Variant,
    /// Every comment, in file order.
    pub comments: Vec<Comment>,
}

/// A comment, from `#` to before the line break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Where it stands.
    pub span: Span,
}

/// Something with the place where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned<T> {
    /// What was written.
    pub value: T,
    /// Where.
    pub span: Span,
}

/// A word that is a name, or might be one.
pub type Name = Spanned<String>;
/// A text in double quotes, without them; the span has them.
pub type Text = Spanned<String>;

/// `variant "NAME" [extends "NAME"] { ITEMS }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// Its name.
    pub name: Text,
    /// The variant it extends.
    pub extends: Option<Text>,
    /// Its statements.
    pub items: Vec<Item>,
    /// What could not be read and is left out: for it the author has been told already.
    pub damaged: Vec<Damaged>,
    /// From `variant` to the closing brace.
    pub span: Span,
}

/// A piece of the file that could not be read: a statement, the head of one, or a rule or line inside one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damaged {
    /// Where.
    pub span: Span,
    /// The statements that it may have been meant as: `board`, `on the way`, `landing` ...; empty where nobody knows.
    pub keywords: Vec<&'static str>,
    /// The words in it that are no words of the language: names that it may have declared.
    pub names: Vec<String>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// What it says.
    pub kind: ItemKind,
    /// From its keyword to its end.
    pub span: Span,
    /// Its first word.
    pub keyword: Span,
}

/// The statements.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// `about "..."`, `source`, `also`, `region`, `note`: one text or several with commas.
    Text(TextKind, Vec<Text>),
    /// `option NAME ["..."]: a | b`, `option NAME ["..."]: 4 in 1..12`.
    Option(OptionItem),
    /// `option NAME = VALUE` in a variant that extends another.
    OptionDefault {
        /// The option.
        name: Name,
        /// Its new default: a name or a number.
        value: Expr,
    },
    /// `board R rows of C [with stores [on left, on right]]`.
    Board(BoardItem),
    /// `names S1..S6, N1..N6`; ranges in the order written, commas optional between them.
    Names(Vec<NameRange>),
    /// `seeds ...`.
    Seeds(SeedsItem),
    /// `mark NAME [, one each] [, holds captures]`, `mark NAME at SET`.
    Mark(MarkItem),
    /// `counter NAME [each] = N`.
    Counter {
        /// Its name.
        name: Name,
        /// Whether each player has one.
        each: bool,
        /// Its value at the start.
        start: Expr,
    },
    /// `define KIND NAME = BODY [when COND otherwise BODY]`.
    Define {
        /// What it defines.
        kind: Spanned<DefineKind>,
        /// Its name.
        name: Name,
        /// Each body with the condition under which it counts; the last has none.
        bodies: Vec<(Expr, Option<Expr>)>,
    },
    /// `phase NAME [until COND] { ITEMS }`.
    Phase {
        /// Its name.
        name: Name,
        /// When it ends.
        until: Option<Expr>,
        /// Its statements.
        items: Vec<Item>,
    },
    /// `play SET [as NAME] [{ RULES }] [when COND]`.
    Play {
        /// The pits.
        from: Expr,
        /// The name of the kind of move.
        name: Option<Name>,
        /// The rules in braces.
        rules: Option<Vec<Rule>>,
        /// The condition.
        when: Option<Expr>,
    },
    /// `require COND [if possible] [when COND]`.
    Require {
        /// What must hold.
        test: Expr,
        /// Whether `if possible` is said.
        if_possible: bool,
        /// The condition.
        when: Option<Expr>,
    },
    /// `lift all but N [when COND]`.
    Lift {
        /// How many stay.
        keep: Expr,
        /// The condition.
        when: Option<Expr>,
    },
    /// `sow [each lap] { LINES }`.
    Sow {
        /// `each lap`, where it is said.
        each_lap: bool,
        /// Its lines.
        lines: Vec<SowLine>,
    },
    /// `landing { RULES }` and the other moments; `on the way, landing { RULES }` names two.
    Moment {
        /// The moments named, with their places.
        moments: Vec<Spanned<MomentKind>>,
        /// `after N laps`, only with `endless`.
        laps: Option<Expr>,
        /// The rules.
        rules: Vec<Rule>,
    },
    /// `example "TITLE" { ... }`.
    Example(Example),
}

/// Which text a text statement gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum TextKind {
    About,
    Source,
    Also,
    Region,
    Note,
}

/// What a definition defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum DefineKind {
    Number,
    Pits,
    Condition,
}

/// The moments of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum MomentKind {
    BeforeSowing,
    OnTheWay,
    Landing,
    OnCapture,
    AfterMove,
    Stuck,
    End,
    Endless,
}

/// An option with its values.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionItem {
    /// Its name.
    pub name: Name,
    /// What it decides.
    pub about: Option<Text>,
    /// Its values.
    pub values: OptionValues,
}

/// The values of an option.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionValues {
    /// Words; the first is the default.
    Words(Vec<Name>),
    /// A number in a range.
    Number {
        /// The default.
        default: Spanned<u32>,
        /// The least.
        low: Spanned<u32>,
        /// The most.
        high: Spanned<u32>,
    },
}

/// The board.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardItem {
    /// Rows in all.
    pub rows: Spanned<u32>,
    /// Pits in a row: a number, an option, or a sum of them.
    pub columns: Expr,
    /// `with stores`, and the end of the row at which they lie.
    pub stores: Option<Spanned<Option<End>>>,
}

/// An end of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum End {
    Left,
    Right,
}

/// Pit names: `S1..S6`, `a..h`, or one name.
#[derive(Clone, Debug, PartialEq)]
pub struct NameRange {
    /// The first name.
    pub first: Name,
    /// The last, where it is a range. Its number may be an option in braces-free form, such as `S1..S6` only.
    pub last: Option<Name>,
}

/// `seeds ...`, one of its forms.
#[derive(Clone, Debug, PartialEq)]
pub struct SeedsItem {
    /// What is placed where.
    pub placing: Placing,
    /// The condition, on options.
    pub when: Option<Expr>,
}

/// Seeds at the start.
#[derive(Clone, Debug, PartialEq)]
pub enum Placing {
    /// `seeds N in every [inner, outer] pit [A..B]`, `seeds N in south [inner, outer] pit 1`, `seeds N in south store`.
    In {
        /// How many.
        count: Expr,
        /// Where: [`ExprKind::Pits`] or [`ExprKind::Store`], its owner [`Owner::South`], [`Owner::North`] or none for both.
        place: Expr,
    },
    /// `seeds each [inner, outer] row 4 4 4 ...`, `seeds south [inner, outer] row ...`.
    Row {
        /// Whose row; none for each player's.
        side: Option<Owner>,
        /// Which row.
        row: Option<RowKind>,
        /// The numbers from the owner's left.
        counts: Vec<Spanned<u32>>,
    },
}

/// A mark's declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkItem {
    /// Its name.
    pub name: Name,
    /// `one each`.
    pub one_each: Option<Span>,
    /// `holds captures`.
    pub holds_captures: Option<Span>,
    /// `at SET`: the pits that bear it from the start.
    pub at: Option<Expr>,
}

/// A line of `sow`.
#[derive(Clone, Debug, PartialEq)]
pub struct SowLine {
    /// What it says.
    pub kind: SowLineKind,
    /// The condition.
    pub when: Option<Expr>,
    /// The condition tested after the lap.
    pub only_if: Option<Expr>,
    /// The whole line.
    pub span: Span,
}

/// What a line of `sow` says.
#[derive(Clone, Debug, PartialEq)]
pub enum SowLineKind {
    /// `anticlockwise` or `clockwise`.
    Direction(DirectionWord),
    /// `skip SET`.
    Skip(Expr),
    /// `include SET`.
    Include(Expr),
}

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum DirectionWord {
    Anticlockwise,
    Clockwise,
}

/// `example "TITLE" { LINES }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// Its title.
    pub title: Text,
    /// Its lines in order.
    pub lines: Vec<ExampleLine>,
}

/// A line of an example.
#[derive(Clone, Debug, PartialEq)]
pub enum ExampleLine {
    /// `position "..."`: the position to begin with.
    Position(Text),
    /// `play "S6 N1"`: moves, split by blanks (a kind's name stands before its pit: `play "take S2"`).
    Play(Text),
    /// `expect "..."`: the position after them.
    Expect(Text),
    /// `legal "..."`: the legal moves there, split by blanks.
    Legal(Text),
    /// `option NAME = VALUE`: played with this option value.
    Option {
        /// The option.
        name: Name,
        /// Its value.
        value: Expr,
    },
}
