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
mod tests {
    use super::*;
    use crate::drawing::Anchor;

    /// A frame along the edge of a sheet, so that every page has content, and nothing in the middle.
    fn frame(width: f64, height: f64) -> Drawing {
        let mut canvas = Canvas::new("frame", Medium::Print, width, height);
        canvas.path(Role::Cut, Path::rectangle(canvas.bounds()));
        canvas.finish().expect("a good drawing")
    }

    #[test]
    fn the_number_of_pages_is_that_of_the_formula() {
        for (length, pages) in [(100.0, 1), (100.1, 2), (190.0, 2), (190.1, 3), (280.0, 3), (40.0, 1)] {
            let grid = divide(&frame(length, 50.0), 100.0, 100.0, 10.0).expect("room");
            assert_eq!(
                (grid.columns(), grid.rows()),
                (pages, 1),
                "{length} mm over pages of 100 mm, 10 mm shared"
            );
        }
    }

    #[test]
    fn pages_without_content_are_left_out() {
        let grid = divide(&frame(280.0, 280.0), 100.0, 100.0, 10.0).expect("room");
        assert_eq!((grid.columns(), grid.rows(), grid.pages().len()), (3, 3, 8), "the middle page is empty");
        assert!(grid.pages().iter().all(|page| (page.row, page.column) != (2, 2)));
    }

    #[test]
    fn nothing_is_lost_and_nothing_is_added() {
        let drawing = frame(250.0, 180.0);
        let grid = divide(&drawing, 100.0, 100.0, 10.0).expect("room");
        let mut lengths = 0.0;
        for page in grid.pages() {
            for mark in page.content.iter().filter(|mark| mark.role == Role::Cut) {
                let Item::Path(path) = &mark.item else { panic!("only paths") };
                let points: Vec<Point> = path.points().collect();
                lengths += points.windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f64>();
                let window = Bounds { left: 0.0, top: 0.0, right: 100.0, bottom: 100.0 }.inset(-1e-5);
                assert!(points.iter().all(|p| window.contains(Bounds {
                    left: p.x,
                    top: p.y,
                    right: p.x,
                    bottom: p.y
                })));
            }
        }
        // 860 mm of frame; two shared strips cross the long sides, one the short ones, each doubled over 10
        // mm.
        assert!((lengths - (860.0 + 2.0 * 2.0 * 10.0 + 2.0 * 10.0)).abs() < 1e-3, "{lengths}");
    }

    #[test]
    fn crosses_of_neighbours_coincide() {
        let grid = divide(&frame(190.0, 100.0), 100.0, 100.0, 10.0).expect("room");
        let crosses = |index: usize| -> Vec<(f64, f64)> {
            let page: &GridPage = &grid.pages()[index];
            let window = grid.windows.window(page.row - 1, page.column - 1);
            let centers = page.content.iter().filter(|mark| mark.role == Role::Guide).map(|mark| {
                let Item::Path(path) = &mark.item else { panic!("only paths") };
                let at = Bounds::around(path.points()).expect("points").center();
                (at.x + window.left, at.y + window.top)
            });
            centers.collect()
        };
        assert_eq!(crosses(0), [(95.0, 25.0), (95.0, 75.0)]);
        assert_eq!(crosses(0), crosses(1));
    }

