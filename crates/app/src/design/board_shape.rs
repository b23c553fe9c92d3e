//! Boards of a shape in any size: `diamond 8`, `hexagon 4`, `heart 18`.

use super::DesignError;
use piecework_tiling::error::Error;
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::names::nearest;
use piecework_tiling::puzzle::Region;
use piecework_tiling::templates::{board_drawings, board_names};
use std::cmp::Reverse;

/// A shape and its size: cells along a side for hexagons, triangles and squares, cells from left to right for the others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct BoardShape {
    form: &'static str,
    size: u32,
}

impl BoardShape {
    /// Shapes that are no drawings.
    pub(super) const FORMULAS: [&str; 5] = ["circle", "hexagon", "square", "triangle", "wreath"];

    /// Reads `NAME N`, also with a hyphen; `None` for texts without a number at the end.
    pub(super) fn read(text: &str) -> Result<Option<Self>, DesignError> {
        let Some((name, size)) = text.rsplit_once([' ', '-', '_']) else { return Ok(None) };
        let Some(size) = size.parse().ok().filter(|&size| size > 0) else { return Ok(None) };
        let mut forms = board_names().chain(Self::FORMULAS);
        match forms.find(|form| *form == name.trim()) {
            Some(form) => Ok(Some(Self { form, size })),
            None => Err(DesignError::NoBoard {
                found: text.to_owned(),
                nearest: nearest(name, board_names().chain(Self::FORMULAS)),
            }),
        }
    }

    /// The largest board of a shape that is in so many columns and rows of squares; `None` if none is.
    pub(super) fn largest(
        name: &str,
        columns: u32,
        rows: u32,
        limits: &Limits,
    ) -> Result<Option<Region>, Error> {
        // No shape is more than twice as wide as it is high.
        for size in (1..=columns.min(rows.saturating_mul(2))).rev() {
            let Some(shape) = Self::read(&format!("{name} {size}"))? else { return Ok(None) };
            let region = shape.region(squares(), limits)?;
            let ys = || region.cells().iter().map(|cell| cell.y);
            let (top, bottom) = (ys().min().unwrap_or(0), ys().max().unwrap_or(0));
            if (bottom - top).unsigned_abs() < rows {
                return Ok(Some(region));
            }
        }
        Ok(None)
    }

    /// The same shape in another size.
    pub(super) const fn with_size(self, size: u32) -> Self {
        Self { size, ..self }
    }

    pub(super) fn name(&self) -> String {
        format!("{} {}", self.form, self.size)
    }

    /// The board. Hexagons and triangles are on any lattice that has them, the others are squares.
    pub(super) fn region(&self, lattice: Lattice, limits: &Limits) -> Result<Region, Error> {
        let size = u64::from(self.size);
        limits.allow(Limit::RegionCells, size * size)?;
        let (width, side) = (i64::from(self.size), self.size);
        Ok(match self.form {
            "hexagon" => Region::hexagon(lattice, side)?,
            "triangle" => Region::triangle(lattice, side)?,
            "square" => Region::rectangle(lattice, side, side)?,
            "diamond" => {
                drawn(width, width, |x, y| (2 * x - width + 1).abs() + (2 * y - width + 1).abs() <= width)?
            }
            "circle" => drawn(width, width, |x, y| is_round(width, width, (x, y)))?,
            "wreath" => {
                // What is even on one side of a hole in the middle is even on the other.
                let hole = width / 2 - (width - width / 2) % 2;
                drawn(width, width, |x, y| is_round(width, width, (x, y)) && !is_round(hole, width, (x, y)))?
            }
            "cross" => {
                let arm = (width + 1) / 3;
                drawn(width, width, |x, y| [x, y].iter().any(|at| (arm..width - arm).contains(at)))?
            }
            "stairs" => drawn(width, width, |x, y| x <= y)?,
            form => scaled(form, width)?,
        })
    }
}

fn squares() -> Lattice {
    *Lattice::ALL.iter().find(|lattice| lattice.is_rectilinear()).expect("one has squares")
}

/// The squares of a grid for which a rule holds.
fn drawn(columns: i64, rows: i64, is_in: impl Fn(i64, i64) -> bool) -> Result<Region, Error> {
    let all = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
    let cell = |(x, y)| Some(Cell::new(i32::try_from(x).ok()?, i32::try_from(y).ok()?));
    Ok(Region::new(squares(), all.filter(|&(x, y)| is_in(x, y)).filter_map(cell).collect())?)
}

/// Whether the middle of a cell is in a circle in the middle of a board, both so many cells wide.
const fn is_round(circle: i64, board: i64, (x, y): (i64, i64)) -> bool {
    let (from_left, from_top) = (2 * x - board + 1, 2 * y - board + 1);
    from_left * from_left + from_top * from_top <= circle * circle
}

