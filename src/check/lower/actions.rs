//! Rules and actions: what may stand in which moment, and in which order.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Action, Ending, Moment, Number, Place, Player, Receiver, Rule, RuleId, RuleSource, Test};
use crate::source::Span;
use crate::syntax::tree::{self, ActionKind, Beneficiary, CaptureTo, EndingKind, Expr, Spanned};

use super::context::Site;
use super::{At, Lowering, Thing};
use crate::check::mistakes;

impl<'t> Lowering<'t> {
    /// The rules of one block of a moment. Rules that options rule out are left out.
    pub(super) fn rules(&mut self, rules: &'t [tree::Rule], moment: Moment) -> Vec<Rule> {
        let mut catch_all: Option<&tree::Rule> = None;
        let mut told = false;
        let mut lowered = Vec::with_capacity(rules.len());
        for rule in rules {
            if !self.spend(rule.span) {
                break;
            }
            // Told of the first alone: the rules behind it have the same fault.
            if let Some(first) = catch_all
                && !std::mem::replace(&mut told, true)
            {
                self.unreachable(rule, first);
            }
            let always = rule.when.is_none() && rule.may.is_none() && rule.then_continue.is_none();
            if always && catch_all.is_none() {
                catch_all = Some(rule);
            }
            lowered.extend(self.rule(rule, moment));
        }
        lowered
    }

    fn unreachable(&mut self, rule: &tree::Rule, first: &tree::Rule) {
        let mut diagnostic = Diagnostic::new(
            Code::UnreachableRule,
            rule.span,
            "this rule is never reached",
            "only the first rule that fits is carried out",
        )
        .label(first.span, "this rule has no `when`, so it always fits");
        diagnostic =
            if self.text_of(Span::new(first.span.end, rule.span.start)).contains('\n') {
                diagnostic.help(format!("give `{}` a `when`, or put it last", self.text_of(first.span)))
            } else {
                diagnostic
                    .help(format!("to do both: `{} then {}`", self.text_of(first.span), self.text_of(rule.span)))
                    .fix("put `then` between them", Span::new(first.span.end, first.span.end), " then", false)
            };
        self.say(diagnostic);
    }

    /// The number of a rule: the same wherever the same text is lowered again.
    fn rule_id(&mut self, rule: &tree::Rule, moment: Moment) -> RuleId {
        let source = self.origin.map_or(0, |origin| origin.source.text().as_ptr() as usize);
        if let Some(id) = self.rule_ids.get(&(source, rule.span.start)) {
            return *id;
        }
        let id = self.rules.len() as RuleId;
        self.rule_ids.insert((source, rule.span.start), id);
        let text = self.text_of(rule.span).split_whitespace().collect::<Vec<_>>().join(" ");
        let (phase, line) = (self.phase.clone(), self.line_of(rule.span));
        self.rules.push(RuleSource { moment, phase, line, text });
        id
    }

