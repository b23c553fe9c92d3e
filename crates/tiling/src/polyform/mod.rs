//! Shapes: connected sets of cells, independent of their place.
//!
//! A [`Shape`] is a fixed polyform; a [`Polyform`] (free) is one with all its orientations. Cells are in
//! reading order at the standard place, so equal shapes compare equal.

mod enumerate;
mod letters;
mod naming;
mod sets;

use crate::fault::fault;
use crate::lattice::{Cell, Lattice, Picture, PictureError, Symmetry};
use crate::limits::Limit;

pub use enumerate::{enumerate, enumerate_under};
pub(crate) use letters::drawing_of as polyomino_drawing;
pub use naming::{all_different, conventional_names, counted_name, names_for};
pub(crate) use sets::pleasant as pleasant_drawing;
pub use sets::{NamedSet, SetMember, named_set, set_names};

/// How a piece may be moved before it is placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Freedom {
    /// Turned and flipped: a free polyform.
    #[default]
    Free,
    /// Turned only: a one-sided polyform.
    OneSided,
    /// As drawn: a fixed polyform.
    Fixed,
}

/// A fixed polyform: cells at the standard place of their lattice (see [`Lattice::shift_to_origin`]).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    lattice: Lattice,
    cells: Vec<Cell>,
}

/// A free polyform, represented by the first of all orientations of a shape.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Polyform(Shape);

/// One orientation of a shape.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Orientation {
    /// The shape in this orientation.
    pub shape: Shape,
    /// The first symmetry, turns before reflections, that turns the piece as drawn into this orientation. It
    /// is a reflection only if no turn does it; then the piece shows its other side.
    pub symmetry: Symmetry,
}

fault! {
    /// Why cells are not a shape.
    #[derive(Clone, PartialEq, Eq)]
    pub enum PolyformError {
        Empty = E0410 {
            message("the shape has no cells")
            found("0")
        }
        CellTwice { cell: Cell } = E0411 {
            message("duplicate cell `({}, {})`", cell.x, cell.y)
            found("({}, {})", cell.x, cell.y)
        }
        /// The first cell in reading order, and the first that cannot be reached from it over shared edges.
        Disconnected { from: Cell, apart: Cell } = E0412 {
            message("the cells are not connected: no chain of shared edges leads from `({}, {})` to `({}, {})`",
                from.x, from.y, apart.x, apart.y)
            found("({}, {})", apart.x, apart.y)
            help("write two pieces, or join the parts")
        }
        TooLarge { found: u64, allowed: u64 } = E0413 {
            message("the shape has `{found}` cells; at most {allowed} are allowed")
            found("{found}") allowed("1 to {allowed}")
        }
        TooManyCells { lattice: Lattice, found: usize, allowed: usize } = E0414 {
            message("the {shapes} shapes of `{found}` cells are too many to list; at most {allowed} cells are allowed",
                shapes = lattice.polyform_name())
            found("{found}") allowed("1 to {allowed}")
        }
    } from {
        /// The rows are not a picture of cells.
        Picture(PictureError),
    }
}

impl Freedom {
    /// Returns the word used in files: `free`, `one-sided` or `fixed`.
    pub const fn name(self) -> &'static str {
        match self {
            Freedom::Free => "free",
            Freedom::OneSided => "one-sided",
            Freedom::Fixed => "fixed",
        }
    }

    /// Returns whether a piece of this freedom may be moved by `symmetry`.
    pub fn allows(self, symmetry: Symmetry) -> bool {
        match self {
            Freedom::Free => true,
            Freedom::OneSided => !symmetry.is_reflection(),
            Freedom::Fixed => symmetry == Symmetry::IDENTITY,
        }
    }
}

