//! Plans a cut: from a tiling to sheets of stock, as data.
//!
//! A [`CutPlan`] says which lines are cut on which sheet and in which order. It has no drawings:
//! [`sheets`](crate::sheets) draws it for a machine, and [`pages`](crate::pages) draws the assembly pages.

mod assembled;
mod back;
mod base;
mod boxed;
mod designs;
mod division;
mod engraving;
mod extras;
mod fit;
mod inlay;
mod least_travel;
mod magnets;
mod offcuts;
mod own_board;
mod placed;
mod plan_in_words;
mod separate;
mod shared;
mod sheet;
mod summary;
mod test_card;
mod tray;
mod uses;

use std::sync::Arc;

use super::knobs::Knobs;
use super::{CutError, CutOptions, LineError, Lines, Panels};
use designs::{WholeDesign, part_name};
use division::Group;
use extras::{ExtraPart, PartSheets};
use fit::{check_separate, clearance, known_lines};
use piecework_draw::color::{Color, Fabric, FabricPlan};
use piecework_draw::geometry::{Dimensions, Patchwork, Stretch};
use piecework_draw::layout::Stock;
use piecework_draw::render::{Content, FormatRef};
use piecework_tiling::tiling::Tiling;
use shared::BlockSheet;
use sheet::Planned;
use uses::{fabric_uses, panel_uses, sheets_at_least};

pub(crate) use assembled::Assembled;
pub use back::BackSummary;
pub use base::LeftOut;
pub(super) use base::{HALF_STROKE, SMALLEST_WORDS};
pub use boxed::{BoxPanel, PlannedBox, Stands};
pub use designs::PlannedDesign;
pub(crate) use designs::plain_name;
pub use division::{CutDivision, CutDivisionKind, FabricUse, PanelUse, SheetUse};
pub use fit::{FirstPiece, LinesCut, PieceSize, PiecesFit, check_fit};
pub use inlay::InlaySummary;
pub use offcuts::Offcut;
pub use own_board::{PlannedBoard, PlannedLine};
pub use sheet::{BackSide, Body, CutSheet, PieceLabel, PieceOutline, PlannedCut, PrintedBoard, ToolLine};
pub use summary::{CutSummary, Release};
pub use test_card::test_card;
pub(super) use tray::{GROOVE_TOLERANCE, HALF_GROOVE};

/// Everything that goes to the machine.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct CutPlan {
    /// The name of the puzzle.
    pub title: String,
    /// The edge of a cell, in mm.
    pub cell_mm: f64,
    /// Whether sheets are mirrored when they are drawn; all places here are from before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mirrored: bool,
    /// The sheets of stock, in cutting order.
    pub sheets: Vec<CutSheet>,
    /// The fabrics, if sheets are divided by them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fabrics: Option<PlannedFabrics>,
    /// The designs, if there are several; what belongs to one of them is here and nowhere else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub designs: Vec<PlannedDesign>,
    /// How many pieces of other designs have lower numbers, in a plan of one of several.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub before: usize,
    /// For each edge of the patchwork its curve, a line without points for a straight edge; empty if all are
    /// straight.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curves: Vec<ToolLine>,
    /// The lines of the board, if lines of one's own are in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<PlannedBoard>,
    /// The box, if there is one; its parts are on the last sheets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boxed: Option<PlannedBox>,
    /// The words of the board that are not written on the base of its tray.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// The plan in numbers.
    pub summary: CutSummary,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(before: &usize) -> bool {
    *before == 0
}

impl CutPlan {
    /// Returns how the pieces in files of these formats go together: stitches are sewn on, whatever would be cut.
    pub fn pieces_fit(&self, formats: &[FormatRef]) -> PiecesFit {
        let is_sewn = formats.iter().all(|format| format.content == Content::Stitches);
        if is_sewn && !formats.is_empty() { PiecesFit::Sewn } else { self.summary.pieces_fit }
    }

