//! Rounded corners, for rules that are bent and cloth that frays.

use super::{Line, LineError, arc, heading, turn};

/// Rounds the corners of a line that may move.
///
/// # Errors
/// [`LineError::FilletTooLarge`] if two arcs would meet on one side, with the largest radius that works.
pub(crate) fn rounded(line: Line, radius: f64) -> Result<Line, LineError> {
    if radius <= 0.0 {
        return Ok(line);
    }
    let count = line.points.len();
    let (mut points, mut fixed) = (Vec::new(), Vec::new());
    for (index, &at) in line.points.iter().enumerate() {
        let ends = !line.closed && (index == 0 || index + 1 == count);
        if ends || line.fixed[index] {
            points.push(at);
            fixed.push(line.fixed[index]);
            continue;
        }
        let (before, after) = (line.points[(index + count - 1) % count], line.points[(index + 1) % count]);
        let (way, next) = (heading(before, at), heading(at, after));
        let bend = turn(way, next);
        // From the corner to where the arc begins.
        let tangent = radius * libm::tan(bend.abs() / 2.0);
        let room = before.distance(at).min(at.distance(after)) / 2.0;
        if tangent > room + 1e-9 {
            return Err(LineError::FilletTooLarge { radius, largest: radius * room / tangent });
        }
        let start = super::towards(at, before, tangent);
        // The centre is beside the line, on the side that it turns to.
        let side = way + bend.signum() * std::f64::consts::FRAC_PI_2;
        let centre = start.moved(radius * libm::cos(side), radius * libm::sin(side));
        points.push(start);
        points.extend(arc(centre, radius, heading(centre, start), bend));
        fixed.resize(points.len(), true);
    }
    Ok(Line { points, fixed, ..line })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Point, Ring};

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
        line.fixed = vec![false; 4];
        let error = rounded(line, 5.5).unwrap_err();
        assert!(
            matches!(error, LineError::FilletTooLarge { largest, .. } if (largest - 5.0).abs() < 1e-9),
            "{error}"
        );
    }
}
