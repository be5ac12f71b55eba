//! Rules: what happens at the named moments of a move.

use serde::{Deserialize, Serialize};

use super::{CounterId, MarkId, Number, Player, RuleId, Set, Test, TitleId};

/// One rule of a moment: the first whose `when` holds is carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// Its number in the variant, in file order; [`super::Rules::sources`] says where it stands.
    pub id: RuleId,
    /// Whether the player decides if it is carried out.
    pub may: bool,
    /// What is done, from left to right.
    pub actions: Vec<Action>,
    /// Whether the next rule of the moment is tried as well.
    pub then_continue: bool,
    /// The game's own word for it.
    pub title: Option<TitleId>,
    /// What must hold before.
    pub when: Test,
    /// What must hold once the actions are done, else the move is illegal.
    pub only_if: Option<Test>,
}

/// Whose bank captured seeds go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Receiver {
    /// The mover.
    Mover,
    /// The opponent.
    Opponent,
    /// Who got the seeds of the capture that this moment follows.
    Captor,
    /// For each pit, the player on whose side it lies.
    Owners,
    /// For each pit, the player whose mark it bears; seeds in pits without one stay.
    Keepers,
}

/// An end of `move N from ... to ...`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Cells: seeds are taken from them in pit order, or put into the first one.
    Cells(Set),
    /// The hand.
    Hand,
}

/// How a game ends, seen from the mover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// This player wins.
    Win(Player),
    /// Nobody wins.
    Draw,
    /// The game does not count.
    Void,
    /// The richer bank wins, equal banks draw. Where no player can have a bank: the seeds in the own pits.
    MostSeeds,
    /// The poorer bank wins, equal banks draw.
    FewestSeeds,
}

/// One thing that a rule does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Seeds go to a player's bank. A receiver without a bank captures nothing.
    Capture {
        /// From here: banks are left alone unless `banks` says that the set names them. `Everything` takes the hand too.
        set: Set,
        /// At most so many in all, in pit order.
        limit: Option<Number>,
        /// Whose bank.
        receiver: Receiver,
        /// Whether the set names a store, a bank or a mark that holds captures itself.
        banks: bool,
    },
    /// Seeds are captured into the hand.
    CaptureIntoHand {
        /// From here.
        set: Set,
        /// At most so many in all, in pit order.
        limit: Option<Number>,
    },
    /// Lift this pit and sow on from it, with what the hand still holds.
    Relay(Set),
    /// Sow the hand on, the first seed in the pit after this one.
    SowFrom(Set),
    /// Another move for the mover; the move is over.
    Again,
    /// The move is over.
    Stop,
    /// The turn is over.
    Pass,
    /// The coming lap goes the other way.
    Reverse,
    /// The move may not be made.
    Illegal,
    /// This pit becomes `here`, and this rule alone is tried again, once round the track at most.
    RepeatFrom(Set),
    /// Seeds change place without being sown.
    Move {
        /// So many, or all.
        amount: Option<Number>,
        /// From here.
        from: Place,
        /// To the first cell of this.
        to: Place,
    },
    /// Marks pits.
    Mark {
        /// These.
        set: Set,
        /// With this mark. One that is `one each` leaves the pit where its keeper had set it before.
        mark: MarkId,
        /// Set by this player; without a keeper if none.
        keeper: Option<Player>,
    },
    /// Takes a mark away, whoever set it.
    Unmark {
        /// From these.
        set: Set,
        /// This mark.
        mark: MarkId,
    },
    /// Sets a counter.
    SetCounter {
        /// This one.
        counter: CounterId,
        /// Of this player, where each has one.
        player: Player,
        /// To this.
        to: Number,
    },
    /// Adds to a counter.
    AddToCounter {
        /// This one.
        counter: CounterId,
        /// Of this player, where each has one.
        player: Player,
        /// So much.
        amount: Number,
    },
    /// This move's captures go back where they were taken.
    UndoCaptures,
    /// Out of the game, counted.
    Remove {
        /// The seeds of these; banks are left alone unless `banks` says that the set names them.
        set: Set,
        /// Whether the set names a store, a bank or a mark that holds captures itself.
        banks: bool,
    },
    /// The game is over.
    Finish {
        /// How.
        ending: Ending,
        /// How many games it counts.
        worth: Number,
    },
}
