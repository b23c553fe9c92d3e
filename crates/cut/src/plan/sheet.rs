//! Represents one sheet as data: its lines in cutting order, and the marks on its pieces.

use super::division::SheetUse;
use crate::{CutOptions, Line, Measures};
use piecework_draw::drawing::{Level, Text};
use piecework_draw::geometry::{Bounds, Dimensions, Outline, Point, Stretch};

/// A piece without the picture that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct PlainPiece {
    /// Its number and its name.
    pub piece: String,
    /// Why it is plain.
    pub why: String,
}

/// The largest cap height of a number on a piece, in mm; chosen by eye.
const LARGEST_NUMBER: f64 = 5.0;
/// The smallest number that a pen or laser draws legibly, in mm; smaller ones are left out.
const SMALLEST_NUMBER: f64 = 1.0;

/// One sheet of stock with all its lines. All places in mm from its top left corner, y down.
#[derive(Debug, Clone, PartialEq, Default, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct CutSheet {
    /// Its name in file names.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its size, if it is not that of the other sheets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size_mm: Option<Dimensions>,
    /// The cuts, in cutting order.
    pub cuts: Vec<PlannedCut>,
    /// The names of the cuts that are parts of a tray or a box, and no pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<String>,
    /// The numbers on the pieces.
    pub labels: Vec<PieceLabel>,
    /// Dots or pictures on the pieces, each as lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub engravings: Vec<Vec<ToolLine>>,
    /// The finished outlines inside the cut lines, if there is a seam allowance.
    pub seams: Vec<Vec<ToolLine>>,
    /// Lines that are cut half through, as on the lid of a tray.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<ToolLine>,
    /// The round holes for magnets in the pieces; they are cut before these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pockets: Vec<ToolLine>,
    /// The crosses that align this side with the back; they are cut first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub crosses: Vec<ToolLine>,
    /// The back, if anything is written on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back: Option<BackSide>,
    /// The outlines of the pieces, whole and with sharp corners, regardless of the tool path; empty for
    /// shared lines.
    pub outlines: Vec<PieceOutline>,
    /// What a picture is printed over, if there is one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<PrintedBoard>,
    /// The parts that are not as thick as the pieces, for 3D printers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bodies: Vec<Body>,
}

/// A part from a 3D printer with heights of its own; its outline is the cut of this name.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Body {
    /// Its name.
    pub name: String,
    /// Its height in mm.
    pub height_mm: f64,
    /// What is hollowed out or stands out: edges, and how far.
    pub hollows: Vec<(Vec<ToolLine>, Level)>,
}

/// The board, or a panel of it, that shows a part of a picture.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct PrintedBoard {
    /// Its edges.
    pub rings: Vec<ToolLine>,
    /// The top left, top right and bottom left corners of the box around the whole board, as it is on this sheet.
    pub corners: [Point; 3],
}

/// The other side of a sheet, seen from that side: it is turned over like a page.
#[derive(Debug, Clone, PartialEq, Default, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct BackSide {
    /// The crosses that align both sides; they are cut through.
    pub crosses: Vec<ToolLine>,
    /// The words on the pieces.
    pub labels: Vec<PieceLabel>,
    /// Dots or pictures on the pieces, each as lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub engravings: Vec<Vec<ToolLine>>,
}

/// Lines that are one object of a file: those of a piece, or one shared line.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct PlannedCut {
    /// The number and name of the piece; empty for shared lines.
    pub name: String,
    /// The lines in cutting order, as the tool runs.
    pub lines: Vec<ToolLine>,
}

/// A line of straight stretches and arcs.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct ToolLine {
    /// Where it turns, and its ends; the first point of a closed one is not repeated.
    pub points: Vec<Point>,
    /// For each point the middle of the arc that begins there, or nothing where a straight line begins; empty
    /// if there are no arcs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub middles: Vec<Option<Point>>,
    /// Whether it ends where it began.
    pub closed: bool,
    /// Whether it is inside a piece, like a hole; some machines tell these from outlines by color.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub inner: bool,
}

