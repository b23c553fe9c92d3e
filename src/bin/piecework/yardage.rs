//! The options about fabric: how it is bought, what is sewn around the top, and how large cells are for a bed.

use clap::Args;
use piecework::number::decimal;
use piecework::quilt::yardage::{Bed, Border, Inches, YardageOptions, cell_for, check_fabric};
use piecework::quilt::{PatternSummary, QuiltOptions, Units};
use piecework::{Bounds, Length, Puzzle, QuiltError};
use serde_json::{Value, json};

use crate::exit::Failure;
use crate::report::Report;
use crate::request::{Size, size};

const FABRIC: &str = "Fabric options";

/// Every doc comment here is help text.
#[derive(Debug, Args)]
#[command(next_help_heading = FABRIC)]
pub(crate) struct YardageArgs {
    /// Make cells as large as the quilt needs to be: baby, throw, twin, full, queen or king, with the border
    #[arg(long, value_name = "BED", conflicts_with = "cell")]
    size: Option<String>,
    /// The usable width of the fabric, without selvages; 40in unless given, 100cm with --units metric
    #[arg(long, value_name = "LENGTH")]
    wof: Option<Length>,
    /// Cut the pieces from fat quarters, 18inx21in unless another size is given, 50cmx55cm with --units metric
    #[arg(long, value_name = "SIZE", num_args = 0..=1, value_parser = size)]
    fat_quarters: Option<Option<Size>>,
    /// A border around the top: so many cells, or a width such as 3in
    #[arg(long, value_name = "CELLS|LENGTH", value_parser = border)]
    border: Option<Border>,
    /// How wide strips of binding are cut; 2.5in unless given, 65mm with --units metric
    #[arg(long, value_name = "LENGTH")]
    binding: Option<Length>,
    /// What is added to the binding for corners and joins; 10in unless given, 25cm with --units metric
    #[arg(long, value_name = "LENGTH")]
    binding_extra: Option<Length>,
    /// The usable width of the fabric of the backing, if that is another
    #[arg(long, value_name = "LENGTH")]
    backing_wof: Option<Length>,
    /// Per cent of fabric added for shrinking and miscuts
    #[arg(long, value_name = "PERCENT", default_value_t = 0)]
    shrinkage: u32,
}

impl YardageArgs {
    /// Sets what was asked for, and the cell if the quilt is for a bed; refuses before any search what no tiling could
    /// be sewn with.
    pub(crate) fn apply(&self, puzzle: &Puzzle, options: &mut QuiltOptions) -> Result<(), Failure> {
        let usual = YardageOptions::usual(options.units);
        let bed = self.size.as_deref().map(Bed::named).transpose().map_err(QuiltError::from)?;
        let quarters = self.fat_quarters.map(|size| {
            let size = size.map(|size| (size.width, size.height));
            size.unwrap_or(usual.usual_quarter)
        });
        options.yardage = YardageOptions {
            width_of_fabric: self.wof.unwrap_or(usual.width_of_fabric),
            fat_quarters: quarters,
            bed,
            extra_percent: self.shrinkage,
            border: self.border,
            binding_width: self.binding.unwrap_or(usual.binding_width),
            binding_extra: self.binding_extra.unwrap_or(usual.binding_extra),
            backing_width: self.backing_wof,
            ..usual
        };
        if let Some(size) = &self.size {
            /// A cell to measure with, in mm.
            const CELL: f64 = 10.0;
            let bounds = Bounds::of_region(puzzle.region(), CELL)?;
            let cells = (bounds.width() / CELL, bounds.height() / CELL);
            options.cell = cell_for(size, cells, self.border).map_err(QuiltError::from)?.mm();
        }
        Ok(check_fabric(puzzle, options)?)
    }
}

/// Says what is taken from the stash, and what to buy.
pub(crate) fn report(summary: &PatternSummary, options: &QuiltOptions, report: Report) {
    if let Some(bed) = &summary.yardage.bed {
        report.note(&bed.in_words(options.units));
        bed.warnings(options.units).iter().for_each(|warning| report.note(&format!("warning: {warning}")));
    }
    for row in &summary.stash {
        report.note(&format!("from the stash: {}", row.in_words(options.units)));
    }
    for line in summary.shopping_list(options.units) {
        report.note(&line);
    }
}

/// The summary of a quilt for programs: all lengths of the yardage and of the stash in the unit asked for, still exact; other
/// numbers without the last digits, which come from counting with binary numbers.
pub(crate) fn figures(summary: &PatternSummary, units: Units) -> Value {
    let mut value = rounded(json!(summary));
    for part in ["yardage", "stash"] {
        if let Some(part) = value.get_mut(part) {
            *part = in_one_unit(part.take(), units);
        }
    }
    value
}

/// Numbers to six digits after the point.
fn rounded(value: Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => {
            let digits = number.as_f64().and_then(|value| decimal(value, 6).ok());
            digits.and_then(|digits| digits.parse::<f64>().ok()).map_or(Value::Null, |value| json!(value))
        }
        value => within(value, rounded),
    }
}

/// Every text that is a length as [`Inches`] are written, in one unit.
fn in_one_unit(value: Value, units: Units) -> Value {
    match value {
        Value::String(text) => {
            let length = text.parse().map(Inches::of).ok().filter(|length| length.to_string() == text);
            Value::String(length.map_or(text, |length| length.write_in(units)))
        }
        value => within(value, |value| in_one_unit(value, units)),
    }
}

/// Changes everything in a list or an object.
fn within(value: Value, change: impl Fn(Value) -> Value) -> Value {
    match value {
        Value::Array(values) => values.into_iter().map(change).collect(),
        Value::Object(entries) => {
            Value::Object(entries.into_iter().map(|(key, value)| (key, change(value))).collect())
        }
        other => other,
    }
}

/// Reads `2` or `3in`.
fn border(text: &str) -> Result<Border, String> {
    if let Ok(cells) = text.parse() {
        return Ok(Border::Cells(cells));
    }
    text.parse().map(Border::Width).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders_are_cells_or_lengths() {
        assert_eq!(border("2"), Ok(Border::Cells(2)));
        assert_eq!(border("3in"), Ok(Border::Width("3in".parse().expect("a length"))));
        for wrong in ["", "-1", "2.5", "3 cells", "3,5cm"] {
            assert!(border(wrong).is_err(), "{wrong}");
        }
    }
}
