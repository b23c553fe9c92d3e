//! Draws the pages of a book that are not about one puzzle: half title, dedication, copyright, and openings of chapters.

use super::{PuzzleSheetError, Sketch, parsed, patchwork};
use crate::plan::{PagePlan, picture_colors};
use crate::roman::roman;
use crate::{SheetLook, SheetOptions};
use piecework_draw::color::{Color, Palette};
use piecework_draw::drawing::{Anchor, Canvas, Diagram, Role, Text};
use piecework_draw::geometry::{Bounds, Point};
use piecework_draw::page::{Foot, Page, Title, Vignette, sizes, wrapped};
use piecework_templates::file;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::limits::Limits;
use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

/// Tilings of a board around a hole, in which the number of a chapter is.
const ORNAMENTS: &str = file("ornaments/around-a-number.txt");
/// The two tilings of 3 by 20, for strips, and the share of the width of the page that they have.
const STRIPS: &str = file("ornaments/strips.txt");
const TAILPIECE: f64 = 0.6;
/// How far down the page a few words are, and the head of a chapter, as shares of its height; chosen by eye.
const MIDDLE: f64 = 0.33;
const CHAPTER_TOP: f64 = 0.1;
/// The cap height of the title of a chapter and of its number, in mm.
const CHAPTER: f64 = 6.5;
const NUMBER: f64 = 5.0;
/// The share of the width of the page that the ornament has.
const ORNAMENT: f64 = 0.55;
/// From one line of a few words to the next, in cap heights.
const LEADING: f64 = 2.2;
/// Names of the parts of a book.
const PARTS: [&str; 12] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

impl Sketch<'_> {
    fn unnumbered(&self, plan: &PagePlan) -> Result<Page, PuzzleSheetError> {
        let title = Title { bookmark: plan.bookmark.clone(), ..Title::default() };
        Ok(Page::new(&self.format.with_foot(Foot::Blank), title)?)
    }

    /// Returns an empty page.
    pub(super) fn empty(&self, plan: &PagePlan) -> Result<Page, PuzzleSheetError> {
        self.unnumbered(plan)
    }

    /// Returns a page with a few words in its middle.
    pub(super) fn middle(&self, plan: &PagePlan, words: &str) -> Result<Page, PuzzleSheetError> {
        let mut page = self.unnumbered(plan)?;
        let free = page.free;
        let mut at = Point { x: free.center().x, y: free.top + free.height() * MIDDLE };
        for words in wrapped(words, sizes::TITLE, free.width()) {
            page.canvas.text(Role::Label, self.look.title_about(&words, at, sizes::TITLE));
            at.y += LEADING * sizes::TITLE;
        }
        Ok(page)
    }

    /// Returns the page after the title page, with its words at its foot.
    pub(super) fn copyright(&self, plan: &PagePlan, words: &[String]) -> Result<Page, PuzzleSheetError> {
        let mut page = self.unnumbered(plan)?;
        let free = page.free;
        let lines: Vec<Vec<String>> =
            words.iter().map(|words| wrapped(words, sizes::TEXT, free.width())).collect();
        let height: f64 =
            lines.iter().map(|lines| lines.len() as f64 * sizes::LINE + sizes::AIR).sum::<f64>();
        let mut at = Point { x: free.left, y: free.bottom - height + sizes::LINE };
        for (index, lines) in lines.into_iter().enumerate() {
            for words in lines {
                let text = Text::new(words, at, sizes::TEXT, Anchor::Start);
                page.canvas.text(Role::Label, if index == 0 { text.bold() } else { text });
                at.y += sizes::LINE;
            }
            at.y += sizes::AIR;
        }
        Ok(page)
    }

    /// Returns the opening of a chapter: which part it is, its number in a tiling, its title, and its puzzles.
    pub(super) fn chapter(
        &self,
        plan: &PagePlan,
        number: usize,
        words: &str,
    ) -> Result<Page, PuzzleSheetError> {
        let title = Title { bookmark: plan.bookmark.clone(), ..Title::default() };
        let mut page = Page::new(self.format, title)?;
        let free = page.free;
        let mut at = Point { x: free.center().x, y: free.top + free.height() * CHAPTER_TOP };
        let part = PARTS.get(number).map_or_else(|| (number + 1).to_string(), |&part| part.to_owned());
        let part = Text::new(format!("Part {part}"), at, sizes::TEXT, Anchor::Middle);
        page.canvas.text(Role::Label, part);
        let side = free.width().min(free.height()) * ORNAMENT;
        let top = at.y + CHAPTER;
        let room = Bounds { left: at.x - side / 2.0, right: at.x + side / 2.0, top, bottom: top + side };
        self.ornament(&mut page.canvas, number, room)?;
        at.y = room.bottom + 2.5 * CHAPTER;
        page.canvas.text(Role::Label, self.look.title_about(&plan.heading, at, CHAPTER));
        for words in [plan.line.as_str(), words] {
            at.y += 2.0 * sizes::LINE;
            page.canvas.text(Role::Label, Text::new(words, at, sizes::TEXT, Anchor::Middle));
        }
        if self.look.tailpiece {
            let (half, top) = (free.width() * TAILPIECE / 2.0, at.y + CHAPTER);
            let room = Bounds { left: at.x - half, right: at.x + half, top, bottom: free.bottom };
            self.draw_tiling(&mut page.canvas, STRIPS, number, room)?;
        }
        Ok(page)
    }

    /// Draws a tiling around a number.
    fn ornament(&self, canvas: &mut Canvas, number: usize, room: Bounds) -> Result<(), PuzzleSheetError> {
        self.draw_tiling(canvas, ORNAMENTS, number, room)?;
        let number = Text::centered(roman(number + 1), room.center(), NUMBER).display().about(room.center());
        canvas.text(Role::Label, number);
        Ok(())
    }

    /// Draws one of some tilings in letters as wide as a room, in grays or in the colors of the book.
    fn draw_tiling(
        &self,
        canvas: &mut Canvas,
        letters: &str,
        number: usize,
        room: Bounds,
    ) -> Result<(), PuzzleSheetError> {
        let grids = read_letter_grids(Lattice::POLYOMINO, letters, &Limits::default()).expect("an ornament");
        let tiling = infer_from_grid("An ornament", &grids[number % grids.len()]).expect("a tiling");
        let patchwork = patchwork(&tiling)?;
        let palette = match self.look.vignette {
            Vignette::Colors if !self.options.is_gray() => self.options.palette.clone(),
            _ => Palette::named("grays").expect("an embedded palette"),
        };
        let look = if self.options.is_outlined() { SheetLook::Lines } else { SheetLook::Colors };
        let options = SheetOptions { palette, look, ..SheetOptions::default() };
        let colors: Vec<Color> =
            picture_colors(&tiling, &options)?.iter().map(|color| parsed(color)).collect();
        let scale = room.width() / patchwork.bounds().width();
        let (patchwork, colors) = (&patchwork, colors.as_slice());
        let diagram = Diagram { patchwork, colors, labels: &[], curves: &[], largest_scale: scale };
        diagram.draw(canvas, room);
        Ok(())
    }
}
