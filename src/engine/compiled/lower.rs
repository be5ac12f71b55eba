//! Lowers a phase for one mover: which parts of it tables can stand for, and the code of the rest.

use std::sync::Arc;

use crate::engine::reference::SEEDS_A_TRY;
use crate::rules::{
    Action, Direction, Geometry, Guarded, LapKind, Moment, Offer, Phase, Place, Quantifier, Rule, Rules, Set, Side,
    Test,
};

use super::code::{NumberCode, PatternCode, RuleList, SetCode, TestCode};
use super::fold::{Folder, Known};
use super::lanes::Lanes;
use super::laps::{LapTables, Paths};
use super::layout::{Layout, Steps, bit, cells_of};
use super::program::{AtSight, LiftCode, Listing, OfferCode, PlayCode, RequireCode, SideCode};
use super::quick::{Lean, Made, quick};
use super::reads::Reads;
use super::rules::{Moments, dispatch};
use super::run::{Marks, NOTES};
use super::state::Standing;
use super::way;

/// What is known of all phases together.
pub struct Facts {
    pub repetition: bool,
    pub undoes: bool,
    pub mark_banks: bool,
    pub total: u32,
    /// The cells of every mark, where they are settled.
    pub marks: Option<Marks>,
}

impl Facts {
    pub fn new(rules: &Rules) -> Self {
        let reads: Vec<Reads> = rules.phases.iter().map(Reads::phase).collect();
        Facts {
            repetition: reads.iter().any(|reads| reads.repetition),
            undoes: reads.iter().any(|reads| reads.undo),
            mark_banks: rules.marks.iter().any(|mark| mark.holds_captures),
            total: rules.total(),
            marks: None,
        }
    }

    /// The same while the marks stand so: a bank is a store then.
    pub fn settled(self, marks: Marks) -> Self {
        Facts { mark_banks: false, marks: Some(marks), ..self }
    }
}

/// Whether byte lanes and the other limits of the compiled engine can carry these rules; else why not.
pub fn fits(rules: &Rules) -> Result<(), String> {
    let total = rules.total();
    if total > 255 {
        return Err(format!("a pit could come to hold {total} seeds, more than 255"));
    }
    if rules.marks.len() > NOTES {
        return Err(format!("{} marks are more than {NOTES}", rules.marks.len()));
    }
    if rules.counters.len() > NOTES {
        return Err(format!("{} counters are more than {NOTES}", rules.counters.len()));
    }
    if rules.phases.is_empty() {
        return Err("there is no phase to play".into());
    }
    for phase in &rules.phases {
        let reads = Reads::phase(phase);
        if reads.relays && u64::from(phase.endless.laps) * u64::from(total.max(1)) > u64::from(SEEDS_A_TRY) {
            return Err(format!("`endless after {} laps` allows very long moves", phase.endless.laps));
        }
    }
    let facts = Facts::new(rules);
    if facts.undoes {
        // What a capture brought into a bank must still be there when it is undone.
        if !banks_grow(rules) {
            return Err("`undo captures` stands beside rules that take seeds from banks".into());
        }
    }
    Ok(())
}

/// Whether nothing that a bank holds ever leaves it, and no bank changes place.
pub fn banks_grow(rules: &Rules) -> bool {
    let mark_banks = rules.marks.iter().any(|mark| mark.holds_captures);
    let takes = |action: &Action| match action {
        Action::Move { .. } => true,
        Action::Capture { banks, .. } | Action::Remove { banks, .. } => *banks,
        Action::Mark { .. } | Action::Unmark { .. } => mark_banks,
        _ => false,
    };
    let settling = |phase: &Phase| [phase.stuck.clone(), phase.end.clone(), phase.endless.rules.clone()];
    let mut all = rules.phases.iter().flat_map(settling).collect::<Vec<_>>();
    all.extend(rules.phases.iter().flat_map(moments).map(<[Rule]>::to_vec));
    !all.iter().flatten().any(|rule| rule.actions.iter().any(takes))
}

