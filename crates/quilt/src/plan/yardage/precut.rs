//! Pre-cuts: fabric that is sold cut, its prints, and how many packages a quilt takes.

use super::inches::{ClothSize, Inches};

/// Fabric that is sold cut.
///
/// # Source
/// Sizes and counts as most makers sell them (2 1/2 in strips by 40, 5 in and 10 in squares by 42); packages
/// of others have a few pieces more or less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Precut {
    /// Strips of 2 1/2 in, as long as the fabric is wide.
    JellyRoll,
    /// Squares of 5 in.
    CharmPack,
    /// Squares of 10 in.
    LayerCake,
    /// A quarter of a yard, half as wide as the fabric.
    FatQuarter,
}

/// What the pieces of a package of pre-cuts look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Prints {
    /// As many of each fabric as are needed: the fabrics of the palette.
    #[default]
    Solid,
    /// All different, as they are sold. Patches that touch have different prints.
    Assorted,
    /// The same, and patches that touch differ in value too: light, medium, dark.
    ByValue,
}

/// One piece of a print.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct PrintPiece {
    /// The number of its print, from 1. Every package has each print once.
    pub print: usize,
    /// Which package it is from, from 1.
    pub package: usize,
    /// Along its strips, and across.
    pub size: ClothSize,
    /// The patches that are cut from it, by their numbers.
    pub patches: Vec<usize>,
}

/// The prints of one pile: patches that are cut from them never touch.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct PrintPile {
    /// Its name, which is that of its fabric in the picture.
    pub pile: String,
    /// How many prints it has.
    pub prints: usize,
    /// How many pieces are used of them.
    pub pieces: usize,
}

/// How many packages of pre-cuts are bought.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Packages {
    /// What they are.
    pub precut: Precut,
    /// How many pieces are used, each of one fabric.
    pub pieces: usize,
    /// How many pieces a package has.
    pub in_each: usize,
    /// How many packages that makes; they must have enough pieces of each fabric.
    pub packages: usize,
    /// How many fabrics they are.
    pub fabrics: usize,
    /// The most pieces that are used of one fabric.
    pub most_of_one: usize,
    /// If that is more than one: the largest smaller cell with which one package is enough, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub one_is_enough_for: Option<Inches>,
    /// For strips and whole patches: the cell that the strips allow with straight seams, if it is larger.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub straight_cell: Option<Inches>,
    /// The piles that the prints of assorted packages are sorted into; none for packages of the fabrics asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub piles: Vec<PrintPile>,
    /// How many packages there are, if no more can be bought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_hand: Option<usize>,
}

impl Precut {
    /// Whether it is as long as the fabric is wide.
    pub const fn is_strip(self) -> bool {
        matches!(self, Precut::JellyRoll)
    }

    /// The two sides of a piece of it; `width` is that of the fabric, `quarter` a fat quarter.
    pub(crate) fn size(self, width: Inches, quarter: ClothSize) -> ClothSize {
        let square = |eighths: u32| (Inches::eighths(eighths), Inches::eighths(eighths)).into();
        match self {
            Precut::JellyRoll => (Inches::eighths(20), width).into(),
            Precut::CharmPack => square(40),
            Precut::LayerCake => square(80),
            Precut::FatQuarter => quarter,
        }
    }

    /// How many pieces are sold together.
    pub const fn in_each(self) -> usize {
        match self {
            Precut::JellyRoll => 40,
            Precut::CharmPack | Precut::LayerCake => 42,
            Precut::FatQuarter => 1,
        }
    }
}

impl Prints {
    /// Whether all pieces of a package are different.
    pub const fn is_assorted(self) -> bool {
        !matches!(self, Prints::Solid)
    }
}

impl Packages {
    /// `of_each`: how many pieces are used of each fabric.
    pub(super) fn of(precut: Precut, of_each: impl Iterator<Item = usize> + Clone) -> Self {
        let pieces = of_each.clone().sum::<usize>();
        let (in_each, packages) = (precut.in_each(), pieces.div_ceil(precut.in_each()));
        let (fabrics, most_of_one) = (of_each.clone().count(), of_each.max().unwrap_or(0));
        let (one_is_enough_for, straight_cell) = (None, None);
        let (piles, at_hand) = (Vec::new(), None);
        Self {
            precut,
            pieces,
            in_each,
            packages,
            fabrics,
            most_of_one,
            one_is_enough_for,
            straight_cell,
            piles,
            at_hand,
        }
    }
}
