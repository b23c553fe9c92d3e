//! Puts nested parts in their places, and cuts their rings between tabs.

use super::sheet::{Measuring, ToolLine};
use crate::tool_path::tabbed;
use crate::{CutError, Line, ToolPath};
use piecework_draw::geometry::{Bounds, Outline, Point};
use piecework_draw::layout::{Part, Placed};

/// How a piece came to its place: turned, then moved.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Motion {
    pub(super) turn: i32,
    pub(super) by: (f64, f64),
}

impl Motion {
    /// Returns where a point of the piece is on the sheet.
    pub(super) fn of(self, point: Point) -> Point {
        let turned = if self.turn == 0 { point } else { point.turned(self.turn) };
        turned.moved(self.by.0, self.by.1)
    }
}

impl Motion {
    /// Returns how a box comes to the place of a part.
    pub(super) fn to(bounds: Bounds, placed: &Placed) -> Self {
        let turned = Self { turn: placed.turn, by: (0.0, 0.0) }.of_bounds(bounds);
        Self { turn: placed.turn, by: (placed.at.x - turned.left, placed.at.y - turned.top) }
    }

    /// Returns where a box is on the sheet, after a turn by quarters.
    pub(super) fn of_bounds(self, bounds: Bounds) -> Bounds {
        let ends = [(bounds.left, bounds.top), (bounds.right, bounds.bottom)];
        let [one, other] = ends.map(|(x, y)| self.of(Point { x, y }));
        Bounds {
            left: one.x.min(other.x),
            top: one.y.min(other.y),
            right: one.x.max(other.x),
            bottom: one.y.max(other.y),
        }
    }
}

/// Returns the outline of a placed part on the sheet, and how it came there.
pub(super) fn laid_out(part: &Part, placed: &Placed) -> (Outline, Motion) {
    let outline = part.outline();
    let outline = if placed.turn == 0 { outline.clone() } else { outline.turned(placed.turn) };
    let bounds = outline.bounds();
    let by = (placed.at.x - bounds.left, placed.at.y - bounds.top);
    (outline.moved(by.0, by.1), Motion { turn: placed.turn, by })
}

/// Returns the lines of a part that is no piece, such as a tray's frame: its rings, and whether they are
/// inside it, in cutting order. Tabs hold it, and its waste, as they hold pieces.
pub(super) fn part_lines(
    rings: impl Iterator<Item = (Vec<Point>, bool)>,
    name: &str,
    tool: &ToolPath,
    found: &mut Measuring,
) -> Result<Vec<ToolLine>, CutError> {
    let mut lines = Vec::new();
    for (points, inner) in rings {
        for line in held(&Line::ring(points), inner, tool, name)? {
            found.line(&line);
            let line = ToolLine { inner, ..tool.finish(line).into() };
            found.run(&line);
            lines.push(line);
        }
    }
    Ok(lines)
}

/// Returns a ring as the lines between its tabs.
pub(super) fn held(line: &Line, inner: bool, tool: &ToolPath, name: &str) -> Result<Vec<Line>, CutError> {
    if inner {
        return Ok(held_slug(line, tool, name));
    }
    Ok(tabbed(line, (tool.tabs, tool.tab_width), tool.fillet, name)?)
}

/// Cuts the ring of a hole with as many tabs as asked for, or as many as there is room for, so that its waste
/// does not tip into the machine.
fn held_slug(line: &Line, tool: &ToolPath, name: &str) -> Vec<Line> {
    let held =
        (1..=tool.tabs).rev().find_map(|tabs| tabbed(line, (tabs, tool.tab_width), tool.fillet, name).ok());
    held.unwrap_or_else(|| vec![line.clone()])
}
