//! How fabric is bought, and what is sewn around the top.

use super::inches::{ClothSize, Inches};
use super::precut::{Precut, Prints};
use crate::units::Units;
use piecework_tiling::length::Length;
use piecework_tiling::stop::StopFlag;

/// How fabric is bought and what is sewn around the top.
#[derive(Debug, Clone)]
pub struct YardageOptions {
    /// Ends the search for less cloth: what was found until then is enough, but may be more.
    pub stop: StopFlag,
    /// Usable width of fabric (WOF) between the selvages; 40 in.
    pub width_of_fabric: Length,
    /// Cuts the pieces from fat quarters of this size; none.
    pub fat_quarters: Option<(Length, Length)>,
    /// Cuts the pieces from these pre-cuts; none.
    pub precut: Option<Precut>,
    /// What the pieces of a package look like; [`Prints::Solid`].
    pub prints: Prints,
    /// How many packages of pre-cuts there are, if no more can be bought; none.
    pub at_hand: Option<usize>,
    /// The size of fat quarters where only a stash has some; 18 in × 21 in.
    pub usual_quarter: (Length, Length),
    /// Compares the quilt with the size that this bed needs; none.
    pub bed: Option<Bed>,
    /// Adds to what is bought for shrinkage and crooked cuts, in per cent; none: 5 % of all lengths, and
    /// nothing to fat quarters and pre-cuts, which have room of their own.
    pub extra_percent: Option<u32>,
    /// Adds borders around the quilt top, from the inside out; none.
    pub borders: Vec<Border>,
    /// How the corners of borders are made; [`BorderCorners::Butted`].
    pub corners: BorderCorners,
    /// Cut width of binding strips; 2 1/2 in.
    pub binding_width: Length,
    /// Adds to the length of the binding for corners and joins; 10 in.
    pub binding_extra: Length,
    /// Cuts the binding of a rectangle on the bias too; off.
    pub bias_binding: bool,
    /// How far the backing is larger than the quilt top on every side; 4 in.
    pub backing_margin: Length,
    /// Usable width of the backing fabric; as [`YardageOptions::width_of_fabric`].
    pub backing_width: Option<Length>,
    /// How far the batting is larger than the quilt top on every side; 2 1/2 in.
    pub batting_margin: Length,
    /// How cloth is sold: in eighths of a yard or in tenths of a metre; eighths.
    pub sold_in: Units,
}

/// A bed, and how large a quilt for it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bed {
    pub(super) name: &'static str,
    /// The least that is sold under its name, longer than wide.
    pub(super) least: ClothSize,
    /// What is aimed at.
    pub(super) aim: ClothSize,
}

/// How wide a border is when it is finished.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Border {
    /// A number of cells.
    Cells(u32),
    /// A width that does not depend on the cells.
    Width(Length),
    /// One width at the left and right, another at top and bottom.
    Sides(Length, Length),
}

impl Border {
    /// How wide it is with cells of this size: at the left and right, and at top and bottom.
    pub fn widths(self, cell: Inches) -> (Inches, Inches) {
        let both = |width: Inches| (width, width);
        match self {
            Border::Cells(cells) => both(cell.times(cells as usize)),
            Border::Width(width) => both(Inches::of(width)),
            Border::Sides(side, across) => (Inches::of(side), Inches::of(across)),
        }
    }
}

impl Border {
    /// How wide several borders are together.
    pub(crate) fn all_widths(borders: &[Border], cell: Inches) -> (Inches, Inches) {
        borders.iter().map(|border| border.widths(cell)).fold(Default::default(), |all, one| {
            let (side, across): (Inches, Inches) = all;
            (side + one.0, across + one.1)
        })
    }
}

/// How the four corners of a border are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum BorderCorners {
    /// Top and bottom run across the ends of the sides.
    #[default]
    Butted,
    /// The strips meet in a seam from the corner of the top to the corner of the border.
    Mitred,
    /// A square of another fabric in each corner.
    Cornerstones,
}

impl Default for YardageOptions {
    /// What is usual where sizes are in inches.
    fn default() -> Self {
        Self::usual(Units::Imperial)
    }
}

impl YardageOptions {
    /// The size of what pieces are cut from, unless that is the bolt: pre-cuts or fat quarters.
    pub(crate) fn quarters(&self) -> Option<ClothSize> {
        let both = |(one, other): (Length, Length)| ClothSize::from((Inches::of(one), Inches::of(other)));
        let usual = both(self.usual_quarter);
        let precut = self.precut.map(|precut| precut.size(Inches::of(self.width_of_fabric), usual));
        precut.or_else(|| self.fat_quarters.map(both))
    }

    /// What is added to lengths, in per cent.
    pub(crate) fn extra(&self) -> u32 {
        /// What is usual: quilters add 5 to 10 % for shrinkage and miscuts.
        const USUAL: u32 = 5;
        self.extra_percent.unwrap_or(USUAL)
    }

    /// What is added to numbers of fat quarters and pre-cuts, in per cent.
    pub(crate) fn extra_pieces(&self) -> u32 {
        self.extra_percent.unwrap_or(0)
    }

    /// What is usual where sizes are in these units.
    ///
    /// In inches: 40 in of a bolt that is 42 to 44 in wide, fat quarters of 18 x 21 in, binding of 2 1/2 in
    /// strips and 10 in of it for corners and joins, 4 in of backing and 2 1/2 in of batting on every side.
    /// In millimetres: 100 cm of a bolt that is 110 cm wide, fat quarters of 50 x 55 cm, binding of 65 mm
    /// strips and 25 cm for corners and joins, 10 cm of backing and 6 cm of batting.
    ///
    /// # Source
    /// Inches as quilters count (quiltingboard.com, this-calculator.com, quiltcalculator.com). A metric fat
    /// quarter is half a metre of half the width of 110 cm; the other metric figures are those in inches to
    /// the next round one, chosen by eye.
    pub fn usual(units: Units) -> Self {
        // Quarters of an inch and whole millimetres are exact.
        let either = |inches: f64, mm: f64| match units {
            Units::Imperial => Length::from_inches(inches).unwrap_or_default(),
            Units::Metric => Length::from_mm(mm).unwrap_or_default(),
        };
        Self {
            stop: StopFlag::never(),
            width_of_fabric: either(40.0, 1000.0),
            fat_quarters: None,
            precut: None,
            prints: Prints::default(),
            at_hand: None,
            usual_quarter: (either(18.0, 500.0), either(21.0, 550.0)),
            bed: None,
            extra_percent: None,
            borders: Vec::new(),
            corners: BorderCorners::default(),
            binding_width: either(2.5, 65.0),
            binding_extra: either(10.0, 250.0),
            bias_binding: false,
            backing_margin: either(4.0, 100.0),
            backing_width: None,
            batting_margin: either(2.5, 60.0),
            sold_in: units,
        }
    }
}
