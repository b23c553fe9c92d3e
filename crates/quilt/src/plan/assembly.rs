//! The steps in which whole patches are sewn together, or triangles row by row, with the names and lengths a quilter reads.

use std::collections::{BTreeMap, BTreeSet};

use super::cut_patches::Rows;
use super::design::{Design, SewnUnit};
use super::joining::{Bend, BendKind, Joint, SewingOrder};
use super::options::Method;
use super::piecing::{RowUnit, TriangleRows, TriangleStrip, UnitSeam};
use super::pressing::{PressToward, pressing};
use piecework_draw::geometry::Bounds;
use piecework_tiling::polyform::counted_name;

/// How whole patches are sewn together.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct AssemblySteps {
    /// The number of blocks.
    pub blocks: usize,
    /// The number of partial seams; 0 over papers.
    pub partial_seams: usize,
    /// The number of pivots where no patch has an inside corner; 0 over papers.
    pub pivots: usize,
    /// The number of bays: seams around three sides of something. Two bays for a seam around four sides.
    pub bays: usize,
    /// The most turns of the needle in one step; 0 over papers.
    pub most_turns: usize,
    /// The steps that sew two single patches: they wait for no other step and are chain pieced.
    pub chain: Vec<usize>,
    /// The number of crossings: points where two seams end on both sides of a later one; 0 over papers.
    pub crossings: usize,
    /// The number of crossings that nest.
    pub nested: usize,
    /// The steps in order.
    pub steps: Vec<AssemblyStep>,
}

/// One step.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct AssemblyStep {
    /// Its number, from 1.
    pub step: usize,
    /// The block that it belongs to; none where blocks are joined.
    pub block: Option<String>,
    /// What is added: a patch, patches that are sewn together already, or a block.
    pub adds: Vec<SewnUnit>,
    /// The numbers of all patches that are sewn together already, ascending.
    pub sewn_patches: Vec<usize>,
    /// The numbers of the patches that are added, ascending.
    pub added_patches: Vec<usize>,
    /// The fabric of the patch; none for several patches.
    pub fabric: Option<String>,
    /// The patches or blocks it is sewn to.
    pub to: Vec<SewnUnit>,
    /// Along which patches, in order.
    pub seams: Vec<SeamAlong>,
    /// The length of all of them, in mm.
    pub seam_mm: f64,
    /// The same, written.
    pub seam: String,
    /// The number of unbroken lines of these seams; more than one closes a ring.
    pub lines: usize,
    /// The numbers of the set-in corners at which the needle turns.
    pub set_in_corners: Vec<usize>,
    /// The number of pivots where no patch has an inside corner.
    pub pivots: usize,
    /// The number of bays of this step.
    pub bays: usize,
    /// To which side the seam is pressed; none over papers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub press: Option<PressToward>,
    /// Partial seams that this step leaves open.
    pub left_open: Vec<LeftOpen>,
    /// Partial seams that are finished at the end of this step.
    pub closes: Vec<ClosedEnd>,
}

/// A seam between two patches.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct SeamAlong {
    /// The number of the patch that is already sewn.
    pub sewn: usize,
    /// The number of the patch that is added.
    pub added: usize,
    /// Its finished length.
    pub length: String,
}

/// A partial seam that stays open.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct LeftOpen {
    /// The numbers of the patches.
    pub between: (usize, usize),
    /// The step that finishes it.
    pub until: usize,
}

/// A partial seam that is finished.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct ClosedEnd {
    /// The numbers of the patches.
    pub between: (usize, usize),
    /// The step that left it open.
    pub since: usize,
}

/// A design with the order in which it is sewn.
pub(crate) struct Assembly<'a> {
    pub(crate) design: &'a Design,
    pub(crate) order: &'a SewingOrder,
}

