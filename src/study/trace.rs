//! A move told step by step from its events: laps, seeds, captures with their rules, why it ended.
//!
//! In: the event stream ([`Watch`]). Out: lines of text, a lap or something that happened each.

use crate::engine::{Event, Watch};
use crate::rules::{Cell, Direction, LapKind, RuleId, Rules, Side};
use crate::style::{Paint, text_width};

use super::words::{outcome, place, player, rule, seeds};

/// Tells what it watches.
#[derive(Debug)]
pub struct Narrator<'a> {
    rules: &'a Rules,
    paint: Paint,
    width: usize,
    lines: Vec<String>,
    /// The lap that is being sown.
    lap: Option<Lap>,
    /// The rule whose actions are being carried out, until one is told.
    rule: Option<RuleId>,
    /// The last rule since the latest seed fell.
    landing: Option<RuleId>,
    /// Captures of one rule, told together.
    captures: Vec<(Option<Cell>, u16)>,
    captured_by: Option<(Side, Option<Cell>)>,
    direction: Option<Direction>,
    move_over: bool,
}

#[derive(Debug)]
struct Lap {
    number: u32,
    kind: LapKind,
    origin: Cell,
    hand: u16,
    direction: Option<Direction>,
    sown: Vec<Cell>,
    last: u16,
    /// Whether its beginning was told already.
    begun: bool,
}

/// Where the text of a lap begins.
const INDENT: &str = "          ";

impl<'a> Narrator<'a> {
    /// Has seen nothing yet. Lines are broken at `width`.
    pub fn new(rules: &'a Rules, paint: Paint, width: usize) -> Self {
        Narrator {
            rules,
            paint,
            width,
            lines: Vec::new(),
            lap: None,
            rule: None,
            landing: None,
            captures: Vec::new(),
            captured_by: None,
            direction: None,
            move_over: false,
        }
    }

    /// What was told so far, a line each.
    pub fn finish(mut self) -> Vec<String> {
        self.tell_captures();
        self.tell_lap();
        self.lines
    }

    /// Breaks a line before colours come in.
    fn push(&mut self, first: &str, text: &str) {
        let wrapped = crate::style::wrapped(text, self.width, first, INDENT);
        self.lines.extend(wrapped.lines().map(str::to_owned));
    }

    fn say(&mut self, text: &str) {
        self.push(INDENT, text);
    }

    /// Says something that a rule did, with the rule.
    fn say_by_rule(&mut self, text: &str) {
        match self.rule.take() {
            Some(by) => {
                let line = format!("{INDENT}{text}");
                let by = format!("({})", rule(self.rules, by));
                if text_width(&line) + text_width(&by) + 2 <= self.width {
                    self.lines.push(format!("{line}  {}", self.paint.faint(by)));
                } else {
                    self.say(text);
                    let wrapped = crate::style::wrapped(&by, self.width, "            ", "            ");
                    self.lines.extend(wrapped.lines().map(|line| self.paint.faint(line)));
                }
            }
            None => self.say(text),
        }
    }

    fn tell_lap(&mut self) {
        let lap = self.lap.take();
        self.tell(lap.as_ref());
    }

    fn tell(&mut self, lap: Option<&Lap>) {
        let Some(lap) = lap else { return };
        let origin = place(self.rules, lap.origin);
        let how = match lap.kind {
            LapKind::First => format!("{} from {origin}", lap.hand),
            LapKind::Relay => format!("relay, {} from {origin}", lap.hand),
            LapKind::Resown => format!("{} sown on from {origin}", lap.hand),
        };
        let direction = lap.direction.map_or(String::new(), |direction| format!(" {}", direction.word()));
        let sown: Vec<String> = lap.sown.iter().map(|cell| place(self.rules, *cell)).collect();
        let last = if lap.sown.is_empty() { String::new() } else { format!(" ({} there now)", lap.last) };
        if lap.begun {
            if !sown.is_empty() {
                self.say(&format!("then {}{last}", sown.join(" ")));
            }
            return;
        }
        let number = format!("lap {}", lap.number);
        let first = format!("  {number:<8}");
        self.push(&first, &format!("{how}{direction}: {}{last}", sown.join(" ")));
    }

    fn tell_captures(&mut self) {
        let Some((by, to)) = self.captured_by.take() else { return };
        let captures = std::mem::take(&mut self.captures);
        let from: Vec<String> = captures
            .iter()
            .map(|(from, count)| match from {
                Some(cell) => format!("{count} from {}", place(self.rules, *cell)),
                None => format!("{count} from the hand"),
            })
            .collect();
        let into = match to {
            None => " into the hand".to_owned(),
            Some(bank) if self.rules.board.is_store(bank) => String::new(),
            Some(bank) => format!(" into {}", place(self.rules, bank)),
        };
        let text = format!("{} captures {}{into}", player(by), from.join(", "));
        let text = if self.move_over { text.replace(" captures ", " takes ") } else { text };
        self.say_by_rule(&text);
    }

    fn keeper(keeper: Option<Side>) -> String {
        keeper.map_or(String::new(), |side| format!("{}'s ", player(side)))
    }

    fn mark(&self, mark: u8) -> String {
        self.rules.marks.get(usize::from(mark)).map_or("mark".to_owned(), |mark| mark.name.clone())
    }

