//! Refuses, before any search, fabric that no tiling of a puzzle could be sewn with.

use std::collections::BTreeSet;

use super::error::QuiltError;
use super::options::{Method, QuiltOptions};
use super::order::top_size;
use super::piecing::Objective;
use super::yardage::{Bed, ClothSize, CutFrom, CutPiece, FabricOrder, Inches, Precut, SizeRow, yardage};
use piecework_draw::geometry::{GeometryError, Outline, Patchwork};
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::polyform::{Shape, connected_parts};
use piecework_tiling::puzzle::Puzzle;

/// Refuses, before any search, fabric that no tiling of a puzzle can be sewn with: too narrow for a piece
/// that must be used, or refused by [`yardage`] in any case; and a top that is not connected. Returns the size of the top,
/// and that of the quilt with its borders.
///
/// # Errors
/// As [`yardage`]; [`QuiltError::TopInParts`]; [`QuiltError::Geometry`] for a cell that cannot be.
pub fn check_fabric(puzzle: &Puzzle, options: &QuiltOptions) -> Result<[ClothSize; 2], QuiltError> {
    let patchwork = Patchwork::of_region(puzzle.region(), options.cell)?;
    let lattice = puzzle.region().lattice();
    if puzzle.gaps() == 0 && puzzle.region().optional().is_empty() {
        check_connected(lattice, puzzle.region().cells(), options)?;
    }
    let options = &options.with_background(lattice);
    let mut order = FabricOrder::around(&patchwork, lattice, options, vec![String::new()]);
    let stash = match options.yardage.precut {
        None => options.palette.stocked(options.coloring.scheme.stash())?,
        Some(_) => Vec::new(),
    };
    let largest = [CutFrom::Bolt, CutFrom::FatQuarters];
    let largest =
        largest.into_iter().find(|from| stash.iter().any(|&(_, stock)| CutFrom::stock(stock) == *from));
    order.cut_from = vec![largest.unwrap_or_default()];
    if matches!(options.method, Method::Straight | Method::Fused) {
        if options.fills_with_background(lattice) {
            // Background makes a rectangle of every outline.
            order.outline = None;
        }
    } else {
        order.pieces[0] = least_pieces(puzzle, options)?;
    }
    order.add_edge_cloth(&patchwork, options)?;
    let yardage = yardage(&order, &options.yardage)?;
    Ok([yardage.top, yardage.finished])
}

/// What has to fit on a piece of cloth, whatever the tiling: the pieces that must be used, or if these are sewn of several
/// pieces of a package, their cells.
fn least_pieces(puzzle: &Puzzle, options: &QuiltOptions) -> Result<Vec<CutPiece>, QuiltError> {
    let only = puzzle.pieces().len() == 1;
    let used = puzzle.pieces().iter().filter(|piece| only || piece.count.min > 0);
    let precut = options.yardage.precut.filter(|&precut| takes_several(options, precut));
    match precut.map(|precut| fits_on_one(puzzle, options, precut)).transpose()? {
        Some(false) => boxed_cells(puzzle, options),
        _ => Ok(used.map(|piece| CutPiece::boxed(piece, 1, options)).collect::<Result<_, _>>()?),
    }
}

/// The boxes around the cells of the pieces, each of its own.
fn boxed_cells(puzzle: &Puzzle, options: &QuiltOptions) -> Result<Vec<CutPiece>, QuiltError> {
    let lattice = puzzle.lattice();
    let cells = puzzle.pieces().iter().flat_map(|piece| piece.shape.cells());
    let shapes: BTreeSet<Shape> = cells.filter_map(|&cell| Shape::new(lattice, vec![cell]).ok()).collect();
    let boxed = shapes.iter().map(|cell| {
        let outline = Outline::of_shape(cell, options.cell)?;
        Ok(CutPiece::boxed_outline(("cell", &outline), 1, lattice, options)?)
    });
    boxed.collect()
}

/// Refuses a top of these sorted cells in parts that share no edge, unless background is sewn between them.
///
/// # Errors
/// [`QuiltError::TopInParts`].
pub(super) fn check_connected(
    lattice: Lattice,
    cells: &[Cell],
    options: &QuiltOptions,
) -> Result<(), QuiltError> {
    let parts = connected_parts(lattice, cells).into_iter().max().map_or(0, |last| last + 1);
    if parts > 1 && !options.fills_with_background(lattice) {
        return Err(QuiltError::TopInParts { parts, squares: lattice.is_rectilinear() });
    }
    Ok(())
}

