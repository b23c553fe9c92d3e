//! A plan in words and measures.
//!
//! In: a plan and the edge of a cell in mm. Out: sizes and sentences. Always holds: a size is a whole number of cells
//! and allowances, multiplied once.

use super::plan::{Part, PiecingPlan, Press};
use crate::quilt::Units;

impl Press {
    /// The word for it: `left`, `right`, `up` or `down`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Press::Left => "left",
            Press::Right => "right",
            Press::Up => "up",
            Press::Down => "down",
        }
    }

    /// The other side of the seam.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Press::Left => Press::Right,
            Press::Right => Press::Left,
            Press::Up => Press::Down,
            Press::Down => Press::Up,
        }
    }
}

impl Part {
    /// Width and height once everything around it is sewn, with cells of `cell` mm, in mm.
    #[must_use]
    pub fn finished(&self, cell: f64) -> (f64, f64) {
        (self.area.columns as f64 * cell, self.area.rows as f64 * cell)
    }

    /// Width and height before that, with the seam allowance on all four sides, in mm: what is cut, or measured after a
    /// step to see whether it went well.
    #[must_use]
    pub fn unfinished(&self, cell: f64, seam_allowance: f64) -> (f64, f64) {
        let (width, height) = self.finished(cell);
        (width + 2.0 * seam_allowance, height + 2.0 * seam_allowance)
    }
}

impl PiecingPlan {
    /// One step in words: `A7 = A3 + A4, seam 12 in, press left`, or `seam 4 in + 4 in` where it has a gap.
    ///
    /// # Panics
    /// If there is no such step.
    #[must_use]
    pub fn sentence(&self, step: usize, cell: f64, units: Units) -> String {
        let step = &self.steps[step];
        let label = |part: usize| &self.parts[part].label;
        let (makes, first, second) = (label(step.makes), label(step.first), label(step.second));
        let stretches = step.stretches.iter().map(|part| units.write((part.to - part.from) as f64 * cell));
        let seam = stretches.collect::<Vec<String>>().join(" + ");
        format!("{makes} = {first} + {second}, seam {seam}, press {}", step.press.word())
    }
}
