//! Orders the lines that a machine cuts.
//!
//! No line is cut on a loose piece, and the same lines always give the same order.

mod improve;
mod line_work;
mod mat_free;
mod nearest;
mod route;

use crate::geometry::Point;
use piecework_tiling::stop::StopFlag;

pub use line_work::backwards;
pub use line_work::{LineWork, STOCK, Trail};
pub use mat_free::is_straight;
pub use mat_free::mat_free_order;
pub use nearest::{Near, Stop, Visit};
pub use route::{route, travel};

/// Improving moves for each line, if there are few lines; chosen by eye, since more change little.
const MOVES_A_LINE: usize = 20;
/// The most moves for any number of lines, so that a million lines take seconds.
const MOST_MOVES: usize = 200_000;

/// Returns how many moves may improve a route through this many lines.
pub fn moves_for(lines: usize) -> usize {
    lines.saturating_mul(MOVES_A_LINE).min(MOST_MOVES)
}

/// Orders places for little travel, from the origin.
///
/// # Shape
/// Indices into `places`, each once.
pub fn travel_order(places: &[Point]) -> Vec<usize> {
    let stops: Vec<Stop> = places.iter().map(|&at| Stop { start: at, end: at }).collect();
    route(&stops, Point::default(), moves_for(stops.len())).into_iter().map(|visit| visit.stop).collect()
}

/// Shortens an order of places from the origin by moves each of which shortens the travel; `thoroughly` also
/// by many disturbances.
///
/// # Shape
/// As [`travel_order`]; what is stopped is less short.
pub fn shortened_order(places: &[Point], order: &[usize], thoroughly: bool, stop: &StopFlag) -> Vec<usize> {
    let stops: Vec<Stop> = places.iter().map(|&at| Stop { start: at, end: at }).collect();
    let mut visits: Vec<Visit> = order.iter().map(|&stop| Visit { stop, reversed: false }).collect();
    let effort = (moves_for(stops.len()), improve::PLACE_NEIGHBOURS);
    improve::improve(&stops, Point::default(), &mut visits, effort);
    if thoroughly {
        improve::kicked(&stops, Point::default(), &mut visits, effort, stop);
    }
    visits.into_iter().map(|visit| visit.stop).collect()
}

/// Orders trails that may be cut in any order and direction for little travel, and then adds those that may
/// not.
///
/// # Units
/// The tool starts at `from`, in mm.
pub fn routed_before(work: &LineWork, free: Vec<Trail>, holding: Vec<Trail>, from: Point) -> Vec<Trail> {
    let end = |trail: &Trail| work.vertices[work.end(trail[trail.len() - 1])];
    let stops: Vec<Stop> = free
        .iter()
        .map(|trail| Stop { start: work.vertices[work.start(trail[0])], end: end(trail) })
        .collect();
    let mut free: Vec<Option<Trail>> = free.into_iter().map(Some).collect();
    let mut order: Vec<Trail> = Vec::with_capacity(free.len() + holding.len());
    for visit in route(&stops, from, moves_for(stops.len())) {
        let trail = free[visit.stop].take().unwrap_or_default();
        let trail = if visit.reversed { line_work::backwards(&trail) } else { trail };
        let here = order.last().map_or(from, end);
        order.push(begun_near(work, trail, here));
    }
    order.extend(holding);
    order
}

/// Rotates a closed trail to begin at the vertex nearest to the tool.
fn begun_near(work: &LineWork, mut trail: Trail, here: Point) -> Trail {
    if work.start(trail[0]) == work.end(trail[trail.len() - 1]) {
        let far = |at: &usize| work.vertices[work.start(trail[*at])].distance(here);
        let nearest = (0..trail.len()).min_by(|a, b| far(a).total_cmp(&far(b)));
        trail.rotate_left(nearest.unwrap_or(0));
    }
    trail
}
