//! Scallops: outside corners of hexagons at the edge of a top, rounded to arcs that touch the middles of their sides.
//!
//! Both sides of such a corner are edges of one hexagon, so its arc is part of the circle inside of that. Inside corners
//! stay sharp: they are the valleys between two scallops.

use piecework_draw::geometry::{GeometryError, Outline, Patchwork, Point, Ring, RingCorner};

/// How many straight lines an arc of 60 degrees is drawn with.
const LINES: u32 = 20;
/// How far points may be apart that are the same, as a share of a side.
const SAME: f64 = 1e-3;

/// The scallops of a top.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Scallops {
    /// How many corners are rounded.
    pub corners: usize,
    /// The radius of the arcs, in mm: half the width of a hexagon between two sides.
    pub radius_mm: f64,
    /// How long the edge is, in mm.
    pub length_mm: f64,
}

impl Scallops {
    /// The scallops of a top of hexagons with sides of `cell` mm.
    pub(super) fn of(patchwork: &Patchwork, cell: f64) -> Self {
        let corners = outside_corners(patchwork).len();
        let inside = patchwork.board().iter().flat_map(Outline::reflex_corners).count();
        let radius_mm = cell * libm::sqrt(3.0) / 2.0;
        // An arc of 60 degrees takes the place of half a side at either hand of its corner.
        let length_mm = corners as f64 * radius_mm * std::f64::consts::FRAC_PI_3 + inside as f64 * cell;
        Self { corners, radius_mm, length_mm }
    }
}

/// The corners of the top that become scallops.
fn outside_corners(patchwork: &Patchwork) -> Vec<RingCorner> {
    let corners = patchwork.board().iter().flat_map(Outline::corners);
    corners.filter(|corner| !corner.is_reflex()).collect()
}

/// Outlines of patches, or of the top, with its scallops.
///
/// # Errors
/// [`GeometryError`] if an outline is none any more; arcs stay inside of their hexagons, so that never happens.
pub(crate) fn scalloped<'a>(
    outlines: impl Iterator<Item = &'a Outline>,
    patchwork: &Patchwork,
) -> Result<Vec<Outline>, GeometryError> {
    let corners = outside_corners(patchwork);
    let round = |ring: &Ring| -> Result<Ring, GeometryError> {
        let points = ring.points().iter().flat_map(|&at| {
            let near =
                |corner: &&RingCorner| corner.at.distance(at) < SAME * corner.at.distance(corner.after);
            corners.iter().find(near).map_or_else(|| vec![at], arc)
        });
        let mut points: Vec<Point> = points.collect();
        // Two arcs meet in the middle of a side.
        let same = |a: Point, b: Point| a.distance(b) < SAME;
        points.dedup_by(|next, point| same(*next, *point));
        if points.len() > 1 && same(points[0], points[points.len() - 1]) {
            points.pop();
        }
        Ring::new(points)
    };
    let of = |outline: &Outline| {
        Outline::new(round(outline.outer())?, outline.holes().iter().map(round).collect::<Result<_, _>>()?)
    };
    outlines.map(of).collect()
}

/// The arc of a corner, from the middle of its first side to that of its second.
fn arc(corner: &RingCorner) -> Vec<Point> {
    let RingCorner { before, at, after, .. } = *corner;
    // The other two corners of the rhomb are neighbors, the fourth is the middle of the hexagon.
    let center = Point { x: before.x + after.x - at.x, y: before.y + after.y - at.y };
    let middle = |other: Point| Point { x: f64::midpoint(at.x, other.x), y: f64::midpoint(at.y, other.y) };
    let angle = |to: Point| libm::atan2(to.y - center.y, to.x - center.x);
    let (from, to) = (middle(before), middle(after));
    let full = std::f64::consts::TAU;
    let turn = (angle(to) - angle(from) + 1.5 * full) % full - full / 2.0;
    let radius = center.distance(from);
    let point = |step: u32| {
        let way = angle(from) + turn * f64::from(step) / f64::from(LINES);
        center.moved(libm::cos(way) * radius, libm::sin(way) * radius)
    };
    (0..=LINES).map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_draw::geometry::Patch;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    #[test]
    fn corners_become_parts_of_circles_and_valleys_stay() {
        for (rows, outside, inside) in
            [("A", 6, 0), ("A A B\n A B B\nC C C", 14, 8), ("A A A\n A . B\nA B B\n B B B", 16, 16)]
        {
            let grids = read_letter_grids(Lattice::Hex, rows, &Limits::default()).expect("a good grid");
            let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
            let patchwork = Patchwork::trace(&tiling, 10.0).expect("a patchwork");
            let found = Scallops::of(&patchwork, 10.0);
            let reflex = patchwork.board().iter().flat_map(Outline::reflex_corners).count();
            assert_eq!(found.corners + reflex, patchwork.board().iter().flat_map(Outline::corners).count());
            assert_eq!((found.corners, reflex), (outside, inside), "{rows}");
            let boards = scalloped(patchwork.board().iter(), &patchwork).expect("outlines");
            let patches =
                scalloped(patchwork.patches().iter().map(Patch::outline), &patchwork).expect("outlines");
            let area = |outlines: &[Outline]| outlines.iter().map(Outline::area).sum::<f64>();
            // Between two half sides and the arc: a kite without a sixth of a circle.
            let radius = found.radius_mm;
            let corner = 5.0 * radius - std::f64::consts::FRAC_PI_6 * radius * radius;
            let expected = area(patchwork.board()) - outside as f64 * corner;
            assert!((area(&boards) / expected - 1.0).abs() < 1e-3, "{rows}");
            assert!((area(&patches) / area(&boards) - 1.0).abs() < 1e-6, "patches fill the top: {rows}");
            let around: f64 = boards.iter().map(Outline::perimeter).sum();
            assert!((around / found.length_mm - 1.0).abs() < 1e-3, "{rows}");
        }
    }
}
