//! Which rules were carried out: what statistics over many games ask of a move besides its figures.

use serde::{Deserialize, Serialize};

use crate::rules::RuleId;

use super::{Event, Interest, Watch};

/// A set of rules, one bit each, gathered over any number of moves and games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedRules(Vec<u64>);

impl UsedRules {
    /// The empty set, with room for the rules of a variant: see [`crate::rules::Rules::sources`].
    pub fn new(rules: usize) -> Self {
        UsedRules(vec![0; rules.div_ceil(64)])
    }

    /// Adds a rule.
    #[inline]
    pub fn insert(&mut self, rule: RuleId) {
        let word = usize::from(rule) / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (rule % 64);
    }

    /// Whether a rule is in the set.
    pub fn contains(&self, rule: RuleId) -> bool {
        self.0.get(usize::from(rule) / 64).is_some_and(|word| word >> (rule % 64) & 1 == 1)
    }

    /// Takes all rules out.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Adds all rules of another set.
    pub fn merge(&mut self, other: &UsedRules) {
        self.0.resize(self.0.len().max(other.0.len()), 0);
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }
}

impl Watch for UsedRules {
    const INTEREST: Interest = Interest::Rules;

    fn event(&mut self, event: Event, _: &[u16], _: u16, _: u32) {
        if let Event::Rule(rule) = event {
            self.insert(rule);
        }
    }
}

/// Who wants to know which rules a move uses: [`UsedRules`], or nobody.
pub trait Tally {
    /// Told each rule that is carried out.
    fn rule(&mut self, rule: RuleId);
}

/// Wants nothing, costs nothing.
impl Tally for () {
    #[inline(always)]
    fn rule(&mut self, _: RuleId) {}
}

impl Tally for UsedRules {
    #[inline]
    fn rule(&mut self, rule: RuleId) {
        self.insert(rule);
    }
}
