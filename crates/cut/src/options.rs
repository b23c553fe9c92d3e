//! The options of a cut, with defaults.

use super::{ArtStyle, BoardBorder, CutOrder, KnobOptions, OwnArt, OwnOutlines, ToolPath};
use piecework_draw::color::Picture;
use piecework_draw::geometry::Dimensions;
use piecework_draw::layout::{Objective, SheetFormat, Stock, Stocks};
use piecework_draw::render::SOLID_THICKNESS;
use piecework_tiling::stop::StopFlag;

/// Half the width of strokes from a 3D printer, in mm.
pub(crate) const HALF_STROKE: f64 = 0.25;

/// The options of a cut. [`CutOptions::new`] has the defaults.
#[derive(Debug, Clone)]
pub struct CutOptions {
    /// The edge of one cell of a finished piece, in mm.
    pub cell: f64,
    /// The width of material that the beam or blade removes, in mm. Outlines are cut half a kerf outside the
    /// piece (kerf compensation). Default: 0.
    pub kerf: f64,
    /// The seam allowance around the finished piece, in mm. Default: 0.
    pub seam_allowance: f64,
    /// The least distance between two pieces on the stock, in mm. Default: 2.
    pub gap: f64,
    /// The work area of the machine.
    pub bed: SheetFormat,
    /// The size of the stock, if it is smaller than the work area. Default: none.
    pub stock: Option<Dimensions>,
    /// Sheets of other sizes that are there once each, such as offcuts: they are used first, in this order. All that is cut is
    /// of their material then. Default: none.
    pub stock_first: Vec<Dimensions>,
    /// How many sheets of the stock there are. Default: enough.
    pub most_sheets: Option<usize>,
    /// Whether the rectangles that are left of sheets are listed: only where the stock is as large as it is said. Default: no.
    pub offcuts: bool,
    /// What separate outlines are nested for. Default: the smallest box.
    pub nest: Objective,
    /// How many sets are cut together: their pieces and the parts of their trays and boxes share sheets. Default: 1.
    pub copies: usize,
    /// The work area for the sheets of trays and boxes, if they are cut from other sheets than the pieces. Default: none, the same.
    pub parts_bed: Option<SheetFormat>,
    /// Whether trays and boxes are of the material of the pieces, so that all share sheets. Default: yes.
    pub one_material: bool,
    /// Whether pieces carry the numbers of the assembly diagram. Default: yes.
    pub labels: bool,
    /// What to engrave on pieces that have labels. Default: their number.
    pub engraving: Engraving,
    /// What to engrave on the back of pieces, which is in files of its own; sheets then have crosses that align
    /// both sides. Default: nothing.
    pub back: Option<Engraving>,
    /// Whether what is cut is at the near left corner of the work area, where machines that read G-code have
    /// their zero. Default: no, at the far left corner, which is the upper one on the screen.
    pub near_corner: bool,
    /// Whether sheets are mirrored, for material that is cut face down; words stay legible. Default: no.
    pub mirror: bool,
    /// Which lines are cut, and how the tool runs along them.
    pub line: LineOptions,
    /// A tray for the pieces. Default: none.
    pub tray: Option<TrayOptions>,
    /// Pockets for magnets in the pieces, and under the board of a tray. Default: none.
    pub magnets: Option<Magnets>,
    /// The thickness of pieces from a 3D printer, in mm. Default: none, they are cut from a sheet.
    pub printed_pieces: Option<f64>,
    /// A box for the pieces, or for their tray. Default: none.
    pub boxed: Option<BoxOptions>,
    /// What the lids of tray and box show. Default: the cells of the board.
    pub lid: LidPicture,
    /// Words and drawings of one's own. Default: none.
    pub own: OwnArt,
    /// Lines of one's own that the board is cut along. Default: none.
    pub own_lines: Option<OwnLineOptions>,
    /// A plate that the pieces are inlaid in, as separate outlines. Default: none.
    pub inlay: Option<InlayOptions>,
    /// A picture that is printed before the board is cut: over the whole board if lines are shared, and over each piece if they
    /// are separate. Pieces have no labels on their front. Default: none.
    pub picture: Option<Picture>,
    /// Stops planning. Default: never.
    pub stop: StopFlag,
}

