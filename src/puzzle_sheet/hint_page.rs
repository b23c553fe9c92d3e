//! A board with a few pieces laid already, for those who are stuck.

use super::board::Board;
use super::page::{Head, Page};
use super::picture::Picture;
use super::{DARK, Pages, PuzzleSheetError, SheetOptions};
use crate::colour::Colour;
use crate::drawing::{Path, Role, Text};
use crate::geometry::Point;
use crate::tiling::Tiling;

/// The largest edge of a cell, in mm.
const LARGEST_CELL: f64 = 20.0;
/// The largest cap height of a name on a piece, in cells.
const NAME: f64 = 0.3;

/// A page with `count` pieces of a solution on the board, spread over it, or all but one if there are no more.
///
/// # Errors
/// Errors of the rooms it draws with.
pub fn hint_page(tiling: &Tiling, count: usize, options: &SheetOptions) -> Result<Pages, PuzzleSheetError> {
    let shown = spread(tiling.placements().len(), count);
    let puzzle = tiling.puzzle();
    let words =
        if shown.len() == 1 { "1 piece lies".to_owned() } else { format!("{} pieces lie", shown.len()) };
    let line = format!("A hint: {words} already.");
    let bookmark = format!("{}: Hint", puzzle.name());
    let head = Head { bookmark: &bookmark, heading: puzzle.name(), line: &line };
    let mut page = Page::new(head, &options.paper)?;
    let (board, picture) = (Board::of(puzzle.region())?, Picture::of(tiling, options)?);
    let (at, scale) = board.place(page.free, LARGEST_CELL);
    let bounds = board.bounds();
    let put =
        |p: Point| Point { x: at.x + (p.x - bounds.left) * scale, y: at.y + (p.y - bounds.top) * scale };
    let (colours, names) = picture.only(&shown);
    let patches = picture.patchwork().patches();
    for (patch, colour) in patches.iter().zip(&colours) {
        if let Some(colour) = colour {
            page.canvas.fill(Path::outline(patch.outline()).mapped(put), *colour);
        }
    }
    board.draw(&mut page.canvas, at, scale);
    for (index, patch) in patches.iter().enumerate().filter(|(index, _)| shown.contains(index)) {
        page.canvas.path(Role::Cut, Path::outline(patch.outline()).mapped(put).named(patch.name()));
        if let Some(name) = names[index] {
            let label = patch.outline().label();
            let fits = label.room * scale;
            let words = Text::centred(name, put(label.at), (NAME * scale).min(fits));
            if colours[index].is_some_and(|colour| colour.lightness() < DARK) {
                let ground = Path::rectangle(words.bounds().inset(-words.height() * 0.25));
                page.canvas.fill(ground, Colour::WHITE);
            }
            page.canvas.text(Role::Label, words);
        }
    }
    let mut pages = Pages::default();
    pages.push(page);
    Ok(pages)
}

/// `count` of `all` numbers, as evenly spread as whole numbers are, and never all of them.
fn spread(all: usize, count: usize) -> Vec<usize> {
    let count = count.min(all.saturating_sub(1));
    (0..count).map(|index| (2 * index + 1) * all / (2 * count)).collect()
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn hints_are_spread_and_leave_something_to_do() {
        assert_eq!(spread(12, 3), [2, 6, 10]);
        assert_eq!(spread(12, 1), [6]);
        assert_eq!(spread(3, 9), [0, 2]);
        assert!(spread(1, 1).is_empty() && spread(5, 0).is_empty());
    }
}
