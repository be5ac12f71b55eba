//! The closed table of the words of the language: none of them can be a name. The grammar, the messages, did-you-mean
//! and `explain` all read it; a test holds it equal to the keywords of `grammar/variant.pest`.

use super::Rule;

/// What a word is for, at the place where it matters most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WordKind {
    /// Begins a statement of a variant.
    Statement,
    /// Names a moment whose rules stand in braces.
    Moment,
    /// Begins an action or a rule.
    Action,
    /// Begins a line of `sow`.
    Direction,
    /// A pit or a set of pits.
    Place,
    /// A player, or whose.
    Player,
    /// A number.
    Number,
    /// Belongs to a condition.
    Condition,
    /// Belongs to a pattern.
    Pattern,
    /// A part of a fixed phrase.
    Part,
    /// A small word that joins; it cannot be an option's value either.
    Joiner,
}

/// A word of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub text: &'static str,
    /// What it is for.
    pub kind: WordKind,
    /// What it means, in one line.
    pub about: &'static str,
    /// Its rule in the grammar.
    pub(super) rule: Rule,
}

/// Makes the table from one list.
macro_rules! words {
    ($($rule:ident $text:literal $kind:ident $about:literal)*) => {
        /// Every word of the language.
        pub const WORDS: &[Word] = &[
            $(Word { text: $text, kind: WordKind::$kind, about: $about, rule: Rule::$rule },)*
        ];
    };
}

