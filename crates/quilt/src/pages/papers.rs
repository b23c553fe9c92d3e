//! Papers for English paper piecing: one for each patch, of its finished size, as seen from the back of the
//! quilt.
//!
//! The printed side shows on the back while the patch is sewn, so every paper is the mirror image of its
//! patch. Papers are turned by quarters only, and the grain arrow turns with them.

use super::printed::Printed;
use super::template::{NAME, WORDS, draw_inwards, words_and_arrow};
use crate::plan::Design;
use crate::plan::error::QuiltError;
use piecework_draw::drawing::{Canvas, Medium, Reading};
use piecework_draw::geometry::{Bounds, Outline, Patchwork, Point, Ring};
use piecework_draw::layout::{Mark, Part, Placed, Sheet};
use piecework_solve::mats::{self, Mat};
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::polyform::Shape;
use piecework_tiling::tiling::Tiling;

/// How papers lie on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lying {
    /// As the patches do in the quilt.
    AsSewn,
    /// All upright.
    Upright,
    /// All on their sides.
    OnTheirSides,
}

impl Lying {
    /// All ways, the best first where they take as many pages.
    pub(super) const ALL: [Lying; 3] = [Lying::AsSewn, Lying::OnTheirSides, Lying::Upright];
}

/// The papers of a design.
///
/// # Units
/// `room` in mm: width and height there are on a page.
pub(super) fn papers(design: &Design, room: (f64, f64), lying: Lying) -> Result<Vec<Printed>, QuiltError> {
    (0..design.patchwork.patches().len()).map(|patch| paper(design, patch, room, lying)).collect()
}

fn paper(design: &Design, index: usize, room: (f64, f64), lying: Lying) -> Result<Printed, QuiltError> {
    let patch = &design.patchwork.patches()[index];
    let sewn = patch.outline().mirrored();
    let points: Vec<Point> = design.matching.at(index, &design.patchwork).map(Point::mirrored).collect();
    let bounds = sewn.bounds();
    let is_wide = bounds.width() > bounds.height();
    let turned = match lying {
        Lying::AsSewn => false,
        Lying::Upright => is_wide,
        Lying::OnTheirSides => !is_wide,
    };
    let of = |turned: bool| {
        if turned {
            let points: Vec<Point> = points.iter().map(|point| point.turned(90)).collect();
            let outline = sewn.turned(90);
            Printed::new(part(design, index, &outline, &points, Reading::Across)?, outline.bounds(), room)
        } else {
            Printed::new(part(design, index, &sewn, &points, Reading::Up)?, bounds, room)
        }
    };
    let printed = of(turned)?;
    if printed.grid.is_none() {
        return Ok(printed);
    }
    let other = of(!turned)?;
    Ok(if other.pages() < printed.pages() { other } else { printed })
}

/// Papers that share lines.
pub(super) struct SharedLines {
    /// The papers in the order of the patches.
    pub(super) printed: Vec<Printed>,
    /// Where they lie.
    pub(super) sheets: Vec<Sheet>,
    /// The fields that they enclose on each sheet.
    pub(super) waste: Vec<Vec<Ring>>,
}

/// The papers moved together until they share lines, as on a mat for a cutter: fewer pages, and one cut for
/// two papers. None if one of them fits on no page.
///
/// # Units
/// `room` in mm: width and height there are on a page.
pub(super) fn sharing_lines(design: &Design, room: (f64, f64)) -> Result<Option<SharedLines>, QuiltError> {
    let (lattice, cell) = (design.tiling().lattice(), design.options.cell);
    let patches = design.patchwork.patches();
    let placements = design.tiling().placements().iter().zip(patches);
    let mirrored = placements.map(|(placement, patch)| {
        mirrored_shape(lattice, &placement.cells, &patch.outline().mirrored(), cell)
    });
    let Some(shapes) = mirrored.collect::<Result<Option<Vec<Shape>>, QuiltError>>()? else { return Ok(None) };
    // Off the square lattice a turn would leave the grain on a slant.
    let turned = lattice.is_rectilinear();
    let stop = &design.options.stop;
    let mat = Mat::within(lattice, cell, room.0, room.1);
    let Some(mats) = mat.map_or(Ok(None), |mat| mats::tile(mat, &shapes, turned, stop))? else {
        return Ok(None);
    };
    let mut printed: Vec<Option<Printed>> = patches.iter().map(|_| None).collect();
    let (mut sheets, mut waste) = (Vec::new(), Vec::new());
    for mat in &mats {
        stop.check()?;
        let laid = Patchwork::trace(&mat.tiling, cell)?;
        let (left, top) = (laid.bounds().left, laid.bounds().top);
        let mut placed = Vec::new();
        for (&part, lying) in mat.pieces.iter().zip(laid.patches()) {
            let bounds = lying.outline().bounds();
            let Some(paper) = turned_paper(design, part, lying.outline(), room)? else { return Ok(None) };
            printed[part] = Some(paper);
            placed.push(Placed { part, at: Point { x: bounds.left - left, y: bounds.top - top }, turn: 0 });
        }
        waste.push(fields(&mat.tiling, &laid, cell)?);
        placed.sort_by_key(|placed| placed.part);
        sheets.push(Sheet { placed });
    }
    let printed: Option<Vec<Printed>> = printed.into_iter().collect();
    Ok(printed.map(|printed| SharedLines { printed, sheets, waste }))
}