/// The moments in which a move is carried out, `play` braces included; not `stuck`, `end` and `endless`.
fn moments(phase: &Phase) -> Vec<&[Rule]> {
    let instead = phase.plays.iter().filter_map(|play| play.instead.as_deref());
    let named = [&phase.before_sowing, &phase.on_the_way, &phase.landing, &phase.on_capture, &phase.after_move];
    instead.chain(named.into_iter().map(Vec::as_slice)).collect()
}

/// Lowers one phase for one mover.
pub fn side<B: Lanes>(
    rules: &Rules,
    geometry: &Geometry,
    layout: &Layout,
    phase: &Phase,
    mover: Side,
    facts: &Facts,
) -> SideCode<B> {
    let steps = Arc::new(Steps::new(&rules.board, geometry, phase, mover));
    let folder = Folder { rules, layout, steps: &steps, mark_banks: facts.mark_banks, marks: facts.marks };
    let reads = Reads::phase(phase);
    let at_rest = Known::mover(mover);
    let offers: Vec<OfferCode<B>> = phase
        .sow
        .directions
        .iter()
        .map(|offer: &Offer| {
            let known = Known { direction: Some(offer.direction), ..at_rest };
            let when: TestCode<B> = folder.test(&offer.when, &known);
            let from = |cell: u8| folder.test::<B>(&offer.when, &Known { lap_origin: Some(cell), ..known });
            let left: Vec<(u8, TestCode<B>)> =
                (0..layout.cells as u8).map(|cell| (cell, from(cell))).filter(|(_, test)| !test.is(false)).collect();
            let alike = left.iter().all(|(_, test)| *test == left[0].1);
            OfferCode {
                direction: offer.direction,
                at_start: left.first().filter(|_| alike).map_or_else(|| when.clone(), |(_, test)| test.clone()),
                when,
                starts: left.iter().fold(0, |starts, (cell, _)| starts | bit(*cell)),
                only_if: offer.only_if.as_ref().map(|test| folder.test(test, &at_rest)),
            }
        })
        .filter(|offer| !offer.when.is(false))
        .collect();
    let single = offers
        .first()
        .map(|offer| offer.direction)
        .filter(|direction| !reads.reverses && offers.iter().all(|offer| offer.direction == *direction));
    let one_way = single.filter(|_| offers.first().is_some_and(|offer| offer.when.is(true) && offer.only_if.is_none()));
    let in_lap = Known { direction: single, kind: (!reads.relays).then_some(LapKind::First), ..at_rest };
    let code = Moments { folder: &folder, stores: layout.store_bits(), mark_banks: facts.mark_banks };
    let list = |rules: &[Rule], moment: Moment, known: &Known| code.list::<B>(rules, moment, known);
    let guarded = |lines: &[Guarded]| {
        lines.iter().map(|line| (folder.set(&line.set, &in_lap), folder.test(&line.when, &in_lap))).collect()
    };
    let two_ways = single.is_none() && offers.iter().any(|offer| offer.direction != offers[0].direction);
    let decides = two_ways || reads.may;
    let starts = match (one_way, single) {
        (Some(_), _) => Some(u32::MAX),
        (None, Some(direction)) if !reads.relays || !phase.sow.each_lap => {
            starts::<B>(&folder, phase, mover, direction)
        }
        _ => None,
    };
    let requires: Vec<RequireCode<B>> = phase
        .requires
        .iter()
        .map(|require| RequireCode {
            test: folder.test(&require.test, &at_rest),
            if_possible: require.if_possible,
            when: before(folder.test(&require.when, &at_rest)),
        })
        .filter(|require| !require.when.is(false))
        .collect();
    let wish = match requires.as_slice() {
        [RequireCode { if_possible: true, when: TestCode::Constant(true), test: TestCode::Filled(mask) }] => {
            Some(*mask)
        }
        _ => None,
    };
    let sowing = Reads::sowing(phase);
    let wanders = sowing.trail || sowing.lap || (sowing.counters && reads.counting) || reads.reverses;
    let mut plays: Vec<_> = phase
        .plays
        .iter()
        .map(|play| PlayCode {
            id: play.id,
            from: folder.set(&play.from, &at_rest),
            when: folder.test(&play.when, &at_rest),
            instead: play.instead.as_ref().map(|rules| list(rules, Moment::Play, &in_lap)),
        })
        .collect();
    plays.sort_by_key(|play: &PlayCode<B>| play.id);
    let tables = [Direction::Anticlockwise, Direction::Clockwise].map(|direction| {
        if !reads.reverses && offers.iter().all(|offer| offer.direction != direction) {
            return LapTables::Walk;
        }
        let (skips, includes) = (phase.sow.skips.as_slice(), phase.sow.includes.as_slice());
        let folder = Folder { rules, layout, steps: &steps, mark_banks: facts.mark_banks, marks: facts.marks };
        // What a mark makes a bank is sown into all the same.
        let stores =
            Side::BOTH.iter().filter_map(|side| rules.board.store(*side)).fold(0, |bits, cell| bits | bit(cell));
        Paths { folder, skips, includes, stores, total: facts.total, mover, direction }.tables()
    });
    let lifts: Vec<LiftCode<B>> = phase
        .lifts
        .iter()
        .map(|lift| LiftCode { keep: folder.number(&lift.keep, &at_rest), when: folder.test(&lift.when, &at_rest) })
        .collect();
    let seen = at_sight(&plays);
    // From some pits alone the direction may be offered: these are seen where all others are.
    let offered = match starts {
        Some(u32::MAX) => true,
        Some(_) => seen.is_some() && (lifts.is_empty() || lifts_always(&lifts)),
        None => false,
    };
    let listing = listing(rules, geometry, phase, &reads, decides, offered, wish.is_some());
    let sees = listing == Listing::AtSight && (lifts.is_empty() || lifts_always(&lifts));
    let mut code = SideCode {
        at_sight: seen.filter(|_| sees).and_then(|sight| Some(AtSight { cells: sight.cells & starts?, ..sight })),
        sight: seen,
        quick: None,
        plays: plays.into(),
        requires: requires.into(),
        wish,
        lifts: lifts.into(),
        each_lap: phase.sow.each_lap,
        one_way,
        skips: guarded(&phase.sow.skips),
        includes: guarded(&phase.sow.includes),
        before_sowing: list(&phase.before_sowing, Moment::BeforeSowing, &at_rest),
        on_the_way: list(&phase.on_the_way, Moment::OnTheWay, &in_lap),
        landing: dispatch(&code, &phase.landing, &in_lap, layout.cells),
        on_capture: list(&phase.on_capture, Moment::OnCapture, &in_lap),
        after_move: list(&phase.after_move, Moment::AfterMove, &at_rest),
        stuck: list(&phase.stuck, Moment::Stuck, &at_rest),
        end: list(&phase.end, Moment::End, &at_rest),
        endless: list(&phase.endless.rules, Moment::Endless, &at_rest),
        until: phase.until.as_ref().map(|until| folder.test(until, &at_rest)),
        way: way::way(&folder, rules, phase, mover),
        tables,
        relays: reads.relays,
        remembers: reads.relays && (decides || wanders),
        laps: phase.endless.laps,
        watched: phase.endless.laps.min(32),
        listing,
        compares: !phase.requires.is_empty(),
        all_start: starts == Some(u32::MAX) && (sees || phase.lifts.is_empty()),
        offers: offers.into(),
        steps,
    };
    let mut plays = Reads::default();
    for play in &phase.plays {
        plays.set(&play.from);
        plays.test(&play.when);
    }
    let sure = moments(phase).into_iter().flatten().all(|rule| is_sure(rule) && !rule.may);
    if !plays.stuck && (listing != Listing::Decisions || code.sight.is_some()) {
        let never_refused = sure && never_refused(rules, geometry, phase, &reads);
        code.quick = quick(&code, mover.index(), sure, wanders, never_illegal(&phase.endless.rules), never_refused);
        if code.quick.as_ref().is_some_and(|quick| quick.lap_decides) {
            keep_promises(&mut code, layout);
            let surely = surely_kept(&code, facts.total);
            if let Some(quick) = &mut code.quick {
                quick.surely = quick.surely.max(surely);
            }
        }
    }
    code
}

