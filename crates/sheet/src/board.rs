//! Draws the empty board: its outline, thin lines between its cells, and coordinates beside it.

use std::collections::BTreeSet;

use super::PuzzleSheetError;
use super::shades::{self, Shade};
use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, LEAST_WORDS, Path, Role, Text, Words, rings};
use piecework_draw::geometry::{Bounds, Dimensions, Outline, Patch, Patchwork, Point};
use piecework_draw::page::sizes;
use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::{Placed, Puzzle, Region, Wrap};

/// The space for coordinates on the left and above, in mm.
const BESIDE: f64 = 5.0;
/// The largest cap height of coordinates, in mm.
const COORDINATE: f64 = sizes::TEXT;
/// The smallest legible cap height; with less space there are no coordinates.
const SMALLEST: f64 = sizes::LEAST;

/// Half the length of the arrowheads on joined sides, in mm.
const ARROW: f64 = 1.6;

/// The lines of a region at a cell edge of 1 mm, to be drawn at any scale.
pub(super) struct Board {
    outlines: Vec<Outline>,
    inner: Vec<(Point, Point)>,
    /// The colored cells.
    shades: Vec<Shade>,
    bounds: Bounds,
    /// How wide and high a cell is at least, or its edge if that is more.
    across: f64,
    /// Which sides are joined, if any.
    wrap: Option<Wrap>,
    /// How far further right what leaves at the bottom comes back at the top, and the length of a row.
    shift: (f64, f64),
    /// The middles of cells, as the board lies on the page, in nanometres.
    middles: BTreeSet<Middle>,
    /// Whether it lies on the page with a quarter turn.
    is_turned: bool,
}

/// The middle of a cell, in nanometres.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Middle {
    x: i64,
    y: i64,
}

/// A piece on the board, at a cell edge of 1 mm.
pub(super) struct LaidPiece {
    name: String,
    outlines: Vec<Outline>,
    fill: Option<Color>,
    /// The colors of its sides, if they have some.
    shades: Vec<Shade>,
    role: Role,
}

impl LaidPiece {
    /// A piece that stays on the board.
    pub(super) fn new(puzzle: &Puzzle, laid: &Placed) -> Result<Self, PuzzleSheetError> {
        let name = puzzle.name_of(laid.piece).to_owned();
        let outlines = outlines_of(puzzle.region(), &laid.cells)?;
        let mut shades = Vec::new();
        // Cells show the colors of the board where they lie; sides show their own.
        if let Some(outline) = outlines.first().filter(|_| !puzzle.colors().sides(laid.piece).is_empty()) {
            let Bounds { left, top, .. } = outline.bounds();
            let own = shades::of_piece(puzzle, laid.piece)?;
            shades.extend(own.iter().map(|shade| shade.mapped(|at| at.moved(left, top))));
        }
        Ok(Self { name, outlines, fill: Some(LAID), shades, role: Role::Engrave })
    }

    /// The same piece in another color, or in none.
    pub(super) fn filled(self, fill: Option<Color>) -> Self {
        Self { fill, ..self }
    }

    /// The same piece without its name.
    pub(super) fn unnamed(self) -> Self {
        Self { name: String::new(), ..self }
    }

    /// The same piece with a dashed outline, for one that does not belong there.
    pub(super) fn dashed(self) -> Self {
        Self { role: Role::Sew, fill: None, shades: Vec::new(), ..self }
    }
}

/// Returns the outlines of some cells of a region, where they are on the board; several if a piece goes on
/// across joined sides.
pub(super) fn outlines_of(region: &Region, cells: &[Cell]) -> Result<Vec<Outline>, PuzzleSheetError> {
    let only = region.with_only(cells.to_vec()).expect("a piece has cells");
    let (traced, whole) = (Patchwork::of_region(&only, 1.0)?, Patchwork::of_region(region, 1.0)?);
    // What is traced alone begins at the origin, so it is moved to where its first cell is on the board.
    let place = |of: &Region, patchwork: &Patchwork| {
        let at = only.cells().first().and_then(|&cell| of.index_of(cell));
        at.and_then(|at| patchwork.patches().get(at)).map(|patch| patch.outline().bounds())
    };
    let (Some(here), Some(there)) = (place(&only, &traced), place(region, &whole)) else {
        return Ok(traced.board().to_vec());
    };
    let (dx, dy) = (there.left - here.left, there.top - here.top);
    Ok(traced.board().iter().map(|outline| outline.moved(dx, dy)).collect())
}

