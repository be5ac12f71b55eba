//! A study as text for a terminal: its pairings, its ladder, its skill trace.

use crate::study::experiment::plan::Purpose;
use crate::study::experiment::results::Results;
use crate::study::experiment::row::{Interval, Row};
use crate::study::measures::Estimate;
use crate::style::{Align, Paint, Table, counted, thousands};

use super::{percent, players_ladder};

/// `48.5 % (47.2 to 49.8)`.
fn with_interval(share: Interval) -> String {
    match share.value {
        Some(value) => format!("{} ({:.1}–{:.1})", percent(value), share.low * 100.0, share.high * 100.0),
        None => "–".to_owned(),
    }
}

fn number(estimate: Option<Estimate>, digits: usize) -> String {
    estimate.map_or("–".to_owned(), |estimate| format!("{:.digits$}", estimate.value))
}

/// The whole report.
pub fn text(results: &Results, paint: Paint) -> String {
    let rows = Row::all(results);
    let plan = &results.plan;
    let mut text = format!("{}\n", paint.heading(&plan.title));
    if let Some(about) = &plan.about {
        text += &format!("{about}\n");
    }
    let games = counted(results.games(), "game", "games");
    let of = if results.is_complete() { String::new() } else { format!(" of {}", thousands(plan.games())) };
    text += &format!("{games}{of}, seed {}\n\n", plan.seed);
    text += &pairings(&rows, paint);
    text += &ladder(results, &rows, paint);
    text += &skill(&rows, paint);
    text += &unused(results, paint);
    text
}

/// How many games, and how many of them are different where not all are.
fn games(row: &Row<'_>) -> String {
    match row.figures.different.filter(|different| *different < row.figures.games) {
        Some(different) => format!("{} ({} different)", thousands(row.figures.games), thousands(different)),
        None => thousands(row.figures.games),
    }
}

fn pairings(rows: &[Row<'_>], paint: Paint) -> String {
    let mut table = Table::new(&[
        Align::Left,
        Align::Left,
        Align::Right,
        Align::Left,
        Align::Right,
        Align::Right,
        Align::Right,
        Align::Right,
        Align::Right,
        Align::Right,
        Align::Right,
    ]);
    table.head([
        "variant",
        "players",
        "games",
        "South scores",
        "draws",
        "unfinished",
        "turns",
        "choices",
        "lead changes",
        "drama",
        "decisive",
    ]);
    let mut last = String::new();
    for row in rows.iter().filter(|row| !row.is_skill()) {
        let name = row.setting.full_name();
        let shown = if name == last { String::new() } else { paint.name(&name) };
        last = name;
        let share = |interval: Interval| interval.value.map_or("–".to_owned(), percent);
        table.row([
            shown,
            row.players(),
            games(row),
            with_interval(row.figures.south),
            share(row.figures.draws),
            share(row.figures.unfinished),
            row.figures.turns.quantiles[3].to_string(),
            number(row.figures.branching, 1),
            row.figures.lead_changes.map_or("–".to_owned(), |estimate| percent(estimate.value)),
            number(row.figures.drama, 2),
            row.figures.decisiveness.map_or("–".to_owned(), |value| format!("{value:.2}")),
        ]);
    }
    table.text("", paint)
}

fn ladder(results: &Results, rows: &[Row<'_>], paint: Paint) -> String {
    let plan = &results.plan;
    let rungs = players_ladder(plan, rows, None);
    if rungs.len() < 2 {
        return String::new();
    }
    let mut table = Table::new(&[Align::Left, Align::Right, Align::Right, Align::Right]);
    table.head(["player", "rating", "±", "games"]);
    for rung in rungs {
        let player = plan.players.get(rung.player).map_or("", String::as_str);
        let (rating, margin) = (format!("{:+.0}", rung.elo), format!("{:.0}", rung.margin));
        table.row([player.to_owned(), rating, margin, thousands(rung.games)]);
    }
    let head = paint.heading("Ladder, all variants (Elo's scale, mean 0)");
    format!("\n{head}\n{}", table.text("  ", paint))
}

fn skill(rows: &[Row<'_>], paint: Paint) -> String {
    let mut table = Table::new(&[Align::Left, Align::Left, Align::Left, Align::Right]);
    table.head(["variant", "twice the thinking", "scores", "games"]);
    let mut any = false;
    for row in rows.iter().filter(|row| matches!(row.cell.purpose, Purpose::Skill { .. })) {
        any = true;
        let [twice, once] = &row.cell.players;
        let games = games(row);
        table.row([
            row.setting.full_name(),
            format!("{twice} against {once}"),
            with_interval(row.figures.first),
            games,
        ]);
    }
    if any { format!("\n{}\n{}", paint.heading("Skill trace"), table.text("  ", paint)) } else { String::new() }
}

/// The rules that no game of a setting used.
fn unused(results: &Results, paint: Paint) -> String {
    let mut text = String::new();
    for (index, setting) in results.plan.settings.iter().enumerate() {
        let cells: Vec<_> =
            results.plan.cells.iter().zip(&results.cells).filter(|(cell, _)| cell.setting == index).collect();
        if cells.iter().any(|(cell, result)| cell.games != result.games) {
            continue;
        }
        for id in &setting.in_force {
            let games = |rules: &Vec<u64>| rules.get(usize::from(*id)).copied().unwrap_or(0);
            let used: u64 = cells.iter().map(|(_, result)| games(&result.measures.rule_games)).sum();
            if let (0, Some(source)) = (used, setting.rules.get(usize::from(*id))) {
                text += &format!("  {}, line {}: {}\n", paint.name(setting.full_name()), source.line, source.text);
            }
        }
    }
    if text.is_empty() { text } else { format!("\n{}\n{text}", paint.heading("Rules that no game used")) }
}
