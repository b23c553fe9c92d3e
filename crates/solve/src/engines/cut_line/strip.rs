//! Searches all parts below a cut of rectangles of one width, step by step.
//!
//! The cuts of every tiling of a rectangle of this width give states that are found here.

use super::cuts::Cuts;
use super::image::{Image, Room, Way};
use super::language::Language;
use super::windows::Windows;
use crate::ground::watch::{Halt, Watch};
use piecework_tiling::random::Random;

/// The search of one width.
#[derive(Debug)]
pub(super) struct Strip {
    width: u32,
    /// The number of steps so far.
    stage: u32,
    /// The states after the latest steps, in order; at least those after the last one.
    kept: Vec<Language>,
    /// How many states there were after all the steps together, at most [`u64::MAX`].
    states: u64,
    /// The work of the last step.
    work: u64,
}

/// Two states that make a rectangle together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Meeting {
    pub(super) stage: u32,
    /// The state after this many steps that is below.
    pub(super) below: Vec<u32>,
    /// The state after as many steps, to be turned over.
    pub(super) above: Vec<u32>,
    /// If the state below needs one more step, its placements.
    pub(super) between: Vec<(usize, usize)>,
}

impl Strip {
    /// Returns the empty strip.
    pub(super) fn new(cuts: &Cuts, width: u32) -> Self {
        let below = vec![(1 << cuts.depth) - 1; width as usize];
        Self { width, stage: 0, kept: vec![Language::of_one(&below)], states: 0, work: 0 }
    }

    /// Returns the number of steps so far.
    pub(super) fn stage(&self) -> u32 {
        self.stage
    }

    /// Returns whether there are no states after them.
    pub(super) fn is_empty(&self) -> bool {
        self.last().is_empty()
    }

    /// Returns the number of states over all steps; mirror images count separately; at most [`u64::MAX`].
    pub(super) fn states_so_far(&self) -> u64 {
        self.states
    }

