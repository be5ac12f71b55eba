//! A study as its file describes it: values with their places, not yet compared with any variant.

use crate::diagnostic::{Code, Diagnostic};
use crate::players::{Budget, FORMS, Spec};
use crate::source::{Source, Span};

use ::toml::de::DeValue;

use super::toml::{Item, Key, Reader, Shape, parse, quoted};

/// A value and its place.
#[derive(Clone, Debug)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

/// Who meets whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pairings {
    /// Each player meets each other and himself.
    All,
    /// Each player meets each other.
    Others,
    /// Each player meets himself.
    Mirror,
    /// These meet.
    Listed(Vec<[Spec; 2]>),
}

/// A variant of the study.
#[derive(Clone, Debug)]
pub struct VariantDraft {
    /// Its name or path.
    pub name: At<String>,
    /// Columns that its board is given.
    pub columns: Vec<At<u8>>,
    /// Options with the values that they are given.
    pub set: Vec<(At<String>, Vec<At<String>>)>,
}

/// Whether thinking longer helps.
#[derive(Clone, Debug)]
pub struct SkillDraft {
    /// Players with a budget that can be doubled.
    pub players: Vec<Spec>,
    /// How often it is doubled.
    pub doublings: u32,
    /// Games of each step.
    pub games: Option<u64>,
}

/// A study as its file describes it.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Its title.
    pub title: Option<String>,
    /// What it asks.
    pub about: Option<String>,
    /// The seed of all random numbers.
    pub seed: u64,
    /// Games of each pairing in each setting.
    pub games: u64,
    /// The players.
    pub players: Vec<Spec>,
    /// Who meets whom.
    pub pairings: Pairings,
    /// Whether the players change seats after every game.
    pub swap: bool,
    /// So many moves at the start of each game are left to chance.
    pub random_moves: u32,
    /// A game with more turns is unfinished.
    pub max_turns: u64,
    /// The variants.
    pub variants: Vec<VariantDraft>,
    /// Whether thinking longer helps.
    pub skill: Option<SkillDraft>,
}

/// The most games of one pairing in one setting.
pub const MAX_GAMES: u64 = 10_000_000;
/// Moves at the start of each game that are left to chance where a study does not say.
const RANDOM_MOVES: u64 = 2;
/// The most turns of a game.
pub const MAX_TURNS: u64 = 1_000_000;

const fn key(name: &'static str, example: &'static str) -> Key {
    Key { name, example }
}

/// A study's keys.
pub const STUDY: Shape = Shape {
    what: "a study",
    keys: &[
        key("title", "title = \"How fair is Oware?\""),
        key("about", "about = \"What the study asks\""),
        key("seed", "seed = 42"),
        key("games", "games = 200"),
        key("players", "players = [\"random\", \"greedy\", \"mcts:200\"]"),
        key("pairings", "pairings = \"all\""),
        key("swap_seats", "swap_seats = true"),
        key("random_moves", "random_moves = 2"),
        key("limits", "limits = { max_turns = 1000 }"),
        key("variant", "[[variant]]"),
        key("skill", "skill = { players = [\"mcts:50\"], doublings = 3 }"),
    ],
};
/// A variant's keys.
pub const VARIANT: Shape = Shape {
    what: "a `[[variant]]`",
    keys: &[
        key("name", "name = \"oware\""),
        key("set", "set = { no_seeds = [\"pass\", \"must_feed\"], quiet = 100 }"),
        key("columns", "columns = [5, 6, 7]"),
    ],
};
/// The keys of the limits.
pub const LIMITS: Shape = Shape { what: "`limits`", keys: &[key("max_turns", "max_turns = 1000")] };
/// The keys of the skill trace.
pub const SKILL: Shape = Shape {
    what: "`skill`",
    keys: &[key("players", "players = [\"mcts:50\"]"), key("doublings", "doublings = 3"), key("games", "games = 100")],
};

