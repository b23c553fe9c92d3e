//! Makes sentences from plans, which hold numbers and codes: the same words on pages, in plain text and in the
//! studio.

mod cutting;
pub(crate) mod fused;
pub(crate) mod glossary;
pub(crate) mod repeats;
mod rotary;
pub(crate) mod sewing;
pub(crate) mod shopping;
pub(crate) mod skill;
pub(crate) mod steps;
pub(crate) mod straight;

pub(crate) use piecework_tiling::text::plural;

/// Writes a number of patches.
pub(crate) fn patches(count: usize) -> String {
    if count == 1 { "1 patch".to_owned() } else { format!("{count} patches") }
}

/// Makes a sentence of a remark: a capital letter first, a full stop last.
pub(crate) fn sentence(remark: &str) -> String {
    // Names are in backticks on a screen, and plain on paper.
    format!("{}.", capital(&remark.replace('`', "")))
}

/// Returns the words with a capital letter first.
pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    format!("{}{}", first.unwrap_or_default(), letters.as_str())
}
