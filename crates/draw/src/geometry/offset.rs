//! Offsets outlines inward or outward by a constant distance.
//!
//! A neck can close and a notch can become a hole, so the result is any number of outlines. They are simple
//! and properly nested, start at their first point in reading order, and are sorted by it. Offsets are
//! computed on a grid of nanometres.

use clipper2_rust::{ClipperOffset, EndType, JoinType, Path64, Point64, PolyTree64, poly_tree_to_faces64};

use super::grid::{GridPoint, grid_steps};
use super::{GeometryError, Outline, Point, loops};

/// How the gap at an outer corner is closed.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Join {
    /// Both edges are extended until they meet.
    Mitre {
        /// The largest distance from the corner to the tip, as a multiple of the offset distance; sharper
        /// corners are cut off. 2 keeps corners of 60 degrees and more, 4 those of 29.
        limit: f64,
    },
    /// An arc about the corner, as straight edges.
    Round {
        /// The largest deviation of the edges from the arc, in mm.
        tolerance: f64,
    },
    /// A straight line from the end of one edge to the start of the next.
    Bevel,
}

/// The largest offset distance, in mm: ten metres, more than any seam or kerf.
const MOST_DISTANCE: f64 = 10_000.0;
/// The finest and the coarsest tolerance of arcs, in mm. The finest is the distance that counts as straight.
const TOLERANCES: (f64, f64) = (1e-4, 1000.0);

impl Join {
    /// Keeps corners down to 29 degrees, which includes all corners of squares, hexagons and triangles.
    pub const MITRE: Join = Join::Mitre { limit: 4.0 };

    /// Returns the parameters of Clipper2: kind, mitre limit, tolerance of arcs in nanometres.
    fn to_clipper(self) -> Result<(JoinType, f64, f64), GeometryError> {
        let (least, most) = TOLERANCES;
        match self {
            Join::Mitre { limit } if limit.is_finite() && limit >= 1.0 => Ok((JoinType::Miter, limit, 0.0)),
            Join::Mitre { limit } => Err(GeometryError::MitreLimit { found: limit }),
            Join::Round { tolerance } if (least..=most).contains(&tolerance) => {
                Ok((JoinType::Round, 1.0, grid_steps(tolerance)? as f64))
            }
            Join::Round { tolerance } => Err(GeometryError::Tolerance { found: tolerance, least, most }),
            Join::Bevel => Ok((JoinType::Bevel, 1.0, 0.0)),
        }
    }
}

impl Outline {
    /// Offsets the outline outwards by `distance`: the outer ring grows, holes shrink.
    ///
    /// # Shape
    /// One or more outlines, because a narrow neck can close.
    ///
    /// # Units
    /// `distance` in mm, positive outwards, rounded to a nanometre. Points of the result are rounded to
    /// nanometres; parts thinner than a tenth of a micrometre are dropped.
    ///
    /// # Errors
    /// [`GeometryError::Vanished`] if nothing is left; [`GeometryError`] for an invalid distance or join.
    ///
    /// # Examples
    /// ```
    /// use piecework_draw::geometry::{Join, Outline};
    /// let patch = Outline::rectangle(50.0, 50.0)?;
    /// let cut = patch.offset(6.35, Join::MITRE)?;
    /// assert!((cut[0].bounds().width() - 62.7).abs() < 1e-9, "50 + 2 x 6.35");
    /// # Ok::<(), piecework_draw::geometry::GeometryError>(())
    /// ```
    ///
    /// # Source
    /// Angus Johnson, Clipper2, through its Rust port clipper2-rust. Chosen by measurement against an integer
    /// oracle.
    pub fn offset(&self, distance: f64, join: Join) -> Result<Vec<Outline>, GeometryError> {
        let steps = offset_steps(distance)?;
        let (kind, limit, tolerance) = join.to_clipper()?;
        if steps == 0 {
            return Ok(vec![self.clone()]);
        }
        let mut paths = Vec::new();
        for ring in self.rings() {
            paths.push(ring.to_grid()?.into_iter().map(|point| Point64::new(point.x, point.y)).collect());
        }
        let mut clipper = ClipperOffset::new(limit, tolerance, false, false);
        clipper.add_paths(&paths, kind, EndType::Polygon);
        let outlines = outlines_of(clipper, steps);
        if outlines.is_empty() { Err(GeometryError::Vanished { distance }) } else { Ok(outlines) }
    }
}

