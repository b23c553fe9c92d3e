//! Draws the cover of a book, its pages of text, and the index of a catalogue.

use super::{PageNumbers, SheetDocument, SheetPage, Sketch, parsed};
use crate::board::{Board, LaidPiece, middle_of};
use crate::clues::Clues;
use crate::plan::{
    BookBlock, ContentsEntry, CoverPiece, DocumentPlan, Grid, IndexEntry, PLAY_CODE, PageContent, PagePlan,
};
use crate::{CoverPlaces, PuzzleSheetError, WorkedExample, shades};
use piecework_draw::color::Color;
use piecework_draw::drawing::{Anchor, Canvas, Medium, Path, Reading, Role, Text};
use piecework_draw::geometry::{Bounds, Dimensions, Outline, Point};
use piecework_draw::page::{
    Block, Column, Entry, Figure, Foot, Page, Section, Sign, Table, Title, line, sizes, title_lines, wrapped,
};
use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::Puzzle;

/// The cap height of the title on the cover, in mm; these sizes are chosen by eye.
const TITLE: f64 = 12.0;
/// The most lines of a title on a cover.
const TITLE_LINES: usize = 3;
/// The share of the cover with pieces, and the space around them, in mm.
const PICTURE: f64 = 0.62;
const COVER_GAP: f64 = 9.0;
/// How far the ground of the cover is from its color to white.
const PALE: f64 = 0.82;
/// The cap height of words on the back, the share of capitals in the height of a line, and the largest
/// capitals on the spine, in mm.
const BLURB: f64 = 3.0;
const CAPITALS: f64 = 0.6;
const MOST_SPINE: f64 = 6.0;
/// The side of a square of the grid to draw on, in mm.
const NOTES: f64 = 8.0;
/// The largest cell of the picture of a worked example, in mm, and the most of the width of a page that it takes.
const EXAMPLE_CELL: f64 = 9.0;
const EXAMPLE_WIDTH: f64 = 0.47;
/// The most of the height of a page that it takes: under the contents, and on a page without them.
const EXAMPLE_SHARE: f64 = 0.135;
const STEP_SHARE: f64 = 0.18;
/// The color of the piece that an example is about.
const SHOWN: Color = Color::new(0xe2, 0xb3, 0x56);
/// The largest radius of a mark on a cell, in mm.
const MARK: f64 = 1.2;
/// The edge of a cell in the list of pieces, and the least width of a piece with its name, in mm.
const PIECE_CELL: f64 = 3.5;
const PIECE_WIDTH: f64 = 30.0;

