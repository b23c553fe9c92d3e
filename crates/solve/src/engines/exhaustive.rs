//! The interface of exhaustive engines, and the division of a search into parts.
//!
//! The prefixes of a split exclude each other, and every tiling contains one of them. So they can be searched
//! in any order, on any thread and in different runs.

use std::ops::ControlFlow;

use crate::ground::alarm::Alarm;
use crate::ground::prefix::Prefix;
use crate::ground::shared_place::SharedPlace;
use crate::ground::tree_size::TreeSize;
use crate::ground::watch::{Halt, Watch};
use crate::ground::{Outcome, SolverError, StopReason};
use crate::model::Model;
use crate::model::board::{PartialTiling, least_sizes};

/// The visitor of tilings: lists of placements, in no particular order.
pub(crate) type Visit<'v> = dyn FnMut(&[u32], &mut Watch<'_>) -> Result<ControlFlow<()>, SolverError> + 'v;

/// An engine with a model compiled for it, which many searches can share.
pub(crate) trait Exhaustive: Sync {
    /// Visits every tiling that contains `prefix`, each once, in an order that depends only on model and
    /// prefix.
    ///
    /// Ends with [`crate::StopReason::Visitor`] if `visit` breaks. If the watch stops it and the engine knows
    /// what is left, it tells the watch.
    ///
    /// # Errors
    /// Those of `visit`.
    fn search(
        &self,
        prefix: &Prefix,
        watch: &mut Watch<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<Outcome, SolverError>;

    /// As [`Exhaustive::search`], and asks `goes_on` at each pause of the watch; if it says no, ends as if
    /// `visit` had.
    ///
    /// Engines that do not pause never ask.
    ///
    /// # Errors
    /// Those of `visit`.
    fn search_while(
        &self,
        prefix: &Prefix,
        watch: &mut Watch<'_>,
        visit: &mut Visit<'_>,
        _goes_on: &mut dyn FnMut(&mut Watch<'_>) -> bool,
    ) -> Result<Outcome, SolverError> {
        self.search(prefix, watch, visit)
    }

    /// Returns how many nodes a search of the whole tree probably has, in less than a tenth of a second on
    /// most boards; `None` if the engine does not know, or the alarm rings.
    fn estimated_nodes(&self, _alarm: &Alarm<'_>) -> Option<TreeSize> {
        None
    }

    /// Returns the open place on which the search branches first, if the engine has its own rule; by default
    /// the one with the fewest options (MRV). `open` is not empty and ascends.
    fn branches_on(&self, _open: &[u32]) -> Option<u32> {
        None
    }

    /// Names the place where the runs of a divided search keep what each of them would find out again. Most
    /// engines keep nothing.
    fn share(&mut self, _place: Box<dyn SharedPlace>) {}

    /// Keeps for other runs what this one has found out until its end.
    fn hand_on(&self) {}
}

/// The result of one step of a search for covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// A cover was found.
    Cover,
    /// There are no more covers.
    Complete,
    /// The watch interrupted; the next call continues from here.
    Halted(Halt),
}

/// Visits every cover from `next`, converted to placements by `tiling`.
pub(crate) fn visit_covers<S>(
    search: &mut S,
    next: impl Fn(&mut S, &mut Watch<'_>) -> Step,
    tiling: impl Fn(&S) -> Vec<u32>,
    watch: &mut Watch<'_>,
    visit: &mut Visit<'_>,
) -> Result<Outcome, SolverError> {
    loop {
        match next(search, watch) {
            Step::Complete => return Ok(Outcome::Complete),
            Step::Halted(Halt::Stop(reason)) => return Ok(Outcome::Stopped(reason)),
            Step::Halted(Halt::Pause) => {}
            Step::Cover => {
                if visit(&tiling(search), watch)?.is_break() {
                    return Ok(Outcome::Stopped(StopReason::Visitor));
                }
            }
        }
    }
}

/// Splits the search into at least `wanted` prefixes if possible, in search order.
///
/// A prefix without open places is not split; one that cannot be completed is left to the search.
pub(crate) fn split(
    engine: &dyn Exhaustive,
    model: &Model,
    kept: impl Fn(u32) -> bool,
    wanted: usize,
) -> Vec<Prefix> {
    Splitter::new(engine, model, kept).levels(vec![Prefix::default()], wanted)
}

/// Splits the part of a prefix into at least `wanted` parts if possible, in search order.
///
/// Always the same for the same prefix. Fewer than two parts mean that it cannot be split.
pub(crate) fn split_again(
    engine: &dyn Exhaustive,
    model: &Model,
    kept: impl Fn(u32) -> bool,
    prefix: &Prefix,
    wanted: usize,
) -> Vec<Prefix> {
    Splitter::new(engine, model, kept).levels(vec![prefix.clone()], wanted)
}

/// Splits prefixes by the options of a place.
struct Splitter<'s> {
    engine: &'s dyn Exhaustive,
    model: &'s Model,
    /// The placements of the search.
    kept: Vec<u32>,
    /// Those over each place.
    over: Vec<Vec<u32>>,
    sizes: Vec<u32>,
}

impl<'s> Splitter<'s> {
    fn new(engine: &'s dyn Exhaustive, model: &'s Model, kept: impl Fn(u32) -> bool) -> Self {
        let kept: Vec<u32> = model.placements().filter(|&placement| kept(placement)).collect();
        let mut over = vec![Vec::new(); model.places()];
        for &placement in &kept {
            model.occupied(placement).iter().for_each(|&place| over[place as usize].push(placement));
        }
        Self { engine, model, kept, over, sizes: least_sizes(model) }
    }

