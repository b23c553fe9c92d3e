//! Draws single pieces for garment cutters, which nest them on the fabric themselves.
//!
//! All pieces are on one large sheet, in rows. Each has its cut line in [`Role::Cut`], outer ring first, its sew line in
//! [`Role::Sew`], notches where the corners of neighbours meet the seam in [`Role::Score`], and the grainline in
//! [`Role::Guide`]. They are not [`Part`](crate::layout::Part)s, because the file has its own words for notches and grain.

use super::{Calibration, CutError, CutOptions};
use crate::drawing::{Canvas, Drawing, Medium, Path, Role};
use crate::geometry::{Bounds, Outline, Patch, Patchwork, Point};
use crate::layout::{LayoutError, flow};
use crate::tiling::Tiling;

/// The longest notch in mm; chosen by eye.
const LONGEST_NOTCH: f64 = 3.0;
/// The distance from a seam of a point that is tested for being inside, as a share of the cell.
const BESIDE: f64 = 0.01;

/// Draws the pieces side by side.
///
/// # Units
/// All lengths of `options` in mm.
///
/// # Errors
/// [`CutError::Geometry`] for a piece whose notch closes under seam allowance and kerf; [`CutError::Layout`] for a piece
/// that is larger than the machine's area.
pub fn pattern_pieces(
    tiling: &Tiling,
    options: &CutOptions,
    calibration: Calibration,
) -> Result<Vec<Drawing>, CutError> {
    let patchwork = Patchwork::trace(tiling, options.cell)?;
    let allowance = options.outset();
    let named =
        (1..).zip(patchwork.patches()).map(|(number, patch)| (format!("{number} {}", patch.name()), patch));
    let pieces = named
        .map(|(name, patch)| {
            let cut = patch.outline().with_allowance(allowance, &name)?;
            fits(&name, &cut, options)?;
            Ok((name, patch, cut))
        })
        .collect::<Result<Vec<(String, &Patch, Outline)>, CutError>>()?;
    let sizes: Vec<(f64, f64)> =
        pieces.iter().map(|(_, _, cut)| (cut.bounds().width(), cut.bounds().height())).collect();
    let usable = options.bed.usable()?;
    let rows = flow(&sizes, usable.width(), options.gap + options.kerf);
    // Room for calibration.
    let size = (rows.width * (1.0 + Calibration::MOST), rows.height * (1.0 + Calibration::MOST));
    pieces
        .into_iter()
        .zip(rows.at)
        .map(|((name, patch, cut), at)| {
            let notches = notches(&patchwork, patch, options.seam_allowance, options.cell);
            let sheet = draw(&name, patch, &cut, &notches, (at, size, options.seam_allowance));
            calibration.finish(sheet)
        })
        .collect()
}

/// A piece must fit on the machine wherever it is placed.
fn fits(name: &str, cut: &Outline, options: &CutOptions) -> Result<(), CutError> {
    let (usable, bounds) = (options.bed.usable()?, cut.bounds());
    if bounds.width() <= usable.width() && bounds.height() <= usable.height() {
        return Ok(());
    }
    Err(LayoutError::PartTooLarge {
        part: name.to_owned(),
        width: bounds.width(),
        height: bounds.height(),
        sheet_width: usable.width(),
        sheet_height: usable.height(),
    }
    .into())
}

/// Notches: lines from the cut line towards the seam at the matching points, where corners of neighbours meet the seam.
fn notches(patchwork: &Patchwork, patch: &Patch, allowance: f64, cell: f64) -> Vec<(Point, Point)> {
    let mut notches = Vec::new();
    let start = |side: &crate::geometry::Side| {
        let edge = &patchwork.edges()[side.edge];
        patchwork.vertices()[if side.reversed { edge.to } else { edge.from }].at
    };
    for ring in patch.rings().iter().filter(|_| allowance > 0.0) {
        let points: Vec<Point> = ring.iter().map(start).collect();
        for (i, &at) in points.iter().enumerate() {
            let (before, after) =
                (points[(i + points.len() - 1) % points.len()], points[(i + 1) % points.len()]);
            let Some(out) = outwards(patch.outline(), before, at, after, cell) else { continue };
            let reach = |distance: f64| Point { x: at.x + out.0 * distance, y: at.y + out.1 * distance };
            let long = LONGEST_NOTCH.min(allowance / 2.0);
            notches.push((reach(allowance), reach(allowance - long)));
        }
    }
    notches
}

