//! Plans challenge cards to cut out: a puzzle on the front, its solution on the back.

use super::book::{PUZZLE_HEAD, numbers_of, words_height};
use super::{
    BookPuzzle, DocumentPlan, Grid, PageContent, PagePlan, Places, Planner, ShownParts, ShownSolution,
};
use crate::PuzzleSheetError;
use crate::board::Board;
use piecework_draw::geometry::Bounds;
use piecework_draw::page::{Foot, Title};

/// The kinds of pages: fronts and backs.
pub(crate) const CARD: &str = "card";
pub(crate) const BACK: &str = "card-back";
/// Columns and rows of cards on a page, from many to few.
const GRIDS: [(usize, usize); 5] = [(3, 4), (2, 4), (2, 3), (2, 2), (1, 2)];
/// The smallest cells of a card, of a card with the board alone, and the largest, in mm; chosen by eye.
const LEAST: f64 = 4.0;
const LEAST_ALONE: f64 = 7.0;
const LARGEST: f64 = 20.0;
/// The space between the edge of a card and what is on it, in mm.
pub(crate) const CARD_INSET: f64 = 4.0;

impl Planner<'_> {
    /// Returns pages of fronts, each followed by its backs: printed on both sides, turned along the long edge, they lie on
    /// each other.
    pub(super) fn cards(&self) -> Result<DocumentPlan, PuzzleSheetError> {
        let room = self.format.with_foot(Foot::Blank).room(&Title::default())?;
        let is_one_set = self.is_one_set();
        let of_grid = |(columns, rows): (usize, usize)| {
            let places = Places { columns, rows, gap_mm: 0.0 };
            let place = Grid::from_places(room, places).place(0).inset(CARD_INSET);
            let cards = (0..self.subjects.len()).map(|puzzle| self.card(puzzle, place, is_one_set));
            Ok::<_, PuzzleSheetError>(
                cards.collect::<Result<Option<Vec<_>>, _>>()?.map(|cards| (places, cards)),
            )
        };
        let found = GRIDS.into_iter().find_map(|grid| of_grid(grid).transpose()).transpose()?;
        let puzzle = self.subjects[0].puzzle.name();
        let too_large = || PuzzleSheetError::BoardTooLarge { puzzle: puzzle.to_owned(), least: LEAST };
        let (places, cards) = found.ok_or_else(too_large)?;
        let mut pages = Vec::new();
        for some in cards.chunks(places.columns * places.rows) {
            let numbers = numbers_of(some.iter().map(|card| card.puzzle));
            let title = &self.options.title;
            let fronts = some.iter().cloned().map(|card| BookPuzzle { writing: Vec::new(), ..card });
            let content = PageContent::Puzzles { puzzles: fronts.collect(), places };
            pages.push(PagePlan::new(CARD, title, &numbers, content).marked(format!("Cards {numbers}")));
            if some.iter().any(|card| self.subjects[card.puzzle].tilings.is_empty()) {
                continue;
            }
            let shown = some.iter().map(|card| ShownSolution { puzzle: card.puzzle, solution: 0 }).collect();
            let captions = some.iter().map(|card| vec![(card.puzzle + 1).to_string()]).collect();
            let content = PageContent::Solutions { shown, captions, places };
            pages.push(PagePlan::new(BACK, title, &numbers, content).marked(format!("Backs {numbers}")));
        }
        Ok(self.document_of_all("cards", pages))
    }

    /// Returns whether all puzzles are about the same pieces.
    pub(super) fn is_one_set(&self) -> bool {
        let mut sets = self.subjects.windows(2).map(|two| (two[0].puzzle.pieces(), two[1].puzzle.pieces()));
        sets.all(|(one, next)| one == next)
    }

    /// Returns the puzzle of a card, with its pieces unless all cards are about one set of them; `None` if cells would be too
    /// small.
    pub(super) fn card(
        &self,
        puzzle: usize,
        place: Bounds,
        is_one_set: bool,
    ) -> Result<Option<BookPuzzle>, PuzzleSheetError> {
        let Some(card) = self.book_puzzle(puzzle, place, if is_one_set { 0.0 } else { LEAST })? else {
            return Ok(None);
        };
        if !is_one_set {
            return Ok(Some(card));
        }
        let board = Board::from_region(self.subjects[puzzle].puzzle.region())?;
        let top = place.top + PUZZLE_HEAD + words_height(&card.line, place.width());
        let (_, cell_mm) = board.place(Bounds { top, ..place }, LARGEST);
        let card = BookPuzzle { cell_mm, pieces_mm: cell_mm, shows: ShownParts::Board, ..card };
        Ok(Some(card).filter(|card| card.cell_mm >= LEAST_ALONE))
    }
}
