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
mod search;

use self::form::Forms;
use self::laid::Laid;
use self::search::{Search, box_worth};
use super::nest::nest;
use super::proof::prove;
use super::{LayoutError, Part, Placed, Sheet, Stock};
use crate::geometry::{Bounds, Point};
use piecework_tiling::stop::StopFlag;

/// More rectangles than this on one sheet are nested by their boxes; chosen by trial.
const MANY: usize = 2000;

/// Nests `parts` on sheets of `stock` by their outlines, on as few sheets as a local search finds; each part
/// as it is or turned by one of `turns`, in degrees.
///
/// # Shape
/// Every part on exactly one sheet, inside its usable area, at least `stock.gap` from the others; without a
/// gap they may overlap by a micrometre. Boxes around parts may overlap. Deterministic, and never more sheets
/// than [`nest`]; on a single sheet the box around all parts is small.
///
/// # Errors
/// As [`nest`], and [`LayoutError::Stopped`]. The result is proved pair by pair before it is returned.
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
    stop.check()?;
    let usable = stock.usable()?;
    let by_boxes = match nest(parts, stock) {
        Ok(sheets) => Some(sheets),
        // A part may fit only turned.
        Err(LayoutError::PartTooLarge { .. }) if !turns.is_empty() => None,
        Err(error) => return Err(error),
    };
    let areas: Vec<f64> = parts.iter().map(|part| part.outline().area()).collect();
    let area: f64 = areas.iter().sum();
    let boxes = by_boxes.as_ref().map_or(usize::MAX, Vec::len);
    let whole = usable.width() * usable.height();
    // Rectangles have no notches to reach into, and the search takes seconds for many of them.
    let fills_box = |(part, area): (&Part, &f64)| {
        let bounds = part.bounds();
        bounds.width() * bounds.height() - area < 1e-6 * area
    };
    let is_plain = boxes == 1 && parts.len() > MANY && parts.iter().zip(&areas).all(fills_box);
    if parts.len() < 2 && by_boxes.is_some()
        || is_plain
        || boxes > 1 && boxes < usize::MAX && area > (boxes - 1) as f64 * whole
    {
        return Ok(by_boxes.unwrap_or_default());
    }
    let room = (usable.width(), usable.height());
    let forms = Forms::new(parts, stock.gap, turns, (room, stop))?;
    if let Some(part) = (0..parts.len()).find(|&part| forms.of(part).is_empty()) {
        // The error of the boxes names it.
        return nest(&parts[part..=part], stock);
    }
    stop.check()?;
    let search = Search::new(&forms, &areas, room, (area / whole).ceil(), stop);
    let found = search.best(boxes, by_boxes.as_deref().map_or(f64::INFINITY, |sheets| box_of(parts, sheets)));
    stop.check()?;
    let Some(laid) = found else { return by_boxes.map_or_else(|| nest(parts, stock), Ok) };
    let sheets = sheets(laid, &forms, usable);
    prove(parts, stock, &sheets, stop)?;
    Ok(sheets)
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
