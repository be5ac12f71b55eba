//! What may be concluded about a game, read off its rules: whether captured seeds stay captured so that values add up,
//! whether positions can recur and what that means, whether the players are symmetric.
//!
//! In: [`Rules`] and the seeds of the game. Out: [`Soundness`], each answer with its reason, and the rules as a solver plays
//! them. Where a proof would need more than reading, the answer is no.

mod banks;
mod progress;
mod reads;

use crate::rules::visit::walk_phase;
use crate::rules::{Action, CellSet, Ending, Number, Pattern, Player, Quantifier, Rule, Rules, Set, Side, Test};

use reads::Reads;

/// What a recurring position means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recurrence {
    /// No position can recur: why.
    Never(String),
    /// Whoever lets the game go round gets no more than the other: the seeds in play count for nobody.
    Even(String),
    /// It depends on more than the position: why.
    Depends(String),
}

/// What may be concluded about a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Soundness {
    /// Whether the value of a position is the lead in the banks and something that depends on the seeds in play alone;
    /// if not, why.
    pub adds_up: Result<(), String>,
    /// What a recurring position means.
    pub recurrence: Recurrence,
    /// Whether both players have the same rules, each from the own seat.
    pub symmetric: bool,
    /// After so many quiet moves the game ends evenly.
    pub quiet_limit: Option<u32>,
    /// The rules as a solver plays them: endings that only cut short what is decided are left out, and so are those that
    /// [`Recurrence::Even`] and the quiet limit stand for.
    pub rules: Rules,
    /// What was left out, for the reader.
    pub left_out: Vec<String>,
}

impl Soundness {
    /// Reads the rules, for a game with `total` seeds.
    pub fn of(rules: &Rules, total: u32) -> Soundness {
        let mut simple = rules.clone();
        let mut left_out = Vec::new();
        let mut quiet_limit = None;
        let mut repeats = None;
        for phase in &mut simple.phases {
            phase.end.retain(|rule| {
                if let Some(seeds) = early_win(rules, rule, total) {
                    left_out.push(format!("a win at {seeds} of {total} seeds only cuts short what is decided"));
                    return false;
                }
                match even_ending(rule) {
                    Some(Number::TurnsSinceCapture) => {
                        let limit = least(rule);
                        quiet_limit = Some(quiet_limit.map_or(limit, |quiet: u32| quiet.min(limit)));
                        false
                    }
                    Some(_) => {
                        repeats = Some(least(rule));
                        false
                    }
                    None => true,
                }
            });
        }
        let mut reads = Reads::default();
        simple.phases.iter().for_each(|phase| walk_phase(&mut reads, phase));
        let adds_up = adds_up(&simple, &reads);
        let recurrence = match progress::never_recurs(&simple) {
            Ok(why) => Recurrence::Never(why),
            Err(_) if reads.repetition => Recurrence::Depends(
                "what a repeated position is worth depends on where it stands and on what came before".to_owned(),
            ),
            Err(why) => Recurrence::Even(match repeats {
                Some(_) => "a repeated position ends the game as the banks stand: the seeds in play count for nobody"
                    .to_owned(),
                None => format!("{why}; a game without end is taken as even: the seeds in play count for nobody"),
            }),
        };
        let symmetric = reads.is_symmetric(rules);
        Soundness { adds_up, recurrence, symmetric, quiet_limit, rules: simple, left_out }
    }