impl Shape {
    /// Returns the shape of these cells, in any order and at any place.
    ///
    /// # Errors
    /// [`PolyformError`] if there are no cells or too many, if one is repeated, or if they are not connected.
    pub fn new(lattice: Lattice, mut cells: Vec<Cell>) -> Result<Self, PolyformError> {
        let (found, allowed) = (cells.len() as u64, Limit::PieceCells.ceiling());
        if found > allowed {
            return Err(PolyformError::TooLarge { found, allowed });
        }
        cells.sort_unstable();
        if let Some(pair) = cells.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(PolyformError::CellTwice { cell: pair[0] });
        }
        let from = *cells.first().ok_or(PolyformError::Empty)?;
        let parts = connected_parts(lattice, &cells);
        if let Some(apart) = parts.iter().position(|&part| part > 0) {
            return Err(PolyformError::Disconnected { from, apart: cells[apart] });
        }
        Ok(Self::at_origin(lattice, cells))
    }

    /// Reads the shape drawn in `rows`: space, `.` and `-` are blanks, every other character is a cell.
    ///
    /// # Errors
    /// [`PolyformError`] as for [`Shape::new`], and for an invalid picture.
    ///
    /// # Examples
    /// ```
    /// use piecework_tiling::lattice::Lattice;
    /// use piecework_tiling::polyform::Shape;
    /// let y = Shape::from_rows(Lattice::Square, ["#####", ".#..."])?;
    /// assert_eq!(y.cells().len(), 6);
    /// # Ok::<(), piecework_tiling::polyform::PolyformError>(())
    /// ```
    pub fn from_rows<'a>(
        lattice: Lattice,
        rows: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, PolyformError> {
        let picture = Picture::read(lattice, rows)?;
        let cells =
            picture.marks().iter().filter(|(_, mark)| !matches!(mark, '.' | '-')).map(|&(cell, _)| cell);
        Self::new(lattice, cells.collect())
    }

    /// Moves cells that are known to be a shape to the standard place.
    fn at_origin(lattice: Lattice, mut cells: Vec<Cell>) -> Self {
        let shift = lattice.shift_to_origin(&cells);
        for cell in &mut cells {
            *cell = cell.shifted(shift);
        }
        cells.sort_unstable();
        Self { lattice, cells }
    }

    /// Returns the lattice of the cells.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// Returns the cells at the standard place, in reading order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns how many cells.
    pub fn area(&self) -> usize {
        self.cells.len()
    }

    /// Draws the shape as rows of text, `#` for a cell and `.` for a blank.
    pub fn rows(&self) -> Vec<String> {
        let marks: Vec<(Cell, char)> = self.cells.iter().map(|&cell| (cell, '#')).collect();
        Picture::print(self.lattice, &marks, '.')
    }

    /// Returns the shape moved by `symmetry`.
    pub fn moved(&self, symmetry: Symmetry) -> Self {
        let cells = self.cells.iter().map(|&cell| self.lattice.apply(symmetry, cell)).collect();
        Self::at_origin(self.lattice, cells)
    }

    /// Returns every different orientation, each with its first symmetry, in the order of the symmetries.
    ///
    /// # Shape
    /// At most 8, 12 and 12; fewer if the shape is symmetric. The first is the shape as drawn.
    pub fn orientations(&self, freedom: Freedom) -> Vec<Orientation> {
        let mut found: Vec<Orientation> = Vec::new();
        for symmetry in self.lattice.symmetries().filter(|&symmetry| freedom.allows(symmetry)) {
            let shape = self.moved(symmetry);
            if found.iter().all(|known| known.shape != shape) {
                found.push(Orientation { shape, symmetry });
            }
        }
        found
    }

    /// Returns the free polyform of this shape.
    pub fn free(&self) -> Polyform {
        Polyform(self.least(Freedom::Free))
    }

    /// Returns the least of all orientations under `freedom`, which is equal for shapes that are the same
    /// piece.
    pub fn least(&self, freedom: Freedom) -> Shape {
        self.orientations(freedom)
            .into_iter()
            .map(|orientation| orientation.shape)
            .min()
            .unwrap_or_else(|| self.clone())
    }

    /// Returns whether the shape can be turned into its mirror image, so that it has no left and right
    /// version.
    pub fn is_achiral(&self) -> bool {
        self.orientations(Freedom::Free).iter().all(|orientation| !orientation.symmetry.is_reflection())
    }
}

impl Polyform {
    /// Returns the orientation that represents the free polyform.
    pub fn shape(&self) -> &Shape {
        &self.0
    }

    /// Returns how many cells.
    pub fn area(&self) -> usize {
        self.0.area()
    }
}

