//! Stores a very large set of states of one width as a minimal acyclic automaton.
//!
//! It reads the columns of a state from the left; states with a common prefix or suffix share nodes, and
//! [`smallest`] minimizes it. The cost grows with the number of nodes, about a hundredth of the columns of
//! all states. Equality is decided by comparison, not by a hash alone.
//!
//! # Source
//! The smallest automaton, from the last column to the first: D. Revuz, Minimisation of acyclic deterministic
//! automata in linear time, Theoretical Computer Science 92 (1992).

use std::ops::Range;

use crate::ground::lists::compact;
use crate::ground::watch::{Halt, Watch};
use piecework_tiling::random::{Random, mixed};

/// A set of states.
#[derive(Debug, Clone)]
pub(super) struct Language {
    /// For each column, the nodes before it; the first column has one, or 0 if there are no states.
    layers: Vec<Layer>,
}

/// Concatenated lists of numbers. As nodes before a column, each is a list of edges: a column, and the node
/// of the next layer that it leads to; the last column leads to 0.
#[derive(Debug, Clone, Default)]
pub(super) struct Layer {
    /// Where each list ends.
    ends: Vec<u32>,
    numbers: Vec<u64>,
}

/// Distinct lists of numbers.
#[derive(Debug, Default)]
pub(super) struct Lists {
    lists: Layer,
    /// Hash table of lists: half of the hash and the number of the list plus one, or 0.
    places: Vec<u64>,
}

/// A node from which no state can be read to its end.
const DEAD: u32 = u32::MAX;

/// Packs two numbers into one.
pub(super) fn joined(high: u32, low: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

/// Unpacks two numbers.
#[allow(clippy::cast_possible_truncation, reason = "both halves are given back")]
pub(super) fn halves(both: u64) -> (u32, u32) {
    ((both >> 32) as u32, both as u32)
}

impl Layer {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, number: u32) -> &[u64] {
        &self.numbers[self.range(number as usize)]
    }

    fn range(&self, number: usize) -> Range<usize> {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        start..self.ends[number] as usize
    }

    /// Adds a number to the current list.
    pub(super) fn push(&mut self, number: u64) {
        self.numbers.push(number);
    }

    pub(super) fn end_list(&mut self) {
        self.ends.push(compact(self.numbers.len()));
    }

    pub(super) fn bytes(&self) -> u64 {
        (4 * self.ends.capacity() + 8 * self.numbers.capacity()) as u64
    }

    fn all(&self) -> impl Iterator<Item = &[u64]> {
        (0..self.len()).map(|number| &self.numbers[self.range(number)])
    }
}

impl Lists {
    /// No lists yet, with places for about this many.
    pub(super) fn with_places(lists: usize) -> Self {
        Self { lists: Layer::default(), places: vec![0; (lists * 2).next_power_of_two().max(1 << 4)] }
    }

    /// Returns the number of a list, which is added if it is new.
    pub(super) fn number(&mut self, list: &[u64]) -> u32 {
        if self.lists.len() * 3 >= self.places.len() * 2 {
            self.grow();
        }
        let hash = hash(list);
        let last = self.places.len() - 1;
        let mut place = halves(hash).1 as usize & last;
        while self.places[place] != 0 {
            let (half, number) = halves(self.places[place]);
            if half == halves(hash).0 && self.lists.get(number - 1) == list {
                return number - 1;
            }
            place = (place + 1) & last;
        }
        self.lists.numbers.extend_from_slice(list);
        self.lists.end_list();
        let len = compact(self.lists.len());
        self.places[place] = joined(halves(hash).0, len);
        len - 1
    }

    pub(super) fn lists(&self) -> &Layer {
        &self.lists
    }

    pub(super) fn bytes(&self) -> u64 {
        self.lists.bytes() + 8 * self.places.capacity() as u64
    }

    fn grow(&mut self) {
        let size = (self.places.len() * 2).max(1 << 6);
        self.places = vec![0; size];
        for (number, list) in (1..).zip(self.lists.all()) {
            let hash = hash(list);
            let mut place = halves(hash).1 as usize & (size - 1);
            while self.places[place] != 0 {
                place = (place + 1) & (size - 1);
            }
            self.places[place] = joined(halves(hash).0, number);
        }
    }

    /// Only the lists, in as little memory as possible.
    fn into_layer(self) -> Layer {
        let mut layer = self.lists;
        layer.ends.shrink_to_fit();
        layer.numbers.shrink_to_fit();
        layer
    }
}

/// Returns the first item, or one at random by `chance`.
pub(super) fn picked<'t, T>(items: &'t [T], chance: &mut Option<Random>) -> Option<&'t T> {
    match chance {
        Some(random) if !items.is_empty() => items.get(random.below(items.len())),
        _ => items.first(),
    }
}

