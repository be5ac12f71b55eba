//! Rules made at random, as wild as the checker lets rules be: what must hold of any engine holds for these too.

mod expressions;

use naqala::rules::{
    Action, Board, Cell, CellSet, Counter, Ending, Endless, Guarded, Lift, Mark, Moment, Number, Offer, Phase, Place,
    Play, Player, Receiver, Require, Rule, Rules, Set, Side, Sow, Stores, Test, Texts,
};
use naqala::study::rng::Random;

use expressions::{Known, Maker};

/// The rules with this number.
pub fn rules(seed: u64) -> Rules {
    let mut random = Random::of_game(seed, 0);
    let rows = if random.below(4) == 0 { 4 } else { 2 };
    let columns = 1 + random.below(if rows == 4 { 4 } else { 6 }) as u8;
    let all = [Stores::None, Stores::Beside, Stores::Left, Stores::Right];
    let stores = all[random.below(4) as usize];
    let mut board = Board { rows, columns, stores, names: Vec::new() };
    board.names =
        (0..board.pit_count()).map(|pit| format!("{}{}", if pit % 2 == 0 { "a" } else { "b" }, pit)).collect();
    let (marks, counters) = (random.below(3) as usize, random.below(3) as usize);
    let mut maker = Maker { random, board, marks, counters, next_rule: 0, known: Known::default() };
    maker.rules()
}

impl Maker {
    fn rules(&mut self) -> Rules {
        let pits = self.board.pit_count();
        let mut start = vec![0; self.board.cell_count() as usize];
        let most = self.random.below(5);
        start[..pits as usize].iter_mut().for_each(|seeds| *seeds = self.random.below(most + 1) as u16);
        let marks = (0..self.marks).map(|at| self.mark(at)).collect();
        let counter = |at: usize, maker: &mut Maker| Counter {
            name: format!("count_{at}"),
            each: maker.chance(2),
            start: maker.random.below(3),
        };
        let counters = (0..self.counters).map(|at| counter(at, self)).collect();
        let phases = (0..1 + self.up_to(1)).map(|at| self.phase(at)).collect::<Vec<_>>();
        let last = phases.len() - 1;
        let close = |(at, phase): (usize, Phase)| Phase { until: phase.until.filter(|_| at < last), ..phase };
        Rules {
            name: "Random".to_owned(),
            texts: Texts::default(),
            settings: Vec::new(),
            board: self.board.clone(),
            start,
            marks,
            counters,
            moves: vec![None, Some("take".to_owned())],
            phases: phases.into_iter().enumerate().map(close).collect(),
            titles: vec!["first".to_owned(), "second".to_owned()],
            sources: Vec::new(),
        }
    }

    fn mark(&mut self, at: usize) -> Mark {
        let pits = self.board.pit_count();
        let one_each = self.chance(2);
        let mut free: Vec<Cell> = (0..pits).collect();
        let start = [0, 1, 2].map(|_| {
            let pit = (self.random.below(4) == 0 && !free.is_empty()).then(|| {
                let at = self.random.below(free.len() as u32) as usize;
                free.swap_remove(at)
            });
            pit.into_iter().collect()
        });
        Mark { name: format!("mark_{at}"), one_each, holds_captures: self.chance(2), start }
    }

    fn phase(&mut self, at: usize) -> Phase {
        self.known = Known { stuck: true, ..Known::default() };
        let until = Some(self.test(2));
        self.known = Known::default();
        let plays = (0..1 + self.up_to(1)).map(|at| self.play(at)).collect();
        let requires = (0..self.up_to(1)).map(|_| self.require()).collect();
        self.known = Known { origin: true, ..Known::default() };
        let lifts = (0..self.up_to(2) / 2)
            .map(|_| Lift { keep: Number::Fixed(self.random.below(2)), when: self.when() })
            .collect();
        let endless = Endless { laps: 1 + self.random.below(40), rules: self.moment(Moment::Endless, 2) };
        Phase {
            name: Some(format!("phase_{at}")),
            until,
            plays,
            requires,
            lifts,
            sow: self.sow(),
            before_sowing: self.moment(Moment::BeforeSowing, 1),
            on_the_way: self.moment(Moment::OnTheWay, 1),
            landing: self.moment(Moment::Landing, 3),
            on_capture: self.moment(Moment::OnCapture, 1),
            after_move: self.moment(Moment::AfterMove, 1),
            stuck: self.moment(Moment::Stuck, 2),
            end: self.moment(Moment::End, 2),
            endless,
        }
    }

