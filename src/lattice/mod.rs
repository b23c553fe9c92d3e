//! Which cells there are, what touches what, and how a lattice can be turned over.
//!
//! In: cells as plain integers. Out: neighbours, corners and symmetries, also as integers, so that every
//! question of contact is decided exactly. This is the only room that interprets a [`Cell`]; it knows nothing of
//! pieces, and lengths enter only through [`Lattice::corner_scale`].
//!
//! y grows down, as on a page. Corners of a cell are listed clockwise as seen on that page.

mod hex;
mod picture;
mod square;
mod symmetry;
mod triangle;

pub use picture::{Picture, PictureError};
pub use symmetry::Symmetry;

/// One of the three regular tilings of the plane; closed on purpose (decision 0002).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lattice {
    /// Unit squares: polyominoes.
    Square,
    /// Regular hexagons, a corner on top: polyhexes. Cells have axial coordinates.
    Hex,
    /// Equilateral triangles: polyiamonds. A cell points up where `x + y` is even.
    Triangle,
}

/// The address of one cell: plain data, meaningful only to a [`Lattice`].
///
/// | lattice | `x` | `y` |
/// | --- | --- | --- |
/// | square | column | row |
/// | hex | axial q: one step right | axial r: one step down and half a step right |
/// | triangle | half an edge to the right | row |
///
/// The order is by row, then along the row: the order in which a page is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cell {
    /// Along the row, see the table above.
    pub x: i32,
    /// The row.
    pub y: i32,
}

/// A corner of cells, in the integer units of [`Lattice::corner_scale`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Corner {
    /// Columns of corners to the right.
    pub x: i32,
    /// Rows of corners down.
    pub y: i32,
}

/// Steps from a cell or a corner, as a table.
type Steps = &'static [(i32, i32)];

impl Cell {
    /// The cell at `(x, y)`.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The cell `shift` away; a translation of the lattice only if [`Lattice::is_translation`] says so.
    #[must_use]
    pub const fn shifted(self, shift: Cell) -> Self {
        Self::new(self.x + shift.x, self.y + shift.y)
    }

    /// The step from `origin` to this cell.
    #[must_use]
    pub const fn since(self, origin: Cell) -> Self {
        Self::new(self.x - origin.x, self.y - origin.y)
    }
}

impl Corner {
    /// The corner at `(x, y)`.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }
}

impl Ord for Cell {
    #[inline]
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Cell {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Corner {
    #[inline]
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Corner {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Lattice {
    /// All three, in the order in which documents list them.
    pub const ALL: [Lattice; 3] = [Lattice::Square, Lattice::Hex, Lattice::Triangle];

    /// The word used in files and messages: `square`, `hex` or `triangle`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Lattice::Square => "square",
            Lattice::Hex => "hex",
            Lattice::Triangle => "triangle",
        }
    }

    /// What shapes of this lattice are called: `polyomino`, `polyhex` or `polyiamond`.
    #[must_use]
    pub const fn polyform_name(self) -> &'static str {
        match self {
            Lattice::Square => "polyomino",
            Lattice::Hex => "polyhex",
            Lattice::Triangle => "polyiamond",
        }
    }

    /// What its cells are called, many of them: `squares`, `hexagons` or `triangles`.
    #[must_use]
    pub const fn cell_name(self) -> &'static str {
        match self {
            Lattice::Square => "squares",
            Lattice::Hex => "hexagons",
            Lattice::Triangle => "triangles",
        }
    }

    /// The cells that share an edge with `cell`, clockwise; the i-th lies across the edge from the i-th corner of
    /// [`Lattice::corners`] to the next.
    pub fn neighbours(self, cell: Cell) -> impl Iterator<Item = Cell> {
        let steps = match self {
            Lattice::Square => square::NEIGHBOURS,
            Lattice::Hex => hex::NEIGHBOURS,
            Lattice::Triangle => triangle::neighbours(cell),
        };
        steps.iter().map(move |&(x, y)| cell.shifted(Cell::new(x, y)))
    }

    /// The corners of `cell`, clockwise as seen on the page.
    pub fn corners(self, cell: Cell) -> impl Iterator<Item = Corner> {
        let (origin, steps) = match self {
            Lattice::Square => (Corner::new(cell.x, cell.y), square::CORNERS),
            Lattice::Hex => (hex::centre(cell), hex::CORNERS),
            Lattice::Triangle => (Corner::new(cell.x, cell.y), triangle::corners(cell)),
        };
        steps.iter().map(move |&(x, y)| Corner::new(origin.x + x, origin.y + y))
    }

    /// The cells that meet at `corner`, clockwise; 4 squares, 3 hexagons or 6 triangles.
    #[must_use]
    pub fn cells_at(self, corner: Corner) -> Vec<Cell> {
        match self {
            Lattice::Square => square::cells_at(corner),
            Lattice::Hex => hex::cells_at(corner),
            Lattice::Triangle => triangle::cells_at(corner),
        }
    }

    /// The cells that share an edge or only a corner with `cell`, in reading order: 8, 6 or 12.
    #[must_use]
    pub fn touching(self, cell: Cell) -> Vec<Cell> {
        let mut around: Vec<Cell> = self
            .corners(cell)
            .flat_map(|corner| self.cells_at(corner))
            .filter(|&near| near != cell)
            .collect();
        around.sort_unstable();
        around.dedup();
        around
    }

    /// How many edges a cell has, which is also how many turns bring it back to itself when it is square or hex.
    #[must_use]
    pub const fn edges_per_cell(self) -> usize {
        match self {
            Lattice::Square => 4,
            Lattice::Hex => 6,
            Lattice::Triangle => 3,
        }
    }

