//! Decides whether a graph can be colored with a given number of colors, by exact search (DSATUR) with a
//! budget.
//!
//! Impossible means that the search was exhaustive. The same task and budget give the same outcome.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::graph::Graph;
use super::supply::Supply;
use super::task::{Amounts, Order, Task};

/// The most colors that fit in a machine word; the search never uses more.
pub(in crate::color) const MOST_COLORS: usize = 64;

/// Steps before the first restart, and the growth of each further run in per cent.
///
/// Chosen by trial: short at first, so that the search soon restarts where it failed.
const FIRST_RUN: u64 = 300;
const GROWTH: u64 = 150;

/// The outcome of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::color) enum Outcome {
    /// A coloring.
    Found(Vec<usize>),
    /// No coloring exists, even of `pieces` alone (sorted); `hardest` is one of them with most conflicts.
    Impossible { pieces: Vec<usize>, hardest: usize },
    /// The budget ran out.
    Undecided,
}

/// How many steps are left.
#[derive(Debug, Clone, Copy)]
pub(in crate::color) struct Budget {
    left: u64,
}

impl Budget {
    pub(in crate::color) fn new(effort: u64) -> Self {
        Self { left: effort }
    }

    /// Returns a share of the budget; [`given_back`](Self::given_back) subtracts what was spent of it.
    pub(in crate::color) fn share(self, most: u64) -> Self {
        Self { left: self.left.min(most) }
    }

    /// Subtracts what was spent of a share that was `most` at first.
    pub(in crate::color) fn given_back(&mut self, most: u64, share: Self) {
        self.left -= self.left.min(most) - share.left;
    }

    /// Returns the steps left.
    pub(in crate::color) fn left(self) -> u64 {
        self.left
    }

    fn spend(&mut self) -> bool {
        let some = self.left > 0;
        self.left = self.left.saturating_sub(1);
        some
    }
}

/// Colors `graph` with at most `count` colors, if that is possible.
///
/// Pieces with fewer than `count` neighbours are colored last, when a color is always free for them. The
/// connected parts of the rest are searched one by one.
pub(in crate::color) fn color(graph: &Graph, count: usize, budget: &mut Budget) -> Outcome {
    let (order, stay) = graph.peel(count);
    if count > MOST_COLORS && !stay.is_empty() {
        return Outcome::Undecided;
    }
    let mut colors = vec![None; graph.len()];
    let mut undecided = false;
    for part in graph.parts(&stay) {
        match solve(&Task::plain(&graph.induced(&part), count), budget) {
            Outcome::Found(found) => {
                part.iter().zip(found).for_each(|(&piece, color)| colors[piece] = Some(color));
            }
            Outcome::Impossible { hardest, .. } => {
                return Outcome::Impossible { hardest: part[hardest], pieces: part };
            }
            // Another part may still be impossible, which is an answer.
            Outcome::Undecided => undecided = true,
        }
    }
    if undecided {
        return Outcome::Undecided;
    }
    graph.color_backwards(&order, &mut colors);
    Outcome::Found(colors.into_iter().map(|color| color.expect("every piece is colored")).collect())
}

/// Colors the slots of a task; the result has the colors of its pieces.
///
/// For an impossible task only the hardest slot is reported.
pub(in crate::color) fn solve(task: &Task, budget: &mut Budget) -> Outcome {
    solve_within(task, None, budget)
}

/// As [`solve`], with no more of each color than a supply has; the task must have no symmetry.
pub(in crate::color) fn solve_within(
    task: &Task,
    supply: Option<&dyn Supply>,
    budget: &mut Budget,
) -> Outcome {
    match Search::new(task, supply).run(budget) {
        Outcome::Found(slots) => Outcome::Found(task.spread(&slots)),
        other => other,
    }
}

/// The order of slots in the queue: fewest colors left first, then most conflicts, then most neighbours, then
/// number.
type Rank = (u32, Reverse<u64>, Reverse<usize>, usize);

