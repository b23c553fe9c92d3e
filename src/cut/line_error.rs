//! Why lines cannot be cut as asked.

use crate::fault::Fault;

/// Why lines cannot be cut as asked.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// Fabric pieces need room around them.
    #[error(
        "pieces with a seam allowance of `{seam_allowance}` mm share no edges, so their lines cannot be shared"
    )]
    SeamWithShared {
        /// The seam allowance in mm.
        seam_allowance: f64,
    },
    /// The gap of shared lines is the kerf.
    #[error(
        "shared lines leave a gap of one kerf, `{kerf}` mm, between all pieces; a clearance of `{fit}` mm cannot be chosen"
    )]
    FitWithShared {
        /// The clearance asked for, in mm.
        fit: f64,
        /// The kerf in mm.
        kerf: f64,
    },
    /// Pieces that are sewn do not lie in a tray.
    #[error("a clearance of `{fit}` mm and a seam allowance of `{seam_allowance}` mm contradict each other")]
    FitWithSeam {
        /// The clearance asked for, in mm.
        fit: f64,
        /// The seam allowance in mm.
        seam_allowance: f64,
    },
    /// Pieces that are larger than their places do not fit together.
    #[error(
        "with a clearance of `{fit}` mm every piece is larger than its place, and a row of n pieces n times as much too long"
    )]
    TightFit {
        /// The clearance asked for, in mm.
        fit: f64,
    },
    /// Beside shared lines there is no waste.
    #[error(
        "a lead-in of `{lead_in}` mm lies in the waste beside a piece, and beside shared lines there is none"
    )]
    LeadInWithShared {
        /// The lead-in in mm.
        lead_in: f64,
    },
    /// A lead-in would come too near to another side.
    #[error("no side of piece `{piece}` has room for a lead-in of `{lead_in}` mm beside it")]
    LeadInTooLong {
        /// The lead-in in mm.
        lead_in: f64,
        /// The name of the piece.
        piece: String,
    },
    /// A tab is none, or as long as a side.
    #[error(
        "tabs of `{width}` mm are no bridges; they must be wider than 0 and at most {largest} mm, half a cell"
    )]
    TabWidth {
        /// The width in mm.
        width: f64,
        /// The greatest width in mm.
        largest: f64,
    },
    /// There is no room for so many tabs.
    #[error("there is no room for `{tabs}` tabs around piece `{piece}`")]
    TooManyTabs {
        /// How many tabs.
        tabs: usize,
        /// The name of the piece.
        piece: String,
    },
    /// A piece by itself shares nothing.
    #[error("a piece that is cut by itself shares no lines with others")]
    PiecesWithShared,
    /// Outlines are cut one after another.
    #[error(
        "the order down the sheet is one of shared lines; every outline of its own goes down and up again"
    )]
    OrderWithSeparate,
    /// Pieces are packed as they lie in the tiling.
    #[error("pieces are turned only where they share lines, and here every piece has an outline of its own")]
    TurnWithSeparate,
    /// An outline with tabs begins and ends at them.
    #[error("an outline with tabs begins at a tab, so a lead-in of `{lead_in}` mm has no place")]
    LeadInWithTabs {
        /// The lead-in in mm.
        lead_in: f64,
    },
    /// An outline with tabs does not end where it began.
    #[error("an outline with tabs ends at a tab, which an overcut of `{overcut}` mm would cut")]
    OvercutWithTabs {
        /// The overcut in mm.
        overcut: f64,
    },
    /// The cells of a sheet do not hold a piece.
    #[error(
        "not all pieces of a fabric fit on the cells of a sheet of {width:.1} x {height:.1} mm, so they cannot share lines there"
    )]
    NoSharedMat {
        /// The width of the sheet in mm.
        width: f64,
        /// Its height in mm.
        height: f64,
    },
    /// Two rounded corners would meet.
    #[error("corners rounded by `{radius}` mm would meet on one side; at most {largest:.3} mm works")]
    FilletTooLarge {
        /// The radius in mm.
        radius: f64,
        /// The greatest radius in mm.
        largest: f64,
    },
}

