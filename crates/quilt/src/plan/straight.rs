//! A quilt of straight seams: every rectangle and every step with its sizes, written exactly.
//!
//! Columns, rows and steps count from 1, as people do.

use std::collections::BTreeMap;

use super::cut_patches::cut_apart;
use super::design::{Design, FabricNeed};
use super::equal_blocks::same_steps;
use super::error::QuiltError;
use super::joining::{SewingOrder, order_of_parts};
use super::options::QuiltOptions;
use super::pairs::{AlikePairs, alike};
use super::paper;
use super::piecing::{self, CellRect, Foundation, Objective, PiecedPart, PiecingPlan, Press};
use super::pressing::wishes;
use piecework_draw::color::Fabric;
use piecework_tiling::tiling::Tiling;

/// How a quilt is sewn with straight seams.
#[derive(Debug, Clone, serde::Serialize)]
pub struct StraightSeams {
    /// The plan, in cells.
    pub plan: PiecingPlan,
    /// The plan in numbers.
    #[serde(skip)]
    pub figures: StraightFigures,
    /// Every rectangle of cloth, block by block.
    pub rectangles: Vec<RectangleRow>,
    /// Every step, in order.
    pub steps: Vec<StepRow>,
    /// What is sewn on paper, if that was asked for.
    pub foundations: Vec<FoundationRow>,
    /// Pairs of rectangles that are sewn more than once as a first step.
    pub pairs: Vec<AlikePairs>,
    /// The rectangles whose corners are cut away before they are sewn; empty unless Y-seams are allowed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cut_away: Vec<CutAway>,
    /// The rectangles as patches of their own; behind the fabrics of the quilt the background, if it is
    /// needed.
    #[serde(skip)]
    pub(crate) cloth: Design,
    /// The order in which they are sewn: the steps of the plan.
    #[serde(skip)]
    pub(crate) order: SewingOrder,
    /// The fabric of each part of the plan; none for parts that are sewn.
    #[serde(skip)]
    pub(crate) fabric_of: Vec<Option<usize>>,
    /// What is cut from each fabric, small sizes first.
    #[serde(skip)]
    pub(crate) sizes: Vec<Vec<RectangleUse>>,
}

/// What a plan of straight seams comes to.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct StraightFigures {
    /// The objective of the plan.
    pub objective: Objective,
    /// The number of rectangles.
    pub rectangles: usize,
    /// The number of seams.
    pub seams: usize,
    /// The length of all seams in edges of a cell.
    pub seam_cells: usize,
    /// The number of set-in corners: of Y-seams, none unless they are allowed.
    pub set_in_corners: usize,
    /// A proven lower bound for the number of rectangles, in any sewing order.
    pub least_rectangles: Option<usize>,
    /// The length of the longest chain of steps that depend on each other.
    pub depth: usize,
    /// The number of blocks.
    pub blocks: usize,
    /// Where two seams end on both sides of a third and are pressed to opposite sides.
    pub crossings: usize,
    /// The number of foundations that are printed.
    pub foundations: usize,
    /// The number of seams sewn on foundations.
    pub seams_on_foundations: usize,
    /// The rectangles by fabric and size.
    pub sizes: Vec<RectangleUse>,
}

/// Rectangles of one size from one fabric.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct RectangleUse {
    /// The fabric.
    pub fabric: String,
    /// The shorter side in cells, and the longer; with a one-way print the width and the height.
    pub cells: (usize, usize),
    /// The same finished.
    pub finished: (String, String),
    /// The same as cut, with seam allowance.
    pub cut: (String, String),
    /// Whether they are sewn on paper, and so cut larger all around.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub on_paper: bool,
    /// How many.
    pub count: usize,
    /// Their labels, in the order of the blocks.
    pub labels: Vec<String>,
}

/// Rectangles of one size with the same corners cut away, right side up as in the quilt.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct CutAway {
    /// Their labels.
    pub labels: Vec<String>,
    /// Their width as cut.
    pub width: String,
    /// Their height as cut.
    pub height: String,
    /// What is cut away.
    pub corners: Vec<CornerCut>,
}

/// A corner that is cut away. The sizes are those of the finished corner: its edges move outward and inward
/// by one seam allowance.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct CornerCut {
    /// Whether it is at the bottom, else at the top.
    pub at_bottom: bool,
    /// Whether it is at the right, else at the left.
    pub at_right: bool,
    /// Its width.
    pub width: String,
    /// Its height.
    pub height: String,
}

