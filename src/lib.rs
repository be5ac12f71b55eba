//! Rules as data for mancala games.

pub mod diagnostic;
pub mod engine;
pub mod rules;
pub mod source;
pub mod syntax;
