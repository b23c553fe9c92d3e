//! Fills the holes of large parts, such as the opening of a frame: what lies there is cut before the hole is.
//!
//! A hole is filled as a rectangle inside of it. The largest parts are placed first, each in the first hole that has
//! room for it; whoever nests the others places their hosts, and the guests move with them.

use super::form::Forms;
use super::laid::{Laid, Table};
use super::no_fit::NoFits;
use crate::geometry::{Bounds, Dimensions, Point, Ring};
use crate::layout::proof::prove;
use crate::layout::{LayoutError, Part, Placed, Sheet, Stocks};
use piecework_tiling::stop::StopFlag;

/// The least side of a room that is filled, in mm; chosen by eye.
const LEAST: f64 = 10.0;
/// The most steps: about a second. Chosen by eye.
const MOST_WORK: u64 = 100_000_000;
/// The most columns and rows that a rectangle in a hole may begin and end at: of a ring with more corners, some.
const MOST_LINES: usize = 16;

/// A part that lies in a hole of another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Guest {
    /// The part.
    pub part: usize,
    /// The part with the hole.
    pub host: usize,
    /// The top left corner of its bounds, in the coordinates of the host.
    pub at: Point,
    /// How far it is turned before, in degrees clockwise.
    pub turn: i32,
}

/// A rectangle in a hole of a part, in its coordinates.
struct Room {
    host: usize,
    bounds: Bounds,
}

/// Returns the parts that lie in holes of `hosts`, at least `gap` mm from the edge of the hole and from each other; each as
/// it is or turned by one of `turns`, in degrees.
///
/// # Errors
/// [`LayoutError::Stopped`].
pub fn guests(
    parts: &[Part],
    hosts: &[usize],
    (gap, turns): (f64, &[i32]),
    stop: &StopFlag,
) -> Result<Vec<Guest>, LayoutError> {
    let rooms = hosts.iter().flat_map(|&host| {
        let holes = parts[host].outline().holes().iter();
        holes.filter_map(move |hole| Some(Room { host, bounds: room(hole, gap)? }))
    });
    let rooms: Vec<Room> = rooms.collect();
    if rooms.is_empty() {
        return Ok(Vec::new());
    }
    let sizes: Vec<Dimensions> = rooms.iter().map(|room| room.bounds.dimensions()).collect();
    let forms = Forms::new(parts, gap, turns, (&sizes, stop))?;
    let table = Table { forms: &forms, no_fits: NoFits::new(&forms.kinds, &forms.forms), stop };
    let mut order: Vec<usize> = (0..parts.len()).filter(|&part| !forms.of(part).is_empty()).collect();
    let area = |part: usize| parts[part].outline().area();
    order.sort_by(|&a, &b| area(b).total_cmp(&area(a)).then(a.cmp(&b)));
    let mut laid = vec![Laid::default(); rooms.len()];
    // Rooms only become fuller: one without room for a part has none for equal parts.
    let mut full = vec![0; forms.kinds.len()];
    let (mut guests, mut work) = (Vec::new(), 0);
    for part in order {
        stop.check()?;
        let first = &mut full[forms.kind_of[part]];
        while *first < rooms.len() && work < MOST_WORK {
            let Room { host, bounds } = &rooms[*first];
            // A hole never has room for what it is a hole of.
            let Some((form, at)) = laid[*first].best_spot(forms.of(part), sizes[*first], &table, &mut work)
            else {
                *first += 1;
                continue;
            };
            laid[*first].lay(part, form, at);
            let at = at.moved(bounds.left, bounds.top);
            guests.push(Guest { part, host: *host, at, turn: forms.forms[form].turn });
            break;
        }
    }
    stop.check()?;
    Ok(guests)
}

/// Returns sheets with guests on them, each before its host, which is on one of `sheets` or a guest itself.
///
/// # Errors
/// [`LayoutError`] for what is too near to another, is outside, or is not there once: the result is proved.
pub fn with_guests(
    parts: &[Part],
    (mut sheets, mut left): (Vec<Sheet>, Vec<Guest>),
    stocks: &Stocks<'_>,
    stop: &StopFlag,
) -> Result<Vec<Sheet>, LayoutError> {
    if left.is_empty() {
        return Ok(sheets);
    }
    while !left.is_empty() {
        let before = left.len();
        left.retain(|guest| {
            let of = |sheet: &Sheet| sheet.placed.iter().position(|placed| placed.part == guest.host);
            let found = sheets.iter().enumerate().find_map(|(sheet, placed)| Some((sheet, of(placed)?)));
            let Some((sheet, index)) = found else { return true };
            let host = sheets[sheet].placed[index];
            sheets[sheet].placed.insert(index, guest.beside(&host, parts));
            false
        });
        if left.len() == before {
            break;
        }
    }
    prove(parts, stocks, &sheets, stop)?;
    Ok(sheets)
}

