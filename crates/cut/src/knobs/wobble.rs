//! Lets the lines between pieces waver, each in its own way.
//!
//! Each straight line becomes two arcs that continue each other; its ends stay where they are. Its slopes there are random, so
//! that no two lines are alike and none fits in another place.
//!
//! # Source
//! Biarcs with equal distances to the joint: K. M. Bolton, Biarc curves, Computer-Aided Design 7 (1975), 89-92.

use piecework_draw::geometry::{CircularArc, OwnBoard, Point, Stretch};
use piecework_tiling::random::{GOLDEN, Random, mixed};

/// Shorter lines stay straight, in cells: those along curves.
const SHORTEST: f64 = 0.3;
/// How far a line wavers at most, as a share of its length; chosen by eye.
const MOST: f64 = 0.1;
/// The smallest slope, as a share of the largest.
const LEAST: f64 = 0.3;

/// Returns the board with lines that waver by up to `most` mm; whimsies and the edge of the board keep their form.
pub(crate) fn wobbled(board: &OwnBoard, (most, cell): (f64, f64), seed: u64) -> OwnBoard {
    let mut wavering = board.clone();
    let is_whimsy = |patch: usize| patch >= board.names.len() - board.whimsies;
    for (number, line) in (0..).zip(&mut wavering.lines) {
        let (Some(left), Some(right)) = (line.left, line.right) else { continue };
        if is_whimsy(left) || is_whimsy(right) {
            continue;
        }
        // Other numbers than those of knobs.
        let mut random = Random::new(mixed(seed.rotate_left(32) ^ GOLDEN.wrapping_mul(2 * number + 1)));
        let bend = |one: Stretch| {
            let length = one.length();
            if one.middle.is_some() || length < SHORTEST * cell {
                return vec![one];
            }
            let largest = 2.0 * libm::atan(2.0 * most.min(MOST * length) / length);
            let slopes = [(); 2].map(|()| slope(&mut random) * largest);
            biarc(one.from, one.to, slopes).to_vec()
        };
        line.stretches = std::mem::take(&mut line.stretches).into_iter().flat_map(bend).collect();
    }
    wavering
}

/// Returns a number from -1 to 1 that is not near 0.
fn slope(random: &mut Random) -> f64 {
    let side = if random.below(2) == 0 { 1.0 } else { -1.0 };
    let share = f64::from(u16::try_from(random.below(10_001)).unwrap_or(0)) / 10_000.0;
    side * (LEAST + (1.0 - LEAST) * share)
}

/// Returns two arcs from one point to another, with slopes against the straight line, in radians.
fn biarc(from: Point, to: Point, slopes: [f64; 2]) -> [Stretch; 2] {
    let (vx, vy) = (to.x - from.x, to.y - from.y);
    let length = from.distance(to);
    let [a, b] = slopes.map(|slope| {
        let (sin, cos) = (libm::sin(slope), libm::cos(slope));
        ((vx * cos - vy * sin) / length, (vx * sin + vy * cos) / length)
    });
    let dot = vx * (a.0 + b.0) + vy * (a.1 + b.1);
    let apart = 2.0 * (1.0 - a.0 * b.0 - a.1 * b.1);
    let far = if apart < 1e-9 {
        length * length / (2.0 * dot)
    } else {
        (libm::sqrt(dot * dot + apart * length * length) - dot) / apart
    };
    let joint = from.middle(to).moved(far * (a.0 - b.0) / 2.0, far * (a.1 - b.1) / 2.0);
    let first = leaving(from, joint, a);
    let last = leaving(to, joint, (-b.0, -b.1));
    [first, last.reversed()]
}

/// Returns the arc between two points that leaves the first in a direction.
fn leaving(from: Point, to: Point, way: (f64, f64)) -> Stretch {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let turn = libm::atan2(dx * way.1 - dy * way.0, dx * way.0 + dy * way.1);
    let high = libm::tan(turn / 2.0) / 2.0;
    let middle = from.middle(to).moved(-dy * high, dx * high);
    let arc = CircularArc { from, middle, to };
    if arc.is_straight() { Stretch::line(from, to) } else { arc.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_draw::geometry::{OwnLines, Patchwork};
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::puzzle::Region;

    /// Both arcs leave and end with the slopes asked for, and continue each other.
    #[test]
    fn biarcs_are_smooth() {
        let (from, to) = (Point::new(3.0, 4.0), Point::new(19.0, 16.0));
        for slopes in [[0.3, 0.2], [0.3, -0.2], [-0.25, 0.25], [0.2, 0.2], [-0.3, 0.1]] {
            let arcs = biarc(from, to, slopes);
            let way = |one: &Stretch, at_end: bool| {
                let points = one.flattened(1e-9);
                let (a, b) = if at_end { (points[points.len() - 2], one.to) } else { (one.from, points[0]) };
                libm::atan2(b.y - a.y, b.x - a.x)
            };
            let chord = libm::atan2(12.0, 16.0);
            assert!((way(&arcs[0], false) - chord - slopes[0]).abs() < 1e-3, "{slopes:?}");
            assert!((way(&arcs[1], true) - chord - slopes[1]).abs() < 1e-3, "{slopes:?}");
            assert!((way(&arcs[0], true) - way(&arcs[1], false)).abs() < 1e-3, "{slopes:?}");
            assert!((arcs[0].from, arcs[1].to) == (from, to));
        }
    }

    #[test]
    fn no_two_lines_are_alike_and_pieces_fill_the_board() {
        let region = Region::rectangle(Lattice::Square, 12, 9).expect("a region");
        let patchwork = Patchwork::of_region(&region, 20.0).expect("a patchwork");
        let own = OwnLines { whimsies: &[], border: None, least_width: 0.1 };
        let board = patchwork.with_own_lines(&own).expect("a board");
        let wavering = wobbled(&board, (1.5, 20.0), 3);
        assert_ne!(wavering, wobbled(&board, (1.5, 20.0), 4));
        let cut = Patchwork::of_lines(&wavering).expect("outlines");
        let area: f64 = cut.patches().iter().map(|patch| patch.outline().area()).sum();
        assert!((area - 240.0 * 180.0).abs() < 1e-3, "{area}");
        let mut forms: Vec<[f64; 2]> = Vec::new();
        for line in wavering.lines.iter().filter(|line| line.left.is_some() && line.right.is_some()) {
            let [first, last] = line.stretches[..] else { panic!("two arcs") };
            let off = |at: Point| {
                let (a, b) = (first.from, last.to);
                ((b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x)) / 20.0
            };
            let middles = [first, last].map(|one| off(one.middle.expect("an arc")));
            assert!(middles.iter().all(|middle| middle.abs() < 1.5), "{middles:?}");
            assert!(middles.iter().any(|middle| middle.abs() > 0.05), "{middles:?}");
            forms.push(middles);
        }
        assert_eq!(forms.len(), 11 * 9 + 12 * 8);
        for (at, one) in forms.iter().enumerate() {
            // A line may be turned around or over.
            let alike = |other: &[f64; 2]| {
                [[1.0, 1.0], [-1.0, -1.0]].iter().any(|signs| {
                    let near = |a: f64, b: f64| (a - b).abs() < 1e-3;
                    (near(one[0] * signs[0], other[0]) && near(one[1] * signs[1], other[1]))
                        || (near(one[0] * signs[0], other[1]) && near(one[1] * signs[1], other[0]))
                })
            };
            assert!(!forms[..at].iter().any(alike), "{one:?}");
        }
    }
}
