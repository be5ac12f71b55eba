//! Phases: which statements serve which phase, and the statements that make up a move.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{CellSet, Endless, Guarded, Lift, Moment, Offer, Phase, Play, Require, Rule, Sow, Stores, Test};
use crate::source::Span;
use crate::syntax::tree::{Expr, Item, ItemKind, MomentKind, Name, SowLine, SowLineKind};

use super::context::Site;
use super::{At, LineKind, Lowering};
use crate::check::damage::Damage;
use crate::check::extend::{Origin, Section};
use crate::check::mistakes;

/// The most laps that `endless after N laps` may allow.
const MOST_LAPS: u32 = 100_000;

/// A statement and where it was taken over from.
type Part<'t> = (&'t Item, Option<&'t Origin>);

/// A phase as written; one without a name where the variant has no phases.
struct Written<'t> {
    name: Option<&'t Name>,
    until: Option<&'t Expr>,
    parts: Vec<Part<'t>>,
    origin: Option<&'t Origin>,
}

/// Which section of a phase a statement belongs to: one of a phase's own keeps out those that stand outside.
#[derive(PartialEq, Clone, Copy)]
enum Kind {
    Play,
    Require,
    Lift,
    Sow,
    Moment(MomentKind),
}

fn kinds(item: &Item) -> Vec<Kind> {
    match &item.kind {
        ItemKind::Play { .. } => vec![Kind::Play],
        ItemKind::Require { .. } => vec![Kind::Require],
        ItemKind::Lift { .. } => vec![Kind::Lift],
        ItemKind::Sow { .. } => vec![Kind::Sow],
        ItemKind::Moment { moments, .. } => moments.iter().map(|moment| Kind::Moment(moment.value)).collect(),
        _ => Vec::new(),
    }
}

fn moment(kind: MomentKind) -> Moment {
    match kind {
        MomentKind::BeforeSowing => Moment::BeforeSowing,
        MomentKind::OnTheWay => Moment::OnTheWay,
        MomentKind::Landing => Moment::Landing,
        MomentKind::OnCapture => Moment::OnCapture,
        MomentKind::AfterMove => Moment::AfterMove,
        MomentKind::Stuck => Moment::Stuck,
        MomentKind::End => Moment::End,
        MomentKind::Endless => Moment::Endless,
    }
}

