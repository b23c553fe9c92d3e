//! Counts how much fabric a quilt takes, and how it is cut.

use super::bed::BedFit;
use super::bought::{Bought, with_percent};
use super::cutting;
use super::edges::{self, BackingYardage, BindingYardage, BorderYardage};
use super::error::YardageError;
use super::fabric::{CutPiece, FabricYardage, FatQuarters};
use super::inches::{Inches, by};
use super::options::YardageOptions;
use super::order::FabricOrder;
use crate::length::Length;
use crate::quilt::units::Units;

/// How much fabric a quilt takes.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Yardage {
    /// The finished edge of a cell.
    pub cell: Inches,
    /// The seam allowance.
    pub seam_allowance: Inches,
    /// The usable width of the fabric.
    pub width_of_fabric: Inches,
    /// Finished width and height of the top without border.
    pub top: (Inches, Inches),
    /// Finished width and height with border.
    pub finished: (Inches, Inches),
    /// The bed that it is for, if it is for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bed: Option<BedFit>,
    /// What is cut from each fabric.
    pub fabrics: Vec<FabricYardage>,
    /// The border, if there is one.
    pub border: Option<BorderYardage>,
    /// The binding.
    pub binding: BindingYardage,
    /// The backing.
    pub backing: BackingYardage,
    /// Width and height of the batting.
    pub batting: (Inches, Inches),
}

/// What a line of a shopping list is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Purchase {
    /// A fabric of the top, by its place in [`Yardage::fabrics`].
    Fabric(usize),
    /// The border.
    Border,
    /// The binding.
    Binding,
    /// The backing.
    Backing,
    /// The batting.
    Batting,
}

/// The most that is added for shrinking and miscuts, in per cent; beyond that cloth is bought twice.
const MOST_EXTRA: u32 = 100;

/// Counts how much fabric an order takes.
///
/// # Errors
/// [`YardageError`] names the part that is wider than the fabric or larger than a fat quarter; fabric of less than 2 in
/// and twice what a join takes; a border around a quilt that is no rectangle.
///
/// # Source
/// Pieces by strips across the fabric, of which each that is begun counts: the rule of Electric Quilt's estimates
/// (support.electricquilt.com/articles/about-yardage-estimates), with strips packed as full as they can be.
pub fn yardage(order: &FabricOrder, options: &YardageOptions) -> Result<Yardage, YardageError> {
    let percent = options.extra_percent;
    if percent > MOST_EXTRA {
        return Err(YardageError::TooMuchExtra { found: percent, allowed: MOST_EXTRA });
    }
    let width = wide_enough(options.width_of_fabric, order, options)?;
    let backing_width =
        wide_enough(options.backing_width.unwrap_or(options.width_of_fabric), order, options)?;
    let border_width =
        options.border.map(|border| border.width(order.cell)).filter(|&width| width > Inches::ZERO);
    if let (Some(border), Some(_)) = (border_width, order.outline) {
        return Err(YardageError::NoSidesForABorder { border });
    }
    let around = |margin: Inches, (w, h): (Inches, Inches)| (w + margin.times(2), h + margin.times(2));
    let finished = around(border_width.unwrap_or_default(), order.top);
    let fabrics = order.fabrics.iter().zip(&order.pieces).zip(&order.cut_from);
    Ok(Yardage {
        cell: order.cell,
        seam_allowance: order.seam_allowance,
        width_of_fabric: width,
        top: order.top,
        finished,
        bed: options.bed.map(|bed| bed.compared(finished, order.outline.is_none())),
        fabrics: fabrics
            .map(|((name, pieces), from)| fabric(name, pieces, from.quarters(options), (width, percent)))
            .collect::<Result<_, _>>()?,
        border: border_width
            .map(|border| edges::border(order.top, border, order.seam_allowance, width, percent)),
        binding: edges::binding(
            order.outline.unwrap_or_else(|| (finished.0 + finished.1).times(2)),
            Inches::of(options.binding_extra),
            Inches::of(options.binding_width),
            width,
            percent,
        ),
        backing: edges::backing(around(Inches::of(options.backing_margin), finished), backing_width, percent),
        batting: around(Inches::of(options.batting_margin), finished),
    })
}

/// Fabric that seams and joins do not use up.
fn wide_enough(width: Length, order: &FabricOrder, options: &YardageOptions) -> Result<Inches, YardageError> {
    let (found, seams) = (Inches::of(width), order.seam_allowance.times(2));
    let least = Inches::eighths(16).max(seams.times(2)).max(Inches::of(options.binding_width).times(2));
    if found < least { Err(YardageError::FabricTooNarrow { found, least }) } else { Ok(found) }
}

/// The strips of one fabric.
fn fabric(
    name: &str,
    pieces: &[CutPiece],
    quarters: Option<(Inches, Inches)>,
    (width, extra_percent): (Inches, u32),
) -> Result<FabricYardage, YardageError> {
    let (fabric, pieces) = (name.to_owned(), pieces.to_vec());
    if let Some(size) = quarters {
        let found = cutting::from_quarters(&pieces, size)?;
        let (size, cut, at_least) = (found.size, found.count, found.at_least);
        let count = with_percent(cut, extra_percent);
        return Ok(FabricYardage {
            fabric,
            pieces,
            heights: found.cut.heights,
            strips: found.cut.strips,
            strip_length: size.0,
            bought: None,
            fat_quarters: Some(FatQuarters { size, cut, at_least, extra_percent, count }),
        });
    }
    let cut = cutting::from_the_bolt(&pieces, width)?;
    let length: Inches = cut.strips.iter().map(|strip| strip.height).sum();
    Ok(FabricYardage {
        fabric,
        pieces,
        heights: cut.heights,
        strips: cut.strips,
        strip_length: width,
        bought: Some(Bought::of(length, extra_percent)),
        fat_quarters: None,
    })
}

impl Yardage {
    /// How the border is cut from a fabric of this name, if there is one.
    #[must_use]
    pub fn border_cut(&self, fabric: &str) -> Option<FabricYardage> {
        self.border.as_ref().map(|border| border.cut(fabric, self.width_of_fabric))
    }

    /// What to buy, one line for each thing, such as `gold: 2 3/8 yd` and `backing: 3 yd, 2 panels of 54 in`.
    #[must_use]
    pub fn shopping_list(&self, units: Units) -> Vec<String> {
        self.to_buy(units).into_iter().map(|(_, line)| line).collect()
    }

    /// The same with what each line is about.
    #[must_use]
    pub fn to_buy(&self, units: Units) -> Vec<(Purchase, String)> {
        let fabrics = self.fabrics.iter().enumerate();
        let mut lines: Vec<(Purchase, String)> = fabrics
            .map(|(index, fabric)| {
                (Purchase::Fabric(index), format!("{}: {}", fabric.fabric, fabric.write(units)))
            })
            .collect();
        lines.extend(self.border.as_ref().map(|border| (Purchase::Border, border.in_words(units))));
        lines.push((Purchase::Binding, self.binding.in_words(units)));
        lines.push((Purchase::Backing, self.backing.in_words(units)));
        lines.push((Purchase::Batting, format!("batting: {}", by(self.batting, units))));
        lines
    }
}
