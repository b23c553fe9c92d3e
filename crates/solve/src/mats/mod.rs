//! Tiles mats with the pieces of one fabric, moved together until they share edges.
//!
//! Each [`MatTiling`] is a verified tiling of the top left of a mat, with the empty cells as gaps. Every
//! piece is on one mat, and pieces are turned only if allowed. Pieces are first placed row by row
//! (`sweep`); then the solver searches, within a number of nodes, for a mat with fewer gaps. Only this
//! stage calls the solver again: arranging the pieces of a fabric is a tiling puzzle of its own.

mod sweep;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::first;
use crate::ground::{Engine, SolveOptions};
use crate::runs::best_effort::best_effort;
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::polyform::{Freedom, Shape};
use piecework_tiling::puzzle::{Contact, Count, Piece, Puzzle, Region};
use piecework_tiling::stop::{StopFlag, Stopped};
use piecework_tiling::tiling::Tiling;

/// The most nodes of one search, so that a mat takes a second or two. Chosen by eye.
const NODES: u64 = 20_000;
/// The solver is used only up to this many cells times orientations. Chosen by eye.
const MOST_PLACEMENTS: usize = 20_000;
/// The most searches for one mat, in standard lengths. Chosen by eye.
const QUESTIONS: usize = 6;
/// The most widths on which pieces are placed row by row. Chosen by eye.
const MOST_WIDTHS: usize = 24;

/// The most mats that the solver improves; later ones stay as swept. Chosen by eye.
const MOST_ASKED: usize = 24;

/// A mat in cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mat {
    /// Its cells.
    pub lattice: Lattice,
    pub(crate) columns: u32,
    pub(crate) rows: u32,
}

/// A mat with the pieces on it.
#[derive(Debug, Clone, PartialEq)]
pub struct MatTiling {
    /// A tiling of a region that begins at the top left of the mat.
    pub tiling: Tiling,
    /// The shape of each placement, as an index.
    pub pieces: Vec<usize>,
}

/// Equal shapes.
struct EqualShapes {
    shape: Shape,
    /// The indices of these shapes that are not placed yet.
    left: Vec<usize>,
}

impl Mat {
    /// As many cells of edge `cell` as fit into `width` x `height` mm; `None` if not even one fits.
    pub fn within(lattice: Lattice, cell: f64, width: f64, height: f64) -> Option<Self> {
        let fits = |columns: u32, rows: u32| {
            let Ok(region) = Region::rectangle(lattice, columns, rows) else { return false };
            let (w, h) = size(&region, cell);
            // Allows for rounding.
            w <= width + 1e-6 && h <= height + 1e-6
        };
        // Rows of hexagons are shifted, so that two rows are wider than one.
        let rows = longest(|rows| fits(1, rows))?;
        let columns = longest(|columns| fits(columns, rows.min(2)))?;
        Some(Self { lattice, columns, rows })
    }

    /// Returns the top of the mat; `None` if that is more cells than a region may have.
    fn region(self, rows: u32) -> Option<Region> {
        Region::rectangle(self.lattice, self.columns, rows).ok()
    }

    /// Returns how many cells this many rows have, on every lattice.
    fn area(self, rows: u32) -> usize {
        self.columns as usize * rows as usize
    }
}

/// Width and height of a region.
fn size(region: &Region, cell: f64) -> (f64, f64) {
    let lattice = region.lattice();
    let scale = lattice.corner_scale();
    let corners = || region.cells().iter().flat_map(|&cell| lattice.corners(cell));
    let span = |values: &dyn Fn() -> Vec<i32>| {
        let values = values();
        let (Some(least), Some(most)) = (values.iter().min(), values.iter().max()) else { return 0.0 };
        f64::from(most - least) * cell
    };
    let columns = || corners().map(|corner| corner.x).collect::<Vec<i32>>();
    let rows = || corners().map(|corner| corner.y).collect::<Vec<i32>>();
    (span(&columns) * scale.0, span(&rows) * scale.1)
}

/// Returns the greatest number that fits, as long as all smaller ones do.
fn longest(fits: impl Fn(u32) -> bool) -> Option<u32> {
    /// Longer sides are useless: a fabric with this many pieces fills rows, not columns.
    const MOST: u32 = 1000;
    (1..=MOST).take_while(|&count| fits(count)).last()
}