/// Notes for every lap of the tables whether the promise of its direction is kept, which is known as soon as it is sown.
fn keep_promises<B: Lanes>(code: &mut SideCode<B>, layout: &Layout) {
    // A promise that is settled so early looks at no position.
    let (now, _) = Standing { board: B::default(), notes: (), next: 0, phase: 0 }.position();
    for table in &mut code.tables {
        let LapTables::Fixed(table) = table else { continue };
        let Some(table) = Arc::get_mut(table) else { continue };
        let Some(offer) = code.offers.iter().find(|offer| offer.direction == table.direction) else { continue };
        let Some(promise) = &offer.only_if else { continue };
        table.each(|start, hand, lap| {
            let made = Made {
                hand,
                reached: lap.reached,
                direction: Some(offer.direction),
                ..Made::new(B::default(), start, 0)
            };
            lap.kept = Lean::new(&made, &now, &layout.columns, 0).holds(promise);
        });
    }
}

/// Up to how many seeds every handful from every pit that can be chosen keeps the promise of one direction or the other.
fn surely_kept<B: Lanes>(code: &SideCode<B>, total: u32) -> u32 {
    let tables = |offer: &OfferCode<B>| match &code.tables[offer.direction as usize] {
        LapTables::Fixed(table) if offer.when.is(true) => Some(Arc::clone(table)),
        _ => None,
    };
    let known: Vec<_> = code.offers.iter().filter_map(tables).collect();
    let Some(sight) = code.sight else { return 0 };
    let kept = |pit: u8, hand: u32| known.iter().any(|table| table.get(pit, hand).is_some_and(|lap| lap.kept));
    (1..=total).take_while(|hand| cells_of(sight.cells).all(|pit| kept(pit, *hand))).last().unwrap_or(0)
}