/// Returns the outward direction at a point where the outline is straight; `None` at its corners.
fn outwards(outline: &Outline, before: Point, at: Point, after: Point, cell: f64) -> Option<(f64, f64)> {
    let (along, on) = ((at.x - before.x, at.y - before.y), (after.x - at.x, after.y - at.y));
    let turn = along.0 * on.1 - along.1 * on.0;
    let length = before.distance(at);
    if turn.abs() > 1e-6 * length * at.distance(after) {
        return None;
    }
    let normal = (-along.1 / length, along.0 / length);
    let beside = Point { x: at.x + normal.0 * cell * BESIDE, y: at.y + normal.1 * cell * BESIDE };
    Some(if outline.contains(beside) { (-normal.0, -normal.1) } else { normal })
}

/// Draws one piece on the common sheet.
fn draw(
    name: &str,
    patch: &Patch,
    cut: &Outline,
    notches: &[(Point, Point)],
    (at, (width, height), allowance): (Point, (f64, f64), f64),
) -> Canvas {
    let Bounds { left, top, .. } = cut.bounds();
    let (dx, dy) = (at.x - left, at.y - top);
    let mut canvas = Canvas::new(name, Medium::Machine, width, height);
    canvas.path(Role::Cut, Path::outline(cut).moved(dx, dy));
    if allowance > 0.0 {
        canvas.path(Role::Sew, Path::outline(patch.outline()).moved(dx, dy));
    }
    for &(from, to) in notches {
        canvas.line(Role::Score, from.moved(dx, dy), to.moved(dx, dy));
    }
    let label = patch.outline().label();
    let half = label.room * 0.8;
    let grain = [label.at.moved(dx, dy - half), label.at.moved(dx, dy + half)];
    canvas.line(Role::Guide, grain[0], grain[1]);
    canvas
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cut::machine;
    use crate::{Lattice, Limits, infer_from_grid, read_letter_grids};

    fn pieces(rows: &str, seam_allowance: f64, cell: f64) -> Result<Vec<Drawing>, CutError> {
        let grids = read_letter_grids(Lattice::Square, rows, &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        let bed = machine("aama").expect("embedded").bed;
        let options = CutOptions { seam_allowance, ..CutOptions::new(cell, bed) };
        pattern_pieces(&tiling, &options, Calibration::default())
    }

    #[test]
    fn notches_are_where_the_seam_meets_a_corner_and_need_an_allowance() {
        // The long side of A meets the line between B and C in its middle; their sides meet no corner.
        let rows = "AA\nBC";
        let counts = |allowance: f64| -> Vec<usize> {
            let pieces = pieces(rows, allowance, 50.0).expect("fits");
            let marks = |piece: &Drawing| {
                let layer = piece.layers().iter().find(|layer| layer.role == Role::Score);
                layer.map_or(0, |layer| layer.items.len())
            };
            pieces.iter().map(marks).collect()
        };
        assert_eq!(counts(6.0), [1, 0, 0]);
        assert_eq!(counts(0.0), [0, 0, 0]);
        let notched = &pieces(rows, 6.0, 50.0).expect("fits")[0];
        let (cut, notch) = (notched.bounds_of(Role::Cut).unwrap(), notched.bounds_of(Role::Score).unwrap());
        assert!((notch.bottom - cut.bottom).abs() < 1e-6, "it begins on the cut line");
        assert!((notch.top - (cut.bottom - 3.0)).abs() < 1e-6, "and ends before the seam");
        assert!((notch.left - cut.centre().x).abs() < 1e-6);
    }

    #[test]
    fn pieces_are_apart_and_too_large_ones_are_refused() {
        let drawings = pieces("AAB\nABB", 6.0, 50.0).expect("fits");
        let boxes: Vec<Bounds> = drawings.iter().filter_map(|piece| piece.bounds_of(Role::Cut)).collect();
        assert!(boxes[1].left >= boxes[0].right + 2.0 - 1e-9, "{boxes:?}");
        assert!(drawings.iter().all(|piece| piece.bounds_of(Role::Guide).is_some()), "grain");
        let error = pieces("AAB\nABB", 6.0, 1000.0).unwrap_err();
        assert!(matches!(error, CutError::Layout(LayoutError::PartTooLarge { .. })), "{error}");
    }
}
