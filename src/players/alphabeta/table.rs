//! The transposition table of alpha-beta: what was found out about positions, found again by their keys.

use crate::engine::Move;

/// What a value means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    AtLeast,
    /// The value is at most this.
    AtMost,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    key: u64,
    /// The value for the player to move.
    pub value: i32,
    /// What the value means.
    pub bound: Bound,
    /// How many moves ahead were looked at.
    pub depth: u8,
    /// Entries of earlier searches do not count: a search depends on its position and limits alone.
    age: u16,
    /// The best move.
    pub best: Move,
}

const EMPTY: Entry = Entry { key: 0, value: 0, bound: Bound::AtMost, depth: 0, age: 0, best: Move::PASS };

/// A table of entries, two to a key: the deeper one and the later one.
#[derive(Clone, Debug)]
pub struct Table {
    entries: Vec<Entry>,
    age: u16,
}

impl Table {
    /// A table with about so many entries, at least two.
    pub fn new(entries: usize) -> Self {
        Table { entries: vec![EMPTY; entries.max(2).next_power_of_two()], age: 1 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.age = self.age.wrapping_add(1);
        if self.age == 0 {
            self.entries.fill(EMPTY);
            self.age = 1;
        }
    }

    fn slot(&self, key: u64) -> usize {
        (key >> 16) as usize & (self.entries.len() - 2)
    }

    /// What is known about a position.
    pub fn get(&self, key: u64) -> Option<&Entry> {
        let slot = self.slot(key);
        self.entries.get(slot..slot + 2)?.iter().find(|entry| entry.key == key && entry.age == self.age)
    }

    /// Notes what was found out.
    pub fn put(&mut self, key: u64, value: i32, bound: Bound, depth: u8, best: Move) {
        let (slot, age) = (self.slot(key), self.age);
        let Some([deep, late]) = self.entries.get_mut(slot..slot + 2) else { return };
        let entry = Entry { key, value, bound, depth, age, best };
        if deep.age != age || deep.key == key || deep.depth <= depth {
            if deep.age == age && deep.key != key {
                *late = *deep;
            }
            *deep = entry;
        } else {
            *late = entry;
        }
    }
}
