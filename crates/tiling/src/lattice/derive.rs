//! Derives neighbours and symmetries from the corners of the cells of one period, when the program is compiled.
//!
//! A lattice is then its corners and nothing else. A corner that cannot be matched stops the compiler.

use super::table::{CellKind, Table, USUAL};
use super::{Cell, Corner};

/// A corner, or a step from one.
pub(super) type Point = (i32, i32);

/// The most edges of a cell.
const MOST_EDGES: usize = 6;

/// What follows from the corners of `K` kinds of cells. Cells of a row are numbered period by period.
pub(super) struct Derived<const K: usize> {
    neighbours: [[Point; MOST_EDGES]; K],
    turn: Motion<K>,
    flip: Motion<K>,
}

/// A symmetry of the lattice about the origin, as images of cells.
struct Motion<const K: usize> {
    /// The images of the steps to the next period and to the one below.
    across: Point,
    down: Point,
    /// The images of the cells of the first period.
    cells: [Point; K],
}

/// The corners and periods of a lattice.
pub(super) struct Outlines<const K: usize> {
    /// The corners of each kind of cell, clockwise. The origin is a center of the smallest turn, and is on a
    /// line of reflection that goes down.
    pub(super) corners: [&'static [Point]; K],
    pub(super) across: i32,
    pub(super) down: Corner,
    pub(super) weights: (i64, i64),
    /// The number of smallest turns in a full one: 4 or 6.
    pub(super) turns: u8,
}

impl<const K: usize> Outlines<K> {
    const CELLS: i32 = as_step(K);

    /// Returns a table with these periods; its names, its text and its motions are missing.
    pub(super) const fn table(&self, kinds: &'static [CellKind]) -> Table {
        let Self { across, down, weights, turns, .. } = *self;
        Table { kinds, column: Self::CELLS, across, down, weights, turns, ..USUAL }
    }

    pub(super) const fn derive(&self) -> Derived<K> {
        let mut neighbours = [[(0, 0); MOST_EDGES]; K];
        let mut kind = 0;
        while kind < K {
            let mut edge = 0;
            while edge < self.corners[kind].len() {
                let to = (edge + 1) % self.corners[kind].len();
                let (x, y) = self.across_edge(self.corners[kind][edge], self.corners[kind][to]);
                neighbours[kind][edge] = (x - as_step(kind), y);
                edge += 1;
            }
            kind += 1;
        }
        Derived { neighbours, turn: self.motion(false), flip: self.motion(true) }
    }

    /// Returns the cell that has this edge from its end to its start.
    const fn across_edge(&self, start: Point, end: Point) -> Point {
        let mut kind = 0;
        while kind < K {
            let corners = self.corners[kind];
            let mut edge = 0;
            while edge < corners.len() {
                let (a, b) = (corners[edge], corners[(edge + 1) % corners.len()]);
                let shift = (end.0 - a.0, end.1 - a.1);
                if b.0 + shift.0 == start.0
                    && b.1 + shift.1 == start.1
                    && let Some((x, y)) = self.period_at(shift)
                {
                    return (x + as_step(kind), y);
                }
                edge += 1;
            }
            kind += 1;
        }
        panic!("an edge has no cell on its other side")
    }

    /// Returns the first cell of the period at this origin, if there is one.
    const fn period_at(&self, (x, y): Point) -> Option<Point> {
        let row = y.div_euclid(self.down.y);
        let sideways = x - self.down.x * row;
        if y != row * self.down.y || sideways.rem_euclid(self.across) != 0 {
            return None;
        }
        Some((sideways.div_euclid(self.across) * Self::CELLS, row))
    }

    /// Returns the image of a point: its smallest turn clockwise, or left and right exchanged.
    #[expect(clippy::cast_possible_truncation, reason = "weights are 1 and 3")]
    const fn moved(&self, (x, y): Point, flip: bool) -> Point {
        let (wide, high) = (self.weights.0 as i32, self.weights.1 as i32);
        match (flip, self.turns) {
            (true, _) => (-x, y),
            (false, 4) => (-y, x),
            (false, 6) => ((x - high * y) / 2, (wide * x + y) / 2),
            _ => panic!("turns of 90 and 60 degrees only"),
        }
    }

    const fn motion(&self, flip: bool) -> Motion<K> {
        let (Some(across), Some(down)) = (
            self.period_at(self.moved((self.across, 0), flip)),
            self.period_at(self.moved((self.down.x, self.down.y), flip)),
        ) else {
            panic!("the periods have no such symmetry")
        };
        let mut cells = [(0, 0); K];
        let mut kind = 0;
        while kind < K {
            cells[kind] = self.image(self.corners[kind], flip);
            kind += 1;
        }
        Motion { across, down, cells }
    }

    /// Returns the cell whose corners have the sum of the moved corners; tests compare them one by one.
    const fn image(&self, corners: &[Point], flip: bool) -> Point {
        let count = as_step(corners.len());
        let (mut sum, mut at) = ((0, 0), 0);
        while at < corners.len() {
            let (x, y) = self.moved(corners[at], flip);
            sum = (sum.0 + x, sum.1 + y);
            at += 1;
        }
        let mut kind = 0;
        while kind < K {
            let (mut rest, mut at) = (sum, 0);
            while at < self.corners[kind].len() {
                let (x, y) = self.corners[kind][at];
                rest = (rest.0 - x, rest.1 - y);
                at += 1;
            }
            if self.corners[kind].len() == corners.len()
                && rest.0 % count == 0
                && rest.1 % count == 0
                && let Some((x, y)) = self.period_at((rest.0 / count, rest.1 / count))
            {
                return (x + as_step(kind), y);
            }
            kind += 1;
        }
        panic!("a cell has no image")
    }
}

impl<const K: usize> Derived<K> {
    /// Returns one kind of cells: how it is drawn in text, and a phrase that completes "cells that".
    pub(super) const fn kind(
        &'static self,
        outlines: &Outlines<K>,
        kind: usize,
        text: Point,
        words: &'static str,
    ) -> CellKind {
        let corners = outlines.corners[kind];
        CellKind { corners, neighbours: self.neighbours[kind].split_at(corners.len()).0, text, words }
    }

    /// Returns the cell turned by the smallest turn clockwise.
    pub(super) const fn turned(&self, cell: Cell) -> Cell {
        self.turn.image(cell)
    }

    /// Returns the cell with left and right exchanged.
    pub(super) const fn flipped(&self, cell: Cell) -> Cell {
        self.flip.image(cell)
    }
}

impl<const K: usize> Motion<K> {
    const fn image(&self, cell: Cell) -> Cell {
        let Motion { across, down, cells } = self;
        let (period, kind) =
            (cell.x.div_euclid(Outlines::<K>::CELLS), cell.x.rem_euclid(Outlines::<K>::CELLS));
        let (x, y) = cells[kind.unsigned_abs() as usize];
        Cell::new(across.0 * period + down.0 * cell.y + x, across.1 * period + down.1 * cell.y + y)
    }
}

/// Returns a number of cells as a step along a row.
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "a period has few cells")]
const fn as_step(cells: usize) -> i32 {
    cells as i32
}
