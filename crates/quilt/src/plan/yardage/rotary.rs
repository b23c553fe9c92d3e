//! The table of rotary cuts: which cut a shape is, recognized from its finished outline however it is turned.
//!
//! # Source
//! The cuts that quilters have names for, with the grain that they give them: straight grain on the sides that are
//! likely to be at the edge of a block.

use super::inches::Inches;
use piecework_draw::geometry::Point;

/// A shape that quilters cut with a rotary cutter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RotaryShape {
    /// Four equal sides at right angles, also on a corner.
    Square,
    /// Four sides at right angles.
    Rectangle,
    /// Half of a square along its diagonal, with the short sides on the grain.
    HalfSquareTriangle,
    /// A quarter of a square, with the long side on the grain.
    QuarterSquareTriangle,
    /// Three equal sides.
    EquilateralTriangle,
    /// Any other triangle.
    Triangle,
    /// Four equal sides.
    Diamond,
    /// Two pairs of parallel sides.
    Parallelogram,
    /// Half of a regular hexagon.
    HalfHexagon,
    /// One pair of parallel sides.
    Trapezoid,
    /// Two pairs of equal sides beside each other, none of them parallel.
    Kite,
    /// Six equal sides and angles.
    Hexagon,
    /// Anything else, which is cut by its template.
    Template,
}

/// How a shape is cut from strips.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct RotaryCut {
    /// What it is.
    pub shape: RotaryShape,
    /// The angle of its cuts with the edge of the strip, in whole degrees; none if it is cut by its template.
    pub angle_degrees: Option<u32>,
    /// How wide the strip is cut.
    pub strip: Inches,
    /// From one cut to the next, square to them; none if they are not parallel.
    pub between_cuts: Option<Inches>,
    /// Whether it is cut larger, because no ruler shows its size, and trimmed.
    pub trim: bool,
}

/// How much two lengths may differ that are equal, as a share.
const LOST: f64 = 1e-6;

impl RotaryCut {
    /// What a finished outline is.
    pub(in crate::plan) fn recognized(points: &[Point]) -> Self {
        let (shape, angle_degrees) = row(points);
        Self { shape, angle_degrees, strip: Inches::ZERO, between_cuts: None, trim: false }
    }
}

/// A row of the table: the shape, and the angle of its cuts.
fn row(points: &[Point]) -> (RotaryShape, Option<u32>) {
    use RotaryShape as Of;
    let sides: Vec<(f64, f64)> = sides(points);
    let count = sides.len();
    let length: Vec<f64> = sides.iter().map(|side| libm::hypot(side.0, side.1)).collect();
    let equal = |a: usize, b: usize| (length[a % count] - length[b % count]).abs() < LOST * length[0];
    let cross = |a: usize, b: usize| {
        let ((x, y), (u, v)) = (sides[a % count], sides[b % count]);
        ((x * v - y * u) / (length[a % count] * length[b % count]), x * u + y * v)
    };
    let parallel = |a: usize, b: usize| cross(a, b).0.abs() < LOST;
    let right = |a: usize| (cross(a, a + 1).0.abs() - 1.0).abs() < LOST;
    // Between two neighbors, the acute angle.
    let angle = |a: usize| degrees(libm::asin(cross(a, a + 1).0.abs().min(1.0)));
    let regular = (0..count).all(|a| equal(a, a + 1) && (cross(a, a + 1).0 - cross(0, 1).0).abs() < LOST);
    let convex = (0..count).all(|a| (cross(a, a + 1).0 > 0.0) == (cross(0, 1).0 > 0.0));
    match count {
        3 if regular => (Of::EquilateralTriangle, Some(60)),
        3 => match (0..3).find(|&a| right(a) && equal(a, a + 1)) {
            Some(a) if level(sides[a]) => (Of::HalfSquareTriangle, Some(45)),
            Some(_) => (Of::QuarterSquareTriangle, Some(45)),
            None => (Of::Triangle, None),
        },
        4 if !convex => (Of::Template, None),
        4 if parallel(0, 2) && parallel(1, 3) => match (right(0), equal(0, 1)) {
            (true, true) => (Of::Square, Some(90)),
            (true, false) => (Of::Rectangle, Some(90)),
            (false, true) => (Of::Diamond, angle(0)),
            (false, false) => (Of::Parallelogram, angle(0)),
        },
        4 => match (0..2).find(|&a| parallel(a, a + 2)) {
            Some(a) => {
                let half = |long: usize| {
                    let twice = (length[long] - 2.0 * length[(long + 1) % 4]).abs() < LOST * length[long];
                    twice && [2, 3].iter().all(|other| equal(long + 1, long + other))
                };
                let is_half = half(a) || half(a + 2);
                let same = angle(a).filter(|angle| equal(a + 1, a + 3) && *angle < 90);
                (if is_half { Of::HalfHexagon } else { Of::Trapezoid }, same)
            }
            None if (0..2).any(|a| equal(a, a + 1) && equal(a + 2, a + 3)) => (Of::Kite, None),
            None => (Of::Template, None),
        },
        6 if regular && convex => (Of::Hexagon, None),
        _ => (Of::Template, None),
    }
}

