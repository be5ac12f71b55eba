//! The syntax tree of a variant file: what was written, with its spans and comments, and no meaning yet.
//!
//! One kind of expression serves places, sets, numbers and conditions; the checker says which is which and why not.

use crate::source::{Source, Span};

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

/// `[may] ACTION [then ACTION ...] [then continue] ["title"] [when COND] [only if COND]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// `may`, where it is said.
    pub may: Option<Span>,
    /// Its actions, one at least.
    pub actions: Vec<Action>,
    /// `continue` after the last `then`, where it is said.
    pub then_continue: Option<Span>,
    /// The title.
    pub title: Option<Text>,
    /// The condition.
    pub when: Option<Expr>,
    /// The condition tested after the actions.
    pub only_if: Option<Expr>,
    /// The whole rule.
    pub span: Span,
}

/// An action.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// What is done.
    pub kind: ActionKind,
    /// From its first word to its end.
    pub span: Span,
}

/// The actions.
#[derive(Clone, Debug, PartialEq)]
pub enum ActionKind {
    /// `capture SET [for WHOM]`, `capture N from SET [for WHOM]`, `capture ... into hand`.
    Capture {
        /// `N from`, where it is said.
        limit: Option<Expr>,
        /// The pits.
        set: Expr,
        /// Where the seeds go.
        to: CaptureTo,
    },
    /// `relay [from PIT]`.
    Relay(Option<Expr>),
    /// `sow from PIT`.
    SowFrom(Expr),
    /// `again`.
    Again,
    /// `stop`.
    Stop,
    /// `pass`.
    Pass,
    /// `reverse`.
    Reverse,
    /// `illegal`.
    Illegal,
    /// `repeat from PIT`.
    RepeatFrom(Expr),
    /// `move N from X to Y`, `move all from X to Y`; either end may be [`Noun::Hand`].
    Move {
        /// How many; none for `all`.
        amount: Option<Expr>,
        /// From here.
        from: Expr,
        /// To here.
        to: Expr,
    },
    /// `mark PIT as [own, opponent] NAME`.
    Mark {
        /// The pits.
        set: Expr,
        /// `own` or `opponent`.
        keeper: Option<Spanned<Owner>>,
        /// The mark.
        name: Name,
    },
    /// `unmark PIT as [own, opponent] NAME`.
    Unmark {
        /// The pits.
        set: Expr,
        /// The mark.
        name: Name,
    },
    /// `set [own, opponent] COUNTER to N`.
    Set {
        /// Whose counter.
        owner: Option<Spanned<Owner>>,
        /// The counter.
        name: Name,
        /// Its new value.
        to: Expr,
    },
    /// `add N to [own, opponent] COUNTER`.
    Add {
        /// How much.
        amount: Expr,
        /// Whose counter.
        owner: Option<Spanned<Owner>>,
        /// The counter.
        name: Name,
    },
    /// `undo captures`.
    UndoCaptures,
    /// `remove SET`.
    Remove(Expr),
    /// `win`, `win for opponent`, `lose`, `draw`, `void`, `most seeds wins`, `fewest seeds wins`, with `worth N`.
    Finish {
        /// Which.
        ending: EndingKind,
        /// `worth N`.
        worth: Option<Expr>,
    },
}

/// Where captured seeds go.
#[derive(Clone, Debug, PartialEq)]
pub enum CaptureTo {
    /// Nothing is said: the mover's bank.
    Unsaid,
    /// `for WHOM`.
    For(Spanned<Beneficiary>),
    /// `into hand`.
    Hand(Span),
}

/// For whom seeds are captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Beneficiary {
    Mover,
    Opponent,
    Captor,
    /// `owners`.
    Owners,
    /// `its owner`.
    ItsOwner,
    /// `its keeper`.
    ItsKeeper,
    /// `keepers`.
    Keepers,
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum EndingKind {
    Win,
    WinForOpponent,
    Lose,
    Draw,
    Void,
    MostSeeds,
    FewestSeeds,
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
