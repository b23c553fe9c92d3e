//! From a tiling to sheets of stock.

use super::CutError;
use crate::drawing::{Canvas, Diagram, Drawing, Item, Medium, Path, Role, Text};
use crate::geometry::{Bounds, Outline, Patch, Patchwork, Point};
use crate::layout::{Mark, Part, Sheet, SheetFormat, Stock, nest, travel_order};
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
    /// The length of all cut lines in mm.
    pub cut_length_mm: f64,
    /// How often the tool comes down to cut: once a ring.
    pub pen_downs: usize,
}

/// Plans the sheets.
///
/// # Units
/// All lengths of `options` in mm.
///
/// # Errors
/// [`CutError::Geometry`] names the piece whose notch closes under seam allowance and kerf; [`CutError::Layout`] the
/// piece that fits on no sheet.
pub fn plan(tiling: &Tiling, options: &CutOptions) -> Result<CutPlan, CutError> {
    let patchwork = Patchwork::trace(tiling, options.cell)?;
    let labels: Vec<String> = (1..=patchwork.patches().len()).map(|number| number.to_string()).collect();
    let parts = patchwork
        .patches()
        .iter()
        .zip(&labels)
        .map(|(patch, number)| part(patch, number, options))
        .collect::<Result<Vec<Part>, CutError>>()?;
    let stock = stock(options);
    let sheets = nest(&parts, &stock)?;
    let title = tiling.puzzle().name();
    let drawings = sheets
        .iter()
        .enumerate()
        .map(|(index, sheet)| {
            let title = format!("{title}, sheet {} of {}", index + 1, sheets.len());
            draw_sheet(&title, sheet, &parts, &stock)
        })
        .collect::<Result<Vec<Drawing>, CutError>>()?;
    let rings = || parts.iter().flat_map(|part| part.outline().rings());
    let bounds = patchwork.bounds();
    let summary = CutSummary {
        pieces: parts.len(),
        sheets: drawings.len(),
        stock_mm: (stock.width, stock.height),
        finished_mm: (bounds.width(), bounds.height()),
        cut_length_mm: rings().map(|ring| ring.perimeter()).sum(),
        pen_downs: rings().count(),
    };
    Ok(CutPlan { assembly: assembly(title, &patchwork, &labels, &options.paper)?, sheets: drawings, summary })
}

/// One piece: its cut line, and what rides along.
fn part(patch: &Patch, number: &str, options: &CutOptions) -> Result<Part, CutError> {
    let name = format!("{number} {}", patch.name());
    let finished = patch.outline();
    let cut = finished.with_allowance(options.seam_allowance + options.kerf / 2.0, &name)?;
    let mut marks = Vec::new();
    if options.seam_allowance > 0.0 {
        marks.push(Mark { role: Role::Sew, item: Item::Path(Path::outline(finished)) });
    }
    if options.labels {
        marks.extend(number_mark(finished, number));
    }
    Ok(Part::new(name, cut, marks)?)
}

/// The number, as large as fits, unless it would be too small to read.
fn number_mark(finished: &Outline, number: &str) -> Option<Mark> {
    let label = finished.label();
    let full = Text::centred(number, label.at, LARGEST_NUMBER);
    let (x, y) = (full.width() / 2.0, LARGEST_NUMBER / 2.0);
    let height = LARGEST_NUMBER * (label.room * 0.6 / libm::sqrt(x * x + y * y)).min(1.0);
    let item = Item::Text(Text::centred(number, label.at, height));
    (height >= SMALLEST_NUMBER).then_some(Mark { role: Role::Label, item })
}

/// The sheet that parts are laid on; the gap between cut lines is larger than that between pieces by one kerf.
fn stock(options: &CutOptions) -> Stock {
    let SheetFormat { width, height, margin, .. } = options.bed;
    let (width, height) = options.stock.unwrap_or((width, height));
    Stock { width, height, margin, gap: options.gap + options.kerf }
}

/// Parts in the order of travel; marks are drawn before anything is cut loose.
fn draw_sheet(title: &str, sheet: &Sheet, parts: &[Part], stock: &Stock) -> Result<Drawing, CutError> {
    let mut canvas = Canvas::new(title, Medium::Machine, stock.width, stock.height);
    let places: Vec<Point> = sheet.placed.iter().map(|placed| placed.at).collect();
    for index in travel_order(&places) {
        let placed = sheet.placed[index];
        parts[placed.part].draw(&mut canvas, placed.at);
    }
    Ok(canvas.finish()?)
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
