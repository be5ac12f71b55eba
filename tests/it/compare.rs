//! Comparisons: known differences are found where they are, equal rules show none.

use std::sync::atomic::AtomicBool;

use naqala::engine::{Engine, Reference};
use naqala::study::compare::{Comparison, Kind, Order, compare, data, text};
use naqala::style::Paint;

use crate::games::engine;

fn order(games: u64) -> Order {
    Order { games, seed: 1, max_moves: 10_000, position: None }
}

fn compared(one: &Reference, two: &Reference, games: u64) -> Comparison {
    compare(one, two, &order(games), &AtomicBool::new(false)).unwrap()
}

#[test]
fn the_same_rules_never_part() {
    for name in ["Kalah", "Omweso", "Toguz Kumalak"] {
        let comparison = compared(&engine(name, &[]), &engine(name, &[]), 40);
        assert_eq!((comparison.games, comparison.parted(), comparison.level), (40, 0, 40), "{name}");
        assert!(comparison.moves > 40);
    }
}

#[test]
fn the_empty_capture_is_found() {
    let (one, two) = (engine("Kalah", &[]), engine("Kalah", &[("empty_capture", "yes")]));
    let comparison = compared(&one, &two, 300);
    let rules = [one.rules(), two.rules()];
    insta::assert_snapshot!("compare_kalah", text(rules, &order(300), &comparison, Paint::PLAIN));
    let first = comparison.first().unwrap();
    assert_eq!(first.cause.kind, Kind::Seeds);
    assert!(first.cause.only[0].is_empty() && first.cause.only[1].len() == 1);
    let data = data(rules, &order(300), &comparison);
    assert_eq!(data["parted"], comparison.parted());
    assert_eq!(data["partings"][0]["kind"], "seeds");
}

#[test]
fn other_legal_moves_are_found() {
    let (one, two) = (engine("Oware", &[]), engine("Oware", &[("grand_slam", "illegal")]));
    let comparison = compared(&one, &two, 400);
    insta::assert_snapshot!("compare_oware", text([one.rules(), two.rules()], &order(400), &comparison, Paint::PLAIN));
    assert!(comparison.partings.iter().any(|parting| parting.cause.kind == Kind::Legal));
}

#[test]
fn another_start_and_another_board() {
    let kalah = engine("Kalah", &[]);
    let comparison = compared(&kalah, &engine("Kalah", &[("seeds_each", "3")]), 10);
    assert_eq!((comparison.parted(), comparison.first().unwrap().cause.kind), (10, Kind::Start));
    let wide = engine("Kalah", &[("width", "7")]);
    let error = compare(&kalah, &wide, &order(1), &AtomicBool::new(false)).unwrap_err();
    assert_eq!(error.to_string(), "the boards differ: 2 rows of 6 and 2 rows of 7");
}
