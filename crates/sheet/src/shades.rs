//! The colors of cells and of sides, as areas to fill.

use std::collections::BTreeMap;

use crate::PuzzleSheetError;
use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, Path};
use piecework_draw::geometry::{Bounds, Patchwork, Point};
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::puzzle::{Puzzle, Region};
use piecework_tiling::tiling::Tiling;

/// The colors that have a letter of their own.
const NAMED: [(char, &str, Color); 8] = [
    ('w', "white", Color::new(0xff, 0xff, 0xff)),
    ('k', "gray", Color::new(0x9a, 0x9a, 0x9a)),
    ('r', "red", Color::new(0xe0, 0x7a, 0x6e)),
    ('g', "green", Color::new(0x8c, 0xc4, 0x8a)),
    ('b', "blue", Color::new(0x7d, 0xa8, 0xd6)),
    ('y', "yellow", Color::new(0xf2, 0xdc, 0x7c)),
    ('o', "orange", Color::new(0xf0, 0xb2, 0x6a)),
    ('p', "purple", Color::new(0xb9, 0x98, 0xcf)),
];

/// An area of one color, at a cell edge of 1 mm.
#[derive(Debug, Clone)]
pub(super) struct Shade {
    area: Vec<Point>,
    color: Color,
}

impl Shade {
    /// Returns the middle of its bounding box.
    pub(super) fn middle(&self) -> Point {
        let span = |of: fn(&Point) -> f64| {
            let (least, most) = (self.area.iter().map(of), self.area.iter().map(of));
            f64::midpoint(least.fold(f64::INFINITY, f64::min), most.fold(f64::NEG_INFINITY, f64::max))
        };
        Point { x: span(|at| at.x), y: span(|at| at.y) }
    }

    /// Returns the same area with its points elsewhere.
    pub(super) fn mapped(&self, put: impl Fn(Point) -> Point) -> Self {
        Self { area: self.area.iter().map(|&at| put(at)).collect(), color: self.color }
    }

    /// Returns a smaller one with the same middle.
    fn inset(&self) -> Self {
        let middle = self.middle();
        let nearer = |at: &Point| Point {
            x: middle.x + (at.x - middle.x) * INSET,
            y: middle.y + (at.y - middle.y) * INSET,
        };
        Self { area: self.area.iter().map(nearer).collect(), color: self.color }
    }
}

/// The share of a cell that shows its color on a solution, so that the pieces are seen around it; chosen by eye.
const INSET: f64 = 0.55;

/// Returns the name of a color: a word for a letter of [`NAMED`].
pub(super) fn name(color: char) -> String {
    let word = NAMED.iter().find(|(own, ..)| *own == color).map(|&(_, word, _)| word.to_owned());
    word.unwrap_or_else(|| color.to_string())
}

/// Fills areas, put where they are on the page.
pub(super) fn fill(canvas: &mut Canvas, shades: &[Shade], put: impl Fn(Point) -> Point) {
    shades.iter().for_each(|shade| canvas.fill(Path::polygon(&shade.area).mapped(&put), shade.color));
}

/// What the letters of a puzzle's colors look like: the letters of colors, others in the order of the list.
struct Inks(BTreeMap<char, Color>);

impl Inks {
    fn of(puzzle: &Puzzle) -> Self {
        let colors = puzzle.colors();
        let cells = colors.board.iter().chain(colors.pieces.iter().flat_map(|own| &own.cells));
        let sides = colors.pieces.iter().flat_map(|own| &own.sides).chain(&colors.border);
        let all = cells.map(|(_, color)| *color).chain(sides.copied());
        let named = |letter: char| NAMED.iter().find(|(own, ..)| *own == letter).map(|&(_, _, color)| color);
        let mut inks: BTreeMap<char, Color> = all.map(|letter| (letter, Color::WHITE)).collect();
        let is_named = inks.keys().all(|&letter| named(letter).is_some());
        for ((letter, ink), (_, _, next)) in inks.iter_mut().zip(NAMED.iter().cycle()) {
            *ink = named(*letter).filter(|_| is_named).unwrap_or(*next);
        }
        Self(inks)
    }

    fn shade(&self, area: Vec<Point>, letter: char) -> Option<Shade> {
        Some(Shade { area, color: *self.0.get(&letter)? })
    }
}

/// Returns the colored cells of the board, at the places of [`Patchwork::of_region`].
pub(super) fn of_board(puzzle: &Puzzle) -> Result<Vec<Shade>, PuzzleSheetError> {
    on_board(puzzle, puzzle.region())
}

