//! Decides whether two outlines are one template, turned and moved but not turned over.

use super::missing::NEAR;
use piecework_draw::geometry::{Outline, Ring};

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
