//! Draws solutions.

use super::{Sketch, labels, parsed, patchwork};
use crate::plan::{Grid, PagePlan, Places, ShownSolution, picture_colors};
use crate::{PuzzleSheetError, SheetOptions, float};
use piecework_draw::drawing::{Canvas, Diagram, Drawing, Medium};
use piecework_draw::geometry::Bounds;
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
            let (colors, labels) =
                (self.colors(shown.puzzle, shown.solution), labels(&patchwork, self.plan.letters));
            let (patchwork, colors, labels) = (&patchwork, &colors[..], &labels[..]);
            let diagram = Diagram { patchwork, colors, labels, curves: &[], largest_scale: LARGEST_CELL };
            let place = grid.place(index);
            let drawn = diagram.draw(&mut page.canvas, Bounds { bottom: place.bottom - below, ..place });
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
    let labels = labels(&patchwork, options.letters);
    let bounds = patchwork.bounds();
    let (width, height) = (bounds.width() * cell, bounds.height() * cell);
    let room = Bounds { left: 0.0, top: 0.0, right: width, bottom: height }.inset(-AROUND);
    let mut canvas = Canvas::new(tiling.puzzle().name(), Medium::Print, room.width(), room.height());
    let inner = canvas.bounds().inset(AROUND);
    let (patchwork, colors, labels) = (&patchwork, &colors[..], &labels[..]);
    Diagram { patchwork, colors, labels, curves: &[], largest_scale: LARGEST_CELL }.draw(&mut canvas, inner);
    canvas.describe(tiling_in_words(tiling, |_| None));
    Ok(canvas.finish()?)
}
