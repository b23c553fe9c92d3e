//! Draws the assembly pages of a cut: the assembly diagram, the release order and the panels.
//!
//! Everything is read from the [`CutPlan`]; the tiling gives the shapes. This module decides only the layout
//! on paper.

mod exploded;
mod insert_card;
mod job_sheet;
mod panels;
mod pictures;
mod releases;
mod thumbnail;

use super::CutError;
use super::plan::{CutPlan, PlannedFabric, PlannedFabrics};
use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, Diagram, Drawing, Medium};
use piecework_draw::geometry::{Bounds, Patchwork, Point, Stretch};
use piecework_draw::layout::{GridPage, PAGE_OVERLAP, SheetFormat, divide};
use piecework_draw::page::{
    Block, Entry, Figure, Foot, Page, PageFormat, Section, Sign, Title, finish, sizes,
};
use piecework_tiling::stop::StopFlag;
use piecework_tiling::text::plural;
use piecework_tiling::tiling::Tiling;

pub use insert_card::insert_card_pages;
pub use job_sheet::job_sheet_pages;
pub use pictures::{ListingPicture, ListingView, listing_pictures};

/// The pages of a plan, numbered together in this order.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CutPages {
    /// The place of each piece; on the first page the whole design, and if its numbers would be too small to
    /// read, then parts of it at a scale that shows them all.
    pub assembly: Vec<Drawing>,
    /// The release of each piece; empty if the list fits under the assembly diagram, if tabs hold all pieces,
    /// or if every piece has a separate outline.
    pub releases: Vec<Drawing>,
    /// The place of each panel, and then each panel with its numbers; empty for a single sheet.
    pub panels: Vec<Drawing>,
}

impl CutPages {
    /// Returns all pages, in order.
    pub fn all(&self) -> impl Iterator<Item = &Drawing> {
        self.assembly.iter().chain(&self.releases).chain(&self.panels)
    }
}

/// Draws the pages of a plan for the tiling that it was made from.
///
/// # Errors
/// [`CutError::Layout`] if the paper is too small, or if it is stopped.
pub fn pages(
    plan: &CutPlan,
    tiling: &Tiling,
    (paper, stop): (&SheetFormat, &StopFlag),
) -> Result<CutPages, CutError> {
    design_pages(plan, std::slice::from_ref(tiling), (paper, stop))
}

/// Draws the pages of a plan of several designs, those of each from its tiling.
///
/// # Errors
/// As [`pages`].
pub fn design_pages(
    plan: &CutPlan,
    tilings: &[Tiling],
    (paper, stop): (&SheetFormat, &StopFlag),
) -> Result<CutPages, CutError> {
    let format = PageFormat::new(paper.clone(), Foot::not_to_scale());
    let format = PageFormat { stop: stop.clone(), ..format };
    let (mut assembly, mut releases, mut panels) = (Vec::new(), Vec::new(), Vec::new());
    let (upright, level) = (format.clone(), turned(&format));
    for (plan, tiling) in plan.each_design().iter().zip(tilings) {
        let patchwork = plan.patchwork(tiling)?;
        let format = if fills_better(&patchwork, (&upright, &level))? { &level } else { &upright };
        let numbers = plan.before + 1..=plan.before + plan.summary.pieces;
        let labels: Vec<String> = numbers.map(|number| number.to_string()).collect();
        let curves = plan.edge_curves(&patchwork);
        let diagrams =
            Diagrams { plan, tiling, patchwork: &patchwork, labels: &labels, curves: &curves, format };
        let (own, listed) = diagrams.assembly()?;
        assembly.extend(own);
        assembly.extend(diagrams.details()?);
        releases.extend(listed);
        panels.extend(diagrams.panels()?);
    }
    let (assemblies, listed) = (assembly.len(), releases.len());
    let mut assembly = finish(assembly.into_iter().chain(releases).chain(panels).collect())?;
    let mut releases = assembly.split_off(assemblies);
    let panels = releases.split_off(listed);
    Ok(CutPages { assembly, releases, panels })
}

/// How much larger a diagram must be on a page that is turned; chosen by eye.
const WORTH_TURNING: f64 = 1.15;

/// Returns the format turned by a quarter.
fn turned(format: &PageFormat) -> PageFormat {
    let SheetFormat { width, height, .. } = format.paper;
    let paper = SheetFormat { width: height, height: width, ..format.paper.clone() };
    PageFormat { paper, ..format.clone() }
}

