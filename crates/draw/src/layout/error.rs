//! Why something does not fit on its sheets.

use crate::drawing::DrawingError;
use piecework_tiling::defect::ReadError;
use piecework_tiling::fault::fault;
use piecework_tiling::names::nearest;
use piecework_tiling::stop::Stopped;

fault! {
    /// Why something does not fit on its sheets. All sizes are in mm.
    pub enum LayoutError {
        NoSuchPaper { found: String, allowed: Vec<String> } = E1401 {
            message("there is no paper called `{found}`; known are {known}", known = allowed.join(", "))
            found("{found}") allowed("{known}", known = allowed.join(", "))
            meant(Some(name) = nearest(found, allowed.iter().map(String::as_str)) => "{name}")
        }
        /// A part is larger than the usable area of a sheet.
        PartTooLarge { part: String, width: f64, height: f64, sheet_width: f64, sheet_height: f64 } = E1402 {
            message("part `{part}` measures {width:.2} x {height:.2} mm, but a sheet holds {sheet_width:.2} x {sheet_height:.2} mm")
            help("use a larger sheet, or a smaller cell")
        }
        /// Margins or overlap leave no usable area.
        NoRoom { width: f64, height: f64, margin: f64 } = E1403 {
            message("a sheet of {width:.2} x {height:.2} mm has no room inside its margins of {margin:.2} mm")
        }
        MarkOutside { part: String } = E1404 {
            kind(Internal)
            message("a mark of part `{part}` is outside its outline")
        }
        TooManySheets { found: usize, allowed: usize } = E1405 {
            message("this would take `{found}` sheets; at most {allowed} are allowed")
            help("use larger paper, or a smaller cell")
        }
        /// A nester put one part too near to another.
        TooNear { part: String, other: String, apart: f64, gap: f64 } = E1406 {
            kind(Internal)
            message("parts `{part}` and `{other}` were nested {apart:.4} mm apart, but must be at least {gap:.2} mm apart")
            help("nothing was written. Please report this with the command line; another `--cell` or `--gap` may avoid it")
        }
        /// A nester put a part beyond the usable area of a sheet.
        Outside { part: String } = E1407 {
            kind(Internal)
            message("part `{part}` was nested beyond the edge of its sheet")
        }
        /// A nester lost a part, or placed it several times.
        NotPlacedOnce { part: String, times: usize } = E1408 {
            kind(Internal)
            message("part `{part}` was nested `{times}` times instead of once")
        }
    } from {
        /// A sheet cannot be drawn.
        Drawing(DrawingError),
        /// A paper file breaks the rules.
        Read(ReadError),
        /// Nesting was stopped.
        Stopped(Stopped),
    }
}