    /// Points on the lines of a role, half a millimetre apart.
    fn points_along<'a>(items: impl Iterator<Item = (Role, &'a Item)>) -> Vec<Point> {
        let mut points = Vec::new();
        for (_, item) in items.filter(|(role, _)| *role == Role::Sew) {
            let Item::Path(path) = item else { continue };
            for line in path.flattened(0.001) {
                for pair in line.points_and_back().windows(2) {
                    let steps = (pair[0].distance(pair[1]) / 0.5).ceil().max(1.0);
                    let mut part = 0.0;
                    while part <= steps {
                        let share = part / steps;
                        let at = |a: f64, b: f64| a + (b - a) * share;
                        points.push(Point::new(at(pair[0].x, pair[1].x), at(pair[0].y, pair[1].y)));
                        part += 1.0;
                    }
                }
            }
        }
        points
    }

    #[test]
    fn pages_taped_at_their_crosses_make_the_drawing() {
        let mut canvas = Canvas::new("wild", Medium::Print, 270.0, 190.0);
        for i in 0..25u8 {
            let turn = f64::from(i) * 2.4;
            let center =
                Point::new(135.0 + 60.0 * libm::cos(turn * 1.7), 95.0 + 50.0 * libm::sin(turn * 2.9));
            let reach = 5.0 + f64::from(i % 7) * 6.0;
            let end = |way: f64| center.moved(libm::cos(turn) * reach * way, libm::sin(turn) * reach * way);
            canvas.line(Role::Sew, end(-1.0), end(1.0));
            canvas.path(Role::Sew, Path::circle(center, f64::from(i % 5) * 4.0 + 1.0));
        }
        let whole = canvas.finish().expect("a good drawing");
        let grid = divide(&whole, 100.0, 80.0, 10.0).expect("room");
        let layers = whole.layers().iter();
        let drawn = points_along(layers.flat_map(|layer| layer.items.iter().map(|item| (layer.role, item))));
        let near = |a: &Point, b: &[Point]| b.iter().any(|b| a.distance(*b) < 0.26);
        for page in grid.pages() {
            let window = grid.windows.window(page.row - 1, page.column - 1);
            let content = page.content.iter().map(|mark| (mark.role, &mark.item));
            let found: Vec<Point> =
                points_along(content).into_iter().map(|p| p.moved(window.left, window.top)).collect();
            assert!(found.iter().all(|point| near(point, &drawn)), "nothing is added or shifted");
            let inside = |p: &&Point| {
                p.x > window.left && p.x < window.right && p.y > window.top && p.y < window.bottom
            };
            assert!(drawn.iter().filter(inside).all(|point| near(point, &found)), "nothing is lost");
        }
    }

    #[test]
    fn a_word_in_the_overlap_is_on_one_page() {
        let mut canvas = Canvas::new("words", Medium::Print, 190.0, 190.0);
        for (x, y) in [(93.0, 40.0), (97.0, 60.0), (95.0, 95.0), (20.0, 20.0), (99.0, 150.0)] {
            canvas.text(Role::Label, Text::new(format!("{x}"), Point::new(x, y), 2.0, Anchor::Middle));
        }
        let grid = divide(&canvas.finish().expect("good"), 100.0, 100.0, 10.0).expect("room");
        let mut found: Vec<(String, usize, usize)> = Vec::new();
        for page in grid.pages() {
            found.extend(page.content.iter().filter_map(|mark| match &mark.item {
                Item::Text(text) => Some((text.content().to_owned(), page.row, page.column)),
                Item::Path(_) => None,
            }));
        }
        found.sort_unstable();
        let place = |word: &str, row, column| (word.to_owned(), row, column);
        let due =
            [place("20", 1, 1), place("93", 1, 1), place("95", 1, 1), place("97", 1, 2), place("99", 2, 2)];
        assert_eq!(found, due);
    }

    /// A row of words that are wider than the overlap, on pages side by side and below one another: each is whole on one page,
    /// in its own box, so that no two of them are on one another.
    #[test]
    fn a_word_wider_than_the_overlap_stays_in_its_place() {
        let mut lower = 0;
        for shift in 0..12_u8 {
            let mut canvas = Canvas::new("words", Medium::Print, 190.0, 190.0);
            let words = (0..7_u8).flat_map(|column| (0..18_u8).map(move |row| (column, row)));
            for (column, row) in words {
                let at = Point::new(
                    14.0 + 22.0 * f64::from(column) + f64::from(shift) * 1.9,
                    4.0 + 10.0 * f64::from(row) + f64::from(shift) / 1.3,
                );
                canvas.text(Role::Label, Text::centered(format!("word {column}-{row:02}"), at, 3.0));
            }
            let drawing = canvas.finish().expect("good");
            let mut own: Vec<(String, Bounds)> = Vec::new();
            for item in drawing.layers().iter().flat_map(|layer| layer.items.iter()) {
                let Item::Text(text) = item else { continue };
                own.push((text.content().to_owned(), text.bounds()));
            }
            let grid = divide(&drawing, 100.0, 100.0, 10.0).expect("room");
            let mut found = Vec::new();
            for page in grid.pages() {
                let window = grid.windows.window(page.row - 1, page.column - 1);
                for mark in page.content.iter() {
                    let Item::Text(text) = &mark.item else { continue };
                    let bounds = text.bounds();
                    let paper = Bounds { left: 0.0, top: 0.0, right: 100.0, bottom: 100.0 };
                    assert!(paper.contains(bounds), "{bounds:?}");
                    let place = own.iter().find(|(word, _)| word == text.content()).expect("a word");
                    let there = bounds.moved(window.left, window.top);
                    assert!(place.1.inset(-0.01).contains(there), "{shift} {place:?} {there:?}");
                    lower += usize::from(bounds.height() < place.1.height() - 0.01);
                    found.push(text.content().to_owned());
                }
            }
            found.sort_unstable();
            let count = found.len();
            found.dedup();
            assert_eq!((count, found.len()), (own.len(), own.len()));
        }
        assert!(lower > 20 && lower < 300, "{lower} of {}", 12 * 126);
    }

    #[test]
    fn the_map_of_a_page_shows_all_pages_and_one_in_gray() {
        let grid = divide(&frame(280.0, 280.0), 100.0, 100.0, 10.0).expect("room");
        let mut canvas = Canvas::new("map", Medium::Print, 100.0, 50.0);
        let area = Bounds { left: 10.0, top: 10.0, right: 90.0, bottom: 30.0 };
        let left = grid.draw_place(&mut canvas, area, &grid.pages()[3]);
        let map = canvas.finish().expect("inside");
        let count =
            |role| map.layers().iter().find(|layer| layer.role == role).map(|layer| layer.items.len());
        assert_eq!((count(Role::Guide), count(Role::Fill)), (Some(8), Some(1)));
        assert!((left - 70.0).abs() < 1e-9, "{left}");
    }

    #[test]
    fn an_overlap_as_large_as_the_page_is_refused() {
        assert!(matches!(divide(&frame(50.0, 50.0), 10.0, 100.0, 10.0), Err(LayoutError::NoRoom { .. })));
    }
}
