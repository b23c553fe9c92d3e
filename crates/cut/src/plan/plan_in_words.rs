//! Describes a cut plan in words, line by line, for people who read by ear.

use super::{CutPlan, CutSheet, ToolLine};
use piecework_draw::geometry::Point;
use piecework_tiling::text::plural;

impl CutPlan {
    /// Returns each sheet in words: its title, and a line for each line that the tool cuts, in cutting order.
    ///
    /// # Examples
    /// ```
    /// use piecework_cut::{CutOptions, machine, plan};
    /// use piecework_tiling::lattice::Lattice;
    /// use piecework_tiling::limits::Limits;
    /// use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};
    /// let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default())?;
    /// let options = CutOptions::new(10.0, machine("generic")?.bed);
    /// let plan = plan(&infer_from_grid("two", &grids[0])?, &options)?;
    /// let sheets = plan.in_words();
    /// assert!(sheets[0].0.starts_with("sheet 1 of 1: 2 pieces"));
    /// assert!(sheets[0].1.iter().any(|line| line.contains("releases piece")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn in_words(&self) -> Vec<(String, Vec<String>)> {
        let sheets = (1..).zip(&self.sheets);
        sheets.map(|(number, sheet)| (self.heading(number, sheet), self.lines(number, sheet))).collect()
    }

    /// What a sheet holds.
    pub(crate) fn heading(&self, number: usize, sheet: &CutSheet) -> String {
        let lines = sheet.cuts.iter().map(|cut| cut.lines.len()).sum();
        let used = self.summary.on_sheets.get(number - 1);
        let fabric = used.and_then(|used| used.fabric.as_ref()).map(|fabric| format!(", {fabric}"));
        let pieces = used.map_or(0, |used| used.pieces.len());
        format!(
            "sheet {number} of {}{}: {}, {}; the stock measures {} x {} mm",
            self.sheets.len(),
            fabric.unwrap_or_default(),
            plural(pieces, "piece"),
            plural(lines, "line"),
            whole(self.size_of(sheet).width),
            whole(self.size_of(sheet).height)
        )
    }

    fn lines(&self, number: usize, sheet: &CutSheet) -> Vec<String> {
        let of_cut = |cut: &super::PlannedCut| {
            let name = cut.name.clone();
            cut.lines
                .iter()
                .map(move |line| (name.clone(), line.clone()))
                .collect::<Vec<(String, ToolLine)>>()
        };
        let lines = (1..).zip(sheet.cuts.iter().flat_map(of_cut));
        lines.map(|(step, (name, line))| self.line(number, step, &name, &line)).collect()
    }

    fn line(&self, sheet: usize, step: usize, name: &str, line: &ToolLine) -> String {
        let piece = if name.is_empty() { String::new() } else { format!(" of piece {name}") };
        let (first, last) = (line.points.first(), line.points.last());
        let end = match last {
            Some(last) if !line.closed => format!(" to {}", place(last)),
            _ => " and back".to_owned(),
        };
        let from = first.map(place).unwrap_or_default();
        let released: Vec<String> = self
            .summary
            .free
            .iter()
            .filter(|free| (free.sheet, free.step) == (sheet, step))
            .map(|free| free.piece.to_string())
            .collect();
        let released = match released.as_slice() {
            [] => String::new(),
            [one] => format!("; releases piece {one}"),
            [others @ .., last] => format!("; releases pieces {} and {last}", others.join(", ")),
        };
        format!("line {step}{piece}: {} mm, from {from}{end}{released}", whole(line.length()))
    }
}

/// A place on the sheet.
fn place(point: &Point) -> String {
    format!("{} mm right, {} mm down", whole(point.x), whole(point.y))
}

/// A length to a tenth of a millimetre.
fn whole(mm: f64) -> String {
    let tenth = (mm * 10.0).round() / 10.0;
    // A hair below zero is zero.
    format!("{}", if tenth == 0.0 { 0.0 } else { tenth })
}
