//! The pages of a quilt that is cut by templates or sewn over papers: diagram, lists, cutting layouts and
//! what is cut out.

use super::cutting_list::{self, Listed};
use super::papers::{self, Pile, piles};
use super::printed::{Laid, Nesting, Printed};
use super::template::{fillers, scallop, templates};
use super::{Read, diagram, format, matching, materials, rows};
use crate::plan::error::QuiltError;
use crate::plan::options::{Method, PatternPages};
use crate::plan::{Design, QuiltPlan, TemplateUse};
use crate::units::Units;
use piecework_draw::page::{Page, StripEdge};

/// The pages that are read, and the templates or papers, behind `before` others that are true to size.
pub(super) fn pages(plan: &QuiltPlan, before: usize) -> Result<(Read, Vec<Page>), QuiltError> {
    let design = &plan.design;
    let papers_are_cut = design.options.method == Method::EnglishPaper;
    let sheets = best_sheets(design)?;
    let laid = sheets.laid(design, Nesting::Outlines)?;
    let listed = listed(design, &sheets.piles, &laid.pages_of(before))?;
    let halves = plan.summary.half_squares.as_ref().filter(|halves| halves.are_all_in_units(design));
    let whole = whole_up_to(design, &sheets.piles)?;
    let lists = cutting_list::pages(design, &listed, whole, halves.map(|halves| halves.finished))?;
    let layouts = materials::layout_pages(plan)?;
    let is_short = plan.shows_repeats_only();
    let mut pictures = if is_short { Vec::new() } else { diagram::pages(design, &[])? };
    // Strips of straight rows have nothing to match but their ends.
    let matches = design.rows().is_none() || design.options.pages == PatternPages::Full;
    if !is_short && matches && !papers_are_cut && design.options.seam_allowance > 0.0 {
        pictures.extend(matching::map(design)?);
        pictures.extend(matching::list(design)?);
    }
    if let Some(rows) = design.rows() {
        pictures.extend(rows::pages(design, &rows.plan, &plan.summary.row_steps)?);
    }
    let what = if papers_are_cut { ("paper", "papers") } else { ("template", "templates") };
    let mut cut_out = laid.draw(design, what)?;
    let free = format::long_room(design, sheets.edge)?;
    let mut edge = fillers(design, free.dimensions())?;
    edge.extend(scallop(design, free.dimensions())?);
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

/// Everything that is cut out of paper, and where sheets have their strip of words.
struct Sheets {
    piles: Vec<Pile>,
    edge: StripEdge,
}

impl Sheets {
    fn laid(&self, design: &Design, nesting: Nesting) -> Result<Laid<'_>, QuiltError> {
        if design.options.method == Method::EnglishPaper {
            return papers::laid(design, &self.piles, self.edge);
        }
        Laid::nested(design, self.piles.iter().map(|pile| &pile.printed).collect(), self.edge, nesting)
    }
}

/// The templates or papers with the strip along the edge where they take fewer sheets, and some of a roll.
fn best_sheets(design: &Design) -> Result<Sheets, QuiltError> {
    let mut best: Option<(Cost, Sheets)> = None;
    // A page off a roll ends below its content, so a strip beside it would be too short for its words.
    let edges = if design.options.paper.roll { &StripEdge::ALL[..1] } else { StripEdge::ALL };
    for &edge in edges {
        design.options.stop.check()?;
        let room = format::long_room(design, edge)?.dimensions();
        let piles = match design.options.method {
            Method::EnglishPaper => piles(design, room)?,
            _ => {
                let pile = |(template, printed)| Pile { template, printed, count: 1 };
                templates(design, room)?.into_iter().enumerate().map(pile).collect()
            }
        };
        let sheets = Sheets { piles, edge };
        let cost = cost(design, &sheets.laid(design, Nesting::Boxes)?);
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, sheets));
        }
    }
    Ok(best.map_or(Sheets { piles: Vec::new(), edge: StripEdge::Lower }, |(_, sheets)| sheets))
}

/// The largest cell with which everything is whole on a sheet, on a ruler's lines; none if everything is
/// whole already.
///
/// # Units
/// mm.
fn whole_up_to(design: &Design, piles: &[Pile]) -> Result<Option<f64>, QuiltError> {
    let cell = design.options.cell;
    let printed = || piles.iter().map(|pile| &pile.printed);
    if printed().all(|printed| printed.grid.is_none()) {
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
        largest = largest.max(printed().map(of_one).fold(f64::INFINITY, f64::min));
    }
    let step = match design.options.units {
        Units::Imperial => 25.4 / 8.0,
        Units::Metric => 5.0,
    };
    let whole = ((largest + 1e-6) / step).floor() * step;
    Ok((whole > 0.0 && whole < cell).then_some(whole))
}

/// Sheets, then mm of a roll.
type Cost = (usize, f64);

fn cost(design: &Design, laid: &Laid<'_>) -> Cost {
    (laid.sheet_count(), if design.options.paper.roll { laid.lowest() } else { 0.0 })
}

/// The entries of the cutting list.
fn listed<'a>(
    design: &'a Design,
    piles: &'a [Pile],
    pages: &[Vec<usize>],
) -> Result<Vec<Listed<'a>>, QuiltError> {
    let papers_are_cut = design.options.method == Method::EnglishPaper;
    let entry = |(index, used): (usize, &'a TemplateUse)| {
        let own = || piles.iter().zip(pages).filter(move |(pile, _)| pile.template == index);
        let mut pages: Vec<usize> = own().flat_map(|(_, pages)| pages.iter().copied()).collect();
        pages.sort_unstable();
        pages.dedup();
        let Some(printed) = own().next().map(|(pile, _)| &pile.printed) else { return Ok(None) };
        let mut cut = printed.part.bounds();
        if papers_are_cut {
            let outline = printed.part.outline();
            cut = outline.with_allowance(design.options.seam_allowance, &used.name)?.bounds();
        }
        Ok(Some(Listed { used, printed, cut, pages }))
    };
    design.templates.iter().enumerate().filter_map(|of| entry(of).transpose()).collect()
}