/// Returns whether a design is drawn much larger on the second of two formats; a roll is not turned.
fn fills_better(
    patchwork: &Patchwork,
    (upright, level): (&PageFormat, &PageFormat),
) -> Result<bool, CutError> {
    if upright.paper.roll {
        return Ok(false);
    }
    let diagram = Diagram { patchwork, colors: &[], labels: &[], curves: &[], largest_scale: LARGEST_SCALE };
    let scale = |format: &PageFormat| -> Result<f64, CutError> {
        Ok(diagram.scale_in(format.room(&Title::new("title", "line"))?))
    };
    Ok(scale(level)? > WORTH_TURNING * scale(upright)?)
}

/// The largest scale of the assembly diagram, so that small puzzles fill the page too; chosen by eye.
const LARGEST_SCALE: f64 = 4.0;

/// Data for all pages.
struct Diagrams<'a> {
    plan: &'a CutPlan,
    tiling: &'a Tiling,
    patchwork: &'a Patchwork,
    labels: &'a [String],
    /// For each edge its curve.
    curves: &'a [Vec<Stretch>],
    format: &'a PageFormat,
}

impl Diagrams<'_> {
    /// Returns the design with the numbers of its pieces, and the release order: on the same page if it fits.
    fn assembly(&self) -> Result<(Vec<Page>, Vec<Page>), CutError> {
        let title = || Title::new(&self.plan.title, "where each piece goes");
        let colors = self.plan.fabrics.as_ref().map_or_else(Vec::new, PlannedFabrics::colors);
        let legend = || self.plan.fabrics.as_ref().map(|fabrics| Block::Legend(fabrics.entries()));
        let room = self.format.room(&title())?;
        let height = |block: &Block<'_>| block.height(room.width()) + sizes::AIR;
        let below = legend().as_ref().map_or(0.0, height);
        let with_legend = |below: f64| -> Vec<Block<'_>> {
            let figure = self.figure(self.patchwork, &colors, self.labels, shortened(room, below));
            std::iter::once(Block::Figure(figure)).chain(legend()).collect()
        };
        let list = releases::blocks(&self.plan.summary);
        if list.is_empty() {
            return Ok((self.section(title(), with_legend(below))?, Vec::new()));
        }
        let under = below + list.iter().map(height).sum::<f64>();
        let together = self.section(title(), with_legend(under).into_iter().chain(list).collect())?;
        if together.len() == 1 {
            return Ok((together, Vec::new()));
        }
        let order = Title::new(&self.plan.title, "release order");
        let list = self.section(order, releases::blocks(&self.plan.summary))?;
        Ok((self.section(title(), with_legend(below))?, list))
    }

    /// Returns the parts of the design at a scale that shows every number, if one page does not.
    fn details(&self) -> Result<Vec<Page>, CutError> {
        let title = Title::new(&self.plan.title, "where each piece goes, in parts");
        let room = self.format.room(&title)?;
        let colors = self.plan.fabrics.as_ref().map_or_else(Vec::new, PlannedFabrics::colors);
        let whole = Diagram {
            patchwork: self.patchwork,
            colors: &colors,
            labels: self.labels,
            curves: self.curves,
            largest_scale: 1.0,
        };
        let scale = whole.least_scale();
        if whole.scale_in(room) >= scale {
            return Ok(Vec::new());
        }
        let bounds = self.patchwork.bounds();
        let mut canvas = Canvas::new("parts", Medium::Print, bounds.width() * scale, bounds.height() * scale);
        let all = canvas.bounds();
        let whole = Diagram { largest_scale: scale, ..whole };
        whole.draw_empty(&mut canvas, all);
        whole.draw(&mut canvas, all);
        let grid = divide(&canvas.finish()?, room.width(), room.height(), PAGE_OVERLAP)?;
        let part = |part: &GridPage| {
            let mut page = Page::new(self.format, title.clone())?.of_grid(&grid, part);
            let corner = Point { x: page.free.left, y: page.free.top };
            part.draw(&mut page.canvas, corner);
            Ok(page)
        };
        grid.pages().iter().map(part).collect()
    }

    fn section(&self, title: Title, blocks: Vec<Block<'_>>) -> Result<Vec<Page>, CutError> {
        Ok(Section { title, blocks, legend: Vec::new() }.pages(self.format)?)
    }

    /// Returns a diagram as large as fits, at most [`LARGEST_SCALE`].
    fn figure<'b>(
        &'b self,
        patchwork: &'b Patchwork,
        colors: &'b [Color],
        labels: &'b [String],
        room: Bounds,
    ) -> Figure<'b> {
        // Panels are straight.
        let curves = if std::ptr::eq(patchwork, self.patchwork) { self.curves } else { &[] };
        let diagram = Diagram { patchwork, colors, labels, curves, largest_scale: LARGEST_SCALE };
        let (bounds, scale) = (patchwork.bounds(), diagram.scale_in(room));
        let (width, height) = (bounds.width() * scale, bounds.height() * scale);
        let draw = Box::new(move |canvas: &mut piecework_draw::drawing::Canvas, room: Bounds| {
            diagram.draw_empty(canvas, room);
            diagram.draw(canvas, room);
        });
        Figure { width, height, beside: Vec::new(), draw }
    }
}

