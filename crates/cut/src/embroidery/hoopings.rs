//! Splits a design into hoopings, and places the alignment crosses for rehooping.
//!
//! A hooping that touches an earlier one gets two crosses, if there is room, as far apart as possible: where
//! its own patches will cover them, in reach of both hoops.

use super::guard::{Frame, SQUARE_MM};
use super::seam::BORDER;
use crate::{CutError, MachineError, Panels};
use piecework_draw::geometry::{Bounds, Dimensions, Patchwork, Point};
use piecework_draw::layout::{LayoutError, SheetFormat};
use piecework_tiling::stop::StopFlag;

/// From the middle of a cross to the end of an arm, in mm; chosen by eye.
pub(super) const ARM: f64 = 2.5;
/// The distances of crosses from an edge that are tried, in mm: the first is beside the border.
const BESIDE: [f64; 3] = [BORDER / 2.0 + ARM, 2.5, 1.5];
/// How far a hooping extends beyond its patches, in mm: over the border, or over a cross, plus the rounding
/// to whole squares.
const OVER_BORDER: f64 = BORDER / 2.0;
const OVER_CROSS: f64 = BESIDE[0] + ARM + SQUARE_MM / 2.0;

/// Patches that are sewn in one hooping.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Hooping {
    /// Its patches, ascending.
    pub(super) patches: Vec<usize>,
    /// Their bounding box in the design.
    pub(super) bounds: Bounds,
    pub(super) frame: Frame,
    /// Crosses of earlier hoopings, for alignment.
    pub(super) met: Vec<Point>,
    /// Crosses for later hoopings.
    pub(super) left: Vec<Point>,
}

/// Returns the hoopings in the order of sewing, and a lower bound for their number. Each touches an earlier
/// one if possible.
///
/// The design is turned by a quarter in the hoop if that saves hoopings.
///
/// # Errors
/// [`MachineError::HoopTooSmall`] for the first piece that is larger than the hoop; [`LayoutError::Stopped`].
pub(super) fn hoopings(
    patchwork: &Patchwork,
    cell: f64,
    hoop: (&SheetFormat, &StopFlag),
) -> Result<(Vec<Hooping>, usize), CutError> {
    let upright = laid(patchwork, cell, hoop, false);
    if upright.as_ref().is_ok_and(|(hoopings, _)| hoopings.len() == 1) {
        return upright;
    }
    match (upright, laid(patchwork, cell, hoop, true)) {
        (Ok(upright), Ok(turned)) if turned.0.len() < upright.0.len() => Ok(turned),
        (Err(_), Ok(turned)) => Ok(turned),
        (upright, _) => upright,
    }
}

/// Returns the hoopings in one orientation.
fn laid(
    patchwork: &Patchwork,
    cell: f64,
    (hoop, stop): (&SheetFormat, &StopFlag),
    turned: bool,
) -> Result<(Vec<Hooping>, usize), CutError> {
    let (usable, bounds) = (hoop.usable()?, patchwork.bounds());
    let place = |patches: Vec<usize>, bounds: Bounds| {
        let frame = frame(patchwork.bounds().center(), bounds.center(), hoop, turned);
        Hooping { patches, bounds, frame, met: Vec::new(), left: Vec::new() }
    };
    let room = |over: f64| {
        let (width, height) = (usable.width() - 2.0 * over, usable.height() - 2.0 * over);
        let room = Dimensions { width, height };
        if turned { room.turned() } else { room }
    };
    let Dimensions { width, height } = room(OVER_BORDER);
    if bounds.width() <= width && bounds.height() <= height {
        return Ok((vec![place((0..patchwork.patches().len()).collect(), bounds)], 1));
    }
    let room = room(OVER_CROSS);
    let panels = Panels::split(patchwork, room, stop).map_err(|error| too_small(error, room, cell))?;
    let placed = panels.panels().iter().map(|panel| place(panel.patches.clone(), panel.bounds)).collect();
    let mut hoopings = in_sewing_order(patchwork, placed);
    cross(patchwork, &mut hoopings);
    Ok((hoopings, panels.at_least()))
}

/// Puts the patches in the middle of the hoop, to half a square.
fn frame(whole: Point, patches: Point, hoop: &SheetFormat, turned: bool) -> Frame {
    let (x, y) = ((whole.x - patches.x) / SQUARE_MM, (whole.y - patches.y) / SQUARE_MM);
    let by = (x.round() * SQUARE_MM - whole.x, y.round() * SQUARE_MM - whole.y);
    #[expect(clippy::cast_possible_truncation, reason = "a whole is shorter than 1 km")]
    let squares = (x.round() as i64, y.round() as i64);
    Frame { by, squares, turned, middle: Point { x: hoop.width / 2.0, y: hoop.height / 2.0 } }
}

