//! Exact lengths of cloth.
//!
//! Sums and multiples of [`Inches`] are exact, and the text reads back as the same value.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Sub};

use num_integer::Integer;

use crate::units::Units;
use piecework_draw::geometry::Dimensions;
use piecework_tiling::length::Length;

/// A length of cloth.
///
/// A whole number of 9 153 144 000ths of an inch: that holds every 64th, 9th, 7th, 11th and 13th of an inch
/// and every 10 000th of a millimetre. What is none of these is less than the width of an atom off.
///
/// # Examples
/// ```
/// use piecework_quilt::yardage::Inches;
/// let strip = Inches::of("2in".parse()?).times(5) + Inches::of("1/4in".parse()?).times(2);
/// assert_eq!(strip.to_string(), "10 1/2 in");
/// # Ok::<(), piecework_tiling::length::LengthError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Inches(i128);

/// Width and height of cloth, or of what is sewn of it.
pub(crate) type ClothSize = Dimensions<Inches>;

/// 64 x 5^3 x 127 x 9 x 7 x 11 x 13; an inch is 25.4 mm, which is where the 127 comes from.
const PER_INCH: i128 = 9_153_144_000;
const PER_MM: i128 = 360_360_000;

impl Inches {
    /// No length at all.
    pub const ZERO: Inches = Inches(0);
    /// The finest line that all quilters' rulers have.
    pub const SIXTEENTH: Inches = Inches(PER_INCH / 16);
    /// Half a millimetre: the finest that is cut by a metric ruler.
    pub const HALF_A_MM: Inches = Inches(PER_MM / 2);

    /// A length as it was asked for.
    pub fn of(length: Length) -> Self {
        Self::of_mm(length.mm())
    }

    /// A length in millimetres.
    pub fn of_mm(mm: f64) -> Self {
        Self::units(mm * PER_MM as f64)
    }

    /// The least whole number of `step` that is not shorter than `mm`, where a hair over one is rounding. For
    /// lengths that are no fractions, such as the width of a hexagon.
    pub fn at_least(mm: f64, step: Inches) -> Self {
        /// In millimetres; far below what a blade can follow.
        const HAIR: f64 = 1e-6;
        let units = Self::units((mm - HAIR).max(0.0) * PER_MM as f64);
        step.times(units.over(step))
    }

