//! Rules as data for mancala games: a variant is a text file that reads like a rulebook; this library checks it, tells it
//! back, plays it and studies it.
//!
//! A variant goes through five stages, each a module: text, [`syntax`], [`check`], [`rules`], [`engine`], [`study`].
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use naqala::engine::{Engine, Moves, Reference};
//! use naqala::study::simulate::{Deaf, Plan, simulate};
//! use naqala::{check, library, rules::describe::describe};
//!
//! // Text: from the library, or from a file.
//! let source = library::load("oware")?;
//! // Syntax and check: the variant if it can be played, and what is to be said about it.
//! let (checked, messages) = check::check(&source, &());
//! let checked = checked.ok_or_else(|| format!("{messages:?}"))?;
//! // Rules: plain data, with option values put in. They can be told in English.
//! let rules = checked.rules(&[("grand_slam".to_owned(), "illegal".to_owned())])?;
//! assert_eq!(describe(&rules)[0].heading, "Board");
//! // Engine: positions, legal moves, moves.
//! let engine = Reference::new(rules);
//! let mut game = engine.start();
//! let first = engine.legal(&game).get(0);
//! engine.play(&mut game, first);
//! assert_eq!(engine.position(&game).moves, [1, 0]);
//! // Study: many games at random, the same in every run.
//! let plan = Plan { games: 20, seed: 1, max_turns: 10_000, jobs: 2 };
//! let kept = |_| Ok::<(), std::convert::Infallible>(());
//! let tally = simulate(&engine, &plan, &AtomicBool::new(false), || Deaf, kept, |_| {})?;
//! assert_eq!(tally.results.iter().sum::<u64>(), 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod check;
pub mod diagnostic;
pub mod engine;
pub mod library;
pub mod players;
pub mod rules;
pub mod source;
pub mod study;
pub mod style;
pub mod syntax;
