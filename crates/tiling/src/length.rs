//! Lengths as people write them: `6.35mm`, `1 1/4in`, `0.25"`.
//!
//! A [`Length`] is 0 or from 0.001 to 10 000 mm. It keeps millimetres only, not the unit it was written in. A
//! text without a unit is refused, except `0`.

use std::fmt;
use std::str::FromStr;

use crate::fault::fault;
use crate::limits::Limit;
use crate::number::decimal;

/// A length, 0 or more; millimetres inside.
///
/// # Examples
/// ```
/// use piecework_tiling::length::Length;
/// let seam: Length = "1/4in".parse()?;
/// assert_eq!(seam.mm(), 6.35);
/// assert_eq!(seam.to_string(), "6.35 mm");
/// assert_eq!(seam.in_inches(), "1/4 in");
/// # Ok::<(), piecework_tiling::length::LengthError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
pub struct Length(f64);

/// The least length that is not 0: a thousandth of a millimetre, finer than any machine here.
const LEAST_MM: f64 = 0.001;
/// The greatest length.
const MOST_MM: f64 = Limit::Length.ceiling() as f64;
/// Into how many parts an inch is divided on rulers, coarse first.
const RULER: [i64; 7] = [1, 2, 4, 8, 16, 32, 64];
/// Into how many parts an inch is divided at most where rulers do not help: 2 in cells on 7 columns give
/// sevenths. Chosen by eye.
const MOST_PARTS: i64 = 24;
/// Exact by definition since 1959.
const MM_PER_INCH: f64 = 25.4;

fault! {
    /// Why a text or number is not a length.
    #[derive(Clone, PartialEq)]
    pub enum LengthError {
        Empty = E0320 {
            message("the length is empty")
            allowed("0 to {MOST_MM} mm")
            help("write a length such as `6.35mm`, `1cm`, `1/4in` or `1 1/4in`")
        }
        NoUnit { found: String } = E0322 {
            message("`{found}` has no unit")
            found("{found}") allowed("mm, cm, m, in, \", yd, pt")
            help("write `{found}mm` or `{found}in`")
        }
        UnknownUnit { found: String } = E0323 {
            message("`{found}` is not a known unit of length")
            found("{found}") allowed("mm, cm, m, in, \", yd, pt")
            help("units are mm, cm, m, in (or \"), yd and pt")
        }
        Comma { found: String, point: String } = E0324 {
            message("`{found}` has a comma; write `{point}`")
            found("{found}") allowed("0 to {MOST_MM} mm")
        }
        NotANumber { found: String } = E0321 {
            message("`{found}` is not a number")
            found("{found}") allowed("0 to {MOST_MM} mm")
            help("write a length such as `6.35mm`, `1cm`, `1/4in` or `1 1/4in`")
        }
        NotFinite { found: f64 } = E0325 {
            message("`{found}` is not finite; allowed 0 to {MOST_MM} mm")
            found("{found}") allowed("0 to {MOST_MM} mm")
        }
        Negative { found: String } = E0312 {
            message("`{found}` is negative; allowed 0 to {MOST_MM} mm")
            found("{found}") allowed("0 to {MOST_MM} mm")
            help("leave out the minus sign: `{positive}`", positive = found.trim_start_matches(['-', '−']))
        }
        TooLong { found: String } = E0326 {
            message("`{found}` is too long; allowed 0 to {MOST_MM} mm")
            found("{found}") allowed("0 to {MOST_MM} mm")
        }
        TooShort { found: String } = E0327 {
            message("`{found}` is too short; allowed 0, or from {LEAST_MM} mm")
            found("{found}") allowed("0 to {MOST_MM} mm")
        }
    }
}

impl Length {
    /// A length of `mm` millimetres.
    ///
    /// # Errors
    /// [`LengthError::NotFinite`], [`LengthError::Negative`], [`LengthError::TooLong`] and
    /// [`LengthError::TooShort`].
    pub fn from_mm(mm: f64) -> Result<Self, LengthError> {
        if !mm.is_finite() {
            return Err(LengthError::NotFinite { found: mm });
        }
        Self::in_range(mm, || format!("{} mm", digits(mm, 4)))
    }

    /// A length of `inches` inches.
    ///
    /// # Errors
    /// As [`Length::from_mm`].
    pub fn from_inches(inches: f64) -> Result<Self, LengthError> {
        if !inches.is_finite() {
            return Err(LengthError::NotFinite { found: inches });
        }
        Self::in_range(inches * MM_PER_INCH, || format!("{} in", digits(inches, 4)))
    }

