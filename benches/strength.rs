//! How strong the players are: games with seats changed after each, on every variant of the library.
//!
//! `cargo bench --bench strength -- [GAMES [MILLISECONDS [NAME...]]]` prints a row for each variant and pairing as soon as it
//! is played; names of variants and of pairings keep to these. 200 games and 100 ms a move if left out. One core plays.
//! Against the random and the greedy player, which leave something to chance themselves, games begin as the rules say; between
//! others the first two moves are left to chance, and each opening is played from both seats. `--opening=N` leaves so many
//! moves to chance, `--even` draws openings until alpha-beta sees no more than a seed's worth between the two sides. `--from=N`
//! begins with game N, so that games can be played in parts, or on several machines.
//!
//! What a player gets through in a millisecond is measured first, for each variant, and then given to it as a number of
//! positions or games: whatever else the machine does meanwhile takes nothing from anybody.
//!
//! Players of one's own are put against each other by `FIRST-SECOND`, as in `mcts:200-alphabeta:4`; `A.toml=FIRST` gives the
//! first of them weights from a file.

use std::collections::HashSet;
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use naqala::check::{Bases, check};
use naqala::engine::{Engine, Move, Moves, Visit, Winner, fastest};
use naqala::library;
use naqala::players::evaluate::Weights;
use naqala::players::{Budget, Player, Probe, Settings, Spec, Value};
use naqala::rules::{Rules, Side};
use naqala::source::Source;
use naqala::study::rng::Random;

/// Variants of the library can be extended.
struct Library;

impl Bases for Library {
    fn find(&self, name: &str) -> Option<Source> {
        library::find(name).map(|variant| variant.source())
    }
    fn names(&self) -> Vec<String> {
        library::VARIANTS.iter().map(|variant| variant.name.to_owned()).collect()
    }
}

/// A game is a draw after so many moves.
const LONGEST: u32 = 400;
/// So many openings are drawn for one that is even.
const DRAWS: u32 = 60;
/// Who judges openings, and at how many seeds' worth they are even.
const JUDGE: Spec = Spec::AlphaBeta(Budget::Nodes(20_000));
const EVEN: f64 = 1.0;

/// Games between two players.
struct Match {
    specs: [Spec; 2],
    weights: [Option<Weights>; 2],
    /// Number of the first game, which chooses its opening.
    from: u64,
    games: u64,
    /// Moves at the beginning that are left to chance.
    opening: u32,
    /// Whether only openings that look even are played.
    even: bool,
}

/// What they came to for the first player.
#[derive(Default)]
struct Points {
    /// The players with the limits that they had.
    names: String,
    won: u64,
    drawn: u64,
    lost: u64,
    /// Games that South won.
    south: u64,
    moves: u64,
    /// Games that differ from each other.
    different: HashSet<u64>,
}

impl Visit for Match {
    type Output = Points;

    fn visit<E: Engine>(self, engine: &E) -> Points {
        let mut rates = Vec::new();
        let specs = self.specs.map(|spec| counted(engine, spec, &mut rates));
        let mut points = Points { names: specs.map(|spec| spec.to_string()).join(" – "), ..Points::default() };
        let counting = Match { specs, ..self };
        for game in self.from..self.from + self.games {
            counting.play(engine, game, &mut points);
        }
        points
    }
}

