//! Collects the data that schemes need from a tiling and its patchwork.
//!
//! Every list of [`Pieces`] has one entry for each piece, in the same order.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::Touching;
use crate::geometry::{Bounds, Dimensions, Patch, Patchwork, Point, Touch};
use piecework_tiling::lattice::{Cell, Corner, Lattice};
use piecework_tiling::puzzle::PuzzleSymmetry;
use piecework_tiling::tiling::{Survey, Tiling, TilingProperties};

/// The pieces of a quilt, in the form that schemes need.
#[derive(Debug, Clone, PartialEq)]
pub struct Pieces {
    /// The pieces that each piece touches.
    pub neighbours: Vec<Vec<usize>>,
    /// How many cells each piece has.
    pub cells: Vec<u64>,
    /// The piece of the puzzle that each one is.
    pub kinds: Vec<usize>,
    /// The orientation of each: pieces with one number are turned and mirrored alike.
    pub orientations: Vec<usize>,
    /// 1 for each piece that shows its other side, 0 for the others.
    pub mirrored: Vec<usize>,
    /// The middle of each piece, from (0, 0) at the top left to (1, 1) at the bottom right.
    pub middles: Vec<Point>,
    /// The middle of each cell of each piece, likewise; only photos need them.
    pub spots: Vec<Vec<Point>>,
    /// Width and height of the quilt, in any unit.
    pub size: Dimensions,
    /// The turns and reflections that map the tiling onto itself, except the identity.
    pub turns: Vec<Turn>,
}

/// A turn or reflection that maps a tiling onto itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// Its name, such as `half turn`.
    pub name: String,
    /// The image of each piece.
    pub pieces: Vec<usize>,
    /// Whether it exchanges left with right and top with bottom.
    pub is_half_turn: bool,
}

impl Pieces {
    /// Returns the pieces of a tiling and its patchwork, which touch if they share an edge, or also if they
    /// share a corner.
    pub fn of(tiling: &Tiling, patchwork: &Patchwork, touch: Touch) -> Self {
        let bounds = patchwork.bounds();
        let mut patches: Vec<&Patch> = patchwork.patches().iter().collect();
        // A piece across a joined side has several patches; the first stands for it.
        patches.dedup_by_key(|patch| patch.placement());
        let is_flat = tiling.puzzle().region().wrap().is_none();
        let mut lies = BTreeMap::new();
        for patch in &patches {
            let next = lies.len();
            lies.entry((patch.mirrored(), patch.turn())).or_insert(next);
        }
        let cells = |patch: &Patch| match is_flat {
            true => patch.cells() as u64,
            false => tiling.placements()[patch.placement()].cells.len() as u64,
        };
        let middle = |points: &[Point]| {
            let Point { x, y } = center(points);
            Point::new((x - bounds.left) / bounds.width(), (y - bounds.top) / bounds.height())
        };
        Self {
            neighbours: if is_flat { patchwork.neighbours(touch) } else { around(tiling, touch) },
            cells: patches.iter().map(|patch| cells(patch)).collect(),
            kinds: patches.iter().map(|patch| patch.piece()).collect(),
            orientations: patches.iter().map(|patch| lies[&(patch.mirrored(), patch.turn())]).collect(),
            mirrored: patches.iter().map(|patch| usize::from(patch.mirrored())).collect(),
            middles: patches.iter().map(|patch| middle(patch.outline().outer().points())).collect(),
            spots: spots(tiling, &patches),
            size: bounds.dimensions(),
            turns: if is_flat { turns(tiling) } else { Vec::new() },
        }
    }

    /// Returns the pieces as they limit each other: if those that touch may match, as if none touched.
    pub(super) fn under(&self, touching: Touching) -> Cow<'_, Self> {
        match touching {
            Touching::MustDiffer => Cow::Borrowed(self),
            Touching::MayMatch => {
                Cow::Owned(Self { neighbours: vec![Vec::new(); self.len()], ..self.clone() })
            }
        }
    }

    /// Returns how many pieces there are.
    pub fn len(&self) -> usize {
        self.neighbours.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.neighbours.is_empty()
    }
}

