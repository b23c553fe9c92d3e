//! Periodic colorings of the cells for parity arguments, the easily explained ones first.
//!
//! A coloring marks some of the cells, depending only on their coordinates.

use std::fmt;

use num_integer::gcd;

use piecework_tiling::lattice::{Cell, Lattice};

/// A regular marking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Marks {
    /// Where `x` times the column plus `y` times the row has this `remainder`.
    Line { x: i32, y: i32, modulus: i32, remainder: i32 },
    /// Where the column has remainder `column` and the row has remainder `row`.
    Grid { modulus: i32, column: i32, row: i32 },
    /// The cells of this kind.
    Kind(usize),
    /// The strips in this direction whose number has this `remainder`: all their cells, or only those of one
    /// kind.
    Strip { direction: usize, modulus: i32, remainder: i32, kind: Option<usize> },
}

/// The largest modulus of colorings in lines of any slope, in lines of the simplest slopes, and in strips.
/// Chosen by trial: longer periods rarely prove anything on practical boards.
const MOST_SLOPED: i32 = 5;
const MOST_PLAIN: i32 = 8;
const MOST_STRIP: i32 = 4;

impl Marks {
    /// Returns all colorings, in the order in which they are tried.
    pub(super) fn all(lattice: Lattice) -> Vec<Marks> {
        if lattice.strips().is_empty() { lines() } else { strips(lattice) }
    }

    /// Returns whether a cell is marked.
    pub(super) fn marks(self, lattice: Lattice, cell: Cell) -> bool {
        let is_of = |kind| lattice.kind_of(cell) == kind;
        match self {
            Marks::Line { x, y, modulus, remainder } => {
                (x * (cell.x % modulus) + y * (cell.y % modulus)).rem_euclid(modulus) == remainder
            }
            Marks::Grid { modulus, column, row } => {
                cell.x.rem_euclid(modulus) == column && cell.y.rem_euclid(modulus) == row
            }
            Marks::Kind(kind) => is_of(kind),
            Marks::Strip { direction, modulus, remainder, kind } => {
                let number = (lattice.strips()[direction].number)(cell);
                number.rem_euclid(modulus) == remainder && kind.is_none_or(is_of)
            }
        }
    }

    /// Returns the coloring as an instruction.
    pub(super) fn words(self, lattice: Lattice) -> String {
        let cells = lattice.cell_name();
        match self {
            Marks::Line { x, y, modulus, remainder } => {
                let term = term(lattice, x, y, modulus);
                let like = lattice.coloring_in_words(x, y, modulus).unwrap_or("");
                format!("mark the {cells} whose {term} {}{like}", Leaves(remainder, modulus))
            }
            Marks::Grid { modulus, column, row } => {
                let (across, down) = (term(lattice, 1, 0, modulus), term(lattice, 0, 1, modulus));
                let (column, row) = (Leaves(column, modulus), Leaves(row, modulus));
                format!("mark the {cells} whose {across} {column} and whose {down} {row}")
            }
            Marks::Kind(kind) => format!("mark the {cells} that {}", lattice.kind_in_words(kind)),
            Marks::Strip { direction, modulus, remainder, kind } => {
                let which =
                    kind.map(|kind| format!(" that {} and", lattice.kind_in_words(kind))).unwrap_or_default();
                let number = lattice.strips()[direction].words;
                format!("mark the {cells}{which} whose {number} {}", Leaves(remainder, modulus))
            }
        }
    }
}

/// "is even", "leaves 2 when divided by 3".
pub(super) struct Leaves<T>(pub(super) T, pub(super) T);

impl<T: fmt::Display + PartialEq + From<u8>> fmt::Display for Leaves<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Leaves(remainder, modulus) = self;
        if *modulus == T::from(2) {
            f.write_str(if *remainder == T::from(0) { "is even" } else { "is odd" })
        } else if *remainder == T::from(0) {
            write!(f, "is a multiple of {modulus}")
        } else {
            write!(f, "leaves {remainder} when divided by {modulus}")
        }
    }
}

/// "column + 2 row", with the smaller of a factor and its complement.
fn term(lattice: Lattice, x: i32, y: i32, modulus: i32) -> String {
    let (column, row) = lattice.axes();
    let of = |factor: i32, name: &str| match factor {
        1 => name.to_owned(),
        factor => format!("{factor} x {name}"),
    };
    match (x, y) {
        (x, 0) => of(x, column),
        (0, y) => of(y, row),
        (x, y) if 2 * y > modulus => format!("{} - {}", of(x, column), of(modulus - y, row)),
        (x, y) => format!("{} + {}", of(x, column), of(y, row)),
    }
}

