//! The price of every rectangle of a board, cut by straight seams as cheaply as possible.
//!
//! The price is the least over all guillotine partitions, or [`UNREACHABLE`]. Cells outside cost nothing, and
//! a cut that no seam may close is not made.
//!
//! A table is made of planes, one for each pair of a first and a last row, and a plane has the prices of all
//! pairs of columns. A cut along a row adds two whole planes; a cut along a column adds parts of rows within
//! one. Both are sums of neighbouring numbers, which compilers turn into vectors.
//!
//! # Source
//! Guillotine partitions by dynamic programming: <https://en.wikipedia.org/wiki/Guillotine_partition>. The
//! layout is ours.

use super::board::{OUTSIDE, PatchGrid};
use super::error::PiecingError;
use super::grid::{CellRect, CutLine};
use piecework_tiling::stop::Stopped;

/// More than any price, the highest of which are twice the square of 16,384 cells; three times this still
/// fits the type.
pub(super) const UNREACHABLE: i32 = 700_000_000;
/// The most rectangles in a table, four bytes each: a board of 127 x 127, or of 100 x 160.
pub(super) const MOST_RECTANGLES: u64 = 1 << 26;

/// What things cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Prices {
    /// A rectangle of cloth.
    pub(super) rectangle: i32,
    /// A seam, for each cell of its length.
    pub(super) seam: i32,
    /// If not every rectangle may be cut: the length that one of its sides must have.
    pub(super) strip: Option<usize>,
}

/// How many rectangles a board of that size has in it.
pub(super) fn rectangles_in(columns: usize, rows: usize) -> u64 {
    let pairs = |side: usize| {
        let side = side as u64;
        side.saturating_mul(side + 1) / 2
    };
    pairs(columns).saturating_mul(pairs(rows))
}

/// Refuses a board whose table would be too large.
pub(super) fn check_size(board: &PatchGrid) -> Result<(), PiecingError> {
    let (columns, rows) = (board.columns, board.rows);
    let found = rectangles_in(columns, rows);
    if found > MOST_RECTANGLES {
        return Err(PiecingError::TooLarge { columns, rows, found, allowed: MOST_RECTANGLES });
    }
    Ok(())
}

/// The least price of every rectangle inside `view`.
#[derive(Debug, Clone)]
pub(super) struct PriceTable {
    view: CellRect,
    costs: Prices,
    /// No rectangle of more cells has a price: each level doubles what one piece of cloth covers.
    most_cells: usize,
    /// Where the rectangles that begin at each column begin within a plane, and the length of a plane at the
    /// end.
    starts: Vec<usize>,
    prices: Vec<i32>,
}

impl PriceTable {
    /// The least prices of all.
    pub(super) fn cheapest(board: &PatchGrid, view: CellRect, costs: Prices) -> Result<Self, Stopped> {
        let mut table = Self::empty(view, costs);
        table.fill(board, None)?;
        Ok(table)
    }

    /// The least prices of rectangles that are one piece of cloth.
    pub(super) fn uncut(board: &PatchGrid, view: CellRect, costs: Prices) -> Result<Self, Stopped> {
        let mut table = Self::empty(view, costs);
        // Nothing is cut, so nothing has to be added up.
        table.most_cells = 0;
        table.fill(board, Some(&Self::empty(view, costs)))?;
        // What is outside has no price by the cell.
        table.most_cells = if board.is_full() { table.largest_with() } else { usize::MAX };
        Ok(table)
    }

    /// The least prices where cuts lead to parts that have a price in `self`: one level more.
    pub(super) fn one_level_more(&self, board: &PatchGrid) -> Result<Self, Stopped> {
        let mut table = Self::empty(self.view, self.costs);
        table.most_cells = self.most_cells.saturating_mul(2);
        table.fill(board, Some(self))?;
        Ok(table)
    }

    /// Whether all prices are those of another table of the same view.
    pub(super) fn is_as_cheap(&self, other: &Self) -> bool {
        self.prices == other.prices
    }