/// Returns the middle of a cell of a region, where it is on the board.
pub(super) fn middle_of(region: &Region, cell: Cell) -> Result<Point, PuzzleSheetError> {
    let outlines = outlines_of(region, &[cell])?;
    Ok(outlines[0].bounds().center())
}

/// The color of pieces that are on the board already; chosen by eye, so that copies in black and white stay
/// legible.
const LAID: Color = Color::new(0xe4, 0xe0, 0xd8);
/// The largest cap height of a name on a piece on the board, in cells.
const LAID_NAME: f64 = 0.3;

/// Nanometres per millimetre of the board, so that whole numbers can be compared.
const WHOLE: f64 = 1e6;

/// Returns how far further right what leaves a torus at the bottom comes back at the top, and the length of a row.
fn shift(region: &Region, cells: &Patchwork) -> (f64, f64) {
    let Some(joined) = region.joined() else { return (0.0, 0.0) };
    let lattice = region.lattice();
    let per_column = lattice.cells_in_column();
    let middle =
        |cell: Cell| region.index_of(cell).map(|index| cells.patches()[index].outline().bounds().center().x);
    // Two cells a column apart, somewhere on a board that may lack some.
    let apart = |&cell: &Cell| Some(middle(Cell::new(cell.x + per_column, cell.y))? - middle(cell)?);
    let column = region.cells().iter().find_map(apart).unwrap_or(0.0);
    (column * f64::from(joined.shift(lattice)), column * f64::from(joined.columns() / per_column))
}

impl Board {
    /// Traces the region of a puzzle, with its colors.
    pub(super) fn of(puzzle: &Puzzle) -> Result<Self, PuzzleSheetError> {
        Ok(Self { shades: shades::of_board(puzzle)?, ..Self::from_region(puzzle.region())? })
    }

    /// Traces a region.
    pub(super) fn from_region(region: &Region) -> Result<Self, PuzzleSheetError> {
        let cells = Patchwork::of_region(region, 1.0)?;
        let inner = cells.edges().iter().filter(|edge| edge.is_inner()).map(|edge| cells.ends(edge));
        #[expect(clippy::cast_possible_truncation, reason = "a board is far smaller than 9e12 mm")]
        let whole = |at: f64| (at * WHOLE).round() as i64;
        let middle = |at: Point| Middle { x: whole(at.x), y: whole(at.y) };
        let middles = cells.patches().iter().map(|cell| middle(cell.outline().bounds().center()));
        Ok(Self {
            outlines: cells.board().to_vec(),
            inner: inner.collect(),
            shades: Vec::new(),
            bounds: cells.bounds(),
            across: cells.patches().iter().map(across).fold(f64::MAX, f64::min).max(1.0),
            wrap: region.wrap(),
            shift: shift(region, &cells),
            middles: middles.collect(),
            is_turned: false,
        })
    }

    /// Returns the same board with a quarter turn clockwise, if `is_turned`: all that is put on it turns with it, and words stay
    /// upright.
    pub(super) fn turned_if(self, is_turned: bool) -> Self {
        if !is_turned {
            return self;
        }
        let middles = self.middles.iter().map(|&Middle { x, y }| Middle { x: -y, y: x }).collect();
        Self { bounds: self.bounds.quarter_turned(), middles, is_turned: true, ..self }
    }

    /// Returns whether it looks the same upside down, so that it has no top: a rectangle does, a figure of something does not.
    pub(super) fn has_no_top(&self) -> bool {
        let ends = |of: fn(&Middle) -> i64| {
            let all = || self.middles.iter().map(of);
            all().min().unwrap_or(0) + all().max().unwrap_or(0)
        };
        let (across, down) = (ends(|middle| middle.x), ends(|middle| middle.y));
        // Sums of rounded numbers.
        let is_near = |one: &Middle, x: i64, y: i64| (one.x - x).abs() <= 4 && (one.y - y).abs() <= 4;
        let has_opposite = |&Middle { x, y }: &Middle| {
            let from = Middle { x: across - x - 4, y: i64::MIN };
            let near = self.middles.range(from..).take_while(|other| other.x <= across - x + 4);
            near.into_iter().any(|other| is_near(other, across - x, down - y))
        };
        self.middles.iter().all(has_opposite)
    }

    /// Returns how wide and high the smallest cell is at least, or its edge if that is more, at a cell edge of 1 mm: 1 for
    /// squares, more for hexagons.
    pub(super) fn across(&self) -> f64 {
        self.across
    }

    /// Width and height with the coordinates, at `scale` mm per cell edge.
    pub(super) fn outer_size(&self, scale: f64) -> Dimensions {
        let Dimensions { width, height } = self.bare_size(scale);
        Dimensions { width: width + BESIDE, height: height + BESIDE }
    }

