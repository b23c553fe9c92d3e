//! Draws solutions, alone or side by side, such as those of one figure by several pieces.

use super::book::card_room;
use super::{Sketch, labels, parsed, patchwork};
use crate::plan::{BACK, Grid, PagePlan, Places, ShownSolution, picture_colors};
use crate::{PuzzleSheetError, SheetOptions, float, shades};
use piecework_draw::drawing::{Canvas, Diagram, Drawing, Drawn, Medium, Role, Text};
use piecework_draw::geometry::{Bounds, Patchwork, Point};
use piecework_draw::page::{Page, sizes};
use piecework_tiling::tiling::{Tiling, tiling_in_words};

/// The largest edge of a cell, in mm; chosen by eye.
const LARGEST_CELL: f64 = 25.0;
/// The margin around a solution on its own sheet, in mm.
const AROUND: f64 = 2.0;

impl Sketch<'_> {
    /// Solutions at their places, each with its caption below.
    pub(super) fn solutions(
        &self,
        plan: &PagePlan,
        shown: &[ShownSolution],
        captions: &[Vec<String>],
        places: Places,
    ) -> Result<Page, PuzzleSheetError> {
        let mut page = self.blank(plan)?;
        let grid = Grid::from_places(page.free, places);
        let below = float(captions.iter().map(Vec::len).max().unwrap_or(0)) * sizes::LINE;
        for (index, (&shown, caption)) in shown.iter().zip(captions).enumerate() {
            let patchwork = patchwork(self.solution(shown))?;
            let (colors, labels) = (
                self.colors(shown.puzzle, shown.solution),
                labels(self.solution(shown), &patchwork, self.plan.letters),
            );
            let (patchwork, colors, labels) = (&patchwork, &colors[..], &labels[..]);
            let diagram = Diagram { patchwork, colors, labels, curves: &[], largest_scale: LARGEST_CELL };
            let place = match plan.kind == BACK {
                true => card_room(&mut page.canvas, grid.back(index)),
                false => grid.place(index),
            };
            let room = Bounds { bottom: place.bottom - below, ..place };
            let drawn = match self.is_turned(shown.puzzle) {
                true => diagram.draw_turned(&mut page.canvas, room),
                false => diagram.draw(&mut page.canvas, room),
            };
            shade(&mut page.canvas, self.solution(shown), drawn)?;
            let room = Bounds { top: drawn.bounds.bottom, bottom: place.bottom, ..place };
            self.caption(&mut page, caption, room);
        }
        Ok(page)
    }
}

/// Draws one solution on a sheet of the same size, with a cell edge of `cell` mm.
///
/// # Errors
/// Errors of drawing and geometry.
pub fn solution_picture(
    tiling: &Tiling,
    cell: f64,
    options: &SheetOptions,
) -> Result<Drawing, PuzzleSheetError> {
    let patchwork = patchwork(tiling)?;
    let colors: Vec<_> = picture_colors(tiling, options)?.iter().map(|color| parsed(color)).collect();
    let labels = labels(tiling, &patchwork, options.letters);
    let bounds = patchwork.bounds();
    let (width, height) = (bounds.width() * cell, bounds.height() * cell);
    let room = Bounds { left: 0.0, top: 0.0, right: width, bottom: height }.inset(-AROUND);
    let mut canvas = Canvas::new(tiling.puzzle().name(), Medium::Print, room.width(), room.height());
    let inner = canvas.bounds().inset(AROUND);
    let (patchwork, colors, labels) = (&patchwork, &colors[..], &labels[..]);
    let diagram = Diagram { patchwork, colors, labels, curves: &[], largest_scale: LARGEST_CELL };
    let drawn = diagram.draw(&mut canvas, inner);
    shade(&mut canvas, tiling, drawn)?;
    canvas.describe(tiling_in_words(tiling, |_| None));
    Ok(canvas.finish()?)
}

/// The edge of a cell, in mm; chosen by eye.
const CELL: f64 = 8.0;
/// The space between tilings, and around all of them, in mm; chosen by eye.
const BETWEEN: f64 = 8.0;
/// The space between a tiling and its caption, in mm.
const ABOVE_CAPTION: f64 = 2.0;

/// A tiling with its place on the sheet.
struct Placed<'a> {
    tiling: &'a Tiling,
    patchwork: Patchwork,
    caption: String,
    place: Bounds,
}

/// Draws each list of tilings as a row, with cells of 8 mm. Below each tiling are the names of its pieces.
///
/// # Errors
/// Errors of drawing and geometry, and [`PuzzleSheetError::Stopped`].
pub fn rows_picture(
    title: &str,
    rows: &[&[Tiling]],
    options: &SheetOptions,
) -> Result<Drawing, PuzzleSheetError> {
    let (mut placed, mut width, mut top) = (Vec::new(), 2.0 * BETWEEN, BETWEEN);
    for row in rows {
        let (mut left, mut height) = (BETWEEN, 0.0_f64);
        for tiling in *row {
            options.stop.check()?;
            let patchwork = patchwork(tiling)?;
            let size = patchwork.bounds();
            let caption = caption(tiling);
            let room = size.width() * CELL;
            let wide = Text::centered(&caption, Point::default(), sizes::TEXT).width().max(room);
            let left_of_it = left + (wide - room) / 2.0;
            let place = Bounds {
                left: left_of_it,
                top,
                right: left_of_it + room,
                bottom: top + size.height() * CELL,
            };
            height = height.max(place.height());
            left += wide + BETWEEN;
            placed.push(Placed { tiling, patchwork, caption, place });
        }
        width = width.max(left);
        top += height + ABOVE_CAPTION + sizes::TEXT + BETWEEN;
    }
    let mut canvas = Canvas::new(title, Medium::Print, width, top);
    for placed in &placed {
        options.stop.check()?;
        draw(placed, options, &mut canvas)?;
    }
    let words: Vec<String> = placed.iter().map(|placed| tiling_in_words(placed.tiling, |_| None)).collect();
    canvas.describe(words.join(" "));
    Ok(canvas.finish()?)
}

fn draw(placed: &Placed<'_>, options: &SheetOptions, canvas: &mut Canvas) -> Result<(), PuzzleSheetError> {
    let Placed { tiling, patchwork, caption, place } = placed;
    let colors: Vec<_> = picture_colors(tiling, options)?.iter().map(|color| parsed(color)).collect();
    let labels = labels(tiling, patchwork, options.letters);
    let diagram = Diagram { patchwork, colors: &colors, labels: &labels, curves: &[], largest_scale: CELL };
    let drawn = diagram.draw(canvas, *place);
    shade(canvas, tiling, drawn)?;
    let below = place.bottom + ABOVE_CAPTION + sizes::TEXT / 2.0;
    canvas.text(Role::Guide, Text::centered(caption, Point { x: place.center().x, y: below }, sizes::TEXT));
    Ok(())
}

/// Fills the colors of a tiling over those of its pieces.
fn shade(canvas: &mut Canvas, tiling: &Tiling, drawn: Drawn) -> Result<(), PuzzleSheetError> {
    shades::fill(canvas, &shades::of_tiling(tiling)?, |at| drawn.put(at));
    Ok(())
}

/// Returns the names of the pieces, with their number if they are several copies of one piece.
fn caption(tiling: &Tiling) -> String {
    match tiling.puzzle().pieces() {
        [piece] => format!("{} x {}", tiling.placements().len(), piece.name),
        pieces => {
            let mut names: Vec<&str> =
                (0..pieces.len()).map(|piece| tiling.puzzle().name_of(piece)).collect();
            names.dedup();
            names.join(" ")
        }
    }
}
