//! Designs side by side, to choose from: thumbnails with what there is to say of each.

use super::grid::Grid;
use super::page::{Head, LINE, Page, fitted};
use super::picture::{Picture, largest_size};
use super::{Pages, PuzzleSheetError, SheetOptions, float};
use crate::drawing::Role;
use crate::geometry::{Bounds, Point};
use crate::tiling::Tiling;

/// The room between designs, in mm.
const GAP: f64 = 6.0;
/// The cap height of the words under a design, in mm.
const WORDS: f64 = 2.0;
/// From line to line of them.
const STEP: f64 = WORDS * 1.8;
/// The least width and height of a picture, in mm, before designs go to a second page; chosen by eye.
const LEAST: f64 = 22.0;

/// A tiling to choose, and what is said of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Design {
    /// The tiling.
    pub tiling: Tiling,
    /// Lines under its picture.
    pub words: Vec<String>,
}

/// One page with all designs, numbered from 1; more pages only where the pictures would be smaller than a thumb.
///
/// # Errors
/// Errors of the rooms it draws with.
pub fn contact_sheet(designs: &[Design], options: &SheetOptions) -> Result<Pages, PuzzleSheetError> {
    let mut pages = Pages::default();
    let Some(first) = designs.first() else { return Ok(pages) };
    let pictures =
        designs.iter().map(|design| Picture::of(&design.tiling, options)).collect::<Result<Vec<_>, _>>()?;
    let (size, name) = (largest_size(&pictures), first.tiling.puzzle().name());
    let most_words = designs.iter().map(|design| design.words.len()).max().unwrap_or(0);
    let below = STEP * float(most_words + 1) + WORDS;
    let bookmark = format!("{name}: Designs");
    let line = format!("{} designs to choose from, in {}", designs.len(), options.palette.title());
    let head = Head { bookmark: &bookmark, heading: name, line: &line };
    let room = Page::new(head, &options.paper)?.free;
    let grid = grid(designs.len(), room, size, below, options);
    for (page_index, some) in designs.chunks(grid.count()).enumerate() {
        let mut page = Page::new(head, &options.paper)?;
        for (at, design) in some.iter().enumerate() {
            let index = page_index * grid.count() + at;
            draw(&mut page, design, &pictures[index], index + 1, (grid.place(at), below));
        }
        pages.push(page);
    }
    Ok(pages)
}

fn grid(count: usize, room: Bounds, size: (f64, f64), below: f64, options: &SheetOptions) -> Grid {
    let wanted = options.per_page.and_then(|wanted| usize::try_from(wanted).ok());
    let largest = |count: usize| Grid::largest(count, room, size, GAP, below);
    let readable = |grid: &Grid| grid.scale(size, below) * size.0.max(size.1) >= LEAST;
    match wanted {
        Some(wanted) => largest(wanted.min(count)),
        // A page that is full has no empty places left.
        None => (1..=count).rev().map(largest).find(readable).unwrap_or_else(|| largest(1)),
    }
}

fn draw(page: &mut Page, design: &Design, picture: &Picture, number: usize, (place, below): (Bounds, f64)) {
    let drawn = picture.draw(&mut page.canvas, Bounds { bottom: place.bottom - below, ..place });
    let mut at = Point { x: drawn.left, y: drawn.bottom + STEP };
    let title = fitted(&number.to_string(), at, WORDS, place.width()).bold();
    let beside = Point { x: at.x + title.width() + LINE, y: at.y };
    page.canvas.text(Role::Label, title);
    let mut words = design.words.iter();
    if let Some(first) = words.next() {
        page.canvas.text(Role::Label, fitted(first, beside, WORDS, place.right - beside.x));
    }
    for line in words {
        at.y += STEP;
        page.canvas.text(Role::Label, fitted(line, at, WORDS, place.right - at.x));
    }
}