/// For each cell, the number (from 0) of its edge-connected part. Parts are numbered in the order of their
/// first cells. `cells` must be sorted.
pub fn connected_parts(lattice: Lattice, cells: &[Cell]) -> Vec<usize> {
    let mut part_of = vec![usize::MAX; cells.len()];
    let (mut parts, mut waiting) = (0, Vec::new());
    for first in 0..cells.len() {
        if part_of[first] != usize::MAX {
            continue;
        }
        part_of[first] = parts;
        waiting.push(first);
        while let Some(index) = waiting.pop() {
            for near in lattice.neighbours(cells[index]) {
                if let Some(near) =
                    cells.binary_search(&near).ok().filter(|&near| part_of[near] == usize::MAX)
                {
                    part_of[near] = parts;
                    waiting.push(near);
                }
            }
        }
        parts += 1;
    }
    part_of
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(rows: &[&str]) -> Shape {
        Shape::from_rows(Lattice::Square, rows.iter().copied()).expect("a good shape")
    }

    #[test]
    fn orientations_of_known_pentominoes() {
        for (rows, free, one_sided, fixed) in [
            (&["###", ".#.", ".#."][..], 4, 4, 1),
            (&[".#.", "###", ".#."], 1, 1, 1),
            (&["#####"], 2, 2, 1),
            (&["####", ".#.."], 8, 4, 1),
            (&["##.", ".#.", ".##"], 4, 2, 1),
        ] {
            let shape = shape(rows);
            let count = |freedom| shape.orientations(freedom).len();
            assert_eq!(
                (count(Freedom::Free), count(Freedom::OneSided), count(Freedom::Fixed)),
                (free, one_sided, fixed),
                "{rows:?}"
            );
        }
    }

    #[test]
    fn every_orientation_is_the_same_free_polyform() {
        for &lattice in Lattice::ALL {
            // A chain that goes on over the second, then the first edge, and so on.
            let mut cells = vec![Cell::new(0, 0)];
            for edge in [1, 2, 1, 0] {
                let near: Vec<Cell> = lattice.neighbours(cells[cells.len() - 1]).collect();
                let next = near.iter().cycle().skip(edge).take(near.len());
                let next = next.copied().find(|near| !cells.contains(near));
                cells.extend(next);
            }
            let shape = Shape::new(lattice, cells).expect("a good shape");
            for symmetry in lattice.symmetries() {
                assert_eq!(shape.moved(symmetry).free(), shape.free(), "{lattice} {symmetry:?}");
            }
        }
    }

    #[test]
    fn a_reflection_is_named_only_where_it_is_needed() {
        assert!(shape(&["###", ".#."]).is_achiral());
        assert!(!shape(&["####", ".#.."]).is_achiral());
        let flipped = shape(&["####", ".#.."]).orientations(Freedom::Free);
        assert_eq!(flipped.iter().filter(|o| o.symmetry.is_reflection()).count(), 4);
    }

    #[test]
    fn cells_that_are_not_a_shape_are_refused() {
        let bad = |rows: &[&str]| Shape::from_rows(Lattice::Square, rows.iter().copied()).unwrap_err();
        assert_eq!(bad(&["..", ".."]), PolyformError::Empty);
        let apart = PolyformError::Disconnected { from: Cell::new(0, 0), apart: Cell::new(1, 1) };
        assert_eq!(bad(&["#.", ".#"]), apart);
        let twice = Shape::new(Lattice::Hex, vec![Cell::new(1, 1), Cell::new(1, 1)]).unwrap_err();
        assert_eq!(twice, PolyformError::CellTwice { cell: Cell::new(1, 1) });
        let line = |n| (0..n).map(|x| Cell::new(x, 0)).collect::<Vec<Cell>>();
        let most = i32::try_from(Limit::PieceCells.ceiling()).expect("small");
        assert!(Shape::new(Lattice::Square, line(most - 1)).is_ok());
        assert!(Shape::new(Lattice::Square, line(most)).is_ok());
        assert!(matches!(Shape::new(Lattice::Square, line(most + 1)), Err(PolyformError::TooLarge { .. })));
    }
}
