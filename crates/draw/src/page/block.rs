//! What pages are made of: headings, paragraphs, lists, legends, tables, figures and cards.

use super::columns::in_two_columns;
use super::sign::Entry;
use super::sizes::{AIR, CARD_GAP, LINE, TEXT};
use super::stack::{Stack, Unit, count_across};
use super::table::Table;
use super::text_lines::{baseline, line, wrapped};
use crate::drawing::{Canvas, Role};
use crate::geometry::{Bounds, Point};

/// Draws something into a room.
type Draw<'a> = Box<dyn Fn(&mut Canvas, Bounds) + 'a>;

/// Draws the figure of a number, from 0, into a place.
pub type DrawNth<'a> = Box<dyn Fn(&mut Canvas, usize, Bounds) + 'a>;

/// Something on a page; a [`Section`](super::Section) sets one below the other.
#[non_exhaustive]
pub enum Block<'a> {
    /// A line in bold over a rule; what follows begins on the same page.
    Heading(String),
    /// Sentences.
    Paragraph(String),
    /// Entries below each other.
    List(Vec<Entry>),
    /// An entry over what follows, which begins on the same page.
    Caption(Entry),
    /// Entries in as many columns as there is room for.
    Legend(Vec<Entry>),
    /// Rows and columns.
    Table(Table),
    /// Rows and columns that stay on one page where they fit on one.
    Whole(Table),
    /// A picture, with words beside it.
    Figure(Figure<'a>),
    /// Pictures with their words, in as many columns of at least this width in mm as there is room for.
    Figures(Vec<Figure<'a>>, f64),
    /// Cards of equal width, side by side.
    Cards(Cards<'a>),
    /// Blocks of short lines in two columns, equally long.
    Columns(Vec<Block<'a>>),
}

/// A picture of known size.
pub struct Figure<'a> {
    /// Its width, in mm.
    pub width: f64,
    /// Its height, in mm.
    pub height: f64,
    /// What is to the right of it.
    pub beside: Vec<Entry>,
    /// Draws it.
    pub draw: Draw<'a>,
}

/// Cards of equal width; those of a row are as high as the highest of them.
pub struct Cards<'a> {
    /// The height that each needs, in mm.
    pub heights: Vec<f64>,
    /// The least width of a card, in mm; cards share what is left of a row.
    pub least_width: f64,
    /// Draws a card by its number, from 0.
    pub draw: DrawNth<'a>,
}

impl<'a> Block<'a> {
    /// A heading.
    pub fn heading(words: impl Into<String>) -> Self {
        Block::Heading(words.into())
    }

    /// A paragraph.
    pub fn paragraph(words: impl Into<String>) -> Self {
        Block::Paragraph(words.into())
    }

    /// How high the block is in a column of this width, in mm.
    pub fn height(&self, width: f64) -> f64 {
        self.stack(width).height()
    }

    /// The block in units that are never divided, in a column of this width.
    pub(super) fn stack(&self, width: f64) -> Stack<'_> {
        match self {
            Block::Heading(words) => Stack { keeps_next: true, ..heading(words, width) },
            Block::Paragraph(words) => Stack::column(paragraph(words, width), width),
            Block::List(entries) => {
                Stack::column(entries.iter().flat_map(|entry| list_entry(entry, width)).collect(), width)
            }
            Block::Caption(entry) => {
                let mut units = list_entry(entry, width);
                if let Some(last) = units.last_mut() {
                    last.height += AIR;
                }
                Stack { keeps_next: true, ..Stack::column(units, width) }
            }
            Block::Legend(entries) => legend(entries, width),
            Block::Table(table) => table.stack(width),
            Block::Whole(table) => Stack { is_whole: true, ..table.stack(width) },
            Block::Figure(figure) => Stack::column(vec![figure.unit(width)], width),
            Block::Figures(figures, least_width) => columns(figures, *least_width, width),
            Block::Cards(cards) => cards.stack(width),
            Block::Columns(blocks) => in_two_columns(blocks, width),
        }
    }
}

fn heading(words: &str, width: f64) -> Stack<'_> {
    let draw = move |canvas: &mut Canvas, room: Bounds| {
        canvas.text(Role::Label, line(words, baseline(room.left, room.top), TEXT, room.width()).bold());
        let y = room.top + LINE + 0.8;
        canvas.line(Role::Guide, Point { x: room.left, y }, Point { x: room.right, y });
    };
    Stack::column(vec![Unit { height: LINE + AIR, draw: Box::new(draw) }], width)
}

/// A unit for every line, so that a long paragraph runs on over pages; a short one stays together.
fn paragraph(words: &str, width: f64) -> Vec<Unit<'_>> {
    /// A paragraph with at most this many lines is short.
    const SHORT: usize = 3;
    let lines = wrapped(words, TEXT, width);
    if lines.len() <= SHORT {
        let height = lines.len() as f64 * LINE;
        let draw = move |canvas: &mut Canvas, room: Bounds| {
            for (index, words) in (0_u32..).zip(&lines) {
                let at = baseline(room.left, room.top + f64::from(index) * LINE);
                canvas.text(Role::Label, line(words, at, TEXT, room.width()));
            }
        };
        return vec![Unit { height, draw: Box::new(draw) }];
    }
    let unit = |words: String| Unit {
        height: LINE,
        draw: Box::new(move |canvas: &mut Canvas, room: Bounds| {
            canvas.text(Role::Label, line(&words, baseline(room.left, room.top), TEXT, room.width()));
        }),
    };
    lines.into_iter().map(unit).collect()
}

