//! Draws a patchwork to fit a room on a page: assembly diagrams, solutions, thumbnails.

use super::place::{LEAST_WORDS, Rings, WordSizes, Words, rings, words_in_cells};
use super::{Canvas, Path, Role, Text};
use crate::color::Color;
use crate::geometry::{Bounds, Outline, Patch, Patchwork, Point, Ring, Stretch};

/// The largest cap height of a label, in mm; these sizes are chosen by eye.
const LARGEST_LABEL: f64 = 5.0;
/// The least cap height of the word of an open cell, in mm, since it is seen with its board; and what stays free beside it, as a
/// share of the room in the cell.
const LEAST_OPEN: f64 = 0.8;
const OPEN_AIR: f64 = 0.16;
/// How much larger a diagram becomes at each attempt to fit its labels.
const LARGER: f64 = 1.04;
/// The largest edge of a diagram that is tried for its labels, in mm: what has a label that fits nowhere
/// stays finite.
const LARGEST: f64 = 4000.0;

/// A patchwork, with options for its diagram.
#[derive(Debug, Clone, Copy)]
pub struct Diagram<'a> {
    /// The patchwork; its own size does not matter.
    pub patchwork: &'a Patchwork,
    /// A color for each patch, or empty.
    pub colors: &'a [Color],
    /// A label for each patch, or empty.
    pub labels: &'a [String],
    /// For each edge its curve from start to end, empty for a straight one; or empty.
    pub curves: &'a [Vec<Stretch>],
    /// The largest scale: mm on the page per mm of the patchwork.
    pub largest_scale: f64,
}

/// The place of a drawn diagram.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Drawn {
    /// Its bounding box on the page.
    pub bounds: Bounds,
    /// mm on the page for one mm of the patchwork.
    pub scale: f64,
    /// The bounding box of the patchwork as it lies on the page, before it is scaled.
    from: Bounds,
    /// Whether it has a quarter turn.
    is_turned: bool,
}

impl Drawn {
    /// Returns where a point of the patchwork is on the page.
    pub fn put(&self, point: Point) -> Point {
        let point = if self.is_turned { point.turned(90) } else { point };
        Point {
            x: self.bounds.left + (point.x - self.from.left) * self.scale,
            y: self.bounds.top + (point.y - self.from.top) * self.scale,
        }
    }
}

/// What no patch covers.
const EMPTY: Color = Color::new(0xd0, 0xd0, 0xd0);

