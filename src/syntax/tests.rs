//! The grammar on the library and on every form of the manual.

use super::*;
use crate::syntax::tree::*;

fn tree(text: &str) -> tree::File {
    let parsed = parse(&Source::new("test", text));
    assert!(parsed.diagnostics.is_empty(), "{text}\n{:#?}", parsed.diagnostics);
    parsed.file.unwrap()
}

#[test]
fn the_library_parses() {
    for entry in std::fs::read_dir("variants").unwrap() {
        let path = entry.unwrap().path();
        let file = tree(&std::fs::read_to_string(&path).unwrap());
        assert!(file.variant.items.len() > 5, "{}", path.display());
    }
}

/// Every form of the manual's sections on sets, numbers, patterns, conditions, actions and sections.
#[test]
fn every_form_parses() {
    for (before, forms, after) in [
        ("capture ", SETS, ""),
        ("again when ", CONDITIONS, ""),
        ("again when total is ", NUMBERS, ""),
        ("set tally to ", NUMBERS, " when lap is first"),
        ("again when here holds ", PATTERNS, " and lap is first"),
        ("", RULES, ""),
    ] {
        for form in forms.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let text = format!("variant \"T\" {{ landing {{ {before}{form}{after} stop }} }}");
            let file = tree(&text);
            let ItemKind::Moment { rules, .. } = &file.variant.items[0].kind else { panic!("{text}") };
            assert_eq!(rules.len(), 2, "{text}\n{rules:#?}");
        }
    }
    for item in ITEMS.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let file = tree(&format!("variant \"T\" {{ {item}\n stuck {{ pass }} }}"));
        assert_eq!(file.variant.items.len(), 2, "{item}");
    }
}

const SETS: &str = "
    pits
    own pits
    own pit 3
    opponent pits 1..5
    own pits 1..width
    own pits (width - 1)..width
    own inner pits
    own outer pits 1..2
    inner pits
    own columns 1..2
    own column 3
    own store
    stores
    own bank
    accumulators
    own accumulator
    origin
    lap origin
    here
    next
    next of origin
    previous of next of origin
    2 after here
    width before lap origin
    first before here where it holds seeds
    first after origin where it in own pits and it holds 2+
    opposite
    opposite of next
    behind opposite
    behind opposite of origin
    behind here
    beside here
    run back from here while it in opponent pits and it holds 2 or 3
    run on from next while it holds seeds
    here, opposite
    pits except accumulators
    own pits where it holds 2+
    (here, equals) where it in opponent pits and it is not protected
    everything
    hand, here
";

const NUMBERS: &str = "
    12
    width
    seeds in own pits
    seeds in (here, opposite)
    seeds in play
    total
    hand
    lifted
    lap
    moves by mover
    moves by opponent
    captured
    captured by mover
    captured this lap
    capturing moves by opponent
    turns since capture
    repetition
    column of here
    count of own tuzdik
    count of (own pits where it holds 2+)
    half of total + 1
    lifted - 1
    lifted * 2 + seeds in here / 3
    (lifted + 1) * 2
";

const PATTERNS: &str = "
    4
    2 or 3
    1..3 or 5+
    3+
    quiet+
    more than 3
    fewer than lifted
    even
    odd
    nothing
    seeds
    as many as opposite
    as many as (here, opposite)
    lifted + 1
    not 3
    not even
    1..width
";

const CONDITIONS: &str = "
    own pits hold nothing or opponent pits hold nothing
    (here, opposite) holding 3
    here held seeds
    every own pit holds 1+
    any opponent pit holds 2 or 3
    every (own pits except tuzdiks) holds nothing
    lap is 3
    here in own pits
    here not in (accumulators, stores)
    not here in accumulators
    parity is pit
    own_match is opposite
    no_seeds is end and lap is first
    direction is clockwise
    direction was anticlockwise
    lap is relay or lap is resown
    reached opponent pits
    captured from own pits
    captured from every opponent pit
    mover is south
    opponent is stuck
    move is take
    protected
    it is not protected
    not (lap is first and here in own pits) and lap is 2+
    column of here is not column of opponent tuzdik
    here holds 2 or 3 or lap is first
    here holds lifted or count of equals is 1+
    total is 2 or 3 after here holds nothing
";

const RULES: &str = "
    capture here for mover
    capture here for opponent
    capture here for captor
    capture pits for owners
    capture pits for keepers
    capture here for its owner
    capture here for its keeper
    capture 2 from own pits for opponent when lap is first
    capture half of seeds in here from here
    capture opposite, behind opposite into hand then sow from lap origin
    relay
    relay from opposite when lap is first
    sow from first after here where it holds seeds
    again
    pass \"a title\"
    reverse then relay
    illegal when here in own store
    may capture here then relay
    capture here then continue
    capture here then repeat from next when here holds 2
    move 2 from here to own store
    move all from hand to next of origin
    mark here as own tuzdik then capture here
    mark here as well
    unmark here as well
    set tally to 3
    set own tally to tally + 1
    add 1 to opponent tally
    undo captures
    remove own pits where it holds 1
    win
    win worth 2
    win \"title\" worth total - 1 when lap is first only if captured is 1+
    win for opponent
    lose
    draw
    void
    most seeds wins
    fewest seeds wins
";

const ITEMS: &str = r#"
    about "a"
    also "a", "b"
    option a "what": b | captor | end
    option a: 100 in 20..1000
    option a = end
    option a = 3
    board 4 rows of width
    board 2 rows of 6 with stores
    board 2 rows of 6 with stores on left
    names S1..S6, N1..N6
    names a..h i..p, A..H I..P x
    seeds seeds_each in every pit
    seeds 2 in every inner pit 5..8 when setup is two
    seeds 1 in south pit 1
    seeds 1 in north outer pits 1..2
    seeds 3 in south store
    seeds each inner row 4 4 4 4 4 9 3 0
    seeds south row 1 2 3
    mark tuzdik
    mark tuzdik, one each, holds captures
    mark well at every pit 4
    mark well at south pit 4, north pit 2, one each
    counter tally = 0
    counter tally each = 3
    define number a = lifted when parity is beans otherwise column of origin
    define pits a = (beside here, opposite) where it holds as many as here
    define condition a = it holds 7
    phase opening until lap is first { play own pits sow { anticlockwise } landing { stop } }
    play own pits where it holds 2+
    play own pits as take { capture origin then pass } when lap is first
    require opponent pits hold seeds if possible when opponent pits held nothing
    lift all but 1 when origin holds 2+
    sow each lap { anticlockwise when lap is first only if captured is 1+ skip own pits where it holds 2 include own store when hand is 1 }
    on the way { capture here }
    on the way, landing { capture here }
    before sowing { mark here as well }
    on capture { again }
    after move { undo captures }
    stuck { pass }
    end { draw }
    endless { void }
    endless after 1000 laps { illegal }
    example "a" { option setup = two position "x" play "S1 N2" expect "y" legal "S1" }
"#;
