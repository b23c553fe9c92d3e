//! The items that are still open and the options that still fit, as sparse sets.
//!
//! Each item owns a stretch of one array with the nodes of its options; the first `size` of them still fit.
//! An option is removed by a swap with the last one and a smaller size. Nodes behind the end keep their
//! place, so undoing only increases sizes.

use crate::ground::lists::compact;
use crate::model::exact_cover::Problem;
use piecework_tiling::random::Random;

/// The state of an item.
#[derive(Debug, Clone)]
struct Entry {
    /// Where the item's nodes begin in `set`.
    start: u32,
    /// How many of them still fit.
    size: u32,
    /// How many options must still cover it: `least - taken`, at least 0.
    need: u32,
    least: u32,
    most: u32,
    /// How many options cover it now.
    taken: u32,
    /// Its index in `open`; primary items only.
    place: u32,
    /// Whether options may still cover it; the list of an item that is not open stays the same.
    open: bool,
    primary: bool,
}

/// The nodes of one option.
#[derive(Debug, Clone, Copy)]
struct Span {
    /// Where they begin; this number also names the option.
    first: u32,
    /// Where they end.
    end: u32,
}

/// The point to undo to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    removed: usize,
    closed: usize,
}

/// The choice of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    /// The item with the fewest branches.
    Item(u32),
    /// Every bound is kept.
    Covered,
    /// An item can no longer be covered.
    Dead,
}

#[derive(Debug, Clone)]
pub(super) struct Sparse {
    entries: Vec<Entry>,
    /// The item of each node. A node is one item in one option; those of an option follow each other.
    item_of: Vec<u32>,
    /// The index of each node in `set`. Separate from the rest, because the search changes it most.
    place_of: Vec<u32>,
    /// The option of each node.
    span_of: Vec<Span>,
    /// For each option, at its first node, the last step that hid it.
    hidden_in: Vec<u64>,
    /// Nodes, item by item.
    set: Vec<u32>,
    /// Primary items, the open ones first.
    open: Vec<u32>,
    open_count: usize,
    /// The items whose lists lost an option, once for each option.
    removed: Vec<u32>,
    /// Closed items, to be opened again.
    closed: Vec<u32>,
    /// The number of steps so far.
    step: u64,
}

impl Entry {
    /// Returns the number of branches of an item that must still be covered; options left over after its last
    /// copies need no branch (as in Knuth's Algorithm M).
    fn branches(&self) -> u32 {
        (self.size + 1).saturating_sub(self.need)
    }

    fn set_taken(&mut self, taken: u32) {
        self.taken = taken;
        self.need = self.least.saturating_sub(taken);
    }
}

impl Sparse {
    pub(super) fn new(problem: &Problem, seed: Option<u64>) -> Self {
        let nodes = problem.items.len();
        let primary = problem.bounds.len();
        let mut sparse = Self {
            entries: entries(problem),
            item_of: problem.items.clone(),
            place_of: vec![0; nodes],
            span_of: spans(problem),
            set: vec![0; nodes],
            hidden_in: vec![0; nodes],
            open: (0..compact(primary)).collect(),
            open_count: primary,
            removed: Vec::new(),
            closed: Vec::new(),
            step: 1,
        };
        let mut order: Vec<u32> = problem.starts[..problem.option_count()].to_vec();
        if let Some(seed) = seed {
            Random::new(seed).shuffle(&mut order);
        }
        sparse.fill(&order);
        sparse
    }

    /// Adds the options to the lists of their items.
    fn fill(&mut self, order: &[u32]) {
        for &option in order {
            for node in self.nodes_of(option) {
                let entry = &mut self.entries[self.item_of[node] as usize];
                let place = entry.start + entry.size;
                entry.size += 1;
                self.set[place as usize] = compact(node);
                self.place_of[node] = place;
            }
        }
        // An item that may not be covered at all is full from the start.
        for item in 0..self.entries.len() {
            if self.entries[item].most == 0 {
                self.close(compact(item));
                self.hide_options_of(compact(item), None);
            }
        }
    }

    fn nodes_of(&self, option: u32) -> std::ops::Range<usize> {
        option as usize..self.span_of[option as usize].end as usize
    }

