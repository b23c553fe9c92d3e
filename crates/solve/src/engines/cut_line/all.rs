//! Finds all tilings of a rectangle that has few of them.
//!
//! All pairs of parts that meet are followed back, step by step, through the stored states. Every state has a
//! path from the empty strip, so no step is in vain. Paths that share a state share its steps.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::first::{MOST_PIECES, sides};
use super::image::Way;
use super::rebuild::{Placed, Seated, joined, seated};
use super::strip::{Meeting, Strip};
use super::{CutLine, checked};
use crate::ground::watch::{Halt, Watch};
use crate::ground::{Engine, SolveOptions, SolverError, StopReason};
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::tiling::Tiling;

/// The most tilings to find; puzzles with more are counted by layers. Chosen by eye.
const MOST_TILINGS: usize = 1 << 14;
/// The most pairs of parts, and the most paths of one step to them. Chosen by eye: a few dozen MB.
const MOST_WAYS: usize = 1 << 17;

/// The states of one stage, with the steps that lead to each: the number of the state before, and the
/// placements.
type Stage = BTreeMap<Vec<u32>, Vec<(Vec<u32>, Vec<Seated>)>>;

/// Finds all tilings of a puzzle, turned and flipped ones included; `None` if this engine does not suit it,
/// or there are too many.
///
/// # Errors
/// [`SolverError`] for a bug in this program; inside, the reason for stopping, if `watch` stops it.
pub(crate) fn all(
    puzzle: &Arc<Puzzle>,
    memory: u64,
    watch: &mut Watch<'_>,
) -> Result<Option<Result<Vec<Tiling>, Halt>>, SolverError> {
    let Ok(sides) = sides(puzzle) else { return Ok(None) };
    let mut engine = CutLine::new(puzzle.pieces(), memory)?;
    let found = engine.all(sides.0.min(sides.1), sides.0.max(sides.1), watch);
    match found {
        Err(Halt::Stop(StopReason::MemoryLimit)) | Ok(None) => Ok(None),
        Err(halt) => Ok(Some(Err(halt))),
        Ok(Some(all)) => {
            let tiling = |placed| checked(puzzle, placed, sides.0 > sides.1);
            all.into_iter().map(tiling).collect::<Result<_, _>>().map(|tilings| Some(Ok(tilings)))
        }
    }
}

/// Returns whether [`all`] is worth a try.
pub(crate) fn may_find_all(puzzle: &Puzzle, options: &SolveOptions<'_>) -> bool {
    options.engine == Engine::Auto && puzzle.pieces().len() <= MOST_PIECES && sides(puzzle).is_ok()
}