    /// A length that is a whole number of half cells. Off the square lattice all others are irrational, and no quilt is so
    /// large that one of them comes as near.
    pub(in crate::plan) fn of_halves(cell: f64, mm: f64) -> Option<Self> {
        /// What is lost by counting with binary numbers, in half cells.
        const LOST: f64 = 1e-6;
        let halves = mm / cell * 2.0;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "lengths are not negative"
        )]
        let whole = halves.round() as usize;
        ((halves - halves.round()).abs() < LOST).then(|| Self::of_mm(cell / 2.0).times(whole))
    }

    /// A number of eighths of an inch.
    pub const fn eighths(count: u32) -> Self {
        Self(count as i128 * PER_INCH / 8)
    }

    /// A number of millimetres.
    pub fn millimetres(count: u32) -> Self {
        Self(i128::from(count) * PER_MM)
    }

    /// A multiple of this length.
    #[must_use]
    pub const fn times(self, count: usize) -> Self {
        Self(self.0 * count as i128)
    }

    /// With a number of per cent more, rounded up to the smallest unit.
    #[must_use]
    pub fn with_percent(self, percent: u32) -> Self {
        Self((self.0 * i128::from(100 + percent) + 99).div_euclid(100))
    }

    /// The longest length that is no longer than this one with a number of per cent more.
    #[must_use]
    pub fn without_percent(self, percent: u32) -> Self {
        Self((self.0 * 100).div_euclid(i128::from(100 + percent)))
    }

    /// The longest length of which both are multiples.
    pub(in crate::plan) fn shared(self, other: Self) -> Self {
        Self(self.0.gcd(&other.0))
    }

    /// How many of `part` fit in this length.
    ///
    /// # Panics
    /// If `part` is no length.
    pub(super) fn whole(self, part: Inches) -> u64 {
        u64::try_from(self.0.div_euclid(part.0)).unwrap_or(0)
    }

    /// The same as a count.
    pub(in crate::plan) fn whole_steps(self, part: Inches) -> usize {
        usize::try_from(self.whole(part)).unwrap_or(usize::MAX)
    }

    /// How many of `part` cover this length; none cover nothing.
    ///
    /// # Panics
    /// If `part` is no length.
    pub fn over(self, part: Inches) -> usize {
        let count = (self.0 + part.0 - 1).div_euclid(part.0);
        usize::try_from(count.max(0)).unwrap_or(usize::MAX)
    }

    /// In millimetres, to the next number that a computer holds.
    pub fn mm(self) -> f64 {
        self.0 as f64 / PER_MM as f64
    }

    /// Whether it is so many millimetres, but for what is lost by counting with binary numbers.
    pub(crate) fn is_exactly(self, mm: f64) -> bool {
        (self.mm() - mm).abs() < 1e-6
    }

    /// In inches, to the next number that a computer holds.
    pub fn inches(self) -> f64 {
        self.0 as f64 / PER_INCH as f64
    }

    /// The least line of a ruler that is not below this length: the one place where what is needed is rounded. A
    /// hair over a line is that line.
    #[must_use]
    pub fn on_a_ruler(self, units: Units) -> Self {
        self.up_to(units.ruler())
    }

    /// What a ruler shows of it that is surely there: the greatest line that is not above this length.
    #[must_use]
    pub(crate) fn down_on_a_ruler(self, units: Units) -> Self {
        units.ruler().times(self.whole_steps(units.ruler()))
    }

    /// The least multiple of a step that is not shorter, but for a hair.
    #[must_use]
    pub(crate) fn up_to(self, step: Inches) -> Self {
        Self::at_least(self.mm(), step)
    }

    /// The length as a ruler shows it: up to the next sixteenth of an inch, or half of a millimetre.
    pub fn write(self, units: Units) -> String {
        let shown = self.on_a_ruler(units);
        match units {
            Units::Imperial => mixed(shown.fraction(), "in"),
            Units::Metric => shown.exact(units),
        }
    }

    /// A length of cloth that is measured off, such as a backing: up to the next half inch or whole centimetre.
    pub(crate) fn write_cloth(self, units: Units) -> String {
        let shown = self.up_to(units.cloth());
        match units {
            Units::Imperial => shown.write(units),
            Units::Metric => format!("{} cm", shown.over(units.cloth())),
        }
    }

    /// The exact length: in imperial units a fraction of inches if 64ths say it, else millimetres; in metric
    /// units millimetres; a fraction with any denominator only where neither is exact.
    pub fn exact(self, units: Units) -> String {
        let in_64ths = 64 % self.fraction().2 == 0;
        match (units, self.decimal_mm()) {
            (Units::Imperial, _) if in_64ths => {}
            (_, Some(mm)) => return mm,
            _ => {}
        }
        mixed(self.fraction(), "in")
    }

    /// Whether a ruler has it: in sixteenths of an inch, or in halves of a millimetre.
    pub(crate) fn is_on_a_ruler(self, units: Units) -> bool {
        self.0 % units.ruler().0 == 0
    }

    /// The exact length in one unit only, for programs: inches with any fraction, or millimetres as a decimal
    /// number or, if that has no end, with a fraction.
    ///
    /// # Examples
    /// ```
    /// use piecework_quilt::Units;
    /// use piecework_quilt::yardage::Inches;
    /// assert_eq!(Inches::of("1cm".parse()?).write_in(Units::Imperial), "50/127 in");
    /// assert_eq!(Inches::of("1/3in".parse()?).write_in(Units::Metric), "8 7/15 mm");
    /// # Ok::<(), piecework_tiling::length::LengthError>(())
    /// ```
    pub fn write_in(self, units: Units) -> String {
        match units {
            Units::Imperial => mixed(self.fraction(), "in"),
            Units::Metric => self.decimal_mm().unwrap_or_else(|| mixed(self.fraction_of(PER_MM), "mm")),
        }
    }

    /// Whole inches, and the rest as a reduced fraction.
    fn fraction(self) -> (i128, i128, i128) {
        self.fraction_of(PER_INCH)
    }

    /// The same in another unit.
    fn fraction_of(self, unit: i128) -> (i128, i128, i128) {
        let (whole, rest) = (self.0.div_euclid(unit), self.0.rem_euclid(unit));
        let shared = num_integer::gcd(rest, unit);
        (whole, rest / shared, unit / shared)
    }

    /// In millimetres, if six digits after the point say it exactly.
    fn decimal_mm(self) -> Option<String> {
        const MILLIONTHS: i128 = 1_000_000;
        let scaled = self.0 * MILLIONTHS;
        (scaled % PER_MM == 0).then(|| {
            let millionths = scaled / PER_MM;
            let text = format!("{}.{:06}", millionths / MILLIONTHS, millionths % MILLIONTHS);
            format!("{} mm", text.trim_end_matches('0').trim_end_matches('.'))
        })
    }

    /// The nearest whole number of units.
    #[expect(clippy::cast_possible_truncation, reason = "lengths are at most 10 m, far inside the range")]
    fn units(units: f64) -> Self {
        Self(units.round() as i128)
    }
}

impl Units {
    /// Returns the finest line of a quilter's ruler: a sixteenth of an inch, or half a millimetre. Every length
    /// that is cut or measured is shown at one of its lines.
    pub const fn ruler(self) -> Inches {
        match self {
            Units::Imperial => Inches::SIXTEENTH,
            Units::Metric => Inches::HALF_A_MM,
        }
    }

    /// Returns the step in which shapes are cut that no ruler shows, to be trimmed: an eighth of an inch, or 5 mm, which
    /// all metric rulers have as lines.
    pub(crate) fn strip(self) -> Inches {
        match self {
            Units::Imperial => Inches::eighths(1),
            Units::Metric => Inches::millimetres(5),
        }
    }

    /// Returns the step in which cloth is measured off, such as a backing: half an inch, or a centimetre.
    pub fn cloth(self) -> Inches {
        match self {
            Units::Imperial => Inches::eighths(4),
            Units::Metric => Inches::millimetres(10),
        }
    }

