//! Estimates how long a machine takes, from the speeds in its profile.

use super::plan::{CutPlan, CutSheet, ToolLine};
use super::{Dress, Embroidery, Machine};
use piecework_draw::drawing::{Role, Text};
use piecework_draw::geometry::Point;

/// Returns the seconds that the machine takes for all sheets; `None` if its profile has no speeds.
/// Acceleration is not counted.
pub fn cutting_time(plan: &CutPlan, machine: &Machine, dress: &Dress) -> Option<f64> {
    (0..plan.sheets.len()).map(|sheet| sheet_time(plan, sheet, machine, dress)).sum()
}

/// Returns the seconds for one sheet and its back; `None` if the machine's profile has no speeds.
pub(super) fn sheet_time(plan: &CutPlan, index: usize, machine: &Machine, dress: &Dress) -> Option<f64> {
    let speeds = machine.speeds(&dress.burn)?;
    let sheet = &plan.sheets[index];
    let passes = machine.laser(&dress.burn).map_or(1, |laser| laser.cut.passes);
    // Everything that is cut, in its order.
    let lines = sheet.back.iter().flat_map(|back| &back.crosses).chain(&sheet.crosses).chain(&sheet.pockets);
    let lines: Vec<&ToolLine> = lines.chain(sheet.cuts.iter().flat_map(|cut| &cut.lines)).collect();
    let cut: f64 = lines.iter().copied().map(ToolLine::length).sum();
    let end = |line: &ToolLine| if line.closed { line.points.first() } else { line.points.last() }.copied();
    let travel = |pair: &[&ToolLine]| Some(end(pair[0])?.distance(*pair[1].points.first()?));
    let travel: f64 = lines.windows(2).filter_map(travel).sum();
    let (drawn, downs) = drawn(sheet, machine, dress);
    let downs = (downs + lines.len()) as f64;
    let passes = f64::from(passes);
    let minutes = passes * (cut / speeds.cut + travel / speeds.travel) + drawn / speeds.draw;
    Some(minutes * 60.0 + passes * downs * speeds.down)
}

/// The length of the lines of a sheet that are not cuts, and how many there are.
fn drawn(sheet: &CutSheet, machine: &Machine, dress: &Dress) -> (f64, usize) {
    let shown = |role: Role| !machine.leaves_out(role, dress.pens);
    let length = |line: &[Point]| line.windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f64>();
    let mut all: Vec<f64> = Vec::new();
    if shown(Role::Label) {
        let both = sheet.labels.iter().chain(sheet.back.iter().flat_map(|back| &back.labels));
        let strokes =
            both.flat_map(|label| Text::centered(&label.words, label.at, label.height_mm).strokes());
        all.extend(strokes.map(|line| length(&line)));
    }
    if shown(Role::Sew) {
        all.extend(sheet.seams.iter().flatten().map(ToolLine::length));
    }
    if shown(Role::Engrave) {
        let back = sheet.back.iter().flat_map(|back| &back.engravings);
        all.extend(sheet.engravings.iter().chain(back).flatten().map(ToolLine::length));
    }
    if shown(Role::Score) {
        all.extend(sheet.scores.iter().map(ToolLine::length));
    }
    (all.iter().sum(), all.len())
}

impl Embroidery {
    /// Returns the minutes of sewing at a number of stitches a minute, without changes of thread.
    pub fn minutes(&self, stitches_per_min: f64) -> f64 {
        self.stitches() as f64 / stitches_per_min
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CutBurn, CutOptions, machine, plan};
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    /// One square of 20 mm: 80 mm of cuts at 600 mm a minute are 8 s, and one pierce is a tenth of a second.
    #[test]
    fn time_is_length_over_speed_in_every_pass() {
        let grids = read_letter_grids(Lattice::Square, "A", &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        let grbl = machine("grbl").expect("embedded");
        let options = CutOptions { labels: false, ..CutOptions::new(20.0, grbl.bed.clone()) };
        let plan = plan(&tiling, &options).expect("a plan");
        let time = |burn: CutBurn| cutting_time(&plan, &grbl, &Dress { burn, ..Dress::default() });
        let near = |time: Option<f64>, seconds: f64| time.is_some_and(|time| (time - seconds).abs() < 1e-6);
        assert!(near(time(CutBurn::default()), 8.1));
        assert!(near(time(CutBurn { speed: Some(300.0), passes: Some(2), ..CutBurn::default() }), 32.2));
        assert_eq!(cutting_time(&plan, &machine("die").expect("embedded"), &Dress::default()), None);
    }
}
