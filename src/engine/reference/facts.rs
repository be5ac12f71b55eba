//! What is worked out once for a set of rules: the circles to walk along, the banks, and whether legal moves can be
//! listed without trying them.

use crate::rules::visit::{Visit, walk_action, walk_number, walk_phase, walk_set, walk_test};
use crate::rules::{
    Action, Board, Cell, CellSet, Direction, Geometry, MarkId, Number, Offer, Phase, Place, Rule, Rules, Set, Side,
    Test,
};

/// No cell, in a table of cells.
pub(super) const NOWHERE: Cell = Cell::MAX;

/// What is known of the rules before any position.
pub(super) struct Facts {
    /// Pits and stores.
    pub cells: usize,
    /// All pits.
    pub pits: CellSet,
    /// Both stores.
    pub stores: CellSet,
    /// The marks that make a pit its keeper's bank.
    pub bank_marks: Vec<MarkId>,
    /// Whether no player can ever have a bank.
    pub bankless: bool,
    /// Whether the rules ask how often a position has stood.
    pub counts_repetition: bool,
    /// Whether captures are ever undone, so that they have to be remembered.
    pub undoes_captures: bool,
    /// One entry a phase.
    pub phases: Vec<PhaseFacts>,
}

/// What is known of a phase.
pub(super) struct PhaseFacts {
    /// For each side and direction, the cell one step on from each cell.
    walks: [[Vec<Cell>; 2]; 2],
    /// For each side, the length of the circle that each cell lies on.
    circles: [Vec<u32>; 2],
    /// Whether nothing is passed over and nothing included.
    pub plain: bool,
    /// Whether a move can have more than one lap.
    pub relays: bool,
    /// Whether every pit that offers a direction and a handful gives a legal move, so that no move need be tried.
    pub quick: bool,
    /// Whether all pits are sown whole in one direction, always the same, which is never refused.
    pub one_direction: bool,
    /// Pits that a player is likely to have, to make room for moves.
    pub cells_each: usize,
    /// So many sets, numbers and tests there are, those that are asked of each cell as often.
    pub weight: u64,
}

impl PhaseFacts {
    /// The cell one step on from `cell`, stores that the rules include being steps. A pit that is not on the mover's own
    /// circle is looked for on the opponent's.
    pub fn step(&self, mover: Side, cell: Cell, direction: Direction) -> Option<Cell> {
        let next = *self.walks[mover.index()][direction as usize].get(cell as usize)?;
        (next != NOWHERE).then_some(next)
    }

    /// How many steps lead once round from `cell`; 0 where it lies on no circle.
    pub fn circle(&self, mover: Side, cell: Cell) -> u32 {
        self.circles[mover.index()].get(cell as usize).copied().unwrap_or(0)
    }
}

impl Facts {
    pub fn new(rules: &Rules, geometry: &Geometry) -> Self {
        let board = &rules.board;
        let bank_marks: Vec<MarkId> =
            (0u8..).zip(&rules.marks).filter_map(|(id, mark)| mark.holds_captures.then_some(id)).collect();
        let stores = Side::BOTH.into_iter().filter_map(|side| board.store(side)).collect();
        Facts {
            cells: board.cell_count() as usize,
            pits: board.all_pits(),
            stores,
            bankless: !board.has_stores() && bank_marks.is_empty(),
            bank_marks,
            counts_repetition: rules.phases.iter().any(counts_repetition),
            undoes_captures: rules.phases.iter().flat_map(moments).flatten().any(undoes_captures),
            phases: rules.phases.iter().map(|phase| PhaseFacts::new(rules, phase, geometry)).collect(),
        }
    }
}

impl PhaseFacts {
    fn new(rules: &Rules, phase: &Phase, geometry: &Geometry) -> Self {
        let walks = Side::BOTH.map(|mover| {
            [Direction::Anticlockwise, Direction::Clockwise]
                .map(|direction| walk(&rules.board, geometry, phase.sow.includable, mover, direction))
        });
        let circles = Side::BOTH.map(|mover| {
            let next = &walks[mover.index()][0];
            (0..rules.board.cell_count()).map(|cell| circle(next, cell)).collect()
        });
        PhaseFacts {
            walks,
            circles,
            plain: phase.sow.skips.is_empty() && phase.sow.includes.is_empty(),
            relays: moments(phase).into_iter().flatten().any(sows_on),
            quick: is_quick(rules, phase, geometry),
            one_direction: phase.lifts.is_empty() && one_way(&phase.sow.directions),
            cells_each: usize::from(rules.board.pits_each()),
            weight: Weight::of(phase, u64::from(rules.board.cell_count())),
        }
    }
}

/// Counts what a phase asks.
struct Weight {
    cells: u64,
    /// How often what is visited is asked.
    times: u64,
    sum: u64,
}

impl Weight {
    fn of(phase: &Phase, cells: u64) -> u64 {
        let mut weight = Weight { cells, times: 1, sum: 1 };
        walk_phase(&mut weight, phase);
        weight.sum
    }

    fn count(&mut self) {
        self.sum = self.sum.saturating_add(self.times);
    }
}

impl Visit for Weight {
    fn action(&mut self, action: &Action) {
        self.count();
        walk_action(self, action);
    }

    fn set(&mut self, set: &Set) {
        self.count();
        let times = self.times;
        if matches!(set, Set::Where(..) | Set::Run { .. } | Set::First { .. }) {
            self.times = times.saturating_mul(self.cells);
        }
        walk_set(self, set);
        self.times = times;
    }

    fn number(&mut self, number: &Number) {
        self.count();
        walk_number(self, number);
    }

    fn test(&mut self, test: &Test) {
        self.count();
        walk_test(self, test);
    }
}

