//! Finds the places of a window that no piece can cover any more.
//!
//! A block is a small set of positions such that every kind is a union of its translates. An empty place can
//! be covered only if some translate that contains it is empty. For the corners of polyominoes that do not
//! touch, the block is a square of four.
//!
//! Source: the opening of mathematical morphology, J. Serra, Image Analysis and Mathematical Morphology,
//! 1982.

use std::collections::BTreeSet;

use super::bits::{Bits, windows};

/// The block for a board.
#[derive(Debug, Clone)]
pub(super) struct Opening<W> {
    /// The block without its first position, which is 0.
    shifts: Vec<u32>,
    /// For each position, the window of first positions of translates that no placement contains.
    nowhere: Vec<W>,
}

impl<W: Bits> Opening<W> {
    /// Returns the largest block of at least two positions, if there is one. `placements` are the placed
    /// kinds: position and mask.
    pub(super) fn new(masks: &[W], placements: impl Iterator<Item = (u32, W)>, length: u32) -> Option<Self> {
        let shifts = block(masks)?;
        let mut nowhere = vec![true; length as usize];
        for (position, mask) in placements {
            eroded(mask, &shifts).iter().for_each(|first| nowhere[(position + first) as usize] = false);
        }
        let nowhere = windows(&nowhere, true);
        Some(Self { shifts, nowhere })
    }

    /// Returns the empty places of a window that no piece can cover.
    #[inline]
    pub(super) fn lost(&self, window: W, position: u32) -> W {
        let mut blocked = window.or(self.nowhere[position as usize]);
        for &shift in &self.shifts {
            blocked = blocked.or(window.down(shift));
        }
        let firsts = W::ALL.without(blocked);
        let mut reached = firsts.or(window);
        for &shift in &self.shifts {
            reached = reached.or(firsts.up(shift));
        }
        W::ALL.without(reached)
    }
}

/// Returns the first positions of the translates of a block that a mask contains.
fn eroded<W: Bits>(mask: W, shifts: &[u32]) -> W {
    shifts.iter().fold(mask, |firsts, &shift| firsts.and(mask.down(shift)))
}

fn is_union_of_translates<W: Bits>(mask: W, shifts: &[u32]) -> bool {
    let firsts = eroded(mask, shifts);
    shifts.iter().fold(firsts, |union, &shift| union.or(firsts.up(shift))) == mask
}

/// Returns the largest set of at least two positions, the first one 0, such that every mask is a union of its
/// translates; searched among the intersections of the smallest mask with translates of the others.
fn block<W: Bits>(masks: &[W]) -> Option<Vec<u32>> {
    let smallest = masks.iter().copied().min_by_key(|mask| mask.count())?;
    let mut tried = BTreeSet::new();
    let mut best: Option<W> = None;
    for &other in masks {
        for (a, b) in smallest.iter().flat_map(|a| other.iter().map(move |b| (a, b))) {
            let moved = if a >= b { other.up(a - b) } else { other.down(b - a) };
            let common = smallest.and(moved);
            let candidate = common.down(common.least());
            let wanted = candidate.count() > best.map_or(1, |best| best.count());
            if wanted && tried.insert(candidate) {
                let shifts: Vec<u32> = candidate.iter().skip(1).collect();
                if masks.iter().all(|&mask| is_union_of_translates(mask, &shifts)) {
                    best = Some(candidate);
                }
            }
        }
    }
    Some(best?.iter().skip(1).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mask from rows of a board eight wide, moved to its first position.
    fn mask(rows: &[&str]) -> u64 {
        let positions = rows.iter().zip(0..).flat_map(|(row, y)| {
            row.bytes().zip(0..).filter(|(byte, _)| *byte == b'#').map(move |(_, x)| 8 * y + x)
        });
        let mask = u64::from_iter(positions);
        mask.down(mask.least())
    }

    #[test]
    fn the_block_of_a_set_is_the_largest_common_one() {
        let square = mask(&["##", "##"]);
        let bars = [mask(&["####", "####"]), mask(&["##", "##", "##"]), mask(&["##.", "###", ".##"])];
        assert_eq!(block(&bars), Some(square.iter().skip(1).collect()));
        assert_eq!(block(&[mask(&["###"]), mask(&["#####"])]), Some(vec![1, 2]));
        assert_eq!(block(&[mask(&["###"]), mask(&["#", "#", "#"])]), None);
        assert_eq!(block::<u64>(&[]), None);
    }

    #[test]
    fn lost_places_are_those_in_no_empty_block() {
        let bars = [mask(&["###", "###"]), mask(&["##", "##", "##"])];
        // Rows of eight: translates that begin in the last column would wrap around.
        let placements = (0..6u32).flat_map(|y| (0..6).map(move |x| 8 * y + x)).map(|at| (at, bars[0]));
        let opening = Opening::new(&bars, placements, 64).expect("a square");
        let window = mask(&["#..#...#", "#.##..#.", "#....#.."]).or(u64::ALL.up(24));
        let found: Vec<u32> = opening.lost(window, 0).iter().collect();
        let mut expected = Vec::new();
        let empty =
            |x: i32, y: i32| (0..8).contains(&x) && (0..3).contains(&y) && window >> (8 * y + x) & 1 == 0;
        // The definition, with columns and rows.
        for (x, y) in (0..3).flat_map(|y| (0..8).map(move |x| (x, y))) {
            let open = |(dx, dy): (i32, i32)| {
                [(0, 0), (1, 0), (0, 1), (1, 1)].iter().all(|&(bx, by)| empty(x - dx + bx, y - dy + by))
            };
            if empty(x, y) && ![(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().any(open) {
                expected.push(u32::try_from(8 * y + x).expect("small"));
            }
        }
        assert!(!expected.is_empty());
        assert_eq!(found, expected);
    }
}
