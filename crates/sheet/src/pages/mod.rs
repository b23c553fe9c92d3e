//! Draws the pages of a [`SheetPlan`].

mod book;
mod days;
mod front;
mod matter;
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
use piecework_draw::page::{Foot, Page, PageFormat, Title, finish};
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::tiling::{Tiling, board_in_words, svg_metadata, tiling_in_words};

pub use solution::{rows_picture, solution_picture};
use style::restyled;

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
    let sketch = Sketch { plan, subjects, format: &format, print: options.print, style: options.style };
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
        let drawings = match self.print.filter(|_| document.pages.iter().all(|page| page.kind == BOOK_PAGE)) {
            None => drawings,
            Some(print) => (1..)
                .zip(drawings)
                .map(|(number, page)| printed(print, number, &page))
                .collect::<Result<_, _>>()?,
        };
        let drawings: Vec<Drawing> = of_plan
            .iter()
            .zip(drawings)
            .map(|(plan, page)| restyled(self.style, plan, page))
            .collect::<Result<_, _>>()?;
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
        let starts: Vec<String> = printed_numbers(document, drawn)
            .iter()
            .map(|of| of.first().cloned().unwrap_or_default())
            .collect();
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
            drawn.iter_mut().flatten().zip(numbers).for_each(|(page, number)| page.number(number));
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

