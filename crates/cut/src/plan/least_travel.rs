//! Computes a lower bound for the travel between separate outlines.
//!
//! # Source
//! The hops of a route connect all lines, so they are at least as long as the minimum spanning tree (the
//! spanning-tree bound for the travelling salesman, Held and Karp 1970, without its multipliers). A hop is at
//! least as long as the distance of its two lines. Kruskal's forest of all hops up to some length, plus that
//! length for every missing join, is a lower bound of the minimum spanning tree.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use piecework_draw::geometry::{Bounds, Point, Ring};

use crate::common_line::root;

/// Returns a sort key for lengths that are not negative: the bits of such numbers are in their order.
fn sortable(length: f64) -> u64 {
    length.to_bits()
}

/// The most pairs of lines that are compared; chosen by eye: about a hundred neighbours for each of ten
/// thousand lines.
const MOST_PAIRS: usize = 1_000_000;

/// Returns a lower bound for the travel of any order of `rings`, which do not cross, in mm.
pub(super) fn least_travel(rings: &[Ring]) -> f64 {
    let boxes: Vec<Bounds> =
        rings.iter().filter_map(|ring| Bounds::around(ring.points().iter().copied())).collect();
    if boxes.len() < 2 {
        return 0.0;
    }
    // The longest side of a line is usually enough to reach its neighbours.
    let mut reach = boxes.iter().map(|one| one.width().max(one.height())).sum::<f64>() / boxes.len() as f64;
    loop {
        let pairs = near_pairs(&boxes, reach);
        let (tree, left) = tree(rings, &boxes, &pairs, reach);
        if left == 0 || pairs.len() > MOST_PAIRS / 4 {
            return tree + reach * left as f64;
        }
        reach *= 2.0;
    }
}

/// Returns the length of the minimum spanning forest of hops up to `reach`, and how many joins are missing.
fn tree(rings: &[Ring], boxes: &[Bounds], pairs: &[(usize, usize)], reach: f64) -> (f64, usize) {
    let hop = |&(one, other): &(usize, usize)| {
        Reverse((sortable(between(boxes[one], boxes[other])), false, one, other))
    };
    let mut heap: BinaryHeap<_> = pairs.iter().map(hop).collect();
    let mut parent: Vec<usize> = (0..boxes.len()).collect();
    let (mut sum, mut left) = (0.0, boxes.len() - 1);
    while let Some(Reverse((bits, exact, one, other))) = heap.pop() {
        let length = f64::from_bits(bits);
        if left == 0 || length > reach {
            break;
        }
        let (a, b) = (root(&mut parent, one), root(&mut parent, other));
        if a != b && exact {
            parent[a.max(b)] = a.min(b);
            sum += length;
            left -= 1;
        } else if a != b {
            // Boxes are no further apart than their contents, which are compared only if needed.
            heap.push(Reverse((sortable(apart(&rings[one], &rings[other])), true, one, other)));
        }
    }
    (sum, left)
}

/// Returns all pairs of boxes at most `reach` apart from left to right.
fn near_pairs(boxes: &[Bounds], reach: f64) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    order.sort_by(|&a, &b| boxes[a].left.total_cmp(&boxes[b].left).then(a.cmp(&b)));
    let mut pairs = Vec::new();
    for (place, &one) in order.iter().enumerate() {
        let to = boxes[one].right + reach;
        let follow = order[place + 1..].iter().take_while(|&&other| boxes[other].left <= to);
        pairs.extend(
            follow.filter(|&&other| between(boxes[one], boxes[other]) <= reach).map(|&other| (one, other)),
        );
    }
    pairs
}

/// Returns the distance of two boxes, 0 if they overlap.
fn between(one: Bounds, other: Bounds) -> f64 {
    let x = (other.left - one.right).max(one.left - other.right).max(0.0);
    let y = (other.top - one.bottom).max(one.top - other.bottom).max(0.0);
    Point::default().distance(Point { x, y })
}

