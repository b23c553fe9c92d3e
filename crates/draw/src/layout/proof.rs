//! Proves the result of a nester, without its code. Holes count as filled, because what is placed in a hole
//! falls out with it.

use super::{LayoutError, Part, Sheet, Stock};
use crate::geometry::{NEARER, Outline, Point, TooNear, too_near_until};
use piecework_tiling::stop::StopFlag;

/// Checks that every part is on one sheet, in its usable area, and at least the gap from all others.
///
/// # Errors
/// [`LayoutError::NotPlacedOnce`], [`LayoutError::Outside`] and [`LayoutError::TooNear`]: mistakes of a
/// nester.
pub(super) fn prove(
    parts: &[Part],
    stock: &Stock,
    sheets: &[Sheet],
    stop: &StopFlag,
) -> Result<(), LayoutError> {
    let name = |part: usize| parts[part].name().to_owned();
    let mut times = vec![0_usize; parts.len()];
    sheets.iter().flat_map(|sheet| &sheet.placed).for_each(|placed| times[placed.part] += 1);
    if let Some(part) = times.iter().position(|&times| times != 1) {
        return Err(LayoutError::NotPlacedOnce { part: name(part), times: times[part] });
    }
    let usable = stock.usable()?.inset(-NEARER);
    for sheet in sheets {
        let outlines: Vec<Outline> = sheet.placed.iter().map(|placed| placed.outline(parts)).collect();
        if let Some(index) = outlines.iter().position(|outline| !usable.contains(outline.bounds())) {
            return Err(LayoutError::Outside { part: name(sheet.placed[index].part) });
        }
        let named = sheet.placed.iter().zip(&outlines);
        let named = named.map(|(placed, outline)| (parts[placed.part].name(), outline));
        prove_apart_until(named, stock.gap, stop)?;
    }
    Ok(())
}

/// Checks that the outlines on a sheet are at least the gap apart; without one they do not overlap.
///
/// # Errors
/// [`LayoutError::TooNear`] with the names of two that are not.
pub fn prove_apart<'a>(
    outlines: impl IntoIterator<Item = (&'a str, &'a Outline)>,
    gap: f64,
) -> Result<(), LayoutError> {
    prove_apart_until(outlines, gap, &StopFlag::never())
}

/// Checks the same, unless it is stopped before.
///
/// # Errors
/// As [`prove_apart`], and [`LayoutError::Stopped`].
pub fn prove_apart_until<'a>(
    outlines: impl IntoIterator<Item = (&'a str, &'a Outline)>,
    gap: f64,
    stop: &StopFlag,
) -> Result<(), LayoutError> {
    let (names, rings): (Vec<&str>, Vec<&[Point]>) =
        outlines.into_iter().map(|(name, outline)| (name, outline.outer().points())).unzip();
    let Some(TooNear { pair, apart }) = too_near_until(&rings, gap, stop)? else { return Ok(()) };
    let [part, other] = [pair.0, pair.1].map(|index| names[index].to_owned());
    Err(LayoutError::TooNear { part, other, apart, gap })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Placed;

    const STOCK: Stock = Stock { width: 50.0, height: 50.0, margin: 5.0, gap: 2.0 };

    fn said(places: &[(usize, f64, f64, i32)]) -> String {
        let part = |name: &str| {
            let bar = Outline::rectangle(20.0, 10.0).expect("an outline");
            Part::new(name, bar, Vec::new()).expect("a part")
        };
        let placed =
            |&(part, x, y, turn): &(usize, f64, f64, i32)| Placed { part, at: Point::new(x, y), turn };
        let sheets = [Sheet { placed: places.iter().map(placed).collect() }];
        prove(&[part("a"), part("b")], &STOCK, &sheets, &StopFlag::never())
            .map_err(|error| error.to_string())
            .err()
            .unwrap_or_default()
    }

    #[test]
    fn what_a_nester_did_wrong_is_an_error() {
        for (places, expected) in [
            (&[(0, 5.0, 5.0, 0), (1, 5.0, 17.0, 0)][..], ""),
            (&[(0, 5.0, 5.0, 0), (1, 5.0, 16.9, 0)], "`a` and `b` were nested 1.9000 mm apart"),
            (&[(0, 5.0, 5.0, 0), (1, 15.0, 10.0, 0)], "`a` and `b` were nested 0.0000 mm apart"),
            // Upright, the second begins beside the first.
            (&[(0, 5.0, 5.0, 0), (1, 27.0, 5.0, 90)], ""),
            (&[(0, 5.0, 5.0, 0), (1, 27.0, 5.0, 0)], "`b` was nested beyond the edge"),
            (&[(0, 5.0, 5.0, 0)], "`b` was nested `0` times"),
            (&[(0, 5.0, 5.0, 0), (1, 5.0, 17.0, 0), (0, 5.0, 29.0, 0)], "`a` was nested `2` times"),
        ] {
            let said = said(places);
            assert!(said.contains(expected) && said.is_empty() == expected.is_empty(), "{places:?}: {said}");
        }
    }
}
