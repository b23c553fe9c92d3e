//! What a rectangle is cut: the one place that decides it.
//!
//! The cutting list, the cloth to buy, and what is written on a foundation all come from here.

use super::inches::Inches;

/// How much larger than finished a rectangle is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CutSize {
    /// The finished edge of a cell.
    pub(crate) cell: Inches,
    /// The seam allowance on every side.
    pub(crate) seam_allowance: Inches,
    /// What is cut more on every side of a rectangle that is sewn on paper.
    pub(crate) paper_extra: Inches,
}

impl CutSize {
    /// What a side of a number of cells is cut.
    pub(crate) fn side(self, cells: usize, on_paper: bool) -> Inches {
        let more = if on_paper { self.paper_extra } else { Inches::ZERO };
        self.cell.times(cells) + (self.seam_allowance + more).times(2)
    }
}