/// Which lines are cut, and how the tool runs along them.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LineOptions {
    /// Whether pieces share their cut lines. Default: if nothing requires room between them.
    pub lines: Lines,
    /// The clearance between two assembled pieces, in mm; only for separate outlines. Default: none.
    pub fit: Option<f64>,
    /// Knobs on the edges between pieces. Default: none.
    pub knobs: Option<KnobOptions>,
    /// The goal of the order of shared lines. Default: little travel.
    pub order: CutOrder,
    /// How the tool runs along lines. Default: exactly along them.
    pub tool: ToolPath,
}

/// What a tray is like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrayOptions {
    /// The room around all pieces together, in mm. Default: 0.5.
    pub clearance: f64,
    /// The thickness of the material in mm, for what stays behind the notch. Default: 3.
    pub thickness: f64,
    /// A tray from a 3D printer: base and frame are one body, and the lid has a rim. Default: none, parts of a sheet.
    pub printed: Option<PrintedTray>,
    /// Two feet that the tray leans in, of material of this thickness, in mm. Default: none.
    pub stand: Option<f64>,
    /// Whether it has a hole to hang it. Default: no.
    pub hang: bool,
    /// Magnets in the corners of the frame and of the lid, which hold it. Default: none.
    pub lid_magnets: Option<Magnets>,
}

/// Round magnets, in mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Magnets {
    /// Their diameter.
    pub diameter: f64,
    /// Their thickness.
    pub thickness: f64,
}

/// How a 3D printer writes the words of a board on the floor of its tray.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FloorWords {
    /// They stand on the floor.
    #[default]
    Raised,
    /// They are sunk in the floor.
    Sunk,
}

impl FloorWords {
    /// How far they are above the floor, in mm: three layers, which change their color well.
    pub(super) const fn rise(self) -> f64 {
        match self {
            Self::Raised => 0.6,
            Self::Sunk => -0.6,
        }
    }
}

/// The heights of a tray from a 3D printer, in mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PrintedTray {
    /// The thickness of its floor, and of its lid.
    pub floor: f64,
    /// The thickness of the pieces.
    pub pieces: f64,
    /// How the words of the board are written on the floor.
    pub words: FloorWords,
}

impl PrintedTray {
    /// The usual thickness of a floor, in mm: ten layers.
    pub const FLOOR: f64 = 2.0;
    /// How far the frame is above the pieces: raised dots have room below the lid.
    const CLEAR: f64 = 1.0;
    /// How far the lid reaches down outside of the frame, at most.
    const RIM: f64 = 6.0;

    /// The height of the frame.
    pub(super) fn frame(self) -> f64 {
        self.floor + self.pieces + Self::CLEAR
    }

    /// The height of the lid with its rim, which ends above the table.
    pub(super) fn lid(self) -> f64 {
        self.floor + Self::RIM.min(self.frame() - Self::CLEAR)
    }
}

/// What a box is like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoxOptions {
    /// The thickness of its material, which is that of the pieces too, in mm.
    pub thickness: f64,
    /// The widths of its fingers. Default: three times the thickness.
    pub joint: FingerJoint,
    /// Whether its bottom has a hole through which a finger pushes out what is in it. Default: no.
    pub push_hole: bool,
    /// Whether the lid snaps into the sides when it is closed. Default: no.
    pub detent: bool,
}

impl BoxOptions {
    /// A box of material of this thickness in mm, with default options.
    pub fn new(thickness: f64) -> Self {
        Self { thickness, joint: FingerJoint::default(), push_hole: false, detent: false }
    }
}

/// The widths of the fingers of a joint, as multiples of the thickness; named as in Boxes.py.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FingerJoint {
    /// The fingers of the panel that has the first and the last, before all are stretched to fill the edge.
    pub finger: f64,
    /// The spaces between them.
    pub space: f64,
}

