//! Names the parts of a plan, and orders its steps.
//!
//! A block is a part of at most the given number of rectangles that is inside no other such part. Every
//! rectangle is in one block, and no label is used twice.

use std::collections::BTreeMap;

use super::board::Board;
use super::joins::{Joined, Joins};
use super::parts::{PatchPart, PiecedBlock, PiecedPart};
use piecework_tiling::polyform::counted_name;

/// Joins with labels.
pub(super) struct Labelled {
    pub(super) parts: Vec<PiecedPart>,
    pub(super) blocks: Vec<PiecedBlock>,
    /// The part that each node is.
    pub(super) part_of: Vec<usize>,
    /// The nodes that are sewn, in order.
    pub(super) order: Vec<usize>,
}

/// Names everything: blocks in reading order; in each the rectangles in reading order, then what is made of
/// them.
pub(super) fn label(board: &Board, joins: &Joins, block: usize) -> Labelled {
    let mut roots = Vec::new();
    let rectangles = joins.rectangles();
    let above = sewn_from(joins, 0, |node| (rectangles[node] <= block).then(|| roots.push(node)).is_none());
    roots.sort_by_key(|&root| joins.nodes[root].area.place());
    let mut labelled = Labelled {
        parts: Vec::new(),
        blocks: Vec::new(),
        part_of: vec![usize::MAX; joins.nodes.len()],
        order: Vec::new(),
    };
    for root in roots {
        labelled.add_block(joins, root);
    }
    for (index, node) in above.into_iter().enumerate() {
        labelled.add(joins, node, format!("Top {}", index + 1), None);
        labelled.order.push(node);
    }
    name_patches(board, &mut labelled.parts);
    labelled
}

/// The nodes below and with `root` that are sewn, parts first, without those below nodes that are not `open`.
fn sewn_from(joins: &Joins, root: usize, mut open: impl FnMut(usize) -> bool) -> Vec<usize> {
    let (mut order, mut stack) = (Vec::new(), vec![root]);
    // The whole before its parts and the right before the left, read backwards.
    while let Some(node) = stack.pop() {
        if open(node)
            && let Some((parts, _)) = &joins.nodes[node].made_of
        {
            order.push(node);
            stack.extend(parts);
        }
    }
    order.reverse();
    order
}

impl Labelled {
    fn add_block(&mut self, joins: &Joins, root: usize) {
        let label = counted_name(self.blocks.len());
        let block = self.blocks.len();
        let mut cloth = Vec::new();
        let sewn = sewn_from(joins, root, |node| {
            if joins.nodes[node].made_of.is_none() {
                cloth.push(node);
            }
            true
        });
        cloth.sort_by_key(|&node| joins.nodes[node].area.place());
        let rectangles = cloth.len();
        for (index, &node) in cloth.iter().chain(&sewn).enumerate() {
            self.add(joins, node, format!("{label}{}", index + 1), Some(block));
        }
        self.order.extend(sewn);
        self.blocks.push(PiecedBlock { label, part: self.part_of[root], rectangles });
    }

    fn add(&mut self, joins: &Joins, node: usize, label: String, block: Option<usize>) {
        self.part_of[node] = self.parts.len();
        let Joined { area, cells, ref corners, .. } = joins.nodes[node];
        let corners = corners.clone();
        let unnamed = || PatchPart { piece: String::new(), placement: None, number: 0, of: 0 };
        let patch = joins.nodes[node].made_of.is_none().then(unnamed);
        self.parts.push(PiecedPart { label, area, cells, corners, block, patch });
    }
}

/// Says of every rectangle of cloth which part of which patch it is.
fn name_patches(board: &Board, parts: &mut [PiecedPart]) {
    let mut of_patch: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, part) in parts.iter().enumerate().filter(|(_, part)| part.patch.is_some()) {
        let (column, row) = part.first_cell();
        of_patch.entry(board.owner(column, row)).or_default().push(index);
    }
    for (owner, mut cloth) in of_patch {
        cloth.sort_by_key(|&part| parts[part].area.place());
        for (number, &part) in (1..).zip(&cloth) {
            let patch = &board.patches[owner];
            let (piece, placement) = (patch.piece.clone(), patch.placement);
            parts[part].patch = Some(PatchPart { piece, placement, number, of: cloth.len() });
        }
    }
}