/// Whether every pit with a seed gives a handful: fewer seeds stay than the line asks of the pit.
fn lifts_always<B: Lanes>(lifts: &[LiftCode<B>]) -> bool {
    matches!(lifts, [LiftCode {
        keep: NumberCode::Fixed(keep),
        when: TestCode::Holds(_, SetCode::Origin, PatternCode::Range(least, u32::MAX)),
    }] if least > keep)
}

/// How the legal moves are seen at once, where the only line of `play` names fixed pits, perhaps but for a mark.
fn at_sight<B: Lanes>(plays: &[PlayCode<B>]) -> Option<AtSight> {
    let [PlayCode { id: 0, from, when: TestCode::Constant(true), .. }] = plays else { return None };
    let sight = |cells: u32| AtSight { cells, marked: None, least: 1 };
    match from {
        SetCode::Cells(cells) => Some(sight(*cells)),
        SetCode::Except(all, fewer) => match (&**all, &**fewer) {
            (SetCode::Cells(cells), SetCode::Holding { cells: of, least: 0, most }) if cells & !of == 0 => {
                Some(AtSight { least: most + 1, ..sight(*cells) })
            }
            (SetCode::Cells(cells), SetCode::Marked { mark, slots }) => {
                Some(AtSight { marked: Some((*mark, *slots)), ..sight(*cells) })
            }
            _ => None,
        },
        _ => None,
    }
}

/// The pits from which the one direction is offered, where that hangs on nothing but the pit.
fn starts<B: Lanes>(folder: &Folder<'_>, phase: &Phase, mover: Side, direction: Direction) -> Option<u32> {
    let lines = || phase.sow.directions.iter().filter(|offer| offer.direction == direction);
    if lines().any(|offer| offer.only_if.is_some()) {
        return None;
    }
    (0..folder.layout.cells as u8).try_fold(0, |starts, cell| {
        let kind = Some(LapKind::First);
        let at = Some(cell);
        let known = Known { direction: Some(direction), origin: at, lap_origin: at, kind, ..Known::mover(mover) };
        for offer in lines() {
            match folder.test::<B>(&offer.when, &known) {
                TestCode::Constant(true) => return Some(starts | bit(cell)),
                TestCode::Constant(false) => {}
                _ => return None,
            }
        }
        Some(starts)
    })
}

/// A test of a `require ... when`: before the move, what held is what holds.
fn before<B: Lanes>(test: TestCode<B>) -> TestCode<B> {
    match test {
        TestCode::HeldBefore(Quantifier::Together, SetCode::Cells(cells), PatternCode::Range(0, 0)) => {
            TestCode::Empty(B::spread(cells))
        }
        test => test,
    }
}