/// One rectangle of cloth.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct RectangleRow {
    /// Its label.
    pub label: String,
    /// The letters of its block.
    pub block: String,
    /// Its fabric.
    pub fabric: String,
    /// The name of its piece.
    pub piece: String,
    /// The number of its patch in reading order; none for background.
    pub patch: Option<usize>,
    /// Its number among the rectangles of its patch.
    pub part: usize,
    /// The number of rectangles of its patch.
    pub of: usize,
    /// Its first column.
    pub column: usize,
    /// Its first row.
    pub row: usize,
    /// How many columns wide.
    pub columns: usize,
    /// How many rows high.
    pub rows: usize,
    /// Its width in the quilt.
    pub finished_width: String,
    /// Its height in the quilt.
    pub finished_height: String,
    /// Its width as cut.
    pub cut_width: String,
    /// Its height as cut.
    pub cut_height: String,
}

/// What is sewn on one paper.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct FoundationRow {
    /// The label of the finished part.
    pub label: String,
    /// The rectangles in the order in which they are sewn on; only one where no paper is needed.
    pub rectangles: Vec<String>,
    /// Its width in the quilt.
    pub finished_width: String,
    /// Its height in the quilt.
    pub finished_height: String,
}

/// One seam.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct StepRow {
    /// Its number.
    pub step: usize,
    /// The letters of its block; none where blocks are joined.
    pub block: Option<String>,
    /// The label of the new part.
    pub makes: String,
    /// The label of the part above or to the left.
    pub first: String,
    /// The label of the part below or to the right.
    pub second: String,
    /// The length of the seam in edges of a cell.
    pub seam_cells: usize,
    /// The length of the seam; of each stretch where it has gaps, such as `4 in + 6 in`; `4 in, pivot, 2 in`
    /// for a Y-seam.
    pub seam: String,
    /// Whether it is a Y-seam.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_y_seam: bool,
    /// The side to which both allowances are pressed.
    pub press: Press,
    /// How many columns wide the new part is.
    pub columns: usize,
    /// How many rows high.
    pub rows: usize,
    /// Whether it is a rectangle; else sizes are those over all.
    pub is_rectangle: bool,
    /// Its width in the quilt.
    pub finished_width: String,
    /// Its height in the quilt.
    pub finished_height: String,
    /// Its width as measured after the step.
    pub unfinished_width: String,
    /// Its height as measured after the step.
    pub unfinished_height: String,
}

/// Plans how a tiling is sewn; foundations are small enough that each fits on two pages by two.
pub(super) fn plan(tiling: &Tiling, options: &QuiltOptions) -> Result<PiecingPlan, QuiltError> {
    let mut piecing = options.piecing;
    if let Some(most) = piecing.foundations {
        let page = paper::most_cells(options)?;
        piecing.foundations = Some((most.0.min(page.0), most.1.min(page.1)));
    }
    Ok(piecing::straight_seam_plan_until(tiling, &piecing, &options.stop)?)
}

impl StraightSeams {
    /// What papers that are sewn on are called, and the file that they are printed in.
    pub(crate) const PAPERS: &'static str = "foundations";

    /// Names the fabrics and writes the sizes of a plan.
    pub(super) fn new(
        design: &Design,
        mut plan: PiecingPlan,
        least_rectangles: Option<usize>,
    ) -> Result<Self, QuiltError> {
        let (fabrics, fabric_of) = fabrics(design, &plan);
        let (cloth, order) = sewn(design, &plan, fabrics, &fabric_of)?;
        piecing::press(&mut plan, &wishes(&cloth, &order), same_steps(&cloth, &order));
        let fabrics = &cloth.fabrics;
        let writer = Writer { design, plan: &plan, fabrics, fabric_of: &fabric_of };
        let sizes = writer.sizes();
        let figures = figures(&plan, least_rectangles, &sizes);
        let rectangles = writer.rectangle_rows();
        let steps = (0..plan.steps.len()).map(|step| writer.step_row(step)).collect();
        let foundations = plan.foundations.iter().map(|foundation| writer.foundation_row(foundation));
        let foundations = foundations.collect();
        let pairs = alike(design, &plan, &fabric_of, &|fabric| fabrics[fabric].name.clone());
        let cut_away = writer.cut_away();
        Ok(Self {
            figures,
            rectangles,
            steps,
            foundations,
            pairs,
            cut_away,
            cloth,
            order,
            sizes,
            plan,
            fabric_of,
        })
    }

