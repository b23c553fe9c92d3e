//! Puzzles and their solutions as pages to print.
//!
//! In: puzzles, tilings, a paper. Out: [`Pages`], and from them drawings: the empty board with all pieces at one scale, hints,
//! solutions, catalogues of all solutions, contact sheets to choose from, books of several puzzles, pieces to punch out.
//! Nothing here solves, and nothing knows which file a page ends up in.

mod board;
mod book;
mod catalogue;
mod contact_sheet;
mod error;
mod grid;
mod hint_page;
mod page;
mod picture;
mod punch_out;
mod puzzle_page;
mod solution_page;

use crate::colour::{FabricWish, Palette};
use crate::layout::SheetFormat;

pub use book::{Chapter, book};
pub use catalogue::{IndexEntry, catalogue};
pub use contact_sheet::{Design, contact_sheet};
pub use error::PuzzleSheetError;
pub use hint_page::hint_page;
pub use page::Pages;
pub use punch_out::{Copies, copies_in, punch_out};
pub use puzzle_page::puzzle_pages;
pub use solution_page::{solution_pages, solution_picture};

/// What sheets look like.
#[derive(Debug, Clone)]
pub struct SheetOptions {
    /// What is printed on.
    pub paper: SheetFormat,
    /// The colours of solutions.
    pub palette: Palette,
    /// How many solutions lie on a page, at least 1; none: one, and in a catalogue as many as can be read.
    pub per_page: Option<u32>,
    /// What is wanted of the colours, besides that touching pieces differ.
    pub colouring: FabricWish,
    /// Whether solutions have colours, or only lines.
    pub look: Look,
    /// Whether pieces in solutions have their names written on them.
    pub letters: bool,
}

/// How solutions are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Look {
    /// In the colours of the palette.
    #[default]
    Colours,
    /// By line only.
    Lines,
}

/// Lightness (L*) of a colour below which black words need a light ground.
const DARK: f64 = 55.0;

/// A whole number as a length or a factor.
fn float(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}
