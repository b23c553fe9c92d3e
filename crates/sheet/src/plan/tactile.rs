//! Plans pages to be felt: the board and the pieces in large cells, each piece with room for its name in braille.

use super::{PageContent, PagePlan, Planner};
use crate::PuzzleSheetError;
use crate::board::Board;
use crate::piece::{PieceDrawing, rows};
use piecework_draw::drawing::braille;

/// The height of the number of the puzzle, and the space between board and pieces, in mm.
pub(crate) const TACTILE_HEAD: f64 = 14.0;
pub(crate) const TACTILE_GAP: f64 = 10.0;
/// Cell edges to try, in mm; in the smallest there is room for two characters in braille.
const CELLS: [f64; 5] = [30.0, 25.0, 20.0, 18.0, 15.0];
const LEAST: f64 = CELLS[CELLS.len() - 1];
/// The width of the outline of a board, twice, in mm.
const OUTLINES: f64 = 3.0;
/// How wide words are at most, for each edge of a cell; chosen by eye.
const WORD_ROOM: f64 = 0.95;
/// The kind of the pages.
const PUPIL: &str = "pupil";

/// Returns the letter in braille that is the name of a piece; other pieces have their number in the puzzle.
pub(crate) fn tactile_letter(name: &str) -> Option<&'static [u8]> {
    let mut letters = name.chars();
    letters.next().filter(|_| letters.next().is_none()).and_then(braille::letter)
}

impl Planner<'_> {
    /// Returns board and pieces on one page if they fit; otherwise the pieces follow on separate pages.
    pub(super) fn tactile(&self, puzzle: usize) -> Result<Vec<PagePlan>, PuzzleSheetError> {
        let of = self.subjects[puzzle].puzzle;
        let (board, pieces) = (Board::from_region(of.region())?, PieceDrawing::all_left(of)?);
        let room = self.format.room(&piecework_draw::page::Title::default())?;
        let (width, height) = (room.width(), room.height() - TACTILE_HEAD);
        let too_large = || PuzzleSheetError::BoardTooLarge { puzzle: of.name().to_owned(), least: LEAST };
        let page = |cell_mm: f64, board: bool, pieces: &[(usize, PieceDrawing)]| {
            let pieces = pieces.iter().map(|&(piece, _)| piece).collect();
            let content = PageContent::Tactile { puzzle, cell_mm, board, pieces };
            let number = (puzzle + 1).to_string();
            PagePlan::new(PUPIL, &self.options.title, &number, content).marked(of.name().to_owned())
        };
        let of_word = |(_, word): &(_, String)| match braille::word(word) {
            Ok(word) => Ok(braille::width(word.len()) + braille::DOT),
            Err(letter) => Err(PuzzleSheetError::NoBraille { word: word.clone(), letter }),
        };
        let widths = of.region().labels().iter().map(of_word).collect::<Result<Vec<f64>, _>>()?;
        let longest = widths.into_iter().fold(0.0, f64::max);
        let fits = |scale: f64, below: f64| {
            let size = board.bare_size(scale);
            let has_room = longest < scale * WORD_ROOM;
            has_room && size.width + OUTLINES <= width && size.height + OUTLINES + below <= height
        };
        let below = |scale: f64| rows(&pieces, scale, width);
        let together = CELLS.into_iter().find(|&scale| {
            let below = below(scale);
            below.width <= width && fits(scale, TACTILE_GAP + below.height)
        });
        if let Some(scale) = together {
            return Ok(vec![page(scale, true, &pieces)]);
        }
        let alone = |&scale: &f64| fits(scale, 0.0) && below(scale).width <= width;
        let scale = CELLS.into_iter().find(alone).ok_or_else(too_large)?;
        let mut pages = vec![page(scale, true, &[])];
        let mut rest = pieces.as_slice();
        while !rest.is_empty() {
            let fitting = |&count: &usize| rows(&rest[..count], scale, width).height <= height;
            let count = (1..=rest.len()).take_while(fitting).last().ok_or_else(too_large)?;
            pages.push(page(scale, false, &rest[..count]));
            rest = &rest[count..];
        }
        Ok(pages)
    }
}
