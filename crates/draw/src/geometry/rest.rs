//! Takes outlines out of an outline, and finds what two outlines have in common.
//!
//! Both are computed on the grid of nanometres; parts thinner than a tenth of a micrometre are dropped.

use clipper2_rust::{ClipType, FillRule, Path64, Paths64, Point64, PolyTree64};
use clipper2_rust::{boolean_op_tree_64, poly_tree_to_faces64};

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
        let mut tree = PolyTree64::new();
        boolean_op_tree_64(how, FillRule::NonZero, &own, &clips, &mut tree);
        let grid = |path: &Path64| path.iter().map(|point| GridPoint { x: point.x, y: point.y }).collect();
        let faces = poly_tree_to_faces64(&tree);
        let parts = faces.iter().flat_map(|face| {
            loops::outlines(std::iter::once(&face.outer).chain(&face.holes).map(grid).collect())
        });
        let mut parts: Vec<Outline> = parts.collect();
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
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::polyform::enumerate;

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

    #[test]
    fn a_rectangle_has_no_rest_and_parts_that_touch_in_a_point_are_separate() {
        let whole = Outline::rectangle(4.0, 4.0).expect("a rectangle");
        assert!(whole.without(std::slice::from_ref(&whole)).expect("nothing").is_empty());
        let quarter = Outline::rectangle(2.0, 2.0).expect("a square");
        let rest = whole.without(&[quarter.clone(), quarter.moved(2.0, 2.0)]).expect("a rest");
        assert_eq!(rest.len(), 2, "two quarters that meet in the middle");
    }
}
