//! Sets, numbers, patterns and tests at random, of what is known where they stand.

use naqala::rules::{
    Board, Cell, CellSet, Direction, Keeper, LapKind, Moment, Number, Pattern, Player, Quantifier, Set, Side, Test, Way,
};
use naqala::study::rng::Random;

/// Makes rules.
pub struct Maker {
    pub random: Random,
    pub board: Board,
    pub marks: usize,
    pub counters: usize,
    pub next_rule: u16,
    /// Which words are known, as in the checker's table.
    pub known: Known,
}

/// What an expression may speak of.
#[derive(Clone, Copy, Default)]
pub struct Known {
    pub origin: bool,
    pub lap: bool,
    pub hand: bool,
    pub here: bool,
    pub here_held: bool,
    pub held_before: bool,
    pub deeds: bool,
    pub repetition: bool,
    pub stuck: bool,
    pub it: bool,
}

impl Known {
    pub fn at(moment: Moment) -> Self {
        use Moment::{AfterMove, BeforeSowing, End, Endless, Landing, OnCapture, OnTheWay, Play, Stuck};
        Known {
            origin: !matches!(moment, Stuck | Endless),
            lap: !matches!(moment, Stuck | Endless | End),
            hand: matches!(moment, BeforeSowing | OnTheWay | Landing | OnCapture),
            here: matches!(moment, Play | OnTheWay | Landing | OnCapture | AfterMove | End),
            here_held: matches!(moment, OnTheWay | Landing | OnCapture | AfterMove),
            deeds: !matches!(moment, Stuck | Endless),
            repetition: moment == End,
            stuck: matches!(moment, End | Stuck),
            ..Known::default()
        }
    }
}

impl Maker {
    pub fn chance(&mut self, one_in: u32) -> bool {
        self.random.below(one_in) == 0
    }

    pub fn up_to(&mut self, most: u32) -> usize {
        self.random.below(most + 1) as usize
    }

    pub fn side(&mut self) -> Side {
        Side::BOTH[self.random.below(2) as usize]
    }

    pub fn player(&mut self) -> Player {
        if self.chance(2) { Player::Mover } else { Player::Opponent }
    }

    pub fn direction(&mut self) -> Direction {
        if self.chance(2) { Direction::Anticlockwise } else { Direction::Clockwise }
    }

    pub fn way(&mut self) -> Way {
        if self.chance(2) { Way::On } else { Way::Back }
    }

    pub fn cells(&mut self, count: u8) -> CellSet {
        let one_in = 1 + self.random.below(3);
        (0..count).filter(|_| self.random.below(one_in) == 0).collect()
    }

    pub fn pits(&self, player: Player) -> Set {
        Set::Cells(Side::BOTH.map(|mover| self.board.pits(player.side(mover))))
    }

    /// A place: one cell at most.
    pub fn place(&mut self) -> Set {
        let known = self.known;
        match self.random.below(9) {
            0..=1 if known.here => Set::Here,
            2 if known.origin => Set::Origin,
            3 if known.lap => Set::LapOrigin,
            4 if known.it => Set::It,
            5 if known.here => Set::Opposite(Box::new(self.place())),
            6 if known.here => {
                let count = Box::new(Number::Fixed(1 + self.random.below(9)));
                Set::Step { from: Box::new(Set::Here), count, way: self.way() }
            }
            7 if known.here => {
                let from = Box::new(self.place());
                let way = self.way();
                Set::First { from, way, fits: Box::new(self.fits()) }
            }
            8 => Set::Bank(self.player()),
            _ => {
                let pit = self.random.below(u32::from(self.board.pit_count())) as Cell;
                Set::Cells([CellSet::one(pit), CellSet::one(self.board.mirrored(pit))])
            }
        }
    }

    pub fn fits(&mut self) -> Test {
        let it = std::mem::replace(&mut self.known.it, true);
        let pattern = self.pattern(1);
        let test = match self.random.below(3) {
            0 => Test::In(Set::It, self.pits(Player::Mover)),
            _ => Test::Holds(Quantifier::Together, Set::It, pattern),
        };
        self.known.it = it;
        test
    }

