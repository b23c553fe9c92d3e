//! Every solution of a puzzle in one set of pages: small pictures with numbers, and an index.

use super::grid::Grid;
use super::page::{Head, Page};
use super::picture::{Picture, largest_size};
use super::solution_page::{draw_numbered, numbers};
use super::{Pages, PuzzleSheetError, SheetOptions, float};
use crate::drawing::{Anchor, Role, Text};
use crate::geometry::Point;
use crate::tiling::Tiling;

/// The edge of a square in a picture, in mm, and of other cells as large an area: the smallest at which the letters of
/// pentominoes can be read.
const CELL: f64 = 3.0;
/// The room between pictures, in mm.
const GAP: f64 = 3.5;
/// The cap height of numbers under pictures, in mm.
const NUMBER: f64 = 1.8;
/// The cap height of the index, in mm.
const INDEX: f64 = 2.0;
/// From line to line of the index.
const INDEX_LINE: f64 = INDEX * 2.0;

/// What leads to solutions: something that can be said of them, and their numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexEntry {
    /// What is so of them.
    pub title: String,
    /// Their numbers, from 1.
    pub numbers: Vec<usize>,
}

/// Pages with all `tilings` in small pictures, numbered from 1, and behind them the index.
///
/// `options.per_page` says how many lie on a page; without it as many as there is room for with cells of 3 mm, so that
/// letters can be read, and at least one.
///
/// # Errors
/// Errors of the rooms it draws with.
pub fn catalogue(
    tilings: &[Tiling],
    index: &[IndexEntry],
    options: &SheetOptions,
) -> Result<Pages, PuzzleSheetError> {
    let mut pages = Pages::default();
    let Some(first) = tilings.first() else { return Ok(pages) };
    let name = first.puzzle().name();
    let grid = grid(&Picture::of(first, options)?, name, tilings.len(), options)?;
    // A grid may have places left over.
    let wanted = options.per_page.and_then(|wanted| usize::try_from(wanted).ok());
    let per_page = wanted.map_or(grid.count(), |wanted| wanted.clamp(1, grid.count()));
    for (number, some) in tilings.chunks(per_page).enumerate() {
        let start = number * per_page + 1;
        let line = numbers(start, some.len());
        let line_of_all = format!("{line} of {}", tilings.len());
        let bookmark = format!("{name}: {line}");
        let head = Head { bookmark: &bookmark, heading: name, line: &line_of_all };
        let mut page = Page::new(head, &options.paper)?;
        for (at, tiling) in some.iter().enumerate() {
            let number = Some((start + at).to_string());
            draw_numbered(&mut page, &Picture::of(tiling, options)?, grid.place(at), number, NUMBER);
        }
        pages.push(page);
    }
    pages.append(index_pages(name, per_page, index, options)?);
    Ok(pages)
}

/// The places on a page: all pages have the same, and all solutions of a puzzle the same size.
fn grid(
    picture: &Picture,
    name: &str,
    count: usize,
    options: &SheetOptions,
) -> Result<Grid, PuzzleSheetError> {
    let room = Page::new(Head { bookmark: "", heading: name, line: "" }, &options.paper)?.free;
    let (width, height) = largest_size(std::slice::from_ref(picture));
    let wanted = options.per_page.and_then(|wanted| usize::try_from(wanted).ok());
    let cell = CELL / libm::sqrt(picture.cell_area());
    let smallest = Grid::of_places(room, (width * cell, height * cell + NUMBER * 2.0), GAP);
    let per_page = match wanted {
        Some(wanted) => wanted.min(count),
        // All on one page can be larger.
        None if count < smallest.count() => count,
        None => return Ok(smallest),
    };
    Ok(Grid::largest(per_page, room, (width, height), GAP, NUMBER * 2.0))
}

/// The entries in order, each with its numbers in lines.
fn index_pages(
    name: &str,
    per_page: usize,
    index: &[IndexEntry],
    options: &SheetOptions,
) -> Result<Pages, PuzzleSheetError> {
    let mut pages = Pages::default();
    let line = format!("Numbers of solutions, {per_page} on a page");
    let heading = format!("{name}: Index");
    let head = Head { bookmark: &heading, heading: &heading, line: &line };
    let width = Page::new(head, &options.paper)?.free.width();
    let mut lines = index
        .iter()
        .filter(|entry| !entry.numbers.is_empty())
        .flat_map(|entry| entry_lines(entry, width))
        .peekable();
    while lines.peek().is_some() {
        let mut page = Page::new(head, &options.paper)?;
        let mut y = page.free.top + INDEX;
        while let Some((words, is_title)) = lines.next_if(|(_, is_title)| {
            // A title needs a line below it.
            y + if *is_title { INDEX_LINE } else { 0.0 } <= page.free.bottom
        }) {
            let text = Text::new(words, Point { x: page.free.left, y }, INDEX, Anchor::Start);
            page.canvas.text(Role::Label, if is_title { text.bold() } else { text });
            y += INDEX_LINE;
        }
        pages.push(page);
    }
    Ok(pages)
}

/// The title and the numbers of an entry, as lines of at most this width; titles are marked.
fn entry_lines(entry: &IndexEntry, width: f64) -> Vec<(String, bool)> {
    let count = entry.numbers.len();
    let mut lines = vec![(format!("{} ({count})", entry.title), true)];
    let digit = Text::new("0", Point { x: 0.0, y: 0.0 }, INDEX, Anchor::Start).width();
    // A comma and a space are together no wider than a digit and a half.
    let wide = |number: &usize| (float(number.to_string().len()) + 1.5) * digit;
    let (mut line, mut used) = (String::new(), 0.0);
    for number in &entry.numbers {
        if used + wide(number) > width {
            lines.push((std::mem::take(&mut line), false));
            used = 0.0;
        }
        let before = if line.is_empty() { "" } else { ", " };
        line.push_str(before);
        line.push_str(&number.to_string());
        used += wide(number);
    }
    lines.push((line, false));
    lines.push((String::new(), false));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_index_are_as_wide_as_there_is_room() {
        let entry = IndexEntry { title: "Symmetric".into(), numbers: (1..=400).collect() };
        let lines = entry_lines(&entry, 100.0);
        assert_eq!(lines[0], ("Symmetric (400)".to_owned(), true));
        let written: Vec<usize> = lines[1..]
            .iter()
            .flat_map(|(line, _)| line.split(", ").filter(|word| !word.is_empty()))
            .map(|word| word.parse().expect("a number"))
            .collect();
        assert_eq!(written, entry.numbers, "every number once");
        for (line, _) in &lines {
            let width = Text::new(line.as_str(), Point { x: 0.0, y: 0.0 }, INDEX, Anchor::Start).width();
            assert!(width <= 100.0, "{line}");
        }
        assert!(lines.len() < 35, "lines are filled: {}", lines.len());
    }
}
