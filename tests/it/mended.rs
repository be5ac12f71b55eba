//! Every file of the gallery is mended by what its message says: by its fix where there is one, else as a reader who has
//! only the message would do it.

use std::path::{Path, PathBuf};

use naqala::check::lint::is_measured;
use naqala::check::{Wishes, review};
use naqala::diagnostic::{Code, Diagnostic};
use naqala::library::Neighbours;
use naqala::source::Source;

/// Files in which nothing can be mended word by word: no text at all, or no variant.
const OTHERWISE: [&str; 4] = ["not-text/latin_1", "not-text/utf_16", "syntax/not_a_variant", "syntax/nothing"];

/// What a reader writes for what, going by the message alone.
const MENDS: &[(&str, &str, &str)] = &[
    ("after-the-end/capture_after_again", "again then capture here", "capture here then again"),
    ("always-true/again_when_here_holds", "here holds seeds", "here held seeds"),
    ("always-true/column", "   when column of here is 1..6", ""),
    ("always-true/relay_below_a_capture", "here holds seeds", "here held seeds"),
    ("always-true/stuck", "   when mover is south or mover is north", ""),
    ("asymmetric-start/slip", "4 4 4 4 4 5", "4 4 4 4 4 4"),
    ("bad-example/a_seed_is_missing", "4 4 4 4 4 3", "4 4 4 4 4 4"),
    ("bad-example/no_such_move", "S7", "S6"),
    ("bad-example/short_row", "4 4 4 4 4;", "4 4 4 4 4 4;"),
    ("beyond-the-language/three_rows", "board 3 rows of 6", "board 2 rows of 6"),
    ("circular-base/itself", "extends \"Snake\"", "extends \"Kalah\""),
    ("conflicting-ends/both_sides_empty", "pits hold nothing\n", "pits hold nothing and not (own pits hold nothing)\n"),
    ("constant-number/count_of_here", "count of here", "column of here"),
    ("dead-capture/behind_on_two_rows", "behind here", "opposite"),
    ("dead-capture/empty_opposite", "opposite holds nothing", "opposite holds seeds"),
    ("duplicate-name/two_definitions", "define pits   goal = own pits 5..6\n", "\n"),
    ("duplicate-name/two_phases", "phase opening {", "phase later {"),
    ("duplicate-name/two_pits", "names a..f, f..k", "names S1..S6, N1..N6"),
    ("endless-moves/relay", "  stuck", "  endless after 1000 laps { illegal }\n  stuck"),
    ("endless-relay/holds_for_held", "here holds seeds", "here held seeds"),
    ("endless-relay/no_condition", "relay", "relay when here held seeds"),
    ("endless-relay/two_relays", "here in opponent pits", "here in opponent pits and here held seeds"),
    ("example-differs/legal", "S1 S2 S3 S4 S5", "S1 S2 S3 S4 S5 S6"),
    ("example-differs/over_already", "    legal    \"pass\"\n", ""),
    ("example-differs/position", "0 2 4 4 4 6; north; stores=0-4", "0 0 4 4 4 6; north; stores=2-4"),
    ("fixed-only-if/origin", "only if", "when"),
    (
        "fixed-threshold/seeds_each",
        "end { win   when own store holds 25+",
        "define number majority = half of total + 1\n  end { win   when own store holds majority+",
    ),
    (
        "hidden-rule/relay_first",
        "    relay          when here held seeds\n    capture here   when here holds 4\n",
        "    capture here   when here holds 4\n    relay          when here held seeds\n",
    ),
    ("hidden-rule/two_together", "    relay          when here held seeds\n", ""),
    (
        "hidden-rule/wider_first",
        "    capture here             when here in opponent pits\n    capture here, opposite   when here in opponent pits 1..3 and here holds 2\n",
        "    capture here, opposite   when here in opponent pits 1..3 and here holds 2\n    capture here             when here in opponent pits\n",
    ),
    ("last-seed-left-out/fours", "on the way {", "on the way, landing {"),
    ("missing-section/board", "  seeds", "  board 2 rows of 6 with stores\n  seeds"),
    ("missing-section/no_direction", "sow { skip", "sow { anticlockwise skip"),
    ("missing-section/play", "  sow", "  play own pits\n  sow"),
    ("missing-word/pits", "capture   when", "capture here   when"),
    (
        "mixed-and-or/three_parts",
        "opponent pits hold nothing and own store holds 9+",
        "(opponent pits hold nothing and own store holds 9+)",
    ),
    (
        "mixed-and-or/two_readings",
        "here in opponent pits and here holds 2 or here holds 3",
        "here in opponent pits and (here holds 2 or here holds 3)",
    ),
    ("never-true/four_rows", "here in opponent", "opposite in opponent"),
    ("never-true/held_and_holds", "here holds 1 and", "here holds 1 or"),
    ("never-true/here_holds_nothing", "here holds nothing", "here held nothing"),
    ("never-true/too_many_together", " and opponent pits hold 20+", ""),
    ("never-true/two_numbers", "here holds 2 and here holds 3", "here holds 2 or 3"),
    ("never-true/two_sides", "and here in opponent", "and opposite in opponent"),
    ("no-bank/capture", "2 rows of 6", "2 rows of 6 with stores"),
    ("no-lap/into_hand", "into hand", "into hand then sow from here"),
    ("no-opposite/kalah_without_side", "here held nothing", "here in own pits and here held nothing"),
    ("no-stores/again", "2 rows of 6", "2 rows of 6 with stores"),
    ("no-stuck/lift_two", "  end", "  stuck { pass }\n  end"),
    ("no-stuck/only_a_majority", "  end", "  stuck { pass }\n  end"),
    ("no-such-pit/inner_of_two_rows", "own inner pits", "own pits"),
    ("no-such-pit/pit_7", "5..7", "5..6"),
    ("no-such-pit/row_unsaid", "own pit 3", "own inner pit 3"),
    (
        "not-allowed-here/again_on_the_way",
        "on the way { again   when here holds 4 }\n  landing {",
        "landing { again   when here holds 4",
    ),
    ("not-allowed-here/relay_at_the_end", "    relay   when here held seeds\n", ""),
    ("not-allowed-here/may_in_end", "may win", "win"),
    ("not-allowed-here/relay_in_end", "    relay   when own pits hold nothing\n", ""),
    ("not-known-here/captor", "captor", "mover"),
    ("not-known-here/here_in_play", "   when here holds 2\n", "\n"),
    ("not-known-here/it", "it holds", "here holds"),
    ("not-known-here/seeds_depend_on_the_game", "   when own pits hold nothing", ""),
    ("odd-total/half", "draw   when own store holds half", "win when own store holds more than half"),
    ("one-sided-end/own_pits", "own pits hold nothing", "own pits hold nothing or opponent pits hold nothing"),
    ("one-sided-game/only_south", "mover is south and ", ""),
    ("out-of-range/backwards", "5..1", "1..5"),
    ("out-of-range/board", "70", "63"),
    ("out-of-range/default", "quiet: 5", "quiet: 10"),
    ("out-of-range/of_base", "40", "12"),
    ("ownerless-seeds/quiet_end", "most seeds wins", "capture pits for owners then most seeds wins"),
    ("phase-order/no_until", "phase opening {", "phase opening until moves by mover is 3+ {"),
    ("phase-order/until_in_the_last", "until moves by mover is 9+ ", ""),
    ("pit-names/too_few", "N1..N5", "N1..N6"),
    ("repeated-section/sow", "  sow { clockwise }\n", ""),
    ("seed-count/none", "seeds 0", "seeds 4"),
    ("seed-count/short_row", "north row 4 4 4 4 4", "north row 4 4 4 4 4 4"),
    ("shared-win/first_to_ten", "10+", "25+"),
    ("shared-win/half", "24+", "25+"),
    ("stores-off-track/include", "with stores", "with stores on right"),
    ("syntax/number_first", "4 seeds in", "seeds 4 in"),
    ("syntax/plus_alone", "holds +", "holds 25+"),
    ("unclear-list/where_after_list", "here, opposite where it holds 2", "(here, opposite) where it holds 2"),
    (
        "unfinished-games/nothing_ends_it",
        "holds 25+ }",
        "holds 25+\n    most seeds wins   when turns since capture is 100+ }",
    ),
    ("unknown-base/omwezo", "Omwezo", "Omweso"),
    (
        "unknown-name/defined_later",
        "  define number goal = share + 1\n  define number share = half of total\n",
        "  define number share = half of total\n  define number goal = share + 1\n",
    ),
    ("unknown-name/mark", "  play", "  mark tuzdik\n  play"),
    ("unknown-name/nothing_like_it", "  play", "  define number ripe = 4\n  play"),
    ("unknown-name/option_of_base", "colums", "width"),
    ("unknown-name/value_without_its_option", "when must", "when feeding is must"),
    ("unknown-value/direction", "is first", "is clockwise"),
    ("unknown-value/of_base", "forbidden", "illegal"),
    ("unplayed-rule/thirty", "holds 30", "holds 3"),
    ("unreachable-end/49_of_48", "49+", "25+"),
    ("unreachable-end/both_majority", " and opponent store holds 25+", ""),
    (
        "unreachable-rule/stop_above",
        "    stop\n    relay   when here held seeds\n",
        "    relay   when here held seeds\n    stop\n",
    ),
    ("unused-allow/error", "  # allow no-stores: there are some\n", ""),
    ("unused-allow/mended_long_ago", "  # allow never-true: kept for a variant to come\n", ""),
    ("unused-allow/no_reason", "# allow no-stuck", "# allow no-stuck: most seeds win then"),
    ("unused-definition/majority", "25+", "majority+"),
    ("unused-definition/mark", "  mark tuzdik, one each\n", ""),
    ("unused-direction/opponent_pits", "opponent pits", "own pits 1..2"),
    ("unused-direction/option_rules_it_out", "is 7", "is 6"),
    ("unused-option/quiet", "  end {", "  end { most seeds wins when turns since capture is quiet+"),
    ("wrong-kind/capture_number", "capture total", "capture here"),
    ("wrong-kind/condition_missing", "when opposite", "when opposite holds seeds"),
    ("wrong-kind/number_in_set", "lap in own pits", "here in own pits"),
    ("wrong-kind/own_option", "own quiet", "quiet"),
    ("wrong-kind/pit_is_number", "here is 4", "here holds 4"),
    ("wrong-kind/set_for_pit", "relay from own pits", "relay from here"),
    ("wrong-place/rule_outside", "  capture here   when here holds 2", "  landing { capture here when here holds 2 }"),
    ("wrong-word/else", "else stop", "\n  stop"),
];

