//! Lists every polyform of a given number of cells, once each under a given freedom.

use std::collections::BTreeSet;

use super::{Freedom, Polyform, PolyformError, Shape};
use crate::lattice::{Cell, Lattice};

/// Returns the most cells for which all polyforms of `lattice` are listed, in a second or two: about half a
/// million fixed polyforms.
pub(crate) const fn most_cells_to_enumerate(lattice: Lattice) -> usize {
    lattice.most_cells_to_enumerate()
}

/// Lists all free polyforms of `cells` cells, sorted.
///
/// # Errors
/// [`PolyformError::TooManyCells`] above the limit of the lattice.
///
/// # Examples
/// ```
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::polyform::enumerate;
/// assert_eq!(enumerate(Lattice::Square, 5)?.len(), 12, "the pentominoes");
/// # Ok::<(), piecework_tiling::polyform::PolyformError>(())
/// ```
pub fn enumerate(lattice: Lattice, cells: usize) -> Result<Vec<Polyform>, PolyformError> {
    Ok(enumerate_under(lattice, cells, Freedom::Free)?.into_iter().map(Polyform).collect())
}

/// Lists all polyforms of `cells` cells that differ under `freedom`, each in its least orientation, sorted.
///
/// # Errors
/// [`PolyformError::TooManyCells`] above the limit of the lattice.
///
/// # Source
/// D. H. Redelmeier, Counting polyominoes: yet another attack, Discrete Mathematics 36 (1981): every fixed
/// polyform grows exactly once from its first cell in reading order, because a cell that was passed over is
/// never taken later. The first cell may be of any kind, so the search starts once for each kind. Free and
/// one-sided polyforms are the fixed ones that are the least of their own orientations.
pub fn enumerate_under(
    lattice: Lattice,
    cells: usize,
    freedom: Freedom,
) -> Result<Vec<Shape>, PolyformError> {
    let allowed = most_cells_to_enumerate(lattice);
    if cells > allowed {
        return Err(PolyformError::TooManyCells { lattice, found: cells, allowed });
    }
    let mut shapes = Vec::new();
    let kinds = i32::try_from(lattice.kinds()).expect("few");
    for start in (0..kinds).map(|kind| Cell::new(kind, 0)) {
        let mut growth = Growth { lattice, start, seen: BTreeSet::from([start]), taken: Vec::new() };
        growth.grow(&mut vec![start], cells, &mut |taken| {
            let shape = Shape::at_origin(lattice, taken.to_vec());
            if freedom == Freedom::Fixed || shape.least(freedom) == shape {
                shapes.push(shape);
            }
        });
    }
    shapes.sort_unstable();
    Ok(shapes)
}

/// Lists all free polyforms that are unions of `count` disjoint parts, sorted. Each part is the kinds
/// of some cells of one period, connected; parts are joined along whole edges of cells.
///
/// Shapes grow by one part at a time, and equal ones are dropped: sets made of parts are small.
pub(super) fn made_of(lattice: Lattice, parts: &[&[i32]], count: usize) -> Vec<Shape> {
    let placed = |period: Cell| {
        parts.iter().map(move |part| part.iter().map(|kind| period.shifted(Cell::new(*kind, 0))).collect())
    };
    let mut shapes: BTreeSet<Shape> = placed(Cell::default())
        .map(|part: Vec<Cell>| Shape::at_origin(lattice, part).least(Freedom::Free))
        .collect();
    for _ in 1..count {
        let mut larger = BTreeSet::new();
        for shape in &shapes {
            let periods =
                shape.cells().iter().flat_map(|&cell| lattice.neighbours(cell)).map(|near| {
                    Cell::new(near.x - i32::try_from(lattice.kind_of(near)).expect("few"), near.y)
                });
            for part in periods.collect::<BTreeSet<_>>().into_iter().flat_map(placed) {
                let all: Vec<Cell> = shape.cells().iter().copied().chain(part).collect();
                larger.extend(Shape::new(lattice, all).ok().map(|shape| shape.least(Freedom::Free)));
            }
        }
        shapes = larger;
    }
    shapes.into_iter().collect()
}