/// The step on from every cell while `mover` moves: his own circle, and for pits outside it the other one.
fn walk(board: &Board, geometry: &Geometry, includable: [CellSet; 2], mover: Side, direction: Direction) -> Vec<Cell> {
    let mut steps = vec![NOWHERE; board.cell_count() as usize];
    for side in [mover.other(), mover] {
        let circle: Vec<Cell> = geometry.tracks[side.index()]
            .iter()
            .copied()
            .filter(|cell| !board.is_store(*cell) || includable[mover.index()].contains(*cell))
            .collect();
        for (place, cell) in circle.iter().enumerate() {
            let next = match direction {
                Direction::Anticlockwise => place + 1,
                Direction::Clockwise => place + circle.len() - 1,
            };
            steps[*cell as usize] = circle[next % circle.len()];
        }
    }
    steps
}

/// How many steps lead back to `cell`.
fn circle(next: &[Cell], cell: Cell) -> u32 {
    let step = |cell: &Cell| next.get(*cell as usize).copied().filter(|next| *next != NOWHERE);
    let mut at = step(&cell);
    let mut steps = 0;
    while let Some(there) = at {
        steps += 1;
        if there == cell {
            return steps;
        }
        at = step(&there);
    }
    0
}

/// The moments in which a move is carried out, `play` braces included; not `stuck`, `end` and `endless`.
fn moments(phase: &Phase) -> Vec<&[Rule]> {
    let instead = phase.plays.iter().filter_map(|play| play.instead.as_deref());
    let named = [&phase.before_sowing, &phase.on_the_way, &phase.landing, &phase.on_capture, &phase.after_move];
    instead.chain(named.into_iter().map(Vec::as_slice)).collect()
}

fn sows_on(rule: &Rule) -> bool {
    rule.actions.iter().any(|action| matches!(action, Action::Relay(_) | Action::SowFrom(_)))
}

fn undoes_captures(rule: &Rule) -> bool {
    rule.actions.contains(&Action::UndoCaptures)
}

/// Whether the rules of the phase ask how often a position has stood.
fn counts_repetition(phase: &Phase) -> bool {
    struct Found(bool);
    impl Visit for Found {
        fn number(&mut self, number: &Number) {
            self.0 |= *number == Number::Repetition;
            walk_number(self, number);
        }
    }
    let mut found = Found(false);
    walk_phase(&mut found, phase);
    found.0
}

/// Whether nothing but the direction and the handful decides that a move is legal.
fn is_quick(rules: &Rules, phase: &Phase, geometry: &Geometry) -> bool {
    let moments = moments(phase);
    let all = || moments.iter().copied().flatten();
    let relays = all().any(sows_on);
    phase.requires.is_empty()
        && all().all(is_sure)
        && phase.sow.directions.iter().all(|offer| offer.only_if.is_none())
        && (!phase.sow.each_lap || one_way(&phase.sow.directions))
        && (!relays || never_illegal(&phase.endless.rules))
        && (phase.lifts.is_empty() || phase.plays.iter().all(|play| play.instead.is_none()))
        && [&phase.before_sowing, &phase.on_the_way, &phase.on_capture].into_iter().flatten().all(keeps_sowing)
        && always_accepts(rules, phase, geometry)
}

/// Whether a rule can neither make a move illegal nor leave a decision, nor seeds in the hand.
fn is_sure(rule: &Rule) -> bool {
    !rule.may && rule.only_if.is_none() && rule.actions.iter().all(|action| !may_spoil(action)) && empties_hand(rule)
}

fn may_spoil(action: &Action) -> bool {
    matches!(action, Action::Illegal | Action::Move { to: Place::Hand, .. })
}

/// Whether seeds captured into the hand are sown on, from a pit that surely exists.
fn empties_hand(rule: &Rule) -> bool {
    let into_hand = rule.actions.iter().any(|action| matches!(action, Action::CaptureIntoHand { .. }));
    let sown_on = matches!(
        rule.actions.last(),
        Some(
            Action::Relay(Set::Here | Set::LapOrigin | Set::Origin)
                | Action::SowFrom(Set::Here | Set::LapOrigin | Set::Origin)
        )
    );
    !into_hand || sown_on
}

/// Whether a rule in mid-lap lets the lap go on.
fn keeps_sowing(rule: &Rule) -> bool {
    !rule.actions.iter().any(|action| {
        matches!(action, Action::Relay(_) | Action::SowFrom(_) | Action::Again | Action::Stop | Action::Pass)
    })
}

/// Whether one direction is always offered and the other never.
fn one_way(offers: &[Offer]) -> bool {
    let Some(first) = offers.first() else { return false };
    offers.iter().all(|offer| offer.direction == first.direction) && offers.iter().any(|offer| offer.when.is_always())
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
        Set::Marked { mark, .. } => match rules.marks.get(*mark as usize) {
            Some(mark) if mark.one_each && mark.start.iter().all(|start| start.len() <= 1) => 3,
            _ => u32::from(rules.board.cell_count()),
        },
        Set::Where(set, _) | Set::Except(set, _) => most_cells(rules, set),
        Set::Union(sets) => sets.iter().map(|set| most_cells(rules, set)).fold(0, u32::saturating_add),
        _ => u32::from(rules.board.cell_count()),
    }
}

/// Whether a rule does nothing but pass.
pub(super) fn only_passes(rule: &Rule) -> bool {
    rule.actions == [Action::Pass]
}

/// A fixed number's value, to spare the common case an evaluation.
pub(super) fn fixed(number: &Number) -> Option<u32> {
    match number {
        Number::Fixed(value) => Some(*value),
        _ => None,
    }
}
