//! What authors type and what they mean: one table. A row counts only where its meaning is legal, which whoever asks
//! finds out by trying it: the parser's messages by reading the statement again, the checker's by what it expects there.

/// What people type for one thing.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// What is typed; several words stand with one blank between them.
    pub typed: &'static [&'static str],
    /// What is meant: one spelling of the language, or several to choose from.
    pub meant: &'static [&'static str],
    /// Whether the one may be rewritten as the other without asking.
    pub sure: bool,
    /// What else to say; empty where nothing.
    pub note: &'static str,
}

const fn fix(typed: &'static [&'static str], meant: &'static [&'static str]) -> Row {
    Row { typed, meant, sure: true, note: "" }
}

const fn ask(typed: &'static [&'static str], meant: &'static [&'static str], note: &'static str) -> Row {
    Row { typed, meant, sure: false, note }
}

/// The table.
pub const ROWS: &[Row] = &[
    // Things.
    fix(
        &["hole", "cup", "pocket", "bin", "bowl", "dish", "bucket", "hut", "cell", "field", "space", "square"],
        &["pit"],
    ),
    ask(&["house", "well", "pot"], &["pit"], "houses are called pits here; a special pit bears a `mark`"),
    fix(
        &["holes", "cups", "pockets", "bins", "bowls", "cells", "fields", "squares", "houses", "wells", "pots"],
        &["pits"],
    ),
    fix(&["kalah", "kalaha", "mancala", "storehouse", "storage", "treasury", "barn", "kazan", "goal"], &["store"]),
    ask(&["home"], &["store", "pits"], "a home is the own store or the own row"),
    ask(&["pile", "prisoners"], &["own store"], "captured seeds go to a player's store"),
    fix(
        &["stone", "bean", "shell", "cowrie", "marble", "bead", "pebble", "piece", "nut", "ball", "korgool"],
        &["seeds"],
    ),
    fix(
        &["stones", "beans", "shells", "cowries", "marbles", "beads", "pebbles", "pieces", "nuts", "balls"],
        &["seeds"],
    ),
    fix(&["seed", "korgools", "nickers", "counters"], &["seeds"]),
    fix(&["rank", "line"], &["row"]),
    fix(&["ranks", "lines"], &["rows"]),
    fix(&["file", "col"], &["column"]),
    fix(&["side", "territory", "camp", "area"], &["pits"]),
    fix(&["front", "inside"], &["inner"]),
    fix(&["rear", "outside"], &["outer"]),
    // Players.
    fix(&["opponents", "enemy", "other", "rival", "his", "their", "foe", "opp", "opposing"], &["opponent"]),
    fix(&["my", "mine", "your", "self", "owns"], &["own"]),
    fix(&["player", "me", "sower"], &["mover"]),
    fix(&["lower", "bottom", "white"], &["south"]),
    fix(&["upper", "top", "black"], &["north"]),
    fix(&["player 1", "first player"], &["south"]),
    fix(&["player 2", "second player"], &["north"]),
    // Sowing and moves.
    fix(&["distribute", "spread", "deposit"], &["sow"]),
    fix(&["pick up", "take up", "scoop", "gather", "grab"], &["lift"]),
    fix(&["take", "eat", "claim", "seize", "steal", "kill", "bag", "captures"], &["capture"]),
    ask(
        &["collect", "sweep"],
        &["capture"],
        "to give each player the seeds of the own side: `capture pits for owners`",
    ),
    fix(
        &["multilap", "lapping", "continue", "keep sowing", "carry on", "sow on", "sow again", "pick up again"],
        &["relay"],
    ),
    ask(&["chain"], &["relay"], "a chain of captures is `run back from here while ...`, or `repeat from PIT`"),
    fix(
        &[
            "extra turn",
            "another turn",
            "free turn",
            "bonus turn",
            "move again",
            "play again",
            "go again",
            "repeat turn",
        ],
        &["again"],
    ),
    fix(&["end turn", "turn over", "turn ends", "end move", "finish", "done"], &["stop"]),
    fix(&["skip turn", "miss turn", "lose turn", "forfeit"], &["pass"]),
    fix(&["omit", "leave out", "jump", "bypass", "miss", "avoid"], &["skip"]),
    fix(&["add store", "through own store", "into own store", "with own store"], &["include own store"]),
    fix(&["through"], &["include"]),
    fix(&["give back", "return captures", "restore captures", "cancel captures"], &["undo captures"]),
    fix(&["discard", "throw away", "delete", "burn"], &["remove"]),
    ask(&["swap", "exchange"], &[], "the language cannot exchange seeds; `move N from PIT to PIT` changes their place"),
    fix(&["turn round", "change direction", "bounce"], &["reverse"]),
    fix(
        &[
            "ccw",
            "acw",
            "counterclockwise",
            "counter-clockwise",
            "anti-clockwise",
            "anti clockwise",
            "counter clockwise",
        ],
        &["anticlockwise"],
    ),
    fix(&["cw", "clock-wise", "clockwisely"], &["clockwise"]),
    ask(
        &["right", "left to right", "rightwards"],
        &["anticlockwise"],
        "seen from above, who sows to the right goes anticlockwise",
    ),
    ask(
        &["left", "right to left", "leftwards"],
        &["clockwise"],
        "seen from above, who sows to the left goes clockwise",
    ),
    ask(&["forward", "forwards"], &["anticlockwise", "next"], ""),
    ask(&["backward", "backwards"], &["clockwise", "previous"], ""),
    fix(&["both", "either", "any direction", "chosen", "choose", "choice", "free"], &["anticlockwise clockwise"]),
    fix(&["dir", "heading", "way"], &["direction"]),
    // Places.
    fix(
        &[
            "last pit",
            "final pit",
            "end pit",
            "landing pit",
            "current pit",
            "that pit",
            "this pit",
            "last",
            "destination",
            "target",
        ],
        &["here"],
    ),
    ask(
        &["start", "first pit", "start pit", "starting pit", "source pit", "chosen pit"],
        &["origin", "lap origin"],
        "",
    ),
    fix(&["across", "facing", "opposing pit", "other side"], &["opposite"]),
    fix(&["adjacent", "neighbour", "neighbours", "neighbor", "neighbors", "next to"], &["beside"]),
    fix(&["following", "subsequent", "ahead"], &["next"]),
    fix(&["preceding", "prior", "prev"], &["previous"]),
    ask(&["all", "board", "all pits", "everywhere"], &["pits", "everything"], ""),
    // Conditions and patterns.
    fix(&["contains", "contain", "containing", "has", "have", "having"], &["holds"]),
    fix(&["contained", "had"], &["held"]),
    fix(&["are"], &["is", "hold"]),
    fix(&["were"], &["was", "held"]),
    fix(&["is empty", "are empty", "empty", "vacant"], &["holds nothing", "nothing"]),
    fix(&["was empty", "were empty"], &["held nothing"]),
    fix(&["zero", "none", "0 seeds"], &["nothing"]),
    fix(&["is occupied", "is not empty", "not empty", "nonempty", "occupied"], &["holds seeds", "seeds"]),
    fix(&["was occupied", "was not empty"], &["held seeds"]),
    fix(&["singleton", "single", "lone"], &["1"]),
    fix(&["exactly", "equals", "equal to", "==", "="], &["is", "holds", ""]),
    fix(&[":"], &["", "is"]),
    fix(&["same as", "equal number as"], &["as many as"]),
    ask(&["multiple of", "divisible by"], &[], "patterns know `even` and `odd` only"),
    fix(&["one"], &["1"]),
    fix(&["two"], &["2"]),
    fix(&["three"], &["3"]),
    fix(&["four"], &["4"]),
    fix(&["five"], &["5"]),
    fix(&["six"], &["6"]),
    fix(&["seven"], &["7"]),
    fix(&["eight"], &["8"]),
    fix(&["nine"], &["9"]),
    fix(&["ten"], &["10"]),
    fix(&["eleven"], &["11"]),
    fix(&["twelve"], &["12"]),
    ask(&["majority"], &["half of total"], ""),
    fix(&["size of", "amount of", "number of seeds in", "how many in"], &["seeds in"]),
    fix(&["number of", "size", "amount"], &["count of", "seeds in"]),
    fix(&["index of", "position of", "pit number of"], &["column of"]),
    fix(&["if", "whenever", "once", "provided", "where", "while"], &["when"]),
    fix(&["when", "such that", "which", "that", "with"], &["where"]),
    fix(&["unless"], &["when not"]),
    fix(&["&&", "&", "plus", ",", "+"], &["and"]),
    fix(&["||", "|"], &["or"]),
    fix(&["!"], &["not"]),
    fix(&["and", "&&", "&", "+"], &[","]),
    fix(&["-", "to", "through", "\u{2013}", "\u{2014}", "\u{2026}", "...", "until"], &[".."]),
    fix(&["!=", "<>", "isn't", "doesn't hold"], &["is not", "holds not", "not"]),
    fix(&["*", "\u{d7}", "x", "times"], &["*"]),
    // Moments.
    fix(&["during", "sowing", "each drop", "every seed", "mid-sow", "passing", "in passing"], &["on the way"]),
    fix(&["last seed", "on landing", "end of lap", "after sowing"], &["landing"]),
    fix(&["after capture", "captures", "captured"], &["on capture"]),
    fix(&["afterwards", "end of turn", "finally", "after"], &["after move"]),
    fix(&["no moves", "no seeds", "cannot move", "blocked", "immobile", "stalemate"], &["stuck"]),
    fix(&["game over", "game ends", "finish", "ending", "goal", "winning", "gameover"], &["end"]),
    fix(&["infinite", "loop", "never-ending", "perpetual", "endless loop"], &["endless"]),
    // Statements.
    ask(&["feed", "must feed", "must share", "starve"], &["require opponent pits hold seeds"], ""),
    ask(&["compulsory", "forced", "obligatory", "mandatory", "required", "must", "prefer"], &["require"], ""),
    fix(&["can", "could", "optional", "optionally", "allowed to"], &["may"]),
    ask(&["forbidden", "not allowed", "cannot"], &["illegal"], ""),
    fix(&["tie", "tied", "remis", "drawn"], &["draw"]),
    fix(&["defeat", "loses", "resign"], &["lose"]),
    fix(&["wins", "winner", "victory"], &["win"]),
    fix(&["annul", "cancel", "abandon"], &["void"]),
    fix(&["most wins", "count up", "tally", "points", "score", "compare"], &["most seeds wins"]),
    ask(&["split", "divide", "share out", "remaining"], &["capture pits for owners"], ""),
    fix(&["setup", "start", "initial", "begin", "fill", "place"], &["seeds"]),
    fix(&["size", "pits", "layout"], &["board"]),
    fix(&["game", "rules", "ruleset", "name", "title"], &["variant"]),
    fix(&["parameter", "setting", "config", "choice", "variation", "param"], &["option"]),
    fix(&["let", "const", "var", "macro", "function", "def"], &["define"]),
    fix(&["like", "from", "inherits", "includes"], &["extends"]),
    fix(&["test", "check", "case", "assert"], &["example"]),
    fix(&["author", "designer", "reference", "url"], &["source"]),
    fix(&["alias", "aka"], &["also"]),
    fix(&["description", "summary"], &["about"]),
    fix(&["goto", "go to"], &["repeat from"]),
    fix(&["by"], &["of"]),
    ask(&["repeated", "threefold", "same position"], &["repetition"], ""),
    ask(&["round"], &["lap"], "a move, a turn or a lap; games of several rounds cannot be said"),
];

/// The rows for what was typed, in lower case and with single blanks.
pub fn find(typed: &str) -> impl Iterator<Item = &'static Row> {
    ROWS.iter().filter(move |row| row.typed.contains(&typed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::words;

    #[test]
    fn every_meaning_is_made_of_words_of_the_language() {
        for meant in ROWS.iter().flat_map(|row| row.meant) {
            for word in meant.split(' ').filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic())) {
                assert!(words::is_reserved(word), "{word}");
            }
        }
    }

    #[test]
    fn nothing_is_typed_that_means_itself() {
        for row in ROWS {
            assert!(!row.typed.is_empty() && (!row.meant.is_empty() || !row.note.is_empty()));
            let same = row.typed.iter().find(|typed| row.meant.contains(typed) && **typed != "*");
            assert_eq!(same, None);
        }
    }
}