/// Reads a study file. A draft comes back where enough of it could be read to look further.
pub fn read(source: &Source, reader: &mut Reader) -> Option<Draft> {
    let parsed = parse(source, reader)?;
    let first_line = source.line_span(1);
    let table = reader.table(parsed.get_ref(), first_line, STUDY);
    reader.needs(&table, STUDY, &["games", "players", "variant"]);
    let games = table.get("games").and_then(|item| reader.number(item, 1..=MAX_GAMES));
    let players = table.get("players").map(|item| players(reader, item)).unwrap_or_default();
    let pairings = table.get("pairings").map_or(Some(Pairings::All), |item| pairings(reader, item));
    let variants = table.get("variant").map(|item| variants(reader, item)).unwrap_or_default();
    let limits = table.get("limits").and_then(|item| reader.sub(item, LIMITS));
    let max_turns = limits.as_ref().and_then(|limits| limits.get("max_turns"));
    let skill = table.get("skill").and_then(|item| skill(reader, item));
    let mut text = |key| table.get(key).and_then(|item| reader.text(item)).map(str::to_owned);
    let (title, about) = (text("title"), text("about"));
    Some(Draft {
        title,
        about,
        seed: table.get("seed").map_or(Some(1), |item| reader.number(item, 0..=i64::MAX as u64)).unwrap_or(1),
        games: games.unwrap_or(1),
        players,
        // Where it could not be read no plan is made, but the rest is still looked at.
        pairings: pairings.unwrap_or(Pairings::All),
        swap: table.get("swap_seats").is_none_or(|item| reader.truth(item).unwrap_or(true)),
        random_moves: table
            .get("random_moves")
            .map_or(Some(RANDOM_MOVES), |item| reader.number(item, 0..=100))
            .and_then(|number| u32::try_from(number).ok())
            .unwrap_or(0),
        max_turns: max_turns.map_or(Some(1000), |item| reader.number(item, 1..=MAX_TURNS)).unwrap_or(1000),
        variants,
        skill,
    })
}

/// Tells a list that must not be empty.
fn not_empty<T>(reader: &mut Reader, item: Item<'_>, list: &[T]) {
    if list.is_empty() && matches!(item.value, DeValue::Array(members) if members.is_empty()) {
        reader.tell(
            Diagnostic::new(
                Code::OutOfRange,
                item.span,
                format!("`{}` is empty", item.key.0),
                "at least one is needed",
            )
            .help(format!("write for example `{}`", item.example)),
        );
    }
}

fn player(reader: &mut Reader, item: Item<'_>) -> Option<Spec> {
    match reader.text(item)?.parse::<Spec>() {
        Ok(spec) => Some(spec),
        Err(error) => {
            let reason = error.reason.split("the players are").next().unwrap_or("").trim_end_matches(['\u{20}', ';']);
            let label = if reason.is_empty() { "no such player" } else { reason };
            let message = format!("`{}` is no player", error.asked);
            reader.tell(
                Diagnostic::new(Code::UnknownValue, item.span, message, label).help(format!("the players are {FORMS}")),
            );
            None
        }
    }
}

fn players(reader: &mut Reader, item: Item<'_>) -> Vec<Spec> {
    let mut players: Vec<Spec> = Vec::new();
    for member in reader.list(item) {
        let Some(spec) = player(reader, member) else { continue };
        if players.contains(&spec) {
            let message = format!("`{spec}` is listed twice");
            reader.tell(Diagnostic::new(Code::DuplicateName, member.span, message, "again here").help("remove it"));
            continue;
        }
        players.push(spec);
    }
    not_empty(reader, item, &players);
    players
}

fn pairings(reader: &mut Reader, item: Item<'_>) -> Option<Pairings> {
    let words = [("all", Pairings::All), ("others", Pairings::Others), ("mirror", Pairings::Mirror)];
    let names: Vec<&str> = words.iter().map(|(name, _)| *name).collect();
    let help = format!("it is {}, or a list such as `[[\"greedy\", \"random\"]]`", quoted(&names, "or"));
    match item.value {
        DeValue::Array(_) => {
            let mut pairs = Vec::new();
            for member in reader.list(item) {
                let DeValue::Array(_) = member.value else {
                    reader.wrong_kind(
                        Item { example: "pairings = [[\"greedy\", \"random\"]]", ..member },
                        "a list of pairs",
                    );
                    continue;
                };
                let seats = reader.list(member);
                if seats.len() != 2 {
                    let label = format!("this has {}", crate::diagnostic::counted(seats.len(), "player"));
                    let message = "a pairing has two players";
                    reader.tell(Diagnostic::new(Code::OutOfRange, member.span, message, label).help(help.clone()));
                    continue;
                }
                let specs: Vec<Spec> = seats.into_iter().filter_map(|seat| player(reader, seat)).collect();
                if let [one, two] = specs[..] {
                    pairs.push([one, two]);
                }
            }
            Some(Pairings::Listed(pairs))
        }
        _ => {
            let word = reader.text(item)?;
            let found = words.into_iter().find(|(name, _)| *name == word).map(|(_, pairings)| pairings);
            if found.is_none() {
                let message = format!("`{word}` is no way to pair players");
                reader.tell(Diagnostic::new(Code::UnknownValue, item.span, message, "unknown word").help(help));
            }
            found
        }
    }
}

