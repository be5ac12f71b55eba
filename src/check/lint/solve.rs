//! Whether a formula over counts of seeds can hold: an exact search through all counts, small since only few numbers are
//! ever compared. Counts beyond the largest number that is compared behave alike (but for even and odd), so that no more
//! than two of them are tried.

use std::cell::Cell;
use std::collections::HashSet;
use std::rc::Rc;

use crate::rules::CellSet;

mod fits;

pub use fits::Fits;

/// A condition in one fixed situation.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// Decided.
    Fixed(bool),
    /// All of these.
    All(Vec<Formula>),
    /// At least one of these.
    Any(Vec<Formula>),
    /// Not this.
    Not(Box<Formula>),
    /// The seeds in these cells together, `less` taken off, fit.
    Count {
        /// The cells.
        cells: CellSet,
        /// What is taken off first.
        less: u32,
        /// What fits.
        fits: Fits,
    },
    /// A number that is not worked out fits.
    Number(usize, Fits),
    /// Something that is not worked out holds.
    Flag(usize),
}

/// The numbers and flags that formulas speak of.
#[derive(Clone, Debug, Default)]
pub struct Unknowns {
    /// The least and the largest value of each number.
    pub numbers: Vec<(u32, u32)>,
    /// How many flags there are.
    pub flags: usize,
}

/// What it costs to take in one part of a formula before the search, which looks at it again and again.
const OF_A_PART: usize = 30;

/// The most values tried before the search gives up.
const STEPS: u32 = 30_000;

/// What is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Values of all counts, numbers and flags that make the formula hold.
    Values,
    /// Counts that make it hold whatever the unknown numbers and flags are.
    Counts,
}

/// Whether what is wanted exists with `total` seeds on the board at the most; none where the search gives up. What the
/// search costs, the parts that it looks at, is taken off `effort`, and it gives up where that is used up.
pub fn search(formula: &Formula, unknowns: &Unknowns, total: u32, wanted: Wanted, effort: &Cell<u64>) -> Option<bool> {
    if let Formula::Fixed(holds) = formula {
        return Some(*holds);
    }
    if effort.get() == 0 {
        return None;
    }
    let mut search = Search::new(formula, unknowns, total, wanted, effort);
    let parts = search.parts(formula);
    search.descend(&parts, 0)
}

/// Takes something off what searches may still cost.
pub fn spend(effort: &Cell<u64>, cost: usize) {
    effort.set(effort.get().saturating_sub(cost as u64));
}

/// Something that gets a value.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Variable {
    Block(usize),
    Number(usize),
    Flag(usize),
}

