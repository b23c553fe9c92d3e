//! The options of a cut, one row each: what they are called, take, default to and change.

use super::settings::{BatchSizes, MachineChoice, MaterialChoice, SetSize, StockList, Thickness};
use super::{
    Art, BoardBorder, Calibration, CutOrder, CutPrices, Engraving, FingerJoint, FloorWords, KnobStyle,
    License, LidPicture, Lines, Magnets, OwnOutlines, PhotoStyle, PieceArt,
};
use piecework_draw::layout::Objective;
use piecework_draw::options::{FabricRequest, PictureChoice, Reach, options};
use piecework_draw::render::{Content, FormatRef, Unit};
use piecework_tiling::length::Length;
use piecework_tiling::setting::OneLine;

/// The heading over which files a machine gets.
const FILES: &str = "Files for the machine";
/// The heading over which lines are cut, and in which order.
const LINES: &str = "Lines";
/// The heading over how the tool runs along lines.
const TOOL: &str = "Tool";
/// The heading over the settings of a laser.
const LASER: &str = "Laser: speed, power and passes";
/// The heading over what is cut from one sheet.
const SHEETS: &str = "Sheets";
/// Why pages to print refuse what is on the back.
const SEEN_FROM_FRONT: &[(Content, &str)] = &[(Content::Prints, "a page to print is seen from the front")];
/// Why stitches refuse lines of one's own.
const OWN_LINES_SEWN: &[(Content, &str)] = &[(Content::Stitches, "pieces are sewn as the puzzle has them")];
/// Why all but sheets refuse a test card.
const NO_TEST_CARD: &[(Content, &str)] = &{
    let reason = "a test card is a sheet to cut";
    [(Content::Prints, reason), (Content::Stitches, reason), (Content::Solids, reason)]
};

