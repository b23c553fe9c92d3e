//! The interface of exhaustive engines, and the division of a search into parts.
//!
//! The prefixes of a split exclude each other, and every tiling contains one of them. So they can be searched
//! in any order, on any thread and in different runs.

use std::ops::ControlFlow;

use super::lists::compact;
use super::model::Model;
use super::prefix::Prefix;
use super::shared_place::SharedPlace;
use super::tree_size::TreeSize;
use super::watch::{Halt, Watch};
use super::{Outcome, SolverError, StopReason};
use crate::alarm::Alarm;

/// The visitor of tilings: lists of placements, in no particular order.
pub(super) type Visit<'v> = dyn FnMut(&[u32], &mut Watch<'_>) -> Result<ControlFlow<()>, SolverError> + 'v;

/// An engine with a model compiled for it, which many searches can share.
pub(super) trait Exhaustive: Sync {
    /// Visits every tiling that contains `prefix`, each once, in an order that depends only on model and
    /// prefix.
    ///
    /// Ends with [`super::StopReason::Visitor`] if `visit` breaks. If the watch stops it and the engine knows
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
pub(super) enum Step {
    /// A cover was found.
    Cover,
    /// There are no more covers.
    Complete,
    /// The watch interrupted; the next call continues from here.
    Halted(Halt),
}

/// Visits every cover from `next`, converted to placements by `tiling`.
pub(super) fn visit_covers<S>(
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
pub(super) fn split(
    engine: &dyn Exhaustive,
    model: &Model,
    kept: impl Fn(u32) -> bool,
    wanted: usize,
) -> Vec<Prefix> {
    let kept: Vec<u32> = (0..compact(model.placement_count())).filter(|&placement| kept(placement)).collect();
    levels(vec![Part::whole(model, kept)], engine, model, wanted)
}

/// Splits the part of a prefix into at least `wanted` parts if possible, in search order.
///
/// Always the same for the same prefix. Fewer than two parts mean that it cannot be split.
pub(super) fn split_again(
    engine: &dyn Exhaustive,
    model: &Model,
    kept: impl Fn(u32) -> bool,
    prefix: &Prefix,
    wanted: usize,
) -> Vec<Prefix> {
    let kept: Vec<u32> = (0..compact(model.placement_count())).filter(|&placement| kept(placement)).collect();
    let whole = Part::whole(model, kept);
    let laid = prefix.laid.iter().fold(whole, |part, &placement| part.with(model, placement));
    let begun = prefix.empty.iter().fold(laid, |part, &place| part.without(model, place));
    levels(vec![begun], engine, model, wanted)
}

/// Splits parts level by level, so that all have about the same depth.
fn levels(mut parts: Vec<Part>, engine: &dyn Exhaustive, model: &Model, wanted: usize) -> Vec<Prefix> {
    while parts.len() < wanted && parts.iter().any(|part| !part.open.is_empty()) {
        let branchings: Vec<Branching> = parts.iter().map(|part| part.branching(engine, model)).collect();
        let count: usize = branchings.iter().map(Branching::count).sum();
        let pairs = parts.iter().zip(&branchings);
        if count >= wanted {
            // Most parts are of the last level, and what is still possible there need not be known.
            return pairs.flat_map(|(part, branching)| part.prefixes(branching)).collect();
        }
        parts = pairs.flat_map(|(part, branching)| part.branches(branching, model)).collect();
    }
    parts.into_iter().map(|part| part.prefix).collect()
}

/// The options of a place.
struct Branching {
    /// The place; none if no place is open, and then the only option is the part itself.
    place: Option<u32>,
    /// The placements over it.
    laid: Vec<u32>,
    /// Whether it may stay empty.
    may_be_empty: bool,
}

impl Branching {
    fn count(&self) -> usize {
        if self.place.is_none() { 1 } else { self.laid.len() + usize::from(self.may_be_empty) }
    }
}

/// A prefix, and what is still possible.
#[derive(Clone)]
struct Part {
    prefix: Prefix,
    /// Placements that still fit.
    fitting: Vec<u32>,
    /// Places neither occupied nor left empty, ascending.
    open: Vec<u32>,
    /// How many of each piece are placed.
    used: Vec<u32>,
}

impl Part {
    fn whole(model: &Model, mut fitting: Vec<u32>) -> Self {
        fitting.retain(|&placement| model.bounds()[model.piece_of(placement)].most > 0);
        let open = (0..compact(model.places())).collect();
        Self { prefix: Prefix::default(), fitting, open, used: vec![0; model.bounds().len()] }
    }

    /// Returns the options of the place to branch on.
    fn branching(&self, engine: &dyn Exhaustive, model: &Model) -> Branching {
        if self.open.is_empty() {
            return Branching { place: None, laid: Vec::new(), may_be_empty: false };
        }
        let place = engine.branches_on(&self.open).unwrap_or_else(|| self.tightest(model));
        let over = |&placement: &u32| model.occupied(placement).contains(&place);
        let laid = self.fitting.iter().copied().filter(over).collect();
        let may_be_empty = (self.prefix.empty.len() as u64) < u64::from(model.most_empty());
        Branching { place: Some(place), laid, may_be_empty }
    }

    /// Returns the prefix of one part for each option.
    fn prefixes(&self, branching: &Branching) -> Vec<Prefix> {
        let Some(place) = branching.place else { return vec![self.prefix.clone()] };
        let laid = branching.laid.iter().map(|&placement| self.prefix.with(placement));
        let empty = branching.may_be_empty.then(|| {
            let mut prefix = self.prefix.clone();
            prefix.empty.push(place);
            prefix
        });
        laid.chain(empty).collect()
    }

    /// Returns one part for each option.
    fn branches(&self, branching: &Branching, model: &Model) -> Vec<Self> {
        let Some(place) = branching.place else { return vec![self.clone()] };
        let laid = branching.laid.iter().map(|&placement| self.with(model, placement));
        laid.chain(branching.may_be_empty.then(|| self.without(model, place))).collect()
    }

    fn tightest(&self, model: &Model) -> u32 {
        let mut ways = vec![0u32; model.places()];
        for &placement in &self.fitting {
            model.occupied(placement).iter().for_each(|&place| ways[place as usize] += 1);
        }
        let least = self.open.iter().copied().min_by_key(|&place| (ways[place as usize], place));
        least.expect("some place is open")
    }

    fn with(&self, model: &Model, placement: u32) -> Self {
        let taken = model.occupied(placement);
        let mut part = self.reduced(model, taken);
        let piece = model.piece_of(placement);
        let claims = model.claims(placement);
        part.fitting.retain(|&other| model.claims(other).iter().all(|claim| !claims.contains(claim)));
        part.prefix.laid.push(placement);
        part.used[piece] += 1;
        if part.used[piece] == model.bounds()[piece].most {
            part.fitting.retain(|&other| model.piece_of(other) != piece);
        }
        part
    }

    fn without(&self, model: &Model, place: u32) -> Self {
        let mut part = self.reduced(model, &[place]);
        part.prefix.empty.push(place);
        part
    }

    /// Returns the part without some places.
    fn reduced(&self, model: &Model, taken: &[u32]) -> Self {
        let mut is_taken = vec![false; model.places()];
        taken.iter().for_each(|&place| is_taken[place as usize] = true);
        let free = |place: &u32| !is_taken[*place as usize];
        let fits = |&placement: &u32| model.occupied(placement).iter().all(free);
        Self {
            prefix: self.prefix.clone(),
            fitting: self.fitting.iter().copied().filter(fits).collect(),
            open: self.open.iter().copied().filter(free).collect(),
            used: self.used.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use super::*;
    use crate::cover::Cover;
    use crate::frontier::frontier;
    use crate::options::SolveOptions;
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
