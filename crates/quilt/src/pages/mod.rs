//! The pages of a pattern, in order, and its picture. Everything on them comes from the plan.

mod border;
mod chart;
mod cover;
mod cutting_list;
mod diagram;
mod edge;
mod finishing;
mod format;
mod glossary;
mod in_words;
mod layouts;
mod matching;
mod materials;
mod methods;
mod papers;
mod printed;
mod quilt_picture;
mod quilting;
mod repeats;
mod row_names;
mod rows;
mod scene;
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
use super::plan::options::PatternPages;
use super::plan::paper::printable;
use piecework_draw::drawing::{Canvas, Drawing, Medium, Path, Role};
use piecework_draw::layout::LayoutError;
use piecework_draw::page::{Page, joined_in_best_order, one_by_one};
use piecework_tiling::tiling::tiling_in_words;
use quilt_picture::QuiltPicture;

pub use in_words::{Part, in_words, plain_text};
pub use layouts::{LayoutLook, cutting_layouts};

/// The longer side of the picture of the quilt, in mm.
const PICTURE: f64 = 300.0;

/// What is read before sewing, in either order.
struct Read {
    /// What is cut, and how.
    lists: Vec<Page>,
    /// The cutting layouts, which follow the lists, in several sizes, the largest first.
    layouts: Vec<Vec<Page>>,
    /// Diagrams and maps, and what is explained below them.
    pictures: Vec<Page>,
}

/// Lays out the booklet of a pattern, which is read at the sewing machine, and the sheets that are cut out or
/// measured by, which must be printed true to size. Each has its own page numbers, and each page becomes a drawing when it
/// is asked for.
///
/// # Errors
/// [`QuiltError::PaperTooSmall`], errors of geometry, layout and drawing, and [`QuiltError::Stopped`].
pub fn pages(
    plan: &QuiltPlan,
) -> Result<[impl ExactSizeIterator<Item = Result<Drawing, LayoutError>> + use<>; 2], QuiltError> {
    printable(&plan.design.options.paper)?;
    let stop = &plan.design.options.stop;
    let mut cover = cover::pages(plan)?;
    let mut materials = materials::pages(plan)?;
    stop.check()?;
    let is_full = plan.options().pages == PatternPages::Full;
    let mut booklet = Vec::new();
    if is_full || methods::trade_off(plan).is_some() {
        booklet.extend(methods::pages(plan)?);
    }
    booklet.extend(chart::pages(plan)?);
    let mut true_size = seam_test::pages(&plan.design)?;
    let (read, cut_out) = match (&plan.straight, &plan.summary.fused) {
        (Some(seams), _) => straight::pages(plan, seams, true_size.len())?,
        (None, Some(fused)) => (chart::fused(plan, fused)?, Vec::new()),
        (None, None) => templates::pages(plan, true_size.len())?,
    };
    stop.check()?;
    true_size.extend(cut_out);
    let mut sewing = match &plan.repeats {
        Some(repeats) => repeats::pages(plan, repeats)?,
        None if plan.design.is_chart() => vec![Vec::new()],
        None => vec![step_cards::pages(plan)?],
    };
    stop.check()?;
    let mut finish = edge::pages(plan)?;
    finish.extend(border::pages(plan)?);
    finish.extend(finishing::pages(plan)?);
    if is_full {
        finish.extend(quilt_picture::coloring_page(plan)?);
    }
    stop.check()?;
    let Read { mut lists, mut layouts, mut pictures } = read;
    lists.extend(rows::half_squares(plan)?);
    let all = [&mut cover, &mut booklet, &mut lists, &mut pictures, &mut finish].into_iter();
    let all = all.chain(&mut materials).chain(&mut layouts).chain(&mut sewing);
    all.flatten().for_each(Page::settle);
    let orders = layouts.iter().flat_map(|layouts| {
        let (lists, pictures) = ([&lists, layouts], [&pictures]);
        [[&lists[..], &pictures[..]].concat(), [&pictures[..], &lists[..]].concat()]
    });
    let orders = orders.flat_map(|read| sewing.iter().map(move |sewing| (read.clone(), sewing)));
    let orders = orders.flat_map(|order| materials.iter().map(move |materials| (order.clone(), materials)));
    let orders = orders.map(|((read, sewing), materials)| {
        let parts = [&cover, materials, &booklet].into_iter().chain(read).chain([sewing, &finish]);
        parts.flatten().cloned().collect()
    });
    let mut booklet = joined_in_best_order(orders, stop)?;
    if let Some(cover) = booklet.first_mut() {
        cover.describe(top_in_words(plan));
    }
    Ok([one_by_one(booklet), one_by_one(true_size)])
}

/// What a picture of the quilt shows.
fn top_in_words(plan: &QuiltPlan) -> String {
    let fabric = |patch: usize| plan.patches.get(patch).map(|patch| patch.fabric.as_str());
    tiling_in_words(&plan.design.whole, fabric)
}

/// Draws the quilting as one line, true to size, with the edges of the quilt and of its top as guides; none if no way to
/// quilt was chosen. The drawing is as large as the finished quilt.
///
/// # Errors
/// [`QuiltError::Drawing`].
pub fn quilting_lines(plan: &QuiltPlan) -> Result<Option<Drawing>, QuiltError> {
    let Some(line) = &plan.quilting else { return Ok(None) };
    let (side, across) = quilt_picture::border_widths(plan);
    let bounds = plan.design.extent();
    let size = (bounds.width() + 2.0 * side, bounds.height() + 2.0 * across);
    let mut canvas = Canvas::new(plan.design.title(), Medium::Machine, size.0, size.1);
    let whole = canvas.bounds();
    canvas.path(Role::Guide, Path::rectangle(whole));
    if side.max(across) > 0.0 {
        canvas.path(Role::Guide, Path::rectangle(bounds.moved(side - bounds.left, across - bounds.top)));
    }
    let points: Vec<_> = line.points.iter().map(|at| at.moved(side, across)).collect();
    canvas.path(Role::Sew, Path::polyline(&points).named("quilting"));
    Ok(Some(canvas.finish()?))
}

/// Draws the finished quilt alone, for a screen.
///
/// # Errors
/// [`QuiltError::Drawing`].
pub fn picture(plan: &QuiltPlan) -> Result<Drawing, QuiltError> {
    const EDGE: f64 = 5.0;
    let picture = QuiltPicture::new(plan);
    let (width, height) = picture.size();
    let scale = PICTURE / width.max(height);
    let (width, height) = (width * scale + 2.0 * EDGE, height * scale + 2.0 * EDGE);
    let mut canvas = Canvas::new(plan.design.title(), Medium::Print, width, height);
    let whole = canvas.bounds().inset(EDGE);
    picture.draw(&mut canvas, whole);
    canvas.describe(top_in_words(plan));
    Ok(canvas.finish()?)
}