    fn play(&mut self, at: usize) -> Play {
        let from = if self.chance(3) { self.set(2) } else { self.pits(Player::Mover) };
        let when = if at == 0 { Test::ALWAYS } else { self.when() };
        let instead = self.chance(4).then(|| self.moment(Moment::Play, 2));
        self.known = Known::default();
        Play { id: (at > 0 && self.chance(2)).into(), from, when, instead }
    }

    fn require(&mut self) -> Require {
        self.known = Known { held_before: true, ..Known::default() };
        let when = self.when();
        self.known = Known { origin: true, here: true, held_before: true, deeds: true, ..Known::default() };
        Require { test: self.test(2), if_possible: self.chance(2), when }
    }

    fn sow(&mut self) -> Sow {
        self.known = Known { origin: true, lap: true, deeds: true, ..Known::default() };
        let each_lap = self.chance(4);
        let mut directions = vec![self.offer()];
        if self.chance(3) {
            directions.push(self.offer());
        }
        self.known = Known { origin: true, lap: true, hand: true, ..Known::default() };
        let skips = (0..self.up_to(3) / 2).map(|_| Guarded { set: self.set(1), when: self.when() }).collect();
        let on_track = matches!(self.board.stores, Stores::Left | Stores::Right);
        let mut includable = [CellSet::EMPTY; 2];
        let mut includes = Vec::new();
        if on_track && self.chance(2) {
            let player = self.player();
            let store = |mover: Side| self.board.store(player.side(mover)).into_iter().collect::<CellSet>();
            includable = Side::BOTH.map(store);
            includes.push(Guarded { set: Set::Cells(includable), when: self.when() });
        }
        Sow { each_lap, directions, skips, includes, includable }
    }

    fn offer(&mut self) -> Offer {
        let when = self.when();
        let known = self.known;
        self.known = Known { here: true, here_held: true, ..known };
        let only_if = self.chance(5).then(|| self.test(2));
        self.known = known;
        Offer { direction: self.direction(), when, only_if }
    }

    fn when(&mut self) -> Test {
        if self.chance(2) { Test::ALWAYS } else { self.test(2) }
    }

    fn moment(&mut self, moment: Moment, most: u32) -> Vec<Rule> {
        self.known = Known::at(moment);
        (0..self.up_to(most)).map(|_| self.rule(moment)).collect()
    }

    fn rule(&mut self, moment: Moment) -> Rule {
        let decided = !matches!(moment, Moment::Stuck | Moment::End | Moment::Endless);
        let mut actions: Vec<Action> = (0..self.up_to(2)).map(|_| self.action()).collect();
        actions.push(self.last_action(moment));
        if matches!(moment, Moment::Play | Moment::Landing) && self.chance(5) {
            let set = self.set(1);
            actions.insert(0, Action::CaptureIntoHand { set, limit: None });
            actions.retain(|action| !matches!(action, Action::UndoCaptures));
            actions.pop();
            let place = self.place();
            actions.push(if self.chance(2) { Action::SowFrom(place) } else { Action::Relay(place) });
        }
        let ends = matches!(
            actions.last(),
            Some(
                Action::Relay(_)
                    | Action::SowFrom(_)
                    | Action::Again
                    | Action::Stop
                    | Action::Pass
                    | Action::Illegal
                    | Action::RepeatFrom(_)
                    | Action::Finish { .. }
            )
        );
        let id = self.next_rule;
        self.next_rule += 1;
        Rule {
            id,
            may: decided && self.chance(8),
            actions,
            then_continue: !ends && self.chance(3),
            title: self.chance(4).then(|| self.random.below(2) as u16),
            when: self.test(2),
            only_if: (decided && self.chance(10)).then(|| self.test(2)),
        }
    }

