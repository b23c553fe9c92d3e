//! Makes plates of outlines, with grooves from above and below: closed meshes of triangles, for 3D printers.
//!
//! [`Solid::plate`] triangulates the flat faces and joins them by walls. Rounding to a micrometre comes
//! first, so that every face has the same corners. Every edge belongs to two triangles, which run along it in
//! opposite directions.
//!
//! # Source
//! Flat faces: `earcut`, after David Eberly, "Triangulation by Ear Clipping". It leaves corners out that lie
//! on a straight line, so triangles are split there again.

use std::collections::{BTreeMap, BTreeSet};

use earcut::Earcut;

use super::loops::nested;
use super::{GeometryError, Outline, Point, Ring};

/// Grid steps in a millimetre: finer than any printer.
const STEPS: f64 = 1000.0;

/// A solid: its surface as triangles. All lengths in mm, z up, x and y as in the outline but with y up.
#[derive(Debug, Clone, PartialEq)]
pub struct Solid {
    corners: Vec<[f64; 3]>,
    triangles: Vec<[usize; 3]>,
}

/// Corners with whole coordinates, so that equal ones are found; in micrometres, y up.
type Place = (i64, i64, i64);

impl Solid {
    /// Makes a plate from z = 0 to `thickness`, with `reliefs` on its upper side and `hollows` in its lower one, on a
    /// sheet that is `height` high.
    ///
    /// # Shape
    /// A relief is areas and how far they rise above the plate, in mm; grooves have a negative rise. A hollow is areas
    /// and how deep they are. All areas of a side are inside the outline and apart from each other, or one relief is inside
    /// of another, like letters on a floor; hollows end below grooves. Groups of corners closer than a micrometre become one.
    ///
    /// # Errors
    /// [`GeometryError::NotSolid`] if faces do not meet, which would be a mistake of this program.
    ///
    /// # Examples
    /// ```
    /// use piecework_draw::geometry::{Outline, Solid};
    /// let block = Solid::plate(&Outline::rectangle(20.0, 10.0)?, 3.0, &[], &[], 10.0)?;
    /// assert_eq!((block.corners().len(), block.triangles().len()), (8, 12));
    /// assert!((block.volume() - 600.0).abs() < 1e-9, "20 x 10 x 3 mm");
    /// # Ok::<(), piecework_draw::geometry::GeometryError>(())
    /// ```
    pub fn plate(
        outline: &Outline,
        thickness: f64,
        reliefs: &[(&[Outline], f64)],
        hollows: &[(&[Outline], f64)],
        height: f64,
    ) -> Result<Self, GeometryError> {
        let mut builder = Builder { height, ..Builder::default() };
        // What is left of a side between the areas on it.
        let between = |areas: &[(&[Outline], f64)]| {
            let holes =
                areas.iter().flat_map(|(areas, _)| *areas).flat_map(Outline::rings).map(Ring::reversed);
            nested(outline.rings().cloned().chain(holes).collect())
        };
        between(hollows).iter().for_each(|face| builder.face(face, 0.0, false));
        outline.rings().for_each(|ring| builder.walls(ring, (0.0, thickness)));
        for (area, depth) in each(hollows) {
            builder.face(area, depth, false);
            area.rings().for_each(|ring| builder.walls(&ring.reversed(), (0.0, depth)));
        }
        let areas: Vec<(&Outline, f64)> = each(reliefs).collect();
        let below: Vec<Option<usize>> = areas.iter().map(|(area, _)| around(area, &areas)).collect();
        // What is seen of a face between the areas on it.
        let seen = |face: &Outline, number: Option<usize>| {
            let on = areas.iter().zip(&below).filter(|(_, below)| **below == number);
            let holes = on.flat_map(|((area, _), _)| area.rings()).map(Ring::reversed);
            nested(face.rings().cloned().chain(holes).collect())
        };
        seen(outline, None).iter().for_each(|face| builder.face(face, thickness, true));
        for (number, &(area, rise)) in areas.iter().enumerate() {
            let level = thickness + rise;
            let base = thickness + below[number].map_or(0.0, |below| areas[below].1);
            seen(area, Some(number)).iter().for_each(|face| builder.face(face, level, true));
            for ring in area.rings() {
                if level > base {
                    builder.walls(ring, (base, level));
                } else {
                    builder.walls(&ring.reversed(), (level, base));
                }
            }
        }
        builder.finish().ok_or_else(|| GeometryError::NotSolid { at: outline.bounds().center() })
    }

