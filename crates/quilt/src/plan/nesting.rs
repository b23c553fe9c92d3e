//! Nests two equal templates in one box, head to tail or however they interlock best.
//!
//! Works on cells: cloth that is cut by a template is every cell of it grown by the seam allowance, so two
//! templates do not overlap if no two of these squares do. Offsets that make squares touch are tried on both
//! sides.

use super::error::QuiltError;
use super::options::QuiltOptions;
use super::yardage::{CutPiece, Inches, Nest};
use piecework_draw::geometry::{Outline, Point};
use piecework_draw::layout::prove_apart;
use piecework_tiling::puzzle::Piece;

/// The most of the area of two boxes that a nest may take; less is not worth the marking. Chosen by eye.
const WORTH_IT: (i64, i64) = (9, 10);

/// The cells of a template, in columns and rows from its corner.
type Cells = Vec<(i64, i64)>;

/// A second template beside a first one, in units of a grid that cells and seams share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Beside {
    /// The area of the box, then its two sides.
    area: i64,
    sides: (i64, i64),
    /// How many quarter turns the second is turned.
    turns: i32,
    /// Where the box of the second begins, from that of the first.
    offset: (i64, i64),
}

/// Nests two copies of a template, seen on the right side of the cloth or reversed; none if that saves too
/// little, and off the lattice of squares. `cut` is its outline with the allowance; a `flipped` template is reversed
/// itself.
pub(super) fn pair(
    (piece, cut): (&Piece, &Outline),
    reversed: bool,
    flipped: bool,
    options: &QuiltOptions,
) -> Result<Option<CutPiece>, QuiltError> {
    if !piece.shape.lattice().is_rectilinear() {
        return Ok(None);
    }
    let (cell, seams) = (Inches::of_mm(options.cell), Inches::of_mm(options.seam_allowance).times(2));
    let unit = cell.shared(cell + seams);
    let in_units = |length: Inches| i64::try_from(length.whole_steps(unit)).unwrap_or(i64::MAX);
    let grid = Grid { cell: in_units(cell), cut: in_units(cell + seams) };
    let first = cells(piece, reversed, 0);
    let single = grid.extent(&first);
    let found = (0..4).filter_map(|turns| grid.beside(&first, &cells(piece, reversed, turns), turns)).min();
    let worth = |beside: &Beside| beside.area * WORTH_IT.1 <= 2 * single.0 * single.1 * WORTH_IT.0;
    let Some(beside) = found.filter(worth) else { return Ok(None) };
    let cut = if reversed { cut.mirrored() } else { cut.clone() };
    let mm = |units: i64| unit.mm() * units as f64;
    let low = (beside.offset.0.min(0), beside.offset.1.min(0));
    let outlines = [
        cut.at_origin().moved(mm(-low.0), mm(-low.1)),
        cut.turned(90 * beside.turns)
            .at_origin()
            .moved(mm(beside.offset.0 - low.0), mm(beside.offset.1 - low.1)),
    ];
    prove_apart(outlines.iter().map(|outline| (piece.name.as_str(), outline)), 0.0)?;
    let length = |units: i64| unit.times(usize::try_from(units).unwrap_or(0));
    let (width, height) = (length(beside.sides.0), length(beside.sides.1));
    let name = if reversed != flipped { format!("{}r", piece.name) } else { piece.name.clone() };
    let nest = nest(&outlines, &name, width >= height, height.mm());
    let name = format!("2 {name}");
    Ok(Some(CutPiece {
        name,
        size: (width.min(height), width.max(height)),
        one_way: false,
        count: 1,
        labels: Vec::new(),
        boxed: true,
        area_mm2: 2.0 * cut.area(),
        nest: Some(nest),
    }))
}

/// Outlines in a box whose longer side runs from left to right; one that is high is turned clockwise by a
/// quarter.
pub(super) fn nest(outlines: &[Outline], name: &str, lies: bool, height: f64) -> Nest {
    let put = |at: Point| if lies { (at.x, at.y) } else { (height - at.y, at.x) };
    Nest {
        outlines: outlines
            .iter()
            .map(|outline| outline.corners().map(|corner| put(corner.at)).collect())
            .collect(),
        labels: outlines.iter().map(|outline| put(outline.label().at)).collect(),
        names: vec![name.to_owned(); outlines.len()],
    }
}

