//! Half-square triangles in words.

use super::plural;
use super::steps::ranges;
use crate::plan::{HalfSquarePair, HalfSquares};
use crate::units::Units;

impl HalfSquares {
    /// How they are sewn, a sentence or two each.
    pub fn in_words(&self, units: Units) -> Vec<String> {
        let [finished, two, eight] =
            [self.finished, self.for_two, self.for_eight].map(|length| length.write(units));
        let seam = match units {
            Units::Imperial => "1/4 in",
            Units::Metric => "a seam allowance",
        };
        vec![
            format!(
                "Sew the triangles to squares first, each a unit of two; then the units as the steps say. A unit finishes {finished} \
                 square."
            ),
            format!(
                "Two at a time: lay two {two} squares right sides together, draw a diagonal, and sew {seam} from the line on both \
                 sides. Cut on the line and press toward the darker fabric."
            ),
            format!(
                "Eight at a time, where a pair of fabrics has eight units or more: use {eight} squares, draw both diagonals, and sew on \
                 both sides of both. Cut on the diagonals and through the middle, across and down. Each takes the cloth of four squares."
            ),
        ]
    }

    /// Which steps sew units; none if they are sewn in rows.
    pub fn steps_in_words(&self) -> Option<String> {
        (!self.steps.is_empty()).then(|| {
            format!(
                "Half-square triangles: steps {} sew two triangles to a square each. Sew all of these first, two or eight at a time; \
                 they have no cards.",
                ranges(&self.steps)
            )
        })
    }

    /// What to sew of each pair of fabrics.
    pub fn pairs_in_words(&self) -> Vec<String> {
        self.pairs.iter().map(HalfSquarePair::in_words).collect()
    }
}

impl HalfSquarePair {
    /// `Oat and Rust: 13 units; 6 squares of each, and 1 triangle of each`.
    pub fn in_words(&self) -> String {
        let (one, other) = &self.fabrics;
        let units = plural(self.units, "unit");
        if self.is_plain() {
            return format!("{one} and {one}: {units}; a plain square can take the place of each");
        }
        let parts = [(self.squares(), "square"), (self.triangles(), "triangle")];
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> =
            parts.map(|(count, what)| format!("{} of each", plural(count, what))).collect();
        format!("{one} and {other}: {units}; {}", parts.join(", and "))
    }
}