impl Assembly<'_> {
    /// Whether seams turn at corners: they do not where patches are whip-stitched side by side.
    pub(crate) fn turns(&self) -> bool {
        self.design.options.method != Method::EnglishPaper
    }

    /// The box around some patches; none around none.
    pub(crate) fn bounds_of(&self, patches: &[usize]) -> Option<Bounds> {
        self.bounds_turned(patches, 0)
    }

    /// The box around some patches turned by an angle in degrees.
    pub(crate) fn bounds_turned(&self, patches: &[usize], degrees: i32) -> Option<Bounds> {
        let all = self.design.patchwork.patches();
        let bounds = |patch: &usize| match degrees {
            0 => all[*patch].outline().bounds(),
            degrees => all[*patch].outline().turned(degrees).bounds(),
        };
        patches.iter().map(bounds).reduce(Bounds::union)
    }

    /// All steps.
    pub(super) fn steps(&self) -> AssemblySteps {
        let turns = self.turns();
        let pressing = turns.then(|| pressing(self.design, self.order));
        let press = |step: usize| pressing.as_ref().map(|pressing| pressing.toward[step]);
        let steps: Vec<AssemblyStep> = (0..self.order.steps.len())
            .map(|step| AssemblyStep { press: press(step), ..self.step(step) })
            .collect();
        let single = |step: &&AssemblyStep| step.sewn_patches.len() + step.added_patches.len() == 2;
        let turns_of = |step: &AssemblyStep| step.set_in_corners.len() + step.pivots + step.closes.len();
        AssemblySteps {
            blocks: self.order.blocks.len(),
            partial_seams: if turns { self.order.partial_seams() } else { 0 },
            pivots: if turns { self.order.pivots() } else { 0 },
            bays: steps.iter().map(|step| step.bays).sum(),
            most_turns: steps.iter().map(turns_of).max().unwrap_or(0),
            chain: steps.iter().filter(single).map(|step| step.step).collect(),
            crossings: pressing.as_ref().map_or(0, |pressing| pressing.crossings),
            nested: pressing.as_ref().map_or(0, |pressing| pressing.nested),
            steps,
        }
    }

    /// A step by its place.
    fn step(&self, index: usize) -> AssemblyStep {
        let (design, step) = (self.design, &self.order.steps[index]);
        let turns = self.turns();
        let bends: Vec<Bend> = if turns { step.bends().collect() } else { Vec::new() };
        let seams = self.seams(step);
        let edges = step.seams.iter().flat_map(|seam| &seam.edges);
        let seam_mm = edges.map(|&edge| design.patchwork.edges()[edge].length).sum();
        let fabric = |patch: usize| design.fabrics[design.fabric_of[patch]].name.clone();
        AssemblyStep {
            step: index + 1,
            block: step.block.map(counted_name),
            adds: self.adds(step),
            sewn_patches: numbers(&step.sewn),
            added_patches: numbers(&step.added),
            fabric: step.block.filter(|_| step.added.len() == 1).map(|_| fabric(step.added[0])),
            to: self.to(step),
            seam_mm,
            seam: design.write(seam_mm),
            seams: seams.into_iter().map(|(sewn, added, mm)| self.along(sewn, added, mm)).collect(),
            lines: step.seams.len(),
            set_in_corners: bends.iter().filter_map(set_in).collect(),
            pivots: bends.iter().filter(|bend| bend.kind == BendKind::Pivot).count(),
            bays: step.bays,
            press: None,
            left_open: if turns { self.left_open(step) } else { Vec::new() },
            closes: bends.iter().filter_map(|bend| self.closed(bend)).collect(),
        }
    }

    /// What is added: a patch alone with its template.
    fn adds(&self, step: &Joint) -> Vec<SewnUnit> {
        let units = match step.block {
            Some(_) => numbers(&step.added).into_iter().map(SewnUnit::patch).collect(),
            None => self.units(&step.added),
        };
        match units.as_slice() {
            &[SewnUnit::Patch { number, .. }] => vec![self.design.unit(number - 1)],
            _ => units,
        }
    }

    /// The blocks of some patches, those of one patch as that.
    fn units(&self, patches: &[usize]) -> Vec<SewnUnit> {
        self.blocks_of(patches).into_iter().map(|block| self.unit_of_block(block)).collect()
    }

    /// A block, or the patch that it is.
    pub(crate) fn unit_of_block(&self, block: usize) -> SewnUnit {
        match self.order.blocks[block].as_slice() {
            [patch] => SewnUnit::patch(patch + 1),
            _ => SewnUnit::Block(counted_name(block)),
        }
    }

    /// What is sewn to: patches that are touched, or blocks of which some are.
    fn to(&self, step: &Joint) -> Vec<SewnUnit> {
        let mut touched: Vec<usize> = self.seams(step).into_iter().map(|(sewn, ..)| sewn).collect();
        touched.sort_unstable();
        touched.dedup();
        match step.block {
            Some(_) => touched.iter().map(|patch| SewnUnit::patch(patch + 1)).collect(),
            None => self.units(&touched),
        }
    }

    /// Runs of edges between the same two patches: the one that is there, the one that is added, mm.
    fn seams(&self, step: &Joint) -> Vec<(usize, usize, f64)> {
        let mut is_added = vec![false; self.design.patchwork.patches().len()];
        step.added.iter().for_each(|&patch| is_added[patch] = true);
        let mut runs: Vec<(usize, usize, f64)> = Vec::new();
        for seam in &step.seams {
            let before = runs.len();
            for edge in seam.edges.iter().map(|&edge| &self.design.patchwork.edges()[edge]) {
                let Some((one, other)) = edge.left.zip(edge.right) else { continue };
                let (sewn, added) = if is_added[one] { (other, one) } else { (one, other) };
                match runs[before..].last_mut() {
                    Some(run) if (run.0, run.1) == (sewn, added) => run.2 += edge.length,
                    _ => runs.push((sewn, added, edge.length)),
                }
            }
        }
        runs
    }

    fn along(&self, sewn: usize, added: usize, mm: f64) -> SeamAlong {
        SeamAlong { sewn: sewn + 1, added: added + 1, length: self.design.write(mm) }
    }

    fn between(&self, edge: usize) -> (usize, usize) {
        let edge = &self.design.patchwork.edges()[edge];
        let number = |patch: Option<usize>| patch.map_or(0, |patch| patch + 1);
        (number(edge.right), number(edge.left))
    }

    fn left_open(&self, step: &Joint) -> Vec<LeftOpen> {
        let open = step.open.iter();
        open.map(|open| LeftOpen { between: self.between(open.edge), until: open.closed_by + 1 }).collect()
    }

    fn closed(&self, bend: &Bend) -> Option<ClosedEnd> {
        let BendKind::Partial { edge, step } = bend.kind else { return None };
        Some(ClosedEnd { between: self.between(edge), since: step + 1 })
    }

    /// The blocks of some patches, in the order in which blocks are joined.
    pub(crate) fn blocks_of(&self, patches: &[usize]) -> Vec<usize> {
        let mut is_in = vec![false; self.design.patchwork.patches().len()];
        patches.iter().for_each(|&patch| is_in[patch] = true);
        let order = self.order.order.iter().copied();
        order.filter(|&block| self.order.blocks[block].iter().any(|&patch| is_in[patch])).collect()
    }
}

