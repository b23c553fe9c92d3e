//! Draws pages for swell paper, on which black swells: thick outlines, a thin grid, braille, no fills, and one line in
//! print for a helper who sees, away from all that is felt.
//!
//! # Source
//! Braille Authority of North America, "Guidelines and Standards for Tactile Graphics" (2010): lines of
//! different kinds must differ in thickness, and words keep away from lines. The widths are chosen by eye.

use super::Sketch;
use super::puzzle::given;
use crate::PuzzleSheetError;
use crate::board::{Board, outlines_of};
use crate::clues::bar;
use crate::piece::{PieceDrawing, rows};
use crate::plan::{PagePlan, TACTILE_GAP, TACTILE_HEAD, tactile_letter};
use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, Path, Role, braille};
use piecework_draw::geometry::{Outline, Patchwork, Point};
use piecework_draw::page::{Foot, Page, Title, line, sizes};
use piecework_tiling::puzzle::{Clue, Puzzle};

/// The widths of outlines of the board, of outlines of pieces, and of the grid, in mm.
const BOARD: f64 = 1.5;
const PIECE: f64 = 1.0;
const GRID: f64 = 0.4;

impl Sketch<'_> {
    /// Returns the board, if requested, and pieces below it, in lines to be felt.
    pub(super) fn tactile(
        &self,
        plan: &PagePlan,
        puzzle: usize,
        scale: f64,
        board: Option<()>,
        pieces: &[usize],
    ) -> Result<Page, PuzzleSheetError> {
        let title = Title { bookmark: plan.bookmark.clone(), ..Title::default() };
        let mut page = Page::new(&self.format.with_foot(Foot::Blank), title)?;
        let number = braille::number(puzzle + 1);
        let middle = Point {
            x: page.free.left + braille::width(number.len()) / 2.0 + braille::DOT,
            y: page.free.top + TACTILE_HEAD / 2.0,
        };
        write(&mut page.canvas, &number, middle);
        let right = Point { x: page.free.right, y: page.free.top + sizes::TEXT };
        let helper = format!("{}  {}", plan.line, plan.bookmark);
        let room = page.free.width() / 2.0;
        let helper = line(&helper, right, sizes::TEXT, room);
        page.canvas.text(Role::Label, helper.clone().moved(-helper.width(), 0.0));
        page.free.top += TACTILE_HEAD;
        let puzzle = self.subjects[puzzle].puzzle;
        if board.is_some() {
            let at = Point { x: page.free.left + BOARD, y: page.free.top + BOARD };
            page.free.top += draw_board(&mut page.canvas, puzzle, at, scale)? + 2.0 * BOARD + TACTILE_GAP;
        }
        let mut drawings = PieceDrawing::all_left(puzzle)?;
        drawings.retain(|(piece, _)| pieces.contains(piece));
        let placed = rows(&drawings, scale, page.free.width());
        for ((index, piece), at) in drawings.iter().zip(&placed.at) {
            let at = at.moved(page.free.left, page.free.top);
            let put = |point: Point| Point { x: at.x + point.x * scale, y: at.y + point.y * scale };
            draw_outline(&mut page.canvas, piece.outline(), PIECE, put);
            write(&mut page.canvas, &name(puzzle, *index), put(piece.outline().label().at));
        }
        Ok(page)
    }
}

/// Draws the board with what is on it; returns its height in mm.
fn draw_board(canvas: &mut Canvas, puzzle: &Puzzle, at: Point, scale: f64) -> Result<f64, PuzzleSheetError> {
    let region = puzzle.region();
    let laid = given(puzzle)?;
    let board = Board::from_region(region)?.under(&laid);
    let put = |point: Point| board.put(point, at, scale);
    for (from, to) in board.inner_lines() {
        canvas.fill(bar(put(from), put(to), GRID), Color::BLACK);
    }
    let cells = Patchwork::of_region(region, 1.0)?;
    for outline in cells.board() {
        draw_outline(canvas, outline, BOARD, put);
    }
    for placed in puzzle.placed() {
        for outline in &outlines_of(region, &placed.cells)? {
            draw_outline(canvas, outline, PIECE, put);
            write(canvas, &name(puzzle, placed.piece), put(outline.label().at));
        }
    }
    for (cell, word) in region.labels() {
        let Ok(characters) = braille::word(word) else { continue };
        if let Some(patch) = region.index_of(*cell).and_then(|at| cells.patches().get(at)) {
            write(canvas, &characters, put(patch.outline().label().at));
        }
    }
    for clue in puzzle.clues() {
        let index = |cell| region.index_of(cell);
        let words = match *clue {
            Clue::Letter { piece, .. } => name(puzzle, piece),
            Clue::Number { sides, .. } => braille::number(usize::try_from(sides).unwrap_or(0)),
            Clue::Edge { cells: (one, other) } => {
                let sides = (index(one), index(other));
                let is_it = |edge: &&piecework_draw::geometry::Edge| {
                    (edge.left, edge.right) == sides || (edge.right, edge.left) == sides
                };
                for (from, to) in cells.edges().iter().filter(is_it).map(|edge| cells.ends(edge)) {
                    canvas.fill(bar(put(from), put(to), BOARD), Color::BLACK);
                }
                continue;
            }
            _ => continue,
        };
        let patch = clue.cells().next().and_then(index).and_then(|at| cells.patches().get(at));
        if let Some(patch) = patch {
            write(canvas, &words, put(patch.outline().label().at));
        }
    }
    Ok(board.bare_size(scale).height)
}

