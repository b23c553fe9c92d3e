//! Rotary cuts in words: what the shapes of a strip are called, and how they are cut from it.

use crate::plan::yardage::{CutPiece, Inches, RotaryCut, RotaryShape};
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
    /// `diamonds, cut at 60° every 2 1/4 in`; `tip` is the shortest side of one.
    fn in_words(&self, tip: Inches, units: Units) -> String {
        if let (RotaryShape::HalfSquareTriangle, Some(angle)) = (self.shape, self.angle_degrees) {
            return format!(
                "{angle}° and square across in turn: {}",
                triangle_marks((self.strip, tip), units)
            );
        }
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
        several.map_or_else(String::new, |cut| format!(" ({})", cut.in_words(self.tip(), units)))
    }

    /// The shortest side of its shape.
    fn tip(&self) -> Inches {
        let corners = self.nest.iter().filter_map(|nest| nest.outlines.first()).flatten();
        let next = corners.clone().skip(1).chain(corners.clone().take(1));
        let sides = corners.zip(next).map(|(from, to)| libm::hypot(to.0 - from.0, to.1 - from.1));
        sides.min_by(f64::total_cmp).map_or(Inches::ZERO, Inches::of_mm)
    }
}

/// Where a half-square triangle is marked on the edges of its strip, whose tip is trimmed at the width of the strip.
pub(crate) fn triangle_marks((strip, tip): (Inches, Inches), units: Units) -> String {
    format!("{} along one edge, {} along the other", (strip + tip).write(units), tip.write(units))
}
