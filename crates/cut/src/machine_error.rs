//! What a machine cannot do.

use crate::lengths::mm;
use piecework_tiling::fault::fault;

fault! {
    /// What a machine cannot do. All sizes are width and height in mm.
    #[derive(Clone, PartialEq)]
    pub enum MachineError {
        StockTooLarge { machine: String, found: (f64, f64), allowed: (f64, f64) } = E1610 {
            message("stock of `{:.1} x {:.1}` mm does not fit on the machine `{machine}`, which takes {:.1} x {:.1} mm",
                found.0, found.1, allowed.0, allowed.1)
            help("leave out --stock, or choose a machine with a larger bed")
        }
        CannotLeaveOut { machine: String, layer: &'static str } = E1611 {
            message("the machine `{machine}` would cut the layer `{layer}` too")
            help("use a machine that can leave layers out, such as generic")
        }
        /// After calibration, something is beyond the sheet.
        CalibratedBeyond { title: String, scale: (f64, f64), found: (f64, f64), allowed: (f64, f64) } = E1612 {
            message("calibrated by `{},{}`, `{title}` reaches `{:.2} x {:.2}` mm, but its sheet ends at {:.2} x {:.2} mm",
                scale.0, scale.1, found.0, found.1, allowed.0, allowed.1)
            help("use a smaller --cell, or larger stock")
        }
        ReferenceTooLarge { found: f64, allowed: (f64, f64) } = E1613 {
            message("a reference square of `{found:.2}` mm is larger than the {:.2} x {:.2} mm that a sheet holds", allowed.0, allowed.1)
            help("use a smaller square")
        }
        HoopTooSmall { piece: String, found: (f64, f64), allowed: (f64, f64), largest_cell: f64 } = E1615 {
            message("the piece `{piece}` measures {:.2} x {:.2} mm, but the hoop holds {:.2} x {:.2} mm with its crosses",
                found.0, found.1, allowed.0, allowed.1)
            about("--cell") works("{largest}mm", largest = (largest_cell * 10.0).floor() / 10.0)
            help("use a cell of at most {largest} mm, or a machine file of your own with a larger hoop",
                largest = (largest_cell * 10.0).floor() / 10.0)
        }
        /// The borders of stitches would cover the pieces.
        CellTooSmall { found: f64, least: f64 } = E1616 {
            message("cells of `{found:.2}` mm are too small for borders of stitches; allowed {least:.2} mm or more")
            about("--cell") works("{rounded}mm", rounded = (least * 10.0).ceil() / 10.0)
            help("use a cell of {least} mm or more", least = mm(*least))
        }
        /// The tool would leave nothing of them.
        CellUnderTool { machine: String, found: f64, least: f64 } = E1618 {
            message("the tool of `{machine}` is too wide for cells of `{found}` mm; allowed {least} mm or more", found = mm(*found), least = mm(*least))
            found("{found} mm", found = mm(*found)) allowed("{least} mm or more", least = mm(*least))
            about("--cell") works("{least}mm")
            help("check the unit of --cell")
        }
        PlateThickness { found: f64, least: f64, most: f64 } = E1619 {
            message("plates of `{found}` mm cannot be printed; allowed {least} mm to {most} mm", found = mm(*found), least = mm(*least), most = mm(*most))
            found("{found} mm", found = mm(*found)) allowed("{least} mm to {most} mm", least = mm(*least), most = mm(*most))
            about("--thickness") works("{near}mm", near = found.clamp(*least, *most))
            help("check the unit of --thickness")
        }
        FloorThickness { found: f64, least: f64, most: f64 } = E1620 {
            message("a floor of `{found}` mm cannot be printed; allowed {least} mm to {most} mm", found = mm(*found), least = mm(*least), most = mm(*most))
            found("{found} mm", found = mm(*found)) allowed("{least} mm to {most} mm", least = mm(*least), most = mm(*most))
            about("--floor") works("{near}mm", near = found.clamp(*least, *most))
            help("check the unit of --floor")
        }
        /// The back would be empty.
        NothingOnBack { machine: String, layer: &'static str } = E1678 {
            message("`{machine}` leaves out the layer `{layer}`, so it writes nothing on the back")
            help("use a machine that engraves, such as lightburn, or --pens for a knife")
        }
        NothingToPrint { title: String } = E1617 {
            message("no line of `{title}` is the outline of a piece, so there is nothing to print")
            help("cut every piece by itself")
        }
        NoRegistration { machine: String } = E1614 {
            message("the machine `{machine}` has no registration marks for printed sheets")
            help("use a machine that has them, such as silhouette-cameo")
        }
    }
}
