//! What a design makes: one table of options for each command.

use std::time::Duration;

use super::board::BoardChoice;
use super::choices::{ExportForm, PrecutChoice, QuiltFile};
use super::effects::Reach;
use super::own::{MachineChoice, PictureChoice};
use super::search::{ChoiceRequest, FabricRequest};
use super::setting::{BoardSize, Borders, FatQuarters, OneLine, SetSize, Size};
use super::table::options;
use piecework_cut::{Calibration, CutOrder, CutPrices, Engraving, KnobStyle, License, Lines};
use piecework_draw::geometry::Touch;
use piecework_draw::render::{Content, FormatRef};
use piecework_quilt::piecing::Objective;
use piecework_quilt::yardage::BorderCorners;
use piecework_quilt::yardage::Cutting;
use piecework_quilt::{EdgeFinish, Method, Quilting, Units};
use piecework_sheet::{SheetLook, SheetStyle, Trim};
use piecework_solve::maker::PuzzleKind;
use piecework_solve::{Engine, TilingSymmetry};
use piecework_tiling::length::Length;

/// The heading over what decides how straight seams are planned.
const STRAIGHT: &str = "Straight seams (with --method straight)";
/// The heading over how fabric is bought and cut.
const FABRIC: &str = "Fabric options";
/// The heading over which files a machine gets.
const FILES: &str = "Files for the machine";
/// The heading over which lines are cut, and in which order.
const LINES: &str = "Lines";
/// The heading over how the tool runs along lines.
const TOOL: &str = "Tool";
/// The heading over the settings of a laser.
const LASER: &str = "Laser (for G-code)";
/// The heading over what is cut from one sheet.
const SHEETS: &str = "Sheets";
/// The heading over searches that are kept and divided.
const LONG: &str = "Long searches (with --all or --count)";

/// Why pages to print refuse what is on the back.
const SEEN_FROM_FRONT: &[(Content, &str)] = &[(Content::Prints, "a page to print is seen from the front")];
/// Why all but sheets refuse a test card.
const NO_TEST_CARD: &[(Content, &str)] = &{
    let reason = "a test card is a sheet to cut";
    [(Content::Prints, reason), (Content::Stitches, reason), (Content::Solids, reason)]
};

options! {
    /// Tilings, or how many there are.
    SolveRequest {
        /// Count the tilings instead of showing them: all, and up to symmetry
        count: bool; excludes: &["first", "all", "raw", "where", "distinct", "sort", "pick"],
        /// Stop after N tilings; with --where or --distinct, after N of those
        first: u64 = "1"; value_name: "N", range: (1, u64::MAX), excludes: &["all"],
            label: "Number of tilings",
        /// Find every tiling
        all: bool,
        /// Show turned and reflected tilings too, not one of each kind
        raw: bool;
            label: "Turned and flipped ones too",
        /// Draw N tilings at random, uniformly where they can be counted; --seed decides which
        sample: Option<u64>; value_name: "N", range: (1, u64::MAX), excludes: &["count", "first", "all", "raw"],
        /// Find only tilings that are equal to their own turn or mirror image: half-turn, third-turn,
        /// quarter-turn, sixth-turn, reflection, any, or full for all symmetries of the puzzle. Large boards
        /// become small ones
        symmetric: Option<TilingSymmetry>; value_name: "KIND", excludes: &["sample", "shards"],
        /// If no tiling is found, show the fullest packing, with `?` for uncovered cells; exit code 3 unless
        /// it is proved that no tiling exists
        best_effort: bool;
            excludes: &["count", "first", "all", "raw", "sample", "symmetric", "shards", "where", "distinct", "sort", "pick"],
        /// Write the puzzle for other solvers instead of searching: to standard output, or to the file of -o
        export: Option<ExportForm>; value_name: "FORM",
            excludes: &["count", "first", "all", "raw", "sample", "symmetric", "best_effort", "shards", "where", "distinct", "sort", "pick"],
        /// Divide the search among N runs, on any machines; each writes a part file with -o
        shards: Option<u64>; value_name: "N", group: LONG, range: (1, 1_000_000), needs: Some("shard"),
        /// Which of them this run is, from 0; `auto` asks the scheduler of an array job
        shard: Option<u64>; value_name: "I", group: LONG, range: (0, 999_999), needs: Some("shards"),
        /// Divide this part of the shard again, because it takes too long; one that takes over a minute is
        /// divided automatically. --status shows the parts
        split_part: Option<String>; value_name: "PART", group: LONG, needs: Some("shards"),
    }
    with {
        /// Which tilings are kept.
        choice: ChoiceRequest,
    }
}

