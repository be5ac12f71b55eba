//! Shares and how sure they are.

use serde::Serialize;

/// How many of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// So many.
    pub count: u64,
    /// Of so many.
    pub of: u64,
}

/// 97.5 % of a normal distribution lie below this.
const Z: f64 = 1.959_963_984_540_054;

impl Share {
    /// `count` of `of`.
    pub fn new(count: u64, of: u64) -> Self {
        Share { count, of }
    }

    /// The share itself, 0 to 1; 0 of nothing.
    pub fn value(self) -> f64 {
        if self.of == 0 { 0.0 } else { self.count as f64 / self.of as f64 }
    }

    /// The 95 % interval by Wilson's score, which stays sound near 0 and 1; everything is possible of nothing.
    pub fn interval(self) -> (f64, f64) {
        if self.of == 0 {
            return (0.0, 1.0);
        }
        let n = self.of as f64;
        let p = self.value();
        let z2 = Z * Z;
        let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = Z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        // At the ends the formula gives the end exactly, rounding does not.
        let low = if self.count == 0 { 0.0 } else { (centre - half).max(0.0) };
        let high = if self.count == self.of { 1.0 } else { (centre + half).min(1.0) };
        (low, high)
    }
}
