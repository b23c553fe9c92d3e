//! The empty board: its outline, and thin lines between its cells.

use std::sync::Arc;

use super::PuzzleSheetError;
use crate::drawing::{Canvas, Path, Role};
use crate::geometry::{Bounds, Outline, Patchwork, Point};
use crate::lattice::Lattice;
use crate::polyform::{Freedom, Shape};
use crate::puzzle::{Count, Piece, Puzzle, Region};
use crate::tiling::Tiling;

/// The lines of a region at a cell edge of 1 mm, ready to be drawn at any scale.
pub(super) struct Board {
    outlines: Vec<Outline>,
    inner: Vec<(Point, Point)>,
    bounds: Bounds,
}

impl Board {
    /// Traces the region of a puzzle.
    ///
    /// A region is the patchwork of its own cells, so its lines come from the same place as every other line.
    pub(super) fn of(region: &Region) -> Result<Self, PuzzleSheetError> {
        let patchwork = Patchwork::trace(&cell_by_cell(region), 1.0)?;
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

/// The region tiled by single cells. Triangles need two kinds, pointing up and down; free pieces cover both.
fn cell_by_cell(region: &Region) -> Tiling {
    const PROMISE: &str = "single cells tile every region";
    let lattice: Lattice = region.lattice();
    let shape = Shape::new(lattice, vec![region.cells()[0]]).expect(PROMISE);
    let cell = Piece { name: "cell".into(), shape, freedom: Freedom::Free, count: Count::ANY };
    let puzzle = Arc::new(Puzzle::new("cells", region.clone(), vec![cell]).expect(PROMISE));
    Tiling::new(&puzzle, region.cells().iter().map(|&cell| (0, vec![cell]))).expect(PROMISE)
}
