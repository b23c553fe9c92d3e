//! The grid of nanometres on which crossings are decided exactly and offsets are computed.

use super::{GeometryError, Point};

/// The largest coordinate, in mm: a kilometre. Chosen so that a coordinate in nanometres is exact in 64 bits,
/// and a product of two in 128.
const MOST_COORDINATE: f64 = 1e6;

/// Grid steps in a millimetre.
const GRID_STEPS: f64 = 1e6;

/// A point on the grid of nanometres, where crossings are decided and offsets are computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GridPoint {
    pub(super) x: i64,
    pub(super) y: i64,
}

impl Point {
    /// Returns the nearest point of the grid.
    pub(super) fn to_grid(self) -> Result<GridPoint, GeometryError> {
        Ok(GridPoint { x: grid_steps(self.x)?, y: grid_steps(self.y)? })
    }
}

impl GridPoint {
    /// Returns the point in mm.
    pub(super) fn to_point(self) -> Point {
        // Dividing, not multiplying by 1e-6, gives the number nearest to the decimal fraction.
        Point::new(self.x as f64 / GRID_STEPS, self.y as f64 / GRID_STEPS)
    }
}

/// Returns a length in nanometres, rounded.
#[expect(clippy::cast_possible_truncation, reason = "the range is checked first")]
pub(super) fn grid_steps(length: f64) -> Result<i64, GeometryError> {
    // Not `>`, which would accept a NaN.
    if length.abs() <= MOST_COORDINATE {
        Ok((length * GRID_STEPS).round() as i64)
    } else {
        Err(GeometryError::TooFarOut { found: length, allowed: MOST_COORDINATE })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_refuses_infinite_numbers() {
        for bad in [f64::NAN, f64::INFINITY, -1.1e6] {
            assert!(matches!(grid_steps(bad), Err(GeometryError::TooFarOut { .. })), "{bad}");
        }
        let point = Point::new(6.35, -1e6);
        assert_eq!(point.to_grid().map(GridPoint::to_point), Ok(point));
    }
}
