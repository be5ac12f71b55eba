//! The table of the solver: bounds on the values of positions, kept without any chance of a mix-up.
//!
//! A key is a position's number, less than `2^bits`. It is scrambled by a bijection: the low bits choose a bucket, and the
//! rest, which is stored, tells apart what shares it. An entry is one word; a bucket fills one line of the cache. The table
//! doubles while it may.

/// Bounds on a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// At least this.
    pub low: i32,
    /// At most this.
    pub high: i32,
    /// The place of the best move among the legal ones; [`NO_MOVE`] if unknown.
    pub best: u8,
}

/// No best move is known.
pub const NO_MOVE: u8 = 31;

const BUCKET: usize = 8;
const BOUND: u64 = 0xff;
/// Where things stand in an entry: low, high, best, work, then the rest of the key.
const HIGH_AT: u32 = 8;
const BEST_AT: u32 = 16;
const WORK_AT: u32 = 21;
const REST_AT: u32 = 26;

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket([u64; BUCKET]);

const EMPTY: Bucket = Bucket([0; BUCKET]);

/// Bounds by key.
#[derive(Clone, Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
    /// The bits of a key.
    bits: u32,
    /// The bits that choose a bucket.
    chosen: u32,
    /// The bits that may choose one at most.
    most: u32,
    used: usize,
}

impl Table {
    /// A table for keys below `keys`, of at most about `memory` bytes. None where the entries could not tell keys apart.
    pub fn new(keys: u64, memory: u64) -> Option<Table> {
        let bits = (64 - keys.max(2).leading_zeros()).max(8);
        let line = (BUCKET * 8) as u64;
        let affordable = 63 - (memory / line).max(1).leading_zeros();
        let chosen = 10.min(affordable).min(bits).max(bits.saturating_sub(64 - REST_AT));
        (chosen <= affordable).then(|| Table {
            buckets: vec![EMPTY; 1 << chosen],
            bits,
            chosen,
            // Doubling holds both tables for a moment.
            most: affordable.saturating_sub(1).clamp(chosen, bits.max(chosen)),
            used: 0,
        })
    }

    /// How many bytes it takes up.
    pub fn size(&self) -> u64 {
        (self.buckets.len() * BUCKET * 8) as u64
    }

    /// A bijection of the numbers below `2^bits`.
    #[inline]
    fn scramble(&self, key: u64) -> u64 {
        let mask = (1 << self.bits) - 1;
        let half = self.bits / 2 + 1;
        let mut key = key;
        key ^= key >> half;
        key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
        key ^= key >> half;
        key = key.wrapping_mul(0xd6e8_feb8_6659_fd93) & mask;
        key ^= key >> half;
        key
    }

    /// Where a key's bucket is and what tells it apart there.
    #[inline]
    fn place(&self, key: u64) -> (usize, u64) {
        let key = self.scramble(key);
        ((key & ((1 << self.chosen) - 1)) as usize, key >> self.chosen)
    }

    /// What is known about a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Bounds> {
        let (bucket, rest) = self.place(key);
        let bucket = self.buckets.get(bucket)?;
        let entry = bucket.0.iter().find(|entry| **entry >> REST_AT == rest && **entry & WORKED != 0)?;
        Some(bounds(*entry))
    }

    /// Brings what is known about a key nearer, without waiting for it: whatever it is, it must be used in the end.
    #[inline]
    pub fn fetch(&self, key: u64) -> u64 {
        self.buckets.get(self.place(key).0).map_or(0, |bucket| bucket.0[0])
    }

    /// Notes bounds; `work` is how many positions it took to find them.
    pub fn put(&mut self, key: u64, bounds: Bounds, work: u64) {
        if self.used * 4 > self.buckets.len() * BUCKET * 3 && self.chosen < self.most {
            self.double();
        }
        let (place, rest) = self.place(key);
        // 1 to 31, so that an entry is never taken for an empty one.
        let weight = u64::from((work.max(1).ilog2() + 1).min(31));
        let entry = rest << REST_AT
            | weight << WORK_AT
            | u64::from(bounds.best) << BEST_AT
            | u64::from(bounds.high as i8 as u8) << HIGH_AT
            | u64::from(bounds.low as i8 as u8);
        let Some(bucket) = self.buckets.get_mut(place) else { return };
        let mut cheapest = 0;
        let mut least = u64::MAX;
        for (slot, old) in bucket.0.iter_mut().enumerate() {
            if *old >> REST_AT == rest && *old & WORKED != 0 {
                *old = entry;
                return;
            }
            // Empty slots weigh 0, and go first.
            let weight = *old & WORKED;
            if weight < least {
                least = weight;
                cheapest = slot;
            }
        }
        self.used += usize::from(least == 0);
        bucket.0[cheapest] = entry;
    }

    /// Makes the table twice as large: the next bit of what tells keys apart now chooses the bucket.
    fn double(&mut self) {
        let size = self.buckets.len();
        let mut larger = vec![EMPTY; size * 2];
        for (place, bucket) in self.buckets.iter().enumerate() {
            for entry in bucket.0.iter().filter(|entry| **entry & WORKED != 0) {
                let rest = entry >> REST_AT;
                let place = place + (rest & 1) as usize * size;
                let entry = (rest >> 1) << REST_AT | entry & ((1 << REST_AT) - 1);
                if let Some(slot) = larger[place].0.iter_mut().find(|slot| **slot == 0) {
                    *slot = entry;
                }
            }
        }
        self.buckets = larger;
        self.chosen += 1;
    }
}

const WORKED: u64 = 31 << WORK_AT;

#[inline]
fn bounds(entry: u64) -> Bounds {
    Bounds {
        low: i32::from((entry & BOUND) as u8 as i8),
        high: i32::from((entry >> HIGH_AT & BOUND) as u8 as i8),
        best: (entry >> BEST_AT & 31) as u8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_again_and_nothing_else() {
        let mut table = Table::new(1 << 30, 1 << 20).unwrap();
        let keys: Vec<u64> = (0..3000u64).map(|key| key * key * 31 % (1 << 30)).collect();
        let of = |key: u64| Bounds { low: -(key as i32 % 100), high: key as i32 % 90, best: key as u8 % 31 };
        for key in &keys {
            table.put(*key, of(*key), *key);
        }
        let found = keys.iter().filter(|key| table.get(**key).is_some()).count();
        assert!(found > 2900, "{found}");
        for key in 0..100_000 {
            if let Some(bounds) = table.get(key) {
                assert!(keys.contains(&key));
                assert_eq!(bounds, of(key));
            }
        }
    }

    #[test]
    fn scrambling_is_a_bijection() {
        let table = Table::new(1 << 11, 1 << 16).unwrap();
        let mut seen = vec![false; 1 << 12];
        for key in 0..1 << 12 {
            let scrambled = table.scramble(key) as usize;
            assert!(!std::mem::replace(&mut seen[scrambled], true));
        }
    }
}
