//! Rectangles of a plan as a picture: colors, labels, seams.

use crate::plan::StraightSeams;
use crate::plan::piecing::{CellRect, Stretch};
use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, Path, Reading, Role, Text};
use piecework_draw::geometry::{Bounds, Point};
use piecework_draw::page::sizes::LEAST;

/// The width of the edge of a rectangle, in mm.
pub(super) const LINE_WIDTH: f64 = 0.3;
/// The largest cap height of the label of a rectangle, in mm; chosen by eye.
pub(super) const LARGEST_LABEL: f64 = 3.2;
/// How much of a box words may fill across and along.
const FILLED: (f64, f64) = (0.78, 0.58);

/// Where cells lie on a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    /// The edge of a cell on the page, in mm.
    pub(super) cell: f64,
    /// Where the top left corner of the whole quilt would lie.
    origin: Point,
}

impl Scale {
    /// Puts the top left corner of `area` at `corner`, with cells of `cell` mm.
    pub(super) fn new(area: CellRect, corner: Point, cell: f64) -> Self {
        let origin = Point { x: corner.x - area.left as f64 * cell, y: corner.y - area.top as f64 * cell };
        Self { cell, origin }
    }

    /// Where an area lies.
    pub(super) fn place(self, area: CellRect) -> Bounds {
        let (start, end) = (self.corner(area.left, area.top), self.corner(area.right(), area.bottom()));
        Bounds { left: start.x, top: start.y, right: end.x, bottom: end.y }
    }

    /// Where the top left corner of a cell lies.
    pub(super) fn corner(self, column: usize, row: usize) -> Point {
        self.origin.moved(column as f64 * self.cell, row as f64 * self.cell)
    }

    /// A black line along a stretch, `width` mm wide, and as much as `over` longer at both ends.
    pub(super) fn stretch(self, canvas: &mut Canvas, stretch: Stretch, width: f64, over: f64) {
        let Stretch { upright, line, from, to } = stretch;
        let ends = if upright { [(line, from), (line, to)] } else { [(from, line), (to, line)] };
        let [start, end] = ends.map(|(column, row)| self.corner(column, row));
        let (x, y) = if upright { (width / 2.0, over) } else { (over, width / 2.0) };
        let bounds = Bounds { left: start.x - x, top: start.y - y, right: end.x + x, bottom: end.y + y };
        canvas.fill(Path::rectangle(bounds), Color::BLACK);
    }
}

/// Fills rectangles with their colors, one path for each fabric.
pub(super) fn fill(seams: &StraightSeams, canvas: &mut Canvas, cloth: &[usize], scale: Scale) {
    let mut elements = vec![Vec::new(); seams.fabrics.len()];
    for &part in cloth {
        if let Some(fabric) = seams.fabric_of[part] {
            let path = match seams.plan.parts[part].bands().as_slice() {
                [whole] => Path::rectangle(scale.place(*whole)),
                bands => Path::polygon(&corners(bands, scale)),
            };
            elements[fabric].extend_from_slice(path.elements());
        }
    }
    for (fabric, elements) in seams.fabrics.iter().zip(elements) {
        if !elements.is_empty() {
            canvas.fill(Path::new(elements).named(fabric.name.clone()), fabric.color);
        }
    }
}

/// The outline of rectangles that lie one above the other: down their right sides, up their left sides.
fn corners(bands: &[CellRect], scale: Scale) -> Vec<Point> {
    let right = bands.iter().flat_map(|band| [(band.right(), band.top), (band.right(), band.bottom())]);
    let left = bands.iter().rev().flat_map(|band| [(band.left, band.bottom()), (band.left, band.top)]);
    let mut points: Vec<(usize, usize)> = right.chain(left).collect();
    points.dedup();
    points.into_iter().map(|(column, row)| scale.corner(column, row)).collect()
}

/// Draws the outline of a part as a black line, `width` mm wide.
pub(super) fn outline(seams: &StraightSeams, canvas: &mut Canvas, part: usize, scale: Scale, width: f64) {
    let whole = &seams.plan.parts[part];
    if whole.is_rectangle() {
        return band(canvas, scale.place(whole.area), width);
    }
    for side in sides(&Cells::of_part(seams, part)) {
        scale.stretch(canvas, side, width, width / 2.0);
    }
}

/// The largest rectangle inside a part: where its name is written.
pub(super) fn widest(seams: &StraightSeams, part: usize) -> CellRect {
    let whole = &seams.plan.parts[part];
    if whole.is_rectangle() { whole.area } else { Cells::of_part(seams, part).largest() }
}

/// Draws the edges of rectangles; as fills, so that the ground of words covers them.
pub(super) fn edges(seams: &StraightSeams, canvas: &mut Canvas, cloth: &[usize], scale: Scale) {
    cloth.iter().for_each(|&part| outline(seams, canvas, part, scale, LINE_WIDTH));
}

/// Writes the label of every rectangle that has room for it.
pub(super) fn labels(seams: &StraightSeams, canvas: &mut Canvas, cloth: &[usize], scale: Scale) {
    for &part in cloth {
        let color = seams.fabric_of[part].map(|fabric| seams.fabrics[fabric].color);
        let (area, part) = (widest(seams, part), &seams.plan.parts[part]);
        if let Some(text) = fitted(&part.label, scale.place(area), LEAST, LARGEST_LABEL) {
            write(canvas, text, color);
        }
    }
}

