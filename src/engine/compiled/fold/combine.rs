//! Puts folded sets and tests together, and finds out what is left of them.

use super::super::code::{PatternCode, SetCode, TestCode};
use super::super::lanes::Lanes;
use super::super::layout::bit;

/// Whether every number from `low` to `high` fits the pattern, or none does; `None` where it depends.
pub fn fits<B>(low: u32, high: u32, pattern: &PatternCode<B>) -> Option<bool> {
    match pattern {
        PatternCode::Range(least, most) if *least <= low && high <= *most => Some(true),
        PatternCode::Range(least, most) if high < *least || low > *most || least > most => Some(false),
        PatternCode::Even if low == high => Some(low != 0 && low.is_multiple_of(2)),
        PatternCode::Odd if low == high => Some(low % 2 == 1),
        PatternCode::Not(pattern) => fits(low, high, pattern).map(|fits| !fits),
        PatternCode::AnyOf(patterns) => {
            let mut all = Some(false);
            for pattern in patterns {
                match fits(low, high, pattern) {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => all = None,
                }
            }
            all
        }
        _ => None,
    }
}

/// Whether the hand can belong to a set of seeds: it does to `everything`.
pub fn takes_hand<B>(set: &SetCode<B>) -> bool {
    match set {
        SetCode::Everything => true,
        SetCode::Union(sets) => sets.iter().any(takes_hand),
        SetCode::Except(set, _) => takes_hand(set),
        SetCode::Choose(_, a, b) => takes_hand(a) || takes_hand(b),
        _ => false,
    }
}

/// Whether it is one known cell.
pub fn one<B>(set: &SetCode<B>) -> bool {
    matches!(set, SetCode::Cells(cells) if cells.count_ones() == 1)
}

/// All cells of some sets.
pub fn union<B: Lanes>(sets: Vec<SetCode<B>>) -> SetCode<B> {
    let mut cells = 0;
    let mut rest = Vec::new();
    for set in sets {
        match set {
            SetCode::Cells(more) => cells |= more,
            set => rest.push(set),
        }
    }
    match (rest.len(), cells) {
        (0, cells) => SetCode::Cells(cells),
        (1, 0) => rest.swap_remove(0),
        (_, 0) => SetCode::Union(rest.into()),
        (_, cells) => {
            rest.push(SetCode::Cells(cells));
            SetCode::Union(rest.into())
        }
    }
}

/// What is left of a set once it is known that some cells hold at least and at most so many seeds.
pub fn settled<B: Lanes>(set: SetCode<B>, seeds: &[(u8, u32, u32)]) -> SetCode<B> {
    match set {
        SetCode::Holding { cells, least, most } => {
            let (mut sure, mut open) = (0, cells);
            for (cell, low, high) in seeds.iter().filter(|(cell, ..)| cells & bit(*cell) != 0) {
                match fits::<B>(*low, *high, &PatternCode::Range(least, most)) {
                    Some(true) => (sure, open) = (sure | bit(*cell), open & !bit(*cell)),
                    Some(false) => open &= !bit(*cell),
                    None => {}
                }
            }
            match open {
                0 => SetCode::Cells(sure),
                cells => union(vec![SetCode::Holding { cells, least, most }, SetCode::Cells(sure)]),
            }
        }
        SetCode::Union(sets) => union(sets.into_iter().map(|set| settled(set, seeds)).collect()),
        SetCode::Except(a, b) => match *b {
            SetCode::Except(all, kept) if *all == SetCode::Cells(u32::MAX) => {
                both(settled(*a, seeds), settled(*kept, seeds))
            }
            b => except(settled(*a, seeds), settled(b, seeds)),
        },
        set => set,
    }
}

/// The cells of the first set that are in the second too.
fn both<B: Lanes>(a: SetCode<B>, b: SetCode<B>) -> SetCode<B> {
    match (a, b) {
        (SetCode::Union(sets), b) => union(sets.into_iter().map(|set| both(set, b.clone())).collect()),
        (a @ (SetCode::Cells(_) | SetCode::Holding { .. }), SetCode::Cells(cells)) => except(a, SetCode::Cells(!cells)),
        (a @ (SetCode::Cells(_) | SetCode::Holding { .. }), SetCode::Except(all, but)) => except(both(a, *all), *but),
        (a, b) => except(a, except(SetCode::Cells(u32::MAX), b)),
    }
}

