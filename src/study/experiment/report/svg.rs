//! The pictures of a report: small SVG drawings that stand in the page, coloured by its style sheet, each with a title and
//! a description for those who do not see it.

use std::fmt::Write;

use crate::study::experiment::row::{Interval, Lengths};
use crate::study::histogram::Histogram;

use super::percent;

/// A text as HTML and SVG take it.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Control characters have no place in a page.
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

/// A drawing in the making.
#[derive(Debug)]
pub struct Drawing {
    width: f64,
    height: f64,
    title: String,
    desc: String,
    body: String,
}

impl Drawing {
    /// An empty drawing, sizes in pixels.
    pub fn new(width: f64, height: f64, title: &str, desc: &str) -> Self {
        Drawing { width, height, title: escaped(title), desc: escaped(desc), body: String::new() }
    }

    /// A box.
    pub fn rect(&mut self, class: &str, x: f64, y: f64, width: f64, height: f64) {
        if width > 0.0 && height > 0.0 {
            let _ = write!(
                self.body,
                "<rect class=\"{class}\" x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\"/>"
            );
        }
    }

    /// A line.
    pub fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let ((x1, y1), (x2, y2)) = (from, to);
        let _ =
            write!(self.body, "<line class=\"{class}\" x1=\"{x1:.2}\" y1=\"{y1:.2}\" x2=\"{x2:.2}\" y2=\"{y2:.2}\"/>");
    }

    /// A dot.
    pub fn dot(&mut self, class: &str, x: f64, y: f64, radius: f64) {
        let _ = write!(self.body, "<circle class=\"{class}\" cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius}\"/>");
    }

    /// A text; `anchor` is start, middle or end.
    pub fn text(&mut self, class: &str, x: f64, y: f64, anchor: &str, text: &str) {
        let text = escaped(text);
        let _ = write!(
            self.body,
            "<text class=\"{class}\" x=\"{x:.2}\" y=\"{y:.2}\" text-anchor=\"{anchor}\">{text}</text>"
        );
    }

    /// A line through points.
    pub fn path(&mut self, class: &str, points: &[(f64, f64)]) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.2},{y:.2}")).collect();
        let _ = write!(self.body, "<polyline class=\"{class}\" points=\"{}\"/>", points.join(" "));
    }

    /// The drawing. A fluid one takes the width that it is given; others keep theirs.
    pub fn finish(self, fluid: bool) -> String {
        let Drawing { width, height, title, desc, body } = self;
        let size = if fluid { String::new() } else { format!(" width=\"{width}\" height=\"{height}\"") };
        format!(
            "<svg role=\"img\"{size} viewBox=\"0 0 {width} {height}\"><title>{title}</title><desc>{desc}</desc>{body}</svg>"
        )
    }
}

/// The five results of games as parts of a bar: South's wins from the left, North's from the right.
pub fn results(results: [u64; 5], width: f64) -> String {
    let all: u64 = results.iter().sum();
    let [south, north, draws, void, unfinished] = results;
    let desc = format!(
        "Of {all} games South won {south}, North {north}; {draws} draws, {void} void, {unfinished} unfinished."
    );
    let height = 16.0;
    let mut drawing = Drawing::new(width, height, "Results", &desc);
    let mut x = 0.0;
    let parts = [("south", south), ("draw", draws), ("void", void + unfinished), ("north", north)];
    for (class, count) in parts {
        let part = if all == 0 { 0.0 } else { width * count as f64 / all as f64 };
        drawing.rect(class, x, 1.0, part, height - 2.0);
        x += part;
    }
    drawing.line("middle", (width / 2.0, 0.0), (width / 2.0, height));
    drawing.finish(false)
}

