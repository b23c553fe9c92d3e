//! A quilt in numbers: what it takes and what comes out.

use super::assembly::{Assembly, AssemblySteps};
use super::assembly::{RowStep, row_steps};
use super::buying;
use super::comparison::MethodTable;
use super::design::{Design, FabricNeed, TemplateUse};
use super::edge::TopEdge;
use super::error::QuiltError;
use super::fused::{ChartRow, Fused};
use super::half_squares::HalfSquares;
use super::joining::SewingOrder;
use super::matching::PatchMatch;
use super::options::Method;
use super::piecing::TriangleRows;
use super::prints::refuse_too_few;
use super::stash::{StashRow, TopFabric, rows};
use super::straight::{StraightFigures, StraightSeams};
use super::yardage::Yardage;
use crate::units::Units;
use piecework_draw::color::FabricFacts;
use piecework_draw::geometry::Dimensions;

/// A quilt in numbers.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct QuiltSummary {
    /// How it is cut and sewn.
    pub method: Method,
    /// The number of patches.
    pub patches: usize,
    /// The finished size.
    pub finished_mm: Dimensions,
    /// Finished edge of a cell, in mm.
    pub cell_mm: f64,
    /// Seam allowance, in mm.
    pub seam_allowance_mm: f64,
    /// Length of all seams, in mm.
    pub seam_length_mm: f64,
    /// The number of inside corners that a neighbour is sewn into.
    pub set_in_corners: usize,
    /// The plan of straight seams in numbers, if the quilt is sewn with these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub straight: Option<StraightFigures>,
    /// The rows, if it is sewn in rows of triangles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<TriangleRows>,
    /// The steps in which those are sewn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub row_steps: Vec<RowStep>,
    /// How whole patches are sewn together, step by step; none if patches are cut into rectangles or strips.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assembly: Option<AssemblySteps>,
    /// The sections, if its squares are fused before they are sewn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fused: Option<Fused>,
    /// The quilt row by row, if it shows a photo or is fused.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chart: Vec<ChartRow>,
    /// How the edge is finished, if the top is not a rectangle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge: Option<TopEdge>,
    /// The half-square triangles, if there are such.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub half_squares: Option<HalfSquares>,
    /// The construction methods compared.
    pub methods: MethodTable,
    /// The templates; none if the quilt is sewn from rectangles.
    pub templates: Vec<TemplateUse>,
    /// Match marks and set-in corners of each patch; none if the quilt is sewn from rectangles.
    pub match_marks: Vec<PatchMatch>,
    /// The fabrics.
    pub fabrics: Vec<FabricNeed>,
    /// Whether fewer fabrics are proved not to be enough.
    pub fewest_fabrics: bool,
    /// What can be said of how the fabrics are assigned.
    pub coloring: FabricFacts,
    /// How much fabric it takes, and how that is cut.
    pub yardage: Yardage,
    /// What is needed and left of each fabric of the stash; empty if no stash was given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stash: Vec<StashRow>,
}

impl QuiltSummary {
    /// Returns what to buy, one line for each thing, without what is cut from the stash.
    pub fn shopping_list(&self, units: Units) -> Vec<String> {
        let lines = self.yardage.to_buy(units).into_iter();
        let bought = lines.filter(|&(what, _)| !self.stash.iter().any(|row| row.covers(what, &self.yardage)));
        bought.map(|(_, line)| line).collect()
    }
}

/// Counts fabric, and sums up a design with its seams.
pub(super) fn summary(
    design: &Design,
    straight: Option<&StraightSeams>,
    order: Option<&SewingOrder>,
    methods: MethodTable,
) -> Result<QuiltSummary, QuiltError> {
    let options = &design.options;
    let (cell, allowance) = (options.block_cell(), options.seam_allowance);
    let fabrics = match straight {
        None => design.fabric_needs()?,
        Some(straight) => straight.fabric_needs(options),
    };
    let mut fabric_order = buying::order(design, straight.map(|straight| &straight.plan))?;
    let mut half_squares = HalfSquares::of(design, order);
    if let Some(halves) = half_squares.take() {
        let (halves, of_halves) = buying::with_half_squares(halves, fabric_order, options)?;
        (half_squares, fabric_order) = (Some(halves), of_halves);
    }
    if let Some(straight) = straight {
        fabric_order = buying::with_strip_sets(fabric_order, &straight.pairs);
    }
    options.stop.check()?;
    let mut yardage = buying::counted(fabric_order, options)?;
    options.stop.check()?;
    if let Some(bed) = &mut yardage.bed {
        bed.is_out_of_reach = bed.is_rectangle && options.yardage.borders.is_empty() && bed.is_too_short();
    }
    if let Some(packages) = &yardage.packages {
        refuse_too_few(packages)?;
    }
    options.stop.check()?;
    let stash = rows(&on_top(design), &yardage, options)?;
    options.stop.check()?;
    let sewn_by_hand = options.method == Method::EnglishPaper;
    let corners = if sewn_by_hand { 0 } else { design.patchwork.set_in_corners().len() };
    let whole = straight.is_none();
    let mut assembly = order.map(|order| Assembly { design, order }.steps());
    if let (Some(assembly), Some(halves)) = (&mut assembly, &half_squares) {
        // They are chain pieced as units.
        assembly.chain.retain(|step| !halves.steps.contains(step));
    }
    Ok(QuiltSummary {
        method: options.method,
        patches: design.whole.placements().len(),
        finished_mm: design.extent().dimensions(),
        cell_mm: cell,
        seam_allowance_mm: allowance,
        seam_length_mm: straight.map_or_else(
            || design.patchwork.seam_length(),
            |straight| straight.figures.seam_cells as f64 * cell,
        ),
        set_in_corners: straight.map_or(corners, |straight| straight.figures.set_in_corners),
        straight: straight.map(|straight| straight.figures.clone()),
        rows: design.rows().map(|rows| rows.plan.clone()),
        row_steps: row_steps(design),
        assembly,
        fused: Fused::of(design),
        chart: Vec::new(),
        edge: design.edge.clone(),
        half_squares,
        methods,
        templates: if whole { design.templates.clone() } else { Vec::new() },
        match_marks: if whole && options.method != Method::Fused {
            design.matching.patches.clone()
        } else {
            Vec::new()
        },
        fabrics,
        fewest_fabrics: design.fewest,
        coloring: design.coloring.clone(),
        yardage,
        stash,
    })
}

/// The fabrics of the top with their patches and cells.
fn on_top(design: &Design) -> Vec<TopFabric<'_>> {
    let fabric_of = design.fabric_of_patches();
    let counted = design.fabrics.iter().enumerate().map(|(fabric, of)| {
        let patches = design.whole.placements().iter().zip(&fabric_of);
        let mine = patches.filter(|&(_, &other)| other == fabric);
        let (patches, cells) = mine.fold((0, 0), |(n, cells), (patch, _)| (n + 1, cells + patch.cells.len()));
        TopFabric { name: &of.name, patches, cells }
    });
    counted.collect()
}
