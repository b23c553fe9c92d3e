//! What a machine cannot do.

use crate::fault::Fault;

/// What a machine cannot do, and what to do instead.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MachineError {
    /// Stock that lies on no bed of this machine.
    #[error(
        "stock of `{:.1} x {:.1}` mm does not fit on the machine `{machine}`, which takes {:.1} x {:.1} mm",
        found.0, found.1, allowed.0, allowed.1
    )]
    StockTooLarge {
        /// The name of the machine.
        machine: String,
        /// Width and height in mm.
        found: (f64, f64),
        /// Width and height of the bed in mm.
        allowed: (f64, f64),
    },
    /// Something that would be cut or burnt although it must not be.
    #[error("the machine `{machine}` would cut the layer `{layer}` too")]
    CannotLeaveOut {
        /// The name of the machine.
        machine: String,
        /// The name of the layer.
        layer: &'static str,
    },
    /// Calibrated, something lies beyond the sheet.
    #[error(
        "calibrated by `{},{}`, `{title}` reaches `{:.2} x {:.2}` mm, but its sheet ends at {:.2} x {:.2} mm",
        scale.0, scale.1, found.0, found.1, allowed.0, allowed.1
    )]
    CalibratedBeyond {
        /// The title of the sheet.
        title: String,
        /// The factors.
        scale: (f64, f64),
        /// How far it reaches in mm.
        found: (f64, f64),
        /// The size of the sheet in mm.
        allowed: (f64, f64),
    },
    /// The reference square is larger than the sheet.
    #[error("a reference square of `{found:.2}` mm is larger than the {:.2} x {:.2} mm that a sheet holds", allowed.0, allowed.1)]
    ReferenceTooLarge {
        /// Its side in mm.
        found: f64,
        /// The usable size in mm.
        allowed: (f64, f64),
    },
    /// A piece is larger than the hoop.
    #[error("the piece `{piece}` measures {:.2} x {:.2} mm, but the hoop holds {:.2} x {:.2} mm with its crosses", found.0, found.1, allowed.0, allowed.1)]
    HoopTooSmall {
        /// Its number and name.
        piece: String,
        /// Width and height in mm.
        found: (f64, f64),
        /// Width and height inside the hoop in mm.
        allowed: (f64, f64),
        /// The largest cell in mm that fits.
        largest_cell: f64,
    },
    /// The borders of stitches would cover the pieces.
    #[error("cells of `{found:.2}` mm are too small for borders of stitches; the least is {least:.2} mm")]
    CellTooSmall {
        /// The cell in mm.
        found: f64,
        /// The smallest one in mm.
        least: f64,
    },
    /// A sheet on which pieces have no outlines of their own.
    #[error("no line of `{title}` is the outline of a piece, so there is nothing to print")]
    NothingToPrint {
        /// The title of the sheet.
        title: String,
    },
    /// The machine finds no printed sheets.
    #[error("the machine `{machine}` has no registration marks for printed sheets")]
    NoRegistration {
        /// The name of the machine.
        machine: String,
    },
}

impl Fault for MachineError {
    fn code(&self) -> &'static str {
        match self {
            MachineError::StockTooLarge { .. } => "E1610",
            MachineError::CannotLeaveOut { .. } => "E1611",
            MachineError::CalibratedBeyond { .. } => "E1612",
            MachineError::ReferenceTooLarge { .. } => "E1613",
            MachineError::NoRegistration { .. } => "E1614",
            MachineError::HoopTooSmall { .. } => "E1615",
            MachineError::CellTooSmall { .. } => "E1616",
            MachineError::NothingToPrint { .. } => "E1617",
        }
    }

    fn hint(&self) -> Option<String> {
        Some(match self {
            MachineError::HoopTooSmall { largest_cell, .. } => {
                let largest = (largest_cell * 10.0).floor() / 10.0;
                format!(
                    "use a cell of at most {largest} mm, or a machine file of your own with a larger hoop"
                )
            }
            MachineError::NothingToPrint { .. } => "cut every piece by itself".into(),
            MachineError::CellTooSmall { least, .. } => format!("use a cell of {least} mm or more"),
            MachineError::StockTooLarge { .. } => {
                "leave out --stock, or choose a machine with a larger area".into()
            }
            MachineError::CannotLeaveOut { .. } => {
                "cut it on a machine that can leave layers out, such as generic".into()
            }
            MachineError::CalibratedBeyond { .. } => "use a smaller --cell, or larger stock".into(),
            MachineError::ReferenceTooLarge { .. } => "ask for a smaller square".into(),
            MachineError::NoRegistration { .. } => {
                "choose a machine that has them, such as silhouette-cameo".into()
            }
        })
    }
}
