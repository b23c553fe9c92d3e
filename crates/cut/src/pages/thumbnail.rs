//! A sheet drawn small: what an operator sees beside its settings.

use super::exploded::WOOD;
use crate::plan::{CutSheet, ToolLine};
use piecework_draw::drawing::{Canvas, Path, Role};
use piecework_draw::geometry::{Bounds, Point};

/// The most lines of a sheet whose thumbnail shows them, and how long they are at most on each mm² of it, in mm; chosen by eye.
const MOST_LINES: usize = 4000;
const MOST_INK: f64 = 1.6;

/// Draws a sheet small, on so many mm²: pieces with their lines, or without where these would make it black.
pub(super) fn thumbnail(
    canvas: &mut Canvas,
    sheet: &CutSheet,
    (put, area): (impl Fn(Point) -> Point + Copy, f64),
) {
    let path = |line: &ToolLine| {
        let moved = line.mapped(put);
        Path::stretches(moved.points[0], moved.stretches(), moved.closed)
    };
    let lines = || sheet.cuts.iter().flat_map(|cut| &cut.lines);
    let drawn = |line: &ToolLine| {
        let points: Vec<Point> = line.points.iter().map(|&point| put(point)).collect();
        points.windows(2).map(|ends| ends[0].distance(ends[1])).sum::<f64>()
    };
    if lines().count() > MOST_LINES {
        let bounds = Bounds::around(lines().flat_map(|line| line.points.iter().map(|&point| put(point))));
        bounds.into_iter().for_each(|bounds| canvas.fill(Path::rectangle(bounds), WOOD));
        return;
    }
    for cut in &sheet.cuts {
        let closed: Vec<_> = cut.lines.iter().filter(|line| line.closed).map(path).collect();
        if !closed.is_empty() {
            let elements = closed.iter().flat_map(|path| path.elements());
            canvas.fill(Path::new(elements), WOOD);
        }
    }
    let is_black = lines().map(drawn).sum::<f64>() > area * MOST_INK;
    if !is_black {
        lines().for_each(|line| canvas.path(Role::Engrave, path(line)));
    }
    sheet.pockets.iter().for_each(|line| canvas.path(Role::Engrave, path(line)));
    sheet.scores.iter().for_each(|line| canvas.path(Role::Guide, path(line)));
}