    /// What one unit of a [`Corner`] measures along x and along y, where the edge of a cell measures 1.
    ///
    /// This pair is the whole border between integers and lengths: `mm = corner x scale x cell edge`. Scaling each
    /// axis by a constant keeps straight lines straight, so collinearity may be decided on the integers.
    #[must_use]
    pub const fn corner_scale(self) -> (f64, f64) {
        /// Half the square root of three: the height of a triangle of edge 1.
        const HALF_ROOT_3: f64 = 0.866_025_403_784_438_6;
        match self {
            Lattice::Square => (1.0, 1.0),
            Lattice::Hex => (HALF_ROOT_3, 0.5),
            Lattice::Triangle => (0.5, HALF_ROOT_3),
        }
    }

    /// The area of a cell whose edge measures 1.
    #[must_use]
    pub fn cell_area(self) -> f64 {
        let (_, height) = Lattice::Triangle.corner_scale();
        match self {
            Lattice::Square => 1.0,
            Lattice::Hex => 3.0 * height,
            Lattice::Triangle => height / 2.0,
        }
    }

    /// Whether moving every cell by `shift` maps the lattice onto itself; only triangles ever say no.
    #[must_use]
    pub const fn is_translation(self, shift: Cell) -> bool {
        match self {
            Lattice::Square | Lattice::Hex => true,
            Lattice::Triangle => (shift.x + shift.y).rem_euclid(2) == 0,
        }
    }

    /// The translation that brings `cells` to the standard place: first row 0, and leftmost cell at 0, or at 1
    /// where a triangle pointing the other way demands it. Equal shapes come to equal cells.
    #[must_use]
    pub fn shift_to_origin(self, cells: &[Cell]) -> Cell {
        let left = cells.iter().map(|cell| cell.x).min().unwrap_or(0);
        let top = cells.iter().map(|cell| cell.y).min().unwrap_or(0);
        let shift = Cell::new(-left, -top);
        if self.is_translation(shift) { shift } else { Cell::new(shift.x + 1, shift.y) }
    }
}

impl std::fmt::Display for Lattice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME_CELLS: [Cell; 6] = [
        Cell::new(0, 0),
        Cell::new(1, 0),
        Cell::new(-3, 5),
        Cell::new(7, -2),
        Cell::new(-4, -9),
        Cell::new(2, 3),
    ];

    #[test]
    fn a_neighbour_lies_across_the_edge_of_the_same_number() {
        for lattice in Lattice::ALL {
            for cell in SOME_CELLS {
                let corners: Vec<Corner> = lattice.corners(cell).collect();
                assert_eq!(corners.len(), lattice.edges_per_cell());
                for (i, near) in lattice.neighbours(cell).enumerate() {
                    let ends = [corners[i], corners[(i + 1) % corners.len()]];
                    let shared: Vec<Corner> =
                        lattice.corners(near).filter(|corner| ends.contains(corner)).collect();
                    assert_eq!(shared.len(), 2, "{lattice} {cell:?} edge {i}");
                    assert!(lattice.neighbours(near).any(|back| back == cell), "{lattice} {cell:?} edge {i}");
                }
            }
        }
    }

    #[test]
    fn cells_at_a_corner_are_those_that_have_it() {
        for (lattice, around) in [(Lattice::Square, 4), (Lattice::Hex, 3), (Lattice::Triangle, 6)] {
            for cell in SOME_CELLS {
                for corner in lattice.corners(cell) {
                    let cells = lattice.cells_at(corner);
                    assert_eq!(cells.len(), around, "{lattice} {corner:?}");
                    assert!(cells.contains(&cell));
                    for &near in &cells {
                        assert!(lattice.corners(near).any(|other| other == corner), "{lattice} {near:?}");
                    }
                    for (i, near) in cells.iter().enumerate() {
                        let next = cells[(i + 1) % cells.len()];
                        assert!(lattice.neighbours(*near).any(|other| other == next), "{lattice}: in turn");
                    }
                }
            }
        }
    }

    #[test]
    fn touching_counts() {
        for (lattice, count) in [(Lattice::Square, 8), (Lattice::Hex, 6), (Lattice::Triangle, 12)] {
            for cell in SOME_CELLS {
                assert_eq!(lattice.touching(cell).len(), count, "{lattice}");
            }
        }
    }

    #[test]
    fn corners_go_clockwise_and_enclose_the_cell_area() {
        for lattice in Lattice::ALL {
            let (sx, sy) = lattice.corner_scale();
            for cell in SOME_CELLS {
                let at: Vec<(f64, f64)> =
                    lattice.corners(cell).map(|c| (f64::from(c.x) * sx, f64::from(c.y) * sy)).collect();
                let doubled: f64 = (0..at.len())
                    .map(|i| {
                        let (a, b) = (at[i], at[(i + 1) % at.len()]);
                        a.0 * b.1 - a.1 * b.0
                    })
                    .sum();
                assert!((doubled / 2.0 - lattice.cell_area()).abs() < 1e-9, "{lattice} {cell:?}: {doubled}");
            }
        }
    }

    #[test]
    fn shift_to_origin_is_a_translation() {
        for lattice in Lattice::ALL {
            for cell in SOME_CELLS {
                let shift = lattice.shift_to_origin(&[cell]);
                assert!(lattice.is_translation(shift));
                let home = cell.shifted(shift);
                assert!(home.y == 0 && (0..=1).contains(&home.x), "{lattice} {home:?}");
            }
        }
    }
}
