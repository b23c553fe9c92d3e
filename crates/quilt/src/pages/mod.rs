//! The pages of a pattern, in order, and its picture. Everything on them comes from the plan.

mod border;
mod coloring;
mod cover;
mod cutting_list;
mod diagram;
mod edge;
mod finishing;
mod format;
mod in_words;
mod layouts;
mod matching;
mod materials;
mod methods;
mod notions;
mod papers;
mod plain;
mod printed;
mod rows;
mod seam_test;
mod signs;
mod step_cards;
mod step_picture;
mod straight;
mod template;
mod templates;
mod y_seam;

use super::plan::QuiltPlan;
use super::plan::error::QuiltError;
use super::plan::paper::printable;
use piecework_draw::drawing::{Canvas, Diagram, Drawing, Medium};
use piecework_draw::geometry::Bounds;
use piecework_draw::page::{finish, joined};
use piecework_tiling::tiling::tiling_in_words;

pub use in_words::{Part, in_words};
pub use layouts::{LayoutLook, cutting_layouts};
pub use plain::plain_text;

/// The least width of the colored picture, in mm; it is wider where its labels need more room.
const PICTURE: f64 = 200.0;

/// Lays out the booklet of a pattern, which is read at the sewing machine, and the sheets that are cut out or
/// measured by, which must be printed true to size. Each has its own page numbers.
///
/// # Errors
/// [`QuiltError::PaperTooSmall`], errors of geometry, layout and drawing, and [`QuiltError::Stopped`].
pub fn pages(plan: &QuiltPlan) -> Result<(Vec<Drawing>, Vec<Drawing>), QuiltError> {
    printable(&plan.design.options.paper)?;
    let stop = &plan.design.options.stop;
    let mut booklet = cover::pages(plan)?;
    booklet.extend(methods::pages(plan)?);
    stop.check()?;
    booklet.extend(materials::pages(plan)?);
    let mut true_size = seam_test::pages(&plan.design)?;
    let (read, cut_out) = match &plan.straight {
        Some(seams) => straight::pages(plan, seams, true_size.len())?,
        None => templates::pages(plan, true_size.len())?,
    };
    booklet.extend(read);
    stop.check()?;
    true_size.extend(cut_out);
    booklet.extend(step_cards::pages(plan)?);
    stop.check()?;
    booklet.extend(edge::pages(plan)?);
    booklet.extend(border::pages(plan)?);
    booklet.extend(finishing::pages(plan)?);
    booklet.extend(coloring::pages(plan)?);
    stop.check()?;
    let mut booklet = finish(joined(booklet))?;
    if let Some(cover) = booklet.first_mut() {
        *cover = cover.clone().described(top_in_words(plan));
    }
    stop.check()?;
    Ok((booklet, finish(true_size)?))
}

/// What a picture of the quilt shows.
fn top_in_words(plan: &QuiltPlan) -> String {
    let fabric = |patch: usize| plan.patches.get(patch).map(|patch| patch.fabric.as_str());
    tiling_in_words(&plan.design.whole, fabric)
}

/// Draws the quilt alone in its fabrics, with numbers on its patches, for a screen.
///
/// # Errors
/// [`QuiltError::Drawing`].
pub fn picture(plan: &QuiltPlan) -> Result<Drawing, QuiltError> {
    const EDGE: f64 = 5.0;
    let design = &plan.design;
    let bounds = design.patchwork.bounds();
    let (colors, labels) = (design.colors(), design.labels());
    let largest_scale = f64::INFINITY;
    let diagram = Diagram {
        patchwork: &design.patchwork,
        colors: &colors,
        labels: &labels,
        curves: &[],
        largest_scale,
    };
    let width = PICTURE.max(diagram.least_scale() * bounds.width());
    let height = bounds.height() / bounds.width() * width;
    let mut canvas = Canvas::new(design.title(), Medium::Print, width + 2.0 * EDGE, height + 2.0 * EDGE);
    let room = Bounds { left: EDGE, top: EDGE, right: EDGE + width, bottom: EDGE + height };
    cover::draw_on_background(plan, &mut canvas, &diagram, room);
    canvas.describe(top_in_words(plan));
    Ok(canvas.finish()?)
}
