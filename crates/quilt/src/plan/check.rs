//! Refuses, before any search, fabric that no tiling of a puzzle could be sewn with.

use super::error::QuiltError;
use super::options::{Method, QuiltOptions};
use super::order::top_size;
use super::piecing::Objective;
use super::yardage::{Bed, Border, CutFrom, CutPiece, FabricOrder, Inches, Precut, SizeRow, yardage};
use piecework_draw::geometry::{Outline, Patchwork};
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::length::Length;
use piecework_tiling::polyform::connected_parts;
use piecework_tiling::puzzle::Puzzle;

/// Refuses, before any search, fabric that no tiling of a puzzle can be sewn with: too narrow for a piece
/// that must be used, or refused by [`yardage`] in any case; and a top that is not connected. Returns the size of the top,
/// and that of the quilt with its borders.
///
/// # Errors
/// As [`yardage`]; [`QuiltError::TopInParts`]; [`QuiltError::Geometry`] for a cell that cannot be.
pub fn check_fabric(puzzle: &Puzzle, options: &QuiltOptions) -> Result<[(Inches, Inches); 2], QuiltError> {
    let patchwork = Patchwork::of_region(puzzle.region(), options.cell)?;
    let lattice = puzzle.region().lattice();
    if puzzle.gaps() == 0 && puzzle.region().optional().is_empty() {
        check_connected(lattice, puzzle.region().cells(), options)?;
    }
    let options = &options.with_background(lattice);
    let mut order = FabricOrder::around(&patchwork, lattice, options, vec![String::new()]);
    let stash = options.stash();
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
        let only = puzzle.pieces().len() == 1;
        for piece in puzzle.pieces().iter().filter(|piece| only || piece.count.min > 0) {
            let boxed = CutPiece::boxed(piece, 1, options)?;
            order.pieces[0].push(boxed);
        }
    }
    order.add_edge_cloth(&patchwork, options)?;
    let yardage = yardage(&order, &options.yardage)?;
    Ok([yardage.top, yardage.finished])
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
    let row = bed.row(&top, order.cell, options.units).filter(|_| has_sides && asked.is_empty());
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
        let border = bed.equal_border(top, options.units);
        if border > Inches::ZERO {
            let width = Length::from_mm(border.mm()).unwrap_or_default();
            options.yardage.borders.push(Border::Width(width));
        }
    }
    Ok(())
}

/// The largest cell that the pre-cuts allow, in mm and a multiple of an eighth of an inch: every piece fits
/// on one of them. With straight seams and strips of one height, rectangles are one cell high. With one-way
/// prints a patch fits either way.
///
/// # Errors
/// [`QuiltError::Geometry`]. If no cell fits, it is the smallest that was tried, which [`check_fabric`]
/// refuses.
pub fn cell_for_precut(puzzle: &Puzzle, options: &QuiltOptions, precut: Precut) -> Result<f64, QuiltError> {
    let yardage = &options.yardage;
    let quarter = (Inches::of(yardage.usual_quarter.0), Inches::of(yardage.usual_quarter.1));
    let (a, b) = precut.size(Inches::of(yardage.width_of_fabric), quarter);
    let (short, long) = (a.min(b), a.max(b));
    let seams = Inches::of_mm(options.seam_allowance).times(2);
    let strips =
        options.method == Method::Straight && options.piecing.objective == Objective::FewestStripHeights;
    // Prints differ, so the rectangles of a patch are cut from one piece: each cell with seams of its own has room.
    let whole = yardage.prints.is_assorted() && options.method == Method::Straight && !strips;
    let least = LARGEST_CELL.min(least_open(puzzle, options));
    for eighths in (least..=LARGEST_CELL).rev() {
        let cell = Inches::eighths(eighths).mm();
        let at = QuiltOptions { cell, ..options.clone() };
        let apart = |low: Inches, high: Inches| {
            let seams =
                |side: Inches| seams.times((side - seams).over(Inches::eighths(eighths)).saturating_sub(1));
            (low + seams(low), high + seams(high))
        };
        let mut fits = true;
        for piece in puzzle.pieces() {
            let (low, high) = match options.method {
                Method::Fused => (Inches::of_mm(cell) + seams, Inches::of_mm(cell) + seams),
                _ => CutPiece::boxed(piece, 1, &at)?.size,
            };
            let (low, high) = if whole { apart(low, high) } else { (low, high) };
            let low = if strips { Inches::eighths(eighths) + seams } else { low };
            // An upright patch may be as high as it is long.
            let deep = if options.one_way.is_empty() || strips { low } else { high };
            fits &= deep <= short && high <= long;
        }
        if fits {
            return Ok(cell);
        }
    }
    Ok(Inches::eighths(least).mm())
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