    /// An action that may stand anywhere.
    fn action(&mut self) -> Action {
        let set = self.set(1);
        match self.random.below(if self.marks > 0 { 8 } else { 6 }) {
            0..=2 => {
                let all = [Receiver::Mover, Receiver::Opponent, Receiver::Owners, Receiver::Captor, Receiver::Keepers];
                Action::Capture {
                    set,
                    limit: self.chance(4).then(|| Number::Fixed(self.random.below(4))),
                    receiver: all[self.random.below(5) as usize],
                    banks: self.chance(6),
                }
            }
            3 => self.move_seeds(),
            4 if self.counters > 0 => {
                let counter = self.random.below(self.counters as u32) as u8;
                let player = self.player();
                let to = self.number(1);
                if self.chance(2) {
                    Action::SetCounter { counter, player, to }
                } else {
                    Action::AddToCounter { counter, player, amount: to }
                }
            }
            4 | 5 => Action::Remove { set, banks: self.chance(6) },
            6 => {
                let keeper = self.chance(3).then(|| self.player());
                Action::Mark { set: self.place(), mark: self.random.below(self.marks as u32) as u8, keeper }
            }
            _ => Action::Unmark { set, mark: self.random.below(self.marks as u32) as u8 },
        }
    }

    fn move_seeds(&mut self) -> Action {
        let known_hand = self.known.hand;
        let amount = self.chance(2).then(|| Number::Fixed(self.random.below(3)));
        let hand = known_hand && self.chance(6);
        let from = if hand { Place::Hand } else { Place::Cells(self.set(1)) };
        // A hand that is filled while it is sown makes moves that only the guards end: rare, since they take a while.
        let to = if known_hand && !hand && self.chance(60) { Place::Hand } else { Place::Cells(self.place()) };
        Action::Move { amount, from, to }
    }

    fn last_action(&mut self, moment: Moment) -> Action {
        use Moment::{AfterMove, BeforeSowing, End, Endless, Landing, Play, Stuck};
        let relays = matches!(moment, Play | Landing);
        let chosen = self.random.below(12);
        match chosen {
            0..=3 if relays => Action::Relay(if self.chance(2) { Set::Here } else { self.place() }),
            4 if relays => Action::SowFrom(self.place()),
            5 if matches!(moment, Play | BeforeSowing | Landing) => Action::Reverse,
            6 if matches!(moment, Play | Landing | AfterMove) => Action::Again,
            7 if matches!(moment, Play | Landing | AfterMove) => Action::Stop,
            8 | 7 if matches!(moment, Play | Landing | AfterMove | Stuck) => Action::Pass,
            9 if matches!(moment, Play | BeforeSowing | Landing | AfterMove | Endless) => Action::Illegal,
            10 if relays => Action::RepeatFrom(self.place()),
            11 if matches!(moment, Landing | AfterMove) => Action::UndoCaptures,
            0..=8 if matches!(moment, Stuck | End | Endless) => self.finish(),
            11 if self.chance(4) => self.finish(),
            _ => self.action(),
        }
    }

    fn finish(&mut self) -> Action {
        let all = [
            Ending::Win(Player::Mover),
            Ending::Win(Player::Opponent),
            Ending::Draw,
            Ending::Void,
            Ending::MostSeeds,
            Ending::FewestSeeds,
        ];
        let ending = all[self.random.below(6) as usize].clone();
        Action::Finish { ending, worth: Number::Fixed(1 + self.random.below(3)) }
    }
}
