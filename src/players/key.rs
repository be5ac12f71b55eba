//! Keys of positions for the tables of a search: whatever the rules can still ask about, mixed into 64 bits.
//!
//! What only counts up for ever (moves, quiet moves) is cut off where no rule can tell the difference any more, so that
//! positions reached in different orders meet. How often a position has stood is left out, as is usual in search.

use crate::engine::{Clock, Engine};
use crate::rules::visit::{Visit, walk_number, walk_phase, walk_test};
use crate::rules::{Number, Pattern, Rules, Side, Test};

/// What a counting number is compared with.
#[derive(Clone, Copy, Debug, Default)]
struct Asked {
    read: bool,
    /// The smallest and the largest fixed number it is compared with.
    least: Option<u32>,
    most: u32,
    /// Whether it is compared with, or part of, something that is not fixed.
    open: bool,
}

impl Asked {
    fn compare(&mut self, fixed: u32) {
        self.least = Some(self.least.map_or(fixed, |least| least.min(fixed)));
        self.most = self.most.max(fixed);
    }
}

/// Makes keys of the positions of one set of rules.
#[derive(Clone, Debug)]
pub struct Keyer {
    moves: Asked,
    capturing: Asked,
    quiet: Asked,
    /// Whether marks or counters are part of a position.
    more: bool,
}

/// Notes what is asked of the counting numbers.
struct Scan {
    moves: Asked,
    capturing: Asked,
    quiet: Asked,
}

impl Scan {
    fn counting(&mut self, number: &Number) -> Option<&mut Asked> {
        match number {
            Number::Moves(_) => Some(&mut self.moves),
            Number::CapturingMoves(_) => Some(&mut self.capturing),
            Number::TurnsSinceCapture => Some(&mut self.quiet),
            _ => None,
        }
    }
}

/// Notes the fixed numbers of a pattern. False where it has others.
fn fixed(pattern: &Pattern, asked: &mut Asked) -> bool {
    let mut number = |number: &Number| match number {
        Number::Fixed(fixed) => {
            asked.compare(*fixed);
            true
        }
        _ => false,
    };
    match pattern {
        Pattern::Exactly(a) | Pattern::AtLeast(a) | Pattern::Below(a) => number(a),
        Pattern::Between(a, b) => number(a) && number(b),
        Pattern::AnyOf(patterns) => patterns.iter().all(|pattern| fixed(pattern, asked)),
        Pattern::Not(pattern) => fixed(pattern, asked),
        Pattern::Even | Pattern::Odd => false,
    }
}

impl Visit for Scan {
    fn number(&mut self, number: &Number) {
        if let Some(asked) = self.counting(number) {
            asked.read = true;
            asked.open = true;
        }
        walk_number(self, number);
    }

    fn test(&mut self, test: &Test) {
        if let Test::Is(number, pattern) = test
            && let Some(asked) = self.counting(number)
        {
            asked.read = true;
            asked.open |= !fixed(pattern, asked);
            self.pattern(pattern);
            return;
        }
        walk_test(self, test);
    }
}

/// Quiet moves count in a key from so many before the first limit on them.
const QUIET_MARGIN: u32 = 24;

impl Keyer {
    /// Reads what the rules ask about.
    pub fn new(rules: &Rules) -> Self {
        let mut scan = Scan { moves: Asked::default(), capturing: Asked::default(), quiet: Asked::default() };
        rules.phases.iter().for_each(|phase| walk_phase(&mut scan, phase));
        Keyer {
            moves: scan.moves,
            capturing: scan.capturing,
            quiet: scan.quiet,
            more: !rules.marks.is_empty() || !rules.counters.is_empty(),
        }
    }

    /// The key of a position.
    #[inline]
    pub fn key<E: Engine>(&self, engine: &E, state: &E::State) -> u64 {
        let mut key = match engine.lanes(state) {
            Some([low, high]) => {
                let low = mix(low as u64 ^ SECRETS[0], (low >> 64) as u64 ^ SECRETS[1]);
                if high == 0 { low } else { mix(low ^ high as u64, (high >> 64) as u64 ^ SECRETS[2]) }
            }
            None => engine.position(state).cells.iter().fold(SECRETS[1], |key, seeds| absorb(key, u64::from(*seeds))),
        };
        if self.moves.read || self.capturing.read || self.quiet.read || engine.rules().phases.len() > 1 {
            key = absorb(key, self.clock(engine.clock(state)));
        }
        if self.more {
            let position = engine.position(state);
            for cells in position.marks.iter().flatten() {
                key = mix(key ^ cells.0 as u64, (cells.0 >> 64) as u64 ^ SECRETS[2]);
            }
            for value in position.counters.iter().flatten() {
                key = absorb(key, u64::from(*value));
            }
        }
        key ^ if engine.mover(state) == Side::North { SECRETS[3] } else { 0 }
    }

    fn clock(&self, clock: Clock) -> u64 {
        let counting = |asked: &Asked, value: u32| match asked {
            Asked { read: false, .. } => 0,
            Asked { open: true, .. } => u64::from(value),
            Asked { most, .. } => u64::from(value.min(most + 1)),
        };
        let quiet = match self.quiet {
            Asked { read: true, open: false, least: Some(least), .. } if clock.quiet + QUIET_MARGIN < least => 0,
            asked => counting(&asked, clock.quiet),
        };
        let mut key = u64::from(clock.phase) ^ quiet << 8;
        for side in 0..2 {
            key = absorb(key, counting(&self.moves, clock.moves[side]));
            key = absorb(key, counting(&self.capturing, clock.capturing_moves[side]));
        }
        key
    }
}

/// Odd numbers without a pattern.
const SECRETS: [u64; 4] = [0x2d35_8dcc_aa6c_78a5, 0x8bb8_4b93_962e_acc9, 0x4b33_a62e_d433_d4a3, 0x4d5a_2da5_1de1_aa47];

/// The two halves of a product, folded: every bit of both numbers reaches every bit of the result.
#[inline(always)]
const fn mix(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

#[inline(always)]
const fn absorb(key: u64, value: u64) -> u64 {
    mix(key ^ SECRETS[0], value ^ SECRETS[1])
}