impl Default for FingerJoint {
    /// Chosen by eye.
    fn default() -> Self {
        Self { finger: 3.0, space: 3.0 }
    }
}

/// What the lids of tray and box show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LidPicture {
    /// A solution; the lid of a box has the title too.
    Solution,
    /// The cells of the board, which tell no solution; the lid of a box has the title too.
    #[default]
    Tiling,
    /// The title alone.
    Title,
    /// Nothing.
    None,
}

/// Lines of one's own that a board is cut along.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnLineOptions {
    /// The whimsies: each is a piece. Default: none.
    pub whimsies: Option<OwnOutlines>,
    /// What the board is cut to. Default: its own edge.
    pub border: Option<BoardBorder>,
    /// The least width of whimsies and of pieces that such a line cuts, in mm, but for their knobs. Default: 8.
    pub least_width: f64,
    /// How far lines between pieces waver, in mm; the seed is that of the knobs. Default: not at all.
    pub wobble: Option<f64>,
}

/// What an inlay is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InlayOptions {
    /// Whether plugs are mirrored, to be cut from the back. Default: no.
    pub mirrored: bool,
}

impl TrayOptions {
    /// The usual thickness of pieces and frame, in mm.
    pub(super) const THICKNESS: f64 = 3.0;
}

impl Default for TrayOptions {
    fn default() -> Self {
        Self {
            clearance: 0.5,
            thickness: Self::THICKNESS,
            printed: None,
            stand: None,
            hang: false,
            lid_magnets: None,
        }
    }
}

/// What to engrave on pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Engraving {
    /// The number of the assembly diagram.
    #[default]
    Number,
    /// The name of the piece.
    Name,
    /// The number in braille.
    Braille,
    /// The board with the place of the piece.
    Solution,
    /// Other pieces of its set that make its shape three times as large.
    Triplication,
    /// What [`OwnArt::front`] or [`OwnArt::back`] is.
    Own,
}

/// Whether pieces share their cut lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lines {
    /// Shared, unless a seam allowance, a kerf or a clearance requires room between the pieces, or the design
    /// does not fit on the stock as a whole.
    #[default]
    Auto,
    /// Every edge is cut once, and the pieces are arranged as in the tiling, in panels if the design does not
    /// fit.
    Shared,
    /// Every piece has a separate outline, and the pieces are apart.
    Separate,
}

impl CutOptions {
    /// The usual gap between pieces, in mm; chosen by eye.
    pub const GAP: f64 = 2.0;

    /// How far a printed picture goes beyond the board unless it is said, in mm: more than paper moves.
    pub const PICTURE_BLEED: f64 = 2.0;

    /// The size of a cross that aligns both sides, in mm: large enough for a camera or a pointer; chosen by
    /// eye.
    pub(super) const CROSS: f64 = 5.0;
    /// What stays free beside a cross, in mm; chosen by eye.
    const BESIDE_CROSS: f64 = 1.0;

    /// Cells of `cell` mm on this work area, with default options.
    pub fn new(cell: f64, bed: SheetFormat) -> Self {
        Self {
            cell,
            kerf: 0.0,
            seam_allowance: 0.0,
            gap: Self::GAP,
            bed,
            stock: None,
            stock_first: Vec::new(),
            nest: Objective::SmallestBox,
            most_sheets: None,
            offcuts: false,
            copies: 1,
            parts_bed: None,
            one_material: true,
            labels: true,
            engraving: Engraving::default(),
            back: None,
            near_corner: false,
            mirror: false,
            line: LineOptions::default(),
            tray: None,
            magnets: None,
            printed_pieces: None,
            boxed: None,
            lid: LidPicture::default(),
            own: OwnArt::default(),
            own_lines: None,
            inlay: None,
            picture: None,
            stop: StopFlag::never(),
        }
    }

    /// The usual clearance between pieces from a 3D printer, in mm; chosen by eye: printed edges are a little
    /// rough.
    pub const SOLID_FIT: f64 = 0.2;

