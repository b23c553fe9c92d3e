//! From a tiling to sheets of stock.

use super::fit::{Lines, LinesCut, PieceSize, check_fit, gap_between, sizes};
use super::{CutError, Line, Measures, Order, ToolPath, separate, shared};
use crate::drawing::{Canvas, Diagram, Drawing, Item, Medium, Role, Text};
use crate::geometry::{Bounds, Outline, Patchwork, Point};
use crate::layout::{Mark, SheetFormat, Stock};
use crate::tiling::Tiling;

/// The largest cap height of a number on a piece, in mm; chosen by eye.
const LARGEST_NUMBER: f64 = 5.0;
/// The smallest that a pen or laser draws legibly; smaller ones are left out.
const SMALLEST_NUMBER: f64 = 1.0;
/// The cap height of the title of the assembly diagram, in mm; chosen by eye.
const TITLE: f64 = 4.0;

/// What is to be cut, and how.
#[derive(Debug, Clone)]
pub struct CutOptions {
    /// The edge of one cell of a finished piece, in mm.
    pub cell: f64,
    /// The width of material that the beam or blade removes, in mm. The cut line lies half of it outside the piece, so
    /// that the piece comes out at its size.
    pub kerf: f64,
    /// What is left around the finished piece to be sewn, in mm.
    pub seam_allowance: f64,
    /// The least distance between the edges of two pieces as they lie on the stock, in mm.
    pub gap: f64,
    /// The bed of the machine.
    pub bed: SheetFormat,
    /// Width and height of the stock in mm, where it is smaller than the machine takes.
    pub stock: Option<(f64, f64)>,
    /// What the assembly diagram is printed on.
    pub paper: SheetFormat,
    /// Whether pieces carry the numbers of the assembly diagram.
    pub labels: bool,
    /// Which lines there are, and how the tool runs along them.
    pub line: LineOptions,
}

/// Which lines are cut, and how the tool runs along them.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LineOptions {
    /// Whether pieces share their cut lines. Default: where nothing asks for room between them.
    pub lines: Lines,
    /// The gap between two pieces put together again, in mm; none for one of nothing. Only for outlines of their own.
    pub fit: Option<f64>,
    /// What the order of shared lines is to be good for.
    pub order: Order,
    /// How the tool runs along lines. Default: along them and no more.
    pub tool: ToolPath,
}

/// Everything that goes to the machine, and the diagram that puts it together again.
#[derive(Debug, Clone, PartialEq)]
pub struct CutPlan {
    /// One a sheet of stock.
    pub sheets: Vec<Drawing>,
    /// Where each number goes.
    pub assembly: Drawing,
    /// The plan in figures.
    pub summary: CutSummary,
}

/// A cut plan in figures.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct CutSummary {
    /// How many pieces there are.
    pub pieces: usize,
    /// How many sheets of stock they take.
    pub sheets: usize,
    /// Width and height of a sheet in mm.
    pub stock_mm: (f64, f64),
    /// Width and height of the finished whole in mm.
    pub finished_mm: (f64, f64),
    /// Whether pieces share their cut lines.
    pub lines: LinesCut,
    /// The length of all cut lines in mm, with sharp corners and without lead-ins and overcuts.
    pub cut_length_mm: f64,
    /// How often the tool comes down to cut.
    pub pen_downs: usize,
    /// The way of the lifted tool between lines, in mm.
    pub travel_mm: f64,
    /// What no plan with lines of this kind could fall below.
    pub least: Measures,
    /// The gap between two pieces put together again, in mm; none with a seam allowance.
    pub gap_mm: Option<f64>,
    /// The size of every distinct piece as it comes out.
    pub sizes: Vec<PieceSize>,
    /// When each piece comes free, in the order of their numbers; tabs hold them all.
    pub free: Vec<Free>,
}

/// When a piece comes free.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Free {
    /// The number of the piece, from 1.
    pub piece: usize,
    /// The number of the sheet that it lies on, from 1.
    pub sheet: usize,
    /// The number of the line, from 1 on every sheet, that cuts it loose.
    pub step: usize,
}

/// Sheets and what is told of them, however the lines are.
pub(super) struct Planned {
    pub(super) sheets: Vec<Drawing>,
    pub(super) figures: SheetFigures,
    /// For each piece its sheet and the line that cuts it loose.
    pub(super) free: Vec<(usize, usize)>,
}

/// Lines of one sheet as they are measured one after another.
#[derive(Default)]
pub(super) struct Measuring {
    pub(super) measures: Measures,
    here: Option<Point>,
}

impl Measuring {
    /// Where the tool is, if it was anywhere.
    pub(super) fn here(&self) -> Option<Point> {
        self.here
    }

