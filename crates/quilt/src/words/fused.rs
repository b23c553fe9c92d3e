//! Squares that are fused and sewn line by line, and the quilt row by row, in words.

use super::plural;
use crate::plan::{ChartRow, Fused, FusedSection};
use crate::units::Units;

/// How a row of cells is read.
pub(crate) const ROWS: &str = "Rows count from the top; read each from left to right.";

impl ChartRow {
    /// Returns the row, such as `Row 7: 3 Oat, 12 Rust`.
    pub(crate) fn in_words(&self) -> String {
        let run = |(count, fabric): &(usize, Option<String>)| {
            format!("{count} {}", fabric.as_deref().unwrap_or("empty"))
        };
        let runs: Vec<String> = self.runs.iter().map(run).collect();
        format!("Row {}: {}", self.row, runs.join(", "))
    }

    /// Returns it with a letter for each fabric, such as `Row 7: 3A 12B`.
    pub(crate) fn in_short(&self, letter: impl Fn(&str) -> String) -> String {
        let run = |(count, fabric): &(usize, Option<String>)| {
            format!("{count}{}", fabric.as_deref().map_or_else(|| "–".to_owned(), &letter))
        };
        let runs: Vec<String> = self.runs.iter().map(run).collect();
        format!("Row {}: {}", self.row, runs.join(" "))
    }
}

impl Fused {
    /// Returns the interfacing to buy.
    pub(crate) fn to_buy(&self, units: Units) -> String {
        format!(
            "Fusible interfacing, {} wide: {}, best with a grid of {} printed on it",
            self.interfacing_width.write(units),
            self.interfacing.up_to(units.step()).write_cloth(units),
            self.square.write(units)
        )
    }

    /// Returns how a section is made, and how sections are joined; `seam` is the seam allowance.
    pub(crate) fn how(&self, seam: &str, units: Units) -> Vec<String> {
        let square = self.square.write(units);
        let mut how = vec![
            format!(
                "Lay the interfacing on the ironing board, glue up. Without a printed grid, draw one with squares of {square}. Lay the \
                 squares of a section edge to edge along the grid, as its chart says, right sides up, and press them on."
            ),
            format!(
                "Fold along each line between two columns, right sides together, and sew {seam} from the fold, from edge to edge. \
                 Clip the interfacing in the seam allowance where rows cross it, and press the seams of odd rows to the left and \
                 of even rows to the right. Then fold and sew each line between two rows: the seams nest."
            ),
        ];
        let (across, down) = self.grid;
        if self.sections.len() > 1 {
            how.push(format!(
                "Sew the {} of each row together, then the {}, right sides together, matching the seams.",
                plural(across, "section"),
                plural(down, "row")
            ));
        }
        how
    }
}

impl FusedSection {
    /// Returns its name, its place, and the size of its interfacing.
    pub(crate) fn in_words(&self, units: Units) -> String {
        let range = |(first, last): (usize, usize)| match first == last {
            true => first.to_string(),
            false => format!("{first} to {last}"),
        };
        format!(
            "Section {}: columns {}, rows {}; interfacing {} × {}",
            self.name,
            range(self.columns),
            range(self.rows),
            self.width.write(units),
            self.height.write(units)
        )
    }
}
