//! What a simulation showed, as text for people and as data for programs.

use serde::Serialize;

use crate::rules::Rules;
use crate::rules::describe::moment_name;
use crate::style::{Align, Paint, Table, counted, thousands};

use super::contest::{Contest, Standing};
use super::histogram::Histogram;
use super::simulate::Plan;
use super::statistics::Share;
use super::tally::{EndedBy, Tally, moments};
use super::words::short;

/// How fast it went. It differs from run to run, unlike everything else.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Speed {
    /// Threads that played.
    pub jobs: usize,
    /// Seconds in all.
    pub seconds: f64,
    /// Games a second.
    pub games_per_second: f64,
    /// Moves a second.
    pub moves_per_second: f64,
}

impl Speed {
    /// Of a tally that took so many seconds.
    pub fn new(tally: &Tally, jobs: usize, seconds: f64) -> Self {
        let seconds = seconds.max(1e-9);
        Speed {
            jobs,
            seconds,
            games_per_second: tally.games as f64 / seconds,
            moves_per_second: tally.moves.sum() as f64 / seconds,
        }
    }
}

/// The names of the five results, in the order of [`Tally::results`].
pub const RESULTS: [&str; 5] = ["South wins", "North wins", "draw", "void", "unfinished"];

/// The quantiles that are shown, in thousandths, with their names.
const QUANTILES: [(u16, &str); 7] =
    [(0, "min"), (50, "5 %"), (250, "25 %"), (500, "median"), (750, "75 %"), (950, "95 %"), (1000, "max")];

/// What something that ended games is called.
pub fn ended_by(rules: &Rules, by: EndedBy) -> String {
    match by {
        EndedBy::Title(title) => rules.titles.get(usize::from(title)).cloned().unwrap_or_default(),
        EndedBy::Rule(rule) => rules.sources.get(usize::from(rule)).map_or(String::new(), |source| source.text.clone()),
        EndedBy::Default => "neither player can move".to_owned(),
        EndedBy::Limit => "unfinished: the limit of turns".to_owned(),
    }
}

/// The rules that no game used, in file order, leaving out those that the option values switch off.
pub fn never_used(rules: &Rules, tally: &Tally) -> Vec<u16> {
    let open = rules.phases.iter().flat_map(moments).flat_map(|(_, rules)| rules);
    let mut unused: Vec<u16> = open
        .filter(|rule| rule.when != crate::rules::Test::Constant(false))
        .map(|rule| rule.id)
        .filter(|id| !tally.used.contains(*id))
        .collect();
    unused.sort_unstable();
    unused.dedup();
    unused
}

/// Percent with one digit.
fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn share_row(name: String, share: Share) -> [String; 4] {
    let (low, high) = share.interval();
    let interval = format!("{:.1} to {}", low * 100.0, percent(high));
    [name, thousands(share.count), percent(share.value()), interval]
}

/// The report for people. `contest` has the players, none where all moves are random; `command` is how a game is
/// replayed, up to the number of the game.
pub fn text(
    rules: &Rules,
    plan: &Plan,
    tally: &Tally,
    contest: Option<&Contest>,
    command: &str,
    speed: Speed,
    paint: Paint,
) -> String {
    let settings: Vec<String> =
        rules.changed_settings().map(|setting| format!("{} = {}", setting.name, setting.value)).collect();
    let settings = if settings.is_empty() { String::new() } else { format!(" ({})", settings.join(", ")) };
    let games = match contest {
        None => counted(tally.games, "random game", "random games"),
        Some(contest) => format!("{}, {}", counted(tally.games, "game", "games"), contest.about()),
    };
    let mut text = format!("{}{settings}: {games}, seed {}\n", paint.heading(&rules.name), plan.seed);
    if tally.games < plan.games {
        let all = thousands(plan.games);
        text += &format!("{}\n", paint.warning(format!("stopped before all {all} games were played")));
    }
    if tally.unsound > 0 {
        let games = counted(tally.unsound, "game", "games");
        text +=
            &format!("{}\n", paint.error(format!("seeds appeared or vanished in {games}: a mistake of the engine")));
    }
    if tally.games == 0 {
        return text;
    }
    text.push('\n');
    if let Some(contest) = contest {
        text += &contest.text(tally.games, paint);
        text.push('\n');
    }
    text += &results(tally, paint);
    text.push('\n');
    text += &endings(rules, tally, paint);
    text.push('\n');
    text += &quantiles(tally, paint);
    if let Some((turns, game)) = tally.longest_game {
        let turns = counted(turns, "turn", "turns");
        text += &format!("\nLongest game    {turns}: {}\n", paint.faint(format!("{command} --game {game}")));
        if let Some((laps, game)) = tally.longest.filter(|(laps, _)| *laps > 1) {
            let laps = counted(u64::from(laps), "lap", "laps");
            text += &format!("Longest relay   {laps}: {}\n", paint.faint(format!("{command} --game {game}")));
        }
    }
    text += &unused(rules, tally, paint);
    text += &format!(
        "\n{}\n",
        paint.faint(format!(
            "{} games/s, {} moves/s ({:.2} s, {})",
            thousands(speed.games_per_second as u64),
            thousands(speed.moves_per_second as u64),
            speed.seconds,
            counted(speed.jobs as u64, "job", "jobs")
        ))
    );
    text
}

