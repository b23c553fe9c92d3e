//! The pages of a quilt that is cut by templates or sewn over papers: diagram, lists, cutting layouts and
//! what is cut out.

use super::cutting_list::{self, Listed};
use super::papers::{Lying, SharedLines, papers, sharing_lines};
use super::printed::{Laid, Nesting, Printed};
use super::template::{fillers, scallop, templates};
use super::{Read, diagram, format, matching, materials, rows};
use crate::plan::error::QuiltError;
use crate::plan::options::Method;
use crate::plan::{Design, QuiltPlan, TemplateUse};
use crate::units::Units;
use piecework_draw::geometry::Ring;
use piecework_draw::layout::Sheet;
use piecework_draw::page::{Page, StripEdge};

/// The pages that are read, and the templates or papers, behind `before` others that are true to size.
pub(super) fn pages(plan: &QuiltPlan, before: usize) -> Result<(Read, Vec<Page>), QuiltError> {
    let design = &plan.design;
    let papers_are_cut = design.options.method == Method::EnglishPaper;
    let sheets = best_sheets(design)?;
    let laid = sheets.laid(design)?;
    let listed = listed(design, &sheets.printed, &laid.pages_of(before))?;
    let lists = cutting_list::pages(design, &listed, whole_up_to(design, &sheets.printed)?)?;
    let layouts = materials::layout_pages(plan)?;
    let is_short = plan.shows_repeats_only();
    let mut pictures = if is_short { Vec::new() } else { diagram::pages(design, &[])? };
    if !is_short && !papers_are_cut && design.options.seam_allowance > 0.0 {
        pictures.extend(matching::map(design)?);
        pictures.extend(matching::list(design)?);
    }
    if let Some(rows) = design.rows() {
        pictures.extend(rows::pages(design, &rows.plan, &plan.summary.row_steps)?);
    }
    let what = if papers_are_cut { ("paper", "papers") } else { ("template", "templates") };
    let mut cut_out = laid.draw(design, what)?;
    let free = format::long_room(design, sheets.edge)?;
    let mut edge = fillers(design, (free.width(), free.height()))?;
    edge.extend(scallop(design, (free.width(), free.height()))?);
    if !edge.is_empty() {
        let what =
            if papers_are_cut { ("edge paper", "edge papers") } else { ("edge template", "edge templates") };
        cut_out.extend(
            Laid::nested(design, edge.iter().collect(), sheets.edge, Nesting::Outlines)?
                .draw(design, what)?,
        );
    }
    Ok((Read { lists, layouts, pictures }, cut_out))
}

/// Everything that is cut out of paper, and how it is put on sheets.
struct Sheets {
    printed: Vec<Printed>,
    edge: StripEdge,
    /// The sheets of papers that share lines, and the fields between them.
    shared: Option<(Vec<Sheet>, Vec<Vec<Ring>>)>,
}

impl Sheets {
    fn laid(&self, design: &Design) -> Result<Laid<'_>, QuiltError> {
        let printed = self.printed.iter().collect();
        match &self.shared {
            Some((sheets, waste)) => {
                let how = (self.edge, &design.options.stop);
                Laid::on(sheets.clone(), waste.clone(), printed, how)
            }
            None => Laid::nested(design, printed, self.edge, Nesting::Outlines),
        }
    }
}

/// The templates or papers with the strip along the edge where they take fewer sheets, and some of a roll.
fn best_sheets(design: &Design) -> Result<Sheets, QuiltError> {
    let mut best: Option<(Cost, Sheets)> = None;
    let mut consider = |cost: Cost, sheets: Sheets| {
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, sheets));
        }
    };
    // A page off a roll ends below its content, so a strip beside it would be too short for its words.
    let edges = if design.options.paper.roll { &StripEdge::ALL[..1] } else { StripEdge::ALL };
    for &edge in edges {
        let room = format::long_room(design, edge)?;
        let room = (room.width(), room.height());
        for printed in ways(design, room)? {
            design.options.stop.check()?;
            let laid = Laid::nested(design, printed.iter().collect(), edge, Nesting::Boxes)?;
            consider(cost(design, &laid), Sheets { printed, edge, shared: None });
        }
        if design.options.method != Method::EnglishPaper {
            continue;
        }
        if let Some(SharedLines { printed, sheets, waste }) = sharing_lines(design, room)? {
            let laid =
                Laid::on(sheets.clone(), Vec::new(), printed.iter().collect(), (edge, &design.options.stop))?;
            consider(cost(design, &laid), Sheets { printed, edge, shared: Some((sheets, waste)) });
        }
    }
    let none = Sheets { printed: Vec::new(), edge: StripEdge::Lower, shared: None };
    Ok(best.map_or(none, |(_, sheets)| sheets))
}

