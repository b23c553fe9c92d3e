//! Draws the board and the pieces of a puzzle: to solve it, with a hint, and to cut out.

use super::{Sketch, parsed, patchwork};
use crate::PuzzleSheetError;
use crate::board::Board;
use crate::piece::{GAP, PieceDrawing, rows};
use crate::plan::{PagePlan, PlacedPiece, scale_format};
use piecework_draw::drawing::{Canvas, LEAST_WORDS, Path, Role, Text, Words, rings};
use piecework_draw::geometry::{Outline, Point};
use piecework_draw::page::Page;

/// The largest edge of a cell on a page of hints, in mm; these sizes are chosen by eye.
const LARGEST_CELL: f64 = 20.0;
/// The largest cap height of a name on a piece of a hint, in cells.
const HINT_NAME: f64 = 0.3;
/// The largest cap height of a name on a piece to cut out, in mm.
const NAME: f64 = 5.0;

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
            let board = Board::from_region(puzzle.region())?;
            board.draw(&mut page.canvas, Board::origin(page.free), scale);
            page.free.top += board.outer_size(scale).1 + GAP;
        }
        let drawings = puzzle.pieces().iter().map(PieceDrawing::new).collect::<Result<Vec<_>, _>>()?;
        let placed = rows(&drawings, pieces, scale, page.free.width());
        for (&piece, at) in pieces.iter().zip(&placed.at) {
            let at = at.moved(page.free.left, page.free.top);
            drawings[piece].draw(&mut page.canvas, at, scale);
        }
        Ok(page)
    }

    /// Returns the board with some pieces of the first solution.
    pub(super) fn hint(
        &self,
        plan: &PagePlan,
        puzzle: usize,
        shown: &[usize],
    ) -> Result<Page, PuzzleSheetError> {
        let mut page = Page::new(self.format, plan.title())?;
        let board = Board::from_region(self.subjects[puzzle].puzzle.region())?;
        let patchwork = patchwork(&self.subjects[puzzle].tilings[0])?;
        let colors = self.colors(puzzle, 0);
        let (at, scale) = board.place(page.free, LARGEST_CELL);
        let bounds = board.bounds();
        let put =
            |p: Point| Point { x: at.x + (p.x - bounds.left) * scale, y: at.y + (p.y - bounds.top) * scale };
        let patches = patchwork.patches().iter().enumerate();
        let shown: Vec<_> = patches.filter(|(_, patch)| shown.contains(&patch.placement())).collect();
        for &(index, patch) in &shown {
            if let Some(&color) = colors.get(index) {
                page.canvas.fill(Path::outline(patch.outline()).mapped(put), color);
            }
        }
        board.draw(&mut page.canvas, at, scale);
        for (index, patch) in shown {
            page.canvas.path(Role::Cut, Path::outline(patch.outline()).mapped(put).named(patch.name()));
            if self.plan.letters {
                let label = patch.outline().label();
                let (at, rings) = (put(label.at), rings(patch.outline(), put));
                let text = Text::centered(patch.name(), at, LEAST_WORDS);
                let most = (HINT_NAME * scale).max(LEAST_WORDS);
                if let Some(text) = Words::default().place(&text, &rings, at, (LEAST_WORDS, most)) {
                    page.canvas.label(text, colors.get(index).copied());
                }
            }
        }
        Ok(page)
    }

    /// Pieces true to size, to cut out of card.
    pub(super) fn pieces(
        &self,
        plan: &PagePlan,
        puzzle: usize,
        cell: f64,
        placed: &[PlacedPiece],
    ) -> Result<Page, PuzzleSheetError> {
        let mut page = Page::new(&scale_format(&self.format.paper), plan.title())?;
        for piece in placed {
            let shape = &self.subjects[puzzle].puzzle.pieces()[piece.piece];
            let at = piece.at.moved(page.free.left, page.free.top);
            let outline = Outline::of_shape(&shape.shape, cell)?.at_origin().moved(at.x, at.y);
            self.card_piece(&mut page.canvas, &shape.name, &outline, piece);
        }
        Ok(page)
    }

    fn card_piece(&self, canvas: &mut Canvas, name: &str, outline: &Outline, piece: &PlacedPiece) {
        let color = piece.color.as_deref().map(parsed);
        if let Some(color) = color {
            canvas.fill(Path::outline(outline), color);
        }
        if self.plan.letters {
            let at = outline.label().at;
            let text = Text::centered(name, at, LEAST_WORDS);
            let rings = rings(outline, |point| point);
            if let Some(text) = Words::default().place(&text, &rings, at, (LEAST_WORDS, NAME)) {
                canvas.label(text, color);
            }
        }
        canvas.path(Role::Cut, Path::outline_holes_first(outline).named(name));
    }

    /// Returns the board, at the scale of the pieces to cut out.
    pub(super) fn board(&self, plan: &PagePlan, puzzle: usize, cell: f64) -> Result<Page, PuzzleSheetError> {
        let mut page = Page::new(&scale_format(&self.format.paper), plan.title())?;
        let board = Board::from_region(self.subjects[puzzle].puzzle.region())?;
        board.draw(&mut page.canvas, Board::origin(page.free), cell);
        Ok(page)
    }
}
