//! Counts how much fabric a quilt takes, and how it is cut.

use super::bought::Aim;
use super::bought::{Bought, with_percent};
use super::cutting::{Care, on_quarters, on_the_bolt};
use super::edges::{self, BackingYardage, BindingYardage, BorderYardage};
use super::error::{TooLarge, YardageError};
use super::fabric::{
    BedFit, ClothUse, CutPiece, FabricYardage, FatQuarters, Lot, SizeFabric, SizeRow, SizeYardage,
};
use super::inches::{ClothSize, Inches};
use super::options::YardageOptions;
use super::order::{CutFrom, CutWay, FabricOrder};
use super::precut::Packages;
use super::prints;
use super::proof::prove;
use super::ruler::OffRuler;
use crate::plan::finish::EdgeFinish;
use crate::units::Units;
use piecework_tiling::length::Length;
use piecework_tiling::stop::StopFlag;

/// How much fabric a quilt takes.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Yardage {
    /// The finished edge of a cell.
    pub cell: Inches,
    /// The seam allowance.
    pub seam_allowance: Inches,
    /// The usable width of the fabric.
    pub width_of_fabric: Inches,
    /// Finished width and height of the top without borders.
    pub top: ClothSize,
    /// Finished width and height with borders.
    pub finished: ClothSize,
    /// The bed that it is for, if it is for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bed: Option<BedFit>,
    /// The same quilt in the sizes of beds; none for a top that is not a rectangle. [`yardage`] leaves it empty:
    /// [`QuiltPlan::new`](crate::QuiltPlan::new) counts every size.
    pub sizes: Vec<SizeRow>,
    /// What is cut from each fabric.
    pub fabrics: Vec<FabricYardage>,
    /// All fabrics of the patches together.
    pub total: ClothTotal,
    /// How cloth is sold: in eighths of a yard or in tenths of a metre.
    pub sold_in: Units,
    /// How many packages of pre-cuts the patches take, if they are cut from these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packages: Option<Packages>,
    /// Sizes that no ruler shows, if there are such.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub off_ruler: Option<OffRuler>,
    /// The borders, from the inside out.
    pub borders: Vec<BorderYardage>,
    /// The cornerstones of all borders, if these have any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cornerstones: Option<FabricYardage>,
    /// The binding.
    pub binding: BindingYardage,
    /// The backing.
    pub backing: BackingYardage,
    /// Width and height of the batting.
    pub batting: ClothSize,
}

/// What the patches take together, beside the least that is possible.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct ClothTotal {
    /// In yards, each fabric rounded up to an eighth; without fat quarters.
    pub yards: f64,
    /// In metres, each fabric rounded up to ten centimetres; without fat quarters.
    pub metres: f64,
    /// How many fat quarters.
    pub fat_quarters: usize,
    /// What the patches would take by their area alone, each fabric rounded up: in yards.
    pub least_yards: f64,
    /// The same in metres.
    pub least_metres: f64,
    /// The same in fat quarters.
    pub least_fat_quarters: usize,
    /// The area of the patches as they are cut, in per cent of what is bought, rounded down.
    pub full_percent: u32,
}

impl ClothTotal {
    fn of(fabrics: &[FabricYardage]) -> Self {
        let bought = |of: fn(&Bought) -> f64| -> f64 {
            fabrics.iter().filter_map(|fabric| fabric.bought.as_ref()).map(of).sum()
        };
        let least = |of: fn(&Bought) -> f64| -> f64 {
            fabrics.iter().filter_map(|fabric| fabric.use_of_cloth.least_bought.as_ref()).map(of).sum()
        };
        let quarters = fabrics.iter().filter_map(|fabric| fabric.fat_quarters.as_ref());
        let uses = fabrics.iter().map(|fabric| &fabric.use_of_cloth);
        Self {
            yards: bought(|bought| bought.yards),
            metres: bought(|bought| bought.metres),
            fat_quarters: quarters.map(|quarters| quarters.count).sum(),
            least_yards: least(|bought| bought.yards),
            least_metres: least(|bought| bought.metres),
            least_fat_quarters: uses.clone().filter_map(|of| of.least_quarters).sum(),
            full_percent: ClothUse::per_cent(
                uses.clone().map(|of| of.cut_area_mm2).sum(),
                uses.map(|of| of.bought_area_mm2).sum(),
            ),
        }
    }
}

