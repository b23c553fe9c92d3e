//! Draws clues and words on a board: letters, numbers and words in their cells, and edges of pieces.

use crate::PuzzleSheetError;
use crate::board::Board;
use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, LEAST_WORDS, Path, Role, Text, WordSizes, words_in_cells};
use piecework_draw::geometry::{CellWord, Edge, Patchwork, Point};
use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::{Clue, Puzzle};

/// The cap height of a letter, and the share of the cell that it may be wide, in cells.
const HEIGHT: f64 = 0.42;
const WIDTH: f64 = 0.72;
/// The largest cap height, in mm; chosen by eye.
const MOST: f64 = 6.0;
/// The least cap height of the words of a board, in mm, and what stays free beside them, in cells; chosen by eye.
const LEAST: f64 = 1.0;
const BESIDE_WORDS: f64 = 0.1;
/// The width of a drawn edge: a share of the cell, at least so many mm. Chosen by eye, so that it is seen on
/// a copy.
const EDGE: f64 = 0.12;
const LEAST_EDGE: f64 = 0.8;

/// The clues of a puzzle, at a cell edge of 1 mm.
pub(super) struct Clues {
    /// The words in a cell, with their middle and the room around it.
    words: Vec<(String, Point, f64)>,
    edges: Vec<(Point, Point)>,
    /// The words of the board on cells that are seen; cells that stay open also without one.
    cells: Vec<CellWord>,
}

impl Clues {
    /// Returns the clues about cells that are not covered yet.
    pub(super) fn new(puzzle: &Puzzle, covered: &[Cell]) -> Result<Self, PuzzleSheetError> {
        let (mut words, mut edges, mut told) = (Vec::new(), Vec::new(), Vec::new());
        let region = puzzle.region();
        if puzzle.clues().is_empty() && region.labels().is_empty() && region.open().is_empty() {
            return Ok(Self { words, edges, cells: Vec::new() });
        }
        let cells = Patchwork::of_region(region, 1.0)?;
        let is_open = |clue: &&Clue| clue.cells().any(|cell| !covered.contains(&cell));
        for clue in puzzle.clues().iter().filter(is_open) {
            let (cell, text) = match *clue {
                Clue::Letter { cell, piece } => (cell, puzzle.name_of(piece).to_owned()),
                Clue::Number { cell, sides } => (cell, sides.to_string()),
                Clue::Edge { cells: (one, other) } => {
                    let sides = (region.index_of(one), region.index_of(other));
                    let is_it =
                        |edge: &&Edge| (edge.left, edge.right) == sides || (edge.right, edge.left) == sides;
                    edges.extend(cells.edges().iter().filter(is_it).map(|edge| cells.ends(edge)));
                    continue;
                }
                _ => continue,
            };
            told.push((cell, text));
        }
        let is_free = |cell: &Cell| !covered.contains(cell) && told.iter().all(|(own, _)| own != cell);
        let on = || region.open().iter().chain(region.labels()).zip(cells.words());
        let seen: Vec<CellWord> =
            on().filter(|((cell, _), _)| is_free(cell)).map(|(_, word)| word.clone()).collect();
        let is_legible = |word: &str| Text::centered(word, Point::default(), MOST).missing().is_empty();
        if let Some(cell) = seen.iter().find(|cell| !is_legible(&cell.word)) {
            return Err(PuzzleSheetError::NoLetters { word: cell.word.clone() });
        }
        for (cell, text) in told {
            let Some(patch) = region.index_of(cell).and_then(|at| cells.patches().get(at)) else { continue };
            let label = patch.outline().label();
            words.push((text, label.at, 2.0 * label.room));
        }
        Ok(Self { words, edges, cells: seen })
    }

    /// Returns the least cap height of the words of the board at a scale, in mm per cell edge: 0 if one has no room, and `None`
    /// if there are none.
    pub(super) fn word_height(&self, scale: f64) -> Option<f64> {
        let lines = self.words_at(scale, |point| Point { x: point.x * scale, y: point.y * scale });
        let heights = lines.iter().map(|lines| lines.iter().map(Text::height).fold(MOST, f64::min));
        let is_missing =
            lines.iter().zip(&self.cells).any(|(lines, cell)| lines.is_empty() && !cell.word.is_empty());
        heights.reduce(f64::min).map(|height| if is_missing { 0.0 } else { height })
    }

    /// Returns the words of the board on the page.
    fn words_at(&self, scale: f64, put: impl Fn(Point) -> Point) -> Vec<Vec<Text>> {
        words_in_cells(&self.cells, put, WordSizes { least: LEAST, most: MOST, air: BESIDE_WORDS * scale })
    }