impl Fault for LineError {
    fn code(&self) -> &'static str {
        match self {
            LineError::SeamWithShared { .. } => "E1651",
            LineError::FitWithShared { .. } => "E1652",
            LineError::FitWithSeam { .. } => "E1653",
            LineError::TightFit { .. } => "E1654",
            LineError::LeadInWithShared { .. } => "E1656",
            LineError::LeadInTooLong { .. } => "E1657",
            LineError::TabWidth { .. } => "E1658",
            LineError::TooManyTabs { .. } => "E1659",
            LineError::FilletTooLarge { .. } => "E1660",
            LineError::PiecesWithShared => "E1655",
            LineError::OrderWithSeparate => "E1661",
            LineError::TurnWithSeparate => "E1662",
            LineError::LeadInWithTabs { .. } => "E1663",
            LineError::OvercutWithTabs { .. } => "E1664",
            LineError::NoSharedMat { .. } => "E1665",
        }
    }

    fn found(&self) -> Option<String> {
        match self {
            LineError::SeamWithShared { seam_allowance } => Some(format!("{seam_allowance} mm")),
            LineError::FitWithShared { fit, .. }
            | LineError::FitWithSeam { fit, .. }
            | LineError::TightFit { fit } => Some(format!("{fit} mm")),
            LineError::LeadInWithShared { lead_in } | LineError::LeadInTooLong { lead_in, .. } => {
                Some(format!("{lead_in} mm"))
            }
            LineError::TabWidth { width, .. } => Some(format!("{width} mm")),
            LineError::TooManyTabs { tabs, .. } => Some(tabs.to_string()),
            LineError::FilletTooLarge { radius, .. } => Some(format!("{radius} mm")),
            LineError::LeadInWithTabs { lead_in } => Some(format!("{lead_in} mm")),
            LineError::OvercutWithTabs { overcut } => Some(format!("{overcut} mm")),
            LineError::NoSharedMat { width, height } => Some(format!("{width:.1} x {height:.1} mm")),
            LineError::PiecesWithShared | LineError::OrderWithSeparate | LineError::TurnWithSeparate => None,
        }
    }

    fn allowed(&self) -> Option<String> {
        match self {
            LineError::FitWithShared { kerf, .. } => Some(format!("{kerf} mm")),
            LineError::TightFit { .. } => Some("0 mm and more".into()),
            LineError::TabWidth { largest, .. } => Some(format!("over 0 to {largest} mm")),
            LineError::FilletTooLarge { largest, .. } => Some(format!("0 to {largest:.3} mm")),
            _ => None,
        }
    }

    fn hint(&self) -> Option<String> {
        Some(match self {
            LineError::SeamWithShared { .. } => {
                "use --lines separate, or leave out the seam allowance".into()
            }
            LineError::FitWithShared { .. } => "use --lines separate, or leave out --fit".into(),
            LineError::FitWithSeam { .. } => "leave out one of --fit and --seam".into(),
            LineError::TightFit { .. } => "0 is as tight as can hold".into(),
            LineError::LeadInWithShared { .. } => "use --lines separate, or leave out --lead-in".into(),
            LineError::LeadInTooLong { .. } => "use a shorter --lead-in, or a larger cell".into(),
            LineError::TabWidth { .. } => "set --tab-width".into(),
            LineError::TooManyTabs { .. } => "use fewer or narrower tabs".into(),
            LineError::FilletTooLarge { .. } => "use a smaller --fillet, or a larger cell".into(),
            LineError::PiecesWithShared => "leave out one of --lines shared and --by-piece".into(),
            LineError::OrderWithSeparate => "use --lines shared, or leave out --order".into(),
            LineError::TurnWithSeparate => "use --lines shared, or leave out --turn".into(),
            LineError::LeadInWithTabs { .. } => "leave out one of --tabs and --lead-in".into(),
            LineError::OvercutWithTabs { .. } => "use --overcut 0 with --tabs".into(),
            LineError::NoSharedMat { .. } => "use --lines separate, a larger sheet or a smaller cell".into(),
        })
    }
}
