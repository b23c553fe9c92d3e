//! Problems of exact cover: items, and options that are sets of items.

use super::lists::compact;

/// How many options may cover a primary item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    /// At least this many.
    pub(super) least: u32,
    /// At most this many.
    pub(super) most: u32,
}

impl Bounds {
    /// Exactly one.
    pub(super) const ONCE: Bounds = Bounds { least: 1, most: 1 };
}

/// Items and options. Items are numbered from 0, the primary ones first.
#[derive(Debug, Clone)]
pub(super) struct Problem {
    pub(super) bounds: Vec<Bounds>,
    secondary: usize,
    /// The items of all options, concatenated.
    pub(super) items: Vec<u32>,
    /// Where each option begins in `items`, and where the last one ends.
    pub(super) starts: Vec<u32>,
}

impl Problem {
    /// Primary items with these bounds, followed by a number of secondary ones; no options yet.
    pub(super) fn new(bounds: Vec<Bounds>, secondary: usize) -> Self {
        Self { bounds, secondary, items: Vec::new(), starts: vec![0] }
    }

    /// Adds an option: distinct items, at least one of them primary; otherwise it would never be considered.
    pub(super) fn add_option(&mut self, items: impl IntoIterator<Item = u32>) {
        self.items.extend(items);
        self.starts.push(compact(self.items.len()));
    }

    pub(super) fn item_count(&self) -> usize {
        self.bounds.len() + self.secondary
    }

    pub(super) fn option_count(&self) -> usize {
        self.starts.len() - 1
    }

    #[cfg(test)]
    pub(super) fn option(&self, option: usize) -> &[u32] {
        &self.items[self.starts[option] as usize..self.starts[option + 1] as usize]
    }
}