/// The number on a piece.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct PieceLabel {
    /// The number.
    pub words: String,
    /// Its middle.
    pub at: Point,
    /// Its cap height in mm.
    pub height_mm: f64,
}

impl PieceLabel {
    /// Returns the strokes of the words, with their underline.
    pub(crate) fn strokes(&self) -> Vec<Vec<Point>> {
        let text = self.text();
        let mut strokes = text.strokes();
        strokes.extend(self.underline().map(Vec::from));
        strokes
    }

    /// Returns the words.
    pub(crate) fn text(&self) -> Text {
        Text::centered(&self.words, self.at, self.height_mm)
    }

    /// Returns the ends of the line below a number that is another upside down.
    pub(crate) fn underline(&self) -> Option<[Point; 2]> {
        let (bounds, y) = (self.text().bounds(), self.at.y + self.height_mm * UNDERLINE);
        reads_turned(&self.words).then_some([Point { x: bounds.left, y }, Point { x: bounds.right, y }])
    }
}

/// How far below the middle of a number its underline is, as a share of its height; chosen by eye.
const UNDERLINE: f64 = 0.75;

/// Returns whether a number is another number upside down, like 6 and 9 or 16 and 91, so that it must be
/// underlined.
fn reads_turned(number: &str) -> bool {
    let turned = number.chars().rev().map(|digit| match digit {
        '6' => Some('9'),
        '9' => Some('6'),
        '0' | '1' | '8' => Some(digit),
        _ => None,
    });
    let turned: Option<String> = turned.collect();
    turned.is_some_and(|turned| turned != number && !turned.starts_with('0'))
}

/// The outline of a piece on its sheet.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct PieceOutline {
    /// The number of the piece, from 1.
    pub piece: usize,
    /// Its outer ring and its holes.
    pub rings: Vec<ToolLine>,
}

impl CutSheet {
    /// Turns everything by a quarter clockwise, on a sheet that was `height` mm high unless it has a size of its own.
    pub(super) fn turn(&mut self, height: f64) {
        let height = self.size_mm.map_or(height, |size| size.height);
        self.size_mm = self.size_mm.map(Dimensions::turned);
        self.map(|point| Point { x: height - point.y, y: point.x });
    }

    /// Mirrors everything, on a sheet that is `width` mm wide; numbers stay legible.
    pub(super) fn mirror(&mut self, width: f64) {
        self.map(|point| Point { x: width - point.x, ..point });
    }

    /// Moves everything to the corner of the stock that is near and left once the sheet is drawn.
    pub(super) fn move_to_near_corner(&mut self, stock: Dimensions, options: &CutOptions) {
        let points = self.cuts.iter().flat_map(|cut| &cut.lines).flat_map(|line| line.points.iter().copied());
        let Some(bounds) = Bounds::around(points) else { return };
        let margin = options.bed.margin;
        let right = if options.mirror { stock.width - margin - bounds.right } else { margin - bounds.left };
        let down = stock.height - margin - bounds.bottom;
        self.map(|point| point.moved(right, down));
    }

    /// Moves every point by an isometry.
    fn map(&mut self, place: impl Fn(Point) -> Point) {
        let moved = |point: &mut Point| *point = place(*point);
        let lines = self.cuts.iter_mut().flat_map(|cut| &mut cut.lines);
        let lines =
            lines.chain(self.seams.iter_mut().chain(&mut self.engravings).flatten()).chain(&mut self.scores);
        let lines = lines.chain(&mut self.pockets);
        let lines = lines.chain(self.outlines.iter_mut().flat_map(|outline| &mut outline.rings));
        let hollows = self.bodies.iter_mut().flat_map(|body| &mut body.hollows).flat_map(|(rings, _)| rings);
        let lines = lines.chain(hollows);
        let lines = lines.chain(self.boards.iter_mut().flat_map(|board| &mut board.rings));
        let lines = lines.chain(self.back.iter_mut().flat_map(|back| back.engravings.iter_mut().flatten()));
        lines
            .for_each(|line| line.points.iter_mut().chain(line.middles.iter_mut().flatten()).for_each(moved));
        let back = self.back.iter_mut().flat_map(|back| &mut back.labels);
        self.labels.iter_mut().chain(back).for_each(|label| moved(&mut label.at));
        self.boards.iter_mut().flat_map(|board| &mut board.corners).for_each(moved);
    }
}

