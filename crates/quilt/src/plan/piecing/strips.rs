//! Rows of strips that are sewn with straight seams: what is cut, and which seams there are.

use super::figures::{MethodFigures, SewingMethod};
use piecework_tiling::lattice::Cell;

/// A quilt of triangles in rows.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct TriangleRows {
    /// How far the rows are turned from lying, in degrees clockwise: 0, 60 or 120; 30, 90 or 150 for hexagons and rhombs.
    pub turned: u32,
    /// The strips of each row, row after row, each in the order in which they lie.
    pub rows: Vec<Vec<TriangleStrip>>,
    /// The length of the seam between each row but the first and the one it is sewn to, in edges of a cell: the shortest ones.
    pub between: Vec<f64>,
    /// The row that each row but the first is sewn to, from 0.
    pub onto: Vec<usize>,
    /// Units of several parts, which are sewn before the strips of their row.
    pub units: Vec<RowUnit>,
    /// The length of each seam between two strips or units, row by row.
    #[serde(skip)]
    pub(crate) seams: Vec<Vec<f64>>,
    /// How many edges all seams have.
    #[serde(skip)]
    pub(super) edges: usize,
    /// Whether strips are made of triangles, as all are but those of kites and drafters.
    #[serde(skip)]
    pub(super) whole_triangles: bool,
}

/// Cells of one patch that lie in one row without a break.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct TriangleStrip {
    /// Which placement of the tiling it is cut from.
    pub placement: usize,
    /// What it is called: `2-5` is the fifth of the second row, `2-5a` the first part of a unit there.
    #[serde(skip)]
    pub label: String,
    /// How many triangles, or drafters, it is made of.
    #[serde(skip)]
    pub triangles: usize,
    /// Its cells, on the lattice of the triangles.
    #[serde(skip)]
    pub cells: Vec<Cell>,
}

/// Parts of kites or drafters that are sewn to a unit before it is sewn to the other strips of its row.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct RowUnit {
    /// Its row, from 1.
    pub row: usize,
    /// What it is called: `2-5`.
    pub name: String,
    /// Its seams in order.
    pub seams: Vec<UnitSeam>,
}

/// A straight seam of a unit.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct UnitSeam {
    /// The parts that are sewn together already, as places in their row from 0.
    pub sewn: Vec<usize>,
    /// The parts that are added.
    pub added: Vec<usize>,
    /// Its length, in edges of a cell: the shortest ones.
    pub length: f64,
}

impl TriangleRows {
    /// How many strips are cut.
    pub fn strips(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }

    /// What it comes to.
    pub(super) fn figures(&self) -> MethodFigures {
        let strips = || self.rows.iter().flatten();
        let of_units = self.units.iter().flat_map(|unit| &unit.seams).map(|seam| seam.length);
        let seams = self.seams.iter().flatten().chain(&self.between).copied().chain(of_units);
        MethodFigures {
            method: SewingMethod::Rows,
            pieces: self.strips(),
            seams: self.strips() - 1,
            seam_cells: self.edges,
            seam_length: seams.sum(),
            set_in_corners: 0,
            clipped_corners: 0,
            perimeter: strips().map(|strip| strip.triangles + 2).sum(),
            solid: None,
            single_triangles: self
                .whole_triangles
                .then(|| strips().filter(|strip| strip.triangles == 1).count()),
            cells: strips().map(|strip| strip.triangles).sum(),
        }
    }
}
