//! All integration tests in one binary: a module a topic, its data beside in `tests/TOPIC/`.

#![allow(clippy::unwrap_used)]

mod any_text;
mod check;
mod commands;
mod compare;
mod console;
mod database;
mod engine;
mod equality;
mod experiment;
mod explain;
mod gallery;
mod games;
mod hand;
mod language;
mod made_up;
mod mend;
mod mended;
mod mutation;
mod players;
mod properties;
mod random_rules;
mod records;
mod render;
mod solve;
mod study;
mod text;
mod told;
mod turns;
mod variants;