/// A share between 0 and 1 with its interval; a line marks one half.
pub fn interval(what: &str, share: Interval, width: f64) -> String {
    let Some(value) = share.value else { return "–".to_owned() };
    let desc = format!("{} (95 % interval {} to {})", percent(value), percent(share.low), percent(share.high));
    let mut drawing = Drawing::new(width, 16.0, what, &desc);
    let at = |share: f64| 4.0 + share * (width - 8.0);
    drawing.line("axis", (at(0.0), 8.0), (at(1.0), 8.0));
    drawing.line("half", (at(0.5), 0.0), (at(0.5), 16.0));
    drawing.line("whisker", (at(share.low), 8.0), (at(share.high), 8.0));
    drawing.dot("dot", at(value), 8.0, 3.5);
    drawing.finish(false)
}

/// A mean with its interval on a scale that begins at 0.
pub fn mean(what: &str, (value, low, high): (f64, f64, f64), scale: f64, width: f64) -> String {
    let desc = format!("{value:.2} (95 % interval {low:.2} to {high:.2})");
    let mut drawing = Drawing::new(width, 12.0, what, &desc);
    let at = |number: f64| 4.0 + (number / scale.max(1e-9)).clamp(0.0, 1.0) * (width - 8.0);
    drawing.line("axis", (at(0.0), 6.0), (width - 4.0, 6.0));
    drawing.line("whisker", (at(low), 6.0), (at(high), 6.0));
    drawing.dot("dot", at(value), 6.0, 3.0);
    drawing.finish(false)
}

/// How long games are: the middle half as a box, the middle nine tenths as a line, the median marked.
pub fn lengths(turns: &Lengths, scale: f64, width: f64) -> String {
    let [_, q05, q25, median, q75, q95, _] = turns.quantiles.map(|turns| turns as f64);
    let desc = format!("Median {median} turns; half of the games take {q25} to {q75}, nine of ten {q05} to {q95}.");
    let mut drawing = Drawing::new(width, 16.0, "Turns of a game", &desc);
    let at = |turns: f64| 2.0 + (turns / scale.max(1.0)).min(1.0) * (width - 4.0);
    drawing.line("whisker", (at(q05), 8.0), (at(q95), 8.0));
    drawing.rect("box", at(q25), 3.0, (at(q75) - at(q25)).max(1.0), 10.0);
    drawing.line("median", (at(median), 1.0), (at(median), 15.0));
    drawing.finish(false)
}

/// A step of an axis that is good to read: 1, 2 or 5 times a power of ten.
pub fn step(span: f64, parts: f64) -> f64 {
    let raw = (span / parts).max(1e-9);
    let power = 10f64.powf(raw.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| *step >= raw).unwrap_or(raw)
}

/// How many games had how many turns, up to `most` turns.
pub fn histogram(name: &str, turns: &Histogram, most: u64) -> String {
    let (width, height) = (280.0, 128.0);
    let (left, right, top, bottom) = (8.0, 272.0, 20.0, 108.0);
    let scale = most.max(1) as f64;
    let bin = step(scale, 50.0).max(1.0);
    let bins = (scale / bin).floor() as usize + 1;
    let mut counts = vec![0u64; bins];
    for (number, times) in turns.iter() {
        let at = ((number as f64 / bin) as usize).min(bins - 1);
        counts[at] += times;
    }
    let quantile = |thousandths| turns.quantile(thousandths).unwrap_or(0);
    let (median, most_seen) = (quantile(500), quantile(1000));
    let desc = format!("{} games, median {median} turns, the longest {most_seen}.", turns.count());
    let mut drawing = Drawing::new(width, height, &format!("Turns of a game: {name}"), &desc);
    let highest = counts.iter().copied().max().unwrap_or(1).max(1) as f64;
    let slot = (right - left) / bins as f64;
    for (at, count) in counts.iter().enumerate() {
        let tall = *count as f64 / highest * (bottom - top);
        drawing.rect("bar", left + at as f64 * slot + 0.5, bottom - tall, slot - 1.0, tall);
    }
    drawing.line("axis", (left, bottom), (right, bottom));
    let at = |turns: f64| left + turns / bin * slot;
    let tick = step(scale, 4.0);
    let mut number = 0.0;
    while number <= scale {
        drawing.text(
            "tick",
            at(number),
            bottom + 14.0,
            if number == 0.0 { "start" } else { "middle" },
            &number.to_string(),
        );
        number += tick;
    }
    let middle = at(median as f64 + 0.5);
    drawing.line("median", (middle, top - 14.0), (middle, bottom));
    let anchor = if middle > right - 60.0 { "end" } else { "start" };
    let shift = if anchor == "end" { -4.0 } else { 4.0 };
    drawing.text("tick", middle + shift, top - 6.0, anchor, &format!("median {median}"));
    drawing.finish(true)
}

