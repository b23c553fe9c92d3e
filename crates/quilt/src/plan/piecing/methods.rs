//! Compares the construction methods of one quilt in numbers, all of them counted.

use std::collections::{BTreeMap, BTreeSet};

use super::board::PatchGrid;
use super::error::PiecingError;
use super::fewest;
use super::figures::{MethodFigures, SewingMethod};
use super::on_point::OnPoint;
use super::options::{Outside, PiecingOptions};
use super::parts::PiecingPlan;
use super::plan::plan_board;
use super::repeats::Pattern;
use super::rows::triangle_rows;
use super::units::unit_plan;
use piecework_tiling::lattice::{Cell, Corner, Lattice};
use piecework_tiling::stop::StopFlag;
use piecework_tiling::tiling::Tiling;

/// All ways to sew a quilt.
#[derive(Debug, Clone, PartialEq)]
pub struct Methods {
    /// The ways there are, in the order of [`SewingMethod`].
    pub figures: Vec<MethodFigures>,
    /// Into how few rectangles the patches can be cut at all, if they did not have to be sewn straight: no
    /// plan has fewer.
    pub least_rectangles: Option<usize>,
    /// Why there are no straight seams, if that is so.
    pub refused: Option<PiecingError>,
}

/// Counts what every way to sew a tiling takes.
///
/// With [`Outside::Background`] the background is sewn in every way, so that all make the same rectangle.
///
/// # Examples
/// ```
/// use piecework_quilt::piecing::{Outside, methods};
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};
/// let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default())?;
/// let methods = methods(&infer_from_grid("two L trominoes", &grids[0])?, Outside::Open);
/// let pieces: Vec<usize> = methods.figures.iter().map(|figures| figures.pieces).collect();
/// assert_eq!(pieces, [2, 4, 4, 4, 6, 2]);
/// assert_eq!(methods.figures[0].set_in_corners, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn methods(tiling: &Tiling, outside: Outside) -> Methods {
    compare(tiling, &PiecingOptions { outside, ..PiecingOptions::default() }, None, &StopFlag::never())
}

/// The same, with the figures of a plan that is there already, whatever that is the best of. If it is
/// stopped, methods are missing.
pub(crate) fn compare(
    tiling: &Tiling,
    options: &PiecingOptions,
    known: Option<&PiecingPlan>,
    stop: &StopFlag,
) -> Methods {
    let board = PatchGrid::of(tiling, options.outside).map(|board| board.until(stop));
    let whole = whole_patches(tiling.lattice(), &owners(tiling, board.as_ref().ok()), board.as_ref().ok());
    let papers = MethodFigures { method: SewingMethod::EnglishPaper, set_in_corners: 0, ..whole };
    let mut methods = Methods { figures: vec![whole], least_rectangles: None, refused: None };
    match board {
        Ok(board) => {
            // Whole patches are not rectangular.
            let is_straight = known.is_none_or(|plan| plan.y_seams == 0);
            methods.least_rectangles = is_straight.then(|| fewest::corners(&board).fewest);
            let figures = match known {
                Some(plan) => Ok(of_plan(&board, plan)),
                None => plan_board(&board, &Pattern::of_squares(&board), &PiecingOptions::default())
                    .map(|plan| of_plan(&board, &plan)),
            };
            match figures {
                Ok(figures) => methods.figures.push(figures),
                Err(error) => methods.refused = Some(error),
            }
            methods.figures.extend([rows(&board), columns(&board), squares(&board)].into_iter().flatten());
        }
        Err(_) => {
            let in_rows = || triangle_rows(tiling).map(|rows| rows.figures());
            match of_units(tiling, options, stop).unwrap_or_else(in_rows) {
                Ok(figures) => methods.figures.push(figures),
                Err(error) => methods.refused = Some(error),
            }
        }
    }
    methods.figures.push(papers);
    methods
}

