//! Nests parts on sheets by their bounding boxes.
//!
//! Parts are not turned, so that all have the same grainline.
//!
//! The packing is guillotiere's (decision 0009); this module chooses the order of the parts and checks the
//! result.

use guillotiere::{AtlasAllocator, Size, size2};

use super::free_room::{FreeRoom, Space};
use super::proof::prove;
use super::{LayoutError, Part, Placed, Sheet, Stock, Stocks};
use crate::geometry::{Bounds, Dimensions, Point};
use piecework_tiling::stop::StopFlag;

/// Boxes are packed in whole units of this many mm, rounded up, so that gaps never shrink.
pub(super) const UNIT: f64 = 0.01;
/// The most sheets of a job; more is a mistake in the sizes.
const MOST_SHEETS: usize = 1000;

/// Nests `parts` on sheets of `stock` by their bounding boxes, the tallest first.
///
/// # Shape
/// Every part is on exactly one sheet, inside its usable area, at least `stock.gap` from the others.
/// Deterministic.
///
/// # Errors
/// [`LayoutError::PartTooLarge`] for the first part that fits on no sheet; [`LayoutError::NoRoom`] and
/// [`LayoutError::TooManySheets`]. The result is proved pair by pair before it is returned.
pub fn nest(parts: &[Part], stock: &Stock) -> Result<Vec<Sheet>, LayoutError> {
    nest_on(parts, &Stocks::only(*stock))
}

/// The same on sheets of several sizes; of the first, some may stay empty.
pub(super) fn nest_on(parts: &[Part], stocks: &Stocks<'_>) -> Result<Vec<Sheet>, LayoutError> {
    let sizes: Vec<Dimensions> = parts.iter().map(|part| part.bounds().dimensions()).collect();
    let sheets = nest_sizes_on(&sizes, (stocks, false), |part| parts[part].name().to_owned())?;
    prove(parts, stocks, &sheets, &StopFlag::never())?;
    Ok(sheets)
}

