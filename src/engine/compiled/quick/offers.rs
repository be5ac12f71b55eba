//! Which directions a lap is offered, by what it begins with: its start, its kind and the direction of the lap before.

use crate::rules::{Direction, LapKind};

use super::super::code::TestCode;
use super::super::layout::bit;
use super::super::program::{OfferCode, SideCode};

/// What a lap begins with, its start apart: one of three kinds, after a lap in one of two directions or none.
pub const BEGINNINGS: usize = 9;

/// The number of a beginning.
#[inline(always)]
pub fn beginning(kind: LapKind, before: Option<Direction>) -> usize {
    kind as usize * 3 + before.map_or(2, |direction| direction as usize)
}

/// Cells by beginning.
type Starts = [u32; BEGINNINGS];

/// The directions that are offered.
#[derive(Debug)]
pub struct Offers {
    /// By direction, the starts from which a lap can go nowhere else, without a promise.
    pub sure: [Starts; 2],
    /// Where nothing else has to be asked: by direction its only line, and the starts from which that is offered.
    known: Option<[(usize, Starts); 2]>,
}

impl Offers {
    pub fn new<B>(code: &SideCode<B>) -> Self {
        let directions = [Direction::Anticlockwise, Direction::Clockwise];
        let known = directions.map(|direction| {
            let mut lines = code.offers.iter().enumerate().filter(|(_, offer)| offer.direction == direction);
            match (lines.next(), lines.next()) {
                (None, _) => Some((0, [0; BEGINNINGS])),
                (Some((line, offer)), None) => Some((line, starts(offer)?)),
                _ => None,
            }
        });
        let known = if let [Some(first), Some(second)] = known { Some([first, second]) } else { None };
        let sure = directions.map(|direction| {
            let free = |offer: &OfferCode<B>| offer.direction == direction && offer.only_if.is_none();
            if let Some(known) = &known {
                let [(line, own), (_, other)] = [known[direction as usize], known[1 - direction as usize]];
                let free = code.offers.get(line).is_some_and(free);
                return std::array::from_fn(|at| if free { own[at] & !other[at] } else { 0 });
            }
            let alone = |cell: &u8| {
                let mut offers = code.offers.iter().filter(|offer| offer.starts & bit(*cell) != 0);
                offers.next().is_some_and(|offer| free(offer) && offer.at_start.is(true)) && offers.next().is_none()
            };
            [(0..32).filter(alone).fold(0, |cells, cell| cells | bit(cell)); BEGINNINGS]
        });
        Offers { sure, known }
    }

    /// The lines that offer each direction, where nothing else has to be asked.
    #[inline(always)]
    pub fn lines(&self, start: u8, beginning: usize) -> Option<[Option<usize>; 2]> {
        let [(first, from), (second, other)] = self.known.as_ref()?;
        let start = bit(start);
        let offered = |line: usize, starts: &Starts| if starts[beginning] & start != 0 { Some(line) } else { None };
        Some([offered(*first, from), offered(*second, other)])
    }
}

/// The starts from which a line is offered; none where it asks for more than the beginning.
fn starts<B>(offer: &OfferCode<B>) -> Option<Starts> {
    let mut starts = [0; BEGINNINGS];
    for kind in [LapKind::First, LapKind::Relay, LapKind::Resown] {
        for before in [Some(Direction::Anticlockwise), Some(Direction::Clockwise), None] {
            if holds(&offer.at_start, offer.direction, kind, before)? {
                starts[beginning(kind, before)] = offer.starts;
            }
        }
    }
    Some(starts)
}

/// Whether a test holds at a beginning; none where it asks for more.
fn holds<B>(test: &TestCode<B>, direction: Direction, kind: LapKind, before: Option<Direction>) -> Option<bool> {
    let holds = |test: &TestCode<B>| holds(test, direction, kind, before);
    Some(match test {
        TestCode::Constant(value) => *value,
        TestCode::DirectionIs(asked) => *asked == direction,
        TestCode::DirectionWas(asked) => before == Some(*asked),
        TestCode::LapIs(asked) => *asked == kind,
        TestCode::Not(test) => !holds(test)?,
        TestCode::And(tests) => tests.iter().try_fold(true, |all, test| Some(all & holds(test)?))?,
        TestCode::Or(tests) => tests.iter().try_fold(false, |any, test| Some(any | holds(test)?))?,
        _ => return None,
    })
}
