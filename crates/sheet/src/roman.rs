//! Writes numbers as the Romans did: for front matter and chapters.

/// The signs, with their values.
const SIGNS: [(usize, &str); 13] = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
];

/// Returns a number in capitals: 4 is `IV`.
pub(crate) fn roman(mut number: usize) -> String {
    let mut words = String::new();
    for (value, sign) in SIGNS {
        words += &sign.repeat(number / value);
        number %= value;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roman_numbers_are_those_of_books() {
        let words = [1, 4, 9, 14, 40, 90, 99, 400, 1987].map(roman);
        assert_eq!(words, ["I", "IV", "IX", "XIV", "XL", "XC", "XCIX", "CD", "MCMLXXXVII"]);
    }
}
