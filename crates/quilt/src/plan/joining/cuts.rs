//! Divides a top into blocks along seams that turn as little as they can, from one point of the outline to
//! another.
//!
//! The cheapest cut that leaves a fair share on both sides is sewn last; both sides are cut again until each
//! is a block. Whoever joins the blocks in the opposite order has only such seams.
//!
//! # Source
//! E. W. Dijkstra, "A note on two problems in connexion with graphs", 1959, on seams with the way they turned
//! last. To divide from the top down by such paths is our own.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::contact::goes_on;
use super::contact::turns_left;
use super::tree::Join;
use piecework_draw::geometry::Patchwork;
use piecework_tiling::stop::{StopFlag, Stopped};

/// The patches on either side of a cut.
type Halves = (Vec<usize>, Vec<usize>);

/// The most points of an outline from which cuts begin; of more, every n-th.
const MOST_STARTS: usize = 64;
/// A cut leaves at least this share of the patches on both sides; the first share for which there is a cut.
const FAIR: [usize; 3] = [3, 4, 6];
/// What a cut pays for a turn that is no inside corner, for two in a row that go the same way, and for any
/// other turn: near to what the step costs, but added up turn by turn.
const PRICES: (u64, u64, u64) = (1_000, 3_000, 50);

/// Blocks, and the order in which the cuts between them are sewn: the last cut first.
pub(super) struct Division {
    pub(super) blocks: Vec<Vec<usize>>,
    pub(super) joins: Vec<Join>,
}

/// Divides a patchwork into blocks of at most `most` patches; none if some part of it has no fair cut.
/// `is_set_in` says of a vertex whether a patch has an inside corner there.
pub(super) fn divided(
    patchwork: &Patchwork,
    most: usize,
    is_set_in: &dyn Fn(usize) -> bool,
    stop: &StopFlag,
) -> Result<Option<Division>, Stopped> {
    let all: Vec<usize> = (0..patchwork.patches().len()).collect();
    let mut division = Division { blocks: Vec::new(), joins: Vec::new() };
    let cutter = Cutter { patchwork, most, is_set_in, stop };
    let mut left = all;
    while let Some(&first) = left.first() {
        let part = cutter.connected(first, &left, &[]);
        left.retain(|patch| part.binary_search(patch).is_err());
        if cutter.divide(part, &mut division)?.is_none() {
            return Ok(None);
        }
    }
    Ok(Some(division))
}

struct Cutter<'a> {
    patchwork: &'a Patchwork,
    most: usize,
    is_set_in: &'a dyn Fn(usize) -> bool,
    stop: &'a StopFlag,
}

/// A path of seams, by what it costs.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cut {
    cost: u64,
    edges: Vec<usize>,
}

/// Walking along an edge to its end `at`, after the last turn went to the left or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Walk {
    edge: usize,
    at: usize,
    left: Option<bool>,
}

