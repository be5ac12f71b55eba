//! `naqala best VARIANT`: the moves of a position, the best first, with what they are worth.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use serde_json::json;

use naqala::engine::text::{write_moves, write_position};
use naqala::engine::{Engine, Visit};
use naqala::library;
use naqala::players::evaluate::Weights;
use naqala::players::{Budget, MAX_DEPTH, Player, Probe, Ranked, Settings as PlayerSettings, Spec, Value};
use naqala::rules::Rules;
use naqala::study::database::Database;
use naqala::study::rng::Random;
use naqala::study::soundness::Soundness;
use naqala::style::{Align, Table, thousands};

use super::simulate::interrupt;
use super::variant::{EngineArgument, Settings, Start, load};
use super::{Done, Exit, Fail, limits, screen::Screen};

/// How moves are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Method {
    /// The stronger of the two for the rules.
    Best,
    /// Alpha-beta search.
    Alphabeta,
    /// Monte Carlo tree search.
    Mcts,
}

/// Rank the moves of a position: what each is worth for the player to move, and the line it begins.
///
/// Values are leads in seeds (`+1.5`), chances to win (`62 %`), or certain: wins, loses.
#[derive(Args)]
#[command(after_help = "\
Examples:
  naqala best kalah
  naqala best oware --time 5s
  naqala best omweso --by mcts --nodes 20000
  naqala best kalah --depth 8 --position '0 0 0 0 3 4 / 0 0 0 1 0 4; south; stores=20-16'

With --depth or --nodes the same seed gives the same ranking. Ctrl-C shows what is found so far.")]
pub struct Best {
    /// A name of the library, or the path of a variant file.
    variant: String,
    /// Think for so long.
    #[arg(long, value_name = "TIME", value_parser = limits::time, conflicts_with_all = ["depth", "nodes"])]
    time: Option<Duration>,
    /// Look so many moves ahead (alpha-beta).
    #[arg(long, value_name = "MOVES", conflicts_with = "nodes",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// Look at so many positions (alpha-beta), or play out so many games (Monte Carlo).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How moves are judged.
    #[arg(long, value_name = "METHOD", value_enum, default_value_t = Method::Best)]
    by: Method,
    /// Ask this endgame database, made by `naqala database`.
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// Weights of the evaluation: a TOML file with `bank`, `seed`, `mobility`, `tempo`.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// The seed of the random games.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// How many cores a Monte Carlo search limited by time uses; all if left out.
    #[arg(short, long, value_name = "JOBS", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// One JSON object instead of the table.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    engine: EngineArgument,
}

impl Best {
    fn spec(&self) -> Result<Spec, Fail> {
        let budget = match (self.depth, self.nodes, self.time) {
            (Some(depth), _, _) => Budget::Depth(depth),
            (_, Some(nodes), _) => Budget::Nodes(nodes),
            (_, _, time) => Budget::Time(time.unwrap_or(Duration::from_secs(2))),
        };
        match (self.by, budget) {
            (Method::Mcts, Budget::Depth(_)) => {
                Err(Fail::usage("Monte Carlo tree search has no depth").help("use --nodes or --time"))
            }
            (Method::Mcts, budget) => Ok(Spec::Mcts(budget)),
            (Method::Alphabeta, budget) => Ok(Spec::AlphaBeta(budget)),
            (Method::Best, budget) => Ok(Spec::Best(budget)),
        }
    }

    fn weights(&self, rules: &Rules) -> Result<Option<Weights>, Fail> {
        let Some(path) = &self.weights else { return Ok(None) };
        let unreadable =
            |reason: &dyn std::fmt::Display| Fail::usage(format!("cannot read `{}`: {reason}", path.display()));
        let bytes = library::at_most(path, library::MAX_BYTES + 1).map_err(|error| unreadable(&error))?;
        if bytes.len() as u64 > library::MAX_BYTES {
            return Err(unreadable(&format!("it has more bytes than weights need ({})", library::MAX_BYTES)));
        }
        let text = String::from_utf8(bytes).map_err(|_| unreadable(&"it is not UTF-8 text"))?;
        let weights = Weights::parse(&text, rules)
            .map_err(|error| Fail::usage(format!("{}: {error}", path.display()).trim_end().to_owned()))?;
        Ok(Some(weights))
    }