    /// Returns the size of a sheet.
    pub fn size_of(&self, sheet: &CutSheet) -> Dimensions {
        sheet.size_mm.unwrap_or(self.summary.stock_mm)
    }

    /// Returns the curves of the edges of its patchwork, as diagrams take them.
    pub(super) fn edge_curves(&self, patchwork: &Patchwork) -> Vec<Vec<Stretch>> {
        match patchwork.own_curves() {
            Some(curves) => curves.to_vec(),
            None => self.curves.iter().map(|curve| curve.stretches().collect()).collect(),
        }
    }
}

/// The fabric of each piece.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct PlannedFabrics {
    /// The name and the color (`#rrggbb`) of each fabric.
    pub fabrics: Vec<PlannedFabric>,
    /// For each piece its fabric, from 0.
    pub fabric_of: Vec<usize>,
}

/// A fabric of a plan.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct PlannedFabric {
    /// Its name.
    pub name: String,
    /// Its color, as `#rrggbb`.
    pub color: String,
}

impl PlannedFabrics {
    pub(super) fn from_plan(plan: &FabricPlan) -> Self {
        let fabrics = plan.fabrics.iter().map(PlannedFabric::from_fabric).collect();
        Self { fabrics, fabric_of: plan.fabric_of.clone() }
    }

    /// Returns the color of each piece.
    pub(super) fn colors(&self) -> Vec<Color> {
        self.fabric_of.iter().map(|&fabric| self.fabrics[fabric].color()).collect()
    }
}

impl PlannedFabric {
    pub(super) fn from_fabric(fabric: &Fabric) -> Self {
        Self { name: fabric.name.clone(), color: fabric.color.to_string() }
    }

    /// Returns its color; white if it is not a valid color.
    pub(super) fn color(&self) -> Color {
        self.color.parse().unwrap_or(Color::WHITE)
    }
}

/// Plans the sheets for the whole design.
///
/// # Units
/// All lengths of `options` in mm.
///
/// # Errors
/// As [`plan_divided`].
pub fn plan(tiling: &Tiling, options: &CutOptions) -> Result<CutPlan, CutError> {
    plan_divided(tiling, options, CutDivision::Whole)
}

/// A plan of plates for 3D printers: whole outlines without a kerf, but with a clearance.
#[derive(Debug, Clone, PartialEq)]
pub struct SolidPlan(pub(super) CutPlan);

impl SolidPlan {
    /// Returns the plan in numbers.
    pub fn summary(&self) -> &CutSummary {
        &self.0.summary
    }
}

/// Plans plates for 3D printers, with the clearance of `options` or [`CutOptions::SOLID_FIT`].
///
/// # Errors
/// As [`plan_divided`].
pub fn plan_solids(
    tiling: &Tiling,
    options: &CutOptions,
    division: CutDivision<'_>,
) -> Result<SolidPlan, CutError> {
    Ok(SolidPlan(plan_divided(tiling, &options.for_solids(), division)?))
}

/// Plans the sheets, separately for each part of a division.
///
/// A design that is larger than the stock is split into [`Panels`] if lines are shared. The pieces of a
/// fabric share lines where they tile the stock.
///
/// # Units
/// All lengths of `options` in mm.
///
/// # Errors
/// [`CutError::Lines`] for options that contradict each other; [`CutError::Geometry`] for a piece whose notch
/// closes, or of which nothing is left; [`CutError::Layout`] for a piece that fits on no sheet;
/// [`CutError::Stopped`] if the stop flag of `options` was raised.
pub fn plan_divided(
    tiling: &Tiling,
    options: &CutOptions,
    division: CutDivision<'_>,
) -> Result<CutPlan, CutError> {
    plan_designs(std::slice::from_ref(tiling), options, division)
}