/// A formula whose counts know their blocks.
enum Part<'f> {
    Fixed(bool),
    All(Vec<Part<'f>>),
    Any(Vec<Part<'f>>),
    Not(Box<Part<'f>>),
    Count { blocks: Vec<usize>, less: u32, fits: &'f Fits },
    Number(usize, &'f Fits),
    Flag(usize),
}

struct Search<'e> {
    total: u32,
    /// Cells that always stand together in the formula's counts.
    blocks: Vec<CellSet>,
    /// The values of a block near the numbers that are compared, in order.
    likely: Rc<[u32]>,
    /// The largest of them.
    largest: u32,
    /// Whether all values up to the largest are tried, for each block.
    all_tried: Vec<bool>,
    number_values: Vec<Rc<[u32]>>,
    /// The least and the largest of each number's values.
    number_bounds: Vec<Option<(u32, u32)>>,
    order: Vec<Variable>,
    block: Vec<Option<u32>>,
    /// The seeds in all blocks that have a value.
    used: u32,
    number: Vec<Option<u32>>,
    flag: Vec<Option<bool>>,
    steps: u32,
    /// What this search and all that come after it may still cost.
    effort: &'e Cell<u64>,
}

impl<'e> Search<'e> {
    fn new(formula: &Formula, unknowns: &Unknowns, total: u32, wanted: Wanted, effort: &'e Cell<u64>) -> Self {
        let mut spoken = Spoken {
            numbers_met: vec![false; unknowns.numbers.len()],
            flags_met: vec![false; unknowns.flags],
            ..Spoken::default()
        };
        spoken.collect(formula);
        let Spoken { sets, mut bounds, numbers, flags, .. } = spoken;
        bounds.sort_unstable();
        bounds.dedup();
        let blocks = partition(&sets);
        let largest = bounds.last().map_or(2, |bound| bound.saturating_add(2));
        let alone = |block: CellSet| sets.iter().all(|set| set.intersection(block).is_empty() || *set == block);
        let likely: Rc<[u32]> = near(&bounds, 0, largest.min(total)).into();
        let all_tried = blocks.iter().map(|block| !alone(*block)).collect();
        let number_values: Vec<Rc<[u32]>> =
            unknowns.numbers.iter().map(|(low, high)| near(&bounds, *low, *high).into()).collect();
        let number_bounds = number_values.iter().map(|values| Some((*values.first()?, *values.last()?))).collect();
        spend(effort, (sets.len() + bounds.len()) * (1 + blocks.len() + unknowns.numbers.len()));
        let mut order: Vec<Variable> = (0..blocks.len()).map(Variable::Block).collect();
        if wanted == Wanted::Values {
            order.extend(numbers.into_iter().map(Variable::Number));
            order.extend(flags.into_iter().map(Variable::Flag));
        }
        Search {
            total,
            block: vec![None; blocks.len()],
            used: 0,
            number: vec![None; unknowns.numbers.len()],
            flag: vec![None; unknowns.flags],
            blocks,
            largest: likely.last().copied().unwrap_or(0),
            likely,
            all_tried,
            number_values,
            number_bounds,
            order,
            steps: 0,
            effort,
        }
    }

    /// None where the search gives up.
    fn descend(&mut self, formula: &Part<'_>, depth: usize) -> Option<bool> {
        match self.value(formula) {
            Some(holds) => return Some(holds),
            None if depth == self.order.len() => return Some(false),
            None => {}
        }
        self.steps += 1;
        if self.steps > STEPS || self.effort.get() == 0 {
            return None;
        }
        let mut found = Some(false);
        match self.order[depth] {
            Variable::Block(index) => {
                let before = self.used;
                for value in self.values(index) {
                    self.block[index] = Some(value);
                    self.used = before + value;
                    found = self.descend(formula, depth + 1);
                    if found != Some(false) {
                        break;
                    }
                }
                self.block[index] = None;
                self.used = before;
            }
            Variable::Number(index) => {
                for value in self.number_values[index].clone().iter() {
                    self.number[index] = Some(*value);
                    found = self.descend(formula, depth + 1);
                    if found != Some(false) {
                        break;
                    }
                }
                self.number[index] = None;
            }
            Variable::Flag(index) => {
                for value in [true, false] {
                    self.flag[index] = Some(value);
                    found = self.descend(formula, depth + 1);
                    if found != Some(false) {
                        break;
                    }
                }
                self.flag[index] = None;
            }
        }
        found
    }

    /// The values that a block can have beside those that have one already, the likely ones first.
    fn values(&self, block: usize) -> impl Iterator<Item = u32> + use<> {
        let (likely, most) = (self.likely.clone(), self.largest.min(self.total.saturating_sub(self.used)));
        let fitting = likely.partition_point(|value| *value <= most);
        let all = if self.all_tried[block] { most.saturating_add(1) } else { 0 };
        let first = likely.clone();
        let others = (0..all).filter(move |value| likely.binary_search(value).is_err());
        (0..fitting).map(move |at| first[at]).chain(others)
    }

    /// The formula, each count with its blocks.
    fn parts<'f>(&self, formula: &'f Formula) -> Part<'f> {
        spend(self.effort, OF_A_PART);
        let all = |parts: &'f [Formula]| parts.iter().map(|part| self.parts(part)).collect();
        match formula {
            Formula::Fixed(holds) => Part::Fixed(*holds),
            Formula::All(parts) => Part::All(all(parts)),
            Formula::Any(parts) => Part::Any(all(parts)),
            Formula::Not(part) => Part::Not(Box::new(self.parts(part))),
            Formula::Count { cells, less, fits } => {
                let inside = |block: &usize| !self.blocks[*block].intersection(*cells).is_empty();
                Part::Count { blocks: (0..self.blocks.len()).filter(inside).collect(), less: *less, fits }
            }
            Formula::Number(index, fits) => Part::Number(*index, fits),
            Formula::Flag(index) => Part::Flag(*index),
        }
    }

    /// The formula's value where it is settled already.
    fn value(&self, formula: &Part<'_>) -> Option<bool> {
        spend(self.effort, 1);
        match formula {
            Part::Fixed(holds) => Some(*holds),
            Part::Not(part) => self.value(part).map(|holds| !holds),
            Part::All(parts) => {
                let mut all = Some(true);
                for part in parts {
                    match self.value(part) {
                        Some(false) => return Some(false),
                        None => all = None,
                        Some(true) => {}
                    }
                }
                all
            }
            Part::Any(parts) => {
                let mut any = Some(false);
                for part in parts {
                    match self.value(part) {
                        Some(true) => return Some(true),
                        None => any = None,
                        Some(false) => {}
                    }
                }
                any
            }
            Part::Count { blocks, less, fits } => {
                spend(self.effort, blocks.len() + fits.size());
                let (mut low, mut open) = (0u32, 0u32);
                for index in blocks {
                    match self.block[*index] {
                        Some(value) => low += value,
                        None => open = open.saturating_add(self.largest),
                    }
                }
                let high = low + open.min(self.total.saturating_sub(self.used));
                fits.of(low.saturating_sub(*less), high.saturating_sub(*less))
            }
            Part::Number(index, fits) => {
                spend(self.effort, fits.size());
                let (low, high) = match self.number[*index] {
                    Some(value) => (value, value),
                    None => self.number_bounds[*index]?,
                };
                fits.of(low, high)
            }
            Part::Flag(index) => self.flag[*index],
        }
    }
}

/// What a formula speaks of, each thing once.
#[derive(Default)]
struct Spoken {
    sets: Vec<CellSet>,
    bounds: Vec<u32>,
    numbers: Vec<usize>,
    flags: Vec<usize>,
    numbers_met: Vec<bool>,
    flags_met: Vec<bool>,
    sets_met: HashSet<u128>,
}

impl Spoken {
    fn collect(&mut self, formula: &Formula) {
        match formula {
            Formula::Fixed(_) => {}
            Formula::Not(part) => self.collect(part),
            Formula::All(parts) | Formula::Any(parts) => parts.iter().for_each(|part| self.collect(part)),
            Formula::Count { cells, less, fits } => {
                if self.sets_met.insert(cells.0) {
                    self.sets.push(*cells);
                }
                fits.bounds(*less, &mut self.bounds);
            }
            Formula::Number(index, fits) => {
                if !std::mem::replace(&mut self.numbers_met[*index], true) {
                    self.numbers.push(*index);
                }
                fits.bounds(0, &mut self.bounds);
            }
            Formula::Flag(index) => {
                if !std::mem::replace(&mut self.flags_met[*index], true) {
                    self.flags.push(*index);
                }
            }
        }
    }
}

/// The cells of all sets, cut into blocks that each set holds wholly or not at all.
fn partition(sets: &[CellSet]) -> Vec<CellSet> {
    let mut blocks: Vec<CellSet> = Vec::new();
    for set in sets {
        let mut rest = *set;
        let mut cut = Vec::with_capacity(blocks.len() + 1);
        for block in blocks {
            let (inside, outside) = (block.intersection(*set), block.without(*set));
            rest = rest.without(block);
            cut.extend([inside, outside].into_iter().filter(|part| !part.is_empty()));
        }
        if !rest.is_empty() {
            cut.push(rest);
        }
        blocks = cut;
    }
    blocks
}

/// For each stretch of numbers between two bounds an odd and an even one, from `low` to `high`.
fn near(bounds: &[u32], low: u32, high: u32) -> Vec<u32> {
    let mut values = vec![low, low.saturating_add(1), low.saturating_add(2)];
    for bound in bounds {
        values.extend([bound.saturating_sub(1), *bound, bound.saturating_add(1), bound.saturating_add(2)]);
    }
    values.extend([high, high.saturating_sub(1)]);
    values.retain(|value| (low..=high).contains(value));
    values.sort_unstable();
    values.dedup();
    values
}

#[cfg(test)]
mod tests;
