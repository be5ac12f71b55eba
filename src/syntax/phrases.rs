//! What the parser expected, in words that an author knows: one table from the rules of the grammar to phrases.

use super::{Rule, words};

/// The most phrases that one message names.
const MOST: usize = 5;

/// What was expected, as a list in words; empty where nothing can be said.
pub fn expected(rules: &[Rule]) -> String {
    let mut phrases: Vec<(u8, String)> = Vec::new();
    for rule in rules {
        let (rank, phrase) = match words::of_rule(*rule).map(|word| word.text) {
            Some("except") => (3, "`except`".to_owned()),
            Some("only") => (2, "`only if`".to_owned()),
            Some(word) => (1, format!("`{word}`")),
            None => match phrase(*rule) {
                Some((rank, phrase)) if rank > 0 => (rank, phrase.to_owned()),
                _ => continue,
            },
        };
        // A phrase that is a choice itself joins the list.
        for phrase in phrase.split(" or ") {
            if !phrases.iter().any(|(_, known)| known == phrase) {
                phrases.push((rank, phrase.to_owned()));
            }
        }
    }
    phrases.sort_by_key(|(rank, _)| *rank);
    if phrases.len() > MOST {
        let last = phrases.iter().rposition(|(rank, _)| *rank < 3).map_or(0, |last| last + 1);
        phrases.truncate(last.max(1));
    }
    let more = phrases.len() > MOST;
    phrases.truncate(MOST);
    let mut phrases: Vec<String> = phrases.into_iter().map(|(_, phrase)| phrase).collect();
    if more {
        phrases.push("another word".to_owned());
    }
    either(&phrases)
}

/// `a`, `a or b`, `a, b or c`.
pub fn either(phrases: &[String]) -> String {
    match phrases {
        [] => String::new(),
        [one] => one.clone(),
        [start @ .., last] => format!("{} or {last}", start.join(", ")),
    }
}