    fn in_range(mm: f64, found: impl Fn() -> String) -> Result<Self, LengthError> {
        match mm {
            _ if mm < 0.0 => Err(LengthError::Negative { found: found() }),
            _ if mm > MOST_MM => Err(LengthError::TooLong { found: found() }),
            _ if mm > 0.0 && mm < LEAST_MM => Err(LengthError::TooShort { found: found() }),
            // Minus zero is zero.
            _ => Ok(Self(mm + 0.0)),
        }
    }

    /// Reads two lengths of which the first may leave its unit to the second: `590` and `390mm`.
    ///
    /// # Errors
    /// As [`Length::from_str`].
    pub fn pair(first: &str, second: &str) -> Result<(Self, Self), LengthError> {
        let (first, second) = (first.trim(), second.trim());
        let unit = second.trim_start_matches(is_number_character).trim_start();
        let is_bare = !first.is_empty() && first.chars().all(is_number_character);
        let first = if is_bare { format!("{first}{unit}") } else { first.to_owned() };
        Ok((first.parse()?, second.parse()?))
    }

    /// In millimetres.
    pub const fn mm(self) -> f64 {
        self.0
    }

    /// In inches.
    pub const fn inches(self) -> f64 {
        self.0 / MM_PER_INCH
    }

    /// In inches as a quilter writes it: `1 1/4 in` where it is a whole number of 64ths, `1/3 in` where it is
    /// another fraction that can be said, else `1.2345 in`. A fraction reads back as this length, but for the
    /// last bit.
    pub fn in_inches(self) -> String {
        let denominators = RULER.into_iter().chain(1..=MOST_PARTS);
        let fraction = denominators.filter_map(|parts| Some((parts, self.whole_parts(parts)?))).next();
        let Some((parts, all)) = fraction else { return format!("{} in", digits(self.inches(), 4)) };
        let (whole, part) = (all / parts, all % parts);
        match (whole, part) {
            (_, 0) => format!("{whole} in"),
            (0, _) => format!("{part}/{parts} in"),
            _ => format!("{whole} {part}/{parts} in"),
        }
    }

    /// How many of these parts of an inch it is, if it is a whole number of them.
    fn whole_parts(self, parts: i64) -> Option<i64> {
        /// What differs from a fraction by less than this part of an inch differs by rounding only.
        const TOLERANCE: f64 = 1e-9;
        let in_parts = self.inches() * parts as f64;
        let is_whole = (in_parts - in_parts.round()).abs() <= TOLERANCE * parts as f64;
        // At most 10 000 mm: about 25 000 64ths.
        #[allow(clippy::cast_possible_truncation, reason = "rounded, and far inside the range")]
        is_whole.then(|| in_parts.round() as i64)
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} mm", digits(self.0, 4))
    }
}

/// A length is always finite.
fn digits(value: f64, places: usize) -> String {
    decimal(value, places).expect("a length is finite")
}

impl FromStr for Length {
    type Err = LengthError;

    /// Reads a number with a unit: `6.35mm`, `1 cm`, `0.25"`, `1/4in`, `1 1/4in`, `1-1/4in`, `1¼"`, `10pt`.
    /// The unit may be left out for `0` only.
    fn from_str(text: &str) -> Result<Self, LengthError> {
        Self::in_range(read_mm(text)?, || crate::text::shown(text.trim()))
    }
}

/// Reads a number with a unit into millimetres, 0 or more, however many they are.
///
/// # Errors
/// As [`Length::from_str`], but nothing is too long or too short.
pub fn read_mm(text: &str) -> Result<f64, LengthError> {
    let text = text.trim();
    let found = || crate::text::shown(text);
    let (negative, body) = match text.strip_prefix(['-', '\u{2212}']) {
        Some(body) => (true, body.trim_start()),
        None => (false, text),
    };
    if body.is_empty() {
        return Err(if negative { LengthError::NotANumber { found: found() } } else { LengthError::Empty });
    }
    let end = body.find(|c| !is_number_character(c)).unwrap_or(body.len());
    let (number, unit) = (body[..end].trim_end(), body[end..].trim());
    if number.contains(',') {
        let point = crate::text::shown(&text.replace(',', "."));
        return Err(LengthError::Comma { found: found(), point });
    }
    let value = read_number(number).ok_or_else(|| LengthError::NotANumber { found: found() })?;
    if value > 0.0 && negative {
        return Err(LengthError::Negative { found: found() });
    }
    match mm_per(unit) {
        Some(factor) => Ok(value * factor),
        None if unit.is_empty() && value == 0.0 => Ok(0.0),
        None if unit.is_empty() => Err(LengthError::NoUnit { found: found() }),
        None => Err(LengthError::UnknownUnit { found: crate::text::shown(unit) }),
    }
}

