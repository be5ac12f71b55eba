//! Rules built by hand, so that the engine is tested apart from the language.

use naqala::rules::{
    Action, Board, CellSet, Direction, Ending, Endless, Number, Offer, Pattern, Phase, Play, Player, Quantifier,
    Receiver, Rule, Rules, Set, Side, Sow, Stores, Test, Texts,
};

/// A board of two rows with names `S1..`, `N1..`.
pub fn board(columns: u8, stores: Stores) -> Board {
    let names = ["S", "N"].iter().flat_map(|side| (1..=columns).map(move |column| format!("{side}{column}")));
    Board { rows: 2, columns, stores, names: names.collect() }
}

/// Rules with one phase on a board with so many seeds in every pit.
pub fn rules(name: &str, board: Board, seeds: u16, phase: Phase) -> Rules {
    let mut start = vec![0; board.cell_count() as usize];
    start[..board.pit_count() as usize].fill(seeds);
    Rules {
        name: name.to_owned(),
        texts: Texts::default(),
        settings: Vec::new(),
        board,
        start,
        marks: Vec::new(),
        counters: Vec::new(),
        moves: vec![None],
        phases: vec![phase],
        titles: Vec::new(),
        sources: Vec::new(),
    }
}

/// A rule without a title.
pub fn rule(id: u16, actions: Vec<Action>, when: Test) -> Rule {
    Rule { id, may: false, actions, then_continue: false, title: None, when, only_if: None }
}

/// `own pits` or `opponent pits`.
pub fn pits(board: &Board, player: Player) -> Set {
    Set::Cells(Side::BOTH.map(|mover| board.pits(player.side(mover))))
}

/// `own store`.
pub fn store(board: &Board) -> Set {
    Set::Cells(Side::BOTH.map(|mover| board.store(mover).into_iter().collect::<CellSet>()))
}

/// `SET holds PATTERN`.
pub fn holds(set: Set, pattern: Pattern) -> Test {
    Test::Holds(Quantifier::Together, set, pattern)
}

/// `nothing`.
pub fn nothing() -> Pattern {
    Pattern::Exactly(Number::Fixed(0))
}

/// `seeds`.
pub fn seeds() -> Pattern {
    Pattern::AtLeast(Number::Fixed(1))
}

/// Capture for a receiver.
pub fn capture(set: Set, receiver: Receiver) -> Action {
    Action::Capture { set, limit: None, receiver, banks: false }
}

/// `most seeds wins`.
pub fn most_seeds_wins() -> Action {
    Action::Finish { ending: Ending::MostSeeds, worth: Number::Fixed(1) }
}

fn anticlockwise() -> Vec<Offer> {
    vec![Offer { direction: Direction::Anticlockwise, when: Test::ALWAYS, only_if: None }]
}

fn play(set: Set) -> Vec<Play> {
    vec![Play { id: 0, from: set, when: Test::ALWAYS, instead: None }]
}

/// Kalah; with `empty_capture` the last seed is captured even where nothing lies opposite.
pub fn kalah(columns: u8, each: u16, empty_capture: bool) -> Rules {
    let board = board(columns, Stores::Right);
    let own = pits(&board, Player::Mover);
    let mut caught = vec![Test::In(Set::Here, own.clone()), Test::HereHeld(nothing())];
    if !empty_capture {
        caught.push(holds(Set::Opposite(Box::new(Set::Here)), seeds()));
    }
    let store = store(&board);
    let both = Set::Union(vec![Set::Here, Set::Opposite(Box::new(Set::Here))]);
    let empty = |player| holds(pits(&board, player), nothing());
    let phase = Phase {
        plays: play(own),
        sow: Sow {
            directions: anticlockwise(),
            includes: vec![naqala::rules::Guarded { set: store.clone(), when: Test::ALWAYS }],
            includable: match &store {
                Set::Cells(cells) => *cells,
                _ => [CellSet::EMPTY; 2],
            },
            ..Sow::default()
        },
        landing: vec![
            rule(0, vec![Action::Again], Test::In(Set::Here, store)),
            rule(1, vec![capture(both, Receiver::Mover)], Test::And(caught)),
        ],
        end: vec![rule(
            2,
            vec![capture(Set::Cells([board.all_pits(); 2]), Receiver::Owners), most_seeds_wins()],
            Test::Or(vec![empty(Player::Mover), empty(Player::Opponent)]),
        )],
        ..Phase::default()
    };
    rules("Kalah by hand", board, each, phase)
}

/// Nam Nam with its defaults.
pub fn nam_nam() -> Rules {
    let board = board(6, Stores::Beside);
    let own = pits(&board, Player::Mover);
    let four = || holds(Set::Here, Pattern::Exactly(Number::Fixed(4)));
    let phase = Phase {
        plays: play(own.clone()),
        sow: Sow { directions: anticlockwise(), ..Sow::default() },
        on_the_way: vec![rule(0, vec![capture(Set::Here, Receiver::Owners)], four())],
        landing: vec![
            rule(1, vec![capture(Set::Here, Receiver::Mover)], four()),
            rule(2, vec![Action::Relay(Set::Here)], Test::HereHeld(seeds())),
        ],
        on_capture: vec![rule(
            3,
            vec![capture(Set::Everything, Receiver::Captor), most_seeds_wins()],
            Test::Is(Number::SeedsInPlay, Pattern::Exactly(Number::Fixed(4))),
        )],
        stuck: vec![
            rule(4, vec![Action::Pass], holds(own, nothing())),
            rule(
                5,
                vec![capture(Set::Cells([board.all_pits(); 2]), Receiver::Owners), most_seeds_wins()],
                Test::ALWAYS,
            ),
        ],
        end: vec![rule(
            6,
            vec![most_seeds_wins()],
            Test::Is(Number::TurnsSinceCapture, Pattern::AtLeast(Number::Fixed(100))),
        )],
        endless: Endless { laps: 1000, rules: vec![rule(7, vec![most_seeds_wins()], Test::ALWAYS)] },
        ..Phase::default()
    };
    rules("Nam Nam by hand", board, 4, phase)
}