/// Ratings with their intervals, one player a line; names stand beside.
pub fn ladder(name: &str, rungs: &[(String, f64, f64)], range: (f64, f64)) -> String {
    let row = 22.0;
    let (width, left, right) = (420.0, 120.0, 412.0);
    let bottom = 8.0 + row * rungs.len() as f64;
    let list: Vec<String> =
        rungs.iter().map(|(player, elo, margin)| format!("{player} {elo:+.0} ± {margin:.0}")).collect();
    let mut drawing = Drawing::new(width, bottom + 20.0, &format!("Ladder: {name}"), &list.join("; "));
    let (low, high) = range;
    let at = |elo: f64| left + (elo - low) / (high - low).max(1.0) * (right - left);
    let tick = step(high - low, 4.0);
    let mut number = (low / tick).ceil() * tick;
    while number <= high {
        drawing.line("grid", (at(number), 4.0), (at(number), bottom));
        drawing.text("tick", at(number), bottom + 14.0, "middle", &format!("{number:+.0}").replace("+0", "0"));
        number += tick;
    }
    for (index, (player, elo, margin)) in rungs.iter().enumerate() {
        let y = 8.0 + row * (index as f64 + 0.5);
        drawing.text("label", left - 10.0, y + 4.0, "end", player);
        drawing.line("whisker", (at((elo - margin).max(low)), y), (at((elo + margin).min(high)), y));
        drawing.dot("dot", at(*elo), y, 4.0);
    }
    drawing.finish(true)
}

/// What a player scores against itself with half the thinking, doubling by doubling.
pub fn skill(name: &str, steps: &[(String, Interval)]) -> String {
    let (width, height) = (280.0, 150.0);
    let (left, right, top, bottom) = (42.0, 272.0, 10.0, 118.0);
    let list: Vec<String> =
        steps.iter().map(|(step, share)| format!("{step}: {}", share.value.map_or("–".to_owned(), percent))).collect();
    let mut drawing = Drawing::new(width, height, &format!("Skill trace: {name}"), &list.join("; "));
    let at = |share: f64| bottom - (share.clamp(0.2, 1.0) - 0.2) / 0.8 * (bottom - top);
    for share in [0.25, 0.5, 0.75, 1.0] {
        drawing.line(if share == 0.5 { "half" } else { "grid" }, (left, at(share)), (right, at(share)));
        drawing.text("tick", left - 5.0, at(share) + 4.0, "end", &format!("{:.0} %", share * 100.0));
    }
    let slot = (right - left) / steps.len().max(1) as f64;
    let x = |index: usize| left + slot * (index as f64 + 0.5);
    let points: Vec<(f64, f64)> =
        steps.iter().enumerate().filter_map(|(index, (_, share))| Some((x(index), at(share.value?)))).collect();
    drawing.path("trace", &points);
    for (index, (step, share)) in steps.iter().enumerate() {
        drawing.line("whisker", (x(index), at(share.low)), (x(index), at(share.high)));
        if let Some(value) = share.value {
            drawing.dot("dot", x(index), at(value), 3.5);
        }
        drawing.text("tick", x(index), bottom + 14.0, "middle", step);
    }
    drawing.text("tick", (left + right) / 2.0, bottom + 28.0, "middle", "budget of the one who thinks twice as long");
    drawing.finish(true)
}
