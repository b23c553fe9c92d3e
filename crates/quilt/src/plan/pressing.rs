//! Decides to which side the seams of whole patches are pressed.
//!
//! Where four patches meet, two seams end on both sides of a third. They are pressed to opposite sides, so
//! that they nest when the third is sewn. All others are pressed toward the darker fabric.

use std::collections::BTreeMap;

use super::design::Design;
use super::joining::{Joint, SewingOrder};
use piecework_draw::geometry::Edge;

/// To which side a seam is pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PressToward {
    /// Onto what is added.
    Added,
    /// Onto what is sewn together already.
    Sewn,
}

/// The sides of all steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pressing {
    /// For each step.
    pub(super) toward: Vec<PressToward>,
    /// The number of crossings: points where seams of two steps end on both sides of a later one.
    pub(super) crossings: usize,
    /// The number of those where both are pressed to opposite sides.
    pub(super) nested: usize,
}

/// Two edges that end on both sides of a third seam.
struct Crossing {
    /// Them, each with the step that sews it, the earlier step first.
    ends: [(usize, usize); 2],
    /// The pairs of patches on either side of both.
    sides: [[usize; 2]; 2],
}

/// Presses the seams of an order, step by step.
pub(super) fn pressing(design: &Design, order: &SewingOrder) -> Pressing {
    let crossings = crossings(design, order);
    let mut toward: Vec<PressToward> = Vec::new();
    for (index, step) in order.steps.iter().enumerate() {
        let dark = toward_the_dark(design, step);
        let mine = || crossings.iter().filter(move |crossing| crossing.ends[1].1 == index);
        let nests = |way: PressToward| {
            let all = [toward.as_slice(), &[way]].concat();
            mine().filter(|crossing| crossing.nests(design, order, &all)).count()
        };
        let other = if dark == PressToward::Added { PressToward::Sewn } else { PressToward::Added };
        let way = if nests(other) > nests(dark) { other } else { dark };
        toward.push(way);
    }
    let nested = crossings.iter().filter(|crossing| crossing.nests(design, order, &toward)).count();
    Pressing { toward, crossings: crossings.len(), nested }
}

impl Crossing {
    fn nests(&self, design: &Design, order: &SewingOrder, toward: &[PressToward]) -> bool {
        let onto = self.ends.map(|(edge, step)| {
            let edge = &design.patchwork.edges()[edge];
            onto(edge, &order.steps[step], toward[step])
        });
        // Both on one side of the line would make a ridge.
        !self
            .sides
            .iter()
            .any(|side| onto.iter().all(|patch| patch.is_some_and(|patch| side.contains(&patch))))
    }
}

/// The patch that the allowance of an edge lies on.
fn onto(edge: &Edge, step: &Joint, toward: PressToward) -> Option<usize> {
    let added = |patch: &usize| step.added.contains(patch);
    let sides = [edge.left, edge.right];
    sides.into_iter().flatten().find(|patch| added(patch) == (toward == PressToward::Added))
}

/// The side with the darker fabrics, along the whole seam.
fn toward_the_dark(design: &Design, step: &Joint) -> PressToward {
    let lightness = |patch: usize| design.fabrics[design.fabric_of[patch]].color.lightness();
    let edges = step.seams.iter().flat_map(|seam| &seam.edges).map(|&edge| &design.patchwork.edges()[edge]);
    let lighter: f64 = edges
        .filter_map(|edge| {
            let (sewn, added) = (onto(edge, step, PressToward::Sewn)?, onto(edge, step, PressToward::Added)?);
            Some((lightness(sewn) - lightness(added)) * edge.length)
        })
        .sum();
    if lighter > 0.0 { PressToward::Added } else { PressToward::Sewn }
}

/// Where seams of two steps end on both sides of a later one.
fn crossings(design: &Design, order: &SewingOrder) -> Vec<Crossing> {
    let patchwork = &design.patchwork;
    let mut sewn_by: BTreeMap<usize, usize> = BTreeMap::new();
    for (index, step) in order.steps.iter().enumerate() {
        sewn_by.extend(step.seams.iter().flat_map(|seam| &seam.edges).map(|&edge| (edge, index)));
    }
    let mut found = Vec::new();
    for vertex in patchwork.vertices() {
        let arms: Vec<(usize, usize)> =
            vertex.edges.iter().filter_map(|edge| Some((*edge, *sewn_by.get(edge)?))).collect();
        let [_, _, _, _] = arms.as_slice() else { continue };
        let Some(last) = arms.iter().map(|&(_, step)| step).max() else { continue };
        let (line, mut ends): (Vec<_>, Vec<_>) = arms.into_iter().partition(|&(_, step)| step == last);
        ends.sort_by_key(|&(_, step)| step);
        let (&[f1, f2], &[e1, e2]) = (line.as_slice(), ends.as_slice()) else { continue };
        let side = |(edge, _): (usize, usize)| {
            let edge = &patchwork.edges()[edge];
            Some([edge.left?, edge.right?])
        };
        let (Some(a), Some(b)) = (side(f1), side(f2)) else { continue };
        // Where the last seam turns, both of its arms have a patch in common, and nothing crosses.
        let goes_on = !a.iter().any(|patch| b.contains(patch));
        if goes_on && e1.1 != e2.1 {
            // The two patches beside an arm of the last seam are on one side of the line that the others lie
            // on.
            found.push(Crossing { ends: [e1, e2], sides: [a, b] });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::QuiltPlan;
    use crate::plan::options::QuiltOptions;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    fn of(rows: &str) -> Pressing {
        let grids = read_letter_grids(Lattice::Square, rows, &Limits::default()).expect("a good grid");
        let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
        let plan = QuiltPlan::new(&tiling, &QuiltOptions::default()).expect("a plan");
        pressing(&plan.design, plan.order.as_ref().expect("whole patches"))
    }

    #[test]
    fn four_squares_nest_where_they_meet() {
        let found = of("AB\nCD");
        assert_eq!((found.crossings, found.nested), (1, 1), "{found:?}");
    }

    #[test]
    fn a_checkerboard_nests_nearly_everywhere() {
        let found = of("ABC\nDEF\nGHI");
        assert_eq!(found.crossings, 4, "{found:?}");
        assert!(found.nested >= 3, "{found:?}");
    }

    #[test]
    fn without_crossings_seams_are_pressed_toward_the_dark() {
        let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default()).expect("a good grid");
        let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
        let plan = QuiltPlan::new(&tiling, &QuiltOptions::default()).expect("a plan");
        let (design, order) = (&plan.design, plan.order.as_ref().expect("whole patches"));
        let found = pressing(design, order);
        let lightness = |patch: usize| design.fabrics[design.fabric_of[patch]].color.lightness();
        let (sewn, added) = (order.steps[0].sewn[0], order.steps[0].added[0]);
        let due = if lightness(added) < lightness(sewn) { PressToward::Added } else { PressToward::Sewn };
        assert_eq!(found, Pressing { toward: vec![due], crossings: 0, nested: 0 });
    }
}
