//! Reconstructs the placements of a rectangle from two states that meet.
//!
//! It walks back from the meeting, step by step, through the stored states. The resulting tiling is checked
//! elsewhere.

use super::cuts::Cuts;
use super::image::Room;
use super::strip::{Meeting, Strip};
use super::windows::Windows;
use crate::ground::watch::{Halt, Watch};
use piecework_tiling::random::Random;

/// A piece on some cells, as rows (upwards) and columns.
pub(super) type Placed = (usize, Vec<(u32, u32)>);

/// An orientation at a row and a column.
pub(super) type Seated = (usize, i64, usize);

/// A strip with all its states, and the data to walk back in it.
pub(super) struct Rebuilding<'a, 'w> {
    pub(super) cuts: &'a Cuts,
    pub(super) windows: &'a mut Windows,
    pub(super) strip: &'a Strip,
    pub(super) watch: &'a mut Watch<'w>,
    /// By which a path is chosen among several.
    pub(super) chance: &'a mut Option<Random>,
    pub(super) room: Room,
}

impl Rebuilding<'_, '_> {
    /// Returns the placements of the rectangle of this many rows; `None` if a path has no end, which would be
    /// a bug.
    ///
    /// # Errors
    /// The reason for stopping, if the watch or the room stops it.
    pub(super) fn rectangle(&mut self, height: u32, meeting: &Meeting) -> Result<Option<Vec<Placed>>, Halt> {
        let (stage, cuts) = (meeting.stage, self.cuts);
        let Some(mut lower) = self.part(stage, &meeting.below)? else { return Ok(None) };
        let Some(upper) = self.part(stage, &meeting.above)? else { return Ok(None) };
        lower.extend(seated(cuts, stage, &meeting.between));
        Ok(joined(cuts, height, &lower, &upper))
    }

    /// Returns the placements of the steps up to a state.
    fn part(&mut self, stage: u32, state: &[u32]) -> Result<Option<Vec<Seated>>, Halt> {
        let (mut state, mut all) = (state.to_vec(), Vec::new());
        for stage in (1..=stage).rev() {
            let (cuts, windows) = (self.cuts, &mut *self.windows);
            let by = (&mut *self.watch, &mut *self.chance);
            let way = self.strip.last_step_to((stage, &state), cuts, windows, by, self.room)?;
            let Some(way) = way else { return Ok(None) };
            all.extend(seated(cuts, stage - 1, &way.laid));
            state = way.before;
        }
        Ok(Some(all))
    }
}

/// Returns the placements of a rectangle of this many rows from those of the part below and of the part
/// above, turned over; `None` if some are outside.
pub(super) fn joined(cuts: &Cuts, height: u32, lower: &[Seated], upper: &[Seated]) -> Option<Vec<Placed>> {
    let placed = |&(orientation, row, column): &Seated| -> Option<Placed> {
        let laid = &cuts.orientations[orientation];
        let cell = |&(up, right): &(u32, u32)| {
            Some((u32::try_from(row + i64::from(up)).ok()?, u32::try_from(column).ok()? + right))
        };
        Some((laid.piece, laid.cells.iter().map(cell).collect::<Option<_>>()?))
    };
    let turned = |(piece, cells): Placed| -> Option<Placed> {
        let cell = |(row, column): (u32, u32)| Some(((height - 1).checked_sub(row)?, column));
        Some((piece, cells.into_iter().map(cell).collect::<Option<_>>()?))
    };
    let upper = upper.iter().map(|seated| placed(seated).and_then(turned));
    lower.iter().map(placed).chain(upper).collect()
}

/// Returns the orientations at columns in the step after `stage` steps, with their rows.
pub(super) fn seated(cuts: &Cuts, stage: u32, laid: &[(usize, usize)]) -> Vec<Seated> {
    let step = &cuts.steps[cuts.step_at(stage)];
    let row = |orientation: usize| cuts.lowest_row(stage) + step.row[orientation].map_or(0, i64::from);
    laid.iter().map(|&(orientation, column)| (orientation, row(orientation), column)).collect()
}