/// Files that are mended by a change too long for the table.
fn by_hand(name: &str, text: &str) -> Option<String> {
    match name {
        "too-deep/brackets" => Some(text.replace(['(', ')'], "")),
        "too-deep/pits_within_pits" => Some(text.replace("any (own pits where it is lost) holds 1", "here is lost")),
        "wrong-place/two_variants" => text.split("variant \"Second\"").next().map(str::to_owned),
        "wrong-place/board_inside" => {
            let without = text.replacen("    seeds 4 in every pit\n", "", 1);
            let seeds = without.contains("seeds 4");
            Some(if seeds { without } else { without.replace("  play", "  seeds 4 in every pit\n  play") })
        }
        "reserved-name/mark_house" => Some(text.replace("bank", "my_bank")),
        "reserved-name/option_here" => {
            Some(text.replace("option here", "option my_here").replace("seeds here", "seeds my_here"))
        }
        "unused-allow/no_such_code" => Some(text.replace("  # allow dead-captures: none is dead\n", "")),
        _ => MENDS.iter().find(|(of, ..)| *of == name).filter(|(_, old, _)| text.contains(old)).map(|(_, old, new)| {
            // The rule that comes first is mended; the same words may stand below again.
            text.replacen(old, new, 1)
        }),
    }
}

