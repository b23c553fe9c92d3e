//! Computes where a form overlaps another: the no-fit polygon.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use clipper2_rust::{FillRule, Path64, Point64, simplify_path, union_subjects_64};

use super::bands::{Bands, bytes};
use super::form::{Form, Kind, in_mm, units};
use crate::geometry::Point;

/// A corner this near to the line between its neighbours, in nanometres, is left out.
const STRAIGHT: f64 = 20.0;

/// A direction in which parts are moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Axis {
    /// To the left and to the right.
    Rows,
    /// Up and down.
    Columns,
}

/// The outside and the holes of a no-fit polygon.
type Rings = Vec<Vec<Point>>;

/// The most pairs of forms whose answers are kept; others take the places of these.
const PLACES: usize = 1 << 18;
/// How many steps uniting one pair of convex parts counts, about.
const WORK_A_SUM: u64 = 60;
/// How many bytes of an answer are computed in a step, about.
const BYTES_A_STEP: u64 = 8;
/// The most memory that polygons take, in bytes, and that bands do; then they are forgotten. Chosen by eye: only hundreds of different
/// outlines need as much.
const MOST_KEPT: usize = 48 << 20;

/// The numbers of pairs, and their answers.
type Kept = Vec<(usize, Option<Rc<Bands>>)>;

/// The no-fit polygons of pairs of forms, each computed when it is asked for, and kept for the next time.
pub(super) struct NoFits<'a> {
    kinds: &'a [Kind],
    forms: &'a [Form],
    /// By two kinds and the turn of the second against the first.
    sums: RefCell<BTreeMap<(usize, usize, i32), Rc<Rings>>>,
    /// The number of a pair, and its answer: along rows, and along columns.
    bands: [RefCell<Kept>; 2],
    /// How many bytes each take, about: those of bands are many times as many, and are quickly made again from the others.
    kept_sums: Cell<usize>,
    kept_bands: Cell<usize>,
    /// The steps that computing took.
    work: Cell<u64>,
}

impl<'a> NoFits<'a> {
    pub(super) fn new(kinds: &'a [Kind], forms: &'a [Form]) -> Self {
        let pairs = forms.len() * forms.len();
        let bands = [(); 2].map(|()| RefCell::new(vec![(0, None); pairs.min(PLACES)]));
        Self {
            kinds,
            forms,
            sums: RefCell::default(),
            bands,
            kept_sums: Cell::default(),
            kept_bands: Cell::default(),
            work: Cell::default(),
        }
    }

    /// Returns where the corner of `moving` must not be, from that of `lying`, or they would be too near each
    /// other.
    pub(super) fn of(&self, lying: usize, moving: usize) -> Rc<Bands> {
        self.along(Axis::Rows, lying, moving)
    }

    /// The same with x and y exchanged if it is asked for along columns.
    pub(super) fn along(&self, axis: Axis, lying: usize, moving: usize) -> Rc<Bands> {
        let kept = &self.bands[axis as usize];
        let pair = lying * self.forms.len() + moving;
        let place = if pair < PLACES { pair } else { pair % PLACES };
        if let (known, Some(bands)) = &kept.borrow()[place]
            && *known == pair
        {
            return Rc::clone(bands);
        }
        let mut rings = self.rings(lying, moving);
        if axis == Axis::Columns {
            rings.iter_mut().flatten().for_each(|point| *point = Point::new(point.y, point.x));
        }
        let bands = Rc::new(Bands::of(&rings));
        if self.is_too_much(&self.kept_bands, bands.memory()) {
            for kept in &self.bands {
                kept.borrow_mut().iter_mut().for_each(|place| place.1 = None);
            }
        }
        kept.borrow_mut()[place] = (pair, Some(Rc::clone(&bands)));
        bands
    }

    /// Returns how many steps computing has taken.
    pub(super) fn work(&self) -> u64 {
        self.work.get()
    }

    /// Counts what is about to be kept; whether everything before it must be forgotten, or it is too much.
    fn is_too_much(&self, kept: &Cell<usize>, bytes: usize) -> bool {
        self.work.set(self.work.get() + bytes as u64 / BYTES_A_STEP);
        let all = kept.get() + bytes;
        kept.set(if all > MOST_KEPT { bytes } else { all });
        all > MOST_KEPT
    }

    fn rings(&self, lying: usize, moving: usize) -> Rings {
        let (a, b) = (&self.forms[lying], &self.forms[moving]);
        let turn = (b.turn - a.turn).rem_euclid(360);
        // What keeps the first off the second keeps the second off the first, on the other side.
        let swapped = b.kind < a.kind;
        let key = if swapped { (b.kind, a.kind, (-turn).rem_euclid(360)) } else { (a.kind, b.kind, turn) };
        let known = self.sums.borrow().get(&key).cloned();
        let sum = known.unwrap_or_else(|| {
            let (sum, parts) = sum(&self.kinds[key.0], &self.kinds[key.1], key.2);
            self.work.set(self.work.get() + WORK_A_SUM * parts);
            let sum = Rc::new(sum);
            if self.is_too_much(&self.kept_sums, sum.iter().map(|ring| bytes(ring)).sum()) {
                self.sums.borrow_mut().clear();
            }
            self.sums.borrow_mut().insert(key, Rc::clone(&sum));
            sum
        });
        let (first, sign) = if swapped { (b, -1.0) } else { (a, 1.0) };
        let (dx, dy) = (b.corner.x - a.corner.x, b.corner.y - a.corner.y);
        let place = |point: &Point| {
            let turned = if first.turn == 0 { *point } else { point.turned(first.turn) };
            Point::new(sign * turned.x + dx, sign * turned.y + dy)
        };
        sum.iter().map(|ring| ring.iter().map(place).collect()).collect()
    }
}

