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
mod oriented;
mod own_board;
mod placed;
mod plan_in_words;
mod separate;
mod shared;
mod sheet;
mod summary;
mod test_card;
mod tray;
mod triplication;
mod uses;

use std::sync::Arc;

use super::{CutError, CutOptions};
use fit::known_lines;
use oriented::planned;
use piecework_draw::color::{Color, Fabric, FabricPlan};
use piecework_draw::geometry::{Dimensions, Patchwork, Stretch};
use piecework_draw::render::{Content, FormatRef};
use piecework_tiling::tiling::Tiling;

pub(crate) use assembled::Assembled;
pub use back::BackSummary;
pub use base::LeftOut;
pub(super) use base::{HALF_STROKE, SMALLEST_WORDS};
pub use boxed::{BoxPanel, PlannedBox, Stands};
pub use designs::PlannedDesign;
pub(crate) use designs::{design_of, plain_name};
pub use division::{CutDivision, CutDivisionKind, FabricUse, PanelUse, SheetUse};
pub use fit::{FirstPiece, LinesCut, PieceSize, PiecesFit, check_fit};
pub use inlay::InlaySummary;
pub use offcuts::Offcut;
pub use own_board::{PlannedBoard, PlannedLine};
pub use sheet::{
    BackSide, Body, CutSheet, PieceLabel, PieceOutline, PlainPiece, PlannedCut, PrintedBoard, ToolLine,
};
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

/// Plans plates of one design or of several for 3D printers, with the clearance of `options` or
/// [`CutOptions::SOLID_FIT`].
///
/// # Errors
/// As [`plan_designs`].
pub fn plan_solids(
    tilings: &[Tiling],
    options: &CutOptions,
    division: CutDivision<'_>,
) -> Result<SolidPlan, CutError> {
    Ok(SolidPlan(plan_designs(tilings, &options.for_solids(), division)?))
}

/// Plans the sheets, separately for each part of a division.
///
/// A design that is larger than the stock is split into [`Panels`](crate::Panels) if lines are shared. The pieces of a
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
/// As [`plan_divided`], and [`LineError::PanelsOfSets`](crate::LineError::PanelsOfSets) if lines must be shared and a
/// design is larger than the stock.
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

#[cfg(test)]
mod tests;