    fn empty(view: CellRect, costs: Prices) -> Self {
        let mut starts = vec![0];
        for column in 0..view.columns {
            starts.push(starts[column] + view.columns - column);
        }
        let planes = view.rows * (view.rows + 1) / 2;
        let prices = vec![UNREACHABLE; planes * starts[view.columns]];
        Self { view, costs, most_cells: usize::MAX, starts, prices }
    }

    /// The least price of a rectangle inside the view.
    pub(super) fn price(&self, rect: CellRect) -> i32 {
        let (top, left) = (rect.top - self.view.top, rect.left - self.view.left);
        let plane = self.plane_at(top, top + rect.rows);
        self.prices[plane + self.starts[left] + rect.columns - 1]
    }

    /// The cut that leads to the least price, if parts have a price here. Of equals the one that halves the
    /// area best, then rows before columns, then the first.
    pub(super) fn best_cut(&self, board: &PatchGrid, rect: CellRect) -> Option<(CutLine, i32)> {
        let cuts = CutLine::all(rect).map(|cut| {
            let (first, second) = cut.parts(rect);
            let price = self.price(first) + self.price(second) + self.seam(board.seam(cut, rect));
            (price, board.cells_in(first).abs_diff(board.cells_in(second)), cut)
        });
        let (price, _, cut) = cuts.min_by_key(|&(price, difference, _)| (price, difference))?;
        (price < UNREACHABLE).then_some((cut, price))
    }

    /// Where the plane of the rows from `top` to before `bottom` begins.
    fn plane_at(&self, top: usize, bottom: usize) -> usize {
        (bottom * (bottom - 1) / 2 + top) * self.starts[self.view.columns]
    }

    fn plane(&self, top: usize, bottom: usize) -> &[i32] {
        let start = self.plane_at(top, bottom);
        &self.prices[start..start + self.starts[self.view.columns]]
    }

    /// Plane by plane, so that both parts of every cut come before their sum. With `below`, parts are looked
    /// up there.
    fn fill(&mut self, board: &PatchGrid, below: Option<&PriceTable>) -> Result<(), Stopped> {
        let mut plane = vec![UNREACHABLE; self.starts[self.view.columns]];
        let full = board.is_full();
        let seams = self.seams_of_rows(board, full);
        let mut reach = Reach::new(board, self.view);
        for bottom in 1..=self.view.rows {
            for top in (0..bottom).rev() {
                board.stop.check()?;
                reach.add_row(top, top + 1 == bottom);
                plane.fill(UNREACHABLE);
                let parts = below.unwrap_or(self);
                let longest = self.view.columns.min(self.most_cells / (bottom - top));
                for row in top + 1..bottom {
                    let (above, under) = (parts.plane(top, row), parts.plane(row, bottom));
                    match &seams {
                        Seams::Alike(_) if longest < self.view.columns => {
                            self.add_short(&mut plane, above, under, longest);
                        }
                        Seams::Alike(_) => add_planes(&mut plane, above, under),
                        Seams::Each(seams) => add_planes_and_seams(&mut plane, above, under, &seams[row]),
                    }
                }
                if let Seams::Alike(seams) = &seams {
                    for (price, seam) in plane.iter_mut().zip(seams) {
                        *price = price.wrapping_add(*seam).min(UNREACHABLE);
                    }
                }
                self.lay_cloth(&mut plane, &reach, bottom - top);
                let seams = self.seams_of_columns(board, top, bottom);
                match below {
                    Some(below) => {
                        self.cut_columns_below(&mut plane, below.plane(top, bottom), &seams, longest);
                    }
                    None => self.cut_columns(&mut plane, &seams),
                }
                if below.is_some() && !full {
                    self.trim(board, &mut plane, top, bottom);
                }
                let start = self.plane_at(top, bottom);
                self.prices[start..start + plane.len()].copy_from_slice(&plane);
            }
        }
        Ok(())
    }

    /// The price of a seam, or of none that may be sewn.
    fn seam(&self, length: Option<usize>) -> i32 {
        let price = |length| self.costs.seam * i32::try_from(length).expect("a side of a small board");
        length.map_or(UNREACHABLE, price)
    }