options! {
    /// The smallest rectangle that copies of some pieces tile.
    OrderRequest {
        /// The pieces by hexadecimal name, such as f840 or f820_e070, besides those of the puzzle
        pieces: Vec<String>; value_name: "PIECE",
        /// Skip rectangles of more than N cells
        max_area: Option<u64>; value_name: "N", range: (1, 0xffff_ffff),
    }
}

options! {
    /// The smallest figure that copies of each of some pieces tile.
    CompatibleRequest {
        /// The pieces by name, such as f840 or pentominoes:X, besides those of the puzzle
        pieces: Vec<String>; value_name: "PIECE",
        /// Skip figures of more than N cells
        max_cells: Option<u64>; value_name: "N", range: (1, 0xffff_ffff),
        /// Find all smallest figures, not one
        all: bool,
        /// Only figures without holes
        no_holes: bool,
    }
}

options! {
    /// Pieces divided into groups that tile congruent figures.
    DivideRequest {
        /// The pieces by name, such as pentominoes or pentominoes:X, besides those of the puzzle
        pieces: Vec<String>; value_name: "PIECE",
        /// The number of groups
        groups: u64 = "2"; value_name: "N", range: (2, 30),
        /// Stop after N divisions
        first: u64 = "1"; value_name: "N", range: (1, u64::MAX), excludes: &["all"],
            label: "Number of tilings",
        /// Find every division: they differ in the figure or in the pieces of a group
        all: bool,
        /// Count the divisions instead of showing them
        count: bool; excludes: &["first", "all"],
        /// Only figures without holes
        no_holes: bool,
    }
}

options! {
    /// Puzzles made to order.
    PuzzleRequest {
        /// The board: columns and rows such as 8x5, a shape (heart, diamond, cross, house, ring, stairs), or a file
        /// (.txt: drawn with #, .json: of a puzzle); the board of PUZZLE by default
        board: Option<BoardChoice>; value_name: "BOARD",
        /// The pieces to choose from, by name: pentominoes, or pentominoes:F,I,L; those of PUZZLE by default
        pieces: Option<String>; value_name: "PIECES",
        /// What the puzzle gives
        kind: PuzzleKind = "subset"; value_name: "KIND",
        /// Only puzzles with one solution, up to turning and flipping the board; all kinds but subset and silhouette always have one
        unique: bool;
            label: "One solution",
        /// Only puzzles of this difficulty, from 1 (easy) to 5, as a solver measures it that reasons like a person
        difficulty: Option<u64>; value_name: "CLASS", range: (1, 5),
        /// How many puzzles, no two alike
        count: u64 = "1"; value_name: "N", range: (1, 1000),
            label: "Number of puzzles",
        /// Make a class set and not a book: a page with a line for the name for each of N pupils, and a key
        copies: Option<u64>; value_name: "N", range: (1, 200), excludes: &["count", "trim"],
            label: "Pupils of a class",
        /// Give each pupil of a class another puzzle of one difficulty
        vary: bool; needs: Some("copies"),
        /// How many pieces a hint shows, besides those that are given; 0 for no hints
        hints: u64 = "1"; value_name: "K",
        /// The paper to print on
        paper: String = "a4"; value_name: "NAME",
            lists: &["papers"],
        /// Make a book to be printed and bound, with pages of this size and the cover as a file of its own
        trim: Option<Trim>; value_name: "SIZE", excludes: &["paper"],
            label: "Bound book",
        /// The book is printed on cream paper, which makes its spine wider
        cream: bool; needs: Some("trim"),
            label: "Cream paper",
        /// For whom pages are made
        style: SheetStyle = "color"; value_name: "STYLE",
        /// The title of the book of several puzzles
        title: String = "Puzzles made to order"; value_name: "TEXT",
    }
}

