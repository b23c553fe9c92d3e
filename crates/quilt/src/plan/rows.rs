//! A quilt of triangles sewn in rows: its strips as a tiling of their own, with a label for each.

use std::collections::BTreeMap;

use super::error::QuiltError;
use super::piecing::{TriangleRows, triangle_rows};
use piecework_tiling::lattice::Cell;
use piecework_tiling::tiling::{Tiling, infer_tiling};

/// A tiling of triangles as strips.
#[derive(Debug, Clone)]
pub(crate) struct Rows {
    /// How it is sewn; placements are those of the quilt before it was cut into strips.
    pub(crate) plan: TriangleRows,
    /// The strips as a tiling.
    pub(crate) strips: Tiling,
    /// For each strip of that tiling the patch that it is part of.
    pub(crate) patch_of: Vec<usize>,
    /// For each strip of that tiling what it is called: `2-5` is the fifth of the second row.
    pub(crate) labels: Vec<String>,
}

impl Rows {
    /// Cuts a tiling into strips.
    pub(crate) fn from_tiling(tiling: &Tiling) -> Result<Self, QuiltError> {
        let plan = triangle_rows(tiling)?;
        let groups = plan.rows.iter().flatten().map(|strip| strip.cells.clone());
        let strips = infer_tiling(tiling.puzzle().name(), tiling.lattice(), groups)
            .expect("whole rows part the cells of a tiling, and strips are connected");
        let mut known: BTreeMap<Cell, (usize, String)> = BTreeMap::new();
        for (row, strips) in plan.rows.iter().enumerate() {
            for (place, strip) in strips.iter().enumerate() {
                let label = format!("{}-{}", row + 1, place + 1);
                known.extend(strip.cells.iter().map(|&cell| (cell, (strip.placement, label.clone()))));
            }
        }
        let of = |cells: &[Cell]| known.get(cells.first()?).cloned();
        let found = strips.placements().iter().map(|placement| of(&placement.cells));
        let (patch_of, labels) = found.map(|found| found.unwrap_or_default()).unzip();
        Ok(Self { plan, strips, patch_of, labels })
    }

    /// How many strips there are.
    pub(crate) fn count(&self) -> usize {
        self.labels.len()
    }
}
