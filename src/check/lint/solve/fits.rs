//! What numbers fit, and whether all of a stretch of numbers do.

/// What a number may be, all bounds fixed.
#[derive(Clone, Debug, PartialEq)]
pub enum Fits {
    /// This number.
    Exactly(u32),
    /// From the first to the second.
    Between(u32, u32),
    /// This number or more.
    AtLeast(u32),
    /// Less than this number.
    Below(u32),
    /// One of these.
    AnyOf(Vec<Fits>),
    /// 2, 4, 6 ...
    Even,
    /// 1, 3, 5 ...
    Odd,
    /// Anything else.
    Not(Box<Fits>),
}

impl Fits {
    /// Whether every number from `low` to `high` fits, or none.
    pub fn of(&self, low: u32, high: u32) -> Option<bool> {
        let inside = |from: u32, to: u32| {
            if from <= low && high <= to {
                Some(true)
            } else if high < from || to < low {
                Some(false)
            } else {
                None
            }
        };
        match self {
            Fits::Exactly(number) => inside(*number, *number),
            Fits::Between(from, to) if from > to => Some(false),
            Fits::Between(from, to) => inside(*from, *to),
            Fits::AtLeast(from) => inside(*from, u32::MAX),
            Fits::Below(0) => Some(false),
            Fits::Below(to) => inside(0, to - 1),
            Fits::Even if low == high => Some(low > 0 && low.is_multiple_of(2)),
            Fits::Odd if low == high => Some(!low.is_multiple_of(2)),
            Fits::Even | Fits::Odd => None,
            Fits::AnyOf(some) => {
                let mut any = Some(false);
                for fits in some {
                    match fits.of(low, high) {
                        Some(true) => return Some(true),
                        None => any = None,
                        Some(false) => {}
                    }
                }
                any
            }
            Fits::Not(fits) => fits.of(low, high).map(|fits| !fits),
        }
    }

    /// How many parts it has.
    pub(super) fn size(&self) -> usize {
        match self {
            Fits::AnyOf(some) => some.len(),
            Fits::Not(fits) => fits.size(),
            _ => 0,
        }
    }

    /// The numbers at which it changes.
    pub(super) fn bounds(&self, less: u32, into: &mut Vec<u32>) {
        match self {
            Fits::Exactly(number) | Fits::AtLeast(number) | Fits::Below(number) => {
                into.push(number.saturating_add(less))
            }
            Fits::Between(from, to) => into.extend([from.saturating_add(less), to.saturating_add(less)]),
            Fits::AnyOf(some) => some.iter().for_each(|fits| fits.bounds(less, into)),
            Fits::Even | Fits::Odd => into.push(less + 1),
            Fits::Not(fits) => fits.bounds(less, into),
        }
    }
}
