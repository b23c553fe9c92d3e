//! Why it cannot be said how much fabric is needed.

use super::Inches;
use crate::fault::Fault;

/// Why it cannot be said how much fabric is needed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum YardageError {
    /// A part that is cut in one piece is wider than the fabric, whichever way it lies.
    #[error("part `{}` is cut `{}` x `{}`; the fabric is `{}` wide", .0.part, .0.short, .0.long, .0.width)]
    PartTooWide(Box<TooLarge>),
    /// A part that is cut in one piece is larger than a fat quarter.
    #[error(
        "part `{}` is cut `{}` x `{}`; a fat quarter is `{}` x `{}`",
        .0.part, .0.short, .0.long, .0.width, .0.height
    )]
    LargerThanAQuarter(Box<TooLarge>),
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

/// A part for which the cloth is too small.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TooLarge {
    /// The name of the part.
    pub part: String,
    /// Its shorter side as it is cut.
    pub short: Inches,
    /// Its longer side.
    pub long: Inches,
    /// The usable width of the fabric, or the shorter side of a fat quarter.
    pub width: Inches,
    /// The longer side of a fat quarter; of fabric from the bolt the longer side of the part, which is as long as needed.
    pub height: Inches,
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
            YardageError::PartTooWide(part) | YardageError::LargerThanAQuarter(part) => {
                part.short.to_string()
            }
            YardageError::FabricTooNarrow { found, .. } => found.to_string(),
            YardageError::TooMuchExtra { found, .. } => found.to_string(),
            YardageError::NoSidesForABorder { border } => border.to_string(),
            YardageError::NoSuchSize { found, .. } => found.clone(),
        })
    }

    fn allowed(&self) -> Option<String> {
        match self {
            YardageError::PartTooWide(part) | YardageError::LargerThanAQuarter(part) => {
                Some(format!("at most {}", part.width))
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