impl MethodFigures {
    /// Rectangles that are sewn to a whole board in one seam fewer than there are rectangles.
    fn of_rectangles(method: SewingMethod, board: &PatchGrid, pieces: usize, seam_cells: usize) -> Self {
        Self {
            method,
            pieces,
            seams: pieces - 1,
            seam_cells,
            seam_length: seam_cells as f64,
            set_in_corners: 0,
            clipped_corners: 0,
            perimeter: 2 * seam_cells + board.outline(),
            solid: Some(pieces),
            single_triangles: None,
            cells: board.cells_in(board.whole()),
        }
    }
}

fn of_plan(board: &PatchGrid, plan: &PiecingPlan) -> MethodFigures {
    let (method, y_seams) = (SewingMethod::StraightSeams, plan.y_seams);
    let figures = MethodFigures::of_rectangles(method, board, plan.rectangles(), plan.seam_cells());
    MethodFigures { set_in_corners: y_seams, clipped_corners: y_seams, ..figures }
}

/// The length of all seams between rows, if all of them may be sewn from one end of the board to the other.
fn between_rows(board: &PatchGrid) -> Option<usize> {
    (1..board.rows).map(|row| board.seam_along_row(row, 0, board.columns)).sum()
}

/// The same between columns.
fn between_columns(board: &PatchGrid) -> Option<usize> {
    (1..board.columns).map(|column| board.seam_along_column(column, 0, board.rows)).sum()
}

/// How many pairs of neighbours there are, in rows and in columns, of which the patches are as `counted`
/// says.
fn neighbours(board: &PatchGrid, counted: impl Fn(usize, usize) -> bool) -> [usize; 2] {
    let at = |x: usize, y: usize| board.patch_at(x, y);
    let counted =
        |pair: (Option<usize>, Option<usize>)| pair.0.zip(pair.1).is_some_and(|(a, b)| counted(a, b));
    let cells = || (0..board.rows).flat_map(|y| (0..board.columns).map(move |x| (x, y)));
    let level = cells().filter(|&(x, y)| x > 0 && counted((at(x - 1, y), at(x, y)))).count();
    let upright = cells().filter(|&(x, y)| y > 0 && counted((at(x, y - 1), at(x, y)))).count();
    [level, upright]
}

/// Strips one cell wide are all cells, less one for each pair of neighbours in a strip that are of one patch.
fn rows(board: &PatchGrid) -> Option<MethodFigures> {
    let between = between_rows(board)?;
    let pieces = board.cells_in(board.whole()) - neighbours(board, |a, b| a == b)[0];
    let seams = between + neighbours(board, |a, b| a != b)[0];
    Some(MethodFigures::of_rectangles(SewingMethod::Rows, board, pieces, seams))
}

fn columns(board: &PatchGrid) -> Option<MethodFigures> {
    let between = between_columns(board)?;
    let pieces = board.cells_in(board.whole()) - neighbours(board, |a, b| a == b)[1];
    let seams = between + neighbours(board, |a, b| a != b)[1];
    Some(MethodFigures::of_rectangles(SewingMethod::Columns, board, pieces, seams))
}

/// Sewn to rows and these together, or to columns.
fn squares(board: &PatchGrid) -> Option<MethodFigures> {
    between_rows(board).or_else(|| between_columns(board))?;
    let seams = neighbours(board, |_, _| true).into_iter().sum();
    Some(MethodFigures::of_rectangles(SewingMethod::Squares, board, board.cells_in(board.whole()), seams))
}

/// Squares from their halves and quarters; none where cells are no parts of squares.
fn of_units(
    tiling: &Tiling,
    options: &PiecingOptions,
    stop: &StopFlag,
) -> Option<Result<MethodFigures, PiecingError>> {
    let lattice = tiling.lattice();
    (!lattice.diagonals().is_empty()).then(|| {
        let plan = match OnPoint::of(tiling, options) {
            Some(grid) => grid.plan(tiling, options, &|patch| patch, stop)?,
            None => unit_plan(tiling, &PiecingOptions::default(), &|patch| patch, stop)?,
        };
        let pieces = plan.pieces.iter().enumerate();
        let owners = pieces.flat_map(|(piece, (_, cells))| cells.iter().map(move |&cell| (cell, piece)));
        let whole = whole_patches(lattice, &owners.collect(), None);
        Ok(MethodFigures { method: SewingMethod::StraightSeams, seams: plan.steps.len(), ..whole })
    })
}

