//! What rules become: sets, numbers and tests for one mover, with everything folded that is known beforehand.
//!
//! Cells are bits of a `u32`, players are seats. The trees are only walked where a condition stands that the tables of
//! [`super::laps`] and the dispatch of [`super::program`] cannot answer; the usual questions have an arm of their own.

use crate::rules::{CounterId, Direction, LapKind, MarkId, Moment, PlayId, Quantifier, Receiver, RuleId, TitleId};

/// A set of cells.
#[derive(Clone, Debug, PartialEq)]
pub enum SetCode<B> {
    /// These.
    Cells(u32),
    /// Those of `cells` that hold `least` to `most` seeds, few enough to ask for each number.
    Holding {
        cells: u32,
        least: u32,
        most: u32,
    },
    /// Neighbours in `order` up to the first that does not hold `least` to `most` seeds.
    Chain {
        order: Box<[u8]>,
        least: u32,
        most: u32,
    },
    Origin,
    LapOrigin,
    Here,
    It,
    /// The cells with a mark; bit `i` of `slots`: set by South, by North, by nobody.
    Marked {
        mark: MarkId,
        slots: u8,
    },
    Bank(usize),
    Step {
        from: Box<SetCode<B>>,
        count: Box<NumberCode<B>>,
        back: bool,
    },
    First {
        from: Box<SetCode<B>>,
        back: bool,
        fits: Box<TestCode<B>>,
    },
    Run {
        from: Box<SetCode<B>>,
        back: bool,
        fits: Box<TestCode<B>>,
    },
    Opposite(Box<SetCode<B>>),
    Behind(Box<SetCode<B>>),
    Beside(Box<SetCode<B>>),
    Union(Box<[SetCode<B>]>),
    Except(Box<SetCode<B>>, Box<SetCode<B>>),
    Where(Box<SetCode<B>>, Box<TestCode<B>>),
    Choose(Box<TestCode<B>>, Box<SetCode<B>>, Box<SetCode<B>>),
    Everything,
}

/// A number.
#[derive(Clone, Debug, PartialEq)]
pub enum NumberCode<B> {
    Fixed(u32),
    /// The seeds under a mask.
    Sum(B),
    SeedsIn(Box<SetCode<B>>),
    InPlay,
    Total,
    Hand,
    Lifted,
    Lap,
    Moves(usize),
    Captured,
    CapturedBy(usize),
    CapturedThisLap,
    CapturingMoves(usize),
    Quiet,
    Repetition,
    ColumnOf(Box<SetCode<B>>),
    CountOf(Box<SetCode<B>>),
    Counter(CounterId, usize),
    Add(Box<(NumberCode<B>, NumberCode<B>)>),
    Subtract(Box<(NumberCode<B>, NumberCode<B>)>),
    Multiply(Box<(NumberCode<B>, NumberCode<B>)>),
    Divide(Box<(NumberCode<B>, NumberCode<B>)>),
    Choose(Box<(TestCode<B>, NumberCode<B>, NumberCode<B>)>),
}

/// What a number may be.
#[derive(Clone, Debug, PartialEq)]
pub enum PatternCode<B> {
    /// From the first to the second, both included.
    Range(u32, u32),
    Exactly(NumberCode<B>),
    Between(NumberCode<B>, NumberCode<B>),
    AtLeast(NumberCode<B>),
    Below(NumberCode<B>),
    AnyOf(Box<[PatternCode<B>]>),
    Even,
    Odd,
    Not(Box<PatternCode<B>>),
}

/// Something that holds or does not.
#[derive(Clone, Debug, PartialEq)]
pub enum TestCode<B> {
    Constant(bool),
    /// No seed lies under the mask.
    Empty(B),
    /// A seed lies under the mask.
    Filled(B),
    /// One of the two masks has no seed under it.
    EitherEmpty(B, B),
    /// A cell holds `least` to `most` seeds.
    Cell {
        cell: u8,
        least: u32,
        most: u32,
    },
    /// So many seeds lie under the mask.
    Sum {
        mask: B,
        least: u32,
        most: u32,
    },
    /// The set has a cell.
    Any(SetCode<B>),
    /// The set has none.
    NoneOf(SetCode<B>),
    Holds(Quantifier, SetCode<B>, PatternCode<B>),
    HereHeld(PatternCode<B>),
    HeldBefore(Quantifier, SetCode<B>, PatternCode<B>),
    Is(NumberCode<B>, PatternCode<B>),
    In(SetCode<B>, SetCode<B>),
    DirectionIs(Direction),
    DirectionWas(Direction),
    LapIs(LapKind),
    Reached(SetCode<B>),
    CapturedFrom(SetCode<B>),
    CapturedFromEvery(SetCode<B>),
    Stuck(usize),
    MoveIs(PlayId),
    And(Box<[TestCode<B>]>),
    Or(Box<[TestCode<B>]>),
    Not(Box<TestCode<B>>),
}

impl<B> TestCode<B> {
    pub fn is(&self, value: bool) -> bool {
        matches!(self, TestCode::Constant(constant) if *constant == value)
    }
}

/// An end of a `move ... from ... to ...`.
#[derive(Clone, Debug, PartialEq)]
pub enum PlaceCode<B> {
    Cells(SetCode<B>),
    Hand,
}

/// How a game ends; players are seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingCode {
    Win(usize),
    Draw,
    Void,
    MostSeeds,
    FewestSeeds,
}

/// One thing that a rule does.
#[derive(Clone, Debug, PartialEq)]
pub enum ActCode<B> {
    Capture {
        set: SetCode<B>,
        limit: Option<NumberCode<B>>,
        receiver: Receiver,
        banks: bool,
    },
    /// A capture of fixed cells, none of them a bank, into a store.
    CaptureCells {
        cells: u32,
        mask: B,
        side: usize,
        store: u8,
    },
    CaptureIntoHand {
        set: SetCode<B>,
        limit: Option<NumberCode<B>>,
    },
    Relay(SetCode<B>),
    SowFrom(SetCode<B>),
    Again,
    Stop,
    Pass,
    Reverse,
    Illegal,
    RepeatFrom(SetCode<B>),
    Move {
        amount: Option<NumberCode<B>>,
        from: PlaceCode<B>,
        to: PlaceCode<B>,
    },
    Mark {
        set: SetCode<B>,
        mark: MarkId,
        slot: usize,
    },
    Unmark {
        set: SetCode<B>,
        mark: MarkId,
    },
    SetCounter {
        counter: CounterId,
        side: usize,
        to: NumberCode<B>,
    },
    AddToCounter {
        counter: CounterId,
        side: usize,
        amount: NumberCode<B>,
    },
    UndoCaptures,
    Remove {
        set: SetCode<B>,
        banks: bool,
    },
    Finish {
        ending: EndingCode,
        worth: NumberCode<B>,
    },
}

/// One rule.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleCode<B> {
    pub id: RuleId,
    pub may: bool,
    pub when: TestCode<B>,
    pub acts: Box<[ActCode<B>]>,
    pub then_continue: bool,
    pub only_if: Option<TestCode<B>>,
    pub title: Option<TitleId>,
}

/// The rules of a moment; of a landing, those that can still hold.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleList<B> {
    pub moment: Moment,
    pub rules: Box<[RuleCode<B>]>,
}