fn results(tally: &Tally, paint: Paint) -> String {
    let mut table = Table::new(&[Align::Left, Align::Right, Align::Right, Align::Right]);
    table.head(["Result", "games", "share", "95 % interval"]);
    for (name, count) in RESULTS.iter().zip(tally.results) {
        // Every game can be won or drawn; void and unfinished ones are told where there are some.
        if count > 0 || *name == RESULTS[0] || *name == RESULTS[1] || *name == RESULTS[2] {
            let [name, count, share, interval] = share_row((*name).to_owned(), Share::new(count, tally.games));
            table.row([name, count, share, paint.faint(interval)]);
        }
    }
    table.text("", paint)
}

fn endings(rules: &Rules, tally: &Tally, paint: Paint) -> String {
    let mut ends: Vec<(String, u64)> = tally.ends.iter().map(|(by, count)| (ended_by(rules, *by), *count)).collect();
    ends.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    let mut table = Table::new(&[Align::Left, Align::Right, Align::Right, Align::Right]);
    table.head(["Ended by", "games", "share", "95 % interval"]);
    for (name, count) in ends {
        let [name, count, share, interval] = share_row(short(&name, 60), Share::new(count, tally.games));
        table.row([name, count, share, paint.faint(interval)]);
    }
    table.text("", paint)
}

/// The histograms that are shown, with their names.
fn histograms(tally: &Tally) -> Vec<(&'static str, &Histogram)> {
    let mut shown = vec![("Turns per game", &tally.turns)];
    // Where each turn is one move, moves say nothing new.
    if tally.moves != tally.turns {
        shown.push(("Moves per game", &tally.moves));
    }
    shown.push(("Legal moves per turn", &tally.choices));
    shown.push(("Seeds captured per turn", &tally.captured));
    shown.push(("Laps per move", &tally.laps));
    shown
}

fn quantiles(tally: &Tally, paint: Paint) -> String {
    let mut aligns = vec![Align::Left];
    aligns.extend([Align::Right; QUANTILES.len() + 1]);
    let mut table = Table::new(&aligns);
    let names = QUANTILES.iter().map(|(_, name)| (*name).to_owned());
    table.head(["".to_owned(), "mean".to_owned()].into_iter().chain(names));
    for (name, histogram) in histograms(tally) {
        let values = QUANTILES.iter().map(|(at, _)| histogram.quantile(*at).map_or("-".to_owned(), thousands));
        table.row([name.to_owned(), format!("{:.1}", histogram.mean())].into_iter().chain(values));
    }
    table.text("", paint)
}

fn unused(rules: &Rules, tally: &Tally, paint: Paint) -> String {
    let unused = never_used(rules, tally);
    if unused.is_empty() {
        return "Every rule of the file was used.\n".to_owned();
    }
    let mut table = Table::new(&[Align::Right, Align::Left, Align::Left]);
    for id in unused {
        if let Some(source) = rules.sources.get(usize::from(id)) {
            let moment = moment_name(source.moment);
            table.row([format!("line {}", source.line), paint.faint(moment), short(&source.text, 80)]);
        }
    }
    format!("\n{}\n{}", paint.warning("Rules never used"), table.text("  ", paint))
}

