//! What stands out of a study, in sentences: only what the numbers bear, intervals considered.

use crate::study::experiment::plan::Purpose;
use crate::study::experiment::row::Row;
use crate::style::counted;

use super::super::svg::escaped;
use super::super::{percent, players_ladder};
use super::Page;

/// The list.
pub fn section(page: &Page<'_>) -> String {
    let points: Vec<String> =
        [balance(page), length(page), drama(page), players(page), skill(page), open(page), rules(page)]
            .into_iter()
            .flatten()
            .map(|point| format!("<li>{point}</li>\n"))
            .collect();
    if points.is_empty() {
        return String::new();
    }
    format!("<section>\n<h2>What stands out</h2>\n<ul class=\"points\">\n{}</ul>\n</section>\n", points.concat())
}

fn name(row: &Row<'_>) -> String {
    format!("<strong>{}</strong>", escaped(&row.setting.full_name()))
}

/// The row with the largest of a number, and the one with the smallest.
fn ends<'r, 'a>(rows: &[&'r Row<'a>], of: impl Fn(&Row<'a>) -> Option<f64>) -> Option<(&'r Row<'a>, &'r Row<'a>)> {
    let known = || rows.iter().copied().filter_map(|row| Some((of(row)?, row)));
    let most = known().max_by(|one, two| one.0.total_cmp(&two.0))?;
    let least = known().min_by(|one, two| one.0.total_cmp(&two.0))?;
    Some((most.1, least.1))
}

fn balance(page: &Page<'_>) -> Option<String> {
    let rows = page.comparison();
    let (far, near) = ends(&rows, |row| row.figures.south.value.map(|value| (value - 0.5).abs()))?;
    let south = far.figures.south;
    let sure = south.low > 0.5 || south.high < 0.5;
    let who = if south.value? > 0.5 { "South, who begins," } else { "North, who answers," };
    let score = if south.value? > 0.5 { south.value? } else { 1.0 - south.value? };
    let first = if sure {
        format!("{who} is favoured most in {}: {} of the points.", name(far), percent(score))
    } else {
        let games = counted(far.figures.games, "game", "games");
        format!(
            "No setting favours a seat beyond doubt: {} is furthest from even with {} for {seat} in {games}.",
            name(far),
            percent(score),
            seat = if south.value? > 0.5 { "South" } else { "North" }
        )
    };
    let second = if rows.len() > 1 && near.setting != far.setting {
        format!(" Closest to even is {} with {} for South.", name(near), percent(near.figures.south.value?))
    } else {
        String::new()
    };
    Some(first + &second)
}

fn length(page: &Page<'_>) -> Option<String> {
    let rows = page.comparison();
    let median = |row: &Row<'_>| Some(row.figures.turns.quantiles[3] as f64);
    let (long, short) = ends(&rows, median)?;
    let turns = |row: &Row<'_>| row.figures.turns.quantiles[3];
    if turns(long) == turns(short) {
        return Some(format!("Half of the games are over after {} turns.", turns(long)));
    }
    Some(format!(
        "Games are longest in {} (median {} turns) and shortest in {} ({}).",
        name(long),
        turns(long),
        name(short),
        turns(short)
    ))
}

fn drama(page: &Page<'_>) -> Option<String> {
    let rows = page.comparison();
    let (most, least) = ends(&rows, |row| row.figures.lead_changes.map(|estimate| estimate.value))?;
    if most.setting == least.setting {
        return None;
    }
    let (more, less) = (most.figures.lead_changes?, least.figures.lead_changes?);
    if more.low <= less.high {
        return None;
    }
    Some(format!(
        "The lead changes hands most often in {} (at {} of the turns) and least often in {} ({}).",
        name(most),
        percent(more.value),
        name(least),
        percent(less.value)
    ))
}

fn players(page: &Page<'_>) -> Option<String> {
    let rungs = players_ladder(page.plan, &page.rows, None);
    let (first, second) = (rungs.first()?, rungs.get(1)?);
    let player = |number: usize| page.plan.players.get(number).map_or(String::new(), |player| escaped(player));
    let gap = first.elo - second.elo;
    let tied = gap < first.margin.hypot(second.margin);
    let (one, two) = (player(first.player), player(second.player));
    Some(if tied {
        format!("The strongest players are {one} and {two}, too close to tell apart.")
    } else {
        format!("The strongest player is {one}, {gap:.0} points ahead of {two} over all settings.")
    })
}

fn skill(page: &Page<'_>) -> Option<String> {
    let rows: Vec<&Row<'_>> =
        page.rows.iter().filter(|row| matches!(row.cell.purpose, Purpose::Skill { .. })).collect();
    let surely = rows.iter().filter(|row| row.figures.first.low > 0.5).count();
    let counted: u64 = rows.iter().map(|row| row.figures.results[..3].iter().sum::<u64>()).sum();
    let points: f64 = rows
        .iter()
        .map(|row| row.figures.first.value.unwrap_or(0.5) * row.figures.results[..3].iter().sum::<u64>() as f64)
        .sum();
    (counted > 0).then(|| {
        format!(
            "Thinking twice as long scores {} on average, and beyond doubt more than half in {surely} of {} comparisons.",
            percent(points / counted as f64),
            rows.len()
        )
    })
}

fn open(page: &Page<'_>) -> Option<String> {
    let mut some: Vec<&Row<'_>> = page.rows.iter().filter(|row| row.figures.results[4] > 0).collect();
    if some.is_empty() {
        return Some("Every game came to an end.".to_owned());
    }
    some.sort_by_key(|row| std::cmp::Reverse(row.figures.results[4]));
    let all: u64 = some.iter().map(|row| row.figures.results[4]).sum();
    let worst = some.first()?;
    Some(format!(
        "{} did not end within the limit of turns, most of them in {} ({}).",
        counted(all, "game", "games"),
        name(worst),
        escaped(&worst.players())
    ))
}

fn rules(page: &Page<'_>) -> Option<String> {
    let never: usize =
        (0..page.plan.settings.len()).map(|setting| super::tables::never_used(page, setting).len()).sum();
    Some(match never {
        0 => "Every rule was used in some game.".to_owned(),
        _ => format!(
            "{} never used; they are marked in the list of rules below.",
            match never {
                1 => "One rule was".to_owned(),
                many => format!("{many} rules were"),
            }
        ),
    })
}
