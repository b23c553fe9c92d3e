//! Finds weights that prove a puzzle infeasible, by elimination modulo a prime power.
//!
//! If a vector is not a combination of others, it finds weights that make each of the others, but not that
//! one, a multiple of the modulus. A tiling would be such a combination, because each cell is covered once
//! and each piece is used as often as required.
//!
//! # Source
//! J. A. Howell, Spans in the module (Z_m)^s, Linear and Multilinear Algebra 19, 1986: the echelon form that
//! also works where not every number has an inverse; here only for powers of a prime.

/// The most arithmetic operations for one modulus. Chosen by trial: some milliseconds.
const MOST_WORK: u64 = 12_000_000;

/// The vectors so far in echelon form, modulo `Q`, a power of the prime `P`.
struct Echelon<const P: u8, const Q: u8> {
    /// The row at `i` begins there, with a power of `P`.
    rows: Vec<Option<Vec<u8>>>,
    /// The target minus a sum of rows: zeros, then the first number that no row eliminates.
    target: Vec<u8>,
    work: u64,
}

/// Finds weights modulo `Q` for which each vector sums to 0 but `target` does not; `None` if there are none,
/// or if it takes too long.
///
/// Vectors are read until `target` is a combination of them, which is soon if they are well mixed.
pub(super) fn weights<const P: u8, const Q: u8>(
    vectors: impl Iterator<Item = Vec<u8>>,
    target: &[u8],
) -> Option<Vec<u8>> {
    let mut echelon = Echelon::<P, Q> { rows: vec![None; target.len()], target: target.to_vec(), work: 0 };
    let mut first_left = echelon.reduce_target(0)?;
    for vector in vectors {
        if echelon.insert(vector) {
            first_left = echelon.reduce_target(first_left)?;
        }
        if echelon.work > MOST_WORK {
            return None;
        }
    }
    Some(echelon.weights(first_left))
}

impl<const P: u8, const Q: u8> Echelon<P, Q> {
    /// Adds a vector; returns whether it was new.
    fn insert(&mut self, vector: Vec<u8>) -> bool {
        let mut waiting = vec![vector];
        let mut changed = false;
        while let Some(mut vector) = waiting.pop() {
            for at in 0..vector.len() {
                if vector[at] == 0 {
                    continue;
                }
                let lead = power_in::<P>(vector[at]);
                let begins = self.rows[at].as_ref().map(|row| row[at]);
                if begins.is_none_or(|begins| lead < begins) {
                    let inverse = inverse::<Q>(vector[at] / lead);
                    vector.iter_mut().for_each(|number| *number = number.wrapping_mul(inverse) % Q);
                    // The remainder of the row after its first number becomes 0 is a lower row.
                    if lead > 1 {
                        waiting
                            .push(vector.iter().map(|&number| number.wrapping_mul(Q / lead) % Q).collect());
                    }
                    changed = true;
                    match self.rows[at].replace(std::mem::take(&mut vector)) {
                        Some(row) => vector = row,
                        None => break,
                    }
                }
                if let Some(row) = &self.rows[at] {
                    self.work += (row.len() - at) as u64;
                    subtract::<Q>(&mut vector[at..], &row[at..]);
                }
            }
        }
        changed
    }

    /// Subtracts rows from the target; returns the index of the first number that stays, `None` if all are
    /// eliminated.
    fn reduce_target(&mut self, from: usize) -> Option<usize> {
        for at in from..self.target.len() {
            if self.target[at] == 0 {
                continue;
            }
            let row = self.rows[at].as_ref().filter(|row| row[at] <= power_in::<P>(self.target[at]));
            let Some(row) = row else { return Some(at) };
            subtract::<Q>(&mut self.target[at..], &row[at..]);
        }
        None
    }