/// Names of patches, if they are shown.
fn labels(patchwork: &piecework_draw::geometry::Patchwork, letters: bool) -> Vec<String> {
    patchwork.patches().iter().filter(|_| letters).map(|patch| patch.name().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Trim;
    use piecework_draw::drawing::{Item, Role};
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::puzzle::{Placed, Rules};
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
        let (tiling, options) = (tiling(), SheetOptions { is_shared: true, ..SheetOptions::default() });
        let tilings = [tiling.clone()];
        let subject = SheetSubject::new("two", tiling.puzzle(), &tilings);
        let subjects = vec![subject.clone(); 3];
        let plan = SheetPlan::new(&subjects, &options).expect("a plan");
        let books = documents(&plan, &subjects, &options).expect("pages");
        let book = &books[0];
        assert_eq!(book.pages.len(), 5, "cover, contents, puzzles, solutions, index");
        let words = words(&book.pages[1]);
        for number in ["1\u{2013}3", "3", "4", "5"] {
            assert!(words.contains(&number), "{number} in {words:?}");
        }
    }

    #[test]
    fn an_index_says_what_is_not_true_of_all() {
        let puzzles =
            ["six-pentominoes-5x6", "pentomino-6x10", "t-tetromino-4x4"].map(crate::support::template);
        let subjects: Vec<SheetSubject<'_>> =
            puzzles.iter().map(|puzzle| SheetSubject::new("one", puzzle, &[])).collect();
        let last = |subjects: &[SheetSubject<'_>]| {
            let options = SheetOptions::default();
            let plan = SheetPlan::new(subjects, &options).expect("a plan");
            let books = documents(&plan, subjects, &options).expect("pages");
            words(books[0].pages.last().expect("an index")).join("\n")
        };
        let all = last(&subjects);
        for entry in ["Pieces of 5 squares: 1, 2", "Boards of 16 squares: 3", "With F (5 squares): 1, 2"] {
            assert!(all.contains(entry), "{entry} in {all}");
        }
        assert!(!all.contains("With X"), "one puzzle has it: {all}");
        assert!(!last(&subjects[..2]).contains("Pieces of 5 squares"), "all have them");
    }

    fn words(page: &SheetPage) -> Vec<&str> {
        let mut words = Vec::new();
        for item in page.drawing.layers().iter().flat_map(|layer| &layer.items) {
            if let Item::Text(text) = item {
                words.push(text.content());
            }
        }
        words
    }

    /// The same trominoes with the first of them on the board.
    fn given() -> Tiling {
        let tiling = tiling();
        let (puzzle, laid) = (tiling.puzzle(), tiling.placements());
        let placed = vec![Placed { piece: laid[0].piece, cells: laid[0].cells.clone() }];
        let rules = Rules { placed, ..Rules::default() };
        let puzzle = Puzzle::ruled("Given", puzzle.region().clone(), puzzle.pieces().to_vec(), rules);
        let puzzle = Arc::new(puzzle.expect("the pieces of a tiling fit"));
        Tiling::new(&puzzle, laid.iter().map(|laid| (laid.piece, laid.cells.clone())))
            .expect("the same tiling")
    }

    #[test]
    fn given_pieces_are_on_the_board_and_not_among_the_pieces() {
        let (tiling, options) = (given(), SheetOptions { hints: 1, ..SheetOptions::default() });
        let subjects = [SheetSubject::new("one", tiling.puzzle(), std::slice::from_ref(&tiling))];
        let plan = SheetPlan::new(&subjects, &options).expect("a plan");
        let document = &documents(&plan, &subjects, &options).expect("pages")[0];
        let page = &document.pages[0];
        let words = words(page);
        assert!(words.iter().any(|words| words.ends_with("One piece is in place.")), "{words:?}");
        assert!(words.iter().all(|words| !words.contains('×')), "one of two is left: {words:?}");
        assert!(page.drawing.bounds_of(Role::Fill).is_some(), "the given piece is filled");
        assert!(names_of(std::slice::from_ref(document)).iter().all(|name| !name.contains("hint")));
    }

    #[test]
    fn a_class_set_has_a_page_for_each_pupil_and_a_key_apart() {
        let tilings = [tiling()];
        let subjects = vec![SheetSubject::new("two", tilings[0].puzzle(), &tilings); 2];
        let options = SheetOptions { pupils: Some(5), title: "Class 4b".into(), ..SheetOptions::default() };
        let plan = SheetPlan::new(&subjects, &options).expect("a plan");
        let documents = documents(&plan, &subjects, &options).expect("pages");
        let [class, key] = documents.as_slice() else { panic!("pages and a key") };
        assert_eq!((class.name.as_str(), key.name.as_str()), ("class-4b-class", "class-4b-key"));
        assert_eq!((class.pages.len(), key.pages.len()), (5, 1));
        assert!(class.pages.iter().all(|page| words(page).contains(&"Name")));
        assert!(class.pages.iter().flat_map(words).all(|words| !words.contains("Solution")));
        assert!(["1", "2"].iter().all(|number| words(&key.pages[0]).contains(number)));
    }

    /// A book of `count` puzzles, with hints.
    fn book(count: usize, options: SheetOptions) -> Vec<SheetDocument> {
        let tilings = [tiling()];
        let subject =
            SheetSubject { difficulty: Some(2), ..SheetSubject::new("two", tilings[0].puzzle(), &tilings) };
        let (subjects, options) = (vec![subject; count], SheetOptions { hints: 1, ..options });
        let plan = SheetPlan::new(&subjects, &options).expect("a plan");
        documents(&plan, &subjects, &options).expect("pages")
    }

    #[test]
    fn four_small_puzzles_share_a_page_which_says_where_their_solutions_are() {
        let books = book(9, SheetOptions { is_shared: true, ..SheetOptions::default() });
        let pages = &books[0].pages;
        assert_eq!(pages.len(), 2 + 3 + 1 + 1 + 1, "cover, contents, puzzles, hints, solutions, index");
        for (page, numbers) in pages[2..5].iter().zip(["1\u{2013}4", "5\u{2013}8", "9"]) {
            let words = words(page);
            assert!(words.contains(&numbers), "{words:?}");
            assert!(words.contains(&"Hints on page 6. Solutions on page 7."), "{words:?}");
        }
        assert!(words(&pages[1]).contains(&"1\u{2013}9"));
    }

    #[test]
    fn a_large_bound_book_has_roman_front_matter_and_chapters_that_face_their_puzzles() {
        let tilings = [tiling()];
        let subject = |difficulty| SheetSubject {
            difficulty: Some(difficulty),
            ..SheetSubject::new("two", tilings[0].puzzle(), &tilings)
        };
        let subjects: Vec<SheetSubject<'_>> = [1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3].map(subject).into();
        let options = SheetOptions {
            print: Some(BookPrint::new(Trim::In6x9, false)),
            dedication: Some("For Ada".into()),
            isbn: Some("978-3-16-148410-0".into()),
            ..SheetOptions::default()
        };
        let plan = SheetPlan::new(&subjects, &options).expect("a plan");
        let books = documents(&plan, &subjects, &options).expect("pages");
        let pages: Vec<Vec<&str>> = books[0].pages.iter().map(words).collect();
        let first = |word: &str| pages.iter().position(|words| words.contains(&word));
        let has = |page: usize, word: &str| pages[page].contains(&word);
        // Half title, empty, title, copyright, dedication, contents, about the pieces, empty.
        assert_eq!((pages[1].len(), pages[7].len()), (0, 0), "{pages:?}");
        assert!(has(3, "ISBN 978-3-16-148410-0") && has(4, "For Ada"), "{pages:?}");
        assert!(has(5, "vi") && has(6, "About the pieces") && has(6, "vii"), "{pages:?}");
        assert!(has(5, "1\u{2013}3") && has(5, "Easy") && !pages[5].iter().any(|word| word.contains("two")));
        assert_eq!(
            (first("How to solve"), has(8, "1")),
            (Some(5), true),
            "the contents, and page 1 on the right"
        );
        for (part, title, next) in
            [("Part one", "Easy", "1"), ("Part two", "Gentle", "4"), ("Part three", "Tricky", "8")]
        {
            let opening = first(part).expect("an opening");
            assert_eq!(opening % 2, 1, "{part} is a left page");
            assert!(has(opening, title) && has(opening + 1, next) && has(opening + 1, title), "{pages:?}");
        }
        let small = SheetPlan::new(
            &subjects[..11],
            &SheetOptions { dedication: None, isbn: None, ..options.clone() },
        );
        let books = documents(&small.expect("a plan"), &subjects[..11], &options).expect("pages");
        let pages: Vec<Vec<&str>> = books[0].pages.iter().map(words).collect();
        let all: Vec<&&str> = pages.iter().flatten().collect();
        assert!(!all.contains(&&"vi") && !all.contains(&&"Part one") && !all.contains(&&"About the pieces"));
        assert!(pages[1].contains(&"2"), "{:?}", pages[1]);
    }

    #[test]
    fn a_bound_book_keeps_its_margins_and_has_enough_pages() {
        let inch = 25.4;
        for trim in [Trim::In5x8, Trim::In6x9, Trim::In7x10, Trim::In8x10, Trim::In8x11, Trim::A5] {
            let narrow = BookPrint::new(trim, false);
            for print in [narrow, narrow.widened(400).expect("it can be bound").expect("wider")] {
                let books = book(7, SheetOptions { print: Some(print), ..SheetOptions::default() });
                let [interior, cover] = books.as_slice() else { panic!("an interior and a cover") };
                assert_eq!(interior.pages.len(), 24);
                let (width, height) = trim.size();
                for (number, page) in (1..).zip(&interior.pages) {
                    let drawing = &page.drawing;
                    assert_eq!((drawing.width(), drawing.height()), (width, height));
                    let outer = 0.375 * inch - 1e-6;
                    let inside = print.inside - 1e-6;
                    let (left, right) = if number % 2 == 1 { (inside, outer) } else { (outer, inside) };
                    let bounds = drawing.bounds().expect("no page is empty");
                    assert!(
                        bounds.left >= left && bounds.right <= width - right,
                        "{trim:?} {number}: {bounds:?}"
                    );
                    assert!(bounds.top >= outer && bounds.bottom <= height - outer, "{number}: {bounds:?}");
                }
                let (places, cover) = (print.cover(24), &cover.pages[0].drawing);
                assert!((cover.width() - places.sheet.width()).abs() < 1e-9);
                let in_bar_code = |item: &Item| {
                    let bounds = item.bounds().expect("a box");
                    let over = bounds.left < places.bar_code.right && bounds.right > places.bar_code.left;
                    over && bounds.top < places.bar_code.bottom && bounds.bottom > places.bar_code.top
                };
                let layers = cover.layers().iter().filter(|layer| layer.role != Role::Fill);
                assert!(
                    !layers.flat_map(|layer| &layer.items).any(in_bar_code),
                    "the bar code has its place"
                );
            }
        }
    }
}