/// The largest cell with which everything is whole on a sheet, on a ruler's lines; none if everything is
/// whole already.
///
/// # Units
/// mm.
fn whole_up_to(design: &Design, printed: &[Printed]) -> Result<Option<f64>, QuiltError> {
    let cell = design.options.cell;
    if printed.iter().all(|printed| printed.grid.is_none()) {
        return Ok(None);
    }
    let rooms = [StripEdge::Lower, StripEdge::Right].map(|edge| format::long_room(design, edge));
    let mut largest = 0.0_f64;
    for room in rooms {
        let room = room?;
        let of_one = |printed: &Printed| {
            // What grows with the cell, and the seam allowances, which do not.
            let (finished, cut) = (printed.finished, printed.part.bounds());
            let cells = (finished.width() / cell, finished.height() / cell);
            let seams = (cut.width() - finished.width(), cut.height() - finished.height());
            let fits =
                |width: f64, height: f64| ((width - seams.0) / cells.0).min((height - seams.1) / cells.1);
            fits(room.width(), room.height()).max(fits(room.height(), room.width()))
        };
        largest = largest.max(printed.iter().map(of_one).fold(f64::INFINITY, f64::min));
    }
    let step = match design.options.units {
        Units::Imperial => 25.4 / 8.0,
        Units::Metric => 5.0,
    };
    let whole = ((largest + 1e-6) / step).floor() * step;
    Ok((whole > 0.0 && whole < cell).then_some(whole))
}

/// The templates, or the papers of all patches in all ways in which they lie.
fn ways(design: &Design, room: (f64, f64)) -> Result<Vec<Vec<Printed>>, QuiltError> {
    if design.options.method == Method::EnglishPaper {
        return Lying::ALL.into_iter().map(|lying| papers(design, room, lying)).collect();
    }
    Ok(vec![templates(design, room.0, room.1)?])
}

/// Pages, then mm of a roll.
type Cost = (usize, f64);

fn cost(design: &Design, laid: &Laid<'_>) -> Cost {
    (laid.page_count(), if design.options.paper.roll { laid.lowest() } else { 0.0 })
}

/// The entries of the cutting list; `printed` are templates, or the papers of all patches.
fn listed<'a>(
    design: &'a Design,
    printed: &'a [Printed],
    pages: &[Vec<usize>],
) -> Result<Vec<Listed<'a>>, QuiltError> {
    let papers_are_cut = design.options.method == Method::EnglishPaper;
    let entry = |(index, used): (usize, &'a TemplateUse)| {
        let patches = design.patchwork.patches().iter().enumerate();
        let own: Vec<usize> = if papers_are_cut {
            patches.filter(|(_, patch)| patch.piece() == used.piece).map(|(index, _)| index).collect()
        } else {
            vec![index]
        };
        let mut pages: Vec<usize> = own.iter().flat_map(|&index| pages[index].iter().copied()).collect();
        pages.sort_unstable();
        pages.dedup();
        let printed = &printed[own[0]];
        let mut cut = printed.part.bounds();
        if papers_are_cut {
            let outline = printed.part.outline();
            cut = outline.with_allowance(design.options.seam_allowance, &used.name)?.bounds();
        }
        Ok(Listed { used, printed, cut, pages })
    };
    design.templates.iter().enumerate().map(entry).collect()
}
