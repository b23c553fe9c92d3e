//! Computes what a set costs, from the sheets and the time that its plan takes.

use super::CutPlan;
use piecework_tiling::text::plural;

/// What is paid for material and time, in any one currency.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CutPrices {
    /// For a sheet of stock; one that is begun counts whole, and offcuts that are used first count nothing. Default: that of
    /// the material, or nothing.
    pub sheet: Option<f64>,
    /// For a minute of the machine. Default: nothing.
    pub minute: f64,
    /// Once for a batch: to set up the machine and to try the material. Default: nothing.
    pub setup: f64,
}

/// What it costs to cut what is planned, and a batch.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct CutCost {
    /// How many sheets of the last size of stock are cut: those that are paid.
    pub sheets: usize,
    /// How many sheets are cut that are used first, such as offcuts.
    pub offcuts: usize,
    /// How many minutes that takes.
    pub minutes: f64,
    /// The material.
    pub material: f64,
    /// The time.
    pub machine: f64,
    /// A set: both, divided among the sets that are cut.
    pub set: f64,
    /// How many sets are a batch: those that are cut, if they are several.
    pub sets: u64,
    /// How many sheets of the last size the batch takes.
    pub batch_sheets: usize,
    /// How many sheets that are used first it takes: none if it is only planned, because they are there once.
    pub batch_offcuts: usize,
    /// The batch, with its setup.
    pub batch: f64,
}

/// Sheets and minutes of some sets.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Work {
    pub(super) sheets: usize,
    /// Sheets of other sizes, which are paid.
    pub(super) offcuts: usize,
    pub(super) minutes: f64,
}

impl Work {
    /// Returns the work of a plan that takes the machine so many seconds.
    pub(super) fn of(plan: &CutPlan, seconds: f64) -> Self {
        let sheets = plan.sheets.iter().filter(|sheet| sheet.size_mm.is_none()).count();
        Self { sheets, offcuts: plan.sheets.len() - sheets, minutes: seconds / 60.0 }
    }

    /// Returns the same so many times, and other work.
    pub(super) fn times(self, count: usize, more: Self) -> Self {
        Self {
            sheets: self.sheets * count + more.sheets,
            offcuts: self.offcuts * count + more.offcuts,
            minutes: self.minutes * count as f64 + more.minutes,
        }
    }

    fn material(self, prices: CutPrices) -> f64 {
        self.sheets as f64 * prices.sheet.unwrap_or(0.0)
    }
}

impl CutCost {
    /// Returns what the work of `copies` sets costs, and that of a batch of `sets`.
    pub(super) fn new((work, copies): (Work, usize), (batch, sets): (Work, u64), prices: CutPrices) -> Self {
        let (material, machine) = (work.material(prices), work.minutes * prices.minute);
        Self {
            sheets: work.sheets,
            offcuts: work.offcuts,
            minutes: work.minutes,
            material,
            machine,
            set: (material + machine) / copies as f64,
            sets,
            batch_sheets: batch.sheets,
            batch_offcuts: batch.offcuts,
            batch: batch.material(prices) + batch.minutes * prices.minute + prices.setup,
        }
    }

    /// Returns it as a sentence.
    pub fn in_words(&self) -> String {
        let Self { material, machine, set, sets, batch, batch_sheets, .. } = self;
        let each = batch / *sets as f64;
        let on = match self.batch_offcuts {
            0 => plural(*batch_sheets, "sheet"),
            offcuts => format!("{} and {}", plural(*batch_sheets, "sheet"), plural(offcuts, "offcut")),
        };
        let batch = match sets {
            0 | 1 => String::new(),
            _ => format!("; {sets} sets on {on} cost {batch:.2}, {each:.2} each"),
        };
        format!("material {material:.2}, machine {machine:.2}: {set:.2} a set{batch}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sheet at 2.50 and two minutes at 0.30 are 3.10; ten sets on four sheets in twenty minutes, and a setup of 4, are 20.
    #[test]
    fn a_batch_is_its_sheets_its_minutes_and_one_setup() {
        let of = |sheets, minutes| Work { sheets, minutes, ..Work::default() };
        let (one, ten) = (of(1, 2.0), of(4, 20.0));
        let prices = CutPrices { sheet: Some(2.5), minute: 0.3, setup: 4.0 };
        let cost = CutCost::new((one, 1), (ten, 10), prices);
        let words = "material 2.50, machine 0.60: 3.10 a set; 10 sets on 4 sheets cost 20.00, 2.00 each";
        assert_eq!(cost.in_words(), words);
        let alone = CutCost::new((one, 1), (one, 1), CutPrices { setup: 0.0, ..prices });
        assert_eq!(alone.in_words(), "material 2.50, machine 0.60: 3.10 a set");
        let cut = CutCost::new((ten, 10), (ten, 10), prices);
        assert_eq!((cut.sheets, cut.batch_sheets), (4, 4));
        assert!((cut.set - 1.6).abs() < 1e-9 && (cut.batch - 20.0).abs() < 1e-9);
        assert_eq!(one.times(3, ten).sheets, 7);
        let offcuts = Work { offcuts: 2, ..ten };
        let words = CutCost::new((offcuts, 10), (offcuts, 10), prices).in_words();
        assert!(words.ends_with("10 sets on 4 sheets and 2 offcuts cost 20.00, 2.00 each"), "{words}");
    }
}
