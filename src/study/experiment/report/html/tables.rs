//! The tables of the page: settings compared, every pairing with the command that repeats it, the rules that were used.

use std::fmt::Write;

use crate::rules::describe::moment_name;
use crate::study::experiment::row::{Figures, Interval, Row};
use crate::study::measures::Estimate;
use crate::style::thousands;

use super::super::percent;
use super::super::svg::{self, escaped};
use super::Page;

/// A number beside its picture.
fn pair(picture: &str, number: &str) -> String {
    format!("<td><span class=\"pair\"><span>{number}</span>{picture}</span></td>")
}

/// A short number beside its picture.
fn narrow(picture: &str, number: &str) -> String {
    format!("<td><span class=\"pair narrow\"><span>{number}</span>{picture}</span></td>")
}

fn scored(what: &str, share: Interval, width: f64) -> String {
    share.value.map_or("<td>–</td>".to_owned(), |value| pair(&svg::interval(what, share, width), &percent(value)))
}

fn number(text: &str) -> String {
    format!("<td class=\"n\">{text}</td>")
}

fn share(interval: Interval) -> String {
    number(&interval.value.map_or("–".to_owned(), percent))
}

/// A mean with its interval on a scale that several rows have in common; without a picture where there is no room.
fn mean(what: &str, estimate: Option<Estimate>, scale: Option<f64>, show: impl Fn(f64) -> String) -> String {
    match (estimate, scale) {
        (Some(Estimate { value, low, high }), Some(scale)) => {
            let picture = svg::mean(what, (value, low, high.min(scale)), scale, 54.0);
            let shown = show(value);
            if shown.len() > 4 { pair(&picture, &shown) } else { narrow(&picture, &shown) }
        }
        (Some(estimate), None) => number(&show(estimate.value)),
        (None, Some(_)) => "<td>–</td>".to_owned(),
        (None, None) => number("–"),
    }
}

/// The scales of a table's pictures.
struct Scales {
    turns: f64,
    branching: f64,
    lead_changes: f64,
    drama: f64,
}

impl Scales {
    fn of(figures: &[&Figures]) -> Self {
        let most = |of: &dyn Fn(&Figures) -> Option<f64>| {
            figures.iter().filter_map(|figures| of(figures)).filter(|number| number.is_finite()).fold(0.0, f64::max)
        };
        Scales {
            turns: most(&|figures| Some(figures.turns.quantiles[5] as f64)),
            branching: most(&|figures| figures.branching.map(|estimate| estimate.high)),
            lead_changes: most(&|figures| figures.lead_changes.map(|estimate| estimate.high)),
            drama: most(&|figures| figures.drama.map(|estimate| estimate.high)),
        }
    }
}

/// The cells from the results on; `roomy` with a picture beside each mean.
fn cells(figures: &Figures, scales: &Scales, roomy: bool) -> String {
    let scale = |scale: f64| roomy.then_some(scale);
    let mut out = format!("<td>{}</td>", svg::results(figures.results, if roomy { 100.0 } else { 76.0 }));
    out += &scored("South scores", figures.south, 84.0);
    out += &narrow(
        &svg::lengths(&figures.turns, scales.turns, if roomy { 84.0 } else { 66.0 }),
        &figures.turns.quantiles[3].to_string(),
    );
    out += &mean("Choices", figures.branching, scale(scales.branching), |value| format!("{value:.1}"));
    out += &mean("Lead changes", figures.lead_changes, scale(scales.lead_changes), percent);
    out += &mean("Drama", figures.drama, scale(scales.drama), |value| format!("{value:.2}"));
    out += &number(&figures.decisiveness.map_or("–".to_owned(), |value| format!("{value:.2}")));
    out += &share(figures.draws);
    out += &share(figures.unfinished);
    out
}

/// The heads of those columns.
fn head(roomy: bool) -> String {
    let class = if roomy { "" } else { " class=\"n\"" };
    let mut out = ["Results", "South scores", "Turns"].map(|name| format!("<th scope=\"col\">{name}</th>")).concat();
    out += &["Choices", "Lead changes", "Drama"].map(|name| format!("<th scope=\"col\"{class}>{name}</th>")).concat();
    let rest = ["Decisive", "Draws", "Unfinished"];
    out + &rest.map(|name| format!("<th scope=\"col\" class=\"n\">{name}</th>")).concat()
}

const LEGEND: &str = "<ul class=\"legend\"><li><i class=\"south\"></i>South wins</li><li><i class=\"draw\"></i>draws</li>\
    <li><i class=\"void\"></i>void and unfinished</li><li><i class=\"north\"></i>North wins</li>\
    <li>dot and line: value and 95 % interval</li><li>box: half of the games, line: nine of ten</li></ul>\n";

/// The settings side by side, by the games of the strongest players.
pub fn comparison(page: &Page<'_>) -> String {
    let rows = page.comparison();
    let Some(first) = rows.first() else { return String::new() };
    let scales = Scales::of(&rows.iter().map(|row| &row.figures).collect::<Vec<_>>());
    let players = escaped(&first.players());
    let mut out = format!(
        "<section>\n<h2>The settings compared</h2>\n<p class=\"soft\">By the games of the strongest players who met in each: \
         {players}.</p>\n{LEGEND}<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">Setting</th>{}</tr></thead>\n<tbody>\n",
        head(true)
    );
    for row in rows {
        let name = escaped(&row.setting.full_name());
        let _ = writeln!(out, "<tr><th scope=\"row\">{name}</th>{}</tr>", cells(&row.figures, &scales, true));
    }
    out + "</tbody></table></div>\n</section>\n"
}

