//! Draws the pages of a [`SheetPlan`].

mod book;
mod days;
mod front;
mod matter;
mod pattern;
mod puzzle;
mod solution;
mod style;
mod tactile;

use std::collections::BTreeMap;

use super::plan::{
    BACK, BOOK_PAGE, CARD, DocumentPlan, KEY, PageContent, PagePlan, SheetPlan, SheetSubject, ShownSolution,
    Side, page_format,
};
use super::roman::roman;
use super::{BookPrint, PuzzleSheetError, SheetOptions, SheetStyle};
use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, Drawing};
use piecework_draw::page::{Foot, Page, PageFormat, PageSide, PageStyle, Title, finish};
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::tiling::{Tiling, board_in_words, svg_metadata, tiling_in_words};

pub use solution::{rows_picture, solution_picture};

/// The pages of one document.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SheetDocument {
    /// The name of its file, without extension.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its pages, in order.
    pub pages: Vec<SheetPage>,
}

/// A page of a document.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SheetPage {
    /// The name of its file, without extension.
    pub name: String,
    /// Its drawing.
    pub drawing: Drawing,
    /// The solutions on it as records, so that the page can be read again.
    pub metadata: Option<String>,
}

/// Draws the documents of a plan for the puzzles that it was made from, on the paper of the options.
///
/// # Errors
/// Errors of drawing, layout and geometry; [`PuzzleSheetError::Stopped`].
pub fn documents(
    plan: &SheetPlan,
    subjects: &[SheetSubject<'_>],
    options: &SheetOptions,
) -> Result<Vec<SheetDocument>, PuzzleSheetError> {
    let format = page_format(options);
    let sketch = Sketch {
        plan,
        subjects,
        options,
        format: &format,
        print: options.print,
        style: options.audience(),
        look: options.page_style(),
    };
    let mut documents: Vec<SheetDocument> = Vec::new();
    for document in &plan.documents {
        let pages = documents.first().map_or(0, |book| book.pages.len());
        documents.push(match (document.pages.as_slice(), options.print) {
            ([page], Some(print)) if matches!(page.content, PageContent::WrapCover { .. }) => {
                sketch.wrap_cover(document, page, print.cover(pages))?
            }
            _ => sketch.document(document)?,
        });
    }
    Ok(documents)
}

/// Draws the page or pages of a puzzle.
///
/// # Errors
/// As [`SheetPlan::new`] and [`documents`].
pub fn puzzle_pages(puzzle: &Puzzle, options: &SheetOptions) -> Result<Vec<Drawing>, PuzzleSheetError> {
    let subjects = [SheetSubject::new("puzzle", puzzle, &[])];
    let plan =
        SheetPlan::new(&subjects, &SheetOptions { punch_out: None, catalogue: false, ..options.clone() })?;
    let documents = documents(&plan, &subjects, options)?;
    Ok(documents.into_iter().flat_map(|document| document.pages).map(|page| page.drawing).collect())
}

/// The numbers of pages, as they are printed; empty as long as they are not known.
#[derive(Default)]
struct PageNumbers {
    /// The number of the first page of each page of the plan.
    starts: Vec<String>,
    /// For each puzzle the page of its hint.
    hints: BTreeMap<usize, String>,
    /// For each puzzle the page of its first solution.
    solutions: BTreeMap<usize, String>,
}

/// The data for all pages.
struct Sketch<'a> {
    plan: &'a SheetPlan,
    subjects: &'a [SheetSubject<'a>],
    format: &'a PageFormat,
    print: Option<BookPrint>,
    style: SheetStyle,
    look: PageStyle,
    options: &'a SheetOptions,
}

