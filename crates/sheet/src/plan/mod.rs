//! Plans puzzle pages: which puzzle, which solutions and which pieces are on which page.
//!
//! A [`SheetPlan`] is data; [`documents`](super::documents) draws it. The caller gives index entries and
//! captions.

mod book;
mod cards;
mod class;
mod grid;
mod large;
mod own_page;
mod parts;
mod punch_out;
mod puzzle;
mod solutions;
mod tactile;
mod year;

use super::{BookPrint, PuzzleSheetError, SheetOptions};
use piecework_draw::drawing::marks::RulerUnit;
use piecework_draw::drawing::{QrCode, Role};
use piecework_draw::layout::SheetFormat;
use piecework_draw::page::{Entry, Foot, PageFormat, Sign, Title};
use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::{Placed, Puzzle};
use piecework_tiling::tiling::Tiling;

pub use book::{FULL_BOOK, themes};
pub(super) use book::{PUZZLE_HEAD, RUNNING_HEAD, words_height};
pub(super) use cards::{BACK, CARD, CARD_INSET};
pub(super) use class::KEY;
pub(super) use grid::Grid;
pub use grid::Places;
pub(super) use own_page::puzzle_room;
pub use parts::{
    BookBlock, BookPuzzle, ContentsEntry, CoverPiece, HintPlan, PlacedPiece, ShownParts, ShownSolution, Side,
};
pub(super) use solutions::picture_colors;
pub(super) use tactile::{TACTILE_GAP, TACTILE_HEAD, tactile_letter};
pub use year::{DayPlan, Opening};

/// The kind of the pages of a book.
pub(super) const BOOK_PAGE: &str = "page";

/// A puzzle with the solutions that are printed.
#[derive(Debug, Clone)]
pub struct SheetSubject<'a> {
    /// The beginning of its file names.
    pub stem: &'a str,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Its solutions.
    pub tilings: &'a [Tiling],
    /// Whether the search for solutions was stopped, so that there may be more; the pages say so.
    pub is_partial: bool,
    /// Whether a user brought the solutions to choose from; several make a contact sheet.
    pub is_brought: bool,
    /// The index of a catalogue.
    pub index: Vec<IndexEntry>,
    /// For each solution, the lines under its picture on a contact sheet; may be empty.
    pub captions: Vec<Vec<String>>,
    /// The class of difficulty, from 1 to 5, if it is known.
    pub difficulty: Option<u8>,
    /// Steps of a person who solves it, for a book that explains how.
    pub examples: Vec<WorkedExample>,
    /// All ways to leave cells open, for a book of them; the puzzle is then the whole board.
    pub openings: Vec<Opening>,
    /// The address at which it is played, for a code in a book.
    pub play: Option<String>,
}

/// The side of the code of a puzzle in a book, in mm: three are beside each other on a page of A4, and 900 characters fit.
pub(super) const PLAY_CODE: f64 = 36.0;

/// A step of a person who solves a puzzle, with the reason in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkedExample {
    /// What happens, and why.
    pub words: String,
    /// The pieces on the board before the step.
    pub laid: Vec<Placed>,
    /// The piece that is laid, or ruled out.
    pub shown: Placed,
    /// Whether it is ruled out.
    pub is_excluded: bool,
    /// A cell that is marked.
    pub cell: Option<Cell>,
    /// Whether it is one of the first steps of its puzzle, which are all shown.
    pub is_first: bool,
}

impl<'a> SheetSubject<'a> {
    /// Returns a puzzle with some of its solutions, without index or captions.
    pub fn new(stem: &'a str, puzzle: &'a Puzzle, tilings: &'a [Tiling]) -> Self {
        let (is_partial, is_brought, index, captions) = (false, false, Vec::new(), Vec::new());
        let (difficulty, examples, openings, play) = (None, Vec::new(), Vec::new(), None);
        Self {
            stem,
            puzzle,
            tilings,
            is_partial,
            is_brought,
            index,
            captions,
            difficulty,
            examples,
            openings,
            play,
        }
    }

    /// Returns the code that opens the puzzle on a page that plays it, if phones read it in the place that a book has.
    pub fn play_code(&self) -> Option<QrCode> {
        QrCode::in_square(self.play.as_deref()?, PLAY_CODE)
    }
}

/// A property of solutions, and their numbers.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct IndexEntry {
    /// The property.
    pub title: String,
    /// Their numbers, from 1.
    pub numbers: Vec<usize>,
}

/// All pages of one or several puzzles.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct SheetPlan {
    /// The documents.
    pub documents: Vec<DocumentPlan>,
    /// For each puzzle, each of its solutions and each patch, the color (`#rrggbb`); empty if solutions are
    /// outlines.
    pub colors: Vec<Vec<Vec<String>>>,
    /// Whether pieces carry their names.
    pub letters: bool,
    /// Puzzles whose boards lie on the pages of a book with a quarter turn, since they are larger so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turned: Vec<usize>,
}