impl ToolLine {
    /// Returns the rings of an outline, the outer one first.
    pub(crate) fn rings(outline: &Outline) -> Vec<Self> {
        outline.rings().map(|ring| Self::straight(ring.points().to_vec(), true)).collect()
    }

    /// Returns open lines through points.
    pub(crate) fn open(lines: Vec<Vec<Point>>) -> Vec<Self> {
        lines.into_iter().map(|points| Self::straight(points, false)).collect()
    }

    /// Returns straight lines through points.
    pub(crate) fn straight(points: Vec<Point>, closed: bool) -> Self {
        Self { points, middles: Vec::new(), closed, inner: false }
    }

    /// Returns its lines and arcs, in order.
    pub fn stretches(&self) -> impl Iterator<Item = Stretch> {
        let count = self.points.len();
        let sides = count.saturating_sub(usize::from(!self.closed));
        (0..sides).map(move |at| Stretch {
            from: self.points[at],
            middle: self.middles.get(at).copied().flatten(),
            to: self.points[(at + 1) % count],
        })
    }

    /// Returns it with every point moved by an isometry.
    pub(crate) fn mapped(&self, place: impl Fn(Point) -> Point) -> Self {
        let points = self.points.iter().map(|&point| place(point)).collect();
        let middles = self.middles.iter().map(|middle| middle.map(&place)).collect();
        Self { points, middles, ..*self }
    }

    /// Returns its points, and points on its arcs within `tolerance` mm of them; the first of a closed line
    /// is not repeated.
    pub(crate) fn flattened(&self, tolerance: f64) -> Vec<Point> {
        let mut points: Vec<Point> = self.points.first().copied().into_iter().collect();
        self.stretches().for_each(|stretch| points.extend(stretch.flattened(tolerance)));
        if self.closed {
            points.pop();
        }
        points
    }

    /// Returns its length in mm.
    pub fn length(&self) -> f64 {
        self.stretches().map(|stretch| stretch.length()).sum()
    }
}

impl From<Line> for ToolLine {
    fn from(line: Line) -> Self {
        let middles = if line.has_arcs() { line.middles } else { Vec::new() };
        Self { points: line.points, middles, closed: line.closed, inner: false }
    }
}

impl PieceLabel {
    /// The smallest cap height of a number, in mm.
    pub const SMALLEST: f64 = SMALLEST_NUMBER;

    /// Returns the number, as large as fits, unless it would be too small to read.
    pub(crate) fn fitted(finished: &Outline, number: &str) -> Option<Self> {
        let label = finished.label();
        let full = Text::centered(number, label.at, LARGEST_NUMBER);
        let (x, y) = (full.width() / 2.0, LARGEST_NUMBER / 2.0);
        let height_mm = LARGEST_NUMBER * (label.room * 0.6 / libm::sqrt(x * x + y * y)).min(1.0);
        let fits = height_mm >= SMALLEST_NUMBER;
        fits.then(|| Self { words: number.to_owned(), at: label.at, height_mm })
    }
}

/// All sheets with their measures, for shared and separate lines.
#[derive(Default)]
pub(super) struct Planned {
    pub(super) sheets: Vec<CutSheet>,
    pub(super) found: Measures,
    pub(super) least: Measures,
    /// The length of all cuts as the tool runs, in mm.
    pub(super) run_mm: f64,
    /// For each piece of each set its sheet and the line that releases it; empty if tabs hold all pieces.
    pub(super) released: Vec<(usize, usize)>,
    /// For each piece, how many of it are placed.
    placed: Vec<usize>,
    /// The contents of each sheet.
    pub(super) uses: Vec<SheetUse>,
    /// The boxes around the designs that are cut whole on each sheet, if there are any.
    pub(super) boards: Vec<Vec<Bounds>>,
    /// The fewest tabs of any piece.
    pub(super) tabs: Option<usize>,
    /// The pieces without the picture that was asked for.
    pub(super) plain: Vec<PlainPiece>,
    /// The number of the piece that is cut first, and by how many degrees it is turned on its sheet.
    pub(super) first: Option<(usize, i32)>,
}

