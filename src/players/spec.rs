//! How a player is named everywhere: `random`, `greedy`, `mcts:10000`, `alphabeta:8`, `best:1s`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How long a player may think about one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Budget {
    /// So many moves ahead (alpha-beta only). The same seed gives the same choice.
    Depth(u32),
    /// So many positions (alpha-beta) or played-out games (Monte Carlo). The same seed gives the same choice.
    Nodes(u64),
    /// So long by the clock.
    Time(Duration),
}

/// A player by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spec {
    /// Any legal move, each with the same chance.
    Random,
    /// The move that is best at once: a win, else the most seeds captured and another move; ties by chance.
    Greedy,
    /// Monte Carlo tree search.
    Mcts(Budget),
    /// Alpha-beta search.
    AlphaBeta(Budget),
    /// The stronger of the searches for the rules at hand, with endgame databases where there are some.
    Best(Budget),
}

/// Why a name names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{asked}` is no player: {reason}")]
pub struct SpecError {
    /// What was written.
    pub asked: String,
    /// What is wrong with it.
    pub reason: String,
}

/// What names can be, for messages.
pub const FORMS: &str = "random, greedy, mcts:GAMES, mcts:TIME, alphabeta:DEPTH, alphabeta:NODESn, alphabeta:TIME, \
                         best:TIME or best:DEPTH, a time being like 100ms, 2s or 1m";

/// The deepest search that can be asked for.
pub const MAX_DEPTH: u32 = 200;
/// The longest time a move that can be asked for.
pub const MAX_TIME: Duration = Duration::from_secs(24 * 3600);

impl Spec {
    /// Whether the same seed always gives the same choices.
    pub fn is_repeatable(&self) -> bool {
        match self {
            Spec::Random | Spec::Greedy => true,
            Spec::Mcts(budget) | Spec::AlphaBeta(budget) | Spec::Best(budget) => !matches!(budget, Budget::Time(_)),
        }
    }
}

/// A time such as `100ms`, `1.5s` or `2m`. None where it is no time.
pub fn parse_time(text: &str) -> Option<Duration> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1_000_000),
        None => match text.strip_suffix('s') {
            Some(number) => (number, 1_000_000_000),
            None => (text.strip_suffix('m')?, 60_000_000_000),
        },
    };
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |text: &str| !text.is_empty() && text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(part) {
        return None;
    }
    let scale = 10u64.pow(u32::try_from(part.len()).ok()?);
    let nanos = u128::from(whole.parse::<u64>().ok()?) * unit
        + u128::from(part.parse::<u64>().ok()?) * unit / u128::from(scale);
    u64::try_from(nanos).ok().map(Duration::from_nanos)
}

/// A time as [`parse_time`] reads it.
pub fn print_time(time: Duration) -> String {
    let millis = time.as_millis();
    if millis.is_multiple_of(60_000) && millis > 0 {
        format!("{}m", millis / 60_000)
    } else if millis.is_multiple_of(1000) {
        format!("{}s", millis / 1000)
    } else if time.subsec_nanos().is_multiple_of(1_000_000) {
        format!("{millis}ms")
    } else {
        format!("{}.{:06}ms", millis, time.subsec_nanos() % 1_000_000)
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let wrong = |reason: String| SpecError { asked: text.to_owned(), reason };
        let (name, budget) = match text.trim().split_once(':') {
            Some((name, budget)) => (name, Some(budget)),
            None => (text.trim(), None),
        };
        let whole = |text: &str| text.replace('_', "").parse::<u64>().ok().filter(|number| *number > 0);
        let budget = |plain: &dyn Fn(u64) -> Result<Budget, SpecError>| match budget {
            None | Some("") => Err(wrong(format!("`{name}` needs a limit; the players are {FORMS}"))),
            Some(text) => {
                if let Some(time) = parse_time(text) {
                    return match time {
                        Duration::ZERO => Err(wrong("it must have some time".to_owned())),
                        time if time > MAX_TIME => Err(wrong("a day a move is the most".to_owned())),
                        time => Ok(Budget::Time(time)),
                    };
                }
                if let Some(nodes) = text.strip_suffix('n').and_then(whole) {
                    return Ok(Budget::Nodes(nodes));
                }
                match whole(text) {
                    Some(number) => plain(number),
                    None => Err(wrong(format!("`{text}` is no limit; the players are {FORMS}"))),
                }
            }
        };
        let depth = |number: u64| match u32::try_from(number) {
            Ok(depth) if depth <= MAX_DEPTH => Ok(Budget::Depth(depth)),
            _ => Err(wrong(format!("{MAX_DEPTH} moves ahead are the most"))),
        };
        match name {
            "random" | "greedy" if text.contains(':') => Err(wrong(format!("`{name}` takes no limit"))),
            "random" => Ok(Spec::Random),
            "greedy" => Ok(Spec::Greedy),
            "mcts" => budget(&|number| Ok(Budget::Nodes(number))).map(Spec::Mcts),
            "alphabeta" => budget(&depth).map(Spec::AlphaBeta),
            "best" => budget(&depth).map(Spec::Best),
            _ => Err(wrong(format!("the players are {FORMS}"))),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, budget) = match self {
            Spec::Random => return f.write_str("random"),
            Spec::Greedy => return f.write_str("greedy"),
            Spec::Mcts(Budget::Nodes(games)) => return write!(f, "mcts:{games}"),
            Spec::Mcts(budget) => ("mcts", budget),
            Spec::AlphaBeta(budget) => ("alphabeta", budget),
            Spec::Best(budget) => ("best", budget),
        };
        match budget {
            Budget::Depth(depth) => write!(f, "{name}:{depth}"),
            Budget::Nodes(nodes) => write!(f, "{name}:{nodes}n"),
            Budget::Time(time) => write!(f, "{name}:{}", print_time(*time)),
        }
    }
}
