//! Data about cloth: how one fabric is cut and bought, and what the quilt takes in the size of a bed.

use super::bought::{Bought, with_percent};
use super::inches::{ClothSize, Inches};
use super::precut::{Precut, PrintPiece};
use super::rotary::RotaryCut;
use crate::units::Units;

/// Cloth of one size and fabric.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct CutPiece {
    /// What it is: the name of a template, or `2 × 5` cells.
    pub name: String,
    /// The shorter side as it is cut, and the longer; with a one-way print the width and the height.
    pub size: (Inches, Inches),
    /// Whether it is laid as it is in the quilt, because the print has a direction: its width along the
    /// strip.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub one_way: bool,
    /// How many.
    pub count: usize,
    /// What each is called in the plan, in the order in which they are cut; none if they are all the same.
    pub labels: Vec<String>,
    /// Whether this is the rectangle around a template, and not the cloth itself.
    pub boxed: bool,
    /// The area of the cloth itself, in square mm.
    pub area_mm2: f64,
    /// Where templates are in this rectangle, if it holds several that interlock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nest: Option<Nest>,
    /// How these templates are cut from a strip, if they are in a row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotary: Option<RotaryCut>,
}

/// Templates that interlock, in a rectangle whose longer side runs from left to right.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Nest {
    /// The outline of each as it is cut: its corners in mm from the upper left corner of the rectangle, y
    /// down.
    pub outlines: Vec<Vec<(f64, f64)>>,
    /// Where each is labelled.
    pub labels: Vec<(f64, f64)>,
    /// What each is called.
    pub names: Vec<String>,
}

impl CutPiece {
    /// A rectangle of cloth.
    pub fn rectangle(name: String, size: (Inches, Inches), count: usize, labels: Vec<String>) -> Self {
        let area_mm2 = size.0.mm() * size.1.mm();
        Self { name, size, one_way: false, count, labels, boxed: false, area_mm2, nest: None, rotary: None }
    }

    /// How many triangles it holds, if it is a square that is cut on the diagonal: two once, four twice, eight in quarters
    /// first.
    pub fn triangles_of_a_square(&self) -> Option<usize> {
        let nest = self.nest.as_ref().filter(|_| self.size.0 == self.size.1 && self.rotary.is_none())?;
        let count = nest.outlines.len();
        let are_triangles = nest.outlines.iter().all(|outline| outline.len() == 3);
        (are_triangles && [2, 4, 8].contains(&count)).then_some(count)
    }

    /// How many parts of the quilt are cut from these rectangles.
    pub fn parts(&self) -> usize {
        self.count * self.nest.as_ref().map_or(1, |nest| nest.outlines.len())
    }

    /// The same as the layout sees it.
    pub(crate) fn lot(&self) -> Lot {
        Lot { size: self.size, one_way: self.one_way, count: self.count }
    }
}

/// Equal pieces as the layout sees them: their sides, and whether they may be turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lot {
    /// The shorter side and the longer; width and height with a one-way print.
    pub size: (Inches, Inches),
    /// Whether they may not be turned.
    pub one_way: bool,
    /// How many.
    pub count: usize,
}

impl Lot {
    /// The height of a strip that it is cut from, and its length along it, as long as it is not turned.
    pub(super) fn on_a_strip(self) -> (Inches, Inches) {
        let (short, long) = self.size;
        if self.one_way { (long, short) } else { (short, long) }
    }
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
    /// How full the cloth is.
    pub use_of_cloth: ClothUse,
    /// Which print each piece of an assorted package is, in the order of [`Strip::quarter`]; empty for other cloth.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prints: Vec<PrintPiece>,
}

/// How much of the cloth that is bought ends up in the quilt.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct ClothUse {
    /// The area of the pieces as they are cut, in square mm.
    pub cut_area_mm2: f64,
    /// The area of what is bought, in square mm.
    pub bought_area_mm2: f64,
    /// The first in per cent of the second, rounded down.
    pub full_percent: u32,
    /// Cloth of that area from the bolt, as it is sold, with what is added for shrinking and miscuts: however
    /// pieces are nested, less cannot do. None for fat quarters.
    pub least_bought: Option<Bought>,
    /// The same in fat quarters.
    pub least_quarters: Option<usize>,
}

