//! The same games coded by hand, to measure the compiled engine against: once with plain arrays, seed by seed, and once
//! with tables and byte lanes. Each plays one game and knows nothing of variant files.

pub mod harness;
pub mod hus;
pub mod kalah;
pub mod lanes;
pub mod nam_nam;
pub mod oware;
