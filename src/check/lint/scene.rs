//! A moment of a phase as the lints look at it: who may move, where the latest seed may have fallen, and what is known
//! there before any rule is tried. Questions about conditions are answered in every such situation.

use std::cell::Cell;

use crate::rules::{
    Action, CellSet, Direction, Geometry, Moment, Number, Pattern, Phase, Rule, Rules, Set, Side, Test,
};

use super::View;
use super::formula::{Translator, World};
use super::solve::{Fits, Formula, Wanted, search, spend};

/// What it costs to make a formula of a condition.
const OF_A_FORMULA: usize = 1_000;

/// Where a condition stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// In a rule of this moment.
    Rule(Moment),
    /// After a direction of `sow`, `when` or `only if`.
    Offer,
    /// In another line: `play`, `require`, `lift`, `skip`, `include`, `until`.
    Line,
}

/// A place in the rules at which conditions are tested.
pub struct Scene<'r> {
    /// The rules.
    pub rules: &'r Rules,
    /// The phase.
    pub phase: &'r Phase,
    /// Where in it.
    pub site: Site,
    /// The board's tables.
    pub geometry: &'r Geometry,
    /// The only direction of sowing, where there is only one.
    pub direction: Option<Direction>,
    /// Whether the last seed has just fallen into `here` and no rule has changed anything since.
    pub fresh: bool,
    /// The seeds of the game.
    total: u32,
    /// What searches may still cost.
    pub effort: &'r Cell<u64>,
}

impl<'r> Scene<'r> {
    /// The scene of a condition before which no rule of its moment has been carried out.
    pub fn new(view: &View<'r>, phase: &'r Phase, site: Site) -> Self {
        let fresh = matches!(site, Site::Rule(Moment::Landing | Moment::OnTheWay));
        let View { rules, geometry, effort, .. } = *view;
        let total = rules.total();
        Scene { rules, phase, site, geometry, direction: only_direction(phase), fresh, total, effort }
    }

    /// The scene of a rule that may come after others that were carried out.
    pub fn stale(mut self) -> Self {
        self.fresh = false;
        self
    }

