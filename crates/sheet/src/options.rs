//! The options of puzzle pages.

use crate::BookPrint;
use piecework_draw::color::{DEFAULT_PALETTE, FabricWish, Palette};
use piecework_draw::layout::{SheetFormat, paper};
use piecework_draw::page::PageStyle;
use piecework_tiling::setting::words;
use piecework_tiling::stop::StopFlag;

/// The contents and style of the pages.
#[derive(Debug, Clone)]
pub struct SheetOptions {
    /// The paper. Default: A4.
    pub paper: SheetFormat,
    /// The colors of solutions. Default: [`DEFAULT_PALETTE`].
    pub palette: Palette,
    /// The number of solutions on a page, at least 1. Default: one; in catalogues and contact sheets as many
    /// as are legible.
    pub per_page: Option<u32>,
    /// The scheme of the colors, beyond different colors for touching pieces. Default: none.
    pub coloring: FabricWish,
    /// How solutions are drawn. Default: in colors.
    pub look: SheetLook,
    /// Whether pieces in solutions carry their names. Default: yes.
    pub letters: bool,
    /// The number of pieces on the board of a hint page; 0 for no hint page. Default: 0.
    pub hints: usize,
    /// Whether all solutions are printed as a catalogue with an index. Default: no.
    pub catalogue: bool,
    /// The edge of a cell of pieces to cut out of card, in mm. Default: no such pieces.
    pub punch_out: Option<f64>,
    /// The title of a book of several puzzles. Default: "A book of puzzles".
    pub title: String,
    /// What files of several puzzles are called. Default: by the title.
    pub stem: Option<String>,
    /// Whether pages are made to be copied, or to be read by people with low vision. Default: in colors.
    pub style: SheetStyle,
    /// Whether everything is twice as large, and in black and white. Default: no.
    pub is_large: bool,
    /// The ink of the pages of a book; its cover is in colors. Default: colors.
    pub ink: Ink,
    /// For a class set and not a book: the number of pupils, who each get a page. Default: none.
    pub pupils: Option<usize>,
    /// How a book is printed and bound; its pages then have the size of the trim, and its cover is a document
    /// of its own. Default: on the paper, with a cover page.
    pub print: Option<BookPrint>,
    /// Whether puzzles are cards to cut out, with their solutions on the backs. Default: a book.
    pub is_cards: bool,
    /// Whether two or four small puzzles of a book share a page. Default: each has its own, as large as that allows.
    pub is_shared: bool,
    /// Whether readers of a book have the pieces, so that boards alone are on its pages, several on each. Default: no.
    pub is_set_owned: bool,
    /// Whether a book of a year is a sheet a week for the desk. Default: a page a month.
    pub is_desk: bool,
    /// To whom a book is dedicated, on a page of its own. Default: to nobody.
    pub dedication: Option<String>,
    /// The ISBN of a book, for the page after its title page. Default: none.
    pub isbn: Option<String>,
    /// What the last page of a book says about its making. Default: nothing.
    pub colophon: Vec<String>,
    /// Stops the layout when it is raised. Default: never.
    pub stop: StopFlag,
}

/// How solutions are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum SheetLook {
    /// In the colors of the palette.
    #[default]
    Colors,
    /// Outlines only.
    Lines,
}

/// The ink of the pages of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Ink {
    /// Colors.
    #[default]
    Color,
    /// Black: grays with patterns, so that areas are told apart without their tints.
    Gray,
}

/// How pages look, and for whom they are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum SheetStyle {
    /// For printers: colors and grays, sans-serif text.
    #[default]
    Modern,
    /// The same with serifs, double rules and ornaments.
    Classic,
    /// The same with large text, and pieces in colors.
    Children,
    /// The same with titles in bold capitals, and thick rules.
    Newspaper,
    /// For copiers: black and white only, solutions as outlines.
    Copies,
    /// For people with low vision: black and white, everything twice as large, so that text has 18 points.
    LargePrint,
    /// For swell paper, to be felt: thick outlines, braille, no words in print.
    Tactile,
}

