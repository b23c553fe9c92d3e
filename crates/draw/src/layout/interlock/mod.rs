//! Nests parts on sheets by their outlines, so that one reaches into the notches of another.
//!
//! It never takes more sheets than nesting by boxes, and parts on a single sheet are compacted into its
//! corner, so that the rest stays a rectangle. Parts are turned only as allowed, and not placed in holes of
//! others, because holes are cut first. The search is limited by comparisons, not by time, so that the result
//! is always the same.
//!
//! Where one part overlaps another is known from their no-fit polygon (`no_fit`), which is kept as level
//! bands (`bands`). A form is an outline in one of its turns (`form`); a sheet is filled from its top
//! (`laid`) in a few orders, then squeezed or emptied (`search`), and parts that overlap are moved apart (`separate`).

mod bands;
mod fill;
mod form;
mod laid;
mod no_fit;
mod openings;
mod search;
mod separate;

use self::form::Forms;
use self::search::Search;
use self::separate::Spot;
use super::nest::nest_on;
use super::proof::prove;
use super::{LayoutError, Part, Placed, Sheet, Stock, Stocks};
use crate::geometry::{Bounds, Dimensions};
use piecework_tiling::stop::StopFlag;

pub use self::openings::{Guest, guests, inner_rectangle, with_guests};

/// More rectangles than this on one sheet are nested by their boxes; chosen by trial.
const MANY: usize = 2000;

/// What is made small on as few sheets as possible.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Objective {
    /// The box around all parts of a single sheet, so that its offcut stays a rectangle.
    #[default]
    SmallestBox,
    /// The length that is used of the last sheet along its longer side: the shorter one is filled.
    LeastLength,
    /// Only the sheets, with a longer search.
    FewestSheets,
}

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
/// A first layout by bottom-left placement at the corners of placed parts: Baker, Coffman and Rivest, "Orthogonal packings
/// in two dimensions" (1980). No-fit polygons: Bennell and Oliveira, "The geometry of nesting problems: a tutorial" (2008).
/// It is then squeezed, and parts are moved apart: Gardeyn, Vanden Berghe and Wauters, "An open-source heuristic to reboot
/// 2D nesting research" (2025).
pub fn nest_outlines(
    parts: &[Part],
    stock: &Stock,
    turns: &[i32],
    stop: &StopFlag,
) -> Result<Vec<Sheet>, LayoutError> {
    nest_outlines_on(parts, &Stocks::only(*stock), (turns, Objective::SmallestBox), stop)
}

/// The same for pages to print: only how many there are counts, and what lies on a single one is not moved together.
///
/// # Errors
/// As [`nest_outlines`].
pub fn nest_pages(
    parts: &[Part],
    stock: &Stock,
    turns: &[i32],
    stop: &StopFlag,
) -> Result<Vec<Sheet>, LayoutError> {
    nest_for(parts, &Stocks::only(*stock), (turns, None), stop)
}

/// The same on sheets of several sizes, those that are there once before the others: as few as possible of the last size,
/// and then as few as possible at all. Sheet by sheet in their order; of the first, some may stay empty.
///
/// # Errors
/// As [`nest_outlines`].
pub fn nest_outlines_on(
    parts: &[Part],
    stocks: &Stocks<'_>,
    (turns, objective): (&[i32], Objective),
    stop: &StopFlag,
) -> Result<Vec<Sheet>, LayoutError> {
    nest_for(parts, stocks, (turns, Some(objective)), stop)
}

/// The same; without an objective only few sheets are wanted, and not for long.
fn nest_for(
    parts: &[Part],
    stocks: &Stocks<'_>,
    (turns, objective): (&[i32], Option<Objective>),
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
    let rooms: Vec<Dimensions> = usable.iter().map(|room| room.dimensions()).collect();
    let boxes = by_boxes.as_ref().map_or(usize::MAX, Vec::len);
    let best = || rooms.len() == 1 && is_best(parts, &areas, (rooms[0], objective), boxes);
    if parts.len() < 2 && by_boxes.is_some() || best() {
        return Ok(by_boxes.unwrap_or_default());
    }
    let forms = Forms::new(parts, stocks.then.gap, turns, (&rooms, stop))?;
    if let Some(part) = (0..parts.len()).find(|&part| forms.of(part).is_empty()) {
        // The error of the boxes names it.
        return nest_on(&parts[part..=part], stocks);
    }
    stop.check()?;
    let whole = |room: &Dimensions| room.width * room.height;
    let (first, then) = rooms.split_at(rooms.len() - 1);
    let left = (area - first.iter().map(whole).sum::<f64>()).max(0.0);
    let search = Search::new(&forms, &areas, (&rooms, (left / whole(&then[0])).ceil()), (objective, stop));
    let known = by_boxes.as_deref().and_then(|sheets| spots(sheets, &forms, (usable[0], parts.len())));
    let found = search.best(known);
    stop.check()?;
    let Some(found) = found else { return by_boxes.map_or_else(|| nest_on(parts, stocks), Ok) };
    let sheets = sheets(&found, &forms, usable[0]);
    prove(parts, stocks, &sheets, stop)?;
    Ok(sheets)
}

/// Returns whether nothing is better than as many sheets of one size as boxes take, or nothing is worth its time.
fn is_best(
    parts: &[Part],
    areas: &[f64],
    (room, objective): (Dimensions, Option<Objective>),
    boxes: usize,
) -> bool {
    // Rectangles have no notches to reach into, and the search takes seconds for many of them.
    let fills_box = |(part, area): (&Part, &f64)| {
        let bounds = part.bounds();
        bounds.width() * bounds.height() - area < 1e-6 * area
    };
    let is_plain = boxes == 1 && parts.len() > MANY && parts.iter().zip(areas).all(fills_box);
    let area: f64 = areas.iter().sum();
    is_plain
        || objective.is_none() && boxes == 1
        || objective != Some(Objective::LeastLength)
            && boxes > 1
            && boxes < usize::MAX
            && area > (boxes - 1) as f64 * room.width * room.height
}

/// Returns where parts of sheets lie; `None` if one is not there, or does not fit as it is.
fn spots(sheets: &[Sheet], forms: &Forms, (usable, count): (Bounds, usize)) -> Option<Vec<Spot>> {
    let mut spots = vec![None; count];
    for (room, sheet) in sheets.iter().enumerate() {
        for placed in &sheet.placed {
            let form =
                forms.of(placed.part).iter().copied().find(|&form| forms.forms[form].turn == placed.turn)?;
            let at = placed.at.moved(-usable.left, -usable.top);
            spots[placed.part] = Some(Spot { room, form, at });
        }
    }
    spots.into_iter().collect()
}

fn sheets(spots: &[Spot], forms: &Forms, usable: Bounds) -> Vec<Sheet> {
    let count = spots.iter().map(|spot| spot.room + 1).max().unwrap_or(0);
    let mut sheets = vec![Sheet { placed: Vec::new() }; count];
    for (part, spot) in spots.iter().enumerate() {
        let at = spot.at.moved(usable.left, usable.top);
        sheets[spot.room].placed.push(Placed { part, at, turn: forms.forms[spot.form].turn });
    }
    sheets
}

#[cfg(test)]
mod tests;