/// The drawing of that size, or the nearest one made larger or smaller: a cell is in the board if half of it is. What is symmetric
/// stays so.
fn scaled(form: &str, columns: i64) -> Result<Region, Error> {
    let count = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
    let wide = |rows: &Vec<&[u8]>| count(rows.first().map_or(1, |row| row.len()));
    let drawings = board_drawings(form).map(|text| text.lines().map(str::as_bytes).collect::<Vec<&[u8]>>());
    let nearest = drawings.min_by_key(|rows| (wide(rows).abs_diff(columns), Reverse(wide(rows))));
    let rows = nearest.unwrap_or_default();
    let (width, height) = (wide(&rows), count(rows.len()));
    let tall = ((2 * columns * height + width) / (2 * width)).max(1);
    let is_drawn = |x: i64, y: i64| {
        let row = usize::try_from(y).ok().and_then(|y| rows.get(y));
        usize::try_from(x).ok().and_then(|x| row?.get(x)) == Some(&b'#')
    };
    // In units of which a cell of the drawing has `columns` by `tall`, and a cell of the board `width` by `height`.
    drawn(columns, tall, |x, y| {
        let (across, down) = (shares(x, width, columns), shares(y, height, tall));
        let covered = down.flat_map(|(row, high)| {
            across.clone().filter(move |&(column, _)| is_drawn(column, row)).map(move |(_, wide)| wide * high)
        });
        2 * covered.sum::<i64>() >= width * height
    })
}

/// Which cells of a drawing are under a cell of a board along one axis, and how much of it each covers.
fn shares(at: i64, drawn: i64, of: i64) -> impl Iterator<Item = (i64, i64)> + Clone {
    let (from, to) = (at * drawn, (at + 1) * drawn);
    (from / of..=(to - 1) / of).map(move |cell| (cell, to.min((cell + 1) * of) - from.max(cell * of)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(text: &str, lattice: Lattice) -> Region {
        let shape = BoardShape::read(text).expect("a name").expect("with a size");
        shape.region(lattice, &Limits::default()).expect("a board")
    }

    #[test]
    fn a_drawing_in_its_own_size_is_itself() {
        for (name, drawing) in
            board_names().flat_map(|name| board_drawings(name).map(move |drawing| (name, drawing)))
        {
            let width = drawing.lines().next().map_or(0, str::len);
            let cells = drawing.matches('#').count();
            assert_eq!(region(&format!("{name} {width}"), Lattice::Square).area(), cells, "{name}");
        }
        let largest = board_drawings("heart").last().expect("a heart");
        assert_eq!(region("heart 60", Lattice::Square).area(), 4 * largest.matches('#').count());
    }

    /// In every size, in one piece, and without a cell that sticks out alone.
    #[test]
    fn what_is_symmetric_stays_so_in_every_size() {
        let round = ["circle", "wreath"];
        for name in board_names().chain(round).filter(|name| *name != "stairs") {
            let drawing = region(&format!("{name} 9"), Lattice::Square).symmetries().len();
            for size in 5..50 {
                let board = region(&format!("{name} {size}"), Lattice::Square);
                assert!(board.symmetries().len() >= drawing.min(2), "{name} {size}");
                let cells = board.cells().to_vec();
                assert!(
                    piecework_tiling::polyform::Shape::new(Lattice::Square, cells).is_ok(),
                    "{name} {size}"
                );
            }
        }
    }

    #[test]
    fn a_heart_has_two_lobes_a_notch_and_a_point() {
        for size in 9..60 {
            let heart = region(&format!("heart {size}"), Lattice::Square);
            let row = |y: i32| {
                heart.cells().iter().filter(|cell| cell.y == y).map(|cell| cell.x).collect::<Vec<_>>()
            };
            let runs = |xs: &[i32]| 1 + xs.windows(2).filter(|pair| pair[1] > pair[0] + 1).count();
            let last = heart.cells().iter().map(|cell| cell.y).max().unwrap_or(0);
            assert_eq!((runs(&row(0)), runs(&row(last))), (2, 1), "heart {size}");
            let (top, bottom) = (row(0).len(), row(last).len());
            assert!(bottom < top && row(last / 2).len() > top, "heart {size}");
        }
    }

    #[test]
    fn sizes_count_what_people_count() {
        assert_eq!(region("diamond 7", Lattice::Square).area(), 25);
        assert_eq!(region("hexagon-3", Lattice::Hex).area(), 19);
        assert_eq!(region("hexagon 2", Lattice::Triangle).area(), 24);
        assert_eq!(region("triangle 5", Lattice::Triangle).area(), 25);
        assert_eq!(region("square 4", Lattice::Tetrakis).area(), 64);
        assert_eq!(region("circle 4", Lattice::Square).area(), 12);
        assert_eq!(
            region("wreath 9", Lattice::Square).area(),
            region("circle 9", Lattice::Square).area() - 9
        );
        assert!(BoardShape::read("heart").is_ok_and(|shape| shape.is_none()));
        let large = BoardShape { form: "square", size: u32::MAX };
        assert!(large.region(Lattice::Square, &Limits::default()).is_err());
    }
}
