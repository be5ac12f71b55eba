//! Sets, numbers, patterns and tests: what a rule asks of a position. Options are gone, names are ids.

use serde::{Deserialize, Serialize};

use super::{CellSet, CounterId, Direction, MarkId, PlayId, Side};

/// A player seen from the mover: in `stuck` the mover is the one who cannot move, in `end` the one who has just moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// `own`, `mover`.
    Mover,
    /// `opponent`.
    Opponent,
}

impl Player {
    /// Which side it is while `mover` moves.
    pub const fn side(self, mover: Side) -> Side {
        match self {
            Player::Mover => mover,
            Player::Opponent => mover.other(),
        }
    }
}

/// Who set a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Keeper {
    /// Anybody, or nobody.
    Any,
    /// `own`.
    Mover,
    /// `opponent`.
    Opponent,
}

/// Along the direction of the lap, or against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    /// Along it: `next`, `after`, `run on`.
    On,
    /// Against it: `previous`, `before`, `run back`.
    Back,
}

/// A set of cells. A place is a set of one cell at most; a place that does not exist is the empty set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Set {
    /// Fixed cells, by who moves: `[while South moves, while North moves]`.
    Cells([CellSet; 2]),
    /// The pit that the move began in.
    Origin,
    /// The pit that the current lap began in.
    LapOrigin,
    /// The pit in which the latest seed fell.
    Here,
    /// The pit being tested in a `where` or `while`.
    It,
    /// The cells that bear a mark.
    Marked {
        /// The mark.
        mark: MarkId,
        /// Only those set by this player.
        keeper: Keeper,
    },
    /// Where a player's captures go: the store, else the first pit with that player's mark that `holds captures`.
    Bank(Player),
    /// So many steps along the track: `next of PIT` is one step on. Included stores count, `skip` does not.
    Step {
        /// From this pit.
        from: Box<Set>,
        /// How many steps.
        count: Box<Number>,
        /// Which way.
        way: Way,
    },
    /// The first pit along the track from `from` (which is not looked at itself) that fits, once round at most.
    First {
        /// From this pit.
        from: Box<Set>,
        /// Which way.
        way: Way,
        /// What must hold for it, `It` being the pit.
        fits: Box<Test>,
    },
    /// Neighbours along the track, `from` included, up to the first that fails, once round at most.
    Run {
        /// The first pit looked at.
        from: Box<Set>,
        /// Which way.
        way: Way,
        /// What must hold, `It` being the pit.
        fits: Box<Test>,
    },
    /// The nearest pit across, in the column, on the other side.
    Opposite(Box<Set>),
    /// The outer pit behind an inner one.
    Behind(Box<Set>),
    /// The left and right neighbours in the row.
    Beside(Box<Set>),
    /// All of these.
    Union(Vec<Set>),
    /// The cells of the first that are not in the second.
    Except(Box<Set>, Box<Set>),
    /// The cells for which the test holds, `It` being the cell. It hides an outer `It`.
    Where(Box<Set>, Box<Test>),
    /// The first set if the test holds, else the second.
    Choose(Box<Test>, Box<Set>, Box<Set>),
    /// All cells in play (all pits that are no bank) and, as something to capture or count, the hand.
    Everything,
}

