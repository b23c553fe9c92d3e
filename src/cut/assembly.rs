//! Pages that say where each piece goes, with the numbers that are on the pieces.
//!
//! In: the whole, its numbers, its fabrics or panels, when each piece comes free. Out: the assembly diagram, the list of
//! pieces as they come free, and for a whole in panels a map of them and a page for each. Where pieces lie on the stock is not
//! known here.

use super::free_list::FreeList;
use super::{CutError, Division, Panels};
use crate::colour::{Colour, Colouring, EFFORT, FabricPlan, Palette};
use crate::drawing::{Canvas, Diagram, Drawing, Medium, Path, Role, Text};
use crate::geometry::{Bounds, Patchwork, Point};
use crate::layout::SheetFormat;
use crate::tiling::Tiling;

/// The cap height of titles, in mm; these sizes are chosen by eye.
const TITLE: f64 = 4.0;
/// The largest cap height of the number of a panel, in mm.
const PANEL: f64 = 14.0;
/// The side of a swatch in the legend of fabrics, in mm.
const SWATCH: f64 = 5.0;
/// The height of a row of the legend, in mm.
const ROW: f64 = 7.0;
/// The palette of panels: light, so that numbers stand out.
const PALETTE: &str = "pastel";

/// What all pages show.
pub(super) struct Diagrams<'a> {
    pub(super) title: &'a str,
    pub(super) tiling: &'a Tiling,
    pub(super) patchwork: &'a Patchwork,
    pub(super) labels: &'a [String],
    /// The edge of a cell, in mm.
    pub(super) cell: f64,
    pub(super) paper: &'a SheetFormat,
}

impl Diagrams<'_> {
    /// The whole with the numbers of its pieces, and their fabrics where it is divided by them; then pages with the list
    /// of when pieces come free, unless it has room under the diagram.
    pub(super) fn assembly(
        &self,
        division: Division<'_>,
        list: Option<&FreeList>,
    ) -> Result<(Drawing, Vec<Drawing>), CutError> {
        let (mut canvas, mut room) = self.page(&format!("{}: where each piece goes", self.title))?;
        let mut colours: Vec<Colour> = Vec::new();
        let mut height = 0.0;
        if let Division::Fabrics { plan, .. } = division {
            colours = plan.fabric_of.iter().map(|&fabric| plan.fabrics[fabric].colour).collect();
            height = legend_height(plan, room);
            room.bottom -= height;
        }
        let (patchwork, labels) = (self.patchwork, self.labels);
        let drawn =
            Diagram { patchwork, colours: &colours, labels, largest_scale: 1.0 }.draw(&mut canvas, room);
        if let Division::Fabrics { plan, .. } = division
            && height > 0.0
        {
            let under = Bounds { top: drawn.bounds.bottom, bottom: drawn.bounds.bottom + height, ..room };
            legend(&mut canvas, under, plan);
        }
        let Some(list) = list else { return Ok((canvas.finish()?, Vec::new())) };
        let top = drawn.bounds.bottom + height + 2.0 * TITLE;
        let under = Bounds { top, bottom: room.bottom + height, ..room };
        let listed = list.fits(under_words(under), 0);
        if listed {
            draw_list(&mut canvas, under, list, 0);
        }
        let pages = if listed { Vec::new() } else { self.list(list)? };
        Ok((canvas.finish()?, pages))
    }

    /// The list of when pieces come free, on pages of its own.
    fn list(&self, list: &FreeList) -> Result<Vec<Drawing>, CutError> {
        let (mut pages, mut from) = (Vec::new(), Some(0));
        while let Some(first) = from {
            let (mut canvas, room) = self.page(&format!("{}: when each piece comes free", self.title))?;
            from = draw_list(&mut canvas, room, list, first);
            pages.push(canvas.finish()?);
        }
        Ok(pages)
    }

    /// The map of the panels, and then each with the numbers of its pieces.
    pub(super) fn map(&self, panels: &Panels) -> Result<Vec<Drawing>, CutError> {
        let parts = panels
            .panels()
            .iter()
            .map(|panel| Patchwork::of_placements(self.tiling, &panel.patches, self.cell))
            .collect::<Result<Vec<Patchwork>, _>>()?;
        let mut pages = vec![self.overview(panels, &parts)?];
        for (index, (panel, part)) in panels.panels().iter().zip(&parts).enumerate() {
            let title = format!("{}: panel {} of {}", self.title, index + 1, parts.len());
            let (mut canvas, room) = self.page(&title)?;
            let labels: Vec<String> = panel.patches.iter().map(|&patch| self.labels[patch].clone()).collect();
            Diagram { patchwork: part, colours: &[], labels: &labels, largest_scale: 1.0 }
                .draw(&mut canvas, room);
            pages.push(canvas.finish()?);
        }
        Ok(pages)
    }

    /// Which panel lies where, in colours by which neighbours are told apart.
    fn overview(&self, panels: &Panels, parts: &[Patchwork]) -> Result<Drawing, CutError> {
        let (mut canvas, room) = self.page(&format!("{}: where each panel goes", self.title))?;
        let mut panel_of = vec![0; self.patchwork.patches().len()];
        for (index, panel) in panels.panels().iter().enumerate() {
            panel.patches.iter().for_each(|&patch| panel_of[patch] = index);
        }
        let patchwork = self.patchwork;
        let colours = self.panel_colours(&panel_of, parts.len())?;
        let drawn =
            Diagram { patchwork, colours: &colours, labels: &[], largest_scale: 1.0 }.draw(&mut canvas, room);
        let put = |x: f64, y: f64| Point {
            x: drawn.bounds.left + x * drawn.scale,
            y: drawn.bounds.top + y * drawn.scale,
        };
        for edge in patchwork.edges() {
            if let (Some(left), Some(right)) = (edge.left, edge.right)
                && panel_of[left] != panel_of[right]
            {
                let (from, to) = patchwork.ends(edge);
                canvas.line(Role::Cut, put(from.x, from.y), put(to.x, to.y));
            }
        }
        for (number, (panel, part)) in (1..).zip(panels.panels().iter().zip(parts)) {
            let label = part.board()[0].label();
            let at = put(panel.bounds.left + label.at.x, panel.bounds.top + label.at.y);
            let height = PANEL.min(label.room * drawn.scale);
            canvas.text(Role::Label, Text::centred(number.to_string(), at, height));
        }
        Ok(canvas.finish()?)
    }

    fn panel_colours(&self, panel_of: &[usize], count: usize) -> Result<Vec<Colour>, CutError> {
        let mut neighbours = vec![Vec::new(); count];
        for edge in self.patchwork.edges() {
            if let (Some(left), Some(right)) = (edge.left, edge.right)
                && panel_of[left] != panel_of[right]
            {
                neighbours[panel_of[left]].push(panel_of[right]);
                neighbours[panel_of[right]].push(panel_of[left]);
            }
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        let colouring = Colouring::fewest(&neighbours, EFFORT)?;
        let palette = Palette::named(PALETTE)?;
        let fabrics = palette.first(colouring.count())?;
        Ok(panel_of.iter().map(|&panel| fabrics[colouring.colours()[panel]].colour).collect())
    }

    /// A page with its title, and the room under it.
    fn page(&self, title: &str) -> Result<(Canvas, Bounds), CutError> {
        let paper = &self.paper;
        let usable = paper.usable()?;
        let mut canvas = Canvas::new(title, Medium::Print, paper.width, paper.height);
        let at = Point { x: usable.left, y: usable.top + TITLE };
        canvas.text(Role::Label, Text::fitted(title, at, TITLE, usable.width()));
        Ok((canvas, Bounds { top: usable.top + 3.0 * TITLE, ..usable }))
    }
}

