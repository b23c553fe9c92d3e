//! Which assemblies are joined in which order, so that the steps cost least together.
//!
//! Up to [`MOST_EXACT`] units: for every connected set of units the best way to join two connected parts of
//! it, smaller sets first; that is every order of sewing there is. More units: greedily, always the join that
//! costs least.

use super::contact::Set;
use piecework_draw::geometry::Patchwork;
use piecework_tiling::stop::{StopFlag, Stopped};

/// The most units of which all orders are looked at.
pub(super) const MOST_EXACT: usize = 14;

/// Two assemblies that are joined, by their units: first the one that more patches belong to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Join {
    pub(super) sewn: Vec<usize>,
    pub(super) added: Vec<usize>,
}

/// What it costs to join two sets of patches; none if these share no edge.
pub(super) type CostOf<'a> = &'a dyn Fn(&[usize], &[usize]) -> Option<u64>;

/// For each unit the others that it shares an edge with.
fn neighbours(patchwork: &Patchwork, units: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut unit_of = vec![None; patchwork.patches().len()];
    for (unit, patches) in units.iter().enumerate() {
        patches.iter().for_each(|&patch| unit_of[patch] = Some(unit));
    }
    let mut near = vec![Vec::new(); units.len()];
    for edge in patchwork.edges() {
        let unit = |patch: Option<usize>| patch.and_then(|patch| unit_of[patch]);
        if let Some((one, other)) = unit(edge.left).zip(unit(edge.right)).filter(|(a, b)| a != b) {
            near[one].push(other);
            near[other].push(one);
        }
    }
    for near in &mut near {
        near.sort_unstable();
        near.dedup();
    }
    near
}

fn members(set: Set) -> impl Iterator<Item = usize> {
    (0..MOST_EXACT).filter(move |unit| set >> unit & 1 == 1)
}

/// The best way to sew a set: what it costs, and one of the two parts.
type Best = Option<(u64, Set)>;

/// The joins of at most [`MOST_EXACT`] units, in order, at the least cost. Units that share no edge with
/// others stay apart.
pub(super) fn exact(
    patchwork: &Patchwork,
    units: &[Vec<usize>],
    stop: &StopFlag,
    cost: &dyn Fn(Set, Set) -> Option<u64>,
) -> Result<Vec<Join>, Stopped> {
    let near: Vec<Set> = neighbours(patchwork, units)
        .iter()
        .map(|near| near.iter().fold(0, |set, unit| set | 1 << unit))
        .collect();
    let patches = |set: Set| -> Vec<usize> { members(set).flat_map(|u| units[u].iter().copied()).collect() };
    let mut best: Vec<Best> = vec![None; 1 << units.len()];
    for set in 1..best.len() {
        stop.check()?;
        if set.is_power_of_two() {
            best[set] = Some((0, 0));
        } else if is_connected(set, &near) {
            best[set] = best_split(set, &best, cost);
        }
    }
    let mut joins = Vec::new();
    let mut left: Set = (1 << units.len()) - 1;
    while left != 0 {
        let part = connected(left & left.wrapping_neg(), left, &near);
        emit(part, &best, &|set| patches(set).len(), &mut joins);
        left &= !part;
    }
    Ok(joins)
}

/// All units of `within` that hang together with `set`.
fn connected(mut set: Set, within: Set, near: &[Set]) -> Set {
    loop {
        let more = members(set).fold(set, |all, unit| all | near[unit] & within);
        if more == set {
            return set;
        }
        set = more;
    }
}

fn is_connected(set: Set, near: &[Set]) -> bool {
    connected(set & set.wrapping_neg(), set, near) == set
}

/// The best of all ways to divide a set into two parts that can be sewn by themselves.
fn best_split(set: Set, best: &[Best], cost: &dyn Fn(Set, Set) -> Option<u64>) -> Best {
    let first = set & set.wrapping_neg();
    let others = set & !first;
    let mut found: Best = None;
    let mut some = others;
    while some != 0 {
        // The part without the first unit is every set of the others but the empty one.
        let (one, other) = (set & !some, some);
        if let (Some((a, _)), Some((b, _))) = (best[one], best[other]) {
            let before = a + b;
            if found.is_none_or(|(least, _)| before < least) {
                let total = cost(one, other).map(|step| before + step);
                if let Some(total) = total.filter(|&total| found.is_none_or(|(least, _)| total < least)) {
                    found = Some((total, one));
                }
            }
        }
        some = (some - 1) & others;
    }
    found
}

/// The joins of a set, those of its parts before it.
fn emit(set: Set, best: &[Best], patches: &dyn Fn(Set) -> usize, joins: &mut Vec<Join>) {
    let Some((_, one)) = best[set].filter(|&(_, one)| one != 0) else { return };
    let other = set & !one;
    let (sewn, added) = if patches(one) >= patches(other) { (one, other) } else { (other, one) };
    emit(sewn, best, patches, joins);
    emit(added, best, patches, joins);
    joins.push(Join { sewn: members(sewn).collect(), added: members(added).collect() });
}

/// What a join costs, and how many patches it makes one assembly of.
type Cost = (u64, usize);

/// Always joins the two neighbours for which that costs least; of equals those that are small together.
pub(super) fn greedy(
    patchwork: &Patchwork,
    units: &[Vec<usize>],
    stop: &StopFlag,
    cost: CostOf<'_>,
) -> Result<Vec<Join>, Stopped> {
    let near = neighbours(patchwork, units);
    let mut parts: Vec<Vec<usize>> = (0..units.len()).map(|unit| vec![unit]).collect();
    let patches = |part: &[usize]| -> Vec<usize> {
        part.iter().flat_map(|&unit| units[unit].iter().copied()).collect()
    };
    let judged = |one: &[usize], other: &[usize]| {
        let touch = one.iter().any(|&unit| near[unit].iter().any(|unit| other.contains(unit)));
        if !touch {
            return None;
        }
        let (a, b) = (patches(one), patches(other));
        cost(&a, &b).map(|cost| (cost, a.len() + b.len()))
    };
    let mut known: Vec<(Cost, Vec<usize>, Vec<usize>)> = Vec::new();
    for (index, one) in parts.iter().enumerate() {
        stop.check()?;
        let pairs =
            parts[..index].iter().filter_map(|other| Some((judged(other, one)?, other.clone(), one.clone())));
        known.extend(pairs);
    }
    let mut joins = Vec::new();
    while let Some((_, one, other)) =
        known.iter().min_by(|a, b| (a.0, &a.1, &a.2).cmp(&(b.0, &b.1, &b.2))).cloned()
    {
        stop.check()?;
        known.retain(|(_, a, b)| [a, b].iter().all(|part| **part != one && **part != other));
        parts.retain(|part| *part != one && *part != other);
        let (sewn, added) =
            if patches(&one).len() >= patches(&other).len() { (one, other) } else { (other, one) };
        let mut whole = [sewn.clone(), added.clone()].concat();
        whole.sort_unstable();
        joins.push(Join { sewn, added });
        known.extend(
            parts.iter().filter_map(|part| Some((judged(part, &whole)?, part.clone(), whole.clone()))),
        );
        parts.push(whole);
    }
    Ok(joins)
}
