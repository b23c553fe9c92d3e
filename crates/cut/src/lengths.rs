//! Writes lengths as people write them: 0.178 mm for a kerf of 0.007 in, and 3.175 mm for material of an eighth of an inch.

use piecework_tiling::number::decimal;

/// Returns a number of mm to a thousandth, without zeros at its end.
pub(crate) fn mm(length: f64) -> String {
    decimal(length, 3).unwrap_or_else(|_| length.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_rounded_to_a_thousandth() {
        let said = [0.007 * 25.4, 0.125 * 25.4, 0.1 + 0.2, 1.25, 20.0, 0.0].map(mm);
        assert_eq!(said, ["0.178", "3.175", "0.3", "1.25", "20", "0"]);
    }
}
