//! Many games, of uniformly random legal moves or of what players choose, on all cores, with the same result on any
//! number of them.
//!
//! Games are dealt out in chunks, in order; each has its own random numbers, so nothing depends on who plays it. What a
//! chunk came to is merged in order as well. A worker that is far ahead of the merging waits, so memory stays constant.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};

use crate::engine::{Engine, Move, Moves, UsedRules};
use crate::rules::Side;

use super::choose::{Choose, Uniform};
use super::rng::Random;
use super::tally::{EndedBy, Endings, Tally};

/// What is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many games.
    pub games: u64,
    /// The seed of all their random numbers.
    pub seed: u64,
    /// A game with more turns than this is unfinished.
    pub max_turns: u64,
    /// How many threads play.
    pub jobs: usize,
}

/// Hears of each game as it is played; what it keeps is handed over chunk by chunk, in the order of the games.
pub trait Listen<E: Engine>: Send {
    /// What it keeps.
    type Kept: Default + Send;

    /// A game begins.
    fn begin(&mut self, engine: &E, game: u64, state: &E::State);
    /// A move was made.
    fn moved(&mut self, engine: &E, by: Side, choice: Move, legal: &E::Moves, state: &E::State);
    /// The game is over, or unfinished.
    fn end(&mut self, engine: &E, state: &E::State);
    /// Takes away what was kept so far.
    fn take(&mut self) -> Self::Kept;
}

impl<E: Engine, L: Listen<E>> Listen<E> for &mut L {
    type Kept = L::Kept;

    fn begin(&mut self, engine: &E, game: u64, state: &E::State) {
        (**self).begin(engine, game, state);
    }
    fn moved(&mut self, engine: &E, by: Side, choice: Move, legal: &E::Moves, state: &E::State) {
        (**self).moved(engine, by, choice, legal, state);
    }
    fn end(&mut self, engine: &E, state: &E::State) {
        (**self).end(engine, state);
    }
    fn take(&mut self) -> Self::Kept {
        (**self).take()
    }
}

/// Two hear the same.
impl<E: Engine, A: Listen<E>, B: Listen<E>> Listen<E> for (A, B) {
    type Kept = (A::Kept, B::Kept);

    fn begin(&mut self, engine: &E, game: u64, state: &E::State) {
        self.0.begin(engine, game, state);
        self.1.begin(engine, game, state);
    }
    fn moved(&mut self, engine: &E, by: Side, choice: Move, legal: &E::Moves, state: &E::State) {
        self.0.moved(engine, by, choice, legal, state);
        self.1.moved(engine, by, choice, legal, state);
    }
    fn end(&mut self, engine: &E, state: &E::State) {
        self.0.end(engine, state);
        self.1.end(engine, state);
    }
    fn take(&mut self) -> Self::Kept {
        (self.0.take(), self.1.take())
    }
}

/// One hears, or nobody.
impl<E: Engine, L: Listen<E>> Listen<E> for Option<L> {
    type Kept = L::Kept;

    fn begin(&mut self, engine: &E, game: u64, state: &E::State) {
        self.iter_mut().for_each(|listener| listener.begin(engine, game, state));
    }
    fn moved(&mut self, engine: &E, by: Side, choice: Move, legal: &E::Moves, state: &E::State) {
        self.iter_mut().for_each(|listener| listener.moved(engine, by, choice, legal, state));
    }
    fn end(&mut self, engine: &E, state: &E::State) {
        self.iter_mut().for_each(|listener| listener.end(engine, state));
    }
    fn take(&mut self) -> L::Kept {
        self.as_mut().map_or_else(L::Kept::default, Listen::take)
    }
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deaf;

impl<E: Engine> Listen<E> for Deaf {
    type Kept = ();

    fn begin(&mut self, _: &E, _: u64, _: &E::State) {}
    fn moved(&mut self, _: &E, _: Side, _: Move, _: &E::Moves, _: &E::State) {}
    fn end(&mut self, _: &E, _: &E::State) {}
    fn take(&mut self) {}
}

/// What a worker hands over: the games of one chunk.
struct Chunk<K> {
    index: u64,
    tally: Tally,
    kept: K,
    /// Whether all its games were played; if not, the first of them were.
    complete: bool,
}

/// Plays games of one engine, one after the other, and counts what happens.
struct Table<'a, E, C, L> {
    engine: &'a E,
    plan: &'a Plan,
    stop: &'a AtomicBool,
    endings: Endings,
    /// The rules that the game being played used.
    used: UsedRules,
    chooser: C,
    listener: L,
}