impl Sketch<'_> {
    /// Returns the title under a picture of pieces.
    pub(super) fn cover(
        &self,
        plan: &PagePlan,
        words: &str,
        pieces: &[CoverPiece],
    ) -> Result<Page, PuzzleSheetError> {
        let title = Title { bookmark: plan.bookmark.clone(), ..Title::default() };
        let mut page = Page::new(&self.format.with_foot(Foot::Blank), title)?;
        let free = page.free;
        if let Some(ground) = ground(pieces) {
            page.canvas.fill(Path::rectangle(free), ground);
        }
        self.front(&mut page.canvas, free.inset(COVER_GAP), (&plan.heading, words), pieces)?;
        Ok(page)
    }

    /// Draws pieces, and below them the title and the number of puzzles.
    fn front(
        &self,
        canvas: &mut Canvas,
        room: Bounds,
        (title, words): (&str, &str),
        pieces: &[CoverPiece],
    ) -> Result<(), PuzzleSheetError> {
        let picture = Bounds { bottom: room.top + room.height() * PICTURE, ..room };
        self.cover_pieces(canvas, picture, pieces)?;
        let mut at = Point { x: room.left, y: picture.bottom + 2.5 * TITLE };
        for line in title_lines(title, at, TITLE, room.width(), TITLE_LINES) {
            at.y = at.y.max(line.start().y);
            canvas.text(Role::Label, line);
        }
        at.y += 2.5 * sizes::LINE;
        canvas.text(Role::Label, Text::fitted(words, at, sizes::HEADING, room.width()));
        Ok(())
    }

    /// Returns the cover that is wrapped around a printed book.
    pub(super) fn wrap_cover(
        &self,
        document: &DocumentPlan,
        plan: &PagePlan,
        places: CoverPlaces,
    ) -> Result<SheetDocument, PuzzleSheetError> {
        let PageContent::WrapCover { words, pieces } = &plan.content else { unreachable!() };
        let sheet = places.sheet;
        let mut canvas = Canvas::new(plan.bookmark.clone(), Medium::Print, sheet.width(), sheet.height());
        if let Some(ground) = ground(pieces) {
            canvas.fill(Path::rectangle(sheet), ground);
        }
        canvas.fill(Path::rectangle(places.bar_code), Color::WHITE);
        self.front(&mut canvas, places.front, (&plan.heading, words), pieces)?;
        let back = places.back;
        let mut at = Point { x: back.left, y: back.top + sizes::TITLE };
        for line in title_lines(&plan.heading, at, sizes::TITLE, back.width(), TITLE_LINES) {
            at.y = at.y.max(line.start().y);
            canvas.text(Role::Label, line);
        }
        for line in wrapped(&format!("{words}. Fill each board with its pieces."), BLURB, back.width()) {
            at.y += 2.0 * sizes::LINE;
            canvas.text(Role::Label, Text::new(line, at, BLURB, Anchor::Start));
        }
        if let Some(height) = places.spine_words {
            let title =
                Text::new(&plan.heading, Point::default(), height * CAPITALS, Anchor::Middle).display();
            let longest = places.spine.height() - 2.0 * COVER_GAP;
            let title = title.at_height(
                title.height() * (longest / title.width()).min(1.0).min(MOST_SPINE / title.height()),
            );
            canvas.text(Role::Label, title.turned(Reading::Down).about(places.spine.center()));
        }
        canvas.describe(format!("Cover of {}: back, spine and front.", plan.heading));
        let name = document.name.clone();
        let page = SheetPage { name: name.clone(), drawing: canvas.finish()?, metadata: None };
        Ok(SheetDocument { name, title: document.title.clone(), pages: vec![page] })
    }

    /// Returns a page with a grid to draw on.
    pub(super) fn notes(&self, plan: &PagePlan) -> Result<Page, PuzzleSheetError> {
        let mut page = self.book_page(plan)?;
        let (free, across) = (page.free, page.free.width());
        let lines =
            |length: f64| (0..1000).map(|line| f64::from(line) * NOTES).take_while(move |&at| at <= length);
        let (right, bottom) = (
            free.left + lines(across).last().unwrap_or(0.0),
            free.top + lines(free.height()).last().unwrap_or(0.0),
        );
        for x in lines(across).map(|at| free.left + at) {
            page.canvas.line(Role::Guide, Point { x, y: free.top }, Point { x, y: bottom });
        }
        for y in lines(free.height()).map(|at| free.top + at) {
            page.canvas.line(Role::Guide, Point { x: free.left, y }, Point { x: right, y });
        }
        Ok(page)
    }

    /// Draws pieces at one scale, each in the middle of its place.
    fn cover_pieces(
        &self,
        canvas: &mut Canvas,
        room: Bounds,
        pieces: &[CoverPiece],
    ) -> Result<(), PuzzleSheetError> {
        let look = |piece: &CoverPiece| {
            let puzzle = self.subjects[piece.puzzle].puzzle;
            let outline = Outline::of_shape(&puzzle.pieces()[piece.piece].shape, 1.0)?.at_origin();
            Ok((outline, shades::of_piece(puzzle, piece.piece)?))
        };
        let looks = pieces.iter().map(look).collect::<Result<Vec<_>, PuzzleSheetError>>()?;
        let sizes = looks.iter().map(|(outline, _)| outline.bounds().dimensions());
        let size = sizes.fold((1.0, 1.0).into(), Dimensions::union);
        let grid = Grid::largest(pieces.len(), room, size, COVER_GAP, 0.0);
        let scale = grid.scale(size, 0.0);
        for (index, (piece, (outline, shades))) in pieces.iter().zip(&looks).enumerate() {
            let (middle, place) = (outline.bounds().center(), grid.place(index).center());
            let put = |point: Point| Point {
                x: place.x + (point.x - middle.x) * scale,
                y: place.y + (point.y - middle.y) * scale,
            };
            if let Some(color) = &piece.color {
                canvas.fill(Path::outline(outline).mapped(put), parsed(color));
            }
            shades::fill(canvas, shades, put);
            canvas.path(Role::Engrave, Path::outline(outline).mapped(put));
        }
        Ok(())
    }

    /// Returns pages of text with their pictures.
    pub(super) fn text(
        &self,
        plan: &PagePlan,
        blocks: &[BookBlock],
        numbers: &PageNumbers,
    ) -> Result<Vec<Page>, PuzzleSheetError> {
        let mut set = Vec::new();
        for block in blocks {
            match block {
                BookBlock::Heading(words) => set.push(Block::heading(words.clone())),
                BookBlock::Paragraph(words) => set.push(Block::paragraph(words.clone())),
                BookBlock::Contents(entries) => set.push(contents(entries, numbers)),
                BookBlock::Examples(examples) | BookBlock::Steps(examples) => {
                    let is_one = matches!(block, BookBlock::Steps(_));
                    // With the contents on the same page there is less room.
                    let is_alone = !blocks.iter().any(|block| matches!(block, BookBlock::Contents(_)));
                    let share = if is_alone { STEP_SHARE } else { EXAMPLE_SHARE };
                    for (&(puzzle, number), count) in examples.iter().zip(1..) {
                        let label = match is_one {
                            true => format!("Step {}", number + 1),
                            false => format!("Example {count}, of puzzle {}", puzzle + 1),
                        };
                        let subject = &self.subjects[puzzle];
                        let room = self.format.room(&plan.title())?;
                        let size = (room.width() * EXAMPLE_WIDTH, room.height() * share);
                        let board = Board::of(subject.puzzle)?.turned_if(self.is_turned(puzzle));
                        let example = (&subject.examples[number], label);
                        set.push(example_figure((subject.puzzle, board), example, size)?);
                    }
                }
                BookBlock::Hints(rows) => {
                    let heads =
                        ["", "first hint", "second", "third"].map(|head| (head.to_owned(), Column::Words));
                    let filled = |row: &Vec<String>| {
                        let cells = row.iter().cloned().chain(std::iter::repeat(String::new()));
                        cells.take(heads.len()).collect()
                    };
                    let rows = rows.iter().map(filled).collect();
                    set.push(Block::Table(Table { heads: heads.to_vec(), rows }));
                }
                BookBlock::Pieces(pieces) => {
                    let figures = pieces.iter().map(|&(puzzle, piece)| self.piece_figure(puzzle, piece));
                    set.push(Block::Figures(figures.collect::<Result<_, _>>()?, PIECE_WIDTH));
                }
                BookBlock::Codes(puzzles) => {
                    let figures = puzzles.iter().filter_map(|&puzzle| self.code_figure(puzzle));
                    set.push(Block::Figures(figures.collect(), PLAY_CODE));
                }
            }
        }
        Ok(Section { title: plan.title(), blocks: set, legend: Vec::new() }.pages(self.format)?)
    }

    /// Returns the code of a puzzle with its number and name below it.
    fn code_figure(&self, puzzle: usize) -> Option<Figure<'static>> {
        let subject = &self.subjects[puzzle];
        let code = subject.play_code()?;
        let name = subject.puzzle.name();
        let words = if self.subjects.len() > 1 { format!("{}  {name}", puzzle + 1) } else { name.to_owned() };
        let lines = wrapped(&words, sizes::TEXT, PLAY_CODE);
        Some(Figure {
            width: PLAY_CODE,
            height: PLAY_CODE + sizes::LINE * lines.len() as f64,
            beside: Vec::new(),
            draw: Box::new(move |canvas, room| {
                code.draw(canvas, Point { x: room.left, y: room.top }, PLAY_CODE);
                let mut at = Point { x: room.left, y: room.top + PLAY_CODE + sizes::TEXT };
                for words in &lines {
                    canvas.text(Role::Label, line(words, at, sizes::TEXT, PLAY_CODE));
                    at.y += sizes::LINE;
                }
            }),
        })
    }

    /// Returns a piece with its name beside it.
    fn piece_figure(&self, puzzle: usize, piece: usize) -> Result<Figure<'static>, PuzzleSheetError> {
        let puzzle = self.subjects[puzzle].puzzle;
        let (name, shades) = (puzzle.name_of(piece).to_owned(), shades::of_piece(puzzle, piece)?);
        let outline = Outline::of_shape(&puzzle.pieces()[piece].shape, 1.0)?.at_origin();
        let bounds = outline.bounds();
        Ok(Figure {
            width: bounds.width() * PIECE_CELL,
            height: bounds.height() * PIECE_CELL,
            beside: vec![Entry::new(Sign::None, name)],
            draw: Box::new(move |canvas, room| {
                let put = |point: Point| Point {
                    x: room.left + point.x * PIECE_CELL,
                    y: room.top + point.y * PIECE_CELL,
                };
                shades::fill(canvas, &shades, put);
                canvas.path(Role::Engrave, Path::outline(&outline).mapped(put));
            }),
        })
    }

    /// Returns the entries in order, each with its numbers.
    pub(super) fn index(
        &self,
        plan: &PagePlan,
        entries: &[IndexEntry],
    ) -> Result<Vec<Page>, PuzzleSheetError> {
        let mut blocks = Vec::new();
        for entry in entries {
            let numbers: Vec<String> = entry.numbers.iter().map(ToString::to_string).collect();
            blocks.push(Block::heading(format!("{} ({})", entry.title, entry.numbers.len())));
            blocks.push(Block::paragraph(numbers.join(", ")));
        }
        Ok(Section { title: plan.title(), blocks, legend: Vec::new() }.pages(self.format)?)
    }
}