impl Guest {
    /// Returns where it is when its host is there.
    fn beside(&self, host: &Placed, parts: &[Part]) -> Placed {
        let turned = |part: usize, by: i32| {
            let outline = parts[part].outline();
            if by == 0 { outline.clone() } else { outline.turned(by) }
        };
        let own = turned(self.part, self.turn).at_origin().moved(self.at.x, self.at.y);
        let own = if host.turn == 0 { own } else { own.turned(host.turn) }.bounds();
        let of = turned(self.host, host.turn).bounds();
        let at = Point::new(own.left + host.at.x - of.left, own.top + host.at.y - of.top);
        Placed { part: self.part, at, turn: (self.turn + host.turn).rem_euclid(360) }
    }
}

/// Returns the largest rectangle in a hole, without a gap along its edge; `None` if little is left.
fn room(hole: &Ring, gap: f64) -> Option<Bounds> {
    let room = inner_rectangle(hole)?.inset(gap);
    (room.width() >= LEAST && room.height() >= LEAST).then_some(room)
}

/// Returns the largest upright rectangle inside of a ring that begins and ends at its upright and level edges, or at its corners
/// where it has none.
pub fn inner_rectangle(hole: &Ring) -> Option<Bounds> {
    let upright = hole.edges().filter(|(from, to)| (from.x - to.x).abs() < 1e-6).map(|(from, _)| from.x);
    let level = hole.edges().filter(|(from, to)| (from.y - to.y).abs() < 1e-6).map(|(from, _)| from.y);
    let xs = lines(upright.collect(), hole.points().iter().map(|point| point.x));
    let ys = lines(level.collect(), hole.points().iter().map(|point| point.y));
    let mut best: Option<(f64, Bounds)> = None;
    for (index, &left) in xs.iter().enumerate() {
        for &right in &xs[index + 1..] {
            for (index, &top) in ys.iter().enumerate() {
                for &bottom in &ys[index + 1..] {
                    let bounds = Bounds { left, top, right, bottom };
                    let area = bounds.width() * bounds.height();
                    if best.is_none_or(|(known, _)| area > known) && is_free(hole, bounds) {
                        best = Some((area, bounds));
                    }
                }
            }
        }
    }
    best.map(|(_, bounds)| bounds)
}

/// Returns different places, ascending: those of edges, or of all corners where there are no two edges.
fn lines(of_edges: Vec<f64>, of_corners: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut all = of_edges;
    all.sort_by(f64::total_cmp);
    all.dedup_by(|a, b| (*a - *b).abs() < 1e-6);
    if all.len() < 2 {
        all = of_corners.collect();
        all.sort_by(f64::total_cmp);
        all.dedup_by(|a, b| (*a - *b).abs() < 1e-6);
    }
    let step = all.len().div_ceil(MOST_LINES).max(1);
    all.into_iter().step_by(step).collect()
}

/// Returns whether a rectangle is inside of a ring: no side of the ring is in it.
fn is_free(ring: &Ring, bounds: Bounds) -> bool {
    // What only touches it is not in it.
    let inner = bounds.inset(1e-6);
    inner.width() > 0.0
        && inner.height() > 0.0
        && ring.contains(bounds.center())
        && !ring.edges().any(|(from, to)| crosses(from, to, inner))
}

