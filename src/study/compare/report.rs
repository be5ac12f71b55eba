//! A comparison as text and as data.

use serde_json::{Value, json};

use crate::rules::{RuleId, Rules};
use crate::study::statistics::Share;
use crate::style::{Paint, counted, thousands};

use super::{Comparison, Kind, Order, Parting, Side};

/// How many ways of parting are told.
const SHOWN: usize = 8;

/// The two names: the variants', with the option values by which they differ where the names do not.
fn names(rules: [&Rules; 2]) -> [String; 2] {
    let plain = rules.map(|rules| rules.name.clone());
    let settings = rules.map(|rules| {
        let changed: Vec<String> =
            rules.changed_settings().map(|setting| format!("{} = {}", setting.name, setting.value)).collect();
        if changed.is_empty() { "by default".to_owned() } else { changed.join(", ") }
    });
    let named = |at: usize| match (plain[0] == plain[1], settings[at] == "by default") {
        (false, true) => plain[at].clone(),
        _ => format!("{} ({})", plain[at], settings[at]),
    };
    [named(0), named(1)]
}

/// The report for people.
pub fn text(rules: [&Rules; 2], order: &Order, comparison: &Comparison, paint: Paint) -> String {
    let names = names(rules);
    let mut text = format!("{} and {}\n", paint.heading(&names[0]), paint.heading(&names[1]));
    let parted = comparison.parted();
    let games = counted(comparison.games, "game", "games");
    if parted == 0 {
        text += &format!(
            "{} in {games} of the same random moves ({} in all, seed {})\n",
            paint.good("no difference"),
            counted(comparison.moves, "move", "moves"),
            order.seed
        );
        if comparison.left > 0 {
            text += &format!(
                "{} of them were left after {} moves\n",
                thousands(comparison.left),
                thousands(order.max_moves)
            );
        }
        return text;
    }
    let share = Share::new(parted, comparison.games);
    let (low, high) = share.interval();
    text += &format!(
        "part in {} of {games} of the same random moves, seed {}: {:.1} % ({:.1} to {:.1})\n",
        thousands(parted),
        order.seed,
        share.value() * 100.0,
        low * 100.0,
        high * 100.0
    );
    let before = |moves: u64| match moves {
        0 => "at once".to_owned(),
        moves => format!("after {}", counted(moves, "move", "moves")),
    };
    if let Some(first) = comparison.first() {
        text += &format!("first {}, in game {}\n", before(first.moves), first.game);
    }
    for (number, parting) in comparison.partings.iter().take(SHOWN).enumerate() {
        let head = format!("{}. {}", number + 1, parting.cause.kind.words());
        let games = counted(parting.games, "game", "games");
        let place = format!("{games}; first {}, in game {}", before(parting.moves), parting.game);
        text += &format!("\n{} {}\n", paint.heading(head), paint.faint(place));
        text += &scene(rules, &names, parting, paint);
    }
    let more = comparison.partings.len().saturating_sub(SHOWN);
    if more > 0 {
        text += &format!("\nand {} more\n", counted(more as u64, "way of parting", "ways of parting"));
    }
    text
}

fn scene(rules: [&Rules; 2], names: &[String; 2], parting: &Parting, paint: Paint) -> String {
    let scene = &parting.scene;
    let mut text = String::new();
    if !scene.before.is_empty() {
        text += &format!("  position  {}\n", scene.before);
    }
    if let Some(played) = &scene.played {
        text += &format!("  move      {}\n", paint.name(played));
    }
    for (at, side) in scene.sides.iter().enumerate() {
        text += &format!("  {}\n", paint.name(&names[at]));
        let Side { after, outcome, only_legal } = side;
        text += &match (parting.cause.kind, only_legal.is_empty()) {
            (Kind::Legal, true) => "    allows  no move that the other does not\n".to_owned(),
            (Kind::Legal, false) => format!("    allows  {}\n", only_legal.join(" ")),
            _ => format!("    then    {after}\n"),
        };
        if let Some(outcome) = outcome {
            text += &format!("    end     {outcome}\n");
        }
        for id in &parting.cause.only[at] {
            text += &format!("    rule    {}\n", rule(rules[at], *id));
        }
    }
    text
}

/// A rule with its line.
fn rule(rules: &Rules, id: RuleId) -> String {
    rules.sources.get(usize::from(id)).map_or(String::new(), |source| format!("line {}: {}", source.line, source.text))
}

/// The report for programs.
pub fn data(rules: [&Rules; 2], order: &Order, comparison: &Comparison) -> Value {
    let side = |side: &Side| json!({ "after": side.after, "outcome": side.outcome, "only_legal": side.only_legal });
    let parting = |parting: &Parting| {
        let only = [0, 1]
            .map(|at: usize| parting.cause.only[at].iter().map(|id| rule(rules[at], *id)).collect::<Vec<String>>());
        json!({
            "kind": parting.cause.kind.name(),
            "games": parting.games,
            "first_game": parting.game,
            "moves_before": parting.moves,
            "position": parting.scene.before,
            "move": parting.scene.played,
            "a": side(&parting.scene.sides[0]),
            "b": side(&parting.scene.sides[1]),
            "only_rules_a": only[0],
            "only_rules_b": only[1],
        })
    };
    let (low, high) = Share::new(comparison.parted(), comparison.games).interval();
    json!({
        "naqala": 1,
        "a": names(rules)[0],
        "b": names(rules)[1],
        "seed": order.seed,
        "games": comparison.games,
        "parted": comparison.parted(),
        "parted_interval_95": [low, high],
        "level": comparison.level,
        "left": comparison.left,
        "moves_alike": comparison.moves,
        "partings": comparison.partings.iter().map(parting).collect::<Vec<_>>(),
    })
}
