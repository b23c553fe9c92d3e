//! Divides a large drawing over pages that are taped together.
//!
//! A [`PageGrid`] has windows on the drawing in rows and columns, each with its content and with crosses at
//! the same places as its neighbours. Every word is whole, and on only one page. Windows without content are
//! left out.

use std::sync::Arc;

use super::{LayoutError, Mark, clip::clip};
use crate::drawing::{Canvas, Drawing, Item, Medium, Path, Role, Text};
use crate::geometry::{Bounds, Point};

/// The default overlap of neighbouring pages, in mm.
///
/// # Source
/// Valentina and Seamly2D, tiled PDF: 10 mm.
pub const PAGE_OVERLAP: f64 = 10.0;
/// The cap height of page numbers on a map, in mm; chosen by eye.
const NUMBER: f64 = 2.2;
/// The arm of a cross, in mm; chosen by eye.
const ARM: f64 = 4.0;
/// The places of crosses along each edge of a page: two on an edge align pages better than one.
///
/// # Source
/// FreeSewing, pull request 3510.
const CROSSES: [f64; 2] = [0.25, 0.75];
/// The most pages one drawing may be divided over.
const MOST_PAGES: usize = 1000;

/// A drawing divided over equal pages.
#[derive(Debug, Clone, PartialEq)]
pub struct PageGrid {
    columns: usize,
    rows: usize,
    windows: Windows,
    pages: Vec<GridPage>,
}

/// One page of a grid.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct GridPage {
    /// Row, from 1 at the top.
    pub row: usize,
    /// Column, from 1 at the left.
    pub column: usize,
    /// The size of the window.
    size: (f64, f64),
    /// The contents of the window, in coordinates of its top left corner. Shared, because every page has the
    /// grid for its map.
    content: Arc<Vec<Mark>>,
}

/// The places of the pages on the drawing.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Windows {
    width: f64,
    height: f64,
    overlap: f64,
}

impl Windows {
    /// Returns the part of the drawing on the page of this row and column, counted from 0.
    fn window(&self, row: usize, column: usize) -> Bounds {
        let left = steps(column) * (self.width - self.overlap);
        let top = steps(row) * (self.height - self.overlap);
        Bounds { left, top, right: left + self.width, bottom: top + self.height }
    }

    /// Returns how many windows of size `window` cover `length`: n = ceil((W - o) / (u - o)).
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "lengths are limited to 10 m"
    )]
    fn count(&self, length: f64, window: f64) -> usize {
        // A millionth of a mm too much is rounding, not another page.
        ((length - 1e-6 - self.overlap) / (window - self.overlap)).ceil().max(1.0) as usize
    }

    fn grid(&self, drawing: &Drawing) -> (usize, usize) {
        (self.count(drawing.width(), self.width), self.count(drawing.height(), self.height))
    }
}

