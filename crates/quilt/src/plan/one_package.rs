//! Finds the cell with which one package of pre-cuts is enough for a quilt, and the one that straight seams
//! allow.

use super::buying;
use super::check::{cell_for_precut, least_open};
use super::design::Design;
use super::error::QuiltError;
use super::options::{Method, QuiltOptions};
use super::piecing::{Objective, PiecingPlan};
use super::yardage::{Inches, Packages, Precut};
use piecework_tiling::tiling::Tiling;

/// The smallest cell that is tried, in eighths of an inch: 3/4 in, with 1/4 in seams on both sides.
///
/// # Source
/// Smaller squares are more seam than patch, and are hard to cut and to press.
const SMALLEST_CELL: u32 = 6;
/// The largest cell that is tried, in eighths of an inch: that of a layer cake.
const LARGEST_CELL: u32 = 80;

/// Adds to `packages` the largest cell below that of `options` with which one package has enough pieces, in
/// steps of an eighth of an inch. Nothing is added where one package is enough already, pieces are sold one
/// by one, or no such cell is found.
///
/// Larger cells are taken to need no fewer pieces; packing is so good that this holds but for single pieces.
pub(super) fn find(
    tiling: &Tiling,
    options: &QuiltOptions,
    straight: Option<&PiecingPlan>,
    packages: &mut Packages,
) {
    if packages.packages < 2 || packages.in_each == 1 {
        return;
    }
    let least = least_open(tiling.puzzle(), options).max(SMALLEST_CELL);
    let smaller = |&cell: &u32| Inches::eighths(cell).mm() < options.cell - 1e-6;
    let cells: Vec<u32> = (least..LARGEST_CELL).take_while(smaller).collect();
    let is_enough = |&cell: &u32| {
        let pieces = pieces_with(tiling, options, straight, Inches::eighths(cell));
        pieces.is_ok_and(|pieces| pieces.is_some_and(|pieces| pieces <= packages.in_each))
    };
    let is_enough = |cell: &u32| !options.stop.is_raised() && is_enough(cell);
    let enough = cells.partition_point(is_enough);
    packages.one_is_enough_for = enough.checked_sub(1).map(|last| Inches::eighths(cells[last]));
}

/// Returns the cell that strips allow if the quilt is sewn with straight seams, for a quilt of whole patches whose cell is
/// smaller than that.
///
/// # Errors
/// As [`cell_for_precut`].
pub(super) fn straight_cell(
    tiling: &Tiling,
    options: &QuiltOptions,
    precut: Precut,
) -> Result<Option<Inches>, QuiltError> {
    if !precut.is_strip() || options.method == Method::Straight || !tiling.lattice().is_rectilinear() {
        return Ok(None);
    }
    let mut straight = QuiltOptions { method: Method::Straight, ..options.clone() };
    straight.piecing.objective = Objective::FewestStripHeights;
    let cell = cell_for_precut(tiling.puzzle(), &straight, precut)?;
    Ok((cell > options.cell + 1e-6).then_some(Inches::of_mm(cell)))
}

/// How many pieces of pre-cuts the quilt takes with another cell.
fn pieces_with(
    tiling: &Tiling,
    options: &QuiltOptions,
    straight: Option<&PiecingPlan>,
    cell: Inches,
) -> Result<Option<usize>, QuiltError> {
    let options = &QuiltOptions { cell: cell.mm(), ..options.clone() };
    let order = buying::order(&Design::new(tiling, straight, options)?, straight)?;
    Ok(buying::counted(order, options)?.packages.map(|packages| packages.pieces))
}
