//! Why something cannot be cut.

use super::{LineError, MachineError};
use piecework_draw::color::ColorError;
use piecework_draw::drawing::DrawingError;
use piecework_draw::geometry::{GeometryError, OwnLinesError};
use piecework_draw::layout::LayoutError;
use piecework_draw::render::RenderError;
use piecework_tiling::defect::ReadError;
use piecework_tiling::fault::fault;
use piecework_tiling::names::nearest;
use piecework_tiling::setting::OptionError;
use piecework_tiling::stop::Stopped;

fault! {
    /// Why something cannot be cut.
    pub enum CutError {
        NoSuchMachine { found: String, allowed: Vec<String> } = E1601 {
            message("there is no machine called `{found}`; known are {known}", known = allowed.join(", "))
            found("{found}") allowed("{known}", known = allowed.join(", "))
            meant(Some(name) = nearest(found, allowed.iter().map(String::as_str)) => "{name}")
        }
        NoSuchMaterial { found: String, allowed: Vec<String> } = E1602 {
            message("there is no material called `{found}`; known are {known}", known = allowed.join(", "))
            found("{found}") allowed("{known}", known = allowed.join(", "))
            meant(Some(name) = nearest(found, allowed.iter().map(String::as_str)) => "{name}")
            help("write a material file (.json) of your own; for words of your own on the job sheet, add `--job-sheet`")
        }
        NoMachineOfMaterial { material: String, found: String, allowed: Vec<String> } = E1604 {
            message("the material `{material}` has settings for `{found}`, which is no machine; known are {known}",
                known = allowed.join(", "))
            found("{found}") allowed("{known}", known = allowed.join(", "))
            meant(Some(name) = nearest(found, allowed.iter().map(String::as_str)) => "{name}")
            help("correct `machine` in the material file; for a machine of your own, name the file of the machine with `--machine`")
        }
        NoPieces = E1603 {
            message("the tiling has no pieces, so there is nothing to cut")
            found("0 pieces")
        }
    } from {
        /// Options contradict each other, or have no effect.
        Option(OptionError),
        /// A machine file breaks the rules.
        Read(ReadError),
        /// The machine cannot do it.
        Machine(MachineError),
        /// The fabrics do not fit the design.
        Color(ColorError),
        /// Lines cannot be cut as asked.
        Lines(LineError),
        /// The outlines cannot be made.
        Geometry(GeometryError),
        /// Lines of one's own cannot be laid in the board.
        OwnLines(OwnLinesError),
        /// The parts do not fit on the stock.
        Layout(LayoutError),
        /// A sheet breaks a rule of drawings.
        Drawing(DrawingError),
        /// A format cannot hold a drawing.
        Render(RenderError),
        /// Planning was stopped.
        Stopped(Stopped),
    }
}
