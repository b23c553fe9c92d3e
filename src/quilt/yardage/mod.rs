//! How much fabric a quilt takes, and how it is cut.
//!
//! In: an [`Order`], what is cut from each fabric, and [`YardageOptions`]. Out: a [`Yardage`]: strips with everything
//! that is cut from them, border, binding, backing and batting, and what is bought; cutting layouts as drawings. Always
//! holds: lengths are exact, what is bought is rounded up and nothing else is rounded, and from the strips alone all
//! figures can be counted again. Colours and paper are not known here.

mod bed;
mod bought;
mod cutting;
mod edges;
mod error;
mod inches;
mod layout;
mod need;
mod order;
mod packing;

use super::Units;
use crate::length::Length;

pub use bed::{Bed, ForABed, cell_for, size_names};
pub use bought::Bought;
pub use cutting::{Run, Strip, StripHeight};
pub use edges::{BackingYardage, BindingYardage, BorderYardage};
pub use error::{TooLarge, YardageError};
pub use inches::Inches;
pub use layout::{LayoutLook, cutting_layouts};
pub(super) use need::{Need, Size, least_length, least_quarters, length_needed, quarters_needed};
pub(super) use order::{Cut, with_extra};
pub use order::{CutFrom, CutPiece, Order, check_fabric};

/// How fabric is bought and what is sewn around the top.
#[derive(Debug, Clone, PartialEq)]
pub struct YardageOptions {
    /// The usable width of the fabric, without selvages.
    pub width_of_fabric: Length,
    /// The size of fat quarters, if the pieces are cut from these.
    pub fat_quarters: Option<(Length, Length)>,
    /// The size of fat quarters where only a stash says that there are any.
    pub usual_quarter: (Length, Length),
    /// The bed that the quilt is for, which is compared with what comes out.
    pub bed: Option<Bed>,
    /// What is added to all lengths for shrinking and miscuts, in per cent.
    pub extra_percent: u32,
    /// A border around the top.
    pub border: Option<Border>,
    /// How wide strips of binding are cut.
    pub binding_width: Length,
    /// What is added to the way around the quilt for corners and joins.
    pub binding_extra: Length,
    /// How far the backing reaches over the top on every side.
    pub backing_margin: Length,
    /// The usable width of the fabric of the backing, if that is another.
    pub backing_width: Option<Length>,
    /// How far the batting reaches over the top on every side.
    pub batting_margin: Length,
}

/// How wide a border is when it is finished.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Border {
    /// So many cells.
    Cells(u32),
    /// A width whatever the cells are.
    Width(Length),
}

impl Border {
    /// How wide it is with cells of this size.
    #[must_use]
    pub fn width(self, cell: Inches) -> Inches {
        match self {
            Border::Cells(cells) => cell.times(cells as usize),
            Border::Width(width) => Inches::of(width),
        }
    }
}

impl Default for YardageOptions {
    /// What is usual where sizes are in inches.
    fn default() -> Self {
        Self::usual(Units::Imperial)
    }
}

impl YardageOptions {
    /// What is usual where sizes are in these units.
    ///
    /// In inches: 40 in of a bolt that is 42 to 44 in wide, fat quarters of 18 x 21 in, binding of 2 1/2 in strips and 10 in
    /// of it for corners and joins, 4 in of backing and 2 1/2 in of batting on every side. In millimetres: 100 cm of a bolt
    /// that is 110 cm wide, fat quarters of 50 x 55 cm, binding of 65 mm strips and 25 cm for corners and joins, 10 cm of
    /// backing and 6 cm of batting.
    ///
    /// # Source
    /// Inches as quilters count (quiltingboard.com, this-calculator.com, quiltcalculator.com). A metric fat quarter is half a
    /// metre of half the width of 110 cm; the other metric figures are those in inches to the next round one, chosen by eye.
    #[must_use]
    pub fn usual(units: Units) -> Self {
        // Quarters of an inch and whole millimetres are exact.
        let either = |inches: f64, mm: f64| match units {
            Units::Imperial => Length::from_inches(inches).unwrap_or_default(),
            Units::Metric => Length::from_mm(mm).unwrap_or_default(),
        };
        Self {
            width_of_fabric: either(40.0, 1000.0),
            fat_quarters: None,
            usual_quarter: (either(18.0, 500.0), either(21.0, 550.0)),
            bed: None,
            extra_percent: 0,
            border: None,
            binding_width: either(2.5, 65.0),
            binding_extra: either(10.0, 250.0),
            backing_margin: either(4.0, 100.0),
            backing_width: None,
            batting_margin: either(2.5, 60.0),
        }
    }
}

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
    pub bed: Option<ForABed>,
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

/// So many and so many per cent more, rounded up.
pub(super) fn with_percent(count: usize, percent: u32) -> usize {
    count.saturating_mul(100 + percent as usize).div_ceil(100)
}

/// What a line of a shopping list is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
pub fn yardage(order: &Order, options: &YardageOptions) -> Result<Yardage, YardageError> {
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
fn wide_enough(width: Length, order: &Order, options: &YardageOptions) -> Result<Inches, YardageError> {
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
        lines.push((Purchase::Batting, format!("batting: {}", edges::by(self.batting, units))));
        lines
    }
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

pub(super) fn plural(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}