/// Options for a search that ends at the same node on every machine, unless it is stopped.
fn options(nodes: u64, stop: &StopFlag) -> SolveOptions<'_> {
    let (engine, time_limit, stop) = (Engine::Cover, stop.time_left(), stop.flag());
    SolveOptions {
        engine,
        node_limit: Some(nodes),
        time_limit,
        stop,
        arguments: false,
        ..SolveOptions::default()
    }
}

/// Places all `shapes` on few mats, close together, by heuristic search; `None` if a shape does not fit on a
/// mat.
///
/// Pieces are turned (never flipped) where `turned` allows it and it helps.
///
/// # Errors
/// [`Stopped`].
pub fn tile(
    mat: Mat,
    shapes: &[Shape],
    turned: bool,
    stop: &StopFlag,
) -> Result<Option<Vec<MatTiling>>, Stopped> {
    let fixed = tile_with(mat, shapes, Freedom::Fixed, stop)?;
    if !turned {
        return Ok(fixed);
    }
    let turned = tile_with(mat, shapes, Freedom::OneSided, stop)?;
    let worth = |mats: &Vec<MatTiling>| {
        let closeness = mats.iter().map(|laid| Closeness::of(&laid.tiling)).sum::<Closeness>();
        (mats.len(), closeness)
    };
    // Of equals the first wins, so pieces are turned only if that helps.
    Ok([fixed, turned].into_iter().flatten().min_by_key(worth))
}

/// A measure of how close together pieces are: less is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Closeness {
    /// The number of edges to cut; shared edges count once.
    cuts: usize,
    /// Half the perimeter of the bounding box of all pieces, in parts of cells.
    reach: i32,
    /// The number of rows.
    rows: i32,
}

impl Closeness {
    fn of(tiling: &Tiling) -> Self {
        Self::of_cells(tiling.lattice(), tiling.placements().iter().map(|placed| placed.cells.as_slice()))
    }

    fn of_laid(lattice: Lattice, laid: &[(usize, Vec<Cell>)]) -> Self {
        Self::of_cells(lattice, laid.iter().map(|(_, cells)| cells.as_slice()))
    }

    fn of_cells<'a>(lattice: Lattice, pieces: impl Iterator<Item = &'a [Cell]>) -> Self {
        let piece_of: BTreeMap<Cell, usize> = pieces
            .enumerate()
            .flat_map(|(piece, cells)| cells.iter().map(move |&cell| (cell, piece)))
            .collect();
        // An edge between two pieces is seen from both sides.
        let (mut between, mut around) = (0, 0);
        for (&cell, piece) in &piece_of {
            for beside in lattice.neighbours(cell) {
                match piece_of.get(&beside) {
                    Some(other) => between += usize::from(other != piece),
                    None => around += 1,
                }
            }
        }
        let corners = || piece_of.keys().flat_map(|&cell| lattice.corners(cell));
        let span = |values: &mut dyn Iterator<Item = i32>| {
            let (least, most) =
                values.fold((i32::MAX, i32::MIN), |(a, b), value| (a.min(value), b.max(value)));
            most.saturating_sub(least)
        };
        let (wide, high) = (span(&mut corners().map(|at| at.x)), span(&mut corners().map(|at| at.y)));
        let (x, y) = lattice.corner_scale();
        #[expect(clippy::cast_possible_truncation, reason = "a mat is less than a million cells wide")]
        let reach = ((f64::from(wide) * x + f64::from(high) * y) * 1000.0).round() as i32;
        Self { cuts: between / 2 + around, reach, rows: high }
    }
}

impl std::iter::Sum for Closeness {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self { cuts: 0, reach: 0, rows: 0 }, |a, b| Self {
            cuts: a.cuts + b.cuts,
            reach: a.reach + b.reach,
            rows: a.rows + b.rows,
        })
    }
}

fn tile_with(
    mat: Mat,
    shapes: &[Shape],
    freedom: Freedom,
    stop: &StopFlag,
) -> Result<Option<Vec<MatTiling>>, Stopped> {
    let mut kinds = kinds(shapes, freedom);
    let mut mats = Vec::new();
    while kinds.iter().any(|kind| !kind.left.is_empty()) {
        let task = Task { mat, freedom, kinds: &kinds, asks: mats.len() < MOST_ASKED, stop };
        let tiling = task.best();
        // What it found is not the best, and what it did not find may be there.
        stop.check()?;
        let Some(tiling) = tiling else { return Ok(None) };
        mats.push(hand_out(tiling, &mut kinds));
    }
    Ok(Some(mats))
}

