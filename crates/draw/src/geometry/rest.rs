//! Takes outlines out of an outline, and finds what two outlines have in common.
//!
//! Both are computed on the grid of nanometres; parts thinner than a tenth of a micrometre are dropped.

use clipper2_rust::{ClipType, FillRule, Path64, Paths64, Point64, boolean_op_64};

use super::grid::GridPoint;
use super::{GeometryError, Outline, Ring, loops};

impl Outline {
    /// Returns the parts of the outline that are in none of `others`, in the order of their first points.
    ///
    /// # Shape
    /// Any number of outlines, also none. Parts that touch only in a point are separate.
    ///
    /// # Errors
    /// [`GeometryError::TooFarOut`] for coordinates over a kilometre.
    ///
    /// # Examples
    /// ```
    /// use piecework_draw::geometry::Outline;
    /// let frame = Outline::rectangle(9.0, 9.0)?.without(&[Outline::rectangle(3.0, 3.0)?.moved(3.0, 3.0)])?;
    /// assert_eq!((frame.len(), frame[0].area(), frame[0].holes().len()), (1, 72.0, 1));
    /// # Ok::<(), piecework_draw::geometry::GeometryError>(())
    /// ```
    pub fn without(&self, others: &[Outline]) -> Result<Vec<Outline>, GeometryError> {
        self.combined(ClipType::Difference, others)
    }

    /// Returns the parts of the outline that are in `other` too, in the order of their first points.
    ///
    /// # Errors
    /// As [`Outline::without`].
    pub fn within(&self, other: &Outline) -> Result<Vec<Outline>, GeometryError> {
        self.combined(ClipType::Intersection, std::slice::from_ref(other))
    }

    fn combined(&self, how: ClipType, others: &[Outline]) -> Result<Vec<Outline>, GeometryError> {
        let own = self.rings().map(path).collect::<Result<Paths64, _>>()?;
        let clips = others.iter().flat_map(Outline::rings).map(path).collect::<Result<Paths64, _>>()?;
        // Which hole is in which outline is found here: its tree is wrong where holes touch in corners.
        let paths = boolean_op_64(how, FillRule::NonZero, &own, &clips);
        let grid = |path: &Path64| path.iter().map(|point| GridPoint { x: point.x, y: point.y }).collect();
        let mut parts = loops::outlines(paths.iter().map(grid).collect());
        parts.sort_by(|a, b| loops::by_first_point(a.outer(), b.outer()));
        Ok(parts)
    }
}

fn path(ring: &Ring) -> Result<Path64, GeometryError> {
    Ok(ring.to_grid()?.into_iter().map(|point| Point64::new(point.x, point.y)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::polyform::enumerate;
    use piecework_tiling::random::Random;

    #[test]
    fn what_is_taken_out_and_what_is_left_are_the_whole() {
        for &lattice in Lattice::ALL {
            let shape = enumerate(lattice, 4).expect("few").pop().expect("one of them").shape().clone();
            let outline = Outline::of_shape(&shape, 10.0).expect("an outline");
            let bounds = outline.bounds();
            let whole = Outline::rectangle(bounds.width(), bounds.height()).expect("a rectangle");
            let rest = whole.without(std::slice::from_ref(&outline)).expect("a rest");
            let area: f64 = rest.iter().map(Outline::area).sum();
            assert!((area + outline.area() - whole.area()).abs() < 1e-3, "{lattice:?}");
            for part in &rest {
                assert!(part.within(&outline).expect("nothing").is_empty(), "{lattice:?}");
                assert_eq!(part.within(&whole).expect("itself").len(), 1, "{lattice:?}");
            }
        }
    }

    /// Cells of a square that touch in sides and corners are taken out at random: what is left has the area of the other
    /// cells, each of which is in one part.
    #[test]
    fn holes_that_touch_in_corners_are_all_taken_out() {
        let mut random = Random::new(3);
        for round in 0..300 {
            let side = 3 + round % 4;
            let cells: Vec<(usize, usize)> = (0..side * side).map(|at| (at % side, at / side)).collect();
            let (out, stay): (Vec<_>, Vec<_>) = cells.into_iter().partition(|_| random.below(2) == 0);
            let place = |&(x, y): &(usize, usize)| (10.0 * x as f64, 10.0 * y as f64);
            let square = Outline::rectangle(10.0, 10.0).expect("a square");
            let others: Vec<Outline> = out
                .iter()
                .map(|cell| {
                    let (x, y) = place(cell);
                    square.moved(x, y)
                })
                .collect();
            let whole = 10.0 * side as f64;
            let rest = Outline::rectangle(whole, whole).expect("a square").without(&others).expect("a rest");
            let area: f64 = rest.iter().map(Outline::area).sum();
            let due = 100.0 * stay.len() as f64;
            assert!((area - due).abs() < 1e-3, "round {round}: {area} is not {due} without {out:?}");
            for (cells, holds) in [(&stay, 1), (&out, 0)] {
                for cell in cells {
                    let (x, y) = place(cell);
                    let inside = rest.iter().filter(|part| part.contains(Point::new(x + 5.0, y + 5.0)));
                    assert_eq!(inside.count(), holds, "round {round}: {cell:?} without {out:?}");
                }
            }
        }
    }

    #[test]
    fn a_rectangle_has_no_rest_and_parts_that_touch_in_a_point_are_separate() {
        let whole = Outline::rectangle(4.0, 4.0).expect("a rectangle");
        assert!(whole.without(std::slice::from_ref(&whole)).expect("nothing").is_empty());
        let quarter = Outline::rectangle(2.0, 2.0).expect("a square");
        let rest = whole.without(&[quarter.clone(), quarter.moved(2.0, 2.0)]).expect("a rest");
        assert_eq!(rest.len(), 2, "two quarters that meet in the middle");
    }
}