options! {
    /// Cut files.
    CutRequest {
        /// The machine, which decides work area, files, colors and units: a name, or your own machine file
        /// (.json)
        machine: MachineChoice = "generic"; value_name: "NAME",
        /// Write these formats instead of the machine's own: svg, svg-compound, dxf-r12, dxf-r2000,
        /// pdf, png, hpgl, gcode, lbrn2, xcs, dst, exp, pes, jef, stl, 3mf, print
        formats: Vec<FormatRef>; value_name: "LIST", group: FILES,
        /// The unit of DXF files; the machine's own by default
        units: Option<Unit>; value_name: "UNITS", group: FILES,
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
        /// and the cut files that fit. Pieces share their lines and have no numbers; add --knobs for a jigsaw. With --lines
        /// separate they lie apart instead, each with its own part of the picture and its bleed, on as many pages as it takes. Tray
        /// and box are not printed: they have sheets of their own, as large as the machine's work area
        picture: Option<PictureChoice>; value_name: "FILE", group: FILES,
            excludes: &["seam", "engrave", "engrave_own", "by_fabric", "by_piece", "inlay", "mirror", "test_card", "shop"],
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
        /// The width of material that the beam or blade removes; that of --material, or 0, by default
        kerf: Option<Length>; value_name: "LENGTH",
            changes: Reach::Sheets,
            left_out: &[(Content::Stitches, "a needle removes no material"), (Content::Solids, "a 3D printer removes no material")],
        /// The seam allowance around every piece
        seam: Length = "0"; value_name: "LENGTH",
            label: "Seam allowance", changes: Reach::Cut,
        /// The least distance between pieces on the stock; 2mm unless the machine needs more
        gap: Option<Length>; value_name: "LENGTH",
            changes: Reach::Cut,
        /// The stock, WIDTHxHEIGHT such as 600x400mm; the machine's whole work area by default. Of a list such as
        /// 200x300mm,200x150mm:2,600x400mm the first are used first, one sheet each or as many as follow the colon, and the last as
        /// often as it takes
        stock: Option<StockList>; value_name: "SIZES",
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
        /// The material: a name such as birch-3mm, your own material file (.json), or with --job-sheet words such as "3 mm
        /// cherry". It decides the kerf, the thickness of a box and a stand, speed, power and passes where they are known for
        /// the machine, the price of a sheet and the words of the job sheet, unless you say otherwise. Those of ours are
        /// starting points
        material: Option<MaterialChoice>; value_name: "NAME",
            changes: Reach::Sheets,
        /// Also print a card to sell with the puzzle, as large as the puzzle and as a business card: the number of
        /// solutions, the difficulty, hints, a solution folded away, and with --play-at the address at which it is played as a QR code
        insert_card: bool; excludes: &["test_card"],
        /// With --insert-card: where people play it, the address of a page of the studio such as https://example.org/play. The
        /// QR code opens a template there, with the cells that stay open
        play_at: Option<OneLine>; value_name: "URL", needs: Some("insert_card"),
        /// What a set and a batch cost: the prices of a sheet of stock and of a minute of the machine, such as
        /// sheet=2.10,minute=0.30, and of the setup for a batch, such as setup=5; also on the job sheet
        price: Option<CutPrices>; value_name: "PRICES", excludes: &["test_card"],
            changes: Reach::Lines,
        /// With --price: how many sets are a batch, which is planned as with --copies; a list such as 1,25,100 quotes each
        batch: BatchSizes = "10"; value_name: "N", needs: Some("price"), range: (1, 100_000),
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
        /// Words, a drawing (.svg) or a picture of your own on the pieces instead, or a folder with one for each piece, named after
        /// the piece or its number (F.svg, 3.svg); other pieces stay plain
        engrave_own: Option<PieceArt>; value_name: "WORDS|FILE|FOLDER", excludes: &["engrave", "no_labels"],
            changes: Reach::Shapes,
        /// What to engrave on the back of the pieces, in files of their own: mirrored, with crosses on both
        /// sides to align them
        engrave_back: Option<Engraving>; value_name: "WHAT", excludes: &["mirror"],
            changes: Reach::Lines, refused: SEEN_FROM_FRONT,
        /// Words, a drawing (.svg), a picture or a folder of your own on the back of the pieces, such as "Anna", as --engrave-back writes its numbers
        engrave_back_own: Option<PieceArt>; value_name: "WORDS|FILE|FOLDER", excludes: &["mirror", "engrave_back", "no_labels"],
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
        /// With --knobs: let the lines between pieces waver by up to this length, each in its own way, so that no two are
        /// alike; at most an eighth of --cell
        wobble: Option<Length>; value_name: "LENGTH", group: LINES, needs: Some("knobs"),
            excludes: &["seam", "magnets", "by_fabric", "by_piece", "inlay", "test_card", "sizes"],
            changes: Reach::Shapes, refused: OWN_LINES_SEWN,
        /// Whimsies: the closed outlines of a drawing (.svg) as large as the board lie in it as whole pieces, where they are
        /// drawn. The pieces of the puzzle fill what is left, and none is thinner than --least-width; with --knobs all hold
        /// together
        whimsies: Option<OwnOutlines>; value_name: "FILE", group: LINES,
            excludes: &["seam", "magnets", "by_fabric", "by_piece", "inlay", "test_card", "sizes"],
            changes: Reach::Shapes, refused: OWN_LINES_SEWN,
        /// Cut the board to a circle, an oval, or the closed outline of a drawing (.svg)
        border: Option<BoardBorder>; value_name: "round|oval|FILE", group: LINES,
            excludes: &["seam", "magnets", "by_fabric", "by_piece", "inlay", "test_card", "sizes"],
            changes: Reach::Shapes, refused: OWN_LINES_SEWN,
        /// With --whimsies or --border: the least width of whimsies and of pieces that such a line cuts, but for their
        /// knobs; thinner ones are joined to a neighbor
        least_width: Length = "8mm"; value_name: "LENGTH", group: LINES,
            changes: Reach::Shapes, refused: OWN_LINES_SEWN,
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
        /// The speed of a laser along cuts in G-code, LightBurn and xTool files, in mm a minute; the machine's own by default
        speed: Option<u64>; value_name: "MM_PER_MIN", group: LASER, range: (1, 200_000),
            changes: Reach::Powers,
        /// The power of a laser for cuts in G-code, LightBurn and xTool files; the machine's own by default
        power: Option<u64>; value_name: "PERCENT", group: LASER, range: (1, 100),
            changes: Reach::Powers,
        /// How often a laser cuts each line in G-code, LightBurn and xTool files; the machine's own by default
        passes: Option<u64>; value_name: "N", group: LASER, range: (1, 100),
            changes: Reach::Powers,
        /// Cut N sets in one run: their pieces, and the parts of their trays and boxes, share sheets, which are full before a
        /// new one begins. All is of one material unless --material says that --box or --stand is not
        copies: u64 = "1"; value_name: "N", group: SHEETS, range: (1, 1000), excludes: &["test_card", "batch"],
            label: "Sets",
            refused: &[(Content::Stitches, "a hooping sews one set: sew it again")],
        /// What separate outlines are nested for, on as few sheets as are found
        nest: Objective = "box"; value_name: "WHAT", group: SHEETS, excludes: &["by_piece", "inlay", "test_card"],
            label: "Nested for", changes: Reach::Cut,
        /// Put the pieces of each fabric on their own sheets, packed so that they share lines where they may
        by_fabric: bool; group: SHEETS,
            label: "One sheet for each fabric",
        /// Cut a card to test the machine and material, instead of a puzzle: a comb that shows the kerf,
        /// samples of tabs, clearances and text, and a square of 50 mm
        test_card: bool; group: SHEETS, excludes: &["tray", "by_fabric", "by_piece", "seam", "tabs", "knobs", "engrave", "engrave_own", "engrave_back"],
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
        /// With --tray, from a 3D printer: whether the words of a board such as a calendar stand on the floor or are sunk in it
        words: FloorWords = "raised"; value_name: "HOW", group: SHEETS, needs: Some("tray"),
            changes: Reach::Solids,
        /// With --tray: also cut two feet that it leans in, of material of this thickness, which that of the tray is too; of --material
        /// by default
        stand: Option<Thickness>; value_name: "THICKNESS", group: SHEETS, value_optional: true, needs: Some("tray"),
            changes: Reach::Shapes, left_out: &[(Content::Stitches, "a stand is cut, not sewn")],
        /// With --tray: a hole at its upper edge to hang it
        hang: bool; group: SHEETS, needs: Some("tray"), excludes: &["inlay"],
            label: "A hole to hang it", changes: Reach::Shapes, left_out: &[(Content::Stitches, "a tray is cut, not sewn")],
        /// With --tray: round magnets that hold the lid, diameter and thickness such as 6x2mm, in the corners of frame and lid, not
        /// thicker than these
        lid_magnets: Option<Magnets>; value_name: "SIZE", group: SHEETS, needs: Some("tray"), excludes: &["inlay"],
            label: "Magnets in the lid", changes: Reach::Shapes, left_out: &[(Content::Stitches, "a tray is cut, not sewn")],
        /// Pockets for round magnets, diameter and thickness such as 6x2mm: one in each piece, and with --tray one under each
        /// cell of the board
        magnets: Option<Magnets>; value_name: "SIZE", group: SHEETS, excludes: &["inlay", "knobs", "by_fabric", "seam", "picture", "test_card"],
            changes: Reach::Shapes, left_out: &[(Content::Stitches, "cloth holds no magnets")],
            refused: &[(Content::Prints, "a pocket is not printed")],
        /// With --tray or --box: what their lids show; that of a box has the title beside a picture
        lid: LidPicture = "tiling"; value_name: "WHAT", group: SHEETS,
            changes: Reach::Shapes, left_out: &[(Content::Stitches, "a lid is cut, not sewn")],
        /// With --tray or --box: words, a drawing (.svg) or a picture (.jpg, .png) of your own on the lids, such as "For Anna", in the
        /// place of what --lid shows
        engrave_lid: Option<Art>; value_name: "WORDS|FILE", group: SHEETS, excludes: &["lid", "lid_solution"],
            changes: Reach::Shapes, left_out: &[(Content::Stitches, "a lid is cut, not sewn")],
        /// With --tray: words, a drawing (.svg) or a picture of your own on the floor, which is seen when the pieces are out
        engrave_floor: Option<Art>; value_name: "WORDS|FILE", group: SHEETS, needs: Some("tray"), excludes: &["inlay"],
            changes: Reach::Shapes, left_out: &[(Content::Stitches, "a tray is cut, not sewn")],
        /// With --box: words, a drawing (.svg) or a picture of your own on its two sides
        engrave_sides: Option<Art>; value_name: "WORDS|FILE", group: SHEETS, needs: Some("box"),
            changes: Reach::Lines, left_out: &[(Content::Stitches, "a box is cut, not sewn")],
        /// How a picture of your own is engraved on a lid, a floor, sides or backs
        engrave_photo: PhotoStyle = "halftone"; value_name: "HOW", group: SHEETS,
            changes: Reach::Lines,
        /// With a picture or a filled drawing of your own: how wide a line is burnt, 0.05mm to 2mm, and so how far apart lines are that fill dots
        /// and areas; the kerf of a laser by default, or 0.2mm
        engrave_pitch: Option<Length>; value_name: "LENGTH", group: SHEETS,
            changes: Reach::Lines,
        /// The same as `--lid solution`
        lid_solution: bool; group: SHEETS, excludes: &["lid"],
            changes: Reach::Shapes, left_out: &[(Content::Stitches, "a lid is cut, not sewn")],
        /// Also cut a box of material of this thickness (by default that of --material), such as 3mm: finger joints, a lid that slides between rails, and
        /// the title and the board engraved on it; for the pieces, or for the tray with --tray
        r#box: Option<Thickness>; value_name: "THICKNESS", group: SHEETS, value_optional: true, excludes: &["test_card"],
            changes: Reach::Lines, left_out: &[(Content::Stitches, "a box is cut, not sewn")],
            refused: &[(Content::Prints, "a box is not printed")],
        /// With --box: the widths of its fingers and of the spaces between them, as multiples of the thickness such as
        /// finger=2,space=2; they are stretched to fill an edge
        finger_joint: FingerJoint = "finger=3,space=3"; value_name: "WIDTHS", group: SHEETS, needs: Some("box"),
            label: "Finger joints", changes: Reach::Lines, left_out: &[(Content::Stitches, "a box is cut, not sewn")],
        /// With --box: a hole in its bottom, through which a finger pushes out the tray or the pieces
        push_hole: bool; group: SHEETS, needs: Some("box"),
            label: "A hole to push the tray out", changes: Reach::Lines, left_out: &[(Content::Stitches, "a box is cut, not sewn")],
        /// With --box: a lid that snaps into the sides when it is closed
        detent: bool; group: SHEETS, needs: Some("box"),
            label: "A lid that snaps in", changes: Reach::Lines, left_out: &[(Content::Stitches, "a box is cut, not sewn")],
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
