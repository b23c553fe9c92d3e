//! Patches cut into strips or rectangles: these as a tiling of their own, with a label for each.

use std::collections::BTreeMap;

use super::error::QuiltError;
use super::piecing::{TriangleRows, TriangleStrip, triangle_rows};
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
        let groups = (1..).zip(&plan.rows).flat_map(|(row, strips)| {
            let label = move |place: usize| format!("{row}-{place}");
            let of = move |(place, strip): (usize, &TriangleStrip)| (strip.placement, label(place));
            (1..).zip(strips).map(move |(place, strip)| (strip.cells.clone(), of((place, strip))))
        });
        let (strips, found) = cut_apart(tiling, groups.collect());
        let (patch_of, labels) = found.into_iter().unzip();
        Ok(Self { plan, strips, patch_of, labels })
    }

    /// How many strips there are.
    pub(crate) fn count(&self) -> usize {
        self.labels.len()
    }
}

/// Cuts a quilt into connected groups of cells, each with what is known of it: a tiling of these, with what
/// is known of each placement.
pub(super) fn cut_apart<T: Clone + Default>(of: &Tiling, groups: Vec<(Vec<Cell>, T)>) -> (Tiling, Vec<T>) {
    let first = |cells: &[Cell]| cells.iter().min().copied();
    let known: BTreeMap<_, T> = groups.iter().map(|(cells, what)| (first(cells), what.clone())).collect();
    let groups = groups.into_iter().map(|(cells, _)| cells);
    let tiling = infer_tiling(of.puzzle().name(), of.lattice(), groups)
        .expect("the groups part the cells of a quilt, and each is connected");
    let found = tiling.placements().iter().map(|placement| known.get(&first(&placement.cells)).cloned());
    let found = found.map(Option::unwrap_or_default).collect();
    (tiling, found)
}