/// Returns the pieces that each piece touches, across joined sides too.
fn around(tiling: &Tiling, touch: Touch) -> Vec<Vec<usize>> {
    let survey = Survey::new(tiling);
    let near = match touch {
        Touch::Edge => survey.sharing_edges(),
        Touch::Corner => survey.touching(),
    };
    near.iter().map(|near| near.iter().copied().collect()).collect()
}

/// Returns the middles of the cells of each patch, as shares of the box around all cells.
fn spots(tiling: &Tiling, patches: &[&Patch]) -> Vec<Vec<Point>> {
    let cells = tiling.placements().iter().flat_map(|placement| placement.cells.iter().copied());
    let frame = Frame::around(tiling.lattice(), cells);
    let spot = |&cell: &Cell| frame.middle(cell);
    let cells = |patch: &&Patch| tiling.placements()[patch.placement()].cells.iter().map(spot).collect();
    patches.iter().map(cells).collect()
}

/// The box around some cells.
pub(super) struct Frame {
    lattice: Lattice,
    /// In edges of a cell.
    pub(super) bounds: Bounds,
}

impl Frame {
    /// Returns the box around cells.
    pub(super) fn around(lattice: Lattice, cells: impl Iterator<Item = Cell>) -> Self {
        let corners = cells.flat_map(|cell| corners(lattice, cell));
        Self { lattice, bounds: Bounds::around(corners).unwrap_or_default() }
    }

    /// Returns the middle of a cell as shares of the box.
    pub(super) fn middle(&self, cell: Cell) -> Point {
        let corners = corners(self.lattice, cell);
        let mean = |of: fn(&Point) -> f64| corners.iter().map(of).sum::<f64>() / corners.len() as f64;
        let (x, y) = (mean(|place| place.x), mean(|place| place.y));
        let Bounds { left, top, .. } = self.bounds;
        Point::new((x - left) / self.bounds.width(), (y - top) / self.bounds.height())
    }
}

/// The corners of a cell, in edges of a cell.
fn corners(lattice: Lattice, cell: Cell) -> Vec<Point> {
    let (across, down) = lattice.corner_scale();
    let place = |corner: Corner| Point::new(f64::from(corner.x) * across, f64::from(corner.y) * down);
    lattice.corners(cell).map(place).collect()
}

/// Returns the center of gravity of a ring.
fn center(points: &[Point]) -> Point {
    let (mut twice, mut x, mut y) = (0.0, 0.0, 0.0);
    for (at, a) in points.iter().enumerate() {
        let b = points[(at + 1) % points.len()];
        let cross = a.x * b.y - b.x * a.y;
        twice += cross;
        x += (a.x + b.x) * cross;
        y += (a.y + b.y) * cross;
    }
    Point { x: x / (3.0 * twice), y: y / (3.0 * twice) }
}

/// Returns the half turn first, then the other turns, then reflections.
fn turns(tiling: &Tiling) -> Vec<Turn> {
    let lattice = tiling.lattice();
    let owners: BTreeMap<_, usize> = tiling
        .placements()
        .iter()
        .enumerate()
        .flat_map(|(index, placement)| placement.cells.iter().map(move |&cell| (cell, index)))
        .collect();
    let mut turns: Vec<Turn> = TilingProperties::new(tiling)
        .symmetries
        .iter()
        .skip(1)
        .map(|symmetry| {
            let first = tiling.placements().iter().map(|placement| placement.cells[0]);
            let pieces = first.map(|cell| owners[&symmetry.apply(lattice, cell)]).collect();
            let name = name(lattice, symmetry);
            Turn { is_half_turn: name == "half turn", name, pieces }
        })
        .collect();
    turns.sort_by_key(|turn| !turn.is_half_turn);
    turns
}

fn name(lattice: Lattice, symmetry: &PuzzleSymmetry) -> String {
    match (symmetry.symmetry.is_reflection(), symmetry.symmetry.degrees(lattice)) {
        (true, _) => "reflection".into(),
        (false, 180) => "half turn".into(),
        (false, 90) => "quarter turn".into(),
        (false, degrees) => format!("turn by {degrees} degrees"),
    }
}
