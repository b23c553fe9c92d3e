//! Words in braille: the dots of letters and digits, and their spacing.
//!
//! # Source
//! Braille Authority of North America, "Size and Spacing of Braille Characters".

use crate::geometry::Point;

/// The distance between the middles of dots, in mm.
pub const DOT_PITCH: f64 = 2.34;
/// The distance between the same dots of two characters, in mm.
pub const CELL_PITCH: f64 = 6.2;
/// The diameter of a dot, in mm.
pub const DOT: f64 = 1.44;

/// The sign before numbers.
const NUMBER_SIGN: &[u8] = &[3, 4, 5, 6];
/// The dots of the letters; the digits 1 to 9 and 0 are the first ten of them.
const LETTERS: [&[u8]; 26] = [
    &[1],
    &[1, 2],
    &[1, 4],
    &[1, 4, 5],
    &[1, 5],
    &[1, 2, 4],
    &[1, 2, 4, 5],
    &[1, 2, 5],
    &[2, 4],
    &[2, 4, 5],
    &[1, 3],
    &[1, 2, 3],
    &[1, 3, 4],
    &[1, 3, 4, 5],
    &[1, 3, 5],
    &[1, 2, 3, 4],
    &[1, 2, 3, 4, 5],
    &[1, 2, 3, 5],
    &[2, 3, 4],
    &[2, 3, 4, 5],
    &[1, 3, 6],
    &[1, 2, 3, 6],
    &[2, 4, 5, 6],
    &[1, 3, 4, 6],
    &[1, 3, 4, 5, 6],
    &[1, 3, 5, 6],
];

/// Returns the characters of a number, with the sign before it.
pub fn number(number: usize) -> Vec<&'static [u8]> {
    let digits = number.to_string();
    let digits = digits.bytes().map(|digit| LETTERS[usize::from((digit - b'0' + 9) % 10)]);
    std::iter::once(NUMBER_SIGN).chain(digits).collect()
}

/// Returns the character of a Latin letter; `None` for others. Capitals have no sign of their own.
pub fn letter(letter: char) -> Option<&'static [u8]> {
    let letter = u8::try_from(letter.to_ascii_lowercase()).ok().filter(u8::is_ascii_lowercase)?;
    Some(LETTERS[usize::from(letter - b'a')])
}

/// Returns the characters of a word, or of a number.
///
/// # Errors
/// A letter that is not Latin, or has an accent: its braille differs from language to language.
pub fn word(word: &str) -> Result<Vec<&'static [u8]>, char> {
    word.parse().map_or_else(
        |_| word.chars().map(|mark| letter(mark).ok_or(mark)).collect(),
        |value| Ok(number(value)),
    )
}

/// Returns the width between the middles of the outermost dots, in mm.
pub fn width(characters: usize) -> f64 {
    let characters = u32::try_from(characters.saturating_sub(1)).map_or(f64::MAX, f64::from);
    CELL_PITCH * characters + DOT_PITCH
}

/// Returns the middles of the dots of some characters, about the origin.
pub fn dots<'a>(characters: &'a [&'static [u8]]) -> impl Iterator<Item = Point> + 'a {
    let half = width(characters.len()) / 2.0;
    (0_u32..).zip(characters).flat_map(move |(cell, dots)| {
        dots.iter().map(move |&dot| {
            let (column, row) = ((dot - 1) / 3, (dot - 1) % 3);
            let x = CELL_PITCH * f64::from(cell) + DOT_PITCH * f64::from(column) - half;
            Point::new(x, DOT_PITCH * (f64::from(row) - 1.0))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Unicode braille patterns, written by others.
    #[test]
    fn letters_and_digits_are_those_of_unicode() {
        let shown = |dots: &[u8]| {
            let bits = dots.iter().fold(0, |bits, dot| bits | 1 << (dot - 1));
            char::from_u32(0x2800 + bits).expect("a pattern")
        };
        let letters: String = ('a'..='z').filter_map(letter).map(shown).collect();
        assert_eq!(letters, "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵");
        let number: String = number(1_234_567_890).into_iter().map(shown).collect();
        assert_eq!(number, "⠼⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚");
        assert_eq!((letter('F'), letter('é'), letter('7')), (letter('f'), None, None));
        assert_eq!((word("12"), word("Mär").err()), (Ok(super::number(12)), Some('ä')));
        let middle = dots(&super::number(12)).fold(0.0, |sum, dot| sum + dot.y);
        assert!(middle.abs() < 20.0 && width(3) > 14.0);
    }
}
