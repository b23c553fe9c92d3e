//! Reads a tree of cuts backwards: what is sewn to what.
//!
//! The parts of a node come after it, each part is connected, and all stretches of a seam are on one line,
//! with the first part above or to the left.
//!
//! Where nothing is outside, every cut is one join. Elsewhere a rectangle may hold several parts, which are
//! joined one after the other along the line; two parts may touch in several stretches with a hole or a notch
//! between them, which are sewn at once.

use super::board::PatchGrid;
use super::grid::{CellRect, CutLine, Stretch};
use super::set_in::legs;
use super::tree::Tree;

/// A rectangle of cloth, or two parts and the seam between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Joined {
    /// The rectangle around it.
    pub(super) area: CellRect,
    /// How many cells it has.
    pub(super) cells: usize,
    /// The corners that are cut away from a rectangle of cloth.
    pub(super) corners: Vec<CellRect>,
    /// The part above or on the left, the other, and the seam.
    pub(super) made_of: Option<([usize; 2], Vec<Stretch>)>,
}

/// Nodes; the first is the whole quilt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Joins {
    pub(super) nodes: Vec<Joined>,
}

impl Joins {
    /// Sews a tree of cuts together.
    pub(super) fn of(board: &PatchGrid, tree: &Tree) -> Self {
        let mut table = SewingTable::new(board);
        // Parts come after what they are part of.
        for node in tree.nodes.iter().rev() {
            match node.cut {
                None => table.lay_and_set_in(node.rect, &node.corners),
                Some((cut, _)) => table.sew_along(board, cut, node.rect),
            }
        }
        table.finish()
    }

    /// How many rectangles of cloth each node is made of.
    pub(super) fn rectangles(&self) -> Vec<usize> {
        self.add_up(|first, second| first + second, 1)
    }

    /// The most seams that must follow one another.
    pub(super) fn depth(&self) -> usize {
        self.add_up(|first, second| 1 + usize::max(first, second), 0)[0]
    }

    fn add_up(&self, add: impl Fn(usize, usize) -> usize, cloth: usize) -> Vec<usize> {
        let mut sums = vec![cloth; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().rev() {
            if let Some(([first, second], _)) = node.made_of {
                sums[index] = add(sums[first], sums[second]);
            }
        }
        sums
    }
}

/// What is on the table while a quilt is sewn; parts come before what they are part of.
struct SewingTable {
    parts: Vec<Joined>,
    /// What each part is sewn into, if it is.
    sewn_into: Vec<Option<usize>>,
    /// The rectangle of cloth at each cell, row by row.
    cloth: Vec<usize>,
    columns: usize,
}

impl SewingTable {
    fn new(board: &PatchGrid) -> Self {
        let cloth = vec![usize::MAX; board.columns * board.rows];
        Self { parts: Vec::new(), sewn_into: Vec::new(), cloth, columns: board.columns }
    }

    fn add(&mut self, part: Joined) -> usize {
        self.parts.push(part);
        self.sewn_into.push(None);
        self.parts.len() - 1
    }

    /// Lays a rectangle of cloth without its corners, and sews what is in these already to it, one after the
    /// other.
    fn lay_and_set_in(&mut self, area: CellRect, corners: &[CellRect]) {
        // What is at the corners is found before the rectangle covers them.
        let set_in: Vec<usize> = corners.iter().map(|at| self.part_at(at.left, at.top)).collect();
        let cells = area.cells() - corners.iter().map(|corner| corner.cells()).sum::<usize>();
        let mut part = self.add(Joined { area, cells, corners: corners.to_vec(), made_of: None });
        let is_corner = |column: usize, row: usize| corners.iter().any(|corner| corner.has(column, row));
        for row in area.top..area.bottom() {
            for column in (area.left..area.right()).filter(|&column| !is_corner(column, row)) {
                self.cloth[row * self.columns + column] = part;
            }
        }
        for (unit, &corner) in set_in.into_iter().zip(corners) {
            let legs = legs(area, corner);
            let unit_first = self.sides(legs[0])[0] == unit;
            let pair = if unit_first { [unit, part] } else { [part, unit] };
            part = self.sew(pair, legs.to_vec());
        }
    }

    /// The part that a cell is in by now.
    fn part_at(&mut self, column: usize, row: usize) -> usize {
        let cloth = self.cloth[row * self.columns + column];
        let mut part = cloth;
        while let Some(into) = self.sewn_into[part] {
            part = into;
        }
        self.cloth[row * self.columns + column] = part;
        part
    }

    /// Joins all parts in a rectangle that touch along a line: one is taken, and what touches it is added,
    /// the first first.
    fn sew_along(&mut self, board: &PatchGrid, cut: CutLine, rect: CellRect) {
        let mut open = board.stretches(cut, rect);
        while let Some(first) = open.first() {
            let mut part = self.sides(*first)[0];
            while let Some(next) = open.iter().find_map(|&stretch| self.beyond(stretch, part)) {
                part = self.join(part, next, &mut open);
            }
        }
    }

    /// The parts on both sides of a stretch.
    fn sides(&mut self, stretch: Stretch) -> [usize; 2] {
        let Stretch { upright, line, from, .. } = stretch;
        if upright {
            [self.part_at(line - 1, from), self.part_at(line, from)]
        } else {
            [self.part_at(from, line - 1), self.part_at(from, line)]
        }
    }

    /// What a part touches along a stretch.
    fn beyond(&mut self, stretch: Stretch, part: usize) -> Option<usize> {
        match self.sides(stretch) {
            [first, second] if first == part => Some(second),
            [first, second] if second == part => Some(first),
            _ => None,
        }
    }

    /// Joins two parts along all open stretches between them.
    fn join(&mut self, part: usize, other: usize, open: &mut Vec<Stretch>) -> usize {
        let mut sewn = Vec::new();
        let mut first = part;
        open.retain(|&stretch| {
            let sides = self.sides(stretch);
            let between = sides.contains(&part) && sides.contains(&other);
            if between {
                first = sides[0];
                sewn.push(stretch);
            }
            !between
        });
        let second = if first == part { other } else { part };
        self.sew([first, second], sewn)
    }

    /// Sews two parts together.
    fn sew(&mut self, [first, second]: [usize; 2], seam: Vec<Stretch>) -> usize {
        let (part, other) = (first, second);
        let area = around(self.parts[part].area, self.parts[other].area);
        let cells = self.parts[part].cells + self.parts[other].cells;
        let made =
            self.add(Joined { area, cells, corners: Vec::new(), made_of: Some(([first, second], seam)) });
        (self.sewn_into[first], self.sewn_into[second]) = (Some(made), Some(made));
        made
    }

    /// All of it with the whole first.
    fn finish(mut self) -> Joins {
        let last = self.parts.len() - 1;
        self.parts.reverse();
        for (parts, _) in self.parts.iter_mut().filter_map(|part| part.made_of.as_mut()) {
            parts.iter_mut().for_each(|part| *part = last - *part);
        }
        Joins { nodes: self.parts }
    }
}

/// The rectangle around two.
fn around(first: CellRect, second: CellRect) -> CellRect {
    let (left, top) = (first.left.min(second.left), first.top.min(second.top));
    let columns = first.right().max(second.right()) - left;
    CellRect { left, top, columns, rows: first.bottom().max(second.bottom()) - top }
}