    /// Returns the top left corner of the board's bounds if it is drawn into `room` with space for
    /// coordinates.
    pub(super) fn origin(room: Bounds) -> Point {
        Point { x: room.left + BESIDE, y: room.top + BESIDE }
    }

    /// Returns the top left corner of the board's bounds if it is in the middle of a room, from left to right, with space
    /// for coordinates.
    pub(super) fn centered(&self, room: Bounds, scale: f64) -> Point {
        let Point { x, y } = Self::origin(room);
        Point { x: x.max(room.center().x - self.bounds.width() * scale / 2.0), y }
    }

    /// Returns the place and scale at which it fills a room, at most `most` mm per cell edge.
    pub(super) fn place(&self, room: Bounds, most: f64) -> (Point, f64) {
        let (width, height) = (room.width() - BESIDE, room.height() - BESIDE);
        let scale = (width / self.bounds.width()).min(height / self.bounds.height()).min(most);
        (Self::origin(room), scale)
    }

    /// Returns the same without space for coordinates.
    pub(super) fn place_bare(&self, room: Bounds) -> (Point, f64) {
        let scale = (room.width() / self.bounds.width()).min(room.height() / self.bounds.height());
        (Point { x: room.left, y: room.top }, scale)
    }

    /// Width and height without coordinates, at `scale` mm per cell edge.
    pub(super) fn bare_size(&self, scale: f64) -> Dimensions {
        Dimensions { width: self.bounds.width() * scale, height: self.bounds.height() * scale }
    }

    /// Returns the same board without the lines between cells under these pieces.
    pub(super) fn under(mut self, laid: &[LaidPiece]) -> Self {
        let filled: Vec<&Outline> =
            laid.iter().filter(|piece| piece.fill.is_some()).flat_map(|piece| &piece.outlines).collect();
        self.inner.retain(|(from, to)| {
            let middle = Point { x: f64::midpoint(from.x, to.x), y: f64::midpoint(from.y, to.y) };
            !filled.iter().any(|outline| outline.contains(middle))
        });
        self.shades.retain(|shade| !filled.iter().any(|outline| outline.contains(shade.middle())));
        self
    }

    /// Returns the lines between cells, at a cell edge of 1 mm.
    pub(super) fn inner_lines(&self) -> impl Iterator<Item = (Point, Point)> {
        self.inner.iter().copied()
    }

    /// Draws pieces that are on the board already, in pale gray or in a color, with their names.
    pub(super) fn draw_laid(&self, canvas: &mut Canvas, laid: &[LaidPiece], at: Point, scale: f64) {
        let mut places = Words::default();
        for piece in laid {
            let put = |point: Point| self.put(point, at, scale);
            for outline in &piece.outlines {
                if let Some(color) = piece.fill {
                    canvas.fill(Path::outline(outline).mapped(put), color);
                }
                canvas.path(piece.role, Path::outline(outline).mapped(put).named(piece.name.clone()));
            }
            shades::fill(canvas, &piece.shades, put);
            let Some(outline) = piece.outlines.first().filter(|_| !piece.name.is_empty()) else { continue };
            let (at, rings) = (put(outline.label().at), rings(outline, put));
            let text = Text::centered(&piece.name, at, (LAID_NAME * scale).max(LEAST_WORDS));
            if let Some(text) = places.place(&text, &rings, at, LEAST_WORDS) {
                canvas.label(text, piece.fill);
            }
        }
    }

    /// Returns a point of the board on the page.
    pub(super) fn put(&self, point: Point, at: Point, scale: f64) -> Point {
        let point = if self.is_turned { point.turned(90) } else { point };
        Point {
            x: at.x + (point.x - self.bounds.left) * scale,
            y: at.y + (point.y - self.bounds.top) * scale,
        }
    }

    /// Draws the board with its coordinates, with the top left corner of its bounds at `at`, `scale` mm per
    /// cell edge.
    pub(super) fn draw(&self, canvas: &mut Canvas, at: Point, scale: f64) {
        self.draw_bare(canvas, at, scale);
        self.coordinates(canvas, at, scale);
    }

