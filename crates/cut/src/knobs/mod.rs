//! Gives the edges between pieces knobs, like those of a jigsaw, or waves.
//!
//! [`Knobs::of`] finds a curve for every inner edge of a patchwork: both neighbours have the same one, so it
//! is cut once or moved aside for each of them by half a kerf. Curves are lines and circular arcs without
//! corners between them. A knob keeps away from all other lines; where a large one has no room a smaller one
//! is tried, and then none.

mod field;
mod outline;
mod own_board;
mod shape;
mod wobble;

use super::{CutError, LineError};
use field::Field;
use piecework_draw::geometry::{Edge, Patchwork, Point, Stretch};
use piecework_tiling::random::{GOLDEN, Random, mixed};
use piecework_tiling::stop::StopFlag;
use shape::Shape;

pub(super) use outline::KnobOutline;
pub(super) use own_board::with_knobs;
pub(super) use wobble::wobbled;

/// The form of edges between pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum KnobStyle {
    /// Knobs with a neck, which hold pieces together.
    #[default]
    Jigsaw,
    /// Waves to both sides.
    Wave,
    /// Knobs with a neck, each of a size and a place of its own: no two are alike.
    Varied,
}

/// What knobs are like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnobOptions {
    /// The form.
    pub style: KnobStyle,
    /// The seed of their sides, places and sizes.
    pub seed: u64,
}

/// The curves of the edges of a patchwork.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Knobs {
    /// For each edge its curve from start to end; empty for a straight one.
    pub(super) curves: Vec<Vec<Stretch>>,
}

/// The sizes that are tried, as shares of the largest; chosen by eye.
const SCALES: [f64; 5] = [1.0, 0.85, 0.7, 0.58, 0.48];
/// The least distance of a knob from other lines, in cells; chosen by eye: what stays between them does not
/// break.
const LEAST_WEB: f64 = 0.1;
/// The least radius that stays after a kerf, in mm.
const LEAST_RADIUS: f64 = 0.1;
/// By how much one measure of a knob differs at least from that of every other where no two are alike, in mm: more than a kerf
/// varies. Chosen by eye.
const DIFFERENCE: f64 = 0.1;
/// How often a size is tried then, on each side.
const AGAIN: u16 = 24;
/// The longest place for one knob, in cells: longer edges have several.
const LONGEST_PLACE: f64 = 2.0;

impl Knobs {
    /// Chooses knobs for a patchwork with cells of `cell` mm, of which cuts and clearances take `gap` mm
    /// away.
    ///
    /// # Errors
    /// [`LineError::NoRoomForKnobs`] if no edge has room for one, and [`CutError::Stopped`].
    pub(super) fn of(
        patchwork: &Patchwork,
        options: KnobOptions,
        (cell, gap): (f64, f64),
        stop: &StopFlag,
    ) -> Result<Self, CutError> {
        let (mut field, mut used) = (Field::new(cell), Vec::new());
        for (index, edge) in patchwork.edges().iter().enumerate() {
            let (from, to) = patchwork.ends(edge);
            field.add(Some(index), &[from, to]);
        }
        let web = LEAST_WEB * cell + gap;
        let curves: Vec<Vec<Stretch>> = (patchwork.edges().iter().enumerate())
            .map(|(index, edge)| {
                stop.check()?;
                if !edge.is_inner() {
                    return Ok(Vec::new());
                }
                let site = Site::of(patchwork, edge, index);
                Ok(site.curve(options, (cell, gap, web), (&mut field, &mut used)))
            })
            .collect::<Result<_, CutError>>()?;
        if curves.iter().all(Vec::is_empty) && patchwork.edges().iter().any(Edge::is_inner) {
            return Err(LineError::NoRoomForKnobs { cell, gap }.into());
        }
        Ok(Self { curves })
    }
}

/// An edge in its own coordinates: x along it, y to its left or right.
struct Site {
    edge: usize,
    from: Point,
    to: Point,
    along: (f64, f64),
    length: f64,
}

impl Site {
    fn of(patchwork: &Patchwork, edge: &Edge, index: usize) -> Self {
        let (from, to) = patchwork.ends(edge);
        let length = from.distance(to);
        Self { edge: index, from, to, along: ((to.x - from.x) / length, (to.y - from.y) / length), length }
    }

