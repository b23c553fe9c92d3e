//! Nests parts on sheets by their outlines, so that one reaches into the notches of another.
//!
//! It never takes more sheets than nesting by boxes, and parts on a single sheet are compacted into its
//! corner, so that the rest stays a rectangle. Parts are turned only as allowed, and not placed in holes of
//! others, because holes are cut first. The search is limited by comparisons, not by time, so that the result
//! is always the same.
//!
//! Where one part overlaps another is known from their no-fit polygon (`no_fit`), which is kept as level
//! bands (`bands`). A form is an outline in one of its turns (`form`); a sheet is filled from its top
//! (`laid`) in many orders (`search`).

mod bands;
mod form;
mod laid;
mod no_fit;
mod openings;
mod search;

use self::form::Forms;
use self::laid::Laid;
use self::search::{Search, box_worth};
use super::nest::nest_on;
use super::proof::prove;
use super::{LayoutError, Part, Placed, Sheet, Stock, Stocks};
use crate::geometry::{Bounds, Point};
use piecework_tiling::stop::StopFlag;

pub use self::openings::{Guest, guests, inner_rectangle, with_guests};

/// More rectangles than this on one sheet are nested by their boxes; chosen by trial.
const MANY: usize = 2000;

/// Nests `parts` on sheets of `stock` by their outlines, on as few sheets as a local search finds; each part
/// as it is or turned by one of `turns`, in degrees.
///
/// # Shape
/// Every part on exactly one sheet, inside its usable area, at least `stock.gap` from the others; without a
/// gap they may overlap by a micrometre. Boxes around parts may overlap. Deterministic, and never more sheets
/// than [`nest`](crate::layout::nest); on a single sheet the box around all parts is small.
///
/// # Errors
/// As [`nest`](crate::layout::nest), and [`LayoutError::Stopped`]. The result is proved pair by pair before it is returned.
///
/// # Source
/// Bottom-left placement at the corners of placed parts: Baker, Coffman and Rivest, "Orthogonal packings in
/// two dimensions" (1980); the order is then improved by exchanges. No-fit polygons: Bennell and Oliveira,
/// "The geometry of nesting problems: a tutorial" (2008).
pub fn nest_outlines(
    parts: &[Part],
    stock: &Stock,
    turns: &[i32],
    stop: &StopFlag,
) -> Result<Vec<Sheet>, LayoutError> {
    nest_outlines_on(parts, &Stocks::only(*stock), turns, stop)
}

/// The same on sheets of several sizes, those that are there once before the others: as few as possible of the last size,
/// and then as few as possible at all. Sheet by sheet in their order; of the first, some may stay empty.
///
/// # Errors
/// As [`nest_outlines`].
pub fn nest_outlines_on(
    parts: &[Part],
    stocks: &Stocks<'_>,
    turns: &[i32],
    stop: &StopFlag,
) -> Result<Vec<Sheet>, LayoutError> {
    stop.check()?;
    let usable = stocks.usable()?;
    let by_boxes = match nest_on(parts, stocks) {
        Ok(sheets) => Some(sheets),
        // A part may fit only turned.
        Err(LayoutError::PartTooLarge { .. }) if !turns.is_empty() => None,
        Err(error) => return Err(error),
    };
    let areas: Vec<f64> = parts.iter().map(|part| part.outline().area()).collect();
    let area: f64 = areas.iter().sum();
    let rooms: Vec<(f64, f64)> = usable.iter().map(|room| (room.width(), room.height())).collect();
    let boxes = by_boxes.as_ref().map_or(usize::MAX, Vec::len);
    if parts.len() < 2 && by_boxes.is_some() || rooms.len() == 1 && is_best(parts, &areas, rooms[0], boxes) {
        return Ok(by_boxes.unwrap_or_default());
    }
    let forms = Forms::new(parts, stocks.then.gap, turns, (&rooms, stop))?;
    if let Some(part) = (0..parts.len()).find(|&part| forms.of(part).is_empty()) {
        // The error of the boxes names it.
        return nest_on(&parts[part..=part], stocks);
    }
    stop.check()?;
    let whole = |room: &(f64, f64)| room.0 * room.1;
    let (first, then) = rooms.split_at(rooms.len() - 1);
    let left = (area - first.iter().map(whole).sum::<f64>()).max(0.0);
    let search = Search::new(&forms, &areas, (&rooms, (left / whole(&then[0])).ceil()), stop);
    let found = if first.is_empty() {
        search.best(boxes, by_boxes.as_deref().map_or(f64::INFINITY, |sheets| box_of(parts, sheets)))
    } else {
        let used = by_boxes.as_deref().map_or((usize::MAX, usize::MAX), |sheets| stocks.used(sheets));
        let found = search.fewest(used).map(|laid| sheets(laid, &forms, usable[0])).or(by_boxes);
        stop.check()?;
        let found = found.map_or_else(|| nest_on(parts, stocks), Ok)?;
        prove(parts, stocks, &found, stop)?;
        return compacted(parts, stocks, (found, turns), stop);
    };
    stop.check()?;
    let Some(laid) = found else { return by_boxes.map_or_else(|| nest_on(parts, stocks), Ok) };
    let sheets = sheets(laid, &forms, usable[0]);
    prove(parts, stocks, &sheets, stop)?;
    Ok(sheets)
}