impl Diagram<'_> {
    /// Returns the scale in a room of this size: mm on the page per mm of the patchwork.
    pub fn scale_in(&self, room: Bounds) -> f64 {
        self.placed(room, false).scale
    }

    /// Returns its place in a room, with a quarter turn or without.
    fn placed(&self, room: Bounds, is_turned: bool) -> Drawn {
        let bounds = self.patchwork.bounds();
        let from = if is_turned { bounds.quarter_turned() } else { bounds };
        let scale = (room.width() / from.width()).min(room.height() / from.height()).min(self.largest_scale);
        let (right, bottom) = (room.left + from.width() * scale, room.top + from.height() * scale);
        Drawn { bounds: Bounds { right, bottom, ..room }, scale, from, is_turned }
    }

    /// Returns the least scale at which every label has room in its patch: mm on the page per mm of the
    /// patchwork.
    pub fn least_scale(&self) -> f64 {
        let bounds = self.patchwork.bounds();
        let longest = bounds.width().max(bounds.height());
        let mut scale = 20.0 / longest;
        for (patch, words) in self.patchwork.patches().iter().zip(self.labels) {
            let label = self.label(patch);
            let text = Text::centered(words, label, LEAST_WORDS);
            let fits = |scale: f64| {
                let put = |point: Point| Point { x: point.x * scale, y: point.y * scale };
                let rings = self.rings(patch, put);
                Words::default().place(&text, &rings, put(label), LEAST_WORDS).is_some()
            };
            while !fits(scale) && scale * longest < LARGEST {
                scale *= LARGER;
            }
        }
        scale
    }

    /// Draws it as large as `room` allows, from the room's top left corner. Labels without room in their
    /// patches are left out; see [`Diagram::least_scale`].
    pub fn draw(&self, canvas: &mut Canvas, room: Bounds) -> Drawn {
        self.draw_at(canvas, self.placed(room, false))
    }

    /// Draws it with a quarter turn clockwise; its labels are upright.
    pub fn draw_turned(&self, canvas: &mut Canvas, room: Bounds) -> Drawn {
        self.draw_at(canvas, self.placed(room, true))
    }

    fn draw_at(&self, canvas: &mut Canvas, drawn: Drawn) -> Drawn {
        let put = |point: Point| drawn.put(point);
        for (patch, &color) in self.patchwork.patches().iter().zip(self.colors) {
            canvas.fill(self.path(patch).mapped(put).named(patch.name()), color);
        }
        for (index, edge) in self.patchwork.edges().iter().enumerate().filter(|(_, edge)| edge.is_inner()) {
            let from = self.patchwork.ends(edge).0;
            let path = Path::stretches(from, self.curve(index).into_iter(), false);
            canvas.path(Role::Engrave, path.mapped(put));
        }
        // Where a piece is beside an empty cell.
        for gap in self.patchwork.gaps() {
            canvas.path(Role::Engrave, Path::outline(gap).mapped(put));
        }
        for board in self.patchwork.board() {
            canvas.path(Role::Cut, Path::outline(board).mapped(put));
        }
        self.draw_words(canvas, put, drawn.scale);
        let mut places = Words::default();
        for (index, (patch, words)) in self.patchwork.patches().iter().zip(self.labels).enumerate() {
            let (at, rings) = (put(self.label(patch)), self.rings(patch, put));
            let text = Text::centered(words, at, LARGEST_LABEL);
            if let Some(text) = places.place(&text, &rings, at, LEAST_WORDS) {
                canvas.label(text, self.colors.get(index).copied());
            }
        }
        drawn
    }

    /// Draws gaps and holes of the board as gray areas with their edges, where [`Diagram::draw`] draws the patches.
    pub fn draw_empty(&self, canvas: &mut Canvas, room: Bounds) {
        let drawn = self.placed(room, false);
        let put = |point: Point| drawn.put(point);
        for part in self.patchwork.gaps().iter().chain(&self.patchwork.holes()) {
            let path = Path::outline(part).mapped(put);
            canvas.fill(path.clone(), EMPTY);
            canvas.path(Role::Engrave, path);
        }
    }

    /// Draws the cells that stay open with their words, `scale` mm on the page for one of the patchwork.
    pub fn draw_words(&self, canvas: &mut Canvas, put: impl Fn(Point) -> Point + Copy, scale: f64) {
        let cells = self.patchwork.words();
        let room = cells.iter().map(|cell| cell.outline.label().room).fold(f64::INFINITY, f64::min);
        let sizes = WordSizes { least: LEAST_OPEN, most: LARGEST_LABEL, air: OPEN_AIR * room * scale };
        for (cell, lines) in cells.iter().zip(words_in_cells(cells, put, sizes)) {
            canvas.path(Role::Engrave, Path::outline(&cell.outline).mapped(put));
            lines.into_iter().for_each(|line| canvas.label(line, None));
        }
    }

    /// Returns an edge from start to end.
    fn curve(&self, edge: usize) -> Vec<Stretch> {
        let (from, to) = self.patchwork.ends(&self.patchwork.edges()[edge]);
        let curve = self.curves.get(edge).filter(|curve| !curve.is_empty());
        curve.cloned().unwrap_or_else(|| vec![Stretch::line(from, to)])
    }

    /// Returns the outline of a patch with its curves.
    pub fn path(&self, patch: &Patch) -> Path {
        if self.curves.is_empty() {
            return Path::outline(patch.outline());
        }
        let mut elements = Vec::new();
        for ring in patch.rings() {
            let sides = ring.iter().flat_map(|side| {
                let curve = self.curve(side.edge);
                if side.reversed { curve.iter().rev().map(|one| one.reversed()).collect() } else { curve }
            });
            let sides: Vec<Stretch> = sides.collect();
            elements.extend(Path::stretches(sides[0].from, sides.into_iter(), true).elements());
        }
        Path::new(elements)
    }

    /// Returns the place for the label of a patch.
    fn label(&self, patch: &Patch) -> Point {
        let curved = || {
            let lines = self.path(patch).flattened(0.1).into_iter();
            let mut rings =
                lines.map(|line| Ring::through(line.points)).collect::<Result<Vec<Ring>, _>>().ok()?;
            let outer = rings.remove(0);
            Outline::new(outer, rings).ok()
        };
        let outline = if self.curves.is_empty() { None } else { curved() };
        outline.map_or_else(|| patch.outline().label(), |outline| outline.label()).at
    }

    /// Returns the lines around a patch on the page.
    fn rings(&self, patch: &Patch, put: impl Fn(Point) -> Point) -> Rings {
        if self.curves.is_empty() {
            return rings(patch.outline(), put);
        }
        // Labels need not be exact.
        let lines = self.path(patch).mapped(put).flattened(0.1);
        lines.into_iter().map(|line| line.points).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Item, Medium};
    use piecework_tiling::lattice::{Cell, Lattice};
    use piecework_tiling::polyform::{Freedom, Shape};
    use piecework_tiling::puzzle::{Contact, Count, Piece, Puzzle, Region};
    use piecework_tiling::tiling::Tiling;
    use std::sync::Arc;

    /// Lines are around every piece, also beside cells that stay empty, without colors too.
    #[test]
    fn every_edge_of_a_piece_is_drawn() {
        let (lattice, gaps) = (Lattice::Square, 10);
        let shape = Shape::new(lattice, vec![Cell::new(0, 0), Cell::new(1, 0)]).expect("a shape");
        let piece = Piece { name: "D".into(), shape, freedom: Freedom::Free, count: Count::exactly(3) };
        let region = Region::rectangle(lattice, 4, 4).expect("a region");
        let puzzle = Puzzle::with_rules("gaps", region, vec![piece], Contact::Allowed, gaps);
        let laid = [(0, 0), (2, 1), (2, 3)].map(|(x, y)| (0, vec![Cell::new(x, y), Cell::new(x + 1, y)]));
        let tiling = Tiling::new(&Arc::new(puzzle.expect("a puzzle")), laid).expect("a tiling");
        let patchwork = &Patchwork::trace(&tiling, 10.0).expect("a patchwork");
        let diagram = Diagram { patchwork, colors: &[], labels: &[], curves: &[], largest_scale: 1.0 };
        let mut canvas = Canvas::new("gaps", Medium::Print, 100.0, 100.0);
        let room = canvas.bounds();
        let drawn = diagram.draw(&mut canvas, room);
        let drawing = canvas.finish().expect("on the sheet");
        let lines = drawing.layers().iter().flat_map(|layer| &layer.items);
        let lines = lines.filter_map(|item| if let Item::Path(path) = item { Some(path) } else { None });
        let drawn_edges: Vec<(Point, Point)> = lines
            .flat_map(|path| path.flattened(0.01))
            .flat_map(|line| {
                let last = line.closed.then(|| (line.points[line.points.len() - 1], line.points[0]));
                let sides = line.points.windows(2).map(|ends| (ends[0], ends[1]));
                sides.chain(last).collect::<Vec<_>>()
            })
            .collect();
        for edge in patchwork.patches().iter().flat_map(|patch| patch.outline().outer().edges()) {
            let middle = drawn.put(edge.0.middle(edge.1));
            let is_on = |(a, b): &(Point, Point)| {
                (a.distance(middle) + b.distance(middle) - a.distance(*b)).abs() < 1e-6
            };
            assert!(drawn_edges.iter().any(is_on), "{lattice}: {edge:?}");
        }
    }
}
