//! What can be wrong with lengths and outlines.

use super::Point;
use crate::fault::Fault;

/// A rule of geometry that is broken.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GeometryError {
    /// The edge of a cell has no useful length.
    #[error("a cell edge of `{found}` mm is not between `{least}` and `{most}` mm")]
    CellEdge {
        /// The length given, in mm.
        found: f64,
        /// The least length allowed, in mm.
        least: f64,
        /// The greatest length allowed, in mm.
        most: f64,
    },
    /// A coordinate is too large or not a number.
    #[error("a coordinate of `{found}` mm is not between `-{allowed}` and `{allowed}` mm")]
    TooFarOut {
        /// The coordinate, in mm.
        found: f64,
        /// How far from the origin it may be, in mm.
        allowed: f64,
    },
    /// A ring needs three points.
    #[error("the ring has `{found}` points; at least 3 are needed")]
    TooFewPoints {
        /// How many there are.
        found: usize,
    },
    /// Two points of a ring are one.
    #[error("the ring passes twice through `({}, {})`", at.x, at.y)]
    RepeatedPoint {
        /// The point.
        at: Point,
    },
    /// A point lies on the straight line between its neighbours.
    #[error("the ring does not turn at `({}, {})`", at.x, at.y)]
    NoTurn {
        /// The point.
        at: Point,
    },
    /// Two edges of an outline cross or run along each other.
    #[error("edges cross near `({}, {})`", near.x, near.y)]
    Crossing {
        /// The middle of one of the two edges.
        near: Point,
    },
    /// A hole lies outside, or in another hole.
    #[error("the hole at `({}, {})` is not in the inside of the outline", at.x, at.y)]
    StrayHole {
        /// The first point of the hole.
        at: Point,
    },
}

impl GeometryError {
    /// What to try, where there is something to try.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            GeometryError::CellEdge { .. } => Some("give the length with its unit, as in 20mm or 2in".into()),
            GeometryError::NoTurn { .. } => Some("leave the point out".into()),
            _ => None,
        }
    }
}

impl Fault for GeometryError {
    fn code(&self) -> &'static str {
        match self {
            GeometryError::CellEdge { .. } => "E1101",
            GeometryError::TooFarOut { .. } => "E1102",
            GeometryError::TooFewPoints { .. } => "E1103",
            GeometryError::RepeatedPoint { .. } => "E1104",
            GeometryError::NoTurn { .. } => "E1105",
            GeometryError::Crossing { .. } => "E1106",
            GeometryError::StrayHole { .. } => "E1107",
        }
    }

    fn hint(&self) -> Option<String> {
        GeometryError::hint(self)
    }
}