    /// Returns its corners, in mm.
    pub fn corners(&self) -> &[[f64; 3]] {
        &self.corners
    }

    /// Returns its triangles: indices of corners, counterclockwise as seen from outside.
    pub fn triangles(&self) -> &[[usize; 3]] {
        &self.triangles
    }

    /// Returns its volume in mm³.
    pub fn volume(&self) -> f64 {
        let part = |triangle: &[usize; 3]| {
            let [a, b, c] = triangle.map(|corner| self.corners[corner]);
            a[0] * (b[1] * c[2] - b[2] * c[1])
                + a[1] * (b[2] * c[0] - b[0] * c[2])
                + a[2] * (b[0] * c[1] - b[1] * c[0])
        };
        self.triangles.iter().map(part).sum::<f64>() / 6.0
    }
}

/// The smallest of some areas that an area is inside of.
fn around(inner: &Outline, areas: &[(&Outline, f64)]) -> Option<usize> {
    let at = inner.outer().points()[0];
    let is_around = |area: &Outline| !std::ptr::eq(area, inner) && area.contains(at);
    let around = areas.iter().enumerate().filter(|(_, (area, _))| is_around(area));
    around.min_by(|(_, a), (_, b)| a.0.area().total_cmp(&b.0.area())).map(|(number, _)| number)
}

