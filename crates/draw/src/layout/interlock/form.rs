//! The forms of parts to be nested: each distinct outline in each of its turns.

use clipper2_rust::{FillRule, Path64, Point64, ramer_douglas_peucker, union_subjects_64};

use super::bands::SAME;
use crate::geometry::{Dimensions, Join, Outline, Point};
use crate::layout::Part;
use piecework_tiling::stop::{StopFlag, Stopped};

/// How far two edges may overlap, in mm, if no gap is kept, so that a part still enters a notch that is
/// exactly as wide; at a corner of 60 degrees it is twice that, and outlines with sharper ones may not overlap.
const TOLERANCE: f64 = 5e-4;
/// Nanometres in a millimetre: outlines are united on a grid of nanometres.
const GRID: f64 = 1e6;
/// Corners of more than 90 degrees stay sharp when they grow; sharper ones are cut off. 90 degrees need the
/// root of 2.
const SHARP: Join = Join::Mitre { limit: 1.5 };
/// An outline with more corners than this is simplified: all together, and for one of them the least and the most.
/// Chosen by trial: twelve pieces with knobs keep what they need, and of 142 the areas grow by a twelfth (a fifth with 17).
const CORNERS: usize = 800;
const CORNERS_OF_ONE: (usize, usize) = (28, 80);
/// Outlines that have no more corners are as they are: polyforms of seven cells have at most 18.
const FEW_CORNERS: usize = 18;
/// So many different outlines are only turned if they fit in no other way: the no-fit polygons of all turns, 16 times as many
/// for quarter turns, would take what else goes into moving them. Chosen by trial.
const MANY_KINDS: usize = 40;
/// How far simplified outlines may be outside of their parts, as shares of the side of a square of the same
/// area: the first that leaves few corners, or the last. Chosen by eye.
const COARSE: [f64; 5] = [0.005, 0.01, 0.02, 0.04, 0.08];

/// An outline of one or several parts, not turned; its bounds begin at the origin.
pub(super) struct Kind {
    outline: Outline,
    /// A ring around all that is nearer to it than half of the gap, clockwise; if it has many corners, a simpler
    /// one around that.
    pub(super) ring: Vec<Point>,
}

/// An outline as it is placed.
pub(super) struct Form {
    pub(super) kind: usize,
    /// By how many degrees it is turned, clockwise about its origin.
    pub(super) turn: i32,
    /// The top left corner of its bounds, after the turn.
    pub(super) corner: Point,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The forms of all parts.
#[derive(Default)]
pub(super) struct Forms {
    pub(super) kinds: Vec<Kind>,
    pub(super) forms: Vec<Form>,
    /// The kind of each part.
    pub(super) kind_of: Vec<usize>,
    /// More than this many mm between their boxes, two parts are far enough apart.
    pub(super) most_gap: f64,
    /// The forms of each kind that fit on a sheet, the one that is not turned first.
    pub(super) forms_of: Vec<Vec<usize>>,
}

impl Forms {
    /// Returns the forms of `parts` that fit in one of these rooms; parts may be turned by `turns`.
    pub(super) fn new(
        parts: &[Part],
        gap: f64,
        turns: &[i32],
        (rooms, stop): (&[Dimensions], &StopFlag),
    ) -> Result<Self, Stopped> {
        let mut all = Self { most_gap: 2.0 * gap + 1.0, ..Self::default() };
        let mut outlines: Vec<Outline> = Vec::new();
        for part in parts {
            stop.check()?;
            let outline = part.outline().at_origin();
            let ring = outline.outer().points();
            let known = outlines.iter().position(|known| same(known.outer().points(), ring));
            all.kind_of.push(known.unwrap_or(outlines.len()));
            if known.is_none() {
                outlines.push(outline);
            }
        }
        let few = (CORNERS / outlines.len().max(1)).clamp(CORNERS_OF_ONE.0, CORNERS_OF_ONE.1);
        let is_many = outlines.len() > MANY_KINDS;
        for outline in outlines {
            stop.check()?;
            all.add(Kind::new(outline, gap, few), (turns, is_many), rooms);
        }
        Ok(all)
    }

    fn add(&mut self, kind: Kind, (turns, is_many): (&[i32], bool), rooms: &[Dimensions]) {
        let mut own: Vec<(usize, Outline)> = Vec::new();
        for turn in std::iter::once(0).chain(turns.iter().copied()) {
            if is_many && !own.is_empty() {
                break;
            }
            let turned = if turn == 0 { kind.outline.clone() } else { kind.outline.turned(turn) };
            let bounds = turned.bounds();
            let (width, height) = (bounds.width(), bounds.height());
            let lying = turned.at_origin();
            let fits = rooms.iter().any(|room| width <= room.width + SAME && height <= room.height + SAME);
            if fits && own.iter().all(|(_, other)| !same(other.outer().points(), lying.outer().points())) {
                own.push((self.forms.len(), lying));
                let corner = Point::new(bounds.left, bounds.top);
                self.forms.push(Form { kind: self.kinds.len(), turn, corner, width, height });
            }
        }
        self.forms_of.push(own.into_iter().map(|(form, _)| form).collect());
        self.kinds.push(kind);
    }

