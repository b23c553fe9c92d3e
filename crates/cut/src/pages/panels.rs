//! Draws the pages of a design in panels: the map, and then each panel with the numbers of its pieces.

use super::Diagrams;
use crate::CutError;
use crate::plan::PanelUse;
use piecework_draw::color::{Color, Coloring, EFFORT, Palette};
use piecework_draw::drawing::{Diagram, LEAST_WORDS, Role, Text};
use piecework_draw::geometry::{Bounds, Patchwork, Point};
use piecework_draw::page::{Page, Title};

/// The largest cap height of the number of a panel, in mm; chosen by eye.
const PANEL: f64 = 14.0;
/// The palette of panels: light, so that numbers are legible.
const PALETTE: &str = "pastel";

impl Diagrams<'_> {
    /// Returns the map of the panels, and a page for each.
    pub(super) fn panels(&self) -> Result<Vec<Page>, CutError> {
        let panels = &self.plan.summary.panels;
        if panels.is_empty() {
            return Ok(Vec::new());
        }
        let patches = |panel: &PanelUse| panel.pieces.iter().map(|piece| piece - 1).collect::<Vec<usize>>();
        let parts = panels
            .iter()
            .map(|panel| Patchwork::of_placements(self.tiling, &patches(panel), self.plan.cell_mm))
            .collect::<Result<Vec<Patchwork>, _>>()?;
        let mut pages = vec![self.overview(&parts)?];
        for (panel, part) in panels.iter().zip(&parts) {
            let title = format!("panel {} of {}, on sheet {}", panel.panel, parts.len(), panel.sheet);
            let mut page = Page::new(self.format, Title::new(&self.plan.title, &title))?;
            let labels: Vec<String> =
                patches(panel).iter().map(|&patch| self.labels[patch].clone()).collect();
            Diagram { patchwork: part, colors: &[], labels: &labels, curves: &[], largest_scale: 1.0 }
                .draw(&mut page.canvas, page.free);
            pages.push(page);
        }
        Ok(pages)
    }

    /// Returns the place of each panel, in colors that differ between neighbours.
    fn overview(&self, parts: &[Patchwork]) -> Result<Page, CutError> {
        let mut page = Page::new(self.format, Title::new(&self.plan.title, "where each panel goes"))?;
        let patchwork = self.patchwork;
        let mut panel_of = vec![0; patchwork.patches().len()];
        for (index, panel) in self.plan.summary.panels.iter().enumerate() {
            panel.pieces.iter().for_each(|&piece| panel_of[piece - 1] = index);
        }
        let colors = panel_colors(patchwork, &panel_of, parts.len())?;
        let diagram = Diagram { patchwork, colors: &colors, labels: &[], curves: &[], largest_scale: 1.0 };
        let drawn = diagram.draw(&mut page.canvas, page.free);
        let put = |at: Point| Point {
            x: drawn.bounds.left + at.x * drawn.scale,
            y: drawn.bounds.top + at.y * drawn.scale,
        };
        for (from, to) in
            borders(patchwork, &panel_of).map(|(edge, ..)| patchwork.ends(&patchwork.edges()[edge]))
        {
            page.canvas.line(Role::Cut, put(from), put(to));
        }
        for (number, (panel, part)) in (1..).zip(self.plan.summary.panels.iter().zip(parts)) {
            let boxes = panel.pieces.iter().map(|piece| patchwork.patches()[piece - 1].outline().bounds());
            let Some(corner) = boxes.reduce(Bounds::union) else { continue };
            let label = part.board()[0].label();
            let at = put(label.at.moved(corner.left, corner.top));
            let height = PANEL.min(label.room * drawn.scale).max(LEAST_WORDS);
            page.canvas.text(Role::Label, Text::centered(format!("{number}"), at, height));
        }
        Ok(page)
    }
}

/// Returns the edges between two panels, with the panels on both sides.
fn borders<'a>(
    patchwork: &'a Patchwork,
    panel_of: &'a [usize],
) -> impl Iterator<Item = (usize, usize, usize)> + 'a {
    patchwork.edges().iter().enumerate().filter_map(|(index, edge)| {
        let (left, right) = (panel_of[edge.left?], panel_of[edge.right?]);
        (left != right).then_some((index, left, right))
    })
}

fn panel_colors(patchwork: &Patchwork, panel_of: &[usize], count: usize) -> Result<Vec<Color>, CutError> {
    let mut neighbours = vec![Vec::new(); count];
    for (_, left, right) in borders(patchwork, panel_of) {
        neighbours[left].push(right);
        neighbours[right].push(left);
    }
    for list in &mut neighbours {
        list.sort_unstable();
        list.dedup();
    }
    let coloring = Coloring::fewest(&neighbours, EFFORT)?;
    let palette = Palette::named(PALETTE)?;
    let fabrics = palette.first(coloring.count())?;
    Ok(panel_of.iter().map(|&panel| fabrics[coloring.colors()[panel]].color).collect())
}