    /// The answers in sentences.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        sentences.push(match &self.adds_up {
            Ok(()) => {
                "Captured seeds never return and the richer bank wins: values add up, and positions are told apart \
                       by the seeds in play alone."
                    .to_owned()
            }
            Err(why) => format!("Values do not add up: {why}."),
        });
        sentences.push(match &self.recurrence {
            Recurrence::Never(why) => format!("No position can recur: {why}."),
            Recurrence::Even(why) => format!("Positions can recur: {why}."),
            Recurrence::Depends(why) => format!("Positions can recur: {why}."),
        });
        sentences.push(if self.symmetric {
            "The players have the same rules, each from the own seat: a position and its mirror image share a value."
                .to_owned()
        } else {
            "The players have different rules: a position and its mirror image are told apart.".to_owned()
        });
        if let Some(limit) = self.quiet_limit {
            sentences.push(format!("After {limit} quiet moves the game ends as the banks stand."));
        }
        sentences.extend(self.left_out.iter().map(|what| format!("Left out in the search: {what}.")));
        sentences
    }
}

/// The fixed number that a pattern of `at least` has.
fn at_least(pattern: &Pattern) -> Option<u32> {
    match pattern {
        Pattern::AtLeast(Number::Fixed(least)) | Pattern::Exactly(Number::Fixed(least)) => Some(*least),
        _ => None,
    }
}

/// More than half of all seeds in a bank that wins the game at once: how many.
fn early_win(rules: &Rules, rule: &Rule, total: u32) -> Option<u32> {
    let [Action::Finish { ending: Ending::Win(player), worth: Number::Fixed(1) }] = rule.actions.as_slice() else {
        return None;
    };
    let Test::Holds(Quantifier::Together, set, Pattern::AtLeast(Number::Fixed(seeds))) = &rule.when else {
        return None;
    };
    let bank = match set {
        Set::Bank(whose) => whose == player,
        Set::Cells(cells) => Side::BOTH.iter().all(|mover| {
            rules.board.store(player.side(*mover)).is_some_and(|store| cells[mover.index()] == CellSet::one(store))
        }),
        _ => false,
    };
    (bank && seeds * 2 > total && !rule.may && rule.only_if.is_none()).then_some(*seeds)
}

/// The counting number that lets a rule end the game with the banks as they stand.
fn even_ending(rule: &Rule) -> Option<&Number> {
    let [Action::Finish { ending: Ending::MostSeeds, worth: Number::Fixed(1) }] = rule.actions.as_slice() else {
        return None;
    };
    match &rule.when {
        Test::Is(number @ (Number::TurnsSinceCapture | Number::Repetition), pattern) if at_least(pattern).is_some() => {
            Some(number)
        }
        _ => None,
    }
}

fn least(rule: &Rule) -> u32 {
    match &rule.when {
        Test::Is(_, pattern) => at_least(pattern).unwrap_or(1),
        _ => 1,
    }
}

/// Whether values add up; if not, why.
fn adds_up(rules: &Rules, reads: &Reads) -> Result<(), String> {
    if !rules.board.has_stores() {
        return Err("the players have no stores, so that not only banked seeds decide".to_owned());
    }
    if rules.phases.len() > 1 {
        return Err("the game has phases".to_owned());
    }
    if rules.marks.iter().any(|mark| mark.holds_captures) || reads.marks_change {
        return Err("marks can change what pits do".to_owned());
    }
    for (asked, what) in [
        (reads.moves, "the rules ask how many moves were made"),
        (reads.capturing_moves, "the rules ask how many moves captured"),
        (reads.counters, "the rules count something"),
        (reads.total, "the rules ask for the number of all seeds"),
        (reads.quiet, "what happens after quiet moves depends on more than the seeds"),
    ] {
        if asked {
            return Err(what.to_owned());
        }
    }
    if let Some(ending) = reads.endings.iter().find(|ending| **ending != Ending::MostSeeds) {
        return Err(format!(
            "a game can end otherwise than by the seeds in the banks ({})",
            match ending {
                Ending::Win(Player::Mover) => "a win",
                Ending::Win(Player::Opponent) => "a loss",
                Ending::Draw => "a draw",
                Ending::Void => "a void game",
                Ending::MostSeeds | Ending::FewestSeeds => "the fewest seeds",
            }
        ));
    }
    if reads.worth {
        return Err("games count differently".to_owned());
    }
    banks::stay_closed(rules)
}
