//! Plans a book of puzzles: cover, contents and how to solve, puzzles, hints, solutions, and at the end an
//! index, the pieces and the colophon.

use super::puzzle::{SCALES, task};
use super::{
    BOOK_PAGE, BookBlock, BookPuzzle, ContentsEntry, CoverPiece, DocumentPlan, Grid, HintPlan, PageContent,
    PagePlan, Places, Planner, ShownParts, ShownSolution,
};
use crate::PuzzleSheetError;
use crate::board::Board;
use crate::piece::{GAP, PieceDrawing, rows};
use crate::plan::solutions::PictureSize;
use piecework_draw::geometry::Bounds;
use piecework_draw::layout::LayoutError;
use piecework_draw::page::{PageFormat, Title, sizes, wrapped};
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::text::slug;

/// The most pieces on the cover; these sizes are chosen by eye.
const MOST_ON_COVER: usize = 30;
/// Columns and rows of puzzles that share a page, from many to one.
const GRIDS: [(usize, usize); 3] = [(2, 2), (1, 2), (1, 1)];
/// The space between puzzles on a page, in mm.
const PUZZLE_GAP: f64 = 10.0;
/// The smallest cell of a puzzle that shares a page, and the largest of any puzzle, in mm.
const SHARED: f64 = 8.0;
const LARGEST: f64 = 15.0;
/// How much smaller cells may be with the pieces below the board and not beside it.
const WORTH: f64 = 0.75;
/// The most small boards on a page of hints or solutions, the space between them, and their smallest cell,
/// in mm.
const MOST_SMALL: usize = 12;
const SMALL_GAP: f64 = 8.0;
const SMALLEST: f64 = 3.5;
/// What is written under a puzzle.
const WRITTEN: [&str; 2] = ["Date", "Time"];
/// The most worked examples.
const MOST_EXAMPLES: usize = 3;
/// The height of a running head with its rule and the space below it, in mm; chosen by eye.
pub(crate) const RUNNING_HEAD: f64 = sizes::LINE + 6.0;

/// The height of the heading of a puzzle, and of the line to write on, in mm.
pub(crate) const PUZZLE_HEAD: f64 = 8.0;
pub(crate) const WRITING: f64 = 9.0;