impl CutSheet {
    /// Returns whether it has anything that is printed before it is cut, if anything is.
    pub(crate) fn is_printed(&self) -> bool {
        !self.boards.is_empty() || !self.outlines.is_empty()
    }
}

impl Planned {
    /// Nothing yet of several sets of so many pieces.
    pub(super) fn of_sets(copies: usize, pieces: usize) -> Self {
        Self { released: vec![(0, 0); pieces * copies], placed: vec![0; pieces], ..Self::default() }
    }

    /// Notes the sheet of a piece, from 0, and the line that releases it. Equal pieces belong to sets in the order in
    /// which they are cut, so that the first sets are whole first.
    pub(super) fn release(&mut self, piece: usize, at: (usize, usize)) {
        self.released[self.placed[piece] * self.placed.len() + piece] = at;
        self.placed[piece] += 1;
    }

    /// Notes a piece that stays plain, of the first set.
    pub(super) fn leave_plain(&mut self, piece: String, why: Option<&str>) {
        let Some(why) = why.filter(|_| self.plain.iter().all(|plain| plain.piece != piece)) else { return };
        self.plain.push(PlainPiece { piece, why: why.to_owned() });
    }

    /// Adds the measures of the pockets of a sheet, which are cut in the order in which they are there.
    pub(super) fn add_pockets(&mut self, pockets: &[ToolLine]) {
        let length: f64 = pockets.iter().map(ToolLine::length).sum();
        let moves = pockets.windows(2).map(|pair| pair[0].points[0].distance(pair[1].points[0]));
        let least = Measures { cut_length_mm: length, pen_downs: pockets.len(), travel_mm: 0.0 };
        self.found.add(&Measures { travel_mm: moves.sum(), ..least });
        self.least.add(&least);
        self.run_mm += length;
    }

    /// Adds the measures of parts, which are as short as they can be.
    pub(super) fn add(&mut self, found: &Measuring) {
        self.found.add(&found.measures);
        self.least.add(&found.measures);
        self.run_mm += found.run_mm;
    }
}

/// The measures of the lines of one sheet so far.
#[derive(Default)]
pub(super) struct Measuring {
    pub(super) measures: Measures,
    /// The length of the cuts as the tool runs: with lead-ins, overcuts and swivels, in mm.
    pub(super) run_mm: f64,
    /// The length of all tabs in mm, and how many more lines they make of the rings.
    pub(super) tabs_mm: f64,
    pub(super) split: usize,
    here: Option<Point>,
}

impl Measuring {
    /// Returns the position of the tool, if known.
    pub(super) fn here(&self) -> Option<Point> {
        self.here
    }

    /// Adds a line as the tool runs.
    pub(super) fn run(&mut self, line: &ToolLine) {
        self.run_mm += line.length();
    }

    /// Adds the tabs of a ring, as many as the lines that they leave.
    pub(super) fn tabs(&mut self, count: usize, width: f64) {
        self.tabs_mm += count as f64 * width;
        self.split += count.saturating_sub(1);
    }

    pub(super) fn line(&mut self, line: &Line) {
        let Some((&first, &last)) = line.points.first().zip(line.points.last()) else { return };
        self.measures.cut_length_mm += line.stretches().map(|stretch| stretch.length()).sum::<f64>();
        self.measures.pen_downs += 1;
        self.measures.travel_mm += self.here.map_or(0.0, |here| here.distance(first));
        self.here = Some(if line.closed { first } else { last });
    }
}

#[cfg(test)]
mod tests {
    use super::reads_turned;

    #[test]
    fn numbers_that_are_others_upside_down_are_underlined() {
        for (number, underlined) in [
            ("6", true),
            ("9", true),
            ("8", false),
            ("16", true),
            ("69", false),
            ("12", false),
            ("60", false),
        ] {
            assert_eq!(reads_turned(number), underlined, "{number}");
        }
    }
}
