//! Whether a formula over counts of seeds can hold: an exact search through all counts, small since only few numbers are
//! ever compared. Counts beyond the largest number that is compared behave alike (but for even and odd), so that no more
//! than two of them are tried.

use std::cell::Cell;

use crate::rules::CellSet;

/// What a number may be, all bounds fixed.
#[derive(Clone, Debug, PartialEq)]
pub enum Fits {
    /// This number.
    Exactly(u32),
    /// From the first to the second.
    Between(u32, u32),
    /// This number or more.
    AtLeast(u32),
    /// Less than this number.
    Below(u32),
    /// One of these.
    AnyOf(Vec<Fits>),
    /// 2, 4, 6 ...
    Even,
    /// 1, 3, 5 ...
    Odd,
    /// Anything else.
    Not(Box<Fits>),
}

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
/// search costs is taken off `effort`.
pub fn search(formula: &Formula, unknowns: &Unknowns, total: u32, wanted: Wanted, effort: &Cell<u64>) -> Option<bool> {
    if let Formula::Fixed(holds) = formula {
        return Some(*holds);
    }
    if effort.get() == 0 {
        return None;
    }
    let mut search = Search::new(formula, unknowns, total, wanted);
    let found = search.run(formula);
    effort.set(effort.get().saturating_sub((u64::from(search.steps) + 1) * size(formula)));
    found
}

/// How many parts a formula has.
fn size(formula: &Formula) -> u64 {
    match formula {
        Formula::All(parts) | Formula::Any(parts) => 1 + parts.iter().map(size).sum::<u64>(),
        Formula::Not(part) => 1 + size(part),
        _ => 1,
    }
}

/// Something that gets a value.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Variable {
    Block(usize),
    Number(usize),
    Flag(usize),
}

struct Search {
    total: u32,
    /// Cells that always stand together in the formula's counts.
    blocks: Vec<CellSet>,
    /// The values that each block can have.
    block_values: Vec<Vec<u32>>,
    number_values: Vec<Vec<u32>>,
    order: Vec<Variable>,
    block: Vec<Option<u32>>,
    number: Vec<Option<u32>>,
    flag: Vec<Option<bool>>,
    steps: u32,
}

impl Search {
    fn new(formula: &Formula, unknowns: &Unknowns, total: u32, wanted: Wanted) -> Self {
        let mut sets: Vec<CellSet> = Vec::new();
        let mut bounds: Vec<u32> = Vec::new();
        let (mut numbers, mut flags) = (Vec::new(), Vec::new());
        collect(formula, &mut sets, &mut bounds, &mut numbers, &mut flags);
        bounds.sort_unstable();
        bounds.dedup();
        let blocks = partition(&sets);
        let largest = bounds.last().map_or(2, |bound| bound.saturating_add(2));
        let alone = |block: CellSet| sets.iter().all(|set| set.intersection(block).is_empty() || *set == block);
        let block_values = blocks
            .iter()
            .map(|block| {
                let top = largest.min(total);
                let mut values = near(&bounds, 0, top);
                if !alone(*block) {
                    let few = values.clone();
                    values.extend((0..=top).filter(|value| !few.contains(value)));
                }
                values
            })
            .collect();
        let number_values = unknowns.numbers.iter().map(|(low, high)| near(&bounds, *low, *high)).collect();
        let mut order: Vec<Variable> = (0..blocks.len()).map(Variable::Block).collect();
        if wanted == Wanted::Values {
            order.extend(numbers.into_iter().map(Variable::Number));
            order.extend(flags.into_iter().map(Variable::Flag));
        }
        Search {
            total,
            block: vec![None; blocks.len()],
            number: vec![None; unknowns.numbers.len()],
            flag: vec![None; unknowns.flags],
            blocks,
            block_values,
            number_values,
            order,
            steps: 0,
        }
    }

    fn run(&mut self, formula: &Formula) -> Option<bool> {
        self.descend(formula, 0)
    }