impl CutLine {
    /// Returns all tilings of a rectangle, unless there are too many.
    fn all(
        &mut self,
        width: u32,
        height: u32,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<Vec<Placed>>>, Halt> {
        let steps = self.cuts.steps_to_meet(height);
        let mut strip = Strip::new(&self.cuts, width);
        self.advance(&mut strip, steps / 2, watch)?;
        if strip.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let room = self.room(&strip)?;
        let view = (&self.cuts, &mut self.windows);
        let meetings = strip.all_meetings(!steps.is_multiple_of(2), view, MOST_WAYS, watch, room)?;
        let Some(meetings) = meetings else { return Ok(None) };
        if meetings.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let Some(stages) = self.stages(&strip, &meetings, watch)? else { return Ok(None) };
        let paths = Paths::new(stages);
        let total =
            meetings.iter().map(|met| paths.count(&met.below).saturating_mul(paths.count(&met.above)));
        if total.fold(0, u64::saturating_add) > MOST_TILINGS as u64 {
            return Ok(None);
        }
        let mut all = Vec::new();
        for met in &meetings {
            let between = seated(&self.cuts, met.stage, &met.between);
            for below in paths.to(&met.below) {
                let lower: Vec<Seated> = below.into_iter().chain(between.iter().copied()).collect();
                for upper in paths.to(&met.above) {
                    // What is outside would be a bug; the check of the tiling reports it.
                    all.push(joined(&self.cuts, height, &lower, &upper).unwrap_or_default());
                }
            }
        }
        Ok(Some(all))
    }

    /// Returns the states on all paths to those that meet, from the last stage to the first, with the steps
    /// to each.
    fn stages(
        &mut self,
        strip: &Strip,
        meetings: &[Meeting],
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<Stage>>, Halt> {
        let mut states: Vec<Vec<u32>> =
            meetings.iter().flat_map(|met| [met.below.clone(), met.above.clone()]).collect();
        let mut stages = Vec::new();
        for stage in (1..=strip.stage()).rev() {
            states.sort_unstable();
            states.dedup();
            let room = self.room(strip)?;
            let view = (&self.cuts, &mut self.windows);
            let ways = strip.all_last_steps_to((stage, &states), view, MOST_WAYS, watch, room)?;
            let Some(ways) = ways else { return Ok(None) };
            states = ways.iter().map(|way| way.before.clone()).collect();
            let mut own = Stage::new();
            for Way { before, after, laid } in ways {
                own.entry(after).or_default().push((before, seated(&self.cuts, stage - 1, &laid)));
            }
            stages.push(own);
        }
        Ok(Some(stages))
    }
}

/// The paths from the empty strip to the states that meet.
struct Paths {
    /// The stages, the last one first.
    stages: Vec<Stage>,
    /// For each stage how many paths lead to each of its states, at most the largest number.
    counts: Vec<BTreeMap<Vec<u32>, u64>>,
}

impl Paths {
    fn new(stages: Vec<Stage>) -> Self {
        let mut counts: Vec<BTreeMap<Vec<u32>, u64>> = Vec::new();
        for stage in stages.iter().rev() {
            let before = counts.last();
            let paths = |(state, _): &(Vec<u32>, Vec<Seated>)| {
                before.map_or(1, |counts| counts.get(state).copied().unwrap_or(0))
            };
            let sum =
                |steps: &Vec<(Vec<u32>, Vec<Seated>)>| steps.iter().map(paths).fold(0, u64::saturating_add);
            counts.push(stage.iter().map(|(state, steps)| (state.clone(), sum(steps))).collect());
        }
        counts.reverse();
        Self { stages, counts }
    }

    /// Returns how many paths lead to a state of the last stage, at most the largest number.
    fn count(&self, state: &[u32]) -> u64 {
        self.counts.first().map_or(1, |counts| counts.get(state).copied().unwrap_or(0))
    }

    /// Returns the placements of all paths to a state of the last stage.
    fn to(&self, state: &[u32]) -> Vec<Vec<Seated>> {
        Self::along(&self.stages, state)
    }

    fn along(stages: &[Stage], state: &[u32]) -> Vec<Vec<Seated>> {
        let Some((stage, earlier)) = stages.split_first() else { return vec![Vec::new()] };
        let mut all = Vec::new();
        for (before, laid) in stage.get(state).into_iter().flatten() {
            for mut path in Self::along(earlier, before) {
                path.extend(laid);
                all.push(path);
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    use super::*;
    use crate::engines::cut_line::rectangle_puzzle;
    use crate::solve;
    use piecework_tiling::puzzle::pieces_from_hex;

    /// Compares the tilings of rectangles with those that the cover engine finds.
    #[track_caller]
    fn agree(names: &str, sides: &[(u32, u32)]) {
        let pieces = pieces_from_hex(names).expect("good names");
        for &(columns, rows) in sides {
            let puzzle = rectangle_puzzle(&pieces, columns, rows).expect("a puzzle");
            let options = SolveOptions::default();
            let mut watch = Watch::new(&options);
            let found = all(&puzzle, 1 << 30, &mut watch).expect("no fault").expect("few").expect("no limit");
            let name = |tiling: &Tiling| format!("{:?}", tiling.placements());
            let names: BTreeSet<String> = found.iter().map(name).collect();
            assert_eq!(names.len(), found.len(), "none twice in {columns} x {rows}");
            let mut expected = BTreeSet::new();
            let cover = SolveOptions { engine: Engine::Cover, ..options };
            solve(&puzzle, &cover, |tiling| {
                expected.insert(name(&tiling));
                ControlFlow::Continue(())
            })
            .expect("small");
            assert_eq!(names, expected, "{columns} x {rows}");
        }
    }

    #[test]
    fn all_tilings_are_found_once() {
        // One step a row with cuts of both kinds, and two steps a row; even and odd heights.
        agree("c080", &[(2, 3), (6, 4), (5, 6), (5, 9), (4, 4), (6, 6)]);
        agree("f040", &[(10, 5), (10, 10), (5, 15)]);
        agree("e080", &[(4, 4), (8, 3), (4, 8), (5, 8)]);
        agree("c0", &[(1, 2), (4, 4), (4, 5), (6, 5), (3, 4)]);
        agree("c080_f0", &[(4, 4), (5, 6), (4, 7), (2, 7)]);
        agree("80", &[(3, 3)]);
    }

    #[test]
    fn too_many_are_not_begun() {
        let puzzle = rectangle_puzzle(&pieces_from_hex("c0").expect("a domino"), 10, 10).expect("a puzzle");
        let options = SolveOptions::default();
        assert!(all(&puzzle, 1 << 30, &mut Watch::new(&options)).expect("no fault").is_none());
    }
}
