//! Amounts of fabric, as a quilter writes them.

use std::fmt;
use std::str::FromStr;

use super::ColorError;
use piecework_tiling::length::read_mm;

/// How much there is of a fabric.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FabricStock {
    /// Enough for this many patches.
    Patches(u64),
    /// Enough for this many cells of finished quilt.
    Cells(u64),
    /// A length of fabric, over its full width.
    Cloth {
        /// In millimetres.
        mm: f64,
    },
    /// This many fat quarters.
    FatQuarters(u64),
}

/// The largest length of one fabric, in mm: more than a whole bolt.
const MOST_CLOTH: f64 = 100_000.0;

impl FabricStock {
    /// Returns whether the amount is a length of fabric, so that the cutting plan matters.
    pub const fn is_cloth(self) -> bool {
        matches!(self, FabricStock::Cloth { .. } | FabricStock::FatQuarters(_))
    }
}

/// As [`FabricStock::from_str`] reads it.
impl fmt::Display for FabricStock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FabricStock::Patches(count) => write!(f, "{count}"),
            FabricStock::Cells(count) => write!(f, "{count}cells"),
            FabricStock::Cloth { mm } => write!(f, "{mm}mm"),
            FabricStock::FatQuarters(count) => write!(f, "{count} fat quarters"),
        }
    }
}

/// Makes a stock from a number.
type Counted = fn(u64) -> FabricStock;

/// The units of counted stock; without a unit, the number is patches.
const COUNTED: [(&str, Counted); 10] = [
    ("cells", FabricStock::Cells),
    ("cell", FabricStock::Cells),
    ("patches", FabricStock::Patches),
    ("patch", FabricStock::Patches),
    ("fat quarters", FabricStock::FatQuarters),
    ("fat quarter", FabricStock::FatQuarters),
    ("fat-quarters", FabricStock::FatQuarters),
    ("fat-quarter", FabricStock::FatQuarters),
    ("fq", FabricStock::FatQuarters),
    ("", FabricStock::Patches),
];

impl FromStr for FabricStock {
    type Err = ColorError;

    /// Reads `40` or `40 patches`, `240cells`, `1 1/2yd` or any other length, or `2 fat quarters` (also
    /// `2fq`).
    fn from_str(text: &str) -> Result<Self, ColorError> {
        let wrong = || ColorError::NotStock { found: text.into() };
        let lower = text.to_ascii_lowercase();
        let counted = COUNTED.iter().find_map(|(unit, stock)| {
            let number = lower.strip_suffix(unit)?.trim_end();
            // Otherwise a sign would be accepted.
            let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then_some((number, stock))
        });
        let Some((number, stock)) = counted else {
            let mm = read_mm(text).map_err(|_| wrong())?;
            return if mm <= MOST_CLOTH { Ok(FabricStock::Cloth { mm }) } else { Err(wrong()) };
        };
        // No quilt needs this much, and sums of a few hundred cannot overflow.
        let most = u64::from(u32::MAX);
        number.parse().ok().filter(|&number| number <= most).map(stock).ok_or_else(wrong)
    }
}

/// Reads a stash: `Oat=40,Slate blue=240cells,Rust=1 1/2yd,Ink=2 fat quarters`; also `Oat 2 yards`, where the
/// amount begins at the first word that begins with a digit.
///
/// # Errors
/// [`ColorError::NotStock`] with the entry that is not a fabric and an amount.
///
/// # Examples
/// ```
/// use piecework_draw::color::{FabricStock, read_stash};
/// let stash = read_stash("Oat=40, Slate blue=240cells, Rust=1 1/2yd, Ink=2 fat quarters")?;
/// assert_eq!(stash[1], ("Slate blue".to_owned(), FabricStock::Cells(240)));
/// assert_eq!(stash[2].1, FabricStock::Cloth { mm: 1371.6 });
/// assert_eq!(stash[3].1, FabricStock::FatQuarters(2));
/// assert_eq!(read_stash("Oat 40, Rust 1 1/2 yards")?, read_stash("Oat=40,Rust=1 1/2yd")?);
/// assert!(read_stash("Oat").is_err());
/// # Ok::<(), piecework_draw::color::ColorError>(())
/// ```
pub fn read_stash(text: &str) -> Result<Vec<(String, FabricStock)>, ColorError> {
    let entry = |entry: &str| {
        let wrong = || ColorError::NotStock { found: entry.trim().into() };
        let (name, amount) = entry.rsplit_once('=').or_else(|| spaced(entry)).ok_or_else(wrong)?;
        let stock: FabricStock = amount.trim().parse().map_err(|_| wrong())?;
        if name.trim().is_empty() { Err(wrong()) } else { Ok((name.trim().to_owned(), stock)) }
    };
    text.split(',').map(entry).collect()
}

/// A name and an amount with only a space between.
fn spaced(entry: &str) -> Option<(&str, &str)> {
    let starts = entry.match_indices(' ').map(|(at, _)| at);
    let mut amounts = starts.filter(|&at| entry[at + 1..].starts_with(|c: char| c.is_ascii_digit()));
    amounts.next().map(|at| entry.split_at(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stock_as_people_write_it() {
        let yards = |yards: f64| FabricStock::Cloth { mm: yards * 36.0 * 25.4 };
        for (text, stock) in [
            ("40", FabricStock::Patches(40)),
            ("5 patches", FabricStock::Patches(5)),
            ("1 Patch", FabricStock::Patches(1)),
            ("1 cell", FabricStock::Cells(1)),
            ("2 metres", FabricStock::Cloth { mm: 2000.0 }),
            ("240cells", FabricStock::Cells(240)),
            ("240 cells", FabricStock::Cells(240)),
            ("1 1/2yd", yards(1.5)),
            ("3/4 yard", yards(0.75)),
            ("2yards", yards(2.0)),
            ("0.25yd", yards(0.25)),
            ("54in", yards(1.5)),
            ("80cm", FabricStock::Cloth { mm: 800.0 }),
            ("1.2m", FabricStock::Cloth { mm: 1200.0 }),
            ("40m", FabricStock::Cloth { mm: 40_000.0 }),
            ("2 fat quarters", FabricStock::FatQuarters(2)),
            ("1 fat quarter", FabricStock::FatQuarters(1)),
            ("3fq", FabricStock::FatQuarters(3)),
        ] {
            assert_eq!(text.parse(), Ok(stock), "{text}");
        }
        for wrong in
            ["", "yd", "-1yd", "+40", "4.5", "101m", "1 1/2", "fq", "2 half quarters", "1,2m", "4294967296"]
        {
            assert!(wrong.parse::<FabricStock>().is_err(), "{wrong}");
        }
    }
}