impl Sketch<'_> {
    fn document(&self, document: &DocumentPlan) -> Result<SheetDocument, PuzzleSheetError> {
        let drawn = document.pages.iter().map(|page| {
            self.format.stop.check()?;
            self.pages(page, &PageNumbers::default())
        });
        let mut drawn = drawn.collect::<Result<Vec<_>, _>>()?;
        self.draw_numbers(document, &mut drawn)?;
        let of_plan: Vec<&PagePlan> =
            document.pages.iter().zip(&drawn).flat_map(|(page, all)| all.iter().map(move |_| page)).collect();
        let names = names(document, &of_plan);
        let drawings = finish(drawn.into_iter().flatten().collect())?;
        let drawings: Vec<Drawing> = of_plan
            .iter()
            .zip(drawings)
            .map(|(plan, page)| self.restyled(plan, page))
            .collect::<Result<_, _>>()?;
        let drawings = match self.print.filter(|_| document.pages.iter().all(|page| page.kind == BOOK_PAGE)) {
            None => drawings,
            Some(print) => (1..)
                .zip(drawings)
                .map(|(number, page)| printed(print, number, &page))
                .collect::<Result<_, _>>()?,
        };
        let pages = of_plan.iter().zip(names).zip(drawings).map(|((page, name), drawing)| SheetPage {
            name,
            drawing: drawing.described(self.words(page)),
            metadata: self.metadata(page),
        });
        Ok(SheetDocument {
            name: document.name.clone(),
            title: document.title.clone(),
            pages: pages.collect(),
        })
    }

    /// Returns what a page shows in words: its board, or its solutions.
    fn words(&self, page: &PagePlan) -> String {
        match &page.content {
            PageContent::Puzzle { puzzle, .. }
            | PageContent::Board { puzzle, .. }
            | PageContent::Tactile { puzzle, .. } => {
                let puzzle = self.subjects[*puzzle].puzzle;
                format!("{}: {}.", puzzle.name(), board_in_words(puzzle))
            }
            PageContent::Puzzles { puzzles, .. } => {
                let words = puzzles.iter().map(|one| {
                    format!("{}: {}.", one.heading, board_in_words(self.subjects[one.puzzle].puzzle))
                });
                words.collect::<Vec<String>>().join(" ")
            }
            PageContent::Solutions { shown, .. } if page.carries => {
                let words = shown.iter().map(|&shown| tiling_in_words(self.solution(shown), |_| None));
                words.collect::<Vec<String>>().join(" ")
            }
            _ => String::new(),
        }
    }

    /// Returns the solutions of a page as records.
    fn metadata(&self, page: &PagePlan) -> Option<String> {
        let PageContent::Solutions { shown, .. } = &page.content else { return None };
        let shown: Vec<Tiling> = shown.iter().map(|&shown| self.solution(shown).clone()).collect();
        page.carries.then(|| svg_metadata(&shown))
    }

    /// Returns whether the board of a puzzle has a quarter turn.
    fn is_turned(&self, puzzle: usize) -> bool {
        self.plan.turned.contains(&puzzle)
    }

    fn solution(&self, shown: ShownSolution) -> &Tiling {
        &self.subjects[shown.puzzle].tilings[shown.solution]
    }

    fn pages(&self, page: &PagePlan, numbers: &PageNumbers) -> Result<Vec<Page>, PuzzleSheetError> {
        match &page.content {
            PageContent::Cover { words, pieces } => Ok(vec![self.cover(page, words, pieces)?]),
            // How many there are is known last; a cover that is wrapped is not laid out on the paper.
            PageContent::Notes | PageContent::Empty(_) | PageContent::WrapCover { .. } => Ok(Vec::new()),
            PageContent::Middle(words) => Ok(vec![self.middle(page, words)?]),
            PageContent::Copyright(words) => Ok(vec![self.copyright(page, words)?]),
            PageContent::Chapter { number, words } => Ok(vec![self.chapter(page, *number, words)?]),
            PageContent::Text(blocks) => self.text(page, blocks, numbers),
            PageContent::Puzzle { puzzle, cell_mm, board, pieces } => {
                Ok(vec![self.puzzle(page, *puzzle, *cell_mm, board.then_some(()), pieces)?])
            }
            PageContent::Tactile { puzzle, cell_mm, board, pieces } => {
                Ok(vec![self.tactile(page, *puzzle, *cell_mm, board.then_some(()), pieces)?])
            }
            PageContent::Puzzles { puzzles, places } => {
                Ok(vec![self.puzzles(page, puzzles, *places, numbers)?])
            }
            PageContent::Hints { hints, places } => Ok(vec![self.hints(page, hints, *places)?]),
            PageContent::Solutions { shown, captions, places } => {
                Ok(vec![self.solutions(page, shown, captions, *places)?])
            }
            PageContent::Days { puzzle, days, places } => Ok(vec![self.days(page, *puzzle, days, *places)?]),
            PageContent::Index(entries) => self.index(page, entries),
            PageContent::Pieces { puzzle, cell_mm, placed } => {
                Ok(vec![self.pieces(page, *puzzle, *cell_mm, placed)?])
            }
            PageContent::Board { puzzle, cell_mm } => Ok(vec![self.board(page, *puzzle, *cell_mm)?]),
        }
    }

    /// Returns an empty page: in a book below a running head, elsewhere below its title.
    fn blank(&self, page: &PagePlan) -> Result<Page, PuzzleSheetError> {
        match page.kind.as_str() {
            BOOK_PAGE | KEY => self.book_page(page),
            CARD | BACK => {
                let title = Title { bookmark: page.bookmark.clone(), ..Title::default() };
                Ok(Page::new(&self.format.with_foot(Foot::Blank), title)?)
            }
            _ => Ok(Page::new(self.format, page.title())?),
        }
    }

    /// Draws the pages that name other pages again, with the page numbers, which are known last, and numbers all.
    fn draw_numbers(&self, document: &DocumentPlan, drawn: &mut [Vec<Page>]) -> Result<(), PuzzleSheetError> {
        self.fill_sides(document, drawn)?;
        let mut starts: Vec<String> = Vec::new();
        for of in printed_numbers(document, drawn).iter().rev() {
            // What begins with a page that is not needed begins with the next.
            starts.push(of.first().or(starts.last()).cloned().unwrap_or_default());
        }
        starts.reverse();
        let mut numbers = PageNumbers { starts, ..PageNumbers::default() };
        for (page, start) in document.pages.iter().zip(&numbers.starts) {
            match &page.content {
                PageContent::Hints { hints, .. } => {
                    hints.iter().for_each(|hint| _ = numbers.hints.insert(hint.puzzle, start.clone()));
                }
                PageContent::Solutions { shown, .. } => shown.iter().for_each(|shown| {
                    numbers.solutions.entry(shown.puzzle).or_insert_with(|| start.clone());
                }),
                _ => {}
            }
        }
        for (index, page) in document.pages.iter().enumerate() {
            if matches!(page.content, PageContent::Text(_) | PageContent::Puzzles { .. }) {
                drawn[index] = self.pages(page, &numbers)?;
            }
        }
        for (index, page) in document.pages.iter().enumerate() {
            if page.content == PageContent::Notes {
                let pages: usize = drawn.iter().map(Vec::len).sum();
                drawn[index] =
                    (pages..BookPrint::bound(pages)).map(|_| self.notes(page)).collect::<Result<_, _>>()?;
            }
        }
        if document.pages.iter().all(|page| page.kind == BOOK_PAGE) {
            let numbers = printed_numbers(document, drawn).into_iter().flatten();
            let sides = [PageSide::Right, PageSide::Left].into_iter().cycle();
            for ((page, number), side) in drawn.iter_mut().flatten().zip(numbers).zip(sides) {
                page.number_on(if self.print.is_some() { side } else { PageSide::Right }, number);
            }
        }
        Ok(())
    }

    /// Draws empty pages where the next page would be on the wrong side of the spine.
    fn fill_sides(&self, document: &DocumentPlan, drawn: &mut [Vec<Page>]) -> Result<(), PuzzleSheetError> {
        for (index, page) in document.pages.iter().enumerate() {
            let PageContent::Empty(next) = page.content else { continue };
            let before: usize = drawn[..index].iter().map(Vec::len).sum();
            let side = if before.is_multiple_of(2) { Side::Right } else { Side::Left };
            drawn[index] = if side == next { Vec::new() } else { vec![self.empty(page)?] };
        }
        Ok(())
    }

    /// Returns the colors of a solution; empty if solutions are outlines.
    fn colors(&self, puzzle: usize, solution: usize) -> Vec<Color> {
        self.plan.colors[puzzle][solution].iter().map(|color| parsed(color)).collect()
    }
}