impl<E: Engine, C: Choose<E>, L: Listen<E>> Table<'_, E, C, L> {
    /// Plays one game. False if it was stopped before its end, which happens to very long ones only.
    fn play(&mut self, game: u64, tally: &mut Tally) -> bool {
        let engine = self.engine;
        let mut random = Random::of_game(self.plan.seed, game);
        let mut state = engine.start();
        let (mut turns, mut moves, mut turn_captured) = (0u64, 0u64, 0u64);
        let mut last = None;
        self.used.clear();
        self.chooser.begin(engine, game);
        self.listener.begin(engine, game, &state);
        let outcome = loop {
            let outcome = engine.outcome(&state);
            let by = engine.mover(&state);
            let turn_over = outcome.is_some() || last != Some(by);
            if turn_over && last.is_some() {
                tally.captured.add(turn_captured);
                turn_captured = 0;
            }
            if outcome.is_some() {
                break outcome;
            }
            if turn_over {
                if turns == self.plan.max_turns {
                    break None;
                }
                turns += 1;
                last = Some(by);
            }
            let legal = engine.legal(&state);
            let count = legal.len();
            if count == 0 {
                // An engine settles such a position itself; a game must not hang on one that does not.
                break None;
            }
            let choice = self.chooser.choose(engine, &state, &legal, &mut random);
            if C::THINKS && self.stop.load(Ordering::Relaxed) {
                return false;
            }
            let played = engine.play_counted(&mut state, choice, &mut self.used);
            moves += 1;
            tally.choices.add(count as u64);
            turn_captured += u64::from(played.captured[0]) + u64::from(played.captured[1]);
            if !choice.is_pass() {
                tally.add_laps(game, played.laps);
            }
            self.listener.moved(engine, by, choice, &legal, &state);
            if moves.is_multiple_of(1024) && self.stop.load(Ordering::Relaxed) {
                return false;
            }
        };
        self.listener.end(engine, &state);
        let ended_by = outcome.map_or(EndedBy::Limit, |outcome| self.endings.ended_by(outcome, &self.used));
        tally.used.merge(&self.used);
        tally.finish(game, outcome, ended_by, turns, moves);
        tally.unsound += u64::from(engine.position(&state).total() != engine.rules().total());
        true
    }

    /// Plays the games of a chunk, or the first of them. A game that is cut short takes its whole chunk with it: what is
    /// counted are always the first games of the plan, and those whole.
    fn chunk(&mut self, index: u64, games: std::ops::Range<u64>) -> Chunk<L::Kept> {
        let mut tally = Tally::new(self.engine.rules());
        let mut complete = true;
        for game in games {
            if self.stop.load(Ordering::Relaxed) {
                complete = false;
                break;
            }
            if !self.play(game, &mut tally) {
                self.listener.take();
                return Chunk {
                    index,
                    tally: Tally::new(self.engine.rules()),
                    kept: L::Kept::default(),
                    complete: false,
                };
            }
        }
        Chunk { index, tally, kept: self.listener.take(), complete }
    }
}

/// How far workers may be ahead of the merging.
struct Window {
    merged: Mutex<u64>,
    moved: Condvar,
    width: u64,
}