    fn end_of_move(&mut self, cells: &[u16]) {
        let here = self.lap.as_ref().and_then(|lap| lap.sown.last().copied());
        self.tell_lap();
        // A rule of which nothing was told has done nothing but end the move.
        if let Some(last) = self.rule.take() {
            let text = format!("the move is over ({})", rule(self.rules, last));
            self.say(&text);
        } else if let (None, Some(here)) = (self.landing, here) {
            let count = cells.get(usize::from(here)).copied().unwrap_or(0);
            let text = format!(
                "the move is over: no rule fits a last seed in {} ({})",
                place(self.rules, here),
                seeds(u64::from(count))
            );
            self.say(&text);
        } else {
            self.say("the move is over");
        }
    }

    fn told(&mut self, event: Event, cells: &[u16]) {
        match event {
            Event::Begins { .. } => {}
            Event::Direction(direction) => self.direction = Some(direction),
            // The lap that follows says it.
            Event::Lifted { .. } => {}
            Event::Lap { number, kind, origin, hand } => {
                self.tell_lap();
                self.rule = None;
                let direction = self.direction.take();
                self.lap = Some(Lap { number, kind, origin, hand, direction, sown: Vec::new(), last: 0, begun: false });
            }
            Event::Sown { cell, .. } => {
                self.landing = None;
                if let Some(lap) = &mut self.lap {
                    lap.sown.push(cell);
                    lap.last = cells.get(usize::from(cell)).copied().unwrap_or(0);
                }
            }
            Event::Rule(rule) => {
                self.rule = Some(rule);
                self.landing = Some(rule);
            }
            Event::Captured { from, seeds, to, by } => {
                self.captures.push((from, seeds));
                self.captured_by = Some((by, to));
            }
            Event::Moved { from, to, seeds: count } => {
                let name = |cell: Option<Cell>| cell.map_or("the hand".to_owned(), |cell| place(self.rules, cell));
                let text = format!("{} go from {} to {}", seeds(u64::from(count)), name(from), name(to));
                self.say_by_rule(&text);
            }
            Event::Returned { from, to, seeds: count } => {
                let (from, to) = (place(self.rules, from), place(self.rules, to));
                self.say_by_rule(&format!("{} go back from {from} to {to}", seeds(u64::from(count))));
            }
            Event::Removed { from, seeds: count } => {
                let from = from.map_or("the hand".to_owned(), |cell| place(self.rules, cell));
                self.say_by_rule(&format!("{} go from {from} out of the game", seeds(u64::from(count))));
            }
            Event::Marked { cell, mark, keeper } => {
                let text = format!("{} becomes {}{}", place(self.rules, cell), Self::keeper(keeper), self.mark(mark));
                self.say_by_rule(&text);
            }
            Event::Unmarked { cell, mark } => {
                let text = format!("{} is no longer {}", place(self.rules, cell), self.mark(mark));
                self.say_by_rule(&text);
            }
            Event::Counted { counter, side, value } => {
                let counter = self.rules.counters.get(usize::from(counter));
                let text = match counter {
                    Some(counter) if counter.each => format!("{}'s {} is {value}", player(side), counter.name),
                    Some(counter) => format!("{} is {value}", counter.name),
                    None => format!("a counter is {value}"),
                };
                self.say_by_rule(&text);
            }
            Event::Reversed => self.say_by_rule("the next lap goes the other way"),
            Event::MoveOver => {
                self.end_of_move(cells);
                self.move_over = true;
            }
            Event::Endless => self.say_by_rule("the move is endless and taken back"),
            Event::Again => self.say("the same player moves again"),
            Event::Phase(phase) => {
                let name = self.rules.phases.get(usize::from(phase)).and_then(|phase| phase.name.clone());
                self.say(&format!("the phase {} begins", name.unwrap_or_else(|| (phase + 1).to_string())));
            }
            Event::Stuck(side) => self.say(&format!("{} has no legal move", player(side))),
            Event::Over(how) => {
                let text = format!("the game is over: {}", outcome(self.rules, how));
                self.say_by_rule(&text);
            }
        }
    }
}

impl Watch for Narrator<'_> {
    fn event(&mut self, event: Event, cells: &[u16], _: u16, _: u32) {
        // Captures of one rule into one place are told together, and after the lap in which they happen.
        let same = match event {
            Event::Captured { by, to, .. } => self.captured_by.is_none_or(|before| before == (by, to)),
            _ => false,
        };
        if !same && self.captured_by.is_some() {
            self.tell_lap_so_far();
            self.tell_captures();
        }
        if !matches!(
            event,
            Event::Sown { .. }
                | Event::Rule(_)
                | Event::Captured { .. }
                | Event::Direction(_)
                | Event::Lifted { .. }
                | Event::Lap { .. }
                | Event::MoveOver
        ) {
            self.tell_lap_so_far();
        }
        self.told(event, cells);
    }
}

impl Narrator<'_> {
    /// Tells the seeds sown until now; the lap may go on.
    fn tell_lap_so_far(&mut self) {
        if self.lap.as_ref().is_some_and(|lap| !lap.sown.is_empty()) {
            let lap = self.lap.take();
            self.tell(lap.as_ref());
            self.lap = lap.map(|lap| Lap { sown: Vec::new(), begun: true, ..lap });
        }
    }
}
