//! Where the two halves of a board meet: which states of the first half can be completed, and how many tilings follow from them.

use num_bigint::BigUint;

use super::super::number::Number;
use super::super::packing::Packing;
use super::super::window::Window;
use super::super::{Unfit, halted};
use crate::ground::lists::compact;
use crate::ground::watch::Watch;

/// Where two halves meet. Sets of places begin with the first one that the second half may cover.
pub(in super::super) struct Half<W> {
    /// That place.
    pub(in super::super) first: u32,
    /// The place before which all placements of the first half begin.
    pub(in super::super) end: u32,
    /// How many places both halves may cover.
    pub(in super::super) width: u32,
    /// The placements in the middle.
    pub(in super::super) middle: Vec<W>,
    /// For each place before the end, the placements that begin there and are not of the first half.
    pub(in super::super) beginning: Vec<Vec<W>>,
}

impl<W: Window> Half<W> {
    /// Returns what a state covers whose first empty place this is.
    #[inline]
    fn covered(&self, packing: &Packing<W>, key: W, place: u32) -> W {
        let noted = place.min(self.end) - self.first;
        let before = !(key >> packing.window.ones()) & W::mask(noted);
        let on = place - self.first - noted;
        before | (W::mask(on) | (key & packing.window) << on) << noted
    }

    /// Returns whether placements of the second half may cover the places that a state leaves open.
    #[inline]
    pub(super) fn may_be_filled(&self, packing: &Packing<W>, key: W, place: usize) -> bool {
        let place = compact(place);
        place <= self.first || self.fill(self.covered(packing, key, place), place - self.first)
    }

    /// Returns whether the first `done` places can be covered, so that nothing overlaps.
    fn fill(&self, covered: W, done: u32) -> bool {
        let open = covered.ones();
        open >= done
            || self.beginning[open as usize]
                .iter()
                .any(|&mask| covered & mask == W::default() && self.fill(covered | mask, done))
    }

    /// Adds a state of the last layers to those from which the total follows, if its first empty place is `on` places
    /// after the end.
    pub(super) fn add<N>(
        &self,
        packing: &Packing<W>,
        on: usize,
        (key, number): (W, N),
        ends: &mut Vec<(W, N)>,
    ) {
        let covered = self.covered(packing, key, self.end + compact(on));
        if self.fill(covered, self.end - self.first) {
            ends.push((covered, number));
        }
    }

    /// Returns the number of tilings, from the number of ways in which the first half covers each set of places.
    pub(super) fn total<N: Number>(
        &self,
        mut ends: Vec<(W, N)>,
        watch: &mut Watch<'_>,
    ) -> Result<BigUint, Unfit> {
        let mut total = BigUint::default();
        for middle in std::iter::once(W::default()).chain(self.middle.iter().copied()) {
            // What is left for the second half, turned round; turned again, it is the set itself.
            let rest = |covered: W| (!(covered | middle)).reversed(self.width);
            let pair = |&(covered, _): &(W, N)| {
                (covered & middle != W::default(), covered.min(rest(covered)), covered)
            };
            ends.sort_unstable_by_key(pair);
            let count = ends.partition_point(|end| !pair(end).0);
            for pair in ends[..count].chunk_by(|one, other| pair(one).1 == pair(other).1) {
                halted(watch.work(1).err())?;
                match pair {
                    [(covered, number)] if rest(*covered) == *covered => total += number.to_big().pow(2),
                    [(_, one), (_, other)] => total += one.to_big() * other.to_big() * 2u32,
                    _ => {}
                }
            }
        }
        Ok(total)
    }
}