/// Patches as they are counted on the page, ascending.
fn numbers(patches: &[usize]) -> Vec<usize> {
    let mut numbers: Vec<usize> = patches.iter().map(|patch| patch + 1).collect();
    numbers.sort_unstable();
    numbers
}

/// The number on the map.
fn set_in(bend: &Bend) -> Option<usize> {
    if let BendKind::SetIn(number) = bend.kind { Some(number + 1) } else { None }
}

/// One step of a quilt sewn in rows.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct RowStep {
    /// Its number, from 1.
    pub step: usize,
    /// The row: its strips are sewn together, or it is sewn to another row.
    pub row: usize,
    /// The unit of this row whose parts are sewn together; none for whole rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The labels of its strips and units, or of the parts of the unit.
    pub strips: Vec<String>,
    /// The templates of the parts of the unit, with `r` where they are turned over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub templates: Vec<String>,
    /// The row that it is sewn to; none where its strips are sewn together.
    pub onto: Option<usize>,
    /// The finished length of each seam; several lengths are from the shortest.
    pub seam: String,
    /// The seams of a unit in order: the labels of what is sewn already, and of what is added.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unit_seams: Vec<UnitSeamStep>,
    /// The numbers of the patches that are sewn so far in this row, or in all rows that are joined,
    /// ascending.
    pub patches: Vec<usize>,
}

