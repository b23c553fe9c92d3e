//! The sizes that one pattern can be made in: for every bed a cell, and the border that reaches its size.

use super::bed::{Bed, size_names};
use super::inches::{Inches, by};
use crate::units::Units;

/// A quilt for a bed: a top that is not larger than the bed needs, and a border for the rest.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct SizeRow {
    /// The name of the size.
    pub name: &'static str,
    /// The finished edge of a cell.
    pub cell: Inches,
    /// The finished size of the top without border.
    pub top: (Inches, Inches),
    /// The finished width of the border at the left and right, and at top and bottom.
    pub border: (Inches, Inches),
    /// The finished size with the border.
    pub finished: (Inches, Inches),
}

impl SizeRow {
    /// The options that make this quilt: `--cell 3.75in --border 2inx9.5in`.
    #[must_use]
    pub fn options(&self, units: Units) -> String {
        let (side, across) = self.border;
        let border = match (side, across) {
            (Inches::ZERO, Inches::ZERO) => String::new(),
            (side, across) if side == across => format!(" --border {}", typed(side, units)),
            (side, across) => format!(" --border {}x{}", typed(side, units), typed(across, units)),
        };
        format!("--cell {}{border}", typed(self.cell, units))
    }

    /// Width and height with the border.
    #[must_use]
    pub fn size_in_words(&self, units: Units) -> String {
        by(self.finished, units)
    }
}

/// A length as it is typed in a command: a decimal number without a space.
pub(super) fn typed(length: Inches, units: Units) -> String {
    let (number, unit) = match units {
        Units::Imperial => (length.inches(), "in"),
        Units::Metric => (length.mm(), "mm"),
    };
    let digits = format!("{number:.3}");
    format!("{}{unit}", digits.trim_end_matches('0').trim_end_matches('.'))
}

/// The step of cells and of borders: what every ruler shows.
fn step(units: Units) -> Inches {
    match units {
        Units::Imperial => Inches::eighths(2),
        Units::Metric => Inches::millimetres(5),
    }
}

/// The narrowest border that somebody would sew.
fn narrowest_border(units: Units) -> Inches {
    match units {
        Units::Imperial => Inches::eighths(6),
        Units::Metric => Inches::millimetres(20),
    }
}

/// How many cells are tried before a border is left narrower than that.
const MOST_SMALLER: usize = 4;

/// The quilt for every bed, as far as a border reaches it that is not wider than half of the top; that is
/// chosen by eye. `top` is its size at a cell of `cell`.
pub(super) fn sizes(top: (Inches, Inches), cell: Inches, units: Units) -> Vec<SizeRow> {
    let row = |name: &'static str| {
        let bed = Bed::named(name).ok()?;
        let (short, long) = (Inches::eighths(8 * bed.short), Inches::eighths(8 * bed.long));
        let wanted = if top.0 <= top.1 { (short, long) } else { (long, short) };
        let step = step(units);
        let share = (wanted.0.mm() / top.0.mm()).min(wanted.1.mm() / top.1.mm());
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a bed has few steps")]
        let steps = (cell.mm() * share / step.mm() + 1e-9).floor() as usize;
        let line = match units {
            Units::Imperial => Inches::SIXTEENTH,
            Units::Metric => Inches::TENTH_OF_A_MM,
        };
        let of = |chosen: Inches| {
            let grown = |side: Inches| Inches::at_least(side.mm() * chosen.mm() / cell.mm(), line);
            let top = if chosen == cell { top } else { (grown(top.0), grown(top.1)) };
            let border = |side: Inches, wanted: Inches| half_rounded_down(side, wanted, step);
            let border = (border(top.0, wanted.0), border(top.1, wanted.1));
            let finished = (top.0 + border.0.times(2), top.1 + border.1.times(2));
            SizeRow { name, cell: chosen, top, border, finished }
        };
        let cells = (1..=steps).rev().map(|steps| of(step.times(steps)));
        let rows: Vec<SizeRow> = cells
            .take(MOST_SMALLER)
            .take_while(|row| row.border.0.max(row.border.1).times(2) <= row.top.0.min(row.top.1))
            .collect();
        let is_sewn = |side: Inches| side == Inches::ZERO || side >= narrowest_border(units);
        let sewn = rows.iter().find(|row| is_sewn(row.border.0) && is_sewn(row.border.1));
        sewn.or(rows.first()).cloned()
    };
    size_names().into_iter().filter_map(row).collect()
}

/// Half of what a side lacks, in whole steps.
fn half_rounded_down(side: Inches, wanted: Inches, step: Inches) -> Inches {
    if wanted <= side { Inches::ZERO } else { step.times((wanted - side).whole_steps(step.times(2))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metric_sizes_are_on_a_metric_ruler() {
        let cell = Inches::millimetres(50);
        let rows = sizes((cell.times(10), cell.times(6)), cell, Units::Metric);
        // Cells of 130 mm would leave a border of 10 mm at the sides; 125 mm leave 35 mm.
        assert_eq!(rows[0].options(Units::Metric), "--cell 125mm --border 35mmx80mm");
        assert_eq!(rows[0].size_in_words(Units::Metric), "1320 mm × 910 mm");
        for row in &rows {
            assert_eq!(row.top, (row.cell.times(10), row.cell.times(6)), "{}", row.name);
        }
    }

    #[test]
    fn every_bed_is_reached_and_never_passed() {
        let cell = Inches::eighths(16);
        let rows = sizes((cell.times(23), cell.times(24)), cell, Units::Imperial);
        assert_eq!(rows.len(), 6);
        for row in &rows {
            let bed = Bed::named(row.name).expect("a bed");
            let (short, long) = (Inches::eighths(8 * bed.short), Inches::eighths(8 * bed.long));
            assert!(row.finished.0 <= short && row.finished.1 <= long, "{row:?}");
            let near = Inches::eighths(4);
            assert!(short - row.finished.0 < near && long - row.finished.1 < near, "{row:?}");
            assert_eq!(row.top, (row.cell.times(23), row.cell.times(24)));
            let sewn = |side: Inches| side == Inches::ZERO || side >= Inches::eighths(6);
            assert!(sewn(row.border.0) && sewn(row.border.1), "{row:?}");
        }
        // 90 in by 23 is 3 7/8 in; 3 3/4 in makes 86 1/4 x 90 in.
        let queen = &rows[4];
        assert_eq!(
            (queen.name, queen.options(Units::Imperial)),
            ("queen", "--cell 3.75in --border 1.75inx9in".into())
        );
    }
}
