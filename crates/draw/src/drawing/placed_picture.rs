//! A picture on a sheet: where it is, at true size, and that it repeats.

use crate::color::Picture;
use crate::geometry::Point;

/// A picture in its place, of which an area shows a part; beyond its sides it repeats.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedPicture {
    picture: Picture,
    /// Its top left, top right and bottom left corners, in mm.
    corners: [Point; 3],
}

impl PlacedPicture {
    /// Places a picture upright, `width` mm wide, with its top left corner at `at`.
    pub fn new(picture: Picture, at: Point, width: f64) -> Self {
        let height = width / picture.ratio();
        Self { picture, corners: [at, at.moved(width, 0.0), at.moved(0.0, height)] }
    }

    /// The picture.
    pub fn picture(&self) -> &Picture {
        &self.picture
    }

    /// Its top left, top right and bottom left corners, in mm.
    pub fn corners(&self) -> [Point; 3] {
        self.corners
    }

    /// Returns it with every point moved; the motion keeps parallel lines parallel.
    pub fn mapped(self, place: impl FnMut(Point) -> Point) -> Self {
        Self { corners: self.corners.map(place), ..self }
    }

    /// The vectors along its top and its left side, in mm.
    pub fn sides(&self) -> [(f64, f64); 2] {
        let [origin, right, below] = self.corners;
        [right, below].map(|end| (end.x - origin.x, end.y - origin.y))
    }

    /// Whether its corners are finite and span an area.
    pub(super) fn is_placed(&self) -> bool {
        let [(a, b), (c, d)] = self.sides();
        let area = (a * d - b * c).abs();
        area.is_finite() && area > 1e-9
    }

    /// The corners of all copies of which these points see a part, with the sides of [`PlacedPicture::sides`];
    /// in rows.
    pub fn copies(&self, points: impl Iterator<Item = Point>) -> Vec<Point> {
        let (origin, [(a, b), (c, d)]) = (self.corners[0], self.sides());
        let area = a * d - b * c;
        // Shares of the two sides at a point.
        let shares = |point: Point| {
            let (x, y) = (point.x - origin.x, point.y - origin.y);
            [(x * d - y * c) / area, (y * a - x * b) / area]
        };
        let empty = [(f64::INFINITY, f64::NEG_INFINITY); 2];
        let spans = points.map(shares).fold(empty, |spans, found| {
            [0, 1].map(|side| (spans[side].0.min(found[side]), spans[side].1.max(found[side])))
        });
        // What only touches a side sees nothing of the copy beyond it.
        const TOUCH: f64 = 1e-6;
        let numbers = spans.map(|(least, most)| {
            let (first, end) = (libm::floor(least + TOUCH), libm::ceil(most - TOUCH));
            let mut numbers = Vec::new();
            let mut number = first;
            while number < end {
                numbers.push(number);
                number += 1.0;
            }
            numbers
        });
        let [across, down] = numbers;
        let copies = down.iter().flat_map(|&v| across.iter().map(move |&u| (u, v)));
        copies.map(|(u, v)| origin.moved(u * a + v * c, u * b + v * d)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture() -> Picture {
        Picture::read(include_bytes!("../color/turned.jpg"), 100).unwrap()
    }

    #[test]
    fn an_area_sees_the_copies_under_it() {
        let placed = PlacedPicture::new(picture(), Point::new(10.0, 20.0), 20.0);
        assert_eq!(placed.sides(), [(20.0, 0.0), (0.0, 24.0)]);
        let copies = |from: (f64, f64), to: (f64, f64)| {
            placed.copies([from, to].into_iter().map(|(x, y)| Point::new(x, y)))
        };
        assert_eq!(copies((10.0, 20.0), (30.0, 44.0)), [Point::new(10.0, 20.0)]);
        let four = copies((9.0, 19.0), (12.0, 21.0));
        assert_eq!(four.len(), 4);
        assert_eq!(four[0], Point::new(-10.0, -4.0));
        assert_eq!(placed.copies(std::iter::empty()), []);
    }

    #[test]
    fn a_turned_picture_repeats_along_its_own_sides() {
        let placed = PlacedPicture::new(picture(), Point::default(), 20.0);
        let turned = placed.mapped(|point| Point::new(-point.y, point.x));
        assert!(turned.is_placed());
        let copies = turned.copies([(-30.0, 1.0), (-25.0, 2.0)].into_iter().map(|(x, y)| Point::new(x, y)));
        assert_eq!(copies, [Point::new(-24.0, 0.0)]);
    }
}