/// A player whose limit is a time, with the positions or games that it gets through in that time instead. Players of one
/// kind are measured once, so that one with four times as long gets four times as much.
fn counted<E: Engine>(engine: &E, spec: Spec, rates: &mut Vec<(&'static str, f64)>) -> Spec {
    let (time, trial): (Duration, fn(u64) -> Spec) = match spec {
        Spec::AlphaBeta(Budget::Time(time)) => (time, |nodes| Spec::AlphaBeta(Budget::Nodes(nodes))),
        Spec::Best(Budget::Time(time)) => (time, |nodes| Spec::Best(Budget::Nodes(nodes))),
        Spec::Mcts(Budget::Time(time)) => (time, |games| Spec::Mcts(Budget::Nodes(games))),
        _ => return spec,
    };
    let kind = match spec {
        Spec::Mcts(_) => "mcts",
        _ => "alphabeta",
    };
    if let Some((_, rate)) = rates.iter().find(|(known, _)| *known == kind) {
        return trial((rate * time.as_secs_f64()).max(1.0) as u64);
    }
    let (stop, mut random) = (AtomicBool::new(false), Random::of_game(9, 0));
    let mut most = 1.0f64;
    // The fastest of some trials, each on another position: the others were disturbed.
    let mut state = engine.start();
    for _ in 0..12 {
        if engine.outcome(&state).is_some() {
            break;
        }
        let mut count = 50;
        loop {
            let mut player = Player::new(trial(count), engine.rules(), Settings::default());
            let begin = Instant::now();
            let chosen = player.choose(engine, &state, &mut random, &stop, Probe::default());
            let taken = begin.elapsed();
            // Where the game is decided a player does not use up its limit.
            if !chosen.is_some_and(|chosen| matches!(chosen.value, Value::Chance(_) | Value::Seeds(_))) {
                break;
            }
            if taken >= Duration::from_millis(10) || count > 10_000_000 {
                most = most.max(count as f64 / taken.as_secs_f64());
                break;
            }
            count *= 4;
        }
        let legal = engine.legal(&state);
        engine.play(&mut state, legal.get(random.below(legal.len() as u32) as usize));
    }
    rates.push((kind, most));
    trial((most * time.as_secs_f64()).max(1.0) as u64)
}

impl Match {
    /// The first moves of a pair of games: by chance, and where that is asked the most even of some.
    fn opening<E: Engine>(&self, engine: &E, pair: u64) -> Vec<Move> {
        let (stop, mut random) = (AtomicBool::new(false), Random::of_game(7, pair));
        let mut judge = Player::new(JUDGE, engine.rules(), Settings::default());
        let mut best: (f64, Vec<Move>) = (f64::INFINITY, Vec::new());
        for _ in 0..if self.even { DRAWS } else { 1 } {
            let mut state = engine.start();
            let mut moves = Vec::new();
            while (moves.len() as u32) < self.opening && engine.outcome(&state).is_none() {
                let legal = engine.legal(&state);
                let choice = legal.get(random.below(legal.len() as u32) as usize);
                engine.play(&mut state, choice);
                moves.push(choice);
            }
            if !self.even {
                return moves;
            }
            let judged = judge.choose(engine, &state, &mut random, &stop, Probe::default());
            let uneven = match judged.map(|judged| judged.value) {
                Some(Value::Seeds(seeds)) => seeds.abs(),
                _ => 1e9,
            };
            if uneven < best.0 {
                best = (uneven, moves);
            }
            if uneven <= EVEN {
                break;
            }
        }
        best.1
    }

    /// One game: pairs of games begin alike, with seats changed.
    fn play<E: Engine>(&self, engine: &E, game: u64, points: &mut Points) {
        let stop = AtomicBool::new(false);
        let first = if game.is_multiple_of(2) { Side::South } else { Side::North };
        let mut players = [0, 1].map(|at| {
            let settings = Settings { weights: self.weights[at], ..Settings::default() };
            Player::new(self.specs[at], engine.rules(), settings)
        });
        let opening = self.opening(engine, game / 2);
        let mut random = Random::of_game(8, game);
        let mut state = engine.start();
        let mut trace = 0u64;
        for turn in 0..LONGEST {
            if engine.outcome(&state).is_some() {
                break;
            }
            let choice = if let Some(choice) = opening.as_slice().get(turn as usize) {
                *choice
            } else {
                let player = &mut players[usize::from(engine.mover(&state) != first)];
                let Some(chosen) = player.choose(engine, &state, &mut random, &stop, Probe::default()) else { break };
                chosen.choice
            };
            engine.play(&mut state, choice);
            points.moves += 1;
            let word = choice.answers << 8 | u64::from(choice.pit);
            trace = (trace.rotate_left(7) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        points.different.insert(trace);
        let winner = engine.outcome(&state).map(|outcome| outcome.winner);
        points.south += u64::from(winner == Some(Winner::South));
        match winner {
            Some(winner) if winner == Winner::from(first) => points.won += 1,
            Some(Winner::South | Winner::North) => points.lost += 1,
            _ => points.drawn += 1,
        }
    }
}

fn rules(name: &str) -> Option<Rules> {
    let (checked, _) = check(&library::load(name).ok()?, &Library);
    checked?.rules(&[]).ok()
}

/// A player, with weights from a file where they are given.
fn player(text: &str) -> Option<(Option<String>, Spec)> {
    let (weights, spec) = text.split_once('=').map_or((None, text), |(file, spec)| (Some(file.to_owned()), spec));
    Some((weights, spec.parse().ok()?))
}

type Seat = (Option<String>, Spec);

fn main() -> ExitCode {
    let (marked, arguments): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let opening: Option<u32> = marked.iter().find_map(|argument| argument.strip_prefix("--opening=")?.parse().ok());
    let from: u64 = marked.iter().find_map(|argument| argument.strip_prefix("--from=")?.parse().ok()).unwrap_or(0);
    let number = |at: usize, default: u64| arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(default);
    let (games, millis) = (number(0, 200), number(1, 100).max(1));
    let time = |millis: u64| Budget::Time(Duration::from_millis(millis.max(1)));
    let plain = |spec| (None, spec);
    let known: [(&str, [Seat; 2]); 6] = [
        ("alphabeta-greedy", [Spec::AlphaBeta(time(millis)), Spec::Greedy].map(plain)),
        ("mcts-random", [Spec::Mcts(time(millis)), Spec::Random].map(plain)),
        ("alphabeta-mcts", [Spec::AlphaBeta(time(millis)), Spec::Mcts(time(millis))].map(plain)),
        ("alphabeta-itself", [Spec::AlphaBeta(time(2 * millis)), Spec::AlphaBeta(time(millis / 2))].map(plain)),
        ("mcts-itself", [Spec::Mcts(time(2 * millis)), Spec::Mcts(time(millis / 2))].map(plain)),
        ("best-itself", [Spec::Best(time(2 * millis)), Spec::Best(time(millis / 2))].map(plain)),
    ];
    let mut variants = Vec::new();
    let mut pairings: Vec<(&str, &[Seat; 2])> = Vec::new();
    let own: Vec<(&str, [Seat; 2])> = arguments
        .iter()
        .skip(2)
        .filter_map(|name| {
            let (first, second) = name.split_once('-')?;
            Some((name.as_str(), [player(first)?, player(second)?]))
        })
        .collect();
    pairings.extend(own.iter().map(|(name, seats)| (*name, seats)));
    for name in arguments.iter().skip(2) {
        if let Some((name, seats)) = known.iter().find(|(known, _)| known == name) {
            pairings.push((*name, seats));
        } else if let Some(variant) = library::find(name) {
            variants.push(variant);
        } else if !own.iter().any(|(own, _)| own == name) {
            let pairings = known.map(|(name, _)| name).join(", ");
            eprintln!("`{name}` is neither a variant of the library nor a pairing ({pairings}, or FIRST-SECOND)");
            return ExitCode::FAILURE;
        }
    }
    if variants.is_empty() {
        variants.extend(library::VARIANTS);
    }
    if pairings.is_empty() {
        pairings.extend(
            known
                .iter()
                .filter(|(name, _)| !["alphabeta-itself", "mcts-itself"].contains(name))
                .map(|(name, seats)| (*name, seats)),
        );
    }
    println!(
        "| Variant | Pairing | Players | Games | Won | Drawn | Lost | Score | Won by South | Moves | Left to chance | Different |"
    );
    println!("|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for variant in variants {
        let Some(rules) = rules(variant.name) else { continue };
        for (name, seats) in &pairings {
            let weights = seats.each_ref().map(|(file, _)| {
                let text = std::fs::read_to_string(file.as_ref()?).ok()?;
                Weights::parse(&text, &rules).ok()
            });
            let specs = seats.each_ref().map(|(_, spec)| *spec);
            // Where chance plays anyway, the game begins as its rules say.
            let chance = specs.iter().any(|spec| matches!(spec, Spec::Random | Spec::Greedy));
            let opening = opening.unwrap_or(if chance { 0 } else { 2 });
            let even = marked.iter().any(|argument| argument == "--even");
            let points = fastest(rules.clone(), Match { specs, weights, from, games, opening, even });
            let share = (2 * points.won + points.drawn) as f64 / (2 * games.max(1)) as f64 * 100.0;
            let Points { names, won, drawn, lost, south, moves, different } = points;
            let mean = moves / games.max(1);
            println!(
                "| {} | {name} | {names} | {games} | {won} | {drawn} | {lost} | {share:.1} % | {south} | {mean} | {opening} | {} |",
                variant.name,
                different.len()
            );
            // A row that is not shown at once is shown later.
            let _ = std::io::stdout().flush();
        }
    }
    ExitCode::SUCCESS
}
