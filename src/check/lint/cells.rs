//! Sets of pits in one situation: the cells that they are, where that is known, and those beyond which they never go.

use crate::rules::{Cell, CellSet, Direction, Set, Way};

use super::formula::Translator;
use super::solve::Formula;

impl Translator<'_, '_> {
    /// The cells of a set, where they are known.
    pub fn set(&self, set: &Set, it: Option<Cell>) -> Option<CellSet> {
        if !self.may_go_on() {
            return None;
        }
        let board = &self.scene.rules.board;
        let each = |set: &Set, table: &dyn Fn(Cell) -> CellSet| {
            self.set(set, it).map(|cells| cells.iter().fold(CellSet::EMPTY, |all, cell| all.union(table(cell))))
        };
        let one = |cell: Option<Cell>| cell.map_or(CellSet::EMPTY, CellSet::one);
        let geometry = self.scene.geometry;
        match set {
            Set::Cells(cells) => Some(cells[self.world.mover.index()]),
            Set::Origin => self.world.origin.map(CellSet::one),
            Set::LapOrigin => self.world.lap_origin.map(CellSet::one),
            Set::Here => self.world.here.map(CellSet::one),
            Set::It => it.map(CellSet::one),
            Set::Marked { .. } | Set::Everything | Set::First { .. } | Set::Run { .. } => {
                self.upper(set, it).is_empty().then_some(CellSet::EMPTY)
            }
            Set::Bank(player) => board.store(player.side(self.world.mover)).map(CellSet::one),
            Set::Step { from, count, way } => {
                let (from, count) = (self.set(from, it)?.first()?, count.fixed()?);
                let direction = match way {
                    Way::On => self.scene.direction?,
                    Way::Back => self.scene.direction?.reversed(),
                };
                self.step(from, count, direction)
            }
            Set::Opposite(of) => each(of, &|cell| one(geometry.opposite.get(cell as usize).copied().flatten())),
            Set::Behind(of) => each(of, &|cell| one(geometry.behind.get(cell as usize).copied().flatten())),
            Set::Beside(of) => each(of, &|cell| geometry.beside.get(cell as usize).copied().unwrap_or(CellSet::EMPTY)),
            Set::Union(sets) => {
                sets.iter().try_fold(CellSet::EMPTY, |all, set| self.set(set, it).map(|cells| all.union(cells)))
            }
            Set::Except(set, left_out) => {
                let cells = self.set(set, it)?;
                if cells.intersection(self.upper(left_out, it)).is_empty() {
                    return Some(cells);
                }
                Some(cells.without(self.set(left_out, it)?))
            }
            Set::Where(set, test) => {
                let mut kept = CellSet::EMPTY;
                for cell in self.set(set, it)? {
                    let mut inner = Translator::new(self.scene, self.world);
                    match inner.test(test, Some(cell)) {
                        Formula::Fixed(true) => kept.insert(cell),
                        Formula::Fixed(false) => {}
                        _ => return None,
                    }
                }
                Some(kept)
            }
            Set::Choose(test, yes, no) => match Translator::new(self.scene, self.world).test(test, it) {
                Formula::Fixed(true) => self.set(yes, it),
                Formula::Fixed(false) => self.set(no, it),
                _ => None,
            },
        }
    }

    /// So many steps along the track; stores that nothing includes are no steps.
    fn step(&self, from: Cell, count: u32, direction: Direction) -> Option<CellSet> {
        let mover = self.world.mover;
        let board = &self.scene.rules.board;
        let includable = self.scene.phase.sow.includable[mover.index()];
        let steps = |cell: Cell| !board.is_store(cell) || includable.contains(cell);
        let mut at = from;
        for _ in 0..count.min(512) {
            for _ in 0..=crate::rules::MAX_CELLS {
                at = self.scene.geometry.step(mover, at, direction)?;
                if steps(at) {
                    break;
                }
            }
        }
        Some(CellSet::one(at))
    }

    /// Cells beyond which a set never goes.
    pub fn upper(&self, set: &Set, it: Option<Cell>) -> CellSet {
        if !matches!(set, Set::Marked { .. } | Set::Everything | Set::First { .. } | Set::Run { .. })
            && let Some(cells) = self.set(set, it)
        {
            return cells;
        }
        let board = &self.scene.rules.board;
        let all: CellSet = (0..board.cell_count()).collect();
        if !self.may_go_on() {
            return all;
        }
        let each = |set: &Set, table: &dyn Fn(Cell) -> CellSet| {
            self.upper(set, it).iter().fold(CellSet::EMPTY, |all, cell| all.union(table(cell)))
        };
        let one = |cell: Option<Cell>| cell.map_or(CellSet::EMPTY, CellSet::one);
        let geometry = self.scene.geometry;
        match set {
            Set::Origin | Set::LapOrigin => board.all_pits(),
            Set::Step { from, .. } | Set::First { from, .. } | Set::Run { from, .. }
                if self.upper(from, it).is_empty() =>
            {
                CellSet::EMPTY
            }
            Set::Step { .. } | Set::First { .. } | Set::Run { .. } => self.scene.track(self.world.mover),
            Set::Opposite(of) => each(of, &|cell| one(geometry.opposite.get(cell as usize).copied().flatten())),
            Set::Behind(of) => each(of, &|cell| one(geometry.behind.get(cell as usize).copied().flatten())),
            Set::Beside(of) => each(of, &|cell| geometry.beside.get(cell as usize).copied().unwrap_or(CellSet::EMPTY)),
            Set::Union(sets) => sets.iter().fold(CellSet::EMPTY, |all, set| all.union(self.upper(set, it))),
            Set::Except(set, left_out) => {
                let upper = self.upper(set, it);
                self.set(left_out, it).map_or(upper, |cells| upper.without(cells))
            }
            Set::Where(set, test) => {
                let possible = |cell: &Cell| {
                    Translator::new(self.scene, self.world).test(test, Some(*cell)) != Formula::Fixed(false)
                };
                self.upper(set, it).iter().filter(possible).collect()
            }
            Set::Choose(_, yes, no) => self.upper(yes, it).union(self.upper(no, it)),
            _ => all,
        }
    }
}
