//! Packs the number of uses of each piece into one number.
//!
//! Two states with the same number allow the same options and the same ends. A counter without bounds has no
//! field; one with only a lower bound stops there.

use crate::model::exact_cover::Bounds;

/// The number that an option adds to the fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Uses(u64);

impl Uses {
    /// Returns the bits, as they are in the fields.
    pub(super) fn bits(self) -> u64 {
        self.0
    }
}

/// The fields before an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    None,
    One(u64),
    /// There may be several: a counter has stopped at its lower bound.
    Several,
}

/// A counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Unbounded,
    /// One bit: used or not.
    Once {
        bit: u64,
    },
    /// Starts so that one too many sets the guard bit above.
    Limited {
        shift: u32,
    },
    /// Stops at its lower bound.
    AtLeast {
        shift: u32,
    },
}

/// The packed counters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Counters {
    fields: Vec<Field>,
    /// The initial fields.
    start: u64,
    /// All bits of [`Field::Once`].
    once: u64,
    /// Those of them that must be set at the end.
    required: u64,
    guards: u64,
    /// Shift, mask and lower bound of the fields that stop there.
    stopping: Vec<(u32, u64, u64)>,
    /// Shift, mask and lower bound of all longer fields that have one.
    floors: Vec<(u32, u64, u64)>,
    bits: u32,
}

impl Counters {
    /// Counters with these bounds, each of which can reach at most the number in `reach`; `None` if they need
    /// more than 64 bits.
    pub(super) fn new(bounds: &[Bounds], reach: &[u32]) -> Option<Self> {
        let mut counters = Self {
            fields: Vec::new(),
            start: 0,
            once: 0,
            required: 0,
            guards: 0,
            stopping: Vec::new(),
            floors: Vec::new(),
            bits: 0,
        };
        // Single bits come first, so that a table of all numbers stays small if there is nothing else.
        counters.fields = vec![Field::Unbounded; bounds.len()];
        let is_once = |bounds: &Bounds| bounds.most == 1 && bounds.least <= 1;
        for (index, bounds) in bounds.iter().enumerate().filter(|(_, bounds)| is_once(bounds)) {
            counters.add_once(index, bounds.least == 1)?;
        }
        for (index, (bounds, &reach)) in bounds.iter().zip(reach).enumerate() {
            if !is_once(bounds) && (bounds.least > 0 || bounds.most < reach) {
                counters.add_field(index, *bounds, bounds.most < reach)?;
            }
        }
        Some(counters)
    }

    fn add_once(&mut self, index: usize, required: bool) -> Option<()> {
        let bit = 1u64.checked_shl(self.bits)?;
        self.fields[index] = Field::Once { bit };
        self.once |= bit;
        self.required |= if required { bit } else { 0 };
        self.bits += 1;
        Some(())
    }

    fn add_field(&mut self, index: usize, bounds: Bounds, limited: bool) -> Option<()> {
        let highest = u64::from(if limited { bounds.most } else { bounds.least });
        let width = u64::BITS - highest.leading_zeros();
        let (shift, mask) = (self.bits, (1u64 << width) - 1);
        self.bits += width + 1;
        if self.bits > u64::BITS {
            return None;
        }
        let mut least = u64::from(bounds.least);
        if limited {
            let from = mask - highest;
            self.start |= from << shift;
            self.guards |= 1 << (shift + width);
            least += from;
            self.fields[index] = Field::Limited { shift };
        } else {
            // The bit above takes the carry of one addition.
            self.stopping.push((shift, mask << 1 | 1, least));
            self.fields[index] = Field::AtLeast { shift };
        }
        self.floors.push((shift, mask, least));
        Some(())
    }

    /// Returns the number that an option adds if it uses counters this often; `None` if it can never be
    /// taken.
    pub(super) fn uses(&self, amounts: &[(usize, u32)]) -> Option<Uses> {
        let mut sum = 0u64;
        for &(index, amount) in amounts {
            sum |= match self.fields[index] {
                Field::Unbounded => 0,
                Field::Once { bit } => (amount == 1).then_some(bit)?,
                Field::Limited { shift } => {
                    let width = (self.guards >> shift).trailing_zeros();
                    (u64::from(amount) < 1 << width).then_some(u64::from(amount) << shift)?
                }
                Field::AtLeast { shift } => {
                    let least = self.stopping.iter().find(|stop| stop.0 == shift)?.2;
                    u64::from(amount).min(least) << shift
                }
            };
        }
        Some(Uses(sum))
    }

    /// Returns whether every field is one bit; then an option fits if it shares none with the used ones.
    pub(super) fn is_simple(&self) -> bool {
        self.guards == 0 && self.stopping.is_empty()
    }

