//! Plans and draws puzzle pages: puzzles, hints, solutions, catalogues, contact sheets, books, and pieces to
//! cut out.
//!
//! [`SheetPlan::new`] decides the contents of each page, as data; [`documents`] draws it. This room neither
//! solves nor writes files.

#![warn(missing_docs, clippy::print_stdout, clippy::print_stderr)]

mod board;
mod clues;
mod error;
mod options;
mod pages;
mod piece;
mod piece_lines;
mod piece_look;
mod plan;
mod print;
mod roman;
mod shades;
mod year;

pub use error::PuzzleSheetError;
pub use options::{Ink, SheetLook, SheetOptions, SheetStyle};
pub use pages::{SheetDocument, SheetPage, documents, puzzle_pages, rows_picture, solution_picture};
pub use plan::{
    BookBlock, BookPuzzle, ContentsEntry, CoverPiece, DayPlan, DocumentPlan, FULL_BOOK, HintPlan, IndexEntry,
    Opening, PageContent, PagePlan, PlacedPiece, Places, SheetPlan, SheetSubject, ShownParts, ShownSolution,
    Side, WorkedExample, themes,
};
pub use print::{BookPrint, CoverPlaces, Trim};
pub use year::{YearBlock, YearDay, year_page};

/// Converts a whole number to a length or a factor.
fn float(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

#[cfg(test)]
#[path = "../../../tests/support/mod.rs"]
mod support;