fn said(path: &Path, text: &str, games: Option<u32>) -> Vec<Diagnostic> {
    let source = Source::new(path.display().to_string(), text);
    review(&source, &Neighbours::of(path), &Wishes { games, ..Wishes::default() }, None).diagnostics
}

/// The text with every fix made, the unsafe ones too, until none is left.
fn fixed(path: &Path, text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..20 {
        let Some(fix) = said(path, &text, None).into_iter().find_map(|said| said.fix) else { break };
        let mut edits = fix.edits;
        edits.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
        for (span, new) in edits {
            text.replace_range(span.range(), &new);
        }
    }
    text
}

fn files() -> Vec<(String, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics");
    let mut files = Vec::new();
    for code in Code::ALL {
        let Ok(entries) = std::fs::read_dir(folder.join(code.name())) else { continue };
        for entry in entries {
            let path = entry.expect("an entry").path();
            let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
            files.push((format!("{}/{stem}", code.name()), path));
        }
    }
    files
}

#[test]
fn every_file_is_mended_by_what_its_message_says() {
    let mut wrong = Vec::new();
    let mut mended = 0;
    for (name, path) in files() {
        if OTHERWISE.contains(&name.as_str()) {
            continue;
        }
        let code = name.split('/').next().and_then(Code::find).expect("a code");
        let text = std::fs::read_to_string(&path).expect("a text");
        let by_fix = fixed(&path, &text);
        let new = by_hand(&name, &text).unwrap_or_else(|| by_fix.clone());
        if new == text {
            wrong.push(format!("{name}: nobody says how it is mended"));
            continue;
        }
        let games = is_measured(code).then_some(200);
        let left: Vec<String> = said(&path, &new, games)
            .into_iter()
            .filter(|said| said.code == code || said.is_error())
            .map(|said| format!("{}: {}", said.code.name(), said.message))
            .collect();
        if !left.is_empty() {
            wrong.push(format!("{name}: {left:?}"));
        }
        mended += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(mended >= 120, "{mended}");
}
