//! Plans the frame of a tray: its opening with a notch for a finger, and its holes to hang it and for magnets.

use super::{GROOVE_TOLERANCE, hole_ring};
use crate::plan::engraving::circle;
use crate::{CutError, Magnets, TrayOptions};
use piecework_draw::geometry::{Bounds, Join, Outline, Patchwork, Point, Ring};

/// The least width of the frame beside the opening, in mm; chosen by eye.
const LEAST_RIM: f64 = 10.0;
/// The radius of the notch for a finger, in mm: half the width of a fingertip.
pub(super) const NOTCH: f64 = 8.0;
/// What stays of the frame behind the notch, in mm, and as a multiple of the thickness: thinner walls break.
const BEHIND_NOTCH: f64 = 6.0;
const BEHIND_NOTCH_THICK: f64 = 3.0;
/// The radius of the outer corners, in mm; chosen by eye.
const CORNER: f64 = 6.0;
/// The number of straight lines in a rounded corner.
const CORNER_STEPS: u16 = 12;
/// The number of straight lines in a notch.
const STEPS: u16 = 24;

/// The diameter of the hole to hang a tray, in mm, and what stays around it; chosen by eye, for a nail or a cord.
pub(super) const HANGING_HOLE: f64 = 6.0;
pub(super) const AROUND_HOLE: f64 = 3.0;
/// What stays around a magnet that holds the lid, in mm; chosen by eye.
const AROUND_MAGNET: f64 = 3.0;

/// The frame as finished.
pub(in crate::plan) struct Frame {
    /// Its outer edge, which base and lid have too.
    pub(in crate::plan) outside: Ring,
    /// The board with its clearance: where the pieces go, before notches.
    pub(in crate::plan) openings: Vec<Outline>,
    /// Holes for the magnets that hold the lid, which has them too: in the corners, if there are any.
    pub(in crate::plan) magnets: Vec<Ring>,
    /// Whether it hangs: no notch is at an upper edge, so that the hole is above the middle.
    hangs: bool,
}

impl Frame {
    /// Returns the hole to hang it: at the upper edge, above the middle, or as near to it as there is wood around it.
    pub(in crate::plan) fn hanging_hole(&self) -> Result<Ring, CutError> {
        let bounds = self.outside.bounds();
        let radius = HANGING_HOLE / 2.0;
        let notched = self.openings.iter().map(|opening| self.notched(opening.outer()));
        let mut others = notched.collect::<Result<Vec<Ring>, _>>()?;
        others.extend(self.magnets.iter().cloned());
        let wall =
            |at: Point| others.iter().map(|ring| ring.distance(at)).fold(f64::INFINITY, f64::min) - radius;
        let y = bounds.top + AROUND_HOLE + radius;
        let steps = (0..=40_i32).flat_map(|step| [step, -step]);
        let places =
            steps.map(|step| Point { x: bounds.center().x + bounds.width() / 100.0 * f64::from(step), y });
        let free = places.clone().find(|&at| wall(at) >= AROUND_HOLE);
        let at =
            free.or_else(|| places.max_by(|a, b| wall(*a).total_cmp(&wall(*b)))).unwrap_or(bounds.center());
        Ok(hole_ring(Ring::new(circle(at, radius).flattened(GROOVE_TOLERANCE))?))
    }

    /// Plans the frame around a board with cells of `cell` mm, also around cells that stay open.
    pub(in crate::plan) fn new(
        patchwork: &Patchwork,
        cell: f64,
        tray: &TrayOptions,
    ) -> Result<Self, CutError> {
        let mut openings: Vec<Outline> = Vec::new();
        let open = patchwork.words().iter().filter(|cell| cell.is_open).map(|cell| &cell.outline);
        for board in patchwork.board().iter().chain(open) {
            openings.extend(if tray.clearance > 0.0 {
                board.offset(tray.clearance, Join::MITRE)?
            } else {
                vec![board.clone()]
            });
        }
        let opening =
            openings.iter().map(Outline::bounds).reduce(Bounds::union).unwrap_or(patchwork.bounds());
        let behind = BEHIND_NOTCH.max(BEHIND_NOTCH_THICK * tray.thickness);
        let held = tray.lid_magnets.map_or(0.0, |magnets| magnets.diameter + 2.0 * AROUND_MAGNET);
        let rim = LEAST_RIM.max(cell / 2.0).max(NOTCH + behind).max(held);
        let magnets =
            tray.lid_magnets.map_or(Ok(Vec::new()), |one| one.in_corners(opening.inset(-rim / 2.0)));
        let outside = Ring::new(rounded(opening.inset(-rim)))?;
        Ok(Self { outside, openings, magnets: magnets?, hangs: tray.hang })
    }

    /// Returns the ring of an opening with its notch for a finger.
    pub(in crate::plan) fn notched(&self, opening: &Ring) -> Result<Ring, CutError> {
        notched(opening, self.hangs)
    }
}