impl Cutter<'_> {
    /// Divides a connected part; returns the places of its blocks.
    fn divide(&self, part: Vec<usize>, division: &mut Division) -> Result<Option<Vec<usize>>, Stopped> {
        if part.len() <= self.most {
            division.blocks.push(part);
            return Ok(Some(vec![division.blocks.len() - 1]));
        }
        let Some((one, other)) = self.halves(&part)? else { return Ok(None) };
        let size = one.len().cmp(&other.len());
        let Some(one) = self.divide(one, division)? else { return Ok(None) };
        let Some(other) = self.divide(other, division)? else { return Ok(None) };
        let (sewn, added) = if size.is_ge() { (one, other) } else { (other, one) };
        let all = [sewn.clone(), added.clone()].concat();
        division.joins.push(Join { sewn, added });
        Ok(Some(all))
    }

    /// The two sides of the cheapest fair cut; of equals the one that halves best.
    fn halves(&self, part: &[usize]) -> Result<Option<Halves>, Stopped> {
        let mut cuts = self.cuts(part)?;
        cuts.sort_unstable();
        for share in FAIR {
            let least = part.len().div_ceil(share);
            let mut best: Option<(u64, usize, Vec<usize>, Vec<usize>)> = None;
            for cut in &cuts {
                self.stop.check()?;
                if best.as_ref().is_some_and(|(cost, ..)| cut.cost > *cost) {
                    break;
                }
                if self.is_unfair(part, &cut.edges, least) {
                    continue;
                }
                let Some((one, other)) = self.sides(part, &cut.edges) else { continue };
                let small = one.len().min(other.len());
                if small >= least && best.as_ref().is_none_or(|(_, halves, ..)| small > *halves) {
                    best = Some((cut.cost, small, one, other));
                }
            }
            if let Some((_, _, one, other)) = best {
                return Ok(Some((one, other)));
            }
        }
        Ok(None)
    }

    /// Both sides of a cut, if it has two that are connected.
    fn sides(&self, part: &[usize], cut: &[usize]) -> Option<(Vec<usize>, Vec<usize>)> {
        let one = self.connected(*part.first()?, part, cut);
        let rest: Vec<usize> =
            part.iter().copied().filter(|patch| one.binary_search(patch).is_err()).collect();
        let other = self.connected(*rest.first()?, &rest, cut);
        (other.len() == rest.len()).then_some((one, other))
    }

    /// The patches of `part` that are connected with one of them, without the seams of a cut; ascending.
    fn connected(&self, first: usize, part: &[usize], cut: &[usize]) -> Vec<usize> {
        let mut found = vec![first];
        let mut seen = vec![false; self.patchwork.patches().len()];
        seen[first] = true;
        let mut next = 0;
        while let Some(&patch) = found.get(next) {
            next += 1;
            self.go_on(patch, (part, cut), &mut seen, &mut found);
        }
        found.sort_unstable();
        found
    }

    /// Adds the neighbors of a patch that are not behind a cut.
    fn go_on(
        &self,
        patch: usize,
        (part, cut): (&[usize], &[usize]),
        seen: &mut [bool],
        found: &mut Vec<usize>,
    ) {
        for side in self.patchwork.patches()[patch].rings().iter().flatten() {
            let edge = &self.patchwork.edges()[side.edge];
            for other in [edge.left, edge.right].into_iter().flatten() {
                if !seen[other] && part.binary_search(&other).is_ok() && !cut.contains(&side.edge) {
                    seen[other] = true;
                    found.push(other);
                }
            }
        }
    }

    /// Whether a side of a cut has fewer patches than `least`: both are walked at once, so that of most cuts little is.
    fn is_unfair(&self, part: &[usize], cut: &[usize], least: usize) -> bool {
        let Some(edge) = cut.first().map(|&edge| &self.patchwork.edges()[edge]) else { return false };
        let mut sides = [edge.left, edge.right].map(|patch| {
            let mut seen = vec![false; self.patchwork.patches().len()];
            patch.iter().for_each(|&patch| seen[patch] = true);
            (patch.into_iter().collect::<Vec<usize>>(), seen)
        });
        (0..least).any(|next| {
            sides.iter_mut().any(|(found, seen)| {
                let patch = found.get(next).copied();
                patch.iter().for_each(|&patch| self.go_on(patch, (part, cut), seen, found));
                patch.is_none()
            })
        })
    }

    /// The cheapest path of seams between any two points of the outline of a part.
    fn cuts(&self, part: &[usize]) -> Result<Vec<Cut>, Stopped> {
        let is_in = |patch: Option<usize>| patch.is_some_and(|patch| part.binary_search(&patch).is_ok());
        let mut seams = vec![false; self.patchwork.edges().len()];
        let mut on_outline = vec![false; self.patchwork.vertices().len()];
        for side in part.iter().flat_map(|&patch| self.patchwork.patches()[patch].rings().iter().flatten()) {
            let edge = &self.patchwork.edges()[side.edge];
            seams[side.edge] = is_in(edge.left) && is_in(edge.right);
            if !seams[side.edge] {
                (on_outline[edge.from], on_outline[edge.to]) = (true, true);
            }
        }
        let is_start = |&vertex: &usize| {
            on_outline[vertex] && self.patchwork.vertices()[vertex].edges.iter().any(|&edge| seams[edge])
        };
        let starts: Vec<usize> = (0..on_outline.len()).filter(is_start).collect();
        let step = starts.len().div_ceil(MOST_STARTS).max(1);
        let mut cuts = Vec::new();
        for &start in starts.iter().step_by(step) {
            self.stop.check()?;
            cuts.extend(self.from(start, &seams, &on_outline));
        }
        Ok(cuts)
    }

    /// The cheapest paths from a point of an outline to the others.
    fn from(&self, start: usize, seams: &[bool], on_outline: &[bool]) -> Vec<Cut> {
        let mut known: BTreeMap<Walk, (u64, Option<Walk>)> = BTreeMap::new();
        let mut waiting = BinaryHeap::new();
        let away =
            |vertex: usize| self.patchwork.vertices()[vertex].edges.iter().copied().filter(|&e| seams[e]);
        for edge in away(start) {
            let walk = Walk { edge, at: self.patchwork.edges()[edge].other_end(start), left: None };
            known.insert(walk, (0, None));
            waiting.push(Reverse((0, walk)));
        }
        let mut ends: BTreeMap<usize, (u64, Walk)> = BTreeMap::new();
        while let Some(Reverse((cost, walk))) = waiting.pop() {
            if known.get(&walk).is_some_and(|&(least, _)| cost > least) {
                continue;
            }
            if on_outline[walk.at] {
                if walk.at > start {
                    ends.entry(walk.at).or_insert((cost, walk));
                }
                continue;
            }
            for edge in away(walk.at).filter(|&edge| edge != walk.edge) {
                let (more, left) = self.turn(walk, edge);
                let at = self.patchwork.edges()[edge].other_end(walk.at);
                let (next, total) = (Walk { edge, at, left }, cost + more);
                if known.get(&next).is_none_or(|&(least, _)| total < least) {
                    known.insert(next, (total, Some(walk)));
                    waiting.push(Reverse((total, next)));
                }
            }
        }
        let path = |last: Walk| {
            let before = |walk: &Walk| known.get(walk).and_then(|&(_, before)| before);
            std::iter::successors(Some(last), before).map(|walk| walk.edge).collect()
        };
        ends.into_values().map(|(cost, last)| Cut { cost, edges: path(last) }).collect()
    }

    /// What it costs to go on along an edge, and which way the last turn was then.
    fn turn(&self, walk: Walk, edge: usize) -> (u64, Option<bool>) {
        if goes_on(self.patchwork, walk.at, walk.edge, edge) {
            return (0, walk.left);
        }
        let (pivot, bay, other) = PRICES;
        let left = turns_left(self.patchwork, walk.at, [walk.edge, edge]);
        let turn = if (self.is_set_in)(walk.at) { other } else { pivot };
        (turn + if walk.left == Some(left) { bay } else { 0 }, Some(left))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    fn division(rows: &str, most: usize) -> Option<Division> {
        let grids = read_letter_grids(Lattice::Square, rows, &Limits::default()).expect("a good grid");
        let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
        let patchwork = Patchwork::trace(&tiling, 10.0).expect("a patchwork");
        divided(&patchwork, most, &|_| false, &StopFlag::never()).expect("nothing stops it")
    }

    #[test]
    fn a_straight_seam_is_cut_before_a_crooked_one() {
        // The upright seam has no turn, the others have four.
        let found = division("ABBEFF\nAABEEF\nCADGGH\nCCDGHH", 4).expect("a division");
        assert_eq!(found.blocks, [vec![0, 1, 4, 5], vec![2, 3, 6, 7]]);
        assert_eq!(found.joins, [Join { sewn: vec![0], added: vec![1] }]);
    }

    #[test]
    fn blocks_are_cut_until_they_are_small_and_every_patch_is_in_one() {
        let found = division("ABCDEFGH\nIJKLMNOP\nQRSTUVWX", 4).expect("a division");
        assert!(found.blocks.iter().all(|block| block.len() <= 4), "{:?}", found.blocks);
        assert_eq!(found.joins.len() + 1, found.blocks.len());
        let mut all = found.blocks.concat();
        all.sort_unstable();
        assert_eq!(all, (0..24).collect::<Vec<_>>());
        let last = found.joins.last().expect("joins");
        assert_eq!(last.sewn.len() + last.added.len(), found.blocks.len(), "the first cut is sewn last");
    }

    #[test]
    fn parts_that_touch_nowhere_are_divided_by_themselves() {
        let found = division("AB.CD\nAB.CD", 1).expect("a division");
        assert_eq!((found.blocks.len(), found.joins.len()), (4, 2));
    }
}
