//! Offsets outlines by a seam allowance or half a kerf, corner for corner.
//!
//! The result is simple, has as many rings and corners as before, and the area given by the formula below. If
//! a notch would close, the error has the piece and the largest distance that works.

use super::offset::offset_steps;
use super::{GeometryError, Join, Outline, Ring};
use piecework_tiling::puzzle::Puzzle;

/// A limit so high that it cuts off no corner that a piece can have.
const SHARP: Join = Join::Mitre { limit: 50.0 };

/// The tolerance of the area, in mm for each mm of perimeter: ten nanometres, slightly more than rounding to
/// the grid can move the edges.
const EDGE_TOLERANCE: f64 = 1e-5;

impl Outline {
    /// Returns the area of the outline grown by `distance` with mitred corners, in square mm, as long as no
    /// notch closes: A + P d + d² Σ cot(t/2) over the interior angles t.
    ///
    /// # Source
    /// Jakob Steiner's formula for parallel curves (1840), with mitres in place of his arcs: each edge adds a
    /// strip as long as itself, each corner two right triangles with the sides d and d cot(t/2), which are
    /// taken away at reflex corners, where the cotangent is negative.
    pub fn area_with_allowance(&self, distance: f64) -> f64 {
        let corners: f64 = self.corners().map(|corner| corner.half_angle_cotangent()).sum();
        self.area() + self.perimeter() * distance + distance * distance * corners
    }