/// Which cells of a rectangle a part has.
struct Cells {
    area: CellRect,
    /// Row by row.
    filled: Vec<bool>,
}

impl Cells {
    fn of_part(seams: &StraightSeams, part: usize) -> Self {
        let plan = &seams.plan;
        let area = plan.parts[part].area;
        let mut filled = vec![false; area.cells()];
        for part in plan.cloth_in(part).into_iter().flat_map(|part| plan.parts[part].bands()) {
            for row in part.top..part.bottom() {
                let start = (row - area.top) * area.columns + part.left - area.left;
                filled[start..start + part.columns].fill(true);
            }
        }
        Self { area, filled }
    }

    /// Whether there is a cell; places count from the corner of the area, from 1.
    fn at(&self, column: usize, row: usize) -> bool {
        let inside = (1..=self.area.columns).contains(&column) && (1..=self.area.rows).contains(&row);
        inside && self.filled[(row - 1) * self.area.columns + column - 1]
    }

    /// The largest rectangle of cells; of equals the first.
    fn largest(&self) -> CellRect {
        let (columns, rows) = (self.area.columns, self.area.rows);
        let mut best = CellRect { columns: 0, rows: 0, ..self.area };
        // How many cells there are from each column upwards without a break.
        let mut heights = vec![0; columns];
        for row in 0..rows {
            for (column, height) in heights.iter_mut().enumerate() {
                *height = if self.at(column + 1, row + 1) { *height + 1 } else { 0 };
            }
            for left in 0..columns {
                let mut height = usize::MAX;
                for (before, &here) in heights[left..].iter().enumerate() {
                    height = height.min(here);
                    let wide = CellRect {
                        left: self.area.left + left,
                        top: self.area.top + row + 1 - height,
                        columns: before + 1,
                        rows: height,
                    };
                    if wide.cells() > best.cells() {
                        best = wide;
                    }
                }
            }
        }
        best
    }
}

/// The sides of an outline, holes included.
fn sides(cells: &Cells) -> Vec<Stretch> {
    let CellRect { left, top, columns, rows } = cells.area;
    let mut sides: Vec<Stretch> = Vec::new();
    let mut add = |upright: bool, line: usize, from: usize, is_edge: bool| {
        if is_edge {
            match sides.last_mut() {
                Some(last) if (last.upright, last.line, last.to) == (upright, line, from) => last.to += 1,
                _ => sides.push(Stretch { upright, line, from, to: from + 1 }),
            }
        }
    };
    for row in 0..=rows {
        for column in 0..columns {
            let is_edge = cells.at(column + 1, row) != cells.at(column + 1, row + 1);
            add(false, top + row, left + column, is_edge);
        }
    }
    for column in 0..=columns {
        for row in 0..rows {
            let is_edge = cells.at(column, row + 1) != cells.at(column + 1, row + 1);
            add(true, left + column, top + row, is_edge);
        }
    }
    sides
}

/// A black frame, `width` mm wide, half of it on each side of the edge.
fn band(canvas: &mut Canvas, bounds: Bounds, width: f64) {
    let (outer, inner) = (bounds.inset(-width / 2.0), bounds.inset(width / 2.0));
    let mut elements = Path::rectangle(outer).elements().to_vec();
    elements.extend_from_slice(Path::rectangle(inner).elements());
    canvas.fill(Path::new(elements), Color::BLACK);
}

/// Words in the middle of a box, upright where they are larger that way; none if no cap height from `least`
/// to `most` fits.
pub(super) fn fitted(words: &str, bounds: Bounds, least: f64, most: f64) -> Option<Text> {
    let across = cap_height(words, bounds.width(), bounds.height()).min(most);
    let up = cap_height(words, bounds.height(), bounds.width()).min(most);
    let (height, turned) = if up > across * 1.2 { (up, true) } else { (across, false) };
    if height < least {
        return None;
    }
    let center = bounds.center();
    Some(if turned {
        // The letters stand on a line that goes up, to the left of which they are.
        let half = Point { x: center.x + height / 2.0, y: center.y - height / 2.0 };
        Text::centered(words, half, height).turned(Reading::Up)
    } else {
        Text::centered(words, center, height)
    })
}

/// The largest cap height at which words fit into a box.
fn cap_height(words: &str, width: f64, height: f64) -> f64 {
    let at_one = Text::centered(words, Point { x: 0.0, y: 0.0 }, 1.0).width();
    (width * FILLED.0 / at_one).min(height * FILLED.1)
}

/// Writes words, on a light ground where the color below is dark or unknown.
pub(super) fn write(canvas: &mut Canvas, text: Text, below: Option<Color>) {
    if below.is_none_or(Color::needs_light_ground) {
        let ground = text.bounds().inset(-text.height() * 0.15);
        canvas.fill(Path::rectangle(ground), Color::WHITE);
    }
    canvas.text(Role::Label, text);
}