/// Returns the name of a piece if it is one letter, and its number in the puzzle otherwise.
fn name(puzzle: &Puzzle, piece: usize) -> Vec<&'static [u8]> {
    tactile_letter(&puzzle.pieces()[piece].name)
        .map_or_else(|| braille::number(piece + 1), |letter| vec![letter])
}

fn write(canvas: &mut Canvas, characters: &[&'static [u8]], middle: Point) {
    for dot in braille::dots(characters) {
        canvas.fill(Path::circle(dot.moved(middle.x, middle.y), braille::DOT / 2.0), Color::BLACK);
    }
}

fn draw_outline(canvas: &mut Canvas, outline: &Outline, width: f64, put: impl Fn(Point) -> Point) {
    for ring in outline.rings() {
        let points = ring.points();
        for (from, to) in points.iter().zip(points.iter().cycle().skip(1)) {
            canvas.fill(bar(put(*from), put(*to), width), Color::BLACK);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::plan::{SheetPlan, SheetSubject};
    use crate::support::template;
    use crate::{SheetOptions, SheetStyle, documents};
    use piecework_draw::drawing::{Item, Role, braille};
    use piecework_draw::geometry::{Bounds, Point};

    /// The first page of a class set to be felt: its dots, its bars, and its words.
    fn page() -> (Vec<Point>, Vec<Bounds>, Vec<String>) {
        let puzzle = template("six-pentominoes-5x6");
        let subjects = [SheetSubject::new("one", &puzzle, &[])];
        let options = SheetOptions { style: SheetStyle::Tactile, pupils: Some(1), ..SheetOptions::default() };
        let plan = SheetPlan::new(&subjects, &options).expect("a plan");
        let documents = documents(&plan, &subjects, &options).expect("pages");
        let drawing = &documents[0].pages[0].drawing;
        let (mut dots, mut bars, mut words) = (Vec::new(), Vec::new(), Vec::new());
        for layer in drawing.layers() {
            for item in &layer.items {
                match item {
                    Item::Text(text) => words.push(text.content().to_owned()),
                    item => {
                        assert_eq!(layer.role, Role::Fill, "thin lines swell too");
                        let bounds = item.bounds().expect("a box");
                        let is_dot = (bounds.width() - braille::DOT).abs() < 1e-6
                            && (bounds.height() - braille::DOT).abs() < 1e-6;
                        if is_dot { dots.push(bounds.center()) } else { bars.push(bounds) }
                    }
                }
            }
        }
        (dots, bars, words)
    }

    #[test]
    fn dots_have_the_measures_of_braille_and_lines_of_it_are_apart() {
        let (dots, ..) = page();
        assert!(dots.len() > 20, "{dots:?}");
        for (index, one) in dots.iter().enumerate() {
            for other in &dots[..index] {
                let (across, down) = ((one.x - other.x).abs(), (one.y - other.y).abs());
                let is = |found: f64, expected: f64| (found - expected).abs() < 1e-6;
                if down < 2.0 * 2.34 + 0.1 && across < 6.2 + 2.34 + 0.1 {
                    let column = [0.0, 2.34, 6.2, 6.2 - 2.34, 6.2 + 2.34];
                    let row = [0.0, 2.34, 4.68];
                    assert!(column.iter().any(|&at| is(across, at)), "{across} mm across");
                    assert!(row.iter().any(|&at| is(down, at)), "{down} mm down");
                } else if across < 2.34 {
                    assert!(down >= 10.0 - 4.68, "lines are 10 mm apart: {down}");
                }
            }
        }
    }

    #[test]
    fn at_most_five_kinds_of_line_are_felt_and_a_helper_reads_which_puzzle_it_is() {
        let (_, bars, words) = page();
        #[expect(clippy::cast_possible_truncation, reason = "a bar is narrower than 9e12 mm")]
        let mut widths: Vec<i64> =
            bars.iter().map(|bar| (bar.width().min(bar.height()) * 1e3).round() as i64).collect();
        widths.sort_unstable();
        widths.dedup();
        assert!(
            (2..=5).contains(&widths.len()) && widths.windows(2).all(|two| two[1] - two[0] >= 400),
            "{widths:?}"
        );
        assert_eq!(words.len(), 1, "{words:?}");
        assert!(words[0].starts_with("1  ") && words[0].contains("5 x 6"), "{words:?}");
    }
}