/// A seam of a unit.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct UnitSeamStep {
    /// The labels of the parts that are sewn together already.
    pub sewn: Vec<String>,
    /// The labels of those that are added.
    pub added: Vec<String>,
    /// Its finished length.
    pub seam: String,
}

/// The steps: the parts of units are sewn together, the strips of each row, then each row to one before it.
pub(super) fn row_steps(design: &Design) -> Vec<RowStep> {
    let Some(Rows { plan, .. }) = design.rows() else { return Vec::new() };
    let names = design.rows().map_or(&[][..], |rows| &rows.labels);
    let label = |part: usize| design.label(part).split(' ').next_back().unwrap_or_default().to_owned();
    let templates: BTreeMap<&str, String> =
        names.iter().enumerate().map(|(part, name)| (name.as_str(), label(part))).collect();
    let of_units = plan.units.iter().map(|unit| {
        let step = unit_step(design, plan, unit);
        let templates = step.strips.iter().map(|part| templates[part.as_str()].clone()).collect();
        RowStep { templates, ..step }
    });
    let of_strips =
        (1..).zip(&plan.rows).filter(|(row, _)| !plan.seams[row - 1].is_empty()).map(|(row, strips)| {
            let seam = lengths(design, &plan.seams[row - 1]);
            RowStep { seam, ..RowStep::of_row(row, strips, std::slice::from_ref(strips)) }
        });
    let joined = plan.between.iter().zip(&plan.onto);
    let of_rows = (2..).zip(&plan.rows[1..]).zip(joined).map(|((row, strips), (&length, &onto))| RowStep {
        onto: Some(onto + 1),
        seam: design.write(length * design.options.cell),
        ..RowStep::of_row(row, strips, &plan.rows[..row])
    });
    let steps = (1..).zip(of_units.chain(of_strips).chain(of_rows));
    steps.map(|(step, of)| RowStep { step, ..of }).collect()
}

/// The step that sews a unit.
fn unit_step(design: &Design, plan: &TriangleRows, unit: &RowUnit) -> RowStep {
    let row = &plan.rows[unit.row - 1];
    let labels = |parts: &[usize]| parts.iter().map(|&part| row[part].label.clone()).collect::<Vec<String>>();
    let seam = |seam: &UnitSeam| UnitSeamStep {
        sewn: labels(&seam.sewn),
        added: labels(&seam.added),
        seam: design.write(seam.length * design.options.cell),
    };
    let last = unit.seams.last().expect("a unit has two parts at least");
    let parts: Vec<TriangleStrip> =
        last.sewn.iter().chain(&last.added).map(|&part| row[part].clone()).collect();
    let all: Vec<f64> = unit.seams.iter().map(|seam| seam.length).collect();
    RowStep {
        unit: Some(unit.name.clone()),
        strips: parts.iter().map(|part| part.label.clone()).collect(),
        seam: lengths(design, &all),
        unit_seams: unit.seams.iter().map(seam).collect(),
        ..RowStep::of_row(unit.row, &parts, std::slice::from_ref(&parts))
    }
}

/// All lengths of some seams, the shortest first.
fn lengths(design: &Design, seams: &[f64]) -> String {
    let mut seams = seams.to_vec();
    seams.sort_unstable_by(f64::total_cmp);
    let mut written: Vec<String> =
        seams.iter().map(|seam| design.write(seam * design.options.cell)).collect();
    written.dedup();
    written.join(" or ")
}

impl RowStep {
    /// What is sewn when these rows are.
    fn of_row(row: usize, strips: &[TriangleStrip], sewn: &[Vec<TriangleStrip>]) -> Self {
        let patches: BTreeSet<usize> = sewn.iter().flatten().map(|strip| strip.placement + 1).collect();
        // Parts of units have letters after the name of their unit.
        let name = |strip: &TriangleStrip| strip.label.trim_end_matches(char::is_alphabetic).to_owned();
        let mut names: Vec<String> = strips.iter().map(name).collect();
        names.dedup();
        let (patches, unit_seams) = (patches.into_iter().collect(), Vec::new());
        Self {
            step: 0,
            row,
            unit: None,
            strips: names,
            templates: Vec::new(),
            onto: None,
            seam: String::new(),
            unit_seams,
            patches,
        }
    }
}
