//! What must hold in every game of every variant, over random games.

use naqala::engine::text::{read_move, read_position, write_move_in_full, write_moves, write_position};
use naqala::engine::{Engine, Event, Move, Position, Reference, Watch};
use naqala::rules::{CellSet, Side};
use naqala::study::rng::Random;
use proptest::prelude::*;

use crate::{games, random_rules};

/// The library, options included, by number.
const GAMES: [(&str, &[(&str, &str)]); 19] = [
    ("Hus", &[]),
    ("Kalah", &[]),
    ("Kalah", &[("empty_capture", "yes"), ("width", "3"), ("seeds_each", "9")]),
    ("Nam Nam", &[]),
    ("Nam Nam", &[("no_seeds", "must_feed"), ("quiet", "20")]),
    ("Nam Nam", &[("sweep", "mover")]),
    ("Omweso", &[]),
    ("Omweso", &[("setup", "two"), ("akakyala", "no")]),
    ("Omweso", &[("setup", "inner")]),
    ("Oware", &[]),
    ("Oware", &[("grand_slam", "illegal")]),
    ("Tam Puduo", &[]),
    ("Tam Puduo", &[("opening", "either")]),
    ("Tam Puduo", &[("no_seeds", "end"), ("skip_origin", "twelve")]),
    ("Tatuingo", &[]),
    ("Tatuingo", &[("parity", "pit")]),
    ("Tatuingo", &[("adjacent", "destination")]),
    ("Tatuingo", &[("own_match", "opposite")]),
    ("Toguz Kumalak", &[]),
];

/// Checks at every event that no seed is lost.
struct Balance {
    total: u32,
    over: u32,
}

impl Watch for Balance {
    fn event(&mut self, event: Event, cells: &[u16], hand: u16, removed: u32) {
        let seeds = cells.iter().map(|seeds| u32::from(*seeds)).sum::<u32>() + u32::from(hand) + removed;
        assert_eq!(seeds, self.total, "after {event:?}");
        self.over += u32::from(matches!(event, Event::Over(_)));
    }
}

/// The position with the seats changed.
fn mirrored(engine: &Reference, position: &Position) -> Position {
    let board = &engine.rules().board;
    let mut other = position.clone();
    for cell in 0..board.cell_count() {
        other.cells[board.mirrored(cell) as usize] = position.cells[cell as usize];
    }
    let mirror = |set: CellSet| set.iter().map(|cell| board.mirrored(cell)).collect::<CellSet>();
    other.marks = position.marks.iter().map(|[south, north, none]| [*north, *south, *none].map(mirror)).collect();
    for (values, counter) in other.counters.iter_mut().zip(&engine.rules().counters) {
        values.rotate_left(usize::from(counter.each));
    }
    other.moves.reverse();
    other.capturing_moves.reverse();
    other.mover = position.mover.other();
    other
}

/// Plays a random game and looks at everything on the way.
fn play_and_look(engine: &Reference, choices: &[u16]) {
    let rules = engine.rules();
    let mut state = engine.start();
    for choice in choices {
        let position = engine.position(&state);
        let text = write_position(rules, &position);
        assert_eq!(read_position(rules, &text, false).as_ref(), Ok(&position), "{text}");
        let legal = engine.legal(&state);
        if engine.outcome(&state).is_some() {
            assert!(legal.is_empty());
            return;
        }
        assert!(!legal.is_empty(), "{text}");
        assert!(legal.windows(2).all(|pair| order(pair[0]) < order(pair[1])), "{text}: {legal:?}");
        let texts = reads_its_moves(engine, &legal);
        refuses_others(engine, &state, &legal);
        looks_the_same_from_the_other_side(engine, &position, &legal);
        let at = usize::from(*choice) % legal.len();
        let mut quietly = state.clone();
        let played = engine.play(&mut quietly, legal[at]);
        let mut balance = Balance { total: rules.total(), over: 0 };
        assert_eq!(engine.play_watched(&mut state, legal[at], &mut balance), played, "{text} {}", texts[at]);
        let after = engine.position(&state);
        assert_eq!(engine.position(&quietly), after);
        assert_eq!(engine.outcome(&quietly), engine.outcome(&state));
        assert_eq!(balance.over, u32::from(engine.outcome(&state).is_some()));
        assert_eq!(after.moves[0] + after.moves[1], position.moves[0] + position.moves[1] + 1);
    }
}

/// The order of moves: by pit, kind and decisions, the first choice first.
fn order(choice: Move) -> (u8, u8, Vec<bool>) {
    let answers = (0..choice.decisions).map(|at| choice.answers >> at & 1 == 1).collect();
    (choice.pit, choice.kind, answers)
}

/// Every move read back from its text, short or in full, is itself. Where the full text of one is the short text of
/// another, the short one counts: it is what lists and records hold. Of a list of thousands some are read, spread over it:
/// reading one looks at all of them.
fn reads_its_moves(engine: &Reference, legal: &[Move]) -> Vec<String> {
    let texts = write_moves(engine.rules(), legal);
    let step = legal.len().div_ceil(48).max(1);
    for (text, choice) in texts.iter().zip(legal).step_by(step) {
        assert_eq!(read_move(engine.rules(), legal, text).as_ref(), Ok(choice), "{texts:?}");
        let full = write_move_in_full(engine.rules(), *choice);
        let named = texts.iter().position(|text| *text == full).map_or(choice, |at| &legal[at]);
        assert_eq!(read_move(engine.rules(), legal, &full).as_ref(), Ok(named), "{full}: {texts:?}");
    }
    texts
}

