//! Problems of exact cover: items, and options that are sets of items.

use crate::ground::lists::compact;

/// How many options may cover a primary item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// At least this many.
    pub(crate) least: u32,
    /// At most this many.
    pub(crate) most: u32,
}

impl Bounds {
    /// Exactly one.
    pub(crate) const ONCE: Bounds = Bounds { least: 1, most: 1 };
}

/// Items and options. Items are numbered from 0, the primary ones first.
#[derive(Debug, Clone)]
pub(crate) struct Problem {
    pub(crate) bounds: Vec<Bounds>,
    secondary: usize,
    /// The items of all options, concatenated.
    pub(crate) items: Vec<u32>,
    /// Where each option begins in `items`, and where the last one ends.
    pub(crate) starts: Vec<u32>,
}

impl Problem {
    /// Primary items with these bounds, followed by a number of secondary ones; no options yet.
    pub(crate) fn new(bounds: Vec<Bounds>, secondary: usize) -> Self {
        Self { bounds, secondary, items: Vec::new(), starts: vec![0] }
    }

    /// Adds an option: distinct items, at least one of them primary; otherwise it would never be considered.
    pub(crate) fn add_option(&mut self, items: impl IntoIterator<Item = u32>) {
        self.items.extend(items);
        self.starts.push(compact(self.items.len()));
    }

    pub(crate) fn item_count(&self) -> usize {
        self.bounds.len() + self.secondary
    }

    pub(crate) fn option_count(&self) -> usize {
        self.starts.len() - 1
    }

    #[cfg(test)]
    pub(crate) fn option(&self, option: usize) -> &[u32] {
        &self.items[self.starts[option] as usize..self.starts[option + 1] as usize]
    }
}