options! {
    /// A race of engines on some puzzles.
    CompareRequest {
        /// Only these engines, such as frontier,cover,genetic; all by default
        engines: Vec<Engine>; value_name: "NAMES",
        /// Look for a first tiling with the seeds 1 to N
        seeds: u64 = "5"; value_name: "N", range: (1, 1000),
        /// Stop every single search after this time: 30s, 10m
        time_limit: Duration = "10s"; value_name: "T",
    }
}

options! {
    /// A quilt pattern.
    QuiltRequest {
        /// The title on the cover and in the PDF files; the name of the puzzle by default
        title: Option<OneLine>; value_name: "TEXT",
        /// Who designed the quilt, on the cover and in the PDF files
        designer: Option<OneLine>; value_name: "NAME",
        /// The date on the cover and on the label, in your words; none by default
        date: Option<OneLine>; value_name: "TEXT",
        /// The finished edge of one cell; 2in by default, 5cm with --units metric
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
        /// The units for sizes; they also decide the usual cell, fabric width and strip widths
        units: Units = "imperial"; value_name: "UNITS",
        /// Choose the cell so that the quilt fits a bed: crib, baby, lap, twin, full, queen or king; without
        /// --border also the border
        size: Option<String>; value_name: "BED", group: FABRIC, excludes: &["cell"],
            label: "Size for a bed", lists: &["beds"],
        /// The usable width of the fabric (WOF), without selvages; 40in by default, 100cm with --units metric
        wof: Option<Length>; value_name: "LENGTH", group: FABRIC,
            label: "Width of fabric (WOF)",
        /// Cut the patches from fat quarters, 18inx21in by default, 50cmx55cm with --units metric
        fat_quarters: Option<FatQuarters>; value_name: "SIZE", group: FABRIC, value_optional: true,
        /// Cut the patches from pre-cuts as they are sold, all prints different: patches that touch differ in print.
        /// Without --cell the cell is the largest that they allow
        precut: Option<PrecutChoice>; value_name: "PRECUT", group: FABRIC, excludes: &["fat_quarters", "stash"],
        /// Fabrics with a one-way print, by name: their pieces are cut upright, as they are in the quilt
        one_way: Vec<String>; value_name: "NAMES", group: FABRIC,
        /// With a photo: exchange pieces of the tiling until their outlines follow it
        follow: bool; group: FABRIC, needs: Some("photo"), excludes: &["blocks"],
        /// Repeat the tiling as blocks, COLUMNSxROWS such as 3x4; the pieces of a torus go on from block to block
        blocks: Option<BoardSize>; value_name: "COLUMNSxROWS", group: FABRIC,
        /// Sashing between the blocks, with a cornerstone where four meet: its width in cells
        sashing: Option<u64>; value_name: "CELLS", group: FABRIC, range: (1, 100), needs: Some("blocks"),
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
        /// What cutting layouts are made of: strips for rotary cutters, or shapes for scissors
        cutting: Cutting = "strips"; value_name: "KIND", group: FABRIC,
            label: "Cutting layouts",
        /// Extra fabric for shrinking and crooked cuts, in percent, and at least 1/2 in of each; 5 by default (0 for
        /// fat quarters and pre-cuts)
        shrinkage: Option<u64>; value_name: "PERCENT", group: FABRIC, range: (0, 0xffff_ffff),
    }
    with {
        /// The fabrics.
        fabrics: FabricRequest,
    }
}

