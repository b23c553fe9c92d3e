//! Rounds corners, for steel rules that are bent and fabric that frays.

use super::{Line, LineError, arc, heading, turn};
use piecework_draw::geometry::Point;

/// The share of a side that an arc may use if no other arc is on the side; the rest stays straight. Chosen by
/// eye.
const SHARE_BESIDE_END: f64 = 0.9;

/// Rounds the movable corners of a line.
///
/// # Errors
/// [`LineError::FilletTooLarge`] if two arcs would meet on one side, with the largest radius that works.
pub(crate) fn rounded(line: Line, radius: f64) -> Result<Line, LineError> {
    if radius <= 0.0 {
        return Ok(line);
    }
    let count = line.points.len();
    let (mut points, mut fixed, mut middles) = (Vec::new(), Vec::new(), Vec::new());
    for (index, &at) in line.points.iter().enumerate() {
        let ends = !line.closed && (index == 0 || index + 1 == count);
        if ends || line.fixed[index] {
            points.push(at);
            fixed.push(line.fixed[index]);
            middles.push(line.middles[index]);
            continue;
        }
        let (last, next) = ((index + count - 1) % count, (index + 1) % count);
        let (before, after) = (line.points[last], line.points[next]);
        let (way, bend) = (heading(before, at), bend(before, at, after));
        let tangent = tangent(radius, bend);
        let share = |other: usize| {
            let ends = !line.closed && (other == 0 || other + 1 == count);
            if ends || line.fixed[other] { SHARE_BESIDE_END } else { 0.5 }
        };
        let room = (before.distance(at) * share(last)).min(at.distance(after) * share(next));
        if tangent > room + 1e-9 {
            return Err(LineError::FilletTooLarge { radius, largest: radius * room / tangent });
        }
        let start = super::towards(at, before, tangent);
        // The center is beside the line, on the side that it turns to.
        let side = way + bend.signum() * std::f64::consts::FRAC_PI_2;
        let center = start.moved(radius * libm::cos(side), radius * libm::sin(side));
        points.push(start);
        points.extend(arc(center, radius, heading(center, start), bend));
        fixed.resize(points.len(), true);
        middles.resize(points.len(), None);
    }
    Ok(Line { points, fixed, middles, ..line })
}

/// Returns the turn of a line at a corner, in radians.
fn bend(before: Point, at: Point, after: Point) -> f64 {
    turn(heading(before, at), heading(at, after))
}

/// Returns the distance from a corner to the start of its arc.
fn tangent(radius: f64, bend: f64) -> f64 {
    radius * libm::tan(bend.abs() / 2.0)
}

/// Returns the distance from the corner between two other points of a line that its end must keep, so that
/// the corner can be rounded.
pub(super) fn clear_of_corner(radius: f64, before: Point, at: Point, after: Point) -> f64 {
    if radius > 0.0 { tangent(radius, bend(before, at, after)) / SHARE_BESIDE_END } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_draw::geometry::Ring;

    fn ring(points: &[(f64, f64)]) -> Line {
        Line::ring(points.iter().map(|&(x, y)| Point::new(x, y)).collect())
    }

    #[test]
    fn a_rounded_square_has_the_area_that_it_must() {
        let line = rounded(ring(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]), 2.0).expect("room");
        let area = Ring::new(line.points).expect("a ring").area();
        let due = 100.0 - 4.0 * (4.0 - std::f64::consts::PI);
        assert!((area - due).abs() < 0.05, "{area}, {due} with true arcs");
    }

    #[test]
    fn corners_where_lines_meet_stay_and_large_radii_are_refused() {
        let mut line = ring(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]);
        line.fixed = vec![true; 4];
        assert_eq!(rounded(line.clone(), 2.0).expect("nothing to do").points, line.points);
        line.fixed = vec![false, true, true, true];
        let error = rounded(line.clone(), 9.5).unwrap_err();
        assert!(
            matches!(error, LineError::FilletTooLarge { largest, .. } if (largest - 9.0).abs() < 1e-9),
            "alone on its sides: {error}"
        );
        line.fixed = vec![false; 4];
        let error = rounded(line, 5.5).unwrap_err();
        assert!(
            matches!(error, LineError::FilletTooLarge { largest, .. } if (largest - 5.0).abs() < 1e-9),
            "{error}"
        );
    }
}
