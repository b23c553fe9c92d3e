//! Items and options as doubly linked lists, and the search that removes nodes and restores them.
//!
//! The nodes of an option are consecutive, so they need no links to each other. Everything else is as
//! published.

use crate::engines::exhaustive::Step;
use crate::ground::lists::compact;
use crate::ground::watch::Watch;

/// The header of the list of items that must still be covered.
const ROOT: usize = 0;

/// Node 0 is the root, followed by a header for each item and the nodes of the options.
#[derive(Debug, Clone)]
pub(super) struct Links {
    /// L and R of Knuth, between headers; an item that need not be covered is linked to itself.
    left: Vec<u32>,
    right: Vec<u32>,
    /// U and D, between the nodes of an item.
    up: Vec<u32>,
    down: Vec<u32>,
    /// C: the header of each node.
    header: Vec<u32>,
    /// S: how many options of each item are left.
    size: Vec<u32>,
    /// The option of each node; meaningless for headers.
    option: Vec<u32>,
    /// Where the nodes of each option begin, and where those of the last one end.
    starts: Vec<u32>,
    /// The node chosen for each item branched on, or its header if none is left to choose.
    chosen: Vec<u32>,
    /// Whether the state is new, so that an item must be chosen first.
    descending: bool,
}

impl Links {
    /// Items, and whether each must be covered; no options yet.
    pub(super) fn new(primary: &[bool]) -> Self {
        let headers: Vec<u32> = (0..=compact(primary.len())).collect();
        let mut links = Self {
            left: headers.clone(),
            right: headers.clone(),
            up: headers.clone(),
            down: headers.clone(),
            size: vec![0; headers.len()],
            option: vec![0; headers.len()],
            starts: vec![compact(headers.len())],
            header: headers,
            chosen: Vec::new(),
            descending: true,
        };
        for item in (1..=primary.len()).filter(|&item| primary[item - 1]) {
            let last = links.left[ROOT];
            (links.left[item], links.right[item]) = (last, compact(ROOT));
            (links.right[last as usize], links.left[ROOT]) = (compact(item), compact(item));
        }
        links
    }

    /// Adds an option after all others: distinct items, at least one of which must be covered.
    pub(super) fn add_option(&mut self, items: impl IntoIterator<Item = u32>) {
        let option = compact(self.starts.len() - 1);
        for item in items {
            let (node, header) = (compact(self.up.len()), item + 1);
            let last = self.up[header as usize];
            self.up.push(last);
            self.down.push(header);
            self.down[last as usize] = node;
            self.up[header as usize] = node;
            self.header.push(header);
            self.option.push(option);
            self.size[header as usize] += 1;
        }
        self.starts.push(compact(self.up.len()));
    }

    /// Takes an option permanently, before the first call of [`Links::next`]. It must be compatible with the
    /// others.
    pub(super) fn lay(&mut self, option: u32) {
        let (first, end) = (self.starts[option as usize], self.starts[option as usize + 1]);
        (first..end).for_each(|node| self.cover(self.header[node as usize]));
    }

    /// Leaves an item that need not be covered uncovered permanently, before the first call of
    /// [`Links::next`].
    pub(super) fn leave_out(&mut self, item: u32) {
        self.cover(item + 1);
    }

    /// Returns the options of the latest cover, in the order in which they were chosen.
    pub(super) fn chosen(&self) -> impl Iterator<Item = u32> {
        self.chosen.iter().map(|&node| self.option[node as usize])
    }

    /// Advances to the next cover.
    pub(super) fn next(&mut self, watch: &mut Watch<'_>) -> Step {
        loop {
            if self.descending {
                self.descending = false;
                let Some(header) = self.smallest() else { return Step::Cover };
                self.cover(header);
                self.chosen.push(header);
            }
            if self.chosen.is_empty() {
                return Step::Complete;
            }
            if let Some(halt) = watch.node(|| 0.0) {
                return Step::Halted(halt);
            }
            self.descending = self.advance();
        }
    }

    /// Returns the item with the fewest options (MRV), the first of equals; `None` if all are covered.
    fn smallest(&self) -> Option<u32> {
        let after = |header: &u32| Some(self.right[*header as usize]);
        let open = std::iter::successors(after(&compact(ROOT)), after).take_while(|&header| header != 0);
        open.min_by_key(|&header| self.size[header as usize])
    }

