//! Computes which sums a choice of pieces can reach.
//!
//! Each piece has a size, bounds of its count and the possible values of a copy. No reachable sum is left
//! out, so a missing number cannot be reached.

/// One kind of piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Load {
    /// How many cells a copy covers, at least 1.
    pub(super) size: usize,
    /// Bounds of the copies.
    pub(super) least: usize,
    pub(super) most: usize,
    /// The values that one copy can have, each once.
    pub(super) values: Vec<usize>,
}

/// Which sums are distinguished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scale {
    /// All up to this one; larger ones are dropped.
    UpTo(usize),
    /// Only the remainders when divided by this number.
    Modulo(usize),
}

/// A set of sums, one bit each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sums {
    scale: Scale,
    words: Vec<u64>,
}

impl Scale {
    const fn len(self) -> usize {
        match self {
            Scale::UpTo(most) => most + 1,
            Scale::Modulo(modulus) => modulus,
        }
    }
}

impl Sums {
    fn none(scale: Scale) -> Self {
        Self { scale, words: vec![0; scale.len().div_ceil(64)] }
    }

    fn of(scale: Scale, values: &[usize]) -> Self {
        let mut sums = Self::none(scale);
        for &value in values {
            let value = match scale {
                Scale::Modulo(modulus) => value % modulus,
                Scale::UpTo(most) if value > most => continue,
                Scale::UpTo(_) => value,
            };
            sums.words[value / 64] |= 1 << (value % 64);
        }
        sums
    }

    /// Returns whether `sum`, or its remainder, is in the set.
    pub(super) fn contains(&self, sum: usize) -> bool {
        let sum = if let Scale::Modulo(modulus) = self.scale { sum % modulus } else { sum };
        sum < self.scale.len() && self.words[sum / 64] >> (sum % 64) & 1 == 1
    }

    /// Returns the sums in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        (0..self.scale.len()).filter(|&sum| self.contains(sum))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Adds the sums of `other`, each with `by` added to it.
    fn add_shifted(&mut self, other: &Self, by: usize) {
        match self.scale {
            Scale::UpTo(most) if by > most => return,
            Scale::UpTo(_) => self.or_up(other, by),
            Scale::Modulo(modulus) => {
                let by = by % modulus;
                self.or_up(other, by);
                self.or_down(other, modulus - by);
            }
        }
        let spare = self.words.len() * 64 - self.scale.len();
        if let Some(last) = self.words.last_mut() {
            *last &= u64::MAX >> spare;
        }
    }

    fn or_up(&mut self, other: &Self, by: usize) {
        let (words, bits) = (by / 64, by % 64);
        for at in words..self.words.len() {
            let low = other.words[at - words] << bits;
            let carried = at.checked_sub(words + 1).filter(|_| bits > 0);
            self.words[at] |= low | carried.map_or(0, |from| other.words[from] >> (64 - bits));
        }
    }

    fn or_down(&mut self, other: &Self, by: usize) {
        let (words, bits) = (by / 64, by % 64);
        for at in 0..self.words.len().saturating_sub(words) {
            let high = other.words[at + words] >> bits;
            let carried = other.words.get(at + words + 1).filter(|_| bits > 0);
            self.words[at] |= high | carried.map_or(0, |from| from << (64 - bits));
        }
    }

    /// Returns every sum of one of these and one of the others.
    fn plus(&self, other: &Self) -> Self {
        let mut all = Self::none(self.scale);
        other.iter().for_each(|by| all.add_shifted(self, by));
        all
    }

    /// Returns every sum of `copies` of these, by doubling.
    fn times(&self, mut copies: usize) -> Self {
        let (mut all, mut power) = (Self::of(self.scale, &[0]), self.clone());
        while copies > 0 {
            if copies % 2 == 1 {
                all = all.plus(&power);
            }
            copies /= 2;
            if copies > 0 {
                power = power.plus(&power);
            }
        }
        all
    }
}

/// About how many machine words [`possible`] works on.
pub(super) fn work(loads: &[Load], area: usize, scale: Scale) -> u64 {
    let words = scale.len().div_ceil(64) as u64;
    let required: usize = loads.iter().map(|load| load.least * load.size).sum();
    let rest = area.saturating_sub(required) as u64;
    let of_load = |load: &Load| {
        let optional = (load.most - load.least) as u64;
        let rounds = u64::from(u64::BITS - optional.leading_zeros());
        let doublings = u64::from(usize::BITS - load.least.leading_zeros());
        let values = load.values.len() as u64;
        // Doubled sets are larger than those of one copy, up to the size of the scale.
        let doubled = (values * load.least as u64).min(scale.len() as u64);
        rest * rounds * values * words + doublings * doubled * words
    };
    loads.iter().map(of_load).sum()
}

