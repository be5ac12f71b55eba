//! What people and programs read of a study: a text table, CSV, JSON Lines, and one HTML page with pictures.
//!
//! In: the results. Out: text. The same results give the same bytes.

pub mod data;
pub mod html;
pub mod svg;
pub mod text;

use crate::study::ladder::{Meeting, Rung, ladder};

use super::plan::Plan;
use super::row::Row;

/// The ladder of the study's players: in one setting, or in all of them.
pub fn players_ladder(plan: &Plan, rows: &[Row<'_>], setting: Option<usize>) -> Vec<Rung> {
    let number = |name: &String| plan.players.iter().position(|player| player == name);
    let meetings: Vec<Meeting> = rows
        .iter()
        .filter(|row| !row.is_skill() && setting.is_none_or(|setting| row.cell.setting == setting))
        .filter_map(|row| {
            let [one, two] = &row.cell.players;
            let counted: u64 = row.figures.results[..3].iter().sum();
            let half_points = (row.figures.first.value.unwrap_or(0.0) * 2.0 * counted as f64).round() as u64;
            Some(Meeting { players: [number(one)?, number(two)?], half_points, games: counted })
        })
        .collect();
    ladder(plan.players.len(), &meetings)
}

/// Percent with one digit.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// `naqala study` as the pages name it.
pub const PROGRAM: &str = concat!("naqala ", env!("CARGO_PKG_VERSION"));