/// Returns the distance of two rings that do not cross: that of a corner of one to the other.
fn apart(one: &Ring, other: &Ring) -> f64 {
    let from = |a: &Ring, b: &Ring| a.points().iter().map(|&at| b.distance(at)).fold(f64::INFINITY, f64::min);
    from(one, other).min(from(other, one))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(points: &[(f64, f64)]) -> Ring {
        Ring::new(points.iter().map(|&(x, y)| Point::new(x, y)).collect()).expect("a ring")
    }

    /// Rectangles and L shapes on a coarse grid, no two in the same square of it, with holes in some.
    fn random_rings(count: usize, seed: u64) -> Vec<Ring> {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut next = |below: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            f64::from(u32::try_from(state >> 33).expect("31 bits") % below)
        };
        let (mut rings, mut taken) = (Vec::new(), Vec::new());
        while rings.len() < count {
            let square = (next(5), next(5));
            if taken.contains(&square) {
                continue;
            }
            taken.push(square);
            let (x, y) = (square.0 * 30.0 + next(8), square.1 * 30.0 + next(8));
            let (w, h) = (8.0 + next(12), 8.0 + next(12));
            if next(3) == 0.0 {
                rings.push(ring(&[
                    (x, y),
                    (x + w, y),
                    (x + w, y + 3.0),
                    (x + 3.0, y + 3.0),
                    (x + 3.0, y + h),
                    (x, y + h),
                ]));
            } else {
                rings.push(ring(&[(x, y), (x + w, y), (x + w, y + h), (x, y + h)]));
                if rings.len() < count {
                    rings.push(ring(&[(x + 2.0, y + 2.0), (x + 5.0, y + 2.0), (x + 5.0, y + 5.0)]));
                }
            }
        }
        rings
    }

    /// The least sum of hops over all orders, with distances from `far`.
    fn shortest(left: &mut Vec<usize>, last: Option<usize>, far: &dyn Fn(usize, usize) -> f64) -> f64 {
        let mut best = if left.is_empty() { 0.0 } else { f64::INFINITY };
        for place in 0..left.len() {
            let next = left.swap_remove(place);
            let hop = last.map_or(0.0, |last| far(last, next));
            best = best.min(hop + shortest(left, Some(next), far));
            left.push(next);
            let end = left.len() - 1;
            left.swap(place, end);
        }
        best
    }

    #[test]
    fn no_order_of_few_lines_falls_below() {
        let mut tight = 0;
        for seed in 0..120 {
            let rings = random_rings(2 + usize::try_from(seed).expect("small") % 5, seed);
            let least = least_travel(&rings);
            let far = |a: usize, b: usize| apart(&rings[a], &rings[b]);
            let best = shortest(&mut (0..rings.len()).collect(), None, &far);
            assert!(least <= best + 1e-9, "{seed}: {least} for {best}");
            tight += usize::from(least >= 0.8 * best);
        }
        assert!(tight > 60, "a bound of some use: {tight} of 120");
    }

    #[test]
    fn neighbours_give_the_shortest_tree_itself() {
        for seed in 0..40 {
            let rings = random_rings(15, seed);
            let mut parent: Vec<usize> = (0..rings.len()).collect();
            let mut pairs: Vec<(f64, usize, usize)> = (0..rings.len())
                .flat_map(|a| (0..a).map(move |b| (a, b)))
                .map(|(a, b)| (apart(&rings[a], &rings[b]), a, b))
                .collect();
            pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
            let mut tree = 0.0;
            for (far, a, b) in pairs {
                let (a, b) = (root(&mut parent, a), root(&mut parent, b));
                if a != b {
                    parent[a.max(b)] = a.min(b);
                    tree += far;
                }
            }
            let least = least_travel(&rings);
            assert!((least - tree).abs() < 1e-9, "{seed}: {least} for {tree}");
        }
        // Ten squares in a row, 2 mm apart.
        let row: Vec<Ring> = (0..10)
            .map(|i| f64::from(i) * 12.0)
            .map(|x| ring(&[(x, 0.0), (x + 10.0, 0.0), (x + 10.0, 10.0), (x, 10.0)]))
            .collect();
        assert!((least_travel(&row) - 18.0).abs() < 1e-9);
        assert_eq!((least_travel(&row[..1]), least_travel(&[])), (0.0, 0.0));
    }
}
