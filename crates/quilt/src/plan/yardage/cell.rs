//! Finds the cell that makes a quilt as large as a bed needs it.

use super::bed::Bed;
use super::error::YardageError;
use super::inches::Inches;
use super::options::Border;
use piecework_draw::geometry::Dimensions;
use piecework_tiling::length::Length;

/// The largest cell that is tried, in eighths of an inch: 3 ft.
const LARGEST_CELL: u32 = 8 * 36;

/// The cell for a quilt of a size, in steps of an eighth of an inch: neither side, with the border, is
/// further off than it must be. Of two equal cells the smaller.
///
/// `top` is the size of the top without border, in edges of a cell; the quilt may lie either way on the bed.
///
/// # Errors
/// [`YardageError::NoSuchSize`].
///
/// # Examples
/// ```
/// use piecework_draw::geometry::Dimensions;
/// use piecework_quilt::yardage::cell_for;
/// let cell = cell_for("throw", Dimensions { width: 23.0, height: 24.0 }, None)?;
/// assert_eq!(cell.in_inches(), "2 1/2 in");
/// # Ok::<(), piecework_quilt::yardage::YardageError>(())
/// ```
pub fn cell_for(size: &str, top: Dimensions, border: Option<Border>) -> Result<Length, YardageError> {
    let Bed { short, long, .. } = Bed::named(size)?;
    let (width, height) = (top.width.min(top.height), top.width.max(top.height));
    let off = |eighths: u32| {
        let cell = Inches::eighths(eighths);
        let (sides, across) = border.map_or_else(Default::default, |border| border.widths(cell));
        let side = |cells: f64, around: Inches, wanted: u32| {
            (cells * cell.inches() + 2.0 * around.inches() - f64::from(wanted)).abs()
        };
        // A quilt that is wider than high lies the other way.
        let (at_short, at_long) = if top.width <= top.height { (sides, across) } else { (across, sides) };
        side(width, at_short, short).max(side(height, at_long, long))
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
                cell_for(size, cells.into(), border).map(Length::in_inches),
                Ok(cell.to_owned()),
                "{size} {cells:?}"
            );
        }
    }

    #[test]
    fn unknown_sizes_are_answered_with_those_there_are() {
        let error = cell_for("cot", (6.0, 10.0).into(), None).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`cot` is not a known bed size; allowed baby, throw, twin, full, queen, king"
        );
    }
}
