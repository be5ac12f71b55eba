//! Rules told in plain English, so that a player can learn the game from what the program understood.
//!
//! In: [`Rules`]. Out: sections with a heading each; the caller lays them out. The one who moves is called "you".

mod actions;
mod clauses;
mod words;

use actions::sentence;

use super::{Board, Direction, Guarded, Moment, Offer, Phase, Row, Rule, Rules, Side, Stores, Test};

/// A part of the description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// What it is about.
    pub heading: String,
    /// What it says.
    pub items: Vec<Item>,
}

/// A paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// Running text.
    Text(String),
    /// One of a list whose order matters, numbered from 1.
    Step(usize, String),
    /// One of a list whose order does not matter.
    Point(String),
}

/// Tells parts of some rules; what `here` is called depends on the moment.
struct Teller<'a> {
    rules: &'a Rules,
    here: &'static str,
    origin: &'static str,
}

/// What `origin` is called everywhere but where a move is chosen.
const ORIGIN: &str = "the pit the move began in";

/// Tells the rules.
pub fn describe(rules: &Rules) -> Vec<Section> {
    let mut sections = vec![board(rules)];
    let several = rules.phases.len() > 1;
    for (at, phase) in rules.phases.iter().enumerate() {
        let teller = Teller { rules, here: "the last pit", origin: ORIGIN };
        let mut told = teller.phase(phase);
        if several {
            let name = phase.name.as_deref().unwrap_or("unnamed");
            let order = if at == 0 { "First phase" } else { "Next phase" };
            let mut items = Vec::new();
            if let Some(until) = &phase.until {
                items.push(Item::Text(format!("It ends once {}.", teller.condition(until))));
            }
            sections.push(Section { heading: format!("{order}: {name}"), items });
            // Phases often share what stands outside them: it is told once.
            let before = at.checked_sub(1).and_then(|before| rules.phases.get(before));
            if let Some(before) = before {
                let same = teller.phase(before);
                told.retain(|section| !same.contains(section));
            }
        }
        sections.append(&mut told);
    }
    sections
}

fn board(rules: &Rules) -> Section {
    let board = &rules.board;
    let rows = if board.rows == 2 { "Two rows" } else { "Four rows" };
    let stores = match board.stores {
        Stores::None => "",
        Stores::Beside => ", and a store for each player beside the board",
        Stores::Left => ", and a store for each player at the left end of their row",
        Stores::Right => ", and a store for each player at the right end of their row",
    };
    let own = if board.rows == 2 { "the row" } else { "the two rows" };
    let mut items = vec![Item::Text(format!(
        "{rows} of {} {}{stores}. South owns {own} below, North {own} above; pits are counted from the owner's left.",
        board.columns,
        if board.columns == 1 { "pit" } else { "pits" },
    ))];
    items.push(Item::Text(format!("{} {}", start(rules), "South begins.")));
    for mark in &rules.marks {
        let bank = if mark.holds_captures { "; what its keeper captures goes there" } else { "" };
        let one = if mark.one_each { ", one for each player at the most" } else { "" };
        let article = words::with_article(&mark.name);
        items.push(Item::Text(format!("A pit can be marked as {article}{one}{bank}.")));
    }
    Section { heading: "Board".to_owned(), items }
}

/// The seeds at the start.
fn start(rules: &Rules) -> String {
    let board = &rules.board;
    let seeds = |side: Side, row: Row| -> Vec<u16> {
        let pits = (1..=board.columns).map(|column| board.pit(side, row, column));
        pits.map(|pit| rules.start.get(usize::from(pit)).copied().unwrap_or(0)).collect()
    };
    let rows: &[Row] = if board.rows == 2 { &[Row::Inner] } else { &[Row::Inner, Row::Outer] };
    let symmetric = rows.iter().all(|row| seeds(Side::South, *row) == seeds(Side::North, *row));
    let total = rules.total();
    let list = |seeds: &[u16]| seeds.iter().map(u16::to_string).collect::<Vec<_>>().join(" ");
    let row_text = |side: Side, row: Row| {
        let seeds = seeds(side, row);
        let first = seeds.first().copied().unwrap_or(0);
        let place = match row {
            _ if rows.len() == 1 => "",
            Row::Inner => " of the inner row",
            Row::Outer => " of the outer row",
        };
        if seeds.iter().all(|count| *count == first) {
            let first = if first == 0 { "none".to_owned() } else { first.to_string() };
            format!("{first} in every pit{place}")
        } else {
            let place = place.replace(" of ", " in ");
            format!("{}{place}, from the owner's left", list(&seeds))
        }
    };
    let side_text = |side: Side| match rows {
        [inner, outer] if seeds(side, *inner) == seeds(side, *outer) => {
            row_text(side, *inner).replace(" of the inner row", "").replace(" in the inner row", " in both rows")
        }
        rows => rows.iter().map(|row| row_text(side, *row)).collect::<Vec<_>>().join("; "),
    };
    let told = if symmetric {
        side_text(Side::South)
    } else {
        format!("South has {}; North has {}", side_text(Side::South), side_text(Side::North))
    };
    format!("{total} seeds at the start: {told}.")
}

