//! Decides whether part of a state can still be completed.
//!
//! `false` means that later placements cannot cover all open cells of the window. Cells outside the window
//! count as open, and a look-ahead that takes too long counts as a success, so no part of a tiling is ever
//! pruned.

use super::cuts::{Cuts, Step};
use crate::ground::lists::compact;

/// The most placements that are tried. Chosen by measurement: nearly all windows need fewer than a hundred.
const MOST_TRIED: u32 = 500;

/// Columns of a state around the column that is decided last.
#[derive(Debug, Clone, Copy)]
pub(super) struct View<'a> {
    /// What is covered, column by column.
    pub(super) columns: &'a [u32],
    /// The column up to which placements of this step are decided.
    pub(super) decided: usize,
    /// The rows in which every open cell must be covered, from the lowest on.
    pub(super) rows: usize,
    /// How many of the columns, at the left and at the right, lie beyond the walls.
    pub(super) walls: (usize, usize),
}

/// A search over one window.
struct LookAhead<'a> {
    cuts: &'a Cuts,
    step: &'a Step,
    /// Rows upwards; the bits are columns, with as many on the left of the window as the longest piece has.
    grid: Vec<u64>,
    /// The columns in which cells have to be covered.
    wanted: u64,
    /// The rows in which they have to be, from the lowest on.
    wanted_rows: usize,
    /// The column up to which nothing more is placed in this step.
    decided: u32,
    tried: u32,
}

/// Returns whether the open cells of the window can be covered, as far as can be seen; and the number of
/// placements tried.
pub(super) fn can_be_completed(cuts: &Cuts, step: usize, view: View<'_>) -> (bool, u32) {
    let margin = cuts.longest;
    let width = compact(view.columns.len());
    let ones = |from: u32, to: u32| if from < to { (u64::MAX >> (64 - (to - from))) << from } else { 0 };
    let walls = ones(0, if view.walls.0 > 0 { margin + compact(view.walls.0) } else { 0 })
        | if view.walls.1 > 0 { ones(margin + width - compact(view.walls.1), 64) } else { 0 };
    let mut grid = vec![walls; (cuts.rows + 2 * cuts.longest) as usize];
    for (column, &bits) in (margin..).zip(view.columns) {
        for row in (0..cuts.rows).filter(|&row| bits >> row & 1 == 1) {
            grid[row as usize] |= 1 << column;
        }
    }
    let wanted = ones(margin, margin + width);
    let decided = margin + compact(view.decided);
    let step = &cuts.steps[step];
    let mut look_ahead = LookAhead { cuts, step, grid, wanted, wanted_rows: view.rows, decided, tried: 0 };
    (look_ahead.covers_from(0), look_ahead.tried)
}

impl LookAhead<'_> {
    /// Returns whether everything from this row on can be covered.
    fn covers_from(&mut self, mut row: usize) -> bool {
        let last = self.wanted_rows;
        while row < last && !self.grid[row] & self.wanted == 0 {
            row += 1;
        }
        if row >= last {
            return true;
        }
        let column = (!self.grid[row] & self.wanted).trailing_zeros();
        let cuts = self.cuts;
        for (orientation, laid) in cuts.orientations.iter().enumerate() {
            for &(cell_row, cell_column) in &laid.cells {
                let (Some(lowest), Some(first)) =
                    (compact(row).checked_sub(cell_row), column.checked_sub(cell_column))
                else {
                    continue;
                };
                if self.may_come(orientation, lowest, first) && self.fits(&laid.rows, lowest, first) {
                    self.tried += 1;
                    if self.tried > MOST_TRIED {
                        return true;
                    }
                    self.toggle(&laid.rows, lowest, first);
                    let done = self.covers_from(row);
                    self.toggle(&laid.rows, lowest, first);
                    if done {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Returns whether a placement is still possible: in this step to the right of the decided column, or in
    /// a later one.
    fn may_come(&self, orientation: usize, lowest: u32, first: u32) -> bool {
        i64::from(lowest) >= i64::from(self.step.later[orientation])
            || (self.step.row[orientation] == Some(lowest) && first > self.decided)
    }

    fn fits(&self, rows: &[u64], lowest: u32, first: u32) -> bool {
        rows.iter().zip(&self.grid[lowest as usize..]).all(|(cells, row)| cells << first & row == 0)
    }

    fn toggle(&mut self, rows: &[u64], lowest: u32, first: u32) {
        for (cells, row) in rows.iter().zip(&mut self.grid[lowest as usize..]) {
            *row ^= cells << first;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::polyform::Shape;
    use piecework_tiling::puzzle::pieces_from_hex;

    fn completes(name: &str, columns: &[u32], decided: usize, walls: (usize, usize)) -> bool {
        let pieces = pieces_from_hex(name).expect("good names");
        let cuts = Cuts::new(&pieces.into_iter().map(|piece| piece.shape).collect::<Vec<Shape>>());
        let view = View { columns, decided, rows: cuts.rows as usize, walls };
        can_be_completed(&cuts, 0, view).0
    }

    #[test]
    fn dead_positions_are_found() {
        // Dominoes: one row below the rectangle, two during a step.
        let flat = [0b01; 7];
        assert!(completes("c0", &flat, 3, (0, 0)));
        let mut hole = [0b11; 7];
        hole[3] = 0b01;
        assert!(completes("c0", &hole, 3, (0, 0)), "a domino can still stand in it");
        assert!(
            !completes("e0", &[0b11, 0b11, 0b11, 0b00, 0b11, 0b11], 3, (0, 0)),
            "nothing is laid below again"
        );
    }

    #[test]
    fn cells_outside_the_window_are_open() {
        // A Y pentomino cannot fill a gap of two columns between walls, but it can if the space beyond is
        // unknown.
        let (below, full) = (0b0001, 0b1111);
        let gap = [full, full, below, below, full, full];
        assert!(!completes("f040", &gap, 1, (2, 2)));
        assert!(completes("f040", &[below; 2], 0, (0, 0)));
    }
}