    /// Takes the next option of the latest item that has one; returns whether there is one.
    fn advance(&mut self) -> bool {
        while let Some(node) = self.chosen.pop() {
            let header = self.header[node as usize];
            if node != header {
                self.uncover_others(node);
            }
            let next = self.down[node as usize];
            if next != header {
                self.cover_others(next);
                self.chosen.push(next);
                return true;
            }
            self.uncover(header);
        }
        false
    }

    fn nodes_beside(&self, node: u32) -> std::ops::Range<u32> {
        let option = self.option[node as usize] as usize;
        self.starts[option]..self.starts[option + 1]
    }

    fn cover_others(&mut self, node: u32) {
        for other in self.nodes_beside(node).filter(|&other| other != node) {
            self.cover(self.header[other as usize]);
        }
    }

    /// Undoes [`Links::cover_others`], in reverse order.
    fn uncover_others(&mut self, node: u32) {
        for other in self.nodes_beside(node).rev().filter(|&other| other != node) {
            self.uncover(self.header[other as usize]);
        }
    }

    /// Removes an item from the list of items, and its options from the lists of all other items.
    fn cover(&mut self, header: u32) {
        let (left, right) = (self.left[header as usize], self.right[header as usize]);
        self.right[left as usize] = right;
        self.left[right as usize] = left;
        let mut node = self.down[header as usize];
        while node != header {
            for other in self.nodes_beside(node).filter(|&other| other != node) {
                let (up, down) = (self.up[other as usize], self.down[other as usize]);
                self.down[up as usize] = down;
                self.up[down as usize] = up;
                self.size[self.header[other as usize] as usize] -= 1;
            }
            node = self.down[node as usize];
        }
    }

    /// Undoes [`Links::cover`], in reverse order: every node still has its links.
    fn uncover(&mut self, header: u32) {
        let mut node = self.up[header as usize];
        while node != header {
            for other in self.nodes_beside(node).rev().filter(|&other| other != node) {
                let (up, down) = (self.up[other as usize], self.down[other as usize]);
                self.down[up as usize] = other;
                self.up[down as usize] = other;
                self.size[self.header[other as usize] as usize] += 1;
            }
            node = self.up[node as usize];
        }
        let (left, right) = (self.left[header as usize], self.right[header as usize]);
        self.right[left as usize] = header;
        self.left[right as usize] = header;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covers(links: &mut Links) -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        while links.next(&mut Watch::unlimited()) == Step::Cover {
            let mut cover: Vec<u32> = links.chosen().collect();
            cover.sort_unstable();
            found.push(cover);
        }
        found
    }

    fn toy() -> Links {
        // Knuth 2000, (3): items A to G, options CEF, ADG, BCF, AD, BG, DEG.
        let mut links = Links::new(&[true; 7]);
        let options: [&[u32]; 6] = [&[2, 4, 5], &[0, 3, 6], &[1, 2, 5], &[0, 3], &[1, 6], &[3, 4, 6]];
        options.iter().for_each(|option| links.add_option(option.iter().copied()));
        links
    }

    #[test]
    fn knuths_toy_problem_has_one_cover_and_leaves_no_trace() {
        let mut links = toy();
        let before = format!("{links:?}").replace("descending: true", "descending: false");
        assert_eq!(covers(&mut links), [[0, 3, 4]]);
        assert_eq!(format!("{links:?}"), before, "every link is back in its place");
    }

    #[test]
    fn options_taken_before_are_in_every_cover() {
        let mut links = toy();
        links.lay(3);
        assert_eq!(covers(&mut links), [[0, 4]]);
        let mut links = toy();
        links.lay(1);
        assert_eq!(covers(&mut links), Vec::<Vec<u32>>::new());
    }

    #[test]
    fn secondary_items_are_covered_at_most_once() {
        let mut links = Links::new(&[true, true, false]);
        let options: [&[u32]; 4] = [&[0, 2], &[0], &[1, 2], &[1]];
        options.iter().for_each(|option| links.add_option(option.iter().copied()));
        let mut without = links.clone();
        assert_eq!(covers(&mut links).len(), 3);
        without.leave_out(2);
        assert_eq!(covers(&mut without), [[1, 3]]);
    }
}
