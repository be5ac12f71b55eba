//! Cells (pits and stores) as small numbers, and sets of them as one word.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A pit or a store. Pits come first: South's, then North's, each player's inner row before the outer one, each row
/// from its owner's left (this is *pit order*); then South's store and North's, where the board has stores.
pub type Cell = u8;

/// The most cells that a board can have: one bit each in a [`CellSet`].
pub const MAX_CELLS: usize = 128;

/// A set of cells, one bit a cell. Iterates in pit order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct CellSet(pub u128);

impl CellSet {
    /// The set without a cell.
    pub const EMPTY: CellSet = CellSet(0);

    /// The set of one cell.
    pub const fn one(cell: Cell) -> Self {
        CellSet(1 << cell)
    }

    /// Whether `cell` is in the set.
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell & 1 == 1
    }

    /// Adds `cell`.
    pub fn insert(&mut self, cell: Cell) {
        self.0 |= 1 << cell;
    }

    /// Takes `cell` out.
    pub fn remove(&mut self, cell: Cell) {
        self.0 &= !(1 << cell);
    }

    /// The cells in either set.
    pub const fn union(self, other: Self) -> Self {
        CellSet(self.0 | other.0)
    }

    /// The cells in both sets.
    pub const fn intersection(self, other: Self) -> Self {
        CellSet(self.0 & other.0)
    }

    /// The cells of this set that are not in `other`.
    pub const fn without(self, other: Self) -> Self {
        CellSet(self.0 & !other.0)
    }

    /// Whether the set has no cell.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cells the set has.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The first cell in pit order.
    pub fn first(self) -> Option<Cell> {
        (self.0 != 0).then(|| self.0.trailing_zeros() as Cell)
    }

    /// Whether every cell of this set is in `other`.
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The cells in pit order.
    pub fn iter(self) -> Cells {
        Cells(self.0)
    }
}

/// The cells of a [`CellSet`] in pit order.
#[derive(Clone, Debug)]
pub struct Cells(u128);

impl Iterator for Cells {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        if self.0 == 0 {
            return None;
        }
        let cell = self.0.trailing_zeros() as Cell;
        self.0 &= self.0 - 1;
        Some(cell)
    }
}

impl IntoIterator for CellSet {
    type Item = Cell;
    type IntoIter = Cells;

    fn into_iter(self) -> Cells {
        self.iter()
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = CellSet::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl std::fmt::Debug for CellSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

// Written as a list of cells: a 128-bit number would lose digits in most JSON readers.
impl Serialize for CellSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for CellSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cells = Vec::<Cell>::deserialize(deserializer)?;
        if let Some(cell) = cells.iter().find(|cell| **cell as usize >= MAX_CELLS) {
            return Err(serde::de::Error::custom(format!("cell {cell} is over {}", MAX_CELLS - 1)));
        }
        Ok(cells.into_iter().collect())
    }
}