    /// The price of a seam above each row.
    fn seams_of_rows(&self, board: &PatchGrid, full: bool) -> Seams {
        let CellRect { left: first, top, columns, rows } = self.view;
        let places = || (0..columns).flat_map(|left| (left + 1..=columns).map(move |right| (left, right)));
        if full {
            return Seams::Alike(places().map(|(left, right)| self.seam(Some(right - left))).collect());
        }
        let above = |row: usize| {
            let seam =
                |(left, right)| self.seam(board.seam_along_row(top + row, first + left, first + right));
            places().map(seam).collect()
        };
        // Nothing is cut above the first row.
        Seams::Each((0..rows).map(|row| if row == 0 { Vec::new() } else { above(row) }).collect())
    }

    /// The price of a seam on the left of each column.
    fn seams_of_columns(&self, board: &PatchGrid, top: usize, bottom: usize) -> Vec<i32> {
        let CellRect { left, top: first, columns, .. } = self.view;
        let before = |column| self.seam(board.seam_along_column(left + column, first + top, first + bottom));
        (0..columns).map(before).collect()
    }

    /// Where all is one patch, one rectangle of cloth will do; outside none is needed.
    fn lay_cloth(&self, plane: &mut [i32], reach: &Reach<'_>, rows: usize) {
        for (left, &end) in reach.ends.iter().enumerate() {
            for columns in 1..=end - left {
                if reach.is_outside(left) {
                    plane[self.starts[left] + columns - 1] = 0;
                } else if self.costs.strip.is_none_or(|strip| strip == rows || strip == columns) {
                    plane[self.starts[left] + columns - 1] = self.costs.rectangle;
                }
            }
        }
    }

    /// Adds parts of the same plane. Those on the right come first; those on the left are settled when they
    /// are used.
    fn cut_columns(&self, plane: &mut [i32], seams: &[i32]) {
        let columns = self.view.columns;
        for left in (0..columns).rev() {
            let (row, right) = plane.split_at_mut(self.starts[left + 1]);
            let row = &mut row[self.starts[left]..];
            for column in left + 1..columns {
                let from = self.starts[column] - self.starts[left + 1];
                let price = row[column - left - 1] + seams[column];
                if price < UNREACHABLE {
                    add_row(&mut row[column - left..], &right[from..from + columns - column], price);
                }
            }
        }
    }

    /// The same with parts of a plane that is settled.
    fn cut_columns_below(&self, plane: &mut [i32], below: &[i32], seams: &[i32], longest: usize) {
        let columns = self.view.columns;
        for left in 0..columns {
            let longest = longest.min(columns - left);
            let row = &mut plane[self.starts[left]..self.starts[left] + longest];
            for column in left + 1..left + longest {
                let price = below[self.starts[left] + column - left - 1] + seams[column];
                if price < UNREACHABLE {
                    let right = &below[self.starts[column]..self.starts[column + 1]];
                    add_row(&mut row[column - left..], right, price);
                }
            }
        }
    }

    /// Adds planes where rectangles are at most so many columns wide.
    fn add_short(&self, plane: &mut [i32], first: &[i32], second: &[i32], longest: usize) {
        for left in 0..self.view.columns {
            let start = self.starts[left];
            let end = self.starts[left + 1].min(start + longest);
            add_planes(&mut plane[start..end], &first[start..end], &second[start..end]);
        }
    }

    /// The most cells of a rectangle with a price.
    fn largest_with(&self) -> usize {
        let CellRect { columns, rows, .. } = self.view;
        let places = (0..columns).flat_map(|left| 1..=columns - left);
        let planes = (1..=rows).flat_map(|bottom| (0..bottom).map(move |top| (top, bottom)));
        let largest = planes.filter_map(|(top, bottom)| {
            let prices = self.plane(top, bottom).iter().zip(places.clone());
            let with_price = prices.filter(|(price, _)| **price < UNREACHABLE);
            with_price.map(|(_, columns)| columns * (bottom - top)).max()
        });
        largest.max().unwrap_or(0)
    }

