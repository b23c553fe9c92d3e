//! Beds, and how a quilt compares with the size that its bed needs.

use super::error::YardageError;
use super::inches::{Inches, by};
use crate::units::Units;

/// Finished sizes by name, in inches, the shorter side first.
///
/// # Source
/// The sizes that embroiderypress, quiltersresources and quiltcalculator give differ by 20 in and more; these
/// are the larger ones that at least two of them share, so that a quilt hangs over the mattress.
const SIZES: [(&str, u32, u32); 6] = [
    ("baby", 36, 52),
    ("throw", 50, 65),
    ("twin", 70, 90),
    ("full", 86, 90),
    ("queen", 90, 108),
    ("king", 108, 110),
];

/// By how much a side may be too short before there is a warning, in eighths of an inch: what hangs down at a
/// side of the bed is then narrower by a hand. Chosen by eye.
const MOST_SHORT: u32 = 8 * 4;

/// A bed, and how large a quilt for it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bed {
    name: &'static str,
    /// The shorter side, in inches.
    pub(super) short: u32,
    /// The longer side, in inches.
    pub(super) long: u32,
}

/// A quilt beside the bed that it is for.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct BedFit {
    /// The name of the size.
    pub name: &'static str,
    /// The width and height that are wanted, lying as the quilt does.
    pub wanted: (Inches, Inches),
    /// The width and height that come out, with the border.
    pub finished: (Inches, Inches),
    /// By how much the side that is too short by most is.
    pub short_by: Inches,
    /// Whether the quilt is a rectangle; else its sizes are those of the rectangle around it.
    pub is_rectangle: bool,
}

impl Bed {
    /// The bed of a name.
    ///
    /// # Errors
    /// [`YardageError::NoSuchSize`].
    pub fn named(size: &str) -> Result<Self, YardageError> {
        let found = SIZES.iter().find(|(name, ..)| *name == size);
        found.map(|&(name, short, long)| Self { name, short, long }).ok_or_else(|| YardageError::NoSuchSize {
            found: piecework_tiling::text::shown(size),
            allowed: size_names().join(", "),
        })
    }

    /// What comes out, beside what is wanted.
    pub(super) fn compared(self, finished: (Inches, Inches), is_rectangle: bool) -> BedFit {
        let (short, long) = (Inches::eighths(8 * self.short), Inches::eighths(8 * self.long));
        let wanted = if finished.0 <= finished.1 { (short, long) } else { (long, short) };
        let less = |found: Inches, wanted: Inches| if found < wanted { wanted - found } else { Inches::ZERO };
        let short_by = less(finished.0, wanted.0).max(less(finished.1, wanted.1));
        BedFit { name: self.name, wanted, finished, short_by, is_rectangle }
    }
}

impl BedFit {
    /// What is wanted and what comes out:
    /// `size queen, 90 in × 108 in: the quilt is 97 3/4 in × 102 in, width 7 3/4 in more, height 6 in less`.
    #[must_use]
    pub fn in_words(&self, units: Units) -> String {
        let side = |name: &str, found: Inches, wanted: Inches| {
            let off = if found < wanted { wanted - found } else { found - wanted }.write(units);
            match found.cmp(&wanted) {
                std::cmp::Ordering::Less => format!("{name} {off} less"),
                std::cmp::Ordering::Equal => format!("{name} as wanted"),
                std::cmp::Ordering::Greater => format!("{name} {off} more"),
            }
        };
        let (found, wanted) = (self.finished, self.wanted);
        format!(
            "size {}, {}: the quilt is {}, {}, {}",
            self.name,
            by(wanted, units),
            by(found, units),
            side("width", found.0, wanted.0),
            side("height", found.1, wanted.1)
        )
    }

    /// What a quilter should know before cutting.
    #[must_use]
    pub fn warnings(&self, units: Units) -> Vec<String> {
        let mut warnings = Vec::new();
        if self.short_by > Inches::eighths(MOST_SHORT) {
            let (name, short_by) = (self.name, self.short_by.write(units));
            warnings.push(format!(
                "the quilt is {short_by} too short for size {name}; a border of another width or another puzzle may fit better"
            ));
        }
        if !self.is_rectangle {
            warnings.push(format!(
                "the quilt is not a rectangle and does not cover a {} bed; its sizes are those of the rectangle around \
                 it",
                self.name
            ));
        }
        warnings
    }
}

/// The names of the sizes there are.
#[must_use]
pub fn size_names() -> Vec<&'static str> {
    SIZES.iter().map(|&(name, ..)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_out_is_compared_and_warned_of() {
        let of = |width: u32, height: u32, is_rectangle| {
            let finished = (Inches::eighths(width), Inches::eighths(height));
            Bed::named("queen").expect("a size").compared(finished, is_rectangle)
        };
        // The quilt of 23 x 24 cells of 4 1/4 in, and the rhombus of 6 x 6 triangles.
        let square = of(782, 816, true);
        assert_eq!(
            square.in_words(Units::Imperial),
            "size queen, 90 in × 108 in: the quilt is 97 3/4 in × 102 in, width 7 3/4 in more, height 6 in less"
        );
        assert_eq!((square.short_by, square.warnings(Units::Imperial).len()), (Inches::eighths(48), 1));
        let rhombus = of(999, 576, false);
        assert!(
            rhombus.in_words(Units::Imperial).contains("108 in × 90 in: the quilt is 124 7/8 in × 72 in")
        );
        let warnings = rhombus.warnings(Units::Imperial);
        assert!(warnings[0].contains("18 in too short for size queen"), "{warnings:?}");
        assert!(warnings[1].contains("not a rectangle"), "{warnings:?}");
        for (width, height, warnings) in [(720, 864, 0), (688, 832, 0), (687, 864, 1), (864, 687, 1)] {
            assert_eq!(of(width, height, true).warnings(Units::Metric).len(), warnings, "{width} x {height}");
        }
        assert!(of(720, 864, true).in_words(Units::Metric).ends_with("width as wanted, height as wanted"));
    }
}
