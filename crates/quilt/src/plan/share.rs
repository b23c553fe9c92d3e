//! Assigns fabrics to patches; from a stash so that there is enough of each.

use super::error::QuiltError;
use super::options::QuiltOptions;
use super::order::{PatchCuts, PatchCutting};
use super::package_share::for_packages;
use super::stash::{Cloth, Edges, Held, StashError};
use super::yardage::{Care, CutFrom, FabricOrder, Inches, yardage};
use crate::units::Units;
use crate::words::plural;
use piecework_draw::color::{
    ColorError, Fabric, FabricFacts, FabricPlan, FabricStock, FabricWish, Pieces, Scheme,
};
use piecework_draw::geometry::Patchwork;
use piecework_tiling::tiling::Tiling;

/// Plans the fabrics of a quilt that is cut in this way.
pub(super) fn share_out(
    whole: &Tiling,
    patchwork: &Patchwork,
    cut: PatchCutting<'_>,
    options: &QuiltOptions,
) -> Result<FabricPlan, QuiltError> {
    let wish = &options.coloring;
    let Scheme::Stash(stash) = &wish.scheme else {
        let plan = FabricPlan::choose(whole, patchwork, options.differ, &options.palette, wish)?;
        if options.yardage.prints.is_assorted() {
            return Ok(plan);
        }
        return for_packages(whole, patchwork, cut, options, plan);
    };
    if !stash.iter().any(|(_, stock)| stock.is_cloth()) {
        options.palette.stocked(stash)?;
        refuse_too_few_patches(whole, stash)?;
        return Ok(FabricPlan::choose(whole, patchwork, options.differ, &options.palette, wish)?);
    }
    let stocked = options.palette.stocked(stash)?;
    let cuts = PatchCuts::new(cut, options)?;
    let order = FabricOrder::around_the_top(whole, cut, &cuts, options)?;
    let edges = Edges::from_yardage(&yardage(&order, &options.yardage)?, options);
    edges.refuse(options)?;
    let held = stocked.iter().map(|(fabric, stock)| {
        (Held::of(*stock, edges.length(&fabric.name)), options.one_way.contains(&fabric.name))
    });
    let pieces = Pieces::of(whole, patchwork, options.differ);
    let quarter = CutFrom::FatQuarters.quarters(&options.yardage).unwrap_or_default();
    let cloth = Cloth::of(held.collect(), cuts, &pieces.cells, quarter, options);
    refuse_too_little(whole, &cloth, options.units)?;
    if let Some(plan) = as_bought(whole, patchwork, cut, options, (&stocked, &cloth)) {
        return Ok(plan);
    }
    let fabrics: Vec<_> = stocked.iter().map(|(fabric, _)| fabric.clone()).collect();
    let found = FabricPlan::supplied(&pieces, &fabrics, wish, &cloth)?;
    let Some(effort) = found.undecided else { return Ok(found.plan) };
    let lacking = stocked.iter().enumerate().filter_map(|(fabric, (of, _))| {
        let place = found.plan.fabrics.iter().position(|used| used == of)?;
        let used = cloth.used(&found.plan.fabric_of, place);
        Some((of.name.clone(), lacks(&cloth, fabric, &used, stocked[fabric].1, options.units)?))
    });
    Err(StashError::NotDecided { lacking: lacking.collect(), effort }.into())
}

/// The plan of a quilt for which cloth is bought, if it uses all fabrics of the stash and there is enough of
/// each: what a pattern tells to buy is always enough.
fn as_bought(
    whole: &Tiling,
    patchwork: &Patchwork,
    cut: PatchCutting<'_>,
    options: &QuiltOptions,
    (stocked, cloth): (&[(Fabric, FabricStock)], &Cloth),
) -> Option<FabricPlan> {
    let coloring = FabricWish { scheme: Scheme::default(), ..options.coloring.clone() };
    let plan = share_out(whole, patchwork, cut, &QuiltOptions { coloring, ..options.clone() }).ok()?;
    let place = |fabric: &Fabric| stocked.iter().position(|(of, _)| of == fabric);
    let places = plan.fabrics.iter().map(place).collect::<Option<Vec<usize>>>()?;
    let fabric_of: Vec<usize> = plan.fabric_of.iter().map(|&fabric| places[fabric]).collect();
    let is_used = |fabric: usize| places.contains(&fabric);
    let is_enough = (0..stocked.len()).all(is_used) && cloth.is_enough_for(&fabric_of);
    let facts = FabricFacts { scheme: "stash", ..plan.facts };
    is_enough.then_some(FabricPlan { facts, minimal: false, ..plan })
}

/// Refuses a stash that has fewer patches than the quilt, before its number of fabrics is looked at.
fn refuse_too_few_patches(whole: &Tiling, stash: &[(String, FabricStock)]) -> Result<(), ColorError> {
    let patches = |(_, stock): &(String, FabricStock)| match stock {
        FabricStock::Patches(most) => Some(*most),
        _ => None,
    };
    let found: Option<u64> = stash.iter().map(patches).sum();
    let needed = whole.placements().len() as u64;
    match found {
        Some(found) if found < needed => Err(ColorError::StashTooSmall { found, needed, unit: "patches" }),
        _ => Ok(()),
    }
}

/// What a fabric lacks for patches, in words.
fn lacks(cloth: &Cloth, fabric: usize, used: &[u64], stock: FabricStock, units: Units) -> Option<String> {
    match stock {
        FabricStock::Cloth { mm } => {
            let (there, needed) = (Inches::of_mm(mm), cloth.needed(fabric, used, Care::Full)?);
            (needed > there).then(|| (needed - there).write(units))
        }
        FabricStock::FatQuarters(count) => {
            let count = usize::try_from(count).ok()?;
            let more = cloth.quarters((fabric, count), used, Care::Full)?.saturating_sub(count);
            (more > 0).then(|| plural(more, "fat quarter"))
        }
        FabricStock::Patches(most) => {
            let more = used.iter().sum::<u64>().saturating_sub(most);
            (more > 0).then(|| format!("{more} patches"))
        }
        FabricStock::Cells(_) => None,
    }
}

/// Refuses what is too little whoever gets which fabric: by the largest patch, and by area.
fn refuse_too_little(whole: &Tiling, cloth: &Cloth, units: Units) -> Result<(), StashError> {
    if let Some(patch) = cloth.fits_nowhere() {
        let piece = &whole.puzzle().pieces()[whole.placements()[patch].piece];
        let each = cloth
            .sizes_of(patch)
            .map(|(short, long)| format!("`{}` x `{}`", short.write(units), long.write(units)));
        let sizes = each.collect::<Vec<_>>().join(" and ");
        return Err(StashError::FitsNowhere { piece: piece.name.clone(), sizes });
    }
    match cloth.areas() {
        // A hair is rounding.
        Some((needed, found)) if needed > found * (1.0 + 1e-9) + 1e-3 => {
            let area = |mm2: f64, round: fn(f64) -> f64| match units {
                Units::Imperial => format!("{} sq in", round(mm2 / 25.4 / 25.4 * 10.0) / 10.0),
                Units::Metric => format!("{} sq cm", round(mm2 / 100.0 * 10.0) / 10.0),
            };
            Err(StashError::TooLittle { needed: area(needed, f64::ceil), found: area(found, f64::floor) })
        }
        _ => Ok(()),
    }
}
