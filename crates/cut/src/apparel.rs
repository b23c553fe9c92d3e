//! Draws single pieces for garment cutters, which nest them on the fabric themselves.
//!
//! Equal pieces of one fabric are one drawing with their number; mirror images are drawings of their own. All
//! are on one large sheet, in rows, as the piece is drawn in the puzzle. Each has its cut line in
//! [`Role::Cut`], outer ring first, its sew line in [`Role::Sew`], notches where the corners of neighbours
//! meet the seam in [`Role::Score`], and the grainline in [`Role::Guide`]; what the file says about it is in
//! [`Role::Label`]. They are not [`Part`](piecework_draw::layout::Part)s, because the file has its own words
//! for notches and grain.

use super::plan::PlannedFabrics;
use super::{Calibration, CutError, CutOptions};
use piecework_draw::drawing::{Canvas, Drawing, Medium, Path, Role, Text};
use piecework_draw::geometry::{Bounds, Outline, Patch, Patchwork, Point};
use piecework_draw::layout::{LayoutError, flow};
use piecework_tiling::tiling::Tiling;

/// The longest notch in mm; chosen by eye.
const LONGEST_NOTCH: f64 = 3.0;
/// The height of words that are placed later, in mm.
const SMALL: f64 = 0.1;
/// The distance from a seam of a point that is tested for being inside, as a share of the cell.
const BESIDE: f64 = 0.01;

/// Draws the different pieces side by side, each with its quantity, size and material.
///
/// # Units
/// All lengths of `options` in mm.
///
/// # Errors
/// [`CutError::Geometry`] for a piece whose notch closes under seam allowance and kerf; [`CutError::Layout`]
/// for a piece that is larger than the machine's area.
pub fn pattern_pieces(
    tiling: &Tiling,
    options: &CutOptions,
    fabrics: Option<&PlannedFabrics>,
    calibration: Calibration,
) -> Result<Vec<Drawing>, CutError> {
    let patchwork = Patchwork::trace(tiling, options.cell)?;
    let allowance = options.outset();
    let mut pieces: Vec<PatternPiece> = Vec::new();
    for (index, patch) in patchwork.patches().iter().enumerate() {
        let piece = PatternPiece::of(&patchwork, patch, options, fabrics.map(|plan| plan.fabric_of[index]));
        match pieces.iter_mut().find(|known| known.is_like(&piece)) {
            Some(known) => known.quantity += 1,
            None => pieces.push(piece),
        }
    }
    let pieces = pieces.into_iter().map(|piece| {
        let cut = piece.finished.with_allowance(allowance, &piece.name)?;
        fits(&piece.name, &cut, options)?;
        Ok((piece, cut))
    });
    let pieces = pieces.collect::<Result<Vec<(PatternPiece, Outline)>, CutError>>()?;
    let sizes: Vec<(f64, f64)> =
        pieces.iter().map(|(_, cut)| (cut.bounds().width(), cut.bounds().height())).collect();
    let usable = options.bed.usable()?;
    let rows = flow(&sizes, usable.width(), options.gap + options.kerf);
    // Room for calibration.
    let size = (rows.width * (1.0 + Calibration::MOST), rows.height * (1.0 + Calibration::MOST));
    pieces
        .into_iter()
        .zip(rows.at)
        .map(|((piece, cut), at)| {
            let material = piece.fabric.zip(fabrics).map(|(fabric, plan)| plan.fabrics[fabric].name.as_str());
            calibration.finish_piece(draw(&piece, &cut, material, (at, size, options.seam_allowance)))
        })
        .collect()
}

/// Equal pieces, as they are drawn in the puzzle.
struct PatternPiece {
    name: String,
    piece: usize,
    mirrored: bool,
    fabric: Option<usize>,
    finished: Outline,
    notches: Vec<(Point, Point)>,
    quantity: usize,
}

