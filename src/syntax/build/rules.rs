//! From pairs to rules and their actions.

use pest::iterators::Pair;

use super::{Builder, Parts, inner};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::Rule as Rules;
use crate::syntax::tree::*;

impl Builder {
    /// The rules of a block.
    pub(super) fn rules(&mut self, pair: Pair<'_, Rules>) -> Option<Vec<Rule>> {
        Parts::of(pair).take_all(Rules::one_rule).into_iter().map(|rule| self.rule(rule)).collect()
    }

    /// A rule.
    pub fn rule(&mut self, pair: Pair<'_, Rules>) -> Option<Rule> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let may = parts.take(Rules::may).map(|pair| self.span(&pair));
        let actions = parts.take_all(Rules::action);
        let mut actions = actions.into_iter().map(|action| self.action(action)).collect::<Option<Vec<_>>>()?;
        let then_continue = parts.take(Rules::then_continue).map(|pair| self.span(&pair));
        let mut title = None;
        if let Some(pair) = parts.take(Rules::title) {
            let mut parts = Parts::of(pair);
            title = Some(self.text(parts.take(Rules::text)?));
            if let Some(pair) = parts.take(Rules::worth) {
                self.worth_of_the_last(pair, &mut actions)?;
            }
        }
        let when = self.when(&mut parts)?;
        let only_if = self.clause_condition(&mut parts, Rules::only_if)?;
        Some(Rule { may, actions, then_continue, title, when, only_if, span })
    }

    /// Gives `worth N` behind a title to the ending before it.
    fn worth_of_the_last(&mut self, pair: Pair<'_, Rules>, actions: &mut [Action]) -> Option<()> {
        let span = self.span(&pair);
        let number = self.expression(Parts::of(pair).take(Rules::sum)?)?;
        match actions.last_mut().map(|action| &mut action.kind) {
            Some(ActionKind::Finish { worth: worth @ None, .. }) => *worth = Some(number),
            Some(ActionKind::Finish { .. }) => self.diagnostics.push(
                Diagnostic::new(Code::Syntax, span, "this ending has two worths", "the second one")
                    .help("write one of them: `win \"title\" worth 3`"),
            ),
            _ => self.diagnostics.push(
                Diagnostic::new(
                    Code::Syntax,
                    span,
                    "`worth` stands in a rule that ends no game",
                    "only an ending has a worth",
                )
                .help("`worth` follows an ending: `win \"title\" worth 3`"),
            ),
        }
        Some(())
    }

    fn action(&mut self, pair: Pair<'_, Rules>) -> Option<Action> {
        let pair = inner(pair)?;
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        let kind = match rule {
            Rules::capture => self.capture(parts)?,
            Rules::relay => ActionKind::Relay(match parts.next() {
                Some(pit) => Some(self.expression(pit)?),
                None => None,
            }),
            Rules::sow_from => ActionKind::SowFrom(self.expression(parts.next()?)?),
            Rules::again => ActionKind::Again,
            Rules::stop => ActionKind::Stop,
            Rules::pass => ActionKind::Pass,
            Rules::reverse => ActionKind::Reverse,
            Rules::illegal => ActionKind::Illegal,
            Rules::repeat_from => ActionKind::RepeatFrom(self.expression(parts.next()?)?),
            Rules::move_seeds => ActionKind::Move {
                amount: match parts.take(Rules::sum) {
                    Some(amount) => Some(self.expression(amount)?),
                    None => None,
                },
                from: self.expression(parts.next()?)?,
                to: self.expression(parts.next()?)?,
            },
            Rules::set_mark => ActionKind::Mark {
                set: self.expression(parts.next()?)?,
                keeper: self.taken_owner(&mut parts),
                name: self.name(parts.take(Rules::name)?),
            },
            Rules::clear_mark => {
                ActionKind::Unmark { set: self.expression(parts.next()?)?, name: self.name(parts.take(Rules::name)?) }
            }
            Rules::set_counter => ActionKind::Set {
                owner: self.taken_owner(&mut parts),
                name: self.name(parts.take(Rules::name)?),
                to: self.expression(parts.next()?)?,
            },
            Rules::add_counter => ActionKind::Add {
                amount: self.expression(parts.next()?)?,
                owner: self.taken_owner(&mut parts),
                name: self.name(parts.take(Rules::name)?),
            },
            Rules::undo_captures => ActionKind::UndoCaptures,
            Rules::remove => ActionKind::Remove(self.expression(parts.next()?)?),
            Rules::finish => self.finish(parts)?,
            _ => return None,
        };
        Some(Action { kind, span })
    }

    fn capture(&mut self, mut parts: Parts<'_>) -> Option<ActionKind> {
        let what = parts.next()?;
        let some = what.as_rule() == Rules::capture_some;
        let mut inside = Parts::of(what);
        let limit = if some { Some(self.expression(inside.next()?)?) } else { None };
        let set = self.expression(inside.next()?)?;
        let to = match parts.next() {
            None => CaptureTo::Unsaid,
            Some(pair) if pair.as_rule() == Rules::into_hand => CaptureTo::Hand(self.span(&pair)),
            Some(pair) => {
                let whom = Parts::of(pair).take(Rules::beneficiary)?;
                let span = self.span(&whom);
                let value = match inner(whom)?.as_rule() {
                    Rules::kw_mover => Beneficiary::Mover,
                    Rules::kw_opponent => Beneficiary::Opponent,
                    Rules::kw_captor => Beneficiary::Captor,
                    Rules::kw_owners => Beneficiary::Owners,
                    Rules::kw_keepers => Beneficiary::Keepers,
                    Rules::its_owner => Beneficiary::ItsOwner,
                    _ => Beneficiary::ItsKeeper,
                };
                CaptureTo::For(Spanned { value, span })
            }
        };
        Some(ActionKind::Capture { limit, set, to })
    }

    fn finish(&mut self, mut parts: Parts<'_>) -> Option<ActionKind> {
        let pair = parts.0.next()?;
        let ending = match pair.as_rule() {
            Rules::kw_win => EndingKind::Win,
            Rules::win_for_opponent => EndingKind::WinForOpponent,
            Rules::kw_lose => EndingKind::Lose,
            Rules::kw_draw => EndingKind::Draw,
            Rules::kw_void => EndingKind::Void,
            Rules::most_seeds_wins => EndingKind::MostSeeds,
            _ => EndingKind::FewestSeeds,
        };
        let worth = match parts.take(Rules::worth) {
            Some(pair) => Some(self.expression(Parts::of(pair).take(Rules::sum)?)?),
            None => None,
        };
        Some(ActionKind::Finish { ending, worth })
    }

    fn taken_owner(&self, parts: &mut Parts<'_>) -> Option<Spanned<Owner>> {
        let pair = parts.take(Rules::owner)?;
        self.owner(pair)
    }
}