/// Colorings in lines, for all cells of one kind.
fn lines() -> Vec<Marks> {
    let mut all = Vec::new();
    for modulus in 2..=MOST_PLAIN {
        let mut slopes = vec![(1, 1), (1, modulus - 1), (1, 0), (0, 1)];
        slopes.dedup();
        if modulus <= MOST_SLOPED {
            let others = (0..modulus).flat_map(|x| (0..modulus).map(move |y| (x, y)));
            let others: Vec<_> = others.filter(|&slope| is_least_multiple(slope, modulus)).collect();
            slopes.extend(others.into_iter().filter(|slope| !slopes.contains(slope)).collect::<Vec<_>>());
        }
        // If half of the cells are marked, the other half is equivalent.
        let classes = if modulus == 2 { 1 } else { modulus };
        for (x, y) in slopes {
            all.extend((0..classes).map(|remainder| Marks::Line { x, y, modulus, remainder }));
        }
    }
    for modulus in 2..=3 {
        let places = (0..modulus).flat_map(|row| (0..modulus).map(move |column| (column, row)));
        all.extend(places.map(|(column, row)| Marks::Grid { modulus, column, row }));
    }
    all
}

/// Returns whether a slope represents all that mark the same lines: its multiples by numbers coprime to the
/// modulus.
fn is_least_multiple((x, y): (i32, i32), modulus: i32) -> bool {
    let units = (1..modulus).filter(|&unit| gcd(unit, modulus) == 1);
    gcd(gcd(x, y), modulus) == 1
        && units.map(|unit| (unit * x % modulus, unit * y % modulus)).all(|other| {
            // The simplest slope begins with 1 or 0; otherwise it is the smallest.
            let rank = |(x, y): (i32, i32)| (x > 1, x, y);
            rank((x, y)) <= rank(other)
        })
}

/// Colorings in strips. The last kind of cells is equivalent to the others together.
fn strips(lattice: Lattice) -> Vec<Marks> {
    let kinds = lattice.kinds();
    let mut all: Vec<Marks> = (1..kinds).map(|kind| Marks::Kind(kind - 1)).collect();
    for kind in std::iter::once(None).chain((0..kinds).map(Some)) {
        for modulus in 2..=MOST_STRIP {
            for direction in 0..lattice.strips().len() {
                let strip = |remainder| Marks::Strip { direction, modulus, remainder, kind };
                all.extend((0..modulus).map(strip));
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_colorings_are_equivalent() {
        for &lattice in Lattice::ALL {
            let cells: Vec<Cell> = (-9..9).flat_map(|y| (-9..9).map(move |x| Cell::new(x, y))).collect();
            let mut pictures: Vec<Vec<bool>> = Marks::all(lattice)
                .into_iter()
                .map(|marks| cells.iter().map(|&cell| marks.marks(lattice, cell)).collect())
                .collect();
            let all = pictures.len();
            assert!(pictures.iter().all(|picture| picture.contains(&true) && picture.contains(&false)));
            pictures.sort_unstable();
            pictures.dedup();
            assert_eq!(pictures.len(), all, "{lattice}");
            assert!((20..200).contains(&all), "{lattice}: {all}");
        }
    }

    #[test]
    fn instructions_are_plain() {
        let line = |x, y, modulus, remainder| Marks::Line { x, y, modulus, remainder };
        let strip = |direction, kind| Marks::Strip { direction, modulus: 2, remainder: 1, kind };
        let cases = [
            (
                Lattice::Square,
                line(1, 1, 2, 0),
                "mark the squares whose column + row is even, like the black ones of a chessboard",
            ),
            (Lattice::Square, line(0, 1, 2, 0), "mark the squares whose row is even"),
            (Lattice::Square, line(1, 0, 3, 0), "mark the squares whose column is a multiple of 3"),
            (
                Lattice::Square,
                line(1, 3, 4, 2),
                "mark the squares whose column - row leaves 2 when divided by 4",
            ),
            (
                Lattice::Square,
                line(1, 2, 5, 1),
                "mark the squares whose column + 2 x row leaves 1 when divided by 5",
            ),
            (
                Lattice::Hex,
                line(1, 2, 3, 1),
                "mark the hexagons whose x - y leaves 1 when divided by 3, so that no two touch and every third is marked",
            ),
            (
                Lattice::Square,
                Marks::Grid { modulus: 2, column: 0, row: 1 },
                "mark the squares whose column is even and whose row is odd",
            ),
            (Lattice::Triangle, Marks::Kind(0), "mark the triangles that point up"),
            (Lattice::Triangle, strip(0, None), "mark the triangles whose y is odd"),
            (
                Lattice::Triangle,
                strip(2, Some(1)),
                "mark the triangles that point down and whose (x - y) / 2, rounded down, is odd",
            ),
        ];
        for (lattice, marks, words) in cases {
            assert_eq!(marks.words(lattice), words);
        }
    }

    #[test]
    fn three_hexagons_that_meet_are_marked_differently() {
        let marks = Marks::Line { x: 1, y: 2, modulus: 3, remainder: 0 };
        for corner in Lattice::Hex.corners(Cell::new(4, -2)) {
            let around = Lattice::Hex.cells_at(corner);
            assert_eq!(around.iter().filter(|&&cell| marks.marks(Lattice::Hex, cell)).count(), 1);
        }
    }
}
