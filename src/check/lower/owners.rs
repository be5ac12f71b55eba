//! Marks and counters, and the player whose they are.

use crate::rules::Player;
use crate::syntax::tree::{Name, Owner, Spanned};

use super::Lowering;
use crate::check::mistakes;
use crate::check::scope::Meaning;

impl<'t> Lowering<'t> {
    pub(super) fn player_of(&mut self, owner: &Spanned<Owner>) -> Option<Player> {
        match owner.value {
            Owner::Own => Some(Player::Mover),
            Owner::Opponent => Some(Player::Opponent),
            Owner::South | Owner::North => {
                let word = self.text_of(owner.span);
                self.say(mistakes::wrong_kind(
                    owner.span,
                    "`own` or `opponent`",
                    "a seat",
                    format!("rules speak of the mover: write `own` or `opponent` for `{word}`"),
                ));
                None
            }
        }
    }

    pub(super) fn mark(&mut self, name: &Name) -> Option<crate::rules::MarkId> {
        match self.find(&name.value, name.span) {
            Some(Meaning::Mark(mark)) => Some(mark),
            Some(_) => {
                let help = format!("declare it: `mark {}`", name.value);
                self.say(mistakes::wrong_kind(name.span, "a mark", "the name of something else", help));
                None
            }
            None => {
                let known: Vec<&str> = self.scope.marks.iter().map(|mark| mark.name.value.as_str()).collect();
                let mut diagnostic = mistakes::unknown_name(&name.value, name.span, &known);
                if mistakes::near(&name.value, known.iter().copied()).is_empty() {
                    diagnostic = diagnostic.help(format!("declare it: `mark {}`", name.value));
                }
                self.say(diagnostic);
                None
            }
        }
    }

    pub(super) fn counter(
        &mut self,
        owner: Option<&Spanned<Owner>>,
        name: &Name,
    ) -> Option<(crate::rules::CounterId, Player)> {
        match self.find(&name.value, name.span) {
            Some(Meaning::Counter(counter)) => {
                let player = owner.and_then(|owner| self.player_of(owner)).unwrap_or(Player::Mover);
                let (_, each, _) = self.scope.counters[counter as usize];
                if let Some(owner) = owner
                    && !each
                {
                    self.say(mistakes::wrong_kind(
                        owner.span,
                        "the name alone",
                        "a player's counter, and both share this one",
                        format!("write `{}`, or declare it `counter {} each`", name.value, name.value),
                    ));
                }
                Some((counter, player))
            }
            Some(_) => {
                let help = format!("declare it: `counter {} = 0`", name.value);
                self.say(mistakes::wrong_kind(name.span, "a counter", "the name of something else", help));
                None
            }
            None => {
                let known: Vec<&str> = self.scope.counters.iter().map(|(name, ..)| name.value.as_str()).collect();
                let mut diagnostic = mistakes::unknown_name(&name.value, name.span, &known);
                if mistakes::near(&name.value, known.iter().copied()).is_empty() {
                    diagnostic = diagnostic.help(format!("declare it: `counter {} = 0`", name.value));
                }
                self.say(diagnostic);
                None
            }
        }
    }
}
