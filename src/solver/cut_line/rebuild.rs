//! From two states that meet back to the placements of a whole rectangle.
//!
//! In: a meeting. Out: every placement, in cells of the rectangle. Always holds: the states on the way are found anew
//! from the empty strip, so only marks of them had to be kept. Whether the placements are a tiling is for others to
//! check.

use super::cuts::Cuts;
use super::states::Packing;
use super::strip::{Meeting, Trail, Walk, mark};
use super::windows::Windows;
use crate::solver::cover::compact;

/// A piece on some cells, as rows (upwards) and columns.
pub(super) type Placed = (usize, Vec<(u32, u32)>);

/// An orientation at a row and a column.
type Seated = (usize, i64, usize);

/// A part below a cut.
struct Part {
    columns: Vec<u32>,
    laid: Vec<Seated>,
}

/// Lays a part below once more.
struct Rebuilding<'a> {
    cuts: &'a Cuts,
    windows: &'a mut Windows,
    trail: &'a Trail,
    packing: Packing,
    part: Part,
}

/// The placements of the rectangle of these sides; none if the trails lead nowhere, which would be a mistake.
pub(super) fn rectangle(
    cuts: &Cuts,
    windows: &mut Windows,
    (width, height): (u32, u32),
    meeting: &Meeting,
) -> Option<Vec<Placed>> {
    let below = part(cuts, windows, width, &meeting.below)?;
    let above = part(cuts, windows, width, &meeting.above)?;
    let wanted: Option<Vec<u32>> = below.columns.iter().map(|&column| cuts.turned_over(column)).collect();
    let mirrored = wanted? != above.columns;
    let placed = |&(orientation, row, column): &Seated| -> Option<Placed> {
        let laid = &cuts.orientations[orientation];
        let cell = |&(up, right): &(u32, u32)| {
            Some((u32::try_from(row + i64::from(up)).ok()?, u32::try_from(column).ok()? + right))
        };
        Some((laid.piece, laid.cells.iter().map(cell).collect::<Option<_>>()?))
    };
    let turned = |(piece, cells): Placed| -> Option<Placed> {
        let cell = |(row, column): (u32, u32)| {
            let across = if mirrored { (width - 1).checked_sub(column)? } else { column };
            Some(((height - 1).checked_sub(row)?, across))
        };
        Some((piece, cells.into_iter().map(cell).collect::<Option<_>>()?))
    };
    let lower = below.laid.iter().map(placed);
    let upper = above.laid.iter().map(|seated| placed(seated).and_then(turned));
    lower.chain(upper).collect()
}

fn part(cuts: &Cuts, windows: &mut Windows, width: u32, trail: &Trail) -> Option<Part> {
    let packing = Packing::new(width, cuts.rows_between.max(1));
    let part = Part { columns: vec![(1 << cuts.depth) - 1; width as usize], laid: Vec::new() };
    let mut rebuilding = Rebuilding { cuts, windows, trail, packing, part };
    rebuilding.reaches_end(0).then_some(rebuilding.part)
}

impl Rebuilding<'_> {
    /// Makes the steps from `stage` on; whether they lead to the state.
    fn reaches_end(&mut self, stage: usize) -> bool {
        let (mut packed, mut spare) = (Vec::new(), Vec::new());
        let Some(&wanted) = self.trail.marks.get(stage) else {
            self.packing.pack(&self.part.columns, &mut packed, &mut spare);
            return packed == self.trail.packed;
        };
        // Nearly always one state has the mark; those that have it by chance lead nowhere.
        for (columns, made) in self.following(compact(stage), wanted) {
            let before = std::mem::replace(&mut self.part.columns, columns);
            let laid = self.part.laid.len();
            self.lay(compact(stage), &made);
            if self.reaches_end(stage + 1) {
                return true;
            }
            self.part.columns = before;
            self.part.laid.truncate(laid);
        }
        false
    }

    /// The states with this mark after one more step, each with the choices that lead to it.
    fn following(&mut self, stage: u32, wanted: u32) -> Vec<(Vec<u32>, Vec<u32>)> {
        let width = self.part.columns.len();
        let (mut packed, mut spare, mut found) = (Vec::new(), Vec::new(), Vec::new());
        let packing = self.packing;
        let visit = |columns: &[u32], made: &[u32]| {
            packing.pack(columns, &mut packed, &mut spare);
            if mark(&packed) == wanted {
                found.push((columns.to_vec(), made.to_vec()));
            }
            true
        };
        let (before, step) = (&self.part.columns, self.cuts.step_at(stage));
        let (after, made) = (&mut vec![0; width], &mut vec![0; width]);
        Walk { cuts: self.cuts, windows: self.windows, step, before, after, made, visit }.walk();
        found
    }

    fn lay(&mut self, stage: u32, made: &[u32]) {
        let step = self.cuts.step_at(stage);
        for (column, &choice) in made.iter().enumerate() {
            for &orientation in self.windows.laid(step, choice) {
                let row = self.cuts.steps[step].row[orientation].map_or(0, i64::from);
                self.part.laid.push((orientation, self.cuts.lowest_row(stage) + row, column));
            }
        }
    }
}
