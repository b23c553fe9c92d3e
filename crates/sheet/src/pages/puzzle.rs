//! Draws the board and the pieces of a puzzle: to solve it, with a hint, and to cut out.

use super::{Sketch, parsed, patchwork};
use crate::PuzzleSheetError;
use crate::board::{Board, LaidPiece};
use crate::clues::Clues;
use crate::piece::{GAP, PieceDrawing, rows};
use crate::plan::{Grid, HintPlan, PagePlan, PlacedPiece, Places, scale_format};
use crate::shades;
use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, LEAST_WORDS, Path, Role, Text, Words, rings};
use piecework_draw::geometry::{Bounds, Outline, Point};
use piecework_draw::page::{Page, sizes};
use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::{Placed, Puzzle};

/// The largest edge of a cell on a page of hints, in mm; these sizes are chosen by eye.
const LARGEST_CELL: f64 = 20.0;
/// The largest cap height of a name on a piece to cut out, in mm.
const NAME: f64 = 5.0;

/// Returns the pieces that are on the board from the start.
pub(super) fn given(puzzle: &Puzzle) -> Result<Vec<LaidPiece>, PuzzleSheetError> {
    puzzle.placed().iter().map(|laid| LaidPiece::new(puzzle, laid)).collect()
}

/// Returns the clues about cells that neither given pieces nor these cover.
pub(super) fn clues_left(puzzle: &Puzzle, covered: &[Cell]) -> Result<Clues, PuzzleSheetError> {
    let given = puzzle.placed().iter().flat_map(|laid| &laid.cells);
    Clues::new(puzzle, &given.chain(covered).copied().collect::<Vec<Cell>>())
}

/// Draws pieces in rows from the top left corner of a room.
pub(super) fn draw_rows(canvas: &mut Canvas, pieces: &[(usize, PieceDrawing)], room: Bounds, scale: f64) {
    let placed = rows(pieces, scale, room.width());
    for ((_, piece), at) in pieces.iter().zip(&placed.at) {
        piece.draw(canvas, at.moved(room.left, room.top), scale);
    }
}