    /// Returns the forms in which a part may lie.
    pub(super) fn of(&self, part: usize) -> &[usize] {
        &self.forms_of[self.kind_of[part]]
    }
}

impl Kind {
    /// Simplifies an outline of more than `few` corners.
    fn new(outline: Outline, gap: f64, few: usize) -> Self {
        // Both of a pair keep half of the gap: bays with a mouth narrower than it are closed.
        let tolerance = if has_sharp_corner(outline.outer().points()) { 0.0 } else { TOLERANCE };
        let half = if gap > 0.0 { gap } else { -tolerance } / 2.0;
        let mut ring = around(&outline, half);
        let size = libm::sqrt(outline.area());
        for share in COARSE {
            if outline.outer().points().len() <= FEW_CORNERS || ring.len() <= few {
                break;
            }
            ring = simplified(&around(&outline, half + share * size), share * size);
        }
        Self { outline, ring }
    }
}

/// Returns whether a corner is sharper than 60 degrees, but for rounding: shrunk edges meet far behind it.
fn has_sharp_corner(ring: &[Point]) -> bool {
    let count = ring.len();
    (0..count).any(|at| {
        let corner = ring[at];
        let side = |to: Point| (to.x - corner.x, to.y - corner.y);
        let ((a, b), (c, d)) = (side(ring[(at + 1) % count]), side(ring[(at + count - 1) % count]));
        // The cosine of 59 degrees.
        a * c + b * d > 0.515 * libm::hypot(a, b) * libm::hypot(c, d)
    })
}

/// Returns whether two rings, turning the same way, are equal, whichever corner is first. The same corners in
/// another order are another outline: two hexiamonds share theirs.
fn same(a: &[Point], b: &[Point]) -> bool {
    let begins_at =
        |shift: usize| a.iter().zip(b.iter().cycle().skip(shift)).all(|(a, b)| a.distance(*b) < SAME);
    a.len() == b.len() && (0..b.len()).any(begins_at)
}

/// Returns the outer ring of an outline grown by `distance`, or the outline's own where nothing would be
/// left.
fn around(outline: &Outline, distance: f64) -> Vec<Point> {
    let grown = outline.offset(distance, SHARP).unwrap_or_default();
    let largest = grown.iter().max_by(|a, b| a.area().total_cmp(&b.area()));
    largest.unwrap_or(outline).outer().points().to_vec()
}

/// Returns a ring with fewer corners, nowhere farther than `tolerance` from it.
///
/// # Source
/// Ramer, Douglas and Peucker, on the two chains between the corners that are farthest to the left and to the
/// right.
fn simplified(ring: &[Point], tolerance: f64) -> Vec<Point> {
    let mut path: Path64 = ring.iter().map(|point| Point64::new(units(point.x), units(point.y))).collect();
    let Some(left) = (0..path.len()).min_by_key(|&index| path[index].x) else { return Vec::new() };
    path.rotate_left(left);
    path.push(path[0]);
    let right = (0..path.len()).max_by_key(|&index| path[index].x).unwrap_or(0);
    let chain = |points: &[Point64]| ramer_douglas_peucker(&points.to_vec(), tolerance * GRID);
    let (upper, lower) = (chain(&path[..=right]), chain(&path[right..]));
    let closed = [&upper[..upper.len() - 1], &lower[..lower.len() - 1]].concat();
    // Chains could cross each other where a neck is narrower than the tolerance.
    let united = union_subjects_64(&vec![closed], FillRule::NonZero);
    let largest = united.into_iter().max_by_key(|path| path.len());
    largest.map_or_else(|| ring.to_vec(), |path| path.iter().map(in_mm).collect())
}

#[expect(clippy::cast_possible_truncation, reason = "forms are at most 10 m, which is 10^10 units")]
pub(super) fn units(mm: f64) -> i64 {
    (mm * GRID).round() as i64
}

#[expect(clippy::cast_precision_loss, reason = "forms are at most 10 m, which is 10^10 units")]
pub(super) fn in_mm(point: &Point64) -> Point {
    Point::new(point.x as f64 / GRID, point.y as f64 / GRID)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two hexiamonds in units of a half and a height of a cell: the same six corners.
    #[test]
    fn the_same_corners_in_another_order_are_another_outline() {
        let ring = |corners: [(f64, f64); 6]| corners.map(|(x, y)| Point::new(x, y));
        let first = ring([(2.0, 0.0), (3.0, 1.0), (5.0, 1.0), (3.0, 3.0), (2.0, 2.0), (0.0, 2.0)]);
        let other = ring([(2.0, 0.0), (5.0, 1.0), (3.0, 1.0), (3.0, 3.0), (2.0, 2.0), (0.0, 2.0)]);
        let mut begun_later = first;
        begun_later.rotate_left(2);
        assert!(same(&first, &begun_later));
        assert!(!same(&first, &other));
    }
}
