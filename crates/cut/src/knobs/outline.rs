//! Moves the outline of a piece with knobs aside, for a kerf or a clearance, exactly.
//!
//! A line moved aside is a parallel line, and an arc is an arc about the same center, so curves still
//! continue each other. Lines that meet in a corner are extended or shortened to where they cross.

use super::Knobs;
use crate::{Line, LineError};
use piecework_draw::geometry::{GeometryError, Outline, Patch, Patchwork, Point, Ring, Stretch};

/// The largest distance of straight lines from an arc where only polygons are known, in mm: for nesting,
/// areas and labels.
const TOLERANCE: f64 = 0.01;
/// Points closer than this are one, in mm.
const SAME: f64 = 1e-6;

/// The outline of a piece with knobs.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct KnobOutline {
    /// The outer ring and the holes, each of lines and arcs.
    rings: Vec<Vec<Stretch>>,
}

impl KnobOutline {
    /// Returns the outline of a patch, `outset` mm outside its edges.
    ///
    /// # Errors
    /// [`LineError::NoRoomForKnobs`] if nothing is left of an arc or a line.
    pub(crate) fn of(
        patchwork: &Patchwork,
        patch: &Patch,
        knobs: &Knobs,
        outset: f64,
    ) -> Result<Self, LineError> {
        let error =
            || LineError::NoRoomForKnobs { cell: patchwork.edges()[0].length, gap: outset.abs() * 2.0 };
        let ring = |sides: &Vec<piecework_draw::geometry::Side>| {
            let stretches = sides.iter().flat_map(|side| {
                let edge = &patchwork.edges()[side.edge];
                let (from, to) = patchwork.ends(edge);
                let curve = &knobs.curves[side.edge];
                let own = if curve.is_empty() { vec![Stretch::line(from, to)] } else { curve.clone() };
                if side.reversed { own.iter().rev().map(|one| one.reversed()).collect() } else { own }
            });
            beside(&merged(stretches.collect()), outset).ok_or_else(error)
        };
        Ok(Self { rings: patch.rings().iter().map(ring).collect::<Result<_, _>>()? })
    }

    /// Returns the rings as lines for a tool, the outer one first.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Line> {
        self.rings.iter().map(|ring| Line::closed(ring))
    }

    /// Returns it as polygons.
    pub(crate) fn outline(&self) -> Result<Outline, GeometryError> {
        let points = |ring: &Vec<Stretch>| ring.iter().flat_map(|one| one.flattened(TOLERANCE)).collect();
        polygons(self.rings.iter().map(points))
    }
}

/// Makes an outline of rings; points without a turn are left out.
fn polygons(rings: impl Iterator<Item = Vec<Point>>) -> Result<Outline, GeometryError> {
    let mut rings = rings.map(Ring::through).collect::<Result<Vec<Ring>, _>>()?;
    let outer = rings.remove(0);
    Outline::new(outer, rings)
}

/// Joins lines that continue each other.
fn merged(stretches: Vec<Stretch>) -> Vec<Stretch> {
    let mut merged: Vec<Stretch> = Vec::new();
    for stretch in stretches {
        match merged.last_mut().filter(|last| continues(last, &stretch)) {
            Some(last) => last.to = stretch.to,
            None => merged.push(stretch),
        }
    }
    if merged.len() > 1 && continues(&merged[merged.len() - 1], &merged[0]) {
        let last = merged.remove(merged.len() - 1);
        merged[0].from = last.from;
    }
    merged
}

fn continues(one: &Stretch, next: &Stretch) -> bool {
    let cross = (one.to.x - one.from.x) * (next.to.y - next.from.y)
        - (one.to.y - one.from.y) * (next.to.x - next.from.x);
    let straight = one.middle.is_none() && next.middle.is_none();
    straight && cross.abs() < SAME * one.length().max(next.length())
}

