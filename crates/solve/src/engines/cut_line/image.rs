//! Computes all states after a step from all states before it.
//!
//! Placements at a column depend only on the window around it. So a node of the automaton before and a window
//! are enough to describe everything on the left, and prefixes of states that lead to the same set of such
//! pairs are merged.
//!
//! # Source
//! Subsets of nodes as nodes: M. Rabin and D. Scott, Finite automata and their decision problems, IBM Journal
//! of Research and Development 3 (1959).

use super::cuts::Cuts;
use super::language::{Language, Layer, Lists, halves, joined, picked};
use super::windows::Windows;
use crate::ground::StopReason;
use crate::ground::watch::{Halt, Watch};
use piecework_tiling::random::Random;

/// The states of each column with the place of the goal, as far as a search has come.
type Reached = [Vec<(u64, u32)>];

/// One kind of step, applied to some states.
pub(super) struct Image<'a> {
    pub(super) cuts: &'a Cuts,
    pub(super) windows: &'a mut Windows,
    pub(super) step: usize,
    pub(super) before: &'a Language,
}

/// The limits of a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    /// Bytes.
    pub(super) memory: u64,
    /// Nodes.
    pub(super) nodes: usize,
}

/// One state before the step, the placements, and the state after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) before: Vec<u32>,
    pub(super) after: Vec<u32>,
    /// Orientations, and the columns at which they begin.
    pub(super) laid: Vec<(usize, usize)>,
}

impl Way {
    /// Returns the way with one more choice at a column.
    fn with(&self, column: usize, chosen: Chosen, orientations: &[usize]) -> Self {
        let mut way = self.clone();
        way.before.extend(chosen.incoming);
        way.after.push(chosen.column);
        way.laid.extend(orientations.iter().map(|&orientation| (orientation, column)));
        way
    }
}

/// One choice at one column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Chosen {
    record: u32,
    /// The column after the step.
    column: u32,
    /// The node and the window that follow; 0 after the last column.
    incoming: Option<u32>,
    /// The node and the window that follow; 0 behind the last column.
    next: u64,
}

/// A node and window with which a state can begin, and such a prefix.
type Beginning = (u64, Vec<u32>);