/// A slot being colored, with what to undo before its next color.
struct Step {
    slot: usize,
    /// The colors not tried yet.
    untried: u64,
    /// The length of the trail before.
    trail: usize,
}

/// The search for the slots of one task.
struct Search<'a> {
    task: &'a Task,
    /// The colors left to a slot, as bits.
    left: Vec<u64>,
    /// How often a slot was in a conflict, over all runs; the next run begins with these.
    conflicts: Vec<u64>,
    colored: Vec<Option<usize>>,
    /// The slots not colored yet.
    queue: BTreeSet<Rank>,
    /// The values of `left` before each change.
    trail: Vec<(usize, u64)>,
    steps: Vec<Step>,
    /// How many slots have a color of a block.
    in_block: Vec<usize>,
    block_of: Vec<usize>,
    /// How much of each color is used, and how much more is possible.
    used: Vec<u64>,
    possible: Vec<u64>,
    /// The most that a slot takes of each color.
    largest: Vec<u64>,
    supply: Option<&'a dyn Supply>,
    /// How many slots of each kind of the supply have a color.
    taken: Vec<Vec<u64>>,
}

impl<'a> Search<'a> {
    fn new(task: &'a Task, supply: Option<&'a dyn Supply>) -> Self {
        let kinds = supply.map_or(0, |supply| supply.kinds().iter().max().map_or(0, |&kind| kind + 1));
        let mut block_of = vec![0; task.colors()];
        for (block, (colors, _)) in task.blocks.iter().enumerate() {
            colors.iter().for_each(|&color| block_of[color] = block);
        }
        Self {
            task,
            left: task.allowed.clone(),
            conflicts: vec![0; task.len()],
            colored: vec![None; task.len()],
            queue: BTreeSet::new(),
            trail: Vec::new(),
            steps: Vec::new(),
            in_block: vec![0; task.blocks.len()],
            block_of,
            used: vec![0; task.colors()],
            possible: vec![0; task.colors()],
            largest: task.amounts.iter().flat_map(Amounts::largest).collect(),
            supply,
            taken: vec![vec![0; kinds]; task.colors()],
        }
    }

    /// Runs the search with growing limits until a run is complete.
    fn run(mut self, budget: &mut Budget) -> Outcome {
        if let Some(hardest) = self.left.iter().position(|&left| left == 0) {
            return Outcome::Impossible { pieces: Vec::new(), hardest };
        }
        let mut length = FIRST_RUN;
        loop {
            self.restart();
            match self.run_once(length, budget) {
                Some(true) => return Outcome::Found(self.colored.into_iter().flatten().collect()),
                Some(false) => {
                    let hardest =
                        (0..self.task.len()).max_by_key(|&slot| (self.conflicts[slot], Reverse(slot)));
                    return Outcome::Impossible { pieces: Vec::new(), hardest: hardest.unwrap_or(0) };
                }
                None if budget.left == 0 => return Outcome::Undecided,
                None => length = length * GROWTH / 100,
            }
        }
    }

    fn restart(&mut self) {
        self.left.clone_from(&self.task.allowed);
        self.colored.fill(None);
        self.trail.clear();
        self.steps.clear();
        self.in_block.fill(0);
        self.used.fill(0);
        self.possible.fill(0);
        self.taken.iter_mut().for_each(|taken| taken.fill(0));
        if self.task.amounts.is_some() {
            for slot in 0..self.task.len() {
                self.count_possible(slot, self.left[slot], true);
            }
        }
        self.queue = (0..self.task.len()).map(|slot| self.rank(slot)).collect();
    }