/// Hashes a list: the lower half is the place, the upper half is compared.
fn hash(list: &[u64]) -> u64 {
    list.iter().fold(list.len() as u64, |hash, &number| mixed(hash ^ number).rotate_left(7))
}

impl Language {
    /// Returns a set of one state.
    pub(super) fn of_one(columns: &[u32]) -> Self {
        let layer = |&column: &u32| Layer { ends: vec![1], numbers: vec![joined(column, 0)] };
        Self { layers: columns.iter().map(layer).collect() }
    }

    /// Returns a set of states, given in ascending order and each once; there is at least one.
    ///
    /// # Errors
    /// The reason for stopping, if `watch` stops it.
    pub(super) fn of_sorted(states: &[Vec<u32>], watch: &mut Watch<'_>) -> Result<Self, Halt> {
        let width = states.first().map_or(0, Vec::len);
        let mut layers: Vec<Layer> = vec![Layer::default(); width];
        // States with the same beginning follow each other.
        let mut groups: Vec<Range<usize>> = std::iter::once(0..states.len()).collect();
        for (column, layer) in layers.iter_mut().enumerate() {
            let mut next = Vec::new();
            for group in groups {
                let mut start = group.start;
                for same in states[group].chunk_by(|one, other| one[column] == other[column]) {
                    let node = if column + 1 == width { 0 } else { compact(next.len()) };
                    layer.push(joined(same[0][column], node));
                    next.push(start..start + same.len());
                    start += same.len();
                }
                layer.end_list();
            }
            groups = next;
        }
        Self::of_automaton(layers, watch)
    }

    /// Returns the states of an automaton that need not be minimal; the columns at its nodes ascend strictly.
    ///
    /// # Errors
    /// The reason for stopping, if `watch` stops it.
    pub(super) fn of_automaton(layers: Vec<Layer>, watch: &mut Watch<'_>) -> Result<Self, Halt> {
        Ok(Self { layers: smallest(layers, watch)? })
    }

    /// Returns the number of columns of a state.
    pub(super) fn width(&self) -> usize {
        self.layers.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.layers.iter().any(|layer| layer.len() == 0)
    }

    pub(super) fn bytes(&self) -> u64 {
        self.layers.iter().map(Layer::bytes).sum()
    }

    /// Returns the edges of a node, by their columns; empty after the last column.
    pub(super) fn edges(&self, column: usize, node: u32) -> &[u64] {
        self.layers.get(column).map_or(&[], |layer| layer.get(node))
    }

    /// Returns the node to which a column leads.
    pub(super) fn after(&self, column: usize, node: u32, bits: u32) -> Option<u32> {
        let edge = self.edges(column, node).iter().find(|&&edge| halves(edge).0 == bits);
        edge.map(|&edge| halves(edge).1)
    }

    /// Returns how many states there are, at most [`u64::MAX`].
    pub(super) fn states(&self) -> u64 {
        let mut after = vec![1u64];
        for layer in self.layers.iter().rev() {
            let states = |sum: u64, &edge: &u64| sum.saturating_add(after[halves(edge).1 as usize]);
            after = layer.all().map(|edges| edges.iter().fold(0, states)).collect();
        }
        after.first().copied().unwrap_or(0)
    }