words! {
    kw_about         "about"         Statement  "one sentence about the game"
    kw_source        "source"        Statement  "where the rules come from"
    kw_also          "also"          Statement  "other names of the game"
    kw_region        "region"        Statement  "where the game is played"
    kw_note          "note"          Statement  "what else a reader should know"
    kw_option        "option"        Statement  "something that can be chosen before a game, with its values"
    kw_board         "board"         Statement  "the rows, the pits in a row, and whether there are stores"
    kw_names         "names"         Statement  "the names of the pits, in the order that numbers them"
    kw_seeds         "seeds"         Statement  "the seeds at the start; after `holds`, one seed or more; `seeds in SET`, how many lie there"
    kw_mark          "mark"          Statement  "a kind of mark that pits can bear; in a rule, puts one on a pit"
    kw_counter       "counter"       Statement  "a number that rules can set, add to and ask for"
    kw_define        "define"        Statement  "a name for a number, a set of pits or a condition"
    kw_phase         "phase"         Statement  "a part of the game with rules of its own"
    kw_play          "play"          Statement  "the pits that a move may begin in"
    kw_require       "require"       Statement  "what must hold after a move"
    kw_lift          "lift"          Statement  "how many seeds of the origin stay in it"
    kw_sow           "sow"           Statement  "the directions of sowing and what is left out; `sow from PIT` sows the hand on"
    kw_example       "example"       Statement  "a position, moves and what must come of them"
    kw_variant       "variant"       Statement  "a game's rules, under its name"
    kw_extends       "extends"       Joiner     "names the variant whose statements are taken over"
    kw_landing       "landing"       Moment     "the last seed of a lap has fallen"
    kw_stuck         "stuck"         Moment     "the player to move has no legal move"
    kw_end           "end"           Moment     "a move is over; is the game?"
    kw_endless       "endless"       Moment     "the laps of a move repeat or pass their limit"
    kw_capture       "capture"       Action     "puts the seeds of a set into a bank"
    kw_relay         "relay"         Action     "lifts the pit where the lap ended and sows on"
    kw_again         "again"         Action     "the mover makes another move"
    kw_stop          "stop"          Action     "the move is over"
    kw_pass          "pass"          Action     "the turn is over"
    kw_reverse       "reverse"       Action     "the coming lap goes the other way"
    kw_illegal       "illegal"       Action     "a move that comes to this rule may not be made"
    kw_repeat        "repeat"        Action     "`repeat from PIT` tries this rule again from there"
    kw_move          "move"          Action     "`move N from PIT to PIT` moves seeds without sowing; `move is NAME` asks for the kind of move"
    kw_unmark        "unmark"        Action     "takes a mark from a pit"
    kw_set           "set"           Action     "gives a counter a value"
    kw_add           "add"           Action     "adds to a counter"
    kw_undo          "undo"          Action     "`undo captures` puts this move's captures back"
    kw_remove        "remove"        Action     "takes seeds out of the game"
    kw_win           "win"           Action     "the mover wins"
    kw_lose          "lose"          Action     "the opponent wins"
    kw_draw          "draw"          Action     "nobody wins"
    kw_void          "void"          Action     "the game does not count"
    kw_most          "most"          Action     "`most seeds wins` compares the banks"
    kw_fewest        "fewest"        Action     "`fewest seeds wins` compares the banks"
    kw_may           "may"           Action     "the player decides whether the rule is carried out"
    kw_anticlockwise "anticlockwise" Direction  "sowing anticlockwise, seen from above"
    kw_clockwise     "clockwise"     Direction  "sowing clockwise, seen from above"
    kw_skip          "skip"          Direction  "pits that sowing leaves out"
    kw_include       "include"       Direction  "stores that are sown into"
    kw_origin        "origin"        Place      "the pit that the move began in; `lap origin`, the one that the lap began in"
    kw_here          "here"          Place      "the pit in which the latest seed fell"
    kw_it            "it"            Place      "the pit being tested in a `where` or `while`"
    kw_next          "next"          Place      "the pit after `here`, or `of PIT`"
    kw_previous      "previous"      Place      "the pit before `here`, or `of PIT`"
    kw_opposite      "opposite"      Place      "the nearest pit across from `here`, or `of PIT`"
    kw_behind        "behind"        Place      "the outer pit behind an inner one"
    kw_beside        "beside"        Place      "the left and right neighbours in the row"
    kw_first         "first"         Place      "`first after PIT where COND`, the first pit along the track that fits; `lap is first`"
    kw_run           "run"           Place      "`run back from PIT while COND`, neighbours along the track"
    kw_back          "back"          Place      "against the direction"
    kw_pits          "pits"          Place      "pits of both sides, or of one"
    kw_pit           "pit"           Place      "one pit, by its number from its owner's left"
    kw_columns       "columns"       Place      "columns of a side, all rows"
    kw_column        "column"        Place      "a column of a side; `column of PIT`, its number"
    kw_store         "store"         Place      "the store of a player"
    kw_stores        "stores"        Place      "both stores"
    kw_bank          "bank"          Place      "where a player's captures go"
    kw_everything    "everything"    Place      "all seeds in play, the hand included"
    kw_inner         "inner"         Place      "of the row near the middle"
    kw_outer         "outer"         Place      "of the row near the player"
    kw_own           "own"           Player     "of the mover"
    kw_opponent      "opponent"      Player     "of the player who does not move; that player"
    kw_mover         "mover"         Player     "the player who moves"
    kw_captor        "captor"        Player     "who got the seeds of the capture"
    kw_owners        "owners"        Player     "of each pit, the player on whose side it lies"
    kw_owner         "owner"         Player     "`its owner`, the player on whose side the pit lies"
    kw_keepers       "keepers"       Player     "of each pit, the player whose mark it bears"
    kw_keeper        "keeper"        Player     "`its keeper`, the player whose mark the pit bears"
    kw_south         "south"         Player     "the player below, who begins"
    kw_north         "north"         Player     "the player above"
    kw_total         "total"         Number     "all seeds of the game"
    kw_hand          "hand"          Number     "the seeds lifted and not yet sown"
    kw_lifted        "lifted"        Number     "the size of the current lap's handful"
    kw_lap           "lap"           Number     "the number of the current lap"
    kw_laps          "laps"          Number     "laps"
    kw_moves         "moves"         Number     "`moves by mover`, so many moves a player has made"
    kw_captured      "captured"      Number     "the seeds captured in this move"
    kw_capturing     "capturing"     Number     "`capturing moves by mover`, moves in which a capture gave that player seeds"
    kw_turns         "turns"         Number     "`turns since capture`, moves of both since seeds were captured"
    kw_repetition    "repetition"    Number     "how often this position has stood"
    kw_count         "count"         Number     "`count of SET`, how many pits it has"
    kw_half          "half"          Number     "`half of N`, rounded down"
    kw_this          "this"          Number     "`captured this lap`"
    kw_since         "since"         Number     "`turns since capture`"
    kw_direction     "direction"     Condition  "the direction of the lap"
    kw_reached       "reached"       Condition  "`reached SET`, this move dropped a seed there"
    kw_every         "every"         Condition  "each pit of a set"
    kw_any           "any"           Condition  "at least one pit of a set"
    kw_hold          "hold"          Condition  "the seeds in a set, together"
    kw_holding       "holding"       Condition  "the seeds in a set, together"
    kw_resown        "resown"        Condition  "a lap of captured seeds"
    kw_more          "more"          Pattern    "`more than N`"
    kw_fewer         "fewer"         Pattern    "`fewer than N`"
    kw_than          "than"          Pattern    "`more than N`, `fewer than N`"
    kw_many          "many"          Pattern    "`as many as SET`"
    kw_even          "even"          Pattern    "2, 4, 6 and so on"
    kw_odd           "odd"           Pattern    "1, 3, 5 and so on"
    kw_nothing       "nothing"       Pattern    "no seed"
    kw_rows          "rows"          Part       "rows of the board"
    kw_row           "row"           Part       "a row of the board"
    kw_on            "on"            Part       "`stores on left`, `on the way`, `on capture`, `run on`"
    kw_left          "left"          Part       "the left end of the owner's row"
    kw_right         "right"         Part       "the right end of the owner's row"
    kw_each          "each"          Part       "for each player, or at each lap"
    kw_one           "one"           Part       "`one each`, one mark for each player"
    kw_captures      "captures"      Part       "`holds captures`, `undo captures`"
    kw_number        "number"        Part       "a definition of a number"
    kw_condition     "condition"     Part       "a definition of a condition"
    kw_all           "all"           Part       "`lift all but N`, `move all from PIT`"
    kw_but           "but"           Part       "`lift all but N`"
    kw_possible      "possible"      Part       "`if possible`, only if some move can"
    kw_the           "the"           Part       "`on the way`"
    kw_way           "way"           Part       "`on the way`, with each seed but the last"
    kw_before        "before"        Part       "`before sowing`; `2 before PIT`, against the direction"
    kw_sowing        "sowing"        Part       "`before sowing`, when the hand is full"
    kw_after         "after"         Part       "`after move`; `2 after PIT`, along the direction"
    kw_continue      "continue"      Part       "`then continue` goes on to the next rule"
    kw_its           "its"           Part       "`its owner`, `its keeper`"
    kw_wins          "wins"          Part       "`most seeds wins`"
    kw_position      "position"      Part       "the position that an example begins with"
    kw_expect        "expect"        Part       "the position that an example ends with"
    kw_legal         "legal"         Part       "the legal moves of an example's last position"
    kw_and           "and"           Joiner     "both conditions hold"
    kw_or            "or"            Joiner     "one of the conditions holds, or one of the numbers"
    kw_not           "not"           Joiner     "the condition does not hold"
    kw_in            "in"            Joiner     "lies in a set"
    kw_is            "is"            Joiner     "a number or a value is"
    kw_was           "was"           Joiner     "was before"
    kw_holds         "holds"         Joiner     "the seeds in a set, together"
    kw_held          "held"          Joiner     "what lay there before the last seed fell, or before the move"
    kw_when          "when"          Joiner     "under this condition"
    kw_where         "where"         Joiner     "only the pits for which this holds"
    kw_while         "while"         Joiner     "as long as this holds"
    kw_only          "only"          Joiner     "`only if`, tested after the lap"
    kw_if            "if"            Joiner     "`only if`, `if possible`"
    kw_then          "then"          Joiner     "and next"
    kw_otherwise     "otherwise"     Joiner     "if the condition before does not hold"
    kw_for           "for"           Joiner     "to whom captured seeds go"
    kw_from          "from"          Joiner     "out of which pit"
    kw_to            "to"            Joiner     "into which pit"
    kw_into          "into"          Joiner     "`into hand`"
    kw_of            "of"            Joiner     "belonging to"
    kw_by            "by"            Joiner     "by which player"
    kw_as            "as"            Joiner     "under which name"
    kw_with          "with"          Joiner     "`with stores`"
    kw_at            "at"            Joiner     "where marks stand from the start"
    kw_except        "except"        Joiner     "but not these pits"
    kw_until         "until"         Joiner     "when a phase ends"
    kw_worth         "worth"         Joiner     "how many points an ending is worth"
}

