//! The rows of a study for programs: CSV and JSON Lines, with the same columns.

use serde_json::{Map, Value, json};

use crate::study::experiment::plan::Purpose;
use crate::study::experiment::results::Results;
use crate::study::experiment::row::{Interval, QUANTILES, Row};
use crate::study::measures::Estimate;

/// A number with as many digits as mean something on every machine.
fn rounded(number: f64) -> Value {
    if number.is_finite() { json!((number * 1e6).round() / 1e6) } else { Value::Null }
}

/// The columns of one row, in order.
pub fn columns(row: &Row<'_>) -> Vec<(String, Value)> {
    let mut columns: Vec<(String, Value)> = Vec::new();
    let mut add = |name: &str, value: Value| columns.push((name.to_owned(), value));
    let options: Vec<String> = row.setting.set.iter().map(|(name, value)| format!("{name}={value}")).collect();
    add("variant", json!(row.setting.variant));
    add("setting", json!(row.setting.label));
    add("options", json!(options.join(" ")));
    add("first_player", json!(row.cell.players[0]));
    add("second_player", json!(row.cell.players[1]));
    add("purpose", json!(if row.is_skill() { "skill" } else { "pairing" }));
    let step = match &row.cell.purpose {
        Purpose::Skill { step, .. } => json!(step),
        Purpose::Pairing => Value::Null,
    };
    add("doublings_before", step);
    add("games", json!(row.result.games));
    add("different_games", row.figures.different.map_or(json!(row.result.games), |different| json!(different)));
    let names = ["south_wins", "north_wins", "draws", "void", "unfinished"];
    for (name, count) in names.into_iter().zip(row.figures.results) {
        add(name, json!(count));
    }
    let interval = |name: &str, share: Interval, add: &mut dyn FnMut(&str, Value)| {
        add(name, share.value.map_or(Value::Null, rounded));
        add(&format!("{name}_low"), rounded(share.low));
        add(&format!("{name}_high"), rounded(share.high));
    };
    interval("south_score", row.figures.south, &mut add);
    interval("first_player_score", row.figures.first, &mut add);
    interval("draw_share", row.figures.draws, &mut add);
    interval("unfinished_share", row.figures.unfinished, &mut add);
    add("turns_mean", rounded(row.figures.turns.mean));
    for ((name, _), turns) in QUANTILES.iter().zip(row.figures.turns.quantiles) {
        add(&format!("turns_{name}"), json!(turns));
    }
    let estimate = |name: &str, estimate: Option<Estimate>, add: &mut dyn FnMut(&str, Value)| {
        add(name, estimate.map_or(Value::Null, |e| rounded(e.value)));
        add(&format!("{name}_low"), estimate.map_or(Value::Null, |e| rounded(e.low)));
        add(&format!("{name}_high"), estimate.map_or(Value::Null, |e| rounded(e.high)));
    };
    estimate("branching", row.figures.branching, &mut add);
    estimate("lead_changes", row.figures.lead_changes, &mut add);
    estimate("drama", row.figures.drama, &mut add);
    add("decisiveness", row.figures.decisiveness.map_or(Value::Null, rounded));
    add("decisive_lead", row.figures.threshold.map_or(Value::Null, |seeds| json!(seeds)));
    add("captured_per_turn", rounded(row.result.tally.captured.mean()));
    add("longest_relay", json!(row.result.tally.longest.map_or(0, |(laps, _)| laps)));
    add("rules_used", json!(row.rules_used.0));
    add("rules_in_force", json!(row.rules_used.1));
    add("repeatable", json!(row.cell.repeatable));
    add("seed", json!(row.cell.seed));
    add("command", json!(row.cell.command));
    columns
}

/// One JSON object a row.
pub fn json_lines(results: &Results) -> String {
    let mut text = String::new();
    for row in Row::all(results) {
        // Written by hand where order counts: a map would sort its keys.
        let fields: Vec<String> =
            columns(&row).into_iter().map(|(name, value)| format!("{}:{value}", Value::String(name))).collect();
        text += &format!("{{{}}}\n", fields.join(","));
    }
    text
}

/// A table with a line of names, fields quoted where they need it (RFC 4180).
pub fn csv(results: &Results) -> String {
    let mut text = String::new();
    for (number, row) in Row::all(results).iter().enumerate() {
        let columns = columns(row);
        let line = |fields: Vec<String>| format!("{}\r\n", fields.join(","));
        if number == 0 {
            text += &line(columns.iter().map(|(name, _)| name.clone()).collect());
        }
        text += &line(columns.into_iter().map(|(_, value)| field(value)).collect());
    }
    text
}

fn field(value: Value) -> String {
    let text = match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        other => other.to_string(),
    };
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// The rules of each setting with the share of games that used each: one object a setting, for programs.
pub fn rules_used(results: &Results) -> Vec<Map<String, Value>> {
    let mut all = Vec::new();
    for (index, setting) in results.plan.settings.iter().enumerate() {
        let cells = results.plan.cells.iter().zip(&results.cells).filter(|(cell, _)| cell.setting == index);
        let games: Vec<&Vec<u64>> = cells.map(|(_, result)| &result.measures.rule_games).collect();
        for id in &setting.in_force {
            let Some(source) = setting.rules.get(usize::from(*id)) else { continue };
            let used: u64 = games.iter().filter_map(|games| games.get(usize::from(*id))).sum();
            let mut map = Map::new();
            map.insert("setting".to_owned(), json!(setting.full_name()));
            map.insert("line".to_owned(), json!(source.line));
            map.insert("rule".to_owned(), json!(source.text));
            map.insert("games".to_owned(), json!(used));
            all.push(map);
        }
    }
    all
}
