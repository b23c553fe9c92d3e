//! Finds the rectangle that a top with a ragged edge is trimmed to: the largest inside of it whose sides lead through
//! corners of its outline.
//!
//! # Source
//! The largest rectangle in a grid, row by row from the heights of columns; that sides lead through corners is a
//! restriction of our own, which costs nothing where cells are alike.

use piecework_draw::geometry::{Bounds, Outline, Patchwork, Point};

/// How far two lines may be apart that are one, in mm.
const NEAR: f64 = 1e-3;

/// The largest rectangle inside of a top.
pub(in crate::plan) fn trimmed(patchwork: &Patchwork) -> Bounds {
    let edges: Vec<(Point, Point)> = patchwork
        .board()
        .iter()
        .flat_map(Outline::rings)
        .flat_map(|ring| ring.edges().collect::<Vec<_>>())
        .collect();
    let (across, down) = (lines(edges.iter().map(|edge| edge.0.x)), lines(edges.iter().map(|edge| edge.0.y)));
    let mut best: Option<(f64, Bounds)> = None;
    let mut heights = vec![0.0; across.len().saturating_sub(1)];
    for row in down.windows(2) {
        let filled = filled(&edges, &across, (row[0], row[1]));
        for (height, is_filled) in heights.iter_mut().zip(filled) {
            *height = if is_filled { *height + row[1] - row[0] } else { 0.0 };
        }
        for left in 0..heights.len() {
            let mut least = f64::INFINITY;
            for right in left..heights.len() {
                least = least.min(heights[right]);
                let area = least * (across[right + 1] - across[left]);
                if best.is_none_or(|(most, _)| area > most + NEAR) {
                    let (left, right) = (across[left], across[right + 1]);
                    best = Some((area, Bounds { left, right, top: row[1] - least, bottom: row[1] }));
                }
            }
        }
    }
    best.map_or(patchwork.bounds(), |(_, bounds)| bounds)
}

/// Different lines in order.
fn lines(places: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut all: Vec<f64> = places.collect();
    all.sort_by(f64::total_cmp);
    all.dedup_by(|b, a| (*b - *a).abs() < NEAR);
    all
}

/// Which fields between two lines of a row are cloth all over: their middle is inside, and no edge leads through them.
fn filled(edges: &[(Point, Point)], across: &[f64], (top, bottom): (f64, f64)) -> Vec<bool> {
    let middle = f64::midpoint(top, bottom);
    let mut crossings: Vec<f64> = Vec::new();
    let mut crossed = vec![false; across.len().saturating_sub(1)];
    for &(from, to) in edges {
        let (high, low) = if from.y < to.y { (from, to) } else { (to, from) };
        if high.y > top + NEAR || low.y < bottom - NEAR {
            continue;
        }
        let at = |y: f64| high.x + (low.x - high.x) * (y - high.y) / (low.y - high.y);
        crossings.push(at(middle));
        let (one, other) = (at(top), at(bottom));
        let (left, right) = (one.min(other), one.max(other));
        for (field, ends) in across.windows(2).enumerate() {
            crossed[field] |= left < ends[1] - NEAR && right > ends[0] + NEAR;
        }
    }
    let inside = |x: f64| crossings.iter().filter(|&&at| at < x).count() % 2 == 1;
    let field = |(ends, crossed): (&[f64], bool)| !crossed && inside(f64::midpoint(ends[0], ends[1]));
    across.windows(2).zip(crossed).map(field).collect()
}
