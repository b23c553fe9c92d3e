//! Sizes of books that a printer prints on demand: trim, margins, bleed, spine, and the fewest pages.
//!
//! # Source
//! Amazon KDP, paperbacks: "Set Trim Size, Bleed, and Margins" and "Create a Paperback Cover", as guides
//! quoted them in November 2026. Other printers on demand ask for the same or less.

use crate::{PuzzleSheetError, float};
use piecework_draw::geometry::Bounds;
use piecework_draw::layout::SheetFormat;
use piecework_tiling::setting::words;

/// One inch, in mm.
const INCH: f64 = 25.4;
/// The fewest pages that are bound.
const FEWEST: usize = 24;
/// For each inside margin in inches the most pages.
const INSIDE: [(usize, f64); 5] = [(150, 0.375), (300, 0.5), (500, 0.625), (700, 0.75), (828, 0.875)];
/// The margins outside, above and below, in mm: more than the 0.25 in of the printer, so that the narrowest
/// inside margin is no narrower.
const OUTSIDE: f64 = 0.375 * INCH;
/// How far type may reach over the edge of its line, in mm: this much is added to every margin.
const OVERHANG: f64 = 0.5;
/// What is cut off along each edge of a cover, in mm.
const BLEED: f64 = 0.125 * INCH;
/// The distance of words and pictures on a cover from its edges, in mm.
const SAFE: f64 = 0.375 * INCH;
/// The thickness of a page of white and of cream paper printed in black, in mm.
const WHITE: f64 = 0.002252 * INCH;
const CREAM: f64 = 0.0025 * INCH;
/// The fewest pages of a book with words on its spine, and their distance from its edges, in mm.
const SPINE_WORDS: usize = 79;
const SPINE_SAFE: f64 = 0.0625 * INCH;
/// The place for the bar code on the back, and its distance from the edges, in mm.
const BAR_CODE: (f64, f64) = (2.0 * INCH, 1.2 * INCH);
const BAR_CODE_EDGE: f64 = 0.25 * INCH;

/// The size of the pages of a printed book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Trim {
    /// 5 x 8 in.
    In5x8,
    /// 6 x 9 in.
    In6x9,
    /// 7 x 10 in.
    In7x10,
    /// 8 x 10 in.
    In8x10,
    /// 8.5 x 11 in.
    In8x11,
    /// 148 x 210 mm.
    A5,
}

words! {
    Trim {
        "5x8" => Trim::In5x8, "5 x 8 in";
        "6x9" => Trim::In6x9, "6 x 9 in";
        "7x10" => Trim::In7x10, "7 x 10 in";
        "8x10" => Trim::In8x10, "8 x 10 in";
        "8.5x11" => Trim::In8x11, "8.5 x 11 in";
        "a5" => Trim::A5, "148 x 210 mm";
    }
}

impl Trim {
    /// Width and height, in mm.
    pub const fn size(self) -> (f64, f64) {
        match self {
            Trim::In5x8 => (5.0 * INCH, 8.0 * INCH),
            Trim::In6x9 => (6.0 * INCH, 9.0 * INCH),
            Trim::In7x10 => (7.0 * INCH, 10.0 * INCH),
            Trim::In8x10 => (8.0 * INCH, 10.0 * INCH),
            Trim::In8x11 => (8.5 * INCH, 11.0 * INCH),
            Trim::A5 => (148.0, 210.0),
        }
    }
}

/// How a book is printed and bound.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct BookPrint {
    /// The size of a page.
    pub trim: Trim,
    /// Whether the paper is cream, which is thicker than white.
    pub is_cream: bool,
    /// The margin along the spine, in mm.
    pub inside: f64,
}

impl BookPrint {
    /// Returns a book with the narrowest inside margin.
    pub const fn new(trim: Trim, is_cream: bool) -> Self {
        Self { trim, is_cream, inside: INSIDE[0].1 * INCH }
    }

    /// Returns the same book with a wider inside margin, if so many pages need one.
    ///
    /// # Errors
    /// [`PuzzleSheetError::BookTooLong`] for more pages than can be bound.
    pub fn widened(self, pages: usize) -> Result<Option<Self>, PuzzleSheetError> {
        let (most, _) = INSIDE[INSIDE.len() - 1];
        let fits = INSIDE.iter().find(|&&(most, _)| pages <= most);
        let &(_, inside) = fits.ok_or(PuzzleSheetError::BookTooLong { pages, most })?;
        let inside = inside * INCH;
        Ok((inside > self.inside).then_some(Self { inside, ..self }))
    }