impl ClothUse {
    pub(super) fn of_bolt(pieces: &[CutPiece], bought: &Bought, width: Inches, sold_in: Units) -> Self {
        let area = cut_area(pieces);
        let bought_area_mm2 = bought.mm(sold_in) * width.mm();
        let least = Inches::at_least(area / width.mm(), Inches::SIXTEENTH);
        Self {
            cut_area_mm2: area,
            bought_area_mm2,
            full_percent: Self::per_cent(area, bought_area_mm2),
            // A sixteenth more must not make it more than what is cut.
            least_bought: Some(Bought::of(least.min(bought.length), bought.extra_percent)),
            least_quarters: None,
        }
    }

    pub(super) fn of_quarters(pieces: &[CutPiece], size: ClothSize, (count, percent): (usize, u32)) -> Self {
        let (area, each) = (cut_area(pieces), size.width.mm() * size.height.mm());
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "few, and not negative")]
        let least = (area / each - 1e-9).ceil().max(0.0) as usize;
        let bought_area_mm2 = count as f64 * each;
        Self {
            cut_area_mm2: area,
            bought_area_mm2,
            full_percent: Self::per_cent(area, bought_area_mm2),
            least_bought: None,
            least_quarters: Some(with_percent(least, percent)),
        }
    }

    /// A part in per cent of the whole, rounded down.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 100")]
    pub(super) fn per_cent(part: f64, whole: f64) -> u32 {
        if whole > 0.0 { (part / whole * 100.0 + 1e-9).floor().clamp(0.0, 100.0) as u32 } else { 0 }
    }
}

fn cut_area(pieces: &[CutPiece]) -> f64 {
    pieces.iter().map(|piece| piece.area_mm2 * piece.count as f64).sum()
}

/// Fat quarters of one fabric.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct FatQuarters {
    /// Along its strips, and across.
    pub size: ClothSize,
    /// How many are cut.
    pub cut: usize,
    /// No cutting of these rectangles takes fewer.
    pub at_least: usize,
    /// What is added for shrinking and miscuts, in per cent.
    pub extra_percent: u32,
    /// How many are bought.
    pub count: usize,
    /// What they are, if they are not fat quarters but other pre-cuts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precut: Option<Precut>,
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

/// Equal pieces on a strip, side by side and in rows above each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Run {
    /// Which of the pieces of the fabric.
    pub piece: usize,
    /// Where the first begins: the distance from the end of the strip.
    pub offset: Inches,
    /// How long each is.
    pub length: Inches,
    /// How many are side by side.
    pub count: usize,
    /// Where the first begins across the strip: the distance from its upper edge.
    pub from: Inches,
    /// How high each is; at most as high as the strip.
    pub height: Inches,
    /// How many are above each other: it is a grid of `count` by `rows`, cut row by row.
    pub rows: usize,
}

/// All strips of one height.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct StripHeight {
    /// How high they are cut.
    pub height: Inches,
    /// How many.
    pub strips: usize,
    /// How few could do, if all pieces are as high as their strip; the same number where it is proved that
    /// there is no better way. None if strips hold pieces of several sizes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<usize>,
}

/// A quilt beside the bed that it is for.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct BedFit {
    /// The name of the size.
    pub name: &'static str,
    /// The width and height that are wanted, lying as the quilt does.
    pub wanted: ClothSize,
    /// The width and height that come out, with the border.
    pub finished: ClothSize,
    /// By how much the side that is too short by most is.
    pub short_by: Inches,
    /// Whether a side is shorter than the least that is sold under the name, by more than a hand.
    pub is_too_short: bool,
    /// Whether the quilt is a rectangle; else its sizes are those of the rectangle around it.
    pub is_rectangle: bool,
    /// Whether no cell has a border that reaches the size and is not wider than half of the top.
    pub is_out_of_reach: bool,
}