/// Digits and what stands between them in decimals and fractions.
fn is_number_character(c: char) -> bool {
    c.is_ascii_digit()
        || matches!(c, '.' | ',' | '/' | '-' | ' ' | '\u{2044}')
        || vulgar_fraction(c).is_some()
}

/// How many millimetres one `unit` is.
fn mm_per(unit: &str) -> Option<f64> {
    match unit.to_ascii_lowercase().as_str() {
        "mm" => Some(1.0),
        "cm" => Some(10.0),
        "m" | "meter" | "meters" | "metre" | "metres" => Some(1000.0),
        "in" | "inch" | "inches" | "\"" | "″" | "”" => Some(MM_PER_INCH),
        "yd" | "yard" | "yards" => Some(36.0 * MM_PER_INCH),
        // The point of PostScript and PDF, 72 to the inch.
        "pt" => Some(MM_PER_INCH / 72.0),
        _ => None,
    }
}

/// `6.35`, `1/4`, `1 1/4`, `1-1/4`, `¼` or `1¼`.
fn read_number(text: &str) -> Option<f64> {
    if let Some((at, fraction)) = text.char_indices().find_map(|(at, c)| Some((at, vulgar_fraction(c)?))) {
        let (whole, rest) = text.split_at(at);
        let alone = rest.chars().count() == 1;
        let whole = whole.trim_end();
        return if alone {
            Some(if whole.is_empty() { 0.0 } else { read_whole(whole)? } + fraction)
        } else {
            None
        };
    }
    let Some((above, below)) = text.split_once(['/', '\u{2044}']) else {
        return read_decimal(text);
    };
    let (whole, above) = match above.rsplit_once([' ', '-']) {
        Some((whole, above)) => (read_whole(whole.trim_end())?, above),
        None => (0.0, above),
    };
    let (above, below) = (read_whole(above)?, read_whole(below)?);
    let proper = whole == 0.0 || above < below;
    (below > 0.0 && proper).then(|| whole + above / below)
}

/// Digits with at most one point, and a digit somewhere. The grammar is our own, because the standard
/// library's also takes `nan`, `inf` and exponents.
fn read_decimal(text: &str) -> Option<f64> {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let points = text.bytes().filter(|&byte| byte == b'.').count();
    (digits > 0 && points <= 1 && digits + points == text.len()).then(|| text.parse().ok()).flatten()
}

fn read_whole(text: &str) -> Option<f64> {
    let whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if whole { text.parse().ok() } else { None }
}