    /// Returns how many pages a book of so many is printed with: an even number, and not too few to bind.
    pub(crate) fn bound(pages: usize) -> usize {
        pages.max(FEWEST).next_multiple_of(2)
    }

    /// Returns the paper on which pages are laid out: without what the inside margin takes beyond the others.
    pub(crate) fn paper(self) -> SheetFormat {
        let (width, height) = self.trim.size();
        let title = format!("pages of {width:.0} x {height:.0} mm");
        let width = width - self.beyond();
        SheetFormat { name: "trim".to_owned(), title, width, height, margin: OUTSIDE + OVERHANG, roll: false }
    }

    /// Returns how far a page laid out on that paper is moved on its printed page, in mm: only right pages,
    /// which have odd numbers and the spine on their left.
    pub(crate) fn shift(self, number: usize) -> f64 {
        if number % 2 == 1 { self.beyond() } else { 0.0 }
    }

    fn beyond(self) -> f64 {
        self.inside - OUTSIDE
    }

    /// Returns the places on the cover of a book of so many pages.
    pub fn cover(self, pages: usize) -> CoverPlaces {
        let (width, height) = self.trim.size();
        let spine = float(pages) * if self.is_cream { CREAM } else { WHITE };
        let sheet = Bounds {
            left: 0.0,
            top: 0.0,
            right: 2.0 * (BLEED + width) + spine,
            bottom: height + 2.0 * BLEED,
        };
        let trimmed = sheet.inset(BLEED);
        let back = Bounds { right: trimmed.left + width, ..trimmed };
        let front = Bounds { left: trimmed.right - width, ..trimmed };
        let bar_code =
            Bounds { right: back.right - BAR_CODE_EDGE, bottom: back.bottom - BAR_CODE_EDGE, ..back };
        let bar_code =
            Bounds { left: bar_code.right - BAR_CODE.0, top: bar_code.bottom - BAR_CODE.1, ..bar_code };
        let spine = Bounds { left: back.right, right: front.left, ..trimmed };
        let words = spine.width() - 2.0 * SPINE_SAFE;
        let spine_words = (pages >= SPINE_WORDS).then_some(words);
        CoverPlaces { sheet, back: back.inset(SAFE), front: front.inset(SAFE), spine, spine_words, bar_code }
    }
}

/// The places on a cover that is wrapped around a book, in mm from the top left corner of its sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct CoverPlaces {
    /// The whole sheet, with the bleed on all sides.
    pub sheet: Bounds,
    /// The safe area of the back.
    pub back: Bounds,
    /// The safe area of the front.
    pub front: Bounds,
    /// The spine.
    pub spine: Bounds,
    /// The height of letters on the spine with what is below their baseline; `None` if it is too narrow for
    /// words.
    pub spine_words: Option<f64>,
    /// The place for the bar code, which stays white.
    pub bar_code: Bounds,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_grow_with_the_number_of_pages() {
        let print = BookPrint::new(Trim::In6x9, false);
        let inside = |pages| print.widened(pages).map(|wider| wider.unwrap_or(print).inside / INCH);
        for (pages, expected) in
            [(24, 0.375), (150, 0.375), (151, 0.5), (301, 0.625), (501, 0.75), (701, 0.875), (828, 0.875)]
        {
            assert!((inside(pages).expect("it can be bound") - expected).abs() < 1e-9, "{pages}");
        }
        assert!(matches!(inside(829), Err(PuzzleSheetError::BookTooLong { pages: 829, most: 828 })));
        assert_eq!([7, 24, 25, 100].map(BookPrint::bound), [24, 24, 26, 100]);
    }

    #[test]
    fn a_cover_has_the_width_of_the_printer_and_words_only_on_a_wide_spine() {
        // The example of the printer: 6 x 9 in, 200 pages on white paper, 12.7004 x 9.25 in.
        let cover = BookPrint::new(Trim::In6x9, false).cover(200);
        assert!((cover.sheet.width() / INCH - 12.7004).abs() < 1e-4);
        assert!((cover.sheet.height() / INCH - 9.25).abs() < 1e-9);
        let cream = BookPrint::new(Trim::In6x9, true).cover(200);
        assert!((cream.spine.width() / INCH - 0.5).abs() < 1e-9);
        let words = |pages| BookPrint::new(Trim::A5, false).cover(pages).spine_words;
        assert!(words(78).is_none() && words(79).is_some_and(|height| height > 1.0));
        assert!(cover.bar_code.right < cover.spine.left && cover.bar_code.bottom < cover.sheet.bottom);
    }
}