/// Nests boxes of `sizes` like [`nest`], on sheets of several sizes; `name` gives the name of a
/// box. Sheet by sheet in their order; of the first, some may stay empty. If they may be turned, each is turned by itself by
/// a quarter, where that saves a sheet.
///
/// # Errors
/// As [`nest`].
pub fn nest_sizes_on(
    sizes: &[Dimensions],
    (stocks, may_turn): (&Stocks<'_>, bool),
    name: impl Fn(usize) -> String,
) -> Result<Vec<Sheet>, LayoutError> {
    let gap = stocks.then.gap;
    // Each box includes its gap on the right and below; the area is larger by one gap for the last box.
    let room = |usable: Bounds| Room {
        size: size2(floor_units(usable.width() + gap), floor_units(usable.height() + gap)),
        usable,
    };
    let rooms: Vec<Room> = stocks.usable()?.into_iter().map(room).collect();
    let units = |size: &Dimensions| size2(ceil_units(size.width + gap), ceil_units(size.height + gap));
    let boxes: Vec<Size> = sizes.iter().map(units).collect();
    let mut tallest: Vec<usize> = (0..sizes.len()).collect();
    tallest.sort_by(|&a, &b| {
        let (one, other) = (sizes[a], sizes[b]);
        other.height.total_cmp(&one.height).then(other.width.total_cmp(&one.width)).then(a.cmp(&b))
    });
    let by = |key: fn(Size) -> i64| {
        let mut order = tallest.clone();
        order.sort_by_key(|&part| key(boxes[part]));
        order
    };
    let others = [by(|size| -size.to_i64().area()), by(|size| -i64::from(size.width))];
    let mut best = packed::<AtlasAllocator>(&tallest, &boxes, &rooms)?;
    // Other orders are used only if they save a sheet, and turns only where no order does.
    let mut try_other = |pack: Pack, order: &[usize]| -> Result<(), LayoutError> {
        let other = if best.as_ref().is_ok_and(|best| best.len() < 2) {
            Err(0)
        } else {
            pack(order, &boxes, &rooms)?
        };
        if let Ok(other) = other
            && best.as_ref().map_or(may_turn, |best| stocks.used(&other) < stocks.used(best))
        {
            best = Ok(other);
        }
        Ok(())
    };
    others.iter().try_for_each(|order| try_other(packed::<AtlasAllocator>, order))?;
    for order in [&tallest].into_iter().chain(&others).filter(|_| may_turn) {
        try_other(packed::<FreeRoom<true>>, order)?;
        try_other(packed::<FreeRoom<false>>, order)?;
    }
    let mut best = best.map_err(|part| LayoutError::PartTooLarge {
        part: name(part),
        width: sizes[part].width,
        height: sizes[part].height,
        sheet_width: rooms[stocks.first.len()].usable.width(),
        sheet_height: rooms[stocks.first.len()].usable.height(),
    })?;
    for sheet in &mut best {
        sheet.placed.sort_by_key(|placed| placed.part);
    }
    Ok(best)
}

/// The room of a sheet, in units with a gap for the last box, and its usable area.
#[derive(Clone, Copy)]
struct Room {
    size: Size,
    usable: Bounds,
}

impl Space for AtlasAllocator {
    const TURNS: bool = false;

    fn of(size: Size) -> Self {
        Self::new(size)
    }

    fn put(&mut self, size: Size) -> Option<(i32, (i32, i32))> {
        let corner = self.allocate(size)?.rectangle.min;
        Some((0, (corner.x, corner.y)))
    }
}

/// A packing, or the first box that is too large for all sheets that are left.
type Packed = Result<Result<Vec<Sheet>, usize>, LayoutError>;
type Pack = fn(&[usize], &[Size], &[Room]) -> Packed;

/// Packs boxes in the order given.
fn packed<S: Space>(order: &[usize], boxes: &[Size], rooms: &[Room]) -> Packed {
    let mut open: Vec<(S, Sheet)> = Vec::new();
    for &part in order {
        if !place(&mut open, part, boxes[part], rooms) {
            return Ok(Err(part));
        }
        if open.len() > MOST_SHEETS {
            return Err(LayoutError::TooManySheets { found: open.len(), allowed: MOST_SHEETS });
        }
    }
    Ok(Ok(open.into_iter().map(|(_, sheet)| sheet).collect()))
}

/// Puts one box on the first sheet that has room for it, or on a new one; returns whether there is one.
fn place<S: Space>(open: &mut Vec<(S, Sheet)>, part: usize, size: Size, rooms: &[Room]) -> bool {
    let room = |sheet: usize| rooms[sheet.min(rooms.len() - 1)];
    let at = |number: usize, (space, sheet): &mut (S, Sheet)| {
        let Some((turn, (x, y))) = space.put(size) else { return false };
        let usable = room(number).usable;
        let at = Point { x: usable.left + f64::from(x) * UNIT, y: usable.top + f64::from(y) * UNIT };
        sheet.placed.push(Placed { part, at, turn });
        true
    };
    if open.iter_mut().enumerate().any(|(number, sheet)| at(number, sheet)) {
        return true;
    }
    let fits = |Size { width, height, .. }: Size| {
        let fits = |wide: i32, high: i32| wide <= width && high <= height;
        fits(size.width, size.height) || S::TURNS && fits(size.height, size.width)
    };
    while open.len() < rooms.len() || fits(room(open.len()).size) {
        let mut fresh = (S::of(room(open.len()).size), Sheet { placed: Vec::new() });
        let placed = at(open.len(), &mut fresh);
        open.push(fresh);
        if placed {
            return true;
        }
    }
    false
}

#[expect(clippy::cast_possible_truncation, reason = "lengths are limited to 10 m, which is 10^6 units")]
pub(super) fn ceil_units(mm: f64) -> i32 {
    // A little over a whole unit is a rounding error of the sum.
    (mm / UNIT - 1e-6).ceil() as i32
}

#[expect(clippy::cast_possible_truncation, reason = "lengths are limited to 10 m, which is 10^6 units")]
pub(super) fn floor_units(mm: f64) -> i32 {
    (mm / UNIT + 1e-6).floor() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Outline;

    fn rectangle(width: f64, height: f64) -> Part {
        let outline = Outline::rectangle(width, height).expect("a good outline");
        Part::new(format!("{width} x {height}"), outline, Vec::new()).expect("a good part")
    }

    const STOCK: Stock = Stock { width: 100.0, height: 100.0, margin: 5.0, gap: 2.0 };

    #[track_caller]
    fn check(parts: &[Part], stock: &Stock, sheets: &[Sheet]) {
        let usable = stock.usable().expect("room").inset(-1e-6);
        let mut seen: Vec<usize> = sheets.iter().flat_map(|s| s.placed.iter().map(|p| p.part)).collect();
        seen.sort_unstable();
        assert_eq!(seen, (0..parts.len()).collect::<Vec<_>>(), "every part once");
        for sheet in sheets {
            let boxes: Vec<Bounds> = sheet.placed.iter().map(|p| lying(&parts[p.part], p.at)).collect();
            for (i, a) in boxes.iter().enumerate() {
                assert!(a.left >= usable.left && a.right <= usable.right, "{a:?}");
                assert!(a.top >= usable.top && a.bottom <= usable.bottom, "{a:?}");
                for b in &boxes[..i] {
                    let apart =
                        (a.left - b.right).max(b.left - a.right).max(a.top - b.bottom).max(b.top - a.bottom);
                    assert!(apart >= stock.gap - 1e-6, "{a:?} and {b:?} are {apart} mm apart");
                }
            }
        }
    }

    fn lying(part: &Part, at: Point) -> Bounds {
        let bounds = part.bounds();
        Bounds { left: at.x, top: at.y, right: at.x + bounds.width(), bottom: at.y + bounds.height() }
    }

    #[test]
    fn parts_are_inside_and_apart() {
        let parts: Vec<Part> = (1..40u8)
            .map(|i| rectangle(f64::from(i % 7) * 6.0 + 5.0, f64::from(i % 5) * 9.0 + 3.0))
            .collect();
        let sheets = nest(&parts, &STOCK).expect("fits");
        assert!(sheets.len() > 1);
        check(&parts, &STOCK, &sheets);
        assert_eq!(sheets, nest(&parts, &STOCK).expect("fits"), "the same every time");
    }

    #[test]
    fn a_part_as_large_as_the_usable_area_fits_and_a_larger_one_does_not() {
        let parts = [rectangle(90.0, 90.0)];
        check(&parts, &STOCK, &nest(&parts, &STOCK).expect("fits exactly"));
        let error = nest(&[rectangle(90.02, 10.0)], &STOCK).unwrap_err();
        assert!(matches!(error, LayoutError::PartTooLarge { .. }), "{error}");
    }

    #[test]
    fn four_quarters_share_a_sheet() {
        let parts: Vec<Part> = (0..4).map(|_| rectangle(44.0, 44.0)).collect();
        let sheets = nest(&parts, &STOCK).expect("fits");
        assert_eq!(sheets.len(), 1, "2 x 44 + 2 = 90");
        check(&parts, &STOCK, &sheets);
    }

    /// Six boards in three rows leave a column for one that is turned; each board alone or all turned take two sheets.
    #[test]
    fn a_board_is_turned_where_that_saves_a_sheet() {
        let stock = Stock { width: 600.0, height: 400.0, margin: 0.0, gap: 2.0 };
        let nested = |count: usize, may_turn| {
            let sizes = vec![(200.0, 120.0).into(); count];
            nest_sizes_on(&sizes, (&Stocks::only(stock), may_turn), |_| String::new()).expect("fits")
        };
        assert_eq!((nested(7, false).len(), nested(7, true).len()), (2, 1));
        let turned = nested(7, true)[0].placed.iter().filter(|placed| placed.turn == 90).count();
        assert!((1..7).contains(&turned), "{turned}");
        assert!(nested(6, true)[0].placed.iter().all(|placed| placed.turn == 0), "none without need");
        let boxes: Vec<Bounds> = nested(7, true)[0]
            .placed
            .iter()
            .map(|placed| {
                let (width, height) = if placed.turn == 0 { (200.0, 120.0) } else { (120.0, 200.0) };
                let Point { x, y } = placed.at;
                Bounds { left: x, top: y, right: x + width, bottom: y + height }
            })
            .collect();
        for (i, a) in boxes.iter().enumerate() {
            assert!(a.left >= 0.0 && a.top >= 0.0 && a.right <= 600.0 && a.bottom <= 400.0, "{a:?}");
            for b in &boxes[..i] {
                let apart =
                    (a.left - b.right).max(b.left - a.right).max(a.top - b.bottom).max(b.top - a.bottom);
                assert!(apart >= 2.0 - 1e-6, "{a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn margins_that_leave_nothing_are_refused() {
        let stock = Stock { margin: 50.0, ..STOCK };
        assert!(matches!(nest(&[rectangle(1.0, 1.0)], &stock), Err(LayoutError::NoRoom { .. })));
    }
}
