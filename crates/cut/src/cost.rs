//! Computes what a set costs, from the sheets and the time that its plan takes.

use super::CutPlan;

/// What is paid for material and time, in any one currency.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CutPrices {
    /// For a sheet of stock; one that is begun counts whole. Default: that of the material, or nothing.
    pub sheet: Option<f64>,
    /// For a minute of the machine. Default: nothing.
    pub minute: f64,
    /// Once for a batch: to set up the machine and to try the material. Default: nothing.
    pub setup: f64,
}

/// What a set and a batch of them cost.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct CutCost {
    /// How many sheets a set takes.
    pub sheets: usize,
    /// How many minutes a set takes.
    pub minutes: f64,
    /// The material of a set.
    pub material: f64,
    /// The time of a set.
    pub machine: f64,
    /// Both.
    pub set: f64,
    /// How many sets are a batch.
    pub sets: u64,
    /// The batch, with its setup.
    pub batch: f64,
}

impl CutCost {
    /// Returns what `sets` sets cost, each of which takes the machine that many seconds.
    pub fn new(plan: &CutPlan, seconds: f64, prices: CutPrices, sets: u64) -> Self {
        let (sheets, minutes) = (plan.summary.sheets, seconds / 60.0);
        let (material, machine) = (sheets as f64 * prices.sheet.unwrap_or(0.0), minutes * prices.minute);
        let set = material + machine;
        Self { sheets, minutes, material, machine, set, sets, batch: set * sets as f64 + prices.setup }
    }

    /// Returns it as a sentence.
    pub fn in_words(&self) -> String {
        let Self { material, machine, set, sets, batch, .. } = self;
        let each = batch / *sets as f64;
        let batch =
            if *sets > 1 { format!("; {sets} sets cost {batch:.2}, {each:.2} each") } else { String::new() };
        format!("material {material:.2}, machine {machine:.2}: {set:.2} a set{batch}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::tiling;
    use crate::{CutOptions, machine, plan};
    use piecework_tiling::lattice::Lattice;

    /// A sheet at 2.50 and two minutes at 0.30 are 3.10; ten of them and a setup of 4 are 35.
    #[test]
    fn a_batch_is_its_sets_and_one_setup() {
        let tiling = tiling(Lattice::Square, "AAB\nABB");
        let bed = machine("generic").expect("embedded").bed;
        let plan = plan(&tiling, &CutOptions::new(20.0, bed)).expect("a plan");
        let prices = CutPrices { sheet: Some(2.5), minute: 0.3, setup: 4.0 };
        let cost = CutCost::new(&plan, 120.0, prices, 10);
        assert_eq!((cost.sheets, cost.minutes), (1, 2.0));
        assert_eq!(cost.in_words(), "material 2.50, machine 0.60: 3.10 a set; 10 sets cost 35.00, 3.50 each");
        let one = CutCost::new(&plan, 120.0, CutPrices { setup: 0.0, ..prices }, 1);
        assert_eq!(one.in_words(), "material 2.50, machine 0.60: 3.10 a set");
    }
}