fn vulgar_fraction(c: char) -> Option<f64> {
    match c {
        '½' => Some(0.5),
        '¼' => Some(0.25),
        '¾' => Some(0.75),
        '⅛' => Some(0.125),
        '⅜' => Some(0.375),
        '⅝' => Some(0.625),
        '⅞' => Some(0.875),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, mm: f64) {
        assert_eq!(text.parse::<Length>().map(Length::mm), Ok(mm), "{text}");
    }

    #[track_caller]
    fn refuses(text: &str, message: &str) {
        assert_eq!(text.parse::<Length>().unwrap_err().to_string(), message, "{text}");
    }

    /// The unit of the second holds for a first without one, and never the other way round.
    #[test]
    fn a_pair_needs_its_unit_once_at_the_end() {
        let mm = |first: &str, second: &str| {
            Length::pair(first, second).map(|(first, second)| (first.mm(), second.mm()))
        };
        assert_eq!(mm("590", "390mm"), Ok((590.0, 390.0)));
        assert_eq!(mm(" 1 1/4 ", "11in"), Ok((31.75, 279.4)));
        assert_eq!(mm("59cm", "390 mm"), Ok((590.0, 390.0)));
        assert_eq!(mm("590mm", "390"), Err(LengthError::NoUnit { found: "390".to_owned() }));
        assert_eq!(mm("590", "390"), Err(LengthError::NoUnit { found: "590".to_owned() }));
        assert_eq!(mm("", "390mm"), Err(LengthError::Empty));
    }

    #[test]
    fn every_way_to_write_a_length() {
        for (text, mm) in [
            ("6.35mm", 6.35),
            (" 6.35 mm ", 6.35),
            (".5mm", 0.5),
            ("5.mm", 5.0),
            ("1cm", 10.0),
            ("1m", 1000.0),
            ("1/4in", 6.35),
            ("1 1/4in", 31.75),
            ("1-1/4in", 31.75),
            ("1 1/4\"", 31.75),
            ("0.25\"", 6.35),
            ("1¼″", 31.75),
            ("½ inch", 12.7),
            ("2.5IN", 63.5),
            ("5/4in", 31.75),
            ("72pt", 25.4),
            ("0", 0.0),
            ("0.0", 0.0),
            ("-0mm", 0.0),
            ("0in", 0.0),
            ("0.001mm", 0.001),
            ("10000mm", 10_000.0),
            ("10m", 10_000.0),
            ("1.5 meters", 1500.0),
        ] {
            reads(text, mm);
        }
    }

    #[test]
    fn refusals_show_what_was_found() {
        refuses("", "the length is empty");
        refuses("-", "`-` is not a number");
        refuses("6.35", "`6.35` has no unit");
        refuses("mm", "`mm` is not a number");
        refuses("6,35mm", "`6,35mm` has a comma; write `6.35mm`");
        refuses("6.35furlongs", "`furlongs` is not a known unit of length");
        refuses("6.35 mm mm", "`mm mm` is not a known unit of length");
        refuses("-6.35mm", "`-6.35mm` is negative; allowed 0 to 10000 mm");
        refuses("10000.001mm", "`10000.001mm` is too long; allowed 0 to 10000 mm");
        refuses("0.0009mm", "`0.0009mm` is too short; allowed 0, or from 0.001 mm");
        for no_number in
            ["1/0in", "1/in", "/4in", "1.2.3mm", "1 2mm", "1--1/4in", "1 5/4in", "¼¼in", "1.5/2in", ".mm"]
        {
            refuses(no_number, &format!("`{no_number}` is not a number"));
        }
        for word in ["nan mm", "infmm", "NaN", "1e3mm", "0x10mm", "+1mm"] {
            assert!(word.parse::<Length>().is_err(), "{word}");
        }
        let long = format!("{}mm", "9".repeat(10_000));
        assert!(
            matches!(long.parse::<Length>(), Err(LengthError::TooLong { found }) if found.chars().count() == 80)
        );
        assert_eq!("6,35".parse::<Length>().unwrap_err().to_string(), "`6,35` has a comma; write `6.35`");
    }

    #[test]
    fn numbers_from_code_obey_the_same_range() {
        assert_eq!(Length::from_mm(-0.0).map(|length| length.mm().is_sign_positive()), Ok(true));
        for mm in [0.0, 0.001, 9_999.0, 10_000.0] {
            assert_eq!(Length::from_mm(mm).map(Length::mm), Ok(mm));
        }
        for mm in [-1.0, 0.000_9, 10_001.0, f64::NAN, f64::INFINITY] {
            assert!(Length::from_mm(mm).is_err(), "{mm}");
        }
        assert_eq!(Length::from_inches(0.25).map(Length::mm), Ok(6.35));
        assert!(Length::from_inches(400.0).is_err());
    }

    #[test]
    fn lengths_as_text() {
        for (text, mm, inches) in [
            ("1/4in", "6.35 mm", "1/4 in"),
            ("1 3/64in", "26.5906 mm", "1 3/64 in"),
            ("2in", "50.8 mm", "2 in"),
            ("0", "0 mm", "0 in"),
            ("10mm", "10 mm", "0.3937 in"),
            ("63/64in", "25.0031 mm", "63/64 in"),
            ("12.5in", "317.5 mm", "12 1/2 in"),
            ("1/3in", "8.4667 mm", "1/3 in"),
            ("3 2/7in", "83.4571 mm", "3 2/7 in"),
        ] {
            let length: Length = text.parse().expect("a good length");
            assert_eq!((length.to_string().as_str(), length.in_inches().as_str()), (mm, inches), "{text}");
        }
    }

    #[test]
    fn a_fraction_reads_back_as_the_same_length() {
        for parts in [1, 2, 3, 5, 6, 7, 10, 12, 16, 24, 64] {
            for all in 1..=3 * parts {
                let length: Length = format!("{all}/{parts}in").parse().expect("a good length");
                let written = length.in_inches();
                assert!(written.len() < 12 && !written.contains('.'), "{written}");
                let again: Length = written.parse().expect("a length that was written");
                // Whole inches and parts are added up in floating point: the last bit may differ.
                assert!((again.mm() - length.mm()).abs() < 1e-12 * length.mm(), "{written}");
                assert_eq!(again.in_inches(), written);
            }
        }
    }
}
