//! Decides to which side seams are pressed.
//!
//! Where four patches meet, two seams end on both sides of a third. They are pressed to opposite sides, so
//! that they nest when the third is sewn. Seams that depend on each other that way are pressed toward the
//! darker fabric as far as they can be, all others always.

use std::collections::{BTreeMap, BTreeSet};

use super::design::Design;
use super::equal_blocks::same_steps;
use super::joining::{Joint, SewingOrder};
use super::piecing::{Nesting, decided};

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

/// Presses the seams of an order.
pub(super) fn pressing(design: &Design, order: &SewingOrder) -> Pressing {
    let crossings = crossings(design, order);
    let mut all = same_steps(design, order);
    all.extend(crossings.iter().copied());
    let to_added = decided(&wishes(design, order), &BTreeMap::new(), &all);
    let nested = crossings.iter().filter(|crossing| crossing.holds(&to_added)).count();
    let toward = |added| if added { PressToward::Added } else { PressToward::Sewn };
    Pressing { toward: to_added.into_iter().map(toward).collect(), crossings: crossings.len(), nested }
}

/// For each step how much darker the patches are on the side that is added, along the whole seam.
pub(in crate::plan) fn wishes(design: &Design, order: &SewingOrder) -> Vec<f64> {
    let lightness = |patch: usize| design.fabrics[design.fabric_of[patch]].color.lightness();
    let wish = |step: &Joint| {
        let added = is_in(step);
        let edges = step.seams.iter().flat_map(|seam| &seam.edges).map(|&at| &design.patchwork.edges()[at]);
        let darker = edges.filter_map(|edge| {
            let (left, right) = edge.left.zip(edge.right)?;
            let (sewn, added) = if added(left) { (right, left) } else { (left, right) };
            Some((lightness(sewn) - lightness(added)) * edge.length)
        });
        darker.sum()
    };
    order.steps.iter().map(wish).collect()
}

/// Tells whether a patch is added in a step.
fn is_in(step: &Joint) -> impl Fn(usize) -> bool {
    let added: BTreeSet<usize> = step.added.iter().copied().collect();
    move |patch| added.contains(&patch)
}

/// Where seams of two steps end on both sides of a later one.
fn crossings(design: &Design, order: &SewingOrder) -> Vec<Nesting> {
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
            // Each end is between a patch beside one arm of the last seam and one beside the other arm; both
            // allowances on one side would make a ridge.
            let added_is_beside_a = |end: (usize, usize)| {
                let added = is_in(&order.steps[end.1]);
                side(end).is_some_and(|both| both.iter().any(|patch| added(*patch) && a.contains(patch)))
            };
            let differently = added_is_beside_a(e1) == added_is_beside_a(e2);
            found.push(Nesting { steps: [e1.1, e2.1], differently });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::QuiltPlan;
    use crate::plan::options::{Method, QuiltOptions};
    use crate::plan::piecing::Press;
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
        assert_eq!(found.nested, 4, "{found:?}");
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

    #[test]
    fn rectangles_are_pressed_toward_the_darker_side_where_nothing_crosses() {
        let grids = read_letter_grids(
            Lattice::Square,
            "IIIIIVVVZZ\nLLLLUUUVZT\nLNNPUXUVZT\nNNNPPPXZTT\nFWWYPXXXFT\nFFWWYYYYFF",
            &Limits::default(),
        );
        let tiling = infer_from_grid("test", &grids.expect("a good grid")[0]).expect("a good tiling");
        let options = QuiltOptions { method: Method::Straight, ..QuiltOptions::default() };
        let plan = QuiltPlan::new(&tiling, &options).expect("a plan");
        let seams = plan.straight.as_ref().expect("straight seams");
        let nests: Vec<usize> = seams.plan.crossings.iter().flat_map(|at| [at.first, at.second]).collect();
        let wishes = wishes(&seams.cloth, &seams.order);
        let mut free = 0;
        for (step, wish) in wishes.into_iter().enumerate().filter(|(step, _)| !nests.contains(step)) {
            let to_second = matches!(seams.plan.steps[step].press, Press::Right | Press::Down);
            assert_eq!(to_second, wish > 0.0, "step {}", step + 1);
            free += 1;
        }
        assert!(free > 10, "{free}");
        // All rectangles of a strip set are pressed alike.
        for pair in &seams.pairs {
            for step in &pair.steps {
                let row = &seams.steps[step - 1];
                let to_second = matches!(row.press, Press::Right | Press::Down);
                let onto = if to_second { &row.second } else { &row.first };
                let onto = seams.rectangles.iter().find(|row| row.label == *onto).expect("a rectangle");
                assert_eq!(onto.fabric, pair.fabrics.1);
            }
        }
    }

    #[test]
    fn what_is_fixed_stays_and_the_rest_nests_around_it() {
        let nest = |one, other, differently| Nesting { steps: [one, other], differently };
        let all = [nest(0, 1, true), nest(1, 2, false), nest(0, 2, false)];
        assert_eq!(decided(&[1.0, 1.0, 1.0], &BTreeMap::new(), &all), [false, true, true]);
        assert_eq!(decided(&[1.0, 1.0, 1.0], &BTreeMap::from([(2, false)]), &all), [true, false, false]);
        let both = BTreeMap::from([(0, true), (1, true)]);
        assert_eq!(decided(&[-1.0; 3], &both, &all), [true, true, true]);
    }
}
