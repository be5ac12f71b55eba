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
    fix(&["score house", "big pit", "collection pit", "scoring pit"], &["store"]),
    ask(&["captured seeds"], &["store", "own store"], "captured seeds go to a player's store"),
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
    fix(&["side", "territory", "camp", "area", "half"], &["pits"]),
    fix(&["front row", "first row", "inside row"], &["inner pits"]),
    fix(&["back row", "second row", "rear row", "outside row"], &["outer pits"]),
    fix(&["front", "inside"], &["inner"]),
    fix(&["rear", "outside"], &["outer"]),
    // Players.
    fix(
        &["opponents", "enemy", "other", "rival", "his", "their", "foe", "opp", "opposing", "other player"],
        &["opponent"],
    ),
    fix(&["my", "mine", "your", "self", "owns"], &["own"]),
    fix(&["player", "me", "sower", "current player", "active player"], &["mover", "own"]),
    fix(&["lower", "bottom", "white", "player 1", "first player"], &["south"]),
    fix(&["upper", "top", "black", "player 2", "second player"], &["north"]),
    ask(
        &["lower", "bottom", "white", "player 1", "first player", "upper", "top", "black", "player 2", "second player"],
        &["own", "opponent"],
        "rules are the same for both players: they are seen from the one who moves",
    ),
    // Sowing and moves.
    fix(&["distribute", "spread", "deposit", "drop", "place", "put", "seed"], &["sow"]),
    fix(&["pick up", "take up", "scoop", "gather", "grab", "empty"], &["lift"]),
    ask(&["harvest"], &["lift", "capture"], ""),
    ask(&["leave one", "first seed in origin", "start in same pit"], &["lift all but 1"], ""),
    ask(
        &["give", "gift"],
        &[],
        "seeds go to the other player with `capture PIT for opponent`, to a pit with `move N from PIT to PIT`",
    ),
    fix(&["take", "eat", "claim", "seize", "steal", "kill", "bag", "captures"], &["capture"]),
    ask(
        &["collect", "sweep"],
        &["capture"],
        "to give each player the seeds of the own side: `capture pits for owners`",
    ),
    fix(
        &[
            "multilap",
            "multi-lap",
            "lapping",
            "continue",
            "keep sowing",
            "carry on",
            "sow on",
            "sow again",
            "pick up again",
        ],
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
    fix(&["turn round", "change direction", "bounce", "opposite direction"], &["reverse"]),
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
        &["right", "to the right", "left to right", "rightwards"],
        &["anticlockwise"],
        "seen from above, who sows to the right goes anticlockwise",
    ),
    ask(
        &["left", "to the left", "right to left", "leftwards"],
        &["clockwise"],
        "seen from above, who sows to the left goes clockwise",
    ),
    ask(&["forward", "forwards"], &["anticlockwise", "next"], ""),
    ask(&["backward", "backwards"], &["clockwise", "previous"], ""),
    ask(
        &["both", "either", "any direction", "chosen", "choose", "choice", "free"],
        &[],
        "write both directions, one under the other: `anticlockwise` and `clockwise`",
    ),
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
        &["start", "first pit", "start pit", "starting pit", "source pit", "chosen pit", "from pit", "played pit"],
        &["origin", "lap origin"],
        "",
    ),
    fix(&["across", "facing", "opposing pit", "other side", "mirror", "front"], &["opposite"]),
    fix(&["back of"], &["behind", "behind here"]),
    fix(&["outer opposite"], &["behind opposite"]),
    fix(&["left and right", "side by side"], &["beside here"]),
    fix(&["adjacent", "neighbour", "neighbours", "neighbor", "neighbors", "next to"], &["beside", "beside here"]),
    fix(&["following", "subsequent", "ahead"], &["next"]),
    fix(&["preceding", "prior", "prev", "before"], &["previous"]),
    ask(&["all", "board", "all pits", "everywhere"], &["pits", "everything"], ""),
    fix(&["end pit"], &["store"]),
    // Conditions and patterns.
    fix(&["contains", "contain", "containing", "has", "have", "having", "with"], &["holds"]),
    fix(&["contained", "had"], &["held"]),
    fix(&["are"], &["is", "hold"]),
    fix(&["were"], &["was", "held"]),
    fix(&["is empty", "are empty", "is vacant", "empty", "vacant"], &["holds nothing", "nothing"]),
    fix(&["was empty", "were empty", "was vacant", "holds was empty"], &["held nothing"]),
    fix(&["zero", "none", "no seeds", "no seed", "0 seeds"], &["nothing"]),
    fix(&["is occupied", "is not empty", "not empty", "nonempty", "occupied", "filled"], &["holds seeds", "seeds"]),
    fix(&["some seeds", "any seeds"], &["seeds"]),
    fix(&["was occupied", "was not empty"], &["held seeds"]),
    fix(&["opposite pit", "the opposite pit", "pit opposite", "the pit opposite"], &["opposite"]),
    fix(&["into own store", "to own store", "into my store", "into store", "to store"], &["", "for mover"]),
    fix(&["singleton", "single", "lone"], &["1"]),
    fix(&["exactly", "equals", "equal to", "==", "="], &["is", "holds", ""]),
    fix(&[":"], &["", "is"]),
    fix(&["same as", "equal number as", "equal number"], &["as many as"]),
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
    ask(&["majority", "more than half"], &["more than half of total"], ""),
    fix(&["size of", "amount of", "number of seeds in", "how many in", "how many of"], &["seeds in"]),
    fix(&["number of", "size", "amount"], &["count of", "seeds in"]),
    fix(&["index of", "position of", "pit number of", "column"], &["column of"]),
    fix(&["index", "pit number"], &["column of here"]),
    fix(&["if", "whenever", "once", "provided", "where", "while", "as"], &["when"]),
    fix(&["when", "such that", "which", "that", "with"], &["where"]),
    fix(&["unless", "except when"], &["when not"]),
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
    fix(&["sowing", "round trip", "hop"], &["lap"]),
    fix(&["infinite", "loop", "never-ending", "perpetual", "endless loop"], &["endless"]),
    // Statements.
    ask(&["feed", "must feed", "must share", "starve"], &["require opponent pits hold seeds"], ""),
    ask(&["compulsory", "forced", "obligatory", "mandatory", "required", "must", "prefer"], &["require"], ""),
    fix(&["can", "could", "optional", "optionally", "allowed to"], &["may"]),
    ask(&["forbidden", "not allowed", "cannot"], &["illegal", "require not"], ""),
    ask(&["illegal"], &["require not"], ""),
    fix(&["tie", "tied", "remis", "drawn", "equal"], &["draw"]),
    fix(&["defeat", "loses", "resign"], &["lose"]),
    fix(&["wins", "winner", "victory"], &["win"]),
    fix(&["annul", "cancel", "abandon", "no result", "nobody wins"], &["void"]),
    fix(&["most wins", "count up", "tally", "points", "score", "compare", "count", "most seeds"], &["most seeds wins"]),
    ask(&["split", "divide", "share out", "remaining", "each his own"], &["capture pits for owners"], ""),
    fix(&["setup", "start", "initial", "begin", "fill", "place"], &["seeds"]),
    fix(&["size", "pits", "layout"], &["board"]),
    fix(&["game", "rules", "ruleset", "name", "title"], &["variant"]),
    fix(&["parameter", "setting", "config", "choice", "variation", "param"], &["option"]),
    fix(&["let", "const", "var", "macro", "function", "def"], &["define"]),
    fix(&["like", "based on", "from", "inherits", "includes"], &["extends"]),
    fix(&["test", "check", "case", "assert"], &["example"]),
    fix(&["author", "designer", "by", "reference", "url"], &["source"]),
    fix(&["alias", "aka", "other names"], &["also"]),
    fix(&["description", "summary"], &["about"]),
    fix(&["goto", "go to"], &["repeat from"]),
    fix(&["by"], &["of"]),
    ask(&["repeat", "repeated", "threefold", "same position"], &["repetition"], ""),
    ask(&["quiet", "no capture for", "moves without capture", "turns without capture"], &["turns since capture"], ""),
    ask(
        &["grand slam"],
        &[],
        "to give back a capture that takes all: `after move { undo captures when opponent pits hold nothing }`",
    ),
    ask(
        &["cross capture", "crosswise", "mirror capture", "crow capture"],
        &[],
        "write `capture opposite, here when here in own pits and here held nothing and opposite holds seeds`",
    ),
    ask(&["special pit", "marked pit"], &[], "a special pit bears a mark: `mark NAME, one each`"),
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