impl Outline {
    /// Returns what lies within `distance` of open lines: a groove along them, with square ends.
    ///
    /// # Units
    /// All lengths in mm, rounded to a nanometre.
    ///
    /// # Errors
    /// [`GeometryError`] for coordinates that are not finite, or an invalid distance.
    pub fn around_lines(lines: &[Vec<Point>], distance: f64) -> Result<Vec<Outline>, GeometryError> {
        let steps = offset_steps(distance)?;
        let (kind, limit, tolerance) = Join::MITRE.to_clipper()?;
        let mut clipper = ClipperOffset::new(limit, tolerance, false, false);
        let mut paths = Vec::with_capacity(lines.len());
        for line in lines {
            let grid = line.iter().map(|point| point.to_grid()).collect::<Result<Vec<_>, _>>()?;
            paths.push(grid.into_iter().map(|point| Point64::new(point.x, point.y)).collect());
        }
        clipper.add_paths(&paths, kind, EndType::Square);
        Ok(outlines_of(clipper, steps))
    }
}

/// Returns the result of an offset, sorted by first points.
fn outlines_of(mut clipper: ClipperOffset, steps: i64) -> Vec<Outline> {
    let mut tree = PolyTree64::new();
    clipper.execute_tree(steps as f64, &mut tree);
    let grid = |path: &Path64| path.iter().map(|point| GridPoint { x: point.x, y: point.y }).collect();
    let mut outlines: Vec<Outline> = poly_tree_to_faces64(&tree)
        .iter()
        .flat_map(|face| loops::outlines(std::iter::once(&face.outer).chain(&face.holes).map(grid).collect()))
        .collect();
    outlines.sort_by(|a, b| loops::by_first_point(a.outer(), b.outer()));
    outlines
}

