//! Words that reports share: players, places, outcomes, rules.

use crate::engine::{Outcome, Winner};
use crate::rules::{Cell, RuleId, Rules, Side};
use crate::style::thousands;

/// `South`, `North`.
pub const fn player(side: Side) -> &'static str {
    match side {
        Side::South => "South",
        Side::North => "North",
    }
}

/// A pit's name, or `South's store`.
pub fn place(rules: &Rules, cell: Cell) -> String {
    if rules.board.is_store(cell) {
        format!("{}'s store", player(rules.board.side(cell)))
    } else {
        rules.board.name(cell).to_owned()
    }
}

/// `1 seed`, `4 seeds`.
pub fn seeds(number: u64) -> String {
    crate::style::counted(number, "seed", "seeds")
}

/// How a game ended: `South wins, 25 to 23 (“last four”)`.
pub fn outcome(rules: &Rules, outcome: Outcome) -> String {
    let result = match outcome.winner {
        Winner::South => "South wins",
        Winner::North => "North wins",
        Winner::Draw => "a draw",
        Winner::Void => "void",
    };
    let worth = if outcome.worth == 1 { String::new() } else { format!(", counts as {} games", outcome.worth) };
    let [south, north] = outcome.score.map(|seeds| thousands(u64::from(seeds)));
    let title = outcome.title.and_then(|title| rules.titles.get(usize::from(title)));
    let title = title.map_or(String::new(), |title| format!(", “{title}”"));
    format!("{result}{title}{worth} (South {south}, North {north})")
}

/// What a rule is called: its title in quotes, or its text, which is cut where it is long.
pub fn rule(rules: &Rules, rule: RuleId) -> String {
    if let Some(title) = title(rules, rule) {
        return format!("“{title}”");
    }
    let text = rules.sources.get(usize::from(rule)).map_or("", |source| source.text.as_str());
    short(text, 70)
}

/// The title of a rule.
pub fn title(rules: &Rules, id: RuleId) -> Option<&str> {
    let phases = rules.phases.iter().flat_map(super::tally::moments);
    let title = phases.flat_map(|(_, rules)| rules).find(|rule| rule.id == id)?.title?;
    rules.titles.get(usize::from(title)).map(String::as_str)
}

/// A text of at most `width` letters, cut with an ellipsis.
pub fn short(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}