fn variants(reader: &mut Reader, item: Item<'_>) -> Vec<VariantDraft> {
    let mut variants = Vec::new();
    for member in reader.list(item) {
        let Some(table) = reader.sub(member, VARIANT) else { continue };
        // A member of a list has the place of the list's key unless it is written in braces.
        reader.needs(&table, VARIANT, &["name"]);
        let name = table
            .get("name")
            .and_then(|item| reader.text(item).map(|name| At { value: name.to_owned(), span: item.span }));
        let columns = table.get("columns").map_or(Vec::new(), |item| {
            let columns: Vec<_> = reader.list(item);
            not_empty(reader, item, &columns);
            let column = |item: Item<'_>| {
                let value = u8::try_from(reader.number(item, 1..=32)?).ok()?;
                Some(At { value, span: item.span })
            };
            columns.into_iter().filter_map(column).collect()
        });
        let options = table.get("set").map_or(Vec::new(), |item| reader.free(item));
        let set = options.into_iter().map(|item| {
            let values = reader.list(item);
            not_empty(reader, item, &values);
            let values = values.into_iter().filter_map(|value| option_value(reader, value)).collect();
            (At { value: item.key.0.to_owned(), span: item.key.1 }, values)
        });
        let set = set.collect();
        variants.extend(name.map(|name| VariantDraft { name, columns, set }));
    }
    not_empty(reader, item, &variants);
    variants
}

/// An option's value as `--set` takes it.
fn option_value(reader: &mut Reader, item: Item<'_>) -> Option<At<String>> {
    let value = match item.value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) if number.radix() == 10 => number.as_str().to_owned(),
        _ => {
            reader.wrong_kind(
                Item { example: "set = { no_seeds = \"pass\", quiet = 100 }", ..item },
                "a word in quotes or a whole number, or a list of them",
            );
            return None;
        }
    };
    Some(At { value, span: item.span })
}

fn skill(reader: &mut Reader, item: Item<'_>) -> Option<SkillDraft> {
    let table = reader.sub(item, SKILL)?;
    reader.needs(&table, SKILL, &["players"]);
    let list = table.get("players")?;
    let specs = players(reader, list);
    for (spec, item) in specs.iter().zip(reader.list(list)) {
        if doubled(*spec).is_none() {
            let message = format!("the thinking of `{spec}` cannot be doubled");
            let label = "it has no budget of games, positions or time";
            let help = "give a player such as `mcts:100`, `mcts:50ms` or `alphabeta:2000n`";
            reader.tell(Diagnostic::new(Code::UnknownValue, item.span, message, label).help(help));
        }
    }
    let doublings = table.get("doublings").map_or(Some(3), |item| reader.number(item, 1..=20)).unwrap_or(3);
    let games = table.get("games").and_then(|item| reader.number(item, 1..=MAX_GAMES));
    Some(SkillDraft { players: specs, doublings: u32::try_from(doublings).unwrap_or(3), games })
}

/// A player with twice the budget; none where there is nothing to double.
pub fn doubled(spec: Spec) -> Option<Spec> {
    let twice = |budget| match budget {
        Budget::Depth(_) => None,
        Budget::Nodes(nodes) => Some(Budget::Nodes(nodes.saturating_mul(2))),
        Budget::Time(time) => Some(Budget::Time(time.saturating_mul(2))),
    };
    match spec {
        Spec::Random | Spec::Greedy => None,
        Spec::Mcts(budget) => twice(budget).map(Spec::Mcts),
        Spec::AlphaBeta(budget) => twice(budget).map(Spec::AlphaBeta),
        Spec::Best(budget) => twice(budget).map(Spec::Best),
    }
}
