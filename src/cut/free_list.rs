//! The list of when each piece comes free, on pages.
//!
//! In: for each piece its sheet and the line that cuts it loose, and its panel where there are panels. Out: a table in as many
//! columns as a room holds, on as many pages as it takes. Always holds: every piece once, in the order in which they come free on
//! each sheet; columns are as wide as their widest words, so that nothing meets. How lines are ordered is not known here.

use super::{Free, PanelUse};
use crate::drawing::{Anchor, Canvas, Role, Text};
use crate::geometry::{Bounds, Point};

/// The cap height of words in mm, and how far their lines are apart; these sizes are chosen by eye.
const WORDS: (f64, f64) = (2.5, 4.6);
/// The air between two numbers of a row, and between two rows side by side, in mm.
const AIR: (f64, f64) = (5.0, 12.0);
/// As many rows stand below each other before others stand beside them.
const LEAST_LINES: usize = 12;
/// The most pieces that are listed, on some twenty pages; a program reads more than that better.
const MOST: usize = 5_000;

/// When each piece comes free, as a table.
pub(super) struct FreeList {
    heads: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl FreeList {
    /// The list; none if nothing comes free or more pieces than anyone reads.
    pub(super) fn of(free: &[Free], sheets: usize, panels: &[PanelUse]) -> Option<Self> {
        if free.is_empty() || free.len() > MOST {
            return None;
        }
        let mut panel_of = vec![0; free.len()];
        for panel in panels {
            panel.pieces.iter().for_each(|piece| panel_of[piece - 1] = panel.panel);
        }
        let mut order: Vec<&Free> = free.iter().collect();
        order.sort_by_key(|free| (free.sheet, free.step, free.piece));
        let (many, split) = (sheets > 1, !panels.is_empty());
        let row = |free: &&Free| {
            let sheet = many.then_some(free.sheet);
            let panel = split.then(|| panel_of[free.piece - 1]);
            let numbers = [sheet, panel, Some(free.step), Some(free.piece)];
            numbers.into_iter().flatten().map(|number| number.to_string()).collect()
        };
        let heads = [many.then_some("sheet"), split.then_some("panel"), Some("line"), Some("piece")];
        Some(Self { heads: heads.into_iter().flatten().collect(), rows: order.iter().map(row).collect() })
    }

    /// What the numbers mean, in a line.
    pub(super) fn words(&self) -> &'static str {
        if self.heads.contains(&"sheet") {
            "A piece comes free with the line beside it; lines are numbered as they are cut, from 1 on every sheet."
        } else {
            "A piece comes free with the line beside it; lines are numbered as they are cut, from 1."
        }
    }

    /// Whether the rows from `from` on all have room.
    pub(super) fn fits(&self, room: Bounds, from: usize) -> bool {
        let (across, lines) = self.held(room);
        self.rows.len() - from <= across * lines
    }

    /// Draws the rows from `from` on, as many as have room; gives back the next one, if there is one.
    pub(super) fn draw(&self, canvas: &mut Canvas, room: Bounds, from: usize) -> Option<usize> {
        let (across, most) = self.held(room);
        let rows = &self.rows[from..];
        let lines = rows.len().div_ceil(across).max(LEAST_LINES).min(most).max(1);
        let widths = self.widths();
        let step = widths.iter().sum::<f64>() + AIR.0 * (widths.len() - 1) as f64 + AIR.1;
        let mut left = room.left;
        for rows in rows.chunks(lines).take(across) {
            draw_block(canvas, Point { x: left, y: room.top }, &widths, &self.heads, rows);
            left += step;
        }
        let next = from + rows.len().min(across * lines);
        (next < self.rows.len()).then_some(next)
    }

    /// How many rows a room holds side by side, and how many below each other.
    fn held(&self, room: Bounds) -> (usize, usize) {
        let widths = self.widths();
        let width = widths.iter().sum::<f64>() + AIR.0 * (widths.len() - 1) as f64;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "few, and not negative")]
        let whole = |share: f64| share.floor().max(0.0) as usize;
        // The heads take a line and a half.
        (whole((room.width() + AIR.1) / (width + AIR.1)).max(1), whole(room.height() / WORDS.1 - 1.5))
    }

    /// The width of each column in mm.
    fn widths(&self) -> Vec<f64> {
        let wide = |words: &str| Text::new(words, Point::default(), WORDS.0, Anchor::Start).bold().width();
        let widest = |(column, head): (usize, &&str)| {
            self.rows
                .iter()
                .map(|row| row[column].len())
                .max()
                .map_or(0.0, |digits| wide(&"0".repeat(digits)))
                .max(wide(head))
        };
        self.heads.iter().enumerate().map(widest).collect()
    }
}