    /// Returns the step of cells and of borders that a size is chosen in: a quarter of an inch, or 5 mm.
    pub(crate) fn step(self) -> Inches {
        match self {
            Units::Imperial => Inches::eighths(2),
            Units::Metric => Inches::millimetres(5),
        }
    }

    /// Writes a length as a ruler shows it, such as `2 1/4 in` or `57.5 mm`: as [`Inches::write`] does.
    pub fn write(self, mm: f64) -> String {
        Inches::of_mm(mm).write(self)
    }
}

/// A whole number and a fraction, as people write them.
fn mixed((whole, above, below): (i128, i128, i128), unit: &str) -> String {
    match (whole, above) {
        (_, 0) => format!("{whole} {unit}"),
        (0, _) => format!("{above}/{below} {unit}"),
        _ => format!("{whole} {above}/{below} {unit}"),
    }
}

impl Add for Inches {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Inches {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Sum for Inches {
    fn sum<I: Iterator<Item = Self>>(lengths: I) -> Self {
        Self(lengths.map(|length| length.0).sum())
    }
}

impl fmt::Display for Inches {
    /// The exact length, as in imperial units.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.exact(Units::Imperial))
    }
}

impl serde::Serialize for Inches {
    /// The exact length as text, with its unit.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn inches(text: &str) -> Inches {
        Inches::of(text.parse().expect("a good length"))
    }

    #[test]
    fn lengths_are_written_exactly_in_both_units() {
        for (text, imperial, metric) in [
            ("0", "0 in", "0 mm"),
            ("2in", "2 in", "50.8 mm"),
            ("10 1/2in", "10 1/2 in", "266.7 mm"),
            ("1/64in", "1/64 in", "0.396875 mm"),
            ("10mm", "10 mm", "10 mm"),
            ("63.5mm", "2 1/2 in", "63.5 mm"),
            ("1/3in", "1/3 in", "1/3 in"),
            ("1 3/7in", "1 3/7 in", "1 3/7 in"),
            ("0.1in", "2.54 mm", "2.54 mm"),
        ] {
            let length = inches(text);
            assert_eq!(length.exact(Units::Imperial), imperial, "{text}");
            assert_eq!(length.exact(Units::Metric), metric, "{text}");
        }
    }

    #[test]
    fn what_is_read_beside_a_ruler_has_no_decimals_of_an_inch() {
        for (text, imperial, metric) in [
            ("1.2in", "1 1/4 in", "30.5 mm"),
            ("1 3/7in", "1 7/16 in", "36.5 mm"),
            ("43.18mm", "1 3/4 in", "43.5 mm"),
            ("10 1/2in", "10 1/2 in", "267 mm"),
            ("65mm", "2 9/16 in", "65 mm"),
        ] {
            let length = inches(text);
            assert_eq!(
                (length.write(Units::Imperial), length.write(Units::Metric)),
                (imperial.into(), metric.into())
            );
        }
        assert!(
            inches("1 3/16in").is_on_a_ruler(Units::Imperial)
                && !inches("1.2in").is_on_a_ruler(Units::Imperial)
        );
        assert!(
            inches("7.5mm").is_on_a_ruler(Units::Metric) && !inches("1/4in").is_on_a_ruler(Units::Metric)
        );
    }

    #[test]
    fn what_is_printed_reads_back_as_the_same_value() {
        let seam = inches("1/4in");
        for cell in (1..=64u32).flat_map(|n| [format!("{n}/32in"), format!("{n}/7in"), format!("{n}.3mm")]) {
            for cells in 1..40 {
                let cut = inches(&cell).times(cells) + seam.times(2);
                for units in [Units::Imperial, Units::Metric] {
                    assert_eq!(inches(&cut.exact(units)), cut, "{cells} cells of {cell}");
                    assert_eq!(inches(&cut.write_in(units)), cut, "{cells} cells of {cell}");
                }
            }
        }
    }

    #[test]
    fn seven_sevenths_are_a_whole() {
        // Ten inches over seven columns: what BlockBase rounded to 1 7/8 in cut, and made a block 3/8 in
        // short.
        assert_eq!(inches("1 3/7in").times(7), inches("10in"));
        assert_eq!(inches("33.3333mm").times(3), inches("99.9999mm"));
    }

    #[test]
    fn rounding_is_up_only() {
        let eighth = Inches::eighths(1);
        for (mm, eighths) in [(0.0, 0), (3.175, 1), (3.175_000_000_1, 1), (3.1751, 2), (0.1, 1), (25.4, 8)] {
            assert_eq!(Inches::at_least(mm, eighth), Inches::eighths(eighths), "{mm}");
        }
        assert_eq!(inches("4 1/2in").over(inches("4 1/2in")), 1);
        assert_eq!((inches("4 33/64in").over(inches("4 1/2in")), Inches::ZERO.over(eighth)), (2, 0));
        assert_eq!(inches("100in").with_percent(5), inches("105in"));
        assert!(Inches(1).with_percent(1) == Inches(2), "a hundredth of the smallest unit is one of it");
    }
}
