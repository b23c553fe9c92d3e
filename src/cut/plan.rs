//! From a tiling to sheets of stock.

use std::sync::Arc;

use super::division::{self, Division, FabricUse, PanelUse, SheetUse};
use super::fit::{Lines, LinesCut, PieceSize, check_fit, check_separate, gap_between, known_lines, sizes};
use super::free_list::FreeList;
use super::{
    CutError, DivisionKind, Line, LineError, Measures, Order, Panels, ToolPath, assembly, separate, shared,
};
use crate::drawing::{Drawing, Item, Path, Role, Text};
use crate::geometry::{Bounds, Outline, Patchwork, Point};
use crate::layout::{Mark, SheetFormat, Stock};
use crate::tiling::Tiling;

/// The largest cap height of a number on a piece, in mm; chosen by eye.
const LARGEST_NUMBER: f64 = 5.0;
/// The smallest that a pen or laser draws legibly; smaller ones are left out.
const SMALLEST_NUMBER: f64 = 1.0;

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
    /// What the assembly diagram is printed on; none: there is no diagram, which saves most of the time of a large plan.
    pub paper: Option<SheetFormat>,
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
    /// For each sheet the outlines that are cut, named by number and piece, whole and with sharp corners however the tool runs
    /// along them; none of pieces that share their lines.
    pub outlines: Vec<Vec<Path>>,
    /// Where each number goes; none without a paper.
    pub assembly: Option<Drawing>,
    /// When each piece comes free, on pages after the diagram, for shared lines; nothing if the list has room under the diagram,
    /// or without a paper, or where tabs hold all pieces, or for more pieces than anyone reads.
    pub free_list: Vec<Drawing>,
    /// Where each panel goes, and then each panel with its numbers; nothing if the whole is cut in one, or without a paper.
    pub map: Vec<Drawing>,
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
    /// How many sheets the area of the pieces takes at least.
    pub sheets_at_least: usize,
    /// What lies on each sheet, and how full it is.
    pub on_sheets: Vec<SheetUse>,
    /// The sheets of each fabric; empty if pieces are not divided by fabric.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fabrics: Vec<FabricUse>,
    /// The panels of a whole that is larger than the stock; empty if it is cut in one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub panels: Vec<PanelUse>,
    /// How many panels the area of the whole takes at least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub panels_by_area: Option<usize>,
    /// How many panels there must be, because so many pieces lie far apart or by their area.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub panels_at_least: Option<usize>,
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
    /// What no plan with lines of this kind could fall below, wherever lines begin and in whatever order: of travel, with
    /// the pieces where they lie.
    pub least: Measures,
    /// The gap between two pieces put together again, in mm; none with a seam allowance.
    pub gap_mm: Option<f64>,
    /// How many tabs hold each piece at least, which may be fewer than were asked for where lines are shared: each edge
    /// between two pieces has room for one. None without tabs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tabs_at_least: Option<usize>,
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
    /// For each sheet its outlines, if pieces have outlines of their own.
    pub(super) outlines: Vec<Vec<Path>>,
    pub(super) figures: SheetFigures,
    /// For each piece its sheet and the line that cuts it loose.
    pub(super) free: Vec<(usize, usize)>,
    /// What lies on each sheet.
    pub(super) uses: Vec<SheetUse>,
    /// How many tabs the piece with the fewest has.
    pub(super) tabs: Option<usize>,
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

/// Plans the sheets for the whole.
///
/// # Units
/// All lengths of `options` in mm.
///
/// # Errors
/// As [`plan_divided`].
pub fn plan(tiling: &Tiling, options: &CutOptions) -> Result<CutPlan, CutError> {
    plan_divided(tiling, options, Division::Whole)
}