    /// Thinks and prints.
    pub fn run(self, screen: &mut Screen) -> Done {
        let rules = self.settings.rules(&load(&self.variant)?)?;
        let spec = self.spec()?;
        let weights = self.weights(&rules)?;
        let soundness = Soundness::of(&rules, rules.total());
        let database = self.database.as_ref().map(|path| limits::database(path, &rules, &soundness)).transpose()?;
        let stop = interrupt();
        let engine = self.engine;
        engine.with(rules, Ranking { command: &self, spec, weights, database, stop: &stop, screen })?
    }
}

struct Ranking<'a> {
    command: &'a Best,
    spec: Spec,
    weights: Option<Weights>,
    database: Option<Database>,
    stop: &'a AtomicBool,
    screen: &'a mut Screen,
}

impl Visit for Ranking<'_> {
    type Output = Done;

    fn visit<E: Engine>(self, engine: &E) -> Done {
        let Ranking { command, spec, weights, database, stop, screen } = self;
        let state = command.start.state(engine)?;
        let position = write_position(engine.rules(), &engine.position(&state));
        if engine.outcome(&state).is_some() {
            return Err(Fail::input(format!("the game is over: {position}")));
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = command.jobs.map_or(cores, usize::from);
        let settings = PlayerSettings { jobs, weights, table: 1 << 20 };
        let mut player = Player::new(spec, engine.rules(), settings);
        let mut random = Random::of_game(command.seed, 0);
        let begin = Instant::now();
        let (ranking, depth, nodes) = player.rank(engine, &state, &mut random, stop, Probe::of(database.as_ref()));
        let seconds = begin.elapsed().as_secs_f64();
        let moves: Vec<_> = ranking.iter().map(|ranked| ranked.choice).collect();
        let names = write_moves(engine.rules(), &moves);
        if command.json {
            let moves: Vec<_> = ranking
                .iter()
                .zip(&names)
                .map(|(ranked, name)| {
                    json!({
                        "move": name,
                        "value": ranked.value,
                        "line": limits::line(engine, &state, &ranked.line),
                        "visits": ranked.visits,
                    })
                })
                .collect();
            let value = json!({
                "variant": engine.rules().name,
                "position": position,
                "mover": engine.mover(&state).word(),
                "player": player.spec().to_string(),
                "moves": moves,
                "depth": depth,
                "nodes": nodes,
                "seconds": seconds,
            });
            writeln!(screen, "{value}")?;
        } else {
            let paint = screen.paint;
            writeln!(screen, "{}", paint.heading(position))?;
            let mut table = Table::new(&[Align::Left, Align::Right, Align::Left]);
            table.head(["move", "value", "line"]);
            for (ranked, name) in ranking.iter().zip(names) {
                let line = limits::line(engine, &state, &ranked.line);
                let shown = line.iter().take(12).cloned().collect::<Vec<_>>().join(" ");
                let more = if line.len() > 12 { " ..." } else { "" };
                table.row([paint.name(name), value(ranked), format!("{shown}{more}")]);
            }
            write!(screen, "{}", table.text("", paint))?;
            let deep = if depth > 0 { format!("{depth} moves ahead, ") } else { String::new() };
            let speed = thousands((nodes as f64 / seconds.max(1e-9)) as u64);
            let said = format!("{deep}{} positions in {seconds:.2} s, about {speed} a second", thousands(nodes));
            screen.aside(said);
        }
        Ok(if stop.load(Ordering::Relaxed) { Exit::Interrupted } else { Exit::Fine })
    }
}

/// What a move is worth, in a word.
fn value(ranked: &Ranked) -> String {
    match ranked.value {
        Value::Unknown => "?".to_owned(),
        Value::Seeds(seeds) => format!("{seeds:+.1}"),
        Value::Chance(chance) => format!("{:.1} %", chance * 100.0),
        Value::Won => "wins".to_owned(),
        Value::Lost => "loses".to_owned(),
        Value::Score(score) => format!("{score:+} for sure"),
    }
}
