//! Placeholder
use crate::study::experiment::results::Results;
/// Page.
pub fn page(_: &Results) -> String {
    String::new()
}