/// What is left of a room under what the list means.
fn under_words(room: Bounds) -> Bounds {
    Bounds { top: room.top + 2.0 * TITLE, ..room }
}

/// What the list means, and as many of its rows as have room; gives back the next one.
fn draw_list(canvas: &mut Canvas, room: Bounds, list: &FreeList, from: usize) -> Option<usize> {
    let at = Point { x: room.left, y: room.top };
    canvas.text(Role::Label, Text::fitted(list.words(), at, TITLE - 1.0, room.width()));
    list.draw(canvas, under_words(room), from)
}

/// How much room the legend takes; none if it would not leave half of it to the diagram.
fn legend_height(plan: &FabricPlan, room: Bounds) -> f64 {
    let height = (1..).zip(&plan.fabrics).map(|(number, _)| f64::from(number + 1) * ROW).last();
    height.filter(|&height| height <= room.height() / 2.0).unwrap_or(0.0)
}

/// A row for each fabric.
fn legend(canvas: &mut Canvas, room: Bounds, plan: &FabricPlan) {
    let mut top = room.top + ROW;
    for (index, fabric) in plan.fabrics.iter().enumerate() {
        let swatch = Bounds { left: room.left, top, right: room.left + SWATCH, bottom: top + SWATCH };
        canvas.fill(Path::rectangle(swatch), fabric.colour);
        canvas.path(Role::Engrave, Path::rectangle(swatch));
        let count = plan.fabric_of.iter().filter(|&&other| other == index).count();
        let words = format!("{}: {count} pieces", fabric.name);
        let at = Point { x: room.left + 2.0 * SWATCH, y: top + SWATCH - 1.0 };
        canvas.text(Role::Label, Text::fitted(words, at, TITLE - 1.0, room.width() - 2.0 * SWATCH));
        top += ROW;
    }
}