    /// Chooses the item with the fewest branches (MRV), the lowest of equals; items that need not be covered
    /// come last.
    ///
    /// The first item with a single branch is taken directly.
    pub(super) fn choose(&self) -> Choice {
        let mut best: Option<(u32, u32)> = None;
        let mut optional: Option<(u32, u32)> = None;
        for &item in &self.open[..self.open_count] {
            let entry = &self.entries[item as usize];
            if entry.need == 0 {
                if entry.size > 0 {
                    let rank = (entry.size, item);
                    optional = Some(optional.map_or(rank, |known| known.min(rank)));
                }
                continue;
            }
            let rank = (entry.branches(), item);
            if rank.0 <= 1 {
                return if rank.0 == 0 { Choice::Dead } else { Choice::Item(item) };
            }
            if best.is_none_or(|known| rank < known) {
                best = Some(rank);
            }
        }
        best.or(optional).map_or(Choice::Covered, |(_, item)| Choice::Item(item))
    }

    /// Returns whether the next option fills the item, so that its branches exclude each other.
    pub(super) fn is_last_copy(&self, item: u32) -> bool {
        let entry = &self.entries[item as usize];
        entry.taken + 1 == entry.most && entry.taken + 1 == entry.least
    }

    /// Returns whether the item is covered often enough.
    pub(super) fn is_satisfied(&self, item: u32) -> bool {
        self.entries[item as usize].need == 0
    }

    /// Returns how many options of the item still fit.
    pub(super) fn size(&self, item: u32) -> u32 {
        self.entries[item as usize].size
    }

    /// Returns the `index`-th option of the item that still fits.
    pub(super) fn option_at(&self, item: u32, index: u32) -> u32 {
        self.span_of[self.set[(self.entries[item as usize].start + index) as usize] as usize].first
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { removed: self.removed.len(), closed: self.closed.len() }
    }

    /// Closes an item permanently: none of its options fits any more, except those taken explicitly from its
    /// list.
    pub(super) fn cover(&mut self, item: u32) {
        self.step += 1;
        self.close(item);
        // Items may run short here that the next option covers, so nothing is concluded yet.
        self.hide_options_of(item, None);
    }

    /// Takes an option; `false` if an item can then no longer be covered. Must be undone by
    /// [`Sparse::untake`] in either case.
    pub(super) fn take(&mut self, option: u32) -> bool {
        self.step += 1;
        let before = self.closed.len();
        for node in self.nodes_of(option) {
            let item = self.item_of[node];
            let entry = &mut self.entries[item as usize];
            if !entry.open {
                continue;
            }
            entry.set_taken(entry.taken + 1);
            let fits = self.place_of[node] < entry.start + entry.size;
            if entry.taken == entry.most {
                self.close(item);
            } else if fits {
                // Otherwise it already left the list when the item branched on was covered.
                self.remove(node);
            }
        }
        let mut alive = true;
        // Only when all of them are closed can an item that runs short be distinguished from one just
        // covered.
        for index in before..self.closed.len() {
            alive = self.hide_options_of(self.closed[index], Some(option));
            if !alive {
                break;
            }
        }
        alive
    }

    /// Undoes everything since `mark`, and the counts of `option`, which was taken after it.
    pub(super) fn untake(&mut self, mark: Mark, option: u32) {
        self.undo(mark);
        for node in self.nodes_of(option) {
            let entry = &mut self.entries[self.item_of[node] as usize];
            if entry.open {
                entry.set_taken(entry.taken - 1);
            }
        }
    }

    /// Forbids an option; `false` if an item can then no longer be covered.
    pub(super) fn forbid(&mut self, option: u32) -> bool {
        self.step += 1;
        let mut alive = true;
        for node in self.nodes_of(option) {
            if self.entries[self.item_of[node] as usize].open {
                alive &= !self.remove(node);
            }
        }
        alive
    }

    /// Restores options and items.
    pub(super) fn undo(&mut self, mark: Mark) {
        for item in self.removed.drain(mark.removed..) {
            self.entries[item as usize].size += 1;
        }
        for item in self.closed.drain(mark.closed..) {
            let entry = &mut self.entries[item as usize];
            entry.open = true;
            self.open_count += usize::from(entry.primary);
        }
    }

