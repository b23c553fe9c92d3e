//! Proves that no rectangle of any size can be tiled, by filling the rows along one of its sides.
//!
//! The first empty cell of the band, column by column and each from below, is covered in every possible way.
//! Only what is filled near that cell matters for what follows: a front. If the fronts that arise from the
//! left side on are few, and none is like the right side of a rectangle, then no rectangle has as many rows.
//! Rectangles of fewer rows are bands themselves, with nothing above.
//!
//! # Source
//! Corner and edge arguments: S. W. Golomb, Tiling with polyominoes, Journal of Combinatorial Theory 1 (1966).
//! Closed sets of fronts make them a finite check.

use std::collections::BTreeSet;

use super::cuts::Laid;
use crate::ground::lists::compact;

/// The most rows of a band. Chosen by trial: the hexomino `e0808080` needs all of them.
const MOST_ROWS: u32 = 7;
/// The most fronts of a band. Chosen by trial: heptominoes need up to 2,713.
const MOST_FRONTS: usize = 4_000;

/// Rows along a side of a rectangle that copies of the pieces cannot fill from the left side to the right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Band {
    /// The number of rows.
    pub rows: u32,
    /// Whether the rectangle has no other rows; otherwise pieces may reach above the band.
    pub is_whole: bool,
    /// Everything that can arise, the left side of the rectangle first.
    pub fronts: Vec<Front>,
}

/// What is filled around the first empty cell of a band, whose column is the middle one.
///
/// In the columns before it the band is full, and cells beyond the left side of the rectangle count as filled.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Front {
    /// Columns from the left, as many after the middle as before it; bit 0 is the lowest row.
    pub columns: Vec<u32>,
}

impl Front {
    /// Whether the right side of the rectangle can be here.
    fn is_end(&self) -> bool {
        self.columns[self.columns.len() / 2..].iter().all(|&column| column == 0)
    }

    /// The front after a placement, with the next empty cell of the band in the middle.
    fn after(&self, placement: &[u32], band: u32) -> Option<Self> {
        let middle = placement.len() / 2;
        let mut columns = Vec::with_capacity(placement.len());
        for (&filled, &added) in self.columns.iter().zip(placement) {
            if filled & added != 0 {
                return None;
            }
            columns.push(filled | added);
        }
        while columns[middle] & band == band {
            columns.remove(0);
            columns.push(0);
        }
        columns[..middle].iter_mut().for_each(|column| *column |= band);
        Some(Self { columns })
    }
}

/// Returns bands that together exclude every rectangle: whole ones, and one that may be the side of any other.
/// `None` if none are found, which is so wherever there is a rectangle.
pub(super) fn unfillable(orientations: &[Laid]) -> Option<Vec<Band>> {
    let side = (1..=MOST_ROWS).find_map(|rows| unfillable_band(orientations, rows, false))?;
    let lower = (1..side.rows).map(|rows| unfillable_band(orientations, rows, true));
    lower.chain([Some(side.clone())]).collect()
}

fn unfillable_band(orientations: &[Laid], rows: u32, is_whole: bool) -> Option<Band> {
    let longest = orientations.iter().map(|laid| laid.columns.len()).max()?;
    let height = if is_whole { rows } else { rows + compact(longest) - 1 };
    let placements: Vec<_> =
        (0..rows).map(|row| covering(orientations, row, (rows, height), longest)).collect();
    let mut columns = vec![(1 << height) - 1; longest - 1];
    columns.resize(2 * longest - 1, 0);
    let first = Front { columns };
    let (mut fronts, mut known) = (vec![first.clone()], BTreeSet::from([first.clone()]));
    let mut open = vec![first];
    while let Some(front) = open.pop() {
        let row = front.columns[longest - 1].trailing_ones();
        for placement in &placements[row as usize] {
            let Some(next) = front.after(placement, (1 << rows) - 1) else { continue };
            if next.is_end() || known.len() > MOST_FRONTS {
                return None;
            }
            if known.insert(next.clone()) {
                fronts.push(next.clone());
                open.push(next);
            }
        }
    }
    Some(Band { rows, is_whole, fronts })
}

/// Every placement that covers this row of the middle column and, of the band, only cells that come later.
fn covering(orientations: &[Laid], row: u32, (rows, height): (u32, u32), longest: usize) -> Vec<Vec<u32>> {
    let mut placements = Vec::new();
    for laid in orientations {
        for &(up, across) in laid.cells.iter().filter(|&&(up, _)| up <= row) {
            let mut columns = vec![0; 2 * longest - 1];
            for (column, &bits) in laid.columns.iter().enumerate() {
                columns[longest - 1 + column - across as usize] = bits << (row - up);
            }
            let earlier = |(column, &bits): (usize, &u32)| match column + 1 {
                before if before < longest => bits & ((1 << rows) - 1) != 0,
                middle if middle == longest => bits & ((1 << row) - 1) != 0,
                _ => false,
            };
            let is_inside = columns.iter().all(|&bits| bits < 1 << height);
            if is_inside && !columns.iter().enumerate().any(earlier) {
                placements.push(columns);
            }
        }
    }
    // The flattest are tried first, as they come to the right side soonest where that is possible.
    placements.sort_unstable_by_key(|columns| std::cmp::Reverse(columns.iter().max().copied()));
    placements
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::cut_line::cuts::Cuts;
    use piecework_tiling::polyform::Shape;
    use piecework_tiling::puzzle::pieces_from_hex;

    fn bands(names: &str) -> Option<Vec<Band>> {
        let pieces = pieces_from_hex(names).expect("good names");
        let cuts = Cuts::new(&pieces.into_iter().map(|piece| piece.shape).collect::<Vec<Shape>>());
        unfillable(&cuts.orientations)
    }

    #[test]
    fn pieces_that_fill_no_side_are_known() {
        for (name, rows) in [("40e040", 1), ("f820", 2), ("40f040", 1), ("e04040", 2), ("f820_40e040", 2)] {
            let found = bands(name).unwrap_or_default();
            let last = found.last().map(|band| (band.rows, band.is_whole));
            assert_eq!((last, found.len()), (Some((rows, false)), rows as usize), "{name}");
        }
    }

    #[test]
    fn pieces_with_a_rectangle_fill_every_side() {
        for name in ["f040", "f840", "c0", "80", "e040", "fcf030", "f860", "e0c040", "f820_e070"] {
            assert_eq!(bands(name), None, "{name}");
        }
    }
}
