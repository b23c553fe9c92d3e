//! Why lines cannot be cut as asked.

use crate::lengths::mm;
use piecework_tiling::fault::fault;

fault! {
    /// Why lines cannot be cut as asked. All lengths are in mm.
    #[derive(Clone, PartialEq)]
    pub enum LineError {
        /// Fabric pieces need room around them.
        SeamWithShared { seam_allowance: f64 } = E1651 {
            message("pieces with a seam allowance of `{seam_allowance}` mm share no edges, so they cannot share lines", seam_allowance = mm(*seam_allowance))
            found("{seam_allowance} mm", seam_allowance = mm(*seam_allowance))
            help("use --lines separate, or leave out the seam allowance")
        }
        FitWithShared { fit: f64, kerf: f64 } = E1652 {
            message("shared lines leave a gap of one kerf, `{kerf}` mm, between pieces; `--fit` cannot be `{fit}` mm there", fit = mm(*fit), kerf = mm(*kerf))
            found("{fit} mm", fit = mm(*fit)) allowed("{kerf} mm", kerf = mm(*kerf))
            help("use --lines separate, or leave out --fit")
        }
        /// Sewn pieces are not put into a tray.
        FitWithSeam { fit: f64, seam_allowance: f64 } = E1653 {
            message("`--fit` of `{fit}` mm and a seam allowance of `{seam_allowance}` mm exclude each other", fit = mm(*fit), seam_allowance = mm(*seam_allowance))
            found("{fit} mm", fit = mm(*fit))
            help("leave out one of --fit and --seam")
        }
        /// Pieces that are larger than their places do not fit.
        TightFit { fit: f64 } = E1654 {
            message("`--fit` must not be negative (got `{fit}` mm): every piece would be larger than its place", fit = mm(*fit))
            found("{fit} mm", fit = mm(*fit)) allowed("0 mm and more")
            help("use 0 for the tightest fit")
        }
        LeadInWithShared { lead_in: f64 } = E1656 {
            message("a lead-in of `{lead_in}` mm needs waste beside the piece, and shared lines leave none", lead_in = mm(*lead_in))
            found("{lead_in} mm", lead_in = mm(*lead_in))
            help("use --lines separate, or leave out --lead-in")
        }
        LeadInTooLong { lead_in: f64, piece: String } = E1657 {
            message("no side of piece `{piece}` has room for a lead-in of `{lead_in}` mm beside it", lead_in = mm(*lead_in))
            found("{lead_in} mm", lead_in = mm(*lead_in))
            help("use a shorter --lead-in, or a larger cell")
        }
        TabWidth { width: f64, largest: f64 } = E1658 {
            message("tabs cannot be `{width}` mm wide; allowed over 0 to {largest} mm, which is half a cell", width = mm(*width), largest = mm(*largest))
            found("{width} mm", width = mm(*width)) allowed("over 0 to {largest} mm", largest = mm(*largest))
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
            message("pieces with knobs cannot have a seam allowance (got `{seam_allowance}` mm)", seam_allowance = mm(*seam_allowance))
            found("{seam_allowance} mm", seam_allowance = mm(*seam_allowance))
            help("leave out one of --knobs and --seam")
        }
        KnobsOfFabrics = E1674 {
            message("pieces with knobs keep their neighbours, so those of one fabric cannot share lines")
            help("use --lines separate")
        }
        KnobsInPanels { width: f64, height: f64 } = E1675 {
            message("knobs would reach from one panel into the next: the design is larger than the sheet of {width:.1} x {height:.1} mm")
            found("{width:.1} x {height:.1} mm")
            help("use --lines separate, a larger sheet (`--stock`, or `--paper a3` for a page to print) or a smaller cell")
        }
        NoRoomForKnobs { cell: f64, gap: f64 } = E1676 {
            message("cells of `{cell}` mm have no room for knobs with cuts or clearances of `{gap:.3}` mm between them", cell = mm(*cell))
            found("{cell} mm", cell = mm(*cell))
            help("use a larger --cell")
        }
        OrderWithSeparate = E1661 {
            message("`--order` is for shared lines; separate outlines are cut one after another")
            help("use --lines shared, or leave out --order")
        }
        LeadInWithTabs { lead_in: f64 } = E1663 {
            message("an outline with tabs begins at a tab, which leaves no place for a lead-in of `{lead_in}` mm", lead_in = mm(*lead_in))
            found("{lead_in} mm", lead_in = mm(*lead_in))
            help("leave out one of --tabs and --lead-in")
        }
        OvercutWithTabs { overcut: f64 } = E1664 {
            message("an outline with tabs ends at a tab, and an overcut of `{overcut}` mm would cut through it", overcut = mm(*overcut))
            found("{overcut} mm", overcut = mm(*overcut))
            help("use --overcut 0 with --tabs")
        }
        /// The pieces would not fit into it.
        TightTray { clearance: f64 } = E1669 {
            message("the clearance of a tray must not be negative (got `{clearance}` mm)", clearance = mm(*clearance))
            found("{clearance} mm", clearance = mm(*clearance)) allowed("0 mm and more")
            help("use 0.5mm")
        }
        MagnetTooWide { piece: String, found: f64, largest: f64 } = E1685 {
            message("a magnet of `{found}` mm has no room in the piece `{piece}`; at most {rounded:.1} mm works", found = mm(*found),
                rounded = (largest * 10.0).floor() / 10.0)
            found("{found} mm", found = mm(*found)) allowed("up to {rounded:.1} mm", rounded = (largest * 10.0).floor() / 10.0)
            about("--magnets")
            help("use smaller magnets or a larger --cell")
        }
        MagnetTooThick { part: &'static str, option: &'static str, found: f64, has: f64, needs: f64 } = E1686 {
            message("a magnet of `{found}` mm has no room in {part} of {has} mm; `{option}` must be at least {needs} mm", found = mm(*found), has = mm(*has), needs = mm(*needs))
            found("{found} mm", found = mm(*found))
            about("{option}") works("{needs}mm")
            help("use thinner magnets, or a larger {option}")
        }
        /// They would stand out of the sheets, and the lid would not close.
        LidMagnetTooThick { found: f64, most: f64 } = E1692 {
            message("magnets of `{found}` mm stand out of a frame and a lid of {most} mm", found = mm(*found), most = mm(*most))
            found("{found} mm", found = mm(*found)) allowed("up to {most} mm", most = mm(*most))
            about("--lid-magnets")
            help("use magnets as thin as the material, or thicker material (--material or --stand)")
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
            message("a box of material of `{found}` mm cannot be cut; allowed {least} to {most} mm", found = mm(*found), least = mm(*least), most = mm(*most))
            found("{found} mm", found = mm(*found)) allowed("{least} to {most} mm", least = mm(*least), most = mm(*most))
            about("--box") works("{near}mm", near = found.clamp(*least, *most))
            help("check the unit of --box")
        }
        NoRoomForDetent { found: f64, least: f64 } = E1689 {
            message("a box of {found:.1} mm inside is too short for a lid that snaps in; at least {least} mm are needed", least = mm(*least))
            found("{found:.1} mm") allowed("{least} mm and more", least = mm(*least))
            about("--detent")
            help("leave out --detent, or use a larger --cell")
        }
        /// Sides of a space would meet.
        FingersClose { kerf: f64, thickness: f64 } = E1693 {
            message("a kerf of `{kerf}` mm closes the spaces between the fingers of a box of {thickness} mm", kerf = mm(*kerf), thickness = mm(*thickness))
            found("{kerf} mm", kerf = mm(*kerf))
            about("--finger-joint")
            help("use a larger space in --finger-joint, or a smaller kerf; fingers and spaces are at least as wide as the material is thick")
        }
        /// Its name would be engraved.
        ArtFolder { folder: String } = E1694 {
            message("`{folder}` is a folder, and words, one drawing or one picture are engraved here")
            found("{folder}")
            help("name a file in it")
        }
        /// Nine cells of other shapes make no large one.
        TriplicationOfSquares = E1695 {
            message("triplications are of squares only, and the cells of this puzzle are none")
            about("--engrave")
            help("use another --engrave, such as number")
        }
        /// Sockets would run into each other.
        LooseInlay { fit: f64, kerf: f64 } = E1677 {
            message("the board has parts that meet at a corner: with a clearance of `{fit}` mm and a kerf of `{kerf}` mm their sockets would cross", fit = mm(*fit), kerf = mm(*kerf))
            found("{fit} mm", fit = mm(*fit)) allowed("0 mm to {kerf} mm", kerf = mm(*kerf))
            about("--fit") works("{kerf}mm")
            help("use a --fit of at most {kerf} mm", kerf = mm(*kerf))
        }
        /// A slip of the unit: pieces would rattle.
        LooseFit { option: String, found: f64, largest: f64 } = E1679 {
            message("`{option}` of `{found}` mm is too large; allowed 0 to {largest} mm", found = mm(*found), largest = mm(*largest))
            found("{found} mm", found = mm(*found)) allowed("0 to {largest} mm", largest = mm(*largest))
            about("{option}") works("{rounded}mm", rounded = (largest * 100.0).floor() / 100.0)
            help("check the unit of {option} and --cell")
        }
        KerfTooWide { kerf: f64, largest: f64 } = E1666 {
            message("a kerf of `{kerf}` mm is wider than half a cell, {largest} mm", kerf = mm(*kerf), largest = mm(*largest))
            found("{kerf} mm", kerf = mm(*kerf)) allowed("0 to {largest} mm", largest = mm(*largest))
            about("--kerf")
            help("check the unit of --kerf and --cell")
        }
        OvercutTooLong { overcut: f64, largest: f64 } = E1667 {
            message("an overcut of `{overcut}` mm is longer than a cell, {largest} mm", overcut = mm(*overcut), largest = mm(*largest))
            found("{overcut} mm", overcut = mm(*overcut)) allowed("0 to {largest} mm", largest = mm(*largest))
            about("--overcut") works("{largest}mm")
            help("check the unit of --overcut and --cell")
        }
        BladeOffsetTooLarge { blade_offset: f64, largest: f64 } = E1668 {
            message("a blade offset of `{blade_offset}` mm is larger than that of any drag knife, {largest} mm", blade_offset = mm(*blade_offset), largest = mm(*largest))
            found("{blade_offset} mm", blade_offset = mm(*blade_offset)) allowed("0 to {largest} mm", largest = mm(*largest))
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
            message("corners rounded by `{radius}` mm would meet on one side; at most {largest} mm works", radius = mm(*radius), largest = mm(*largest))
            found("{radius} mm", radius = mm(*radius)) allowed("0 to {largest} mm", largest = mm(*largest))
            about("--fillet") works("{rounded}mm", rounded = (largest * 100.0).floor() / 100.0)
            help("use a smaller --fillet, or a larger cell")
        }
        /// Letters that no one can read, and no beam can burn.
        SmallWords { place: &'static str, letters: usize, fitting: usize, least: f64 } = E1690 {
            message("{letters} letters {place} would be lower than {least} mm; about {fitting} fit", least = mm(*least))
            found("{letters} letters") allowed("about {fitting} letters")
            help("shorten the words, or make the cell larger")
        }
        NoStrokes { missing: String } = E1691 {
            message("the letters of machines cannot draw {missing}")
            found("{missing}")
            help("leave it out, or draw your words as paths in an SVG file")
        }
    }
}