/// The word with this text.
pub fn find(text: &str) -> Option<&'static Word> {
    WORDS.iter().find(|word| word.text == text)
}

/// Whether a text is a word of the language, so that it cannot be a name.
pub fn is_reserved(text: &str) -> bool {
    find(text).is_some()
}

/// The word that a rule of the grammar stands for.
pub(super) fn of_rule(rule: Rule) -> Option<&'static Word> {
    WORDS.iter().find(|word| word.rule == rule)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const GRAMMAR: &str = include_str!("../../grammar/variant.pest");

    /// The words in quotes in the body of a rule, each after all that begin with it.
    fn named_in(rule: &str) -> BTreeSet<&'static str> {
        let start = GRAMMAR.find(&format!("\n{rule} = ")).unwrap();
        let body = &GRAMMAR[start..][..GRAMMAR[start..].find(" ~ !word_char").unwrap()];
        let words: Vec<&str> = body.split('"').skip(1).step_by(2).collect();
        for (index, word) in words.iter().enumerate() {
            let hidden = words[..index].iter().find(|before| word.starts_with(**before));
            assert_eq!(hidden, None, "{word} can never be matched");
        }
        words.into_iter().collect()
    }

    #[test]
    fn the_table_holds_the_keywords_of_the_grammar() {
        let defined: BTreeSet<&str> = GRAMMAR
            .lines()
            .filter_map(|line| line.strip_prefix("kw_"))
            .map(|line| {
                let name = line.split(' ').next().unwrap();
                assert!(line.contains(&format!("\"{name}\" ~ !word_char")), "{line}");
                name
            })
            .collect();
        let listed: BTreeSet<&str> = WORDS.iter().map(|word| word.text).collect();
        assert_eq!(listed.len(), WORDS.len());
        assert_eq!(listed, defined);
        assert_eq!(listed, named_in("reserved"));
        let joining = WORDS.iter().filter(|word| word.kind == WordKind::Joiner).map(|word| word.text).collect();
        assert_eq!(named_in("joining"), joining);
    }

    #[test]
    fn every_word_is_used_in_the_grammar() {
        let rules = GRAMMAR.split("// The closed table of words").next().unwrap();
        for word in WORDS {
            let used = rules
                .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .any(|w| w.strip_prefix("kw_") == Some(word.text));
            assert!(used, "{} is in the table, but nothing in the grammar uses it", word.text);
        }
    }
}