/// Returns the ground of a cover: the darkest color of its pieces, made pale; `None` for outlines.
fn ground(pieces: &[CoverPiece]) -> Option<Color> {
    let colors = pieces.iter().filter_map(|piece| piece.color.as_deref()).map(parsed);
    let light = |color: &Color| u16::from(color.red) + u16::from(color.green) + u16::from(color.blue);
    colors.min_by_key(light).map(|color| color.toward(Color::WHITE, PALE))
}

/// Returns titles with the numbers of their puzzles and of their pages.
fn contents<'a>(entries: &[ContentsEntry], numbers: &PageNumbers) -> Block<'a> {
    let is_rated = entries.iter().any(|entry| !entry.difficulty.is_empty());
    let is_numbered = entries.iter().any(|entry| !entry.numbers.is_empty());
    let head = |words: &str| (words.to_owned(), Column::Words);
    let mut heads: Vec<_> = is_numbered.then(|| head("puzzles")).into_iter().collect();
    heads.push(head("title"));
    if is_rated {
        heads.push(("difficulty".to_owned(), Column::Number));
    }
    heads.push(("page".to_owned(), Column::Number));
    let row = |entry: &ContentsEntry| {
        let page = numbers.starts.get(entry.to).cloned().unwrap_or_default();
        let mut row: Vec<String> = is_numbered.then(|| entry.numbers.clone()).into_iter().collect();
        row.push(entry.title.clone());
        row.extend(is_rated.then(|| entry.difficulty.clone()));
        row.push(page);
        row
    };
    Block::Table(Table { heads, rows: entries.iter().map(row).collect() })
}