/// The phrase of a rule that is no word of the language, and how much it matters: 1 is what most likely belongs there, 3
/// what could go on, 0 what is never named. None for a rule that the table does not know, which a test rules out.
fn phrase(rule: Rule) -> Option<(u8, &'static str)> {
    use Rule::*;
    Some(match rule {
        EOI | WHITESPACE | COMMENT | blank | word_char | word_form | reserved | joining => (0, ""),
        file | lone_item | lone_phase_item | lone_sow_line | lone_rule | lone_example_line => (0, ""),
        variant => (1, "`variant \"NAME\" {`"),
        extends => (2, "`extends`"),
        item => (1, "a statement such as `board` or `sow`"),
        phase_item => (1, "a statement of a phase such as `play` or `sow`"),
        about | option | board | names | seeds | mark | counter | define | phase | play | require | lift | sow
        | moment | endless | example => (1, "a statement"),
        about_word | moment_name | on_the_way | before_sowing | on_capture | after_move => {
            (1, "a moment such as `landing`")
        }
        option_default => (1, "`=` and a value"),
        option_values => (1, "what it decides in quotes, or `:` and its values"),
        option_number => (1, "a number and its range"),
        option_words => (1, "the values, with `|` between them"),
        rows_word => (1, "`rows`"),
        stores => (2, "`with stores`"),
        row_end => (1, "`left` or `right`"),
        name_range => (1, "names of pits such as `S1..S6`"),
        seeds_row | row_side => (1, "`each row`"),
        seeds_in => (1, "a number of seeds"),
        start_place => (1, "`every`, `south` or `north`"),
        start_store | start_pits => (1, "`pit` or `store`"),
        mark_at => (2, "`at`"),
        one_each => (2, "`, one each`"),
        holds_captures => (2, "`, holds captures`"),
        each => (2, "`each`"),
        define_kind => (1, "`number`, `pits` or `condition`"),
        condition_on | when => (2, "`when`"),
        until => (2, "`until`"),
        play_name => (2, "`as`"),
        if_possible => (2, "`if possible`"),
        each_lap => (2, "`each lap`"),
        sow_line | direction => (1, "a direction, `skip` or `include`"),
        skip => (1, "`skip`"),
        include => (1, "`include`"),
        lap_limit => (2, "`after N laps`"),
        laps_word => (1, "`laps`"),
        rules => (1, "`{` and rules"),
        one_rule => (1, "a rule such as `capture here`"),
        may => (2, "`may`"),
        action | capture | relay | sow_from | again | stop | pass | reverse | illegal | repeat_from | move_seeds
        | set_mark | clear_mark | set_counter | add_counter | undo_captures | remove | finish => (1, "an action"),
        win_for_opponent | most_seeds_wins | fewest_seeds_wins => (1, "an ending such as `win`"),
        then_continue => (2, "`then`"),
        title => (2, "a title in quotes"),
        worth => (2, "`worth`"),
        only_if => (2, "`only if`"),
        capture_some | capture_all => (1, "a set of pits"),
        capture_for => (2, "`for`"),
        into_hand => (2, "`into hand`"),
        beneficiary | its_owner | its_keeper => (1, "a player such as `mover` or `its owner`"),
        list | element => (1, "a pit or a set of pits"),
        where_ => (2, "`where`"),
        run | way => (1, "`back` or `on`"),
        first_place | along => (3, "`after` or `before`"),
        condition | simple | relation => (1, "a condition"),
        joiner => (2, "`and` or `or`"),
        negation => (2, "`not`"),
        quantifier => (1, "`every` or `any`"),
        holds_tail | holds_verb => (1, "`holds`"),
        is_tail | is_verb => (1, "`is`"),
        in_tail => (1, "`in`"),
        told_value => (2, "a value"),
        pattern => (1, "a number or a pattern such as `3+`"),
        any_of | one_of | range | at_least | some_seeds => (3, "a pattern such as `3+`"),
        bound_word | bound | one_bound => (1, "a number"),
        more_than => (1, "`more than`"),
        fewer_than => (1, "`fewer than`"),
        as_many_as => (1, "`as many as`"),
        sum | product => (1, "a number"),
        sum_sign | product_sign | plus => (3, "a sign such as `+`"),
        dots => (3, "`..`"),
        except => (1, "a pit or a set of pits"),
        primary => (1, "a pit or a set of pits or a number"),
        group => (1, "`(`"),
        step | neighbour | opposite | behind | beside | noun | pits | store | bank | owned => (1, "a pit"),
        of_pit => (3, "`of`"),
        measure | seeds_in_set | column_of | count_of | half_of | captured_from | reached => (1, "a number"),
        each_pit => (2, "`every`"),
        pit_word => (1, "`pits`"),
        bounds => (3, "columns such as `1..5`"),
        store_word => (1, "`store`"),
        owner => (1, "`own` or `opponent`"),
        side => (1, "`south` or `north`"),
        row_kind => (2, "`inner` or `outer`"),
        seeds_in_play | lap_origin | captured_this_lap | captured_by | capturing_moves_by | moves_by
        | turns_since_capture => (1, "a number"),
        player => (1, "`mover` or `opponent`"),
        example_line | example_word => (1, "a line of an example such as `play \"S1\"`"),
        example_option => (2, "`option`"),
        number => (1, "a number"),
        text => (1, "a text in quotes"),
        name => (1, "a name"),
        value => (1, "a value"),
        pit_name => (1, "a pit's name such as `S1`"),
        open => (1, "`{`"),
        close => (2, "`}`"),
        paren_open => (2, "`(`"),
        paren_close => (2, "`)`"),
        comma => (3, "`,`"),
        colon => (1, "`:`"),
        bar => (3, "`|`"),
        equals => (1, "`=`"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_phrase() {
        for rule in Rule::all_rules() {
            assert!(words::of_rule(*rule).is_some() || phrase(*rule).is_some(), "{rule:?} has no phrase");
        }
    }

    #[test]
    fn a_list_reads_as_one() {
        assert_eq!(expected(&[Rule::kw_when, Rule::title, Rule::kw_when]), "`when` or a title in quotes");
        assert_eq!(expected(&[Rule::EOI]), "");
    }
}