/// Returns all differences between a point of `moving`, turned, and a point of `lying` at which they overlap:
/// the places of the origin of the one from that of the other. Also how many convex parts that takes.
fn sum(lying: &Kind, moving: &Kind, turn: i32) -> (Rings, u64) {
    let back = |point: &Point| {
        let turned = if turn == 0 { *point } else { point.turned(turn) };
        Point::new(-turned.x, -turned.y)
    };
    let mirrored: Vec<Point> = moving.ring.iter().map(back).collect();
    let (a, b) =
        (Bands::of(std::slice::from_ref(&lying.ring)).convex_parts(), Bands::of(&[mirrored]).convex_parts());
    let sums: Vec<Path64> = a.iter().flat_map(|a| b.iter().map(|b| convex_sum(a, b))).collect();
    let united = union_subjects_64(&sums, FillRule::NonZero);
    let corners = united.iter().map(|path| simplify_path(path, STRAIGHT, true));
    let rings = corners.filter(|path| path.len() > 2).map(|path| path.iter().map(in_mm).collect());
    (rings.collect(), sums.len() as u64)
}

/// Returns the Minkowski sum of two convex rings, both clockwise from their upper left corners.
///
/// # Source
/// Both are walked at once by the directions of their edges: de Berg and others, *Computational Geometry*
/// (2008), 13.3.
fn convex_sum(a: &[Point], b: &[Point]) -> Path64 {
    let (mut i, mut j) = (0, 0);
    let mut sum = Path64::with_capacity(a.len() + b.len());
    let edge = |ring: &[Point], index: usize| {
        let (from, to) = (ring[index % ring.len()], ring[(index + 1) % ring.len()]);
        (to.x - from.x, to.y - from.y)
    };
    while i < a.len() || j < b.len() {
        let (from, to) = (a[i % a.len()], b[j % b.len()]);
        sum.push(Point64::new(units(from.x + to.x), units(from.y + to.y)));
        let (first, second) = (edge(a, i), edge(b, j));
        let cross = first.0 * second.1 - first.1 * second.0;
        let (one, other) = (j == b.len() || cross >= 0.0, i == a.len() || cross <= 0.0);
        if one && i < a.len() {
            i += 1;
        }
        if other && j < b.len() {
            j += 1;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::bands::{SAME, Walk};
    use super::super::form::Forms;
    use super::*;
    use crate::geometry::Outline;
    use crate::layout::Part;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::polyform::enumerate;
    use piecework_tiling::random::Random;
    use piecework_tiling::stop::StopFlag;

    /// The distance between two outlines, by their corners and edges; 0 if one is in the other.
    fn apart(a: &Outline, b: &Outline) -> f64 {
        let corners = |one: &Outline, other: &Outline| {
            let distances = one
                .outer()
                .points()
                .iter()
                .map(|&point| if other.outer().contains(point) { 0.0 } else { other.distance(point) });
            distances.fold(f64::INFINITY, f64::min)
        };
        corners(a, b).min(corners(b, a))
    }

    /// Hexiamonds at random offsets and turns: those that the no-fit polygon keeps apart are too near, and no
    /// others. Grown corners are cut straight, so a little more than the gap is kept from them.
    #[test]
    fn what_is_outside_of_the_no_fit_polygon_keeps_the_gap() {
        let forms = enumerate(Lattice::Triangle, 5).expect("few");
        let part = |form: &piecework_tiling::polyform::Polyform| {
            let outline = Outline::of_shape(form.shape(), 10.0).expect("an outline");
            Part::new("part", outline, Vec::new()).expect("a part")
        };
        let parts: Vec<Part> = forms.iter().map(part).collect();
        let all = Forms::new(
            &parts,
            2.0,
            &[60, 120, 180, 240, 300],
            (&[(100.0, 100.0).into()], &StopFlag::never()),
        );
        let all = all.expect("not stopped");
        let no_fits = NoFits::new(&all.kinds, &all.forms);
        let lying = |form: usize| {
            let Form { kind, turn, .. } = all.forms[form];
            let part = all.kind_of.iter().position(|&one| one == kind).expect("a part");
            parts[part].outline().turned(turn).at_origin()
        };
        let mut random = Random::new(1);
        let mut number = |range: f64| random.below(10_000) as f64 / 10_000.0 * 2.0 * range - range;
        let (mut kept, mut free) = (0, 0);
        for one in 0..all.forms.len() {
            for other in 0..all.forms.len() {
                let (dx, dy) = (number(40.0), number(30.0));
                let mut covered = Vec::new();
                Walk::new(no_fits.of(one, other), Point::default()).row(dy, &mut covered);
                let inside = covered.iter().any(|&(from, to)| from + SAME < dx && dx < to - SAME);
                let distance = apart(&lying(one), &lying(other).moved(dx, dy));
                if inside {
                    kept += 1;
                    assert!(
                        distance < 2.0 * 2.0 / libm::sqrt(3.0) + 1e-3,
                        "{distance} mm apart is far enough"
                    );
                } else {
                    free += 1;
                    assert!(distance > 2.0 - 1.1e-3, "{distance} mm apart is too near");
                }
            }
        }
        assert!(kept > 100 && free > 100, "{kept} and {free}");
    }
}
