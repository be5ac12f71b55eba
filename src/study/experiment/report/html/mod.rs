//! A study as one page: no script, no font and no picture from anywhere else, for screens and for paper.

mod findings;
mod pictures;
mod tables;

use std::fmt::Write;

use crate::study::experiment::plan::Plan;
use crate::study::experiment::results::Results;
use crate::study::experiment::row::Row;
use crate::style::{counted, thousands};

use super::svg::escaped;
use super::{PROGRAM, players_ladder};

/// The page's looks.
const STYLE: &str = include_str!("../style.css");

/// What the sections of a page draw from.
struct Page<'a> {
    results: &'a Results,
    plan: &'a Plan,
    rows: Vec<Row<'a>>,
}

impl Page<'_> {
    /// The two players by whose games settings are compared: the strongest who met in every setting.
    fn compared(&self) -> Option<[String; 2]> {
        let rungs = players_ladder(self.plan, &self.rows, None);
        let rating = |name: &String| {
            let number = self.plan.players.iter().position(|player| player == name)?;
            rungs.iter().find(|rung| rung.player == number).map(|rung| rung.elo)
        };
        let pairs = self.rows.iter().filter(|row| !row.is_skill()).map(|row| &row.cell.players);
        let worth = |players: &[String; 2]| players.iter().map(|name| rating(name).unwrap_or(0.0)).sum::<f64>();
        let mut best: Option<(f64, &[String; 2])> = None;
        for pair in pairs {
            let worth = worth(pair);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, pair));
            }
        }
        best.map(|(_, pair)| pair.clone())
    }

    /// The rows of that pairing.
    fn comparison(&self) -> Vec<&Row<'_>> {
        let Some(players) = self.compared() else { return Vec::new() };
        self.rows.iter().filter(|row| !row.is_skill() && row.cell.players == players).collect()
    }
}

/// The page.
pub fn page(results: &Results) -> String {
    let plan = &results.plan;
    let page = Page { results, plan, rows: Row::all(results) };
    let mut out = String::new();
    let title = escaped(&plan.title);
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"{PROGRAM}\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<main>\n"
    );
    out += &header(&page);
    out += &findings::section(&page);
    out += &tables::comparison(&page);
    out += &pictures::lengths(&page);
    out += &pictures::ladders(&page);
    out += &pictures::skill(&page);
    out += &tables::pairings(&page);
    out += &tables::rules(&page);
    out += &method(&page);
    out += &format!("<footer>Made by {PROGRAM} from {} games. ", thousands(results.games()));
    out += "This page holds everything that it shows; results.csv and results.jsonl beside it have the numbers.</footer>\n";
    out += "</main>\n</body>\n</html>\n";
    out
}

fn header(page: &Page<'_>) -> String {
    let Page { results, plan, .. } = page;
    let mut out = format!("<header>\n<h1>{}</h1>\n", escaped(&plan.title));
    if let Some(about) = &plan.about {
        out += &format!("<p>{}</p>\n", escaped(about));
    }
    let players: Vec<String> = plan.players.iter().map(|player| escaped(player)).collect();
    let settings = counted(plan.settings.len() as u64, "setting", "settings");
    out += &format!(
        "<p class=\"meta\">{} games · {settings} · players {} · seed {} · at most {} turns a game</p>\n",
        thousands(results.games()),
        players.join(", "),
        plan.seed,
        thousands(plan.max_turns)
    );
    if !results.is_complete() {
        let all = thousands(plan.games());
        out += &format!("<p class=\"note\">This is a report in between: {all} games were planned.</p>\n");
    }
    if plan.cells.iter().any(|cell| !cell.repeatable) {
        out += "<p class=\"note\">Some players think for a fixed time. Their games depend on the machine and do not come \
                again exactly; all others do.</p>\n";
    }
    out + "</header>\n"
}

fn method(page: &Page<'_>) -> String {
    let openings = page.plan.cells.iter().map(|cell| cell.random_moves).max().unwrap_or(0);
    let mut out = String::from("<section>\n<h2>How it was measured</h2>\n<dl>\n");
    let mut term = |name: &str, text: &str| {
        let _ = writeln!(out, "<dt>{name}</dt><dd>{text}</dd>");
    };
    term(
        "South scores",
        "What the seat of the player who begins is worth: South’s wins and half the draws, of the games won or drawn. \
         50 % is even. Unless the two players are the same, they change seats after every game.",
    );
    term("First scores", "What the player who is named first scores against the other, in both seats together.");
    term(
        "Intervals",
        "All are 95 %: Wilson’s for shares, the normal one for means. Where players never vary, games can repeat; then \
         only the different ones count.",
    );
    if openings > 0 {
        let moves = counted(u64::from(openings), "move", "moves");
        term(
            "Openings",
            &format!(
                "The first {moves} of a game are left to chance (not between two random players), so that players who \
                 never vary meet in different games. Players who change seats play each opening from both sides."
            ),
        );
    }
    term(
        "Turns",
        "One or more moves by the same player in a row; an extra move belongs to the turn. All measures go by turns.",
    );
    term("Choices", "Legal moves at a move: the mean over games of each game’s mean.");
    term(
        "Lead changes",
        "The share of turns after which the other player leads, in banked seeds (in seeds on the own side where none are banked).",
    );
    term(
        "Drama",
        "How far behind the winner was while behind: the mean square root of the deficit as a share of all seeds. 0 where \
         winners were never behind.",
    );
    term(
        "Decisiveness",
        "1 less the share of a game that is still played once the winner’s lead is beyond any that a player failed to win \
         with. 1 where no game drags on. Few games make it uncertain.",
    );
    term(
        "Ratings",
        "Bradley and Terry’s model on Elo’s scale, mean 0; 400 points more win ten of eleven games. A draw is half a win; \
         each pair is given one drawn game more, so that all ratings are finite.",
    );
    out + "</dl>\n<p class=\"soft\">docs/measures.md of the program has the formulas and their sources.</p>\n</section>\n"
}