impl Magnets {
    /// Returns holes of their size around the corners of a rectangle.
    fn in_corners(self, Bounds { left, top, right, bottom }: Bounds) -> Result<Vec<Ring>, CutError> {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let hole = |(x, y)| circle(Point { x, y }, self.diameter / 2.0).flattened(GROOVE_TOLERANCE);
        corners.into_iter().map(|at| Ok(hole_ring(Ring::new(hole(at))?))).collect()
    }
}

/// Returns a rectangle with rounded corners.
fn rounded(bounds: Bounds) -> Vec<Point> {
    let Bounds { left, top, right, bottom } = bounds.inset(CORNER);
    // Each corner begins where the side before it ends.
    let corners = [(left, top, 2.0), (right, top, 3.0), (right, bottom, 0.0), (left, bottom, 1.0)];
    let arc = |(x, y, quarter): (f64, f64, f64)| {
        (0..=CORNER_STEPS).map(move |step| {
            let angle = (quarter + f64::from(step) / f64::from(CORNER_STEPS)) * std::f64::consts::FRAC_PI_2;
            Point { x: x + CORNER * libm::cos(angle), y: y + CORNER * libm::sin(angle) }
        })
    };
    corners.into_iter().flat_map(arc).collect()
}

/// Returns a ring with a half circle outwards in the middle of its longest side, so that a finger can lift a
/// piece. Of sides that are equally long it is the one nearest to the middle, away from the corners of the tray. In a tray that
/// hangs it is on no side that faces up.
pub(super) fn notched(ring: &Ring, hangs: bool) -> Result<Ring, CutError> {
    let points = ring.points();
    let length = |side: usize| points[side].distance(points[(side + 1) % points.len()]);
    let center = Bounds::around(points.iter().copied()).map_or(points[0], Bounds::center);
    let far = |side: usize| points[side].middle(points[(side + 1) % points.len()]).distance(center);
    // Rounded, so that sides that are equal but for rounding are.
    let order = |side: usize| ((length(side) * 1e3).round(), -(far(side) * 1e3).round());
    let best = |&a: &usize, &b: &usize| {
        let (one, other) = (order(a), order(b));
        one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)).then(b.cmp(&a))
    };
    // The opening is on the right of its ring, so that outwards is on the left: y points down.
    let sign = if ring.is_clockwise() { 1.0 } else { -1.0 };
    let faces_up = |side: usize| (points[(side + 1) % points.len()].x - points[side].x) * sign > 1e-6;
    let sides = (0..points.len()).filter(|&side| !hangs || !faces_up(side));
    let Some(side) = sides.max_by(best) else { return Ok(ring.clone()) };
    if length(side) < SHORT {
        return notched_below(ring);
    }
    let radius = NOTCH.min(length(side) / 3.0);
    let (from, to) = (points[side], points[(side + 1) % points.len()]);
    let along = ((to.x - from.x) / length(side), (to.y - from.y) / length(side));
    let out = (along.1 * sign, -along.0 * sign);
    let middle = from.middle(to);
    let mut notched: Vec<Point> = points[..=side].to_vec();
    notched.extend((0..=STEPS).map(|step| {
        let angle = std::f64::consts::PI * (1.0 - f64::from(step) / f64::from(STEPS));
        let (far, deep) = (radius * libm::cos(angle), radius * libm::sin(angle));
        middle.moved(along.0 * far + out.0 * deep, along.1 * far + out.1 * deep)
    }));
    notched.extend(&points[side + 1..]);
    Ok(Ring::new(notched)?)
}

/// Sides shorter than this are parts of curves, in mm.
const SHORT: f64 = 5.0;

/// Returns a curved opening with a round notch at its lower edge.
fn notched_below(ring: &Ring) -> Result<Ring, CutError> {
    let opening = Outline::new(ring.clone(), Vec::new())?;
    let bounds = opening.bounds();
    let center = bounds.center();
    // On the line from the middle down.
    let nearer = |a: &&Point, b: &&Point| (a.x - center.x).abs().total_cmp(&(b.x - center.x).abs());
    let lower = ring.points().iter().filter(|point| point.y > center.y).min_by(nearer);
    let at = lower.copied().unwrap_or(center);
    let disc = |step: u16| {
        let angle = std::f64::consts::TAU * f64::from(step) / f64::from(2 * STEPS);
        at.moved(NOTCH * libm::cos(angle), NOTCH * libm::sin(angle))
    };
    let disc = Outline::new(Ring::new((0..2 * STEPS).map(disc).collect())?, Vec::new())?;
    let (wide, high) = (bounds.width() + 4.0 * NOTCH, bounds.height() + 4.0 * NOTCH);
    let around = Outline::rectangle(wide, high)?;
    let around = around.moved(bounds.left - 2.0 * NOTCH, bounds.top - 2.0 * NOTCH);
    let rest = around.without(&[opening, disc])?;
    let hole = rest.iter().flat_map(Outline::holes).max_by(|a, b| b.area().total_cmp(&a.area()));
    let hole = hole.map_or_else(|| ring.clone(), Ring::reversed);
    Ok(if hole.is_clockwise() == ring.is_clockwise() { hole } else { hole.reversed() })
}
