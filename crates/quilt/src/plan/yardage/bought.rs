//! How much cloth to buy: yards in eighths, metres in tenths, both rounded up.

use super::inches::Inches;
use crate::units::Units;

/// Cloth by length, over the whole width of the fabric.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Bought {
    /// How long the cloth must be.
    pub length: Inches,
    /// What is added for shrinking and miscuts, in per cent.
    pub extra_percent: u32,
    /// In yards, rounded up to an eighth.
    pub yards: f64,
    /// In metres, rounded up to ten centimetres.
    pub metres: f64,
}

/// An eighth of a yard: 36 in by 8.
pub(super) const EIGHTH_OF_A_YARD: Inches = Inches::eighths(36);
/// Ten centimetres.
pub(super) const TENTH_OF_A_METRE: Inches = Inches::HALF_A_MM.times(200);

impl Bought {
    /// What is bought for a length, with a number of per cent more.
    pub fn of(length: Inches, extra_percent: u32) -> Self {
        let needed = longer(length, extra_percent);
        let eighths = needed.over(EIGHTH_OF_A_YARD);
        let decimetres = needed.over(TENTH_OF_A_METRE);
        Self { length, extra_percent, yards: eighths as f64 / 8.0, metres: decimetres as f64 / 10.0 }
    }

    /// The length that is sold, in mm.
    pub(super) fn mm(&self, sold_in: Units) -> f64 {
        match sold_in {
            Units::Imperial => self.yards * 36.0 * 25.4,
            Units::Metric => self.metres * 1000.0,
        }
    }
}

/// A count with a number of per cent more, rounded up.
pub(crate) fn with_percent(count: usize, percent: u32) -> usize {
    count.saturating_mul(100 + percent as usize).div_ceil(100)
}

/// The least that is added to a length, unless nothing is.
const LEAST_EXTRA: Inches = Inches::eighths(4);

/// A length with a number of per cent more, and at least with half an inch more.
pub(super) fn longer(length: Inches, percent: u32) -> Inches {
    let is_added = percent > 0 && length > Inches::ZERO;
    if is_added { length.with_percent(percent).max(length + LEAST_EXTRA) } else { length }
}

/// The longest length that is not more than `stock` when it is made [`longer`].
pub(super) fn shorter(stock: Inches, percent: u32) -> Inches {
    match percent {
        0 => stock,
        _ if stock <= LEAST_EXTRA => Inches::ZERO,
        _ => stock.without_percent(percent).min(stock - LEAST_EXTRA),
    }
}

/// The longest length that is not longer than `stock` [`with_extra`].
pub(crate) fn without_extra(stock: Inches, percent: u32, units: Units) -> Inches {
    let step = units.ruler();
    if percent == 0 { stock } else { shorter(step.times(stock.whole_steps(step)), percent) }
}

/// The greatest count that is not more than `stock` [`with_percent`].
pub(crate) fn without_percent(stock: usize, percent: u32) -> usize {
    stock.saturating_mul(100) / (100 + percent as usize)
}

/// A length with a number of per cent more, rounded up to a line of a ruler; without any as it is.
pub(crate) fn with_extra(length: Inches, percent: u32, units: Units) -> Inches {
    let step = units.ruler();
    if percent == 0 { length } else { step.times(longer(length, percent).over(step)) }
}

/// When a layout is good enough, and when another is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Aim {
    /// The cloth that is there; none if it is bought, as little as possible. Layouts for which the same is
    /// bought are equal.
    pub(super) most: Option<Inches>,
    /// What is added to cloth that is bought, in per cent.
    pub(super) percent: u32,
    /// How it is sold.
    pub(super) sold_in: Units,
}

impl Aim {
    /// The longest cloth that is better than one of this length; none if this one is good enough.
    pub(super) fn better_than(self, length: Inches) -> Option<Inches> {
        if let Some(most) = self.most {
            return (length > most).then_some(most);
        }
        let step = match self.sold_in {
            Units::Imperial => EIGHTH_OF_A_YARD,
            Units::Metric => TENTH_OF_A_METRE,
        };
        let steps = longer(length, self.percent).over(step);
        (steps > 1).then(|| shorter(step.times(steps - 1), self.percent))
    }

