//! The pages of a quilt that is cut by templates or sewn over papers: diagram, lists, cutting layouts and what is cut out.

use super::cutting_list::{self, Listed};
use super::papers::{Lying, SharedLines, papers, sharing_lines};
use super::printed::{Laid, Printed};
use super::template::templates;
use super::{diagram, format, matching, materials, rows};
use crate::layout::Sheet;
use crate::page::Page;
use crate::quilt::plan::error::QuiltError;
use crate::quilt::plan::options::Method;
use crate::quilt::plan::{Design, QuiltPlan, TemplateUse};

/// The pages that are read, and the templates or papers, behind `before` others that are true to size.
pub(super) fn pages(plan: &QuiltPlan, before: usize) -> Result<(Vec<Page>, Vec<Page>), QuiltError> {
    let design = &plan.design;
    let papers_are_cut = design.options.method == Method::EnglishPaper;
    let mut pages = diagram::pages(design)?;
    if !papers_are_cut && design.options.seam_allowance > 0.0 {
        pages.extend(matching::map(design)?);
        pages.extend(matching::list(design)?);
    }
    if let Some(rows) = &design.rows {
        pages.extend(rows::pages(design, &rows.plan)?);
    }
    let free = format::long_room(design)?;
    let (printed, sheets) = if papers_are_cut {
        fewest_pages(design, (free.width(), free.height()))?
    } else {
        (templates(design, free.width(), free.height())?, None)
    };
    let laid = match sheets {
        Some(sheets) => Laid::on(sheets, printed.iter().collect()),
        None => Laid::nested(design, printed.iter().collect())?,
    };
    pages.extend(cutting_list::pages(design, &listed(design, &printed, &laid.pages_of(before))?)?);
    pages.extend(materials::layout_pages(plan)?);
    let what = if papers_are_cut { ("paper", "papers") } else { ("template", "templates") };
    Ok((pages, laid.draw(design, what)?))
}

/// The papers of all patches, placed on as few pages as possible, and their sheets if they share lines. Lines are shared
/// where that saves a page, or some of a roll.
fn fewest_pages(design: &Design, room: (f64, f64)) -> Result<(Vec<Printed>, Option<Vec<Sheet>>), QuiltError> {
    let mut best: Option<(Cost, Vec<Printed>)> = None;
    for lying in Lying::ALL {
        let printed = papers(design, room, lying)?;
        let cost = cost(design, &Laid::nested(design, printed.iter().collect())?);
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, printed));
        }
    }
    if let Some(SharedLines { printed, sheets }) = sharing_lines(design, room)? {
        let cost = cost(design, &Laid::on(sheets.clone(), printed.iter().collect()));
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            return Ok((printed, Some(sheets)));
        }
    }
    Ok((best.map(|(_, printed)| printed).unwrap_or_default(), None))
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
