//! Writes numbers as text: the one place that does.
//!
//! Digits with a point, as short as the precision allows: no exponent, no trailing zeros, no minus before
//! zero, the same on every machine and in every locale. NaN and infinity are refused.

use std::fmt::Write as _;

use crate::fault::fault;

fault! {
    /// A number that is not finite cannot be written. What reaches a writer was computed here, so it is our
    /// mistake.
    #[derive(Clone, Copy, PartialEq)]
    pub enum NotFinite: Internal {
        Number { found: f64 } = E0350 {
            message("the number `{found}` is not finite")
            found("{found}")
        }
    }
}

/// Writes `value` with at most `places` digits after the point.
///
/// # Errors
/// [`NotFinite`] for NaN and the infinities.
pub fn decimal(value: f64, places: usize) -> Result<String, NotFinite> {
    let mut text = String::new();
    push_decimal(&mut text, value, places)?;
    Ok(text)
}

/// Writes the same at the end of `text`: files are mostly numbers.
///
/// # Errors
/// [`NotFinite`] for NaN and the infinities.
pub fn push_decimal(text: &mut String, value: f64, places: usize) -> Result<(), NotFinite> {
    if !value.is_finite() {
        return Err(NotFinite::Number { found: value });
    }
    if let Some(units) = quick(value, places) {
        if value < 0.0 && units > 0 {
            text.push('-');
        }
        push_units(text, units, places);
        return Ok(());
    }
    let start = text.len();
    write!(text, "{value:.places$}").expect("a string takes everything");
    if text[start..].contains('.') {
        let short = text[start..].trim_end_matches('0').trim_end_matches('.').len();
        text.truncate(start + short);
    }
    if &text[start..] == "-0" {
        text.replace_range(start.., "0");
    }
    Ok(())
}

/// The size of a number in units of its last place, by way of a whole number, which is several times faster.
///
/// Only where the product is known to be rounded to the same side as the exact value: not near a half, and
/// below 10^9.
fn quick(value: f64, places: usize) -> Option<u32> {
    const SCALES: [f64; 7] = [1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6];
    let scaled = value.abs() * SCALES.get(places)?;
    let whole = scaled.floor();
    let rest = scaled - whole;
    // Products up to this size are exact to far less than the margin kept around a half.
    if scaled >= 1e9 || (rest - 0.5).abs() < 1e-6 {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be below 10^9")]
    let units = whole as u32 + u32::from(rest > 0.5);
    Some(units)
}

/// Writes so many units of the last place, without zeros at the end.
fn push_units(text: &mut String, mut units: u32, mut places: usize) {
    while places > 0 && units.is_multiple_of(10) {
        (units, places) = (units / 10, places - 1);
    }
    // Ten digits and a point, or a zero, a point and six digits.
    let mut digits = [b'.'; 12];
    let (mut first, mut count) = (digits.len(), 0);
    while count <= places || units > 0 {
        if count == places && places > 0 {
            first -= 1;
        }
        first -= 1;
        digits[first] = b"0123456789"[(units % 10) as usize];
        (units, count) = (units / 10, count + 1);
    }
    text.push_str(std::str::from_utf8(&digits[first..]).expect("digits and a point"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_short_as_they_can_be() {
        for (value, places, text) in [
            (0.0, 3, "0"),
            (-0.0, 3, "0"),
            (-0.000_4, 3, "0"),
            (-0.000_6, 3, "-0.001"),
            (6.35, 3, "6.35"),
            (100.0, 3, "100"),
            (100.0, 0, "100"),
            (1e21, 2, "1000000000000000000000"),
            (1e-9, 4, "0"),
            (0.1 + 0.2, 6, "0.3"),
            // Halves that are exact in binary go to the even neighbour, as IEEE 754 rounds.
            (0.125, 2, "0.12"),
            (0.375, 2, "0.38"),
            (-254.000_1, 4, "-254.0001"),
        ] {
            assert_eq!(decimal(value, places).as_deref(), Ok(text), "{value} to {places} places");
        }
    }

    #[test]
    fn the_quick_way_gives_the_digits_of_the_slow_one() {
        let mut value = 1e-7;
        for step in 0..20_000u32 {
            value = value * 1.001_3 + f64::from(step % 7) * 1e-5;
            for (signed, places) in [(value, 4), (-value, 3), (value, 0), (-value, 6), (value, 5)] {
                if quick(signed, places).is_none() {
                    continue;
                }
                let slow = format!("{signed:.places$}");
                let short =
                    if slow.contains('.') { slow.trim_end_matches('0').trim_end_matches('.') } else { &slow };
                let expected = if short == "-0" { "0" } else { short };
                assert_eq!(decimal(signed, places).as_deref(), Ok(expected), "{signed}");
            }
        }
    }

    #[test]
    fn what_is_not_finite_is_refused() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX * 2.0] {
            assert!(decimal(value, 3).is_err(), "{value}");
        }
        assert!(decimal(f64::MAX, 0).is_ok_and(|text| text.len() == 309));
    }
}
