//! The shape of each statement, rule and line, with an example that can be pasted: what messages show as a last help.

use super::level::Level;

/// A shape.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// Where it stands.
    pub level: Level,
    /// The words it begins with.
    pub head: &'static str,
    /// An example.
    pub example: &'static str,
}

const fn usage(level: Level, head: &'static str, example: &'static str) -> Usage {
    Usage { level, head, example }
}

/// Every shape; a test reads each example.
pub const USAGES: &[Usage] = &[
    usage(Level::Items, "about", "about \"Fours are captured as they are made.\""),
    usage(Level::Items, "source", "source \"A book of games, 1952\""),
    usage(Level::Items, "also", "also \"Adi\", \"Num Num\""),
    usage(Level::Items, "region", "region \"Ghana\""),
    usage(Level::Items, "note", "note \"Over the board a four can be missed.\""),
    usage(Level::Items, "option", "option quiet \"moves without a capture that end it\": 100 in 20..1000"),
    usage(Level::Items, "board", "board 2 rows of 6 with stores"),
    usage(Level::Items, "names", "names S1..S6, N1..N6"),
    usage(Level::Items, "seeds", "seeds 4 in every pit"),
    usage(Level::Items, "mark", "mark tuzdik, one each"),
    usage(Level::Items, "counter", "counter passes each = 0"),
    usage(Level::Items, "define", "define number majority = half of total + 1"),
    usage(Level::Items, "phase", "phase opening until lap is 2 { play own pits }"),
    usage(Level::Items, "play", "play own pits where it holds 2+"),
    usage(Level::Items, "require", "require opponent pits hold seeds when opponent pits held nothing"),
    usage(Level::Items, "lift", "lift all but 1 when origin holds 2+"),
    usage(Level::Items, "sow", "sow { anticlockwise }"),
    usage(Level::Items, "on the", "on the way { capture here when here holds 4 }"),
    usage(Level::Items, "landing", "landing { relay when here held seeds }"),
    usage(Level::Items, "before sowing", "before sowing { stop when lap is 2+ }"),
    usage(Level::Items, "on capture", "on capture { most seeds wins when seeds in play is 4 }"),
    usage(Level::Items, "after move", "after move { undo captures when opponent pits hold nothing }"),
    usage(Level::Items, "stuck", "stuck { pass }"),
    usage(Level::Items, "end", "end { win when own store holds 25+ }"),
    usage(Level::Items, "endless", "endless after 1000 laps { illegal }"),
    usage(Level::Items, "example", "example \"a move\" { play \"S1\" expect \"0 5 5 5 5 4 / 4 4 4 4 4 4; north\" }"),
    usage(Level::SowLines, "anticlockwise", "anticlockwise when origin in own pits 1..5"),
    usage(Level::SowLines, "clockwise", "clockwise only if captured this lap is 1+"),
    usage(Level::SowLines, "skip", "skip lap origin when lifted is 12+"),
    usage(Level::SowLines, "include", "include own store"),
    usage(Level::Rules, "capture", "capture here for mover when here holds 2 or 3"),
    usage(Level::Rules, "relay", "relay when here held seeds"),
    usage(Level::Rules, "sow from", "capture opposite into hand then sow from here"),
    usage(Level::Rules, "again", "again when here in own store"),
    usage(Level::Rules, "stop", "stop when here held nothing"),
    usage(Level::Rules, "pass", "pass when own pits hold nothing"),
    usage(Level::Rules, "reverse", "reverse then relay when here held seeds"),
    usage(Level::Rules, "illegal", "illegal when here in own store"),
    usage(Level::Rules, "repeat", "capture here then repeat from previous when here holds 2"),
    usage(Level::Rules, "move", "move 2 from here to own store"),
    usage(Level::Rules, "mark", "mark here as own tuzdik when here holds 3"),
    usage(Level::Rules, "unmark", "unmark here as tuzdik"),
    usage(Level::Rules, "set", "set passes to 0"),
    usage(Level::Rules, "add", "add 1 to own passes"),
    usage(Level::Rules, "undo", "undo captures when opponent pits hold nothing"),
    usage(Level::Rules, "remove", "remove here"),
    usage(Level::Rules, "win", "win \"more than half\" when own store holds 25+"),
    usage(Level::Rules, "lose", "lose when own pits hold nothing"),
    usage(Level::Rules, "draw", "draw when turns since capture is 100+"),
    usage(Level::Rules, "void", "void \"never-ending move\""),
    usage(Level::Rules, "most", "most seeds wins when turns since capture is 100+"),
    usage(Level::Rules, "fewest", "fewest seeds wins when own pits hold nothing"),
    usage(Level::Rules, "may", "may capture here when here holds 4"),
    usage(Level::ExampleLines, "position", "position \"4 4 4 4 4 4 / 4 4 4 4 4 4; south\""),
    usage(Level::ExampleLines, "play", "play \"S1 N2\""),
    usage(Level::ExampleLines, "expect", "expect \"4 4 4 4 4 4 / 0 5 5 5 5 4; north\""),
    usage(Level::ExampleLines, "legal", "legal \"S1 S2\""),
    usage(Level::ExampleLines, "option", "option quiet = 40"),
];

/// An example of what begins with a word, and perhaps a second one.
pub fn example(level: Level, first: &str, second: &str) -> Option<&'static str> {
    let both = format!("{first} {second}");
    let level = if level == Level::PhaseItems { Level::Items } else { level };
    let mut of_level = USAGES.iter().filter(|usage| usage.level == level);
    of_level.find(|usage| usage.head == first || usage.head == both).map(|usage| usage.example)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{Rule, grammar::Grammar};
    use pest::Parser;

    #[test]
    fn every_example_parses() {
        for usage in USAGES {
            let (_, lone) = usage.level.rules();
            assert!(Grammar::parse(lone, usage.example).is_ok(), "{}", usage.example);
            assert!(usage.example.contains(usage.head));
        }
    }

    #[test]
    fn every_word_that_begins_something_has_an_example() {
        for level in Level::ALL {
            for words in level.words() {
                let (first, second) = words.split_once(' ').unwrap_or((words, ""));
                assert!(example(level, first, second).is_some(), "{level:?} {words}");
            }
        }
        assert!(!Rule::all_rules().is_empty());
    }
}