/// Every patch in one piece, on any lattice.
fn whole_patches(
    lattice: Lattice,
    owners: &BTreeMap<Cell, usize>,
    board: Option<&PatchGrid>,
) -> MethodFigures {
    let mut contacts: BTreeMap<(usize, usize), Vec<(Corner, Corner)>> = BTreeMap::new();
    let mut perimeter = 0;
    for (&cell, &owner) in owners {
        let corners: Vec<Corner> = lattice.corners(cell).collect();
        for (i, near) in lattice.neighbours(cell).enumerate() {
            let other = owners.get(&near).copied();
            perimeter += usize::from(other != Some(owner));
            if let Some(other) = other.filter(|&other| owner < other) {
                let edge = (corners[i], corners[(i + 1) % corners.len()]);
                contacts.entry((owner, other)).or_default().push(edge);
            }
        }
    }
    let (clipped_corners, set_in_corners) = notches(lattice, owners);
    MethodFigures {
        method: SewingMethod::Templates,
        pieces: owners.values().collect::<BTreeSet<_>>().len(),
        seams: contacts.values().map(|edges| runs(edges)).sum(),
        seam_cells: contacts.values().map(Vec::len).sum(),
        seam_length: contacts.values().flatten().map(|&(from, to)| lattice.distance(from, to)).sum(),
        set_in_corners,
        clipped_corners,
        perimeter,
        solid: board.map(|board| fewest::corners(board).solid),
        single_triangles: None,
        cells: owners.len(),
    }
}

/// The patch of every cell: those of the board if there is one, so that background counts.
fn owners(tiling: &Tiling, board: Option<&PatchGrid>) -> BTreeMap<Cell, usize> {
    if let Some(board) = board {
        let at = |index: usize| i32::try_from(index).unwrap_or(i32::MAX);
        let cells = (0..board.rows).flat_map(|y| (0..board.columns).map(move |x| (x, y)));
        let owned = |(x, y)| Some((Cell::new(at(x), at(y)), board.patch_at(x, y)?));
        return cells.filter_map(owned).collect();
    }
    let placements = tiling.placements().iter().enumerate();
    placements.flat_map(|(index, placement)| placement.cells.iter().map(move |&cell| (cell, index))).collect()
}

/// Into how many lines without a break some edges join.
fn runs(edges: &[(Corner, Corner)]) -> usize {
    let mut left: Vec<(Corner, Corner)> = edges.to_vec();
    let mut runs = 0;
    while let Some((from, to)) = left.pop() {
        runs += 1;
        let mut open = vec![from, to];
        while let Some(corner) = open.pop() {
            let touches = |edge: &(Corner, Corner)| edge.0 == corner || edge.1 == corner;
            while let Some(index) = left.iter().position(touches) {
                let (a, b) = left.swap_remove(index);
                open.push(if a == corner { b } else { a });
            }
        }
    }
    runs
}

/// Corners at which one patch fills more than half a turn but not all, and those of them where another fills
/// some of the rest.
fn notches(lattice: Lattice, owners: &BTreeMap<Cell, usize>) -> (usize, usize) {
    let corners: BTreeSet<Corner> = owners.keys().flat_map(|&cell| lattice.corners(cell)).collect();
    let (mut all, mut set_in) = (0, 0);
    for corner in corners {
        let around: Vec<Option<usize>> =
            lattice.cells_at(corner).into_iter().map(|cell| owners.get(&cell).copied()).collect();
        let most = around.iter().flatten().find(|&&owner| is_notch(&around, owner));
        if let Some(&owner) = most {
            all += 1;
            set_in += usize::from(around.iter().flatten().any(|&other| other != owner));
        }
    }
    (all, set_in)
}

/// Whether a patch fills more than half of what is around a corner, in one piece, but not all.
fn is_notch(around: &[Option<usize>], owner: usize) -> bool {
    let inside = |i: usize| around[i % around.len()] == Some(owner);
    let ends = (0..around.len()).filter(|&i| inside(i) && !inside(i + 1)).count();
    let filled = (0..around.len()).filter(|&i| inside(i)).count();
    ends == 1 && 2 * filled > around.len()
}
