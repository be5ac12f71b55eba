//! Plays what is missing of a study, on several threads, and keeps each block as soon as it is finished.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use crate::engine::{Engine, Visit, fastest};
use crate::rules::Rules;
use crate::study::measures::Measuring;
use crate::study::seats::Seats;
use crate::study::simulate::{Plan as Games, play_games};
use crate::study::tally::Tally;

use super::folder::{Folder, FolderError};
use super::journal::{Block, Blocks, Journal};
use super::plan::{Cell, Prepared};
use super::results::Results;

/// How a study is run.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The folder of the results.
    pub folder: &'a Path,
    /// Threads.
    pub jobs: usize,
    /// Which part of how many, from 1; all of it if none.
    pub shard: Option<(u32, u32)>,
    /// Set to stop.
    pub stop: &'a AtomicBool,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Games that are finished, those of earlier runs included.
    pub done: u64,
    /// Games of this run's part of the study.
    pub all: u64,
    /// Games that this run has played.
    pub played: u64,
}

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The results, as far as they stand in the folder.
    pub results: Results,
    /// How far this run's part is.
    pub progress: Progress,
    /// Blocks in the journals that belong to another plan.
    pub strangers: usize,
}

/// Plays what is missing. What is finished when `stop` is set is kept; games in progress are not.
///
/// # Errors
/// The folder or its files cannot be read or written. What was finished before is kept.
pub fn run(prepared: &Prepared, run: Run<'_>, mut tell: impl FnMut(Progress)) -> Result<Finished, FolderError> {
    let folder = Folder::make(run.folder)?;
    let path = folder.journal(run.shard);
    let (mut journal, mut done) = Journal::open(&path)?;
    folder.write_plan(&prepared.plan)?;
    for (name, text) in &prepared.files {
        folder.write(&format!("variants/{name}"), text.as_bytes())?;
    }
    for (_, blocks) in folder.blocks(Some(&path))? {
        for (key, block) in blocks {
            done.entry(key).or_insert(block);
        }
    }
    let cells = &prepared.plan.cells;
    let mine: Vec<(usize, u64, u64)> = prepared
        .plan
        .blocks()
        .enumerate()
        .filter(|(index, _)| run.shard.is_none_or(|(number, of)| index % of as usize == number as usize - 1))
        .map(|(_, block)| block)
        .collect();
    let is_done = |(cell, first, games): &(usize, u64, u64), done: &Blocks| {
        done.get(&(cells[*cell].key.clone(), *first)).is_some_and(|block| block.games == *games)
    };
    let missing: Vec<(usize, u64, u64)> = mine.iter().copied().filter(|block| !is_done(block, &done)).collect();
    let all: u64 = mine.iter().map(|(_, _, games)| games).sum();
    let left: u64 = missing.iter().map(|(_, _, games)| games).sum();
    let mut progress = Progress { done: all - left, all, played: 0 };
    tell(progress);
    play(prepared, &missing, run, |block| {
        journal.add(&block)?;
        progress.done += block.games;
        progress.played += block.games;
        done.insert((block.cell.clone(), block.first), block);
        tell(progress);
        Ok::<(), FolderError>(())
    })?;
    if progress.played > 0 {
        journal.sync()?;
    }
    let known: usize = prepared.plan.blocks().filter(|block| is_done(block, &done)).count();
    let strangers = done.len() - known;
    Ok(Finished { results: Results::gather(prepared.plan.clone(), &done), progress, strangers })
}

/// Plays blocks and hands each over when it is finished, in any order.
fn play<X: Send>(
    prepared: &Prepared,
    blocks: &[(usize, u64, u64)],
    run: Run<'_>,
    mut keep: impl FnMut(Block) -> Result<(), X>,
) -> Result<(), X> {
    let next = AtomicUsize::new(0);
    let halt = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel::<Block>();
    std::thread::scope(|scope| {
        for _ in 0..run.jobs.clamp(1, blocks.len().max(1)) {
            let sender = sender.clone();
            let (next, halt) = (&next, &halt);
            scope.spawn(move || {
                while let Some(&(index, first, games)) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if halt.load(Ordering::Relaxed) {
                        return;
                    }
                    let Some(block) = play_block(prepared, index, first, games, run.stop) else { return };
                    if sender.send(block).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for block in receiver {
            if let Err(error) = keep(block) {
                // The others finish their block in vain; there is nowhere to keep it.
                halt.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
        Ok(())
    })
}

/// Plays one block; none if it was stopped.
fn play_block(prepared: &Prepared, index: usize, first: u64, games: u64, stop: &AtomicBool) -> Option<Block> {
    let cell = &prepared.plan.cells[index];
    let rules = &prepared.rules[cell.setting];
    let table = Table { prepared, cell, index, first, games, rules, stop };
    fastest(Arc::clone(rules), table)
}

/// One block at an engine.
struct Table<'a> {
    prepared: &'a Prepared,
    cell: &'a Cell,
    index: usize,
    first: u64,
    games: u64,
    rules: &'a Rules,
    stop: &'a AtomicBool,
}

impl Visit for Table<'_> {
    type Output = Option<Block>;

    fn visit<E: Engine>(self, engine: &E) -> Option<Block> {
        let Table { prepared, cell, index, first, games, rules, stop } = self;
        let max_turns = prepared.plan.max_turns;
        let plan = Games { games: cell.games, seed: cell.seed, max_turns, jobs: 1 };
        let mut seats = Seats::new(prepared.specs[index], rules, cell.seating(), stop);
        let mut measuring = Measuring::new(rules, cell.swap, cell.may_repeat);
        let mut tally = Tally::new(rules);
        for game in first..first + games {
            let played = play_games(engine, &plan, game..game + 1, stop, &mut seats, &mut measuring)?;
            measuring.measures.count_rules(rules, &played.used);
            tally.merge(&played);
        }
        Some(Block { cell: cell.key.clone(), first, games, tally, measures: measuring.measures })
    }
}