    /// Weights for which all rows sum to 0, and the target does not.
    fn weights(&self, first_left: usize) -> Vec<u8> {
        let mut weights = vec![0u8; self.target.len()];
        // The greatest factor for which this number does not become 0; every row that begins here becomes 0.
        weights[first_left] = Q / P / power_in::<P>(self.target[first_left]);
        for at in (0..first_left).rev() {
            if let Some(row) = &self.rows[at] {
                let products = row[at + 1..].iter().zip(&weights[at + 1..]);
                let sum = products.map(|(&a, &b)| u32::from(a) * u32::from(b)).sum::<u32>() % u32::from(Q);
                let missing = u8::try_from((u32::from(Q) - sum) % u32::from(Q)).unwrap_or(0);
                weights[at] = missing / row[at];
            }
        }
        weights
    }
}

/// Subtracts a row as often as needed to make the first number 0.
fn subtract<const Q: u8>(vector: &mut [u8], row: &[u8]) {
    // Sums stay below 2^8 for every modulus up to 16; wrapping arithmetic only helps vectorization.
    let add = Q - vector[0] / row[0];
    for (number, &other) in vector.iter_mut().zip(row) {
        *number = number.wrapping_add(add.wrapping_mul(other)) % Q;
    }
}

/// Returns the power of `P` in a number that is not 0.
fn power_in<const P: u8>(number: u8) -> u8 {
    let mut power = 1;
    while number.is_multiple_of(power * P) {
        power *= P;
    }
    power
}

/// Returns the inverse of a number coprime to `Q`.
fn inverse<const Q: u8>(number: u8) -> u8 {
    (1..Q).find(|&other| u16::from(number) * u16::from(other) % u16::from(Q) == 1).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::random::Random;

    /// Whether `target` is a combination, by enumerating all sums.
    fn is_sum<const Q: u8>(vectors: &[Vec<u8>], target: &[u8]) -> bool {
        let mut sums = std::collections::BTreeSet::from([vec![0; target.len()]]);
        for vector in vectors {
            let more = sums.iter().flat_map(|sum| {
                (0..Q).map(move |times| {
                    sum.iter().zip(vector).map(|(&a, &b)| (a + times * b) % Q).collect::<Vec<u8>>()
                })
            });
            sums = more.collect();
        }
        sums.contains(target)
    }

    fn agree<const P: u8, const Q: u8>(random: &mut Random) {
        let (mut with, mut without) = (0, 0);
        for _ in 0..300 {
            let length = 1 + usize::try_from(random.bits() % 4).unwrap();
            let mut vector =
                || (0..length).map(|_| u8::try_from(random.bits() % u64::from(Q)).unwrap()).collect();
            let vectors: Vec<Vec<u8>> = (0..3).map(|_| vector()).collect();
            let target: Vec<u8> = vector();
            match weights::<P, Q>(vectors.iter().cloned(), &target) {
                None => {
                    assert!(is_sum::<Q>(&vectors, &target), "{vectors:?} {target:?} modulo {Q}");
                    without += 1;
                }
                Some(weights) => {
                    let product = |vector: &[u8]| {
                        vector.iter().zip(&weights).map(|(&a, &b)| u32::from(a) * u32::from(b)).sum::<u32>()
                            % u32::from(Q)
                    };
                    assert!(
                        vectors.iter().all(|vector| product(vector) == 0),
                        "{vectors:?} {weights:?} modulo {Q}"
                    );
                    assert_ne!(product(&target), 0, "{target:?} {weights:?} modulo {Q}");
                    with += 1;
                }
            }
        }
        assert!(with > 20 && without > 20, "{with} {without}");
    }

    #[test]
    fn weights_are_found_exactly_where_there_are_some() {
        let mut random = Random::new(1);
        agree::<2, 2>(&mut random);
        agree::<2, 4>(&mut random);
        agree::<2, 8>(&mut random);
        agree::<3, 3>(&mut random);
        agree::<3, 9>(&mut random);
        agree::<5, 5>(&mut random);
        agree::<7, 7>(&mut random);
    }
}
