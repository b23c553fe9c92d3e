//! Counts the tilings with a symmetry that may be of several kinds, each tiling once.
//!
//! Let `N(H)` be the number of tilings that all symmetries of a subgroup `H` map to themselves. A tiling
//! counts if it has all symmetries of some case; by inclusion and exclusion the number is the sum over all
//! sets of cases of `N` of the group that they generate, with alternating signs. The number of orbits follows
//! by W. Burnside's lemma from the same sums with one more symmetry in each group. There are at most sixteen
//! subgroups, and each is counted once.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use num_bigint::{BigInt, BigUint};

use super::Symmetric;
use super::fold::Fold;
use crate::engines::layers::{Allowance, Unfit, total_of};
use crate::engines::{Report, TilingCount};
use crate::ground::watch::Watch;
use crate::ground::{Engine, Outcome, SolveOptions, SolverError, StopReason, Total};
use piecework_tiling::lattice::Cell;

/// A set of symmetries by number, one bit each.
type Group = u16;

/// The counts so far.
struct Counts<'s, 'a> {
    symmetric: &'s Symmetric<'a>,
    options: &'s SolveOptions<'a>,
    /// The product of each pair of symmetries.
    products: Vec<Vec<usize>>,
    known: BTreeMap<Group, BigUint>,
    /// The most tilings found in a group whose count was stopped.
    least: u64,
    by_layers: bool,
}

/// Why a count ended early.
enum Ended {
    Fault(SolverError),
    Stopped(StopReason),
}

/// Counts the tilings of all cases, and their orbits.
pub(super) fn count<'a>(
    symmetric: &Symmetric<'a>,
    options: &SolveOptions<'a>,
) -> Result<TilingCount, SolverError> {
    let mut watch = Watch::since(symmetric.compiled.alarm, options);
    if symmetric.compiled.argument.is_some() {
        let report = symmetric.compiled.report(Outcome::Complete, &watch);
        return Ok(TilingCount { raw: 0u64.into(), up_to_symmetry: 0u64.into(), report });
    }
    let products = products(symmetric);
    let known = BTreeMap::new();
    let mut counts = Counts { symmetric, options, products, known, least: 0, by_layers: true };
    let cases: Vec<Group> = symmetric.cases.iter().map(|case| counts.generated(case)).collect();
    let (raw, up_to_symmetry, outcome) = match counts.of_all(&cases, &mut watch) {
        Ok((raw, orbits)) => (raw, orbits, Outcome::Complete),
        Err(Ended::Fault(fault)) => return Err(fault),
        Err(Ended::Stopped(reason)) => {
            // Each case is a part of the whole, so its count is a lower bound.
            let done = cases.iter().filter_map(|case| counts.known.get(case)).max().cloned();
            let least = done.unwrap_or_default().max(BigUint::from(counts.least));
            let order = symmetric.merging(options).len();
            let orbits = (&least + (order - 1)) / order;
            (least, orbits, Outcome::Stopped(reason))
        }
    };
    let engine = if counts.by_layers { Engine::Frontier } else { Engine::Cover };
    let raw = Total::new(raw);
    let report = Report { tilings: raw.clone(), engine, ..symmetric.compiled.report(outcome, &watch) };
    Ok(TilingCount { raw, up_to_symmetry: Total::new(up_to_symmetry), report })
}

impl Counts<'_, '_> {
    /// Returns the number of tilings that have all symmetries of some case, and the number of their orbits.
    fn of_all(&mut self, cases: &[Group], watch: &mut Watch<'_>) -> Result<(BigUint, BigUint), Ended> {
        let mut raw = BigInt::default();
        let mut sum = BigInt::default();
        let merging = self.symmetric.merging(self.options);
        for &number in &merging {
            let fixed = self.with(1 << number, cases, watch)?;
            if number == 0 {
                raw.clone_from(&fixed);
            }
            sum += fixed;
        }
        let orbits = sum / merging.len();
        let natural = |number: BigInt| number.to_biguint().expect("a number of tilings is not negative");
        Ok((natural(raw), natural(orbits)))
    }

