//! The board: rows, columns, stores and pits' names, and its geometry worked out once into tables.

use serde::{Deserialize, Serialize};

use super::{Cell, CellSet};

/// One of the two players, by seat. South sits below and begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The player who sits below.
    South,
    /// The player who sits above.
    North,
}

impl Side {
    /// Both sides, South first.
    pub const BOTH: [Side; 2] = [Side::South, Side::North];

    /// The other side.
    pub const fn other(self) -> Side {
        match self {
            Side::South => Side::North,
            Side::North => Side::South,
        }
    }

    /// 0 for South, 1 for North: for tables with an entry a side.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `south` or `north`, as the language and positions write it.
    pub const fn word(self) -> &'static str {
        match self {
            Side::South => "south",
            Side::North => "north",
        }
    }
}

/// A direction of sowing, seen from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// South's own row from left to right.
    Anticlockwise,
    /// The other way.
    Clockwise,
}

impl Direction {
    /// The other direction.
    pub const fn reversed(self) -> Direction {
        match self {
            Direction::Anticlockwise => Direction::Clockwise,
            Direction::Clockwise => Direction::Anticlockwise,
        }
    }

    /// The word of the language.
    pub const fn word(self) -> &'static str {
        match self {
            Direction::Anticlockwise => "anticlockwise",
            Direction::Clockwise => "clockwise",
        }
    }
}

/// Where the stores are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stores {
    /// The board has none.
    None,
    /// Beside the board, on no track.
    Beside,
    /// Each at the left end of its owner's row.
    Left,
    /// Each at the right end of its owner's row.
    Right,
}

/// A row of pits as its owner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Row {
    /// The row next to the opponent's (the only one on a board of two rows).
    Inner,
    /// The row behind it (four rows).
    Outer,
}

/// The board as a variant describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// Rows in all: 2 or 4, half of them each player's.
    pub rows: u8,
    /// Pits in a row.
    pub columns: u8,
    /// Where the stores are.
    pub stores: Stores,
    /// The pits' names, in pit order.
    pub names: Vec<String>,
}

impl Board {
    /// Pits of one player.
    pub fn pits_each(&self) -> u8 {
        self.rows / 2 * self.columns
    }

    /// Pits of both players.
    pub fn pit_count(&self) -> u8 {
        self.pits_each() * 2
    }

    /// Pits and stores.
    pub fn cell_count(&self) -> u8 {
        self.pit_count() + if self.has_stores() { 2 } else { 0 }
    }

    /// Whether the players have stores.
    pub fn has_stores(&self) -> bool {
        self.stores != Stores::None
    }

    /// The pit in `row` and `column` (1 and up, from the owner's left) of `side`.
    pub fn pit(&self, side: Side, row: Row, column: u8) -> Cell {
        let row = if row == Row::Outer { self.columns } else { 0 };
        side.index() as u8 * self.pits_each() + row + column - 1
    }

    /// The store of `side`; none on a board without stores.
    pub fn store(&self, side: Side) -> Option<Cell> {
        self.has_stores().then(|| self.pit_count() + side.index() as u8)
    }

    /// Whether `cell` is a store.
    pub fn is_store(&self, cell: Cell) -> bool {
        cell >= self.pit_count()
    }

    /// Whose pit or store it is.
    pub fn side(&self, cell: Cell) -> Side {
        let south = if self.is_store(cell) { cell == self.pit_count() } else { cell < self.pits_each() };
        if south { Side::South } else { Side::North }
    }

    /// The pit's column from its owner's left, 1 and up; 0 for a store.
    pub fn column(&self, cell: Cell) -> u8 {
        if self.is_store(cell) { 0 } else { cell % self.columns + 1 }
    }

    /// The pit's row; none for a store.
    pub fn row(&self, cell: Cell) -> Option<Row> {
        (!self.is_store(cell)).then(|| if cell % self.pits_each() < self.columns { Row::Inner } else { Row::Outer })
    }

    /// The name of a pit, or `store`.
    pub fn name(&self, cell: Cell) -> &str {
        self.names.get(cell as usize).map_or("store", String::as_str)
    }

