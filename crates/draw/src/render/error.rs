//! Why a drawing cannot be written in a format.

use crate::color::Color;
use piecework_tiling::fault::fault;
use piecework_tiling::number::NotFinite;
use piecework_tiling::stop::Stopped;

fault! {
    /// Why a drawing cannot be written in a format. Sizes are in mm unless they are in pixels.
    #[derive(Clone, PartialEq)]
    pub enum RenderError {
        /// A document needs at least one page.
        NoPage = E1802 {
            kind(Internal)
            message("a file needs a drawing, but there is none")
        }
        NotBuiltIn { format: &'static str } = E1806 {
            message("this program was built without `{format}` files")
        }
        PageSize { title: String, width: f64, height: f64, allowed: f64 } = E1803 {
            message("the page of `{title}` measures `{width} x {height}` mm; no side of a PDF page may exceed {allowed} mm")
            found("{width} x {height} mm") allowed("at most {allowed} mm a side")
            help("spread the drawing over several pages")
        }
        PlotterSize { title: String, width: f64, height: f64, allowed: f64 } = E1804 {
            message("the sheet of `{title}` measures `{width} x {height}` mm; the coordinates of HPGL end at {allowed} mm")
            found("{width} x {height} mm") allowed("at most {allowed} mm a side")
            help("use smaller stock")
        }
        /// LightBurn would use the nearest color of its palette.
        NotInPalette { layer: &'static str, found: Color } = E1805 {
            message("layer `{layer}` is `{found}`, which is not in LightBurn's palette")
            found("{found}")
            help("give the machine file a color of the palette, such as `#ff0000` for cuts")
        }
        PictureSize { title: String, width: f64, height: f64, allowed: u32 } = E1801 {
            message("the picture of `{title}` would have `{width} x {height}` pixels; a side has from 1 to {allowed}")
            found("{width} x {height} pixels") allowed("1 to {allowed} pixels a side")
            help("choose another number of pixels")
        }
        /// A path that is to be a plate is open or crosses itself.
        NoSolid { name: String } = E1807 {
            kind(Internal)
            message("the lines of `{name}` do not enclose a plate")
        }
        /// Writing into memory failed.
        NotWritten { format: &'static str } = E1808 {
            kind(Internal)
            message("a `{format}` file could not be written")
        }
    } from {
        /// A number became infinite while it was written.
        NotFinite(NotFinite),
        /// Writing was stopped.
        Stopped(Stopped),
    }
}