/// Chooses the cell for a bed, and unless one is asked for the border: the pair that reaches its size, or where
/// there is none the cell that comes nearest.
///
/// # Errors
/// [`YardageError::NoSuchSize`](super::yardage::YardageError::NoSuchSize), and [`QuiltError::Geometry`] for a cell
/// that cannot be.
pub fn fit_to_bed(puzzle: &Puzzle, options: &mut QuiltOptions, size: &str) -> Result<(), QuiltError> {
    let bed = Bed::named(size)?;
    let lattice = puzzle.lattice();
    let patchwork = Patchwork::of_region(puzzle.region(), options.cell)?;
    let order = FabricOrder::around(&patchwork, lattice, &options.with_background(lattice), Vec::new());
    let top = |cell: Inches| top_size(&patchwork, lattice, options, cell);
    let has_sides = order.outline.is_none() || options.fills_with_background(lattice);
    let asked = &options.yardage.borders;
    let row = bed.row(&top, options.units).filter(|_| has_sides && asked.is_empty());
    let nearest = || bed.nearest_cell(&top, asked, options.units);
    let cell = row.as_ref().map_or_else(nearest, |row| row.cell).mm();
    options.cell = cell;
    options.yardage.bed = Some(bed);
    options.yardage.borders.extend(row.as_ref().and_then(SizeRow::border));
    Ok(())
}

/// Gives a quilt whose cells stay as they are the equal border with which it comes nearest to a bed, unless a border is asked
/// for.
///
/// # Errors
/// As [`fit_to_bed`].
pub(crate) fn border_for_bed(
    puzzle: &Puzzle,
    options: &mut QuiltOptions,
    size: &str,
) -> Result<(), QuiltError> {
    let bed = Bed::named(size)?;
    let lattice = puzzle.lattice();
    let patchwork = Patchwork::of_region(puzzle.region(), options.cell)?;
    let order = FabricOrder::around(&patchwork, lattice, &options.with_background(lattice), Vec::new());
    options.yardage.bed = Some(bed);
    let has_sides = order.outline.is_none() || options.fills_with_background(lattice);
    if has_sides && options.yardage.borders.is_empty() {
        let top = top_size(&patchwork, lattice, options, order.cell);
        options.yardage.borders.extend(bed.border_around(top, options.units));
    }
    Ok(())
}

/// The largest cell that the pre-cuts allow, in mm and a multiple of an eighth of an inch: every piece fits
/// on one of them. With straight seams and strips of one height, rectangles are one cell high, and of squares that are
/// all different a patch may take several, cell by cell, by every method. With one-way prints a patch fits either way.
///
/// # Errors
/// [`QuiltError::Geometry`]. If no cell fits, it is the smallest that was tried, which [`check_fabric`]
/// refuses.
pub fn cell_for_precut(puzzle: &Puzzle, options: &QuiltOptions, precut: Precut) -> Result<f64, QuiltError> {
    let least = LARGEST_CELL.min(least_open(puzzle, options));
    let mut whole = Inches::eighths(least).mm();
    for eighths in (least..=LARGEST_CELL).rev() {
        let cell = Inches::eighths(eighths).mm();
        if fits_on_one(puzzle, &QuiltOptions { cell, ..options.clone() }, precut)? {
            whole = cell;
            break;
        }
    }
    // Equal prints are bought as they are needed: there is no package to use up.
    if !takes_several(options, precut) || !options.yardage.prints.is_assorted() {
        return Ok(whole);
    }
    // Whole patches stay whole unless they are much larger of several; chosen by eye. Straight seams part them anyway.
    let worth_it = if options.method == Method::Straight { 1.0 } else { 2.0 };
    let several = cell_of_several(puzzle, options, precut);
    Ok(if several > worth_it * whole { several } else { whole })
}

/// Whether patches may be sewn of several pieces of one pile or fabric, cell by cell.
pub(super) fn takes_several(options: &QuiltOptions, precut: Precut) -> bool {
    options.method != Method::Fused && !precut.is_strip() && options.one_way.is_empty()
}

