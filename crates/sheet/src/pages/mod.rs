//! Draws the pages of a [`SheetPlan`].

mod book;
mod puzzle;
mod rows;
mod solution;

use super::plan::{DocumentPlan, PageContent, PagePlan, SheetPlan, SheetSubject, page_format};
use super::{PuzzleSheetError, SheetOptions};
use piecework_draw::color::Color;
use piecework_draw::drawing::Drawing;
use piecework_draw::page::{Page, PageFormat, finish};
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::tiling::{Tiling, board_in_words, svg_metadata, tiling_in_words};

pub use rows::rows_picture;
pub use solution::solution_picture;

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
    let sketch = Sketch { plan, subjects, format: &format };
    plan.documents.iter().map(|document| sketch.document(document)).collect()
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

/// The data for all pages.
struct Sketch<'a> {
    plan: &'a SheetPlan,
    subjects: &'a [SheetSubject<'a>],
    format: &'a PageFormat,
}

impl Sketch<'_> {
    fn document(&self, document: &DocumentPlan) -> Result<SheetDocument, PuzzleSheetError> {
        let drawn = document.pages.iter().map(|page| {
            self.format.stop.check()?;
            self.pages(page)
        });
        let mut drawn = drawn.collect::<Result<Vec<_>, _>>()?;
        self.number_contents(document, &mut drawn)?;
        let of_plan: Vec<&PagePlan> =
            document.pages.iter().zip(&drawn).flat_map(|(page, all)| all.iter().map(move |_| page)).collect();
        let names = names(document, &of_plan);
        let drawings = finish(drawn.into_iter().flatten().collect())?;
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
            PageContent::Puzzle { puzzle, .. } | PageContent::Board { puzzle, .. } => {
                let puzzle = self.subjects[*puzzle].puzzle;
                format!("{}: {}.", puzzle.name(), board_in_words(puzzle))
            }
            PageContent::Solutions { puzzle, .. } => {
                let all = self.subjects[*puzzle].tilings;
                let words = page.carries.iter().map(|&index| tiling_in_words(&all[index], |_| None));
                words.collect::<Vec<String>>().join(" ")
            }
            _ => String::new(),
        }
    }

    /// Returns the solutions of a page as records.
    fn metadata(&self, page: &PagePlan) -> Option<String> {
        let PageContent::Solutions { puzzle, .. } = page.content else { return None };
        let all = self.subjects[puzzle].tilings;
        let shown: Vec<Tiling> = page.carries.iter().map(|&index| all[index].clone()).collect();
        (!shown.is_empty()).then(|| svg_metadata(&shown))
    }

    fn pages(&self, page: &PagePlan) -> Result<Vec<Page>, PuzzleSheetError> {
        match &page.content {
            PageContent::Cover { words, boards } => Ok(vec![self.cover(page, words, boards)?]),
            PageContent::Contents(entries) => {
                let lines: Vec<(String, usize)> =
                    entries.iter().map(|entry| (entry.title.clone(), 0)).collect();
                self.contents(page, &lines)
            }
            PageContent::Puzzle { puzzle, cell_mm, board, pieces } => {
                Ok(vec![self.puzzle(page, *puzzle, *cell_mm, board.then_some(()), pieces)?])
            }
            PageContent::Hint { puzzle, pieces } => Ok(vec![self.hint(page, *puzzle, pieces)?]),
            PageContent::Solutions { puzzle, first, captions, places } => {
                Ok(vec![self.solutions(page, *puzzle, *first, captions, *places)?])
            }
            PageContent::Index(entries) => self.index(page, entries),
            PageContent::Pieces { puzzle, cell_mm, placed } => {
                Ok(vec![self.pieces(page, *puzzle, *cell_mm, placed)?])
            }
            PageContent::Board { puzzle, cell_mm } => Ok(vec![self.board(page, *puzzle, *cell_mm)?]),
        }
    }

    /// Draws the contents again, with the page numbers, which are known last.
    fn number_contents(
        &self,
        document: &DocumentPlan,
        drawn: &mut [Vec<Page>],
    ) -> Result<(), PuzzleSheetError> {
        for (index, page) in document.pages.iter().enumerate() {
            let PageContent::Contents(entries) = &page.content else { continue };
            let number = |to: usize| 1 + drawn[..to].iter().map(Vec::len).sum::<usize>();
            let lines: Vec<(String, usize)> =
                entries.iter().map(|entry| (entry.title.clone(), number(entry.to))).collect();
            drawn[index] = self.contents(page, &lines)?;
        }
        Ok(())
    }

    /// Returns the colors of a solution; empty if solutions are outlines.
    fn colors(&self, puzzle: usize, solution: usize) -> Vec<Color> {
        self.plan.colors[puzzle][solution].iter().map(|color| parsed(color)).collect()
    }
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

/// Names of patches, if they are shown.
fn labels(patchwork: &piecework_draw::geometry::Patchwork, letters: bool) -> Vec<String> {
    patchwork.patches().iter().filter(|_| letters).map(|patch| patch.name().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    fn tiling() -> Tiling {
        let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default()).expect("letters");
        infer_from_grid("Two trominoes", &grids[0]).expect("a tiling")
    }

    fn names_of(documents: &[SheetDocument]) -> Vec<&str> {
        documents.iter().flat_map(|document| &document.pages).map(|page| page.name.as_str()).collect()
    }

    #[test]
    fn pages_are_named_by_kind_and_the_plan_is_data() {
        let (tiling, options) =
            (tiling(), SheetOptions { hints: 1, punch_out: Some(20.0), ..SheetOptions::default() });
        let tilings = [tiling.clone(), tiling.clone()];
        let subjects = [SheetSubject::new("two", tiling.puzzle(), &tilings)];
        let plan = SheetPlan::new(&subjects, &options).expect("a plan");
        let documents = documents(&plan, &subjects, &options).expect("pages");
        assert_eq!(
            names_of(&documents),
            [
                "two-puzzle-01",
                "two-hint-01",
                "two-solution-01",
                "two-solution-02",
                "two-pieces-01",
                "two-pieces-02"
            ]
        );
        let carried = documents[0].pages.iter().filter(|page| page.metadata.is_some()).count();
        assert_eq!(carried, 2, "solutions can be read again");
        let text = serde_json::to_string(&plan).expect("data");
        let again: SheetPlan = serde_json::from_str(&text).expect("the same data");
        assert_eq!(super::documents(&again, &subjects, &options).expect("pages"), documents);
    }

    #[test]
    fn the_contents_of_a_book_lead_to_the_pages_of_its_puzzles() {
        let (tiling, options) = (tiling(), SheetOptions::default());
        let tilings = [tiling.clone()];
        let subject = SheetSubject::new("two", tiling.puzzle(), &tilings);
        let subjects = vec![subject.clone(); 3];
        let plan = SheetPlan::new(&subjects, &options).expect("a plan");
        let books = documents(&plan, &subjects, &options).expect("pages");
        let book = &books[0];
        assert_eq!(book.pages.len(), 2 + 3 + 3, "cover, contents, puzzles, solutions");
        let words: Vec<&str> = book.pages[1]
            .drawing
            .layers()
            .iter()
            .flat_map(|layer| &layer.items)
            .filter_map(|item| match item {
                piecework_draw::drawing::Item::Text(text) => Some(text.content()),
                piecework_draw::drawing::Item::Path(_) => None,
            })
            .collect();
        for number in ["3", "4", "5", "6"] {
            assert!(words.contains(&number), "{number} in {words:?}");
        }
    }
}
