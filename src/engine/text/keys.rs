//! The keys of a position's text: what each one is called, writes and reads.

use crate::engine::Position;
use crate::rules::{Cell, CellSet, Rules, Side};

use super::{Piece, ReadError, listed};

/// The most seeds in a cell and in a game.
pub(super) const MOST_SEEDS: u32 = u16::MAX as u32;

/// One `KEY=VALUE` of a position, in the order in which they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Stores,
    Phase,
    Mark(usize),
    Counter(usize),
    Hand,
    Removed,
    Turns,
    Captures,
    Quiet,
}

impl Key {
    /// The keys that positions of these rules can have, in order.
    pub fn all(rules: &Rules) -> Vec<Key> {
        let mut keys = Vec::new();
        keys.extend(rules.board.has_stores().then_some(Key::Stores));
        keys.extend((rules.phases.len() > 1).then_some(Key::Phase));
        keys.extend((0..rules.marks.len()).map(Key::Mark));
        keys.extend((0..rules.counters.len()).map(Key::Counter));
        keys.extend([Key::Hand, Key::Removed, Key::Turns, Key::Captures, Key::Quiet]);
        keys
    }

    /// What it is called.
    pub fn name(self, rules: &Rules) -> &str {
        match self {
            Key::Stores => "stores",
            Key::Phase => "phase",
            Key::Mark(at) => rules.marks.get(at).map_or("", |mark| &mark.name),
            Key::Counter(at) => rules.counters.get(at).map_or("", |counter| &counter.name),
            Key::Hand => "hand",
            Key::Removed => "removed",
            Key::Turns => "turns",
            Key::Captures => "captures",
            Key::Quiet => "quiet",
        }
    }

    /// What stands behind the `=`.
    pub fn write(self, rules: &Rules, position: &Position) -> String {
        let two = |values: [u32; 2]| format!("{},{}", values[0], values[1]);
        match self {
            Key::Stores => {
                let seeds = |side| rules.board.store(side).map_or(0, |store| position.cells[store as usize]);
                format!("{}-{}", seeds(Side::South), seeds(Side::North))
            }
            Key::Phase => phase_name(rules, position.phase as usize),
            Key::Mark(at) => write_mark(rules, position.marks.get(at).copied().unwrap_or_default()),
            Key::Counter(at) => {
                let values = position.counters.get(at).copied().unwrap_or_default();
                let each = rules.counters.get(at).is_some_and(|counter| counter.each);
                if each { two(values) } else { values[0].to_string() }
            }
            Key::Hand => position.hand.to_string(),
            Key::Removed => position.removed.to_string(),
            Key::Turns => two(position.moves),
            Key::Captures => two(position.capturing_moves),
            Key::Quiet => position.quiet.to_string(),
        }
    }

    /// Puts what stands behind the `=` into a position.
    pub(super) fn read(self, rules: &Rules, value: Piece<'_>, position: &mut Position) -> Result<(), ReadError> {
        match self {
            Key::Stores => {
                let [south, north] = read_two(value, '-', MOST_SEEDS, "stores=12-9")?;
                for (side, seeds) in [(Side::South, south), (Side::North, north)] {
                    if let Some(store) = rules.board.store(side) {
                        position.cells[store as usize] = seeds as u16;
                    }
                }
            }
            Key::Phase => {
                let names: Vec<String> = (0..rules.phases.len()).map(|at| phase_name(rules, at)).collect();
                let found = names.iter().position(|name| name == value.text);
                let unknown = || ReadError::new(value.span(), format!("unknown phase `{}`", value.text));
                position.phase =
                    found.ok_or_else(|| unknown().help(format!("the phases are {}", listed(&names))))? as u8;
            }
            Key::Mark(at) => {
                let one_each = rules.marks.get(at).is_some_and(|mark| mark.one_each);
                let read = read_mark(rules, value, one_each)?;
                if let Some(sets) = position.marks.get_mut(at) {
                    *sets = read;
                }
            }
            Key::Counter(at) => {
                let each = rules.counters.get(at).is_some_and(|counter| counter.each);
                let values = if each {
                    read_two(value, ',', u32::MAX, &format!("{}=0,0", self.name(rules)))?
                } else {
                    let start = rules.counters.get(at).map_or(0, |counter| counter.start);
                    [value.number(u32::MAX)?, start]
                };
                if let Some(counter) = position.counters.get_mut(at) {
                    *counter = values;
                }
            }
            Key::Hand => position.hand = value.number(MOST_SEEDS)? as u16,
            Key::Removed => position.removed = value.number(MOST_SEEDS)?,
            Key::Turns => position.moves = read_two(value, ',', u32::MAX, "turns=3,2")?,
            Key::Captures => position.capturing_moves = read_two(value, ',', u32::MAX, "captures=1,0")?,
            Key::Quiet => position.quiet = value.number(u32::MAX)?,
        }
        Ok(())
    }
}