impl Planner<'_> {
    /// Returns the book, and its cover if it is printed and bound.
    pub(super) fn book(&self) -> Result<Vec<DocumentPlan>, PuzzleSheetError> {
        let (mut pages, mut parts) = (Vec::new(), Vec::new());
        let entries = self.puzzle_pages_of_book(&mut pages)?;
        for (title, more) in [("Hints", self.hints_of_book()?), ("Solutions", self.solutions_of_book()?)] {
            parts.push((title.to_owned(), more));
        }
        self.bound((pages, entries), parts, self.how_to_solve())
    }

    /// Returns a book of pages with their entries in the contents, and of parts with one entry each: between its cover, its
    /// contents and what is said before all, and the pieces, the index and the colophon.
    pub(super) fn bound(
        &self,
        (puzzles, mut entries): (Vec<PagePlan>, Vec<ContentsEntry>),
        parts: Vec<(String, Vec<PagePlan>)>,
        words: Vec<BookBlock>,
    ) -> Result<Vec<DocumentPlan>, PuzzleSheetError> {
        let title = &self.options.title;
        let text = |blocks| PagePlan::new(BOOK_PAGE, title, "", PageContent::Text(blocks));
        let cover = self.cover();
        let mut pages = vec![
            if self.options.print.is_some() { title_page(&cover) } else { cover.clone() },
            text(Vec::new()).marked("Contents".to_owned()),
        ];
        entries.iter_mut().for_each(|entry| entry.to += pages.len());
        pages.extend(puzzles);
        let end = Some(self.end_of_book()).filter(|end| !end.is_empty());
        let end_title = if self.index_of_book().is_empty() { "Pieces" } else { "Pieces and index" };
        let end = end.map(|end| (end_title.to_owned(), vec![text(end).marked(end_title.to_owned())]));
        for (title, more) in parts.into_iter().chain(end).filter(|(_, more)| !more.is_empty()) {
            let (numbers, difficulty, to) = (String::new(), String::new(), pages.len());
            entries.push(ContentsEntry { numbers, title, difficulty, to });
            pages.extend(more);
        }
        let mut front = vec![BookBlock::Heading("Contents".to_owned()), BookBlock::Contents(entries)];
        front.extend(words);
        pages[1].content = PageContent::Text(front);
        if self.options.print.is_some() {
            pages.push(PagePlan::new(BOOK_PAGE, "Notes", "", PageContent::Notes));
        }
        pages.iter_mut().for_each(|page| page.kind = BOOK_PAGE.to_owned());
        if self.options.print.is_none() {
            return Ok(vec![self.document_of_all("book", pages)]);
        }
        let PageContent::Cover { words, pieces } = cover.content else { unreachable!() };
        let wrap = PagePlan::new("cover", title, "", PageContent::WrapCover { words, pieces });
        Ok(vec![self.document_of_all("interior", pages), self.document_of_all("cover", vec![wrap])])
    }

    /// A document of all puzzles, named by the title unless the options say how; what was stopped has a name of its own.
    pub(super) fn document_of_all(&self, kind: &str, pages: Vec<PagePlan>) -> DocumentPlan {
        let title = self.options.title.clone();
        let stem = self.options.stem.clone().unwrap_or_else(|| slug(&title));
        let is_partial = self.subjects.iter().any(|subject| subject.is_partial);
        let stem = if is_partial { format!("{stem}-partial") } else { stem };
        DocumentPlan { name: format!("{stem}-{kind}"), stem, title, pages }
    }

    fn cover(&self) -> PagePlan {
        let openings: usize = self.subjects.iter().map(|subject| subject.openings.len()).sum();
        let count = self.subjects.len().max(openings);
        let puzzles = if count == 1 { "One puzzle".to_owned() } else { format!("{count} puzzles") };
        let solved = self.subjects.iter().any(|subject| !subject.tilings.is_empty());
        let words = match (solved, self.options.hints > 0) {
            (true, true) => format!("{puzzles}, with hints and solutions"),
            (true, false) => format!("{puzzles}, with solutions"),
            (false, _) => puzzles,
        };
        let pieces = self.different_pieces().into_iter().take(MOST_ON_COVER).zip(0..);
        let fabrics = self.options.palette.fabrics();
        let is_colored = !self.options.is_outlined() && !fabrics.is_empty();
        let color = |index: usize| is_colored.then(|| fabrics[index % fabrics.len()].color.to_string());
        let pieces = pieces.map(|((puzzle, piece), index)| CoverPiece { puzzle, piece, color: color(index) });
        let cover = PageContent::Cover { words, pieces: pieces.collect() };
        PagePlan::new(BOOK_PAGE, &self.options.title, "", cover).marked("Cover".to_owned())
    }

    /// Returns the pieces of all puzzles, each shape once: the puzzle, and the piece.
    fn different_pieces(&self) -> Vec<(usize, usize)> {
        let mut found: Vec<(usize, usize)> = Vec::new();
        let shape = |(puzzle, piece): (usize, usize)| &self.subjects[puzzle].puzzle.pieces()[piece].shape;
        for (puzzle, subject) in self.subjects.iter().enumerate() {
            for piece in (0..subject.puzzle.pieces().len()).filter(|&piece| !subject.puzzle.is_opening(piece))
            {
                if found.iter().all(|&other| shape(other) != shape((puzzle, piece))) {
                    found.push((puzzle, piece));
                }
            }
        }
        found.sort_by_cached_key(|&(puzzle, piece)| {
            let piece = &self.subjects[puzzle].puzzle.pieces()[piece];
            (piece.shape.area(), piece.name.clone())
        });
        found
    }

    /// Returns the name of a puzzle without its number, which is printed before it.
    pub(super) fn name(&self, puzzle: usize) -> &str {
        let name = self.subjects[puzzle].puzzle.name();
        name.strip_suffix(&format!(", no. {}", puzzle + 1)).unwrap_or(name)
    }

    /// Adds the pages with puzzles; returns their lines in the contents, one for puzzles of one name and
    /// difficulty.
    fn puzzle_pages_of_book(
        &self,
        pages: &mut Vec<PagePlan>,
    ) -> Result<Vec<ContentsEntry>, PuzzleSheetError> {
        let mut entries: Vec<ContentsEntry> = Vec::new();
        let mut own = if self.options.is_shared { Vec::new() } else { self.own_pages()? };
        let mut next = 0;
        while next < self.subjects.len() {
            let (first, to) = (next, pages.len());
            let page = match own.get_mut(first).and_then(Option::take) {
                None => self.shared_page(first)?,
                own => own,
            };
            match page {
                Some(page) => {
                    let PageContent::Puzzles { puzzles, .. } = &page.content else { unreachable!() };
                    next += puzzles.len();
                    pages.push(page);
                }
                // Board and pieces need more than a page.
                None => {
                    let heading = format!("{}  {}", first + 1, self.name(first));
                    pages.extend(
                        self.puzzle(first)?
                            .into_iter()
                            .map(|page| PagePlan { heading: heading.clone(), ..page }),
                    );
                    next += 1;
                }
            }
            for puzzle in first..next {
                self.add_entry(&mut entries, puzzle, to);
            }
        }
        Ok(entries)
    }

    fn add_entry(&self, entries: &mut Vec<ContentsEntry>, puzzle: usize, to: usize) {
        let (number, title) = (puzzle + 1, self.name(puzzle));
        let difficulty = self.subjects[puzzle].difficulty.map_or_else(String::new, |class| class.to_string());
        match entries.last_mut() {
            Some(last) if last.title == title && last.difficulty == difficulty => {
                let first = last.numbers.split('\u{2013}').next().unwrap_or_default();
                last.numbers = format!("{first}\u{2013}{number}");
            }
            _ => {
                let (numbers, title) = (number.to_string(), title.to_owned());
                entries.push(ContentsEntry { numbers, title, difficulty, to });
            }
        }
    }

    /// Returns a page of one puzzle, or if they share pages of four, two or one, as many as are large enough; `None` if not
    /// even one fits.
    fn shared_page(&self, first: usize) -> Result<Option<PagePlan>, PuzzleSheetError> {
        let room = book_room(&self.format)?;
        let grids: &[(usize, usize)] =
            if self.options.is_shared { &GRIDS } else { &GRIDS[GRIDS.len() - 1..] };
        for &(columns, rows) in grids {
            let left = self.subjects.len() - first;
            // A page that would be half empty has fewer puzzles, and larger ones.
            if left <= columns * rows / 2 {
                continue;
            }
            let count = (columns * rows).min(left);
            let places = Places { columns, rows, gap_mm: PUZZLE_GAP };
            let least = if columns * rows > 1 { SHARED } else { 0.0 };
            let place = Grid::from_places(room, places).place(0);
            let puzzles = (first..first + count)
                .map(|puzzle| self.book_puzzle(puzzle, place, least))
                .collect::<Result<Option<Vec<BookPuzzle>>, _>>()?;
            if let Some(puzzles) = puzzles {
                let numbers = numbers(first + 1, count);
                let content = PageContent::Puzzles { puzzles, places };
                let marked = format!("Puzzle {numbers}");
                return Ok(Some(
                    PagePlan::new(BOOK_PAGE, &self.options.title, &numbers, content).marked(marked),
                ));
            }
        }
        Ok(None)
    }

    /// Returns a puzzle with the largest cells with which it fits a place; `None` if they are smaller than
    /// `least`.
    pub(super) fn book_puzzle(
        &self,
        number: usize,
        place: Bounds,
        least: f64,
    ) -> Result<Option<BookPuzzle>, PuzzleSheetError> {
        let puzzle = self.subjects[number].puzzle;
        let (board, pieces) = (Board::from_region(puzzle.region())?, PieceDrawing::all_left(puzzle)?);
        let line = task(puzzle);
        let room = Bounds {
            top: place.top + PUZZLE_HEAD + words_height(&line, place.width()),
            bottom: place.bottom - WRITING,
            ..place
        };
        let largest = |is_beside: bool| {
            let scales = SCALES.into_iter().filter(|scale| (least..=LARGEST).contains(scale));
            scales.into_iter().find(|&scale| fits(&board, &pieces, room, (scale, is_beside)))
        };
        // Pieces below the board fill the page better, so they may be a little smaller there.
        let arrangement = match (largest(false), largest(true)) {
            (Some(below), Some(beside)) if below < beside * WORTH => Some((beside, true)),
            (None, Some(beside)) => Some((beside, true)),
            (below, _) => below.map(|below| (below, false)),
        };
        let heading = format!("{}  {}", number + 1, self.name(number));
        Ok(arrangement.map(|(cell_mm, is_beside)| BookPuzzle {
            puzzle: number,
            heading,
            line,
            difficulty: self.subjects[number].difficulty,
            writing: WRITTEN.map(str::to_owned).to_vec(),
            cell_mm,
            is_beside,
            shows: ShownParts::Both,
            lines: 0,
            pieces_mm: cell_mm,
        }))
    }

    /// Returns the same puzzle on two pages, if its cells are larger then: the board, and the pieces at its scale.
    pub(super) fn apart(
        &self,
        one: &BookPuzzle,
        place: Bounds,
    ) -> Result<Option<[BookPuzzle; 2]>, PuzzleSheetError> {
        let puzzle = self.subjects[one.puzzle].puzzle;
        let (board, pieces) = (Board::from_region(puzzle.region())?, PieceDrawing::all_left(puzzle)?);
        let top = place.top + PUZZLE_HEAD + words_height(&one.line, place.width());
        let room = Bounds { top, bottom: place.bottom - WRITING, ..place };
        let fits = |&scale: &f64| {
            let (rows, (width, height)) = (rows(&pieces, scale, room.width()), board.outer_size(scale));
            rows.width.max(width) <= room.width() && rows.height.max(height) <= room.height()
        };
        let scale = SCALES.into_iter().find(|scale| *scale <= LARGEST && fits(scale));
        Ok(scale.filter(|&scale| scale > one.cell_mm).map(|cell_mm| {
            let page = |line: &str, shows| BookPuzzle {
                line: line.to_owned(),
                cell_mm,
                pieces_mm: cell_mm,
                shows,
                ..one.clone()
            };
            [
                page(&one.line, ShownParts::Board),
                page("The pieces, as large as the board.", ShownParts::Pieces),
            ]
        }))
    }

    fn hints_of_book(&self) -> Result<Vec<PagePlan>, PuzzleSheetError> {
        let hints: Vec<HintPlan> = (0..self.subjects.len())
            .filter_map(|puzzle| self.hint_pieces(puzzle))
            .map(|hint| HintPlan { caption: (hint.puzzle + 1).to_string(), ..hint })
            .collect();
        let size = |hint: &HintPlan| board_size(self.subjects[hint.puzzle].puzzle);
        let sizes = hints.iter().map(size).collect::<Result<Vec<_>, _>>()?;
        let pages = self.small_pages(&sizes)?.into_iter().map(|(range, places)| {
            let hints = hints[range].to_vec();
            let numbers = numbers_of(hints.iter().map(|hint| hint.puzzle));
            let content = PageContent::Hints { hints, places };
            PagePlan::new(BOOK_PAGE, "Hints", &numbers, content).marked(format!("Hints {numbers}"))
        });
        Ok(pages.collect())
    }

    pub(super) fn solutions_of_book(&self) -> Result<Vec<PagePlan>, PuzzleSheetError> {
        let mut all = Vec::new();
        for (puzzle, subject) in self.subjects.iter().enumerate() {
            for (solution, tiling) in subject.tilings.iter().enumerate() {
                let several = subject.tilings.len() > 1;
                let of_several = if several { format!(", solution {}", solution + 1) } else { String::new() };
                let caption = vec![format!("{}{of_several}", puzzle + 1)];
                all.push((ShownSolution { puzzle, solution }, caption, PictureSize::of(tiling)?.pair()));
            }
        }
        let sizes: Vec<(f64, f64)> = all.iter().map(|&(.., size)| size).collect();
        let pages = self.small_pages(&sizes)?.into_iter().map(|(range, places)| {
            let some = &all[range];
            let numbers = numbers_of(some.iter().map(|(shown, ..)| shown.puzzle));
            let shown = some.iter().map(|&(shown, ..)| shown).collect();
            let captions = some.iter().map(|(_, caption, _)| caption.clone()).collect();
            let content = PageContent::Solutions { shown, captions, places };
            PagePlan::new(BOOK_PAGE, "Solutions", &numbers, content).marked(format!("Solutions {numbers}"))
        });
        Ok(pages.collect())
    }

    /// Divides pictures of these sizes at a cell edge of 1 mm into pages: as many on each as are legible, and
    /// no more than twelve or as many as the options say.
    pub(super) fn small_pages(
        &self,
        sizes: &[(f64, f64)],
    ) -> Result<Vec<(std::ops::Range<usize>, Places)>, PuzzleSheetError> {
        let room = book_room(&self.format)?;
        let most = self.options.wanted_per_page().unwrap_or(MOST_SMALL);
        let (mut first, mut pages) = (0, Vec::new());
        while first < sizes.len() {
            let rest = &sizes[first..];
            let grid = |count: usize| {
                let largest = |a: (f64, f64), b: &(f64, f64)| (a.0.max(b.0), a.1.max(b.1));
                let size = rest[..count.min(rest.len())].iter().fold((0.0, 0.0), largest);
                // A last page with fewer pictures shows them at the scale of the others.
                let grid = Grid::largest(count, room, size, SMALL_GAP, sizes::LINE);
                (grid.scale(size, sizes::LINE), grid)
            };
            let found = (2..=most).rev().map(|count| (count, grid(count)));
            let legible = found.into_iter().find(|(_, (scale, _))| *scale >= SMALLEST);
            let (count, (_, grid)) = legible.unwrap_or_else(|| (1, grid(1)));
            let end = (first + count).min(sizes.len());
            pages.push((first..end, grid.places()));
            first = end;
        }
        Ok(pages)
    }

    /// Returns how to solve the puzzles, with worked examples of different kinds.
    fn how_to_solve(&self) -> Vec<BookBlock> {
        let paragraph = |words: &str| BookBlock::Paragraph(words.to_owned());
        let mut blocks = vec![
            BookBlock::Heading("How to solve".to_owned()),
            paragraph(
                "Copy the pieces and cut them out, or draw them on the board with a pencil. Turn and flip them \
                 as you like, unless the puzzle says otherwise.",
            ),
        ];
        if self.subjects.iter().any(|subject| subject.difficulty.is_some()) {
            blocks.push(paragraph(
                "The small tiles beside a puzzle show how difficult it is, from one (easy) to five. They were \
                 measured by a program that reasons step by step and guesses only where nothing follows.",
            ));
        }
        let examples =
            self.subjects.iter().enumerate().flat_map(|(puzzle, subject)| {
                (0..subject.examples.len()).map(move |example| (puzzle, example))
            });
        let examples: Vec<(usize, usize)> = examples.take(MOST_EXAMPLES).collect();
        if !examples.is_empty() {
            blocks.push(BookBlock::Examples(examples));
        }
        blocks
    }

    /// Returns the pieces, the index and the colophon.
    fn end_of_book(&self) -> Vec<BookBlock> {
        let mut blocks =
            vec![BookBlock::Heading("The pieces".to_owned()), BookBlock::Pieces(self.different_pieces())];
        let index = self.index_of_book();
        if !index.is_empty() {
            blocks.push(BookBlock::Heading("Index".to_owned()));
        }
        for (title, numbers) in index {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            blocks.push(BookBlock::Paragraph(format!("{title}: {}", numbers.join(", "))));
        }
        if !self.options.colophon.is_empty() {
            blocks.push(BookBlock::Heading("Colophon".to_owned()));
            blocks.extend(self.options.colophon.iter().cloned().map(BookBlock::Paragraph));
        }
        blocks
    }

    /// Returns the numbers of the puzzles by difficulty, by set of pieces, by size of board and by piece; without what is true
    /// of all, and pieces of one puzzle.
    fn index_of_book(&self) -> Vec<(String, Vec<usize>)> {
        let mut index: Vec<((usize, String), Vec<usize>)> = Vec::new();
        for (number, subject) in (1..).zip(self.subjects) {
            let (puzzle, cells) = (subject.puzzle, subject.puzzle.lattice().cell_name());
            let difficulty = subject.difficulty.map(|class| (0, format!("Difficulty {class}")));
            let keys = [(1, set_name(puzzle)), (2, format!("Boards of {} {cells}", puzzle.region().area()))];
            let pieces = puzzle.pieces().iter().filter(|piece| piece.count.min > 0);
            let pieces =
                pieces.map(|piece| (3, format!("With {} ({} {cells})", piece.name, piece.shape.area())));
            for key in difficulty.into_iter().chain(keys).chain(pieces) {
                match index.iter_mut().find(|(known, _)| *known == key) {
                    Some((_, numbers)) => numbers.push(number),
                    None => index.push((key, vec![number])),
                }
            }
        }
        index.retain(|((rank, _), numbers)| {
            *rank == 0 || numbers.len() < self.subjects.len() && (*rank < 3 || numbers.len() > 1)
        });
        let title = |rank: usize, title: &str| if rank == 3 { title.to_owned() } else { String::new() };
        index.sort_by_cached_key(|((rank, words), _)| (*rank, title(*rank, words)));
        index.into_iter().map(|((_, title), numbers)| (title, numbers)).collect()
    }
}