    /// Returns whether a coloring exists; `None` after `length` steps.
    fn run_once(&mut self, length: u64, budget: &mut Budget) -> Option<bool> {
        let mut colored = 0;
        if !self.amounts_can_be_had() {
            return Some(false);
        }
        while let Some((.., slot)) = self.queue.pop_first() {
            let untried = self.left[slot] & self.not_alike();
            self.steps.push(Step { slot, untried, trail: self.trail.len() });
            loop {
                if colored == length || !budget.spend() {
                    return None;
                }
                colored += 1;
                match self.next_color() {
                    None => return Some(false),
                    Some(true) => break,
                    Some(false) => {}
                }
            }
        }
        Some(true)
    }

    /// Returns the colors without equivalents: of unused blocks of one kind only the first, and of such a
    /// block only its first color (symmetry breaking).
    fn not_alike(&self) -> u64 {
        let mut bits = 0u64;
        for (at, (colors, kind)) in self.task.blocks.iter().enumerate() {
            if self.in_block[at] > 0 {
                bits |= colors.iter().fold(0, |bits, &color| bits | 1 << color);
            } else if !(0..at).any(|other| self.in_block[other] == 0 && self.task.blocks[other].1 == *kind) {
                bits |= 1 << colors[0];
            }
        }
        bits
    }

    /// Gives its next color to the latest slot that has one. Returns whether every other slot has a color
    /// left; `None` if all colors of all slots have been tried.
    fn next_color(&mut self) -> Option<bool> {
        loop {
            let step = self.steps.last()?;
            let (slot, untried, trail) = (step.slot, step.untried, step.trail);
            self.undo(slot, trail);
            if untried != 0 {
                let color = self.first_of(slot, untried);
                if let Some(step) = self.steps.last_mut() {
                    step.untried &= !(1 << color);
                }
                return Some(self.assign(slot, color));
            }
            self.steps.pop();
            let rank = self.rank(slot);
            self.queue.insert(rank);
        }
    }

    /// Returns the color to try first.
    fn first_of(&self, slot: usize, untried: u64) -> usize {
        let colors = (0..self.task.colors()).filter(|&color| untried >> color & 1 == 1);
        let first = match &self.task.order {
            Order::Lowest => return untried.trailing_zeros() as usize,
            Order::LeastUsed => colors.min_by_key(|&color| (self.in_block[self.block_of[color]], color)),
            Order::Cost(cost) => colors.min_by_key(|&color| (cost[slot][color], color)),
        };
        first.expect("a color is left")
    }

    fn assign(&mut self, slot: usize, color: usize) -> bool {
        let task = self.task;
        self.colored[slot] = Some(color);
        self.in_block[self.block_of[color]] += 1;
        self.count(slot, color, true);
        self.take(slot, color, true);
        for &(other, shift) in &task.limits[slot] {
            let bit = 1 << task.turned[shift][color];
            if !self.forbid(slot, other, bit) {
                return false;
            }
        }
        self.end_colors(slot, color) && self.end_supply(slot, color) && self.amounts_can_be_had()
    }

    /// Takes colors from an uncolored slot; returns whether some are left.
    fn forbid(&mut self, slot: usize, other: usize, bits: u64) -> bool {
        let before = self.left[other];
        if self.colored[other].is_some() || before & bits == 0 {
            return true;
        }
        self.trail.push((other, before));
        self.set_left(other, before & !bits);
        if self.left[other] == 0 {
            self.conflict(slot, other);
            return false;
        }
        true
    }

    fn undo(&mut self, slot: usize, trail: usize) {
        if let Some(color) = self.colored[slot] {
            self.in_block[self.block_of[color]] -= 1;
            self.count(slot, color, false);
            self.take(slot, color, false);
        }
        self.colored[slot] = None;
        while self.trail.len() > trail {
            if let Some((other, before)) = self.trail.pop() {
                self.set_left(other, before);
            }
        }
    }

    /// Changes the colors left to a slot in the queue.
    fn set_left(&mut self, slot: usize, left: u64) {
        let rank = self.rank(slot);
        self.queue.remove(&rank);
        if self.task.amounts.is_some() {
            self.count_possible(slot, self.left[slot] & !left, false);
            self.count_possible(slot, left & !self.left[slot], true);
        }
        self.left[slot] = left;
        let rank = self.rank(slot);
        self.queue.insert(rank);
    }