    pub fn set(&mut self, depth: u32) -> Set {
        let player = self.player();
        match self.random.below(if depth == 0 { 6 } else { 12 }) {
            0 | 1 => self.place(),
            2 => self.pits(player),
            3 => {
                let south = self.cells(self.board.pit_count());
                Set::Cells([south, south.iter().map(|cell| self.board.mirrored(cell)).collect()])
            }
            4 if self.marks > 0 => {
                let keepers = [Keeper::Any, Keeper::Mover, Keeper::Opponent];
                let keeper = keepers[self.random.below(3) as usize];
                Set::Marked { mark: self.random.below(self.marks as u32) as u8, keeper }
            }
            5 => Set::Everything,
            6 if self.known.here => {
                let from = Box::new(self.place());
                let way = self.way();
                Set::Run { from, way, fits: Box::new(self.fits()) }
            }
            7 => Set::Union(vec![self.set(depth - 1), self.set(depth - 1)]),
            8 => Set::Except(Box::new(self.set(depth - 1)), Box::new(self.set(depth - 1))),
            9 => Set::Where(Box::new(self.set(depth - 1)), Box::new(self.fits())),
            10 if self.known.here => Set::Beside(Box::new(self.place())),
            11 => Set::Behind(Box::new(Set::Opposite(Box::new(self.place())))),
            _ => self.pits(Player::Mover),
        }
    }

    pub fn number(&mut self, depth: u32) -> Number {
        let known = self.known;
        let player = self.player();
        match self.random.below(if depth == 0 { 10 } else { 17 }) {
            0 | 1 => Number::Fixed(self.random.below(6)),
            2 => Number::SeedsInPlay,
            3 => Number::Total,
            4 if known.hand => Number::Hand,
            5 if known.lap => Number::Lifted,
            6 if known.lap => Number::Lap,
            7 => Number::Moves(player),
            8 => Number::TurnsSinceCapture,
            9 if self.counters > 0 => Number::Counter(self.random.below(self.counters as u32) as u8, player),
            10 if known.deeds => Number::Captured,
            11 if known.deeds => Number::CapturedBy(player),
            12 if known.deeds => Number::CapturedThisLap,
            13 => Number::CapturingMoves(player),
            14 => Number::ColumnOf(Box::new(self.place())),
            15 => Number::CountOf(Box::new(self.set(depth - 1))),
            16 => {
                let (a, b) = (Box::new(self.number(depth - 1)), Box::new(self.number(depth - 1)));
                match self.random.below(4) {
                    0 => Number::Add(a, b),
                    1 => Number::Subtract(a, b),
                    2 => Number::Multiply(a, b),
                    _ => Number::Divide(a, b),
                }
            }
            3.. if known.repetition => Number::Repetition,
            _ => Number::SeedsIn(Box::new(self.set(depth.saturating_sub(1)))),
        }
    }

    pub fn pattern(&mut self, depth: u32) -> Pattern {
        let number = if self.chance(3) { self.number(0) } else { Number::Fixed(self.random.below(5)) };
        match self.random.below(if depth == 0 { 6 } else { 8 }) {
            0 => Pattern::Exactly(number),
            1 | 2 => Pattern::AtLeast(number),
            3 => Pattern::Below(number),
            4 => Pattern::Even,
            5 => Pattern::Odd,
            6 => Pattern::AnyOf(vec![self.pattern(0), Pattern::Between(Number::Fixed(1), number)]),
            _ => Pattern::Not(Box::new(self.pattern(0))),
        }
    }

    pub fn test(&mut self, depth: u32) -> Test {
        let known = self.known;
        let how = [Quantifier::Together, Quantifier::Every, Quantifier::Any][self.random.below(3) as usize];
        match self.random.below(if depth == 0 { 13 } else { 16 }) {
            0..=2 => Test::Holds(how, self.set(1), self.pattern(1)),
            3 if known.here_held => Test::HereHeld(self.pattern(1)),
            4 if known.held_before => Test::HeldBefore(how, self.set(1), self.pattern(1)),
            5 => Test::Is(self.number(1), self.pattern(1)),
            6 => Test::In(self.place(), self.set(1)),
            7 if known.lap => Test::DirectionIs(self.direction()),
            8 if known.lap => Test::DirectionWas(self.direction()),
            9 if known.lap => {
                let kinds = [LapKind::First, LapKind::Relay, LapKind::Resown];
                Test::LapIs(kinds[self.random.below(3) as usize])
            }
            10 if known.deeds => match self.random.below(4) {
                0 => Test::Reached(self.set(1)),
                1 => Test::CapturedFrom(self.set(1)),
                2 => Test::CapturedFromEvery(self.set(1)),
                _ => Test::MoveIs(self.random.below(2) as u8),
            },
            11 => Test::MoverIs(self.side()),
            12 if known.stuck => Test::Stuck(self.player()),
            13 => Test::And(vec![self.test(depth - 1), self.test(depth - 1)]),
            14 => Test::Or(vec![self.test(depth - 1), self.test(depth - 1)]),
            15 => Test::Not(Box::new(self.test(depth - 1))),
            _ => Test::Is(self.number(0), self.pattern(0)),
        }
    }
}