    fn close(&mut self, item: u32) {
        let entry = &mut self.entries[item as usize];
        entry.open = false;
        self.closed.push(item);
        if entry.primary {
            let place = entry.place as usize;
            self.open_count -= 1;
            let last = self.open[self.open_count];
            self.open.swap(place, self.open_count);
            self.entries[last as usize].place = compact(place);
            self.entries[item as usize].place = compact(self.open_count);
        }
    }

    /// Removes the options of `item`, except `kept`, from the lists of all open items. Returns `false` early
    /// as soon as an open item runs short, if `kept` is given.
    fn hide_options_of(&mut self, item: u32, kept: Option<u32>) -> bool {
        let Entry { start, size, .. } = self.entries[item as usize];
        // All time is spent in this loop, so the fields are borrowed separately to keep them in registers.
        let Self { span_of, hidden_in, item_of, step, .. } = self;
        let (span_of, item_of, step) = (span_of.as_slice(), item_of.as_slice(), *step);
        let mut lists = ListsMut {
            entries: &mut self.entries,
            set: &mut self.set,
            place_of: &mut self.place_of,
            removed: &mut self.removed,
        };
        for place in start..start + size {
            let Span { first: option, end } = span_of[lists.set[place as usize] as usize];
            // An option of several items that close together occurs once for each of them.
            let hidden = &mut hidden_in[option as usize];
            if kept == Some(option) || *hidden == step {
                continue;
            }
            *hidden = step;
            for (node, &other) in (option..end).zip(&item_of[option as usize..end as usize]) {
                if lists.entries[other as usize].open && lists.remove(node, other) && kept.is_some() {
                    return false;
                }
            }
        }
        true
    }

    /// Removes a node from the list of its item; `true` if the item runs short by it.
    fn remove(&mut self, node: usize) -> bool {
        let mut lists = ListsMut {
            entries: &mut self.entries,
            set: &mut self.set,
            place_of: &mut self.place_of,
            removed: &mut self.removed,
        };
        lists.remove(compact(node), self.item_of[node])
    }
}

/// The fields that change when an option leaves a list.
struct ListsMut<'a> {
    entries: &'a mut [Entry],
    set: &'a mut [u32],
    place_of: &'a mut [u32],
    removed: &'a mut Vec<u32>,
}

impl ListsMut<'_> {
    #[inline(always)]
    fn remove(&mut self, node: u32, item: u32) -> bool {
        let entry = &mut self.entries[item as usize];
        entry.size -= 1;
        let end = entry.start + entry.size;
        let is_short = entry.size < entry.need;
        let last = self.set[end as usize];
        let place = self.place_of[node as usize];
        self.set[place as usize] = last;
        self.set[end as usize] = node;
        self.place_of[last as usize] = place;
        self.place_of[node as usize] = end;
        self.removed.push(item);
        is_short
    }
}

/// For each node, the begin and end of its option.
fn spans(problem: &Problem) -> Vec<Span> {
    let span = |ends: &[u32]| {
        let (first, end) = (ends[0], ends[1]);
        std::iter::repeat_n(Span { first, end }, (end - first) as usize)
    };
    problem.starts.windows(2).flat_map(span).collect()
}

/// Returns one entry for each item, with a stretch of the set for its options.
fn entries(problem: &Problem) -> Vec<Entry> {
    let mut counts = vec![0u32; problem.item_count()];
    for &item in &problem.items {
        counts[item as usize] += 1;
    }
    let mut start = 0;
    let entry = |(item, count): (usize, u32)| {
        let bounds = problem.bounds.get(item);
        let entry = Entry {
            start,
            size: 0,
            need: bounds.map_or(0, |bounds| bounds.least),
            least: bounds.map_or(0, |bounds| bounds.least),
            most: bounds.map_or(1, |bounds| bounds.most),
            taken: 0,
            place: compact(item),
            open: true,
            primary: bounds.is_some(),
        };
        start += count;
        entry
    };
    counts.into_iter().enumerate().map(entry).collect()
}