/// Returns a distance in nanometres.
pub(super) fn offset_steps(distance: f64) -> Result<i64, GeometryError> {
    if distance.abs() <= MOST_DISTANCE {
        grid_steps(distance)
    } else {
        Err(GeometryError::Distance { found: distance, allowed: MOST_DISTANCE })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Ring;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::polyform::Shape;

    fn outline(lattice: Lattice, rows: &[&str], cell_edge: f64) -> Outline {
        let shape = Shape::from_rows(lattice, rows.iter().copied()).expect("a good shape");
        Outline::of_shape(&shape, cell_edge).expect("an outline")
    }

    fn points(ring: &Ring) -> Vec<(f64, f64)> {
        ring.points().iter().map(|point| (point.x, point.y)).collect()
    }

    #[test]
    fn a_square_grows_to_exact_numbers() {
        let grown = outline(Lattice::Square, &["#"], 50.0).offset(6.35, Join::MITRE).expect("an offset");
        assert_eq!(
            points(grown[0].outer()),
            [(-6.35, -6.35), (56.35, -6.35), (56.35, 56.35), (-6.35, 56.35)]
        );
    }

    #[test]
    fn grooves_along_crossing_lines_are_one_area() {
        let line = |points: &[(f64, f64)]| points.iter().map(|&(x, y)| Point { x, y }).collect::<Vec<_>>();
        let cross = [line(&[(0.0, 5.0), (10.0, 5.0)]), line(&[(5.0, 0.0), (5.0, 10.0)])];
        let groove = Outline::around_lines(&cross, 1.0).expect("a groove");
        assert_eq!(groove.len(), 1);
        assert!(
            (groove[0].area() - (2.0 * 24.0 - 4.0)).abs() < 1e-6,
            "two bars of 12 x 2 mm and their crossing"
        );
    }

    #[test]
    fn a_dumbbell_parts_where_its_neck_is_thin() {
        let dumbbell = outline(Lattice::Square, &["###...###", "#########", "###...###"], 2.0);
        for (distance, count) in [(-0.5, 1), (-0.999, 1), (-1.0, 2), (-1.5, 2), (-2.9, 2)] {
            let shrunk = dumbbell.offset(distance, Join::MITRE).expect("an offset");
            assert_eq!(shrunk.len(), count, "{distance}");
            assert!(shrunk.iter().all(|part| part.outer().is_clockwise()));
        }
        for distance in [-3.0, -10.0] {
            assert_eq!(dumbbell.offset(distance, Join::MITRE), Err(GeometryError::Vanished { distance }));
        }
    }

    #[test]
    fn notches_become_holes_and_holes_close() {
        let bay = outline(Lattice::Square, &["####", "#..#", "##.#", "#..#", "####"], 10.0);
        assert_eq!(bay.holes().len(), 1);
        let open = outline(Lattice::Square, &["###.###", "#.....#", "#######"], 10.0);
        let closed = open.offset(5.0, Join::MITRE).expect("an offset");
        assert_eq!(
            (open.holes().len(), closed.len(), closed[0].holes().len()),
            (0, 1, 0),
            "the bay is as narrow"
        );
        let wide = outline(Lattice::Square, &["####.####", "#.......#", "#.......#", "#########"], 10.0);
        let closed = wide.offset(6.0, Join::MITRE).expect("an offset");
        assert_eq!(closed[0].holes().len(), 1);
        assert!(!closed[0].holes()[0].is_clockwise());
        let back = closed[0].offset(-6.0, Join::MITRE).expect("an offset");
        assert_eq!(back[0].holes().len(), 1, "what has closed stays closed");
    }

    #[test]
    fn joins() {
        let square = Outline::rectangle(20.0, 20.0).expect("an outline");
        let area = |join| square.offset(3.0, join).expect("an offset")[0].area();
        let straight = 400.0 + 4.0 * 60.0;
        let is = |found: f64, expected: f64, tolerance: f64| {
            assert!((found - expected).abs() < tolerance, "{found} is not {expected}");
        };
        is(area(Join::MITRE), straight + 36.0, 1e-9);
        is(area(Join::Bevel), straight + 18.0, 1e-4);
        is(area(Join::Round { tolerance: 0.001 }), straight + 9.0 * std::f64::consts::PI, 0.02);
        let tips = square.offset(3.0, Join::Mitre { limit: 1.2 }).expect("an offset");
        assert_eq!(tips[0].outer().points().len(), 8, "tips of 1.41 distances are cut off");
        let hexagon = outline(Lattice::Hex, &["#"], 20.0).offset(3.0, Join::MITRE).expect("an offset");
        assert_eq!(hexagon[0].outer().points().len(), 6);
        let triangle = outline(Lattice::Triangle, &["#"], 20.0).offset(3.0, Join::MITRE).expect("an offset");
        assert_eq!(triangle[0].outer().points().len(), 3);
    }

    #[test]
    fn what_is_no_offset_is_refused() {
        let square = Outline::rectangle(20.0, 20.0).expect("an outline");
        for distance in [f64::NAN, f64::INFINITY, 10_001.0] {
            assert!(matches!(square.offset(distance, Join::MITRE), Err(GeometryError::Distance { .. })));
        }
        for limit in [0.0, 0.99, f64::NAN, f64::INFINITY] {
            assert!(matches!(
                square.offset(1.0, Join::Mitre { limit }),
                Err(GeometryError::MitreLimit { .. })
            ));
        }
        for tolerance in [0.0, 9e-5, f64::NAN, 1001.0] {
            let round = square.offset(1.0, Join::Round { tolerance });
            assert!(matches!(round, Err(GeometryError::Tolerance { .. })), "{tolerance}");
        }
        assert_eq!(square.offset(0.0, Join::Bevel), Ok(vec![square.clone()]));
        let far = square.moved(1e6, 0.0);
        assert!(matches!(far.offset(1.0, Join::MITRE), Err(GeometryError::TooFarOut { .. })));
    }

    #[test]
    fn the_result_does_not_depend_on_the_first_point() {
        let ring = |from: usize| {
            let mut points = vec![(0.0, 0.0), (9.0, 0.0), (9.0, 4.0), (4.0, 9.0), (0.0, 9.0)];
            points.rotate_left(from);
            Ring::new(points.into_iter().map(|(x, y)| Point::new(x, y)).collect()).expect("a ring")
        };
        let grown =
            |from| Outline::new(ring(from), Vec::new()).and_then(|outline| outline.offset(1.0, Join::MITRE));
        assert_eq!(grown(0), grown(3));
    }
}
