//! Finds equal first steps: pairs of rectangles that are chain pieced, or cut from a strip set.

use std::collections::BTreeMap;

use super::design::Design;
use super::piecing::{PiecingPlan, Press};
use super::yardage::Inches;

/// Steps that sew the same two rectangles together.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct AlikePairs {
    /// The fabrics; the seams are pressed toward the second.
    pub fabrics: (String, String),
    /// What both rectangles are across the seam, as cut: the heights of the strips of a strip set.
    pub heights: (String, String),
    /// The length of the seam with its allowances: what is subcut from a strip set.
    pub subcut: String,
    /// The steps, counted from 1.
    pub steps: Vec<usize>,
    /// How many strip sets across the width of fabric they are cut from: their strips are in the cutting layout.
    /// None if there are too few pairs, or if the strips would take more cloth.
    pub strip_sets: Option<usize>,
    /// The strips of those sets.
    #[serde(skip)]
    pub(super) set: StripSet,
}

/// Two strips that are sewn together and subcut into equal pairs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StripSet {
    /// Both fabrics, and how high their strips are cut.
    pub(super) strips: [(usize, Inches); 2],
    /// The sides of both rectangles in cells, the shorter first.
    pub(super) cells: [(usize, usize); 2],
    /// What is subcut.
    pub(super) subcut: Inches,
    /// How many are subcut from a whole set.
    pub(super) each: usize,
    /// The rectangles of both fabrics that are cut so.
    pub(super) labels: [Vec<String>; 2],
}

/// From how many pairs on a strip set saves work; chosen by eye.
const STRIP_SET: usize = 3;

/// A rectangle beside a seam: its fabric, and how many cells it is deep.
type Beside = (usize, usize);

/// The pairs that are sewn more than once, the most frequent first. `fabric_of` names the fabric of each
/// part.
pub(super) fn alike(
    design: &Design,
    plan: &PiecingPlan,
    fabric_of: &[Option<usize>],
    name: &dyn Fn(usize) -> String,
) -> Vec<AlikePairs> {
    // A strip set is pressed before it is cut across, so pairs that are alike are pressed alike.
    let mut groups: BTreeMap<(usize, Beside, Beside), Vec<usize>> = BTreeMap::new();
    let on_paper: Vec<usize> =
        plan.foundations.iter().flat_map(|paper| paper.steps.iter().copied()).collect();
    for (index, step) in plan.steps.iter().enumerate().filter(|(index, _)| !on_paper.contains(index)) {
        if step.turn().is_some() {
            continue;
        }
        let upright = step.stretches[0].upright;
        let beside = |part: usize| -> Option<(usize, Beside)> {
            let area = plan.parts[part].area;
            let (along, deep) = if upright { (area.rows, area.columns) } else { (area.columns, area.rows) };
            Some((along, (fabric_of[part]?, deep)))
        };
        let (Some((along, one)), Some((other_along, other))) = (beside(step.first), beside(step.second))
        else {
            continue;
        };
        if along == other_along {
            let to_second = matches!(step.press, Press::Right | Press::Down);
            let (from, toward) = if to_second { (one, other) } else { (other, one) };
            groups.entry((along, from, toward)).or_default().push(index + 1);
        }
    }
    let width = Inches::of(design.options.yardage.width_of_fabric);
    let seams = Inches::of_mm(design.options.seam_allowance).times(2);
    let cell = Inches::of_mm(design.options.cell);
    let rows = groups.into_iter().filter(|(_, steps)| steps.len() > 1).map(|((along, one, other), steps)| {
        let subcut = cell.times(along) + seams;
        let each = width.mm() / subcut.mm();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "few, and not negative")]
        let each = (each + 1e-9).floor() as usize;
        let sides = |deep: usize| (along.min(deep), along.max(deep));
        let label = |fabric: usize| {
            let both =
                steps.iter().flat_map(|&step| [plan.steps[step - 1].first, plan.steps[step - 1].second]);
            both.filter(|&part| fabric_of[part] == Some(fabric))
                .map(|part| plan.parts[part].label.clone())
                .collect()
        };
        let set = StripSet {
            strips: [one, other].map(|(fabric, deep)| (fabric, cell.times(deep) + seams)),
            cells: [sides(one.1), sides(other.1)],
            subcut,
            each,
            labels: [label(one.0), label(other.0)],
        };
        AlikePairs {
            set,
            fabrics: (name(one.0), name(other.0)),
            heights: (design.unfinished(one.1), design.unfinished(other.1)),
            subcut: design.unfinished(along),
            strip_sets: (steps.len() >= STRIP_SET && each > 0).then(|| steps.len().div_ceil(each)),
            steps,
        }
    });
    let mut rows: Vec<AlikePairs> = rows.collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.steps.len()));
    rows
}
