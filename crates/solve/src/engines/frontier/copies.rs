//! Packs the number of placed copies of each piece into one word.
//!
//! A field cannot overflow, because a piece whose field is full is not placed again.

use crate::model::exact_cover::Bounds;

/// The effect of placing a copy of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rule {
    /// The number added to the word; 0 for a piece whose copies need not be counted.
    pub(super) unit: u64,
    /// The field of the piece: full if no further copy may be placed.
    pub(super) field: u64,
    /// The optional places it uses, once the required copies are placed.
    pub(super) cost: u32,
    /// The value of the field from which it has this cost.
    pub(super) cost_from: u64,
}

/// The required value of a field.
#[derive(Debug, Clone, Copy)]
struct Goal {
    shift: u32,
    full: u64,
    least: u64,
}

/// The packed numbers of copies.
#[derive(Debug, Clone)]
pub(super) struct Copies {
    of_piece: Vec<Rule>,
    /// The word before anything is placed.
    pub(super) start: u64,
    goals: Vec<Goal>,
    /// The bits in use.
    pub(super) bits: u32,
    /// Whether the counts do not say how many places are taken: some piece is not counted, or its copies differ in size.
    pub(super) leaves_open: bool,
    /// The places that the required copies do not need.
    pub(super) slack: u32,
}

impl Copies {
    /// `sizes` are the numbers of places that a copy occupies, 0 for a piece that cannot be placed. `None` if
    /// the counts need more than a word.
    pub(super) fn new(bounds: &[Bounds], sizes: &[u32], places: u32) -> Option<Self> {
        let mut copies = Self {
            of_piece: Vec::new(),
            start: 0,
            goals: Vec::new(),
            bits: 0,
            leaves_open: false,
            slack: places,
        };
        let owed = bounds.iter().zip(sizes).map(|(bounds, &size)| u64::from(bounds.least) * u64::from(size));
        let owed = u32::try_from(owed.sum::<u64>()).ok().filter(|&owed| owed <= places);
        // If more is required than fits, there is no tiling, so any slack will do.
        copies.slack = places - owed.unwrap_or(0);
        for (bounds, &size) in bounds.iter().zip(sizes) {
            let fitting = places.checked_div(size).unwrap_or(0);
            let counted = bounds.least > 0 || bounds.most < fitting || fitting == 0;
            // If nothing is required, nothing can be subtracted from it.
            let cost = if owed == Some(0) { 0 } else { size };
            copies.add(Bounds { least: bounds.least, most: bounds.most.min(fitting) }, counted, cost)?;
        }
        Some(copies)
    }

    fn add(&mut self, bounds: Bounds, counted: bool, cost: u32) -> Option<()> {
        if !counted {
            self.leaves_open = true;
            // The highest bit is never set: such a piece is never used up.
            self.of_piece.push(Rule { unit: 0, field: 1 << 63, cost, cost_from: 0 });
            return Some(());
        }
        let width = u32::BITS - bounds.most.leading_zeros();
        let shift = self.bits;
        self.bits += width;
        if self.bits > 63 {
            return None;
        }
        // The start value makes the field full (all ones) after the most copies.
        let full = (1u64 << width) - 1;
        let begin = full - u64::from(bounds.most);
        self.start |= begin << shift;
        let least = begin + u64::from(bounds.least);
        self.goals.push(Goal { shift, full, least });
        let field = full << shift;
        let cost = if bounds.least >= bounds.most { 0 } else { cost };
        self.of_piece.push(Rule { unit: 1 << shift, field, cost, cost_from: least.min(full) << shift });
        Some(())
    }

    pub(super) fn of_piece(&self, piece: usize) -> Rule {
        self.of_piece[piece]
    }

    /// Returns whether enough copies of each piece are placed.
    pub(super) fn are_enough(&self, used: u64) -> bool {
        self.goals.iter().all(|goal| used >> goal.shift & goal.full >= goal.least)
    }
}

impl Rule {
    /// Returns whether no further copy may be placed.
    #[inline]
    pub(super) fn is_used_up(&self, used: u64) -> bool {
        used & self.field == self.field
    }

    /// Returns the remaining slack after one more copy; `None` if there would be too little.
    #[inline]
    pub(super) fn slack_after(&self, used: u64, slack: u32) -> Option<u32> {
        if self.cost == 0 || used & self.field < self.cost_from {
            return Some(slack);
        }
        slack.checked_sub(self.cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copies(bounds: &[(u32, u32)], sizes: &[u32], places: u32) -> Copies {
        let bounds: Vec<Bounds> = bounds.iter().map(|&(least, most)| Bounds { least, most }).collect();
        Copies::new(&bounds, sizes, places).expect("they fit")
    }

    /// The word after placing the first piece this often, as far as allowed.
    fn lay_first(copies: &Copies, times: u32) -> (u32, u64, u32) {
        let rule = copies.of_piece(0);
        let (mut laid, mut used, mut slack) = (0, copies.start, copies.slack);
        while laid < times && !rule.is_used_up(used) {
            let Some(rest) = rule.slack_after(used, slack) else { break };
            (laid, used, slack) = (laid + 1, used + rule.unit, rest);
        }
        (laid, used, slack)
    }

    #[test]
    fn a_piece_is_placed_as_often_as_allowed() {
        for most in 0..=9 {
            let copies = copies(&[(0, most), (1, 1)], &[3, 4], 60);
            assert_eq!(lay_first(&copies, 99).0, most);
            assert!(!copies.are_enough(lay_first(&copies, 99).1), "the second piece is missing");
        }
        let many = copies(&[(0, 1000)], &[3], 60);
        assert_eq!((many.bits, many.leaves_open, lay_first(&many, 99).0), (0, true, 99));
    }

    #[test]
    fn enough_is_at_least_the_least() {
        let copies = copies(&[(2, 5)], &[3], 60);
        let enough: Vec<bool> = (0..5).map(|times| copies.are_enough(lay_first(&copies, times).1)).collect();
        assert_eq!(enough, [false, false, true, true, true]);
        assert!(!self::copies(&[(3, 9)], &[4], 10).are_enough(u64::MAX), "three do not fit");
        assert!(!self::copies(&[(1, 1)], &[0], 10).are_enough(u64::MAX), "one that cannot be laid");
    }

    #[test]
    fn copies_beyond_the_least_take_from_the_slack() {
        // Ten places, of which four are required: three for the first piece, one for the second.
        let copies = copies(&[(1, 5), (1, 1)], &[3, 1], 10);
        assert_eq!(copies.slack, 6);
        assert_eq!(lay_first(&copies, 1).2, 6);
        assert_eq!(lay_first(&copies, 2).2, 3);
        assert_eq!(lay_first(&copies, 9).0, 3, "a fourth would leave no room for the second piece");
    }

    #[test]
    fn too_many_numbers_do_not_fit() {
        assert!(Copies::new(&[Bounds::ONCE; 63], &[1; 63], 63).is_some());
        assert!(Copies::new(&[Bounds::ONCE; 64], &[1; 64], 64).is_none());
    }
}
