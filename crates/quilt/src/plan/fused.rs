//! Squares that are fused to a grid of interfacing, section by section; and the quilt row by row.

use super::design::Design;
use super::options::Method;
use super::yardage::Inches;
use crate::units::Units;
use piecework_tiling::lattice::Cell;
use piecework_tiling::polyform::counted_name;

/// The most squares along a side of a section; chosen by eye.
const MOST_SQUARES: usize = 20;

/// A row of cells, from left to right.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct ChartRow {
    /// Its number, from 1 at the top.
    pub row: usize,
    /// How many cells in a row have a fabric, by its name; none where the quilt has no cell.
    pub runs: Vec<(usize, Option<String>)>,
}

/// A quilt of squares that are fused before they are sewn.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Fused {
    /// The side of a square as it is cut: that of the grid of the interfacing.
    pub square: Inches,
    /// The width of the interfacing.
    pub interfacing_width: Inches,
    /// How long it is for all sections.
    pub interfacing: Inches,
    /// Columns and rows of sections.
    pub grid: (usize, usize),
    /// The sections, row by row.
    pub sections: Vec<FusedSection>,
}

/// A section of a fused quilt.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct FusedSection {
    /// The letter of its row and the number of its column.
    pub name: String,
    /// Its first column and its last, from 1.
    pub columns: (usize, usize),
    /// Its first row and its last, from 1.
    pub rows: (usize, usize),
    /// The width of its interfacing.
    pub width: Inches,
    /// The height of its interfacing.
    pub height: Inches,
    /// Its rows, from top to bottom.
    pub chart: Vec<ChartRow>,
}

impl Fused {
    /// The sections of a design; none of one that is sewn otherwise.
    pub(super) fn of(design: &Design) -> Option<Self> {
        if design.options.method != Method::Fused {
            return None;
        }
        let Extent { columns, rows, .. } = Extent::of(design);
        let square = design.options.cut_size().side(1, false);
        let width = match design.options.units {
            // Fusible interfacing is sold from 36 in or 90 cm on.
            Units::Imperial => Inches::eighths(8 * 36),
            Units::Metric => Inches::millimetres(900),
        };
        let most = width.whole_steps(square).clamp(1, MOST_SQUARES);
        let (across, down) = (ranges(columns, most), ranges(rows, most));
        let section = |(row, rows): (usize, (usize, usize)), (column, columns): (usize, (usize, usize))| {
            let chart = chart_of(design, columns, rows);
            let (width, height) = (square.times(length(columns)), square.times(length(rows)));
            FusedSection { name: name(row, column), columns, rows, width, height, chart }
        };
        let sections: Vec<FusedSection> = (0..)
            .zip(down.iter().copied())
            .flat_map(|row| (0..).zip(across.iter().copied()).map(move |column| section(row, column)))
            .collect();
        let interfacing = interfacing(&sections, width);
        let grid = (across.len(), down.len());
        Some(Self { square, interfacing_width: width, interfacing, grid, sections })
    }

    /// How many steps it takes to sew: each section is one, and each seam between sections and rows of these.
    pub(super) fn steps(&self) -> usize {
        2 * self.sections.len() - 1
    }
}

/// How much interfacing sections take that lie side by side, all turned the better way.
fn interfacing(sections: &[FusedSection], width: Inches) -> Inches {
    let (Some(wide), Some(high)) =
        (sections.iter().map(|of| of.width).max(), sections.iter().map(|of| of.height).max())
    else {
        return Inches::ZERO;
    };
    let of = |(across, along): (Inches, Inches)| {
        let beside = width.whole_steps(across);
        (beside > 0).then(|| along.times(sections.len().div_ceil(beside)))
    };
    [(wide, high), (high, wide)].into_iter().filter_map(of).min().unwrap_or(high.times(sections.len()))
}

/// The numbers from 1 to `count` in as few ranges as there can be of at most so many, about equally long.
fn ranges(count: usize, most: usize) -> Vec<(usize, usize)> {
    let parts = count.div_ceil(most).max(1);
    (0..parts).map(|part| (part * count / parts + 1, (part + 1) * count / parts)).collect()
}

const fn length((first, last): (usize, usize)) -> usize {
    last + 1 - first
}

/// `A1`: the row as a letter, the column as a number.
fn name(row: usize, column: usize) -> String {
    format!("{}{}", counted_name(row), column + 1)
}

/// The box around the cells of a quilt.
struct Extent {
    left: i32,
    top: i32,
    columns: usize,
    rows: usize,
}

impl Extent {
    fn of(design: &Design) -> Self {
        let cells = || design.whole.placements().iter().flat_map(|laid| laid.cells.iter());
        let ends = |of: fn(&Cell) -> i32| {
            let (least, most) = (cells().map(of).min().unwrap_or(0), cells().map(of).max().unwrap_or(0));
            (least, usize::try_from(most - least + 1).unwrap_or(0))
        };
        let ((left, columns), (top, rows)) = (ends(|cell| cell.x), ends(|cell| cell.y));
        Self { left, top, columns, rows }
    }
}

/// The chart of a whole quilt of squares.
pub(super) fn chart(design: &Design) -> Vec<ChartRow> {
    if !design.whole.lattice().is_rectilinear() {
        return Vec::new();
    }
    let Extent { columns, rows, .. } = Extent::of(design);
    chart_of(design, (1, columns), (1, rows))
}

/// The rows of a part, from its first column to its last.
fn chart_of(design: &Design, columns: (usize, usize), rows: (usize, usize)) -> Vec<ChartRow> {
    let Extent { left, top, .. } = Extent::of(design);
    let laid = design.whole.placements().iter().zip(design.fabric_of_patches());
    let fabric_of: std::collections::HashMap<Cell, usize> =
        laid.flat_map(|(laid, fabric)| laid.cells.iter().map(move |&cell| (cell, fabric))).collect();
    let at = |column: usize, row: usize| {
        let place = |of: usize, from: i32| from + i32::try_from(of - 1).unwrap_or(0);
        fabric_of.get(&Cell::new(place(column, left), place(row, top))).copied()
    };
    let row = |row: usize| {
        let cells: Vec<Option<usize>> = (columns.0..=columns.1).map(|column| at(column, row)).collect();
        let name = |fabric: usize| design.fabrics[fabric].name.clone();
        let runs = cells.chunk_by(|a, b| a == b).map(|run| (run.len(), run[0].map(name))).collect();
        ChartRow { row, runs }
    };
    (rows.0..=rows.1).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_about_equal_and_cover_everything() {
        for (count, most, expected) in [
            (8, 20, vec![(1, 8)]),
            (27, 14, vec![(1, 13), (14, 27)]),
            (38, 14, vec![(1, 12), (13, 25), (26, 38)]),
        ] {
            assert_eq!(ranges(count, most), expected, "{count} by {most}");
        }
    }
}
