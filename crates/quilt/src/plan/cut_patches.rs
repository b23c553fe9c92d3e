//! Patches cut into parts, such as strips of triangles: these as a tiling of their own, and how they are sewn.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::error::QuiltError;
use super::joining::{SewingOrder, StepOfParts, order_of_parts};
use super::options::QuiltOptions;
use super::piecing::{OnPoint, SquarePlan, TriangleRows, TriangleStrip, UnitPlan, triangle_rows};
use piecework_draw::geometry::Patchwork;
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::stop::{StopFlag, Stopped};
use piecework_tiling::tiling::{Tiling, infer_tiling};

/// A tiling of which patches are cut into parts.
#[derive(Debug, Clone)]
pub(crate) struct CutPatches {
    /// The parts as a tiling.
    pub(crate) parts: Tiling,
    /// For each part the patch that it is cut from.
    pub(crate) patch_of: Vec<usize>,
    /// Other patches that a part is cut from too: triangles of one fabric that make a square.
    pub(crate) joined: Vec<(usize, usize)>,
    /// The edge of their cells, where one of the patches measures 1: hexagons and rhombs are cut across cells.
    edge: f64,
    sewn: Sewn,
    /// How its squares are sewn, where that does not depend on fabrics.
    squares: Option<Arc<SquarePlan>>,
}

/// How the parts are sewn.
#[derive(Debug, Clone)]
enum Sewn {
    /// Triangles row by row.
    Rows(Rows),
    /// Squares from halves and quarters, then square by square.
    Squares { blocks: Vec<Vec<usize>>, steps: Vec<StepOfParts> },
}

/// Strips of triangles in rows.
#[derive(Debug, Clone)]
pub(crate) struct Rows {
    /// How they are sewn; placements are those of the quilt before it was cut into strips.
    pub(crate) plan: TriangleRows,
    /// For each strip what it is called: `2-5` is the fifth of the second row.
    pub(crate) labels: Vec<String>,
}

impl CutPatches {
    /// Whether patches on a lattice are cut into parts so that all seams are straight, where they are not
    /// rectangles.
    pub(super) fn are_on(lattice: Lattice) -> bool {
        lattice.triangles().is_some() || lattice.has_drafters() || !lattice.diagonals().is_empty()
    }

    /// Cuts a tiling so that it is sewn with straight seams.
    pub(super) fn from_tiling(tiling: &Tiling, options: &QuiltOptions) -> Result<Self, QuiltError> {
        if tiling.lattice().diagonals().is_empty() {
            Ok(Self::in_rows(tiling, triangle_rows(tiling)?))
        } else {
            Self::of_squares(tiling, options, &|patch| patch)
        }
    }

    /// Cuts a tiling of quarter squares: parts of a square that have one fabric are one piece.
    pub(super) fn of_squares(
        tiling: &Tiling,
        options: &QuiltOptions,
        fabric_of: &dyn Fn(usize) -> usize,
    ) -> Result<Self, QuiltError> {
        let (piecing, stop) = (&options.piecing, &options.stop);
        if let Some(grid) = OnPoint::of(tiling, piecing) {
            return Ok(Self::in_squares(tiling, grid.plan(tiling, piecing, fabric_of, stop)?, None));
        }
        let squares = Arc::new(SquarePlan::new(tiling, piecing, stop)?);
        Ok(Self::in_squares(tiling, squares.in_units(fabric_of), Some(squares)))
    }

    /// The same parts of a tiling with other fabrics.
    pub(super) fn in_fabrics(
        &self,
        tiling: &Tiling,
        options: &QuiltOptions,
        fabric_of: &dyn Fn(usize) -> usize,
    ) -> Result<Self, QuiltError> {
        match &self.squares {
            Some(squares) => Ok(Self::in_squares(tiling, squares.in_units(fabric_of), None)),
            None => Self::of_squares(tiling, options, fabric_of),
        }
    }

    fn in_rows(tiling: &Tiling, plan: TriangleRows) -> Self {
        let of = |strip: &TriangleStrip| (strip.cells.clone(), (strip.placement, strip.label.clone()));
        let groups = plan.rows.iter().flatten().map(of);
        let triangles = tiling.lattice().triangles();
        let (lattice, edge) = triangles.map_or((Lattice::DRAFTERS, 1.0), |of| (of.lattice, of.edge()));
        let (parts, found) = cut_apart(tiling.puzzle().name(), lattice, groups.collect());
        let (patch_of, labels) = found.into_iter().unzip();
        Self {
            parts,
            patch_of,
            joined: Vec::new(),
            edge,
            sewn: Sewn::Rows(Rows { plan, labels }),
            squares: None,
        }
    }

    fn in_squares(tiling: &Tiling, plan: UnitPlan, squares: Option<Arc<SquarePlan>>) -> Self {
        let groups = plan.pieces.into_iter().enumerate();
        let groups = groups.map(|(piece, (patch, cells))| (cells, (patch, piece))).collect();
        let (parts, found) = cut_apart(tiling.puzzle().name(), tiling.lattice(), groups);
        let (patch_of, piece_of): (Vec<usize>, Vec<usize>) = found.into_iter().unzip();
        let places: BTreeMap<usize, usize> = (0..).zip(piece_of).map(|(part, piece)| (piece, part)).collect();
        let part_of = |pieces: Vec<usize>| pieces.iter().map(|piece| places[piece]).collect::<Vec<usize>>();
        let blocks = plan.blocks.into_iter().map(part_of).collect();
        let step = |(block, sewn, added)| (block, part_of(sewn), part_of(added));
        let steps = plan.steps.into_iter().map(step).collect();
        let joined = plan.joined.iter().map(|(patch, piece)| (*patch, places[piece])).collect();
        Self { parts, patch_of, joined, edge: 1.0, sewn: Sewn::Squares { blocks, steps }, squares }
    }

