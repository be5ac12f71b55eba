//! Small helps for wording: what was probably meant, lists, counts.

/// How many letters must be changed, added, left out or swapped to make the one word of the other, if `most` are enough.
/// What differs more in length alone is not compared: that takes time and memory that grow with both lengths.
pub fn distance(one: &str, other: &str, most: usize) -> Option<usize> {
    let least = one.chars().count().abs_diff(other.chars().count());
    if least > most {
        return None;
    }
    let distance = strsim::damerau_levenshtein(one, other);
    (distance <= most).then_some(distance)
}

/// The candidate that `typed` was probably meant as.
pub fn near<'c>(typed: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let limit = typed.chars().count().max(3).div_ceil(3);
    candidates
        .into_iter()
        .filter_map(|candidate| Some((distance(typed, candidate, limit)?, candidate)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// `1 seed`, `2 seeds`.
pub fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
