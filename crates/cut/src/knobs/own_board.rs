//! Puts knobs on the lines of a board that has lines of one's own, which may be curved.
//!
//! A knob stands on the chord of a part of its line that is nearly straight. Whimsies come first, so that they have room. Every
//! piece must be held by a knob to the others; if one is not, other seeds are tried.

use std::collections::BTreeMap;

use super::field::{Field, far};
use super::flattened;
use super::shape::Shape;
use super::{AGAIN, DIFFERENCE, KnobOptions, KnobStyle, LEAST_RADIUS, LEAST_WEB, LONGEST_PLACE, SCALES};
use crate::{CutError, LineError};
use piecework_draw::geometry::{BoardLine, OwnBoard, OwnLinesError, Point, Stretch};
use piecework_tiling::random::{GOLDEN, Random, mixed};
use piecework_tiling::stop::StopFlag;

/// How many seeds are tried until all pieces are held.
const TRIES: u64 = 12;
/// How far a line may be from the chord that a knob stands on, in cells; chosen by eye.
const FLAT: f64 = 0.06;
/// Where a knob may stand, as shares of its place from its middle.
const PLACES: [f64; 7] = [0.0, 0.1, -0.1, 0.2, -0.2, 0.3, -0.3];
/// The largest distance of straight lines from arcs where distances are measured, in mm.
const TOLERANCE: f64 = 0.05;

/// Returns the board with knobs on its inner lines, chosen as [`super::Knobs::of`] does.
///
/// # Errors
/// [`OwnLinesError::NotInterlocked`] if a piece is held by no knob, with every seed, and [`CutError::Stopped`].
pub(crate) fn with_knobs(
    board: &OwnBoard,
    options: KnobOptions,
    (cell, gap): (f64, f64),
    stop: &StopFlag,
) -> Result<OwnBoard, CutError> {
    let mut fewest = usize::MAX;
    for number in 0..TRIES {
        let seed = if number == 0 { options.seed } else { mixed(options.seed ^ number.wrapping_mul(GOLDEN)) };
        let (knobbed, held) = one_try(board, KnobOptions { seed, ..options }, (cell, gap), stop)?;
        let loose = loose(board.names.len(), &held);
        // Waves hold nothing.
        if loose == 0 || options.style == KnobStyle::Wave {
            return Ok(knobbed);
        }
        fewest = fewest.min(loose);
    }
    if fewest >= board.names.len().saturating_sub(1) {
        return Err(LineError::NoRoomForKnobs { cell, gap }.into());
    }
    Err(OwnLinesError::NotInterlocked { loose: fewest }.into())
}

/// Returns the board with the knobs of one seed, and the pairs of pieces that they hold together.
fn one_try(
    board: &OwnBoard,
    options: KnobOptions,
    (cell, gap): (f64, f64),
    stop: &StopFlag,
) -> Result<(OwnBoard, Vec<(usize, usize)>), CutError> {
    let mut knobbed = board.clone();
    let mut site = Sites { field: Field::new(cell), used: Vec::new(), options, cell, gap };
    for (number, line) in board.lines.iter().enumerate() {
        let mut points = vec![line.stretches[0].from];
        points.extend(line.stretches.iter().flat_map(|one| one.flattened(TOLERANCE)));
        site.field.add(Some(number), &points);
    }
    let is_whimsy = |patch: usize| patch >= board.names.len() - board.whimsies;
    let inner = |line: &BoardLine| Some((line.left?, line.right?));
    let mut order: Vec<(usize, (usize, usize))> =
        board.lines.iter().enumerate().filter_map(|(number, line)| Some((number, inner(line)?))).collect();
    order.sort_by_key(|&(number, (left, right))| (!is_whimsy(left) && !is_whimsy(right), number));
    let mut held = Vec::new();
    for (number, pair) in order {
        stop.check()?;
        if let Some(stretches) = site.knobs_on(number, &board.lines[number].stretches) {
            knobbed.lines[number].stretches = stretches;
            held.push(pair);
        }
    }
    Ok((knobbed, held))
}