struct Growth {
    lattice: Lattice,
    /// The first cell in reading order of every shape grown here.
    start: Cell,
    /// Cells taken, waiting or passed over.
    seen: BTreeSet<Cell>,
    taken: Vec<Cell>,
}

impl Growth {
    /// Visits every shape that adds cells to those taken (Redelmeier's steps 1 to 5).
    fn grow(&mut self, untried: &mut Vec<Cell>, missing: usize, visit: &mut dyn FnMut(&[Cell])) {
        if missing == 0 {
            return;
        }
        // The recursion is as deep as a shape has cells: at most 14 calls.
        while let Some(cell) = untried.pop() {
            self.taken.push(cell);
            if missing == 1 {
                visit(&self.taken);
            } else {
                let fresh: Vec<Cell> = self
                    .lattice
                    .neighbours(cell)
                    .filter(|&near| near > self.start && !self.seen.contains(&near))
                    .collect();
                self.seen.extend(&fresh);
                let mut next = untried.clone();
                next.extend(&fresh);
                self.grow(&mut next, missing - 1, visit);
                for near in &fresh {
                    self.seen.remove(near);
                }
            }
            self.taken.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn counts(lattice: Lattice, freedom: Freedom, expected: &[usize]) {
        for (cells, &count) in (1..).zip(expected) {
            let shapes = enumerate_under(lattice, cells, freedom).expect("within the limit");
            assert_eq!(shapes.len(), count, "{} {lattice}, {cells} cells", freedom.name());
            assert!(shapes.windows(2).all(|pair| pair[0] < pair[1]), "in order, none twice");
            assert!(shapes.iter().all(|shape| shape.area() == cells));
        }
    }

    #[test]
    fn counts_are_the_published_ones() {
        // OEIS A000105, A000988, A001168; A000228, A006535, A001207; A000577, A006534, A001420.
        use {
            Freedom::Fixed, Freedom::Free, Freedom::OneSided, Lattice::Hex, Lattice::Kisrhombille,
            Lattice::Kite, Lattice::Rhombille, Lattice::Square, Lattice::Tetrakis, Lattice::Triangle,
            Lattice::Trihexagonal,
        };
        counts(Square, Free, &[1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655]);
        counts(Square, OneSided, &[1, 1, 2, 7, 18, 60, 196, 704]);
        counts(Square, Fixed, &[1, 2, 6, 19, 63, 216, 760, 2725]);
        counts(Hex, Free, &[1, 1, 3, 7, 22, 82, 333]);
        counts(Hex, OneSided, &[1, 1, 3, 10, 33, 147]);
        counts(Hex, Fixed, &[1, 3, 11, 44, 186, 814]);
        counts(Triangle, Free, &[1, 1, 1, 3, 4, 12, 24, 66, 160]);
        counts(Triangle, OneSided, &[1, 1, 1, 4, 6, 19, 43, 120, 307]);
        counts(Triangle, Fixed, &[2, 3, 6, 14, 36, 94, 250]);
        // A197459, A197465; the others were counted again by another program, with floats and rotations.
        counts(Rhombille, Free, &[1, 1, 3, 4, 12, 27, 78, 208, 635]);
        counts(Tetrakis, Free, &[1, 2, 2, 6, 8, 22, 42, 112, 252]);
        counts(Kite, Free, &[1, 2, 4, 10, 27, 85, 262, 873]);
        counts(Trihexagonal, Free, &[2, 1, 4, 9, 30]);
        counts(Kisrhombille, Free, &[1, 3, 3, 9, 14, 38]);
    }

    #[test]
    fn sizes_out_of_reach_are_refused() {
        assert_eq!(enumerate(Lattice::Hex, 0).expect("nothing to list"), []);
        for &lattice in Lattice::ALL {
            let allowed = most_cells_to_enumerate(lattice);
            let found = allowed + 1;
            let refused = PolyformError::TooManyCells { lattice, found, allowed };
            assert_eq!(enumerate(lattice, found).unwrap_err(), refused);
        }
    }
}
