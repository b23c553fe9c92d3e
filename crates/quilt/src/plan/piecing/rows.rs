//! Cuts a tiling of triangles into rows of strips, in the direction with the fewest strips.
//!
//! Every row is one unbroken line of cells, so its strips join into a row one after the other, and the rows
//! into a quilt top, with straight seams only.

use std::collections::BTreeMap;

use super::board::needs_squares;
use super::error::PiecingError;
use super::figures::{MethodFigures, SewingMethod};
use super::units::needs_whole_squares;
use piecework_tiling::lattice::{Cell, Lattice, Symmetry};
use piecework_tiling::tiling::Tiling;

/// A quilt of triangles in rows.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct TriangleRows {
    /// How far the rows are turned from lying, in degrees clockwise: 0, 60 or 120.
    pub turned: u32,
    /// The strips of each row, row after row, each in the order in which they lie.
    pub rows: Vec<Vec<TriangleStrip>>,
    /// The length of the seam between each row and the next, in edges of a cell.
    pub between: Vec<usize>,
}

/// Cells of one patch that lie in one row without a break.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct TriangleStrip {
    /// Which placement of the tiling it is cut from.
    pub placement: usize,
    /// The cells of the tiling.
    #[serde(skip)]
    pub cells: Vec<Cell>,
}

/// How many directions rows can have.
const DIRECTIONS: usize = 3;

/// The rows of a tiling of triangles.
///
/// # Errors
/// [`PiecingError::NoRectangles`] for hexagons (squares have better plans than rows), [`PiecingError::Gap`]
/// for a cell that no piece covers, and [`PiecingError::BrokenRow`] if no direction has whole rows.
///
/// # Examples
/// ```
/// use piecework_quilt::piecing::triangle_rows;
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};
/// let grids = read_letter_grids(Lattice::Triangle, "AAB\nABB", &Limits::default())?;
/// let rows = triangle_rows(&infer_from_grid("two", &grids[0])?)?;
/// assert_eq!((rows.turned, rows.strips()), (120, 2), "slanting, each piece is one strip");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn triangle_rows(tiling: &Tiling) -> Result<TriangleRows, PiecingError> {
    if let Some(gap) = tiling.gaps().first() {
        return Err(PiecingError::Gap { x: gap.x, y: gap.y });
    }
    let placements = tiling.placements().iter().enumerate();
    let owners: Vec<(Cell, usize)> = placements
        .flat_map(|(index, placement)| placement.cells.iter().map(move |&cell| (cell, index)))
        .collect();
    let all = whole_rows(tiling.lattice(), &owners)?
        .into_iter()
        .map(|(turn, rows)| strips(turn.degrees(tiling.lattice()), rows));
    // Of equals the first: rows that lie.
    let best = all.min_by_key(TriangleRows::strips);
    best.ok_or(PiecingError::NoRectangles { lattice: tiling.lattice() })
}

/// Refuses, before any search, a region of triangles of which no direction has whole rows, and other lattices
/// than squares and triangles.
///
/// # Errors
/// As [`triangle_rows`].
pub fn needs_rows(lattice: Lattice, cells: &[Cell]) -> Result<(), PiecingError> {
    if lattice.is_rectilinear() {
        return needs_squares(lattice);
    }
    if !lattice.diagonals().is_empty() {
        return needs_whole_squares(lattice, cells);
    }
    let owners: Vec<(Cell, usize)> = cells.iter().map(|&cell| (cell, 0)).collect();
    whole_rows(lattice, &owners).map(|_| ())
}

/// A cell where it lies, turned, with the patch it belongs to.
type Turned = (Cell, Cell, usize);
/// A turn, and the rows that lie level after it.
type Direction = (Symmetry, Vec<Vec<Turned>>);

/// The rows in every direction in which none is broken, each from its beginning to its end.
fn whole_rows(lattice: Lattice, owners: &[(Cell, usize)]) -> Result<Vec<Direction>, PiecingError> {
    if lattice.strips().is_empty() {
        return Err(PiecingError::NoRectangles { lattice });
    }
    let mut broken = None;
    let mut whole = Vec::new();
    for turn in lattice.symmetries().take(DIRECTIONS) {
        let mut rows: BTreeMap<i32, Vec<Turned>> = BTreeMap::new();
        for &(cell, owner) in owners {
            let turned = lattice.apply(turn, cell);
            rows.entry(turned.y).or_default().push((turned, cell, owner));
        }
        rows.values_mut().for_each(|row| row.sort_unstable());
        let gap = |row: &Vec<Turned>| {
            row.windows(2).find(|pair| pair[0].0.x + 1 != pair[1].0.x).map(|pair| pair[1].1)
        };
        match rows.values().find_map(gap) {
            Some(cell) => broken = broken.or(Some(cell)),
            None => whole.push((turn, rows.into_values().collect())),
        }
    }
    match broken {
        Some(cell) if whole.is_empty() => Err(PiecingError::BrokenRow { x: cell.x, y: cell.y }),
        _ => Ok(whole),
    }
}