/// Returns how many pieces are not held to the most of the others.
fn loose(pieces: usize, held: &[(usize, usize)]) -> usize {
    let mut group: Vec<usize> = (0..pieces).collect();
    for &(one, other) in held {
        let (kept, gone) = (group[one], group[other]);
        group.iter_mut().filter(|group| **group == gone).for_each(|group| *group = kept);
    }
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    group.into_iter().for_each(|group| *sizes.entry(group).or_default() += 1);
    pieces - sizes.into_values().max().unwrap_or(0)
}

/// What is known of the lines while knobs are chosen.
struct Sites {
    field: Field,
    used: Vec<Shape>,
    options: KnobOptions,
    cell: f64,
    gap: f64,
}

/// A knob in its place on a line.
struct Fitted {
    /// How far along the line it begins and ends, in mm.
    from: f64,
    to: f64,
    arcs: Vec<Stretch>,
}

impl Sites {
    /// Returns a line with knobs; `None` if none has room.
    fn knobs_on(&mut self, number: usize, stretches: &[Stretch]) -> Option<Vec<Stretch>> {
        let KnobOptions { style, seed } = self.options;
        let track = Track::new(stretches);
        let salt = u64::try_from(number).unwrap_or(u64::MAX).wrapping_add(1);
        let mut random = Random::new(mixed(seed ^ salt.wrapping_mul(GOLDEN)));
        let longest = if style == KnobStyle::Wave { 1.5 } else { LONGEST_PLACE } * self.cell + 1e-6;
        let count = (1..1000_u16).find(|&count| track.length / f64::from(count) <= longest).unwrap_or(1);
        let place = track.length / f64::from(count);
        let first = random.below(2) == 0;
        let (mut line, mut end) = (Vec::new(), 0.0);
        for number_of_place in 0..count {
            let middle = place * (f64::from(number_of_place) + 0.5);
            let right = match style {
                KnobStyle::Wave => first == (number_of_place % 2 == 0),
                KnobStyle::Jigsaw | KnobStyle::Varied => random.below(2) == 0,
            };
            let side = if right { 1.0 } else { -1.0 };
            let Some(Fitted { from, to, arcs }) =
                self.fitted(number, (&track, middle, place), side, &mut random)
            else {
                continue;
            };
            if from < end {
                continue;
            }
            self.field.add(None, &flattened(&arcs));
            line.extend(track.part(end, from));
            line.extend(arcs);
            end = to;
        }
        if line.is_empty() {
            return None;
        }
        line.extend(track.part(end, track.length));
        Some(line)
    }

