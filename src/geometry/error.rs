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
    /// An offset is too large or not a number.
    #[error("an offset by `{found}` mm is not between `-{allowed}` and `{allowed}` mm")]
    Distance {
        /// The distance given, in mm.
        found: f64,
        /// The greatest distance allowed, in mm.
        allowed: f64,
    },
    /// Mitres cannot be shorter than the distance.
    #[error("a mitre limit of `{found}` is less than 1")]
    MitreLimit {
        /// The limit given, in distances.
        found: f64,
    },
    /// Arcs would be cut into too many edges, or none.
    #[error("a tolerance of `{found}` mm is not between `{least}` and `{most}` mm")]
    Tolerance {
        /// The tolerance given, in mm.
        found: f64,
        /// The least allowed, in mm.
        least: f64,
        /// The greatest allowed, in mm.
        most: f64,
    },
    /// Nothing is left of an outline that was made smaller.
    #[error("nothing is left of the outline after an offset by `{distance}` mm")]
    Vanished {
        /// The offset, in mm.
        distance: f64,
    },
    /// Grown by so much, a notch or a hole of the piece loses a corner or closes.
    #[error(
        "piece `{piece}`: a notch closes at `{distance}` mm ({} in) around it; up to `{largest}` mm ({} in) it stays open",
        in_inches(*.distance, f64::round),
        in_inches(*.largest, f64::floor)
    )]
    NotchCloses {
        /// The name of the piece.
        piece: String,
        /// How far it was to grow, in mm.
        distance: f64,
        /// The greatest distance that works, in mm, rounded down to a micrometre.
        largest: f64,
    },
    /// Shrunk by so much, a part of the piece loses a corner or vanishes.
    #[error(
        "piece `{piece}`: a part vanishes at `{distance}` mm off its sides; up to `{largest}` mm it stays"
    )]
    TooThin {
        /// The name of the piece.
        piece: String,
        /// How far it was to shrink, in mm.
        distance: f64,
        /// The greatest distance that works, in mm, rounded down to a micrometre.
        largest: f64,
    },
}

impl GeometryError {
    /// What to try, where there is something to try.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            GeometryError::CellEdge { .. } => Some("give the length with its unit, as in 20mm or 2in".into()),
            GeometryError::NoTurn { .. } => Some("leave the point out".into()),
            GeometryError::NotchCloses { largest, .. } => {
                let inches = in_inches(*largest, f64::floor);
                Some(format!("use larger cells, or an allowance of at most {largest} mm ({inches} in)"))
            }
            GeometryError::TooThin { largest, .. } => {
                Some(format!("use larger cells, or take off at most {largest} mm"))
            }
            _ => None,
        }
    }
}

/// The same in inches, to four digits after the point.
fn in_inches(mm: f64, round: fn(f64) -> f64) -> f64 {
    const PARTS: f64 = 1e4;
    round(mm / 25.4 * PARTS) / PARTS
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
            GeometryError::Distance { .. } => "E1108",
            GeometryError::MitreLimit { .. } => "E1109",
            GeometryError::Tolerance { .. } => "E1110",
            GeometryError::Vanished { .. } => "E1111",
            GeometryError::NotchCloses { .. } => "E1112",
            GeometryError::TooThin { .. } => "E1113",
        }
    }

    fn found(&self) -> Option<String> {
        match self {
            GeometryError::TooFewPoints { found } => Some(found.to_string()),
            GeometryError::MitreLimit { found } => Some(found.to_string()),
            GeometryError::CellEdge { found, .. }
            | GeometryError::TooFarOut { found, .. }
            | GeometryError::Distance { found, .. }
            | GeometryError::Tolerance { found, .. } => Some(format!("{found} mm")),
            GeometryError::Vanished { distance }
            | GeometryError::NotchCloses { distance, .. }
            | GeometryError::TooThin { distance, .. } => Some(format!("{distance} mm")),
            GeometryError::RepeatedPoint { .. }
            | GeometryError::NoTurn { .. }
            | GeometryError::Crossing { .. }
            | GeometryError::StrayHole { .. } => None,
        }
    }

    fn allowed(&self) -> Option<String> {
        match self {
            GeometryError::CellEdge { least, most, .. } | GeometryError::Tolerance { least, most, .. } => {
                Some(format!("{least} mm to {most} mm"))
            }
            GeometryError::TooFarOut { allowed, .. } | GeometryError::Distance { allowed, .. } => {
                Some(format!("-{allowed} mm to {allowed} mm"))
            }
            GeometryError::TooFewPoints { .. } => Some("3 or more".into()),
            GeometryError::MitreLimit { .. } => Some("1 or more".into()),
            GeometryError::NotchCloses { largest, .. } | GeometryError::TooThin { largest, .. } => {
                Some(format!("at most {largest} mm"))
            }
            _ => None,
        }
    }

    fn hint(&self) -> Option<String> {
        GeometryError::hint(self)
    }
}