    /// Returns the cutting line at `distance` around the piece: the seam allowance, or half a kerf.
    ///
    /// # Shape
    /// Every corner stays a corner, mitred, in the same order: point i of the result belongs to point i of
    /// the outline.
    ///
    /// # Units
    /// `distance` in mm; negative for a line inside.
    ///
    /// # Errors
    /// [`GeometryError::NotchCloses`] if a notch or hole is too narrow (a notch one cell wide needs cells of
    /// more than twice the distance), [`GeometryError::TooThin`] for the same inwards; both have the largest
    /// distance that works.
    ///
    /// # Examples
    /// ```
    /// use piecework_draw::geometry::Outline;
    /// use piecework_tiling::lattice::Lattice;
    /// use piecework_tiling::polyform::Shape;
    /// let y = Shape::from_rows(Lattice::Square, ["#####", ".#..."])?;
    /// let cut = Outline::of_shape(&y, 2.0 * 25.4)?.with_allowance(0.25 * 25.4, "Y")?;
    /// let square_inches = cut.area() / (25.4 * 25.4);
    /// assert!((square_inches - 31.25).abs() < 1e-9, "24 + 28 / 4 + 4 / 16");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_allowance(&self, distance: f64, piece: &str) -> Result<Outline, GeometryError> {
        if let Some(outline) = self.mitred(distance)? {
            return Ok(outline);
        }
        let (piece, largest) = (piece.to_owned(), self.largest_allowance(distance)?);
        if distance > 0.0 {
            Err(GeometryError::NotchCloses { piece, distance, largest })
        } else {
            Err(GeometryError::TooThin { piece, distance: -distance, largest })
        }
    }

    /// Tries an allowance on every piece that a puzzle must use, so that a notch that closes is reported
    /// before the search.
    ///
    /// # Units
    /// `cell_edge` and `distance` in mm.
    ///
    /// # Errors
    /// As [`Outline::with_allowance`], for the first such piece.
    pub fn try_allowance(puzzle: &Puzzle, cell_edge: f64, distance: f64) -> Result<(), GeometryError> {
        let needed = puzzle.pieces().iter().filter(|piece| piece.count.min > 0);
        needed.into_iter().try_for_each(|piece| {
            Self::of_shape(&piece.shape, cell_edge)?.with_allowance(distance, &piece.name).map(|_| ())
        })
    }

    /// Returns the outline through the mitred corners, if it keeps its shape.
    ///
    /// The corners are computed one by one; the general offset checks the result.
    fn mitred(&self, distance: f64) -> Result<Option<Outline>, GeometryError> {
        if offset_steps(distance)? == 0 {
            return Ok(Some(self.clone()));
        }
        let judged = match self.offset(distance, SHARP) {
            Ok(outlines) => outlines,
            Err(GeometryError::Vanished { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        let [judged] = judged.as_slice() else { return Ok(None) };
        let due = self.area_with_allowance(distance);
        let same = corner_counts(judged) == corner_counts(self)
            && (judged.area() - due).abs() <= EDGE_TOLERANCE * self.perimeter();
        Ok(same.then(|| self.through_corners(|ring| mitred_ring(ring, distance))))
    }

    /// Returns the greatest distance that keeps the shape, up to `distance`, in whole micrometres.
    fn largest_allowance(&self, distance: f64) -> Result<f64, GeometryError> {
        let signed = |micrometres: i64| micrometres as f64 / 1000.0 * distance.signum();
        let (mut works, mut fails) = (0, offset_steps(distance)?.abs() / 1000 + 1);
        while fails - works > 1 {
            let middle = i64::midpoint(works, fails);
            if self.mitred(signed(middle))?.is_some() { works = middle } else { fails = middle }
        }
        Ok(signed(works).abs())
    }
}

fn mitred_ring(ring: &Ring, distance: f64) -> Ring {
    Ring::of_known(ring.corners().map(|corner| corner.mitred(distance)).collect())
}

/// Returns the number of corners of each ring: the outer one first, then the holes in ascending order.
fn corner_counts(outline: &Outline) -> (usize, Vec<usize>) {
    let count = |ring: &Ring| ring.points().len();
    let mut holes: Vec<usize> = outline.holes().iter().map(count).collect();
    holes.sort_unstable();
    (count(outline.outer()), holes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;
    use piecework_tiling::fault::Fault;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::polyform::Shape;

    const INCH: f64 = 25.4;

    fn outline(lattice: Lattice, rows: &[&str], cell_edge: f64) -> Outline {
        let shape = Shape::from_rows(lattice, rows.iter().copied()).expect("a good shape");
        Outline::of_shape(&shape, cell_edge).expect("an outline")
    }

    #[test]
    fn cut_areas_in_inches() {
        // Areas in square inches at cells of 2 inches and 1/4 inch around.
        for (rows, area) in [
            (&["#####", ".#..."][..], 31.25),
            (&["###", ".##", ".##"], 28.0 + 24.0 / 4.0 + 0.25),
            (&["#.#", "###"], 20.0 + 24.0 / 4.0 + 0.25),
            (&["###", "#.#", "###"], 32.0 + 32.0 / 4.0),
            (&[".##", "#.#", "###"], 28.0 + 32.0 / 4.0),
        ] {
            let cut = outline(Lattice::Square, rows, 2.0 * INCH).with_allowance(INCH / 4.0, "piece");
            let found = cut.expect("an outline").area() / (INCH * INCH);
            assert!((found - area).abs() < 1e-9, "{rows:?}: {found} is not {area}");
        }
    }

    #[test]
    fn corners_keep_their_numbers() {
        let sewn = outline(Lattice::Square, &["#.#", "###"], 50.0);
        let cut = sewn.with_allowance(6.35, "U").expect("an outline");
        for (sew, cut) in sewn.corners().zip(cut.corners()) {
            assert!((sew.at.distance(cut.at) - 6.35 * std::f64::consts::SQRT_2).abs() < 1e-12);
            assert_eq!(sew.is_reflex(), cut.is_reflex());
        }
        assert_eq!(cut.outer().points()[0], Point::new(-6.35, -6.35));
        assert_eq!(cut.bounds().width(), 162.7);
        assert_eq!(cut.label(), sewn.label());
    }

    #[track_caller]
    fn closes(rows: &[&str], lattice: Lattice, distance: f64, expected: f64) {
        let error = outline(lattice, rows, 12.7).with_allowance(distance, "U").expect_err("too narrow");
        match error {
            GeometryError::NotchCloses { piece, distance: found, largest } => {
                assert_eq!((piece.as_str(), found, largest), ("U", distance, expected));
            }
            other => panic!("{other}"),
        }
        assert!(outline(lattice, rows, 12.7).with_allowance(expected, "U").is_ok());
    }

    #[test]
    fn a_notch_of_twice_the_distance_closes() {
        closes(&["#.#", "###"], Lattice::Square, 6.35, 6.349);
        closes(&["#.#", "###"], Lattice::Square, 50.0, 6.349);
        closes(&["###", "#.#", "###"], Lattice::Square, 6.35, 6.349);
        closes(&["#..#", "####"], Lattice::Square, 12.7, 12.699);
        assert!(
            outline(Lattice::Square, &["##", "#."], 12.7).with_allowance(50.0, "L").is_ok(),
            "nothing to close"
        );
    }

    #[test]
    fn thin_parts_vanish_inwards() {
        let y = outline(Lattice::Square, &["#####", ".#..."], 12.7);
        assert!(y.with_allowance(-6.349, "Y").is_ok());
        let error = y.with_allowance(-6.35, "Y").expect_err("too thin");
        assert_eq!(error, GeometryError::TooThin { piece: "Y".into(), distance: 6.35, largest: 6.349 });
        assert!(error.help().is_some_and(|hint| hint.contains("6.349")));
        let touching = outline(Lattice::Square, &[".##", "#.#", "###"], 12.7);
        let error = touching.with_allowance(-1.0, "C").expect_err("a part of no width");
        assert_eq!(error, GeometryError::TooThin { piece: "C".into(), distance: 1.0, largest: 0.0 });
    }

    #[test]
    fn hexagons_and_triangles_keep_their_corners() {
        for (lattice, rows) in [
            (Lattice::Hex, &["# #", " #"][..]),
            (Lattice::Triangle, &["####"]),
            (Lattice::Triangle, &["###", "###"]),
        ] {
            let sewn = outline(lattice, rows, 30.0);
            let cut = sewn.with_allowance(6.35, "piece").expect("an outline");
            let due = sewn.area_with_allowance(6.35);
            assert!((cut.area() - due).abs() < 1e-9 * due, "{lattice} {rows:?}");
        }
    }
}
