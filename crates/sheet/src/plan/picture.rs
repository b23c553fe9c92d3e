//! Computes the colors and the size of a solution.

use crate::{PuzzleSheetError, SheetOptions};
use piecework_draw::color::FabricPlan;
use piecework_draw::geometry::{Patch, Patchwork, Touch};
use piecework_tiling::tiling::Tiling;

/// Returns one color for each patch, different for pieces that share an edge; empty if solutions are
/// outlines. The patches of a piece across a joined side have one color.
pub(crate) fn picture_colors(
    tiling: &Tiling,
    options: &SheetOptions,
) -> Result<Vec<String>, PuzzleSheetError> {
    if options.is_outlined() {
        return Ok(Vec::new());
    }
    let patchwork = Patchwork::trace_flat(tiling, 1.0)?;
    let plan = FabricPlan::choose(tiling, &patchwork, Touch::Edge, &options.palette, &options.coloring)?;
    let color = |patch: &Patch| plan.fabrics[plan.fabric_of[patch.placement()]].color.to_string();
    Ok(patchwork.patches().iter().map(color).collect())
}

/// The size of a solution at a cell edge of 1 mm.
#[derive(Debug, Clone, Copy)]
pub(super) struct PictureSize {
    pub(super) width: f64,
    pub(super) height: f64,
    /// The area of a cell, in mm².
    pub(super) cell_area: f64,
}

impl PictureSize {
    /// Width and height.
    pub(super) fn pair(self) -> (f64, f64) {
        (self.width, self.height)
    }

    pub(super) fn of(tiling: &Tiling) -> Result<Self, PuzzleSheetError> {
        let patchwork = Patchwork::trace_flat(tiling, 1.0)?;
        let bounds = patchwork.bounds();
        let patch = patchwork.patches().first();
        let cell_area =
            patch.map_or(1.0, |patch| patch.outline().area() / super::super::float(patch.cells()));
        Ok(Self { width: bounds.width(), height: bounds.height(), cell_area })
    }

    /// Returns the size that has room for each of these solutions.
    pub(super) fn largest(tilings: &[Tiling]) -> Result<Self, PuzzleSheetError> {
        let mut largest = Self { width: 1.0, height: 1.0, cell_area: 1.0 };
        for size in tilings.iter().map(Self::of) {
            let size = size?;
            largest.width = largest.width.max(size.width);
            largest.height = largest.height.max(size.height);
        }
        Ok(largest)
    }
}
