//! The board's geometry in the compiled engine's terms: cells as bits, steps of the track as tables.

use crate::rules::{Board, CellSet, Direction, Geometry, Phase, Side};

/// No such cell.
pub const NONE: u8 = u8::MAX;

/// What is fixed about the board.
#[derive(Clone, Debug)]
pub struct Layout {
    pub cells: usize,
    /// All pits.
    pub pits: u32,
    /// The pits of each side.
    pub sides: [u32; 2],
    /// The store of each side, or [`NONE`].
    pub stores: [u8; 2],
    /// The column of each cell; 0 for a store.
    pub columns: Box<[u8]>,
    pub opposite: Box<[u8]>,
    pub behind: Box<[u8]>,
    pub beside: Box<[u32]>,
    /// The cells that bear a mark of South, of North, where the marks are settled.
    pub kept: Option<[u32; 2]>,
}

impl Layout {
    /// Reads a board of at most 32 cells.
    pub fn new(board: &Board, geometry: &Geometry) -> Self {
        let cells = board.cell_count();
        let places = |of: &[Option<u8>]| of.iter().map(|cell| cell.unwrap_or(NONE)).collect();
        Layout {
            cells: usize::from(cells),
            pits: bits(board.all_pits()),
            sides: Side::BOTH.map(|side| bits(board.pits(side))),
            stores: Side::BOTH.map(|side| board.store(side).unwrap_or(NONE)),
            columns: (0..cells).map(|cell| board.column(cell)).collect(),
            opposite: places(&geometry.opposite),
            behind: places(&geometry.behind),
            beside: geometry.beside.iter().map(|set| bits(*set)).collect(),
            kept: None,
        }
    }

    /// The board while these pits are the banks of South and of North, and these bear their marks: none where a player
    /// has more than one bank.
    pub fn settled(&self, banks: [u32; 2], kept: [u32; 2]) -> Option<Layout> {
        let mut layout = Layout { kept: Some(kept), ..self.clone() };
        let all = banks[0] | banks[1];
        for (store, cells) in layout.stores.iter_mut().zip(banks).filter(|(_, cells)| *cells != 0) {
            if *store != NONE || cells.count_ones() > 1 {
                return None;
            }
            *store = first(cells);
        }
        layout.pits &= !all;
        layout.sides = layout.sides.map(|pits| pits & !all);
        Some(layout)
    }

    /// The bits of both stores.
    pub fn store_bits(&self) -> u32 {
        self.stores.iter().filter(|store| **store != NONE).fold(0, |bits, store| bits | bit(*store))
    }
}

/// The steps of one phase for one mover: which cell comes next, over stores that the phase does not sow into.
#[derive(Clone, Debug)]
pub struct Steps {
    next: [Box<[u8]>; 2],
    /// How many steps lead once round from each cell; 0 where it lies on no circle.
    circle: Box<[u32]>,
}

impl Steps {
    /// Works the steps out. A pit that is not on the mover's own circle is looked for on the opponent's.
    pub fn new(board: &Board, geometry: &Geometry, phase: &Phase, mover: Side) -> Self {
        let included = phase.sow.includable[mover.index()];
        let mut circle: Box<[u32]> = vec![0; usize::from(board.cell_count())].into();
        let next = [Direction::Anticlockwise, Direction::Clockwise].map(|direction| {
            let mut next: Box<[u8]> = vec![NONE; usize::from(board.cell_count())].into();
            for side in [mover.other(), mover] {
                let track: Vec<u8> = geometry.tracks[side.index()]
                    .iter()
                    .copied()
                    .filter(|cell| !board.is_store(*cell) || included.contains(*cell))
                    .collect();
                for (place, cell) in track.iter().enumerate() {
                    let step = if direction == Direction::Anticlockwise { 1 } else { track.len() - 1 };
                    next[usize::from(*cell)] = track[(place + step) % track.len()];
                }
            }
            next
        });
        for cell in 0..board.cell_count() {
            let step = |cell: u8| next[0].get(usize::from(cell)).copied().unwrap_or(NONE);
            let (mut at, mut steps) = (step(cell), 1);
            while at != cell && at != NONE && steps <= u32::from(board.cell_count()) {
                at = step(at);
                steps += 1;
            }
            circle[usize::from(cell)] = if at == cell { steps } else { 0 };
        }
        Steps { next, circle }
    }

    /// The cell after `cell`, or [`NONE`].
    #[inline]
    pub fn next(&self, direction: Direction, cell: u8) -> u8 {
        self.next[direction as usize].get(usize::from(cell)).copied().unwrap_or(NONE)
    }

    /// How many steps lead once round from `cell`; 0 where it lies on no circle.
    pub fn circle(&self, cell: u8) -> u32 {
        self.circle.get(usize::from(cell)).copied().unwrap_or(0)
    }

    /// The cell so many steps on.
    pub fn ahead(&self, direction: Direction, cell: u8, count: u32) -> u8 {
        let Some(count) = count.checked_rem(self.circle(cell)) else { return NONE };
        (0..count).fold(cell, |cell, _| self.next(direction, cell))
    }
}

/// A set of cells below 32 as bits.
pub const fn bits(set: CellSet) -> u32 {
    set.0 as u32
}

/// The bit of a cell; none for [`NONE`].
#[inline(always)]
pub const fn bit(cell: u8) -> u32 {
    if cell < 32 { 1 << cell } else { 0 }
}

/// The only cell of a set; [`NONE`] for the empty set.
#[inline(always)]
pub const fn first(cells: u32) -> u8 {
    if cells == 0 { NONE } else { cells.trailing_zeros() as u8 }
}

/// The cells of a set, in pit order.
pub fn cells_of(cells: u32) -> impl Iterator<Item = u8> {
    let mut left = cells;
    std::iter::from_fn(move || {
        let cell = first(left);
        left &= left.wrapping_sub(1);
        (cell != NONE).then_some(cell)
    })
}
