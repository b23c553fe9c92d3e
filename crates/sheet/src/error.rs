//! Why a sheet cannot be drawn.

use piecework_draw::color::ColorError;
use piecework_draw::drawing::DrawingError;
use piecework_draw::geometry::GeometryError;
use piecework_draw::layout::LayoutError;
use piecework_tiling::fault::fault;
use piecework_tiling::stop::Stopped;

fault! {
    /// Why a sheet cannot be drawn.
    pub enum PuzzleSheetError {
        BoardTooLarge { puzzle: String, least: f64 } = E1701 {
            message("the board of `{puzzle}` does not fit on the paper with cells of at least {least} mm")
            help("use larger paper")
        }
        WordsTooSmall { puzzle: String, points: u32 } = E1705 {
            message("the words on the board of `{puzzle}` would be smaller than {points} pt")
            help("use larger pages, or write shorter words on the cells")
        }
        BookTooLong { pages: usize, most: usize } = E1702 {
            message("the book has {pages} pages (at most {most} can be bound)")
            help("print fewer puzzles, or use larger pages")
        }
        NoLetters { word: String } = E1703 {
            message("the typeface of pages has no letters for the word `{word}` on the board")
            found("{word}")
            help("write numbers or words in other letters on the cells; puzzle files, text and JSON take any script")
        }
        NoBraille { word: String, letter: char } = E1704 {
            message("the braille for `{letter}` in the word `{word}` differs from language to language")
            found("{word}")
            help("write numbers or words without accents on the cells")
        }
    } from {
        /// The outlines cannot be traced.
        Geometry(GeometryError),
        /// The paper is too small.
        Layout(LayoutError),
        /// The palette does not fit the puzzle.
        Color(ColorError),
        /// The page breaks a rule of drawings.
        Drawing(DrawingError),
        /// The layout was stopped.
        Stopped(Stopped),
    }
}