/// Compacts the only sheet that is used of several sizes.
fn compacted(
    parts: &[Part],
    stocks: &Stocks<'_>,
    (mut sheets, turns): (Vec<Sheet>, &[i32]),
    stop: &StopFlag,
) -> Result<Vec<Sheet>, LayoutError> {
    if let ((_, 1), Some(only)) = (stocks.used(&sheets), sheets.len().checked_sub(1)) {
        let own = nest_outlines(parts, &stocks.of(only), turns, stop)?;
        if let [sheet] = own.as_slice() {
            sheets[only] = sheet.clone();
        }
    }
    Ok(sheets)
}

/// Returns whether nothing is better than as many sheets of one size as boxes take, or nothing is worth its time.
fn is_best(parts: &[Part], areas: &[f64], room: (f64, f64), boxes: usize) -> bool {
    // Rectangles have no notches to reach into, and the search takes seconds for many of them.
    let fills_box = |(part, area): (&Part, &f64)| {
        let bounds = part.bounds();
        bounds.width() * bounds.height() - area < 1e-6 * area
    };
    let is_plain = boxes == 1 && parts.len() > MANY && parts.iter().zip(areas).all(fills_box);
    let area: f64 = areas.iter().sum();
    is_plain || boxes > 1 && boxes < usize::MAX && area > (boxes - 1) as f64 * room.0 * room.1
}

/// Returns how large the box around all parts of a single sheet counts.
fn box_of(parts: &[Part], sheets: &[Sheet]) -> f64 {
    let [sheet] = sheets else { return f64::INFINITY };
    let boxes = sheet.placed.iter().map(|placed| {
        let bounds = parts[placed.part].bounds();
        bounds.moved(placed.at.x - bounds.left, placed.at.y - bounds.top)
    });
    boxes.reduce(Bounds::union).map_or(0.0, |all| box_worth((all.width(), all.height())))
}

fn sheets(laid: Vec<Laid>, forms: &Forms, usable: Bounds) -> Vec<Sheet> {
    let sheet = |mut laid: Laid| {
        laid.lying.sort_by_key(|lying| lying.part);
        let placed = laid.lying.into_iter().map(|lying| Placed {
            part: lying.part,
            at: Point::new(usable.left + lying.at.0, usable.top + lying.at.1),
            turn: forms.forms[lying.form].turn,
        });
        Sheet { placed: placed.collect() }
    };
    laid.into_iter().map(sheet).collect()
}

#[cfg(test)]
mod tests;