impl Image<'_> {
    /// Computes all states after the step, and the work in choices.
    ///
    /// # Errors
    /// The reason for stopping, if `watch` or the room stops it.
    pub(super) fn after(&mut self, watch: &mut Watch<'_>, room: Room) -> Result<(Language, u64), Halt> {
        let mut lists = Lists::default();
        let first: Vec<u64> = self.first_pairs(watch)?.into_iter().map(|(pair, _)| pair).collect();
        if !first.is_empty() {
            lists.number(&first);
        }
        let mut layers: Vec<Layer> = Vec::with_capacity(self.before.width());
        let (mut found, mut pairs, mut work) = (Vec::new(), Vec::new(), 0);
        let (mut nodes, mut bytes) = (0, 0);
        for column in 0..self.before.width() {
            let mut next = Lists::with_places(lists.lists().len());
            let mut layer = Layer::default();
            for list in 0..lists.lists().len() {
                if let Some(halt) = watch.node(|| f64::NAN) {
                    return Err(halt);
                }
                if nodes + list > room.nodes {
                    return Err(Halt::Pause);
                }
                if bytes + layer.bytes() + lists.bytes() + next.bytes() + self.windows.bytes() > room.memory {
                    return Err(Halt::Stop(StopReason::MemoryLimit));
                }
                #[allow(clippy::cast_possible_truncation, reason = "the numbers of lists are of 32 bits")]
                for &pair in lists.lists().get(list as u32) {
                    let before = self.windows.tried();
                    self.choices(column, pair, |chosen, _| found.push((chosen.column, chosen.next)));
                    watch.work(self.work_since(before))?;
                }
                work += found.len() as u64;
                found.sort_unstable();
                found.dedup();
                for group in found.chunk_by(|one, other| one.0 == other.0) {
                    pairs.clear();
                    pairs.extend(group.iter().map(|&(_, pair)| pair));
                    layer.push(joined(group[0].0, next.number(&pairs)));
                }
                layer.end_list();
                found.clear();
            }
            nodes += layer.len();
            bytes += layer.bytes();
            layers.push(layer);
            lists = next;
        }
        Ok((Language::of_automaton(layers, watch)?, work))
    }

    /// Finds a path to a state that becomes one of `goal` when its columns are mapped, the same one each time
    /// or one at random by `chance`; `None` if there is none.
    ///
    /// # Errors
    /// The reason for stopping, if `watch` or the room stops it.
    pub(super) fn way_to(
        &mut self,
        goal: &Language,
        changed: impl Fn(u32) -> Option<u32>,
        (watch, chance): (&mut Watch<'_>, &mut Option<Random>),
        room: Room,
    ) -> Result<Option<Way>, Halt> {
        let beginnings = self.first_pairs(watch)?;
        let reached = self.reached(&beginnings, goal, &changed, watch, room)?;
        self.back(goal, changed, (&reached, &beginnings), chance, watch)
    }

    /// Finds all paths to states that become one of `goal` when their columns are mapped; `None` if there are
    /// more than `most`.
    ///
    /// # Errors
    /// The reason for stopping, if `watch` or the room stops it.
    pub(super) fn all_ways_to(
        &mut self,
        goal: &Language,
        changed: impl Fn(u32) -> Option<u32>,
        most: usize,
        watch: &mut Watch<'_>,
        room: Room,
    ) -> Result<Option<Vec<Way>>, Halt> {
        let beginnings = self.first_pairs(watch)?;
        let mut good = self.reached(&beginnings, goal, &changed, watch, room)?;
        for column in (0..self.before.width()).rev() {
            let (before, after) = good.split_at_mut(column + 1);
            let mut ended = Ok(());
            before[column].retain(|&from| {
                ended = ended.and_then(|()| watch.work(1));
                let mut leads_on = false;
                if ended.is_err() {
                    return false;
                }
                self.choices(column, from.0, |chosen, _| {
                    let of_goal = || goal.after(column, from.1, changed(chosen.column)?);
                    leads_on = leads_on
                        || of_goal().is_some_and(|node| after[0].binary_search(&(chosen.next, node)).is_ok());
                });
                leads_on
            });
            ended?;
        }
        let begin = |&(pair, node): &(u64, u32)| {
            let beginning = beginnings.iter().find(|beginning| beginning.0 == pair)?;
            Some(((pair, node), Way { before: beginning.1.clone(), after: Vec::new(), laid: Vec::new() }))
        };
        let mut all: Vec<((u64, u32), Way)> = good[0].iter().filter_map(begin).collect();
        for (column, good) in good[1..].iter().enumerate() {
            let mut longer = Vec::new();
            for ((pair, node), way) in &all {
                watch.work(1)?;
                self.choices(column, *pair, |chosen, orientations| {
                    let of_goal = changed(chosen.column).and_then(|bits| goal.after(column, *node, bits));
                    let Some(next) = of_goal.map(|node| (chosen.next, node)) else { return };
                    if good.binary_search(&next).is_ok() {
                        longer.push((next, way.with(column, chosen, orientations)));
                    }
                });
                // Every beginning leads to the end.
                if longer.len() > most {
                    return Ok(None);
                }
            }
            all = longer;
        }
        Ok(Some(all.into_iter().map(|(_, way)| way).collect()))
    }

    /// Returns, before each column and after the last one, the pairs and nodes of the goal that can be
    /// reached, ascending.
    fn reached(
        &mut self,
        beginnings: &[(u64, Vec<u32>)],
        goal: &Language,
        changed: &impl Fn(u32) -> Option<u32>,
        watch: &mut Watch<'_>,
        room: Room,
    ) -> Result<Vec<Vec<(u64, u32)>>, Halt> {
        let of_goal = if goal.is_empty() { None } else { Some(0) };
        let mut reached: Vec<Vec<(u64, u32)>> =
            vec![beginnings.iter().filter_map(|&(pair, _)| Some((pair, of_goal?))).collect()];
        let mut bytes = 0;
        for column in 0..self.before.width() {
            let mut next = Vec::new();
            for &(pair, node) in &reached[column] {
                if let Some(halt) = watch.node(|| f64::NAN) {
                    return Err(halt);
                }
                if next.len() > room.nodes {
                    return Err(Halt::Pause);
                }
                if bytes + 16 * next.capacity() as u64 + self.windows.bytes() > room.memory {
                    return Err(Halt::Stop(StopReason::MemoryLimit));
                }
                let before = self.windows.tried();
                self.choices(column, pair, |chosen, _| {
                    let of_goal = changed(chosen.column).and_then(|bits| goal.after(column, node, bits));
                    next.extend(of_goal.map(|node| (chosen.next, node)));
                });
                watch.work(self.work_since(before))?;
            }
            next.sort_unstable();
            next.dedup();
            next.shrink_to_fit();
            bytes += 16 * next.len() as u64;
            reached.push(next);
        }
        Ok(reached)
    }

    /// Returns a path to the end that was reached, backwards.
    ///
    /// # Errors
    /// The reason for stopping, if `watch` stops it.
    fn back(
        &mut self,
        goal: &Language,
        changed: impl Fn(u32) -> Option<u32>,
        (reached, beginnings): (&Reached, &[Beginning]),
        chance: &mut Option<Random>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Way>, Halt> {
        let end = reached.last().and_then(|end| picked(end, chance));
        let Some(&(mut target)) = end else { return Ok(None) };
        let (mut before, mut after, mut laid) = (Vec::new(), Vec::new(), Vec::new());
        for (column, reached) in reached[..reached.len() - 1].iter().enumerate().rev() {
            let mut found = Vec::new();
            for &from in reached {
                watch.work(1)?;
                self.choices(column, from.0, |chosen, orientations| {
                    let of_goal = || goal.after(column, from.1, changed(chosen.column)?);
                    if chosen.next == target.0 && of_goal() == Some(target.1) {
                        found.push((from, chosen, orientations.to_vec()));
                    }
                });
                if chance.is_none() && !found.is_empty() {
                    break;
                }
            }
            let Some((from, chosen, orientations)) = picked(&found, chance).cloned() else { return Ok(None) };
            before.extend(chosen.incoming);
            after.push(chosen.column);
            laid.extend(orientations.into_iter().map(|orientation| (orientation, column)));
            target = from;
        }
        let beginning = beginnings.iter().find(|&&(pair, _)| pair == target.0);
        let Some((_, beginning)) = beginning else { return Ok(None) };
        before.extend(beginning.iter().rev());
        before.reverse();
        after.reverse();
        Ok(Some(Way { before, after, laid }))
    }

    /// Returns every node and window with which a state can begin, ascending, with one such prefix.
    ///
    /// # Errors
    /// The reason for stopping, if `watch` stops it.
    fn first_pairs(&mut self, watch: &mut Watch<'_>) -> Result<Vec<(u64, Vec<u32>)>, Halt> {
        let columns = self.in_view().min(self.before.width());
        let mut pairs: Vec<(u64, Vec<u32>)> = Vec::new();
        for (columns, node) in self.before.beginnings(columns, watch)? {
            let before = self.windows.tried();
            let window = self.windows.first(self.cuts, self.step, &columns);
            watch.work(self.work_since(before))?;
            pairs.extend(window.map(|window| (joined(node, window), columns)));
        }
        pairs.sort_unstable();
        pairs.dedup_by(|one, other| one.0 == other.0);
        Ok(pairs)
    }

    /// Visits every choice at a column, with its orientations.
    #[inline]
    fn choices(&mut self, column: usize, pair: u64, mut visit: impl FnMut(Chosen, &[usize])) {
        let (node, window) = halves(pair);
        let (last, ahead) = (column + 1 == self.before.width(), column + self.in_view());
        let mut record = window;
        loop {
            let choice = self.windows.choice(self.step, record);
            let mut chosen = Chosen { record, column: choice.column(), incoming: None, next: 0 };
            if last {
                visit(chosen, self.windows.laid(self.step, record));
            } else if ahead < self.before.width() {
                for &edge in self.before.edges(ahead, node) {
                    let (incoming, node) = halves(edge);
                    chosen.incoming = Some(incoming);
                    let window = self.windows.following(self.cuts, self.step, record, chosen.incoming);
                    if let Some(window) = window {
                        chosen.next = joined(node, window);
                        visit(chosen, self.windows.laid(self.step, record));
                    }
                }
            } else if let Some(window) = self.windows.following(self.cuts, self.step, record, None) {
                chosen.next = joined(0, window);
                visit(chosen, self.windows.laid(self.step, record));
            }
            if choice.is_last() {
                return;
            }
            record = self.windows.next_choice(record);
        }
    }

    /// Returns the work of one choice with the look-aheads that were made for it.
    fn work_since(&self, tried_before: u64) -> usize {
        usize::try_from(self.windows.tried() - tried_before).unwrap_or(usize::MAX).saturating_add(1)
    }

    /// Returns how many columns are in view, from the decided one.
    fn in_view(&self) -> usize {
        self.windows.frame.right as usize + 1
    }
}
