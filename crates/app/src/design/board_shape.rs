//! Boards of a shape in any size: `diamond 8`, `hexagon 4`, `heart 18`.

use super::DesignError;
use piecework_tiling::error::Error;
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::names::nearest;
use piecework_tiling::puzzle::Region;
use piecework_tiling::templates::{board_names, board_template};

/// A shape and its size: cells along a side for hexagons, triangles and squares, cells from left to right for the others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct BoardShape {
    form: &'static str,
    size: u32,
}

impl BoardShape {
    /// Shapes that are no drawings.
    pub(super) const FORMULAS: [&str; 3] = ["hexagon", "square", "triangle"];

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

/// A drawing made larger or smaller; what is symmetric stays so.
fn scaled(form: &str, columns: i64) -> Result<Region, Error> {
    let rows: Vec<&[u8]> = board_template(form).unwrap_or_default().lines().map(str::as_bytes).collect();
    let count = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
    let (width, height) = (count(rows.first().map_or(1, |row| row.len())), count(rows.len()));
    // The middle of a cell that is on an edge of the drawing belongs to the outer side.
    let place = |at: i64, of: i64, drawn: i64| {
        let (middle, all) = ((2 * at + 1) * drawn, 2 * of);
        usize::try_from(if 2 * at < of { middle / all } else { (middle - 1) / all }).unwrap_or(0)
    };
    let tall = ((2 * columns * height + width) / (2 * width)).max(1);
    drawn(columns, tall, |x, y| {
        let (row, column) = (place(y, tall, height), place(x, columns, width));
        rows.get(row).and_then(|row| row.get(column)) == Some(&b'#')
    })
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
        for name in board_names() {
            let drawing = board_template(name).expect("a board");
            let width = drawing.lines().next().map_or(0, str::len);
            let cells = drawing.matches('#').count();
            assert_eq!(region(&format!("{name} {width}"), Lattice::Square).area(), cells, "{name}");
            if !matches!(name, "diamond" | "stairs") {
                assert_eq!(
                    region(&format!("{name} {}", 2 * width), Lattice::Square).area(),
                    4 * cells,
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn what_is_symmetric_stays_so_in_every_size() {
        for name in board_names().filter(|name| *name != "stairs") {
            let drawing = region(&format!("{name} 9"), Lattice::Square).symmetries().len();
            for size in 3..30 {
                let board = region(&format!("{name} {size}"), Lattice::Square);
                assert!(board.symmetries().len() >= drawing.min(2), "{name} {size}");
            }
        }
    }

    #[test]
    fn sizes_count_what_people_count() {
        assert_eq!(region("diamond 7", Lattice::Square).area(), 25);
        assert_eq!(region("hexagon-3", Lattice::Hex).area(), 19);
        assert_eq!(region("hexagon 2", Lattice::Triangle).area(), 24);
        assert_eq!(region("triangle 5", Lattice::Triangle).area(), 25);
        assert_eq!(region("square 4", Lattice::Tetrakis).area(), 64);
        assert!(BoardShape::read("heart").is_ok_and(|shape| shape.is_none()));
        let large = BoardShape { form: "square", size: u32::MAX };
        assert!(large.region(Lattice::Square, &Limits::default()).is_err());
    }
}