    fn rule(&mut self, rule: &'t tree::Rule, moment: Moment) -> Option<Rule> {
        let at = At::site(Site::Rule(moment));
        if let Some(span) = rule.may
            && matches!(moment, Moment::Stuck | Moment::End | Moment::Endless)
        {
            self.say(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    span,
                    format!("nobody decides anything in `{}`", moment.word()),
                    "`may` asks the mover, and the move is over",
                )
                .help("leave `may` out, or put the rule in `landing` or `after move`"),
            );
        }
        let said = self.said.len();
        let when = self.when(rule.when.as_ref(), at);
        let mut misplaced = false;
        let mut actions = Vec::with_capacity(rule.actions.len());
        for (index, action) in rule.actions.iter().enumerate() {
            if !self.spend(action.span) {
                break;
            }
            misplaced |= !self.may_stand(action, moment);
            let is_last = index + 1 == rule.actions.len() && rule.then_continue.is_none();
            self.may_go_on(action, is_last, rule.actions.get(index + 1).map(|next| next.span), rule.then_continue);
            let rest = &rule.actions[index + 1..];
            if let ActionKind::Capture { to: CaptureTo::Hand(span), .. } = &action.kind {
                self.must_be_sown(*span, rest);
            }
            actions.extend(self.action(action, at));
        }
        if let Some(span) = rule.then_continue
            && matches!(rule.actions.last().map(|action| &action.kind), Some(ActionKind::RepeatFrom(_)))
        {
            self.say(
                Diagnostic::new(
                    Code::AfterTheEnd,
                    span,
                    "`continue` cannot follow `repeat from`",
                    "the rule itself is tried again instead",
                )
                .help("leave one of them out"),
            );
        }
        let only_if = rule.only_if.as_ref().map(|test| self.test(test, at));
        if rule.only_if.is_some() && matches!(moment, Moment::Stuck | Moment::End | Moment::Endless) {
            self.say(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    rule.only_if.as_ref().map_or(rule.span, |test| test.span),
                    format!("`only if` cannot stand in `{}`", moment.word()),
                    "it makes a move illegal, and the move is over",
                )
                .help("write `when`"),
            );
        }
        if misplaced {
            // The rule belongs elsewhere, and there its words may well be known.
            let mut own = self.said.split_off(said);
            own.retain(|told| told.code != Code::NotKnownHere);
            self.said.append(&mut own);
        }
        if when == Test::Constant(false) {
            self.note_rule(rule, None, moment, &when, at);
            return None;
        }
        let id = self.rule_id(rule, moment);
        self.note_rule(rule, Some(id), moment, &when, at);
        Some(Rule {
            id,
            may: rule.may.is_some(),
            actions,
            then_continue: rule.then_continue.is_some(),
            title: rule.title.as_ref().map(|title| self.title(&title.value)),
            when,
            only_if,
        })
    }

    /// Whether an action may stand in a moment; says so if not.
    fn may_stand(&mut self, action: &tree::Action, moment: Moment) -> bool {
        use ActionKind::*;
        use Moment::*;
        let allowed = match &action.kind {
            Capture { .. } | Move { .. } | Mark { .. } | Unmark { .. } | Set { .. } | Add { .. } | Remove(_) => true,
            Finish { .. } => true,
            Relay(_) | SowFrom(_) => matches!(moment, Play | Landing),
            Reverse => matches!(moment, Play | BeforeSowing | Landing),
            Again | Stop => matches!(moment, Play | Landing | AfterMove),
            Pass => matches!(moment, Play | Landing | AfterMove | Moment::Stuck),
            Illegal => matches!(moment, Play | BeforeSowing | Landing | AfterMove | Endless),
            RepeatFrom(_) => matches!(moment, Play | Landing),
            UndoCaptures => matches!(moment, Landing | AfterMove),
        };
        if allowed {
            return true;
        }
        let (why, help) = match (&action.kind, moment) {
            (Relay(_) | SowFrom(_), End | Moment::Stuck | AfterMove | Endless) => {
                (format!("the move is over when `{}` comes", moment.word()), "relays belong in `landing`")
            }
            (_, OnTheWay | OnCapture) => (
                "the sowing goes on".to_owned(),
                "here a rule may capture, mark, count, move, remove and end the game; the rest belongs in `landing`",
            ),
            (Again, End) => ("the move is over".to_owned(), "give another move in `landing` or `after move`"),
            _ => (
                format!("it means nothing in `{}`", moment.word()),
                "put it in `landing`, where the last seed of a lap has fallen",
            ),
        };
        let word = self.text_of(action.span).split_whitespace().next().unwrap_or_default();
        self.say(
            Diagnostic::new(
                Code::NotAllowedHere,
                action.span,
                format!("`{word}` cannot stand in `{}`", moment.word()),
                why,
            )
            .help(help),
        );
        false
    }

    /// Whether something may follow an action.
    fn may_go_on(&mut self, action: &tree::Action, is_last: bool, next: Option<Span>, then_continue: Option<Span>) {
        use ActionKind::*;
        let ends = matches!(
            action.kind,
            Relay(_) | SowFrom(_) | Again | Stop | Pass | Illegal | RepeatFrom(_) | Finish { .. }
        );
        if is_last || !ends {
            return;
        }
        let word = self.text_of(action.span);
        let next = next.or(then_continue).unwrap_or(action.span);
        self.say(
            Diagnostic::new(Code::AfterTheEnd, next, format!("nothing can follow `{word}`"), "this is never done")
                .label(action.span, "it ends the rule")
                .help(format!("put it before: `{} then {word}`", self.text_of(next))),
        );
    }

    /// Seeds captured into the hand must be sown by the same rule.
    fn must_be_sown(&mut self, span: Span, rest: &[tree::Action]) {
        let sown = rest.iter().any(|action| matches!(action.kind, ActionKind::SowFrom(_) | ActionKind::Relay(_)));
        if !sown {
            self.say(
                Diagnostic::new(
                    Code::NoLap,
                    span,
                    "the captured seeds stay in the hand",
                    "nothing in this rule sows them",
                )
                .help("go on with `then sow from here` (or another pit), or leave out `into hand`"),
            );
        } else if let Some(undo) = rest.iter().find(|action| matches!(action.kind, ActionKind::UndoCaptures)) {
            self.say(
                Diagnostic::new(
                    Code::NoLap,
                    undo.span,
                    "what went into the hand cannot be undone",
                    "captures into the hand are sown on",
                )
                .label(span, "captured into the hand here")
                .help("leave one of them out"),
            );
        }
    }

    fn action(&mut self, action: &'t tree::Action, at: At) -> Option<Action> {
        Some(match &action.kind {
            ActionKind::Capture { limit, set, to } => {
                let limit = limit.as_ref().map(|limit| self.number(limit, at));
                let cells = self.set(set, at);
                let receiver = match to {
                    CaptureTo::Hand(_) => return Some(Action::CaptureIntoHand { set: cells.set, limit }),
                    CaptureTo::Unsaid => Receiver::Mover,
                    CaptureTo::For(whom) => self.receiver(whom, at),
                };
                if !self.has_banks() {
                    let word = Span::new(action.span.start, action.span.start + "capture".len());
                    self.say(self.no_bank(word));
                }
                Action::Capture { set: cells.set, limit, receiver, banks: cells.banks }
            }
            ActionKind::Relay(from) => Action::Relay(match from {
                Some(from) => self.place(from, at),
                None => crate::rules::Set::Here,
            }),
            ActionKind::SowFrom(from) => Action::SowFrom(self.place(from, at)),
            ActionKind::Again => Action::Again,
            ActionKind::Stop => Action::Stop,
            ActionKind::Pass => Action::Pass,
            ActionKind::Reverse => Action::Reverse,
            ActionKind::Illegal => Action::Illegal,
            ActionKind::RepeatFrom(from) => Action::RepeatFrom(self.place(from, at)),
            ActionKind::Move { amount, from, to } => {
                let amount = amount.as_ref().map(|amount| self.number(amount, at));
                let from = self.end_of_move(from, at, false);
                let to = self.end_of_move(to, at, true);
                Action::Move { amount, from, to }
            }
            ActionKind::Mark { set, keeper, name } => {
                let cells = self.set(set, at);
                let mark = self.mark(name)?;
                if self.scope.marks[mark as usize].one_each.is_some() && !cells.place {
                    let help = "name one pit, such as `here`";
                    self.say(mistakes::wrong_kind(set.span, "one pit", "a set of pits", help));
                }
                let keeper = keeper.as_ref().and_then(|owner| self.player_of(owner));
                Action::Mark { set: cells.set, mark, keeper }
            }
            ActionKind::Unmark { set, name } => {
                let set = self.set(set, at).set;
                Action::Unmark { set, mark: self.mark(name)? }
            }
            ActionKind::Set { owner, name, to } => {
                let (counter, player) = self.counter(owner.as_ref(), name)?;
                Action::SetCounter { counter, player, to: self.number(to, at) }
            }
            ActionKind::Add { amount, owner, name } => {
                let amount = self.number(amount, at);
                let (counter, player) = self.counter(owner.as_ref(), name)?;
                Action::AddToCounter { counter, player, amount }
            }
            ActionKind::UndoCaptures => Action::UndoCaptures,
            ActionKind::Remove(set) => {
                let cells = self.set(set, at);
                Action::Remove { set: cells.set, banks: cells.banks }
            }
            ActionKind::Finish { ending, worth } => {
                let ending = match ending {
                    EndingKind::Win => Ending::Win(Player::Mover),
                    EndingKind::WinForOpponent | EndingKind::Lose => Ending::Win(Player::Opponent),
                    EndingKind::Draw => Ending::Draw,
                    EndingKind::Void => Ending::Void,
                    EndingKind::MostSeeds => Ending::MostSeeds,
                    EndingKind::FewestSeeds => Ending::FewestSeeds,
                };
                let worth = worth.as_ref().map_or(Number::Fixed(1), |worth| self.number(worth, at));
                Action::Finish { ending, worth }
            }
        })
    }

    fn receiver(&mut self, whom: &Spanned<Beneficiary>, at: At) -> Receiver {
        match whom.value {
            Beneficiary::Mover => Receiver::Mover,
            Beneficiary::Opponent => Receiver::Opponent,
            Beneficiary::Captor => {
                self.knows(Thing::Captor, at, whom.span);
                Receiver::Captor
            }
            Beneficiary::Owners | Beneficiary::ItsOwner => Receiver::Owners,
            Beneficiary::Keepers | Beneficiary::ItsKeeper => {
                if self.scope.marks.is_empty() {
                    self.say(
                        Diagnostic::new(
                            Code::UnknownName,
                            whom.span,
                            "nobody keeps a pit in this variant",
                            "a keeper is whose mark a pit bears, and there is no `mark`",
                        )
                        .help("for the player on whose side the pit lies write `its owner`"),
                    );
                }
                Receiver::Keepers
            }
        }
    }

    fn end_of_move(&mut self, expr: &'t Expr, at: At, one: bool) -> Place {
        if Self::is_hand(expr) {
            self.knows(Thing::Hand, at, expr.span);
            return Place::Hand;
        }
        Place::Cells(if one { self.place(expr, at) } else { self.set(expr, at).set })
    }
}
