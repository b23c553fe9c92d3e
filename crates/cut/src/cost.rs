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

/// What it costs to cut what is planned, and batches.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
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
    /// The batches that are quoted: the sets that are cut, if they are several.
    pub batches: Vec<BatchCost>,
}

/// What a batch costs.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct BatchCost {
    /// How many sets it has.
    pub sets: u64,
    /// How many of them are planned together, if the batch is cut in several lots.
    pub lot: Option<usize>,
    /// How many sheets of the last size it takes.
    pub sheets: usize,
    /// How many sheets that are used first it takes: none if it is only planned, because they are there once.
    pub offcuts: usize,
    /// How many minutes it takes.
    pub minutes: f64,
    /// The price, with the setup.
    pub price: f64,
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
        // Beside what is printed there are no offcuts: other sheets are those of trays and boxes.
        let is_printed = plan.sheets.iter().any(|sheet| !sheet.boards.is_empty());
        let sheets = plan.sheets.iter().filter(|sheet| sheet.size_mm.is_none() || is_printed).count();
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

impl BatchCost {
    /// Returns what the work of so many sets costs.
    pub(super) fn new(work: Work, (sets, lot): (u64, Option<usize>), prices: CutPrices) -> Self {
        let Work { sheets, offcuts, minutes } = work;
        let price = work.material(prices) + minutes * prices.minute + prices.setup;
        Self { sets, lot, sheets, offcuts, minutes, price }
    }

    /// Returns it as a sentence.
    fn in_words(&self) -> String {
        let Self { sets, sheets, price, .. } = self;
        let on = match self.offcuts {
            0 => plural(*sheets, "sheet"),
            offcuts => format!("{} and {}", plural(*sheets, "sheet"), plural(offcuts, "offcut")),
        };
        let lots = self.lot.map_or(String::new(), |lot| format!(" in lots of {lot}"));
        let (sets_of, cost) = if *sets == 1 { ("set", "costs") } else { ("sets", "cost") };
        format!("{sets} {sets_of} on {on}{lots} {cost} {price:.2}, {:.2} each", price / *sets as f64)
    }
}

impl CutCost {
    /// Returns what the work of `copies` sets costs, and batches.
    pub(super) fn new((work, copies): (Work, usize), batches: Vec<BatchCost>, prices: CutPrices) -> Self {
        let (material, machine) = (work.material(prices), work.minutes * prices.minute);
        let set = (material + machine) / copies as f64;
        let Work { sheets, offcuts, minutes } = work;
        Self { sheets, offcuts, minutes, material, machine, set, batches }
    }

    /// Returns it as sentences: one line, or several batches in a row each.
    pub fn rows(&self) -> Vec<String> {
        match self.batches.as_slice() {
            [] | [_] => vec![self.in_words()],
            several => [self.of_a_set()].into_iter().chain(several.iter().map(BatchCost::in_words)).collect(),
        }
    }

    /// Returns it as a sentence.
    pub fn in_words(&self) -> String {
        let batches = match self.batches.as_slice() {
            [BatchCost { sets: 0 | 1, price, .. }] if price - self.set > 0.005 => {
                format!("; {price:.2} with the setup")
            }
            [BatchCost { sets: 0 | 1, .. }] => String::new(),
            all => all.iter().map(|batch| format!("; {}", batch.in_words())).collect(),
        };
        self.of_a_set() + &batches
    }

    /// What a set costs.
    fn of_a_set(&self) -> String {
        // What has no price is not free.
        let paid = |name: &str, amount: f64, sum: f64| match amount > 0.0 && sum == 0.0 {
            true => format!("{name} without a price"),
            false => format!("{name} {sum:.2}"),
        };
        let material = paid("material", self.sheets as f64, self.material);
        let machine = paid("machine", self.minutes, self.machine);
        format!("{material}, {machine}: {:.2} a set", self.set)
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
        let batch = |work, sets| BatchCost::new(work, (sets, None), prices);
        let cost = CutCost::new((one, 1), vec![batch(ten, 10)], prices);
        let words = "material 2.50, machine 0.60: 3.10 a set; 10 sets on 4 sheets cost 20.00, 2.00 each";
        assert_eq!(cost.in_words(), words);
        assert_eq!(cost.rows(), [words]);
        let lots = BatchCost::new(ten, (10, Some(5)), prices);
        let several = CutCost::new((one, 1), vec![batch(one, 1), lots], prices).rows();
        let rows = [
            "material 2.50, machine 0.60: 3.10 a set",
            "1 set on 1 sheet costs 7.10, 7.10 each",
            "10 sets on 4 sheets in lots of 5 cost 20.00, 2.00 each",
        ];
        assert_eq!(several, rows);
        let unpaid = CutPrices { sheet: None, ..prices };
        let one_set = CutCost::new((one, 1), vec![BatchCost::new(one, (1, None), unpaid)], unpaid);
        assert_eq!(
            one_set.in_words(),
            "material without a price, machine 0.60: 0.60 a set; 4.60 with the setup"
        );
        let no_setup = CutPrices { setup: 0.0, ..prices };
        let alone = CutCost::new((one, 1), vec![BatchCost::new(one, (1, None), no_setup)], no_setup);
        assert_eq!(alone.in_words(), "material 2.50, machine 0.60: 3.10 a set");
        let cut = CutCost::new((ten, 10), vec![batch(ten, 10)], prices);
        assert_eq!((cut.sheets, cut.batches[0].sheets), (4, 4));
        assert!((cut.set - 1.6).abs() < 1e-9 && (cut.batches[0].price - 20.0).abs() < 1e-9);
        assert_eq!(one.times(3, ten).sheets, 7);
        let offcuts = Work { offcuts: 2, ..ten };
        let words = CutCost::new((offcuts, 10), vec![batch(offcuts, 10)], prices).in_words();
        assert!(words.ends_with("10 sets on 4 sheets and 2 offcuts cost 20.00, 2.00 each"), "{words}");
    }
}