/// Returns the first page of a book that has its cover elsewhere: the same in outlines.
fn title_page(cover: &PagePlan) -> PagePlan {
    let PageContent::Cover { words, pieces } = &cover.content else { unreachable!() };
    let pieces = pieces.iter().map(|piece| CoverPiece { color: None, ..piece.clone() }).collect();
    let content = PageContent::Cover { words: words.clone(), pieces };
    PagePlan { content, ..cover.clone() }.marked("Title".to_owned())
}

/// Returns what the pieces of a puzzle are, by their size.
fn set_name(puzzle: &Puzzle) -> String {
    let cells = puzzle.lattice().cell_name();
    let areas = puzzle.pieces().iter().map(|piece| piece.shape.area());
    match (areas.clone().min(), areas.max()) {
        (Some(least), Some(most)) if least == most => format!("Pieces of {most} {cells}"),
        (Some(least), Some(most)) => format!("Pieces of {least} to {most} {cells}"),
        _ => format!("Pieces of {cells}"),
    }
}

/// Returns whether board and pieces fit a room at a scale, the pieces below the board or beside it.
fn fits(
    board: &Board,
    pieces: &[(usize, PieceDrawing)],
    room: Bounds,
    (scale, is_beside): (f64, bool),
) -> bool {
    let (width, height) = board.outer_size(scale);
    let (used_width, used_height) = if is_beside {
        let rows = rows(pieces, scale, room.width() - width - GAP);
        (width + GAP + rows.width, height.max(rows.height))
    } else {
        let rows = rows(pieces, scale, room.width());
        (width.max(rows.width), height + GAP + rows.height)
    };
    used_width <= room.width() + 1e-6 && used_height <= room.height() + 1e-6
}