/// Tries moves that are not legal, as many as the engine has patience for.
fn refuses_others(engine: &Reference, state: &<Reference as Engine>::State, legal: &[Move]) {
    let plain = (0..engine.rules().board.cell_count()).map(Move::plain);
    let one_more = legal.iter().map(|choice| Move { decisions: choice.decisions + 1, ..*choice });
    let others = plain.chain(one_more).chain([Move::PASS, Move { kind: 9, ..Move::plain(0) }]);
    for choice in others.filter(|choice| !legal.contains(choice)) {
        let mut same = state.clone();
        engine.play(&mut same, choice);
        if engine.patience() == 0 {
            return;
        }
        assert_eq!(engine.position(&same), engine.position(state), "{choice:?}");
    }
}

fn looks_the_same_from_the_other_side(engine: &Reference, position: &Position, legal: &[Move]) {
    let mirror = mirrored(engine, position);
    let here = engine.begin_at(position);
    let there = engine.begin_at(&mirror);
    let moves = engine.legal(&there);
    assert_eq!(legal.len(), moves.len());
    for choice in legal.iter().filter(|choice| !choice.is_pass()) {
        let other = Move { pit: engine.rules().board.mirrored(choice.pit), ..*choice };
        assert!(moves.contains(&other), "{other:?}");
        let (mut here, mut there) = (here.clone(), there.clone());
        engine.play(&mut here, *choice);
        engine.play(&mut there, other);
        assert_eq!(mirrored(engine, &engine.position(&here)), engine.position(&there));
        let swapped = engine.outcome(&there).map(|outcome| {
            let winner = match outcome.winner {
                naqala::engine::Winner::South => Side::North.into(),
                naqala::engine::Winner::North => Side::South.into(),
                other => other,
            };
            naqala::engine::Outcome { winner, score: [outcome.score[1], outcome.score[0]], ..outcome }
        });
        assert_eq!(engine.outcome(&here), swapped);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, max_shrink_iters: 64, ..ProptestConfig::default() })]

    #[test]
    fn every_game_keeps_its_promises(
        game in 0..GAMES.len(),
        choices in prop::collection::vec(any::<u16>(), 0..120),
    ) {
        let (variant, settings) = GAMES[game];
        play_and_look(&games::engine(variant, settings), &choices);
    }
}

/// One whole game of each, always the same.
#[test]
fn one_game_of_each_keeps_its_promises() {
    for (number, (variant, settings)) in GAMES.iter().enumerate() {
        let choices: Vec<u16> = (0..150u16).map(|at| at.wrapping_mul(40503).wrapping_add(number as u16) >> 3).collect();
        play_and_look(&games::engine(variant, settings), &choices);
    }
}

/// What may be looked at of one set of wild rules to refuse moves.
const PATIENCE: u64 = 20_000_000;

/// Plays a random game of random rules. What rules can be so wild that a seat matters is not compared.
fn play_wildly(seed: u64, game: u64) {
    let engine = Reference::new(random_rules::rules(seed));
    let rules = engine.rules();
    let mut random = Random::of_game(seed, game + 1);
    let mut state = engine.start();
    // Where a move has thousands of decisions, each of them followed, all that is refused could not be tried in hours.
    let refusing = Reference::with_patience(random_rules::rules(seed), PATIENCE);
    for _ in 0..40 {
        let position = engine.position(&state);
        assert_eq!(position.total(), rules.total());
        let text = write_position(rules, &position);
        assert_eq!(read_position(rules, &text, false).as_ref(), Ok(&position), "{text}");
        let legal = engine.legal(&state);
        assert_eq!(legal.is_empty(), engine.outcome(&state).is_some(), "{text}");
        if legal.is_empty() {
            return;
        }
        assert!(legal.windows(2).all(|pair| order(pair[0]) < order(pair[1])), "{text}: {legal:?}");
        let texts = reads_its_moves(&engine, &legal);
        refuses_others(&refusing, &state, &legal);
        let at = random.below(legal.len() as u32) as usize;
        let mut quietly = state.clone();
        let played = engine.play(&mut quietly, legal[at]);
        let mut balance = Balance { total: rules.total(), over: 0 };
        assert_eq!(engine.play_watched(&mut state, legal[at], &mut balance), played, "{text} {}", texts[at]);
        assert_eq!(engine.position(&quietly), engine.position(&state));
        assert_eq!(engine.outcome(&quietly), engine.outcome(&state));
        let moves = engine.position(&state).moves;
        assert_eq!(moves[0] + moves[1], position.moves[0] + position.moves[1] + 1, "{text} {}", texts[at]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn wild_rules_lose_no_seed_and_never_hang(seed in any::<u64>()) {
        play_wildly(seed, 0);
    }
}