words! {
    SheetLook {
        "colors" => SheetLook::Colors, "in the colors of the palette";
        "lines" => SheetLook::Lines, "outlines only";
    }
    Ink {
        "color" => Ink::Color, "in colors";
        "gray" => Ink::Gray, "in black: grays with patterns, which read as well as colors";
    }
    SheetStyle {
        "modern" => SheetStyle::Modern, "in colors and grays, with sans-serif text; also called color";
        "classic" => SheetStyle::Classic, "with serif text, double rules and ornaments";
        "children" => SheetStyle::Children, "with large text, and pieces in colors";
        "newspaper" => SheetStyle::Newspaper, "with titles in bold capitals, and thick rules";
        "copies" => SheetStyle::Copies, "in black and white without grays, so that it copies well";
        "large-print" => SheetStyle::LargePrint, "as copies, and everything twice as large";
        "tactile" => SheetStyle::Tactile, "for swell paper: thick outlines and braille; for class sets and calendars, whose key is printed";
    }
}

impl SheetStyle {
    /// Returns whether pages have colors and grays.
    pub(super) fn is_colored(self) -> bool {
        !matches!(self, SheetStyle::Copies | SheetStyle::LargePrint | SheetStyle::Tactile)
    }

    /// Returns the name of its table of type, and of its list of names for puzzles.
    pub fn table(self) -> &'static str {
        match self {
            SheetStyle::Classic => "classic",
            SheetStyle::Children => "children",
            SheetStyle::Newspaper => "newspaper",
            _ => "modern",
        }
    }
}

impl Default for SheetOptions {
    fn default() -> Self {
        Self {
            paper: paper("a4").expect("an embedded paper"),
            palette: Palette::named(DEFAULT_PALETTE).expect("an embedded palette"),
            per_page: None,
            coloring: FabricWish::default(),
            look: SheetLook::default(),
            letters: true,
            hints: 0,
            catalogue: false,
            punch_out: None,
            title: "A book of puzzles".to_owned(),
            stem: None,
            style: SheetStyle::default(),
            is_large: false,
            ink: Ink::default(),
            pupils: None,
            print: None,
            is_cards: false,
            is_shared: false,
            is_set_owned: false,
            is_desk: false,
            dedication: None,
            isbn: None,
            colophon: Vec::new(),
            stop: StopFlag::never(),
        }
    }
}

impl SheetOptions {
    /// Returns whether no page of a book has a color.
    pub fn is_in_black(&self) -> bool {
        self.ink == Ink::Gray || !self.audience().is_colored()
    }

    /// Returns whether pages are in grays, and not in black and white anyway.
    pub(super) fn is_gray(&self) -> bool {
        self.ink == Ink::Gray && self.audience().is_colored()
    }

    /// Returns for whom pages are made.
    pub(super) fn audience(&self) -> SheetStyle {
        if self.is_large { SheetStyle::LargePrint } else { self.style }
    }

    /// Returns how pages look.
    pub(super) fn page_style(&self) -> PageStyle {
        PageStyle::named(self.style.table()).expect("an embedded style")
    }

    /// Returns how many times as large everything is.
    ///
    /// # Source
    /// American Printing House for the Blind, "Guidelines for Print Document Design": at least 18 points. Other
    /// text here has 9.
    pub(super) fn enlarged(&self) -> f64 {
        let large = if self.audience() == SheetStyle::LargePrint { 2.0 } else { 1.0 };
        self.page_style().enlarged().max(large)
    }

    /// Returns whether solutions and covers are outlines.
    pub(super) fn is_outlined(&self) -> bool {
        self.look == SheetLook::Lines || !self.audience().is_colored()
    }

    /// Returns the requested number of solutions on a page.
    pub(super) fn wanted_per_page(&self) -> Option<usize> {
        self.per_page.and_then(|count| usize::try_from(count).ok()).map(|count| count.max(1))
    }
}
