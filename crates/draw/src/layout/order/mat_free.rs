//! Orders lines for a cutter that feeds the sheet without a mat: down the sheet, never back.
//!
//! Stretches run downwards or level, in the order of their upper ends, row after row, alternately from left
//! to right and from right to left. No edge is cut between two loose faces; where that contradicts the order
//! of rows, a stretch is cut earlier. Pieces stay connected to the sheet below them until their last line, so
//! that nothing loose is fed back through the rollers.
//!
//! # Source
//! The idea is from the strategy "mat free" of the Inkscape extension for Silhouette cutters, which sorts
//! segments.

use super::line_work::{LineWork, STOCK, Trail, backwards};
use crate::geometry::{Point, Side};

/// Ends within this height count as one row, in mm, because of rounding.
const ROW: f64 = 1e-6;
/// The sine of an angle that counts as straight.
const STRAIGHT: f64 = 1e-9;

/// Splits trails into stretches that never run up, in the order of their upper ends; into straight lines if
/// longer stretches would cut on loose pieces in that order.
pub fn mat_free_order(work: &LineWork, trails: &[Trail]) -> Vec<Trail> {
    let long = row_by_row(work, trails.iter().flat_map(|trail| one_way(work, trail)));
    if work.freed(&long).is_some() {
        return long;
    }
    sound(work, row_by_row(work, trails.iter().flat_map(|trail| straight(work, trail))))
}

/// Sorts stretches by their upper ends, and directs them from there.
fn row_by_row(work: &LineWork, stretches: impl Iterator<Item = Trail>) -> Vec<Trail> {
    let mut stretches: Vec<Trail> = stretches.map(|trail| downwards(work, trail)).collect();
    let start = |trail: &Trail| work.vertices[work.start(trail[0])];
    stretches.sort_by(|a, b| start(a).y.total_cmp(&start(b).y));
    let mut sorted = Vec::with_capacity(stretches.len());
    for (number, mut row) in rows(stretches, start).into_iter().enumerate() {
        row.sort_by(|a, b| start(a).x.total_cmp(&start(b).x));
        if number % 2 == 1 {
            row.reverse();
            row.iter_mut().filter(|trail| is_level(work, trail)).for_each(|trail| *trail = backwards(trail));
        }
        sorted.extend(row);
    }
    sorted
}

/// Splits a trail at every turn.
fn straight(work: &LineWork, trail: &[Side]) -> Vec<Trail> {
    trail.chunk_by(|&before, &step| is_straight(work, before, step)).map(<[Side]>::to_vec).collect()
}

/// Splits a trail where it changes from down to up or from up to down, or reverses on its own level.
fn one_way(work: &LineWork, trail: &[Side]) -> Vec<Trail> {
    let mut parts: Vec<Trail> = Vec::new();
    let (mut down, mut right) = (0.0, 0.0);
    for &step in trail {
        let way = along(work, step);
        let dy = if way.y.abs() <= ROW { 0.0 } else { way.y };
        let turns = dy * down < 0.0 || dy == 0.0 && way.x * right < 0.0;
        match parts.last_mut() {
            Some(part) if !turns => part.push(step),
            _ => {
                parts.push(vec![step]);
                (down, right) = (0.0, 0.0);
            }
        }
        down = if dy == 0.0 { down } else { dy };
        right = if dy == 0.0 { way.x } else { right };
    }
    parts
}

fn along(work: &LineWork, step: Side) -> Point {
    let (a, b) = (work.vertices[work.start(step)], work.vertices[work.end(step)]);
    Point::new(b.x - a.x, b.y - a.y)
}

/// Returns whether an edge continues in the direction of the one before.
pub fn is_straight(work: &LineWork, before: Side, step: Side) -> bool {
    let (a, b) = (along(work, before), along(work, step));
    let (cross, dot) = (a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y);
    dot > 0.0 && cross.abs() <= STRAIGHT * dot
}

fn is_level(work: &LineWork, trail: &[Side]) -> bool {
    trail.iter().all(|&step| along(work, step).y.abs() <= ROW)
}

/// Directs a stretch from its upper end; a level one from its left end.
fn downwards(work: &LineWork, trail: Trail) -> Trail {
    let (a, b) = (work.vertices[work.start(trail[0])], work.vertices[work.end(trail[trail.len() - 1])]);
    let upwards = a.y > b.y + ROW || (a.y - b.y).abs() <= ROW && a.x > b.x;
    if upwards { backwards(&trail) } else { trail }
}

/// Stretches grouped by the height of their upper ends.
fn rows(stretches: Vec<Trail>, start: impl Fn(&Trail) -> Point) -> Vec<Vec<Trail>> {
    let mut rows: Vec<Vec<Trail>> = Vec::new();
    for stretch in stretches {
        match rows.last_mut() {
            Some(row) if start(&stretch).y <= start(&row[0]).y + ROW => row.push(stretch),
            _ => rows.push(vec![stretch]),
        }
    }
    rows
}

/// Moves stretches earlier that would otherwise cut on a loose piece.
///
/// As in [`super::growth`], found backwards: a stretch that cannot be put back yet waits.
fn sound(work: &LineWork, stretches: Vec<Trail>) -> Vec<Trail> {
    let mut tied = vec![false; work.faces];
    tied[STOCK] = true;
    let mut order: Vec<Trail> = Vec::with_capacity(stretches.len());
    let mut waiting: Vec<Trail> = Vec::new();
    for stretch in stretches.into_iter().rev() {
        waiting.push(stretch);
        while let Some(at) = waiting.iter().position(|trail| put_back(work, &mut tied, trail)) {
            order.push(waiting.remove(at));
        }
    }
    // Edge by edge, everything can be put back in the end.
    let mut edges: Vec<Trail> = waiting.iter().flatten().rev().map(|&step| vec![step]).collect();
    while let Some(at) = edges.iter().position(|trail| put_back(work, &mut tied, trail)) {
        order.push(edges.remove(at));
    }
    order.reverse();
    order
}

/// Ties the faces along a stretch from its end to its start; changes nothing if it cannot be put back as a
/// whole.
fn put_back(work: &LineWork, tied: &mut [bool], trail: &[Side]) -> bool {
    let mut before: Option<(usize, usize)> = None;
    let passes = trail.iter().rev().all(|step| {
        let (left, right) = work.sides[step.edge];
        let shares = before.is_some_and(|(a, b)| [a, b].contains(&left) || [a, b].contains(&right));
        before = Some((left, right));
        tied[left] || tied[right] || shares
    });
    if passes {
        for step in trail {
            let (left, right) = work.sides[step.edge];
            tied[left] = true;
            tied[right] = true;
        }
    }
    passes
}