/// What a line of a shopping list is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Purchase {
    /// The packages of assorted pre-cuts that all patches are cut from.
    Packages,
    /// A fabric of the top, by its place in [`Yardage::fabrics`].
    Fabric(usize),
    /// A border, by its place in [`Yardage::borders`].
    Border(usize),
    /// The cornerstones.
    Cornerstones,
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
/// [`YardageError`] names the part that is wider than the fabric or larger than a fat quarter; fabric of less
/// than 2 in and twice what a join takes; a border around a quilt that is no rectangle.
///
/// # Source
/// Pieces by strips across the fabric, of which each that is begun counts: the rule of Electric Quilt's
/// estimates (support.electricquilt.com/articles/about-yardage-estimates), with strips packed as full as they
/// can be. Where less cloth is bought so, strips hold pieces of several sizes, either way round.
pub fn yardage(order: &FabricOrder, options: &YardageOptions) -> Result<Yardage, YardageError> {
    let percent = options.extra();
    if percent > MOST_EXTRA {
        return Err(YardageError::TooMuchExtra { found: percent, allowed: MOST_EXTRA });
    }
    let width = wide_enough(options.width_of_fabric, order, options)?;
    let backing_width =
        wide_enough(options.backing_width.unwrap_or(options.width_of_fabric), order, options)?;
    let (borders, finished) = borders(order, width, options);
    if let (Some(border), Some(_)) = (borders.first(), order.outline) {
        let (side, across) = border.widths();
        return Err(YardageError::NoSidesForABorder { border: side.max(across) });
    }
    let with_margin = |margin: Length| edges::with_border(finished, (Inches::of(margin), Inches::of(margin)));
    let fabrics = order.fabrics.iter().zip(order.pieces.iter().zip(&order.ways)).zip(&order.cut_from);
    let fabrics = fabrics
        .map(|((name, (pieces, ways)), &from)| fabric(name, (pieces, ways), from, width, options))
        .collect::<Result<Vec<_>, _>>()?;
    let (fabrics, packages) = if order.prints.is_empty() {
        let packages = options.precut.map(|precut| {
            let quarters = fabrics.iter().filter_map(|fabric| fabric.fat_quarters.as_ref());
            Packages::of(precut, quarters.map(|quarters| quarters.count))
        });
        (fabrics, packages)
    } else {
        prints::gathered(order, fabrics, options)
    };
    let packages = packages.map(|packages| Packages { at_hand: options.at_hand, ..packages });
    let total = ClothTotal::of(&fabrics);
    Ok(Yardage {
        packages,
        // Off the square lattice most sizes are rounded anyway.
        off_ruler: OffRuler::of(order.cell, order.seam_allowance, options.sold_in),
        cell: order.cell,
        seam_allowance: order.seam_allowance,
        width_of_fabric: width,
        top: order.top,
        finished,
        sizes: Vec::new(),
        bed: options.bed.map(|bed| bed.compared(finished, order.outline.is_none())),
        total,
        fabrics,
        sold_in: options.sold_in,
        cornerstones: cornerstones(&borders, width, options)?,
        borders,
        binding: binding(order, finished, width, options),
        backing: edges::backing(with_margin(options.backing_margin), backing_width, percent),
        batting: with_margin(options.batting_margin),
    })
}

/// The borders of a top, and its finished size with them. One of no width is left out.
fn borders(order: &FabricOrder, fabric: Inches, options: &YardageOptions) -> (Vec<BorderYardage>, ClothSize) {
    let (cloth, bought) = ((order.seam_allowance, fabric), (options.extra(), options.sold_in));
    let (mut all, mut top) = (Vec::new(), order.top);
    for widths in options.borders.iter().map(|border| border.widths(order.cell)) {
        if widths.0.max(widths.1) > Inches::ZERO {
            all.push(edges::border(top, widths, options.corners, cloth, bought));
            top = edges::with_border(top, widths);
        }
    }
    (all, top)
}