/// Plans the sheets of several designs: their pieces, trays and boxes share sheets, and a set is one of each. The pieces of
/// several are only divided as [`CutDivision::Whole`].
///
/// # Errors
/// As [`plan_divided`], and [`LineError::PanelsOfSets`] if lines must be shared and a design is larger than the stock.
pub fn plan_designs(
    tilings: &[Tiling],
    options: &CutOptions,
    division: CutDivision<'_>,
) -> Result<CutPlan, CutError> {
    check_fit(options, division.kind())?;
    if tilings.iter().any(|tiling| tiling.placements().is_empty()) {
        return Err(CutError::NoPieces);
    }
    let trace = |tiling| Ok(Arc::new(own_board::trace(tiling, options)?));
    let patchworks = tilings.iter().map(trace).collect::<Result<Vec<_>, CutError>>()?;
    let mut plan = if fits_better_turned(&patchworks, options, division)? {
        turned(tilings, &patchworks, options, division)?
    } else {
        planned(tilings, &patchworks, options, division)?
    };
    plan.summary.back = back::turn_over(&mut plan, options);
    if options.near_corner {
        let stock = plan.summary.stock_mm;
        plan.sheets.iter_mut().for_each(|sheet| sheet.move_to_near_corner(stock, options));
    }
    Ok(plan)
}

/// Plans the sheets turned by a quarter, and turns them back with all their lines.
fn turned(
    tilings: &[Tiling],
    patchworks: &[Arc<Patchwork>],
    options: &CutOptions,
    division: CutDivision<'_>,
) -> Result<CutPlan, CutError> {
    let stock = options.stock();
    let mut plan = planned(tilings, patchworks, &options.on_turned_stock(), division)?;
    plan.summary.offcuts.iter_mut().for_each(|offcut| {
        let sheet = &plan.sheets[offcut.sheet - 1];
        offcut.turn(sheet.size_mm.map_or(stock.width, |size| size.height));
    });
    plan.sheets.iter_mut().for_each(|sheet| sheet.turn(stock.width));
    plan.summary.stock_mm = Dimensions { width: stock.width, height: stock.height };
    plan.summary.turned = true;
    if let Some(first) = &mut plan.summary.first {
        (first.width_mm, first.height_mm) = (first.height_mm, first.width_mm);
    }
    Ok(plan)
}

/// Returns whether the whole design fits on the stock only after a quarter turn, so that its pieces can share
/// lines; or several sets on fewer sheets.
fn fits_better_turned(
    patchworks: &[Arc<Patchwork>],
    options: &CutOptions,
    division: CutDivision<'_>,
) -> Result<bool, CutError> {
    let kind = division.kind();
    let whole = kind == CutDivisionKind::Whole && known_lines(options, kind) != Some(LinesCut::Separate);
    let turned = options.on_turned_stock();
    if !whole || !shared::fits(patchworks, &turned)? {
        return Ok(false);
    }
    let sheets = |options| shared::sheets_of_sets(patchworks, options);
    let are_several = options.copies * patchworks.len() > 1;
    Ok(!shared::fits(patchworks, options)?
        || (are_several && options.needs_no_room() && sheets(&turned)? < sheets(options)?))
}

/// Returns by how many degrees pieces may be turned on the sheet: not with a seam allowance, because fabric
/// has a grain, unless that is allowed.
fn turns(tilings: &[Tiling], options: &CutOptions, kind: CutDivisionKind) -> Vec<i32> {
    let fabric = options.seam_allowance > 0.0;
    let allowed = if let CutDivisionKind::Fabrics { turned } = kind { turned } else { !fabric };
    let degrees = tilings.iter().map(Tiling::lattice).flat_map(|lattice| {
        lattice.symmetries().filter_map(move |symmetry| i32::try_from(symmetry.degrees(lattice)).ok())
    });
    // Every turn once, though there are reflections too.
    let turns: std::collections::BTreeSet<i32> = degrees.filter(|&turn| allowed && turn > 0).collect();
    turns.into_iter().collect()
}

