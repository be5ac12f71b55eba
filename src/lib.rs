//! Rules as data for mancala games.

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