/// Returns a step with its reason beside it.
fn example_figure<'a>(
    (puzzle, board): (&Puzzle, Board),
    (example, label): (&WorkedExample, String),
    (widest, highest): (f64, f64),
) -> Result<Block<'a>, PuzzleSheetError> {
    let mut laid =
        example.laid.iter().map(|laid| LaidPiece::new(puzzle, laid)).collect::<Result<Vec<_>, _>>()?;
    let shown = LaidPiece::new(puzzle, &example.shown)?;
    laid.push(if example.is_excluded { shown.dashed() } else { shown.filled(Some(SHOWN)) });
    let board = board.under(&laid);
    let covered: Vec<Cell> = example.laid.iter().flat_map(|laid| laid.cells.iter().copied()).collect();
    let clues = Clues::new(puzzle, &covered)?;
    let mark = example.cell.map(|cell| middle_of(puzzle.region(), cell)).transpose()?;
    let Dimensions { width, height } = board.bare_size(1.0);
    let scale = (widest / width).min(highest / height).min(EXAMPLE_CELL);
    let draw = move |canvas: &mut Canvas, room: Bounds| {
        let at = Point { x: room.left, y: room.top };
        board.draw_laid(canvas, &laid, at, scale);
        board.draw_bare(canvas, at, scale);
        clues.draw(canvas, &board, at, scale);
        if let Some(mark) = mark {
            let mark = board.put(mark, at, scale);
            canvas.path(Role::Engrave, Path::circle(mark, MARK.min(scale * 0.25)));
        }
    };
    let beside = vec![Entry::new(Sign::None, label).bold(), Entry::new(Sign::None, example.words.clone())];
    let figure = Figure { width: width * scale, height: height * scale, beside, draw: Box::new(draw) };
    Ok(Block::Figure(figure))
}
