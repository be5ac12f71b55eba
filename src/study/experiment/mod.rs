//! Studies: an experiment that a file describes, played, kept, gone on with, spread over machines, merged.
//!
//! In: a TOML file. [`plan`] makes it a list of pairings in settings, or tells all that is wrong with it; [`run`] plays
//! what the [`journal`] does not have yet; [`merge`] takes the journals of several runs together. Out: the sums of
//! each pairing, from which [`crate::study::report`] makes what people read.

pub mod draft;
pub mod folder;
pub mod journal;
pub mod merge;
pub mod plan;
pub mod report;
pub mod results;
pub mod row;
pub mod run;
pub mod settings;
pub mod toml;
