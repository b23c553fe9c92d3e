//! What rectangles take of a cloth at least, however they are laid on it with their sides along the grain.
//!
//! # Source
//! Conservative scales from dual feasible functions: S. P. Fekete and J. Schepers, "A general framework for
//! bounds for higher-dimensional orthogonal packing problems", 2004. A rectangle that may lie either way
//! counts as the lesser of both.

use super::inches::Inches;
use super::packing::{SHARES, share};

/// The two sides of a rectangle, the shorter first.
pub(crate) type Size = (Inches, Inches);

/// What each rectangle takes of the length of a cloth at least, in mm, so that the sum is never more than the
/// cloth that all of them take together. `sizes` are all rectangles there are, by which the best of several
/// ways of counting is chosen. None for a rectangle that is too wide.
pub(crate) fn least_length(sizes: &[(Size, usize)], width: Inches) -> Vec<Option<f64>> {
    let of = |way: usize, (short, long): Size| {
        let lying =
            |along: Inches, high: Inches| (along <= width).then(|| high.mm() * share(along, width, way));
        lesser(lying(short, long), lying(long, short))
    };
    best_way(sizes, SHARES, &of)
}

/// The same in fat quarters.
pub(crate) fn least_quarters(sizes: &[(Size, usize)], size: Size) -> Vec<Option<f64>> {
    let (width, room) = (size.0.max(size.1), size.0.min(size.1));
    let of = |way: usize, (short, long): Size| {
        let (first, second) = (way / SHARES, way % SHARES);
        let lying = |along: Inches, high: Inches| {
            let fits = along <= width && high <= room;
            fits.then(|| share(along, width, first) * share(high, room, second))
        };
        lesser(lying(short, long), lying(long, short))
    };
    best_way(sizes, SHARES * SHARES, &of)
}

fn lesser(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    a.zip(b).map(|(a, b)| a.min(b)).or(a).or(b)
}

/// Of all ways of counting the one that counts most.
fn best_way(
    sizes: &[(Size, usize)],
    ways: usize,
    of: &dyn Fn(usize, Size) -> Option<f64>,
) -> Vec<Option<f64>> {
    let counted = |way: usize| -> (f64, Vec<Option<f64>>) {
        let each: Vec<Option<f64>> = sizes.iter().map(|&(size, _)| of(way, size)).collect();
        let sum =
            each.iter().zip(sizes).map(|(least, &(_, count))| least.unwrap_or(0.0) * count as f64).sum();
        (sum, each)
    };
    let best = (0..ways).map(counted).reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, each)| each).unwrap_or_default()
}