/// A share with its interval, as data.
#[derive(Clone, Debug, Serialize)]
pub struct ShareData {
    count: u64,
    share: f64,
    interval_95: [f64; 2],
}

impl ShareData {
    fn new(count: u64, of: u64) -> Self {
        let share = Share::new(count, of);
        let (low, high) = share.interval();
        ShareData { count, share: share.value(), interval_95: [low, high] }
    }
}

#[derive(Clone, Debug, Serialize)]
struct Distribution {
    mean: f64,
    deviation: f64,
    quantiles: std::collections::BTreeMap<&'static str, u64>,
    /// Each number that was seen, with how often.
    histogram: Vec<(u64, u64)>,
}

impl Distribution {
    fn new(histogram: &Histogram) -> Self {
        const NAMES: [(u16, &str); 7] =
            [(0, "min"), (50, "p05"), (250, "p25"), (500, "p50"), (750, "p75"), (950, "p95"), (1000, "max")];
        let quantiles = NAMES.iter().filter_map(|(at, name)| Some((*name, histogram.quantile(*at)?)));
        Distribution {
            mean: histogram.mean(),
            deviation: histogram.deviation(),
            quantiles: quantiles.collect(),
            histogram: histogram.iter().collect(),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
struct Unused<'a> {
    line: u32,
    moment: &'static str,
    text: &'a str,
}

#[derive(Clone, Debug, Serialize)]
struct Ended {
    title: String,
    #[serde(flatten)]
    share: ShareData,
}

/// The report as data: everything but `speed` is the same in every run.
#[derive(Clone, Debug, Serialize)]
pub struct Report<'a> {
    naqala: u32,
    variant: &'a str,
    options: std::collections::BTreeMap<&'a str, &'a crate::rules::Value>,
    seed: u64,
    games: u64,
    wanted: u64,
    max_turns: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<[Standing; 2]>,
    south: ShareData,
    north: ShareData,
    draw: ShareData,
    void: ShareData,
    unfinished: ShareData,
    endings: Vec<Ended>,
    turns_per_game: Distribution,
    moves_per_game: Distribution,
    legal_moves_per_turn: Distribution,
    seeds_captured_per_turn: Distribution,
    laps_per_move: Distribution,
    longest_game: Option<[u64; 2]>,
    longest_relay: Option<[u64; 2]>,
    rules_never_used: Vec<Unused<'a>>,
    speed: Speed,
}

impl<'a> Report<'a> {
    /// Of a tally, and of the players where there are some.
    pub fn new(rules: &'a Rules, plan: &Plan, tally: &Tally, contest: Option<&Contest>, speed: Speed) -> Self {
        let share = |count| ShareData::new(count, tally.games);
        let [south, north, draw, void, unfinished] = tally.results.map(share);
        let mut endings: Vec<Ended> =
            tally.ends.iter().map(|(by, count)| Ended { title: ended_by(rules, *by), share: share(*count) }).collect();
        endings.sort_by(|one, other| other.share.count.cmp(&one.share.count).then_with(|| one.title.cmp(&other.title)));
        let unused = never_used(rules, tally).into_iter().filter_map(|id| {
            let source = rules.sources.get(usize::from(id))?;
            Some(Unused { line: source.line, moment: moment_name(source.moment), text: &source.text })
        });
        Report {
            naqala: 1,
            variant: &rules.name,
            options: rules.settings.iter().map(|setting| (setting.name.as_str(), &setting.value)).collect(),
            seed: plan.seed,
            games: tally.games,
            wanted: plan.games,
            max_turns: plan.max_turns,
            players: contest.map(Contest::standings),
            south,
            north,
            draw,
            void,
            unfinished,
            endings,
            turns_per_game: Distribution::new(&tally.turns),
            moves_per_game: Distribution::new(&tally.moves),
            legal_moves_per_turn: Distribution::new(&tally.choices),
            seeds_captured_per_turn: Distribution::new(&tally.captured),
            laps_per_move: Distribution::new(&tally.laps),
            longest_game: tally.longest_game.map(|(turns, game)| [turns, game]),
            longest_relay: tally.longest.map(|(laps, game)| [u64::from(laps), game]),
            rules_never_used: unused.collect(),
            speed,
        }
    }
}
