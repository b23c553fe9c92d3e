//! Pages of cards: one for each step, in rows under banners.
//!
//! In: rows of cards by number, the height of a card and of the legend, what draws both. Out: pages. Always holds: no
//! banner stands at the foot of a page without its cards. What is on a card is not known here.

use super::frame::{Frame, WORDS, reading_room};
use super::{Design, QuiltError};
use crate::drawing::{Canvas, Role, Text};
use crate::geometry::{Bounds, Point};

/// The air between cards, in mm; the sizes of this file are chosen by eye.
const GAP: f64 = 2.5;
/// The height of the line over the cards of a block, in mm.
const BANNER: f64 = 6.5;

/// Cards under banners.
#[derive(Default)]
pub(super) struct Cards {
    groups: Vec<(String, Vec<usize>)>,
}

/// How cards look.
pub(super) struct Look<'a> {
    /// The title of the pages.
    pub(super) title: &'a str,
    /// The least width of a card, in mm, and its height.
    pub(super) card: (f64, f64),
    /// The strip at the foot of every page, in mm.
    pub(super) legend: f64,
    /// Draws a card by its number.
    pub(super) draw_card: &'a dyn Fn(&mut Canvas, usize, Bounds),
    /// Draws the legend.
    pub(super) draw_legend: &'a dyn Fn(&mut Frame),
}

/// What stands on a page, from top to bottom.
enum Row<'a> {
    Banner(&'a str),
    Cards(&'a [usize]),
}

impl Cards {
    /// Adds a banner and its cards.
    pub(super) fn add(&mut self, banner: String, cards: Vec<usize>) {
        self.groups.push((banner, cards));
    }

    /// The pages of all cards; none if there is nothing.
    pub(super) fn pages(&self, design: &Design<'_>, look: &Look<'_>) -> Result<Vec<Frame>, QuiltError> {
        let free = reading_room(design)?;
        let height = free.height() - look.legend;
        let across = across(free.width(), look.card.0);
        let rows = self.groups.iter().flat_map(|(banner, cards)| {
            [Row::Banner(banner)].into_iter().chain(cards.chunks(across).map(Row::Cards))
        });
        let rows: Vec<Row<'_>> = rows.collect();
        let mut frames = Vec::new();
        let mut rest = rows.as_slice();
        while !rest.is_empty() {
            let (now, later) = rest.split_at(count_that_fits(rest, height, look.card.1));
            let mut frame = Frame::reading(design, look.title)?;
            let mut top = frame.free.top;
            for row in now {
                row.draw(&mut frame, top, look);
                top += row.height(look.card.1);
            }
            (look.draw_legend)(&mut frame);
            frames.push(frame);
            rest = later;
        }
        Ok(frames)
    }
}

impl Row<'_> {
    fn height(&self, card: f64) -> f64 {
        match self {
            Row::Banner(_) => BANNER,
            Row::Cards(_) => card + GAP,
        }
    }

    fn draw(&self, frame: &mut Frame, top: f64, look: &Look<'_>) {
        let Bounds { left, right, .. } = frame.free;
        match self {
            Row::Banner(words) => {
                let at = Point { x: left, y: top + BANNER - (BANNER - WORDS) / 2.0 };
                frame.canvas.text(Role::Label, Text::fitted(*words, at, WORDS, right - left).bold());
                let y = top + BANNER - 0.6;
                frame.canvas.line(Role::Guide, Point { x: left, y }, Point { x: right, y });
            }
            Row::Cards(cards) => {
                let across = across(right - left, look.card.0) as f64;
                let width = (right - left - GAP * (across - 1.0)) / across;
                for (column, &card) in cards.iter().enumerate() {
                    let left = left + column as f64 * (width + GAP);
                    let top = top + GAP / 2.0;
                    let bounds = Bounds { left, top, right: left + width, bottom: top + look.card.1 };
                    (look.draw_card)(&mut frame.canvas, card, bounds);
                }
            }
        }
    }
}

/// How many rows fit on a page: at least one, and no banner without its cards.
fn count_that_fits(rows: &[Row<'_>], height: f64, card: f64) -> usize {
    let mut used = 0.0;
    let fits = rows.iter().take_while(|row| {
        used += row.height(card);
        used <= height + GAP
    });
    let count = fits.count();
    let cut_off = |count: usize| {
        count < rows.len()
            && count > 0
            && matches!((&rows[count - 1], &rows[count]), (Row::Banner(_), Row::Cards(_)))
    };
    if cut_off(count) { (count - 1).max(1) } else { count.max(1) }
}

/// How many cards stand side by side.
fn across(width: f64, least: f64) -> usize {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "few, and not negative")]
    let fit = ((width + GAP) / (least + GAP)).floor() as usize;
    fit.max(1)
}
