//! The compiled engine equals the reference: the same legal moves in the same order, positions, figures and results.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use naqala::engine::{Engine, EngineChoice, Move, Moves, Position, Reference, UsedRules, Visit, with};
use naqala::library;
use naqala::rules::{Choices, Rules, Value};
use naqala::study::rng::Random;

/// Random games of each setting: the number that the issue asks for, or what the environment says.
fn games_each() -> u64 {
    std::env::var("NAQALA_EQUALITY_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(2000)
}

/// What the reference is given to look at: more than it ever needs, to see how much it takes.
const PATIENCE: u64 = 1 << 62;

/// Plays random games on the engine it visits and on the reference side by side.
pub struct SideBySide {
    pub reference: Reference,
    pub games: u64,
    pub seed: u64,
    pub max_moves: u32,
    /// Once the reference has looked at so much, that is enough.
    pub effort: u64,
    /// Begin at this position instead of the start.
    pub from: Option<Position>,
}

/// How many moves were compared, or how the engines differ.
pub type Compared = Result<u64, String>;

impl Visit for SideBySide {
    type Output = Compared;

    fn visit<E: Engine>(self, engine: &E) -> Compared {
        let reference = &self.reference;
        let mut moves = 0;
        let (mut used, mut expected_used) = (UsedRules::default(), UsedRules::default());
        for game in 0..self.games {
            let mut random = Random::of_game(self.seed, game);
            let (mut state, mut expected) = match &self.from {
                Some(position) => (engine.begin_at(position), reference.begin_at(position)),
                None => (engine.start(), reference.start()),
            };
            let mut line = Vec::new();
            for _ in 0..self.max_moves {
                if PATIENCE - reference.patience() > self.effort {
                    break;
                }
                let told = |what: &str, found: &dyn std::fmt::Debug, expected: &dyn std::fmt::Debug| {
                    Err(format!("game {game}, moves {line:?}: {what}: {found:?}, expected {expected:?}"))
                };
                let (position, wanted) = (engine.position(&state), reference.position(&expected));
                if position != wanted {
                    return told("position", &brief(&position), &brief(&wanted));
                }
                let (outcome, wanted) = (engine.outcome(&state), reference.outcome(&expected));
                if outcome != wanted {
                    return told("outcome", &outcome, &wanted);
                }
                let legal: Vec<Move> = engine.legal(&state).iter().collect();
                let wanted: Vec<Move> = reference.legal(&expected);
                if legal != wanted {
                    return told("legal moves", &legal, &wanted);
                }
                if outcome.is_some() || legal.is_empty() {
                    let more = engine.play_any(&mut state, random.bits());
                    if more.is_some() || engine.outcome(&state) != outcome {
                        return told("a move after the end", &more, &outcome);
                    }
                    break;
                }
                let at = random.below(legal.len() as u32);
                let choice = legal[at as usize];
                if game % 4 == 0 {
                    let bits = random.bits();
                    let (mut other, mut wanted) = (state.clone(), expected.clone());
                    let any = engine.play_any(&mut other, bits);
                    let wanted_any = reference.play_any(&mut wanted, bits);
                    if any != wanted_any {
                        return told("any move", &any, &wanted_any);
                    }
                    // It is a legal move, whether it is listed or left out for the number of tries.
                    let mut again = state.clone();
                    let replayed = any.map(|(choice, _)| (choice, engine.play(&mut again, choice)));
                    if replayed != any || engine.position(&again) != engine.position(&other) {
                        return told("any move, played", &replayed, &any);
                    }
                    if game % 8 == 0 {
                        // The game goes on from there.
                        (state, expected) = (other, wanted);
                        line.extend(any.map(|(choice, _)| choice));
                        moves += 1;
                        continue;
                    }
                    // Nobody has looked at this position when its first move is made.
                    let bits = random.bits();
                    let (any, wanted_any) = (engine.play_any(&mut other, bits), reference.play_any(&mut wanted, bits));
                    if any != wanted_any {
                        return told("any move after any", &any, &wanted_any);
                    }
                    let (position, wanted_position) = (engine.position(&other), reference.position(&wanted));
                    if position != wanted_position || engine.outcome(&other) != reference.outcome(&wanted) {
                        return told("position after any moves", &brief(&position), &brief(&wanted_position));
                    }
                }
                let played = engine.play_counted(&mut state, choice, &mut used);
                let wanted = reference.play_counted(&mut expected, choice, &mut expected_used);
                line.push(choice);
                if played != wanted {
                    return Err(format!("game {game}, moves {line:?}: figures {played:?}, expected {wanted:?}"));
                }
                if used != expected_used {
                    return Err(format!("game {game}, moves {line:?}: rules {used:?}, expected {expected_used:?}"));
                }
                moves += 1;
            }
        }
        Ok(moves)
    }
}

/// A position without its empty cells.
fn brief(position: &Position) -> String {
    let cells = position.cells.iter().rposition(|seeds| *seeds > 0).map_or(0, |last| last + 1);
    format!("{:?} {:?}", &position.cells[..cells], Position { cells: [0; 128], ..position.clone() })
}

/// Compares the engines on random games of one set of rules.
pub fn compare(rules: &Arc<Rules>, games: u64, seed: u64) -> Compared {
    compare_within(rules, games, seed, PATIENCE)
}

/// The same until the reference has looked at about so many sets, numbers and tests: some rules make it try millions of moves.
pub fn compare_within(rules: &Arc<Rules>, games: u64, seed: u64, effort: u64) -> Compared {
    let reference = Reference::with_patience(Arc::clone(rules), PATIENCE);
    let visit = SideBySide { reference, games, seed, max_moves: 3000, effort, from: None };
    // Only boards that byte lanes cannot hold may be left to the reference.
    let choice = if rules.total() > 255 { EngineChoice::Fastest } else { EngineChoice::Compiled };
    with(Arc::clone(rules), choice, visit)?
}

/// Every value of every option, the others at their defaults; of long ranges the ends and the default.
fn settings(checked: &naqala::check::Checked) -> Vec<Vec<(String, String)>> {
    let mut all = vec![Vec::new()];
    for setting in checked.settings() {
        let values: Vec<String> = match &setting.choices {
            Choices::Words(words) => words.clone(),
            Choices::Range(least, most) if most - least < 16 => (*least..=*most).map(|n| n.to_string()).collect(),
            Choices::Range(least, most) => vec![least.to_string(), most.to_string()],
        };
        let default = match &setting.default {
            Value::Number(n) => n.to_string(),
            Value::Word(word) => word.clone(),
        };
        all.extend(
            values.into_iter().filter(|value| *value != default).map(|value| vec![(setting.name.clone(), value)]),
        );
    }
    all
}

#[test]
fn every_variant_of_the_library_and_every_option() {
    let mut work = Vec::new();
    for variant in library::VARIANTS {
        let (checked, messages) = naqala::check::check(&variant.source(), &());
        let checked = checked.unwrap_or_else(|| panic!("{}: {messages:?}", variant.name));
        for setting in settings(&checked) {
            let rules = Arc::new(checked.rules(&setting).expect("the options exist"));
            work.push((variant.name, setting, rules));
        }
    }
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(|| {
                while let Some((name, setting, rules)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match compare(rules, games_each(), 4) {
                        Ok(moves) => println!("{name} {setting:?}: {moves} moves"),
                        Err(difference) => panic!("{name} {setting:?}: {difference}"),
                    }
                }
            });
        }
    });
}

#[test]
fn every_variant_written_for_the_language_tests() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language");
    let mut compared = 0;
    for entry in std::fs::read_dir(folder).expect("the folder").flatten() {
        let text = std::fs::read_to_string(entry.path()).expect("a text");
        let name = entry.file_name().to_string_lossy().into_owned();
        let (checked, _) = naqala::check::check(&naqala::source::Source::new(name.clone(), text), &());
        let Some(checked) = checked else { continue };
        for setting in settings(&checked) {
            let rules = Arc::new(checked.rules(&setting).expect("the options exist"));
            compared += compare(&rules, 200, 4).unwrap_or_else(|difference| panic!("{name} {setting:?}: {difference}"));
        }
    }
    assert!(compared > 10_000, "{compared} moves");
}
