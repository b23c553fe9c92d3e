//! Why something cannot be cut.

use super::{LineError, MachineError};
use crate::colour::ColourError;
use crate::defect::ReadError;
use crate::drawing::DrawingError;
use crate::fault::fault;
use crate::geometry::GeometryError;
use crate::layout::LayoutError;
use crate::render::RenderError;
use crate::text::nearest;

fault! {
    /// Why something cannot be cut.
    pub enum CutError {
        NoSuchMachine { found: String, allowed: Vec<String> } = E1601 {
            message("there is no machine called `{found}`; known are {known}", known = allowed.join(", "))
            found("{found}") allowed("{known}", known = allowed.join(", "))
            if let Some(name) = nearest(found, allowed.iter().map(String::as_str)) => help("did you mean `{name}`?")
        }
    } from {
        /// A machine file breaks the rules.
        Read(ReadError),
        /// The machine cannot do it.
        Machine(MachineError),
        /// The fabrics do not fit the design.
        Colour(ColourError),
        /// Lines cannot be cut as asked.
        Lines(LineError),
        /// The outlines cannot be made.
        Geometry(GeometryError),
        /// The parts do not fit on the stock.
        Layout(LayoutError),
        /// A sheet breaks a rule of drawings.
        Drawing(DrawingError),
        /// A format cannot hold a drawing.
        Render(RenderError),
    }
}