    /// Returns the same for a 3D printer: separate outlines, whole, with no kerf but a clearance, and no box.
    pub fn for_solids(&self) -> Self {
        let LineOptions { fit, knobs, .. } = self.line;
        let fit = Some(fit.unwrap_or(Self::SOLID_FIT));
        let line = LineOptions { lines: Lines::Separate, fit, knobs, ..LineOptions::default() };
        let pieces = self.printed_pieces.unwrap_or(SOLID_THICKNESS);
        let usual = PrintedTray { floor: PrintedTray::FLOOR, pieces, words: FloorWords::default() };
        let tray = self.tray.map(|tray| TrayOptions { printed: Some(tray.printed.unwrap_or(usual)), ..tray });
        let printed_pieces = Some(pieces);
        // Grooves fill an area where they touch.
        let style = ArtStyle { pitch: self.own.style.pitch.max(2.0 * HALF_STROKE), ..self.own.style };
        let own = OwnArt { style, ..self.own.clone() };
        let plain =
            Self { kerf: 0.0, back: None, mirror: false, inlay: None, boxed: None, own, ..self.clone() };
        Self { line, tray, printed_pieces, ..plain }
    }

    /// Returns whether pieces are mirrored after their marks were planned, so that braille must be mirrored
    /// before.
    pub(super) fn turns_marks(&self) -> bool {
        self.mirror || self.inlay.is_some_and(|inlay| inlay.mirrored)
    }

    /// Returns whether no option requires separate outlines.
    pub(super) fn needs_no_room(&self) -> bool {
        let asked = [self.seam_allowance, self.kerf, self.line.tool.lead_in];
        asked.iter().all(|&length| length == 0.0) && self.line.fit.is_none()
    }

    /// Returns how far outside the finished piece a separate outline is cut, in mm; inside if negative.
    pub(super) fn outset(&self) -> f64 {
        self.seam_allowance + (self.kerf - self.line.fit.unwrap_or(0.0)) / 2.0
    }

    /// Returns how far outside the finished piece its outline is cut (if lines are shared: how far outside
    /// the cut piece ends), in mm; inside if negative. For checks before a tiling is known.
    pub fn allowance(&self) -> f64 {
        match self.line.lines {
            Lines::Shared => -self.kerf / 2.0,
            Lines::Auto | Lines::Separate => self.outset(),
        }
    }

    /// Returns the sheet that parts are placed on. The gap between cut lines is larger than that between
    /// pieces by one kerf; lead-ins and the axis of a drag knife keep away from other parts and the edge, and
    /// all parts from the crosses that align both sides.
    pub(super) fn stock(&self) -> Stock {
        let Dimensions { width, height } = self.stock.unwrap_or(self.bed.dimensions());
        let tool = &self.line.tool;
        let beside = tool.lead_in.max(tool.blade_offset);
        let crosses = if self.back.is_some() { Self::CROSS + Self::BESIDE_CROSS } else { 0.0 };
        let margin = self.bed.margin + beside + crosses;
        Stock { width, height, margin, gap: self.gap + beside + self.kerf }
    }

    /// Returns the sheets that parts are placed on, with those of other sizes.
    pub(super) fn stocks(&self) -> Stocks<'_> {
        Stocks { first: &self.stock_first, then: self.stock() }
    }

    /// Returns the same for stock that is turned by a quarter.
    pub(super) fn on_turned_stock(&self) -> Self {
        let Stock { width, height, .. } = self.stock();
        let stock = Some(Dimensions { width, height }.turned());
        let parts_bed = self.parts_bed.clone();
        let parts_bed = parts_bed.map(|bed| SheetFormat { width: bed.height, height: bed.width, ..bed });
        let stock_first = self.stock_first.iter().map(|size| size.turned()).collect();
        Self { stock, stock_first, parts_bed, ..self.clone() }
    }

    /// Returns the same for the sheets of trays and boxes, which are of one size.
    pub(super) fn for_parts(&self) -> Self {
        let one_size = Self { stock_first: Vec::new(), ..self.clone() };
        match &self.parts_bed {
            Some(bed) => Self { bed: bed.clone(), stock: Some(bed.dimensions()), ..one_size },
            None => one_size,
        }
    }
}