/// Divides `drawing` over pages with a usable area of `width` by `height` each.
///
/// # Units
/// `width`, `height` and `overlap` in mm.
///
/// # Errors
/// [`LayoutError::NoRoom`] if the overlap leaves no room, and [`LayoutError::TooManySheets`].
///
/// # Source
/// Number of pages: n = ceil((W - o) / (u - o)) for a width W, usable width u and overlap o.
pub fn divide(drawing: &Drawing, width: f64, height: f64, overlap: f64) -> Result<PageGrid, LayoutError> {
    if width <= overlap || height <= overlap {
        return Err(LayoutError::NoRoom { width, height, margin: overlap });
    }
    let windows = Windows { width, height, overlap };
    let (columns, rows) = windows.grid(drawing);
    if columns.saturating_mul(rows) > MOST_PAGES {
        return Err(LayoutError::TooManySheets { found: columns.saturating_mul(rows), allowed: MOST_PAGES });
    }
    let mut grid = PageGrid { columns, rows, windows, pages: Vec::new() };
    let places: Vec<(usize, usize)> =
        (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
    for (&(row, column), content) in places.iter().zip(contents(drawing, windows, &places)) {
        if !content.is_empty() {
            let content = Arc::new(content);
            grid.pages.push(GridPage { row: row + 1, column: column + 1, size: (width, height), content });
        }
    }
    for index in 0..grid.pages.len() {
        let crosses = grid.crosses(&grid.pages[index]);
        Arc::make_mut(&mut grid.pages[index].content).extend(crosses);
    }
    Ok(grid)
}

/// Returns the contents of each window, in the order of `places`: rows and columns from 0.
fn contents(drawing: &Drawing, windows: Windows, places: &[(usize, usize)]) -> Vec<Vec<Mark>> {
    let bounds: Vec<Bounds> = places.iter().map(|&(row, column)| windows.window(row, column)).collect();
    let mut contents = vec![Vec::new(); places.len()];
    let items =
        || drawing.layers().iter().flat_map(|layer| layer.items.iter().map(move |item| (layer.role, item)));
    let words: Vec<Word> = items().filter_map(|(_, item)| Word::of(item, &bounds)).collect();
    let mut next = words.iter();
    for (role, item) in items() {
        let word = match item {
            Item::Text(_) => next.next(),
            Item::Path(path) => words.iter().find(|word| word.has_ground(path)),
        };
        if let Some(&Word { home, room, .. }) = word {
            let window = bounds[home];
            let item = match item {
                Item::Text(text) => Item::Text(text.clone().within(room)),
                Item::Path(ground) => Item::Path(ground.clone().mapped(|at| Point {
                    x: at.x.clamp(window.left, window.right),
                    y: at.y.clamp(window.top, window.bottom),
                })),
            };
            let item = item.moved(-window.left, -window.top);
            contents[home].push(Mark { role, item });
            continue;
        }
        for (&window, content) in bounds.iter().zip(&mut contents) {
            let parts = clipped(item, window).into_iter();
            content.extend(parts.map(|item| Mark { role, item: item.moved(-window.left, -window.top) }));
        }
    }
    contents
}

/// Where a word is shown.
struct Word {
    /// Its box on the drawing.
    bounds: Bounds,
    /// The only window that shows it.
    home: usize,
    /// What it is lowered to fit in there.
    room: Bounds,
}

impl Word {
    fn of(item: &Item, windows: &[Bounds]) -> Option<Self> {
        let Item::Text(text) = item else { return None };
        let bounds = text.bounds();
        let (home, room) = at_home(bounds, windows);
        Some(Self { bounds, home, room })
    }

    /// Whether a path is the light ground of the word: it is where the word is, so that no page has an empty box.
    fn has_ground(&self, path: &Path) -> bool {
        /// How much larger than its words a ground is, in mm.
        const AROUND: f64 = 3.0;
        if path.fill().is_none() {
            return false;
        }
        let Some(ground) = Bounds::around(path.points()) else { return false };
        let (a, b) = (ground.center(), self.bounds.center());
        a.distance(b) < 0.1 && ground.contains(self.bounds) && ground.height() < self.bounds.height() + AROUND
    }
}

/// Returns the window that shows a word, and the room that it has there: of the windows that contain it, the one in
/// which it is farthest from the edge, so that trimming pages along the crosses keeps it. A word that every window
/// would cut is lower, in the part of its box that the one shows which shows most of it: beside that are other words.
fn at_home(word: Bounds, windows: &[Bounds]) -> (usize, Bounds) {
    /// The air between such a word and the frame, in mm.
    const AIR: f64 = 1.0;
    let middle = word.center();
    let depth = |window: &Bounds| {
        let across = (middle.x - window.left).min(window.right - middle.x);
        across.min((middle.y - window.top).min(window.bottom - middle.y))
    };
    // Of equals, the first.
    let deepest = |holding: &mut dyn DoubleEndedIterator<Item = (usize, &Bounds)>| {
        holding.rev().max_by(|(_, a), (_, b)| depth(a).total_cmp(&depth(b))).map(|(index, _)| index)
    };
    let holding = &mut windows.iter().enumerate().filter(|(_, window)| window.contains(word));
    if let Some(index) = deepest(holding) {
        return (index, windows[index]);
    }
    let index = deepest(&mut windows.iter().enumerate()).unwrap_or(0);
    let window = windows[index];
    let room = word.clamped(window.inset(AIR.min(window.width().min(window.height()) / 2.0)));
    (index, room)
}

/// Returns the parts of a path in one window.
fn clipped(item: &Item, window: Bounds) -> Vec<Item> {
    match item {
        Item::Path(path) => clip(path, window).into_iter().map(Item::Path).collect(),
        Item::Text(_) => Vec::new(),
    }
}

impl GridPage {
    /// Draws the window with its top left corner at `at`, with a thin frame.
    pub fn draw(&self, canvas: &mut Canvas, at: Point) {
        for mark in self.content.iter() {
            canvas.item(mark.role, mark.item.moved(at.x, at.y));
        }
        let (width, height) = self.size;
        let frame = Bounds { left: at.x, top: at.y, right: at.x + width, bottom: at.y + height };
        canvas.path(Role::Guide, Path::rectangle(frame));
    }
}

impl PageGrid {
    /// Returns the number of columns of pages.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the number of rows of pages.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the pages that have content, row by row.
    pub fn pages(&self) -> &[GridPage] {
        &self.pages
    }

    /// Crosses in the middle of every overlap with a neighbour, at the same place of the drawing on both.
    fn crosses(&self, page: &GridPage) -> Vec<Mark> {
        let (width, height) = page.size;
        let half = self.windows.overlap / 2.0;
        let mut at = Vec::new();
        for part in CROSSES {
            let (x, y) = (part * width, part * height);
            at.extend((page.column > 1).then_some(Point { x: half, y }));
            at.extend((page.column < self.columns).then_some(Point { x: width - half, y }));
            at.extend((page.row > 1).then_some(Point { x, y: half }));
            at.extend((page.row < self.rows).then_some(Point { x, y: height - half }));
        }
        let cross = |at| Mark { role: Role::Guide, item: Item::Path(Path::cross(at, ARM.min(half))) };
        at.into_iter().map(cross).collect()
    }

    /// Draws a small map of the pages into the right end of `area`, with `here` in gray; returns its left
    /// edge.
    pub fn draw_place(&self, canvas: &mut Canvas, area: Bounds, here: &GridPage) -> f64 {
        let last = self.windows.window(self.rows.saturating_sub(1), self.columns.saturating_sub(1));
        let scale = (area.width() / last.right).min(area.height() / last.bottom);
        let left = area.right - last.right * scale;
        for page in &self.pages {
            let window = self.windows.window(page.row - 1, page.column - 1);
            let frame = Path::rectangle(Bounds {
                left: left + window.left * scale,
                top: area.top + window.top * scale,
                right: left + window.right * scale,
                bottom: area.top + window.bottom * scale,
            });
            if (page.row, page.column) == (here.row, here.column) {
                canvas.fill(frame.clone(), Role::Guide.style(Medium::Print).color);
            }
            canvas.path(Role::Guide, frame);
        }
        left
    }

    /// Draws a small map of the pages into `area`: `shapes` of the divided drawing, and the frame and number
    /// of each page.
    ///
    /// # Shape
    /// `numbers` in the order of [`PageGrid::pages`].
    pub fn draw_map(&self, canvas: &mut Canvas, area: Bounds, shapes: &[Path], numbers: &[String]) {
        let last = self.windows.window(self.rows.saturating_sub(1), self.columns.saturating_sub(1));
        let scale = (area.width() / last.right).min(area.height() / last.bottom);
        let put = |point: Point| Point { x: area.left + point.x * scale, y: area.top + point.y * scale };
        for path in shapes {
            canvas.path(Role::Engrave, path.clone().mapped(put));
        }
        for (page, number) in self.pages.iter().zip(numbers) {
            let window = self.windows.window(page.row - 1, page.column - 1);
            let start = put(Point { x: window.left, y: window.top });
            let end = put(Point { x: window.right, y: window.bottom });
            let frame = Bounds { left: start.x, top: start.y, right: end.x, bottom: end.y };
            canvas.path(Role::Guide, Path::rectangle(frame));
            let text = Text::centered(number, frame.center(), NUMBER);
            // Pages overlap on the map as they do on the table.
            if text.width() + 1.0 < frame.width() - self.windows.overlap * scale && NUMBER < frame.height() {
                canvas.text(Role::Label, text);
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "page counts are small")]
fn steps(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests;