/// Returns the numbers of the pages of each page of a plan: small roman ones in the front matter, and from 1 after it.
fn printed_numbers(document: &DocumentPlan, drawn: &[Vec<Page>]) -> Vec<Vec<String>> {
    let (mut front, mut rest) = (0, 0);
    let mut next = |page: &PagePlan| {
        if page.is_front {
            front += 1;
            return roman(front).to_lowercase();
        }
        rest += 1;
        usize::to_string(&rest)
    };
    let pages = document.pages.iter().zip(drawn);
    pages.map(|(page, drawn)| drawn.iter().map(|_| next(page)).collect()).collect()
}

/// Returns a page of a printed book as wide as its trim, with the inside margin on the side of the spine.
fn printed(print: BookPrint, number: usize, page: &Drawing) -> Result<Drawing, PuzzleSheetError> {
    let (width, height) = print.trim.size();
    let mut canvas = Canvas::new(page.title(), page.medium(), width, height);
    canvas.describe(page.words());
    for layer in page.layers() {
        layer.items.iter().for_each(|item| canvas.item(layer.role, item.moved(print.shift(number), 0.0)));
    }
    Ok(canvas.finish()?)
}

/// Returns a color of a plan; white if it is not a valid color.
fn parsed(color: &str) -> Color {
    color.parse().unwrap_or(Color::WHITE)
}

/// Returns the file name of each page: pages of a kind are numbered.
fn names(document: &DocumentPlan, pages: &[&PagePlan]) -> Vec<String> {
    let count = |kind: &str| pages.iter().filter(|page| page.kind == kind).count();
    let name = |(index, page): (usize, &&PagePlan)| {
        let number = pages[..=index].iter().filter(|other| other.kind == page.kind).count();
        let digits = count(&page.kind).to_string().len().max(2);
        format!("{}-{}-{number:0digits$}", document.stem, page.kind)
    };
    pages.iter().enumerate().map(name).collect()
}

/// Returns the patches of a solution.
fn patchwork(tiling: &Tiling) -> Result<piecework_draw::geometry::Patchwork, PuzzleSheetError> {
    Ok(piecework_draw::geometry::Patchwork::trace_flat(tiling, 1.0)?)
}

/// Names of the patches of a solution, if they are shown: not over colored sides, which say more.
fn labels(tiling: &Tiling, patchwork: &piecework_draw::geometry::Patchwork, letters: bool) -> Vec<String> {
    let is_shown = letters && !tiling.puzzle().colors().has_sides();
    let shown = patchwork.patches().iter().filter(|_| is_shown);
    shown.map(|patch| tiling.puzzle().name_of(patch.piece()).to_owned()).collect()
}

#[cfg(test)]
mod tests;