/// Groups equal shapes, in order of first appearance.
fn kinds(shapes: &[Shape], freedom: Freedom) -> Vec<EqualShapes> {
    let mut kinds: Vec<EqualShapes> = Vec::new();
    for (index, shape) in shapes.iter().enumerate() {
        let shape = shape.least(freedom);
        match kinds.iter_mut().find(|kind| kind.shape == shape) {
            Some(kind) => kind.left.push(index),
            None => kinds.push(EqualShapes { shape, left: vec![index] }),
        }
    }
    kinds
}

/// Assigns pieces to the placements; copies are taken in order.
fn hand_out(tiling: Tiling, kinds: &mut [EqualShapes]) -> MatTiling {
    let pieces = tiling.placements().iter().map(|placement| kinds[placement.piece].left.remove(0)).collect();
    MatTiling { tiling, pieces }
}

/// One mat, and the shapes that are left.
struct Task<'a> {
    mat: Mat,
    freedom: Freedom,
    kinds: &'a [EqualShapes],
    /// Whether the solver is used.
    asks: bool,
    stop: &'a StopFlag,
}

impl Task<'_> {
    /// Returns a mat as full as possible, or with all remaining pieces on as few rows as possible, by
    /// heuristic search.
    fn best(&self) -> Option<Tiling> {
        let area = self.kinds.iter().map(|kind| kind.left.len() * kind.shape.area()).sum::<usize>();
        let laid = self.swept()?;
        let covered = covered(&laid);
        if covered == area {
            return Some(self.closest(laid, area));
        }
        let all_on_one =
            (area <= self.mat.area(self.mat.rows)).then(|| self.asked(self.mat.rows, area, true)).flatten();
        // A solution on the whole mat may become more compact on a part of it.
        if let Some(tiling) = all_on_one {
            let laid =
                tiling.placements().iter().map(|placed| (placed.piece, placed.cells.clone())).collect();
            return Some(self.closest(laid, area));
        }
        Some(self.fuller(laid, covered, area))
    }

    /// Returns the most compact arrangement found: row by row on the mat and on its left part, and by the
    /// solver on rectangles that it fills or nearly fills.
    fn closest(&self, laid: Vec<(usize, Vec<Cell>)>, area: usize) -> Tiling {
        let mut best = self.checked(self.rows_of(&laid), laid);
        let mut known = Closeness::of(&best);
        let narrower = self.widths(area).into_iter().map(|columns| self.on_columns(columns));
        for task in narrower.take_while(|_| !self.stop.is_raised()) {
            let Some(laid) = task.swept().filter(|laid| covered(laid) == area) else { continue };
            let found = Closeness::of_laid(self.mat.lattice, &laid);
            if found < known {
                (known, best) = (found, task.checked(self.rows_of(&laid), laid));
            }
        }
        for (columns, rows) in self.boxes(area) {
            let Some(tiling) = self.on_columns(columns).asked(rows, area, true) else { continue };
            let found = Closeness::of(&tiling);
            if found < known {
                (known, best) = (found, tiling);
            }
        }
        best
    }

    fn rows_of(&self, laid: &[(usize, Vec<Cell>)]) -> u32 {
        let last = laid.iter().flat_map(|(_, cells)| cells).map(|cell| cell.y).max().unwrap_or(0);
        u32::try_from(last + 1).unwrap_or(self.mat.rows)
    }

    /// Returns the left part of the mat.
    fn on_columns(&self, columns: u32) -> Self {
        Self { mat: Mat { columns, ..self.mat }, ..*self }
    }

    /// Widths of the left part of the mat on which the pieces may fit: at most [`MOST_WIDTHS`], those nearest
    /// to a square.
    fn widths(&self, area: usize) -> Vec<u32> {
        let room = |columns: &u32| self.on_columns(*columns).mat.area(self.mat.rows) >= area;
        let mut widths: Vec<u32> = (1..self.mat.columns).filter(room).collect();
        let square = area.isqrt();
        widths.sort_by_key(|&columns| ((columns as usize).abs_diff(square), columns));
        widths.truncate(MOST_WIDTHS);
        widths
    }

    /// Columns and rows of rectangles with at most an eighth more cells than the pieces: the squarest first,
    /// up to [`QUESTIONS`].
    fn boxes(&self, area: usize) -> Vec<(u32, u32)> {
        let fits = |&(columns, rows): &(u32, u32)| {
            let cells = self.on_columns(columns).mat.area(rows);
            (area..=area + area / 8).contains(&cells)
        };
        let all =
            (1..=self.mat.columns).flat_map(|columns| (1..=self.mat.rows).map(move |rows| (columns, rows)));
        let mut boxes: Vec<(u32, u32)> = all.filter(fits).collect();
        boxes.sort_by_key(|&(columns, rows)| (columns + rows, rows));
        boxes.truncate(QUESTIONS);
        boxes
    }

    /// Returns a mat with fewer gaps than the swept one, if the solver finds one.
    fn fuller(&self, laid: Vec<(usize, Vec<Cell>)>, covered: usize, area: usize) -> Tiling {
        let most = self.mat.area(self.mat.rows).min(area);
        let puzzle = self.puzzle(self.mat.rows, most, false).filter(|puzzle| self.is_small(puzzle));
        let found = puzzle
            .and_then(|puzzle| best_effort(&puzzle, &options(NODES * QUESTIONS as u64, self.stop)).ok());
        let packing = found.map(|(packing, _)| packing).filter(|packing| packing.covered() > covered);
        let laid = packing.map_or(laid, |packing| {
            packing.placements().iter().map(|placed| (placed.piece, placed.cells.clone())).collect()
        });
        self.checked(self.mat.rows, laid)
    }

    /// Returns the solver's mat of this many rows with at least this many covered cells; with all remaining
    /// pieces if `all`.
    fn asked(&self, rows: u32, covered: usize, all: bool) -> Option<Tiling> {
        let puzzle = self.puzzle(rows, covered, all)?;
        if !self.is_small(&puzzle) {
            return None;
        }
        // A puzzle beyond the limits of the solver counts as unsolved.
        first(&puzzle, &options(NODES, self.stop)).ok()?.0
    }

    /// Returns whether the puzzle is small enough for the solver.
    fn is_small(&self, puzzle: &Puzzle) -> bool {
        let ways = self.kinds.iter().map(|kind| kind.shape.orientations(self.freedom).len());
        self.asks && puzzle.region().area() * ways.sum::<usize>() <= MOST_PLACEMENTS
    }

    /// Returns the puzzle of this many rows; `None` if no numbers of pieces have such an area.
    fn puzzle(&self, rows: u32, covered: usize, all: bool) -> Option<Arc<Puzzle>> {
        let region = self.mat.region(rows)?;
        let gaps = u32::try_from(region.area() - covered).ok()?;
        let pieces = self.kinds.iter().enumerate().map(|(index, kind)| {
            let left = u32::try_from(kind.left.len()).unwrap_or(u32::MAX);
            let count = Count { min: if all { left } else { 0 }, max: Some(left) };
            Piece { name: (index + 1).to_string(), shape: kind.shape.clone(), freedom: self.freedom, count }
        });
        Puzzle::with_rules("mat", region, pieces.collect(), Contact::Allowed, gaps).ok().map(Arc::new)
    }

    /// Pieces placed row by row; `None` if not even one fits.
    fn swept(&self) -> Option<Vec<(usize, Vec<Cell>)>> {
        let shapes: Vec<(&Shape, usize)> =
            self.kinds.iter().map(|kind| (&kind.shape, kind.left.len())).collect();
        let needed: u32 = shapes
            .iter()
            .map(|(shape, left)| u32::try_from(shape.area() * left).unwrap_or(u32::MAX))
            .fold(1, u32::saturating_add);
        let region = self.mat.region(self.mat.rows.min(needed))?;
        let laid = sweep::sweep(&region, &shapes, self.freedom);
        (!laid.is_empty()).then_some(laid)
    }

    /// Returns the swept pieces as a verified tiling.
    fn checked(&self, rows: u32, laid: Vec<(usize, Vec<Cell>)>) -> Tiling {
        const PROMISE: &str = "swept pieces lie apart on the mat";
        let covered = covered(&laid);
        let puzzle = self.puzzle(rows, covered, false).expect(PROMISE);
        Tiling::new(&puzzle, laid).expect(PROMISE)
    }
}

/// Returns how many cells are covered.
fn covered(laid: &[(usize, Vec<Cell>)]) -> usize {
    laid.iter().map(|(_, cells)| cells.len()).sum()
}

#[cfg(test)]
mod tests;
