//! Splits a design that is larger than the work area into panels, only between pieces.
//!
//! The patches of a panel are connected along edges, and each panel fits the work area without turning. A
//! beam search finds few panels; a lower bound is proved.

mod search;

use piecework_draw::geometry::{Bounds, Dimensions, Patch, Patchwork, Touch};
use piecework_draw::layout::LayoutError;
use piecework_tiling::stop::StopFlag;

/// Coordinates are compared in whole units of this many mm, so that rounding has no effect.
const UNIT: f64 = 1e-3;

/// Connected patches that are cut on a sheet as arranged in the design.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Panel {
    /// Its patches, ascending.
    pub patches: Vec<usize>,
    /// Their bounding box in the design.
    pub bounds: Bounds,
}

/// A design in panels.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Panels {
    panels: Vec<Panel>,
    by_area: usize,
    at_least: usize,
}

/// The bounding box of a patch, or what a panel may be, in units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Extent {
    left: i64,
    top: i64,
    right: i64,
    bottom: i64,
}

impl Extent {
    fn union(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    fn width(self) -> i64 {
        self.right - self.left
    }

    fn height(self) -> i64 {
        self.bottom - self.top
    }

    fn fits(self, room: Self) -> bool {
        self.width() <= room.width() && self.height() <= room.height()
    }

    /// Columns and rows exchanged.
    fn transposed(self) -> Self {
        Self { left: self.top, top: self.left, right: self.bottom, bottom: self.right }
    }

    /// Left and right exchanged.
    fn mirrored(self) -> Self {
        Self { left: -self.right, right: -self.left, ..self }
    }

    /// Top and bottom exchanged.
    fn upside_down(self) -> Self {
        Self { top: -self.bottom, bottom: -self.top, ..self }
    }
}

impl Panels {
    /// Splits a patchwork into panels that have room in `room`, as few as the search finds.
    ///
    /// # Shape
    /// Panels in reading order of their boxes. Deterministic.
    ///
    /// # Errors
    /// [`LayoutError::PartTooLarge`] for the first piece that is larger than that, and [`LayoutError::Stopped`].
    ///
    /// # Examples
    /// ```
    /// use piecework_cut::Panels;
    /// use piecework_draw::geometry::Patchwork;
    /// use piecework_tiling::lattice::Lattice;
    /// use piecework_tiling::limits::Limits;
    /// use piecework_tiling::stop::StopFlag;
    /// use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};
    /// let grids = read_letter_grids(Lattice::Square, "AABB\nCCDD", &Limits::default())?;
    /// let patchwork = Patchwork::trace(&infer_from_grid("four", &grids[0])?, 10.0)?;
    /// let panels = Panels::split(&patchwork, (25.0, 25.0).into(), &StopFlag::never())?;
    /// assert_eq!(panels.panels().len(), 2);
    /// assert_eq!(panels.panels()[0].patches, [0, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn split(patchwork: &Patchwork, room: Dimensions, stop: &StopFlag) -> Result<Self, LayoutError> {
        let Dimensions { width, height } = room;
        let extents: Vec<Extent> =
            patchwork.patches().iter().map(|patch| in_units(patch.outline().bounds())).collect();
        // Allows for rounding.
        let room = Extent { left: 0, top: 0, right: units(width + 1e-6), bottom: units(height + 1e-6) };
        if let Some(at) = extents.iter().position(|extent| !extent.fits(room)) {
            let patch = &patchwork.patches()[at];
            let bounds = patch.outline().bounds();
            return Err(LayoutError::PartTooLarge {
                part: format!("{} {}", at + 1, patch.name()),
                width: bounds.width(),
                height: bounds.height(),
                sheet_width: width,
                sheet_height: height,
            });
        }
        let areas: Vec<f64> = patchwork.patches().iter().map(|patch| patch.outline().area()).collect();
        let by_area = by_area(&extents, areas.iter().sum(), room);
        let at_least = by_area.max(search::apart(&extents, room));
        let cells: Vec<usize> = patchwork.patches().iter().map(Patch::cells).collect();
        let neighbours = patchwork.neighbours(Touch::Edge);
        let found = search::fewest(&extents, &cells, &neighbours, room, at_least, stop)?;
        let mut panels: Vec<Panel> = found.into_iter().map(|patches| panel(patchwork, patches)).collect();
        let place = |panel: &Panel| (units(panel.bounds.top), units(panel.bounds.left), panel.patches[0]);
        panels.sort_by_key(place);
        Ok(Self { panels, by_area, at_least })
    }

    /// Returns the panels.
    pub fn panels(&self) -> &[Panel] {
        &self.panels
    }

    /// Returns a lower bound by area: a panel is at most as wide and as high as the bed, and ends at edges of
    /// patches.
    pub fn by_area(&self) -> usize {
        self.by_area
    }

    /// Returns a lower bound: the bound by area, or the number of patches of which no two fit in one panel.
    pub fn at_least(&self) -> usize {
        self.at_least
    }
}

fn panel(patchwork: &Patchwork, patches: Vec<usize>) -> Panel {
    let boxes = patches.iter().map(|&patch| patchwork.patches()[patch].outline().bounds());
    let bounds = boxes.reduce(Bounds::union).unwrap_or(patchwork.bounds());
    Panel { patches, bounds }
}

/// Returns the lower bound by area.
fn by_area(extents: &[Extent], area: f64, room: Extent) -> usize {
    let widest = longest(extents.iter().map(|e| e.left), extents.iter().map(|e| e.right), room.width());
    let highest = longest(extents.iter().map(|e| e.top), extents.iter().map(|e| e.bottom), room.height());
    let largest = widest as f64 * UNIT * highest as f64 * UNIT;
    let panels = (area / largest - 1e-6).ceil();
    (1..=extents.len()).find(|&count| count as f64 >= panels).unwrap_or(extents.len())
}

/// Returns the longest distance from a start to an end, up to `most`.
fn longest(starts: impl Iterator<Item = i64>, ends: impl Iterator<Item = i64>, most: i64) -> i64 {
    let (starts, ends) = (sorted(starts), sorted(ends));
    let from = |&start: &i64| {
        let within = ends.partition_point(|&end| end <= start + most);
        ends[..within].last().map_or(0, |end| end - start)
    };
    starts.iter().map(from).max().unwrap_or(most)
}

fn sorted(values: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut values: Vec<i64> = values.collect();
    values.sort_unstable();
    values.dedup();
    values
}

fn in_units(bounds: Bounds) -> Extent {
    let Bounds { left, top, right, bottom } = bounds;
    Extent { left: units(left), top: units(top), right: units(right), bottom: units(bottom) }
}

#[expect(clippy::cast_possible_truncation, reason = "a board is shorter than 1 km, which is 10^9 units")]
fn units(mm: f64) -> i64 {
    (mm / UNIT).round() as i64
}

#[cfg(test)]
mod tests;