/// Plans the sheets in the orientation of the stock.
fn planned(
    tilings: &[Tiling],
    patchworks: &[Arc<Patchwork>],
    options: &CutOptions,
    division: CutDivision<'_>,
) -> Result<CutPlan, CutError> {
    let kind = division.kind();
    let (tiling, patchwork) = (&tilings[0], &patchworks[0]);
    let pieces: usize = patchworks.iter().map(|patchwork| patchwork.patches().len()).sum();
    let fits = shared::fits(patchworks, options)?;
    let wanted = match known_lines(options, kind) {
        Some(lines) => lines == LinesCut::Shared,
        None => fits || kind != CutDivisionKind::Whole,
    };
    options.line.tool.check(wanted, options.cell)?;
    options.stop.check()?;
    let groups = division::groups((patchwork, pieces), division, options.copies);
    let designs = WholeDesign::all(tilings, patchworks, options, |patchwork| knobs(patchwork, options))?;
    let title = &designs.iter().map(|design| design.title.as_str()).collect::<Vec<_>>().join(" + ");
    // Neither knobs nor lines of one's own end where panels do.
    let has_knobs = designs.iter().any(|design| design.knobs.is_some());
    let wanted = wanted && (!has_knobs || knobs_may_share(options, kind, fits)?);
    let extras = Extras::new(&designs, options)?;
    // In panels, and by fabric or piece, sheets are full already or of other materials.
    let share = extras.share_sheets(options) && kind == CutDivisionKind::Whole && (fits || !wanted);
    let beside: &[ExtraPart] = if share { &extras.parts } else { &[] };
    let shared =
        if wanted { shared_sheets((title, &designs), &groups, (options, beside), division)? } else { None };
    let (lines, mut planned) = match &shared {
        Some(shared) => {
            (LinesCut::Shared, shared::plan(&shared.sheets, pieces, (options, &designs), beside)?)
        }
        None => {
            check_separate(options)?;
            if options.line.lines == Lines::Shared {
                let Stock { width, height, .. } = options.stock();
                return Err(LineError::NoSharedMat { width, height }.into());
            }
            let mut turns = turns(tilings, options, kind);
            if !beside.is_empty() && !turns.contains(&90) {
                turns.push(90);
            }
            (LinesCut::Separate, separate::plan((title, &designs), (&groups, beside), (options, &turns))?)
        }
    };
    options.stop.check()?;
    let inlay = options.inlay.map(|wish| inlay::plan(title, patchwork, (options, wish), &mut planned));
    let inlay = inlay.transpose()?;
    if !share {
        extras.add((title, tiling), options, &mut planned)?;
    }
    let Extras { mut boxed, left_out, .. } = extras;
    let (split, panels) = shared.map_or((None, Vec::new()), |shared| (shared.split, shared.panels));
    let stock = options.stock();
    let usable = stock.usable()?;
    let Planned { sheets, found, least, run_mm, released, uses, tabs, first, boards, .. } = planned;
    let of_main = sheets.iter().filter(|sheet| sheet.size_mm.is_none()).count();
    if let Some(has) = options.most_sheets.filter(|&most| of_main > most) {
        let Stock { width, height, .. } = stock;
        return Err(LineError::TooFewSheets { needed: of_main, has, width, height }.into());
    }
    let offcuts = if options.offcuts { offcuts::left(&sheets, &boards, &stock) } else { Vec::new() };
    let finished = |design| WholeDesign::finished(design, options, lines);
    let of_piece = |piece: usize| designs.iter().rfind(|design| design.before < piece);
    let first = first.and_then(|first| Some((of_piece(first.0)?, first)));
    let sizes = designs.iter().map(|design| finished(design).sizes()).collect::<Result<Vec<_>, _>>()?;
    let numbered = released.into_iter().enumerate();
    let release = |(at, (sheet, step))| Release { piece: at % pieces + 1, set: at / pieces + 1, sheet, step };
    let free = numbered.map(release).collect();
    let summary = CutSummary {
        pieces,
        copies: options.copies,
        sheets: sheets.len(),
        sheets_at_least: sheets_at_least(&uses, division, (usable, &options.stocks())),
        fabrics: fabric_uses(&uses, usable),
        on_sheets: uses,
        panels,
        panels_by_area: split.as_ref().map(Panels::by_area),
        panels_at_least: split.as_ref().map(Panels::at_least),
        stock_mm: Dimensions { width: stock.width, height: stock.height },
        finished_mm: patchwork.bounds().dimensions(),
        lines,
        turned: false,
        cut_length_mm: found.cut_length_mm,
        run_length_mm: run_mm,
        pen_downs: found.pen_downs,
        travel_mm: found.travel_mm,
        least,
        gap_mm: clearance(options, lines),
        tabs_at_least: tabs,
        pieces_fit: PiecesFit::new(patchwork, designs[0].knobs.as_ref(), options),
        sizes: sizes.into_iter().flatten().collect(),
        first: first.map(|(design, first)| finished(design).first(first)).transpose()?,
        inlay,
        offcuts,
        back: None,
        free,
    };
    let fabrics = match division {
        CutDivision::Fabrics { plan, .. } => Some(PlannedFabrics::from_plan(plan)),
        CutDivision::Whole | CutDivision::Pieces => None,
    };
    let (title, cell_mm, mirrored) = (title.to_owned(), options.cell, options.mirror);
    let plan = CutPlan {
        title,
        cell_mm,
        mirrored,
        sheets,
        fabrics,
        designs: Vec::new(),
        before: 0,
        curves: Vec::new(),
        board: patchwork.own_board().map(PlannedBoard::of),
        boxed: None,
        left_out,
        summary,
    };
    if let [only] = designs.as_slice() {
        return Ok(CutPlan { curves: only.curves(), boxed: boxed.pop().flatten(), ..plan });
    }
    let planned = designs.iter().zip(boxed).map(|(design, boxed)| design.planned(boxed, options));
    Ok(CutPlan { designs: planned.collect(), ..plan })
}

