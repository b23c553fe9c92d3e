//! Why a quilt pattern cannot be made.

use piecework_draw::color::ColorError;
use piecework_draw::drawing::DrawingError;
use piecework_draw::geometry::GeometryError;
use piecework_draw::layout::LayoutError;
use piecework_tiling::fault::fault;
use piecework_tiling::stop::Stopped;

use super::piecing::PiecingError;
use super::stash::StashError;
use super::yardage::YardageError;

fault! {
    /// Why a quilt pattern cannot be made.
    pub enum QuiltError {
        PaperTooSmall { paper: String, height: f64, least: f64 } = E1501 {
            message("paper `{paper}` leaves {height:.1} mm for templates above the test square; at least {least} mm are needed")
            help("use letter, a4 or larger paper")
        }
        /// So many patches that nobody would sew by the pattern, and planning would take hours.
        TooManyPatches { found: usize, allowed: usize } = E1502 {
            message("a quilt of {found} patches is too large for a pattern with a card for each step; allowed {allowed} patches")
            found("{found}") allowed("at most {allowed}")
            help("make a pattern for each of several parts, and sew these together")
        }
        /// Nothing is sewn at a corner. `squares` can have background between them.
        TopInParts { parts: usize, squares: bool } = E1503 {
            message("the quilt top is not connected: it is in {parts} parts that share no edge")
            found("{parts} parts") allowed("1 part")
            help("connect the parts, or make a pattern for each")
            if let true = squares => help("or fill the space between with background: `--method straight --background`")
        }
    } from {
        /// A template cannot be made.
        Geometry(GeometryError),
        /// The paper has no room.
        Layout(LayoutError),
        /// The fabrics do not fit the design.
        Color(ColorError),
        /// The quilt has no plan of straight seams.
        Piecing(PiecingError),
        /// No fabric is wide enough.
        Yardage(YardageError),
        /// There is not enough of a fabric.
        Stash(StashError),
        /// A page breaks a rule of drawings.
        Drawing(DrawingError),
        /// Planning was stopped.
        Stopped(Stopped),
    }
}
