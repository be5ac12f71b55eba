//! Studies: many games, what they show, and reports of it as text.
//!
//! In: an engine, a seed, limits. Out: numbers that depend on these alone, never on cores, chunks or the clock, which only
//! [`speed`] looks at.

pub mod choose;
pub mod compare;
pub mod contest;
pub mod database;
pub mod examples;
pub mod experiment;
pub mod glance;
pub mod hash;
pub mod histogram;
pub mod ladder;
pub mod lead;
pub mod measures;
pub mod perft;
pub mod recording;
pub mod report;
pub mod rng;
pub mod seats;
pub mod simulate;
pub mod solve;
pub mod soundness;
pub mod speed;
pub mod statistics;
pub mod tally;
pub mod trace;
pub mod words;
