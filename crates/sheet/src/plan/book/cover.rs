//! Plans the covers of a book, and the pieces that it has.

use crate::piece::drawn_pieces;
use crate::piece_look::PieceLook;
use crate::plan::{BOOK_PAGE, CoverPiece, PageContent, PagePlan, Planner};

/// The most pieces on the cover; chosen by eye.
const MOST_ON_COVER: usize = 30;

impl Planner<'_> {
    pub(super) fn cover(&self) -> PagePlan {
        let openings: usize = self.subjects.iter().map(|subject| subject.openings.len()).sum();
        let count = self.subjects.len().max(openings);
        let puzzles = if count == 1 { "One puzzle".to_owned() } else { format!("{count} puzzles") };
        let solved = self.subjects.iter().any(|subject| !subject.tilings.is_empty());
        let words = match (solved, self.options.hints > 0) {
            (true, true) => format!("{puzzles}, with hints and solutions"),
            (true, false) => format!("{puzzles}, with solutions"),
            (false, _) => puzzles,
        };
        let pieces = self.different_pieces().into_iter().take(MOST_ON_COVER).zip(0..);
        let fabrics = self.options.palette.fabrics();
        let is_colored = !self.options.is_outlined() && !fabrics.is_empty();
        let color = |index: usize| is_colored.then(|| fabrics[index % fabrics.len()].color.to_string());
        let pieces = pieces.map(|((puzzle, piece), index)| CoverPiece { puzzle, piece, color: color(index) });
        let cover = PageContent::Cover { words, pieces: pieces.collect() };
        PagePlan::new(BOOK_PAGE, &self.options.title, "", cover).marked("Cover".to_owned())
    }

    /// Returns the pieces of all puzzles, each once: the puzzle, and the piece.
    pub(super) fn different_pieces(&self) -> Vec<(usize, usize)> {
        let mut found: Vec<((usize, usize), PieceLook)> = Vec::new();
        for (number, puzzle) in self.subjects.iter().map(|subject| subject.puzzle).enumerate() {
            for piece in puzzle.kinds().into_iter().flat_map(|kind| drawn_pieces(puzzle, kind)) {
                if puzzle.is_opening(piece) {
                    continue;
                }
                let look = PieceLook::of(puzzle, piece);
                if found.iter().all(|(_, other)| !look.is_same(other)) {
                    found.push(((number, piece), look));
                }
            }
        }
        let mut found: Vec<(usize, usize)> = found.into_iter().map(|(piece, _)| piece).collect();
        found.sort_by_cached_key(|&(number, piece)| {
            let puzzle = self.subjects[number].puzzle;
            let area = puzzle.pieces()[piece].shape.area();
            (puzzle.lattice().cell_name(), area, puzzle.name_of(piece).to_owned())
        });
        found
    }
}

/// Returns the first page of a book that has its cover elsewhere: the same in outlines.
pub(super) fn title_page(cover: &PagePlan) -> PagePlan {
    let PageContent::Cover { words, pieces } = &cover.content else { unreachable!() };
    let pieces = pieces.iter().map(|piece| CoverPiece { color: None, ..piece.clone() }).collect();
    let content = PageContent::Cover { words: words.clone(), pieces };
    PagePlan { content, ..cover.clone() }.marked("Title".to_owned())
}
