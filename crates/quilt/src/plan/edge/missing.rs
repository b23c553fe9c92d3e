//! Finds what is missing from the rectangle around a top, and what touches it.

use piecework_draw::geometry::{Bounds, GeometryError, Outline, Patchwork, Point};

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