/// The cornerstones of all borders, which are cut from one fabric.
fn cornerstones(
    borders: &[BorderYardage],
    width: Inches,
    options: &YardageOptions,
) -> Result<Option<FabricYardage>, YardageError> {
    let mut pieces: Vec<CutPiece> = Vec::new();
    for (a, b) in borders.iter().filter_map(BorderYardage::cornerstone) {
        let size = (a.min(b), a.max(b));
        match pieces.iter_mut().find(|piece| piece.size == size) {
            Some(piece) => piece.count += 4,
            None => pieces.push(CutPiece::rectangle("cornerstone".to_owned(), size, 4, Vec::new())),
        }
    }
    if pieces.is_empty() {
        return Ok(None);
    }
    fabric("cornerstones", (&pieces, &[]), CutFrom::Bolt, width, options).map(Some)
}

/// Straight strips around a rectangle; strips on the bias, or none, around another outline.
fn binding(
    order: &FabricOrder,
    finished: ClothSize,
    width: Inches,
    options: &YardageOptions,
) -> BindingYardage {
    let straight = edges::binding(
        order.outline.unwrap_or_else(|| (finished.width + finished.height).times(2)),
        Inches::of(options.binding_extra),
        Inches::of(options.binding_width),
        width,
        options.extra(),
    );
    match (order.outline, order.edge) {
        (None, _) if !options.bias_binding => straight,
        (Some(_), EdgeFinish::Facing) => straight.none(),
        _ => straight.on_the_bias(width, options.extra()),
    }
}

/// Fabric that seams and joins do not use up.
fn wide_enough(width: Length, order: &FabricOrder, options: &YardageOptions) -> Result<Inches, YardageError> {
    let (found, seams) = (Inches::of(width), order.seam_allowance.times(2));
    let least = Inches::eighths(16).max(seams.times(2)).max(Inches::of(options.binding_width).times(2));
    if found < least { Err(YardageError::FabricTooNarrow { found, least }) } else { Ok(found) }
}

/// The strips of one fabric, which can be cut in several ways.
fn fabric(
    name: &str,
    (pieces, others): (&[CutPiece], &[CutWay]),
    from: CutFrom,
    width: Inches,
    options: &YardageOptions,
) -> Result<FabricYardage, YardageError> {
    let fabric = name.to_owned();
    let ways: Vec<CutWay> = [CutWay::of(pieces.to_vec())].into_iter().chain(others.iter().cloned()).collect();
    let fabric = if let Some(size) = from.quarters(options) {
        let goal = if let CutFrom::Quarters(count) = from { Some(count) } else { None };
        let precut = options.precut.filter(|_| from == CutFrom::AsAsked);
        let ways: Vec<&CutWay> = ways.iter().filter(|way| way.is_exact()).collect();
        let lots: Vec<Vec<Lot>> = ways.iter().map(|way| way.lots.clone()).collect();
        let (way, found) = on_quarters(&lots, size, goal, (Care::Full, &options.stop))
            .map_err(|piece| larger_than_a_quarter(&pieces[piece], size))?;
        let (size, cut, at_least, pieces) =
            (found.size, found.count, found.at_least, ways[way].pieces.clone());
        let extra_percent = options.extra_pieces();
        let count = with_percent(cut, extra_percent);
        FabricYardage {
            fabric,
            use_of_cloth: ClothUse::of_quarters(&pieces, size, (count, extra_percent)),
            pieces,
            heights: found.cut.heights,
            strips: found.cut.strips,
            strip_length: size.width,
            bought: None,
            fat_quarters: Some(FatQuarters { size, cut, at_least, extra_percent, count, precut }),
            prints: Vec::new(),
        }
    } else {
        let most = if let CutFrom::Length(length) = from { Some(length) } else { None };
        let extra_percent = options.extra();
        let aim = Aim { most, percent: extra_percent, sold_in: options.sold_in };
        let lots: Vec<Vec<Lot>> = ways.iter().map(|way| way.lots.clone()).collect();
        let (way, cut) = on_the_bolt(&lots, width, aim, (Care::Full, &options.stop))
            .map_err(|piece| too_wide(&pieces[piece], width))?;
        let CutWay { pieces, lots } = ways[way].clone();
        let own: Vec<Lot> = pieces.iter().map(CutPiece::lot).collect();
        let cut = if own == lots { cut } else { cut.shrunk(&lots, &own) };
        let bought = Bought::of(cut.length(), extra_percent);
        FabricYardage {
            fabric,
            use_of_cloth: ClothUse::of_bolt(&pieces, &bought, width, options.sold_in),
            pieces,
            heights: cut.heights,
            strips: cut.strips,
            strip_length: width,
            bought: Some(bought),
            fat_quarters: None,
            prints: Vec::new(),
        }
    };
    prove(&fabric)?;
    Ok(fabric)
}