    /// Returns the number of tilings that have all symmetries of `group` and of some case.
    fn with(&mut self, group: Group, cases: &[Group], watch: &mut Watch<'_>) -> Result<BigInt, Ended> {
        // How often each group occurs in the sum.
        let mut times: BTreeMap<Group, i64> = BTreeMap::new();
        for chosen in 1u32..1 << cases.len() {
            let of_chosen = cases.iter().enumerate().filter(|(number, _)| chosen >> number & 1 == 1);
            let union = of_chosen.fold(group, |union, (_, case)| union | case);
            let sign = if chosen.count_ones() % 2 == 1 { 1 } else { -1 };
            *times.entry(self.closed(union)).or_default() += sign;
        }
        let mut sum = BigInt::default();
        for (group, times) in times.into_iter().filter(|(_, times)| *times != 0) {
            sum += BigInt::from(self.of_group(group, watch)?) * times;
        }
        Ok(sum)
    }

    /// Returns the number of tilings that have all symmetries of a group.
    fn of_group(&mut self, group: Group, watch: &mut Watch<'_>) -> Result<BigUint, Ended> {
        if let Some(known) = self.known.get(&group) {
            return Ok(known.clone());
        }
        if let Some(reason) = watch.look(|| f64::NAN) {
            return Err(Ended::Stopped(reason));
        }
        let numbers: Vec<usize> =
            (0..self.symmetric.motions.len()).filter(|number| group >> number & 1 == 1).collect();
        let compiled = &self.symmetric.compiled;
        let fold = Fold::new(compiled, self.symmetric.images(&numbers));
        let allowance = Allowance::new(self.options.memory_limit, u64::MAX, self.options.team());
        let is_for_layers = compiled.decoration.is_none() && self.options.engine == Engine::Auto;
        let counted = match is_for_layers {
            true => total_of(&fold.plan, &allowance, watch),
            false => Err(Unfit::Rules),
        };
        let total = match counted {
            Ok(total) => total,
            Err(Unfit::Stopped(reason)) => return Err(Ended::Stopped(reason)),
            Err(_) => self.one_by_one(&fold, watch)?,
        };
        self.known.insert(group, total.clone());
        Ok(total)
    }

    /// Returns the number of tilings of a folded puzzle, each found.
    fn one_by_one(&mut self, fold: &Fold<'_>, watch: &mut Watch<'_>) -> Result<BigUint, Ended> {
        self.by_layers = false;
        let mut found = 0u64;
        let outcome = fold.each(self.options, watch, &mut |_, watch| {
            found += 1;
            watch.tilings += 1;
            Ok(ControlFlow::Continue(()))
        });
        match outcome.map_err(Ended::Fault)? {
            Outcome::Complete => Ok(BigUint::from(found)),
            Outcome::Stopped(reason) => {
                self.least = found;
                Err(Ended::Stopped(reason))
            }
        }
    }

    /// Returns the group that some symmetries generate.
    fn generated(&self, numbers: &[usize]) -> Group {
        self.closed(numbers.iter().fold(1, |group, number| group | 1 << number))
    }

    /// Returns the least group that contains a set of symmetries.
    fn closed(&self, set: Group) -> Group {
        let order = self.products.len();
        let has = |group: Group, number: usize| group >> number & 1 == 1;
        let mut group = set | 1;
        loop {
            let before = group;
            for (a, products) in self.products.iter().enumerate() {
                for b in (0..order).filter(|&b| has(before, a) && has(before, b)) {
                    group |= 1 << products[b];
                }
            }
            if group == before {
                return group;
            }
        }
    }
}

/// Returns for each pair of symmetries the number of the first after the second.
fn products(symmetric: &Symmetric<'_>) -> Vec<Vec<usize>> {
    let (motions, lattice) = (&symmetric.motions, symmetric.compiled.puzzle.lattice());
    // Three cells that are not in a row tell all symmetries apart.
    let probes = [Cell::new(0, 0), Cell::new(12, 0), Cell::new(0, 12)];
    let after = |a: usize, cell: Cell| motions[a].apply(lattice, cell);
    let product = |a: usize, b: usize| {
        let is_product =
            |&number: &usize| probes.iter().all(|&cell| after(number, cell) == after(a, after(b, cell)));
        (0..motions.len()).find(is_product).expect("the symmetries of a puzzle are a group")
    };
    (0..motions.len()).map(|a| (0..motions.len()).map(|b| product(a, b)).collect()).collect()
}