/// A whole number, 0 or more. Differences stop at 0, quotients are rounded down, a division by 0 gives 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Number {
    /// A fixed number.
    Fixed(u32),
    /// The seeds in a set (for `Everything`, with the hand).
    SeedsIn(Box<Set>),
    /// The hand and all pits that are no bank.
    SeedsInPlay,
    /// All seeds of the game, those removed included.
    Total,
    /// The seeds in the hand.
    Hand,
    /// The size of the current lap's handful.
    Lifted,
    /// The lap's number in the move, from 1.
    Lap,
    /// Moves of a player so far, this one included.
    Moves(Player),
    /// Seeds captured in this move by either player.
    Captured,
    /// Seeds captured in this move by this player.
    CapturedBy(Player),
    /// Seeds captured in the current lap.
    CapturedThisLap,
    /// Moves in which a capture gave this player seeds. Counted when the move is complete, before `end`.
    CapturingMoves(Player),
    /// Moves of both since seeds were captured or a bank changed. Counted when the move is complete, before `end`.
    TurnsSinceCapture,
    /// How often the position after the move has stood, this time included.
    Repetition,
    /// The column of a pit from its owner's left; 0 for no pit, or for a store.
    ColumnOf(Box<Set>),
    /// How many cells a set has.
    CountOf(Box<Set>),
    /// A counter; of this player where it has one for each.
    Counter(CounterId, Player),
    /// A sum.
    Add(Box<Number>, Box<Number>),
    /// A difference, 0 at least.
    Subtract(Box<Number>, Box<Number>),
    /// A product.
    Multiply(Box<Number>, Box<Number>),
    /// A quotient, rounded down; 0 where the divisor is 0.
    Divide(Box<Number>, Box<Number>),
    /// The first number if the test holds, else the second.
    Choose(Box<Test>, Box<Number>, Box<Number>),
}

/// What a number may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pattern {
    /// `4`, `nothing`.
    Exactly(Number),
    /// `1..3`, both included.
    Between(Number, Number),
    /// `3+`, `seeds` (1 or more).
    AtLeast(Number),
    /// `fewer than N`.
    Below(Number),
    /// `2 or 3`.
    AnyOf(Vec<Pattern>),
    /// 2, 4, 6 ...: not 0.
    Even,
    /// 1, 3, 5 ...
    Odd,
    /// Any number that the pattern does not fit.
    Not(Box<Pattern>),
}

/// How a pattern is asked of a set of pits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quantifier {
    /// Of all its seeds together.
    Together,
    /// Of each of its pits; true of the empty set.
    Every,
    /// Of at least one of its pits.
    Any,
}

/// What kind of lap it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LapKind {
    /// The first of the move.
    First,
    /// Of a pit lifted where the lap before ended.
    Relay,
    /// Of captured seeds, sown on by `sow from`.
    Resown,
}

/// Something that holds or does not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Test {
    /// Always, or never.
    Constant(bool),
    /// All of these.
    And(Vec<Test>),
    /// At least one of these.
    Or(Vec<Test>),
    /// Not this.
    Not(Box<Test>),
    /// `SET holds PATTERN`.
    Holds(Quantifier, Set, Pattern),
    /// `here held PATTERN`: before the latest seed fell in it.
    HereHeld(Pattern),
    /// `SET held PATTERN`, in `require`: before the move.
    HeldBefore(Quantifier, Set, Pattern),
    /// `NUMBER is PATTERN`.
    Is(Number, Pattern),
    /// `PIT in SET`: false where there is no such pit.
    In(Set, Set),
    /// `direction is ...`.
    DirectionIs(Direction),
    /// `direction was ...`: of the lap before; false in the first lap.
    DirectionWas(Direction),
    /// `lap is ...`.
    LapIs(LapKind),
    /// This move dropped a seed there (in at least one cell of the set).
    Reached(Set),
    /// Seeds were captured in this move from at least one cell of the set.
    CapturedFrom(Set),
    /// Seeds were captured in this move from every cell of the set.
    CapturedFromEvery(Set),
    /// `mover is south`.
    MoverIs(Side),
    /// This player has no legal move in the position as it stands.
    Stuck(Player),
    /// `move is NAME`: the move was made by this line of `play`.
    MoveIs(PlayId),
}

impl Set {
    /// No cell.
    pub const NONE: Set = Set::Cells([CellSet::EMPTY; 2]);
}

impl Test {
    /// The test that always holds.
    pub const ALWAYS: Test = Test::Constant(true);

    /// Whether the test holds whatever happens.
    pub fn is_always(&self) -> bool {
        *self == Test::ALWAYS
    }
}