    /// Returns the work of the last step, in choices.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        self.kept.iter().map(Language::bytes).sum()
    }

    /// Drops all states except those after the last step.
    pub(super) fn forget(&mut self) {
        self.kept.drain(..self.kept.len() - 1);
        self.kept.shrink_to_fit();
    }

    fn last(&self) -> &Language {
        &self.kept[self.kept.len() - 1]
    }

    /// Makes one step.
    ///
    /// # Errors
    /// The reason for stopping, if `watch` or the room stops it; the strip is then unchanged.
    pub(super) fn advance(
        &mut self,
        cuts: &Cuts,
        windows: &mut Windows,
        watch: &mut Watch<'_>,
        room: Room,
    ) -> Result<(), Halt> {
        let mut image = Image { cuts, windows, step: cuts.step_at(self.stage), before: self.last() };
        let (after, work) = image.after(watch, room)?;
        self.states = self.states.saturating_add(after.states());
        self.kept.push(after);
        self.stage += 1;
        self.work = work;
        Ok(())
    }

    /// Two states that make a rectangle, both after the current number of steps.
    ///
    /// # Errors
    /// The reason for stopping, if `watch` stops it.
    pub(super) fn meeting(
        &self,
        cuts: &Cuts,
        chance: &mut Option<Random>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Meeting>, Halt> {
        let turned = turned_over(cuts);
        let changed = |column: u32| turned[column as usize];
        let below = self.last().first_that_becomes(self.last(), changed, chance, watch)?;
        Ok(below.and_then(|below| self.met(below.clone(), &below, &turned, Vec::new())))
    }

    /// Finds two states that make a rectangle, one of them after one more step.
    ///
    /// # Errors
    /// The reason for stopping, if `watch` or the room stops it.
    pub(super) fn meeting_one_further(
        &self,
        cuts: &Cuts,
        windows: &mut Windows,
        by: (&mut Watch<'_>, &mut Option<Random>),
        room: Room,
    ) -> Result<Option<Meeting>, Halt> {
        let turned = turned_over(cuts);
        let mut image = Image { cuts, windows, step: cuts.step_at(self.stage), before: self.last() };
        let way = image.way_to(self.last(), |column| turned[column as usize], by, room)?;
        Ok(way.and_then(|way| self.met(way.before, &way.after, &turned, way.laid)))
    }

    fn met(
        &self,
        below: Vec<u32>,
        divided: &[u32],
        turned: &[Option<u32>],
        between: Vec<(usize, usize)>,
    ) -> Option<Meeting> {
        let above = divided.iter().map(|&column| turned[column as usize]).collect::<Option<_>>()?;
        Some(Meeting { stage: self.stage, below, above, between })
    }

    /// Finds the last step on a path to a state after this many steps, if the states before it are still
    /// stored.
    ///
    /// # Errors
    /// The reason for stopping, if `watch` or the room stops it.
    pub(super) fn last_step_to(
        &self,
        (stage, state): (u32, &[u32]),
        cuts: &Cuts,
        windows: &mut Windows,
        by: (&mut Watch<'_>, &mut Option<Random>),
        room: Room,
    ) -> Result<Option<Way>, Halt> {
        let Some(before) = self.states_before(stage) else { return Ok(None) };
        let mut image = Image { cuts, windows, step: cuts.step_at(stage - 1), before };
        image.way_to(&Language::of_one(state), Some, by, room)
    }

    /// Finds all pairs of states that make a rectangle, both after the current number of steps or, if
    /// `further`, one of them after one more; `None` if there are more than `most`.
    ///
    /// # Errors
    /// The reason for stopping, if `watch` or the room stops it.
    pub(super) fn all_meetings(
        &self,
        further: bool,
        (cuts, windows): (&Cuts, &mut Windows),
        most: usize,
        watch: &mut Watch<'_>,
        room: Room,
    ) -> Result<Option<Vec<Meeting>>, Halt> {
        let (turned, last) = (turned_over(cuts), self.last());
        let changed = |column: u32| turned[column as usize];
        if !further {
            let below = last.all_that_become(last, changed, most, watch)?;
            let met = |below: Vec<u32>| self.met(below.clone(), &below, &turned, Vec::new());
            return Ok(below.map(|all| all.into_iter().filter_map(met).collect()));
        }
        let mut image = Image { cuts, windows, step: cuts.step_at(self.stage), before: last };
        let ways = image.all_ways_to(last, changed, most, watch, room)?;
        let met = |way: Way| self.met(way.before, &way.after, &turned, way.laid);
        Ok(ways.map(|all| all.into_iter().filter_map(met).collect()))
    }

    /// Finds the last steps on all paths to these states after this many steps, which ascend; `None` if there
    /// are more than `most`, or the states before are not stored.
    ///
    /// # Errors
    /// The reason for stopping, if `watch` or the room stops it.
    pub(super) fn all_last_steps_to(
        &self,
        (stage, states): (u32, &[Vec<u32>]),
        (cuts, windows): (&Cuts, &mut Windows),
        most: usize,
        watch: &mut Watch<'_>,
        room: Room,
    ) -> Result<Option<Vec<Way>>, Halt> {
        let Some(before) = self.states_before(stage) else { return Ok(None) };
        let mut image = Image { cuts, windows, step: cuts.step_at(stage - 1), before };
        image.all_ways_to(&Language::of_sorted(states, watch)?, Some, most, watch, room)
    }

    /// Returns the states before the last of this many steps, if they are still stored.
    fn states_before(&self, stage: u32) -> Option<&Language> {
        let back = (self.stage + 1).saturating_sub(stage) as usize;
        self.kept.len().checked_sub(back + 1).map(|place| &self.kept[place])
    }

    /// Returns whether the states after all steps are stored.
    pub(super) fn knows_all(&self) -> bool {
        self.kept.len() == self.stage as usize + 1
    }

    pub(super) fn width(&self) -> u32 {
        self.width
    }
}

/// Returns the column of a part above, turned over, for each column of a part below.
fn turned_over(cuts: &Cuts) -> Vec<Option<u32>> {
    let turned = |column| cuts.turned_over(column).filter(|turned| turned >> cuts.rows_between == 0);
    (0..1u32 << cuts.rows).map(turned).collect()
}