    /// Returns the first knob that has room at a place, the largest first.
    fn fitted(
        &mut self,
        number: usize,
        (track, middle, place): (&Track<'_>, f64, f64),
        side: f64,
        random: &mut Random,
    ) -> Option<Fitted> {
        let style = self.options.style;
        let room = place.min(self.cell);
        let sides = if style == KnobStyle::Wave { vec![side] } else { vec![side, -side] };
        let again = if style == KnobStyle::Varied { AGAIN } else { 1 };
        for scale in SCALES {
            for share in PLACES {
                for &side in &sides {
                    for _ in 0..again {
                        let shape = Shape::random(style, middle + share * place, room, scale, random);
                        let is_new = style != KnobStyle::Varied || shape.differs(&self.used, DIFFERENCE);
                        if let Some(fitted) = self.in_place(number, track, (shape, side)).filter(|_| is_new) {
                            self.used.push(shape);
                            return Some(fitted);
                        }
                    }
                }
            }
        }
        None
    }

    /// Returns a knob on its line, if it keeps its distance from everything.
    fn in_place(&self, number: usize, track: &Track<'_>, (shape, side): (Shape, f64)) -> Option<Fitted> {
        let web = LEAST_WEB * self.cell + self.gap;
        let (begin, end) = shape.base()?;
        let margin = web.min(0.1 * track.length);
        if begin < margin
            || end > track.length - margin
            || shape.least_radius() < self.gap / 2.0 + LEAST_RADIUS
        {
            return None;
        }
        let to = track.chord_end(begin, end - begin)?;
        if to > track.length - margin {
            return None;
        }
        let (a, b) = (track.at(begin), track.at(to));
        let covered = track.part(begin, to);
        let is_flat = covered.iter().flat_map(|one| one.flattened(TOLERANCE));
        if is_flat.map(|point| far(point, a, b)).fold(0.0, f64::max) > FLAT * self.cell {
            return None;
        }
        let length = a.distance(b);
        let along = ((b.x - a.x) / length, (b.y - a.y) / length);
        let placed = |point: Point| {
            let (x, y) = (point.x - begin, point.y * side);
            a.moved(along.0 * x - along.1 * y, along.1 * x + along.0 * y)
        };
        let mut arcs: Vec<Stretch> = shape.arcs()?.into_iter().map(|arc| arc.mapped(placed)).collect();
        let last = arcs.len() - 1;
        (arcs[0].from, arcs[last].to) = (a, b);
        let points = flattened(&arcs);
        let beyond: Vec<Point> = points.iter().copied().filter(|&point| far(point, a, b) >= web).collect();
        let others = [track.part(0.0, begin - web / 2.0), track.part(to + web / 2.0, track.length)];
        let is_clear = others.iter().flatten().all(|one| {
            let line: Vec<Point> = std::iter::once(one.from).chain(one.flattened(TOLERANCE)).collect();
            let near = |point: Point| line.windows(2).any(|pair| far(point, pair[0], pair[1]) < web);
            !beyond.iter().any(|&point| near(point))
        });
        (is_clear && self.field.is_free(&points, web, number)).then_some(Fitted { from: begin, to, arcs })
    }
}

/// A line, by the distance along it.
struct Track<'a> {
    stretches: &'a [Stretch],
    /// Where each of its parts ends.
    ends: Vec<f64>,
    length: f64,
}

impl<'a> Track<'a> {
    fn new(stretches: &'a [Stretch]) -> Self {
        let mut length = 0.0;
        let ends: Vec<f64> = stretches
            .iter()
            .map(|one| {
                length += one.length();
                length
            })
            .collect();
        Self { stretches, ends, length }
    }

    fn start(&self, part: usize) -> f64 {
        if part == 0 { 0.0 } else { self.ends[part - 1] }
    }

    fn at(&self, along: f64) -> Point {
        let part = self.ends.partition_point(|&end| end < along).min(self.ends.len() - 1);
        let (one, far) = (self.stretches[part], along - self.start(part));
        match far {
            far if far <= 0.0 => one.from,
            far if far >= one.length() => one.to,
            far => one.split(far).0.to,
        }
    }

    /// Returns the part of the line between two places.
    fn part(&self, from: f64, to: f64) -> Vec<Stretch> {
        /// Shorter parts are left out, in mm.
        const SPECK: f64 = 1e-5;
        let mut kept = Vec::new();
        for (number, &one) in self.stretches.iter().enumerate() {
            let (start, end) = (self.start(number), self.ends[number]);
            let (low, high) = (from.max(start), to.min(end));
            if high - low < SPECK {
                continue;
            }
            let rest = if low > start { one.split(low - start).1 } else { one };
            kept.push(if high < end { rest.split(high - low).0 } else { rest });
        }
        // What was left out is taken up by its neighbors.
        let count = kept.len();
        for at in 1..count {
            kept[at].from = kept[at - 1].to;
        }
        if let (Some(first), true) = (kept.first_mut(), from >= 0.0) {
            first.from = self.at(from);
        }
        if let (Some(last), true) = (kept.last_mut(), to <= self.length) {
            last.to = self.at(to);
        }
        kept
    }

    /// Returns the place after `from` that is `chord` mm from it, in a straight line.
    fn chord_end(&self, from: f64, chord: f64) -> Option<f64> {
        let start = self.at(from);
        let mut to = from + chord;
        for _ in 0..40 {
            let missing = chord - start.distance(self.at(to));
            if missing.abs() < 1e-9 {
                return Some(to);
            }
            to += missing;
            if to > self.length {
                return None;
            }
        }
        None
    }
}
