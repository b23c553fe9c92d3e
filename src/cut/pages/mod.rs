//! Draws the assembly pages of a cut: the assembly diagram, the release order and the panels.
//!
//! Everything is read from the [`CutPlan`]; the tiling gives the shapes. This module decides only the layout on paper.

mod panels;
mod releases;

use super::CutError;
use super::plan::{CutPlan, PlannedFabric, PlannedFabrics};
use crate::colour::Colour;
use crate::drawing::{Diagram, Drawing};
use crate::geometry::{Bounds, Patchwork};
use crate::layout::SheetFormat;
use crate::page::{Block, Entry, Figure, Foot, Page, PageFormat, Section, Sign, Title, finish, sizes};
use crate::tiling::Tiling;

/// The pages of a plan, numbered together in this order.
#[derive(Debug, Clone, PartialEq)]
pub struct CutPages {
    /// The place of each piece.
    pub assembly: Drawing,
    /// The release of each piece; empty if the list fits under the assembly diagram, if tabs hold all pieces, or if every
    /// piece has a separate outline.
    pub releases: Vec<Drawing>,
    /// The place of each panel, and then each panel with its numbers; empty for a single sheet.
    pub panels: Vec<Drawing>,
}

impl CutPages {
    /// Returns all pages, in order.
    pub fn all(&self) -> impl Iterator<Item = &Drawing> {
        std::iter::once(&self.assembly).chain(&self.releases).chain(&self.panels)
    }
}

/// Draws the pages of a plan for the tiling that it was made from.
///
/// # Errors
/// [`CutError::Layout`] if the paper is too small.
pub fn pages(plan: &CutPlan, tiling: &Tiling, paper: &SheetFormat) -> Result<CutPages, CutError> {
    let patchwork = Patchwork::trace(tiling, plan.cell_mm)?;
    let labels: Vec<String> = (1..=plan.summary.pieces).map(|number| number.to_string()).collect();
    let format = PageFormat { paper: paper.clone(), foot: Foot::not_to_scale() };
    let diagrams = Diagrams { plan, tiling, patchwork: &patchwork, labels: &labels, format: &format };
    let (assembly, releases) = diagrams.assembly()?;
    let (assemblies, listed) = (assembly.len(), releases.len());
    let all = assembly.into_iter().chain(releases).chain(diagrams.panels()?);
    let mut drawings = finish(all.collect())?;
    let panels = drawings.split_off(assemblies + listed);
    let mut releases = drawings.split_off(1);
    // A legend that did not fit under the diagram is on one of the following pages.
    releases.truncate(assemblies + listed - 1);
    Ok(CutPages { assembly: drawings.remove(0), releases, panels })
}

/// Data for all pages.
struct Diagrams<'a> {
    plan: &'a CutPlan,
    tiling: &'a Tiling,
    patchwork: &'a Patchwork,
    labels: &'a [String],
    format: &'a PageFormat,
}

impl Diagrams<'_> {
    /// Returns the design with the numbers of its pieces, and the release order: on the same page if it fits.
    fn assembly(&self) -> Result<(Vec<Page>, Vec<Page>), CutError> {
        let title = || Title::new(&self.plan.title, "where each piece goes");
        let colours = self.plan.fabrics.as_ref().map_or_else(Vec::new, PlannedFabrics::colours);
        let legend = || self.plan.fabrics.as_ref().map(|fabrics| Block::Legend(fabrics.entries()));
        let room = self.format.room(&title())?;
        let below = legend().map_or(0.0, |legend| legend.height(room.width()) + sizes::AIR);
        let figure = || self.figure(self.patchwork, &colours, self.labels, shortened(room, below));
        let with_legend = || std::iter::once(Block::Figure(figure())).chain(legend()).collect::<Vec<_>>();
        let list = releases::blocks(&self.plan.summary);
        if list.is_empty() {
            return Ok((self.section(title(), with_legend())?, Vec::new()));
        }
        let together = self.section(title(), with_legend().into_iter().chain(list).collect())?;
        if together.len() == 1 {
            return Ok((together, Vec::new()));
        }
        let order = Title::new(&self.plan.title, "release order");
        let list = self.section(order, releases::blocks(&self.plan.summary))?;
        Ok((self.section(title(), with_legend())?, list))
    }

    fn section(&self, title: Title, blocks: Vec<Block<'_>>) -> Result<Vec<Page>, CutError> {
        Ok(Section { title, blocks, legend: Vec::new() }.pages(self.format)?)
    }

    /// Returns a diagram as large as fits, at most true to size.
    fn figure<'b>(
        &self,
        patchwork: &'b Patchwork,
        colours: &'b [Colour],
        labels: &'b [String],
        room: Bounds,
    ) -> Figure<'b> {
        let diagram = Diagram { patchwork, colours, labels, largest_scale: 1.0 };
        let (bounds, scale) = (patchwork.bounds(), diagram.scale_in(room));
        let (width, height) = (bounds.width() * scale, bounds.height() * scale);
        let draw = Box::new(move |canvas: &mut crate::drawing::Canvas, room: Bounds| {
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
    /// Returns every fabric with its colour and number of pieces.
    pub(super) fn entries(&self) -> Vec<Entry> {
        let entry = |(index, fabric): (usize, &PlannedFabric)| {
            let count = self.fabric_of.iter().filter(|&&other| other == index).count();
            Entry::new(Sign::Swatch(fabric.colour()), format!("{}: {count} pieces", fabric.name))
        };
        self.fabrics.iter().enumerate().map(entry).collect()
    }
}
