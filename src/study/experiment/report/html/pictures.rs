//! The pictures of the page: how long games are, how strong the players are, what thinking longer is worth.

use crate::study::experiment::plan::Purpose;
use crate::study::experiment::row::{Interval, Row};

use super::super::players_ladder;
use super::super::svg::{self, escaped};
use super::Page;

fn figure(caption: &str, small: &str, drawing: &str) -> String {
    let small = if small.is_empty() { String::new() } else { format!(" <small>{}</small>", escaped(small)) };
    format!("<figure><figcaption>{}{small}</figcaption>{drawing}</figure>\n", escaped(caption))
}

/// The turns of games, a picture a setting.
pub fn lengths(page: &Page<'_>) -> String {
    let rows = page.comparison();
    let Some(first) = rows.first() else { return String::new() };
    let mut out = format!(
        "<section>\n<h2>How long games are</h2>\n<p class=\"soft\">Turns of a game between {}, each picture on its own scale; the last bar \
         holds the longest games.</p>\n<div class=\"grid\">\n",
        escaped(&first.players())
    );
    for row in rows {
        let name = row.setting.full_name();
        let turns = &row.result.tally.turns;
        let most = turns.quantile(990).unwrap_or(1);
        out += &figure(&name, "", &svg::histogram(&name, turns, most));
    }
    out + "</div>\n</section>\n"
}

/// The ladder over all settings, and one for each.
pub fn ladders(page: &Page<'_>) -> String {
    let all = players_ladder(page.plan, &page.rows, None);
    if all.len() < 2 {
        return String::new();
    }
    let settings: Vec<_> =
        (0..page.plan.settings.len()).map(|index| players_ladder(page.plan, &page.rows, Some(index))).collect();
    let ends = std::iter::once(&all).chain(&settings).flatten();
    let reach =
        ends.clone().map(|rung| rung.elo.abs() + rung.margin).filter(|reach| reach.is_finite()).fold(100.0, f64::max);
    let range = (-reach, reach);
    let drawing = |name: &str, rungs: &[crate::study::ladder::Rung]| {
        let player = |number: usize| page.plan.players.get(number).cloned().unwrap_or_default();
        let rungs: Vec<(String, f64, f64)> =
            rungs.iter().map(|rung| (player(rung.player), rung.elo, rung.margin)).collect();
        svg::ladder(name, &rungs, range)
    };
    let mut out = String::from(
        "<section>\n<h2>How strong the players are</h2>\n<p class=\"soft\">Ratings on Elo’s scale with 95 % intervals; the mean \
         of the players is 0.</p>\n<div class=\"grid wide\">\n",
    );
    if page.plan.settings.len() > 1 {
        out += &figure("All settings", "", &drawing("all settings", &all));
    }
    for (setting, rungs) in page.plan.settings.iter().zip(&settings) {
        if rungs.len() > 1 {
            out += &figure(&setting.full_name(), "", &drawing(&setting.full_name(), rungs));
        }
    }
    out + "</div>\n</section>\n"
}

/// What twice the thinking scores, doubling by doubling.
pub fn skill(page: &Page<'_>) -> String {
    let mut players: Vec<&String> = Vec::new();
    for row in &page.rows {
        if let Purpose::Skill { player, .. } = &row.cell.purpose
            && !players.contains(&player)
        {
            players.push(player);
        }
    }
    if players.is_empty() {
        return String::new();
    }
    let mut out = String::from(
        "<section>\n<h2>Does thinking longer win?</h2>\n<p class=\"soft\">What a player scores against itself with half its budget: \
         50 % means that thinking is in vain, more that skill pays.</p>\n<div class=\"grid\">\n",
    );
    for player in players {
        for (index, setting) in page.plan.settings.iter().enumerate() {
            let steps: Vec<(String, Interval)> = page
                .rows
                .iter()
                .filter(|row| row.cell.setting == index)
                .filter_map(|row| match &row.cell.purpose {
                    Purpose::Skill { player: who, .. } if who == player => Some((budget(row), row.figures.first)),
                    _ => None,
                })
                .collect();
            let name = setting.full_name();
            out += &figure(&name, player, &svg::skill(&format!("{name}, {player}"), &steps));
        }
    }
    out + "</div>\n</section>\n"
}

/// The budget of the one who thinks longer, as an axis shows it.
fn budget(row: &Row<'_>) -> String {
    row.cell.players[0].split_once(':').map_or(row.cell.players[0].clone(), |(_, budget)| budget.to_owned())
}
