//! Finds what is missing from the rectangle around a top, cut so that rows stay straight, and which of it is one template.

use crate::plan::cut_patches::Rows;
use piecework_draw::geometry::{Bounds, GeometryError, Outline, Patchwork, Point, Ring};

/// How far a point may be from a line that it is on, in mm: rounding to nanometres, added up.
pub(super) const NEAR: f64 = 1e-3;

/// Whether a top is one rectangle without holes.
pub(in crate::plan) fn is_rectangle(patchwork: &Patchwork) -> bool {
    match patchwork.board() {
        [board] => {
            let whole = board.bounds();
            let corner = |at: Point| {
                let on = |a: f64, b: f64| (a - b).abs() < NEAR;
                (on(at.x, whole.left) || on(at.x, whole.right))
                    && (on(at.y, whole.top) || on(at.y, whole.bottom))
            };
            board.corners().count() == 4 && board.corners().all(|at| corner(at.at))
        }
        _ => false,
    }
}

/// What is missing from the rectangle around a top.
pub(in crate::plan) fn missing(patchwork: &Patchwork) -> Result<Vec<Outline>, GeometryError> {
    let bounds = patchwork.bounds();
    let whole = Outline::rectangle(bounds.width(), bounds.height())?.moved(bounds.left, bounds.top);
    whole.without(patchwork.board())
}

/// How far what is missing reaches into the rectangle, from the nearest side that it is at; holes do not
/// count.
pub(in crate::plan) fn depth(bounds: Bounds, missing: &[Outline]) -> f64 {
    let depth = |part: &Outline| {
        let of = part.bounds();
        let on = |a: f64, b: f64| (a - b).abs() < NEAR;
        let level = on(of.top, bounds.top) || on(of.bottom, bounds.bottom);
        let upright = on(of.left, bounds.left) || on(of.right, bounds.right);
        match (level, upright) {
            (true, true) => of.height().min(of.width()),
            (true, false) => of.height(),
            (false, true) => of.width(),
            (false, false) => 0.0,
        }
    };
    missing.iter().map(depth).fold(0.0, f64::max)
}

/// The patches that have an edge on an outline, ascending.
pub(super) fn touching(outline: &Outline, patchwork: &Patchwork) -> Vec<usize> {
    let outer = patchwork.edges().iter().filter(|edge| !edge.is_inner());
    let beside = outer.filter(|edge| {
        let (from, to) = patchwork.ends(edge);
        outline.distance(from.middle(to)) < NEAR
    });
    let mut patches: Vec<usize> = beside.filter_map(|edge| edge.left.or(edge.right)).collect();
    patches.sort_unstable();
    patches.dedup();
    patches
}

/// The corners of an outline whose sides are both on the edge of the board.
pub(super) fn turns(outline: &Outline, board: &[Outline]) -> usize {
    let on_board = |a: Point, b: Point| board.iter().any(|board| board.distance(a.middle(b)) < NEAR);
    let turning = outline
        .corners()
        .filter(|corner| on_board(corner.before, corner.at) && on_board(corner.at, corner.after));
    turning.count()
}

/// A part of what is missing, and the row whose end it is sewn to, from 1.
pub(super) type Part = (Outline, Option<usize>);

/// Parts that a straight seam sews to several rows at once stay whole, for the finished top; the others are
/// cut along the rows.
pub(super) fn cut_at_rows(
    missing: Vec<Outline>,
    patchwork: &Patchwork,
    rows: &Rows,
) -> Result<Vec<Part>, GeometryError> {
    let bands = bands(patchwork, rows)?;
    let mut parts = Vec::new();
    for part in missing {
        let cut = bands.iter().map(|band| part.within(band)).collect::<Result<Vec<_>, _>>()?;
        let several = cut.iter().filter(|cut| !cut.is_empty()).count() > 1;
        if several && turns(&part, patchwork.board()) == 0 {
            parts.push((part, None));
            continue;
        }
        for (row, cut) in cut.into_iter().enumerate() {
            // What no strip of the row touches is sewn on where rows are joined.
            parts.extend(cut.into_iter().map(|cut| {
                let at_end = touching(&cut, patchwork).into_iter().any(|patch| rows.is_in(patch, row + 1));
                (cut, at_end.then_some(row + 1))
            }));
        }
    }
    Ok(parts)
}