impl Sketch<'_> {
    /// Returns the empty board, if requested, and pieces below it at the same scale.
    pub(super) fn puzzle(
        &self,
        plan: &PagePlan,
        puzzle: usize,
        scale: f64,
        board: Option<()>,
        pieces: &[usize],
    ) -> Result<Page, PuzzleSheetError> {
        let mut page = Page::new(self.format, plan.title())?;
        let puzzle = self.subjects[puzzle].puzzle;
        if board.is_some() {
            let given = given(puzzle)?;
            let board = Board::of(puzzle)?.under(&given);
            let at = Board::origin(page.free);
            board.draw_laid(&mut page.canvas, &given, at, scale);
            board.draw(&mut page.canvas, at, scale);
            clues_left(puzzle, &[])?.draw(&mut page.canvas, &board, at, scale);
            page.free.top += board.outer_size(scale).height + GAP;
        }
        let mut drawings = PieceDrawing::all_left(puzzle)?;
        drawings.retain(|(piece, _)| pieces.contains(piece));
        draw_rows(&mut page.canvas, &drawings, page.free, scale);
        Ok(page)
    }

    /// Returns boards with some pieces of the first solution, each with its caption below.
    pub(super) fn hints(
        &self,
        plan: &PagePlan,
        hints: &[HintPlan],
        places: Places,
    ) -> Result<Page, PuzzleSheetError> {
        let mut page = self.blank(plan)?;
        let grid = Grid::from_places(page.free, places);
        for (index, hint) in hints.iter().enumerate() {
            let puzzle = self.subjects[hint.puzzle].puzzle;
            let mut laid = given(puzzle)?;
            let clues = clues_left(puzzle, &self.hint_cells(hint))?;
            laid.extend(self.hint_pieces(hint)?);
            let board = Board::of(puzzle)?.turned_if(self.is_turned(hint.puzzle)).under(&laid);
            let place = grid.place(index);
            if hint.caption.is_empty() {
                let (at, scale) = board.place(place, LARGEST_CELL);
                board.draw_laid(&mut page.canvas, &laid, at, scale);
                board.draw(&mut page.canvas, at, scale);
                clues.draw(&mut page.canvas, &board, at, scale);
                continue;
            }
            let (at, scale) = board.place_bare(Bounds { bottom: place.bottom - sizes::LINE, ..place });
            let scale = scale.min(LARGEST_CELL);
            board.draw_laid(&mut page.canvas, &laid, at, scale);
            board.draw_bare(&mut page.canvas, at, scale);
            clues.draw(&mut page.canvas, &board, at, scale);
            let top = place.top + board.bare_size(scale).height;
            self.caption(&mut page, std::slice::from_ref(&hint.caption), Bounds { top, ..place });
        }
        Ok(page)
    }

    /// Returns the cells that the pieces of a hint cover.
    fn hint_cells(&self, hint: &HintPlan) -> Vec<Cell> {
        let placements = self.subjects[hint.puzzle].tilings[0].placements();
        hint.pieces.iter().flat_map(|&index| placements[index].cells.iter().copied()).collect()
    }

    fn hint_pieces(&self, hint: &HintPlan) -> Result<Vec<LaidPiece>, PuzzleSheetError> {
        let tiling = &self.subjects[hint.puzzle].tilings[0];
        let (patchwork, colors) = (patchwork(tiling)?, self.colors(hint.puzzle, 0));
        let piece = |&index: &usize| {
            let laid = &tiling.placements()[index];
            let laid = Placed { piece: laid.piece, cells: laid.cells.clone() };
            let mut patches = patchwork.patches().iter().zip(&colors);
            let color = patches.find(|(patch, _)| patch.placement() == index).map(|(_, &color)| color);
            let laid = LaidPiece::new(tiling.puzzle(), &laid)?;
            // Of five grays one is white.
            let color = color.filter(|_| !self.options.is_gray());
            let laid = if color.is_some() { laid.filled(color) } else { laid };
            Ok(if self.plan.letters { laid } else { laid.unnamed() })
        };
        hint.pieces.iter().map(piece).collect()
    }

    /// Pieces true to size, to cut out of card.
    pub(super) fn pieces(
        &self,
        plan: &PagePlan,
        puzzle: usize,
        cell: f64,
        placed: &[PlacedPiece],
    ) -> Result<Page, PuzzleSheetError> {
        let mut page = Page::new(&scale_format(&self.options.paper), plan.title())?;
        for piece in placed {
            let puzzle = self.subjects[puzzle].puzzle;
            let at = piece.at.moved(page.free.left, page.free.top);
            let shape = &puzzle.pieces()[piece.piece].shape;
            let outline = Outline::of_shape(shape, cell)?.at_origin().moved(at.x, at.y);
            let shades = shades::of_piece(puzzle, piece.piece)?;
            let put = |point: Point| Point { x: at.x + point.x * cell, y: at.y + point.y * cell };
            shades::fill(&mut page.canvas, &shades, put);
            let color = piece.color.as_deref().filter(|_| shades.is_empty()).map(parsed);
            self.card_piece(&mut page.canvas, puzzle.name_of(piece.piece), &outline, color);
        }
        Ok(page)
    }

    fn card_piece(&self, canvas: &mut Canvas, name: &str, outline: &Outline, color: Option<Color>) {
        if let Some(color) = color {
            canvas.fill(Path::outline(outline), color);
        }
        if self.plan.letters {
            let at = outline.label().at;
            let text = Text::centered(name, at, NAME);
            let rings = rings(outline, |point| point);
            if let Some(text) = Words::default().place(&text, &rings, at, LEAST_WORDS) {
                canvas.label(text, color);
            }
        }
        canvas.path(Role::Cut, Path::outline_holes_first(outline).named(name));
    }

    /// Returns the board, at the scale of the pieces to cut out.
    pub(super) fn board(&self, plan: &PagePlan, puzzle: usize, cell: f64) -> Result<Page, PuzzleSheetError> {
        let mut page = Page::new(&scale_format(&self.options.paper), plan.title())?;
        let board = Board::of(self.subjects[puzzle].puzzle)?;
        board.draw(&mut page.canvas, Board::origin(page.free), cell);
        Ok(page)
    }
}