    /// Returns every prefix of this many columns, and the node it leads to.
    ///
    /// # Errors
    /// The reason for stopping, if `watch` stops it.
    pub(super) fn beginnings(
        &self,
        columns: usize,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<(Vec<u32>, u32)>, Halt> {
        let mut all = if self.is_empty() { Vec::new() } else { vec![(Vec::new(), 0)] };
        for layer in &self.layers[..columns] {
            let mut longer = Vec::new();
            for (before, node) in &all {
                let edges = layer.get(*node);
                watch.work(edges.len())?;
                longer.extend(edges.iter().map(|&edge| {
                    let (column, next) = halves(edge);
                    (before.iter().copied().chain([column]).collect(), next)
                }));
            }
            all = longer;
        }
        Ok(all)
    }

    /// Returns the first of these states that becomes one of `others` when its columns are mapped, or one at
    /// random by `chance`; `None` if none does.
    ///
    /// # Errors
    /// The reason for stopping, if `watch` stops it.
    pub(super) fn first_that_becomes(
        &self,
        others: &Self,
        changed: impl Fn(u32) -> Option<u32>,
        chance: &mut Option<Random>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<u32>>, Halt> {
        let good = self.pairs_that_become(others, &changed, watch)?;
        let Some(&(mut pair)) = good[0].first() else { return Ok(None) };
        let mut columns = Vec::new();
        for (column, good) in good[1..].iter().enumerate() {
            let mut edges = self.pairs_after(others, &changed, column, pair);
            edges.retain(|edge| good.binary_search(&edge.1).is_ok());
            let Some(&(bits, then)) = picked(&edges, chance) else { return Ok(None) };
            columns.push(bits);
            pair = then;
        }
        Ok(Some(columns))
    }

    /// Returns all of these states that become one of `others` when their columns are mapped; `None` if there
    /// are more than `most`.
    ///
    /// # Errors
    /// The reason for stopping, if `watch` stops it.
    pub(super) fn all_that_become(
        &self,
        others: &Self,
        changed: impl Fn(u32) -> Option<u32>,
        most: usize,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<Vec<u32>>>, Halt> {
        let good = self.pairs_that_become(others, &changed, watch)?;
        let mut all: Vec<(Vec<u32>, u64)> = good[0].iter().map(|&pair| (Vec::new(), pair)).collect();
        for (column, good) in good[1..].iter().enumerate() {
            let mut longer = Vec::new();
            for (before, pair) in &all {
                watch.work(1)?;
                let edges = self.pairs_after(others, &changed, column, *pair);
                for (bits, then) in edges.into_iter().filter(|edge| good.binary_search(&edge.1).is_ok()) {
                    longer.push((before.iter().copied().chain([bits]).collect(), then));
                }
            }
            all = longer;
            // Every beginning leads to a state.
            if all.len() > most {
                return Ok(None);
            }
        }
        Ok(Some(all.into_iter().map(|(columns, _)| columns).collect()))
    }

    /// Returns the columns that lead on from a pair of nodes, one of each language, and the pairs that
    /// follow.
    fn pairs_after(
        &self,
        others: &Self,
        changed: &impl Fn(u32) -> Option<u32>,
        column: usize,
        pair: u64,
    ) -> Vec<(u32, u64)> {
        let (node, other) = halves(pair);
        let both = |&edge: &u64| {
            let (bits, next) = halves(edge);
            Some((bits, joined(next, others.after(column, other, changed(bits)?)?)))
        };
        self.edges(column, node).iter().filter_map(both).collect()
    }

    /// Returns, before each column and after the last one, the pairs of nodes through which a state becomes
    /// one of `others`.
    ///
    /// # Errors
    /// The reason for stopping, if `watch` stops it.
    fn pairs_that_become(
        &self,
        others: &Self,
        changed: &impl Fn(u32) -> Option<u32>,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Vec<u64>>, Halt> {
        let next = |column, pair| self.pairs_after(others, changed, column, pair);
        let mut pairs: Vec<Vec<u64>> = Vec::new();
        let mut last: Vec<u64> = if self.is_empty() || others.is_empty() { Vec::new() } else { vec![0] };
        for column in 0..self.width() {
            let mut reached: Vec<u64> = Vec::new();
            for &pair in &last {
                watch.work(1)?;
                reached.extend(next(column, pair).into_iter().map(|(_, pair)| pair));
            }
            reached.sort_unstable();
            reached.dedup();
            pairs.push(std::mem::replace(&mut last, reached));
        }
        let mut good = vec![last];
        for (column, pairs) in pairs.iter().enumerate().rev() {
            let before = &good[good.len() - 1];
            let mut leading_on = Vec::new();
            for &pair in pairs {
                watch.work(1)?;
                if next(column, pair).iter().any(|edge| before.binary_search(&edge.1).is_ok()) {
                    leading_on.push(pair);
                }
            }
            good.push(leading_on);
        }
        good.reverse();
        Ok(good)
    }
}

/// Returns the smallest automaton that reads the same states.
///
/// # Errors
/// The reason for stopping, if `watch` stops it.
fn smallest(mut layers: Vec<Layer>, watch: &mut Watch<'_>) -> Result<Vec<Layer>, Halt> {
    let mut renamed: Vec<u32> = vec![0];
    let mut edges = Vec::new();
    for layer in layers.iter_mut().rev() {
        let mut lists = Lists::with_places(layer.len());
        let mut numbers = Vec::with_capacity(layer.len());
        for node in layer.all() {
            watch.work(node.len())?;
            edges.clear();
            let with_new_names =
                node.iter().map(|&edge| joined(halves(edge).0, renamed[halves(edge).1 as usize]));
            edges.extend(with_new_names.filter(|&edge| halves(edge).1 != DEAD));
            numbers.push(if edges.is_empty() { DEAD } else { lists.number(&edges) });
        }
        *layer = lists.into_layer();
        renamed = numbers;
    }
    Ok(layers)
}

#[cfg(test)]
mod tests;