    /// What is cut from each fabric.
    pub(super) fn fabric_needs(&self, options: &QuiltOptions) -> Vec<FabricNeed> {
        let mut needs = FabricNeed::none_yet(&self.cloth.fabrics);
        let size = options.cut_size();
        let on_paper = self.plan.on_paper();
        for ((part, fabric), on_paper) in self.plan.parts.iter().zip(&self.fabric_of).zip(on_paper) {
            let (Some(patch), &Some(fabric)) = (&part.patch, fabric) else { continue };
            let [width, height] = [part.area.columns, part.area.rows].map(|cells| size.side(cells, on_paper));
            needs[fabric].cut_area_mm2 += width.mm() * height.mm();
            needs[fabric].patches += usize::from(patch.number == 1);
        }
        needs
    }
}

/// The fabrics of a plan, and which of them each part has.
fn fabrics(design: &Design, plan: &PiecingPlan) -> (Vec<Fabric>, Vec<Option<usize>>) {
    let mut fabrics = design.fabrics.clone();
    if plan.cloth().any(|(_, patch)| patch.placement.is_none()) {
        fabrics.push(Fabric { name: design.options.background_name(), color: design.next_color() });
    }
    let background = design.fabrics.len();
    let fabric_of = |part: &PiecedPart| {
        let placement = part.patch.as_ref()?.placement;
        Some(placement.map_or(background, |placement| design.fabric_of[placement]))
    };
    (fabrics, plan.parts.iter().map(fabric_of).collect())
}

/// The rectangles of a plan as patches, and the order in which they are sewn.
fn sewn(
    design: &Design,
    plan: &PiecingPlan,
    fabrics: Vec<Fabric>,
    fabric_of: &[Option<usize>],
) -> Result<(Design, SewingOrder), QuiltError> {
    let cloth = (0..plan.parts.len()).filter(|&part| fabric_of[part].is_some());
    let groups = cloth.map(|part| (plan.parts[part].cells_of_cloth(), part)).collect();
    let (tiling, part_of) = cut_apart(design.whole.puzzle().name(), design.whole.lattice(), groups);
    let names = part_of.iter().map(|&part| plan.parts[part].label.clone()).collect();
    let fabric_of = part_of.iter().filter_map(|&part| fabric_of[part]).collect();
    let cloth = design.of_rectangles(tiling, names, (fabrics, fabric_of))?;
    // For each part the patches that it is made of.
    let mut patches = vec![Vec::new(); plan.parts.len()];
    (0..).zip(part_of).for_each(|(patch, part)| patches[part].push(patch));
    let mut steps = Vec::new();
    for step in &plan.steps {
        let (first, second) = (patches[step.first].clone(), patches[step.second].clone());
        patches[step.makes] = [first.as_slice(), &second].concat();
        steps.push((plan.parts[step.makes].block, first, second));
    }
    let blocks = plan.blocks.iter().map(|block| patches[block.part].clone()).collect();
    let order = order_of_parts(&cloth.patchwork, blocks, steps, &design.options.stop)?;
    Ok((cloth, order))
}

fn figures(
    plan: &PiecingPlan,
    least_rectangles: Option<usize>,
    sizes: &[Vec<RectangleUse>],
) -> StraightFigures {
    StraightFigures {
        objective: plan.objective,
        rectangles: plan.rectangles(),
        seams: plan.steps.len(),
        seam_cells: plan.seam_cells(),
        set_in_corners: plan.y_seams,
        least_rectangles,
        depth: plan.depth,
        blocks: plan.blocks.len(),
        crossings: plan.crossings.len(),
        foundations: plan.foundations.iter().filter(|foundation| foundation.order.len() > 1).count(),
        seams_on_foundations: plan.foundations.iter().map(|foundation| foundation.steps.len()).sum(),
        sizes: sizes.iter().flatten().cloned().collect(),
    }
}

/// Writes the rows of a plan.
struct Writer<'a> {
    design: &'a Design,
    plan: &'a PiecingPlan,
    fabrics: &'a [Fabric],
    fabric_of: &'a [Option<usize>],
}

