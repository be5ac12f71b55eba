//! The search against trying everything.

use super::*;
use proptest::prelude::*;

fn count(cells: u128, fits: Fits) -> Formula {
    Formula::Count { cells: CellSet(cells), less: 0, fits }
}

fn possible(formula: &Formula, unknowns: &Unknowns, total: u32) -> bool {
    search(formula, unknowns, total, Wanted::Values, &Cell::new(u64::MAX)).expect("few values")
}

fn certain(formula: &Formula, unknowns: &Unknowns, total: u32) -> bool {
    search(formula, unknowns, total, Wanted::Counts, &Cell::new(u64::MAX)).expect("few values")
}

#[test]
fn more_seeds_than_there_are() {
    let none = Unknowns::default();
    assert!(!possible(&count(1, Fits::AtLeast(49)), &none, 48));
    assert!(possible(&count(1, Fits::AtLeast(48)), &none, 48));
    let both = Formula::All(vec![count(1, Fits::AtLeast(25)), count(2, Fits::AtLeast(24))]);
    assert!(!possible(&both, &none, 48));
    assert!(possible(&both, &none, 49));
    assert!(certain(&both, &none, 49));
}

#[test]
fn unknown_flags_are_the_same_wherever_they_stand() {
    let flags = Unknowns { numbers: vec![], flags: 1 };
    let both = Formula::All(vec![Formula::Flag(0), Formula::Not(Box::new(Formula::Flag(0)))]);
    assert!(!possible(&both, &flags, 8));
    assert!(possible(&Formula::Flag(0), &flags, 8));
    assert!(!certain(&Formula::Flag(0), &flags, 8));
}

fn fits() -> impl Strategy<Value = Fits> {
    let simple = prop_oneof![
        (0u32..5).prop_map(Fits::Exactly),
        (0u32..5, 0u32..5).prop_map(|(a, b)| Fits::Between(a, b)),
        (0u32..5).prop_map(Fits::AtLeast),
        (0u32..5).prop_map(Fits::Below),
        Just(Fits::Even),
        Just(Fits::Odd),
    ];
    prop_oneof![simple.clone(), simple.prop_map(|fits| Fits::Not(Box::new(fits)))]
}

fn formula() -> impl Strategy<Value = Formula> {
    let leaf = prop_oneof![
        (1u128..8, 0u32..2, fits()).prop_map(|(cells, less, fits)| Formula::Count {
            cells: CellSet(cells),
            less,
            fits
        }),
        fits().prop_map(|fits| Formula::Number(0, fits)),
        Just(Formula::Flag(0)),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 1..4).prop_map(Formula::All),
            proptest::collection::vec(inner.clone(), 1..4).prop_map(Formula::Any),
            inner.prop_map(|part| Formula::Not(Box::new(part))),
        ]
    })
}

fn holds(formula: &Formula, counts: [u32; 3], number: u32, flag: bool) -> bool {
    match formula {
        Formula::Fixed(holds) => *holds,
        Formula::All(parts) => parts.iter().all(|part| holds(part, counts, number, flag)),
        Formula::Any(parts) => parts.iter().any(|part| holds(part, counts, number, flag)),
        Formula::Not(part) => !holds(part, counts, number, flag),
        Formula::Count { cells, less, fits } => {
            let sum: u32 = cells.iter().map(|cell| counts[cell as usize]).sum();
            fits.of(sum.saturating_sub(*less), sum.saturating_sub(*less)).expect("one number")
        }
        Formula::Number(_, fits) => fits.of(number, number).expect("one number"),
        Formula::Flag(_) => flag,
    }
}

proptest! {
    #[test]
    fn the_search_agrees_with_trying_everything(formula in formula(), total in 0u32..14) {
        let mut found = false;
        for a in 0..=total {
            for b in 0..=total - a {
                for c in 0..=total - a - b {
                    for number in 0..12 {
                        for flag in [false, true] {
                            found |= holds(&formula, [a, b, c], number, flag);
                        }
                    }
                }
            }
        }
        let unknowns = Unknowns { numbers: vec![(0, 11)], flags: 1 };
        prop_assert_eq!(possible(&formula, &unknowns, total), found);
    }
}