/// Returns whether a line enters a rectangle.
///
/// # Source
/// Liang and Barsky, "A new concept and method for line clipping" (1984).
fn crosses(from: Point, to: Point, bounds: Bounds) -> bool {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let sides = [
        (-dx, from.x - bounds.left),
        (dx, bounds.right - from.x),
        (-dy, from.y - bounds.top),
        (dy, bounds.bottom - from.y),
    ];
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    for (toward, room) in sides {
        if toward == 0.0 && room < 0.0 {
            return false;
        } else if toward < 0.0 {
            enters = enters.max(room / toward);
        } else if toward > 0.0 {
            leaves = leaves.min(room / toward);
        }
    }
    enters < leaves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Outline;
    use crate::layout::{Objective, Stock, nest_outlines_on};
    use piecework_tiling::random::Random;

    fn frame(width: f64, height: f64, rim: f64) -> Part {
        let ring = |by: f64| {
            let corners = [(by, by), (width - by, by), (width - by, height - by), (by, height - by)];
            Ring::new(corners.map(|(x, y)| Point::new(x, y)).to_vec()).expect("a ring")
        };
        let outline = Outline::new(ring(0.0), vec![ring(rim).reversed()]).expect("a frame");
        Part::new("frame", outline, Vec::new()).expect("a part")
    }

    /// A triangle has room for a rectangle of half its area.
    #[test]
    fn the_room_in_a_hole_is_inside_of_it() {
        let ring = |points: &[(f64, f64)]| {
            Ring::new(points.iter().map(|&(x, y)| Point::new(x, y)).collect()).expect("a ring")
        };
        let square = ring(&[(0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0)]);
        let expected = Bounds { left: 2.0, top: 2.0, right: 38.0, bottom: 38.0 };
        assert_eq!(room(&square, 2.0), Some(expected));
        assert_eq!(room(&square, 16.0), None, "8 mm are left");
        // An L with a notch: its longer arm.
        let notched =
            [(0.0, 0.0), (60.0, 0.0), (60.0, 20.0), (20.0, 20.0), (20.0, 50.0), (10.0, 55.0), (0.0, 50.0)];
        let expected = Bounds { left: 0.0, top: 0.0, right: 60.0, bottom: 20.0 };
        assert_eq!(room(&ring(&notched), 0.0), Some(expected));
        let hexagon = [(20.0, 0.0), (60.0, 0.0), (80.0, 35.0), (60.0, 70.0), (20.0, 70.0), (0.0, 35.0)];
        let found = room(&ring(&hexagon), 0.0).expect("room");
        assert_eq!((found.left, found.right), (20.0, 60.0));
    }

    /// Frames of random sizes, turned on their sheets, hold random rectangles; the proof of the nesters shares no code with
    /// this. Frames may be guests of larger ones.
    #[test]
    fn guests_are_in_holes_and_nothing_is_lost() {
        let mut random = Random::new(7);
        let mut number = |least: u32, most: u32| {
            f64::from(least) + random.below(usize::try_from(most - least).expect("small")) as f64
        };
        let mut most = 0;
        for _ in 0..12 {
            let mut parts: Vec<Part> =
                (0..4).map(|_| frame(number(60, 190), number(60, 250), number(5, 12))).collect();
            for _ in 0..24 {
                let outline = Outline::rectangle(number(10, 60), number(10, 60)).expect("a rectangle");
                parts.push(Part::new("bar", outline, Vec::new()).expect("a part"));
            }
            let stop = StopFlag::never();
            let hosts: Vec<usize> = (0..4).collect();
            let found = guests(&parts, &hosts, (2.0, &[90]), &stop).expect("guests");
            assert!(found.len() >= 4, "{}", found.len());
            most = most.max(found.iter().filter(|guest| guest.part < 4).count());
            let rest: Vec<usize> =
                (0..parts.len()).filter(|part| found.iter().all(|guest| guest.part != *part)).collect();
            let others: Vec<Part> = rest.iter().map(|&part| parts[part].clone()).collect();
            let then = Stock { width: 300.0, height: 260.0, margin: 5.0, gap: 2.0 };
            let first = [(220.0, 280.0).into(), (80.0, 80.0).into()];
            let stocks = Stocks { first: &first, then };
            let mut sheets =
                nest_outlines_on(&others, &stocks, (&[90], Objective::SmallestBox), &stop).expect("fits");
            let all = sheets.iter_mut().flat_map(|sheet| &mut sheet.placed);
            all.for_each(|placed| placed.part = rest[placed.part]);
            let alone =
                nest_outlines_on(&parts, &stocks, (&[90], Objective::SmallestBox), &stop).expect("fits");
            let filled = with_guests(&parts, (sheets, found), &stocks, &stop).expect("proved");
            assert_eq!(filled.iter().map(|sheet| sheet.placed.len()).sum::<usize>(), parts.len());
            assert!(stocks.used(&filled) <= stocks.used(&alone));
        }
        assert!(most > 0, "a frame in a frame");
    }
}