/// The largest cell for which the packages at hand, or as many as there are patches for, have a square for each cell, or
/// for each four, nine or more square cells.
fn cell_of_several(puzzle: &Puzzle, options: &QuiltOptions, precut: Precut) -> f64 {
    /// More cells on a piece are smaller than anyone sews.
    const MOST: usize = 5;
    /// Each pile may have a piece that is not used up.
    const PILES: usize = 8;
    let ((short, long), in_each) = (piece_of(options, precut), precut.in_each());
    let seams = Inches::of_mm(options.seam_allowance).times(2);
    let cells = puzzle.region().area().saturating_sub(puzzle.gaps() as usize);
    let of_piece = puzzle.pieces().iter().map(|piece| piece.shape.area()).min().unwrap_or(1).max(1);
    let packages = options.yardage.at_hand.unwrap_or((cells / of_piece).div_ceil(in_each));
    if !puzzle.lattice().is_rectilinear() {
        let fits = |&eighths: &u32| {
            let options = QuiltOptions { cell: Inches::eighths(eighths).mm(), ..options.clone() };
            let on_one = |cell: &CutPiece| cell.size.0 <= short && cell.size.1 <= long;
            boxed_cells(puzzle, &options).is_ok_and(|cells| cells.iter().all(on_one))
        };
        let has_one_each = cells <= packages * in_each;
        let largest = (1..=LARGEST_CELL).rev().filter(|_| has_one_each).find(fits);
        return largest.map_or(0.0, |eighths| Inches::eighths(eighths).mm());
    }
    let larger = |side: usize| {
        let pieces = cells.div_ceil(side * side) + if side > 1 { PILES } else { 0 };
        let cell = Inches::of_mm(short.mm() / side as f64);
        let eighths = Inches::eighths(1);
        let whole = (cell > seams).then(|| eighths.times((cell - seams).whole_steps(eighths)))?;
        (pieces <= packages * in_each).then_some(whole.mm())
    };
    (1..=MOST).find_map(larger).unwrap_or_default()
}

/// The sides of a piece, the shorter first.
fn piece_of(options: &QuiltOptions, precut: Precut) -> (Inches, Inches) {
    let yardage = &options.yardage;
    let quarter = (Inches::of(yardage.usual_quarter.0), Inches::of(yardage.usual_quarter.1)).into();
    let ClothSize { width, height } = precut.size(Inches::of(yardage.width_of_fabric), quarter);
    (width.min(height), width.max(height))
}

/// Whether every patch fits on one piece of a package.
pub(super) fn fits_on_one(
    puzzle: &Puzzle,
    options: &QuiltOptions,
    precut: Precut,
) -> Result<bool, QuiltError> {
    let (short, long) = piece_of(options, precut);
    let (seams, cell) = (Inches::of_mm(options.seam_allowance).times(2), Inches::of_mm(options.cell));
    let strips =
        options.method == Method::Straight && options.piecing.objective == Objective::FewestStripHeights;
    // Prints differ, so the rectangles of a patch are cut from one piece: each cell with seams of its own has room.
    let whole = options.yardage.prints.is_assorted() && options.method == Method::Straight && !strips;
    let apart = |low: Inches, high: Inches| {
        let seams = |side: Inches| seams.times((side - seams).over(cell).saturating_sub(1));
        (low + seams(low), high + seams(high))
    };
    for piece in puzzle.pieces() {
        let (low, high) = match options.method {
            Method::Fused => (cell + seams, cell + seams),
            _ => match CutPiece::boxed(piece, 1, options) {
                // Of a piece that need not be used, too.
                Err(GeometryError::NotchCloses { .. }) => return Ok(false),
                boxed => boxed?.size,
            },
        };
        let (low, high) = if whole { apart(low, high) } else { (low, high) };
        let low = if strips { cell + seams } else { low };
        // An upright patch may be as high as it is long.
        let deep = if options.one_way.is_empty() || strips { low } else { high };
        if deep > short || high > long {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The largest cell that is tried for pre-cuts, in eighths of an inch: that of a layer cake.
const LARGEST_CELL: u32 = 80;

/// The least cell, in eighths of an inch, whose notches stay open under the seam allowance.
pub(super) fn least_open(puzzle: &Puzzle, options: &QuiltOptions) -> u32 {
    let open = |eighths: &u32| {
        Outline::try_allowance(puzzle, Inches::eighths(*eighths).mm(), options.seam_allowance).is_ok()
    };
    (1..LARGEST_CELL).find(open).unwrap_or(LARGEST_CELL)
}