impl PatternPiece {
    /// A patch, turned back so that equal ones are alike.
    fn of(patchwork: &Patchwork, patch: &Patch, options: &CutOptions, fabric: Option<usize>) -> Self {
        let turn = -i32::try_from(patch.turn()).unwrap_or(0);
        let turned = patch.outline().turned(turn);
        let Bounds { left, top, .. } = turned.bounds();
        let back = |at: Point| at.turned(turn).moved(-left, -top);
        let notches = notches(patchwork, patch, options.seam_allowance, options.cell);
        let mut notches: Vec<(Point, Point)> =
            notches.into_iter().map(|(from, to)| (back(from), back(to))).collect();
        notches.sort_by(|(a, _), (b, _)| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
        let name =
            if patch.mirrored() { format!("{} reversed", patch.name()) } else { patch.name().to_owned() };
        let (piece, mirrored) = (patch.piece(), patch.mirrored());
        Self { name, piece, mirrored, fabric, finished: turned.moved(-left, -top), notches, quantity: 1 }
    }

    /// Whether another piece is cut by the same pattern: the same notches too.
    fn is_like(&self, other: &Self) -> bool {
        let same = |one: Point, other: Point| one.distance(other) < 1e-3;
        (self.piece, self.mirrored, self.fabric) == (other.piece, other.mirrored, other.fabric)
            && self.notches.len() == other.notches.len()
            && self
                .notches
                .iter()
                .zip(&other.notches)
                .all(|(one, other)| same(one.0, other.0) && same(one.1, other.1))
    }

    /// What the file says about it.
    fn words(&self, material: Option<&str>) -> Vec<String> {
        let bounds = self.finished.bounds();
        let mut words = vec![
            format!("Quantity: {}", self.quantity),
            format!("Size: {:.0} x {:.0} mm", bounds.width(), bounds.height()),
            format!("Material: {}", material.unwrap_or("any")),
        ];
        if self.mirrored {
            words.push(format!("Annotation: mirror image of {}", self.name.trim_end_matches(" reversed")));
        }
        words
    }
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

/// Notches: lines from the cut line towards the seam at the matching points, where corners of neighbours meet
/// the seam.
fn notches(patchwork: &Patchwork, patch: &Patch, allowance: f64, cell: f64) -> Vec<(Point, Point)> {
    let mut notches = Vec::new();
    let start = |side: &piecework_draw::geometry::Side| {
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
    piece: &PatternPiece,
    cut: &Outline,
    material: Option<&str>,
    (at, (width, height), allowance): (Point, (f64, f64), f64),
) -> Canvas {
    let Bounds { left, top, .. } = cut.bounds();
    let (dx, dy) = (at.x - left, at.y - top);
    let mut canvas = Canvas::new(&piece.name, Medium::Machine, width, height);
    canvas.path(Role::Cut, Path::outline(cut).moved(dx, dy));
    if allowance > 0.0 {
        canvas.path(Role::Sew, Path::outline(&piece.finished).moved(dx, dy));
    }
    for &(from, to) in &piece.notches {
        canvas.line(Role::Score, from.moved(dx, dy), to.moved(dx, dy));
    }
    let label = piece.finished.label();
    for words in piece.words(material) {
        // The file places them along the grainline.
        canvas.text(Role::Label, Text::centered(words, label.at.moved(dx, dy), SMALL));
    }
    let half = label.room * 0.8;
    let grain = [label.at.moved(dx, dy - half), label.at.moved(dx, dy + half)];
    canvas.line(Role::Guide, grain[0], grain[1]);
    canvas
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    fn pieces(rows: &str, seam_allowance: f64, cell: f64) -> Result<Vec<Drawing>, CutError> {
        let grids = read_letter_grids(Lattice::Square, rows, &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        let bed = machine("aama").expect("embedded").bed;
        let options = CutOptions { seam_allowance, ..CutOptions::new(cell, bed) };
        pattern_pieces(&tiling, &options, None, Calibration::default())
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
        assert_eq!(counts(6.0), [1, 0], "B and C are equal");
        assert_eq!(counts(0.0), [0, 0]);
        let notched = &pieces(rows, 6.0, 50.0).expect("fits")[0];
        let (cut, notch) = (notched.bounds_of(Role::Cut).unwrap(), notched.bounds_of(Role::Score).unwrap());
        assert!((notch.bottom - cut.bottom).abs() < 1e-6, "it begins on the cut line");
        assert!((notch.top - (cut.bottom - 3.0)).abs() < 1e-6, "and ends before the seam");
        assert!((notch.left - cut.center().x).abs() < 1e-6);
    }

    /// Four T tetrominoes are one piece; two P pentominoes are mirror images of each other.
    #[test]
    fn equal_pieces_are_one_with_their_quantity_and_mirror_images_another() {
        let words = |rows: &str| -> Vec<(String, Vec<String>)> {
            let found = pieces(rows, 0.0, 50.0).expect("fits");
            let texts = |piece: &Drawing| {
                let layer = piece.layers().iter().find(|layer| layer.role == Role::Label).expect("words");
                let text = |item: &piecework_draw::drawing::Item| match item {
                    piecework_draw::drawing::Item::Text(text) => text.content().to_owned(),
                    piecework_draw::drawing::Item::Path(_) => String::new(),
                };
                layer.items.iter().map(text).collect()
            };
            found.iter().map(|piece| (piece.title().to_owned(), texts(piece))).collect()
        };
        let four = words("AAAB\nCABB\nCCDB\nCDDD");
        assert_eq!(four.len(), 1, "{four:?}");
        assert_eq!(four[0].1[..3], ["Quantity: 4", "Size: 150 x 100 mm", "Material: any"]);
        let two = words("AABB\nAABB\nA..B");
        assert_eq!(two.len(), 2, "{two:?}");
        assert!(
            two[1].0.ends_with(" reversed") && two[1].1[3].starts_with("Annotation: mirror image of"),
            "{two:?}"
        );
    }

    #[test]
    fn pieces_are_apart_and_too_large_ones_are_refused() {
        let drawings = pieces("AAB\nACC", 6.0, 50.0).expect("fits");
        let boxes: Vec<Bounds> = drawings.iter().filter_map(|piece| piece.bounds_of(Role::Cut)).collect();
        assert!(boxes[1].left >= boxes[0].right + 2.0 - 1e-9, "{boxes:?}");
        assert!(drawings.iter().all(|piece| piece.bounds_of(Role::Guide).is_some()), "grain");
        let error = pieces("AAB\nABB", 6.0, 1000.0).unwrap_err();
        assert!(matches!(error, CutError::Layout(LayoutError::PartTooLarge { .. })), "{error}");
    }
}