/// Returns a room without the space kept free below it; never less than half.
fn shortened(room: Bounds, below: f64) -> Bounds {
    Bounds { bottom: room.bottom - below.min(room.height() / 2.0), ..room }
}

impl PlannedFabrics {
    /// Returns every fabric with its color and number of pieces.
    pub(super) fn entries(&self) -> Vec<Entry> {
        let entry = |(index, fabric): (usize, &PlannedFabric)| {
            let count = self.fabric_of.iter().filter(|&&other| other == index).count();
            Entry::new(Sign::Swatch(fabric.color()), format!("{}: {}", fabric.name, plural(count, "piece")))
        };
        self.fabrics.iter().enumerate().map(entry).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CutOptions, machine, plan};
    use piecework_draw::drawing::{Item, Role};
    use piecework_draw::layout::paper;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    /// Wide designs lie across the page and tall ones stand, so that each takes most of the width or the height that is there;
    /// holes of a board are gray.
    #[test]
    fn a_design_fills_its_page_and_empty_cells_are_gray() {
        let paper = paper("a4").expect("embedded");
        for (rows, gray) in
            [("AAAABBBB\nAAAABBBB\nCCCCCCCC", 0), ("AB\nAB\nAB\nAC\nCC", 0), ("AAAB\nA.BB\nCC.B\nCCCC", 2)]
        {
            let tiling = crate::support::tiling(Lattice::Square, rows);
            let bed = machine("generic").expect("embedded").bed;
            let plan = plan(&tiling, &CutOptions::new(20.0, bed)).expect("a plan");
            let pages = pages(&plan, &tiling, (&paper, &StopFlag::never())).expect("pages");
            let page = &pages.assembly[0];
            let size = (rows.find('\n').unwrap_or(rows.len()), rows.lines().count());
            let is_level = page.width() > page.height();
            assert_eq!(is_level, size.0 > size.1, "{rows}");
            let drawn = page.bounds_of(Role::Cut).expect("a board");
            let (wide, high) = (drawn.width() / page.width(), drawn.height() / page.height());
            assert!(wide > 0.85 || high > 0.6, "{rows}: {wide} {high}");
            let fills = page.layers().iter().filter(|layer| layer.role == Role::Fill);
            assert_eq!(fills.flat_map(|layer| &layer.items).count(), gray, "{rows}");
        }
    }

    /// 1,250 dominoes on one page would have numbers of less than a millimetre.
    #[test]
    fn every_number_is_on_some_page() {
        let row: String = (0..14).map(|x| ["AABB", "CCDD"][x % 2]).collect();
        let rows: Vec<String> =
            (0..25).map(|y| if y % 2 == 0 { row.clone() } else { row.to_lowercase() }).collect();
        let grids =
            read_letter_grids(Lattice::Square, &rows.join("\n"), &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        let bed = machine("generic").expect("embedded").bed;
        let plan = plan(&tiling, &CutOptions::new(3.0, bed)).expect("a plan");
        let paper = paper("a4").expect("embedded");
        let pages = pages(&plan, &tiling, (&paper, &StopFlag::never())).expect("pages");
        assert!(pages.assembly.len() > 1, "parts");
        let mut found: Vec<usize> = pages.assembly[1..]
            .iter()
            .flat_map(|page| page.layers().iter().flat_map(|layer| &layer.items))
            .filter_map(|item| if let Item::Text(text) = item { text.content().parse().ok() } else { None })
            .collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, (1..=plan.summary.pieces).collect::<Vec<_>>());
    }
}