    /// Splits parts level by level, so that all have about the same depth.
    fn levels(&self, mut parts: Vec<Prefix>, wanted: usize) -> Vec<Prefix> {
        while parts.len() < wanted {
            let mut is_split = false;
            let mut next = Vec::new();
            for part in &parts {
                match self.options(part) {
                    Some(options) => {
                        is_split = true;
                        next.extend(options);
                    }
                    None => next.push(part.clone()),
                }
            }
            if !is_split {
                break;
            }
            parts = next;
        }
        parts
    }

    /// Returns a part for each option of the place to branch on; `None` if no place is open.
    fn options(&self, part: &Prefix) -> Option<Vec<Prefix>> {
        let board = PartialTiling::new(self.model, self.sizes.clone(), part)?;
        let open: Vec<u32> =
            (0..).zip(board.open()).filter_map(|(place, &open)| open.then_some(place)).collect();
        if open.is_empty() {
            return None;
        }
        let place = self.engine.branches_on(&open).unwrap_or_else(|| self.tightest(&board, &open));
        let over = self.over[place as usize].iter().filter(|&&placement| board.fits(placement));
        let mut options: Vec<Prefix> = over.map(|&placement| part.with(placement)).collect();
        if board.may_leave(place) {
            let mut empty = part.clone();
            empty.empty.push(place);
            options.push(empty);
        }
        Some(options)
    }

    /// Returns the first open place with the fewest placements.
    fn tightest(&self, board: &PartialTiling<'_>, open: &[u32]) -> u32 {
        let mut ways = vec![0u32; self.model.places()];
        for &placement in self.kept.iter().filter(|&&placement| board.fits(placement)) {
            self.model.occupied(placement).iter().for_each(|&place| ways[place as usize] += 1);
        }
        let least = open.iter().copied().min_by_key(|&place| (ways[place as usize], place));
        least.expect("some place is open")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use super::*;
    use crate::engines::cover::Cover;
    use crate::engines::frontier::frontier;
    use crate::ground::SolveOptions;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::polyform::{Freedom, Shape};
    use piecework_tiling::puzzle::{Contact, Count, Piece, Puzzle, Region};

    fn model(rows: &[&[&str]], count: Count, contact: Contact, gaps: u32) -> Model {
        let piece = |(number, rows): (usize, &&[&str])| Piece {
            name: number.to_string(),
            shape: Shape::from_rows(Lattice::Square, rows.iter().copied()).expect("a shape"),
            freedom: Freedom::Free,
            count,
        };
        let region = Region::rectangle(Lattice::Square, 4, 4).expect("a region");
        let pieces = rows.iter().enumerate().map(piece).collect();
        let puzzle = Puzzle::with_rules("test", region, pieces, contact, gaps).expect("a puzzle");
        Model::new(&Arc::new(puzzle), &SolveOptions::default()).expect("small")
    }

    fn found(engine: &dyn Exhaustive, prefix: &Prefix) -> Vec<Vec<u32>> {
        let mut all = Vec::new();
        let mut visit = |tiling: &[u32], _: &mut Watch<'_>| {
            let mut tiling = tiling.to_vec();
            tiling.sort_unstable();
            all.push(tiling);
            Ok(ControlFlow::Continue(()))
        };
        let outcome = engine.search(prefix, &mut Watch::unlimited(), &mut visit);
        assert_eq!(outcome, Ok(Outcome::Complete));
        all
    }

    #[test]
    fn parts_exclude_one_another_and_hold_everything() {
        let (domino, tromino): (&[&str], &[&str]) = (&["##"], &["##", "#."]);
        for (rows, count, contact, gaps) in [
            (&[domino][..], Count::ANY, Contact::Allowed, 0),
            (&[domino, tromino], Count { min: 1, max: None }, Contact::Allowed, 0),
            (&[domino, tromino], Count::exactly(2), Contact::Allowed, 6),
            (&[domino, tromino], Count { min: 0, max: Some(1) }, Contact::Allowed, 16),
            (&[domino], Count::exactly(2), Contact::Forbidden, 0),
        ] {
            let model = model(rows, count, contact, gaps);
            let cover = Cover::new(&model, &|_| true, None);
            let frontier = frontier(&model, &|_| true, None, None).expect("few kinds");
            is_split_well(&model, &cover);
            is_split_well(&model, frontier.as_ref());
            // Prefixes of another engine are as good as its own.
            for part in split(&cover, &model, |_| true, 50) {
                let other: BTreeSet<Vec<u32>> = found(frontier.as_ref(), &part).into_iter().collect();
                assert_eq!(found(&cover, &part).into_iter().collect::<BTreeSet<_>>(), other, "{part:?}");
            }
        }
    }

    #[track_caller]
    fn is_split_well(model: &Model, engine: &dyn Exhaustive) {
        let whole = found(engine, &Prefix::default());
        let whole_set: BTreeSet<Vec<u32>> = whole.iter().cloned().collect();
        assert_eq!(whole.len(), whole_set.len());
        for wanted in [1, 5, 50, 5000] {
            let parts = split(engine, model, |_| true, wanted);
            let joined: Vec<Vec<u32>> = parts.iter().flat_map(|part| found(engine, part)).collect();
            assert_eq!(joined.len(), whole.len(), "in {} parts", parts.len());
            assert_eq!(joined.into_iter().collect::<BTreeSet<_>>(), whole_set);
        }
        assert!(split(engine, model, |_| true, 5).len() >= 5);
    }
}