    /// The seeds of the game.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// The same scene.
    pub fn copy(&self) -> Scene<'r> {
        Scene { ..*self }
    }

    /// How many seeds these conditions need together, where that is more than there are and enough to make them possible.
    pub fn needed(&self, tests: &[&Test]) -> Option<u32> {
        let possible = |total: u32| Scene { total, ..self.copy() }.possible(tests, &[]);
        let (mut low, mut high) = (self.total, self.total.saturating_mul(8).saturating_add(64));
        if possible(low) || !possible(high) {
            return None;
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if possible(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        Some(high)
    }

    /// Whether all of `yes` and none of `no` can hold at once.
    pub fn possible(&self, yes: &[&Test], no: &[&Test]) -> bool {
        self.worlds(yes, no).into_iter().any(|world| self.possible_in(world, yes, no))
    }

    /// Whether all of `yes` and none of `no` can hold at once in one situation.
    fn possible_in(&self, world: World, yes: &[&Test], no: &[&Test]) -> bool {
        self.search(world, yes, no, Wanted::Values).unwrap_or(true)
    }

    /// Whether values were found that make all of `yes` and none of `no` hold. Unlike [`Scene::possible`] this is false
    /// where the search gives up.
    pub fn found(&self, yes: &[&Test], no: &[&Test]) -> bool {
        self.worlds(yes, no).into_iter().any(|world| self.search(world, yes, no, Wanted::Values) == Some(true))
    }

    fn search(&self, world: World, yes: &[&Test], no: &[&Test], wanted: Wanted) -> Option<bool> {
        let mut translator = Translator::new(self, world);
        let formula = self.join(&mut translator, yes, no);
        spend(self.effort, OF_A_FORMULA);
        search(&formula, &translator.unknowns, self.total, wanted, self.effort)
    }

    /// Whether some counts make all of `yes` and none of `no` hold, whatever else is the case.
    pub fn certain_in(&self, world: World, yes: &[&Test], no: &[&Test]) -> bool {
        self.search(world, yes, no, Wanted::Counts).unwrap_or(false)
    }

    /// Whether some counts in some situation make all of `yes` and none of `no` hold, whatever else is the case.
    pub fn certain(&self, yes: &[&Test], no: &[&Test]) -> bool {
        self.worlds(yes, no).into_iter().any(|world| self.certain_in(world, yes, no))
    }

    fn join(&self, translator: &mut Translator<'_, '_>, yes: &[&Test], no: &[&Test]) -> Formula {
        let mut parts = Vec::with_capacity(yes.len() + no.len() + 1);
        if let (true, Some(here)) = (self.fresh, translator.world.here) {
            parts.push(Formula::Count { cells: CellSet::one(here), less: 0, fits: Fits::AtLeast(1) });
        }
        for test in yes {
            parts.push(translator.test(test, None));
        }
        for test in no {
            let part = translator.test(test, None);
            parts.push(Formula::Not(Box::new(part)));
        }
        Formula::All(parts)
    }

    /// The situations that these conditions can tell apart.
    pub fn worlds(&self, yes: &[&Test], no: &[&Test]) -> Vec<World> {
        let tests = || yes.iter().chain(no).copied();
        let here = tests().any(|test| test.speaks_of(&|set| *set == Set::Here));
        let origin = tests().any(|test| test.speaks_of(&|set| matches!(set, Set::Origin | Set::LapOrigin)));
        let mut worlds = Vec::new();
        for mover in Side::BOTH {
            let plain = World { mover, here: None, origin: None, lap_origin: None };
            if here && self.knows_here() {
                worlds.extend(self.here_cells(mover).iter().map(|cell| World { here: Some(cell), ..plain }));
                // A player who had to pass has sown nothing.
                if self.site == Site::Rule(Moment::End) {
                    worlds.push(plain);
                }
            } else if origin && self.site == Site::Offer {
                if self.phase.sow.each_lap {
                    let pits = self.track(mover).intersection(self.rules.board.all_pits());
                    worlds.extend(pits.iter().map(|cell| World { lap_origin: Some(cell), ..plain }));
                } else {
                    let pits = self.origins(mover);
                    worlds.extend(pits.iter().map(|cell| World {
                        origin: Some(cell),
                        lap_origin: Some(cell),
                        ..plain
                    }));
                }
            } else {
                worlds.push(plain);
            }
        }
        worlds
    }

    fn knows_here(&self) -> bool {
        use Moment::{AfterMove, End, Landing, OnCapture, OnTheWay};
        matches!(self.site, Site::Rule(OnTheWay | Landing | OnCapture | AfterMove | End))
    }

    /// The cells that `here` can be while `mover` moves.
    pub fn here_cells(&self, mover: Side) -> CellSet {
        let free = self.phase.plays.iter().any(|play| play.instead.is_some())
            || all_rules(self.phase)
                .any(|(_, rule)| rule.actions.iter().any(|action| matches!(action, Action::RepeatFrom(_))));
        let board = &self.rules.board;
        if free && !matches!(self.site, Site::Rule(Moment::OnTheWay)) {
            return (0..board.cell_count()).collect();
        }
        let stores = board.store(Side::South).into_iter().chain(board.store(Side::North)).collect::<CellSet>();
        let includable = self.phase.sow.includable[mover.index()];
        let mut cells = self.track(mover).without(stores.without(includable));
        let world = World { mover, here: None, origin: None, lap_origin: None };
        for skip in self.phase.sow.skips.iter().filter(|skip| skip.when.is_always()) {
            if let Some(skipped) = Translator::new(self, world).set(&skip.set, None) {
                cells = cells.without(skipped);
            }
        }
        cells
    }

    /// The cells of a player's track.
    pub fn track(&self, mover: Side) -> CellSet {
        self.geometry.tracks[mover.index()].iter().copied().collect()
    }

    /// The pits that a move of `mover` can begin in.
    pub fn origins(&self, mover: Side) -> CellSet {
        let world = World { mover, here: None, origin: None, lap_origin: None };
        let translator = Translator::new(self, world);
        self.phase.plays.iter().fold(CellSet::EMPTY, |all, play| all.union(translator.upper(&play.from, None)))
    }
}

/// The rules of a phase with their moments, in the order in which they are tried.
pub fn all_rules(phase: &Phase) -> impl Iterator<Item = (Moment, &Rule)> {
    all_lists(phase).flat_map(|(moment, rules)| rules.iter().map(move |rule| (moment, rule)))
}

/// The lists of rules of a phase: those in the braces of `play` lines, and the moments.
pub fn all_lists(phase: &Phase) -> impl Iterator<Item = (Moment, &[Rule])> {
    let plays = phase.plays.iter().filter_map(|play| play.instead.as_ref()).map(|rules| (Moment::Play, rules));
    let moments = [
        (Moment::BeforeSowing, &phase.before_sowing),
        (Moment::OnTheWay, &phase.on_the_way),
        (Moment::Landing, &phase.landing),
        (Moment::OnCapture, &phase.on_capture),
        (Moment::AfterMove, &phase.after_move),
        (Moment::Stuck, &phase.stuck),
        (Moment::End, &phase.end),
        (Moment::Endless, &phase.endless.rules),
    ];
    plays.chain(moments).map(|(moment, rules)| (moment, rules.as_slice()))
}

/// The only direction that a lap of this phase can have.
fn only_direction(phase: &Phase) -> Option<Direction> {
    let reverses =
        all_rules(phase).any(|(_, rule)| rule.actions.iter().any(|action| matches!(action, Action::Reverse)));
    let mut directions = phase.sow.directions.iter().map(|offer| offer.direction);
    let first = directions.next()?;
    (!reverses && directions.all(|direction| direction == first)).then_some(first)
}

/// Looks for something inside expressions.
pub trait SpeaksOf {
    /// Whether `wanted` is true of a set in it, at any depth.
    fn speaks_of(&self, wanted: &dyn Fn(&Set) -> bool) -> bool;
}

impl SpeaksOf for Test {
    fn speaks_of(&self, wanted: &dyn Fn(&Set) -> bool) -> bool {
        match self {
            Test::And(tests) | Test::Or(tests) => tests.iter().any(|test| test.speaks_of(wanted)),
            Test::Not(test) => test.speaks_of(wanted),
            Test::Holds(_, set, pattern) | Test::HeldBefore(_, set, pattern) => {
                set.speaks_of(wanted) || pattern.speaks_of(wanted)
            }
            Test::HereHeld(pattern) => wanted(&Set::Here) || pattern.speaks_of(wanted),
            Test::Is(number, pattern) => number.speaks_of(wanted) || pattern.speaks_of(wanted),
            Test::In(pit, set) => pit.speaks_of(wanted) || set.speaks_of(wanted),
            Test::Reached(set) | Test::CapturedFrom(set) | Test::CapturedFromEvery(set) => set.speaks_of(wanted),
            Test::Constant(_)
            | Test::DirectionIs(_)
            | Test::DirectionWas(_)
            | Test::LapIs(_)
            | Test::MoverIs(_)
            | Test::Stuck(_)
            | Test::MoveIs(_) => false,
        }
    }
}

impl SpeaksOf for Set {
    fn speaks_of(&self, wanted: &dyn Fn(&Set) -> bool) -> bool {
        wanted(self)
            || match self {
                Set::Step { from, count, .. } => from.speaks_of(wanted) || count.speaks_of(wanted),
                Set::First { from, fits, .. } | Set::Run { from, fits, .. } => {
                    from.speaks_of(wanted) || fits.speaks_of(wanted)
                }
                Set::Opposite(set) | Set::Behind(set) | Set::Beside(set) => set.speaks_of(wanted),
                Set::Union(sets) => sets.iter().any(|set| set.speaks_of(wanted)),
                Set::Except(set, other) => set.speaks_of(wanted) || other.speaks_of(wanted),
                Set::Where(set, test) => set.speaks_of(wanted) || test.speaks_of(wanted),
                Set::Choose(test, set, other) => {
                    test.speaks_of(wanted) || set.speaks_of(wanted) || other.speaks_of(wanted)
                }
                Set::Cells(_)
                | Set::Origin
                | Set::LapOrigin
                | Set::Here
                | Set::It
                | Set::Marked { .. }
                | Set::Bank(_)
                | Set::Everything => false,
            }
    }
}

impl SpeaksOf for Number {
    fn speaks_of(&self, wanted: &dyn Fn(&Set) -> bool) -> bool {
        match self {
            Number::SeedsIn(set) | Number::ColumnOf(set) | Number::CountOf(set) => set.speaks_of(wanted),
            Number::Add(a, b) | Number::Subtract(a, b) | Number::Multiply(a, b) | Number::Divide(a, b) => {
                a.speaks_of(wanted) || b.speaks_of(wanted)
            }
            Number::Choose(test, a, b) => test.speaks_of(wanted) || a.speaks_of(wanted) || b.speaks_of(wanted),
            _ => false,
        }
    }
}

impl SpeaksOf for Pattern {
    fn speaks_of(&self, wanted: &dyn Fn(&Set) -> bool) -> bool {
        match self {
            Pattern::Exactly(number) | Pattern::AtLeast(number) | Pattern::Below(number) => number.speaks_of(wanted),
            Pattern::Between(low, high) => low.speaks_of(wanted) || high.speaks_of(wanted),
            Pattern::AnyOf(patterns) => patterns.iter().any(|pattern| pattern.speaks_of(wanted)),
            Pattern::Not(pattern) => pattern.speaks_of(wanted),
            Pattern::Even | Pattern::Odd => false,
        }
    }
}