    /// Records that coloring `slot` left nothing for `other`, which is in the queue; `slot` is not.
    fn conflict(&mut self, slot: usize, other: usize) {
        let rank = self.rank(other);
        self.queue.remove(&rank);
        self.conflicts[other] += 1;
        self.conflicts[slot] += 1;
        let rank = self.rank(other);
        self.queue.insert(rank);
    }

    /// Adds or subtracts the color of a slot.
    fn count(&mut self, slot: usize, color: usize, add: bool) {
        let task = self.task;
        let Some(amounts) = &task.amounts else { return };
        self.count_possible(slot, self.left[slot], !add);
        for other in task.images(slot, color) {
            change(&mut self.used[other], amounts.takes[other][slot], add);
        }
    }

    /// Adds or subtracts the possible colors of a slot. Two colors of a slot that become each other are
    /// counted twice, so that this is an upper bound.
    fn count_possible(&mut self, slot: usize, bits: u64, add: bool) {
        let task = self.task;
        let Some(amounts) = &task.amounts else { return };
        for color in (0..task.colors()).filter(|&color| bits >> color & 1 == 1) {
            for other in task.images(slot, color) {
                change(&mut self.possible[other], amounts.takes[other][slot], add);
            }
        }
    }

    /// Takes exhausted colors from all slots; returns whether every slot has one left.
    fn end_colors(&mut self, slot: usize, color: usize) -> bool {
        let task = self.task;
        let Some(amounts) = &task.amounts else { return true };
        for ended in task.images(slot, color) {
            let room = amounts.most[ended].saturating_sub(self.used[ended]);
            if room >= self.largest[ended] {
                continue;
            }
            for other in 0..task.len() {
                if self.colored[other].is_some() || amounts.takes[ended][other] <= room {
                    continue;
                }
                let becomes = |&from: &usize| task.images(other, from).any(|image| image == ended);
                let bits = (0..task.colors()).filter(becomes).fold(0u64, |bits, from| bits | 1 << from);
                if !self.forbid(slot, other, bits) {
                    return false;
                }
            }
        }
        true
    }

    /// Takes the color of a slot from the supply, or puts it back.
    fn take(&mut self, slot: usize, color: usize, add: bool) {
        if let Some(supply) = self.supply {
            change(&mut self.taken[color][supply.kinds()[slot]], 1, add);
        }
    }

    /// Takes a color from all slots for which the supply is too small; returns whether every slot has one
    /// left.
    fn end_supply(&mut self, slot: usize, color: usize) -> bool {
        let Some(supply) = self.supply else { return true };
        let mut taken = self.taken[color].clone();
        if supply.is_too_little(color, &taken) {
            return false;
        }
        for kind in 0..taken.len() {
            taken[kind] += 1;
            let ended = supply.is_too_little(color, &taken);
            taken[kind] -= 1;
            let of_kind = (0..self.task.len()).filter(|&other| ended && supply.kinds()[other] == kind);
            for other in of_kind.collect::<Vec<_>>() {
                if !self.forbid(slot, other, 1 << color) {
                    return false;
                }
            }
        }
        true
    }

    /// Returns whether no color is used too much, and enough of each is used or possible.
    fn amounts_can_be_had(&self) -> bool {
        let Some(amounts) = &self.task.amounts else { return true };
        (0..self.task.colors()).all(|color| {
            let used = self.used[color];
            used <= amounts.most[color] && used + self.possible[color] >= amounts.least[color]
        })
    }

    fn rank(&self, slot: usize) -> Rank {
        let conflicts = Reverse(self.conflicts[slot]);
        (self.left[slot].count_ones(), conflicts, Reverse(self.task.limits[slot].len()), slot)
    }
}

fn change(amount: &mut u64, by: u64, add: bool) {
    *amount = if add { *amount + by } else { *amount - by };
}