/// Heads and some rows, numbers flush right.
fn draw_block(canvas: &mut Canvas, at: Point, widths: &[f64], heads: &[&str], rows: &[Vec<String>]) {
    let mut right = at.x;
    // Some letters are taller than capitals.
    let baseline = at.y + 1.2 * WORDS.0;
    for (column, (&width, &head)) in widths.iter().zip(heads).enumerate() {
        right += width;
        let end = |line: f64| Point { x: right, y: baseline + line * WORDS.1 };
        canvas.text(Role::Label, Text::new(head, end(0.0), WORDS.0, Anchor::End).bold());
        for (line, row) in rows.iter().enumerate() {
            let words = row[column].as_str();
            canvas.text(Role::Label, Text::new(words, end(line as f64 + 1.5), WORDS.0, Anchor::End));
        }
        right += AIR.0;
    }
    let y = baseline + 0.5 * WORDS.1;
    canvas.line(Role::Engrave, Point { x: at.x, y }, Point { x: right - AIR.0, y });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Item, Medium};

    const ROOM: Bounds = Bounds { left: 10.0, top: 30.0, right: 200.0, bottom: 287.0 };

    /// `count` pieces on `sheets` sheets, each of which is a panel.
    fn list(count: usize, sheets: usize) -> Option<FreeList> {
        let free =
            (1..=count).map(|piece| Free { piece, sheet: piece % sheets + 1, step: 1 + piece * 7 % 50 });
        let of = |panel: usize| (1..=count).filter(|piece| piece % sheets + 1 == panel).collect();
        let panel =
            |panel: usize| PanelUse { panel, sheet: panel, pieces: of(panel), width_mm: 1.0, height_mm: 1.0 };
        let panels: Vec<PanelUse> = (1..=sheets).filter(|_| sheets > 1).map(panel).collect();
        FreeList::of(&free.collect::<Vec<Free>>(), sheets, &panels)
    }

    /// The words of each page from left to right and down, and where they are.
    fn pages(list: &FreeList, room: Bounds) -> Vec<Vec<(String, Bounds)>> {
        let (mut pages, mut from) = (Vec::new(), Some(0));
        while let Some(first) = from {
            let mut canvas = Canvas::new("test", Medium::Print, 210.0, 297.0);
            from = list.draw(&mut canvas, room, first);
            let words = canvas.into_items().filter_map(|(_, item)| match item {
                Item::Text(text) => Some((text.content().to_owned(), text.bounds())),
                Item::Path(_) => None,
            });
            pages.push(words.collect());
        }
        pages
    }

    #[test]
    fn every_piece_is_listed_once_and_nothing_meets() {
        for (count, sheets) in [(1, 1), (10, 1), (60, 1), (500, 1), (500, 7), (5_000, 3)] {
            let list = list(count, sheets).expect("a list");
            let pages = pages(&list, ROOM);
            for page in &pages {
                for (index, (words, bounds)) in page.iter().enumerate() {
                    let inside = bounds.left >= ROOM.left - 1e-9
                        && bounds.right <= ROOM.right
                        && bounds.top >= ROOM.top
                        && bounds.bottom <= ROOM.bottom;
                    assert!(inside, "{words} of {count}: {bounds:?}");
                    for (other, box_of) in &page[index + 1..] {
                        let apart = bounds.right < box_of.left
                            || box_of.right < bounds.left
                            || bounds.bottom < box_of.top
                            || box_of.bottom < bounds.top;
                        assert!(apart, "{words} and {other} of {count}");
                    }
                }
            }
            assert_eq!(pages.len() == 1, list.fits(ROOM, 0), "{count}");
            let heads =
                if sheets == 1 { vec!["line", "piece"] } else { vec!["sheet", "panel", "line", "piece"] };
            assert_eq!(list.heads, heads);
            let mut pieces: Vec<usize> =
                list.rows.iter().map(|row| row[heads.len() - 1].parse().expect("a number")).collect();
            let numbers = pages.iter().flatten().filter(|(words, _)| words.parse::<usize>().is_ok()).count();
            assert_eq!(numbers, count * heads.len());
            pieces.sort_unstable();
            assert_eq!(pieces, (1..=count).collect::<Vec<usize>>());
        }
    }

    #[test]
    fn pieces_stand_in_the_order_in_which_they_come_free() {
        let list = list(30, 3).expect("a list");
        let key = |row: &Vec<String>| {
            let number = |column: usize| row[column].parse::<usize>().expect("a number");
            (number(0), number(2), number(3))
        };
        assert!(list.rows.iter().is_sorted_by_key(key), "by sheet and line");
    }

    #[test]
    fn small_rooms_take_more_pages_and_too_many_pieces_none() {
        let small = Bounds { bottom: 60.0, ..ROOM };
        let list_of = |count| list(count, 1);
        assert!(list_of(20).expect("a list").fits(small, 0));
        assert!(pages(&list_of(100).expect("a list"), small).len() > 1);
        assert!(list_of(0).is_none() && list_of(MOST + 1).is_none());
    }
}
