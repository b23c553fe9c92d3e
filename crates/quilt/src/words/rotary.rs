//! Rotary cuts in words: what the shapes of a strip are called, and how they are cut from it.

use crate::plan::yardage::{CutPiece, RotaryCut, RotaryShape};
use crate::units::Units;

impl RotaryShape {
    /// What several are called, with the grain where it matters.
    const fn plural(self) -> &'static str {
        match self {
            RotaryShape::Square => "squares",
            RotaryShape::Rectangle => "rectangles",
            RotaryShape::HalfSquareTriangle => "half-square triangles",
            RotaryShape::QuarterSquareTriangle => "quarter-square triangles with the long side on the grain",
            RotaryShape::EquilateralTriangle => "equilateral triangles",
            RotaryShape::Triangle => "triangles",
            RotaryShape::Diamond => "diamonds",
            RotaryShape::Parallelogram => "parallelograms",
            RotaryShape::HalfHexagon => "half hexagons",
            RotaryShape::Trapezoid => "trapezoids",
            RotaryShape::Kite => "kites",
            RotaryShape::Hexagon => "hexagons",
            RotaryShape::Template => "shapes",
        }
    }
}

impl RotaryCut {
    /// `diamonds, cut at 60° every 2 1/4 in`.
    fn in_words(&self, units: Units) -> String {
        let cuts = match (self.angle_degrees, self.between_cuts) {
            (Some(90), Some(between)) => format!("cut every {}", between.write(units)),
            (Some(angle), Some(between)) => format!("cut at {angle}° every {}", between.write(units)),
            (Some(angle), None) => format!("cut at {angle}° to the left and right alternately"),
            (None, _) => "cut by the template".to_owned(),
        };
        let trim = if self.trim && self.angle_degrees.is_some() { ", trimmed by the template" } else { "" };
        format!("{}, {cuts}{trim}", self.shape.plural())
    }
}

impl CutPiece {
    /// How several shapes are cut from a strip: ` (diamonds, cut at 60° every 2 1/4 in)`; nothing for one.
    pub(crate) fn cuts_in_words(&self, units: Units) -> String {
        let several = self.rotary.filter(|_| self.nest.as_ref().is_some_and(|nest| nest.outlines.len() > 1));
        several.map_or_else(String::new, |cut| format!(" ({})", cut.in_words(units)))
    }
}