/// Areas one by one.
fn each<'a>(groups: &'a [(&'a [Outline], f64)]) -> impl Iterator<Item = (&'a Outline, f64)> {
    groups.iter().flat_map(|&(areas, height)| areas.iter().map(move |area| (area, height)))
}

/// A solid in the making.
#[derive(Default)]
struct Builder {
    height: f64,
    triangles: Vec<[Place; 3]>,
}

impl Builder {
    /// Returns the corners of a ring at a height, without repeated ones.
    fn places(&self, ring: &Ring, z: f64) -> Vec<Place> {
        let place = |point: &Point| (steps(point.x), steps(self.height - point.y), steps(z));
        let mut places: Vec<Place> = ring.points().iter().map(place).collect();
        places.dedup();
        if places.len() > 1 && places.first() == places.last() {
            places.pop();
        }
        places
    }

    /// Adds a flat face that looks up or down.
    fn face(&mut self, outline: &Outline, z: f64, up: bool) {
        let rings: Vec<Vec<Place>> = outline.rings().map(|ring| self.places(ring, z)).collect();
        let places: Vec<Place> = rings.iter().flatten().copied().collect();
        let ends = rings.iter().scan(0, |end, ring| {
            *end += ring.len();
            Some(*end)
        });
        let holes: Vec<usize> = ends.take(rings.len() - 1).collect();
        let mut indices: Vec<usize> = Vec::new();
        let flat = places.iter().map(|&(x, y, _)| [x as f64, y as f64]);
        Earcut::new().earcut(flat, &holes, &mut indices);
        let mut face: Vec<[Place; 3]> = indices
            .chunks_exact(3)
            .map(|three| [places[three[0]], places[three[1]], places[three[2]]])
            .collect();
        let doubled: i128 = face.iter().map(doubled_area).sum();
        if (doubled > 0) != up {
            face.iter_mut().for_each(|triangle| triangle.swap(1, 2));
        }
        split_at_corners(&mut face, &places);
        self.triangles.extend(face);
    }

    /// Adds the walls along a ring of an [`Outline`], whose material is on its right as seen with y up.
    fn walls(&mut self, ring: &Ring, (from, to): (f64, f64)) {
        let (low, high) = (self.places(ring, from), self.places(ring, to));
        for at in 0..low.len() {
            let next = (at + 1) % low.len();
            self.triangles.push([low[next], low[at], high[at]]);
            self.triangles.push([low[next], high[at], high[next]]);
        }
    }

    /// Returns the solid; `None` if an edge does not belong to as many triangles in one direction as in the
    /// other.
    fn finish(self) -> Option<Solid> {
        let mut edges: BTreeMap<(Place, Place), i32> = BTreeMap::new();
        for (a, b) in self.triangles.iter().flat_map(sides) {
            *edges.entry((a.min(b), a.max(b))).or_default() += if a < b { 1 } else { -1 };
        }
        if edges.values().any(|&count| count != 0) {
            return None;
        }
        let places: BTreeSet<Place> = self.triangles.iter().flatten().copied().collect();
        let number: BTreeMap<Place, usize> = places.iter().copied().zip(0..).collect();
        let triangles =
            self.triangles.iter().map(|triangle| triangle.map(|corner| number[&corner])).collect();
        let mm = |steps: i64| steps as f64 / STEPS;
        let corners = places.iter().map(|&(x, y, z)| [mm(x), mm(y), mm(z)]).collect();
        Some(Solid { corners, triangles })
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a sheet is shorter than a kilometre")]
fn steps(mm: f64) -> i64 {
    (mm * STEPS).round() as i64
}

fn sides(triangle: &[Place; 3]) -> [(Place, Place); 3] {
    let [a, b, c] = *triangle;
    [(a, b), (b, c), (c, a)]
}

/// Returns twice the area of a flat triangle, positive if it looks up.
fn doubled_area(triangle: &[Place; 3]) -> i128 {
    let [a, b, c] = triangle.map(|(x, y, _)| (i128::from(x), i128::from(y)));
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// Splits triangles of a face whose sides run through a corner.
fn split_at_corners(face: &mut Vec<[Place; 3]>, places: &[Place]) {
    let known: BTreeSet<(Place, Place)> = face.iter().flat_map(sides).collect();
    let used: BTreeSet<Place> = face.iter().flatten().copied().collect();
    // Only corners that some triangle does without can be on its side: those of rings, and those where others
    // were split.
    let open: Vec<(Place, Place)> =
        known.iter().filter(|(a, b)| !known.contains(&(*b, *a))).copied().collect();
    let ends: BTreeSet<Place> = open
        .iter()
        .flat_map(|&(a, b)| [a, b])
        .chain(places.iter().copied().filter(|at| !used.contains(at)))
        .collect();
    let mut at = 0;
    while at < face.len() {
        let found = sides(&face[at]).into_iter().enumerate().find_map(|(side, (a, b))| {
            let is_open = !known.contains(&(b, a)) || !known.contains(&(a, b));
            let on = ends
                .iter()
                .copied()
                .filter(|&corner| is_open && is_between(a, b, corner))
                .min_by_key(|&corner| span(a, corner));
            on.map(|corner| (side, corner))
        });
        let Some((side, corner)) = found else {
            at += 1;
            continue;
        };
        let [a, b, c] = [face[at][side], face[at][(side + 1) % 3], face[at][(side + 2) % 3]];
        face[at] = [a, corner, c];
        face.push([corner, b, c]);
    }
}

/// The squared length from corner to corner.
fn span(a: Place, b: Place) -> i128 {
    let (x, y) = (i128::from(b.0 - a.0), i128::from(b.1 - a.1));
    x * x + y * y
}

/// Returns whether a corner is inside the line from `a` to `b`.
fn is_between(a: Place, b: Place, corner: Place) -> bool {
    corner != a
        && corner != b
        && doubled_area(&[a, b, corner]) == 0
        && span(a, corner) < span(a, b)
        && span(b, corner) < span(a, b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(rings: &[&[(f64, f64)]]) -> Outline {
        let ring = |points: &&[(f64, f64)]| {
            Ring::new(points.iter().map(|&(x, y)| Point { x, y }).collect()).expect("a ring")
        };
        let mut rings: Vec<Ring> = rings.iter().map(ring).collect();
        let outer = rings.remove(0);
        Outline::new(outer, rings).expect("an outline")
    }

    fn square(left: f64, top: f64, side: f64) -> Vec<(f64, f64)> {
        vec![(left, top), (left + side, top), (left + side, top + side), (left, top + side)]
    }

    /// Every edge twice, in opposite directions, and the volume of a prism.
    fn assert_solid(solid: &Solid, volume: f64) {
        let mut edges: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for &[a, b, c] in solid.triangles() {
            [(a, b), (b, c), (c, a)].into_iter().for_each(|edge| *edges.entry(edge).or_default() += 1);
        }
        assert!(edges.values().all(|&count| count == 1), "each direction once");
        assert!(edges.keys().all(|&(a, b)| edges.contains_key(&(b, a))), "closed");
        assert!((solid.volume() - volume).abs() < 1e-6, "{} is not {volume}", solid.volume());
    }

    #[test]
    fn plates_with_holes_are_closed_and_as_large_as_their_area() {
        // Holes in a row, whose corners are on common lines.
        let holes: Vec<Vec<(f64, f64)>> = (0..4)
            .flat_map(|x| {
                (0..3).map(move |y| square(5.0 + 10.0 * f64::from(x), 5.0 + 10.0 * f64::from(y), 5.0))
            })
            .collect();
        let board = [
            (0.0, 0.0),
            (60.0, 0.0),
            (60.0, 5.0),
            (50.0, 5.0),
            (50.0, 10.0),
            (60.0, 10.0),
            (60.0, 40.0),
            (0.0, 40.0),
        ];
        let rings: Vec<&[(f64, f64)]> =
            std::iter::once(&board[..]).chain(holes.iter().map(Vec::as_slice)).collect();
        let plate = outline(&rings);
        let solid = Solid::plate(&plate, 3.0, &[], &[], 40.0).expect("closed");
        assert_solid(&solid, plate.area() * 3.0);
        let (low, high) = (solid.corners()[0], solid.corners()[solid.corners().len() - 1]);
        assert_eq!((low[0], low[2], high[2]), (0.0, 0.0, 3.0));
    }

    #[test]
    fn grooves_take_their_volume_away_also_around_islands() {
        let plate = outline(&[&square(0.0, 0.0, 50.0), &square(40.0, 40.0, 5.0)]);
        // The middle of the first groove is in its island.
        let ring = outline(&[&square(10.0, 10.0, 20.0), &square(12.0, 12.0, 16.0)]);
        let inner = outline(&[&square(15.0, 15.0, 4.0)]);
        let grooves = [ring.clone(), inner.clone()];
        let solid = Solid::plate(&plate, 4.0, &[(&grooves, -1.0)], &[], 50.0).expect("closed");
        assert_solid(&solid, plate.area() * 4.0 - ring.area() - inner.area());
        let solid = Solid::plate(&plate, 4.0, &[(&grooves[..1], -1.0), (&grooves[1..], 0.5)], &[], 50.0);
        assert_solid(&solid.expect("closed"), plate.area() * 4.0 - ring.area() + 0.5 * inner.area());
    }

    /// Letters stand on the floor of what is hollowed out, and are sunk in it, an island in one of them too.
    #[test]
    fn reliefs_lie_in_each_other() {
        let plate = outline(&[&square(0.0, 0.0, 50.0)]);
        let floor = [outline(&[&square(5.0, 5.0, 40.0)])];
        let letters = [
            outline(&[&square(10.0, 10.0, 20.0), &square(12.0, 12.0, 16.0)]),
            outline(&[&square(35.0, 35.0, 4.0)]),
        ];
        let area: f64 = letters.iter().map(Outline::area).sum();
        for rise in [0.6, -0.6] {
            let reliefs: [(&[Outline], f64); 2] = [(&floor, -5.0), (&letters, -5.0 + rise)];
            let solid = Solid::plate(&plate, 8.0, &reliefs, &[], 50.0).expect("closed");
            assert_solid(&solid, plate.area() * 8.0 - floor[0].area() * 5.0 + area * rise);
        }
    }

    /// A cap with a picture below: what is hollowed out on either side takes its volume away.
    #[test]
    fn hollows_from_below_are_under_those_from_above() {
        let plate = outline(&[&square(0.0, 0.0, 50.0)]);
        let inside = [outline(&[&square(5.0, 5.0, 40.0)])];
        let grooves = [
            outline(&[&square(10.0, 10.0, 20.0), &square(12.0, 12.0, 16.0)]),
            outline(&[&square(35.0, 35.0, 4.0)]),
        ];
        let solid = Solid::plate(&plate, 8.0, &[(&inside, -6.0)], &[(&grooves, 0.4)], 50.0).expect("closed");
        let below: f64 = grooves.iter().map(Outline::area).sum();
        assert_solid(&solid, plate.area() * 8.0 - inside[0].area() * 6.0 - below * 0.4);
    }
}
