//! The steps in figures, for tables and programs.

use super::Assembly;
use crate::quilt::Method;
use crate::quilt::joining::{Bend, BendKind, Joint};

/// How whole patches are sewn together.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct AssemblyFigures {
    /// How many blocks are sewn first.
    pub blocks: usize,
    /// How many seams are left open at one end and closed later; none over papers.
    pub partial_seams: usize,
    /// How many times the needle turns where no patch has a notch; none over papers.
    pub pivots: usize,
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
    /// What is added: a patch by its label, or a block.
    pub adds: String,
    /// The fabric of the patch; none for a block.
    pub fabric: Option<String>,
    /// What it is sewn to: patches or blocks.
    pub to: Vec<String>,
    /// Along which patches, in order.
    pub seams: Vec<SeamAlong>,
    /// The length of all of them, in mm.
    pub seam_mm: f64,
    /// In how many lines without a break these lie: more than one closes a ring.
    pub lines: usize,
    /// The numbers of the set-in corners at which the needle turns.
    pub set_in_corners: Vec<usize>,
    /// How many times it turns where no patch has a notch.
    pub pivots: usize,
    /// Ends of the new seams that stay open.
    pub left_open: Vec<LeftOpen>,
    /// Ends that were left open and are closed with this step, after all else.
    pub closes: Vec<ClosedEnd>,
}

/// A seam between two patches.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct SeamAlong {
    /// The number of the patch that is there.
    pub sewn: usize,
    /// The number of the patch that is added.
    pub added: usize,
    /// Its finished length.
    pub length: String,
}

/// An end of a seam that stays open.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct LeftOpen {
    /// The numbers of the patches.
    pub between: (usize, usize),
    /// The step after which it is closed.
    pub until: usize,
}

/// An end of a seam that is closed.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct ClosedEnd {
    /// The numbers of the patches.
    pub between: (usize, usize),
    /// The step that left it open.
    pub since: usize,
}

impl Assembly<'_> {
    /// Whether seams turn at corners: not when patches are whip-stitched side by side.
    pub(super) fn turns(&self) -> bool {
        self.design.options.method != Method::EnglishPaper
    }

    /// All steps.
    pub(in crate::quilt) fn figures(&self) -> AssemblyFigures {
        let turns = self.turns();
        AssemblyFigures {
            blocks: self.order.blocks.len(),
            partial_seams: if turns { self.order.partial_seams() } else { 0 },
            pivots: if turns { self.order.pivots() } else { 0 },
            steps: (0..self.order.steps.len()).map(|step| self.step(step)).collect(),
        }
    }

    /// A step by its place.
    pub(super) fn step(&self, index: usize) -> AssemblyStep {
        let (design, step) = (self.design, &self.order.steps[index]);
        let turns = self.turns();
        let bends: Vec<Bend> = if turns { step.bends().collect() } else { Vec::new() };
        let seams = self.seams(step);
        let edges = step.seams.iter().flat_map(|seam| &seam.edges);
        let fabric = |patch: usize| design.fabrics[design.fabric_of[patch]].name.clone();
        AssemblyStep {
            step: index + 1,
            block: step.block.map(Self::block_name),
            adds: match step.block {
                Some(_) => design.label(step.added[0]),
                None => self.blocks_of(&step.added).iter().map(|&block| self.name_of_block(block)).collect(),
            },
            fabric: step.block.map(|_| fabric(step.added[0])),
            to: self.to(step),
            seam_mm: edges.map(|&edge| design.patchwork.edges()[edge].length).sum(),
            seams: seams.into_iter().map(|(sewn, added, mm)| self.along(sewn, added, mm)).collect(),
            lines: step.seams.len(),
            set_in_corners: bends.iter().filter_map(set_in).collect(),
            pivots: bends.iter().filter(|bend| bend.kind == BendKind::Pivot).count(),
            left_open: if turns { self.left_open(step) } else { Vec::new() },
            closes: bends.iter().filter_map(|bend| self.closed(bend)).collect(),
        }
    }

    /// What is sewn to: patches that are touched, or blocks of which some are.
    fn to(&self, step: &Joint) -> Vec<String> {
        let mut touched: Vec<usize> = self.seams(step).into_iter().map(|(sewn, ..)| sewn).collect();
        touched.sort_unstable();
        touched.dedup();
        match step.block {
            Some(_) => touched.iter().map(|patch| (patch + 1).to_string()).collect(),
            None => self.blocks_of(&touched).iter().map(|&block| self.short_name_of_block(block)).collect(),
        }
    }

    /// Runs of edges between the same two patches: the one that is there, the one that is added, mm.
    fn seams(&self, step: &Joint) -> Vec<(usize, usize, f64)> {
        let mut runs: Vec<(usize, usize, f64)> = Vec::new();
        for seam in &step.seams {
            let before = runs.len();
            for edge in seam.edges.iter().map(|&edge| &self.design.patchwork.edges()[edge]) {
                let Some((one, other)) = edge.left.zip(edge.right) else { continue };
                let (sewn, added) = if step.added.contains(&one) { (other, one) } else { (one, other) };
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
}

/// The number on the map.
fn set_in(bend: &Bend) -> Option<usize> {
    if let BendKind::SetIn(number) = bend.kind { Some(number + 1) } else { None }
}