impl<'t> Lowering<'t> {
    /// All phases of the variant.
    pub(super) fn lower_phases(&mut self, sections: &'t [Section], name: Span, damage: Damage<'_>) -> Vec<Phase> {
        let mut outside: Vec<Part<'t>> = Vec::new();
        let mut written: Vec<Written<'t>> = Vec::new();
        for section in sections {
            let origin = section.base.as_ref();
            match &section.item.kind {
                ItemKind::Phase { name, until, items } => written.push(Written {
                    name: Some(name),
                    until: until.as_ref(),
                    parts: items.iter().map(|item| (item, origin)).collect(),
                    origin,
                }),
                _ => outside.push((&section.item, origin)),
            }
        }
        self.phase_order(&written);
        if written.is_empty() {
            written.push(Written { name: None, until: None, parts: Vec::new(), origin: None });
        }
        let last = written.len() - 1;
        let mut phases = Vec::with_capacity(written.len());
        for (index, phase) in written.iter().enumerate() {
            self.strangers(phase);
            let own: Vec<Kind> = phase.parts.iter().flat_map(|(item, _)| kinds(item)).collect();
            let mut parts: Vec<(Part<'t>, Vec<Kind>)> = Vec::new();
            for part in outside.iter().filter(|(item, _)| !kinds(item).is_empty()) {
                let serves: Vec<Kind> = kinds(part.0).into_iter().filter(|kind| !own.contains(kind)).collect();
                if !serves.is_empty() {
                    parts.push((*part, serves));
                }
            }
            parts.extend(phase.parts.iter().map(|part| (*part, kinds(part.0))));
            let place = phase.name.map_or(name, |name| name.span);
            self.phase_index = index;
            let mut lowered = self.phase(&parts, place, phase, damage);
            lowered.name = phase.name.map(|name| name.value.clone());
            if let Some(until) = phase.until.filter(|_| index < last) {
                self.origin = phase.origin;
                lowered.until = Some(self.test(until, At::site(Site::Until)));
            }
            self.origin = None;
            phases.push(lowered);
        }
        phases
    }

    /// Every phase but the last ends, the last does not.
    fn phase_order(&mut self, written: &[Written<'t>]) {
        let last = written.len().saturating_sub(1);
        for (index, phase) in written.iter().enumerate() {
            let Some(name) = phase.name else { continue };
            self.origin = phase.origin;
            match phase.until {
                None if index < last => self.say(
                    Diagnostic::new(
                        Code::PhaseOrder,
                        name.span,
                        format!("the phase `{}` never ends", name.value),
                        "another phase stands after it",
                    )
                    .help(format!("phase {} until moves by mover is 3+ {{ ... }}", name.value)),
                ),
                Some(until) if index == last => self.say(
                    Diagnostic::new(
                        Code::PhaseOrder,
                        until.span,
                        format!("nothing follows the phase `{}`", name.value),
                        "the last phase has no `until`",
                    )
                    .help("leave `until` out, or write the phase that follows"),
                ),
                _ => {}
            }
        }
        self.origin = None;
    }

    /// Statements that cannot stand in a phase.
    fn strangers(&mut self, phase: &Written<'t>) {
        for (item, origin) in &phase.parts {
            if kinds(item).is_empty() {
                self.origin = *origin;
                let word = self.text_of(item.keyword);
                self.say(
                    Diagnostic::new(
                        Code::NotAllowedHere,
                        item.keyword,
                        format!("`{word}` cannot stand in a phase"),
                        "it holds for the whole game",
                    )
                    .help("put it outside the braces of the phase"),
                );
            }
        }
        self.origin = None;
    }

    fn phase(
        &mut self,
        parts: &[(Part<'t>, Vec<Kind>)],
        place: Span,
        written: &Written<'t>,
        damage: Damage<'_>,
    ) -> Phase {
        let mut phase = Phase::default();
        let (mut play, mut sow): (Option<Span>, Option<Span>) = (None, None);
        for ((item, origin), serves) in parts {
            self.origin = *origin;
            if !self.spend(item.keyword) {
                self.origin = None;
                return phase;
            }
            let is_own = written.parts.iter().any(|(own, _)| std::ptr::eq(*own, *item));
            self.phase = written.name.filter(|_| is_own).map(|name| name.value.clone());
            match &item.kind {
                ItemKind::Play { from, name, rules, when } => {
                    play.get_or_insert(item.keyword);
                    let at = At::site(Site::Play);
                    let set = self.set(from, at);
                    if set.banks && self.is_named_bank(from) {
                        self.bank_cannot_be_played(from);
                    }
                    let (written, when) = (when, self.when(when.as_ref(), at));
                    let id = name.as_ref().and_then(|name| self.scope.kind_of_move(&name.value)).unwrap_or(0);
                    let instead = rules.as_ref().map(|rules| self.rules(rules, Moment::Play));
                    let kept = when != Test::Constant(false);
                    let index = kept.then_some(phase.plays.len());
                    self.note_line(LineKind::Play, from.span, (written.as_ref(), &when), None, at, index);
                    if kept {
                        phase.plays.push(Play { id, from: set.set, when, instead });
                    }
                }
                ItemKind::Require { test, if_possible, when } => {
                    let test = self.test(test, At::site(Site::Require));
                    let when = self.when(when.as_ref(), At::site(Site::RequireWhen));
                    if when != Test::Constant(false) {
                        phase.requires.push(Require { test, if_possible: *if_possible, when });
                    }
                }
                ItemKind::Lift { keep, when } => {
                    let at = At::site(Site::Lift);
                    let keep = self.number(keep, at);
                    let when = self.when(when.as_ref(), at);
                    if when != Test::Constant(false) {
                        phase.lifts.push(Lift { keep, when });
                    }
                }
                ItemKind::Sow { each_lap, lines } => {
                    if let Some(first) = sow {
                        self.repeated("sow", item.keyword, first);
                        continue;
                    }
                    sow = Some(item.keyword);
                    phase.sow = self.sow(*each_lap, lines, item.keyword, damage);
                }
                ItemKind::Moment { moments, laps, rules } => {
                    for named in moments.iter().filter(|named| serves.contains(&Kind::Moment(named.value))) {
                        let lowered = self.rules(rules, moment(named.value));
                        self.moment(&mut phase, named.value, lowered);
                    }
                    if let Some(laps) = laps {
                        phase.endless.laps = self.laps(laps);
                    }
                }
                _ => {}
            }
        }
        self.origin = written.origin;
        self.phase = None;
        if play.is_none() && !damage.may_be("play") {
            self.missing("play", place, "says which pits may be lifted", "play own pits");
        }
        if sow.is_none() && !damage.may_be("sow") {
            self.missing("sow", place, "says which way seeds are sown", "sow { anticlockwise }");
        }
        self.origin = None;
        phase
    }

    fn moment(&mut self, phase: &mut Phase, kind: MomentKind, rules: Vec<Rule>) {
        match kind {
            MomentKind::BeforeSowing => phase.before_sowing.extend(rules),
            MomentKind::OnTheWay => phase.on_the_way.extend(rules),
            MomentKind::Landing => phase.landing.extend(rules),
            MomentKind::OnCapture => phase.on_capture.extend(rules),
            MomentKind::AfterMove => phase.after_move.extend(rules),
            MomentKind::Stuck => phase.stuck.extend(rules),
            MomentKind::End => phase.end.extend(rules),
            MomentKind::Endless => phase.endless.rules.extend(rules),
        }
    }

    fn laps(&mut self, expr: &'t Expr) -> u32 {
        match self.fixed(expr) {
            Some(laps) if (1..=MOST_LAPS).contains(&laps) => laps,
            Some(laps) => {
                self.say(
                    Diagnostic::new(
                        Code::OutOfRange,
                        expr.span,
                        format!("{laps} laps are out of range"),
                        format!("from 1 to {MOST_LAPS}"),
                    )
                    .help("endless after 1000 laps { illegal }"),
                );
                Endless::LAPS
            }
            None => Endless::LAPS,
        }
    }

    fn sow(&mut self, each_lap: bool, lines: &'t [SowLine], keyword: Span, damage: Damage<'_>) -> Sow {
        let mut sow = Sow { each_lap, ..Sow::default() };
        let mut directions = 0;
        for line in lines {
            if !self.spend(line.span) {
                return sow;
            }
            if let (Some(only_if), SowLineKind::Skip(_) | SowLineKind::Include(_)) = (&line.only_if, &line.kind) {
                self.say(
                    Diagnostic::new(
                        Code::NotAllowedHere,
                        only_if.span,
                        "`only if` stands after a direction",
                        "the path of a lap must be known while it is sown",
                    )
                    .help("write `when`"),
                );
            }
            match &line.kind {
                SowLineKind::Direction(word) => {
                    directions += 1;
                    let when = self.when(line.when.as_ref(), At::site(Site::Offer));
                    let only_if = line.only_if.as_ref().map(|test| self.test(test, At::site(Site::OnlyIf)));
                    let direction = super::direction(*word);
                    let kept = when != Test::Constant(false);
                    let index = kept.then_some(sow.directions.len());
                    let limit = line.only_if.as_ref().zip(only_if.as_ref());
                    let at = At::site(Site::Offer);
                    let word = Span::new(line.span.start, line.span.start + direction.word().len());
                    self.note_line(LineKind::Direction(direction), word, (line.when.as_ref(), &when), limit, at, index);
                    if kept {
                        let only_if = only_if.filter(|test| !test.is_always());
                        sow.directions.push(Offer { direction, when, only_if });
                    }
                }
                SowLineKind::Skip(set) => {
                    let guarded = self.guarded(set, line.when.as_ref());
                    sow.skips.extend(guarded);
                }
                SowLineKind::Include(set) => self.include(&mut sow, set, line),
            }
        }
        if sow.directions.is_empty() && !damage.may_be("sow") {
            let (message, label) = if directions == 0 {
                ("`sow` names no direction", "which way are the seeds sown?")
            } else {
                ("no direction is ever offered", "with these options every `when` is false")
            };
            self.say(
                Diagnostic::new(Code::MissingSection, keyword, message, label)
                    .help("write `sow { anticlockwise }`, or both directions one under the other"),
            );
        }
        sow
    }

    fn guarded(&mut self, set: &'t Expr, when: Option<&'t Expr>) -> Option<Guarded> {
        let at = At::site(Site::Path);
        let set = self.set(set, at).set;
        let when = self.when(when, at);
        (when != Test::Constant(false)).then_some(Guarded { set, when })
    }

    fn include(&mut self, sow: &mut Sow, set: &'t Expr, line: &'t SowLine) {
        let before = self.said.len();
        let guarded = self.guarded(set, line.when.as_ref());
        if self.said.len() > before {
            return;
        }
        if self.board.stores == Stores::Beside {
            self.off_the_track(set);
            return;
        }
        let Some(guarded) = guarded else { return };
        match guarded.set.cells() {
            Some(cells) if self.only_stores(&cells) => {
                for (side, named) in cells.iter().enumerate() {
                    let known: CellSet = sow.includable[side];
                    sow.includable[side] = known.union(*named);
                }
                sow.includes.push(guarded);
            }
            _ => {
                let help = "pits are always sown into; write `include own store` or `include stores`";
                self.say(mistakes::wrong_kind(set.span, "a store", "a set of pits", help));
            }
        }
    }

    /// Whether a `play` line names a bank outright, as in `play own store`.
    fn is_named_bank(&self, expr: &Expr) -> bool {
        use crate::syntax::tree::ExprKind;
        match &expr.kind {
            ExprKind::Store(_) | ExprKind::Bank(_) => true,
            ExprKind::Group(inner) => self.is_named_bank(inner),
            _ => false,
        }
    }

    fn bank_cannot_be_played(&mut self, expr: &Expr) {
        self.say(
            Diagnostic::new(Code::NotAllowedHere, expr.span, "a bank cannot be lifted", "what is banked stays banked")
                .help("write `play own pits`"),
        );
    }
}