/// Returns the colored cells of a part of the board, at its own places.
fn on_board(puzzle: &Puzzle, region: &Region) -> Result<Vec<Shade>, PuzzleSheetError> {
    let (colors, inks) = (puzzle.colors(), Inks::of(puzzle));
    if colors.board.is_empty() {
        return Ok(Vec::new());
    }
    let traced = Patchwork::of_region(region, 1.0)?;
    let cells = region.cells().iter().zip(traced.patches());
    let shades = cells.filter_map(|(&cell, patch)| {
        inks.shade(patch.outline().outer().points().to_vec(), colors.on_board(cell)?)
    });
    Ok(shades.collect())
}

/// Returns the colors of a piece, with the top left corner of its bounding box at the origin.
pub(super) fn of_piece(puzzle: &Puzzle, piece: usize) -> Result<Vec<Shade>, PuzzleSheetError> {
    let Some(own) = puzzle.colors().of(piece) else { return Ok(Vec::new()) };
    let (inks, cells) = (Inks::of(puzzle), puzzle.pieces()[piece].shape.cells());
    let region = Region::new(puzzle.lattice(), cells.to_vec()).expect("a piece has cells");
    let traced = Patchwork::of_region(&region, 1.0)?;
    let bounds = traced.bounds();
    let colored = own.cells.iter().filter_map(|&(cell, color)| {
        let patch = traced.patches().get(region.index_of(cell)?)?;
        let area = patch.outline().outer().points().iter().map(|at| moved(*at, -bounds.left, -bounds.top));
        inks.shade(area.collect(), color)
    });
    let mut shades: Vec<Shade> = colored.collect();
    if !own.sides.is_empty() {
        let sides = sides_of(puzzle.lattice(), cells[0])?.into_iter().zip(&own.sides);
        shades.extend(sides.filter_map(|(area, &color)| inks.shade(area, color)));
    }
    Ok(shades)
}

/// Returns the colors of a tiling: of its board, and of the sides of its pieces.
pub(super) fn of_tiling(tiling: &Tiling) -> Result<Vec<Shade>, PuzzleSheetError> {
    // As the pieces are traced: without cells at the edge that stayed empty.
    let (puzzle, region) = (tiling.puzzle(), &tiling.board());
    let mut shades: Vec<Shade> = on_board(puzzle, region)?.iter().map(Shade::inset).collect();
    if !puzzle.colors().has_sides() {
        return Ok(shades);
    }
    let (traced, inks) = (Patchwork::of_region(region, 1.0)?, Inks::of(puzzle));
    for laid in tiling.placements() {
        let patch = region.index_of(laid.cells[0]).and_then(|at| traced.patches().get(at));
        let (Some(patch), own) = (patch, puzzle.colors().sides(laid.piece)) else { continue };
        if own.is_empty() {
            continue;
        }
        let Bounds { left, top, .. } = patch.outline().bounds();
        let areas = sides_of(puzzle.lattice(), laid.cells[0])?.into_iter().zip(own);
        shades.extend(areas.filter_map(|(area, &color)| {
            inks.shade(area.into_iter().map(|at| moved(at, left, top)).collect(), color)
        }));
    }
    Ok(shades)
}

/// Returns for each side of a cell the triangle from it to the middle, with the top left corner of the cell's bounding box at the
/// origin.
fn sides_of(lattice: Lattice, cell: Cell) -> Result<Vec<Vec<Point>>, PuzzleSheetError> {
    let around: Vec<Cell> = [cell].into_iter().chain(lattice.neighbours(cell)).collect();
    let region = Region::new(lattice, around).expect("a cell and its neighbors");
    let traced = Patchwork::of_region(&region, 1.0)?;
    let own = region.index_of(cell).unwrap_or_default();
    let outline = traced.patches()[own].outline();
    let (bounds, middle) = (outline.bounds(), outline.label().at);
    let side = |near: Cell| {
        let other = region.index_of(near);
        let is_between = |edge: &&piecework_draw::geometry::Edge| {
            (edge.left, edge.right) == (Some(own), other) || (edge.left, edge.right) == (other, Some(own))
        };
        let (from, to) = traced.ends(traced.edges().iter().find(is_between)?);
        Some([from, to, middle].map(|at| moved(at, -bounds.left, -bounds.top)).to_vec())
    };
    Ok(lattice.neighbours(cell).filter_map(side).collect())
}

fn moved(at: Point, dx: f64, dy: f64) -> Point {
    Point { x: at.x + dx, y: at.y + dy }
}
