//! The region of a puzzle file.

use super::super::region::longest_side;
use super::super::{PuzzleError, Region, Wrap};
use super::PuzzleFileError;
use super::classes::{labelled, open, region_of_words};
use super::rows::{drawn_region, listed_cells};
use crate::json::{Node, Object, ValueError};
use crate::lattice::Lattice;
use crate::limits::Limit;

const FORMS: &[&str] = &["rows", "rectangle", "cells", "hexagon", "triangle", "words"];
pub(super) const KEYS: &[&str] = &[
    "rows",
    "rectangle",
    "cells",
    "hexagon",
    "triangle",
    "words",
    "without",
    "wrap",
    "shift",
    "optional",
    "rim",
    "labels",
    "open",
];

/// Returns the region that an object describes as the `region` of a puzzle file does.
pub fn region_at(node: Node<'_>, lattice: Lattice) -> Option<Region> {
    let object = node.object(KEYS)?;
    let (form, node) = object.one_of(FORMS)?;
    let whole = match form {
        "rows" => {
            let (cells, optional) = drawn_region(node, lattice)?;
            node.check(Region::new(lattice, cells))?.with_optional(optional)
        }
        "cells" => {
            let cells = listed_cells(node, node.limits().get(Limit::RegionCells))?;
            node.check(Region::new(lattice, cells.into_iter().map(|(cell, _)| cell).collect()))?
        }
        "rectangle" => rectangle(node, lattice, &object)?,
        "words" => region_of_words(node, lattice)?,
        "hexagon" => node.check(Region::hexagon(lattice, side(node)?))?,
        _ => node.check(Region::triangle(lattice, side(node)?))?,
    };
    node.check(within_limits(&whole, node))?;
    for key in ["wrap", "shift"] {
        if let Some(node) = object.get(key).filter(|_| form != "rectangle") {
            node.refuse(ValueError::KeysExclude { key, other: form });
            return None;
        }
    }
    let whole = match object.get("without") {
        None => Some(whole),
        Some(without) if matches!(form, "rows" | "cells" | "words") => {
            without.refuse(ValueError::KeysExclude { key: "without", other: form });
            None
        }
        Some(without) => node.check(whole.with_only(rest(&whole, without)?)),
    };
    let whole = optional(&object, whole?)?;
    let whole = match object.get("labels") {
        None => Some(whole),
        Some(labels) if form == "words" => {
            labels.refuse(ValueError::KeysExclude { key: "labels", other: form });
            None
        }
        Some(labels) => labelled(whole, labels),
    };
    match object.get("open") {
        None => whole,
        Some(node) => open(whole?, node),
    }
}

/// Reads which cells may stay empty: listed, or all near the outside.
fn optional(object: &Object<'_>, region: Region) -> Option<Region> {
    match (object.get("optional"), object.get("rim")) {
        (None, None) => Some(region),
        (Some(listed), None) => {
            let cells = listed_cells(listed, region.area() as u64)?;
            let mut outside = cells.iter().filter(|(cell, _)| region.index_of(*cell).is_none()).peekable();
            let is_good = outside.peek().is_none();
            outside.for_each(|&(cell, entry)| entry.refuse(PuzzleFileError::NotInRegion { cell }));
            is_good.then(|| region.with_optional(cells.into_iter().map(|(cell, _)| cell)))
        }
        (None, Some(rim)) => Some(region.with_rim(rim.count(1, Limit::RegionSide)?)),
        (Some(_), Some(rim)) => {
            rim.refuse(ValueError::KeysExclude { key: "rim", other: "optional" });
            None
        }
    }
}

/// Readers have lower limits than the ceilings that the region itself enforces.
fn within_limits(region: &Region, node: Node<'_>) -> Result<(), PuzzleError> {
    let allowed = node.limits().get(Limit::RegionCells);
    let found = region.area() as u64;
    if found > allowed {
        return Err(PuzzleError::RegionTooLarge { found, allowed });
    }
    let allowed = node.limits().get(Limit::RegionSide);
    let found = longest_side(region.cells());
    if found > allowed { Err(PuzzleError::SideTooLong { found, allowed }) } else { Ok(()) }
}

/// The area is checked before any cell is made.
fn rectangle(node: Node<'_>, lattice: Lattice, object: &Object<'_>) -> Option<Region> {
    let sides = node.list(2, 2)?;
    let number = |node: Node<'_>| u64::try_from(node.whole_number()?).ok();
    let area = number(sides[0]).zip(number(sides[1])).map(|(columns, rows)| columns.saturating_mul(rows));
    let allowed = node.limits().get(Limit::RegionCells);
    if let Some(found) = area.filter(|&area| area > allowed) {
        node.refuse(PuzzleError::RegionTooLarge { found, allowed });
        return None;
    }
    let (columns, rows) = (side(sides[0]), side(sides[1]));
    joined_sides(node, object, lattice, columns, rows)
        .unwrap_or_else(|| node.check(Region::rectangle(lattice, columns?, rows?)))
}

/// Returns the rectangle with the joined sides that an object names, if it names any.
pub(crate) fn joined_sides(
    node: Node<'_>,
    object: &Object<'_>,
    lattice: Lattice,
    columns: Option<u32>,
    rows: Option<u32>,
) -> Option<Option<Region>> {
    let shift = object.get("shift");
    let wrap = if shift.is_some() { object.require("wrap") } else { object.get("wrap") };
    if wrap.is_none() && shift.is_none() {
        return None;
    }
    // Only a torus has a bottom that is joined to its top.
    let can_be = Wrap::ALL.iter().filter(|&&wrap| wrap == Wrap::Torus || shift.is_none());
    let which = wrap.and_then(|node| node.word(&can_be.map(|&wrap| (wrap.name(), wrap)).collect::<Vec<_>>()));
    let region = || {
        let (which, columns, rows) = (which?, columns?, rows?);
        let Some(shift) = shift else { return node.check(Region::wrapped(lattice, columns, rows, which)) };
        let shift = u32::try_from(shift.integer(0, i64::from(columns) - 1)?).ok()?;
        node.check(Region::twisted(lattice, columns, rows, shift))
    };
    Some(region())
}

/// Returns the number of cells of a side.
fn side(node: Node<'_>) -> Option<u32> {
    node.count(1, Limit::RegionSide)
}

/// Returns the cells of `whole` that are not listed.
fn rest(whole: &Region, without: Node<'_>) -> Option<Vec<crate::lattice::Cell>> {
    let listed = listed_cells(without, whole.area() as u64)?;
    let mut keep = vec![true; whole.area()];
    let mut good = true;
    for (cell, entry) in listed {
        match whole.index_of(cell) {
            Some(index) => keep[index] = false,
            None => {
                entry.refuse(PuzzleFileError::NotInRegion { cell });
                good = false;
            }
        }
    }
    let cells = whole.cells().iter().zip(keep).filter(|(_, keep)| *keep).map(|(&cell, _)| cell);
    good.then(|| cells.collect())
}
