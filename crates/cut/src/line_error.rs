//! Why lines cannot be cut as asked.

use piecework_tiling::fault::fault;

fault! {
    /// Why lines cannot be cut as asked. All lengths are in mm.
    #[derive(Clone, PartialEq)]
    pub enum LineError {
        /// Fabric pieces need room around them.
        SeamWithShared { seam_allowance: f64 } = E1651 {
            message("pieces with a seam allowance of `{seam_allowance}` mm share no edges, so they cannot share lines")
            found("{seam_allowance} mm")
            help("use --lines separate, or leave out the seam allowance")
        }
        FitWithShared { fit: f64, kerf: f64 } = E1652 {
            message("shared lines leave a gap of one kerf, `{kerf}` mm, between pieces; `--fit` cannot be `{fit}` mm there")
            found("{fit} mm") allowed("{kerf} mm")
            help("use --lines separate, or leave out --fit")
        }
        /// Sewn pieces are not put into a tray.
        FitWithSeam { fit: f64, seam_allowance: f64 } = E1653 {
            message("`--fit` of `{fit}` mm and a seam allowance of `{seam_allowance}` mm exclude each other")
            found("{fit} mm")
            help("leave out one of --fit and --seam")
        }
        /// Pieces that are larger than their places do not fit.
        TightFit { fit: f64 } = E1654 {
            message("`--fit` must not be negative (got `{fit}` mm): every piece would be larger than its place")
            found("{fit} mm") allowed("0 mm and more")
            help("use 0 for the tightest fit")
        }
        LeadInWithShared { lead_in: f64 } = E1656 {
            message("a lead-in of `{lead_in}` mm needs waste beside the piece, and shared lines leave none")
            found("{lead_in} mm")
            help("use --lines separate, or leave out --lead-in")
        }
        LeadInTooLong { lead_in: f64, piece: String } = E1657 {
            message("no side of piece `{piece}` has room for a lead-in of `{lead_in}` mm beside it")
            found("{lead_in} mm")
            help("use a shorter --lead-in, or a larger cell")
        }
        TabWidth { width: f64, largest: f64 } = E1658 {
            message("tabs cannot be `{width}` mm wide; allowed over 0 to {largest} mm, which is half a cell")
            found("{width} mm") allowed("over 0 to {largest} mm")
            help("set --tab-width")
        }
        TooManyTabs { tabs: usize, piece: String } = E1659 {
            message("piece `{piece}` has no room for `{tabs}` tabs")
            found("{tabs}")
            help("use fewer or narrower tabs")
        }
        PiecesWithShared = E1655 {
            message("a piece that is cut by itself shares no lines with others")
            help("leave out one of --lines shared and --by-piece")
        }
        /// Sewn pieces have straight edges, or seams that a machine can follow.
        KnobsWithSeam { seam_allowance: f64 } = E1673 {
            message("pieces with knobs cannot have a seam allowance (got `{seam_allowance}` mm)")
            found("{seam_allowance} mm")
            help("leave out one of --knobs and --seam")
        }
        KnobsOfFabrics = E1674 {
            message("pieces with knobs keep their neighbours, so those of one fabric cannot share lines")
            help("use --lines separate")
        }
        KnobsInPanels { width: f64, height: f64 } = E1675 {
            message("knobs would reach from one panel into the next: the design is larger than the sheet of {width:.1} x {height:.1} mm")
            found("{width:.1} x {height:.1} mm")
            help("use --lines separate, a larger sheet or a smaller cell")
        }
        NoRoomForKnobs { cell: f64, gap: f64 } = E1676 {
            message("cells of `{cell}` mm have no room for knobs with cuts or clearances of `{gap:.3}` mm between them")
            found("{cell} mm")
            help("use a larger --cell")
        }
        OrderWithSeparate = E1661 {
            message("`--order` is for shared lines; separate outlines are cut one after another")
            help("use --lines shared, or leave out --order")
        }
        LeadInWithTabs { lead_in: f64 } = E1663 {
            message("an outline with tabs begins at a tab, which leaves no place for a lead-in of `{lead_in}` mm")
            found("{lead_in} mm")
            help("leave out one of --tabs and --lead-in")
        }
        OvercutWithTabs { overcut: f64 } = E1664 {
            message("an outline with tabs ends at a tab, and an overcut of `{overcut}` mm would cut through it")
            found("{overcut} mm")
            help("use --overcut 0 with --tabs")
        }
        /// The pieces would not fit into it.
        TightTray { clearance: f64 } = E1669 {
            message("the clearance of a tray must not be negative (got `{clearance}` mm)")
            found("{clearance} mm") allowed("0 mm and more")
            help("use 0.5mm")
        }
        MagnetTooWide { piece: String, found: f64, largest: f64 } = E1685 {
            message("a magnet of `{found}` mm has no room in the piece `{piece}`; at most {rounded:.1} mm works",
                rounded = (largest * 10.0).floor() / 10.0)
            found("{found} mm") allowed("up to {rounded:.1} mm", rounded = (largest * 10.0).floor() / 10.0)
            about("--magnets")
            help("use smaller magnets or a larger --cell")
        }
        MagnetTooThick { part: &'static str, option: &'static str, found: f64, has: f64, needs: f64 } = E1686 {
            message("a magnet of `{found}` mm has no room in {part} of {has} mm; `{option}` must be at least {needs} mm")
            found("{found} mm")
            about("{option}") works("{needs}mm")
            help("use thinner magnets, or a larger {option}")
        }
        PanelsOfSets = E1687 {
            message("a design that is larger than the stock fills its own sheets with its panels, so several sets share none")
            about("--copies")
            help("use larger stock or a smaller --cell, or cut one set and run it again")
        }
        TooFewSheets { needed: usize, has: usize, width: f64, height: f64 } = E1688 {
            message("this takes `{needed}` sheets of {width:.1} x {height:.1} mm, and `--stock` says that there are {has}")
            found("{needed}") allowed("{has}")
            about("--stock")
            help("leave out the number of the last size, or cut fewer sets")
        }
        BoxThickness { found: f64, least: f64, most: f64 } = E1680 {
            message("a box of material of `{found}` mm cannot be cut; allowed {least} to {most} mm")
            found("{found} mm") allowed("{least} to {most} mm")
            about("--box") works("{near}mm", near = found.clamp(*least, *most))
            help("check the unit of --box")
        }
        NoRoomForDetent { found: f64, least: f64 } = E1689 {
            message("a box of {found:.1} mm inside is too short for a lid that snaps in; at least {least} mm are needed")
            found("{found:.1} mm") allowed("{least} mm and more")
            about("--detent")
            help("leave out --detent, or use a larger --cell")
        }
        /// Sockets would run into each other.
        LooseInlay { fit: f64, kerf: f64 } = E1677 {
            message("the board has parts that meet at a corner: with a clearance of `{fit}` mm and a kerf of `{kerf}` mm their sockets would cross")
            found("{fit} mm") allowed("0 mm to {kerf} mm")
            about("--fit") works("{kerf}mm")
            help("use a --fit of at most {kerf} mm")
        }
        /// A slip of the unit: pieces would rattle.
        LooseFit { option: String, found: f64, largest: f64 } = E1679 {
            message("`{option}` of `{found}` mm is too large; allowed 0 to {largest:.3} mm")
            found("{found} mm") allowed("0 to {largest:.3} mm")
            about("{option}") works("{rounded}mm", rounded = (largest * 100.0).floor() / 100.0)
            help("check the unit of {option} and --cell")
        }
        KerfTooWide { kerf: f64, largest: f64 } = E1666 {
            message("a kerf of `{kerf}` mm is wider than half a cell, {largest} mm")
            found("{kerf} mm") allowed("0 to {largest} mm")
            about("--kerf")
            help("check the unit of --kerf and --cell")
        }
        OvercutTooLong { overcut: f64, largest: f64 } = E1667 {
            message("an overcut of `{overcut}` mm is longer than a cell, {largest} mm")
            found("{overcut} mm") allowed("0 to {largest} mm")
            about("--overcut") works("{largest}mm")
            help("check the unit of --overcut and --cell")
        }
        BladeOffsetTooLarge { blade_offset: f64, largest: f64 } = E1668 {
            message("a blade offset of `{blade_offset}` mm is larger than that of any drag knife, {largest} mm")
            found("{blade_offset} mm") allowed("0 to {largest} mm")
            about("--blade-offset")
            help("check the unit of --blade-offset")
        }
        NoSharedMat { width: f64, height: f64 } = E1665 {
            message("not all pieces of a fabric fit on the cells of a sheet of {width:.1} x {height:.1} mm, so they cannot share lines there")
            found("{width:.1} x {height:.1} mm")
            help("use --lines separate, a larger sheet or a smaller cell")
        }
        /// Two rounded corners would meet.
        FilletTooLarge { radius: f64, largest: f64 } = E1660 {
            message("corners rounded by `{radius}` mm would meet on one side; at most {largest:.3} mm works")
            found("{radius} mm") allowed("0 to {largest:.3} mm")
            about("--fillet") works("{rounded}mm", rounded = (largest * 100.0).floor() / 100.0)
            help("use a smaller --fillet, or a larger cell")
        }
    }
}
