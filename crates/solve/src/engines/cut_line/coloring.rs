//! Excludes rectangles by coloring arguments.
//!
//! The answer depends only on the sides modulo [`PERIOD`] and the number of copies modulo 2.
//!
//! Cells are colored by column and row modulo 4. A placement covers an odd number of cells of some of the 16
//! colors; a tiling adds up to the colors of which the rectangle has an odd number. So these must be a sum,
//! modulo 2, of the colors of placements; and if all pieces have the same area, the number of copies must be
//! right modulo 2 as well. This includes the chessboard, stripes, and every other coloring of period 2 or 4
//! modulo 2.
//!
//! # Source
//! The linear view of coloring arguments: M. Reid, Tile homotopy groups, L'Enseignement Mathématique 49
//! (2003). The period of four was chosen by trial on the pieces of the tests.

use super::cuts::Laid;
use crate::ground::lists::compact;

/// Colors repeat after this many columns and rows.
const PERIOD: u32 = 4;
/// The bit for the number of copies, above those of the colors.
const COPIES: u32 = 1 << (PERIOD * PERIOD);

/// The span of the colors of placements, modulo 2.
#[derive(Debug)]
pub(super) struct Coloring {
    /// A basis of what placements can add up to, with different highest bits.
    basis: Vec<u32>,
    /// The area of every piece, if they all have the same.
    area: Option<u32>,
}

impl Coloring {
    pub(super) fn new(orientations: &[Laid]) -> Self {
        let areas = || orientations.iter().map(|laid| compact(laid.cells.len()));
        let area = areas().next().filter(|&first| areas().all(|area| area == first));
        let mut coloring = Self { basis: Vec::new(), area };
        for laid in orientations {
            for shift in 0..PERIOD * PERIOD {
                let color =
                    |&(row, column): &(u32, u32)| color(row + shift / PERIOD, column + shift % PERIOD);
                let covered = laid.cells.iter().map(color).fold(0, |odd, bit| odd ^ bit);
                let rest = coloring.reduced(if area.is_some() { covered | COPIES } else { covered });
                if rest != 0 {
                    coloring.basis.push(rest);
                    coloring.basis.sort_unstable_by(|one, other| other.cmp(one));
                }
            }
        }
        coloring
    }

    /// Returns whether no rectangle of these sides can be tiled.
    pub(super) fn rules_out(&self, width: u32, height: u32) -> bool {
        let copies = match self.area {
            Some(area) if !(width * height).is_multiple_of(area) => return true,
            Some(area) if (width * height / area) % 2 == 1 => COPIES,
            _ => 0,
        };
        let columns = |length: u32, residue: u32| (length + PERIOD - 1 - residue) / PERIOD;
        let residues = (0..PERIOD).flat_map(|row| (0..PERIOD).map(move |column| (row, column)));
        let odd = residues.filter(|&(row, column)| columns(height, row) * columns(width, column) % 2 == 1);
        self.reduced(odd.fold(copies, |odd, (row, column)| odd ^ color(row, column))) != 0
    }

    /// Returns whether no rectangle at all can be tiled.
    pub(super) fn rules_out_all(&self) -> bool {
        // The period of the sides after which the answers repeat.
        let repeats = self.area.map_or(1, |area| 2 * area).max(1) * PERIOD;
        (1..=repeats).all(|width| (1..=width).all(|height| self.rules_out(width, height)))
    }

    /// Returns the remainder of a sum after reduction by the basis.
    fn reduced(&self, sum: u32) -> u32 {
        self.basis.iter().fold(sum, |sum, &part| sum.min(sum ^ part))
    }
}

fn color(row: u32, column: u32) -> u32 {
    1 << ((row % PERIOD) * PERIOD + column % PERIOD)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::cut_line::cuts::Cuts;
    use piecework_tiling::puzzle::pieces_from_hex;

    fn coloring(names: &str) -> Coloring {
        let pieces = pieces_from_hex(names).expect("good names");
        Coloring::new(
            &Cuts::new(&pieces.into_iter().map(|piece| piece.shape).collect::<Vec<_>>()).orientations,
        )
    }

    #[test]
    fn known_arguments_are_found() {
        for (name, width, height, ruled_out) in [
            ("e040", 10, 10, true),
            ("e040", 4, 4, false),
            ("f840", 18, 19, true),
            ("f840", 23, 24, false),
            ("fcf030", 20, 21, true),
            ("e0f080", 34, 36, true),
            ("e0f080", 36, 40, false),
            ("f0", 6, 6, true),
            ("f840", 7, 7, true),
        ] {
            assert_eq!(coloring(name).rules_out(width, height), ruled_out, "{name} {width} x {height}");
        }
    }

    #[test]
    fn pieces_of_different_areas_have_no_known_number_of_copies() {
        let mixed = coloring("c0_e0");
        assert!((2..9).all(|width| (2..9).all(|height| !mixed.rules_out(width, height))));
    }

    #[test]
    fn nothing_is_ruled_out_for_ever_that_has_a_rectangle() {
        for name in ["f040", "e040", "f840", "fcf030", "80", "c0_e0"] {
            assert!(!coloring(name).rules_out_all(), "{name}");
        }
    }
}
