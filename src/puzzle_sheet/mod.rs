//! Puzzles and their solutions as pages to print.
//!
//! In: a puzzle, tilings, a paper. Out: [`Drawing`]s: a page with the empty board and all pieces at one scale, and pages
//! of solutions in colour. Nothing here solves, and nothing knows which file a page ends up in.

mod board;
mod error;
mod puzzle_page;
mod solution_page;

use crate::colour::{FabricWish, Palette};
use crate::drawing::{Anchor, Canvas, Drawing, Medium, Role, Text};
use crate::geometry::{Bounds, Point};
use crate::layout::SheetFormat;

pub use error::PuzzleSheetError;
pub use puzzle_page::puzzle_pages;
pub use solution_page::solution_pages;

/// What sheets look like.
#[derive(Debug, Clone)]
pub struct SheetOptions {
    /// What is printed on.
    pub paper: SheetFormat,
    /// The colours of solutions.
    pub palette: Palette,
    /// How many solutions lie on a page; at least 1.
    pub per_page: u32,
    /// What is wanted of the colours, besides that touching pieces differ.
    pub colouring: FabricWish,
}

/// The cap height of the title, in mm; chosen by eye, as are the other sizes of this room.
const TITLE: f64 = 5.0;
/// The cap height of a line under the title, in mm.
const LINE: f64 = 2.8;
/// The room under a title block, in mm.
const BELOW_TITLE: f64 = 6.0;

/// A page being drawn: the title block is there, `free` is what is left.
struct Page {
    canvas: Canvas,
    free: Bounds,
}

impl Page {
    /// An empty page with its title and one line under it.
    fn new(title: &str, line: &str, paper: &SheetFormat) -> Result<Self, PuzzleSheetError> {
        let usable = paper.usable()?;
        let mut canvas = Canvas::new(title, Medium::Print, paper.width, paper.height);
        let mut y = usable.top + TITLE;
        let heading = fitted(title, Point { x: usable.left, y }, TITLE, usable.width());
        canvas.text(Role::Label, heading.bold());
        y += LINE * 2.0;
        canvas.text(Role::Label, fitted(line, Point { x: usable.left, y }, LINE, usable.width()));
        Ok(Self { canvas, free: Bounds { top: y + BELOW_TITLE, ..usable } })
    }

    fn finish(self) -> Result<Drawing, PuzzleSheetError> {
        Ok(self.canvas.finish()?)
    }
}

/// Text that starts at a point, made smaller where it would be wider than `width`.
fn fitted(words: &str, at: Point, height: f64, width: f64) -> Text {
    let text = Text::new(words, at, height, Anchor::Start).bold();
    let shrink = (width / text.width()).min(1.0);
    Text::new(words, at, height * shrink, Anchor::Start)
}

/// A whole number as a length or a factor.
fn float(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}
