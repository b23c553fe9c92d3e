//! Places boxes in rows, like words on a page.

use crate::geometry::Point;

/// Boxes laid out in rows.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Flow {
    /// The top left corner of each box, in mm from that of the rows.
    pub at: Vec<Point>,
    /// The height of all rows, in mm.
    pub height: f64,
    /// The width of the widest row, in mm.
    pub width: f64,
}

/// Lays out boxes of the given widths and heights from left to right, with a new row where the next one does
/// not fit.
///
/// # Shape
/// A box wider than `width` gets its own row and sticks out; check [`Flow::width`] if that matters.
pub fn flow(sizes: &[(f64, f64)], width: f64, gap: f64) -> Flow {
    let mut laid = Flow { at: Vec::with_capacity(sizes.len()), height: 0.0, width: 0.0 };
    let (mut x, mut top) = (0.0, 0.0);
    for &(w, h) in sizes {
        // A thousandth of a mm too much is rounding.
        if x > 0.0 && x + w > width + 1e-3 {
            x = 0.0;
            top = laid.height + gap;
        }
        laid.at.push(Point { x, y: top });
        laid.height = laid.height.max(top + h);
        laid.width = laid.width.max(x + w);
        x += w + gap;
    }
    laid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_break_where_the_next_box_does_not_fit() {
        let laid = flow(&[(4.0, 2.0), (4.0, 3.0), (4.0, 1.0)], 10.0, 1.0);
        let corners: Vec<(f64, f64)> = laid.at.iter().map(|p| (p.x, p.y)).collect();
        assert_eq!(
            corners,
            [(0.0, 0.0), (5.0, 0.0), (0.0, 4.0)],
            "the second row lies below the tallest of the first"
        );
        assert_eq!((laid.width, laid.height), (9.0, 5.0));
    }

    #[test]
    fn nothing_takes_no_room() {
        assert_eq!(flow(&[], 10.0, 1.0), Flow { at: Vec::new(), height: 0.0, width: 0.0 });
    }
}