/// A quilt for a bed: a top that is not larger than the bed needs, and a border for the rest.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct SizeRow {
    /// The name of the size.
    pub name: &'static str,
    /// The finished edge of a cell.
    pub cell: Inches,
    /// Blocks from left to right and from top to bottom; none where cells grow instead.
    pub blocks: Option<(u32, u32)>,
    /// The columns and rows of a larger board, in cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<(u32, u32)>,
    /// The number of patches.
    pub patches: usize,
    /// The finished size of the top without border.
    pub top: ClothSize,
    /// The finished width of the border at the left and right, and at top and bottom.
    pub border: (Inches, Inches),
    /// The finished size with the border.
    pub finished: ClothSize,
    /// What it takes, as the pattern of that size says; none from a stash, and where a patch is larger than the cloth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takes: Option<SizeYardage>,
}

/// The fabric for one size.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct SizeYardage {
    /// What is bought of each fabric of the top, in the order of [`Yardage::fabrics`](super::Yardage::fabrics).
    pub fabrics: Vec<SizeFabric>,
    /// What is bought for the border, if there is one.
    pub border: Option<Bought>,
    /// What is bought for its cornerstones, if it has any.
    pub cornerstones: Option<Bought>,
    /// What is bought for the binding.
    pub binding: Bought,
    /// What is bought for the backing.
    pub backing: Bought,
}

/// One fabric for one size.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct SizeFabric {
    /// The name of the fabric.
    pub fabric: String,
    /// What is bought from the bolt; none where it is cut from fat quarters or pre-cuts.
    pub bought: Option<Bought>,
    /// How many fat quarters or pre-cuts are bought.
    pub pieces: Option<usize>,
}

/// The strips of a fabric.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StripCutting {
    pub(super) heights: Vec<StripHeight>,
    pub(super) strips: Vec<Strip>,
}

impl StripCutting {
    /// The same layout for smaller pieces, each in the corner of a larger one.
    pub(super) fn shrunk(mut self, large: &[Lot], own: &[Lot]) -> Self {
        for strip in &mut self.strips {
            for run in &mut strip.runs {
                let ((short, long), (large, _)) = (own[run.piece].size, large[run.piece].size);
                (run.length, run.height) = if run.length == large { (short, long) } else { (long, short) };
            }
            let below = strip.runs.iter().map(|run| run.from + run.height.times(run.rows)).max();
            strip.height = below.unwrap_or(strip.height);
        }
        Self::of(self.strips)
    }

    /// Strips one below the other on each sheet, counted by height.
    pub(super) fn of(mut strips: Vec<Strip>) -> Self {
        let (mut from, mut sheet) = (Inches::ZERO, 0);
        for strip in &mut strips {
            from = if strip.quarter == sheet { from } else { Inches::ZERO };
            (sheet, strip.from) = (strip.quarter, from);
            from = from + strip.height;
        }
        let mut heights: Vec<Inches> = strips.iter().map(|strip| strip.height).collect();
        heights.sort_unstable_by_key(|&height| std::cmp::Reverse(height));
        let groups = heights.chunk_by(|a, b| a == b);
        let group = |same: &[Inches]| StripHeight { height: same[0], strips: same.len(), at_least: None };
        Self { heights: groups.map(group).collect(), strips }
    }

    /// How much cloth the strips take.
    pub(super) fn length(&self) -> Inches {
        self.strips.iter().map(|strip| strip.height).sum()
    }
}

impl FabricYardage {
    /// Whether nothing is left at the end of the cloth or at the end of a strip, so that no cut may be crooked.
    pub fn ends_at_the_edge(&self, sold_in: Units) -> bool {
        let ends_across = |strip: &Strip| {
            strip.runs.iter().any(|run| run.offset + run.length.times(run.count) == self.strip_length)
        };
        let below = self.strips.iter().map(|strip| strip.from + strip.height).max().unwrap_or_default();
        let ends_below = match (&self.bought, &self.fat_quarters) {
            (_, Some(quarters)) => below == quarters.size.height,
            (Some(bought), _) => below.mm() > bought.mm(sold_in) - 1e-6,
            (None, None) => false,
        };
        !self.strips.is_empty() && (ends_below || self.strips.iter().any(ends_across))
    }
}
