//! A quilt of triangles sewn in rows: its strips as a tiling of their own, with a label for each.

use std::collections::BTreeMap;

use super::error::QuiltError;
use super::piecing::{TriangleRows, triangle_rows};
use crate::lattice::Cell;
use crate::tiling::{Tiling, infer_tiling};

/// A tiling of triangles as strips.
#[derive(Debug, Clone)]
pub(in crate::quilt) struct Rows {
    /// How it is sewn; placements are those of the quilt before it was cut into strips.
    pub(in crate::quilt) plan: TriangleRows,
    /// The strips as a tiling.
    pub(in crate::quilt) strips: Tiling,
    /// For each strip of that tiling the patch that it is part of.
    pub(in crate::quilt) patch_of: Vec<usize>,
    /// For each strip of that tiling what it is called: `2-5` is the fifth of the second row.
    pub(in crate::quilt) labels: Vec<String>,
}

impl Rows {
    /// Cuts a tiling into strips.
    pub(in crate::quilt) fn from_tiling(tiling: &Tiling) -> Result<Self, QuiltError> {
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
    pub(in crate::quilt) fn count(&self) -> usize {
        self.labels.len()
    }
}
