//! A quilt of triangles sewn in rows: its strips as a tiling of their own, and the page that says how they are sewn.
//!
//! In: a tiling of triangles. Out: [`Rows`]: the same quilt as a tiling of strips, with a label for each. Always holds:
//! every strip lies in one patch and has its fabric. How rows are found is not known here.

use std::collections::BTreeMap;

use super::frame::{Frame, LINE, WORDS, reading_room, wrapped};
use super::piecing::{TriangleRows, triangle_rows};
use super::{Design, QuiltError};
use crate::drawing::{Role, Text};
use crate::geometry::Point;
use crate::lattice::Cell;
use crate::tiling::{Tiling, infer_tiling};

/// A tiling of triangles as strips.
pub(super) struct Rows {
    /// How it is sewn; placements are those of the quilt before it was cut into strips.
    pub(super) plan: TriangleRows,
    /// The strips as a tiling.
    pub(super) strips: Tiling,
    /// For each strip of that tiling the patch that it is part of.
    pub(super) patch_of: Vec<usize>,
    /// For each strip of that tiling what it is called: `2-5` is the fifth of the second row.
    pub(super) labels: Vec<String>,
}

impl Rows {
    /// Cuts a tiling into strips.
    pub(super) fn of(tiling: &Tiling) -> Result<Self, QuiltError> {
        let plan = triangle_rows(tiling)?;
        let groups = plan.rows.iter().flatten().map(|strip| strip.cells.clone());
        let strips = infer_tiling(tiling.puzzle().name(), tiling.lattice(), groups)
            .expect("whole rows part the cells of a tiling, and strips hang together");
        let mut known: BTreeMap<Cell, (usize, String)> = BTreeMap::new();
        for (row, strips) in plan.rows.iter().enumerate() {
            for (place, strip) in strips.iter().enumerate() {
                let label = format!("{}-{}", row + 1, place + 1);
                known.extend(strip.cells.iter().map(|&cell| (cell, (strip.placement, label.clone()))));
            }
        }
        let of = |cells: &[Cell]| known.get(cells.first()?).cloned();
        let found = strips.placements().iter().map(|placement| of(&placement.cells));
        let (patch_of, labels) = found.map(|found| found.unwrap_or_default()).unzip();
        Ok(Self { plan, strips, patch_of, labels })
    }

    /// How many strips there are.
    pub(super) fn count(&self) -> usize {
        self.labels.len()
    }

    /// The pages that say how it is sewn.
    pub(super) fn pages(&self, design: &Design<'_>) -> Result<Vec<Frame>, QuiltError> {
        let free = reading_room(design)?;
        let mut frames = Vec::new();
        let mut y = f64::INFINITY;
        for (words, bold) in self.sentences(design) {
            for line in wrapped(&words, WORDS, free.width()) {
                if y > free.bottom {
                    frames.push(Frame::reading(design, "sewing, row by row")?);
                    y = free.top + LINE;
                }
                let text = Text::fitted(line, Point { x: free.left, y }, WORDS, free.width());
                if let Some(frame) = frames.last_mut() {
                    frame.canvas.text(Role::Label, if bold { text.bold() } else { text });
                }
                y += LINE;
            }
            y += LINE * 0.3;
        }
        Ok(frames)
    }

    /// What is done, and whether that stands out.
    fn sentences(&self, design: &Design<'_>) -> Vec<(String, bool)> {
        let cell = design.options.cell;
        let lying = if self.plan.turned == 0 {
            "Rows lie from side to side, the first at the top.".to_owned()
        } else {
            format!("Rows lie {} degrees from level, turned clockwise.", self.plan.turned)
        };
        let first = format!(
            "{lying} Labels on the diagram are the row and the place in it. Every seam is straight: sew the strips of each row \
             together, then the rows. Press the seams of odd rows one way and of even rows the other, so that they nest."
        );
        let mut sentences = vec![(first, false)];
        for (row, strips) in self.plan.rows.iter().enumerate() {
            let labels: Vec<String> =
                (1..=strips.len()).map(|place| format!("{}-{place}", row + 1)).collect();
            let words = match strips.len() {
                1 => "one strip, nothing to sew".to_owned(),
                _ => format!("{}; every seam is {} long", labels.join(" + "), design.write(cell)),
            };
            sentences.push((format!("Row {}: {words}.", row + 1), false));
        }
        sentences.push(("The rows together".to_owned(), true));
        for (row, &length) in self.plan.between.iter().enumerate() {
            let seam = design.write(length as f64 * cell);
            sentences.push((format!("Row {} to row {}: a seam of {seam}.", row + 1, row + 2), false));
        }
        sentences
    }
}
