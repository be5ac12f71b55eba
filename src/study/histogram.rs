//! How often each whole number was seen: exact, and of a size that depends on the numbers, not on how many there were.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Numbers below this stand in a plain table.
const SMALL: usize = 1024;

/// How often each number was seen. Two can be merged; the order in which numbers come does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    small: Vec<u64>,
    large: BTreeMap<u64, u64>,
    count: u64,
    sum: u128,
}

impl Histogram {
    /// Adds a number.
    #[inline]
    pub fn add(&mut self, number: u64) {
        self.add_times(number, 1);
    }

    /// Adds a number so many times.
    #[inline]
    pub fn add_times(&mut self, number: u64, times: u64) {
        if times == 0 {
            return;
        }
        match usize::try_from(number) {
            Ok(at) if at < SMALL => {
                if at >= self.small.len() {
                    self.small.resize(at + 1, 0);
                }
                self.small[at] += times;
            }
            _ => *self.large.entry(number).or_default() += times,
        }
        self.count += times;
        self.sum += u128::from(number) * u128::from(times);
    }

    /// Adds all of another.
    pub fn merge(&mut self, other: &Histogram) {
        for (number, times) in other.iter() {
            self.add_times(number, times);
        }
    }

    /// Each number that was seen, in rising order, with how often.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> {
        let small = self.small.iter().enumerate().map(|(number, times)| (number as u64, *times));
        small.filter(|(_, times)| *times > 0).chain(self.large.iter().map(|(number, times)| (*number, *times)))
    }

    /// How many numbers there were.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// All numbers together.
    pub fn sum(&self) -> u128 {
        self.sum
    }

    /// The mean; 0 of nothing.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / self.count as f64 }
    }

    /// The standard deviation; 0 of nothing.
    pub fn deviation(&self) -> f64 {
        if self.count == 0 {
            return 0.0;
        }
        let mean = self.mean();
        let squares: f64 = self.iter().map(|(number, times)| (number as f64 - mean).powi(2) * times as f64).sum();
        (squares / self.count as f64).sqrt()
    }

    /// The smallest number `q` such that at least `thousandths` of all numbers are `q` or less: the minimum at 0, the
    /// lower median at 500, the maximum at 1000. None of nothing.
    pub fn quantile(&self, thousandths: u16) -> Option<u64> {
        let wanted = (u128::from(self.count) * u128::from(thousandths)).div_ceil(1000).max(1);
        let mut seen: u128 = 0;
        self.iter().find_map(|(number, times)| {
            seen += u128::from(times);
            (seen >= wanted).then_some(number)
        })
    }

    /// The largest number. None of nothing.
    pub fn max(&self) -> Option<u64> {
        self.quantile(1000)
    }

    /// The smallest number. None of nothing.
    pub fn min(&self) -> Option<u64> {
        self.quantile(0)
    }
}

// Written as pairs of a number and how often: the rest follows from them.
impl Serialize for Histogram {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Histogram {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut histogram = Histogram::default();
        for (number, times) in Vec::<(u64, u64)>::deserialize(deserializer)? {
            histogram.add_times(number, times);
        }
        Ok(histogram)
    }
}
