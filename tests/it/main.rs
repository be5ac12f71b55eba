//! All integration tests in one binary: a module a topic, its data beside in `tests/TOPIC/`.

mod engine;
mod equality;
mod games;
mod hand;
mod mend;
mod properties;
mod records;
mod render;