    /// Returns a place; `side` is 1 for the right of the edge and -1 for its left.
    fn place(&self, point: Point, side: f64) -> Point {
        let (x, y) = self.along;
        self.from.moved(x * point.x - y * side * point.y, y * point.x + x * side * point.y)
    }

    /// Returns the whole curve; empty if no knob has room.
    fn curve(
        &self,
        options: KnobOptions,
        (cell, gap, web): (f64, f64, f64),
        (field, used): (&mut Field, &mut Vec<Shape>),
    ) -> Vec<Stretch> {
        let number = u64::try_from(self.edge).unwrap_or(u64::MAX).wrapping_add(1);
        let mut random = Random::new(mixed(options.seed ^ number.wrapping_mul(GOLDEN)));
        // At least one, and one more for each further two cells.
        let longest = LONGEST_PLACE * cell + 1e-6;
        let count = (1..1000_u16).find(|&count| self.length / f64::from(count) <= longest).unwrap_or(1);
        let count = match options.style {
            KnobStyle::Jigsaw | KnobStyle::Varied => count,
            KnobStyle::Wave => {
                (1..1000).find(|&waves| self.length / f64::from(waves) < 1.5 * cell).unwrap_or(1)
            }
        };
        let room = (self.length / f64::from(count)).min(cell);
        let first = random.below(2) == 0;
        let (mut curve, mut end) = (Vec::new(), self.from);
        for place in 0..count {
            let at = self.length * (f64::from(place) + 0.5) / f64::from(count);
            // Waves go to both sides alternately.
            let right = match options.style {
                KnobStyle::Jigsaw | KnobStyle::Varied => random.below(2) == 0,
                KnobStyle::Wave => first == (place % 2 == 0),
            };
            let sides = [if right { 1.0 } else { -1.0 }, if right { -1.0 } else { 1.0 }];
            let sides = if options.style == KnobStyle::Wave { &sides[..1] } else { &sides[..] };
            let again = if options.style == KnobStyle::Varied { AGAIN } else { 1 };
            let tries = SCALES.iter().flat_map(|&scale| {
                sides.iter().flat_map(move |&side| (0..again).map(move |_| (scale, side)))
            });
            let mut arcs = tries.filter_map(|(scale, side)| {
                let shape = Shape::random(options.style, at, room, scale, &mut random);
                let is_new = options.style != KnobStyle::Varied || shape.differs(used, DIFFERENCE);
                let arcs = self.fitted(shape, side, (gap, web), field).filter(|_| is_new)?;
                Some((shape, arcs))
            });
            let Some((shape, arcs)) = arcs.next() else { continue };
            if options.style == KnobStyle::Varied {
                used.push(shape);
            }
            curve.push(Stretch::line(end, arcs[0].from));
            end = arcs[arcs.len() - 1].to;
            field.add(None, &flattened(&arcs));
            curve.extend(arcs);
        }
        if !curve.is_empty() {
            curve.push(Stretch::line(end, self.to));
        }
        curve
    }

    /// Returns the arcs of a knob in place, if it keeps its distance from everything.
    fn fitted(&self, shape: Shape, side: f64, (gap, web): (f64, f64), field: &Field) -> Option<Vec<Stretch>> {
        let (begin, end) = shape.base()?;
        let roomy = begin > web.min(0.1 * self.length) && end < self.length - web.min(0.1 * self.length);
        if !roomy || shape.least_radius() < gap / 2.0 + LEAST_RADIUS {
            return None;
        }
        let arcs: Vec<Stretch> =
            shape.arcs()?.into_iter().map(|arc| arc.mapped(|point| self.place(point, side))).collect();
        field.is_free(&flattened(&arcs), web, self.edge).then_some(arcs)
    }
}

/// Points along arcs, close enough together to measure distances.
fn flattened(arcs: &[Stretch]) -> Vec<Point> {
    let mut points = vec![arcs[0].from];
    for arc in arcs {
        let radius = arc.arc().map_or(1.0, |arc| arc.radius());
        points.extend(arc.flattened(radius * 0.02));
    }
    points
}

#[cfg(test)]
mod tests;