/// The fields that papers on a mat enclose, measured from the corner of the mat.
fn fields(mat: &Tiling, laid: &Patchwork, cell: f64) -> Result<Vec<Ring>, QuiltError> {
    let all: Vec<usize> = (0..mat.placements().len()).collect();
    // Its bounds begin at the origin, wherever on the mat the papers are.
    let covered = Patchwork::of_placements(mat, &all, cell)?;
    let bounds = laid.patches().iter().map(|patch| patch.outline().bounds()).reduce(Bounds::union);
    let corner = bounds.unwrap_or(laid.bounds());
    let (x, y) = (corner.left - laid.bounds().left, corner.top - laid.bounds().top);
    let boards = covered.board().iter().map(|board| board.moved(x, y));
    Ok(boards.flat_map(|board| board.holes().to_vec()).collect())
}

/// The cells of a patch as its paper lies: those with the outline `sewn`, which is its mirror image.
fn mirrored_shape(
    lattice: Lattice,
    cells: &[Cell],
    sewn: &Outline,
    cell: f64,
) -> Result<Option<Shape>, QuiltError> {
    for symmetry in lattice.symmetries() {
        let moved = cells.iter().map(|&cell| lattice.apply(symmetry, cell)).collect();
        let Ok(shape) = Shape::new(lattice, moved) else { continue };
        if is_same(&Outline::of_shape(&shape, cell)?, sewn, cell) {
            return Ok(Some(shape));
        }
    }
    Ok(None)
}

/// The paper of a patch, turned until it lies as `lying` does.
fn turned_paper(
    design: &Design,
    index: usize,
    lying: &Outline,
    room: (f64, f64),
) -> Result<Option<Printed>, QuiltError> {
    let sewn = design.patchwork.patches()[index].outline().mirrored();
    for (degrees, grain) in
        [(0, Reading::Up), (90, Reading::Across), (180, Reading::Up), (270, Reading::Across)]
    {
        let outline = sewn.turned(degrees);
        if is_same(&outline, lying, design.options.cell) {
            let points = design.matching.at(index, &design.patchwork);
            let points: Vec<Point> = points.map(|point| point.mirrored().turned(degrees)).collect();
            let part = part(design, index, &outline, &points, grain)?;
            return Ok(Some(Printed::new(part, outline.bounds(), room)?));
        }
    }
    Ok(None)
}

/// Whether two outlines have the same corners, each measured from its own bounds.
fn is_same(first: &Outline, second: &Outline, cell: f64) -> bool {
    /// How far corners may lie apart, as a share of a cell: rounding of turned hexagons and triangles.
    const NEAR: f64 = 1e-3;
    let corners =
        |outline: &Outline| -> Vec<Point> { outline.at_origin().corners().map(|corner| corner.at).collect() };
    let (first, second) = (corners(first), corners(second));
    let near = |at: &Point| second.iter().any(|other| at.distance(*other) < NEAR * cell);
    first.len() == second.len() && first.iter().all(near)
}

fn part(
    design: &Design,
    index: usize,
    outline: &Outline,
    points: &[Point],
    grain: Reading,
) -> Result<Part, QuiltError> {
    let mut canvas = Canvas::new("", Medium::Print, 1.0, 1.0);
    for &point in points {
        draw_inwards(&mut canvas, outline, point);
    }
    let fabric = &design.fabrics[design.fabric_of[index]];
    let lines = [(design.label(index), NAME), (fabric.name.clone(), WORDS)];
    words_and_arrow(&mut canvas, outline, &lines, grain);
    let marks = canvas.into_items().map(|(role, item)| Mark { role, item }).collect();
    Ok(Part::new(format!("{}", index + 1), outline.clone(), marks)?)
}
