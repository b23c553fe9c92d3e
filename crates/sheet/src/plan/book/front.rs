//! Writes the beginning of a book: half title, copyright page, dedication, how to solve, and about the pieces.

use crate::plan::{BOOK_PAGE, BookBlock, PageContent, PagePlan, Planner, Side};
use piecework_tiling::lattice::Lattice;

use super::title_page;

/// The fewest puzzles of a book with front matter and chapters; a smaller one has a page with its contents.
pub const FULL_BOOK: usize = 12;
/// The most worked examples.
const MOST_EXAMPLES: usize = 4;
/// What readers may do: the book asks them to copy its pieces.
const RIGHTS: &str = "You may copy single pages of this book for yourself, your family and your class, and cut out the pieces. \
                      Do not sell copies.";
const TYPEFACES: &str = "Set in Noto Sans and EB Garamond, under the SIL Open Font License.";

impl Planner<'_> {
    /// Returns whether a book is large enough for front matter and chapters: a calendar at home is none.
    pub(super) fn is_full(&self) -> bool {
        let openings = self.subjects.iter().map(|subject| subject.openings.len()).max().unwrap_or(0);
        self.subjects.len() >= FULL_BOOK || self.options.print.is_some() && openings >= FULL_BOOK
    }

    /// Returns the pages before the contents, of a cover that a printed book has elsewhere.
    pub(super) fn before_contents(&self, cover: &PagePlan) -> Vec<PagePlan> {
        let options = self.options;
        let middle = |words: &str, mark: &str| {
            PagePlan::new(BOOK_PAGE, &options.title, "", PageContent::Middle(words.to_owned()))
                .marked(mark.to_owned())
        };
        let (is_bound, is_full) = (options.print.is_some(), self.is_full());
        let mut pages = Vec::new();
        if is_bound && is_full {
            pages.push(middle(&options.title, "Half title"));
            pages.push(PagePlan::empty(Side::Right));
        }
        pages.push(if is_bound { title_page(cover) } else { cover.clone() });
        if is_full || options.isbn.is_some() {
            let copyright = PageContent::Copyright(self.copyright(cover));
            pages
                .push(PagePlan::new(BOOK_PAGE, &options.title, "", copyright).marked("Copyright".to_owned()));
        }
        if let Some(dedication) = &options.dedication {
            if is_bound && is_full {
                pages.push(PagePlan::empty(Side::Right));
            }
            pages.push(middle(dedication, "Dedication"));
            if is_bound && is_full {
                // The back of a dedication is empty.
                pages.push(PagePlan::empty(Side::Right));
            }
        }
        pages
    }

    /// Returns the paragraphs of the copyright page.
    fn copyright(&self, cover: &PagePlan) -> Vec<String> {
        let PageContent::Cover { words, .. } = &cover.content else { unreachable!() };
        let isbn = self.options.isbn.as_ref().map(|isbn| format!("ISBN {isbn}"));
        let title = self.options.title.clone();
        let rest = [format!("{words}."), RIGHTS.to_owned(), TYPEFACES.to_owned()];
        std::iter::once(title).chain(rest).chain(isbn).collect()
    }

    /// Returns how to solve the puzzles: in a large book one worked example, else examples of different kinds.
    pub(super) fn how_to_solve(&self) -> Vec<BookBlock> {
        let paragraph = |words: &str| BookBlock::Paragraph(words.to_owned());
        let take = match self.options.is_set_owned {
            true => {
                "Take the pieces of your set. A board shows what to fill, and which pieces are in place already."
            }
            false => "Copy the pieces and cut them out, or draw them on the board with a pencil.",
        };
        let turn = "Turn and flip them as you like, unless the puzzle says otherwise.";
        let mut blocks =
            vec![BookBlock::Heading("How to solve".to_owned()), paragraph(&format!("{take} {turn}"))];
        if self.subjects.iter().any(|subject| subject.difficulty.is_some()) {
            blocks.push(paragraph(
                "The small marks beside a puzzle show how difficult it is, from one (easy) to five. They are \
                 estimated by a program that reasons step by step and guesses only where nothing follows.",
            ));
        }
        let examples =
            self.subjects.iter().enumerate().flat_map(|(puzzle, subject)| {
                (0..subject.examples.len()).map(move |example| (puzzle, example))
            });
        let examples: Vec<(usize, usize)> = examples.take(MOST_EXAMPLES).collect();
        let is_first = |&(puzzle, example): &(usize, usize)| self.subjects[puzzle].examples[example].is_first;
        let is_one = examples.iter().all(is_first);
        if let Some(&(puzzle, _)) = examples.first().filter(|_| is_one) {
            blocks.push(BookBlock::Heading("A worked example".to_owned()));
            blocks.push(BookBlock::Paragraph(format!(
                "These are the first steps of puzzle {}, {}. Nothing in them is guessed.",
                puzzle + 1,
                self.name(puzzle)
            )));
            blocks.push(BookBlock::Steps(examples));
        } else if !examples.is_empty() {
            blocks.push(BookBlock::Examples(examples));
        }
        blocks
    }

    /// Returns what there is to say about the pieces and where they come from.
    ///
    /// # Source
    /// The numbers are those that the tests of the engines keep; README.md tells of 1987.
    pub(super) fn about_the_pieces(&self) -> Vec<BookBlock> {
        let mut lattices: Vec<Lattice> = Vec::new();
        for subject in self.subjects {
            let lattice = subject.puzzle.lattice();
            if !lattices.contains(&lattice) {
                lattices.push(lattice);
            }
        }
        let cells: Vec<&str> = lattices.iter().map(|lattice| lattice.cell_name()).collect();
        let mut words = vec![format!(
            "A piece is made of equal {}, joined along whole sides. A few of them are quickly counted, and hard to lay.",
            cells.join(" or ")
        )];
        let pieces = || self.subjects.iter().flat_map(|subject| subject.puzzle.pieces());
        let has_five = pieces().any(|piece| piece.shape.area() == 5);
        if lattices.contains(&Lattice::POLYOMINO) {
            words.push(
                "Squares make two pieces of three, five of four, twelve of five and 35 of six, if a piece may be \
                 turned and flipped."
                    .to_owned(),
            );
        }
        if has_five && lattices.contains(&Lattice::POLYOMINO) {
            words.push(
                "The twelve pieces of five squares are the pentominoes. All twelve fill a board of 6 by 10 in 2339 \
                 ways, one of 5 by 12 in 1010, one of 4 by 15 in 368, and one of 3 by 20 in only two; turned and \
                 flipped ways do not count. Around a hole of four squares in the middle of 8 by 8 there are 65, and some \
                 of them decorate the chapters of books such as this."
                    .to_owned(),
            );
        }
        words.push(
            "Puzzles like these became quilts. In 1987 Karl Dahlke, who is blind, found with a home computer that 92 \
             copies of one piece of six squares tile a rectangle of 23 by 24, and a mother made a quilt of it. Her \
             daughter found the tiling again years later, to cut it with a machine. There are exactly five such tilings."
                .to_owned(),
        );
        words.into_iter().map(BookBlock::Paragraph).collect()
    }
}