    /// Whether a layout is better than one of another length.
    pub(super) fn prefers(self, length: Inches, other: Inches) -> bool {
        let goal = self.better_than(other);
        goal.is_some_and(|goal| if self.most.is_some() { length < other } else { length <= goal })
    }

    /// The same for cloth that is bought.
    pub(super) fn to_buy(self) -> Self {
        Self { most: None, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_stock_allows_is_the_most_that_does_not_exceed_it() {
        let inch = |text: &str| Inches::of(text.parse().expect("a length"));
        for percent in [0, 1, 5, 7, 33, 100] {
            for stock in ["9in", "6 1/2in", "13 37/64in", "231mm"].map(inch) {
                for units in [Units::Imperial, Units::Metric] {
                    let most = without_extra(stock, percent, units);
                    assert!(with_extra(most, percent, units) <= stock, "{stock} {percent}");
                    assert!(with_extra(most + units.ruler(), percent, units) > stock, "{stock} {percent}");
                }
            }
            for stock in 0..40 {
                let most = without_percent(stock, percent);
                assert!(with_percent(most, percent) <= stock && with_percent(most + 1, percent) > stock);
            }
        }
    }

    #[test]
    fn cloth_is_bought_in_eighths_of_a_yard_and_tenths_of_a_metre() {
        for (length, percent, yards, metres) in [
            ("0", 0, "0 yd", "0.0 m"),
            ("4 1/2in", 0, "1/8 yd", "0.2 m"),
            ("4 33/64in", 0, "1/4 yd", "0.2 m"),
            ("36in", 0, "1 yd", "1.0 m"),
            ("85in", 0, "2 3/8 yd", "2.2 m"),
            ("100 1/2in", 0, "2 7/8 yd", "2.6 m"),
            ("108in", 0, "3 yd", "2.8 m"),
            ("108in", 5, "3 1/4 yd", "2.9 m"),
            ("4in", 5, "1/8 yd", "0.2 m"),
            ("4 1/16in", 5, "1/4 yd", "0.2 m"),
            ("0", 5, "0 yd", "0.0 m"),
            ("100mm", 0, "1/8 yd", "0.1 m"),
            ("100.001mm", 0, "1/8 yd", "0.2 m"),
        ] {
            let bought = Bought::of(Inches::of(length.parse().expect("a length")), percent);
            assert_eq!(
                (bought.write(Units::Imperial), bought.write(Units::Metric)),
                (yards.into(), metres.into()),
                "{length}"
            );
        }
    }

    #[test]
    fn cloth_for_which_the_same_is_bought_is_not_better() {
        let aim = Aim { most: None, percent: 0, sold_in: Units::Imperial };
        // 6 1/2 in are bought as a quarter of a yard; 4 1/2 in are an eighth, below which nothing is sold.
        assert_eq!(aim.better_than(Inches::eighths(52)), Some(Inches::eighths(36)));
        assert_eq!(aim.better_than(Inches::eighths(36)), None);
        assert_eq!(aim.better_than(Inches::ZERO), None);
        let more = Aim { percent: 5, ..aim };
        let goal = more.better_than(Inches::eighths(100)).expect("less is sold");
        assert_eq!(goal, Inches::eighths(68), "half an inch is more than 5 % of 9 in");
        let metric = Aim { sold_in: Units::Metric, ..aim };
        assert_eq!(metric.better_than(Inches::millimetres(301)), Some(Inches::millimetres(300)));
        let fit = Aim { most: Some(Inches::eighths(72)), ..aim };
        assert_eq!(fit.better_than(Inches::eighths(72)), None);
        assert_eq!(fit.better_than(Inches::eighths(73)), Some(Inches::eighths(72)));
    }
}