impl Rows {
    /// Returns whether a patch, from 0, is a strip of this row, from 1.
    pub(super) fn is_in(&self, patch: usize, row: usize) -> bool {
        self.labels[patch].split_once('-').is_some_and(|(own, _)| own == row.to_string())
    }
}

/// For each row the strip of the plane that it is in; the outermost two have no end.
fn bands(patchwork: &Patchwork, rows: &Rows) -> Result<Vec<Outline>, GeometryError> {
    let turned = i32::try_from(rows.plan.turned).unwrap_or(0);
    let reach = patchwork.bounds().width() + patchwork.bounds().height();
    let of_row = |row: usize| {
        let patches = (0..rows.labels.len()).filter(|&patch| rows.is_in(patch, row + 1));
        let corners = patches.flat_map(|patch| patchwork.patches()[patch].outline().corners());
        Bounds::around(corners.map(|corner| corner.at.turned(-turned)))
    };
    let found: Vec<Bounds> = (0..rows.plan.rows.len()).filter_map(of_row).collect();
    // The first row may be at either end, as the rows are turned.
    let ends = found.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(top, bottom), of| {
        (top.min(of.top), bottom.max(of.bottom))
    });
    let mut bands = Vec::new();
    for bounds in found {
        let top = if bounds.top <= ends.0 { bounds.top - reach } else { bounds.top };
        let bottom = if bounds.bottom >= ends.1 { bounds.bottom + reach } else { bounds.bottom };
        let (left, right) = (bounds.left - reach, bounds.right + reach);
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let ring = Ring::new(corners.map(|(x, y)| Point::new(x, y).turned(turned)).to_vec())?;
        bands.push(Outline::new(ring, Vec::new())?);
    }
    Ok(bands)
}

/// Whether one outline covers the other exactly, after a turn and a move.
pub(super) fn congruent(one: &Outline, other: &Outline) -> bool {
    let no_holes = one.holes().is_empty() && other.holes().is_empty();
    let (a, b) = (sides(one.outer()), sides(other.outer()));
    let alike = |shift: usize| {
        let turned = b.iter().cycle().skip(shift);
        a.iter().zip(turned).all(|(a, b)| (a.0 - b.0).abs() < NEAR && (a.1 - b.1).abs() < 1e-6)
    };
    no_holes && a.len() == b.len() && (0..b.len()).any(alike)
}

/// For each corner, clockwise: the length of the side that follows in mm, and the sine of the turn with its
/// sign, plus two where the turn is more than a right angle.
fn sides(ring: &Ring) -> Vec<(f64, f64)> {
    let side = |corner: piecework_draw::geometry::RingCorner| {
        let (a, b) = (corner.before.distance(corner.at), corner.at.distance(corner.after));
        let (ux, uy) = ((corner.at.x - corner.before.x) / a, (corner.at.y - corner.before.y) / a);
        let (vx, vy) = ((corner.after.x - corner.at.x) / b, (corner.after.y - corner.at.y) / b);
        let (sine, cosine) = (ux * vy - uy * vx, ux * vx + uy * vy);
        (b, if cosine < -1e-6 { sine + 2.0 } else { sine })
    };
    ring.corners().map(side).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_draw::geometry::Point;

    fn triangle(corners: [(f64, f64); 3]) -> Outline {
        let ring = Ring::new(corners.map(|(x, y)| Point::new(x, y)).to_vec()).expect("a ring");
        Outline::new(ring, Vec::new()).expect("an outline")
    }

    #[test]
    fn turned_ones_are_congruent_and_mirrored_ones_are_not() {
        let one = triangle([(0.0, 0.0), (4.0, 0.0), (4.0, 3.0)]);
        assert!(congruent(&one, &one.turned(90).moved(7.0, -2.0)));
        assert!(!congruent(&one, &one.mirrored()));
        assert!(!congruent(&one, &triangle([(0.0, 0.0), (4.0, 0.0), (4.0, 3.1)])));
        let even = triangle([(0.0, 0.0), (4.0, 0.0), (2.0, 3.0)]);
        assert!(congruent(&even, &even.mirrored()), "it is its own mirror image");
    }
}
