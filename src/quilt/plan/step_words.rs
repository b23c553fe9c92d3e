//! Describes the steps of sewing in words, one line each, for people who read by ear.

use super::assembly::{AssemblyStep, ClosedEnd, LeftOpen};
use super::piecing::Press;
use super::straight::{RectangleRow, StepRow};
use crate::text::plural;

impl AssemblyStep {
    /// Returns the step in words, without a full stop.
    #[must_use]
    pub fn in_words(&self) -> String {
        let block = self.block.as_ref().map(|block| format!(", block {block}")).unwrap_or_default();
        let fabric = self.fabric.as_ref().map(|fabric| format!(" ({fabric})")).unwrap_or_default();
        let mut parts =
            vec![format!("step {}{block}: add {}{fabric} to {}", self.step, self.adds, list(&self.to))];
        let seams = self.seams.iter().map(|seam| format!("{} along patch {}", seam.length, seam.sewn));
        parts.push(format!("sew {}", seams.collect::<Vec<String>>().join(", then ")));
        match self.set_in_corners.len() {
            0 => {}
            count => parts.push(format!("pivot at {}", plural(count, "set-in corner"))),
        }
        if self.pivots > 0 {
            parts.push(format!("pivot {} more where seams turn", times(self.pivots)));
        }
        let open = |LeftOpen { between: (a, b), until }: &LeftOpen| {
            format!("leave the seam between patches {a} and {b} partly open until step {until}")
        };
        let close = |ClosedEnd { between: (a, b), since }: &ClosedEnd| {
            format!("finish the partial seam between patches {a} and {b}, open since step {since}")
        };
        parts.extend(self.left_open.iter().map(open));
        parts.extend(self.closes.iter().map(close));
        parts.join("; ")
    }
}

impl StepRow {
    /// Returns the step in words, without a full stop.
    #[must_use]
    pub fn in_words(&self) -> String {
        let block = self.block.as_ref().map(|block| format!(", block {block}")).unwrap_or_default();
        // The first part is above or to the left.
        let press = match self.press {
            Press::Left | Press::Up => &self.first,
            Press::Right | Press::Down => &self.second,
        };
        let size = if self.is_rectangle { "measures" } else { "measures over all" };
        format!(
            "step {}{block}: sew {} to {}, a seam of {}; press toward {press}; {} {size} {} x {} unfinished",
            self.step,
            self.first,
            self.second,
            self.seam,
            self.makes,
            self.unfinished_width,
            self.unfinished_height
        )
    }
}

impl RectangleRow {
    /// Returns the rectangle in words, without a full stop.
    #[must_use]
    pub fn in_words(&self) -> String {
        let patch = self.patch.map_or_else(|| "background".to_owned(), |patch| format!("patch {patch}"));
        format!(
            "{}: cut {} x {} from {}; {patch}, block {}",
            self.label, self.cut_width, self.cut_height, self.fabric, self.block
        )
    }
}

fn times(count: usize) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

fn list(names: &[String]) -> String {
    match names {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        names => names.concat(),
    }
}
