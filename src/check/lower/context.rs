//! Which words mean something where: one table.

use crate::rules::Moment;

/// A place in a variant file in which an expression stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Site {
    /// A rule of a moment.
    Rule(Moment),
    /// The set or the `when` of a `play` line.
    Play,
    /// What a `require` demands.
    Require,
    /// The `when` of a `require`.
    RequireWhen,
    /// A `lift` line.
    Lift,
    /// The `when` of a direction.
    Offer,
    /// The `only if` of a direction.
    OnlyIf,
    /// A `skip` or `include` line.
    Path,
    /// The `until` of a phase.
    Until,
    /// The board, the seeds at the start: options only.
    Setup,
    /// The body of a definition, before anybody has used it: everything may mean something.
    Definition,
}

/// Something that words speak of and that exists only at some sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    /// Positions at all: seeds, marks, counters, who moves.
    Position,
    /// `origin`.
    Origin,
    /// `lap origin`, `lap`, `lifted`, `direction`.
    Lap,
    /// `hand`.
    Hand,
    /// `here`.
    Here,
    /// `here held`.
    HereHeld,
    /// `held` of any pit: before the move.
    HeldBefore,
    /// `captured`, `reached`, `captured from`, `move`.
    Deeds,
    /// `captor`.
    Captor,
    /// `repetition`.
    Repetition,
    /// `is stuck`.
    Stuck,
}

impl Site {
    /// Whether `thing` exists here.
    pub(super) fn knows(self, thing: Thing) -> bool {
        use Moment::{AfterMove, BeforeSowing, End, Endless, Landing, OnCapture, OnTheWay, Play};
        if self == Site::Definition {
            return true;
        }
        match thing {
            Thing::Position => self != Site::Setup,
            Thing::Origin => match self {
                Site::Rule(moment) => !matches!(moment, Moment::Stuck | Endless),
                Site::Require | Site::Lift | Site::Offer | Site::OnlyIf | Site::Path => true,
                _ => false,
            },
            Thing::Lap => match self {
                Site::Rule(moment) => !matches!(moment, Moment::Stuck | Endless | End),
                Site::Offer | Site::OnlyIf | Site::Path => true,
                _ => false,
            },
            Thing::Hand => match self {
                Site::Rule(moment) => matches!(moment, BeforeSowing | OnTheWay | Landing | OnCapture),
                Site::Path => true,
                _ => false,
            },
            Thing::Here => match self {
                Site::Rule(moment) => matches!(moment, Play | OnTheWay | Landing | OnCapture | AfterMove | End),
                Site::Require | Site::OnlyIf => true,
                _ => false,
            },
            Thing::HereHeld => match self {
                Site::Rule(moment) => matches!(moment, OnTheWay | Landing | OnCapture | AfterMove),
                Site::OnlyIf => true,
                _ => false,
            },
            Thing::HeldBefore => matches!(self, Site::Require | Site::RequireWhen),
            Thing::Deeds => match self {
                Site::Rule(moment) => !matches!(moment, Moment::Stuck | Endless),
                Site::Require | Site::OnlyIf | Site::Offer => true,
                _ => false,
            },
            Thing::Captor => self == Site::Rule(OnCapture),
            Thing::Repetition => self == Site::Rule(End),
            Thing::Stuck => matches!(self, Site::Rule(End | Moment::Stuck) | Site::Until),
        }
    }

    /// What it is called in a message: "in `landing`", "in the `when` of a direction".
    pub(super) fn phrase(self) -> String {
        match self {
            Site::Rule(moment) => format!("in `{}`", moment.word()),
            Site::Play => "in `play`".to_owned(),
            Site::Require => "in `require`".to_owned(),
            Site::RequireWhen => "in the `when` of a `require`".to_owned(),
            Site::Lift => "in `lift`".to_owned(),
            Site::Offer => "in the `when` of a direction".to_owned(),
            Site::OnlyIf => "in `only if`".to_owned(),
            Site::Path => "in `skip` and `include`".to_owned(),
            Site::Until => "in `until`".to_owned(),
            Site::Setup => "where the game is set up".to_owned(),
            Site::Definition => "in a definition".to_owned(),
        }
    }
}

impl Thing {
    /// Where it is known, for a help.
    pub(super) fn known_in(self) -> &'static str {
        match self {
            Thing::Position => "before the game begins only options are known: `when OPTION is VALUE`",
            Thing::Origin => "`origin` is known from the lifting of the pit to `end`",
            Thing::Lap => "`lap`, `lap origin`, `lifted` and `direction` are known while a move is made",
            Thing::Hand => {
                "`hand` is known while seeds are sown: in `skip`, `include`, `before sowing`, `on the way`, `landing` and `on capture`"
            }
            Thing::Here => {
                "`here` is the pit of the latest seed: known in `on the way`, `landing`, `on capture`, `after move` and `end`"
            }
            Thing::HereHeld => "`here held` is known in `on the way`, `landing`, `on capture` and `after move`",
            Thing::HeldBefore => {
                "`held` of any pit, before the move, is known in `require`; elsewhere only `here held`"
            }
            Thing::Deeds => "what a move did is known while it is made, in `require` and in `end`",
            Thing::Captor => "`captor` is known in `on capture`; elsewhere name `mover` or `opponent`",
            Thing::Repetition => "`repetition` is known in `end`",
            Thing::Stuck => "`is stuck` can be asked in `end`, `stuck` and `until`",
        }
    }
}

impl Moment {
    /// The words that begin it in a file.
    pub fn word(self) -> &'static str {
        match self {
            Moment::Play => "play",
            Moment::BeforeSowing => "before sowing",
            Moment::OnTheWay => "on the way",
            Moment::Landing => "landing",
            Moment::OnCapture => "on capture",
            Moment::AfterMove => "after move",
            Moment::Stuck => "stuck",
            Moment::End => "end",
            Moment::Endless => "endless",
        }
    }
}