/// The length of cloth that a stash needs, found as for what is printed; none if something is too wide.
pub(crate) fn length_needed(
    ways: &[Vec<Lot>],
    most: Inches,
    options: &YardageOptions,
    care: Care,
) -> Option<Inches> {
    let aim = Aim { most: Some(most), percent: options.extra(), sold_in: options.sold_in };
    let found = on_the_bolt(ways, Inches::of(options.width_of_fabric), aim, (care, &options.stop)).ok();
    found.map(|(_, cut)| cut.length())
}

/// The same in fat quarters of `size`.
pub(crate) fn quarters_needed(
    ways: &[Vec<Lot>],
    size: ClothSize,
    most: usize,
    (care, stop): (Care, &StopFlag),
) -> Option<usize> {
    on_quarters(ways, size, Some(most), (care, stop)).ok().map(|(_, found)| found.count)
}

fn too_wide(piece: &CutPiece, width: Inches) -> YardageError {
    let (short, long) = piece.size;
    YardageError::PartTooWide(Box::new(TooLarge {
        part: piece.name.clone(),
        short,
        long,
        width,
        height: long,
    }))
}

fn larger_than_a_quarter(piece: &CutPiece, ClothSize { width: a, height: b }: ClothSize) -> YardageError {
    let (part, (short, long)) = (piece.name.clone(), piece.size);
    let large = Box::new(TooLarge { part, short, long, width: a.min(b), height: a.max(b) });
    if piece.one_way { YardageError::TooLargeUpright(large) } else { YardageError::LargerThanAQuarter(large) }
}

impl Yardage {
    /// How a border, by its place in [`Yardage::borders`], is cut from a fabric of this name.
    pub fn border_cut(&self, border: usize, fabric: &str) -> Option<FabricYardage> {
        self.borders.get(border).map(|border| border.cut(fabric, self.width_of_fabric, self.sold_in))
    }

    /// How wide all borders are together: at the left and right, and at top and bottom.
    pub fn border_widths(&self) -> (Inches, Inches) {
        self.borders
            .iter()
            .map(BorderYardage::widths)
            .fold(Default::default(), |(side, across), of| (side + of.0, across + of.1))
    }
}

impl SizeYardage {
    pub(crate) fn of(yardage: &Yardage) -> Self {
        let of = |fabric: &FabricYardage| SizeFabric {
            fabric: fabric.fabric.clone(),
            bought: fabric.bought.clone(),
            pieces: fabric.fat_quarters.as_ref().map(|quarters| quarters.count),
        };
        let (BindingYardage { bought: binding, .. }, BackingYardage { bought: backing, .. }) =
            (yardage.binding.clone(), yardage.backing.clone());
        let border = yardage.borders.first().map(|BorderYardage { bought, .. }| bought.clone());
        let cornerstones = yardage.cornerstones.as_ref().and_then(|stones| stones.bought.clone());
        Self { fabrics: yardage.fabrics.iter().map(of).collect(), border, cornerstones, binding, backing }
    }
}