/// Whether a condition asks, among other things, if somebody has no legal move.
fn asks_if_stuck(test: &Test) -> bool {
    match test {
        Test::Stuck(_) => true,
        Test::And(tests) | Test::Or(tests) => tests.iter().any(asks_if_stuck),
        Test::Not(test) => asks_if_stuck(test),
        _ => false,
    }
}

/// Where a lap goes.
fn way(board: &Board) -> &'static str {
    if board.rows == 2 { "round the whole board" } else { "round your own two rows" }
}

impl Teller<'_> {
    fn phase(&self, phase: &Phase) -> Vec<Section> {
        let mut sections = vec![self.moves(phase), self.sowing(phase)];
        let none = "If none fits, nothing happens.";
        let most = format!("the game is over: whoever has more {} wins", self.richer());
        let stuck = format!("If none fits, or if neither player can move, {most}.");
        let laps = crate::style::thousands(u64::from(phase.endless.laps));
        let endless = format!("A move that would go round for ever, or for more than {laps} laps, is taken back. Then");
        let fresh = "the pit just sown into";
        let moments: [(&str, &'static str, &str, &[Rule], &str); 8] = [
            ("Before each lap", "the pit last sown", "When the hand is full", &phase.before_sowing, none),
            ("On the way", fresh, "After every seed but the last of a lap", &phase.on_the_way, none),
            (
                "The last seed",
                "the last pit",
                "When the last seed of a lap has fallen, into “the last pit”",
                &phase.landing,
                "If none fits, the move is over.",
            ),
            ("After a capture", fresh, "After each capture while sowing", &phase.on_capture, none),
            ("After the move", "the last pit", "When the last lap is done", &phase.after_move, none),
            ("No legal move", "the last pit", "If you are to move and have no legal move", &phase.stuck, &stuck),
            (
                "End of the game",
                "the last pit",
                "After every move, “you” being the player who has just moved",
                &phase.end,
                "If none fits, the game goes on.",
            ),
            ("Endless moves", "the last pit", &endless, &phase.endless.rules, "If none fits, it may not be made."),
        ];
        for (heading, here, intro, rules, none) in moments {
            let teller = Teller { rules: self.rules, here, origin: ORIGIN };
            sections.extend(teller.moment(heading, intro, rules, none));
        }
        if phase.stuck.is_empty() && !phase.end.iter().any(|rule| asks_if_stuck(&rule.when)) {
            let items = vec![Item::Text(format!("If you are to move and have no legal move, {most}."))];
            let at = sections.iter().position(|section| section.heading == "End of the game");
            sections.insert(at.unwrap_or(sections.len()), Section { heading: "No legal move".to_owned(), items });
        }
        sections.retain(|section| !section.items.is_empty());
        sections
    }

    /// A moment with its rules; nothing where none can ever be carried out.
    fn moment(&self, heading: &str, intro: &str, rules: &[Rule], none: &str) -> Option<Section> {
        let rules: Vec<&Rule> = rules.iter().filter(|rule| rule.when != Test::Constant(false)).collect();
        let mut items = Vec::new();
        match rules.as_slice() {
            [] => return None,
            [only] => {
                items.push(Item::Text(format!("{intro}:")));
                items.push(Item::Point(self.rule(only, true)));
            }
            rules => {
                let sure = rules.last().is_some_and(|rule| rule.when.is_always() && !rule.may);
                let none = if sure { String::new() } else { format!(" {none}") };
                items.push(Item::Text(format!("{intro}, the first of these that fits is carried out.{none}")));
                for (at, rule) in rules.iter().enumerate() {
                    items.push(Item::Step(at + 1, self.rule(rule, at == 0)));
                }
            }
        }
        Some(Section { heading: heading.to_owned(), items })
    }

    fn moves(&self, phase: &Phase) -> Section {
        let mut items = Vec::new();
        let teller = Teller { rules: self.rules, here: self.here, origin: "that pit" };
        let mut lifted = "take up all its seeds".to_owned();
        for lift in &phase.lifts {
            let when = teller.if_(&lift.when).replace("that pit", "it");
            lifted += &format!(" but {}{when}", teller.number(&lift.keep));
        }
        for play in phase.plays.iter().filter(|play| play.when != Test::Constant(false)) {
            let name = self.rules.moves.get(usize::from(play.id)).and_then(Option::as_deref);
            let name = name.map_or(String::new(), |name| format!(" (a move called “{name}”)"));
            let when = if play.when.is_always() {
                String::new()
            } else {
                format!("{}, ", sentence(&format!("if {}", self.condition(&play.when))))
            };
            let choose = format!("choose {}{name}", self.choice(&play.from));
            let choose = if when.is_empty() { sentence(&choose) } else { choose };
            match &play.instead {
                None if phase.lifts.is_empty() => {
                    items.push(Item::Text(format!("{when}{choose}, {lifted}, and sow them.")));
                }
                None => items.push(Item::Text(format!("{when}{choose}; {lifted}; sow what you took up."))),
                Some(rules) => {
                    items.push(Item::Text(format!("{when}{choose}. It is not lifted; instead:")));
                    items.extend(rules.iter().enumerate().map(|(at, rule)| Item::Point(teller.rule(rule, at == 0))));
                }
            }
        }
        for require in phase.requires.iter().filter(|require| require.when != Test::Constant(false)) {
            let when = if require.when.is_always() {
                String::new()
            } else {
                format!("if {}, ", self.condition(&require.when))
            };
            let test = self.condition(&require.test);
            let text = if require.if_possible {
                format!("{when}you must choose a move after which {test}, if there is one.")
            } else {
                format!("{when}only moves are legal after which {test}.")
            };
            items.push(Item::Point(sentence(&text)));
        }
        Section { heading: "A move".to_owned(), items }
    }

    fn if_(&self, test: &Test) -> String {
        if test.is_always() { String::new() } else { format!(" if {}", self.condition(test)) }
    }

    fn sowing(&self, phase: &Phase) -> Section {
        let sow = &phase.sow;
        let mut items = Vec::new();
        let offers: Vec<&Offer> = sow.directions.iter().filter(|offer| offer.when != Test::Constant(false)).collect();
        let offer = |offer: &Offer| {
            let only = offer.only_if.as_ref();
            let only = only.map_or(String::new(), |test| {
                format!("; only allowed if, when the lap is done, {}", self.condition(test))
            });
            format!("{}{}{only}", offer.direction.word(), self.if_(&offer.when))
        };
        let sows = phase.plays.iter().any(|play| play.instead.is_none());
        match offers.as_slice() {
            [] => {}
            [one] if sows && one.when.is_always() && one.only_if.is_none() => items.push(Item::Text(format!(
                "Sow {}, {}: one seed into each pit, beginning with the next.",
                one.direction.word(),
                way(&self.rules.board)
            ))),
            offers => {
                let both = Direction::Anticlockwise != Direction::Clockwise
                    && offers.iter().any(|offer| offer.direction == Direction::Clockwise)
                    && offers.iter().any(|offer| offer.direction == Direction::Anticlockwise);
                let text = match (sows, both) {
                    (true, true) => {
                        "Sow one seed into each pit, beginning with the next. Where both directions are open, you choose:"
                    }
                    (true, false) => "Sow one seed into each pit, beginning with the next. The direction is:",
                    (false, true) => "Where both directions are open, you choose:",
                    (false, false) => "The direction is:",
                };
                items.push(Item::Text(text.to_owned()));
                items.extend(offers.iter().map(|one| Item::Point(format!("{}.", sentence(&offer(one))))));
                if sow.each_lap {
                    items.push(Item::Text("The direction is settled anew for every lap.".to_owned()));
                }
            }
        }
        let stores = self.rules.board.stores;
        let guarded = |lines: &[Guarded], text: &dyn Fn(String, String) -> String| -> Vec<Item> {
            let open = lines.iter().filter(|line| line.when != Test::Constant(false));
            open.map(|line| Item::Point(text(self.set(&line.set).text, self.if_(&line.when)))).collect()
        };
        if sows {
            items.extend(guarded(&sow.skips, &|set, when| sentence(&format!("{set} is passed over{when}."))));
            items.extend(guarded(&sow.includes, &|set, when| format!("A seed is sown into {set} too{when}.")));
            if matches!(stores, Stores::Left | Stores::Right) && sow.includes.is_empty() {
                items.push(Item::Point("The stores are passed over.".to_owned()));
            }
        }
        Section { heading: "Sowing".to_owned(), items }
    }
}

/// The heading of a moment, as reports use it.
pub const fn moment_name(moment: Moment) -> &'static str {
    match moment {
        Moment::Play => "play",
        Moment::BeforeSowing => "before sowing",
        Moment::OnTheWay => "on the way",
        Moment::Landing => "landing",
        Moment::OnCapture => "on capture",
        Moment::AfterMove => "after move",
        Moment::Stuck => "stuck",
        Moment::End => "end",
        Moment::Endless => "endless",
    }
}