/// What is cut beside the pieces.
struct Extras {
    /// The parts of trays and boxes of all sets.
    parts: Vec<ExtraPart>,
    /// What they are of.
    what: &'static str,
    /// Whether they are of several sets or designs.
    of_several: bool,
    /// The box of each design, if there is one.
    boxed: Vec<Option<PlannedBox>>,
    /// The words that the tray has not.
    left_out: Vec<LeftOut>,
}

impl Extras {
    fn new(designs: &[WholeDesign<'_>], options: &CutOptions) -> Result<Self, CutError> {
        let what = match (&options.tray, options.boxed) {
            (Some(_), Some(_)) => "tray and box",
            (None, Some(_)) => "box",
            _ => "tray",
        };
        let mut all =
            Self { parts: Vec::new(), what, boxed: Vec::new(), left_out: Vec::new(), of_several: false };
        for design in designs {
            let (tiling, shapes) = (design.tiling, (&*design.patchwork, design.knobs.as_ref()));
            let tray =
                options.tray.as_ref().map(|tray| tray::parts(tiling, shapes, options, tray)).transpose()?;
            let (tray, left_out) = tray.unzip();
            let boxed = options.boxed.map(|wish| boxed::plan(tiling, shapes, (options, wish))).transpose()?;
            let (boxed, parts) = boxed.unzip();
            let parts = tray.into_iter().chain(parts).flatten();
            let named = |part: ExtraPart| match designs.len() {
                1 => Ok(part),
                _ => part.renamed(|name| part_name(name, &design.title)),
            };
            all.parts.extend(parts.map(named).collect::<Result<Vec<_>, CutError>>()?);
            all.boxed.push(boxed);
            all.left_out.extend(left_out.into_iter().flatten());
        }
        let one = std::mem::take(&mut all.parts);
        all.parts = std::iter::repeat_n(one, options.copies).flatten().collect();
        all.of_several = options.copies * designs.len() > 1;
        Ok(all)
    }

    /// Returns whether they are nested together with the pieces: if all are known to be of one material, which is
    /// so if several sets are cut.
    fn share_sheets(&self, options: &CutOptions) -> bool {
        let is_one_material = options.one_material || options.copies > 1 || !options.stock_first.is_empty();
        let is_plain = options.printed_pieces.is_none() && options.inlay.is_none();
        !self.parts.is_empty() && is_one_material && is_plain && options.seam_allowance == 0.0
    }

    /// Adds them, on the sheet of the pieces or on sheets after it.
    fn add(
        &self,
        (title, tiling): (&str, &Tiling),
        options: &CutOptions,
        planned: &mut Planned,
    ) -> Result<(), CutError> {
        if self.parts.is_empty() {
            return Ok(());
        }
        // Base, frame and pieces of a calendar are usually of one sheet of wood.
        let is_wood = options.printed_pieces.is_none() && options.boxed.is_none();
        let has_words = !tiling.board().whole().labels().is_empty();
        let sheets = if is_wood && has_words { PartSheets::Shared } else { PartSheets::Own };
        extras::plan((title, self.what), &self.parts, (options, sheets), planned)
    }
}

/// Returns the knobs of the pieces, if there are any.
fn knobs(patchwork: &Patchwork, options: &CutOptions) -> Result<Option<Knobs>, CutError> {
    if let Some(curves) = patchwork.own_curves() {
        return Ok(Some(Knobs { curves: curves.to_vec() }));
    }
    let gap = options.kerf.max(options.line.fit.unwrap_or(0.0));
    options.line.knobs.map(|wish| Knobs::of(patchwork, wish, (options.cell, gap), &options.stop)).transpose()
}

/// Returns whether pieces with knobs share their lines: only if the whole design is on one sheet.
fn knobs_may_share(options: &CutOptions, kind: CutDivisionKind, fits: bool) -> Result<bool, CutError> {
    let asked = options.line.lines == Lines::Shared;
    if kind != CutDivisionKind::Whole {
        return if asked { Err(LineError::KnobsOfFabrics.into()) } else { Ok(false) };
    }
    if asked && !fits {
        let Stock { width, height, .. } = options.stock();
        return Err(LineError::KnobsInPanels { width, height }.into());
    }
    Ok(fits)
}

/// Sheets of pieces that share their lines, and the panels of the design.
#[derive(Default)]
struct SharedSheets {
    sheets: Vec<BlockSheet>,
    split: Option<Panels>,
    panels: Vec<PanelUse>,
}

/// Places pieces edge to edge; `None` if the pieces of a fabric do not tile the stock.
fn shared_sheets(
    (title, designs): (&str, &[WholeDesign<'_>]),
    groups: &[Group],
    (options, beside): (&CutOptions, &[ExtraPart]),
    division: CutDivision<'_>,
) -> Result<Option<SharedSheets>, CutError> {
    let WholeDesign { tiling, patchwork, .. } = &designs[0];
    let patchworks: Vec<Arc<Patchwork>> =
        designs.iter().map(|design| Arc::clone(&design.patchwork)).collect();
    if let CutDivision::Fabrics { turned, .. } = division {
        let sheets = shared::on_mats(title, tiling, groups, options, turned)?;
        return Ok(sheets.map(|sheets| SharedSheets { sheets, ..SharedSheets::default() }));
    }
    if shared::fits(&patchworks, options)? {
        let sheets = shared::whole(title, &patchworks, (options, beside))?;
        return Ok(Some(SharedSheets { sheets, ..SharedSheets::default() }));
    }
    if options.copies * designs.len() > 1 {
        return Err(LineError::PanelsOfSets.into());
    }
    let usable = options.stock().usable()?;
    let split = Panels::split(patchwork, usable.width(), usable.height(), &options.stop)?;
    let (sheets, sheet_of) = shared::in_panels(title, (tiling, patchwork), &split, options)?;
    let panels = panel_uses(&split, &sheet_of);
    Ok(Some(SharedSheets { sheets, split: Some(split), panels }))
}

#[cfg(test)]
mod tests;
