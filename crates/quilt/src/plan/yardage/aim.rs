//! What a cutting layout is for: to buy little cloth, or to fit on cloth that is there.

use super::bought::{EIGHTH_OF_A_YARD, TENTH_OF_A_METRE};
use super::inches::Inches;
use crate::units::Units;

/// When a layout is good enough, and when another is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// To buy as little as possible. Layouts for which the same is bought are equal.
    Buy { percent: u32, sold_in: Units },
    /// To fit on so much cloth.
    Fit(Inches),
}

impl Aim {
    /// The longest cloth that is better than one of this length; none if this one is good enough.
    pub(super) fn better_than(self, length: Inches) -> Option<Inches> {
        match self {
            Aim::Fit(most) => (length > most).then_some(most),
            Aim::Buy { percent, sold_in } => {
                let step = match sold_in {
                    Units::Imperial => EIGHTH_OF_A_YARD,
                    Units::Metric => TENTH_OF_A_METRE,
                };
                let steps = length.with_percent(percent).over(step);
                (steps > 1).then(|| step.times(steps - 1).without_percent(percent))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cloth_for_which_the_same_is_bought_is_not_better() {
        let aim = Aim::Buy { percent: 0, sold_in: Units::Imperial };
        // 6 1/2 in are bought as a quarter of a yard; 4 1/2 in are an eighth, below which nothing is sold.
        assert_eq!(aim.better_than(Inches::eighths(52)), Some(Inches::eighths(36)));
        assert_eq!(aim.better_than(Inches::eighths(36)), None);
        assert_eq!(aim.better_than(Inches::ZERO), None);
        let more = Aim::Buy { percent: 5, sold_in: Units::Imperial };
        let goal = more.better_than(Inches::eighths(100)).expect("less is sold");
        assert!(goal.with_percent(5) <= Inches::eighths(72) && goal > Inches::eighths(68));
        let metric = Aim::Buy { percent: 0, sold_in: Units::Metric };
        assert_eq!(metric.better_than(Inches::millimetres(301)), Some(Inches::millimetres(300)));
        let fit = Aim::Fit(Inches::eighths(72));
        assert_eq!(fit.better_than(Inches::eighths(72)), None);
        assert_eq!(fit.better_than(Inches::eighths(73)), Some(Inches::eighths(72)));
    }
}
