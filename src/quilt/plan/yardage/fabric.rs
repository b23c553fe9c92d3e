//! How one fabric is cut: its pieces, the strips they are cut from, and how much of it to buy.

use super::bought::Bought;
use super::inches::Inches;
use crate::quilt::units::Units;
use crate::quilt::words::plural;

/// Cloth of one size and fabric.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct CutPiece {
    /// What it is: the name of a template, or `2 × 5` cells.
    pub name: String,
    /// The shorter side as it is cut, and the longer.
    pub size: (Inches, Inches),
    /// How many.
    pub count: usize,
    /// What each is called in the plan, in the order in which they are cut; none if they are all the same.
    pub labels: Vec<String>,
    /// Whether this is the rectangle around a template, and not the cloth itself.
    pub boxed: bool,
}

/// How one fabric is cut.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct FabricYardage {
    /// The name of the fabric.
    pub fabric: String,
    /// What is cut from it.
    pub pieces: Vec<CutPiece>,
    /// How many strips of each height, the highest first.
    pub heights: Vec<StripHeight>,
    /// Every strip with what is cut from it: strip by strip and run by run, pieces take their labels in turn.
    pub strips: Vec<Strip>,
    /// How long the strips are: the width of the fabric, or a side of a fat quarter.
    pub strip_length: Inches,
    /// What is bought, if it is cut from the bolt.
    pub bought: Option<Bought>,
    /// What is bought, if it is cut from fat quarters.
    pub fat_quarters: Option<FatQuarters>,
}

/// Fat quarters of one fabric.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct FatQuarters {
    /// Along its strips, and across.
    pub size: (Inches, Inches),
    /// How many are cut.
    pub cut: usize,
    /// How few could do, with strips that run this way; the same number where that is proved.
    pub at_least: usize,
    /// What is added for shrinking and miscuts, in per cent.
    pub extra_percent: u32,
    /// How many are bought.
    pub count: usize,
}

/// A strip across the fabric, and what is cut from it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Strip {
    /// Which fat quarter it is cut from, from 0; 0 for cloth from the bolt.
    pub quarter: usize,
    /// Where it begins: the distance from the end of the cloth.
    pub from: Inches,
    /// How high it is cut.
    pub height: Inches,
    /// What is cut from it, from the left.
    pub runs: Vec<Run>,
}

/// Equal pieces side by side on a strip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Run {
    /// Which of the pieces of the fabric.
    pub piece: usize,
    /// Where the first begins: the distance from the end of the strip.
    pub offset: Inches,
    /// How long each is.
    pub length: Inches,
    /// How many.
    pub count: usize,
}

/// All strips of one height.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct StripHeight {
    /// How high they are cut.
    pub height: Inches,
    /// How many.
    pub strips: usize,
    /// How few could do; the same number where it is proved that there is no better way.
    pub at_least: usize,
}

impl FabricYardage {
    /// What is bought of it: `2 3/8 yd`, `2.2 m` or `3 fat quarters`.
    #[must_use]
    pub fn write(&self, units: Units) -> String {
        match (&self.bought, &self.fat_quarters) {
            (_, Some(quarters)) => plural(quarters.count, "fat quarter"),
            (Some(bought), _) => bought.write(units),
            (None, None) => String::new(),
        }
    }
}