fn too_small(error: LayoutError, allowed: Dimensions, cell: f64) -> CutError {
    let LayoutError::PartTooLarge { part, width, height, .. } = error else { return error.into() };
    let largest_cell = cell * (allowed.width / width).min(allowed.height / height);
    let (found, allowed) = ((width, height), allowed.into());
    MachineError::HoopTooSmall { piece: part, found, allowed, largest_cell }.into()
}

/// Starts with the first in reading order, then always takes the first that touches an earlier one.
fn in_sewing_order(patchwork: &Patchwork, mut waiting: Vec<Hooping>) -> Vec<Hooping> {
    let mut sewn = vec![false; patchwork.patches().len()];
    let mut order = Vec::with_capacity(waiting.len());
    while !waiting.is_empty() {
        let touches = |hooping: &Hooping| borders(patchwork, hooping).any(|(_, _, other)| sewn[other]);
        let next = waiting.remove(waiting.iter().position(touches).unwrap_or(0));
        next.patches.iter().for_each(|&patch| sewn[patch] = true);
        order.push(next);
    }
    order
}

/// Returns the edges of a hooping, with its patch and the one beyond.
fn borders<'a>(
    patchwork: &'a Patchwork,
    hooping: &'a Hooping,
) -> impl Iterator<Item = (usize, usize, usize)> + 'a {
    let sides = hooping.patches.iter().flat_map(|&patch| {
        patchwork.patches()[patch].rings().iter().flatten().map(move |side| (side.edge, patch))
    });
    sides.filter_map(|(edge, patch)| {
        let found = &patchwork.edges()[edge];
        let other = if found.left == Some(patch) { found.right? } else { found.left? };
        hooping.patches.binary_search(&other).is_err().then_some((edge, patch, other))
    })
}

/// Gives every hooping that touches earlier ones its crosses.
fn cross(patchwork: &Patchwork, hoopings: &mut [Hooping]) {
    let mut hooping_of = vec![usize::MAX; patchwork.patches().len()];
    for index in 0..hoopings.len() {
        let places: Vec<(usize, Point)> = borders(patchwork, &hoopings[index])
            .filter(|&(_, _, other)| hooping_of[other] < index)
            .flat_map(|(edge, patch, other)| {
                beside(patchwork, edge, patch).map(|at| (hooping_of[other], at)).collect::<Vec<_>>()
            })
            .collect();
        for &(earlier, at) in &farthest(&places) {
            hoopings[earlier].left.push(at);
            hoopings[index].met.push(at);
        }
        hoopings[index].patches.iter().for_each(|&patch| hooping_of[patch] = index);
    }
}

/// Places in a patch beside one of its edges, near both ends: where the cross is in the patch, or at least
/// its middle.
fn beside(patchwork: &Patchwork, edge: usize, patch: usize) -> impl Iterator<Item = Point> + '_ {
    let found = &patchwork.edges()[edge];
    let (from, to) = patchwork.ends(found);
    let along = ((to.x - from.x) / found.length, (to.y - from.y) / found.length);
    // y points down: left is at (y, -x).
    let sign = if found.left == Some(patch) { 1.0 } else { -1.0 };
    let outline = patchwork.patches()[patch].outline();
    [(from, 1.0), (to, -1.0)].into_iter().filter_map(move |(end, forward)| {
        let at = |inset: f64, deep: f64| {
            let (inset, deep) = (inset.min(found.length / 3.0) * forward, deep * sign);
            end.moved(along.0 * inset + along.1 * deep, along.1 * inset - along.0 * deep)
        };
        let insets = (1..=3).map(|steps| at(BESIDE[0] * f64::from(steps), BESIDE[0]));
        let clear = |&at: &Point| outline.contains(at) && outline.distance(at) > BESIDE[0] - 1e-6;
        insets
            .into_iter()
            .find(clear)
            .or_else(|| BESIDE.iter().map(|&deep| at(BESIDE[0], deep)).find(|&at| outline.contains(at)))
    })
}

/// Returns the two places that are farthest apart, or the only one.
fn farthest(places: &[(usize, Point)]) -> Vec<(usize, Point)> {
    let mut best: Option<(f64, usize, usize)> = None;
    for (i, (_, one)) in places.iter().enumerate() {
        for (j, (_, other)) in places.iter().enumerate().skip(i + 1) {
            let far = one.distance(*other);
            if best.is_none_or(|(most, _, _)| far > most) {
                best = Some((far, i, j));
            }
        }
    }
    match best {
        Some((_, i, j)) => vec![places[i], places[j]],
        None => places.first().copied().into_iter().collect(),
    }
}