/// An entry with all of its lines; one that could be higher than a page runs on.
fn list_entry(entry: &Entry, width: f64) -> Vec<Unit<'_>> {
    /// The most lines that stay together.
    const TOGETHER: usize = 25;
    let mut lines = entry.lines(width);
    if lines.is_empty() {
        lines.push(String::new());
    }
    let unit = |(part, lines): (usize, &[String])| {
        let (lines, height) = (lines.to_vec(), lines.len() as f64 * LINE);
        let draw =
            move |canvas: &mut Canvas, room: Bounds| draw_entry(canvas, entry, &lines, (room, part == 0));
        Unit { height, draw: Box::new(draw) }
    };
    lines.chunks(TOGETHER).enumerate().map(unit).collect()
}

fn draw_entry(canvas: &mut Canvas, entry: &Entry, lines: &[String], (room, begins): (Bounds, bool)) {
    if lines.is_empty() {
        entry.draw(canvas, room, "", true);
    }
    for (index, words) in lines.iter().enumerate() {
        let top = room.top + index as f64 * LINE;
        entry.draw(canvas, Bounds { top, ..room }, words, begins && index == 0);
    }
}

/// Entries in equal columns, row by row.
fn legend(entries: &[Entry], width: f64) -> Stack<'_> {
    let widest = entries.iter().map(Entry::width).fold(0.0, f64::max);
    let across = count_across(width, widest, 2.0 * AIR);
    let step = (width + 2.0 * AIR) / across as f64;
    let units = entries.chunks(across).map(|row| {
        let cells: Vec<(&Entry, Vec<String>)> =
            row.iter().map(|entry| (entry, entry.lines(step - 2.0 * AIR))).collect();
        let most = cells.iter().map(|(_, lines)| lines.len()).max().unwrap_or(1).max(1);
        let draw = move |canvas: &mut Canvas, room: Bounds| {
            for (column, (entry, lines)) in cells.iter().enumerate() {
                let left = room.left + column as f64 * step;
                let cell = Bounds { left, right: left + step - 2.0 * AIR, ..room };
                draw_entry(canvas, entry, lines, (cell, true));
            }
        };
        Unit { height: most as f64 * LINE, draw: Box::new(draw) }
    });
    Stack::column(units.collect(), width)
}

impl Figure<'_> {
    fn unit(&self, width: f64) -> Unit<'_> {
        let column = width - self.width - AIR;
        let words: Vec<Unit<'_>> = self.beside.iter().flat_map(|entry| list_entry(entry, column)).collect();
        let height = words.iter().map(|unit| unit.height).sum::<f64>().max(self.height);
        let draw = move |canvas: &mut Canvas, room: Bounds| {
            let picture = Bounds { right: room.left + self.width, bottom: room.top + self.height, ..room };
            (self.draw)(canvas, picture);
            let mut top = room.top;
            for unit in &words {
                let left = picture.right + AIR;
                (unit.draw)(canvas, Bounds { left, top, bottom: top + unit.height, ..room });
                top += unit.height;
            }
        };
        Unit { height, draw: Box::new(draw) }
    }
}

/// A unit for every row of figures.
fn columns<'a>(figures: &'a [Figure<'_>], least_width: f64, width: f64) -> Stack<'a> {
    let across = count_across(width, least_width, 2.0 * AIR);
    let step = (width + 2.0 * AIR) / across as f64;
    let rows = figures.chunks(across).map(|row| {
        let cells: Vec<Unit<'_>> = row.iter().map(|figure| figure.unit(step - 2.0 * AIR)).collect();
        let height = cells.iter().map(|cell| cell.height).fold(0.0, f64::max);
        let draw = move |canvas: &mut Canvas, room: Bounds| {
            for (column, cell) in cells.iter().enumerate() {
                let left = room.left + column as f64 * step;
                let bottom = room.top + cell.height;
                (cell.draw)(canvas, Bounds { left, right: left + step - 2.0 * AIR, bottom, ..room });
            }
        };
        Unit { height: height + AIR, draw: Box::new(draw) }
    });
    Stack::column(rows.collect(), width)
}

impl Cards<'_> {
    /// A unit for every row of cards.
    fn stack(&self, width: f64) -> Stack<'_> {
        let across = count_across(width, self.least_width, CARD_GAP);
        let step = (width + CARD_GAP) / across as f64;
        let rows = self.heights.chunks(across).enumerate().map(|(row, heights)| {
            let height = heights.iter().copied().fold(0.0, f64::max);
            let draw = move |canvas: &mut Canvas, room: Bounds| {
                for column in 0..heights.len() {
                    let left = room.left + column as f64 * step;
                    let (right, bottom) = (left + step - CARD_GAP, room.top + height);
                    (self.draw)(canvas, row * across + column, Bounds { left, right, bottom, ..room });
                }
            };
            Unit { height: height + CARD_GAP, draw: Box::new(draw) }
        });
        Stack::column(rows.collect(), width)
    }
}
