//! Plans common-line cutting: pieces share their cut lines, and every edge of the tiling is cut once.
//!
//! [`CommonLines`] has trails in cutting order, their measures, and proven lower bounds. The cut is half the
//! sum of all perimeters and that of the region, and no line is cut on a loose piece.

mod bounds;
mod faces;
mod fewest;
mod line;
mod strokes;
mod tab_edges;

use piecework_draw::geometry::{Patchwork, Point, Stretch};
use piecework_draw::layout::{LineWork, Trail, mat_free_order, routed_before};

pub use bounds::Measures;
pub(super) use bounds::root;
use fewest::Fewest;
pub use line::Line;

/// The goal of the cutting order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum CutOrder {
    /// Few pen-downs and little travel.
    #[default]
    Travel,
    /// Stretches down the sheet, for cutters that feed it without a mat.
    MatFree,
}

/// Every edge of a patchwork in cutting order.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CommonLines {
    work: LineWork,
    /// The edges that end in each vertex.
    meeting: Vec<Vec<usize>>,
    trails: Vec<Trail>,
    freed: Vec<usize>,
    found: Measures,
    least: Measures,
    /// For each edge its curve from start to end, empty for a straight one; no curves at all if all are
    /// straight.
    curves: Vec<Vec<Stretch>>,
}

impl CommonLines {
    /// Plans the cut of a patchwork.
    ///
    /// # Examples
    /// ```
    /// use piecework_cut::{CommonLines, CutOrder};
    /// use piecework_draw::geometry::Patchwork;
    /// use piecework_tiling::lattice::Lattice;
    /// use piecework_tiling::limits::Limits;
    /// use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};
    /// let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default())?;
    /// let patchwork = Patchwork::trace(&infer_from_grid("two", &grids[0])?, 10.0)?;
    /// let lines = CommonLines::plan(&patchwork, CutOrder::Travel);
    /// assert_eq!(lines.found().cut_length_mm, 130.0, "(80 + 80 + 100) / 2");
    /// assert_eq!(lines.found().pen_downs, 1, "down the seam, then around");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plan(patchwork: &Patchwork, order: CutOrder) -> Self {
        let directions = faces::directions(patchwork);
        let work = faces::line_work(patchwork, &directions);
        let least = bounds::least(patchwork, &work);
        let trails = match order {
            CutOrder::Travel => {
                let Fewest { free, holding } = fewest::fewest(patchwork, &work, &directions);
                routed_before(&work, free, holding, Point::default())
            }
            CutOrder::MatFree => mat_free_order(&work, &strokes::strokes(patchwork, &work, &directions)),
        };
        let freed = work.freed(&trails);
        debug_assert!(freed.is_some(), "no edge is cut between loose pieces");
        let freed = freed.unwrap_or_default().into_iter().skip(1).take(patchwork.patches().len()).collect();
        let found = bounds::found(patchwork, &work, &trails);
        let meeting = patchwork.vertices().iter().map(|vertex| vertex.edges.clone()).collect();
        Self { work, meeting, trails, freed, found, least, curves: Vec::new() }
    }

    /// Returns the same plan with curves instead of some straight edges: for each edge of the patchwork its
    /// curve from start to end, or nothing. They change neither the order nor the travel.
    pub(crate) fn with_curves(self, curves: Vec<Vec<Stretch>>) -> Self {
        let length = |(edge, curve): (usize, &Vec<Stretch>)| {
            let (from, to) = self.work.ends[edge];
            let straight = self.work.vertices[from].distance(self.work.vertices[to]);
            if curve.is_empty() { 0.0 } else { curve.iter().map(Stretch::length).sum::<f64>() - straight }
        };
        let longer: f64 = curves.iter().enumerate().map(length).sum();
        let measured =
            |measures: Measures| Measures { cut_length_mm: measures.cut_length_mm + longer, ..measures };
        Self { found: measured(self.found), least: measured(self.least), curves, ..self }
    }

    /// Returns the trails in cutting order.
    pub fn trails(&self) -> &[Trail] {
        &self.trails
    }

    /// For each patch the number, from 1, of the trail that releases it.
    pub fn freed(&self) -> &[usize] {
        &self.freed
    }

    /// Returns the measures of the plan.
    pub fn found(&self) -> &Measures {
        &self.found
    }

    /// Proven lower bounds for any plan.
    pub fn least(&self) -> &Measures {
        &self.least
    }
}

#[cfg(test)]
mod tests;