impl Writer<'_> {
    fn finished(&self, cells: usize) -> String {
        self.design.finished(cells)
    }

    fn unfinished(&self, cells: usize) -> String {
        self.design.unfinished(cells)
    }

    /// What a side is cut: larger for paper.
    fn cut(&self, cells: usize, on_paper: bool) -> String {
        let options = &self.design.options;
        options.cut_size().side(cells, on_paper).write(options.units)
    }

    /// The rectangles of cloth with their fabrics, and whether they are sewn on paper.
    fn cloth(&self) -> impl Iterator<Item = (&PiecedPart, usize, bool)> {
        let parts = self.plan.parts.iter().zip(self.fabric_of).zip(self.plan.on_paper());
        parts.filter_map(|((part, fabric), on_paper)| Some((part, (*fabric)?, on_paper)))
    }

    fn foundation_row(&self, foundation: &Foundation) -> FoundationRow {
        let parts = &self.plan.parts;
        let PiecedPart { label, area, .. } = &parts[foundation.part];
        FoundationRow {
            label: label.clone(),
            rectangles: foundation.order.iter().map(|&part| parts[part].label.clone()).collect(),
            finished_width: self.finished(area.columns),
            finished_height: self.finished(area.rows),
        }
    }

    fn sizes(&self) -> Vec<Vec<RectangleUse>> {
        let mut labels: BTreeMap<(usize, (usize, usize), bool), Vec<String>> = BTreeMap::new();
        for (part, fabric, on_paper) in self.cloth() {
            let one_way = self.design.options.one_way.contains(&self.fabrics[fabric].name);
            let upright = (part.area.columns, part.area.rows);
            let sides = if one_way { upright } else { part.area.sides() };
            labels.entry((fabric, sides, on_paper)).or_default().push(part.label.clone());
        }
        let mut sizes = vec![Vec::new(); self.fabrics.len()];
        for ((fabric, cells, on_paper), labels) in labels {
            sizes[fabric].push(RectangleUse {
                fabric: self.fabrics[fabric].name.clone(),
                cells,
                finished: (self.finished(cells.0), self.finished(cells.1)),
                cut: (self.cut(cells.0, on_paper), self.cut(cells.1, on_paper)),
                on_paper,
                count: labels.len(),
                labels,
            });
        }
        sizes
    }

    /// Where corners are cut away.
    fn cut_away(&self) -> Vec<CutAway> {
        let mut found: Vec<CutAway> = Vec::new();
        for (part, ..) in self.cloth().filter(|(part, ..)| !part.corners.is_empty()) {
            let corner = |at: &CellRect| CornerCut {
                at_bottom: at.top != part.area.top,
                at_right: at.left != part.area.left,
                width: self.finished(at.columns),
                height: self.finished(at.rows),
            };
            let of = CutAway {
                labels: vec![part.label.clone()],
                width: self.cut(part.area.columns, false),
                height: self.cut(part.area.rows, false),
                corners: part.corners.iter().map(corner).collect(),
            };
            let alike = |other: &&mut CutAway| {
                (&other.width, &other.height, &other.corners) == (&of.width, &of.height, &of.corners)
            };
            match found.iter_mut().find(alike) {
                Some(known) => known.labels.extend(of.labels),
                None => found.push(of),
            }
        }
        found
    }

    fn rectangle_rows(&self) -> Vec<RectangleRow> {
        let block = |block: Option<usize>| block.map_or("", |block| &self.plan.blocks[block].label);
        let rows = self.cloth().filter_map(|(part, fabric, on_paper)| {
            let patch = part.patch.as_ref()?;
            let CellRect { left, top, columns, rows } = part.area;
            Some(RectangleRow {
                label: part.label.clone(),
                block: block(part.block).to_owned(),
                fabric: self.fabrics[fabric].name.clone(),
                piece: patch.piece.clone(),
                patch: patch.placement.map(|placement| placement + 1),
                part: patch.number,
                of: patch.of,
                column: left + 1,
                row: top + 1,
                columns,
                rows,
                finished_width: self.finished(columns),
                finished_height: self.finished(rows),
                cut_width: self.cut(columns, on_paper),
                cut_height: self.cut(rows, on_paper),
            })
        });
        rows.collect()
    }

    /// A step by its place in the plan.
    fn step_row(&self, index: usize) -> StepRow {
        let step = &self.plan.steps[index];
        let label = |part: usize| self.plan.parts[part].label.clone();
        let made = &self.plan.parts[step.makes];
        let stretches = step.stretches.iter().map(|stretch| self.finished(stretch.to - stretch.from));
        let CellRect { columns, rows, .. } = made.area;
        StepRow {
            step: index + 1,
            block: made.block.map(|block| self.plan.blocks[block].label.clone()),
            makes: label(step.makes),
            first: label(step.first),
            second: label(step.second),
            seam_cells: step.seam,
            seam: stretches.collect::<Vec<String>>().join(if step.turn().is_some() {
                ", pivot, "
            } else {
                " + "
            }),
            is_y_seam: step.turn().is_some(),
            press: step.press,
            columns,
            rows,
            is_rectangle: made.is_rectangle(),
            finished_width: self.finished(columns),
            finished_height: self.finished(rows),
            unfinished_width: self.unfinished(columns),
            unfinished_height: self.unfinished(rows),
        }
    }
}