/// The strips of whole rows.
fn strips(degrees: u32, rows: Vec<Vec<Turned>>) -> TriangleRows {
    // Rows share an edge below each cell that points up and has a cell under it.
    let below =
        |cell: Cell, row: &[Turned]| row.binary_search_by_key(&cell.x, |(turned, ..)| turned.x).is_ok();
    let points_up = |cell: Cell| (cell.x + cell.y).rem_euclid(2) == 0;
    let shared = |pair: &[Vec<Turned>]| {
        let edges = pair[0].iter().filter(|(turned, ..)| points_up(*turned) && below(*turned, &pair[1]));
        edges.count()
    };
    let between = rows.windows(2).map(shared).collect();
    let strips = |row: &Vec<Turned>| {
        let runs = row.chunk_by(|a, b| a.2 == b.2);
        let strip = |run: &[Turned]| TriangleStrip {
            placement: run[0].2,
            cells: run.iter().map(|&(_, cell, _)| cell).collect(),
        };
        runs.map(strip).collect()
    };
    let rows = rows.iter().map(strips).collect();
    // What is turned back lies: the rows themselves are turned the other way.
    let turned = (180 - degrees) % 180;
    TriangleRows { turned, rows, between }
}

impl TriangleRows {
    /// How many strips are cut.
    pub fn strips(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }

    /// What it comes to.
    pub(super) fn figures(&self) -> MethodFigures {
        let strips = || self.rows.iter().flatten();
        let within: usize = self.rows.iter().map(|row| row.len() - 1).sum();
        let seam_cells = within + self.between.iter().sum::<usize>();
        MethodFigures {
            method: SewingMethod::Rows,
            pieces: self.strips(),
            seams: self.strips() - 1,
            seam_cells,
            seam_length: seam_cells as f64,
            set_in_corners: 0,
            clipped_corners: 0,
            perimeter: strips().map(|strip| strip.cells.len() + 2).sum(),
            solid: None,
            single_triangles: Some(strips().filter(|strip| strip.cells.len() == 1).count()),
            cells: strips().map(|strip| strip.cells.len()).sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_draw::geometry::{Outline, Patchwork};
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, infer_tiling, read_letter_grids};

    fn tiling(rows: &str) -> Tiling {
        let grids = read_letter_grids(Lattice::Triangle, rows, &Limits::default()).expect("a good grid");
        infer_from_grid("test", &grids[0]).expect("a good tiling")
    }

    const TILINGS: [&str; 4] =
        ["AAB\nABB", "AABBC\nADDCC", "AAAAAA\nBBBBBB\nCCCCCC", "  AAAAA\n ABBBBBA\n ABCCCBA\n  AAAAA"];

    #[test]
    fn strips_are_the_cells_again_and_figures_are_those_of_their_patchwork() {
        for rows in &TILINGS[..3] {
            let tiling = tiling(rows);
            let found = triangle_rows(&tiling).expect("rows");
            let strips = found.rows.iter().flatten().map(|strip| strip.cells.clone());
            let sewn = infer_tiling("strips", Lattice::Triangle, strips).expect("a tiling");
            let patchwork = Patchwork::trace(&sewn, 10.0).expect("a patchwork");
            let figures = found.figures();
            assert_eq!(patchwork.seam_length(), figures.seam_cells as f64 * 10.0, "{rows}");
            assert!(patchwork.set_in_corners().is_empty(), "{rows}");
            let around: f64 = patchwork.patches().iter().map(|patch| patch.outline().perimeter()).sum();
            assert!((around - figures.perimeter as f64 * 10.0).abs() < 1e-9, "{rows}");
            let cut = |outline: &Outline| outline.area_with_allowance(2.0);
            let due: f64 = patchwork.patches().iter().map(|patch| cut(patch.outline())).sum();
            let area = figures.cut_area(10.0, 2.0).expect("triangles");
            assert!((area - due).abs() < 1e-9 * due, "{rows}: {area} is not {due}");
            for (row, length) in found.rows.windows(2).zip(&found.between) {
                assert!(!row[0].is_empty() && *length > 0);
            }
        }
    }

    #[test]
    fn the_direction_with_the_fewest_strips_is_taken() {
        let lying = triangle_rows(&tiling(TILINGS[2])).expect("rows");
        assert_eq!((lying.turned, lying.strips(), &lying.between[..]), (0, 3, &[3, 3][..]));
        // The same three rows on their sides.
        let turn = Lattice::Triangle.symmetries().nth(1).expect("six");
        let turned = tiling(TILINGS[2]).placements().to_vec();
        let turned = turned.into_iter().map(|placement| {
            placement.cells.into_iter().map(|cell| Lattice::Triangle.apply(turn, cell)).collect::<Vec<_>>()
        });
        let turned = infer_tiling("turned", Lattice::Triangle, turned).expect("a tiling");
        let found = triangle_rows(&turned).expect("rows");
        assert_eq!((found.turned, found.strips()), (60, 3));
    }

    #[test]
    fn rings_gaps_and_hexagons_are_refused() {
        let ring = "  AAAAA\n AA   AA\n  AAAAA";
        let error = triangle_rows(&tiling(ring)).unwrap_err();
        assert!(matches!(error, PiecingError::BrokenRow { .. }), "{error}");
        let hexagons = needs_rows(Lattice::Hex, &[Cell::new(0, 0)]).unwrap_err();
        assert_eq!(hexagons, PiecingError::NoRectangles { lattice: Lattice::Hex });
        assert!(needs_rows(Lattice::Square, &[Cell::new(0, 0)]).is_ok());
    }
}