options! {
    /// Cut files.
    CutRequest {
        /// The machine, which decides work area, files, colors and units: a name, or your own machine file
        /// (.json)
        machine: MachineChoice = "generic"; value_name: "NAME",
        /// Write these formats instead of the machine's own: svg, svg-compound, dxf-r12, dxf-r2000,
        /// pdf, hpgl, gcode, lbrn2, dst, exp, pes, jef, stl, 3mf, print
        formats: Vec<FormatRef>; value_name: "LIST", group: FILES,
        /// The unit of DXF files; the machine's own by default
        units: Option<Units>; value_name: "UNITS", group: FILES,
            changes: Reach::Units,
        /// The width of lines; the machine's own by default
        hairline: Option<Length>; value_name: "LENGTH", group: FILES,
            changes: Reach::Widths,
        /// Correct a machine that is not square: multiply widths and heights by X,Y such as 1.002,0.998
        calibrate: Option<Calibration>; value_name: "X,Y", group: FILES,
            changes: Reach::Unprinted,
        /// Also write seam lines and numbers for a machine with a knife, which needs a pen for them; without,
        /// it gets cuts only
        pens: bool; group: FILES,
            changes: Reach::Lines,
        /// Print this picture over the board, and cut it: a JPEG, PNG, WebP or GIF file, or `meadow`. Writes a page to
        /// print with registration marks, a PNG of the picture with its bleed for programs that print it themselves,
        /// and the cut files that fit. Pieces share their lines and have no numbers; add --knobs for a jigsaw
        picture: Option<PictureChoice>; value_name: "FILE", group: FILES,
            excludes: &["seam", "fit", "gap", "engrave", "by_fabric", "by_piece", "inlay", "lines", "mirror", "tray", "box", "test_card", "shop"],
            changes: Reach::Prints,
        /// Fill printed pieces beyond their edge by this length, so that a cut that is a little off shows no
        /// white; 0 by default, 2mm with --picture
        bleed: Option<Length>; value_name: "LENGTH", group: FILES,
            changes: Reach::Prints,
        /// Cut mirror images, for material that is cut face down such as freezer paper; numbers stay legible
        mirror: bool; group: FILES,
            label: "Mirror images", changes: Reach::Lines, refused: SEEN_FROM_FRONT,
        /// Draw a calibration square of this size, on a layer that is not cut
        reference: Option<Length>; value_name: "LENGTH", group: FILES,
            changes: Reach::Sheets,
        /// The thickness of pieces and tray in files for 3D printers
        thickness: Length = "4mm"; value_name: "LENGTH", group: FILES,
            changes: Reach::Solids,
        /// Leave out the design that each file carries so that it can be made again
        no_recipe: bool; group: FILES,
            label: "Leave out the design", changes: Reach::Recipes,
        /// The edge of one cell of the finished piece
        cell: Length = "10mm"; value_name: "LENGTH",
            label: "Cell edge",
        /// Cut a set: the puzzle in each of these sizes, as edges of a cell such as 15mm,20mm. A thickness for --box and
        /// 3D printers may follow, such as 15mm/3mm,20mm/4mm. Files are named after the sizes
        sizes: Vec<SetSize>; value_name: "CELLS", excludes: &["cell", "test_card"],
        /// The width of material that the beam or blade removes
        kerf: Length = "0"; value_name: "LENGTH",
            changes: Reach::Sheets,
            left_out: &[(Content::Stitches, "a needle removes no material"), (Content::Solids, "a 3D printer removes no material")],
        /// The seam allowance around every piece
        seam: Length = "0"; value_name: "LENGTH",
            label: "Seam allowance", changes: Reach::Cut,
        /// The least distance between pieces on the stock; 2mm unless the machine needs more
        gap: Option<Length>; value_name: "LENGTH",
            changes: Reach::Cut,
        /// The stock, WIDTHxHEIGHT such as 600mmx400mm; the machine's whole work area by default
        stock: Option<Size>; value_name: "SIZE",
            changes: Reach::Cut, refused: &[(Content::Prints, "a page to print is as large as `--paper`")],
        /// The paper of the assembly diagram, the job sheet, the card and pages to print; a4 by default
        paper: Option<String>; value_name: "NAME",
            lists: &["papers"], changes: Reach::Pages,
        /// Leave out the assembly diagram
        no_assembly: bool;
            label: "Leave out the assembly diagram",
        /// Also print a job sheet for the operator: the sheets in order with their settings and minutes, what to
        /// measure first and what to check at the end
        job_sheet: bool; excludes: &["test_card"],
            changes: Reach::Sheets,
        /// With --job-sheet: the material, in your words, such as "3 mm birch plywood"
        material: Option<OneLine>; value_name: "TEXT", needs: Some("job_sheet"),
            changes: Reach::Sheets,
        /// Also print a card to sell with the puzzle, as large as the puzzle and as a business card: the number of
        /// solutions, the difficulty, hints, a solution folded away, and the design as a QR code
        insert_card: bool; excludes: &["test_card"],
        /// What a set and a batch cost: the prices of a sheet of stock and of a minute of the machine, such as
        /// sheet=2.10,minute=0.30, and of the setup for a batch, such as setup=5; also on the job sheet
        price: Option<CutPrices>; value_name: "PRICES", excludes: &["test_card"],
            changes: Reach::Lines,
        /// With --price: how many sets are a batch
        batch: u64 = "10"; value_name: "N", needs: Some("price"), range: (1, 100_000),
            label: "Sets in a batch", changes: Reach::Lines,
        /// Also pack a ZIP to sell the files in a shop: SVG, DXF, PDF, PNG and LightBurn, the job sheet, a license, and
        /// pictures of the puzzle flat, in several woods, and beside a coin; pages are PDF alone
        shop: bool; excludes: &["test_card"],
            changes: Reach::Sheets,
        /// With --shop: what buyers may do
        license: License = "personal"; value_name: "WHAT", needs: Some("shop"),
            changes: Reach::Sheets,
        /// Leave out the numbers on the pieces
        no_labels: bool; excludes: &["engrave", "engrave_back"],
            label: "Leave out numbers", changes: Reach::Cut,
        /// What to engrave on the pieces
        engrave: Engraving = "number"; value_name: "WHAT",
            changes: Reach::Shapes,
        /// What to engrave on the back of the pieces, in files of their own: mirrored, with crosses on both
        /// sides to align them
        engrave_back: Option<Engraving>; value_name: "WHAT", excludes: &["mirror"],
            changes: Reach::Lines, refused: SEEN_FROM_FRONT,
        /// Whether pieces share their cut lines
        lines: Lines = "auto"; value_name: "HOW", group: LINES,
            label: "Cut lines", changes: Reach::Sheets,
        /// The clearance between two pieces put together again, for separate outlines; none by default, 0.2mm
        /// in files for 3D printers
        fit: Option<Length>; value_name: "LENGTH", group: LINES, allows_hyphen: true,
            label: "Clearance", changes: Reach::Cut,
        /// Give the edges between pieces knobs like those of a jigsaw, or waves; pieces then fit in this
        /// solution only
        knobs: Option<KnobStyle>; value_name: "STYLE", group: LINES, value_optional: true,
            changes: Reach::Shapes,
            left_out: &[(Content::Stitches, "a satin border of 3 mm is too wide to follow them")],
        /// With --knobs: the seed of their sides, places and sizes
        knob_seed: u64 = "1"; value_name: "N", group: LINES, needs: Some("knobs"),
            changes: Reach::Shapes,
            left_out: &[(Content::Stitches, "a satin border of 3 mm is too wide to follow knobs")],
        /// What the cutting order of shared lines is best for
        order: CutOrder = "travel"; value_name: "ORDER", group: LINES,
            changes: Reach::Lines,
        /// How far a cut runs on past its end, along lines that are already cut; the machine's own value by
        /// default
        overcut: Option<Length>; value_name: "LENGTH", group: TOOL,
            changes: Reach::Lines,
        /// How far the tip of a drag knife trails behind its axis; corners get swivels; the machine's own
        /// value by default
        blade_offset: Option<Length>; value_name: "LENGTH", group: TOOL,
            changes: Reach::Lines,
        /// Begin separate outlines this far away from the piece, in waste
        lead_in: Length = "0"; value_name: "LENGTH", group: TOOL,
            changes: Reach::Lines,
        /// Hold every piece by N tabs (bridges) that are not cut; with shared lines at most one where two
        /// pieces meet
        tabs: u64 = "0"; value_name: "N", group: TOOL, range: (0, 100),
            changes: Reach::Lines,
        /// With --tabs: the width of a tab
        tab_width: Length = "1mm"; value_name: "LENGTH", group: TOOL, needs: Some("tabs"),
        /// Round corners by this radius, as dies need it; where lines meet they stay sharp; the machine's own
        /// value by default
        fillet: Option<Length>; value_name: "LENGTH", group: TOOL,
            changes: Reach::Lines,
        /// The speed of a laser along cuts in G-code and LightBurn files, in mm a minute; the machine's own by default
        speed: Option<u64>; value_name: "MM_PER_MIN", group: LASER, range: (1, 200_000),
            changes: Reach::Powers,
        /// The power of a laser for cuts in G-code and LightBurn files; the machine's own by default
        power: Option<u64>; value_name: "PERCENT", group: LASER, range: (1, 100),
            changes: Reach::Powers,
        /// How often a laser cuts each line in G-code and LightBurn files; the machine's own by default
        passes: Option<u64>; value_name: "N", group: LASER, range: (1, 100),
            changes: Reach::Powers,
        /// Put the pieces of each fabric on their own sheets, packed so that they share lines where they may
        by_fabric: bool; group: SHEETS,
            label: "One sheet for each fabric",
        /// Cut a card to test the machine and material, instead of a puzzle: a comb that shows the kerf,
        /// samples of tabs, clearances and text, and a square of 50 mm
        test_card: bool; group: SHEETS, excludes: &["tray", "by_fabric", "by_piece", "seam", "tabs", "knobs", "engrave", "engrave_back"],
            changes: Reach::Lines, refused: NO_TEST_CARD,
        /// Also cut a tray: a base, a frame around the pieces with a notch for a finger, and a lid; with
        /// --inlay a base and a lid for the plate
        tray: bool; group: SHEETS,
            changes: Reach::Shapes, left_out: &[(Content::Stitches, "a tray is cut, not sewn")],
            refused: &[(Content::Prints, "a tray is not printed")],
        /// With --tray: the room around all pieces together
        tray_clearance: Length = "0.5mm"; value_name: "LENGTH", group: SHEETS, needs: Some("tray"), excludes: &["inlay"],
            changes: Reach::Shapes, left_out: &[(Content::Stitches, "a tray is cut, not sewn")],
        /// With --tray, from a 3D printer: the thickness of the floor, which is one body with the frame, and of the lid, which
        /// has a rim around the frame and room above raised dots
        floor: Length = "2mm"; value_name: "LENGTH", group: SHEETS, needs: Some("tray"),
            changes: Reach::Solids,
        /// With --tray or --box: show a solution on the lid, and not the empty board
        lid_solution: bool; group: SHEETS,
            changes: Reach::Shapes, left_out: &[(Content::Stitches, "a lid is cut, not sewn")],
        /// Also cut a box of material of this thickness, such as 3mm: finger joints, a lid that slides between rails, and
        /// the title and the board engraved on it; for the pieces, or for the tray with --tray
        r#box: Option<Length>; value_name: "THICKNESS", group: SHEETS, excludes: &["test_card"],
            changes: Reach::Lines, left_out: &[(Content::Stitches, "a box is cut, not sewn")],
            refused: &[(Content::Prints, "a box is not printed")],
        /// Inlay the pieces: one sheet for each fabric or wood with its plugs, and a plate with a socket that
        /// they fill
        inlay: bool; group: SHEETS, excludes: &["by_fabric", "by_piece", "seam", "lines", "test_card"],
            changes: Reach::Lines, refused: &[(Content::Prints, "an inlay is not printed")],
        /// With --inlay: mirror the plugs, which are cut from the back so that slanting edges match
        mirror_plugs: bool; group: SHEETS, needs: Some("inlay"), excludes: &["mirror"],
            changes: Reach::Lines,
        /// Write every piece to its own files
        by_piece: bool; group: SHEETS, excludes: &["by_fabric"],
            label: "One file for each piece", changes: Reach::Cut,
        /// With --by-fabric: turn pieces where that saves material; not for fabric with a grain
        turn: bool; group: SHEETS, needs: Some("by_fabric"),
    }
    with {
        /// With --by-fabric or --inlay: the fabrics.
        fabrics: FabricRequest,
    }
}