/// Returns the size of a board without coordinates, at a cell edge of 1 mm.
fn board_size(puzzle: &Puzzle) -> Result<(f64, f64), PuzzleSheetError> {
    Ok(Board::from_region(puzzle.region())?.bare_size(1.0))
}

/// Returns the height of the lines under the heading of a puzzle, in mm.
pub(crate) fn words_height(words: &str, width: f64) -> f64 {
    crate::float(wrapped(words, sizes::TEXT, width).len()) * sizes::LINE + sizes::AIR
}

/// Returns the numbers of puzzles on a page, in words.
pub(super) fn numbers(first: usize, count: usize) -> String {
    if count == 1 { first.to_string() } else { format!("{first}\u{2013}{}", first + count - 1) }
}

/// Returns the numbers of puzzles in order, in words.
pub(super) fn numbers_of(mut puzzles: impl Iterator<Item = usize>) -> String {
    let first = puzzles.next().unwrap_or(0);
    numbers(first + 1, puzzles.last().map_or(1, |last| last + 1 - first))
}

/// Returns the room below the running head on the pages of a book.
pub(super) fn book_room(format: &PageFormat) -> Result<Bounds, LayoutError> {
    let room = format.room(&Title::default())?;
    Ok(Bounds { top: room.top + RUNNING_HEAD, ..room })
}
