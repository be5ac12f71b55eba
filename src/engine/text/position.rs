//! A position as one line of text: rows, mover, and whatever is not at its default.

use crate::engine::Position;
use crate::rules::{Board, Cell, MAX_CELLS, Row, Rules, Side};
use crate::source::Span;

use super::keys::MOST_SEEDS;
use super::{Key, Piece, ReadError, listed};

/// A position with what its text says of it; the rest is at its default.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub position: Position,
    /// The keys that are present.
    pub keys: Vec<Key>,
}

/// A position as text.
pub fn write_position(rules: &Rules, position: &Position) -> String {
    let mut text = format!("{}; {}", write_rows(rules, position), write_mover(position));
    let usual = usual(rules);
    for key in Key::all(rules) {
        let value = key.write(rules, position);
        if value != key.write(rules, &usual) {
            text.push_str(&format!("; {}={value}", key.name(rules)));
        }
    }
    text
}

/// The rows as South sees them, the top one first.
pub(crate) fn write_rows(rules: &Rules, position: &Position) -> String {
    let row = |cells: &Vec<Cell>| {
        let seeds: Vec<String> = cells.iter().map(|cell| position.cells[*cell as usize].to_string()).collect();
        seeds.join(" ")
    };
    rows(&rules.board).iter().map(row).collect::<Vec<_>>().join(" / ")
}

/// Who moves next, or that nobody does.
pub(crate) fn write_mover(position: &Position) -> &'static str {
    if position.over { "over" } else { position.mover.word() }
}

/// Reads a position. Its total must be that of the rules unless `any_total`.
///
/// # Errors
/// A wrong number of rows or pits, a count that is no whole number or over 65,535, another total, an unknown key, mark
/// or pit, a position in the middle of a move.
pub fn read_position(rules: &Rules, text: &str, any_total: bool) -> Result<Position, ReadError> {
    let position = read_parts(rules, text)?.position;
    let whole = Piece { text, at: 0 }.trim().span();
    let (found, expected) = (position.total(), rules.total());
    if found > MOST_SEEDS {
        let message = format!("this position has {found} seeds");
        return Err(ReadError::new(whole, message).help(format!("{MOST_SEEDS} at most")));
    }
    if found != expected && !any_total {
        return Err(wrong_total(rules, &position, whole));
    }
    if position.hand > 0 && !position.over {
        let message = "this position is in the middle of a move";
        return Err(ReadError::new(whole, message).help("only a game that is over can have seeds in the hand"));
    }
    Ok(position)
}

fn wrong_total(rules: &Rules, position: &Position, whole: Span) -> ReadError {
    let (found, expected) = (position.total(), rules.total());
    let pits = rules.board.all_pits().iter().map(|pit| u32::from(position.cells[pit as usize])).sum::<u32>();
    let mut parts = vec![format!("{pits} in the pits")];
    if rules.board.has_stores() {
        let beside = u32::from(position.hand) + position.removed;
        parts.push(format!("{} in the stores", found - pits - beside));
    }
    if position.hand > 0 {
        parts.push(format!("{} in the hand", position.hand));
    }
    if position.removed > 0 {
        parts.push(format!("{} removed", position.removed));
    }
    let wrong = if found < expected {
        format!("{} missing", expected - found)
    } else {
        format!("{} too many", found - expected)
    };
    let message = format!("this position has {found} seeds, the variant {expected}");
    ReadError::new(whole, message).help(format!("{}: {wrong}", parts.join(" and ")))
}

/// Reads a position without looking at its total.
pub(crate) fn read_parts(rules: &Rules, text: &str) -> Result<Reading, ReadError> {
    let whole = Piece { text, at: 0 };
    let mut parts = whole.split(';');
    let mut position = usual(rules);
    read_rows(rules, parts.next().unwrap_or(whole), &mut position)?;
    let Some(mover) = parts.next() else {
        let end = Span::new(whole.trim().span().end, whole.trim().span().end);
        return Err(ReadError::new(end, "who moves is missing").help("write `; south`, `; north` or `; over`"));
    };
    match mover.text {
        "south" => position.mover = Side::South,
        "north" => position.mover = Side::North,
        "over" => position.over = true,
        other => {
            let message = format!("`{other}` does not say who moves");
            return Err(ReadError::new(mover.span(), message).help("`south`, `north` or `over` is allowed here"));
        }
    }
    let all = Key::all(rules);
    let mut keys = Vec::new();
    for part in parts {
        let Some((name, value)) = part.cut('=') else {
            let message = format!("`{}` is no `KEY=VALUE`", part.text);
            return Err(ReadError::new(part.span(), message).help(key_help(rules, &all)));
        };
        let named = |key: &&Key| key.name(rules) == name.text;
        let Some(key) = all.iter().find(named) else {
            let message = format!("unknown key `{}`", name.text);
            return Err(ReadError::new(name.span(), message).help(key_help(rules, &all)));
        };
        if keys.contains(key) {
            return Err(ReadError::new(name.span(), format!("`{}` is given twice", name.text)));
        }
        key.read(rules, value, &mut position)?;
        keys.push(*key);
    }
    Ok(Reading { position, keys })
}

fn key_help(rules: &Rules, keys: &[Key]) -> String {
    let names: Vec<&str> = keys.iter().map(|key| key.name(rules)).collect();
    format!("the keys are {}", listed(&names))
}

fn read_rows(rules: &Rules, piece: Piece<'_>, position: &mut Position) -> Result<(), ReadError> {
    let board = &rules.board;
    let expected = rows(board);
    let found: Vec<Piece<'_>> = piece.split('/').collect();
    let shape = || format!("{} rows of {} pits, top row first, split by `/`", board.rows, board.columns);
    if found.len() != expected.len() {
        let message = format!("{} rows are expected, {} found", expected.len(), found.len());
        return Err(ReadError::new(piece.span(), message).help(shape()));
    }
    for (row, cells) in found.iter().zip(&expected) {
        let counts: Vec<Piece<'_>> = row.words().collect();
        if counts.len() != cells.len() {
            let message = format!("{} pits are expected in this row, {} found", cells.len(), counts.len());
            return Err(ReadError::new(row.span(), message).help(shape()));
        }
        for (count, cell) in counts.iter().zip(cells) {
            position.cells[*cell as usize] = count.number(MOST_SEEDS)? as u16;
        }
    }
    Ok(())
}

/// The rows of the board as South sees it, the top one first, each from left to right.
fn rows(board: &Board) -> Vec<Vec<Cell>> {
    let row = |side: Side, row: Row| -> Vec<Cell> {
        let cells = (1..=board.columns).map(|column| board.pit(side, row, column));
        if side == Side::North { cells.rev().collect() } else { cells.collect() }
    };
    if board.rows == 2 {
        return vec![row(Side::North, Row::Inner), row(Side::South, Row::Inner)];
    }
    vec![
        row(Side::North, Row::Outer),
        row(Side::North, Row::Inner),
        row(Side::South, Row::Inner),
        row(Side::South, Row::Outer),
    ]
}

/// What holds where a position's text says nothing.
fn usual(rules: &Rules) -> Position {
    let mut position = Position::start(rules);
    position.cells = [0; MAX_CELLS];
    position
}
