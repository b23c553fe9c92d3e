//! Draws the pages of a book about all its puzzles, and the index of a catalogue.

use super::Sketch;
use crate::board::Board;
use crate::plan::{Grid, IndexEntry, PagePlan};
use crate::{PuzzleSheetError, float};
use piecework_draw::drawing::{Anchor, Role, Text};
use piecework_draw::geometry::{Bounds, Point};
use piecework_draw::page::{Block, Column, Page, Section, Table, Title, line, sizes};

/// The cap height of the title on the cover, in mm; chosen by eye like the gap.
const TITLE: f64 = 11.0;
/// The space between boards on the cover, in mm.
const GAP: f64 = 12.0;

impl Sketch<'_> {
    /// Returns the title, and the boards of the puzzles as large as possible.
    pub(super) fn cover(
        &self,
        plan: &PagePlan,
        words: &str,
        boards: &[usize],
    ) -> Result<Page, PuzzleSheetError> {
        let title = Title { bookmark: plan.bookmark.clone(), ..Title::default() };
        let mut page = Page::new(self.format, title)?;
        let free = page.free;
        let mut at = Point { x: free.left, y: free.top + free.height() * 0.12 };
        let heading = Text::fitted(&plan.heading, at, TITLE, free.width());
        page.canvas.text(Role::Label, heading.bold());
        at.y += 2.0 * sizes::LINE;
        page.canvas.text(Role::Label, Text::new(words, at, sizes::HEADING, Anchor::Start));
        let boards = boards.iter().map(|&puzzle| Board::from_region(self.subjects[puzzle].puzzle.region()));
        let boards = boards.collect::<Result<Vec<_>, _>>()?;
        let size = boards
            .iter()
            .map(|board| board.outer_size(1.0))
            .fold((1.0_f64, 1.0_f64), |a, b| (a.0.max(b.0), a.1.max(b.1)));
        let room = Bounds { top: at.y + 3.0 * sizes::LINE, ..free };
        let grid = Grid::largest(boards.len(), room, size, GAP, 0.0);
        for (index, board) in boards.iter().enumerate() {
            let (at, scale) = board.place_bare(grid.place(index));
            board.draw_bare(&mut page.canvas, at, scale);
        }
        Ok(page)
    }

    /// Titles with the numbers of their pages.
    pub(super) fn contents(
        &self,
        plan: &PagePlan,
        lines: &[(String, usize)],
    ) -> Result<Vec<Page>, PuzzleSheetError> {
        let heads = vec![("page".to_owned(), Column::Number), ("title".to_owned(), Column::Words)];
        let rows = lines.iter().map(|(title, page)| vec![page.to_string(), title.clone()]).collect();
        let blocks = vec![Block::Table(Table { heads, rows })];
        Ok(Section { title: plan.title(), blocks, legend: Vec::new() }.pages(self.format)?)
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

    /// Writes lines under a picture, the first of several in bold.
    pub(super) fn caption(&self, page: &mut Page, lines: &[String], room: Bounds) {
        for (index, words) in lines.iter().enumerate() {
            let top = room.top + float(index) * sizes::LINE;
            let at = Point { x: room.left, y: top + f64::midpoint(sizes::LINE, sizes::TEXT) };
            let text = line(words, at, sizes::TEXT, room.width());
            let bold = index == 0 && lines.len() > 1;
            page.canvas.text(Role::Label, if bold { text.bold() } else { text });
        }
    }
}
