//! One solution, traced and coloured, to be drawn at any size.

use super::{Look, PuzzleSheetError, SheetOptions, float};
use crate::colour::{Colour, FabricPlan};
use crate::drawing::{Canvas, Diagram};
use crate::geometry::{Bounds, Patchwork, Touch};
use crate::tiling::Tiling;

/// The largest edge of a cell, in mm.
const LARGEST_CELL: f64 = 25.0;

/// A solution at a cell edge of 1 mm.
pub(super) struct Picture {
    patchwork: Patchwork,
    colours: Vec<Colour>,
    labels: Vec<String>,
}

impl Picture {
    /// Traces and colours a tiling as the options say.
    pub(super) fn of(tiling: &Tiling, options: &SheetOptions) -> Result<Self, PuzzleSheetError> {
        let patchwork = Patchwork::trace(tiling, 1.0)?;
        let colours = match options.look {
            Look::Colours => fabrics(tiling, &patchwork, options)?,
            Look::Lines => Vec::new(),
        };
        let names =
            patchwork.patches().iter().filter(|_| options.letters).map(|patch| patch.name().to_owned());
        let labels = names.collect();
        Ok(Self { patchwork, colours, labels })
    }

    /// Only some of the patches: the others lose colour and name.
    pub(super) fn only(&self, shown: &[usize]) -> (Vec<Option<Colour>>, Vec<Option<&str>>) {
        let patches = 0..self.patchwork.patches().len();
        let colour = |index: usize| self.colours.get(index).copied().filter(|_| shown.contains(&index));
        let label =
            |index: usize| self.labels.get(index).map(String::as_str).filter(|_| shown.contains(&index));
        patches.map(|index| (colour(index), label(index))).unzip()
    }

    pub(super) fn patchwork(&self) -> &Patchwork {
        &self.patchwork
    }

    /// Its width and height at a cell edge of 1 mm.
    pub(super) fn size(&self) -> (f64, f64) {
        let bounds = self.patchwork.bounds();
        (bounds.width(), bounds.height())
    }

    /// The area of a cell whose edge is 1 mm, in mm².
    pub(super) fn cell_area(&self) -> f64 {
        let patch = self.patchwork.patches().first();
        patch.map_or(1.0, |patch| patch.outline().area() / float(patch.cells()))
    }

    /// Draws it as large as `room` allows, from the room's top left corner; gives back the box around it.
    pub(super) fn draw(&self, canvas: &mut Canvas, room: Bounds) -> Bounds {
        let Self { patchwork, colours, labels } = self;
        Diagram { patchwork, colours, labels, largest_scale: LARGEST_CELL }.draw(canvas, room).bounds
    }
}

/// The width and the height that every picture of these tilings has room in, at a cell edge of 1 mm.
pub(super) fn largest_size(pictures: &[Picture]) -> (f64, f64) {
    pictures.iter().map(Picture::size).fold((1.0, 1.0), |a, b| (a.0.max(b.0), a.1.max(b.1)))
}

/// One colour a patch, different where patches share an edge.
fn fabrics(
    tiling: &Tiling,
    patchwork: &Patchwork,
    options: &SheetOptions,
) -> Result<Vec<Colour>, PuzzleSheetError> {
    let plan = FabricPlan::of(tiling, patchwork, Touch::Edge, &options.palette, &options.colouring)?;
    Ok(plan.fabric_of.iter().map(|&fabric| plan.fabrics[fabric].colour).collect())
}
