//! Estimates how long a machine takes, from the speeds in its profile.

use super::plan::{CutPlan, CutSheet, ToolLine};
use super::{Dress, Embroidery, Machine};
use piecework_draw::drawing::{Role, Text};
use piecework_draw::geometry::Point;

/// Returns the seconds that the machine takes for all sheets; `None` if its profile has no speeds.
/// Acceleration is not counted.
#[must_use]
pub fn cutting_time(plan: &CutPlan, machine: &Machine, dress: &Dress) -> Option<f64> {
    let speeds = machine.speeds?;
    let burn = machine.laser(&dress.burn).map(|laser| laser.cut);
    let (speed, passes) = burn.map_or((speeds.cut, 1), |burn| (burn.speed, burn.passes));
    let cuts = plan.sheets.iter().flat_map(|sheet| &sheet.cuts).flat_map(|cut| &cut.lines);
    let crosses = plan
        .sheets
        .iter()
        .flat_map(|sheet| sheet.crosses.iter().chain(sheet.back.iter().flat_map(|back| &back.crosses)));
    let cut: f64 = cuts.chain(crosses).map(ToolLine::length).sum();
    let (drawn, downs) = drawn(plan, machine, dress);
    let downs = (downs + plan.summary.pen_downs) as f64;
    let passes = f64::from(passes);
    let minutes = passes * (cut / speed + plan.summary.travel_mm / speeds.travel) + drawn / speeds.draw;
    Some(minutes * 60.0 + passes * downs * speeds.down)
}

/// The length of the lines that are not cuts, and how many there are.
fn drawn(plan: &CutPlan, machine: &Machine, dress: &Dress) -> (f64, usize) {
    let shown = |role: Role| !machine.leaves_out(role, dress.pens);
    let length = |line: &[Point]| line.windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f64>();
    let labels = |sheet: &CutSheet| -> Vec<f64> {
        let both = sheet.labels.iter().chain(sheet.back.iter().flat_map(|back| &back.labels));
        let strokes =
            both.flat_map(|label| Text::centered(&label.words, label.at, label.height_mm).strokes());
        strokes.map(|line| length(&line)).collect()
    };
    let labels = plan.sheets.iter().filter(|_| shown(Role::Label)).flat_map(labels);
    let seams =
        plan.sheets.iter().filter(|_| shown(Role::Sew)).flat_map(|sheet| sheet.seams.iter().flatten());
    let engraved = plan.sheets.iter().filter(|_| shown(Role::Engrave)).flat_map(|sheet| {
        sheet.engravings.iter().chain(sheet.back.iter().flat_map(|back| &back.engravings)).flatten()
    });
    let all: Vec<f64> = labels.chain(seams.chain(engraved).map(ToolLine::length)).collect();
    (all.iter().sum(), all.len())
}

impl Embroidery {
    /// Returns the minutes of sewing at a number of stitches a minute, without changes of thread.
    #[must_use]
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
