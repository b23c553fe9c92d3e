//! The empty board: its outline, and thin lines between its cells.

use super::PuzzleSheetError;
use crate::drawing::{Canvas, Path, Role};
use crate::geometry::{Bounds, Outline, Patchwork, Point};
use crate::puzzle::Region;

/// The lines of a region at a cell edge of 1 mm, ready to be drawn at any scale.
pub(super) struct Board {
    outlines: Vec<Outline>,
    inner: Vec<(Point, Point)>,
    bounds: Bounds,
}

impl Board {
    /// Traces the region of a puzzle.
    pub(super) fn of(region: &Region) -> Result<Self, PuzzleSheetError> {
        let patchwork = Patchwork::of_region(region, 1.0)?;
        let inner = patchwork.edges().iter().filter(|edge| edge.is_inner()).map(|edge| patchwork.ends(edge));
        Ok(Self { outlines: patchwork.board().to_vec(), inner: inner.collect(), bounds: patchwork.bounds() })
    }

    /// The box around the board at a cell edge of 1 mm.
    pub(super) fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Draws the board with the top left corner of its bounds at `at`, `scale` mm a cell edge.
    pub(super) fn draw(&self, canvas: &mut Canvas, at: Point, scale: f64) {
        let put = |point: Point| Point {
            x: at.x + (point.x - self.bounds.left) * scale,
            y: at.y + (point.y - self.bounds.top) * scale,
        };
        for &(from, to) in &self.inner {
            canvas.line(Role::Guide, put(from), put(to));
        }
        for outline in &self.outlines {
            canvas.path(Role::Cut, Path::outline(outline).mapped(put));
        }
    }
}