    /// What is outside along a side of a rectangle changes nothing: not its price, and not its level.
    fn trim(&self, board: &PatchGrid, plane: &mut [i32], top: usize, bottom: usize) {
        let (rows, columns) = (bottom - top, self.view.columns);
        let empty = |left: usize, top: usize, columns: usize, rows: usize| {
            let (left, top) = (self.view.left + left, self.view.top + top);
            board.cells_in(CellRect { left, top, columns, rows }) == 0
        };
        for left in (0..columns).rev() {
            for width in 1..=columns - left {
                let at = self.starts[left] + width - 1;
                let price = if rows > 1 && empty(left, top, width, 1) {
                    self.plane(top + 1, bottom)[at]
                } else if rows > 1 && empty(left, bottom - 1, width, 1) {
                    self.plane(top, bottom - 1)[at]
                } else if width > 1 && empty(left, top, 1, rows) {
                    plane[self.starts[left + 1] + width - 2]
                } else if width > 1 && empty(left + width - 1, top, 1, rows) {
                    plane[at - 1]
                } else {
                    continue;
                };
                plane[at] = price;
            }
        }
    }

    /// The smallest rectangle without a price, if there is one; of equals the first from the left.
    pub(super) fn smallest_without(&self) -> Option<CellRect> {
        let CellRect { columns, rows, .. } = self.view;
        let all = (0..columns).flat_map(|left| {
            (0..rows).flat_map(move |top| {
                (1..=columns - left).flat_map(move |columns| {
                    (1..=rows - top).map(move |rows| CellRect { left, top, columns, rows })
                })
            })
        });
        let moved = |rect: CellRect| CellRect {
            left: self.view.left + rect.left,
            top: self.view.top + rect.top,
            ..rect
        };
        all.map(moved).filter(|&rect| self.price(rect) >= UNREACHABLE).min_by_key(|rect| rect.cells())
    }
}

/// The prices of seams along rows, for each place of a plane.
enum Seams {
    /// The same for all rows: nothing is outside.
    Alike(Vec<i32>),
    /// One plane for each row.
    Each(Vec<Vec<i32>>),
}

/// How far to the right the rows from one to another are one patch, for each first column.
struct Reach<'a> {
    board: &'a PatchGrid,
    view: CellRect,
    /// The column behind the last, counted from the left of the view.
    ends: Vec<usize>,
    /// Whether the cells at each column are outside.
    outside: Vec<bool>,
}

impl<'a> Reach<'a> {
    fn new(board: &'a PatchGrid, view: CellRect) -> Self {
        let outside = vec![false; view.columns];
        Self { board, view, ends: (0..view.columns).collect(), outside }
    }

    /// Whether what begins at a column is outside.
    fn is_outside(&self, column: usize) -> bool {
        self.outside[column]
    }

    /// Adds the row above those so far, or begins with it.
    fn add_row(&mut self, row: usize, first: bool) {
        let (left, row) = (self.view.left, self.view.top + row);
        let owner = |column: usize, row: usize| self.board.owner(left + column, row);
        let mut run = self.view.columns;
        for column in (0..self.view.columns).rev() {
            self.outside[column] = owner(column, row) == OUTSIDE;
            if column + 1 < self.view.columns && owner(column, row) != owner(column + 1, row) {
                run = column + 1;
            }
            self.ends[column] = match first {
                true => run,
                false if owner(column, row) == owner(column, row + 1) => self.ends[column].min(run),
                false => column,
            };
        }
    }
}

/// No sum here overflows: prices are at most [`UNREACHABLE`]. `wrapping_add` only leaves out the check.
fn add_planes(plane: &mut [i32], first: &[i32], second: &[i32]) {
    for ((price, first), second) in plane.iter_mut().zip(first).zip(second) {
        *price = (*price).min(first.wrapping_add(*second));
    }
}

/// The same with a seam of its own for each place.
fn add_planes_and_seams(plane: &mut [i32], first: &[i32], second: &[i32], seams: &[i32]) {
    for (((price, first), second), seam) in plane.iter_mut().zip(first).zip(second).zip(seams) {
        *price = (*price).min(first.wrapping_add(*second).wrapping_add(*seam));
    }
}

fn add_row(row: &mut [i32], right: &[i32], left: i32) {
    for (price, right) in row.iter_mut().zip(right) {
        *price = (*price).min(left.wrapping_add(*right));
    }
}
