//! Plans pieces true to size, to print on card and cut out with scissors or a knife.

use super::{DocumentPlan, PageContent, PagePlan, PlacedPiece, Planner, scale_format};
use crate::PuzzleSheetError;
use crate::board::Board;
use piecework_draw::geometry::{Dimensions, Outline};
use piecework_draw::layout::{Part, Stock, nest};
use piecework_draw::page::{Title, sizes};
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::tiling::Tiling;

impl Planner<'_> {
    /// Returns the pieces of the first solution, or as many of each as the puzzle requires, and the board at
    /// the same scale if it fits on a page.
    pub(super) fn punch_out(&self, puzzle: usize, cell: f64) -> Result<DocumentPlan, PuzzleSheetError> {
        let subject = &self.subjects[puzzle];
        let name = subject.puzzle.name();
        let copies = subject.tilings.first().map_or_else(|| copies_asked(subject.puzzle), copies_in);
        let mut parts = Vec::new();
        for (index, (piece, &count)) in subject.puzzle.pieces().iter().zip(&copies).enumerate() {
            let outline = Outline::of_shape(&piece.shape, cell)?.at_origin();
            let part = Part::new(piece.name.clone(), outline, Vec::new())?;
            parts.extend(std::iter::repeat_n((index, part), count));
        }
        let line = format!("Print on card and cut along the lines. {} pieces.", parts.len());
        let room = scale_format(&self.options.paper).room(&Title::new(name, "").with_line(&line))?;
        let stock = Stock { width: room.width(), height: room.height(), margin: 0.0, gap: sizes::SCISSORS };
        let only: Vec<Part> = parts.iter().map(|(_, part)| part.clone()).collect();
        let mut pages = Vec::new();
        for sheet in nest(&only, &stock)? {
            let placed = sheet.placed.iter().map(|placed| {
                let piece = parts[placed.part].0;
                PlacedPiece { piece, at: placed.at, color: self.piece_color(piece) }
            });
            let content = PageContent::Pieces { puzzle, cell_mm: cell, placed: placed.collect() };
            pages.push(
                PagePlan::new("pieces", name, &line, content).marked(format!("{name}: Pieces to cut out")),
            );
        }
        let Dimensions { width, height } = Board::from_region(subject.puzzle.region())?.outer_size(cell);
        if width <= room.width() && height <= room.height() {
            let content = PageContent::Board { puzzle, cell_mm: cell };
            let page = PagePlan::new("pieces", name, "The board, as large as the pieces.", content);
            pages.push(page.marked(format!("{name}: The board")));
        }
        let (stem, title) = (subject.stem.to_owned(), name.to_owned());
        Ok(DocumentPlan { name: format!("{stem}-pieces"), stem, title, pages })
    }

    /// Returns the colors of the palette, one after another.
    fn piece_color(&self, piece: usize) -> Option<String> {
        let fabrics = self.options.palette.fabrics();
        let colored = !self.options.is_outlined() && !fabrics.is_empty();
        colored.then(|| fabrics[piece % fabrics.len()].color.to_string())
    }
}

/// Returns the required number of copies of each piece.
fn copies_asked(puzzle: &Puzzle) -> Vec<usize> {
    puzzle.pieces().iter().map(|piece| usize::try_from(piece.count.min).unwrap_or(0)).collect()
}

/// Returns how many copies of each piece a tiling has.
fn copies_in(tiling: &Tiling) -> Vec<usize> {
    let mut copies = vec![0; tiling.puzzle().pieces().len()];
    tiling.placements().iter().for_each(|placement| copies[placement.piece] += 1);
    copies
}