/// Computes the sums of all choices that cover exactly `area`.
///
/// # Source
/// The bounded coin problem by dynamic programming, copies bundled by powers of two (S. Martello and P. Toth,
/// Knapsack Problems, 1990, section 3.2), with a set of sums instead of a boolean for each area.
pub(super) fn possible(loads: &[Load], area: usize, scale: Scale) -> Sums {
    let required: usize = loads.iter().map(|load| load.least * load.size).sum();
    let Some(rest) = area.checked_sub(required) else { return Sums::none(scale) };
    let mut rows: Vec<Option<Sums>> = vec![None; rest + 1];
    let of_required = |sums: Sums, load: &Load| match load.least {
        0 => sums,
        copies => sums.plus(&Sums::of(scale, &load.values).times(copies)),
    };
    rows[0] = Some(loads.iter().fold(Sums::of(scale, &[0]), of_required));
    for load in loads {
        let most = rest / load.size;
        if load.most - load.least >= most {
            add_any(&mut rows, load, scale);
        } else {
            add_some(&mut rows, load, scale);
        }
    }
    rows.pop().flatten().unwrap_or_else(|| Sums::none(scale))
}

/// Allows any number of copies beyond the required ones.
fn add_any(rows: &mut [Option<Sums>], load: &Load, scale: Scale) {
    for area in load.size..rows.len() {
        let (before, from_here) = rows.split_at_mut(area);
        if let Some(smaller) = &before[area - load.size] {
            let sums = from_here[0].get_or_insert_with(|| Sums::none(scale));
            load.values.iter().for_each(|&value| sums.add_shifted(smaller, value));
        }
    }
}

/// Allows the optional copies beyond the required ones.
fn add_some(rows: &mut [Option<Sums>], load: &Load, scale: Scale) {
    let one = Sums::of(scale, &load.values);
    let (mut left, mut step) = (load.most - load.least, 1);
    while left > 0 {
        let copies = step.min(left);
        let bundle = one.times(copies);
        // Downwards, so that a bundle is used only once.
        for area in (copies * load.size..rows.len()).rev() {
            if let Some(with) = rows[area - copies * load.size].as_ref().map(|sums| sums.plus(&bundle)) {
                rows[area].get_or_insert_with(|| Sums::none(scale)).add_shifted(&with, 0);
            }
        }
        (left, step) = (left - copies, step * 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(size: usize, least: usize, most: usize, values: &[usize]) -> Load {
        Load { size, least, most, values: values.to_vec() }
    }

    /// All sums, by enumerating all choices.
    fn by_trial(loads: &[Load], area: usize) -> Vec<usize> {
        let Some((load, others)) = loads.split_first() else {
            return if area == 0 { vec![0] } else { Vec::new() };
        };
        let mut found = Vec::new();
        let mut own = vec![0];
        for copies in 0..=load.most.min(area / load.size) {
            if copies > 0 {
                own = own.iter().flat_map(|sum| load.values.iter().map(move |value| sum + value)).collect();
                own.sort_unstable();
                own.dedup();
            }
            if copies >= load.least {
                for sum in by_trial(others, area - copies * load.size) {
                    found.extend(own.iter().map(|own| own + sum));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    #[test]
    fn sums_are_those_found_by_trying_everything() {
        let cases = [
            (vec![load(4, 0, 99, &[1, 3])], 20),
            (vec![load(4, 5, 5, &[1, 3])], 20),
            (vec![load(4, 1, 1, &[2]), load(4, 1, 1, &[2]), load(4, 1, 1, &[1, 3])], 12),
            (vec![load(3, 1, 4, &[0, 3]), load(2, 0, 3, &[1]), load(1, 0, 2, &[0, 1])], 14),
            (vec![load(5, 0, 6, &[0, 40, 63]), load(3, 2, 9, &[64, 65, 1])], 30),
            (vec![load(6, 0, 99, &[2, 4])], 20),
            (vec![load(6, 4, 4, &[2, 4])], 20),
        ];
        for (loads, area) in cases {
            let expected = by_trial(&loads, area);
            for cap in [0, 1, 63, 64, 65, 130, 500] {
                let found: Vec<usize> = possible(&loads, area, Scale::UpTo(cap)).iter().collect();
                let expected: Vec<usize> = expected.iter().copied().filter(|&sum| sum <= cap).collect();
                assert_eq!(found, expected, "{loads:?} up to {cap}");
            }
            for modulus in [1, 2, 3, 7, 60, 64, 65, 100, 128, 129] {
                let found: Vec<usize> = possible(&loads, area, Scale::Modulo(modulus)).iter().collect();
                let mut expected: Vec<usize> = expected.iter().map(|sum| sum % modulus).collect();
                expected.sort_unstable();
                expected.dedup();
                assert_eq!(found, expected, "{loads:?} modulo {modulus}");
            }
        }
    }
}