/// Every pairing, setting by setting, each with the command that repeats it.
pub fn pairings(page: &Page<'_>) -> String {
    let mut out = String::from("<section>\n<h2>Every pairing</h2>\n");
    out += LEGEND;
    for (index, setting) in page.plan.settings.iter().enumerate() {
        let rows: Vec<&Row<'_>> = page.rows.iter().filter(|row| row.cell.setting == index).collect();
        let scales = Scales::of(&rows.iter().map(|row| &row.figures).collect::<Vec<_>>());
        let _ = write!(
            out,
            "<h3>{}</h3>\n<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">Players</th>\
             <th scope=\"col\" class=\"n\">Games</th><th scope=\"col\">First scores</th>{}</tr></thead>\n<tbody>\n",
            escaped(&setting.full_name()),
            head(false)
        );
        for row in &rows {
            let figures = &row.figures;
            let games = match figures.different.filter(|different| *different < figures.games) {
                Some(different) => {
                    format!("{} <small>({} different)</small>", thousands(figures.games), thousands(different))
                }
                None => thousands(figures.games),
            };
            let mirror = row.cell.players[0] == row.cell.players[1];
            let first =
                if mirror { "<td>–</td>".to_owned() } else { scored("First player scores", figures.first, 72.0) };
            let players = escaped(&row.players());
            let _ = writeln!(
                out,
                "<tr><th scope=\"row\">{players}</th>{}{first}{}</tr>",
                number(&games),
                cells(figures, &scales, false)
            );
        }
        out += "</tbody></table></div>\n<details><summary>Commands that repeat these games</summary>\n<ul>\n";
        for row in &rows {
            let again =
                if row.cell.repeatable { "" } else { " <span class=\"soft\">(limited by time: similar games)</span>" };
            let _ = writeln!(
                out,
                "<li>{}{again}<br><code>{}</code></li>",
                escaped(&row.players()),
                escaped(&row.cell.command)
            );
        }
        out += "</ul></details>\n";
    }
    if page.plan.settings.iter().any(|setting| setting.asked.starts_with("variants/")) {
        out += "<p class=\"soft\">Commands with a file in <code>variants/</code> are meant for the folder of this page.</p>\n";
    }
    out + "</section>\n"
}

/// How many games of a setting used each rule in force: rule, games.
fn used(page: &Page<'_>, setting: usize) -> Vec<(u16, u64)> {
    let Some(in_force) = page.plan.settings.get(setting).map(|setting| &setting.in_force) else { return Vec::new() };
    let cells = page.results.plan.cells.iter().zip(&page.results.cells).filter(|(cell, _)| cell.setting == setting);
    let games: Vec<&Vec<u64>> = cells.map(|(_, result)| &result.measures.rule_games).collect();
    let of = |id: u16| games.iter().filter_map(|games| games.get(usize::from(id))).sum();
    in_force.iter().map(|id| (*id, of(*id))).collect()
}

/// The rules in force that no game of a setting used.
pub fn never_used(page: &Page<'_>, setting: usize) -> Vec<u16> {
    used(page, setting).into_iter().filter(|(_, games)| *games == 0).map(|(id, _)| id).collect()
}

/// The rules of each setting with the share of games that used them.
pub fn rules(page: &Page<'_>) -> String {
    let mut out = String::from(
        "<section>\n<h2>Rules used</h2>\n<p class=\"soft\">The share of all games of a setting in which each rule in force was carried \
         out at least once.</p>\n",
    );
    for (index, setting) in page.plan.settings.iter().enumerate() {
        let cells = page.results.plan.cells.iter().zip(&page.results.cells).filter(|(cell, _)| cell.setting == index);
        let games: u64 = cells.map(|(_, result)| result.games).sum();
        let never = never_used(page, index).len();
        let summary = if never == 0 { String::new() } else { format!(": {never} never used") };
        let _ = write!(
            out,
            "<details><summary>{}{summary}</summary>\n<div class=\"scroll\"><table>\n<thead><tr>\
             <th scope=\"col\" class=\"n\">Line</th><th scope=\"col\">Moment</th><th scope=\"col\">Games</th>\
             <th scope=\"col\">Rule</th></tr></thead>\n<tbody>\n",
            escaped(&setting.full_name())
        );
        for (id, count) in used(page, index) {
            let Some(source) = setting.rules.get(usize::from(id)) else { continue };
            let share = if games == 0 { 0.0 } else { count as f64 / games as f64 };
            let count = if count == 0 {
                "<td class=\"never\">never</td>".to_owned()
            } else {
                let mut bar = svg::Drawing::new(70.0, 10.0, "Games", &percent(share));
                bar.rect("void", 0.0, 0.0, 70.0, 10.0);
                bar.rect("south", 0.0, 0.0, 70.0 * share, 10.0);
                pair(&bar.finish(false), &percent(share))
            };
            let _ = writeln!(
                out,
                "<tr><td class=\"n\">{}</td><td>{}</td>{count}<td class=\"rule\">{}</td></tr>",
                source.line,
                moment_name(source.moment),
                escaped(&source.text)
            );
        }
        out += "</tbody></table></div></details>\n";
    }
    out + "</section>\n"
}
