//! Quilts for beds: how large a cell must be.
//!
//! In: the name of a size, columns and rows, and a border. Out: the cell, in eighths of an inch, that comes nearest.
//! Always holds: the same question has the same answer. A bed is a rectangle here, and nothing else.

use super::{Border, Inches, YardageError, edges};
use crate::length::Length;
use crate::quilt::Units;

/// Finished sizes by name, in inches, the shorter side first.
///
/// # Source
/// The sizes that embroiderypress, quiltersresources and quiltcalculator give differ by 20 in and more; these are the
/// larger ones that at least two of them share, so that a quilt hangs over the mattress.
const SIZES: [(&str, u32, u32); 6] = [
    ("baby", 36, 52),
    ("throw", 50, 65),
    ("twin", 70, 90),
    ("full", 86, 90),
    ("queen", 90, 108),
    ("king", 108, 110),
];

/// The largest cell that is tried, in eighths of an inch: 3 ft.
const LARGEST_CELL: u32 = 8 * 36;

/// By how much a side may be too short before there is a warning, in eighths of an inch: what hangs down at a side of the
/// bed is then narrower by a hand. Chosen by eye.
const MOST_SHORT: u32 = 8 * 4;

/// A bed, and how large a quilt for it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bed {
    name: &'static str,
    /// The shorter side and the longer, in inches.
    short: u32,
    long: u32,
}

/// A quilt beside the bed that it is for.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct ForABed {
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
            found: crate::text::shown(size),
            allowed: size_names().join(", "),
        })
    }

    /// What comes out, beside what is wanted.
    pub(super) fn compared(self, finished: (Inches, Inches), is_rectangle: bool) -> ForABed {
        let (short, long) = (Inches::eighths(8 * self.short), Inches::eighths(8 * self.long));
        let wanted = if finished.0 <= finished.1 { (short, long) } else { (long, short) };
        let less = |found: Inches, wanted: Inches| if found < wanted { wanted - found } else { Inches::ZERO };
        let short_by = less(finished.0, wanted.0).max(less(finished.1, wanted.1));
        ForABed { name: self.name, wanted, finished, short_by, is_rectangle }
    }
}

impl ForABed {
    /// What is wanted and what comes out: `size queen, 90 in × 108 in: comes out 97 3/4 in × 102 in, width 7 3/4 in more,
    /// height 6 in less`.
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
            "size {}, {}: comes out {}, {}, {}",
            self.name,
            edges::by(wanted, units),
            edges::by(found, units),
            side("width", found.0, wanted.0),
            side("height", found.1, wanted.1)
        )
    }

    /// What a quilter should know before she cuts.
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
                "the quilt is no rectangle and does not cover the bed of size {}; its sizes are those of the rectangle around \
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

/// The cell for a quilt of a size, in steps of an eighth of an inch: neither side, with the border, is further off than
/// it must be. Of two equal cells the smaller.
///
/// `width` and `height` are those of the top without border, in edges of a cell; the quilt may lie either way on the
/// bed.
///
/// # Errors
/// [`YardageError::NoSuchSize`].
///
/// # Examples
/// ```
/// use piecework::quilt::yardage::{Border, cell_for};
/// let cell = cell_for("throw", (23.0, 24.0), None)?;
/// assert_eq!(cell.in_inches(), "2 1/2 in");
/// # Ok::<(), piecework::quilt::yardage::YardageError>(())
/// ```
pub fn cell_for(
    size: &str,
    (width, height): (f64, f64),
    border: Option<Border>,
) -> Result<Length, YardageError> {
    let Bed { short, long, .. } = Bed::named(size)?;
    let (width, height) = (width.min(height), width.max(height));
    let off = |eighths: u32| {
        let cell = Inches::eighths(eighths);
        let around = 2.0 * border.map_or(0.0, |border| border.width(cell).inches());
        let side = |cells: f64, wanted: u32| (cells * cell.inches() + around - f64::from(wanted)).abs();
        side(width, short).max(side(height, long))
    };
    let best = (1..=LARGEST_CELL).min_by(|&a, &b| off(a).total_cmp(&off(b))).unwrap_or(1);
    Ok(Length::from_inches(f64::from(best) / 8.0).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_for_beds() {
        let border = |text: &str| Some(Border::Width(text.parse().expect("a length")));
        for (size, cells, border, cell) in [
            // 86 1/4 x 90 in; every other cell is further off on one side.
            ("full", (23.0, 24.0), None, "3 3/4 in"),
            ("queen", (23.0, 24.0), None, "4 1/4 in"),
            ("queen", (24.0, 23.0), None, "4 1/4 in"),
            ("queen", (23.0, 24.0), Some(Border::Cells(2)), "3 5/8 in"),
            ("queen", (23.0, 24.0), border("3in"), "4 in"),
            ("baby", (6.0, 10.0), None, "5 1/2 in"),
            ("king", (21.0, 26.0), None, "4 5/8 in"),
        ] {
            assert_eq!(
                cell_for(size, cells, border).map(Length::in_inches),
                Ok(cell.to_owned()),
                "{size} {cells:?}"
            );
        }
    }

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
            "size queen, 90 in × 108 in: comes out 97 3/4 in × 102 in, width 7 3/4 in more, height 6 in less"
        );
        assert_eq!((square.short_by, square.warnings(Units::Imperial).len()), (Inches::eighths(48), 1));
        let rhombus = of(999, 576, false);
        assert!(rhombus.in_words(Units::Imperial).contains("108 in × 90 in: comes out 124 7/8 in × 72 in"));
        let warnings = rhombus.warnings(Units::Imperial);
        assert!(warnings[0].contains("18 in too short for size queen"), "{warnings:?}");
        assert!(warnings[1].contains("no rectangle"), "{warnings:?}");
        for (width, height, warnings) in [(720, 864, 0), (688, 832, 0), (687, 864, 1), (864, 687, 1)] {
            assert_eq!(of(width, height, true).warnings(Units::Metric).len(), warnings, "{width} x {height}");
        }
        assert!(of(720, 864, true).in_words(Units::Metric).ends_with("width as wanted, height as wanted"));
    }

    #[test]
    fn unknown_sizes_are_answered_with_those_there_are() {
        let error = cell_for("cot", (6.0, 10.0), None).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`cot` is no size known here; allowed baby, throw, twin, full, queen, king"
        );
    }
}