fn phase_name(rules: &Rules, at: usize) -> String {
    let name = rules.phases.get(at).and_then(|phase| phase.name.clone());
    name.unwrap_or_else(|| (at + 1).to_string())
}

fn read_two(value: Piece<'_>, separator: char, most: u32, example: &str) -> Result<[u32; 2], ReadError> {
    let Some((south, north)) = value.cut(separator) else {
        let message = format!("South's and North's number are expected, separated by `{separator}`");
        return Err(ReadError::new(value.span(), message).help(format!("such as `{example}`")));
    };
    Ok([south.number(most)?, north.number(most)?])
}

fn write_mark(rules: &Rules, sets: [CellSet; 3]) -> String {
    let keepers = ["south:", "north:", ""];
    let pits: Vec<String> = sets
        .iter()
        .zip(keepers)
        .flat_map(|(set, keeper)| set.iter().map(move |pit| format!("{keeper}{}", rules.board.name(pit))))
        .collect();
    if pits.is_empty() { "none".to_owned() } else { pits.join(",") }
}

fn read_mark(rules: &Rules, value: Piece<'_>, one_each: bool) -> Result<[CellSet; 3], ReadError> {
    let mut sets = [CellSet::EMPTY; 3];
    if value.text == "none" {
        return Ok(sets);
    }
    for piece in value.split(',') {
        let (slot, pit) = match piece.cut(':') {
            Some((keeper, pit)) if keeper.text == "south" => (0, pit),
            Some((keeper, pit)) if keeper.text == "north" => (1, pit),
            Some((keeper, _)) => {
                let message = format!("`{}` is no player", keeper.text);
                return Err(ReadError::new(keeper.span(), message).help("the players are `south` and `north`"));
            }
            None => (2, piece),
        };
        let cell = read_pit(rules, pit)?;
        if sets.iter().any(|set| set.contains(cell)) {
            return Err(ReadError::new(pit.span(), format!("the pit `{}` stands here twice", pit.text)));
        }
        if one_each && !sets[slot].is_empty() {
            let message = "a player has this mark at one pit at the most".to_owned();
            return Err(ReadError::new(piece.span(), message));
        }
        sets[slot].insert(cell);
    }
    Ok(sets)
}

fn read_pit(rules: &Rules, piece: Piece<'_>) -> Result<Cell, ReadError> {
    let names = rules.board.names.iter().take(rules.board.pit_count() as usize);
    let found = names.clone().position(|name| name == piece.text);
    found.map(|at| at as Cell).ok_or_else(|| {
        let names: Vec<&String> = names.collect();
        let help = match (names.first(), names.last()) {
            (Some(first), Some(last)) => format!("the pits are called `{first}` to `{last}`"),
            _ => "the pits of this board have no names".to_owned(),
        };
        ReadError::new(piece.span(), format!("unknown pit `{}`", piece.text)).help(help)
    })
}