    /// The fields when nothing is used.
    pub(super) fn start(&self) -> u64 {
        self.start
    }

    /// Returns how many bits the fields take.
    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    /// Returns the fields after an option, unless a counter exceeds its upper bound.
    #[inline]
    pub(super) fn after(&self, used: u64, uses: Uses) -> Option<u64> {
        if used & uses.0 & self.once != 0 {
            return None;
        }
        let mut sum = used + uses.0;
        if sum & self.guards != 0 {
            return None;
        }
        for &(shift, mask, least) in &self.stopping {
            let field = sum >> shift & mask;
            if field > least {
                sum -= (field - least) << shift;
            }
        }
        Some(sum)
    }

    /// Returns the fields before an option that leads to these, if there is only one answer.
    #[inline]
    pub(super) fn before(&self, used: u64, uses: Uses) -> Before {
        match used.checked_sub(uses.0) {
            _ if !self.stopping.is_empty() => Before::Several,
            Some(before) if self.after(before, uses) == Some(used) => Before::One(before),
            _ => Before::None,
        }
    }

    /// Returns whether every counter has reached its lower bound.
    pub(super) fn is_satisfied(&self, used: u64) -> bool {
        used & self.required == self.required
            && self.floors.iter().all(|&(shift, mask, least)| used >> shift & mask >= least)
    }

    /// Returns the bits that these uses set, of those that must be set at the end.
    pub(super) fn required_of(&self, uses: Uses) -> u64 {
        uses.0 & self.required
    }

    /// Returns the bits that must already be set if only `reachable` can still be set.
    pub(super) fn needed(&self, reachable: u64) -> u64 {
        self.required & !reachable
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(list: &[(u32, u32)]) -> Vec<Bounds> {
        list.iter().map(|&(least, most)| Bounds { least, most }).collect()
    }

    /// Counts up each of `times`, and compares the packed result with the expected one.
    #[track_caller]
    fn check(list: &[(u32, u32)], reach: &[u32], times: &[u32]) {
        let counters = Counters::new(&bounds(list), reach).expect("few bits");
        let mut used = Some(counters.start());
        for (index, &times) in times.iter().enumerate() {
            for _ in 0..times {
                let uses = counters.uses(&[(index, 1)]);
                used = used.zip(uses).and_then(|(used, uses)| counters.after(used, uses));
            }
        }
        let allowed = list.iter().zip(times).all(|(&(_, most), &times)| times <= most);
        assert_eq!(used.is_some(), allowed, "{list:?} {times:?}");
        let satisfied = list.iter().zip(times).all(|(&(least, _), &times)| times >= least);
        assert_eq!(
            used.is_some_and(|used| counters.is_satisfied(used)),
            allowed && satisfied,
            "{list:?} {times:?}"
        );
    }

    #[test]
    fn bounds_are_kept() {
        let lists: &[&[(u32, u32)]] =
            &[&[(1, 1), (0, 1)], &[(0, 2), (2, 2)], &[(1, 3), (3, 9)], &[(0, 9), (1, 1)], &[(2, 9), (2, 1)]];
        for list in lists {
            for first in 0..5 {
                for second in 0..5 {
                    check(list, &[9, 9], &[first, second]);
                }
            }
        }
    }

    #[test]
    fn unbounded_counters_take_no_bits() {
        assert_eq!(Counters::new(&bounds(&[(0, 9); 40]), &[9; 40]).map(|c| c.bits()), Some(0));
        assert_eq!(Counters::new(&bounds(&[(1, 1); 64]), &[9; 64]).map(|c| c.bits()), Some(64));
        assert_eq!(Counters::new(&bounds(&[(1, 1); 65]), &[9; 65]), None);
        assert_eq!(Counters::new(&bounds(&[(0, 8); 13]), &[9; 13]), None);
    }

    #[test]
    fn several_at_once_are_all_counted() {
        let counters = Counters::new(&bounds(&[(4, 4), (1, 1), (3, 9)]), &[9; 3]).expect("few bits");
        assert_eq!(counters.uses(&[(1, 2)]), None);
        assert_eq!(counters.uses(&[(0, 8)]), None);
        let pair = counters.uses(&[(0, 2), (2, 2)]).expect("possible");
        let twice = counters.after(counters.start(), pair).and_then(|used| counters.after(used, pair));
        assert!(!counters.is_satisfied(twice.expect("four are allowed")));
        let once = counters.uses(&[(1, 1)]).expect("possible");
        assert!(counters.is_satisfied(counters.after(twice.expect("four"), once).expect("free")));
        assert_eq!(counters.after(twice.expect("four"), pair), None);
    }
}