fn sides(points: &[Point]) -> Vec<(f64, f64)> {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(from, to)| (to.x - from.x, to.y - from.y)).collect()
}

fn level((x, y): (f64, f64)) -> bool {
    x.abs().min(y.abs()) < LOST * x.abs().max(y.abs())
}

/// In whole degrees, if it is a whole number of them.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most a right angle")]
fn degrees(radians: f64) -> Option<u32> {
    let degrees = radians.to_degrees();
    ((degrees - degrees.round()).abs() < 1e-4).then_some(degrees.round() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What corners are, turned in many ways and mirrored.
    #[track_caller]
    fn is(corners: &[(f64, f64)], shape: RotaryShape, angle: Option<u32>) {
        for turn in 0..24 {
            let (sin, cos) = (libm::sin(f64::from(turn)), libm::cos(f64::from(turn)));
            for flip in [1.0, -1.0] {
                let put = |&(x, y): &(f64, f64)| Point::new(flip * (x * cos - y * sin), x * sin + y * cos);
                let mut points: Vec<Point> = corners.iter().map(put).collect();
                points.rotate_left(turn as usize % corners.len());
                assert_eq!(row(&points), (shape, angle), "{corners:?} turned by {turn}, {flip}");
            }
        }
    }

    #[test]
    fn every_row_is_recognized_however_it_is_turned() {
        use RotaryShape as Of;
        let (high, side) = (3.0_f64.sqrt() / 2.0, 0.5_f64.sqrt());
        is(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)], Of::Square, Some(90));
        is(&[(0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (0.0, 1.0)], Of::Rectangle, Some(90));
        is(&[(0.0, 0.0), (1.0, 0.0), (0.5, high)], Of::EquilateralTriangle, Some(60));
        is(&[(0.0, 0.0), (1.0, 0.0), (1.5, high), (0.5, high)], Of::Diamond, Some(60));
        is(&[(0.0, 0.0), (1.0, 0.0), (1.0 + side, side), (side, side)], Of::Diamond, Some(45));
        is(&[(0.0, 0.0), (2.0, 0.0), (2.5, high), (0.5, high)], Of::Parallelogram, Some(60));
        is(&[(0.0, 0.0), (2.0, 0.0), (1.5, high), (0.5, high)], Of::HalfHexagon, Some(60));
        is(&[(0.0, 0.0), (3.0, 0.0), (2.5, high), (0.5, high)], Of::Trapezoid, Some(60));
        is(&[(0.0, 0.0), (3.0, 0.0), (2.0, 1.0), (0.0, 1.0)], Of::Trapezoid, None);
        is(&[(0.0, 0.0), (1.0, 0.5), (3.0, 0.0), (1.0, -0.5)], Of::Kite, None);
        let hexagon = [(1.0, 0.0), (0.5, high), (-0.5, high), (-1.0, 0.0), (-0.5, -high), (0.5, -high)];
        is(&hexagon, Of::Hexagon, None);
        is(&[(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)], Of::Template, None);
        is(&[(0.0, 0.0), (4.0, 0.0), (0.0, 1.0)], Of::Triangle, None);
        let level = [(0.0, 0.0), (2.0, 0.0), (0.0, 2.0)].map(|(x, y)| Point::new(x, y));
        let corner = [(0.0, 0.0), (2.0, 0.0), (1.0, 1.0)].map(|(x, y)| Point::new(x, y));
        assert_eq!(row(&level), (Of::HalfSquareTriangle, Some(45)));
        assert_eq!(row(&corner), (Of::QuarterSquareTriangle, Some(45)));
    }
}
