//! All integration tests in one binary: a module a topic, its data beside in `tests/TOPIC/`.

mod engine;
mod hand;
mod mend;
mod render;
