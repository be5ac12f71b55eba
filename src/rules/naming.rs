//! Fixed sets of cells told apart into the parts that people have words for: rows, columns, stores, seen from the mover.

use super::{Board, Cell, CellSet, Player, Row, Side};

/// A part of the board that has a name of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All pits of both players.
    AllPits,
    /// Pits of one player.
    Pits {
        /// Whose.
        of: Player,
        /// In this row; in any if none.
        row: Option<Row>,
        /// From this column to that one; all if none.
        columns: Option<(u8, u8)>,
    },
    /// Both stores.
    Stores,
    /// The store of one player.
    Store(Player),
}

/// The parts of a set of cells, given by who moves. None where it is not the same for both players, each from his seat.
pub fn parts(board: &Board, cells: [CellSet; 2]) -> Option<Vec<Part>> {
    let [mine, theirs] = cells;
    let mirrored: CellSet = mine.iter().map(|cell| board.mirrored(cell)).collect();
    if mirrored != theirs {
        return None;
    }
    let mut parts = Vec::new();
    if board.all_pits().is_subset(mine) {
        parts.push(Part::AllPits);
    } else {
        for of in [Player::Mover, Player::Opponent] {
            pits_of(board, of, mine, &mut parts);
        }
    }
    let store = |of: Player| board.store(of.side(Side::South)).is_some_and(|store| mine.contains(store));
    match (store(Player::Mover), store(Player::Opponent)) {
        (true, true) => parts.push(Part::Stores),
        (true, false) => parts.push(Part::Store(Player::Mover)),
        (false, true) => parts.push(Part::Store(Player::Opponent)),
        (false, false) => {}
    }
    Some(parts)
}

/// The parts of one player's side, South being the mover.
fn pits_of(board: &Board, of: Player, cells: CellSet, parts: &mut Vec<Part>) {
    let side = of.side(Side::South);
    let all = board.pits(side);
    if all.is_subset(cells) {
        parts.push(Part::Pits { of, row: None, columns: None });
        return;
    }
    let columns = |row: Row| -> Vec<u8> {
        let here = |column: &u8| cells.contains(board.pit(side, row, *column));
        (1..=board.columns).filter(here).collect()
    };
    let inner = columns(Row::Inner);
    let outer = if board.rows == 4 { columns(Row::Outer) } else { inner.clone() };
    let rows: &[(Option<Row>, &[u8])] =
        if inner == outer { &[(None, &inner)] } else { &[(Some(Row::Inner), &inner), (Some(Row::Outer), &outer)] };
    for (row, columns) in rows {
        if row.is_some() && columns.len() == usize::from(board.columns) {
            parts.push(Part::Pits { of, row: *row, columns: None });
            continue;
        }
        for run in columns.chunk_by(|left, right| left + 1 == *right) {
            if let (Some(first), Some(last)) = (run.first(), run.last()) {
                parts.push(Part::Pits { of, row: *row, columns: Some((*first, *last)) });
            }
        }
    }
}

/// The names of cells, for sets that are no parts: `S3`, `South's store`.
pub fn names(board: &Board, cells: CellSet) -> Vec<String> {
    let name = |cell: Cell| {
        if !board.is_store(cell) {
            board.name(cell).to_owned()
        } else if board.side(cell) == Side::South {
            "South's store".to_owned()
        } else {
            "North's store".to_owned()
        }
    };
    cells.iter().map(name).collect()
}