/// Plans the sheets, with pieces of their own for each part of a division.
///
/// A whole that is larger than the stock and is to be cut with shared lines is split into [`Panels`]. The pieces of a
/// fabric share lines where they tile the stock.
///
/// # Units
/// All lengths of `options` in mm.
///
/// # Errors
/// [`CutError::Lines`] names what contradicts itself; [`CutError::Geometry`] the piece whose notch closes, or of which
/// nothing is left; [`CutError::Layout`] the piece that fits on no sheet.
pub fn plan_divided(
    tiling: &Tiling,
    options: &CutOptions,
    division: Division<'_>,
) -> Result<CutPlan, CutError> {
    let kind = division.kind();
    check_fit(options, kind)?;
    let patchwork = Arc::new(Patchwork::trace(tiling, options.cell)?);
    let labels: Vec<String> = (1..=patchwork.patches().len()).map(|number| number.to_string()).collect();
    let title = tiling.puzzle().name();
    let fits = shared::fits(&patchwork, options)?;
    let wanted = match known_lines(options, kind) {
        Some(lines) => lines == LinesCut::Shared,
        None => fits || kind != DivisionKind::Whole,
    };
    options.line.tool.check(wanted, options.cell)?;
    let groups = division::groups(&patchwork, division);
    let mut panels = Vec::new();
    let mut split = None;
    let blocks = match division {
        _ if !wanted => None,
        Division::Fabrics { turned, .. } => shared::on_mats(title, tiling, &groups, options, turned)?,
        _ if fits => Some(shared::whole(title, &patchwork, options)?),
        _ => {
            let usable = stock(options).usable()?;
            let found = Panels::split(&patchwork, usable.width(), usable.height())?;
            let (sheets, sheet_of) = shared::in_panels(title, tiling, &found, options)?;
            panels = panel_uses(&found, &sheet_of);
            split = Some(found);
            Some(sheets)
        }
    };
    if blocks.is_none() {
        check_separate(options, kind)?;
        if options.line.lines == Lines::Shared {
            let (width, height) = (stock(options).width, stock(options).height);
            return Err(LineError::NoSharedMat { width, height }.into());
        }
    }
    let lines = if blocks.is_some() { LinesCut::Shared } else { LinesCut::Separate };
    let planned = match &blocks {
        Some(sheets) => shared::plan(sheets, &labels, options)?,
        None => separate::plan(title, &patchwork, &groups, &labels, options)?,
    };
    let bounds = patchwork.bounds();
    let stock = stock(options);
    let usable = stock.usable()?;
    let Planned { sheets, outlines, figures: SheetFigures { found, least }, free, uses, tabs } = planned;
    let free =
        free.into_iter().enumerate().map(|(index, (sheet, step))| Free { piece: index + 1, sheet, step });
    let free: Vec<Free> = free.collect();
    let (mut assembly, mut free_list, mut map) = (None, Vec::new(), Vec::new());
    if let Some(paper) = &options.paper {
        let (patchwork, labels, cell) = (&patchwork, &labels, options.cell);
        let diagrams = assembly::Diagrams { title, tiling, patchwork, labels, cell, paper };
        let listed: &[Free] = if lines == LinesCut::Shared { &free } else { &[] };
        let list = FreeList::of(listed, sheets.len(), &panels);
        let (whole, list) = diagrams.assembly(division, list.as_ref())?;
        (assembly, free_list) = (Some(whole), list);
        map = split.as_ref().map_or(Ok(Vec::new()), |split| diagrams.map(split))?;
    }
    let summary = CutSummary {
        pieces: labels.len(),
        sheets: sheets.len(),
        sheets_at_least: sheets_at_least(&uses, division, usable),
        fabrics: fabric_uses(&uses, usable),
        on_sheets: uses,
        panels,
        panels_by_area: split.as_ref().map(Panels::by_area),
        panels_at_least: split.as_ref().map(Panels::at_least),
        stock_mm: (stock.width, stock.height),
        finished_mm: (bounds.width(), bounds.height()),
        lines,
        cut_length_mm: found.cut_length_mm,
        pen_downs: found.pen_downs,
        travel_mm: found.travel_mm,
        least,
        gap_mm: gap_between(options, lines),
        tabs_at_least: tabs,
        sizes: sizes(tiling, options, lines)?,
        free,
    };
    Ok(CutPlan { sheets, outlines, assembly, free_list, map, summary })
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

fn panel_uses(panels: &Panels, sheet_of: &[usize]) -> Vec<PanelUse> {
    let numbered = panels.panels().iter().zip(sheet_of).enumerate();
    numbered
        .map(|(index, (panel, &sheet))| PanelUse {
            panel: index + 1,
            sheet,
            pieces: panel.patches.iter().map(|patch| patch + 1).collect(),
            width_mm: panel.bounds.width(),
            height_mm: panel.bounds.height(),
        })
        .collect()
}

/// The area that some sheets use, in sheets, rounded up.
fn at_least<'a>(uses: impl Iterator<Item = &'a SheetUse>, usable: Bounds) -> usize {
    division::at_least(uses.map(|sheet| sheet.area).sum(), usable)
}

fn sheets_at_least(uses: &[SheetUse], division: Division<'_>, usable: Bounds) -> usize {
    match division {
        Division::Whole => at_least(uses.iter(), usable),
        Division::Pieces => uses.len(),
        Division::Fabrics { .. } => {
            fabric_uses(uses, usable).iter().map(|fabric| fabric.sheets_at_least).sum()
        }
    }
}

/// The sheets of one fabric follow each other.
fn fabric_uses(uses: &[SheetUse], usable: Bounds) -> Vec<FabricUse> {
    let of_one = uses.chunk_by(|a, b| a.fabric == b.fabric);
    of_one
        .filter_map(|sheets| {
            Some(FabricUse {
                fabric: sheets[0].fabric.clone()?,
                pieces: sheets.iter().map(|sheet| sheet.pieces.len()).sum(),
                sheets: sheets.len(),
                sheets_at_least: at_least(sheets.iter(), usable),
            })
        })
        .collect()
}