/// How the legal moves of a phase are found.
fn listing(
    rules: &Rules,
    geometry: &Geometry,
    phase: &Phase,
    reads: &Reads,
    decides: bool,
    offered: bool,
    wishes: bool,
) -> Listing {
    let kinds = rules.moves.len() > 1 || phase.plays.iter().any(|play| play.id != 0);
    if decides || kinds || !wishes && phase.requires.iter().any(|require| require.if_possible) {
        return Listing::Decisions;
    }
    if offered && !wishes && never_refused(rules, geometry, phase, reads) { Listing::AtSight } else { Listing::Tries }
}

/// Whether a move can surely be made once a pit gives a handful and each lap is offered a direction without a promise, but for
/// what `require` asks.
fn never_refused(rules: &Rules, geometry: &Geometry, phase: &Phase, reads: &Reads) -> bool {
    let in_mid_lap = [&phase.before_sowing, &phase.on_the_way, &phase.on_capture];
    moments(phase).into_iter().flatten().all(is_sure)
        && (!reads.relays || never_illegal(&phase.endless.rules))
        && (phase.lifts.is_empty() || phase.plays.iter().all(|play| play.instead.is_none()))
        && in_mid_lap.into_iter().flatten().all(keeps_sowing)
        && always_accepts(rules, phase, geometry)
}

/// Whether a rule can neither make a move illegal nor leave seeds in the hand.
fn is_sure(rule: &Rule) -> bool {
    let spoils = |action: &Action| matches!(action, Action::Illegal | Action::Move { to: Place::Hand, .. });
    let into_hand = rule.actions.iter().any(|action| matches!(action, Action::CaptureIntoHand { .. }));
    let sown_on = matches!(
        rule.actions.last(),
        Some(
            Action::Relay(Set::Here | Set::LapOrigin | Set::Origin)
                | Action::SowFrom(Set::Here | Set::LapOrigin | Set::Origin)
        )
    );
    rule.only_if.is_none() && !rule.actions.iter().any(spoils) && (!into_hand || sown_on)
}

/// Whether a rule in mid-lap lets the lap go on.
fn keeps_sowing(rule: &Rule) -> bool {
    !rule.actions.iter().any(|action| {
        matches!(
            action,
            Action::Relay(_)
                | Action::SowFrom(_)
                | Action::Again
                | Action::Stop
                | Action::Pass
                | Action::CaptureIntoHand { .. }
        )
    })
}

/// Whether the `endless` rules always settle the move without forbidding it.
fn never_illegal(rules: &[Rule]) -> bool {
    rules.iter().all(is_sure) && rules.iter().any(|rule| rule.when == Test::ALWAYS)
}

/// Whether fewer pits can be passed over than a circle has, so that every seed falls somewhere.
fn always_accepts(rules: &Rules, phase: &Phase, geometry: &Geometry) -> bool {
    let skipped: u32 = phase.sow.skips.iter().map(|skip| most_cells(rules, &skip.set)).fold(0, u32::saturating_add);
    let pits = |side: usize| geometry.tracks[side].iter().filter(|cell| !rules.board.is_store(**cell)).count() as u32;
    skipped < pits(0).min(pits(1))
}

/// The most cells that a set can have.
fn most_cells(rules: &Rules, set: &Set) -> u32 {
    match set {
        Set::Cells(cells) => cells[0].len().max(cells[1].len()),
        Set::Origin | Set::LapOrigin | Set::Here | Set::It | Set::Bank(_) | Set::Step { .. } | Set::First { .. } => 1,
        Set::Marked { mark, .. } => match rules.marks.get(usize::from(*mark)) {
            Some(mark) if mark.one_each && mark.start.iter().all(|start| start.len() <= 1) => 3,
            _ => u32::from(rules.board.cell_count()),
        },
        Set::Where(set, _) | Set::Except(set, _) => most_cells(rules, set),
        Set::Union(sets) => sets.iter().map(|set| most_cells(rules, set)).fold(0, u32::saturating_add),
        _ => u32::from(rules.board.cell_count()),
    }
}

/// The list that has no rule.
pub fn no_rules<B>(moment: Moment) -> RuleList<B> {
    RuleList { moment, rules: Box::new([]) }
}