/// Pages that belong together.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct DocumentPlan {
    /// The name of its file, without extension.
    pub name: String,
    /// The beginning of the names of its pages.
    pub stem: String,
    /// Its title.
    pub title: String,
    /// Its pages, in order.
    pub pages: Vec<PagePlan>,
}

/// A page, or several of one kind if the content needs them.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct PagePlan {
    /// The kind of page, which is part of its file name.
    pub kind: String,
    /// The title.
    pub heading: String,
    /// One line under it.
    pub line: String,
    /// The name in the outline of a document.
    pub bookmark: String,
    /// Its contents.
    pub content: PageContent,
    /// Whether its SVG carries the solutions on it, so that it can be read again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub carries: bool,
    /// Whether it is in the front matter, whose pages have roman numbers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_front: bool,
}

/// The contents of a page. Puzzles and solutions are counted from 0.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum PageContent {
    /// The cover of a book: some of its pieces.
    Cover {
        /// The number of puzzles, in words.
        words: String,
        /// The pieces that are shown.
        pieces: Vec<CoverPiece>,
    },
    /// The cover that is wrapped around a printed book: back, spine and front.
    WrapCover {
        /// The number of puzzles, in words.
        words: String,
        /// The pieces that are shown.
        pieces: Vec<CoverPiece>,
    },
    /// A few words in the middle of a page: the half title, a dedication.
    Middle(String),
    /// Paragraphs at the foot of the page after the title page.
    Copyright(Vec<String>),
    /// The opening of a chapter: its number from 0, and which puzzles it has.
    Chapter {
        /// The number.
        number: usize,
        /// The puzzles, in words.
        words: String,
    },
    /// An empty page, if the next page would not be on this side of the spine otherwise.
    Empty(Side),
    /// Pages with a grid to draw on, as many as a printed book needs.
    Notes,
    /// Text with its pictures: contents, explanations, an index.
    Text(Vec<BookBlock>),
    /// Several puzzles, each with its number, board, pieces and some space to write.
    Puzzles {
        /// The puzzles.
        puzzles: Vec<BookPuzzle>,
        /// The places on the page.
        places: Places,
    },
    /// The empty board and pieces, at one scale.
    Puzzle {
        /// The puzzle.
        puzzle: usize,
        /// The edge of a cell, in mm.
        cell_mm: f64,
        /// Whether the board is on the page.
        board: bool,
        /// The pieces on the page.
        pieces: Vec<usize>,
    },
    /// The number of the puzzle, the board and pieces in lines and braille to be felt, at one scale.
    Tactile {
        /// The puzzle.
        puzzle: usize,
        /// The edge of a cell, in mm.
        cell_mm: f64,
        /// Whether the board is on the page.
        board: bool,
        /// The pieces on the page.
        pieces: Vec<usize>,
    },
    /// Boards with some pieces of a solution.
    Hints {
        /// The hints.
        hints: Vec<HintPlan>,
        /// The places on the page.
        places: Places,
    },
    /// Solutions in rows and columns.
    Solutions {
        /// The solutions.
        shown: Vec<ShownSolution>,
        /// The lines under each of them.
        captions: Vec<Vec<String>>,
        /// The places on the page.
        places: Places,
    },
    /// Boards with the cells that stay open: the days of a month or a week.
    Days {
        /// The puzzle.
        puzzle: usize,
        /// The days.
        days: Vec<DayPlan>,
        /// The places on the page.
        places: Places,
    },
    /// The index of a catalogue.
    Index(Vec<IndexEntry>),
    /// Pieces true to size, to cut out of card.
    Pieces {
        /// The puzzle.
        puzzle: usize,
        /// The edge of a cell, in mm.
        cell_mm: f64,
        /// The pieces and their places.
        placed: Vec<PlacedPiece>,
    },
    /// The board, at the scale of the pieces to cut out.
    Board {
        /// The puzzle.
        puzzle: usize,
        /// The edge of a cell, in mm.
        cell_mm: f64,
    },
}

