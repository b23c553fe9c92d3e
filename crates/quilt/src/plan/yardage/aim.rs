//! What a cutting layout is for: to buy little cloth, or to fit on cloth that is there.

use super::bought::{EIGHTH_OF_A_YARD, TENTH_OF_A_METRE, longer, shorter};
use super::inches::Inches;
use crate::units::Units;

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