    /// The same without coordinates.
    pub(super) fn draw_bare(&self, canvas: &mut Canvas, at: Point, scale: f64) {
        let put = |point: Point| self.put(point, at, scale);
        shades::fill(canvas, &self.shades, put);
        for &(from, to) in &self.inner {
            canvas.line(Role::Guide, put(from), put(to));
        }
        for outline in &self.outlines {
            canvas.path(Role::Cut, Path::outline(outline).mapped(put));
        }
        for (at, along) in self.arrows() {
            let (at, half) = (put(at), ARROW.min(scale * 0.3));
            let across = Point { x: -along.y, y: along.x };
            let corner = |far: f64, aside: f64| Point {
                x: at.x + half * (far * along.x + aside * across.x),
                y: at.y + half * (far * along.y + aside * across.y),
            };
            let points = [corner(1.0, 0.0), corner(-1.0, 0.8), corner(-1.0, -0.8)];
            canvas.fill(Path::polygon(&points), Color::BLACK);
        }
    }

    /// The arrowheads that mark joined sides, each with its direction: one on the left and on the right, two
    /// on top and below.
    fn arrows(&self) -> Vec<(Point, Point)> {
        let middle = self.bounds.center();
        let (down, across) = (Point { x: 0.0, y: 1.0 }, Point { x: 1.0, y: 0.0 });
        let upright =
            self.ends(middle.y, |p| (p.y, p.x)).into_iter().map(|x| (Point { x, y: middle.y }, down));
        let (shift, row) = self.shift;
        let (above, below) = (middle.x, middle.x - shift);
        let below = if below < self.bounds.left { below + row } else { below };
        let end = |x: f64, is_last: bool| {
            let ends = self.ends(x, |p| (p.x, p.y));
            let end = if is_last { ends.last() } else { ends.first() };
            end.map(|&y| (Point { x, y }, across))
        };
        let level = [-0.3, 0.3].into_iter().flat_map(|by| [end(above + by, false), end(below + by, true)]);
        let level = level.flatten();
        match self.wrap {
            None => Vec::new(),
            Some(Wrap::Cylinder) => upright.collect(),
            Some(Wrap::Torus) => upright.chain(level).collect(),
        }
    }

    /// Returns where a straight line enters and leaves the board, if it meets the board. `turned` gives a
    /// point as its place across the line, and along it.
    fn ends(&self, at: f64, turned: impl Fn(Point) -> (f64, f64)) -> Vec<f64> {
        let points =
            |outline: &Outline| outline.outer().points().iter().map(|&p| turned(p)).collect::<Vec<_>>();
        let mut met: Vec<f64> = Vec::new();
        for ring in self.outlines.iter().map(points) {
            for (from, to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                let (near, far) = (from.0.min(to.0), from.0.max(to.0));
                if near < far && (near..=far).contains(&at) {
                    met.push(from.1 + (to.1 - from.1) * (at - from.0) / (to.0 - from.0));
                }
            }
        }
        met.sort_unstable_by(f64::total_cmp);
        met.first().into_iter().chain(met.last()).copied().collect()
    }

    /// Returns the middles of columns of cells, from left to right, in nanometres.
    fn columns(&self) -> BTreeSet<i64> {
        self.middles.iter().map(|middle| middle.x).collect()
    }

    /// Returns the middles of rows of cells, from top to bottom, in nanometres.
    fn rows(&self) -> BTreeSet<i64> {
        self.middles.iter().map(|middle| middle.y).collect()
    }

    /// Letters above the columns and numbers beside the rows, if there is space for them.
    fn coordinates(&self, canvas: &mut Canvas, at: Point, scale: f64) {
        let (columns, rows) = (self.columns(), self.rows());
        let names: Vec<String> = (0..columns.len()).map(letters).collect();
        let numbers: Vec<String> = (1..=rows.len()).map(|row| row.to_string()).collect();
        let height = height(&columns, &names, scale).min(height(&rows, &numbers, scale * 1.2));
        if height < SMALLEST {
            return;
        }
        #[expect(clippy::cast_precision_loss, reason = "a board is far smaller than 2^53 nm")]
        let along = |from: f64, least: f64, middle: i64| from + (middle as f64 / WHOLE - least) * scale;
        for (&middle, name) in columns.iter().zip(names) {
            let x = along(at.x, self.bounds.left, middle);
            let above = Point { x, y: at.y - BESIDE / 2.0 };
            canvas.text(Role::Guide, Text::centered(name, above, height));
        }
        for (&middle, number) in rows.iter().zip(numbers) {
            let y = along(at.y, self.bounds.top, middle);
            canvas.text(Role::Guide, Text::centered(number, Point { x: at.x - BESIDE / 2.0, y }, height));
        }
    }
}

/// Returns the shorter side of the box around a cell.
fn across(cell: &Patch) -> f64 {
    let bounds = cell.outline().bounds();
    bounds.width().min(bounds.height())
}