    pub(super) fn line(&mut self, line: &Line) {
        let Some((&first, &last)) = line.points.first().zip(line.points.last()) else { return };
        let open: f64 = line.points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        self.measures.cut_length_mm += open + if line.closed { last.distance(first) } else { 0.0 };
        self.measures.pen_downs += 1;
        self.measures.travel_mm += self.here.map_or(0.0, |here| here.distance(first));
        self.here = Some(if line.closed { first } else { last });
    }
}

/// What all sheets measure, and what they must.
#[derive(Default)]
pub(super) struct SheetFigures {
    pub(super) found: Measures,
    pub(super) least: Measures,
}

/// Plans the sheets.
///
/// # Units
/// All lengths of `options` in mm.
///
/// # Errors
/// [`CutError::Lines`] names what contradicts itself, or a whole that is too large for shared lines;
/// [`CutError::Geometry`] the piece whose notch closes, or of which nothing is left; [`CutError::Layout`] the piece that
/// fits on no sheet.
pub fn plan(tiling: &Tiling, options: &CutOptions) -> Result<CutPlan, CutError> {
    check_fit(options)?;
    let patchwork = Patchwork::trace(tiling, options.cell)?;
    let labels: Vec<String> = (1..=patchwork.patches().len()).map(|number| number.to_string()).collect();
    let title = tiling.puzzle().name();
    let place = shared::place(&patchwork, options)?;
    let wanted = match options.line.lines {
        Lines::Shared => true,
        Lines::Separate => false,
        Lines::Auto => place.is_ok() && options.needs_no_room(),
    };
    options.line.tool.check(wanted, options.cell)?;
    let (lines, planned) = if wanted {
        (LinesCut::Shared, shared::plan(title, &patchwork, &labels, options, place?)?)
    } else {
        (LinesCut::Separate, separate::plan(title, &patchwork, &labels, options)?)
    };
    let bounds = patchwork.bounds();
    let stock = stock(options);
    let Planned { sheets, figures: SheetFigures { found, least }, free } = planned;
    let free =
        free.into_iter().enumerate().map(|(index, (sheet, step))| Free { piece: index + 1, sheet, step });
    let summary = CutSummary {
        pieces: labels.len(),
        sheets: sheets.len(),
        stock_mm: (stock.width, stock.height),
        finished_mm: (bounds.width(), bounds.height()),
        lines,
        cut_length_mm: found.cut_length_mm,
        pen_downs: found.pen_downs,
        travel_mm: found.travel_mm,
        least,
        gap_mm: gap_between(options, lines),
        sizes: sizes(tiling, options, lines)?,
        free: free.collect(),
    };
    Ok(CutPlan { assembly: assembly(title, &patchwork, &labels, &options.paper)?, sheets, summary })
}

impl CutOptions {
    /// Whether nothing was asked for that takes outlines of their own.
    fn needs_no_room(&self) -> bool {
        let asked = [self.seam_allowance, self.kerf, self.line.tool.lead_in];
        asked.iter().all(|&length| length == 0.0) && self.line.fit.is_none()
    }
}

/// The number, as large as fits, unless it would be too small to read.
pub(super) fn number_mark(finished: &Outline, number: &str) -> Option<Mark> {
    let label = finished.label();
    let full = Text::centred(number, label.at, LARGEST_NUMBER);
    let (x, y) = (full.width() / 2.0, LARGEST_NUMBER / 2.0);
    let height = LARGEST_NUMBER * (label.room * 0.6 / libm::sqrt(x * x + y * y)).min(1.0);
    let item = Item::Text(Text::centred(number, label.at, height));
    (height >= SMALLEST_NUMBER).then_some(Mark { role: Role::Label, item })
}

/// The sheet that parts are laid on; the gap between cut lines is larger than that between pieces by one kerf, and
/// lead-ins and the axis of a drag knife keep off other parts and the edge.
pub(super) fn stock(options: &CutOptions) -> Stock {
    let SheetFormat { width, height, margin, .. } = options.bed;
    let (width, height) = options.stock.unwrap_or((width, height));
    let tool = &options.line.tool;
    let beside = tool.lead_in.max(tool.blade_offset);
    Stock { width, height, margin: margin + beside, gap: options.gap + beside + options.kerf }
}

/// The whole with the numbers of its pieces, on one page.
fn assembly(
    title: &str,
    patchwork: &Patchwork,
    labels: &[String],
    paper: &SheetFormat,
) -> Result<Drawing, CutError> {
    let usable = paper.usable()?;
    let title = format!("{title}: where each piece goes");
    let mut canvas = Canvas::new(title.clone(), Medium::Print, paper.width, paper.height);
    let at = Point { x: usable.left, y: usable.top + TITLE };
    canvas.text(Role::Label, Text::fitted(title, at, TITLE, usable.width()));
    let room = Bounds { top: usable.top + 3.0 * TITLE, ..usable };
    Diagram { patchwork, colours: &[], labels, largest_scale: 1.0 }.draw(&mut canvas, room);
    Ok(canvas.finish()?)
}
