//! Proves the result of a nester, without its code. Holes count as filled, unless something lies in one whole: it is cut
//! before, or it would fall out with what is in the hole.

use super::{LayoutError, Part, Sheet, Stocks};
use crate::geometry::{NEARER, Outline, Point, Ring, TooNear, too_near_until};
use piecework_tiling::stop::StopFlag;

/// Checks that every part is on one sheet, in its usable area, and at least the gap from all others.
///
/// # Errors
/// [`LayoutError::NotPlacedOnce`], [`LayoutError::Outside`] and [`LayoutError::TooNear`]: mistakes of a
/// nester.
pub(super) fn prove(
    parts: &[Part],
    stocks: &Stocks<'_>,
    sheets: &[Sheet],
    stop: &StopFlag,
) -> Result<(), LayoutError> {
    let name = |part: usize| parts[part].name().to_owned();
    let mut times = vec![0_usize; parts.len()];
    sheets.iter().flat_map(|sheet| &sheet.placed).for_each(|placed| times[placed.part] += 1);
    if let Some(part) = times.iter().position(|&times| times != 1) {
        return Err(LayoutError::NotPlacedOnce { part: name(part), times: times[part] });
    }
    for (number, sheet) in sheets.iter().enumerate() {
        let usable = stocks.of(number).usable()?.inset(-NEARER);
        let outlines: Vec<Outline> = sheet.placed.iter().map(|placed| placed.outline(parts)).collect();
        if let Some(index) = outlines.iter().position(|outline| !usable.contains(outline.bounds())) {
            return Err(LayoutError::Outside { part: name(sheet.placed[index].part) });
        }
        let named = sheet.placed.iter().zip(&outlines);
        let named = named.map(|(placed, outline)| (parts[placed.part].name(), outline));
        prove_apart_until(named, stocks.then.gap, stop)?;
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
    let all: Vec<(&str, &Outline)> = outlines.into_iter().collect();
    // For each outline, the smallest hole that its box is in.
    let holes: Vec<&Ring> = all.iter().flat_map(|(_, outline)| outline.holes()).collect();
    let boxes: Vec<_> = holes.iter().map(|hole| hole.bounds()).collect();
    let home = |outline: &Outline| {
        let own = outline.bounds();
        let around = (0..holes.len()).filter(|&hole| boxes[hole].contains(own));
        around.min_by(|&a, &b| holes[a].area().abs().total_cmp(&holes[b].area().abs()))
    };
    let homes: Vec<Option<usize>> = all.iter().map(|(_, outline)| home(outline)).collect();
    for place in std::iter::once(None).chain((0..holes.len()).map(Some)) {
        let here = all.iter().zip(&homes).filter(|(_, home)| **home == place);
        let (names, rings): (Vec<&str>, Vec<&Ring>) =
            here.map(|((name, outline), _)| (*name, outline.outer())).unzip();
        let points: Vec<&[Point]> = rings.iter().map(|ring| ring.points()).collect();
        if let Some(TooNear { pair, apart }) = too_near_until(&points, gap, stop)? {
            let [part, other] = [pair.0, pair.1].map(|index| names[index].to_owned());
            return Err(LayoutError::TooNear { part, other, apart, gap });
        }
        let Some(hole) = place.map(|place| holes[place]) else { continue };
        for (name, ring) in names.iter().zip(rings) {
            stop.check()?;
            let apart = inside_by(ring, hole);
            if apart < gap - NEARER {
                let (part, other) = ((*name).to_owned(), "the hole around it".to_owned());
                return Err(LayoutError::TooNear { part, other, apart, gap });
            }
        }
    }
    Ok(())
}

/// Returns how far a ring is inside of a hole; 0 if it crosses its edge.
fn inside_by(ring: &Ring, hole: &Ring) -> f64 {
    if ring.points().iter().any(|&point| !hole.contains(point))
        || hole.points().iter().any(|&point| ring.contains(point))
    {
        return 0.0;
    }
    let from = ring.points().iter().map(|&point| hole.distance(point));
    from.chain(hole.points().iter().map(|&point| ring.distance(point))).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Placed, Stock};

    const STOCK: Stock = Stock { width: 50.0, height: 50.0, margin: 5.0, gap: 2.0 };

    fn said(places: &[(usize, f64, f64, i32)]) -> String {
        let part = |name: &str| {
            let bar = Outline::rectangle(20.0, 10.0).expect("an outline");
            Part::new(name, bar, Vec::new()).expect("a part")
        };
        let placed =
            |&(part, x, y, turn): &(usize, f64, f64, i32)| Placed { part, at: Point::new(x, y), turn };
        let sheets = [Sheet { placed: places.iter().map(placed).collect() }];
        prove(&[part("a"), part("b")], &Stocks::only(STOCK), &sheets, &StopFlag::never())
            .map_err(|error| error.to_string())
            .err()
            .unwrap_or_default()
    }

    /// What lies in a hole whole keeps the gap from its edge, and from what is there too.
    #[test]
    fn what_is_in_a_hole_is_measured_there() {
        let ring = |left: f64, top: f64, side: f64| {
            let corners = [(left, top), (left + side, top), (left + side, top + side), (left, top + side)];
            Ring::new(corners.map(|(x, y)| Point::new(x, y)).to_vec()).expect("a ring")
        };
        let frame =
            Outline::new(ring(0.0, 0.0, 50.0), vec![ring(5.0, 5.0, 40.0).reversed()]).expect("a frame");
        let said = |places: &[(f64, f64)]| {
            let bars: Vec<Outline> = places
                .iter()
                .map(|&(x, y)| Outline::new(ring(x, y, 10.0), Vec::new()).expect("an outline"))
                .collect();
            let all = bars.iter().map(|bar| ("bar", bar)).chain([("frame", &frame)]);
            prove_apart(all, 2.0).map_err(|error| error.to_string()).err().unwrap_or_default()
        };
        assert_eq!(said(&[(7.0, 7.0), (19.0, 7.0), (60.0, 0.0)]), "");
        assert!(said(&[(6.0, 7.0)]).contains("the hole around it` were nested 1.0000"));
        assert!(said(&[(7.0, 7.0), (18.0, 7.0)]).contains("`bar` and `bar` were nested 1.0000"));
        assert!(said(&[(2.0, 7.0)]).contains("`bar` and `frame` were nested 0.0000"), "over the edge");
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