/// The cells of a piece, reversed and turned clockwise by a number of quarters.
fn cells(piece: &Piece, reversed: bool, turns: i32) -> Cells {
    let mut cells: Cells =
        piece.shape.cells().iter().map(|cell| (i64::from(cell.x), i64::from(cell.y))).collect();
    if reversed {
        cells.iter_mut().for_each(|cell| cell.0 = -cell.0);
    }
    for _ in 0..turns {
        cells.iter_mut().for_each(|cell| *cell = (-cell.1, cell.0));
    }
    let left = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let top = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    cells.into_iter().map(|(x, y)| (x - left, y - top)).collect()
}

/// How large cells are: from one to the next, and as they are cut.
#[derive(Clone, Copy)]
struct Grid {
    cell: i64,
    cut: i64,
}

impl Grid {
    /// The sides of the box around what is cut.
    fn extent(self, cells: &Cells) -> (i64, i64) {
        let far = |side: fn(&(i64, i64)) -> i64| cells.iter().map(side).max().unwrap_or(0);
        (far(|cell| cell.0) * self.cell + self.cut, far(|cell| cell.1) * self.cell + self.cut)
    }

    /// The least of the ways in which the second touches the first without overlapping it.
    fn beside(self, first: &Cells, second: &Cells, turns: i32) -> Option<Beside> {
        let (a, b) = (self.extent(first), self.extent(second));
        let shifts = |side: fn(&(i64, i64)) -> i64, flush: i64| {
            let gaps = first.iter().flat_map(|one| second.iter().map(move |other| side(one) - side(other)));
            let touching = gaps.flat_map(|gap| [gap * self.cell - self.cut, gap * self.cell + self.cut]);
            let mut all: Vec<i64> = touching.chain([0, flush]).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let (across, down) = (shifts(|cell| cell.0, a.0 - b.0), shifts(|cell| cell.1, a.1 - b.1));
        let taken = Taken::of(first);
        let mut least: Option<Beside> = None;
        for &x in &across {
            for &y in &down {
                let side = |offset: i64, a: i64, b: i64| a.max(offset + b) - offset.min(0);
                let sides = (side(x, a.0, b.0), side(y, a.1, b.1));
                let way = Beside { area: sides.0 * sides.1, sides, turns, offset: (x, y) };
                if least.as_ref().is_none_or(|least| way < *least) && !self.overlap(&taken, second, (x, y)) {
                    least = Some(way);
                }
            }
        }
        least
    }

    /// Whether a cell of the second, moved, is cut from the place of a cell that is taken: one whose place is
    /// less than a cut cell off.
    fn overlap(self, taken: &Taken, second: &Cells, (x, y): (i64, i64)) -> bool {
        let near =
            |at: i64| (at - self.cut).div_euclid(self.cell) + 1..=(at + self.cut - 1).div_euclid(self.cell);
        second.iter().any(|other| {
            let (mut columns, rows) = (near(other.0 * self.cell + x), near(other.1 * self.cell + y));
            columns.any(|column| rows.clone().any(|row| taken.has(column, row)))
        })
    }
}

/// The cells of a template as a map: thousands of places are looked up for each pair.
struct Taken {
    columns: i64,
    is_cell: Vec<bool>,
}

impl Taken {
    fn of(cells: &Cells) -> Self {
        let end = |side: fn(&(i64, i64)) -> i64| cells.iter().map(side).max().map_or(0, |last| last + 1);
        let (columns, rows) = (end(|cell| cell.0), end(|cell| cell.1));
        let mut taken = Self { columns, is_cell: vec![false; usize::try_from(columns * rows).unwrap_or(0)] };
        for &(column, row) in cells {
            if let Some(at) = taken.place(column, row) {
                taken.is_cell[at] = true;
            }
        }
        taken
    }

    fn has(&self, column: i64, row: i64) -> bool {
        self.place(column, row).and_then(|at| self.is_cell.get(at)).is_some_and(|&is_cell| is_cell)
    }

    fn place(&self, column: i64, row: i64) -> Option<usize> {
        let is_inside = (0..self.columns).contains(&column);
        is_inside.then(|| usize::try_from(row * self.columns + column).ok()).flatten()
    }
}
