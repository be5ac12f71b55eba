//! Moves as text: the kind, the pit, and one character for each decision that is one.

use crate::engine::Move;
use crate::rules::Rules;
use crate::source::Span;

use super::{ReadError, listed};

/// The text of each move of a list of legal moves. Only those decisions are written at which two choices lead to moves of
/// the list.
pub fn write_moves(rules: &Rules, legal: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = legal.iter().map(|choice| stem(rules, *choice)).collect();
    let mut from = 0;
    for group in legal.chunk_by(|a, b| (a.pit, a.kind) == (b.pit, b.kind)) {
        let mut decisions = vec![String::new(); group.len()];
        write_decisions(group, &mut decisions, 0);
        for (text, decisions) in texts[from..].iter_mut().zip(decisions) {
            text.push_str(&decisions);
        }
        from += group.len();
    }
    texts
}

/// Writes decision `at` and the later ones of moves that agree in all decisions before it.
fn write_decisions(moves: &[Move], texts: &mut [String], at: u8) {
    if moves.first().is_none_or(|first| at >= first.decisions) {
        return;
    }
    let split = moves.partition_point(|choice| choice.answers >> at & 1 == 0);
    if split > 0 && split < moves.len() {
        for (choice, text) in moves.iter().zip(texts.iter_mut()) {
            text.push(letter(*choice, at));
        }
    }
    let (first, second) = texts.split_at_mut(split);
    write_decisions(&moves[..split], first, at + 1);
    write_decisions(&moves[split..], second, at + 1);
}

/// The text of a move with every decision that it meets.
pub fn write_move_in_full(rules: &Rules, choice: Move) -> String {
    stem(rules, choice) + &(0..choice.decisions).map(|at| letter(choice, at)).collect::<String>()
}

/// The kind, if it has a name, and the pit.
fn stem(rules: &Rules, choice: Move) -> String {
    if choice.is_pass() {
        return "pass".to_owned();
    }
    let pit = rules.board.name(choice.pit);
    match rules.moves.get(choice.kind as usize).and_then(Option::as_ref) {
        Some(kind) => format!("{kind} {pit}"),
        None => pit.to_owned(),
    }
}

/// `+` or `-` for a direction, `y` or `n` for a `may`.
fn letter(choice: Move, at: u8) -> char {
    match (choice.about >> at & 1 == 1, choice.answers >> at & 1 == 1) {
        (false, false) => '+',
        (false, true) => '-',
        (true, false) => 'y',
        (true, true) => 'n',
    }
}

/// Reads one of the legal moves, in upper or lower case where that is not ambiguous, with or without the decisions that
/// only one choice leaves open. The text as [`write_moves`] writes it comes first.
///
/// # Errors
/// The text names no legal move, or several.
pub fn read_move(rules: &Rules, legal: &[Move], text: &str) -> Result<Move, ReadError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let wanted = words.join(" ");
    let texts = write_moves(rules, legal);
    let full: Vec<String> = legal.iter().map(|choice| write_move_in_full(rules, *choice)).collect();
    let span = Span::new(0, text.len());
    let small = wanted.to_lowercase();
    for exactly in [true, false] {
        for written in [&texts, &full] {
            let fits = |text: &String| if exactly { *text == wanted } else { text.to_lowercase() == small };
            let found: Vec<usize> = (0..written.len()).filter(|at| fits(&written[*at])).collect();
            match found.as_slice() {
                [] => {}
                [one] => return Ok(legal[*one]),
                several => {
                    let names: Vec<&String> = several.iter().map(|at| &texts[*at]).collect();
                    let message = format!("`{wanted}` can be {}", listed(&names));
                    return Err(ReadError::new(span, message).help("write it in the case in which it is listed"));
                }
            }
        }
    }
    let message =
        if wanted.is_empty() { "a move is missing".to_owned() } else { format!("`{wanted}` is not a legal move") };
    let help = match texts.as_slice() {
        [] => "the game is over".to_owned(),
        [only] => format!("the only legal move is `{only}`"),
        many => format!("the legal moves are {}", listed(many)),
    };
    Err(ReadError::new(span, message).help(help))
}