    /// None where the search gives up.
    fn descend(&mut self, formula: &Formula, depth: usize) -> Option<bool> {
        match self.value(formula) {
            Some(holds) => return Some(holds),
            None if depth == self.order.len() => return Some(false),
            None => {}
        }
        self.steps += 1;
        if self.steps > STEPS {
            return None;
        }
        let mut found = Some(false);
        match self.order[depth] {
            Variable::Block(index) => {
                let used: u32 = self.block.iter().flatten().sum();
                for at in 0..self.block_values[index].len() {
                    let value = self.block_values[index][at];
                    if used + value > self.total {
                        continue;
                    }
                    self.block[index] = Some(value);
                    found = self.descend(formula, depth + 1);
                    if found != Some(false) {
                        break;
                    }
                }
                self.block[index] = None;
            }
            Variable::Number(index) => {
                for at in 0..self.number_values[index].len() {
                    self.number[index] = Some(self.number_values[index][at]);
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

    /// The formula's value where it is settled already.
    fn value(&self, formula: &Formula) -> Option<bool> {
        match formula {
            Formula::Fixed(holds) => Some(*holds),
            Formula::Not(part) => self.value(part).map(|holds| !holds),
            Formula::All(parts) => {
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
            Formula::Any(parts) => {
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
            Formula::Count { cells, less, fits } => {
                let (mut low, mut high) = (0u32, 0u32);
                let used: u32 = self.block.iter().flatten().sum();
                let mut open = 0u32;
                for (index, block) in self.blocks.iter().enumerate() {
                    if block.intersection(*cells).is_empty() {
                        continue;
                    }
                    match self.block[index] {
                        Some(value) => {
                            low += value;
                            high += value;
                        }
                        None => open += self.block_values[index].iter().copied().max().unwrap_or(0),
                    }
                }
                high += open.min(self.total.saturating_sub(used));
                fits.of(low.saturating_sub(*less), high.saturating_sub(*less))
            }
            Formula::Number(index, fits) => match self.number[*index] {
                Some(value) => fits.of(value, value),
                None => {
                    let values = &self.number_values[*index];
                    fits.of(values.iter().copied().min()?, values.iter().copied().max()?)
                }
            },
            Formula::Flag(index) => self.flag[*index],
        }
    }
}

impl Fits {
    /// Whether every number from `low` to `high` fits, or none.
    pub fn of(&self, low: u32, high: u32) -> Option<bool> {
        let inside = |from: u32, to: u32| {
            if from <= low && high <= to {
                Some(true)
            } else if high < from || to < low {
                Some(false)
            } else {
                None
            }
        };
        match self {
            Fits::Exactly(number) => inside(*number, *number),
            Fits::Between(from, to) if from > to => Some(false),
            Fits::Between(from, to) => inside(*from, *to),
            Fits::AtLeast(from) => inside(*from, u32::MAX),
            Fits::Below(0) => Some(false),
            Fits::Below(to) => inside(0, to - 1),
            Fits::Even if low == high => Some(low > 0 && low.is_multiple_of(2)),
            Fits::Odd if low == high => Some(!low.is_multiple_of(2)),
            Fits::Even | Fits::Odd => None,
            Fits::AnyOf(some) => {
                let mut any = Some(false);
                for fits in some {
                    match fits.of(low, high) {
                        Some(true) => return Some(true),
                        None => any = None,
                        Some(false) => {}
                    }
                }
                any
            }
            Fits::Not(fits) => fits.of(low, high).map(|fits| !fits),
        }
    }

    /// The numbers at which it changes.
    fn bounds(&self, less: u32, into: &mut Vec<u32>) {
        match self {
            Fits::Exactly(number) | Fits::AtLeast(number) | Fits::Below(number) => {
                into.push(number.saturating_add(less))
            }
            Fits::Between(from, to) => into.extend([from.saturating_add(less), to.saturating_add(less)]),
            Fits::AnyOf(some) => some.iter().for_each(|fits| fits.bounds(less, into)),
            Fits::Even | Fits::Odd => into.push(less + 1),
            Fits::Not(fits) => fits.bounds(less, into),
        }
    }
}

/// What a formula speaks of.
fn collect(
    formula: &Formula,
    sets: &mut Vec<CellSet>,
    bounds: &mut Vec<u32>,
    numbers: &mut Vec<usize>,
    flags: &mut Vec<usize>,
) {
    match formula {
        Formula::Fixed(_) => {}
        Formula::Not(part) => collect(part, sets, bounds, numbers, flags),
        Formula::All(parts) | Formula::Any(parts) => {
            parts.iter().for_each(|part| collect(part, sets, bounds, numbers, flags));
        }
        Formula::Count { cells, less, fits } => {
            if !sets.contains(cells) {
                sets.push(*cells);
            }
            fits.bounds(*less, bounds);
        }
        Formula::Number(index, fits) => {
            if !numbers.contains(index) {
                numbers.push(*index);
            }
            fits.bounds(0, bounds);
        }
        Formula::Flag(index) => {
            if !flags.contains(index) {
                flags.push(*index);
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
