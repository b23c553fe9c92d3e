//! Converts corners to millimetres; no other code multiplies a corner by a length.
//!
//! The top left of the design is the origin.

use super::{Bounds, GeometryError, Point};
use piecework_tiling::lattice::{Cell, Corner, Lattice};
use piecework_tiling::puzzle::Region;

/// The shortest cell edge, in mm: finer than any machine cuts. Chosen by trial.
const LEAST_CELL_EDGE: f64 = 0.01;
/// The longest cell edge, in mm: the longest row of cells stays under a kilometre.
const MOST_CELL_EDGE: f64 = 1000.0;

/// The map from corners to points.
#[derive(Debug, Clone, Copy)]
pub(super) struct Border {
    lattice: Lattice,
    scale: (f64, f64),
    cell_edge: f64,
    /// The corner that becomes the origin: the least column and the least row, independently.
    first: Corner,
    /// The greatest column and row.
    last: Corner,
}

impl Border {
    /// Makes the map for `cells` whose edges measure `cell_edge` mm.
    pub(super) fn new(lattice: Lattice, cells: &[Cell], cell_edge: f64) -> Result<Self, GeometryError> {
        if !(LEAST_CELL_EDGE..=MOST_CELL_EDGE).contains(&cell_edge) {
            let (least, most) = (LEAST_CELL_EDGE, MOST_CELL_EDGE);
            return Err(GeometryError::CellEdge { found: cell_edge, least, most });
        }
        let corners = || cells.iter().flat_map(|&cell| lattice.corners(cell));
        let xs = || corners().map(|corner| corner.x);
        let ys = || corners().map(|corner| corner.y);
        let first = Corner::new(xs().min().unwrap_or(0), ys().min().unwrap_or(0));
        let last = Corner::new(xs().max().unwrap_or(0), ys().max().unwrap_or(0));
        Ok(Self { lattice, scale: lattice.corner_scale(), cell_edge, first, last })
    }

    /// Returns the place of a corner.
    pub(super) fn point(&self, corner: Corner) -> Point {
        Point::new(
            f64::from(corner.x - self.first.x) * self.scale.0 * self.cell_edge,
            f64::from(corner.y - self.first.y) * self.scale.1 * self.cell_edge,
        )
    }

    /// Returns the place at a `parts`-th of a sum of corners.
    pub(super) fn point_between(&self, sum: (i64, i64), parts: i64) -> Point {
        let along = |sum: i64, first: i32, scale: f64| {
            (sum - parts * i64::from(first)) as f64 / parts as f64 * scale * self.cell_edge
        };
        Point::new(along(sum.0, self.first.x, self.scale.0), along(sum.1, self.first.y, self.scale.1))
    }

    /// Returns the distance of two corners.
    pub(super) fn length(&self, from: Corner, to: Corner) -> f64 {
        self.lattice.distance(from, to) * self.cell_edge
    }

    /// Returns the bounding box of everything.
    pub(super) fn bounds(&self) -> Bounds {
        let last = self.point(self.last);
        Bounds { left: 0.0, top: 0.0, right: last.x, bottom: last.y }
    }
}

impl Bounds {
    /// Returns the bounding box of a region, from the origin, without tracing it.
    ///
    /// # Units
    /// `cell_edge` in mm.
    ///
    /// # Errors
    /// [`GeometryError::CellEdge`] if `cell_edge` is out of range.
    pub fn of_region(region: &Region, cell_edge: f64) -> Result<Self, GeometryError> {
        Ok(Border::new(region.lattice(), region.whole().cells(), cell_edge)?.bounds())
    }
}