/// The cells of the first set that are not in the second.
pub fn except<B: Lanes>(a: SetCode<B>, b: SetCode<B>) -> SetCode<B> {
    match (a, b) {
        (SetCode::Cells(a), SetCode::Cells(b)) => SetCode::Cells(a & !b),
        (a, SetCode::Cells(0)) => a,
        (SetCode::Cells(a), SetCode::Holding { cells, .. }) if a & cells == 0 => SetCode::Cells(a),
        // No cell holds different numbers of seeds.
        (SetCode::Holding { cells, least, most }, SetCode::Holding { cells: others, least: low, most: high })
            if cells & others == 0 || most < low || least > high =>
        {
            SetCode::Holding { cells, least, most }
        }
        // Everything but what does not hold so many: what holds so many.
        (SetCode::Cells(a), SetCode::Except(all, inner)) if *all == SetCode::Cells(u32::MAX) => match *inner {
            SetCode::Holding { cells, least, most } => SetCode::Holding { cells: cells & a, least, most },
            inner => SetCode::Except(
                Box::new(SetCode::Cells(a)),
                Box::new(SetCode::Except(Box::new(SetCode::Cells(u32::MAX)), Box::new(inner))),
            ),
        },
        (SetCode::Holding { cells, least, most }, SetCode::Cells(b)) => {
            SetCode::Holding { cells: cells & !b, least, most }
        }
        (a, b) => SetCode::Except(Box::new(a), Box::new(b)),
    }
}

/// The cells of `all` for which a test about `it` holds, as one set; `None` where the test is of another form.
pub fn filter<B: Lanes>(all: u32, test: &TestCode<B>) -> Option<SetCode<B>> {
    match test {
        TestCode::Constant(true) => Some(SetCode::Cells(all)),
        TestCode::Constant(false) => Some(SetCode::Cells(0)),
        TestCode::In(SetCode::It, set) if !about_it(set) => Some(match set {
            SetCode::Cells(cells) => SetCode::Cells(cells & all),
            set if all == u32::MAX => set.clone(),
            set => except(SetCode::Cells(all), except(SetCode::Cells(u32::MAX), set.clone())),
        }),
        TestCode::Holds(_, SetCode::It, PatternCode::Range(least, most)) => {
            if most.saturating_sub(*least) < 4 {
                Some(SetCode::Holding { cells: all, least: *least, most: *most })
            } else if *most == u32::MAX && *least <= 4 && *least > 0 {
                let fewer = SetCode::Holding { cells: all, least: 0, most: least - 1 };
                Some(except(SetCode::Cells(all), fewer))
            } else {
                None
            }
        }
        TestCode::Not(test) => Some(except(SetCode::Cells(all), filter(all, test)?)),
        TestCode::And(tests) => {
            // Fixed cells first: they are a smaller `all` for the others.
            let mut all = all;
            let mut rest = Vec::new();
            for test in tests {
                match filter(all, test)? {
                    SetCode::Cells(cells) => all &= cells,
                    _ => rest.push(test),
                }
            }
            let mut sets = rest.into_iter().map(|test| filter(all, test)).collect::<Option<Vec<_>>>()?.into_iter();
            let Some(first) = sets.next() else { return Some(SetCode::Cells(all)) };
            Some(sets.fold(first, |set, other| except(set, except(SetCode::Cells(all), other))))
        }
        TestCode::Or(tests) => Some(union(tests.iter().map(|test| filter(all, test)).collect::<Option<Vec<_>>>()?)),
        _ => None,
    }
}

/// Whether a set may depend on `it`.
fn about_it<B>(set: &SetCode<B>) -> bool {
    !matches!(
        set,
        SetCode::Cells(_)
            | SetCode::Holding { .. }
            | SetCode::Chain { .. }
            | SetCode::Origin
            | SetCode::LapOrigin
            | SetCode::Here
            | SetCode::Marked { .. }
            | SetCode::Bank(_)
            | SetCode::Everything
    )
}

/// `and` (`all`) or `or` of tests, constants folded away.
pub fn join<B: Lanes>(tests: impl Iterator<Item = TestCode<B>>, all: bool) -> TestCode<B> {
    let mut rest = Vec::new();
    for test in tests {
        match test {
            TestCode::Constant(constant) if constant == all => {}
            TestCode::Constant(_) => return TestCode::Constant(!all),
            test => rest.push(test),
        }
    }
    match (rest.len(), all) {
        (0, _) => TestCode::Constant(all),
        (1, _) => rest.swap_remove(0),
        (2, false) => match (&rest[0], &rest[1]) {
            (TestCode::Empty(a), TestCode::Empty(b)) => TestCode::EitherEmpty(*a, *b),
            _ => TestCode::Or(rest.into()),
        },
        (_, true) => TestCode::And(rest.into()),
        (_, false) => TestCode::Or(rest.into()),
    }
}
