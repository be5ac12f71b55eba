//! Rules and their actions as written.

use crate::source::Span;

use super::{Expr, Name, Owner, Spanned, Text};

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