impl Window {
    /// Waits until chunk `index` may be played. False once everything stops.
    fn wait_for(&self, index: u64, stop: &AtomicBool) -> bool {
        let mut merged = self.merged.lock().unwrap_or_else(PoisonError::into_inner);
        while index >= *merged + self.width && !stop.load(Ordering::Relaxed) {
            // The timeout is for a stop that comes from a signal, which wakes nobody.
            let waited = self.moved.wait_timeout(merged, std::time::Duration::from_millis(50));
            merged = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        !stop.load(Ordering::Relaxed)
    }

    /// Everything before chunk `index` is merged.
    fn advance(&self, index: u64) {
        *self.merged.lock().unwrap_or_else(PoisonError::into_inner) = index;
        self.moved.notify_all();
    }
}

/// Plays some games of a plan, one after the other, and says what they came to. The listener is handed back through its
/// reference. None if it was stopped before all were played: games that are over by then do not count.
pub fn play_games<E: Engine>(
    engine: &E,
    plan: &Plan,
    games: std::ops::Range<u64>,
    stop: &AtomicBool,
    chooser: impl Choose<E>,
    listener: &mut impl Listen<E>,
) -> Option<Tally> {
    let mut table = Table {
        engine,
        plan,
        stop,
        endings: Endings::new(engine.rules()),
        used: UsedRules::default(),
        chooser,
        listener,
    };
    let mut tally = Tally::new(engine.rules());
    for game in games {
        if stop.load(Ordering::Relaxed) || !table.play(game, &mut tally) {
            return None;
        }
    }
    Some(tally)
}

/// Plays the games of a plan, until `stop` is set. `listener` makes a listener for each worker; `kept` gets what the
/// listeners kept, in the order of the games, and `progress` the number of games merged so far. What comes back are the
/// first games of the plan: all, or as many as were complete when it was stopped.
///
/// # Errors
///
/// The error of `kept`, which stops the games.
pub fn simulate<E: Engine, L: Listen<E>, X: Send>(
    engine: &E,
    plan: &Plan,
    stop: &AtomicBool,
    listener: impl Fn() -> L + Sync,
    kept: impl FnMut(L::Kept) -> Result<(), X>,
    progress: impl FnMut(u64),
) -> Result<Tally, X> {
    simulate_with(engine, plan, stop, || Uniform, listener, kept, progress)
}

/// As [`simulate`], with moves by choosers: `chooser` makes one for each worker.
///
/// # Errors
///
/// The error of `kept`, which stops the games.
pub fn simulate_with<E: Engine, C: Choose<E>, L: Listen<E>, X: Send>(
    engine: &E,
    plan: &Plan,
    stop: &AtomicBool,
    chooser: impl Fn() -> C + Sync,
    listener: impl Fn() -> L + Sync,
    mut kept: impl FnMut(L::Kept) -> Result<(), X>,
    mut progress: impl FnMut(u64),
) -> Result<Tally, X> {
    let jobs = plan.jobs.max(1);
    let size = (plan.games / (jobs as u64 * 64)).clamp(1, 512);
    let chunks = plan.games.div_ceil(size);
    let window = Window { merged: Mutex::new(0), moved: Condvar::new(), width: jobs as u64 * 4 };
    let halt = AtomicBool::new(false);
    let dealt = AtomicU64::new(0);
    let (sender, receiver) = mpsc::channel::<Chunk<L::Kept>>();
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(usize::try_from(chunks).unwrap_or(usize::MAX)) {
            let sender = sender.clone();
            let (window, dealt, halt, chooser, listener) = (&window, &dealt, &halt, &chooser, &listener);
            scope.spawn(move || {
                let (endings, used) = (Endings::new(engine.rules()), UsedRules::default());
                let mut table = Table { engine, plan, stop, endings, used, chooser: chooser(), listener: listener() };
                loop {
                    let index = dealt.fetch_add(1, Ordering::Relaxed);
                    if index >= chunks || !window.wait_for(index, stop) || halt.load(Ordering::Relaxed) {
                        return;
                    }
                    let first = index * size;
                    let chunk = table.chunk(index, first..(first + size).min(plan.games));
                    if sender.send(chunk).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut tally = Tally::new(engine.rules());
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        let mut result = Ok(());
        for chunk in receiver {
            waiting.insert(chunk.index, chunk);
            while let Some(chunk) = waiting.remove(&next) {
                let complete = chunk.complete;
                tally.merge(&chunk.tally);
                result = kept(chunk.kept);
                // After a chunk that was cut short, later games would leave a gap.
                next = if complete { next + 1 } else { u64::MAX };
                if result.is_err() || !complete {
                    break;
                }
            }
            progress(tally.games);
            if result.is_err() || next == u64::MAX {
                halt.store(true, Ordering::Relaxed);
                window.advance(chunks);
                break;
            }
            window.advance(next);
        }
        result.map(|()| tally)
    })
}

/// Plays one game of a plan alone and returns what the listener kept of it.
pub fn one_game<E: Engine, L: Listen<E>>(engine: &E, plan: &Plan, game: u64, listener: L) -> L::Kept {
    one_game_with(engine, plan, game, Uniform, listener)
}

/// As [`one_game`], with moves by a chooser.
pub fn one_game_with<E: Engine, L: Listen<E>>(
    engine: &E,
    plan: &Plan,
    game: u64,
    chooser: impl Choose<E>,
    listener: L,
) -> L::Kept {
    let stop = AtomicBool::new(false);
    let (endings, used) = (Endings::new(engine.rules()), UsedRules::default());
    let mut table = Table { engine, plan, stop: &stop, endings, used, chooser, listener };
    table.play(game, &mut Tally::new(engine.rules()));
    table.listener.take()
}