    /// Whether they are squares and parts of squares.
    pub(super) fn are_squares(&self) -> bool {
        matches!(self.sewn, Sewn::Squares { .. })
    }

    /// The edge of their cells for patches with cells of this edge.
    pub(super) fn cell(&self, cell: f64) -> f64 {
        cell * self.edge
    }

    /// How many parts there are.
    pub(crate) fn count(&self) -> usize {
        self.patch_of.len()
    }

    /// The rows, if they are strips of triangles.
    pub(crate) fn rows(&self) -> Option<&Rows> {
        match &self.sewn {
            Sewn::Rows(rows) => Some(rows),
            Sewn::Squares { .. } => None,
        }
    }

    /// The order in which the parts are sewn; none for rows, whose steps are others.
    pub(super) fn order(
        &self,
        patchwork: &Patchwork,
        stop: &StopFlag,
    ) -> Result<Option<SewingOrder>, Stopped> {
        match &self.sewn {
            Sewn::Rows(_) => Ok(None),
            Sewn::Squares { blocks, steps } => {
                order_of_parts(patchwork, blocks.clone(), steps.clone(), stop).map(Some)
            }
        }
    }
}

/// Cuts a quilt into connected groups of cells, each with what is known of it: a tiling of these, with what
/// is known of each placement.
pub(super) fn cut_apart<T: Clone + Default>(
    name: &str,
    lattice: Lattice,
    groups: Vec<(Vec<Cell>, T)>,
) -> (Tiling, Vec<T>) {
    let first = |cells: &[Cell]| cells.iter().min().copied();
    let known: BTreeMap<_, T> = groups.iter().map(|(cells, what)| (first(cells), what.clone())).collect();
    let groups = groups.into_iter().map(|(cells, _)| cells);
    let tiling = infer_tiling(name, lattice, groups)
        .expect("the groups part the cells of a quilt, and each is connected");
    let found = tiling.placements().iter().map(|placement| known.get(&first(&placement.cells)).cloned());
    let found = found.map(Option::unwrap_or_default).collect();
    (tiling, found)
}

#[cfg(test)]
mod tests {
    use super::super::options::Method;
    use crate::{QuiltOptions, QuiltPlan};
    use piecework_tiling::lattice::{Cell, Lattice};
    use piecework_tiling::tiling::{Tiling, infer_tiling};

    /// A rectangle of squares, parted into connected groups of quarters at random.
    fn parted(columns: i32, rows: i32, most: usize, random: &mut u32) -> Tiling {
        let mut below = |count: usize| {
            *random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (*random >> 8) as usize % count
        };
        let cells = (0..rows).flat_map(|y| Lattice::Tetrakis.row(columns, y));
        let mut groups: Vec<Vec<Cell>> = cells.map(|cell| vec![cell]).collect();
        for _ in 0..groups.len() * 3 {
            let of = below(groups.len());
            let cell = groups[of][below(groups[of].len())];
            let near = Lattice::Tetrakis.neighbours(cell).nth(below(3)).expect("three neighbours");
            let Some(other) = groups.iter().position(|group| group.contains(&near)) else { continue };
            if other != of && groups[of].len() + groups[other].len() <= most {
                let joined = groups[other].clone();
                groups[of].extend(joined);
                groups.swap_remove(other);
            }
        }
        infer_tiling("parted", Lattice::Tetrakis, groups).expect("a tiling")
    }

    /// What is cut are rectangles, halves and quarters of squares, and every step is one straight line.
    #[test]
    fn any_quarters_of_squares_are_sewn_with_straight_seams() {
        let mut random = 5;
        for (columns, rows, most) in [(1, 1, 2), (2, 2, 3), (4, 3, 6), (5, 4, 9), (6, 6, 14)].repeat(4) {
            let tiling = parted(columns, rows, most, &mut random);
            let options = QuiltOptions { method: Method::Straight, ..QuiltOptions::default() };
            let plan = QuiltPlan::new(&tiling, &options).expect("a plan");
            let (patchwork, order) = (&plan.design.patchwork, plan.order.as_ref().expect("an order"));
            assert_eq!(order.steps.len() + 1, patchwork.patches().len(), "{tiling:?}");
            let corners = patchwork.patches().iter().map(|patch| patch.outline().outer().points().len());
            assert!(corners.into_iter().all(|corners| corners == 3 || corners == 4));
            let mut sewn = 0.0;
            for step in &order.steps {
                assert!(step.bends().next().is_none() && step.seams.len() == 1 && step.open.is_empty());
                for &edge in &step.seams[0].edges {
                    sewn += patchwork.edges()[edge].length;
                }
            }
            assert!((sewn - patchwork.seam_length()).abs() < 1e-6);
            assert!(patchwork.set_in_corners().is_empty());
            let of_patches = plan.summary.fabrics.iter().map(|fabric| fabric.patches).sum::<usize>();
            assert_eq!(of_patches, tiling.placements().len());
            let cut = plan.design.cut.as_ref().expect("parts");
            for (part, placement) in cut.parts.placements().iter().enumerate() {
                let patch = &tiling.placements()[cut.patch_of[part]];
                assert!(placement.cells.iter().all(|cell| patch.cells.contains(cell)));
            }
        }
    }
}
