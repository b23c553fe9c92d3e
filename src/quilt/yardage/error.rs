//! Why it cannot be said how much fabric is needed.

use super::Inches;
use crate::fault::Fault;

/// Why it cannot be said how much fabric is needed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum YardageError {
    /// A part that is cut in one piece is wider than the fabric, whichever way it lies.
    #[error("part `{part}` is cut `{short}` x `{long}`; the fabric is `{width}` wide")]
    PartTooWide {
        /// The name of the part.
        part: String,
        /// Its shorter side as it is cut.
        short: Inches,
        /// Its longer side.
        long: Inches,
        /// The usable width of the fabric.
        width: Inches,
    },
    /// A part that is cut in one piece is larger than a fat quarter.
    #[error("part `{part}` is cut `{short}` x `{long}`; a fat quarter is `{width}` x `{height}`")]
    LargerThanAQuarter {
        /// The name of the part.
        part: String,
        /// Its shorter side as it is cut.
        short: Inches,
        /// Its longer side.
        long: Inches,
        /// The shorter side of a fat quarter.
        width: Inches,
        /// Its longer side.
        height: Inches,
    },
    /// Fabric so narrow that seams take all of it.
    #[error("fabric `{found}` wide is too narrow; allowed `{least}` or more")]
    FabricTooNarrow {
        /// The usable width.
        found: Inches,
        /// What is needed.
        least: Inches,
    },
    /// More is added for shrinking and miscuts than is cut.
    #[error("`{found}` per cent for shrinking and miscuts is too much; allowed 0 to {allowed}")]
    TooMuchExtra {
        /// What was asked for.
        found: u32,
        /// What is allowed.
        allowed: u32,
    },
    /// A straight border cannot be sewn to a quilt with another outline.
    #[error("the quilt is no rectangle, so no border of `{border}` can be sewn to it")]
    NoSidesForABorder {
        /// The width of the border.
        border: Inches,
    },
    /// No bed of that name.
    #[error("`{found}` is no size known here; allowed {allowed}")]
    NoSuchSize {
        /// What was asked for.
        found: String,
        /// The names there are.
        allowed: String,
    },
}

impl Fault for YardageError {
    fn code(&self) -> &'static str {
        match self {
            YardageError::PartTooWide { .. } => "E1520",
            YardageError::LargerThanAQuarter { .. } => "E1521",
            YardageError::FabricTooNarrow { .. } => "E1522",
            YardageError::TooMuchExtra { .. } => "E1523",
            YardageError::NoSidesForABorder { .. } => "E1524",
            YardageError::NoSuchSize { .. } => "E1525",
        }
    }

    fn found(&self) -> Option<String> {
        Some(match self {
            YardageError::PartTooWide { short, .. } | YardageError::LargerThanAQuarter { short, .. } => {
                short.to_string()
            }
            YardageError::FabricTooNarrow { found, .. } => found.to_string(),
            YardageError::TooMuchExtra { found, .. } => found.to_string(),
            YardageError::NoSidesForABorder { border } => border.to_string(),
            YardageError::NoSuchSize { found, .. } => found.clone(),
        })
    }

    fn allowed(&self) -> Option<String> {
        match self {
            YardageError::PartTooWide { width, .. } | YardageError::LargerThanAQuarter { width, .. } => {
                Some(format!("at most {width}"))
            }
            YardageError::FabricTooNarrow { least, .. } => Some(format!("{least} or more")),
            YardageError::TooMuchExtra { allowed, .. } => Some(format!("0 to {allowed}")),
            YardageError::NoSidesForABorder { .. } => None,
            YardageError::NoSuchSize { allowed, .. } => Some(allowed.clone()),
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            YardageError::PartTooWide { .. } => Some("use wider fabric or smaller cells".into()),
            YardageError::LargerThanAQuarter { .. } => {
                Some("cut from yardage, or use larger quarters or smaller cells".into())
            }
            YardageError::NoSidesForABorder { .. } => Some("leave the border out".into()),
            _ => None,
        }
    }
}