    /// Draws them on a board with the top left corner of its bounds at `at`, `scale` mm per cell edge.
    pub(super) fn draw(&self, canvas: &mut Canvas, board: &Board, at: Point, scale: f64) {
        let fitting = |(words, middle, room): &(String, Point, f64)| {
            let height = (HEIGHT * room * scale).min(MOST);
            let text = Text::centered(words, *middle, height).bold();
            (height * (WIDTH * room * scale / text.width()).min(1.0)).max(LEAST_WORDS)
        };
        for word in &self.words {
            let middle = board.put(word.1, at, scale);
            canvas.text(Role::Label, Text::centered(&word.0, middle, fitting(word)).bold());
        }
        let put = |point: Point| board.put(point, at, scale);
        let lines = self.words_at(scale, put);
        lines.into_iter().flatten().for_each(|line| canvas.text(Role::Label, line));
        for cell in self.cells.iter().filter(|cell| cell.is_open) {
            canvas.path(Role::Engrave, Path::outline(&cell.outline).mapped(put));
        }
        for &(from, to) in &self.edges {
            let (from, to) = (board.put(from, at, scale), board.put(to, at, scale));
            let width = (EDGE * scale).max(LEAST_EDGE);
            // The ends of a bar reach over its line, which must not be beyond the rim of the board.
            let inset = width / 2.0 / from.distance(to).max(width);
            let between = |one: Point, other: Point| Point {
                x: one.x + (other.x - one.x) * inset,
                y: one.y + (other.y - one.y) * inset,
            };
            canvas.fill(bar(between(from, to), between(to, from), width), Color::BLACK);
        }
    }
}

/// Returns a bar along a line, with ends that cover those of its neighbours.
pub(super) fn bar(from: Point, to: Point, width: f64) -> Path {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let half = width / 2.0 / libm::sqrt(dx * dx + dy * dy).max(1e-9);
    let (along, across) = ((dx * half, dy * half), (-dy * half, dx * half));
    let corner = |point: Point, forward: f64, aside: f64| Point {
        x: point.x + forward * along.0 + aside * across.0,
        y: point.y + forward * along.1 + aside * across.1,
    };
    Path::polygon(&[
        corner(from, -1.0, -1.0),
        corner(to, 1.0, -1.0),
        corner(to, 1.0, 1.0),
        corner(from, -1.0, 1.0),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_draw::drawing::Medium;
    use piecework_draw::geometry::Bounds;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::puzzle::{Region, Rules, pieces_named};

    #[test]
    fn letters_stay_in_their_cells_and_settled_clues_are_left_out() {
        for (lattice, pieces) in [
            (Lattice::Square, "tetrominoes:I"),
            (Lattice::Hex, "tetrahexes"),
            (Lattice::Triangle, "tetriamonds"),
        ] {
            let region = Region::rectangle(lattice, 4, 1).expect("a board");
            let cells = region.cells().to_vec();
            let clues = vec![
                Clue::Letter { cell: cells[0], piece: 0 },
                Clue::Number { cell: cells[1], sides: 1 },
                Clue::between(cells[2], cells[3]),
            ];
            let rules = Rules { clues, ..Rules::default() };
            let any = piecework_tiling::puzzle::Count::ANY;
            let pieces = pieces_named(pieces).expect("a piece");
            let pieces =
                pieces.into_iter().map(|piece| piecework_tiling::puzzle::Piece { count: any, ..piece });
            let puzzle = Puzzle::ruled("test", region, pieces.collect(), rules).expect("a puzzle");
            let all = Clues::new(&puzzle, &[]).expect("clues");
            assert_eq!((all.words.len(), all.edges.len()), (2, 1), "{lattice}");
            let rest = Clues::new(&puzzle, &cells[..1]).expect("clues");
            assert_eq!((rest.words.len(), rest.edges.len()), (1, 1), "{lattice}");
            let mut canvas = Canvas::new("test", Medium::Print, 100.0, 40.0);
            let board = Board::from_region(puzzle.region()).expect("a board");
            all.draw(&mut canvas, &board, Point::default(), 10.0);
            for (words, middle, room) in &all.words {
                let height = (HEIGHT * room * 10.0).min(MOST);
                let text = Text::centered(words, board.put(*middle, Point::default(), 10.0), height).bold();
                let Bounds { left, right, .. } = text.bounds();
                assert!(right - left <= room * 10.0, "{lattice} {words}");
            }
        }
    }
}