options! {
    /// Puzzle pages.
    SheetRequest {
        /// The paper to print on
        paper: String = "a4"; value_name: "NAME",
            lists: &["papers"],
        /// How many solutions to draw, of each puzzle
        solutions: u64 = "1"; value_name: "N",
        /// Draw every solution, up to symmetry: a catalogue with numbers and an index
        all: bool; excludes: &["solutions"],
        /// How many solutions on a page; one by default, and in catalogues and contact sheets as many as stay
        /// readable
        per_page: Option<u64>; value_name: "N", short: Some('n'), range: (1, 400),
            label: "Solutions on a page",
        /// Add a page with K pieces of a solution on the board
        hints: u64 = "0"; value_name: "K",
        /// How solutions are drawn
        look: SheetLook = "colors"; value_name: "HOW",
            label: "Drawn",
        /// Leave out the names on pieces
        no_letters: bool;
            label: "Leave out letters",
        /// Also make pages with the pieces to cut out of card, with cells of this edge
        punch_out: Option<Length>; value_name: "LENGTH",
        /// Draw the solutions alone as one picture (.svg) instead of pages, N side by side
        picture: Option<u64>; value_name: "N", range: (1, 10_000), excludes: &["paper", "per_page", "hints", "look", "punch_out"],
        /// Make a book to be printed and bound, with pages of this size and the cover as a file of its own
        trim: Option<Trim>; value_name: "SIZE", excludes: &["paper"],
            label: "Bound book",
        /// The book is printed on cream paper, which makes its spine wider
        cream: bool; needs: Some("trim"),
            label: "Cream paper",
        /// The title of a book
        title: String = "A book of puzzles"; value_name: "TEXT",
    }
    with {
        /// The colors.
        fabrics: FabricRequest,
        /// Which tilings are kept.
        choice: ChoiceRequest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::table::Options;

    #[test]
    fn options_that_rows_name_exist() {
        let tables = [
            SolveRequest::rows(),
            OrderRequest::rows(),
            CompatibleRequest::rows(),
            DivideRequest::rows(),
            PuzzleRequest::rows(),
            CompareRequest::rows(),
            QuiltRequest::rows(),
            CutRequest::rows(),
            SheetRequest::rows(),
        ];
        for rows in tables {
            for row in &rows {
                for other in row.excludes.iter().copied().chain(row.needs) {
                    assert!(rows.iter().any(|row| row.key == other), "{} names {other}", row.key);
                }
            }
        }
        for spec in crate::design::PRODUCTS {
            let keys: Vec<&str> = (spec.rows)().iter().map(|row| row.key).collect();
            assert!(spec.common.iter().all(|key| keys.contains(key)), "{}", spec.name);
        }
    }
}
