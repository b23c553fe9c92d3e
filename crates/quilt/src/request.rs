//! The options of a quilt pattern, one row each: what they are called, take and default to.

use super::block_choice::{BlockChoice, BlockSetting, Recolor, TurnBlocks};
use super::piecing::Objective;
use super::settings::{Borders, FatQuarters, Grow, PrecutChoice, QuiltFile};
use super::yardage::BorderCorners;
use super::{EdgeFinish, Method, PatternPages, Quilting, Units};
use piecework_draw::geometry::Touch;
use piecework_draw::options::{FabricRequest, options};
use piecework_tiling::length::Length;
use piecework_tiling::setting::{BoardSize, OneLine};

/// The heading over what decides how straight seams are planned.
const STRAIGHT: &str = "Straight seams (with --method straight)";
/// The heading over quilts that repeat a block.
const BLOCKS: &str = "Blocks";
/// The heading over how fabric is bought and cut.
const FABRIC: &str = "Fabric options";
options! {
    /// A quilt pattern.
    QuiltRequest {
        /// The title on the cover and in the PDF files; the name of the puzzle by default
        title: Option<OneLine>; value_name: "TEXT",
        /// Who designed the quilt, on the cover and in the PDF files
        designer: Option<OneLine>; value_name: "NAME",
        /// Where the designer can be reached, on the cover: an address, a page, a shop
        address: Option<OneLine>; value_name: "TEXT",
        /// The date on the cover and on the label, in your words; none by default
        date: Option<OneLine>; value_name: "TEXT",
        /// The finished edge of one cell, also typed as --patches; 2in by default, 5cm with --units metric
        cell: Option<Length>; value_name: "LENGTH",
            label: "Cell edge",
        /// The seam allowance around every patch; 1/4in by default, 3/8in with --method epp (7.5mm and 10mm with
        /// --units metric)
        seam: Option<Length>; value_name: "LENGTH",
            label: "Seam allowance",
        /// How the quilt is cut and sewn
        method: Method = "templates"; value_name: "METHOD",
        /// Print templates as mirror images: for freezer paper, foundations and marking on the wrong side of
        /// the fabric
        mirror: bool;
            label: "Mirror images",
        /// What the best plan is; fewest-rectangles by default
        objective: Option<Objective>; value_name: "OBJECTIVE", group: STRAIGHT,
        /// The most rectangles in a block, which is sewn before blocks are joined; 20 by default
        block: Option<u64>; value_name: "N", group: STRAIGHT, range: (1, 65_535),
            label: "Rectangles in a block",
        /// Keep patches whole where that takes at most N Y-seams; straight seams only by default
        y_seams: Option<u64>; value_name: "N", group: STRAIGHT, range: (1, 999), excludes: &["objective"],
            label: "Y-seams allowed",
        /// Keep the seams between patches of one fabric that touch; where these may match, they are cut as one by default
        keep_seams: bool; group: STRAIGHT,
        /// Fill gaps, holes and the corners outside the region with background fabric; they stay empty by
        /// default
        background: bool; group: STRAIGHT,
        /// Print foundations for what can be paper pieced: mirrored, true to size, numbered in sewing order
        foundations: bool; group: STRAIGHT,
        /// Which patches must differ in fabric: those that share an edge, or also those that share a corner
        differ: Touch = "edge"; value_name: "HOW",
            label: "Patches that must differ", of_colors: true,
        /// The paper to print on: a sheet such as a4, or a roll such as roll-a0
        paper: String = "letter"; value_name: "NAME",
            lists: &["papers", "rolls"],
        /// The margin that your printer leaves blank; that of the paper by default
        margin: Option<Length>; value_name: "LENGTH",
            label: "Margin of the paper",
        /// The files to write; all but the single pages by default
        formats: Vec<QuiltFile>; value_name: "LIST",
        /// How much the pattern of a quilt that repeats its blocks shows
        pages: PatternPages = "usual"; value_name: "WHICH",
            label: "Pages",
        /// The units for sizes; they also decide the usual cell, fabric width and strip widths
        units: Units = "imperial"; value_name: "UNITS",
        /// Make the quilt fit a bed: crib, baby, lap, twin, full, queen or king. The board is repeated as blocks or made larger,
        /// unless --blocks or --grow says otherwise; without --border it has an equal border
        size: Option<String>; value_name: "BED", group: FABRIC, replaces: &["blocks", "extend", "border"],
            label: "Size for a bed", lists: &["beds"],
        /// What grows to the size of a bed; blocks by default, or the board where these do not come near
        grow: Option<Grow>; value_name: "WHAT", group: FABRIC, needs: Some("size"),
            label: "What grows",
        /// The usable width of the fabric (WOF), without selvages; 40in by default, 100cm with --units metric
        wof: Option<Length>; value_name: "LENGTH", group: FABRIC,
            label: "Width of fabric (WOF)",
        /// Cut the patches from fat quarters, 18inx21in by default, 50cmx55cm with --units metric
        fat_quarters: Option<FatQuarters>; value_name: "SIZE", group: FABRIC, value_optional: true,
        /// Cut the patches from pre-cuts as they are sold, all prints different: patches that touch differ in print.
        /// Without --cell the cell is the largest that they allow
        precut: Option<PrecutChoice>; value_name: "PRECUT", group: FABRIC, excludes: &["fat_quarters"],
        /// Fabrics with a one-way print, by name: their pieces are cut upright, as they are in the quilt
        one_way: Vec<String>; value_name: "NAMES", group: FABRIC,
        /// With a photo: exchange pieces of the tiling until their outlines follow it
        follow: bool; group: FABRIC, needs: Some("photo"), excludes: &["blocks"],
        /// Repeat the tiling as blocks, COLUMNSxROWS such as 3x4; the pieces of a torus go on from block to block
        blocks: Option<BoardSize>; value_name: "COLUMNSxROWS", group: BLOCKS,
        /// Make the board larger, COLUMNSxROWS in cells: the tiling is repeated where it fits, and pieces are found for the rest
        extend: Option<BoardSize>; value_name: "COLUMNSxROWS", group: BLOCKS, excludes: &["blocks", "sashing", "setting"],
            label: "Board in cells",
        /// Sashing between the blocks, with a cornerstone where four meet: its width in cells
        sashing: Option<u64>; value_name: "CELLS", group: BLOCKS, range: (1, 100),
        /// How blocks lie; on point --blocks counts those along the top and the left side
        setting: BlockSetting = "straight"; value_name: "HOW", group: BLOCKS,
            label: "Setting of blocks",
        /// How blocks are turned; quarter turns need a square block of squares
        turn_blocks: TurnBlocks = "no"; value_name: "HOW", group: BLOCKS,
            label: "Turn blocks",
        /// Which turns --turn-blocks random takes
        turn_seed: Option<u64>; value_name: "N", group: BLOCKS, needs: Some("turn_blocks"),
            label: "Seed of the turns",
        /// Make each second block a mirror image
        mirror_blocks: bool; group: BLOCKS,
            label: "Mirror each second block",
        /// Color the blocks one by one, and exchange their fabrics from block to block
        recolor: Recolor = "no"; value_name: "HOW", group: BLOCKS,
            label: "Fabrics of blocks", of_colors: true,
        /// Replace each second block by a plain one (`plain`) or by another: a puzzle or a design of the gallery by name, or
        /// the file of a tiling or a design. On point those between the others
        alternate: Option<BlockChoice>; value_name: "NAME|FILE", group: BLOCKS,
            label: "Second block", lists: &["blocks"],
        /// A border around the top: a number of cells, a width such as 3in, or two widths such as 3inx5in:
        /// sides, then top and bottom. Several from the inside out, such as 1in+4in
        border: Option<Borders>; value_name: "CELLS|LENGTH|SIZE", group: FABRIC,
        /// How the corners of borders are made
        border_corners: BorderCorners = "butted"; value_name: "HOW", group: FABRIC,
        /// How the edge is finished if the quilt is not a rectangle
        edge: EdgeFinish = "binding"; value_name: "FINISH", group: FABRIC, excludes: &["background"],
        /// Write the quilting as one line that never breaks, for long-arm machines, as SVG and DXF, and draw it on the
        /// cover
        quilting: Option<Quilting>; value_name: "HOW", group: FABRIC,
        /// The cut width of binding strips; 2.5in by default, 65mm with --units metric
        binding: Option<Length>; value_name: "LENGTH", group: FABRIC,
        /// Extra binding for corners and joins; 10in by default, 25cm with --units metric
        binding_extra: Option<Length>; value_name: "LENGTH", group: FABRIC,
        /// Cut the binding on the bias, as edges with inside corners always are
        bias: bool; group: FABRIC,
            label: "Bias binding",
        /// The usable width of the backing fabric, if it is different
        backing_wof: Option<Length>; value_name: "LENGTH", group: FABRIC,
            label: "Width of backing fabric",
        /// Extra fabric for shrinking and crooked cuts, in percent, and at least 1/2 in of each; 5 by default (0 for
        /// fat quarters and pre-cuts)
        shrinkage: Option<u64>; value_name: "PERCENT", group: FABRIC, range: (0, 0xffff_ffff),
    }
    with {
        /// The fabrics.
        fabrics: FabricRequest,
    }
}
