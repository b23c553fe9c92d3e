//! The cutting list: for each template how many patches of which fabric, and where its pages are.

use super::format;
use super::printed::Printed;
use crate::plan::error::QuiltError;
use crate::plan::options::Method;
use crate::plan::yardage::Inches;
use crate::plan::{Design, TemplateUse};
use crate::words::{patches, plural};
use piecework_draw::drawing::{Canvas, Path, Role};
use piecework_draw::geometry::{Bounds, Point};
use piecework_draw::page::{Block, Entry, Figure, Page, Sign};

/// Width and height of a thumbnail, in mm; chosen by eye.
const THUMBNAIL: f64 = 24.0;

/// The least width of a template with its words, in mm.
const COLUMN: f64 = 85.0;

/// One template on the list.
pub(super) struct Listed<'a> {
    pub(super) used: &'a TemplateUse,
    pub(super) printed: &'a Printed,
    /// The box around the cloth that is cut by it.
    pub(super) cut: Bounds,
    /// The pages it is printed on, from 1, ascending.
    pub(super) pages: Vec<usize>,
}

impl Listed<'_> {
    /// Whether it is half of a square of this side.
    fn is_half_of(&self, side: Inches) -> bool {
        let Bounds { left, top, right, bottom } = self.printed.finished;
        let is_three = self.printed.part.outline().corners().count() == 3;
        is_three && [right - left, bottom - top].iter().all(|length| side.is_exactly(*length))
    }
}

/// The pages of the list; `of_units` is the finished side of triangles that are all cut with their units.
pub(super) fn pages(
    design: &Design,
    listed: &[Listed<'_>],
    whole: Option<f64>,
    of_units: Option<Inches>,
) -> Result<Vec<Page>, QuiltError> {
    let figures = listed.iter().map(|listed| figure(design, listed, of_units)).collect();
    let mut blocks = vec![Block::Figures(figures, COLUMN)];
    blocks.extend(whole.map(|cell| Block::Paragraph(taped(design, cell))));
    format::section(design, "cutting list", blocks)
}

/// Up to which cell nothing would be taped together.
fn taped(design: &Design, cell: f64) -> String {
    let (papers, options) = (design.cut_out_name(), &design.options);
    // On point the cells are those of the block.
    let cell = Inches::of_mm(cell * options.block_cell() / options.cell).down_on_a_ruler(options.units);
    format!(
        "The largest {papers} are taped together from several sheets. On {} all {papers} are whole with cells of up to {}.",
        design.options.paper.title,
        cell.write(options.units)
    )
}

/// The template small, with its counts, sizes and pages beside it.
fn figure<'a>(design: &Design, listed: &'a Listed<'a>, of_units: Option<Inches>) -> Figure<'a> {
    let used = listed.used;
    let size =
        |bounds: Bounds| format!("{} × {}", design.write(bounds.width()), design.write(bounds.height()));
    let papers = design.options.method == Method::EnglishPaper;
    let what = if papers { "Papers" } else { "Template" };
    let counts = hands(used.count, used.mirrored, papers);
    // Triangles that are sewn to squares first are cut as their recipe says.
    let heading = match of_units.is_some_and(|side| listed.is_half_of(side)) {
        true => format!("{what} {}: {counts}, cut with their units", used.name),
        false => format!("{what} {}: cut {counts}", used.name),
    };
    let total = cloth(design, used.count + used.mirrored);
    let (finished, cut) = (size(listed.printed.finished), size(listed.cut));
    let mut lines = vec![format!("{total}; finished {finished}"), format!("unfinished {cut}")];
    lines.extend(fabric_lines(design, used, papers));
    lines.push(place(&listed.pages, design.cut_out_name(), listed.printed.grid.is_some()));
    let lines = lines.into_iter().map(|words| Entry::new(Sign::None, words));
    let beside = std::iter::once(Entry::new(Sign::CheckBox, heading).bold()).chain(lines).collect();
    let draw = move |canvas: &mut Canvas, room: Bounds| draw_thumbnail(canvas, listed, room);
    Figure { width: THUMBNAIL, height: THUMBNAIL, beside, draw: Box::new(draw) }
}

/// The template small; where it is divided, with the map of its pages.
fn draw_thumbnail(canvas: &mut Canvas, listed: &Listed<'_>, area: Bounds) {
    let (part, bounds) = (&listed.printed.part, listed.printed.part.bounds());
    let one = listed.used.count + listed.used.mirrored == 1 || listed.pages.len() == listed.printed.pages();
    if let Some(grid) = listed.printed.grid.as_ref().filter(|_| one) {
        let shape = Path::outline(&part.outline().moved(-bounds.left, -bounds.top));
        let numbers: Vec<String> = listed.pages.iter().map(usize::to_string).collect();
        grid.draw_map(canvas, area, &[shape], &numbers);
        return;
    }
    let scale = (area.width() / bounds.width()).min(area.height() / bounds.height());
    let put = |p: Point| Point {
        x: area.left + (p.x - bounds.left) * scale,
        y: area.top + (p.y - bounds.top) * scale,
    };
    canvas.path(Role::Engrave, Path::outline(part.outline()).mapped(put));
}

/// A number of patches, or of parts of patches.
pub(super) fn cloth(design: &Design, count: usize) -> String {
    match &design.cut {
        None => patches(count),
        Some(cut) => plural(count, if cut.rows().is_some() { "strip" } else { "piece" }),
    }
}

/// One line for each fabric that the template is cut from.
pub(super) fn fabric_lines(design: &Design, used: &TemplateUse, papers: bool) -> Vec<String> {
    let fabrics = design.fabrics.iter().zip(&used.by_fabric);
    fabrics
        .filter(|(_, (count, mirrored))| count + mirrored > 0)
        .map(|(fabric, &(count, mirrored))| format!("{}: {}", fabric.name, hands(count, mirrored, papers)))
        .collect()
}

/// Counts of both hands, as quilters write them.
pub(super) fn hands(count: usize, mirrored: usize, papers: bool) -> String {
    let r = if papers { "r (mirror images)" } else { "r (template reversed)" };
    match (count, mirrored) {
        (count, 0) => count.to_string(),
        (0, mirrored) => format!("{mirrored} {r}"),
        (count, mirrored) => format!("{count} + {mirrored} {r}"),
    }
}

/// Where the template is printed.
fn place(pages: &[usize], sheets: &str, divided: bool) -> String {
    let runs = pages.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [page] => page.to_string(),
        [first, .., last] => format!("{first} to {last}"),
        [] => String::new(),
    });
    let runs = runs.collect::<Vec<String>>().join(", ");
    match (pages.len(), divided) {
        (0, _) => String::new(),
        (1, _) => format!("Printed on page {runs} of the {sheets}."),
        (_, false) => format!("Printed on pages {runs} of the {sheets}."),
        (_, true) => {
            format!(
                "Printed on pages {runs} of the {sheets}: trim one margin along its crosses, match the crosses, tape."
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_written_as_n_and_n_r() {
        assert_eq!(hands(3, 0, false), "3");
        assert_eq!(hands(3, 2, false), "3 + 2 r (template reversed)");
        assert_eq!(hands(0, 2, true), "2 r (mirror images)");
    }

    #[test]
    fn pages_are_listed_in_runs() {
        assert_eq!(place(&[7], "papers", false), "Printed on page 7 of the papers.");
        assert_eq!(place(&[7, 8, 9, 12], "papers", false), "Printed on pages 7 to 9, 12 of the papers.");
        assert!(
            place(&[7, 8], "templates", true).starts_with("Printed on pages 7 to 8 of the templates: trim")
        );
    }
}