/// Returns a ring `outset` mm to its left; `None` if nothing is left of a part of it.
fn beside(ring: &[Stretch], outset: f64) -> Option<Vec<Stretch>> {
    if outset == 0.0 {
        return Some(ring.to_vec());
    }
    let mut moved: Vec<Stretch> =
        ring.iter().map(|stretch| moved_aside(stretch, outset)).collect::<Option<_>>()?;
    for at in 0..moved.len() {
        let next = (at + 1) % moved.len();
        let corner = if moved[at].to.distance(moved[next].from) < SAME {
            moved[at].to
        } else {
            crossing(&moved[at], &moved[next])?
        };
        (moved[at].to, moved[next].from) = (corner, corner);
    }
    let kept = |(one, other): (&Stretch, &Stretch)| {
        let forward = (one.to.x - one.from.x) * (other.to.x - other.from.x)
            + (one.to.y - one.from.y) * (other.to.y - other.from.y);
        one.middle.is_some() || forward > 0.0
    };
    ring.iter().zip(&moved).all(kept).then_some(moved)
}

/// Returns a line or an arc `outset` mm to its left, as seen along it.
fn moved_aside(stretch: &Stretch, outset: f64) -> Option<Stretch> {
    if let Some(arc) = stretch.arc() {
        return arc.beside(outset).map(Stretch::from);
    }
    let length = stretch.length();
    let (x, y) = ((stretch.to.x - stretch.from.x) / length, (stretch.to.y - stretch.from.y) / length);
    Some(stretch.mapped(|point| point.moved(y * outset, -x * outset)))
}

/// Returns where two straight lines cross.
fn crossing(one: &Stretch, other: &Stretch) -> Option<Point> {
    if one.middle.is_some() || other.middle.is_some() {
        return None;
    }
    let (ax, ay) = (one.to.x - one.from.x, one.to.y - one.from.y);
    let (bx, by) = (other.to.x - other.from.x, other.to.y - other.from.y);
    let cross = ax * by - ay * bx;
    let along = ((other.from.x - one.from.x) * by - (other.from.y - one.from.y) * bx) / cross;
    (cross.abs() > SAME).then(|| one.from.moved(ax * along, ay * along))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square of 10 mm with a knob on its upper side, of radius 1 with fillets of radius 1: the circles
    /// touch at 45 degrees below the middle of the head.
    #[test]
    fn knobs_are_moved_aside() {
        let at = Point::new;
        let (reach, up) = (libm::sqrt(2.0), -1.0 - libm::sqrt(2.0));
        let arc = |center: Point, from: Point, turn: f64| {
            piecework_draw::geometry::CircularArc::about(center, from, turn)
        };
        let quarter = std::f64::consts::FRAC_PI_4;
        let left = arc(at(5.0 - reach, -1.0), at(5.0 - reach, 0.0), 3.0 * quarter);
        let head = arc(at(5.0, up), left.to, -6.0 * quarter);
        let right = arc(at(5.0 + reach, -1.0), head.to, 3.0 * quarter);
        let ring = [
            Stretch::line(at(0.0, 0.0), left.from),
            left.into(),
            head.into(),
            right.into(),
            Stretch::line(at(5.0 + reach, 0.0), at(10.0, 0.0)),
            Stretch::line(at(10.0, 0.0), at(10.0, 10.0)),
            Stretch::line(at(10.0, 10.0), at(0.0, 10.0)),
            Stretch::line(at(0.0, 10.0), at(0.0, 0.0)),
        ];
        assert!(right.to.distance(at(5.0 + reach, 0.0)) < 1e-9);
        let knobs = KnobOutline { rings: vec![ring.to_vec()] };
        assert!((knobs.outline().expect("a ring").bounds().top - up + 1.0).abs() < 0.011);
        for outset in [0.1, -0.1] {
            let moved = KnobOutline { rings: vec![beside(&ring, outset).expect("room")] };
            let moved = moved.outline().expect("a ring");
            assert!((moved.bounds().top - up + 1.0 + outset).abs() < 0.011);
            assert!((moved.bounds().width() - 10.0 - 2.0 * outset).abs() < 1e-6);
        }
        assert_eq!(beside(&ring, 1.0), None, "nothing is left of a fillet");
    }
}