/// Returns the cap height at which names fit between their middles.
fn height(middles: &BTreeSet<i64>, names: &[String], scale: f64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a board is far smaller than 2^53 nm")]
    let steps = middles.iter().zip(middles.iter().skip(1)).map(|(a, b)| (b - a) as f64 / WHOLE * scale);
    let step = steps.fold(f64::MAX, f64::min);
    let widest = names.iter().map(|name| Text::centered(name, Point::default(), COORDINATE).width());
    let widest = widest.fold(1e-3, f64::max);
    COORDINATE.min(step * 0.8 * COORDINATE / widest).min(step * 0.8)
}

/// Returns the name of a column: a to z, then aa, ab and so on.
fn letters(column: usize) -> String {
    let letter = |index: usize| char::from(b'a' + u8::try_from(index % 26).unwrap_or(0));
    let before = if column >= 26 { letters(column / 26 - 1) } else { String::new() };
    format!("{before}{}", letter(column))
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::lattice::Lattice;

    #[test]
    fn columns_are_named_like_those_of_a_table() {
        let names: Vec<String> = [0, 25, 26, 27, 51, 52, 701, 702].into_iter().map(letters).collect();
        assert_eq!(names, ["a", "z", "aa", "ab", "az", "ba", "zz", "aaa"]);
    }

    #[test]
    fn cells_of_a_row_share_it_on_every_lattice() {
        for (lattice, columns, rows) in
            [(Lattice::Square, 5, 3), (Lattice::Hex, 10, 3), (Lattice::Triangle, 5, 3)]
        {
            let board =
                Board::from_region(&Region::rectangle(lattice, 5, 3).expect("a region")).expect("a board");
            assert_eq!((board.rows().len(), board.columns().len()), (rows, columns), "{lattice}");
        }
    }

    #[test]
    fn joined_sides_are_marked_where_the_board_is() {
        let arrows = |region: &Region| Board::from_region(region).expect("a board").arrows();
        let whole = Region::rectangle(Lattice::Square, 6, 4).expect("a region");
        assert_eq!(arrows(&whole).len(), 0);
        for &lattice in Lattice::ALL {
            let wrapped = |wrap| Region::wrapped(lattice, 6, 4, wrap).expect("a region");
            let twisted = Region::twisted(lattice, 6, 4, 2).expect("a region");
            let joined = [(wrapped(Wrap::Cylinder), 2), (wrapped(Wrap::Torus), 6), (twisted, 6)];
            for (region, expected) in joined {
                let wrap = region.joined();
                let found = arrows(&region);
                assert_eq!(found.len(), expected, "{lattice} {wrap:?}");
                let bounds = Board::from_region(&region).expect("a board").bounds;
                assert!(found.iter().all(|(at, _)| bounds.left <= at.x && at.x <= bounds.right));
            }
        }
        // Nothing is left where the arrows of the sides would be.
        let region = Region::wrapped(Lattice::Square, 2, 3, Wrap::Cylinder).expect("a region");
        let rows = region.cells().iter().copied().filter(|cell| cell.y != 1).collect();
        assert_eq!(arrows(&region.with_only(rows).expect("a region")).len(), 0);
    }

    #[test]
    fn a_piece_is_drawn_where_it_is_on_the_board() {
        let at = |x, y| Cell::new(x, y);
        let region = Region::rectangle(Lattice::Square, 4, 3).expect("a board");
        let outlines = outlines_of(&region, &[at(2, 1), at(1, 2), at(2, 2)]).expect("a piece");
        let Bounds { left, top, right, bottom } = outlines[0].bounds();
        assert_eq!((outlines.len(), [left, top, right, bottom]), (1, [1.0, 1.0, 3.0, 3.0]));
        // The cell of the corner is not in the bounds of a piece alone.
        let outlines = outlines_of(&region, &[at(3, 0), at(3, 1), at(2, 1)]).expect("a piece");
        let bounds = outlines[0].bounds();
        assert_eq!([bounds.left, bounds.top], [2.0, 0.0]);
        for lattice in [Lattice::Hex, Lattice::Triangle] {
            let region = Region::rectangle(lattice, 4, 3).expect("a board");
            let cells = Patchwork::of_region(&region, 1.0).expect("cells");
            for (&cell, patch) in region.cells().iter().zip(cells.patches()) {
                let (found, there) =
                    (middle_of(&region, cell).expect("a cell"), patch.outline().bounds().center());
                assert!((found.x - there.x).abs() + (found.y - there.y).abs() < 1e-9, "{lattice:?} {cell:?}");
            }
        }
    }
}