    /// All pits of `side`.
    pub fn pits(&self, side: Side) -> CellSet {
        let each = self.pits_each();
        (0..each).map(|pit| pit + side.index() as u8 * each).collect()
    }

    /// All pits.
    pub fn all_pits(&self) -> CellSet {
        self.pits(Side::South).union(self.pits(Side::North))
    }

    /// The same cell as the other player sees it: South's third pit for North's third pit.
    pub fn mirrored(&self, cell: Cell) -> Cell {
        if self.is_store(cell) {
            return self.pit_count() + (1 - (cell - self.pit_count()));
        }
        (cell + self.pits_each()) % self.pit_count()
    }
}

/// The board's geometry in tables, one entry a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// For each side, the circle that this player sows round, anticlockwise. On two rows both share one circle. Stores
    /// at the ends of rows stand in it, whether the rules sow into them or not; stores beside the board do not.
    pub tracks: [Vec<Cell>; 2],
    /// For each side and cell, its place in that side's track.
    pub places: [Vec<Option<u8>>; 2],
    /// The nearest pit across in the same column.
    pub opposite: Vec<Option<Cell>>,
    /// The outer pit behind an inner one (four rows).
    pub behind: Vec<Option<Cell>>,
    /// The left and right neighbours in the row.
    pub beside: Vec<CellSet>,
}

impl Geometry {
    /// Works the tables out.
    pub fn new(board: &Board) -> Self {
        let cells = board.cell_count();
        let columns = board.columns;
        let tracks = if board.rows == 2 {
            let mut track = Vec::new();
            for side in Side::BOTH {
                track.extend((1..=columns).map(|column| board.pit(side, Row::Inner, column)));
                // At this side's right end lies its own store (`on right`) or the other's (`on left`).
                match board.stores {
                    Stores::Right => track.extend(board.store(side)),
                    Stores::Left => track.extend(board.store(side.other())),
                    Stores::None | Stores::Beside => {}
                }
            }
            [track.clone(), track]
        } else {
            Side::BOTH.map(|side| {
                let mut track: Vec<Cell> = Vec::new();
                track.extend((1..=columns).map(|column| board.pit(side, Row::Outer, column)));
                track.extend((board.stores == Stores::Right).then(|| board.store(side)).flatten());
                track.extend((1..=columns).rev().map(|column| board.pit(side, Row::Inner, column)));
                track.extend((board.stores == Stores::Left).then(|| board.store(side)).flatten());
                track
            })
        };
        let places = [0, 1].map(|side: usize| {
            let mut places = vec![None; cells as usize];
            for (place, cell) in tracks[side].iter().enumerate() {
                places[*cell as usize] = Some(place as u8);
            }
            places
        });
        let each = |of: &dyn Fn(Cell) -> Option<Cell>| {
            (0..cells).map(|cell| if board.is_store(cell) { None } else { of(cell) }).collect::<Vec<_>>()
        };
        let facing = |cell: Cell| board.pit(board.side(cell).other(), Row::Inner, columns + 1 - board.column(cell));
        let opposite = each(&|cell| Some(facing(cell)));
        let behind = each(&|cell| (board.rows == 4 && board.row(cell) == Some(Row::Inner)).then(|| cell + columns));
        let beside = (0..cells)
            .map(|cell| {
                let mut set = CellSet::EMPTY;
                if !board.is_store(cell) {
                    if board.column(cell) > 1 {
                        set.insert(cell - 1);
                    }
                    if board.column(cell) < columns {
                        set.insert(cell + 1);
                    }
                }
                set
            })
            .collect();
        Geometry { tracks, places, opposite, behind, beside }
    }

    /// The cell one step on from `cell` on the track of `side`; none where `cell` is not on that track.
    pub fn step(&self, side: Side, cell: Cell, direction: Direction) -> Option<Cell> {
        let track = &self.tracks[side.index()];
        let place = self.places[side.index()][cell as usize]? as usize;
        let next = match direction {
            Direction::Anticlockwise => place + 1,
            Direction::Clockwise => place + track.len() - 1,
        };
        Some(track[next % track.len()])
    }
}