impl SheetPlan {
    /// Plans the pages about one puzzle, or a book of several or of one with a code that opens it.
    ///
    /// # Errors
    /// [`PuzzleSheetError::BoardTooLarge`] if cells would be too small to see; [`PuzzleSheetError::Layout`]
    /// if a piece to cut out is larger than the paper; [`PuzzleSheetError::Stopped`].
    pub fn new(subjects: &[SheetSubject<'_>], options: &SheetOptions) -> Result<Self, PuzzleSheetError> {
        let planner = Planner { subjects, options, format: page_format(options), turned: Vec::new() };
        let is_book = subjects.len() > 1 && !options.is_cards && options.pupils.is_none();
        let is_apart = !options.is_shared && !options.is_set_owned && subjects[0].openings.is_empty();
        let turned = if is_book && is_apart { planner.boards_to_turn()? } else { Vec::new() };
        let planner = Planner { turned, ..planner };
        let mut documents = match subjects {
            [] => Vec::new(),
            _ if options.is_cards => vec![planner.cards()?],
            _ if options.pupils.is_some() => planner.class_set(options.pupils.unwrap_or(0))?,
            [one] if one.openings.is_empty() && one.play.is_none() => vec![planner.single(0)?],
            [_] if options.is_desk => planner.desk()?,
            [first, ..] if !first.openings.is_empty() => planner.year()?,
            _ => planner.book()?,
        };
        if let Some(cell) = options.punch_out {
            for puzzle in 0..subjects.len() {
                documents.push(planner.punch_out(puzzle, cell)?);
            }
        }
        let colors = |tiling| {
            options.stop.check()?;
            picture_colors(tiling, options)
        };
        let colors = subjects.iter().map(|subject| subject.tilings.iter().map(colors).collect());
        Ok(Self {
            documents,
            colors: colors.collect::<Result<_, _>>()?,
            letters: options.letters,
            turned: planner.turned,
        })
    }
}

/// Returns the format of pages without a fixed scale.
pub(super) fn page_format(options: &SheetOptions) -> PageFormat {
    let stop = options.stop.clone();
    let paper = options.print.map_or_else(|| options.paper.clone(), BookPrint::paper);
    // It is enlarged at the end.
    let small = 1.0 / options.enlarged();
    let (width, height, margin) = (paper.width * small, paper.height * small, paper.margin * small);
    let paper = SheetFormat { width, height, margin, ..paper };
    PageFormat { stop, ..PageFormat::new(paper, Foot::Line(String::new())) }
}

/// Returns the format of pages with content true to size.
pub(super) fn scale_format(paper: &SheetFormat) -> PageFormat {
    let legend = vec![Entry::new(Sign::Line(Role::Cut), "cut here")];
    PageFormat::new(paper.clone(), Foot::Measured { unit: RulerUnit::Centimetre, legend })
}

/// Plans the pages of each kind.
struct Planner<'a> {
    subjects: &'a [SheetSubject<'a>],
    options: &'a SheetOptions,
    format: PageFormat,
    /// The puzzles whose boards have a quarter turn.
    turned: Vec<usize>,
}

impl Planner<'_> {
    /// Returns whether the board of a puzzle has a quarter turn.
    fn is_turned(&self, puzzle: usize) -> bool {
        self.turned.binary_search(&puzzle).is_ok()
    }

    /// Returns the pages about one puzzle: a contact sheet of the user's solutions, or puzzle, hints and
    /// solutions.
    fn single(&self, puzzle: usize) -> Result<DocumentPlan, PuzzleSheetError> {
        let subject = &self.subjects[puzzle];
        let document = |kind: &str, pages| DocumentPlan {
            name: format!("{}-{kind}", subject.stem),
            stem: subject.stem.to_owned(),
            title: subject.puzzle.name().to_owned(),
            pages,
        };
        if subject.is_brought && subject.tilings.len() > 1 && !self.options.catalogue {
            return Ok(document("contact", self.contact_sheet(puzzle)?));
        }
        let mut pages = self.puzzle(puzzle)?;
        pages.extend(self.hint(puzzle));
        if self.options.catalogue {
            pages.extend(self.catalogue(puzzle)?);
            return Ok(document("catalogue", pages));
        }
        pages.extend(self.solutions(puzzle)?);
        Ok(document("sheet", pages))
    }
}

impl PagePlan {
    fn new(kind: &str, heading: &str, line: &str, content: PageContent) -> Self {
        let (kind, heading, line) = (kind.to_owned(), heading.to_owned(), line.to_owned());
        Self { kind, bookmark: heading.clone(), heading, line, content, carries: false, is_front: false }
    }

    /// Returns an empty page, if the next one would not be on this side of the spine otherwise.
    fn empty(next: Side) -> Self {
        Self::new(BOOK_PAGE, "", "", PageContent::Empty(next))
    }

    /// Returns the same page with a different name in the outline.
    fn marked(self, bookmark: String) -> Self {
        Self { bookmark, ..self }
    }

    /// Returns the title of the page.
    pub(super) fn title(&self) -> Title {
        let (heading, line) = (self.heading.clone(), self.line.clone());
        Title { heading, line, bookmark: self.bookmark.clone(), ..Title::default() }
    }
}
